"""Kinds of inputs, lines and checks: one file each, found by itself; answers and files say the same; bounds hold."""

import itertools
import random
import re
import sys

import pytest
import yaml

import generator.scoring.lines as lines
from generator.diagnostics import InvalidInput
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.check_spec import CHECK_KINDS
from generator.scoring.entered_games import read_score
from generator.scoring.input_spec import INPUT_KINDS
from generator.scoring.inputs.names import MemberNamesMarks
from generator.scoring.line_spec import LINE_KINDS
from generator.scoring.messages import Faults, key_word
from generator.scoring.reach_faults import rule_faults
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from tests.conftest import ROOT, often
from tests.sources import modules_of
from tests.tables import parse_yaml_text, table, tables, write_files

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
GAMES = tuple(path.parent.name for path in (ROOT / "cards").glob("*/scoring.yaml"))
DIGITS = TABLES["digits"]


def own_game(folder, scoring):
    words = 'game: {title: "Mine"}\nlines: {a: "A line"}\ninputs: {n: "number"}\n'
    files = {"game.yaml": "game: mine\nplayers: {least: 1, most: 4}\n", "scoring.yaml": scoring, "words/en.yaml": words}
    write_files(folder / "cards/mine", files)
    return GameCatalogue((folder, ROOT))


def told(faults):
    return [f"{each.code} {each.place.line}:{each.place.column} {each.message} ({each.hint})" for each in faults]


def test_a_new_kind_is_one_file(tmp_path, monkeypatch):
    write_files(tmp_path, {"kinds/digits_for_a_test.py": DIGITS})
    monkeypatch.setattr(lines, "__path__", [*lines.__path__, str(tmp_path / "kinds")])
    try:
        __import__("generator.scoring.lines.digits_for_a_test")
        scoring = "inputs: {n: {kind: number}}\nlines: [{letter: A, word: lines.a, asks: [n], parts: [{count: digits, of: n}]}]\n"
        rules = open_rules(own_game(tmp_path, scoring), "mine")
        record, _ = read_score(rules, parse_yaml("game: mine\nplayers: [{name: Ada, n: 345}]\n", "x.yaml"))
        assert score_game(rules, record).players[0].total == 12
        assert rules.line_points("A", {}) == (range(28),)
    finally:
        LINE_KINDS.pop("digits", None)
        sys.modules.pop("generator.scoring.lines.digits_for_a_test", None)


def test_every_kind_has_a_file_of_its_name():
    for folder, kinds in (("inputs", INPUT_KINDS), ("lines", LINE_KINDS), ("checks", CHECK_KINDS)):
        files = {path.stem for path in (ROOT / "generator/scoring" / folder).glob("*.py")} - {"__init__"}
        assert files == set(kinds)


@table("scoring, message")
def test_a_mistake_in_scoring_yaml_is_told(scoring, message, tmp_path):
    with pytest.raises(InvalidInput) as caught:
        open_rules(own_game(tmp_path, scoring + "\n"), "mine")
    assert told(caught.value.diagnostics) == message
    assert {each.place.path for each in caught.value.diagnostics} == {"cards/mine/scoring.yaml"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_all_that_scoring_looks_up_is_there(game, language):
    assert rule_faults(open_rules(CATALOGUE, game, language)) == []


@table("spec, part, message", "look_ups")
def test_what_scoring_looks_up_in_vain_is_told_before_a_game(spec, part, message, tmp_path, scrawl):
    scoring = f"inputs: {{n: {spec}}}\nlines: [{{letter: A, word: lines.a, asks: [n], parts: [{part}]}}]\n"
    catalogue = own_game(tmp_path, scoring)
    write_files(tmp_path / "cards/mine", TABLES["data_of_the_look_ups"])
    assert told(rule_faults(open_rules(catalogue, "mine"))) == message
    (tmp_path / "s.yaml").write_text("game: mine\nplayers: [{name: Ada}]\n")
    for words in (("score", "s.yaml"), ("score", "s.yaml", "--why"), ("score", "--quick"), ("check", "--game", "mine")):
        done = scrawl(*words, "--home", tmp_path, stdin="Ada\n1\n\n")
        assert "Traceback" not in done.stderr, done.stderr


@table("part, marks, points, reason, formula, bounds")
def test_every_count_tells_its_points_its_formula_and_its_bounds(
    part, marks, points, reason, formula, bounds, tmp_path
):
    files = dict(TABLES["counts"])
    of = parse_yaml_text(part)["of"]
    asks = ", ".join(name.partition(".")[0] for name in ([of] if isinstance(of, str) else of))
    scoring = f"{files.pop('inputs')}lines: [{{letter: A, word: lines.a, asks: [{asks}], parts: [{part}]}}]\n"
    write_files(tmp_path / "cards/mine", {**files, "scoring.yaml": scoring})
    rules = open_rules(GameCatalogue((tmp_path, ROOT)), "mine")
    answers = yaml.safe_dump({"game": "mine", "players": [{"name": "Ann", **marks}]})
    line = score_game(rules, read_score(rules, parse_yaml(answers, "s.yaml"))[0]).players[0].lines[0]
    assert (line.points, rules.words.tell(line.reasons[0]), len(line.reasons)) == (points, reason, 1)
    spec = rules.table.lines[0].parts[0]
    assert rules.words.tell(spec.formula(rules.data, rules.table.inputs)) == formula
    assert list(spec.bounds(rules.data, rules.table.inputs)) == bounds


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_what_stands_there_can_be_typed_again(game, language):
    """The answer shown for marks, typed in once more, gives the same marks; so does the score file."""
    rules = open_rules(CATALOGUE, game, language)
    chance = random.Random(f"{game} {language}")
    for name, spec in rules.table.inputs.items():
        for solo in (False, True):
            at = rules.reading(name, Faults(), solo=solo, cards={}, typed=True)
            for _ in range(often(6, 60)):
                marks = any_marks(chance, spec, at)
                parts = range(len(marks.entries) if spec.grows else spec.parts(rules.data))
                again = spec.empty(rules.data)
                for part in parts:
                    again = spec.answer(spec.answer_text(marks, part, at), part, again, at)
                assert again == marks, (name, marks)
                ((key, plain),) = spec.in_file(name, marks).items()
                assert spec.read_key(key, parse_yaml(yaml.safe_dump({"x": plain}), "x").get("x"), at) == marks
            assert not at.faults.errors


def any_marks(chance, spec, at):
    """Marks made by answers that somebody might type."""
    marks = spec.empty(at.data)
    if spec.grows:
        return any_entries(chance, spec, at)
    extent = spec.extent(at.data)
    for part in range(spec.parts(at.data)):
        kind = next(name for name, each in INPUT_KINDS.items() if isinstance(spec, each))
        if kind == "flag":
            text = chance.choice(["0", "1"])
        elif kind == "choice":
            text = chance.choice([*spec.names(at.data).values(), *([] if spec.required else [""])])
        elif kind == "steps":
            card = f"{chance.choice(list(spec.names(at.data).values()))} {chance.randint(0, 9)}"
            text = chance.choice([str(chance.choice(spec.steps(at.data))), card])
        elif kind == "claims":
            rounds = [str(chance.randint(1, spec.rounds)) for _ in range(chance.randint(0, spec.most))]
            text = " ".join(rounds) if at.solo else str(len(rounds))
        elif kind == "bands":
            text = str(chance.choice(sorted(spec._possible(part, at))))
        elif kind == "group":
            text = " ".join(str(chance.randint(extent.least, extent.most)) for _ in range(extent.entries))
        elif kind == "names":
            text = ", ".join(chance.sample(["Ada", "Jean-Luc", "Żółw", "Bo B"], chance.randint(1, 4)))
        elif kind == "numbers":
            entries = chance.randint(max(1, spec.least_entries), min(5, spec.most_entries))
            text = " ".join(str(chance.randint(extent.least, extent.most)) for _ in range(entries))
        else:
            steps = [number for number in range(extent.least, extent.most + 1) if number % spec.multiple_of == 0]
            text = str(chance.choice(spec.one_of or steps))
        marks = spec.answer(text, part, marks, at)
    return marks


def any_entries(chance, spec, at):
    """A ledger typed entry by entry."""
    at.sheet = {spec.members: MemberNamesMarks(("Ada", "Jean-Luc"))}
    rates, tell = spec.rates(at.data), at.data.words.tell
    kinds, goods = ([tell(key_word(spec.words, key)) for key in each] for each in (rates.kinds, rates.goods))
    typed = ["1: 5 7", "3: 9 = 20 34", f"Ada + {kinds[0]} 900, {kinds[1]} 800 {kinds[2]} 70"]
    typed += [f"Jean-Luc = {goods[1]} 2", f"Ada - {goods[0]}, {goods[1]} / {kinds[2]} 60", "Jean-Luc !", ">", "2: 8"]
    marks = spec.empty(at.data)
    for number, text in enumerate(typed[: chance.randint(0, len(typed))]):
        marks = spec.answer(text, number, marks, at)
    return marks


@table("letter, points")
def test_a_line_gives_what_some_sheet_can_show_and_nothing_else(letter, points):
    given = open_rules(CATALOGUE, "paper-dungeons").line_points(letter, {})
    assert [number for run in given for number in run] == list(points)


NOUNS = tuple(TABLES["nouns"])


def test_the_program_that_scores_knows_no_noun_of_a_game():
    files = [*modules_of("scoring"), *modules_of("storage")]
    files += [
        ROOT / f"generator/cli/{name}.py"
        for name in ("score", "score_at_terminal", "history", "campaign", "export", "table_output")
    ]
    said = {
        f"{path.relative_to(ROOT)}: {noun}"
        for path, noun in itertools.product(files, NOUNS)
        if re.search(rf"(?<![a-z]){noun}(e?s|ion)?(?![a-z])", path.read_text(encoding="utf-8").lower())
    }
    assert said == set()
