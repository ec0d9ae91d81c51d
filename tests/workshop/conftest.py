"""One browser for a module: it has a loop of its own, beside which no other test may begin one."""

import pytest
from playwright.sync_api import sync_playwright

from tests.workshop.browsers import browser_path
from tests.workshop.programs import Program

PHONE = "Pixel 7"


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        browser.phone = playwright.devices[PHONE]
        yield browser
        browser.close()


@pytest.fixture
def program(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "layouts").mkdir()
    program = Program(tmp_path)
    yield program
    program.kill()
