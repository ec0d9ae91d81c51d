"""Annotations for fields of scoring.yaml that hold a name: they say what the name refers to, so that it is checked."""

from dataclasses import dataclass
from typing import Annotated

from generator.reading.structure import NameAnnotation


@dataclass(frozen=True)
class InputNameAnnotation(NameAnnotation):
    """The name of an input, of a kind `having` some attribute; `parted` allows the index of a question, from 0."""

    having: str = ""
    parted: bool = False


@dataclass(frozen=True)
class DeckReference(NameAnnotation):
    """The name of a deck."""


@dataclass(frozen=True)
class CardFieldNameAnnotation(NameAnnotation):
    """The name of a field of cards; the neighbouring key `of` names their deck."""

    of: str


@dataclass(frozen=True)
class MapCountNameAnnotation(NameAnnotation):
    """The name of a count of the map that is played."""


@dataclass(frozen=True)
class LetterOfLine(NameAnnotation):
    """The letter of a line, which is unique."""


InputName = Annotated[str, InputNameAnnotation()]
MapCount = Annotated[str, MapCountNameAnnotation()]
DeckName = Annotated[str, DeckReference()]
DeckField = Annotated[str, CardFieldNameAnnotation("deck")]
