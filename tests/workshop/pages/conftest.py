"""One browser for this folder: it has a loop of its own, beside which no other test may begin one."""

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.conftest import LEFT_OUT
from tests.workshop.browsers import browser_path, found, is_required
from tests.workshop.programs import Program

PHONE = "Pixel 7"


def pytest_collection_modifyitems(config, items):
    """Leave these tests out where there is no browser; the last line of the run tells of it."""
    if not (is_required() or found()):
        pages = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
        items[:] = [item for item in items if item not in pages]
        config.hook.pytest_deselected(items=pages)
        config.stash[LEFT_OUT] = len(pages)


@pytest.fixture(scope="package")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        browser.phone = playwright.devices[PHONE]
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def no_page_stays_open(request):
    """Close what a test has opened: pages go on asking for a program, also for one that was killed."""
    yield
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.close()


def in_folder(folder):
    (folder / "cards").mkdir()
    (folder / "layouts").mkdir()
    program = Program(folder)
    yield program
    program.kill()


@pytest.fixture
def program(tmp_path):
    yield from in_folder(tmp_path)


@pytest.fixture(scope="package")
def shared(tmp_path_factory):
    """A workshop for the tests that neither kill it nor change what others see of it."""
    yield from in_folder(tmp_path_factory.mktemp("shared"))
