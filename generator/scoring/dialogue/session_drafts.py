"""Drafts: a session as plain data, to be kept while a table is left, and the session that a draft gives back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.reading.yaml_nodes import Node
from generator.scoring.dialogue.questions import SheetQuestions
from generator.scoring.dialogue.session import NAME, DialoguePosition, DialogueState, PlayerSheet
from generator.scoring.entered_games import is_name
from generator.scoring.input_spec import InputMarks
from generator.scoring.messages import Faults
from generator.scoring.rules import ScoringRules


def draft_of(rules: ScoringRules, state: DialogueState) -> dict[str, Any]:
    """Return a session as plain data, from which `read_draft` gives it back."""
    return {
        "game": rules.game,
        "solo": state.solo,
        "quick": state.quick,
        "closed": state.closed,
        "at": [state.at.player, state.at.question] if state.at else None,
        "dungeon": state.dungeon,
        "date": state.date,
        "notes": state.notes,
        "cards": {name: list(keys) for name, keys in state.cards.items()},
        "players": [sheet_draft(rules, sheet) for sheet in state.sheets],
    }


def sheet_draft(rules: ScoringRules, sheet: PlayerSheet) -> dict[str, Any]:
    """Return one sheet as plain data, as it stands among the players of a draft."""
    content: dict[str, Any] = {}
    for name, marks in sheet.marks.items():
        content |= rules.table.inputs[name].in_file(name, marks)
    return {"name": sheet.name, "sheet": content, "lines": dict(sheet.given), "answered": sorted(sheet.answered)}


def read_draft(dialogue: SheetQuestions, root: Node) -> DialogueState | None:
    """Return the session of a draft, or None for one of another game; answers that do not fit are asked again."""
    players = root.get("players")
    if _plain(root.get("game")) != dialogue.rules.game or players is None or not players.is_list:
        return None
    cards = {
        name: tuple(_plain(key) for key in node.value)
        for name, node in _children(root.get("cards"))
        if name in dialogue.table.inputs and node.is_list
    }
    texts = {key: str(_plain(root.get(key)) or "") for key in ("dungeon", "date", "notes")}
    solo, quick, closed = (_plain(root.get(key)) is True for key in ("solo", "quick", "closed"))
    session = replace(DialogueState(solo, None, quick, closed=closed, cards=cards), **texts)  # type: ignore[arg-type]
    sheets = [_read_sheet(dialogue, session, node) for node in players.value]
    session = replace(session, sheets=tuple(sheet for sheet in sheets if sheet))
    at = root.get("at")
    spot = [_plain(part) for part in at.value] if at is not None and at.is_list else []
    positions = [*dialogue.positions(session), DialoguePosition(len(session.sheets), NAME)]
    found = next((each for each in positions if [each.player, each.question] == spot), None)
    return replace(session, at=found or dialogue.next_position(session))


def _read_sheet(dialogue: SheetQuestions, state: DialogueState, node: Node) -> PlayerSheet | None:
    name, content = _plain(node.get("name")), node.get("sheet")
    if not isinstance(name, str) or not is_name(name) or content is None or not content.is_map:
        return None
    marks: dict[str, InputMarks] = {}
    for input_name, spec in dialogue.table.inputs.items():
        reading = dialogue.rules.reading(input_name, Faults(), solo=state.solo, cards=state.cards)
        for key in spec.file_keys(input_name):
            child = content.get(key)
            read = spec.read_key(key, child, reading) if child is not None else None
            if read is not None and not reading.faults.errors:
                marks[input_name] = read
    given = {letter: child.value for letter, child in _children(node.get("lines")) if isinstance(child.value, int)}
    sheet, entries = PlayerSheet(name, marks, given), node.get("answered")
    answered = {_plain(entry) for entry in entries.value} if entries is not None and entries.is_list else set()
    ids = {question.id for question in dialogue.questions(state, sheet) if question.has_answer(sheet)}
    return replace(sheet, answered=frozenset(ids & answered))


def _plain(node: Node | None) -> Any:
    return None if node is None or node.is_map or node.is_list else node.value


def _children(node: Node | None) -> Sequence[tuple[str, Node]]:
    return list(node.items()) if node is not None and node.is_map else []
