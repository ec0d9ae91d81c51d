"""A tile: fields in columns and rows from the top left, the kinds of the sides between and around them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Side = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")
BEYOND: dict[Side, tuple[int, int]] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
FACING: dict[Side, Side] = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}


@dataclass(frozen=True)
class Tile:
    """`across` holds the kinds above each row of fields and below all, `upright` those before each field and behind."""

    across: tuple[tuple[str, ...], ...]
    upright: tuple[tuple[str, ...], ...]
    fields: tuple[tuple[tuple[str, ...], ...], ...]

    @property
    def columns(self) -> int:
        return len(self.across[0])

    @property
    def rows(self) -> int:
        return len(self.upright)

    def side(self, side: Side) -> tuple[str, ...]:
        """Return the kinds of an outer side, left to right or top to bottom."""
        match side:
            case "top":
                return self.across[0]
            case "bottom":
                return self.across[-1]
            case "left":
                return tuple(row[0] for row in self.upright)
            case _:
                return tuple(row[-1] for row in self.upright)

    def turn(self) -> "Tile":
        """Return the tile turned by a quarter, clockwise."""
        across = tuple(tuple(row[at] for row in reversed(self.upright)) for at in range(self.columns + 1))
        upright = tuple(tuple(row[at] for row in reversed(self.across)) for at in range(self.columns))
        fields = tuple(tuple(row[at] for row in reversed(self.fields)) for at in range(self.columns))
        return Tile(across, upright, fields)

    @cached_property
    def turns(self) -> tuple["Tile", ...]:
        """The tile in all ways that it can lie, each once."""
        turned_tiles = [self]
        for _ in range(3):
            turned_tiles.append(turned_tiles[-1].turn())
        return tuple(dict.fromkeys(turned_tiles))


def side_by_side(tiles: tuple[Tile, ...]) -> Tile:
    """Return tiles in a row as one; where two meet, the side of the left one stands unless it is open on the right.

    Both sides are kept by name: "a/b" where they differ.
    """
    first, *others = tiles
    for other in others:
        seams = (_seam(left[-1], right[0]) for left, right in zip(first.upright, other.upright, strict=True))
        upright = tuple(
            (*left[:-1], seam, *right[1:])
            for left, seam, right in zip(first.upright, seams, other.upright, strict=True)
        )
        across = tuple((*left, *right) for left, right in zip(first.across, other.across, strict=True))
        fields = tuple((*left, *right) for left, right in zip(first.fields, other.fields, strict=True))
        first = Tile(across, upright, fields)
    return first


def _seam(left: str, right: str) -> str:
    return left if left == right else f"{left}/{right}"
