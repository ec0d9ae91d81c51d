"""Turn the answers of a session into a game, its score, and faults where answers contradict each other."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from generator.reading.yaml_nodes import Node, as_node
from generator.scoring.dialogue.questions import SheetQuestion, most_players, questions_of
from generator.scoring.dialogue.session import NAME, ScoringSession, Seat
from generator.scoring.entered_games import EnteredGame, EnteredGameReader, EnteredSheet, read_score
from generator.scoring.input_reading import TYPED
from generator.scoring.messages import Faults, Message, ScoreFault, UnscorableGame, Value, list_of, message, word_of
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore, scopes_of, score_game, unresolved_ties
from generator.scoring.spec import LineSpec


def faults_of(rules: ScoringRules, session: ScoringSession) -> list[ScoreFault]:
    """Return the contradictions in the answers of a session so far, as its inputs and checks find them.

    The line of a fault's place is the number of the player, counted from 1.
    """
    reader = EnteredGameReader(rules, session.solo, dict(session.cards), typed=True)
    for number, seat in enumerate(session.seats, 1):
        faults, place = Faults(), TYPED._replace(line=number)
        sheet = replace(_entered(rules, session, seat, faults), place=place)
        reader.sheets.append(sheet)
        reader.faults.met += [replace(fault, place=place) for fault in faults.met]
        reader.warn_of_line_points(seat.given, sheet, dict.fromkeys(seat.given, place))
    reader.warn_of_checks()
    return reader.faults.met


def _entered(rules: ScoringRules, session: ScoringSession, seat: Seat, faults: Faults) -> EnteredSheet:
    """Return a sheet with all inputs, unanswered ones empty; checks use only the fully answered ones."""
    inputs = rules.table.inputs
    open_questions = [question for question in questions_of(rules, session, seat) if not question.is_answered]
    open_names = {each.input for each in open_questions if not (each.input in seat.marks and each.grows)}
    complete_marks = {name: marks for name, marks in seat.marks.items() if name not in open_names}
    full = {name: seat.marks.get(name) or spec.empty(rules.data) for name, spec in inputs.items()}
    for name in list(complete_marks):
        reading = SheetQuestion(rules, session, seat, name, None, name).reading(faults)
        is_counted = partial(rules.counts_entry, seat.given, name)
        reading = replace(reading, sheet=complete_marks, finished=not open_names, is_counted=is_counted)
        full[name] = complete_marks[name] = inputs[name].settle(complete_marks[name], reading)
    return EnteredSheet(seat.name, full, seat.given, frozenset(complete_marks), checked=complete_marks)


def entered_game(rules: ScoringRules, session: ScoringSession) -> EnteredGame:
    """Return the game with the answers of a session so far; unanswered inputs are empty."""
    sheets = tuple(_entered(rules, session, seat, Faults()) for seat in session.seats)
    texts = (session.dungeon, session.date, session.notes)
    return EnteredGame(rules.game, session.solo, sheets, session.cards, *texts)


def finished_game(rules: ScoringRules, session: ScoringSession) -> tuple[EnteredGame, GameScore]:
    """Return the game by the answers of a session, and its score with all warnings, to be saved."""
    record = entered_game(rules, session)
    score = score_game(rules, record)
    try:
        content = {**record.in_file(rules), "solo": record.solo}
        players = [as_node(sheet, TYPED._replace(line=number)) for number, sheet in enumerate(content["players"], 1)]
        root = as_node(content, TYPED)
        root.value["players"] = Node(players, TYPED)
        faults = read_score(rules, root, record.cards, solo=record.solo)[1]
    except UnscorableGame as unscorable:  # not all questions are answered
        faults = unscorable.faults
    warnings = [*with_names(faults, session), *unresolved_ties(rules, score)]
    warnings = [warning for warning in warnings if warning.severity == "warning"]
    return record, replace(score, warnings=tuple(replace(warning, place=TYPED) for warning in warnings))


def with_names(faults: Iterable[ScoreFault], session: ScoringSession) -> list[ScoreFault]:
    """Return faults with the name of the player in each message, if several play; the places are as in `faults_of`."""
    if len(session.seats) == 1:
        return list(faults)
    names = {number: seat.name for number, seat in enumerate(session.seats, 1)}
    named_faults = ((fault, names.get(fault.place.line)) for fault in faults)
    return [
        replace(fault, message=message("of_player", name=name, said=fault.message)) if name else fault
        for fault, name in named_faults
    ]


def open_ties(rules: ScoringRules, session: ScoringSession) -> list[ScoreFault]:
    """Return a warning for each tied player without the number that decides; none before all lines are counted.

    The places are as in `faults_of`.
    """
    for question in (question for seat in session.seats for question in questions_of(rules, session, seat)):
        is_open = not question.is_answered and not (question.grows and question.has_marks)
        if question.line and is_open and question.input in ("", *rules.table.counted_inputs(question.line)):
            return []
    numbers = {seat.name: number for number, seat in enumerate(session.seats, 1)}
    ties = unresolved_ties(rules, score_of(rules, session))
    return [replace(tie, place=TYPED._replace(line=numbers[tie.place.path])) for tie in ties]


def score_of(rules: ScoringRules, session: ScoringSession) -> GameScore:
    """Return the score by the answers of a session so far."""
    return score_game(rules, entered_game(rules, session))


def waits_for(rules: ScoringRules, session: ScoringSession, line: LineSpec) -> tuple[Value, ...]:
    """Return the players without whose sheets a line cannot be counted yet, since it compares players."""
    if not line.compares_players:
        return ()
    counted = rules.table.counted_inputs(line)
    names = [
        seat.name
        for seat in session.seats
        if line.letter not in seat.given and any(name not in seat.marks for name in counted)
    ]
    # at the terminal others may follow; phones all sit at the table already, and their session asks for no sheet
    is_terminal = session.at is not None and session.at.question != NAME and not session.closed
    may_grow = is_terminal and len(session.seats) < most_players(rules, session)
    return (*names, *([message("other_players")] if may_grow else []))


def _open_inputs(rules: ScoringRules, seat: Seat, line: LineSpec) -> list[str]:
    """Return the inputs that a chosen card of a line counts and that the seat does not have yet."""
    counted: list[str] = []
    for name in line.asked_inputs:
        if (marks := seat.marks.get(name)) is not None:
            counted += rules.table.inputs[name].other_inputs(rules.data, marks)
    return [name for name in counted if name in rules.table.inputs and name not in seat.marks]


def running_totals(rules: ScoringRules, session: ScoringSession, question: SheetQuestion) -> list[Message]:
    """Return the points of a question's line, what they are for, and the total so far; nothing until it is answered.

    A line with a card that counts an input of a later question gets its points with the answer to that.
    Lines that ask nothing of their own, such as a bonus for several others, are in the total once all inputs are known.
    """
    seat = question.seat
    questions = questions_of(rules, session, seat)
    emptied = replace(seat, marks={name: marks for name, marks in seat.marks.items() if name != question.input})
    lines = [line for line in rules.table.lines if question.input in _open_inputs(rules, emptied, line)]
    lines = [question.line] if question.line else lines
    if any(entry.line in lines and not entry.is_answered for entry in questions):
        return []
    # of other players only what is answered counts
    other_seats = [entry for entry in session.seats if entry.name != seat.name]
    record = entered_game(rules, replace(session, seats=(seat, *other_seats)))
    entered, scope = record.sheets[0], scopes_of(rules, record)[0]
    asking = {entry.letter for entry in questions}
    answered = {entry.letter for entry in questions if entry.is_answered}
    points = {
        line.letter: scope.points(line)
        for line in rules.table.lines
        if line.letter in answered
        or (line.letter not in asking and {*rules.table.counted_inputs(line)} <= entered.known)
    }
    lines_waiting = [line for line in rules.table.lines if line.letter not in seat.given]
    waits = {line.letter: names for line in lines_waiting if (names := waits_for(rules, session, line))}
    total = sum(gain for letter, gain in points.items() if letter not in waits)
    messages = []
    for line in lines:
        letter, names = line.letter, () if line.letter in seat.given else line.asked_inputs
        choices = (rules.table.inputs[name].chosen(entered.marks[name], rules.data) for name in names)
        cards = list_of(text for text in choices if text)
        later = list_of(word_of(name) for name in _open_inputs(rules, seat, line))
        if letter in waits:
            messages.append(message("running_waits", letter=letter, what=list_of(waits[letter]), total=total))
        elif later.entries:
            messages.append(message("running_later", letter=letter, cards=cards, what=later, total=total))
        elif cards.entries:
            messages.append(message("running_cards", letter=letter, points=points[letter], cards=cards, total=total))
        else:
            messages.append(message("running", letter=letter, points=points[letter], total=total))
    return messages
