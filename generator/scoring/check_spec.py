"""Base of all kinds of check of a sheet, and the amounts that it may or must have by what else is marked on it."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from generator.diagnostics import SourceLocation
from generator.reading.spec_class import KindOfSpec
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Divisor, InputAggregateSpec, Number
from generator.scoring.input_spec import InputSpec, KeySlip, KnownSheetInputs
from generator.scoring.inputs.choice import CardOrOptionInput, Chosen
from generator.scoring.line_spec import word_of
from generator.scoring.messages import Faults, Value, key_word, list_of

CHECK_KINDS: dict[str, type] = {}


@dataclass(frozen=True)
class ScoreCheckContext:
    """The context for running checks: the game, its inputs and shared cards, and `faults`, which checks add to.

    `typed` is true where answers are typed at the table, so that messages use words instead of keys; `solo` is true
    for a game of one player.
    """

    data: GameScoringData
    inputs: Mapping[str, InputSpec]
    cards: Mapping[str, tuple[str | None, ...]]
    faults: Faults
    typed: bool
    solo: bool

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
class CheckSpec(KindOfSpec):
    """One check of scoring.yaml; it warns of what the rules exclude, and never keeps a total back."""

    kinds = CHECK_KINDS
    place: SourceLocation

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        """Yield contradictions and useless keys in this check; `_said` are the keys that the file has."""
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
        """Add a warning for each thing that is impossible on this one sheet."""

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        """Add a warning for each thing that is impossible between the sheets of one game."""


@dataclass(frozen=True, kw_only=True)
class FreeAmountSpec:
    """An amount that a player got for free, or must have, given the rest of the sheet.

    It is `points`, or the amount of inputs `each`, divided by `every` and rounded down. It counts if the amount of
    `when` is not 0 and all cards of `chosen` were taken.
    """

    points: Number = 0
    each: InputAggregateSpec | None = None
    every: Divisor = 1
    when: InputAggregateSpec | None = None
    chosen: Chosen = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of all inputs that the amount is computed from."""
        return (*self.chosen, *(name for amount in (self.when, self.each) if amount for name in amount.inputs))

    @property
    def names(self) -> list[str]:
        """The inputs, and keys of inputs such as `levels.first`, that messages name as the cause, beside `chosen`."""
        return [name for amount in (self.when, self.each) if amount for name in amount.of]

    def most(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the highest amount that this sheet can have; an unknown input counts as its highest value."""
        chosen = {name: inputs.known[name].choice for name in self.chosen if name in inputs.known}
        if any(chosen.get(name) not in (key, None) for name, key in self.chosen.items()):
            return 0
        if self.when and all(name in inputs.known for name in self.when.inputs) and not self.when.on(inputs.known):
            return 0
        if self.each is None:
            return self.points
        known = all(name in inputs.known for name in self.each.inputs)
        amount = self.each.on(inputs.known) if known else self.each.reach(context.inputs, context.data)[1]
        return self.points + amount // self.every

    def least(self, inputs: KnownSheetInputs) -> int:
        """Return the least amount that this sheet must have; what unknown inputs give counts as 0."""
        if any(name not in inputs.known for name in self.inputs):
            return 0
        if any(inputs.known[name].choice != key for name, key in self.chosen.items()):
            return 0
        if self.when and not self.when.on(inputs.known):
            return 0
        return self.points + (self.each.on(inputs.known) if self.each else 0) // self.every

    def cause(self, context: ScoreCheckContext) -> list[Value]:
        """Return the cards and inputs that the amount comes from, by the names that a player knows."""
        cards = [context.cards_named(self.chosen)] if self.chosen else []
        return [*cards, *map(context.label, self.names)]
