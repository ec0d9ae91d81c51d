"""Base of all kinds of line parts: points of a sheet with reasons, the formula in words, and bounds of the points."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.diagnostics import SourceLocation
from generator.reading.spec_class import KindOfSpec, registrar
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputMarks, InputSpec, KeySlip
from generator.scoring.inputs.choice import CardOrOptionInput, ChoiceName
from generator.scoring.messages import GameWord, Message, Value, list_of, message
from generator.scoring.references import InputName

LINE_KINDS: dict[str, type] = {}
line_kind = registrar(LINE_KINDS)


class ReasonedPoints(NamedTuple):
    """The points of a part of a line, and a message that explains them; no message if nothing was marked."""

    points: int
    reason: Message | None = None


@dataclass(frozen=True)
class ScoringContext:
    """The context for counting: the game, its inputs, and one sheet."""

    data: GameScoringData
    inputs: Mapping[str, InputSpec]
    sheet: Mapping[str, InputMarks]
    cards: Mapping[str, tuple[str | None, ...]]


def word_of(name: str, inputs: Mapping[str, InputSpec] | None = None) -> GameWord:
    """Return the word for an input, or a key of it such as `levels.first`; `inputs` give the words of keys."""
    first, _, key = name.partition(".")
    section = inputs[first].words if inputs and key else ""
    names = (f"inputs.{name}", *([f"{section}.{key}"] if section else []), f"inputs.{first}")
    return GameWord(names, (key or first).replace("_", " "))


def words_of(names: Iterable[str], inputs: Mapping[str, InputSpec]) -> Value:
    """Return the words for inputs, or keys of them, that are counted together."""
    return list_of((word_of(name, inputs) for name in names), " + ")


@dataclass(frozen=True, kw_only=True)
class LinePartSpec(KindOfSpec, ABC):
    """One part of a line, which is the sum of its parts. `only` restricts it to solo games, or to all others."""

    kinds = LINE_KINDS
    place: SourceLocation
    only: Literal["solo", "multiplayer"] | None = None

    def counts(self, *, solo: bool) -> bool:
        """Return whether this part counts in a solo game, or, with `solo` false, in a game of several players."""
        return self.only is None or (self.only == "solo") == solo

    @property
    def adds_up(self) -> bool:
        """Whether the points for an input with keys can be computed key by key and added up."""
        return False

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        """Yield contradictions and useless keys in this part; `_said` are the keys that the file has."""
        yield from ()

    @property
    @abstractmethod
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs that are counted."""

    def is_marked(self, sheet: Mapping[str, InputMarks]) -> bool:
        """Return whether anything that this part counts is marked, even if it gives no points yet."""
        return any(number for name in self.inputs for number in sheet[name].numbers)

    @abstractmethod
    def count(self, at: ScoringContext) -> ReasonedPoints:
        """Return the points that this part gives for a sheet."""

    @abstractmethod
    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        """Return the formula of this part in words, which players get by typing `?`."""

    @abstractmethod
    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        """Return the least and the most points that this part can give."""


@dataclass(frozen=True, kw_only=True)
class InputPartSpec(LinePartSpec):
    """Points of one input, `of`."""

    of: InputName

    @property
    def inputs(self) -> tuple[str, ...]:
        return (self.of,)


@dataclass(frozen=True, kw_only=True)
class ChoicePartSpec(InputPartSpec):
    """Points for the card or option that was chosen for the input `of`."""

    of: ChoiceName

    def worth(self, data: GameScoringData, spec: CardOrOptionInput, key: str) -> int:
        """Return the points of a choice."""
        raise NotImplementedError

    def count(self, at: ScoringContext) -> ReasonedPoints:
        key, spec = at.sheet[self.of].choice, at.inputs[self.of]
        if key is None or not isinstance(spec, CardOrOptionInput):
            return ReasonedPoints(0)
        points = self.worth(at.data, spec, key)
        return ReasonedPoints(points, message("card", who=spec.name_of(at.data, key), points=points))
