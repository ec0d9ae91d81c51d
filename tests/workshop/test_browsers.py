"""The tests use a browser that starts, or download one. If neither works, one sentence says so."""

import time
from types import SimpleNamespace

import pytest

from tests import conftest
from tests.workshop import browsers
from tests.workshop import conftest as workshop
from tests.workshop.scripts import Scripts

FAILING = (
    'import sys; print("Downloading ...\\nError: no such host\\n  at a line of code", file=sys.stderr); sys.exit(1)'
)
HANGING = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"


@pytest.fixture
def nothing_here(monkeypatch, tmp_path):
    """A machine without a browser, and a folder for fake browsers."""
    monkeypatch.setattr(browsers, "NAMES", ("chromium", str(tmp_path / "edge")))
    monkeypatch.setattr(browsers, "fetched", lambda: None)
    monkeypatch.setattr(browsers, "undriven", lambda: "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SCRAWL_BROWSER", raising=False)
    browsers.found.cache_clear()
    yield tmp_path
    browsers.found.cache_clear()


def program(path, code):
    path.write_text(f"#!/bin/sh\necho '{path}: error while loading libnone.so' >&2\nexit {code}\n")
    path.chmod(0o755)


def test_a_program_that_only_says_how_to_install_a_browser_is_no_browser(nothing_here):
    program(nothing_here / "chromium", 1)
    assert browsers.found() is None
    with pytest.raises(AssertionError, match="install Chromium, Chrome or Edge"):
        browsers.browser_path()
    program(nothing_here / "edge", 0)
    browsers.found.cache_clear()
    assert browsers.browser_path() == str(nothing_here / "edge")


def test_a_driver_of_the_browser_that_does_not_start_is_reported(nothing_here, monkeypatch):
    program(nothing_here / "chromium", 0)
    program(nothing_here / "node", 127)
    monkeypatch.setattr(browsers, "undriven", lambda: browsers.fault_of(str(nothing_here / "node")))
    assert browsers.found() is None
    assert (
        browsers.why_none()
        == browsers.fetch()
        == "what drives a browser does not start here (error while loading libnone.so); install what it lacks"
    )


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        (FAILING, "no such host"),
        ("raise SystemExit('no room left')", "no room left"),
        (HANGING, "it took more than 0.3 seconds"),
        ("", "libraries of the system are missing"),
    ],
)
def test_a_browser_that_cannot_be_fetched_is_one_sentence_and_soon(nothing_here, monkeypatch, capsys, code, problem):
    monkeypatch.setattr(browsers, "INSTALL", ("-c", code))
    monkeypatch.setattr(browsers, "LONGEST", 0.3 if code == HANGING else 20)
    started = time.monotonic()
    browsers.main()
    assert time.monotonic() - started < 10
    first, second = capsys.readouterr().out.splitlines()
    assert "into your cache" in first
    assert second.startswith("No browser could be fetched: ")
    assert problem in second


@pytest.mark.parametrize("has_javascript", ["/usr/bin/node", None])
def test_without_a_browser_the_other_tests_run_and_the_last_line_names_the_skipped_ones(
    nothing_here, monkeypatch, has_javascript
):
    paths = ("workshop/pages/test_a.py", "workshop/test_b.py", "workshop/pages/test_c.py", "workshop/test_d.py")
    items = [SimpleNamespace(path=conftest.ROOT / "tests" / path) for path in paths]
    items[3].module = SimpleNamespace(Scripts=Scripts)
    output, deselected = [], []
    reporter = SimpleNamespace(write_line=output.append)
    hooks = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(items))
    worker, main_process = (
        SimpleNamespace(
            stash=pytest.Stash(),
            hook=hooks,
            workeroutput={},
            pluginmanager=SimpleNamespace(get_plugin=lambda name: reporter),
        )
        for _ in range(2)
    )
    monkeypatch.setenv("SCRAWL_BROWSER", "required")
    workshop.pytest_collection_modifyitems(worker, items)
    assert (len(items), deselected) == (4, [])
    monkeypatch.delenv("SCRAWL_BROWSER")
    monkeypatch.setattr(workshop, "javascript", lambda: has_javascript)
    first, second, third, scripted = items
    workshop.pytest_collection_modifyitems(worker, items)
    assert (items, deselected) == (
        [second, *[scripted] * bool(has_javascript)],
        [first, third, *[scripted] * (not has_javascript)],
    )
    conftest.pytest_sessionfinish(SimpleNamespace(config=worker))
    conftest.pytest_testnodedown(SimpleNamespace(workeroutput=worker.workeroutput, config=main_process))
    conftest.pytest_unconfigure(main_process)
    (line,) = output
    assert f"the workshop's pages ({len(deselected)} tests)" in line
    assert browsers.GET_ONE in line
