"""Pieces are true to size, packed close without touching, and their backs are exactly behind them."""

from collections import Counter
from itertools import combinations, pairwise
from math import cos, dist, radians, sin

import pypdfium2
import pytest

from generator.diagnostics import NOWHERE
from generator.draw.pdf.document import pdf_bytes
from generator.fonts.faces import Fonts
from generator.frame import Frame, GroupItem, Paint, ShapeItem, TextItem, walk
from generator.game.piece_shapes import OutlineShape, RoundedShape, piece_outline
from generator.geometry import Insets, Rect, Size, around, transform_point
from generator.imposition.gang import (
    PieceBatch,
    PieceSheetRules,
    PieceSpacing,
    block_places,
    gang_sheets,
    pages_of,
)
from generator.imposition.impose import CORNER, SURE_EDGE, ImpositionSettings, sheet_room
from generator.imposition.print_marks import HAIR, RULE, PieceCut, RulerStrip, form_of
from generator.units import mm
from tests.imposition.test_posters import set_text
from tests.tables import table, tables

TABLES = tables(__file__)

A4, LETTER = Size(mm(210), mm(297)), Size(612, 792)
DOT = Paint("#000000")


def rules(paper=A4, **wishes):
    return PieceSheetRules(ImpositionSettings(paper, margins=Insets(*[SURE_EDGE] * 4), **wishes))


def piece(size, bleed=0.0, name="front"):
    """Return a face with a dot a quarter of the way across and down: its place shows how the face was turned."""
    full = Size(size.width + 2 * bleed, size.height + 2 * bleed)
    x, y = bleed + size.width / 4, bleed + size.height / 4
    return Frame(full, (ShapeItem("rect", Rect(x, y, 1, 1), DOT),), name, Rect(bleed, bleed, *size))


def kind(shape, size, count, bleed=0.0, backs=True):
    card = (piece(size, bleed), piece(size, bleed, "back") if backs else None)
    return PieceBatch((card,) * count, size, form_of(shape, size))


def sheets(kinds, sheet_rules):
    return list(gang_sheets(kinds, sheet_rules, RulerStrip({}, "{}/{}".format, set_text)))


def lines(frame, paint):
    """Return the boxes around the lines of a paint on a page."""
    return [item.rect.around(matrix) for item, matrix in walk(frame.items) if getattr(item, "paint", None) == paint]


def boxes(frame):
    """Return the cut boxes of all pieces on a page, and their matrices."""
    return [
        item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
        for item in frame.items
        if isinstance(item, GroupItem) and item.clip
    ], [item.matrix for item in frame.items if isinstance(item, GroupItem) and item.clip]


def middles(frame):
    clips, matrices = boxes(frame)
    return [
        transform_point(matrix, box.x + box.width / 2, box.y + box.height / 2)
        for box, matrix in zip(clips, matrices, strict=True)
    ]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_a_page_of_18_mm_counters_holds_most_of_what_the_best_packing_can(paper):
    size = Size(mm(18), mm(18))
    sheet_rules = rules(paper)
    round_kind = sheet_rules.kind(kind("circle", size, 1))
    rooms = [sheet_room(sheet_rules.sheet, page) for page in (paper, Size(paper.height, paper.width))]
    count = max(len(block_places(round_kind, Size(room.width, room.height), 10_000)) for room in rooms)
    # the bound: touching circles in rows on the whole paper, without margins, portrait and landscape
    touching = PieceSpacing(size, 0.0, 0.0, form_of("circle", size))
    best = max(len(block_places(touching, page, 10_000)) for page in (paper, Size(paper.height, paper.width)))
    assert count / best > 0.75
    assert count == {A4: 160, LETTER: 150}[paper]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(
    ("shape", "size"),
    [("circle", Size(mm(20), mm(20))), ("hexagon", Size(mm(34.64), mm(40))), ("hexagon", Size(mm(40), mm(34.64)))],
)
def test_backs_lie_behind_their_fronts(shape, size, duplex):
    front, back = sheets([kind(shape, size, 33, mm(1))], rules(bleed=mm(1), duplex=duplex))[:2]
    portrait = front.size.height > front.size.width
    for (x, y), (bx, by) in zip(middles(front), middles(back), strict=True):
        mirrored = (front.size.width - bx, by) if (duplex == "long-edge") == portrait else (bx, front.size.height - by)
        assert mirrored == pytest.approx((x, y), abs=mm(0.01))


@pytest.mark.parametrize("backs", [True, False])
def test_only_pieces_with_backs_have_marks_for_a_blade_on_the_back_page(backs):
    square, with_backs = Size(mm(30), mm(30)), kind("circle", Size(mm(20), mm(20)), 4)
    _, back = sheets([with_backs, kind("rectangle", square, 6, backs=backs)], rules(bleed=mm(1), strip=False))
    assert any(item.kind == "line" for item, _ in walk(back.items) if isinstance(item, ShapeItem)) == backs


@pytest.mark.parametrize(("size", "axis"), [(Size(mm(20), mm(20)), 1), (Size(mm(30), mm(135)), 0)])
def test_beyond_a_fold_backs_lie_mirrored(size, axis):
    (page,) = sheets([kind("circle", size, 6)], rules(duplex="fold"))
    spots = middles(page)
    fold = page.size[axis] / 2
    assert len(spots) == 12
    near = max(spot[axis] for spot in spots[0::2]) + size[axis] / 2
    assert mm(3) <= fold - near < mm(4)
    beyond = [(x, 2 * fold - y) if axis else (2 * fold - x, y) for x, y in spots[1::2]]
    assert sorted((round(x, 3), round(y, 3)) for x, y in beyond) == sorted(
        (round(x, 3), round(y, 3)) for x, y in spots[0::2]
    )


def test_the_cut_of_a_round_piece_is_a_true_circle():
    size = Size(mm(18), mm(18))
    (page,) = sheets([kind("circle", size, 12, backs=False)], rules())
    cuts = [item for item, _ in walk(page.items) if isinstance(item, ShapeItem) and item.kind == "ellipse"]
    assert len(cuts) == 12
    assert [cut for cut in cuts if not (cut.rect.width == cut.rect.height == pytest.approx(mm(18), abs=mm(0.01)))] == []


@table("shape, across, down, count")
def test_all_sides_of_a_shape_are_equally_long(shape, across, down, count):
    size = Size(mm(across), mm(down))
    outline = form_of(shape, size).outline
    across, down = size.width / outline.width, size.height / outline.height
    corners = [(x * across, y * down) for x, y in zip(outline.numbers[::2], outline.numbers[1::2], strict=True)]
    sides = [dist(one, other) for one, other in pairwise([*corners, corners[0]])]
    assert sides == pytest.approx([mm(20)] * count, abs=mm(0.01))


def test_a_circle_is_printed_true_to_a_tenth_of_a_millimetre():
    size = Size(mm(18), mm(18))
    black = Frame(size, (ShapeItem("rect", Rect(0, 0, *size), Paint("#000000")),), "coin", Rect(0, 0, *size))
    paper = ImpositionSettings(Size(mm(40), mm(40)), margins=Insets(*[mm(5)] * 4), strip=False)
    frames = gang_sheets(
        [PieceBatch(((black, None),), size, form_of("circle", size))],
        PieceSheetRules(paper, "none"),
        RulerStrip({}, lambda *_: "", lambda *_: None),
    )
    (page,) = pypdfium2.PdfDocument(pdf_bytes(frames, fonts=Fonts({}), title="circle"))
    fine = 40  # pixels for a millimetre
    dark = page.render(scale=fine * 25.4 / 72).to_pil().convert("L").point(lambda shade: 255 * (shade < 128))
    left, top, right, bottom = dark.getbbox()
    assert (right - left, bottom - top) == pytest.approx((18 * fine, 18 * fine), abs=0.1 * fine)
    middle = (left + right) / 2, (top + bottom) / 2
    for turn in range(0, 360, 15):
        across, down = cos(radians(turn)), sin(radians(turn))
        inside, outside = (
            dark.getpixel((int(middle[0] + r * across), int(middle[1] + r * down)))
            for r in ((9 - 0.1) * fine, (9 + 0.1) * fine)
        )
        assert (inside, outside) == (255, 0), turn


def test_round_pieces_and_hexagons_keep_apart():
    for shape, size in (("circle", Size(mm(18), mm(18))), ("hexagon", Size(mm(26), mm(30.02)))):
        (page,) = sheets([kind(shape, size, 40, backs=False)], rules())
        distance = min(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for (x, y), (a, b) in combinations(middles(page), 2))
        assert distance >= size.width + mm(0.79)


def test_kinds_share_pages_and_none_lies_over_another():
    kinds = [
        PieceSpacing(Size(100, 150), 0, 10),
        PieceSpacing(Size(40, 40), 4, 2),
        PieceSpacing(Size(51, 51), 4, 2, PieceCut(interlocks="rows", pitch=0.866)),
        PieceSpacing(Size(30, 90), 0, 6),
    ]
    room = Rect(20, 20, 550, 760)
    counts = [5, 30, 25, 7]
    pages = pages_of(room, kinds, counts)
    assert len(pages) == 1
    for page in pages:
        outsets = [place.outset(min(kinds[kind].edge, 2)) for kind, places in page for place in places]
        assert [place for place in outsets if not room.holds(place)] == []
        straight = [place for kind, places in page if kinds[kind].form.interlocks == "not" for place in places]
        assert not any(one.meets(other, 0.01) for one, other in combinations(straight, 2))
    assert [sum(len(places) for page in pages for kind, places in page if kind == at) for at in range(4)] == counts


def test_a_page_is_parted_the_way_that_holds_more():
    kinds = [PieceSpacing(Size(60, 230), 2, 1), PieceSpacing(Size(80, 150), 2, 1), PieceSpacing(Size(25, 100), 2, 1)]
    (page,) = pages_of(Rect(0, 0, 196, 276), kinds, [1, 1, 4])
    assert sorted((kind, len(places)) for kind, places in page) == [(0, 1), (1, 1), (2, 2), (2, 2)]


def test_a_page_is_parted_in_two_ways_if_neither_alone_holds_all():
    sizes = [Size(172, 639), Size(274, 379), Size(229, 427), Size(138, 197), Size(73, 285)]
    (page,) = pages_of(Rect(0, 0, 572, 948), [PieceSpacing(size, 2, 1) for size in sizes], [1, 1, 1, 1, 4])
    assert sum(len(places) for _, places in page) == 8
    placed = [place for _, places in page for place in places]
    assert not any(one.meets(other, 0.01) for one, other in combinations(placed, 2))


@pytest.mark.parametrize(("room", "count", "on_pages"), [((297, 420), 16, [12, 4]), ((356, 160), 4, [2, 2])])
def test_no_piece_is_printed_alone_on_a_last_page(room, count, on_pages):
    tile = PieceSpacing(Size(90, 72) if count == 16 else Size(105, 148), 0, 3)
    pages = pages_of(Rect(0, 0, *room), [tile, PieceSpacing(Size(90, 10), 0, 3)], [count, 0])
    assert [sum(len(places) for _, places in page) for page in pages] == on_pages


def test_pieces_stand_in_the_middle_of_the_width():
    (page,) = sheets([kind("rectangle", Size(mm(95), mm(130)), 2, backs=False)], rules())
    xs = [x for x, _ in middles(page)]
    assert sum(xs) / len(xs) == pytest.approx(page.size.width / 2)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_a_piece_as_large_as_the_page_has_a_line_around_it_where_marks_have_no_room(duplex):
    front, back = sheets([kind("rectangle", Size(mm(196), mm(276)), 1)], rules(duplex=duplex))
    (cut,) = lines(front, CORNER)
    assert (cut.width, cut.height) == pytest.approx((mm(196), mm(276)))
    for page in (front, back):
        ((clip,), (matrix,)) = boxes(page)
        assert [line for line in lines(page, RULE) if line.outset(mm(1)).meets(clip.around(matrix))] == []


@pytest.mark.parametrize(("guides", "kinds"), TABLES["guides_follow_the_tool"])
def test_guides_follow_the_tool(guides, kinds):
    for shape, counts in kinds.items():
        sheet_rules = PieceSheetRules(rules().sheet, guides)
        (page,) = sheets([kind(shape, Size(mm(20), mm(20)), 3, backs=False)], sheet_rules)
        shapes = [item for item, _ in walk(page.items) if isinstance(item, ShapeItem)]
        assert Counter(item.kind for item in shapes if item.paint not in (DOT, RULE)) == counts, shape


@pytest.mark.parametrize(("duplex", "count"), TABLES["marks_stand_on_each_side_of_a_block_at_every_cut"])
def test_marks_stand_on_each_side_of_a_block_at_every_cut(duplex, count):
    pages = sheets([kind("rectangle", Size(mm(60), mm(60)), 14, backs=duplex != "off")], rules(duplex=duplex))
    for number, page in enumerate(pages, 1):
        cuts, expected = [clip.around(matrix) for clip, matrix in zip(*boxes(page), strict=True)], set()
        for block in (cuts[0::2], cuts[1::2]) if duplex == "fold" else (cuts,):
            ring = around(block).outset(mm(1 + 3.5 / 2))  # through the middles of the marks
            expected |= {(x, y) for box in block for x in (box.x, box.right) for y in (ring.y, ring.bottom)}
            expected |= {(x, y) for box in block for x in (ring.x, ring.right) for y in (box.y, box.bottom)}
        middles_of_marks = {(round(x, 1), round(y, 1)) for x, y in (mark.middle for mark in lines(page, HAIR))}
        assert middles_of_marks == {(round(x, 1), round(y, 1)) for x, y in expected}
        texts = [item.text for item, _ in walk(page.items) if isinstance(item, TextItem)]
        assert f"{number}/{count}" in texts
    assert len(pages) == count


def test_rulers_go_in_steps_of_a_centimetre_and_of_an_eighth_of_an_inch():
    (page,) = sheets([kind("circle", Size(mm(20), mm(20)), 1, backs=False)], rules())
    marks = sorted(line.x for line in lines(page, RULE) if not line.width)
    steps = [right - left for left, right in pairwise(marks)]
    assert steps == pytest.approx([mm(10)] * 5 + [mm(11)] + [9] * 16)


def test_a_back_of_an_outline_is_clipped_from_behind():
    size = Size(mm(20), mm(10))
    outline = piece_outline("M 0 0 L 20 0 L 0 10 Z")
    front, back = sheets([kind(OutlineShape(place=NOWHERE, outline=outline), size, 1)], rules())
    (of_front,), (of_back,) = (
        [item.clip.outline.numbers for item in page.items if isinstance(item, GroupItem) and item.clip]
        for page in (front, back)
    )
    assert (of_front, of_back) == ((0, 0, 20, 0, 0, 10), (20, 0, 0, 0, 20, 10))


@pytest.mark.parametrize(("gap", "shown"), [(None, 2), (mm(2), 1), (0.0, 0)])
def test_the_bleed_of_neighbours_never_lies_over_a_piece(gap, shown):
    size = Size(mm(20), mm(20))
    (page,) = sheets([kind("rectangle", size, 9, mm(2), backs=False)], rules(bleed=mm(2), gap=gap))
    clips = [clip.around(matrix) for clip, matrix in zip(*boxes(page), strict=True)]
    assert [box for box in clips if box.width != pytest.approx(mm(20 + 2 * shown))] == []
    assert not any(one.meets(other, 0.01) for one, other in combinations(clips, 2))


def test_round_corners_keep_their_bleed():
    form = form_of(RoundedShape(place=NOWHERE, rounded=mm(3)), Size(100, 50))
    assert form.clip(Rect(5, 5, 100, 50), 5) == ShapeItem("rect", Rect(0, 0, 110, 60), Paint(), mm(3) + 5)


def test_marks_are_short_where_that_saves_a_page():
    for count, length in ((60, 1), (54, 3.5)):
        (page,) = sheets([kind("rectangle", Size(mm(40), mm(40)), count, backs=False)], rules(Size(mm(297), mm(420))))
        assert {round(max(mark.width, mark.height), 1) for mark in lines(page, HAIR)} == {round(mm(length), 1)}


def test_pages_of_folded_and_plain_pieces_are_counted_through():
    size = Size(mm(60), mm(60))
    pages = sheets([kind("rectangle", size, 5), kind("rectangle", size, 3, backs=False)], rules(duplex="fold"))
    texts = [{item.text for item, _ in walk(page.items) if isinstance(item, TextItem)} for page in pages]
    assert [number for number, words in enumerate(texts, 1) if f"{number}/{len(pages)}" not in words] == []
    assert len(pages) == 2
