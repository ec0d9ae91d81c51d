"""Test questions on a phone: taps and digits are enough to fill in a sheet, without typing as in a terminal."""

import json

from playwright.sync_api import expect

from tests.workshop.pages.key_presses import tap_into
from tests.workshop.programs import seated


def answers(shared, table):
    (session,) = [each for each in shared.ask("tables")["tables"] if each["id"] == table["id"]]
    return session["seats"][0]["answers"], set(session["seats"][0]["held"])


# the distance of each form control from the top of the page
PLACES = """() => Object.fromEntries([...document.querySelectorAll(".line :is(button, input):not(.chip)")].map(
    (each) => [each.closest(".line").innerText.split("\\n")[0] + (each.ariaLabel ?? each.textContent), Math.round(each.getBoundingClientRect().top + scrollY)]))"""


def test_a_form_is_filled_in_by_taps_and_digits(phones, shared, open_table):
    table = open_table("dungeon-fighter")
    phone = seated(phones(), table, "Ada", ".people .own")
    lines = phone.locator(".line")
    places = phone.evaluate(PLACES)
    for _ in range(3):
        lines.nth(0).get_by_role("button", name="+1").tap()
    dice = phone.locator('[id="q-dice"]')
    tap_into(dice)
    phone.keyboard.type("4")
    phone.evaluate(
        "dispatchEvent(new Event('storage'))"
    )  # the page redraws everything during typing, as when others tap
    phone.keyboard.press("Tab")
    coins = phone.locator('[id="q-coins"]')
    tap_into(coins)
    phone.keyboard.press("Control+a")
    phone.keyboard.type("2")
    lines.nth(0).get_by_role("button", name="+1").dispatch_event("click")  # as if buttons took no focus
    for scar in (1, 0, 3):
        phone.get_by_role("button", name=f"+ {scar}", exact=True).tap()
    phone.get_by_role("button", name="Take out: 0").tap()
    phone.get_by_role("button", name="hard", exact=True).tap()
    expect(phone.locator("#state")).to_have_text("")
    expect(lines.nth(4).get_by_role("button", name="hard")).to_have_attribute("aria-pressed", "true")
    assert answers(shared, table)[0] == {"coins": "3", "dice": "4", "scars": "1 3", "difficulty": "hard"}
    assert phone.evaluate(PLACES) == places  # nothing moved under the tapping finger
    phone.get_by_role("button", name="hard", exact=True).tap()  # undone
    expect(lines.nth(4).locator("[aria-pressed=true]")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_entry_of_a_ledger_is_made_by_taps_and_a_refused_one_stays_with_its_reason(phones, shared, open_table):
    table = open_table("labirynt-smierci")
    phone = seated(phones(), table, "Ada", ".people .own")
    for name in ("Ada", "Bruno"):
        tap_into(phone.locator('[id="q-members/further"]'))
        phone.keyboard.type(name)
        phone.keyboard.press("Enter")
    phone.get_by_role("button", name="Earned together").tap()
    for number in ("9", "8"):
        tap_into(phone.locator('[id="q-ledger.0/pool/add"]'))
        phone.keyboard.type(number)
        phone.keyboard.press("Enter")
    phone.reload()  # the half-made entry stays
    phone.locator(".entry-form").get_by_role("button", name="2", exact=True).tap()
    phone.get_by_role("button", name="Enter", exact=True).tap()
    phone.get_by_role("button", name="buys").tap()
    form = phone.locator(".entry-form")
    form.get_by_role("button", name="Bruno").tap()
    form.locator(".segments").nth(1).get_by_role("button").first.tap()
    phone.get_by_role("button", name="Enter", exact=True).tap()
    expect(phone.locator(".asked .fault")).not_to_be_empty()
    expect(phone.locator(".entry", has_text="Bruno: buys")).to_have_count(1)
    entries, _ = answers(shared, table)
    assert entries["members"] == "Ada, Bruno"
    assert json.loads(entries["ledger.0"]) == {"pool": [9, 8], "level": 2}
    assert "ledger.1" not in entries
    # undone, with the next session in its place
    phone.get_by_role("button", name="Take out: Bruno: buys").tap()
    phone.locator("#dialog-yes").tap()
    expect(phone.locator(".entry", has_text="Bruno")).to_have_count(0)
    phone.get_by_role("button", name="Next session").tap()
    phone.get_by_role("button", name="Enter", exact=True).tap()
    expect(phone.locator(".entry", has_text="Next session 2")).to_have_count(1)
    expect(phone.locator("#state")).to_have_text("")
    assert json.loads(answers(shared, table)[0]["ledger.1"]) == {"session": 2}


def test_a_card_is_chosen_by_its_picture_and_ticks_its_box(phones, shared, open_table):
    table = open_table("paper-dungeons")
    phone = seated(phones(), table, "Ada", ".people .own")
    phone.wait_for_selector("#paper svg")
    for number in (3, 5):
        phone.locator(".cards summary").tap()
        card = phone.locator(".card-list button").nth(number)
        card.locator("svg").wait_for()
        name = card.inner_text().split("\n")[-1]
        card.tap()
        expect(phone.locator(".cards summary")).to_contain_text(name)
    expect(phone.locator("#state")).to_have_text("")
    _, boxes = answers(shared, table)
    assert len(boxes) == 1
    expect(phone.locator(f'[id="{boxes.pop()}"]')).to_have_attribute("aria-checked", "true")
