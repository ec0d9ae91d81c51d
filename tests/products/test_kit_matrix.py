"""Kits of every game, language, paper, edition and bleed: they print, nothing covers other content, no text is tiny."""

from itertools import product

import pytest

from generator.frame import Frame, GroupItem, Paint, ReusableDrawing, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import CardSheetOptions, KitRequest, PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.products.collisions import collisions, inks, paragraphs

CATALOGUE = GameCatalogue((ROOT,))
LEAST = mm(0.3)
LINES, WORDS, SMALLEST = 3, 6, 8.5  # the least lines and words of running text, and its least size in points
GAMES = ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")
EDITIONS = (None, "ink-saver", "colour-blind", "large-print", "dry-erase")
MATRIX = often(
    [
        ("yacht", "pl", "letter", "large-print", 3),
        ("labirynt-smierci", "pl", "letter", "ink-saver", 0),
        ("platformer", "en", "a4", "ink-saver", 0),
        ("dungeon-fighter", "cs", "a4", "colour-blind", 3),
    ],
    list(product(GAMES, ("en", "pl", "cs"), ("a4", "letter"), EDITIONS, (0, 3))),
)


@pytest.mark.parametrize(("game", "language", "paper", "edition", "bleed"), MATRIX)
def test_a_kit_prints_and_nothing_lies_over_anything(game, language, paper, edition, bleed):
    pack = open_pack(CATALOGUE, game, language, edition)
    cards = CardSheetOptions(bleed=mm(bleed))
    request = KitRequest(on=PaperOptions(paper=paper), cards=cards, extras=True, mixed=not bleed)
    documents = list(kit_documents(pack, request))
    pack.raise_faults()
    frames = {id(frame.items): (document.name, frame) for document in documents for frame in document.frames}
    overlaps, tiny = [], []
    for name, frame in frames.values():
        ink_boxes = list(inks(pack, frame.items))
        overlaps += [(name, one, other) for one, other in collisions(ink_boxes, LEAST)]
        tiny += [
            (name, *paragraph)
            for paragraph in paragraphs(ink_boxes)
            if paragraph[0] >= LINES and paragraph[1] >= WORDS and paragraph[2] < SMALLEST
        ]
    assert overlaps == []
    assert tiny == []


@pytest.mark.parametrize("language", often(["pl"], ["en", "pl", "cs"]))
@pytest.mark.parametrize("edition", often([None], EDITIONS))
def test_names_that_are_printed_on_a_sheet_lie_over_nothing(language, edition):
    pack = open_pack(CATALOGUE, "paper-dungeons", language, edition)
    for page in sheet_pages(pack, SheetOptions(maps=("c",), players=("Ada",)), PaperOptions(paper="a4")):
        assert list(collisions(list(inks(pack, page.items)), LEAST)) == []


def text(x, y, words="Ada"):
    return TextItem(x, y, words, "text.regular", 10, "#000000", 0)


WORD = text(50, 50, "Warrior")
RULES = (
    (text(60, 52), True),
    (text(60, 62), False),
    (text(50, 50, "Warrior"), False),  # the very same spot: drawn twice, as a shadow is
    (ShapeItem("outline", Rect(70, 40, 20, 20), Paint("#000000"), spoken="sword"), True),
    (ShapeItem("rect", Rect(40, 30, 200, 60), Paint("#ffffff")), True),  # hides all of it
    (ShapeItem("rect", Rect(40, 30, 200, 60), Paint(None, "#000000")), False),
    (GroupItem(ReusableDrawing(Size(9, 9), (text(60, 52),)), (1, 0, 0, 1, 0, 60)), False),
    (GroupItem(ReusableDrawing(Size(9, 9), (text(0, 0),)), (1, 0, 0, 1, 60, 52), Rect(0, 20, 9, 9)), False),
)


@pytest.mark.parametrize(("later", "collides"), RULES)
def test_what_lies_over_words_is_seen(later, collides):
    pack = open_pack(CATALOGUE, "yacht", "en")
    frame = Frame(Size(300, 300), (WORD, later))
    assert bool(list(collisions(list(inks(pack, frame.items)), LEAST))) == collides
