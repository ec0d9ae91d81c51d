"""The end of a game: the big screen and all phones, late ones too, show the same moment and the corrections."""

import json

import pytest
from playwright.sync_api import expect

from tests.conftest import often
from tests.workshop.pages.key_presses import tap_into
from tests.workshop.pages.test_access import DESK, PHONE, check_accessibility
from tests.workshop.pages.test_keys import at
from tests.workshop.programs import seated, visit


@pytest.fixture
def table(open_table):
    return open_table("yacht")


def type_in(page, letter, text):
    tap_into(at(page, letter))
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Tab")


def test_the_big_screen_and_every_phone_show_the_same_moment(phones, tab, shared, table):
    tab.set_viewport_size(dict(zip(("width", "height"), DESK, strict=True)))
    tab.emulate_media(reduced_motion="reduce")
    visit(tab, shared, room="scoring")
    tab.locator(f'[id="chip-{table["id"]}-Bob"]').click()  # one tap seats an earlier player
    ada = seated(phones(), table, "Ada", ".people .own")
    bob = phones()
    bob.goto(table["link"])
    bob.get_by_role("button", name="I am Bob").tap()
    for page, letter, text in ((ada, "F", "18"), (ada, "J", "30"), (bob, "F", "24")):
        page.tap("#tab-lines")
        type_in(page, letter, text)
    tab.locator(f'[id="board-{table["id"]}"]').click()
    expect(tab.locator(".finish .moment")).to_have_text("Still counting: 2")
    check_accessibility(tab, "counting", scheme="dark")
    tap_into(at(bob, "A"))
    bob.keyboard.type("3")
    tab.locator("#board-reveal_early").click()
    for page in (tab, ada):  # her phone shows it by itself
        expect(page.locator(".steps")).to_have_text("12 of 13")
        expect(page.locator(".line-now")).to_have_text("F Sixes")
        expect(page.locator(".race b")).to_have_text(["24", "18"])
    assert ada.evaluate(
        "[...document.querySelectorAll('.race li')].map((row) => row.style.getPropertyValue('--share'))"
    ) == ["0.5", "0.375"]  # shares of 48, the final total
    assert at(bob, "A").input_value() == "3"  # he continues to type
    expect(bob.locator(".people .name")).to_have_text(["Bob", "Ada"])  # his own name first
    bob.keyboard.press("Tab")
    expect(bob.locator(".steps")).to_have_text("12 of 13")  # it appears after he has left the number
    ada.route("**/finish", lambda route: route.abort(), times=1)
    tab.locator("#board-at_once").click()
    expect(tab.locator(".moment")).to_have_text("Winner: Ada")
    # an unanswered request comes again with the next message, even if no number changed
    expect(ada.locator(".moment")).to_have_text("Ada")
    ada.evaluate(
        "fetch('claim', { method: 'POST', body: JSON.stringify({ secret: location.hash.slice(1), seat: 0, phone: 'x' }) })"
    )
    expect(ada.locator(".moment")).to_have_text("Winner: Ada")
    code = shared.ask(f"tables/{table['id']}/table")["view"]["seats"][0]["asks"][0]
    shared.ask(f"tables/{table['id']}/seat", {"seat": 0, "do": "deny", "code": code})
    check_accessibility(tab, "done", scheme="light")
    check_accessibility(ada, "done", PHONE, "dark")
    under = "document.querySelector('.finish table').getBoundingClientRect().bottom <= document.querySelector('.board-bar').getBoundingClientRect().top"
    for size in ({"width": 1440, "height": 900}, dict(zip(("width", "height"), DESK, strict=True))):
        tab.set_viewport_size(size)
        assert tab.evaluate(under)  # no part of the table is behind the buttons
    tab.reload()  # the board stays at its place
    bob.tap("#tab-table")
    expect(bob.locator("table thead th")).to_have_text(["Bob", "Ada"])  # a narrow phone shows his own column
    bob.tap("#tab-lines")
    type_in(bob, "L", "30")
    late = seated(phones(), table, "Cy", ".finish")
    for page in (tab, ada, late):
        expect(page.locator(".moment")).to_have_text("Winner: Bob")
        expect(page.locator(".corrected li")).to_have_text(["Bob, A: 0 → 3", "Bob, L: 0 → 30", "Bob: 27 → 57"])
    with tab.expect_download() as download:
        tab.locator("#board-picture_to_share").click()
    assert download.value.suggested_filename == "yacht-score.png"
    tab.locator("#board-back_to_table").click()
    expect(tab.locator(f'[data-table="{table["id"]}"]')).to_be_visible()
    assert json.loads(tab.evaluate("JSON.stringify([...document.body.classList])")) == []


NOT_COUNTED = {
    "en-GB": ("Not counted.", "Ada, A Ones: 9x is not counted"),
    "pl": ("Nie liczy się.", "Ada, A Jedynki: 9x nie liczy się"),
    "cs": ("Nepočítá se.", "Ada, A Jedničky: 9x se nepočítá"),
}


@pytest.mark.parametrize("leaves_by", often(["Tab"], ["Tab", "Enter"]))  # the next field has the focus, or this one
@pytest.mark.parametrize("language", often(["pl"], [*NOT_COUNTED]))
def test_the_reveal_takes_the_place_of_all_else_where_a_refused_number_stands_and_tells_of_it(
    phones, shared, open_table, language, leaves_by
):
    table = open_table("yacht", language[:2])
    ada = seated(phones(), table, "Ada", ".people .own")
    ada.tap("#tab-lines")
    tap_into(at(ada, "A"))
    ada.keyboard.type("9x")
    ada.keyboard.press(leaves_by)
    field, message = NOT_COUNTED[language]
    expect(ada.locator('[id="n-line.A"]')).to_contain_text(field)
    type_in(ada, "F", "18")
    ada.keyboard.press("Tab")
    expect(ada.locator(".people b")).to_have_text(["18"])
    shared.ask(f"tables/{table['id']}/reveal", {"does": "rest", "seen": 0})
    expect(ada.locator(".race b")).to_have_text(["18"])
    expect(ada.locator("#main > *")).to_have_count(5)  # people, tabs, the finish, the uncounted number, the picture
    expect(ada.locator(".people b")).to_have_text(["18"])
    expect(ada.locator("#tab-finish")).to_have_attribute("aria-current", "page")
    expect(ada.locator(".not-counted li")).to_have_text([message])
    ada.tap("#tab-lines")
    expect(at(ada, "A")).to_have_value("9x")
    type_in(ada, "A", "3")
    ada.tap("#tab-finish")
    expect(ada.locator(".race b")).to_have_text(["21"])
    expect(ada.locator(".people b")).to_have_text(["21"])
    expect(ada.locator(".not-counted")).to_have_count(0)
