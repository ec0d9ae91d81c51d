"""An SVG drawing becomes one outline: shapes, transforms and any path. What an outline cannot show is refused.

An outline has one colour and no lines of its own, so drawings of several colours, gradients, strokes, letters and
pictures are faults at their element. Paths are followed by fontTools.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, pairwise
from math import isfinite, radians
from typing import Any
from xml.parsers import expat

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

from generator.diagnostics import InvalidInput, Place, refuse
from generator.frame import Outline
from generator.geometry import Rect

SIDE = 512.0  # what the longer side of a drawing becomes
BEYOND = 0.05  # of the longer side: so far may a drawing reach over its box
MOST_NUMBERS = 40_000
DEEPEST = 60
MOST_PARTS = 400
THINNEST = 1 / 200

SVG = "http://www.w3.org/2000/svg"
GROUPS = {"svg", "g", "a"}
UNSEEN = {
    *("title", "desc", "metadata", "defs", "symbol", "clipPath", "mask", "filter", "pattern", "marker"),
    *("linearGradient", "radialGradient", "style", "view"),
}
HINTS = {
    "text": "turn letters into paths",
    "use": "turn copies into paths of their own",
    "image": "show a picture by an `image` element of the layout",
    "svg": "take it out of the inner drawing",
}
LOOKS = {"fill", "stroke", "stroke-width", "stroke-opacity", "fill-rule", "fill-opacity", "visibility", "color"}
COLORS = {"black": "#000000", "white": "#ffffff", "currentcolor": "#000000", "transparent": "none"}

_LETTERS = "MmZzLlHhVvCcSsQqTtAa"
_COMMAND = re.compile(rf"\s*([{_LETTERS}])([^{_LETTERS}]*)")
_BETWEEN = re.compile(r"[\s,]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FLAG = re.compile(r"[01]")
_FUNCTION = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)[\s,]*")
_OF_AN_ARC = (_NUMBER, _NUMBER, _NUMBER, _FLAG, _FLAG, _NUMBER, _NUMBER)


def read_drawing(name: str, svg: bytes, path: str) -> Outline:
    """Return the outline of an SVG file; raises InvalidInput with the element that cannot be drawn."""
    return _SvgReader(name, path).read(svg)


@dataclass
class _FilledPart:
    """A filled element in the coordinates of the outline."""

    pen: Any
    even_odd: bool
    color: str

    @property
    def box(self) -> Rect:
        bounds = BoundsPen(None)
        self.pen.replay(bounds)
        left, top, right, bottom = bounds.bounds or (0, 0, 0, 0)
        return Rect(left, top, right - left, bottom - top)

    def upright(self) -> Any:
        """Return its path running clockwise as a whole, so that parts over each other add up to one."""
        area = AreaPen()
        self.pen.replay(area)
        if area.value >= 0:
            return self.pen
        turned = RecordingPen()
        self.pen.replay(ReverseContourPen(turned))
        return turned


@dataclass
class _Level:
    """What holds inside an element: how it is moved, and its looks."""

    matrix: Any
    looks: dict[str, str]


@dataclass
class _SvgReader:
    """Follows the elements of one drawing."""

    name: str
    path: str
    levels: list[_Level] = field(default_factory=list)
    parts: list[_FilledPart] = field(default_factory=list)
    unseen: int = 0  # how deep inside of what is not shown
    sheet: int = 0  # how deep inside of a style sheet
    count: int = 0
    box: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))

    def read(self, svg: bytes) -> Outline:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.letters
        self.parser.EntityDeclHandler = self.entity
        try:
            self.parser.Parse(svg, True)
        except expat.ExpatError as fault:
            place = Place(self.path, fault.lineno, fault.offset + 1)
            message = f"icon {self.name!r} is no sound SVG file: {expat.ErrorString(fault.code)}"
            raise refuse("L019", message, place, "save it again as plain SVG") from None
        return self.outline()

    def refuse(self, reason: str, hint: str | None = None) -> InvalidInput:
        place = Place(self.path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
        return refuse("L019", f"icon {self.name!r} cannot be drawn: {reason}", place, hint)

    # elements

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if self.unseen or space not in ("", SVG) or name in UNSEEN:
            self.unseen += 1
            self.sheet += 1 if self.sheet or name == "style" else 0
            return
        if len(self.levels) > DEEPEST:
            raise self.refuse(f"its groups are nested more than {DEEPEST} deep")
        if not self.levels:
            self.begin(name, attributes)
        elif name == "svg" or (name not in SHAPES and name not in GROUPS):
            raise self.refuse(f"it holds <{name}>", HINTS.get(name, "an icon is made of filled paths and shapes"))
        looks = self.looks(attributes)
        if looks is None:
            self.unseen += 1
            return
        above = self.levels[-1] if self.levels else _Level(self.first_matrix(), {})
        level = _Level(above.matrix.transform(self.transform(attributes.get("transform", ""))), above.looks | looks)
        self.levels.append(level)
        if name in SHAPES:
            self.shape(name, attributes, level)

    def end(self, tag: str) -> None:
        self.sheet -= 1 if self.sheet else 0
        if self.unseen:
            self.unseen -= 1
        else:
            self.levels.pop()

    def letters(self, text: str) -> None:
        if self.sheet and text.strip():
            raise self.refuse("it has a style sheet", "save it with its looks at each element (plain SVG)")

    def entity(self, *_: object) -> None:
        raise self.refuse("it declares entities", "save it as plain SVG")

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Read the box of the drawing."""
        if name != "svg":
            raise self.refuse(f"it is no SVG file but <{name}>")
        sides = [attributes.get(side, "").removesuffix("px") for side in ("width", "height")]
        box = attributes.get("viewBox") or f"0 0 {' '.join(sides)}"
        numbers = self.numbers(box)
        if len(numbers) != 4:
            raise self.refuse("it has no viewBox", 'write viewBox="0 0 WIDTH HEIGHT" into its first line')
        self.box = Rect(*numbers)
        short, long = sorted(self.box[2:])
        if short <= 0 or short / long < THINNEST:
            raise self.refuse(f"its viewBox {box!r} has no room", "width and height are more than 0")

    def first_matrix(self) -> Any:
        scale = SIDE / max(self.box.width, self.box.height)
        return Identity.scale(scale).translate(-self.box.x, -self.box.y)

    def looks(self, attributes: Mapping[str, str]) -> dict[str, str] | None:
        """Return the looks that an element sets, or None where it and all in it is not shown."""
        own = {key: value.strip() for key, value in attributes.items()}
        for declaration in own.pop("style", "").split(";"):
            key, _, value = declaration.partition(":")
            own[key.strip()] = value.strip()
        if own.get("display") == "none" or self.part(own.get("opacity", "1")) == 0:
            return None
        for key in ("clip-path", "mask", "filter"):
            if own.get(key, "none") not in ("none", ""):
                raise self.refuse(f"it uses a {key}", "cut the shapes themselves")
        if "transform" in own and "transform" not in attributes:
            raise self.refuse("it is moved by its style", "save it as plain SVG")
        if self.part(own.get("opacity", "1")) < 1:
            raise self.refuse("it is see-through", "an icon has one full colour")
        return {key: value for key, value in own.items() if key in LOOKS and value and value != "inherit"}

    def part(self, text: str) -> float:
        """Return a part of one, also written in percent."""
        numbers = self.numbers(text.removesuffix("%"))
        value = numbers[0] if len(numbers) == 1 else 1.0
        return value / 100 if text.endswith("%") else value

    def transform(self, text: str) -> Any:
        """Return the matrix of a transform attribute."""
        matrix, at = Identity, 0
        while at < len(text):
            match = _FUNCTION.match(text, at)
            make = TRANSFORMS.get(match[1]) if match else None
            numbers = self.numbers(match[2]) if match else []
            if match is None or make is None or len(numbers) not in make[0]:
                raise self.refuse(f"its transform {text[:40]!r} cannot be read")
            matrix, at = matrix.transform(make[1](*numbers)), match.end()
        return matrix

    # shapes

    def shape(self, name: str, attributes: Mapping[str, str], level: _Level) -> None:
        """Add what an element fills."""
        looks = level.looks
        fill = self.color(looks.get("fill", "black"))
        stroke = self.color(looks.get("stroke", "none"))
        if looks.get("visibility", "visible") != "visible":
            return
        if stroke != "none" and self.part(looks.get("stroke-opacity", "1")) and self.side(looks, "stroke-width", 1):
            raise self.refuse("it is drawn with lines", "turn lines into paths (in Inkscape: Path, Stroke to Path)")
        solid = self.part(looks.get("fill-opacity", "1"))
        if fill == "none" or solid == 0:
            return
        if solid < 1:
            raise self.refuse("it is see-through", "an icon has one full colour")
        if self.parts and fill != self.parts[0].color:
            message = f"it has more than one colour ({self.parts[0].color}, {fill})"
            raise self.refuse(message, "an icon has one colour; take out its ground, or cut light parts out as holes")
        path = self.spaced(SHAPES[name](self, attributes))
        if len(self.parts) == MOST_PARTS:
            raise self.refuse(f"it has more than {MOST_PARTS} parts", "combine them into one path")
        if path:
            self.parts.append(_FilledPart(self.followed(path, level.matrix), looks.get("fill-rule") == "evenodd", fill))

    def color(self, text: str) -> str:
        """Return a colour in a form that can be compared."""
        color = "".join(text.lower().split())
        if color.startswith("url("):
            raise self.refuse("it is filled with a gradient or a pattern", "an icon has one full colour")
        if re.fullmatch("#[0-9a-f]{3}", color):
            color = "#" + "".join(2 * sign for sign in color[1:])
        return COLORS.get(color, color)

    def side(self, attributes: Mapping[str, str], key: str, usual: float = 0.0) -> float:
        """Return a length in the units of the drawing."""
        text = attributes.get(key, "").strip().removesuffix("px")
        if not text:
            return usual
        numbers = self.numbers(text)
        if len(numbers) != 1:
            raise self.refuse(f"its {key} {text[:20]!r} is no plain number")
        return numbers[0]

    def numbers(self, text: str) -> list[float]:
        """Return the numbers of an attribute; none where something else stands between."""
        values, at = self.scanned(text, cycle([_NUMBER]))
        return values if at == len(text) else []

    def spaced(self, path: str) -> str:
        """Return a path with blanks between all its numbers and flags; raises InvalidInput for what is no path."""
        out, at = [], 0
        while at < len(path):
            command = _COMMAND.match(path, at)
            if command is None:
                at = _BETWEEN.match(path, at).end()  # type: ignore[union-attr]
                if at < len(path):
                    raise self.refuse(f"its path cannot be read at {path[at : at + 20]!r}")
                break
            letter, text = command[1], command[2]
            values, stop = self.scanned(text, cycle(_OF_AN_ARC if letter in "Aa" else [_NUMBER]))
            if stop < len(text):
                raise self.refuse(f"its path cannot be read at {text[stop : stop + 20]!r}")
            out.append(letter + " ".join(f"{number:.9g}" for number in values))
            at = command.end()
        return " ".join(out)

    def scanned(self, text: str, patterns: Iterator[re.Pattern[str]]) -> tuple[list[float], int]:
        """Return the numbers of a text and how far it could be read."""
        values: list[float] = []
        at = _BETWEEN.match(text).end()  # type: ignore[union-attr]
        while at < len(text) and (match := next(patterns).match(text, at)):
            values.append(float(match[0]))
            at = _BETWEEN.match(text, match.end()).end()  # type: ignore[union-attr]
            if not isfinite(values[-1]):
                raise self.refuse(f"{match[0][:20]} is too large a number")
        self.count += len(values)
        if self.count > MOST_NUMBERS:
            raise self.refuse(f"it has more than {MOST_NUMBERS:,} numbers", "simplify its paths")
        return values, at

    def followed(self, path: str, matrix: Any) -> Any:
        """Return the contours of a path, moved; all of them closed, as filling does."""
        record = RecordingPen()
        try:
            if path.strip()[:1] not in ("M", "m"):
                raise ValueError("a path begins with a move")
            parse_path(path, TransformPen(_Closing(record), matrix))
        except (ValueError, ArithmeticError, IndexError):
            raise self.refuse(f"its path {path[:30]!r} cannot be followed") from None
        return record

    # the whole

    def outline(self) -> Outline:
        if not self.parts:
            raise refuse("L019", f"icon {self.name!r} cannot be drawn: nothing in it is filled", Place(self.path))
        scale = SIDE / max(self.box.width, self.box.height)
        width, height = self.box.width * scale, self.box.height * scale
        pen = _OutlinePen()
        for part in self.parts:
            (part.upright() if len(self.parts) > 1 else part.pen).replay(pen)
        if not all(abs(number) < 100 * SIDE for number in pen.numbers):
            raise self.beyond()
        left, top, right, bottom = _bounds(self.parts)
        room = BEYOND * SIDE
        if min(left, top) < -room or right > width + room or bottom > height + room:
            raise self.beyond()
        return Outline(self.name, "".join(pen.letters), tuple(pen.numbers), width, height, self.even_odd())

    def beyond(self) -> InvalidInput:
        message = f"icon {self.name!r} cannot be drawn: it reaches beyond its viewBox"
        return refuse("L019", message, Place(self.path), "fit the page to the drawing (in Inkscape: Resize to Content)")

    def even_odd(self) -> bool:
        """Tell by which rule the whole is filled; parts of different rules must lie apart."""
        if not any(part.even_odd for part in self.parts):
            return False
        boxes = [part.box for part in self.parts]
        if any(one.meets(other, 0.5) for at, one in enumerate(boxes) for other in boxes[:at]):
            message = f"icon {self.name!r} cannot be drawn: parts filled by the even-odd rule lie over each other"
            raise refuse("L019", message, Place(self.path), "combine them into one path")
        return True


def _bounds(parts: list[_FilledPart]) -> tuple[float, float, float, float]:
    boxes = [part.box for part in parts]
    return (
        *(min(box.x for box in boxes), min(box.y for box in boxes)),
        *(max(box.right for box in boxes), max(box.bottom for box in boxes)),
    )


class _Closing:
    """Hands on to another pen, and closes what was left open."""

    def __init__(self, pen: Any) -> None:
        self.moveTo, self.lineTo, self.curveTo, self.qCurveTo = pen.moveTo, pen.lineTo, pen.curveTo, pen.qCurveTo
        self.closePath = self.endPath = pen.closePath


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Writes contours down as the letters and numbers of an outline."""

    def __init__(self) -> None:
        super().__init__(None)
        self.letters: list[str] = []
        self.numbers: list[float] = []

    def add(self, letter: str, *points: tuple[float, float]) -> None:
        self.letters.append(letter)
        self.numbers += [round(value, 2) + 0.0 for point in points for value in point]

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.add("M", point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.add("L", point)

    def _curveToOne(  # noqa: N802
        self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self.add("C", one, two, end)

    def _closePath(self) -> None:  # noqa: N802
        self.add("Z")


def _path(reader: _SvgReader, attributes: Mapping[str, str]) -> str:
    return attributes.get("d", "")


def _polygon(reader: _SvgReader, attributes: Mapping[str, str]) -> str:
    points = attributes.get("points", "").strip()
    return f"M{points}Z" if points else ""


def _rect(reader: _SvgReader, attributes: Mapping[str, str]) -> str:
    x, y, width, height = (reader.side(attributes, key) for key in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        return ""
    rx = reader.side(attributes, "rx", reader.side(attributes, "ry"))
    ry = min(reader.side(attributes, "ry", rx), height / 2)
    rx = min(rx, width / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    arcs = [f"a{rx} {ry} 0 0 1 {dx} {dy}" for dx, dy in ((rx, ry), (-rx, ry), (-rx, -ry), (rx, -ry))]
    sides = (f"h{width - 2 * rx}", f"v{height - 2 * ry}", f"h{2 * rx - width}", f"v{2 * ry - height}")
    return f"M{x + rx} {y}" + "".join(side + arc for side, arc in zip(sides, arcs, strict=True)) + "z"


def _circle(reader: _SvgReader, attributes: Mapping[str, str]) -> str:
    radius = reader.side(attributes, "r")
    return _oval(reader.side(attributes, "cx"), reader.side(attributes, "cy"), radius, radius)


def _ellipse(reader: _SvgReader, attributes: Mapping[str, str]) -> str:
    cx, cy, rx, ry = (reader.side(attributes, key) for key in ("cx", "cy", "rx", "ry"))
    return _oval(cx, cy, rx, ry)


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    corners = ((rx, 0), (0, ry), (-rx, 0), (0, -ry), (rx, 0))
    arcs = "".join(f"A{rx} {ry} 0 0 1 {x + dx} {y + dy}" for _, (dx, dy) in pairwise(corners))
    return f"M{x + rx} {y}{arcs}z"


def _line(reader: _SvgReader, attributes: Mapping[str, str]) -> str:
    return ""


SHAPES: dict[str, Callable[[_SvgReader, Mapping[str, str]], str]] = {
    "path": _path,
    "polygon": _polygon,
    "polyline": _polygon,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}


def _rotate(angle: float, x: float = 0.0, y: float = 0.0) -> Any:
    return Identity.translate(x, y).rotate(radians(angle)).translate(-x, -y)


def _skew_x(angle: float) -> Any:
    return Identity.skew(radians(angle), 0)


def _skew_y(angle: float) -> Any:
    return Identity.skew(0, radians(angle))


TRANSFORMS: dict[str, tuple[tuple[int, ...], Callable[..., Any]]] = {
    "matrix": ((6,), Transform),
    "translate": ((1, 2), Identity.translate),
    "scale": ((1, 2), Identity.scale),
    "rotate": ((1, 3), _rotate),
    "skewX": ((1,), _skew_x),
    "skewY": ((1,), _skew_y),
}
