"""Saved games become campaigns: stories of three chapters, carried totals, who leads; and the hall of fame."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.ledger.store import SavedGame


@dataclass(frozen=True)
class Standing:
    """A player's glory over the chapters played."""

    name: str
    by_chapter: tuple[int | None, ...]

    @property
    def total(self) -> int:
        return sum(points for points in self.by_chapter if points is not None)


def standings(games: Sequence[SavedGame], chapters: Sequence[str]) -> list[Standing]:
    """Return the standings over the given dungeons, best first; a chapter played again counts its last game."""
    latest = {game.dungeon.lower(): game for game in games if game.dungeon and not game.solo}
    played = [latest.get(chapter) for chapter in chapters]
    names = list(dict.fromkeys(p["name"] for game in played if game for p in game.result["players"]))
    found = [Standing(name, tuple(_points(game, name) for game in played)) for name in names]
    return sorted(found, key=lambda each: -each.total)


def _points(game: SavedGame | None, name: str) -> int | None:
    if game is None:
        return None
    return next((int(each["total"]) for each in game.result["players"] if each["name"] == name), None)


def hall_of_fame(games: Sequence[SavedGame], most: int = 10) -> list[tuple[int, str, SavedGame]]:
    """Return the best totals ever: points, player, game."""
    found = [(int(each["total"]), str(each["name"]), game) for game in games for each in game.result["players"]]
    return sorted(found, key=lambda entry: (-entry[0], entry[2].id))[:most]
