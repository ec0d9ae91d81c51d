"""The file cards/<game>/map.yaml: kinds of things, symbols, limits, dice, and settings for new maps.

`maps/` itself contains no number and no thing of a game: all that depends on one is in `MapRules`.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import Annotated, Literal

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean, refuse
from generator.maps.grid import Thing
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_class import spec
from generator.reading.structure import AtMost, Name, NumberBounds, Text, structure

COUNTED = (
    "rooms",
    "rows",
    "columns",
    "edge_rooms",
    "columns_of_4",
    "obstacles",
    "tokens",
    "monsters",
    "monster_levels",
    "corner_rooms",
    "targets",
)
MOST_TARGETS = 6  # all orders of them are tried
Side = Literal["bottom", "top", "left", "right"]
Amount = Literal["few", "some", "many"]
Difficulty = Literal["easy", "standard", "hard"]
Count = Annotated[int, NumberBounds(0, 10_000)]
Number = Annotated[int, NumberBounds(1, 10_000)]
MOST_ALONG = 26  # columns are named by a single letter
CellsAlong = Annotated[int, NumberBounds(2, MOST_ALONG)]
Hundredths = Annotated[int, NumberBounds(0, 100)]
Worth = Annotated[int, NumberBounds(-10_000, 10_000)]  # hundredths of a point
Signed = Annotated[int, NumberBounds(-1_000_000, 1_000_000)]


@spec
class ThingKind:
    """A kind of thing: its character in a terminal, its icon on a page, and the path of its word."""

    sign: Text
    word: str
    icon: Name = ""


@spec
class MonsterKind(ThingKind):
    """A kind of monster, and who beats it."""

    beaten_by: str = ""


@spec
class TrapKind(ThingKind):
    """A kind of trap, and the damage that it does each time."""

    damage: Count = 1


@spec
class MapTermNames:
    """The names in messages for the things of this game."""

    target: str = "target"
    targets: str = "targets"
    monsters: str = "monsters"
    token: str = "token"
    tokens: str = "tokens"


@spec
class MonsterLevelRange:
    """The least and the greatest level of a monster."""

    least: Annotated[int, NumberBounds(0, 99), AtMost("most")]
    most: Annotated[int, NumberBounds(0, 99)]


@spec
class TargetRoomsSpec:
    """The numbered target rooms: the dice used before each one is met, and the deck of their cards.

    `number` is the field of a card with the number of its target; without it a card may be in any target room. `takes`
    is the field that lists the letters of the tokens which leave the map once the target was met.
    """

    dice: tuple[Number, ...]
    word: str
    deck: str = "targets"
    number: str = ""
    takes: str = ""


@spec
class CrossingAbility:
    """An ability that lets players cross edges: its name in messages, the kinds of edges, the path of its word."""

    label: str
    edges: tuple[Literal["wall", "water"], ...]
    word: str


@spec
class MapContentLimits:
    """The most things that a map, or one of its rooms, may hold."""

    monsters: Count
    tokens: Annotated[int, NumberBounds(0, 26)]
    monsters_a_room: Number
    things_a_room: Number


@spec
class MapSizeLimits:
    """The least and the greatest number of columns, and of rows."""

    least: Annotated[CellsAlong, AtMost("most")]
    most: CellsAlong


@spec
class FewSomeManySpec:
    """A number for each of the amounts that a new map may be asked to have."""

    few: Count
    some: Count
    many: Count


@spec
class ByDifficulty:
    """A number for each difficulty."""

    easy: Count
    standard: Count
    hard: Count


@spec
class MapGenerationSpec:
    """Settings for new maps; counts are for a map of `rooms` rooms and are scaled to others; shares are in percent."""

    rooms: Number
    wraps: tuple[Number, ...] = ()
    levels: tuple[Count, ...] = ()
    walls: FewSomeManySpec
    water: FewSomeManySpec
    traps: FewSomeManySpec
    treasures: Hundredths = 0
    extra_walls: ByDifficulty
    extra_thirds: FewSomeManySpec


@spec
class DifficultyFormula:
    """How much more or less, in hundredths of a point, is earned on a map, computed from its parts.

    `steps` has the worth of each step to the first target, from there to the second and so on, by the cheapest route,
    and `damage` that of each damage on it; `inside` that of each thing in the room of a target by kind, `beside` one
    step from it, and `anywhere` on a map of as many rooms as counts are for; `cards` that of each card in a target
    room.
    """

    steps: tuple[Worth, ...] = ()
    damage: Worth = 0
    inside: dict[Name, Worth] = field(default_factory=dict)
    beside: dict[Name, Worth] = field(default_factory=dict)
    anywhere: dict[Name, Worth] = field(default_factory=dict)
    cards: dict[Name, Worth] = field(default_factory=dict)


@spec
class DifficultyCutoffs:
    """The least figures of easy and standard maps, for maps of at most `up_to` columns + rows."""

    up_to: Number
    easy: Signed
    standard: Signed

    @property
    def middle(self) -> int:
        """The figure in the middle of the standard maps."""
        return (self.easy + self.standard) // 2


@spec
class DifficultySpec:
    """The formula for the difficulty of a map, and the figures that divide it into easy, standard and hard."""

    figure: DifficultyFormula
    bands: tuple[DifficultyCutoffs, ...]


@spec
class MapRules:
    """The rules of a game's maps; `base` is the map in maps/ that dungeons are drawn over.

    `asks` says what a map must have for a card of a deck to be met there: `{deck: {key: {monsters: 6}}}`, by rooms,
    rows, columns, edge_rooms, corner_rooms, columns_of_4 (0 on a map of fewer than 4 rows), obstacles (traps, walls,
    water), tokens, monsters, monster_levels, level_1 and on, targets, or any kind of thing.
    """

    place: SourceLocation
    base: str
    monsters: dict[str, MonsterKind] = field(default_factory=dict)
    treasures: dict[str, ThingKind] = field(default_factory=dict)
    traps: dict[str, TrapKind] = field(default_factory=dict)
    tokens: dict[str, ThingKind] = field(default_factory=dict)
    levels: MonsterLevelRange
    targets: TargetRoomsSpec
    names: MapTermNames = field(default_factory=MapTermNames)
    steps_a_die: Number
    entrances: Side
    party_level: Count
    crossings: dict[str, CrossingAbility] = field(default_factory=dict)
    limits: MapContentLimits
    full_map: Count
    size: MapSizeLimits
    generated: MapGenerationSpec
    difficulty: DifficultySpec
    asks: dict[str, dict[str, dict[str, Number]]] = field(default_factory=dict)

    @property
    def kinds(self) -> dict[str, ThingKind]:
        """All kinds of things, in the order of the file."""
        return {**self.monsters, **self.treasures, **self.traps, **self.tokens}

    @property
    def counts(self) -> tuple[str, ...]:
        """The names of all counts of a map, as used in scoring.yaml and `asks`."""
        levels = (f"level_{level}" for level in range(self.levels.least, self.levels.most + 1))
        return (*COUNTED, *self.kinds, *levels)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the targets, from 1."""
        return tuple(range(1, len(self.targets.dice) + 1))

    @property
    def digits(self) -> str:
        """The numbers of the targets as a phrase: "1, 2 and 3"."""
        *first, last = map(str, self.numbers)
        return f"{', '.join(first)} and {last}" if first else last

    def levels_of(self, kind: str) -> tuple[int, ...]:
        """Return the possible levels of a kind of thing; empty for kinds without levels."""
        return tuple(range(self.levels.least, self.levels.most + 1)) if kind in self.monsters else ()

    def harm(self, thing: Thing) -> int:
        """Return the damage of meeting a thing for players of `party_level`."""
        if thing.kind in self.monsters:
            return max(0, thing.level - self.party_level)
        return self.traps[thing.kind].damage if thing.kind in self.traps else 0


def has_maps(catalogue: GameCatalogue, game: str) -> bool:
    """Return whether a game has rules of maps."""
    return catalogue.find(f"cards/{game}/map.yaml") is not None


def read_map_rules(catalogue: GameCatalogue, game: str) -> MapRules:
    """Return the rules of a game's maps; raises InvalidInput, also for a game that has no maps."""
    path = catalogue.find(f"cards/{game}/map.yaml")
    if path is None:
        playable = [name for name in catalogue.games() if has_maps(catalogue, name)]
        explanation = f"a game with dungeons says what lies in them in cards/{game}/map.yaml"
        hint = f"say --game {playable[0]} for a dungeon of that game; {explanation}" if playable else explanation
        raise refuse("C012", f"game {game!r} has no dungeons", SourceLocation(f"cards/{game}/game.yaml"), hint)
    rules = structure(catalogue.read(path), MapRules, "map.yaml")
    faults = list(_faults(rules))
    if faults:
        raise InvalidInput(faults)
    return rules


def _faults(rules: MapRules) -> Iterator[Diagnostic]:
    """Yield the faults of rules that contradict themselves, or have unknown names in `difficulty` or `asks`."""

    def fault(message: str, hint: str) -> Diagnostic:
        return Diagnostic("M040", message, rules.place, hint)

    kinds = [*rules.monsters, *rules.treasures, *rules.traps, *rules.tokens]
    for kind in sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        yield fault(f"kind {kind!r} occurs twice", "each kind is one of monsters, treasures, traps or tokens")
    if not 1 <= len(rules.targets.dice) <= MOST_TARGETS:
        yield fault(
            f"{len(rules.targets.dice)} targets", f"targets: dice: one number each, 1 to {MOST_TARGETS} of them"
        )
    sums = [band.up_to for band in rules.difficulty.bands]
    if sums != sorted(sums) or not sums or sums[-1] < 2 * rules.size.most:
        largest = 2 * rules.size.most
        yield fault("the bands of difficulty leave sizes out", f"let up_to: rise, the last one to {largest} at least")
    if any(band.easy < band.standard for band in rules.difficulty.bands):
        yield fault("what is easy begins below what is standard", "difficulty: bands: easy: the greater figure")
    figure, steps = rules.difficulty.figure, len(rules.difficulty.figure.steps)
    if steps not in (0, len(rules.numbers)):
        yield fault(f"steps to {steps} targets are worth something", f"one number each: {len(rules.numbers)}")
    for kind in sorted({*figure.inside, *figure.beside, *figure.anywhere} - rules.kinds.keys()):
        yield fault(f"the figure of difficulty names {kind!r}", f"possible things: {', '.join(rules.kinds)}")
    asked_counts = {count for cards in rules.asks.values() for counts in cards.values() for count in counts}
    for count in sorted(asked_counts - set(rules.counts)):
        hint = did_you_mean(count, rules.counts) or ""
        yield fault(f"a card asks for {count!r}, which is not counted of a map", hint)
    if rules.monsters and not rules.generated.levels:
        yield fault("new maps have monsters of no level", "generated: levels: [...]")
