"""Counts of a map, such as rooms, things and monsters by level; and the cards that these make impossible to meet."""

from collections import Counter

from generator.maps.grid import Crossing, Dungeon, EdgeKind, Room
from generator.maps.map_rules import MapRules
from generator.maps.passages import bits
from generator.maps.reach import entrance_mask, least_rooms, mask_of, steps

HIGH_COLUMN = 4  # rooms that a column needs to be counted in `columns_of_4`
THROUGH_WATER: tuple[EdgeKind, ...] = ("water",)
THROUGH_WALLS: tuple[EdgeKind, ...] = ("wall", "extra_wall")
MANY_ROOMS = 8  # the most rooms that ways are computed for


def counts_of(dungeon: Dungeon, rules: MapRules) -> dict[str, int]:
    """Return all counts of a map, by the names in `MapRules.counts`."""
    columns, rows = dungeon.columns, dungeon.rows
    monsters = [thing.level for _, thing in dungeon.things(rules.monsters)]
    levels = Counter(monsters)
    traps = dungeon.things(rules.traps)
    held = Counter(kind for things in dungeon.contents.values() for kind in {thing.kind for thing in things})
    fought = {room for room, _ in dungeon.things(rules.monsters)}
    trapped = {room for room, _ in traps}
    finds = dungeon.things({*rules.monsters, *rules.tokens})
    edges, corners = _edge_rooms(dungeon), _corners(dungeon)
    return {
        "rooms": columns * rows,
        "rows": rows,
        "columns": columns,
        "edge_rooms": len(edges),
        "edge_monsters": sum(room in edges for room, _ in dungeon.things(rules.monsters)),
        "edge_rooms_without_monsters": len(edges - fought),
        "edge_rooms_without_harm": len(edges - fought - trapped),
        "corner_rooms_without_harm": len(corners - fought - trapped),
        "columns_of_4": columns if rows >= HIGH_COLUMN else 0,
        "obstacles": len(traps) + len(dungeon.edges),
        "tokens": len(dungeon.things(rules.tokens)),
        **dict.fromkeys(rules.kinds, 0),
        **Counter(thing.kind for things in dungeon.contents.values() for thing in things),
        "monsters": len(monsters),
        "rooms_without_monsters": columns * rows - len(fought),
        "rooms_without_harm": columns * rows - len(fought | trapped),
        **{f"rooms_without_{kind}": columns * rows - held[kind] for kind in rules.kinds},
        "monster_levels": len(levels),
        "corner_rooms": len(corners),
        **_rooms_inside(dungeon, rules, "walls", THROUGH_WATER),
        **_rooms_inside(dungeon, rules, "water", THROUGH_WALLS),
        "targets": len(dungeon.targets),
        "shared_finds": len(finds) - len({room for room, _ in finds}),
        "treasures_in_a_room": max(Counter(room for room, _ in dungeon.things(rules.treasures)).values(), default=0),
        **{f"level_{level}": levels[level] for level in range(rules.levels.least, rules.levels.most + 1)},
    }


def _corners(dungeon: Dungeon) -> set[Room]:
    return {Room(column, row) for column in (0, dungeon.columns - 1) for row in (1, dungeon.rows)}


def _edge_rooms(dungeon: Dungeon) -> set[Room]:
    ends = ((0, dungeon.columns - 1), (1, dungeon.rows))
    return {each for each in dungeon.by_bit if each.column in ends[0] or each.row in ends[1]}


def _rooms_inside(dungeon: Dungeon, rules: MapRules, what: str, crossing: Crossing) -> dict[str, int]:
    """Return the most rooms, and edge rooms, within reach of players who may cross `crossing`, but not `what`."""
    passages, edges = dungeon.passages(crossing), mask_of(dungeon, _edge_rooms(dungeon))
    parts = {passages.reach(1 << bit) for bit in bits(entrance_mask(dungeon, rules.entrances))}
    return {
        f"rooms_inside_{what}": max(part.bit_count() for part in parts),
        f"edge_rooms_inside_{what}": max((part & edges).bit_count() for part in parts),
    }


def foes_of(dungeon: Dungeon, rules: MapRules) -> tuple[tuple[str, int], ...]:
    """Return (who beats it, its level) for each monster of a map."""
    return tuple((rules.monsters[thing.kind].beaten_by, thing.level) for _, thing in dungeon.things(rules.monsters))


def things_by_row(dungeon: Dungeon, rules: MapRules) -> dict[str, list[int]]:
    """Return {"monsters" or kind of thing: sorted numbers of such things in each row of a map}."""
    kinds = {"monsters": set(rules.monsters), **{kind: {kind} for kind in rules.kinds}}
    counts = {name: Counter(room.row for room, _ in dungeon.things(of)) for name, of in kinds.items()}
    return {name: sorted(count[row] for row in range(1, dungeon.rows + 1)) for name, count in counts.items()}


def rooms_to(dungeon: Dungeon, rules: MapRules, name: str, across: bool) -> list[int]:
    """Return for all sets of rooms of a kind (`name`) the least number of rooms to explore to have been in all of them.

    The index in the list is the set as a bit mask. If there are more than MANY_ROOMS rooms, only the farthest from the
    entrances are used. With `across`, players can cross walls and water.
    """
    monsters = dungeon.things(rules.monsters)
    foes = [(name, room) for room, thing in monsters for name in ("monsters", f"level_{thing.level}")]
    tokens = [("tokens", room) for room, _ in dungeon.things(rules.tokens)]
    targets = [("targets", room) for _, room in sorted(dungeon.targets.items())]
    corners = [("corner_rooms", room) for room in sorted(_corners(dungeon))]
    wanted = [room for what, room in (*foes, *tokens, *targets, *corners) if what == name]
    if len(wanted) > MANY_ROOMS:
        far = steps(dungeon, rules.entrances, (*THROUGH_WALLS, *THROUGH_WATER))
        wanted = sorted(wanted, key=lambda room: far[room])[-MANY_ROOMS:]
    return least_rooms(dungeon, rules.entrances, wanted, (*THROUGH_WALLS, *THROUGH_WATER) if across else ())


def unmet_cards(dungeon: Dungeon, rules: MapRules) -> dict[str, list[str]]:
    """Return the keys of cards, by deck, that players cannot meet on a map because it lacks what a card requires."""
    counts = counts_of(dungeon, rules)
    unmet = {
        deck: [key for key, asked in cards.items() if any(counts[what] < least for what, least in asked.items())]
        for deck, cards in rules.asks.items()
    }
    return {deck: keys for deck, keys in unmet.items() if keys}
