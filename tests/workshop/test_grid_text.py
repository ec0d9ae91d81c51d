"""What of the grid needs no page: tables that are pasted, keys that are free, the order of a view, what keys do."""

import json
from pathlib import Path

import pytest

from generator.workshop.http import STATIC
from tests.tables import read_yaml
from tests.workshop.scripts import Scripts

TEXT = (STATIC / "grid_text.js").read_text(encoding="utf-8").replace("export ", "")
CALLS = read_yaml(Path(__file__).with_name("grid_text.yaml"))["calls"]
NAMES = "tableOf, freeKey, orderOf, nextSort, pasteEdits, refusalOf, actionOf"


@pytest.fixture(scope="module")
def scripts():
    scripts = Scripts(f"{TEXT}; Object.assign(globalThis, {{ {NAMES} }}); 0")
    yield scripts
    scripts.close()


def only(told, wanted):
    """Return of each edit that is told what is wanted of it: some have more keys than a table needs to say."""
    if not isinstance(wanted, list) or not all(isinstance(each, dict) for each in wanted):
        return told
    known = ("do", "row", "column", "text", "key")
    return [{key: each[key] for key in known if key in each} for each in told]


@pytest.mark.parametrize("case", CALLS, ids=lambda case: f"{case['call']} {case['with'][-1]}"[:80])
def test_a_function_of_the_grid_gives_what_is_told(scripts, case):
    told = scripts.run(f"{case['call']}({', '.join(json.dumps(value) for value in case['with'])})")
    assert only(told, case["gives"]) == case["gives"]
