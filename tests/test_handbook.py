"""Test the README and the handbook: every command runs and prints the output on its page, every link has a target,
and every page is easy to read."""

import re

import openpyxl
import pytest
from PIL import Image

from generator.draw.pdf.inks import our_profile
from generator.formulas.syntax import parse
from tests import page_prose, page_shape
from tests.conftest import ROOT, often
from tests.page_session import Session
from tests.tables import read_yaml, write_files

DOCS = ROOT / "docs"
REFERENCE = ("reference.md", "files.md", "faults.md", "tables.md", "page-code.md", "python.md", "records.md")
RUN_ELSEWHERE = ("tutorial.md", "gallery.md", "python.md")  # other tests run these pages
COMMANDS = [
    f"{folder}{path.name}"
    for folder in ("", "pl/", "cs/")
    for path in sorted((DOCS / folder).glob("*.md"))
    if path.name not in RUN_ELSEWHERE and re.search(r"^(?:\$ )?scrawl ", path.read_text(encoding="utf-8"), re.M)
]
FRIDAY = """game: paper-dungeons
players: [{name: Ada, bosses: [-1, -2, -3], heroes: {warrior: 1, wizard: 1, cleric: 1, rogue: 1}}]
"""
ROLES = "Name,Qty,Card text\nFox,3,Runs\nHare,2,Hops\n"
RECORD = re.search(r"```yaml\n(game: paper-dungeons\n.*?)```", (DOCS / "records.md").read_text(encoding="utf-8"), re.S)[
    1
]


@pytest.mark.parametrize("page", often(["scoring.md"], ["../README.md", *COMMANDS]))
def test_a_page_does_what_it_says(scrawl, tmp_path, page):
    (tmp_path / "PSOcoated_v3.icc").write_bytes(our_profile())
    (tmp_path / "evening.yaml").write_text(RECORD)
    (tmp_path / "friday.yaml").write_text(FRIDAY)
    (tmp_path / "my-layout.yaml").write_text("extends: ../../common/styles.yaml\nfront: {text: Hello, style: body}\n")
    (tmp_path / "my-pictures").mkdir()
    Image.new("RGB", (744, 1039)).save(tmp_path / "my-pictures" / "fox.png")
    book = openpyxl.Workbook()
    book.active.title = "Roles"
    for line in ROLES.splitlines():
        book.active.append(line.split(","))
    book.save(tmp_path / "cards.xlsx")
    (tmp_path / "roles.csv").write_text(ROLES)
    session = Session(scrawl, tmp_path, page)
    assert scrawl("calibrate", "--set", "office", stdin="\n" * 10, env=session.env).returncode == 0
    session.follow((DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_every_link_of_a_page_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text(encoding="utf-8"))
    for target in (one or other for one, other in links):
        if target.startswith("https://"):
            continue
        assert (page.parent / target).exists(), target


def test_the_pages_for_people_are_easy_to_read():
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    pages += [path for path in DOCS.rglob("*.md") if path.name not in REFERENCE]
    hard = {}
    for path in pages:
        page = page_prose.prose(path.read_text(encoding="utf-8"))
        faults = [
            f"{page.words} words" if page.words > 1200 else "",
            f"{page.mean_sentence:.1f} words a sentence" if page.mean_sentence > 17 else "",
            page.longest_sentence if page_prose.words(page.longest_sentence) > 40 else "",
            page.longest_paragraph if page_prose.words(page.longest_paragraph) > 100 else "",
            *page.banned,
        ]
        hard[path.relative_to(ROOT).as_posix()] = [each for each in faults if each]
    assert {name: faults for name, faults in hard.items() if faults} == {}


BEES = read_yaml(ROOT / "tests" / "data" / "bees.yaml")


def test_the_games_of_the_page_of_scores_are_counted_as_it_says(scrawl, tmp_path):
    text = page_shape.read("score-rules.md", "en")
    games = re.findall(r"^```yaml\n# (cards/\w+/scoring.yaml).*?\n(.*?)^```$", text, re.S | re.M)
    write_files(tmp_path, {**BEES, **dict(games)})
    for path, _ in games:
        result = scrawl("check", path)
        assert (result.returncode, result.stderr) == (0, ""), path
    result = scrawl("score", "friday.yaml", "--why", "--lang", "en")
    assert re.search(r"^```text\n(.*?)^```$", text, re.S | re.M)[1] in result.stdout
    (table,) = re.findall(r"^\| formula \|.*?\n\n", text, re.S | re.M)
    for formula in re.findall(r"`([^`]+)`", "\n".join(re.findall(r"^\| (.*?) \|", table, re.M))):
        parse(formula)


@pytest.mark.parametrize("language", page_shape.TRANSLATED)
@pytest.mark.parametrize("page", page_shape.PAGES)
def test_a_page_says_the_same_in_every_language(page, language):
    english, other = page_shape.read(page, "en"), page_shape.read(page, language)
    assert page_shape.differences(english, other, language) == []
    assert page_shape.misnamed(english, other, language) == []


@pytest.mark.parametrize("language", page_shape.LINKS)
@pytest.mark.parametrize("page", page_shape.PAGES)
def test_a_page_begins_with_the_way_to_its_other_languages(page, language):
    title, _, line, *_ = page_shape.read(page, language).splitlines()
    assert title.startswith("# ")
    assert line == page_shape.language_line(page, language)


CHANGES = {
    "levels of headings": lambda text: text + "\n## One more\n",
    "kinds of blocks": lambda text: text.replace("```\n", "```yaml\n", 1),
    "code": lambda text: text.replace("--edition ink-saver -o", "--edition ink-saver --output"),
    "tables": lambda text: text + "\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
    "links": lambda text: text.replace("](install.md", "](files.md"),
    "pictures": lambda text: text.replace("table.png", "cards.png"),
    "words in code letters": lambda text: text.replace("`--copies 4`", "`--copies`"),
    "figures": lambda text: text.replace("50 mm", "51 mm"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_the_english_page_shows(what):
    text = page_shape.read("printing.md", "en")
    unchanged = page_shape.shape(text, "en")
    assert page_shape.shape(CHANGES[what](text), "en")[what] != unchanged.pop(what)
    assert set(unchanged) == set(CHANGES) - {what}


def test_the_readme_fits_on_a_screen_and_its_layout_is_sound(scrawl, tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 70
    (layout,) = re.findall(r"```yaml\n(.*?)```", text, re.S)
    write_files(
        tmp_path,
        {
            "cards/town/game.yaml": "game: town\n",
            "cards/town/words/en.yaml": "game: {title: Town}\n",
            "layouts/town/people.yaml": layout,
        },
    )
    result = scrawl("check", "layouts/town/people.yaml", "--game", "town")
    assert (result.returncode, result.stdout) == (0, "no faults\n"), result.stderr


def test_a_button_that_a_page_calls_otherwise_shows():
    english, polish = (page_shape.read("workshop.md", language) for language in ("en", "pl"))
    assert page_shape.misnamed(english, polish.replace("*Więcej opcji*", "*Inne wybory*"), "pl") == [["options"]]
    assert page_shape.misnamed(english, polish.replace("Półka", "Regał"), "pl") == [["shelf"]] * 2


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
    typed = TABLES[game].format(answer)
    totals = []
    for spoken in ("en", language):
        for one, other in page_shape.TYPED.get(spoken, {}).items():
            typed = typed.replace(one, other)
        done = scrawl("score", "--game", game, "--lang", spoken, stdin=typed, env=home)
        assert done.returncode == 0, done.stdout + done.stderr
        result = done.stdout.rpartition("?")[0].rpartition("): ")[2]
        totals.append(re.findall(r"−?\d+$", result, re.M))
    assert totals[0] == totals[1]
    assert len(totals[0]) > 3
