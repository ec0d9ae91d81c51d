"""The printed pages that photos may show: find the page that a code identifies, and make its print for comparison.

A sheet is searched among the available games, languages, editions, papers and maps; the digest of its fields then tells
whether its layout is still the same as when it was printed.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from generator.draw.raster import pictures
from generator.frame import FieldItem, Frame, ShapeItem, fields_on, walk
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.geometry import Rect, Size
from generator.imposition.paper import read_paper
from generator.maps.loading import find_dungeon
from generator.maps.map_rules import has_maps, read_map_rules
from generator.page_code import VERSION, PageCode, fields_digest, is_code
from generator.photo.reader import UnreadablePhoto
from generator.products.faces_on_paper import pack_pdf
from generator.products.print_pack import PrintPack, edition_names, open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import (
    edition_digest,
    language_digest,
    map_digest,
    own_page,
    paper_digest,
    sheet_digest,
    sheet_pages,
)
from generator.reading.game_catalogue import GameCatalogue

if TYPE_CHECKING:
    from generator.photo.reader.page_print import PagePrint

PAPERS = ("a4", "letter", "a5", "a3", "legal", "tabloid")
LARGEST = Size(900, 1250)  # points of the largest page that is compared with photos
MOST_PRINTS = 4  # sheets cached, those used last


class KnownPage(NamedTuple):
    """What identifies a printed sheet: game, mode, language, edition, paper, and map by id or file (None: no map)."""

    game: str
    sheet: str
    mode: str
    language: str
    edition: str | None
    paper: Size
    dungeon: str | None = None


class TextField(NamedTuple):
    """A field to write in: its box on the page, in points, and its clockwise rotation in quarter turns."""

    box: Rect
    turns: int


class PrintedPage(NamedTuple):
    """A page as it was printed: which sheet of which game it is, its laid out frame, and its pixels."""

    identity: KnownPage
    frame: Frame
    print: "PagePrint"

    @property
    def box_names(self) -> dict[str, str]:
        """The readable names of the fields on the page, by id."""
        return {field.id: field.spoken or field.id for field, _ in fields_on(self.frame)}

    @property
    def text_fields(self) -> dict[str, TextField]:
        """The text fields of the page, by id, in drawing order."""
        turns = {
            item.id: round(math.atan2(matrix[1], matrix[0]) / (math.pi / 2)) % 4
            for item, matrix in walk(self.frame.items)
            if isinstance(item, FieldItem)
        }
        return {
            field.id: TextField(box, turns[field.id]) for field, box in fields_on(self.frame) if field.entry == "text"
        }


class KnownPages:
    """The pages of some games, each laid out when needed; `maps` are dungeon files beside those of the games."""

    def __init__(self, catalogue: GameCatalogue, games: Iterable[str], maps: Iterable[str] = ()) -> None:
        self.catalogue, self.games, self.maps = catalogue, tuple(games), tuple(maps)
        self._pack = cache(partial(open_pack, catalogue))
        self._printed = lru_cache(MOST_PRINTS)(partial(_printed_pages, self._pack))

    def likely(self, language: str) -> Iterator[KnownPage]:
        """Yield the pages to search for in a photo, the likeliest first.

        These are every sheet in its default look, on its own paper or on A4 and Letter; if there is only one game, then
        also on all other papers, in both orientations.
        """
        common_papers, sizes = [self.papers["a4"], self.papers["letter"]], self.papers.values()
        rare_papers = [*(size.turned for size in sizes), *sizes] if len(self.games) == 1 else []
        for paper in dict.fromkeys([None, *common_papers, *rare_papers]):
            for game in self.games:
                manifest, languages = read_manifest(self.catalogue, game), languages_of(self.catalogue, game)
                spoken = language if language in languages else languages[0]
                for name, entry in manifest.sheets.items():
                    sheet_paper = own_page(self._pack(game, spoken, None), name)
                    page = sheet_paper if paper is None else paper if sheet_paper is None else None
                    if page is not None:
                        yield KnownPage(game, name, entry.modes[0], spoken, None, page)

    @cached_property
    def papers(self) -> dict[str, Size]:
        return {name: read_paper(self.catalogue, name) for name in PAPERS}

    def page_of_code(self, code: PageCode) -> KnownPage | None:
        """Return the page that a code identifies, None if no game has it; raises UnreadablePhoto for an unknown map."""
        if code.version != VERSION:
            return None
        for game in self.games:
            for name, entry in read_manifest(self.catalogue, game).sheets.items():
                for mode in entry.modes:
                    if sheet_digest(game, name, mode) == code.sheet:
                        page = self._with_looks(code, game, name, mode)
                        if page is not None:
                            return page
        return None

    def _with_looks(self, code: PageCode, game: str, sheet: str, mode: str) -> KnownPage | None:
        editions = [None, *edition_names(self.catalogue, game)]
        sizes = [size for paper in self.papers.values() for size in (paper, paper.turned)]
        language = [name for name in languages_of(self.catalogue, game) if language_digest(name) == code.language]
        edition = [name for name in editions if edition_digest(name or "") == code.edition]
        if not (language and edition):
            return None
        sheet_paper = own_page(self._pack(game, language[0], edition[0]), sheet)
        paper = [size for size in (*([sheet_paper] if sheet_paper else ()), *sizes) if paper_digest(size) == code.paper]
        if not paper:
            return None
        return KnownPage(game, sheet, mode, language[0], edition[0], paper[0], self._map(game, code.map))

    def _map(self, game: str, digest: int) -> str | None:
        if not digest or not has_maps(self.catalogue, game):
            return None
        rules = read_map_rules(self.catalogue, game)
        for name in (*self.maps, *self.catalogue.names(f"cards/{game}/dungeons")):
            if map_digest(find_dungeon(self.catalogue, game, rules, name)) == digest:
                return name
        raise UnreadablePhoto("photo_map")

    def find_print(self, identity: KnownPage, fields: int | None = None) -> PrintedPage:
        """Return a page as it would be printed now; `fields` is the expected digest of its fields (None: any digest).

        Raises UnreadablePhoto if the digest differs, since the layout changed after the photographed page was printed.
        """
        for page in self._printed(identity):
            if fields is None or fields_digest(page.frame) == fields:
                return page
        raise UnreadablePhoto("photo_changed")


def _printed_pages(pack_of: Callable[[str, str, str | None], PrintPack], identity: KnownPage) -> list[PrintedPage]:
    import numpy as np

    from generator.photo.reader.page_print import DPI, PagePrint

    pack, printed = pack_of(identity.game, identity.language, identity.edition), []
    request = SheetOptions(sheet=identity.sheet, maps=(identity.dungeon,), mode=identity.mode)
    for frame in sheet_pages(pack, request, PaperOptions(paper=identity.paper)):
        if max(frame.size) > max(LARGEST):
            continue
        pixels = np.asarray(next(pictures(pack_pdf(pack, [frame], ""), DPI)))
        boxes = {field.id: box for field, box in fields_on(frame) if field.entry == "check"}
        codes = ((item, at) for item, at in walk(frame.items) if isinstance(item, ShapeItem) and is_code(item))
        code, matrix = next(codes)
        printed.append(PrintedPage(identity, frame, PagePrint(pixels, boxes, code.rect.around(matrix))))
    return printed
