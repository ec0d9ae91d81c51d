"""What the scorer says, as values: a key with the values of its sentence. Words come at the edge, by language."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from generator.diagnostics import Severity, SourceLocation


@dataclass(frozen=True)
class GameWord:
    """A word of the game: the first of its paths that the language has, else `bare`."""

    paths: tuple[str, ...]
    bare: str


@dataclass(frozen=True)
class Message:
    """A sentence to be worded: its key among the scorer's words, and what goes into it."""

    key: str
    values: tuple[tuple[str, "Value"], ...] = ()


@dataclass(frozen=True)
class ListInSentence:
    """Several things said one after the other."""

    entries: tuple["Value", ...]
    between: str = ", "


Value = str | int | GameWord | Message | ListInSentence


def key_word(section: str, key: str) -> GameWord:
    """Return the word for a key; `section` is where the game's words name such keys, "" where they do not."""
    return GameWord((f"{section}.{key}",) if section else (), key.replace("_", " "))


def message(key: str, /, **values: Any) -> Message:
    """Return a message; lists of things become Listed."""
    return Message(key, tuple(values.items()))


def entry_message(key: str, what: Value, number: int, /, **values: Any) -> Message:
    """Return a message about one of several entries, by its number from 1 and as its game calls it."""
    return message(key, what=message("numbered", what=what, number=number), number=number, **values)


def list_of(entries: Iterable[Value], between: str = ", ") -> ListInSentence:
    """Return several things as one value."""
    return ListInSentence(tuple(entries), between)


@dataclass(frozen=True)
class ScoreFault:
    """What is wrong with a score: a code, what is wrong, where, and what to do."""

    code: str
    message: Message
    place: SourceLocation
    hint: Message | None = None
    severity: Severity = "error"


class UnreadableAnswer(Exception):
    """A typed answer cannot be read; `message` says what is expected."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said.key)


class UnscorableGame(Exception):
    """A score cannot be counted; `faults` holds every fault, to be worded at the edge."""

    def __init__(self, faults: Iterable[ScoreFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.code} {fault.message.key}" for fault in self.faults))


@dataclass
class Faults:
    """Faults as they are met; empty means all is well so far."""

    met: list[ScoreFault] = field(default_factory=list)

    def add(self, code: str, said: Message, place: SourceLocation, hint: Message | None = None) -> None:
        self.met.append(ScoreFault(code, said, place, hint))

    def warn(self, code: str, said: Message, place: SourceLocation, hint: Message | None = None) -> None:
        self.met.append(ScoreFault(code, said, place, hint, "warning"))

    @property
    def errors(self) -> list[ScoreFault]:
        return [fault for fault in self.met if fault.severity == "error"]
