"""Scoring sessions on the disk: a journal whose first line is the whole session, and each further line a change.

A line has what differs after the change: values of the session, and whole seats. In the workshop it also has the
change, its seat, page and number, and the change that undoes it. So a session can be read without the rules of its
game, and a later version of these rules does not change it.
"""

import contextlib
import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.reading import format_versions
from generator.reading.yaml_nodes import as_node
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.session import NAME, DialoguePosition, ScoringSession, Seat
from generator.scoring.messages import Message, message
from generator.storage.journal import DamagedJournal, Disk, Entry, Journal, read_journal

SUFFIX = ".jsonl"
MOST_UNFINISHED = 20  # games of a folder that are read, the latest
PLAIN: dict[str, Any] = {
    **dict.fromkeys(("solo", "quick", "closed", "totals"), bool),
    **dict.fromkeys(("dungeon", "date", "notes", "saved_as", "token"), str),
    **dict.fromkeys(("next_seat", "saved_at", "round"), int),
    "saved": (int, type(None)),
    "sat_down": dict,
    "revealed": dict,
}
OF_SESSION: dict[str, Any] = {
    **dict.fromkeys(("secret", "game", "language"), str),
    **PLAIN,
    "at": (list, type(None)),
    "cards": dict,
}
OF_SEAT = {"token": str, "phones": list, "free": bool, "held": list, "writer": str, "sheet": dict}


class InvalidSessionFile(Exception):
    """Raised for a file that contains no session, or a session that does not fit the rules of its game.

    `key` names the message for the terminal; it is "" for a file in which nothing was confirmed.
    """

    def __init__(self, text: str, key: str = "draft_unreadable") -> None:
        super().__init__(text)
        self.key = key


def now() -> str:
    """Return the present time, for a journal."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


# written


def first_entry(dialogue: Dialogue, session: ScoringSession, secret: str = "") -> Entry:
    """Return the first entry of a session's journal; with `secret` a phone joins the session."""
    rules = dialogue.rules
    return {
        format_versions.KEY: format_versions.SESSION,
        "at": now(),
        "revision": session.revision,
        "session": {"secret": secret, "game": rules.game, "language": rules.words.language, **_values(session)},
        "seats": {str(seat.id): seat_data(dialogue, seat) for seat in session.seats},
    }


def change_entry(dialogue: Dialogue, before: ScoringSession, after: ScoringSession, **about: Any) -> Entry:
    """Return the entry of a change: `about` it, and what differs from the session `before`."""
    old, new = _values(before), _values(after)
    old_seats = {seat.id: seat for seat in before.seats}
    changed = {str(seat.id): seat_data(dialogue, seat) for seat in after.seats if old_seats.get(seat.id) is not seat}
    removed = {str(id): None for id in old_seats if after.place(id) is None}
    values = {key: value for key, value in new.items() if value != old[key]}
    return {"revision": after.revision, "at": now(), **about, "session": values, "seats": {**changed, **removed}}


def _values(session: ScoringSession) -> dict[str, Any]:
    return {
        **{key: getattr(session, key) for key in PLAIN},
        "at": [session.at.player, session.at.question] if session.at else None,
        "cards": {name: list(keys) for name, keys in session.cards.items()},
    }


def seat_data(dialogue: Dialogue, seat: Seat) -> dict[str, Any]:
    """Return a seat as data that JSON can hold; `read_seat` is the inverse."""
    values = {"token": seat.token, "phones": list(seat.phones), "free": seat.free, "held": list(seat.held)}
    return {**values, "writer": seat.writer, "sheet": dialogue.sheet_data(seat)}


# read


def read_seat(dialogue: Dialogue, session: ScoringSession, id: int, data: Mapping[str, Any]) -> Seat:
    """Return a seat of a session from its data; raises InvalidSessionFile if its sheet does not fit the rules."""
    seat = dialogue.read_sheet(session, as_node(data["sheet"], "session"))
    if seat is None:
        raise InvalidSessionFile("its sheets do not fit the rules of the game")
    phones, held, free = tuple(data["phones"]), tuple(data["held"]), data["free"]
    return replace(seat, id=id, token=data["token"], phones=phones, free=free, held=held, writer=data["writer"])


@dataclass(frozen=True)
class KeptSession:
    """A session as read from its journal: plain data, independent of rules, and all entries of the journal."""

    journal: Journal
    values: Mapping[str, Any]
    seats: Mapping[int, Mapping[str, Any]]
    entries: tuple[Entry, ...]
    revision: int

    @property
    def at(self) -> str:
        """The time of the last change."""
        return str(self.entries[-1].get("at", ""))

    @property
    def is_answered(self) -> bool:
        """Whether no question is left."""
        return self.values["at"] is None

    @property
    def names(self) -> list[str]:
        """The names of the players in their order."""
        return [str(self.seats[id]["sheet"].get("name")) for id in sorted(self.seats)]

    @property
    def answers(self) -> int:
        """How many questions are answered, names included."""
        lists = (seat["sheet"].get("answered") for seat in self.seats.values())
        return sum(1 + len(ids) if isinstance(ids, list) else 1 for ids in lists)

    @property
    def tokens(self) -> list[str]:
        return [seat["token"] for seat in self.seats.values()]

    def drop(self) -> None:
        """Delete the file."""
        with contextlib.suppress(OSError):
            self.journal.path.unlink()

    def session(self, dialogue: Dialogue) -> ScoringSession:
        """Return the session; raises InvalidSessionFile if its sheets do not fit the rules."""
        cards = {name: tuple(keys) for name, keys in self.values["cards"].items() if name in dialogue.table.inputs}
        values = {key: self.values[key] for key in PLAIN}
        session = ScoringSession(**values, cards=cards, revision=self.revision)
        seats = tuple(read_seat(dialogue, session, id, self.seats[id]) for id in sorted(self.seats))
        session = replace(session, seats=seats)
        positions = (*dialogue.positions(session), DialoguePosition(len(seats), NAME))
        at = next((each for each in positions if [each.player, each.question] == self.values["at"]), None)
        return replace(session, at=at or dialogue.next_position(session))


def read_session(path: Path, disk: Disk | None = None) -> KeptSession:
    """Read a session from its journal; raises OSError, DamagedJournal and InvalidSessionFile."""
    journal, entries = read_journal(path, disk)
    try:
        return _replayed(journal, entries)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InvalidSessionFile(f"{path} holds no session") from None


def _replayed(journal: Journal, entries: list[Entry]) -> KeptSession:
    values: dict[str, Any] = {}
    seats: dict[int, Mapping[str, Any]] = {}
    if not entries:
        raise InvalidSessionFile(f"{journal.path} is empty", key="")
    if entries[0][format_versions.KEY] > format_versions.SESSION:
        raise InvalidSessionFile(f"{journal.path} was written by a later version", key="draft_later")
    for entry in entries:
        revision = int(entry["revision"])
        values.update(entry["session"])
        for id, seat in entry["seats"].items():
            seats.pop(int(id), None)
            if seat is not None:
                seats[int(id)] = seat
    is_valid = all(isinstance(values[key], kind) for key, kind in OF_SESSION.items())
    if not is_valid or not all(isinstance(seat[key], kind) for seat in seats.values() for key, kind in OF_SEAT.items()):
        raise InvalidSessionFile(f"{journal.path} holds no whole session")
    return KeptSession(journal, values, seats, tuple(entries), revision)


# unfinished games of the terminal


def unfinished_games(folder: Path) -> tuple[list[KeptSession], list[Message]]:
    """Return the unfinished games of a folder, the latest first, and a message for each file that cannot be read."""
    games, messages = list[KeptSession](), list[Message]()
    for path in sorted(folder.glob(f"*{SUFFIX}"), reverse=True)[:MOST_UNFINISHED]:
        try:
            games.append(read_session(path))
        except (OSError, DamagedJournal, InvalidSessionFile) as fault:
            key = fault.key if isinstance(fault, InvalidSessionFile) else "draft_unreadable"
            messages += [message(key, path=str(path))] if key else []
    return sorted(games, key=lambda each: each.at, reverse=True), messages


@dataclass
class UnfinishedGame:
    """The journal of a session that is typed in at a terminal; its file is created with the first answer."""

    dialogue: Dialogue
    folder: Path
    journal: Journal | None = None
    kept: ScoringSession | None = None

    def take_up(self, game: KeptSession) -> ScoringSession:
        """Return the session of a game that goes on in its file; raises InvalidSessionFile."""
        self.kept, self.journal = game.session(self.dialogue), game.journal
        return self.kept

    def keep(self, session: ScoringSession) -> None:
        """Save the session after an answer; raises OSError.

        If another terminal goes on with the same file, this one goes on in a new file.
        """
        if self.journal is not None and self.kept is not None:
            try:
                self.journal.append(change_entry(self.dialogue, self.kept, session))
                self.kept = session
                return
            except OSError as fault:
                if fault.errno != errno.ESTALE:
                    raise
        name = f"{datetime.now():%Y%m%d-%H%M%S-%f}-{os.getpid()}{SUFFIX}"
        journal = Journal(self.folder / name)
        journal.append(first_entry(self.dialogue, session))
        self.journal, self.kept = journal, session

    def drop(self) -> None:
        """Delete the file, after the game was saved or given up."""
        with contextlib.suppress(OSError):
            if self.journal is not None:
                self.journal.path.unlink()
                self.journal = None
            self.folder.rmdir()
