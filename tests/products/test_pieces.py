"""Pieces of a game in a user's folder: printed, listed, checked, part of the kit."""

import re
from dataclasses import replace

import pytest

from generator.game.manifest import GameManifest
from generator.products.kit_contents import kit_entries, printing_values
from generator.products.pieces import piece_size
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from generator.units import mm
from tests.conftest import ROOT
from tests.page_texts import page_texts
from tests.tables import tables, write_files

TABLES = tables(__file__)

GAME = TABLES["game"]
MINE = TABLES["mine"]


@pytest.fixture
def mine(tmp_path):
    def write(**changes):
        write_files(tmp_path, {name: text for name, text in {**MINE, **changes}.items() if text is not None})

    return write


def test_pieces_are_listed_checked_and_printed(mine, scrawl, tmp_path):
    mine()
    listing = " ".join(scrawl("list", "pieces", "--game", "mine").stdout.split())
    assert listing == "coins 30 pieces tokens 4 pieces stickers 8 pieces"
    assert scrawl("check", "--game", "mine").stdout == "mine: no faults\n"
    result = scrawl("print", "pieces", "--game", "mine", "--paper", "a4", "-o", "all.pdf")
    assert (result.returncode, result.stdout) == (0, "Mine: 2 pages in all.pdf\n"), result.stderr


def test_extras_are_printed_where_they_are_asked_for(mine, scrawl, tmp_path):
    mine()
    assert scrawl("print", "kit", "--game", "mine", "-o", "kit", "--extras").returncode == 0
    assert sorted(path.name for path in (tmp_path / "kit").iterdir()) == [
        "0-counters.pdf",
        "1-stickers.pdf",
        "contact-sheet.png",
    ]
    order = KitRequest(on=PaperOptions(usual="a4"))
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "mine", "en")
    assert [entry.name for entry in kit_entries(pack, order)] == ["counters"]
    files = printing_values(pack, replace(order, extras=True))["files"]
    assert files == [{"number": 1, "title": "Mine: labels, 8", "on": "both"}]


FOLDED = TABLES["folded"]
SIDE = 'extends: ../common/styles.yaml\nfront: {text: "{key} {panel}", style: label, size: 9pt}\n'
SIDES = "deck: dice\ncards: {a: {n: 1, copies: 3}, b: {n: 2, copies: 2}, c: {n: 3}}\n"
STACK = "deck: stack\ncards: {one: {copies: 69}}\n"


def write_folded(mine, **changes):
    mine(
        **{
            "cards/mine/game.yaml": FOLDED,
            "cards/mine/dice.yaml": SIDES,
            "cards/mine/stack.yaml": STACK,
            "cards/mine/tokens.yaml": None,
            "layouts/mine/side.yaml": SIDE,
            **changes,
        }
    )


def test_pieces_that_are_folded_are_printed_with_their_panels(mine, scrawl, tmp_path):
    write_folded(mine)
    assert scrawl("check", "--game", "mine").stdout == "mine: no faults\n"
    result = scrawl("print", "pieces", "--game", "mine", "--paper", "letter", "-o", "all.pdf")
    assert (result.returncode, result.stdout) == (0, "Mine: 2 pages in all.pdf\n"), result.stderr
    words = " ".join(page_texts(tmp_path / "all.pdf"))
    assert words.count("69 cards") == 3
    result = scrawl(
        "print", "pieces", "box", "--game", "mine", "--paper", "letter", "--card-thickness", "1.6mm", "-o", "thick.pdf"
    )
    assert (result.returncode, "error P003 'box' does not fit on this paper" in result.stderr) == (1, True), (
        result.stderr
    )
    assert [
        words.count(f"{key} {panel}") for key, panel in (("a", 1), ("a", 3), ("b", 4), ("c", 6), ("figures", "back"))
    ] == [3, 3, 3, 3, 2]


def test_more_pieces_than_anybody_cuts_are_refused(mine, scrawl):
    many = GAME.replace("copies: 30", "copies: 9999").replace("copies: 2}", "copies: 5000}")
    mine(**{"cards/mine/game.yaml": many})
    result = scrawl("print", "pieces", "--game", "mine", "-o", "many.pdf")
    assert (result.returncode, "error D014 " in result.stderr) == (1, True), result.stderr


FOLDED_FAULTS = TABLES["folded_faults"]


@pytest.mark.parametrize("case", FOLDED_FAULTS)
def test_what_is_wrong_with_a_folded_piece_is_reported(case, mine, scrawl):
    code, old, new = FOLDED_FAULTS[case]
    assert old in FOLDED
    write_folded(mine, **{"cards/mine/game.yaml": FOLDED.replace(old, new)})
    result = scrawl("check", "--game", "mine")
    assert (result.returncode, f"error {code} " in result.stderr + result.stdout) == (1, True), result.stderr


def test_a_piece_larger_than_the_paper_is_printed_over_several_sheets(mine, scrawl, tmp_path):
    big = GAME.replace("size: 18mm, copies: 30", "size: 360mm").replace("coins: {layout: piece", "coins: {layout: side")
    mine(**{"cards/mine/game.yaml": big, "layouts/mine/side.yaml": SIDE.replace(" {panel}", "")})
    result = scrawl("print", "pieces", "coins", "--game", "mine", "--paper", "a4", "-o", "all.pdf")
    assert (result.returncode, result.stdout) == (0, "Mine: 4 pages in all.pdf\n"), result.stderr
    for paper, shape, copies, message in (
        ("100x100mm", "circle", 4, "would take "),
        ("a4", "{standee: {foot: 20mm}}", 1, "does not fit on this paper"),
    ):
        mine(
            **{
                "cards/mine/game.yaml": big.replace(
                    "shape: circle, size: 360mm", f"shape: {shape}, size: 360mm, copies: {copies * 3}"
                )
            }
        )
        result = scrawl("print", "pieces", "coins", "--game", "mine", "--paper", paper, "-o", "more.pdf")
        assert (result.returncode, "error P003 " in result.stderr, message in result.stderr) == (1, True, True), (
            result.stderr
        )


def test_words_that_the_cut_takes_away_are_reported(mine, scrawl):
    corner = 'extends: ../common/styles.yaml\nfront: {stack: [{text: "XX", style: label, x: 0.5mm, y: 0.5mm, width: 5mm, height: 5mm}]}\n'
    for shape, is_warned in (("circle", True), ("hexagon", True), ("{rounded: 6mm}", True), ("rectangle", False)):
        mine(
            **{
                "cards/mine/game.yaml": f"game: mine\npieces: {{coins: {{layout: side, shape: {shape}, size: 20mm}}}}\n",
                "cards/mine/tokens.yaml": None,
                "layouts/mine/side.yaml": corner,
            }
        )
        assert (
            "warning P046 text 'XX' is outside the cut of card 'coins'" in scrawl("check", "--game", "mine").stderr
        ) == is_warned, shape


def test_an_edition_enlarges_pieces_but_not_those_of_actual_size():
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en", "large-print")
    assert [piece_size(pack, name).width / mm(1) for name in ("counters", "pocket")] == pytest.approx(
        [20 * pack.scale, 112]
    )
    assert pack.scale > 1


def test_every_example_of_the_handbook_is_read():
    blocks = re.findall(r"```yaml\n(pieces:\n.*?)```", (ROOT / "docs/pieces.md").read_text(encoding="utf-8"), re.S)
    named = [structure(parse_yaml(f"game: mine\n{block}", "pieces.md"), GameManifest).pieces for block in blocks]
    assert [len(pieces) for pieces in named] == [9, 1]


def test_margins_that_leave_no_room_are_reported(mine, scrawl):
    mine()
    result = scrawl("print", "pieces", "coins", "--game", "mine", "--paper", "a4", "--margin", "99mm", "-o", "all.pdf")
    assert (result.returncode, "--margin: error P003 " in result.stderr) == (1, True), result.stderr


FAULTS = TABLES["faults"]


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_with_a_piece_is_reported(case, mine, scrawl):
    code, old, new = FAULTS[case]
    assert old in GAME
    mine(**{"cards/mine/game.yaml": GAME.replace(old, new)})
    result = scrawl("print", "kit", "--game", "mine", "-o", "kit")
    assert (result.returncode, f"error {code} " in result.stderr) == (1, True), result.stderr
