"""The announcement of a game's result once all points are revealed: winner, records, progress of a story, picture."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.diagnostics import CannotWrite, InvalidInput, attempt
from generator.draw.svg import frame_bytes
from generator.frame import Frame
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.products.cards import records
from generator.products.print_pack import PrintPack, open_pack
from generator.products.reports.score_pictures import DPI, FinalScoreboard, ScoreboardPlayer, scoreboard_frame
from generator.reading.phrase_templates import with_sign
from generator.scoring.dialogue.results import score_of
from generator.scoring.map_chapters import CampaignMaps, chapters_of
from generator.scoring.score import GameScore
from generator.scoring.score_listings import winner_line
from generator.storage.campaign import groups_in, person
from generator.storage.listings import story_listings
from generator.storage.store import MOST_ID, LedgerGame, SavedGames, default_path
from generator.workshop.http import workshop_words
from generator.workshop.previews import Preview, PreviewRequest, SheetPreviews, face_of
from generator.workshop.shared_session import SharedSession

Say = Callable[..., str]


class ResultAnnouncement:
    """Describes results of sessions, with records by the ledger (None: the default one) and a picture of the game."""

    def __init__(self, pictures: SheetPreviews, ledger: Path | None) -> None:
        self.pictures, self.catalogue = pictures, pictures.catalogue
        self.ledger = ledger or default_path()

    def describe(self, session: SharedSession) -> dict[str, Any]:
        """Return the winner, sentences about records and the story, and a picture of the game, as plain data."""
        result = score_of(session.rules, session.state)
        preview = self.picture(session)
        return {
            "winner": winner_line(session.rules, result),
            "facts": list(self.facts(session, result)),
            "svg": preview.svg if preview else "",
            "fonts": sorted(preview.fonts) if preview else [],
        }

    def png(self, session: SharedSession) -> bytes:
        """Return the result of a game as a PNG, 1080 pixels wide."""
        rules, view = session.rules, session.view()
        result = score_of(session.rules, session.state)
        pack = open_pack(self.catalogue, rules.game, rules.words.language)
        colours = {seat["name"]: seat["colour"] for seat in view["seats"]}
        players = [
            ScoreboardPlayer(row.name, colours[row.name], row.total, row.rank, [line.points for line in row.lines])
            for row in result.players
        ]
        board = FinalScoreboard(
            view["title"],
            view["map"],
            datetime.now().date().isoformat(),
            winner_line(rules, result),
            list(self.facts(session, result)),
            [f"{line['letter']} {line['word']}" for line in view["lines"]],
            view["total"],
            players,
        )
        frame = scoreboard_frame(pack.fonts, board, self._trophy_frame(session, pack))
        return frame_bytes(frame, "png", fonts=pack.fonts, title=board.title, dpi=DPI)

    def _trophy_frame(self, session: SharedSession, pack: PrintPack) -> Frame | None:
        try:
            request = self.trophy(session)
            frame = face_of(pack, request)[0] if request else None
            pack.raise_faults()
        except InvalidInput:
            return None
        return frame

    # facts from the ledger

    def facts(self, session: SharedSession, score: GameScore) -> Iterator[str]:
        """Yield sentences about records set by a game, and about the players' progress in the story of its map."""
        words = workshop_words(self.catalogue, session.rules.words.language)

        def say(key: str, **values: str) -> str:
            return str(words[key]).format(**values)

        latest_game, earlier = self._ledger_game(session, score), self._earlier_games(session)
        yield from _records(latest_game, earlier, say)
        yield from _closest(latest_game, earlier, say)
        yield from self._story(session, [*earlier, latest_game])

    def _ledger_game(self, session: SharedSession, score: GameScore) -> LedgerGame:
        number = session.state.saved or MOST_ID
        played, map_id = datetime.now().astimezone().isoformat(timespec="seconds"), session.state.dungeon
        record = score.as_record(session.rules.words)
        return LedgerGame(number, played, session.rules.game, session.state.solo, map_id, record, "")

    def _earlier_games(self, session: SharedSession) -> list[LedgerGame]:
        """Return the earlier games with the same rules (solo or not); empty if the ledger cannot be read."""
        try:
            games = list(SavedGames(self.ledger, game=session.rules.game)) if self.ledger.exists() else []
        except CannotWrite:
            return []
        return [game for game in games if game.id != session.state.saved and game.solo == session.state.solo]

    def _story(self, session: SharedSession, games: Sequence[LedgerGame]) -> Iterator[str]:
        """Yield the progress of the players in the story of the map."""
        rules, played = session.rules, session.state.dungeon
        chapters = chapters_of(rules, languages_of(self.catalogue, rules.game)) if played else None
        if chapters is None:
            return
        stories = {number: {chapter.id for chapter in story} for number, story in chapters.stories().items()}
        numbers = [number for number, ids in stories.items() if played in ids]
        story = CampaignMaps(chapters.campaign, tuple(chapter for chapter in chapters.maps if chapter.story in numbers))
        for group in groups_in(story, games):
            if games[-1] in group.games:
                yield from (" ".join(listing.title.split()) for listing in story_listings(rules, story, group))

    # the picture

    def picture(self, session: SharedSession) -> Preview | None:
        """Return the picture to show beside the winner; None if the game has none, or it cannot be drawn."""
        request = attempt([], lambda: self.trophy(session))
        return attempt([], lambda: self.pictures.cards(request, "trophy-")) if request else None

    def trophy(self, session: SharedSession) -> PreviewRequest | None:
        """Return the card to show: the last shared card of the game's trophy deck, else one by the session id."""
        game, language = session.rules.game, session.rules.words.language
        deck = read_manifest(self.catalogue, game).trophy
        if not deck:
            return None
        keys = [record.key for record in records(open_pack(self.catalogue, game, language), deck)]
        named = [key for cards in session.state.cards.values() for key in cards if key in keys]
        card = named[-1] if named else keys[int(session.id, 16) % len(keys)]
        return PreviewRequest(game, language, None, "deck", deck, card)


def _records(latest_game: LedgerGame, earlier: Sequence[LedgerGame], say: Say) -> Iterator[str]:
    """Yield a sentence for the best total ever or on this map, and for each player with a new best total."""
    best = latest_game.best
    on_map = [game for game in earlier if game.dungeon == latest_game.dungeon]
    is_best = bool(earlier) and best > max(game.best for game in earlier)
    if is_best:
        yield say("best_ever", points=with_sign(best))
    elif latest_game.dungeon and on_map and best > max(game.best for game in on_map):
        yield say("best_on_map", points=with_sign(best))
    for player in latest_game.players:
        totals = [entry["total"] for game in earlier for entry in game.players if person(entry) == person(player)]
        if totals and player["total"] > max(totals) and not (is_best and player["total"] == best):
            yield say("own_best", name=player["name"], points=with_sign(player["total"]))


def _closest(latest_game: LedgerGame, earlier: Sequence[LedgerGame], say: Say) -> Iterator[str]:
    """Yield a sentence if no game before had a smaller margin."""
    margins = [margin for game in earlier if (margin := _margin(game)) is not None]
    margin = _margin(latest_game)
    if margins and margin is not None and margin < min(margins):
        yield say("closest_ever", points=str(margin))


def _margin(game: LedgerGame) -> int | None:
    """Return how many points the winner is ahead of the second; None for a single player or a tie."""
    totals = sorted((int(player["total"]) for player in game.players), reverse=True)
    return (totals[0] - totals[1] or None) if len(totals) > 1 else None
