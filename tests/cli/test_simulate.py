"""Long runs stop at a signal, continue from a checkpoint with the same bytes, and play only playable games."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from generator.cli import simulate
from tests.conftest import ROOT, often, started
from tests.observed import failing_sync

DUNGEON = (ROOT / "cards" / "paper-dungeons" / "dungeons" / "a.yaml").read_text(encoding="utf-8")


def begin_run(tmp_path, *words):
    """Start a run that would take days; return its process after it has written its first checkpoint."""
    checkpoint = tmp_path / "kept"
    checkpoint.unlink(missing_ok=True)
    command = ("-m", "generator", "simulate", "--games", "10000000", "--checkpoint", checkpoint)
    process = started([*command, *words], tmp_path, start_new_session=True)
    until(checkpoint.exists)
    return process


def until(condition):
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.03)
    raise AssertionError("nothing happened for half a minute")


def workers_of(process):
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    ids = (
        children.read_text()
        if children.exists()
        else subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False).stdout
    )
    return [int(each) for each in ids.split()]


@pytest.mark.parametrize(
    ("bot", "many"),
    often((("searching", 2),), tuple((bot, many) for bot in ("searching", "tuned") for many in (1, 2, 5))),
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_ends_with_the_first_signal(bot, many, number, tmp_path):
    for turn in range(often(1, 5)):
        process = begin_run(tmp_path, "--bot", bot, "--workers", str(many))
        time.sleep(random.Random(turn).uniform(0.1, often(0.3, 3)))
        start = time.monotonic()
        os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
        output = process.communicate(timeout=30)
        assert time.monotonic() - start < 20  # other tests use the processors too
        assert process.returncode == (130 if number == signal.SIGINT else 128 + number)
        assert "Traceback" not in "".join(output)
        assert output[1].rstrip().endswith("stopped") == (number == signal.SIGINT)


def test_a_killed_worker_is_one_sentence(tmp_path):
    for turn in range(often(1, 6)):
        process = begin_run(tmp_path, "--bot", "random", "--workers", "2")
        until(lambda process=process: len(workers_of(process)) == 2)
        time.sleep(0.1 * turn)
        os.kill(workers_of(process)[turn % 2], signal.SIGKILL)
        messages = process.communicate(timeout=30)[1].splitlines()
        assert process.returncode == 1
        assert messages[-1].startswith("Error: a worker was killed by signal 9, ")
        assert len(messages) <= 2, messages  # the other line says how many games are saved


KEEPS_EACH_CHUNK = """
from generator.cli import simulate
from generator.main import main
from generator.rulesets.simulate import runs
simulate.EVERY, runs.MOMENT = 0, 0.02
main()
"""


def kill_in_the_middle(tmp_path, writings, *words):
    """Run a command that saves after each chunk, and kill it after it has written the file `kept` so many times.

    Returns whether it was still playing.
    """
    checkpoint = tmp_path / "kept"
    no_output = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = started(["-c", KEEPS_EACH_CHUNK, *words], tmp_path, **no_output)
    last_inode = checkpoint.stat().st_ino if checkpoint.exists() else None
    while writings and process.poll() is None:
        inode = checkpoint.stat().st_ino if checkpoint.exists() else None
        writings -= inode != last_inode
        last_inode = inode
        time.sleep(0.001)
    process.kill()
    return process.wait() == -signal.SIGKILL


OPTIONS = (
    ("a", "--json", "--players", "2", "--bot", "greedy", "--bot", "random"),
    ("--json", "--record", "first.yaml"),
    ("--compare", "a", "b", "--json"),
    ("--without", "action.brew"),
    ("a", "--report", "r.html", "--json"),
)


@pytest.mark.parametrize("words", OPTIONS, ids=lambda words: " ".join(words))
def test_a_killed_run_goes_on_with_the_same_bytes(words, scrawl, tmp_path):
    many = "4" if "--report" in words else str(often(40, 300))
    words = ("simulate", *words, "--games", many, "--workers")

    def output(*more):
        result = scrawl(*words, *more)
        assert result.returncode == 0, result.stderr
        return result.stdout, {path.name: path.read_bytes() for path in tmp_path.glob("*.*")}

    whole = output("1")
    for path in tmp_path.glob("*.*"):
        path.unlink()
    kills = [
        kill_in_the_middle(tmp_path, writings, *words, "1", "--checkpoint", "kept")
        for writings in often((2,), (2, 3, 4, *[3] * 12))
    ]
    assert any(kills)
    for part in tmp_path.glob(".scrawl-*.part"):  # a process that is killed while it writes cannot delete its part
        part.unlink()
    assert output("2", "--checkpoint", "kept") == whole


def test_a_checkpoint_is_of_the_same_games_alone(scrawl, tmp_path):
    def run(*words):
        return scrawl("simulate", "--workers", "1", "--bot", "random", "--json", "--checkpoint", "kept", *words)

    (tmp_path / "mine.yaml").write_text(DUNGEON, encoding="utf-8")
    first = run("mine.yaml", "--games", "6")
    longer = run("mine.yaml", "--games", "9")
    plain = scrawl("simulate", "mine.yaml", "--workers", "1", "--bot", "random", "--json", "--games", "9")
    assert longer.stdout == plain.stdout != first.stdout
    shorter = run("mine.yaml", "--games", "8")
    assert (shorter.returncode, shorter.stderr.splitlines()[0]) == (
        1,
        "kept: error R016 kept holds 9 of these games already, 8 are asked for",
    )
    (tmp_path / "mine.yaml").write_text(DUNGEON + "\n", encoding="utf-8")
    assert run("mine.yaml", "--games", "6").stdout == first.stdout, "played anew: its file is another"
    assert '"seed": 2' in run("mine.yaml", "--games", "2", "--seed", "2").stdout
    assert (tmp_path / "kept").read_text().count('"done"') == 3


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: content[:-9], "was cut short or changed"),
        (lambda content: content.replace(b'"0":', b'"1":', 1), "was cut short or changed"),
        (lambda content: content[1:], "is not a checkpoint"),
        (lambda content: b"game: paper-dungeons\n", "is not a checkpoint"),
        (lambda content: b"\xff\xfe\x00", "is not a checkpoint"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_left_as_it_is(damage, message, scrawl, tmp_path):
    words = ("simulate", "a", "--workers", "1", "--bot", "random", "--games", "2", "--checkpoint", "kept")
    assert scrawl(*words).returncode == 0
    other = damage((tmp_path / "kept").read_bytes())
    (tmp_path / "kept").write_bytes(other)
    result = scrawl(*words)
    assert (result.returncode, message in result.stderr) == (1, True), result.stderr
    assert (tmp_path / "kept").read_bytes() == other


def test_a_disk_that_is_full_later_is_reported_and_the_figures_are_shown(scrawl, monkeypatch):
    monkeypatch.setattr(os, "fsync", failing_sync(2, later=True))
    monkeypatch.setattr(simulate, "EVERY", 0)
    words = ("simulate", "a", "--games", "3", "--workers", "1", "--bot", "random", "--json")
    result = scrawl(*words, "--checkpoint", "kept")
    assert (result.returncode, result.stderr) == (0, "warning: cannot write kept: No space left on device\n")
    assert result.stdout == scrawl(*words).stdout
