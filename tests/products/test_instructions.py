"""Test that the instructions page describes the requested kit: files, counts, edge, way to turn, picture."""

from dataclasses import replace
from itertools import product

import pytest

from generator.frame import ShapeItem, TextItem, walk
from generator.geometry import STANDARD_CARD, Size
from generator.imposition.backs import turns_over_upright
from generator.layout.frame_checks import frame_faults
from generator.products.faces_on_paper import drawn_area
from generator.products.handout_pages import page_face, page_frames
from generator.products.kit import kit_documents
from generator.products.kit_contents import kit_entries, printing_values
from generator.products.print_pack import open_pack
from generator.products.print_request import CardSheetOptions, KitRequest, PaperOptions, SheetOptions
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain
from generator.units import mm
from tests.conftest import ROOT, often

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
CATALOGUE = GameCatalogue((ROOT,))


@pytest.fixture(scope="module")
def pack():
    return open_pack(CATALOGUE, "paper-dungeons", "en")


def two_sided_files(pack, order):
    """Yield the pages of each file of a kit, if the file has backs."""
    for document in kit_documents(pack, order):
        if any(frame.side == "back" for frame in document.frames):
            yield document.frames


def order(paper, duplex, *, two_files=False, **wishes):
    cards = CardSheetOptions(size=STANDARD_CARD, duplex=duplex, two_files=two_files)
    return KitRequest(on=PaperOptions(usual=paper), cards=cards, **wishes)


def words_and_signs(pack, order):
    """Return the words and the icons of the instructions page."""
    frames = list(
        page_frames(pack, "instructions", order.on.size(pack.catalogue), {"printing": printing_values(pack, order)})
    )
    items = [item for frame in frames for item, _ in walk(frame.items)]
    signs = {item.outline.name for item in items if isinstance(item, ShapeItem) and item.outline is not None}
    return " ".join(item.text for item in items if isinstance(item, TextItem)), signs


@pytest.mark.parametrize(
    ("duplex", "edge", "like", "sign"),
    [("long-edge", "long edge", "book", "flip_book"), ("short-edge", "short edge", "wall calendar", "flip_calendar")],
)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_the_edge_the_words_and_the_picture_agree(pack, paper, duplex, edge, like, sign):
    words, signs = words_and_signs(pack, order(paper, duplex))
    assert f"flip on the {edge}" in words
    assert f"turn the pile over its {edge}" in words
    assert f"page of a {like}" in words
    assert {sign for sign in signs if sign.startswith("flip")} == {sign}


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_the_way_to_turn_an_upright_pile_holds_for_every_file_of_a_kit_standing_or_lying(duplex):
    """On Letter, pages of Platformer cards are landscape and other pages portrait. All turn over the same edge."""
    platformer = open_pack(CATALOGUE, "platformer", "en")
    pages = [frames[0].size for frames in two_sided_files(platformer, order(LETTER, duplex))]
    assert {page.width > page.height for page in pages} == {True, False}
    for page in pages:
        about_the_upright_axis_of_the_page = turns_over_upright(page, duplex)
        upright = page.height >= page.width
        about_the_long_edge = about_the_upright_axis_of_the_page == upright
        assert about_the_long_edge == (duplex == "long-edge")


@pytest.mark.parametrize(("duplex", "turned"), [("long-edge", "book"), ("short-edge", "wall calendar")])
def test_fronts_and_backs_in_two_files_are_told_as_such(pack, duplex, turned):
    words, signs = words_and_signs(pack, order(A4, duplex, two_files=True))
    assert "in files of their own" in words
    assert "Turn the printed pile over its" in words
    assert f"turn it like a page of a {turned}" in words
    assert "odd pages" not in words
    assert "alternate" not in words
    assert f"flip_{turned.split()[-1]}" in signs


@pytest.mark.parametrize(
    ("duplex", "sentence"), [("fold", "fold along the dashed line"), ("off", "This kit has no backs")]
)
def test_without_two_sides_nothing_is_turned_over(pack, duplex, sentence):
    words, signs = words_and_signs(pack, order(A4, duplex))
    assert sentence in words
    assert "flip" not in words
    assert "two-sided" not in words
    assert not {sign for sign in signs if sign.startswith("flip")}


def test_a_first_game_on_a_drawn_dungeon_has_no_missions_and_no_walls_to_add(pack):
    words, _ = words_and_signs(pack, order(A4, "long-edge", sheets=SheetOptions(maps=("a",), mode="first-game")))
    assert "A first game has no missions" in words
    assert "already on your sheets" in words
    assert "adds its black walls" not in words
    assert "--mode first-game" not in words


def test_files_and_counts_are_those_that_are_printed(pack):
    words, _ = words_and_signs(pack, KitRequest(on=PaperOptions(usual=A4)))
    assert [
        line for line in ("Boss cards, 12", "Goal cards, 16", "Player sheet", "Score pad") if line not in words
    ] == []
    mixed, _ = words_and_signs(pack, replace(KitRequest(on=PaperOptions(usual=A4)), mixed=True))
    assert "sort the cards" in mixed
    assert "sort the cards" not in words


@pytest.mark.parametrize(
    ("duplex", "two_files", "cards"),
    [("long-edge", False, "both"), ("short-edge", True, "apart"), ("fold", False, "folded"), ("off", False, "thick")],
)
def test_every_file_tells_its_paper_and_whether_it_is_printed_on_both_sides(duplex, two_files, cards):
    platformer, request = open_pack(CATALOGUE, "platformer", "en"), order(A4, duplex, two_files=two_files)
    entries = kit_entries(platformer, request)[1:]
    on = {
        entry.name: file["on"]
        for entry, file in zip(entries, printing_values(platformer, request)["files"], strict=True)
    }
    assert {on[name] for name in ("cards", "tiles-and-shop")} == {cards}
    assert {on[name] for name in ("heroes-and-tokens", "help-cards")} == {"thick"}
    assert {on[name] for name in ("help", "")} == {"plain"}


@pytest.mark.parametrize(
    ("game", "extras", "said"),
    [
        ("labirynt-smierci", False, {"marks"}),
        ("dungeon-fighter", False, {"marks", "lines", "folds", "joins"}),
        ("paper-dungeons", True, {"lines", "folds"}),
    ],
)
def test_what_is_said_of_pieces_is_true_of_this_kit(game, extras, said):
    game_pack = open_pack(CATALOGUE, game, "en")
    words, _ = words_and_signs(game_pack, replace(KitRequest(on=PaperOptions(usual=A4)), extras=extras))
    ways = plain(game_pack.words.node)["instructions"]["pieces"]
    assert {name for name, sentence in ways.items() if name != "paper" and sentence in words} == said


def test_a_game_without_cards_is_not_told_of_cutting(tmp_path):
    game = (ROOT / "cards" / "yacht" / "game.yaml").read_text(encoding="utf-8")
    (tmp_path / "cards" / "yacht").mkdir(parents=True)
    page = 'pages:\n  instructions: {layout: common/pages/instructions, title: "{words.instructions.title}"}\n'
    (tmp_path / "cards" / "yacht" / "game.yaml").write_text(
        game.replace("pages:\n", page).replace("  - {sheet", "  - {page: instructions}\n  - {sheet"), encoding="utf-8"
    )
    words, signs = words_and_signs(
        open_pack(GameCatalogue((tmp_path, ROOT)), "yacht", "en"), KitRequest(on=PaperOptions(usual=A4))
    )
    assert "Score sheet" in words
    assert "Cut along" not in words
    assert not signs & {"scissors"}


def test_a_kit_that_needs_no_cutting_prints_no_page_that_says_so():
    names = [
        document.name
        for document in kit_documents(open_pack(CATALOGUE, "yacht", "en"), KitRequest(on=PaperOptions(usual=A4)))
    ]
    assert names == ["0-score-sheet", "1-rules"]


def full_orders():
    """Yield every kind of kit request that changes the first page."""
    for paper, extras, mixed in product((A4, LETTER), (False, True), (False, True)):
        for duplex, two_files in (("long-edge", False), ("short-edge", True), ("fold", False), ("off", False)):
            yield order(paper, duplex, extras=extras, mixed=mixed, two_files=two_files)


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize("game", ["paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci"])
def test_the_page_holds_all_that_it_tells_of_any_kit(game, language):
    game_pack = open_pack(CATALOGUE, game, language)
    orders = list(full_orders())
    for request in orders[:: often(7, 1)]:
        size = drawn_area(request.on.size(CATALOGUE))
        page = page_face(game_pack, "instructions", size, {"printing": printing_values(game_pack, request)})
        assert [str(fault) for fault in frame_faults(page)] == []
        assert min(item.size for item, _ in walk(page.items) if isinstance(item, TextItem)) >= 7
    game_pack.raise_faults()


GAMES = ["paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht"]
KITS = [(game, language, at) for game in GAMES for language in ("en", "pl", "cs") for at in range(32)]


@pytest.mark.parametrize(("game", "language", "at"), often(KITS[20::103], KITS))
def test_every_kit_prints(game, language, at):
    game_pack = open_pack(CATALOGUE, game, language)
    assert list(kit_documents(game_pack, list(full_orders())[at]))
    game_pack.raise_faults()
