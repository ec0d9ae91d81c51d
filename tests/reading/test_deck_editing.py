"""Change a deck row by row: the new text is in its cell, and every other character stays as it was."""

import csv
import io
import random
import re

import pytest
import yaml

from generator.diagnostics import InvalidInput
from generator.reading.edits import yaml_deck_editor
from generator.reading.edits.deck_editing import changed_deck, deck_of_text
from generator.reading.edits.yaml_deck_editor import NotChanged
from tests.conftest import ROOT, often
from tests.observed import calls_of
from tests.tables import table, tables

TABLES = tables(__file__)

YAML = TABLES["yaml"]
CSV = '# a remark; with "signs"\r\nkey;name.en;copies;Text\r\nfox;"A ""q""; x";3;\r\n\r\n"hare";Z\r\n#out;1;2\r\nowl;"two\nlines";1;x\r\n'
TEXTS = TABLES["texts"]
COMMENTS = TABLES["comments"]


def cells_of(text, name):
    """Return the cells of a deck by key, read by another reader."""
    if name.endswith(".csv"):
        rows = [
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=";") if any(row) and row[0][:1] != "#"
        ]
        return {
            row[0]: {key: cell.strip() for key, cell in zip(rows[0][1:], row[1:], strict=False) if cell}
            for row in rows[1:]
        }
    return yaml.load(text, yaml.CBaseLoader)["cards"]


def text_at(cells, column):
    for step in [column] if column in (cells or {}) else column.split("."):
        cells = cells.get(step) if isinstance(cells, dict) else None
    return (
        ""
        if cells is None or isinstance(cells, dict)
        else f"[{', '.join(cells)}]"
        if isinstance(cells, list)
        else cells
    )


def changes(rows, columns, chance):
    row, does = chance.randrange(len(rows)), chance.choice(["set"] * 8 + ["add", "copy", "remove", "rename"])
    key = f"new_{chance.randrange(100_000)}"
    if does == "set":
        column = chance.choice([*columns[1:], "name.cs", "fresh"])
        return {"do": "set", "row": row, "column": column, "text": chance.choice(TEXTS)}
    return (
        {"do": "set", "row": row, "column": "key", "text": key}
        if does == "rename"
        else {"do": does, "row": row, "key": key}
    )


@pytest.mark.parametrize(("name", "text"), [("x.yaml", YAML), ("x.csv", CSV)])
def test_random_changes_say_what_they_should_and_keep_all_else(name, text):
    """All lines of other cards stay byte for byte, and all comments except those of a removed card."""
    chance, edit_count, reasons = random.Random(7), 0, set()
    now = text
    while edit_count < often(120, 500):
        deck = deck_of_text(now, name)
        rows = deck.rows()
        edit = changes(rows, deck.columns(), chance)
        try:
            after = changed_deck(now, name, [edit]).text()
        except NotChanged as fault:
            reasons.add(fault.reason)
            continue
        edit_count += 1
        card = rows[edit["row"]]
        before, behind = re.split("(?<=\n)", now), re.split("(?<=\n)", after)
        top, rest = before[: card.first - 1], before[card.last :]
        if edit["do"] == "add":  # after the card before
            top, rest = top[: rows[edit["row"] - 1].last if edit["row"] else 0], before[card.first - 1 :]
        if name == "x.csv" and edit["do"] == "set" and edit["column"] not in deck.columns():
            top = top[:1]  # its heading
        assert behind[: len(top)] == top
        assert behind[len(behind) - len(rest) :] == rest
        if edit["do"] == "set":
            key = edit["text"] if edit["column"] == "key" else card.key
            assert edit["column"] == "key" or squeezed(text_at(cells_of(after, name)[key], edit["column"])) == squeezed(
                edit["text"]
            )
        if edit["do"] != "remove":
            assert [each for each in COMMENTS if each in now and each not in after] == []
        others = {key: cells for key, cells in cells_of(now, name).items() if key != card.key}
        cards = cells_of(after, name)
        assert {key: cards.get(key) for key in others} == others
        now = after if 1 < len(cards) < 12 else text
    assert reasons <= {"unclear", "comment", "list", "last", "remark", "column"}


def squeezed(text):
    return re.sub(r"\s+", " ", str(text)).strip()


@table("edit, old, new")
def test_a_change_is_as_small_as_it_can_be(edit, old, new):
    assert changed_deck(YAML, "x.yaml", [edit]).text() == YAML.replace(old, new, 1)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_cell_with_the_delimiter_of_its_file_is_quoted(delimiter):
    text = delimiter.join(("key", "name", "copies")) + "\n" + delimiter.join(("fox", "Fox", "3")) + "\n"
    for value in ("a, b", "a; b", "a\tb"):
        edit = {"do": "set", "row": 0, "column": "name", "text": value}
        cell = f'"{value}"' if delimiter in value else value
        assert changed_deck(text, "x.csv", [edit]).text() == text.replace("Fox", cell)


@table("edit, reason")
def test_what_cannot_be_is_refused_and_nothing_is_changed(edit, reason):
    fine = {"do": "set", "row": 0, "column": "copies", "text": "1"}
    with pytest.raises(NotChanged) as error:
        changed_deck(YAML, "x.yaml", [fine, edit])
    assert (error.value.reason, error.value.edit) == (reason, 1)


@table("text, edit")
def test_cards_in_other_shapes_are_for_the_text(text, edit):
    with pytest.raises(NotChanged):
        changed_deck(text, "x.yaml", [edit])


def test_a_text_with_a_fault_is_an_error():
    for text, name in [("cards:\n  a: {x: [}\n", "x.yaml"), ('key,a\nx,"1"2\n', "x.csv")]:
        with pytest.raises(InvalidInput):
            deck_of_text(text, name)


@table("name, text, edits, after")
def test_decks_are_changed_as_they_are_written(name, text, edits, after):
    assert changed_deck(text, name, edits).text() == after


def test_a_pasted_table_is_changed_at_once():
    """72 rows of ten cells are one change. The editor reads the text once."""
    rows = [{"do": "add", "row": at, "key": f"card_{at}"} for at in range(72)]
    cells = [
        {"do": "set", "row": at, "column": f"c{column}", "text": f"{at} {column}"}
        for at in range(72)
        for column in range(10)
    ]
    deck = changed_deck("cards:\n", "x.yaml", [*rows, *cells])
    assert deck.rows()[71].cells["c9"] == "71 9"


def test_every_deck_of_ours_is_read_as_rows():
    decks = 0
    for path in sorted(ROOT.glob("cards/*/*.yaml")):
        text = path.read_text(encoding="utf-8")
        if "\ncards:\n" not in text:
            continue
        decks += 1
        deck = deck_of_text(text, path.name)
        assert deck.text() == text
        assert [row.key for row in deck.rows()] == list(yaml.load(text, yaml.CBaseLoader)["cards"])
    assert decks > 20


def test_of_a_further_change_the_text_is_read_once_and_the_card_that_changed():
    text = "cards:\n" + "".join(f"  card_{at}: {{name: Further {at}}}\n" for at in range(300))
    for row, name in ((7, "Wolf"), (9, "Elk")):
        with calls_of(yaml_deck_editor.spans, yaml_deck_editor.parse_yaml) as calls:
            deck = changed_deck(text, "deck.yaml", [{"do": "set", "row": row, "column": "name", "text": name}])
            text = deck.text()
            assert (deck.columns(), deck.rows()[row].cells["name"]) == (["key", "name"], name)
    assert 0 < sum(len(call["text"]) for call in calls) < 2.1 * len(text)  # by both readers
