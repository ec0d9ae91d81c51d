"""How many of what there is on a map: rooms, things, monsters by level."""

from collections import Counter

from generator.maps.grid import Dungeon
from generator.maps.spec import MapRules

HIGH_COLUMN = 4  # rooms of a column that is counted


def counts_of(dungeon: Dungeon, rules: MapRules) -> dict[str, int]:
    """Return how many rooms, rows, tokens, monsters by level a map has, by the names that scoring.yaml uses."""
    columns, rows = dungeon.columns, dungeon.rows
    monsters = [thing.level for _, thing in dungeon.things(rules.monsters)]
    levels = Counter(monsters)
    return {
        "rooms": columns * rows,
        "rows": rows,
        "edge_rooms": columns * rows - max(0, columns - 2) * max(0, rows - 2),
        "columns_of_4": columns if rows >= HIGH_COLUMN else 0,
        "tokens": len(dungeon.things(rules.tokens)),
        **Counter(thing.kind for things in dungeon.contents.values() for thing in things),
        "monsters": len(monsters),
        **{f"level_{level}": levels[level] for level in range(rules.levels.least, rules.levels.most + 1)},
    }
