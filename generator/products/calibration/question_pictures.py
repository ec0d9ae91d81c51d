"""Pictures for the questions about the test page: where on the page to look, and an enlarged view of how to read it."""

from collections.abc import Iterator, Sequence

from generator.frame import Frame, GroupItem, Item, Paint, ReusableDrawing, ShapeItem, TextItem, line
from generator.geometry import Matrix, Rect, Size, around, combine, shift
from generator.imposition.print_marks import SetText
from generator.products.calibration import measuring
from generator.products.calibration.calibration_pages import COMB, EDGE, ruler_places, test_page
from generator.products.faces_on_paper import text_setter
from generator.products.print_pack import PrintPack
from generator.reading.phrase_templates import with_sign
from generator.units import mm

SIZE = Size(420, 220)
WHOLE = Rect(6, 6, 148, 208)  # the place of the small page
NEAR = Rect(168, 6, 246, 208)  # the place of the enlarged view
UPPER, LOWER = Rect(168, 6, 246, 101), Rect(168, 113, 246, 101)
MEANT, THROUGH = "#b3261e", "#4f74b3"
OUTLINE = Paint(None, "#8a8a8a", 0.6)
EXAMPLE = 1.5  # shift of the back in the pictures, in millimetres


def question_picture(pack: PrintPack, page: Size, question: measuring.MeasurementQuestion) -> Frame:
    """Return a picture: the whole page with a frame around the place that a question is about, and the place enlarged.

    As an example, the back is shifted by 1.5 mm. Raises InvalidInput if the paper is too small.
    """
    front, back = test_page(pack, page)
    set_text = text_setter(pack, "text.bold", MEANT)
    if question.key.endswith(("down", "across")):
        behind = question.key.startswith("back_")
        items = _ruler(back if behind else front, question.key.removeprefix("back_"), behind=behind)
    else:
        items = _against_the_light(front, back, question.key, set_text)
    return Frame(SIZE, tuple(items), question.words)


def _ruler(side: Frame, key: str, *, behind: bool) -> Iterator[Item]:
    """Yield items: the page with a line along a ruler from its first to its last mark, and both ends enlarged."""
    page = side.size
    left, top, foot = ruler_places(page, back=behind)
    across, down = (mm(length) for length in measuring.ruler_lengths(page))
    if key == "down":
        at = EDGE - mm(2.5)
        ends = ((at, top), (at, top + down))
        areas = [Rect(EDGE - mm(6), y, mm(28), mm(14)) for y in (top - mm(5), top + down - mm(9))]
    else:
        at = foot - mm(8)
        ends = ((left, at), (left + across, at))
        areas = [Rect(x, foot - mm(10), mm(28), mm(14)) for x in (left - mm(5), left + across - mm(23))]
    measured = [line(*ends[0], *ends[1], Paint(None, MEANT, 1.0)), *(_tick(*end, key) for end in ends)]
    yield from _page([*side.items, *measured], page, around(areas))
    for area, place in zip(areas, (UPPER, LOWER), strict=True):
        yield from _near([*side.items, *measured], page, area, place)


def _tick(x: float, y: float, key: str) -> ShapeItem:
    reach = mm(1.5)
    along = (x - reach, y, x + reach, y) if key == "down" else (x, y - reach, x, y + reach)
    return line(*along, Paint(None, MEANT, 1.0))


def _against_the_light(front: Frame, back: Frame, key: str, set_text: SetText) -> Iterator[Item]:
    """Yield items: the back with the front shining through, enlarged, and a line at the value to read."""
    page, upright = back.size, key.startswith("M")
    area = _area(page, key)
    yield from _page(back.items, page, area)
    off = mm(EXAMPLE)
    through: Matrix = (-1.0, 0.0, 0.0, 1.0, page.width - (0 if upright else off), -off if upright else 0.0)
    seen = area.around((-1.0, 0.0, 0.0, 1.0, through[4], -through[5]))  # of the front
    shining: list[Item] = []
    for item in front.items:
        if isinstance(item, ShapeItem) and _meets(item, seen):
            paint = item.paint
            fill, stroke = (THROUGH if colour else None for colour in (paint.fill, paint.stroke))
            shining.append(item._replace(paint=Paint(fill, stroke, paint.stroke_width, paint.dash)))
    behind = [GroupItem(ReusableDrawing(page, tuple(shining)), through)]
    yield from _near([*back.items, *_reading(page, key, set_text)], page, area, NEAR, behind)


def _area(page: Size, key: str) -> Rect:
    x, y = measuring.cross_places(page)[key[0]]
    if not key.endswith("comb"):
        return Rect(x - mm(20), y - mm(13), mm(34), mm(27 if key.startswith("M") else 20))
    if key.startswith("M"):
        return Rect(x + mm(8), y - mm(21), mm(30), mm(42))
    return Rect(x - mm(21), y + mm(10.5), mm(42), mm(22))


def _reading(page: Size, key: str, set_text: SetText) -> Iterator[Item]:
    """Yield a line at the value to read off in the example, and the value as a text."""
    x, y = measuring.cross_places(page)[key[0]]
    paint, upright = Paint(None, MEANT, 0.7), key.startswith("M")
    if not key.endswith("comb"):
        said, off = f"+{EXAMPLE:g}", mm(EXAMPLE)
        yield (
            line(x - mm(5), y - off, x + mm(4), y - off, paint)
            if upright
            else line(x - off, y - mm(5), x - off, y + mm(4), paint)
        )
        spot = (x + mm(5), y - off - mm(1)) if upright else (x - off + mm(1), y + mm(5.5))
        yield set_text(*spot, said, 9, "start")
        return
    said = with_sign(int(measuring.comb_line(EXAMPLE)))
    at = -measuring.comb_line(EXAMPLE) * mm(measuring.BACK_PITCH)
    ends = (COMB - mm(6.5), COMB + mm(6.5))
    if upright:
        yield line(x + ends[0], y + at, x + ends[1], y + at, paint)
        yield set_text(x + ends[1] + mm(1), y + at + 3, said, 9, "start")
    else:
        yield line(x + at, y + ends[0], x + at, y + ends[1], paint)
        yield set_text(x + at, y + ends[0] - mm(4.2), said, 9, "center")


def _page(items: Sequence[Item], page: Size, meant: Rect) -> Iterator[Item]:
    """Yield the whole page, reduced, with a frame around the part `meant` by the question."""
    scale = min(WHOLE.width / page.width, WHOLE.height / page.height)
    sheet = Rect(WHOLE.x, WHOLE.y, page.width * scale, page.height * scale)
    view = (scale, 0.0, 0.0, scale, sheet.x, sheet.y)
    yield GroupItem(ReusableDrawing(page, tuple(items)), view)
    yield ShapeItem("rect", sheet, OUTLINE)
    yield ShapeItem("rect", meant.around(view).outset(2), Paint(None, MEANT, 1.4), 3)


def _near(
    items: Sequence[Item], page: Size, area: Rect, place: Rect, behind: Sequence[GroupItem] = ()
) -> Iterator[Item]:
    """Yield an area of the page, enlarged to fit into `place`, on top of the items `behind`."""
    scale = min(place.width / area.width, place.height / area.height)
    view = combine(shift(place.x, place.y), (scale, 0.0, 0.0, scale, -area.x * scale, -area.y * scale))
    shown = tuple(item for item in items if _meets(item, area))
    yield GroupItem(ReusableDrawing(page, (*behind, *shown)), view, area)
    yield ShapeItem("rect", area.around(view), OUTLINE)


def _meets(item: Item, area: Rect) -> bool:
    """Tell whether a shape is partly inside an area, or a word entirely."""
    if isinstance(item, TextItem):
        return area.holds(item.rect)
    return not isinstance(item, ShapeItem) or item.rect.around(shift(0, 0)).meets(area, -0.01)
