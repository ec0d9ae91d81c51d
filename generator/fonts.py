"""Font files: what they measure, which letters they show, and the part of them that a document holds.

ReportLab reads them; the face that measures a text is the one that is embedded. Lengths are thousandths of the size.
"""

import io
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from struct import error as cut_short
from typing import Any, NamedTuple
from unicodedata import category

from reportlab.pdfbase.ttfonts import TTFError, TTFontFace

from generator.diagnostics import Place, refuse
from generator.shaping import EM, JOINERS, Glyph, Shaper, clusters, script_of

MOST_KNOWN = 20_000  # words that a font remembers
BLANKS = re.compile("[ \u00a0]")
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
    tells the glyph of each letter of Unicode that can be drawn.
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

    @cached_property
    def shaper(self) -> Shaper:
        """The file as HarfBuzz reads it."""
        return Shaper(self._ttf_data)

    def _can_draw(self, letter: int, glyph: int) -> bool:
        """Tell whether a letter has a glyph, and an outline where it is to be seen."""
        if not 0 < glyph < self.numGlyphs:
            return False
        is_empty = self.glyphPos[glyph] == self.glyphPos[glyph + 1]
        return not is_empty or category(chr(letter))[0] not in SHOWN or letter in EMPTY


def _sum(table: bytes, is_head: bool) -> int:
    """Return the sum of a table's words, in half the time of ReportLab's own; that of the header leaves one out."""
    if is_head:
        table = table[:8] + bytes(4) + table[12:]
    words = array("I", table + bytes(-len(table) % 4))
    if sys.byteorder == "little":
        words.byteswap()
    return sum(words) & 0xFFFFFFFF


class Run(NamedTuple):
    """Glyphs of one font, in the order in which they are drawn."""

    font: "Font"
    glyphs: tuple[Glyph, ...]


class Word(NamedTuple):
    """A word as it is set, and how far it reaches, in thousandths of its size."""

    runs: tuple[Run, ...]
    advance: float


@dataclass(eq=False)
class Font:
    """One font under a name; `face` is the file that it was read from, `features` what of it is switched on or off.

    A letter that it lacks is drawn by the first font of `fallback` that has it. Words are set one by one: nothing that
    stands beside a blank is moved by what is behind it.
    """

    name: str
    path: Path
    face: Face
    glyphs: frozenset[int]
    cap: float
    default_width: float
    features: tuple[str, ...] = ()
    language: str = "en"
    fallback: tuple["Font", ...] = ()
    _words: dict[str | tuple[str, bool], Word] = field(default_factory=dict)
    _outlines: dict[int, str] = field(default_factory=dict)

    def width(self, text: str, size: float) -> float:
        """Return how far a text of this size reaches, in points."""
        return self.thousandths(text) * size / EM

    def thousandths(self, text: str) -> float:
        """Return how far a text reaches, in thousandths of its size."""
        known = self._words.get(text)
        if known is not None:
            return known.advance
        words = BLANKS.split(text)
        if len(words) == 1:
            return self.word(text).advance
        return sum([self.word(word).advance for word in words]) + (len(words) - 1) * self.blank

    def word(self, text: str, rtl: bool | None = None) -> Word:
        """Return a word, without blanks, as it is set; `rtl` tells whether all of it is read from right to left."""
        key = text if rtl is None else (text, rtl)
        known = self._words.get(key)
        if known is None:
            if len(self._words) >= MOST_KNOWN:
                self._words.clear()
            runs = [Run(font, font.shaped(part, rtl)) for font, part in self._parts(text)]
            advance = sum([glyph.advance for run in runs for glyph in run.glyphs])
            known = self._words[key] = Word(tuple(reversed(runs) if rtl else runs), advance)
        return known

    def shaped(self, text: str, rtl: bool | None = None) -> tuple[Glyph, ...]:
        """Return the glyphs of letters of one script."""
        return self.face.shaper.shaped(text, self.features, self.language, rtl)

    def _parts(self, text: str) -> list[tuple["Font", str]]:
        """Return the parts of a word that have one script, each with the first font that can draw it."""
        if text.isascii():
            return [(self, text)] if text else []
        parts: list[tuple[Font, str]] = []
        script = ""
        for cluster in clusters(text):
            font, own = self._font_of(cluster), script_of(cluster[0])
            if parts and parts[-1][0] is font and (not own or not script or own == script):
                parts[-1] = (font, parts[-1][1] + cluster)
                script = own or script
            else:
                parts.append((font, cluster))
                script = own
        return parts

    def _font_of(self, cluster: str) -> "Font":
        """Return the first font that can draw a letter with its marks, else the letter, else this one."""
        if self.signs.issuperset(cluster):
            return self
        shown = set(cluster).difference(JOINERS)
        for wanted in (shown, shown & {cluster[0]}):
            for font in (self, *self.fallback):
                if font.signs.issuperset(wanted):
                    return font
        return self

    def glyphs_of(self, text: str, rtl: bool | None = None) -> Iterator[tuple["Font", Glyph]]:
        """Yield the glyphs of a text, with the font of each, in the order in which they are drawn."""
        for at, word in enumerate(BLANKS.split(text)):
            runs = self.word(word, rtl).runs
            for run in (*self.word(" ").runs, *runs) if at else runs:
                for glyph in run.glyphs:
                    yield run.font, glyph

    @cached_property
    def blank(self) -> float:
        """How far a blank reaches."""
        return self.word(" ").advance

    @cached_property
    def lacking(self) -> tuple[str, ...]:
        """Which of its features the file does not have."""
        named = [feature.removeprefix("-") for feature in self.features]
        return tuple(feature for feature in named if feature not in self.face.shaper.features)

    @cached_property
    def signs(self) -> frozenset[str]:
        """Every sign that the font can draw."""
        return frozenset(map(chr, self.glyphs))

    @cached_property
    def _drawings(self) -> Any:
        """The file as fontTools reads it: only what shows outlines needs it."""
        from fontTools.ttLib import TTFont

        return TTFont(io.BytesIO(self.path.read_bytes()), lazy=True)

    def outline(self, glyph: int) -> str:
        """Return the outline of a glyph as SVG path data, y up, in thousandths; nothing for one that is empty."""
        known = self._outlines.get(glyph)
        if known is None:
            known = self._outlines[glyph] = self._drawn(glyph)
        return known

    def _drawn(self, glyph: int) -> str:
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        shapes = self._drawings.getGlyphSet()
        pen = SVGPathPen(shapes, ntos="{:g}".format)
        scale = EM / self.face.unitsPerEm
        shapes[self._drawings.getGlyphName(glyph)].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        outline: str = pen.getCommands()
        return outline

    @cached_property
    def all_signs(self) -> frozenset[str]:
        """Every sign that the font, or one that is tried after it, can draw; joiners need no outline."""
        return self.signs.union(JOINERS, *(font.signs for font in self.fallback))

    def missing(self, text: str) -> list[str]:
        """Return the signs of a text that neither the font nor one that is tried after it can draw."""
        return sorted(set(text) - self.all_signs)


Keep = Callable[[Path, str, Callable[[Path], Any]], Any]


def made_anew(path: Path, _kind: str, make: Callable[[Path], Any]) -> Any:
    """Keep nothing: make what a file holds each time."""
    return make(path)


class Fonts:
    """The fonts of a layout by name ("text.bold"), each loaded when first asked for.

    A name may go on with features, each after a plus, and with fonts that draw what it lacks, each after a bar:
    "text.bold+tnum|more.hebrew". Names of one file share its face. `keep` may remember faces from one set of fonts to
    the next, and fonts that draw all by themselves.
    """

    def __init__(self, paths: Mapping[str, Path], keep: Keep = made_anew, language: str = "en") -> None:
        self.paths = dict(paths)
        self.keep, self.language = keep, language
        self._loaded: dict[str, Font] = {}
        self._faces: dict[Path, Face] = {}

    def font(self, name: str) -> Font:
        """Return a font; raises KeyError for an unknown name, InvalidInput for a damaged file."""
        found = self._loaded.get(name)
        if found is None:
            first, *others = name.split("|")
            path = self.paths[first.partition("+")[0]]
            if path not in self._faces:
                self._faces[path] = self.keep(path, "font", read_face)
            face, language = self._faces[path], self.language
            if others:
                found = _opened(name, path, face, language, tuple(self.font(other) for other in others))
            else:
                found = self.keep(path, f"font {name} {language}", lambda path: _opened(name, path, face, language))
            self._loaded[name] = found
        return found

    def single(self) -> dict[str, Path]:
        """Return the files of all fonts by name, with the features that were asked for and without others behind."""
        used = {name for loaded in self._loaded for name in loaded.split("|")}
        return {name: self.paths[name.partition("+")[0]] for name in used | self.paths.keys()}


def read_face(path: Path) -> Face:
    """Read a TTF file; raises InvalidInput where it is none, is damaged, or may not be embedded."""
    try:
        return Face(path)
    except (OSError, *DAMAGED):
        message = f"cannot use font {path.name!r}: it is no sound TTF file that may be embedded"
        raise refuse("L029", message, Place(str(path)), "use a sound copy, with TrueType outlines") from None


def _opened(name: str, path: Path, face: Face, language: str, fallback: tuple[Font, ...] = ()) -> Font:
    cap = face.capHeight or 0.7 * face.ascent
    features = tuple(name.partition("|")[0].split("+")[1:])
    return Font(name, path, face, frozenset(face.letters), cap / EM, face.defaultWidth, features, language, fallback)
