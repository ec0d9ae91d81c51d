"""What is printed by values, in a process of its own: the bytes of the command line, its faults as values."""

import time

import pytest

from generator.child_processes import OVER, AbandonedCall, call_apart
from generator.commands.command_subprocess import print_apart, print_here
from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError, SourceLocation
from tests.conftest import ROOT, often

TINY = ROOT / "tests" / "data" / "games" / "tiny"
PRINTS = [
    ("cards", "--deck=goals", "--card=1-2", "--two-files"),
    ("page", "help", "--paper=letter"),
    ("sheets", "--game=yacht", "--edition=ink-saver", "--player=Zofia Żak"),
]


@pytest.mark.parametrize("words", PRINTS, ids=lambda words: words[0])
@pytest.mark.parametrize("language", often(["pl"], ["en", "pl"]))
def test_the_files_are_those_of_the_command_line(scrawl, tmp_path, words, language):
    name, *options = words
    outcome = print_here(name, [*options, f"--lang={language}"])
    assert scrawl("print", name, *options, "--lang", language, "-o", f"{name}.pdf").returncode == 0
    written = {path.name: path.read_bytes() for path in tmp_path.glob("*.pdf")}
    assert sorted(written.values()) == sorted(file.content for file in outcome.files)
    assert (outcome.faults, outcome.refusal) == ((), "")


def test_a_process_of_its_own_gives_the_same_as_this_one():
    words = ["--game=tiny", f"--home={TINY}", "--lang=de", "--margin=2mm", "--no-marks", "--no-ruler", "--size=68x97mm"]
    outcome = print_apart("cards", words)
    assert outcome == print_here("cards", words)
    assert [warning.code for warning in outcome.warnings] == ["L057", "P010"]
    assert "cards of " in outcome.summary


def test_faults_come_back_with_their_places_and_a_refusal_in_words(tmp_path):
    (tmp_path / "cards/bad").mkdir(parents=True)
    (tmp_path / "cards/bad/game.yaml").write_text("game: bad\ndecks: [\n")
    outcome = print_apart("kit", [f"--home={tmp_path}", "--game=bad"])
    assert [(fault.code[0], fault.place.path.rpartition("/")[2]) for fault in outcome.faults] == [("Y", "game.yaml")]
    assert "1<=x<=1000" in print_here("sheets", ["--copies=0"]).refusal
    assert print_here("sheets", ["--output=x"]).refusal.startswith("No such option")


def test_faults_reach_another_process_as_they_are():
    fault = InvalidInput([Diagnostic("C001", "there is no file", SourceLocation("a.yaml", 3, 4), "a hint")])
    assert call_apart(InvalidInput, fault.diagnostics, seconds=60).diagnostics == fault.diagnostics


def test_what_takes_too_long_or_dies_is_told_and_leaves_nothing_running():
    began = time.monotonic()
    with pytest.raises(ScrawlError, match=r"longer than 0\.1 seconds"):
        call_apart(time.sleep, 600, seconds=0.1)  # it hangs
    with pytest.raises(ScrawlError, match="longer than 2 seconds"):
        call_apart(exec, often(f"import os; os.kill(os.getpid(), {OVER})", "while True: pass"), seconds=2)
    with pytest.raises(ScrawlError, match="without an answer"):
        call_apart(exec, "import os; os._exit(3)", seconds=60)
    with pytest.raises(AbandonedCall):
        call_apart(time.sleep, 600, seconds=60, given_up=lambda: True)
    assert time.monotonic() - began < 60


def test_what_waits_for_the_processor_has_longer_than_its_seconds():
    limits = "(__import__('time').sleep(1.3), *map(__import__('resource').getrlimit, (0, 4)))"
    _, (cpu, _), (core, _) = call_apart(eval, limits, seconds=1)
    assert (cpu, core) == (1, 0)
