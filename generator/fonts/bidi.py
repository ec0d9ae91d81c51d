"""The order of letters on a line that mixes directions: Unicode's bidirectional algorithm (UAX #9).

Rules have the names of the standard. A level is even for text read from left to right, odd for right to left.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

MOST_DEPTH = 125  # BD2
MOST_BRACKETS = 63  # BD16
# letters of scripts read from right to left, and control characters for directions
TURNED = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
EMBEDDINGS = {"RLE": (1, ""), "LRE": (0, ""), "RLO": (1, "R"), "LRO": (0, "L")}
ISOLATES = ("RLI", "LRI", "FSI")
REMOVED = (*EMBEDDINGS, "PDF", "BN")  # X9
NEUTRALS = ("B", "S", "WS", "ON", *ISOLATES, "PDI")
AT_ENDS = ("WS", *ISOLATES, "PDI", *REMOVED)  # L1
STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # N0 to N2: numbers count as read from right to left
RISING = (
    {"L": 0, "R": 1, "AN": 2, "EN": 2},
    {"L": 1, "R": 0, "AN": 1, "EN": 1},
)  # I1, I2: of even levels, and of odd ones
SIDES = {"LEFT": "RIGHT", "GYON": "GYAS", "OGHAM FEATHER": "OGHAM REVERSED FEATHER"}
ALIKE = {"\u2329": "\u3008", "\u232a": "\u3009"}


def is_turned(text: str) -> bool:
    """Return whether a text contains right-to-left letters or control characters for directions.

    >>> is_turned("fox"), is_turned("\u05d0")
    (False, True)
    """
    return TURNED.search(text) is not None


def base_level(text: str) -> int:
    """Return the level of a paragraph: the level of its first strong letter, 0 without such a letter (P2, P3)."""
    return _first_strong([_kind(letter) for letter in text])


def levels(text: str, base: int | None = None) -> list[int]:
    """Return the level of each character of a paragraph; characters removed by X9 have the level before them.

    `base` is the level of the paragraph; None means the level of its first strong letter.
    """
    kinds = [_kind(letter) for letter in text]
    base = _first_strong(kinds) if base is None else base
    matches = _matches(kinds)
    resolved, explicit = _explicit(kinds, matches, base)
    levels = [*explicit]
    for sequence in _sequences(kinds, explicit, matches, base):
        _resolve_weak(sequence, resolved)
        _resolve_brackets(text, kinds, sequence, resolved)
        _resolve_neutral(sequence, resolved)
        rising = RISING[sequence.level % 2]
        for at in sequence.places:
            levels[at] = sequence.level + rising[resolved[at]]
    return _at_ends(kinds, levels, base)


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of characters with these levels in visual order from left to right (L2).

    >>> visual_order([0, 1, 1, 0])
    [0, 2, 1, 3]
    """
    # L2: from the highest level down to 1, reverse every run of characters at this level or above. Text of level 2,
    # such as a number in Hebrew, is reversed twice and keeps its order.
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        runs = groupby(order, key=lambda at: levels[at] >= level)
        order = [at for is_high, run in runs for at in (reversed([*run]) if is_high else run)]
    return order


@lru_cache(maxsize=4096)
def _kind(letter: str) -> str:
    """Return the bidirectional type of a character, "L" if Unicode defines none."""
    return unicodedata.bidirectional(letter) or "L"


def _first_strong(kinds: Iterable[str]) -> int:
    """Return the level given by the first strong type outside of isolates (P2, P3)."""
    depth = 0
    for kind in kinds:
        depth += (kind in ISOLATES) - (kind == "PDI" and depth > 0)
        if depth == 0 and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def _matches(kinds: Sequence[str]) -> dict[int, int]:
    """Return {index of an isolate's start: index of its end}, without isolates that are never closed (BD9)."""
    matches: dict[int, int] = {}
    opened: list[int] = []
    for at, kind in enumerate(kinds):
        if kind in ISOLATES:
            opened.append(at)
        elif kind == "PDI" and opened:
            matches[opened.pop()] = at
    return matches


class _Status(NamedTuple):
    """An entry of the directional status stack (X1): level, overriding type ("" for none), whether an isolate."""

    level: int
    override: str
    isolate: bool


def _explicit(kinds: Sequence[str], matches: dict[int, int], base: int) -> tuple[list[str], list[int]]:
    """Return the types and levels that result from embeddings, overrides and isolates (X1 to X8)."""
    # The stack holds one entry for each embedding that is open. Beyond the deepest level, embeddings are only counted,
    # so that their ends do not close embeddings further out.
    resolved, levels = [*kinds], [base] * len(kinds)
    stack = [_Status(base, "", False)]
    lost_isolates = lost_embeddings = open_isolates = 0
    for at, kind in enumerate(kinds):
        if kind == "PDI":
            if lost_isolates:
                lost_isolates -= 1
            elif open_isolates:
                lost_embeddings = 0
                while not stack[-1].isolate:
                    stack.pop()
                stack.pop()
                open_isolates -= 1
        top = stack[-1]
        levels[at] = base if kind == "B" else top.level
        if top.override and kind not in (*REMOVED, "B"):
            resolved[at] = top.override
        if kind in EMBEDDINGS or kind in ISOLATES:
            inside = kinds[at + 1 : matches.get(at, len(kinds))]
            odd = (
                EMBEDDINGS[kind][0] if kind in EMBEDDINGS else _first_strong(inside) if kind == "FSI" else kind == "RLI"
            )
            level = top.level + 1 + (top.level % 2 == odd)
            if level <= MOST_DEPTH and not lost_isolates and not lost_embeddings:
                open_isolates += kind in ISOLATES
                stack.append(_Status(level, EMBEDDINGS.get(kind, (0, ""))[1], kind in ISOLATES))
            elif kind in ISOLATES:
                lost_isolates += 1
            elif not lost_isolates:
                lost_embeddings += 1
        elif kind == "PDF" and not lost_isolates:
            if lost_embeddings:
                lost_embeddings -= 1
            elif not top.isolate and len(stack) > 1:
                stack.pop()
    return resolved, levels


class _Sequence(NamedTuple):
    """An isolating run sequence (X10): indexes of characters of one level, and the directions before and after it."""

    places: list[int]
    level: int
    before: str
    behind: str


def _sequences(kinds: Sequence[str], levels: Sequence[int], matches: dict[int, int], base: int) -> Iterator[_Sequence]:
    # A run is a stretch of one level. An isolate interrupts a sentence: the runs before and after it are one sequence,
    # as if it were a single neutral character, so its contents cannot change the direction of the text around it.
    visible = [at for at, kind in enumerate(kinds) if kind not in REMOVED]
    position = {at: index for index, at in enumerate(visible)}
    runs = [list(run) for _, run in groupby(visible, key=levels.__getitem__)]
    run_from = {run[0]: run for run in runs}
    ends = set(matches.values())
    for run in runs:
        if run[0] in ends:
            continue  # continues the sequence of an isolate that was opened before
        places = [*run]
        while (end := matches.get(places[-1])) is not None:
            places += run_from[end]
        first, last, level = position[places[0]], places[-1], levels[places[0]]
        level_before = levels[visible[first - 1]] if first else base
        open_end = kinds[last] in ISOLATES
        level_behind = base if open_end or position[last] + 1 == len(visible) else levels[visible[position[last] + 1]]
        yield _Sequence(places, level, "LR"[max(level_before, level) % 2], "LR"[max(level_behind, level) % 2])


def _resolve_weak(sequence: _Sequence, resolved: list[str]) -> None:
    """Resolve the types of numbers and their neighbours in `resolved` (rules W1 to W7 of Unicode bidi)."""
    places = sequence.places
    previous = sequence.before
    for at in places:  # W1
        if resolved[at] == "NSM":
            resolved[at] = "ON" if previous in (*ISOLATES, "PDI") else previous
        previous = resolved[at]
    strong = sequence.before
    for at in places:  # W2, W3
        if resolved[at] in ("L", "R", "AL"):
            strong = resolved[at]
            resolved[at] = "R" if strong == "AL" else strong
        elif resolved[at] == "EN" and strong == "AL":
            resolved[at] = "AN"
    for left, at, right in zip(places, places[1:], places[2:], strict=False):  # W4
        sides = resolved[left]
        if sides == resolved[right] and (
            (sides == "EN" and resolved[at] in ("ES", "CS")) or (sides == "AN" and resolved[at] == "CS")
        ):
            resolved[at] = sides
    for row in (places, places[::-1]):  # W5
        number = False
        for at in row:
            number = resolved[at] == "EN" or (number and resolved[at] == "ET")
            if number:
                resolved[at] = "EN"
    strong = sequence.before
    for at in places:  # W6, W7
        if resolved[at] in ("ES", "ET", "CS"):
            resolved[at] = "ON"
        elif resolved[at] in ("L", "R"):
            strong = resolved[at]
        elif resolved[at] == "EN" and strong == "L":
            resolved[at] = "L"


@lru_cache(maxsize=1024)
def _closing(letter: str) -> str:
    """Return the bracket that closes a bracket, "" for a character that is not an opening bracket (BD14, BD15).

    >>> _closing("("), _closing("a"), _closing("«")
    (')', '', '')
    """
    if unicodedata.category(letter) != "Ps" or not unicodedata.mirrored(letter):
        return "\u169c" if letter == "\u169b" else ""
    name = unicodedata.name(letter)
    for left, right in SIDES.items():
        name = name.replace(left, right)
    return unicodedata.lookup(name)


def _pairs(text: str, places: Sequence[int], resolved: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of brackets in a sequence as indexes, sorted by the opening one (BD16)."""
    # A stack of open brackets: a closing one takes the nearest that fits, and drops unclosed ones above it.
    opened: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for index, at in enumerate(places):
        if resolved[at] != "ON":
            continue
        letter = ALIKE.get(text[at], text[at])
        if closing := _closing(letter):
            if len(opened) == MOST_BRACKETS:
                return []
            opened.append((closing, index))
            continue
        depth = next((depth for depth in range(len(opened) - 1, -1, -1) if opened[depth][0] == letter), None)
        if depth is not None:
            pairs.append((opened[depth][1], index))
            del opened[depth:]
    return sorted(pairs)


def _resolve_brackets(text: str, kinds: Sequence[str], sequence: _Sequence, resolved: list[str]) -> None:
    """Give both brackets of a pair the direction of the text between or before them (N0)."""
    places, level_direction = sequence.places, "LR"[sequence.level % 2]
    for begin, end in _pairs(text, places, resolved):
        inside = {STRONG.get(resolved[at]) for at in places[begin + 1 : end]}
        if level_direction in inside:
            direction = level_direction
        elif inside & {"L", "R"}:
            earlier = (STRONG[resolved[at]] for at in reversed(places[:begin]) if resolved[at] in STRONG)
            direction = next(earlier, sequence.before)
        else:
            continue
        for index in (begin, end):
            resolved[places[index]] = direction
            for at in places[index + 1 :]:
                if kinds[at] != "NSM":
                    break
                resolved[at] = direction


def _resolve_neutral(sequence: _Sequence, resolved: list[str]) -> None:
    """Give neutral characters the direction that both neighbours share, else the direction of the level (N1, N2)."""
    places, level_direction = sequence.places, "LR"[sequence.level % 2]
    previous = sequence.before
    for is_neutral, group in groupby(range(len(places)), key=lambda index: resolved[places[index]] in NEUTRALS):
        indices = list(group)
        if not is_neutral:
            previous = STRONG[resolved[places[indices[-1]]]]
            continue
        end = indices[-1] + 1
        behind = STRONG[resolved[places[end]]] if end < len(places) else sequence.behind
        for index in indices:
            resolved[places[index]] = previous if previous == behind else level_direction


def _at_ends(kinds: Sequence[str], levels: list[int], base: int) -> list[int]:
    """Give separators, and blanks before them or at the end, the level of the paragraph (L1).

    Characters that rule X9 removes get the level of the character before them.
    """
    trailing = True
    for at in range(len(kinds) - 1, -1, -1):
        if kinds[at] in ("S", "B"):
            levels[at], trailing = base, True
        elif kinds[at] in AT_ENDS:
            levels[at] = base if trailing else levels[at]
        else:
            trailing = False
    for at, kind in enumerate(kinds):
        if kind in REMOVED:
            levels[at] = levels[at - 1] if at else base
    return levels
