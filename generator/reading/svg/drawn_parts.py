"""What a drawing is made of: areas, each with its paint and its clips, and layers of them."""

from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.frame import Gradient
from generator.geometry import Rect, Size
from generator.reading.svg.contours import Contours, box_contour, box_of, cut, merge_contours
from generator.reading.svg.effort import effort_of
from generator.reading.svg.values import Color

BEYOND = 0.2  # so little over the edge of a box is not cut off


class FilledContours(NamedTuple):
    """Contours, in the units of their drawing, and the rule by which they are filled."""

    contours: Contours
    even_odd: bool = False

    def within(self, clip: "FilledContours") -> "FilledContours":
        """Return what of it lies in another; raises ArithmeticError where that cannot be found."""
        if not self.contours.value or not clip.contours.value:
            return FilledContours(Contours())
        try:
            return FilledContours(
                cut(self.contours, clip.contours, even_odd=self.even_odd, clip_even_odd=clip.even_odd)
            )
        except ArithmeticError:  # where parts touch, as tiles do, it helps to put them together first
            plain = merge_contours(self.contours, even_odd=self.even_odd)
            return FilledContours(cut(plain, clip.contours, even_odd=False, clip_even_odd=clip.even_odd))

    def holds(self, box: Rect) -> bool:
        """Tell whether it is an upright box that another box lies in."""
        room = box_of(self.contours)
        return room is not None and room.holds(box, BEYOND) and box_contour(room).value == self.contours.value


class PaintedSvgArea(NamedTuple):
    """An area that is filled with a colour or a gradient where it lies in all of its clips."""

    area: FilledContours
    paint: Color | Gradient
    element: Element
    clips: tuple[FilledContours, ...] = ()

    def effort(self) -> int:
        """Return the work of cutting it out, in crossings."""
        if not self.clips:
            return 0
        return effort_of(self.area.contours, *(clip.contours for clip in self.clips))

    def cut_out(self) -> FilledContours:
        """Return what of its area lies in its clips; raises ArithmeticError where that cannot be found."""
        area = self.area
        for clip in self.clips:
            area = area.within(clip)
        return area


class TranslucentSvgGroup(NamedTuple):
    """Parts that are drawn over each other first, and then shown see-through as a whole."""

    parts: tuple["Part", ...]
    alpha: float
    element: Element


Part = PaintedSvgArea | TranslucentSvgGroup


class SvgDrawing(NamedTuple):
    """What is drawn, in its order, in a box whose longer side is SIDE."""

    size: Size
    parts: tuple[Part, ...]
