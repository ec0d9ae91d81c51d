"""A game that was played, as plain values: what happened, and the marks on each sheet.

Games with rules as code tell it; those rules lie in a package of the game's name beside this module.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, NamedTuple, Protocol

from generator.diagnostics import Diagnostic, refuse
from generator.game.game import Game
from generator.reading.yaml_nodes import Node

MarkKind = Literal["fill", "cross", "ring", "text"]


class PencilMark(NamedTuple):
    """What a pencil leaves in a field of a sheet."""

    kind: MarkKind
    text: str = ""


class ReplayRow(NamedTuple):
    """Something that happened: to whom, and what, in lines."""

    who: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class ReplayChapter:
    """A part of a game, such as a round."""

    heading: str
    rows: tuple[ReplayRow, ...]


@dataclass(frozen=True)
class MarkedSheet:
    """A player's sheet: marks by the ids of its fields, and the steps on its map from room to room ("": outside)."""

    name: str
    marks: Mapping[str, PencilMark] = field(default_factory=dict)
    path: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReplayedGame:
    """A game as a record tells it; `over` says whether it was played to its end."""

    map: str
    chapters: tuple[ReplayChapter, ...]
    sheets: tuple[MarkedSheet, ...]
    over: bool


class Ruleset(Protocol):
    """The rules of a game as code."""

    def faults(self, game: Game) -> list[Diagnostic]:
        """Return what in the data of a game cannot be played, as errors and warnings."""

    def played(self, game: Game, record: Node) -> ReplayedGame:
        """Return the game that a record tells of; raises InvalidInput for what the rules do not allow."""

    def totals(self, game: Game, name: str, games: int) -> Iterator[int]:
        """Yield what the usual player earns alone on a map, by its id or file, in so many games, always the same.

        Raises InvalidInput for what cannot be played.
        """


def find_ruleset(game: Game) -> Ruleset | None:
    """Return the rules of a game, or None for a game that has none."""
    package = f"generator.rulesets.{game.id.replace('-', '_')}"
    module = find_spec(package)
    if module is None or not module.submodule_search_locations:
        return None
    engine: Ruleset = import_module(f"{package}.ruleset").ENGINE
    return engine


def ruleset_of(game: Game) -> Ruleset:
    """Return the rules of a game; raises InvalidInput for a game that has none."""
    engine = find_ruleset(game)
    if engine is None:
        message = f"the rules of {game.id!r} are not written as code, so nothing can be played again"
        raise refuse("R014", message, game.manifest.place, "its cards, sheets and scores need none")
    return engine
