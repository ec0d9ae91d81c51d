"""Files that users keep tell their format: a later one is refused, an older game is written anew, and nothing is lost."""

import json

import pytest

from generator.diagnostics import InvalidInput
from generator.reading import format_versions
from generator.reading.yaml_nodes import parse_yaml
from tests.cli.test_meant_game import small_game
from tests.conftest import ROOT


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


def older(home):
    manifest, sheet = home / "cards/moon/game.yaml", home / "layouts/moon/sheet.yaml"
    manifest.write_text("# mine\n" + manifest.read_text().replace("layout:", "look:  "))
    sheet.write_text(sheet.read_text().replace("{text:", "{words: "))
    return manifest, sheet


def test_a_game_of_a_later_version_is_refused_everywhere_with_what_to_do(home, scrawl):
    manifest = home / "cards/moon/game.yaml"
    manifest.write_text(manifest.read_text() + "format: 7\n")
    for words in (("check",), ("print", "sheets"), ("score",), ("upgrade",)):
        done = scrawl(*words, cwd=home)
        assert done.returncode == 1, words
        assert (
            "cards/moon/game.yaml:5:9: error C040 game.yaml is of format 7, and this version of Scrawlpress reads formats up to 1"
            in done.stderr
        )
        assert "hint: install the newest version" in done.stderr
    assert not (home / "sheets.pdf").exists()


@pytest.mark.parametrize("wrong", ["0", "two", "1.5", "true", "[1]"])
def test_a_format_that_is_no_number_is_told(home, scrawl, wrong):
    manifest = home / "cards/moon/game.yaml"
    manifest.write_text(manifest.read_text() + f"format: {wrong}\n")
    assert "error C040 the format of game.yaml is a number from 1 to 1" in scrawl("check", cwd=home).stderr


def test_an_older_game_is_told_and_written_anew_with_all_its_comments(home, scrawl, later):
    manifest, sheet = older(home)
    before = manifest.read_text(), sheet.read_text()
    done = scrawl("check", cwd=home)
    assert "error C041 moon is of format 1, this version reads format 2" in done.stderr
    assert "hint: scrawl upgrade --game moon" in done.stderr
    assert done.stdout == "moon: 1 error\n"
    done = scrawl("upgrade", cwd=home / "layouts")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "moon: 2 files written"), done.stderr
    assert manifest.read_text() == before[0].replace("look:", "layout:").replace(
        "game: moon\n", "game: moon\nformat: 2\n"
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


def test_a_game_of_the_box_is_not_upgraded_and_a_sound_one_tells_its_format(home, scrawl, tmp_path):
    assert "yacht is no game of your own" in scrawl("upgrade", "--game", "yacht", cwd=home).stderr
    assert "there is no game of your own here" in scrawl("upgrade", cwd=tmp_path).stderr
    assert scrawl("upgrade", cwd=home).returncode == 0
    assert "\nformat: 1\n" in (home / "cards/moon/game.yaml").read_text()
    assert scrawl("check", cwd=home).stdout == "moon: no faults\n"


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("{game: moon, format: 1}\n", 0, "moon: nothing to change"),
        ("{game: moon}\n", 1, "cards/moon/game.yaml:1:1: error C041 cannot change game.yaml as it is written"),
    ],
)
def test_a_manifest_in_braces_stays_as_it_is(home, scrawl, text, code, told):
    (home / "cards/moon/game.yaml").write_text(text)
    done = scrawl("upgrade", cwd=home)
    assert done.returncode == code
    assert told in done.stdout + done.stderr
    assert (home / "cards/moon/game.yaml").read_text() == text


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


def test_a_record_tells_its_format_and_a_later_one_is_refused(scrawl, tmp_path):
    assert (
        scrawl("simulate", "a", "--games", "1", "--workers", "1", "--bot", "random", "--record", "game.yaml").returncode
        == 0
    )
    record = tmp_path / "game.yaml"
    text = record.read_text(encoding="utf-8")
    assert text.startswith("format: 1\ngame: ")
    told = scrawl("replay", "game.yaml").stdout
    record.write_text(text.removeprefix("format: 1\n"), encoding="utf-8")
    assert scrawl("replay", "game.yaml").stdout == told
    assert scrawl("check", "game.yaml").returncode == 0
    record.write_text(text.replace("format: 1", "format: 9"), encoding="utf-8")
    for words in (("replay", "game.yaml"), ("check", "game.yaml"), ("print", "sheets", "--record", "game.yaml")):
        done = scrawl(*words)
        assert (done.returncode, "error C040 the record is of format 9" in done.stderr) == (1, True), words


KEPT = {  # kinds of files that users keep, each with how it is read
    "score.yaml": ("game: moon\nplayers: [{name: Ann, stars: 3}]\n", ("score", "score.yaml"), "the score file"),
    "pit.yaml": (
        f"format: 1\n{(ROOT / 'cards/paper-dungeons/dungeons/a.yaml').read_text(encoding='utf-8')}",
        ("dungeon", "check", "pit.yaml", "--game", "paper-dungeons", "--games", "2"),
        "the dungeon",
    ),
    "printers.yaml": ("format: 1\nprinters: []\n", ("calibrate", "--list", "--printers", "printers.yaml"), "the file of printers"),
}  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_every_kind_of_file_that_is_kept_has_a_format_and_a_later_one_is_refused(home, scrawl, name):
    text, words, what = KEPT[name]
    bare = text.removeprefix("format: 1\n")
    told = []
    for number, content in {
        1: f"format: 1\n{bare}",
        7: f"format: 7\n{bare}nobody: knows\n",
        "two": f"format: two\n{bare}",
    }.items():
        (home / name).write_text(content, encoding="utf-8")
        done = scrawl(*words, cwd=home)
        assert done.returncode == (0 if number == 1 else 1), done.stderr
        told.append(done.stderr)
    assert f"{name}:1:9: error C040 {what} is of format 7" in told[1]
    assert len([line for line in told[1].splitlines() if " error " in line]) == 1
    assert "C040 the format of " in told[2]
    (home / name).write_text(bare, encoding="utf-8")
    assert scrawl(*words, cwd=home).returncode == 0


@pytest.mark.parametrize(("lang", "said"), [("pl", "plik z wynikiem ma format 7"), ("cs", "má formát 7")])
def test_a_later_score_file_is_told_in_the_language_of_its_player(scrawl, tmp_path, lang, said):
    (tmp_path / "score.yaml").write_text("format: 7\ngame: yacht\nplayers: [{}]\n")
    assert said in scrawl("score", "score.yaml", "--lang", lang).stderr


def test_a_draft_of_a_later_version_is_told_and_left_alone(home, scrawl):
    folder = home / "games.db.drafts"
    folder.mkdir()
    left = folder / "20260101-120000-1-1.json"
    left.write_text(
        json.dumps(
            {
                "format": 2,
                "kept": "2026-01-01T12:00",
                "finished": False,
                "answers": 1,
                "session": {"game": "moon", "players": []},
            }
        )
    )
    before = left.read_text()
    done = scrawl("score", "--db", "games.db", stdin="1\nAnn\n", cwd=home)
    assert f"a game was left in {left.name} by a later version of Scrawlpress" in done.stdout, done.stdout + done.stderr
    assert left.read_text() == before
    (own,) = [path for path in folder.glob("*.json") if path != left]
    assert json.loads(own.read_text())["format"] == 1


def test_a_checkpoint_of_a_later_format_is_told(scrawl, tmp_path):
    (tmp_path / "runs").write_text("scrawl simulate --checkpoint 2 abc\n{}\n")
    done = scrawl("simulate", "--games", "1", "--workers", "1", "--checkpoint", "runs")
    assert (done.returncode, "R016 runs is of format 2, this version" in done.stderr) == (1, True), done.stderr


def test_a_number_beyond_all_is_a_fault_with_its_place():
    with pytest.raises(InvalidInput) as wrong:
        format_versions.format_of(parse_yaml("a: 1\nformat: 99999999999\n", "x.yaml"), 1, "x.yaml")
    assert wrong.value.diagnostics[0].place == ("x.yaml", 2, 9)
