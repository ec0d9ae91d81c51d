"""Chooses the game to score, opens its rules in the language of the player, and prints its score."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.cli.console import as_json, say, show_table
from generator.cli.options import catalogue_of
from generator.diagnostics import AmbiguousGame
from generator.game.words import SCORER, chosen_language, languages_of, machinery_languages
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.messages import list_of
from generator.scoring.words import ScoreWords

if TYPE_CHECKING:
    from generator.scoring.rules import ScoringRules
    from generator.scoring.score import GameScore


PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")


def is_photo(path: Path) -> bool:
    """Return whether a file is a photo, judged by its suffix.

    >>> is_photo(Path("Sheet.JPG")), is_photo(Path("sheet.pdf"))
    (True, False)
    """
    return path.suffix.lower() in PHOTOS


def load_words(lang: str | None) -> ScoreWords:
    """Return the words of scoring in a language (None: that of the locale), for messages that belong to no game."""
    catalogue = catalogue_of(None)
    return ScoreWords(catalogue, chosen_language(catalogue, lang, machinery_languages(catalogue, SCORER)))


def meant_game(catalogue: GameCatalogue, game: str | None, lang: str | None) -> str:
    """Return `game` if it is given, else the default game.

    Raises UsageError, in the player's language, if there are several games that could be the default.
    """
    try:
        return game or catalogue.default_game
    except AmbiguousGame as question:
        words = load_words(lang)
        raise click.UsageError(words.say("which_game", names=list_of(question.games), game=question.games[0])) from None


def rules_of(catalogue: GameCatalogue, game: str, lang: str | None) -> "ScoringRules":
    """Return a game's scoring in the language `lang`, else that of the locale; raises UsageError for an unknown one."""
    from generator.game.manifest import read_manifest
    from generator.scoring.rules import open_rules

    read_manifest(catalogue, game)
    return open_rules(catalogue, game, chosen_language(catalogue, lang, languages_of(catalogue, game)))


class ScoreOptions(NamedTuple):
    """The options of `scrawl score`."""

    game: str | None = None
    lang: str | None = None
    dungeon: str | None = None
    db: Path | None = None
    review: Path | None = None
    json: bool = False
    why: bool = False
    quick: bool = False
    resume: bool = False
    save: bool = False
    strict: bool = False
    solo: bool = False
    which: int = 0


def show_score(rules: "ScoringRules", score: "GameScore", *, json: bool = False, why: bool = False) -> None:
    """Print a score: as JSON, or as a table with the winner and, with `why`, the reasons."""
    from generator.scoring.score_listings import reasons_listing, score_listing, standings_listing, winner_line

    words = rules.words
    if json:
        say(as_json(score.as_record(words, why=why)))
        return
    show_table(*score_listing(rules, score))
    say(f"\n{winner_line(rules, score)}")
    for player in score.players:
        if player.title and not why:
            say(words.say("of_player", name=player.name, said=player.title))
        if player.standings:
            say()
            show_table(*standings_listing(rules, player))
        if why:
            say(f"\n{player.name}")
            for letter, points, reasons in reasons_listing(rules, player).rows:
                say(f"  {letter} {points:>4}  {reasons}")
            if player.title:
                say(f"  {words.say('title_earned', title=player.title)}")
