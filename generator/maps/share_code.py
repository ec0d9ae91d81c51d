"""Share codes of dungeons: a code of seven characters has only a seed, one of ten also the options.

The meaning of a code never changes. On maps of the second kind, monsters have all levels even if they are few.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from math import prod
from typing import Any, NamedTuple, get_args

from generator.chance import CODE_LENGTH, SIGNS, code_of, number_of, signs_of
from generator.maps.map_rules import MOST_ALONG, Amount, Difficulty

LENGTH = 9  # characters before the check character
LEAST_ALONG = 2
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
AMOUNTS: tuple[Amount, ...] = get_args(Amount)
SIDES = range(LEAST_ALONG, MOST_ALONG + 1)
# the values of each option, in the order of the fields of `MapOptions`
VALUES: tuple[Sequence[Any], ...] = (SIDES, SIDES, DIFFICULTIES, AMOUNTS, AMOUNTS, AMOUNTS, (False, True))
# what the options leave of the room of nine characters
SEEDS = len(SIGNS) ** LENGTH // prod(map(len, VALUES))


@dataclass(frozen=True)
class MapOptions:
    """The options of a generated dungeon."""

    columns: int
    rows: int
    difficulty: Difficulty = "standard"
    walls: Amount = "some"
    water: Amount = "some"
    traps: Amount = "some"
    new_map: bool = False


class MapShareCode(NamedTuple):
    """The content of a code: a seed, and the options; None for a code that has no options."""

    seed: int
    options: MapOptions | None = None


def code_for(seed: int, options: MapOptions) -> str:
    """Return the code of `seed`, which is below SEEDS, and the options.

    >>> code_for(12345, MapOptions(5, 4, "hard"))
    'AAKN-FTH4-EX'
    """
    # A number in a mixed radix: each option is a digit in a base of its own, so that no character is wasted.
    number = seed
    for values, wish in zip(VALUES, astuple(options), strict=True):
        number = number * len(values) + values.index(wish)
    return code_of(number, LENGTH)


def read_code(code: str) -> MapShareCode:
    """Return the content of a code; raises ValueError with a message for people."""
    count = len(signs_of(code))
    if count == CODE_LENGTH + 1:
        return MapShareCode(number_of(code))
    if count != LENGTH + 1 and set(signs_of(code)) <= set(SIGNS):
        raise ValueError(f"a share code has {CODE_LENGTH + 1} or {LENGTH + 1} signs, {code!r} has {count}")
    number, wishes = number_of(code, LENGTH), list[Any]()
    # the last option that was put in is the lowest digit, so the options come out from the end
    for values in reversed(VALUES):
        number, wish = divmod(number, len(values))
        wishes.insert(0, values[wish])
    return MapShareCode(number, MapOptions(*wishes))


def read_options(text: str, columns: int, rows: int) -> MapOptions:
    """Return the options beside a code of seven characters, by default of this size; raises ValueError."""
    words = text.replace("--new-map", "--new-map yes").split()
    values = dict(zip(words[::2], words[1::2], strict=True))
    columns, rows = map(int, values.get("--size", f"{columns}x{rows}").split("x"))
    difficulty = DIFFICULTIES[DIFFICULTIES.index(values.get("--difficulty", "standard"))]
    walls, water, traps = (AMOUNTS[AMOUNTS.index(values.get(key, "some"))] for key in ("--walls", "--water", "--traps"))
    return MapOptions(columns, rows, difficulty, walls, water, traps, "--new-map" in values)
