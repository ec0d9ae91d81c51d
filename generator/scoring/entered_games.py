"""Read a score file into the game that it describes, sheet by sheet; all faults are collected and reported at once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from generator.diagnostics import SourceLocation
from generator.formulas.syntax import FormulaFault
from generator.reading import format_versions
from generator.reading.yaml_nodes import Node
from generator.scoring.formula_specs import Formula
from generator.scoring.input_reading import TYPED, InputMarks, InputReadingContext, excerpt, near
from generator.scoring.input_spec import NOTHING
from generator.scoring.messages import Faults, Message, ScoreFault, UnscorableGame, Value, list_of, message, word_of
from generator.scoring.rules import Cards, ScoreScope, ScoringRules
from generator.scoring.typed_text import is_printable

FILE_KEYS = (format_versions.KEY, "game", "solo", "players", "dungeon", "date", "notes")
LINES = "lines"
MOST_LETTERS = 60
MOST_POINTS = 999_999


@dataclass(frozen=True)
class EnteredSheet:
    """The marks of one sheet by input; `given` holds the points of lines that were entered as a total, by letter.

    Checks use only `checked`. On paper it has only the marked inputs, since an empty box may have been forgotten.
    `places` has the location of each input in a file, and of its keys and entries, such as `levels.first`.
    """

    name: str
    marks: Mapping[str, InputMarks]
    given: Mapping[str, int] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    faulty: frozenset[str] = frozenset()  # inputs that cannot be read, "" for another fault
    places: Mapping[str, SourceLocation] = field(default_factory=dict, compare=False)
    place: SourceLocation = field(default=TYPED, compare=False)
    checked: Mapping[str, InputMarks] = field(default_factory=dict, compare=False)

    def in_file(self, rules: ScoringRules) -> dict[str, Any]:
        """Return the sheet as the mapping that a score file has for a player."""
        content: dict[str, Any] = {"name": self.name}
        for name, marks in self.marks.items():
            if name in self.known:
                content |= rules.table.inputs[name].in_file(name, marks)
        return content | ({LINES: dict(self.given)} if self.given else {})


@dataclass(frozen=True)
class EnteredGame:
    """A game as it was entered; `cards` holds the cards that all players shared, by input."""

    game: str
    solo: bool
    sheets: tuple[EnteredSheet, ...]
    cards: Cards = field(default_factory=dict)
    dungeon: str = ""
    date: str = ""
    notes: str = ""

    def in_file(self, rules: ScoringRules) -> dict[str, Any]:
        """Return the game as the content of a score file, from which `read_score` makes the same game."""
        content: dict[str, Any] = {"game": self.game}
        if self.solo and not rules.table.only_solo:
            content["solo"] = True
        content |= {rules.table.shared[name].cards: list(keys) for name, keys in self.cards.items() if any(keys)}
        content |= {key: text for key in ("dungeon", "date", "notes") if (text := getattr(self, key))}
        return content | {"players": [entered.in_file(rules) for entered in self.sheets]}


def read_score(
    rules: ScoringRules, root: Node, cards: Cards | None = None, *, solo: bool = False
) -> tuple[EnteredGame, tuple[ScoreFault, ...]]:
    """Return the game of a score file and its faults; raises UnscorableGame if no sheet can be counted.

    `cards` are the shared cards that the game's map names, used if the file names none. `solo` is for `solo: true`.
    """
    reader = EnteredGameReader(rules, solo, cards=dict(cards or {}))
    record = reader.read(root)
    faults = sorted(reader.faults.met, key=lambda fault: (fault.place.path, fault.place.line, fault.place.column))
    of_sheets = reader.sheet_errors
    if record is None or len(reader.faults.errors) > len(of_sheets) or all(sheet.faulty for sheet in record.sheets):
        raise UnscorableGame(fault for fault in faults if fault.severity != "note")
    return record, tuple(faults)


@dataclass
class EnteredGameReader:
    """Reads a parsed score file by the scoring of a game, and collects faults in `faults`.

    It looks for contradictions on the `sheets`: by the checks of scoring.yaml, and by points of whole lines. If sheets
    are `typed`, messages have the words of inputs in place of their keys.
    """

    rules: ScoringRules
    solo: bool = False
    cards: dict[str, tuple[str | None, ...]] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    sheets: list[EnteredSheet] = field(default_factory=list)
    sheet_errors: list[ScoreFault] = field(default_factory=list)
    typed: bool = False

    def read(self, root: Node) -> EnteredGame | None:
        """Return the game of a file, or None if it has no readable content."""
        if not root.is_map:
            self.faults.add("S002", message("no_mapping_at_top"), root.place)
            return None
        if not self._is_known(root.get(format_versions.KEY)):
            return None
        self._keys(root)
        self.solo = self._flag("solo", root.get("solo")) or self.solo or self.rules.table.only_solo
        self._cards(root)
        players = root.get("players")
        sheets: list[EnteredSheet] = []
        if players is None or not players.is_list or not players.value:
            self.faults.add("G003", message("no_players"), (players or root).place)
        else:
            sheets = [self.read_sheet(node, number) for number, node in enumerate(players.value, 1)]
            self._count_players(players, root)
            places = [(node.get("name") or node).place for node in players.value]
            self.same_names([(entered.name, place) for entered, place in zip(sheets, places, strict=True)])
            self.warn_of_checks()
            self._perhaps_solo(root, sheets)
        texts = {key: self._text(key, node) for key in ("dungeon", "notes") if (node := root.get(key)) is not None}
        return EnteredGame(
            self.rules.game, self.solo, tuple(sheets), self.cards, date=self._date(root.get("date")), **texts
        )

    def _is_known(self, format: Node | None) -> bool:
        """Return whether the format version of a file is known; if not, nothing else of it is read."""
        if format is None:
            return True
        number = format_versions.number_of(format)
        if number is None:
            self.faults.add("C040", message("format_number", most=format_versions.SCORE), format.place)
        elif number > format_versions.SCORE:
            text = message("format_later", number=number, most=format_versions.SCORE)
            self.faults.add("C040", text, format.place, message("format_hint"))
        return not self.faults.errors

    def _keys(self, root: Node) -> None:
        file_keys = [*FILE_KEYS, *(spec.cards for spec in self.rules.table.shared.values())]
        for key in root.value:
            if key not in file_keys:
                self.faults.add("G002", message("unknown_key", key=key), root.key_place(key), near(key, file_keys))
        game = root.get("game")
        if game is not None and game.value != self.rules.game:
            text = message("other_game", shown=excerpt(game), game=self.rules.game)
            self.faults.add("G025", text, game.place)

    def _cards(self, root: Node) -> None:
        for name, spec in self.rules.table.shared.items():
            if (node := root.get(spec.cards)) is not None:
                listed = spec.read_cards(node, self.reading(name))
                pairs = zip(listed, spec.all_of(self.cards.get(name, ())), strict=False)
                self.cards[name] = tuple(key or key_of_map for key, key_of_map in pairs)

    def reading(self, name: str) -> InputReadingContext:
        """Return the context for reading an input."""
        return self.rules.reading(name, self.faults, solo=self.solo, cards=self.cards)

    def _flag(self, key: str, node: Node | None) -> bool:
        if node is None or node.value is None:
            return False
        if not isinstance(node.value, bool):
            self.faults.add("S003", message("not_flag", what=key, shown=excerpt(node)), node.place)
            return False
        return node.value

    def _text(self, key: str, node: Node) -> str:
        text = written_text(node)
        if text is None or not is_printable(text) or len(text) > 500:
            self.faults.add("S003", message("not_text", what=key, shown=excerpt(node)), node.place)
            return ""
        return text

    def _date(self, node: Node | None) -> str:
        if node is None or node.value is None:
            return ""
        try:
            datetime.fromisoformat(str(node.value))
        except ValueError:
            self.faults.add("S003", message("not_date", shown=excerpt(node)), node.place)
            return ""
        return str(node.value)

    def _count_players(self, players: Node, root: Node) -> None:
        count, player_limit = len(players.value), self.rules.table.most_players
        if self.solo and count > 1:
            place = root.key_place("solo") if root.get("solo") else players.place
            hint = message("keep_one") if self.rules.table.only_solo else message("no_solo_or_one")
            self.faults.add("G004", message("solo_has_one", count=count), place, hint)
        elif count > player_limit:
            text = message("too_many_players", count=count, most=player_limit)
            self.faults.add("G004", text, players.value[player_limit].place)

    def same_names(self, names: Sequence[tuple[str, SourceLocation]]) -> None:
        """Add a fault for each name that two players have."""
        taken_names: set[str] = set()
        for name, place in names:
            if name in taken_names:
                self.faults.add("G005", message("same_names", name=name), place, message("tell_apart"))
            taken_names.add(name)

    def _perhaps_solo(self, root: Node, sheets: Sequence[EnteredSheet]) -> None:
        """Warn if there is a single player, solo games are scored differently, and the file does not say `solo`."""
        if len(sheets) != 1 or not sheets[0].marks or root.get("solo") is not None or self.solo:
            return
        for name, spec in self.rules.table.inputs.items():
            if spec.solo_differs and any(sheets[0].marks.get(name, spec.empty(self.rules.data)).numbers):
                hint = message("write_solo", text=f"{name}: [2, 5]")
                self.faults.warn("G040", message("one_player"), sheets[0].places.get(name, sheets[0].place), hint)
                return
        if self.rules.table.solo_differs and not sheets[0].faulty:
            content = [(sheets[0].marks, sheets[0].given)]
            solo, shared = (self.rules.scopes(content, self.cards, solo=is_solo)[0] for is_solo in (True, False))
            lines = self.rules.table.lines
            if any(solo.points_if_countable(line) != shared.points_if_countable(line) for line in lines):
                self.faults.warn("G040", message("one_player"), sheets[0].place, message("say_solo"))

    # one sheet

    def read_sheet(self, node: Node, number: int) -> EnteredSheet:
        """Return the sheet in the mapping of player `number`; an unreadable input is left empty, with a fault."""
        fallback = self.rules.words.say("player_n", n=number)
        if not node.is_map:
            self.faults.add("S002", message("not_mapping", what=message("a_player"), shown=excerpt(node)), node.place)
            return EnteredSheet(fallback, {})
        error_count = len(self.faults.errors)
        marks, places, faulty = self.marks(node)
        line_points = self.given(node)
        name = self._name(node.get("name"), fallback)
        inputs = self.rules.table.inputs.items()
        missing_inputs = [key for key, spec in inputs if spec.required and not line_points and key not in places]
        faulty |= {*missing_inputs}  # one message for each missing input: an empty one would bring its own
        sheet = EnteredSheet(name, marks, line_points, faulty=frozenset(faulty), places=places, place=node.place)
        entered = self.finish_sheet(sheet)
        self._missing(node, entered, missing_inputs)
        wrong = {fault.place for fault in self.faults.met if fault.severity != "note"}
        line_places = {letter: node.value[LINES].value[letter].place for letter in line_points}
        sound = {letter: points for letter, points in line_points.items() if line_places[letter] not in wrong}
        self.warn_of_line_points(sound, self.sheets[-1], line_places)
        errors = self.faults.errors[error_count:]
        self.sheet_errors += errors
        return replace(entered, faulty=frozenset(faulty or ({""} if errors else ())))

    def finish_sheet(self, sheet: EnteredSheet, unknown: Collection[str] = ()) -> EnteredSheet:
        """Complete a sheet: fill in empty and derived inputs, and return the result.

        Inputs in `unknown` (untouched on paper) and `faulty` ones of a file count as empty; checks skip them.
        """
        table, places = self.rules.table, sheet.places
        full = {key: sheet.marks.get(key) or spec.empty(self.rules.data) for key, spec in table.inputs.items()}
        counted = table.asked_inputs if not sheet.given else ()
        counted_marks = {key: marks for key, marks in full.items() if key in places or key in counted}
        for key in [key for key in counted_marks if key not in sheet.faulty]:
            place, is_counted = places.get(key, sheet.place), partial(self.rules.counts_entry, sheet.given, key)
            context = replace(self.reading(key), sheet=counted_marks, place=place, places=places, is_counted=is_counted)
            full[key] = counted_marks[key] = table.inputs[key].settle(full[key], context)
        checked = {key: marks for key, marks in counted_marks.items() if key not in {*unknown, *sheet.faulty}}
        entered = frozenset(key for key in counted_marks if key in places or not (sheet.given or key in table.ties))
        self.sheets.append(replace(sheet, marks=full, known=entered, checked=checked))
        return self.sheets[-1]

    def marks(self, node: Node) -> tuple[dict[str, InputMarks], dict[str, SourceLocation], set[str]]:
        """Return the marks of a player's mapping by input, their places, and the inputs that have a fault."""
        inputs = self.rules.table.inputs
        by_key = {key: name for name, spec in inputs.items() for key in spec.file_keys(name)}
        player_keys = ["name", *by_key, LINES]
        marks: dict[str, InputMarks] = {}
        places: dict[str, SourceLocation] = {}
        faulty: set[str] = set()
        first_keys: dict[str, str] = {}
        for key, child in node.items():
            if key not in player_keys:
                text = message("unknown_key_of_player", key=key)
                self.faults.add("G002", text, node.key_place(key), near(key, player_keys))
            elif key in by_key:
                name = by_key[key]
                if (first_key := first_keys.setdefault(name, key)) != key:
                    self.faults.add("G008", message("twice", one=first_key, other=key), node.key_place(key))
                parts = child.items() if child.is_map else enumerate(child.value if child.is_list else ())
                places |= {name: child.place, **{f"{name}.{part}": part_node.place for part, part_node in parts}}
                error_count = len(self.faults.errors)
                input_marks = inputs[name].read_key(key, child, self.reading(name))
                faulty |= {name} if len(self.faults.errors) > error_count else set()
                if input_marks is not None:
                    marks[name] = input_marks
        return marks, places, faulty

    def _missing(self, node: Node, sheet: EnteredSheet, missing_inputs: Collection[str]) -> None:
        """Add a fault for each of `missing_inputs`, and notes with the other absent ones that a line counts as 0.

        On a sheet with points of whole lines no input is needed, but other lines may give points without them, as a
        track that begins above 0: the note names these lines.
        """
        table = self.rules.table
        for name in missing_inputs:
            self.faults.add("S004", message("key_missing", key=name), node.place, message("add_key", key=name))
        if table.is_lost(sheet.marks):
            return
        lines = [line for line in table.lines if line.letter not in sheet.given]
        scored = {name for line in lines for name in table.counted_inputs(line)}.difference(missing_inputs)
        absent = {name: spec for name, spec in table.inputs.items() if name in scored and name not in sheet.places}
        if assumed := [name for name, spec in absent.items() if spec.required]:
            letters = [line.letter for line in lines if not {*assumed}.isdisjoint(table.counted_inputs(line))]
            text = message("counted_as_new", letters=list_of(letters), names=list_of(assumed))
            self.faults.warn("G051", text, node.place)
        if silent := [name for name, spec in absent.items() if not spec.required and not spec.is_switch]:
            text = message("not_given", names=list_of(silent))
            self.faults.met.append(ScoreFault("G051", text, node.place, severity="note"))

    def given(self, node: Node) -> dict[str, int]:
        """Return the points of whole lines in a player's mapping, by letter."""
        lines = node.get(LINES)
        context, line_points = self.reading(LINES), dict[str, int]()
        if lines is None or not context.mapping(lines):
            return {}
        for letter, child in context.entries(lines, [line.letter for line in self.rules.table.lines]):
            number = context.number(child, -MOST_POINTS, MOST_POINTS, letter)
            line_points[letter] = number or 0
            if number is not None:
                self.rules.check_points(letter, number, context, child.place)
        return line_points

    def _name(self, node: Node | None, fallback: str) -> str:
        if node is None or node.value is None:
            return fallback
        name = written_text(node)
        if name is None or not is_name(name):
            self.faults.add(
                "G026", message("not_a_name", shown=excerpt(node)), node.place, message("name_hint", most=MOST_LETTERS)
            )
            return fallback
        return name.strip()

    # contradictions on sheets

    def warn_of_checks(self) -> None:
        """Add a warning for each check that does not hold on a sheet whose inputs are all known."""
        data = self.rules.data
        for name, formula in self.rules.table.checks.items():
            counts = formula.entries_of("map")
            if not counts or (data.knows_map and {*counts} <= {*data.map_counts}):
                self._warn_of_check(name, formula)

    def _warn_of_check(self, name: str, formula: Formula) -> None:
        inputs = self.rules.table.inputs_of(formula)
        complete = [sheet for sheet in self.sheets if all(key in sheet.checked for key in inputs)]
        warned = set[str]()
        for_all = formula.compares_players or not inputs
        for sheet, scope in zip(complete, self._scopes(complete), strict=True):
            first_place = next((sheet.places[key] for key in inputs if key in sheet.places), sheet.place)
            marks = str([sheet.checked[key].plain for key in inputs])  # of two players with one card one is named
            is_marked = self.typed or not inputs or any(key in sheet.places for key in inputs)
            split = ((path.partition("."), place) for path, place in sheet.places.items())
            places = {key for (name, _, part), key in split if name in inputs and not part.isdecimal()}  # no lists
            # each check has its own message
            fault_places = (fault.place for fault in self.faults.met if fault.code != "G014")
            has_fault = not (places - {sheet.place}).isdisjoint(fault_places)  # one slip, one message
            if is_marked and not has_fault and not (for_all and marks in warned) and not self._holds(formula, scope):
                warned.add(marks)
                hint = message("correct_one") if len(inputs) > 1 else None
                self.faults.warn("G014", self._message(name, formula, inputs, sheet), first_place, hint)

    def _scopes(self, sheets: Sequence[EnteredSheet]) -> list[ScoreScope]:
        empty = {name: spec.empty(self.rules.data) for name, spec in self.rules.table.inputs.items()}
        every = [({**empty, **sheet.checked}, dict[str, int]()) for sheet in sheets]
        return self.rules.scopes(every, self.cards, solo=self.solo)

    def _holds(self, formula: Formula, scope: ScoreScope) -> bool:
        try:
            return bool(self.rules.run(formula.tree)(scope))
        except FormulaFault:  # the line that has the fault reports it
            return True

    def _message(self, name: str, formula: Formula, inputs: Sequence[str], sheet: EnteredSheet) -> Message:
        values = {input_name: sum(sheet.checked[input_name].numbers) for input_name in inputs}
        labels = list_of(self._label(input_name, sheet) for input_name in inputs)
        if self.rules.words.sentences.find(f"check_{name}"):
            return message(f"check_{name}", what=labels, **values)
        return message("check_failed", what=labels, formula=formula.text)

    def _label(self, name: str, sheet: EnteredSheet) -> Value:
        context = self.rules.reading(name, Faults(), solo=self.solo, cards=self.cards, typed=True, sheet=sheet.checked)
        spec, marks = self.rules.table.inputs[name], sheet.checked[name]
        if name in self.rules.table.shared or spec.grows:
            return spec.label(marks, None, context)
        answer = spec.answer_sentence(marks, 0, context) or NOTHING
        return message("amount_of", what=self.label(name), amount=answer)

    def label(self, name: str) -> Value:
        """Return the name that players know for an input."""
        return word_of(name) if self.typed else name

    def warn_of_line_points(
        self, line_points: Mapping[str, int], sheet: EnteredSheet, places: Mapping[str, SourceLocation]
    ) -> None:
        """Add a warning for each line whose points differ from those of its inputs.

        `line_points` and `places` have the points, and where they are, by letter of lines entered as a total. Inputs
        that are empty are left out: players who enter totals often leave them so. At a table only what decides ties is
        compared.
        """
        table, data = self.rules.table, self.rules.data
        for line in table.lines:
            if line.letter not in line_points:
                continue
            counted = table.counted_inputs(line)
            filled_inputs = [
                name
                for name in counted
                if (marks := sheet.checked.get(name)) not in (None, table.inputs[name].empty(data))
                and not (isinstance(marks.plain, list) and None in marks.plain)  # a part is in a line's total
            ]
            if not counted or len(filled_inputs) < len(counted) or (self.typed and not {*counted} <= {*table.ties}):
                continue
            points = self._scopes([sheet])[0].points_if_countable(line)
            if points not in (None, line_points[line.letter]):
                total = message("total_of", name=line.letter, points=line_points[line.letter])
                text = message("lines_apart", names=list_of([total, *map(self.label, filled_inputs)]))
                self.faults.warn("G014", text, places[line.letter], message("correct_one"))


def is_name(name: str) -> bool:
    """Return whether a text can be the name of a player: printable characters, not too many."""
    return bool(name.strip()) and len(name) <= MOST_LETTERS and is_printable(name)


def written_text(node: Node) -> str | None:
    """Return a text or number exactly as the file has it; None for anything else."""
    value = node.value
    return str(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None
