"""Tables that are shorter than what they are looked up for: a score would go on beside them, and tell nobody."""

from collections.abc import Callable, Iterator
from functools import partial

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.inputs.steps import CardTiersSpec
from generator.scoring.lines.option import ChosenOptionLine
from generator.scoring.lines.track import TrackPointsLine
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import scoring_node

Look = Callable[[], list[Diagnostic]]


def short_table_faults(rules: ScoringRules) -> list[Diagnostic]:
    """Return a warning for each table of scoring.yaml that ends too early; what cannot be read is told elsewhere."""
    faults: list[Diagnostic] = []
    for look in _looks(rules):
        try:
            faults += look()
        except InvalidInput:
            continue
    return faults


def _looks(rules: ScoringRules) -> Iterator[Look]:
    root = scoring_node(rules.lookup.catalogue, rules.game)
    for name, spec in rules.table.inputs.items():
        if isinstance(spec, CardTiersSpec):
            yield partial(_of_cards, rules.lookup, spec, _place(root.at(f"inputs.{name}"), "points", spec.place))
    parts = [part for line in rules.table.lines for part in line.parts]
    nodes = [node for line in _entries(root, "lines") for node in _entries(line, "parts")]
    for part, node in zip(parts, nodes, strict=True):
        if isinstance(part, TrackPointsLine):
            yield partial(_of_track, rules, part, _place(node, "table", part.place))
        elif isinstance(part, ChosenOptionLine):
            yield partial(_of_options, rules, part, _place(node, "amounts", part.place))


def _entries(node: Node, key: str) -> list[Node]:
    found = node.get(key)
    return found.value if found is not None and found.is_list else []


def _place(node: Node | None, key: str, otherwise: SourceLocation) -> SourceLocation:
    found = node.get(key) if node is not None else None
    return found.place if found is not None else otherwise


def _of_cards(lookup: GameScoringData, spec: CardTiersSpec, place: SourceLocation) -> list[Diagnostic]:
    """Return a warning where a card has more bounds than there are points for."""
    bounds = {key: len(lookup.card_numbers(spec.deck or "", key, spec.field)) for key in spec.known(lookup)}
    longest = max(bounds, key=lambda key: bounds[key], default="")
    if not longest or bounds[longest] <= len(spec.points):
        return []
    message = f"card {longest!r} has {bounds[longest]} {spec.field}, and there are points for {len(spec.points)}"
    return [_warning(message, place, "write points for each of them; one without points counts as the one before it")]


def _of_track(rules: ScoringRules, part: TrackPointsLine, place: SourceLocation) -> list[Diagnostic]:
    """Return a warning where more can be marked than a row has entries."""
    row, (_, most) = part.row(rules.lookup), part.reach(rules.table.inputs, rules.lookup)
    last = part.first + len(row) - 1
    if most <= last:
        return []
    what = ", ".join(part.of)
    message = f"{part.table!r} ends at {last}, and {what} can be {most}"
    hint = f"add entries to {part.table!r}, write most: {last} for {what} under inputs:, or correct first:"
    return [_warning(message, place, hint)]


def _of_options(rules: ScoringRules, part: ChosenOptionLine, place: SourceLocation) -> list[Diagnostic]:
    """Return a warning where an option has no amount."""
    spec = rules.table.inputs[part.of]
    known = spec.known(rules.lookup) if isinstance(spec, CardOrOptionInput) else ()
    missing = [key for key in known if key not in part.amounts]
    if not missing:
        return []
    message = f"the amounts have nothing for {', '.join(missing)} of {part.of!r}"
    return [_warning(message, place, f"add {missing[0]}: 0, or what it gives")]


def _warning(message: str, place: SourceLocation, hint: str) -> Diagnostic:
    return Diagnostic("G045", message, place, hint, "warning")
