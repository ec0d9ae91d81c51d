"""Sheets that players mark: layout + words + map -> frames that fill the printable part of a paper."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.diagnostics import did_you_mean, refuse, unlined
from generator.frame import Content, Frame
from generator.game.manifest import SheetEntry
from generator.geometry import Insets, Size
from generator.layout.checks import Smallest
from generator.recipes.pack import Pack
from generator.recipes.printed import EDGES, check_room, face_size, on_paper, two_up
from generator.rulesets.replayed import MarkedSheet
from generator.sheets.sharing import shared

TWO_UP_SCALE = 1 / 0.7  # a sheet two to a page is laid out larger and printed at seven tenths
TWO_UP_ROOM = Size(60.0, 45.0)  # points that margins, strip and gutter of such a page take


class SheetOrder(NamedTuple):
    """What sheets to print: which one (default: the game's first), maps drawn on them (None = the blank map),
    copies of each, a mode of the sheet (default: its first), players' names, and what they have marked."""

    sheet: str = ""
    maps: tuple[str | None, ...] = (None,)
    copies: int = 1
    mode: str = ""
    players: tuple[str, ...] = ()
    pencilled: tuple[MarkedSheet, ...] = ()


def sheet_name(pack: Pack, name: str = "") -> str:
    """Return the name of a sheet, the game's first if none is asked for; raises InvalidInput."""
    known = pack.manifest.sheets
    if not known:
        message = f"{pack.game.id} has no sheet to print"
        raise refuse("C012", message, pack.manifest.place, "name one in game.yaml: sheets: {sheet: {layout: sheet}}")
    if name and name not in known:
        raise refuse("C013", f"there is no sheet {name!r}", unlined("--sheet"), did_you_mean(name, known))
    return name or next(iter(known))


def sheet_title(pack: Pack, name: str) -> str:
    """Return the printed name of a sheet."""
    return pack.titled(pack.manifest.sheets[name].title, name)


def sheet_pages(
    pack: Pack, order: SheetOrder, paper: Size, *, doubled: bool = False, edges: Insets = EDGES
) -> Iterator[Frame]:
    """Yield the pages of an order on a paper: one sheet to a page, or two where it is doubled (two-up)."""
    name = sheet_name(pack, order.sheet)
    title = sheet_title(pack, name)
    if doubled:
        yield from two_up(pack, list(_doubled(pack, name, order, paper)), paper, title, edges)
        return
    size = face_size(pack, paper)
    before = len(pack.faults)
    wanted = [(drawn, player) for drawn in order.maps for player in order.players or ("",)]
    faces = [_ordered_face(pack, order, name, size, drawn, player) for drawn, player in wanted]
    check_room(pack, before, paper, f"sheet {name!r}")
    known: dict[int, Smallest] = {}
    for content in shared([face.content() for face in faces]):
        pages = list(on_paper(pack, content, paper, title, edges=edges, known=known))
        for _ in range(order.copies):
            yield from pages


def _doubled(pack: Pack, name: str, order: SheetOrder, paper: Size) -> Iterator[Content]:
    half = Size((paper.height - TWO_UP_ROOM.height) / 2, paper.width - TWO_UP_ROOM.width)
    size = Size(half.width * TWO_UP_SCALE, half.height * TWO_UP_SCALE)
    for drawn in order.maps:
        for player in order.players or ("",):
            content = _ordered_face(pack, order, name, size, drawn, player).content()
            copies = order.copies if order.players else max(2, order.copies)
            yield from [content] * copies


def _ordered_face(pack: Pack, order: SheetOrder, name: str, size: Size, drawn: str | None, player: str) -> Frame:
    """Lay a sheet of an order out, with the player's marks where there are any."""
    face = sheet_face(pack, size, drawn, order.mode, player, sheet=name)
    for marked in order.pencilled:
        if marked.name == player:
            from generator.recipes.pencil import pencilled_face

            return pencilled_face(pack, face, marked)
    return face


def sheet_face(
    pack: Pack, size: Size, drawn: str | None = None, mode: str = "", player: str = "", *, sheet: str = ""
) -> Frame:
    """Lay one sheet out on a face of a size, blank or with a map drawn on it (an id or a file)."""
    name = sheet_name(pack, sheet)
    entry = pack.manifest.sheets[name]
    values: dict[str, Any] = {**pack.values, "mode": sheet_mode(entry, mode), "player": player}
    values |= pack.score
    values |= map_values(pack, entry, drawn)
    subject = name.replace("_", " ") + (f" {drawn!r}" if drawn else "")
    return pack.face(entry.layout, values, size, subject)


def sheet_mode(entry: SheetEntry, asked: str) -> str:
    """Return a mode of a sheet, its first if none is asked for; raises InvalidInput."""
    if asked and asked not in entry.modes:
        message = f"this sheet has no mode {asked!r}"
        raise refuse("C019", message, unlined("--mode"), did_you_mean(asked, entry.modes))
    return asked or entry.modes[0]


def map_values(pack: Pack, entry: SheetEntry, drawn: str | None) -> dict[str, Any]:
    """Return what a sheet shows of its map; InvalidInput where a map is to be drawn on a sheet without one."""
    if entry.map is None:
        if drawn is not None:
            message = f"the sheets of {pack.game.id} have no map to draw {drawn!r} on"
            raise refuse("C015", message, unlined("--dungeon"), "leave the option out")
        return {}
    from generator.recipes.dungeons import blank_values, dungeon_values, open_dungeon

    return blank_values(pack, entry.map) if drawn is None else dungeon_values(pack, open_dungeon(pack, drawn))
