"""Test the output: no text of a stranger acts on a terminal, a CI log or a spreadsheet program."""

import io
import json
import os
import sys

import pexpect
import pytest

from generator.cli.console import as_json, in_line, visible
from generator.cli.fault_output import github_line, show_diagnostics
from generator.diagnostics import Diagnostic, SourceLocation, bare_place, format_count
from generator.main import help_width
from generator.storage.listings import as_cell
from tests.conftest import ROOT, SETTINGS

HOSTILE = "\x1b]0;owned\x07\x9b31m\u202eabc\u2028\r\x00\x7f"


def test_signs_that_act_on_a_terminal_are_written_out():
    text = visible(HOSTILE + "\n\tŁódź – ½")
    assert text == r"\x1b]0;owned\x07\x9b31m\u202eabc\u2028\r\x00\x7f" + "\n\tŁódź – ½"
    assert in_line("one\ntwo") == r"one\ntwo"


def test_a_fault_is_shown_in_one_line_whatever_it_quotes(capsys):
    place = SourceLocation("a\nb.yaml", 3, 1)
    show_diagnostics([Diagnostic("S001", f"unknown key {HOSTILE}\nfake: error", place, f"known: {HOSTILE}")])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(r"a\nb.yaml:3:1: error S001 unknown key \x1b]0;owned")
    assert "\x1b" not in "".join(lines)


def test_many_faults_are_cut_short(capsys):
    show_diagnostics([Diagnostic("S001", str(number), SourceLocation("a")) for number in range(450)])
    assert capsys.readouterr().err.splitlines()[-1] == "and 250 faults more"


def test_an_annotation_cannot_begin_another():
    line = github_line(
        Diagnostic(
            "S001", "50 %\n::error::fake", SourceLocation("a\n::error file=x,::b.yaml", 2, 3), "see\r\n::warning::"
        )
    )
    assert "\n" not in line
    assert "\r" not in line
    assert line.startswith("::error file=a%0A%3A%3Aerror file=x%2C%3A%3Ab.yaml,line=2,col=3,title=S001::50 %25%0A")
    assert github_line(Diagnostic("P001", "x", bare_place("--paper"))) == "::error title=P001::x"


def test_json_stays_json_and_still_acts_on_nothing():
    text = as_json({"name": HOSTILE + "Łódź"})
    assert json.loads(text) == {"name": HOSTILE + "Łódź"}
    assert "Łódź" in text
    assert not any(sign in text for sign in HOSTILE if not sign.isprintable())


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("Ada", "Ada"),
        (-6, -6),
        (None, None),
    ],
)
def test_a_text_that_a_spreadsheet_would_run_is_a_text(value, cell):
    assert as_cell(value) == cell


def test_numbers_and_nouns_agree():
    assert [format_count(number, "page") for number in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]


def test_an_old_terminal_gets_the_nearest_signs(scrawl_process):
    result = scrawl_process("dungeon", "show", "a", env={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert "+-" in result.stdout
    assert io.StringIO(result.stdout).read().isascii()


@pytest.mark.parametrize(("columns", "width"), [("40", 50), ("60", 58), ("200", 78), ("", 78), ("wide", 78)])
def test_help_is_as_wide_as_the_terminal_within_bounds(monkeypatch, columns, width):
    def no_terminal(*_):
        raise OSError

    monkeypatch.setattr("os.get_terminal_size", no_terminal)
    monkeypatch.setenv("COLUMNS", columns)
    assert help_width() == width


SLOW = "import time; from generator.cli import console; console.PATIENCE = 0.1; [time.sleep(0.2) for _ in console.show_progress(range(4), 'cards', 4)]"


def test_a_person_sees_how_many_are_done():
    child = pexpect.spawn(
        sys.executable, ["-c", SLOW], cwd=str(ROOT), env={**os.environ, **SETTINGS, "TERM": "xterm"}, timeout=20
    )
    child.expect("cards.*[1-4]/4")
    child.expect(pexpect.EOF)
