"""Points, sizes and rectangles on paper: origin top left, x to the right, y down, in points."""

from dataclasses import dataclass
from typing import NamedTuple


class Size(NamedTuple):
    """Width and height in points."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Insets:
    """Space kept free at the four sides, in points."""

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0


class Rect(NamedTuple):
    """A rectangle by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, by: Insets) -> "Rect":
        """Return what is left inside the insets; never less than nothing."""
        width = max(0.0, self.width - by.left - by.right)
        return Rect(self.x + by.left, self.y + by.top, width, max(0.0, self.height - by.top - by.bottom))

    def grown(self, by: float) -> "Rect":
        """Return the rectangle with `by` points more on every side, less where it is negative."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> "Rect":
        """Return the rectangle shifted."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def holds(self, other: "Rect", slack: float = 0.01) -> bool:
        """Tell whether the other lies inside, give or take `slack` points."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: "Rect", slack: float = 0.0) -> bool:
        """Tell whether the two share more than `slack` points in both directions."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        high = min(self.bottom, other.bottom) - max(self.y, other.y)
        return wide > slack and high > slack


def aligned(start: float, room: float, need: float, where: str) -> float:
    """Return where something that needs `need` begins in `room`: start, center or end."""
    if where == "center":
        return start + (room - need) / 2
    return start + room - need if where == "end" else start
