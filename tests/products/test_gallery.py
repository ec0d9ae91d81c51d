"""The sheets of the gallery have short layouts and no faults; filled in on screen, they score as filled in."""

import json
import re
import shutil
import textwrap

import pypdf
import pytest

from tests.conftest import ROOT
from tests.tables import tables

TABLES = tables(__file__)

GALLERY = ROOT / "generator" / "authoring" / "starters"
MOST_LINES = 40
FILLED = TABLES["filled"]


@pytest.mark.parametrize("game", FILLED)
def test_a_sheet_of_the_gallery_has_no_faults_and_few_lines(game, scrawl):
    result = scrawl("check", "--home", GALLERY, "--game", game)
    assert result.returncode == 0
    assert result.stdout.strip().endswith("no faults")
    (layout,) = (GALLERY / "layouts" / game).glob("*.yaml")
    assert len(layout.read_text(encoding="utf-8").splitlines()) <= MOST_LINES or game == "parts"


@pytest.mark.parametrize("game", FILLED)
def test_a_sheet_of_the_gallery_is_filled_in_and_counted(game, scrawl, tmp_path):
    ticks, words, lines, paper = FILLED[game]
    assert lines_of_filled(scrawl, tmp_path, GALLERY, game, ticks, words, paper) == lines


def test_hexagons_that_are_called_by_numbers_are_counted(scrawl, tmp_path):
    home = tmp_path / "home"
    shutil.copytree(GALLERY, home)
    land, sheet = home / "cards/hex-crawl/land.yaml", home / "layouts/hex-crawl/map.yaml"
    numbered = re.sub(r"\b([A-I])([1-7])\b", lambda match: f"{ord(match[1]) - 64:02}0{match[2]}", land.read_text())
    land.write_text(re.sub(r"\[(.*)\]", lambda each: f"[{quoted(each[1])}]", numbered))
    sheet.write_text(sheet.read_text().replace("hexes: land", "hexes: land\n      addresses: numbers"))
    result = scrawl("check", "--home", home, "--game", "hex-crawl")
    assert result.stdout == "hex-crawl: no faults\n", result.stderr
    ticks = ("hex.0202", "hex.0303", "hex.0904", "town.1")
    assert lines_of_filled(scrawl, tmp_path, home, "hex-crawl", ticks, {}, "a4-landscape") == {"A": 3, "B": 5}


def parts_of_sheets():
    """Return the comment, text and name of each part of layouts/common/sheet_parts.yaml."""
    text = (ROOT / "layouts/common/sheet_parts.yaml").read_text(encoding="utf-8").partition("\nparts:\n")[2]
    return re.findall(r"^  # (.*)\n((?:  (\w+):\n)(?:   .*\n?)+)", text, re.M)


def use_of(part):
    """Return the use of a part in the sheet of all parts."""
    sheet = (GALLERY / "layouts/parts/sheet.yaml").read_text(encoding="utf-8")
    return re.search(rf"{{use: {part}, with: {{.*?}}, (?:grow|height)[^}}]*}}", sheet)[0]


def quoted(text):
    return ", ".join(f'"{each.strip()}"' for each in text.split(","))


def lines_of_filled(scrawl, tmp_path, home, game, ticks, words, paper):
    """Print a sheet, fill it in with these ticks and words, score it, and return the points of its lines."""
    result = scrawl(
        "print", "sheets", "--home", home, "--game", game, "--paper", paper, "--fillable", "-o", "blank.pdf"
    )
    assert result.returncode == 0, result.stderr
    writer = pypdf.PdfWriter(clone_from=tmp_path / "blank.pdf")
    fields = writer.get_fields()
    on = {name: next(state for state in fields[name]["/_States_"] if state != "/Off") for name in ticks}
    writer.update_page_form_field_values(writer.pages[0], {**on, **words}, auto_regenerate=False)
    writer.write(tmp_path / "filled.pdf")
    result = scrawl("score", "--home", home, "--game", game, "filled.pdf", "--json")
    assert result.returncode == 0, result.stderr
    (player,) = json.loads(result.stdout)["players"]
    return player["lines"]


def test_the_page_of_the_gallery_shows_the_layouts_and_its_commands_run(scrawl):
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    games, parts = page.split("## Ten parts of sheets")
    blocks = re.findall(r"```yaml\n(.*?)```", games, re.S)
    whole = [next((GALLERY / "layouts" / game).glob("*.yaml")) for game in FILLED if game != "parts"]
    river = [GALLERY / "cards" / "river" / name for name in ("river.yaml", "scoring.yaml")]
    expected = [path.read_text(encoding="utf-8") for path in (*whole[:-1], *river, whole[-1])]
    assert blocks == expected
    assert re.findall(
        r"^### .*\n\n!\[.*\]\((.*)\)\n\n(.*)\.\n\n```yaml\n(.*)\n```\n\n```yaml\n((?:.*\n)*?)```$", parts, re.M
    ) == [
        (f"gallery/part_{name}.png", expected[0].upper() + expected[1:], use_of(name), textwrap.dedent(text))
        for expected, text, name in parts_of_sheets()
    ]
    expected = re.findall(r"^scrawl (.*)$", page, re.M)
    assert len(expected) == 2 * len(FILLED)
    for words in expected:
        result = scrawl(*words.split())
        assert result.returncode == 0, result.stderr
