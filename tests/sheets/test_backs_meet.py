"""Backs land on their fronts: sheets are put through a printer with faults and folded, corner by corner."""

from itertools import pairwise
from math import cos, hypot, radians, sin

import pytest

from generator.geometry import Insets, Rect, Size
from generator.layout.frame import Frame, Paint, ShapeItem, applied, walk
from generator.recipes.calibration import Answers, cross_places, profile_of, ruler_length
from generator.sheets.backs import PrinterProfile, for_printer
from generator.sheets.impose import SheetRules, impose, plan_imposition, plan_warnings
from generator.units import mm

A4, LETTER = Size(mm(210), mm(297)), Size(612, 792)
FAULTY = PrinterProfile(mm(1.3), mm(-0.8), 0.4, 0.992)
NEAR = mm(0.05)


def face(size, name, bleed):
    full = Size(size.width + 2 * bleed, size.height + 2 * bleed)
    trim = Rect(bleed, bleed, *size)
    return Frame(full, (ShapeItem("rect", trim, Paint("#000000")),), name, trim, Rect(0, 0, *full))


def corners(frame, name):
    """The four corners of every face of a name on a page: top left first, as the face itself counts them."""
    found = []
    for item, matrix in walk(frame.items):
        if isinstance(item, ShapeItem) and item.kind == "rect" and item.paint == Paint("#000000"):
            x, y, right, bottom = item.rect.x, item.rect.y, item.rect.right, item.rect.bottom
            found.append([applied(matrix, *spot) for spot in ((x, y), (right, y), (right, bottom), (x, bottom))])
    return found


def printed(spot, page, profile, back):
    """What a printer with these faults does: scale about the middle, on backs turn and shift. Written anew."""
    if profile is None:
        return spot
    turn = radians(profile.angle) if back else 0
    x, y = ((spot[0] - page.width / 2) * profile.scale, (spot[1] - page.height / 2) * profile.scale)
    x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    shift = (profile.x, profile.y) if back else (0, 0)
    return x + page.width / 2 + shift[0], y + page.height / 2 + shift[1]


def turned_over(spot, page, duplex):
    """Where a spot of the back lies, seen from the front, when the sheet was turned over an edge."""
    over_upright_edge = (duplex == "long-edge") == (page.height >= page.width)
    return (page.width - spot[0], spot[1]) if over_upright_edge else (spot[0], page.height - spot[1])


@pytest.mark.parametrize("profile", [None, FAULTY, PrinterProfile(mm(-2), mm(3), -1.1, 1.01)])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(
    ("paper", "card", "bleed", "gap", "margins"),
    [
        (A4, Size(mm(63), mm(88)), 0, 0, Insets(*[mm(5)] * 4)),
        (A4, Size(mm(85), mm(55)), mm(3), mm(8), Insets(mm(5), mm(9), mm(12), mm(6))),
        (LETTER, Size(180, 252), mm(2), 0, Insets(*[mm(6.35)] * 4)),
        (LETTER, Size(mm(44), mm(67)), 0, mm(2), Insets(mm(5), mm(5), mm(20), mm(5))),
    ],
)
def test_every_back_lands_on_its_front(paper, card, bleed, gap, margins, duplex, profile):
    rules = SheetRules(paper, card, margins=margins, gap=gap, bleed=bleed, duplex=duplex)
    plan = plan_imposition(rules)
    cards = [(face(card, f"front {n}", bleed), face(card, f"back {n}", bleed)) for n in range(plan.per_page + 2)]
    frames = list(for_printer(impose(cards, plan, {}, "", lambda *_: ShapeItem("line", Rect(0, 0, 0, 0), Paint())), profile))
    fronts, backs = frames[0::2], frames[1::2]
    assert [frame.name for frame in frames] == ["front", "back"] * 2
    for front, back in zip(fronts, backs, strict=True):
        if profile is not None:
            assert front.size.width <= front.size.height, "a measured printer gets its paper upright"
        one, other = corners(front, "front"), corners(back, "back")
        assert len(one) == len(other)
        for seen, behind in zip(one, other, strict=True):
            seen = [printed(spot, front.size, profile, False) for spot in seen]
            behind = [turned_over(printed(spot, back.size, profile, True), back.size, duplex) for spot in behind]
            # a card is turned over like the page of a book: its left edge and its right edge change places
            for mine, its in zip(seen, (behind[1], behind[0], behind[3], behind[2]), strict=True):
                assert hypot(mine[0] - its[0], mine[1] - its[1]) < NEAR
            sides = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(seen)]
            assert sides == pytest.approx([card.width, card.height, card.width], abs=NEAR), "a millimetre is a millimetre"


@pytest.mark.parametrize("profile", [None, FAULTY])
def test_a_folded_back_lands_on_its_front(profile):
    card = Size(mm(63), mm(88))
    plan = plan_imposition(SheetRules(A4, card, duplex="fold", bleed=mm(2)))
    cards = [(face(card, "front", mm(2)), face(card, "back", mm(2))) for _ in range(plan.per_page)]
    (page,) = for_printer(impose(cards, plan, {}, "", lambda *_: ShapeItem("line", Rect(0, 0, 0, 0), Paint())), profile)
    places = [[printed(spot, page.size, profile, False) for spot in each] for each in corners(page, "")]
    if plan.page.width > plan.page.height and profile is not None:
        pytest.fail("the fold line of this test lies level")
    fold = printed((0, plan.fold), page.size, None, False)[1]
    for seen, behind in zip(places[0::2], places[1::2], strict=True):
        behind = [(x, 2 * fold - y) for x, y in behind]
        for mine, its in zip(seen, (behind[1], behind[0], behind[3], behind[2]), strict=True):
            assert hypot(mine[0] - its[0], mine[1] - its[1]) < NEAR


@pytest.mark.parametrize("profile", [FAULTY, PrinterProfile(mm(-2.2), mm(1.7), -0.35, 1.004)])
def test_the_four_answers_give_the_printer_back(profile):
    places = cross_places(A4)

    def shift(name):
        x, y = printed(places[name], A4, profile, True)
        straight = printed(places[name], A4, profile, False)
        return (x - straight[0]) / mm(1), (y - straight[1]) / mm(1)

    ruler = ruler_length(A4) * profile.scale
    found = profile_of(Answers(ruler, shift("T")[0], shift("B")[0], shift("M")[1]), A4)
    assert found.x == pytest.approx(profile.x, abs=mm(0.01))
    assert found.y == pytest.approx(profile.y, abs=mm(0.01))
    assert found.angle == pytest.approx(profile.angle, abs=0.005)
    assert found.scale == pytest.approx(profile.scale, abs=1e-6)


def test_a_letter_page_that_would_be_clipped_is_told_with_what_fits():
    card = Size(180, 252)
    tight = SheetRules(LETTER, card, margins=Insets(*[mm(5)] * 4), marks=False, strip=False)
    plan = plan_imposition(tight)
    (warning,) = plan_warnings(plan)
    assert plan.per_page == 9
    assert "8 to a page instead of 9" in (warning.hint or "")
    wide = plan_imposition(SheetRules(LETTER, card, margins=Insets(*[mm(7)] * 4), marks=False, strip=False))
    assert wide.per_page == 8
    assert plan_warnings(wide) == []
