"""Fonts of one document: the codes of their glyphs, the embedded subsets, and texts as runs of codes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import md5
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObjectReference, PDFTrueTypeFont

from generator.diagnostics import SourceLocation, refuse
from generator.draw.pdf.objects import array_text, compressed_stream, unicode_map
from generator.fonts.faces import DAMAGED, MOST_KNOWN, Font
from generator.fonts.shaping import ShapedGlyph, spacing_of

# Codes for glyphs other than ASCII letters, without those that need a backslash or are line breaks.
FREE_CODES = (*range(128, 256), *range(1, 9), *range(14, 32))
PLAIN = range(32, 127)
IN_STRINGS = {"\\": "\\\\", "(": "\\(", ")": "\\)"}
FURTHER_CODES = tuple(code for code in range(1, 256) if chr(code) not in "\n\r()\\")
BLANK = re.compile("([ \u00a0])")
WITH_BLANK = re.compile("[^ \u00a0]*[ \u00a0]|[^ \u00a0]+")  # each word of a text, with the blank after it


class GlyphRun(NamedTuple):
    """Glyphs of one font subset at one height: the name of the subset, the rise, and the content of a PDF string.

    The string is without its outer brackets, so that runs can be joined.
    """

    font: str
    up: float
    code: str


class GlyphRunText(NamedTuple):
    """A text as runs of glyphs; `is_plain` is true if text extraction gets the right letters from the glyphs.

    That fails if several glyphs share a letter, or their order differs from that of the letters. Text from right to
    left is plain, since PDF viewers reverse it themselves.
    """

    runs: Sequence[GlyphRun]
    is_plain: bool


class DocumentFont:
    """A font of a layout in one document; encodes texts as runs of glyphs."""

    def __init__(self, find_subset: Callable[[Font], "FontSubset"], font: Font) -> None:
        self.find_subset, self.font = find_subset, font
        self._word = lru_cache(MOST_KNOWN)(self._encode_word)
        self.has_blank = ord(" ") in font.glyphs

    def encode_line_end(self, text: str, rtl: bool | None = None) -> GlyphRunText:
        """Return the last text of a line as runs of glyphs, followed by a blank unless the text ends with a hyphen."""
        return self.encode(text if text[-1:] == "-" or not self.has_blank else f"{text} ", rtl)

    def encode(self, text: str, rtl: bool | None = None) -> GlyphRunText:
        """Return a text as runs of glyphs; `rtl` is true if it runs from right to left, None to detect this."""
        words = [self._word(word, rtl) for word in WITH_BLANK.findall(text)]
        is_plain = bool(rtl) or text.isascii() or all([word.is_plain for word in words])
        is_plain = is_plain and not spacing_of(self.font.features)  # spaced letters would be read as single words
        return GlyphRunText(_joined([run for word in words for run in word.runs]), is_plain)

    def _encode_word(self, word: str, rtl: bool | None) -> GlyphRunText:
        """Return a word, including a blank after it if there is one, as runs of glyphs."""
        shaped_words = [self.font.word(part, rtl) for part in BLANK.split(word) if part]
        parts = [part for shaped in shaped_words for part in shaped.runs]
        runs = [run for part in parts for run in self.find_subset(part.font).encode_glyphs(part.glyphs)]
        return GlyphRunText(_joined(runs), all([shaped.alone for shaped in shaped_words]))


def _joined(runs: Iterable[GlyphRun]) -> list[GlyphRun]:
    """Return the runs; neighbours of the same subset and height are joined to one."""
    return [
        GlyphRun(font, up, "".join([run.code for run in together]))
        for (font, up), together in groupby(runs, key=itemgetter(0, 1))
    ]


class FontSubset:
    """One font file in one document: the codes of its glyphs; only glyphs in use are embedded.

    A glyph is encoded for the letters that it represents, so that search, copying and screen readers find them.
    """

    def __init__(self, font: Font, name: str) -> None:
        self.font, self.name = font, name
        self.subsets: list[dict[int, tuple[int, str]]] = [{}]  # by code: a glyph, and its letters
        self.codes: dict[tuple[int, str], tuple[str, str]] = {}  # name of the subset, and escaped code
        self.free = iter(FREE_CODES)

    def encode_glyphs(self, glyphs: Iterable[ShapedGlyph]) -> Iterator[GlyphRun]:
        """Yield runs of glyphs of one subset and height; kerning and offsets become moves between the glyphs."""
        name, up, code = "", 0.0, ""
        for glyph in glyphs:
            subset, sign = self._code(glyph.number, glyph.letters)
            if (subset, glyph.up) != (name, up):
                if name:
                    yield GlyphRun(name, up, code)
                name, up, code = subset, glyph.up, ""
            before = round(-glyph.across, 1)
            after = round(self.font.face.advance(glyph.number) + glyph.across - glyph.advance, 1)
            code += (f"){before:g}(" if before else "") + sign + (f"){after:g}(" if after else "")
        if name:
            yield GlyphRun(name, up, code)

    def _code(self, glyph: int, letters: str) -> tuple[str, str]:
        """Return the subset name and the escaped code of a glyph that represents these letters; none for glyph 0."""
        key = (glyph, letters if glyph else "")
        if key not in self.codes:
            subset, code = self._next_code(*key)
            self.subsets[subset][code] = key
            escaped = "\\000" if code == 0 else IN_STRINGS.get(chr(code), chr(code))
            self.codes[key] = self._subset_name(subset), escaped
        return self.codes[key]

    def _subset_name(self, subset: int) -> str:
        return f"/{self.name}.{subset}" if subset else f"/{self.name}"

    def _next_code(self, glyph: int, letters: str) -> tuple[int, int]:
        """Return (subset index, code) for a new glyph: 0 for the missing glyph, the ASCII code for an ASCII letter."""
        # A simple PDF font has 256 codes, so further glyphs go into further subsets of it. Letters of ASCII have their
        # own code where it is free: the text of the file can then be read, and compresses better than codes in a row.
        if not glyph:
            return 0, 0
        if len(letters) == 1 and ord(letters) in PLAIN and ord(letters) not in self.subsets[0]:
            return 0, ord(letters)
        code = next(self.free, None)
        if code is None:
            self.subsets.append({})
            self.free = iter(FURTHER_CODES)
            code = next(self.free)
        return len(self.subsets) - 1, code

    def write(self, document: PDFDocument) -> dict[str, PDFObjectReference]:
        """Write the used characters of the font as one or more PDF fonts; return a reference to each by its name."""
        return {self._subset_name(at)[1:]: self._write_subset(document, codes) for at, codes in enumerate(self.subsets)}

    def _write_subset(self, document: PDFDocument, codes: Mapping[int, tuple[int, str]]) -> PDFObjectReference:
        face = self.font.face
        first, last = min(codes, default=0), max(codes, default=0)
        glyphs = [codes[code][0] if code in codes else 0 for code in range(last + 1)]
        # the six letters of a subset's name must differ; ReportLab's are the same for the first of every font
        digest = md5(f"{self.name} {glyphs}".encode(), usedforsecurity=False).digest()
        name = f"{''.join(chr(65 + byte % 26) for byte in digest[:6])}+{face_name(self.font)}"
        map_to_unicode = unicode_map(name, {code: letters for code, (_, letters) in codes.items()})
        font = PDFTrueTypeFont()
        font.BaseFont, font.FirstChar, font.LastChar = name, first, last
        font.Widths = array_text(
            *(face.advance(codes[code][0]) if code in codes else 0 for code in range(first, last + 1))
        )
        font.ToUnicode = document.Reference(compressed_stream({}, map_to_unicode.encode("ascii")))
        font.FontDescriptor = self._embed(document, name, glyphs)
        return document.Reference(font)

    def _embed(self, document: PDFDocument, name: str, glyphs: Sequence[int]) -> PDFObjectReference:
        """Embed a font subset with glyphs in the order of their codes; raises InvalidInput for a damaged font."""
        try:
            return self.font.face.part(glyphs).addSubsetObjects(document, name, range(len(glyphs)))
        except DAMAGED:
            file = self.font.face.filename
            message = f"cannot use font {Path(file).name!r}: a letter in it is damaged"
            raise refuse("L029", message, SourceLocation(file), "use a sound copy of the font") from None


def face_name(font: Font) -> str:
    """Return the PostScript name of a font."""
    name: bytes = font.face.name
    return name.decode("ascii")
