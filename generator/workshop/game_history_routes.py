"""Requests of the page about saved games: lists, single games with reasons, best totals, campaigns, plots, exports."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from generator.diagnostics import NOWHERE, Diagnostic, bare_place
from generator.game.game import open_game
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.products.reports.score_pictures import plot_bytes
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.dialogue import answers_listing
from generator.scoring.map_chapters import chapter_faults, chapters_of
from generator.scoring.messages import GameWord
from generator.scoring.rules import ScoringRules, open_rules
from generator.scoring.score import score_game
from generator.scoring.score_listings import reasons_listing, score_listing, standings_listing, winner_line
from generator.scoring.words import ScoreWords
from generator.storage import listings
from generator.storage.campaign import games_with, groups_in, numbers_in, person
from generator.storage.listings import games_bgstats, games_csv, games_json
from generator.storage.store import LedgerGame, SavedGames, open_ledger, read_game
from generator.workshop.guard import Refused
from generator.workshop.http import Routes, attachment, fault_json, game_of
from generator.workshop.own_folder import sign

AT_ONCE = 100  # the most games in a response
EXPORTS: dict[str, tuple[Callable[[Iterable[LedgerGame]], Iterator[str]], str, str]] = {
    "bgstats": (games_bgstats, "json", "application/json"),
    "csv": (games_csv, "csv", "text/csv; charset=utf-8"),
    "json": (games_json, "json", "application/json"),
}


class HistoryRoutes:
    """Reads the ledger (the file of saved games) that the command line uses, too; `ledger` None is the default file."""

    def __init__(self, catalogue: GameCatalogue, ledger: Path | None) -> None:
        self.catalogue = catalogue
        self.ledger = ledger

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/history", self.games, ["GET"]
        for handler in (self.fame, self.campaign, self.plot):
            yield f"/history/{handler.__name__}", handler, ["GET"]
        yield "/history/export/{form}", self.export, ["GET"]
        yield "/history/games/{number}", self.game, ["GET"]
        yield "/history/games/{number}/mark", self.mark, ["POST"]

    # the saved games

    def _saved(self, *, deleted: bool = False) -> tuple[list[LedgerGame], list[int]]:
        """Return all saved games and the numbers of the damaged games, none if there is no ledger yet.

        Raises CannotWrite if the file is no ledger.
        """
        if self.ledger is not None and not self.ledger.exists():
            return [], []
        saved = SavedGames(self.ledger, deleted=deleted)
        return list(saved), saved.damaged

    def _selected(self, request: Request) -> list[LedgerGame]:
        return self._chosen(request, self._of_game(request, self._saved()[0]))

    def _chosen(self, request: Request, games: Sequence[LedgerGame]) -> list[LedgerGame]:
        query = request.query_params
        return list(games_with(games, player=query.get("player", ""), dungeon=query.get("dungeon", "")))

    def _of_game(self, request: Request, games: Sequence[LedgerGame]) -> list[LedgerGame]:
        only = request.query_params.get("only", "")
        return [game for game in games if only in ("", game.game)]

    def _words(self, request: Request) -> ScoreWords:
        """Return the words for messages about scores that belong to no game, in the requested language."""
        return ScoreWords(self.catalogue, game_of(self.catalogue, request)[1])

    def rules(self, request: Request, game: str) -> ScoringRules:
        """Return the rules of a game in the requested language; raises InvalidInput if the game no longer exists."""
        read_manifest(self.catalogue, game)
        languages, language = languages_of(self.catalogue, game), game_of(self.catalogue, request)[1]
        return open_rules(self.catalogue, game, language if language in languages else languages[0])

    # the pages

    def games(self, request: Request) -> dict[str, Any]:
        """Return the games selected by player, map and game, the latest first, and all values to select from."""
        query = request.query_params
        all_games, damaged = self._saved(deleted=query.get("deleted") == "yes")
        of_game = self._of_game(request, all_games)
        games = self._chosen(request, of_game)[::-1]
        start, place = _whole(query.get("start", "0")), bare_place(str(self.ledger or "ledger"))
        names = {game: self._names(request, game) for game in {saved.game for saved in all_games}}
        players = {person(player): str(player["name"]) for game in of_game for player in game.players}
        maps = {
            saved.dungeon: names[saved.game][1].get(saved.dungeon, saved.dungeon) for saved in of_game if saved.dungeon
        }
        return {
            "games": [self._line(saved, *names[saved.game]) for saved in games[start : start + AT_ONCE]],
            "count": len(games),
            "known": sorted(([game, title] for game, (title, _) in names.items()), key=lambda entry: entry[1]),
            "players": sorted(players.values(), key=str.casefold),
            "dungeons": sorted(([key, name] for key, name in maps.items()), key=lambda entry: entry[1].casefold()),
            "faults": _faults(listings.damaged_games(self._words(request), damaged, place)),
        }

    def _names(self, request: Request, game: str) -> tuple[str, dict[str, str]]:
        """Return (title, names of maps by id) of a game; the title of a missing game is its id."""
        if game not in self.catalogue.games():
            return game, {}
        language = game_of(self.catalogue, request)[1]
        languages = languages_of(self.catalogue, game)
        title = open_game(self.catalogue, game, language if language in languages else None).title
        if self.catalogue.find(f"cards/{game}/scoring.yaml") is None:
            return title, {}
        chapters = chapters_of(self.rules(request, game), languages)
        return title, {chapter.id: chapter.name(language) for chapter in chapters.maps} if chapters else {}

    def _line(self, game: LedgerGame, title: str, maps: dict[str, str]) -> dict[str, Any]:
        return {
            "id": game.id,
            "key": game.game,
            "played": game.played[:16].replace("T", " "),
            "game": title,
            "dungeon": maps.get(game.dungeon, game.dungeon),
            "solo": game.solo,
            "deleted": game.deleted,
            "players": [
                {"name": player["name"], "total": player["total"], "rank": player["rank"]} for player in game.players
            ],
        }

    def game(self, request: Request) -> dict[str, Any]:
        """Return one game with all lines and their reasons; if the entered data are damaged, with faults."""
        saved = self.need(request)
        rules = self.rules(request, saved.game)
        record, faults = listings.record_of(rules, saved)
        result = score_game(rules, record) if record else listings.saved_score(rules, saved)
        answer_tables = [answers_listing(rules, record, at) for at in range(len(record.sheets))] if record else []
        words, all_faults = rules.words, [*faults, *listings.saved_warnings(saved)]
        return {
            **self._line(saved, *self._names(request, saved.game)),
            "score": score_listing(rules, result)._asdict(),
            "line_count": len(rules.table.lines),  # the total is below them
            "winner": winner_line(rules, result),
            "titles": [words.say("of_player", name=of.name, said=of.title) for of in result.players if of.title],
            "standings": [standings_listing(rules, player)._asdict() for player in result.players if player.standings],
            "reasons": [reasons_listing(rules, player)._asdict() for player in result.players] if record else [],
            "typed": [table._asdict() for table in answer_tables],
            "notes": record.notes if record else "",
            "is_corrected": saved.is_corrected,
            "seen": sign(saved.record.encode()),
            "faults": _faults([fault if fault.place.line else fault._replace(place=NOWHERE) for fault in all_faults]),
        }

    def fame(self, request: Request) -> dict[str, Any]:
        """Return the best totals of the selected games."""
        games = self._selected(request)
        return {"listing": listings.fame_listing(self._words(request), games, self._titles(request, games))._asdict()}

    def _titles(self, request: Request, games: Sequence[LedgerGame]) -> dict[str, str]:
        return {game: self._names(request, game)[0] for game in {saved.game for saved in games}}

    def campaign(self, request: Request) -> dict[str, Any]:
        """Return the progress of each group in the stories of each game that has any."""
        games = self._selected(request)
        only = request.query_params.get("only", "")
        game_ids = [only] if only else list(dict.fromkeys(saved.game for saved in games))
        with_scoring = [game for game in game_ids if self.catalogue.find(f"cards/{game}/scoring.yaml") is not None]
        scored = [game for game in with_scoring if game in self.catalogue.games()]
        campaigns = [self._campaign(self.rules(request, game), games) for game in scored]
        return {"campaigns": [campaign for campaign in campaigns if campaign is not None]}

    def _campaign(self, rules: ScoringRules, games: Sequence[LedgerGame]) -> dict[str, Any] | None:
        chapters = chapters_of(rules, languages_of(self.catalogue, rules.game))
        if chapters is None:
            return None
        faults = [rules.words.diagnostic(fault) for fault in chapter_faults(rules, chapters)]
        groups = groups_in(chapters, [game for game in games if game.game == rules.game])
        shown_groups = [
            _group(listings.group_title(rules.words, group), listings.story_listings(rules, chapters, group))
            for group in groups
        ]
        if not groups:
            shown_groups = [_group(rules.words.say("no_chapters"), listings.unstarted_stories(rules, chapters))]
        title = rules.words.text(GameWord(("game.title",), rules.game))
        return {"game": title, "groups": shown_groups, "faults": _faults(faults)}

    def plot(self, request: Request) -> dict[str, Any]:
        """Draw a plot of the totals of the selected games over time."""
        games, words = self._selected(request), self._words(request)
        title, titles = words.say("plot_title"), self._titles(request, games)
        content = plot_bytes(self.catalogue, games, "svg", title, numbers_in(self.ledger), titles) if games else b""
        return {"svg": content.decode("utf-8"), "count": len(games)}

    def export(self, request: Request) -> Response:
        """Return the selected games, or one of them, as a file for another program."""
        form = EXPORTS.get(request.path_params["form"])
        if form is None:
            raise Refused(404, "nothing is written in that form")
        make, suffix, kind = form
        only = request.query_params.get("number")
        number = _whole(only) if only is not None else None
        content = "".join(make([saved for saved in self._selected(request) if number in (None, saved.id)]))
        return attachment(content, f"scrawl-{request.path_params['form']}.{suffix}", kind)

    # changing

    def mark(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Delete or restore a game, or undo its last correction."""
        saved, deleted = self.need(request), body.get("deleted") is True
        with open_ledger(self.ledger) as ledger:
            if body.get("undo") is not True:
                ledger.mark(saved.id, deleted=deleted)
            # a page that does not show the game as it is now was not answered: a second undo would be the correction
            elif body.get("seen") in (None, sign(saved.record.encode())):
                ledger.undo(saved.id)
        return {"deleted": deleted}

    def need(self, request: Request) -> LedgerGame:
        number = _whole(request.path_params["number"])
        exists = self.ledger is None or self.ledger.exists()
        saved = read_game(self.ledger, number) if exists else None
        if saved is None:
            raise Refused(404, self._words(request).say("no_game", id=number))
        return saved


def _group(title: str, stories: Iterator[listings.StoryProgressListing]) -> dict[str, Any]:
    stories_shown = [
        {"title": story.title, "listing": story.listing._asdict() if story.listing else None, "left": story.left}
        for story in stories
    ]
    return {"title": title, "stories": stories_shown}


def _faults(faults: Sequence[Diagnostic]) -> list[dict[str, Any]]:
    return [fault_json(fault) for fault in faults]


def _whole(text: str) -> int:
    """Return a number from a URL; raises Refused for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Refused(400, "that is not a number")
    return int(text)
