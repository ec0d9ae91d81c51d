"""A session on the disk: a journal whose first line is the whole state, and each further line a change.

A line has the change, its seat, page and number, the change that undoes it, and the changed seats; so a session can be
read without the rules of its game, and a later version of these rules does not change the session.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.reading.yaml_nodes import as_node
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.session import PlayerSheet
from generator.storage.journal import Disk, Entry, Journal, read_journal
from generator.workshop.session_transitions import Asked, Seat, SessionState

SUFFIX = ".jsonl"
FORMAT = 1


OF_STATE = ("saved", "saved_at", "saved_as", "next_seat", "sat_down", "revealed")
OF_TABLE = {"secret", "game", "language", "solo", "cards", "dungeon", *OF_STATE}
OF_SEAT = {"token", "phones", "free", "held", "writer", "sheet"}


class InvalidSessionFile(Exception):
    """Raised for a file that contains no session, or a session that does not fit the rules of its game."""


@dataclass(frozen=True)
class AcknowledgedPageChange:
    """A change that a page sent and was confirmed: its number, its digest ("" if unknown), and the reply."""

    page: str
    number: int
    digest: str
    revision: int
    said: list[str]


@dataclass(frozen=True)
class KeptSession:
    """A session as read from its journal: plain data, independent of rules."""

    journal: Journal
    table: Mapping[str, Any]
    seats: Mapping[int, Mapping[str, Any]]
    revision: int
    sent: tuple[AcknowledgedPageChange, ...]

    @property
    def game(self) -> str:
        return str(self.table["game"])

    @property
    def language(self) -> str:
        return str(self.table["language"])

    @property
    def secret(self) -> str:
        return str(self.table["secret"])

    @property
    def tokens(self) -> list[str]:
        return [str(seat["token"]) for seat in self.seats.values()]

    def state(self, dialogue: Dialogue) -> SessionState:
        """Return the state of the session; raises InvalidSessionFile if its sheets do not fit the rules."""
        kept = [self.seats[id] for id in sorted(self.seats)]
        draft = {key: self.table[key] for key in ("game", "solo", "cards", "dungeon")}
        content = {**draft, "players": [each["sheet"] for each in kept]}
        game = dialogue.read_draft(as_node(content, self.journal.path.name))
        if game is None or len(game.sheets) != len(kept):
            raise InvalidSessionFile("its sheets do not fit the rules of the game")
        seats = tuple(seat_of(id, self.seats[id]) for id in sorted(self.seats))
        values = {key: self.table[key] for key in OF_STATE}
        return SessionState(game, seats, self.revision, **values)


def first_entry(dialogue: Dialogue, state: SessionState, secret: str, pages: Mapping[str, int], at: str) -> Entry:
    """Return the first entry of a session's journal; `pages` has the number of the last change of each page."""
    rules = dialogue.rules
    own = {"secret": secret, "game": rules.game, "language": rules.words.language}
    return {
        "format": FORMAT,
        "at": at,
        "revision": state.revision,
        "pages": dict(pages),
        "table": {**own, **_table(state)},
        "seats": {str(seat.id): _seat(dialogue, seat, sheet) for seat, sheet in _pairs(state)},
    }


def change_entry(
    dialogue: Dialogue,
    before: SessionState,
    after: SessionState,
    asked: Asked,
    back: Asked | None,
    by: int | None,
    sent: Mapping[str, Any],
    at: str,
) -> Entry:
    """Return the journal entry of a change: `asked`, its opposite `back`, and the values that differ from `before`."""
    old, new = _table(before), _table(after)
    known = {seat.id: (seat, sheet) for seat, sheet in _pairs(before)}
    gone = {str(id): None for id in known if after.place(id) is None}
    changed = {
        str(seat.id): _seat(dialogue, seat, sheet)
        for seat, sheet in _pairs(after)
        if seat.id not in known or seat is not known[seat.id][0] or sheet is not known[seat.id][1]
    }
    return {
        "revision": after.revision,
        "at": at,
        "by": by,
        **{key: value for key, value in sent.items() if value},
        "do": _plain(dialogue, asked),
        "back": _plain(dialogue, back) if back else None,
        "table": {key: value for key, value in new.items() if value != old[key]},
        "seats": {**changed, **gone},
    }


def _table(state: SessionState) -> dict[str, Any]:
    game = state.game
    return {
        "solo": game.solo,
        "cards": {name: list(keys) for name, keys in game.cards.items()},
        "dungeon": game.dungeon,
        "saved": state.saved,
        "saved_at": state.saved_at,
        "saved_as": state.saved_as,
        "next_seat": state.next_seat,
        "sat_down": dict(state.sat_down),
        "revealed": {line: dict(points) for line, points in state.revealed.items()},
    }


def _pairs(state: SessionState) -> Iterable[tuple[Seat, PlayerSheet]]:
    return zip(state.seats, state.game.sheets, strict=True)


def _seat(dialogue: Dialogue, seat: Seat, sheet: PlayerSheet) -> dict[str, Any]:
    own = {"token": seat.token, "phones": list(seat.phones), "free": seat.free, "held": list(seat.held)}
    return {**own, "writer": seat.writer, "sheet": dialogue.sheet_draft(sheet)}


def seat_of(id: int, kept: Mapping[str, Any]) -> Seat:
    """Return a seat from its saved data."""
    return Seat(id, kept["token"], tuple(kept["phones"]), kept["free"], tuple(kept["held"]), kept["writer"])


def _plain(dialogue: Dialogue, asked: Asked) -> dict[str, Any]:
    """Return a change as data that JSON can hold; `asked_again` is the inverse."""
    if asked["do"] != "restore":
        return dict(asked)
    seat = asked["as"]
    return {"do": "restore", "seat": seat.id, "kept": _seat(dialogue, seat, asked["sheet"])}


def asked_again(dialogue: Dialogue, state: SessionState, plain: Mapping[str, Any]) -> Asked:
    """Return a change from the result of `_plain`; raises InvalidSessionFile if its sheet does not fit the rules."""
    if plain["do"] != "restore":
        return plain
    draft = {"game": dialogue.rules.game, "solo": state.game.solo, "players": [plain["kept"]["sheet"]]}
    game = dialogue.read_draft(as_node(draft, ""))
    if game is None or not game.sheets:
        raise InvalidSessionFile("the sheet does not fit the rules of the game")
    return {"do": "restore", "as": seat_of(plain["seat"], plain["kept"]), "sheet": game.sheets[0]}


def read_table(path: Path, disk: Disk | None = None) -> KeptSession:
    """Read a session from its journal; raises OSError, DamagedJournal and InvalidSessionFile."""
    journal, entries = read_journal(path, disk)
    try:
        return _replayed(journal, entries)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InvalidSessionFile(f"{path} holds no table") from None


def _replayed(journal: Journal, entries: Iterable[Entry]) -> KeptSession:
    table: dict[str, Any] = {}
    seats: dict[int, Mapping[str, Any]] = {}
    sent: list[AcknowledgedPageChange] = []
    revision = -1
    for entry in entries:
        if not table and entry["format"] != FORMAT:
            raise InvalidSessionFile(f"{journal.path} was written by a later version")
        revision = int(entry["revision"])
        table.update(entry["table"])
        for id, seat in entry["seats"].items():
            seats.pop(int(id), None)
            if seat is not None:
                seats[int(id)] = seat
        sent += [
            AcknowledgedPageChange(page, int(last), "", revision, []) for page, last in entry.get("pages", {}).items()
        ]
        if entry.get("page"):
            sent.append(
                AcknowledgedPageChange(
                    entry["page"], int(entry["number"]), entry["digest"], revision, entry.get("said", [])
                )
            )
    if not table.keys() >= OF_TABLE or any(not seat.keys() >= OF_SEAT for seat in seats.values()):
        raise InvalidSessionFile(f"{journal.path} does not tell all of a table")
    return KeptSession(journal, table, seats, revision, tuple(sent))
