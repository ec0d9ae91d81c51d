"""Chooses the game to score, and opens its rules in the player's language."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.cli.options import catalogue_of
from generator.diagnostics import AmbiguousGame
from generator.game.words import chosen_language, english_first, languages_of
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.messages import list_of
from generator.scoring.words import ScoreWords

if TYPE_CHECKING:
    from generator.scoring.rules import ScoringRules

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
    names = catalogue.names("cards/common/words")
    languages = english_first(name.removeprefix("score.") for name in names if name.startswith("score."))
    return ScoreWords(catalogue, chosen_language(catalogue, lang, languages))


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
