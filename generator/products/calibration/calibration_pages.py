"""The two-sided test page by which a printer is measured, pictures of how to read it, and the page that checks it."""

from collections.abc import Iterator, Sequence
from functools import partial

from generator.frame import Frame, GroupItem, Item, Paint, ReusableDrawing, ShapeItem, TextItem, line
from generator.geometry import Matrix, Point, Rect, Size, around, combine, shift
from generator.imposition.backs import PrinterProfile
from generator.imposition.print_marks import SetText
from generator.products.calibration import measuring
from generator.products.faces_on_paper import TITLE_FONT, pack_pdf, text_setter
from generator.products.print_pack import PrintPack
from generator.reading.phrase_templates import with_sign
from generator.units import mm

EDGE = mm(12)
COMB = mm(25)  # distance of a comb from its cross
TOOTH = mm(5)
BLACK = Paint(None, "#000000", 0.6)
FINE = Paint(None, "#000000", 0.35)
GREY = Paint(None, "#8a8a8a", 0.35)
SQUARES = ("#00a0c8", "#c8007a", "#d8a800", "#222222")
STEPS = ("print", "measure", "hold", "comb", "type")


def test_pdf(pack: PrintPack, page: Size) -> bytes:
    """Return the test page as a PDF; raises InvalidInput if the paper is too small."""
    return pack_pdf(pack, test_page(pack, page), pack.words.word("calibration.title"), duplex="long-edge")


def check_pdf(pack: PrintPack, page: Size, profile: PrinterProfile) -> bytes:
    """Return the check page as a PDF that is corrected by a profile."""
    return pack_pdf(pack, check_page(pack, page), pack.words.word("calibration.check_title"), "long-edge", profile)


def test_page(pack: PrintPack, page: Size) -> Iterator[Frame]:
    """Yield the front and the back of the test page; raises InvalidInput if the paper is too small."""
    measuring.check_paper(page)
    yield Frame(page, tuple(_front(pack, page)), "test page")
    yield Frame(page, tuple(_back(pack, page)), "test page", side="back")


def _front(pack: PrintPack, page: Size) -> list[Item]:
    label, note = text_setter(pack, "text.bold", "#000000"), text_setter(pack, "text.regular", "#000000")
    word = pack.words.word
    head = _head(page, word("calibration.title"), word("calibration.front"), pack)
    items = [*head, *_rulers(page, note), *_squares(page)]
    for name, spot in measuring.cross_places(page).items():
        items += _cross(spot, mm(11))
        items.append(label(spot[0] + mm(3), spot[1] - mm(3), name, 18, "start"))
        items += _comb(spot, note, upright=name == "M", back=False)
    number = text_setter(pack, "display.bold", "#000000")
    top = measuring.cross_places(page)["M"][1] + mm(32)
    for at, step in enumerate(STEPS):
        items.append(number(EDGE + mm(22), top + at * mm(7.5) + 1, str(at + 1), 16, "end"))
        items.append(note(EDGE + mm(26), top + at * mm(7.5), _say(pack, step, page), 11, "start"))
    return items


def _back(pack: PrintPack, page: Size) -> list[Item]:
    label, note = text_setter(pack, "text.bold", "#000000"), text_setter(pack, "text.regular", "#000000")
    word = pack.words.word
    head = _head(page, word("calibration.title"), word("calibration.back"), pack)
    items = [*head, *_rulers(page, note, back=True)]
    items += _squares(page, back=True)
    for name, spot in measuring.cross_places(page).items():
        upright = name == "M"
        items += [*_scale(spot, note, upright=upright), *_comb(spot, note, upright=upright, back=True)]
        items.append(label(spot[0] - mm(14), spot[1] - mm(1), name, 18, "end"))
        question = pack.words.say(f"calibration.read_{'upright' if upright else 'level'}", name=name)
        items.append(note(spot[0], spot[1] + mm(25 if upright else 10), question, 11, "center"))
    below = measuring.cross_places(page)["M"][1] + mm(36)
    items.append(note(page.width / 2, below, word("calibration.colors"), 10, "center"))
    return items


def check_page(pack: PrintPack, page: Size) -> Iterator[Frame]:
    """Yield the front and the back of a page on which all crosses coincide if the printer's profile is right."""
    measuring.check_paper(page)
    note = text_setter(pack, "text.regular", "#000000")
    spots = [(page.width * x, page.height * y) for y in (0.22, 0.4, 0.58, 0.76) for x in (0.25, 0.5, 0.75)]
    for back in (False, True):
        items = [*_head(page, pack.words.word("calibration.check_title"), _say(pack, "check", page), pack)]
        items += _rulers(page, note, back=back)
        for x, y in spots:
            radius = mm(4 if back else 5)
            items += _cross((x, y), mm(3.4) if back else mm(6))
            items.append(ShapeItem("ellipse", Rect(x - radius, y - radius, 2 * radius, 2 * radius), FINE))
        yield Frame(page, tuple(items), "check page", side="back" if back else "front")


def _say(pack: PrintPack, key: str, page: Size) -> str:
    across, down = measuring.ruler_lengths(page)
    return pack.words.say(f"calibration.{key}", across=across, down=down)


def _head(page: Size, title: str, subtitle: str, pack: PrintPack) -> list[Item]:
    big, small = text_setter(pack, TITLE_FONT, "#000000"), text_setter(pack, "text.medium", "#000000")
    return [big(page.width / 2, mm(17), title, 20, "center"), small(page.width / 2, mm(24), subtitle, 11, "center")]


def _cross(spot: tuple[float, float], reach: float) -> list[Item]:
    x, y = spot
    return [line(x - reach, y, x + reach, y, BLACK), line(x, y - reach, x, y + reach, BLACK)]


def ruler_places(page: Size, *, back: bool) -> tuple[float, float, float]:
    """Return x of the left end of the horizontal ruler, y of the top of the vertical one, y of the horizontal one."""
    across, down = measuring.ruler_lengths(page)
    left, top = (page.width - mm(across)) / 2, (page.height - mm(down)) / 2 + mm(3)
    return left, top, page.height - mm(20 if back else 12)


def _rulers(page: Size, set_text: SetText, *, back: bool = False) -> list[Item]:
    """Return the long rulers at the left edge and the foot: a mark per millimetre, a number per centimetre.

    The horizontal ruler is higher on the back, so that it does not cover that of the front against the light.
    """
    across, down = measuring.ruler_lengths(page)
    left, top, foot = ruler_places(page, back=back)
    items: list[Item] = [line(EDGE, top, EDGE, top + mm(down), BLACK), line(left, foot, left + mm(across), foot, BLACK)]
    for at in range(max(across, down) + 1):
        high = mm(6) if at % 10 == 0 else mm(4.5) if at % 5 == 0 else mm(3)
        paint, name = BLACK if at % 10 == 0 else FINE, str(at)
        if at <= down:
            y = top + mm(at)
            items.append(line(EDGE, y, EDGE + high, y, paint))
            items += [set_text(EDGE + mm(7), y + 3, name, 8, "start")] if at % 10 == 0 else []
        if at <= across:
            x = left + mm(at)
            items.append(line(x, foot, x, foot - high, paint))
            items += [set_text(x, foot + mm(3), name, 8, "center")] if at % 10 == 0 else []
    return items


def _squares(page: Size, *, back: bool = False) -> Iterator[Item]:
    """Yield coloured squares, hollow on the front and full on the back: against the light, one lies in the other."""
    inset, side = mm(36), mm(5 if back else 11)
    for at, color in enumerate(SQUARES):
        x = page.width - inset if at % 2 else inset
        y = page.height - mm(60) if at > 1 else mm(52)
        box = Rect((page.width - x if back else x) - side / 2, y - side / 2, side, side)
        yield ShapeItem("rect", box, Paint(color) if back else Paint(None, color, mm(2)))


def _at(spot: Point, upright: bool, along: float, aside: float) -> Point:
    """Return a point at a distance along a scale from its middle `spot`, and at a distance to its right or below it."""
    return (spot[0] + aside, spot[1] + along) if upright else (spot[0] + along, spot[1] + aside)


def _scale(spot: tuple[float, float], set_text: SetText, *, upright: bool) -> list[Item]:
    """Return a scale for the shift of the back: its value is where the line of the front shines through."""
    x, y = spot
    reach = mm(measuring.SCALE_REACH)
    at = partial(_at, spot, upright)
    box = Rect(x - mm(11), y - mm(11), mm(13), mm(22)) if upright else Rect(x - mm(11), y - mm(11), mm(22), mm(13))
    items: list[Item] = [line(*at(-reach, 0), *at(reach, 0), BLACK), ShapeItem("rect", box, FINE, mm(1))]
    for half in range(-2 * measuring.SCALE_REACH, 2 * measuring.SCALE_REACH + 1):
        is_full = half % 2 == 0
        step, long = mm(half / 2), mm(4.4 if half % 8 == 0 else 3 if half % 4 == 0 else 2.2 if is_full else 1.2)
        items.append(line(*at(step, -long), *at(step, 0), BLACK if is_full else GREY))
        if half % 8 == 0:
            place = (x - mm(7), y + step + 3) if upright else (x + step, y - mm(5.4))
            items.append(set_text(*place, with_sign(-half // 2, plus=True), 9, "center"))
    return items


def _comb(spot: tuple[float, float], set_text: SetText, *, upright: bool, back: bool) -> Iterator[Item]:
    """Yield the lines of one side of a vernier: which line of the back continues one of the front gives tenths.

    The front has more lines, for shifts of several millimetres. The vertical comb is mirrored on the back.
    """
    x, y = spot
    reach = measuring.COMB_REACH if back else measuring.COMB_REACH + 2
    away = -1 if back else 1  # lines of the back end where those of the front begin
    side = -1 if upright and not back else 1
    for at in range(-reach, reach + 1):
        step = mm(at * (measuring.BACK_PITCH if back else measuring.FRONT_PITCH))
        long = away * TOOTH * (1.4 if at == 0 else 1)
        yield line(*_at(spot, upright, step, side * COMB), *_at(spot, upright, step, side * (COMB + long)), FINE)
        if back and at % 3 == 0:
            place = (x + COMB - mm(9), y + step + 2.5) if upright else (x + step, y + COMB - mm(7.6))
            yield set_text(*place, with_sign(-at, plus=True), 7, "center")


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
    front_area = area.around((-1.0, 0.0, 0.0, 1.0, through[4], -through[5]))  # of the front
    shining: list[Item] = []
    for item in front.items:
        if isinstance(item, ShapeItem) and _meets(item, front_area):
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
        label, off = f"+{EXAMPLE:g}", mm(EXAMPLE)
        yield line(*_at((x, y), upright, -off, -mm(5)), *_at((x, y), upright, -off, mm(4)), paint)
        spot = (x + mm(5), y - off - mm(1)) if upright else (x - off + mm(1), y + mm(5.5))
        yield set_text(*spot, label, 9, "start")
        return
    label = with_sign(int(measuring.comb_line(EXAMPLE)))
    at = -measuring.comb_line(EXAMPLE) * mm(measuring.BACK_PITCH)
    begin, end = (_at((x, y), upright, at, aside) for aside in (COMB - mm(6.5), COMB + mm(6.5)))
    yield line(*begin, *end, paint)
    place = (end[0] + mm(1), end[1] + 3) if upright else (begin[0], begin[1] - mm(4.2))
    yield set_text(*place, label, 9, "start" if upright else "center")


def _page(items: Sequence[Item], page: Size, framed: Rect) -> Iterator[Item]:
    """Yield the whole page, reduced, with a frame around the part `framed` by the question."""
    scale = min(WHOLE.width / page.width, WHOLE.height / page.height)
    sheet = Rect(WHOLE.x, WHOLE.y, page.width * scale, page.height * scale)
    view = (scale, 0.0, 0.0, scale, sheet.x, sheet.y)
    yield GroupItem(ReusableDrawing(page, tuple(items)), view)
    yield ShapeItem("rect", sheet, OUTLINE)
    yield ShapeItem("rect", framed.around(view).outset(2), Paint(None, MEANT, 1.4), 3)


def _near(
    items: Sequence[Item], page: Size, area: Rect, place: Rect, behind: Sequence[GroupItem] = ()
) -> Iterator[Item]:
    """Yield an area of the page, enlarged to fit into `place`, on top of the items `behind`."""
    scale = min(place.width / area.width, place.height / area.height)
    view = combine(shift(place.x, place.y), (scale, 0.0, 0.0, scale, -area.x * scale, -area.y * scale))
    visible_items = tuple(item for item in items if _meets(item, area))
    yield GroupItem(ReusableDrawing(page, (*behind, *visible_items)), view, area)
    yield ShapeItem("rect", area.around(view), OUTLINE)


def _meets(item: Item, area: Rect) -> bool:
    """Tell whether a shape is partly inside an area, or a word entirely."""
    if isinstance(item, TextItem):
        return area.holds(item.rect)
    return not isinstance(item, ShapeItem) or item.rect.around(shift(0, 0)).meets(area, -0.01)
