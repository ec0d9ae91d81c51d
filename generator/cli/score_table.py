"""The scorer at the table: asks player by player and line by line, shows the running total, takes answers back."""

from dataclasses import dataclass, field
from typing import Any

import click

from generator.reading.yaml_nodes import Node
from generator.scoring.rules import Rules
from generator.scoring.score import GameScore, Line, PlayerScore, Say, rank_players, score_game, score_line, title_of
from generator.scoring.table import InputSpec, LineSpec, Part
from generator.scoring.tally import GameRecord, Tally, TallyReader
from generator.scoring.typed import HERE, Unclear, number, read_answer

BACK, EXPLAIN = "<", "?"


class Back(Exception):
    """The player wants the answer before this one again."""


class Jump(Exception):
    """The player wants to edit a line."""

    def __init__(self, letter: str) -> None:
        self.letter = letter
        super().__init__(letter)


@dataclass(frozen=True, eq=False)
class Question:
    """One question of a sheet: the line it belongs to, the input, and for fights which one."""

    line: LineSpec | None
    name: str
    index: int | None = None


@dataclass
class Sheet:
    """The answers of one player so far, as nodes, and as they were typed."""

    name: str
    nodes: dict[str, Any] = field(default_factory=dict)
    typed: dict[Question, str] = field(default_factory=dict)


def ask_game(rules: Rules, say: Say, *, quick: bool) -> tuple[GameRecord, GameScore]:
    """Ask for a whole game; returns what was typed in and the result."""
    click.echo(say("keys"))
    solo = rules.table.only_solo
    if not solo and not rules.table.party and not quick:
        solo = _yes(say, say("ask_solo"))
    sheets: list[Sheet] = []
    most = 1 if solo or rules.table.most_players == 1 else rules.table.most_players
    while len(sheets) < most:
        name = _ask_name(say, sheets)
        if not name:
            break
        sheet = Sheet(name)
        sheets.append(sheet)
        _ask_sheet(rules, say, sheet, solo=solo, quick=quick)
    if quick:
        return _quick_result(rules, sheets)
    record = _record(rules, sheets, solo=solo)
    return record, score_game(rules, record, say)


def _ask_name(say: Say, sheets: list[Sheet]) -> str:
    while True:
        key = "ask_name" if sheets else "ask_first"
        name = _prompt(say(key, n=len(sheets) + 1))
        if not name and not sheets:
            return "1"
        if any(sheet.name == name for sheet in sheets):
            click.echo(say("same_name"))
            continue
        return name


def _yes(say: Say, question: str) -> bool:
    while True:
        answer = _prompt(question).lower()
        if answer in say("yes").split():
            return True
        if answer in say("no").split() or not answer:
            return False
        click.echo(say("not_yes"))


def _prompt(question: str, default: str = "") -> str:
    shown = f"{question} [{default}]" if default else question
    answer: str = click.prompt(shown, default="", show_default=False, prompt_suffix=": ")
    return answer.strip()


# one sheet


def questions(rules: Rules, *, quick: bool) -> list[Question]:
    """Return the questions of a sheet in the order of its lines, the tie-breaks last."""
    found = []
    for line in rules.table.lines:
        if quick:
            found.append(Question(line, line.letter))
            continue
        for asked in line.asks:
            name, _, index = asked.partition(".")
            found.append(Question(line, name, int(index) if index else None))
    return found + [Question(None, tie) for tie in rules.table.ties]


def _ask_sheet(rules: Rules, say: Say, sheet: Sheet, *, solo: bool, quick: bool) -> None:
    asked = questions(rules, quick=quick)
    letters = [line.letter for line in rules.table.lines]
    at = 0
    while at < len(asked):
        question = asked[at]
        try:
            _ask(rules, say, sheet, question, letters, solo=solo, quick=quick)
        except Back:
            at = max(0, at - 1)
            continue
        except Jump as jump:
            at = next(index for index, each in enumerate(asked) if each.line and each.line.letter == jump.letter)
            continue
        at += 1
        last_of_line = at == len(asked) or asked[at].line is not question.line
        if question.line is not None and last_of_line:
            _show_running(rules, say, sheet, question.line, solo=solo, quick=quick)


def _ask(
    rules: Rules, say: Say, sheet: Sheet, question: Question, letters: list[str], *, solo: bool, quick: bool
) -> None:
    spec = rules.table.inputs.get(question.name)
    words = _question_words(rules, say, question, spec, solo=solo)
    while True:
        before = sheet.typed.get(question)
        answer = _prompt(words, before or "")
        if answer == BACK:
            raise Back
        if answer == EXPLAIN:
            click.echo(explain(rules, say, question))
            continue
        if len(answer) == 2 and answer[0] == answer[1] and answer[0].upper() in letters:
            raise Jump(answer[0].upper())
        if not answer and before is not None:
            answer = before
        try:
            node = (
                number(answer or "0", say)
                if quick or spec is None
                else _read(rules, say, question, spec, answer, solo=solo)
            )
        except Unclear as fault:
            click.echo(f"  {fault}")
            continue
        kept = dict(sheet.nodes)
        _keep(sheet, question, node)
        if not quick and (told := _impossible(rules, sheet, solo=solo)):
            sheet.nodes = kept
            click.echo(f"  {told}")
            continue
        sheet.typed[question] = answer
        return


def _impossible(rules: Rules, sheet: Sheet, *, solo: bool) -> str:
    """Return what the answers so far make impossible, once everything it depends on is answered."""
    ready = [
        check
        for check in rules.table.checks
        if all(name in sheet.nodes for name in (check.input, check.of, check.unless or check.of))
    ]
    if not ready:
        return ""
    reader = TallyReader(rules)
    reader.solo = solo
    reader.tally(_player_node(rules, sheet), sheet.name)
    return "; ".join(f"{each.message}; {each.hint}" for each in reader.faults if each.code == "G014")


def _read(rules: Rules, say: Say, question: Question, spec: InputSpec, answer: str, *, solo: bool) -> Node:
    node = read_answer(rules, question.name, spec, answer, say, solo=solo)
    reader = TallyReader(rules)
    reader.solo = solo
    if spec.kind == "bands":
        reader.band_points(spec, question.index or 0, node)
    else:
        reader.value(question.name, spec, node)
    if reader.faults:
        told = [f"{each.message}; {each.hint}" if each.hint else each.message for each in reader.faults]
        raise Unclear("; ".join(told))
    return node


def _keep(sheet: Sheet, question: Question, node: Node) -> None:
    if question.index is None:
        sheet.nodes[question.name] = node
    else:
        sheet.nodes.setdefault(question.name, {})[question.index] = node


def _show_running(rules: Rules, say: Say, sheet: Sheet, line: LineSpec, *, solo: bool, quick: bool) -> None:
    if quick:
        done = [each.value for each in sheet.nodes.values()]
        points, total = sheet.nodes[line.letter].value, sum(done)
    else:
        tally = _tally(rules, sheet, solo=solo)
        points = score_line(rules, line, tally, solo=solo, say=say).points
        answered = {question.line.letter for question in sheet.typed if question.line}
        lines = [each for each in rules.table.lines if each.letter in answered]
        total = sum(score_line(rules, each, tally, solo=solo, say=say).points for each in lines)
    click.echo("  " + say("running", letter=line.letter, points=points, total=total))


def _question_words(rules: Rules, say: Say, question: Question, spec: InputSpec | None, *, solo: bool) -> str:
    head = f"{question.line.letter} {rules.word(question.line.word)} – " if question.line else ""
    if spec is None:
        return head + say("ask_quick", letter=question.name) if question.line else say("input_rooms")
    own = rules.word(f"inputs.{question.name}", "")
    what = own or say(f"input_{question.name}")
    if spec.kind == "bands":
        return head + say("ask_band", n=(question.index or 0) + 1)
    if spec.kind == "group" and spec.required:
        return head + (own or say("ask_heroes"))
    if spec.kind == "group":
        names = [rules.name_of(key) for key in rules.keys(spec)[:2]]
        return head + say(
            "ask_items",
            example=" ".join(f"{name[:4].lower().strip()}{n}" for name, n in zip(names, (2, 1), strict=False)),
        )
    if spec.kind == "claims":
        return head + say("ask_rounds" if solo else "ask_missions", most=spec.most)
    if spec.kind == "steps":
        return head + say("ask_goal")
    if spec.kind == "number":
        return head + say("ask_number", what=what, least=spec.least, most=rules.most(spec))
    if spec.options:
        what = f"{what} ({', '.join(rules.name_of(key) for key in spec.options)})"
        return head + what
    keys = {"flag": "ask_flag", "choice": "ask_choice"}
    return head + say(keys.get(spec.kind, "ask_numbers"), what=what)


def explain(rules: Rules, say: Say, question: Question) -> str:
    """Return what a line counts, with its formula."""
    if question.line is None:
        return say("input_rooms")
    formulas = [_formula(rules, say, part) for part in question.line.parts]
    words = say(
        "formula", letter=question.line.letter, word=rules.word(question.line.word), formula="; ".join(formulas)
    )
    spec = rules.table.inputs.get(question.name)
    if spec is not None and (keys := rules.keys(spec)):
        names = ", ".join(rules.name_of(key, spec.deck) for key in keys)
        words += "\n  " + say("possible", names=names)
    return words


def _formula(rules: Rules, say: Say, part: Part) -> str:
    what = rules.word(f"inputs.{part.of[0]}", "") or say(f"input_{part.of[0]}")
    if part.count == "per":
        each = rules.value(part.each_from) if part.each_from else part.each
        return say("f_per_every" if part.every > 1 else "f_per", each=each, every=part.every, what=what)
    if part.count in ("track", "by_round"):
        return say(
            "f_track",
            what=what,
            table=" ".join(str(each[part.field] if part.field else each) for each in rules.value(part.table or "")),
        )
    if part.count == "steps":
        boxes = enumerate(rules.value(part.table or ""), 1)
        table = ", ".join(f"{box}: {points}" for box, points in boxes if points is not None)
        return say("f_steps", what=what, table=table)
    if part.count == "fixed":
        return say("f_fixed", what=what, points=rules.value(part.amount_from) if part.amount_from else part.amount)
    if part.count == "option":
        return ", ".join(f"{rules.name_of(key)} {points:+}" for key, points in part.amounts.items())
    return say({"card_steps": "f_goal", "bonus": "f_bonus", "band": "f_band"}.get(part.count, "f_card"), what=what)


# results


def _player_node(rules: Rules, sheet: Sheet) -> Node:
    found: dict[str, Node] = {"name": Node(sheet.name, HERE)}
    for name, value in sheet.nodes.items():
        if isinstance(value, dict):
            entries = rules.table.inputs[name].entries
            if len(value) == entries:
                found[name] = Node([value[index] for index in range(entries)], HERE)
        else:
            found[name] = value
    return Node(found, HERE, dict.fromkeys(found, HERE))


def _tally(rules: Rules, sheet: Sheet, *, solo: bool) -> Tally:
    """Return the tally of a sheet that may not be finished."""
    reader = TallyReader(rules)
    reader.solo = solo
    tally = reader.tally(_player_node(rules, sheet), sheet.name)
    for name, value in sheet.nodes.items():
        if isinstance(value, dict):
            spots = tally.values[name]
            tally.values[name] = [value[at].value if at in value else spot for at, spot in enumerate(spots)]
    return tally


def _record(rules: Rules, sheets: list[Sheet], *, solo: bool) -> GameRecord:
    items = {
        "game": Node(rules.game, HERE),
        "solo": Node(solo and not rules.table.only_solo, HERE),
        "players": Node([_player_node(rules, sheet) for sheet in sheets], HERE),
    }
    return TallyReader(rules).read(Node(items, HERE, dict.fromkeys(items, HERE)))


def _quick_result(rules: Rules, sheets: list[Sheet]) -> tuple[GameRecord, GameScore]:
    letters = [line.letter for line in rules.table.lines]
    counted = []
    for sheet in sheets:
        lines = tuple(Line(letter, int(sheet.nodes[letter].value), ()) for letter in letters)
        rooms = next((int(sheet.nodes[tie].value) for tie in rules.table.ties if tie in sheet.nodes), 0)
        counted.append((sheet.name, lines, sum(line.points for line in lines), rooms))
    ranks = rank_players([(total, rooms) for _, _, total, rooms in counted])
    players = tuple(
        PlayerScore(name, lines, total, rank, rooms, title_of(rules, total))
        for (name, lines, total, rooms), rank in zip(counted, ranks, strict=True)
    )
    tallies = tuple(Tally(name, {line.letter: line.points for line in lines}) for name, lines, _, _ in counted)
    record = GameRecord(rules.game, False, (), tallies)
    return record, GameScore(rules.game, players, tuple(each.name for each in players if each.rank == 1))
