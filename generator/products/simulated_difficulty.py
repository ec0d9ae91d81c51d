"""The difficulty of a map for players, measured by simulation: what a usual player earns on it."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.diagnostics import InvalidInput
from generator.game.game import Game
from generator.rulesets.ruleset import has_ruleset
from generator.rulesets.simulate.match_setup import usual_totals
from generator.rulesets.simulate.spec import read_simulation
from generator.rulesets.value_counts import GAMES, ConfidenceInterval, ValueHistogram


@dataclass(frozen=True)
class MeasuredDifficulty:
    """The result of simulated solo games on a map: their number, the mean points with bounds, and the difficulty."""

    games: int
    points: ConfidenceInterval
    difficulty: str = ""  # easy, standard or hard, if the game declares what is earned on such maps


def measured(
    game: Game, name: str, games: int = GAMES, stopped: Callable[[], bool] | None = None
) -> MeasuredDifficulty | None:
    """Simulate games on a map (id or file) and return its difficulty; `stopped` returns True to abort.

    Returns None if no game can be simulated (`scrawl check` says why), for 0 games, and if aborted. The same map gives
    the same result.
    """
    if not games or not has_ruleset(game):
        return None
    totals: list[int] = []
    try:
        for total in usual_totals(game, name, games):
            if stopped is not None and stopped():
                return None
            totals.append(total)
    except InvalidInput:
        return None
    points, earned = ValueHistogram(Counter(totals)).interval(), read_simulation(game.catalogue, game.id).earned
    return MeasuredDifficulty(games, points, earned.difficulty(points.estimate) if earned is not None else "")


@contextmanager
def in_a_file(text: str) -> Iterator[str]:
    """Yield the path of a temporary file with the text of a map."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.yaml"
        path.write_text(text, encoding="utf-8")
        yield str(path)


def measured_text(
    game: Game, text: str, games: int = GAMES, stopped: Callable[[], bool] | None = None
) -> MeasuredDifficulty | None:
    """Simulate games on a map given as text, see `measured`."""
    with in_a_file(text) as name:
        return measured(game, name, games, stopped)
