"""How hard a dungeon is, read off its map: the cheapest route over the target rooms in order, and a figure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from generator.maps.grid import Dungeon, Room, bit_of
from generator.maps.map_rules import MapRules, Worth
from generator.maps.reach import entrances


@dataclass(frozen=True)
class RouteCost:
    """The cheapest route: steps to each target in order, damage on the way, and the detours that walls cost."""

    steps: tuple[int, ...]
    damage: int
    detour: int


@dataclass(frozen=True)
class DungeonRouteGraph:
    """What a route is measured on: the neighbours of each room, what entering it costs, and the entrances."""

    columns: int
    neighbours: tuple[tuple[int, ...], ...]
    harm: tuple[int, ...]
    entrances: tuple[Room, ...]

    def cheapest(self, start: Room | None, end: Room) -> tuple[int, int] | None:
        """Return (steps, damage) of the cheapest way, steps and damage counting alike; None where there is none.

        Without a start the way begins outside.
        """
        if start is None:
            queue = [(1 + self.harm[bit], self.harm[bit], bit) for bit in map(self._bit, self.entrances)]
            queue.sort()
        else:
            queue = [(0, 0, self._bit(start))]
        wanted, settled = self._bit(end), set[int]()
        while queue:
            cost, damage, room = heappop(queue)
            if room == wanted:
                return cost - damage, damage
            if room not in settled:
                settled.add(room)
                for other in self.neighbours[room]:
                    if other not in settled:
                        hurt = self.harm[other]
                        heappush(queue, (cost + 1 + hurt, damage + hurt, other))
        return None

    def route(self, targets: Mapping[int, Room]) -> RouteCost | None:
        """Return the cheapest route over the targets in order, or None where one cannot be reached on foot."""
        steps: list[int] = []
        damage, straight = 0, 1  # coming in is a step
        here: Room | None = None
        for number in sorted(targets):
            leg = self.cheapest(here, targets[number])
            if leg is None:
                return None
            steps.append(leg[0])
            damage += leg[1]
            starts = self.entrances if here is None else (here,)
            here = targets[number]
            straight += min(abs(here.row - other.row) + abs(here.column - other.column) for other in starts)
        return RouteCost(tuple(steps), damage, max(0, sum(steps) - straight))

    def _bit(self, room: Room) -> int:
        return bit_of(room, self.columns)


def ground_of(dungeon: Dungeon, rules: MapRules) -> DungeonRouteGraph:
    """Return what routes on foot through a dungeon are measured on."""
    harm = tuple(sum(rules.harm(thing) for thing in dungeon.contents.get(room, ())) for room in dungeon.by_bit)
    neighbours = dungeon.passages().neighbours()
    return DungeonRouteGraph(dungeon.columns, neighbours, harm, tuple(entrances(dungeon, rules.entrances)))


def measure(dungeon: Dungeon, rules: MapRules) -> RouteCost | None:
    """Return the cheapest route over the target rooms in order, or None where one cannot be reached on foot."""
    return ground_of(dungeon, rules).route(dungeon.targets)


@dataclass(frozen=True)
class MapDifficultyCalculator:
    """What a map is worth to its players before its targets are chosen, in hundredths of a point: see `Figure`."""

    rules: MapRules
    columns: int
    rooms: tuple[int, ...]  # what a target in a room is worth for the things in it and beside it, by bit
    everywhere: int  # what lies anywhere, as on a map of the size that counts are meant for

    def figure(self, route: RouteCost, targets: Mapping[int, Room], cards: Collection[str]) -> int:
        """Return the figure of difficulty, in hundredths of a point: the greater, the easier the map."""
        weights = self.rules.difficulty.figure
        way = sum(worth * taken for worth, taken in zip(weights.steps, route.steps, strict=False))
        rooms = sum(self.rooms[bit_of(room, self.columns)] for room in targets.values())
        standing = sum(weights.cards.get(card, 0) for card in cards)
        return self.everywhere + way + weights.damage * route.damage + rooms + standing


def map_worth(dungeon: Dungeon, rules: MapRules) -> MapDifficultyCalculator:
    """Return what the rooms of a map are worth."""
    weights, things = rules.difficulty.figure, [dungeon.contents.get(room, ()) for room in dungeon.by_bit]

    def worth(of: Mapping[str, Worth]) -> list[int]:
        return [sum(of.get(thing.kind, 0) for thing in held) for held in things]

    inside, beside, neighbours = worth(weights.inside), worth(weights.beside), dungeon.passages().neighbours()
    rooms = [own + sum(beside[bit] for bit in around) for own, around in zip(inside, neighbours, strict=True)]
    everywhere = sum(worth(weights.anywhere)) * rules.generated.rooms // len(things)
    return MapDifficultyCalculator(rules, dungeon.columns, tuple(rooms), everywhere)


def figure_of(dungeon: Dungeon, route: RouteCost, cards: Collection[str], rules: MapRules) -> int:
    """Return the figure of difficulty of a dungeon, in hundredths of a point: the greater, the easier."""
    return map_worth(dungeon, rules).figure(route, dungeon.targets, cards)
