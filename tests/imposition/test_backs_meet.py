"""Backs land on their fronts: put sheets through an inexact printer, fold them, and compare the corners."""

from itertools import pairwise
from math import cos, hypot, radians, sin
from random import Random

import pytest

from generator.frame import Frame, GroupItem, Paint, ShapeItem, TextItem, walk
from generator.geometry import Insets, Rect, Size, invert, transform_point
from generator.imposition.backs import PrinterProfile, for_printer, printer_matrix
from generator.imposition.impose import ImpositionSettings, cards_by_page, impose, plan_imposition, plan_warnings
from generator.imposition.print_marks import FOLD, RulerStrip
from generator.products.calibration.measuring import (
    MeasurementDialogue,
    comb_line,
    cross_places,
    ruler_lengths,
    with_comb,
)
from generator.units import mm
from tests.tables import table

A4, LETTER = Size(mm(210), mm(297)), Size(612, 792)
FAULTY = PrinterProfile(mm(1.3), mm(-0.8), 0.4, (0.992, 0.992), (0.992, 0.992))
# a fuser shrinks the first printed side, and paper stretches more across its fibres than along them
UNEVEN = PrinterProfile(mm(-2), mm(3), -1.1, (1.006, 0.997), (1.009, 1.002))
NEAR = mm(0.05)


def no_caption(_page, _pages):
    return ""


def no_words(x, y, *_):
    """Return an empty text, for tests that do not need words."""
    return TextItem(x, y, "", "text.regular", 6, "#000000", 0)


NO_STRIP = RulerStrip({}, no_caption, no_words)


def face(size, name, bleed):
    full = Size(size.width + 2 * bleed, size.height + 2 * bleed)
    trim = Rect(bleed, bleed, *size)
    return Frame(full, (ShapeItem("rect", trim, Paint("#000000")),), name, trim, Rect(0, 0, *full))


def corners(frame, name):
    """Return the four corners of every face on a page, from the face's own top left corner on."""
    faces = []
    for item, matrix in walk(frame.items):
        if isinstance(item, ShapeItem) and item.kind == "rect" and item.paint == Paint("#000000"):
            x, y, right, bottom = item.rect.x, item.rect.y, item.rect.right, item.rect.bottom
            faces.append(
                [transform_point(matrix, *spot) for spot in ((x, y), (right, y), (right, bottom), (x, bottom))]
            )
    return faces


def after_print(spot, page, profile, back, duplex="long-edge"):
    """Return the place of a spot from a printer with these faults: scaled about the middle, backs turned and shifted.

    This is independent of the program's code. To flip on the short edge, the driver turns every back by half a turn.
    The faults belong to the paper.
    """
    if profile is None:
        return spot
    if back and duplex == "short-edge":
        x, y = after_print((page.width - spot[0], page.height - spot[1]), page, profile, back)
        return page.width - x, page.height - y
    turn = radians(profile.angle) if back else 0
    across, along = profile.back if back else profile.front
    x, y = ((spot[0] - page.width / 2) * across, (spot[1] - page.height / 2) * along)
    x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    shift = (profile.x, profile.y) if back else (0, 0)
    return x + page.width / 2 + shift[0], y + page.height / 2 + shift[1]


def after_turn(spot, page, duplex):
    """Return the place of a spot on the back, seen from the front, after turning the sheet over an edge."""
    over_upright_edge = (duplex == "long-edge") == (page.height >= page.width)
    return (page.width - spot[0], spot[1]) if over_upright_edge else (spot[0], page.height - spot[1])


@pytest.mark.parametrize("profile", [None, FAULTY, UNEVEN])
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
    rules = ImpositionSettings(paper, card, margins=margins, gap=gap, bleed=bleed, duplex=duplex)
    plan = plan_imposition(rules)
    cards = [(face(card, f"front {n}", bleed), face(card, f"back {n}", bleed)) for n in range(plan.per_page + 2)]
    frames = list(for_printer(impose(cards, plan, NO_STRIP), profile, duplex))
    fronts, backs = frames[0::2], frames[1::2]
    assert [frame.side for frame in frames] == ["front", "back"] * 2
    for front, back in zip(fronts, backs, strict=True):
        if profile is not None:
            assert front.size.width <= front.size.height, "a measured printer gets its paper upright"
        one, other = corners(front, "front"), corners(back, "back")
        assert len(one) == len(other)
        for front_corners, back_corners in zip(one, other, strict=True):
            front_corners = [after_print(spot, front.size, profile, False) for spot in front_corners]
            back_corners = [
                after_turn(after_print(spot, back.size, profile, True, duplex), back.size, duplex)
                for spot in back_corners
            ]
            # a card turns like the page of a book: its left and right edges change places
            for mine, its in zip(
                front_corners, (back_corners[1], back_corners[0], back_corners[3], back_corners[2]), strict=True
            ):
                assert hypot(mine[0] - its[0], mine[1] - its[1]) < NEAR
            sides = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(front_corners)]
            assert sides == pytest.approx([card.width, card.height, card.width], abs=NEAR), (
                "a millimetre is a millimetre"
            )


def fold_line(frame):
    """Return the two ends of the dashed line on a page."""
    ((one, other),) = (
        (transform_point(matrix, item.rect.x, item.rect.y), transform_point(matrix, item.rect.right, item.rect.bottom))
        for item, matrix in walk(frame.items)
        if isinstance(item, ShapeItem) and item.paint == FOLD
    )
    return one, other


def after_fold(spot, one, other):
    """Return the place of a spot after folding the paper on a line."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = ((spot[0] - one[0]) * dx + (spot[1] - one[1]) * dy) / (dx * dx + dy * dy)
    foot = one[0] + along * dx, one[1] + along * dy
    return 2 * foot[0] - spot[0], 2 * foot[1] - spot[1]


@pytest.mark.parametrize("profile", [None, FAULTY, UNEVEN])
@pytest.mark.parametrize(("card", "upright"), [(Size(mm(63), mm(88)), True), (Size(mm(90), mm(105)), False)])
def test_a_folded_back_lands_on_its_front(card, upright, profile):
    plan = plan_imposition(ImpositionSettings(A4, card, duplex="fold", bleed=mm(2)))
    assert plan.fold is not None
    assert plan.fold.upright is upright
    cards = [(face(card, "front", mm(2)), face(card, "back", mm(2))) for _ in range(plan.per_page)]
    (page,) = for_printer(impose(cards, plan, NO_STRIP), profile)
    line = [after_print(spot, page.size, profile, False) for spot in fold_line(page)]
    places = [[after_print(spot, page.size, profile, False) for spot in each] for each in corners(page, "")]
    assert len(places) == 2 * plan.per_page
    for front_corners, back_corners in zip(places[0::2], places[1::2], strict=True):
        back_corners = [after_fold(spot, *line) for spot in back_corners]
        for mine, its in zip(
            front_corners, (back_corners[1], back_corners[0], back_corners[3], back_corners[2]), strict=True
        ):
            assert hypot(mine[0] - its[0], mine[1] - its[1]) < NEAR


@table("paper, wishes, count")
def test_as_many_cards_as_fit(paper, wishes, count):
    lengths = {name: mm(wish) for name, wish in wishes.items() if isinstance(wish, float)}
    rules = ImpositionSettings(Size(*map(mm, paper)), Size(mm(63), mm(88)), **(wishes | lengths))
    assert plan_imposition(rules).per_page == count


def test_marks_keep_the_wished_length_and_are_short_only_to_make_room():
    card = Size(mm(63), mm(88))
    assert plan_imposition(ImpositionSettings(A4, card)).settings.mark_length == mm(3.5)
    assert plan_imposition(ImpositionSettings(A4, card, bleed=mm(2), gap=0.0)).settings.mark_length == mm(2)
    settings = ImpositionSettings(A4, card, bleed=mm(2), gap=0.0, mark_length=mm(4))
    assert plan_imposition(settings).settings.mark_length == mm(4)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "fold"])
@pytest.mark.parametrize("count", [1, 4, 5])
@pytest.mark.parametrize("gap", [0.0, None])
def test_shared_cuts_have_bleed_outwards_only(duplex, count, gap):
    """The clip is the card and its bleed, but never a neighbour's card; by default bleed is on all sides."""
    card, bleed = Size(mm(63), mm(88)), mm(2)
    plan = plan_imposition(ImpositionSettings(A4, card, duplex=duplex, bleed=bleed, gap=gap))
    cards = [(face(card, "front", bleed), face(card, "back", bleed)) for _ in range(min(count, plan.per_page))]
    for page in impose(cards, plan, NO_STRIP):
        clips, trims = [], []
        for item in page.items:
            if isinstance(item, GroupItem) and item.clip is not None:
                for rect, into in ((item.clip, clips), (Rect(bleed, bleed, *card), trims)):
                    (x1, y1), (x2, y2) = (
                        transform_point(item.matrix, rect.x, rect.y),
                        transform_point(item.matrix, rect.right, rect.bottom),
                    )
                    into.append(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))
        for at, (clip, trim) in enumerate(zip(clips, trims, strict=True)):
            others = [other for index, other in enumerate(trims) if index != at]
            for dx, dy, edge in (
                (-1, 0, trim.x - clip.x),
                (1, 0, clip.right - trim.right),
                (0, -1, trim.y - clip.y),
                (0, 1, clip.bottom - trim.bottom),
            ):
                beside = any(
                    abs(other.x - trim.x - dx * card.width) < 1 and abs(other.y - trim.y - dy * card.height) < 1
                    for other in others
                )
                assert edge == pytest.approx(0 if beside else bleed, abs=0.01)


def read_off(profile, page, ruler_step=0.0, scale_step=0.5):
    """Return an exact reading of the test page: rulers and scales to a step, combs to their lines."""

    def rounded(value, step):
        return round(value / step) * step if step else value

    def offset(name, axis):
        place = cross_places(page)[name]
        return (after_print(place, page, profile, True)[axis] - after_print(place, page, profile, False)[axis]) / mm(1)

    def shift(name, axis):
        reading = rounded(offset(name, axis), scale_step)
        if not scale_step:
            return reading
        # the line whose two teeth are nearest to one straight line: back teeth 2 mm apart, front teeth 1.9 mm
        line = min(range(-9, 10), key=lambda each: abs((offset(name, axis) - each / 10 + 0.95) % 1.9 - 0.95))
        return with_comb(reading, line)

    across, down = ruler_lengths(page)
    rulers = [
        (rounded(across * side[0], ruler_step), rounded(down * side[1], ruler_step))
        for side in (profile.front, profile.back)
    ]
    lengths = {"across": rulers[0][0], "down": rulers[0][1], "back_across": rulers[1][0], "back_down": rulers[1][1]}
    return {**lengths, "T_comb": shift("T", 0), "M_comb": shift("M", 1), "B_comb": shift("B", 0)}


@pytest.mark.parametrize("page", [A4, LETTER])
@pytest.mark.parametrize(
    "profile", [FAULTY, UNEVEN, PrinterProfile(mm(-2.2), mm(1.7), -0.35, (1.004, 1.0), (1.003, 0.999))]
)
def test_the_answers_give_the_printer_back(profile, page):
    estimate = MeasurementDialogue(None, page, (), read_off(profile, page, scale_step=0)).profile
    assert estimate.x == pytest.approx(profile.x, abs=mm(0.01))
    assert estimate.y == pytest.approx(profile.y, abs=mm(0.01))
    assert estimate.angle == pytest.approx(profile.angle, abs=0.005)
    assert (*estimate.front, *estimate.back) == pytest.approx((*profile.front, *profile.back), abs=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_half_millimetres_and_a_comb_bring_backs_to_a_tenth_of_a_millimetre_in_the_middle_and_two_at_the_corners(seed):
    """The combs give the shift; the corners depend on the rulers, read to a quarter of a millimetre."""
    rng = Random(seed)
    near = [rng.uniform(0.995, 1.005) for _ in range(4)]
    true = PrinterProfile(
        mm(rng.uniform(-4, 4)), mm(rng.uniform(-4, 4)), rng.uniform(-0.5, 0.5), tuple(near[:2]), tuple(near[2:])
    )
    estimate = MeasurementDialogue(None, A4, (), read_off(true, A4, ruler_step=0.25)).profile
    spots = {
        "middle": (A4.width / 2, A4.height / 2),
        "corner": (mm(12), mm(12)),
        "edge": (A4.width - mm(12), A4.height / 2),
    }
    off = {}
    for name, spot in spots.items():
        ends = [
            after_print(transform_point(invert(printer_matrix(estimate, A4, back=back)), *spot), A4, true, back)
            for back in (False, True)
        ]
        off[name] = hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) / mm(1)
    assert off["middle"] < 0.1
    assert max(off.values()) < 0.25


def test_a_comb_gives_tenths_from_a_scale_read_to_half_a_millimetre():
    for tenth in range(-80, 81):
        shift = tenth / 10
        line = (tenth + 9) % 19 - 9
        for reading in (shift - 0.3, shift, shift + 0.3):
            assert with_comb(reading, line) == pytest.approx(shift)
        assert comb_line(shift) == line


def test_a_warning_about_a_clipped_letter_page_says_how_many_cards_fit():
    card = Size(180, 252)
    tight = ImpositionSettings(LETTER, card, margins=Insets(*[mm(5)] * 4), marks=False, strip=False)
    plan = plan_imposition(tight)
    (warning,) = plan_warnings(plan)
    assert plan.per_page == 9
    assert "8 to a page instead of 9" in (warning.hint or "")
    wide = plan_imposition(ImpositionSettings(LETTER, card, margins=Insets(*[mm(7)] * 4), marks=False, strip=False))
    assert wide.per_page == 8
    assert plan_warnings(wide) == []


@pytest.mark.parametrize("duplex", ["long-edge", "fold"])
@pytest.mark.parametrize("paper", [A4, LETTER, Size(mm(297), mm(420)), Size(mm(100), mm(297))])
@pytest.mark.parametrize("card", [Size(mm(63), mm(88)), Size(mm(85), mm(55)), Size(mm(85), mm(110))])
def test_no_card_is_printed_alone_on_a_last_page(card, paper, duplex):
    plan = plan_imposition(ImpositionSettings(paper, card, duplex=duplex))
    for count in range(1, 4 * plan.per_page):
        counts = cards_by_page(count, plan)
        assert sum(counts) == count
        assert max(counts) <= plan.per_page
        assert len(counts) == -(-count // plan.per_page), "no card costs a page"
        assert counts[-1] > 1 or count == 1 or plan.per_page <= 2


def test_a_page_gives_its_last_row_to_the_last_cards():
    plan = plan_imposition(ImpositionSettings(A4, Size(mm(63), mm(88))))
    assert cards_by_page(19, plan) == [9, 6, 4]
    assert cards_by_page(20, plan) == [9, 9, 2]
    large = plan_imposition(ImpositionSettings(Size(mm(297), mm(420)), Size(mm(63), mm(88))))
    assert cards_by_page(38, large) == [18, 12, 8], "two of eighteen are less than an eighth"
    cards = [(face(plan.settings.card, f"front {n}", 0), None) for n in range(10)]
    pages = [len(corners(frame, "front")) for frame in impose(cards, plan, NO_STRIP)]
    assert pages == [6, 4]
