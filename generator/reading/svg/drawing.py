"""Turns the elements of an SVG file into a drawing: filled areas with their colours, in the order of painting.

Strokes become areas, and `use` elements are resolved. What cannot be drawn faithfully raises InvalidInput.
"""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from generator.frame import Gradient
from generator.geometry import Rect, Size
from generator.reading.svg import elements, paint_servers
from generator.reading.svg.contours import (
    SIDE,
    UNMOVED,
    Contours,
    box_contour,
    box_of,
    close_contours,
    hull_of,
    join_contours,
    merge_contours,
    transform_contours,
)
from generator.reading.svg.drawn_parts import (
    FilledContours,
    PaintedSvgArea,
    Part,
    SvgDrawing,
    TranslucentSvgGroup,
    areas_in,
    change_areas,
    effort_of,
)
from generator.reading.svg.paint_servers import GRADIENTS, paler, read_gradient
from generator.reading.svg.shapes import SHAPES
from generator.reading.svg.tree import SvgFile
from generator.reading.svg.values import BLACK, Color, color

CUT = "cut the shapes themselves"
TEXT_HINT = "turn letters into paths"
THINNEST = 1 / 200
FARTHEST = 100 * SIDE
USUAL = {"fill": "black", "stroke": "none"}
MOVING = {"animate", "animateTransform", "animateMotion", "set"}
PLAIN_COPIES = "turn copies into paths of their own"
HINTS = {"text": TEXT_HINT, "image": "show a picture by an `image` element of the layout"}


def read_drawing(file: SvgFile, svg: bytes, limits: elements.DrawingLimits) -> SvgDrawing:
    """Return the drawing of an SVG file; raises InvalidInput at an element that cannot be drawn."""
    file.read(svg)
    return _Reader(file, limits).drawing()


class _Reader(elements.SvgElements):
    """Draws the elements of one file."""

    def __init__(self, file: SvgFile, limits: elements.DrawingLimits) -> None:
        super().__init__(file, limits)
        self.clipping: list[Element] = []  # clip paths being resolved, outermost first
        self.following: list[Element] = []  # elements being copied, outermost first

    def clip(
        self, element: Element, style: Mapping[str, str], state: elements.ElementState
    ) -> tuple[FilledContours, ...]:
        """Return the areas that clip an element: its clip path, the clip path of this clip path, and so on."""
        link = style.get("clip-path", "none")
        if link in elements.UNSAID:
            return ()
        if not link.startswith("url("):
            raise self.refuse(element, f"its clip-path is {link[:30]!r}", CUT)
        target = self.target(link.removeprefix("url(").rstrip(") ").strip("'\" "))
        if target is None or target.tag != "clipPath":
            raise self.refuse(element, "it uses a clip-path that is not in it", CUT)
        if target in self.clipping:
            raise self.refuse(element, "its clip-path uses itself", CUT)
        looks, clip_style = self.inherited_looks(target), self.file.style(target)
        matrix = state.matrix.transform(self.transform(target, clip_style, state))
        if target.get("clipPathUnits") == "objectBoundingBox":
            unclipped = elements.ElementState(UNMOVED, {}, (), state.view)
            box = box_of(join_contours(self._contours_within(element, unclipped)))
            if box is None:
                return (FilledContours(Contours()),)
            matrix = matrix.translate(box.x, box.y).scale(box.width, box.height)
        inside = elements.ElementState(matrix, looks, (), state.view)
        self.clipping.append(target)
        try:
            areas = [area for child in target for area in self._let_through(child, inside)]
            return (self._join(target, areas), *self.clip(target, clip_style, inside))
        finally:
            self.clipping.pop()

    def _join(self, element: Element, areas: list[FilledContours]) -> FilledContours:
        """Return the union of several areas; raises InvalidInput, placed at the element, if it cannot be computed."""
        if len(areas) == 1:
            return areas[0]
        for area in areas:
            self.add_effort(element, effort_of(area.contours))
        try:
            return FilledContours(
                join_contours([merge_contours(area.contours, even_odd=area.even_odd) for area in areas])
            )
        except ArithmeticError:
            raise self.refuse(element, "its clip-path cannot be worked out", CUT) from None

    def _let_through(self, element: Element, state: elements.ElementState) -> list[FilledContours]:
        """Return the areas that an element adds to a clip path."""
        if element.tag == "text":
            raise self.refuse(element, "its clip-path holds <text>", TEXT_HINT)
        if element.tag not in SHAPES and element.tag != "use":
            return []
        looks, style = self.looks(element, state.looks)
        if style.get("display") == "none" or (looks.get("visibility", "visible") != "visible" and element.tag != "use"):
            return []
        inside = state._replace(matrix=state.matrix.transform(self.transform(element, style, state)), looks=looks)
        if element.tag != "use":
            contours = close_contours(transform_contours(self.contours(element, inside), inside.matrix))
            areas = [FilledContours(contours, looks.get("clip-rule") == "evenodd")] if contours.value else []
        else:
            target = self.target(element.get("href", ""))
            if target is None or target.tag == "text":
                raise self.refuse(element, "its clip-path uses something else", CUT)
            if target.tag not in SHAPES:
                return []
            x, y = (self.length(element, element.get(key, "0"), state, "both") for key in ("x", "y"))
            areas = self._let_through(target, inside._replace(matrix=inside.matrix.translate(x, y)))
        try:
            for clip in self.clip(element, style, inside):
                for area in areas:
                    self.add_effort(element, effort_of(area.contours, clip.contours))
                areas = [area.within(clip) for area in areas]
        except ArithmeticError:
            raise self.refuse(element, "its clip-path cannot be worked out", CUT) from None
        return [area for area in areas if area.contours.value]

    def _contours_within(self, element: Element, state: elements.ElementState) -> list[Contours]:
        """Return the contours of all shapes in an element, without strokes."""
        if element.tag in elements.UNSEEN:
            return []
        if element.tag in SHAPES:
            return [transform_contours(self.contours(element, state), state.matrix)]
        if element.tag == "use":
            raise self.refuse(element, "its clip-path goes by the box of a copy", CUT)
        contours = []
        for child in element:
            style = self.file.style(child)
            if child.tag not in elements.UNSEEN and style.get("display") != "none":
                matrix = state.matrix.transform(self.transform(child, style, state))
                contours += self._contours_within(child, state._replace(matrix=matrix))
        return contours

    def drawing(self) -> SvgDrawing:
        root = self.file.root
        size, view = self.sizes(root)
        scale = SIDE / max(size)
        full_size = Size(size.width * scale, size.height * scale)
        matrix = UNMOVED.scale(scale).transform(elements.fit_view_box(root, view, Rect(0, 0, *size)))
        looks, style = self.looks(root, {})
        self.check(root, style)
        if style.get("display") == "none":
            return SvgDrawing(full_size, ())
        ground = self.ground(root, full_size)
        state = elements.ElementState(
            matrix, looks, (FilledContours(box_contour(Rect(0, 0, *full_size))),), Size(view.width, view.height)
        )
        state = state._replace(clips=(*state.clips, *self.clip(root, style, state)))
        return SvgDrawing(full_size, (*ground, *self.fade(root, self.children(root, state))))

    def sizes(self, root: Element) -> tuple[Size, Rect]:
        """Return the size of the drawing, and its viewBox."""
        width, height = (elements.absolute_length(root.get(side, "")) for side in ("width", "height"))
        text = root.get("viewBox")
        if text is None:
            text = f"0 0 {width or ''} {height or ''}"
        parts = self.numbers(root, text)
        if len(parts) != 4:
            raise self.refuse(root, "it has no viewBox", 'write viewBox="0 0 WIDTH HEIGHT" into its first line')
        view = Rect(*parts)
        short, long = sorted(view[2:])
        if short <= 0 or short / long < THINNEST:
            raise self.refuse(root, f"its viewBox {text!r} has no room", "width and height are more than 0")
        if width and height and THINNEST < width / height < 1 / THINNEST:
            return Size(width, height), view
        return Size(view.width, view.height), view

    def ground(self, root: Element, size: Size) -> list[Part]:
        """Return the background of the drawing as a list with one part, empty without a background."""
        style = self.file.style(root)
        paint = color(style.get("background-color", style.get("background", "none")))
        if not paint or not paint.alpha:
            return []
        return [PaintedSvgArea(FilledContours(box_contour(Rect(0, 0, *size))), paint, root)]

    def children(self, element: Element, state: elements.ElementState) -> list[Part]:
        return [part for child in element for part in self.draw(child, state)]

    def draw(self, element: Element, state: elements.ElementState) -> list[Part]:
        """Return the parts that an element draws."""
        tag = element.tag
        if tag in elements.UNSEEN:
            return []
        if tag not in SHAPES and tag not in DRAW:
            raise self.refuse(element, f"it holds <{tag}>", HINTS.get(tag, "a drawing is made of paths and shapes"))
        looks, style = self.looks(element, state.looks)
        if style.get("display") == "none" or self.share(style, "opacity") == 0:
            return []
        self.check(element, style)
        matrix = state.matrix.transform(self.transform(element, style, state))
        inside = state._replace(matrix=matrix, looks=looks)
        if clips := self.clip(element, style, inside):
            inside = inside._replace(clips=(*state.clips, *clips))
        parts = self.shape(element, inside) if tag in SHAPES else DRAW[tag](self, element, inside)
        return self.fade(element, parts)

    def fade(self, element: Element, parts: list[Part]) -> list[Part]:
        """Return parts with the opacity of their element applied."""
        alpha = self.share(self.file.style(element), "opacity")
        if alpha == 1 or not parts:
            return parts
        if len(parts) == 1 and isinstance(parts[0], PaintedSvgArea):
            return [parts[0]._replace(paint=paler(parts[0].paint, alpha))]
        return [TranslucentSvgGroup(tuple(parts), alpha, element)]

    def switch(self, element: Element, state: elements.ElementState) -> list[Part]:
        """Return the parts of the first child of a `switch` element that requires no extensions."""
        for child in element:
            if child.tag not in elements.NOTES and not child.get("requiredExtensions"):
                return self.draw(child, state)
        return []

    def draw_inner(
        self, element: Element, state: elements.ElementState, room: Mapping[str, str] | None = None
    ) -> list[Part]:
        """Return the parts of a nested `svg` or `symbol`; `room` may override the width and height of its viewport."""
        sides = {**element.attrib, **(room or {})}

        def side(key: str, of: str, default: str) -> float:
            return self.length(element, sides.get(key) or default, state, of)

        x, y = (side("x", "width", "0"), side("y", "height", "0")) if element.tag == "svg" else (0.0, 0.0)
        port = Rect(x, y, side("width", "width", "100%"), side("height", "height", "100%"))
        if port.width <= 0 or port.height <= 0:
            return []
        view = Rect(0, 0, port.width, port.height)
        matrix = state.matrix.translate(x, y)
        if element.get("viewBox"):
            view = self.view_box(element, element.get("viewBox", ""))
            matrix = state.matrix.transform(elements.fit_view_box(element, view, port))
        clips = state.clips
        if self.file.style(element).get("overflow", "hidden") in ("hidden", "scroll"):
            clips = (*clips, FilledContours(transform_contours(box_contour(port), state.matrix)))
        return self.children(element, state._replace(matrix=matrix, clips=clips, view=Size(view.width, view.height)))

    def copy(self, element: Element, state: elements.ElementState) -> list[Part]:
        """Return the parts of the element that a `use` element refers to."""
        target = self.target(element.get("href", ""))
        if target is None:
            raise self.refuse(element, "it uses something that is not in it", PLAIN_COPIES)
        if target in self.following:
            raise self.refuse(element, "it uses itself", PLAIN_COPIES)
        x, y = (self.length(element, element.get(key, "0"), state, of) for key, of in (("x", "width"), ("y", "height")))
        moved_on = state._replace(matrix=state.matrix.translate(x, y))
        self.following.append(target)
        try:
            if target.tag == "symbol":
                looks, style = self.looks(target, state.looks)
                self.check(target, style)
                room = {key: element.get(key, "") for key in ("width", "height")}
                return self.fade(target, self.draw_inner(target, moved_on._replace(looks=looks), room))
            if target.tag == "svg":
                raise self.refuse(element, "it uses a drawing in the drawing", PLAIN_COPIES)
            return self.draw(target, moved_on)
        finally:
            self.following.pop()

    def shape(self, element: Element, state: elements.ElementState) -> list[Part]:
        """Return the parts of a shape: its fill and its stroke."""
        looks = state.looks
        foreign = next((child for child in element if child.tag in MOVING), None)
        if foreign is not None:
            raise self.refuse(foreign, f"it holds <{foreign.tag}>", "a drawing is made of paths and shapes")
        if looks.get("visibility", "visible") != "visible":
            return []
        contours = self.contours(element, state)
        if not contours.value:
            return []
        if any(looks.get(key, "none") != "none" for key in elements.MARKERS):
            raise self.refuse(element, "it has markers at its lines", "turn them into paths")
        ground = FilledContours(
            close_contours(transform_contours(contours, state.matrix)), looks.get("fill-rule") == "evenodd"
        )
        parts = self.fill(element, state, ground, "fill", contours)
        if looks.get("stroke", "none") != "none":
            line = FilledContours(self.stroke(element, state, contours))
            parts += self.fill(element, state, line, "stroke", contours)
        return parts[::-1] if looks.get("paint-order", "normal").startswith(("stroke", "markers stroke")) else parts

    def fill(
        self, element: Element, state: elements.ElementState, area: FilledContours, key: str, shape: Contours
    ) -> list[Part]:
        """Return an area painted with the attribute `key` (fill or stroke), with the clips that cut part of it off.

        `shape` has the contours of the element before its transform.
        """
        # the box of curves takes far longer than their hull, and is rarely needed; one is empty only if the other is
        box = hull_of(area.contours)
        if box is None or not (box.width and box.height) or any(not clip.contours.value for clip in state.clips):
            return []
        clips = tuple([clip for clip in state.clips if not clip.holds(box)])
        if clips or state.looks.get(key, "").startswith("url("):
            box = box_of(area.contours) or box
            clips = tuple([clip for clip in clips if not clip.holds(box)])
        paint = self.paint(state, key, shape, box)
        if paint is None or (isinstance(paint, Color) and paint.alpha == 0):
            return []
        if not all(abs(number) < FARTHEST for number in (box.x, box.y, box.right, box.bottom)):
            raise self.refuse(element, "it reaches far beyond its viewBox", "fit the page to the drawing")
        if not isinstance(paint, paint_servers.PatternFill):
            return [PaintedSvgArea(area, paint, element, clips)]
        tiles = self.tile_pattern(element, paint, box)
        parts = change_areas(tiles, lambda tile: [tile._replace(clips=(*tile.clips, area, *clips))])
        alpha = self.share(state.looks, f"{key}-opacity")
        return [TranslucentSvgGroup(parts, alpha, element)] if alpha < 1 and parts else list(parts)

    def paint(
        self, state: elements.ElementState, key: str, shape: Contours, box: Rect
    ) -> Color | Gradient | paint_servers.PatternFill | None:
        """Return the paint for `key` (fill or stroke), or None for no paint.

        `shape` is in the units of the element, `box` in those of the drawing. For `url(#a) red`, red is used if the
        gradient or pattern does not exist or has no area.
        """
        looks = state.looks
        alpha = self.share(looks, f"{key}-opacity")
        text = looks.get(key, USUAL[key])
        if text.startswith("url("):
            link, _, fallback = text.removeprefix("url(").partition(")")
            target, text = self.target(link.strip("'\" ")), fallback.strip() or "none"
            own_box = box_of(shape)
            server_paint: Color | Gradient | paint_servers.PatternFill | None = None
            if target is not None and target.tag == "pattern":
                server_paint = paint_servers.read_pattern(self, target, state, own_box)
            elif target is not None and target.tag in GRADIENTS:
                server_paint = read_gradient(self, target, state, own_box, box, alpha)
            if server_paint is not None:
                return server_paint
        if text.lower() == "currentcolor":
            text = looks.get("color", "black")
        return None if text == "none" else paler(color(text) or BLACK, alpha)

    def tile_pattern(self, element: Element, pattern: paint_servers.PatternFill, box: Rect) -> tuple[Part, ...]:
        """Return the parts that a pattern draws within a box of the drawing."""
        holder = pattern.holder
        if holder in self.following:
            raise self.refuse(element, "its pattern uses itself", elements.PLAIN_COLOURS)
        style = self.file.style(holder)
        self.check(holder, style)
        if style.get("overflow", "hidden") not in ("hidden", "scroll"):
            raise self.refuse(holder, "its pattern shows more than its tile", elements.PLAIN_COLOURS)
        self.following.append(holder)
        try:
            tile_parts = self.children(holder, pattern.inside)
        finally:
            self.following.pop()
        edge = pattern.edge()
        for part in areas_in(tile_parts):
            tile_box = box_of(part.area.contours)
            if part.clips or (tile_box is not None and not edge.holds(tile_box)):
                self.add_effort(element, part._replace(clips=(*part.clips, edge)).effort())
        try:
            steps = pattern.steps(box)
            parts = change_areas(tile_parts, lambda part: paint_servers.confine_area(part, edge))
        except ArithmeticError:
            raise self.refuse(element, "its pattern cannot be cut to its tile", elements.PLAIN_COLOURS) from None
        except ValueError as fault:
            raise self.refuse(element, str(fault), elements.PLAIN_COLOURS) from None
        count = sum(2 * len(points) for part in areas_in(parts) for _, points in part.area.contours.value)
        self.add_numbers(element, count * len(steps))
        return change_areas(parts, lambda part: paint_servers.repeat_area(part, steps))


DRAW: dict[str, Any] = {
    "g": _Reader.children,
    "a": _Reader.children,
    "switch": _Reader.switch,
    "svg": _Reader.draw_inner,
    "use": _Reader.copy,
}
