"""The clips of an SVG file become areas of the drawing, to which what they clip is cut."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from generator.reading.svg.basic_shapes import SHAPES
from generator.reading.svg.contour_reader import ContourReader
from generator.reading.svg.contours import (
    UNMOVED,
    Contours,
    box_of,
    close_contours,
    join_contours,
    merge_contours,
    transform_contours,
)
from generator.reading.svg.drawn_parts import FilledContours
from generator.reading.svg.effort import effort_of
from generator.reading.svg.elements import UNSAID, UNSEEN, ElementState

CUT = "cut the shapes themselves"
TEXT_HINT = "turn letters into paths"


class ClipReader:
    """Reads the clips of one drawing."""

    def __init__(self, contours: ContourReader) -> None:
        self.elements, self.contours = contours.elements, contours
        self.following: list[Element] = []  # clips of clips

    def clip(self, element: Element, own: Mapping[str, str], state: ElementState) -> tuple[FilledContours, ...]:
        """Return the areas that an element is cut to by its clip."""
        link = own.get("clip-path", "none")
        if link in UNSAID:
            return ()
        if not link.startswith("url("):
            raise self.elements.refuse(element, f"its clip-path is {link[:30]!r}", CUT)
        target = self.elements.target(link.removeprefix("url(").rstrip(") ").strip("'\" "))
        if target is None or target.tag != "clipPath":
            raise self.elements.refuse(element, "it uses a clip-path that is not in it", CUT)
        if target in self.following:
            raise self.elements.refuse(element, "its clip-path uses itself", CUT)
        looks, clip_own = self.elements.inherited_looks(target), self.elements.file.style(target)
        matrix = state.matrix.transform(self.elements.transform(target, clip_own, state))
        if target.get("clipPathUnits") == "objectBoundingBox":
            bare = ElementState(UNMOVED, {}, (), state.view)
            box = box_of(join_contours(self._contours_within(element, bare)))
            if box is None:
                return (FilledContours(Contours()),)
            matrix = matrix.translate(box.x, box.y).scale(box.width, box.height)
        inside = ElementState(matrix, looks, (), state.view)
        self.following.append(target)
        try:
            kept = [area for child in target for area in self._let_through(child, inside)]
            return (self._join(target, kept), *self.clip(target, clip_own, inside))
        finally:
            self.following.pop()

    def _join(self, element: Element, areas: list[FilledContours]) -> FilledContours:
        """Return several areas as one."""
        if len(areas) == 1:
            return areas[0]
        for each in areas:
            self.contours.add_effort(element, effort_of(each.contours))
        try:
            return FilledContours(
                join_contours([merge_contours(each.contours, even_odd=each.even_odd) for each in areas])
            )
        except ArithmeticError:
            raise self.elements.refuse(element, "its clip-path cannot be worked out", CUT) from None

    def _let_through(self, element: Element, state: ElementState) -> list[FilledContours]:
        """Return what an element lets through as part of a clip."""
        if element.tag == "text":
            raise self.elements.refuse(element, "its clip-path holds <text>", TEXT_HINT)
        if element.tag not in SHAPES and element.tag != "use":
            return []
        looks, own = self.elements.looks(element, state.looks)
        if own.get("display") == "none" or (looks.get("visibility", "visible") != "visible" and element.tag != "use"):
            return []
        inside = state._replace(
            matrix=state.matrix.transform(self.elements.transform(element, own, state)), looks=looks
        )
        if element.tag != "use":
            contours = close_contours(transform_contours(self.contours.contours(element, inside), inside.matrix))
            found = [FilledContours(contours, looks.get("clip-rule") == "evenodd")] if contours.value else []
        else:
            target = self.elements.target(element.get("href", ""))
            if target is None or target.tag == "text":
                raise self.elements.refuse(element, "its clip-path uses something else", CUT)
            if target.tag not in SHAPES:
                return []
            x, y = (self.elements.length(element, element.get(key, "0"), state, "both") for key in ("x", "y"))
            found = self._let_through(target, inside._replace(matrix=inside.matrix.translate(x, y)))
        try:
            for clip in self.clip(element, own, inside):
                for area in found:
                    self.contours.add_effort(element, effort_of(area.contours, clip.contours))
                found = [area.within(clip) for area in found]
        except ArithmeticError:
            raise self.elements.refuse(element, "its clip-path cannot be worked out", CUT) from None
        return [area for area in found if area.contours.value]

    def _contours_within(self, element: Element, state: ElementState) -> list[Contours]:
        """Return the contours of all shapes in an element, without their lines."""
        if element.tag in UNSEEN:
            return []
        if element.tag in SHAPES:
            return [transform_contours(self.contours.contours(element, state), state.matrix)]
        if element.tag == "use":
            raise self.elements.refuse(element, "its clip-path goes by the box of a copy", CUT)
        found = []
        for child in element:
            own = self.elements.file.style(child)
            if child.tag not in UNSEEN and own.get("display") != "none":
                matrix = state.matrix.transform(self.elements.transform(child, own, state))
                found += self._contours_within(child, state._replace(matrix=matrix))
        return found
