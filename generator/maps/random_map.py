"""Generates the dungeon of a share code and options; it passes the checks and is the same on every machine and version.

The order of random draws is part of the meaning of a code: it must never change.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from generator.chance import RandomStream
from generator.maps.difficulty import DifficultyMeter, RouteCost
from generator.maps.grid import Dungeon, Edge, EdgeKind, Room, Thing, bit_of
from generator.maps.map_rules import Difficulty, DifficultyCutoffs, MapRules
from generator.maps.passages import Passages
from generator.maps.reach import best_walk, steps, steps_from
from generator.maps.share_code import MapOptions, read_code

TRIES = 120
PICKS = 20
AMOUNTS = ("walls", "water", "traps")  # the options that are amounts


class GeneratedMap(NamedTuple):
    """A generated dungeon, and the keys of the cards in its target rooms."""

    dungeon: Dungeon
    cards: tuple[str, ...]


def generate(
    code: str, options: MapOptions, base: Dungeon, rules: MapRules, cards: Mapping[str, int | None]
) -> GeneratedMap:
    """Return the dungeon of a code: an overlay on the base map, or a map of its own; raises ValueError.

    `options` are ignored for a code that contains options. `cards` are the keys of the cards that may be in target
    rooms, each with the number of its target, or None for any target.
    """
    number, options_in_code = read_code(code)
    options, spread = options_in_code or options, options_in_code is not None
    is_new = is_own_map(options, base)
    # Rejection sampling: draw maps until one has the wanted difficulty, and keep the nearest in case none has. Each
    # attempt has its own stream of random numbers, named by the options, so a code means the same however often it is
    # tried.
    best: tuple[int, GeneratedMap] | None = None
    for attempt in range(TRIES):
        kind = "2/" if spread else ""
        chance = RandomStream(number, f"{kind}{attempt}/{options.difficulty}/{options.columns}x{options.rows}/{is_new}")
        start = new_map(chance, options, rules, spread=spread) if is_new else base
        walled = with_walls(chance, start, options, rules)
        parts = near_to_far(walled, rules)
        if not all(parts):
            continue
        standing = chosen_cards(cards, rules, RandomStream(number, f"{attempt}/{rules.targets.deck}"))
        meter = DifficultyMeter(walled, rules)
        for _ in range(PICKS):
            targets = {number: chance.choice(part) for number, part in zip(rules.numbers, parts, strict=True)}
            route = meter.route(targets)
            if route is None:
                continue
            off = distance(meter.figure(route, targets, standing), options, rules)
            if (best is None or off < best[0]) and is_in_time(walled, targets, route, rules):
                best = (off, GeneratedMap(replace(walled, targets=targets), standing))
                if off == 0:
                    return best[1]
    if best is None:
        raise ValueError(f"no dungeon of {options.columns} x {options.rows} comes out of {code!r}; try another code")
    return best[1]


def chosen_cards(cards: Mapping[str, int | None], rules: MapRules, chance: RandomStream) -> tuple[str, ...]:
    """Return the key of a random card for each target, chosen among the cards with the target's number."""
    fitting = (sorted(key for key, target in cards.items() if target == number) for number in rules.numbers)
    return tuple([chance.choice(keys) for keys in fitting if keys])


def is_own_map(options: MapOptions, base: Dungeon) -> bool:
    """Return whether the options need a new map, not an overlay: by choice, or by a size other than the base map's."""
    return options.new_map or (options.columns, options.rows) != (base.columns, base.rows)


def is_in_time(walled: Dungeon, targets: dict[int, Room], route: RouteCost, rules: MapRules) -> bool:
    """Return whether players can reach each target with the dice that are rolled before it is met."""
    steps_until = [sum(route.steps[: at + 1]) for at in range(len(route.steps))]
    if all(steps <= dice * rules.steps_a_die for steps, dice in zip(steps_until, rules.targets.dice, strict=True)):
        return True  # the cheapest route is fast enough
    walk = best_walk(walled, rules, targets)
    return walk is not None and not walk.late(rules)


def band(columns: int, rows: int, rules: MapRules) -> DifficultyCutoffs:
    """Return the difficulty cutoffs for maps of this size."""
    return next(band for band in rules.difficulty.bands if columns + rows <= band.up_to)


def difficulty_of(figure: int, columns: int, rows: int, rules: MapRules) -> Difficulty:
    """Return the difficulty (easy, standard, hard) of a map of this size with this figure of difficulty."""
    cuts = band(columns, rows, rules)
    return "easy" if figure >= cuts.easy else "standard" if figure >= cuts.standard else "hard"


def distance(figure: int, options: MapOptions, rules: MapRules) -> int:
    """Return how far a figure of difficulty is from the range of the wanted difficulty; 0 if inside."""
    cuts = band(options.columns, options.rows, rules)
    low = {"easy": cuts.easy, "standard": cuts.standard}.get(options.difficulty, figure)
    high = {"standard": cuts.easy, "hard": cuts.standard}.get(options.difficulty, figure + 1)
    return max(0, low - figure, figure - high + 1)


def with_walls(chance: RandomStream, start: Dungeon, options: MapOptions, rules: MapRules) -> Dungeon:
    """Return the map with random extra walls, none of which makes a room unreachable."""
    limits = rules.generated
    count = getattr(limits.extra_walls, options.difficulty) * getattr(limits.extra_thirds, options.walls)
    count = count * start.columns * start.rows // limits.rooms // 3
    passages, walls = start.passages(), list[Edge]()
    for edge in chance.shuffled([edge for edge in start.inner_edges() if edge not in start.edges]):
        if len(walls) == count:
            break
        closed = without(passages, edge)
        # Only the two rooms beside a new wall can lose their connection: if they still reach each other, all rooms do.
        if bit_of(edge.other, start.columns) in closed.steps_from(1 << bit_of(edge.room, start.columns)):
            passages = closed
            walls.append(edge)
    extra: dict[Edge, EdgeKind] = dict.fromkeys(walls, "extra_wall")
    return Dungeon(start.columns, start.rows, {**start.edges, **extra}, start.wraps, start.contents)


def without(passages: Passages, edge: Edge) -> Passages:
    """Return the passages with one edge closed."""
    mask = ~(1 << bit_of(edge.room, passages.columns))
    if edge.side == "right":
        return passages._replace(right=passages.right & mask)
    return passages._replace(up=passages.up & mask)


def near_to_far(walled: Dungeon, rules: MapRules) -> list[list[Room]]:
    """Return the reachable rooms by distance from the entrances, divided into one part for each target.

    The nearer half of the first part is left out, so that no target is too near to the entrances.
    """
    inside = steps_from(walled, Room(0, 1))
    reached = {room: length for room, length in steps(walled, rules.entrances).items() if room in inside}
    ranked = sorted(reached, key=lambda room: (reached[room], room.order))
    count = len(rules.numbers)
    part = max(1, len(ranked) // count)
    starts = [part // 2, *(part * at for at in range(1, count))]
    ends = [max(part // 2 + 1, part), *(part * at for at in range(2, count)), len(ranked)]
    return [ranked[start:end] for start, end in zip(starts, ends[: count - 1] + ends[-1:], strict=True)]


def new_map(chance: RandomStream, options: MapOptions, rules: MapRules, *, spread: bool = False) -> Dungeon:
    """Return a random map with contents: a tree of open edges connects all rooms, others may be walls or water."""
    columns, rows, limits = options.columns, options.rows, rules.generated
    every = Dungeon(columns, rows).inner_edges()
    tree = spanning_tree(chance, columns, rows)
    rest = [edge for edge in chance.shuffled(every) if edge not in tree]
    walls = len(every) * getattr(limits.walls, options.walls) // 100
    water = max(1, len(every) * getattr(limits.water, options.water) // 100)
    edges: dict[Edge, EdgeKind] = dict.fromkeys(rest[:walls], "wall")
    edges |= dict.fromkeys(rest[walls : walls + water], "water")
    wraps = frozenset(row for row in limits.wraps if row < rows)
    return Dungeon(
        columns, rows, dict(sorted(edges.items())), wraps, contents_of(chance, options, rules, spread=spread)
    )


def spanning_tree(chance: RandomStream, columns: int, rows: int) -> set[Edge]:
    """Return random edges that connect all rooms without a cycle."""
    # Kruskal (1956) with random weights: take edges in random order, and skip each that joins rooms of one tree. Trees
    # are found by union-find: `above` leads from a room to the root of its tree.
    above = {Room(column, row): Room(column, row) for row in range(1, rows + 1) for column in range(columns)}

    def root(room: Room) -> Room:
        while above[room] != room:
            room = above[room]
        return room

    tree: set[Edge] = set()
    for edge in chance.shuffled(Dungeon(columns, rows).inner_edges()):
        tree_here, tree_there = root(edge.room), root(edge.other)
        if tree_here != tree_there:
            above[tree_here] = tree_there
            tree.add(edge)
    return tree


def contents_of(
    chance: RandomStream, options: MapOptions, rules: MapRules, *, spread: bool = False
) -> dict[Room, tuple[Thing, ...]]:
    """Return random contents of the rooms: monsters, each with a treasure, then tokens, traps and other treasures.

    A small map gets fewer monsters than the game has: the weakest or, with `spread`, monsters of all levels.
    """
    rooms = [Room(column, row) for row in range(1, options.rows + 1) for column in range(options.columns)]
    limits, size, treasures = rules.generated, len(rooms), list(rules.treasures)
    contents: dict[Room, list[Thing]] = {room: [] for room in rooms}
    if spread:
        # level by level in turn, so that the first few have as many different levels as possible
        levels = {level: chance.shuffled(list(rules.monsters)) for level in rules.generated.levels}
        turns = range(len(rules.monsters))
        kinds = [(level, levels[level][turn]) for turn in turns for level in chance.shuffled(list(levels))]
    else:
        kinds = [(level, kind) for level in limits.levels for kind in chance.shuffled(list(rules.monsters))]
    kinds = kinds[: _share(rules.limits.monsters, size, limits.rooms)]
    order = chance.shuffled(rooms)
    lairs = sorted(order[: len(kinds)], key=lambda room: room.order)
    for (level, kind), room in zip(sorted(kinds), lairs, strict=True):
        contents[room] += [Thing(kind, level=level), *([Thing(chance.choice(treasures))] if treasures else [])]
    rest = order[len(kinds) :]
    tokens = _share(rules.limits.tokens, size, limits.rooms) if rules.tokens else 0
    for at, room in enumerate(sorted(rest[:tokens], key=lambda room: room.order)):
        contents[room].append(Thing(next(iter(rules.tokens)), letter=chr(ord("A") + at)))
    lettered, rest = rest[:tokens], rest[tokens:]
    traps = size * getattr(limits.traps, options.traps) // 100 if rules.traps else 0
    for room in chance.shuffled([*rest, *lettered])[:traps]:
        contents[room].insert(0, Thing(next(iter(rules.traps))))
    for room in rest[: size * limits.treasures // 100]:
        contents[room] += [Thing(chance.choice(treasures))] if treasures else []
    return {room: tuple(things) for room, things in contents.items() if things}


def _share(full: int, size: int, rooms: int) -> int:
    """Return a count for a map of `size` rooms, at least 1, if a map with `rooms` rooms has `full`."""
    return min(full, max(1, full * size // rooms))
