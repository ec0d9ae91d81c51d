"""What a name in scoring.yaml is the name of. The types of its fields say so, and every one of them is looked up."""

from dataclasses import dataclass
from typing import Annotated

from generator.reading.structure import NameReference, Names


@dataclass(frozen=True)
class InputReference(NameReference):
    """The name of an input, or a list of them: of any kind, or of one that is a `kind`.

    `keyed`: one key of a group may stand behind it, such as `levels.first`; `parted`: the number of a question from 0.
    """

    kind: type = object
    keyed: bool = False
    parted: bool = False


@dataclass(frozen=True)
class ChoiceReference(NameReference):
    """A mapping by keys of a choice: of the input that the key `of` beside it names, else of its own keys' inputs."""

    of: str = ""


@dataclass(frozen=True)
class DeckReference(NameReference):
    """The name of a deck."""


@dataclass(frozen=True)
class FieldReference(NameReference):
    """A field of cards: of the deck, or of that of the input, which the key `of` beside it names."""

    of: str


@dataclass(frozen=True)
class MapCountReference(NameReference):
    """The name of what is counted of the map that is played."""


@dataclass(frozen=True)
class LetterOfLine(NameReference):
    """The letter of a line, which no other has."""


InputName = Annotated[str, InputReference()]
AmountNames = Annotated[Names, InputReference(keyed=True)]
MapCount = Annotated[str, MapCountReference()]
DeckName = Annotated[str, DeckReference()]
DeckField = Annotated[str, FieldReference("deck")]
