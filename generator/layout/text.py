"""Break texts with icons, bold, italic, small and coloured words into lines: wrap, hyphenate, shrink to a floor.

A text is measured once, in thousandths of its size; each trial of a width or a size then only finds the line ends. The
words get their positions after the last trial.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from generator.fonts.faces import Font
from generator.geometry import Size
from generator.layout.binding import PICTURE, PICTURE_END, LayoutLimitExceeded
from generator.layout.icons import ICON_CODE
from generator.layout.line_breaks import WIDE, breakable, hyphenation_of

EM = 1000.0  # widths are in thousandths of the type size
ICON_WIDTH = 1.12
PICTURE_HEIGHT, PICTURE_GAP = 0.92, 0.1  # of the size: height of a picture in a text, and the gap beside it
MOST_BALANCED = 6  # lines; longer texts are not balanced unless `wrap: balance` asks for it
BALANCE_STEP = 1.0
WIDOW = 0.15  # of the width: a single word shorter than this on the last line is a widow
LEAST_WIDTH = 80  # percent of the width: lines are shortened no further
LEAST_SPLIT, LEAST_SPLIT_JUSTIFIED = 3.0, 1.0  # in sizes: least space at the end of a line to hyphenate for
LONGEST_WORD = 500
LEAST_CODE, CODE_SIGNS = 20, "-–/_|.,;:=&?+%#@\\"  # words this long, such as URLs, may break after these characters
TOLERANCE = 0.01
_TOKEN = re.compile(
    rf"(\ufdd2[^\ufdd3]*\ufdd3|\\:|\\\*\*|\\<|\*\*|\n|:{ICON_CODE.pattern}:|(?<!\w):[A-Z]\w*:(?!\w)|[ \t]+)"
)
_WHOLE = re.compile(r"\{(?:[^{}|]|\{[^{}]*\})*\}")  # a pair of braces, with pairs in it
_HALF = re.compile(r"\{[\w.]{0,40}(?:\|[^{}]*\})?|[\w.]{0,40}\}")
ESCAPED = ("\\:", "\\**", "\\<")  # a literal colon, two literal stars, a literal bracket
NBSP = "\u00a0"
# Blanks where no line may break; each pattern begins with the blank, which is fastest to search
_AFTER_NUMBER = re.compile(r" (?:(?<=\d )|(?<=\d\*\* )|(?<=\d</> ))(?=[^\W\d]|\*\*[^\W\d]|:[a-z])")
_NUMBER_ENDS = re.compile(r" (?<=[^\W\d] )(?=(?:\*\*)?[+−]?\d+(?:\*\*|</>)?(?:[.,;:)!?…”“]|$))")
_BEFORE_SIGN = re.compile(r" (?<=\d )(?=[+×÷=−] )")
_AFTER_SIGN = re.compile(r" (?<=\d\u00a0[+×÷=−] )(?=\d)")
_BEFORE_DASH = re.compile(r" (?=–(?:\s|$))")
ONE_LETTER_WORDS = {"pl": "aiouwzAIOUWZ", "cs": "aikosuvzAIKOSUVZ"}
_AFTER_LETTER = {
    language: re.compile(rf" (?<=[{letters}] )(?<![^\s(„:][{letters}] )(?=\S)")
    for language, letters in ONE_LETTER_WORDS.items()
}

SMALL = 0.78  # of the size: words in <small>
_TAGGED = re.compile(rf"{_TOKEN.pattern[:-1]}|</>|<[a-zA-Z#][\w]*(?:=\d{{2,3}}%)?>)")
SIZED = re.compile(r"size=(\d{2,3})%", re.I)  # the tag of words in another size
END = "</>"
CUTS = ("bold", "italic", "small", "underline")  # any other tag is a size or a colour
WIDEST_BLANK = 3.0  # in normal blanks: the widest blank of a justified line


class InlinePicture(NamedTuple):
    """A picture in a line of text: its file name, its text for screen readers, and its width.

    The width includes the gap beside it, and is a multiple of the type size.

    >>> InlinePicture.read(InlinePicture("coin.png", "a coin", 1.02).mark)
    InlinePicture(name='coin.png', spoken='a coin', width=1.02)
    """

    name: str
    spoken: str
    width: float

    @property
    def mark(self) -> str:
        """The characters that represent the picture in a text."""
        return f"{PICTURE}{self.width:.3f}|{self.spoken}|{self.name}{PICTURE_END}"

    @classmethod
    def read(cls, mark: str) -> "InlinePicture":
        width, spoken, name = mark[1:-1].replace(NBSP, " ").split("|", 2)
        return cls(name, spoken, float(width))


class Emphasis(NamedTuple):
    """How some words of a text differ from the rest: bold, italic, <small>, colour ("" if not), underline.

    `percent` is their size in percent of the text's.
    """

    bold: bool = False
    italic: bool = False
    small: bool = False
    color: str = ""
    underline: bool = False
    percent: int = 100

    @property
    def scale(self) -> float:
        return (SMALL if self.small else 1.0) * self.percent / 100


PLAIN = Emphasis()
Token = tuple[str, str, Emphasis]


class WordOrIcon(NamedTuple):
    """A word, a run of words or an icon on a line: its offset from the start of the line and its width, in points.

    `joins` if no blank separates it from the run before; `rtl` is its direction in a line with both directions.
    """

    text: str
    icon: bool
    run: Emphasis
    x: float
    width: float
    joins: bool = False
    rtl: bool | None = None


class TextLine(NamedTuple):
    """The words and icons of a line, and its whole width in points."""

    pieces: tuple[WordOrIcon, ...]
    width: float


class TextFonts(NamedTuple):
    """The fonts of a text, the italic ones if it has italic words, and its language."""

    plain: Font
    bold: Font
    language: str = "en"
    hyphenate: bool = False
    italic: Font | None = None
    bold_italic: Font | None = None
    is_justified: bool = False

    def of(self, run: Emphasis) -> Font:
        """Return the font for words with this emphasis."""
        upright = self.bold if run.bold else self.plain
        return (self.bold_italic if run.bold else self.italic) or upright if run.italic else upright

    def width(self, token: Token) -> float:
        """Return the width of a word or an icon, in thousandths of the size."""
        kind, text, run = token
        if kind == "icon":
            return run.scale * EM * (InlinePicture.read(text).width if text[0] == PICTURE else ICON_WIDTH)
        return run.scale * self.of(run).thousandths(text)


class Paragraph(NamedTuple):
    """The units of a paragraph (words and icons joined without a space), with start and end as if on one line.

    If all units are plain words, they are in `words`, and `units` is empty. Offsets are in thousandths of the size.
    """

    words: list[str] | None
    units: list[tuple[Token, ...]]
    starts: list[float]
    ends: list[float]
    joined: frozenset[int] = frozenset()  # indexes of units that follow without a blank

    @property
    def text(self) -> str:
        """The words of the paragraph joined by blanks, without icons."""
        if self.words is not None:
            return " ".join(self.words)
        return " ".join(["".join([text for kind, text, _ in unit if kind == "word"]) for unit in self.units])

    def unit(self, at: int) -> tuple[Token, ...]:
        """Return the tokens of the unit at an index."""
        return (("word", self.words[at], PLAIN),) if self.words is not None else self.units[at]


class SplitWordPart(NamedTuple):
    """One part of a word that is split between two lines."""

    text: str
    run: Emphasis
    width: float


class WrappedLine(NamedTuple):
    """One line: the rest of a word split before, the units from index `first` up to `last`, and the head of the next.

    `rest` and `head` are None if no word is split.
    """

    rest: SplitWordPart | None
    first: int
    last: int
    head: SplitWordPart | None
    width: float


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[Token, ...]:
    r"""Return a text as tokens (kind, text, emphasis); kind is word, icon, space or break.

    >>> [(kind, text, run.bold) for kind, text, run in tokens("a **b**:die:")]
    [('word', 'a', False), ('space', ' ', False), ('word', 'b', True), ('icon', 'die', False)]
    >>> [text for _, text, _ in tokens(r"\:die:")]
    [':', 'die:']
    >>> [(text, run.italic, run.color) for _, text, run in tokens("<italic><red>a</></>b")]
    [('a', True, 'red'), ('b', False, '')]
    """
    pieces: list[Token] = []
    run, open_marks = PLAIN, list[Emphasis]()
    tagged = END in text
    for part in (_TAGGED if tagged else _TOKEN).split(text):
        if not part:
            continue
        if part == "**":
            run = run._replace(bold=not run.bold)
        elif tagged and part == END:
            run = open_marks.pop()._replace(bold=run.bold) if open_marks else run
        elif tagged and part[0] == "<" and part[-1] == ">":
            open_marks.append(run)
            tag = part[1:-1].lower()
            changes: dict[str, Any] = {tag: True} if tag in CUTS else {"color": tag}
            if sized := SIZED.fullmatch(tag):
                changes = {"percent": int(sized[1])}
            run = run._replace(**changes)
        elif part in ESCAPED:
            pieces.append(("word", part[1:], run))
        elif part == "\n":
            pieces.append(("break", part, run))
        elif part[0] == PICTURE:
            pieces.append(("icon", part, run))
        elif part[0] == ":" and part[-1] == ":" and len(part) > 2:
            pieces.append(("icon", part[1:-1], run))
        else:
            pieces.append(("space" if part.isspace() and NBSP not in part else "word", part, run))
    return tuple(pieces)


@lru_cache(maxsize=512)
def loose_marks(text: str) -> tuple[str, ...]:
    """Return the marks of a text that are opened but not closed, each `</>` that closes nothing, and half placeholders.

    >>> loose_marks("a **b"), loose_marks("<red>a</> **b** </>"), loose_marks("<red>a <bold>b</>")
    (('**',), ('</>',), ('<red>',))
    >>> loose_marks("{a} {b c"), loose_marks("d}."), loose_marks("{n|coin|coins}")
    (('{b',), ('d}',), ('{n|coin|coins}',))
    """
    stars, tags, ends = list[str](), list[str](), list[str]()
    tagged = END in text
    for part in (_TAGGED if tagged else _TOKEN).split(text):
        if part == "**":
            stars = [] if stars else [part]
        elif tagged and part == END:
            if not tags:
                ends.append(part)
            tags = tags[:-1]
        elif tagged and part[:1] == "<" and part[-1] == ">":
            tags.append(part)
    return (*stars, *tags, *ends, *_HALF.findall(_WHOLE.sub("", text)))


@lru_cache(maxsize=512)
def measure_paragraphs(text: str, fonts: TextFonts) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text with their widths; raises LayoutLimitExceeded for an overlong word."""
    if (
        PICTURE in text
        or ":" in text
        or "**" in text
        or "\n" in text
        or END in text
        or "\\<" in text
        or WIDE.search(text)
    ):
        return tuple(_mixed(units, fonts) for units in _units(tokens(text)))
    words = [word for word in text.replace("\t", " ").split(" ") if word]
    width, space = fonts.plain.thousandths, fonts.plain.thousandths(" ")
    starts, ends, x = [], [], 0.0
    for word in words:
        if len(word) > LONGEST_WORD:
            raise LayoutLimitExceeded(f"a word has more than {LONGEST_WORD} signs")
        starts.append(x)
        x += width(word)
        ends.append(x)
        x += space
    return (Paragraph(words, [], starts, ends),)


def _units(all_tokens: tuple[Token, ...]) -> Iterator[list[tuple[Token, ...]]]:
    """Yield the units of each paragraph: tokens without a space between them."""
    units: list[tuple[Token, ...]] = []
    unit: list[Token] = []
    for token in (*all_tokens, ("break", "", PLAIN)):
        if token[0] in ("word", "icon"):
            kind, text, run = token
            if unit and kind == unit[-1][0] == "word" and run == unit[-1][2]:
                text = unit.pop()[1] + text  # with an escaped colon between, as in an address
            unit.append((kind, text, run))
            continue
        if unit:
            units.append(tuple(unit))
            unit = []
        if token[0] == "break":
            yield units
            units = []


def _mixed(units: list[tuple[Token, ...]], fonts: TextFonts) -> Paragraph:
    space = fonts.plain.thousandths(" ")
    starts, ends, x = [], [], 0.0
    split_units, joined = _at_ideographs(units)
    for at, unit in enumerate(split_units):
        if any(len(word) > LONGEST_WORD for _, word, _ in unit):
            raise LayoutLimitExceeded(f"a word has more than {LONGEST_WORD} signs")
        x += 0 if at in joined or not at else space
        starts.append(x)
        x += sum([fonts.width(token) for token in unit])
        ends.append(x)
    return Paragraph(None, split_units, starts, ends, joined)


def _at_ideographs(units: list[tuple[Token, ...]]) -> tuple[list[tuple[Token, ...]], frozenset[int]]:
    """Return units split where a line may break between ideographs, and the indexes of parts after such a split."""
    split_units: list[tuple[Token, ...]] = []
    joined: set[int] = set()
    for unit in units:
        first, open_unit = len(split_units), list[Token]()
        for kind, text, run in unit:
            head, *rest = breakable(text) if kind == "word" else [text]
            open_unit.append((kind, head, run))
            for part in rest:
                split_units.append(tuple(open_unit))
                open_unit = [(kind, part, run)]
        split_units.append(tuple(open_unit))
        joined.update(range(first + 1, len(split_units)))
    return split_units, frozenset(joined)


@lru_cache(maxsize=1024)
def split_points(word: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return the ways to split a word in two at a line end, as pairs; the first part includes its hyphen."""
    if len(word) < 5:
        return ()
    dictionary, core = hyphenation_of(language), word.strip(".,;:!?()„“”\"'»«…")
    start = word.index(core)
    soft = dictionary.positions(core) if dictionary is not None and core.isalpha() else []
    splits = [(f"{word[: start + at]}-", word[start + at :]) for at in soft]
    signs = "-–/" if len(word) < LEAST_CODE else CODE_SIGNS
    after = [(word[: at + 1], word[at + 1 :]) for at, sign in enumerate(word[:-1]) if sign in signs and at > 0]
    return tuple(sorted(splits + after, key=lambda pair: -len(pair[0])))


class WrappedText:
    """A text at a size, broken into lines of at most `width` points; `fits` is False if a word is wider.

    No word is lost: one that is too wide gets a line of its own.
    """

    def __init__(self, text: str, fonts: TextFonts, size: float, width: float) -> None:
        self.text, self.face, self.size, self.fits = text, fonts, size, True
        # the width is put into thousandths of the size, in which words are measured: no word is scaled
        room = (width + TOLERANCE) * EM / size
        self.spans = [
            (paragraph, span) for paragraph in measure_paragraphs(text, fonts) for span in self._lines(paragraph, room)
        ]

    def __len__(self) -> int:
        return len(self.spans)

    @property
    def width(self) -> float:
        return max((span.width for _, span in self.spans), default=0.0) * self.size / EM

    def _lines(self, units: Paragraph, room: float) -> list[WrappedLine]:
        """Return the lines of a paragraph, each filled as far as possible; an empty paragraph is one empty line."""
        spans: list[WrappedLine] = []
        rest, first = None, 0
        while not spans or rest or first < len(units.ends):
            span, rest, first = self._next_line(units, room, rest, first)
            spans.append(span)
        return spans

    def _next_line(
        self, units: Paragraph, room: float, rest: SplitWordPart | None, first: int
    ) -> tuple[WrappedLine, SplitWordPart | None, int]:
        """Return the next line, the rest of a word split at its end (or None), and the index of the unit after it.

        The line begins with `rest`, the end of a word split before, and continues with the units from index `first`. A
        word that is wider than the line and cannot be split gets a line of its own and sets `fits` to False.
        """
        starts, ends, count = units.starts, units.ends, len(units.ends)
        if rest and rest.width > room:
            if split := self._cut(rest.text, rest.run, room):
                head, tail = split
                return WrappedLine(None, first, first, head, head.width), tail, first
            self.fits = False
        space = self.face.plain.thousandths(" ")
        before = rest.width + space if rest else 0.0
        # `ends` are sums of widths from the beginning of the paragraph, so the last word that fits is found by
        # bisection and a paragraph can be broken at ten sizes without measuring a word again
        stop = bisect_right(ends, room - before + starts[first], first) if first < count else count
        used = before + ends[stop - 1] - starts[first] if stop > first else rest.width if rest else 0.0
        if stop == count:
            return WrappedLine(rest, first, stop, None, used), None, stop
        holds_something = rest is not None or stop > first
        gap = space if holds_something else 0.0
        if split := self._cut_unit(units.unit(stop), ends[stop] - starts[stop], room, room - used - gap):
            head, tail = split
            return WrappedLine(rest, first, stop, head, used + gap + head.width), tail, stop + 1
        if holds_something:
            return WrappedLine(rest, first, stop, None, used), None, stop
        self.fits = False
        return WrappedLine(None, stop, stop + 1, None, ends[stop] - starts[stop]), None, stop + 1

    def _cut_unit(
        self, unit: tuple[Token, ...], width: float, room: float, spare: float
    ) -> tuple[SplitWordPart, SplitWordPart] | None:
        """Split a single word if it is wider than a line, or if hyphens are allowed and this line has much free space.

        Returns both parts, or None if the word is not split.
        """
        kind, text, run = unit[0]
        worth = LEAST_SPLIT_JUSTIFIED if self.face.is_justified else LEAST_SPLIT
        is_wanted = width > room or (self.face.hyphenate and spare > worth * EM)
        return self._cut(text, run, spare) if is_wanted and len(unit) == 1 and kind == "word" else None

    def _cut(self, word: str, run: Emphasis, spare: float) -> tuple[SplitWordPart, SplitWordPart] | None:
        """Return the longest head of a word that fits into `spare`, and the rest of the word; None if none fits."""
        for head, tail in split_points(word, self.face.language):
            width = self.face.width(("word", head, run))
            if width <= spare:
                return SplitWordPart(head, run, width), SplitWordPart(tail, run, self.face.width(("word", tail, run)))
        return None

    @cached_property
    def lines(self) -> tuple[TextLine, ...]:
        """The lines with the positions of their words and icons."""
        return tuple(TextLine(tuple(self._pieces(*span)), span[1].width * self.size / EM) for span in self.spans)

    def _pieces(self, units: Paragraph, span: WrappedLine) -> Iterator[WordOrIcon]:
        row = [(units.unit(at), at in units.joined) for at in range(span.first, span.last)]
        if span.rest:
            row.insert(0, ((("word", span.rest.text, span.rest.run),), False))
        if span.head:
            row.append(((("word", span.head.text, span.head.run),), False))
        x, space = 0.0, self.face.plain.width(" ", self.size)
        for at, (unit, is_joined) in enumerate(row):
            x += 0 if is_joined or not at else space
            for token in unit:
                width = self.face.width(token) * self.size / EM
                yield WordOrIcon(token[1], token[0] == "icon", token[2], x, width)
                x += width


def spread_line(line: TextLine, width: float, blank: float) -> TextLine:
    """Return a line with its blanks widened to fill `width`; unchanged if they would become too wide."""
    gaps = [0.0]
    gaps += [piece.x - previous.x - previous.width > TOLERANCE for previous, piece in pairwise(line.pieces)]
    # words joined without a blank, such as parts of a Chinese sentence, are moved along and get no share
    extra = (width - line.width) / max(1.0, sum(gaps))
    if not 0 < extra <= (WIDEST_BLANK - 1) * blank:
        return line
    moved = [piece._replace(x=piece.x + extra * at) for piece, at in zip(line.pieces, accumulate(gaps), strict=True)]
    return TextLine(tuple(moved), width)


def plain_lines(text: str, font: Font, language: str, size: float, width: float) -> list[str]:
    """Return the words of each line of a text in one font, wrapped to `width` points; an empty text has no lines."""
    broken = WrappedText(text, TextFonts(font, font, language), size, width)
    return [" ".join(piece.text for piece in line.pieces) for line in broken.lines if line.pieces]


@lru_cache(maxsize=1024)
def tie_words(text: str, language: str) -> str:
    """Return a text with no-break spaces where a line must not end.

    A number stays with the word or icon after it; at the end of a sentence or clause, with the word before it. Sums
    stay together, a dash stays with the word before it, and in Czech and Polish a word of one letter with the next
    word.

    >>> tie_words("Down to level 6 – w lesie", "pl").replace(NBSP, "_")
    'Down to level 6_– w_lesie'
    >>> tie_words("health: 4 + 4 levels", "en").replace(NBSP, "_")
    'health: 4_+_4_levels'
    >>> tie_words("In round 3, add 2 :die:", "en").replace(NBSP, "_")
    'In round_3, add 2_:die:'
    """
    # the order counts: a tie that is set is a no-break space, which later patterns do not take for a blank
    ties = [_BEFORE_SIGN, _AFTER_SIGN, _AFTER_NUMBER, _BEFORE_DASH, _NUMBER_ENDS]
    if language in _AFTER_LETTER:
        ties.append(_AFTER_LETTER[language])
    for tie in ties:
        text = tie.sub(NBSP, text)
    return text


def wordings(text: str, language: str) -> list[str]:
    """Return a text with its words tied and, if that differs, untied, for boxes too narrow for ties."""
    return list(dict.fromkeys((tie_words(text, language), text)))


def natural_lines(text: str, fonts: TextFonts, size: float, width: float) -> WrappedText:
    """Return the text wrapped to `width` points; words are tied unless tied words are wider than a line."""
    for words in wordings(text, fonts.language):
        broken = WrappedText(words, fonts, size, width)
        if broken.fits:
            break
    return broken


def least_lines(text: str, fonts: TextFonts, size: float, width: float) -> float:
    """Return a lower bound for the number of lines of a text: its total length over the width."""
    room, space = (width + TOLERANCE) * EM / size, fonts.plain.thousandths(" ")
    needed = sum(
        [
            (paragraph.ends[-1] + space) / (room + space)
            for paragraph in measure_paragraphs(text, fonts)
            if paragraph.ends
        ]
    )
    return needed - TOLERANCE


def shrink_to_fit(
    text: str, fonts: TextFonts, size: float, floor: float, box: Size, leading: float, lines: int | None
) -> WrappedText:
    """Return the text at the largest size between `floor` and `size` (steps of 0.25) that fits the box.

    `leading` is the line height in sizes, `lines` the most lines allowed or None. If no size fits, the result has
    the size `floor`.
    """
    width, height = box
    # one line must fit: larger sizes need no trial
    trial = min(size, max(floor, height / leading)) if floor < size else size
    worded = wordings(text, fonts.language)
    while True:
        room = (height + 0.05) / (leading * trial)
        # a lower bound from the total length leaves most trials out before any line is broken
        if trial <= floor or least_lines(worded[0], fonts, trial, width) <= room:
            for words in worded:
                broken = WrappedText(words, fonts, trial, width)
                if broken.fits and len(broken) <= room and (lines is None or len(broken) <= lines):
                    return broken
            if trial <= floor:
                return broken
        trial = max(floor, trial - 0.25)


def balance_lines(broken: WrappedText, fonts: TextFonts, *, long: bool = False) -> WrappedText:
    """Return a text in the same number of lines, made about equally long without splitting more words.

    A text with line breaks of its own is returned unchanged, and so is one of many lines unless `long`.
    """
    if len(broken) < 2 or (len(broken) > MOST_BALANCED and not long) or not broken.fits or "\n" in broken.text:
        return broken
    best, narrow = broken, 0.0
    # bisection for the narrowest width with as many lines: what fits at a width fits at every larger one
    while best.width - narrow > BALANCE_STEP:
        width = (narrow + best.width) / 2
        trial = _narrower(broken, fonts, width)
        if trial is None:
            narrow = width
        else:
            best = trial
    return best


def without_widow(broken: WrappedText, fonts: TextFonts, width: float) -> WrappedText:
    """Return a text with slightly shorter lines if that keeps a single short word off its last line."""
    if len(broken) < 2 or not broken.fits or not _has_widow(broken, width):
        return broken
    # not by bisection: a narrower line may bring a widow back
    for percent in range(98, LEAST_WIDTH, -2):
        trial = _narrower(broken, fonts, width * percent / 100)
        if trial is None:
            return broken
        if not _has_widow(trial, width):
            return trial
    return broken


def _narrower(broken: WrappedText, fonts: TextFonts, width: float) -> WrappedText | None:
    """Return a text broken at a smaller width; None if this gives more lines or splits other words."""
    heads = _heads(broken)
    words = [end - start for units, _ in broken.spans for start, end in zip(units.starts, units.ends, strict=True)]
    # where nothing is split yet, no word may be: this saves loading a dictionary of hyphens, a tenth of a second
    if not heads and max(words, default=0.0) > (width + TOLERANCE) * EM / broken.size:
        return None
    trial = WrappedText(broken.text, fonts, broken.size, width)
    same = trial.fits and len(trial) == len(broken) and _heads(trial) == heads
    return trial if same else None


def _has_widow(broken: WrappedText, width: float) -> bool:
    units, last = broken.spans[-1]
    if last.width * broken.size / EM >= WIDOW * width:
        return False
    return sum([len(units.unit(at)) for at in range(last.first, last.last)]) + (last.rest is not None) == 1


def _heads(broken: WrappedText) -> list[tuple[int, str]]:
    """Return (index of the split unit, part of the word on the line) for each line that ends within a word."""
    return [(span.last, span.head.text) for _, span in broken.spans if span.head]
