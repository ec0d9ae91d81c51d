"""How hard a map is for those who play it: what the usual player earns there, found by playing."""

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
    """What was earned alone in so many games: the mean with its bounds, in points, and how hard that makes a map."""

    games: int
    points: ConfidenceInterval
    difficulty: str = ""  # easy, standard or hard, where the game tells what is earned on such a map


def measured(
    game: Game, name: str, games: int = GAMES, stopped: Callable[[], bool] | None = None
) -> MeasuredDifficulty | None:
    """Play on a map, by its id or file, until that is `stopped`, if it can be.

    None where nothing can be played (`scrawl check` tells why), for no games and where all was stopped. The same map
    gives the same figures.
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
    """Yield the name of a temporary file that holds the text of a map."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "map.yaml"
        path.write_text(text, encoding="utf-8")
        yield str(path)


def measured_text(
    game: Game, text: str, games: int = GAMES, stopped: Callable[[], bool] | None = None
) -> MeasuredDifficulty | None:
    """Play on a map that lies in no file yet."""
    with in_a_file(text) as name:
        return measured(game, name, games, stopped)
