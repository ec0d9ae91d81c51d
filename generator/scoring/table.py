"""What scoring.yaml may say: the inputs of a sheet with their bounds, the lines with how they count, checks, ties."""

import dataclasses
from dataclasses import dataclass
from typing import Literal

from generator.diagnostics import Place
from generator.reading.catalogue import Catalogue
from generator.reading.structure import Names, Text, structure

InputKind = Literal["number", "flag", "group", "numbers", "choice", "steps", "claims", "bands"]


@dataclass(frozen=True, kw_only=True)
class InputSpec:
    """One thing that a player reads off the sheet.

    number: least to most. flag: true or false. group: a number for each key. numbers: a list of numbers.
    choice: a card of a deck, or one of `options`. steps: a deck card with a counted value, or the points themselves.
    claims: how many; solo the rounds they were claimed in. bands: one entry per fight, `fights` as strengths or glory.
    `fields` are the beginnings of the ids that are ticked for it on a filled sheet; `reads` the number of the highest
    ticked one, or how many are ticked.
    """

    place: Place
    kind: InputKind
    least: int = 0
    most: int = 999
    most_from: Text | None = None
    keys: tuple[str, ...] = ()
    keys_from: Text | None = None
    deck: str | None = None
    options: tuple[str, ...] = ()
    entries: int = 1
    least_entries: int = 0
    most_entries: int = 99
    strengths: str | None = None
    required: bool = False
    rounds: int = 8
    fields: tuple[str, ...] = ()
    reads: Literal["count", "highest"] = "count"


@dataclass(frozen=True, kw_only=True)
class Part:
    """One way of counting; a line is the sum of its parts.

    per: `each` for every counted one, or for every full `every` of them.
    track: the entry of a table; `first` is the number of its first entry.
    steps: the last threshold of a table that is reached.
    fixed: `amount` where the total equals `equal`.
    card, card_steps: a field of the chosen card, or the step that the counted value reaches on it.
    option: the amount of the chosen option.
    bonus: a field of a table for every key of a group that is `equal`.
    band: the glory of a fight. by_round: the table's entry for every round claimed in.
    """

    place: Place
    count: Literal["per", "track", "steps", "fixed", "card", "card_steps", "option", "bonus", "band", "by_round"]
    of: Names = ()
    reduce: Literal["sum", "least", "count"] = "sum"
    equal: int | None = None
    each: int = 1
    each_from: Text | None = None
    every: int = 1
    table: Text | None = None
    field: Text | None = None
    first: int = 0
    amount: int = 0
    amount_from: Text | None = None
    amounts: dict[str, int] = dataclasses.field(default_factory=dict)
    glory: tuple[int, ...] = ()
    index: int = 0
    only: Literal["solo", "multiplayer"] | None = None


@dataclass(frozen=True, kw_only=True)
class LineSpec:
    """A line of the score: its letter, its word, what it asks for, and its parts."""

    place: Place
    letter: str
    word: str
    asks: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CheckSpec:
    """What cannot be: `input` above the total of `of`, unless a flag is set."""

    place: Place
    input: str
    of: str
    reduce: Literal["sum", "count"] = "sum"
    unless: str | None = None
    word: str = "more_than"


@dataclass(frozen=True, kw_only=True)
class TitleSpec:
    """A title that totals up to a bound earn; without a bound, all higher ones."""

    word: str
    up_to: int | None = None


@dataclass(frozen=True, kw_only=True)
class ScoringTable:
    """How a game is scored."""

    place: Place
    lines: tuple[LineSpec, ...]
    inputs: dict[str, InputSpec]
    ties: tuple[str, ...] = ()
    checks: tuple[CheckSpec, ...] = ()
    titles: tuple[TitleSpec, ...] = ()
    most_players: int = 8
    only_solo: bool = False
    party: bool = False
    void: str | None = None
    notes: tuple[str, ...] = ()


def read_scoring(catalogue: Catalogue, game: str) -> ScoringTable:
    """Return cards/<game>/scoring.yaml; raises InvalidInput."""
    path = catalogue.need(f"cards/{game}/scoring.yaml")
    return structure(catalogue.read(path), ScoringTable, "scoring.yaml")
