"""What a name in scoring.yaml is the name of. The types of its fields say so, and every one of them is looked up."""

from dataclasses import dataclass
from typing import Annotated

from generator.reading.structure import NameAnnotation, Names


@dataclass(frozen=True)
class InputNameAnnotation(NameAnnotation):
    """The name of an input, or a list of them: of any kind, or of one that is a `kind`.

    `keyed`: one key of a group may stand behind it, such as `levels.first`; `parted`: the number of a question from 0.
    """

    kind: type = object
    keyed: bool = False
    parted: bool = False


@dataclass(frozen=True)
class ChoiceKeysAnnotation(NameAnnotation):
    """A mapping by keys of a choice: of the input that the key `of` beside it names, else of its own keys' inputs."""

    of: str = ""


@dataclass(frozen=True)
class DeckReference(NameAnnotation):
    """The name of a deck."""


@dataclass(frozen=True)
class CardFieldNameAnnotation(NameAnnotation):
    """A field of cards: of the deck, or of that of the input, which the key `of` beside it names."""

    of: str


@dataclass(frozen=True)
class MapCountNameAnnotation(NameAnnotation):
    """The name of what is counted of the map that is played."""


@dataclass(frozen=True)
class LetterOfLine(NameAnnotation):
    """The letter of a line, which no other has."""


InputName = Annotated[str, InputNameAnnotation()]
AmountNames = Annotated[Names, InputNameAnnotation(keyed=True)]
MapCount = Annotated[str, MapCountNameAnnotation()]
DeckName = Annotated[str, DeckReference()]
DeckField = Annotated[str, CardFieldNameAnnotation("deck")]
