"""A photo of a sheet on the phone, and of a pile on the desk: its marks are read, one is corrected, the total fits."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.photo import photo
from tests.workshop.pages.test_access import check_accessibility
from tests.workshop.programs import patience, seated, visit

SINK = io.BytesIO()
Image.new("L", (8, 8)).save(SINK, "PNG")
PNG = SINK.getvalue()
CARDS_OF_A = ("bandit_chief", "stone_golem", "dragon")
"""With which the simulator plays where no dungeon is drawn on the sheet."""
SEEN = "(all) => all.map((each) => [each.getAttribute('data-box'), each.getAttribute('aria-checked')])"


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return a photo as a file, and the truth about it."""
    content, truth = photo(7, language="pl", grade="good", megapixels=2, dungeon="")
    path = tmp_path_factory.mktemp("photos") / "sheet.jpg"
    path.write_bytes(content)
    return path, truth


BOXES = [
    {"id": f"hero.warrior.{level}", "name": f"Level {level}", "ticked": False, "place": [9 * level, 9, 6, 6]}
    for level in (2, 3)
]
PALE = {
    "dungeon": "",
    "size": [90, 60],
    "picture": "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=",
    "boxes": BOXES,
    "rows": [{"name": box["name"], "boxes": [box["id"]]} for box in BOXES],
    "messages": ["The marks are pale."],
}


def test_each_row_of_a_pale_sheet_is_confirmed_before_it_counts(phones, shared, open_table):
    table = open_table("paper-dungeons", dungeon="")
    phone = seated(phones(), table, "Ada")
    phone.route("**/photo", lambda route: route.fulfill(json={"sheets": [PALE], "cards": []}))
    with phone.expect_file_chooser() as chooser:
        phone.tap("#photo")
    chooser.value.set_files({"name": "a.png", "mimeType": "image/png", "buffer": PNG})
    dialog = phone.locator("dialog.photo")
    expect(dialog.get_by_role("alert").first).to_have_text("The marks are pale.")
    take = dialog.get_by_role("button", name="The rows are right: count them")
    for number, check in enumerate(dialog.get_by_label("This row is right").all()):
        expect(dialog.locator(".left")).to_have_text(f"Still to look at: {2 - number}")
        expect(take).to_be_disabled()
        check.check()
    dialog.locator('.seen-box[data-box="hero.warrior.3"]').tap()
    expect(dialog.locator(".seen-rows b")).to_have_text(["\u25a1", "\u25a0"])
    take.tap()
    expect(dialog).to_have_count(0)
    phone.unroute("**/photo")
    expect(phone.locator('[id="hero.warrior.3"]')).to_have_attribute("aria-checked", "true")


def put_right(dialog, truth):
    """Answer each box in doubt, and correct boxes that differ from the paper."""
    for row in dialog.locator("[data-doubt]").all():
        marked = truth["boxes"][row.get_attribute("data-doubt")] == "marked"
        row.get_by_role("button").nth(0 if marked else 1).click()
    for box, checked in dialog.locator(".seen-box").evaluate_all(SEEN):
        if checked != str(truth["boxes"][box] == "marked").lower():
            dialog.locator(f'.seen-box[data-box="{box}"]').press("Enter")


def test_a_phone_photographs_a_sheet_puts_a_mark_right_and_nobody_else_sees_the_total(phones, open_table, taken):
    photograph_sheet(phones, open_table, *taken)


def photograph_sheet(phones, open_table, path, truth):
    """Take a photo of Ada's sheet on her phone, correct and count it; return the table and the phone of Bob."""
    table = open_table("paper-dungeons", dungeon="")
    phone, other = (seated(phones(), table, name) for name in ("Ada", "Bob"))
    with phone.expect_file_chooser() as chooser:
        phone.tap("#photo")
    chooser.value.set_files(path)
    dialog = phone.locator("dialog.photo")
    expect(dialog).to_contain_text("being read")
    expect(dialog.locator(".seen-box")).to_have_count(len(truth["counted"]), timeout=1000 * patience(120))
    marked = [box for box in truth["counted"] if truth["boxes"][box] == "marked"]
    one = dialog.locator(f'[data-box="{marked[0]}"]')
    before = one.get_attribute("aria-checked")
    one.tap()
    assert one.get_attribute("aria-checked") != before
    check_accessibility(phone, "photo on the phone", (390, 844), "dark")
    total = phone.locator(".people button", has_text="Ada").locator("b")
    assert total.inner_text() != str(truth["totals"][0])
    put_right(dialog, truth)
    take = dialog.get_by_role("button", name="The rows are right: count them")
    rows = dialog.locator(".seen-rows li")
    squares = "".join(rows.locator("b").all_inner_texts())
    assert (squares.count("\u25a0"), len(squares)) == (len(marked), len(truth["counted"]))
    expect(rows.locator("svg.cut image")).to_have_count(rows.count())
    expect(take).to_be_disabled()
    for number, card in enumerate(CARDS_OF_A, 1):
        dialog.get_by_label(f"Which card was boss {number}?").select_option(card)
    take.tap()
    expect(dialog).to_have_count(0)
    expect(total).to_have_text(str(truth["totals"][0]))
    expect(other.locator(".people button", has_text="Ada").locator("b")).to_have_text("•••")  # until the reveal
    assert phone.problems == []
    return table, other


def test_a_pile_of_photos_at_the_desk_is_given_to_its_players(phones, tab, shared, open_table, taken):
    path, truth = taken
    table, other = photograph_sheet(phones, open_table, path, truth)
    # a pile on the desk, one file of it not a picture: the sheet goes to Bob
    tab.set_viewport_size({"width": 1280, "height": 800})
    visit(tab, shared, room="scoring")
    with tab.expect_file_chooser() as chooser:
        tab.locator(f'[id="photos-{table["id"]}"]').click()
    broken = path.with_name("b.heic")
    broken.write_bytes(b"no picture")
    chooser.value.set_files([path, broken])
    dialog = tab.locator("dialog.photo")
    expect(dialog.locator(".seen-box")).to_have_count(len(truth["counted"]), timeout=1000 * patience(120))
    expect(dialog).to_contain_text("b.heic: This browser cannot open the picture")
    check_accessibility(tab, "photos on the desk")
    assert dialog.locator(".named-cards select").count() == 0, "the cards of a table are asked once"
    dialog.get_by_label("Whose sheet is this?").select_option("Bob")
    put_right(dialog, truth)
    dialog.get_by_role("button", name="The rows are right: count them").click()
    expect(dialog).to_have_count(0)
    expect(other.locator(".people button", has_text="Bob").locator("b")).to_have_text(str(truth["totals"][0]))
