"""What all at a shared session may see of it, as plain data in the language of its game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.results import faults_of, score_of
from generator.scoring.dialogue.session import DialogueState, PlayerSheet, ScoreQuestion
from generator.scoring.map_chapters import chapters_of
from generator.scoring.messages import GameWord, list_of
from generator.scoring.rules import Cards
from generator.scoring.score import rank_players, worth_of_ties
from generator.scoring.score_listings import standings_listing
from generator.scoring.spec import LineSpec
from generator.storage.players import colours_at_table
from generator.workshop.score_reveal import TOTAL, Points, corrections
from generator.workshop.session_transitions import SeatTakeoverRequest, SessionState

MOST_KEYS = 36  # numbers of a line that stand on the pad as keys; where it can have more, there are digits


class SessionView:
    """What a session shows at a moment; what was counted and looked up for one moment serves the next.

    Counting a sheet again is most of the work of a change: it is done where the sheet is another, or the cards are.
    """

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue, self.rules = dialogue, dialogue.rules
        self.colours: Callable[[], Mapping[str, int]] = dict  # of those who played before
        self.worn: dict[int, int] = {}  # the colours of the seats, by their ids
        self._counted: dict[int, tuple[PlayerSheet, Cards, dict[str, Any]]] = {}  # by the ids of the seats
        self._lines: dict[str, tuple[Cards, dict[str, Any]]] = {}  # by their letters
        self._maps: dict[str, str] = {}  # the names of those that were played

    def at(self, state: SessionState, claims: Iterable[SeatTakeoverRequest]) -> dict[str, Any]:
        """Return everything that everybody in the session may see; changes may be made in another thread meanwhile."""
        game, words, spec = state.game, self.rules.words, self.rules.table
        seats = []
        for place, (seat, sheet) in enumerate(zip(state.seats, game.sheets, strict=True)):
            asks = [claim.code for claim in claims if claim.seat == seat.id]
            own = {"id": seat.id, "name": sheet.name, "free": seat.free, "asks": asks}
            seats.append({**self._count(state, place), **own, "held": list(seat.held), "writer": seat.writer})
        ranks = rank_players([(seat["total"], *seat.pop("ties")) for seat in seats])
        self.worn = colours_at_table([(seat["id"], seat["name"]) for seat in seats], self.colours(), self.worn)
        for each, rank in zip(seats, ranks, strict=True):
            each |= {"rank": rank, "colour": self.worn[each["id"]]}
        faults = [(fault.severity, words.diagnostic(fault)) for fault in faults_of(self.dialogue, game)]
        return {
            "revision": state.revision,
            "saved": state.saved,
            "wants_saving": state.wants_saving,
            "language": words.spoken_language,
            "game": self.rules.game,
            "title": words.tell(GameWord(("game.title",), self.rules.game)),
            "map": self._map_name(game.dungeon),
            "lines": [self._line(game, line) for line in spec.lines],
            "total": words.say("total"),
            "most": 1 if game.solo else spec.most_players,
            "faults": [
                {"severity": severity, "text": fault.message, "hint": fault.hint or ""} for severity, fault in faults
            ],
            "seats": seats,
            "revealed": self._revealed(state),
        }

    def points(self, state: SessionState) -> Points:
        """Return what each line counts for each seat, and the totals: those that are saved."""
        counted = {str(seat.id): self._count(state, place) for place, seat in enumerate(state.seats)}
        none = {"points": 0}
        lines = {
            line.letter: {seat: each["lines"].get(line.letter, none)["points"] for seat, each in counted.items()}
            for line in self.rules.table.lines
        }
        return {**lines, TOTAL: {seat: each["total"] for seat, each in counted.items()}}

    def _revealed(self, state: SessionState) -> dict[str, Any] | None:
        """Return what is shown to all: the letters in their order, whether all is, and what was corrected since."""
        shown = state.revealed
        if not shown:
            return None
        corrected = [each._asdict() for each in corrections(self.points(state), shown)]
        return {"lines": [line for line in shown if line != TOTAL], "done": TOTAL in shown, "corrected": corrected}

    def _map_name(self, played: str) -> str:
        """Return what the map that is played is called, or nothing where none is named."""
        language = self.rules.words.language
        if played and played not in self._maps:
            chapters = chapters_of(self.rules, (language,))
            known = chapters.maps if chapters else ()
            self._maps[played] = next((chapter.name(language) for chapter in known if chapter.id == played), played)
        return self._maps.get(played, "")

    def _line(self, state: DialogueState, line: LineSpec) -> dict[str, Any]:
        """Return a line with its bounds, which are looked up in the data of the game."""
        known = self._lines.get(line.letter)
        if known is None or known[0] != state.cards:
            runs = self.rules.line_points(line.letter, state.cards, solo=True if state.solo else None)
            word = self.rules.words.tell(line.name)
            told = {"letter": line.letter, "word": word, "least": runs[0].start}
            values = {"values": [*chain(*runs)]} if sum(map(len, runs)) <= MOST_KEYS else {}
            known = self._lines[line.letter] = (state.cards, told | values)
        return known[1]

    def _count(self, state: SessionState, place: int) -> dict[str, Any]:
        """Return what a sheet comes to, counted again where it has to be.

        Its lines are those that were told of, and those that count something of an untouched sheet.
        """
        game, seat, sheet = state.game, state.seats[place].id, state.game.sheets[place]
        known = self._counted.get(seat)
        if known is not None and known[0] is sheet and known[1] == game.cards:
            return known[2]
        words, alone = self.rules.words, replace(game, sheets=(sheet,))
        score = score_of(self.dialogue, alone).players[0]
        asked = self.dialogue.questions(game, sheet)
        answered_lines = {each.line.letter for each in asked if each.line and each.id in sheet.answered}
        counted = {
            "lines": {
                line.letter: {
                    "points": line.points,
                    "why": words.tell(list_of(line.reasons, "; ")),
                    "told": line.letter in answered_lines,
                }
                for line in score.lines
                if line.points or line.letter in answered_lines
            },
            "total": score.total,
            "members": standings_listing(self.rules, score).plain if score.standings else None,
            "ties": worth_of_ties(self.rules, score.ties),
            "title": words.tell(score.title) if score.title else "",
            "answers": dict(self._answers(game, place, asked)),
            "more": [
                self._question(each)
                for each in self.dialogue.all_questions(game, sheet)
                if each.part and self.dialogue.grows(each.input)
            ],
            "open": sorted({each.line.letter for each in asked if each.line and each.id not in sheet.answered}),
        }
        self._counted[seat] = (sheet, game.cards, counted)
        return counted

    def _answers(self, state: DialogueState, place: int, asked: Iterable[ScoreQuestion]) -> Iterator[tuple[str, str]]:
        sheet, ticked = state.sheets[place], self.dialogue.ticked_inputs
        for question in asked:
            if question.id in sheet.answered and question.input not in ticked:
                yield question.id, self.dialogue.answer_text(state, sheet, question, for_page=True)

    def questions(self, state: DialogueState) -> list[dict[str, Any]]:
        """Return how a page asks, in the order of the sheet: for what no box tells, and for cards that have a box each.

        A question has an id, the letter of its line, what of the line it is about, its control, and the beginnings of
        the ids of its boxes.
        """
        return [
            {**self._question(one), "control": control.plain(self.rules.words), "boxes": list(heads)}
            for one, control, heads in self.dialogue.page_questions(state)
        ]

    def card_questions(self, state: DialogueState) -> list[dict[str, Any]]:
        """Return how a page asks for the cards that nobody named, whose boxes begin with `boxes`."""
        inputs = self.rules.table.inputs
        return [
            {
                "id": asked.id,
                "name": self.rules.words.tell(name),
                "boxes": [f"{head}.{asked.part + 1}." for head in inputs[asked.input].fields],
                "options": [{"sent": each.sent, "name": self.rules.words.tell(each.name)} for each in options],
            }
            for asked, name, options in self.dialogue.unnamed_cards(state)
        ]

    def card_choices(self, state: DialogueState) -> dict[str, list[str]]:
        """Return the cards that can be chosen, by deck."""
        controls = [each["control"] for each in self.questions(state)]
        return {each["deck"]: [option["sent"] for option in each["options"]] for each in controls if each["deck"]}

    def _question(self, asked: ScoreQuestion) -> dict[str, Any]:
        part = self.dialogue.part_name(asked)
        name = "" if part is None else self.rules.words.tell(part)
        return {"id": asked.id, "letter": asked.line.letter if asked.line else "", "name": name}
