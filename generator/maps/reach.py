"""Steps from the entrances to each room, how players can reach the targets, and counts of what a map has."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise, permutations
from math import ceil

from generator.maps.grid import Crossing, Dungeon, EdgeKind, Room, bit_of
from generator.maps.map_rules import MapRules, Side
from generator.maps.passages import bits


def entrances(dungeon: Dungeon, side: Side) -> list[Room]:
    """Return the rooms that are entered from outside, which are those along one side of the map."""
    return [dungeon.by_bit[bit] for bit in bits(entrance_mask(dungeon, side))]


def entrance_mask(dungeon: Dungeon, side: Side) -> int:
    """Return the mask of the entrances."""
    columns, rows = dungeon.columns, dungeon.rows
    if side in ("bottom", "top"):
        row = (1 << columns) - 1
        return row if side == "bottom" else row << columns * (rows - 1)
    return sum(1 << columns * row + (columns - 1 if side == "right" else 0) for row in range(rows))


def next_rooms(dungeon: Dungeon, room: Room, crossing: Crossing = ()) -> set[Room]:
    """Return the rooms one step away from a room."""
    neighbours = dungeon.passages(crossing).beside(1 << bit_of(room, dungeon.columns))
    return {dungeon.by_bit[bit] for bit in bits(neighbours)}


def steps(dungeon: Dungeon, side: Side, crossing: Crossing = ()) -> dict[Room, int]:
    """Return the least number of steps from outside to each reachable room; entering the map is one step."""
    reached = dungeon.passages(crossing).steps_from(entrance_mask(dungeon, side))
    return {dungeon.by_bit[bit]: length + 1 for bit, length in reached.items()}


def steps_from(dungeon: Dungeon, start: Room) -> dict[Room, int]:
    """Return the least number of steps from a room to each room that can be reached, itself included."""
    reached = dungeon.passages().steps_from(1 << bit_of(start, dungeon.columns))
    return {dungeon.by_bit[bit]: length for bit, length in reached.items()}


def shortest_way(dungeon: Dungeon, side: Side, start: Room | None, end: Room) -> list[Room]:
    """Return the rooms of a shortest path on foot, both ends included; empty if there is none.

    If `start` is None, the path begins at an entrance.
    """
    # Steps are counted backwards from the end: from any room, a neighbour with the least steps left is on a shortest
    # path.
    distances = steps_from(dungeon, end)
    starts = [room for room in ([start] if start is not None else entrances(dungeon, side)) if room in distances]
    if not starts:
        return []
    path = [min(starts, key=lambda room: (distances[room], room))]
    while path[-1] != end:
        path.append(min(next_rooms(dungeon, path[-1]) & distances.keys(), key=lambda room: (distances[room], room)))
    return path


def out_of_reach(dungeon: Dungeon, side: Side, crossing: Crossing = ()) -> list[Room]:
    """Return the rooms that cannot be reached, the bottom row first."""
    reached = dungeon.passages(crossing).steps_from(entrance_mask(dungeon, side))
    return [room for bit, room in enumerate(dungeon.by_bit) if bit not in reached]


@dataclass(frozen=True)
class TargetRoomDistance:
    """A target: its room, steps from the nearest entrance (None: unreachable), dice for them, dice rolled before it."""

    number: int
    room: Room
    steps: int | None
    dice: int
    dice_before: int

    @property
    def share(self) -> int:
        """The percentage of the dice rolled before this target that the shortest path to its room takes."""
        return round(100 * self.dice / self.dice_before)


@dataclass(frozen=True)
class TargetRoomsWalk:
    """A walk from outside over all targets: their numbers in order, and the steps taken until each is met."""

    order: tuple[int, ...]
    steps: tuple[int, ...]

    def late(self, rules: MapRules) -> tuple[int, ...]:
        """Return the numbers of the targets that this walk reaches too late: the dice until then give too few steps."""
        budgets = rules.targets.dice
        return tuple(
            number
            for number, steps in zip(self.order, self.steps, strict=True)
            if steps > budgets[number - 1] * rules.steps_a_die
        )


def best_walk(dungeon: Dungeon, rules: MapRules, targets: Mapping[int, Room] | None = None) -> TargetRoomsWalk | None:
    """Return the walk over all targets with the fewest late ones, then the fewest steps; None if one is unreachable.

    A room may be explored long before its fight, so all orders are tried. [PL p.11] [CZ p.11]
    """
    # The travelling salesman problem: with at most six targets, all 720 orders are compared in no time.
    goals = dungeon.targets if targets is None else targets
    passages = dungeon.passages()
    rooms = {number: bit_of(room, dungeon.columns) for number, room in goals.items()}
    inside = passages.steps_from(entrance_mask(dungeon, rules.entrances))
    away = {number: passages.steps_from(1 << room) for number, room in rooms.items()}
    if any(room not in reached for reached in (inside, *away.values()) for room in rooms.values()):
        return None

    def walk(order: tuple[int, ...]) -> TargetRoomsWalk:
        legs = [inside[rooms[first]] + 1 for first in order[:1]]
        legs += [away[start][rooms[end]] for start, end in pairwise(order)]
        return TargetRoomsWalk(order, tuple(accumulate(legs)))

    walks = map(walk, permutations(sorted(goals)))
    return min(walks, key=lambda candidate: (len(candidate.late(rules)), candidate.steps[-1:], candidate.order))


@dataclass(frozen=True)
class DungeonMapStatistics:
    """The statistics of a dungeon except its cheapest route; `closed` are the rooms that cannot be reached on foot.

    By room, `openers` are the abilities that are each enough to reach it, `together` those that only suffice jointly.
    """

    targets: tuple[TargetRoomDistance, ...]
    walk: TargetRoomsWalk | None
    closed: tuple[Room, ...]
    openers: dict[Room, tuple[str, ...]]
    together: dict[Room, tuple[str, ...]]


def target_figures(dungeon: Dungeon, rules: MapRules) -> tuple[TargetRoomDistance, ...]:
    """Return the distance of each target from the nearest entrance, in steps and in dice."""
    reached, distances = steps(dungeon, rules.entrances), []
    for number, room in dungeon.targets.items():
        dice = ceil(reached.get(room, 0) / rules.steps_a_die)
        distances.append(TargetRoomDistance(number, room, reached.get(room), dice, rules.targets.dice[number - 1]))
    return tuple(distances)


def figures(dungeon: Dungeon, rules: MapRules) -> DungeonMapStatistics:
    """Return the statistics of a dungeon except its cheapest route."""
    closed = tuple(out_of_reach(dungeon, rules.entrances))
    targets, walk = target_figures(dungeon, rules), best_walk(dungeon, rules) if dungeon.targets else None
    shut_rooms = {key: set(out_of_reach(dungeon, rules.entrances, crossing(rules, key))) for key in rules.crossings}
    every = tuple({kind for key in rules.crossings for kind in crossing(rules, key)})
    locked = set(out_of_reach(dungeon, rules.entrances, every))
    return DungeonMapStatistics(
        targets,
        walk,
        closed,
        {room: tuple(key for key in rules.crossings if room not in shut_rooms[key]) for room in closed},
        {room: tuple(rules.crossings) for room in closed if room not in locked},
    )


def crossing(rules: MapRules, key: str) -> tuple[EdgeKind, ...]:
    """Return the kinds of edges that an ability crosses; the extra walls of overlays count as walls."""
    kinds = rules.crossings[key].edges
    return (*kinds, "extra_wall") if "wall" in kinds else kinds


HIGH_COLUMN = 4  # rooms that a column needs to be counted in `columns_of_4`


def counts_of(dungeon: Dungeon, rules: MapRules) -> dict[str, int]:
    """Return all counts of a map, by the names in `MapRules.counts`."""
    columns, rows = dungeon.columns, dungeon.rows
    monsters = [thing.level for _, thing in dungeon.things(rules.monsters)]
    levels = Counter(monsters)
    traps = dungeon.things(rules.traps)
    first_and_last = (0, columns - 1), (1, rows)
    at_the_edge = [[at in ends for at, ends in zip(room, first_and_last, strict=True)] for room in dungeon.by_bit]
    return {
        "rooms": columns * rows,
        "rows": rows,
        "columns": columns,
        "edge_rooms": sum(map(any, at_the_edge)),
        "columns_of_4": columns if rows >= HIGH_COLUMN else 0,
        "obstacles": len(traps) + len(dungeon.edges),
        "tokens": len(dungeon.things(rules.tokens)),
        **dict.fromkeys(rules.kinds, 0),
        **Counter(thing.kind for things in dungeon.contents.values() for thing in things),
        "monsters": len(monsters),
        "monster_levels": len(levels),
        "corner_rooms": sum(map(all, at_the_edge)),
        "targets": len(dungeon.targets),
        **{f"level_{level}": levels[level] for level in range(rules.levels.least, rules.levels.most + 1)},
    }


def unmet_cards(dungeon: Dungeon, rules: MapRules) -> dict[str, list[str]]:
    """Return the keys of cards, by deck, that players cannot meet on a map because a requirement is not on it."""
    counts = counts_of(dungeon, rules)
    unmet = {
        deck: [key for key, needs in cards.items() if any(counts[name] < minimum for name, minimum in needs.items())]
        for deck, cards in rules.asks.items()
    }
    return {deck: keys for deck, keys in unmet.items() if keys}
