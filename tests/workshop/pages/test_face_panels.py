"""The panels below the selected face follow the typed text, and a picture dropped on a face is cut to its shape."""

import base64
import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.conftest import DEEP, often
from tests.workshop.pages.test_access import check_accessibility
from tests.workshop.pages.text_editors import put, text_of
from tests.workshop.programs import patience, visit

POINTS = {"mean": 113.2, "low": 112.5, "high": 113.9}
SAVED = {
    "games": 200,
    "points": POINTS,
    "dealt": {"mean": 0.2, "low": 0.1, "high": 0.3},
    "kept": None,
    "change": None,
    "worth": None,
    "shares": [],
}
TYPED = {**SAVED, "change": {"mean": 7, "low": 7, "high": 7}}
PLAYED = often(60_000, 300_000)  # milliseconds
DROPPED = """(face, data) => {
    const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0)), brought = new DataTransfer();
    brought.items.add(new File([bytes], "Six Dots.png", { type: "image/png" }));
    const { left, top, width, height } = face.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    face.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: brought, ...at }));
}"""


@pytest.fixture
def card(tab, shared):
    """Return the only card on the shelf, a power of a game with rules."""
    tab.set_viewport_size({"width": 1300, "height": 900})
    visit(tab, shared, room="shelf", game="paper-dungeons")
    tab.get_by_role("searchbox").fill("healer powers")
    card = tab.locator("figure.deck:visible")
    card.locator(".picture svg").wait_for()
    return card


def test_inks_and_balance_of_the_card_in_hand_follow_what_is_typed(tab, card):
    def answer_balance(route):
        route.fulfill(json=TYPED if "end_glory: 9" in (route.request.post_data or "") else SAVED)

    if not DEEP:  # games yield to the other tests and would get no time here: another test plays them
        tab.route("**/balance?*", answer_balance)
    card.locator(".source-of").first.click()
    proof, balance = card.locator(".proof"), card.locator(".balance")
    expect(proof).to_contain_text("cyan", timeout=patience(PLAYED))
    expect(balance).to_contain_text("200 quick solo games with it", timeout=patience(PLAYED))
    expect(balance).not_to_contain_text("What is typed")
    text = text_of(tab)
    put(tab, text.replace("{number: 8, class: setup, end_glory: 2,", "{number: 8, class: setup, end_glory: 9,"))
    expect(card.locator(".picture")).to_contain_text("+9")
    expect(balance).to_contain_text("What is typed, against what is saved: +7.0 ± 0.0 points", timeout=patience(PLAYED))
    check_accessibility(tab, "proof", scheme="dark")
    put(tab, text)
    tab.get_by_role("button", name="Close", exact=True).click()
    expect(proof).to_have_count(0)
    tab.unroute("**/balance?*")


def test_a_picture_dropped_on_a_face_is_cut_to_its_shape_by_keys_alone(tab, shared, card):
    picture, dots = io.BytesIO(), Image.new("RGB", (600, 200), "#cc2020")
    dots.paste("#2020cc", (300, 0, 600, 200))
    dots.save(picture, "PNG")
    card.locator(".picture svg").evaluate(DROPPED, base64.b64encode(picture.getvalue()).decode())
    dialog = tab.get_by_role("dialog")
    expect(tab.get_by_label("Shape", exact=True)).to_have_value("frame")
    expect(dialog).to_contain_text("Its shape is not that of the frame")
    tab.get_by_label("From left to right").press("End")
    check_accessibility(tab, "crop")
    dialog.get_by_role("button", name="Store it").press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("art/six-dots.png")
    path = shared.folder / "cards/paper-dungeons/art/six-dots.png"
    with Image.open(path) as stored:
        assert stored.height == 200
        assert stored.width == pytest.approx(200 * 63 / 88, abs=2)
        assert stored.getpixel((5, 5)) == (0x20, 0x20, 0xCC)
    dialog.get_by_role("button", name="The whole card, below its texts, on every card", exact=True).press("Enter")
    expect(dialog).to_have_count(0)
    expect(tab.locator(".source > [role=status]")).to_contain_text("art/six-dots.png is on the card")
    expect(card.locator(".picture image").first).to_be_attached()
    assert "{image: art/six-dots.png, fit: cover" in text_of(tab).replace('"', "")
    tab.keyboard.press("Control+z")
    assert "six-dots" not in text_of(tab)
    tab.locator(".source-bar button").last.click()
    path.unlink()
