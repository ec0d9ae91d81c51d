"""Real keys on several phones at once: the table keeps each player's typed text, whatever the others do."""

import random

import pytest
from playwright.sync_api import expect

from tests.conftest import often
from tests.workshop.pages.key_presses import tap_into
from tests.workshop.programs import seated

# a game without a sheet that is slow to show, whose lines do not limit each other: their possible points, and the
# points that two tabs of a phone type into some of them
SMALL = "yacht"
POINTS = {letter: range(0, 5 * value + 1, value) for value, letter in enumerate("ABCDEF", 1)}
POINTS |= {"J": (0, 30), "L": (0, *range(5, 31))}
ANSWERS = dict(zip("ABDEFKJ", ("5", "4", "8", "5", "12", "30", "0"), strict=True))


@pytest.fixture
def table(shared, open_table):
    table = open_table("paper-dungeons")
    shared.ask(f"tables/{table['id']}/reveal", {"does": "totals", "shown": True})  # others see them
    return table


@pytest.fixture
def small_table(open_table):
    return open_table(SMALL)


def kept(shared, table):
    """Return the typed lines at the table, by name."""
    (entry,) = [each for each in shared.ask("tables")["tables"] if each["id"] == table["id"]]
    return {
        seat["name"]: {key[-1]: text for key, text in seat["answers"].items() if key.startswith("line.")}
        for seat in entry["seats"]
    }


def at(page, letter):
    return page.locator(f'[id="q-line.{letter}"]')


def all_is_sent(page):
    expect(page.locator("#state")).to_have_text("")


def test_a_number_is_kept_as_it_was_typed_while_another_phone_taps(phones, shared, table):
    ada, bob = (seated(phones(), table, name) for name in ("Ada", "Bob"))
    ada.tap("#tab-lines")
    requests = []
    ada.on("request", lambda request: requests.append(request.post_data) if request.url.endswith("/change") else None)
    for letter, wish in (("F", "14"), ("G", "-"), ("K", "10")):
        tap_into(at(ada, letter))
        for key in wish:
            ada.keyboard.press(key)
            before = ada.locator(".people button").nth(1).inner_text()
            bob.locator(f'[id="gem_track.{"FGK".index(letter) * 2 + wish.index(key) + 1}"]').tap()
            expect(ada.locator(".people button").nth(1)).not_to_have_text(before)
            assert not any("text" in each and letter in each for each in requests)
            assert ada.evaluate("[document.activeElement.id, document.activeElement.selectionStart]") == [
                f"q-line.{letter}",
                wish.index(key) + 1,
            ]
        ada.keyboard.press("Tab")
    all_is_sent(ada)
    assert kept(shared, table)["Ada"] == {"F": "14", "K": "10"}
    # a rejected text stays in its field, with the reason, until the player types again
    expect(at(ada, "G")).to_have_value("-")
    expect(at(ada, "G")).to_have_attribute("aria-invalid", "true")
    tap_into(at(ada, "A"))
    ada.keyboard.type("4")
    ada.keyboard.press("Tab")
    ada.tap("#tab-table")
    ada.tap("#tab-lines")
    expect(ada.locator('[id="n-line.G"]')).not_to_be_empty()
    tap_into(at(ada, "G"))
    ada.keyboard.press("Control+a")
    ada.keyboard.type("13")
    ada.keyboard.press("Tab")
    expect(at(ada, "G")).not_to_have_attribute("aria-invalid", "true")
    all_is_sent(ada)
    assert kept(shared, table)["Ada"] == {"F": "14", "G": "13", "K": "10", "A": "4"}


def test_two_tabs_of_a_phone_are_one_player_and_lose_nothing(phones, shared, small_table):
    first = seated(phones(), small_table, "Ada", ".people .own")
    second = first.context.new_page()
    second.goto(small_table["link"])
    first.bring_to_front()
    first.tap("#tab-lines")
    tap_into(at(first, "A"))
    for letter in "AB":
        first.keyboard.type(ANSWERS[letter])
        first.keyboard.press("Enter")  # leads to the next line
    for page, letters in ((first, "D"), (second, "EF"), (first, "K")):
        page.bring_to_front()
        page.tap("#tab-lines")
        for letter in letters:
            tap_into(at(page, letter))
            page.keyboard.type(ANSWERS[letter])
            page.keyboard.press("Tab")
    # one tab types while offline, and is closed; the other tab sends the text
    first.context.set_offline(True)
    tap_into(at(first, "J"))
    first.keyboard.type(ANSWERS["J"])
    first.keyboard.press("Tab")
    expect(first.locator("#state")).to_have_class("away")
    first.goto("about:blank")
    second.context.set_offline(False)
    second.bring_to_front()
    expect(at(second, "J")).to_have_value(ANSWERS["J"])
    all_is_sent(second)
    assert kept(shared, small_table) == {"Ada": ANSWERS}
    second.close()


def test_a_sheet_stays_where_it_was_scrolled_to_and_ticks_stand_while_others_tap(phones, table):
    ada, bob = (seated(phones(), table, name) for name in ("Ada", "Bob"))
    ada.evaluate("document.getElementById('paper').scrollTo(40, 260)")
    ada.evaluate(
        "globalThis.flickers = 0; new MutationObserver((seen) => (flickers += seen.filter((each) => each.target.getAttribute('aria-checked') === 'false' && each.oldValue === 'true').length)).observe(document.getElementById('paper'), {subtree: true, attributes: true, attributeFilter: ['aria-checked'], attributeOldValue: true})"
    )
    for number in range(1, 5):
        ada.locator(f'[id="gem_track.{number}"]').dispatch_event("click")
        bob.locator(f'[id="gem_track.{number}"]').tap()
    all_is_sent(ada)
    all_is_sent(bob)
    expect(ada.locator('.people button[aria-pressed="false"] b')).not_to_have_text("4")
    assert ada.evaluate(
        "[flickers, document.getElementById('paper').scrollLeft, document.getElementById('paper').scrollTop]"
    ) == [0, 40, 260]
    expect(ada.locator(".box.on")).to_have_count(4)
    # letters are at their set places, on a phone as on the desk
    rendering = "getComputedStyle(document.querySelector('#paper svg text')).textRendering"
    assert ada.evaluate(rendering) == "geometricprecision"


def test_numbers_typed_at_human_speed_on_four_phones_are_all_kept(phones, shared, small_table):
    chance = random.Random(7)
    pages = [seated(phones(), small_table, f"P{number}", ".people .own") for number in range(often(2, 4))]
    for page in pages:
        page.tap("#tab-lines")
    wishes = [{} for _ in pages]
    count = often(16, 1000)
    typing = [None] * len(pages)  # what is left to type on each phone
    while count > 0 or any(typing):
        for number, page in enumerate(pages):
            if typing[number] is None and count > 0:
                count -= 1
                letter = chance.choice(list(POINTS))
                wish = str(chance.choice(POINTS[letter]))
                wishes[number][letter] = wish
                typing[number] = ["focus " + letter, *wish, "Tab"]
            if typing[number]:
                key = typing[number].pop(0)
                if key.startswith("focus"):
                    at(page, key[-1]).focus()
                    page.keyboard.press("Control+a")
                else:
                    page.keyboard.press(key)
                typing[number] = typing[number] or None
        if often(False, True):
            pages[0].wait_for_timeout(chance.randint(0, 60))
    for page in pages:
        all_is_sent(page)
    assert kept(shared, small_table) == {f"P{number}": wish for number, wish in enumerate(wishes)}
