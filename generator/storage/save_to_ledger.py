"""A finished game goes into the ledger."""

from pathlib import Path

from generator.scoring.entered_games import EnteredGame
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore
from generator.storage.store import open_ledger


def same_saved(rules: ScoringRules, record: EnteredGame, result: GameScore, db: Path | None) -> int | None:
    """Return the number under which the same game was saved before, None where it was not; raises CannotWrite."""
    with open_ledger(db) as ledger:
        return ledger.same(record.in_file(rules), result.as_record(rules.words), solo=record.solo)


def save_game(
    rules: ScoringRules,
    record: EnteredGame,
    result: GameScore,
    db: Path | None,
    token: str | None = None,
    seen: str = "",
) -> int:
    """Save a game; returns its number. One that was saved under the same token is corrected.

    Raises CannotWrite, and SavedGameChangedElsewhere where another one lies there than that with the sign `seen`.
    """
    with open_ledger(db) as ledger:
        content = record.in_file(rules)
        return ledger.add(content, result.as_record(rules.words), solo=record.solo, token=token, seen=seen)
