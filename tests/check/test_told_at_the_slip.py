"""A slip in one file of a game that a fault of another file tells of: both places are named, and good data are not blamed."""

import random
import re
import shutil

import pypdfium2
import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, SOURCES, often
from tests.tables import tables, write_files

TABLES = tables(__file__)

TOLD = TABLES["told"]


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("case", TOLD)
def test_a_slip_is_told_where_it_is(case, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    changes, told, hint = TOLD[case]
    (tmp_path / "fonts").mkdir()
    shutil.copy(ROOT / "fonts/GrenzeGotisch-Bold.ttf", tmp_path / "fonts/Zapfino Own.ttf")
    for name, (old, new) in changes.items():
        change(next(tmp_path.rglob(name)), old, new)
    done = scrawl("check")
    assert (done.returncode, done.stderr.count(": error ")) == (1, 1), done.stderr
    assert told in done.stderr, done.stderr
    assert hint in done.stderr, done.stderr


@pytest.mark.parametrize(("changes", "told"), TABLES["doubtful"].values(), ids=TABLES["doubtful"])
def test_what_is_hardly_meant_is_told(changes, told, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny", "--lang", "pl").returncode == 0
    for name, (old, new) in changes.items():
        change(next(tmp_path.rglob(name)), old, new)
    assert told in scrawl("check").stderr


EN, PL, CARD, SHEET = "words/en.yaml", "words/pl.yaml", "card.yaml", "sheet.yaml"
PLANTED = TABLES["planted"]
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
        f"  - {{letter: {letter}, word: inputs.{name}, asks: [{name}], parts: [{{count: per, of: {name}}}]}}\n"
        for name, letter in zip(more, "DEFG", strict=False)
    )
    text = path.read_text(encoding="utf-8").replace("ties:", f"{lines}ties:")
    inputs = "".join(f"  {name}: {{kind: number, most: {chance.randint(2, 30)}}}\n" for name in more)
    path.write_text(text.replace("lines:\n", f"{inputs}lines:\n", 1), encoding="utf-8")
    path = home / "layouts/tiny/sheet.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("height: 70mm", "height: 120mm"), encoding="utf-8")


@pytest.mark.parametrize("seed", range(often(2, 20)))
def test_a_random_game_without_a_slip_is_told_nothing(seed, made, tmp_path):
    shutil.copytree(made, tmp_path / "home")
    grow(tmp_path / "home", random.Random(seed))
    faults = check_game(GameCatalogue((tmp_path / "home", ROOT), SOURCES), "tiny")
    assert [fault for fault in faults if fault.severity != "note"] == []


@pytest.mark.parametrize("seed", range(often(1, 12)))
@pytest.mark.parametrize("kind", PLANTED)
def test_a_slip_that_is_planted_in_a_random_game_is_told_at_its_line(kind, seed, made, tmp_path):
    name, wanted, slip, code, below = PLANTED[kind]
    chance = random.Random(f"{kind} {seed}")
    home = tmp_path / "home"
    shutil.copytree(made, home)
    grow(home, chance)
    path = home / "cards/tiny" / name
    path = path if path.exists() else home / "layouts/tiny" / name
    text = path.read_text(encoding="utf-8")
    found = chance.choice(list(re.finditer(wanted, text)))
    path.write_text(text[: found.start()] + found.expand(slip) + text[found.end() :], encoding="utf-8")
    line = text.count("\n", 0, found.start()) + 1 + below
    faults = check_game(GameCatalogue((home, ROOT), SOURCES), "tiny")
    told = [(fault.code, f"{fault.place.path}:{fault.place.line}") for fault in faults]
    assert [
        each
        for each, place in told
        if place.endswith(f"{path.parent.name}/{path.name}:{line}") and each.startswith(code)
    ], told


PATH, STARS = (
    "{count: track, of: path, table: tracks.path, first: 1}",
    "{count: per, of: stars, each_from: tracks.star}",
)
REACHED = TABLES["reached"]


@pytest.mark.parametrize("case", REACHED)
def test_what_no_sheet_reaches_is_told_where_the_score_says_it(case, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    changes, told, hint = REACHED[case]
    for name, (old, new) in changes.items():
        change(tmp_path / "cards/tiny" / (name if "." in name else "scoring.yaml"), old, new)
    done = scrawl("check")
    first, place = done.stderr.splitlines()[0], "cards/tiny/scoring.yaml:"
    assert (first, done.returncode) == (place + told, int(" error " in told)), done.stderr
    assert hint in done.stderr, done.stderr
    assert set(re.findall("(?m)^[^ ]+: (?:error|warning) (....)", done.stderr)) <= {told.split()[2], "G048"}, (
        done.stderr
    )


GAME = {"cards/mini/game.yaml": "game: mini\n", "cards/mini/words/en.yaml": "game: {title: Mini}\nlist: [a, b]\n"}


@pytest.mark.parametrize(("lists", "told"), TABLES["a_list_of_words_of_another_length_is_told_once_at_the_translation"])
def test_a_list_of_words_of_another_length_is_told_once_at_the_translation(lists, told, scrawl, tmp_path):
    others = {f"cards/mini/words/{code}.yaml": f"game: {{title: M}}\nlist: {words}\n" for code, words in lists.items()}
    write_files(tmp_path, {**GAME, **others})
    done = scrawl("check", "--game", "mini")
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if "W002" in line] == [
        f"cards/mini/words/{line}" for line in told
    ]


def test_a_short_list_is_printed_to_its_end_in_english_and_told(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    words = tmp_path / "cards/tiny/words"
    english = (words / "en.yaml").read_text(encoding="utf-8")
    german = re.sub(r'    - "[*]{2}Walk.*?(?=  score_title)', "", english, flags=re.DOTALL)
    (words / "de.yaml").write_text(german, encoding="utf-8")
    done = scrawl("print", "page", "rules", "--lang", "de", "-o", "de.pdf")
    (told,) = [line for line in done.stderr.splitlines() if "W002" in line]
    assert (done.returncode, told) == (
        0,
        "cards/tiny/words/de.yaml:31:5: warning W002 'rules.turn' has 2 entries (en has 5)",
    )
    assert "hint: translate every entry; until then its last ones are printed in English" in done.stderr
    assert "W002" not in scrawl("print", "page", "rules", "--lang", "en", "-o", "en.pdf").stderr
    assert printed_words(tmp_path / "de.pdf") == printed_words(tmp_path / "en.pdf")


def printed_words(path):
    return pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()


@pytest.mark.parametrize(("forms", "lacking"), TABLES["a_word_without_a_form_for_some_numbers_is_told"])
def test_a_word_without_a_form_for_some_numbers_is_told(forms, lacking, scrawl, tmp_path):
    (tmp_path / "cards/mini/words").mkdir(parents=True)
    (tmp_path / "cards/mini/game.yaml").write_text("game: mini\ndata: [fairs]\n", encoding="utf-8")
    (tmp_path / "cards/mini/fairs.yaml").write_text("least: 1\n", encoding="utf-8")
    for language, each in forms.items():
        text = f"game: {{title: Mini}}\nlist: ['{{fairs.least}} {{fairs.least{each}}}', b]\n"
        (tmp_path / f"cards/mini/words/{language}.yaml").write_text(text, encoding="utf-8")
    told = [line for line in scrawl("check", "--game", "mini").stderr.splitlines() if "W011" in line]
    assert told == [f"cards/mini/words/{line}" for line in lacking]


@pytest.mark.parametrize(("rule", "told"), [("", 1), ('la: {one: "n = 1"}\n', 0), ("la: {}\n", 0)])
def test_forms_in_a_language_without_a_rule_are_told_once(rule, told, scrawl, tmp_path):
    files = {
        "cards/mini/game.yaml": "game: mini\ndata: [fairs]\n",
        "cards/mini/fairs.yaml": "least: 1\n",
        "cards/common/plurals.yaml": rule,
        "cards/mini/words/la.yaml": "game: {title: 'M {fairs.least|one: a|other: b}'}\nlist: ['{fairs.least|one: c|other: d}']\n",
    }
    write_files(tmp_path, {name: text for name, text in files.items() if text})
    checked = scrawl("check", "--game", "mini")
    found = [line for line in checked.stderr.splitlines() if "W013" in line]
    message = "'one: a|other: b' has forms, and no rule tells which goes with which number in 'la'"
    assert found == [f"cards/mini/words/la.yaml:1:15: warning W013 {message}"] * told


def test_rules_of_forms_that_are_no_rules_are_told(scrawl, tmp_path):
    (tmp_path / "cards/common").mkdir(parents=True)
    (tmp_path / "cards/common/plurals.yaml").write_text("en: one\n", encoding="utf-8")
    checked = scrawl("check", "--game", "yacht")
    assert "plurals.yaml:1:5: error W004 'en' needs a rule for each form, as in {one: 'n = 1'}" in checked.stderr
    assert checked.returncode == 1


def test_a_card_that_stands_twice_is_told_with_the_first(scrawl, tmp_path):
    write_files(tmp_path, {**GAME, "cards/mini/toys.csv": "key,copies\nball,1\ntop,1\nball,2\n"})
    done = scrawl("check", tmp_path / "cards/mini/toys.csv")
    assert "toys.csv:4:1: error D005 card 'ball' stands twice" in done.stderr
    assert "hint: first on line 2; give each its own key" in done.stderr


def test_a_deck_in_two_files_is_told(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    (tmp_path / "cards/tiny/aims.csv").write_text("key,points,name,text\nlater,3,Later,Later\n", encoding="utf-8")
    done = scrawl("check")
    assert "cards/tiny/aims.csv:1:1: warning D027 cards of deck 'aims' stand in aims.yaml, too" in done.stderr, (
        done.stderr
    )
    (tmp_path / "cards/tiny/aims.csv").unlink()
    assert "D027" not in scrawl("check").stderr


def test_a_language_that_is_still_english_is_noted_for_a_game_of_ones_own(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny", "--lang", "pl").returncode == 0
    done = scrawl("check")
    assert (done.returncode, done.stdout) == (0, "tiny: no faults\n")
    assert "cards/tiny/words/pl.yaml:2:1: note W010 48 of 48 words are as in English" in done.stderr
    path = tmp_path / "cards/tiny/words/pl.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'"([^"\n]+")', r'"Ż \1', text), encoding="utf-8")
    assert "W010" not in scrawl("check").stderr


@pytest.mark.parametrize(("words", "is_told"), [((), True), (("--extras",), False)])
def test_sleeves_without_the_boxes_for_them_are_told(words, is_told, scrawl):
    assert scrawl("new", "game", "tiny").returncode == 0
    done = scrawl("print", "kit", "--sleeves", "66x91mm", *words, "-o", "k")
    assert done.returncode == 0, done.stderr
    assert ("--sleeves: warning P013 no box is printed for the sleeves" in done.stderr) is is_told
    assert ("add --extras" in done.stderr) is is_told


def test_sleeves_of_a_game_without_cards_are_told_and_hinder_no_edition(scrawl):
    done = scrawl("print", "kit", "--game", "yacht", "--edition", "large-print", "--sleeves", "66x91mm", "-o", "k")
    assert done.returncode == 0
    assert "--sleeves: warning P013 no card is printed that goes into a sleeve" in done.stderr


def test_sleeves_of_a_game_without_boxes_are_not_told(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    path = tmp_path / "cards/tiny/game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("  - {piece: aims_box}\n", ""), encoding="utf-8")
    assert "P013" not in scrawl("print", "kit", "--sleeves", "66x91mm", "-o", "k").stderr


def test_a_slip_in_an_edition_is_told_once_however_many_layouts_it_changes(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    edition = tmp_path / "layouts/tiny/editions/night.yaml"
    edition.write_text("titel: Night\n", encoding="utf-8")
    done = scrawl("check", "--edition", "night")
    assert (done.returncode, done.stderr.count("S001 unknown key 'titel' in a layout")) == (1, 1), done.stderr


@pytest.mark.parametrize(("code", "meant"), [("pll", "pl"), ("dee", "de"), ("eo", None), ("xq", None)])
def test_a_language_that_is_none_is_asked_back(code, meant, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    words = tmp_path / "cards/tiny/words"
    (words / f"{code}.yaml").write_text((words / "en.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    done = scrawl("check")
    asked = f"hint: is {meant!r} meant, in cards/tiny/words/{meant}.yaml? Else translate cards/common/words/en.yaml"
    assert ("W003" in done.stderr, asked in done.stderr, " meant, in " in done.stderr) == (
        True,
        bool(meant),
        bool(meant),
    )


def test_boxes_of_a_grid_that_no_sheet_has_are_told_once(scrawl, tmp_path):
    assert scrawl("new", "game", "ferry", "--kind", "river").returncode == 0
    change(tmp_path / "layouts/ferry/log.yaml", "hold.{line}{column}", "hold.{column}{line}")
    told = [line for line in scrawl("check").stderr.splitlines() if "G033" in line]
    said = "error G033 no sheet has a field 'hold.a1' for 'hold', or one that begins so; 16 of its 16 are missing"
    assert [line.partition(": ")[2] for line in told] == [said]
