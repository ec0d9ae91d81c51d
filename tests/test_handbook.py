"""The README and the handbook: every command runs as it is written, every link leads somewhere."""

import re
import shlex

import openpyxl
import pytest
from PIL import Image

from generator.draw.pdf.inks import our_profile
from generator.formulas.syntax import parse
from tests import page_shape
from tests.conftest import DEEP, ROOT, often, with_coarse_pictures
from tests.tables import read_yaml, write_files

PAGES = [
    ROOT / "README.md",
    *(
        ROOT / "docs" / name
        for name in often(
            ("scoring.md",), ("printing.md", "scoring.md", "dungeons.md", "own.md", "pieces.md", "tables.md")
        )
    ),
]
ROLES = "Name,Qty,Card text\nFox,3,Runs\nHare,2,Hops\n"
SCORE = "game: paper-dungeons\nplayers: [{name: Ada, bosses: [-1, -2, -3], heroes: {warrior: 1, wizard: 1, cleric: 1, rogue: 1}}]\n"
RECORD = re.search(
    r"```yaml\n(game: paper-dungeons\n.*?)```", (ROOT / "docs/own.md").read_text(encoding="utf-8"), re.S
)[1]


def commands(page):
    """Yield the words after `scrawl` of each line of the blocks of a page."""
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.S | re.M):
        for line in [] if language else block.splitlines():
            match = re.match(r"(?:\.venv/bin/)?scrawl (.*)", line)
            if match:
                yield shlex.split(match[1], comments=True)


def asks(words):
    options = set(words) - {words[0]}
    return (words[0] == "score" and not any("." in word for word in words)) or (
        words[0] == "calibrate" and "--set" in options
    )


def is_of_photos(words):
    """Tell whether a command reads photos, which tests/photo has."""
    return any(word.endswith(".jpg") for word in words)


def shortened(words):
    """Return a command as it is written; in the quick run what draws every card of every game draws fewer."""
    if DEEP:
        return words
    if words[:2] in (["print", "cards"], ["export", "press"]) and not {"--deck", "--from", "--mixed", "--size"} & set(
        words
    ):
        return [*words, "--deck", "missions"]
    if words[0] == "export" and words[1:2] in (["shop"], ["tts"]) and "-o" in words:
        return [*words, "--deck", "missions"]
    if words[:2] in (["dungeon", "check"], ["dungeon", "generate"]) and "--games" not in words:
        return [*words, "--games", "2"]
    if words[:2] == ["print", "kit"]:
        return [*words, "--game", "yacht"]
    if words[0] == "export" and "--dpi" in words:
        return [*words, "--dpi", "40"]
    if words[0] == "check" and not any("." in word for word in words):  # every game, not one file
        return [*words, "--game", "yacht"]
    return ["yacht" if word == "all" else word for word in words]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_runs_in_its_order(scrawl, tmp_path, page):
    (tmp_path / "friday.yaml").write_text(SCORE)
    (tmp_path / "PSOcoated_v3.icc").write_bytes(our_profile())
    (tmp_path / "evening.yaml").write_text(RECORD)
    (tmp_path / "my-layout.yaml").write_text("extends: ../../common/styles.yaml\nfront: {text: Hello, style: body}\n")
    (tmp_path / "roles.csv").write_text(ROLES)
    (tmp_path / "my-pictures").mkdir()
    Image.new("RGB", (744, 1039)).save(tmp_path / "my-pictures" / "fox.png")
    book = openpyxl.Workbook()
    book.active.title = "Roles"
    for line in ROLES.splitlines():
        book.active.append(line.split(","))
    book.save(tmp_path / "cards.xlsx")
    home = {
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    assert scrawl("calibrate", "--set", "office", stdin="\n" * 10, env=home).returncode == 0
    if not DEEP and page.name in ("pieces.md", "printing.md"):
        with_coarse_pictures(tmp_path)
    told = list(commands(page))
    assert told
    for words in told:
        if asks(words) or words == ["score", "ada.pdf", "ben.pdf"] or is_of_photos(words):
            continue
        done = scrawl(*shortened(words), env=home)
        assert done.returncode == 0, (words, done.stderr)


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_link_of_a_page_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text(encoding="utf-8"))
    for target in (one or other for one, other in links):
        if target.startswith("https://"):
            continue
        assert (page.parent / target).exists(), target


BEES = read_yaml(ROOT / "tests" / "data" / "bees.yaml")


def test_the_games_of_the_page_of_scores_are_counted_as_it_says(scrawl, tmp_path):
    text = page_shape.read("scoring.md", "en")
    games = re.findall(r"^```yaml\n# (cards/\w+/scoring.yaml).*?\n(.*?)^```$", text, re.S | re.M)
    write_files(tmp_path, {**BEES, **dict(games)})
    for path, _ in games:
        done = scrawl("check", path)
        assert (done.returncode, done.stderr) == (0, ""), path
    done = scrawl("score", "friday.yaml", "--why", "--lang", "en")
    assert re.search(r"^```text\n(.*?)^```$", text, re.S | re.M)[1] in done.stdout
    (table,) = re.findall(r"^\| formula \|.*?\n\n", text, re.S | re.M)
    for formula in re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (.*?) \|", table, re.M))):
        parse(formula)


@pytest.mark.parametrize("language", page_shape.TRANSLATED)
@pytest.mark.parametrize("page", page_shape.PAGES)
def test_a_page_says_the_same_in_every_language(page, language):
    english, other = page_shape.read(page, "en"), page_shape.read(page, language)
    assert page_shape.differences(english, other, language) == []
    assert page_shape.misnamed(english, other, language) == []
    assert page_shape.out_of_length(english, other, language) == []


@pytest.mark.parametrize("language", page_shape.LINKS)
@pytest.mark.parametrize("page", page_shape.PAGES)
def test_a_page_begins_with_the_way_to_its_other_languages(page, language):
    title, _, line, *_ = page_shape.read(page, language).splitlines()
    assert title.startswith("# ")
    assert line == page_shape.language_line(page, language)


CHANGES = {
    "levels of headings": lambda text: text + "\n## One more\n",
    "paragraphs": lambda text: text.replace("\n\nThe same command", "\n\nOne more.\n\nThe same command"),
    "bold words": lambda text: text.replace("**Backs.**", "Backs."),
    "kinds of blocks": lambda text: text.replace("```\n", "```yaml\n", 1),
    "code": lambda text: text.replace("--edition ink-saver", "--edition ink").replace("-o my-kit", "-o kit"),
    "lines of code with a remark": lambda text: text.replace("  # ", "  ", 1),
    "tables": lambda text: text + "\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
    "columns": lambda text: text + "\n| --- | --- |\n",
    "links": lambda text: text.replace("page-code.md", "files.md"),
    "pictures": lambda text: text.replace("calibration.png", "cards.png"),
    "words in code letters": lambda text: text.replace("`short-edge`", "`short`"),
    "figures": lambda text: text.replace("0 to 6 mm", "0 to 7 mm"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_the_english_page_shows(what):
    text = page_shape.read("printing.md", "en")
    told = page_shape.shape(text, "en")
    assert page_shape.shape(CHANGES[what](text), "en")[what] != told.pop(what)
    assert set(told) == set(CHANGES) - {what}


def test_a_paragraph_that_tells_more_by_now_shows():
    english, polish = (page_shape.read("printing.md", language) for language in ("en", "pl"))
    backs = "A deck whose backs differ says"
    longer = english.replace(
        backs, f"{backs} so, which is told to whoever prints it, by words of its own and in each language. It {backs}"
    )
    assert page_shape.out_of_length(english, polish, "pl") == []
    assert page_shape.out_of_length(longer, polish, "pl") == ["**Backs.** `--duplex` says how backs are printed: "[:50]]


def test_a_button_that_a_page_calls_otherwise_shows():
    english, polish = (page_shape.read("workshop.md", language) for language in ("en", "pl"))
    assert page_shape.misnamed(english, polish.replace("*Dalsze wybory*", "*Inne wybory*"), "pl") == [["options"]]
    assert page_shape.misnamed(english, polish.replace("## Półka", "## Regał"), "pl") == [["shelf"]]
    assert page_shape.misnamed(english, polish.replace("*Wykres*", "Wykres"), "pl") != []


TABLES = {
    "paper-dungeons": "n\nAda\n3\n-4\n7\n4 3 6 5\nfl2 cloak1\n7\n9\n11\nn\n{}\n\n2\n24\n\nn\n",
    "labirynt-smierci": "Party\nAlmut, Bo\n1: 5 7\nAlmut + gold 260, valuables 40\nBo = resistance 4\n"
    "1: 90\nAlmut - strength / valuables 20\n\nn\nn\n",
}


@pytest.mark.parametrize("language", page_shape.TRANSLATED)
@pytest.mark.parametrize(
    ("game", "answer"), [("paper-dungeons", "gems"), ("paper-dungeons", "pillars 5"), ("labirynt-smierci", "")]
)
def test_what_a_page_says_to_type_at_the_table_counts_the_same(scrawl, tmp_path, game, answer, language):
    home = {name: str(tmp_path) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    asked = TABLES[game].format(answer)
    told = []
    for spoken in ("en", language):
        for one, other in page_shape.TYPED.get(spoken, {}).items():
            asked = asked.replace(one, other)
        done = scrawl("score", "--game", game, "--lang", spoken, stdin=asked, env=home)
        assert done.returncode == 0, done.stdout + done.stderr
        result = done.stdout.rpartition("?")[0].rpartition("): ")[2]
        told.append(re.findall(r"−?\d+$", result, re.M))
    assert told[0] == told[1]
    assert len(told[0]) > 3
