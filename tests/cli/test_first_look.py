"""`scrawl print cards --from` and `scrawl new deck --from`: from a table to cards in one command."""

import io

import openpyxl
import pytest

from generator.authoring.new_files import starter_deck, write_new
from generator.diagnostics import InvalidInput, bare_place, refuse
from generator.reading.game_catalogue import GameCatalogue


def test_the_sheet_of_a_workbook_is_named_and_chosen(scrawl, tmp_path):
    book = openpyxl.Workbook()
    for name, row in (("Heroes", ("Ada", 2)), ("Items", ("Rope", "two"))):
        sheet = book.create_sheet(name)
        sheet.append(["Name", "Qty"])
        sheet.append(row)
    book.remove(book["Sheet"])
    sink = io.BytesIO()
    book.save(sink)
    (tmp_path / "all.xlsx").write_bytes(sink.getvalue())
    result = scrawl("print", "cards", "--from", "all.xlsx", "-o", "out.pdf")
    assert "note D026 sheet 'Heroes' is read of 2" in result.stderr
    assert result.stdout.startswith("all: 2 cards")
    other = scrawl("print", "cards", "--from", "all.xlsx", "--sheet", "Items", "-o", "items.pdf")
    assert other.returncode == 0


def test_nothing_stays_behind_where_what_was_written_cannot_be_read(tmp_path):
    catalogue = GameCatalogue.at(tmp_path)
    new = starter_deck(catalogue, tmp_path, "paper-dungeons", "goals", "csv")

    def unreadable():
        raise refuse("S008", "cannot be read", bare_place("game"))

    with pytest.raises(InvalidInput):
        write_new(new, unreadable)
    assert list(tmp_path.iterdir()) == []
