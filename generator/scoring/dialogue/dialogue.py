"""The actions of people who type in a game: each returns the next session and messages; and drafts of a session."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.diagnostics import NOWHERE
from generator.reading.yaml_nodes import Node
from generator.scoring.dialogue.results import entered_game, faults_of, running_totals
from generator.scoring.dialogue.session import (
    LINE,
    NAME,
    SOLO,
    AnswerResult,
    DialoguePosition,
    DialogueState,
    PlayerSheet,
    Question,
    ScoreQuestion,
    SheetQuestions,
)
from generator.scoring.entered_games import EnteredGame, is_name
from generator.scoring.input_spec import SUM, TYPED, FilledFields, InputMarks, whole
from generator.scoring.inputs.flag import yes
from generator.scoring.inputs.names import MemberNamesSpec
from generator.scoring.messages import Faults, Message, UnreadableAnswer, Value, list_of, message
from generator.scoring.rules import ScoringRules
from generator.scoring.score import scopes_of
from generator.scoring.score_formulas import Cards, UncountableLine
from generator.scoring.spec import is_below
from generator.scoring.ticks_to_inputs import with_cards


def draft_of(rules: ScoringRules, state: DialogueState) -> dict[str, Any]:
    """Return a session as data that JSON can hold, to be saved as a draft; `Dialogue.read_draft` is the inverse."""
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


class Dialogue(SheetQuestions):
    """Asks players for all that the score of a game counts; methods take a state of a session and return the next."""

    def start(
        self, *, quick: bool = False, cards: Cards | None = None, dungeon: str = "", solo: bool = False
    ) -> DialogueState:
        """Return an empty session; its first question is whether the game is solo, if that is open and differs."""
        first = DialoguePosition(0, SOLO if self.asks_solo(quick=quick) and not solo else NAME)
        return DialogueState(solo or self.table.only_solo, first, quick, cards=cards or {}, dungeon=dungeon)

    def reopen(self, game: EnteredGame) -> DialogueState:
        """Return the session in which a finished game can be corrected."""
        session = DialogueState(
            game.solo, None, closed=True, cards=game.cards, dungeon=game.dungeon, date=game.date, notes=game.notes
        )
        for entered in game.sheets:
            sheet = PlayerSheet(entered.name, {name: entered.marks[name] for name in entered.known}, entered.given)
            ids = frozenset(question.id for question in self.questions(session, sheet) if question.has_answer(sheet))
            session = session.with_sheet(len(session.sheets), replace(sheet, answered=ids))
        return self._go_on(session).state

    def read_draft(self, root: Node) -> DialogueState | None:
        """Return the session in a draft; None for a draft of another game. Unreadable answers become open questions."""
        players = root.get("players")
        if _plain(root.get("game")) != self.rules.game or players is None or not players.is_list:
            return None
        cards = {
            name: tuple(_plain(key) for key in node.value)
            for name, node in _children(root.get("cards"))
            if name in self.table.inputs and node.is_list
        }
        texts = {key: str(_plain(root.get(key)) or "") for key in ("dungeon", "date", "notes")}
        solo, quick, closed = (_plain(root.get(key)) is True for key in ("solo", "quick", "closed"))
        session = replace(DialogueState(solo, None, quick, closed=closed, cards=cards), **texts)  # type: ignore[arg-type]
        sheets = [_read_sheet(self, session, node) for node in players.value]
        session = replace(session, sheets=tuple(sheet for sheet in sheets if sheet))
        at = root.get("at")
        spot = [_plain(part) for part in at.value] if at is not None and at.is_list else []
        positions = [*self.positions(session), DialoguePosition(len(session.sheets), NAME)]
        found = next((each for each in positions if [each.player, each.question] == spot), None)
        return replace(session, at=found or self.next_position(session))

    def sheet_draft(self, sheet: PlayerSheet) -> dict[str, Any]:
        """Return one sheet as plain data, as it stands among the players of a draft."""
        return sheet_draft(self.rules, sheet)

    def _go_on(self, state: DialogueState, *messages: Value) -> AnswerResult:
        """Return the result of an accepted answer: the session moved to its next open question, and `messages`."""
        return AnswerResult(replace(state, at=self.next_position(state), doubt=None), messages)

    def question(self, state: DialogueState) -> Question | None:
        """Return the question to ask now, or None when everything is answered."""
        at = state.at
        if at is None:
            return None
        sheet = state.sheets[at.player] if at.player < len(state.sheets) else None
        if at.question == SOLO:
            return Question(SOLO, 0, message("ask_solo"))
        if at.question == NAME or sheet is None:
            words = message("ask_first") if at.player == 0 else message("ask_name", n=at.player + 1)
            return Question(NAME, at.player, words, sheet.name if sheet else "")
        asked = self.find(state, sheet, at.question)
        default = self.answer_text(state, sheet, asked) if asked.id in sheet.answered else ""
        return Question(asked.id, at.player, self.words(state, sheet, asked), default)

    def explain(self, state: DialogueState) -> list[Value]:
        """Return help for the question that is asked now: the formula of its line, and the possible answers."""
        at = state.at
        if at is None or at.question in (SOLO, NAME):
            return [message("keys_of_names" if at and at.question == NAME else "keys")]
        sheet = state.sheets[at.player]
        return self.help(state, sheet, self.find(state, sheet, at.question))

    # answers

    def answer(self, state: DialogueState, text: str) -> AnswerResult:
        """Answer the current question; an unreadable answer changes nothing, and a message says why."""
        at, doubt = state.at, self._doubt(state, text.strip())
        if at is None:
            return AnswerResult(state)
        if doubt is not None and (at, text.strip()) != state.doubt:
            return AnswerResult(replace(state, doubt=(at, text.strip())), (doubt,), taken=False)
        try:
            if at.question == SOLO:
                return self._answer_solo(state, text)
            if at.question == NAME:
                names = [name for name in text.split(",") if name.strip()]
                if len(names) > 1 and at.player >= len(state.sheets) and not self.table.party:
                    return self._join_all(state, names)
                return self._answer_name(state, at.player, text.strip())
            asked = self.find(state, state.sheets[at.player], at.question)
            return self._answer_sheet(state, at.player, text.strip(), asked)
        except UnreadableAnswer as fault:
            return AnswerResult(state, (fault.message,), taken=False)

    def asks_names(self, state: DialogueState) -> bool:
        """Return whether the current question asks for the name of a player, or for those of members."""
        question = state.at.question if state.at else ""
        return question == NAME or isinstance(self.table.inputs.get(question), MemberNamesSpec)

    def _doubt(self, state: DialogueState, text: str) -> Message | None:
        """Return a question about an answer that is hardly one name: a number, or several words without commas."""
        if not self.asks_names(state) or set(",;") & set(text):
            return None
        if any(map(str.isdigit, text)) and not any(map(str.isalpha, text)):
            return message("doubtful_number", name=text)
        count, is_player = len(text.split()), state.at is not None and state.at.question == NAME
        has_one = is_player and (self.table.party or self.most_players(state) == 1)
        return None if has_one or count < 2 + is_player else message("doubtful_names", count=count, name=text)

    def _answer_solo(self, state: DialogueState, text: str) -> AnswerResult:
        solo = yes(text, self.rules.words)
        sheets = list(state.sheets)
        if solo != state.solo:  # what is marked in another way alone is asked again
            differing = {name for name, spec in self.table.inputs.items() if spec.solo_differs}
            for number, sheet in enumerate(sheets):
                marks = {name: marks for name, marks in sheet.marks.items() if name not in differing}
                answered = frozenset(key for key in sheet.answered if key.partition(".")[0] not in differing)
                sheets[number] = replace(sheet, marks=marks, answered=answered)
        return self._go_on(replace(state, solo=solo, sheets=tuple(sheets)))

    def _answer_name(self, state: DialogueState, player: int, name: str) -> AnswerResult:
        is_new = player >= len(state.sheets)
        if not name and is_new and state.sheets:
            return self._go_on(replace(state, closed=True))
        if not name:
            name = self.rules.words.say("player_n", n=player + 1) if is_new else state.sheets[player].name
        if not is_name(name):
            return AnswerResult(state, (message("not_a_name", shown=name[:20]),), taken=False)
        if any(sheet.name == name for number, sheet in enumerate(state.sheets) if number != player):
            return AnswerResult(state, (message("name_taken"),), taken=False)
        sheet = PlayerSheet(name) if is_new else replace(state.sheets[player], name=name)
        return self._go_on(state.with_sheet(player, sheet))

    def _join_all(self, state: DialogueState, names: Iterable[str]) -> AnswerResult:
        result = AnswerResult(state)
        for name in names:
            result = self.join(result.state, name) if result.taken else result
        return result if result.taken else replace(result, state=state)

    def _answer_sheet(
        self, state: DialogueState, player: int, text: str, asked: ScoreQuestion, *, in_any_order: bool = False
    ) -> AnswerResult:
        """Answer a question of a sheet; refuse an answer that contradicts the rest of the sheet.

        If answers come `in_any_order`, among ticked boxes, a contradiction is a warning as long as a question is open.
        """
        sheet = state.sheets[player]
        if not text and asked.id in sheet.answered:
            return self._go_on(state)
        faults = Faults()
        changed = self._answered(state, sheet, asked, self._changed(state, sheet, asked, text, faults))
        after = state.with_sheet(player, changed)
        if faults.met and not faults.errors and not in_any_order:  # an unusual number is asked about once
            if state.at is not None and (state.at, text) != state.doubt:
                first = faults.met[0]
                said = list_of((first.message, *([first.hint] if first.hint else [])), "; ")
                return AnswerResult(replace(state, doubt=(state.at, text)), (said, message("keep_it")), taken=False)
            faults.met.clear()
        self._find_uncountable(after, player, asked, faults)
        if not faults.errors:
            known = {fault.message for fault in faults_of(self, state)}
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
        return AnswerResult(state, told, taken=False) if faults.errors else self._go_on(after, *told)

    def _find_uncountable(self, state: DialogueState, player: int, asked: ScoreQuestion, faults: Faults) -> None:
        """Add a fault if the formula of the line that was answered cannot be computed."""
        if asked.line is None:
            return
        try:
            scopes_of(self.rules, entered_game(self, state))[player].points(asked.line)
        except UncountableLine as wrong:
            faults.add(wrong.fault.code, message("uncountable", reason=wrong.fault.message), TYPED)

    def _changed(
        self, state: DialogueState, sheet: PlayerSheet, asked: ScoreQuestion, text: str, faults: Faults
    ) -> PlayerSheet:
        """Return the sheet with `text` stored as the answer to the question `asked`; raises UnreadableAnswer."""
        reading = self.reading(state, sheet, asked.input, faults)
        if asked.input:
            spec = self.table.inputs[asked.input]
            before = sheet.marks.get(asked.input) or spec.empty(self.rules.data)
            marks = spec.answer(spec.answer_in(text, reading), asked.part, before, reading)
            return replace(sheet, marks={**sheet.marks, asked.input: marks})
        letter = asked.line.letter if asked.line else ""
        number = whole(text or "0")
        self.rules.check_points(letter, number, reading)
        return replace(sheet, given={**sheet.given, letter: number})

    def _answered(
        self, state: DialogueState, before: PlayerSheet, asked: ScoreQuestion, sheet: PlayerSheet
    ) -> PlayerSheet:
        """Return `sheet` with the question `asked` marked as answered; `before` is the sheet before this answer."""
        answered = sheet.answered | {asked.id}
        if self.grows(asked.input):
            was, now = (self.count(each, asked.input) for each in (before, sheet))
            if now < was and f"{asked.input}.{was - 1}" not in before.answered:
                answered -= {f"{asked.input}.{now - 1}"}
        ids = {question.id for question in self.questions(state, sheet)}
        return replace(sheet, answered=frozenset(answered & ids))

    # sheets filled in any order, by several hands

    def join(self, state: DialogueState, name: str) -> AnswerResult:
        """Add a player of this name to the session; refuse a name that is taken, and more players than allowed."""
        most = self.most_players(state)
        if len(state.sheets) >= most:
            return AnswerResult(state, (message("table_full", most=most),), taken=False)
        return self.rename(state, len(state.sheets), name)

    def rename(self, state: DialogueState, player: int, name: str) -> AnswerResult:
        """Return the session with `name` as the name of a player, counted from 0."""
        if not name.strip() and state.sheets:
            return AnswerResult(state, (message("not_a_name", shown=""),), taken=False)
        return self._answer_name(state, player, " ".join(name.split()))

    def put(self, state: DialogueState, player: int, question: str, text: str) -> AnswerResult:
        """Answer any question of a player's sheet; an empty text takes an answer back.

        The question `line.X` asks for the points of the whole line X. Raises KeyError for an unknown question.
        """
        sheet = state.sheets[player]
        asked = self.find(state, sheet, question)
        if not text.strip() and self.grows(asked.input):
            text = "-"
        if text.strip():
            try:
                return self._answer_sheet(state, player, text.strip(), asked, in_any_order=True)
            except UnreadableAnswer as fault:
                return AnswerResult(state, (fault.message,), taken=False)
        if asked.input:
            return AnswerResult(state.with_sheet(player, sheet.without(question)))
        given = {letter: points for letter, points in sheet.given.items() if question != f"{LINE}.{letter}"}
        after = replace(sheet, given=given, answered=sheet.answered - {question})
        own = [one for one in self.questions(state, after) if one.line == asked.line and one.has_answer(after)]
        after = replace(after, answered=after.answered | {one.id for one in own})  # what was ticked counts again
        return AnswerResult(state.with_sheet(player, after))

    def tick(self, state: DialogueState, player: int, held: Mapping[str, str], box: str) -> DialogueState:
        """Return the session after `box` was ticked or cleared; `held` has the values of all filled fields by id.

        Only the inputs that `box` belongs to are read again; other inputs, and typed answers, do not change.
        """
        sheet, ticks = state.sheets[player], FilledFields(NOWHERE, held)
        marks, answered = dict(sheet.marks), set(sheet.answered)
        for name in self.ticked_inputs:
            spec = self.table.inputs[name]
            if not any(is_below(box, head) for head in spec.fields):
                continue
            ids = {
                question.id for question in self.questions(state, replace(sheet, given={})) if question.input == name
            }
            if any(is_below(id, head) for id in held for head in spec.fields):
                marks[name] = spec.read_ticks(ticks, self.reading(state, sheet, name))
                answered |= ids
            else:
                marks.pop(name, None)
                answered -= ids
        after = replace(sheet, marks=marks, answered=frozenset(answered))
        return state.with_sheet(player, self._tick_entry(state, after, ticks, box))

    def _tick_entry(self, state: DialogueState, sheet: PlayerSheet, fields: FilledFields, box: str) -> PlayerSheet:
        """Return the sheet after reading the entry that `box` belongs to, such as the result against a known card.

        If none of the boxes of the entry is ticked, or several are, its question becomes open again.
        """
        inputs = self.table.inputs.items() if self.table.filled.games <= 1 else ()
        found = ((name, spec, entry) for name, spec in inputs if (entry := spec.entry_of(box)) is not None)
        name, spec, entry = next(found, ("", None, 0))
        if spec is None:
            return sheet
        reading, question = self.reading(state, sheet, name), f"{name}.{entry}"
        told = spec.told_entry(fields, entry, reading)
        if told is None:
            return sheet.without(question)
        before = sheet.marks.get(name) or spec.empty(self.rules.data)
        marks = {**sheet.marks, name: spec.answer(str(told), entry, before, reading)}
        return replace(sheet, marks=marks, answered=sheet.answered | {question})

    def name_cards(
        self, state: DialogueState, named: Mapping[str, str], held: Sequence[Iterable[str]]
    ) -> DialogueState:
        """Return the session with the cards in `named`, a mapping from question to card; "" makes a card unknown again.

        `held` has the ticked boxes of each sheet, which are read again. Raises KeyError for unknown questions or cards.
        """
        known = {asked.id: options for asked, _, options in self.unnamed_cards(replace(state, cards={}))}
        for question, key in named.items():
            if key not in ("", *(option.sent for option in known[question])):
                raise KeyError(key)
        state = replace(state, cards=with_cards(state.cards, named))
        for player, boxes in enumerate(held):
            marks = dict.fromkeys(boxes, "yes")
            for box in marks:
                if any(f"{name}.{spec.entry_of(box)}" in named for name, spec in self.table.inputs.items()):
                    state = self.tick(state, player, marks, box)
        return state

    # moving about

    def back(self, state: DialogueState) -> AnswerResult:
        """Return the session moved back by one question, to the player before if this was the first one."""
        order = list(self.positions(state))
        if state.at is None:
            return AnswerResult(replace(state, at=order[-1], closed=False)) if order else AnswerResult(state)
        index = order.index(state.at) if state.at in order else len(order)
        if index == 0:
            return AnswerResult(state, (message("first_question"),), taken=False)
        return AnswerResult(replace(state, at=order[index - 1]))

    def jump(self, state: DialogueState, letter: str) -> AnswerResult:
        """Return the session moved to line `letter` of the player who is being asked, or was asked last."""
        player = min(state.at.player, len(state.sheets) - 1) if state.at else len(state.sheets) - 1
        return self.edit(state, player + 1, letter)

    def edit(self, state: DialogueState, number: int, letter: str = "") -> AnswerResult:
        """Return the session moved to the name of player `number`, from 1, or to the line `letter` of that player."""
        if not 1 <= number <= len(state.sheets):
            return AnswerResult(state, (message("no_player", number=number),), taken=False)
        if not letter:
            return AnswerResult(replace(state, at=DialoguePosition(number - 1, NAME)))
        letter = letter.upper()
        for question in self.questions(state, state.sheets[number - 1]):
            if question.line and question.line.letter == letter:
                return AnswerResult(replace(state, at=DialoguePosition(number - 1, question.id)))
        return AnswerResult(state, (message("no_line", letter=letter),), taken=False)

    def drop(self, state: DialogueState, number: int) -> AnswerResult:
        """Return the session without a player, counted from 1."""
        if not 1 <= number <= len(state.sheets):
            return AnswerResult(state, (message("no_player", number=number),), taken=False)
        sheets = (*state.sheets[: number - 1], *state.sheets[number:])
        dropped = message("dropped", name=state.sheets[number - 1].name)
        return self._go_on(replace(state, sheets=sheets, closed=state.closed and bool(sheets)), dropped)
