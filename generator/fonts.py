"""Measure glyphs of the fonts in fonts/: widths, capital height, coverage. Uses reportlab's metrics only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(eq=False)
class Font:
    """One font file; widths are counted in thousandths of the size."""

    name: str
    path: Path
    widths: dict[int, float]
    glyphs: frozenset[int]
    cap: float
    default_width: float
    _known: dict[str, float] = field(default_factory=dict)

    def width(self, text: str, size: float) -> float:
        """Return how far a text of this size reaches, in points."""
        known = self._known.get(text)
        if known is None:
            widths, default = self.widths, self.default_width
            known = self._known[text] = sum([widths.get(ord(sign), default) for sign in text])
        return known * size / 1000

    def missing(self, text: str) -> list[str]:
        """Return the signs of a text that the font cannot draw."""
        return sorted({sign for sign in text if ord(sign) not in self.glyphs})


class Fonts:
    """The fonts of a layout by name ("text.bold"), each loaded when first asked for."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self.paths = dict(paths)
        self._loaded: dict[str, Font] = {}

    def font(self, name: str) -> Font:
        """Return a font; raises KeyError for a name that the layout does not define."""
        found = self._loaded.get(name)
        if found is None:
            found = self._loaded[name] = load_font(name, self.paths[name])
        return found


def load_font(name: str, path: Path) -> Font:
    """Read the metrics of a TTF file and register it under its name for the PDF writer."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font: Any = TTFont(name, str(path))
    pdfmetrics.registerFont(font)
    face = font.face
    cap = float(face.capHeight or 0.7 * face.ascent)
    return Font(name, path, face.charWidths, frozenset(face.charToGlyph), cap / 1000, float(face.defaultWidth))
