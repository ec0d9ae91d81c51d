"""Files that users keep tell their format: a later one is refused, an older game is written anew, and nothing is lost."""

import pytest

from generator.diagnostics import InvalidInput
from generator.reading import format_versions
from generator.reading.yaml_nodes import parse_yaml
from tests.cli.test_meant_game import small_game


@pytest.fixture
def home(tmp_path):
    return small_game(tmp_path / "home", "moon", "Moon Farm")


@pytest.fixture
def later(monkeypatch):
    """A later version, in which two keys of games have other names."""
    monkeypatch.setattr(format_versions, "GAME", 2)
    changes = (
        format_versions.Renamed(2, "game.yaml", "sheets.*.look", "layout"),
        format_versions.Renamed(2, "sheet.yaml", "front.box.-.words", "text"),
    )
    monkeypatch.setattr(format_versions, "CHANGES", changes)


def older(home, line=""):
    manifest, sheet = home / "cards/moon/game.yaml", home / "layouts/moon/sheet.yaml"
    manifest.write_text(f"# mine\n{line}" + manifest.read_text().replace("layout:", "look:  "))
    sheet.write_text(sheet.read_text().replace("{text:", "{words: "))
    return manifest, sheet


@pytest.mark.parametrize("line", ["", "format: 1  # of May\n"])
def test_an_older_game_is_told_and_written_anew_with_all_its_comments(home, scrawl, later, line):
    manifest, sheet = older(home, line)
    before = manifest.read_text(), sheet.read_text()
    done = scrawl("check", cwd=home)
    assert "error C041 moon is of format 1, this version reads format 2" in done.stderr
    assert "hint: scrawl upgrade --game moon" in done.stderr
    assert done.stdout == "moon: 1 error\n"
    done = scrawl("upgrade", cwd=home / "layouts")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "moon: 2 files written"), done.stderr
    assert manifest.read_text() == before[0].replace("look:", "layout:").replace(
        *(("format: 1", "format: 2") if line else ("game: moon\n", "game: moon\nformat: 2\n"))
    )
    assert sheet.read_text() == before[1].replace("words: ", "text: ", 1)
    assert (
        (home / "cards/moon/game.yaml.format-1").read_text(),
        (home / "layouts/moon/sheet.yaml.format-1").read_text(),
    ) == before
    assert scrawl("check", cwd=home).stdout == "moon: no faults\n"
    done = scrawl("upgrade", cwd=home)
    assert (done.returncode, done.stdout) == (0, "moon: nothing to change\n")


def test_an_upgrade_writes_nothing_where_a_file_cannot_be_read(home, scrawl, later):
    manifest, sheet = older(home)
    before = manifest.read_text()
    sheet.write_text("front: [")
    assert scrawl("upgrade", cwd=home).returncode == 1
    assert manifest.read_text() == before
    assert not list(home.rglob("*.format-1"))


@pytest.mark.parametrize(
    ("text", "path", "gives"),
    [
        ("a: {b: 1, c: 2}\n", "a.b", "a: {new: 1, c: 2}\n"),
        ("a:\n  - b: b # b\n  - {b: 'b: b'}\n", "a.-.b", "a:\n  - new: b # b\n  - {new: 'b: b'}\n"),
        ("x: {a: 1}\ny: {a: 1, b: {a: 2}}\n", "*.a", "x: {new: 1}\ny: {new: 1, b: {new: 2}}\n"),
        ("a: 1\r\nb: ł\r\n", "b", "a: 1\r\nnew: ł\r\n"),
    ],
)
def test_a_key_is_renamed_and_nothing_else(text, path, gives):
    assert (
        format_versions.upgrade_text(text, "x.yaml", (format_versions.Renamed(2, "x.yaml", path, "new"),), 1) == gives
    )
    assert format_versions.upgrade_text(text, "x.yaml", (format_versions.Renamed(2, "y.yaml", path, "new"),), 1) == text
    assert format_versions.upgrade_text(text, "x.yaml", (format_versions.Renamed(2, "x.yaml", path, "new"),), 2) == text
    assert format_versions.same_but_for_keys(text, gives)
    assert not format_versions.same_but_for_keys(text, gives.replace("1", "3").replace("'b: b'", "c"))


def test_a_number_beyond_all_is_a_fault_with_its_place():
    with pytest.raises(InvalidInput) as wrong:
        format_versions.format_of(parse_yaml("a: 1\nformat: 99999999999\n", "x.yaml"), 1, "x.yaml")
    assert wrong.value.diagnostics[0].place == ("x.yaml", 2, 9)
