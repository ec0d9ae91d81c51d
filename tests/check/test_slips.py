"""Test that `scrawl check` prints each slip once, in the file that causes it, and that it accepts good data."""

import random
import re
import shutil

import pypdfium2
import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue, built_in_root
from tests.conftest import ROOT, SOURCES, often
from tests.tables import tables, write_files

TABLES = tables(__file__)
EN, PL, DE = (f"cards/tiny/words/{code}.yaml" for code in ("en", "pl", "de"))
SLIPS = TABLES["one_fault"]
MARKED = re.compile(r"\s+(\d+) \| (.*)\n\s+\| ( *)(\^+)\n")


@pytest.fixture
def home(made, tmp_path):
    """A new game in the current folder of commands."""
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def change(home, path, before, after):
    text = (home / path).read_text(encoding="utf-8")
    assert before in text
    (home / path).write_text(text.replace(before, after, 1), encoding="utf-8")


def marked(stderr):
    """Return the number of each printed source line, with the text above its caret."""
    return [
        (int(match[1]), match[2][len(match[3]) : len(match[3]) + len(match[4])]) for match in MARKED.finditer(stderr)
    ]


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_is_one_fault_at_its_place(home, scrawl, slip):
    path, before, after, expected, hint = SLIPS[slip]
    change(home, path, before, after)
    result = scrawl("check")
    assert (result.returncode, result.stdout) == (1, "tiny: 1 error\n"), result.stderr
    first, *_, last = result.stderr.splitlines()
    assert first.startswith(expected)
    assert last == f"  hint: {hint}"
    assert len(result.stderr.splitlines()) == 4
    ((line, wrong),) = marked(result.stderr)
    assert f":{line}:" in first
    assert wrong in after
    assert wrong


@pytest.mark.parametrize("slip", TABLES["told_once"])
def test_a_slip_is_reported_once_in_all_languages(home, slip):
    path, before, after, message, hint = TABLES["told_once"][slip]
    shutil.copy(home / EN, home / DE)
    change(home, path, before, after)
    errors = [
        fault for fault in check_game(GameCatalogue((home, built_in_root())), "tiny") if fault.severity == "error"
    ]
    assert [(str(fault), fault.hint) for fault in errors] == [(message, hint)]


def test_colours_are_shown_on_a_terminal_alone(home, tmp_path):
    path, before, after, *_ = SLIPS["an icon in a cell"]
    change(home, path, before, after)
    outputs = {}
    for name, env in {
        "coloured": {"TERM": "xterm"},
        "NO_COLOR": {"TERM": "xterm", "NO_COLOR": "1"},
        "dumb": {"TERM": "dumb"},
    }.items():
        if name != "dumb" or often(False, True):
            outputs[name] = on_a_terminal(home, env)
    assert "\x1b[31m" in outputs["coloured"]
    assert "\x1b" not in outputs["NO_COLOR"] + outputs.get("dumb", "")
    assert re.sub(r"\x1b\[\d*m", "", outputs["coloured"]) == outputs["NO_COLOR"]


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


@pytest.fixture
def fuelled(home):
    """The game with a word for one more input."""
    change(home, EN, "inputs: {", "inputs: {fuel: fuel, ")
    return home


def faults_of(folder):
    return [f"{each} ({each.hint})" for each in check_game(GameCatalogue((folder, ROOT)), "tiny")]


@pytest.mark.parametrize("slip", TABLES["silent"])
def test_a_slip_in_the_score_that_would_be_silent_is_reported_once(slip, fuelled):
    path, before, after, expected = TABLES["silent"][slip]
    change(fuelled, path, before, after)
    assert [each.replace(": warning ", ": ").replace(": error ", ": ") for each in faults_of(fuelled)] == (
        [expected] if expected else []
    )


def test_a_sentence_that_is_still_english_is_noted(fuelled):
    english = (fuelled / EN).read_text(encoding="utf-8")
    polish = re.sub(r'"([^"\n]+")', r'"Ż \1', english).replace('"Ż You ended the game.', '"You ended the game.')
    (fuelled / PL).write_text(polish, encoding="utf-8")
    (note,) = [each for each in faults_of(fuelled) if "as in English" in each]
    assert re.match(r"cards/tiny/words/pl.yaml:\d+:\d+: W010 '[a-z.]*lucky.text': as in English", note), note


def test_a_placeholder_without_quotes_in_a_second_language_is_told_to_want_them(fuelled):
    english = (fuelled / EN).read_text(encoding="utf-8")
    german = english.replace('path: "Path"\n', "path: {tracks.star}\n")
    (fuelled / DE).write_text(german, encoding="utf-8")
    (fault,) = [each for each in faults_of(fuelled) if "W005" in each]
    assert fault.startswith("cards/tiny/words/de.yaml:6:9: ")
    assert fault.endswith('(put quotes around it: "{tracks.star}")')


@pytest.mark.parametrize("case", TABLES["told"])
def test_a_slip_is_reported_where_it_is(case, scrawl, home):
    changes, message, hint = TABLES["told"][case]
    (home / "fonts").mkdir()
    shutil.copy(ROOT / "fonts/GrenzeGotisch-Bold.ttf", home / "fonts/Zapfino Own.ttf")
    for name, (old, new) in changes.items():
        change(home, next(home.rglob(name)), old, new)
    result = scrawl("check")
    assert (result.returncode, result.stderr.count(": error ")) == (1, 1), result.stderr
    assert message in result.stderr, result.stderr
    assert hint in result.stderr, result.stderr


@pytest.mark.parametrize(("changes", "message"), TABLES["doubtful"].values(), ids=TABLES["doubtful"])
def test_what_is_hardly_meant_is_reported(changes, message, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny", "--lang", "pl").returncode == 0
    for name, (old, new) in changes.items():
        path = next(tmp_path.rglob(name))
        change(tmp_path, path.relative_to(tmp_path).as_posix(), old, new)
    assert message in scrawl("check").stderr


TEXTS = ["Pay {points} coins.", "**Take** {tracks.star} stars.", "<bold>Give</> a coin.", "Draw :crown: once.", "Wait."]


def grow(home, chance):
    """Give a game other cards, words in two languages, inputs and lines, by chance."""
    keys = [f"c{number}" for number in range(chance.randint(5, 9))]
    texts = chance.sample(TEXTS, 5) + [" ".join(chance.sample(TEXTS, 2)) for _ in keys[5:]]
    icons = {key: chance.choice(["boots", "crown", "gem", "shield"]) for key in keys}
    copies = {key: f", copies: {chance.randint(1, 3)}" * (key in ("c0", chance.choice(keys))) for key in keys}
    cards = [f"  {key}: {{points: {chance.randint(1, 9)}, icon: {icons[key]}{copies[key]}}}\n" for key in keys]
    words = [f'    {key}: {{name: "N{key}", text: "{text}"}}\n' for key, text in zip(keys, texts, strict=True)]
    more = [f"x{number}" for number in range(chance.randint(1, 3))]
    (home / "cards/tiny/aims.yaml").write_text("deck: aims\ncards:\n" + "".join(cards), encoding="utf-8")
    path = home / "cards/tiny/words/en.yaml"
    text = re.sub(r"(?m)^    \w+: \{name.*\n", "", path.read_text(encoding="utf-8"))
    text = text.replace("  aims:\n", "  aims:\n" + "".join(words))
    text = text.replace("inputs: {", "inputs: {" + "".join(f"{name}: {name}, " for name in more))
    path.write_text(text, encoding="utf-8")
    path.with_name("pl.yaml").write_text(text.replace('"Sheet"', '"Arkusz"'), encoding="utf-8")
    path = home / "cards/tiny/scoring.yaml"
    lines = "".join(
        f"  - {{letter: {letter}, word: inputs.{name}, points: {name}}}\n"
        for name, letter in zip(more, "DEFG", strict=False)
    )
    text = path.read_text(encoding="utf-8").replace("ties:", f"{lines}ties:")
    inputs = "".join(f"  {name}: {{kind: number, most: {chance.randint(2, 30)}}}\n" for name in more)
    path.write_text(text.replace("lines:\n", f"{inputs}lines:\n", 1), encoding="utf-8")
    path = home / "layouts/tiny/sheet.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("height: 70mm", "height: 120mm"), encoding="utf-8")


@pytest.mark.parametrize("seed", range(often(2, 20)))
def test_a_random_game_without_a_slip_is_told_nothing(seed, home):
    grow(home, random.Random(seed))
    faults = check_game(GameCatalogue((home, ROOT), SOURCES), "tiny")
    assert [fault for fault in faults if fault.severity != "note"] == []


@pytest.mark.parametrize("seed", range(often(1, 12)))
@pytest.mark.parametrize("kind", TABLES["planted"])
def test_a_slip_that_is_planted_in_a_random_game_is_reported_at_its_line(kind, seed, home):
    name, pattern, slip, code, below = TABLES["planted"][kind]
    chance = random.Random(f"{kind} {seed}")
    grow(home, chance)
    path = home / "cards/tiny" / name
    path = path if path.exists() else home / "layouts/tiny" / name
    text = path.read_text(encoding="utf-8")
    match = chance.choice(list(re.finditer(pattern, text)))
    path.write_text(text[: match.start()] + match.expand(slip) + text[match.end() :], encoding="utf-8")
    line = text.count("\n", 0, match.start()) + 1 + below
    faults = check_game(GameCatalogue((home, ROOT), SOURCES), "tiny")
    places = [(fault.code, f"{fault.place.path}:{fault.place.line}") for fault in faults]
    assert [
        each
        for each, place in places
        if place.endswith(f"{path.parent.name}/{path.name}:{line}") and each.startswith(code)
    ], places


@pytest.mark.parametrize("case", TABLES["reached"])
def test_what_no_sheet_reaches_is_reported_where_the_score_says_it(case, scrawl, home):
    changes, message, hint = TABLES["reached"][case]
    for name, (old, new) in changes.items():
        change(home, "cards/tiny/" + (name if "." in name else "scoring.yaml"), old, new)
    result = scrawl("check")
    first, place = result.stderr.splitlines()[0], "cards/tiny/scoring.yaml:"
    assert (first, result.returncode) == (place + message, int(" error " in message)), result.stderr
    assert hint in result.stderr, result.stderr
    assert set(re.findall("(?m)^[^ ]+: (?:error|warning) (....)", result.stderr)) <= {message.split()[2], "G048"}, (
        result.stderr
    )


GAME = {"cards/mini/game.yaml": "game: mini\n", "cards/mini/words/en.yaml": "game: {title: Mini}\nlist: [a, b]\n"}


@pytest.mark.parametrize(
    ("lists", "expected"), TABLES["a_list_of_words_of_another_length_is_reported_once_at_the_translation"]
)
def test_a_list_of_words_of_another_length_is_reported_once_at_the_translation(lists, expected, scrawl, tmp_path):
    others = {f"cards/mini/words/{code}.yaml": f"game: {{title: M}}\nlist: {words}\n" for code, words in lists.items()}
    write_files(tmp_path, {**GAME, **others})
    result = scrawl("check", "--game", "mini")
    assert result.returncode == 0, result.stderr
    assert [line for line in result.stderr.splitlines() if "W002" in line] == [
        f"cards/mini/words/{line}" for line in expected
    ]


def test_a_short_list_is_printed_to_its_end_in_english_and_reported(scrawl, home):
    words = home / "cards/tiny/words"
    english = (words / "en.yaml").read_text(encoding="utf-8")
    german = re.sub(r'    - "[*]{2}Walk.*?(?=  score_title)', "", english, flags=re.DOTALL)
    (words / "de.yaml").write_text(german, encoding="utf-8")
    result = scrawl("print", "page", "rules", "--lang", "de", "-o", "de.pdf")
    (warning,) = [line for line in result.stderr.splitlines() if "W002" in line]
    assert (result.returncode, warning) == (
        0,
        "cards/tiny/words/de.yaml:31:5: warning W002 'rules.turn' has 2 entries (en has 5)",
    )
    assert "hint: translate every entry; until then its last ones are printed in English" in result.stderr
    assert "W002" not in scrawl("print", "page", "rules", "--lang", "en", "-o", "en.pdf").stderr
    assert printed_words(home / "de.pdf") == printed_words(home / "en.pdf")


def printed_words(path):
    return pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()


@pytest.mark.parametrize(("forms", "lacking"), TABLES["a_word_without_a_form_for_some_numbers_is_reported"])
def test_a_word_without_a_form_for_some_numbers_is_reported(forms, lacking, scrawl, tmp_path):
    (tmp_path / "cards/mini/words").mkdir(parents=True)
    (tmp_path / "cards/mini/game.yaml").write_text("game: mini\ndata: [fairs]\n", encoding="utf-8")
    (tmp_path / "cards/mini/fairs.yaml").write_text("least: 1\n", encoding="utf-8")
    for language, each in forms.items():
        text = f"game: {{title: Mini}}\nlist: ['{{fairs.least}} {{fairs.least{each}}}', b]\n"
        (tmp_path / f"cards/mini/words/{language}.yaml").write_text(text, encoding="utf-8")
    warnings = [line for line in scrawl("check", "--game", "mini").stderr.splitlines() if "W011" in line]
    assert warnings == [f"cards/mini/words/{line}" for line in lacking]


@pytest.mark.parametrize(("rule", "count"), [("", 1), ('la: {one: "n = 1"}\n', 0), ("la: {}\n", 0)])
def test_forms_in_a_language_without_a_rule_are_reported_once(rule, count, scrawl, tmp_path):
    files = {
        "cards/mini/game.yaml": "game: mini\ndata: [fairs]\n",
        "cards/mini/fairs.yaml": "least: 1\n",
        "cards/common/plurals.yaml": rule,
        "cards/mini/words/la.yaml": "game: {title: 'M {fairs.least|one: a|other: b}'}\nlist: ['{fairs.least|one: c|other: d}']\n",
    }
    write_files(tmp_path, {name: text for name, text in files.items() if text})
    checked = scrawl("check", "--game", "mini")
    warnings = [line for line in checked.stderr.splitlines() if "W013" in line]
    message = "'one: a|other: b' has forms, and no rule tells which goes with which number in 'la'"
    assert warnings == [f"cards/mini/words/la.yaml:1:15: warning W013 {message}"] * count


def test_a_language_that_is_still_english_is_noted_for_a_game_of_ones_own(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny", "--lang", "pl").returncode == 0
    result = scrawl("check")
    assert (result.returncode, result.stdout) == (0, "tiny: no faults\n")
    assert "cards/tiny/words/pl.yaml:2:1: note W010 48 of 48 words are as in English" in result.stderr
    path = tmp_path / "cards/tiny/words/pl.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'"([^"\n]+")', r'"Ż \1', text), encoding="utf-8")
    assert "W010" not in scrawl("check").stderr
