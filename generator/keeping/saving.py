"""A finished game goes into the ledger."""

from pathlib import Path

from generator.ledger.store import open_ledger
from generator.scoring.rules import Rules
from generator.scoring.score import GameScore
from generator.scoring.tally import GameRecord


def save_game(rules: Rules, record: GameRecord, result: GameScore, db: Path | None, token: str | None = None) -> int:
    """Save a game; returns its number. One that was saved under the same token is corrected. Raises CannotWrite."""
    with open_ledger(db) as ledger:
        return ledger.add(record.in_file(rules), result.as_record(rules.words), solo=record.solo, token=token)
