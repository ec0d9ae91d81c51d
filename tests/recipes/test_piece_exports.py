"""Pieces as files: each different face once, cut to its shape, on nothing; bags of them for a table on screen."""

import io

import pytest
from PIL import Image

from generator.geometry import Size
from generator.reading.catalogue import Catalogue
from generator.recipes.exports.card_files import png_files, svg_files
from generator.recipes.exports.piece_exports import named_pieces, pictures_of
from generator.recipes.exports.tts import piece_files
from generator.recipes.pack import open_pack
from generator.sheets.gang import GangRules
from generator.sheets.impose import SheetRules
from generator.units import mm
from generator.workshop.previews import PreviewRequest, picture, shelf
from tests.conftest import ROOT

CATALOGUE = Catalogue((ROOT,))
RULES = GangRules(SheetRules(Size(mm(210), mm(297)), Size(mm(63), mm(88))))


@pytest.fixture(scope="module")
def pack():
    return open_pack(CATALOGUE, "paper-dungeons", "cs")


def test_each_different_face_is_a_picture_without_its_corners(pack):
    faces = pictures_of(named_pieces(pack, ["counters"], RULES))
    assert (len(faces), faces[0].name, faces[-1].name) == (28, "counters-01-gem_a-front", "counters-23-round_7-back")
    name, picture = next(png_files(pack, faces[:1], 127.0))
    image = Image.open(io.BytesIO(picture))
    assert (name, image.mode, image.size) == ("counters-01-gem_a-front.png", "RGBA", (100, 100))
    seen = [image.getpixel(spot)[3] for spot in ((0, 0), (99, 0), (0, 99), (99, 99), (14, 14), (16, 16), (50, 50), (50, 1))]
    assert seen[:4] == [0] * 4
    assert (seen[4] < 255, seen[5:]) == (True, [255, 255, 255])


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
    files = dict(piece_files(pack, "https://example.org/", objects))
    (bag,) = objects
    tiles = bag["ContainedObjects"]
    assert (bag["Name"], bag["Nickname"], len(tiles)) == ("Bag", "Žetony", 23)
    assert {tile["CustomImage"]["CustomTile"]["Type"] for tile in tiles} == {2}
    shown = {tile["CustomImage"][side].removeprefix("https://example.org/") for tile in tiles for side in ("ImageURL", "ImageSecondaryURL")}
    assert len(shown) == 28
    assert shown <= set(files)


@pytest.mark.parametrize(("name", "card", "side", "told"), [("counters", "round_3", "back", "4"), ("bosses_box", "bosses_box", "front", "12 cards")])
def test_a_browser_shows_pieces_beside_cards(name, card, side, told):
    shown = shelf(CATALOGUE, "paper-dungeons", "en")["decks"]
    assert card in next(deck["cards"] for deck in shown if deck["name"] == name)
    drawn = picture(CATALOGUE, PreviewRequest("paper-dungeons", "en", None, "deck", name, card, side))
    assert f">{told}<" in drawn.svg


def test_pieces_are_written_by_name(scrawl, tmp_path):
    done = scrawl("export", "png", "--piece", "counters", "--dpi", "40", "-o", "out")
    assert (done.returncode, len(list((tmp_path / "out").iterdir()))) == (0, 28), done.stderr
