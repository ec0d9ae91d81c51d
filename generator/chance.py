"""Share codes and the random numbers made from them: integers only, so a code gives the same on every machine.

The generator is splitmix64 (Steele, Lea and Flood 2014), written out here so that no library version can change it.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SIGNS = "ACDEFGHJKMNPQRTWXY34679"  # 23 characters that nobody mistakes for each other, read aloud or written
CODE_LENGTH = 6
_MASK = (1 << 64) - 1


class RandomStream:
    """A generator of random numbers from a seed and a name; streams of different names are independent."""

    def __init__(self, seed: int, name: str = "") -> None:
        self.state = seed & _MASK
        for byte in name.encode("utf-8"):
            self.state = (self._mix() ^ byte) & _MASK

    def _mix(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """Return a random whole number from 0 to `limit` - 1, all equally likely.

        >>> [RandomStream(7, "a").below(10) for _ in range(3)]
        [1, 1, 1]
        """
        while True:
            value = self._mix()
            rest = value % limit
            if value - rest + limit <= 1 << 64:  # not in the last, incomplete block of `limit` values: no bias
                return rest

    def choice(self, options: Sequence[T]) -> T:
        """Return one of the options at random."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Return the options as a new list in random order."""
        # Fisher and Yates, in the form of Durstenfeld (1964): all orders are equally likely
        items = list(options)
        for at in range(len(items) - 1, 0, -1):
            swapped = self.below(at + 1)
            items[at], items[swapped] = items[swapped], items[at]
        return items

    def draw(self, options: Sequence[T], count: int) -> list[T]:
        """Return `count` of the options in the order drawn, none twice; all of them if there are fewer.

        >>> RandomStream(7).draw("abcdef", 3)
        ['d', 'e', 'c']
        """
        left, chosen = list(options), list[T]()
        for _ in range(min(count, len(left))):
            at = self.below(len(left))
            left[at], left[-1] = left[-1], left[at]
            chosen.append(left.pop())
        return chosen


def code_of(number: int, length: int = CODE_LENGTH) -> str:
    """Return the share code of a number below 23 ** `length`: `length` characters and a check character.

    Hyphens separate groups of four characters.

    >>> code_of(12345), number_of(code_of(12345))
    ('AACA-JYF', 12345)
    """
    signs = ""
    for _ in range(length):
        number, rest = divmod(number, len(SIGNS))
        signs = SIGNS[rest] + signs
    return written_code(signs + _check_sign(signs))


def written_code(code: str) -> str:
    """Return a code as it is printed: characters in groups of four, joined by hyphens."""
    signs = signs_of(code)
    return "-".join(signs[at : at + 4] for at in range(0, len(signs), 4))


def signs_of(code: str) -> str:
    """Return the characters of a typed share code in capitals, without hyphens and spaces.

    >>> signs_of("aaca-jyf")
    'AACAJYF'
    """
    return "".join(sign for sign in code.upper() if sign not in "- ")


def number_of(code: str, length: int = CODE_LENGTH) -> int:
    """Return the number of a share code with `length` characters before its check character.

    Raises ValueError that says what is wrong: an unknown character, a wrong length or a wrong check character.
    """
    signs = signs_of(code)
    strange = [sign for sign in signs if sign not in SIGNS]
    if strange:
        raise ValueError(f"a share code has no {strange[0]!r}; its signs are {SIGNS}")
    if len(signs) != length + 1:
        raise ValueError(f"a share code has {length + 1} signs, {code!r} has {len(signs)}")
    if _check_sign(signs[:-1]) != signs[-1]:
        raise ValueError(f"{code!r} is mistyped: its last sign does not match the others")
    number = 0
    for sign in signs[:-1]:
        number = number * len(SIGNS) + SIGNS.index(sign)
    return number


def _check_sign(signs: str) -> str:
    """Return the check character of a code: the sum of characters weighted by position, modulo the prime 23.

    It reveals any single wrong character, and any two characters that were exchanged.
    """
    return SIGNS[sum((at + 2) * SIGNS.index(sign) for at, sign in enumerate(signs)) % len(SIGNS)]
