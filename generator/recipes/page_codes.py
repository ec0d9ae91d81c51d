"""What the code of a page says of a sheet: digests of its game, language, edition, paper, map, and of its fields."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.frame import Frame
from generator.geometry import Insets, Size
from generator.maps.loading import DungeonFile
from generator.page_code import PageCode, code_item, digest, fields_digest, has_room, with_code
from generator.reading.yaml_nodes import plain
from generator.recipes.pack import Pack
from generator.recipes.printed import EDGES, GUTTER, strip_area
from generator.sheets.print_marks import code_place
from generator.units import mm


class SheetKind(NamedTuple):
    """A sheet of a game in a mode, with the id or the file of the map that is drawn on it (None: no map)."""

    sheet: str
    mode: str = ""
    drawn: str | None = None


def sheet_code(pack: Pack, kind: SheetKind, page: Frame) -> PageCode:
    """Return the code of a page of a sheet; raises InvalidInput for an unknown map."""
    return PageCode(
        sheet=sheet_digest(pack.game.id, kind.sheet, kind.mode),
        language=language_digest(pack.language),
        edition=edition_digest(pack.edition),
        paper=paper_digest(page.size),
        fields=fields_digest(page),
        map=0 if kind.drawn is None else map_digest(_open(pack, kind.drawn)),
    )


def sheet_digest(game: str, sheet: str, mode: str) -> int:
    return digest(12, game, sheet, mode)


def language_digest(language: str) -> int:
    return digest(6, language)


def edition_digest(edition: str | None) -> int:
    return digest(5, edition or "")


def paper_digest(page: Size) -> int:
    """Return the digest of a page of a size, to half a millimetre."""
    return digest(5, *(f"{round(2 * side / mm(1))}" for side in page))


def map_digest(file: DungeonFile) -> int:
    """Return the digest of what is drawn of a map: its picture as text, its rooms, and the cards of its targets."""
    rooms = "\n".join(f"{room}: {plain(node)}" for room, node in sorted(file.spec.rooms.items()))
    drawn = "\n".join(line.rstrip() for line in file.text.lines)
    return digest(32, drawn, rooms, " ".join(file.spec.targets))


def _open(pack: Pack, drawn: str) -> DungeonFile:
    from generator.recipes.dungeons import open_dungeon

    return open_dungeon(pack, drawn)


def coded(page: Frame, codes: Sequence[PageCode], edges: Insets = EDGES) -> Frame:
    """Return a page with its codes, side by side for the sheets that lie on it so.

    The code of a single sheet stands where its layout keeps room for one, else beside the rulers at the foot.
    """
    if len(codes) == 1 and has_room(page.items):
        return page._replace(items=with_code(page.items, codes[0]))
    area = strip_area(page.size, edges)
    width = area.width / len(codes)
    feet = [area._replace(x=area.x + at * (width + GUTTER / 2), width=width) for at in range(len(codes))]
    own = tuple(code_item(code_place(foot), code) for foot, code in zip(feet, codes, strict=True))
    return page._replace(items=(*page.items, *own))
