"""The rooms of the workshop's page in a real browser, one visit each: by keyboard, and a name for each control."""

import json
import re

import pytest
from playwright.sync_api import expect

from generator.storage.store import SavedGames
from tests.conftest import DEEP, often
from tests.workshop.pages.test_access import check_accessibility
from tests.workshop.programs import LATE, visit
from tests.workshop.test_drawing import KEPT
from tests.workshop.test_history import GAME

NAMELESS = "[...document.querySelectorAll('main button, main select, main input, main textarea')].filter(each => !(each.textContent.trim() || each.labels?.length || each.ariaLabel)).length"


def begin(tab, shared):
    """Show a small screen, in the room that opens fastest."""
    tab.set_viewport_size({"width": 390, "height": 844})
    visit(tab, shared, room="history")
    tab.wait_for_selector("#rooms button")


@pytest.fixture(scope="module")
def begun(host, shared):
    """The host's tab, opened once: all rooms are part of the same visit, as for a real host."""
    begin(host, shared)


@pytest.fixture
def page(tab, begun):
    """A small screen, in any room."""
    return tab


def check_page(page):
    """Check the page: every control has a name. In the deep run axe checks it too."""
    assert page.evaluate(NAMELESS) == 0
    if DEEP:
        check_accessibility(page, page.locator("main").inner_text()[:60])


def enter(page, room):
    page.get_by_role("button", name=room, exact=True).press("Enter")


def test_the_history_is_read_by_keyboard_on_a_small_screen(page, shared):
    enter(page, "History")
    third = page.locator("[data-game='3']")
    third.press("Enter")
    expect(page.locator("h2[tabindex]")).to_be_focused()
    expect(page.locator(".card")).to_contain_text("Almut")
    check_page(page)
    page.get_by_role("button", name="Close").press("Enter")
    expect(third).to_be_focused()
    page.evaluate(LATE.replace("WHAT", "player=Four"))
    with page.expect_response(re.compile("player=Four")):
        page.select_option("#filter-player", "Four")
        page.select_option("#filter-player", "Bob")
    expect(page.locator("#filter-player")).to_have_value("Bob")
    with_bob = [game.id for game in SavedGames(shared.folder / "ledger.sqlite3") if "'Bob'" in str(game.players)]
    expect(page.locator(".games li")).to_have_count(len(with_bob))
    for view, text in (("Hall of fame", "Ada"), ("Campaign", "Heroes of the Town  (1/3)")):
        enter(page, view)
        expect(page.locator(".views [aria-current]")).to_have_text(view)
        expect(page.locator("main")).to_contain_text(text.replace("  ", " "))
        check_page(page)
    enter(page, "Plot")
    expect(page.locator(".plot svg")).to_be_visible()
    check_page(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_dates_and_totals_of_the_history_are_seen_without_a_swipe(page, shared):
    begin(page, shared)
    expect(page.locator(".games button").first).to_be_visible()
    assert page.locator(".games").bounding_box()["y"] < 300
    enter(page, "Hall of fame")
    page.locator(".fame tbody tr").first.wait_for()
    assert page.evaluate("document.querySelector('.fame').scrollWidth <= document.querySelector('.fame').clientWidth")
    dates = page.locator(".fame tbody tr td:last-child")
    for number in range(dates.count()):
        box = dates.nth(number).bounding_box()
        assert box["x"] + box["width"] < 390 - 16
    enter(page, "Campaign")
    long = page.locator(".with-total").last
    assert long.evaluate("(each) => each.scrollWidth > each.clientWidth")
    frame = long.bounding_box()
    totals = long.locator("tr > :last-child")
    expect(totals.first).to_have_text("Total")
    for number in range(totals.count()):
        box = totals.nth(number).bounding_box()
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


def test_in_a_game_the_winner_is_first_and_the_total_stands_out(page, shared):
    visit(page, shared, room="history", item="1")
    grid = page.locator(".of-game table").first
    expect(grid.locator("th.number")).to_have_text(["Bob", "Ada"])
    total = grid.locator("tr.sum td")
    expect(total).to_have_text(["L", "Total", "55", "48"])
    assert int(total.first.evaluate("(cell) => getComputedStyle(cell).fontWeight")) >= 700
    expect(page.locator(".of-game summary")).to_have_text(["Why: Bob", "Why: Ada", "Typed in: Bob", "Typed in: Ada"])
    begin(page, shared)


def test_a_table_goes_to_the_history_once_and_to_its_chapter(page, shared):
    table = shared.ask("tables", {"game": GAME, "language": "en", "dungeon": "b"})
    shared.ask(f"tables/{table['id']}/seat", {"do": "join", "text": "Zoe"})
    enter(page, "Scoring")
    card = page.locator(f'[data-table="{table["id"]}"]')
    page.select_option(f'[id="map-{table["id"]}"]', "c")
    card.get_by_role("button", name="Save the game").dblclick()
    expect(page.locator("#asked-text")).to_contain_text("Zoe")
    page.locator("#dialog-yes").click()
    expect(card.locator(".saved")).to_contain_text("Saved as game")
    *_, (number, dungeon) = [(game.id, game.dungeon) for game in SavedGames(shared.folder / "ledger.sqlite3")]
    assert dungeon == "c"
    expect(card.locator(".saved")).to_contain_text(f"Saved as game {number}")
    with page.expect_download() as play:
        card.get_by_role("button", name="For BG Stats").press("Enter")
    assert json.loads(play.value.path().read_text(encoding="utf-8"))["plays"][0]["comments"] == "c"
    check_page(page)
    card.get_by_role("button", name="See it in the history").press("Enter")
    expect(page.locator("h2[tabindex]")).to_have_text(f"{number}. Paper Dungeons")


NONE_PLAYED = {"games": [], "count": 0, "known": [], "players": [], "dungeons": [], "faults": []}
NO_TABLE = {"tables": [], "unopened": [], "players": []}


def test_an_empty_room_invites_with_cards_of_the_game_and_one_main_action(page):
    page.route("**/tables", lambda route: route.fulfill(json=NO_TABLE))
    page.route("**/history?*", lambda route: route.fulfill(json=NONE_PLAYED))
    for room, title in (("History", "No game is saved yet"), ("Scoring", "Score a game together")):
        enter(page, room)
        expect(page.locator("main h2")).to_have_text(title)
        expect(page.locator("main button.main")).to_have_text("Open a table")
        expect(page.locator(".fan .picture svg")).to_have_count(3)
        check_page(page)
        page.set_viewport_size({"width": 768, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size({"width": 390, "height": 844})
    page.unroute("**/tables")
    page.unroute("**/history?*")


def test_a_game_that_cannot_be_read_has_empty_rooms_and_a_table_that_cannot_be_opened_fits_a_phone(page, shared):
    unopened = {"file": f"/home/ada/{'tables/' * 9}a589315ddd6a77d4.jsonl", "fault": "a589315ddd6a77d4.jsonl:1:272"}
    broken = shared.folder / "cards/broken/game.yaml"
    broken.parent.mkdir()
    broken.write_text("title: [", encoding="utf-8")
    page.route("**/tables", lambda route: route.fulfill(json=NO_TABLE))
    visit(page, shared, room="shelf", game="broken")
    for _ in range(2):
        expect(page.locator("main li .place")).to_contain_text("game.yaml")
        enter(page, "Scoring")
        expect(page.locator("main h2")).to_have_text("Score a game together")
        expect(page.get_by_role("button", name="Open a table")).to_be_disabled()
        enter(page, "Shelf")
    page.unroute("**/tables")
    page.route("**/tables", lambda route: route.fulfill(json={**NO_TABLE, "unopened": [unopened]}))
    enter(page, "Scoring")
    expect(page.locator("main .fault").first).to_contain_text("jsonl")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.unroute("**/tables")
    broken.unlink()
    begin(page, shared)


def test_beside_the_list_of_games_is_the_last_one_until_another_is_chosen(page, shared):
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, shared, room="history")
    last = list(SavedGames(shared.folder / "ledger.sqlite3"))[-1].id
    title = page.locator("h2[tabindex]")
    expect(title).to_have_text(re.compile(rf"^{last}\. "))
    expect(title).not_to_be_focused()
    left, right = page.locator(".games").bounding_box(), page.locator(".of-game .card").bounding_box()
    assert left["x"] + left["width"] < right["x"]
    assert abs(left["y"] - right["y"]) < 2
    page.locator("[data-game='3']").press("Enter")
    expect(title).to_have_text("3. Labyrinth of Death")
    page.set_viewport_size({"width": 320, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("[data-game='1']").press("Enter")
    expect(title).to_have_text("1. Paper Dungeons")
    expect(page.locator(".won")).to_have_text("Winner: Bob")
    expect(page.locator(".totals li")).to_have_text(["55Bob", "48Ada"])
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.locator("[data-game='1']")).to_be_focused()
    begin(page, shared)


def test_a_printer_is_measured_by_keyboard_with_a_picture_of_each_question(page, shared):
    enter(page, "Print")
    enter(page, "Printers")
    expect(page.locator("button.main:visible")).to_have_text(["Measure a printer"])
    page.locator("#measure-printer").press("Enter")
    with page.expect_download() as test_page:
        page.get_by_role("button", name="Test page (PDF)").press("Enter")
    assert test_page.value.path().read_bytes().startswith(b"%PDF")
    page.get_by_role("button", name="It is printed").press("Enter")
    answer, pictures = page.locator("#printer-answer"), set()
    for number, text in enumerate(("wide", "238,1", "159", "1.5", "-5", "−1", "-8", "1", "-7", "238.5", "")):
        expect(page.locator(".printers .hint").first).to_have_text(f"{max(1, number)} of 10")
        expect(answer).to_be_focused()
        pictures.add(page.locator(".picture-of").inner_html())
        answer.fill(text)
        answer.press("Enter")
        if not number:
            expect(page.locator("#printer-message")).to_contain_text("a number of millimetres")
            check_page(page)
    assert len(pictures) == 10
    page.fill("#printer-name", "kitchen")
    check_page(page)
    page.locator("#printer-name").press("Enter")
    expect(page.locator(".printers")).to_contain_text("back 1.3 mm across, -0.8 mm down")
    expect(page.locator("#cards-printer")).to_contain_text("kitchen")
    assert "kitchen" in (shared.folder / "config/scrawlpress/printers.yaml").read_text(encoding="utf-8")


def test_the_head_of_the_shelf_is_one_row_in_polish_too(profiles, opened, shared):
    page = opened(profiles("pl-PL"))
    page.set_viewport_size({"width": 1024, "height": 768})
    page.route("**/picture?*", lambda route: route.abort())
    visit(page, shared, room="shelf", game="paper-dungeons", language="pl")
    tops = "[...document.querySelectorAll('#title, #rooms button, #choices label')].map((each) => each.getBoundingClientRect())"
    page.locator("#beside").wait_for()
    assert page.evaluate(f"Math.max(...{tops}.map(({{top}}) => top)) < Math.min(...{tops}.map(({{bottom}}) => bottom))")
    assert page.evaluate(f"Math.max(...{tops}.map(({{right}}) => right)) <= innerWidth")


def test_titles_of_games_follow_the_cards_and_the_page_keeps_its_language(page):
    enter(page, "Scoring")
    title = page.locator("#game option:checked")
    expect(title).to_have_text("Paper Dungeons")
    page.select_option("#language", "cs")
    expect(title).to_have_text("Papírové doupě")
    assert page.evaluate("document.documentElement.lang") == "en"
    page.select_option("#language", "en")
    expect(title).to_have_text("Paper Dungeons")


def test_a_table_is_seen_as_cards_and_printed(page):
    enter(page, "Print")
    enter(page, "Cards from a table")
    files, cards = page.locator("#spreadsheet-file"), page.locator(".spreadsheet figure")
    files.set_input_files({"name": "roles.csv", "mimeType": "text/csv", "buffer": b"Name,Qty\nFox,many\nHare,2\n"})
    faults = page.locator(".spreadsheet .faults")
    expect(faults).to_contain_text("roles.csv:2:2 'many' in the column 'Qty' is not a number of copies")
    expect(page.locator(".spreadsheet .main")).to_be_disabled()
    files.set_input_files({"name": "roles.csv", "mimeType": "text/csv", "buffer": b"Name,Qty\nFox,3\nHare,2\n"})
    expect(cards).to_have_count(2)
    for column, heading in (("title", "Name"), ("copies", "Qty")):
        expect(page.locator(f"#spreadsheet-column-{column}")).to_have_value(heading)
    check_page(page)
    enter(page, "History")
    page.locator(".games").wait_for()
    enter(page, "Print")
    expect(cards).to_have_count(2)
    with page.expect_download() as download:
        page.locator(".spreadsheet .main").press("Enter")
    assert download.value.path().read_bytes().startswith(b"%PDF")
    expect(page.locator(".spreadsheet .message")).to_contain_text("5 cards")
    page.get_by_text("Or paste it").click()
    page.fill("#spreadsheet-text", "Name\tText\nOwl\tSees all\n")
    page.locator("#spreadsheet-text").blur()
    expect(cards).to_have_count(1)
    forms = []
    page.route("**/forms?*", lambda route: forms.append(route))
    with page.expect_request("**/forms?*"):
        enter(page, "Print")
    text = "Name\tText\nOwl\tSees all\nFox\t\nHare\t\n"
    page.fill("#spreadsheet-text", text)
    forms.pop().continue_()  # the room is built again while somebody types
    expect(cards).to_have_count(3)
    expect(page.locator("#spreadsheet-text")).to_have_value(text)
    page.unroute("**/forms?*")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_dungeon_is_played_at_a_button_that_stops_it_too(page):
    enter(page, "Dungeons")
    page.locator(".bar select").select_option("a")
    expect(page.locator("main h2")).to_have_text("Smoke over the Market")
    expect(page.locator(".bar option:checked")).to_have_text("a · Smoke over the Market")
    expect(page.locator(".of-map .verdict")).to_have_text(re.compile("^difficulty by the map: "))
    expect(page.locator("main button.main:visible")).to_have_text(["Save"])
    button = page.locator("#play-it")
    expect(button).to_have_text("Play it 200 times")
    page.route("**/play?*", lambda route: None)  # plays until the test stops it
    button.press("Enter")
    expect(page.locator("#played")).to_have_text("Being played …")
    button.press("Enter")
    expect(button).to_have_text("Play it 200 times")
    expect(page.locator("#played")).to_be_empty()
    page.unroute("**/play?*")
    check_page(page)


def test_of_several_games_of_ones_own_the_page_asks_which(page, shared):
    games = shared.ask("games?language=en")
    assert games["requested"] == ["paper-dungeons"]
    answer = {**games, "requested": ["yacht", "platformer"]}
    page.route("**/games?*", lambda route: route.fulfill(json=answer))
    visit(page, shared, room="history")
    expect(page.locator("main h2")).to_have_text("Which game?")
    expect(page.locator("main button")).to_have_text(["Platformer", "Yacht"])
    left, right = (page.locator("main button").nth(at).bounding_box() for at in (0, 1))
    assert right["x"] - left["x"] - left["width"] > 4, "they do not touch each other"
    check_page(page)
    page.get_by_role("button", name="Yacht").press("Enter")
    page.wait_for_selector("#rooms button")
    assert page.evaluate("JSON.parse(sessionStorage.getItem('scrawl-chosen')).game") == "yacht"
    page.unroute("**/games?*")
    begin(page, shared)


def test_a_wrong_value_has_one_message_at_its_field_in_the_language_of_the_page(profiles, opened, shared):
    messages = {"pl-PL": "Wpisz liczbę od 1 do 1000.", "cs-CZ": "Napiš číslo od 1 do 1000."}
    for language, message in list(messages.items())[: often(1, 2)]:  # test_access.py tests the English message
        page = opened(profiles(language))
        page.set_viewport_size({"width": 390, "height": 844})
        visit(page, shared, room="print", game="yacht")
        form = page.locator("form:has(#sheets-copies)")
        field = page.locator("#sheets-copies")
        page.locator(".products [value=sheets]").click()
        expect(form.locator(".pages figure")).to_have_count(1)
        field.fill("0")
        form.locator("button.main").click()
        expect(form.locator(".fault")).to_have_text([message])
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport()
        expect(form.locator("button.main")).to_be_enabled()
        expect(form.locator("[role=status]")).to_have_text(["", ""])  # no message says that work is in progress
        form.locator("button.main").click()
        expect(form.locator(".preview-pages [role=status]")).to_have_text("")
        expect(form.locator(".fault")).to_have_text([message])


def test_the_main_button_of_the_print_room_is_in_sight_before_any_scrolling(desk, shared):
    for width, height in ((1280, 800), (1024, 768), (768, 1024), (390, 844)):
        desk.set_viewport_size({"width": width, "height": height})
        if DEEP or width == 1280:
            visit(desk, shared, room="print")
        else:  # the page as it was first shown
            desk.locator(".making:not([hidden]) details").evaluate("(each) => ((each.open = false), scrollTo(0, 0))")
        bar = desk.locator(".making:not([hidden]) .makes")
        expect(bar.locator("button.main")).to_be_in_viewport(ratio=1)
        summary = desk.locator(".making:not([hidden]) details > summary")
        assert width == 390 or summary.bounding_box()["y"] + 20 < bar.bounding_box()["y"]
        if width < 1024:  # on narrow screens the pages are below the choices; the button stays in view
            desk.locator(".making:not([hidden]) .pages figure").first.scroll_into_view_if_needed()
            expect(bar.locator("button.main")).to_be_in_viewport(ratio=1)
        desk.locator(".making:not([hidden]) details").evaluate("(each) => (each.open = true)")
        last = desk.locator(".making:not([hidden]) details [name]").last
        last.focus()
        assert last.bounding_box()["y"] < bar.bounding_box()["y"]
    begin(desk, shared)


def test_a_search_without_a_result_on_the_shelf_says_so_and_can_show_all_again(page):
    enter(page, "Shelf")
    search = page.locator(".shelf-bar [type=search]")
    search.fill("zzzz")
    none = page.locator("#nothing-found")
    expect(none.locator("[role=status]")).to_have_text("Nothing on the shelf is called “zzzz”.")
    check_page(page)
    none.get_by_role("button").press("Enter")
    expect(none).to_be_hidden()
    expect(search).to_be_focused()
    expect(search).to_have_value("")
    expect(page.locator("figure.deck").first).to_be_visible()


FITS = """(field) => { const pen = document.createElement("canvas").getContext("2d"); const look = getComputedStyle(field);
  pen.font = look.font; const text = field.placeholder || field.selectedOptions[0].text;
  return pen.measureText(text).width + parseFloat(look.paddingLeft) + parseFloat(look.paddingRight) <= field.clientWidth + 1; }"""


def test_the_shelf_leads_to_its_decks_and_the_studio_shows_its_words_whole(desk, shared):
    desk.set_viewport_size({"width": 1024, "height": 768})
    visit(desk, shared, room="shelf", game="paper-dungeons", language="pl")
    decks = desk.locator(".deck-list button")
    decks.first.wait_for()
    titles = decks.all_inner_texts()
    assert titles[:3] == ["Karty podziemi", "Karty bossów", "Karty misji"]
    assert len(set(titles)) == len(titles)  # several decks of one box are one entry
    decks.nth(2).press("Enter")
    title = desk.locator(".of-faces h2", has_text="Karty misji")
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()
    search = desk.locator(".shelf-bar [type=search]")
    search.fill("dragon")
    expect(desk.locator(".deck-list button:visible")).to_have_text(["Karty bossów"])
    search.fill("")
    desk.locator("figcaption button").first.click()
    files, find = desk.locator("#files"), desk.locator(".source-bar [type=search]")
    expect(files).to_have_value("cards/paper-dungeons/dungeons/a.yaml")
    assert files.evaluate("(select) => select.selectedOptions[0].text") == "a.yaml · cards/paper-dungeons/dungeons"
    row = [each.bounding_box()["y"] for each in (files, *desk.locator(".source-bar button").all())]
    assert max(row) - min(row) < 2
    assert find.evaluate(FITS)
    for width, height in ((390, 844), (1280, 800)):
        desk.set_viewport_size({"width": width, "height": height})
        assert find.evaluate(FITS)
    shares = desk.locator(".proof p", has_text="Four inks")
    expect(shares).to_be_visible()
    assert " %" not in shares.text_content()
    strip = desk.locator(".in-hand ~ .faces")
    assert (
        strip.evaluate(
            "(all) => [...all.children].filter((each) => each.getBoundingClientRect().right <= all.getBoundingClientRect().right + 1).length"
        )
        >= 7
    )
    desk.locator(".source-bar button").last.click()
    begin(desk, shared)


def test_the_dungeons_room_is_in_rows_and_explains_its_colours(desk, shared):
    visit(desk, shared, room="dungeons", game="paper-dungeons", language="en", item="a")
    desk.locator(".previews > .preview svg").first.wait_for()
    middle = lambda box: box["y"] + box["height"] / 2  # noqa: E731
    heads = [middle(desk.locator(each).bounding_box()) for each in (".tools", ".begins summary", "#print-sheet")]
    assert max(heads) - min(heads) < 3
    tops = [desk.locator(each).first.bounding_box()["y"] for each in (".board", ".of-map", ".previews > .preview")]
    assert max(tops) - min(tops) < 3
    assert desk.locator(".bar select").evaluate(FITS)
    facts = desk.locator(".map-notes").inner_text()
    assert "%" in facts
    assert " %" not in facts  # the space is a no-break space
    legend = desk.locator(".legend")
    for word in ("Wall", "Extra wall", "Water", "Ends of a row joined", "Shortest walk, leg by leg"):
        expect(legend.get_by_text(word, exact=True)).to_be_visible()
    desk.get_by_label("Shortest walk").uncheck()
    expect(legend).not_to_contain_text("Shortest walk")
    expect(desk.locator("#keys")).to_contain_text("Ctrl+S")
    desk.set_viewport_size({"width": 390, "height": 844})
    assert "Ctrl" not in desk.locator("#keys").inner_text()
    assert "Tap or drag" in desk.locator("#keys").inner_text()
    begin(desk, shared)


def test_rooms_that_are_cut_off_have_one_message_with_the_way_to_open_them(desk, shared):
    file = shared.folder / "cards/paper-dungeons/dungeons/cut-off.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(KEPT.replace("  |1       |\n  +  +~~+  +", "  |1 |     |\n  +  +--+--+"), encoding="utf-8")
    visit(desk, shared, room="dungeons", game="paper-dungeons", language="en", item="cut-off")
    expect(desk.locator(".map-notes li", has_text="B3 (nothing), C3 (nothing): there is no way on foot")).to_have_count(
        1
    )
    assert "B3" not in desk.locator(".of-map .faults").inner_text()
    file.unlink()
    begin(desk, shared)


def test_a_table_has_the_title_of_its_game_and_folds_its_rare_actions(desk, shared, open_table):
    table = open_table("paper-dungeons")
    for name in ("Ada", "Bob", "Cleo"):
        shared.ask(f"tables/{table['id']}/seat", {"do": "join", "text": name})
    for language, title in (("pl", "Papierowe podziemia"), ("cs", "Papírové doupě")):
        visit(desk, shared, room="scoring", game="paper-dungeons", language=language)
        card = desk.locator(f'[data-table="{table["id"]}"]')
        expect(card.locator("h2")).to_have_text(title)
        expect(desk.locator(".opens h2")).to_have_text("Another table")
    expect(card.locator(".doing button:visible")).to_have_count(0)
    card.locator(".doing summary").nth(1).press("Enter")
    expect(card.locator(".doing button:visible")).to_have_count(2)  # no phone has this seat
    begin(desk, shared)


def test_a_card_that_is_not_drawn_yet_does_not_shine_in_the_dark(page):
    page.emulate_media(color_scheme="dark")
    page.route("**/picture?*", lambda route: route.abort())
    enter(page, "Shelf")
    ground = "getComputedStyle(document.querySelector('figure.deck .picture:empty')).backgroundColor"
    page.locator("figure.deck .picture:empty").first.wait_for()
    assert page.evaluate(ground) == "rgb(61, 54, 44)"
    page.unroute("**/picture?*")
    page.emulate_media(color_scheme="light")


def test_a_field_shows_its_default_and_lists_all_values(page):
    enter(page, "Print")
    first = "select => select.options[0].text"
    assert page.locator("#sheets-paper").evaluate(first) == "as usual: A4"
    assert page.locator("#sheets-printer").evaluate(first) == "as usual: none"
    expect(page.locator("#sheets-maps-hint")).to_contain_text("Several: hold Ctrl")
    page.locator(".products [value=sheets]").click()
    expect(page.locator("#sheets-maps-hint .of-keys")).to_be_hidden()  # a phone has no such keys
    assert page.locator("#sheets-sheet").evaluate("select => select.localName") == "select"
    assert page.locator("#sheets-mode").evaluate("select => select.localName") == "select"
    expect(page.locator("#sheets-paper-hint")).to_have_count(0)
    page.select_option("#sheets-paper", "a5")
    expect(page.locator("#sheets-paper-hint")).to_contain_text("A5")
    assert page.locator("#cards-copies").get_attribute("placeholder") == "as usual: 1"
    assert page.locator("#cards-mark_length").get_attribute("placeholder") == "as usual: 3.5mm"
    assert "5mm" in page.locator("#cards-margins").get_attribute("placeholder")
    page.locator("#sheets-copies").fill("2")  # the field keeps the focus, because the test clicks on nothing else
    page.select_option("#language", "pl")
    expect(page.locator("#sheets-maps option").first).to_have_text(re.compile(r"^a · \w+"))
    for _ in ("in the other language", "when the room is entered again"):
        expect(page.locator("#sheets-paper")).to_have_value("a5")
        expect(page.locator("#sheets-copies")).to_have_value("2")
        expect(page.locator("#sheets-paper-hint")).to_contain_text("A5")
        enter(page, "History")
        page.locator("#sheets-paper").wait_for(state="detached")
        enter(page, "Print")


def test_an_address_that_leads_nowhere_answers_in_the_dress_of_the_house(page, shared):
    house = page.evaluate("getComputedStyle(document.querySelector('header')).color")
    answer = page.goto(f"{shared.link.partition('#')[0]}no/such/page")
    assert answer.status == 404
    assert page.locator(".card").evaluate_all("all => all.map((each) => each.lang)") == ["en", "pl", "cs"]
    assert page.evaluate("getComputedStyle(document.querySelector('header')).color") == house
    assert page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor") == "rgb(122, 31, 31)"
