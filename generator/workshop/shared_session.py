"""A shared scoring session: several players fill in their sheets at once; kept whole in a file after every change."""

import json
import os
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import read_yaml
from generator.scoring.dialogue import Dialogue, PlayerSheet, Session, SheetQuestion, Turn
from generator.scoring.listings import standings_listing
from generator.scoring.messages import Fault, Term, Value, listed
from generator.scoring.rules import Cards, Rules
from generator.scoring.score import rank_players
from generator.scoring.spec import LineSpec

RulesOf = Callable[[str, str], Rules]  # a game and a language give its rules

MOST_SESSIONS = 64
MOST_MARKS = 2000  # boxes of a sheet that can be ticked


@dataclass
class Seat:
    """One sheet of a session: who may write on it, what is ticked, who of the others wrote on it last."""

    token: str
    held: dict[str, str] = field(default_factory=dict)
    writer: str = ""


@dataclass
class SharedSession:
    """A game that is being scored; `secret` lets a phone sit down, each seat has a token of its own.

    `done` holds for each phone the number of its last change, so that one that is sent twice is made once. `saved` is
    the number of the game in the ledger, `saved_at` the revision that lies there.
    """

    path: Path
    rules: Rules
    game: Session
    secret: str
    seats: list[Seat] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    revision: int = 0
    saved: int | None = None
    saved_at: int = 0
    shown: dict[int, tuple[PlayerSheet, dict[str, Any]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def dialogue(self) -> Dialogue:
        return Dialogue(self.rules)

    def seat_of(self, token: str) -> int | None:
        """Return the place of the seat with this token, or None."""
        for number, seat in enumerate(self.seats):
            if same(seat.token, token):
                return number
        return None

    # changes

    def join(self, name: str) -> Turn:
        """Give a new seat to a player; `seats[-1]` is it, where the turn was taken."""
        turn = self.dialogue.join(self.game, name)
        if turn.taken:
            self.seats.append(Seat(secrets.token_urlsafe(16)))
            self._is(turn.session)
        return turn

    def rename(self, seat: int, name: str, by: int) -> Turn:
        """Give the sheet of a seat another name."""
        return self._taken(self.dialogue.rename(self.game, seat, name), seat, by)

    def answer(self, seat: int, question: str, text: str, by: int) -> Turn:
        """Answer a question of a sheet, or write a whole line ("line.A"); nothing takes it back. Raises KeyError."""
        return self._taken(self.dialogue.put(self.game, seat, question, text), seat, by)

    def tick(self, seat: int, box: str, on: bool, by: int) -> Turn:
        """Tick a box of a sheet, or take the tick away."""
        sheet = self.seats[seat]
        if on and len(sheet.held) < MOST_MARKS:
            sheet.held[box] = "yes"
        else:
            sheet.held.pop(box, None)
        return self._taken(Turn(self.dialogue.tick(self.game, seat, sheet.held)), seat, by)

    def play_on(self, dungeon: str) -> None:
        """Say which map was played."""
        if dungeon != self.game.dungeon:
            self._is(replace(self.game, dungeon=dungeon))

    def is_saved(self, number: int) -> None:
        """Say that the game, as it is now, lies in the ledger."""
        self.saved = number
        self.revision += 1
        self.saved_at = self.revision

    @property
    def wants_saving(self) -> bool:
        """Tell whether anything is not in the ledger yet."""
        return bool(self.seats) and (self.saved is None or self.saved_at != self.revision)

    def _taken(self, turn: Turn, seat: int, by: int) -> Turn:
        if turn.taken:
            self.seats[seat].writer = "" if by == seat else self.game.sheets[by].name
            self._is(turn.session)
        return turn

    def _is(self, session: Session) -> None:
        self.game = session
        self.revision += 1

    # what is shown

    def view(self) -> dict[str, Any]:
        """Return everything that everybody in the session may see, as plain data in its language."""
        words, spec = self.rules.words, self.rules.table
        seats = [self._seat(number) for number in range(len(self.seats))]
        ranks = rank_players([(seat["total"], *seat.pop("ties")) for seat in seats])
        for seat, rank in zip(seats, ranks, strict=True):
            seat["rank"] = rank
        return {
            "revision": self.revision,
            "saved": self.saved,
            "wants_saving": self.wants_saving,
            "language": words.spoken,
            "title": words.tell(Term(("game.title",), self.rules.game)),
            "lines": [{"letter": line.letter, "word": words.tell(_word(line))} for line in spec.lines],
            "total": words.say("total"),
            "most": 1 if self.game.solo else spec.most_players,
            "faults": [self._fault(fault) for fault in self.dialogue.faults(self.game)],
            "seats": seats,
        }

    def _fault(self, fault: Fault) -> dict[str, str]:
        diagnostic = self.rules.words.diagnostic(fault)
        return {"severity": fault.severity, "text": diagnostic.message, "hint": diagnostic.hint or ""}

    def _seat(self, number: int) -> dict[str, Any]:
        sheet, seat = self.game.sheets[number], self.seats[number]
        known = self.shown.get(number)
        if known is None or known[0] is not sheet:
            known = self.shown[number] = (sheet, self._counted(number))
        return {**known[1], "name": sheet.name, "held": sorted(seat.held), "writer": seat.writer}

    def _counted(self, number: int) -> dict[str, Any]:
        """Return what a sheet comes to: counting it again is most of the work of a change."""
        words, sheet = self.rules.words, self.game.sheets[number]
        alone = replace(self.game, sheets=(sheet,))
        score = self.dialogue.result(alone).players[0]
        answered_lines = {
            question.line.letter for question in self._asked(number) if question.line and question.id in sheet.answered
        }
        return {
            "lines": {
                line.letter: {"points": line.points, "why": words.tell(listed(line.reasons, "; "))}
                for line in score.lines
                if line.letter in answered_lines
            },
            "total": score.total,
            "members": standings_listing(self.rules, score).plain if score.standings else None,
            "ties": [tie or 0 for tie in score.ties.values()],
            "title": words.tell(score.title) if score.title else "",
            "answers": dict(self._answers(number)),
            "more": [
                {"id": asked.id, "words": words.tell(said)} for asked, said in self.dialogue.grown(self.game, number)
            ],
            "open": [question.id for question in self._asked(number) if question.id not in sheet.answered],
        }

    def _asked(self, number: int) -> list[SheetQuestion]:
        return self.dialogue.questions(self.game, self.game.sheets[number])

    def _answers(self, number: int) -> Iterator[tuple[str, str]]:
        sheet = self.game.sheets[number]
        ticked = self.dialogue.ticked_inputs
        for question in self._asked(number):
            if question.id in sheet.answered and question.input not in ticked:
                yield question.id, self.dialogue.standing(self.game, number, question.id)

    def questions(self) -> list[dict[str, str]]:
        """Return what no box of the sheet tells, in the order of the sheet: id, letter, words, possible answers."""
        dialogue, words = self.dialogue, self.rules.words
        return [
            {
                "id": asked.id,
                "letter": asked.line.letter if asked.line else "",
                "words": words.tell(said),
                "possible": words.tell(possible) if possible is not None else "",
            }
            for asked, said, possible in dialogue.untold(self.game)
        ]

    def say(self, messages: tuple[Value, ...]) -> list[str]:
        """Return what came of a change, in words."""
        return [self.rules.words.tell(message) for message in messages]

    # keeping

    def keep(self) -> None:
        """Write the session over what was kept before, whole or not at all; raises OSError."""
        content = {
            "secret": self.secret,
            "revision": self.revision,
            "saved": self.saved,
            "saved_at": self.saved_at,
            "language": self.rules.words.language,
            "seats": [{"token": seat.token, "held": sorted(seat.held), "writer": seat.writer} for seat in self.seats],
            "done": self.done,
            "session": self.dialogue.as_draft(self.game),
        }
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = self.path.with_suffix(".part")
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            json.dump(content, out, ensure_ascii=False)
            out.flush()
            os.fsync(out.fileno())
        part.replace(self.path)


def same(one: str, other: str) -> bool:
    """Tell whether two secrets are equal, in a time that tells nothing of where they differ."""
    return secrets.compare_digest(one.encode(), other.encode())


def _word(line: LineSpec) -> Term:
    return Term((line.word,), line.word)


def new_session(
    folder: Path, rules: Rules, *, solo: bool, dungeon: str = "", cards: Cards | None = None
) -> SharedSession:
    """Return an empty session that is kept in a file of its own, made with the first change."""
    dialogue = Dialogue(rules)
    start = dialogue.start(cards=cards, dungeon=dungeon)
    session = Session(start.solo or solo, start.at, cards=start.cards, dungeon=start.dungeon)
    return SharedSession(folder / f"{secrets.token_hex(8)}.json", rules, session, secrets.token_urlsafe(16))


def kept_sessions(folder: Path, rules_of: RulesOf) -> Iterator[SharedSession]:
    """Yield the sessions of a folder; a file that is damaged, or of a game that is gone, is left alone."""
    for path in sorted(folder.glob("*.json"))[:MOST_SESSIONS] if folder.is_dir() else ():
        shared = _read(path, rules_of)
        if shared is not None:
            yield shared


def _read(path: Path, rules_of: RulesOf) -> SharedSession | None:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        rules = rules_of(content["session"]["game"], content["language"])
        node = read_yaml(path, str(path)).get("session")
        session = Dialogue(rules).from_draft(node) if node is not None else None
        if session is None:
            return None
        seats = [Seat(seat["token"], dict.fromkeys(seat["held"], "yes"), seat["writer"]) for seat in content["seats"]]
        if len(seats) != len(session.sheets):
            return None
        shared = SharedSession(path, rules, session, content["secret"], seats, content["done"], content["revision"])
        shared.saved, shared.saved_at = content["saved"], content["saved_at"]
    except (OSError, ValueError, KeyError, TypeError, InvalidInput):
        return None
    return shared
