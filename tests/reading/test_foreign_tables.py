"""Tables of other people: whether their first row has headings, and how the user overrules the guess."""

import pytest

from generator.diagnostics import InvalidInput
from generator.reading.foreign_tables import TableOptions, read_foreign
from tests.tables import tables

TABLES = tables(__file__)


def rows_of(text, headings=""):
    table = read_foreign(text.encode(), "x", TableOptions(headings=headings))
    return len(table.rows), [note for note in table.notes if "--headings" in (note.hint or "")]


@pytest.mark.parametrize("text", TABLES["without_headings"])
def test_no_card_of_a_table_without_headings_is_lost(text):
    cards, notes = rows_of(text)
    assert (cards, [note.hint for note in notes]) == (text.count("\n"), ["--headings yes reads it as headings"])
    assert rows_of(text, "yes") == (cards - 1, [])


@pytest.mark.parametrize("text", TABLES["with_headings"])
def test_usual_headings_are_no_card(text):
    cards, notes = rows_of(text)
    assert (cards, notes) == (text.count("\n") - 1, [])
    assert rows_of(text, "no") == (cards + 1, [])


@pytest.mark.parametrize("text", TABLES["with_unusual_headings"])
def test_unusual_headings_are_no_card_and_the_guess_is_printed(text):
    cards, notes = rows_of(text)
    assert cards < text.count("\n")
    assert {note.hint.partition(" prints")[0] for note in notes} == {"--headings no"}
    assert rows_of(text, "no") == (text.count("\n"), [])


def test_a_list_in_json_is_chosen_by_its_name():
    lists = b'{"Spells": [{"name": "Fog"}], "Traps": [{"name": "Pit"}, {"name": "Net"}]}'
    (note,) = read_foreign(lists, "x").notes
    assert note.hint == "--sheet NAME reads another list"
    traps = read_foreign(lists, "x", TableOptions("Traps"))
    assert ([row.cells[0] for row in traps.rows], traps.notes) == (["Pit", "Net"], ())
    with pytest.raises(InvalidInput, match="D025") as caught:
        read_foreign(lists, "x", TableOptions("Trap"))
    assert caught.value.diagnostics[0].hint == "did you mean 'Traps'?"
    with pytest.raises(InvalidInput, match="D025"):
        read_foreign(lists, "x", TableOptions(headings="no"))
