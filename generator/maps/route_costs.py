"""What a dungeon asks of its players: steps and dice to each target, the shortest walk, what is out of reach."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise, permutations
from math import ceil

from generator.maps.grid import Dungeon, EdgeKind, Room, bit_of
from generator.maps.map_rules import MapRules
from generator.maps.reach import entrance_mask, mask_of, out_of_reach


@dataclass(frozen=True)
class TargetRoomDistance:
    """One target: its room, the steps from the nearest entrance, the dice they take, the dice there are by then."""

    number: int
    room: Room
    steps: int | None
    dice: int
    dice_before: int

    @property
    def share(self) -> int:
        """The share of those dice that walking straight there takes, in percent."""
        return round(100 * self.dice / self.dice_before)


@dataclass(frozen=True)
class TargetRoomsWalk:
    """One walk from outside over the targets: their numbers in order, and the steps taken when each is met."""

    order: tuple[int, ...]
    steps: tuple[int, ...]

    def late(self, rules: MapRules) -> tuple[int, ...]:
        """Return the numbers of the targets that are met after the dice before them are used."""
        budgets = rules.targets.dice
        return tuple(
            number
            for number, taken in zip(self.order, self.steps, strict=True)
            if taken > budgets[number - 1] * rules.steps_a_die
        )


def best_walk(dungeon: Dungeon, rules: MapRules, targets: Mapping[int, Room] | None = None) -> TargetRoomsWalk | None:
    """Return the walk that meets the most targets in time, then the shortest; None where one cannot be reached.

    A room may be explored long before its fight, so every order counts. [PL p.11] [CZ p.11]
    """
    wanted = dungeon.targets if targets is None else targets
    passages = dungeon.passages()
    rooms = {number: 1 << bit_of(room, dungeon.columns) for number, room in wanted.items()}
    inside = passages.distances(entrance_mask(dungeon, rules.entrances), rooms)
    away = {number: passages.distances(room, rooms) for number, room in rooms.items()}
    if any(len(reached) < len(rooms) for reached in (inside, *away.values())):
        return None

    def walk(order: tuple[int, ...]) -> TargetRoomsWalk:
        ways = [inside[first] + 1 for first in order[:1]] + [away[start][end] for start, end in pairwise(order)]
        return TargetRoomsWalk(order, tuple(accumulate(ways)))

    walks = map(walk, permutations(sorted(wanted)))
    return min(walks, key=lambda each: (len(each.late(rules)), each.steps[-1:], each.order))


@dataclass(frozen=True)
class DungeonMapStatistics:
    """All figures of a dungeon but its cheapest route; `closed` are the rooms shut on foot.

    `openers` are the abilities that open each alone, `together` all of them where only that opens it.
    """

    targets: tuple[TargetRoomDistance, ...]
    walk: TargetRoomsWalk | None
    closed: tuple[Room, ...]
    openers: dict[Room, tuple[str, ...]]
    together: dict[Room, tuple[str, ...]]


def target_figures(dungeon: Dungeon, rules: MapRules) -> tuple[TargetRoomDistance, ...]:
    """Return how far each target is from the nearest entrance."""
    rooms = {number: mask_of(dungeon, [room]) for number, room in dungeon.targets.items()}
    inside = dungeon.passages().distances(entrance_mask(dungeon, rules.entrances), rooms)
    distances = []
    for number, room in dungeon.targets.items():
        steps = inside[number] + 1 if number in inside else None  # entering through an entrance is one
        dice = ceil((steps or 0) / rules.steps_a_die)
        distances.append(TargetRoomDistance(number, room, steps, dice, rules.targets.dice[number - 1]))
    return tuple(distances)


def figures(dungeon: Dungeon, rules: MapRules) -> DungeonMapStatistics:
    """Return the figures of a dungeon."""
    closed = tuple(out_of_reach(dungeon, rules.entrances))
    targets, walk = target_figures(dungeon, rules), best_walk(dungeon, rules) if dungeon.targets else None
    if not closed:
        return DungeonMapStatistics(targets, walk, closed, {}, {})
    shut = {key: set(out_of_reach(dungeon, rules.entrances, crossing(rules, key))) for key in rules.crossings}
    every = tuple({kind for key in rules.crossings for kind in crossing(rules, key)})
    locked = set(out_of_reach(dungeon, rules.entrances, every))
    return DungeonMapStatistics(
        targets,
        walk,
        closed,
        {room: tuple(key for key in rules.crossings if room not in shut[key]) for room in closed},
        {room: tuple(rules.crossings) for room in closed if room not in locked},
    )


def crossing(rules: MapRules, key: str) -> tuple[EdgeKind, ...]:
    """Return the kinds of edges that an ability crosses; the extra walls of an overlay are walls."""
    kinds = rules.crossings[key].edges
    return (*kinds, "extra_wall") if "wall" in kinds else kinds
