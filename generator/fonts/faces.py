"""Fonts of a layout: their measures, the characters they can draw, and words set in them; and installed fonts.

ReportLab reads the files; the face that measures a text is the one that is embedded. Lengths are thousandths of the
size.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from reportlab.pdfbase.ttfonts import TTFError, TTFontFace

from generator.diagnostics import InvalidInput, SourceLocation, refuse
from generator.fonts import files as font_files
from generator.fonts.files import (
    FontFileBytes,
    FontInstanceSource,
    UnusableFont,
    drawn_letters,
    first_face,
    read_font,
)
from generator.fonts.shaping import EM, JOINERS, SPACING, ShapedGlyph, Shaper, clusters, script_of, spacing_of

MOST_KNOWN = 4_000  # words cached per font
BLANKS = re.compile("[ \u00a0]")
DAMAGED = (TTFError, *font_files.DAMAGED)  # exceptions raised for a damaged file
SHOWN = "LNPS"  # Unicode categories whose characters have an outline (letter, number, punctuation, symbol),
EMPTY = frozenset((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0))  # except these


class ReportLabFont(TTFontFace):  # type: ignore[misc]  # the library has no type hints
    """A font file as ReportLab reads it; `letters` is a dictionary of glyph numbers by code point."""

    def __init__(self, data: FontFileBytes, name: str) -> None:
        """Parse the bytes of a font file; raises an exception in DAMAGED if ReportLab cannot parse them."""
        self.data = data
        file = io.BytesIO(data.reading)
        file.name = name
        super().__init__(file)
        full = self.get_ushort(self.table["hhea"]["offset"] + 34)
        # ReportLab scales the advance of glyphs after the last full pair to thousandths: put the font's units back
        self.hmetrics[full:] = [(self.hmetrics[full - 1][0], bearing) for _, bearing in self.hmetrics[full:]]
        self.letters = {letter: glyph for letter, glyph in self.charToGlyph.items() if self._can_draw(letter, glyph)}

    def advance(self, glyph: int) -> float:
        """Return the advance width of a glyph."""
        return float(self.hmetrics[glyph][0] * EM / self.unitsPerEm)

    @cached_property
    def shaper(self) -> Shaper:
        """The shaper of HarfBuzz for the same font file."""
        return Shaper(self.data.shaping)

    def _can_draw(self, letter: int, glyph: int) -> bool:
        """Return whether the glyph of a character exists, and has an outline or is for an invisible character."""
        if not 0 < glyph < self.numGlyphs:
            return False
        is_empty = not self.data.cubic and self.glyphPos[glyph] == self.glyphPos[glyph + 1]
        return not is_empty or category(chr(letter))[0] not in SHOWN or letter in EMPTY

    def part(self, glyphs: Sequence[int]) -> TTFontFace:
        """Return a face for ReportLab to embed, in which code N (from 0) means the glyph at index N.

        ReportLab expects a dictionary of glyphs by code point, so the codes take the place of code points.
        """
        if not self.data.cubic:
            part = copy(self)
            part.charToGlyph = dict(enumerate(glyphs))
            return part
        numbers = sorted({*glyphs} - {0})
        code_of = {glyph: code for code, glyph in enumerate([0, *numbers])}
        part = TTFontFace(io.BytesIO(font_files.convert_to_truetype(self.shaper.font, numbers, self, {})))
        part.charToGlyph = {place: code_of[glyph] for place, glyph in enumerate(glyphs)}
        part.filename, part.flags = self.filename, self.flags
        return part

    def whole(self, letters: Sequence[int]) -> bytes:
        """Return the font as a TrueType file with outlines, at least for these code points."""
        if not self.data.cubic:
            return self.data.reading
        glyphs = sorted({self.letters[letter] for letter in letters if letter in self.letters})
        glyph_of = {letter: glyphs.index(self.letters[letter]) + 1 for letter in letters if letter in self.letters}
        return font_files.convert_to_truetype(self.shaper.font, glyphs, self, glyph_of)


class FontRun(NamedTuple):
    """Glyphs of one font, in drawing order."""

    font: "Font"
    glyphs: tuple[ShapedGlyph, ...]


class Word(NamedTuple):
    """A shaped word: its runs, its width in thousandths of the size, and whether all its glyphs are `alone`."""

    runs: tuple[FontRun, ...]
    advance: float
    alone: bool


@dataclass(eq=False)
class Font:
    """A named font; `face` is its file, `features` are the OpenType features switched on or (with -) off.

    The first font in `fallback` that has a missing character draws it. Words are shaped one by one:
    there is no kerning across a blank. `cap` is the height of capitals in sizes.
    """

    name: str
    face: ReportLabFont
    glyphs: frozenset[int]
    cap: float
    features: tuple[str, ...] = ()
    language: str = "en"
    fallback: tuple["Font", ...] = ()
    _words: dict[str | tuple[str, bool], Word] = field(default_factory=dict)
    _outlines: dict[int, str] = field(default_factory=dict)

    def width(self, text: str, size: float) -> float:
        """Return the width of a text at this size, in points."""
        return self.thousandths(text) * size / EM

    def thousandths(self, text: str) -> float:
        """Return the width of a text in thousandths of its size."""
        cached = self._words.get(text)
        if cached is not None:
            return cached.advance
        words = BLANKS.split(text)
        if len(words) == 1:
            return self.word(text).advance
        return sum([self.word(word).advance for word in words]) + (len(words) - 1) * self.blank

    def word(self, text: str, rtl: bool | None = None) -> Word:
        """Shape a word without blanks; `rtl` is its direction, None for the direction of its script. Cached."""
        key = text if rtl is None else (text, rtl)
        word = self._words.get(key)
        if word is None:
            if len(self._words) >= MOST_KNOWN:
                self._words.clear()
            runs = [
                FontRun(font, font.face.shaper.shape(part, font.features, font.language, rtl))
                for font, part in self._parts(text)
            ]
            if spacing := spacing_of(self.features):
                runs = [FontRun(font, _spaced(glyphs, spacing)) for font, glyphs in runs]
            glyphs = [glyph for run in runs for glyph in run.glyphs]
            advance, is_one_to_one = sum([glyph.advance for glyph in glyphs]), all([glyph.alone for glyph in glyphs])
            word = self._words[key] = Word(tuple(reversed(runs) if rtl else runs), advance, is_one_to_one)
        return word

    def _parts(self, text: str) -> list[tuple["Font", str]]:
        """Split a word into parts of one script and font; return (first font that can draw the part, part) for each."""
        if text.isascii() and (not self.fallback or self.signs.issuperset(text)):
            return [(self, text)] if text else []
        parts: list[tuple[Font, str]] = []
        script = ""
        for cluster in clusters(text):
            font, cluster_script = self._font_of(cluster), script_of(cluster[0])
            if parts and parts[-1][0] is font and (not cluster_script or not script or cluster_script == script):
                parts[-1] = (font, parts[-1][1] + cluster)
                script = cluster_script or script
            else:
                parts.append((font, cluster))
                script = cluster_script
        return parts

    def _font_of(self, cluster: str) -> "Font":
        """Return the first font that can draw a cluster or, if none can, its first character; else this font."""
        if self.signs.issuperset(cluster):
            return self
        visible = set(cluster).difference(JOINERS)
        for signs in (visible, visible & {cluster[0]}):
            for font in (self, *self.fallback):
                if font.signs.issuperset(signs):
                    return font
        return self

    def glyphs_of(self, text: str, rtl: bool | None = None) -> Iterator[tuple["Font", ShapedGlyph]]:
        """Yield the glyphs of a text in drawing order, each with its font."""
        for at, word in enumerate(BLANKS.split(text)):
            runs = self.word(word, rtl).runs
            for run in (*self.word(" ").runs, *runs) if at else runs:
                for glyph in run.glyphs:
                    yield run.font, glyph

    @cached_property
    def blank(self) -> float:
        """The width of a blank."""
        return self.word(" ").advance

    @cached_property
    def absent_features(self) -> tuple[str, ...]:
        """The names in `features` that are not in the file."""
        tags = [feature.removeprefix("-") for feature in self.features if not feature.startswith(SPACING)]
        return tuple(feature for feature in tags if feature not in self.face.shaper.features)

    @cached_property
    def signs(self) -> frozenset[str]:
        """All characters that this font can draw."""
        return frozenset(map(chr, self.glyphs))

    def outline(self, glyph: int) -> str:
        """Return the outline of a glyph as SVG path data, y up, in thousandths; "" for an empty one. Cached."""
        path = self._outlines.get(glyph)
        if path is None:
            from fontTools.pens.svgPathPen import SVGPathPen
            from fontTools.pens.transformPen import TransformPen

            pen = SVGPathPen(None, ntos="{:g}".format)
            scale = EM / self.face.unitsPerEm
            self.face.shaper.font.draw_glyph_with_pen(glyph, TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
            path = self._outlines[glyph] = pen.getCommands()
        return path

    @cached_property
    def all_signs(self) -> frozenset[str]:
        """All characters that this font or a fallback font can draw, and joiners, which need no outline."""
        return self.signs.union(JOINERS, *(font.signs for font in self.fallback))

    def missing_signs(self, text: str) -> list[str]:
        """Return the characters of a text that neither this font nor a fallback can draw, sorted."""
        return sorted(set(text) - self.all_signs)


def _spaced(glyphs: Sequence[ShapedGlyph], spacing: float) -> tuple[ShapedGlyph, ...]:
    """Return glyphs with extra space after each, except marks over a letter."""
    return tuple(glyph._replace(advance=glyph.advance + spacing) if glyph.advance else glyph for glyph in glyphs)


Keep = Callable[[Path, str, Callable[[Path], Any]], Any]


def made_anew(path: Path, _kind: str, make: Callable[[Path], Any]) -> Any:
    """Return `make(path)` without caching: the default for the function `keep`."""
    return make(path)


class Fonts:
    """The fonts of a layout by name ("text.bold"), each loaded when first needed.

    A name may be followed by features, each after a plus, and by fallback fonts, each after a bar:
    "text.bold+tnum|more.hebrew". Names of the same file share its face. The function `keep` may share faces, and fonts
    without fallback, with other objects.
    """

    def __init__(
        self, paths: Mapping[str, Path | FontInstanceSource], keep: Keep = made_anew, language: str = "en"
    ) -> None:
        self.paths = {
            name: source if isinstance(source, FontInstanceSource) else FontInstanceSource(source)
            for name, source in paths.items()
        }
        self.keep, self.language = keep, language
        self._loaded: dict[str, Font] = {}
        self._faces: dict[FontInstanceSource, ReportLabFont] = {}

    def font(self, name: str) -> Font:
        """Return a font; raises KeyError for an unknown name, InvalidInput for a damaged file."""
        font = self._loaded.get(name)
        if font is None:
            first, *fallback = name.split("|")
            source = self.paths[first.partition("+")[0]]
            if source not in self._faces:
                kind = f"font {source.face} {source.axes}"
                self._faces[source] = self.keep(source.path, kind, lambda _path: read_face(source))
            face, language = self._faces[source], self.language
            if fallback:
                font = _opened(name, face, language, tuple(self.font(fallback_name) for fallback_name in fallback))
            else:
                kind = f"font {source.face} {source.axes} {name} {language}"
                font = self.keep(source.path, kind, lambda _path: _opened(name, face, language))
            self._loaded[name] = font
        return font

    def single(self) -> dict[str, FontInstanceSource]:
        """Return {name: source} for all fonts, also for names with features used so far, but without fallbacks."""
        loaded_names = {name for loaded in self._loaded for name in loaded.split("|")}
        return {name: self.paths[name.partition("+")[0]] for name in loaded_names | self.paths.keys()}


def read_face(source: FontInstanceSource) -> ReportLabFont:
    """Read a font; raises InvalidInput if it cannot be used, for example a damaged font."""
    reason, hint = "it is damaged", font_files.SOUND
    try:
        return ReportLabFont(read_font(source), str(source.path))
    except UnusableFont as fault:
        reason, hint = str(fault), fault.hint
    except OSError:
        reason, hint = "it cannot be read", "look whether you may read the file"
    except DAMAGED:
        pass
    raise refuse("L029", f"cannot use font {source.path.name!r}: {reason}", SourceLocation(str(source.path)), hint)


def _opened(name: str, face: ReportLabFont, language: str, fallback: tuple[Font, ...] = ()) -> Font:
    cap = face.capHeight or 0.7 * face.ascent
    features = tuple(name.partition("|")[0].split("+")[1:])
    return Font(name, face, frozenset(face.letters), cap / EM, features, language, fallback)


MOST_FILES = 2000  # font files examined
MOST_FONTS = 3  # returned at most
FEW = 0.02  # of the missing characters: a font with fewer of them is not used
SUFFIXES = (".ttf", ".otf", ".ttc")
CUTS = ("bold", "black", "heavy", "light", "thin", "italic", "oblique", "condensed", "mono", "serif", "math")


def font_folders() -> list[Path]:
    """Return the folders of installed fonts on this system, the user's own first."""
    home, environ = Path.home(), os.environ
    if sys.platform == "win32":
        user_folder = Path(environ.get("LOCALAPPDATA", home)) / "Microsoft/Windows/Fonts"
        return [user_folder, Path(environ.get("WINDIR", "C:/Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    shared = [environ.get("XDG_DATA_HOME") or home / ".local/share"]
    shared += (environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    return [home / ".fonts", *(Path(folder) / "fonts" for folder in shared)]


def fonts_with(signs: Collection[str]) -> list[FontInstanceSource]:
    """Return installed fonts that together draw as many of `signs` as possible, most useful first; may be empty."""
    # Set cover, greedily: take the font with the most missing characters, remove these from the others, and repeat. The
    # exact answer is hard to compute, and this one is at most a little larger (Johnson, 1974).
    code_points = {ord(sign) for sign in signs}
    by_file = {path: letters for path in _font_files() if (letters := drawn_letters(path, code_points))}
    sources: list[FontInstanceSource] = []
    while by_file and len(sources) < MOST_FONTS:
        best = min(
            by_file,
            key=lambda path: (-len(by_file[path]), any(cut in path.stem.lower() for cut in CUTS), str(path)),
        )
        letters = by_file.pop(best)
        if len(letters) < max(1.0, FEW * len(signs)):
            break
        try:
            source = FontInstanceSource(best, first_face(best))
            read_face(source)
        except (InvalidInput, UnusableFont, OSError, *DAMAGED):
            continue
        sources.append(source)
        by_file = {path: rest for path, file_letters in by_file.items() if (rest := file_letters - letters)}
    return sources


def _font_files() -> Iterator[Path]:
    """Yield the installed font files in a fixed order, so that each run chooses the same fonts."""
    count = 0
    for root in font_folders():
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                if name.lower().endswith(SUFFIXES):
                    count += 1
                    if count > MOST_FILES:
                        return
                    yield Path(folder, name)
