"""What tiles.yaml says: sets of tiles with the kinds of their sides, which of them join, what may stand on a field."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import Name, Names, NumberBounds, Text, structure

Count = Annotated[int, NumberBounds(1, 20)]
MOST_LAYINGS = 100_000


@dataclass(frozen=True, kw_only=True)
class TileSideKind:
    """A kind of side: how it is written `across` (two signs) and `upright` (one), and who gets past it.

    `leads` goes on where tiles are laid; `passes` is who gets through where levels are climbed: all, those going up,
    or none; it `holds` those above it, and those below who can hang on it.
    """

    place: SourceLocation
    across: Text = ""
    upright: Text = ""
    leads: bool = False
    passes: Literal["all", "up", "none"] = "none"
    holds: bool = False
    hangs: bool = False


@dataclass(frozen=True, kw_only=True)
class TrialLayingRules:
    """How a set is laid: the tile that lies first, and of so many tries how many may close before all tiles lie."""

    start: str
    tries: Annotated[int, NumberBounds(1, MOST_LAYINGS)] = 100
    most_closed: Annotated[int, NumberBounds(0, MOST_LAYINGS)] = 5


@dataclass(frozen=True, kw_only=True)
class TileClimbingRules:
    """How levels are climbed: so many tiles side by side make one, and so many fields can be moved in one turn."""

    side_by_side: Count = 1
    moves: Count = 3


@dataclass(frozen=True, kw_only=True)
class TileSet:
    """A set of tiles: the table that holds their pictures, their size in fields, and its rules.

    `fields` are the things on fields by the sign that stands for them; `joins` says for a kind which it may lie
    against, by itself it joins its like; `turns` tiles may be turned before they are laid.
    """

    place: SourceLocation
    columns: Count = 1
    rows: Count = 1
    sides: dict[Name, TileSideKind]
    fields: dict[str, Name] = field(default_factory=dict)
    joins: dict[str, Names] = field(default_factory=dict)
    turns: bool = False
    laying: TrialLayingRules | None = None
    climbing: TileClimbingRules | None = None

    @cached_property
    def across(self) -> dict[str, str]:
        """The kinds by the two signs that write them."""
        return {kind.across: name for name, kind in self.sides.items() if kind.across}

    @cached_property
    def upright(self) -> dict[str, str]:
        """The kinds by the one sign that writes them."""
        return {kind.upright: name for name, kind in self.sides.items() if kind.upright}

    def join(self, one: str, other: str) -> bool:
        """Tell whether two sides may lie against each other."""
        return other in self.joins.get(one, (one,)) or one in self.joins.get(other, (other,))


@dataclass(frozen=True, kw_only=True)
class TileSetsSpec:
    """The sets of tiles of a game, by the deck or kind of piece that holds them."""

    place: SourceLocation
    sets: dict[Name, TileSet]


def read_tile_rules(catalogue: GameCatalogue, game: str) -> TileSetsSpec:
    """Return cards/<game>/tiles.yaml; raises InvalidInput, also for signs that write two kinds."""
    rules = structure(catalogue.read(catalogue.need(f"cards/{game}/tiles.yaml")), TileSetsSpec, "tiles.yaml")
    faults = [fault for tile_set in rules.sets.values() for fault in _faults(tile_set)]
    if faults:
        raise InvalidInput(faults)
    return rules


def _faults(tiles: TileSet) -> Iterator[Diagnostic]:
    for length, known in (
        (2, [kind.across for kind in tiles.sides.values()]),
        (1, [k.upright for k in tiles.sides.values()]),
    ):
        written = [sign for sign in known if sign]
        if len(set(written)) < len(written) or any(len(sign) != length or "+" in sign for sign in written):
            message = f"each kind of side needs {length} sign{'s' * (length > 1)} of its own, not a plus"
            yield Diagnostic("M050", message, tiles.place, 'such as across: "--", upright: "|"')
    for sign in tiles.fields:
        if len(sign) != 1 or sign == " ":
            yield Diagnostic("M050", f"{sign!r} is no sign of a field", tiles.place, "write one letter for each thing")
    for kind in [*tiles.joins, *(other for others in tiles.joins.values() for other in others)]:
        if kind not in tiles.sides:
            hint = did_you_mean(kind, tiles.sides)
            yield Diagnostic("M050", f"{kind!r} is no kind of side", tiles.place, hint)
