"""A poster continues over its seams: its tiles overlap, show the same content there, and cover all of it."""

from collections import Counter

import pypdfium2
import pytest
from PIL import ImageChops

from generator.draw.pdf.document import pdf_bytes
from generator.fonts.faces import Fonts
from generator.frame import Frame, GroupItem, Paint, ShapeItem, TextItem, walk
from generator.geometry import Insets, Rect, Size
from generator.imposition.impose import ImpositionSettings
from generator.imposition.posters import BORDER, OVERLAP, plan_poster, poster_sheets
from generator.imposition.print_marks import RulerStrip, form_of
from generator.units import mm
from tests.conftest import ROOT

A4, LETTER, A5 = Size(mm(210), mm(297)), Size(612, 792), Size(mm(148), mm(210))
REGULAR = ROOT / "fonts/FiraSansCondensed-Regular.ttf"
EDGE = Insets(*[mm(7)] * 4)
TILE = plan_poster(ImpositionSettings(A4, margins=EDGE), Size(1, 1)).room


def set_text(x, y, words, _size, _align):
    return TextItem(x, y, words, "text.regular", 6, "#000000", 0)


def target(size):
    rings = [
        ShapeItem("ellipse", Rect(0, 0, *size).outset(-mm(step)), Paint("#204175" if step % 20 else "#b5550b"))
        for step in range(0, 50, 10)
    ]
    return Frame(
        size,
        (*rings, ShapeItem("rect", Rect(0, size.height / 2, size.width, 1.3), Paint("#000000"))),
        "target",
        Rect(0, 0, *size),
    )


def poster(size, paper=A4, edges=EDGE, shape="circle"):
    rules = ImpositionSettings(paper, margins=edges)
    plan = plan_poster(rules, size)
    return plan, list(
        poster_sheets(
            target(size), form_of(shape, size), plan, RulerStrip({}, "{}/{}".format, set_text), "{} {}".format
        )
    )


@pytest.mark.parametrize(
    ("paper", "edges", "size", "sheets"),
    [
        (A4, EDGE, Size(mm(360), mm(360)), 4),
        (LETTER, EDGE, Size(mm(360), mm(360)), 4),
        (A4, Insets(*[mm(12)] * 4), Size(mm(360), mm(360)), 6),
        (A5, EDGE, Size(mm(360), mm(360)), 8),
        (A4, EDGE, Size(mm(300), mm(180)), 2),
        (A4, Insets(mm(5), mm(9), mm(20), mm(6)), Size(mm(900), mm(60)), 4),
        (A4, EDGE, Size(TILE.width, TILE.height), 1),  # the largest size for one page, and the largest for two
        (A4, EDGE, Size(2 * TILE.width - OVERLAP, TILE.height), 2),
        (A4, EDGE, Size(2 * TILE.width - OVERLAP + 1, TILE.height), 3),
    ],
)
def test_tiles_cover_all_and_overlap_and_stay_inside_the_margins(paper, edges, size, sheets):
    plan, frames = poster(size, paper, edges)
    assert plan.sheets == len(frames) == sheets
    spot = plan.spot()
    assert spot.x >= edges.left + BORDER - 0.01
    assert spot.y >= edges.top + BORDER - 0.01
    assert spot.right <= plan.page.width - edges.right - BORDER + 0.01
    assert spot.bottom <= plan.page.height - edges.bottom - BORDER + 0.01
    last = plan.part(plan.columns - 1, plan.rows - 1)
    assert (last.right, last.bottom) == pytest.approx(size)
    for column in range(plan.columns - 1):
        assert plan.part(column, 0).right - plan.part(column + 1, 0).x == pytest.approx(OVERLAP)


def tile_of(frame):
    return next(item for item in frame.items if isinstance(item, GroupItem))


def test_each_tile_shows_its_part_where_it_belongs():
    plan, frames = poster(Size(mm(360), mm(360)))
    for number, frame in enumerate(frames):
        part, tile = plan.part(number % plan.columns, number // plan.columns), tile_of(frame)
        assert tile.clip == part
        assert tile.matrix == (1, 0, 0, 1, plan.spot().x - part.x, plan.spot().y - part.y)


def letters_on(frame):
    return sorted(item.text for item, _ in walk(frame.items) if isinstance(item, TextItem) and len(item.text) == 1)


def test_seams_have_the_same_letter_on_both_sides():
    _, frames = poster(Size(mm(360), mm(360)))
    assert [letters_on(frame) for frame in frames] == [["A", "C"], ["A", "D"], ["B", "C"], ["B", "D"]]


def test_no_two_seams_have_the_same_letter():
    plan, frames = poster(Size(mm(700), mm(700)))
    assert (plan.columns, plan.rows) == (4, 3)
    assert Counter(letter for frame in frames for letter in letters_on(frame)) == dict.fromkeys("ABCDEFGHIJKLMNOPQ", 2)


STEP = 165  # whole points from one tile to the next, so that pixels fall on pixels


@pytest.mark.parametrize("size", [Size(OVERLAP + 2 * STEP, 170), Size(170, OVERLAP + 2 * STEP)])
def test_what_overlaps_is_the_same_pixel_for_pixel(size):
    plan, frames = poster(size, Size(284, 310))
    upright = plan.rows > 1
    scale = 8  # pixels finer than 0.05 mm
    assert (len(frames), mm(0.05) * scale > 1) == (2, True)
    pdf = pypdfium2.PdfDocument(pdf_bytes(frames, fonts=Fonts({"text.regular": REGULAR}), title="seams"))
    first, second = (page.render(scale=scale).to_pil().convert("RGB") for page in pdf)
    spot, inside = plan.spot(), mm(0.5)  # the very edges of tiles are half pixels
    x, y = (spot.x, spot.bottom - OVERLAP) if upright else (spot.right - OVERLAP, spot.y)
    strip = Rect(x, y, spot.width, OVERLAP) if upright else Rect(x, y, OVERLAP, spot.height)
    corners = [
        round(scale * each)
        for each in (strip.x + inside, strip.y + inside, strip.right - inside, strip.bottom - inside)
    ]
    away = scale * STEP
    moved = [at - (away if (number % 2 == 1) == upright else 0) for number, at in enumerate(corners)]
    one, other = first.crop(corners), second.crop(moved)
    assert len(one.getcolors(100_000)) > 2
    assert max(high for _, high in ImageChops.difference(one, other).getextrema()) < 12
