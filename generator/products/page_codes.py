"""The identity of a sheet, and the page code made from it: digests of game, language, edition, paper and map."""

from collections.abc import Sequence

from generator.frame import Frame
from generator.geometry import Insets, Size
from generator.imposition.identity import SheetIdentity
from generator.imposition.impose import EDGES
from generator.imposition.print_marks import code_place
from generator.maps.loading import DungeonFile
from generator.page_code import PageCode, code_item, digest, fields_digest, has_room, with_code
from generator.products.faces_on_paper import GUTTER, strip_area, text_setter
from generator.products.print_pack import PrintPack
from generator.reading.yaml_nodes import plain
from generator.units import mm


def sheet_identity(pack: PrintPack, page: Frame, sheet: str, mode: str, drawn: str | None = None) -> SheetIdentity:
    """Return the identity of a sheet on a page; raises InvalidInput for an unknown map.

    `drawn` is the id or file of the map printed on the sheet, None without a map.
    """
    dungeon = ""
    if drawn is not None:
        from generator.products.dungeon_values import open_dungeon

        dungeon = f"{map_digest(open_dungeon(pack, drawn)):08x}"
    return SheetIdentity(
        pack.game.id,
        sheet,
        mode,
        look=pack.edition or "",
        language=pack.language,
        dungeon=dungeon,
        version=f"{fields_digest(page):04x}",
    )


def sheet_code(identity: SheetIdentity, paper: Size) -> PageCode:
    """Return the page code of a sheet on a paper."""
    return PageCode(
        sheet=sheet_digest(identity.game, identity.sheet, identity.mode),
        language=language_digest(identity.language),
        edition=edition_digest(identity.look),
        paper=paper_digest(paper),
        fields=int(identity.version, 16),
        map=int(identity.dungeon or "0", 16),
    )


def sheet_digest(game: str, sheet: str, mode: str) -> int:
    return digest(12, game, sheet, mode)


def language_digest(language: str) -> int:
    return digest(6, language)


def edition_digest(edition: str) -> int:
    return digest(5, edition)


def paper_digest(page: Size) -> int:
    """Return a digest of the size of a page, which is first rounded to half a millimetre."""
    return digest(5, *(f"{round(2 * side / mm(1))}" for side in page))


def map_digest(file: DungeonFile) -> int:
    """Return the digest of a map: its map picture, its rooms, and the cards of its targets."""
    rooms = "\n".join(f"{room}: {plain(node)}" for room, node in sorted(file.spec.rooms.items()))
    drawn = "\n".join(line.rstrip() for line in file.text.lines)
    return digest(32, drawn, rooms, " ".join(file.spec.targets))


def add_page_codes(pack: PrintPack, page: Frame, sheets: Sequence[SheetIdentity], edges: Insets = EDGES) -> Frame:
    """Return a page with the identities and codes of the sheets on it, which are side by side.

    The code of a single sheet replaces the placeholder in its layout, if it has one; all other codes are printed beside
    the rulers at the foot, with a word about them.
    """
    codes = [sheet_code(sheet, page.size) for sheet in sheets]
    page = page._replace(identities=tuple(sheet.text() for sheet in sheets))
    if len(codes) == 1 and has_room(page.items):
        return page._replace(items=with_code(page.items, codes[0]))
    area = strip_area(page.size, edges)
    width = area.width / len(codes)
    feet = [area._replace(x=area.x + at * (width + GUTTER / 2), width=width) for at in range(len(codes))]
    note, words = text_setter(pack, color="#777777"), pack.game.word("marks.page_code")
    drawn = [code_item(code_place(foot), code) for foot, code in zip(feet, codes, strict=True)]
    notes = [note(item.rect.right + mm(2), item.rect.bottom - 0.6, words, 6, "start") for item in drawn]
    return page._replace(items=(*page.items, *drawn, *notes))
