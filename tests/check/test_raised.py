"""Faults that no other test raises by name: a small mistake in a user's file, and the code that tells it."""

import json
import sqlite3

import pytest

from tests.tables import tables, write_files

TABLES = tables(__file__)

MINE = TABLES["mine"]
SCORING = "inputs: {{n: {{kind: number, most: 9}}, c: {{kind: choice, deck: charms}}}}\nlines: [{{letter: A, word: lines.a, asks: [n, c], parts: [{part}]}}]\n"
RULES = TABLES["rules"]
SCORES = TABLES["scores"]


@pytest.fixture
def mine(tmp_path):
    """Write a game of one deck, with the files given in the place of its own."""

    def write(**changes):
        write_files(tmp_path, {**MINE, **changes})

    return write


@pytest.mark.parametrize("case", SCORES)
def test_a_score_that_cannot_be_is_told_by_its_code(case, scrawl, tmp_path):
    code, players, changes = SCORES[case]
    (tmp_path / "game.yaml").write_text(
        json.dumps({"game": "paper-dungeons", "players": players, **changes}), encoding="utf-8"
    )
    done = scrawl("score", "game.yaml", "--game", "paper-dungeons")
    assert (done.returncode, f"error {code} " in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize("code", RULES)
def test_a_mistake_in_the_scoring_is_told_by_its_code(code, mine, scrawl):
    mine(**{"cards/mine/scoring.yaml": SCORING.format(part=RULES[code])})
    done = scrawl("check", "--game", "mine")
    assert (done.returncode, f"error {code} " in done.stderr) == (1, True), done.stderr


def test_a_rule_for_the_forms_of_words_that_cannot_be_read_is_told(mine, scrawl):
    scoring = SCORING.format(part="{count: per, of: n, each: 1}")
    mine(
        **{
            "cards/common/plurals.yaml": "en: {one: n is one}\n",
            "cards/mine/scoring.yaml": scoring,
            "one.yaml": "game: mine\nplayers: [{name: Ada, n: 1}]\n",
        }
    )
    done = scrawl("score", "one.yaml", "--game", "mine")
    assert (done.returncode, "plurals.yaml:1:11: error W004 'n is one' is no rule" in done.stderr) == (1, True), (
        done.stderr
    )


def test_a_saved_game_that_cannot_be_read_is_told_beside_the_others(scrawl, tmp_path):
    (tmp_path / "one.yaml").write_text("game: platformer\nplayers: [{name: Ada, coins: 6}]\n", encoding="utf-8")
    for _ in range(2):
        assert scrawl("score", "one.yaml", "--save", "--db", "games.db").returncode == 0
    with sqlite3.connect(tmp_path / "games.db") as ledger:
        ledger.execute("UPDATE games SET result = '{' WHERE id = 1")
    done = scrawl("history", "list", "--db", "games.db", "--lang", "en")
    assert (done.returncode, done.stdout.count("platformer")) == (0, 1), done.stdout
    assert "warning G029 " in done.stderr


def test_a_map_is_drawn_on_no_sheet_without_one(mine, scrawl):
    mine(**{"cards/mine/game.yaml": "game: mine\ndecks: {charms: {layout: card}}\nsheets: {pad: {layout: card}}\n"})
    done = scrawl("print", "sheets", "--game", "mine", "--dungeon", "a")
    assert (done.returncode, "--dungeon: error C015 " in done.stderr) == (1, True), done.stderr


def test_cards_near_the_edge_of_the_paper_are_told(mine, scrawl):
    mine()
    done = scrawl("print", "cards", "--game", "mine", "--margin", "2mm", "--size", "68mmx97mm", "-o", "cards.pdf")
    assert (done.returncode, "--paper: warning P010 cards come within " in done.stderr) == (0, True), done.stderr


def test_what_ink_does_to_a_card_is_told(mine, scrawl):
    shape = '{shape: rect, x: 0mm, y: 0mm, width: 63mm, height: 88mm, fill: "#00ff00"}'
    mine(**{"layouts/mine/card.yaml": f"extends: ../common/styles.yaml\nfront: {{stack: [{shape}]}}\n"})
    done = scrawl("check", "--printed", "--game", "mine", "--format", "json")
    assert {"P044", "P045"} <= {each["code"] for each in json.loads(done.stdout)}, done.stdout


@pytest.mark.parametrize(
    ("height", "sizes"), [("9mm", ["text 'Some words that need more room' shrank from 9pt to 7pt"]), ("12mm", [])]
)
def test_a_text_that_shrank_to_fit_is_noted_with_its_size(mine, scrawl, height, sizes):
    words = (
        f"{{text: 'Some :star: words that need more room', style: body, x: 9mm, y: 9mm, width: 20mm, height: {height}}}"
    )
    mine(**{"layouts/mine/card.yaml": f"extends: ../common/styles.yaml\nfront: {{stack: [{words}]}}\n"})
    done = scrawl("check", "--printed", "--game", "mine", "--format", "json")
    told = [each for each in json.loads(done.stdout) if each["code"] == "P049"]
    said = [(each["severity"], each["message"].partition(" to have")[::2]) for each in told]
    assert said == [("note", (size, " room on card 'fox'")) for size in sizes]


def test_who_saves_ink_is_not_told_to_save_it(mine, scrawl):
    shape = '{shape: rect, x: 0mm, y: 0mm, width: 63mm, height: 88mm, fill: "#204175"}'
    mine(**{"layouts/mine/card.yaml": f"extends: ../common/styles.yaml\nfront: {{stack: [{shape}]}}\n"})
    hints = {}
    for edition in ((), ("--edition", "ink-saver"), ("--edition", "dry-erase")):
        done = scrawl("check", "--printed", "--game", "mine", *edition, "--format", "json")
        hints[edition[1:]] = next(each["hint"] for each in json.loads(done.stdout) if each["code"] == "P045")
    assert hints[()] == hints["dry-erase",] == "scrawl print kit --edition ink-saver prints it with less ink"
    assert hints["ink-saver",] is None
