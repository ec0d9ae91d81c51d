"""The parts of the grid that need no page: pasted tables, free keys, the order of a view, the actions of keys."""

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


def only(result, expected):
    """Return only the main keys of each edit if edits are expected: some have more keys than a case needs."""
    if not isinstance(expected, list) or not all(isinstance(each, dict) for each in expected):
        return result
    main_keys = ("do", "row", "column", "text", "key")
    return [{key: each[key] for key in main_keys if key in each} for each in result]


@pytest.mark.parametrize("case", CALLS, ids=lambda case: f"{case['call']} {case['with'][-1]}"[:80])
def test_a_function_of_the_grid_gives_what_is_reported(scripts, case):
    result = scripts.run(f"{case['call']}({', '.join(json.dumps(value) for value in case['with'])})")
    assert only(result, case["gives"]) == case["gives"]
