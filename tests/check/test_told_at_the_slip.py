"""A slip in one file of a game that a fault of another file tells of: both places are named, and good data are not blamed."""

import random
import re
import shutil

import pypdfium2
import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, SOURCES, often

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
    "a font file of one's own": (
        {"styles.yaml": ("styles:\n", "fonts:\n  own:\n    bold: Mnchkin.otf\nstyles:\n")},
        "layouts/tiny/styles.yaml:8:11: error C001 there is no file 'fonts/Mnchkin.otf'",
        "hint: known: Zapfino Own.ttf, FiraSans",
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
    "a length of a card": (
        {
            "card.yaml": ("width: 24mm, height: 24mm, align", 'width: "{wide?}", height: 24mm, align'),
            "aims.yaml": ("icon: boots", "icon: boots, wide: 3furlong"),
            "game.yaml": ("      icon: {default", '      wide: {default: ""}\n      icon: {default'),
        },
        "cards/tiny/aims.yaml:5:44: error S003 unknown unit 'furlong' in length '3furlong'",
        "expected mm, cm, in or pt on card 'sprinter'",
    ),
    "a field of the layout": (
        {"sheet.yaml": ('"path.{number}"', '"pth.{number}"')},
        "error G033 no sheet has a field 'path'",
        "hint: did you mean 'pth'? Or is that the slip: it stands in layouts/tiny/sheet.yaml:24:17",
    ),
}


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


EN, PL, CARD, SHEET = "words/en.yaml", "words/pl.yaml", "card.yaml", "sheet.yaml"
PLANTED = {  # the file, what is looked for in it, the slip, its code, and how many lines below the match it is told
    "a field in braces": (EN, r"\{points\}", "{pionts}", "L020", 0),
    "data in braces": (EN, r"\{tracks\.star\}", "{tracks.sta}", "L020", 0),
    "a column": ("aims.yaml", r"\bicon:", "icno:", "D016", 0),
    "an icon in a cell": ("aims.yaml", r"icon: (\w+)", r"icon: x\1", "L014", 0),
    "a mark that is not closed": (EN, r"\*\*Take\*\*", "**Take", "L061", 0),
    "a tag that is not closed": (EN, r"<bold>Give</>", "<bold>Give", "L061", 0),
    "a tag": (EN, r"<bold>", "<bolt>", "L058", 0),
    "an icon in a text": (EN, r":crown:", ":crwn:", "L014", 0),
    "an or in a condition": (CARD, r'\{icon: "\{icon\}"', '{if: "icon=gem|icon=boots", icon: "{icon}"', "L062", 0),
    "an input": ("scoring.yaml", r"asks: \[(\w)", r"asks: [z\1", "G024", 0),
    "an input that is counted": ("scoring.yaml", r"of: (x\d)", r"of: z\1", "G024", 0),
    "an input that nobody asks for": ("scoring.yaml", r"inputs:\n", "inputs:\n  spare: {kind: number, most: 3}\n", "G047", 1),
    "a total that nothing reaches": ("scoring.yaml", r"count: per, of: (x\d)", r"count: fixed, amount: 2, equal: 99, of: \1", "G049", 0),
    "an input twice": ("scoring.yaml", r"of: (x\d)", r"of: [\1, \1]", "G050", 0),
    "a table that is short": ("scoring.yaml", r"first: 1", "first: -1", "G045", 0),
    "a table aside": ("scoring.yaml", r"first: 1", "first: 2", "G045", 0),
    "a list that is short": (PL, r"(turn:\n)    - .*\n", r"\1", "W002", 1),
    "the size of a sheet": (SHEET, r"(?m)^front:", "size: {width: 99mm, height: 99mm}\nfront:", "L063", 0),
    "a height at the root of a face": (CARD, r"(?m)^front:\n", r"\g<0>  height: 9mm\n", "L063", 1),
    "a share of room at the root of a face": (SHEET, r"(?m)^front:\n", r"\g<0>  grow: 1\n", "L063", 1),
    "fields on each other": (SHEET, r"- \{field: player,.*\n", r"\g<0>            - {field: other, entry: text, x: 0mm, right: 9mm, bottom: 2mm, height: 8mm}\n", "L060", 0),
    "an id twice": (SHEET, r'"star\.\{star\}"', '"path.{star}"', "L043", 0),
    "a font": ("styles.yaml", r"font: (display\.bold|text\.italic)", r"font: \1d", "L013", 0),
    "a font file": ("styles.yaml", r"styles:", "fonts:\n  own:\n    bold: Min.otf\nstyles:", "C001", 2),
    "a unit": (CARD, r"height: (\d+)mm", r"height: \1mn", "S003", 0),
    "a length without its unit": (SHEET, r"height: (\d+)mm", r"height: \1", "S003", 0),
    "a colour": ("styles.yaml", r"color: (ink|soft)", r"color: \1t", "L012", 0),
    "a picture": (CARD, r"(?m)^front:\n  stack:\n", r"\g<0>    - {image: moon.png, x: 1mm, y: 1mm, width: 9mm, height: 9mm}\n", "L015", 2),
    "a style": (CARD, r"style: (title|body|number)", r"style: \1s", "L011", 0),
    "a part": (CARD, r"use: ground", "use: gruond", "L017", 0),
    "a deck of the score": ("scoring.yaml", r"deck: aims", "deck: amis", "G024", 0),
    "a layout": ("game.yaml", r"layout: (card|page|marker)\b", r"layout: \1x", "C001", 0),
    "copies": ("aims.yaml", r"copies: \d", "copies: two", "D0", 0),
    "a card twice": ("aims.yaml", r"  (\w+): (\{points.*\n)", r"\g<0>  \1: \2", "Y", 1),
    "a field of words for no card": (EN, r"(?m)^    (c\d): ", r"    z\1: ", "W012", 0),
}  # fmt: skip
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
        f"  - {{letter: {letter}, word: score_lines.aim, asks: [{name}], parts: [{{count: per, of: {name}}}]}}\n"
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
REACHED = {
    "a table one entry aside": (
        {"tracks.yaml": ("path: [", "path: [0, "), "scoring.yaml": ("most_from: tracks.path", "most: 16")},
        "10:95: warning G045 'tracks.path' has entries for 1 to 17, and path can be 16 at most",
        "hint: if its first entry, 0, is for 0, write first: 0 beside table:; else write most: 17 for path",
    ),
    "a table that is too long": (
        {"scoring.yaml": ("most_from: tracks.path", "most: 10")},
        "10:95: warning G045 'tracks.path' has entries for 1 to 16, and path can be 10 at most",
        "hint: write most: 16 for path under inputs:, or take entries out",
    ),
    "a row of bounds that is not as long": (
        {"scoring.yaml": (PATH, "{count: steps, of: stars, table: tracks.path}, {count: per, of: path}")},
        "10:96: warning G045 'tracks.path' has entries for 1 to 16, and stars can be 5",
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
    "an input that no line asks for": (
        {"scoring.yaml": ("  aim: {", "  spare: {kind: number, most: 3}\n  aim: {")},
        "8:3: warning G047 no line asks for 'spare'",
        "hint: write it under asks: of a line, or take it out",
    ),
    "an input twice": (
        {"scoring.yaml": (STARS, "{count: per, of: [stars, path, stars]}")},
        "11:96: warning G050 'stars' is counted twice",
        "hint: take it out, or correct it; what counts twice is told by each: 2, too",
    ),
    "a table that is longer than a row of boxes": (
        {"scoring.yaml": (STARS, "{count: track, of: stars, table: tracks.path, first: 1}"), "s": ("most: 5", "most: 16")},
        "11:98: warning G045 'tracks.path' has entries for 1 to 16, and stars can be 5 at most",
        "hint: the sheet has no boxes for more: draw them, or take entries and most: down",
    ),
    "a total that is left open": (
        {"scoring.yaml": (STARS, "{count: fixed, of: stars, amount: 3}")},
        "11:65: warning G049 stars can be 0 to 5, and counts where it is 1 alone",
        "hint: write at_least: 1, or equal: 1 if so",
    ),
    "a total that every sheet has": (
        {"scoring.yaml": (STARS, "{count: fixed, of: stars, at_least: 0, amount: 3}")},
        "11:101: warning G049 stars is never below 0: every sheet has at_least: 0",
        "hint: write a higher number",
    ),
    "an input that is asked for and not counted": (
        {"scoring.yaml": ("asks: [stars]", "asks: [stars, aim, spare]"), "s": ("  aim: {", "  spare: {kind: number, most: 3}\n  aim: {")},
        "12:61: warning G047 a line asks for 'spare', and nothing counts it",
        "hint: count it under parts: of the line, or take it out",
    ),
    "boxes that two inputs read": (
        {"scoring.yaml": ("fields: [star]", "fields: [star, path.1]")},
        "7:49: warning G050 'stars' reads 'path.1', and 'path' reads 'path': one box would count twice",
        "hint: name boxes of its own for each input",
    ),
    "boxes that are ticked and written in": (
        {"scoring.yaml": ("fields: [star]", "fields: [star], filled: [star]")},
        "7:59: warning G050 'stars' reads 'star', and 'stars' reads 'star': one box would count twice",
        "hint: name boxes of its own",
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
        change(tmp_path / "cards/tiny" / (name if "." in name else "scoring.yaml"), old, new)
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
