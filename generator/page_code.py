"""The page code: 96 cells beside the rulers that identify a sheet, so that it is recognised on a photo.

Two rows of 48 square cells, each 0.8 mm wide; a dark cell is a 1. They are read row by row from the left; each part
begins with its highest bit. All is XORed with `MASK`, which makes dark and light cells about equally many:

| bits | part |
| --- | --- |
| 4 | version of the format |
| 12 | game, sheet and mode |
| 6 | language |
| 5 | edition |
| 5 | paper |
| 16 | places of all fields on the page |
| 32 | the map that is drawn on it, 0 for none |
| 16 | check sum of all before (CRC-16/XMODEM) |

All parts but version and check sum are digests (`digest`) of the values that docs/page-code.md names; a reader compares
them with the digests of known values.
"""

from binascii import crc_hqx
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from generator.frame import Frame, GroupItem, Item, Paint, ShapeItem, VectorOutline, fields_on
from generator.geometry import Rect
from generator.units import mm

VERSION = 1
COLUMNS, ROWS = 48, 2
CELL = mm(0.8)
WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
BITS = COLUMNS * ROWS
WIDTHS = (4, 12, 6, 5, 5, 16, 32)  # of all parts but the check sum
CHECK = 16
MASK = int.from_bytes(sha256(b"scrawlpress page code").digest()[: BITS // 8])
ITEM = "page-code"  # the name of its outline in a frame


class PageCode(NamedTuple):
    """The parts of a page code: digests, which a reader compares with the digests of known games, papers and maps."""

    version: int = VERSION
    sheet: int = 0
    language: int = 0
    edition: int = 0
    paper: int = 0
    fields: int = 0
    map: int = 0

    @property
    def bits(self) -> tuple[int, ...]:
        """The 96 cells of the code as bits, row by row; 1 is a dark cell."""
        # Plain positional notation, as bits of one number. The mask breaks up runs of equal cells, such as those of a
        # sheet without a map, by which a reader would lose count; the check sum finds a cell that was misread.
        number = 0
        for value, width in zip(self, WIDTHS, strict=True):
            number = number << width | value & (1 << width) - 1
        number = number << CHECK | _check(number)
        return tuple(int(sign) for sign in f"{number ^ MASK:0{BITS}b}")


def read_code(bits: Sequence[int]) -> PageCode | None:
    """Return the code in 96 cells (1 if dark), or None if the check sum is wrong.

    >>> read_code(PageCode(sheet=7, map=99).bits)
    PageCode(version=1, sheet=7, language=0, edition=0, paper=0, fields=0, map=99)
    """
    number = int("".join(map(str, bits)), 2) ^ MASK
    content, check = number >> CHECK, number & (1 << CHECK) - 1
    if _check(content) != check:
        return None
    values: list[int] = []
    for width in reversed(WIDTHS):
        values.append(content & (1 << width) - 1)
        content >>= width
    return PageCode(*reversed(values))


def _check(number: int) -> int:
    return crc_hqx(number.to_bytes((BITS - CHECK) // 8), 0)


def digest(width: int, *parts: str) -> int:
    """Return a hash of strings as a number of `width` bits, never 0.

    >>> digest(6, "en"), digest(6, "pl"), digest(6, "cs")
    (54, 13, 14)
    """
    number = int.from_bytes(sha256("\n".join(parts).encode()).digest()[:8]) >> 64 - width
    return number or 1


def fields_digest(page: Frame) -> int:
    """Return a digest of the ids and boxes of all fields on a page, rounded to 0.2 mm."""
    step = mm(0.2)
    places = (f"{field.id} {' '.join(f'{round(side / step)}' for side in box)}" for field, box in fields_on(page))
    return digest(16, *sorted(places))


def code_item(rect: Rect, code: PageCode | None = None) -> ShapeItem:
    """Return the cells as a shape in the top left corner of `rect`; without a code, an empty placeholder for it."""
    box = Rect(rect.x, rect.y, WIDTH, HEIGHT)
    runs = list(_dark_runs(code.bits)) if code else []
    numbers = tuple(
        float(number) for row, start, end in runs for number in (start, row, end, row, end, row + 1, start, row + 1)
    )
    outline = VectorOutline(ITEM, "MLLLZ" * len(runs), numbers, COLUMNS, ROWS)
    return ShapeItem("outline", box, Paint("#000000"), 0.0, outline)


def _dark_runs(bits: Sequence[int]) -> Iterable[tuple[int, int, int]]:
    """Yield each run of dark cells as its row, its first column and the column after its last."""
    for (row, is_dark), run in groupby(range(BITS), lambda cell: (cell // COLUMNS, bits[cell])):
        if is_dark:
            columns = [cell % COLUMNS for cell in run]
            yield row, columns[0], columns[-1] + 1


def is_code(item: Item) -> bool:
    """Tell whether an item is a page code or a placeholder for one."""
    return isinstance(item, ShapeItem) and item.outline is not None and item.outline.name == ITEM


def with_code(items: Iterable[Item], code: PageCode) -> tuple[Item, ...]:
    """Return items with the code drawn in all placeholders; items that contain no placeholder are unchanged."""
    return tuple(_coded(item, code) for item in items)


def _coded(item: Item, code: PageCode) -> Item:
    if isinstance(item, ShapeItem) and is_code(item):
        return code_item(item.rect, code)._replace(place=item.place)
    if isinstance(item, GroupItem) and has_room(item.content.items):
        return item._replace(content=item.content._replace(items=with_code(item.content.items, code)))
    return item


def has_room(items: Iterable[Item]) -> bool:
    """Tell whether a code or a placeholder for one is among items, or in groups among them."""
    return any(has_room(item.content.items) if isinstance(item, GroupItem) else is_code(item) for item in items)


BEGIN = "scrawl-sheet?"


class SheetIdentity(NamedTuple):
    """What has to be known of a sheet to read the marks on it, or to lay it out again.

    - `game`, `sheet`, `mode`: the ids of game.yaml, such as moon-farm, score_sheet, solo
    - `edition`: the edition of the rules; "" if the game has only one
    - `look`: the variant chosen by `--edition`, such as large-print; "" for the default
    - `language`: en, pl, cs ...
    - `dungeon`: the hexadecimal digest of the map drawn on it; "" for a blank map, or none
    - `version`: the hexadecimal digest of the fields on its page and of their positions, so it differs by paper, too

    Names of players are not part of the identity: the sheets of all players are the same. It determines the page code.
    """

    game: str
    sheet: str
    mode: str = ""
    edition: str = ""
    look: str = ""
    language: str = ""
    dungeon: str = ""
    version: str = ""

    def text(self) -> str:
        """Return the identity as one ASCII word, which `identity_of` parses.

        >>> SheetIdentity("moon-farm", "score_sheet", language="en").text()
        'scrawl-sheet?game=moon-farm&sheet=score_sheet&language=en'
        """
        return BEGIN + urlencode({key: value for key, value in self._asdict().items() if value})


def identity_of(text: str) -> SheetIdentity | None:
    """Return the identity written as a text, or None if the text is not one; unknown keys are ignored.

    >>> identity_of("scrawl-sheet?game=moon-farm&sheet=score_sheet&colour=red").game
    'moon-farm'
    """
    if not text.startswith(BEGIN):
        return None
    values = {key: value for key, value in parse_qsl(text[len(BEGIN) :]) if key in SheetIdentity._fields}
    return SheetIdentity(**values) if "game" in values and "sheet" in values else None
