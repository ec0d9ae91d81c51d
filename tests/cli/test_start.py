"""Imports of a command: the terminal starts without the workshop's pages and their libraries."""

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import ROOT, often

OF_THE_WORKSHOP = (  # the oldest ReportLab itself loads http.client
    *("generator.workshop", "starlette", "uvicorn", "watchfiles", "segno", "anyio", "asyncio", "http.cookies", "h11"),
    "webbrowser",
)
LOADED = "import sys, contextlib\nfrom generator.main import main\nwith contextlib.suppress(SystemExit):\n    main()\nprint('loaded', *sys.modules)"


OF_SCORING = tuple(
    f"generator.{name}" for name in ("scoring.rules", "scoring.lines", "scoring.dialogue", "game.manifest")
)


@pytest.mark.parametrize(
    ("words", "spared"),
    [
        ("--help", (*OF_THE_WORKSHOP, *OF_SCORING)),
        ("print sheets --game yacht -o sheets.pdf", OF_THE_WORKSHOP),
        ("history list --db games.db", (*OF_THE_WORKSHOP, *OF_SCORING)),
        ("backup all.zip", (*OF_THE_WORKSHOP, *OF_SCORING)),
    ],
)
def test_a_command_loads_nothing_of_the_workshop_and_only_the_scoring_that_it_needs(tmp_path, words, spared):
    result = subprocess.run(
        [sys.executable, "-c", LOADED, *words.split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        check=True,
    )
    modules = result.stdout.rpartition("loaded ")[2].split()
    assert "generator.cli.console" in modules
    assert [name for name in modules if name.startswith(spared)] == []


STARTED = """
import sys

class Finder:
    def find_spec(name, *_):
        if name == "click":  # the first that the program imports of others
            print("here", flush=True)

sys.meta_path.insert(0, Finder)
from generator.main import main
main()
"""
SWALLOWS = """
import os, signal
try:
    os.kill(os.getpid(), getattr(signal, "SIG{}"))
    import json.tool
except BaseException:
    pass
"""
BARE = """
import os, signal, time
from generator.main import heeded_signals
with heeded_signals():
    try:
        os.kill(os.getpid(), signal.SIG{})
        time.sleep(1)
    except:
        pass
    time.sleep(9)
"""
GARBAGE = """
import os, signal, time
from generator.main import heeded_signals
class Garbage:
    def __del__(self):
        os.kill(os.getpid(), signal.SIG{})
        time.sleep(1)
with heeded_signals():
    Garbage()
    time.sleep(9)
"""
FORKS = """
import os, signal, time
from generator.main import heeded_signals
from generator.rulesets.simulate.workers import Processes
pid = os.getpid()
os.register_at_fork(after_in_parent=lambda: os.kill(pid, signal.SIG{}))
with heeded_signals():
    Processes(1).give(len, ())
    time.sleep(9)
"""
HANGS = """
import os, signal, time
from generator.main import heeded_signals
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may have it ignored, as nohup does
with heeded_signals():
    try:
        os.kill(os.getpid(), signal.SIG{})
        time.sleep(9)
    finally:
        os.kill(os.getpid(), signal.SIG{})
        time.sleep(9)
"""
IMPORTS = "import time\nfrom generator.main import heeded_signals\nwith heeded_signals():\n    import swallows\n    time.sleep(9)"

ENDS = [("INT", -signal.SIGINT), ("TERM", 128 + signal.SIGTERM)]


def ended(program):
    """Run a program of Python; return its exit code and what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", program]
    return subprocess.run(words, env=environment, check=False, timeout=60, capture_output=True, text=True)


def stop_at(moment, number, folder):
    """Stop a kit some seconds after its first lines ran; return the exit code and the text on stderr."""
    kit = subprocess.Popen(
        [sys.executable, "-c", STARTED, "print", "kit", "-o", folder],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert kit.stdout.readline() == b"here\n"
    time.sleep(moment)
    kit.send_signal(number)
    return kit.wait(60), kit.communicate()[1].decode()


def test_a_command_ends_at_any_moment_without_a_traceback(tmp_path):
    chance = random.Random(7)
    moments = [0.0, 0.02, *(chance.uniform(0.05, 0.7) for _ in range(often(10, 300)))]
    numbers = [signal.SIGINT, signal.SIGTERM] * len(moments)
    folders = [tmp_path / str(number) for number in range(len(moments))]
    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(stop_at, moments, numbers, folders))
    for moment, number, (code, messages) in zip(moments, numbers, ends, strict=False):
        assert code in (128 + number, -number), (moment, number, messages)
        assert messages.strip() in ("", "stopped"), (moment, number)
    assert [path for path in tmp_path.rglob("*") if path.suffix not in ("", ".pdf", ".png")] == []


@pytest.mark.parametrize(("name", "code"), ENDS)
def test_no_library_swallows_a_signal_while_it_is_imported(tmp_path, name, code):
    (tmp_path / "swallows.py").write_text(SWALLOWS.format(name), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    result = subprocess.run(
        [sys.executable, "-c", IMPORTS], env=environment, check=False, timeout=60, capture_output=True
    )
    assert result.returncode == code


@pytest.mark.parametrize(("name", "code"), ENDS)
@pytest.mark.parametrize("program", [BARE, GARBAGE, FORKS], ids=["bare", "garbage", "forks"])
def test_a_signal_that_would_be_swallowed_still_ends_the_program(name, code, program):
    result = ended(program.format(name))
    assert result.returncode == code
    assert "ignored" not in result.stderr


@pytest.mark.parametrize(("first", "second"), [("INT", "INT"), ("INT", "TERM"), ("TERM", "INT"), ("TERM", "HUP")])
def test_a_second_signal_of_any_kind_ends_a_program_that_hangs_as_it_cleans_up(first, second):
    assert ended(HANGS.format(first, second)).returncode == -signal.Signals[f"SIG{second}"]


INTERRUPTED = """
import os, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == {!r}:
            os.kill(os.getpid(), 2)
sys.meta_path.insert(0, Finder())
import generator.main
"""


@pytest.mark.parametrize("module", ["contextlib", "click", "generator.diagnostics"])
def test_ctrl_c_during_an_import_of_the_command_ends_it_without_a_traceback(module):
    words = [sys.executable, "-S", "-c", INTERRUPTED.format(module)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), *sys.path]))}
    result = subprocess.run(words, env=environment, check=False, timeout=60, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (-signal.SIGINT, "")


def test_an_ignored_signal_stays_ignored():
    program = (
        "import os, signal\nfrom generator.main import heeded_signals\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "with heeded_signals():\n    os.kill(os.getpid(), signal.SIGHUP)\n    print('went on')"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True)
    assert result.stdout == b"went on\n"


def test_a_deleted_current_folder_is_an_error(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    words = f"cd {folder} && rmdir {folder} && {sys.executable} -m generator list games"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(["sh", "-c", words], env=environment, check=False, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "Error: the folder that you are in was deleted: go into another one\n"
