"""Test that print commands have the same options: margins, gaps, bleed, marks, separate fronts and backs."""

import pypdfium2
import pytest

from generator.main import scrawl as program
from generator.units import mm
from tests.conftest import ROOT

TINY = ("--game", "tiny", "--home", ROOT / "tests" / "data" / "games" / "tiny", "--lang", "de")
ON_SHEETS = {
    *("size", "duplex", "bleed", "gap", "marks", "strip", "mark_distance", "mark_length", "mark_sides"),
    *("corner_radius", "two_files"),
}
ON_PAPER = {"lang", "paper", "margins", "printer", "printers", "edition", "game", "home"}


def options_of(*words):
    command = program
    for word in words:
        command = command.get_command(None, word)
    return {parameter.name for parameter in command.params}


@pytest.mark.parametrize("words", ["print kit", "print cards", "dungeon card", "print sheets", "print page"])
def test_cards_and_pages_take_the_same_options_wherever_they_are_printed(words):
    assert options_of(*words.split()) >= ON_PAPER | (set() if words in ("print sheets", "print page") else ON_SHEETS)


def ink(path, page=0):
    """Return how far the ink of a page stays from its four edges, in millimetres: top, right, bottom, left."""
    image = pypdfium2.PdfDocument(path)[page].render(scale=4 / mm(1)).to_pil().convert("L")
    left, top, right, bottom = image.point(lambda value: 255 * (value < 250)).getbbox()
    return tuple(side / 4 for side in (top, image.width - right, image.height - bottom, left))


def test_a_kit_keeps_its_margins_on_every_page_and_its_gaps_and_sides_apart(scrawl, tmp_path):
    options = ("--margin", "20mm 15mm 25mm 30mm", "--gap", "4mm", "--two-files", "--no-marks")
    result = scrawl("print", "kit", *TINY, *options, "-o", "kit")
    assert result.returncode == 0, result.stderr
    edges = {path.name: ink(path) for path in (tmp_path / "kit").glob("*.pdf")}
    assert edges
    for name, sides in edges.items():
        assert all(side >= margin - 0.5 for side, margin in zip(sides, (20, 15, 25, 30), strict=True)), (name, sides)


def test_a_size_of_thousands_of_signs_is_not_repeated(scrawl):
    result = scrawl("print", "cards", "--size", f"{'1' * 5000}x3")
    assert (result.returncode, len(result.stderr) < 300) == (1, True)


def test_a_long_caption_stands_above_the_note_of_the_rulers(scrawl, tmp_path):
    result = scrawl("print", "page", "dice", "--lang", "pl", "--margin", "16mm", "-o", "dice.pdf")
    assert result.returncode == 0, result.stderr
    page = pypdfium2.PdfDocument(tmp_path / "dice.pdf")[0].get_textpage()
    boxes = [page.get_rect(at) for at in range(page.count_rects())]
    strip = [box for box in boxes if box[1] < mm(30)]
    apart = [
        one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        for one in strip
        for two in strip
        if one < two
    ]
    assert len(strip) >= 4
    assert all(apart)


@pytest.mark.parametrize(
    "words", [("page", "help"), ("sheets",), ("page", "dice"), ("cards", "--deck", "goals", "--no-marks")]
)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_nothing_of_a_page_stands_where_many_printers_clip(words, paper, scrawl, tmp_path):
    result = scrawl("print", *words, "--paper", paper, "-o", "page.pdf")
    assert result.returncode == 0, result.stderr
    assert min(ink(tmp_path / "page.pdf")) >= 6.25
