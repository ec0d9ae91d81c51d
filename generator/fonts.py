"""Font files: what they measure, which letters they show, and the part of them that a document holds.

ReportLab reads them; the face that measures a text is the one that is embedded. Lengths are thousandths of the size.
"""

import io
import sys
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from struct import error as cut_short
from typing import Any, NamedTuple
from unicodedata import category

from reportlab.pdfbase.ttfonts import TTFError, TTFontFace

from generator.diagnostics import Place, refuse

MOST_KNOWN = 20_000  # widths of texts that a font remembers
MOST_LETTERS = 0x110000
UNICODE, VARIATIONS = (0, 3), 5  # platforms of tables of letters; the one kind of them that tells none
IN_SEGMENTS, IN_GROUPS = 4, (12, 13)  # formats of such tables
DAMAGED = (TTFError, ValueError, LookupError, OverflowError, cut_short)  # what reading a damaged file ends in

# the tables that a font cannot do without, and how long they are at the least
NEEDED = {
    "OS/2": 78, "cmap": 4, "glyf": 0, "head": 54, "hhea": 36, "hmtx": 4, "loca": 4, "maxp": 32, "name": 6, "post": 32
}  # fmt: skip
NO_EMBEDDING = 0x0002  # the lowest four bits of the licence say so
NO_SUBSETS = 0x0300
SHOWN = "LNPS"  # letters, numbers, punctuation and symbols have an outline,
EMPTY = frozenset((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0))  # but for these


class Face(TTFontFace):  # type: ignore[misc]  # the library tells no types
    """A font file as ReportLab reads it, looked over when it is opened.

    ReportLab trusts a file: a half-copied one would be read as far as it goes, and print blank letters. `letters`
    tells the glyph of each letter of Unicode that can be drawn, `widths` how wide it is.
    """

    def __init__(self, path: Path) -> None:
        """Read a file; raises one of DAMAGED where it is no sound TTF file that may be embedded, or OSError."""
        with path.open("rb") as file:
            super().__init__(file)
        if (
            any(begin > end for begin, end in pairwise(self.glyphPos))
            or self.glyphPos[-1] > self.table["glyf"]["length"]
        ):
            raise ValueError("an outline lies beyond the outlines")
        full = self.get_ushort(self.table["hhea"]["offset"] + 34)
        # ReportLab gives the glyphs behind the last full pair an advance in thousandths, not in units of the file
        self.hmetrics[full:] = [(self.hmetrics[full - 1][0], bearing) for _, bearing in self.hmetrics[full:]]
        self.letters = {letter: glyph for letter, glyph in self.charToGlyph.items() if self._can_draw(letter, glyph)}
        self.widths = {letter: self.charWidths[letter] for letter in self.letters}

    def readTableDirectory(self) -> None:  # noqa: N802  # the library's name
        """Read where the tables lie, and look them over before anything is read from them."""
        super().readTableDirectory()
        if len(self.table) < len(self.tables) or not self.table.keys() >= NEEDED.keys():
            raise ValueError("a table is missing")
        end = 0
        for table in sorted(self.tables, key=lambda table: table["offset"]):
            if table["offset"] % 4 or table["offset"] < end:
                raise ValueError("two tables lie in one place")
            end = table["offset"] + table["length"]
        if end > len(self._ttf_data):
            raise ValueError("a table reaches beyond the file")
        for table in self.tables:
            if table["checksum"] != _sum(self.get_table(table["tag"]), table["tag"] == "head"):
                raise ValueError("a table is not what its sum tells")
        self._check_licence()
        self._check_lengths()

    def _check_licence(self) -> None:
        licence = self.get_ushort(self.table["OS/2"]["offset"] + 8)
        if licence & 0xF == NO_EMBEDDING or licence & NO_SUBSETS:
            raise ValueError("may not be embedded")

    def _check_lengths(self) -> None:
        """Raise ValueError where a table holds less than is read from it, or tells of more letters than there are."""
        begin = {table["tag"]: table["offset"] for table in self.tables}
        length = {table["tag"]: table["length"] for table in self.tables}
        if any(length[tag] < least for tag, least in NEEDED.items()):
            raise ValueError("a table is too short")
        glyphs, full = self.get_ushort(begin["maxp"] + 4), self.get_ushort(begin["hhea"] + 34)
        wide = 4 if self.get_ushort(begin["head"] + 50) else 2
        if length["loca"] < (glyphs + 1) * wide or full > glyphs or length["hmtx"] < 2 * (full + glyphs):
            raise ValueError("a table is too short")
        for number in range(self.get_ushort(begin["cmap"] + 2)):
            entry = begin["cmap"] + 4 + 8 * number
            if self.get_ushort(entry) in UNICODE and self.get_ushort(entry + 2) != VARIATIONS:
                self._check_letters(begin["cmap"] + self.get_ulong(entry + 4))

    def _check_letters(self, at: int) -> None:
        """Raise ValueError where a table tells its letters in a way that ReportLab misreads, or more than there are."""
        form, count = self.get_ushort(at), 0
        if form == IN_SEGMENTS:
            half = self.get_ushort(at + 6)
            for segment in range(0, half, 2):
                count += max(0, self.get_ushort(at + 14 + segment) + 1 - self.get_ushort(at + 16 + half + segment))
        elif form in IN_GROUPS:
            for group in range(at + 16, at + 16 + 12 * self.get_ulong(at + 12), 12):
                count += max(0, self.get_ulong(group + 4) + 1 - self.get_ulong(group))
        else:
            raise ValueError("letters told in an old way")
        if count > MOST_LETTERS:
            raise ValueError("more letters than there are")

    def advance(self, glyph: int) -> float:
        """Return how far a glyph reaches."""
        return float(self.hmetrics[glyph][0] * 1000 / self.unitsPerEm)

    def _can_draw(self, letter: int, glyph: int) -> bool:
        """Tell whether a letter has a glyph, and an outline where it is to be seen."""
        if not 0 < glyph < self.numGlyphs:
            return False
        is_empty = self.glyphPos[glyph] == self.glyphPos[glyph + 1]
        return not is_empty or category(chr(letter))[0] not in SHOWN or letter in EMPTY


class Glyph(NamedTuple):
    """The outline of a letter as SVG path data, y up, and how far it reaches; nothing to draw for a blank."""

    path: str
    advance: float


def _sum(table: bytes, is_head: bool) -> int:
    """Return the sum of a table's words, in half the time of ReportLab's own; that of the header leaves one out."""
    if is_head:
        table = table[:8] + bytes(4) + table[12:]
    words = array("I", table + bytes(-len(table) % 4))
    if sys.byteorder == "little":
        words.byteswap()
    return sum(words) & 0xFFFFFFFF


@dataclass(eq=False)
class Font:
    """One font under a name; widths in thousandths of the size, `face` the file that it was read from."""

    name: str
    path: Path
    face: Face
    widths: dict[int, float]
    glyphs: frozenset[int]
    cap: float
    default_width: float
    _known: dict[str, float] = field(default_factory=dict)
    _glyphs: dict[str, Glyph] = field(default_factory=dict)

    def width(self, text: str, size: float) -> float:
        """Return how far a text of this size reaches, in points."""
        return self.thousandths(text) * size / 1000

    def thousandths(self, text: str) -> float:
        """Return how far a text reaches, in thousandths of its size."""
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            widths, default = self.widths, self.default_width
            known = self._known[text] = sum([widths.get(ord(sign), default) for sign in text])
        return known

    @cached_property
    def signs(self) -> frozenset[str]:
        """Every sign that the font can draw."""
        return frozenset(map(chr, self.glyphs))

    @cached_property
    def _drawings(self) -> Any:
        """The file as fontTools reads it: only what shows outlines needs it."""
        from fontTools.ttLib import TTFont

        return TTFont(io.BytesIO(self.path.read_bytes()), lazy=True)

    @cached_property
    def units(self) -> int:
        """In how many units the height of the font is counted."""
        return int(self._drawings["head"].unitsPerEm)

    def glyph(self, sign: str) -> Glyph:
        """Return the outline of a sign, in units of the font."""
        known = self._glyphs.get(sign)
        if known is None:
            known = self._glyphs[sign] = self._drawn(sign)
        return known

    def _drawn(self, sign: str) -> Glyph:
        from fontTools.pens.svgPathPen import SVGPathPen

        shapes = self._drawings.getGlyphSet()
        name = self._drawings.getGlyphName(self.face.letters.get(ord(sign), 0))
        pen = SVGPathPen(shapes, ntos="{:g}".format)
        shapes[name].draw(pen)
        return Glyph(pen.getCommands(), self._drawings["hmtx"][name][0])

    def missing(self, text: str) -> list[str]:
        """Return the signs of a text that the font cannot draw."""
        return sorted({sign for sign in text if ord(sign) not in self.glyphs})


Keep = Callable[[Path, str, Callable[[Path], Any]], Any]


def made_anew(path: Path, _kind: str, make: Callable[[Path], Any]) -> Any:
    """Keep nothing: make what a file holds each time."""
    return make(path)


class Fonts:
    """The fonts of a layout by name ("text.bold"), each loaded when first asked for.

    Names of one file share its face. `keep` may remember faces and fonts from one set of fonts to the next.
    """

    def __init__(self, paths: Mapping[str, Path], keep: Keep = made_anew) -> None:
        self.paths = dict(paths)
        self.keep = keep
        self._loaded: dict[str, Font] = {}
        self._faces: dict[Path, Face] = {}

    def font(self, name: str) -> Font:
        """Return a font; raises KeyError for an unknown name, InvalidInput for a damaged file."""
        found = self._loaded.get(name)
        if found is None:
            path = self.paths[name]
            if path not in self._faces:
                self._faces[path] = self.keep(path, "font", read_face)
            face = self._faces[path]
            found = self._loaded[name] = self.keep(path, f"font {name}", lambda path: _measured(name, path, face))
        return found


def read_face(path: Path) -> Face:
    """Read a TTF file; raises InvalidInput where it is none, is damaged, or may not be embedded."""
    try:
        return Face(path)
    except (OSError, *DAMAGED):
        message = f"cannot use font {path.name!r}: it is no sound TTF file that may be embedded"
        raise refuse("L029", message, Place(str(path)), "use a sound copy, with TrueType outlines") from None


def _measured(name: str, path: Path, face: Face) -> Font:
    cap = face.capHeight or 0.7 * face.ascent
    return Font(name, path, face, face.widths, frozenset(face.letters), cap / 1000, face.defaultWidth)
