"""One new game for all tests of a module, which copy it before they change it."""

import pytest

from tests.conftest import run_here


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a new game as `scrawl new game` writes it."""
    folder = tmp_path_factory.mktemp("made")
    result = run_here(["new", "game", "tiny"], "", folder, {"PATH": "", "LC_ALL": "C.UTF-8"})
    assert result.returncode == 0, result.stderr
    return folder
