"""The people of the ledger: who played how often, and the number of the colour that each keeps."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.storage.store import LedgerGame, read_games

COLOURS = 8


class KnownPlayer(NamedTuple):
    """Somebody who played: the name as it was written last, which games, and the number of the last one saved."""

    name: str
    games: tuple[str, ...]
    last: int


def person(player: Mapping[str, Any]) -> str:
    """Return who a player of a saved game is: the name without capitals."""
    return str(player["name"]).casefold()


def games_with(games: Iterable[LedgerGame], *, player: str = "", dungeon: str = "") -> list[LedgerGame]:
    """Return the games that somebody played, and those on one map; capitals make no other name."""
    wanted = player.casefold()
    return [
        game
        for game in games
        if dungeon in ("", game.dungeon) and (not wanted or any(person(one) == wanted for one in game.players))
    ]


def known_players(games: Iterable[LedgerGame]) -> dict[str, KnownPlayer]:
    """Return everybody who played, by the name without capitals, in the order of their first games."""
    known: dict[str, KnownPlayer] = {}
    for game in games:
        for player in game.players:
            name = person(player)
            games_before = known[name].games if name in known else ()
            played = tuple(dict.fromkeys((*games_before, game.game)))
            known[name] = KnownPlayer(str(player["name"]), played, game.id)
    return known


def numbers_of(known: Iterable[str]) -> dict[str, int]:
    """Return the number of each name's colour: nobody's changes when others come."""
    return {name: number % COLOURS for number, name in enumerate(known)}


def numbers_in(ledger: Path | None) -> dict[str, int]:
    """Return the number of everybody's colour, deleted games included; raises CannotWrite for what is no ledger."""
    return numbers_of(known_players(read_games(ledger, deleted=None).games))


def colours_at_table(
    seats: Sequence[tuple[int, str]], known: Mapping[str, int], worn: Mapping[int, int]
) -> dict[int, int]:
    """Return the colours of those who sit at a table by the ids of their seats, which come with their names.

    A seat keeps the one that it has `worn`. Of the others, who is known has the own one, and who is new those that come
    next, as the ledger gives them when the game is saved; nobody has that of another, while there are any.

    >>> colours_at_table([(0, "Ada"), (1, "Bob"), (2, "Cy")], {"bob": 0, "dora": 1}, {})
    {0: 2, 1: 0, 2: 3}
    >>> colours_at_table([(1, "Bob"), (2, "Cy")], {"bob": 5, "dora": 0}, {1: 0, 2: 3})
    {1: 0, 2: 3}
    """
    taken = {seat: worn[seat] for seat, _ in seats if seat in worn}
    new = [name for _, name in seats if name.casefold() not in known]
    for seat, name in seats:
        if seat not in taken:
            wish = known[name.casefold()] if name.casefold() in known else len(known) + new.index(name)
            free = [colour for colour in range(COLOURS) if colour not in taken.values()] or list(range(COLOURS))
            taken[seat] = min(free, key=lambda colour: (colour - wish) % COLOURS)
    return {seat: taken[seat] for seat, _ in seats}
