"""Leaving unsaved work: each way out asks first, the text stays as a draft, and every room has an address."""

import re

import pytest
from playwright.sync_api import expect

from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.http import workshop_words
from tests.conftest import ROOT, often
from tests.tables import write_files
from tests.workshop.pages.conftest import answered
from tests.workshop.pages.key_presses import tap_into
from tests.workshop.pages.test_grid import FILES
from tests.workshop.pages.text_editors import TYPED_IN, text_of
from tests.workshop.programs import LATE, seated, until, visit
from tests.workshop.test_pictures import raster

FIRST_LATE = LATE.replace("WHAT", "history.games").replace("? 400 : 0", "&& !globalThis.one++ ? 1000 : 0")


def open_source(page, program):
    page.set_viewport_size({"width": 1300, "height": 900})
    visit(page, program, room="history", game="yacht")
    page.wait_for_selector("#rooms button")
    page.get_by_role("button", name="Shelf", exact=True).click()
    open_file(page)
    area = page.locator(TYPED_IN)
    area.wait_for()
    return area


def open_file(page):
    page.locator('.picture svg [data-place*="/score_sheet.yaml"]:not([data-written])').first.dispatch_event("click")


WAYS = {
    "room": lambda page: page.get_by_role("button", name="Print", exact=True).click(),
    "game": lambda page: page.select_option("#game", "platformer"),
    "back": lambda page: page.evaluate("history.back()"),
    "reload": lambda page: page.evaluate("setTimeout(() => location.reload())"),
    "close": lambda page: page.locator(".source-bar button").last.click(),
    "file": lambda page: page.select_option("#files", index=1),
}


def test_a_card_and_a_table_that_are_open_are_in_the_address_and_a_reload_opens_them_again(tab, program):
    write_files(program.folder, FILES)
    tab.set_viewport_size({"width": 1300, "height": 900})
    visit(tab, program, game="yacht")
    tab.get_by_role("button", name="New game").click()
    tab.locator("#new-title").fill("Night Ferry")
    tab.locator('[name="kind"]').first.check()
    tab.get_by_role("button", name="Begin").click()
    expect(tab).to_have_url(re.compile("/shelf/night[-_]ferry[?]"))
    expect(tab.locator("figcaption", has_text=re.compile("^Score pad"))).to_be_visible()
    expect(tab.locator("dialog")).to_have_count(0)
    tab.select_option("#game", "mini")
    tab.get_by_role("button", name="Source of hare").click()
    expect(tab).to_have_url(re.compile(r"/shelf/mini/[^/]*beasts\.yaml[^/]*text[^/]*hare"))
    for look, shown in (("text", ".lines"), ("table", ".with-grid table")):
        address = tab.url
        assert f"{look}%7C" in address
        tab.reload()
        expect(tab.locator("figure.in-hand")).to_contain_text("hare")
        expect(tab.locator(shown).first).to_be_visible()
        expect(tab).to_have_url(address)
        if look == "text":
            tab.locator(".source-bar button", has_text=re.compile("^Table$")).click()
            expect(tab).to_have_url(re.compile("table%7C"))
    program.kill()
    program.start()
    tab.goto("about:blank")  # otherwise the page reloads itself for the new key
    tab.goto(f"{program.link}/{address.partition('#')[2].partition('/')[2]}")
    expect(tab.locator("figure.in-hand")).to_contain_text("hare")
    tab.locator(".source-bar button").last.click()
    expect(tab).to_have_url(re.compile("/shelf/mini[?]"))


def test_no_way_out_of_a_text_loses_it(tab, shared, asked):
    seen, yes = asked
    area = open_source(tab, shared)
    expect(tab.locator("#files option").nth(1)).to_be_attached()
    text, address = text_of(tab), tab.url
    area.click()
    tab.keyboard.press("Control+End")
    tab.keyboard.type("# mine")
    for key, shown in (("Control+z", text), ("Control+y", f"{text}# mine")):
        tab.keyboard.press(key)
        assert text_of(tab) == shown
    # Tab indents, and after Escape it leaves
    for key, stays in (("Tab", True), ("Shift+Tab", True), ("Escape", True), ("Tab", False)):
        tab.keyboard.press(key)
        assert tab.evaluate("document.activeElement.matches('.lines')") == stays, key
    assert text_of(tab) == f"{text}# mine"
    for way in often(["back", "reload", "game"], WAYS):
        del seen[:]
        WAYS[way](tab)
        if way == "reload":
            until(tab, lambda: seen)
        else:
            answered(tab, "Stay here")
        tab.wait_for_timeout(100)  # time in which it would ask twice
        expect(tab).to_have_url(address)
        expect(tab.locator("dialog")).to_have_count(0)
        assert seen == (["beforeunload"] if way == "reload" else []), way
        assert text_of(tab) == f"{text}# mine"
    # another language does not leave the text
    del seen[:]
    tab.select_option("#language", "pl")
    expect(tab.locator("html")).to_have_attribute("lang", "en")
    expect(tab.locator("#language")).to_have_value("pl")
    assert text_of(tab) == f"{text}# mine"
    assert (seen, "language=pl" in tab.url) == ([], True)
    # a user who leaves all the same finds the draft again
    yes.append(True)
    tab.reload()
    open_file(tab)
    expect(tab.locator(".source > [role=status]")).to_contain_text("draft")
    assert text_of(tab) == f"{text}# mine"
    tab.keyboard.press("Control+s")
    expect(tab.locator(".source > [role=status]")).to_contain_text("Saved")
    file = tab.locator("#files").input_value()
    assert (shared.folder / file).read_text(encoding="utf-8") == f"{text}# mine"
    WAYS["close"](tab)
    assert seen == ["beforeunload"]
    assert tab.evaluate("Object.keys(localStorage)") == []
    (shared.folder / file).unlink()
    (shared.folder / file).parent.rmdir()


@pytest.mark.parametrize("language", often(["pl"], ["en", "pl", "cs"]))
def test_a_workshop_that_does_not_answer_is_reported_in_words_and_what_was_typed_stays(
    opened, profiles, shared, language
):
    tab = opened(profiles(language))
    tab.set_viewport_size({"width": 1300, "height": 900})
    visit(tab, shared, room="shelf", game="yacht")
    open_file(tab)
    tab.locator(TYPED_IN).click()
    tab.keyboard.press("Control+End")
    tab.keyboard.type("# mine")
    text, status = text_of(tab), tab.locator(".source > [role=status]")
    tab.context.set_offline(True)
    try:
        tab.keyboard.press("Control+s")
        expect(status).to_have_text(words_of(language)["closed"])
        assert text_of(tab) == text
    finally:
        tab.context.set_offline(False)
    tab.keyboard.press("Control+s")
    expect(status).not_to_have_text(words_of(language)["closed"])
    file = shared.folder / tab.locator("#files").input_value()
    until(tab, file.exists)
    assert file.read_text(encoding="utf-8") == text
    # the page repeats requests that only read
    aborted = []
    tab.route("**/history?*", lambda route: (aborted.append(route), route.abort()), times=2)
    tab.locator("#rooms button").nth(4).click()
    tab.locator("#main .games").wait_for()
    assert len(aborted) == 2
    file.unlink()
    file.parent.rmdir()


def words_of(language):
    return workshop_words(GameCatalogue((ROOT,)), language)


def test_a_drawing_is_undone_saved_and_found_again_by_keys(tab, shared, asked):
    seen, yes = asked
    tab.set_viewport_size({"width": 1300, "height": 1000})
    visit(tab, shared, room="dungeons", game="paper-dungeons", item="a")
    edges = tab.locator(".edge.wall, .edge.water, .edge.extra_wall")
    tab.locator(".board .room").first.wait_for()
    before = edges.count()
    free = tab.locator(".edge.up:not(.wall):not(.fixed):not(.water)").first
    box = free.bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(edges).to_have_count(before + 1)
    for key, count in (("Control+z", before), ("Control+y", before + 1)):
        tab.keyboard.press(key)
        expect(edges).to_have_count(count)
    # the same with a story that is being typed
    tab.locator("details", has_text="Names, stories").locator("summary").first.click()
    tab.locator(".stories textarea").first.click()
    tab.keyboard.press("Control+End")
    tab.keyboard.type(" And more.")
    tab.select_option("#game", "yacht")
    answered(tab, "Stay here")
    tab.get_by_role("button", name="Print", exact=True).click()  # the drawing stays as it is
    expect(tab.locator(".board")).to_have_count(0)
    tab.get_by_role("button", name="Dungeons", exact=True).click()
    expect(edges).to_have_count(before + 1)
    tab.locator(".drawing details").last.locator("summary").click()
    tab.locator(".drawing .cm-content").click()
    assert "And more." in text_of(tab, ".drawing")
    # the text has its own undo
    tab.keyboard.type("x")
    tab.keyboard.press("Control+z")
    tab.keyboard.press("Control+z")
    assert "And more." in text_of(tab, ".drawing")
    expect(edges).to_have_count(before + 1)
    yes.append(True)
    tab.reload()
    assert seen == ["beforeunload"]
    expect(edges).to_have_count(before + 1)
    expect(tab.locator("p.map-note[role=status]")).to_contain_text("draft")
    tab.locator(".bar input").fill("kept")
    tab.keyboard.press("Control+s")
    path = shared.folder / "cards/paper-dungeons/dungeons/kept.yaml"
    expect(tab.locator("p.map-note[role=status]")).to_contain_text(path.name)
    assert "And more." in path.read_text(encoding="utf-8")
    expect(tab).to_have_url(re.compile("/dungeons/paper-dungeons/kept"))
    assert tab.evaluate("Object.keys(localStorage)") == []
    path.unlink()


def test_every_room_has_an_address_and_back_leads_to_the_one_before(tab, shared):
    visit(tab, shared, room="history", game="yacht")
    tab.locator(".games button").first.click()
    expect(tab.locator("h2[tabindex]")).to_be_focused()
    number = re.search(r"/history/yacht/(\d+)", tab.url)[1]
    for room in ("Print", "Scoring"):
        tab.get_by_role("button", name=room, exact=True).click()
    for room in ("Print", "History"):
        tab.go_back()
        expect(tab.locator("#rooms [aria-current]")).to_have_text(room)
    expect(tab.locator("h2[tabindex]")).to_contain_text(f"{number}.")
    tab.go_forward()
    expect(tab.locator("#rooms [aria-current]")).to_have_text("Print")
    tab.reload()
    expect(tab.locator("#rooms [aria-current]")).to_have_text("Print")
    tab.wait_for_function("document.fonts.check('16px display-bold-ss01-lnum')")  # titles use the font of the cards
    tab.get_by_role("button", name="History", exact=True).click()
    tab.locator("#main .games").wait_for()
    tab.evaluate(LATE.replace("WHAT", "^forms"))
    tab.get_by_role("button", name="Print", exact=True).click()
    assert tab.locator("#main .games").count() == 0  # the room before does not stay while the answer is late


def test_a_game_that_is_chosen_stays_though_the_answer_for_another_comes_late(tab, shared):
    visit(tab, shared, room="shelf", game="yacht")
    tab.evaluate("globalThis.one = 0")
    tab.evaluate(FIRST_LATE)
    tab.get_by_role("button", name="History", exact=True).click()
    tab.locator(".games button").last.click()
    expect(tab.locator("h2[tabindex]")).to_be_focused()
    shown = tab.locator("h2[tabindex]").inner_text()
    tab.wait_for_timeout(1500)
    expect(tab.locator("h2[tabindex]")).to_be_focused()
    assert shown == tab.locator("h2[tabindex]").inner_text()


@pytest.mark.parametrize(
    ("game", "room", "last"), [("platformer", "Shelf", "figure[data-drawn]"), ("yacht", "Print", ".printers h2")]
)
def test_a_shelf_that_is_read_again_late_is_not_shown_as_another_game_or_room(tab, shared, game, room, last):
    routes, titles = [], tab.locator("main h2")
    visit(tab, shared, room="shelf", game="yacht")
    tab.locator("figure[data-drawn]").first.wait_for()
    tab.route("**/shelf?*", lambda route: routes.append(route), times=1)
    tab.evaluate("document.dispatchEvent(new CustomEvent('saved', { detail: {} }))")
    until(tab, lambda: routes)
    before = titles.all_inner_texts()
    tab.select_option("#game", game)
    tab.get_by_role("button", name=room, exact=True).click()
    until(tab, lambda: titles.count() and titles.all_inner_texts() != before)
    tab.locator(last).first.wait_for(state="attached")
    chosen = titles.all_inner_texts()
    late = routes[0].fetch()
    routes[0].fulfill(json={**late.json(), "pages": []})
    tab.wait_for_timeout(300)
    assert titles.all_inner_texts() == chosen


def test_the_big_screen_stays_though_tables_that_were_asked_for_before_it_come_late(tab, shared, open_table):
    table, routes = open_table("yacht"), []
    visit(tab, shared, room="scoring")
    tab.route("**/tables", lambda route: routes.append(route), times=1)
    until(tab, lambda: routes)  # the list is read again every few seconds
    shared.ask(f"tables/{table['id']}/seat", {"do": "join", "text": "Cy"})
    tab.locator(f'[id="board-{table["id"]}"]').click()
    expect(tab.locator(".finish .moment")).to_be_visible()
    routes[0].continue_()
    tab.wait_for_timeout(300)
    expect(tab.locator(".finish .moment")).to_be_visible()


def test_a_number_that_stands_in_a_field_when_the_page_goes_is_kept(phones, open_table):
    phone = seated(phones(), open_table("yacht"), "Ada", "#tab-lines")
    phone.tap("#tab-lines")
    tap_into(phone.locator('[id="q-line.F"]'))
    phone.keyboard.type("12")
    phone.reload()
    expect(phone.locator(".people .own b")).to_have_text("12")


def test_back_leads_from_the_studio_to_the_shelf_and_forward_into_it_again(tab, shared):
    open_source(tab, shared)
    expect(tab.locator(".at-work")).to_be_visible()  # the address gets the selected face last
    studio = tab.url
    tab.go_back()
    expect(tab).to_have_url(re.compile("/shelf/yacht[?]"))
    expect(tab.locator(".source")).to_have_count(0)
    expect(tab.locator(".picture svg").first).to_be_visible()
    tab.go_forward()
    expect(tab.locator(TYPED_IN)).to_be_visible()
    expect(tab).to_have_url(studio)
    tab.locator(".source-bar button").last.click()


def test_a_deck_of_the_shelf_is_in_the_address(tab, shared):
    visit(tab, shared, room="shelf", game="platformer", language="en")
    tab.locator(".deck-list button").nth(3).click()
    title = tab.locator(".deck-list button").nth(3).inner_text()
    expect(tab).to_have_url(re.compile("/shelf/platformer/deck"))
    tab.reload()
    expect(tab.locator(".of-faces h2", has_text=title)).to_be_focused()
    tab.go_back()
    expect(tab).to_have_url(re.compile("/shelf/platformer[?]"))


def test_a_text_follows_its_file_and_a_conflict_is_settled_with_the_difference_in_sight(tab, shared):
    area = open_source(tab, shared)
    text, file = text_of(tab), tab.locator("#files").input_value()
    path = shared.folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}# theirs\n", encoding="utf-8")
    until(tab, lambda: text_of(tab) == f"{text}# theirs\n")
    for answer, result in (("reload", f"{text}# theirs 2\n"), ("keep", f"{text}# theirs 2\n# mine 2")):
        area.click()
        tab.keyboard.press("Control+End")
        tab.keyboard.type("# mine 1" if answer == "reload" else "# mine 2")
        before = text_of(tab)
        if answer == "reload":
            path.write_text(f"{text}# theirs 2\n", encoding="utf-8")
        else:
            path.write_text(f"{text}# theirs 3\n", encoding="utf-8")
        tab.wait_for_timeout(1000)
        assert text_of(tab) == before
        tab.keyboard.press("Control+s")
        expect(tab.locator(".differs .mine")).to_contain_text("# mine")
        expect(tab.locator(".differs .theirs")).to_contain_text("# theirs")
        tab.locator(f"#dialog-{answer}").click()
        until(tab, lambda result=result: text_of(tab) == result)
    until(tab, lambda: path.read_text(encoding="utf-8") == result)
    path.unlink()
    tab.locator(".source-bar button").last.click()


def test_a_picture_comes_to_its_card_after_the_workshop_was_killed_and_its_layout_changed_on_disk(tab, program):
    write_files(program.folder, FILES)
    program.ask("tables", {"game": "yacht", "language": "en"})  # while a table is open, the key stays
    layout = program.folder / "layouts/mini/beast.yaml"
    visit(tab, program, room="shelf", game="mini")
    tab.locator(".picture svg").first.wait_for()
    tab.get_by_role("button", name="Add a picture", exact=True).click()
    tab.locator("#picture-file").set_input_files(
        {"name": "Dot.png", "mimeType": "image/png", "buffer": raster(size=(40, 20))}
    )
    program.kill()
    tab.get_by_role("button", name="Store it").click()
    expect(tab.locator(".ask [role=alert]")).to_contain_text("does not answer")
    program.start()
    tab.get_by_role("button", name="Store it").click()
    place = tab.get_by_role("button", name="The whole card, below its texts, on every card", exact=True)
    place.wait_for()
    program.kill()
    layout.write_text(f"{layout.read_text()}# on disk\n", encoding="utf-8")
    place.click()
    expect(tab.locator(".ask")).to_contain_text("Choose the place again")
    program.start()
    tab.select_option("#put-card", "hare")
    place.click()
    status = tab.locator(".source > [role=status]")
    expect(status).to_contain_text("art/dot.png is on the card")  # the editor opens, although it did not open before
    assert "# on disk" in text_of(tab)
    # another window saves while this one cannot
    program.kill()
    layout.write_text(f"{layout.read_text()}# elsewhere\n", encoding="utf-8")
    tab.keyboard.press("Control+s")
    expect(status).to_contain_text("does not answer")
    program.start()
    tab.keyboard.press("Control+s")
    expect(tab.locator(".differs .theirs")).to_contain_text("# elsewhere")
    tab.keyboard.press("Escape")
    assert "art/dot.png" in text_of(tab)
    assert layout.read_text(encoding="utf-8").endswith("# elsewhere\n")
