"""Shows a dungeon on the terminal, with box characters and colours, a legend, and the distances of its targets."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from generator.cli.console import visible
from generator.maps.grid import Dungeon, Edge, EdgeKind, Room, Thing, column_name
from generator.maps.loading import DungeonFile
from generator.maps.map_rules import MapRules
from generator.products.dungeon_sentences import summary
from generator.products.dungeon_values import dungeon_values
from generator.products.print_pack import PrintPack

WIDE = 8
COLORS = {
    "wall": "bold white", "extra_wall": "bold yellow", "water": "bold cyan", "border": "white", "name": "dim",
    "target": "bold black on yellow", "monster": "red", "trap": "magenta", "token": "bold green", "treasure": "green",
    "wrap": "bold cyan",
}  # fmt: skip
ACROSS: dict[EdgeKind | None, str] = {None: " ", "wall": "━", "extra_wall": "═", "water": "≈"}
UPRIGHT: dict[EdgeKind | None, str] = {None: " ", "wall": "┃", "extra_wall": "║", "water": "≈"}


def show_dungeon(pack: PrintPack, file: DungeonFile) -> None:
    """Print a dungeon with its name, share code, legend, targets, and sentences that sum it up."""
    console = Console(highlight=False, soft_wrap=True)
    rules, values = pack.map_rules, dungeon_values(pack, file)
    console.print(Text(visible(str(values["name"])), style="bold"), Text(visible(file.code), style="dim"))
    for line in picture(file.dungeon, rules):
        console.print(line)
    console.print(Text(visible(pack.words.word("dungeons.legend")), style="dim"))
    signs = (f"{kind.sign} {pack.words.word(kind.word)}" for kind in rules.kinds.values())
    console.print(Text(visible("   ".join(signs)), style="dim"))
    for target in values["targets_named"]:
        console.print(Text(visible(f"{target['number']} {target['name']}")))
    for sentence in summary(pack, file):
        console.print(Text(visible(sentence)))


def picture(dungeon: Dungeon, rules: MapRules) -> Iterator[Text]:
    """Yield the lines of the map: two for each row of rooms, and one for the edges between two rows."""
    yield _border(dungeon)
    for row in range(dungeon.rows, 0, -1):
        yield _line(dungeon, rules, row, upper=True)
        yield _line(dungeon, rules, row, upper=False)
        if row > 1:
            yield _between(dungeon, row)
    yield _border(dungeon)
    yield Text("    " + "".join(f"{column_name(column):^{WIDE + 1}}" for column in range(dungeon.columns)), style="dim")


def _border(dungeon: Dungeon) -> Text:
    return Text("   " + "╋".join(["", *["━" * WIDE] * dungeon.columns, ""]), style=COLORS["border"])


def _between(dungeon: Dungeon, row: int) -> Text:
    text = Text("   ")
    for column in range(dungeon.columns):
        kind = dungeon.edges.get(Edge(Room(column, row - 1), "up"))
        text.append("╋" if column == 0 else "·", style=COLORS["border"])
        text.append(ACROSS[kind] * WIDE, style=COLORS[kind or "name"])
    return text.append("╋", style=COLORS["border"])


def _line(dungeon: Dungeon, rules: MapRules, row: int, *, upper: bool) -> Text:
    wrap = row in dungeon.wraps
    text = Text(f"{row:>2} " if upper else "   ", style="dim")
    text.append("◄" if wrap else "┃", style=COLORS["wrap" if wrap else "border"])
    for column in range(dungeon.columns):
        room = Room(column, row)
        text.append_text(_head(dungeon, room) if upper else _contents(dungeon, rules, room))
        if column < dungeon.columns - 1:
            kind = dungeon.edges.get(Edge(room, "right"))
            text.append(UPRIGHT[kind], style=COLORS[kind or "name"])
    return text.append("►" if wrap else "┃", style=COLORS["wrap" if wrap else "border"])


def _head(dungeon: Dungeon, room: Room) -> Text:
    text = Text(f" {room.name}", style=COLORS["name"])
    number = next((number for number, at in dungeon.targets.items() if at == room), None)
    if number is not None:
        text.append(" ")
        text.append(f" {number} ", style=COLORS["target"])
    text.append(" " * (WIDE - text.cell_len))
    return text


def _contents(dungeon: Dungeon, rules: MapRules, room: Room) -> Text:
    text = Text(" ")
    for thing in dungeon.contents.get(room, ()):
        sign, color = _sign(thing, rules)
        if text.cell_len + len(sign) < WIDE:
            text.append(sign, style=COLORS[color])
            text.append(" ")
    text.truncate(WIDE, pad=True)
    return text


def _sign(thing: Thing, rules: MapRules) -> tuple[str, str]:
    sign = visible(f"{rules.kinds[thing.kind].sign}{thing.level or thing.letter}")
    if thing.kind in rules.monsters:
        return sign, "monster"
    if thing.kind in rules.tokens:
        return sign, "token"
    return sign, "trap" if thing.kind in rules.traps else "treasure"
