"""The deck as a grid: typed and pasted cells are in the text and its file, comments too, and no typed text is lost."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.tables import write_files
from tests.workshop.pages.conftest import answered
from tests.workshop.pages.test_access import check_accessibility
from tests.workshop.pages.text_editors import text_of
from tests.workshop.programs import until, visit

DECK = "# beasts\ndeck: beasts\ncards:\n  fox: {name: Fox, copies: 3}  # three\n  # the last\n  hare: {name: Hare, signs: [1, 2]}\n"
FILES = {
    "cards/mini/game.yaml": "game: mini\ndecks:\n  beasts: {layout: beast}\n",
    "cards/mini/words/en.yaml": "game: {title: Mini}\n",
    "cards/mini/beasts.yaml": DECK,
    "layouts/mini/beast.yaml": "extends: ../common/styles.yaml\nsize: {width: 63mm, height: 88mm}\nfront: {text: '{name}', style: body}\n",
}
PASTE = "text => { const data = new DataTransfer(); data.setData('text/plain', text); document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }"


@pytest.fixture
def mini(shared):
    """Yield the folder of a game with one deck, in the shared workshop."""
    for name, text in FILES.items():
        (shared.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (shared.folder / name).write_text(text, encoding="utf-8")
    yield shared.folder
    for folder in ("cards/mini", "layouts/mini"):
        shutil.rmtree(shared.folder / folder)


def test_a_deck_is_typed_into_pasted_saved_and_never_lost(tab, shared, mini, asked):
    dialogs, yes = asked
    file = mini / "cards/mini/beasts.yaml"
    tab.set_viewport_size({"width": 1300, "height": 900})
    visit(tab, shared, room="shelf", game="mini")
    visible = tab.locator("figure:visible figcaption")
    for text, captions in (("HA", ["Hare"]), ("beasts f", ["Fox"]), ("cat", []), ("", ["Fox", "Hare"])):
        tab.get_by_role("searchbox").fill(text)
        expect(visible).to_have_count(len(captions))
        expect(visible).to_contain_text(captions)
    tab.get_by_role("button", name="Table", exact=True).click()
    cell = lambda row, column: tab.locator(f'.grid tr[data-row="{row}"] [data-column="{column}"]')  # noqa: E731
    check_accessibility(tab, "grid", scheme="dark")
    tab.set_viewport_size({"width": 1300, "height": 900})
    message, status = tab.locator(".grid .message"), tab.locator(".source > [role=status]")
    # typed text is in the picture of the row, and after Ctrl+S in the file
    cell(0, "name").click()
    tab.keyboard.type("Wolf: grey")
    expect(tab.locator('.grid tr[data-row="0"] .picture')).to_contain_text("grey")
    assert file.read_text(encoding="utf-8") == DECK
    tab.keyboard.press("Control+s")
    expect(status).to_contain_text("Saved")
    assert file.read_text(encoding="utf-8") == DECK.replace("Fox,", '"Wolf: grey",')
    # saving repeats a request that got no answer
    for name, answers in (("Wolf: green", False), ("Wolf: grey", True)):
        if not answers:
            tab.route("**/source/rows", lambda route: route.abort())
        cell(1, "name").click()
        cell(0, "name").click()
        tab.keyboard.type(name)
        if not answers:
            expect(message).to_contain_text("does not answer")
            tab.unroute("**/source/rows")
        tab.keyboard.press("Control+s")
        until(tab, lambda: file.read_text(encoding="utf-8") == DECK.replace("Fox,", f'"{name}",'))  # noqa: B023
        expect(message).to_be_empty()
    # pasted cells start at the selected cell, and add rows
    cell(1, "name").click()
    tab.evaluate(PASTE, "Hase\t2\nElk\t\n")
    expect(cell(2, "name")).to_have_text("Elk")
    expect(cell(1, "copies")).to_have_text("2")
    # sorting and filtering change only the view
    tab.get_by_role("button", name="name").click()
    expect(tab.locator('.grid [data-column="name"]')).to_have_text(["Elk", "Hase", "Wolf: grey"])
    search = tab.locator(".grid [type=search]")
    search.fill("hase")
    expect(tab.locator('.grid [data-column="key"]')).to_have_text(["hare"])
    search.fill("")
    text = DECK.replace("Fox,", '"Wolf: grey",').replace(
        "Hare, signs: [1, 2]}", "Hase, signs: [1, 2], copies: 2}\n  new: {name: Elk}"
    )
    assert text_of(tab) == text
    # the fault of a cell is in its row, and other cells are drawn as you type
    picture = lambda row: tab.locator(f'.grid tr[data-row="{row}"] .thumb')  # noqa: E731
    for row, column, typed in ((0, "copies", "many"), (1, "name", "Haase")):
        cell(row, column).click()
        tab.keyboard.type(typed)
        tab.keyboard.press("Enter")
    expect(picture(0).locator(".fault")).to_contain_text("whole number")
    expect(picture(1)).to_contain_text("Haase")
    expect(tab.locator(".source > .faults li")).to_have_count(0)  # shown only once
    size = tab.viewport_size
    tab.set_viewport_size({"width": 375, "height": 720})
    assert (
        tab.evaluate(
            "(() => { const grid = document.querySelector('.grid'); return grid.scrollHeight - grid.clientHeight; })()"
        )
        <= 1
    )
    tab.set_viewport_size(size)
    expect(tab.locator(".grid tr.bad, .grid .picture.old")).to_have_count(2)
    for row, column, typed in ((1, "name", "Hase"), (0, "copies", "3")):
        cell(row, column).click()
        tab.keyboard.type(typed)
        tab.keyboard.press("Enter")
    expect(tab.locator(".grid tr.bad, .grid .picture.old, .source > .faults li")).to_have_count(0)
    assert text_of(tab) == text
    # rejected text stays in its cell, also after a reload
    cell(1, "signs").click()
    tab.keyboard.type("[1, ")
    tab.keyboard.press("Enter")
    expect(message).to_contain_text("list")
    tab.keyboard.press("Control+s")
    expect(status).to_contain_text("Correct it")
    assert file.read_text(encoding="utf-8") != text
    tab.select_option("#language", "en")
    tab.get_by_role("button", name="Print", exact=True).click()
    answered(tab, "Stay here")
    assert dialogs == []
    yes.append(True)
    tab.reload()
    tab.get_by_role("button", name="Table", exact=True).click()
    expect(cell(1, "signs")).to_have_attribute("aria-invalid", "true")
    expect(cell(1, "signs")).to_have_text("[1,")
    expect(tab.locator(".grid thead td")).to_have_css("position", "sticky")  # no picture covers the headings
    cell(1, "signs").dblclick()
    tab.keyboard.press("End")
    tab.keyboard.type("4]")
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-refused]")).to_have_count(0)
    # the page never overwrites a file that another program saved
    file.write_text(f"{DECK}# other\n", encoding="utf-8")
    tab.keyboard.press("Control+s")
    expect(tab.locator(".differs .theirs")).to_contain_text("# other")
    tab.keyboard.press("Escape")
    assert file.read_text(encoding="utf-8") == f"{DECK}# other\n"
    # undo step by step
    tab.locator("h1").click()
    tab.keyboard.press("Control+z")
    expect(cell(1, "signs")).to_have_text("[1, 2]")
    tab.get_by_role("button", name="Close", exact=True).click()
    answered(tab, "Leave it")
    expect(tab.locator("body")).not_to_have_class(re.compile("source"))
    tab.evaluate("localStorage.clear()")


def test_a_cell_that_is_typed_or_saved_while_the_workshop_is_killed_is_kept(tab, program):
    write_files(program.folder, FILES)
    file = program.folder / "cards/mini/beasts.yaml"
    tab.set_viewport_size({"width": 1300, "height": 900})
    visit(tab, program, room="shelf", game="mini")
    tab.get_by_role("button", name="Table", exact=True).click()
    cell = lambda row: tab.locator(f'.grid tr[data-row="{row}"] [data-column="name"]')  # noqa: E731
    message, status = tab.locator(".grid .message"), tab.locator(".source > [role=status]")

    lists = re.compile("/(changes|picture)")  # with these a new program would know the file before it is saved

    def is_not_answered(route):
        route.fetch()
        tab.route(lists, lambda route: route.abort())
        program.kill()
        route.abort()

    for name, key, saved in (("Wolf", "", False), ("Lynx", "Enter", False), ("Bear", "Control+s", True)):
        cell(0).click()
        tab.keyboard.type(name)
        if saved:
            tab.route(re.compile("/source$"), is_not_answered, times=1)
            tab.keyboard.press(key)
        else:
            if key:
                tab.keyboard.press(key)
            program.kill()
        # the typed text may have reached the program before the kill: only the head of the page always says so
        expect(status if saved else tab.locator("#state")).to_contain_text("does not answer")
        assert (name in file.read_text(encoding="utf-8")) is saved
        program.start()
        cell(1).click()
        expect(cell(0)).to_have_text(name)
        tab.keyboard.press("Control+s")
        expect(message).to_be_empty()
        until(tab, lambda name=name: file.read_text(encoding="utf-8") == DECK.replace("Fox", name))
        expect(status).to_contain_text("Saved")  # without a question whose text to keep: both are the same
    tab.unroute(lists)


def test_a_page_shows_what_changed_in_the_files_while_the_workshop_was_closed(tab, program):
    write_files(program.folder, FILES)
    visit(tab, program, room="shelf", game="mini")
    expect(tab.locator("main figcaption", has_text="Fox")).to_be_visible()
    program.kill()
    expect(tab.locator("#state")).to_contain_text("does not answer")
    file = program.folder / "cards/mini/beasts.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("Fox", "Lynx"), encoding="utf-8")
    program.start()
    expect(tab.locator("main figcaption", has_text="Lynx")).to_be_visible()
    expect(tab.locator("#state")).to_be_empty()
