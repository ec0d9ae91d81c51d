"""Test kinds of inputs (one file each; answers and files agree), and line formulas: points, reasons and bounds."""

import itertools
import json
import random
import re
import sys

import pytest
import yaml

import generator.scoring.inputs as inputs
from generator.check.checking import unread_faults
from generator.diagnostics import InvalidInput
from generator.game.manifest import read_manifest
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.input_reading import InputMarks
from generator.scoring.input_spec import INPUT_KINDS
from generator.scoring.messages import Faults, key_word
from generator.scoring.reach_faults import rule_faults
from generator.scoring.rules import open_rules
from generator.scoring.score import formula_in_words, score_game
from tests.conftest import ROOT, often
from tests.sources import modules_of
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
GAMES = tuple(path.parent.name for path in (ROOT / "cards").glob("*/scoring.yaml"))


def own_game(folder, scoring):
    words = 'game: {title: "Mine"}\nlines: {a: "A line"}\ninputs: {n: "number"}\n'
    files = {"game.yaml": "game: mine\nplayers: {least: 1, most: 4}\n", "scoring.yaml": scoring, "words/en.yaml": words}
    write_files(folder / "cards/mine", files)
    return GameCatalogue((folder, ROOT))


def fault_lines(faults):
    return [f"{each.code} {each.place.line}:{each.place.column} {each.message} ({each.hint})" for each in faults]


def test_a_new_kind_of_input_is_one_file(tmp_path, monkeypatch):
    write_files(tmp_path, {"kinds/dozens_for_a_test.py": TABLES["dozens"]})
    monkeypatch.setattr(inputs, "__path__", [*inputs.__path__, str(tmp_path / "kinds")])
    try:
        __import__("generator.scoring.inputs.dozens_for_a_test")
        scoring = "inputs: {n: {kind: dozens, most: 4}}\nlines: [{letter: A, word: lines.a, points: n + 1}]\n"
        rules = open_rules(own_game(tmp_path, scoring), "mine")
        record, _ = read_score(rules, parse_yaml("game: mine\nplayers: [{name: Ada, n: 3}]\n", "x.yaml"))
        assert score_game(rules, record).players[0].total == 37
        assert rules.line_points("A") == range(1, 50)
    finally:
        INPUT_KINDS.pop("dozens", None)
        sys.modules.pop("generator.scoring.inputs.dozens_for_a_test", None)


@table("content, warned")
def test_one_player_may_be_a_solo_game_where_a_formula_counts_it_otherwise(content, warned, tmp_path):
    scoring = 'inputs: {n: {kind: number}}\nlines: [{letter: A, word: lines.a, points: "if solo then n // 2 else n"}]\n'
    rules = open_rules(own_game(tmp_path, scoring), "mine")
    _, faults = read_score(rules, parse_yaml(f"game: mine\n{content}\n", "s.yaml"))
    assert [str(each.place) for each in faults if each.code == "G040"] == warned


def test_every_kind_has_a_file_of_its_name():
    files = {path.stem for path in (ROOT / "generator/scoring/inputs").glob("*.py")} - {"__init__"}
    assert files == set(INPUT_KINDS)


@table("scoring, message")
def test_a_mistake_in_scoring_yaml_is_reported(scoring, message, tmp_path):
    with pytest.raises(InvalidInput) as caught:
        open_rules(own_game(tmp_path, scoring + "\n"), "mine")
    assert fault_lines(caught.value.diagnostics) == message
    assert {each.place.path for each in caught.value.diagnostics} == {"cards/mine/scoring.yaml"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_all_that_scoring_looks_up_is_there(game, language):
    assert rule_faults(open_rules(CATALOGUE, game, language)) == []


@table("spec, line, message", "look_ups")
def test_what_scoring_looks_up_in_vain_is_reported_before_a_game(spec, line, message, tmp_path, scrawl):
    catalogue = own_game(tmp_path, f"inputs: {{n: {spec}}}\nlines: [{{letter: A, word: lines.a, {line}}}]\n")
    write_files(tmp_path / "cards/mine", TABLES["data_of_the_look_ups"])
    try:
        faults = rule_faults(open_rules(catalogue, "mine"))
    except InvalidInput as fault:
        faults = fault.diagnostics
    assert fault_lines(faults) == message
    (tmp_path / "s.yaml").write_text("game: mine\nplayers: [{name: Ada}]\n")
    for words in (("score", "s.yaml"), ("score", "s.yaml", "--why"), ("score", "--quick"), ("check", "--game", "mine")):
        result = scrawl(*words, "--home", tmp_path, stdin="Ada\n1\n\n")
        assert "Traceback" not in result.stderr, result.stderr


def rules_of(folder, scoring):
    """Return the rules of a game with the inputs of the tables, and these lines and checks."""
    files = dict(TABLES["counts"])
    write_files(folder / "cards/mine", {**files, "scoring.yaml": f"{files.pop('inputs')}{yaml.safe_dump(scoring)}"})
    return open_rules(GameCatalogue((folder, ROOT)), "mine")


def read(rules, players):
    """Return the game of a file with these players, and its faults."""
    text = yaml.safe_dump({"game": "mine", "players": [{"name": name, **each} for name, each in players.items()]})
    return read_score(rules, parse_yaml(text, "s.yaml"))


@table("line, marks, points, reasons, formula, bounds")
def test_a_line_tells_its_points_its_reasons_its_formula_and_its_bounds(
    line, marks, points, reasons, formula, bounds, tmp_path
):
    rules = rules_of(tmp_path, {"lines": [{"letter": "A", "word": "lines.a", **line}]})
    counted = score_game(rules, read(rules, {"Ann": marks})[0]).players[0].lines[0]
    assert (counted.points, [rules.words.text(each) for each in counted.reasons]) == (points, reasons)
    assert formula_in_words(rules, rules.table.lines[0]) == formula
    possible = rules.line_points("A")
    assert [possible[0], possible[-1]] == bounds
    assert points in possible


@table("lines, asks")
def test_a_line_asks_for_what_its_formula_names_and_no_line_before(lines, asks, tmp_path):
    lines = [{"letter": letter, "word": "lines.a", **line} for letter, line in zip("ABC", lines, strict=False)]
    rules = rules_of(tmp_path, {"lines": lines})
    assert [list(line.asks) for line in rules.table.lines] == asks


@table("formula, sheets, points")
def test_formulas_compare_all_players(formula, sheets, points, tmp_path):
    rules = rules_of(tmp_path, {"lines": [{"letter": "A", "word": "lines.a", "points": formula}]})
    record, _ = read(rules, {f"P{number}": each for number, each in enumerate(sheets, 1)})
    assert [player.total for player in score_game(rules, record).players] == points


@table("formula, sheets, warned")
def test_a_check_that_does_not_hold_is_a_warning_at_its_sheet(formula, sheets, warned, tmp_path):
    lines = [{"letter": "A", "word": "lines.a", "points": "n"}]
    rules = rules_of(tmp_path, {"lines": lines, "checks": {"fits": formula}})
    _, faults = read(rules, {f"P{number}": each for number, each in enumerate(sheets, 1)})
    faults = [fault for fault in faults if fault.code != "G051"]
    assert {(fault.code, fault.severity) for fault in faults} <= {("G014", "warning")}
    assert [f"{fault.place.line}:{fault.place.column}" for fault in faults] == warned


def test_a_deck_that_only_the_score_reads_needs_no_entry_in_the_game(tmp_path):
    rules_of(tmp_path, {"lines": [{"letter": "A", "word": "lines.a", "points": "card.worth"}]})
    catalogue = GameCatalogue((tmp_path, ROOT))
    assert "things.yaml" not in str(unread_faults(catalogue, read_manifest(catalogue, "mine")))


def test_each_check_that_does_not_hold_has_its_own_warning(tmp_path):
    lines = [{"letter": "A", "word": "lines.a", "points": "n"}]
    rules = rules_of(tmp_path, {"lines": lines, "checks": {"one": "n <= 3", "two": "n <= m", "three": "m >= 3"}})
    _, faults = read(rules, {"Ada": {"n": 5, "m": 2}})
    assert [fault.code for fault in faults if fault.code != "G051"] == ["G014"] * 3


def test_strict_fails_for_a_warning_and_a_player_that_cannot_be_read_has_no_total(tmp_path, scrawl):
    lines = [{"letter": "A", "word": "lines.a", "points": "n"}]
    rules_of(tmp_path, {"lines": lines, "checks": {"fits": "n <= 3"}})
    text = "game: mine\nplayers: [{name: Ada, n: 4}, {name: Ben, n: %s}]\n"
    codes = []
    for number, strict in (("2", []), ("2", ["--strict"]), ("two", [])):
        (tmp_path / "s.yaml").write_text(text % number, encoding="utf-8")
        result = scrawl("score", "s.yaml", "--json", *strict, "--home", tmp_path)
        output = json.loads(result.stdout)
        assert [each["place"] for each in output["warnings"] if each["code"] == "G014"] == ["s.yaml:2:26"]
        codes.append((result.returncode, [(each["total"], each["rank"]) for each in output["players"]]))
    assert codes == [(0, [(4, 1), (2, 2)]), (1, [(4, 1), (2, 2)]), (1, [(4, 1), (None, None)])]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_what_stands_there_can_be_typed_again(game, language):
    """The answer text of marks gives the same marks when typed again; so does the score file."""
    rules = open_rules(CATALOGUE, game, language)
    chance = random.Random(f"{game} {language}")
    for name, spec in rules.table.inputs.items():
        for solo in (False, True):
            at = rules.reading(name, Faults(), solo=solo, cards={}, typed=True)
            for _ in range(often(6, 60)):
                marks = any_marks(chance, spec, at)
                parts = range(len(marks.plain) if spec.grows else spec.parts(rules.data))
                again = spec.empty(rules.data)
                for part in parts:
                    again = spec.answer(spec.answer_text(marks, part, at), part, again, at)
                assert again == marks, (name, marks)
                ((key, plain),) = spec.in_file(name, marks).items()
                assert spec.read_key(key, parse_yaml(yaml.safe_dump({"x": plain}), "x").get("x"), at) == marks
            assert not at.faults.errors


def any_marks(chance, spec, at):
    """Return marks from possible answers of a player."""
    marks = spec.empty(at.data)
    if spec.grows:
        return any_entries(chance, spec, at)
    domain = spec.domain(at.data)
    for part in range(spec.parts()):
        kind = next(name for name, each in INPUT_KINDS.items() if type(spec) is each)
        if kind == "flag":
            text = chance.choice(["0", "1"])
        elif kind == "choice":
            text = chance.choice([*spec.names(at.data).values(), *([] if spec.required else [""])])
        elif kind == "tiers":
            card = f"{chance.choice(list(spec.names(at.data).values()))} {chance.randint(0, 9)}"
            text = chance.choice([str(chance.choice(spec.steps(at.data))), card])
        elif kind == "results":
            text = str(chance.choice(sorted(spec._possible(part, at))))
        elif kind == "group":
            text = " ".join(str(chance.randint(each.low, each.high)) for each in domain.fields.values())
        elif kind == "names":
            text = ", ".join(chance.sample(["Ada", "Jean-Luc", "Żółw", "Bo B"], chance.randint(1, 4)))
        elif kind == "numbers":
            entries = chance.randint(max(1, spec.least_entries), min(5, spec.most_entries))
            numbers = [str(chance.randint(domain.entry.low, domain.entry.high)) for _ in range(entries)]
            text = str(entries) if spec.counted and not at.solo else " ".join(numbers)
        else:
            steps = [number for number in range(domain.low, domain.high + 1) if number % spec.multiple_of == 0]
            text = str(chance.choice(spec.one_of or steps))
        marks = spec.answer(text, part, marks, at)
    return marks


def any_entries(chance, spec, at):
    """Return the marks of a ledger, from entries typed one by one."""
    at.sheet = {spec.members: InputMarks(["Ada", "Jean-Luc"])}
    rates, text_of = spec.rates(at.data), at.data.words.text
    kinds, goods = ([text_of(key_word(spec.words, key)) for key in each] for each in (rates.kinds, rates.goods))
    typed = ["1: 5 7", "3: 9 = 20 34", f"Ada + {kinds[0]} 900, {kinds[1]} 800 {kinds[2]} 70"]
    typed += [f"Jean-Luc = {goods[1]} 2", f"Ada - {goods[0]}, {goods[1]} / {kinds[2]} 60", "Jean-Luc !", ">", "2: 8"]
    marks = spec.empty(at.data)
    for number, text in enumerate(typed[: chance.randint(0, len(typed))]):
        marks = spec.answer(text, number, marks, at)
    return marks


@table("letter, points")
def test_a_line_gives_what_its_formula_can_give_and_nothing_else(letter, points):
    assert list(open_rules(CATALOGUE, "paper-dungeons").line_points(letter)) == points


NOUNS = tuple(TABLES["nouns"])


def test_the_program_that_scores_knows_no_noun_of_a_game():
    files = [*modules_of("scoring"), *modules_of("storage")]
    files += [ROOT / f"generator/cli/{name}.py" for name in ("score", "terminal_session", "history", "export")]
    mentions = {
        f"{path.relative_to(ROOT)}: {noun}"
        for path, noun in itertools.product(files, NOUNS)
        if re.search(rf"(?<![a-z]){noun}(e?s|ion)?(?![a-z])", path.read_text(encoding="utf-8").lower())
    }
    assert mentions == set()
