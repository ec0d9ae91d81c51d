"""The pages in a real browser: a card redrawn when it is saved, four phones at a table, a program killed and started again."""

import re

import pytest
from playwright.sync_api import Error, expect

from generator.reading.yaml_nodes import plain, read_yaml
from generator.storage.store import read_game
from tests.conftest import ROOT, often
from tests.workshop.pages.conftest import answered
from tests.workshop.pages.text_editors import chosen_in, line_of_cursor, put, text_of, wait_for_end
from tests.workshop.programs import LATE, sit_down, still, until, visit

ALL = {"A": 5, "B": -4, "C": 10, "D": 10, "E": 9, "F": 30, "G": 13, "H": -6, "I": 0, "J": 4, "K": 8}
NAMES = often(("Bob", "Eve", "Jan"), ("Ada", "Bob", "Eve", "Jan"))
SHIELDS = often({letter: ALL[letter] for letter in "ABDFK"}, ALL)

SMALL = {"width": 1000, "height": 300}  # few pictures are visible, and every change redraws each of them


def fill_in_lines(page, shields):
    page.tap("#tab-lines")
    for letter, points in shields.items():
        page.fill(f'[id="q-line.{letter}"]', str(points))
    page.locator('[id="q-line.K"]').press("Enter")


def test_phones_score_a_game_that_nothing_loses(phones, program):
    table = program.ask("tables", {"game": "paper-dungeons", "language": "en"})
    program.ask(f"tables/{table['id']}/reveal", {"does": "totals", "shown": True})
    pages = {name: phones() for name in NAMES}
    for page in pages.values():
        page.goto(table["link"], wait_until="commit")
    for name, page in pages.items():
        sit_down(page, name)
    bob, eve, jan = (pages[name] for name in ("Bob", "Eve", "Jan"))
    tracks = plain(read_yaml(ROOT / "cards/paper-dungeons/tracks.yaml"))
    (level_1, level_2, *_), two_gems = tracks["weakest_hero"], tracks["gems"][1]["glory"]
    expected = {
        name: sum(SHIELDS.values()) + more for name, more in {"Ada": 0, "Bob": 1, "Eve": 2}.items() if name in NAMES
    }
    for name in expected:
        fill_in_lines(pages[name], {**SHIELDS, "F": SHIELDS["F"] + expected[name] - sum(SHIELDS.values())})
    # a reload in between: the same seat, with its typed answers
    bob.reload()
    bob.wait_for_selector(".people .own")
    # the network is gone while Eve types, and comes back
    eve.context.set_offline(True)
    eve.fill('[id="q-line.A"]', "6")
    eve.locator('[id="q-line.A"]').press("Enter")
    expect(eve.locator("#state")).to_have_class("away")
    eve.context.set_offline(False)
    # Jan taps the sheet; the program is killed while he does, and started again
    for box in ("hero.warrior.3", "gem_track.2"):
        jan.locator(f'[id="{box}"]').tap()
    expect(jan.locator(".people .own b")).to_have_text(str(level_1 + two_gems))
    program.kill()
    jan.locator('[id="hero.wizard.2"]').tap()
    program.start()
    for box in ("hero.cleric.2", "hero.rogue.2"):
        jan.locator(f'[id="{box}"]').tap()
    expected |= {"Eve": expected["Eve"] + 1, "Jan": level_2 + two_gems}
    for owner, page in pages.items():
        page.tap("#tab-table")
        for number, name in enumerate(
            [owner, *(each for each in NAMES if each != owner)]
        ):  # each player's own column is the first
            expect(page.locator(".sum td").nth(number)).to_have_text(str(expected[name]))
    (entry,) = program.ask("tables")["tables"]
    saved = program.ask(f"tables/{entry['id']}/save", {})["saved"]
    game = read_game(program.folder / "ledger.sqlite3", saved)
    assert {each["name"]: each["total"] for each in game.players} == expected


def test_a_card_is_drawn_again_when_its_file_is_saved_and_stays_while_it_is_broken(tab, shared):
    source = (ROOT / "layouts/paper-dungeons/cards/goal.yaml").read_text(encoding="utf-8")
    folder = shared.folder / "layouts/paper-dungeons/cards"
    tab.set_viewport_size(SMALL)
    visit(tab, shared)
    card = tab.locator("figure.deck", has_text="Brute Tamers").first
    card.scroll_into_view_if_needed()
    picture = card.locator("svg").first
    picture.wait_for()
    before = picture.inner_html()
    folder.mkdir(parents=True)
    (folder / "goal.yaml").write_text(
        re.sub(
            r"^front:.*?(?=^\S)", "front: {text: Saved just now, style: body}\n", source, count=1, flags=re.S | re.M
        ),
        encoding="utf-8",
    )
    expect(card).to_contain_text("Saved just now")
    assert picture.inner_html() != before
    good = picture.inner_html()
    (folder / "goal.yaml").write_text(source + "\n  broken: [", encoding="utf-8")
    expect(card.locator(".faults li").first).to_contain_text("goal.yaml")
    assert picture.inner_html() == good
    (folder / "goal.yaml").unlink()
    expect(card).not_to_contain_text("Saved just now")


def test_a_click_on_a_picture_leads_to_its_line_and_what_is_saved_there_is_drawn(tab, shared):
    page = tab
    page.set_viewport_size(SMALL)
    visit(page, shared)
    card = page.locator("figure.deck", has_text="Brute Tamers").first
    card.scroll_into_view_if_needed()
    card.locator("svg").first.wait_for()
    shape = card.locator('[data-place*="/goal.yaml"]:not([data-written])').last
    file, line, _ = shape.get_attribute("data-place").rsplit(":", 2)
    shape.dispatch_event("click")
    expect(page.locator("#files")).to_have_value(file)
    text = text_of(page)
    expect(card.locator(".at-cursor").first).to_have_attribute("data-place", re.compile(f"{file}:{line}:"))
    until(page, lambda: chosen_in(page) == text.split("\n")[int(line) - 1])
    assert chosen_in(page) == text.split("\n")[int(line) - 1]
    # completion lists the allowed keys with their descriptions
    page.keyboard.press("Control+End")
    page.keyboard.type("icon_g")
    expect(page.locator(".cm-tooltip-autocomplete li")).to_have_text("icon_grounds")
    expect(page.locator(".cm-completionInfo")).to_contain_text("draws only the figure of icons")
    page.wait_for_timeout(100)  # a list that just opened takes no key: the user may be typing on
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete li")).to_have_text(["kept", "left-out"])
    page.keyboard.press("Escape")
    assert text_of(page) == f"{text}icon_grounds: "
    put(page, text)
    # the search finds text in any file, and a click leads there
    searches = []
    page.route("**/sources/found*", lambda route: searches.append(route), times=1)
    page.get_by_label("Find in all files").fill("goal_card_never_said")
    until(page, lambda: searches)
    for name in (page.locator("#files option").nth(1).get_attribute("value"), file):  # each draws the panel again
        page.locator("#files").select_option(name)
        until(page, lambda name=name: page.locator("#files").input_value() == name)
    expect(page.locator(".found [role=status]")).to_have_text("")
    searches[0].continue_()
    expect(page.locator(".found [role=status]")).to_have_text("Lines found: 0")
    page.route("**/sources/found*", lambda route: route.abort(), times=1)
    page.get_by_label("Find in all files").fill("words.heroes")  # no answer is not shown as no lines
    expect(page.locator(".found [role=status]")).to_contain_text("closed")
    page.get_by_label("Find in all files").fill("words.heroes.training_style")
    page.locator(".found .place", has_text=f"{file}:").click()
    until(page, lambda: "words.heroes.training_style" in chosen_in(page))
    assert "words.heroes.training_style" in chosen_in(page)
    page.get_by_label("Find in all files").fill("")
    expect(page.locator(".found li")).to_have_count(0)
    # a click on a text opens its words, with its layout one click away, and typed words are drawn too
    title = card.locator("svg text").first
    words = title.text_content()
    title.dispatch_event("click")
    expect(page.locator("#files")).to_have_value("cards/paper-dungeons/words/en.yaml")
    until(page, lambda: words in line_of_cursor(page))
    assert words in line_of_cursor(page)
    assert chosen_in(page) == ""  # nothing is selected, so typing replaces nothing
    expect(page.locator(".elsewhere .place").first).to_contain_text("layouts/paper-dungeons/cards/")
    page.locator(".elsewhere .place").first.click()
    expect(page.locator("#files")).to_have_value(re.compile("^layouts/paper-dungeons/cards/"))
    title.dispatch_event("click")
    expect(page.locator("#files")).to_have_value("cards/paper-dungeons/words/en.yaml")
    put(page, text_of(page).replace(words, "Newly said"))
    expect(card).to_contain_text("Newly said")
    put(page, text_of(page).replace("Newly said", words))
    # the pen of a card opens its row
    card.locator(".source-of").first.click()
    expect(page.locator("#files")).to_have_value("cards/paper-dungeons/goals.yaml")
    until(page, lambda: chosen_in(page).startswith("  monsters_level_4:"))
    assert chosen_in(page).startswith("  monsters_level_4:")
    expect(page.locator(".elsewhere .place")).to_have_count(0)
    card.locator('[data-place*="/goal.yaml"]:not([data-written])').last.dispatch_event("click")
    expect(page.locator("#files")).to_have_value(file)
    # unsaved text is drawn, only in this picture, until the text is reset
    draft = re.sub(r"^front:.*?(?=^\S)", "front: {text: Only typed, style: body}\n", text, count=1, flags=re.S | re.M)
    put(page, draft)
    expect(card).to_contain_text("Only typed")
    assert page.locator("main svg", has_text="Only typed").count() == 1
    assert not (shared.folder / file).exists()
    put(page, draft.replace("style: body", "style: bodi"))
    expect(page.locator(".source .cm-lint-marker-error").first).to_be_visible()
    expect(card).to_contain_text("Only typed")
    put(page, text)
    expect(card).not_to_contain_text("Only typed")
    put(
        page,
        re.sub(r"^front:.*?(?=^\S)", "front: {text: Written here, style: body}\n", text, count=1, flags=re.S | re.M),
    )
    page.click(".source .main")
    expect(page.locator(".source > [role=status]")).to_contain_text("goal.yaml")
    expect(card).to_contain_text("Written here")
    assert "Written here" in (shared.folder / file).read_text(encoding="utf-8")
    assert "Written here" not in (ROOT / file).read_text(encoding="utf-8")
    put(page, text + "\nbroken: [\n")
    page.click(".source .main")
    expect(page.locator(".source .cm-lint-marker-error").first).to_be_visible()
    expect(card).to_contain_text("Written here")
    # text typed during a save is not saved with it
    page.evaluate(LATE.replace("WHAT", "^source$"))
    put(page, text)
    page.click(".source .main")
    put(page, f"{text}# and more")
    expect(page.locator(".source > [role=status]")).to_contain_text("goal.yaml")
    page.click(".source-bar button:last-child")
    answered(page, "Stay here")
    assert text_of(page) == f"{text}# and more"
    page.select_option("#beside", "language")
    polish = page.locator("figure.deck", has_text="Brute Tamers · pl").first
    polish.scroll_into_view_if_needed()
    expect(polish.locator("svg").first).to_be_visible()


MAP = """\
map: |
  +--+--+--+--+
  |           |
  +  +  +  +  +
  |         3 |
  +  +--+--+  +
  |      2    |
  +  +  +  +  +
  |1    ~     |
  +--+--+--+--+
rooms:
  A1: potion
"""


def begin(page, program, name, does):
    """Begin an empty map of four by four rooms, which arrives late, and clear it at once; `does` presses a button."""
    visit(page, program, room="history")
    page.evaluate(LATE.replace("WHAT", "[/]begin"))
    does(page.locator("#rooms button:nth-child(2)"))
    page.locator(".board .room").first.wait_for()
    does(page.locator("details summary").first)
    for field, value in (("name", name), ("columns", "4"), ("rows", "4")):
        page.fill(f"form [name={field}]", value)
    does(page.locator("form button[value=begin]"))
    expect(page.locator(".board .room")).to_have_count(16)
    does(page.locator(".bar:has(h2) button:last-child"))
    expect(page.locator(".edge.wall, .edge.water, .room strong")).to_have_count(0)


def middle(page, room, across=0.5, up=0.5):
    box = page.locator(f'[data-room="{room}"]').bounding_box()
    return box["x"] + across * box["width"], box["y"] + (1 - up) * box["height"]


def by_mouse(page, program, name):
    begin(page, program, name, lambda button: button.click())
    page.mouse.move(*middle(page, "B2", 0.4, 1))
    page.mouse.down()
    page.mouse.move(*middle(page, "C2", 0.6, 1), steps=6)
    page.mouse.up()
    for _ in range(2):
        page.mouse.click(*middle(page, "B1", 1))
    for tool, room in (("target 1", "A1"), ("target 2", "C2"), ("target 3", "D3"), ("thing potion", "A1")):
        page.click(f'[data-tool="{tool}"]')
        page.click(f'[data-room="{room}"]')
    page.click('[data-tool="clear"]')


def by_touch(page, program, name):
    begin(page, program, name, lambda button: button.tap())
    page.locator('[data-room="A1"]').scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.board').scrollIntoView({block: 'center'})")
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *points):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    # a swipe scrolls, and draws nothing; on a slow machine the finger must not count as a resting one
    page.evaluate("globalThis.later = setTimeout; setTimeout = (does, wait) => later(does, wait === 300 ? 9000 : wait)")
    before = page.evaluate("scrollY")
    touch("touchStart", middle(page, "B2", 0.4, 0.98))
    for down in (0.6, 0.2, -0.3):
        touch("touchMove", middle(page, "B2", 0.4, down))
    for _ in range(100):  # the page does not run text as a script, so this loop polls it
        if page.evaluate("scrollY") != before:
            break
        page.wait_for_timeout(50)
    assert page.evaluate("scrollY") != before
    page.wait_for_timeout(200)  # lifting a moving finger would keep the page scrolling
    touch("touchMove", middle(page, "B2", 0.4, -0.3))
    touch("touchEnd")
    still(page, "document.querySelector('.board')")
    assert page.locator(".edge.wall, .edge.water, .touched").count() == 0
    page.evaluate("document.querySelector('.board').scrollIntoView({block: 'center'})")
    still(page, "document.querySelector('.board')")
    page.evaluate("setTimeout = later")
    # a resting finger draws along the sides
    touch("touchStart", middle(page, "B2", 0.4, 0.98))
    page.locator(".touched").first.wait_for()
    for across in (0.7, 0.95):
        touch("touchMove", middle(page, "B2", across, 0.98))
    touch("touchMove", middle(page, "C2", 0.5, 0.98))
    touch("touchEnd")
    for _ in range(2):
        page.touchscreen.tap(*middle(page, "B1", 0.97))
    for tool, room in (("target 1", "A1"), ("target 2", "C2"), ("target 3", "D3"), ("thing potion", "A1")):
        page.tap(f'[data-tool="{tool}"]')
        page.tap(f'[data-room="{room}"]')


def by_keys(page, program, name):
    def press(button):
        button.focus()
        page.keyboard.press("Enter")

    begin(page, program, name, press)
    press(page.locator('[data-tool="thing potion"]'))
    while not page.evaluate("document.activeElement.dataset.room"):
        page.keyboard.press("Tab")
    keys = "1 Enter ArrowRight Shift+ArrowRight Shift+ArrowRight ArrowUp Shift+ArrowUp ArrowRight Shift+ArrowUp"
    for each in f"{keys} 2 ArrowUp ArrowRight 3 Delete Control+z".split():
        page.keyboard.press(each)


@pytest.mark.parametrize("hand", [by_mouse, by_touch, by_keys])
def test_a_dungeon_drawn_by_each_hand_is_saved_checked_and_printed(tab, phones, shared, scrawl, hand):
    name = hand.__name__
    page = phones() if hand is by_touch else tab
    if page is tab:
        page.set_viewport_size({"width": 1300, "height": 1000})
    hand(page, shared, name)
    wait_for_end(page, MAP, ".drawing")
    expect(page.locator(".preview svg")).to_have_count(3)
    page.locator(".bar button.main").press("Enter")
    path = shared.folder / "cards/paper-dungeons/dungeons" / f"{name}.yaml"
    expect(page.locator("p.map-note[role=status]")).to_contain_text(path.name)
    if hand is by_mouse:
        with page.expect_download() as sheet:
            page.click("#print-sheet")
        assert sheet.value.path().read_bytes().startswith(b"%PDF")
        expect(page.locator("p.map-note[role=status]")).to_contain_text(f"--dungeon={name}")
    text = path.read_text(encoding="utf-8")
    assert text.endswith(MAP)
    assert text.startswith("# ")
    if hand is by_mouse:  # each hand drew the same map
        assert scrawl("dungeon", "check", name, "--games", "2", "--home", shared.folder).returncode == 0
        paper = ("-o", shared.folder / "sheet.pdf")
        assert scrawl("print", "sheets", "--dungeon", name, "--home", shared.folder, *paper).returncode == 0
    path.unlink()  # the dungeons page shows the user's own ones first


def test_a_browser_without_the_key_sees_nothing(profiles, opened, shared):
    tab = opened(profiles("en-GB"))
    tab.goto(shared.link.partition("#")[0])
    expect(tab.locator("main .card")).to_contain_text(["without its key", "bez klucza", "bez klíče"])
    assert tab.locator("figure").count() == 0
    with pytest.raises(Error):
        tab.goto(shared.link.replace("127.0.0.1", "127.0.0.2"), timeout=3000)
