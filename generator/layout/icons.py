"""Turn SVG files under icons/ into outlines of absolute commands; knows folders only through what it is handed."""

import re
from pathlib import Path

from generator.frame import Outline, outlined

_BOX = re.compile(r'viewBox="\s*([-\d.]+)[ ,]+([-\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)\s*"')
_PATH = re.compile(r'<path\b[^>]*?\sd="([^"]*)"', re.DOTALL)
_TOKEN = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?")
_PLAIN = re.compile(r"[MLCZ\d\s.\-]*")
MAX_BYTES = 300_000


class Icons:
    """Icons by file name, read when first asked for."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders
        self._known: dict[str, Outline | None] = {}

    def find(self, name: str) -> Outline | None:
        """Return the outline of an icon, or None where there is no such (readable) file."""
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def names(self) -> list[str]:
        """Return the ids of all icons."""
        return sorted({path.stem for folder in self.folders for path in folder.glob("*.svg")})

    def _read(self, name: str) -> Outline | None:
        if not re.fullmatch(r"[a-z0-9_]+(?:-[a-z0-9_]+)*", name):
            return None
        for folder in self.folders:
            path = folder / f"{name}.svg"
            if path.is_file() and path.stat().st_size <= MAX_BYTES:
                return outline_of(name, path.read_text(encoding="utf-8", errors="replace"))
        return None


def outline_of(name: str, svg: str) -> Outline | None:
    """Return the outline of an SVG text made of paths, or None where it has none."""
    paths = _PATH.findall(svg)
    if not paths:
        return None
    box = _BOX.search(svg)
    x, y, width, height = (float(part) for part in box.groups()) if box else (0.0, 0.0, 512.0, 512.0)
    commands = " ".join(paths)
    if (x, y) != (0, 0) or not _PLAIN.fullmatch(commands):
        commands = absolute_commands(commands, -x, -y)
    return outlined(name, commands, width, height)


def absolute_commands(path: str, dx: float = 0.0, dy: float = 0.0) -> str:
    """Return SVG path data as absolute M, L, C and Z commands, moved by (dx, dy).

    >>> absolute_commands("m1 1h2v2z")
    'M 1 1 L 3 1 L 3 3 Z'
    """
    return " ".join(_Pen(dx, dy).draw(_TOKEN.findall(path)))


class _Pen:
    """Follows SVG path commands and writes them down as absolute ones."""

    def __init__(self, dx: float, dy: float) -> None:
        self.dx, self.dy = dx, dy
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[float, float] | None = None
        self.out: list[str] = []

    def draw(self, tokens: list[str]) -> list[str]:
        at, command = 0, ""
        needs = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
        while at < len(tokens):
            if tokens[at].isalpha():
                command = tokens[at]
                at += 1
            if not command:
                break
            count = needs[command.upper()]
            numbers = [float(token) for token in tokens[at : at + count] if not token.isalpha()]
            if len(numbers) < count:
                break
            at += count
            self.step(command, numbers)
            if command in "Mm":
                command = "L" if command == "M" else "l"
            elif command in "Zz":
                command = ""
        return self.out

    def emit(self, word: str, *points: float) -> None:
        moved = [value + (self.dx if index % 2 == 0 else self.dy) for index, value in enumerate(points)]
        self.out.append(" ".join([word, *(f"{value:.2f}".rstrip("0").rstrip(".") for value in moved)]))

    def step(self, command: str, numbers: list[float]) -> None:
        kind = command.upper()
        if kind == "Z":
            self.out.append("Z")
            self.x, self.y, self.handle = self.start_x, self.start_y, None
            return
        if kind == "A":
            end = (numbers[5], numbers[6])
            target = (end[0] + self.x, end[1] + self.y) if command == "a" else end
            self.arc(numbers[0], numbers[1], numbers[2], bool(numbers[3]), bool(numbers[4]), *target)
            return
        if kind in "HV":
            base = self.x if kind == "H" else self.y
            value = numbers[0] + (base if command.islower() else 0.0)
            points = [value, self.y] if kind == "H" else [self.x, value]
        else:
            bases = (self.x, self.y) if command.islower() else (0.0, 0.0)
            points = [value + bases[index % 2] for index, value in enumerate(numbers)]
        self.line_or_curve(kind, points)

    def line_or_curve(self, kind: str, points: list[float]) -> None:
        handle = self.handle or (self.x, self.y)
        mirrored = [2 * self.x - handle[0], 2 * self.y - handle[1]]
        if kind in "MLHV":
            self.emit("M" if kind == "M" else "L", *points)
            self.handle = None
            if kind == "M":
                self.start_x, self.start_y = points
        elif kind in "CS":
            full = points if kind == "C" else [*mirrored, *points]
            self.emit("C", *full)
            self.handle = (full[2], full[3])
        else:
            qx, qy = (points[0], points[1]) if kind == "Q" else (mirrored[0], mirrored[1])
            ex, ey = points[-2:]
            c1 = (self.x + 2 * (qx - self.x) / 3, self.y + 2 * (qy - self.y) / 3)
            self.emit("C", *c1, ex + 2 * (qx - ex) / 3, ey + 2 * (qy - ey) / 3, ex, ey)
            self.handle = (qx, qy)
        self.x, self.y = points[-2:]

    def arc(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, ex: float, ey: float) -> None:
        from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan

        rx, ry = abs(rx), abs(ry)
        if rx == 0 or ry == 0 or (ex, ey) == (self.x, self.y):
            self.line_or_curve("L", [ex, ey])
            return
        phi = radians(turn)
        cx, sx = cos(phi), sin(phi)
        hx, hy = (self.x - ex) / 2, (self.y - ey) / 2
        px, py = cx * hx + sx * hy, -sx * hx + cx * hy
        grow = max(1.0, sqrt((px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = rx * grow, ry * grow
        under = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
        root = sqrt(under / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
        qx, qy = root * rx * py / ry, -root * ry * px / rx
        mx, my = cx * qx - sx * qy + (self.x + ex) / 2, sx * qx + cx * qy + (self.y + ey) / 2
        begin = atan2((py - qy) / ry, (px - qx) / rx)
        sweep_by = atan2((-py - qy) / ry, (-px - qx) / rx) - begin
        if sweep and sweep_by < 0:
            sweep_by += 2 * pi
        elif not sweep and sweep_by > 0:
            sweep_by -= 2 * pi
        parts = max(1, ceil(abs(sweep_by) / (pi / 2)))
        pull = 4 / 3 * tan(sweep_by / parts / 4)
        for part in range(parts):
            a, b = begin + sweep_by * part / parts, begin + sweep_by * (part + 1) / parts
            spots = [
                (cos(a) - pull * sin(a), sin(a) + pull * cos(a)),
                (cos(b) + pull * sin(b), sin(b) - pull * cos(b)),
                (cos(b), sin(b)),
            ]
            flat = [v for ux, uy in spots for v in (mx + cx * rx * ux - sx * ry * uy, my + sx * rx * ux + cx * ry * uy)]
            self.emit("C", *flat)
        self.x, self.y, self.handle = ex, ey, None
