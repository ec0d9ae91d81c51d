"""One browser for this folder: it has a loop of its own, beside which no other test may begin one."""

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
    """What tabs of a host's browser have in common, by language."""
    return cache(lambda language: browser.new_context(locale=language))


@pytest.fixture(scope="package")
def host(profiles):
    """The tab of a host who speaks English: a new one each time would take a second of the processor, in a new profile two."""
    return watched(profiles("en-GB").new_page())


@pytest.fixture
def opened(host):
    """Opens tabs, and closes them: pages go on asking for a program, also for one that was killed. No script of theirs may fail."""
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
    """The host's tab, which a test shows what it wants to see in it."""
    return host


@pytest.fixture
def desk(tab):
    """The host's tab on a large screen, where nothing moves by itself."""
    tab.set_viewport_size(SCREEN)
    tab.emulate_media(reduced_motion="reduce", color_scheme="light")
    return tab


@pytest.fixture
def asked(tab):
    """What the browser asked for the page, and how it is answered: no, unless the list `yes` says otherwise once."""
    seen, yes = [], []

    def answer(dialog):
        seen.append(dialog.type)
        dialog.accept() if yes and yes.pop() else dialog.dismiss()

    tab.on("dialog", answer)
    yield seen, yes
    tab.remove_listener("dialog", answer)


def answered(page, word):
    """Answer the page's own question with the button of a word."""
    page.locator("dialog.ask").get_by_role("button", name=word, exact=True).click()


@pytest.fixture(scope="package")
def numbered_phones(browser):
    """The phones by their numbers: one more takes half a second of the processor."""

    def made(number):
        page = watched(browser.new_context(**browser.phone, locale="en-GB").new_page())
        page.origins = set()
        page.on("framenavigated", lambda frame: page.origins.add("/".join(frame.url.split("/")[:3])))
        return page

    return cache(made)


@pytest.fixture
def phones(numbered_phones):
    """Hands phones out, each of another person; afterwards they have forgotten all. No script of theirs may fail."""
    taken = []

    def phone():
        taken.append(numbered_phones(len(taken)))
        taken[-1].problems.clear()
        return taken[-1]

    yield phone
    problems = [problem for page in taken for problem in page.problems]
    for page in taken:
        forgotten(page)
    assert problems == []


def forgotten(page):
    """Have a phone forget what it remembers of every program that still answers."""
    page.context.set_offline(False)
    for origin in page.origins - {"about:blank"}:
        with suppress(Error):
            page.request.get(origin)
            page.goto(f"{origin}/player.css")  # where it can be changed
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
    """A workshop whose ledger holds three games, for the tests that neither kill it nor change what others see of it."""
    folder = tmp_path_factory.mktemp("shared")
    save_played(folder)
    yield from in_folder(folder)


@pytest.fixture
def open_table(shared):
    """Opens tables of that workshop, and closes them when a test is over."""
    tables = []

    def opened(game, language="en", **more):
        tables.append(shared.ask("tables", {"game": game, "language": language, **more}))
        return tables[-1]

    yield opened
    for table in tables:
        shared.ask(f"tables/{table['id']}/close", {})
