"""Saved games become campaigns: for each group of players the chapters of a story in order; and the hall of fame."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.scoring.map_chapters import CampaignMaps
from generator.storage.players import person
from generator.storage.store import LedgerGame


@dataclass(frozen=True)
class CampaignPointsTotal:
    """A player's points over the chapters played."""

    name: str
    by_chapter: tuple[int | None, ...]

    @property
    def total(self) -> int:
        return sum(points for points in self.by_chapter if points is not None)


@dataclass(frozen=True)
class StoryProgress:
    """How far a group is in a story: its standings, best first, and the chapters played out of their order."""

    standings: tuple[CampaignPointsTotal, ...]
    played: int
    out_of_order: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayerGroup:
    """People who play together, or one who plays alone, with their games."""

    names: tuple[str, ...]
    solo: bool
    games: tuple[LedgerGame, ...]


def groups_of(games: Iterable[LedgerGame]) -> list[PlayerGroup]:
    """Return the groups in the order of their first game; capitals make no other name, alone is a group of its own."""
    groups: dict[tuple[bool, frozenset[str]], list[LedgerGame]] = {}
    for game in games:
        names = frozenset(map(person, game.players))
        groups.setdefault((game.solo, names), []).append(game)
    return [
        PlayerGroup(tuple(str(player["name"]) for player in own[0].players), solo, tuple(own))
        for (solo, _), own in groups.items()
    ]


def groups_in(chapters: CampaignMaps, games: Iterable[LedgerGame]) -> list[PlayerGroup]:
    """Return the groups that have played a chapter of any story, with those games."""
    known = {chapter.id for story in chapters.stories().values() for chapter in story}
    return groups_of(game for game in games if game.dungeon in known)


def story_of(group: PlayerGroup, *stories: Sequence[str]) -> StoryProgress:
    """Return how far a group is in a story, or in several together, each in the order of its own chapters.

    A chapter counts once those before it are played; played again, its last game counts.
    """
    counted: dict[str, LedgerGame] = {}
    early: dict[str, None] = {}
    for game in group.games:
        chapters = next((story for story in stories if game.dungeon in story), ())
        before = chapters[: chapters.index(game.dungeon)] if chapters else ()
        if chapters and all(chapter in counted for chapter in before):
            counted[game.dungeon] = game
        elif chapters:
            early[game.dungeon] = None
    order = [chapter for story in stories for chapter in story]
    standings = [
        CampaignPointsTotal(name, tuple(_points(counted.get(chapter), name) for chapter in order))
        for name in group.names
    ]
    left = tuple(chapter for chapter in early if chapter not in counted)
    return StoryProgress(tuple(sorted(standings, key=lambda each: -each.total)), len(counted), left)


def _points(game: LedgerGame | None, name: str) -> int | None:
    if game is None:
        return None
    return next((int(player["total"]) for player in game.players if person(player) == name.casefold()), None)


def hall_of_fame(games: Sequence[LedgerGame], most: int = 10) -> list[tuple[int, str, LedgerGame]]:
    """Return the best totals ever: points, player, game."""
    best = [(int(player["total"]), str(player["name"]), game) for game in games for player in game.players]
    return sorted(best, key=lambda entry: (-entry[0], entry[2].id))[:most]
