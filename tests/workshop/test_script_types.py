"""Test the type check of the scripts: it reports faults with places, skips libraries, and says if it cannot run."""

import re
import sys

import pytest

from tests.workshop import script_types

OUTPUT = "static/host.js(3,9): error TS2339: Property 'x' does not exist.\n  at y\nstatic/vendor/preact.js(1,2): error TS1: z.\n"


def compiler(text, code):
    """Return a compiler that prints this text for any script."""
    return (sys.executable, "-c", f"import sys; print({text!r}); sys.exit({code})")


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        (OUTPUT, 2, ["static/host.js:3:9: error TS2339: Property 'x' does not exist."]),
        ("", 0, []),
        ("npm error network no such host", 1, None),
        ("static/vendor/preact.js(1,2): error TS1: z.", 2, []),
    ],
)
def test_faults_are_reported_with_their_places_but_for_libraries(text, code, expected):
    assert script_types.faults([], compiler(text, code)) == expected


def test_without_node_one_sentence_says_so_and_a_fault_fails(monkeypatch, capsys):
    monkeypatch.setattr(script_types, "faults", lambda scripts: None)
    script_types.main()
    assert capsys.readouterr().out.count("\n") == 1
    monkeypatch.setattr(script_types, "faults", lambda scripts: ["host.js:1:1: error TS1: x"])
    with pytest.raises(SystemExit):
        script_types.main()
    assert capsys.readouterr().out == "host.js:1:1: error TS1: x\n"


def test_a_compiler_that_is_not_there_tells_nothing():
    assert script_types.faults([], ("no-such-program",)) is None


SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in script_types.STATIC.glob("*.js")}


def test_no_script_of_ours_is_longer_than_300_lines_and_no_line_than_120_signs():
    lines = {name: text.splitlines() for name, text in SCRIPTS.items()}
    assert {name: len(each) for name, each in lines.items() if len(each) > 300} == {}
    assert [(name, line) for name, each in lines.items() for line in each if len(line) > 120] == []
    assert len(lines) > 20


def circles(scripts):
    """Return the names of scripts (texts by name) that import themselves through others."""
    imports = {name: set(re.findall(r'from "\./([\w.]+)"', text)) for name, text in scripts.items()}
    above = {name: set(others) for name, others in imports.items()}
    for _ in imports:
        for others in above.values():
            others.update(*(imports.get(other, set()) for other in set(others)))
    return {name for name, others in above.items() if name in others}


def test_no_script_of_ours_imports_itself_by_way_of_others():
    assert circles(SCRIPTS) == set()
    assert circles({"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}) == {"a.js", "b.js"}
