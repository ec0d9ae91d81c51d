"""The studio: the selected face is large, and pictures, rows and text show its deck."""

import pytest
from playwright.sync_api import expect

from tests.workshop.pages.test_grid import FILES, mini  # noqa: F401
from tests.workshop.programs import visit

TALL = {"width": 1440, "height": 900}
PLANTS = "deck: plants\ncards:\n  oak: {name: Oak}\n  ash: {name: Ash}\n"


@pytest.fixture
def two_decks(mini):  # noqa: F811
    (mini / "cards/mini/game.yaml").write_text(
        FILES["cards/mini/game.yaml"] + "  plants: {layout: beast}\n", encoding="utf-8"
    )
    (mini / "cards/mini/plants.yaml").write_text(PLANTS, encoding="utf-8")


def visible_captions(tab):
    """Return the captions of the visible faces in small letters, the selected one first."""
    return [each.inner_text().split()[0].lower() for each in tab.locator("main figure:visible figcaption").all()]


def test_the_face_in_hand_is_large_and_its_deck_is_the_one_that_is_worked_on(tab, shared, two_decks):
    tab.set_viewport_size(TALL)
    visit(tab, shared, room="shelf", game="mini")
    face = lambda name: tab.locator("figure.deck", has=tab.get_by_text(name.title(), exact=True))  # noqa: E731
    in_hand, files = tab.locator(".in-hand"), tab.locator("#files")
    face("hare").locator("svg").wait_for()
    assert visible_captions(tab) == ["fox", "hare", "oak", "ash"]
    face("hare").locator(".source-of").first.click()
    expect(in_hand).to_contain_text("Hare")
    expect(files).to_have_value("cards/mini/beasts.yaml")
    assert visible_captions(tab) == ["hare", "fox"]
    picture = in_hand.locator(".picture").bounding_box()
    assert picture["height"] > 0.6 * TALL["height"]
    assert picture["width"] / picture["height"] == pytest.approx(63 / 88, rel=0.02)
    assert tab.locator("button.main:visible").all_inner_texts() == ["Save"]
    # the table begins with the row of the selected face
    turn = tab.locator(".source-bar").get_by_role("button", name="Table", exact=True)
    turn.click()
    expect(tab.locator('.grid tr[data-row="1"] [data-column="key"]')).to_be_focused()
    expect(in_hand).to_contain_text("Hare")
    tab.locator(".source-bar").get_by_role("button", name="Text", exact=True).click()
    # from there the user selects another face of the deck, and another deck
    face("fox").locator(".source-of").first.click()
    expect(in_hand).to_contain_text("Fox")
    assert visible_captions(tab) == ["fox", "hare"]
    tab.get_by_label("What is shown").select_option("plants")
    expect(in_hand).to_contain_text("Oak")
    expect(files).to_have_value("cards/mini/plants.yaml")
    # the selected row is the selected face, also an unsaved one
    turn.click()
    tab.locator('.grid tr[data-row="0"] [data-column="name"]').click()
    tab.keyboard.press("ArrowDown")
    expect(in_hand).to_contain_text("Ash")
    assert visible_captions(tab) == ["ash"]
    tab.keyboard.type("Elm")
    expect(in_hand).to_contain_text("Elm")
    tab.keyboard.press("Escape")
    tab.get_by_role("button", name="Add a row", exact=True).click()
    expect(tab.locator('.grid tr[data-row="2"] [data-column="name"]')).to_be_focused()
    tab.keyboard.type("Yew")
    expect(in_hand).to_contain_text("Yew")
    tab.get_by_label("What is shown").select_option("beasts")
    tab.locator("#dialog-no").click()
    expect(tab.get_by_label("What is shown").locator("option:checked")).to_have_text("plants")
    tab.get_by_label("What is shown").select_option("beasts")
    tab.locator("#dialog-yes").click()
    expect(tab.get_by_role("grid", name="cards/mini/beasts.yaml")).to_be_visible()
    expect(in_hand).to_contain_text("Fox")
    # a file chosen from the list keeps the selected face, unless the file is another deck
    tab.evaluate("localStorage.clear()")
    files.select_option("layouts/mini/beast.yaml")
    expect(tab.locator(".source .cm-content")).to_be_visible()
    expect(in_hand).to_contain_text("Fox")
    files.select_option("cards/mini/plants.yaml")
    expect(in_hand).to_contain_text("Oak")
    tab.get_by_role("button", name="Close", exact=True).click()
    expect(in_hand).to_have_count(0)
    assert visible_captions(tab) == ["fox", "hare", "oak", "ash"]
    assert tab.locator("button.main:visible").all_inner_texts() == ["New deck"]
    # the only visible face of its deck has no strip below it
    tab.get_by_role("searchbox").fill("hare")
    face("hare").locator(".source-of").first.click()
    expect(in_hand).to_contain_text("Hare")
    assert visible_captions(tab) == ["hare"]
    expect(tab.locator(".slot")).to_be_hidden()
