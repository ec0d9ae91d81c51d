"""The parts of a drawing: areas, each with its paint and clips, and translucent groups."""

from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.frame import Gradient
from generator.geometry import Rect, Size
from generator.reading.svg.contours import Contours, box_contour, box_of, cut, merge_contours
from generator.reading.svg.effort import effort_of
from generator.reading.svg.values import Color

BEYOND = 0.2  # overhang of a box that is not clipped


class FilledContours(NamedTuple):
    """Contours in the units of their drawing, and their fill rule."""

    contours: Contours
    even_odd: bool = False

    def within(self, clip: "FilledContours") -> "FilledContours":
        """Return the part of the area within a clip; raises ArithmeticError if it cannot be computed."""
        if not self.contours.value or not clip.contours.value:
            return FilledContours(Contours())
        try:
            return FilledContours(
                cut(self.contours, clip.contours, even_odd=self.even_odd, clip_even_odd=clip.even_odd)
            )
        except ArithmeticError:  # touching parts, such as tiles, succeed when merged first
            plain = merge_contours(self.contours, even_odd=self.even_odd)
            return FilledContours(cut(plain, clip.contours, even_odd=False, clip_even_odd=clip.even_odd))

    def holds(self, box: Rect) -> bool:
        """Return whether this is an upright rectangle that contains the box."""
        room = box_of(self.contours)
        return room is not None and room.holds(box, BEYOND) and box_contour(room).value == self.contours.value


class PaintedSvgArea(NamedTuple):
    """An area filled with a colour or gradient, of which only the part inside all `clips` is visible."""

    area: FilledContours
    paint: Color | Gradient
    element: Element
    clips: tuple[FilledContours, ...] = ()

    def effort(self) -> int:
        """Return the estimated work of applying the clips, in edge crossings."""
        if not self.clips:
            return 0
        return effort_of(self.area.contours, *(clip.contours for clip in self.clips))

    def cut_out(self) -> FilledContours:
        """Return the part of the area within all clips; raises ArithmeticError if it cannot be computed."""
        area = self.area
        for clip in self.clips:
            area = area.within(clip)
        return area


class TranslucentSvgGroup(NamedTuple):
    """Parts of a drawing that are painted together, and then made translucent as a whole by `alpha`."""

    parts: tuple["Part", ...]
    alpha: float
    element: Element


Part = PaintedSvgArea | TranslucentSvgGroup


class SvgDrawing(NamedTuple):
    """The parts of a drawing in the order of painting; its longer side is SIDE."""

    size: Size
    parts: tuple[Part, ...]
