"""Patterns of an SVG file become areas: what a tile holds is repeated until it covers what is filled."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from generator.geometry import Rect, Size, transform_point
from generator.reading.svg.contours import UNMOVED, Contours, box_contour, box_of, join_contours, transform_contours
from generator.reading.svg.drawn_parts import FilledContours, Part, TranslucentSvgGroup
from generator.reading.svg.elements import NOTES, ElementState, SvgElements, fit_view_box
from generator.reading.svg.values import Color

MOST_TILES = 10_000
NEAR = 1e-6

Step = tuple[float, float]
"""How far a copy of a tile stands from the first, in the units of the drawing."""


class PatternTile(NamedTuple):
    """The room of one tile, in the units of its pattern, and the matrix that takes it to the drawing."""

    room: Rect
    matrix: Any

    def edge(self) -> FilledContours:
        """Return the tile as an area of the drawing."""
        return FilledContours(transform_contours(box_contour(self.room), self.matrix))

    def steps(self, box: Rect) -> list[Step]:
        """Return where copies stand that cover a box of the drawing; raises ValueError for too many."""
        a, b, c, d, _, _ = self.matrix
        if abs(a * d - b * c) < 1e-12:
            raise ValueError("its pattern is moved to where it has no room")
        corners = [
            transform_point(self.matrix.inverse(), x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)
        ]
        left, right = _reach([(x - self.room.x) / self.room.width for x, _ in corners])
        top, bottom = _reach([(y - self.room.y) / self.room.height for _, y in corners])
        if (right - left) * (bottom - top) > MOST_TILES:
            raise ValueError(f"its pattern is repeated more than {MOST_TILES:,} times")
        across, down = self.room.width, self.room.height
        return [
            (a * column * across + c * row * down, b * column * across + d * row * down)
            for row in range(top, bottom)
            for column in range(left, right)
        ]


class PatternFill(NamedTuple):
    """A tile, the element that holds what is on it, and what holds in there."""

    tile: PatternTile
    holder: Element
    inside: ElementState


def read_pattern(
    elements: SvgElements, target: Element, state: ElementState, own_box: Rect | None
) -> PatternFill | None:
    """Return the pattern that fills or strokes what has a box of its own; None where it has no room."""
    chain = elements.chain(target, {"pattern"})

    def find_attribute(key: str) -> str:
        return next((each.get(key, "") for each in chain if each.get(key)), "")

    tile_by_box = find_attribute("patternUnits") != "userSpaceOnUse"
    by_box = find_attribute("patternContentUnits") == "objectBoundingBox" and not find_attribute("viewBox")
    own = own_box if own_box and own_box.width and own_box.height else None
    if own is None and (tile_by_box or by_box):
        return None
    sizes = state._replace(view=Size(1, 1)) if tile_by_box else state
    x, y, width, height = (
        elements.length(target, find_attribute(side) or "0", sizes, of, side)
        for side, of in (("x", "width"), ("y", "height"), ("width", "width"), ("height", "height"))
    )
    if width <= 0 or height <= 0:
        return None
    room = Rect(x, y, width, height)
    if own is not None and tile_by_box:
        room = Rect(own.x + x * own.width, own.y + y * own.height, width * own.width, height * own.height)
    matrix = state.matrix.transform(elements.paint_transform(chain, "patternTransform", state))
    inside = ElementState(matrix.translate(room.x, room.y), {}, (), state.view)
    if find_attribute("viewBox"):
        view = elements.view_box(target, find_attribute("viewBox"))
        aspect = next((each for each in chain if each.get("preserveAspectRatio")), target)
        fit = fit_view_box(aspect, view, Rect(0, 0, room.width, room.height))
        inside = inside._replace(matrix=inside.matrix.transform(fit), view=Size(view.width, view.height))
    elif own is not None and by_box:
        inside = inside._replace(matrix=inside.matrix.scale(own.width, own.height))
    holder = next((each for each in chain if any(child.tag not in NOTES for child in each)), target)
    return PatternFill(PatternTile(room, matrix), holder, inside._replace(looks=elements.inherited_looks(holder)))


def cutting_efforts(parts: Iterable[Part], tile: FilledContours) -> Iterator[int]:
    """Yield the work of cutting each part to a tile, in crossings."""
    for part in parts:
        if isinstance(part, TranslucentSvgGroup):
            yield from cutting_efforts(part.parts, tile)
            continue
        box = box_of(part.area.contours)
        if part.clips or (box is not None and not tile.holds(box)):
            yield part._replace(clips=(*part.clips, tile)).effort()


def confine_parts(parts: Iterable[Part], tile: FilledContours) -> list[Part]:
    """Return what of parts lies in a tile, without clips; raises ArithmeticError where that cannot be found."""
    kept: list[Part] = []
    for part in parts:
        if isinstance(part, TranslucentSvgGroup):
            kept.append(part._replace(parts=tuple(confine_parts(part.parts, tile))))
            continue
        area = part.cut_out()
        box = box_of(area.contours)
        if box is not None:
            kept.append(part._replace(area=area if tile.holds(box) else area.within(tile), clips=()))
    return kept


def repeat_parts(parts: Iterable[Part], steps: Sequence[Step]) -> list[Part]:
    """Return parts of a tile on all tiles: as one area where they have one colour, for tiles do not overlap."""
    many: list[Part] = []
    for part in parts:
        if isinstance(part, TranslucentSvgGroup):
            many.append(part._replace(parts=tuple(repeat_parts(part.parts, steps))))
        elif isinstance(part.paint, Color):
            copies = join_contours(_stepped(part.area.contours, step) for step in steps)
            many.append(part._replace(area=part.area._replace(contours=copies)))
        else:  # a gradient goes with its area
            a, b, c, d, x, y = part.paint.matrix
            for step in steps:
                paint = part.paint._replace(matrix=(a, b, c, d, x + step[0], y + step[1]))
                area = part.area._replace(contours=_stepped(part.area.contours, step))
                many.append(part._replace(area=area, paint=paint))
    return many


def clip_parts(parts: Iterable[Part], clips: tuple[FilledContours, ...]) -> tuple[Part, ...]:
    """Return parts with further clips."""
    return tuple(
        part._replace(parts=clip_parts(part.parts, clips))
        if isinstance(part, TranslucentSvgGroup)
        else part._replace(clips=(*part.clips, *clips))
        for part in parts
    )


def numbers_of(parts: Iterable[Part]) -> int:
    """Return how many numbers the contours of parts have."""
    count = 0
    for part in parts:
        if isinstance(part, TranslucentSvgGroup):
            count += numbers_of(part.parts)
        else:
            count += sum(2 * len(points) for _, points in part.area.contours.value)
    return count


def _reach(places: list[float]) -> tuple[int, int]:
    """Return the first of the tiles that places lie in, and the one after the last."""
    return floor(min(places) + NEAR), ceil(max(places) - NEAR)


def _stepped(contours: Contours, step: Step) -> Contours:
    return transform_contours(contours, UNMOVED.translate(*step))
