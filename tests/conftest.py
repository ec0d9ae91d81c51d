"""Helpers that many tests share."""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import traceback
from math import inf
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from unittest.mock import patch

import hypothesis
import pytest

from generator.frame import FieldItem, walk
from generator.main import main
from generator.reading.source_cache import SourceCache
from tests.observed import opened_files

ROOT = Path(__file__).resolve().parents[1]
# keep compiled files for the next run and for every process that a test starts, whatever the settings of Python are
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# workers share the processors: threads of numpy would wait for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# the time to generate texts depends on the machine
hypothesis.settings.register_profile("ours", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("ours")
# a shell ignores Ctrl-C in the background, and so would all processes that tests start and interrupt
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
DEEP = os.environ.get("SCRAWL_TESTS") == "deep"
SOURCES = SourceCache()  # of all commands that run in this process: unchanged files are not read again
SETTINGS = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}

pytest_plugins = ["tests.schedule"]
if os.access("/dev/shm", os.W_OK):  # tests write their files to memory
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")

LEFT_OUT = pytest.StashKey()  # the tests that were left out, and why


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Send the left-out tests of a worker to the process that reports."""
    if LEFT_OUT in session.config.stash and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Receive the left-out tests from a worker; every worker collects the same tests."""
    if "left_out" in getattr(node, "workeroutput", {}):
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """Print in the last line which tests were left out, and how to run them."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter and LEFT_OUT in config.stash:
        reporter.write_line(f"Not tested: {config.stash[LEFT_OUT]}.")


@pytest.fixture
def parsed():
    """Return the names of the YAML files that are opened, and so parsed, during the test."""
    with opened_files(".yaml") as names:
        yield names


@pytest.fixture
def scrawl(tmp_path):
    """Run the command line in this process, as users do; returns returncode, stdout and stderr."""

    def run(*words, stdin="", cwd=None, env=None, echoed=False):
        environment = {**os.environ, **settings(tmp_path), **(env or {})}
        return run_here([str(word) for word in words], stdin, cwd or tmp_path, environment, echoed)

    return run


@pytest.fixture
def scrawl_process(tmp_path):
    """Run the command line in its own process: for tests of signals, pipes and the start of the program."""

    def run(*words, stdin="", cwd=None, env=None):
        return subprocess.run(
            [sys.executable, "-m", "generator", *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=cwd or tmp_path,
            env={**os.environ, **settings(tmp_path), **(env or {})},
            check=False,
            timeout=120,
        )

    return run


def started(words, folder, **more):
    """Start a Python process in a folder, with pipes for its output unless `more` has other streams."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, **settings(folder)}
    words = [sys.executable, *map(str, words)]
    return subprocess.Popen(words, cwd=folder, text=True, env=environment, **{**pipes, **more})


def fault_lines(done, name):
    """Return the faults and hints that a command printed for a file, without the file's name and quoted lines."""
    lines = [line for line in done.stderr.splitlines() if not re.match(r" +\d* \|", line)]
    return [line.rpartition(f"{name}:")[2].strip() for line in lines]


def settings(tmp_path):
    """Return the environment of a command: its saved state and its games are beside the folder of the test."""
    return {
        **SETTINGS,
        "XDG_STATE_HOME": f"{tmp_path}.state",
        "XDG_DATA_HOME": f"{tmp_path}.data",
        "XDG_CONFIG_HOME": f"{tmp_path}.config",
    }


def with_coarse_pictures(folder):
    """Make the exports of a folder draw small pictures, for tests that do not check their resolution."""
    text = (ROOT / "layouts" / "common" / "shops.yaml").read_text(encoding="utf-8")
    text = re.sub(
        r"most_pixels: \d+", "most_pixels: 400", re.sub(r"pixels: \[(\d+)\d, (\d+)\d\]", r"pixels: [\1, \2]", text)
    )
    (folder / "layouts" / "common").mkdir(parents=True)
    (folder / "layouts" / "common" / "shops.yaml").write_text(text.replace("dpi: 300", "dpi: 40"), encoding="utf-8")


class EchoedInput(io.TextIOWrapper):
    """Input that prints each answer after its question, as on a terminal."""

    def readline(self, *limit):
        line = super().readline(*limit)
        sys.stdout.write(line)
        return line


def run_here(words, stdin, cwd, env, echoed=False):
    """Call the entry point with its own streams; an uncaught exception ends as it would end a process."""
    streams = SimpleNamespace(
        stdin=(EchoedInput if echoed else io.TextIOWrapper)(io.BytesIO(stdin.encode("utf-8")), encoding="utf-8"),
        stdout=io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True),
        stderr=io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True),
    )
    code = 0
    with (
        contextlib.chdir(cwd),
        patch.dict(os.environ, env, clear=True),
        patch.multiple(sys, argv=["scrawl", *words], **vars(streams)),
    ):
        try:
            main(SOURCES)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        except BaseException:
            traceback.print_exc(file=streams.stderr)
            code = 1
    output = {
        name: stream.buffer.getvalue().decode("utf-8") for name, stream in vars(streams).items() if name != "stdin"
    }
    return SimpleNamespace(args=words, returncode=code, **output)


def often(quick, deep):
    """Return the first value in a usual run, and the second in the deep run (`make test-deep`)."""
    return deep if DEEP else quick


@contextlib.contextmanager
def files_of_at_most(size):
    """Make the system stop writing after a number of bytes in any file, as a full disk does."""
    import resource  # not on Windows

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def least_seconds(action, enough=0, times=3):
    """Return the least processor time of an action, run several times until one takes less than `enough`.

    The quickest run counts, because other processes and the garbage collector slow single runs. The function also
    measures the speed of the machine, and removes it from the result.
    """
    least = work = scaled = inf
    while times and scaled >= enough:
        least, times = min(least, seconds_of(action)), times - 1
        work = min(work, *(seconds_of(work_a_little) for _ in range(3)))
        scaled = least * min(1, USUAL_SECONDS / work)
    return scaled


USUAL_SECONDS = 0.015  # of the work below


def work_a_little():
    counts = {}
    for number in range(60_000):
        counts[f"{number % 977}"] = counts.get(number % 31, 0) + number


def seconds_of(action):
    """Return the processor time of an action."""
    before = process_time()
    action()
    return process_time() - before


def all_fields(frame):
    """Return every field of a frame in drawing order, marked or not."""
    return [item for item, _ in walk(frame.items) if isinstance(item, FieldItem)]
