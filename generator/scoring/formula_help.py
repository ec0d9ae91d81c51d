"""Help for those who write formulas: the names that can follow, and what a formula gives that is being typed."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput
from generator.formulas.domains import Domain, Keys, Lists, Numbers, Rows, YesNo, infer
from generator.formulas.evaluate import SheetScope, compiled
from generator.formulas.syntax import FUNCTIONS, FormulaFault, parse
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import read_scoring

FEW_ENTRIES = 3  # of a list on the example sheet


class FormulaRange(NamedTuple):
    """What a formula can give, as text; and its value on an example sheet, which has the most of everything."""

    least: str
    most: str
    example: str


def domains_of_names(catalogue: GameCatalogue, game: str) -> Mapping[str, Domain]:
    """Return what each name in the formulas of a game can be, those of `let:` included; none for a faulty game."""
    try:
        return ScoringRules(GameScoringData(open_game(catalogue, game)), read_scoring(catalogue, game)).all_names
    except InvalidInput:
        return {}


def names_below(domains: Mapping[str, Domain], head: str) -> dict[str, str]:
    """Return the names that begin with `head` and a dot, or all names and functions, each with what it is."""
    start = f"{head}." if head else ""
    for name in filter(None, head.split(".")):
        domain = domains.get(name)
        domain = domain.entry if isinstance(domain, Lists) else domain
        domains = domain.fields if isinstance(domain, Rows) else {}
    functions = {} if head else dict.fromkeys(FUNCTIONS, "")
    return {**functions, **{f"{start}{name}": _described(domain) for name, domain in domains.items()}}


def range_of(formula: str, domains: Mapping[str, Domain]) -> FormulaRange | None:
    """Return what a formula can give, a number or yes-no; None for one with a fault."""
    try:
        tree = parse(formula)
        domain = infer(tree, domains)
        example = compiled(tree)(SheetScope(lambda name: _example(domains[name])))
    except FormulaFault:
        return None
    if isinstance(domain, YesNo):
        return FormulaRange(*("yes" if answer else "no" for answer in (min(domain.can), max(domain.can), example)))
    return FormulaRange(str(domain.low), str(domain.high), str(example)) if isinstance(domain, Numbers) else None


def _described(domain: Domain) -> str:
    if isinstance(domain, Numbers):
        return str(domain.low) if domain.low == domain.high else f"{domain.noun}, {domain.low} to {domain.high}"
    return f"{domain.noun}, {domain.least} to {domain.most} entries" if isinstance(domain, Lists) else domain.noun


def _example(domain: Domain) -> Any:
    """Return a value that a name can have: of numbers the highest, of lists a few entries."""
    match domain:
        case Numbers():
            return domain.high
        case YesNo():
            return max(domain.can)
        case Keys():
            return min(domain.keys, default="")
        case Lists(entries=None):
            return (_example(domain.entry),) * min(domain.most, max(domain.least, FEW_ENTRIES))
        case Lists():
            return tuple(map(_example, domain.entries or ()))
        case Rows():
            return {name: _example(field) for name, field in domain.fields.items()}
    return 0
