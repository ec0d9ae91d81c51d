"""A folder from a stranger is data: no process of the program ever runs modules from it."""

import json
import os
import re
import subprocess
import sys
import urllib.request

import pytest

from tests.conftest import SETTINGS, often

# first imports of a process, imports of our program, and names of our program
PLANTED = (
    *("generator", "click", "yaml", "multiprocessing", "concurrent", "pickle", "json", "io", "random", "reportlab"),
    *("sitecustomize", "site", "encodings", "copyreg", "codecs"),
)
# like an installed command: a file in another folder
START = """
import multiprocessing
import sys

if __name__ == "__main__":
    sys.argv[0] = "scrawl"
    method = sys.argv.pop(1)
    if method != "usual":
        multiprocessing.set_start_method(method)
    from generator.main import main

    main()
"""


@pytest.fixture
def folder(tmp_path):
    """A game of a stranger, with modules beside it that write a log when they run."""
    place = tmp_path / "stranger"
    for name in PLANTED:
        trap = f"open({str(tmp_path / 'run')!r}, 'a').write({name!r} + ' ')\n"
        (place / name).mkdir(parents=True)
        (place / name / "__init__.py").write_text(trap)
        (place / f"{name}.py").write_text(trap)
    info = place / "planted-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[scrawlpress.rulesets]\nyacht = click:open\npaper-dungeons = click:open\n")
    (place / "cards").mkdir()
    (tmp_path / "start.py").write_text(START)
    return place


def command(folder, method, *words):
    return [sys.executable, str(folder.parent / "start.py"), method, *words]


def surroundings(folder):
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"},
        **SETTINGS,
        "XDG_STATE_HOME": f"{folder}.state",
        "XDG_DATA_HOME": f"{folder}.data",
    }


def planted_and_run(folder):
    log = folder.parent / "run"
    return log.read_text().split() if log.exists() else []


def test_the_traps_work(folder):
    """A process without protection runs the planted modules."""
    subprocess.run([sys.executable, "-c", "import generator, click"], cwd=folder, env=surroundings(folder), check=True)
    assert {"generator", "click"} <= set(planted_and_run(folder))


def run(folder, method, *words):
    """Run a command in the folder with the planted modules; it succeeds."""
    environment = surroundings(folder)
    result = subprocess.run(
        command(folder, method, *words), cwd=folder, env=environment, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    return result


@pytest.mark.parametrize("method", often(["spawn"], ["usual", "spawn", "fork", "forkserver"]))
def test_workers_of_a_simulation_run_nothing_of_the_current_folder(folder, method):
    words = ("simulate", "--games", "251", "--workers", "2", "--bot", "random", "--json")
    result = run(folder, method, *words)
    assert json.loads(result.stdout)["games"] == 251
    assert planted_and_run(folder) == []


def test_printing_from_the_workshop_runs_nothing_of_the_current_folder(folder):
    words = ("workshop", "--home", ".", "--no-browser", "--port", "0", "--db", "ledger.sqlite3")
    environment = {**surroundings(folder), "XDG_CONFIG_HOME": f"{folder}.config"}
    with subprocess.Popen(
        command(folder, "usual", *words), cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    ) as program:
        try:
            origin, key = re.search(r"http://\S+", program.stdout.readline())[0].split("/#")
            body = json.dumps({"command": "sheets", "values": {"lang": "en"}}).encode()
            request = urllib.request.Request(f"{origin}/print?game=yacht", body, {"x-key": key, "origin": origin})
            with urllib.request.urlopen(request, timeout=60) as answer:
                assert answer.read().startswith(b"%PDF")
        finally:
            program.terminate()
    assert planted_and_run(folder) == []


def test_printing_and_replaying_run_nothing_of_the_current_folder(folder):
    for words in (("print", "page", "help"), ("simulate", "--games", "2", "--bot", "random", "--record", "games.yaml")):
        run(folder, "usual", *words)
    assert planted_and_run(folder) == []
