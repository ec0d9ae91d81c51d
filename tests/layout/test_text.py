"""Texts in lines: centred ones are balanced, and never lose a word or gain a line."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.diagnostics import Place
from generator.layout.binding import Scope
from generator.layout.elements.base import Resolved
from generator.layout.elements.text import shown_words
from generator.layout.text import Face, balanced, break_lines, without_widow
from generator.reading.catalogue import Catalogue
from generator.recipes.pack import open_pack
from tests.conftest import ROOT

FONTS = open_pack(Catalogue((ROOT,)), "paper-dungeons", "en").fonts
FACE = Face(FONTS.font("text.regular"), FONTS.font("text.bold"), "en", True)
TEXT = "Start with one lettered gem of your choice; others may still take it"


def words(broken):
    return " ".join(piece.text for line in broken.lines for piece in line.pieces)


def test_no_word_is_left_alone():
    broken = break_lines(TEXT, FACE, 11, 155)
    assert len(broken.lines[-1].pieces) == 1
    even = balanced(broken, TEXT, FACE)
    assert len(even.lines) == len(broken.lines)
    assert words(even) == TEXT
    widths = [line.width for line in even.lines]
    assert max(widths) - min(widths) < 0.3 * max(widths)


@given(st.lists(st.sampled_from(["a", "gem", ":gem:", "treasure", "**bold**", "unhappinesses"]), min_size=1, max_size=25),
       st.floats(60, 200))
def test_balance_keeps_words_and_lines_and_is_never_wider(parts, width):
    text = " ".join(parts)
    broken = break_lines(text, FACE, 10, width)
    even = balanced(broken, text, FACE)
    assert words(even) == words(broken)
    assert len(even.lines) == len(broken.lines)
    assert even.width <= broken.width + 0.01
    assert even.fits == broken.fits


@pytest.mark.parametrize("text", ["one\ntwo words here", "one"])
def test_own_breaks_and_single_lines_stay(text):
    broken = break_lines(text, FACE, 10, 300)
    assert balanced(broken, text, FACE) is broken


def test_a_short_word_is_not_left_on_the_last_line():
    broken = break_lines(TEXT, FACE, 11, 155)
    assert [piece.text for piece in broken.lines[-1].pieces] == ["it"]
    better = without_widow(broken, TEXT, FACE, 155)
    assert len(better.lines[-1].pieces) > 1
    assert len(better.lines) == len(broken.lines)
    assert words(better) == TEXT
    unavoidable = break_lines("incomprehensibilities it", FACE, 11, 100)
    assert without_widow(unavoidable, "incomprehensibilities it", FACE, 100) is unavoidable


@pytest.mark.parametrize(
    ("typed", "printed"), [("Cursed: -1 glory", "Cursed: −1 glory"), ("3-4 players, x-ray", "3-4 players, x-ray"), ("(-2)", "(−2)")]
)
def test_numbers_below_zero_are_printed_with_a_minus(typed, printed):
    pack = open_pack(Catalogue((ROOT,)), "paper-dungeons", "en")
    context = pack.engine(pack.manifest.decks["goals"].layout).context
    element = SimpleNamespace(own=SimpleNamespace(text=typed), place=Place("test"))
    assert shown_words(context, element, Resolved(), Scope({})) == printed
