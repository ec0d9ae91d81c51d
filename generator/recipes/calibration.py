"""The two-sided test page that measures a printer, its check page, and the profile that the answers give."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import asin, degrees

from generator.frame import Frame, Item, Paint, ShapeItem
from generator.geometry import Rect, Size
from generator.recipes.pack import Pack
from generator.recipes.printed import text_setter
from generator.sheets.backs import PrinterProfile
from generator.sheets.marks import SetText, line
from generator.units import mm

EDGE = mm(12)
BLACK = Paint(None, "#000000", 0.6)
FINE = Paint(None, "#000000", 0.35)
GREY = Paint(None, "#8a8a8a", 0.35)
SQUARES = (("C", "#00a0c8"), ("M", "#c8007a"), ("Y", "#d8a800"), ("K", "#222222"))
SCALE_REACH = 8  # millimetres that the scales reach to both sides


@dataclass(frozen=True)
class Answers:
    """What a user reads off the test page, in millimetres: the ruler, the back's shift at T, B and M."""

    ruler: float
    top: float
    bottom: float
    middle: float


def ruler_length(page: Size) -> int:
    """Return how many millimetres the long ruler of a page has: whole centimetres.

    >>> ruler_length(Size(595.28, 841.89))
    240
    """
    return int((page.height - mm(50)) / mm(10)) * 10


def cross_places(page: Size) -> dict[str, tuple[float, float]]:
    """Return where the crosses T, M and B stand: the top, the middle and the bottom of the page's middle line."""
    reach = page.height / 2 - mm(55)
    middle = (page.width / 2, page.height / 2)
    return {"T": (middle[0], middle[1] - reach), "M": middle, "B": (middle[0], middle[1] + reach)}


def profile_of(answers: Answers, page: Size) -> PrinterProfile:
    """Return the profile of a printer from the answers; raises ValueError for what no printer does."""
    scale = answers.ruler / ruler_length(page)
    if not 0.9 <= scale <= 1.1:
        raise ValueError(
            f"the ruler of {ruler_length(page)} mm cannot be {answers.ruler:g} mm long: print at actual size"
        )
    if max(abs(answers.top), abs(answers.bottom), abs(answers.middle)) > 15:
        raise ValueError("the scales end at 8 mm: over 15 mm is no printer's fault, check paper and edge")
    places = cross_places(page)
    apart = (places["B"][1] - places["T"][1]) / mm(1)
    angle = degrees(asin((answers.top - answers.bottom) / apart / scale))
    return PrinterProfile(mm((answers.top + answers.bottom) / 2), mm(answers.middle), angle, scale)


def test_page(pack: Pack, page: Size) -> Iterator[Frame]:
    """Yield the front and the back of the test page."""
    words = pack.words["calibration"]
    label, note = text_setter(pack, "text.bold", "#000000"), text_setter(pack, "text.regular", "#000000")
    front = [*_head(page, str(words["title"]), str(words["front"]), pack), *_ruler(page, note), *_squares(page, label)]
    for name, spot in cross_places(page).items():
        front += _cross(spot, mm(11))
        front.append(label(spot[0] + mm(3), spot[1] - mm(3), name, 18, "start"))
    steps = [
        str(words[key]).replace("{length}", str(ruler_length(page))) for key in ("print", "measure", "hold", "type")
    ]
    number = text_setter(pack, "display.bold", "#000000")
    top = cross_places(page)["T"][1] + mm(24)
    for at, step in enumerate(steps):
        front.append(number(EDGE + mm(28), top + at * mm(8.5) + 1, str(at + 1), 18, "end"))
        front.append(note(EDGE + mm(32), top + at * mm(8.5), step, 12, "start"))
    yield Frame(page, tuple(front), "test page")
    back = [*_head(page, str(words["title"]), str(words["back"]), pack), *_squares(page, label, back=True)]
    for name, spot in cross_places(page).items():
        back += _scale(spot, note, upright=name == "M")
        back.append(label(spot[0] - mm(14), spot[1] - mm(1), name, 18, "end"))
        question = str(words["read_upright" if name == "M" else "read_level"])
        back.append(
            note(spot[0], spot[1] + mm(16 if name == "M" else 10), question.replace("{name}", name), 12, "center")
        )
    yield Frame(page, tuple(back), "test page", side="back")


def check_page(pack: Pack, page: Size) -> Iterator[Frame]:
    """Yield front and back of the page that shows whether a profile is right: every cross meets its twin."""
    words = pack.words["calibration"]
    note = text_setter(pack, "text.regular", "#000000")
    told = str(words["check"]).replace("{length}", str(ruler_length(page)))
    spots = [(page.width * x, page.height * y) for y in (0.22, 0.4, 0.58, 0.76) for x in (0.25, 0.5, 0.75)]
    for back in (False, True):
        items = [*_head(page, str(words["check_title"]), told, pack)]
        if not back:
            items += _ruler(page, note)
        for x, y in spots:
            radius = mm(4 if back else 5)
            items += _cross((x, y), mm(3.4) if back else mm(6))
            items.append(ShapeItem("ellipse", Rect(x - radius, y - radius, 2 * radius, 2 * radius), FINE))
        yield Frame(page, tuple(items), "check page", side="back" if back else "front")


def _head(page: Size, title: str, told: str, pack: Pack) -> list[Item]:
    big, small = text_setter(pack, "display.bold", "#000000"), text_setter(pack, "text.medium", "#000000")
    return [big(page.width / 2, mm(17), title, 20, "center"), small(page.width / 2, mm(24), told, 11, "center")]


def _cross(spot: tuple[float, float], reach: float) -> list[Item]:
    x, y = spot
    return [line(x - reach, y, x + reach, y, BLACK), line(x, y - reach, x, y + reach, BLACK)]


def _ruler(page: Size, set_text: SetText) -> list[Item]:
    """The long ruler at the left edge: a millimetre a line, numbers in centimetres."""
    length = ruler_length(page)
    top = (page.height - mm(length)) / 2 + mm(6)
    items: list[Item] = [line(EDGE, top, EDGE, top + mm(length), BLACK)]
    for at in range(length + 1):
        high = mm(6) if at % 10 == 0 else mm(4.5) if at % 5 == 0 else mm(3)
        items.append(line(EDGE, top + mm(at), EDGE + high, top + mm(at), BLACK if at % 10 == 0 else FINE))
        if at % 10 == 0:
            items.append(set_text(EDGE + mm(7), top + mm(at) + 3, str(at), 8, "start"))
    return items


def _squares(page: Size, set_text: SetText, *, back: bool = False) -> list[Item]:
    """Coloured squares with letters: rings on the front, cores on the back, one within the other against the light."""
    items: list[Item] = []
    inset, side = mm(32), mm(5 if back else 11)
    for at, (letter, color) in enumerate(SQUARES):
        x = page.width - inset if at % 2 else inset
        y = page.height - mm(40) if at > 1 else mm(62)
        if back:
            x = page.width - x
        box = Rect(x - side / 2, y - side / 2, side, side)
        items.append(ShapeItem("rect", box, Paint(color) if back else Paint(None, color, mm(2))))
        if not back:
            items.append(set_text(x, y + 4, letter, 12, "center"))
    return items


def _scale(spot: tuple[float, float], set_text: SetText, *, upright: bool) -> list[Item]:
    """A scale whose numbers tell the shift of the back where the front's line shows through."""
    x, y = spot
    reach = mm(SCALE_REACH)
    along = line(x, y - reach, x, y + reach, BLACK) if upright else line(x - reach, y, x + reach, y, BLACK)
    box = Rect(x - mm(11), y - mm(11), mm(13), mm(22)) if upright else Rect(x - mm(11), y - mm(11), mm(22), mm(13))
    items: list[Item] = [along, ShapeItem("rect", box, FINE, mm(1))]
    for half in range(-2 * SCALE_REACH, 2 * SCALE_REACH + 1):
        whole = half % 2 == 0
        step, long = mm(half / 2), mm(4.4 if half % 8 == 0 else 3 if half % 4 == 0 else 2.2 if whole else 1.2)
        paint = BLACK if whole else GREY
        ends = (x - long, y + step, x, y + step) if upright else (x + step, y - long, x + step, y)
        items.append(line(*ends, paint))
        if half % 8 == 0:
            name = f"{-half // 2:+d}".replace("+0", "0").replace("-", "−")
            place = (x - mm(7), y + step + 3) if upright else (x + step, y - mm(5.4))
            items.append(set_text(*place, name, 9, "center"))
    return items
