"""A slip in one file of a game that a fault of another file tells of: both places are named, and good data are not blamed."""

import re

import pypdfium2
import pytest

TOLD = {
    "a name in scoring.yaml of another thing": (
        {"scoring.yaml": ("table: tracks.path", "table: tracks.stars")},
        "cards/tiny/scoring.yaml:10:95: error G020 'tracks.stars' is 5 in cards/tiny/tracks.yaml:4:8, no list of numbers",
        "hint: did you mean tracks.path?",
    ),
    "a list for a number": (
        {"scoring.yaml": ("each_from: tracks.star", "each_from: tracks.path")},
        "error G020 'tracks.path' is a list in cards/tiny/tracks.yaml:2:7, no number",
        "hint: known: tracks.stars, tracks.star",
    ),
    "a word for a number": (
        {"tracks.yaml": ("star: 3", "star: three")},
        "cards/tiny/tracks.yaml:5:7: error G020 tracks.star is 'three', a whole number is needed",
        "hint: write digits, such as 5",
    ),
    "what is gone through": (
        {"tracks.yaml": ("stars: 5", "stars: five")},
        "layouts/tiny/sheet.yaml:38:19: error L021 'tracks.stars' is 'five', no list on sheet",
        "hint: each runs over a list, a mapping or a number; the value stands in cards/tiny/tracks.yaml:4:8",
    ),
    "words that are gone through": (
        {"page.yaml": ("each: words.rules.turn,", "each: words.rules.need,")},
        "error L021 'words.rules.need' is a text, no list on page 'rules'",
        "hint: each runs over a list, a mapping or a number\n",
    ),
    "a field twice": (
        {"sheet.yaml": ('"path.{number}"', '"star.{number}"')},
        "layouts/tiny/sheet.yaml:38:19: error L043 field 'star.1' stands twice on sheet",
        "hint: first on line 24; ids are unique",
    ),
    "a field twice through a part": (
        {
            "sheet.yaml": ('- {field: "path.{number}", style: box, grow: 1}', '- {use: walk, with: {id: "path.1"}}'),
            "styles.yaml": ("styles:\n", 'parts:\n  walk: {field: "{id}", style: box, grow: 1}\nstyles:\n'),
        },
        "layouts/tiny/sheet.yaml:24:17: error L043 field 'path.1' stands twice on sheet",
        "hint: ids are unique",
    ),
    "a font file": (
        {"styles.yaml": ("styles:\n", "fonts:\n  own:\n    bold: GrenzeGotisch-Bald.otf\nstyles:\n")},
        "layouts/tiny/styles.yaml:8:11: error C001 there is no file 'fonts/GrenzeGotisch-Bald.otf'",
        "hint: did you mean 'GrenzeGotisch-Bold.ttf'?",
    ),
    "a quote that is not closed": (
        {"en.yaml": ('path: "Path"', 'path: "Path')},
        "words/en.yaml:7:15: error Y003 not valid YAML: here or in the line above a quote or bracket is not closed",
        "hint: close it, or begin the line below the first letter of its neighbours",
    ),
    "a key that is not indented": (
        {"en.yaml": ('  path: "Path"', 'path: "Path"')},
        "words/en.yaml:7:3: error Y003 not valid YAML: here or in the line above a quote or bracket is not closed",
        "hint: close it, or begin the line below the first letter of its neighbours",
    ),
    "a colon without a blank": (
        {"game.yaml": ("data: [tracks]", "data:[tracks]")},
        "game.yaml:9:1: error Y003 not valid YAML: a text stands where a key, a colon and a blank are wanted",
        "hint: write a blank behind the colon of a key",
    ),
    "where an element goes, in a style": (
        {"styles.yaml": ("size: 17pt", "height: 7mm, size: 17pt")},
        "error S001 unknown key 'height' in 'heading'",
        "hint: a style tells how things look: write it at the element, beside `style:`",
    ),
    "a length without its unit": (
        {"sheet.yaml": ("height: 15mm", "height: 15")},
        "layouts/tiny/sheet.yaml:15:15: error S003 expected a length such as 12mm, found 15",
        "hint: write its unit, such as 15mm",
    ),
    "a word for a number of the score": (
        {"scoring.yaml": ("most: 5", "most: many")},
        "error S003 expected a whole number, found 'many'",
        "hint: write a number, such as 7",
    ),
    "a word for a number of a card": (
        {"aims.yaml": ("points: 6", "points: six")},
        "error D018 'points' of card 'stargazer' is 'six', expected a number",
        "hint: write a number, such as 1",
    ),
    "a comma in a number of a card": (
        {"aims.yaml": ("points: 6", "points: '2,50'")},
        "error D018 'points' of card 'stargazer' is '2,50', expected a number",
        "hint: write it with a point: 2.50",
    ),
    "a name for the size of a deck": (
        {"game.yaml": ("    layout: card\n", "    layout: card\n    size: mini\n")},
        "error S003 expected a size such as 63x88mm, or 18mm for both sides, found 'mini'",
        "game.yaml:",
    ),
    "a field of the layout": (
        {"sheet.yaml": ('"path.{number}"', '"pth.{number}"')},
        "error G033 no sheet has a field 'path'",
        "hint: did you mean 'pth'? Or is that the slip: it stands in layouts/tiny/sheet.yaml:24:17",
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_a_slip_is_told_where_it_is(case, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    changes, told, hint = TOLD[case]
    for name, (old, new) in changes.items():
        path = next(tmp_path.rglob(name))
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = scrawl("check")
    assert (done.returncode, done.stderr.count(": error ")) == (1, 1), done.stderr
    assert told in done.stderr, done.stderr
    assert hint in done.stderr, done.stderr


PATH, STARS = (
    "{count: track, of: path, table: tracks.path, first: 1}",
    "{count: per, of: stars, each_from: tracks.star}",
)
REACHED = {
    "a table one entry aside": (
        {"tracks.yaml": ("path: [", "path: [0, "), "scoring.yaml": ("most_from: tracks.path", "most: 16")},
        "10:95: warning G045 'tracks.path' goes on to 17, and path can be 16 at most",
        "hint: its first entry, 0, counts for 1: where it is for none, write first: 0; else write most: 17 for path",
    ),
    "a table that is too long": (
        {"scoring.yaml": ("most_from: tracks.path", "most: 10")},
        "10:95: warning G045 'tracks.path' goes on to 16, and path can be 10 at most",
        "hint: write most: 16 for path under inputs:, or take entries out",
    ),
    "a row of bounds that is not as long": (
        {"scoring.yaml": (PATH, "{count: steps, of: stars, table: tracks.path}")},
        "10:96: warning G045 'tracks.path' goes on to 16, and stars can be 5",
        "hint: let 'tracks.path' have 5 entries, or write most: 16 for stars under inputs:",
    ),
    "a total that is too high": (
        {"scoring.yaml": (STARS, "{count: fixed, of: [path, stars], equal: 22, amount: 3}")},
        "11:106: error G049 path + stars can be 0 to 21, never 22",
        "hint: correct equal:, or what 'path' can be under inputs:",
    ),
    "a total that is never reached": (
        {"scoring.yaml": (STARS, "{count: fixed, of: stars, at_least: 6, amount: 3}")},
        "11:101: error G049 stars can be 0 to 5, never 6 or more",
        "hint: correct at_least:",
    ),
    "a total between two steps": (
        {"scoring.yaml": (STARS, "{count: fixed, of: [stars, path], equal: 5, amount: 3}"), "s": ("most_from: tracks.path", "most: 8, one_of: [0, 4, 8]"), "t": ("most: 5", "most: 5, multiple_of: 2"), "u": (PATH, "{count: per, of: path}")},
        "11:106: error G049 stars + path can be 0 to 12, in steps of 2, never 5",
        "hint: correct equal:",
    ),
    "a number that none of them is": (
        {"scoring.yaml": (STARS, "{count: per, of: [stars, path], equal: 17, reduce: count}")},
        "11:104: error G049 each number of stars, path can be 0 to 16, never 17",
        "hint: correct equal:",
    ),
    "an input twice": (
        {"scoring.yaml": (STARS, "{count: per, of: [stars, path, stars]}")},
        "11:96: warning G050 'stars' is counted twice",
        "hint: take it out, or correct it; what counts twice is told by each: 2, too",
    ),
    "a total that is higher than there are boxes": (
        {"scoring.yaml": (STARS, "{count: fixed, of: stars, equal: 6, amount: 3}"), "s": ("most: 5", "most: 9")},
        "11:98: warning G049 stars can be 0 to 5, never 6",
        "hint: the sheet has no boxes for more: correct equal:",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REACHED)
def test_what_no_sheet_reaches_is_told_where_the_score_says_it(case, scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    changes, told, hint = REACHED[case]
    for name, (old, new) in changes.items():
        path = tmp_path / "cards/tiny" / (name if "." in name else "scoring.yaml")
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = scrawl("check")
    first, place = done.stderr.splitlines()[0], "cards/tiny/scoring.yaml:"
    assert (first, done.returncode) == (place + told, int(" error " in told)), done.stderr
    assert hint in done.stderr, done.stderr
    assert set(re.findall("(?m)^[^ ]+: (?:error|warning) (....)", done.stderr)) <= {told.split()[2], "G048"}, (
        done.stderr
    )


GAME = {"cards/mini/game.yaml": "game: mini\n", "cards/mini/words/en.yaml": "game: {title: Mini}\nlist: [a, b]\n"}


@pytest.mark.parametrize(
    ("lists", "told"),
    [
        ({"pl": "[a]"}, ["pl.yaml:2:7: warning W002 'list' has 1 entries (en has 2)"]),
        ({"pl": "[a]", "cs": "[a, b]"}, ["pl.yaml:2:7: warning W002 'list' has 1 entries (en has 2)"]),
        (
            {"pl": "[a, b, c]", "cs": "[a]"},
            [
                "cs.yaml:2:7: warning W002 'list' has 1 entries (en has 2)",
                "pl.yaml:2:7: warning W002 'list' has 3 entries (en has 2)",
            ],
        ),
        ({"pl": "[a, b]"}, []),
    ],
)
def test_a_list_of_words_of_another_length_is_told_once_at_the_translation(lists, told, scrawl, tmp_path):
    others = {f"cards/mini/words/{code}.yaml": f"game: {{title: M}}\nlist: {words}\n" for code, words in lists.items()}
    for name, text in {**GAME, **others}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
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


@pytest.mark.parametrize(
    ("forms", "lacking"),
    [
        ({"en": "|one: fair"}, ["en.yaml:2:8: warning W011 'one: fair' has no form for other"]),
        ({"pl": "|one: karta|few: karty"}, ["pl.yaml:2:8: warning W011 'one: karta|few: karty' has no form for many"]),
        ({"en": "|one: fair|other: fairs", "pl": "|one: targ|few: targi|many: targów", "cs": "|other: trhy"}, []),
    ],
)
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
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8") if text else None
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
    for name, text in {**GAME, "cards/mini/toys.csv": "key,copies\nball,1\ntop,1\nball,2\n"}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
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
