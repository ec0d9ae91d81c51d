"""What missions and goals count: a mapping such as {of: heroes, at_least: 5, reduce: count} becomes a `Count`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from generator.diagnostics import Place
from generator.reading.structure import Within, structure
from generator.reading.yaml_nodes import Node

Number = Annotated[int, Within(1, 999)]
OF = (
    "heroes", "items", "potions", "gems", "monsters", "monster_levels", "rooms", "corner_rooms", "edge_rooms",
    "boss_rooms", "full_rows", "full_columns", "column_rooms", "traps_sprung", "obstacles", "bosses",
)  # fmt: skip
(
    HEROES, ITEMS, POTIONS, GEMS, MONSTERS, MONSTER_LEVELS, ROOMS, CORNER_ROOMS, EDGE_ROOMS, BOSS_ROOMS, FULL_ROWS,
    FULL_COLUMNS, COLUMN_ROOMS, TRAPS_SPRUNG, OBSTACLES, BOSSES,
) = range(len(OF))  # fmt: skip
SUM, COUNT, DIFFERENT = range(3)
REDUCTIONS = {None: SUM, "sum": SUM, "count": COUNT, "different": DIFFERENT}


@dataclass(frozen=True, kw_only=True)
class CountSpec:
    """A count as a card says it; the words are explained at the top of missions.yaml."""

    place: Place
    of: Literal[
        "heroes", "items", "potions", "gems", "monsters", "monster_levels", "rooms", "corner_rooms", "edge_rooms",
        "boss_rooms", "full_rows", "full_columns", "column_rooms", "traps_sprung", "obstacles", "bosses",
    ]  # fmt: skip
    least: Number | None = None
    at_least: Number | None = None
    equal: Number | None = None
    reduce: Literal["sum", "count", "different"] | None = None


class Count:
    """What is counted: the numbers `of` something that are `equal` or `at_least` so high (0: all), `reduce`d to one."""

    __slots__ = ("at_least", "equal", "least", "of", "reduce")

    def __init__(self, of: int, at_least: int, equal: int, reduce: int, least: int) -> None:
        self.of = of
        self.at_least = at_least
        self.equal = equal
        self.reduce = reduce
        self.least = least  # reached from here on, where a mission asks

    def total(self, numbers: list[int]) -> int:
        """Return what the numbers come to."""
        if self.equal:
            numbers = [number for number in numbers if number == self.equal]
        if self.at_least:
            numbers = [number for number in numbers if number >= self.at_least]
        if self.reduce == COUNT:
            return len(numbers)
        return sum(numbers) if self.reduce == SUM else len(set(numbers))


def read_count(node: Node) -> Count:
    """Return the count of a mapping; raises InvalidInput for words that nothing counts."""
    values = {key: child for key, child in node.items() if child.value is not None} if node.is_map else node.value
    spec = structure(Node(values, node.place, node.key_places), CountSpec, "a count")
    kind = OF.index(spec.of)
    return Count(kind, spec.at_least or 0, spec.equal or 0, REDUCTIONS[spec.reduce], spec.least or 0)
