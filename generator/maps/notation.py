"""Parses a dungeon from a text picture and writes it.

A room is two characters wide: blank, or the number of a target in either of the two; it is written in the first.

    +--+--+
    |1    |      `|` and `--` are walls, `~` and `~~` water, blanks are open
    +~~+  +
    <  |  >      `<` and `>` at the ends join the first and the last room of a row
    +--+--+
"""

from collections import Counter
from typing import NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation
from generator.maps.grid import Dungeon, Edge, EdgeKind, Room
from generator.maps.map_rules import MapRules

_ACROSS: dict[str, EdgeKind | None] = {"  ": None, "--": "wall", "~~": "water"}
_UPRIGHT: dict[str, EdgeKind | None] = {" ": None, "|": "wall", "~": "water"}


class MapSourceText(NamedTuple):
    """The lines of a text picture, with the place of its first character."""

    lines: tuple[str, ...]
    path: str
    line: int
    column: int

    def place(self, line: int, column: int) -> SourceLocation:
        return SourceLocation(self.path, self.line + line, self.column + column)

    def edge_place(self, edge: Edge) -> SourceLocation:
        """Return the place of an edge: the wall to the right of its room, or the one above it."""
        line = len(self.lines) - 2 * edge.room.row - 1
        right = edge.side == "right"
        return self.place(line + right, 3 * edge.room.column + (3 if right else 1))


def read_map_text(text: MapSourceText, rules: MapRules) -> tuple[Dungeon, list[Diagnostic]]:
    """Return the dungeon of a text picture, without contents, and all faults in the picture."""
    reader = _PictureReader(text, rules)
    return reader.read(), reader.faults


class _PictureReader:
    """Parses the picture row by row."""

    def __init__(self, text: MapSourceText, rules: MapRules) -> None:
        self.text, self.rules = text, rules
        self.faults: list[Diagnostic] = []
        self.edges: dict[Edge, EdgeKind] = {}
        self.wraps: set[int] = set()
        self.targets: dict[int, Room] = {}

    def fault(self, code: str, message: str, line: int, column: int, hint: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, self.text.place(line, column), hint))

    def read(self) -> Dungeon:
        lines = self.text.lines
        width = Counter(map(len, lines)).most_common(1)[0][0] if lines else 0  # of most lines: one may be wrong
        columns, rows = (width - 1) // 3, (len(lines) - 1) // 2
        if not self._sized(lines, columns, rows):
            return Dungeon(max(1, columns), max(1, rows))
        for index, line in enumerate(lines):
            row = rows - index // 2
            if index % 2 == 0:
                self._across(line, index, columns, rows, row)
            else:
                self._rooms(line, index, columns, row)
        return Dungeon(columns, rows, self.edges, frozenset(self.wraps), {}, dict(sorted(self.targets.items())))

    def _sized(self, lines: tuple[str, ...], columns: int, rows: int) -> bool:
        width = 3 * columns + 1
        if not lines or len(lines) % 2 == 0:
            turned = (at for at, line in enumerate(lines) if line.startswith("+") == bool(at % 2))
            message = "a map has an odd number of lines: edges and rooms by turns"
            self.fault("M001", message, next(turned, max(0, len(lines) - 1)), 0, "begin and end with +--+")
            return False
        wrong = [at for at, line in enumerate(lines) if len(line) != width]
        for index in wrong if len(wrong) < len(lines) else wrong[:1]:  # a map of an odd width is wrong in all its lines
            message = f"this line has {len(lines[index])} signs, the map is {width} wide"
            hint = "rooms are two signs wide; end lines without blanks"
            self.fault("M001", message, index, min(len(lines[index]), width), hint)
        least, most = self.rules.size.least, self.rules.size.most
        if not (least <= columns <= most and least <= rows <= most):
            message = f"a map of {columns} x {rows} rooms, from {least} x {least} to {most} x {most} are possible"
            self.fault("M003", message, 0, 0)
        return not self.faults

    def _across(self, line: str, index: int, columns: int, rows: int, row: int) -> None:
        border = index in (0, 2 * rows)
        for column in range(columns + 1):
            if line[3 * column] != "+":
                self.fault("M001", f"expected '+' at a corner, found {line[3 * column]!r}", index, 3 * column)
        for column in range(columns):
            sign = line[3 * column + 1 : 3 * column + 3]
            if sign not in _ACROSS or (border and sign != "--"):
                expected = "'--' at the border" if border else "'--', '~~' or blanks"
                name = Room(column, max(1, min(rows, row))).name
                self.fault("M001", f"expected {expected} at {name}, found {sign!r}", index, 3 * column + 1)
            elif not border and (kind := _ACROSS[sign]) is not None:
                self.edges[Edge(Room(column, row), "up")] = kind

    def _rooms(self, line: str, index: int, columns: int, row: int) -> None:
        ends = line[0] + line[-1]
        if ends == "<>":
            self.wraps.add(row)
        elif ends != "||":
            at = 0 if line[0] not in "|<" or line[-1] == "|" else len(line) - 1
            hint = "both ends: '|' and '|', or '<' and '>' to join them"
            self.fault("M001", f"row {row} begins with {line[0]!r} and ends with {line[-1]!r}", index, at, hint)
        for column in range(columns):
            room = Room(column, row)
            self._room(room, line[3 * column + 1 : 3 * column + 3], index, 3 * column + 1)
            if column < columns - 1:
                sign = line[3 * column + 3]
                if sign not in _UPRIGHT:
                    message = f"expected '|', '~' or a blank right of {room.name}, found {sign!r}"
                    self.fault("M001", message, index, 3 * column + 3)
                elif (kind := _UPRIGHT[sign]) is not None:
                    self.edges[Edge(room, "right")] = kind

    def _room(self, room: Room, text: str, index: int, column: int) -> None:
        if text == "  ":
            return
        names = self.rules.names
        if (digits := text.strip()) in map(str, self.rules.numbers):
            number = int(digits)
            if number in self.targets:
                message = f"{names.target} {number} is in {self.targets[number].name} and in {room.name}"
                self.fault("M007", message, index, column, f"each {names.target} has one room")
            self.targets.setdefault(number, room)
        else:
            hint = f"a room is blank, or holds {self.rules.digits} for the {names.targets}; the rest goes under rooms:"
            hint += ", and | and ~ go below a +" if set(text) & set("|~") else ""
            self.fault("M008", f"room {room.name} holds {text!r}", index, column, hint)


def write_map_text(dungeon: Dungeon, *, overlay: bool = False) -> str:
    """Return the text picture of a dungeon; an `overlay` has only its extra walls."""
    edges = {edge: kind for edge, kind in dungeon.edges.items() if not overlay or kind == "extra_wall"}
    across = {None: "  ", "wall": "--", "water": "~~", "extra_wall": "--"}
    upright = {None: " ", "wall": "|", "water": "~", "extra_wall": "|"}
    numbers = {room: f"{number} " for number, room in dungeon.targets.items()}
    border = "+--" * dungeon.columns + "+"
    lines = [border]
    for row in range(dungeon.rows, 0, -1):
        rooms = [Room(column, row) for column in range(dungeon.columns)]
        text = "<" if row in dungeon.wraps else "|"
        for room in rooms:
            text += numbers.get(room, "  ")
            if room.column < dungeon.columns - 1:
                text += upright[edges.get(Edge(room, "right"))]
        lines.append(text + (">" if row in dungeon.wraps else "|"))
        if row > 1:
            below = "".join("+" + across[edges.get(Edge(Room(room.column, row - 1), "up"))] for room in rooms)
            lines.append(below + "+")
    return "\n".join([*lines, border]) + "\n"


def replace_map(text: str, old: MapSourceText, new: str) -> str:
    """Return the text of a dungeon file with its picture replaced; all else stays the same byte for byte.

    `old` is the picture in the file with its place, `new` the result of `write_map_text`.
    """
    lines = text.split("\n")
    first, last = old.line - 1, old.line - 1 + len(old.lines)
    ending = "\r" if lines[first].endswith("\r") else ""
    indent = " " * (old.column - 1)
    return "\n".join([*lines[:first], *(f"{indent}{line}{ending}" for line in new.splitlines()), *lines[last:]])
