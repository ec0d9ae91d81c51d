"""Packs, decks, layouts, pictures, scores and PDFs that mean harm, or look as if: each is told, at once, and does nothing."""

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT, often
from tests.page_texts import page_texts

CASES = ROOT / "tests" / "data" / "hostile" / "cases"
CARDS = ("print", "cards", "--game", "mini", "--lang", "en", "-o", "out.pdf")
OWN = ("--lang", "en")

PACKS = [
    ("card-key-leads-out", CARDS, "error D013"),
    ("card-key-leads-out", ("export", "svg", "--game", "mini", "--lang", "en"), "error D013"),
    ("csv-zero-copies", CARDS, "error D019"),
    ("deck-name-reads-outside", CARDS, "error S008"),
    ("export-overwrites-any-pdf", ("export", "shop", "plain", "--game", "mini", "--lang", "en"), "error S008"),
    ("eps-runs-ghostscript", CARDS, "error L016"),
    ("eps-runs-ghostscript", ("export", "svg", "--game", "mini", "--lang", "en"), "error L016"),
    ("eps-runs-ghostscript", ("check", "--printed", "--game", "mini"), "error L016"),
    ("eps-endless", CARDS, "error L016"),
    ("hang-copies", CARDS, "error D014"),
    ("hang-name-in-itself", CARDS, "error L031"),
    ("memory-template-laughs", CARDS, "error L022"),
    ("memory-each-number", CARDS, "error S006"),
    ("picture-truncated", CARDS, "error L016"),
    ("svg-box-zero", CARDS, "error L019"),
    ("svg-inf-in-pdf", CARDS, "error L019"),
    ("own-boss", ("score", "../score-good.yaml"), "bosses.csv:2:1: error D017"),
    ("own-boss-season", ("print", "cards", "--deck", "bosses", *OWN), "bosses.csv:2:2: error D018"),
]
FILES = [
    ("hang-parts.yaml", "error L018"),
    ("layout-columns-empty.yaml", "error S003"),
    ("layout-image-name-long.yaml", "error L015"),
    ("layout-leading-0.yaml", "error S006"),
    ("layout-map-words.yaml", "error L023"),
    ("layout-rotate-huge.yaml", "error S006"),
    ("layout-width-nan.yaml", "error S003"),
    ("memory-dashes.yaml", "error L022"),
    ("printers-scale-0.yaml", "error S006"),
    ("dungeon-link.yaml", "error M0"),
    ("dungeon-markup.yaml", "error M0"),
    ("score-boss-list.yaml", "error G007"),
    ("score-date-map.yaml", "error S003"),
    ("score-name-list.yaml", "error G0"),
    ("score-escape.yaml", "error G0"),
    ("score-twins.yaml", "error G0"),
]
FINE = [
    ("own-words", ("print", "sheets", *OWN)),
    ("csv-line-break-lost", CARDS),
    ("svg-glued-capitals", CARDS),
    ("own-shops", ("export", "tts", *often(("--deck", "missions"), ()), "--address", "http://x", "-o", "tts")),
]


@pytest.fixture
def at(tmp_path, scrawl):
    """Run a command in a copy of a case; it may take few seconds of the processor and shows nothing that acts on a terminal."""

    def run(case, words):
        shutil.copytree(CASES, tmp_path / "cases", dirs_exist_ok=True)
        before = time.process_time()
        done = scrawl(*words, cwd=tmp_path / "cases" / case)
        assert time.process_time() - before < 10, "too slow"
        assert "Traceback" not in done.stderr
        assert "\x1b" not in done.stdout + done.stderr
        return done

    return run


@pytest.mark.parametrize(
    ("case", "words", "told"), PACKS, ids=lambda value: value if isinstance(value, str) else value[0]
)
def test_a_pack_that_means_harm_is_told_and_writes_nothing(at, tmp_path, case, words, told):
    done = at(case, words)
    assert done.returncode == 1, done.stdout
    assert told in done.stderr + done.stdout
    assert not list(tmp_path.rglob("*.pdf.part"))
    assert not (tmp_path / "cases" / case / "out.pdf").exists()
    assert not os.path.exists("/tmp/hostile/GS-WAS-HERE")
    assert not list(tmp_path.glob("*escaped*"))


@pytest.mark.parametrize(("name", "told"), FILES)
def test_a_file_that_means_harm_is_told_by_check(at, name, told):
    done = at(".", ("check", name))
    assert done.returncode == 1
    assert told in done.stderr


@pytest.mark.parametrize(("case", "words"), FINE, ids=lambda value: value if isinstance(value, str) else value[0])
def test_what_only_looks_like_harm_is_done(at, tmp_path, case, words):
    done = at(case, words)
    assert done.returncode == 0, done.stderr
    printed = tmp_path / "cases" / case / "out.pdf"
    if words == CARDS:
        assert page_texts(printed)


def test_a_break_inside_a_cell_is_not_lost(at, tmp_path):
    assert at("csv-line-break-lost", CARDS).returncode == 0
    text = page_texts(tmp_path / "cases" / "csv-line-break-lost" / "out.pdf")[0]
    assert "dieand" not in text.replace("\n", " ")
    assert " ".join(text.split()).count("Roll a die and lose 2") == 1


@pytest.mark.parametrize("name", ["hang-nested-rows.yaml", "layout-extends-as-in-readme.yaml"])
def test_a_layout_that_once_hung_or_was_refused_has_no_faults(at, name):
    done = at(".", ("check", name))
    assert (done.returncode, done.stdout) == (0, "no faults\n"), done.stderr


@pytest.mark.parametrize("name", ["hero_idx_5000.pdf", "kids_fan.pdf", "prev_self.pdf", "xrefstm_idx.pdf"])
def test_a_twisted_pdf_is_told(at, name):
    done = at(".", ("score", name))
    assert done.returncode == 1
    assert f"{name}:1:1: error " in done.stderr


@pytest.mark.parametrize("name", ["dungeon-link.yaml", "dungeon-markup.yaml"])
def test_markup_in_names_is_only_text(at, name):
    done = at(".", ("dungeon", "show", name))
    assert done.returncode in (0, 1)
    assert "[/x]" in done.stdout + done.stderr or "[link=" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "name"),
    [((), "table-brace.stdin"), ((), "table-jump-full.stdin"), (("--quick",), "table-jump-quick.stdin")],
)
def test_no_answer_at_the_table_breaks_it(scrawl, words, name, tmp_path):
    done = scrawl(
        "score", "--lang", "en", *words, stdin=(CASES / name).read_text(), env={"XDG_DATA_HOME": str(tmp_path)}
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 130)


def test_a_name_in_braces_is_only_a_name(at):
    done = at(".", ("score", "score-brace-name.yaml", "--why", "--lang", "en"))
    assert done.returncode == 0, done.stderr
    assert "Winner: {x}" in done.stdout


def test_every_case_is_tried():
    asked = Path(__file__).read_text()
    assert [
        path.name
        for path in sorted(CASES.iterdir())
        if path.name != "outside" and f'"{path.name}"' not in asked and f"/{path.name}" not in asked
    ] == []


def test_a_name_in_the_kit_leads_nowhere(scrawl, tmp_path):
    folder = tmp_path / "cards" / "mini"
    (folder / "words").mkdir(parents=True)
    (folder / "words" / "en.yaml").write_text("game: {title: Mini}\n")
    (folder / "game.yaml").write_text("game: mini\nkit: [{deck: things, name: ../../evil}]\n")
    done = scrawl("print", "kit", "--game", "mini", "-o", "kit/inner")
    assert (done.returncode, "error S008" in done.stderr) == (1, True)
    assert not list(tmp_path.rglob("*.pdf"))


def test_names_of_players_act_on_no_spreadsheet(scrawl, tmp_path):
    score = (CASES / "score-formula.yaml").read_text()
    (tmp_path / "score.yaml").write_text(score)
    assert scrawl("score", "score.yaml", "--save", "--db", "games.sqlite3").returncode == 0
    rows = scrawl("export", "csv", "--db", "games.sqlite3").stdout
    assert "'=HYPERLINK" in rows
