"""Keyboard only: every room works with Tab, arrows, Enter and Escape, and actions keep the focus in place."""

import re

from playwright.sync_api import expect

from tests.workshop.pages.key_presses import button, enter, tab_to
from tests.workshop.pages.test_access import check_accessibility
from tests.workshop.pages.test_grid import PASTE, mini  # noqa: F401
from tests.workshop.pages.text_editors import text_of
from tests.workshop.programs import seated, visit


def test_a_deck_is_typed_sorted_pasted_and_left_by_keys(desk, shared, mini):  # noqa: F811
    visit(desk, shared, room="shelf", game="mini")
    desk.wait_for_selector(".picture svg")
    enter(desk, button(desk, "Table"))
    cell = lambda row, column: desk.locator(f'.grid tr[data-row="{row}"] [data-column="{column}"]')  # noqa: E731
    expect(cell(0, "key")).to_be_focused()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.type("Wolf")
    desk.keyboard.press("Enter")
    expect(cell(1, "name")).to_be_focused()
    # a paste that makes rows, an undo and a new row redraw the table
    desk.evaluate(PASTE, "Hase\t2\nElk\t1\n")
    expect(cell(2, "name")).to_have_text("Elk")
    expect(cell(1, "name")).to_be_focused()
    desk.keyboard.press("Control+z")
    expect(cell(2, "name")).to_have_count(0)
    expect(cell(1, "name")).to_be_focused()
    heading = tab_to(desk, desk.get_by_role("columnheader", name="name").get_by_role("button"), "Shift+Tab")
    for sorted_so in ("ascending", "descending", None):
        desk.keyboard.press("Enter")
        if sorted_so:
            expect(desk.locator("th[aria-sort]")).to_have_attribute("aria-sort", sorted_so)
        else:
            expect(desk.locator("th[aria-sort]")).to_have_count(0)
        expect(heading).to_be_focused()
    enter(desk, button(desk, "Add a row"), "Shift+Tab")
    expect(cell(2, "name")).to_be_focused()
    enter(desk, button(desk, "Take out the row"), "Shift+Tab")
    expect(cell(2, "name")).to_have_count(0)
    expect(cell(1, "name")).to_be_focused()
    # the text takes Tab until Escape, also after a search in it
    enter(desk, button(desk, "Text"), "Shift+Tab")
    text = desk.locator(".source .lines")
    expect(text).to_be_focused()
    before = text_of(desk)
    for key in ("Tab", "Control+z", "Control+f", "Escape"):
        desk.keyboard.press(key)
        expect(text).to_be_focused()
    assert text_of(desk) == before
    desk.keyboard.press("Escape")
    desk.keyboard.press("Shift+Tab")
    expect(text).not_to_be_focused()
    enter(desk, button(desk, "Save"), "Shift+Tab")
    expect(desk.locator(".source > [role=status]")).to_contain_text("Saved")
    enter(desk, button(desk, "Close"))
    expect(button(desk, "Table")).to_be_focused()


def test_a_table_is_opened_shown_and_saved_by_keys(desk, program):
    visit(desk, program, room="scoring", game="yacht")
    enter(desk, button(desk, "Open a table"))
    card = desk.locator("[data-table]")
    expect(card).to_have_count(1)
    expect(card.locator(":focus")).to_have_count(1)  # the new table is selected
    identity = card.get_attribute("data-table")
    expect(card.locator(f'[id="name-{identity}"]')).to_be_focused()  # and asks for a player's name
    desk.keyboard.type("Zoe")
    desk.keyboard.press("Enter")
    expect(card.get_by_role("columnheader", name="Zoe")).to_be_visible()
    expect(card.locator(f'[id="name-{identity}"]')).to_be_focused()
    changed = card.locator("summary", has_text="What was changed")
    enter(desk, changed)
    with desk.expect_response(re.compile("/tables$")) as _:  # at the same time others sit down
        program.ask(f"tables/{identity}/seat", {"do": "join", "text": "Ann"})
    expect(card.get_by_role("columnheader", name="Ann")).to_be_visible()
    expect(changed).to_be_focused()
    enter(desk, card.locator(f'[id="board-{identity}"]'), "Shift+Tab")
    expect(desk.locator(".board-bar :focus")).to_have_count(1)
    desk.keyboard.press("Enter")  # the first action has the focus
    expect(desk.locator(".finish")).to_contain_text("Shared victory")
    expect(desk.locator(".board-bar :focus")).to_have_count(1)
    with desk.expect_download():
        enter(desk, desk.locator("#board-picture_to_share"), "Shift+Tab")
    expect(desk.locator("#board-picture_to_share")).to_be_focused()
    enter(desk, desk.locator("#board-back_to_table"))
    expect(card).to_be_visible()
    expect(desk.locator("main :focus")).to_have_count(1)
    expect(desk.locator("#state")).to_be_empty()  # the user left the board, it was not lost
    enter(desk, card.locator(f'[id="save-{identity}"]'), "Shift+Tab")
    expect(desk.locator("#dialog-no")).to_be_focused()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(card).to_contain_text("Saved as game")
    expect(card.locator(":focus")).to_have_count(1)
    program.ask(f"tables/{identity}/close", {})


def test_pages_are_turned_by_arrows_to_the_end_and_back_and_the_form_keeps_the_focus(desk, shared):
    visit(desk, shared, room="print", game="yacht")
    entry = button(desk, "Sheets")
    enter(desk, entry)
    expect(entry).to_be_focused()
    sheets = desk.locator("form:has(#sheets-copies)")
    copies = tab_to(desk, sheets.locator("#sheets-copies"))
    desk.keyboard.type("2")
    desk.keyboard.press("Tab")
    expect(sheets.locator(".pages figure")).to_have_count(2)
    sheets.locator(".pages img[src]").first.wait_for()
    folded = tab_to(desk, sheets.locator("summary"))
    expect(folded).to_have_text("Further choices: as usual")
    desk.keyboard.press("Enter")
    tab_to(desk, sheets.locator("#sheets-fillable"))
    for text in ("Further choices: To fill in on screen", "Further choices: as usual"):
        desk.keyboard.press("Space")
        expect(folded).to_have_text(text)
    expect(copies).to_have_value("2")
    enter(desk, sheets.locator(".pages button").first)
    title = desk.locator(".look h2")
    tab_to(desk, desk.locator(".look-bar button").nth(1))
    for key, text in (("Enter", "2 / 2"), ("ArrowRight", "2 / 2"), ("ArrowLeft", "1 / 2"), ("ArrowRight", "2 / 2")):
        desk.keyboard.press(key)
        expect(title).to_have_text(text)
    desk.keyboard.press("Escape")
    expect(sheets.locator(".pages button").first).to_be_focused()
    make = sheets.locator("button.main")
    with desk.expect_download():
        enter(desk, make, "Shift+Tab")
    expect(sheets.locator(".message")).not_to_be_empty()
    expect(make).to_be_focused()


def test_what_is_chosen_on_the_pad_leaves_the_focus_at_its_question(phones, open_table):
    page = seated(phones(), open_table("dungeon-fighter"), "Ada", ".people .own")
    scars = page.locator(".asked:has(.chips)")
    adds, chips = scars.locator(".segments button"), scars.locator(".chip")
    adds.nth(1).focus()
    for count in (1, 2):
        page.keyboard.press("Enter")
        expect(chips).to_have_count(count)
        expect(adds.nth(1)).to_be_focused()
    tab_to(page, chips.nth(1))
    for count in (1, 0):
        page.keyboard.press("Enter")
        expect(chips).to_have_count(count)
        expect(scars.locator(":focus")).to_have_count(1)


def test_who_comes_without_a_key_or_to_a_wrong_address_is_reported_so(opened, profiles, shared):
    page = opened(profiles("en-GB"))
    origin = shared.link.partition("#")[0]
    page.goto(f"{origin}host.css")
    page.evaluate("sessionStorage.clear()")
    places = ((origin, "opened without its key", "light"), (f"{origin}nowhere", "nothing at this address", "dark"))
    for address, text, scheme in places:
        page.goto(address)
        expect(page.locator("main [lang]")).to_have_count(3)
        expect(page.locator("main")).to_contain_text(text)
        expect(page.locator("h1")).to_have_text("Scrawlpress")
        check_accessibility(page, address, scheme=scheme)
    assert page.problems == []
