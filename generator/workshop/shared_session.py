"""A shared scoring session: players fill in sheets at the same time; each change is a line of its journal."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.questions import (
    SheetQuestion,
    all_questions,
    page_questions,
    questions_of,
    ticked_inputs,
    unnamed_cards,
)
from generator.scoring.dialogue.results import faults_of, open_ties, score_of, waits_for, with_names
from generator.scoring.dialogue.session import AnswerResult, ScoringSession, Seat
from generator.scoring.map_chapters import chapters_of
from generator.scoring.messages import GameWord, list_of, message
from generator.scoring.rules import Cards, ScoringRules, in_words
from generator.scoring.score import rank_with_ties
from generator.scoring.score_listings import standings_listing, winner_line
from generator.scoring.spec import LineSpec
from generator.storage.campaign import colours_at_table
from generator.storage.journal import Disk, Entry, Journal, read_journal
from generator.storage.session_journal import SUFFIX, KeptSession, change_entry, first_entry
from generator.workshop.guard import Refused
from generator.workshop.session_transitions import Change, SeatTakeover, outcome

Points = Mapping[str, Mapping[str, int]]  # by the letter of the line, or TOTAL, then by the id of the seat
TOTAL = ""


def lines_to_come(points: Points, revealed: Points) -> list[str]:
    """Return the lines not revealed yet: those in which players differ least first, and TOTAL last.

    >>> lines_to_come({"A": {"0": 9, "1": 2}, "B": {"0": 3, "1": 3}, "": {"0": 12, "1": 5}}, {})
    ['B', 'A', '']
    """
    left = [line for line in points if line not in revealed and line != TOTAL]
    return [*sorted(left, key=lambda line: _suspense(points[line])), *([] if TOTAL in revealed else [TOTAL])]


def next_step(points: Points, revealed: Points) -> list[str]:
    """Return the lines to reveal together next: the first of `lines_to_come` up to one that has any points.

    >>> next_step({"A": {"0": 9}, "B": {"0": 0}, "": {"0": 9}}, {})
    ['B', 'A']
    """
    coming = lines_to_come(points, revealed)
    empty = sum(line != TOTAL and not any(points[line].values()) for line in coming)
    return coming[: empty + 1]


def _suspense(points: Mapping[str, int]) -> tuple[int, int]:
    # the closer the players in a line, the less it decides; of equally close lines, the one with fewer points
    values = [*points.values()] or [0]
    return max(values) - min(values), max(map(abs, values))


def corrections(points: Points, revealed: Points) -> Iterator[dict[str, Any]]:
    """Yield each change of revealed points (`revealed`) by comparing them with the present `points`, for present seats.

    >>> list(corrections({"A": {"0": 9, "2": 4}}, {"A": {"0": 7, "1": 3}}))
    [{'line': 'A', 'seat': 0, 'was': 7, 'now': 9}]
    """
    for line, seats in revealed.items():
        now = points.get(line, {})
        for seat, was in seats.items():
            if now.get(seat, was) != was:
                yield {"line": line, "seat": int(seat), "was": was, "now": now[seat]}


LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # of codes; none of them looks like another or like a digit
CODE_LENGTH = 6
MOST_KEYS = 36  # the most keys with numbers for a line on the pad; a line with more numbers gets keys with digits


class SessionView:
    """Computes the data of a session that its pages show; caches results for the next time.

    Scoring takes most of the time of a change, so a sheet is scored only if it or the shared cards changed.
    """

    def __init__(self, rules: ScoringRules) -> None:
        self.rules = rules
        self.colours: Callable[[], Mapping[str, int]] = dict  # the colours of players in earlier games
        self.worn: dict[int, int] = {}  # the colours of seats, by seat id
        self._counted: dict[int, tuple[Seat, Cards, dict[str, Any]]] = {}  # scores, by seat id
        self._lines: dict[str, tuple[tuple[Cards, bool], dict[str, Any]]] = {}  # by letter
        self._maps: dict[str, str] = {}  # names of maps, by id

    def at(self, state: ScoringSession, claims: Iterable[SeatTakeover]) -> dict[str, Any]:
        """Return all data of the session that its host may see; another thread may change the session at that time."""
        words, spec = self.rules.words, self.rules.table
        seats = []
        for place, seat in enumerate(state.seats):
            asks = [claim.code for claim in claims if claim.seat == seat.id]
            about = {"id": seat.id, "name": seat.name, "free": seat.free, "asks": asks}
            seats.append({**self._count(state, place), **about, "held": list(seat.held), "writer": seat.writer})
        ranks = rank_with_ties(self.rules, [seat["total"] for seat in seats], [seat.pop("ties") for seat in seats])
        self.worn = colours_at_table([(seat["id"], seat["name"]) for seat in seats], self.colours(), self.worn)
        for entry, rank in zip(seats, ranks, strict=True):
            entry |= {"rank": rank, "colour": self.worn[entry["id"]]}
        all_faults = [*with_names(faults_of(self.rules, state), state), *open_ties(self.rules, state)]
        faults = [(fault, words.diagnostic(fault)) for fault in all_faults]
        is_over = bool(seats) and (state.saved is not None or not any(seat["open"] for seat in seats))
        return {
            "revision": state.revision,
            "saved": state.saved,
            "wants_saving": state.wants_saving,
            "is_reopened": state.saved is not None and not state.saved_at,  # a game of the history, not saved here yet
            "language": words.spoken_language,
            "game": self.rules.game,
            "title": words.text(GameWord(("game.title",), self.rules.game)),
            "map": self._map_name(state.dungeon),
            "lines": [self._line(state, line) for line in spec.lines],
            "total": words.say("total"),
            "most": 1 if state.solo else spec.most_players,
            "round": state.round,
            "totals": state.totals,
            "winner": winner_line(self.rules, score_of(self.rules, state)) if is_over else "",
            "faults": [
                {
                    "code": fault.code,
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
            line.letter: {seat: score["lines"].get(line.letter, none)["points"] for seat, score in counted.items()}
            for line in self.rules.table.lines
        }
        return {**lines, TOTAL: {seat: score["total"] for seat, score in counted.items()}}

    def _revealed(self, state: ScoringSession) -> dict[str, Any] | None:
        """Return what is revealed: lines in order, whether it is all, corrections, and the best total for the scale.

        Return None if no line is revealed.
        """
        revealed = state.revealed
        if not revealed:
            return None
        points = self.points(state)
        corrected = list(corrections(points, revealed))
        lines, best = [line for line in revealed if line != TOTAL], max(points[TOTAL].values(), default=0)
        return {"lines": lines, "done": TOTAL in revealed, "corrected": corrected, "best": best}

    def _map_name(self, played: str) -> str:
        """Return the name of the map that is played; "" if none is set."""
        language = self.rules.words.language
        if played and played not in self._maps:
            chapters = chapters_of(self.rules, (language,))
            maps = chapters.maps if chapters else ()
            self._maps[played] = next((chapter.name(language) for chapter in maps if chapter.id == played), played)
        return self._maps.get(played, "")

    def _line(self, state: ScoringSession, line: LineSpec) -> dict[str, Any]:
        """Return a line's letter, name and possible points as plain data; cached while the cards stay the same."""
        cached, kind = self._lines.get(line.letter), (state.cards, state.solo)
        if cached is None or cached[0] != kind:
            points = self.rules.line_points(line.letter, state.cards, solo=state.solo)
            word = self.rules.words.text(line.name)
            possible = self.rules.words.text(in_words(points))
            data = {"letter": line.letter, "word": word, "least": points[0], "possible": possible}
            values = {"values": [*points]} if len(points) <= MOST_KEYS else {}
            cached = self._lines[line.letter] = (kind, data | values)
        return cached[1]

    def _count(self, state: ScoringSession, place: int) -> dict[str, Any]:
        """Return the score of a sheet as plain data, cached while the sheet and the shared cards stay the same.

        The lines included are those that were answered, and those that give points even on an empty sheet.
        """
        seat = state.seats[place]
        cached, waiting = self._counted.get(seat.id), {}
        if any(line.compares_players for line in self.rules.table.lines):  # another sheet may change this one's points
            score = score_of(self.rules, state).players[place]
            lines = self.rules.table.lines
            waits = {line.letter: waits_for(self.rules, state, line) for line in lines if line.letter not in seat.given}
            waiting = {letter: message("waits_for", what=list_of(names)) for letter, names in waits.items() if names}
        elif cached is not None and cached[0] is seat and cached[1] == state.cards:
            return cached[2]
        else:
            score = score_of(self.rules, replace(state, seats=(seat,))).players[0]
        words = self.rules.words
        questions = questions_of(self.rules, state, seat)
        answered_lines = {question.letter for question in questions if question.is_answered}
        counted = {
            "lines": {
                line.letter: {
                    "points": 0 if line.letter in waiting else line.points,
                    "why": words.text(waiting.get(line.letter, list_of(line.reasons, "; "))),
                    "answered": line.letter in answered_lines,
                }
                for line in score.lines
                if line.points or line.letter in answered_lines
            },
            "total": sum(line.points for line in score.lines if line.letter not in waiting),
            "members": standings_listing(self.rules, score)._asdict() if score.standings else None,
            "ties": dict(score.ties),
            "title": words.text(score.title) if score.title else "",
            "answers": {
                question.id: question.answer_text(for_page=True)
                for question in questions
                if question.is_answered and not (question.line and question.input in ticked_inputs(self.rules))
            },
            "more": [
                self._question(question)
                for question in all_questions(self.rules, state, seat)
                if question.part and question.grows
            ],
            "open": sorted({question.letter for question in questions if question.line and not question.is_answered}),
        }
        self._counted[seat.id] = (seat, state.cards, counted)
        return counted

    def questions(self, state: ScoringSession) -> list[dict[str, Any]]:
        """Return the questions that a page shows beside a sheet: for inputs without boxes or lines, and for cards.

        A choice of a card has a box for each card. A question has an id, the letter of its line, a name if it is part
        of a line, its control, and the prefixes of the ids of its boxes.
        """
        return [
            {**self._question(question), "control": control.plain(self.rules.words), "boxes": list(heads)}
            for question, control, heads in page_questions(self.rules, state)
        ]

    def card_questions(self, state: ScoringSession) -> list[dict[str, Any]]:
        """Return the questions for cards that are not named yet; `boxes` are prefixes of the ids of their boxes."""
        inputs = self.rules.table.inputs
        return [
            {
                "id": question.id,
                "name": self.rules.words.text(name),
                "boxes": [f"{head}.{question.part + 1}." for head in inputs[question.input].fields],
                "options": [{"sent": option.sent, "name": self.rules.words.text(option.name)} for option in options],
            }
            for question, name, options in unnamed_cards(self.rules, state)
        ]

    def card_choices(self, state: ScoringSession) -> dict[str, list[str]]:
        """Return the keys of the cards that players can choose as answers, by deck."""
        controls = [question["control"] for question in self.questions(state)]
        return {menu["deck"]: [option["sent"] for option in menu["options"]] for menu in controls if menu["deck"]}

    def _question(self, question: SheetQuestion) -> dict[str, Any]:
        name = "" if question.part_name is None else self.rules.words.text(question.part_name)
        return {"id": question.id, "letter": question.letter, "name": name}


MOST_SESSIONS = 64
FROM_ONE_ADDRESS = 2  # new seats for phones with the same network address
MOST_CLAIMS = 6  # at a time; the oldest is dropped
MOST_PAGES = 256  # pages of browsers whose changes are remembered; the page that was silent longest is forgotten

Reply = dict[str, Any]


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

    def seat_of(self, token: str) -> Seat | None:
        """Return the seat with this token, or None."""
        return next((seat for seat in self.seats if same(seat.token, token)), None)

    def seat_of_phone(self, phone: str) -> Seat | None:
        """Return the seat of a phone, or None."""
        return next((seat for seat in self.seats if any(same(phone, candidate) for candidate in seat.phones)), None)

    # changes

    def begin(self) -> None:
        """Create the journal with the present state; raises OSError."""
        self.journal.append(first_entry(self.dialogue, self.state, self.secret))

    def sit_down(self, name: str, phone: str, address: str = "") -> Reply:
        """Give a phone a new seat, or the one that it has; raises OSError.

        The number of seats from one network address is limited, so that no guest fills the session, and nobody can join
        a game that is revealed and saved. The host can add more seats for phones to claim.
        """
        reply: Reply = {"revision": self.revision, "taken": True, "messages": []}
        if self.seat_of_phone(phone) is None:
            if self.state.saved is not None and TOTAL in self.state.revealed:
                return {**reply, "taken": False, "why": "game_is_over"}
            if self.state.sat_down.get(address, 0) >= min(FROM_ONE_ADDRESS, (self.rules.table.most_players + 1) // 2):
                return {**reply, "taken": False, "why": "enough_seats"}
            reply = self.make({"do": "join", "name": name, "phone": phone, "address": address})
        return {**reply, **self._access(phone)}

    def claim(self, place: int, phone: str) -> Reply:
        """Give a phone a free seat, or request the approval to take over a taken one; raises OSError."""
        seat = next((seat for seat in self.seats if seat.id == place), None)
        if seat is None:
            return {"taken": False, "why": "seat_gone"}
        if seat.free:
            self.make({"do": "let", "seat": seat.id, "phone": phone}, seat.id)
        if phone in next(seat for seat in self.seats if seat.id == place).phones:
            return {"taken": True, **self._access(phone)}
        claim = next((claim for claim in self.claims if (claim.seat, claim.phone) == (place, phone)), None)
        if claim is None:
            claim = SeatTakeover(place, phone, f"{secrets.randbelow(900) + 100}")
            self._set_claims([*self.claims, claim][-MOST_CLAIMS:])
        return {"taken": False, "code": claim.code}

    def answer_claim(self, place: int, code: str, by: int | None, *, lets: bool) -> Reply:
        """Let in the phone that asked with this code, or reject it unless `lets`; raises KeyError and OSError."""
        claim = {(entry.seat, entry.code): entry for entry in self.claims}[place, code]
        reply: Reply = {"revision": self.revision, "taken": by in (None, place), "messages": []}
        if lets:
            reply = self.make({"do": "let", "seat": place, "phone": claim.phone}, by)
        if reply["taken"]:
            self._set_claims([entry for entry in self.claims if entry is not claim])
        return reply

    def _set_claims(self, claims: list[SeatTakeover]) -> None:
        self.claims, self.claims_version = claims, self.claims_version + 1

    def _access(self, phone: str) -> Reply:
        seat = self.seat_of_phone(phone)
        return {"token": seat.token, "seat": seat.id} if seat else {}

    def seat_list(self, phone: str) -> Reply:
        """Return the game and the seats for a joining phone; a returning phone gets its token back."""
        seats = [{"id": seat.id, "name": seat.name, "free": seat.free} for seat in self.seats]
        title = self.rules.words.text(GameWord(("game.title",), self.rules.game))
        return {"title": title, "seats": seats, **self._access(phone)}

    def make(self, change: Change, by: int | None = None, page: str = "", number: int = 0) -> Reply:
        """Apply a change requested by the seat `by` (None: the host), and return the reply.

        A change that this page sent before is not applied again. Raises Refused if the number belongs to
        another change, and OSError if the change cannot be saved: then nothing is changed.
        """
        plain = json.dumps(change, sort_keys=True, default=repr)
        digest = hashlib.sha256(plain.encode()).hexdigest()[:16]
        earlier_reply = self._earlier_reply(page, number, digest) if page else None
        if earlier_reply is not None:
            return earlier_reply
        result = outcome(self.dialogue, self.state, change, by)
        messages = [self.rules.words.text(message) for message in result.messages]
        reply = {"revision": self.revision + result.taken, "taken": result.taken, "messages": messages}
        if result.why:
            reply["why"] = result.why
        if result.taken:
            self._keep(result, change, by, {"page": page, "number": number, "digest": digest, "messages": messages})
        if page:
            self._remember(page, number, digest, reply)
        return reply

    def entries(self) -> list[Entry]:
        """Return the entries of all changes; raises OSError and DamagedJournal."""
        return read_journal(self.path, self.journal.disk)[1][1:]

    def entries_of_game(self) -> list[Entry]:
        """Return the entries of the changes of the present game; raises OSError and DamagedJournal."""
        entries = self.entries()
        begins = [at for at, entry in enumerate(entries, 1) if entry["do"]["do"] in ("again", "follow")]
        return entries[begins[-1] if begins else 0 :]

    def take_back(self, revision: int) -> Reply:
        """Undo a change by applying its opposite; raises KeyError, OSError, InvalidSessionFile and DamagedJournal."""
        back = {entry["revision"]: entry["back"] for entry in self.entries_of_game()}[revision]
        if back is None:
            raise KeyError(revision)
        return self.make(back)

    def reveal(self, count: int, *, rest: bool = False) -> Reply:
        """Reveal the next line, or with `rest` all; raises OSError.

        The next line is not revealed unless exactly `count` lines are, so that a double tap counts once.
        """
        revealed, points = self.state.revealed, self.views.points(self.state)
        coming = lines_to_come(points, revealed) if rest else next_step(points, revealed)
        if (count != len(revealed) and not rest) or not coming or not self.seats:
            return {"revision": self.revision, "taken": False, "messages": []}
        return self.make({"do": "reveal", "points": {line: points[line] for line in coming}})

    def follow(self, session: ScoringSession) -> None:
        """Take over a saved game that was changed elsewhere (`session`): players keep their seats; raises OSError."""
        keys = ("id", "token", "phones", "free")
        identities = {seat.name: {key: getattr(seat, key) for key in keys} for seat in self.seats}
        last = self.state.next_seat
        values: dict[str, Any] = {
            key: getattr(session, key) for key in ("cards", "dungeon", "date", "notes", "saved_as")
        }
        seats = tuple(replace(seat, **identities.get(seat.name, {"id": last + seat.id})) for seat in session.seats)
        values |= {"seats": seats, "next_seat": last + len(seats), "saved_at": self.revision + 1}
        self._keep(AnswerResult(replace(self.state, **values)), {"do": "follow"}, None, {})

    def _earlier_reply(self, page: str, number: int, digest: str) -> Reply | None:
        # A page sends a change again if it got no reply. Its number and digest identify it, so that it counts once.
        received = self.pages.get(page, {})
        last = max(received, default=0)
        if number > last:
            return None
        old_digest, reply = received.get(number, (digest, {"revision": self.revision, "taken": False, "messages": []}))
        if old_digest != digest:
            raise Refused(409, "this number was another change", last=last)  # `last`: where the page can go on
        return reply

    def _keep(self, result: AnswerResult, change: Change, by: int | None, request: dict[str, Any]) -> None:
        updated = replace(result.session, revision=self.revision + 1)
        details = {key: value for key, value in request.items() if value}
        about = {"by": by, **details, "do": change, "back": result.back}
        # The journal comes first: if this fails, the state is the old one, and what pages show is always on the disk.
        self.journal.append(change_entry(self.dialogue, self.state, updated, **about))
        self.state = updated

    def _remember(self, page: str, number: int, digest: str, reply: Reply) -> None:
        """Remember a change of a page, which becomes the latest; forget the page that was silent longest."""
        self.pages[page] = {**self.pages.pop(page, {}), number: (digest, reply)}
        if len(self.pages) > MOST_PAGES:
            del self.pages[next(iter(self.pages))]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return all data that a seat (None: the host) may see, as plain data in the language of the session.

        Until all points are revealed or the host shows the totals, a seat gets no ranks, no totals of others, no
        winner, and no warning of a tie.
        """
        state = self.state
        view = self.views.at(state, self.claims)
        if seat is not None and not (state.totals or TOTAL in state.revealed):
            view |= {"winner": "", "faults": [fault for fault in view["faults"] if fault["code"] != "G027"]}
            for entry in view["seats"]:
                entry |= {"rank": None, "title": "", "total": entry["total"] if entry["id"] == seat else None}
        return view


def same(first: str, second: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return secrets.compare_digest(first.encode(), second.encode())


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


def reopen_session(stored: KeptSession, rules: ScoringRules) -> SharedSession:
    """Return a session from its saved data; raises InvalidSessionFile if its sheets do not fit the rules."""
    session = SharedSession(rules, stored.journal, stored.values["secret"], stored.session(Dialogue(rules)))
    for entry in stored.entries:
        if page := entry.get("page"):
            reply = {"revision": int(entry["revision"]), "taken": True, "messages": entry.get("messages", [])}
            session._remember(page, int(entry["number"]), entry["digest"], reply)
    return session
