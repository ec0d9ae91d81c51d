"""Requests of the host about shared sessions: to open, show, correct, undo, save and close them."""

import io
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import segno
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.diagnostics import CannotWrite
from generator.game.words import languages_of
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.questions import questions_of
from generator.scoring.dialogue.results import finished_game
from generator.scoring.dialogue.session import EMPTY_SEAT, ScoringSession, Seat
from generator.scoring.map_chapters import MapChapter, cards_on, chapters_of
from generator.scoring.rules import ScoringRules, open_rules
from generator.storage import listings
from generator.storage.journal import DamagedJournal, Entry
from generator.storage.session_journal import InvalidSessionFile
from generator.storage.store import LedgerGame, SavedGameChangedElsewhere, read_game, record_sign, save_game
from generator.workshop.game_history_routes import HistoryRoutes
from generator.workshop.guard import Refused
from generator.workshop.http import Routes, game_of, text_in
from generator.workshop.photo_reading import PATH as PHOTO
from generator.workshop.player_app import PlayerApp, seat_change, seat_in
from generator.workshop.sessions import SessionClosed, SessionNotSaved
from generator.workshop.shared_session import Reply, SharedSession, new_session

MOST_SHEETS = 8  # sheets on one photo
MOST_CHANGES = 300  # changes of a session in a response
Addresses = Callable[[], list[str]]  # returns the URLs of the score pad, starting its server if needed


@dataclass(eq=False)
class SessionRoutes(PlayerApp):
    """Handles the host's requests about sessions; the host may write on all sheets, and see the result at any time."""

    addresses: Addresses
    history: HistoryRoutes

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/maps", self.maps, ["GET"]
        yield "/tables", self.list_sessions, ["GET"]
        yield "/tables", self.open_session, ["POST"]
        yield "/tables/{id}/save", self.save_session, ["POST"]
        yield "/tables/{id}/reveal", self.reveal, ["POST"]
        yield "/tables/{id}/changes", self.changes_of_session, ["GET"]
        yield "/tables/{id}/back", self.take_back, ["POST"]
        yield PHOTO, self.photo, ["POST"]
        yield "/tables/{id}/seat", self.change_seat, ["POST"]
        yield "/tables/{id}/close", self.close_session, ["POST"]
        yield "/tables/{id}/again", self.play_again, ["POST"]
        yield "/history/games/{number}/correct", self.correct_game, ["POST"]
        for path, handler, methods in self.sheet_routes():
            yield f"/tables/{{id}}{path}", handler, methods

    async def list_sessions(self, _request: Request) -> dict[str, Any]:
        await to_thread.run_sync(self.sessions.open_again)
        for session in self.sessions.open.values():
            with suppress(SessionClosed, SessionNotSaved):
                await self.sessions.apply(session, self._follow)
        unopened = [{"file": str(broken.path), "fault": broken.fault} for broken in self.sessions.unopened.values()]
        tables = [self._session(session) for session in self.sessions.open.values()]
        players = self.sessions.players.chips() if self.sessions.players else []
        return {"tables": tables, "unopened": unopened, "players": players}

    def _session(self, session: SharedSession) -> dict[str, Any]:
        links = [f"{address}/#{session.secret}" for address in self.addresses()]
        names = [seat.name for seat in session.seats]
        setup = {"spoken": session.rules.words.language, "dungeon": session.state.dungeon}
        details = {"names": names, "photo": self.photos.reads(session), "not_kept": session.not_kept, **setup}
        codes = {"link": links[0], "links": [{"link": link, "code": _code(link)} for link in links]}
        return {"id": session.id, **codes, **details, **session.view()}

    async def open_session(self, _request: Request, body: dict[str, Any]) -> dict[str, Any]:
        game, language = text_in(body, "game"), text_in(body, "language")
        if game not in self.history.catalogue.games():
            raise Refused(404, "no such game")
        rules = await to_thread.run_sync(open_rules, self.history.catalogue, game, language)
        chapter = self._chapter(rules, body)
        cards, dungeon = cards_on(rules, chapter), chapter.id if chapter else ""
        session = new_session(self.sessions.folder, rules, solo=body.get("solo") is True, dungeon=dungeon, cards=cards)
        return await self._add(session)

    async def _add(self, session: SharedSession) -> dict[str, Any]:
        await to_thread.run_sync(self.sessions.add, session)
        return self._session(self.sessions.open[session.id])

    async def correct_game(self, request: Request) -> dict[str, Any]:
        """Open a saved game as a session, which saves over it; the session that has it already is returned as it is."""
        saved = await to_thread.run_sync(self.history.need, request)
        for session in self.sessions.open.values():
            if session.state.saved == saved.id:
                await self.sessions.apply(session, self._follow)
                return self._session(session)
        rules = await to_thread.run_sync(self.history.rules, request, saved.game)
        game = _to_correct(rules, saved)
        if game is None:
            raise Refused(409, rules.words.say("not_readable", id=saved.id))
        return await self._add(new_session(self.sessions.folder, rules, solo=game.solo, session=game))

    def _follow(self, session: SharedSession) -> Reply:
        """Have a session that has nothing to save show its saved game as it is now, if that was changed elsewhere."""
        state = session.state
        with suppress(CannotWrite):
            saved = read_game(self.history.ledger, state.saved) if state.saved and not state.wants_saving else None
            game = _to_correct(session.rules, saved) if saved else None
            if game and game.saved_as != state.saved_as:
                session.follow(game)
        return {}

    async def play_again(self, request: Request) -> Reply:
        """Begin another game in the same seats, with the same code for phones; refused while a game is not saved."""
        session = _with_seats(self._session_of(request))
        if session.state.wants_saving:
            raise Refused(409, "this game is not saved yet")
        return await self.sessions.change(session, {"do": "again"})

    async def reveal(self, request: Request, body: dict[str, Any]) -> Reply:
        """Reveal the next line or all lines, or hide all; `seen` in the request is how many lines the page shows."""
        session, count, action = self._session_of(request), body.get("seen"), body.get("does")
        if action == "totals":
            return await self.sessions.change(session, {"do": action, "shown": body.get("shown") is True})
        if action == "hide":
            return await self.sessions.change(session, {"do": "reveal", "points": {}})
        if not isinstance(count, int) or action not in ("next", "rest"):
            raise Refused(400, "say what is shown")
        return await self.sessions.apply(session, lambda session: session.reveal(count, rest=action == "rest"))

    async def save_session(self, request: Request, body: dict[str, Any]) -> Response:
        """Save the game in the ledger; saving again replaces the saved game.

        If another program has corrected the saved game, it is replaced only if the request has `over`.
        """
        session = self._session_of(request)
        async with self.sessions.alone_with(session):
            _with_seats(session)
            if "dungeon" in body:
                chapter = self._chapter(session.rules, body)
                played = {"do": "play_on", "dungeon": chapter.id if chapter else ""}
                if played["dungeon"] != session.state.dungeon:
                    await self.sessions.apply_alone(session, lambda session: session.make(played))
            if session.state.wants_saving:
                digest = "" if body.get("over") is True else session.state.saved_as
                try:
                    number, sign = await to_thread.run_sync(self._save, session, digest)
                except SavedGameChangedElsewhere as fault:
                    return JSONResponse({"corrected_elsewhere": fault.number}, 409)
                saved = {"do": "save", "game": number, "sign": sign}
                await self.sessions.apply_alone(session, lambda session: session.make(saved))
        return JSONResponse({"saved": session.state.saved})

    def _save(self, session: SharedSession, digest: str) -> tuple[int, str]:
        record, result = finished_game(session.rules, session.state)
        token = session.state.token or session.id
        number = save_game(session.rules, record, result, self.history.ledger, token=token, seen=digest)
        return number, record_sign(record.in_file(session.rules))

    def _chapter(self, rules: ScoringRules, body: dict[str, Any]) -> MapChapter | None:
        """Return the map whose id is in a request; None if there is none. Raises Refused for an unknown id."""
        map_id = text_in(body, "dungeon", "")
        chapters = chapters_of(rules, languages_of(self.history.catalogue, rules.game)) if map_id else None
        chapter = next((chapter for chapter in chapters.maps if chapter.id == map_id), None) if chapters else None
        if map_id and chapter is None:
            raise Refused(400, "no such map")
        return chapter

    def maps(self, request: Request) -> dict[str, Any]:
        """Return the maps of a game as (id, name), with the chapters of stories."""
        catalogue = self.history.catalogue
        game, language = game_of(catalogue, request)
        if catalogue.find(f"cards/{game}/scoring.yaml") is None:
            return {"maps": []}
        chapters = chapters_of(open_rules(catalogue, game, language), languages_of(catalogue, game))
        maps = chapters.maps if chapters else ()
        return {"maps": [[chapter.id, f"{chapter.id.upper()} · {chapter.name(language)}"] for chapter in maps]}

    def changes_of_session(self, request: Request) -> dict[str, Any]:
        """Return the last changes of a session, the latest first: who made them, when, and what they were."""
        session = self._session_of(request)
        try:
            sheet = self.pictures.sheet(session)
            changes = list(list_changes(session, session.entries_of_game(), sheet.boxes if sheet else {}))
        except (OSError, DamagedJournal) as fault:
            raise Refused(409, str(fault)) from None
        return {"changes": changes[: -MOST_CHANGES - 1 : -1]}

    async def take_back(self, request: Request, body: dict[str, Any]) -> Reply:
        """Undo one change of a session; later changes are kept."""
        session, revision = self._session_of(request), body.get("revision")
        if not isinstance(revision, int):
            raise Refused(400, "name a revision")
        try:
            return await self.sessions.apply(session, lambda session: session.take_back(revision))
        except (KeyError, InvalidSessionFile):
            raise Refused(400, "this cannot be taken back") from None
        except DamagedJournal as fault:
            raise Refused(409, str(fault)) from None

    async def change_seat(self, request: Request, body: dict[str, Any]) -> Reply:
        """Add a player without a phone; rename, remove or free a seat, or let in a phone that asks for it."""
        session = self._session_of(request)
        if body.get("do") == "join":
            return await self.sessions.change(session, {"do": "join", "name": text_in(body, "text")})
        return await self.make_change(session, seat_change(body.get("do"), seat_in(body), body))

    async def photo(self, request: Request) -> Response:
        """Return the boxes ticked on a photo of a session's sheets; they are entered when the host confirms them."""
        session = self._table(request.query_params.get("table", ""))
        return await self.photos.answer(request, session, MOST_SHEETS)

    async def close_session(self, request: Request) -> dict[str, Any]:
        await self.sessions.close(self._session_of(request))
        return {"closed": True}

    def _table(self, table: str) -> SharedSession:
        session = self.sessions.open.get(table)
        if session is None:
            raise Refused(404, "no such table")
        return session

    def _session_of(self, request: Request) -> SharedSession:
        return self._table(request.path_params["id"])

    def _seated(self, request: Request) -> tuple[SharedSession, Seat | None]:
        return self._session_of(request), None

    def _shown_to_all(self, request: Request) -> SharedSession:
        return _with_seats(self._session_of(request))


def _to_correct(rules: ScoringRules, game: LedgerGame) -> ScoringSession | None:
    """Return a saved game as a session with free seats; None if its data no longer fit the game's rules."""
    record = listings.record_to_correct(rules, game)
    if record is None:
        return None
    session, sign = Dialogue(rules).reopen(record), record_sign(json.loads(game.record))
    seats = tuple(replace(seat, token=secrets.token_urlsafe(16), free=True) for seat in session.seats)
    return replace(session, seats=seats, saved=game.id, saved_as=sign, token=game.token)


def _with_seats(session: SharedSession) -> SharedSession:
    """Return the session; raises Refused if it has no seats."""
    if not session.seats:
        raise Refused(409, "nobody sits at this table")
    return session


def _code(link: str) -> str:
    """Return the QR code of a link, as SVG."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, omitsize=True, xmldecl=False, svgns=True)
    return out.getvalue().decode()


def list_changes(session: SharedSession, entries: list[Entry], boxes: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield each change: revision, time, author (None: the host), owner of the sheet, kind, subject, and new value.

    `boxes` are the names of the sheet's boxes by id. The data contain no secret that would allow writing.
    """
    names: dict[int, str] = {}
    question_names = _Questions(session)
    for entry in entries:
        change = entry["do"]
        if change["do"] in ("reveal", "totals"):
            continue  # changes no sheet
        old_names = dict(names)
        names |= {int(id): seat["sheet"]["name"] for id, seat in entry["seats"].items() if seat is not None}
        seat = change.get("seat", next((int(id) for id in entry["seats"]), None))
        data = {"do": change["do"], "of": old_names.get(seat, names.get(seat, "")), "what": "", "text": ""}
        match change["do"]:
            case "answer":
                data |= question_names.answer(change["question"], change["text"])
            case "tick":
                data |= {"do": "tick" if change["on"] else "untick", "what": boxes.get(change["box"]) or change["box"]}
            case "photo":
                data["what"] = str(len(change["ticked"]))
            case "name":
                data["text"] = change["text"]
            case "play_on":
                data |= {"do": "map", "text": change["dungeon"]}
            case "save":
                data["text"] = str(change["game"])
        by = None if entry["by"] is None else names.get(entry["by"], "")
        if change["do"] == "join" and change.get("phone"):
            by = data["of"]
        yield {"revision": entry["revision"], "at": entry["at"], "by": by, "back": entry["back"] is not None, **data}


class _Questions:
    """The names of a session's questions, and of their options."""

    def __init__(self, session: SharedSession) -> None:
        rules = session.rules
        lines = {line.letter: rules.words.text(line.name) for line in rules.table.lines}
        self.names = {f"line.{letter}": f"{letter} {word}" for letter, word in lines.items()}
        for question in questions_of(rules, session.state, EMPTY_SEAT):
            part = question.part_name
            of_line = [self.names[f"line.{question.line.letter}"]] if question.line else []
            self.names[question.id] = ": ".join([*of_line, *([] if part is None else [rules.words.text(part)])])
        self.options = {
            question["id"]: {option["sent"]: option["name"] for option in question["control"]["options"]}
            for question in session.views.questions(session.state)
        }

    def answer(self, question: str, text: str) -> dict[str, str]:
        """Return an answer and its question in words for the list of changes; an entry of a ledger without its text."""
        first = f"{question.partition('.')[0]}.0"
        label = self.names.get(question) or self.names.get(first, question)
        value = "" if text.startswith("{") else self.options.get(question, {}).get(text, text)
        return {"do": "answer" if text else "clear", "what": label, "text": value}
