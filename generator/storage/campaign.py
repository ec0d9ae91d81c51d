"""The players in saved games, and the groups of players who play the stories of a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.storage.store import LedgerGame, SavedGames

if TYPE_CHECKING:
    from generator.scoring.map_chapters import CampaignMaps

COLOURS = 8


class KnownPlayer(NamedTuple):
    """A player: the name as last written, the games played, by id, and the number of the last saved game."""

    name: str
    games: tuple[str, ...]
    last: int


def person(player: Mapping[str, Any]) -> str:
    """Return the identity of a player in a saved game: the name in lower case."""
    return str(player["name"]).casefold()


def games_with(games: Iterable[LedgerGame], *, player: str = "", dungeon: str = "") -> Iterator[LedgerGame]:
    """Yield the saved games of a player and on a map, "" for any of these; ignores the case of names."""
    name = player.casefold()
    for game in games:
        if dungeon in ("", game.dungeon) and (not name or name in map(person, game.players)):
            yield game


def known_players(games: Iterable[LedgerGame]) -> dict[str, KnownPlayer]:
    """Return all players by their names in lower case, in the order of their first games."""
    players: dict[str, KnownPlayer] = {}
    for game in games:
        for player in game.players:
            name = person(player)
            games_before = players[name].games if name in players else ()
            played = tuple(dict.fromkeys((*games_before, game.game)))
            players[name] = KnownPlayer(str(player["name"]), played, game.id)
    return players


def numbers_of(names: Iterable[str]) -> dict[str, int]:
    """Return the colour number of each player in `names`; new players at the end do not change the others' colours."""
    return {name: number % COLOURS for number, name in enumerate(names)}


def numbers_in(ledger: Path | None) -> dict[str, int]:
    """Return the colour numbers of all players in a ledger, deleted games included; raises CannotWrite."""
    return numbers_of(known_players(SavedGames(ledger, deleted=None)))


def colours_at_table(
    seats: Sequence[tuple[int, str]], numbers: Mapping[str, int], previous: Mapping[int, int]
) -> dict[int, int]:
    """Return the colour numbers of the players in a session, by the ids of their seats; `seats` are (id, name).

    A seat keeps the colour in `previous`. Otherwise a player in `numbers` gets the colour of earlier games, and a new
    player the colour that saving the game will give. Colours differ while there are enough of them.

    >>> colours_at_table([(0, "Ada"), (1, "Bob"), (2, "Cy")], {"bob": 0, "dora": 1}, {})
    {0: 2, 1: 0, 2: 3}
    >>> colours_at_table([(1, "Bob"), (2, "Cy")], {"bob": 5, "dora": 0}, {1: 0, 2: 3})
    {1: 0, 2: 3}
    """
    chosen = {seat: previous[seat] for seat, _ in seats if seat in previous}
    new = [name for _, name in seats if name.casefold() not in numbers]
    for seat, name in seats:
        if seat not in chosen:
            wish = numbers[name.casefold()] if name.casefold() in numbers else len(numbers) + new.index(name)
            unused = [colour for colour in range(COLOURS) if colour not in chosen.values()] or list(range(COLOURS))
            chosen[seat] = min(unused, key=lambda colour: (colour - wish) % COLOURS)
    return {seat: chosen[seat] for seat, _ in seats}


@dataclass(frozen=True)
class PlayerGroup:
    """Players of the same group, or a solo player, with the games that they saved."""

    names: tuple[str, ...]
    solo: bool
    games: tuple[LedgerGame, ...]


def groups_in(chapters: "CampaignMaps", games: Iterable[LedgerGame]) -> list[PlayerGroup]:
    """Return the groups that have played a chapter of any story, in the order of their first games.

    The case of names is ignored, solo games are separate. A group has only its games that are chapters.
    """
    chapter_ids = {chapter.id for story in chapters.stories().values() for chapter in story}
    groups: dict[tuple[bool, frozenset[str]], list[LedgerGame]] = {}
    for game in games:
        if game.dungeon in chapter_ids:
            groups.setdefault((game.solo, frozenset(map(person, game.players))), []).append(game)
    return [
        PlayerGroup(tuple(str(player["name"]) for player in group_games[0].players), solo, tuple(group_games))
        for (solo, _), group_games in groups.items()
    ]
