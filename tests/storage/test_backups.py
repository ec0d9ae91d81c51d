"""A backup contains all files of a user. Restoring writes them only if no other file is in their place."""

import io
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from generator.storage.backups import MARK, UserDataPaths
from tests.conftest import ROOT, often
from tests.fuzz import damaged, surroundings
from tests.tables import table, write_files

GAME = "game: yacht\nplayers: [{name: Ada, ones: 3, sixes: 18}]\n"


@pytest.fixture
def club(scrawl, tmp_path):
    """A folder with a user's game, a history of one game with a table and an unfinished game, and a printer."""
    home = write_files(tmp_path / "club", {"icons/owl.svg": "<svg/>", ".git/x": "", "one.yaml": GAME})
    assert scrawl("new", "game", "moon-farm", cwd=home).returncode == 0
    assert scrawl("score", "one.yaml", "--save", "--db", "games.db", cwd=home).returncode == 0
    files_beside = {
        f"games.db.{name}": f"{name}\n" for name in ("tables/abc.jsonl", "tables/port", "unfinished/d.jsonl")
    }
    return write_files(home, {**files_beside, "mine.yaml": "format: 1\nprinters: []\n"})


def files_in(home, *kinds):
    return {
        path.relative_to(home): path.read_bytes()
        for kind in kinds
        for path in (home / kind).rglob("*")
        if path.is_file()
    }


def games_of(db):
    with sqlite3.connect(db) as connection:
        return connection.execute("SELECT record, result FROM games").fetchall()


PLACES = ("--db", "games.db", "--printers", "mine.yaml")


def test_all_of_it_comes_back_on_another_machine(scrawl, club, tmp_path):
    result = scrawl("backup", "all.zip", *PLACES, cwd=club)
    assert result.returncode == 0, result.stderr
    other = tmp_path / "other"
    other.mkdir()
    result = scrawl("restore", club / "all.zip", *PLACES, cwd=other)
    assert result.returncode == 0, result.stderr
    assert files_in(other, "cards", "layouts", "icons") == files_in(club, "cards", "layouts", "icons")
    assert games_of(other / "games.db") == games_of(club / "games.db") != []
    assert [path.name for path in (other / "games.db.tables").iterdir()] == ["abc.jsonl"]
    assert (other / "games.db.unfinished" / "d.jsonl").exists()
    assert (other / "mine.yaml").read_bytes() == (club / "mine.yaml").read_bytes()
    assert scrawl("history", "list", "--db", "games.db", cwd=other).returncode == 0
    again = scrawl("restore", club / "all.zip", *PLACES, cwd=other)
    assert again.returncode == 0, again.stderr
    assert again.stdout == f"0 files written, {len(zipfile.ZipFile(club / 'all.zip').namelist())} there already\n"


@pytest.mark.parametrize("mine", ["<svg>mine</svg>", "<svg/> more", "<sv", "<svg?>", ""])
def test_nothing_is_written_where_one_file_differs(mine, scrawl, club, tmp_path):
    assert scrawl("backup", "all.zip", *PLACES, cwd=club).returncode == 0
    other = write_files(tmp_path / "other", {"icons/owl.svg": mine})
    result = scrawl("restore", club / "all.zip", *PLACES, cwd=other)
    assert result.returncode == 1
    assert "owl.svg is there already and differs" in result.stderr
    assert [path.name for path in other.rglob("*") if path.is_file()] == ["owl.svg"]


def test_the_same_twice_is_the_same_file_and_another_file_is_not_written_over(scrawl, club):
    assert scrawl("backup", "one.zip", *PLACES, cwd=club).returncode == 0
    assert scrawl("backup", "two.zip", *PLACES, cwd=club).returncode == 0
    assert (club / "one.zip").read_bytes() == (club / "two.zip").read_bytes()
    assert scrawl("backup", "one.yaml", *PLACES, cwd=club).returncode == 1
    assert (club / "one.yaml").read_text(encoding="utf-8") == GAME


def archive(*files, comment=f"{MARK} 1", packed=zipfile.ZIP_DEFLATED):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", packed) as file:
        file.comment = comment.encode()
        for name, text in files:
            file.writestr(name, text)
    return content.getvalue()


def _size(number):
    return number.to_bytes(4, "little")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "C043 this is not a backup"),
        (b"no zip at all", "C043 this is not a backup"),
        (archive(("ledger.sqlite3", "x"))[:-40], "C043 this is not a backup"),
        (archive(("ledger.sqlite3", "x"))[40:], "C043 this backup cannot be read"),
        (archive(("unfinished/a.jsonl", "x")).replace(b"PK\1\2", b"PK\1\3"), "C043 this backup cannot be read"),
        (archive(("home/cards/a.yaml", "x"), ("home/cards/a.yaml/b.yaml", "x")), "C043 a file is where the folder"),
        (archive(("home/cards/a.yaml", "x"), ("home/cards/./a.yaml", "y")), "or twice"),
        (archive(("home/cards/\x1b[31m.yaml", "x")), "C043 no backup of ours holds"),
        (archive(("tables/inner/a.jsonl", "x")), "C043 no backup of ours holds"),
        (archive(("unfinished/a.jsonl", "x"), packed=zipfile.ZIP_LZMA), "C043 no backup of ours holds"),
        (
            archive(("unfinished/a.jsonl", b"0" * 9999)).replace(_size(9999), _size(2**31)),
            "holds more than any of ours",
        ),
        (
            archive(("unfinished/a.jsonl", b"0" * 9999)).replace(_size(9999), _size(99)),
            "C043 this backup cannot be read",
        ),
        (archive(("unfinished/a.jsonl", bytes(15_000_000))), "C043 its 14,7"),
        *(
            (
                archive(("home/cards/a.csv", "x"), (f"home/{name}", "x")),
                f"C043 'home/{name}' is a device on Windows, or differs",
            )
            for name in ("cards/A.csv", "cards/con/a.csv", "icons/Aux.svg", "icons/lpt1 .x.svg")
        ),
        (archive(("home/icons/\xe9.svg", "x"), ("home/icons/e\u0301.svg", "x")), "is a device on Windows, or differs"),
        (archive(comment="another program"), "C043 this is not a backup"),
        (archive(comment=f"{MARK} 2"), "C040 it was written by a later version"),
        (archive(("home/cards/../../.bashrc", "x")), "C043 no backup of ours holds"),
        (archive(("home/.git/config", "x")), "C043 no backup of ours holds"),
        (archive(("/etc/passwd", "x")), "C043 no backup of ours holds"),
        (archive(("tables/../x", "x")), "C043 no backup of ours holds"),
        (archive(("ledger.sqlite3", "x")), "the ledger in this backup cannot be used"),
        (archive(("home/cards/a/game.yaml", "game: a\n"), ("ledger.sqlite3", "x")), "cannot be used"),
    ],
)
def test_a_file_that_is_no_backup_of_ours_writes_nothing(scrawl, tmp_path, content, message):
    (tmp_path / "b.zip").write_bytes(content)
    result = scrawl("restore", "b.zip", "--db", "games.db")
    assert result.returncode == 1, result.stdout
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["b.zip"]


@table("name, place")
def test_a_name_in_a_backup_has_its_place_or_none(name, place, tmp_path):
    places = UserDataPaths(tmp_path / "l.db", tmp_path / "d", tmp_path / "p.yaml", tmp_path / "h")
    if place == "refused":
        with pytest.raises(ValueError, match=re.escape(name) or "^$"):
            places.of(name)
    else:
        assert places.of(name) == (tmp_path / place if place else None)


@table("at, width, number, message")
def test_a_backup_is_as_large_as_one_of_ours_at_most(at, width, number, message, scrawl, tmp_path):
    content = archive(("unfinished/a.jsonl", "x"))
    at += content.rindex(b"PK\5\6")
    (tmp_path / "b.zip").write_bytes(content[:at] + number.to_bytes(width, "little") + content[at + width :])
    result = scrawl("restore", "b.zip", "--db", "games.db")
    assert (result.returncode, (message or "") in result.stderr) == (int(message is not None), True), result.stderr
    assert (tmp_path / "games.db.unfinished" / "a.jsonl").exists() == (message is None)


def test_only_files_in_the_folder_are_packed_and_the_others_are_named(scrawl, club, tmp_path):
    (tmp_path / "secret.yaml").write_text("s3cret", encoding="utf-8")
    (club / ".env.yaml").write_text("s3cret", encoding="utf-8")
    for link, to in (("cards/moon-farm/notes.yaml", tmp_path / "secret.yaml"), ("cards/a.yaml", club / ".env.yaml")):
        (club / link).symlink_to(to)
    (club / "games.db.tables" / "own.jsonl").symlink_to(tmp_path / "secret.yaml")
    (club / "icons" / "bird.svg").symlink_to("owl.svg")
    (club / "cards" / "moon-farm" / "draw.py").write_text("s3cret", encoding="utf-8")
    result = scrawl("backup", "all.zip", *PLACES, cwd=club)
    assert result.returncode == 0, result.stderr
    left_out = [line.rpartition("/")[2] for line in result.stderr.splitlines() if line.startswith("left out")]
    assert left_out == ["a.yaml", "draw.py", "notes.yaml"]
    with zipfile.ZipFile(club / "all.zip") as backup:
        assert backup.read("home/icons/bird.svg") == b"<svg/>"
        assert not any(b"s3cret" in backup.read(name) for name in backup.namelist())


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("icons/Owl.svg", b"", "home/icons/owl.svg is a device on Windows, or differs"),
        ("icons/nul.svg", b"", "home/icons/nul.svg is a device on Windows, or differs"),
        ("icons/a.bmp", bytes(15_000_000), "too empty for a backup"),
    ],
)
def test_a_backup_that_could_not_be_restored_is_not_written(name, content, message, scrawl, club):
    (club / name).write_bytes(content)
    result = scrawl("backup", "all.zip", *PLACES, cwd=club)
    assert (result.returncode, message in result.stderr, (club / "all.zip").exists()) == (1, True, False), result.stderr


def test_files_that_no_game_needs_are_left_out_by_their_names(scrawl, tmp_path):
    names = [
        "home/cards/a/game.yaml",
        "home/cards/a/run.py",
        "home/icons/.hidden/x.svg",
        "tables/a.jsonl",
        "tables/port",
    ]
    (tmp_path / "b.zip").write_bytes(archive(*((name, "x") for name in names)))
    result = scrawl("restore", "b.zip", "--db", "games.db")
    assert result.returncode == 0, result.stderr
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {"b.zip", "cards/a/game.yaml", "games.db.tables/a.jsonl"}
    assert [line.rpartition(": ")[2] for line in result.stderr.splitlines()] == [names[1], names[2], names[4]]


@pytest.mark.parametrize(
    "there",
    [
        lambda home: (home / "cards").symlink_to(home.parent),  # the folder of games is a link out of the home
        lambda home: (home / "cards").write_text("mine"),  # a file in the place of a folder
        lambda home: (home / "icons").symlink_to(home / "gone"),
        lambda home: (home / "games.db.tables").write_text("mine"),
        lambda home: ((home / "icons").mkdir(), (home / "icons" / "b.svg").symlink_to(home / "gone")),
    ],
)
def test_all_is_written_or_nothing_is(scrawl, tmp_path, there):
    home = tmp_path / "home"
    home.mkdir()
    there(home)
    before = {path: path.lstat() for path in tmp_path.rglob("*")}
    names = ("home/layouts/a/b.yaml", "home/icons/b.svg", "home/cards/c.yaml", "tables/d.jsonl")
    (tmp_path / "b.zip").write_bytes(archive(*((name, "x") for name in names)))
    result = scrawl("restore", "../b.zip", *PLACES, cwd=home)
    assert result.returncode == 1
    assert result.stderr.startswith("Error: ")
    (tmp_path / "b.zip").unlink()
    assert {path for path in tmp_path.rglob("*")} == set(before)


MEASURED = """\
import atexit, re
atexit.register(lambda: print(re.search("VmHWM: *(.*) kB", open("/proc/self/status").read().replace("\\t", ""))[1]))
from generator.main import main
main()
"""


def peak_of(folder, *words):
    """Return the exit code of a command, its messages on stderr, and the most bytes of memory that it used."""
    env = {**surroundings(folder), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", MEASURED, *words]
    result = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=60)
    return result.returncode, result.stderr, int(result.stdout.split()[-1]) * 1024


MEMORY = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells no memory")


@MEMORY
@pytest.mark.parametrize("stated_size", [99, 2**31])
def test_what_unpacks_to_much_is_refused_in_little_memory(tmp_path, stated_size):
    size = often(150_000_000, 2_000_000_000)
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as backup:
        backup.comment = f"{MARK} 1".encode()
        with backup.open("unfinished/a.jsonl", "w") as file:
            for _ in range(size // 1_000_000):
                file.write(bytes(1_000_000))
    content = (tmp_path / "b.zip").read_bytes()
    (tmp_path / "b.zip").write_bytes(content.replace(_size(size), _size(stated_size)))
    code, messages, peak = peak_of(tmp_path, "restore", "b.zip", "--db", "games.db")
    assert (code, "error C043" in messages, "Traceback" in messages) == (1, True, False), messages
    assert peak < 100_000_000
    assert [path.name for path in tmp_path.rglob("*")] == ["b.zip"]


@MEMORY
def test_what_never_ends_or_is_huge_is_refused_at_once(tmp_path):
    with (tmp_path / "sparse.zip").open("wb") as file:
        file.truncate(20_000_000_000)
    content = archive(("unfinished/a.jsonl", "x"))
    with (tmp_path / "marked.zip").open("wb") as file:
        file.seek(20_000_000_000)
        file.write(content)
    # a list of files of a GB
    end = content.rindex(b"PK\5\6")
    with (tmp_path / "listed.zip").open("wb") as file:
        file.seek(900_000_000)
        file.write(content[end : end + 12] + _size(900_000_000) + _size(0) + content[end + 20 :])
    for name in ("/dev/zero", "sparse.zip", "marked.zip", "listed.zip"):
        code, messages, peak = peak_of(tmp_path, "restore", name, "--db", "games.db")
        assert (code, "error C043" in messages) == (1, True), (name, messages)
        assert peak < 100_000_000, name


def test_a_file_without_a_name_is_an_error(scrawl, club, tmp_path):
    assert scrawl("backup", "all.zip", *PLACES, cwd=club).returncode == 0
    content = (club / "all.zip").read_bytes()
    assert content.count(b"printers.yaml") == 2
    (tmp_path / "b.zip").write_bytes(content.replace(b"printers.yaml", b"\0rinters.yaml"))
    result = scrawl("restore", "b.zip", *PLACES, cwd=tmp_path)
    assert (result.returncode, "error C043" in result.stderr) == (1, True), result.stderr


def test_a_damaged_backup_is_reported(scrawl, club, tmp_path):
    assert scrawl("backup", "all.zip", *PLACES, cwd=club).returncode == 0
    content, chance = (club / "all.zip").read_bytes(), random.Random(7)
    for number in range(often(30, 2000)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "b.zip").write_bytes(damaged(content, chance))
        result = scrawl("restore", "b.zip", *PLACES, cwd=folder)
        assert result.returncode in (0, 1)
        assert "Traceback" not in result.stderr
        assert result.returncode == 0 or [path.name for path in folder.rglob("*")] == ["b.zip"], result.stderr
