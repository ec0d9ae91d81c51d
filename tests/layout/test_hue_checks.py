"""Find marks that differ only in hue, unless a character or icon tells them apart."""

import pytest

from generator.check.checking import card_faults
from generator.frame import Frame, Paint, ShapeItem, TextItem, VectorOutline
from generator.geometry import Rect, Size
from generator.layout.drawn_items import DrawnPage
from generator.layout.hue_checks import ColouredMarks
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import write_files

RED, BLUE, GREEN, YELLOW = "#a8281e", "#1f4c8f", "#2f6b30", "#f0d060"
SUN = VectorOutline("sun", "MLLZ", (0, 0, 10, 0, 5, 10), 10, 10)


def faults(*faces):
    marks = ColouredMarks()
    for face in faces:
        marks.add(DrawnPage(Frame(Size(300, 100), face, "the page")))
    return [(fault.code, fault.message) for fault in marks.faults()]


def square(color, x, wide=30):
    return ShapeItem("rect", Rect(x, 10, wide, 30), Paint(color))


def sun(color, x):
    return ShapeItem("outline", Rect(x, 10, 30, 30), Paint(color), outline=SUN)


def word(text, x, y=30):
    return TextItem(x, y, text, "text.regular", 9, "#ffffff", 5.0 * len(text))


FAULT = [("L049", f"marks 'rect' in {RED} and {BLUE} differ only in hue on the page")]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([square(RED, 10), square(BLUE, 100)], FAULT),
        ([square(RED, 10), square(BLUE, 100), word("die", 12), word("die", 102)], FAULT),
        ([square(RED, 10), square(BLUE, 100), word("red", 12), word("blue", 102)], []),
        ([square(RED, 10), square(BLUE, 100), word("red", 12)], []),  # the mark without a word is the other one
        ([square(RED, 10), square(YELLOW, 100)], []),  # another grey
        ([square(RED, 10), square("#555555", 100)], []),
        ([square(RED, 10), square(BLUE, 100, wide=60)], []),  # another size
        ([square(RED, 10, 5), square(BLUE, 100, 5)], []),  # too small to be a mark
        ([square(RED, 10), square(RED, 60), square(BLUE, 100), *(word(f"{n}", 50 * n - 25) for n in (1, 2))], FAULT),
    ],
)
def test_marks_of_one_shape_and_grey_need_a_sign(items, expected):
    assert faults(items) == expected


def test_numbered_marks_are_told_apart_by_their_numbers():
    marks = [square(RED if number < 3 else BLUE, 50 * number) for number in range(1, 5)]
    assert faults([*marks, *(word(str(number), 50 * number + 10) for number in range(1, 5))]) == []


def test_suns_without_words_are_found():
    suns = sun(RED, 10), sun(BLUE, 100), sun(GREEN, 200)
    assert [code for code, _ in faults(suns)] == ["L049"]
    assert faults([*suns, word("red", 12, 50), word("blue", 102, 50), word("green", 202, 50)]) == []


@pytest.mark.parametrize("letters", [True, False])
def test_bars_with_other_skills_on_each_card_need_a_letter_of_their_colour(letters):
    skills = ("retry", "pierce", "hammer")
    cards = []
    for number in range(3):
        card = [square(color, 100 * at) for at, color in enumerate((RED, GREEN, BLUE))]
        card += [word(skills[(number + at) % 3], 100 * at + 2) for at in range(3)]
        card += [word("RGB"[at], 100 * at + 2, 20) for at in range(3)] if letters else []
        cards.append(card)
    assert [code for code, _ in faults(*cards)] == ([] if letters else ["L049"])


def test_cards_in_one_colour_each_are_known_by_any_sign_on_them():
    assert faults([square(RED, 10), word("Tier one", 150)], [square(BLUE, 10), word("Tier two", 150)]) == []
    assert [code for code, _ in faults([square(RED, 10)], [square(BLUE, 10)])] == ["L049"]


FILES = {
    "cards/teams/game.yaml": "game: teams\ndecks: {flags: {layout: flag, title: Flags, fields: {team: text}}}\nkit: [{deck: flags}]\n",
    "cards/teams/words/en.yaml": "game: {title: Teams}\n",
    "cards/teams/flags.yaml": f'deck: flags\ncards: {{one: {{team: "{RED}"}}, two: {{team: "{BLUE}"}}}}\n',
    "layouts/teams/flag.yaml": "size: {width: 63mm, height: 88mm}\nfront: {stack: [{shape: rect, fill: '{team}', "
    "x: 20mm, y: 20mm, width: 20mm, height: 20mm}]}\n",
}


def test_a_check_of_a_deck_has_the_fault(tmp_path):
    write_files(tmp_path, FILES)
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "teams", "en")
    assert [fault.code for fault in card_faults(pack, "flags")] == ["L049"]
