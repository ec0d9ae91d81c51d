"""Turn the answers of a session into a game, its score, and faults where answers contradict each other."""

from dataclasses import replace

from generator.scoring.dialogue.session import DialogueState, PlayerSheet, ScoreQuestion, SheetQuestions
from generator.scoring.entered_games import EnteredGame, EnteredSheet
from generator.scoring.given_lines import find_contradictions
from generator.scoring.input_spec import TYPED, InputMarks, KnownSheetInputs
from generator.scoring.inputs.group import GroupSpec
from generator.scoring.messages import Faults, Message, ScoreFault, key_word, list_of, message
from generator.scoring.score import GameScore, score_game, score_line


def faults_of(dialogue: SheetQuestions, state: DialogueState) -> list[ScoreFault]:
    """Return the contradictions in the answers of a session so far, as its inputs and checks find them."""
    faults = Faults()
    sheets = [_entered(dialogue, state, sheet, faults)[1] for sheet in state.sheets]
    at = dialogue.rules.checking(state.cards, faults, solo=state.solo, typed=True)
    for typed, sheet in zip(state.sheets, sheets, strict=True):
        for said, _ in find_contradictions(dialogue.rules, typed.given, sheet, at):
            faults.warn("G014", said, TYPED, message("correct_one"))
        for check in dialogue.table.checks:
            if check.needs_known and all(name in sheet.known for name in check.needs_known):
                check.sheet(sheet, at)
    for check in dialogue.table.checks:
        check.game(sheets, at)
    return faults.met


def _entered(
    dialogue: SheetQuestions, state: DialogueState, sheet: PlayerSheet, faults: Faults
) -> tuple[EnteredSheet, KnownSheetInputs]:
    """Return a sheet with all inputs, unanswered ones empty, and one with only the fully answered ones, for checks."""
    inputs = dialogue.table.inputs
    asked = dialogue.questions(state, sheet)
    open_inputs = {question.input for question in asked if question.id not in sheet.answered}
    open_inputs -= {name for name in open_inputs if name in sheet.marks and dialogue.grows(name)}
    known = {name: marks for name, marks in sheet.marks.items() if name not in open_inputs}
    part = KnownSheetInputs(known, inputs, {}, TYPED, finished=not open_inputs)
    full = {name: sheet.marks.get(name) or spec.empty(dialogue.rules.data) for name, spec in inputs.items()}
    for name in list(known):
        reading = dialogue.reading(state, sheet, name, faults)
        full[name] = known[name] = inputs[name].settle(known[name], part, reading)
    return EnteredSheet(sheet.name, full, sheet.given, frozenset(known)), part


def entered_game(dialogue: SheetQuestions, state: DialogueState) -> EnteredGame:
    """Return the game with the answers of a session so far; unanswered inputs are empty."""
    sheets = tuple(_entered(dialogue, state, sheet, Faults())[0] for sheet in state.sheets)
    return EnteredGame(dialogue.rules.game, state.solo, sheets, state.cards, state.dungeon, state.date, state.notes)


def score_of(dialogue: SheetQuestions, state: DialogueState) -> GameScore:
    """Return the score by the answers of a session so far."""
    return score_game(dialogue.rules, entered_game(dialogue, state))


def running_totals(
    dialogue: SheetQuestions, state: DialogueState, sheet: PlayerSheet, asked: ScoreQuestion
) -> list[Message]:
    """Return the points of a question's line, what they are for, and the total so far; nothing until it is answered.

    A line with a card that counts an input which is asked later gets its points with the answer to that.
    Lines that ask nothing of their own, such as a bonus for several others, are in the total once all inputs are known.
    """
    questions = dialogue.questions(state, sheet)
    before = replace(sheet, marks={name: marks for name, marks in sheet.marks.items() if name != asked.input})
    waiting = [line for line in dialogue.table.lines if asked.input in dialogue.open_inputs(before, line)]
    lines = [asked.line] if asked.line else waiting
    if any(question.line in lines and question.id not in sheet.answered for question in questions):
        return []
    entered, _ = _entered(dialogue, state, sheet, Faults())
    asking = {question.line.letter for question in questions if question.line}
    answered = {question.line.letter for question in questions if question.line and question.id in sheet.answered}
    points = {
        line.letter: score_line(dialogue.rules, line, entered, solo=state.solo, cards=state.cards).points
        for line in dialogue.table.lines
        if line.letter in answered
        or (line.letter not in asking and line.counted_inputs(solo=state.solo) <= entered.known)
    }
    total, messages = sum(points.values()), []
    for line in lines:
        later = list_of(key_word("inputs", name) for name in dialogue.open_inputs(sheet, line))
        names, letter = () if line.letter in sheet.given else line.asked_inputs, line.letter
        cards = list_of(text for name in names if (text := _chosen(dialogue, entered.marks[name], name)))
        if later.entries:
            messages.append(message("running_later", letter=letter, cards=cards, what=later, total=total))
        elif cards.entries:
            messages.append(message("running_cards", letter=letter, points=points[letter], cards=cards, total=total))
        else:
            messages.append(message("running", letter=letter, points=points[letter], total=total))
    return messages


def _chosen(dialogue: SheetQuestions, marks: InputMarks, name: str) -> str:
    """Return the full names of what was chosen for an input, since they may be typed shorter; "" if it has none."""
    spec, numbers = dialogue.table.inputs[name], marks.numbers_by_key.items()
    names = spec.names(dialogue.rules.data)
    if isinstance(spec, GroupSpec) and not spec.required:
        return ", ".join(f"{names[key]} {number}" for key, number in numbers if number != spec.least)
    return names.get(marks.choice or "", "")
