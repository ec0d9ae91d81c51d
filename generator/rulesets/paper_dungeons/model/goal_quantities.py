"""The quantities that missions and goals count, as plain numbers."""

from typing import Final, Literal, get_args

CountedName = Literal[
    "heroes", "items", "potions", "gems", "monsters", "monster_levels", "rooms", "corner_rooms", "edge_rooms",
    "boss_rooms", "full_rows", "full_columns", "column_rooms", "traps_sprung", "obstacles", "bosses",
]  # fmt: skip
OF: Final[tuple[CountedName, ...]] = get_args(CountedName)
HEROES: Final = 0
ITEMS: Final = 1
POTIONS: Final = 2
GEMS: Final = 3
MONSTERS: Final = 4
MONSTER_LEVELS: Final = 5
ROOMS: Final = 6
CORNER_ROOMS: Final = 7
EDGE_ROOMS: Final = 8
BOSS_ROOMS: Final = 9
FULL_ROWS: Final = 10
FULL_COLUMNS: Final = 11
COLUMN_ROOMS: Final = 12
TRAPS_SPRUNG: Final = 13
OBSTACLES: Final = 14
BOSSES: Final = 15
SEVERAL: Final = (HEROES, ITEMS, MONSTER_LEVELS, COLUMN_ROOMS, BOSSES)  # a sheet has several numbers of each
SUM: Final = 0
COUNT: Final = 1
DIFFERENT: Final = 2


class GoalQuantity:
    """A quantity: the numbers `of` a kind that are `equal` or `at_least` as high (0: all of them), `reduce`d to one."""

    def __init__(self, of: int, at_least: int, equal: int, reduce: int, least: int) -> None:
        self.of = of
        self.alone = of not in SEVERAL and reduce == SUM and not equal and not at_least  # one number, used as it is
        self.at_least = at_least
        self.equal = equal
        self.reduce = reduce
        self.least = least  # the least value that fulfils a mission

    def total(self, numbers: list[int]) -> int:
        """Return the numbers that fulfil the condition, reduced to one: their sum, their count, or how many differ."""
        equal, at_least, total = self.equal, self.at_least, 0
        if self.reduce == DIFFERENT:
            numbers = list(set(numbers))
        for number in numbers:
            if (not equal or number == equal) and (not at_least or number >= at_least):
                total += number if self.reduce == SUM else 1
        return total
