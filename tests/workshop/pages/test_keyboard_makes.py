"""Test that keys are enough to make games, decks, pictures, maps, files to download, and ledger entries."""

import json
import re
from inspect import signature

import pytest
from playwright.sync_api import expect

from tests.conftest import DEEP, often
from tests.workshop.pages.key_presses import UNSEEN, button, enter, press, tab_to
from tests.workshop.pages.test_access import check_accessibility
from tests.workshop.pages.test_forms import answers
from tests.workshop.pages.test_grid import mini  # noqa: F401
from tests.workshop.programs import seated, still, until, visit
from tests.workshop.test_pictures import raster


def retype(page, text):
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def fault_of(field):
    return field.locator("xpath=..").locator(".fault")


def check_access(page, view, scheme="light"):
    """Check the page with axe too, in the deep run."""
    if DEEP:
        size = page.viewport_size
        check_accessibility(page, view, scheme=scheme)
        page.set_viewport_size(size)


def a_title_that_is_taken_or_none_is_told_at_its_field(desk, shared):
    visit(desk, shared, room="shelf", game="yacht")
    enter(desk, button(desk, "New game"))
    title = desk.locator("#new-title")
    for typed, message in (("Yacht", "There is a game of this title already."), ("☃", "Write a title with a letter")):
        expect(title).to_be_focused()
        retype(desk, typed)
        desk.keyboard.press("Enter")
        expect(fault_of(title)).to_contain_text(message)
        expect(button(desk, "Begin it")).to_be_enabled()
    check_access(desk, "a title that is refused", "dark")
    expect(desk.locator(".ask > form > .fault")).to_be_empty()  # the program writes nothing now
    desk.keyboard.press("Escape")
    expect(button(desk, "New game")).to_be_focused()


def a_game_a_deck_and_a_picture_are_begun(desk, program):
    visit(desk, program, room="shelf", game="yacht")
    enter(desk, button(desk, "New game"))
    expect(desk.locator("#new-title")).to_be_focused()
    desk.keyboard.type("Moon Farm")
    kinds = desk.locator("[name=kind]")
    tab_to(desk, kinds.first)
    desk.keyboard.press("ArrowDown")
    expect(kinds.nth(1)).to_be_checked()
    enter(desk, button(desk, "Begin it"))
    expect(desk.locator("#game")).to_have_value("moon-farm")
    expect(button(desk, "New game")).to_be_focused()
    desk.locator(".picture svg").first.wait_for()
    enter(desk, button(desk, "New deck"))
    expect(desk.locator("#new-deck")).to_be_focused()
    retype(desk, "Roles")
    size = desk.locator("#new-size")
    tab_to(desk, size)
    retype(desk, "wide")
    desk.keyboard.press("Enter")
    expect(fault_of(size)).to_contain_text("Write a width")
    check_access(desk, "a size that is refused")
    expect(size).to_be_focused()
    retype(desk, "63x88mm")
    tab_to(desk, desk.locator("#new-table"))
    retype(desk, "Name,Copies\nFox,2\nHare,1\n")
    enter(desk, button(desk, "Begin it"))
    expect(desk.locator('.grid [data-row="0"] [data-column="key"]')).to_be_focused()  # the first cell
    enter(desk, button(desk, "Close"))
    enter(desk, button(desk, "Add a picture"))
    file = desk.locator("#picture-file")
    expect(file).to_be_focused()
    with desk.expect_file_chooser() as chooser:
        desk.keyboard.press("Enter")
    chooser.value.set_files({"name": "Full Moon.png", "mimeType": "image/png", "buffer": raster(size=(40, 20))})
    expect(desk.locator("#picture-name")).to_have_value("full-moon")
    check_access(desk, "a picture that is brought")
    tab_to(desk, desk.locator("#crop-shape"))
    desk.keyboard.press("End")
    tab_to(desk, desk.locator("#crop-across"))
    desk.keyboard.press("End")
    enter(desk, button(desk, "Store it"))
    expect(desk.locator(".ask [role=status]")).to_contain_text("art/full-moon.png")
    check_access(desk, "a picture that is stored")
    desk.keyboard.press("Escape")
    expect(button(desk, "Add a picture")).to_be_focused()
    assert (program.folder / "cards/moon-farm/art/full-moon.png").exists()
    assert "Hare" in (program.folder / "cards/moon-farm/roles.csv").read_text(encoding="utf-8")


def a_dungeon_is_drawn_and_saved(desk, program):
    visit(desk, program, room="dungeons", game="paper-dungeons")
    desk.wait_for_selector(".board .room")
    enter(desk, desk.locator("summary", has_text="from a code"))
    tab_to(desk, desk.locator("form [name=name]"))
    retype(desk, "cellar")
    tab_to(desk, desk.locator("form [name=columns]"))
    retype(desk, "3")
    enter(desk, button(desk, "Begin"))
    expect(desk.locator(".board .room")).to_have_count(21)
    expect(desk.locator("main :focus")).to_have_count(1)
    # Shift and an arrow change a side of the selected room
    room = tab_to(desk, desk.locator('.board .room[tabindex="0"]'))
    first = room.get_attribute("data-room")
    side = desk.locator(f'[data-edge="{first} right"]')
    before = side.get_attribute("class")
    desk.keyboard.press("Shift+ArrowRight")
    expect(side).not_to_have_class(before)
    expect(room).to_be_focused()
    # Enter places a thing with the selected tool; Delete clears the room
    tab_to(desk, desk.locator("[data-tool^=thing]").first, "Shift+Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator(".tools :focus")).to_have_attribute("aria-pressed", "true")
    empty_label = room.get_attribute("aria-label")
    tab_to(desk, desk.locator('.board .room[tabindex="0"]'))
    desk.keyboard.press("Enter")
    expect(room).not_to_have_attribute("aria-label", empty_label)
    filled_label = room.get_attribute("aria-label")
    expect(room).to_be_focused()
    desk.keyboard.press("Delete")
    expect(room).to_have_attribute("aria-label", re.compile(f"^{first}: empty;"))
    desk.keyboard.press("Control+z")
    expect(room).to_have_attribute("aria-label", filled_label)
    check_access(desk, "a map that is drawn")
    desk.keyboard.press("Control+s")
    expect(desk.locator(".map-note")).to_contain_text("cellar.yaml")
    assert (program.folder / "cards/paper-dungeons/dungeons/cellar.yaml").exists()


def a_game_is_exported(desk, shared, mini):  # noqa: F811
    visit(desk, shared, room="print", game="mini")
    desk.wait_for_selector("form.card")
    for command, called in (("png", "PNG pictures"), ("svg", "SVG drawings"), ("screentop", "Screentop.gg")):
        enter(desk, button(desk, called))
        form = desk.locator(f"form:has([id^='{command}-'])")
        make = form.locator("button.main")
        with desk.expect_download() as download:
            enter(desk, make)
        assert re.search(r"\.\w+$", download.value.suggested_filename)
        expect(make).to_be_focused()
        expect(form.locator(".message")).not_to_be_empty()


def an_entry_of_a_ledger_is_made_and_taken_out(phones, shared, open_table):
    table = open_table("labirynt-smierci")
    page = seated(phones(), table, "Ada", ".people .own")
    tab_to(page, page.locator('[id="q-members/further"]'))
    for name in ("Ada", "Bruno"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator('[id="q-members/further"]')).to_be_focused()
    enter(page, button(page, "Earned together"))
    tab_to(page, page.locator('[id="q-ledger.0/pool/add"]'))
    for number in ("9", "8"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        expect(page.locator('[id="q-ledger.0/pool/add"]')).to_be_focused()
    check_access(page, "an entry that is made")
    enter(page, page.locator(".entry-form").get_by_role("button", name="2", exact=True))
    enter(page, button(page, "Enter"))
    entry = page.locator(".entry", has_text="Earned together")
    expect(entry).to_have_count(1)
    expect(page.locator("main :focus")).to_have_count(1)
    expect(page.locator("#state")).to_have_text("")
    assert json.loads(answers(shared, table)[0]["ledger.0"]) == {"pool": [9, 8], "level": 2}
    enter(page, entry.get_by_role("button").last, "Shift+Tab")
    enter(page, page.locator("#dialog-yes"))
    expect(entry).to_have_count(0)
    expect(page.locator("main :focus")).to_have_count(1)


TITLE = a_title_that_is_taken_or_none_is_told_at_its_field
ALL = (
    TITLE,
    a_game_a_deck_and_a_picture_are_begun,
    a_dungeon_is_drawn_and_saved,
    a_game_is_exported,
    an_entry_of_a_ledger_is_made_and_taken_out,
)


@pytest.mark.parametrize("walk", often([TITLE], ALL))
def test_with_keys_alone(walk, request):
    walk(*(request.getfixturevalue(name) for name in signature(walk).parameters))


IS_THERE = {
    "shelf": ".picture svg",
    "dungeons": ".previews .pair .preview:last-child svg",
    "print": "form.card",
    "scoring": "main > *",
    "history": ".body > *",
}


LAST_PEN = ".of-faces:has(.page) figcaption button"


@pytest.mark.parametrize("width", often([390], [390, 768]))
def test_pictures_that_come_late_leave_the_focus_in_sight(desk, shared, width):
    """They come after Tab has passed them, as on a busy machine, and their shape is not that of their place."""
    desk.set_viewport_size({"width": width, "height": 800})
    waiting_routes, answered_routes = [], []

    def answers(route):
        answered_routes.append(route)
        tall = 20 if len(answered_routes) % 2 else 400
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 {tall}'/>"
        route.fulfill(json={"svg": svg, "fonts": [], "size": [100, tall], "record": ""})

    desk.route("**/picture?*", lambda route: answers(route) if answered_routes else waiting_routes.append(route))
    try:
        visit(desk, shared, room="shelf", game=often("yacht", "paper-dungeons"))
        desk.locator(LAST_PEN).last.wait_for(state="attached")
        for _ in range(9):
            press(desk, "Shift+Tab")
        at = desk.evaluate_handle("document.activeElement")
        until(desk, lambda: len(waiting_routes) > 1)
        for route in waiting_routes:
            answers(route)
        desk.locator(".picture svg").nth(1).wait_for()
        still(desk, "document.activeElement")
        until(desk, lambda: desk.evaluate(UNSEEN) == "")  # another picture may come at any moment
        assert at.evaluate("each => each === document.activeElement")
    finally:
        desk.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("width", often([1280], [1280, 768, 390]))
@pytest.mark.parametrize("room", often(["print"], list(IS_THERE)))
def test_wherever_tab_leads_in_a_room_it_is_seen(desk, shared, room, width):
    """Also below the page head, which does not scroll."""
    desk.set_viewport_size({"width": width, "height": 800})
    visit(desk, shared, room=room, game=often("yacht", "paper-dungeons"))
    desk.locator(IS_THERE[room]).first.wait_for()  # content that comes later moves the page
    desk.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))")
    desk.keyboard.press("Shift+Tab")
    stops = 0
    while desk.evaluate("document.activeElement !== document.body"):
        stops += 1
        press(desk, "Shift+Tab")
        if desk.evaluate("document.activeElement.closest('.lines') !== null"):  # the text editor takes Tab until Escape
            desk.keyboard.press("Escape")
    assert stops > 6
    assert desk.problems == []
