"""The ledger: nothing is lost, nothing is half kept, and trouble is told."""

import json
import os
import random
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from generator.ledger.store import MIGRATIONS, open_ledger
from generator.scoring.score import GameScore, Line, PlayerScore
from generator.scoring.tally import GameRecord, Tally
from tests.conftest import ROOT, often

SAVER = """
import os, signal, sqlite3, sys
from pathlib import Path
import generator.ledger.store as store
from generator.scoring.score import GameScore, Line, PlayerScore
from generator.scoring.tally import GameRecord, Tally

path, stop, name = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
count = 0
def trace(_statement):
    global count
    count += 1
    if count == stop:
        os.kill(os.getpid(), signal.SIGKILL)
connect = sqlite3.connect
def traced(*words, **options):
    connection = connect(*words, **options)
    connection.set_trace_callback(trace)
    return connection
sqlite3.connect = traced
score = GameScore("paper-dungeons", (PlayerScore(name, (Line("A", 7, ()),), 7, 1, 3),), (name,))
with store.open_ledger(path) as ledger:
    ledger.add(GameRecord("paper-dungeons", False, (), (Tally(name, {}),)), score)
print("saved", count)
"""


def score(*totals):
    players = tuple(PlayerScore(f"P{at}", (Line("A", total, ()),), total, 1, 9) for at, total in enumerate(totals))
    return GameScore("paper-dungeons", players, ("P0",))


def record(dungeon=""):
    return GameRecord("paper-dungeons", False, (), (Tally("P0", {}),), dungeon)


def save(path, stop, name):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", SAVER, path, str(stop), name], capture_output=True, text=True, env=environment, check=False)


def test_a_killed_save_leaves_the_ledger_whole(tmp_path):
    """Kill 200 saves between two random statements: all finished games are there, and no half game."""
    path = tmp_path / "ledger.sqlite3"
    first = save(path, 0, "first")
    statements = int(first.stdout.split()[1]) + 1
    chance = random.Random(3)
    stops = [chance.randint(1, statements) for _ in range(often(40, 200))]
    with ThreadPoolExecutor(2) as pool:
        finished = [
            name
            for name, done in zip(
                (f"g{at}" for at in range(len(stops))), pool.map(lambda job: save(path, job[1], f"g{job[0]}"), enumerate(stops)), strict=True
            )
            if done.returncode == 0
        ]
    with open_ledger(path) as ledger:
        games = ledger.games()
    names = [game.result["players"][0]["name"] for game in games]
    assert set(finished) <= set(names)
    assert len(names) == len(set(names))
    assert all(game.result["winners"] and game.record["game"] == "paper-dungeons" for game in games)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_two_processes_saving_at_once_lose_nothing(tmp_path):
    path = tmp_path / "ledger.sqlite3"
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda at: save(path, 0, f"g{at}"), range(24)))
    assert [each.returncode for each in done] == [0] * 24
    with open_ledger(path) as ledger:
        assert len(ledger.games()) == 24


def test_a_deleted_game_can_be_brought_back(tmp_path):
    with open_ledger(tmp_path / "l.db") as ledger:
        number = ledger.add(record(), score(5))
        assert ledger.mark(number, deleted=True)
        assert ledger.games() == []
        assert ledger.mark(number, deleted=False)
        assert [game.id for game in ledger.games()] == [number]
        assert not ledger.mark(99, deleted=True)


def test_a_ledger_of_the_first_schema_is_migrated_and_keeps_its_games(tmp_path):
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    MIGRATIONS[0](connection)
    row = ("2026-01-01", "paper-dungeons", 0, json.dumps({"game": "paper-dungeons"}), json.dumps(score(9).as_record()))
    connection.execute("INSERT INTO games (played, game, solo, record, result) VALUES (?, ?, ?, ?, ?)", row)
    connection.execute("PRAGMA user_version=1")
    connection.commit()
    connection.close()
    with open_ledger(path) as ledger:
        assert [(game.best, game.dungeon, game.deleted) for game in ledger.games()] == [(9, "", False)]


def test_a_newer_ledger_is_refused(scrawl, tmp_path):
    path = tmp_path / "new.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    done = scrawl("history", "list", "--db", path)
    assert done.returncode == 1
    assert "newer version" in done.stderr


@pytest.mark.parametrize("place", ["/dev/full/ledger.db", "/proc/ledger.db", "/dev/full"])
def test_a_place_that_cannot_be_written_gives_a_message(place, scrawl):
    done = scrawl("history", "list", "--db", place)
    assert done.returncode == 1
    assert "cannot use the ledger" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_ledger_is_left_alone(scrawl, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("my notes " * 200)
    done = scrawl("history", "list", "--db", path)
    assert done.returncode == 1
    assert path.read_text() == "my notes " * 200


def test_a_full_disk_loses_no_saved_game(tmp_path):
    """A limit on the file size stands for a full disk: the save fails with a message, what was saved stays."""
    path = tmp_path / "l.db"
    assert save(path, 0, "kept").returncode == 0
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\nimport signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", limited + SAVER, path, "0", "x" * 20000], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode != 0
    assert "CannotWrite" in done.stderr
    with open_ledger(path) as ledger:
        assert [game.result["players"][0]["name"] for game in ledger.games()] == ["kept"]


def test_a_campaign_carries_totals_and_exports_hold_every_player(scrawl, tmp_path):
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger:
        ledger.add(record("a"), score(40, 55))
        ledger.add(record("b"), score(60, 30))
    text = scrawl("campaign", "--db", path, "--lang", "en").stdout
    assert "Heroes of the Town  (2/3)" in text
    assert "* P0                40   60    –  = 100" in text
    rows = scrawl("export", "csv", "--db", path).stdout.splitlines()
    assert len(rows) == 5
    plays = json.loads(scrawl("export", "bgstats", "--db", path).stdout)["plays"]
    assert plays[0]["playerScores"][0] == {"playerRefId": 1, "score": 40, "rank": 1, "winner": True, "newPlayer": False, "startPlayer": False}
    for suffix, magic in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
        target = tmp_path / f"totals{suffix}"
        assert scrawl("history", "plot", "--db", path, "-o", target).returncode == 0
        assert target.read_bytes().startswith(magic)
