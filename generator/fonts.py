"""Measure glyphs of the fonts in fonts/: widths, capital height, coverage."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import Place, refuse
from generator.truetype import BLANK, DAMAGED, TrueType

MOST_KNOWN = 20_000  # widths of texts that a font remembers


class Glyph(NamedTuple):
    """The outline of a letter as SVG path data, y up, and how far it reaches; nothing to draw for a blank."""

    path: str
    advance: float


@dataclass(eq=False)
class Font:
    """One font under a name; widths in thousandths of the size, `face` the file that it was read from."""

    name: str
    path: Path
    face: TrueType
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
        name = self._drawings.getBestCmap().get(ord(sign), ".notdef")
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
        self._faces: dict[Path, TrueType] = {}

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


def read_face(path: Path) -> TrueType:
    """Read a TTF file; raises InvalidInput where it is none, is damaged, or may not be embedded."""
    try:
        face = TrueType(path.read_bytes())
        face.subset([BLANK])
    except (OSError, *DAMAGED):
        message = f"cannot use font {path.name!r}: it is no sound TTF file that may be embedded"
        raise refuse("L029", message, Place(str(path)), "use a TTF file with TrueType outlines") from None
    return face


def _measured(name: str, path: Path, face: TrueType) -> Font:
    cap = face.cap or 0.7 * face.ascent
    return Font(name, path, face, face.widths, frozenset(face.letters), cap / 1000, face.default_width)
