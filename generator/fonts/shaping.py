"""Text becomes glyphs, shaped by HarfBuzz: kerned, joined, chosen by features and by language.

Lengths are thousandths of the size, as everywhere in this package.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple
from unicodedata import category

import uharfbuzz

EM = 1000
ZWJ = "\u200d"
JOINERS = ("\u200c", ZWJ, "\ufe0e", "\ufe0f")
SPACING = "@"  # prefix of a feature of our own: the space after each letter, in thousandths of the size
TONES = tuple(map(chr, range(0x1F3FB, 0x1F400)))  # modifiers for skin tones


class ShapedGlyph(NamedTuple):
    """A glyph of a font: the letters that it represents, its advance, and its offset (`across`, `up`).

    A glyph is `alone` if it is the only one of its cluster; otherwise letters and glyphs do not correspond one to one.
    """

    number: int
    letters: str
    advance: float
    across: float = 0.0
    up: float = 0.0
    alone: bool = True


class Shaper:
    """A font file as HarfBuzz reads it."""

    def __init__(self, data: bytes) -> None:
        self.font = uharfbuzz.Font(uharfbuzz.Face(data))
        upem: int = self.font.face.upem
        self.scale = EM / upem
        self._glyphs: dict[ShapedGlyph, ShapedGlyph] = {}  # equal glyphs of all words are one object, to save memory

    @cached_property
    def features(self) -> frozenset[str]:
        """The names of all features of the font."""
        face, names = self.font.face, set()
        for table in ("GSUB", "GPOS"):
            for at, _ in enumerate(face.get_table_script_tags(table)):
                names.update(face.get_language_feature_tags(table, at))
                for language, _ in enumerate(face.get_script_language_tags(table, at)):
                    names.update(face.get_language_feature_tags(table, at, language))
        return frozenset(names)

    def shape(
        self, text: str, features: Sequence[str], language: str, rtl: bool | None = None
    ) -> tuple[ShapedGlyph, ...]:
        """Return the glyphs of a text of one script, in drawing order.

        `rtl` is the direction, None to use that of the script.
        """
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.language = language
        if rtl is not None:
            buffer.direction = "rtl" if rtl else "ltr"
        uharfbuzz.shape(self.font, buffer, settings(tuple(features)))
        infos, scale = buffer.glyph_infos, self.scale
        begins = [info.cluster for info in infos]
        letters = _letters(text, begins)
        alone = [True] * len(begins) if len(set(begins)) == len(begins) else [begins.count(at) == 1 for at in begins]
        glyphs = [
            ShapedGlyph(info.codepoint, part, at.x_advance * scale, at.x_offset * scale, at.y_offset * scale, is_alone)
            for info, part, is_alone, at in zip(infos, letters, alone, buffer.glyph_positions, strict=True)
        ]
        return tuple([self._glyphs.setdefault(glyph, glyph) for glyph in glyphs])


def _letters(text: str, clusters: Sequence[int]) -> list[str]:
    """Return the letters of each glyph; `clusters` are the offsets in the text at which their clusters begin.

    If a cluster has several glyphs, each gets one letter, and the last one the rest.

    >>> _letters("fix", [0, 2]), _letters("abc", [2, 1, 0]), _letters("hi!", [0, 0, 2])
    (['fi', 'x'], ['c', 'b', 'a'], ['h', 'i', '!'])
    """
    if len(clusters) == len(text) == len(set(clusters)):
        return [text[at] for at in clusters]
    # HarfBuzz numbers glyphs by cluster, the smallest stretch of letters that it could not take apart: a ligature is
    # one glyph of several letters, an accent may be a second glyph of the same letter.
    begins = sorted(set(clusters))
    ends = dict(zip(begins, [*begins[1:], len(text)], strict=True))
    remaining = {begin: text[begin:end] for begin, end in ends.items()}
    parts: list[str] = []
    for at, begin in enumerate(clusters):
        is_last = begin not in clusters[at + 1 :]
        parts.append(remaining[begin] if is_last else remaining[begin][:1])
        remaining[begin] = "" if is_last else remaining[begin][1:]
    return parts


@lru_cache(maxsize=4096)
def script_of(letter: str) -> str:
    """Return the script of a character, "" for a character of several scripts, such as a digit or a mark.

    >>> script_of("a"), script_of("\u05d0"), script_of("1")
    ('Latn', 'Hebr', '')
    """
    buffer = uharfbuzz.Buffer()
    buffer.add_str(letter)
    buffer.guess_segment_properties()
    return str(buffer.script or "")


def clusters(text: str) -> list[str]:
    """Return the letters of a text, each with its marks, joiners and selectors.

    >>> [len(cluster) for cluster in clusters("a\\u0301b\\U0001f469\\u200d\\U0001f680")]
    [2, 1, 3]
    """
    parts: list[str] = []
    for sign in text:
        if parts and (sign in JOINERS or parts[-1][-1] == ZWJ or category(sign)[0] == "M" or sign in TONES):
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


@lru_cache(maxsize=64)
def settings(features: tuple[str, ...]) -> dict[str, int]:
    """Return features as a dictionary for HarfBuzz: 1 to switch on, 0 to switch off.

    >>> settings(("tnum", "-liga", "ss01"))
    {'tnum': 1, 'liga': 0, 'ss01': 1}
    """
    if any(name.startswith(SPACING) for name in features):  # no ligatures between spaced letters
        features = ("-liga", "-clig", *features)
    return {name.removeprefix("-"): int(name[0] != "-") for name in features if not name.startswith(SPACING)}


def spacing_of(features: Sequence[str]) -> float:
    """Return the space after each letter that features ask for, in thousandths of the size.

    >>> spacing_of(("tnum", "@50")), spacing_of(("tnum",))
    (50.0, 0)
    """
    return sum(float(name.removeprefix(SPACING)) for name in features if name.startswith(SPACING))
