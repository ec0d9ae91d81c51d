"""A piece larger than the paper becomes several sheets: overlapping tiles, with letters and marks at their seams.

Of two neighbours, the left or upper sheet has the strip to glue on; the other one is cut along its tile and glued over
it. There are no marks inside the tiles, so that both show the same in the overlap.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

from generator.frame import Frame, GroupItem, Item, ReusableDrawing, line
from generator.geometry import Matrix, Rect, Size, letters_of, shift
from generator.imposition.impose import CORNER, STRIP, ImpositionSettings, sheet_room
from generator.imposition.print_marks import FOLD, PieceCut, RulerStrip, SetText, crop_marks
from generator.units import mm

OVERLAP = mm(10)
BORDER = mm(5)  # space around a tile for letters and marks
TICK = mm(3)
AWAY = mm(0.5)  # distance of marks from the tile
MOST_SHEETS = 400

SeamNote = Callable[[str, str], str]
"""A callback that returns the instruction at a seam, by its side (seam_over or seam_under) and its letter."""


@dataclass(frozen=True, slots=True)
class Poster:
    """How a piece is divided into overlapping tiles of equal size, one for each page."""

    page: Size
    room: Rect
    columns: int
    rows: int
    tile: Size

    @property
    def sheets(self) -> int:
        return self.columns * self.rows

    def part(self, column: int, row: int) -> Rect:
        """Return the part of the piece that a tile shows, in points from the top left corner of the piece."""
        step_x, step_y = self.tile.width - OVERLAP, self.tile.height - OVERLAP
        return Rect(column * step_x, row * step_y, *self.tile)

    def spot(self) -> Rect:
        """Return the box of the tile on its page."""
        x = self.room.x + (self.room.width - self.tile.width) / 2
        return Rect(x, self.room.y, *self.tile)


def plan_poster(settings: ImpositionSettings, size: Size) -> Poster:
    """Return the plan with the fewest sheets for a piece of this size, portrait before landscape."""
    plans = []
    for page in settings.paper.ways_up:
        room = sheet_room(settings, page).outset(-BORDER)
        counts, sides = list[int](), list[float]()
        for length, space in zip(size, (room.width, room.height), strict=True):
            fits_one_sheet = length <= space + 0.01
            counts.append(1 if fits_one_sheet else ceil((length - OVERLAP - 0.01) / max(space - OVERLAP, OVERLAP)))
            sides.append((length + (counts[-1] - 1) * OVERLAP) / counts[-1])
        plans.append(Poster(page, room, counts[0], counts[1], Size(*sides)))
    return min(plans, key=lambda plan: plan.sheets)


def poster_sheets(face: Frame, form: PieceCut, plan: Poster, strip: RulerStrip, seam_note: SeamNote) -> Iterator[Frame]:
    """Yield the sheets over which one side of a piece is divided, row by row."""
    trim = face.trim or Rect(0, 0, *face.size)
    clipped_face = GroupItem(face.content(), shift(-trim.x, -trim.y), form.clip(trim, 0.0))
    cut = () if form.is_straight else (form.cut(Rect(0, 0, trim.width, trim.height), CORNER),)
    drawing = ReusableDrawing(Size(trim.width, trim.height), (clipped_face, *cut), face.name)
    for row in range(plan.rows):
        for column in range(plan.columns):
            part, spot = plan.part(column, row), plan.spot()
            items: list[Item] = [GroupItem(drawing, shift(spot.x - part.x, spot.y - part.y), part)]
            items += _marks(plan, spot, column, row, seam_note, strip.set_text)
            number = row * plan.columns + column + 1
            foot = plan.room.bottom + BORDER
            area = Rect(plan.room.x - BORDER, foot, plan.room.width + 2 * BORDER, STRIP - mm(1))
            items += strip.items(area, number, plan.sheets)
            yield Frame(plan.page, tuple(items), "sheet")


def _marks(plan: Poster, spot: Rect, column: int, row: int, seam_note: SeamNote, set_text: SetText) -> Iterator[Item]:
    """Yield the items around a tile: cut marks, marks for the edge of the next tile, letters of the seams."""
    yield from crop_marks((spot.x, spot.right), (spot.y, spot.bottom), spot, AWAY, TICK)
    x, y = spot.middle
    upright = row * (plan.columns - 1) + column  # the number of the seam at the right, counted row by row
    level = plan.rows * (plan.columns - 1) + row * plan.columns + column  # and of that below, counted after these
    if column > 0:
        at: Matrix = (0.0, -1.0, 1.0, 0.0, spot.x - BORDER / 2, y)
        yield from _seam(upright - 1, "seam_over", seam_note, at, spot.height, set_text)
    if row > 0:
        at = shift(x, spot.y - BORDER / 2)
        yield from _seam(level - plan.columns, "seam_over", seam_note, at, spot.width, set_text)
    if column < plan.columns - 1:
        at = (0.0, -1.0, 1.0, 0.0, spot.right + BORDER / 2, y)
        yield from _seam(upright, "seam_under", seam_note, at, spot.height, set_text)
        overlap = spot.right - OVERLAP
        yield line(overlap, spot.y - AWAY, overlap, spot.y - AWAY - TICK, FOLD)
        yield line(overlap, spot.bottom + AWAY, overlap, spot.bottom + AWAY + TICK, FOLD)
    if row < plan.rows - 1:
        at = shift(x, spot.bottom + BORDER / 2)
        yield from _seam(level, "seam_under", seam_note, at, spot.width, set_text)
        overlap = spot.bottom - OVERLAP
        yield line(spot.x - AWAY, overlap, spot.x - AWAY - TICK, overlap, FOLD)
        yield line(spot.right + AWAY, overlap, spot.right + AWAY + TICK, overlap, FOLD)


def _seam(number: int, side: str, seam_note: SeamNote, at: Matrix, long: float, set_text: SetText) -> Iterator[Item]:
    """Yield the letter of a seam and, if there is room, its instruction; `at` is the matrix to the edge's middle."""
    name = letters_of(number)
    letters = set_text(0.0, 4.0, name, 13, "center")
    label = set_text(mm(6), 3.0, seam_note(side, name), 7, "start")
    items = (letters, label) if label.width + 2 * mm(8) < long / 2 else (letters,)
    yield GroupItem(ReusableDrawing(Size(1, 1), items, f"seam {name}"), at)
