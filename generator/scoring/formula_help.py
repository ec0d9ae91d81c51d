"""Help for those who write formulas: the names that can follow, and what a formula gives that is being typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput
from generator.formulas.domains import Domain, Keys, Lists, Numbers, Rows, YesNo, infer
from generator.formulas.evaluate import SheetScope, compiled
from generator.formulas.syntax import FUNCTIONS, FormulaFault, parse
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.score_formulas import ScoreFormulas
from generator.scoring.spec import read_scoring

FEW_ENTRIES = 3  # of a list on the example sheet


class FormulaRange(NamedTuple):
    """What a formula can give, as text; and its value on an example sheet, which has the most of everything."""

    least: str
    most: str
    example: str


@dataclass
class FormulaHelp:
    """The names in the formulas of a game, by its saved files; no names for a game that cannot be read."""

    catalogue: GameCatalogue
    game: str

    @cached_property
    def domains(self) -> Mapping[str, Domain]:
        """What each name can be, those of `let:` included."""
        try:
            data = GameScoringData(open_game(self.catalogue, self.game))
            return ScoreFormulas(data, read_scoring(self.catalogue, self.game)).all_names
        except InvalidInput:
            return {}

    def names(self, head: str) -> dict[str, str]:
        """Return the names that begin with `head` and a dot, or all names and functions, each with what it is."""
        domains, start = self.domains, f"{head}." if head else ""
        for name in filter(None, head.split(".")):
            domain = domains.get(name)
            domain = domain.entry if isinstance(domain, Lists) else domain
            domains = domain.fields if isinstance(domain, Rows) else {}
        functions = {} if head else dict.fromkeys(FUNCTIONS, "")
        return {**functions, **{f"{start}{name}": _described(domain) for name, domain in domains.items()}}

    def range_of(self, formula: str) -> FormulaRange | None:
        """Return what a formula can give, a number or yes-no; None for one with a fault."""
        try:
            tree = parse(formula)
            domain = infer(tree, self.domains)
            example = compiled(tree)(SheetScope(lambda name: _example(self.domains[name])))
        except FormulaFault:
            return None
        if isinstance(domain, YesNo):
            return FormulaRange(*(_yes_no(answer) for answer in (min(domain.can), max(domain.can), example)))
        return FormulaRange(str(domain.low), str(domain.high), str(example)) if isinstance(domain, Numbers) else None


def _yes_no(answer: Any) -> str:
    return "yes" if answer else "no"


def _described(domain: Domain) -> str:
    if isinstance(domain, Numbers):
        return str(domain.low) if domain.low == domain.high else f"{domain.shown}, {domain.low} to {domain.high}"
    return f"{domain.shown}, {domain.least} to {domain.most} entries" if isinstance(domain, Lists) else domain.shown


def _example(domain: Domain) -> Any:
    """Return a value that a name can have: of numbers the highest, of lists a few entries."""
    match domain:
        case Numbers():
            return domain.high
        case YesNo():
            return max(domain.can)
        case Keys():
            return min(domain.keys, default="")
        case Lists(known=None):
            return (_example(domain.entry),) * min(domain.most, max(domain.least, FEW_ENTRIES))
        case Lists():
            return tuple(map(_example, domain.known or ()))
        case Rows():
            return {name: _example(field) for name, field in domain.fields.items()}
    return 0
