"""Harmful packs, decks, layouts, pictures, scores and PDFs are reported at once and do nothing; similar files work."""

import os
import shlex
import shutil
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.page_texts import page_texts
from tests.tables import read_yaml

CASES = ROOT / "tests" / "data" / "hostile" / "cases"
CASE_TABLE = CASES.with_name("cases.yaml")
ROWS = read_yaml(CASE_TABLE)


@pytest.fixture
def at(tmp_path, scrawl):
    """Run a command in a copy of a case; it may take few seconds and prints nothing that controls a terminal."""

    def run(case, words):
        shutil.copytree(CASES, tmp_path / "cases", dirs_exist_ok=True)
        before = time.process_time()
        result = scrawl(*words, cwd=tmp_path / "cases" / case)
        assert time.process_time() - before < 10, "too slow"
        assert "Traceback" not in result.stderr
        assert "\x1b" not in result.stdout + result.stderr
        return result

    return run


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['at']} {row['do']}")
def test_what_means_harm_is_reported_and_what_only_looks_like_it_is_done(at, tmp_path, row):
    result = at(row["at"], shlex.split(row["do"]))
    assert result.returncode == row["code"], result.stdout + result.stderr
    assert row.get("told", "") in result.stderr + result.stdout
    output = tmp_path / "cases" / row["at"] / "out.pdf"
    assert output.exists() == ("words" in row)
    if "words" in row:
        text = " ".join(page_texts(output)[0].split())
        assert [words for words in row["words"] if text.count(words) != 1] == [], text
    assert not list(tmp_path.rglob("*.pdf.part"))
    assert not os.path.exists("/tmp/hostile/GS-WAS-HERE")
    assert not list(tmp_path.glob("*escaped*"))


def test_own_shops_are_used(at):
    assert (
        at("own-shops", ("export", "tts", "--deck", "missions", "--address", "http://x", "-o", "tts")).returncode == 0
    )


@pytest.mark.parametrize("name", ["dungeon-link.yaml", "dungeon-markup.yaml"])
def test_markup_in_names_is_only_text(at, name):
    result = at(".", ("dungeon", "show", name))
    assert result.returncode in (0, 1)
    assert "[/x]" in result.stdout + result.stderr or "[link=" in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("words", "name"),
    [((), "table-brace.stdin"), ((), "table-jump-full.stdin"), (("--quick",), "table-jump-quick.stdin")],
)
def test_no_answer_at_the_table_breaks_it(scrawl, words, name, tmp_path):
    result = scrawl(
        "score", "--lang", "en", *words, stdin=(CASES / name).read_text(), env={"XDG_DATA_HOME": str(tmp_path)}
    )
    assert "Traceback" not in result.stderr
    assert result.returncode in (0, 1, 130)


def test_every_case_is_tried():
    texts = Path(__file__).read_text(encoding="utf-8") + CASE_TABLE.read_text(encoding="utf-8")
    assert [path.name for path in CASES.iterdir() if path.name != "outside" and path.name not in texts] == []


def test_a_name_in_the_kit_leads_nowhere(scrawl, tmp_path):
    folder = tmp_path / "cards" / "mini"
    (folder / "words").mkdir(parents=True)
    (folder / "words" / "en.yaml").write_text("game: {title: Mini}\n")
    (folder / "game.yaml").write_text("game: mini\nkit: [{deck: things, name: ../../evil}]\n")
    result = scrawl("print", "kit", "--game", "mini", "-o", "kit/inner")
    assert (result.returncode, "error S008" in result.stderr) == (1, True)
    assert not list(tmp_path.rglob("*.pdf"))


def test_names_of_players_act_on_no_spreadsheet(scrawl, tmp_path):
    score = (CASES / "score-formula.yaml").read_text()
    (tmp_path / "score.yaml").write_text(score)
    assert scrawl("score", "score.yaml", "--save", "--db", "games.sqlite3").returncode == 0
    rows = scrawl("export", "csv", "--db", "games.sqlite3").stdout
    assert "'=HYPERLINK" in rows
