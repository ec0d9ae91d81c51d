"""`scrawl calibrate`: from the test page over its questions to cards printed against a printer's faults."""

import io

import pypdf
import pypdfium2 as pdfium
import pytest
import yaml

from generator.frame import ShapeItem, TextItem
from generator.geometry import Insets, Rect
from generator.imposition.paper import read_paper
from generator.products.calibration import calibration_pages as test_pages
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import often


def answers(down="", across="", t="", t_comb="", m="", m_comb="", b="", b_comb="", back_down="", back_across=""):
    """Return what is typed at the questions, in their order."""
    return "\n".join((down, across, t, t_comb, m, m_comb, b, b_comb, back_down, back_across)) + "\n"


def printers(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))["printers"]


def test_a_printer_is_measured_kept_used_checked_and_forgotten(scrawl, tmp_path):
    made = scrawl("calibrate", "-o", "test.pdf")
    assert made.returncode == 0, made.stderr
    assert len(pypdf.PdfReader(tmp_path / "test.pdf").pages) == 2
    kept = ("--printers", tmp_path / "printers.yaml")
    typed = answers("238,1", "159", "1.5", "-5", "−1", "-8", "1", "-7", "238.5")
    asked = scrawl("calibrate", "--set", "office", *kept, stdin=typed)
    assert asked.returncode == 0, asked.stderr
    (printer,) = printers(tmp_path / "printers.yaml")
    assert printer["name"] == "office"
    assert (printer["x"], printer["y"]) == pytest.approx((1.3, -0.8))
    assert (printer["scale"], printer["across"]) == pytest.approx((99.208, 99.375), abs=0.001)
    assert (printer["back_scale"], printer["back_across"]) == pytest.approx((99.375, 99.375), abs=0.001)
    assert 0.05 < printer["angle"] < 0.08
    for words in (("print", "cards", "--deck", "goals"), ("print", "sheets"), ("calibrate", "--verify", "office")):
        extra = () if words[0] == "calibrate" else ("--printer", "office")
        done = scrawl(*words, *extra, *kept, "-o", "with.pdf")
        assert done.returncode == 0, done.stderr
        scrawl(*(words[:1] if extra == () else words), "-o", "without.pdf")
        assert (tmp_path / "with.pdf").read_bytes() != (tmp_path / "without.pdf").read_bytes()
    other = scrawl("print", "cards", "--paper", "letter", "--printer", "office", *kept)
    assert other.returncode == 1
    assert "other paper: 210 x 297 mm" in other.stderr
    assert "say --paper" in other.stderr
    assert "office" in scrawl("calibrate", "--list", *kept).stdout
    assert "did you mean 'office'" in scrawl("print", "sheets", "--printer", "ofice", *kept).stderr
    spared = scrawl("calibrate", "--remove", "office", *kept, stdin="n\n")
    assert "kept: office" in spared.stdout
    assert "office" in scrawl("calibrate", "--list", *kept).stdout
    assert scrawl("calibrate", "--remove", "office", *kept, stdin="y\n").returncode == 0
    assert "no printer" in scrawl("calibrate", "--list", *kept).stdout


def test_trays_are_kept_apart_and_a_tray_measured_again_is_kept_anew(scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    for tray, shift in (("1", "0.5"), ("2", "-0.5"), ("2", "-0.75")):
        scrawl("calibrate", "--set", "office", "--tray", tray, *kept, stdin=answers(t=shift, b=shift))
    found = printers(tmp_path / "printers.yaml")
    assert [(each["tray"], each["x"]) for each in found] == [("1", 0.5), ("2", pytest.approx(-0.75, abs=0.06))]
    assert scrawl("calibrate", "--remove", "office/2", "--yes", *kept).returncode == 0
    assert len(printers(tmp_path / "printers.yaml")) == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"down": "24\n240"}, "cannot be 24 mm long"),
        ({"down": "262\n240"}, "cannot be 262 mm long"),
        ({"across": "wide\n160"}, "a number of millimetres"),
        ({"t": "240.5\n0"}, "the scales end at 8 mm"),
        ({"t_comb": "12\n0"}, "whole numbers from −9 to +9"),
        ({"t_comb": "8\n0"}, "does not fit the 0 mm of the scale"),
        ({"back_across": "?\n160"}, "Lay a ruler along it"),
        ({"m": "?\n0"}, "Hold the sheet against a window"),
    ],
)
def test_an_answer_that_cannot_be_is_asked_again_and_the_others_are_kept(wrong, told, scrawl, tmp_path):
    path = tmp_path / "printers.yaml"
    done = scrawl("calibrate", "--set", "office", "--printers", path, stdin=answers(**wrong))
    assert done.returncode == 0, done.stderr
    assert told in done.stdout
    (printer,) = printers(path)
    assert (printer["x"], printer["scale"], printer["back_across"]) == (0, 100, 100)


def test_an_answer_is_mended_by_going_back_and_inches_are_taken(scrawl, tmp_path):
    path = tmp_path / "printers.yaml"
    done = scrawl(
        "calibrate", "--set", "office", "--printers", path, stdin=answers("9.4in", "<\n9.45in\n", t="3\n<\n1", b="1")
    )
    assert done.returncode == 0, done.stderr
    (printer,) = printers(path)
    assert printer["scale"] == pytest.approx(9.45 * 25.4 / 240 * 100, abs=0.01)
    assert printer["x"] == pytest.approx(1)


def test_questions_come_in_the_order_of_the_page(scrawl, tmp_path):
    asked = scrawl("calibrate", "--set", "office", "--printers", tmp_path / "printers.yaml", stdin=answers()).stdout
    places = [
        asked.index(words)
        for words in ("ruler down", "ruler across", "T:", "T, comb", "M:", "M, comb", "B:", "B, comb", "Back, ruler")
    ]
    assert places == sorted(places)


def test_what_to_type_next_names_the_paper_that_is_not_the_usual_one(scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    assert "--set NAME --paper letter" in scrawl("calibrate", "--paper", "letter").stdout
    done = scrawl("calibrate", "--set", "off", "--tray", "2", "--paper", "letter", *kept, stdin=answers())
    (command,) = [line.partition("scrawl ")[2] for line in done.stdout.splitlines() if "--verify" in line]
    assert command == "calibrate --verify off/2 --paper letter"
    assert scrawl(*command.split(), *kept).returncode == 0


def test_a_paper_that_the_test_page_does_not_fit_on_is_refused(scrawl, tmp_path):
    done = scrawl("calibrate", "--paper", "120x180mm", "-o", "test.pdf")
    assert done.returncode == 1
    assert "P022" in done.stderr
    assert not (tmp_path / "test.pdf").exists()


@pytest.mark.parametrize(
    ("lang", "paper"),
    often(
        [("en", "letter"), ("pl", "a4"), ("cs", "letter")],
        [(lang, paper) for lang in ("en", "pl", "cs") for paper in ("a4", "letter")],
    ),
)
def test_nothing_on_the_test_page_and_the_check_page_covers_other_words_or_leaves_the_page(lang, paper):
    catalogue = GameCatalogue.at(None)
    pack = open_pack(catalogue, catalogue.default_game, lang)
    page = read_paper(catalogue, paper)
    safe = Rect(0, 0, *page).inset(Insets(*[mm(7)] * 4))
    for frame in (*test_pages.test_page(pack, page), *test_pages.check_page(pack, page)):
        texts = [item for item in frame.items if isinstance(item, TextItem)]
        for at, text in enumerate(texts):
            assert safe.holds(text.rect), text.text
            assert not any(text.rect.meets(other.rect) for other in texts[:at]), text.text
            crossed = [
                item
                for item in frame.items
                if isinstance(item, ShapeItem) and item.kind == "line" and text.rect.meets(item.rect, -0.01)
            ]
            assert not crossed, text.text


@pytest.mark.parametrize(
    ("env", "paper"),
    [
        ({"LC_ALL": "", "LANG": "en_US.UTF-8"}, "letter"),
        ({"LC_ALL": "fr_CA.UTF-8"}, "letter"),
        ({"LC_ALL": "", "LC_PAPER": "en_GB.UTF-8", "LANG": "en_US.UTF-8"}, "a4"),
        ({"LC_ALL": "pl_PL.UTF-8"}, "a4"),
        ({"LC_ALL": "C.UTF-8"}, "a4"),
    ],
)
def test_paper_follows_the_locale(env, paper, scrawl, tmp_path):
    scrawl("print", "page", "help", "-o", "page.pdf", env=env)
    box = pypdf.PdfReader(tmp_path / "page.pdf").pages[0].mediabox
    assert (round(box.width), round(box.height)) == {"a4": (595, 842), "letter": (612, 792)}[paper]


@pytest.mark.parametrize("answer", ["nan", "inf", "-inf", "1e999"])
def test_what_is_no_length_is_asked_again_and_never_kept(answer, scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    done = scrawl("calibrate", "--set", "office", *kept, stdin=f"{answer}\n" + answers())
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    kept_text = (tmp_path / "printers.yaml").read_text(encoding="utf-8").lower()
    assert "nan" not in kept_text
    assert "inf" not in kept_text
    assert scrawl("calibrate", "--list", *kept).returncode == 0


def test_a_printer_of_any_name_can_be_read_again(scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    for name in ('my "best"', "back\\slash", "Drukarka w kuchni ł"):
        done = scrawl("calibrate", "--set", name, *kept, stdin=answers())
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        assert scrawl("calibrate", "--list", *kept).returncode == 0, name
    for name in ("a\x7fb", "office/\u2028"):
        assert scrawl("calibrate", "--set", name, *kept, stdin=answers()).returncode == 2
    assert scrawl("calibrate", "--list", *kept).stdout.count("scale") == 3


def test_a_damaged_file_of_printers_is_told_with_its_place(scrawl, tmp_path):
    path = tmp_path / "printers.yaml"
    path.write_text("printers:\n  - {name: office, width: wide}\n", encoding="utf-8")
    done = scrawl("print", "sheets", "--printer", "office", "--printers", path)
    assert done.returncode == 1
    assert "printers.yaml:2" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_duplex_of_the_print_dialogue_and_two_files(scrawl, tmp_path):
    scrawl("print", "cards", "--deck", "goals", "--duplex", "short-edge", "-o", "one.pdf")
    reader = pypdf.PdfReader(io.BytesIO((tmp_path / "one.pdf").read_bytes()))
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    done = scrawl("print", "cards", "--deck", "goals", "--two-files", "-o", "two.pdf")
    assert "16 cards of 63mm x 88mm, 9 to a page: 2 sheets, both sides" in done.stdout
    pages = [len(pypdf.PdfReader(tmp_path / f"two-{side}.pdf").pages) for side in ("fronts", "backs")]
    assert pages == [2, 2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bleed", "7mm"), "bleed is 0 to 6mm"),
        (("--margin", "5mm 6mm"), "one length, or four"),
        (("--margin", "wide"), "expected a length"),
        (("--mark-length", "30mm"), "mark-length is 0 to 20mm"),
    ],
)
def test_what_is_out_of_bounds_is_refused(words, told, scrawl, tmp_path):
    done = scrawl("print", "cards", *words, "-o", "no.pdf")
    assert done.returncode == 2
    assert told in done.stderr
    assert not (tmp_path / "no.pdf").exists()


def pages_of(path):
    return len(pypdf.PdfReader(path).pages)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (("--card", "hydra"), 1),
        (("--deck", "bosses", "--card", "hydra", "--card", "3-5"), 4),
        (("--card", "hydra", "--card", "a", "--copies", "3"), 6),
    ],
)
def test_only_the_wished_cards_are_printed(words, count, scrawl):
    assert f"{count} card" in scrawl("print", "cards", *words, "-o", "some.pdf").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("cards", "--card", "hydr"), "error C020 there is no card 'hydr'"),
        (("cards", "--card", "3"), "name the deck with --deck"),
        (("cards", "--deck", "bosses", "--card", "9-30"), "its cards are 1 to 12"),
        (("cards", "--size", "63x88"), "add a unit: 63x88mm"),
        (("cards", "--duplex", "fold", "--two-files"), "--two-files needs backs on pages of their own"),
        (("sheets", "--paper", "100x100mm"), "--paper: error P004"),
    ],
)
def test_what_cannot_be_printed_is_told_as_the_option(words, told, scrawl, tmp_path):
    done = scrawl("print", *words, "-o", "no.pdf")
    assert done.returncode in (1, 2)
    assert told in done.stderr
    assert "layouts/paper-dungeons" not in done.stderr.partition("hint:")[0]
    assert not (tmp_path / "no.pdf").exists()


def test_a_file_without_an_ending_gets_that_of_its_kind_and_copies_count_for_each_player(scrawl, tmp_path):
    scrawl("print", "sheets", "--player", "Ada", "--player", "Bo", "--copies", "3", "-o", "sheet")
    assert not (tmp_path / "sheet").exists()
    assert pages_of(tmp_path / "sheet.pdf") == 6


@pytest.mark.parametrize(
    "words", [("page", "help"), ("sheets",), ("page", "dice"), ("cards", "--deck", "goals", "--no-marks")]
)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_nothing_of_a_page_stands_where_many_printers_clip(words, paper, scrawl, tmp_path):
    done = scrawl("print", *words, "--paper", paper, "-o", "page.pdf")
    assert done.returncode == 0, done.stderr
    with pdfium.PdfDocument(tmp_path / "page.pdf") as document:
        picture = document[0].render(scale=1, grayscale=True).to_pil()
    edges = picture.point(lambda grey: 255 * (grey < 250)).getbbox()
    clipped = 6.35 * 72 / 25.4
    assert min(edges[0], edges[1], picture.width - edges[2], picture.height - edges[3]) >= int(clipped)
