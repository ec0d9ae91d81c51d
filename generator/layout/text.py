"""Break texts with inline icons and bold words into lines of a width: wrap, hyphenate, shrink to a floor."""

import re
from dataclasses import dataclass
from functools import lru_cache

from generator.fonts import Font

ICON_WIDTH = 1.12
MOST_BALANCED = 6  # lines; longer texts are read as columns and keep their even edges
BALANCE_STEP = 1.0
WIDOW = 0.15  # of the width: a last line of one word as short as that is a widow
LEAST_WIDTH = 80  # percent of the width that lines may be shortened to
_TOKEN = re.compile(r"(\*\*|\n|:[a-z][a-z0-9_]*:|[ \t]+)")
NBSP = "\u00a0"
_AFTER_NUMBER = re.compile(r"(?<=\d) (?=[^\W\d])")
_BEFORE_DASH = re.compile(r" (?=–(?:\s|$))")
ONE_LETTER_WORDS = {"pl": "aiouwzAIOUWZ", "cs": "aikosuvzAIKOSUVZ"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or an icon on a line: its offset from the start of the line and its width."""

    text: str
    icon: bool
    bold: bool
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces side by side, with their width all together."""

    pieces: tuple[Piece, ...]
    width: float


@dataclass(frozen=True, slots=True)
class Broken:
    """A text in lines at a size; `fits` tells whether every word found room in the width."""

    lines: tuple[Line, ...]
    size: float
    fits: bool
    text: str

    @property
    def width(self) -> float:
        return max((line.width for line in self.lines), default=0.0)


@dataclass(frozen=True, slots=True)
class Face:
    """The two fonts of a text, and its language."""

    plain: Font
    bold: Font
    language: str = "en"
    hyphenate: bool = False


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[tuple[str, str, bool], ...]:
    """Return (kind, text, bold) with kind word, icon, space or break.

    >>> tokens("a **b**:gem:")
    (('word', 'a', False), ('space', ' ', False), ('word', 'b', True), ('icon', 'gem', False))
    """
    found: list[tuple[str, str, bool]] = []
    bold = False
    for part in _TOKEN.split(text):
        if not part:
            continue
        if part == "**":
            bold = not bold
        elif part == "\n":
            found.append(("break", part, bold))
        elif part[0] == ":" and part[-1] == ":" and len(part) > 2:
            found.append(("icon", part[1:-1], bold))
        else:
            found.append(("space" if part.isspace() and NBSP not in part else "word", part, bold))
    return tuple(found)


@lru_cache(maxsize=8)
def _hyphenator(language: str):  # type: ignore[no-untyped-def]
    import pyphen

    names = {"en": "en_GB", "pl": "pl_PL", "cs": "cs_CZ"}
    code = names.get(language, language)
    if code not in pyphen.LANGUAGES:
        code = pyphen.language_fallback(code)
    return pyphen.Pyphen(lang=code, left=2, right=3) if code else None


def split_points(word: str, language: str) -> list[tuple[str, str]]:
    """Return the ways to break a word, longest first part first, the hyphen on the first part."""
    if len(word) < 5:
        return []
    found = [(f"{word[:at]}-", word[at:]) for at in _soft(word, language)]
    after = [(word[: at + 1], word[at + 1 :]) for at, sign in enumerate(word[:-1]) if sign in "-–/" and at > 0]
    return sorted(found + after, key=lambda pair: -len(pair[0]))


def _soft(word: str, language: str) -> list[int]:
    hyphenator = _hyphenator(language)
    core = word.strip(".,;:!?()„“”\"'»«…")
    if hyphenator is None or not core.isalpha():
        return []
    start = word.index(core)
    return [start + at for at in hyphenator.positions(core)]


class _Breaker:
    """Fills lines from tokens."""

    def __init__(self, face: Face, size: float, width: float) -> None:
        self.face, self.size, self.room = face, size, width + 0.01
        self.lines: list[Line] = []
        self.pieces: list[Piece] = []
        self.x = 0.0
        self.gap = 0.0
        self.fits = True

    def close(self) -> None:
        width = self.pieces[-1].x + self.pieces[-1].width if self.pieces else 0.0
        self.lines.append(Line(tuple(self.pieces), width))
        self.pieces, self.x, self.gap = [], 0.0, 0.0

    def measure(self, unit: list[tuple[str, str, bool]]) -> float:
        return sum(self.width_of(kind, text, bold) for kind, text, bold in unit)

    def width_of(self, kind: str, text: str, bold: bool) -> float:
        if kind == "icon":
            return ICON_WIDTH * self.size
        return (self.face.bold if bold else self.face.plain).width(text, self.size)

    def put(self, unit: list[tuple[str, str, bool]]) -> None:
        self.x += self.gap
        self.gap = 0.0
        for kind, text, bold in unit:
            width = self.width_of(kind, text, bold)
            self.pieces.append(Piece(text, kind == "icon", bold, self.x, width))
            self.x += width

    def add(self, unit: list[tuple[str, str, bool]]) -> None:
        width = self.measure(unit)
        if self.x + self.gap + width <= self.room:
            self.put(unit)
            return
        spare = self.room - self.x - self.gap
        if (
            len(unit) == 1
            and unit[0][0] == "word"
            and (width > self.room or (self.face.hyphenate and spare > 3 * self.size))
        ) and self.split(unit[0], spare):
            return
        if self.pieces:
            self.close()
            self.add(unit)
            return
        self.fits = False
        self.put(unit)

    def split(self, token: tuple[str, str, bool], spare: float) -> bool:
        _, word, bold = token
        for head, tail in split_points(word, self.face.language):
            if self.width_of("word", head, bold) <= spare:
                self.put([("word", head, bold)])
                self.close()
                self.add([("word", tail, bold)])
                return True
        return False


def break_lines(text: str, face: Face, size: float, width: float) -> Broken:
    """Return the text in lines no wider than `width` points; never loses a word."""
    breaker = _Breaker(face, size, width)
    unit: list[tuple[str, str, bool]] = []
    for kind, word, bold in (*tokens(text), ("end", "", False)):
        if kind in ("word", "icon"):
            unit.append((kind, word, bold))
            continue
        if unit:
            breaker.add(unit)
            unit = []
        if kind == "space":
            breaker.gap = face.plain.width(" ", size) if breaker.pieces else 0.0
        elif kind == "break":
            breaker.close()
    breaker.close()
    return Broken(tuple(breaker.lines), size, breaker.fits, text)


@lru_cache(maxsize=4096)
def tied(text: str, language: str) -> str:
    """Return a text whose numbers keep to their words, dashes to what they follow, and short words to the next.

    Czech and Polish do not leave a word of one letter at the end of a line.

    >>> tied("Hero at level 6 – w lesie", "pl").replace(NBSP, "_")
    'Hero at level 6_– w_lesie'
    """
    text = _BEFORE_DASH.sub(NBSP, _AFTER_NUMBER.sub(NBSP, text))
    letters = ONE_LETTER_WORDS.get(language)
    return re.sub(rf"(?<![^\s(„:])([{letters}]) (?=\S)", rf"\1{NBSP}", text) if letters else text


def shrink_to_fit(
    text: str, face: Face, size: float, floor: float, width: float, height: float, leading: float, lines: int | None
) -> Broken:
    """Return the text at the largest size between `floor` and `size` (steps of 0.25) that fits the box."""
    trial = min(size, max(floor, height / leading)) if floor < size else size
    wordings = dict.fromkeys((tied(text, face.language), text))
    while True:
        for words in wordings:
            broken = break_lines(words, face, trial, width)
            high = len(broken.lines) * leading * trial
            if broken.fits and high <= height + 0.05 and (lines is None or len(broken.lines) <= lines):
                return broken
        if trial <= floor:
            return broken
        trial = max(floor, trial - 0.25)


def balanced(broken: Broken, face: Face) -> Broken:
    """Return a text in as many lines, as equally long as can be: no word is left alone on the last line.

    No word is split that was whole, and a text that breaks its own lines stays as it is.
    """
    if not 1 < len(broken.lines) <= MOST_BALANCED or not broken.fits or "\n" in broken.text:
        return broken
    best, narrow = broken, 0.0
    while best.width - narrow > BALANCE_STEP:
        width = (narrow + best.width) / 2
        trial = _narrower(broken, face, width)
        if trial is None:
            narrow = width
        else:
            best = trial
    return best


def without_widow(broken: Broken, face: Face, width: float) -> Broken:
    """Return a text of which no short word stands alone on its last line, its lines slightly shorter if that helps."""
    if len(broken.lines) < 2 or not broken.fits or not _has_widow(broken, width):
        return broken
    for percent in range(98, LEAST_WIDTH, -2):
        trial = _narrower(broken, face, width * percent / 100)
        if trial is None:
            return broken
        if not _has_widow(trial, width):
            return trial
    return broken


def _narrower(broken: Broken, face: Face, width: float) -> Broken | None:
    """Return a text in as many lines of a smaller width, None where that takes more or splits a whole word."""
    trial = break_lines(broken.text, face, broken.size, width)
    same = trial.fits and len(trial.lines) == len(broken.lines) and _words(trial) == _words(broken)
    return trial if same else None


def _has_widow(broken: Broken, width: float) -> bool:
    last = broken.lines[-1]
    return len(last.pieces) == 1 and last.width < WIDOW * width


def _words(broken: Broken) -> list[str]:
    return [piece.text for line in broken.lines for piece in line.pieces]
