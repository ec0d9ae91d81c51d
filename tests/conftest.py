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
# what was compiled is kept for the next run and for every process that a test starts, however Python is set up here
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# workers share the processors: threads of numpy would wait for each other
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# how long texts take to make up is a matter of the machine
hypothesis.settings.register_profile("ours", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("ours")
# in the background a shell has Ctrl-C ignored, and so would all processes that tests start and interrupt
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
DEEP = os.environ.get("SCRAWL_TESTS") == "deep"
SOURCES = SourceCache()  # of all commands that run in this process: what did not change is not read again
SETTINGS = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}

pytest_plugins = ["tests.schedule"]
if os.access("/dev/shm", os.W_OK):  # what tests write goes to memory
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")

LEFT_OUT = pytest.StashKey()  # which tests were left out, and why


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Let the process that reports know what a worker left out."""
    if LEFT_OUT in session.config.stash and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Hear from a worker what it left out; every worker collects the same tests."""
    if "left_out" in getattr(node, "workeroutput", {}):
        node.config.stash[LEFT_OUT] = node.workeroutput["left_out"]


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """Say in the last line what was not tested, and how it can be."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter and LEFT_OUT in config.stash:
        reporter.write_line(f"Not tested: {config.stash[LEFT_OUT]}.")


@pytest.fixture
def parsed():
    """The names of the YAML files that are opened, and so parsed, during the test."""
    with opened_files(".yaml") as names:
        yield names


@pytest.fixture
def scrawl(tmp_path):
    """Run the command line in this process, as users do; returns returncode, stdout and stderr."""

    def run(*words, stdin="", cwd=None, env=None, echoed=False):
        surroundings = {**os.environ, **settings(tmp_path), **(env or {})}
        return run_here([str(word) for word in words], stdin, cwd or tmp_path, surroundings, echoed)

    return run


@pytest.fixture
def scrawl_process(tmp_path):
    """Run the command line as a process of its own: for signals, pipes and what happens at the start."""

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
    """Begin a process of Python in a folder, with pipes for what it says unless `more` says otherwise."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    environment = {**os.environ, **settings(folder)}
    words = [sys.executable, *map(str, words)]
    return subprocess.Popen(words, cwd=folder, text=True, env=environment, **{**pipes, **more})


def told_lines(done, name):
    """Return faults and hints of a file that a command told, without the file's name and lines of its own."""
    lines = [line for line in done.stderr.splitlines() if not re.match(r" +\d* \|", line)]
    return [line.rpartition(f"{name}:")[2].strip() for line in lines]


def settings(tmp_path):
    """Return the surroundings of a command: what it remembers of earlier runs, and games, lie beside the test's own folder."""
    return {
        **SETTINGS,
        "XDG_STATE_HOME": f"{tmp_path}.state",
        "XDG_DATA_HOME": f"{tmp_path}.data",
        "XDG_CONFIG_HOME": f"{tmp_path}.config",
    }


def with_coarse_pictures(folder):
    """Have the exports of a folder draw small pictures, where how fine they are is not what a test asks."""
    text = (ROOT / "layouts" / "common" / "shops.yaml").read_text(encoding="utf-8")
    text = re.sub(
        r"most_pixels: \d+", "most_pixels: 400", re.sub(r"pixels: \[(\d+)\d, (\d+)\d\]", r"pixels: [\1, \2]", text)
    )
    (folder / "layouts" / "common").mkdir(parents=True)
    (folder / "layouts" / "common" / "shops.yaml").write_text(text.replace("dpi: 300", "dpi: 40"), encoding="utf-8")


class EchoedInput(io.TextIOWrapper):
    """Answers that appear behind their questions, as on a terminal."""

    def readline(self, *limit):
        line = super().readline(*limit)
        sys.stdout.write(line)
        return line


def run_here(words, stdin, cwd, env, echoed=False):
    """Call the entry point with streams of its own; an uncaught exception ends as it would end a process."""
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
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else int(done.code is not None)
        except BaseException:
            traceback.print_exc(file=streams.stderr)
            code = 1
    told = {name: stream.buffer.getvalue().decode("utf-8") for name, stream in vars(streams).items() if name != "stdin"}
    return SimpleNamespace(args=words, returncode=code, **told)


def often(quick, deep):
    """Return how often a test tries: few times in every run, many in the deep one (`make test-deep`)."""
    return deep if DEEP else quick


@contextlib.contextmanager
def files_of_at_most(size):
    """Let the system end writing at a number of bytes in any file, as a full disk does."""
    import resource  # not on Windows

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def least_seconds(action, enough=0, times=3):
    """Return the least processor time of an action, run several times until one takes less than `enough`.

    The quickest counts, since other processes and the garbage collector slow single runs. How slow the machine is at its
    quickest is measured beside it, and counted out.
    """
    least = work = counted = inf
    while times and counted >= enough:
        least, times = min(least, seconds_of(action)), times - 1
        work = min(work, *(seconds_of(work_a_little) for _ in range(3)))
        counted = least * min(1, USUAL_SECONDS / work)
    return counted


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
