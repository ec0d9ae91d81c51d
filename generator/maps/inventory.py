"""Counts of a map, such as rooms, things and monsters by level; and the cards that these make impossible to meet."""

from collections import Counter

from generator.maps.grid import Dungeon, Room
from generator.maps.map_rules import MapRules

HIGH_COLUMN = 4  # rooms that a column needs to be counted in `columns_of_4`


def counts_of(dungeon: Dungeon, rules: MapRules) -> dict[str, int]:
    """Return all counts of a map, by the names in `MapRules.counts`."""
    columns, rows = dungeon.columns, dungeon.rows
    monsters = [thing.level for _, thing in dungeon.things(rules.monsters)]
    levels = Counter(monsters)
    traps = dungeon.things(rules.traps)
    return {
        "rooms": columns * rows,
        "rows": rows,
        "columns": columns,
        "edge_rooms": len(_edge_rooms(dungeon)),
        "columns_of_4": columns if rows >= HIGH_COLUMN else 0,
        "obstacles": len(traps) + len(dungeon.edges),
        "tokens": len(dungeon.things(rules.tokens)),
        **dict.fromkeys(rules.kinds, 0),
        **Counter(thing.kind for things in dungeon.contents.values() for thing in things),
        "monsters": len(monsters),
        "monster_levels": len(levels),
        "corner_rooms": len(_corners(dungeon)),
        "targets": len(dungeon.targets),
        **{f"level_{level}": levels[level] for level in range(rules.levels.least, rules.levels.most + 1)},
    }


def _corners(dungeon: Dungeon) -> set[Room]:
    return {Room(column, row) for column in (0, dungeon.columns - 1) for row in (1, dungeon.rows)}


def _edge_rooms(dungeon: Dungeon) -> set[Room]:
    ends = ((0, dungeon.columns - 1), (1, dungeon.rows))
    return {each for each in dungeon.by_bit if each.column in ends[0] or each.row in ends[1]}


def unmet_cards(dungeon: Dungeon, rules: MapRules) -> dict[str, list[str]]:
    """Return the keys of cards, by deck, that players cannot meet on a map because it lacks what a card requires."""
    counts = counts_of(dungeon, rules)
    unmet = {
        deck: [key for key, asked in cards.items() if any(counts[what] < least for what, least in asked.items())]
        for deck, cards in rules.asks.items()
    }
    return {deck: keys for deck, keys in unmet.items() if keys}
