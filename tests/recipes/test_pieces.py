"""Pieces of a game in a folder of one's own: printed, listed, checked, part of the kit."""

import pytest

GAME = """game: mine
pieces:
  coins: {layout: piece, title: Coins, shape: circle, size: 18mm, copies: 30}
  tokens: {layout: piece, title: Tokens, shape: hexagon, size: 30x26mm, fields: {name: text}}
  stickers: {layout: piece, title: Stickers, shape: {rounded: 1mm}, size: 14mm, table: tokens, copies: 2}
kit:
  - {piece: [coins, tokens], name: counters}
extras:
  - {piece: stickers}
"""
MINE = {
    "cards/mine/game.yaml": GAME,
    "cards/mine/tokens.yaml": "deck: tokens\ncards: {owl: {name: Owl, copies: 3}, fox: {name: Fox}}\n",
    "cards/mine/words/en.yaml": "game: {title: Mine}\n",
    "layouts/mine/piece.yaml": 'extends: ../common/styles.yaml\nfront: {text: "{key}", style: number, size: 9pt}\nback: {text: "B", style: number}\n',
}


@pytest.fixture
def mine(tmp_path):
    def write(**changes):
        for name, text in {**MINE, **changes}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    return write


def test_pieces_are_listed_checked_and_printed(mine, scrawl, tmp_path):
    mine()
    assert scrawl("list", "pieces", "--game", "mine").stdout.split() == ["coins", "30", "pieces", "tokens", "4", "pieces", "stickers", "8", "pieces"]
    assert scrawl("check", "--game", "mine").stdout == "no faults\n"
    done = scrawl("print", "pieces", "--game", "mine", "--paper", "a4", "-o", "all.pdf")
    assert (done.returncode, done.stdout) == (0, "2 pages in all.pdf\n"), done.stderr


def test_extras_are_printed_where_they_are_asked_for(mine, scrawl, tmp_path):
    mine()
    for options, files in (((), ["0-counters.pdf", "contact-sheet.png"]), (("--extras",), ["0-counters.pdf", "1-stickers.pdf", "contact-sheet.png"])):
        assert scrawl("print", "kit", "--game", "mine", "-o", "kit", *options).returncode == 0
        assert sorted(path.name for path in (tmp_path / "kit").iterdir()) == files


OWL = "tokens: {layout: piece, title: Tokens, shape: hexagon, size: 30x26mm, fields: {name: text}}"
FAULTS = {
    "a shape mistyped": ("S003", OWL, OWL.replace("hexagon", "hexagonn")),
    "a size without a unit": ("S003", OWL, OWL.replace("30x26mm", "30x26")),
    "a size of nobody": ("P005", ", size: 18mm", ""),
    "a tiny size": ("S006", "30x26mm", "3x26mm"),
    "an outline beyond its size": ("P006", "hexagon", '{outline: "M 0 0 L 40 0 L 0 20 Z"}'),
    "an outline of arcs": ("S003", "hexagon", '{outline: "M 0 0 A 4 4 0 0 0 9 9 Z"}'),
    "a deck of the name": ("C036", "kit:", "decks: {coins: {layout: piece}}\nkit:"),
    "the table of nobody": ("C005", "table: tokens", "table: toks"),
    "the table of a table": ("C005", OWL, OWL.replace("fields: {name: text}", "table: stickers")),
    "a kit of other pieces": ("C037", "[coins, tokens]", "[coins, tokenss]"),
    "too many copies": ("S006", "copies: 30", "copies: 30000"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_with_a_piece_is_told(case, mine, scrawl):
    code, old, new = FAULTS[case]
    assert old in GAME
    mine(**{"cards/mine/game.yaml": GAME.replace(old, new)})
    done = scrawl("print", "kit", "--game", "mine", "-o", "kit")
    assert (done.returncode, f"error {code} " in done.stderr) == (1, True), done.stderr
