"""Messages of scoring as values: a key and the values for its sentence, which are worded later in any language."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from generator.diagnostics import Severity, SourceLocation


@dataclass(frozen=True)
class GameWord:
    """A word of the game, looked up in its words: the first of `paths` that the language has, else the text `bare`."""

    paths: tuple[str, ...]
    bare: str


@dataclass(frozen=True)
class Message:
    """A sentence to be worded: its key in the words of scoring, and the values of its placeholders."""

    key: str
    values: tuple[tuple[str, "Value"], ...] = ()


@dataclass(frozen=True)
class ListInSentence:
    """A list inside a sentence, joined by commas or another text."""

    entries: tuple["Value", ...]
    between: str = ", "


Value = str | int | GameWord | Message | ListInSentence


def key_word(section: str, key: str) -> GameWord:
    """Return the word for a key in a `section` of the game's words; the key itself if `section` is ""."""
    return GameWord((f"{section}.{key}",) if section else (), key.replace("_", " "))


def word_of(name: str) -> GameWord:
    """Return the word for an input."""
    return key_word("inputs", name)


def message(key: str, /, **values: Any) -> Message:
    """Return a message with these values for the placeholders of its sentence."""
    return Message(key, tuple(values.items()))


def entry_message(key: str, what: Value, number: int, /, **values: Any) -> Message:
    """Return the message `key` about entry `number`, from 1, of several; `what` is the word for such an entry."""
    return message(key, what=message("numbered", what=what, number=number), number=number, **values)


def list_of(entries: Iterable[Value], between: str = ", ", most: int | None = None) -> ListInSentence:
    """Return several values as one, which is put into words as a list with `between` between the entries.

    Entries after the first `most` become "...".
    """
    values = tuple(entries)
    return ListInSentence(values if most is None or len(values) <= most else (*values[:most], "..."), between)


@dataclass(frozen=True)
class ScoreFault:
    """A fault in a score: its code, message, location and hint."""

    code: str
    message: Message
    place: SourceLocation
    hint: Message | None = None
    severity: Severity = "error"


class UnreadableAnswer(Exception):
    """Raised for a typed answer that cannot be read; `message` says what is expected."""

    def __init__(self, text: Message) -> None:
        self.message = text
        super().__init__(text.key)


class UnscorableGame(Exception):
    """Raised when a score cannot be counted; `faults` holds every fault, not yet worded."""

    def __init__(self, faults: Iterable[ScoreFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f"{fault.code} {fault.message.key}" for fault in self.faults))


@dataclass
class Faults:
    """A collection of faults, which is empty as long as none was found."""

    met: list[ScoreFault] = field(default_factory=list)

    def add(self, code: str, text: Message, place: SourceLocation, hint: Message | None = None) -> None:
        self.met.append(ScoreFault(code, text, place, hint))

    def warn(self, code: str, text: Message, place: SourceLocation, hint: Message | None = None) -> None:
        self.met.append(ScoreFault(code, text, place, hint, "warning"))

    @property
    def errors(self) -> list[ScoreFault]:
        return [fault for fault in self.met if fault.severity == "error"]
