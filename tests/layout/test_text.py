"""Texts in lines: balancing a centred text never loses a word or adds a line."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geometry import Size
from generator.layout.text import NBSP, TextFonts, WrappedText, balance_lines, shrink_to_fit, tie_words, without_widow
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.layout.laying import engine, lay
from tests.tables import table, tables

TABLES = tables(__file__)

FONTS = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en").fonts
FACE = TextFonts(FONTS.font("text.regular"), FONTS.font("text.bold"), "en", True)
TEXT = "Start with one lettered gem of your choice; others may still take it"


def words(wrapped):
    return " ".join(piece.text for line in wrapped.lines for piece in line.pieces)


def test_no_word_is_left_alone():
    wrapped = WrappedText(TEXT, FACE, 11, 155)
    assert len(wrapped.lines[-1].pieces) == 1
    balanced = balance_lines(wrapped, FACE)
    assert len(balanced.lines) == len(wrapped.lines)
    assert words(balanced) == TEXT
    widths = [line.width for line in balanced.lines]
    assert max(widths) - min(widths) < 0.3 * max(widths)


@given(
    st.lists(st.sampled_from(["a", "gem", ":gem:", "treasure", "**bold**", "unhappinesses"]), min_size=1, max_size=25),
    st.floats(60, 200),
)
def test_balance_keeps_words_and_lines_and_is_never_wider(parts, width):
    text = " ".join(parts)
    wrapped = WrappedText(text, FACE, 10, width)
    balanced = balance_lines(wrapped, FACE)
    assert words(balanced) == words(wrapped)
    assert len(balanced.lines) == len(wrapped.lines)
    assert balanced.width <= wrapped.width + 0.01
    assert balanced.fits == wrapped.fits


@pytest.mark.parametrize("text", ["one\ntwo words here", "one"])
def test_own_breaks_and_single_lines_stay(text):
    wrapped = WrappedText(text, FACE, 10, 300)
    assert balance_lines(wrapped, FACE) is wrapped


def test_a_short_word_is_not_left_on_the_last_line():
    wrapped = WrappedText(TEXT, FACE, 11, 155)
    assert [piece.text for piece in wrapped.lines[-1].pieces] == ["it"]
    better = without_widow(wrapped, FACE, 155)
    assert len(better.lines[-1].pieces) > 1
    assert len(better.lines) == len(wrapped.lines)
    assert words(better) == TEXT
    unavoidable = WrappedText("incomprehensibilities it", FACE, 11, 100)
    assert without_widow(unavoidable, FACE, 100) is unavoidable


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Cursed: -1 glory", "Cursed: −1 glory"), ("3-4 players, x-ray", "3-4 players, x-ray"), ("(-2)", "(−2)")],
)
def test_numbers_below_zero_are_printed_with_a_minus(text, expected):
    face = lay(f"front: {{text: '{text}'}}", size=(200, 20))
    assert [item.text for item in face.frame.items] == [expected]


def test_czech_and_polish_leave_no_letter_alone_at_the_end_of_a_line():
    polish = TextFonts(FACE.plain, FACE.bold, "pl")
    text = "Zbadaj komnatę bossa w lesie i wygraj 12 punktów"
    for width in range(60, 200, 5):
        wrapped = shrink_to_fit(text, polish, 10, 10, Size(width, 500), 1.2, None)
        assert words(wrapped).replace(NBSP, " ") == text
        for line in wrapped.lines[:-1]:
            last = line.pieces[-1].text.split(NBSP)[-1]
            assert last not in ("w", "i", "12"), (width, last)


def test_ties_give_way_if_they_do_not_fit():
    narrow = FACE.plain.width("punktów", 10) + 1
    wrapped = shrink_to_fit("12 punktów", TextFonts(FACE.plain, FACE.bold, "pl"), 10, 10, Size(narrow, 500), 1.2, None)
    assert wrapped.fits
    assert [line.pieces[0].text for line in wrapped.lines] == ["12", "punktów"]


@table("text, language, expected")
def test_ties(text, language, expected):
    assert tie_words(text, language).replace(NBSP, "_") == expected


def test_a_measured_text_has_room_for_its_ties():
    text = "Zbadaj komnatę bossa w lesie i wygraj z nim 12 punktów"
    text_engine = engine(f"front: {{text: '{text}', size: 10pt}}", language="pl")
    for width in range(50, 200, 2):
        height = text_engine.height(text_engine.layout.front, {}, width)
        face = text_engine.face(text_engine.layout.front, {}, Size(width, height))
        lines = [item.text for item in face.frame.items]
        assert " ".join(lines) == text
        assert not {line.split(" ")[-1] for line in lines[:-1]} & {"w", "i", "z", "12"}, (width, lines)


PROSE = TABLES["prose"]


@pytest.mark.parametrize("language", PROSE)
def test_justified_lines_end_at_the_edge_and_no_blank_is_a_river(language):
    layout = f"front: {{text: '{PROSE[language]}', align: justify, valign: start}}"
    blank, lines = FONTS.font("text.regular").width(" ", 9), {}
    for item in lay(layout, size=(150, 400), language=language).frame.items:
        lines.setdefault(item.y, []).append(item)
    *others, last = lines.values()
    gaps = [after.x - item.x - item.width for line in lines.values() for item, after in pairwise(line)]
    assert max(gaps) <= 3 * blank + 0.01
    reach = [round(line[-1].x + line[-1].width, 1) for line in others]
    assert max(reach) == 150
    assert len(reach) > 2
    assert reach.count(150) >= len(reach) - 1  # in Polish, one line would have a river
    assert last[-1].x + last[-1].width < 150
    assert any(line[-1].text.endswith("-") for line in others)


def test_a_line_that_only_rivers_would_fill_stays_as_it_is():
    layout = "front: {text: 'one incomprehensibility', align: justify, hyphenate: false, valign: start}"
    first, second = lay(layout, size=(80, 60)).frame.items
    assert (first.text, first.x, second.x) == ("one", 0, 0)
