"""Missions, goals and the twelve shields."""

from collections import Counter

from tests.rulesets.referee.dungeon import tracks
from tests.rulesets.referee.facts import (
    GOAL_GLORY,
    GOALS,
    HIGHEST_LEVEL,
    ITEM_EXTRAS,
    MISSION_GLORY,
    POWERS,
    RESURRECTION,
    SOLO_MISSION_GLORY,
)
from tests.rulesets.referee.sheet import Sheet


def full_lines(sheet: Sheet, part: slice) -> int:
    """Count the rows or columns with all rooms explored; a room name is its column, then its row."""
    all_rooms, explored_rooms = (
        Counter(room[part] for room in rooms) for rooms in (sheet.dungeon.rooms, sheet.explored)
    )
    return sum(explored_rooms[line] == number for line, number in all_rooms.items())


ROW, COLUMN = slice(1, None), slice(0, 1)


def beaten_levels(sheet: Sheet) -> list[int]:
    """Return the levels of the beaten monsters, also those beaten from afar."""
    return [sheet.dungeon.rooms[room].monster[1] for room in sheet.beaten]


def at_least(sheet: Sheet, level: int) -> int:
    """Count the heroes of a level or more."""
    return sum(each >= level for each in sheet.levels.values())


MISSIONS = {  # [list]
    "three_monster_levels": lambda sheet: len(set(beaten_levels(sheet))) >= 3,
    "one_hero_level_6": lambda sheet: at_least(sheet, 6) >= 1,
    "full_row": lambda sheet: full_lines(sheet, ROW) >= 1,
    "all_heroes_level_3": lambda sheet: at_least(sheet, 3) == 4,
    "full_column": lambda sheet: full_lines(sheet, COLUMN) >= 1,
    "potions_8": lambda sheet: sheet.potions >= 8,
    "three_heroes_level_4": lambda sheet: at_least(sheet, 4) >= 3,
    "monsters_6": lambda sheet: sheet.monsters >= 6,
    "gems_4": lambda sheet: sheet.gems >= 4,
    "corners_2": lambda sheet: len(sheet.explored & sheet.dungeon.corners) >= 2,
    "traps_5": lambda sheet: (len(sheet.trap_rooms) if "distinct_traps" in sheet.variants else sheet.sprung) >= 5,
    "rooms_15": lambda sheet: len(sheet.explored) >= 15,
    "items_4": lambda sheet: sheet.items >= 4,
    "health_12": lambda sheet: sheet.health >= 12,
    "boss_rooms_3": lambda sheet: set(sheet.dungeon.boss_rooms) <= sheet.explored,
    "two_heroes_level_5": lambda sheet: at_least(sheet, 5) >= 2,
}

GOAL_COUNTS = {  # [list]
    "monsters_level_3": lambda sheet: beaten_levels(sheet).count(3),
    "monsters_level_4": lambda sheet: beaten_levels(sheet).count(4),
    "monsters_level_5": lambda sheet: beaten_levels(sheet).count(5),
    "obstacles": lambda sheet: sheet.sprung + sheet.crossed,  # each time [design]
    "columns_with_4": lambda sheet: sum(number >= 4 for number in Counter(room[0] for room in sheet.explored).values()),
    "full_rows": lambda sheet: full_lines(sheet, ROW),
    "heroes_level_5": lambda sheet: at_least(sheet, 5),
    "potions": lambda sheet: sheet.potions,
    "rooms": lambda sheet: len(sheet.explored),
    "boss_glory": lambda sheet: sum(won for won in sheet.boss_glory if won > 0 or "net_boss_glory" in sheet.variants),
    "items": lambda sheet: sheet.items,
    "edge_rooms": lambda sheet: len(sheet.explored & sheet.dungeon.edge_rooms),
    "monsters": lambda sheet: sheet.monsters,
    "gems": lambda sheet: sheet.gems,
    "corner_rooms": lambda sheet: len(sheet.explored & sheet.dungeon.corners),
    "health": lambda sheet: sheet.health,
}


def goal_glory(sheet: Sheet) -> int:
    """Return the glory of the highest reached step [PL p.4] [CZ p.4]."""
    reached = GOAL_COUNTS[sheet.goal](sheet)
    return max(
        (glory for least, glory in zip(GOALS[sheet.goal].steps, GOAL_GLORY, strict=True) if reached >= least), default=0
    )


def shields(sheet: Sheet, *, solo: bool) -> list[int]:
    """Return the shields A to K [PL p.14] [CZ p.13-14]."""
    track = tracks()
    thresholds = [loss for loss in track.damage[: sheet.damage] if loss is not None]
    missions = [SOLO_MISSION_GLORY[turn - 1] if solo else MISSION_GLORY for turn in sheet.claims.values()]
    return [
        *sheet.boss_glory,
        track.weakest[min(sheet.levels.values()) - 1] + at_least(sheet, HIGHEST_LEVEL),
        sum(sheet.halves.values()) + sum(extra for item, extra in ITEM_EXTRAS.items() if sheet.has(item)),
        ([0, *track.gems])[sheet.gems],
        ([0, *track.monsters])[sheet.monsters],
        thresholds[-1] if thresholds else 0,
        RESURRECTION if sheet.resurrected else 0,
        goal_glory(sheet) + POWERS[sheet.power],
        sum(missions),
    ]


def ranks(totals: list[int], rooms: list[int]) -> list[int]:
    """Return the places: most glory, then more explored rooms, else shared [PL p.13] [CZ p.13]."""
    results = list(zip(totals, rooms, strict=True))
    return [1 + sum(other > mine for other in results) for mine in results]
