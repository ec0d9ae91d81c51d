"""The scoring of a game in one language: scoring.yaml with the data that it looks up in the game, and its formulas.

Names in formulas are the inputs, `points` and `total`, `map`, `solo`, `players`, `game` with all data of the game, and
the data files by their own names where no input is called so.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import count, groupby
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.formulas.domains import EMPTY, Domain, Numbers, Rows, YesNo, domain_of, hull, infer
from generator.formulas.evaluate import Run, SheetScope, compiled
from generator.formulas.syntax import FormulaFault, Part, substituted
from generator.game.game import Game, open_game
from generator.reading.decks import deck_files
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.formula_specs import Formula
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import TYPED, InputMarks, InputReadingContext
from generator.scoring.messages import Faults, Value, list_of, message
from generator.scoring.spec import LineSpec, ScoringSpec, deck_nodes, read_scoring, scoring_node
from generator.scoring.words import ScoreWords

MOST_RUNS = 24  # more are named by their ends
MOST_COUNTED = 9_999  # things on a map
Cards = Mapping[str, tuple[str | None, ...]]
# the marks of a sheet by input, and the points by letter of lines that were entered as a whole
SheetContent = tuple[Mapping[str, InputMarks], Mapping[str, int]]


@dataclass
class ScoringRules:
    """How a game is scored, in one language; each formula is checked, bounded and compiled once."""

    data: GameScoringData
    table: ScoringSpec
    _runs: dict[Any, Run] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def game(self) -> str:
        return self.data.source.id

    @property
    def words(self) -> ScoreWords:
        return self.data.words

    def reading(
        self,
        name: str,
        faults: Faults,
        *,
        solo: bool,
        cards: Cards,
        typed: bool = False,
        sheet: Mapping[str, InputMarks] | None = None,
    ) -> InputReadingContext:
        """Return the context for reading the input `name`; for typed answers, `sheet` has the marks of all inputs."""
        inputs = self.table.inputs
        names = inputs[name].names if name in inputs else None
        return InputReadingContext(self.data, name, solo, cards, faults, typed, sheet or {}, names, inputs)

    def counted_inputs(self, line: LineSpec) -> set[str]:
        """Return the inputs that a line counts, also those that cells of its cards name."""
        counted = {*self.table.counted_inputs(line)}
        decks = {self.table.inputs[name].of_deck for name in counted}
        named = {name for deck in decks for formula in self.data.formulas_of(deck) for name in formula.names}
        return counted | (named & self.table.inputs.keys())

    def counts_entry(self, given: Collection[str], name: str, entry: int) -> bool:
        """Return whether a line counts an entry, from 0, of an input; lines in `given` were entered as totals."""
        for line in self.table.lines:
            if line.letter not in given and name in self.counted_inputs(line):
                entries = {part for formula in line.formulas for part in formula.entries_of(name)}
                if entry + 1 in entries or not all(isinstance(part, int) for part in entries) or not entries:
                    return True
        return False

    def played_on(self, counts: Mapping[str, int], *, knows_map: bool = False) -> "ScoringRules":
        """Return a copy of the rules whose limits fit a map with these numbers of things."""
        return replace(self, data=replace(self.data, map_counts=counts, knows_map=knows_map))

    def line_points(self, letter: str, cards: Cards | None = None, solo: bool | None = None) -> Sequence[int]:
        """Return the points that a line can give with these cards on the table, ascending, as far as known."""
        points, shared, most = self.checked[0][letter], self.table.shared, 1 if solo else self.table.most_players
        kind = YesNo() if solo is None else YesNo(frozenset({solo}))
        domains: dict[str, Domain] = {"solo": kind, "players": Numbers(1, most)}
        domains |= {name: shared[name].domain_of(self.data, keys) for name, keys in (cards or {}).items() if any(keys)}
        (line,) = (spec for spec in self.table.lines if spec.letter == letter)
        if any(name in formula.names for formula in line.formulas for name in domains):
            inferred = infer(self.tree(line, line.points.tree), {**self.names_in_lines, **domains})
            points = inferred if isinstance(inferred, Numbers) else points
        return range(points.low, points.high + 1) if points.only is None else sorted(points.only)

    def check_points(
        self, letter: str, points: int, context: InputReadingContext, place: SourceLocation = TYPED
    ) -> None:
        """Add a warning if a line cannot give these points."""
        possible = self.line_points(letter, context.cards, solo=context.solo)
        if points not in possible:
            text = message("not_one_of", what=letter, value=points, numbers=in_words(possible))
            context.faults.warn("G010", text, place)

    # what they can give

    @cached_property
    def names(self) -> dict[str, Domain]:
        """The domains of all names but `points` and `total`; raises InvalidInput for data that cannot be read."""
        table, data = self.table, self.data
        counts = {str(count) for formula in self.all_formulas() for count in formula.entries_of("map")}
        files = {name: domain_of(data.values(name)) for name in data.source.data}
        names: dict[str, Domain] = {
            **files,
            "game": Rows(files, "mapping"),
            "map": Rows({name: Numbers(0, MOST_COUNTED) for name in counts}, "map"),
            "solo": YesNo(),
            "players": Numbers(1, table.most_players),
            **{name: spec.domain(data) for name, spec in table.inputs.items()},
        }
        for name, spec in table.inputs.items():  # cells name inputs, so that they come second
            if keys := data.formula_fields(spec.of_deck):
                data.cell_domains[spec.of_deck] = {key: self._cells(names, spec.of_deck, key) for key in keys}
                names[name] = spec.domain(data)
        return names

    def _cells(self, names: Mapping[str, Domain], deck: str, key: str) -> Domain:
        """Return the numbers that a field of a deck can have, by its formulas and plain cells; raises InvalidInput."""
        domains: list[Domain | None] = []
        faults: list[Diagnostic] = []
        for name, card in self.data.cards(deck).items():
            cell = self.data.cell(deck, name, key)
            if isinstance(cell, Formula):
                domains.append(_inferred(cell, names, faults, Numbers))
            elif isinstance(number := domain_of(cell), Numbers):
                domains.append(number)
            else:
                message = f"{key!r} is a number or a formula, and this is {number.noun}"
                faults.append(Diagnostic("E008", message, card.place_of(key), "write a formula as =2 * stars"))
        if faults:
            raise InvalidInput(faults)
        return hull(filter(None, domains), 0)

    def all_formulas(self) -> Iterator[Formula]:
        """Yield the formulas of all lines, checks and cards."""
        for line in self.table.lines:
            yield from line.formulas
        yield from self.table.checks.values()
        for deck in dict.fromkeys(spec.of_deck for spec in self.table.inputs.values()):
            yield from self.data.formulas_of(deck)

    @cached_property
    def checked(self) -> tuple[dict[str, Numbers], list[Diagnostic]]:
        """The least and most points of each line by its letter, and the faults of all formulas."""
        bounds: dict[str, Numbers] = {}
        faults: list[Diagnostic] = []
        lines = {line.letter: line for line in self.table.lines}
        try:
            needs = {
                letter: {
                    str(need)
                    for formula in line.formulas
                    for need in (lines if formula.takes_whole("points") else formula.entries_of("points"))
                }
                for letter, line in lines.items()
            }
            order = list(TopologicalSorter(needs).static_order())
        except CycleError as fault:
            circle = fault.args[1]
            message = f"lines need each other: {' <- '.join(circle)}"
            wrong = FormulaFault("E011", message, 0, "let one of them count without the other")
            return {}, [lines[circle[0]].points.diagnostic(wrong)]
        for letter in order:
            if (line := lines.get(letter)) is None:
                continue  # a line that is not there: its name is a fault below
            names, fault_count = self._names_with(bounds), len(faults)
            for name, formula in line.let.items():
                if name in names:
                    clash = FormulaFault("E009", f"{name!r} is already a name", 0, "choose another name")
                    faults.append(formula.diagnostic(clash))
                names[name] = _inferred(formula, names, faults, Numbers if name in self.table.ties else Domain) or EMPTY
            is_sound = len(faults) == fault_count  # of a fault in let: nothing else follows
            points = _inferred(line.points, names, faults, Numbers) if is_sound else None
            bounds[letter] = points if isinstance(points, Numbers) else EMPTY
        names = self._names_with(bounds)
        names["total"] = _sum_of(bounds.values())
        for check in self.table.checks.values():
            _inferred(check, names, faults, YesNo)
        return bounds, faults

    @property
    def all_names(self) -> dict[str, Domain]:
        """The domains of all names, and of `let:` in each line."""
        names = {**self.names_in_lines, "total": _sum_of(self.checked[0].values())}
        for line in self.table.lines:
            for name, formula in line.let.items():
                names[name] = _inferred(formula, names, []) or EMPTY
        return names

    @property
    def names_in_lines(self) -> dict[str, Domain]:
        """The domains of all names that lines may take, `points` among them."""
        return self._names_with(self.checked[0])

    def _names_with(self, bounds: Mapping[str, Numbers]) -> dict[str, Domain]:
        return {**self.names, "points": Rows(dict(bounds), "score")}

    # what they give

    def run_of_line(self, line: LineSpec) -> Run:
        """Return the compiled formula of a line."""
        if line.letter not in self._runs:
            self._runs[line.letter] = compiled(self.tree(line, line.points.tree))
        return self._runs[line.letter]

    @staticmethod
    def tree(line: LineSpec, tree: Part) -> Part:
        """Return a tree of a line with its `let:` names replaced by what they mean."""
        lets: dict[str, Part] = {}
        for name, formula in line.let.items():
            lets[name] = substituted(formula.tree, lets)
        return substituted(tree, lets)

    def run(self, tree: Part) -> Run:
        """Return a compiled tree."""
        if tree not in self._runs:
            self._runs[tree] = compiled(tree)
        return self._runs[tree]

    def scopes(self, every: Sequence[SheetContent], cards: Cards, *, solo: bool) -> list["ScoreScope"]:
        """Return the scopes of the sheets of a game."""
        return [ScoreScope(self, content, cards, solo, every) for content in every]


class ScoreScope(SheetScope):
    """What the names of formulas mean on one sheet; `every` has the content of all sheets.

    It holds neither itself nor the scopes of others, so that a simulated game leaves nothing to collect.
    """

    def __init__(
        self, rules: ScoringRules, content: SheetContent, cards: Cards, solo: bool, every: Sequence[SheetContent]
    ) -> None:
        self.rules, (self.marks, self.given), self.cards = rules, content, cards
        self.turns, self.every = {}, every
        self.update(solo=solo, players=len(every))
        self.is_lost = rules.table.is_lost(self.marks)

    @property
    def sheets(self) -> "list[ScoreScope]":
        return self.rules.scopes(self.every, self.cards, solo=self["solo"])

    def __missing__(self, name: str) -> Any:
        if name == "points":
            return _LinePoints(self)
        self[name] = value = self._value(name)
        return value

    def _value(self, name: str) -> Any:
        table, data = self.rules.table, self.rules.data
        if name in table.inputs:
            return table.inputs[name].value(self.marks[name], data, self.cards.get(name, ()))
        if name == "total":
            return sum(self.points(line) for line in table.lines)
        if name == "map":
            return data.map_counts
        return {key: data.values(key) for key in data.source.data} if name == "game" else data.values(name)

    def points(self, line: LineSpec) -> int:
        """Return the points of a line; raises FormulaFault if they cannot be computed on this sheet."""
        if self.is_lost:
            return 0
        if line.letter in self.given:
            return self.given[line.letter]
        return int(self.rules.run_of_line(line)(self))

    def points_if_countable(self, line: LineSpec) -> int | None:
        """Return the points of a line; None if they cannot be computed on this sheet."""
        try:
            return self.points(line)
        except FormulaFault:
            return None


class _LinePoints(Mapping[str, int]):
    """The points of the lines of a sheet by letter, counted when they are asked for."""

    def __init__(self, scope: ScoreScope) -> None:
        self.scope = scope
        self.lines = {line.letter: line for line in scope.rules.table.lines}

    def __getitem__(self, letter: str) -> int:
        return self.scope.points(self.lines[letter])

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def _sum_of(bounds: Collection[Numbers]) -> Numbers:
    return Numbers(sum(numbers.low for numbers in bounds), sum(numbers.high for numbers in bounds))


def _inferred(
    formula: Formula, names: Mapping[str, Domain], faults: list[Diagnostic], kind: type[Domain] = Domain
) -> Domain | None:
    """Return the domain of a formula; a fault, or a domain of another type than `kind`, is added to `faults`."""
    try:
        domain = infer(formula.tree, names)
        if not isinstance(domain, kind):
            raise FormulaFault("E008", f"{kind.noun} is needed here, and this is {domain.noun}", 0)
        return domain
    except FormulaFault as fault:
        faults.append(formula.diagnostic(fault))
        return None


def in_words(numbers: Sequence[int]) -> Value:
    """Return ascending numbers as a list for a message, such as "0, 3 to 25"."""
    runs, index = [numbers], count()
    if not isinstance(numbers, range):  # within a run, numbers and their indices grow alike
        runs = [[*run] for _, run in groupby(numbers, lambda number: number - next(index))]
    if len(runs) > MOST_RUNS:
        runs = [numbers]
    return list_of(run[0] if run[0] == run[-1] else message("span", least=run[0], most=run[-1]) for run in runs)


def open_rules(catalogue: GameCatalogue, game: str, language: str | None = None) -> ScoringRules:
    """Open the scoring of a game; raises InvalidInput for an unknown game or language."""
    return game_rules(open_game(catalogue, game, language))


def game_rules(game: Game) -> ScoringRules:
    """Return how a game is scored in its language; raises InvalidInput listing every name that refers to nothing."""
    rules = ScoringRules(GameScoringData(game), read_scoring(game.catalogue, game.id))
    faults = [*_deck_faults(rules), *_card_key_faults(rules)] or rules.checked[1]
    if faults:
        raise InvalidInput(faults)
    return rules


def _deck_faults(rules: ScoringRules) -> Iterator[Diagnostic]:
    """Yield a fault for each name of a deck in scoring.yaml that the game does not have."""
    source = rules.data.source
    decks, root = source.manifest.tables, scoring_node(source.catalogue, source.id)
    for node in deck_nodes(root.value["inputs"]):
        if node.value not in decks and not deck_files(source.catalogue, source.id, node.value):
            yield Diagnostic("G024", f"there is no deck {node.value!r}", node.place, did_you_mean(node.value, decks))


def _card_key_faults(rules: ScoringRules) -> Iterator[Diagnostic]:
    """Yield a fault for each name in scoring.yaml that is no field of the cards of an input; skip unreadable decks."""
    root = scoring_node(rules.data.source.catalogue, rules.game)
    for name, spec in rules.table.inputs.items():
        nodes = [node for key in spec.card_keys if (node := root.at(f"inputs.{name}.{key}")) is not None and node.value]
        try:
            cards = rules.data.cards(spec.of_deck).values() if nodes else ()
        except InvalidInput:
            continue
        known = dict.fromkeys(field for card in cards for field in card.fields)
        for node in nodes:
            if cards and node.value not in known:
                message = f"no card of {spec.of_deck!r} has a field {node.value!r}"
                yield Diagnostic("G024", message, node.place, did_you_mean(node.value, known))
