"""Base of all kinds of check of a sheet, and the amounts that it may or must have by what else is marked on it."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation
from generator.reading.spec_class import KindOfSpec
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Divisor, InputAggregateSpec, Number
from generator.scoring.input_spec import InputSpec, KeySlip, KnownSheetInputs
from generator.scoring.inputs.bands import CardBandsName, CardResultsSpec
from generator.scoring.inputs.choice import CardOrOptionInput, Chosen
from generator.scoring.inputs.group import GroupName
from generator.scoring.line_spec import word_of
from generator.scoring.messages import Faults, Message, Value, key_word, list_of
from generator.scoring.references import CardFieldNameAnnotation, MapCount

CHECK_KINDS: dict[str, type] = {}


@dataclass(frozen=True)
class ScoreCheckContext:
    """The context for running checks: the game, its inputs and shared cards, and `faults`, which checks add to.

    `typed` is true where answers are typed at the table, so that messages use words instead of keys; `solo` is true
    for a game of one player; `checks` are all checks of the game.
    """

    data: GameScoringData
    inputs: Mapping[str, InputSpec]
    cards: Mapping[str, tuple[str | None, ...]]
    faults: Faults
    typed: bool
    solo: bool
    checks: "tuple[CheckSpec, ...]"

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
    """One check of scoring.yaml; use severity `error` if it forbids only what the rules exclude, else `warning`."""

    kinds = CHECK_KINDS
    place: SourceLocation
    severity: Literal["error", "warning"] = "error"

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
        """Add the message `said` as a fault with this check's severity, or as a warning unless `sure`."""
        (context.faults.add if sure and self.severity == "error" else context.faults.warn)(code, said, place, hint)


UNLIMITED = 999_999


@dataclass(frozen=True, kw_only=True)
class FreeAmountSpec:
    """An amount that a player got for free, or must have, given the rest of the sheet: the sum of these keys.

    - `points`: this number; `on_map`: a count of the map.
    - `deck_of`: one for each card of this input whose `card_field` `is_one_of` the values, or that nobody named; with
      `band_field`, instead, the sum of this field over the bands that were reached.
    - `each`: the amount of inputs, divided by `every` and rounded down. Or, instead of the division, for an amount n:
      - `beyond`: n less this count of the map, or n less the count `or_beyond` and less `met`, whichever is more;
      - `harm_to`: the least harm done by n foes of the map, each doing its level less the number of its key in this
        group, less 1 if `armour` is not 0; `of_level`: only foes of this level;
      - `rooms_to`: the least number of rooms on a way to n places of this count of the map, n being less what `but`
        gives; with `deck_of`, on a way to the cards that were met; walls and water can be crossed unless `across` is 0;
      - `in_rows`: the least of this count that n rows of the map hold.

    It applies if the amount of `when` is not 0, all cards of `chosen` were taken, none of `unless` was, and the game is
    of the kind `only`. As a limit, an input that is not known counts as if it gave all it can; as a demand, nothing.
    """

    points: Number = 0
    on_map: MapCount = ""
    deck_of: CardBandsName = ""
    card_field: Annotated[str, CardFieldNameAnnotation("deck_of")] = ""
    is_one_of: tuple[str, ...] = ()
    band_field: str = ""
    harm_to: GroupName = ""
    of_level: Number = 0
    armour: InputAggregateSpec | None = None
    in_rows: MapCount = ""
    rooms_to: MapCount = ""
    but: "tuple[FreeAmountSpec, ...]" = ()
    across: InputAggregateSpec | None = None
    beyond: MapCount = ""
    or_beyond: MapCount = ""
    met: InputAggregateSpec | None = None
    each: InputAggregateSpec | None = None
    every: Divisor = 1
    when: InputAggregateSpec | None = None
    chosen: Chosen = field(default_factory=dict)
    unless: Chosen = field(default_factory=dict)
    only: Literal["solo", "multiplayer"] | None = None

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of all inputs that the amount is computed from."""
        amounts = [amount for amount in (self.when, self.each, self.across, self.armour, self.met) if amount]
        named = [name for name in (self.harm_to, self.deck_of if self.band_field or self.rooms_to else "") if name]
        return (*self.chosen, *self.unless, *named, *(name for amount in amounts for name in amount.inputs))

    @property
    def names(self) -> list[str]:
        """The inputs, and keys of inputs such as `levels.first`, that messages name as the cause, beside `chosen`."""
        named = [self.deck_of] if self.deck_of else []
        return [*named, *(name for amount in (self.when, self.each) if amount for name in amount.of)]

    @property
    def is_of_map(self) -> bool:
        """Whether the amount depends on the map that was played."""
        return bool(self.on_map or self.beyond or self.harm_to or self.rooms_to or self.in_rows)

    def most(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the highest amount that this sheet can have; an unknown input counts as its highest value."""
        if not self._may_be(inputs, context):
            return 0
        there, amount = context.data.on_map, 0
        if self.each is not None:
            known = all(name in inputs.known for name in self.each.inputs)
            amount = self.each.on(inputs.known) if known else self.each.reach(context.inputs, context.data)[1]
        if self.harm_to:
            least = context.inputs[self.harm_to].extent(context.data).least
            harms = sorted((max(0, level - least) for _, level in there.foes), reverse=True)
            return sum(harms[:amount]) if there.counts else UNLIMITED * amount
        of_cards = self._of_bands(inputs, context, max) if self.band_field else self._of_cards(context)
        return self.points + there.counts.get(self.on_map, 0) + of_cards + amount // self.every

    def least(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the least amount that this sheet must have; what unknown inputs, maps or cards give counts as 0."""
        if any(name not in inputs.known for name in self.inputs) or not self._may_be(inputs, context, sure=True):
            return 0
        amount, there = self.each.on(inputs.known) if self.each else 0, context.data.on_map
        if self.beyond:
            met = self.met.on(inputs.known) if self.met else 0
            within = (there.counts.get(self.beyond, amount), there.counts.get(self.or_beyond, amount) + met)
            return max(0, amount - min(within))
        if self.harm_to:
            levels, eased = inputs.known[self.harm_to].numbers_by_key, self._is_some(self.armour, inputs)
            foes = [foe for foe in there.foes if self.of_level in (0, foe[1])]
            return sum(sorted(max(0, level - levels.get(by, level) - eased) for by, level in foes)[:amount])
        if self.in_rows:
            return sum(there.by_row.get(self.in_rows, ())[:amount])
        if self.rooms_to:
            return self.rooms(amount - sum(gift.most(inputs, context) for gift in self.but), inputs, context)
        return self.points + amount // self.every + (self._of_bands(inputs, context, min) if self.band_field else 0)

    def rooms(self, amount: int, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return how many rooms a player explored at least to reach `amount` of the rooms that `rooms_to` counts."""
        across = self._is_some(self.across, inputs)
        least = context.data.on_map.rooms_to(self.rooms_to, across) if context.data.on_map.rooms_to else ()
        if self.deck_of:
            met = sum(1 << index for index, points in enumerate(inputs.known[self.deck_of].numbers) if points > 0)
            return least[met] if met < len(least) else 0
        looked_at = max(0, len(least).bit_length() - 1)  # the others may be among those that were reached
        amount -= max(0, context.data.on_map.counts.get(self.rooms_to, 0) - looked_at)
        return min((rooms for some, rooms in enumerate(least) if some.bit_count() >= amount), default=0)

    @staticmethod
    def _is_some(amount: InputAggregateSpec | None, inputs: KnownSheetInputs) -> bool:
        """Return whether an amount (None: not in the file) is other than 0 on a sheet."""
        return amount is not None and amount.on(inputs.known) != 0

    def _of_bands(self, inputs: KnownSheetInputs, context: ScoreCheckContext, extreme: Callable[..., int]) -> int:
        """Return the sum of `band_field` over the bands that gave the points on a sheet; `extreme` is min or max."""
        spec, total = context.inputs[self.deck_of], 0
        if isinstance(spec, CardResultsSpec):
            cards, bands = context.cards.get(self.deck_of) or (None,) * spec.entries, spec.card_bands(context.data)
            results = inputs.known.get(self.deck_of, spec.empty(context.data)).numbers
            for index, (card, points) in enumerate(zip(cards, results, strict=False)):
                keys = (card,) if card else bands.usual(index)
                rows = [row for key in keys for row in bands.rows(key, spec.gain, self.band_field)]
                is_open = extreme is max and points == 0  # nothing was told yet
                total += extreme((number for gain, number in rows if is_open or gain == points), default=0)
        return total

    def cause(self, context: ScoreCheckContext) -> list[Value]:
        """Return the cards and inputs that the amount comes from, by the names that a player knows."""
        cards = [context.cards_named(self.chosen)] if self.chosen else []
        return [*cards, *map(context.label, self.names)]

    def _may_be(self, inputs: KnownSheetInputs, context: ScoreCheckContext, *, sure: bool = False) -> bool:
        """Return whether the conditions of the amount hold; without `sure`, a choice that is not known fulfils them."""
        if self.only not in (None, "solo" if context.solo else "multiplayer"):
            return False
        chosen = {name: inputs.known[name].choice for name in (*self.chosen, *self.unless) if name in inputs.known}
        taken = all(chosen.get(name) in ((key,) if sure else (key, None)) for name, key in self.chosen.items())
        spoilt = any(chosen.get(name) in ((key, None) if sure else (key,)) for name, key in self.unless.items())
        known = self.when is not None and all(name in inputs.known for name in self.when.inputs)
        return taken and not spoilt and (not known or self.when is None or self.when.on(inputs.known) != 0)

    def _of_cards(self, context: ScoreCheckContext) -> int:
        """Return how many cards of the input `deck_of` have one of the wanted values, unnamed cards included."""
        spec = context.inputs.get(self.deck_of)
        if not isinstance(spec, CardResultsSpec):
            return 0
        named = context.cards.get(self.deck_of) or (None,) * spec.entries
        cards = context.data.cards(spec.deck)
        return sum(key is None or cards[key].fields.get(self.card_field) in self.is_one_of for key in named)
