"""Who played in the ledger before, for the tables: read again where the ledger changed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.diagnostics import CannotWrite
from generator.storage.players import KnownPlayer, known_players, numbers_of
from generator.storage.store import default_path, read_games

MOST_CHIPS = 24
Stamp = tuple[tuple[int, int], ...]


class PastPlayers:
    """The people of a ledger (None: the default one); one that cannot be read has none, which the history tells."""

    def __init__(self, ledger: Path | None) -> None:
        self.ledger = ledger or default_path()
        self.stamp: Stamp | None = None
        self.known: tuple[KnownPlayer, ...] = ()
        self.numbers: Mapping[str, int] = {}

    def colours(self) -> Mapping[str, int]:
        """Return the number of everybody's colour by the name without capitals."""
        self._read()
        return self.numbers

    def chips(self) -> list[dict[str, Any]]:
        """Return those who played lately, each with the colour and the games, those of the last games first."""
        self._read()
        lately = sorted(self.known, key=lambda player: -player.last)[:MOST_CHIPS]
        return [
            {"name": player.name, "colour": self.numbers[player.name.casefold()], "games": list(player.games)}
            for player in lately
        ]

    def _read(self) -> None:
        stamp = self._stamp()
        if stamp == self.stamp:
            return
        self.stamp, self.known, self.numbers = stamp, (), {}
        if stamp:
            try:
                games = read_games(self.ledger, deleted=None).games
            except CannotWrite:
                return
            self.numbers = numbers_of(known_players(games))
            self.known = tuple(known_players(game for game in games if not game.deleted).values())

    def _stamp(self) -> Stamp:
        """Return what tells one state of the ledger from another; what was written last may lie beside it."""
        found = []
        for path in (self.ledger, self.ledger.with_name(f"{self.ledger.name}-wal")):
            try:
                stat = path.stat()
            except OSError:
                continue
            found.append((stat.st_mtime_ns, stat.st_size))
        return tuple(found)
