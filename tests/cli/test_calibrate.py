"""`scrawl calibrate`: from the test page over four questions to cards printed against a printer's faults."""

import io

import pypdf
import pytest
import yaml


def test_a_printer_is_measured_kept_used_checked_and_forgotten(scrawl, tmp_path):
    made = scrawl("calibrate", "-o", "test.pdf")
    assert made.returncode == 0, made.stderr
    assert len(pypdf.PdfReader(tmp_path / "test.pdf").pages) == 2
    kept = ("--printers", tmp_path / "printers.yaml")
    asked = scrawl("calibrate", "--set", "office", *kept, stdin="238,1\nx\n1.4\n1.2\n−0.8\n")
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.count("which number") >= 3
    (printer,) = yaml.safe_load((tmp_path / "printers.yaml").read_text(encoding="utf-8"))["printers"]
    assert printer["name"] == "office"
    assert (printer["x"], printer["y"]) == pytest.approx((1.3, -0.8))
    assert printer["scale"] == pytest.approx(99.208, abs=0.001)
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
    assert "office" in scrawl("calibrate", "--list", *kept).stdout
    assert "did you mean 'office'" in scrawl("print", "sheets", "--printer", "ofice", *kept).stderr
    assert scrawl("calibrate", "--remove", "office", *kept).returncode == 0
    assert "no printer" in scrawl("calibrate", "--list", *kept).stdout


def test_trays_are_kept_apart_and_an_answer_that_cannot_be_keeps_nothing(scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    for tray, shift in (("1", "0.5"), ("2", "-0.5"), ("2", "-0.7")):
        scrawl("calibrate", "--set", "office", "--tray", tray, *kept, stdin=f"240\n{shift}\n{shift}\n0\n")
    found = yaml.safe_load((tmp_path / "printers.yaml").read_text(encoding="utf-8"))["printers"]
    assert [(each["tray"], each["x"]) for each in found] == [("1", 0.5), ("2", -0.7)]
    before = (tmp_path / "printers.yaml").read_bytes()
    wrong = scrawl("calibrate", "--set", "office", *kept, stdin="24\n0\n0\n0\n")
    assert wrong.returncode == 2
    assert "actual size" in wrong.stderr
    assert (tmp_path / "printers.yaml").read_bytes() == before


@pytest.mark.parametrize("answer", ["nan", "inf", "-inf", "1e999"])
def test_what_is_no_length_is_asked_again_and_never_kept(answer, scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    done = scrawl("calibrate", "--set", "office", *kept, stdin=f"{answer}\n240\n{answer}\n0\n0\n0\n")
    assert (done.returncode, done.stdout.count("is no number of millimetres")) == (0, 2), done.stderr
    (printer,) = yaml.safe_load((tmp_path / "printers.yaml").read_text(encoding="utf-8"))["printers"]
    assert [type(printer[key]) for key in ("x", "y", "angle", "scale")] == [float] * 4
    assert scrawl("calibrate", "--list", *kept).returncode == 0


def test_a_printer_of_any_name_can_be_read_again(scrawl, tmp_path):
    kept = ("--printers", tmp_path / "printers.yaml")
    for name in ('my "best"', "back\\slash", "Drukarka w kuchni ł"):
        done = scrawl("calibrate", "--set", name, *kept, stdin="240\n0\n0\n0\n")
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        assert scrawl("calibrate", "--list", *kept).returncode == 0, name
    for name in ("a\x7fb", "office/\u2028"):
        assert scrawl("calibrate", "--set", name, *kept, stdin="240\n0\n0\n0\n").returncode == 2
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
    assert "16 cards, 9 to a page: 2 sheets, both sides" in done.stdout
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
