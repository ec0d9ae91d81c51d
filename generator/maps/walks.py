"""The shortest walk over all targets: whether each is met before its dice are used up."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise, permutations

from generator.maps.grid import Dungeon, Room, bit_of
from generator.maps.map_rules import MapRules
from generator.maps.reach import entrance_mask


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
    passages = dungeon.compiled()
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
