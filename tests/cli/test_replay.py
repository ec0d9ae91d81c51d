"""`scrawl replay` and `scrawl print sheets --record`: a recorded game on the screen and on paper."""

import json
import shutil
from itertools import pairwise

import pytest

from generator.frame import FieldItem, ShapeItem, TextItem, walk
from generator.game.game import open_game
from generator.geometry import Size
from generator.products.pencil import PENCIL, pencilled_face
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_face
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.ruleset import open_ruleset
from tests.conftest import ROOT
from tests.rulesets.paper_dungeons.playing import book
from tests.rulesets.paper_dungeons.test_records import WRITTEN, random_record, write_record

FACE = Size(550, 790)


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "friday.yaml"
    path.write_text(WRITTEN, encoding="utf-8")
    return path


def test_a_record_is_shown_round_by_round(scrawl, game):
    done = scrawl("replay", game, "--lang", "en")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-10:] == [
        "Round 2 · 123 567",
        "  Ann  7: move C1 C2 (Damage +1, potions absorb 1), half: Reaper’s Scythe",
        "       1: half: Flaming Sword",
        "       3: move B2 (Monsters +1, Damage +1, potions absorb 1), level up: Cleric",
        "       Health 7, damage 1 · potions 4, free hearts 4 · gems 0 · monsters 2 · rooms 4 · place B2",
        "  Bob  1: move E2 (Monsters +1, Damage +1, potions absorb 1, Potions +1)",
        "       2: move F2 (Damage +1, potions absorb 1), level up: Warrior A2 (Damage +1, potions absorb 1, Gems +1)",
        "       3: half: Medallion of Khar",
        "       Gems A",
        "       Health 7, damage 0 · potions 6, free hearts 7 · gems 1 · monsters 1 · rooms 5 · place A2",
    ]


def test_a_record_and_a_position_are_of_the_game_that_they_tell(scrawl, game, tmp_path, monkeypatch):
    home = tmp_path / "home"
    shutil.copytree(ROOT / "tests/data/toy_ruleset", home)
    monkeypatch.syspath_prepend(str(home))
    towers = home / "towers.yaml"
    towers.write_text("game: towers\nplayers: [Ann]\nrounds:\n- [3, left]\n", encoding="utf-8")
    for folder in (home, tmp_path):  # at home in a game of one's own, or nowhere
        done = scrawl("replay", game, "--lang", "en", "--round", 0, cwd=folder)
        assert (done.returncode, done.stdout.splitlines()[0]) == (0, "Setup"), done.stderr
        done = scrawl("print", "sheets", "--record", game, "-o", "sheets.pdf", cwd=folder)
        assert done.stdout == "Paper Dungeons: 2 pages in sheets.pdf\n", done.stderr
    done = scrawl("replay", towers, cwd=home)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "  Ann  towers [3, 0]"), done.stderr
    position = json.loads(scrawl("replay", towers, "--json", cwd=home).stdout)["position"]
    done = scrawl("replay", "--position", position, "--home", home, cwd=ROOT)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "round 1"), done.stderr
    done = scrawl("replay", towers, "--game", "paper-dungeons", cwd=home)
    assert (done.returncode, "R013 this is a record of 'towers', not of 'paper-dungeons'" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("players: [Ann]\n", "S004 key 'game' is missing in the record"),
        ("game: tower\nplayers: [Ann]\n", "C002 there is no game 'tower'"),
    ],
)
def test_a_record_that_tells_no_game_there_is_is_refused_where_it_should_stand(scrawl, tmp_path, text, told):
    (tmp_path / "evening.yaml").write_text(text, encoding="utf-8")
    for command in (("replay", "evening.yaml"), ("print", "sheets", "--record", "evening.yaml")):
        done = scrawl(*command, cwd=tmp_path)
        assert (done.returncode, told in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize(("lang", "line"), [("cs", "Příprava hry"), ("pl", "Przygotowanie"), ("en", "Setup")])
def test_a_record_is_told_in_every_language(scrawl, game, lang, line):
    assert scrawl("replay", game, "--lang", lang, "--round", 0).stdout.startswith(f"{line}\n  Ann  ")


def test_a_whole_game_ends_with_its_glory(scrawl, tmp_path):
    record, _ = random_record(6)
    path = tmp_path / "whole.yaml"
    path.write_text(write_record(book(), record), encoding="utf-8")
    told = json.loads(scrawl("replay", path, "--json", "--lang", "en").stdout)
    assert told["over"]
    assert told["chapters"][-1]["heading"] == "Glory"
    assert [chapter["heading"].split(" · ")[0] for chapter in told["chapters"][1:-1]] == [
        f"Round {n}" for n in range(1, 9)
    ]


def test_a_damaged_record_is_told_with_its_place(scrawl, game):
    game.write_text(WRITTEN.replace("C1 D1", "C1 D2"), encoding="utf-8")
    done = scrawl("replay", game)
    assert done.returncode == 1
    assert "friday.yaml:17:35: error R011 round 1, Ann: 'D2' is not possible" in done.stderr


def test_a_round_that_is_not_there_and_a_game_without_rules_are_refused(scrawl, game):
    assert scrawl("replay", game, "--round", 3).returncode == 2
    done = scrawl("replay", game, "--game", "platformer")
    assert done.returncode == 1
    assert "R014" in done.stderr


def test_the_sheets_of_a_record_are_printed_and_say_whose_they_are(scrawl, game):
    done = scrawl("print", "sheets", "--record", game, "-o", "sheets.pdf")
    assert (done.returncode, done.stdout) == (0, "Paper Dungeons: 2 pages in sheets.pdf\n")
    assert scrawl("print", "sheets", "--record", game, "--dungeon", "b").returncode == 2


def pencil_marks(record):
    """The first player's pencilled sheet, and what was drawn on it over a plain one, by the field it lies on."""
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    opened = open_game(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    sheet = open_ruleset(opened).replay(parse_yaml(record, "game.yaml")).sheets[0]
    plain = sheet_face(pack, FACE, "a", player=sheet.name)
    drawn = [item for item in pencilled_face(pack, plain, sheet).items[len(plain.items) :]]
    return sheet, plain, drawn


def test_a_pencil_leaves_every_mark_in_its_field():
    sheet, plain, drawn = pencil_marks(WRITTEN)
    known = {item.id for item, _ in walk(plain.items) if isinstance(item, FieldItem)}
    numbered = {name for name in sheet.marks if name.split(".")[0] == "treasure" and name[-1].isdigit()}
    assert set(sheet.marks) - numbered <= known
    assert {name for name, mark in sheet.marks.items() if mark.kind == "cross"} == {"monster.B2", "monster.D1", "gem.A"}
    assert [sheet.marks[f"round.1.{slot}"].text for slot in (1, 2, 3)] == ["5", "9", "8"]
    assert {"hero.warrior.2", "health.5", "item.flaming_sword.2", "treasure.C1.potion", "training.warrior"} <= set(
        sheet.marks
    )
    assert [item for item in drawn if isinstance(item, ShapeItem) if item.paint.stroke != PENCIL] == []
    assert [item.text for item in drawn if isinstance(item, TextItem)] == list("598713")


def test_the_path_goes_from_room_to_room():
    sheet, _, drawn = pencil_marks(WRITTEN)
    assert [end for _, end in sheet.path] == ["C1", "D1", "C1", "C2", "B2"]
    assert all(end == start for (_, end), (start, _) in pairwise(sheet.path))
    lines = [item for item in drawn if isinstance(item, ShapeItem) and item.kind == "line"]
    assert len(lines) == 3 * len(sheet.path) + 2 * 3  # an arrow is three strokes, a cross two


def test_check_tells_what_the_rules_cannot_play(scrawl, tmp_path):
    (tmp_path / "cards/paper-dungeons").mkdir(parents=True)
    card = "own: {number: 17, class: triggered, end_glory: 0, name: Own, text: Own, effect: {steps: 1}}"
    (tmp_path / "cards/paper-dungeons/powers.yaml").write_text(f"deck: powers\ncards:\n  {card}\n", encoding="utf-8")
    done = scrawl("check", "--game", "paper-dungeons")
    assert done.returncode == 1
    assert (
        "powers.yaml:3:83: error R001 this effect cannot be played: steps are given for each water_crossing"
        in done.stderr
    )


def simulated(scrawl, tmp_path, *words):
    """The record of a simulated game of two, as its lines."""
    assert (
        scrawl(
            "simulate", "a", "--games", "1", "--players", "2", "--bot", "greedy", "--record", "game.yaml", *words
        ).returncode
        == 0
    )
    return (tmp_path / "game.yaml").read_text(encoding="utf-8").splitlines(keepends=True)


def position(scrawl, name, *words):
    """The position that a record ends in."""
    done = scrawl("replay", name, "--json", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["position"]


@pytest.mark.parametrize("rounds", [1, 4, 7])
def test_the_rest_of_a_simulated_game_goes_on_from_the_position_in_its_middle(scrawl, tmp_path, rounds):
    lines = simulated(scrawl, tmp_path, "--seed", str(rounds))
    starts = [number for number, line in enumerate(lines) if line.startswith("- roll:")]
    assert len(starts) == 8
    (tmp_path / "first.yaml").write_text("".join(lines[: starts[rounds]]), encoding="utf-8")
    (tmp_path / "rest.yaml").write_text("".join(lines[: starts[0]] + lines[starts[rounds] :]), encoding="utf-8")
    middle = position(scrawl, "first.yaml")
    assert position(scrawl, "rest.yaml", "--position", middle) == position(scrawl, "game.yaml")
    told = json.loads(scrawl("replay", "rest.yaml", "--position", middle, "--json").stdout)
    assert [chapter["heading"].split(" · ")[0] for chapter in told["chapters"][1:-1]] == [
        f"Round {number}" for number in range(rounds + 1, 9)
    ]


def test_a_position_is_shown_with_what_can_be_done(scrawl, game, tmp_path):
    (tmp_path / "cut.yaml").write_text(WRITTEN.partition("  Bob: 1 move E2")[0], encoding="utf-8")
    (tmp_path / "here.yaml").write_text(position(scrawl, "cut.yaml"), encoding="utf-8")
    shown = scrawl("replay", "--position", "here.yaml")
    assert shown.returncode == 0, shown.stderr
    head, *_, legal = shown.stdout.splitlines()
    assert head.startswith("Round 2")
    assert legal.startswith("Bob: 1 craft flaming_sword, ")
    told = json.loads(scrawl("replay", "--position", "here.yaml", "--json").stdout)
    assert told["position"] == (tmp_path / "here.yaml").read_text(encoding="utf-8")
    assert ", ".join(told["legal"]) == legal.removeprefix("Bob: ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("dungeon: a", "dungeon: b"), "R013 the position has other map than this record"),
        (("phase: roll", "phase: act"), "R0"),
        (("round: 3", "round: many"), "S003"),
        (("healer", "nobody"), "R010"),
    ],
)
def test_a_position_that_does_not_go_with_a_record_is_refused(scrawl, game, change, said):
    text = position(scrawl, game)
    assert change[0] in text
    done = scrawl("replay", game, "--position", text.replace(*change))
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
