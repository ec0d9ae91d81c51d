"""Hyphens: each language has its own dictionary; two letters stay before a hyphen, and three after it."""

import pytest

from generator.layout.text import split_points


@pytest.mark.parametrize(
    ("language", "word", "firsts"),
    [
        ("en", "straightforward", ["straightfor-", "straight-"]),
        ("pl", "czarnoksiężnik", ["czarnoksięż-", "czarno-", "czar-"]),
        ("cs", "pokladnice", ["poklad-", "po-"]),
        ("xx", "straightforward", []),
    ],
)
def test_words_are_split_by_the_dictionary_of_their_language(language, word, firsts):
    assert [first for first, _ in split_points(word, language)] == firsts
