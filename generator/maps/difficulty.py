"""Computes the difficulty of a dungeon from its map: the cheapest route through the target rooms, and a number."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from generator.maps.grid import Dungeon, Room, bit_of
from generator.maps.map_rules import MapRules, Worth
from generator.maps.reach import entrances


@dataclass(frozen=True)
class RouteCost:
    """The cheapest route: steps to each target in order, damage on the way, and the extra steps that walls cause."""

    steps: tuple[int, ...]
    damage: int
    detour: int


class DifficultyMeter:
    """Measures routes over target rooms on foot, and the figure of difficulty of a map by `DifficultyFormula`.

    By the bit index of each room, it has the room's neighbours, the damage of entering it, and its worth as a target.
    """

    def __init__(self, dungeon: Dungeon, rules: MapRules) -> None:
        self.columns, self.weights = dungeon.columns, rules.difficulty.figure
        self.neighbours, self.entrances = dungeon.passages().neighbours(), entrances(dungeon, rules.entrances)
        things = [dungeon.contents.get(room, ()) for room in dungeon.by_bit]
        self.harm = [sum(map(rules.harm, contents)) for contents in things]

        def worth(of: Mapping[str, Worth]) -> list[int]:
            return [sum(of.get(thing.kind, 0) for thing in contents) for contents in things]

        inside, nearby = worth(self.weights.inside), worth(self.weights.beside)
        pairs = zip(inside, self.neighbours, strict=True)
        self.room_worths = [value + sum(nearby[bit] for bit in bits) for value, bits in pairs]
        # the worth of all things, scaled to a map of `generated.rooms` rooms
        self.everywhere = sum(worth(self.weights.anywhere)) * rules.generated.rooms // len(things)

    def cheapest(self, start: Room | None, end: Room) -> tuple[int, int] | None:
        """Return (steps, damage) of the path with the least sum of both; None if there is no path.

        If `start` is None, the path begins outside.
        """
        # Dijkstra (1959) with a heap: a room is settled at its least cost, since costs only grow along a path. Ties are
        # broken by damage and room, so that every Python finds the same route.
        if start is None:
            doors = (bit_of(room, self.columns) for room in self.entrances)
            queue = sorted((1 + self.harm[bit], self.harm[bit], bit) for bit in doors)
        else:
            queue = [(0, 0, bit_of(start, self.columns))]
        goal, settled = bit_of(end, self.columns), set[int]()
        while queue:
            cost, damage, room = heappop(queue)
            if room == goal:
                return cost - damage, damage
            if room not in settled:
                settled.add(room)
                for neighbour in self.neighbours[room]:
                    if neighbour not in settled:
                        hurt = self.harm[neighbour]
                        heappush(queue, (cost + 1 + hurt, damage + hurt, neighbour))
        return None

    def route(self, targets: Mapping[int, Room]) -> RouteCost | None:
        """Return the cheapest route over the targets in order; None if one cannot be reached on foot."""
        steps: list[int] = []
        damage, straight = 0, 1  # entering the map is a step
        place: Room | None = None
        for number in sorted(targets):
            leg = self.cheapest(place, targets[number])
            if leg is None:
                return None
            steps.append(leg[0])
            damage += leg[1]
            starts = self.entrances if place is None else [place]
            place = targets[number]
            straight += min(abs(place.row - start.row) + abs(place.column - start.column) for start in starts)
        return RouteCost(tuple(steps), damage, max(0, sum(steps) - straight))

    def figure(self, route: RouteCost, targets: Mapping[int, Room], cards: Collection[str]) -> int:
        """Return the figure of difficulty in hundredths of a point; a higher figure means an easier map.

        `targets` are the target rooms on the route, `cards` are the cards in them.
        """
        walking = sum(worth * steps for worth, steps in zip(self.weights.steps, route.steps, strict=False))
        at_targets = sum(self.room_worths[bit_of(room, self.columns)] for room in targets.values())
        of_cards = sum(self.weights.cards.get(card, 0) for card in cards)
        return self.everywhere + walking + self.weights.damage * route.damage + at_targets + of_cards
