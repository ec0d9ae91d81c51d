"""What game.yaml says of the shape of pieces: how they are cut, or what they are folded to. Lengths are points."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from generator.diagnostics import Diagnostic, Place
from generator.frame import NUMBERS_OF, Outline
from generator.geometry import Size, written_size
from generator.reading.structure import Keyed, Length, Within
from generator.reading.yaml_nodes import Node, kind_name
from generator.units import length_name, mm, parse_length

LEAST_PIECE, MOST_PIECE = mm(5), mm(1500)
MOST_PATH_NUMBERS = 2000
_TOKEN = re.compile(r"[MLCZ]|[-+]?(?:\d+\.?\d*|\.\d+)|[^\s,]")

FlatShape = Literal["rectangle", "circle", "triangle", "pentagon", "hexagon", "octagon"]


class _PieceSize:
    """A size such as 12x36mm, or 18mm for both sides."""

    schema = {"type": "string", "pattern": r"^\s*[0-9.]+\s*(mm|cm|in|pt)?\s*([xX]\s*[0-9.]+\s*(mm|cm|in|pt)\s*)?$"}

    def read(self, node: Node, faults: list[Diagnostic]) -> Size | None:
        if not isinstance(node.value, str):
            raise ValueError(f"expected a size such as 12x36mm, or 18mm for both sides, found {kind_name(node)}")
        size = written_size(node.value)
        if size is None:
            size = Size(parse_length(node.value), parse_length(node.value))
        for side in size:
            if not LEAST_PIECE <= side <= MOST_PIECE:
                least, most = length_name(LEAST_PIECE), length_name(MOST_PIECE)
                message = f"a side of {length_name(side)} is out of bounds, possible are {least} to {most}"
                faults.append(Diagnostic("S006", message, node.place))
                return None
        return size


class _Path:
    """A closed path of absolute commands M, L, C and Z, in millimetres from the top left of the piece."""

    schema = {"type": "string", "description": "absolute M, L, C and Z in mm, such as M 0 0 L 30 0 L 15 26 Z"}

    def read(self, node: Node, _faults: list[Diagnostic]) -> Outline:
        if not isinstance(node.value, str):
            raise ValueError(f"expected a path such as 'M 0 0 L 30 0 L 15 26 Z', found {kind_name(node)}")
        return piece_outline(node.value)


def piece_outline(path: str) -> Outline:
    """Return a path in millimetres; raises ValueError for one that is not closed, too long or of other commands.

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
            if waiting in ("M", "L", "C") and len(numbers) == _room(letters):
                waiting = "L" if waiting == "M" else waiting
                letters += waiting
            numbers.append(float(token))
    if len(numbers) != _room(letters):
        raise ValueError("a command has too many numbers or too few: M and L take 2, C takes 6, Z none")
    if not letters.startswith("M") or letters.count("M") != 1 or not letters.endswith("Z") or len(numbers) < 6:
        raise ValueError("expected one closed path, from M to Z")
    return Outline("cut", letters, tuple(numbers))


def _room(letters: str) -> int:
    return sum(NUMBERS_OF[letter] for letter in letters)


PieceSize = Annotated[Size, _PieceSize()]
Path = Annotated[Outline, _Path()]
Short = Annotated[Length, Within(0, mm(200), unit="mm")]


@dataclass(frozen=True, kw_only=True)
class RoundedShape:
    """A rectangle with round corners of a radius."""

    place: Place
    rounded: Short


@dataclass(frozen=True, kw_only=True)
class OutlineShape:
    """A path of your own: absolute M, L, C and Z in millimetres from the top left of the piece."""

    place: Place
    outline: Path


FormedShape = RoundedShape | OutlineShape
FORMED: dict[str, type] = {"rounded": RoundedShape, "outline": OutlineShape}
Shape = FlatShape | Annotated[FormedShape, Keyed(FORMED)]
