"""Faults that no other test raises by name: a small mistake in a user's file, and its code."""

import json
import re
import sqlite3

import pytest
from PIL import Image

from tests.tables import tables, write_files

TABLES = tables(__file__)

MINE = TABLES["mine"]
SCORING = (
    "inputs: {{n: {n}, c: {{kind: choice, deck: charms}}}}\nlines: [{{letter: A, word: lines.a, points: '{points}'}}]\n"
)
NUMBER = "{kind: number, most: 9}"
RULES = TABLES["rules"]
SCORES = TABLES["scores"]


@pytest.fixture
def mine(tmp_path):
    """Write a game of one deck. The given files replace its files."""

    def write(**changes):
        write_files(tmp_path, {**MINE, **changes})

    return write


ONLY_WARN = {"G010", "G014"}  # the sheet is unusual or contradicts itself, but has a total


@pytest.mark.parametrize("case", SCORES)
def test_a_score_that_cannot_be_is_told_by_its_code(case, scrawl, tmp_path):
    code, players, changes = SCORES[case]
    (tmp_path / "game.yaml").write_text(
        json.dumps({"game": "paper-dungeons", "players": players, **changes}), encoding="utf-8"
    )
    result = scrawl("score", "game.yaml", "--game", "paper-dungeons")
    severity = "warning" if code in ONLY_WARN else "error"
    assert (result.returncode, f"{severity} {code} " in result.stderr) == (severity == "error", True), result.stderr


@pytest.mark.parametrize("code", RULES)
def test_a_mistake_in_the_scoring_has_its_code(code, mine, scrawl):
    mine(**{"cards/mine/scoring.yaml": SCORING.format(**{"n": NUMBER, "points": "n + c.worth", **RULES[code]})})
    result = scrawl("check", "--game", "mine")
    assert (result.returncode, f"error {code} " in result.stderr) == (1, True), result.stderr


def test_an_unreadable_plural_rule_is_an_error(mine, scrawl):
    scoring = SCORING.format(n=NUMBER, points="n + c.worth")
    mine(
        **{
            "cards/common/plurals.yaml": "en: {one: n is one}\n",
            "cards/mine/scoring.yaml": scoring,
            "one.yaml": "game: mine\nplayers: [{name: Ada, n: 1}]\n",
        }
    )
    result = scrawl("score", "one.yaml", "--game", "mine")
    assert (result.returncode, "plurals.yaml:1:11: error W004 'n is one' is not a rule" in result.stderr) == (
        1,
        True,
    ), result.stderr


def test_an_unreadable_saved_game_is_a_warning_beside_the_others(scrawl, tmp_path):
    (tmp_path / "one.yaml").write_text("game: platformer\nplayers: [{name: Ada, coins: 6}]\n", encoding="utf-8")
    for _ in range(2):
        assert scrawl("score", "one.yaml", "--save", "--db", "games.db").returncode == 0
    with sqlite3.connect(tmp_path / "games.db") as ledger:
        ledger.execute("UPDATE games SET result = '{' WHERE id = 1")
    result = scrawl("history", "list", "--db", "games.db", "--lang", "en")
    assert (result.returncode, result.stdout.count("platformer")) == (0, 1), result.stdout
    assert "warning G029 " in result.stderr


def test_a_map_is_drawn_on_no_sheet_without_one(mine, scrawl):
    mine(**{"cards/mine/game.yaml": "game: mine\ndecks: {charms: {layout: card}}\nsheets: {pad: {layout: card}}\n"})
    result = scrawl("print", "sheets", "--game", "mine", "--dungeon", "a")
    assert (result.returncode, "--dungeon: error C015 " in result.stderr) == (1, True), result.stderr


def test_cards_near_the_edge_of_the_paper_are_a_warning(mine, scrawl):
    mine()
    result = scrawl("print", "cards", "--game", "mine", "--margin", "2mm", "--size", "68mmx97mm", "-o", "cards.pdf")
    assert (result.returncode, "--paper: warning P010 cards come within " in result.stderr) == (0, True), result.stderr


def test_heavy_ink_on_a_card_is_reported(mine, scrawl):
    shape = '{shape: rect, x: 0mm, y: 0mm, width: 63mm, height: 88mm, fill: "#00ff00"}'
    mine(**{"layouts/mine/card.yaml": f"extends: ../common/styles.yaml\nfront: {{stack: [{shape}]}}\n"})
    result = scrawl("check", "--printed", "--game", "mine", "--format", "json")
    assert {"P044", "P045"} <= {each["code"] for each in json.loads(result.stdout)}, result.stdout


@pytest.mark.parametrize(
    ("height", "sizes"), [("9mm", ["text 'Some words that need more room' shrank from 9pt to 7pt"]), ("12mm", [])]
)
def test_a_text_that_shrank_to_fit_is_noted_with_its_size(mine, scrawl, height, sizes):
    words = (
        f"{{text: 'Some :star: words that need more room', style: body, x: 9mm, y: 9mm, width: 20mm, height: {height}}}"
    )
    mine(**{"layouts/mine/card.yaml": f"extends: ../common/styles.yaml\nfront: {{stack: [{words}]}}\n"})
    result = scrawl("check", "--printed", "--game", "mine", "--format", "json")
    notes = [each for each in json.loads(result.stdout) if each["code"] == "P049"]
    parts = [(each["severity"], each["message"].partition(" to have")[::2]) for each in notes]
    assert parts == [("note", (size, " room on card 'fox'")) for size in sizes]


GROUND = "{{shape: rect, x: 0mm, y: 0mm, width: 63mm, height: 88mm, fill: '{fill}'}}"
LAYOUT = "extends: ../common/styles.yaml\ncolors: {{honey: '#804815', comb: honey}}\nfront: {{stack: [{ground}]}}\n"


def ink_faults(scrawl, *edition):
    """Return the mean ink of a card (P045) in percent, its hint, and the hints of P051."""
    result = scrawl("check", "--printed", "--game", "mine", *edition, "--format", "json")
    faults = json.loads(result.stdout)
    (ink,) = (each for each in faults if each["code"] == "P045")
    return (
        int(re.search(r"\d+ %", ink["message"])[0][:-2]),
        ink["hint"],
        [each["hint"] for each in faults if each["code"] == "P051"],
    )


@pytest.mark.parametrize("fill", ["honey", "comb", "linear-gradient(to right, honey, comb)", "ground_3", "#204175"])
def test_ink_is_promised_as_it_is_saved_and_else_what_saves_it(fill, mine, scrawl):
    files = {"layouts/mine/card.yaml": LAYOUT.format(ground=GROUND.format(fill=fill))}
    mine(**files)
    usual, hint, _ = ink_faults(scrawl)
    saver_ink, _, saver_hints = ink_faults(scrawl, "--edition", "ink-saver")
    if fill != "ground_3":
        assert usual == saver_ink > 25
        assert len(saver_hints) == 1
        assert hint == f"edition 'ink-saver' saves no ink here; {saver_hints[0]}"
        grounds = re.search(r"grounds: \{.+\}", hint)[0].replace("NAME", "sea")
        file = re.search(r"layouts/\S+", hint)[0]
        layout = files["layouts/mine/card.yaml"].replace(fill, "sea" if "NAME" in hint else fill)
        mine(**{"layouts/mine/card.yaml": layout.replace("{honey:", f"{{sea: '{fill}', honey:"), file: f"{grounds}\n"})
        usual, hint, _ = ink_faults(scrawl)
        saver_ink, _, saver_hints = ink_faults(scrawl, "--edition", "ink-saver")
    assert (hint, saver_hints) == (f"scrawl print kit --edition ink-saver prints that face with {saver_ink} %", [])
    assert saver_ink < usual / 5


def test_a_photo_that_the_ink_saver_keeps_is_noted_and_a_light_ground_is_not(mine, scrawl, tmp_path):
    Image.new("RGB", (800, 1100)).save(tmp_path / "photo.png")
    for ground, count in (
        ("{image: photo.png, fit: stretch, x: -3mm, y: -3mm, width: 69mm, height: 94mm}", 1),
        (GROUND.format(fill="#f0e0c0"), 0),
    ):
        mine(**{"layouts/mine/card.yaml": LAYOUT.format(ground=ground)})
        result = scrawl("print", "cards", "--game", "mine", "--edition", "ink-saver", "-o", "cards.pdf")
        assert result.stderr.count("note P051 edition 'ink-saver' leaves the photo on ") == count
        assert "P051" not in scrawl("print", "cards", "--game", "mine", "-o", "cards.pdf").stderr
