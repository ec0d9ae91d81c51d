"""What a dungeon asks of its players: steps and dice to each boss, the cheapest route, what is out of reach."""

from dataclasses import dataclass
from math import ceil

from generator.dungeon.grid import Dungeon, EdgeKind, Room
from generator.dungeon.measure import DICE_BY_BOSS, Route, measure
from generator.dungeon.reach import out_of_reach, steps

STEPS_A_DIE = 2


@dataclass(frozen=True)
class BossFigures:
    """One boss: its room, the steps from the nearest entrance, the dice they take, and the dice there are by then."""

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
class Figures:
    """All figures of a dungeon; the lists name rooms that stay closed on foot, and with one finished item."""

    bosses: tuple[BossFigures, ...]
    route: Route | None
    closed: tuple[Room, ...]
    closed_with_cloak: tuple[Room, ...]
    closed_with_medallion: tuple[Room, ...]


def figures(dungeon: Dungeon) -> Figures:
    """Return the figures of a dungeon."""
    reached = steps(dungeon)
    walls: tuple[EdgeKind, ...] = ("wall", "extra_wall")
    water: tuple[EdgeKind, ...] = ("water",)
    bosses = tuple(
        BossFigures(
            number, room, reached.get(room), ceil(reached.get(room, 0) / STEPS_A_DIE), DICE_BY_BOSS.get(number, 24)
        )
        for number, room in dungeon.bosses.items()
    )
    return Figures(
        bosses,
        measure(dungeon) if dungeon.bosses else None,
        tuple(out_of_reach(dungeon)),
        tuple(out_of_reach(dungeon, walls)),
        tuple(out_of_reach(dungeon, water)),
    )
