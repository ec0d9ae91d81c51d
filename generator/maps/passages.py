"""The open steps of a map as bit masks, and what spreads through them; knows no rooms by name.

The bit of a room is its column plus the number of columns times the rows below it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Passages(NamedTuple):
    """Rooms with an open step to the right, and with one up; `wraps` are the left ends of joined rows."""

    columns: int
    rows: int
    right: int
    up: int
    wraps: int

    def beside(self, here: int) -> int:
        """Return all rooms one step away from any of these."""
        columns, ends = self.columns, self.columns - 1
        right, up, wraps = self.right, self.up, self.wraps
        return (
            (here & right) << 1
            | (here >> 1) & right
            | (here & up) << columns
            | (here >> columns) & up
            | (here & wraps) << ends
            | (here >> ends) & wraps
        )

    def waves(self, start: int) -> Iterator[int]:
        """Yield the rooms first reached after 0, 1, 2 … steps, as long as there are any."""
        reached, wave = start, start
        while wave:
            yield wave
            wave = self.beside(wave) & ~reached
            reached |= wave

    def reach(self, start: int) -> int:
        """Return all rooms that lead on from these, themselves included."""
        reached = 0
        for wave in self.waves(start):
            reached |= wave
        return reached

    def distances(self, start: int, wanted: Mapping[int, int]) -> dict[int, int]:
        """Return the steps to each of the wanted rooms that can be reached, by what they are wanted as.

        >>> Passages(columns=3, rows=1, right=0b011, up=0, wraps=0).distances(0b001, {7: 0b100})
        {7: 2}
        """
        steps_to: dict[int, int] = {}
        left = 0
        for room in wanted.values():
            left |= room
        for steps, wave in enumerate(self.waves(start)):
            if wave & left:
                steps_to.update((name, steps) for name, room in wanted.items() if wave & room)
                left &= ~wave
                if not left:
                    break
        return steps_to

    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Return the bits of the rooms next to each room."""
        return tuple(tuple(bits(self.beside(1 << room))) for room in range(self.columns * self.rows))


def bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest first.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
