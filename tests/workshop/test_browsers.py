"""A browser is taken where one starts, fetched where there is none, and missed in one sentence."""

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
    """A machine without a browser, and a folder for what only looks like one."""
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


def test_what_only_tells_how_to_install_a_browser_is_none(nothing_here):
    program(nothing_here / "chromium", 1)
    assert browsers.found() is None
    with pytest.raises(AssertionError, match="install Chromium, Chrome or Edge"):
        browsers.browser_path()
    program(nothing_here / "edge", 0)
    browsers.found.cache_clear()
    assert browsers.browser_path() == str(nothing_here / "edge")


def test_what_drives_a_browser_and_does_not_start_is_told(nothing_here, monkeypatch):
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
    ("loads", "told"),
    [
        (FAILING, "no such host"),
        ("raise SystemExit('no room left')", "no room left"),
        (HANGING, "it took more than 0.3 seconds"),
        ("", "libraries of the system are missing"),
    ],
)
def test_a_browser_that_cannot_be_fetched_is_one_sentence_and_soon(nothing_here, monkeypatch, capsys, loads, told):
    monkeypatch.setattr(browsers, "INSTALL", ("-c", loads))
    monkeypatch.setattr(browsers, "LONGEST", 0.3 if loads == HANGING else 20)
    started = time.monotonic()
    browsers.main()
    assert time.monotonic() - started < 10
    first, second = capsys.readouterr().out.splitlines()
    assert "into your cache" in first
    assert second.startswith("No browser could be fetched: ")
    assert told in second


@pytest.mark.parametrize("has_javascript", ["/usr/bin/node", None])
def test_without_a_browser_all_else_is_run_and_the_last_line_tells_what_was_not(
    nothing_here, monkeypatch, has_javascript
):
    paths = ("workshop/pages/test_a.py", "workshop/test_b.py", "workshop/pages/test_c.py", "workshop/test_d.py")
    items = [SimpleNamespace(path=conftest.ROOT / "tests" / path) for path in paths]
    items[3].module = SimpleNamespace(Scripts=Scripts)
    said, left = [], []
    reporter = SimpleNamespace(write_line=said.append)
    hooks = SimpleNamespace(pytest_deselected=lambda items: left.extend(items))
    worker, whole = (
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
    assert (len(items), left) == (4, [])
    monkeypatch.delenv("SCRAWL_BROWSER")
    monkeypatch.setattr(workshop, "javascript", lambda: has_javascript)
    first, second, third, scripted = items
    workshop.pytest_collection_modifyitems(worker, items)
    assert (items, left) == (
        [second, *[scripted] * bool(has_javascript)],
        [first, third, *[scripted] * (not has_javascript)],
    )
    conftest.pytest_sessionfinish(SimpleNamespace(config=worker))
    conftest.pytest_testnodedown(SimpleNamespace(workeroutput=worker.workeroutput, config=whole))
    conftest.pytest_unconfigure(whole)
    (line,) = said
    assert f"the workshop's pages ({len(left)} tests)" in line
    assert browsers.GET_ONE in line
