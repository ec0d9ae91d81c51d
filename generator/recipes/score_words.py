"""The scorer's own words in a language: a function that fills a sentence by its key."""

from collections.abc import Callable
from typing import Any

from generator.layout.binding import Scope, fill
from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import plain

LANGUAGES = ("en", "pl", "cs")


def score_words(catalogue: Catalogue, language: str) -> Callable[..., str]:
    """Return say(key, **values) for a language; unknown keys come back as they are."""
    path = catalogue.need(f"cards/common/words/score.{language}.yaml")
    words: dict[str, Any] = plain(catalogue.read(path))

    def say(key: str, **values: Any) -> str:
        return fill(str(words.get(key, key)), Scope(values))

    return say
