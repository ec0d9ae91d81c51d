"""Test pieces as files: each different face once, cut to its shape, transparent outside; bags for virtual tables."""

import io

import pytest
from PIL import Image

from generator.geometry import Size
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.products.exports.card_files import named_pieces, pictures_of, png_files, svg_files
from generator.products.exports.tts import piece_files
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from generator.workshop.previews import PreviewRequest, picture, shelf
from tests.conftest import ROOT
from tests.tables import write_files

CATALOGUE = GameCatalogue((ROOT,))
RULES = PieceSheetRules(ImpositionSettings(Size(mm(210), mm(297)), Size(mm(63), mm(88))))


@pytest.fixture(scope="module")
def pack():
    return open_pack(CATALOGUE, "paper-dungeons", "cs")


def test_each_different_face_is_a_picture_without_its_corners(pack):
    faces = pictures_of(named_pieces(pack, ["counters"], RULES))
    assert (len(faces), faces[0].name, faces[-1].name) == (28, "counters-01-gem_a-front", "counters-23-round_7-back")
    name, picture = next(png_files(pack, faces[:1], 127.0))
    image = Image.open(io.BytesIO(picture))
    assert (name, image.mode, image.size) == ("counters-01-gem_a-front.png", "RGBA", (100, 100))
    alphas = [
        image.getpixel(spot)[3] for spot in ((0, 0), (99, 0), (0, 99), (99, 99), (14, 14), (16, 16), (50, 50), (50, 1))
    ]
    assert alphas[:4] == [0] * 4
    assert (alphas[4] < 255, alphas[5:]) == (True, [255, 255, 255])


def test_a_net_is_one_picture_on_white(pack):
    (face,) = pictures_of(named_pieces(pack, ["pocket"], RULES))
    _, picture = next(png_files(pack, [face], 25.4))
    image = Image.open(io.BytesIO(picture))
    assert (image.mode, image.size) == ("RGB", (259, 178))
    assert image.getpixel((258, 177)) == (255, 255, 255)


def test_a_drawing_of_a_piece_has_no_white_below_it(pack):
    faces = pictures_of(named_pieces(pack, ["counters"], RULES))[:1]
    ((_, drawing),) = svg_files(pack, faces)
    assert b"<ellipse" in drawing.partition(b"</clipPath>")[0]
    assert b'<rect width="56.69" height="56.69" fill="#ffffff"/>' not in drawing


def test_pieces_lie_in_bags_on_a_table_on_screen(pack):
    objects = []
    files = dict(piece_files(pack, ["counters"], "https://example.org/", objects))
    (bag,) = objects
    tiles = bag["ContainedObjects"]
    assert (bag["Name"], bag["Nickname"], len(tiles)) == ("Bag", "Žetony", 23)
    assert {tile["CustomImage"]["CustomTile"]["Type"] for tile in tiles} == {2}
    image_files = {
        tile["CustomImage"][side].removeprefix("https://example.org/")
        for tile in tiles
        for side in ("ImageURL", "ImageSecondaryURL")
    }
    assert len(image_files) == 28
    assert image_files <= set(files)


@pytest.mark.parametrize(
    ("name", "card", "side", "text"),
    [("counters", "round_3", "back", "4"), ("bosses_box", "bosses_box", "front", "12 cards")],
)
def test_a_browser_shows_pieces_beside_cards(name, card, side, text):
    decks = shelf(CATALOGUE, "paper-dungeons", "en")["decks"]
    assert card in next(deck["cards"] for deck in decks if deck["name"] == name)
    preview = picture(CATALOGUE, PreviewRequest("paper-dungeons", "en", None, "deck", name, card, side))
    assert f">{text}<" in preview.svg


def test_pieces_are_written_by_name(scrawl, tmp_path):
    result = scrawl("export", "png", "--piece", "counters", "--dpi", "40", "-o", "out")
    assert (result.returncode, len(list((tmp_path / "out").iterdir()))) == (0, 28), result.stderr


FACES = {"coins-01-coins-front", "rings-01-one-front", "rings-02-one-front", "rings-03-two-front"}


@pytest.fixture
def pieces_alone(tmp_path):
    """Write a game of pieces, without a deck: a square coin, rings, and a box, which is not flat."""
    game = """game: mine
pieces:
  coins: {layout: piece, size: 10mm}
  rings: {layout: piece, shape: circle, size: 12mm}
  box: {layout: common/pieces/tuck_box, shape: {tuck_box: {count: 9}}}
"""
    files = {
        "cards/mine/game.yaml": game,
        "cards/mine/rings.yaml": "deck: rings\ncards: {one: {copies: 2}, two: {}}\n",
        "cards/mine/words/en.yaml": "game: {title: Mine}\n",
        "layouts/mine/piece.yaml": 'extends: ../common/styles.yaml\nfront: {text: "{key}", style: number, size: 8pt}\n',
    }
    write_files(tmp_path, files)


def stems(folder):
    return {path.stem for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("png --dpi 40", {"coins-01-coins-front", "rings-01-one-front", "rings-03-two-front", "box-01-box-front"}),
        ("svg", {"coins-01-coins-front", "rings-01-one-front", "rings-03-two-front", "box-01-box-front"}),
        ("tabletopia", {"coins-01-coins-front", "rings-01-one-front", "rings-03-two-front"}),
        ("screentop --lang en", {"coins-01-coins-front", "rings-01-one-front", "rings-03-two-front"}),
        ("tts", {"coins-01-coins-front", "rings-01-one-front", "rings-03-two-front", "mine"}),
        ("shop game-crafter", FACES),
        ("shop drive-thru-cards --edition ink-saver", {"coins", "rings"}),
        ("shop plain --piece rings", {"rings"}),
    ],
)
def test_a_game_of_pieces_alone_goes_wherever_cards_go(pieces_alone, scrawl, tmp_path, command, written):
    result = scrawl("export", *command.split(), "--game", "mine", "-o", "out")
    assert (result.returncode, stems(tmp_path / "out")) == (0, written), result.stderr


def test_a_shop_gets_pieces_whole_in_their_own_size_with_its_bleed(pieces_alone, scrawl, tmp_path):
    assert scrawl("export", "shop", "game-crafter", "--game", "mine", "-o", "out").returncode == 0
    with Image.open(tmp_path / "out" / "rings-01-one-front.png") as picture:
        assert picture.size == (round((12 / 25.4 + 0.25) * 300), round((12 / 25.4 + 0.25) * 300))
        assert picture.mode == "RGB"


def test_what_is_folded_goes_to_no_shop(pieces_alone, scrawl, tmp_path):
    result = scrawl("export", "shop", "plain", "--game", "mine", "--piece", "box", "-o", "out")
    assert (result.returncode, "C002 piece 'box' is folded" in result.stderr, (tmp_path / "out").exists()) == (
        1,
        True,
        False,
    )


def test_decks_and_pieces_go_together_and_each_alone(scrawl, tmp_path):
    for options, kinds in (
        (("--deck", "goals"), {"goals"}),
        (("--piece", "counters"), {"counters"}),
        ((), {"goals", "counters", "bosses"}),
    ):
        result = scrawl("export", "shop", "plain", *options, "-o", "-".join(("out", *options)))
        assert result.returncode == 0, result.stderr
        assert kinds <= stems(tmp_path / "-".join(("out", *options)))
        assert not options or kinds == stems(tmp_path / "-".join(("out", *options)))
