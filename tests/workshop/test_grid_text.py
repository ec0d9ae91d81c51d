"""What of the grid needs no page: tables that are pasted, keys that are free, the order of a view, what keys do."""

import json

import pytest

from generator.workshop.static_files import STATIC
from tests.workshop.scripts import Scripts

TEXT = (STATIC / "grid_text.js").read_text(encoding="utf-8").replace("export ", "")
ROWS = [
    {"key": "fox", "cells": {"key": "fox", "copies": "10", "name": "Żółw"}},
    {"key": "hare", "cells": {"key": "hare", "copies": "9"}},
    {"key": "owl", "cells": {"key": "owl", "name": "Fox hunter"}},
]


@pytest.fixture(scope="module")
def scripts():
    scripts = Scripts(
        f"{TEXT}; Object.assign(globalThis, {{ tableOf, freeKey, orderOf, nextSort, pasteEdits, refusalOf, actionOf }}); 0"
    )
    yield scripts
    scripts.close()


def run(scripts, name, *values):
    return scripts.run(f"{name}({', '.join(json.dumps(value) for value in values)})")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a\tb\nc\t\n", [["a", "b"], ["c", ""]]),
        ('"two\nlines"\t"a ""q"""\r\nx\ty\r\n', [["two\nlines", 'a "q"'], ["x", "y"]]),
        ('5" nail\t"open', [['5" nail', '"open']]),
        ("", [[""]]),
    ],
)
def test_what_a_spreadsheet_copied_is_read(scripts, text, rows):
    assert run(scripts, "tableOf", text) == rows


def test_a_view_is_filtered_and_sorted_by_numbers_with_what_is_empty_last(scripts):
    assert run(scripts, "orderOf", ROWS, {}) == [0, 1, 2]
    assert run(scripts, "orderOf", ROWS, {"column": "copies"}) == [1, 0, 2]
    assert run(scripts, "orderOf", ROWS, {"column": "copies", "falls": True}) == [0, 1, 2]
    assert run(scripts, "orderOf", ROWS, {"needle": "FOX hunt"}) == [2]
    assert run(scripts, "orderOf", ROWS, {"needle": "żółw"}) == [0]
    view = {}
    for column, falls in (("copies", False), ("copies", True), ("", False)):
        view = run(scripts, "nextSort", view, "copies")
        assert view == {"column": column, "falls": falls}


def test_keys_are_free(scripts):
    assert [run(scripts, "freeKey", "new", known) for known in ([], ["new"], ["new", "new_2"])] == [
        "new",
        "new_2",
        "new_3",
    ]
    assert run(scripts, "freeKey", "fox_2", ["fox_2", "fox_3"]) == "fox_4"


def pasted(scripts, pasted, at, order=(0, 1, 2)):
    columns = ["key", "copies", "name"]
    edits = run(scripts, "pasteEdits", {"columns": columns, "rows": ROWS, "order": order, "at": at, "pasted": pasted})
    return [tuple(edit[name] for name in ("do", "row", "column", "text", "key") if name in edit) for edit in edits]


def test_cells_are_pasted_from_the_one_in_hand_on_as_the_view_shows_them(scripts):
    assert pasted(scripts, [["1", "A", "lost"], ["2", "B"]], {"row": 2, "column": "copies"}, [2, 0, 1]) == [
        *(("set", 2, "copies", "1"), ("set", 2, "name", "A")),
        *(("set", 0, "copies", "2"), ("set", 0, "name", "B")),
    ]
    assert pasted(scripts, [["1"], ["2"]], {"row": 2, "column": "copies"}) == [
        *(("set", 2, "copies", "1"), ("add", 3, "new"), ("set", 3, "copies", "2")),
    ]


def test_a_table_with_headings_is_pasted_by_them_and_by_its_keys(scripts):
    table = [["name", "key"], ["Owl", "owl"], ["", "elk"]]
    assert pasted(scripts, table, {"row": 0, "column": "key"}) == [
        *(("set", 2, "name", "Owl"), ("set", 2, "key", "owl")),
        *(("add", 3, "elk"), ("set", 3, "key", "elk"), ("set", 3, "name", "")),
    ]


@pytest.mark.parametrize(
    ("key", "typing", "does"),
    [
        ({"key": "ArrowDown"}, False, {"steps": [1, 0], "prevents": True}),
        ({"key": "ArrowDown"}, True, None),
        ({"key": "F2"}, False, {"edits": None, "prevents": True}),
        ({"key": "Ł"}, False, {"edits": ""}),
        ({"key": "v", "ctrlKey": True}, False, None),
        ({"key": "Tab"}, False, None),
        ({"key": "Tab", "shiftKey": True}, True, {"steps": [0, -1], "leaves": "taken", "prevents": True}),
        ({"key": "Enter", "shiftKey": True}, True, None),
        ({"key": "Escape"}, True, {"steps": [0, 0], "leaves": "back", "prevents": True}),
        ({"key": "Delete"}, False, {"edits": "", "ends": True, "prevents": True}),
    ],
)
def test_keys_do_what_they_do_in_spreadsheets(scripts, key, typing, does):
    assert run(scripts, "actionOf", key, typing) == does
