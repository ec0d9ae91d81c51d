"""The elements of an SVG file become a drawing: filled areas with their colours, in the order they are drawn in.

Lines are areas already, copies are followed. What cannot be drawn as it looks is refused.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from generator.diagnostics import InvalidInput
from generator.frame import Gradient, GradientStop
from generator.geometry import Rect, Size
from generator.reading.svg import values
from generator.reading.svg.basic_shapes import SHAPES, path_data
from generator.reading.svg.contours import (
    SIDE,
    UNMOVED,
    Contours,
    StrokeStyle,
    UnreadablePathData,
    box_contour,
    box_of,
    close_contours,
    join_contours,
    merge_contours,
    separate_numbers,
    stroke_contours,
    trace_path,
    transform_contours,
)
from generator.reading.svg.drawn_parts import FilledContours, PaintedSvgArea, Part, SvgDrawing, TranslucentSvgGroup
from generator.reading.svg.effort import MOST_EFFORT, TANGLED, effort_of
from generator.reading.svg.gradients import gradient_paint, paler
from generator.reading.svg.patterns import (
    PatternTile,
    clip_parts,
    confine_parts,
    cutting_efforts,
    numbers_of,
    repeat_parts,
)
from generator.reading.svg.tree import LEFT_OUT, SvgFile
from generator.reading.svg.values import BLACK, Color

THINNEST = 1 / 200
FARTHEST = 100 * SIDE

UNSEEN = {
    *("title", "desc", "metadata", "defs", "symbol", "clipPath", "mask", "filter", "pattern", "marker"),
    *("linearGradient", "radialGradient", "style", "view", LEFT_OUT),
}
CUT = "cut the shapes themselves"
PLAIN_COLOURS = "use plain colours, or gradients from point to point"
USUAL = {"fill": "black", "stroke": "none"}
UNITS = ("objectBoundingBox", "userSpaceOnUse")
SPREADS = ("pad", "reflect", "repeat")
MOVING = {"animate", "animateTransform", "animateMotion", "set"}
USUAL_MITER = 4.0
GRADIENTS = {"linearGradient", "radialGradient"}
PLAIN_PATHS = "turn it into plain paths"
NOTES = {"title", "desc", "metadata", LEFT_OUT}
HINTS = {
    "text": "turn letters into paths",
    "image": "show a picture by an `image` element of the layout",
}
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


class DrawingLimits(NamedTuple):
    """How much of a drawing is read: numbers in all its paths, and parts."""

    numbers: int
    parts: int


class _State(NamedTuple):
    """What holds inside an element: how it is moved, its inherited looks, its clips, and what percentages are of."""

    matrix: Any
    looks: Mapping[str, str]
    clips: tuple[FilledContours, ...]
    view: Size


class _Pattern(NamedTuple):
    """A tile, the element that holds what is on it, and what holds in there."""

    tile: PatternTile
    holder: Element
    inside: _State


def read_drawing(file: SvgFile, svg: bytes, limits: DrawingLimits) -> SvgDrawing:
    """Return what an SVG file draws; raises InvalidInput with the element that cannot be drawn."""
    file.read(svg)
    return _Reader(file, limits).drawing()


class _Reader:
    """Follows the elements of one file."""

    def __init__(self, file: SvgFile, limits: DrawingLimits) -> None:
        self.file = file
        self.limits = limits
        self.count = self.shapes = self.effort = 0
        self.following: list[Element] = []  # copies inside of copies

    def drawing(self) -> SvgDrawing:
        root = self.file.root
        size, view = self.sizes(root)
        scale = SIDE / max(size)
        whole = Size(size.width * scale, size.height * scale)
        matrix = UNMOVED.scale(scale).transform(self.fit(root, view, Rect(0, 0, *size)))
        looks, own = self.looks(root, {})
        self.check(root, own)
        if own.get("display") == "none":
            return SvgDrawing(whole, ())
        ground = self.ground(root, whole)
        state = _State(matrix, looks, (FilledContours(box_contour(Rect(0, 0, *whole))),), Size(view.width, view.height))
        state = state._replace(clips=(*state.clips, *self.clip(root, own, state)))
        return SvgDrawing(whole, (*ground, *self.faded(root, self.children(root, state))))

    def sizes(self, root: Element) -> tuple[Size, Rect]:
        """Return how large the drawing is, and the box of its units."""
        width, height = (self.absolute(root.get(side, "")) for side in ("width", "height"))
        written = root.get("viewBox")
        if written is None:
            written = f"0 0 {width or ''} {height or ''}"
        try:
            parts = values.numbers(written)
        except ValueError as fault:
            raise self.refuse(root, str(fault)) from None
        if len(parts) != 4:
            raise self.refuse(root, "it has no viewBox", 'write viewBox="0 0 WIDTH HEIGHT" into its first line')
        view = Rect(*parts)
        short, long = sorted(view[2:])
        if short <= 0 or short / long < THINNEST:
            raise self.refuse(root, f"its viewBox {written!r} has no room", "width and height are more than 0")
        if width and height and THINNEST < width / height < 1 / THINNEST:
            return Size(width, height), view
        return Size(view.width, view.height), view

    def absolute(self, text: str) -> float | None:
        """Return a length that is no share of anything."""
        return None if text.endswith("%") else values.length(text, 0)

    def ground(self, root: Element, size: Size) -> list[Part]:
        """Return what is painted behind the whole."""
        style = self.file.style(root)
        color = values.color(style.get("background-color", style.get("background", "none")))
        return (
            [PaintedSvgArea(FilledContours(box_contour(Rect(0, 0, *size))), color, root)]
            if color and color.alpha
            else []
        )

    def fit(self, element: Element, view: Rect, port: Rect) -> Any:
        """Return the matrix that takes the box of units into the room that a drawing has."""
        words = element.get("preserveAspectRatio", "").replace("defer", "").split() or ["xMidYMid"]
        across, down = port.width / view.width, port.height / view.height
        if words[0] != "none":
            across = down = max(across, down) if "slice" in words else min(across, down)
        free_x, free_y = port.width - across * view.width, port.height - down * view.height
        part_x = {"xMin": 0.0, "xMax": 1.0}.get(words[0][:4], 0.5)
        part_y = {"YMin": 0.0, "YMax": 1.0}.get(words[0][4:], 0.5)
        matrix = UNMOVED.translate(port.x + part_x * free_x, port.y + part_y * free_y)
        return matrix.scale(across, down).translate(-view.x, -view.y)

    def refuse(self, element: Element, reason: str, hint: str | None = None) -> InvalidInput:
        return self.file.refuse(reason, hint, element)

    # elements

    def children(self, element: Element, state: _State) -> list[Part]:
        return [part for child in element for part in self.draw(child, state)]

    def draw(self, element: Element, state: _State) -> list[Part]:
        """Return what an element draws."""
        tag = element.tag
        if tag in UNSEEN:
            return []
        if tag not in SHAPES and tag not in DRAW:
            raise self.refuse(element, f"it holds <{tag}>", HINTS.get(tag, "a drawing is made of paths and shapes"))
        looks, own = self.looks(element, state.looks)
        if own.get("display") == "none" or self.share(own, "opacity") == 0:
            return []
        self.check(element, own)
        matrix = state.matrix.transform(self.transform(element, own, state))
        inside = state._replace(matrix=matrix, looks=looks)
        inside = inside._replace(clips=(*state.clips, *self.clip(element, own, inside)))
        parts = self.shape(element, inside) if tag in SHAPES else DRAW[tag](self, element, inside)
        return self.faded(element, parts)

    def faded(self, element: Element, parts: list[Part]) -> list[Part]:
        """Return parts as see-through as their element is."""
        alpha = self.share(self.file.style(element), "opacity")
        if alpha == 1 or not parts:
            return parts
        if len(parts) == 1 and isinstance(parts[0], PaintedSvgArea):
            return [parts[0]._replace(paint=paler(parts[0].paint, alpha))]
        return [TranslucentSvgGroup(tuple(parts), alpha, element)]

    def check(self, element: Element, own: Mapping[str, str]) -> None:
        """Refuse what would be drawn wrong."""
        if element.get("systemLanguage") is not None:
            raise self.refuse(element, "it draws another thing in each language", "keep one of them")
        for key, reason in NOT_DRAWN.items():
            if own.get(key, "none") not in UNSAID:
                raise self.refuse(element, reason, PLAIN_PATHS)
        if "transform" in own and "transform" not in element.attrib:
            raise self.refuse(element, "it is moved by its style", "save it as plain SVG")

    def looks(self, element: Element, above: Mapping[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return the looks that hold inside an element, and all that it says of itself."""
        own = self.file.style(element)
        if not own:
            return above, own
        own = {key: value for key, value in own.items() if value != "inherit" and value}
        if "marker" in own:
            own |= dict.fromkeys(MARKERS, own["marker"])
        for key in ("fill", "stroke", "color"):
            if own.get(key, "").startswith("context-") or "icc-color" in own.get(key, ""):
                raise self.refuse(element, f"its {key} is {own[key][:30]!r}", PLAIN_COLOURS)
            if key in own and not self.is_paint(own[key]):
                del own[key]
        said = {key: value for key, value in own.items() if key in INHERITED}
        return ({**above, **said} if said else above), own

    def is_paint(self, text: str) -> bool:
        return text == "none" or text.startswith("url(") or text.lower() == "currentcolor" or bool(values.color(text))

    def transform(self, element: Element, own: Mapping[str, str], state: _State) -> Any:
        """Return how an element is moved, about the origin that it names."""
        matrix = self.matrix(element, own.get("transform", ""))
        words = own.get("transform-origin", "").split()
        if not words or matrix == UNMOVED:
            return matrix
        x, y = self.origin(element, words, state)
        return UNMOVED.translate(x, y).transform(matrix).translate(-x, -y)

    def origin(self, element: Element, words: Sequence[str], state: _State) -> tuple[float, float]:
        """Return a point that is told by lengths, parts of the drawing, or sides."""
        if words[0] in DOWN and (len(words) == 1 or words[1] in ACROSS):
            words = [*(words[1:] or ["center"]), words[0]]
        across, down = (*words, "center")[:2]
        if len(words) > 2 or (down in ACROSS and down != "center"):
            raise self.refuse(element, f"its transform-origin {' '.join(words)[:40]!r} cannot be read")
        x = self.length(element, ACROSS.get(across, across), state, "width", "transform-origin")
        return x, self.length(element, DOWN.get(down, down), state, "height", "transform-origin")

    def matrix(self, element: Element, text: str) -> Any:
        """Return the matrix that a text tells."""
        try:
            matrix = values.transform(text)
        except ValueError as fault:
            raise self.refuse(element, str(fault)) from None
        if matrix is None:
            raise self.refuse(element, f"its transform {text[:40]!r} cannot be read")
        return matrix

    def group(self, element: Element, state: _State) -> list[Part]:
        return self.children(element, state)

    def switch(self, element: Element, state: _State) -> list[Part]:
        """Draw the first child that asks for nothing special."""
        for child in element:
            if child.tag not in NOTES and not child.get("requiredExtensions"):
                return self.draw(child, state)
        return []

    def inner(self, element: Element, state: _State, room: Mapping[str, str] | None = None) -> list[Part]:
        """Draw a drawing in the drawing, or a symbol, in a room of its own."""
        sides = {**element.attrib, **(room or {})}

        def side(key: str, of: str, usual: str) -> float:
            return self.length(element, sides.get(key) or usual, state, of)

        x, y = (side("x", "width", "0"), side("y", "height", "0")) if element.tag == "svg" else (0.0, 0.0)
        port = Rect(x, y, side("width", "width", "100%"), side("height", "height", "100%"))
        if port.width <= 0 or port.height <= 0:
            return []
        view = Rect(0, 0, port.width, port.height)
        matrix = state.matrix.translate(x, y)
        if element.get("viewBox"):
            parts = values.numbers(element.get("viewBox", ""))
            if len(parts) != 4 or parts[2] <= 0 or parts[3] <= 0:
                raise self.refuse(element, f"its viewBox {element.get('viewBox')!r} has no room")
            view = Rect(*parts)
            matrix = state.matrix.transform(self.fit(element, view, port))
        clips = state.clips
        if self.file.style(element).get("overflow", "hidden") in ("hidden", "scroll"):
            clips = (*clips, FilledContours(transform_contours(box_contour(port), state.matrix)))
        return self.children(element, state._replace(matrix=matrix, clips=clips, view=Size(view.width, view.height)))

    def copy(self, element: Element, state: _State) -> list[Part]:
        """Draw what a `use` refers to."""
        target = self.target(element.get("href", ""))
        if target is None:
            raise self.refuse(element, "it uses something that is not in it", "turn copies into paths of their own")
        if target in self.following:
            raise self.refuse(element, "it uses itself", "turn copies into paths of their own")
        x, y = (self.length(element, element.get(key, "0"), state, of) for key, of in (("x", "width"), ("y", "height")))
        moved_on = state._replace(matrix=state.matrix.translate(x, y))
        self.following.append(target)
        try:
            if target.tag == "symbol":
                looks, own = self.looks(target, state.looks)
                self.check(target, own)
                room = {key: element.get(key, "") for key in ("width", "height")}
                return self.faded(target, self.inner(target, moved_on._replace(looks=looks), room))
            if target.tag == "svg":
                raise self.refuse(element, "it uses a drawing in the drawing", "turn copies into paths of their own")
            return self.draw(target, moved_on)
        finally:
            self.following.pop()

    def target(self, link: str) -> Element | None:
        """Return the element of this file that a link names."""
        return self.file.by_id.get(link.strip().removeprefix("#")) if link.strip().startswith("#") else None

    # shapes

    def shape(self, element: Element, state: _State) -> list[Part]:
        """Return what a shape fills: its ground and its line."""
        looks = state.looks
        foreign = next((child for child in element if child.tag in MOVING), None)
        if foreign is not None:
            raise self.refuse(foreign, f"it holds <{foreign.tag}>", "a drawing is made of paths and shapes")
        if looks.get("visibility", "visible") != "visible":
            return []
        contours = self.contours(element, state)
        if not contours.value:
            return []
        if any(looks.get(key, "none") != "none" for key in MARKERS):
            raise self.refuse(element, "it has markers at its lines", "turn them into paths")
        ground = FilledContours(
            close_contours(transform_contours(contours, state.matrix)), looks.get("fill-rule") == "evenodd"
        )
        box = box_of(contours)
        parts = [*self.filled(element, state, ground, "fill", box), *self.stroke_line(element, state, contours, box)]
        return parts[::-1] if looks.get("paint-order", "normal").startswith(("stroke", "markers stroke")) else parts

    def contours(self, element: Element, state: _State) -> Contours:
        """Return the contours of a shape in its own units."""

        def side(key: str, of: str) -> float:
            return self.length(element, element.get(key) or "0", state, of, key)

        self.shapes += 1
        if self.shapes > self.limits.parts:
            raise self.refuse(element, f"it has more than {self.limits.parts:,} parts", "combine them into one path")
        try:
            path, count = separate_numbers(path_data(str(element.tag), element.attrib, side))
        except ValueError as fault:
            what = f"its path cannot be read {fault}" if isinstance(fault, UnreadablePathData) else str(fault)
            raise self.refuse(element, what) from None
        self.count += count
        self.hold_numbers(element)
        if not path:
            return Contours()
        try:
            return trace_path(path)
        except UnreadablePathData:
            raise self.refuse(element, f"its path {path[:30]!r} cannot be followed") from None

    def hold_numbers(self, element: Element) -> None:
        """Refuse more numbers than are read."""
        if self.count > self.limits.numbers:
            raise self.refuse(element, f"it has more than {self.limits.numbers:,} numbers", "simplify its paths")

    def filled(
        self, element: Element, state: _State, area: FilledContours, key: str, own_box: Rect | None
    ) -> list[Part]:
        """Return an area in the paint that an attribute tells, with the clips that cut it."""
        box = box_of(area.contours)
        if box is None or not (box.width and box.height) or any(not clip.contours.value for clip in state.clips):
            return []
        paint = self.pattern(state, key, own_box) or self.paint(element, state, key, own_box, box)
        if paint is None or (isinstance(paint, Color) and paint.alpha == 0):
            return []
        if not all(abs(number) < FARTHEST for number in (box.x, box.y, box.right, box.bottom)):
            raise self.refuse(element, "it reaches far beyond its viewBox", "fit the page to the drawing")
        clips = tuple(clip for clip in state.clips if not clip.holds(box))
        if not isinstance(paint, _Pattern):
            return [PaintedSvgArea(area, paint, element, clips)]
        parts = clip_parts(self.tile_pattern(element, paint, box), (area, *clips))
        alpha = self.share(state.looks, f"{key}-opacity")
        return [TranslucentSvgGroup(parts, alpha, element)] if alpha < 1 and parts else list(parts)

    def server(self, state: _State, key: str) -> tuple[Element | None, str]:
        """Return the gradient or pattern that a paint names, and the paint that is taken where there is none."""
        text = state.looks.get(key, USUAL[key])
        if not text.startswith("url("):
            return None, text
        link, _, other = text.removeprefix("url(").partition(")")
        return self.target(link.strip("'\" ")), other.strip() or "none"

    def paint(
        self, element: Element, state: _State, key: str, own_box: Rect | None, box: Rect
    ) -> Color | Gradient | None:
        """Return the paint that fills or strokes what has a box of its own and one in the drawing, or None."""
        looks = state.looks
        alpha = self.share(looks, f"{key}-opacity")
        target, text = self.server(state, key)
        if target is not None and target.tag in GRADIENTS:
            found = self.gradient(target, state, own_box, box, alpha)
            if found is not None:
                return found
        if text.lower() == "currentcolor":
            text = looks.get("color", "black")
        if text == "none":
            return None
        return paler(values.color(text) or BLACK, alpha)

    def pattern(self, state: _State, key: str, own_box: Rect | None) -> _Pattern | None:
        """Return the pattern that fills or strokes what has a box of its own; None where there is none, or no room."""
        target, _ = self.server(state, key)
        if target is None or target.tag != "pattern":
            return None
        chain = self.chain(target, {"pattern"})

        def said(key: str) -> str:
            return next((each.get(key, "") for each in chain if each.get(key)), "")

        tile_by_box = said("patternUnits") != "userSpaceOnUse"
        by_box = said("patternContentUnits") == "objectBoundingBox" and not said("viewBox")
        own = own_box if own_box and own_box.width and own_box.height else None
        if own is None and (tile_by_box or by_box):
            return None
        sizes = state._replace(view=Size(1, 1)) if tile_by_box else state
        x, y, width, height = (
            self.length(target, said(side) or "0", sizes, of, side)
            for side, of in (("x", "width"), ("y", "height"), ("width", "width"), ("height", "height"))
        )
        if width <= 0 or height <= 0:
            return None
        room = Rect(x, y, width, height)
        if own is not None and tile_by_box:
            room = Rect(own.x + x * own.width, own.y + y * own.height, width * own.width, height * own.height)
        matrix = state.matrix.transform(self.moved_paint(chain, "patternTransform", state))
        inside = _State(matrix.translate(room.x, room.y), {}, (), state.view)
        if said("viewBox"):
            parts = values.numbers(said("viewBox"))
            if len(parts) != 4 or parts[2] <= 0 or parts[3] <= 0:
                raise self.refuse(target, f"its viewBox {said('viewBox')!r} has no room")
            aspect = next((each for each in chain if each.get("preserveAspectRatio")), target)
            fit = self.fit(aspect, Rect(*parts), Rect(0, 0, room.width, room.height))
            inside = inside._replace(matrix=inside.matrix.transform(fit), view=Size(*parts[2:]))
        elif own is not None and by_box:
            inside = inside._replace(matrix=inside.matrix.scale(own.width, own.height))
        holder = next((each for each in chain if any(child.tag not in NOTES for child in each)), target)
        return _Pattern(PatternTile(room, matrix), holder, inside._replace(looks=self.inherited_looks(holder)))

    def tile_pattern(self, element: Element, pattern: _Pattern, box: Rect) -> list[Part]:
        """Return what a pattern draws in a box of the drawing."""
        holder = pattern.holder
        if holder in self.following:
            raise self.refuse(element, "its pattern uses itself", PLAIN_COLOURS)
        own = self.file.style(holder)
        self.check(holder, own)
        if own.get("overflow", "hidden") not in ("hidden", "scroll"):
            raise self.refuse(holder, "its pattern shows more than its tile", PLAIN_COLOURS)
        self.following.append(holder)
        try:
            drawn = self.children(holder, pattern.inside)
        finally:
            self.following.pop()
        edge = pattern.tile.edge()
        for effort in cutting_efforts(drawn, edge):
            self.hold_effort(element, effort)
        try:
            steps = pattern.tile.steps(box)
            parts = confine_parts(drawn, edge)
        except ArithmeticError:
            raise self.refuse(element, "its pattern cannot be cut to its tile", PLAIN_COLOURS) from None
        except ValueError as fault:
            raise self.refuse(element, str(fault), PLAIN_COLOURS) from None
        self.count += numbers_of(parts) * len(steps)
        self.hold_numbers(element)
        return repeat_parts(parts, steps)

    def moved_paint(self, chain: list[Element], key: str, state: _State) -> Any:
        """Return how a gradient or a pattern is moved, about the origin that it names."""
        own = next((style for style in map(self.file.style, chain) if style.get(key)), {})
        return self.transform(chain[0], {**own, "transform": own.get(key, "")}, state)

    def gradient(
        self, target: Element, state: _State, own_box: Rect | None, box: Rect, alpha: float
    ) -> Color | Gradient | None:
        """Return a gradient where it fills a shape; one colour where it does not run."""
        chain = self.chain(target, GRADIENTS)
        units = next((each.get("gradientUnits") for each in chain if each.get("gradientUnits") in UNITS), UNITS[0])
        matrix, view = state.matrix, state.view
        if units == "objectBoundingBox":
            if own_box is None or not (own_box.width and own_box.height):
                return None
            matrix, view = matrix.translate(own_box.x, own_box.y).scale(own_box.width, own_box.height), Size(1, 1)
        matrix = matrix.transform(self.moved_paint(chain, "gradientTransform", state._replace(view=view)))
        stops = self.stops(next((each for each in chain if any(child.tag == "stop" for child in each)), target), alpha)
        points = self.points(target, chain, state._replace(view=view))
        spread = next(
            (each.get("spreadMethod", "") for each in chain if each.get("spreadMethod") in SPREADS), SPREADS[0]
        )
        try:
            return gradient_paint(points, stops, spread, matrix, box)
        except ValueError as fault:
            raise self.refuse(target, str(fault), PLAIN_COLOURS) from None

    def chain(self, target: Element, tags: set[str]) -> list[Element]:
        """Return a gradient or a pattern and those that it takes over from, the nearest first, each once."""
        chain = [target]
        while (further := self.target(chain[-1].get("href", ""))) is not None:
            if further in chain or further.tag not in tags:
                break
            chain.append(further)
        return chain

    def points(self, target: Element, chain: list[Element], state: _State) -> tuple[float, ...]:
        """Return the ends of a gradient in its own units."""
        same = [each for each in chain if each.tag == target.tag]

        def side(key: str, of: str, usual: str) -> float:
            text = next((each.get(key, "") for each in same if each.get(key)), usual)
            return self.length(target, text, state, of, key)

        if target.tag == "linearGradient":
            ends = side("x1", "width", "0%"), side("y1", "height", "0%"), side("x2", "width", "100%")
            return (*ends, side("y2", "height", "0%"))
        x, y, r = side("cx", "width", "50%"), side("cy", "height", "50%"), side("r", "both", "50%")
        return (side("fx", "width", str(x)), side("fy", "height", str(y)), side("fr", "both", "0"), x, y, r)

    def inherited_looks(self, element: Element) -> Mapping[str, str]:
        """Return the looks that hold in an element by where it stands in the file."""
        looks: Mapping[str, str] = {}
        for each in (*self.file.above(element), element):
            looks, _ = self.looks(each, looks)
        return looks

    def stops(self, element: Element, alpha: float) -> list[GradientStop]:
        """Return the stops of a gradient, each not before the one above it."""
        stops: list[GradientStop] = []
        for child in element:
            if child.tag == "stop":
                own = self.file.style(child)
                text = own.get("stop-color", "black")
                if text == "inherit":
                    text = self.file.style(element).get("stop-color", "black")
                if text.lower() == "currentcolor":
                    text = self.inherited_looks(child).get("color", "black")
                color = values.color(text) or BLACK
                at = values.share(own.get("offset", "0")) or 0.0
                opacity = self.share(own, "stop-opacity")
                stops.append(
                    GradientStop(max([at, *(stop.at for stop in stops)]), color.code, color.alpha * opacity * alpha)
                )
        return stops

    def stroke_line(self, element: Element, state: _State, contours: Contours, box: Rect | None) -> list[Part]:
        """Return the line along contours as contours of its own."""
        looks = state.looks
        if looks.get("stroke", "none") == "none":
            return []
        dashes = self.dashes(element, state)
        line = StrokeStyle(
            self.length(element, looks.get("stroke-width", "1"), state, "both", "stroke-width"),
            looks.get("stroke-linecap", "butt"),
            looks.get("stroke-linejoin", "miter"),
            self.miter(element, looks.get("stroke-miterlimit", "4")),
            dashes,
            self.length(element, looks.get("stroke-dashoffset", "0"), state, "both") if dashes else 0.0,
        )
        if line.width <= 0:
            return []
        if line.join not in ("miter", "round", "bevel"):
            raise self.refuse(element, f"its lines meet by {line.join!r}", "use miter, round or bevel")
        try:
            covered = stroke_contours(contours, line, state.matrix)
        except ArithmeticError:
            raise self.refuse(element, "its line cannot be turned into a path") from None
        return self.filled(element, state, FilledContours(covered), "stroke", box)

    def miter(self, element: Element, text: str) -> float:
        """Return how far the corner of a line may reach; what is no limit is left out, as the language has it."""
        try:
            limit = values.numbers(text) or [USUAL_MITER]
        except ValueError as fault:
            raise self.refuse(element, str(fault)) from None
        return limit[0] if len(limit) == 1 and limit[0] >= 1 else USUAL_MITER

    def dashes(self, element: Element, state: _State) -> tuple[float, ...]:
        """Return the lengths of ink and gap along a line; none where it is whole."""
        text = state.looks.get("stroke-dasharray", "none")
        if text == "none":
            return ()
        parts = [self.length(element, part, state, "both") for part in text.replace(",", " ").split()]
        if element.get("pathLength") is not None:
            raise self.refuse(element, "its dashes are told by a pathLength", "turn lines into paths")
        if min(parts, default=0) < 0 or not sum(parts):
            return ()
        return tuple(parts if len(parts) % 2 == 0 else [*parts, *parts])

    # clips

    def clip(self, element: Element, own: Mapping[str, str], state: _State) -> tuple[FilledContours, ...]:
        """Return the areas that an element is cut to by its clip."""
        link = own.get("clip-path", "none")
        if link in UNSAID:
            return ()
        if not link.startswith("url("):
            raise self.refuse(element, f"its clip-path is {link[:30]!r}", CUT)
        target = self.target(link.removeprefix("url(").rstrip(") ").strip("'\" "))
        if target is None or target.tag != "clipPath":
            raise self.refuse(element, "it uses a clip-path that is not in it", CUT)
        if target in self.following:
            raise self.refuse(element, "its clip-path uses itself", CUT)
        looks, clip_own = self.inherited_looks(target), self.file.style(target)
        matrix = state.matrix.transform(self.transform(target, clip_own, state))
        if target.get("clipPathUnits") == "objectBoundingBox":
            box = self.own_box(element, state)
            if box is None:
                return (FilledContours(Contours()),)
            matrix = matrix.translate(box.x, box.y).scale(box.width, box.height)
        inside = _State(matrix, looks, (), state.view)
        self.following.append(target)
        try:
            kept = [area for child in target for area in self.clip_contours(child, inside)]
            return (self.together(target, kept), *self.clip(target, clip_own, inside))
        finally:
            self.following.pop()

    def together(self, element: Element, areas: list[FilledContours]) -> FilledContours:
        """Return several areas as one."""
        if len(areas) == 1:
            return areas[0]
        for each in areas:
            self.hold_effort(element, effort_of(each.contours))
        try:
            return FilledContours(
                join_contours([merge_contours(each.contours, even_odd=each.even_odd) for each in areas])
            )
        except ArithmeticError:
            raise self.refuse(element, "its clip-path cannot be worked out", CUT) from None

    def clip_contours(self, element: Element, state: _State) -> list[FilledContours]:
        """Return what an element lets through as part of a clip."""
        if element.tag == "text":
            raise self.refuse(element, "its clip-path holds <text>", HINTS["text"])
        if element.tag not in SHAPES and element.tag != "use":
            return []
        looks, own = self.looks(element, state.looks)
        if own.get("display") == "none" or (looks.get("visibility", "visible") != "visible" and element.tag != "use"):
            return []
        inside = state._replace(matrix=state.matrix.transform(self.transform(element, own, state)), looks=looks)
        if element.tag != "use":
            contours = close_contours(transform_contours(self.contours(element, inside), inside.matrix))
            found = [FilledContours(contours, looks.get("clip-rule") == "evenodd")] if contours.value else []
        else:
            target = self.target(element.get("href", ""))
            if target is None or target.tag == "text":
                raise self.refuse(element, "its clip-path uses something else", CUT)
            if target.tag not in SHAPES:
                return []
            x, y = (self.length(element, element.get(key, "0"), state, "both") for key in ("x", "y"))
            found = self.clip_contours(target, inside._replace(matrix=inside.matrix.translate(x, y)))
        try:
            for clip in self.clip(element, own, inside):
                for area in found:
                    self.hold_effort(element, effort_of(area.contours, clip.contours))
                found = [area.within(clip) for area in found]
        except ArithmeticError:
            raise self.refuse(element, "its clip-path cannot be worked out", CUT) from None
        return [area for area in found if area.contours.value]

    def own_box(self, element: Element, state: _State) -> Rect | None:
        """Return the box around what an element fills, in its own units."""
        bare = _State(UNMOVED, {}, (), state.view)
        return box_of(join_contours(self.inked(element, bare)))

    def inked(self, element: Element, state: _State) -> list[Contours]:
        """Return the contours of all shapes in an element, without their lines."""
        if element.tag in UNSEEN:
            return []
        if element.tag in SHAPES:
            return [transform_contours(self.contours(element, state), state.matrix)]
        if element.tag == "use":
            raise self.refuse(element, "its clip-path goes by the box of a copy", "cut the shapes themselves")
        found = []
        for child in element:
            own = self.file.style(child)
            if child.tag not in UNSEEN and own.get("display") != "none":
                matrix = state.matrix.transform(self.transform(child, own, state))
                found += self.inked(child, state._replace(matrix=matrix))
        return found

    def hold_effort(self, element: Element, effort: int) -> None:
        """Raise InvalidInput where an element takes more work than a drawing may take."""
        self.effort += effort
        if self.effort > MOST_EFFORT:
            raise self.refuse(element, *TANGLED)

    # numbers

    def font_size(self, looks: Mapping[str, str]) -> float | None:
        """Return how large letters are, which some lengths are told in, or None where nobody says it."""
        return self.absolute(looks.get("font-size", ""))

    def share(self, looks: Mapping[str, str], key: str) -> float:
        """Return a part of one, all of it where nothing is said."""
        part = values.share(looks.get(key, "1"))
        return 1.0 if part is None else part

    def length(self, element: Element, text: str, state: _State, of: str, key: str = "length") -> float:
        """Return a length in the units of the drawing."""
        width, height = state.view
        whole = {"width": width, "height": height}.get(of, ((width**2 + height**2) / 2) ** 0.5)
        found = values.length(text, whole, self.font_size(state.looks))
        if found is None:
            raise self.refuse(element, f"its {key} {text[:20]!r} is no plain number")
        return found


DRAW: dict[str, Any] = {
    "g": _Reader.group,
    "a": _Reader.group,
    "switch": _Reader.switch,
    "svg": _Reader.inner,
    "use": _Reader.copy,
}
