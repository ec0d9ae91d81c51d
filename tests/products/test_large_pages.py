"""Test pages of words in large print: nothing is cut, lost or repeated, and no heading ends a page."""

from collections import Counter
from functools import cache

import pytest

from generator.frame import (
    ImageItem,
    Paint,
    ReusableDrawing,
    ShadowItem,
    ShapeItem,
    TextItem,
    begins_block,
    cell_tag,
    walk,
)
from generator.geometry import A4, Rect, Size
from generator.layout.engine import TOO_FULL
from generator.products.faces_on_paper import drawn_area, printable
from generator.products.handout_pages import page_entry, page_face, page_frames
from generator.products.large_pages import page_parts
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from generator.workshop.previews import PreviewRequest, face_of
from tests.conftest import ROOT, often
from tools.large_print import fill, torn

GAMES = ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")


def texts(frame):
    return [(item, item.rect.around(matrix)) for item, matrix in walk(frame.items) if isinstance(item, TextItem)]


def paragraphs(frame):
    """Return the paragraphs of a page above the strip at its foot: lists of texts with their boxes."""
    groups = []
    for item, box in texts(frame):
        if box.middle[1] < printable(frame.size).bottom:
            if begins_block(item) or not groups:
                groups.append([])
            groups[-1].append((item, box))
    return groups


def smallest_letters(pack, name):
    """Return the least height of letters in each paragraph of a page, by its text without blanks and hyphens."""
    heights = {}
    for page in page_frames(pack, name, A4):
        for part in paragraphs(page):
            text = "".join("".join(item.text.split()) for item, _ in part).replace("-", "")
            heights[text] = min(box.height for _, box in part)
    return heights


EVERY_PAGE = [
    (game, language, name)
    for game in GAMES
    for language in ("en", "pl", "cs")
    for name in open_pack(GameCatalogue((ROOT,)), game, language).manifest.pages
]


@pytest.mark.parametrize(("game", "language", "name"), often([("paper-dungeons", "pl", "dice")], EVERY_PAGE))
def test_no_text_is_smaller_in_large_print_than_in_the_usual_edition(game, language, name):
    usual, larger = (
        smallest_letters(open_pack(GameCatalogue((ROOT,)), game, language, edition), name)
        for edition in (None, "large-print")
    )
    both = usual.keys() & larger.keys()
    assert len(both) > 0.8 * len(usual)
    assert {text: (usual[text], larger[text]) for text in both if larger[text] < 0.999 * usual[text]} == {}


@cache
def large(game, language="en"):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, "large-print")
    names = [name for name in pack.manifest.pages if not page_entry(pack, name).actual_size]
    pages = {name: list(page_frames(pack, name, A4)) for name in names}
    pack.raise_faults()
    return pack, pages


@pytest.mark.parametrize("game", GAMES)
def test_a_large_print_has_each_word_of_its_page_once_and_whole(game):
    pack, pages = large(game)
    for name, frames in pages.items():
        whole = page_face(pack, name, Size(mm(600), mm(2000)))
        words = Counter(word for item, _ in texts(whole) for word in item.text.split())
        page_words = Counter(
            word for page in frames for part in paragraphs(page) for item, _ in part for word in item.text.split()
        )
        assert not (words - page_words), name
        for page in frames:
            inside = Rect(0, 0, *page.size)
            assert all(inside.holds(box) for part in paragraphs(page) for _, box in part), name


@pytest.mark.parametrize("game", GAMES)
def test_no_heading_of_a_large_print_stands_alone_at_the_foot(game):
    _, pages = large(game)
    for name, frames in pages.items():
        for page in frames[:-1]:
            foot = printable(page.size).bottom
            boxes = [item.rect.around(matrix) for item, matrix in walk(page.items) if not isinstance(item, ShadowItem)]
            for part in paragraphs(page):
                if part[0][0].opens.startswith("H"):
                    heading = max(box.bottom for _, box in part)
                    assert [1 for box in boxes if heading + 3 < box.bottom < foot], name


def test_a_picture_beside_words_is_on_their_page():
    _, pages = large("paper-dungeons")
    for page in pages["items"]:
        outlines = [item.outline for item, _ in walk(page.items) if isinstance(item, ShapeItem) and item.outline]
        emblems = [outline for outline in outlines if outline.name.startswith("vignette")]
        names = [item for item, _ in texts(page) if item.opens == "H2" and item.text not in ("Players ask", "Variants")]
        assert len(emblems) == len(names)


@pytest.mark.parametrize(
    ("game", "language"),
    often([("yacht", "en")], [(game, language) for game in GAMES for language in ("en", "pl", "cs")]),
)
def test_pages_of_a_large_print_are_full_and_tear_no_table_or_list(game, language):
    _, pages = large(game, language)
    fills = [fill(page) for frames in pages.values() for page in frames]
    assert sum(fills) / len(fills) >= 0.85
    assert [(name, what) for name, frames in pages.items() for what in torn(frames)] == []


def cell(row, column, text, y):
    return TextItem(
        10 + 40 * column,
        y,
        text,
        "text",
        10,
        "#000000",
        30,
        opens=cell_tag(row, column, heads="Column" if row == 0 else ""),
    )


def test_a_table_higher_than_a_page_repeats_its_head_and_a_list_keeps_two_entries_together():
    rows = [cell(row, column, f"{row}{column}", 20 * row + 10) for row in range(8) for column in range(2)]
    drawing = ReusableDrawing(Size(100, 200), tuple(rows))
    assert page_parts(drawing, 100)[1][0] == page_parts(drawing, 100)[0][0] == pytest.approx((3, 11.8))
    steps = [TextItem(10, 20 * n + 10, str(n), "text", 10, "#000000", 5, opens="Lbl") for n in range(5)]
    parts = page_parts(ReusableDrawing(Size(100, 100), tuple(steps)), 60)
    assert sorted(len(runs) for runs in parts) == [1, 2]


def test_no_page_begins_with_the_last_paragraph_before_a_heading():
    kinds = [*"PPPP", "H2", *"PPPP"]
    words = [TextItem(10, 40 * n + 10, kind, "text", 10, "#000000", 5, opens=kind) for n, kind in enumerate(kinds)]
    pages = page_parts(ReusableDrawing(Size(100, 400), tuple(words)), 80)
    assert [page[0][0] for page in pages] == [pytest.approx(top) for top in (3, 83, 161.944, 243)]


def test_a_picture_and_its_caption_below_it_are_on_one_page():
    caption = TextItem(12, 71, "fountain", "text", 10, "#000000", 20, opens="P")
    picture = ShapeItem("ellipse", Rect(10, 30, 30, 30), Paint())
    further = TextItem(12, 111, "fountain", "text", 10, "#000000", 20, opens="P")
    for words, pages in ((caption, 1), (further, 2)):
        parts = page_parts(ReusableDrawing(Size(100, 130), (picture, words)), 35)
        assert len(parts) == pages


def test_accents_of_capitals_and_high_letters_of_headings_are_not_cut_off_at_the_head_of_a_page():
    words = [
        TextItem(10, y, text, "text", 10, "#000000", 30, opens=opens)
        for y, text, opens in ((20, "hra", "H1"), (70, "hra", "P"), (100, "KRÁTKÁ HRA", "P"))
    ]
    parts = page_parts(ReusableDrawing(Size(100, 130), tuple(words)), 15)
    assert [runs[0][0] for runs in parts] == [pytest.approx(top) for top in (20 - 8.056, 70 - 7, 100 - 9.464)]


def test_pages_are_about_as_full_and_hold_what_belongs_together():
    pack, _ = large("labirynt-smierci")
    face = page_face(pack, "rules_2", Size(mm(131), mm(600))).content()
    parts = page_parts(face, mm(180))
    heights = [sum(bottom - top for top, bottom in runs) for runs in parts]
    assert max(heights) <= mm(180)
    assert len(parts) > 1
    edges = [edge for runs in parts for run in runs for edge in run]
    assert edges == sorted(edges)
    boxes = [box for _, box in texts(face)]
    assert not [1 for box in boxes for top, _ in (runs[0] for runs in parts) if box.y < top < box.bottom]


def test_the_frame_of_a_picture_is_no_higher_than_the_picture():
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "cs", "large-print")
    face = page_face(pack, "examples_2", Size(mm(137), mm(600)))
    frames = [item for item, _ in walk(face.items) if isinstance(item, ShapeItem) and item.radius == mm(1.2)]
    assert len({round(frame.rect.height) for frame in frames[-3:]}) == 1, (
        "three pictures alike, beside few and many words"
    )


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize(
    ("edition", "paper"), [(None, A4), ("large-print", A4), ("large-print", Size(mm(250), mm(400)))]
)
def test_heads_of_a_table_do_not_touch(language, edition, paper):
    pack = open_pack(GameCatalogue((ROOT,)), "labirynt-smierci", language, edition)
    for page in page_frames(pack, "tables", paper):
        heads = [(item.text, box) for item, box in texts(page) if item.opens.endswith("Column")]
        for one, left in heads:
            beside = [box for _, box in heads if abs(box.y - left.y) < 1 and box.x > left.x]
            assert not [box for box in beside if box.x < left.right + mm(0.5)], one


@pytest.mark.parametrize(("paper", "shown"), [("letter", 0), ("legal", 1)])
def test_a_page_that_would_be_half_empty_shows_a_picture(paper, shown):
    size = {"letter": Size(mm(215.9), mm(279.4)), "legal": Size(mm(215.9), mm(355.6))}[paper]
    (page,) = page_frames(open_pack(GameCatalogue((ROOT,)), "yacht", "pl"), "rules", size)
    assert sum(isinstance(item, ImageItem) for item, _ in walk(page.items)) == shown


@pytest.mark.parametrize("game", ["paper-dungeons", "platformer"])
def test_a_page_is_shown_as_it_is_set_anew(game):
    pack = open_pack(GameCatalogue.at(ROOT), game, "en", "large-print")
    name = "help" if "help" in pack.manifest.pages else next(iter(pack.manifest.pages))
    face, _, _ = face_of(pack, PreviewRequest(game, "en", "large-print", "page", name))
    assert [fault for fault in pack.faults if fault.code in TOO_FULL] == []
    assert face.size.width * pack.scale == pytest.approx(drawn_area(A4).width)


@pytest.mark.parametrize(
    ("width", "height", "scale"), [(297, 420, 1.43), (279, 432, 1.34), (216, 356, 1), (420, 297, 1)]
)
def test_pages_are_enlarged_on_paper_that_is_wider_and_higher_than_a4(width, height, scale):
    pack = open_pack(GameCatalogue((ROOT,)), "yacht", "en")
    (usual,), (larger,) = (list(page_frames(pack, "rules", paper)) for paper in (A4, Size(mm(width), mm(height))))
    sizes = [
        max(item.size * matrix[0] for item, matrix in walk(face.items) if isinstance(item, TextItem))
        for face in (usual, larger)
    ]
    assert sizes[1] / sizes[0] == pytest.approx(scale, abs=0.03)
