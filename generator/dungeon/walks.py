"""The shortest walk over all targets: whether each is met before its dice are used up."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations

from generator.dungeon.grid import Dungeon, Room, bit_of
from generator.dungeon.reach import entrance_mask, mask_of
from generator.dungeon.rules import MapRules


@dataclass(frozen=True)
class Walk:
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


def best_walk(dungeon: Dungeon, rules: MapRules, targets: Mapping[int, Room] | None = None) -> Walk | None:
    """Return the walk that meets the most targets in time, then the shortest; None where one cannot be reached.

    A room may be explored long before its fight, so every order counts. [PL p.11] [CZ p.11]
    """
    wanted = dungeon.targets if targets is None else targets
    passages, columns = dungeon.compiled(), dungeon.columns

    @cache
    def waves(start: Room | None) -> list[int]:
        first = entrance_mask(dungeon, rules.entrances) if start is None else mask_of(dungeon, [start])
        return list(passages.waves(first))

    @cache
    def far(start: Room | None, end: Room) -> int | None:
        bit = bit_of(end, columns)
        away = next((steps for steps, wave in enumerate(waves(start)) if wave >> bit & 1), None)
        return away + 1 if away is not None and start is None else away

    def walk(order: tuple[int, ...]) -> Walk | None:
        steps, taken = [], 0
        for start, end in pairwise((None, *(wanted[number] for number in order))):
            away = far(start, end) if end is not None else None
            if away is None:
                return None
            taken += away
            steps.append(taken)
        return Walk(order, tuple(steps))

    walks = [found for order in permutations(sorted(wanted)) if (found := walk(order)) is not None]
    return min(walks, key=lambda each: (len(each.late(rules)), each.steps[-1:], each.order), default=None)
