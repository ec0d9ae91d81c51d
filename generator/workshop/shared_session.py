"""A shared scoring session: players fill in sheets at the same time; each change is a line of its journal."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.questions import (
    SheetQuestion,
    all_questions,
    page_questions,
    questions_of,
    ticked_inputs,
    unnamed_cards,
)
from generator.scoring.dialogue.results import faults_of, score_of, waits_for
from generator.scoring.dialogue.session import AnswerResult, ScoringSession, Seat
from generator.scoring.map_chapters import chapters_of
from generator.scoring.messages import GameWord, list_of, message
from generator.scoring.rules import ScoringRules
from generator.scoring.score import rank_players, worth_of_ties
from generator.scoring.score_formulas import Cards
from generator.scoring.score_listings import standings_listing
from generator.scoring.spec import LineSpec
from generator.storage.campaign import colours_at_table
from generator.storage.journal import Disk, Entry, Journal, read_journal
from generator.storage.session_journal import SUFFIX, KeptSession, change_entry, first_entry
from generator.workshop.session_transitions import Asked, SeatTakeover, outcome

Points = Mapping[str, Mapping[str, int]]  # by the letter of the line, or TOTAL, then by the id of the seat
TOTAL = ""


class RevealedScoreCorrection(NamedTuple):
    """A change of one seat's points of a line (or TOTAL) after they were revealed: the points before and now."""

    line: str
    seat: int
    was: int
    now: int


def lines_to_come(points: Points, shown: Points) -> list[str]:
    """Return the lines not revealed yet: those in which players differ least first, and TOTAL last.

    >>> lines_to_come({"A": {"0": 9, "1": 2}, "B": {"0": 3, "1": 3}, "": {"0": 12, "1": 5}}, {})
    ['B', 'A', '']
    """
    left = [line for line in points if line not in shown and line != TOTAL]
    return [*sorted(left, key=lambda line: _suspense(points[line])), *([] if TOTAL in shown else [TOTAL])]


def next_step(points: Points, shown: Points) -> list[str]:
    """Return the lines to reveal together next: the first of `lines_to_come` up to one that has any points.

    >>> next_step({"A": {"0": 9}, "B": {"0": 0}, "": {"0": 9}}, {})
    ['B', 'A']
    """
    coming = lines_to_come(points, shown)
    empty = sum(line != TOTAL and not any(points[line].values()) for line in coming)
    return coming[: empty + 1]


def _suspense(points: Mapping[str, int]) -> tuple[int, int]:
    values = [*points.values()] or [0]
    return max(values) - min(values), max(map(abs, values))


def corrections(points: Points, shown: Points) -> Iterator[RevealedScoreCorrection]:
    """Yield each change of revealed points (`shown`) by comparing them with the present `points`, for present seats.

    >>> list(corrections({"A": {"0": 9, "2": 4}}, {"A": {"0": 7, "1": 3}}))
    [RevealedScoreCorrection(line='A', seat=0, was=7, now=9)]
    """
    for line, seats in shown.items():
        now = points.get(line, {})
        for seat, was in seats.items():
            if now.get(seat, was) != was:
                yield RevealedScoreCorrection(line, int(seat), was, now[seat])


LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # of codes; none of them looks like another or like a digit
CODE_LENGTH = 6
MOST_KEYS = 36  # numbers of a line that stand on the pad as keys; where it can have more, there are digits


class SessionView:
    """Computes the data of a session that its pages show; caches results for the next time.

    Scoring takes most of the time of a change, so a sheet is scored only if it or the shared cards changed.
    """

    def __init__(self, rules: ScoringRules) -> None:
        self.rules = rules
        self.colours: Callable[[], Mapping[str, int]] = dict  # of those who played before
        self.worn: dict[int, int] = {}  # the colours of the seats, by their ids
        self._counted: dict[int, tuple[Seat, Cards, dict[str, Any]]] = {}  # by the ids of the seats
        self._lines: dict[str, tuple[Cards, dict[str, Any]]] = {}  # by their letters
        self._maps: dict[str, str] = {}  # the names of those that were played

    def at(self, state: ScoringSession, claims: Iterable[SeatTakeover]) -> dict[str, Any]:
        """Return all data of the session that its host may see; another thread may change the session meanwhile."""
        words, spec = self.rules.words, self.rules.table
        seats = []
        for place, seat in enumerate(state.seats):
            asks = [claim.code for claim in claims if claim.seat == seat.id]
            own = {"id": seat.id, "name": seat.name, "free": seat.free, "asks": asks}
            seats.append({**self._count(state, place), **own, "held": list(seat.held), "writer": seat.writer})
        ranks = rank_players([(seat["total"], *seat.pop("ties")) for seat in seats])
        self.worn = colours_at_table([(seat["id"], seat["name"]) for seat in seats], self.colours(), self.worn)
        for each, rank in zip(seats, ranks, strict=True):
            each |= {"rank": rank, "colour": self.worn[each["id"]]}
        faults = [(fault, words.diagnostic(fault)) for fault in faults_of(self.rules, state)]
        return {
            "revision": state.revision,
            "saved": state.saved,
            "wants_saving": state.wants_saving,
            "language": words.spoken_language,
            "game": self.rules.game,
            "title": words.tell(GameWord(("game.title",), self.rules.game)),
            "map": self._map_name(state.dungeon),
            "lines": [self._line(state, line) for line in spec.lines],
            "total": words.say("total"),
            "most": 1 if state.solo else spec.most_players,
            "round": state.round,
            "totals": state.totals,
            "faults": [
                {
                    "severity": fault.severity,
                    "seat": state.seats[fault.place.line - 1].id,
                    "text": worded.message,
                    "hint": worded.hint or "",
                }
                for fault, worded in faults
            ],
            "seats": seats,
            "revealed": self._revealed(state),
        }

    def points(self, state: ScoringSession) -> Points:
        """Return the points of each line, and of TOTAL, by seat id, in the form in which revealed points are saved."""
        counted = {str(seat.id): self._count(state, place) for place, seat in enumerate(state.seats)}
        none = {"points": 0}
        lines = {
            line.letter: {seat: each["lines"].get(line.letter, none)["points"] for seat, each in counted.items()}
            for line in self.rules.table.lines
        }
        return {**lines, TOTAL: {seat: each["total"] for seat, each in counted.items()}}

    def _revealed(self, state: ScoringSession) -> dict[str, Any] | None:
        """Return what is revealed: lines in order, whether it is all, corrections, and the best total for the scale.

        Return None if no line is revealed.
        """
        shown = state.revealed
        if not shown:
            return None
        points = self.points(state)
        corrected = [each._asdict() for each in corrections(points, shown)]
        lines, best = [line for line in shown if line != TOTAL], max(points[TOTAL].values(), default=0)
        return {"lines": lines, "done": TOTAL in shown, "corrected": corrected, "best": best}

    def _map_name(self, played: str) -> str:
        """Return the name of the map that is played; "" if none is set."""
        language = self.rules.words.language
        if played and played not in self._maps:
            chapters = chapters_of(self.rules, (language,))
            known = chapters.maps if chapters else ()
            self._maps[played] = next((chapter.name(language) for chapter in known if chapter.id == played), played)
        return self._maps.get(played, "")

    def _line(self, state: ScoringSession, line: LineSpec) -> dict[str, Any]:
        """Return a line's letter, name and possible points as plain data; cached while the cards stay the same."""
        known = self._lines.get(line.letter)
        if known is None or known[0] != state.cards:
            points = self.rules.line_points(line.letter, state.cards)
            word = self.rules.words.tell(line.name)
            told = {"letter": line.letter, "word": word, "least": points[0]}
            values = {"values": [*points]} if len(points) <= MOST_KEYS else {}
            known = self._lines[line.letter] = (state.cards, told | values)
        return known[1]

    def _count(self, state: ScoringSession, place: int) -> dict[str, Any]:
        """Return the score of a sheet as plain data, cached while the sheet and the shared cards stay the same.

        The lines included are those that were answered, and those that give points even on an empty sheet.
        """
        seat = state.seats[place]
        known, waiting = self._counted.get(seat.id), {}
        if any(line.compares_players for line in self.rules.table.lines):  # another sheet may change this one's points
            known = None
            score = score_of(self.rules, state).players[place]
            found = {line.letter: waits_for(self.rules, state, line) for line in self.rules.table.lines}
            waiting = {letter: message("waits_for", what=list_of(names)) for letter, names in found.items() if names}
        elif known is None or known[0] is not seat or known[1] != state.cards:
            known, score = None, score_of(self.rules, replace(state, seats=(seat,))).players[0]
        if known is not None:
            return known[2]
        words = self.rules.words
        asked = questions_of(self.rules, state, seat)
        answered_lines = {each.letter for each in asked if each.is_answered}
        counted = {
            "lines": {
                line.letter: {
                    "points": 0 if line.letter in waiting else line.points,
                    "why": words.tell(waiting.get(line.letter, list_of(line.reasons, "; "))),
                    "told": line.letter in answered_lines,
                }
                for line in score.lines
                if line.points or line.letter in answered_lines
            },
            "total": sum(line.points for line in score.lines if line.letter not in waiting),
            "members": standings_listing(self.rules, score).plain if score.standings else None,
            "ties": worth_of_ties(self.rules, score.ties),
            "title": words.tell(score.title) if score.title else "",
            "answers": {
                each.id: each.answer_text(for_page=True)
                for each in asked
                if each.is_answered and each.input not in ticked_inputs(self.rules)
            },
            "more": [
                self._question(each) for each in all_questions(self.rules, state, seat) if each.part and each.grows
            ],
            "open": sorted({each.letter for each in asked if each.line and not each.is_answered}),
        }
        self._counted[seat.id] = (seat, state.cards, counted)
        return counted

    def questions(self, state: ScoringSession) -> list[dict[str, Any]]:
        """Return the questions that a page shows beside a sheet: for inputs without boxes, then for choices of a card.

        A choice of a card has a box for each card. A question has an id, the letter of its line, a name if it is part
        of a line, its control, and the prefixes of the ids of its boxes.
        """
        return [
            {**self._question(one), "control": control.plain(self.rules.words), "boxes": list(heads)}
            for one, control, heads in page_questions(self.rules, state)
        ]

    def card_questions(self, state: ScoringSession) -> list[dict[str, Any]]:
        """Return the questions for cards that nobody named yet; `boxes` are prefixes of the ids of their boxes."""
        inputs = self.rules.table.inputs
        return [
            {
                "id": asked.id,
                "name": self.rules.words.tell(name),
                "boxes": [f"{head}.{asked.part + 1}." for head in inputs[asked.input].fields],
                "options": [{"sent": each.sent, "name": self.rules.words.tell(each.name)} for each in options],
            }
            for asked, name, options in unnamed_cards(self.rules, state)
        ]

    def card_choices(self, state: ScoringSession) -> dict[str, list[str]]:
        """Return the keys of the cards that players can choose as answers, by deck."""
        controls = [each["control"] for each in self.questions(state)]
        return {each["deck"]: [option["sent"] for option in each["options"]] for each in controls if each["deck"]}

    def _question(self, asked: SheetQuestion) -> dict[str, Any]:
        name = "" if asked.part_name is None else self.rules.words.tell(asked.part_name)
        return {"id": asked.id, "letter": asked.letter, "name": name}


MOST_SESSIONS = 64
FROM_ONE_ADDRESS = 2  # seats at a table, with phones that nobody knows
MOST_CLAIMS = 6  # at a time; the one that waited longest is forgotten
MOST_PAGES = 256  # of browsers, whose changes are remembered; the one that was silent longest is forgotten

Reply = dict[str, Any]


class ReusedChangeNumber(Exception):
    """Raised if a page sends a change with a number used for another one; `last` is the page's highest number."""

    def __init__(self, last: int) -> None:
        super().__init__("this number was another change")
        self.last = last


@dataclass(eq=False)
class SharedSession:
    """A game that several people score together; `secret` lets a phone join, each seat has its own token.

    `state` is saved in `journal`. `pages` has the number, digest and reply of each change that a page sent: a change
    that is sent twice is applied once, and gets the same reply twice. `not_kept` is why the last change could not be
    saved. Listeners wait for `changed`.
    """

    rules: ScoringRules
    journal: Journal
    secret: str
    state: ScoringSession
    pages: dict[str, dict[int, tuple[str, Reply]]] = field(default_factory=dict)
    claims: list[SeatTakeover] = field(default_factory=list)
    claims_version: int = 0  # bumped on every change of `claims`
    not_kept: str = ""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    messages: dict[int | None, tuple[tuple[int, int], bytes]] = field(default_factory=dict)  # by the seat that gets it
    dialogue: Dialogue = field(init=False)
    views: SessionView = field(init=False)

    def __post_init__(self) -> None:
        self.dialogue = Dialogue(self.rules)
        self.views = SessionView(self.rules)

    @property
    def path(self) -> Path:
        return self.journal.path

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.seats

    @property
    def revision(self) -> int:
        return self.state.revision

    @property
    def version(self) -> tuple[int, int]:
        """A value that changes whenever a view of the session changes."""
        return self.revision, self.claims_version

    def as_message(self, seat: int | None = None) -> bytes:
        """Return the view of a seat (None: the host's) as one server-sent event, created once for all its listeners."""
        version, message = self.version, self.messages.get(seat)
        if message is None or message[0] != version:
            view = json.dumps(self.view(seat), ensure_ascii=False)
            message = self.messages[seat] = (version, f"data: {view}\n\n".encode())
        return message[1]

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat with this token, or None."""
        return next((seat for seat in self.seats if same(seat.token, token)), None)

    def seat_of_phone(self, phone: str) -> Seat | None:
        """Return the seat of a phone, or None."""
        return next((seat for seat in self.seats if any(same(phone, each) for each in seat.phones)), None)

    # changes

    def begin(self) -> None:
        """Create the journal with the present state; raises OSError."""
        self.journal.append(first_entry(self.dialogue, self.state, self.secret))

    def sit_down(self, name: str, phone: str, address: str = "") -> Reply:
        """Give a phone a new seat, or the one that it has; raises OSError.

        The number of seats from one network address is limited, so that no guest fills the session, and nobody can join
        a game that is revealed and saved. The host can add more seats for phones to claim.
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
        """Give a phone a free seat, or request the approval to take over a taken one; raises OSError."""
        seat = next((one for one in self.seats if one.id == place), None)
        if seat is None:
            return {"taken": False, "why": "seat_gone"}
        if seat.free:
            self.make({"do": "let", "seat": seat.id, "phone": phone}, seat.id)
        if phone in next(one for one in self.seats if one.id == place).phones:
            return {"taken": True, **self._given(phone)}
        known = next((each for each in self.claims if (each.seat, each.phone) == (place, phone)), None)
        if known is None:
            known = SeatTakeover(place, phone, f"{secrets.randbelow(900) + 100}")
            self._set_claims([*self.claims, known][-MOST_CLAIMS:])
        return {"taken": False, "code": known.code}

    def answer_claim(self, place: int, code: str, by: int | None, *, lets: bool) -> Reply:
        """Let in the phone that asked with this code, or reject it unless `lets`; raises KeyError and OSError."""
        claim = {(each.seat, each.code): each for each in self.claims}[place, code]
        reply: Reply = {"revision": self.revision, "taken": by in (None, place), "said": []}
        if lets:
            reply = self.make({"do": "let", "seat": place, "phone": claim.phone}, by)
        if reply["taken"]:
            self._set_claims([each for each in self.claims if each is not claim])
        return reply

    def _set_claims(self, claims: list[SeatTakeover]) -> None:
        self.claims, self.claims_version = claims, self.claims_version + 1

    def _given(self, phone: str) -> Reply:
        seat = self.seat_of_phone(phone)
        return {"token": seat.token, "seat": seat.id} if seat else {}

    def seat_list(self, phone: str) -> Reply:
        """Return the seats for a joining phone; a returning phone gets its token back."""
        seats = [{"id": seat.id, "name": seat.name, "free": seat.free} for seat in self.seats]
        return {"seats": seats, **self._given(phone)}

    def make(self, asked: Asked, by: int | None = None, page: str = "", number: int = 0) -> Reply:
        """Apply a change requested by the seat `by` (None: the host), and return the reply.

        A change that this page sent before is not applied again. Raises ReusedChangeNumber if the number belongs to
        another change, and OSError if the change cannot be saved: then nothing is changed.
        """
        plain = json.dumps(asked, sort_keys=True, default=repr)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
        before = self._before(page, number, digest) if page else None
        if before is not None:
            return before
        result = outcome(self.dialogue, self.state, asked, by)
        said = [self.rules.words.tell(message) for message in result.messages]
        reply = {"revision": self.revision + result.taken, "taken": result.taken, "said": said}
        if result.why:
            reply["why"] = result.why
        if result.taken:
            self._keep(result, asked, by, {"page": page, "number": number, "digest": digest, "said": said})
        if page:
            self._remember(page, number, digest, reply)
        return reply

    def entries(self) -> list[Entry]:
        """Return the entries of all changes; raises OSError and DamagedJournal."""
        return read_journal(self.path, self.journal.disk)[1][1:]

    def entries_of_game(self) -> list[Entry]:
        """Return the entries of the changes of the present game; raises OSError and DamagedJournal."""
        entries = self.entries()
        begins = [at for at, entry in enumerate(entries, 1) if entry["do"]["do"] == "again"]
        return entries[begins[-1] if begins else 0 :]

    def take_back(self, revision: int) -> Reply:
        """Undo a change by applying its opposite; raises KeyError, OSError, InvalidSessionFile and DamagedJournal."""
        back = {entry["revision"]: entry["back"] for entry in self.entries_of_game()}[revision]
        if back is None:
            raise KeyError(revision)
        return self.make(back)

    def reveal(self, seen: int, *, rest: bool = False) -> Reply:
        """Reveal the next line, or with `rest` all; raises OSError.

        Nothing happens unless exactly `seen` lines are revealed, so that a double tap counts once.
        """
        shown, points = self.state.revealed, self.views.points(self.state)
        coming = lines_to_come(points, shown) if rest else next_step(points, shown)
        if seen != len(shown) or not coming or not self.seats:
            return {"revision": self.revision, "taken": False, "said": []}
        return self.make({"do": "reveal", "points": {line: points[line] for line in coming}})

    def _before(self, page: str, number: int, digest: str) -> Reply | None:
        received = self.pages.get(page, {})
        last = max(received, default=0)
        if number > last:
            return None
        seen, reply = received.get(number, (digest, {"revision": self.revision, "taken": False, "said": []}))
        if seen != digest:
            raise ReusedChangeNumber(last)
        return reply

    def _keep(self, result: AnswerResult, asked: Asked, by: int | None, sent: dict[str, Any]) -> None:
        after = replace(result.session, revision=self.revision + 1)
        about = {"by": by, **{key: value for key, value in sent.items() if value}, "do": asked, "back": result.back}
        self.journal.append(change_entry(self.dialogue, self.state, after, **about))
        self.state = after

    def _remember(self, page: str, number: int, digest: str, reply: Reply) -> None:
        """Remember a change of a page, which becomes the latest; forget the page that was silent longest."""
        self.pages[page] = {**self.pages.pop(page, {}), number: (digest, reply)}
        if len(self.pages) > MOST_PAGES:
            del self.pages[next(iter(self.pages))]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return all data that a seat (None: the host) may see, as plain data in the language of the session.

        Until all points are revealed or the host shows the totals, a seat gets no ranks and no totals of others.
        """
        state = self.state
        view = self.views.at(state, self.claims)
        if seat is not None and not (state.totals or TOTAL in state.revealed):
            for each in view["seats"]:
                each |= {"rank": None, "title": "", "total": each["total"] if each["id"] == seat else None}
        return view


def same(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return secrets.compare_digest(one.encode(), other.encode())


def new_session(
    folder: Path,
    rules: ScoringRules,
    *,
    solo: bool,
    dungeon: str = "",
    cards: Cards | None = None,
    disk: Disk | None = None,
    session: ScoringSession | None = None,
) -> SharedSession:
    """Return an empty session, or one for the `session` of a saved game; its journal is created by `begin`."""
    session = session or Dialogue(rules).start(cards=cards, dungeon=dungeon, solo=solo)
    journal = Journal(folder / f"{secrets.token_hex(8)}{SUFFIX}", disk=disk)
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    return SharedSession(rules, journal, code, session)


def reopen_session(kept: KeptSession, rules: ScoringRules) -> SharedSession:
    """Return a session from its saved data; raises InvalidSessionFile if its sheets do not fit the rules."""
    session = SharedSession(rules, kept.journal, kept.values["secret"], kept.session(Dialogue(rules)))
    for entry in kept.entries:
        if page := entry.get("page"):
            reply = {"revision": int(entry["revision"]), "taken": True, "said": entry.get("said", [])}
            session._remember(page, int(entry["number"]), entry["digest"], reply)
    return session
