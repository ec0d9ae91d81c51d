"""Test taps on a phone: a full sheet takes fewer taps and seconds with the keys of the pad than with typing."""

import time

from playwright.sync_api import expect

from tests.conftest import often
from tests.workshop.pages.key_presses import tap_into
from tests.workshop.pages.test_access import PHONE, check_accessibility
from tests.workshop.pages.test_keys import all_is_sent, at, kept
from tests.workshop.programs import seated

SHEETS = {
    "Ada": dict(zip("ABCDEFGHIJKLM", ("3", "8", "9", "16", "20", "18", "35", "26", "24", "30", "0", "27", "50"), strict=True)),
    "Bob": dict(zip("ABCDEFGHIJKLM", ("4", "6", "12", "12", "15", "24", "0", "19", "0", "0", "30", "22", "0"), strict=True)),
    "Cy": dict(zip("ABCDEFGHIJKLM", ("1", "2", "6", "20", "25", "30", "35", "0", "20", "30", "30", "19", "0"), strict=True)),
    "Dora": dict(zip("ABCDEFGHIJKLM", ("5", "10", "3", "4", "10", "12", "0", "22", "8", "0", "0", "30", "50"), strict=True)),
}  # fmt: skip
PACE = often(0, 250)  # milliseconds between two taps of a finger


def tap(page, spot):
    page.locator(spot).tap()
    page.wait_for_timeout(PACE)


def by_keys(page, sheet):
    """Tap the number of each line; return the number of taps and seconds."""
    began = time.monotonic()
    tap(page, "#tab-lines")
    for text in sheet.values():
        tap(page, f'.keys [data-key="{text}"]')
    return 1 + len(sheet), time.monotonic() - began


def by_typing(page, sheet):
    """Tap each field and type its digits."""
    began, taps = time.monotonic(), 1
    tap(page, "#tab-lines")
    for letter, text in sheet.items():
        tap_into(at(page, letter))
        page.wait_for_timeout(PACE)
        for digit in text:
            page.keyboard.press(digit)
            page.wait_for_timeout(PACE)
        taps += 1 + len(text)
    page.keyboard.press("Tab")
    return taps, time.monotonic() - began


def test_four_sheets_are_tapped_by_keys_with_fewer_taps_and_seconds_than_typed(phones, shared, open_table):
    efforts = {}
    for way in often((by_keys,), (by_keys, by_typing)):
        table = open_table("yacht")
        efforts[way] = [0, 0.0]
        for number, (name, sheet) in enumerate(SHEETS.items()):
            if number and PACE == 0:
                break
            page = seated(phones(), table, name, ".people .own")
            taps, seconds = way(page, sheet)
            efforts[way] = [efforts[way][0] + taps, efforts[way][1] + seconds]
            all_is_sent(page)
            assert kept(shared, table)[name] == sheet
            if way is by_keys and not number:
                expect(page.locator(".keys")).to_have_count(0)  # every line has a number
                at(page, "M").tap()  # it still has the focus
                page.keyboard.press("Home")
                page.keyboard.type("7 ")  # before the 50: two numbers
                page.tap('.keys [data-key="next"]')
                expect(at(page, "M")).to_have_attribute("aria-invalid", "true")
                expect(page.locator(".keys")).to_have_count(0)
                at(page, "M").tap()
                page.tap('.keys [data-key="50"]')
                expect(at(page, "M")).not_to_have_attribute("aria-invalid", "true")
                at(page, "C").tap()
                expect(page.locator('.keys [aria-pressed="true"]')).to_have_text(sheet["C"])
                check_accessibility(page, "keys", PHONE, "dark")
                at(page, "G").tap()
                page.tap('.keys [data-key="0"]')
                expect(page.locator('[id="q-line.G"]')).to_have_value("0")
                page.tap("#tab-lines")
                all_is_sent(page)
                assert kept(shared, table)[name] == sheet | {"G": "0"}
            page.goto("about:blank")
    if by_typing in efforts:
        assert [
            (few, many)
            for few, many in zip(efforts[by_keys], efforts[by_typing], strict=True)
            if not (few < many * 0.6)
        ] == [], efforts


def test_digits_that_are_tapped_are_kept_when_the_field_is_left_in_whatever_way(phones, shared, open_table):
    table = open_table("platformer")
    page = seated(phones(), table, "Ada", ".people .own")
    page.tap("#tab-lines")
    for leaves, text in (("#tab-table", "143"), ('.keys [data-key="next"]', "27"), ('[id="q-line.A"]', "90")):
        page.tap("#tab-lines")
        at(page, "E").tap()
        for digit in text:
            page.tap(f'.keys [data-key="{digit}"]')
        expect(at(page, "E")).to_have_value(text)
        expect(at(page, "E")).to_be_focused()
        page.tap(leaves)
        all_is_sent(page)
        assert kept(shared, table)["Ada"]["E"] == text
