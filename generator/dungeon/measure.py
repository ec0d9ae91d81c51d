"""How hard a dungeon is, measured: the cheapest route from outside over the three boss rooms in order."""

from dataclasses import dataclass
from heapq import heappop, heappush

from generator.dungeon.grid import MONSTERS, Dungeon, Room
from generator.dungeon.reach import entrances

HERO_LEVEL = 3
DICE_BY_BOSS = {1: 9, 2: 18, 3: 24}


@dataclass(frozen=True)
class Route:
    """The cheapest route: steps to each boss in order, damage on the way, and the detours that walls cost."""

    steps: tuple[int, ...]
    damage: int
    detour: int

    @property
    def total(self) -> int:
        """The measured difficulty: all steps and all damage of the route."""
        return sum(self.steps) + self.damage


def harm(dungeon: Dungeon, room: Room) -> int:
    """Return the damage of entering a room with every hero at level 3: monsters above it, and traps."""
    things = dungeon.contents.get(room, ())
    monsters = sum(max(0, thing.level - HERO_LEVEL) for thing in things if thing.kind in MONSTERS)
    return monsters + sum(thing.kind == "trap" for thing in things)


def cheapest(dungeon: Dungeon, starts: list[Room] | None, goal: Room) -> tuple[int, int] | None:
    """Return (steps, damage) of the cheapest way, steps and damage counting alike; None where there is none."""
    first = entrances(dungeon) if starts is None else starts
    queue: list[tuple[int, int, Room]] = []
    best: dict[Room, int] = {}
    for room in first:
        damage = harm(dungeon, room) if starts is None else 0
        heappush(queue, ((1 if starts is None else 0) + damage, damage, room))
    while queue:
        cost, damage, room = heappop(queue)
        if room in best:
            continue
        best[room] = cost
        if room == goal:
            return cost - damage, damage
        for other, kind in dungeon.passages(room):
            if kind is None and other not in best:
                hurt = harm(dungeon, other)
                heappush(queue, (cost + 1 + hurt, damage + hurt, other))
    return None


def measure(dungeon: Dungeon) -> Route | None:
    """Return the cheapest route over the boss rooms in order, or None where one cannot be reached on foot."""
    steps: list[int] = []
    damage = straight = 0
    at: Room | None = None
    for number in sorted(dungeon.bosses):
        goal = dungeon.bosses[number]
        found = cheapest(dungeon, None if at is None else [at], goal)
        if found is None:
            return None
        steps.append(found[0])
        damage += found[1]
        straight += goal.row if at is None else abs(goal.row - at.row) + abs(goal.column - at.column)
        at = goal
    return Route(tuple(steps), damage, max(0, sum(steps) - straight))
