"""The actions of people who type in a game: each returns the next session and messages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.diagnostics import NOWHERE
from generator.formulas.syntax import FormulaFault
from generator.reading.pdf_form import TICKED
from generator.reading.yaml_nodes import Node
from generator.scoring.dialogue.questions import (
    SheetQuestion,
    find_question,
    most_players,
    questions_of,
    ticked_inputs,
    unnamed_cards,
)
from generator.scoring.dialogue.results import entered_game, faults_of, running_totals
from generator.scoring.dialogue.session import NAME, SOLO, AnswerResult, DialoguePosition, ScoringSession, Seat
from generator.scoring.entered_games import EnteredGame, EnteredGameReader, is_name
from generator.scoring.input_reading import TYPED, FilledFields, InputReadingContext
from generator.scoring.messages import Faults, Message, ScoreFault, UnreadableAnswer, Value, list_of, message, word_of
from generator.scoring.rules import Cards, ScoringRules
from generator.scoring.score import scopes_of
from generator.scoring.score_listings import TextTable
from generator.scoring.spec import is_below
from generator.scoring.ticks_to_inputs import with_cards
from generator.scoring.typed_text import FEW_LETTERS, SUM, bare, whole, yes

# a dash that somebody typed for the hyphen of a negative number, or of an answer that is only this sign
DASH = re.compile(r"(?<!\S)[\u2010-\u2015\u2212](?=[\s\d]|$)")


class Dialogue:
    """Asks players for all that the score of a game counts; methods take a session and return the next."""

    def __init__(self, rules: ScoringRules) -> None:
        self.rules = rules
        self.table = rules.table

    def start(
        self, *, quick: bool = False, cards: Cards | None = None, dungeon: str = "", solo: bool = False
    ) -> ScoringSession:
        """Return an empty session; its first question is whether the game is solo, if that is open and differs."""
        first = DialoguePosition(0, SOLO if self._asks_solo and not solo else NAME)
        return ScoringSession(solo or self.table.only_solo, first, quick, cards=cards or {}, dungeon=dungeon)

    def reopen(self, game: EnteredGame) -> ScoringSession:
        """Return the session in which a finished game can be corrected."""
        session = ScoringSession(game.solo, closed=True, cards=game.cards, next_seat=len(game.sheets))
        session = replace(session, dungeon=game.dungeon, date=game.date, notes=game.notes)
        for id, entered in enumerate(game.sheets):
            seat = Seat(entered.name, {name: entered.marks[name] for name in entered.known}, entered.given, id=id)
            session = session.with_seat(id, replace(seat, answered=self._marked(session, seat)))
        return self._go_on(session).session

    def sheet_data(self, seat: Seat) -> dict[str, Any]:
        """Return the sheet of a seat as data that JSON can hold; `read_sheet` is the inverse."""
        content: dict[str, Any] = {}
        for name, marks in seat.marks.items():
            content |= self.table.inputs[name].in_file(name, marks)
        return {"name": seat.name, "sheet": content, "lines": dict(seat.given), "answered": sorted(seat.answered)}

    def read_sheet(self, session: ScoringSession, node: Node) -> Seat | None:
        """Return a seat with the sheet in a node, None without a name; unreadable answers become open questions."""
        name, content, ids = (node.get(key) for key in ("name", "sheet", "answered"))
        is_named = name is not None and isinstance(name.value, str) and is_name(name.value)
        if name is None or not is_named or content is None or not content.is_map:
            return None
        reader = EnteredGameReader(self.rules, session.solo, dict(session.cards))
        marks, _, faulty = reader.marks(content)
        marks = {key: input_marks for key, input_marks in marks.items() if key not in faulty}
        seat = Seat(name.value, marks, reader.given(node))
        listed = ids.value if ids is not None and ids.is_list else ()
        answered = self._marked(session, seat) & {id.value for id in listed if isinstance(id.value, str)}
        return replace(seat, answered=answered)

    def _marked(self, session: ScoringSession, seat: Seat) -> frozenset[str]:
        """Return the ids of the questions for which a seat has marks or points."""
        return frozenset(question.id for question in questions_of(self.rules, session, seat) if question.has_marks)

    def _go_on(self, session: ScoringSession, *messages: Value) -> AnswerResult:
        """Return the result of an accepted answer: the session with the question to go on with, and `messages`."""
        at, onward = session.at, self.next_position(session)
        positions = {onward, *self.positions(session)} - {at} if session.ahead else ()
        ahead = tuple(place for place in session.ahead if place in positions)
        session = replace(session, trail=(*(place for place in session.trail if place != at), at), ahead=ahead[1:])
        return AnswerResult(replace(session, at=ahead[0] if ahead else onward, doubt=None), messages)

    def question(self, session: ScoringSession) -> tuple[Message, str] | None:
        """Return the question to ask now and the present answer, or None when everything is answered."""
        at = session.at
        if at is None:
            return None
        if at.question == SOLO:
            return message("ask_solo"), ""
        is_new = at.player >= len(session.seats)
        if at.question == NAME or is_new:
            words = message("ask_name" if is_new and at.player else "ask_first", n=at.player + 1)
            return words, "" if is_new else session.seats[at.player].name
        question = find_question(self.rules, session, at.player, at.question)
        words = message("of_player", name=question.seat.name, said=question.words)
        is_one, answer_text = len(session.seats) == 1, question.answer_text() if question.is_answered else ""
        return question.words if is_one else words, answer_text

    def explain(self, session: ScoringSession) -> list[Value]:
        """Return help for the question that is asked now: the formula of its line, and the possible answers."""
        at, is_one = session.at, most_players(self.rules, session) == 1
        if at is not None and at.question not in (SOLO, NAME):
            return find_question(self.rules, session, at.player, at.question).help
        letter = self.table.lines[-1].letter
        keys = message("keys" if is_one else "keys_of_players", key=letter.lower(), letter=letter)
        return [message("keys_of_names", keys=keys) if at and at.question == NAME and not is_one else keys]

    # answers

    def answer(self, session: ScoringSession, text: str) -> AnswerResult:
        """Answer the current question; an unreadable answer changes nothing, and a message says why."""
        at, doubt = session.at, self._doubt(session, text.strip())
        if at is None:
            return AnswerResult(session)
        if doubt is not None and (at, text.strip()) != session.doubt:
            return _refused(replace(session, doubt=(at, text.strip())), doubt)
        try:
            if at.question == SOLO:
                return self._answer_solo(session, text)
            if at.question == NAME:
                return self._answer_name(session, at.player, text.strip())
            return self._answer_sheet(session, at.player, text.strip(), at.question)
        except UnreadableAnswer as fault:
            return _refused(session, fault.message)

    def asks_names(self, session: ScoringSession) -> bool:
        """Return whether the current question asks for the name of a player, or for those of members."""
        question = session.at.question if session.at else ""
        return question == NAME or (question in self.table.inputs and self.table.inputs[question].is_of_names)

    def edited_line(self, text: str) -> str | None:
        """Return the letter of the line that a key (ec, cc or @c) edits; None for any other text."""
        begin, letter = text[:1], text[1:]
        letters = [line.letter for line in self.table.lines]
        return letter.upper() if begin in ("@", "e", letter) and letter.upper() in letters else None

    def _doubt(self, session: ScoringSession, text: str) -> Message | None:
        """Return a question about an answer with what is hardly one name: a number, a command, words without commas."""
        if not self.asks_names(session):
            return None
        if session.seats and (letter := self.edited_line(text)) is not None:
            return message("doubtful_key", name=text, letter=letter)
        names, is_player = re.split("[,;]", text), session.at is not None and session.at.question == NAME
        has_one = is_player and (self.table.party or most_players(self.rules, session) == 1)
        for name in (name for name in map(str.strip, names) if all(name != seat.name for seat in session.seats)):
            count, is_number = len(name.split()), any(map(str.isdigit, name)) and not any(map(str.isalpha, name))
            if is_number or name[:1] in ("@", "?", "<") or bare(name) in self.rules.words.say("no_names").split():
                return message("doubtful_number", name=name)
            if not has_one and (count > 1 + (is_player or len(names) > 1) or (count > 1 and name.split()[0].isdigit())):
                return message("doubtful_names", count=count, name=name)
        return None

    def _answer_solo(self, session: ScoringSession, text: str) -> AnswerResult:
        solo = yes(text, self.rules.words)
        seats = list(session.seats)
        if solo and len(seats) > 1:
            raise UnreadableAnswer(message("solo_or_not", names=list_of(seat.name for seat in seats)))
        if solo != session.solo:  # what is marked in another way in a solo game is asked again
            differing = {name for name, spec in self.table.inputs.items() if spec.solo_differs}
            for number, seat in enumerate(seats):
                marks = {name: marks for name, marks in seat.marks.items() if name not in differing}
                answered = frozenset(key for key in seat.answered if key.partition(".")[0] not in differing)
                seats[number] = replace(seat, marks=marks, answered=answered)
        return self._go_on(replace(session, solo=solo, seats=tuple(seats)))

    def _answer_name(self, session: ScoringSession, player: int, text: str) -> AnswerResult:
        """Name a player, or several; of a list, the first names are for this player and others without answers."""
        is_new, seats = player >= len(session.seats), session.seats
        if not text and (not is_new or seats):
            return self._go_on(replace(session, closed=session.closed or is_new))
        names = [name for part in re.split("[,;]", text) if (name := part.strip())]
        if len(names) < 2 or self.table.party:
            return self._go_on(self._named(session, player, text.strip(" ,;") or text))
        if len(set(names)) < len(names):
            raise UnreadableAnswer(message("name_taken"))
        here = [seat.name for seat in seats[player:]]
        free_places = [player + place for place, name in enumerate(here) if name not in names]
        free_places = [place for place in free_places if place == player or not seats[place].answered]
        for name in (name for name in names if name not in here):
            session = self._named(session, free_places.pop(0) if free_places else len(session.seats), name)
        names_of_all = list_of(seat.name for seat in session.seats)
        return self._go_on(session, message("solo_or_not" if session.solo else "players", names=names_of_all))

    def _named(self, session: ScoringSession, player: int, name: str) -> ScoringSession:
        """Return the session with `name` for a player, or for one more; raises UnreadableAnswer."""
        if player >= self.table.most_players:
            raise UnreadableAnswer(message("table_full", most=self.table.most_players))
        name = name or ("" if session.seats else self.rules.words.say("player_n", n=1))
        is_taken = any(seat.name == name for number, seat in enumerate(session.seats) if number != player)
        if is_taken or not is_name(name):
            raise UnreadableAnswer(message("name_taken") if is_taken else message("not_a_name", shown=name[:20]))
        if player < len(session.seats):
            return session.with_seat(player, replace(session.seats[player], name=name))
        return replace(session.with_seat(player, Seat(name, id=session.next_seat)), next_seat=session.next_seat + 1)

    def _answer_sheet(
        self, session: ScoringSession, player: int, text: str, id: str, *, in_any_order: bool = False
    ) -> AnswerResult:
        """Answer a question of a sheet; refuse an answer that contradicts the rest of the sheet.

        If answers come `in_any_order`, among ticked boxes, a contradiction is a warning as long as a question is open.
        """
        question = find_question(self.rules, session, player, id)
        if not text.startswith("{"):
            text = DASH.sub("-", text)
        if not text and question.is_answered:
            return self._go_on(session)
        faults = Faults()
        seat = self._answered(question, self._changed(question, text, faults))
        changed = session.with_seat(player, seat)
        if faults.met and not faults.errors and not in_any_order:  # scrawl asks about an unusual number once
            if session.at is not None and (session.at, text) != session.doubt:
                doubt = replace(session, doubt=(session.at, text))
                return _refused(doubt, _with_cures(faults.met[0]), message("keep_it"))
            faults.met.clear()
        if question.line is not None:
            try:
                scopes_of(self.rules, entered_game(self.rules, changed))[player].points(question.line)
            except FormulaFault as wrong:
                faults.add(wrong.code, message("uncountable", reason=wrong.message), TYPED)
        if not faults.errors:
            earlier_faults = {fault.message for fault in faults_of(self.rules, session)}
            is_open = in_any_order and not all(
                question.is_answered for question in questions_of(self.rules, changed, seat)
            )
            faults.met += [
                replace(fault, severity="warning") if is_open else fault
                for fault in faults_of(self.rules, changed)
                if fault.message not in earlier_faults or (fault.severity == "error" and not in_any_order)
            ]
        messages: list[Value | None] = []
        checks = [fault for fault in faults.met if fault.code == "G014"]
        for fault in faults.errors[:1] or checks or faults.met[:1]:  # one slip, one message
            keys = [] if in_any_order else question.edit_keys(fault.message)
            messages.append(_with_cures(fault, *([message("edit_keys", keys=list_of(keys))] if keys else [])))
        if faults.errors:
            return _refused(session, *messages)
        now = replace(question, session=changed, seat=seat)
        answer_text = now.answer_text()
        if "+" in text.strip("+") and SUM.fullmatch(text) and answer_text == str(whole(text)):
            messages.append(message("added_up", text=text, sum=answer_text))
        if question.input and now.has_marks:
            messages.append(question.spec.echo(seat.marks[question.input], question.part, now.reading()))
        messages += running_totals(self.rules, changed, now)
        return self._go_on(changed, *(entry for entry in messages if entry is not None))

    def _changed(self, question: SheetQuestion, text: str, faults: Faults) -> Seat:
        """Return the seat with `text` stored as the answer to `question`; raises UnreadableAnswer."""
        seat, reading = question.seat, question.reading(faults)
        if not text and question.may_stay_open:
            return replace(seat, marks={name: marks for name, marks in seat.marks.items() if name != question.input})
        if question.input:
            old_marks = seat.marks.get(question.input) or question.spec.empty(self.rules.data)
            marks = question.spec.answer(question.spec.answer_in(text, reading), question.part, old_marks, reading)
            return replace(seat, marks={**seat.marks, question.input: marks})
        number = whole(text or "0")
        self.rules.check_points(question.letter, number, reading)
        return replace(seat, given={**seat.given, question.letter: number})

    def _answered(self, question: SheetQuestion, seat: Seat) -> Seat:
        """Return `seat`, which has an answer to `question`, with the question marked as answered."""
        answered = seat.answered | {question.id}
        if question.grows:
            was, now = (question.spec.parts(sheet.marks.get(question.input)) for sheet in (question.seat, seat))
            if now < was and f"{question.input}.{was - 1}" not in question.seat.answered:
                answered -= {f"{question.input}.{now - 1}"}
        ids = {question.id for question in questions_of(self.rules, question.session, seat)}
        return replace(seat, answered=frozenset(answered & ids))

    # sheets filled in any order, by several hands

    def join(self, session: ScoringSession, name: str) -> AnswerResult:
        """Add a player of this name to the session; refuse a name that is taken, and more players than allowed."""
        if len(session.seats) >= (seat_limit := most_players(self.rules, session)):
            return _refused(session, message("table_full", most=seat_limit))
        return self.rename(session, len(session.seats), name)

    def rename(self, session: ScoringSession, player: int, name: str) -> AnswerResult:
        """Return the session with `name` as the name of a player, counted from 0."""
        try:
            return self._go_on(self._named(session, player, " ".join(name.split())))
        except UnreadableAnswer as fault:
            return _refused(session, fault.message)

    def put(self, session: ScoringSession, player: int, id: str, text: str) -> AnswerResult:
        """Answer any question of a player's sheet; an empty text takes an answer back.

        The id `line.X` asks for the points of the whole line X. Raises KeyError for an unknown question.
        """
        question, seat = find_question(self.rules, session, player, id), session.seats[player]
        if not text.strip() and question.grows:
            text = "-"
        if text.strip():
            try:
                return self._answer_sheet(session, player, text.strip(), id, in_any_order=True)
            except UnreadableAnswer as fault:
                return _refused(session, fault.message)
        if question.input:
            return AnswerResult(session.with_seat(player, seat.without(id)))
        line_points = {letter: points for letter, points in seat.given.items() if letter != question.letter}
        changed = replace(seat, given=line_points, answered=seat.answered - {id})
        questions = questions_of(self.rules, session, changed)
        ticked = {entry.id for entry in questions if entry.line == question.line and entry.has_marks}
        return AnswerResult(session.with_seat(player, replace(changed, answered=changed.answered | ticked)))

    def answer_of(self, session: ScoringSession, player: int, id: str) -> str:
        """Return the present answer to a question as a player would type it, "" without one; raises KeyError."""
        question = find_question(self.rules, session, player, id)
        is_there = question.is_answered if question.input else question.has_marks
        return question.answer_text() if is_there else ""

    def tick(self, session: ScoringSession, player: int, box: str) -> ScoringSession:
        """Return the session after `box` of a sheet was ticked or cleared, as the `held` boxes of the seat say.

        Only the inputs that `box` belongs to are read again; other inputs, and typed answers, do not change.
        """
        seat = session.seats[player]
        box_marks = dict.fromkeys(seat.held, TICKED)
        ticks = FilledFields(NOWHERE, box_marks)
        marks, answered = dict(seat.marks), set(seat.answered)
        questions = questions_of(self.rules, session, replace(seat, given={}))
        for name in ticked_inputs(self.rules):
            spec = self.table.inputs[name]
            if not any(is_below(box, head) for head in spec.fields):
                continue
            ids = {question.id for question in questions if question.input == name}
            if any(is_below(id, head) for id in box_marks for head in spec.fields):
                marks[name] = spec.read_ticks(ticks, self._reading(session, seat, name))
                answered |= ids
            else:
                marks.pop(name, None)
                answered -= ids
        changed = replace(seat, marks=marks, answered=frozenset(answered))
        return session.with_seat(player, self._tick_entry(session, changed, box))

    def _reading(self, session: ScoringSession, seat: Seat, name: str) -> InputReadingContext:
        return SheetQuestion(self.rules, session, seat, name, None, name).reading()

    def _tick_entry(self, session: ScoringSession, seat: Seat, box: str) -> Seat:
        """Return the sheet after reading the entry that `box` belongs to, such as the result against a known card.

        If none of the boxes of the entry is ticked, or several are, its question becomes open again.
        """
        inputs = self.table.shared.items() if self.table.filled.games <= 1 else ()
        entries = ((name, spec, entry) for name, spec in inputs if (entry := spec.entry_of(box)) is not None)
        name, spec, entry = next(entries, ("", None, 0))
        if spec is None:
            return seat
        reading, question = self._reading(session, seat, name), f"{name}.{entry}"
        boxes = {id: TICKED for id in seat.held if spec.entry_of(id) == entry}
        points = spec.read_ticks(FilledFields(NOWHERE, boxes), reading).plain[entry]
        if points is None or reading.faults.errors:
            return seat.without(question)
        old_marks = seat.marks.get(name) or spec.empty(self.rules.data)
        marks = {**seat.marks, name: spec.answer(str(points), entry, old_marks, reading)}
        return replace(seat, marks=marks, answered=seat.answered | {question})

    def name_cards(self, session: ScoringSession, named_cards: Mapping[str, str]) -> ScoringSession:
        """Return the session with `named_cards`, a mapping from question to card; "" makes a card unknown again.

        The boxes of all sheets are read again. Raises KeyError for unknown questions or cards.
        """
        without_cards = replace(session, cards={})
        options_of = {question.id: options for question, _, options in unnamed_cards(self.rules, without_cards)}
        for id, key in named_cards.items():
            if key not in ("", *(option.sent for option in options_of[id])):
                raise KeyError(key)
        session = replace(session, cards=with_cards(session.cards, named_cards))
        for player, seat in enumerate(session.seats):
            for box in seat.held:
                if any(f"{name}.{spec.entry_of(box)}" in named_cards for name, spec in self.table.shared.items()):
                    session = self.tick(session, player, box)
        return session

    # moving about

    def positions(self, session: ScoringSession) -> Iterator[DialoguePosition]:
        """Yield the position of every question to the players entered so far, in order, answered or not."""
        if self._asks_solo:
            yield DialoguePosition(0, SOLO)
        for player, seat in enumerate(session.seats):
            yield DialoguePosition(player, NAME)
            yield from (DialoguePosition(player, question.id) for question in questions_of(self.rules, session, seat))

    def next_position(self, session: ScoringSession) -> DialoguePosition | None:
        """Return the first unanswered question, else the name of the next player, else None."""
        if session.solo and len(session.seats) > 1:
            return DialoguePosition(0, SOLO)
        for place in self.positions(session):
            if place.question not in (SOLO, NAME) and place.question not in session.seats[place.player].answered:
                return place
        if session.seats and (session.closed or len(session.seats) >= most_players(self.rules, session)):
            return None
        return DialoguePosition(len(session.seats), NAME)

    @property
    def _asks_solo(self) -> bool:
        """Whether a session begins with the question whether the game is solo."""
        possible = self.rules.data.source.manifest.players.least == 1
        return possible and self.table.solo_differs and not (self.table.only_solo or self.table.party)

    def back(self, session: ScoringSession) -> AnswerResult:
        """Return the session moved back to the question that was answered last, in a continued one to that before."""
        order, at = [*self.positions(session)], session.at
        trail = [place for place in session.trail if place in order and place != at]
        trail = trail or order[: order.index(at) if at in order else len(order)]
        if not trail:
            return _refused(session, message("first_question"))
        moved = self._moved(replace(session, closed=session.closed and at is not None), trail.pop())
        return AnswerResult(replace(moved, trail=tuple(trail)))

    @staticmethod
    def _moved(session: ScoringSession, at: DialoguePosition) -> ScoringSession:
        """Return the session with another question, after whose answer it returns to the present one."""
        return replace(session, at=at, ahead=(session.at, *session.ahead) if session.at else ())

    def edit(self, session: ScoringSession, number: int | None, line: str = "") -> AnswerResult:
        """Return the session moved to the name of a player, counted from 1, or to a question of that player.

        `line` is the letter of a line, or a word of an input. Without a number it is the player who was asked last.
        """
        last = len(session.seats)
        number = (min(session.at.player + 1, last) if session.at else last) if number is None else number
        if not 1 <= number <= len(session.seats):
            return _refused(session, message("no_player", number=number))
        letter, word = line.strip().upper(), bare(line)
        if not letter:
            return AnswerResult(self._moved(session, DialoguePosition(number - 1, NAME)))
        for question in questions_of(self.rules, session, session.seats[number - 1]):
            question_words = f" {question.input} {bare(self.rules.words.text(word_of(question.input)))}"
            if question.letter == letter or (len(word) >= FEW_LETTERS and f" {word}" in question_words):
                return AnswerResult(self._moved(session, DialoguePosition(number - 1, question.id)))
        return _refused(session, message("no_line", letter=letter))

    def drop(self, session: ScoringSession, number: int) -> AnswerResult:
        """Return the session without a player, counted from 1."""
        if not 1 <= number <= len(session.seats):
            return _refused(session, message("no_player", number=number))
        remaining = replace(session.without_seat(number - 1), at=None, trail=(), ahead=())
        dropped = message("dropped", name=session.seats[number - 1].name)
        return self._go_on(replace(remaining, closed=session.closed and bool(remaining.seats)), dropped)


def _refused(session: ScoringSession, *messages: Value | None) -> AnswerResult:
    return AnswerResult(session, tuple(text for text in messages if text is not None), taken=False)


def _with_cures(fault: ScoreFault, *cures: Message) -> Value:
    """Return the message of a fault, its hint and other cures in one line."""
    return list_of((fault.message, *([fault.hint] if fault.hint else []), *cures), "; ")


def answers_listing(rules: ScoringRules, record: EnteredGame, player: int) -> TextTable:
    """Return the answers of a player, from 0, as rows of line letter, input label and answer."""
    session, text_of = Dialogue(rules).reopen(record), rules.words.text
    rows = []
    for question in questions_of(rules, session, session.seats[player]):
        if question.is_answered and (answer := text_of(question.answer_sentence)):
            names = [question.line.name if question.line else None, question.part_name]
            rows.append([question.letter, ": ".join(text_of(name) for name in names if name is not None), answer])
    return TextTable(["", "", session.seats[player].name], rows, 2)
