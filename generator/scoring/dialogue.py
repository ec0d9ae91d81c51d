"""The dialogue at the table as values: a session and what is done give the next session and what is to be said.

Nothing is asked, printed or kept here: a terminal, a browser or a test shows `question`, hands in the `answer`, tells
what the turn says, and keeps `as_draft` for when the table is left early.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.diagnostics import NOWHERE
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control, ControlOption
from generator.scoring.entered_games import EnteredGame, EnteredSheet, is_name
from generator.scoring.input_spec import TYPED, FilledFields, InputMarks, InputReadingContext, KnownSheetInputs, whole
from generator.scoring.inputs.bands import CardResultsSpec
from generator.scoring.inputs.flag import yes
from generator.scoring.messages import Faults, GameWord, Message, ScoreFault, UnreadableAnswer, Value, listed, message
from generator.scoring.rules import Cards, ScoringRules, in_words
from generator.scoring.score import GameScore, score_game, score_line
from generator.scoring.spec import LineSpec, is_below
from generator.scoring.ticks_to_inputs import with_cards

SOLO, NAME, LINE = "solo", "name", "line"


@dataclass(frozen=True)
class DialoguePosition:
    """Where a session stands: a player, counted from 0, and the id of a question."""

    player: int
    question: str


@dataclass(frozen=True)
class PlayerSheet:
    """The answers of one player so far, and the ids of the questions that are answered."""

    name: str
    marks: Mapping[str, InputMarks] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    answered: frozenset[str] = frozenset()


@dataclass(frozen=True)
class DialogueState:
    """A game that is being typed in. `at` is None when all is answered; `closed` when no more players come."""

    solo: bool
    at: DialoguePosition | None
    quick: bool = False
    sheets: tuple[PlayerSheet, ...] = ()
    closed: bool = False
    cards: Cards = field(default_factory=dict)
    dungeon: str = ""
    date: str = ""
    notes: str = ""

    @property
    def answers(self) -> int:
        """How many questions are answered."""
        return sum(1 + len(sheet.answered) for sheet in self.sheets)


@dataclass(frozen=True)
class Question:
    """What is asked now: its id, the player it is for, its words, and the answer that stands there already."""

    id: str
    player: int
    words: Message
    default: str = ""


@dataclass(frozen=True)
class AnswerResult:
    """What came of an answer: the session after it, what is to be said, and whether it was taken."""

    session: DialogueState
    messages: tuple[Value, ...] = ()
    taken: bool = True


@dataclass(frozen=True)
class ScoreQuestion:
    """One question of a sheet: its line (none for ties), its input and which part of it, or a whole line."""

    id: str
    line: LineSpec | None
    input: str = ""
    part: int = 0


class Dialogue:
    """Asks for a game by its rules."""

    def __init__(self, rules: ScoringRules) -> None:
        self.rules = rules
        self.table = rules.table

    # beginnings

    def start(self, *, quick: bool = False, cards: Cards | None = None, dungeon: str = "") -> DialogueState:
        """Return an empty session; whether it is a game alone is asked only where that is counted otherwise."""
        first = DialoguePosition(0, SOLO if self._asks_solo(quick=quick) else NAME)
        return DialogueState(self.table.only_solo, first, quick, cards=cards or {}, dungeon=dungeon)

    def _asks_solo(self, *, quick: bool) -> bool:
        possible = self.rules.lookup.source.manifest.players.least == 1
        return possible and self.table.solo_differs and not (self.table.only_solo or self.table.party or quick)

    def reopen(self, record: EnteredGame) -> DialogueState:
        """Return the session in which a finished game can be corrected."""
        session = DialogueState(
            record.solo,
            None,
            closed=True,
            cards=record.cards,
            dungeon=record.dungeon,
            date=record.date,
            notes=record.notes,
        )
        sheets = []
        for entered in record.sheets:
            sheet = PlayerSheet(entered.name, {name: entered.marks[name] for name in entered.known}, entered.given)
            ids = frozenset(question.id for question in self.questions(session, sheet) if self._has(sheet, question))
            sheets.append(replace(sheet, answered=ids))
        session = replace(session, sheets=tuple(sheets))
        return replace(session, at=self._next(session))

    def _has(self, sheet: PlayerSheet, asked: ScoreQuestion) -> bool:
        return bool(not asked.input) or asked.input in sheet.marks

    # questions

    def questions(self, session: DialogueState, sheet: PlayerSheet) -> list[ScoreQuestion]:
        """Return the questions of a sheet in the order of its lines, the ties last."""
        questions: list[ScoreQuestion] = []
        for line in self.table.lines:
            if session.quick or line.letter in sheet.given:
                questions.append(ScoreQuestion(f"{LINE}.{line.letter}", line))
                continue
            for ask in line.asks:
                name, _, part = ask.partition(".")
                if self.table.inputs[name].grows:
                    count = self._count(sheet, name)
                    questions += [ScoreQuestion(f"{name}.{number}", line, name, number) for number in range(count)]
                else:
                    questions.append(ScoreQuestion(ask, line, name, int(part or 0)))
        asked = {asked_question.input for asked_question in questions}
        return questions + [ScoreQuestion(tie, None, tie) for tie in self.table.ties if tie not in asked]

    def _count(self, sheet: PlayerSheet, name: str) -> int:
        marks = sheet.marks.get(name)
        return 1 if marks is None else self.table.inputs[name].parts_of(marks)

    def question(self, session: DialogueState) -> Question | None:
        """Return what is asked now, or None when everything is answered."""
        at = session.at
        if at is None:
            return None
        sheet = session.sheets[at.player] if at.player < len(session.sheets) else None
        if at.question == SOLO:
            return Question(SOLO, 0, message("ask_solo"))
        if at.question == NAME or sheet is None:
            words = message("ask_first") if at.player == 0 else message("ask_name", n=at.player + 1)
            return Question(NAME, at.player, words, sheet.name if sheet else "")
        asked = self._asked(session, sheet, at.question)
        default = self._standing(session, sheet, asked) if asked.id in sheet.answered else ""
        return Question(asked.id, at.player, self._words(session, asked), default)

    def _asked(self, session: DialogueState, sheet: PlayerSheet, question: str) -> ScoreQuestion:
        return next(one for one in self.questions(session, sheet) if one.id == question)

    def _words(self, session: DialogueState, asked: ScoreQuestion) -> Message:
        if not asked.input and asked.line is not None:
            said = message("ask_line", letter=asked.line.letter)
        else:
            reading = self.rules.reading(asked.input, Faults(), solo=session.solo, cards=session.cards, typed=True)
            said = self.table.inputs[asked.input].ask(asked.part, reading)
        if asked.line is None:
            return said
        return message(
            "question", letter=asked.line.letter, word=GameWord((asked.line.word,), asked.line.word), question=said
        )

    def _standing(self, session: DialogueState, sheet: PlayerSheet, asked: ScoreQuestion) -> str:
        if not asked.input and asked.line is not None:
            return str(sheet.given.get(asked.line.letter, 0))
        reading = self._reading(session, sheet, asked.input, Faults())
        return self.table.inputs[asked.input].written(sheet.marks[asked.input], asked.part, reading)

    def explain(self, session: DialogueState) -> list[Value]:
        """Return what is counted here, with its formula, and what can be answered."""
        at = session.at
        if at is None or at.question in (SOLO, NAME):
            return [message("keys_of_names" if at and at.question == NAME else "keys")]
        asked = self._asked(session, session.sheets[at.player], at.question)
        messages: list[Value] = []
        if asked.line is not None:
            parts = [part for part in asked.line.parts if part.counts(solo=session.solo)]
            formulas = listed((part.formula(self.rules.lookup, self.table.inputs) for part in parts), "; ")
            word = GameWord((asked.line.word,), asked.line.word)
            messages.append(message("formula", letter=asked.line.letter, word=word, formula=formulas))
        if asked.input:
            reading = self.rules.reading(asked.input, Faults(), solo=session.solo, cards=session.cards, typed=True)
            possible = self.table.inputs[asked.input].possible(asked.part, reading)
        else:
            runs = self.rules.line_points(asked.line.letter if asked.line else "", session.cards)
            possible = message("possible", names=in_words(runs))
        return messages + ([possible] if possible is not None else [])

    # answers

    def answer(self, session: DialogueState, text: str) -> AnswerResult:
        """Return what comes of an answer to the question that is asked now."""
        at = session.at
        if at is None:
            return AnswerResult(session)
        try:
            if at.question == SOLO:
                return self._solo(session, text)
            if at.question == NAME:
                return self._name(session, at, text.strip())
            asked = self._asked(session, session.sheets[at.player], at.question)
            return self._sheet_answer(session, at, text.strip(), asked)
        except UnreadableAnswer as fault:
            return AnswerResult(session, (fault.message,), taken=False)

    def _solo(self, session: DialogueState, text: str) -> AnswerResult:
        solo = yes(text, self.rules.words)
        sheets = session.sheets
        if solo != session.solo:
            differing = {name for name, spec in self.table.inputs.items() if spec.solo_differs}
            sheets = tuple(self._without(sheet, differing) for sheet in sheets)
        session = replace(session, solo=solo, sheets=sheets)
        return AnswerResult(replace(session, at=self._next(session)))

    def _without(self, sheet: PlayerSheet, names: set[str]) -> PlayerSheet:
        marks = {name: marks for name, marks in sheet.marks.items() if name not in names}
        answered = frozenset(key for key in sheet.answered if key.partition(".")[0] not in names)
        return replace(sheet, marks=marks, answered=answered)

    def _name(self, session: DialogueState, at: DialoguePosition, name: str) -> AnswerResult:
        is_new = at.player >= len(session.sheets)
        if not name and is_new and session.sheets:
            session = replace(session, closed=True)
            return AnswerResult(replace(session, at=self._next(session)))
        if not name:
            name = self.rules.words.say("player_n", n=at.player + 1) if is_new else session.sheets[at.player].name
        if not is_name(name):
            return AnswerResult(session, (message("not_a_name", shown=name[:20]),), taken=False)
        if any(sheet.name == name for number, sheet in enumerate(session.sheets) if number != at.player):
            return AnswerResult(session, (message("name_taken"),), taken=False)
        sheet = PlayerSheet(name) if is_new else replace(session.sheets[at.player], name=name)
        session = self._with(session, at.player, sheet)
        return AnswerResult(replace(session, at=self._next(session)))

    def _with(self, session: DialogueState, player: int, sheet: PlayerSheet) -> DialogueState:
        return replace(session, sheets=(*session.sheets[:player], sheet, *session.sheets[player + 1 :]))

    def _sheet_answer(
        self,
        session: DialogueState,
        at: DialoguePosition,
        text: str,
        asked: ScoreQuestion,
        *,
        in_any_order: bool = False,
    ) -> AnswerResult:
        """Return what comes of an answer; what contradicts the rest of the sheet is refused.

        Where answers come `in_any_order`, and boxes are ticked between them, it only warns while a question is open.
        """
        sheet = session.sheets[at.player]
        if not text and asked.id in sheet.answered:
            return AnswerResult(replace(session, at=self._next(session)))
        faults = Faults()
        changed = self._answered(session, sheet, asked, self._changed(session, sheet, asked, text, faults))
        after = self._with(session, at.player, changed)
        if not faults.errors:
            known = {fault.message for fault in self.faults(session)}
            is_open = in_any_order and any(one.id not in changed.answered for one in self.questions(after, changed))
            faults.met += [
                replace(fault, severity="warning") if is_open else fault
                for fault in self.faults(after)
                if fault.message not in known or (fault.severity == "error" and not in_any_order)
            ]
        messages = tuple(_said(fault) for fault in faults.met)
        if faults.errors:
            return AnswerResult(session, messages, taken=False)
        running = (*self._echo(after, changed, asked), *self._running(after, at.player, asked))
        return AnswerResult(replace(after, at=self._next(after)), (*messages, *running))

    def _answered(
        self, session: DialogueState, before: PlayerSheet, asked: ScoreQuestion, sheet: PlayerSheet
    ) -> PlayerSheet:
        """Return the sheet with the question answered; one that grows stays open until an answer is empty."""
        answered = sheet.answered | {asked.id}
        if self._grows(asked.input):
            was, now = (self._count(state, asked.input) for state in (before, sheet))
            if now < was and f"{asked.input}.{was - 1}" not in before.answered:
                answered -= {f"{asked.input}.{now - 1}"}
        ids = {question.id for question in self.questions(session, sheet)}
        return replace(sheet, answered=frozenset(answered & ids))

    def _echo(self, session: DialogueState, sheet: PlayerSheet, asked: ScoreQuestion) -> Iterable[Value]:
        """Yield what came of an answer, where that is told at once."""
        if asked.input:
            at = self._reading(session, sheet, asked.input, Faults())
            messages = self.table.inputs[asked.input].echo(sheet.marks[asked.input], asked.part, at)
            if messages is not None:
                yield messages

    def _reading(self, session: DialogueState, sheet: PlayerSheet, name: str, faults: Faults) -> InputReadingContext:
        return self.rules.reading(name, faults, solo=session.solo, cards=session.cards, typed=True, sheet=sheet.marks)

    def _changed(
        self, session: DialogueState, sheet: PlayerSheet, asked: ScoreQuestion, text: str, faults: Faults
    ) -> PlayerSheet:
        reading = self._reading(session, sheet, asked.input, faults)
        if asked.input:
            spec = self.table.inputs[asked.input]
            before = sheet.marks.get(asked.input) or spec.empty(self.rules.lookup)
            return replace(sheet, marks={**sheet.marks, asked.input: spec.answer(text, asked.part, before, reading)})
        letter = asked.line.letter if asked.line else ""
        number = whole(text or "0")
        self.rules.check_points(letter, number, reading)
        return replace(sheet, given={**sheet.given, letter: number})

    # sheets filled in any order, by several hands

    def join(self, session: DialogueState, name: str) -> AnswerResult:
        """Return the session with one more sheet; the name must be free and the table must have room."""
        most = 1 if session.solo else self.table.most_players
        if len(session.sheets) >= most:
            return AnswerResult(session, (message("table_full", most=most),), taken=False)
        return self.rename(session, len(session.sheets), name)

    def rename(self, session: DialogueState, player: int, name: str) -> AnswerResult:
        """Return the session in which a player, counted from 0, has this name."""
        if not name.strip() and session.sheets:
            return AnswerResult(session, (message("not_a_name", shown=""),), taken=False)
        return self._name(session, DialoguePosition(player, NAME), " ".join(name.split()))

    def put(self, session: DialogueState, player: int, question: str, text: str) -> AnswerResult:
        """Return what comes of an answer to any question of a player's sheet; nothing takes an answer back.

        `line.X` is a whole line, read off the sheet. Raises KeyError for a question that the sheet does not have.
        """
        sheet = session.sheets[player]
        asked = self._put_to(session, sheet, question)
        if not text.strip() and self._grows(asked.input):
            text = "-"
        if text.strip():
            try:
                at = DialoguePosition(player, question)
                return self._sheet_answer(session, at, text.strip(), asked, in_any_order=True)
            except UnreadableAnswer as fault:
                return AnswerResult(session, (fault.message,), taken=False)
        answered = sheet.answered - {question}
        more = any(key.partition(".")[0] == asked.input for key in answered)
        marks = {name: mark for name, mark in sheet.marks.items() if more or name != asked.input}
        given = {letter: points for letter, points in sheet.given.items() if question != f"{LINE}.{letter}"}
        after = PlayerSheet(sheet.name, marks, given, answered)
        if not asked.input:  # what was ticked or answered for the line counts again
            own = [own_question for own_question in self.questions(session, after) if own_question.line == asked.line]
            after = replace(
                after, answered=answered | {own_question.id for own_question in own if self._has(after, own_question)}
            )
        return AnswerResult(self._with(session, player, after))

    def _grows(self, name: str) -> bool:
        return bool(name) and self.table.inputs[name].grows

    def _put_to(self, session: DialogueState, sheet: PlayerSheet, question: str) -> ScoreQuestion:
        lines = {f"{LINE}.{line.letter}": line for line in self.table.lines}
        if question in lines:
            return ScoreQuestion(question, lines[question])
        questions = {one.id: one for one in self.questions(replace(session, quick=False), replace(sheet, given={}))}
        return questions[question]

    def tick(self, session: DialogueState, player: int, held: Mapping[str, str], box: str) -> DialogueState:
        """Return the session in which this is ticked on a player's sheet: ids of its boxes, as in a filled form.

        `box` is the one that was ticked or rubbed out; what others tell, or an answer told, stays.
        """
        sheet = session.sheets[player]
        marks, answered = dict(sheet.marks), set(sheet.answered)
        for name in self.ticked_inputs:
            spec = self.table.inputs[name]
            if not any(is_below(box, head) for head in spec.fields):
                continue
            ids = {
                question.id for question in self.questions(session, replace(sheet, given={})) if question.input == name
            }
            if any(is_below(id, head) for id in held for head in spec.fields):
                reading = self._reading(session, sheet, name, Faults())
                marks[name] = spec.ticked(FilledFields(NOWHERE, held), reading)
                answered |= ids
            else:
                marks.pop(name, None)
                answered -= ids
        after = replace(sheet, marks=marks, answered=frozenset(answered))
        return self._with(session, player, self._ticked_entry(session, after, FilledFields(NOWHERE, held), box))

    def _ticked_entry(self, session: DialogueState, sheet: PlayerSheet, ticks: FilledFields, box: str) -> PlayerSheet:
        """Return a sheet with what the boxes of one entry tell, such as the band of a card that is known.

        Where they tell nothing, or several things, it is asked again.
        """
        inputs = self.table.inputs.items() if self.table.filled.games <= 1 else ()
        found = ((name, spec, entry) for name, spec in inputs if (entry := spec.entry_of(box)) is not None)
        name, spec, entry = next(found, ("", None, 0))
        if spec is None:
            return sheet
        reading = self._reading(session, sheet, name, Faults())
        before, question = sheet.marks.get(name) or spec.empty(self.rules.lookup), f"{name}.{entry}"
        told = spec.told_entry(ticks, entry, reading)
        if told is None:
            answered = sheet.answered - {question}
            more = any(key.partition(".")[0] == name for key in answered)  # else nothing of the input is told any more
            marks = {other: mark for other, mark in sheet.marks.items() if more or other != name}
            return replace(sheet, marks=marks, answered=answered)
        marks = {**sheet.marks, name: spec.answer(str(told), entry, before, reading)}
        return replace(sheet, marks=marks, answered=sheet.answered | {question})

    def name_cards(
        self, session: DialogueState, named: Mapping[str, str], held: Sequence[Iterable[str]]
    ) -> DialogueState:
        """Return the session in which entries are about these cards, by their question ("": none is named).

        The boxes that each sheet holds are counted by them. Raises KeyError for what cannot be named.
        """
        known = {asked.id: options for asked, _, options in self.unnamed_cards(replace(session, cards={}))}
        for question, key in named.items():
            if key not in ("", *(option.sent for option in known[question])):
                raise KeyError(key)
        session = replace(session, cards=with_cards(session.cards, named))
        for player, boxes in enumerate(held):
            marks = dict.fromkeys(boxes, "yes")
            for box in marks:
                if any(f"{name}.{spec.entry_of(box)}" in named for name, spec in self.table.inputs.items()):
                    session = self.tick(session, player, marks, box)
        return session

    def unnamed_cards(self, session: DialogueState) -> Iterator[tuple[ScoreQuestion, Value, tuple[ControlOption, ...]]]:
        """Yield the questions whose boxes tell nothing before their card is named, with how it is asked."""
        for asked in self.questions(replace(session, quick=False), PlayerSheet("")):
            spec = self.table.inputs.get(asked.input)
            if isinstance(spec, CardResultsSpec) and spec.fields and not self.card_of(session, asked.id):
                reading = self._reading(session, PlayerSheet(""), asked.input, Faults())
                yield asked, *spec.ask_card(asked.part, reading)

    def card_of(self, session: DialogueState, question: str) -> str:
        """Return the card that the entry of a question is about, "" where none is named."""
        name, _, entry = question.partition(".")
        return next(iter(session.cards.get(name, ())[int(entry) : int(entry) + 1]), None) or ""

    def standing(self, session: DialogueState, player: int, question: str) -> str:
        """Return the answer that stands at a question of a player's sheet, as it could be typed."""
        sheet = session.sheets[player]
        return self._standing(session, sheet, self._put_to(session, sheet, question))

    def sent(self, session: DialogueState, player: int, question: str) -> str:
        """Return the answer that stands at a question of a player's sheet, as a page sends it."""
        sheet = session.sheets[player]
        asked = self._put_to(session, sheet, question)
        if not asked.input:
            return self._standing(session, sheet, asked)
        reading = self._reading(session, sheet, asked.input, Faults())
        return self.table.inputs[asked.input].sent(sheet.marks[asked.input], asked.part, reading)

    def told(self, session: DialogueState, player: int, asked: ScoreQuestion) -> Value:
        """Return the answer that stands at a question of a player's sheet, as it is read."""
        sheet = session.sheets[player]
        if not asked.input:
            return self._standing(session, sheet, asked)
        reading = self._reading(session, sheet, asked.input, Faults())
        return self.table.inputs[asked.input].told(sheet.marks[asked.input], asked.part, reading)

    def untold(self, session: DialogueState) -> Iterator[tuple[ScoreQuestion, Control]]:
        """Yield the questions that no box of a sheet tells, with how a page asks them."""
        ticked = self.ticked_inputs
        for asked in self.questions(replace(session, quick=False), PlayerSheet("")):
            if asked.input not in ticked:
                reading = self._reading(session, PlayerSheet(""), asked.input, Faults())
                yield asked, self.table.inputs[asked.input].control(asked.part, reading)

    def pictured(self, session: DialogueState) -> Iterator[tuple[ScoreQuestion, Control, tuple[str, ...]]]:
        """Yield the questions that boxes tell, one for each card of a deck; with where their ids begin."""
        for asked in self.questions(replace(session, quick=False), PlayerSheet("")):
            if asked.input in self.ticked_inputs:
                spec = self.table.inputs[asked.input]
                control = spec.control(asked.part, self._reading(session, PlayerSheet(""), asked.input, Faults()))
                if control.kind == "choice" and control.deck:
                    yield asked, control, spec.fields

    def grown(self, session: DialogueState, player: int) -> Iterator[ScoreQuestion]:
        """Yield the further questions of what grows on a player's sheet: all but the first."""
        for asked in self.questions(replace(session, quick=False), replace(session.sheets[player], given={})):
            if asked.part and self._grows(asked.input):
                yield asked

    def part_name(self, asked: ScoreQuestion) -> Value | None:
        """Return what of a line a question is about; None where it is all that the line asks for."""
        if not asked.input or (asked.line is not None and len(asked.line.asks) == 1 and not self._grows(asked.input)):
            return None
        word = GameWord((f"inputs.{asked.input}",), asked.input.replace("_", " "))
        return message("nth_entry", number=asked.part + 1, what=word) if self._grows(asked.input) else word

    @property
    def ticked_inputs(self) -> list[str]:
        """The inputs that boxes to tick tell; none where a sheet has room for several games."""
        if self.table.filled.games > 1:
            return []
        return [name for name, spec in self.table.inputs.items() if spec.fields and spec.ticks_tell]

    # moving about

    def back(self, session: DialogueState) -> AnswerResult:
        """Return the session at the question before this one, of the player before if need be."""
        order = list(self._order(session))
        if session.at is None:
            return AnswerResult(replace(session, at=order[-1], closed=False)) if order else AnswerResult(session)
        index = order.index(session.at) if session.at in order else len(order)
        if index == 0:
            return AnswerResult(session, (message("first_question"),), taken=False)
        return AnswerResult(replace(session, at=order[index - 1]))

    def _order(self, session: DialogueState) -> Iterator[DialoguePosition]:
        if self._asks_solo(quick=session.quick):
            yield DialoguePosition(0, SOLO)
        for player, sheet in enumerate(session.sheets):
            yield DialoguePosition(player, NAME)
            yield from (DialoguePosition(player, question.id) for question in self.questions(session, sheet))

    def jump(self, session: DialogueState, letter: str) -> AnswerResult:
        """Return the session at a line of the player who is being asked, or was asked last."""
        player = min(session.at.player, len(session.sheets) - 1) if session.at else len(session.sheets) - 1
        return self.edit(session, player + 1, letter)

    def edit(self, session: DialogueState, number: int, letter: str = "") -> AnswerResult:
        """Return the session at the name of a player, counted from 1, or at one of the player's lines."""
        if not 1 <= number <= len(session.sheets):
            return AnswerResult(session, (message("no_player", number=number),), taken=False)
        if not letter:
            return AnswerResult(replace(session, at=DialoguePosition(number - 1, NAME)))
        sheet = session.sheets[number - 1]
        asked = [
            question
            for question in self.questions(session, sheet)
            if question.line and question.line.letter == letter.upper()
        ]
        if not asked:
            return AnswerResult(session, (message("no_line", letter=letter.upper()),), taken=False)
        return AnswerResult(replace(session, at=DialoguePosition(number - 1, asked[0].id)))

    def drop(self, session: DialogueState, number: int) -> AnswerResult:
        """Return the session without a player, counted from 1."""
        if not 1 <= number <= len(session.sheets):
            return AnswerResult(session, (message("no_player", number=number),), taken=False)
        name = session.sheets[number - 1].name
        session = replace(session, sheets=(*session.sheets[: number - 1], *session.sheets[number:]))
        session = replace(session, closed=session.closed and bool(session.sheets))
        return AnswerResult(replace(session, at=self._next(session)), (message("dropped", name=name),))

    def _next(self, session: DialogueState) -> DialoguePosition | None:
        """Return the first question that is not answered, then the name of the next player, then None."""
        for player, sheet in enumerate(session.sheets):
            for question in self.questions(session, sheet):
                if question.id not in sheet.answered:
                    return DialoguePosition(player, question.id)
        most = 1 if session.solo else self.table.most_players
        if session.sheets and (session.closed or len(session.sheets) >= most):
            return None
        return DialoguePosition(len(session.sheets), NAME)

    # what it comes to

    def faults(self, session: DialogueState) -> list[ScoreFault]:
        """Return what the answers so far make impossible or doubtful."""
        faults = Faults()
        sheets = [self._settled(session, sheet, faults)[1] for sheet in session.sheets]
        at = self.rules.checking(session.cards, faults, solo=session.solo, typed=True)
        for sheet in sheets:
            for check in self.table.checks:
                if check.needs_known and all(name in sheet.known for name in check.needs_known):
                    check.sheet(sheet, at)
        for check in self.table.checks:
            check.game(sheets, at)
        return faults.met

    def _settled(
        self, session: DialogueState, sheet: PlayerSheet, faults: Faults
    ) -> tuple[EnteredSheet, KnownSheetInputs]:
        """Return what is entered on a sheet that may not be finished, and the part of it that is fully answered."""
        lookup, inputs = self.rules.lookup, self.table.inputs
        asked = self.questions(session, sheet)
        open_inputs = {question.input for question in asked if question.id not in sheet.answered}
        open_inputs -= {name for name in open_inputs if name in sheet.marks and self._grows(name)}
        known = {name: marks for name, marks in sheet.marks.items() if name not in open_inputs}
        part = KnownSheetInputs(known, inputs, {}, TYPED, finished=not open_inputs)
        full = {name: sheet.marks.get(name) or spec.empty(lookup) for name, spec in inputs.items()}
        for name in list(known):
            reading = self.rules.reading(name, faults, solo=session.solo, cards=session.cards, typed=True)
            full[name] = known[name] = inputs[name].settle(known[name], part, reading)
        return EnteredSheet(sheet.name, full, sheet.given, frozenset(known)), part

    def record(self, session: DialogueState) -> EnteredGame:
        """Return the game as far as it is typed in."""
        sheets = tuple(self._settled(session, sheet, Faults())[0] for sheet in session.sheets)
        return EnteredGame(
            self.rules.game, session.solo, sheets, session.cards, session.dungeon, session.date, session.notes
        )

    def result(self, session: DialogueState) -> GameScore:
        """Return the score of what is typed in so far."""
        return score_game(self.rules, self.record(session))

    def _running(self, session: DialogueState, player: int, asked: ScoreQuestion) -> Iterable[Message]:
        """Return the points of a line that is now answered, and the total so far."""
        sheet = session.sheets[player]
        all_asked = self.questions(session, sheet)
        if asked.line is None or any(
            question.line is asked.line and question.id not in sheet.answered for question in all_asked
        ):
            return
        entered, _ = self._settled(session, sheet, Faults())
        lines = {
            question.line.letter: question.line
            for question in all_asked
            if question.line and question.id in sheet.answered
        }
        points = {
            letter: score_line(self.rules, line, entered, solo=session.solo, cards=session.cards).points
            for letter, line in lines.items()
        }
        yield message("running", letter=asked.line.letter, points=points[asked.line.letter], total=sum(points.values()))

    # drafts

    def as_draft(self, session: DialogueState) -> dict[str, Any]:
        """Return the session as plain data, from which `from_draft` gives it back."""
        return {
            "game": self.rules.game,
            "solo": session.solo,
            "quick": session.quick,
            "closed": session.closed,
            "at": [session.at.player, session.at.question] if session.at else None,
            "dungeon": session.dungeon,
            "date": session.date,
            "notes": session.notes,
            "cards": {name: list(keys) for name, keys in session.cards.items()},
            "players": [self.sheet_draft(sheet) for sheet in session.sheets],
        }

    def sheet_draft(self, sheet: PlayerSheet) -> dict[str, Any]:
        """Return one sheet as plain data, as it stands among the players of a draft."""
        content: dict[str, Any] = {}
        for name, marks in sheet.marks.items():
            content |= self.table.inputs[name].in_file(name, marks)
        return {"name": sheet.name, "sheet": content, "lines": dict(sheet.given), "answered": sorted(sheet.answered)}

    def from_draft(self, root: Node) -> DialogueState | None:
        """Return the session of a draft, or None for one of another game; answers that do not fit are asked again."""
        players = root.get("players")
        if _plain(root.get("game")) != self.rules.game or players is None or not players.is_list:
            return None
        cards = {
            name: tuple(_plain(key) for key in node.value)
            for name, node in (_children(root.get("cards")))
            if name in self.table.inputs and node.is_list
        }
        texts = {key: str(_plain(root.get(key)) or "") for key in ("dungeon", "date", "notes")}
        solo, quick = (_plain(root.get(key)) is True for key in ("solo", "quick"))
        session = replace(DialogueState(solo, None, quick, cards=cards), **texts)  # type: ignore[arg-type]
        sheets = [self._sheet_of(session, node) for node in players.value]
        session = replace(
            session, sheets=tuple(one for one in sheets if one), closed=_plain(root.get("closed")) is True
        )
        return replace(session, at=self._left_at(session, root.get("at")))

    def _left_at(self, session: DialogueState, node: Node | None) -> DialoguePosition | None:
        at = [_plain(part) for part in node.value] if node is not None and node.is_list else []
        spot = (
            DialoguePosition(at[0], at[1])
            if len(at) == 2 and isinstance(at[0], int) and isinstance(at[1], str)
            else None
        )
        known = [*self._order(session), DialoguePosition(len(session.sheets), NAME)]
        return spot if spot in known else self._next(session)

    def _sheet_of(self, session: DialogueState, node: Node) -> PlayerSheet | None:
        name, content = _plain(node.get("name")), node.get("sheet")
        if not isinstance(name, str) or not is_name(name) or content is None or not content.is_map:
            return None
        marks: dict[str, InputMarks] = {}
        for input_name, spec in self.table.inputs.items():
            reading = self.rules.reading(input_name, Faults(), solo=session.solo, cards=session.cards)
            for key in spec.file_keys(input_name):
                child = content.get(key)
                read = spec.read_key(key, child, reading) if child is not None else None
                if read is not None and not reading.faults.errors:
                    marks[input_name] = read
        given = {letter: child.value for letter, child in _children(node.get("lines")) if isinstance(child.value, int)}
        sheet = PlayerSheet(name, marks, given)
        answered = {_plain(entry) for entry in _entries(node.get("answered"))}
        ids = {question.id for question in self.questions(session, sheet) if self._answerable(sheet, question)}
        return replace(sheet, answered=frozenset(ids & answered))

    def _answerable(self, sheet: PlayerSheet, asked: ScoreQuestion) -> bool:
        if asked.input:
            return asked.input in sheet.marks
        return asked.line is not None and asked.line.letter in sheet.given


def _said(fault: ScoreFault) -> Value:
    return listed((fault.message, fault.hint), "; ") if fault.hint else fault.message


def _plain(node: Node | None) -> Any:
    return None if node is None or node.is_map or node.is_list else node.value


def _children(node: Node | None) -> Sequence[tuple[str, Node]]:
    return list(node.items()) if node is not None and node.is_map else []


def _entries(node: Node | None) -> Sequence[Node]:
    return node.value if node is not None and node.is_list else []
