"""The README and the handbook: every command runs as it is written, every link leads somewhere."""

import re
import shlex

import openpyxl
import pytest

from generator.draw.inks import our_profile
from generator.recipes.exports import tts
from tests.conftest import DEEP, ROOT, often, with_coarse_pictures

PAGES = [
    ROOT / "README.md",
    *(
        ROOT / "docs" / name
        for name in ("printing.md", "scoring.md", "dungeons.md", "own.md", "pieces.md", "tables.md")
    ),
]
ROLES = "Name,Qty,Card text\nFox,3,Runs\nHare,2,Hops\n"
SCORE = "game: paper-dungeons\nplayers: [{name: Ada, bosses: [3, 5, 8], heroes: {warrior: 1, wizard: 1, cleric: 1, rogue: 1}}]\n"
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
    return [*words, "--game", "yacht"] if words == ["check"] else ["yacht" if word == "all" else word for word in words]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_runs_in_its_order(scrawl, tmp_path, page, monkeypatch):
    monkeypatch.setattr(tts, "PIECE_DPI", often(20.0, tts.PIECE_DPI))
    (tmp_path / "friday.yaml").write_text(SCORE)
    (tmp_path / "PSOcoated_v3.icc").write_bytes(our_profile())
    (tmp_path / "evening.yaml").write_text(RECORD)
    (tmp_path / "my-layout.yaml").write_text("extends: ../../common/styles.yaml\nfront: {text: Hello, style: body}\n")
    (tmp_path / "roles.csv").write_text(ROLES)
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
    if not DEEP and page.name == "printing.md":
        with_coarse_pictures(tmp_path)
    told = list(commands(page))
    assert told
    for words in told:
        if asks(words) or words == ["score", "ada.pdf", "ben.pdf"] or is_of_photos(words):
            continue
        done = scrawl(*shortened(words), env=home)
        assert done.returncode == 0, (words, done.stderr)


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_every_link_of_a_page_leads_to_a_file(page):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text(encoding="utf-8"))
    for target in (one or other for one, other in links):
        if target.startswith("https://"):
            continue
        assert (page.parent / target).exists(), target
