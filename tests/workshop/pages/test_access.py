"""Accessibility: axe checks every page of the workshop and of the score pad, on a desk and on a phone."""

import re
from functools import partial
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from tests.conftest import DEEP, often
from tests.workshop.pages.text_editors import TYPED_IN

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")


DESK, PHONE, SMALLEST = (1280, 800), (390, 844), (320, 720)
SIZES = often((SMALLEST, DESK, PHONE), ((1440, 900), (768, 1024), SMALLEST, DESK, PHONE))
# a user can scroll a button out from below a sticky bar
LOOKS = """axe.run({ exclude: [['.picture svg'], ['.preview svg'], ['.code svg'], ['.plot svg'], ['.picture-of svg']] },
    { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .then(({ violations }) => violations.flatMap(({ id, impact, nodes }) => nodes
        .filter(({ failureSummary }) => !failureSummary.includes('partially obscured'))
        .map(({ target }) => [id, impact, target])))"""
# targets too small for a finger: less than 24 pixels high or wide with the pseudo-elements around them. Links in
# running text may be smaller, and a tap near a side of a room counts for that side
SMALL = """() => {
    const meets = (each, x, y) => each.contains(document.elementFromPoint(x, y));
    const reach = (each, across) => {
        each.scrollIntoView({ block: "center", inline: "center" });
        const { left, top, width, height } = each.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return Array.from({ length: 81 }, (_, at) => at - 40)
            .filter((step) => across ? meets(each, x + step, y) : meets(each, x, y + step)).length;
    };
    const isInText = (each) => {
        const block = each.matches("a") && each.closest("p, li, td, dd");
        return block && block.textContent.trim() !== each.textContent.trim();
    };
    const isSmall = (each) => {
        const { width, height } = each.getBoundingClientRect();
        return width && ((width < 23.9 && reach(each, true) < 24) || (height < 23.9 && reach(each, false) < 24));
    };
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab], [role=button]")]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && getComputedStyle(each).clipPath === "none")
        .filter((each) => !each.matches(".board .edge") && !isInText(each) && isSmall(each))
        .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.trim().slice(0, 30)}`);
}"""


def check_accessibility(page, where, usual=DESK, scheme="light", everywhere=DEEP):
    """Let axe check a page on a desk and on a phone, with sheets to tap on but without printed pictures.

    The quick run checks the usual size and the named colour scheme; `everywhere` checks every width
    in both schemes. The page must fit all widths, and all targets must be large enough for a finger.
    """
    for light in (*({"light", "dark"} - {scheme}), scheme) if everywhere else (scheme,):
        page.emulate_media(color_scheme=light)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                page.problems.append((where, light, width, "is wider than the screen"))
            page.problems += [(where, width, "is too small for a finger", small) for small in page.evaluate(SMALL)]
            if not everywhere and (width, height) != usual:
                continue
            if not page.evaluate("typeof axe == 'object'"):
                page.evaluate(AXE.read_text(encoding="utf-8"))
            page.problems += [(where, light, width, *fault) for fault in page.evaluate(LOOKS)]


def with_console_errors(page):
    """Add the errors in the console of a page to its problems."""
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    return page


@pytest.mark.parametrize("language", often(["en-GB"], ["en-GB", "pl", "cs"]))
def test_axe_finds_nothing_on_any_page_and_no_page_has_a_fault(profiles, opened, shared, language):
    # colours and structure are the same in all languages, only the length of words differs
    look = partial(check_accessibility, everywhere=DEEP and language == "en-GB")
    game = often("yacht", "paper-dungeons")  # few pictures are checked quickly
    page = with_console_errors(opened(profiles(language)))
    page.add_init_script(f"sessionStorage['scrawl-chosen'] ??= JSON.stringify({{game: '{game}'}})")
    page.goto(shared.link)
    page.wait_for_selector(".picture svg")
    look(page, "shelf")
    page.locator("figcaption button").nth(1).click()
    page.wait_for_selector(".look-paper svg")
    look(page, "look", scheme="dark")
    page.select_option("#look-zoom", "1")
    inches = page.evaluate("document.querySelector('.look-paper').getBoundingClientRect().width / 96")
    assert inches * 25.4 == pytest.approx(float(page.locator(".look figcaption").inner_text().split()[0]), abs=0.1)
    page.keyboard.press("Escape")
    page.locator(".picture svg [data-place]").first.dispatch_event("click")
    page.wait_for_selector(TYPED_IN)
    page.locator(".source-bar [type=search]").fill("a")
    expect(page.locator(".found [role=status]")).to_contain_text(re.compile("[1-9]"))
    page.wait_for_selector(".found li")
    look(page, "source", scheme="dark")
    page.click(".source-bar button:last-child")
    table = shared.ask("tables", {"game": game, "language": language[:2]})
    for room in range(1, page.locator("#rooms button").count() + 1):
        page.evaluate("document.querySelector('main').replaceChildren()")
        page.click(f"#rooms button:nth-child({room})")
        page.wait_for_selector("main > *")
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        look(page, f"room {room}", scheme=["light", "dark"][room % 2])
    page.click("#rooms button:nth-child(2)")
    page.select_option("#game", "paper-dungeons")
    page.wait_for_selector(".board .room")
    page.reload()  # the room stays
    page.wait_for_selector(".board .room")
    look(page, "board", scheme="dark")
    pad = with_console_errors(opened(profiles(language)))
    pad.goto(table["link"])
    pad.wait_for_selector("#name")
    look(pad, "join", PHONE)
    pad.fill("#name", "Ada")
    pad.click("button.main")
    for scheme in often(("light", "dark"), ("light",)):
        for tab in pad.locator("nav button, .tabs button").all()[:: often(1 if scheme == "light" else 3, 1)]:
            tab.click()
            look(pad, tab.inner_text(), PHONE, scheme)


def test_what_is_begun_brought_and_printed_is_reached_by_keyboard_and_hinders_nobody(profiles, opened, shared):
    page = with_console_errors(opened(profiles("en-GB")))
    page.add_init_script("sessionStorage['scrawl-chosen'] ??= JSON.stringify({game: 'yacht'})")
    page.goto(shared.link)
    for number, scheme in enumerate(("light", "dark", "light", "dark")):
        page.locator(".shelf-bar button").nth(number).press("Enter")
        page.wait_for_selector(".ask input")
        check_accessibility(page, f"dialog {number}", scheme=scheme)
        page.keyboard.press("Escape")
        page.wait_for_selector(".ask", state="detached")
    page.get_by_role("button", name="Print", exact=True).press("Enter")
    page.get_by_role("button", name="Cards from a table", exact=True).press("Enter")
    check_accessibility(page, "table to print")
    page.get_by_role("button", name="Sheets", exact=True).press("Enter")
    sheets = page.locator("form:has(#sheets-copies)")
    sheets.locator(".pages img[src]").wait_for()
    expect(sheets.locator(".preview-pages [role=status]")).to_contain_text("Pages: 1 · 210 × 297 mm")
    check_accessibility(page, "pages", scheme="dark")
    sheets.locator("summary").press("Enter")
    sheets.locator("#sheets-copies").fill("2")
    sheets.locator("#sheets-copies").press("Tab")  # the changed pages are shown again
    expect(sheets.locator(".pages figure")).to_have_count(2)
    sheets.locator(".pages button").nth(1).press("Enter")
    page.wait_for_selector(".look-page img[src]")
    expect(page.locator(".look h2")).to_have_text("2 / 2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".look h2")).to_have_text("1 / 2")
    page.keyboard.press("Escape")
    assert page.problems == []
    sheets.locator("#sheets-copies").fill("0")
    sheets.locator("#sheets-copies").press("Tab")
    expect(sheets.locator(".row .fault")).to_contain_text("Write a number from 1 to 1000.")
    expect(sheets.locator("#sheets-copies")).not_to_be_focused()  # the focus stays where the user types
    sheets.locator("button.main").press("Enter")
    expect(sheets.locator("#sheets-copies")).to_be_focused()
    sheets.locator("#sheets-copies").fill("3")
    sheets.locator("#sheets-copies").press("Tab")
    expect(sheets.locator(".pages figure")).to_have_count(3)
    page.problems.clear()  # the browser reports the rejected request
