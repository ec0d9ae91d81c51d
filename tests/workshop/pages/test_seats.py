"""Seats on phones: another phone continues a sheet, the host corrects the players, and typed answers stay."""

from playwright.sync_api import expect

from tests.workshop.pages.key_presses import tap_into
from tests.workshop.programs import seated, visit


def test_a_new_phone_says_whose_it_is_and_the_old_one_lets_it_in(phones, tab, shared, open_table):
    table = open_table("yacht")
    old, new = seated(phones(), table, "Dora", "#tab-lines"), phones()
    old.tap("#tab-lines")
    tap_into(old.locator('[id="q-line.F"]'))
    old.keyboard.type("12")
    old.keyboard.press("Tab")
    new.goto(table["link"])
    new.get_by_role("button", name="I am Dora").tap()
    code = new.locator(".code").inner_text()
    expect(old.locator(".claim")).to_contain_text(code)
    old.get_by_role("button", name="Let it in").tap()
    new.tap("#tab-lines")
    expect(new.locator('[id="q-line.F"]')).to_have_value("12")
    expect(old.locator(".claim")).to_have_count(0)
    # the host adds somebody without a phone, renames, and hands a seat over
    tab.set_viewport_size({"width": 1200, "height": 800})
    visit(tab, shared, room="scoring")
    card = tab.locator(f'[data-table="{table["id"]}"]')
    card.locator(".doing summary").first.click()
    for button, place, name in (("add", "", "Grandma"), ("rename", "-0", "Dorothy")):
        tab.locator(f'[id="name-{table["id"]}{place}"]').fill(name)
        tab.locator(f'[id="{button}-{table["id"]}{place}"]').click()
        expect(card.locator("th", has_text=name)).to_have_count(1)
    # unfolded parts stay unfolded after any change
    expect(card.locator(f'[id="rename-{table["id"]}-0"]')).to_be_visible()
    expect(card.locator(f'[id="rename-{table["id"]}-1"]')).to_be_hidden()
    tab.locator(f'[id="hand_over-{table["id"]}-0"]').click()
    tab.locator("#dialog-yes").click()
    expect(old.get_by_role("button", name="I am Dorothy")).to_be_visible()
    old.get_by_role("button", name="I am Dorothy").tap()
    expect(old.locator('[id="q-line.F"]')).to_have_value("12")
    expect(new.get_by_role("button", name="I am Grandma")).to_be_visible()
    card.locator(".doing summary").last.click()
    for button in card.locator(".doing :is(button, summary)").all():
        assert button.evaluate(
            "each => each.getBoundingClientRect().right <= each.closest('.scroll').getBoundingClientRect().right"
        )
    # the host reads the list of changes, and takes one change back
    card.locator("summary", has_text="What was changed").click()
    row = card.locator(".changes li", has_text="F Sixes = 12")
    expect(row).to_contain_text("Dora:")
    expect(card.locator(".changes li", has_text="Grandma sat down")).to_contain_text("by the host")
    row.get_by_role("button").click()
    expect(card.locator(".changes li", has_text="F Sixes taken out")).to_have_count(1)
    expect(old.locator('[id="q-line.F"]')).to_have_value("")


def test_a_phone_that_hears_no_answer_is_taken_to_its_seat_once_the_table_has_it(phones, open_table):
    phone, requests = phones(), []
    phone.route("**/join", lambda route: (requests.append(route.request.post_data), route.abort()))
    phone.goto(open_table("yacht")["link"])
    phone.fill("#name", "Eve")
    phone.get_by_role("button", name="Sit down").tap()
    expect(phone.locator(".fault")).to_contain_text("No answer yet")
    phone.unroute("**/join")
    phone.evaluate("body => fetch('join', { method: 'POST', body })", requests[0])
    expect(phone.locator("#tab-lines")).to_be_visible()
