"""A shared scoring session: several players fill in their sheets at once; every change is a line of its journal."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from generator.scoring.dialogue import Dialogue, DialogueState, PlayerSheet, ScoreQuestion
from generator.scoring.map_chapters import chapters_of
from generator.scoring.messages import GameWord, ScoreFault, Value, listed
from generator.scoring.rules import Cards, ScoringRules
from generator.scoring.score import rank_players, worth_of_ties
from generator.scoring.score_listings import standings_listing
from generator.scoring.spec import LineSpec
from generator.storage.journal import Disk, Entry, Journal, read_journal
from generator.storage.players import colours_at_table
from generator.workshop.score_reveal import TOTAL, Points, corrections, lines_to_come, next_step
from generator.workshop.session_journal import SUFFIX, asked_again, change_entry, first_entry
from generator.workshop.session_transitions import Asked, ChangeOutcome, Seat, SessionData, outcome

MOST_SESSIONS = 64
FROM_ONE_ADDRESS = 2  # seats at a table, with phones that nobody knows
MOST_KEYS = 36  # numbers of a line that stand on the pad as keys; where it can have more, there are digits
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


@dataclass(frozen=True)
class SeatTakeoverRequest:
    """A phone that asks for the seat of another one; `code` stands on its screen, and on those that may let it in."""

    seat: int
    phone: str
    code: str


@dataclass
class SharedSession:
    """A game that is being scored; `secret` lets a phone sit down, each seat has a token of its own.

    What is kept is `state`, and `journal` is where. `pages` are the pages that changed anything: a change that is sent
    twice is made once, and answered twice.
    """

    rules: ScoringRules
    journal: Journal
    secret: str
    state: SessionData
    pages: dict[str, ReceivedPageChanges] = field(default_factory=dict)
    shown: dict[int, tuple[PlayerSheet, dict[str, Any]]] = field(default_factory=dict)
    lines: dict[str, dict[str, Any]] = field(default_factory=dict)
    colours: Callable[[], Mapping[str, int]] = dict  # of those who played before
    worn: dict[int, int] = field(default_factory=dict)  # the colours of the seats, by their ids
    maps: dict[str, str] = field(default_factory=dict)  # the names of those that were played
    claims: list[SeatTakeoverRequest] = field(default_factory=list)
    claimed: int = 0  # how often the claims were others

    @property
    def path(self) -> Path:
        return self.journal.path

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def dialogue(self) -> Dialogue:
        return Dialogue(self.rules)

    @property
    def game(self) -> DialogueState:
        return self.state.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.seats

    @property
    def revision(self) -> int:
        return self.state.revision

    @property
    def saved(self) -> int | None:
        return self.state.saved

    @property
    def wants_saving(self) -> bool:
        """Tell whether anything is not in the ledger yet."""
        return bool(self.seats) and (self.saved is None or self.state.saved_at != self.revision)

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
            if self.saved is not None and TOTAL in self.state.revealed:
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
            self._claims_are([*self.claims, known][-MOST_CLAIMS:])
        return {"taken": False, "code": known.code}

    def answer_claim(self, place: int, code: str, by: int | None, *, lets: bool) -> Reply:
        """Let a phone in that asked for a seat, or send it away; raises KeyError and OSError."""
        claim = {(each.seat, each.code): each for each in self.claims}[place, code]
        reply: Reply = {"revision": self.revision, "taken": by in (None, place), "said": []}
        if lets:
            reply = self.make({"do": "let", "seat": place, "phone": claim.phone}, by)
        if reply["taken"]:
            self._claims_are([each for each in self.claims if each is not claim])
        return reply

    def _claims_are(self, claims: list[SeatTakeoverRequest]) -> None:
        self.claims, self.claimed = claims, self.claimed + 1

    def _given(self, phone: str) -> Reply:
        seat = self.seat_of_phone(phone)
        return {"token": seat.token, "seat": seat.id} if seat else {}

    def places(self, phone: str) -> Reply:
        """Return who sits here, for a phone that comes; the seat that it was given is given to it again."""
        seats = zip(self.seats, self.game.sheets, strict=True)
        told = [{"id": seat.id, "name": sheet.name, "free": seat.free} for seat, sheet in seats]
        return {"seats": told, **self._given(phone)}

    def make(self, asked: Asked, by: int | None = None, page: str = "", number: int = 0) -> Reply:
        """Make a change that the seat `by` asks for (None: the host), and return what is answered.

        A change that this page sent before is not made again. Raises ReusedChangeNumber where the number was another
        change, and OSError where the change cannot be kept: then nothing is changed.
        """
        digest = _digest(asked)
        before = self._before(page, number, digest) if page else None
        if before is not None:
            return before
        came = outcome(self.dialogue, self.state, asked, by)
        taken = came.state is not None
        reply = {"revision": self.revision + taken, "taken": taken, "said": self.say(came.messages)}
        if came.why:
            reply["why"] = came.why
        if taken:
            self._keep(came, asked, by, {"page": page, "number": number, "digest": digest, "said": reply["said"]})
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
        shown, points = self.state.revealed, self.points()
        coming = lines_to_come(points, shown) if rest else next_step(points, shown)
        if seen != len(shown) or not coming or not self.seats:
            return {"revision": self.revision, "taken": False, "said": []}
        return self.make({"do": "reveal", "points": {line: points[line] for line in coming}})

    def points(self) -> Points:
        """Return what each line counts for each seat, and the totals: those that are saved."""
        counted = {str(seat.id): self._shown(place) for place, seat in enumerate(self.seats)}
        none = {"points": 0}
        lines = {
            line.letter: {seat: each["lines"].get(line.letter, none)["points"] for seat, each in counted.items()}
            for line in self.rules.table.lines
        }
        return {**lines, TOTAL: {seat: each["total"] for seat, each in counted.items()}}

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
        if after.game.cards != self.game.cards:  # by which all that was counted may be another
            self.shown, self.lines = {}, {}
        self.journal.append(change_entry(self.dialogue, self.state, after, asked, came.back, by, sent, now()))
        self.state = after

    def _remember(self, page: str, number: int, digest: str, reply: Reply) -> None:
        known = self.pages.pop(page, None) or ReceivedPageChanges()
        known.last = number
        known.known[number] = (digest, reply)
        self.pages[page] = known
        if len(self.pages) > MOST_PAGES:
            del self.pages[next(iter(self.pages))]

    # what is shown

    def view(self) -> dict[str, Any]:
        """Return everything that everybody in the session may see, as plain data in its language.

        All of it is of one moment: changes are made in another thread meanwhile, and no revision is shown without its
        changes.
        """
        moment = replace(self)
        told = moment._view()
        self.worn = moment.worn
        return told

    def _view(self) -> dict[str, Any]:
        words, spec = self.rules.words, self.rules.table
        seats = [self._seat(place) for place in range(len(self.seats))]
        ranks = rank_players([(seat["total"], *seat.pop("ties")) for seat in seats])
        self.worn = colours_at_table([(seat["id"], seat["name"]) for seat in seats], self.colours(), self.worn)
        for seat, rank in zip(seats, ranks, strict=True):
            seat |= {"rank": rank, "colour": self.worn[seat["id"]]}
        return {
            "revision": self.revision,
            "saved": self.saved,
            "wants_saving": self.wants_saving,
            "language": words.spoken,
            "game": self.rules.game,
            "title": words.tell(GameWord(("game.title",), self.rules.game)),
            "map": self._map_name(),
            "lines": [self._line(line) for line in spec.lines],
            "total": words.say("total"),
            "most": 1 if self.game.solo else spec.most_players,
            "faults": [self._fault(fault) for fault in self.dialogue.faults(self.game)],
            "seats": seats,
            "revealed": self._revealed(),
        }

    def _revealed(self) -> dict[str, Any] | None:
        """Return what is shown to all: the letters in their order, whether all is, and what was corrected since."""
        shown = self.state.revealed
        if not shown:
            return None
        corrected = [each._asdict() for each in corrections(self.points(), shown)]
        return {"lines": [line for line in shown if line != TOTAL], "done": TOTAL in shown, "corrected": corrected}

    def _map_name(self) -> str:
        """Return what the map that is played is called, or nothing where none is named."""
        played, language = self.game.dungeon, self.rules.words.language
        if played and played not in self.maps:
            chapters = chapters_of(self.rules, (language,))
            known = chapters.maps if chapters else ()
            self.maps[played] = next((chapter.name(language) for chapter in known if chapter.id == played), played)
        return self.maps.get(played, "")

    def _line(self, line: LineSpec) -> dict[str, Any]:
        if line.letter not in self.lines:  # the bounds of a line are looked up in the data of the game
            runs = self.rules.line_points(line.letter, self.game.cards, solo=True if self.game.solo else None)
            told = {"letter": line.letter, "word": self.rules.words.tell(_word(line)), "least": runs[0].start}
            count = sum(map(len, runs))
            self.lines[line.letter] = told | ({"values": [*chain(*runs)]} if count <= MOST_KEYS else {})
        return self.lines[line.letter]

    def _fault(self, fault: ScoreFault) -> dict[str, str]:
        diagnostic = self.rules.words.diagnostic(fault)
        return {"severity": fault.severity, "text": diagnostic.message, "hint": diagnostic.hint or ""}

    def _seat(self, place: int) -> dict[str, Any]:
        sheet, seat = self.game.sheets[place], self.seats[place]
        asks = [claim.code for claim in self.claims if claim.seat == seat.id]
        own = {"id": seat.id, "name": sheet.name, "free": seat.free, "asks": asks}
        return {**self._shown(place), **own, "held": list(seat.held), "writer": seat.writer}

    def _shown(self, place: int) -> dict[str, Any]:
        sheet, seat = self.game.sheets[place], self.seats[place]
        known = self.shown.get(seat.id)
        if known is None or known[0] is not sheet:
            known = self.shown[seat.id] = (sheet, self._counted(place))
        return known[1]

    def _counted(self, number: int) -> dict[str, Any]:
        """Return what a sheet comes to: counting it again is most of the work of a change.

        Its lines are those that were told of, and those that count something of an untouched sheet.
        """
        words, sheet = self.rules.words, self.game.sheets[number]
        alone = replace(self.game, sheets=(sheet,))
        score = self.dialogue.result(alone).players[0]
        answered_lines = {
            question.line.letter for question in self._asked(number) if question.line and question.id in sheet.answered
        }
        return {
            "lines": {
                line.letter: {
                    "points": line.points,
                    "why": words.tell(listed(line.reasons, "; ")),
                    "told": line.letter in answered_lines,
                }
                for line in score.lines
                if line.points or line.letter in answered_lines
            },
            "total": score.total,
            "members": standings_listing(self.rules, score).plain if score.standings else None,
            "ties": worth_of_ties(self.rules, score.ties),
            "title": words.tell(score.title) if score.title else "",
            "answers": dict(self._answers(number)),
            "more": [self._question(asked) for asked in self.dialogue.grown(self.game, number)],
            "open": sorted(
                {each.line.letter for each in self._asked(number) if each.line and each.id not in sheet.answered}
            ),
        }

    def _asked(self, number: int) -> list[ScoreQuestion]:
        return self.dialogue.questions(self.game, self.game.sheets[number])

    def _answers(self, number: int) -> Iterator[tuple[str, str]]:
        sheet = self.game.sheets[number]
        ticked = self.dialogue.ticked_inputs
        for question in self._asked(number):
            if question.id in sheet.answered and question.input not in ticked:
                yield question.id, self.dialogue.sent(self.game, number, question.id)

    def questions(self) -> list[dict[str, Any]]:
        """Return how a page asks, in the order of the sheet: for what no box tells, and for cards that have a box each.

        A question has an id, the letter of its line, what of the line it is about, its control, and the beginnings of
        the ids of its boxes.
        """
        asked = [(*each, ()) for each in self.dialogue.untold(self.game)]
        return [
            {**self._question(one), "control": control.plain(self.rules.words), "boxes": list(heads)}
            for one, control, heads in (*asked, *self.dialogue.pictured(self.game))
        ]

    def card_questions(self) -> list[dict[str, Any]]:
        """Return how a page asks for the cards that nobody named, whose boxes begin with `boxes`."""
        inputs = self.rules.table.inputs
        return [
            {
                "id": asked.id,
                "name": self.rules.words.tell(name),
                "boxes": [f"{head}.{asked.part + 1}." for head in inputs[asked.input].fields],
                "options": [{"sent": each.sent, "name": self.rules.words.tell(each.name)} for each in options],
            }
            for asked, name, options in self.dialogue.unnamed_cards(self.game)
        ]

    @property
    def choices(self) -> dict[str, list[str]]:
        """The cards that can be chosen, by deck."""
        controls = [each["control"] for each in self.questions()]
        return {each["deck"]: [option["sent"] for option in each["options"]] for each in controls if each["deck"]}

    def _question(self, asked: ScoreQuestion) -> dict[str, Any]:
        part = self.dialogue.part_name(asked)
        name = "" if part is None else self.rules.words.tell(part)
        return {"id": asked.id, "letter": asked.line.letter if asked.line else "", "name": name}

    def say(self, messages: tuple[Value, ...]) -> list[str]:
        """Return what came of a change, in words."""
        return [self.rules.words.tell(message) for message in messages]


def same(one: str, other: str) -> bool:
    """Tell whether two secrets are equal, in a time that tells nothing of where they differ."""
    return secrets.compare_digest(one.encode(), other.encode())


def now() -> str:
    """Return the time that a change is noted under."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _digest(asked: Asked) -> str:
    told = json.dumps(asked, sort_keys=True, default=repr)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _word(line: LineSpec) -> GameWord:
    return GameWord((line.word,), line.word)


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
    return SharedSession(rules, journal, secrets.token_urlsafe(16), SessionData(game))
