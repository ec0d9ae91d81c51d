"""One slip is one fault: at the cell, word or line that holds it, with what it should be, and without what follows from it."""

import re
import shutil

import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue, built_in_root
from tests.conftest import ROOT, often
from tests.tables import tables

TABLES = tables(__file__)

EN, DE = "cards/tiny/words/en.yaml", "cards/tiny/words/de.yaml"
CSV = "key,points,icon\nsprinter,4,boot\nstargazer,6,crown\ncollector,3,gem\ncareful,4,shield\nexact,5,goal\nlucky,3,clover\n"
SEARCH = "search: scrawl list signs --find WORD"
SLIPS = TABLES["slips"]
TOLD_ONCE = TABLES["told_once"]
MARKED = re.compile(r"\s+(\d+) \| (.*)\n\s+\| ( *)(\^+)\n")


@pytest.fixture
def home(made, tmp_path):
    shutil.copytree(made, tmp_path / "home")
    return tmp_path / "home"


def change(home, path, before, after):
    text = (home / path).read_text(encoding="utf-8")
    assert before in text
    (home / path).write_text(text.replace(before, after, 1), encoding="utf-8")


def marked(told):
    """Return the source lines that were shown, each with what its caret stands below."""
    return [(int(found[1]), found[2][len(found[3]) : len(found[3]) + len(found[4])]) for found in MARKED.finditer(told)]


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_is_one_fault_at_its_place(home, scrawl, slip):
    path, before, after, told, hint = SLIPS[slip]
    change(home, path, before, after)
    done = scrawl("check", cwd=home)
    assert (done.returncode, done.stdout) == (1, "tiny: 1 error\n"), done.stderr
    first, *_, last = done.stderr.splitlines()
    assert first.startswith(told)
    assert last == f"  hint: {hint}"
    assert len(done.stderr.splitlines()) == 4
    ((line, wrong),) = marked(done.stderr)
    assert f":{line}:" in first
    assert wrong in after
    assert wrong


@pytest.mark.parametrize("slip", TOLD_ONCE)
def test_a_slip_is_told_once_in_all_languages(home, slip):
    path, before, after, told, hint = TOLD_ONCE[slip]
    shutil.copy(home / EN, home / DE)
    change(home, path, before, after)
    errors = [
        fault for fault in check_game(GameCatalogue((home, built_in_root())), "tiny") if fault.severity == "error"
    ]
    assert [(str(fault), fault.hint) for fault in errors] == [(told, hint)]


def test_the_same_slip_is_told_alike_where_it_is_printed(home, scrawl):
    path, before, after, told, _ = SLIPS["an icon in a cell"]
    change(home, path, before, after)
    done = scrawl("print", "cards", cwd=home)
    assert (done.returncode, done.stderr.startswith(told)) == (1, True), done.stderr
    assert len(done.stderr.splitlines()) == 4


def test_a_cell_of_a_table_and_a_picture_of_another_case_are_told_at_the_cell(home, scrawl):
    (home / "cards/tiny/aims.yaml").unlink()
    (home / "cards/tiny/aims.csv").write_text(CSV)
    done = scrawl("check", cwd=home)
    assert done.stderr.startswith("cards/tiny/aims.csv:2:3: error L014 unknown icon 'boot' on card 'sprinter'"), (
        done.stderr
    )
    assert marked(done.stderr) == [(2, "boot")]
    change(home, "layouts/tiny/card.yaml", '- {icon: "{icon}", color: aims,', '- {image: "{icon}",')
    shutil.copy(ROOT / "docs/cards.png", home / "cards/tiny/moon.png")
    (home / "cards/tiny/aims.csv").write_text(
        re.sub("crown|gem|shield|goal|clover", "moon.png", CSV).replace("boot", "mooon.png")
    )
    done = scrawl("check", cwd=home)
    assert done.stderr.startswith(
        "cards/tiny/aims.csv:2:3: error L015 there is no picture 'mooon.png' on card 'sprinter'"
    ), done.stderr
    assert done.stderr.endswith("hint: did you mean 'moon.png'?\n")
    assert done.stdout == "tiny: 1 error\n"


def test_the_heading_of_a_column_that_is_misspelt_is_told_once_at_the_heading(home, scrawl):
    (home / "cards/tiny/aims.yaml").unlink()
    (home / "cards/tiny/aims.csv").write_text("# ours\n" + CSV.replace("key,points", "Kee,points"))
    done = scrawl("check", cwd=home)
    assert done.stderr.splitlines()[0].startswith(
        "cards/tiny/aims.csv:2:1: error D016 the column 'Kee' is no field of these cards"
    ), done.stderr
    assert "hint: did you mean 'key'?" in done.stderr
    assert marked(done.stderr)[0] == (2, "Kee")


def test_a_tag_that_is_closed_as_in_html_is_told_although_it_is_printed(home, scrawl):
    change(home, EN, "You ended the game.", "You <i>ended</i> the game.")
    done = scrawl("check", cwd=home)
    assert (done.returncode, done.stdout) == (0, "tiny: 1 warning\n"), done.stderr
    assert "L058 </i> is printed as it stands: a stretch of a text ends with </> on card 'lucky'" in done.stderr
    assert marked(done.stderr) == [(23, "</i>")]


def test_what_one_language_alone_has_is_told_with_it_and_in_its_file(home, scrawl):
    shutil.copy(home / EN, home / DE)
    change(home, DE, "You ended the game.", "Du ☃ bist am Ende.")
    change(home, "layouts/tiny/card.yaml", "color: aims, width", "color: ains, width")
    done = scrawl("check", cwd=home)
    assert (
        f"{DE}:23:34: error L033 font 'text.regular' has no glyph for '☃' in 'Du ☃ bist am Ende.' on card 'lucky' (de)"
        in done.stderr
    )
    assert "unknown colour 'ains' on card 'sprinter' and on 5 more\n" in done.stderr
    assert done.stdout == "tiny: 2 errors, 1 warning\n"


def test_two_names_in_one_text_are_two_faults_and_a_long_text_on_many_cards_is_one(home, scrawl):
    change(home, "layouts/tiny/card.yaml", '"{text}", style: body', '"{txt} {nome}", style: body')
    found = scrawl("check", "--format", "json", cwd=home).stdout
    assert found.count("unknown placeholder {txt} on card 'sprinter' and on 5 more") == 1
    change(home, "layouts/tiny/card.yaml", '"{txt} {nome}", style: body', '"{text}", style: body')
    change(home, "layouts/tiny/card.yaml", "size: 11pt, align: center", "size: 40pt, fit: none, align: center")
    done = scrawl("check", "--format", "github", cwd=home)
    assert len([line for line in done.stdout.splitlines() if "L031" in line]) == 1, done.stdout
    assert "and on " in done.stdout


def test_colours_are_shown_on_a_terminal_alone(home, tmp_path):
    path, before, after, *_ = SLIPS["an icon in a cell"]
    change(home, path, before, after)
    told = {}
    for name, env in {
        "coloured": {"TERM": "xterm"},
        "NO_COLOR": {"TERM": "xterm", "NO_COLOR": "1"},
        "dumb": {"TERM": "dumb"},
    }.items():
        if name != "dumb" or often(False, True):
            told[name] = on_a_terminal(home, env)
    assert "\x1b[31m" in told["coloured"]
    assert "\x1b" not in told["NO_COLOR"] + told.get("dumb", "")
    assert re.sub(r"\x1b\[\d*m", "", told["coloured"]) == told["NO_COLOR"]


def on_a_terminal(home, env):
    import os
    import sys

    import pexpect

    whole = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    whole.pop("NO_COLOR", None)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "generator", "print", "cards"],
        cwd=str(home),
        env={**whole, **env},
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    return child.before


def test_a_line_of_a_stranger_shows_no_signs_that_act(home, scrawl):
    change(home, "cards/tiny/aims.yaml", "icon: boots", 'icon: "bo\\x1b]0;x\\x07ot"')
    (home / "cards/tiny/aims.csv").write_text("key,points,icon\nwild,3,\x1b]0;owned\x07\n")
    done = scrawl("check", cwd=home)
    assert done.returncode == 1
    assert "\x1b" not in done.stderr + done.stdout


def test_a_sign_that_is_wrong_in_the_layout_and_in_a_word_is_told_at_both(home, scrawl):
    change(home, "layouts/tiny/card.yaml", "icon: goal, color: on_ground", "icon: boot, color: on_ground")
    change(home, EN, "each star.", "each star :boot:.")
    told = [line.partition(": error ")[0] for line in scrawl("check", cwd=home).stderr.splitlines() if "L014" in line]
    assert told == ["layouts/tiny/card.yaml:34:11", "cards/tiny/words/en.yaml:39:7"]
