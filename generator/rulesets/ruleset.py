"""What the rules of a game as code offer, and where they are found: as entry points of installed packages.

A package offers a ruleset under `[project.entry-points."scrawlpress.rulesets"]`: its name, and a function that opens
it for the data of a game. A game is played by the ruleset that its game.yaml names under `ruleset:`, else by the one of
its own name. Whatever plays, records, replays or reports games asks through these protocols alone.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, TypeVar

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, InvalidInput, refuse
from generator.game.game import Game
from generator.reading import format_versions
from generator.reading.yaml_nodes import Node
from generator.rulesets.replayed import ReplayChapter, ReplayedGame
from generator.rulesets.value_counts import ValueCounts

GROUP = "scrawlpress.rulesets"


class GameState(Protocol):
    """A game at one moment."""

    @property
    def turn(self) -> int:
        """The seat of the player to act, from 0; below 0 where chance acts, or all is over."""

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""

    def copy(self) -> Any:
        """Return the same state to go on from."""


S = TypeVar("S", bound=GameState)
A = TypeVar("A")  # an action: something a player does, or a roll
ReadState = TypeVar("ReadState", bound=GameState, contravariant=True)
ReadAction = TypeVar("ReadAction", contravariant=True)


class SimulatedPlayerScore(Protocol):
    """What a player has at the end."""

    @property
    def lines(self) -> Sequence[int]:
        """The points of each line, in the order of the ruleset's `lines`."""

    @property
    def total(self) -> int:
        """The points of all lines together."""

    @property
    def rank(self) -> int:
        """The place among the players, from 1; those who are tied share one."""


@dataclass(frozen=True)
class BotStyle:
    """How a bot plays: the name of its style, and weights by name, such as "first.flaming_torch" or "pull".

    simulation.yaml and searches for better styles write them.
    """

    name: str
    values: Mapping[str, float]

    def with_values(self, changes: Mapping[str, float]) -> "BotStyle":
        """Return the style with other values."""
        return BotStyle(self.name, {**self.values, **changes})


class Bot(Protocol[ReadState, A]):
    """A player that is a program; it never looks at what a person at its seat would not see."""

    def choose(self, state: ReadState) -> A:
        """Return a legal action; the state has a player to act."""

    def candidates(self, state: ReadState, usual: A) -> Sequence[A]:
        """Return what is worth trying, the `usual` choice first; that alone where nothing is to be weighed up."""

    def plan(self) -> Any:
        """Return what the bot intends to do next, as a value that `go_on` takes."""

    def go_on(self, plan: Any, action: A) -> None:
        """Intend what stays good of a plan when an action is taken."""


class GameStatistics(Protocol[ReadState, ReadAction]):
    """Counts what a ruleset tells of finished games beyond their points, under the name of a style."""

    def count(
        self, counts: ValueCounts, state: ReadState, seat: int, score: Any, actions: Sequence[ReadAction]
    ) -> None:
        """Count what the sheet of a seat shows at the end, and the actions that it took."""


class Ruleset(Protocol[S, A]):
    """The rules of a game as code, opened for the data of a game."""

    @property
    def lines(self) -> Sequence[str]:
        """The letters of the lines of a score."""

    @property
    def total(self) -> str:
        """What the points of all lines together are called where other programs read them: `simulate --json`."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """What in the data can be printed, but not played."""

    @property
    def choices(self) -> Sequence[str]:
        """The kinds of things that players choose from several at set-up, as they are counted; none for most games."""

    # set-up

    def check_map(self, name: str) -> None:
        """Raise InvalidInput for a map, by its id or file, that cannot be played on; without, for any it draws."""

    def set_up(
        self, chance: RandomStream, names: Sequence[str], map: str, variants: Sequence[str], *, chooses: bool
    ) -> S:
        """Return a game before anybody has acted, for players by their names.

        Without `map` one of the game's own is drawn. Where nobody `chooses`, each player is dealt what it plays with.
        """

    def dealt_cards(self, state: S) -> Mapping[str, Sequence[str]]:
        """Return the keys of the cards that lie before the players by their decks; without decks that none deals."""

    # play

    def legal_actions(self, state: S) -> Sequence[A]:
        """Return every legal action of the player to act."""

    def roll(self, state: S, dice: RandomStream) -> A:
        """Return what chance does next, where it acts."""

    def advance(self, state: S, action: A) -> None:
        """Carry out a legal action, or a roll, on the state itself."""

    def scores(self, state: S) -> Sequence[SimulatedPlayerScore]:
        """Return the scores of a finished game by seat."""

    # players

    def bot(self, style: BotStyle) -> Bot[S, A]:
        """Return a bot of a style by the weights that simulation.yaml gives it."""

    def restrictions(self) -> Sequence[str]:
        """Return everything that a player may be forbidden, as kind.key."""

    def restrict(self, style: BotStyle, what: str) -> BotStyle:
        """Return a style that does something of `restrictions` only where nothing else is left."""

    def statistics(self, style: str) -> GameStatistics[S, A]:
        """Return what counts games under the name of a style."""

    # text

    def action_text(self, state: S, action: A) -> str:
        """Return an action of a state as records have it."""

    def position_text(self, state: S) -> str:
        """Return a state as text, which `read_position` reads again."""

    def read_position(self, text: str, shown: str) -> S:
        """Return the state of a text, which messages call `shown`; raises InvalidInput for what no game can be in."""

    def describe(self, state: S) -> ReplayChapter:
        """Return how a game stands, in the language of the game."""

    def record_text(self, start: S, actions: Sequence[A]) -> str:
        """Return a game from its set-up on as text, which `replay` reads again."""

    def replay(self, record: Node, start: S | None = None) -> ReplayedGame:
        """Return the game that a record tells of, from a position on where one is given.

        Raises InvalidInput for what the rules do not allow.
        """


OpenRuleset = Callable[[Game], Ruleset[Any, Any]]  # raises InvalidInput for data that cannot be played


def known_rulesets() -> dict[str, EntryPoint]:
    """Return the rulesets of all installed packages by name."""
    return _known_rulesets(tuple(sys.path))


@lru_cache(maxsize=4)
def _known_rulesets(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    return {point.name: point for point in reversed(list(entry_points(group=GROUP)))}


def ruleset_release(game: Game) -> str:
    """Return the package that offers the rules of a game, with its version; nothing where none does."""
    point = known_rulesets().get(game.manifest.ruleset or game.id)
    return f"{point.dist.name} {point.dist.version}" if point is not None and point.dist is not None else ""


def has_ruleset(game: Game) -> bool:
    """Tell whether the rules of a game are written as code."""
    return bool(game.manifest.ruleset) or game.id in known_rulesets()


def open_ruleset(game: Game) -> Ruleset[Any, Any]:
    """Return the rules of a game; raises InvalidInput for a game without, and for data that cannot be played."""
    name, known = game.manifest.ruleset or game.id, known_rulesets()
    if name not in known:
        if game.manifest.ruleset:
            hint = f"installed: {', '.join(sorted(known))}" if known else "install the package that offers it"
            raise refuse("R015", f"no installed package offers the ruleset {name!r}", game.manifest.place, hint)
        message = f"the rules of {game.id!r} are not written as code, so nothing can be played"
        hint = f"its cards, sheets and scores need none; rules that are installed: {', '.join(sorted(known))}"
        raise refuse("R014", message, game.manifest.place, hint)
    try:
        load: OpenRuleset = known[name].load()
    except (ImportError, AttributeError) as fault:
        hint = "install the package anew, or ask those who made it"
        raise refuse("R015", f"the ruleset {name!r} cannot be loaded: {fault}", game.manifest.place, hint) from fault
    return load(game)


def replay_record(game: Game, record: Node, start: Any = None) -> ReplayedGame:
    """Return how a record file of a game went, from a position on where one is given.

    Raises InvalidInput for a record of another game or of a later format, and for what the rules forbid.
    """
    told, rules = record.get("game"), open_ruleset(game)
    if told is not None and told.value != game.id:
        raise refuse("R013", f"this is a record of {told.value!r}, not of {game.id!r}", told.place)
    format_versions.format_of(record, format_versions.RECORD, "the record")
    return rules.replay(format_versions.without_format(record), start)


def ruleset_faults(game: Game) -> list[Diagnostic]:
    """Return what in the data of a game cannot be played, as errors and warnings; nothing for a game without rules."""
    if not has_ruleset(game):
        return []
    try:
        return list(open_ruleset(game).warnings)
    except InvalidInput as refused:
        return list(refused.diagnostics)
