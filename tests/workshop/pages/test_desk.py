"""Test one laptop at the table: the desk takes the points of all players, by keys and by taps, without a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import often
from tests.workshop.pages.test_access import DESK, PHONE, check_accessibility
from tests.workshop.programs import visit


@pytest.fixture
def table(shared, open_table):
    """A table of two players without phones."""
    table = open_table("paper-dungeons")
    for name in ("Ada", "Bob"):
        shared.ask(f"tables/{table['id']}/seat", {"do": "join", "text": name})
    return table


@pytest.fixture
def closed_tables(shared):
    """Close every table after a test, even a failed one: other tests look at the room of the tables."""
    yield
    for table in shared.ask("tables")["tables"]:
        shared.ask(f"tables/{table['id']}/close", {})


def cell(page, seat, letter):
    return page.locator(f'[id="q-line.{letter}-{seat}"]')


def points_of(shared, table):
    (session,) = [each for each in shared.ask("tables")["tables"] if each["id"] == table["id"]]
    return [{key[-1]: text for key, text in seat["answers"].items()} for seat in session["seats"]]


def test_a_game_is_scored_at_the_desk_without_a_phone(desk, shared, table):
    visit(desk, shared, room="scoring", item=table["id"])
    cell(desk, 0, "A").click()
    for key in ("4", "Enter", "-", "4", "Enter"):
        desk.keyboard.press(key)
    expect(cell(desk, 0, "C")).to_be_focused()
    desk.locator(".at-hand [data-key='7']").click()  # a key of the selected line moves on to the next line
    expect(cell(desk, 0, "D")).to_be_focused()
    cell(desk, 0, "K").fill("999")
    desk.keyboard.press("Enter")
    expect(desk.locator("td.unusual")).to_have_count(1)
    expect(desk.locator("thead th").first).to_contain_text("⚠")
    cell(desk, 0, "K").fill("8")
    desk.keyboard.press("Enter")  # Enter at the end of a column moves to the next one
    expect(cell(desk, 1, "A")).to_be_focused()
    desk.keyboard.type("x")
    desk.keyboard.press("Enter")
    expect(cell(desk, 1, "A")).to_have_attribute("aria-invalid", "true")
    expect(desk.locator("td:has([aria-invalid]) .fault")).to_contain_text("Possible are")
    expect(desk.locator(".not-counted")).to_contain_text("Bob, A")
    assert desk.locator("[data-letter][placeholder]").count() == 0  # a digit there would look like a typed one
    cell(desk, 1, "A").fill("5")
    desk.keyboard.press("Tab")
    expect(desk.locator(".not-counted")).to_have_count(0)
    totals = desk.locator(".points .total")
    expect(totals).to_have_text(["•••", "•••"])  # for the reveal
    desk.get_by_role("button", name="Show the totals").click()
    expect(totals).to_have_text(["19", "9"])  # the weakest hero of each counts 4
    assert points_of(shared, table) == [{"A": "4", "B": "-4", "C": "7", "K": "8"}, {"A": "5"}]
    for width, scheme in often([(DESK, "light")], [(DESK, "dark"), (PHONE, "light"), (PHONE, "dark")]):
        check_accessibility(desk, "desk", width, scheme=scheme)
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_was_typed_at_the_desk_stands_after_a_reload_and_a_phone_joins_by_the_link(desk, phones, shared, table):
    visit(desk, shared, room="scoring", item=table["id"])
    cell(desk, 1, "F").fill("14")
    desk.reload()
    expect(cell(desk, 1, "F")).to_have_value("14")
    link = desk.locator("a.link")
    phone = phones()
    phone.goto(link.get_attribute("href"))
    phone.get_by_role("button", name="I am Bob").tap()
    phone.tap("#tab-lines")
    expect(phone.locator('[id="q-line.F"]')).to_have_value("14")
    phone.locator('[id="q-line.G"]').fill("9")
    phone.locator('[id="q-line.G"]').blur()
    expect(cell(desk, 1, "G")).to_have_value("9")


def test_a_game_is_played_again_in_the_same_seats_and_the_phone_follows(desk, phones, shared, table):
    visit(desk, shared, room="scoring", item=table["id"])
    phone = phones()
    phone.goto(table["link"])
    phone.get_by_role("button", name="I am Ada").tap()
    phone.tap("#tab-lines")
    for seat, letter, points in ((0, "A", "4"), (1, "A", "5"), (1, "B", "3"), (0, "D", "x")):
        cell(desk, seat, letter).fill(points)
        desk.keyboard.press("Enter")
    expect(phone.locator('[id="q-line.A"]')).to_have_value("4")
    others = phone.locator(".people button:not(.own) b")
    expect(others).to_have_text("•••")
    phone.tap("#tab-table")
    expect(phone.locator(".sum td")).to_have_text(["8", "•••"])
    desk.locator(f'[id="save-{table["id"]}"]').click()
    desk.locator("#dialog-yes").click()
    expect(desk.locator(".saved")).to_contain_text("Saved as game")
    (number,) = re.findall(r"Saved as game (\d+)", desk.locator(".saved").inner_text())
    again = desk.locator(f'[id="again-{table["id"]}"]')
    again.click()
    expect(again).to_have_count(0)
    expect(cell(desk, 0, "A")).to_be_focused()
    for seat in (0, 1):
        expect(cell(desk, seat, "A")).to_have_value("")
    expect(desk.locator(".not-counted")).to_have_count(0)
    expect(phone.locator(".sum td")).to_have_text(["4", "•••"])
    phone.tap("#tab-lines")
    phone.locator('[id="q-line.A"]').fill("7")
    phone.locator('[id="q-line.A"]').blur()
    expect(cell(desk, 0, "A")).to_have_value("7")
    shared.ask(f"tables/{table['id']}/reveal", {"does": "rest", "seen": 0})
    phone.tap("#tab-table")
    expect(others).not_to_have_text("•••")
    visit(desk, shared, room="scoring", item=table["id"], view="screen")
    desk.locator("#board-save_game").click()
    desk.locator("#dialog-yes").click()
    expect(desk.locator(".board-bar b")).to_have_text(f"Saved as game {int(number) + 1}")
    phone.tap("#tab-lines")
    phone.locator('[id="q-line.K"]').tap()
    phone.tap("#tab-finish")
    desk.locator("#board-play_again").click()
    expect(desk.locator(".counters")).to_be_visible()
    expect(phone.locator("#tab-lines")).to_have_attribute("aria-current", "page")  # the tab from before the end
    for saved in (int(number), int(number) + 1):
        shared.ask(f"history/games/{saved}/mark", {"deleted": True})


def test_what_is_typed_into_a_filled_field_replaces_it(desk, shared, table):
    visit(desk, shared, room="scoring", item=table["id"])
    field = cell(desk, 0, "A")
    field.fill("6")
    desk.keyboard.press("Enter")
    field.click()
    desk.keyboard.type("8")
    desk.keyboard.press("Enter")
    expect(field).to_have_value("8")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.type("4")
    expect(field).to_have_value("4")
    field.click()  # in a field that has the focus, a click sets the cursor
    assert field.evaluate("each => each.selectionStart === each.selectionEnd")
    desk.keyboard.press("Enter")
    # also if another number arrives during typing
    cell(desk, 1, "B").click()
    change = {"do": "answer", "seat": 1, "question": "line.B", "text": "-3", "page": "p", "number": 1}
    shared.ask(f"tables/{table['id']}/change", change)
    expect(cell(desk, 1, "B")).to_have_value("\u22123")
    desk.keyboard.type("8")
    expect(cell(desk, 1, "B")).to_have_value("8")
    desk.keyboard.press("Enter")
    # nothing moves when a message appears, and the page head covers the table head
    top = "document.querySelector('main').getBoundingClientRect().top"
    was = desk.evaluate(top)
    desk.evaluate("document.getElementById('state').textContent = '1 still to be sent'")
    assert desk.evaluate(top) == was
    corner = desk.locator(".points thead td").first
    desk.evaluate("scrollTo(0, document.querySelector('.points').getBoundingClientRect().top + scrollY - 20)")
    on_top = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('header'))"
    assert desk.evaluate(on_top, [corner.bounding_box()["x"] + 5, 30])


def test_players_who_are_tied_are_asked_for_what_decides_at_the_desk(desk, shared, table):
    for seat in (0, 1):
        for letter in "ABCDEFGHIJK":
            text = {"A": "3", "B": "5", "C": "8", "D": "8"}.get(letter, "0")
            change = {"do": "answer", "seat": seat, "question": f"line.{letter}", "text": text}
            number = 20 * seat + "ABCDEFGHIJK".index(letter) + 1
            shared.ask(f"tables/{table['id']}/change", {**change, "page": "p", "number": number})
    visit(desk, shared, room="scoring", item=table["id"])
    save = desk.locator(f'[id="save-{table["id"]}"]')
    save.click()
    expect(desk.locator("#asked-text")).to_contain_text("tied")
    desk.locator("#dialog-no").click()
    # every line is filled: none is selected, and yet both questions appear
    assert desk.locator(".at-hand [data-key]").count() == 0
    expect(desk.locator('.at-hand [id="q-rooms-1"]')).to_be_visible()
    for seat, rooms in ((0, "9"), (1, "7")):
        cell(desk, seat, "B").click()
        assert desk.locator(".at-hand [role=group] .segments").count() == 0  # the keys appear only once
        desk.locator(f'.at-hand [id="q-rooms-{seat}"]').fill(rooms)
        desk.keyboard.press("Tab")
        expect(desk.locator(".at-hand .waits")).to_have_count(0)
    expect(desk.locator(".table .faults")).to_have_count(0)
    cell(desk, 0, "F").fill("7")
    save.click()
    expect(desk.locator("#asked-text")).to_contain_text("unusual")
    expect(desk.locator(".warnings li")).to_have_text(
        ["Ada, F Gems: 7, possible are 0, 8, 14, 19, 23, 26, 28, 30 to 33"]
    )
    desk.locator("#dialog-no").click()
    cell(desk, 0, "F").fill("0")
    save.click()
    expect(desk.locator(".table .won")).to_contain_text("Ada")
    expect(desk.locator(".points .total")).to_have_text(["24", "24"])


@pytest.mark.usefixtures("closed_tables")
def test_last_weeks_score_is_corrected_in_the_history_and_the_correction_undone(desk, shared):
    visit(desk, shared, room="history", item="1")
    score = desk.locator(".of-game tr.sum td.number")
    expect(score).to_have_text(["55", "48"])
    desk.locator("#correct-game").click()
    expect(desk.locator("[data-letter=A]").first).to_be_focused()
    status = desk.locator(".saved b")
    expect(status).to_have_text("Correcting game 1")
    field = desk.locator("[data-letter=K]").first
    value = field.input_value()
    field.fill("4" if value != "4" else "8")  # a possible value, so that the page asks nothing
    desk.keyboard.press("Enter")
    expect(status).to_have_text("Correcting game 1: not saved yet")
    beside = desk.locator(".acts:has(:text('Save the corrections')) [role=status] b")
    expect(beside).to_be_in_viewport()
    expect(desk.get_by_role("button", name="On the big screen")).to_be_in_viewport()
    desk.get_by_role("button", name="Save the corrections").click()
    yes = desk.locator("#dialog-yes")
    expect(desk.get_by_role("button", name="Save the corrections")).to_have_count(0)
    assert yes.count() == 0
    expect(status).to_have_text("The correction of game 1 is saved")
    expect(status).to_be_in_viewport()
    desk.get_by_role("button", name="See it in the history").click()
    expect(desk.locator("h2[tabindex]")).to_contain_text("1. ")
    expect(score).not_to_have_text(["55", "48"])
    desk.locator("#undo-correction").click()
    expect(score).to_have_text(["55", "48"])
    desk.locator("#correct-game").click()
    expect(field).to_have_value(value)  # the open table shows the undo from the history


SEES = "to => (Object.defineProperty(document, 'visibilityState', {value: to, configurable: true}), document.dispatchEvent(new Event('visibilitychange')))"


def test_six_tabs_of_a_browser_follow_each_change_and_one_that_nobody_saw_catches_up(opened, profiles, shared, table):
    tabs = [opened(profiles("en-GB")) for _ in range(6)]
    for tab in tabs:
        visit(tab, shared, room="scoring", item=table["id"])
        expect(cell(tab, 0, "A")).to_be_visible()
    for number, letter in often([(5, "A"), (0, "B")], list(enumerate("ACDEFG"))):
        cell(tabs[number], 0, letter).fill("7")
        tabs[number].keyboard.press("Enter")
        for tab in tabs:
            expect(cell(tab, 0, letter)).to_have_value("7")
    tabs[2].evaluate(SEES, "hidden")
    cell(tabs[1], 1, "A").fill("5")
    tabs[1].keyboard.press("Enter")
    expect(cell(tabs[5], 1, "A")).to_have_value("5")
    tabs[2].evaluate(SEES, "visible")
    expect(cell(tabs[2], 1, "A")).to_have_value("5")
    assert tabs[0].evaluate("navigator.locks.query().then(({ held }) => held.length)") == 4
