"""A backup holds all that is one's own, and brings it back only where nothing else lies."""

import io
import sqlite3
import zipfile

import pytest

from generator.storage.backups import MARK

GAME = "game: yacht\nplayers: [{name: Ada, ones: 3, sixes: 18}]\n"


@pytest.fixture
def club(scrawl, tmp_path):
    """A folder with a game of one's own, a ledger with a game played, a table and a draft beside it, and a printer."""
    home = tmp_path / "club"
    home.mkdir()
    assert scrawl("new", "game", "moon-farm", cwd=home).returncode == 0
    (home / "icons").mkdir()
    (home / "icons" / "owl.svg").write_text("<svg/>", encoding="utf-8")
    (home / ".git").mkdir()
    (home / "one.yaml").write_text(GAME, encoding="utf-8")
    assert scrawl("score", "one.yaml", "--save", "--db", "games.db", cwd=home).returncode == 0
    for folder, name in (("games.db.tables", "abc.jsonl"), ("games.db.tables", "port"), ("games.db.drafts", "d.json")):
        (home / folder).mkdir(exist_ok=True)
        (home / folder / name).write_text(f"{name}\n", encoding="utf-8")
    (home / "mine.yaml").write_text("format: 1\nprinters: []\n", encoding="utf-8")
    return home


def kept(home, *kinds):
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
    done = scrawl("backup", "all.zip", *PLACES, cwd=club)
    assert done.returncode == 0, done.stderr
    other = tmp_path / "other"
    other.mkdir()
    done = scrawl("restore", club / "all.zip", *PLACES, cwd=other)
    assert done.returncode == 0, done.stderr
    assert kept(other, "cards", "layouts", "icons") == kept(club, "cards", "layouts", "icons")
    assert games_of(other / "games.db") == games_of(club / "games.db") != []
    assert [path.name for path in (other / "games.db.tables").iterdir()] == ["abc.jsonl"]
    assert (other / "games.db.drafts" / "d.json").exists()
    assert (other / "mine.yaml").read_bytes() == (club / "mine.yaml").read_bytes()
    assert scrawl("history", "list", "--db", "games.db", cwd=other).returncode == 0
    again = scrawl("restore", club / "all.zip", *PLACES, cwd=other)
    assert again.returncode == 0, again.stderr
    assert "0 files written" in again.stdout


def test_nothing_is_written_where_one_file_differs(scrawl, club, tmp_path):
    assert scrawl("backup", "all.zip", *PLACES, cwd=club).returncode == 0
    other = tmp_path / "other"
    (other / "icons").mkdir(parents=True)
    (other / "icons" / "owl.svg").write_text("<svg>mine</svg>", encoding="utf-8")
    done = scrawl("restore", club / "all.zip", *PLACES, cwd=other)
    assert done.returncode == 1
    assert "owl.svg is there already and differs" in done.stderr
    assert [path.name for path in other.rglob("*") if path.is_file()] == ["owl.svg"]


def test_the_same_twice_is_the_same_file_and_another_file_is_not_written_over(scrawl, club):
    assert scrawl("backup", "one.zip", *PLACES, cwd=club).returncode == 0
    assert scrawl("backup", "two.zip", *PLACES, cwd=club).returncode == 0
    assert (club / "one.zip").read_bytes() == (club / "two.zip").read_bytes()
    assert scrawl("backup", "one.yaml", *PLACES, cwd=club).returncode == 1
    assert (club / "one.yaml").read_text(encoding="utf-8") == GAME


def archive(*files, comment=f"{MARK} 1"):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as made:
        made.comment = comment.encode()
        for name, text in files:
            made.writestr(name, text)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "C043 this backup cannot be read"),
        (b"no zip at all", "C043 this backup cannot be read"),
        (archive(("ledger.sqlite3", "x"))[:-40], "C043 this backup cannot be read"),
        (archive(comment="another program"), "C043 this is no backup"),
        (archive(comment=f"{MARK} 2"), "C040 it was written by a later version"),
        (archive(("home/cards/../../.bashrc", "x")), "C043 no backup of ours holds"),
        (archive(("home/.git/config", "x")), "C043 no backup of ours holds"),
        (archive(("/etc/passwd", "x")), "C043 no backup of ours holds"),
        (archive(("tables/../x", "x")), "C043 no backup of ours holds"),
        (archive(("ledger.sqlite3", "x")), "the ledger in this backup cannot be used"),
        (archive(("home/cards/a/game.yaml", "game: a\n"), ("ledger.sqlite3", "x")), "cannot be used"),
    ],
)
def test_what_is_no_backup_or_a_strangers_writes_nothing(scrawl, tmp_path, content, told):
    (tmp_path / "b.zip").write_bytes(content)
    done = scrawl("restore", "b.zip", "--db", "games.db")
    assert done.returncode == 1, done.stdout
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["b.zip"]


def test_a_backup_of_nothing_is_one_too(scrawl, tmp_path):
    done = scrawl("backup", "b.zip", "--db", "none.db", "--printers", "none.yaml")
    assert done.returncode == 0, done.stderr
    assert scrawl("restore", "b.zip", "--db", "none.db", "--printers", "none.yaml").returncode == 0
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["b.zip"]
