"""Hyphens: the same places as the library whose dictionaries are read."""

import pyphen
import pytest

from generator.layout.line_breaks import LEFT, NAMES, RIGHT, patterns_of
from tests.conftest import often

WORDS = (
    "dungeon adventurer hyphenation straightforward treasure a ab podziemie czarnoksiężnik skarbnica przetrwał "
    "dobrodružství pokladnice nejneobhospodařovávatelnější Übergangswiderstand extraordinairement megszentségteleníthetetlen"
)


@pytest.mark.parametrize("language", ["en", "pl", "cs", *often([], ["de_DE", "fr", "hu"])])
def test_words_are_split_where_the_library_splits_them(language):
    library, patterns = pyphen.Pyphen(lang=NAMES.get(language, language), left=LEFT, right=RIGHT), patterns_of(language)
    assert [patterns.positions(word) for word in WORDS.split()] == [library.positions(word) for word in WORDS.split()]


def test_a_language_without_a_dictionary_splits_no_word():
    assert patterns_of("xx") is None
