"""Base of all kinds of check: find what is impossible or unlikely on one sheet, or on all sheets of a game."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from generator.diagnostics import SourceLocation
from generator.reading.spec_class import registrar
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputSpec, KnownSheetInputs
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.line_spec import KeySlip, word_of
from generator.scoring.messages import Faults, Message, Value, key_word, list_of

CHECK_KINDS: dict[str, type] = {}
check_kind = registrar(CHECK_KINDS)


@dataclass(frozen=True)
class ScoreCheckContext:
    """What checks may read, and the collection that faults are added to.

    `typed` is true where answers are typed at the table, so that messages use words instead of keys; `solo` is true
    for a game of one player; `checks` are all checks of the game.
    """

    data: GameScoringData
    inputs: Mapping[str, InputSpec]
    cards: Mapping[str, tuple[str | None, ...]]
    faults: Faults
    typed: bool = False
    solo: bool = False
    checks: "tuple[CheckSpec, ...]" = ()

    def label(self, name: str) -> Value:
        """Return the name that players know for an input, or for one key of it such as `levels.first`."""
        first, _, key = name.partition(".")
        if not self.typed:
            return name
        return key_word(self.inputs[first].words, key) if key else word_of(name)

    def cards_named(self, chosen: Mapping[str, str]) -> Value:
        """Return the printed names of cards, given by the input that each was chosen for."""
        names = []
        for name, key in chosen.items():
            spec = self.inputs[name]
            names.append(spec.name_of(self.data, key) if self.typed and isinstance(spec, CardOrOptionInput) else key)
        return list_of(names)


@dataclass(frozen=True, kw_only=True)
class CheckSpec:
    """One check of scoring.yaml: its severity is an error if no game by the rules can end so, else a warning."""

    place: SourceLocation
    severity: Literal["error", "warning"] = "error"

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        """Yield slips in the combination of keys; `said` are the keys that the file has."""
        yield from ()

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        """The inputs that must all be known before the check can run."""
        return ()

    @cached_property
    def told_by(self) -> tuple[str, ...]:
        """The inputs of which at least one must be marked on the sheet for the check to run."""
        return self.needs_known

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        """Add a fault for each thing that is impossible on this one sheet."""

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        """Add a fault for each thing that is impossible between the sheets of one game."""

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
        """Add a fault of this check's severity, or a warning if it is not `sure`."""
        (context.faults.add if sure and self.severity == "error" else context.faults.warn)(code, said, place, hint)
