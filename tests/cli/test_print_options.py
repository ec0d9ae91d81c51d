"""What is printed takes the same options everywhere: margins, gaps, bleed, marks, fronts and backs apart."""

import pypdfium2
import pytest
from pypdf import PdfReader

from generator.main import scrawl as program
from generator.units import mm
from tests.conftest import ROOT
from tests.page_texts import page_texts

TINY = ("--game", "tiny", "--home", ROOT / "tests" / "data" / "games" / "tiny", "--lang", "de")
ON_SHEETS = {
    "size",
    "duplex",
    "bleed",
    "gap",
    "marks",
    "strip",
    "mark_distance",
    "mark_length",
    "mark_sides",
    "corner_radius",
    "two_files",
}
ON_PAPER = {"lang", "paper", "margins", "printer", "printers", "edition", "game", "home"}


def options_of(*words):
    command = program
    for word in words:
        command = command.get_command(None, word)
    return {parameter.name for parameter in command.params}


@pytest.mark.parametrize("words", ["print kit", "print cards", "dungeon card"])
def test_cards_take_the_same_options_wherever_they_are_printed(words):
    assert options_of(*words.split()) >= ON_SHEETS | ON_PAPER


@pytest.mark.parametrize("words", ["print sheets", "print page"])
def test_all_pages_take_the_same_options(words):
    assert options_of(*words.split()) >= ON_PAPER


def ink(path, page=0):
    """Return how far the ink of a page stays from its four edges, in millimetres: top, right, bottom, left."""
    drawn = pypdfium2.PdfDocument(path)[page].render(scale=4 / mm(1)).to_pil().convert("L")
    left, top, right, bottom = drawn.point(lambda value: 255 * (value < 250)).getbbox()
    return tuple(side / 4 for side in (top, drawn.width - right, drawn.height - bottom, left))


def test_a_kit_keeps_its_margins_on_every_page_and_its_gaps_and_sides_apart(scrawl, tmp_path):
    done = scrawl(
        "print",
        "kit",
        *TINY,
        "--margin",
        "20mm 15mm 25mm 30mm",
        "--gap",
        "4mm",
        "--two-files",
        "--no-marks",
        "-o",
        "kit",
    )
    assert done.returncode == 0, done.stderr
    paths = sorted((tmp_path / "kit").glob("*.pdf"))
    assert paths
    for path in paths:
        assert [
            (found, asked)
            for found, asked in zip(ink(path), (20, 15, 25, 30), strict=True)
            if not (found >= asked - 0.5)
        ] == [], (
            path.name,
            ink(path),
        )


@pytest.mark.parametrize(
    ("words", "hint"), [(("print", "page", "help"), "page 'help'"), (("print", "page", "dice"), "page 'dice'")]
)
def test_small_paper_is_told_of_the_page_that_does_not_fit_and_not_of_cards(scrawl, words, hint):
    done = scrawl(*words, "--paper", "100x100mm")
    assert done.returncode == 1
    assert f"--paper: error P004 {hint} does not fit on paper of 100mm x 100mm" in done.stderr
    assert "card" not in done.stderr


def test_margins_that_leave_too_little_are_one_fault(scrawl):
    done = scrawl("print", "page", "note", *TINY, "--margin", "60mm")
    assert done.returncode == 1
    assert done.stderr.count("error") == 1
    assert "--margin: error P004" in done.stderr


def test_a_dungeon_card_has_bleed_gaps_and_two_files(scrawl, tmp_path):
    plain = scrawl("dungeon", "card", "a", "-o", "plain.pdf")
    assert "4 cards of 63mm x 88mm, 9 to a page: 1 sheet, both sides" in plain.stdout
    done = scrawl(
        "dungeon", "card", "a", "--bleed", "3mm", "--gap", "0mm", "--margin", "7mm", "--two-files", "-o", "card.pdf"
    )
    assert done.returncode == 0, done.stderr
    assert "4 cards of 63mm x 88mm, 8 to a page" in done.stdout
    assert {path.name for path in tmp_path.glob("card*.pdf")} == {"card-fronts.pdf", "card-backs.pdf"}
    assert [len(PdfReader(path).pages) for path in tmp_path.glob("card-*.pdf")] == [1, 1]


def test_a_kit_warns_of_cards_that_printers_clip_as_cards_do(scrawl):
    asked = (
        *TINY,
        "--margin",
        "2mm",
        "--no-marks",
        "--no-ruler",
        "--size",
        "68x97mm",
    )
    told = [scrawl("print", what, *asked, "-o", what).stderr for what in ("kit", "cards")]
    assert ["P010 cards come within 3mm of the edge" in each for each in told] == [True, True], told


def test_a_size_of_thousands_of_signs_is_not_repeated(scrawl):
    done = scrawl("print", "cards", "--size", f"{'1' * 5000}x3")
    assert (done.returncode, len(done.stderr) < 300) == (1, True)


def test_a_kit_has_its_fronts_and_backs_in_files_of_their_own(scrawl, tmp_path):
    done = scrawl("print", "kit", "--lang", "en", "--mixed", "--two-files", "-o", "kit")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "kit").glob("2-*.pdf")}
    assert names == {"2-cards-fronts.pdf", "2-cards-backs.pdf"}
    assert "in files of their own" in " ".join(page_texts(tmp_path / "kit" / "0-instructions.pdf")[0].split())


def test_a_long_caption_stands_above_the_note_of_the_rulers(scrawl, tmp_path):
    done = scrawl("print", "page", "dice", "--lang", "pl", "--margin", "16mm", "-o", "dice.pdf")
    assert done.returncode == 0, done.stderr
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
    ("options", "told"),
    [
        (("--paper", "a4"), "9 to a page: 1 sheet, both sides, flipped on the long edge\n"),
        (
            ("--paper", "letter", "--duplex", "short-edge"),
            "8 to a page: 1 sheet, both sides, flipped on the short edge (9 to a page with --no-ruler)\n",
        ),
        (("--paper", "a4", "--bleed", "3mm", "--duplex", "off"), "8 to a page: 1 page (9 to a page with --gap 0mm)\n"),
    ],
)
def test_what_is_printed_tells_the_edge_and_what_would_make_room_for_more(scrawl, options, told):
    done = scrawl("print", "cards", "--deck", "goals", "--card", "1-2", *options)
    assert done.stdout.startswith(f"Paper Dungeons: 2 cards of 63mm x 88mm, {told}"), done.stdout


@pytest.mark.parametrize(
    ("duplex", "told"), [("short-edge", True), ("fold", True), ("long-edge", False), ("off", False)]
)
def test_how_backs_are_printed_is_told_to_change_nothing_where_no_card_has_one(scrawl, tmp_path, duplex, told):
    (tmp_path / "deck.csv").write_text("name,text\nAnn,Runs\n")
    done = scrawl("print", "cards", "--from", "deck.csv", "--duplex", duplex, "-o", "deck.pdf")
    assert (done.returncode, f"--duplex: warning P050 --duplex {duplex} changes nothing" in done.stderr) == (0, told)
