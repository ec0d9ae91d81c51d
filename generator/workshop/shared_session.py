"""A shared scoring session: several players fill in their sheets at once; every change is a line of its journal."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.session import DialogueState
from generator.scoring.rules import Cards, ScoringRules
from generator.storage.journal import Disk, Entry, Journal, read_journal
from generator.workshop.score_reveal import TOTAL, lines_to_come, next_step
from generator.workshop.session_journal import SUFFIX, asked_again, change_entry, first_entry
from generator.workshop.session_transitions import (
    Asked,
    ChangeOutcome,
    Seat,
    SeatTakeoverRequest,
    SessionState,
    outcome,
)
from generator.workshop.session_view import SessionView

MOST_SESSIONS = 64
FROM_ONE_ADDRESS = 2  # seats at a table, with phones that nobody knows
MOST_CLAIMS = 6  # at a time; the one that waited longest is forgotten
MOST_PAGES = 256  # of browsers, whose changes are remembered; the one that was silent longest is forgotten

Reply = dict[str, Any]


class ReusedChangeNumber(Exception):
    """A page sent another change under a number that it had used; `last` is the highest of them."""

    def __init__(self, last: int) -> None:
        super().__init__("this number was another change")
        self.last = last


@dataclass
class ReceivedPageChanges:
    """A page in a browser: the number of its last change, and for each the digest and what was answered."""

    last: int = 0
    known: dict[int, tuple[str, Reply]] = field(default_factory=dict)


@dataclass
class SharedSession:
    """A game that is being scored; `secret` lets a phone sit down, each seat has a token of its own.

    What is kept is `state`, and `journal` is where. `pages` are the pages that changed anything: a change that is sent
    twice is made once, and answered twice.
    """

    rules: ScoringRules
    journal: Journal
    secret: str
    state: SessionState
    pages: dict[str, ReceivedPageChanges] = field(default_factory=dict)
    claims: list[SeatTakeoverRequest] = field(default_factory=list)
    claims_version: int = 0  # bumped on every change of `claims`
    dialogue: Dialogue = field(init=False)
    views: SessionView = field(init=False)

    def __post_init__(self) -> None:
        self.dialogue = Dialogue(self.rules)
        self.views = SessionView(self.dialogue)

    @property
    def path(self) -> Path:
        return self.journal.path

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def game(self) -> DialogueState:
        return self.state.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.seats

    @property
    def revision(self) -> int:
        return self.state.revision

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat with this token, or None."""
        return next((seat for seat in self.seats if same(seat.token, token)), None)

    def seat_of_phone(self, phone: str) -> Seat | None:
        """Return the seat that was given to a phone, or None."""
        return next((seat for seat in self.seats if any(same(phone, each) for each in seat.phones)), None)

    # changes

    def begin(self) -> None:
        """Begin the journal with the session as it is; raises OSError."""
        self.journal = Journal(self.path, disk=self.journal.disk)
        pages = {page: known.last for page, known in self.pages.items()}
        self.journal.append(first_entry(self.dialogue, self.state, self.secret, pages, now()))

    def sit_down(self, name: str, phone: str, address: str = "") -> Reply:
        """Give a phone a seat, the one it has where it was given one before; raises OSError.

        From one address of the house come few: no guest fills the table, and none joins a game that was shown and
        saved. The host adds more, for phones to claim.
        """
        reply: Reply = {"revision": self.revision, "taken": True, "said": []}
        if self.seat_of_phone(phone) is None:
            if self.state.saved is not None and TOTAL in self.state.revealed:
                return {**reply, "taken": False, "why": "game_is_over"}
            if self.state.sat_down.get(address, 0) >= min(FROM_ONE_ADDRESS, (self.rules.table.most_players + 1) // 2):
                return {**reply, "taken": False, "why": "enough_seats"}
            reply = self.make({"do": "join", "name": name, "phone": phone, "address": address})
        return {**reply, **self._given(phone)}

    def claim(self, place: int, phone: str) -> Reply:
        """Give a phone a seat that is free, or ask those who may let it in; raises OSError."""
        seat = next((one for one in self.seats if one.id == place), None)
        if seat is None:
            return {"taken": False, "why": "seat_gone"}
        if seat.free:
            self.make({"do": "let", "seat": seat.id, "phone": phone}, seat.id)
        if phone in next(one for one in self.seats if one.id == place).phones:
            return {"taken": True, **self._given(phone)}
        known = next((each for each in self.claims if (each.seat, each.phone) == (place, phone)), None)
        if known is None:
            known = SeatTakeoverRequest(place, phone, f"{secrets.randbelow(900) + 100}")
            self._set_claims([*self.claims, known][-MOST_CLAIMS:])
        return {"taken": False, "code": known.code}

    def answer_claim(self, place: int, code: str, by: int | None, *, lets: bool) -> Reply:
        """Let a phone in that asked for a seat, or send it away; raises KeyError and OSError."""
        claim = {(each.seat, each.code): each for each in self.claims}[place, code]
        reply: Reply = {"revision": self.revision, "taken": by in (None, place), "said": []}
        if lets:
            reply = self.make({"do": "let", "seat": place, "phone": claim.phone}, by)
        if reply["taken"]:
            self._set_claims([each for each in self.claims if each is not claim])
        return reply

    def _set_claims(self, claims: list[SeatTakeoverRequest]) -> None:
        self.claims, self.claims_version = claims, self.claims_version + 1

    def _given(self, phone: str) -> Reply:
        seat = self.seat_of_phone(phone)
        return {"token": seat.token, "seat": seat.id} if seat else {}

    def seat_list(self, phone: str) -> Reply:
        """List the seats for a joining phone; a returning phone gets its token back."""
        seats = zip(self.seats, self.game.sheets, strict=True)
        told = [{"id": seat.id, "name": sheet.name, "free": seat.free} for seat, sheet in seats]
        return {"seats": told, **self._given(phone)}

    def make(self, asked: Asked, by: int | None = None, page: str = "", number: int = 0) -> Reply:
        """Make a change that the seat `by` asks for (None: the host), and return what is answered.

        A change that this page sent before is not made again. Raises ReusedChangeNumber where the number was another
        change, and OSError where the change cannot be kept: then nothing is changed.
        """
        plain = json.dumps(asked, sort_keys=True, default=repr)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
        before = self._before(page, number, digest) if page else None
        if before is not None:
            return before
        came = outcome(self.dialogue, self.state, asked, by)
        taken = came.state is not None
        said = [self.rules.words.tell(message) for message in came.messages]
        reply = {"revision": self.revision + taken, "taken": taken, "said": said}
        if came.why:
            reply["why"] = came.why
        if taken:
            self._keep(came, asked, by, {"page": page, "number": number, "digest": digest, "said": said})
        if page:
            self._remember(page, number, digest, reply)
        return reply

    def entries(self) -> list[Entry]:
        """Return all changes, each as its line tells it; raises OSError and DamagedJournal."""
        return read_journal(self.path, self.journal.disk)[1][1:]

    def take_back(self, revision: int) -> Reply:
        """Take a change back by a further one; raises KeyError, OSError, InvalidSessionFile and DamagedJournal."""
        back = {entry["revision"]: entry["back"] for entry in self.entries()}[revision]
        if back is None:
            raise KeyError(revision)
        return self.make(asked_again(self.dialogue, self.state, back))

    def reveal(self, seen: int, *, rest: bool = False) -> Reply:
        """Show the next line to all, or the `rest`, to whom so many were shown before; raises OSError.

        Where more were shown meanwhile, nothing is: a tap that comes twice is one.
        """
        shown, points = self.state.revealed, self.views.points(self.state)
        coming = lines_to_come(points, shown) if rest else next_step(points, shown)
        if seen != len(shown) or not coming or not self.seats:
            return {"revision": self.revision, "taken": False, "said": []}
        return self.make({"do": "reveal", "points": {line: points[line] for line in coming}})

    def _before(self, page: str, number: int, digest: str) -> Reply | None:
        known = self.pages.get(page)
        if known is None or number > known.last:
            return None
        seen, reply = known.known.get(number, (digest, {"revision": self.revision, "taken": False, "said": []}))
        if seen not in (digest, ""):
            raise ReusedChangeNumber(known.last)
        return reply

    def _keep(self, came: ChangeOutcome, asked: Asked, by: int | None, sent: dict[str, Any]) -> None:
        assert came.state is not None
        after = replace(came.state, revision=self.revision + 1)
        self.journal.append(change_entry(self.dialogue, self.state, after, asked, came.back, by, sent, now()))
        self.state = after

    def _remember(self, page: str, number: int, digest: str, reply: Reply) -> None:
        known = self.pages.pop(page, None) or ReceivedPageChanges()
        known.last = number
        known.known[number] = (digest, reply)
        self.pages[page] = known
        if len(self.pages) > MOST_PAGES:
            del self.pages[next(iter(self.pages))]

    def view(self) -> dict[str, Any]:
        """Return everything that everybody in the session may see, as plain data in its language."""
        return self.views.at(self.state, self.claims)


def same(one: str, other: str) -> bool:
    """Tell whether two secrets are equal, in a time that tells nothing of where they differ."""
    return secrets.compare_digest(one.encode(), other.encode())


def now() -> str:
    """Return the time that a change is noted under."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def new_session(
    folder: Path,
    rules: ScoringRules,
    *,
    solo: bool,
    dungeon: str = "",
    cards: Cards | None = None,
    disk: Disk | None = None,
) -> SharedSession:
    """Return an empty session with a journal of its own, which is there after `begin`."""
    start = Dialogue(rules).start(cards=cards, dungeon=dungeon)
    game = DialogueState(start.solo or solo, start.at, cards=start.cards, dungeon=start.dungeon)
    journal = Journal(folder / f"{secrets.token_hex(8)}{SUFFIX}", disk=disk)
    return SharedSession(rules, journal, secrets.token_urlsafe(16), SessionState(game))
