"""The protocols that the rules of a game as code fulfil, and the search for them in installed packages.

A package offers a ruleset as an entry point under `[project.entry-points."scrawlpress.rulesets"]`: its name, and a
function that opens it for the data of a game. A game is played by the ruleset that `ruleset:` of its game.yaml names,
else by the ruleset with the id of the game. All code that plays, records, replays or reports games uses only these
protocols.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Self, TypeVar

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, InvalidInput, refuse
from generator.reading import format_versions
from generator.reading.yaml_nodes import Node
from generator.rulesets.value_counts import ValueCounts

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from generator.game.game import Game

MarkKind = Literal["fill", "cross", "ring", "text"]


class PencilMark(NamedTuple):
    """A mark that a player makes in one field of a sheet: a tick, a text, a cross and so on."""

    kind: MarkKind
    text: str = ""


class ReplayEvent(NamedTuple):
    """Something that happened to a `player`, as lines of text.

    `counts` has, for each line, how many actions of the record were done before and after it; it may be empty.
    """

    player: str
    lines: tuple[str, ...]
    counts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class ReplayChapter:
    """A part of a replayed game, such as a round."""

    heading: str
    rows: tuple[ReplayEvent, ...]


@dataclass(frozen=True)
class MarkedSheet:
    """A player's sheet: marks by field id, and the path on its map as (from, to) pairs of rooms, "" being outside."""

    name: str
    marks: Mapping[str, PencilMark] = field(default_factory=dict)
    path: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ReplayedGame:
    """A game replayed from a record: whether it is `over`, and the text of the `position` in which it ends.

    `sheets_after` returns the sheets of all players after this number of actions.
    """

    map: str
    chapters: tuple[ReplayChapter, ...]
    sheets: tuple[MarkedSheet, ...]
    over: bool
    position: str
    sheets_after: Callable[[int], Sequence[MarkedSheet]] = lambda _actions: ()


GROUP = "scrawlpress.rulesets"


class GameState(Protocol):
    """The state of a game at one moment."""

    @property
    def turn(self) -> int:
        """The seat of the player to act, from 0; below 0 if a random event is next, or the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""

    def copy(self) -> Self:
        """Return an independent copy of the state."""


S = TypeVar("S", bound=GameState)
A = TypeVar("A")  # an action: something a player does, or a roll
ReadState = TypeVar("ReadState", bound=GameState, contravariant=True)
ReadAction = TypeVar("ReadAction", contravariant=True)


class SimulatedPlayerScore(Protocol):
    """The result of a player at the end of a game."""

    @property
    def lines(self) -> Sequence[int]:
        """The points of each line, in the order of `Ruleset.lines`."""

    @property
    def total(self) -> int:
        """The points of all lines together."""

    @property
    def rank(self) -> int:
        """The rank among the players, from 1; tied players have the same."""


@dataclass(frozen=True)
class BotStyle:
    """How a bot plays: the name of its style, and weights by name, such as "first.flaming_torch" or "pull".

    Styles are read from simulation.yaml, or made by a search for better weights.
    """

    name: str
    values: Mapping[str, float]

    def with_values(self, changes: Mapping[str, float]) -> "BotStyle":
        """Return the style with `changes` replacing weights of the same names."""
        return BotStyle(self.name, {**self.values, **changes})


class Bot(Protocol[ReadState, A]):
    """A program that plays a seat, using only information that a person at this seat would have."""

    def choose(self, state: ReadState) -> A:
        """Return a legal action; a player must be to act in this state."""

    def candidates(self, state: ReadState, choice: A) -> Sequence[A]:
        """Return the actions that a search should try, `choice` (the choice of this bot) first.

        `choice` is the only one if there is nothing to weigh up.
        """

    def plan(self) -> Any:
        """Return what the bot plans for its next actions, so that `go_on` can restore it after a search."""

    def go_on(self, plan: Any, action: A) -> None:
        """Adopt the part of `plan`, a result of `plan()`, that is still valid after `action`."""


class GameStatistics(Protocol[ReadState, ReadAction]):
    """Counts statistics of finished games beyond points, under the name of a style."""

    def count(
        self,
        counts: ValueCounts,
        state: ReadState,
        seat: int,
        score: SimulatedPlayerScore,
        actions: Sequence[ReadAction],
    ) -> None:
        """Add the final state of a seat, and the actions that it took, to `counts`."""


class Ruleset(Protocol[S, A]):
    """The rules of a game as code, opened for the data of a game."""

    @property
    def lines(self) -> Sequence[str]:
        """The letters of the score lines."""

    @property
    def total(self) -> str:
        """The name of the total of all lines in output for other programs: `simulate --json`."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """Warnings about cards and other data that can be printed, but not played."""

    @property
    def choices(self) -> Sequence[str]:
        """The kinds of cards that players choose from several at setup, as statistics name them.

        Empty for most games.
        """

    # set-up

    def check_map(self, name: str) -> None:
        """Raise InvalidInput if the map `name` (an id or a file) cannot be played.

        For "", raise InvalidInput if any map that may be drawn cannot be played.
        """

    def set_up(
        self, chance: RandomStream, names: Sequence[str], map: str, variants: Sequence[str], *, chooses: bool
    ) -> S:
        """Return the first state of a game for players of these names.

        An empty `map` draws one of the game's. Without `chooses`, players are dealt exactly the cards they play with.
        """

    def dealt_cards(self, state: S) -> Mapping[str, Sequence[str]]:
        """Return the keys of the cards dealt in a game by deck; decks that are never dealt are left out."""

    # play

    def legal_actions(self, state: S) -> Sequence[A]:
        """Return all legal actions of the player to act."""

    def roll(self, state: S, dice: RandomStream) -> A:
        """Return a random event, such as a roll, for a state in which one is next."""

    def advance(self, state: S, action: A) -> None:
        """Change the state by a legal action, or by a random event."""

    def scores(self, state: S) -> Sequence[SimulatedPlayerScore]:
        """Return the scores of a finished game, by seat."""

    # players

    def bot(self, style: BotStyle) -> Bot[S, A]:
        """Return a bot that plays by the weights of a style."""

    def restrictions(self) -> Sequence[str]:
        """Return everything that a player can be forbidden to take or do, as kind.key."""

    def restrict(self, style: BotStyle, restriction: str) -> BotStyle:
        """Return the style changed that takes a `restriction` (see `restrictions`) only if nothing else is possible."""

    def statistics(self, style: str) -> GameStatistics[S, A]:
        """Return the counter of statistics under the name of a style."""

    # text

    def action_text(self, state: S, action: A) -> str:
        """Return the text of an action in records."""

    def position_text(self, state: S) -> str:
        """Return a state as text, which `read_position` parses."""

    def read_position(self, text: str, label: str) -> S:
        """Return the state in a text, which messages call `label`; raises InvalidInput for an impossible state."""

    def describe(self, state: S) -> ReplayChapter:
        """Return a description of a state in the language of the game."""

    def record_text(self, start: S, actions: Sequence[A]) -> str:
        """Return a game as the text of a record, which `replay` parses."""

    def replay(self, record: Node, start: S | None = None) -> ReplayedGame:
        """Return the game in a record, played again, from the state `start` if given.

        Raises InvalidInput for what the rules do not allow.
        """


OpenRuleset = Callable[["Game"], Ruleset[Any, Any]]  # raises InvalidInput for data that cannot be played


def known_rulesets() -> dict[str, "EntryPoint"]:
    """Return the rulesets of all installed packages as entry points by name."""
    return _known_rulesets(tuple(sys.path))


@lru_cache(maxsize=4)
def _known_rulesets(_path: tuple[str, ...]) -> dict[str, "EntryPoint"]:
    from importlib.metadata import entry_points  # slow to import, and most commands play no game

    return {point.name: point for point in reversed(list(entry_points(group=GROUP)))}


def ruleset_release(game: "Game") -> str:
    """Return the name and version of the package that offers a game's ruleset; "" if there is none."""
    point = known_rulesets().get(game.manifest.ruleset or game.id)
    return f"{point.dist.name} {point.dist.version}" if point is not None and point.dist is not None else ""


def has_ruleset(game: "Game") -> bool:
    """Return whether the rules of a game are written as code."""
    return bool(game.manifest.ruleset) or game.id in known_rulesets()


def open_ruleset(game: "Game") -> Ruleset[Any, Any]:
    """Return the ruleset of a game; raises InvalidInput if it has none, or its data cannot be played."""
    name, rulesets = game.manifest.ruleset or game.id, known_rulesets()
    if name not in rulesets:
        if game.manifest.ruleset:
            hint = f"installed: {', '.join(sorted(rulesets))}" if rulesets else "install the package that offers it"
            raise refuse("R015", f"no installed package offers the ruleset {name!r}", game.manifest.place, hint)
        message = f"the rules of {game.id!r} are not written as code, so nothing can be played"
        hint = f"its cards, sheets and scores need none; rules that are installed: {', '.join(sorted(rulesets))}"
        raise refuse("R014", message, game.manifest.place, hint)
    try:
        load: OpenRuleset = rulesets[name].load()
    except (ImportError, AttributeError) as fault:
        hint = "install the package again, or ask its makers"
        raise refuse("R015", f"the ruleset {name!r} cannot be loaded: {fault}", game.manifest.place, hint) from fault
    return load(game)


def replay_record(game: "Game", record: Node, start: Any = None) -> ReplayedGame:
    """Return the game in a record file, replayed, from the state `start` if given.

    Raises InvalidInput for a record of another game or of a later format, and for what the rules do not allow.
    """
    named_game, rules = record.get("game"), open_ruleset(game)
    if named_game is not None and named_game.value != game.id:
        raise refuse("R013", f"this is a record of {named_game.value!r}, not of {game.id!r}", named_game.place)
    format_versions.format_of(record, format_versions.RECORD, "the record")
    return rules.replay(format_versions.without_format(record), start)


def ruleset_faults(game: "Game") -> list[Diagnostic]:
    """Return the errors and warnings of data that cannot be played; empty for a game without rules as code."""
    if not has_ruleset(game):
        return []
    try:
        return list(open_ruleset(game).warnings)
    except InvalidInput as refused:
        return list(refused.diagnostics)
