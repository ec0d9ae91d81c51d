"""`scrawl replay` and `scrawl print sheets --record`: a recorded game on the screen and on paper."""

import json
import shutil
from itertools import pairwise

import pytest

from generator.frame import FieldItem, ShapeItem, TextItem, fields_on, walk
from generator.game.game import open_game
from generator.geometry import Size
from generator.products.print_pack import open_pack
from generator.products.sheets import PENCIL, pencilled, sheet_face
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


def test_a_record_and_a_position_are_of_the_game_that_they_tell(scrawl, game, tmp_path, monkeypatch):
    home = tmp_path / "home"
    shutil.copytree(ROOT / "tests/data/toy_ruleset", home)
    monkeypatch.syspath_prepend(str(home))
    towers = home / "towers.yaml"
    towers.write_text("game: towers\nplayers: [Ann]\nrounds:\n- [3, left]\n", encoding="utf-8")
    for folder in (home, tmp_path):  # inside the folder of a user's game, and outside
        result = scrawl("replay", game, "--lang", "en", "--round", 0, cwd=folder)
        assert (result.returncode, result.stdout.splitlines()[0]) == (0, "Setup"), result.stderr
        result = scrawl("print", "sheets", "--record", game, "-o", "sheets.pdf", cwd=folder)
        assert result.stdout == "Paper Dungeons: 2 pages in sheets.pdf\n", result.stderr
    result = scrawl("replay", towers, cwd=home)
    assert (result.returncode, result.stdout.splitlines()[-1]) == (0, "  Ann  towers [3, 0]"), result.stderr
    position = json.loads(scrawl("replay", towers, "--json", cwd=home).stdout)["position"]
    result = scrawl("replay", "--position", position, "--home", home, cwd=ROOT)
    assert (result.returncode, result.stdout.splitlines()[0]) == (0, "round 1"), result.stderr
    result = scrawl("replay", towers, "--game", "paper-dungeons", cwd=home)
    assert (result.returncode, "R013 this is a record of 'towers', not of 'paper-dungeons'" in result.stderr) == (
        1,
        True,
    )


def test_a_whole_game_ends_with_its_glory(scrawl, tmp_path):
    record, _ = random_record(6)
    path = tmp_path / "whole.yaml"
    path.write_text(write_record(book(), record), encoding="utf-8")
    replay = json.loads(scrawl("replay", path, "--json", "--lang", "en").stdout)
    assert replay["over"]
    assert replay["chapters"][-1]["heading"] == "Glory"
    assert [chapter["heading"].split(" · ")[0] for chapter in replay["chapters"][1:-1]] == [
        f"Round {n}" for n in range(1, 9)
    ]


def pencil_marks(record):
    """Return the first player's pencilled sheet, the plain sheet, and the items drawn on it."""
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    opened = open_game(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    sheet = open_ruleset(opened).replay(parse_yaml(record, "game.yaml")).sheets[0]
    plain = sheet_face(pack, FACE, "a", player=sheet.name)
    items = list(pencilled(pack, {field.id: box for field, box in fields_on(plain)}, sheet))
    return sheet, plain, items


def test_a_pencil_leaves_every_mark_in_its_field():
    sheet, plain, items = pencil_marks(WRITTEN)
    field_ids = {item.id for item, _ in walk(plain.items) if isinstance(item, FieldItem)}
    numbered = {name for name in sheet.marks if name.split(".")[0] == "treasure" and name[-1].isdigit()}
    assert set(sheet.marks) - numbered <= field_ids
    assert {name for name, mark in sheet.marks.items() if mark.kind == "cross"} == {"monster.B2", "monster.D1", "gem.A"}
    assert [sheet.marks[f"round.1.{slot}"].text for slot in (1, 2, 3)] == ["5", "9", "8"]
    assert {"hero.warrior.2", "health.5", "item.flaming_sword.2", "treasure.C1.potion", "training.warrior"} <= set(
        sheet.marks
    )
    assert [item for item in items if isinstance(item, ShapeItem) if item.paint.stroke != PENCIL] == []
    assert [item.text for item in items if isinstance(item, TextItem)] == list("598713")


def test_the_path_goes_from_room_to_room():
    sheet, _, items = pencil_marks(WRITTEN)
    assert [end for _, end in sheet.path] == ["C1", "D1", "C1", "C2", "B2"]
    assert all(end == start for (_, end), (start, _) in pairwise(sheet.path))
    lines = [item for item in items if isinstance(item, ShapeItem) and item.kind == "line"]
    assert len(lines) == 3 * len(sheet.path) + 2 * 3  # an arrow is three strokes, a cross two


def simulated(scrawl, tmp_path, *words):
    """Return the lines of the record of a simulated game of two players."""
    words = ("a", "--games", "1", "--players", "2", "--bot", "greedy", "--workers", "1", *words)
    assert scrawl("simulate", *words, "--record", "game.yaml").returncode == 0
    return (tmp_path / "game.yaml").read_text(encoding="utf-8").splitlines(keepends=True)


def position(scrawl, name, *words):
    """Return the position at the end of a record."""
    result = scrawl("replay", name, "--json", *words)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)["position"]


@pytest.mark.parametrize("rounds", [1, 4, 7])
def test_the_rest_of_a_simulated_game_goes_on_from_the_position_in_its_middle(scrawl, tmp_path, rounds):
    lines = simulated(scrawl, tmp_path, "--seed", str(rounds))
    starts = [number for number, line in enumerate(lines) if line.startswith("- roll:")]
    assert len(starts) == 8
    (tmp_path / "first.yaml").write_text("".join(lines[: starts[rounds]]), encoding="utf-8")
    (tmp_path / "rest.yaml").write_text("".join(lines[: starts[0]] + lines[starts[rounds] :]), encoding="utf-8")
    middle = position(scrawl, "first.yaml")
    assert position(scrawl, "rest.yaml", "--position", middle) == position(scrawl, "game.yaml")
    rest = json.loads(scrawl("replay", "rest.yaml", "--position", middle, "--json").stdout)
    assert [chapter["heading"].split(" · ")[0] for chapter in rest["chapters"][1:-1]] == [
        f"Round {number}" for number in range(rounds + 1, 9)
    ]


def test_a_position_is_shown_with_its_legal_moves(scrawl, game, tmp_path):
    (tmp_path / "cut.yaml").write_text(WRITTEN.partition("  Bob: 1 move E2")[0], encoding="utf-8")
    (tmp_path / "here.yaml").write_text(position(scrawl, "cut.yaml"), encoding="utf-8")
    output = scrawl("replay", "--position", "here.yaml")
    assert output.returncode == 0, output.stderr
    head, *_, legal = output.stdout.splitlines()
    assert head.startswith("Round 2")
    assert legal.startswith("Bob: 1 craft flaming_sword, ")
    answer = json.loads(scrawl("replay", "--position", "here.yaml", "--json").stdout)
    assert answer["position"] == (tmp_path / "here.yaml").read_text(encoding="utf-8")
    assert ", ".join(answer["legal"]) == legal.removeprefix("Bob: ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("dungeon: a", "dungeon: b"), "R013 the position has other map than this record"),
        (("phase: roll", "phase: act"), "R0"),
        (("round: 3", "round: many"), "S003"),
        (("healer", "nobody"), "R010"),
    ],
)
def test_a_position_that_does_not_go_with_a_record_is_refused(scrawl, game, change, message):
    text = position(scrawl, game)
    assert change[0] in text
    result = scrawl("replay", game, "--position", text.replace(*change))
    assert result.returncode == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr
