"""A tile as a text picture and back, exactly: what is read is written again byte for byte.

+--+::+      fields are two signs wide: blank, or signs of what stands there
|c     |     the two signs of an outer or inner side say its kind, as tiles.yaml names it
+==+  +
"""

from collections.abc import Sequence

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.reading.yaml_nodes import Node
from generator.tiles.rules import TileSet
from generator.tiles.tile import Tile

MOST_SIGNS = 2


def read_tile(node: Node, tiles: TileSet) -> Tile:
    """Return the tile of a text picture; raises InvalidInput with every fault and its place."""
    text = node.value if isinstance(node.value, str) else ""
    reader = _TileReader(text.removesuffix("\n").split("\n"), node.body or node.place, tiles)
    tile = reader.read()
    if tile is None or reader.faults:
        raise InvalidInput(reader.faults)
    return tile


class _TileReader:
    """Walks the picture line by line."""

    def __init__(self, lines: Sequence[str], first: SourceLocation, tiles: TileSet) -> None:
        self.lines, self.first, self.tiles = lines, first, tiles
        self.faults: list[Diagnostic] = []

    def fault(self, message: str, line: int, column: int, hint: str | None = None) -> None:
        place = SourceLocation(self.first.path, self.first.line + line, self.first.column + column)
        self.faults.append(Diagnostic("M051", message, place, hint))

    def read(self) -> Tile | None:
        high, wide = 2 * self.tiles.rows + 1, 3 * self.tiles.columns + 1
        if len(self.lines) != high:
            self.fault(f"this tile has {len(self.lines)} lines, its set {high}", 0, 0)
            return None
        for number, line in enumerate(self.lines):
            if len(line) != wide:
                self.fault(f"this line has {len(line)} signs, the tiles are {wide} wide", number, min(len(line), wide))
        if self.faults:
            return None
        across = tuple(self._across(number) for number in range(0, high, 2))
        upright = tuple(self._upright(number) for number in range(1, high, 2))
        fields = tuple(self._fields(number) for number in range(1, high, 2))
        return Tile(across, upright, fields)

    def _across(self, number: int) -> tuple[str, ...]:
        line = self.lines[number]
        for at in range(0, len(line), 3):
            if line[at] != "+":
                self.fault(f"expected '+' at a corner, found {line[at]!r}", number, at)
        return tuple(self._kind(self.tiles.across, line[at : at + 2], number, at) for at in range(1, len(line), 3))

    def _upright(self, number: int) -> tuple[str, ...]:
        line = self.lines[number]
        return tuple(self._kind(self.tiles.upright, line[at], number, at) for at in range(0, len(line), 3))

    def _kind(self, known: dict[str, str], sign: str, number: int, at: int) -> str:
        if sign not in known:
            signs = ", ".join(repr(sign) for sign in known)
            self.fault(f"{sign!r} is no side of this set", number, at, f"its sides are written {signs}")
        return known.get(sign, "")

    def _fields(self, number: int) -> tuple[tuple[str, ...], ...]:
        line = self.lines[number]
        return tuple(self._field(line[at : at + 2], number, at) for at in range(1, len(line), 3))

    def _field(self, signs: str, number: int, at: int) -> tuple[str, ...]:
        written = signs.rstrip(" ")
        wrong = [sign for sign in written if sign not in self.tiles.fields]
        if wrong:
            known = ", ".join(f"{sign} {name}" for sign, name in self.tiles.fields.items()) or "none"
            self.fault(f"{wrong[0]!r} stands for nothing on a field", number, at, f"signs of this set: {known}")
        return tuple(self.tiles.fields.get(sign, "") for sign in written)
