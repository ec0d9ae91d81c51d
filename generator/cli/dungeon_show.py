"""A dungeon on the screen: box characters and colour, a legend, and what the checks measured."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from generator.dungeon.checks import held, opened_by
from generator.dungeon.figures import figures
from generator.dungeon.files import DungeonFile
from generator.dungeon.grid import Dungeon, Edge, EdgeKind, Room, Thing

WIDE = 8
SIGNS = {"potion": "!", "item_half": "/", "level_up": "+", "trap": "^"}
SHORT = {"ghost": "gh", "goblin": "go", "orc": "or", "zombie": "zo"}
COLORS = {
    "wall": "bold white", "extra_wall": "bold yellow", "water": "bold cyan", "border": "white", "name": "dim",
    "boss": "bold black on yellow", "monster": "red", "trap": "magenta", "gem": "bold green", "treasure": "green",
    "wrap": "bold cyan",
}  # fmt: skip
ACROSS: dict[EdgeKind | None, str] = {None: " ", "wall": "━", "extra_wall": "═", "water": "≈"}
UPRIGHT: dict[EdgeKind | None, str] = {None: " ", "wall": "┃", "extra_wall": "║", "water": "≈"}
LEGEND = "gh ghost  go goblin  or orc  zo zombie, with level   ^ trap   ! potion   / item half   + level up   *A gem"
LINES = "━ ┃ wall   ═ ║ wall of this dungeon   ≈ water   ◄ ► joined ends of a row   ① ② ③ bosses"
NUMBERS = {1: "①", 2: "②", 3: "③"}


def show_dungeon(found: DungeonFile, values: Mapping[str, Any]) -> None:
    """Print a dungeon with its name, bosses, code and measures."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(Text(str(values["name"]), style="bold"), Text(found.spec.code, style="dim"))
    for line in picture(found.dungeon):
        console.print(line)
    console.print(Text(LINES, style="dim"))
    console.print(Text(LEGEND, style="dim"))
    for number, name in zip(sorted(found.dungeon.bosses), values["boss_names"], strict=False):
        console.print(f"{NUMBERS[number]} {name}")
    for words in summary("", found.dungeon):
        console.print(words)


def picture(dungeon: Dungeon) -> Iterator[Text]:
    """Yield the lines of the map: rooms of two lines, edges between them."""
    yield _border(dungeon)
    for row in range(dungeon.rows, 0, -1):
        yield _line(dungeon, row, upper=True)
        yield _line(dungeon, row, upper=False)
        if row > 1:
            yield _between(dungeon, row)
    yield _border(dungeon)
    yield Text("    " + "".join(f"{chr(65 + column):^{WIDE + 1}}" for column in range(dungeon.columns)), style="dim")


def _border(dungeon: Dungeon) -> Text:
    return Text("   " + "╋".join(["", *["━" * WIDE] * dungeon.columns, ""]), style=COLORS["border"])


def _between(dungeon: Dungeon, row: int) -> Text:
    text = Text("   ")
    for column in range(dungeon.columns):
        kind = dungeon.edges.get(Edge(Room(column, row - 1), "up"))
        text.append("╋" if column == 0 else "·", style=COLORS["border"])
        text.append(ACROSS[kind] * WIDE, style=COLORS[kind or "name"])
    return text.append("╋", style=COLORS["border"])


def _line(dungeon: Dungeon, row: int, *, upper: bool) -> Text:
    wrap = row in dungeon.wraps
    text = Text(f"{row:>2} " if upper else "   ", style="dim")
    text.append("◄" if wrap else "┃", style=COLORS["wrap" if wrap else "border"])
    for column in range(dungeon.columns):
        room = Room(column, row)
        text.append_text(_head(dungeon, room) if upper else _held(dungeon, room))
        if column < dungeon.columns - 1:
            kind = dungeon.edges.get(Edge(room, "right"))
            text.append(UPRIGHT[kind], style=COLORS[kind or "name"])
    return text.append("►" if wrap else "┃", style=COLORS["wrap" if wrap else "border"])


def _head(dungeon: Dungeon, room: Room) -> Text:
    text = Text(f" {room.name}", style=COLORS["name"])
    number = next((number for number, at in dungeon.bosses.items() if at == room), None)
    if number is not None:
        text.append(" ")
        text.append(f" {number} ", style=COLORS["boss"])
    text.append(" " * (WIDE - text.cell_len))
    return text


def _held(dungeon: Dungeon, room: Room) -> Text:
    text = Text(" ")
    for thing in dungeon.contents.get(room, ()):
        sign, color = _sign(thing)
        if text.cell_len + len(sign) < WIDE:
            text.append(sign, style=COLORS[color])
            text.append(" ")
    text.truncate(WIDE)
    text.append(" " * (WIDE - text.cell_len))
    return text


def _sign(thing: Thing) -> tuple[str, str]:
    if thing.level:
        return f"{SHORT[thing.kind]}{thing.level}", "monster"
    if thing.kind == "gem":
        return f"*{thing.letter}", "gem"
    return SIGNS[thing.kind], "trap" if thing.kind == "trap" else "treasure"


def summary(name: str, dungeon: Dungeon) -> Iterator[str]:
    """Yield a line for each boss and one for the cheapest route over all three."""
    found = figures(dungeon)
    head = f"{name}: " if name else ""
    for boss in found.bosses:
        if boss.steps is None:
            yield f"{head}boss {boss.number} in {boss.room.name}: out of reach on foot"
        else:
            yield (
                f"{head}boss {boss.number} in {boss.room.name}: {boss.steps} steps from the nearest entrance, "
                f"{boss.dice} of the {boss.dice_before} dice before the fight ({boss.share} %)"
            )
    for room in found.closed:
        yield f"{head}{room.name} ({held(dungeon, room)}): {opened_by(found, room)}"
    if found.route is not None:
        steps = " + ".join(str(step) for step in found.route.steps)
        yield (
            f"{head}cheapest route over all bosses: {steps} steps, {found.route.damage} damage at hero level 3, "
            f"{found.route.detour} of the steps are detours"
        )
