"""Turn the answers of a session into a game, its score, and faults where answers contradict each other."""

from dataclasses import replace

from generator.reading.yaml_nodes import as_node
from generator.scoring.dialogue.session import NAME, ScoreQuestion, ScoringSession, Seat, SheetQuestions
from generator.scoring.entered_games import EnteredGame, EnteredSheet, read_score
from generator.scoring.input_spec import TYPED, KnownSheetInputs
from generator.scoring.messages import Faults, Message, ScoreFault, UnscorableGame, Value, key_word, list_of, message
from generator.scoring.score import GameScore, scopes_of, score_game
from generator.scoring.sheet_checks import SheetChecks
from generator.scoring.spec import LineSpec


def faults_of(dialogue: SheetQuestions, session: ScoringSession) -> list[ScoreFault]:
    """Return the contradictions in the answers of a session so far, as its inputs and checks find them."""
    faults = Faults()
    sheets = [_entered(dialogue, session, sheet, faults)[1] for sheet in session.seats]
    checks = SheetChecks(dialogue.rules, session.cards, session.solo, typed=True)
    for typed, sheet in zip(session.seats, sheets, strict=True):
        for said, _ in checks.contradictions(typed.given, sheet):
            faults.warn("G014", said, TYPED, message("correct_one"))
    checks.warn(sheets, faults)
    return faults.met


def _entered(
    dialogue: SheetQuestions, session: ScoringSession, sheet: Seat, faults: Faults
) -> tuple[EnteredSheet, KnownSheetInputs]:
    """Return a sheet with all inputs, unanswered ones empty, and one with only the fully answered ones, for checks."""
    inputs = dialogue.table.inputs
    asked = dialogue.questions(session, sheet)
    open_inputs = {question.input for question in asked if question.id not in sheet.answered}
    open_inputs -= {name for name in open_inputs if name in sheet.marks and dialogue.grows(name)}
    known = {name: marks for name, marks in sheet.marks.items() if name not in open_inputs}
    part = KnownSheetInputs(known, inputs, {}, TYPED, finished=not open_inputs)
    full = {name: sheet.marks.get(name) or spec.empty(dialogue.rules.data) for name, spec in inputs.items()}
    for name in list(known):
        reading = dialogue.reading(session, sheet, name, faults)
        full[name] = known[name] = inputs[name].settle(known[name], part, reading)
    return EnteredSheet(sheet.name, full, sheet.given, frozenset(known)), part


def entered_game(dialogue: SheetQuestions, session: ScoringSession) -> EnteredGame:
    """Return the game with the answers of a session so far; unanswered inputs are empty."""
    sheets = tuple(_entered(dialogue, session, sheet, Faults())[0] for sheet in session.seats)
    return EnteredGame(
        dialogue.rules.game, session.solo, sheets, session.cards, session.dungeon, session.date, session.notes
    )


def finished_game(dialogue: SheetQuestions, session: ScoringSession) -> tuple[EnteredGame, GameScore]:
    """Return the game by the answers of a session, and its score with all warnings, to be saved."""
    record = entered_game(dialogue, session)
    score = score_game(dialogue.rules, record)
    try:
        root = as_node({**record.in_file(dialogue.rules), "solo": record.solo}, TYPED.path)
        faults = read_score(dialogue.rules, root, record.cards, solo=record.solo)[1]
    except UnscorableGame as unscorable:  # not all questions are answered
        faults = unscorable.faults
    told = [replace(fault, place=TYPED) for fault in faults if fault.severity == "warning"]
    return record, replace(score, warnings=tuple(told))


def score_of(dialogue: SheetQuestions, session: ScoringSession) -> GameScore:
    """Return the score by the answers of a session so far."""
    return score_game(dialogue.rules, entered_game(dialogue, session))


def waits_for(dialogue: SheetQuestions, session: ScoringSession, line: LineSpec) -> tuple[Value, ...]:
    """Return the players without whose sheets a line cannot be counted yet, since it compares players."""
    if not line.compares_players:
        return ()
    counted = dialogue.table.counted_inputs(line)
    names = [
        sheet.name
        for sheet in session.seats
        if line.letter not in sheet.given and any(name not in sheet.marks for name in counted)
    ]
    # at the terminal others may follow; phones all sit at the table already, and their session asks for no sheet
    is_terminal = session.at is not None and session.at.question != NAME and not session.closed
    more = is_terminal and len(session.seats) < dialogue.most_players(session)
    return (*names, *([message("other_players")] if more else []))


def running_totals(
    dialogue: SheetQuestions, session: ScoringSession, sheet: Seat, asked: ScoreQuestion
) -> list[Message]:
    """Return the points of a question's line, what they are for, and the total so far; nothing until it is answered.

    A line with a card that counts an input which is asked later gets its points with the answer to that.
    Lines that ask nothing of their own, such as a bonus for several others, are in the total once all inputs are known.
    """
    questions = dialogue.questions(session, sheet)
    before = replace(sheet, marks={name: marks for name, marks in sheet.marks.items() if name != asked.input})
    waiting = [line for line in dialogue.table.lines if asked.input in dialogue.open_inputs(before, line)]
    lines = [asked.line] if asked.line else waiting
    if any(question.line in lines and question.id not in sheet.answered for question in questions):
        return []
    entered, _ = _entered(dialogue, session, sheet, Faults())
    # of other players only what is answered counts
    others = [each for each in session.seats if each.name != sheet.name]
    record = entered_game(dialogue, replace(session, seats=(sheet, *others)))
    scope = scopes_of(dialogue.rules, record)[0]
    asking = {question.line.letter for question in questions if question.line}
    answered = {question.line.letter for question in questions if question.line and question.id in sheet.answered}
    points = {
        line.letter: scope.points(line)
        for line in dialogue.table.lines
        if line.letter in answered
        or (line.letter not in asking and {*dialogue.table.counted_inputs(line)} <= entered.known)
    }
    waits = {line.letter: names for line in dialogue.table.lines if (names := waits_for(dialogue, session, line))}
    total, messages = sum(each for letter, each in points.items() if letter not in waits), []
    for line in lines:
        if line.letter in waits:
            what = list_of(waits[line.letter])
            messages.append(message("running_waits", letter=line.letter, what=what, total=total))
            continue
        later = list_of(key_word("inputs", name) for name in dialogue.open_inputs(sheet, line))
        names, letter = () if line.letter in sheet.given else line.asked_inputs, line.letter
        cards = list_of(
            text
            for name in names
            if (text := dialogue.table.inputs[name].chosen(entered.marks[name], dialogue.rules.data))
        )
        if later.entries:
            messages.append(message("running_later", letter=letter, cards=cards, what=later, total=total))
        elif cards.entries:
            messages.append(message("running_cards", letter=letter, points=points[letter], cards=cards, total=total))
        else:
            messages.append(message("running", letter=letter, points=points[letter], total=total))
    return messages
