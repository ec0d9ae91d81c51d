"""Boxes for cards in sleeves: wider, higher and deeper, the same in a kit and alone, measured on the paper."""

import pytest

from generator.geometry import STANDARD_CARD, Size
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.imposition.nets import BOTTOM, PAPER
from generator.products.pieces import piece_net
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PiecesRequest, sleeve_size
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.tables import tables, write_files

TABLES = tables(__file__)

A4 = Size(mm(210), mm(297))


def inside(net):
    """Return the inside of a box in millimetres: width, height and depth."""
    front, side = net.panels["front"], net.panels["right"]
    return tuple(
        round((each - PAPER) / mm(1), 2) for each in (front.length(BOTTOM), front.face.height, side.face.width)
    )


def box_size(rules, piece="powers_box"):
    return inside(piece_net(open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en"), piece, rules))


def test_sleeves_change_width_height_and_depth():
    sheet = ImpositionSettings(A4, STANDARD_CARD)
    bare, sleeved = box_size(PieceSheetRules(sheet)), box_size(PieceSheetRules(sheet, sleeve=Size(mm(3), mm(3))))
    assert bare == (64.5, 89.5, 7.43)
    assert sleeved == (67.5, 92.5, 10.89)
    assert box_size(PieceSheetRules(sheet, thickness=mm(1), sleeve=Size(mm(3), mm(3))))[2] == 17.48


def test_a_kit_makes_the_boxes_that_pieces_alone_make():
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    kit, pieces = KitRequest(sleeves="67x91mm"), PiecesRequest(sleeves="67x91mm")
    assert box_size(kit.piece_rules(pack)) == box_size(pieces.rules(pack)) != box_size(PiecesRequest().rules(pack))


@pytest.mark.parametrize(("size", "room"), TABLES["54_cards_in_sleeves_go_into_their_box"])
def test_54_cards_in_sleeves_go_into_their_box(tmp_path, size, room):
    game = "game: mine\npieces:\n  box: {layout: common/pieces/tuck_box, shape: {tuck_box: {count: 54}}}\n"
    write_files(tmp_path / "cards/mine", {"game.yaml": game, "words/en.yaml": "game: {title: Mine}\n"})
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "mine", "en")
    rules = PieceSheetRules(ImpositionSettings(A4, STANDARD_CARD), sleeve=sleeve_size(pack, size, STANDARD_CARD))
    assert inside(piece_net(pack, "box", rules)) == tuple(room)


@pytest.mark.parametrize(
    ("size", "message"),
    [("60x88mm", "do not go into sleeves of 60x88mm"), ("fat", "unknown card size 'fat'"), ("66x91", "add a unit")],
)
def test_sleeves_that_are_none_are_reported(scrawl, size, message):
    for words in (("kit", "--extras"), ("pieces", "powers_box")):
        result = scrawl("print", *words, "--sleeves", size, "-o", "no")
        assert result.returncode in (1, 2)
        assert message in result.stderr


SMALL_KIT = TABLES["small_kit"]


def test_a_kit_with_extras_prints_boxes_for_sleeves(scrawl, tmp_path):
    write_files(tmp_path, often(SMALL_KIT, {}))
    game = ("--game", often("mine", "paper-dungeons"))
    for folder, options in (("bare", ()), ("sleeved", ("--sleeves",))):
        result = scrawl("print", "kit", "--extras", *game, "-o", folder, *options)
        assert (result.returncode, result.stderr) == (0, "")
    changed = {
        path.name
        for path in (tmp_path / "bare").iterdir()
        if path.read_bytes() != (tmp_path / "sleeved" / path.name).read_bytes()
    }
    assert changed == {often("1-boxes.pdf", "11-boxes.pdf"), "contact-sheet.png"}
