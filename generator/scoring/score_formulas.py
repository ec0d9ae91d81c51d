"""The formulas of a game: what their names mean, what they can give, and what they give on a sheet.

Names are the inputs, `points` and `total`, `map`, `solo`, `players`, `game` with all data of the game, and the data
files by their own names where no input is called so.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput
from generator.formulas.domains import EMPTY, Domain, Numbers, Rows, YesNo, domain_of, hull, infer
from generator.formulas.evaluate import Run, SheetScope, compiled
from generator.formulas.syntax import FormulaFault, Part, substituted
from generator.scoring.formula_specs import Formula
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import InputMarks
from generator.scoring.spec import LineSpec, ScoringSpec

MOST_COUNTED = 9_999  # things on a map
Cards = Mapping[str, tuple[str | None, ...]]
# the marks of a sheet by input, and the points by letter of lines that were entered as a whole
SheetContent = tuple[Mapping[str, InputMarks], Mapping[str, int]]


@dataclass
class ScoreFormulas:
    """The formulas of a game in one language; each is checked, bounded and compiled once."""

    data: GameScoringData
    table: ScoringSpec
    _runs: dict[Any, Run] = field(default_factory=dict, init=False, repr=False)

    # what they can give

    @cached_property
    def names(self) -> dict[str, Domain]:
        """The domains of all names but `points` and `total`; raises InvalidInput for data that cannot be read."""
        table, data = self.table, self.data
        counts = {str(count) for formula in self.every() for count in formula.entries_of("map")}
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
        found: list[Domain | None] = []
        faults: list[Diagnostic] = []
        for name, card in self.data.cards(deck).items():
            cell = self.data.cell(deck, name, key)
            if isinstance(cell, Formula):
                found.append(_inferred(cell, names, faults, Numbers))
            elif isinstance(number := domain_of(cell), Numbers):
                found.append(number)
            else:
                message = f"{key!r} is a number or a formula, and this is {number.noun}"
                faults.append(Diagnostic("E008", message, card.place_of(key), "write a formula as =2 * stars"))
        if faults:
            raise InvalidInput(faults)
        return hull(filter(None, found), 0)

    def every(self) -> Iterator[Formula]:
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
                letter: {str(need) for formula in line.formulas for need in formula.entries_of("points")}
                for letter, line in lines.items()
            }
            order = list(TopologicalSorter(needs).static_order())
        except CycleError as fault:
            circle = fault.args[1]
            formula = lines[circle[0]].points
            wrong = FormulaFault(
                "E011", f"lines need each other: {' <- '.join(circle)}", 0, "let one of them count without the other"
            )
            return {}, [formula.diagnostic(wrong)]
        for letter in order:
            if (line := lines.get(letter)) is None:
                continue  # a line that is not there: its name is a fault below
            names, fault_count = self._names_with(bounds), len(faults)
            for name, formula in line.let.items():
                if name in names:
                    clash = FormulaFault("E009", f"{name!r} is already a name", 0, "choose another name")
                    faults.append(formula.diagnostic(clash))
                domain = _inferred(formula, names, faults, Numbers if name in self.table.ties else Domain)
                names[name] = domain if domain is not None else EMPTY
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

    def points_of(self, letter: str, cards: Cards) -> Numbers:
        """Return the points that a line can give if these cards are on the table."""
        bounds = self.checked[0]
        shared = self.table.shared
        domains = {name: shared[name].domain_of(self.data, keys) for name, keys in cards.items() if any(keys)}
        (line,) = (each for each in self.table.lines if each.letter == letter)
        if not any(name in formula.names for formula in line.formulas for name in domains):
            return bounds[letter]
        names = {**self.names_in_lines, **domains}
        points = infer(self.tree(line, line.points.tree), names)
        return points if isinstance(points, Numbers) else bounds[letter]

    @property
    def names_in_lines(self) -> dict[str, Domain]:
        """The domains of all names that lines may take, `points` among them."""
        return self._names_with(self.checked[0])

    def _names_with(self, bounds: Mapping[str, Numbers]) -> dict[str, Domain]:
        return {**self.names, "points": Rows(dict(bounds), "score")}

    # what they give

    def line(self, line: LineSpec) -> Run:
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
        self,
        formulas: ScoreFormulas,
        content: SheetContent,
        cards: Cards,
        solo: bool,
        every: Sequence[SheetContent],
    ) -> None:
        self.formulas, (self.marks, self.given), self.cards = formulas, content, cards
        self.turns = {}
        self.solo, self.every, self.fixed = solo, every, {"solo": solo, "players": len(every)}
        self.is_lost = formulas.table.is_lost(self.marks)

    @property
    def sheets(self) -> "list[ScoreScope]":
        return self.formulas.scopes(self.every, self.cards, solo=self.solo)

    def __missing__(self, name: str) -> Any:
        if name == "points":
            return _LinePoints(self)
        self[name] = value = self._value(name)
        return value

    def _value(self, name: str) -> Any:
        table, data = self.formulas.table, self.formulas.data
        if name in table.inputs:
            return table.inputs[name].value(self.marks[name], data, self.cards.get(name, ()))
        if name in self.fixed:
            return self.fixed[name]
        if name == "total":
            return sum(self.points(line) for line in table.lines)
        if name == "map":
            return data.on_map.counts
        return {key: data.values(key) for key in data.source.data} if name == "game" else data.values(name)

    def points(self, line: LineSpec) -> int:
        """Return the points of a line; raises FormulaFault if they cannot be computed on this sheet."""
        if self.is_lost:
            return 0
        if line.letter in self.given:
            return self.given[line.letter]
        return int(self.formulas.line(line)(self))


class _LinePoints(Mapping[str, int]):
    """The points of the lines of a sheet by letter, counted when they are asked for."""

    def __init__(self, scope: ScoreScope) -> None:
        self.scope = scope
        self.lines = {line.letter: line for line in scope.formulas.table.lines}

    def __getitem__(self, letter: str) -> int:
        return self.scope.points(self.lines[letter])

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)


def _sum_of(bounds: Collection[Numbers]) -> Numbers:
    return Numbers(sum(each.low for each in bounds), sum(each.high for each in bounds))


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
