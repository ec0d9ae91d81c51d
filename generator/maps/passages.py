"""The open steps of a map as bit masks, and searches in them.

The index of a room's bit is its column plus the number of columns times the number of rows below it.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Passages(NamedTuple):
    """Masks of the rooms with an open step to the right, and up; `wraps` has the left ends of joined rows."""

    columns: int
    rows: int
    right: int
    up: int
    wraps: int

    def beside(self, rooms: int) -> int:
        """Return the mask of all rooms one step away from any of `rooms`."""
        # All rooms at once: shifting a mask by one moves every room to the right, shifting by `columns` moves every
        # room up. Masking first keeps rooms with a wall there from moving, and so the last room of a row from changing
        # rows.
        columns, ends = self.columns, self.columns - 1
        right, up, wraps = self.right, self.up, self.wraps
        return (
            (rooms & right) << 1
            | (rooms >> 1) & right
            | (rooms & up) << columns
            | (rooms >> columns) & up
            | (rooms & wraps) << ends
            | (rooms >> ends) & wraps
        )

    def waves(self, start: int) -> Iterator[int]:
        """Yield the masks of the rooms first reached after 0, 1, 2 … steps, until no new room is reached."""
        # Breadth-first search on bit sets: a whole wave of rooms takes one step with a few operations on integers.
        reached, wave = start, start
        while wave:
            yield wave
            wave = self.beside(wave) & ~reached
            reached |= wave

    def steps_from(self, start: int) -> dict[int, int]:
        """Return by bit index the least number of steps from the rooms of `start` to each room that can be reached.

        >>> Passages(columns=3, rows=1, right=0b011, up=0, wraps=0).steps_from(0b001)
        {0: 0, 1: 1, 2: 2}
        """
        return {room: steps for steps, wave in enumerate(self.waves(start)) for room in bits(wave)}

    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Return for each room, by its bit index, the bit indexes of its neighbours."""
        return tuple(tuple(bits(self.beside(1 << room))) for room in range(self.columns * self.rows))


def bits(mask: int) -> Iterator[int]:
    """Yield the indexes of the bits set in a mask, lowest first.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
