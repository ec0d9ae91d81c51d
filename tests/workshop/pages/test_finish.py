"""The end of a game: the big screen and the phones show the same moment, whoever comes late, and what is corrected."""

import json

import pytest
from playwright.sync_api import expect

from tests.workshop.pages.test_access import DESK, PHONE, looked_through
from tests.workshop.pages.test_keys import at, seated
from tests.workshop.programs import visit


@pytest.fixture
def table(shared):
    table = shared.ask("tables", {"game": "yacht", "language": "en"})
    yield table
    shared.ask(f"tables/{table['id']}/close", {})


def type_in(page, letter, text):
    at(page, letter).tap()
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Tab")


def test_the_big_screen_and_every_phone_show_the_same_moment(phones, tab, shared, table):
    tab.set_viewport_size(dict(zip(("width", "height"), DESK, strict=True)))
    tab.emulate_media(reduced_motion="reduce")
    visit(tab, shared, room="scoring")
    tab.locator(f'[id="chip-{table["id"]}-Bob"]').click()  # who played before is seated by one tap
    ada = seated(phones(), table, "Ada", ".people .own")
    bob = phones()
    bob.goto(table["link"])
    bob.get_by_role("button", name="I am Bob").tap()
    for page, letter, text in ((ada, "F", "18"), (ada, "J", "30"), (bob, "F", "24")):
        page.tap("#tab-lines")
        type_in(page, letter, text)
    tab.locator(f'[id="board-{table["id"]}"]').click()
    expect(tab.locator(".finish .moment")).to_have_text("Still counting: 2")
    looked_through(tab, "counting", scheme="dark")
    at(bob, "A").tap()
    bob.keyboard.type("3")
    tab.locator("#board-reveal_early").click()
    for page in (tab, ada):  # it comes to her by itself
        expect(page.locator(".steps")).to_have_text("12 of 13")
        expect(page.locator(".line-now")).to_have_text("F Sixes")
        expect(page.locator(".race b")).to_have_text(["24", "18"])
    assert at(bob, "A").input_value() == "3"  # he types on
    bob.keyboard.press("Tab")
    tab.locator("#board-at_once").click()
    expect(tab.locator(".moment")).to_have_text("Winner: Ada")
    expect(ada.locator(".moment")).to_have_text("Winner: Ada")
    looked_through(tab, "done", scheme="light")
    looked_through(ada, "done", PHONE, "dark")
    tab.reload()  # the board is where it was
    type_in(bob, "L", "30")
    late = seated(phones(), table, "Cy", ".finish")
    for page in (tab, ada, late):
        expect(page.locator(".moment")).to_have_text("Winner: Bob")
        expect(page.locator(".corrected li")).to_have_text(["Bob, A: 0 → 3", "Bob, L: 0 → 30", "Bob: 27 → 57"])
    with tab.expect_download() as kept:
        tab.locator("#board-picture_to_share").click()
    assert kept.value.suggested_filename == "yacht-score.png"
    tab.locator("#board-back_to_table").click()
    expect(tab.locator(f'[data-table="{table["id"]}"]')).to_be_visible()
    assert json.loads(tab.evaluate("JSON.stringify([...document.body.classList])")) == []
