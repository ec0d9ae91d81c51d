"""One browser for this folder: it has its own event loop, and no other test may start one beside it."""

from contextlib import suppress
from functools import cache

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from tests.workshop.browsers import browser_path
from tests.workshop.programs import Program, patience, watched
from tests.workshop.test_history import save_played

PHONE = "Pixel 7"
SCREEN = {"width": 1280, "height": 800}


@pytest.fixture(autouse=True)
def patient():
    """Wait longer for pages on a busy machine; a page that never comes fails all the same."""
    expect.set_options(timeout=1000 * patience())


@pytest.fixture(scope="package")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        browser.phone = playwright.devices[PHONE]
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def profiles(browser):
    """Return a function for the browser context that a host's tabs share, by language."""
    return cache(lambda language: browser.new_context(locale=language))


@pytest.fixture(scope="package")
def host(profiles):
    """Return the tab of an English-speaking host: a new tab takes a second of processor time, a new profile two."""
    return watched(profiles("en-GB").new_page())


@pytest.fixture
def opened(host):
    """Open tabs, and close them, because pages keep calling even a killed program. None of their scripts may fail."""
    tabs = []

    def in_profile(profile):
        tabs.append(watched(profile.new_page()))
        return tabs[-1]

    host.problems.clear()
    yield in_profile
    for page in tabs:
        page.close()
    assert [problem for page in (host, *tabs) for problem in page.problems] == []


@pytest.fixture
def tab(host, opened):
    """Return the host's tab, for a test to open any page in it."""
    return host


@pytest.fixture
def desk(tab):
    """Return the host's tab on a large screen, without animations."""
    tab.set_viewport_size(SCREEN)
    tab.emulate_media(reduced_motion="reduce", color_scheme="light")
    return tab


@pytest.fixture
def asked(tab):
    """Yield the browser's dialogs for the page, and a list `yes`: the answer is no, but each entry gives one yes."""
    dialogs, yes = [], []

    def answer(dialog):
        dialogs.append(dialog.type)
        dialog.accept() if yes and yes.pop() else dialog.dismiss()

    tab.on("dialog", answer)
    yield dialogs, yes
    tab.remove_listener("dialog", answer)


def answered(page, word):
    """Answer the page's own question with the button of a word."""
    page.locator("dialog.ask").get_by_role("button", name=word, exact=True).click()


@pytest.fixture(scope="package")
def numbered_phones(browser):
    """Return a function for the phones by number: a new one takes half a second of processor time."""

    def new_phone(number):
        page = watched(browser.new_context(**browser.phone, locale="en-GB").new_page())
        page.origins = set()
        page.on("framenavigated", lambda frame: page.origins.add("/".join(frame.url.split("/")[:3])))
        return page

    return cache(new_phone)


@pytest.fixture
def phones(numbered_phones):
    """Hand out phones, each of another person; afterwards they forget all. None of their scripts may fail."""
    pages = []

    def phone():
        pages.append(numbered_phones(len(pages)))
        pages[-1].problems.clear()
        return pages[-1]

    yield phone
    problems = [problem for page in pages for problem in page.problems]
    for page in pages:
        forget(page)
    assert problems == []


def forget(page):
    """Clear a phone's storage for every program that still answers."""
    page.context.set_offline(False)
    for origin in page.origins - {"about:blank"}:
        with suppress(Error):
            page.request.get(origin)
            page.goto(f"{origin}/player.css")  # a page of this origin without scripts
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.goto("about:blank")
    page.origins.clear()


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
    """Start a workshop with three games in its ledger, for tests that neither kill it nor change it for other tests."""
    folder = tmp_path_factory.mktemp("shared")
    save_played(folder)
    yield from in_folder(folder)


@pytest.fixture
def open_table(shared):
    """Open tables of that workshop, and close them after the test."""
    tables = []

    def open_one(game, language="en", **more):
        tables.append(shared.ask("tables", {"game": game, "language": language, **more}))
        return tables[-1]

    yield open_one
    for table in tables:
        shared.ask(f"tables/{table['id']}/close", {})
