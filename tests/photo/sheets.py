"""Sheets as they come from a printer: pixels of our own PDF, and where its boxes are."""

import io
import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pypdfium2 as pdfium
from PIL import Image

from generator.frame import FieldItem, Frame, fields_on, walk
from generator.imposition.paper import page_size
from generator.products.faces_on_paper import pack_pdf
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_name, sheet_pages
from generator.reading.game_catalogue import GameCatalogue

MM = 72 / 25.4
BORDER = 6.0  # mm of white around a page: a printer does not hit the middle
CACHED_SHEETS, CACHED_RASTERS = 64, 3


class Box(NamedTuple):
    """A box to mark, in mm from the upper left corner of the page; `turn` (radians) is its reading direction."""

    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


class Printed(NamedTuple):
    """A page of a sheet: its identity, size in mm, boxes to tick and to write in, by id, and its PDF."""

    game: str
    sheet: str
    language: str
    paper: str
    edition: str
    dungeon: str
    size: tuple[float, float]
    ticked: dict[str, Box]
    written: dict[str, Box]
    pdf: bytes

    @property
    def boxes(self) -> dict[str, Box]:
        return self.ticked | self.written


@lru_cache(maxsize=CACHED_SHEETS)
def printed(game: str, sheet: str, language: str, paper: str, edition: str, dungeon: str) -> Printed:
    """Print a sheet once, with `dungeon` on its map ("": blank).

    Raises InvalidInput for an unknown name, ValueError for a sheet that is glued together from several pages.
    """
    pack = open_pack(GameCatalogue.at(), game, language, edition or None)
    name = sheet_name(pack, sheet)
    request = SheetOptions(sheet=name, maps=(dungeon or None,))
    frame, *others = sheet_pages(pack, request, PaperOptions(usual=page_size(pack.catalogue, paper)))
    pack.raise_faults()
    if others:
        raise ValueError(f"{name} in {edition or 'this edition'} takes several pages of {paper}")
    boxes: dict[str, dict[str, Box]] = {"check": {}, "text": {}}
    for entry, id, box in _fields(frame):
        boxes[entry][id] = box
    size = (frame.size.width / MM, frame.size.height / MM)
    content = pack_pdf(pack, [frame], name)
    return Printed(game, name, language, paper, edition, dungeon, size, boxes["check"], boxes["text"], content)


def _fields(frame: Frame):
    """Yield the kind of entry, the id and the box (mm) of each field; a repeated id begins a second sheet."""
    turns = {
        item.id: math.atan2(matrix[1], matrix[0]) for item, matrix in walk(frame.items) if isinstance(item, FieldItem)
    }
    ids: set[str] = set()
    number = 1
    for field, rect in fields_on(frame):
        if field.id in ids:
            number += 1
            ids.clear()
        ids.add(field.id)
        id = field.id if number == 1 else f"sheet{number}.{field.id}"
        yield field.entry, id, Box(*(each / MM for each in rect), turns[field.id])


@lru_cache(maxsize=CACHED_RASTERS)
def raster(sheet_pdf: bytes, dpi: int) -> np.ndarray:
    """Return a printed page with a white border, as reflected light: (height, width, 3), 0 to 255, linear."""
    document = pdfium.PdfDocument(sheet_pdf)
    page = document[0].render(scale=dpi / 72).to_pil().convert("RGB")
    border = round(BORDER * dpi / 25.4)
    whole = Image.new("RGB", (page.width + 2 * border, page.height + 2 * border), "white")
    whole.paste(page, (border, border))
    return np.asarray(whole.point(TO_LIGHT * 3))


TO_LIGHT = [round(255 * (each / 255) ** 2.2) for each in range(256)]


def page_of(image: Image.Image) -> Printed:
    """Return a page of A4 that is not ours and shows a picture."""
    file = io.BytesIO()
    image.save(file, "PDF", resolution=image.width / 210 * 25.4)
    return Printed("", "", "", "a4", "", "", (210.0, 297.0), {}, {}, file.getvalue())
