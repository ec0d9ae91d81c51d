"""A TrueType file: what it measures, which letters it shows, and the small file that holds only some of them.

Tables and the places of numbers in them are those of the OpenType specification. Lengths are thousandths of the size.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import error as cut_short
from struct import iter_unpack, pack, unpack_from

DAMAGED = (ValueError, LookupError, OverflowError, cut_short)  # what reading a file that is not sound ends in

VERSIONS = (0x00010000, 0x74727565)  # 1.0, and "true"
MAGIC = 0x5F0F3CF5
WHOLE = 0xB1B0AFBA  # what all numbers of a sound file add up to
MOST_LETTERS = 0x110000
NO_EMBEDDING = 0x0002  # the lowest four bits of the licence say so
NO_SUBSETS = 0x0300
SYMBOLIC, FORCED_BOLD, FIXED, ITALIC = 1 << 2, 1 << 18, 1 << 0, 1 << 6  # flags of a font in a PDF
SEMIBOLD = 600
UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0), (3, 0))  # the widest first
FULL_NAMES = (6, 4, 1)  # the name for programs, then those for people
NO_NAME = re.compile(r"[^!-~]|[][(){}<>/%#]")  # what a name in a PDF cannot hold
COPIED = (b"name", b"OS/2", b"cvt ", b"fpgm", b"prep")
BLANK, FIXED_BLANK = 0x20, 0xA0

LOCA = {False: ("H", 2), True: ("L", 1)}  # how the table of places counts: in pairs of bytes, or in bytes

# of the parts of a composed glyph: more follow, how their places and scales are told
MORE, WORDS, SCALE, TWO_SCALES, MATRIX = 0x20, 0x01, 0x08, 0x40, 0x80


class TrueType:
    """A font file; `letters` tells the glyph of each letter of Unicode, `widths` how wide it is."""

    def __init__(self, data: bytes) -> None:
        """Read a file; raises one of DAMAGED where it is no sound one, or may not be embedded."""
        self._data = data
        self._places = _directory(data)
        self.count = _word(self.table(b"maxp"), 4)
        self.name = _name(self.table(b"name"))
        self._read_head(self.table(b"head"))
        self._read_looks(self.table(b"OS/2"), self.table(b"post"))
        self._advances, self._bearings = self._metrics()
        found = _letters(self.table(b"cmap"))
        self.letters = _with_blanks({letter: glyph for letter, glyph in found if 0 < glyph < self.count})
        self.widths = {letter: self._advances[glyph] * self.unit for letter, glyph in self.letters.items()}
        self.default_width = self._advances[0] * self.unit

    def _read_head(self, table: bytes) -> None:
        """Read in which units the file counts, and the box that holds every glyph."""
        if unpack_from(">L", table, 12)[0] != MAGIC or not _word(table, 18):
            raise ValueError("no sound head")
        self.unit = 1000 / _word(table, 18)
        self.box = tuple(edge * self.unit for edge in unpack_from(">4h", table, 36))
        self._is_long = _word(table, 50) == 1

    def _read_looks(self, metrics: bytes, post: bytes) -> None:
        """Read how high and bold, slanted and even the letters are."""
        version, weight, licence = _word(metrics, 0), _word(metrics, 4), _word(metrics, 8)
        if licence & 0xF == NO_EMBEDDING or licence & NO_SUBSETS:
            raise ValueError("may not be embedded")
        self.ascent, self.descent = (edge * self.unit for edge in unpack_from(">2h", metrics, 68))
        self.cap = unpack_from(">h", metrics, 88)[0] * self.unit if version > 1 else self.ascent
        self.stem = 50 + int((weight / 65) ** 2)  # a guess from the weight: no table tells it
        self.slant: float = unpack_from(">l", post, 4)[0] / 65536
        told = ((ITALIC, self.slant), (FORCED_BOLD, weight >= SEMIBOLD), (FIXED, unpack_from(">L", post, 12)[0]))
        self.flags = SYMBOLIC | sum(flag for flag, is_so in told if is_so)

    def width(self, letter: int) -> float:
        """Return how wide a letter is; for one that the font lacks, the sign shown in its place."""
        return self.widths.get(letter, self.default_width)

    def table(self, tag: bytes) -> bytes:
        """Return a table of the file; raises KeyError."""
        at, length = self._places[tag]
        return self._data[at : at + length]

    def _metrics(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return how far each glyph reaches, and where its ink begins; the last full pair holds for all after it."""
        table, full = self.table(b"hmtx"), _word(self.table(b"hhea"), 34)
        pairs = unpack_from(f">{2 * full}H", table)
        rest = self.count - full
        bearings = unpack_from(f">{rest}H", table, 4 * full)
        return (*pairs[::2], *(pairs[-2:-1] * rest)), (*pairs[1::2], *bearings)

    # a part of the file

    def subset(self, letters: Sequence[int]) -> bytes:
        """Return a file with only the glyphs of these letters, which have the codes 0, 1, 2, ... in it."""
        shown = [self.letters.get(letter, 0) for letter in letters]
        outlines = self._outlines()
        numbers = _numbered(shown, outlines)
        glyphs, places = _packed([_renumbered(outlines(glyph), numbers) for glyph in numbers])
        is_long = places[-1] > 2 * 0xFFFF
        form, unit = LOCA[is_long]
        full, widths = self._measured(list(numbers))
        tables = {tag: self.table(tag) for tag in COPIED if tag in self._places}
        tables |= {
            b"post": b"\0\3\0\0" + self.table(b"post")[4:16] + bytes(16),
            b"hmtx": widths,
            b"hhea": _with_word(self.table(b"hhea"), 34, full),
            b"maxp": _with_word(self.table(b"maxp"), 4, len(numbers)),
            b"cmap": _codes([numbers[glyph] for glyph in shown]),
            b"glyf": glyphs,
            b"loca": pack(f">{len(places)}{form}", *(place // unit for place in places)),
            b"head": _with_word(self.table(b"head"), 50, is_long),
        }
        return _file(tables)

    def _outlines(self) -> Callable[[int], bytes]:
        """Return the function that finds the outline of a glyph."""
        outlines, places = self.table(b"glyf"), self.table(b"loca")
        form, unit = LOCA[self._is_long]
        found = unpack_from(f">{self.count + 1}{form}", places)

        def outline(glyph: int) -> bytes:
            return outlines[found[glyph] * unit : found[glyph + 1] * unit]

        return outline

    def _measured(self, glyphs: list[int]) -> tuple[int, bytes]:
        """Return the table of widths of some glyphs, and how many full pairs it holds: the last ones may be equal."""
        advances = [self._advances[glyph] for glyph in glyphs]
        bearings = [self._bearings[glyph] for glyph in glyphs]
        full = len(glyphs)
        while full > 1 and advances[full - 2] == advances[-1]:
            full -= 1
        pairs = [number for pair in zip(advances[:full], bearings[:full], strict=True) for number in pair]
        return full, pack(f">{len(pairs) + len(glyphs) - full}H", *pairs, *bearings[full:])


def _word(table: bytes, at: int) -> int:
    number: int = unpack_from(">H", table, at)[0]
    return number


def _with_word(table: bytes, at: int, number: int) -> bytes:
    return table[:at] + pack(">H", number) + table[at + 2 :]


def _codes(glyphs: Sequence[int]) -> bytes:
    """Return the table that gives the codes 0, 1, 2, ... to glyphs (format 6, for the codes of no language)."""
    count = len(glyphs)
    return pack(f">{11 + count}H", 0, 1, 1, 0, 0, 12, 6, 10 + 2 * count, 0, 0, count, *glyphs)


def _directory(data: bytes) -> dict[bytes, tuple[int, int]]:
    """Return where each table begins and how long it is."""
    version, count = unpack_from(">LH", data)
    if version not in VERSIONS:
        raise ValueError("no TrueType file")
    return {tag: (at, length) for tag, _, at, length in iter_unpack(">4s3L", data[12 : 12 + 16 * count])}


def _name(table: bytes) -> str:
    """Return the name of a font for programs."""
    count, texts = unpack_from(">2H", table, 2)
    found: dict[int, str] = {}
    for platform, _, _, which, length, at in iter_unpack(">6H", table[6 : 6 + 12 * count]):
        text = table[texts + at : texts + at + length]
        if which in FULL_NAMES and platform in (0, 1, 3):
            found.setdefault(which, text.decode("latin-1" if platform == 1 else "utf-16-be", "ignore"))
    told = next((found[which] for which in FULL_NAMES if which in found), "")
    return NO_NAME.sub("", told.replace(" ", "-")) or "Font"


def _letters(table: bytes) -> Iterable[tuple[int, int]]:
    """Yield every letter with its glyph, from the table for Unicode that reaches furthest."""
    count = _word(table, 2)
    found = {(platform, kind): at for platform, kind, at in iter_unpack(">2HL", table[4 : 4 + 8 * count])}
    [best, *_] = [at for kind in UNICODE if (at := found.get(kind))]
    chosen = table[best:]
    return LETTERS[_word(chosen, 0)](chosen)


def _by_segments(table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the letters of format 4: segments with a shift each, or with glyphs in a list behind them."""
    count = _word(table, 6) // 2
    ends, firsts, shifts, lists = (
        unpack_from(f">{count}H", table, at) for at in (14, 16 + 2 * count, 16 + 4 * count, 16 + 6 * count)
    )
    _check_number(zip(firsts, ends, strict=True))
    for at, (first, end, shift, offset) in enumerate(zip(firsts, ends, shifts, lists, strict=True)):
        if not offset:
            yield from ((letter, letter + shift & 0xFFFF) for letter in range(first, end + 1))
            continue
        begin = 16 + 6 * count + 2 * at + offset
        listed = min(end + 1, first + (len(table) - begin) // 2)
        for letter in range(first, listed):
            glyph = _word(table, begin + 2 * (letter - first))
            yield letter, glyph + shift & 0xFFFF if glyph else 0


def _by_list(table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the letters of format 6: one row of glyphs."""
    first, count = unpack_from(">2H", table, 6)
    yield from enumerate(unpack_from(f">{count}H", table, 10), first)


def _by_groups(table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the letters of format 12: groups of letters and of glyphs that run side by side."""
    count = unpack_from(">L", table, 12)[0]
    groups = list(iter_unpack(">3L", table[16 : 16 + 12 * count]))
    _check_number((first, end) for first, end, _ in groups)
    for first, end, glyph in groups:
        yield from zip(range(first, end + 1), range(glyph, glyph + end + 1 - first), strict=True)


LETTERS = {4: _by_segments, 6: _by_list, 12: _by_groups}


def _check_number(groups: Iterable[tuple[int, int]]) -> None:
    if sum(max(0, end + 1 - first) for first, end in groups) > MOST_LETTERS:
        raise ValueError("more letters than there are")


def _with_blanks(letters: dict[int, int]) -> dict[int, int]:
    """Return letters in which the blank and the one that does not break look alike."""
    blank = letters.get(BLANK) or letters.get(FIXED_BLANK)
    return {**letters, BLANK: blank, FIXED_BLANK: blank} if blank else letters


def _numbered(glyphs: Iterable[int], outlines: Callable[[int], bytes]) -> dict[int, int]:
    """Return the new numbers of glyphs and of all that they are composed of; the sign for none stays the first."""
    wanted = list(dict.fromkeys((0, *glyphs)))
    numbers = {glyph: at for at, glyph in enumerate(wanted)}
    for glyph in wanted:
        outline = outlines(glyph)
        for part in (_word(outline, at) for at in _parts(outline)):
            if part not in numbers:
                numbers[part] = len(wanted)
                wanted.append(part)
    return numbers


def _parts(outline: bytes) -> Iterator[int]:
    """Yield where a composed outline names the glyphs that it is made of."""
    at, flags = 10, MORE if outline[:1] >= b"\x80" else 0
    while flags & MORE:
        flags = _word(outline, at)
        yield at + 2
        at += 8 if flags & WORDS else 6
        at += 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & MATRIX else 0


def _renumbered(outline: bytes, numbers: dict[int, int]) -> bytes:
    for at in _parts(outline):
        outline = _with_word(outline, at, numbers[_word(outline, at)])
    return outline


def _packed(outlines: Iterable[bytes]) -> tuple[bytes, list[int]]:
    """Return outlines one after the other, each beginning at a multiple of four, and where they begin and end."""
    whole, places = bytearray(), [0]
    for outline in outlines:
        whole += outline + bytes(-len(outline) % 4)
        places.append(len(whole))
    return bytes(whole), places


def _file(tables: dict[bytes, bytes]) -> bytes:
    """Return a file of tables, with its sums."""
    tables[b"head"] = tables[b"head"][:8] + bytes(4) + tables[b"head"][12:]
    count = len(tables)
    steps = count.bit_length() - 1
    directory = pack(">L4H", VERSIONS[0], count, 16 << steps, steps, 16 * count - (16 << steps))
    body, begin = bytearray(), 12 + 16 * count
    adjusted = 0
    for tag, table in sorted(tables.items()):
        at = begin + len(body)
        adjusted = at + 8 if tag == b"head" else adjusted
        padded = table + bytes(-len(table) % 4)
        directory += pack(">4s3L", tag, _sum(padded), at, len(table))
        body += padded
    whole = directory + body
    return whole[:adjusted] + pack(">L", (WHOLE - _sum(whole)) & 0xFFFFFFFF) + whole[adjusted + 4 :]


def _sum(data: bytes) -> int:
    numbers: tuple[int, ...] = unpack_from(f">{len(data) // 4}L", data)
    return sum(numbers) & 0xFFFFFFFF
