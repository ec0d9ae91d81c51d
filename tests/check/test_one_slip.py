"""One slip is one fault: at the cell, word or line that holds it, with what it should be, and without what follows from it."""

import re
import shutil

import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue, built_in_root
from tests.conftest import ROOT, often

EN, DE = "cards/tiny/words/en.yaml", "cards/tiny/words/de.yaml"
CSV = "key,points,icon\nsprinter,4,boot\nstargazer,6,crown\ncollector,3,gem\ncareful,4,shield\nexact,5,goal\nlucky,3,clover\n"
SEARCH = "search: scrawl list signs --find WORD"
SLIPS = {
    "a colour by another's name": ("layouts/tiny/styles.yaml", "aims: ground_5", "aims: grund_5", "layouts/tiny/styles.yaml:5:9: error L012 unknown colour 'grund_5'", "did you mean 'ground_5'?"),
    "a font in a style": ("layouts/tiny/styles.yaml", "display.bold, size: 17pt", "display.bald, size: 17pt", "layouts/tiny/styles.yaml:7:39: error L013 unknown font 'display.bald'", "did you mean 'display.bold'?"),
    "a style": ("layouts/tiny/card.yaml", "style: number, size: 14pt", "style: nummer, size: 14pt", "layouts/tiny/card.yaml:20:19: error L011 unknown style 'nummer'", "did you mean 'number'?"),
    "a part": ("layouts/tiny/card.yaml", "front:\n  stack:\n    - {use: ground}", "front:\n  stack:\n    - {use: grund}", "layouts/tiny/card.yaml:12:7: error L017 unknown part 'grund' on card 'sprinter' and on 5 more", "did you mean 'ground'?"),
    "a name of a part, which the part misses": ("layouts/tiny/page.yaml", "{mark: pencil, big:", "{mrk: pencil, big:", "layouts/tiny/page.yaml:10:11: error L059 part 'h2' reads no 'mrk'", "did you mean 'mark'?"),
    "a placeholder that names an icon": ("layouts/tiny/card.yaml", 'icon: "{icon}"', 'icon: "{icn}"', "layouts/tiny/card.yaml:16:15: error L020 unknown placeholder {icn} on card 'sprinter' and on 5 more", "did you mean 'icon'?"),
    "the name of a deck in the words": (EN, "\n  aims:", "\n  aimz:", "cards/tiny/words/en.yaml:17:3: error W012 no deck is called 'aimz'", "did you mean 'aims'?"),
    "the key of a card in the words": (EN, "    collector:", "    colector:", "cards/tiny/words/en.yaml:20:5: error W012 no card of 'aims' is called 'colector'", "did you mean 'collector'?"),
    "a style on a line of its own": ("layouts/tiny/sheet.yaml", "style: panel", "style: pannel", "layouts/tiny/sheet.yaml:28:14: error L011 unknown style 'pannel'", "did you mean 'panel'?"),
    "a word that begins with a placeholder, without quotes": (EN, '- "{tracks.star} for each star."', "- {tracks.star} for each star.", "cards/tiny/words/en.yaml:39:7: error Y003 not valid YAML: a text with a placeholder has no quotes", 'put quotes around it: "{tracks.star} for each star."'),
    "a placeholder within braces, without quotes": ("layouts/tiny/sheet.yaml", '"path.{number}"', "path.{number}", "layouts/tiny/sheet.yaml:24:25: error Y003 not valid YAML: a text with a placeholder has no quotes", 'put quotes around it: "path.{number}"'),
    "a word that is a placeholder, without quotes": (EN, 'path: "Path"\n', "path: {tracks.star}\n", "cards/tiny/words/en.yaml:6:9: error W005 word 'sheet.path' is a placeholder without quotes", 'put quotes around it: "{tracks.star}"'),
    "an icon in a cell": ("cards/tiny/aims.yaml", "icon: boots", "icon: boot", "cards/tiny/aims.yaml:5:31: error L014 unknown icon 'boot' on card 'sprinter'", f"did you mean 'boots'? Else {SEARCH}"),
    "an icon in a word of a card": (EN, "You ended the game.", "You :skul: the game.", "cards/tiny/words/en.yaml:23:34: error L014 unknown icon 'skul' on card 'lucky'", f"did you mean 'skull'? Else {SEARCH}"),
    "an icon in a word of a page": (EN, "A walk with two", "A :skul: with two", "cards/tiny/words/en.yaml:26:9: error L014 unknown icon 'skul' on page 'rules'", f"did you mean 'skull'? Else {SEARCH}"),
    "a sign that the font lacks": (EN, "You ended the game.", "You ☃ the game.", "cards/tiny/words/en.yaml:23:34: error L033 font 'text.regular' has no glyph for '☃'", "choose another sign or font"),
    "a word that is too long": (EN, "You ended the game.", "You ended the game. " * 30, "cards/tiny/words/en.yaml:23:34: error L031 text 'You ended the game. You end...' does not fit its box", "shorten it or give it room; its box stands in layouts/tiny/card.yaml:17:15"),
    "a tag of HTML": (EN, "You ended the game.", "You <b>ended</> the game.", "cards/tiny/words/en.yaml:23:34: error L058 there is no tag <b> on card 'lucky'", "write <bold> and </>"),
    "a layout": ("cards/tiny/game.yaml", "layout: card\n", "layout: cards\n", "cards/tiny/game.yaml:17:13: error C001 there is no layout 'cards' in layouts/tiny/", "did you mean 'card'?"),
    "a text without quotes": ("layouts/tiny/card.yaml", '{text: "{name}", style', "{text: {name}, style", "layouts/tiny/card.yaml:14:18: error S003 expected a text, found a mapping", 'put quotes around it: "{name}"'),
}  # fmt: skip
TOLD_ONCE = {  # what is told of a slip, in a game of two languages
    "the key of a card in the words": (EN, "    collector:", "    colector:", "cards/tiny/words/en.yaml:20:5: W012 no card of 'aims' is called 'colector'", "did you mean 'collector'?"),
    "a file of data": ("cards/tiny/game.yaml", "data: [tracks]", "data: [tracks, gardens]", "cards/tiny/game.yaml:9:16: C001 there is no file 'cards/tiny/gardens.yaml'", "known: cards/tiny/aims.yaml, cards/tiny/game.yaml, cards/tiny/scoring.yaml, cards/tiny/tracks.yaml"),
    "a word that a line names nearly": ("cards/tiny/scoring.yaml", "score_lines.path", "score_lines.pth", "cards/tiny/scoring.yaml:10:23: W001 there is no word 'score_lines.pth'", "did you mean 'path'?"),
    "a word that a line names": ("cards/tiny/scoring.yaml", "score_lines.aim", "score_lines.gaol", "cards/tiny/scoring.yaml:12:23: W001 there is no word 'score_lines.gaol'", f"add score_lines.gaol: ... to {EN}, or correct it here"),
    "a placeholder in a word": (EN, "{tracks.star} for", "{tracks.sta} for", f"{EN}:39:7: L020 unknown placeholder {{tracks.sta}} on page 'rules'", "did you mean 'star'?"),
    "a line that is indented too deep": ("cards/tiny/tracks.yaml", "star: 3", "  star: 3", "cards/tiny/tracks.yaml:5:7: Y003 not valid YAML: mapping values are not allowed in this context", "indent the line like the one above it, or put quotes around a text that holds ': '"),
    "a tab": ("cards/tiny/tracks.yaml", "star: 3", "\tstar: 3", "cards/tiny/tracks.yaml:5:1: Y003 not valid YAML: a tab stands where only spaces may", "write spaces for the tab"),
    "an icon that nothing is like": ("cards/tiny/aims.yaml", "icon: boots", "icon: columns", "cards/tiny/aims.yaml:5:31: L014 unknown icon 'columns' on card 'sprinter'", SEARCH),
}  # fmt: skip
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
