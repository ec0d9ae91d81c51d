"""The file tiles.yaml: sets of tiles with the kinds of their sides, which kinds join, and the things on fields."""

from collections.abc import Iterator, Mapping
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
    """A kind of side: its characters `across` (two) and `upright` (one), and who can pass it.

    `leads` means that a way goes on there when tiles are laid; `passes` says who gets through when levels are climbed:
    all, those going up, or none; `holds` carries those above it, `hangs` those below it.
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
    """How a set is laid in trials: the starting tile, the number of tries, and how many of them may close too early."""

    start: str
    tries: Annotated[int, NumberBounds(1, MOST_LAYINGS)] = 100
    most_closed: Annotated[int, NumberBounds(0, MOST_LAYINGS)] = 5


@dataclass(frozen=True, kw_only=True)
class TileClimbingRules:
    """How levels are climbed: the number of tiles side by side in a level, and the moves in one turn."""

    side_by_side: Count = 1
    moves: Count = 3


@dataclass(frozen=True, kw_only=True)
class TileSet:
    """A set of tiles: the size of a tile in fields, and the rules for its sides.

    `fields` are the things on fields by their characters; `joins` lists, for a kind, which kinds it may touch (by
    default only itself); `turns` says that tiles may be turned before they are laid.
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
        """The names of kinds by their two characters across."""
        return {kind.across: name for name, kind in self.sides.items() if kind.across}

    @cached_property
    def upright(self) -> dict[str, str]:
        """The names of kinds by their upright character."""
        return {kind.upright: name for name, kind in self.sides.items() if kind.upright}

    def join(self, kind: str, neighbour: str) -> bool:
        """Return whether two kinds of sides may touch."""
        return neighbour in self.joins.get(kind, (kind,)) or kind in self.joins.get(neighbour, (neighbour,))


@dataclass(frozen=True, kw_only=True)
class TileSetsSpec:
    """The sets of tiles of a game, by the deck or kind of piece with their pictures."""

    place: SourceLocation
    sets: dict[Name, TileSet]


def read_tile_rules(catalogue: GameCatalogue, game: str) -> TileSetsSpec:
    """Return the content of cards/<game>/tiles.yaml; raises InvalidInput, also if two kinds share characters."""
    rules = structure(catalogue.read(catalogue.need(f"cards/{game}/tiles.yaml")), TileSetsSpec, "tiles.yaml")
    faults = [fault for tile_set in rules.sets.values() for fault in _faults(tile_set)]
    if faults:
        raise InvalidInput(faults)
    return rules


def tile_sets_of(catalogue: GameCatalogue, game: str) -> Mapping[str, TileSet]:
    """Return the rules of a game's sets of tiles, by table; empty for a game without tiles. Raises InvalidInput."""
    return read_tile_rules(catalogue, game).sets if catalogue.find(f"cards/{game}/tiles.yaml") else {}


def _faults(tiles: TileSet) -> Iterator[Diagnostic]:
    for length, signs in (
        (2, [kind.across for kind in tiles.sides.values()]),
        (1, [k.upright for k in tiles.sides.values()]),
    ):
        filled = [sign for sign in signs if sign]
        if len(set(filled)) < len(filled) or any(len(sign) != length or "+" in sign for sign in filled):
            message = f"each kind of side needs {length} sign{'s' * (length > 1)} of its own, not a plus"
            yield Diagnostic("M040", message, tiles.place, 'such as across: "--", upright: "|"')
    for sign in tiles.fields:
        if len(sign) != 1 or sign == " ":
            yield Diagnostic("M040", f"{sign!r} is not a sign of a field", tiles.place, "write a letter for each thing")
    for kind in [*tiles.joins, *(name for kinds in tiles.joins.values() for name in kinds)]:
        if kind not in tiles.sides:
            hint = did_you_mean(kind, tiles.sides)
            yield Diagnostic("M040", f"{kind!r} is not a kind of side", tiles.place, hint)
