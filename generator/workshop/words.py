"""The words of the workshop's pages in a language; what a language lacks is said in English."""

from typing import Any

from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import plain

FALLBACK = "en"


def workshop_words(catalogue: Catalogue, language: str) -> dict[str, Any]:
    """Return the words by key; a language without a file of its own has the English ones."""
    words: dict[str, Any] = {}
    for code in dict.fromkeys((FALLBACK, language)):
        path = catalogue.find(f"cards/common/words/workshop.{code}.yaml") if code.isalnum() else None
        if path is not None:
            words |= plain(catalogue.read(path))
    return words
