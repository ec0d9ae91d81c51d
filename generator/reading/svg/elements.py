"""The properties of elements in an SVG file: presentation, lengths, transforms, references, contours and strokes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from generator.diagnostics import InvalidInput
from generator.geometry import Rect, Size
from generator.reading.svg import values
from generator.reading.svg.contours import (
    UNMOVED,
    Contours,
    StrokeStyle,
    UnreadablePathData,
    stroke_contours,
    trace_path,
)
from generator.reading.svg.drawn_parts import MOST_EFFORT, TANGLED, FilledContours
from generator.reading.svg.shapes import SHAPES
from generator.reading.svg.tree import LEFT_OUT, SvgFile

UNSEEN = {
    *("title", "desc", "metadata", "defs", "symbol", "clipPath", "mask", "filter", "pattern", "marker"),
    *("linearGradient", "radialGradient", "style", "view", LEFT_OUT),
}
NOTES = {"title", "desc", "metadata", LEFT_OUT}
PLAIN_COLOURS = "use plain colours, or gradients from point to point"
INHERITED = {
    "font-size",
    *("fill", "fill-opacity", "fill-rule", "clip-rule", "color", "visibility", "paint-order"),
    *("stroke", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
    *("stroke-dasharray", "stroke-dashoffset", "marker-start", "marker-mid", "marker-end"),
}
NOT_DRAWN = {
    "mask": "it uses a mask",
    "filter": "it uses a filter",
    "mix-blend-mode": "it blends colours",
    "transform-box": "it is turned about its own box",
    "vector-effect": "it has lines that are not scaled",
}
UNSAID = {"", "none", "normal", "auto", "view-box"}
ACROSS = {"left": "0%", "center": "50%", "right": "100%"}
DOWN = {"top": "0%", "center": "50%", "bottom": "100%"}
MARKERS = ("marker-start", "marker-mid", "marker-end")
USUAL_MITER = 4.0


class ElementState(NamedTuple):
    """What the children of an element inherit: matrix, properties, clips, and the size that percentages refer to."""

    matrix: Any
    looks: Mapping[str, str]
    clips: tuple[FilledContours, ...]
    view: Size


class DrawingLimits(NamedTuple):
    """The limits of a drawing: how many numbers all its paths may have, and how many shapes."""

    numbers: int
    parts: int


class SvgElements:
    """Reads properties and contours of elements in one file, and counts how much its drawing takes.

    Raises InvalidInput at an element that cannot be drawn, or if the drawing is too large or too complicated.
    """

    def __init__(self, file: SvgFile, limits: DrawingLimits) -> None:
        self.file, self.limits = file, limits
        self.count = self.shapes = self.effort = 0

    def refuse(self, element: Element, reason: str, hint: str | None = None) -> InvalidInput:
        return self.file.refuse(reason, hint, element)

    def target(self, link: str) -> Element | None:
        """Return the element of this file that a link such as "#id" refers to, or None."""
        return self.file.by_id.get(link.strip().removeprefix("#")) if link.strip().startswith("#") else None

    def chain(self, target: Element, tags: set[str]) -> list[Element]:
        """Return a gradient or pattern followed by those that it refers to by `href`, one by the other."""
        chain = [target]
        while (further := self.target(chain[-1].get("href", ""))) is not None:
            if further in chain or further.tag not in tags:
                break
            chain.append(further)
        return chain

    def check(self, element: Element, style: Mapping[str, str]) -> None:
        """Raise InvalidInput if an element uses a property that this reader would draw wrong."""
        if element.get("systemLanguage") is not None:
            raise self.refuse(element, "it draws another thing in each language", "keep one of them")
        for key, reason in NOT_DRAWN.items():
            if style.get(key, "none") not in UNSAID:
                raise self.refuse(element, reason, "turn it into plain paths")
        if "transform" in style and "transform" not in element.attrib:
            raise self.refuse(element, "it is moved by its style", "save it as plain SVG")

    def looks(self, element: Element, above: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return (properties that children inherit, properties of the element itself); it inherits `above`."""
        style = self.file.style(element)
        if not style:
            return above, style
        style = {key: value for key, value in style.items() if value != "inherit" and value}
        if "marker" in style:
            style |= dict.fromkeys(MARKERS, style["marker"])
        for key in ("fill", "stroke", "color"):
            if style.get(key, "").startswith("context-") or "icc-color" in style.get(key, ""):
                raise self.refuse(element, f"its {key} is {style[key][:30]!r}", PLAIN_COLOURS)
            text = style.get(key, "none")
            if not (text.startswith("url(") or text == "none" or text.lower() == "currentcolor" or values.color(text)):
                del style[key]
        inheritable = {key: value for key, value in style.items() if key in INHERITED}
        return ({**above, **inheritable} if inheritable else above), style

    def inherited_looks(self, element: Element) -> Mapping[str, str]:
        """Return the properties that children of an element inherit from it and from its ancestors."""
        looks: Mapping[str, str] = {}
        for ancestor in (*self.file.above(element), element):
            looks, _ = self.looks(ancestor, looks)
        return looks

    def transform(self, element: Element, style: Mapping[str, str], state: ElementState) -> Any:
        """Return the matrix of an element's transform, about its transform-origin."""
        text = style.get("transform", "")
        try:
            matrix = values.transform(text)
        except ValueError as fault:
            raise self.refuse(element, str(fault)) from None
        if matrix is None:
            raise self.refuse(element, f"its transform {text[:40]!r} cannot be read")
        words = style.get("transform-origin", "").split()
        if not words or matrix == UNMOVED:
            return matrix
        x, y = self.origin(element, words, state)
        return UNMOVED.translate(x, y).transform(matrix).translate(-x, -y)

    def origin(self, element: Element, words: Sequence[str], state: ElementState) -> tuple[float, float]:
        """Return the point of a transform-origin, given by lengths, percentages or keywords."""
        if words[0] in DOWN and (len(words) == 1 or words[1] in ACROSS):
            words = [*(words[1:] or ["center"]), words[0]]
        across, down = (*words, "center")[:2]
        if len(words) > 2 or (down in ACROSS and down != "center"):
            raise self.refuse(element, f"its transform-origin {' '.join(words)[:40]!r} cannot be read")
        x = self.length(element, ACROSS.get(across, across), state, "width", "transform-origin")
        return x, self.length(element, DOWN.get(down, down), state, "height", "transform-origin")

    def paint_transform(self, chain: list[Element], key: str, state: ElementState) -> Any:
        """Return the matrix of a gradient's or pattern's transform, about its transform-origin."""
        transformed = next((style for style in map(self.file.style, chain) if style.get(key)), {})
        return self.transform(chain[0], {**transformed, "transform": transformed.get(key, "")}, state)

    def view_box(self, element: Element, text: str) -> Rect:
        """Return the rectangle of a viewBox; raises InvalidInput if it is invalid or empty."""
        parts = self.numbers(element, text)
        if len(parts) != 4 or parts[2] <= 0 or parts[3] <= 0:
            raise self.refuse(element, f"its viewBox {text!r} has no room")
        return Rect(*parts)

    def numbers(self, element: Element, text: str) -> list[float]:
        """Return the numbers of an attribute; empty if it has anything else."""
        try:
            return values.numbers(text)
        except ValueError as fault:
            raise self.refuse(element, str(fault)) from None

    def share(self, looks: Mapping[str, str], key: str) -> float:
        """Return a property that is a fraction, from 0 to 1; the default is 1."""
        part = values.share(looks[key]) if key in looks else None
        return 1.0 if part is None else part

    def length(self, element: Element, text: str, state: ElementState, of: str, key: str = "length") -> float:
        """Return a length in the units of the drawing; a percentage is of the width, the height or both, by `of`."""
        width, height = state.view
        base = {"width": width, "height": height}.get(of, ((width**2 + height**2) / 2) ** 0.5)
        length = values.length(text, base, absolute_length(state.looks.get("font-size", "")))
        if length is None:
            raise self.refuse(element, f"its {key} {text[:20]!r} is not a plain number")
        return length

    def contours(self, element: Element, state: ElementState) -> Contours:
        """Return the contours of a shape, before its transform is applied."""

        def side(key: str, of: str) -> float:
            return self.length(element, element.get(key) or "0", state, of, key)

        self.shapes += 1
        if self.shapes > self.limits.parts:
            raise self.refuse(element, f"it has more than {self.limits.parts:,} parts", "combine them into one path")
        try:
            path = SHAPES[str(element.tag)](element.attrib, side)
            self.add_numbers(element, len(values.NUMBER.findall(path)))
            return trace_path(path) if path.strip() else Contours()
        except UnreadablePathData as fault:
            raise self.refuse(element, f"its {fault}") from None
        except ValueError as fault:
            raise self.refuse(element, str(fault)) from None

    def stroke(self, element: Element, state: ElementState, contours: Contours) -> Contours:
        """Return the contours of a shape's stroke, in the units of the drawing; empty for a width of 0."""
        looks = state.looks
        dashes = self._dashes(element, state)
        limits = self.numbers(element, looks.get("stroke-miterlimit", "4"))
        line = StrokeStyle(
            self.length(element, looks.get("stroke-width", "1"), state, "both", "stroke-width"),
            looks.get("stroke-linecap", "butt"),
            looks.get("stroke-linejoin", "miter"),
            limits[0] if len(limits) == 1 and limits[0] >= 1 else USUAL_MITER,
            dashes,
            self.length(element, looks.get("stroke-dashoffset", "0"), state, "both") if dashes else 0.0,
        )
        if line.width <= 0:
            return Contours()
        if line.join not in ("miter", "round", "bevel"):
            raise self.refuse(element, f"its lines meet by {line.join!r}", "use miter, round or bevel")
        try:
            return stroke_contours(contours, line, state.matrix)
        except ArithmeticError:
            raise self.refuse(element, "its line cannot be turned into a path") from None

    def _dashes(self, element: Element, state: ElementState) -> tuple[float, ...]:
        """Return the alternating lengths of dashes and gaps of an element's stroke; empty for a solid line."""
        text = state.looks.get("stroke-dasharray", "none")
        if text == "none":
            return ()
        parts = [self.length(element, part, state, "both") for part in text.replace(",", " ").split()]
        if element.get("pathLength") is not None:
            raise self.refuse(element, "its dashes depend on a pathLength", "turn lines into paths")
        if min(parts, default=0) < 0 or not sum(parts):
            return ()
        return tuple(parts if len(parts) % 2 == 0 else [*parts, *parts])

    def add_numbers(self, element: Element, count: int) -> None:
        """Add to the count of numbers in the paths of the drawing; raises InvalidInput above the limit."""
        self.count += count
        if self.count > self.limits.numbers:
            raise self.refuse(element, f"it has more than {self.limits.numbers:,} numbers", "simplify its paths")

    def add_effort(self, element: Element, effort: int) -> None:
        """Add to the estimated work for the drawing, in edge crossings; raises InvalidInput above MOST_EFFORT."""
        self.effort += effort
        if self.effort > MOST_EFFORT:
            raise self.refuse(element, *TANGLED)


def absolute_length(text: str) -> float | None:
    """Return a length that is no percentage, else None."""
    return None if text.endswith("%") else values.length(text, 0)


def fit_view_box(element: Element, view: Rect, port: Rect) -> Any:
    """Return the matrix that fits the viewBox `view` into the viewport `port`, by preserveAspectRatio."""
    words = element.get("preserveAspectRatio", "").replace("defer", "").split() or ["xMidYMid"]
    across, down = port.width / view.width, port.height / view.height
    if words[0] != "none":
        across = down = max(across, down) if "slice" in words else min(across, down)
    free_x, free_y = port.width - across * view.width, port.height - down * view.height
    part_x = {"xMin": 0.0, "xMax": 1.0}.get(words[0][:4], 0.5)
    part_y = {"YMin": 0.0, "YMax": 1.0}.get(words[0][4:], 0.5)
    matrix = UNMOVED.translate(port.x + part_x * free_x, port.y + part_y * free_y)
    return matrix.scale(across, down).translate(-view.x, -view.y)
