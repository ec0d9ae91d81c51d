"""The words of the workshop's pages in a language; what a language lacks is said in English."""

from typing import Any

from generator.game.words import FALLBACK, WORKSHOP, machinery_words
from generator.reading.game_catalogue import GameCatalogue


def workshop_words(catalogue: GameCatalogue, language: str) -> dict[str, Any]:
    """Return the words by key; a language without a file of its own has the English ones."""
    return machinery_words(catalogue, language if language.isalnum() else FALLBACK, WORKSHOP).plain
