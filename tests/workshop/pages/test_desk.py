"""One laptop at the table: the desk takes the points of all players, by keys and by taps, and needs no phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import often
from tests.workshop.pages.test_access import DESK, PHONE, looked_through
from tests.workshop.programs import visit


@pytest.fixture
def table(shared, open_table):
    """A table of two players, none of whom has a phone."""
    table = open_table("paper-dungeons")
    for name in ("Ada", "Bob"):
        shared.ask(f"tables/{table['id']}/seat", {"do": "join", "text": name})
    return table


def cell(page, seat, letter):
    return page.locator(f'[id="q-line.{letter}-{seat}"]')


def points_of(shared, table):
    (found,) = [each for each in shared.ask("tables")["tables"] if each["id"] == table["id"]]
    return [{key[-1]: text for key, text in seat["answers"].items()} for seat in found["seats"]]


def test_a_game_is_scored_at_the_desk_without_a_phone(desk, shared, table):
    visit(desk, shared, room="scoring", item=table["id"])
    cell(desk, 0, "A").click()
    for key in ("4", "Enter", "-", "4", "Enter"):
        desk.keyboard.press(key)
    expect(cell(desk, 0, "C")).to_be_focused()
    desk.locator(".at-hand [data-key='7']").click()  # a key of the line in hand goes on to the next line
    expect(cell(desk, 0, "D")).to_be_focused()
    cell(desk, 0, "K").fill("999")
    desk.keyboard.press("Enter")
    expect(desk.locator("td.unusual")).to_have_count(1)
    expect(desk.locator("thead th").first).to_contain_text("⚠")
    cell(desk, 0, "K").fill("8")
    desk.keyboard.press("Enter")  # at the end of a column the next one begins
    expect(cell(desk, 1, "A")).to_be_focused()
    desk.keyboard.type("x")
    desk.keyboard.press("Enter")
    expect(cell(desk, 1, "A")).to_have_attribute("aria-invalid", "true")
    expect(desk.locator(".not-counted")).to_contain_text("Bob, A")
    cell(desk, 1, "A").fill("5")
    desk.keyboard.press("Tab")
    expect(desk.locator(".not-counted")).to_have_count(0)
    totals = desk.locator(".points .total")
    expect(totals).to_have_text(["•••", "•••"])  # for the reveal
    desk.get_by_role("button", name="Show the totals").click()
    expect(totals).to_have_text(["19", "9"])  # the weakest hero of each counts 4
    assert points_of(shared, table) == [{"A": "4", "B": "-4", "C": "7", "K": "8"}, {"A": "5"}]
    for width, scheme in often([(DESK, "light")], [(DESK, "dark"), (PHONE, "light"), (PHONE, "dark")]):
        looked_through(desk, "desk", width, scheme=scheme)
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
    shared.ask(f"history/games/{number}/mark", {"deleted": True})


def test_last_weeks_score_is_corrected_in_the_history_and_the_correction_undone(desk, shared):
    visit(desk, shared, room="history", item="1")
    score = desk.locator(".of-game tr.sum td.number")
    expect(score).to_have_text(["55", "48"])
    desk.locator("#correct-game").click()
    field = desk.locator("[data-letter=K]").first
    value = field.input_value()
    field.fill("3" if value != "3" else "4")
    desk.keyboard.press("Enter")
    desk.get_by_role("button", name="Save the corrections").click()
    yes = desk.locator("#dialog-yes")
    status = desk.locator(".saved")
    expect(desk.get_by_role("button", name="Save the corrections")).to_have_count(0)
    assert yes.count() == 0
    expect(status).to_contain_text("Saved as game 1")
    desk.get_by_role("button", name="See it in the history").click()
    expect(desk.locator("h2[tabindex]")).to_contain_text("1. ")
    expect(score).not_to_have_text(["55", "48"])
    desk.locator("#undo-correction").click()
    expect(score).to_have_text(["55", "48"])
    for table in shared.ask("tables")["tables"]:
        shared.ask(f"tables/{table['id']}/close", {})
