"""The actions of people who type in a game: each returns the next session and messages."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from generator.diagnostics import NOWHERE
from generator.reading.pdf_form import TICKED
from generator.reading.yaml_nodes import Node
from generator.scoring.dialogue.results import entered_game, faults_of, running_totals
from generator.scoring.dialogue.session import (
    LINE,
    NAME,
    SOLO,
    AnswerResult,
    DialoguePosition,
    Question,
    ScoreQuestion,
    ScoringSession,
    Seat,
    SheetQuestions,
)
from generator.scoring.entered_games import EnteredGame, is_name
from generator.scoring.input_spec import SUM, TYPED, FilledFields, InputMarks, whole
from generator.scoring.inputs.flag import yes
from generator.scoring.inputs.names import MemberNamesSpec
from generator.scoring.messages import Faults, Message, UnreadableAnswer, Value, list_of, message
from generator.scoring.score import scopes_of
from generator.scoring.score_formulas import Cards, UncountableLine
from generator.scoring.spec import is_below
from generator.scoring.ticks_to_inputs import with_cards


class Dialogue(SheetQuestions):
    """Asks players for all that the score of a game counts; methods take a session and return the next."""

    def start(
        self, *, quick: bool = False, cards: Cards | None = None, dungeon: str = "", solo: bool = False
    ) -> ScoringSession:
        """Return an empty session; its first question is whether the game is solo, if that is open and differs."""
        first = DialoguePosition(0, SOLO if self.asks_solo(quick=quick) and not solo else NAME)
        return ScoringSession(solo or self.table.only_solo, first, quick, cards=cards or {}, dungeon=dungeon)

    def reopen(self, game: EnteredGame) -> ScoringSession:
        """Return the session in which a finished game can be corrected."""
        session = ScoringSession(game.solo, closed=True, cards=game.cards, next_seat=len(game.sheets))
        session = replace(session, dungeon=game.dungeon, date=game.date, notes=game.notes)
        for id, entered in enumerate(game.sheets):
            seat = Seat(entered.name, {name: entered.marks[name] for name in entered.known}, entered.given, id=id)
            ids = frozenset(question.id for question in self.questions(session, seat) if question.has_answer(seat))
            session = session.with_seat(id, replace(seat, answered=ids))
        return self._go_on(session).session

    def sheet_data(self, seat: Seat) -> dict[str, Any]:
        """Return the sheet of a seat as data that JSON can hold; `read_sheet` is the inverse."""
        content: dict[str, Any] = {}
        for name, marks in seat.marks.items():
            content |= self.table.inputs[name].in_file(name, marks)
        return {"name": seat.name, "sheet": content, "lines": dict(seat.given), "answered": sorted(seat.answered)}

    def read_sheet(self, session: ScoringSession, node: Node) -> Seat | None:
        """Return a seat with the sheet in a node, None without a name; unreadable answers become open questions."""
        name, content, lines, ids = (node.get(key) for key in ("name", "sheet", "lines", "answered"))
        if (
            name is None
            or not isinstance(name.value, str)
            or not is_name(name.value)
            or not (content and content.is_map)
        ):
            return None
        marks: dict[str, InputMarks] = {}
        for input_name, spec in self.table.inputs.items():
            reading = self.rules.reading(input_name, Faults(), solo=session.solo, cards=session.cards)
            for key in spec.file_keys(input_name):
                child = content.get(key)
                read = spec.read_key(key, child, reading) if child is not None else None
                if read is not None and not reading.faults.errors:
                    marks[input_name] = read
        numbers = lines.items() if lines is not None and lines.is_map else ()
        seat = Seat(name.value, marks, {letter: child.value for letter, child in numbers if type(child.value) is int})
        answered = (
            {entry.value for entry in ids.value if isinstance(entry.value, str)} if ids and ids.is_list else set()
        )
        known = {question.id for question in self.questions(session, seat) if question.has_answer(seat)}
        return replace(seat, answered=frozenset(known & answered))

    def _go_on(self, session: ScoringSession, *messages: Value) -> AnswerResult:
        """Return the result of an accepted answer: the session moved to its next open question, and `messages`."""
        return AnswerResult(replace(session, at=self.next_position(session), doubt=None), messages)

    def question(self, session: ScoringSession) -> Question | None:
        """Return the question to ask now, or None when everything is answered."""
        at = session.at
        if at is None:
            return None
        sheet = session.seats[at.player] if at.player < len(session.seats) else None
        if at.question == SOLO:
            return Question(SOLO, 0, message("ask_solo"))
        if at.question == NAME or sheet is None:
            words = message("ask_first") if at.player == 0 else message("ask_name", n=at.player + 1)
            return Question(NAME, at.player, words, sheet.name if sheet else "")
        asked = self.find(session, sheet, at.question)
        default = self.answer_text(session, sheet, asked) if asked.id in sheet.answered else ""
        return Question(asked.id, at.player, self.words(session, sheet, asked), default)

    def explain(self, session: ScoringSession) -> list[Value]:
        """Return help for the question that is asked now: the formula of its line, and the possible answers."""
        at = session.at
        if at is None or at.question in (SOLO, NAME):
            return [message("keys_of_names" if at and at.question == NAME else "keys")]
        sheet = session.seats[at.player]
        return self.help(session, sheet, self.find(session, sheet, at.question))

    # answers

    def answer(self, session: ScoringSession, text: str) -> AnswerResult:
        """Answer the current question; an unreadable answer changes nothing, and a message says why."""
        at, doubt = session.at, self._doubt(session, text.strip())
        if at is None:
            return AnswerResult(session)
        if doubt is not None and (at, text.strip()) != session.doubt:
            return AnswerResult(replace(session, doubt=(at, text.strip())), (doubt,), taken=False)
        try:
            if at.question == SOLO:
                return self._answer_solo(session, text)
            if at.question == NAME:
                names = [name for name in text.split(",") if name.strip()]
                if len(names) > 1 and at.player >= len(session.seats) and not self.table.party:
                    return self._join_all(session, names)
                return self._answer_name(session, at.player, text.strip())
            asked = self.find(session, session.seats[at.player], at.question)
            return self._answer_sheet(session, at.player, text.strip(), asked)
        except UnreadableAnswer as fault:
            return AnswerResult(session, (fault.message,), taken=False)

    def asks_names(self, session: ScoringSession) -> bool:
        """Return whether the current question asks for the name of a player, or for those of members."""
        question = session.at.question if session.at else ""
        return question == NAME or isinstance(self.table.inputs.get(question), MemberNamesSpec)

    def _doubt(self, session: ScoringSession, text: str) -> Message | None:
        """Return a question about an answer that is hardly one name: a number, or several words without commas."""
        if not self.asks_names(session) or set(",;") & set(text):
            return None
        if any(map(str.isdigit, text)) and not any(map(str.isalpha, text)):
            return message("doubtful_number", name=text)
        count, is_player = len(text.split()), session.at is not None and session.at.question == NAME
        has_one = is_player and (self.table.party or self.most_players(session) == 1)
        return None if has_one or count < 2 + is_player else message("doubtful_names", count=count, name=text)

    def _answer_solo(self, session: ScoringSession, text: str) -> AnswerResult:
        solo = yes(text, self.rules.words)
        seats = list(session.seats)
        if solo != session.solo:  # what is marked in another way in a solo game is asked again
            differing = {name for name, spec in self.table.inputs.items() if spec.solo_differs}
            for number, seat in enumerate(seats):
                marks = {name: marks for name, marks in seat.marks.items() if name not in differing}
                answered = frozenset(key for key in seat.answered if key.partition(".")[0] not in differing)
                seats[number] = replace(seat, marks=marks, answered=answered)
        return self._go_on(replace(session, solo=solo, seats=tuple(seats)))

    def _answer_name(self, session: ScoringSession, player: int, name: str) -> AnswerResult:
        is_new = player >= len(session.seats)
        if not name and is_new and session.seats:
            return self._go_on(replace(session, closed=True))
        if not name:
            name = self.rules.words.say("player_n", n=player + 1) if is_new else session.seats[player].name
        if not is_name(name):
            return AnswerResult(session, (message("not_a_name", shown=name[:20]),), taken=False)
        if any(sheet.name == name for number, sheet in enumerate(session.seats) if number != player):
            return AnswerResult(session, (message("name_taken"),), taken=False)
        if is_new:
            seat = Seat(name, id=session.next_seat)
            session = replace(session, next_seat=session.next_seat + 1)
        else:
            seat = replace(session.seats[player], name=name)
        return self._go_on(session.with_seat(player, seat))

    def _join_all(self, session: ScoringSession, names: Iterable[str]) -> AnswerResult:
        result = AnswerResult(session)
        for name in names:
            result = self.join(result.session, name) if result.taken else result
        return result if result.taken else replace(result, session=session)

    def _answer_sheet(
        self, session: ScoringSession, player: int, text: str, asked: ScoreQuestion, *, in_any_order: bool = False
    ) -> AnswerResult:
        """Answer a question of a sheet; refuse an answer that contradicts the rest of the sheet.

        If answers come `in_any_order`, among ticked boxes, a contradiction is a warning as long as a question is open.
        """
        sheet = session.seats[player]
        if not text and asked.id in sheet.answered:
            return self._go_on(session)
        faults = Faults()
        changed = self._answered(session, sheet, asked, self._changed(session, sheet, asked, text, faults))
        after = session.with_seat(player, changed)
        if faults.met and not faults.errors and not in_any_order:  # an unusual number is asked about once
            if session.at is not None and (session.at, text) != session.doubt:
                first = faults.met[0]
                said = list_of((first.message, *([first.hint] if first.hint else [])), "; ")
                return AnswerResult(replace(session, doubt=(session.at, text)), (said, message("keep_it")), taken=False)
            faults.met.clear()
        self._find_uncountable(after, player, asked, faults)
        if not faults.errors:
            known = {fault.message for fault in faults_of(self, session)}
            is_open = in_any_order and any(one.id not in changed.answered for one in self.questions(after, changed))
            faults.met += [
                replace(fault, severity="warning") if is_open else fault
                for fault in faults_of(self, after)
                if fault.message not in known or (fault.severity == "error" and not in_any_order)
            ]
        messages: list[Value | None] = []
        for fault in faults.errors[:1] or faults.met:  # one slip, one message
            keys = [] if in_any_order else self.edit_keys(fault.message, asked)
            cures = [fault.hint, message("edit_keys", keys=list_of(keys))] if keys else [fault.hint]
            messages.append(list_of((fault.message, *(cure for cure in cures if cure is not None)), "; "))
        if not faults.errors:
            given = self.answer_text(after, changed, asked)
            if "+" in text.strip("+") and SUM.fullmatch(text) and given == str(whole(text)):
                messages.append(message("added_up", text=text, sum=given))
            if asked.input:
                reading = self.reading(after, changed, asked.input)
                messages.append(self.table.inputs[asked.input].echo(changed.marks[asked.input], asked.part, reading))
            messages += running_totals(self, after, changed, asked)
        told = tuple(one for one in messages if one is not None)
        return AnswerResult(session, told, taken=False) if faults.errors else self._go_on(after, *told)

    def _find_uncountable(self, session: ScoringSession, player: int, asked: ScoreQuestion, faults: Faults) -> None:
        """Add a fault if the formula of the line that was answered cannot be computed."""
        if asked.line is None:
            return
        try:
            scopes_of(self.rules, entered_game(self, session))[player].points(asked.line)
        except UncountableLine as wrong:
            faults.add(wrong.fault.code, message("uncountable", reason=wrong.fault.message), TYPED)

    def _changed(self, session: ScoringSession, sheet: Seat, asked: ScoreQuestion, text: str, faults: Faults) -> Seat:
        """Return the sheet with `text` stored as the answer to the question `asked`; raises UnreadableAnswer."""
        reading = self.reading(session, sheet, asked.input, faults)
        if asked.input:
            spec = self.table.inputs[asked.input]
            before = sheet.marks.get(asked.input) or spec.empty(self.rules.data)
            marks = spec.answer(spec.answer_in(text, reading), asked.part, before, reading)
            return replace(sheet, marks={**sheet.marks, asked.input: marks})
        letter = asked.line.letter if asked.line else ""
        number = whole(text or "0")
        self.rules.check_points(letter, number, reading)
        return replace(sheet, given={**sheet.given, letter: number})

    def _answered(self, session: ScoringSession, before: Seat, asked: ScoreQuestion, sheet: Seat) -> Seat:
        """Return `sheet` with the question `asked` marked as answered; `before` is the sheet before this answer."""
        answered = sheet.answered | {asked.id}
        if self.grows(asked.input):
            was, now = (self.count(each, asked.input) for each in (before, sheet))
            if now < was and f"{asked.input}.{was - 1}" not in before.answered:
                answered -= {f"{asked.input}.{now - 1}"}
        ids = {question.id for question in self.questions(session, sheet)}
        return replace(sheet, answered=frozenset(answered & ids))

    # sheets filled in any order, by several hands

    def join(self, session: ScoringSession, name: str) -> AnswerResult:
        """Add a player of this name to the session; refuse a name that is taken, and more players than allowed."""
        most = self.most_players(session)
        if len(session.seats) >= most:
            return AnswerResult(session, (message("table_full", most=most),), taken=False)
        return self.rename(session, len(session.seats), name)

    def rename(self, session: ScoringSession, player: int, name: str) -> AnswerResult:
        """Return the session with `name` as the name of a player, counted from 0."""
        if not name.strip() and session.seats:
            return AnswerResult(session, (message("not_a_name", shown=""),), taken=False)
        return self._answer_name(session, player, " ".join(name.split()))

    def put(self, session: ScoringSession, player: int, question: str, text: str) -> AnswerResult:
        """Answer any question of a player's sheet; an empty text takes an answer back.

        The question `line.X` asks for the points of the whole line X. Raises KeyError for an unknown question.
        """
        sheet = session.seats[player]
        asked = self.find(session, sheet, question)
        if not text.strip() and self.grows(asked.input):
            text = "-"
        if text.strip():
            try:
                return self._answer_sheet(session, player, text.strip(), asked, in_any_order=True)
            except UnreadableAnswer as fault:
                return AnswerResult(session, (fault.message,), taken=False)
        if asked.input:
            return AnswerResult(session.with_seat(player, sheet.without(question)))
        given = {letter: points for letter, points in sheet.given.items() if question != f"{LINE}.{letter}"}
        after = replace(sheet, given=given, answered=sheet.answered - {question})
        own = [one for one in self.questions(session, after) if one.line == asked.line and one.has_answer(after)]
        after = replace(after, answered=after.answered | {one.id for one in own})  # what was ticked counts again
        return AnswerResult(session.with_seat(player, after))

    def tick(self, session: ScoringSession, player: int, box: str) -> ScoringSession:
        """Return the session after `box` of a sheet was ticked or cleared, as the `held` boxes of the seat say.

        Only the inputs that `box` belongs to are read again; other inputs, and typed answers, do not change.
        """
        sheet = session.seats[player]
        held = dict.fromkeys(sheet.held, TICKED)
        ticks = FilledFields(NOWHERE, held)
        marks, answered = dict(sheet.marks), set(sheet.answered)
        for name in self.ticked_inputs:
            spec = self.table.inputs[name]
            if not any(is_below(box, head) for head in spec.fields):
                continue
            ids = {
                question.id for question in self.questions(session, replace(sheet, given={})) if question.input == name
            }
            if any(is_below(id, head) for id in held for head in spec.fields):
                marks[name] = spec.read_ticks(ticks, self.reading(session, sheet, name))
                answered |= ids
            else:
                marks.pop(name, None)
                answered -= ids
        after = replace(sheet, marks=marks, answered=frozenset(answered))
        return session.with_seat(player, self._tick_entry(session, after, ticks, box))

    def _tick_entry(self, session: ScoringSession, sheet: Seat, fields: FilledFields, box: str) -> Seat:
        """Return the sheet after reading the entry that `box` belongs to, such as the result against a known card.

        If none of the boxes of the entry is ticked, or several are, its question becomes open again.
        """
        inputs = self.table.inputs.items() if self.table.filled.games <= 1 else ()
        found = ((name, spec, entry) for name, spec in inputs if (entry := spec.entry_of(box)) is not None)
        name, spec, entry = next(found, ("", None, 0))
        if spec is None:
            return sheet
        reading, question = self.reading(session, sheet, name), f"{name}.{entry}"
        told = spec.told_entry(fields, entry, reading)
        if told is None:
            return sheet.without(question)
        before = sheet.marks.get(name) or spec.empty(self.rules.data)
        marks = {**sheet.marks, name: spec.answer(str(told), entry, before, reading)}
        return replace(sheet, marks=marks, answered=sheet.answered | {question})

    def name_cards(self, session: ScoringSession, named: Mapping[str, str]) -> ScoringSession:
        """Return the session with the cards in `named`, a mapping from question to card; "" makes a card unknown again.

        The boxes of all sheets are read again. Raises KeyError for unknown questions or cards.
        """
        known = {asked.id: options for asked, _, options in self.unnamed_cards(replace(session, cards={}))}
        for question, key in named.items():
            if key not in ("", *(option.sent for option in known[question])):
                raise KeyError(key)
        session = replace(session, cards=with_cards(session.cards, named))
        for player, seat in enumerate(session.seats):
            for box in seat.held:
                if any(f"{name}.{spec.entry_of(box)}" in named for name, spec in self.table.inputs.items()):
                    session = self.tick(session, player, box)
        return session

    # moving about

    def back(self, session: ScoringSession) -> AnswerResult:
        """Return the session moved back by one question, to the player before if this was the first one."""
        order = list(self.positions(session))
        if session.at is None:
            return AnswerResult(replace(session, at=order[-1], closed=False)) if order else AnswerResult(session)
        index = order.index(session.at) if session.at in order else len(order)
        if index == 0:
            return AnswerResult(session, (message("first_question"),), taken=False)
        return AnswerResult(replace(session, at=order[index - 1]))

    def jump(self, session: ScoringSession, letter: str) -> AnswerResult:
        """Return the session moved to line `letter` of the player who is being asked, or was asked last."""
        player = min(session.at.player, len(session.seats) - 1) if session.at else len(session.seats) - 1
        return self.edit(session, player + 1, letter)

    def edit(self, session: ScoringSession, number: int, letter: str = "") -> AnswerResult:
        """Return the session moved to the name of player `number`, from 1, or to the line `letter` of that player."""
        if not 1 <= number <= len(session.seats):
            return AnswerResult(session, (message("no_player", number=number),), taken=False)
        if not letter:
            return AnswerResult(replace(session, at=DialoguePosition(number - 1, NAME)))
        letter = letter.upper()
        for question in self.questions(session, session.seats[number - 1]):
            if question.line and question.line.letter == letter:
                return AnswerResult(replace(session, at=DialoguePosition(number - 1, question.id)))
        return AnswerResult(session, (message("no_line", letter=letter),), taken=False)

    def drop(self, session: ScoringSession, number: int) -> AnswerResult:
        """Return the session without a player, counted from 1."""
        if not 1 <= number <= len(session.seats):
            return AnswerResult(session, (message("no_player", number=number),), taken=False)
        after = session.without_seat(number - 1)
        dropped = message("dropped", name=session.seats[number - 1].name)
        return self._go_on(replace(after, closed=session.closed and bool(after.seats)), dropped)
