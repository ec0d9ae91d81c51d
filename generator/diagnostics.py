"""Faults as values (what is wrong, where), and the family of exceptions that carries them.

ScrawlError
├── InvalidInput     the input is at fault: one or more diagnostics (exit 1)
│   └── InvalidRequest   an option is at fault (exit 2)
├── CannotWrite      the place to write to is at fault (exit 1)
└── AmbiguousGame    the command names no game, and several could be meant (exit 2)
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

Severity = Literal["error", "warning", "note"]
H = TypeVar("H")
T = TypeVar("T")
MOST_FAULTS = 100  # reported for one file: more are no help, and each hint costs time
MOST_WORDS = 500
MOST_TOLD = 24  # known words that a hint lists
MOST_LETTERS = 80  # compared of a word, from its start


class SourceLocation(NamedTuple):
    """A position in a file, line and column counted from 1.

    It may also name an option, an answer or a form field, which have no lines: then line and column are 0.
    """

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path


def bare_place(name: str) -> SourceLocation:
    """Return the location of something without lines: an option such as `--paper`, an answer, a form field."""
    return SourceLocation(name, 0, 0)


NOWHERE = SourceLocation("", 0, 0)


def first_at(first: SourceLocation, later: SourceLocation) -> str:
    """Return the place `first` of something repeated at `later`, as part of a message about the repetition.

    >>> first_at(SourceLocation("a.yaml", 3, 5), SourceLocation("a.yaml", 7))
    'first on line 3'
    >>> first_at(SourceLocation("a.yaml", 3, 5), SourceLocation("b.yaml", 7))
    'first in a.yaml:3:5'
    """
    return f"first on line {first.line}" if first.path == later.path else f"first in {first}"


class Diagnostic(NamedTuple):
    """One fault: a stable code, what is wrong, where, and what to do about it.

    - `subject`: the card face on which the fault was found; the message ends with it.
    - `language`: the only language that has the fault, or "".
    - `value`: the wrong value as written, such as the name of an icon.
    - `written`: where the text is written that has too little room in the layout; either of the two can be changed.
    """

    code: str
    message: str
    place: SourceLocation
    hint: str | None = None
    severity: Severity = "error"
    subject: str = ""
    language: str = ""
    value: str = ""
    written: SourceLocation | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.code} {self.message}"


class ScrawlError(Exception):
    """Base of all errors that this program raises about its input or its environment."""


class InvalidInput(ScrawlError):
    """The input cannot be used; `diagnostics` holds every fault found, in file order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))

    def __reduce__(self) -> tuple[type["InvalidInput"], tuple[tuple[Diagnostic, ...]]]:
        """Pickle the exception with its diagnostics, so that another process gets these and not only their text."""
        return type(self), (self.diagnostics,)


def attempt(faults: list[Diagnostic], make: Callable[[], T]) -> T | None:
    """Return the result of `make`; None if it raises InvalidInput, whose diagnostics are added to `faults`."""
    try:
        return make()
    except InvalidInput as fault:
        faults.extend(fault.diagnostics)
        return None


class InvalidRequest(InvalidInput):
    """Options cannot be used; the place of each fault is an option."""


class CappedDiagnosticList:
    """The faults of one file: the first hundred are kept, all later ones are only counted."""

    def __init__(self) -> None:
        self._told: list[Diagnostic] = []  # and one more, if there are more
        self._count = 0

    def add(self, fault: Diagnostic) -> None:
        """Keep a fault, or only count it if the list is full."""
        self._count += 1
        if len(self._told) <= MOST_FAULTS:
            self._told.append(fault)

    @property
    def is_full(self) -> bool:
        """Whether the list is full: further faults are only counted, so callers need not compute their hints."""
        return self._count >= MOST_FAULTS

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The first hundred faults and, if there are more, a last one that says how many."""
        first, next_one = self._told[:MOST_FAULTS], self._told[MOST_FAULTS:]
        message = f"and {self._count - MOST_FAULTS:,} more faults of this file from here on"
        return first + [Diagnostic(fault.code, message, fault.place, severity=fault.severity) for fault in next_one]

    def raise_all(self) -> None:
        """Raise InvalidInput with the faults, if there are any."""
        if self._told:
            raise InvalidInput(self.diagnostics)


def for_column(faults: list[Diagnostic]) -> Diagnostic:
    """Return the same fault in several rows as one: the first, with the number of further rows."""
    first, further = faults[0], len(faults) - 1
    rows = f" (and {further:,} more row{'s' if further > 1 else ''})" if further else ""
    return first._replace(message=first.message + rows)


def refuse(code: str, message: str, place: SourceLocation, hint: str | None = None) -> "InvalidInput":
    """Return an InvalidInput of a single fault, to be raised: `raise refuse("C001", "there is no file", place)`."""
    return InvalidInput([Diagnostic(code, message, place, hint)])


def need_known(word: str, words: Collection[str], code: str, message: str, place: SourceLocation) -> None:
    """Raise InvalidInput if a word is none of the known ones, with the nearest of them as a hint."""
    if word not in words:
        raise refuse(code, message, place, did_you_mean(word, words))


class CannotWrite(ScrawlError):
    """A file could not be written; an existing file of that name is unchanged."""


class AmbiguousGame(ScrawlError):
    """No game is named and several could be meant; `games` holds their ids."""

    def __init__(self, games: Iterable[str]) -> None:
        self.games = tuple(games)
        super().__init__(f"which game? yours are {', '.join(self.games)}: say --game {self.games[0]}")


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """Return "did you mean 'width'?" for a near miss, else the list of known words; None if none is known."""
    names = [str(name) for name in islice(words, MOST_WORDS)]
    shown_names = [*names[:MOST_TOLD], *(["..."] if len(names) > MOST_TOLD else [])]
    return meant_or(word, names, "known: " + ", ".join(shown_names) if names else None)


def meant_or(word: str, words: Sequence[str], otherwise: H) -> str | H:
    """Return "did you mean 'width'?" if `word` is nearly one of `words`, else `otherwise`."""
    similar = nearest(word, words)
    return f"did you mean {similar!r}?" if similar is not None else otherwise


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where needed.

    >>> format_count(1, "page"), format_count(2, "page"), format_count(3, "copy")
    ('1 page', '2 pages', '3 copies')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def nearest(word: str, names: Sequence[str], *, least_similarity: float = 0.6) -> str | None:
    """Return the name most similar to `word`, or None; `least_similarity` is the least similarity, 0 to 1 (equal).

    >>> nearest("widht", ["height", "width"]), nearest("Moon.PNG", ["moon.png"]), nearest("x", ["width"])
    ('width', 'moon.png', None)
    >>> nearest("aest", ["west", "east"])
    'east'
    """
    from difflib import get_close_matches

    by_letters = {name.lower(): name for name in reversed(names)}
    searched = word[:MOST_LETTERS].lower()
    similar = get_close_matches(searched, by_letters, n=5, cutoff=least_similarity)
    return by_letters[min(similar, key=lambda name: _slips(searched, name[:MOST_LETTERS]))] if similar else None


def _slips(word: str, name: str) -> int:
    """Return the edit distance: how many letters to insert, delete, replace or swap with the next one.

    >>> _slips("aest", "east"), _slips("aest", "west"), _slips("east", "east")
    (1, 2, 0)
    """
    second_last: list[int] = []
    row = list(range(len(name) + 1))
    for at, letter in enumerate(word):
        next_row = [at + 1]
        for to, other in enumerate(name):
            best = row[to] if letter == other else 1 + min(row[to + 1], next_row[to])
            if second_last and to and letter == name[to - 1] and word[at - 1] == other:
                best = min(best, second_last[to - 1] + 1)
            next_row.append(best)
        second_last, row = row, next_row
    return row[-1]


def group_faults(faults: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return one fault per place and cause; its message says on how many more faces and in which languages.

    Messages about the look of a face (L030 and above) differ from face to face, so these are grouped by place alone. If
    a box is too small for the same single text each time, the fault is reported at that text.
    """
    groups: dict[tuple[str, ...], list[Diagnostic]] = {}
    for fault in faults:
        cause = "" if fault.subject and fault.code >= "L030" else fault.message.removesuffix(f" on {fault.subject}")
        groups.setdefault((fault.code, str(fault.place), cause, fault.severity), []).append(fault)
    return [_summed_up(group) for group in groups.values()]


def _summed_up(group: Sequence[Diagnostic]) -> Diagnostic:
    first = group[0]
    further = len({fault.subject for fault in group}) - 1
    languages = [] if any(not fault.language for fault in group) else sorted({fault.language for fault in group})
    message = first.message + (f" and on {further} more" if further else "")
    message += f" ({', '.join(languages)})" if languages else ""
    if first.written is None or any(fault.written != first.written for fault in group):
        return first._replace(message=message)
    return first._replace(message=message, place=first.written, hint=f"{first.hint}; its box is in {first.place}")


def in_each(faults: Mapping[str, Sequence[Diagnostic]]) -> list[Diagnostic]:
    """Return the faults of all languages as one list without repeats; `faults` holds them by language.

    For a fault that only some languages have, `language` is set to the language.
    """
    everywhere = set.intersection(*(set(of_language) for of_language in faults.values())) if faults else set()
    pairs = ((fault, language) for language, of_language in faults.items() for fault in of_language)
    return list(
        dict.fromkeys(fault if fault in everywhere else fault._replace(language=language) for fault, language in pairs)
    )
