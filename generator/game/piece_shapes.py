"""The shapes of pieces in game.yaml: how they are cut, or what they are folded to. Lengths are in points."""

import re
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal

from generator.diagnostics import Diagnostic, SourceLocation
from generator.frame import NUMBERS_OF, VectorOutline, numbers_in
from generator.geometry import Size, written_size
from generator.reading.spec_class import spec
from generator.reading.structure import KeyedUnion, Length, Name, Names, NumberBounds, ValueReader
from generator.reading.yaml_nodes import Node, kind_name
from generator.units import length_name, mm, parse_length

LEAST_PIECE, MOST_PIECE = mm(5), mm(1500)
MOST_PATH_NUMBERS = 2000
SIZE_SCHEMA = {"type": "string", "pattern": r"^\s*[0-9.]+\s*(mm|cm|in|pt)?\s*([xX]\s*[0-9.]+\s*(mm|cm|in|pt)\s*)?$"}
PATH_SCHEMA = {"type": "string", "description": "absolute M, L, C and Z in mm, such as M 0 0 L 30 0 L 15 26 Z"}
_TOKEN = re.compile(r"[MLCZ]|[-+]?(?:\d+\.?\d*|\.\d+)|[^\s,]")

FlatShape = Literal["rectangle", "circle", "triangle", "pentagon", "hexagon", "octagon"]


@partial(ValueReader, "size such as `12x36mm` or `18mm`", SIZE_SCHEMA)
def _read_size(node: Node, faults: list[Diagnostic]) -> Size | None:
    """Read a size such as 12x36mm, or 18mm for both sides."""
    size = None
    if isinstance(node.value, str):
        with suppress(ValueError):
            size = written_size(node.value) or Size(parse_length(node.value), parse_length(node.value))
    if size is None:
        raise ValueError(f"expected a size such as 63x88mm, or 18mm for both sides, found {kind_name(node)}")
    for side in size:
        if not LEAST_PIECE <= side <= MOST_PIECE:
            least, most = length_name(LEAST_PIECE), length_name(MOST_PIECE)
            message = f"a side of {length_name(side)} is out of bounds, possible are {least} to {most}"
            faults.append(Diagnostic("S006", message, node.place))
            return None
    return size


@partial(ValueReader, "path of `M`, `L`, `C` and `Z`", PATH_SCHEMA)
def _read_path(node: Node, _faults: list[Diagnostic]) -> VectorOutline:
    """Read a closed path of the absolute commands M, L, C and Z, in millimetres from the top left of the piece."""
    if not isinstance(node.value, str):
        raise ValueError(f"expected a path such as 'M 0 0 L 30 0 L 15 26 Z', found {kind_name(node)}")
    return piece_outline(node.value)


def piece_outline(path: str) -> VectorOutline:
    """Return the outline of a path in millimetres; raises ValueError unless it is closed, short, and of M, L, C and Z.

    >>> piece_outline("M0,0 L30 0 15 26Z").letters
    'MLLZ'
    """
    letters, waiting = "", ""
    numbers: list[float] = []
    for token in _TOKEN.findall(path):
        if token in NUMBERS_OF:
            letters, waiting = letters + token, token
        elif not re.match(r"[-+.\d]", token) or len(numbers) >= MOST_PATH_NUMBERS:
            raise ValueError(f"expected M, L, C, Z and at most {MOST_PATH_NUMBERS} numbers, found {token!r}")
        else:
            if waiting in ("M", "L", "C") and len(numbers) == numbers_in(letters):
                waiting = "L" if waiting == "M" else waiting
                letters += waiting
            numbers.append(float(token))
    if len(numbers) != numbers_in(letters):
        raise ValueError("a command has too many numbers or too few: M and L take 2, C takes 6, Z none")
    if not letters.startswith("M") or letters.count("M") != 1 or not letters.endswith("Z") or len(numbers) < 6:
        raise ValueError("expected one closed path, from M to Z")
    return VectorOutline("cut", letters, tuple(numbers))


PieceSize = Annotated[Size, _read_size]
Path = Annotated[VectorOutline, _read_path]
Short = Annotated[Length, NumberBounds(0, mm(200), unit="mm")]
PanelSide = Annotated[Length, NumberBounds(mm(2), mm(500), unit="mm")]


@spec
class RoundedShape:
    """A rectangle with rounded corners of this radius."""

    place: SourceLocation
    rounded: Short


@spec
class OutlineShape:
    """A path of your own: absolute M, L, C and Z in millimetres from the top left of the piece."""

    place: SourceLocation
    outline: Path


@spec
class Standee:
    """A figure to stand up, its front and back glued together: `foot` is the depth of the foot, half to each side."""

    foot: PanelSide


@spec
class StandeeShape:
    """A figure to stand up; the size is that of one side."""

    standee: Standee


@spec
class Tent:
    """A card folded at its top to stand like a tent; `base` is the distance between the feet of front and back."""

    base: PanelSide


@spec
class TentShape:
    """A card that stands as a tent; the size is that of one side."""

    tent: Tent


@spec
class TuckBox:
    """A box for decks: sized for the cards of `decks`, or for `count` cards of the size `card`.

    The paper of the cards has a `weight` in g/m², or a `thickness`.
    """

    place: SourceLocation
    decks: Names = ()
    count: Annotated[int, NumberBounds(1, 1000)] | None = None
    card: PieceSize | None = None
    weight: Annotated[float, NumberBounds(60, 600)] = 300.0
    thickness: Annotated[Length, NumberBounds(mm(0.05), mm(5), unit="mm")] | None = None


@spec
class TuckBoxShape:
    """A box with a tuck lid, with the size that its cards need."""

    tuck_box: TuckBox


@spec
class Pocket:
    """A flat box, open at the top: `depth` is the thickness of its contents."""

    depth: PanelSide


@spec
class PocketShape:
    """A flat box, open at the top; the size is that of its front."""

    pocket: Pocket


@spec
class NetPanelSpec:
    """A panel of a net: the first has a size, each other one is attached to an edge of an earlier one by `fold`.

    An edge is written as `base.top`. `far` is the length of the edge opposite the fold, `glue` the edge or panel that
    this panel is glued to, `meets` the edge that its far edge touches when folded.
    """

    place: SourceLocation
    size: PieceSize | None = None
    fold: str = ""
    depth: PanelSide | None = None
    far: Short | None = None
    face: bool = False
    turn: Literal[0, 90, 180, 270] = 0
    glue: str = ""
    meets: str = ""


@spec
class FoldUpNetShape:
    """A net of your own, panel by panel."""

    place: SourceLocation
    fold_up: dict[Name, NetPanelSpec]


@spec
class DieShape:
    """A die: each card of its table is a side, in order; opposite sides of a d6 add up to seven.

    The size is that of a square in the middle of a side.
    """

    place: SourceLocation
    die: Literal["d4", "d6", "d8", "d12", "d20"]

    @property
    def sides(self) -> int:
        return int(self.die.removeprefix("d"))


FormedShape = RoundedShape | OutlineShape
FoldedShape = StandeeShape | TentShape | TuckBoxShape | PocketShape | FoldUpNetShape | DieShape
SHAPES: dict[str, type] = {
    "rounded": RoundedShape,
    "outline": OutlineShape,
    "standee": StandeeShape,
    "tent": TentShape,
    "tuck_box": TuckBoxShape,
    "pocket": PocketShape,
    "fold_up": FoldUpNetShape,
    "die": DieShape,
}
CutShape = FlatShape | FormedShape
Shape = FlatShape | Annotated[FormedShape | FoldedShape, KeyedUnion(SHAPES)]
