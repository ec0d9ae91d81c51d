"""What every kind of check can do: say what of a sheet, or of all sheets of a game, cannot be or is hardly right."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from generator.diagnostics import SourceLocation
from generator.reading.spec_class import KindOfSpec
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputSpec, KnownSheetInputs
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.line_spec import KeySlip, word_of
from generator.scoring.messages import Faults, Message, Value, key_word, list_of

CHECK_KINDS: dict[str, type] = {}


@dataclass(frozen=True)
class ScoreCheckContext:
    """What checks may look at, and where faults go; `typed` is true at the table, where words stand for keys.

    `solo` tells of a game alone, `checks` are all of the game's.
    """

    data: GameScoringData
    inputs: Mapping[str, InputSpec]
    cards: Mapping[str, tuple[str | None, ...]]
    faults: Faults
    typed: bool = False
    solo: bool = False
    checks: "tuple[CheckSpec, ...]" = ()

    def label(self, name: str) -> Value:
        """Return an input, or one key of it, as the reader knows it."""
        first, _, key = name.partition(".")
        if not self.typed:
            return name
        return key_word(self.inputs[first].words, key) if key else word_of(name)

    def cards_named(self, chosen: Mapping[str, str]) -> Value:
        """Return cards by the input they were taken for as the reader knows them."""
        names = []
        for name, key in chosen.items():
            spec = self.inputs[name]
            names.append(spec.name_of(self.data, key) if self.typed and isinstance(spec, CardOrOptionInput) else key)
        return list_of(names)


@dataclass(frozen=True, kw_only=True)
class CheckSpec(KindOfSpec):
    """What cannot be. An error where no game by the rules can end so, else a warning."""

    kinds = CHECK_KINDS
    place: SourceLocation
    severity: Literal["error", "warning"] = "error"

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        """Yield what is wrong with its keys beside each other; `said` are those that are written."""
        yield from ()

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        """The inputs that must be known before it can be told."""
        return ()

    @cached_property
    def told_by(self) -> tuple[str, ...]:
        """The inputs of which one must stand on the sheet."""
        return self.needs_known

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        """Add what cannot be on one sheet to the faults."""

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        """Add what cannot be on the sheets of one game to the faults."""

    def add(
        self,
        context: ScoreCheckContext,
        code: str,
        said: Message,
        place: SourceLocation,
        hint: Message | None = None,
        *,
        sure: bool = True,
    ) -> None:
        """Add a fault of this check's severity; what is not `sure` is a warning."""
        (context.faults.add if sure and self.severity == "error" else context.faults.warn)(code, said, place, hint)
