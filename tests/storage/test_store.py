"""Test the ledger: it loses nothing, saves games completely or not at all, and reports trouble."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Timer
from types import SimpleNamespace
from weakref import WeakValueDictionary

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from generator.check.checking import campaign_faults
from generator.diagnostics import CannotWrite
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.storage.campaign import colours_at_table, games_with, known_players, numbers_in, numbers_of
from generator.storage.listings import games_bgstats, games_csv, games_json
from generator.storage.store import (
    MOST_ID,
    SCHEMA,
    SavedGames,
    back_up,
    open_ledger,
    read_game,
    same_saved,
    write_ahead,
)
from generator.storage.store import (
    TABLES as LEDGER_TABLES,
)
from tests.conftest import ROOT, files_of_at_most, often
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

SAVER = TABLES["saver"]


def alter_database(path, *statements):
    """Change a file with SQLite, as another program or version does."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def score(*totals, names=None):
    names = names or [f"P{at}" for at in range(len(totals))]
    players = [
        {"name": name, "lines": {"A": total}, "total": total, "rank": 1, "rooms": 9}
        for name, total in zip(names, totals, strict=True)
    ]
    return {"game": "paper-dungeons", "players": players, "winners": names[:1]}


def record(dungeon=""):
    return {"game": "paper-dungeons", "dungeon": dungeon, "players": [{"name": "P0"}]}


def save(path, stop, name):
    return run_script(SAVER, path, str(stop), name)


def run_script(*words):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", *words], capture_output=True, text=True, env=environment, check=False)


def test_a_killed_save_leaves_the_ledger_whole(tmp_path):
    """Kill many saves between random statements: the file has all finished games, and no half game."""
    path = tmp_path / "ledger.sqlite3"
    first = save(path, 0, "first")
    statements = int(first.stdout.split()[1]) + 1
    chance = random.Random(3)
    stops = [chance.randint(1, statements) for _ in range(often(20, 200))]
    with ThreadPoolExecutor(2) as pool:
        saves = list(pool.map(lambda job: save(path, job[1], f"g{job[0]}"), enumerate(stops)))
    finished = [f"g{at}" for at, result in enumerate(saves) if result.returncode == 0]
    games = list(SavedGames(path))
    names = [game.result["players"][0]["name"] for game in games]
    assert set(finished) <= set(names)
    assert len(names) == len(set(names))
    assert all(game.result["winners"] and json.loads(game.record)["game"] == "paper-dungeons" for game in games)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_two_processes_saving_at_once_lose_nothing(tmp_path):
    count = often(8, 24)
    path = tmp_path / "ledger.sqlite3"
    with ThreadPoolExecutor(4) as pool:
        result = list(pool.map(lambda at: save(path, 0, f"g{at}"), range(count)))
    assert [each.returncode for each in result] == [0] * count
    assert len(list(SavedGames(path))) == count


def test_those_who_open_a_new_ledger_at_once_all_get_it_and_leave_nothing_beside_it(tmp_path):
    """No process sees half-made tables, or takes the file for another program's."""
    openers = 6
    barrier = Barrier(openers)

    def open_at_once(path):
        barrier.wait()
        with open_ledger(path):
            return True

    with ThreadPoolExecutor(openers) as pool:
        for at in range(often(12, 400)):
            path = tmp_path / f"{at}" / "ledger.sqlite3"
            assert all(pool.map(open_at_once, [path] * openers))


@pytest.mark.parametrize("version", range(SCHEMA))
def test_a_ledger_of_an_older_version_is_rejected_with_the_cure_and_stays_as_it_is(tmp_path, version):
    path = tmp_path / "old.db"
    alter_database(path, *LEDGER_TABLES, f"PRAGMA user_version={version}")
    before = path.read_bytes()
    for use in (lambda path: list(SavedGames(path)), lambda path: open_ledger(path).__enter__()):
        with pytest.raises(CannotWrite, match=rf"older version \(schema {version}\): export it as JSON"):
            use(path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"old.db": before}


def add_in_few_pages(path, game_record):
    with open_ledger(path) as ledger:
        ledger.connection.execute("PRAGMA max_page_count=1")
        ledger.add(game_record, score(2))


def test_a_disk_that_is_full_at_any_step_is_reported_and_loses_no_saved_game(tmp_path):
    """The system allows no larger file, and SQLite no more pages, as on a full disk."""
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger:
        ledger.add(record("first"), score(1))
    full = f"cannot use the ledger {path}: the disk is full"
    with pytest.raises(CannotWrite, match=full), files_of_at_most(path.stat().st_size), open_ledger(path):
        pass
    with pytest.raises(CannotWrite, match=full):
        add_in_few_pages(path, {**record("second"), "notes": "x" * 20_000})
    with pytest.raises(CannotWrite, match=rf"cannot write {tmp_path}/copy\.db"), files_of_at_most(9000):
        back_up(path, tmp_path / "copy.db")
    assert [game.dungeon for game in list(SavedGames(path))] == ["first"]
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".db"] == ["l.db"]


def test_totals_are_drawn_as_a_picture_and_as_a_page(scrawl, tmp_path):
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger:
        ledger.add(record("a"), score(40, 55))
        ledger.add(record("b"), score(60, 30))
    for suffix, magic in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
        target = tmp_path / f"totals{suffix}"
        assert scrawl("history", "plot", "--db", path, "-o", target).returncode == 0
        assert target.read_bytes().startswith(magic)


@pytest.fixture(scope="module")
def evenings(tmp_path_factory):
    """A ledger of some evenings: two groups, a solo player, a deleted game, names that look like formulas."""
    path = tmp_path_factory.mktemp("evenings") / "l.db"
    with open_ledger(path) as ledger:
        for day, (dungeon, totals) in enumerate(TABLES["evenings"], 1):
            result = score(*totals.values(), names=list(totals))
            for player in result["players"]:
                player["rank"] = 1 + sum(total > player["total"] for total in totals.values())
                player |= {"rooms": player["total"] if player["total"] > 2 else None, "title": "hero"}
                player["lines"] |= {"B": day} if day > 5 else {}
            result["winners"] = [player["name"] for player in result["players"] if player["rank"] == 1]
            game_record = {**record(dungeon), "date": f"2026-03-0{day}T18:30:00+01:00"}
            ledger.add(game_record, result, solo=len(totals) == 1)
        assert ledger.mark(7, deleted=True)
    return path


@table("words, expected")
def test_what_is_kept_is_reported_word_by_word(words, expected, scrawl, evenings):
    footer = f"\n{evenings}\n" if "list" in words and "json" not in words else ""
    assert scrawl(*words.split(), "--db", evenings).stdout == expected + footer


def test_what_is_kept_is_exported_as_plays_and_as_it_was_entered(scrawl, evenings):
    output = json.loads(scrawl("export", "bgstats", "--db", evenings).stdout)
    assert {**output, "plays": {**output["plays"][5], "uuid": ""}} == TABLES["bgstats"]
    whole = json.loads(scrawl("export", "json", "--db", evenings).stdout)
    assert [(game["id"], game["record"]["dungeon"], game["result"]["winners"]) for game in whole] == [
        (game.id, game.dungeon, game.result["winners"]) for game in list(SavedGames(evenings))
    ]


def test_a_play_for_bg_stats_has_an_id_of_its_own_that_it_keeps(scrawl, tmp_path):
    def ids(name):
        return [each["uuid"] for each in json.loads(scrawl("export", "bgstats", "--db", name).stdout)["plays"]]

    game_record = {**record("a"), "date": "2026-03-01"}
    for name in ("ours.db", "theirs.db"):
        with open_ledger(tmp_path / name) as ledger:
            for _ in range(2):
                ledger.add(game_record, score(5))
    ours = ids("ours.db")
    assert len({*ours, *ids("theirs.db")}) == 4
    assert scrawl("backup", "all.zip", "--db", "ours.db").returncode == 0
    assert scrawl("restore", "all.zip", "--db", "again.db", "--home", tmp_path).returncode == 0
    with open_ledger(tmp_path / "again.db") as ledger:
        assert ledger.correct(read_game(tmp_path / "again.db", 1), {**game_record, "notes": "x"}, score(5), solo=True)
    assert ids("again.db") == ids("ours.db") == ours


@table("seats, known, worn, found")
def test_players_wear_their_colours(seats, known, worn, found):
    assert colours_at_table(seats, known, worn) == found


def test_players_are_known_by_their_names_whatever_their_case(evenings):
    games = list(SavedGames(evenings))
    assert list(known_players(games)) == ["ada", "bo", "cy", "=sum", "žofie", "eve", "di"]
    assert known_players(games)["ada"] == ("Ada", ("paper-dungeons",), 5)
    assert numbers_in(evenings) == {"ada": 0, "bo": 1, "cy": 2, "=sum": 3, "žofie": 4, "eve": 5, "di": 6}
    assert list(numbers_of("abcdefghij").values()) == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]
    assert [game.id for game in games_with(games, player="ADA", dungeon="a")] == [1]
    assert len(list(games_with(games))) == 7


def test_players_keep_their_colours_though_games_of_others_are_deleted(evenings, tmp_path):
    path = tmp_path / "l.db"
    path.write_bytes(evenings.read_bytes())
    before = numbers_in(path)
    with open_ledger(path) as ledger:
        assert all(ledger.mark(number, deleted=True) for number in range(1, 7))
    assert numbers_in(path) == before


def test_a_ledger_gives_what_was_saved_and_nothing_else(evenings):
    game = read_game(evenings, 3)
    assert (game.played, game.game, game.solo) == ("2026-03-03T18:30:00+01:00", "paper-dungeons", True)
    assert (game.dungeon, game.best, game.deleted) == ("a", 1041, False)
    assert game.players == [
        {"name": "Cy", "lines": {"A": 1041}, "total": 1041, "rank": 1, "rooms": 1041, "title": "hero"}
    ]
    assert (read_game(evenings, 1).solo, read_game(evenings, 7).deleted) == (False, True)
    assert [read_game(evenings, number) for number in (-1, 0, 9, MOST_ID, MOST_ID + 1)] == [None] * 5
    assert [game.id for game in list(SavedGames(evenings, deleted=None))] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert list(SavedGames(evenings, game="yacht")) == []
    content = json.loads(game.record)
    assert [number_of(evenings, each) for each in (content, record("a"))] == [3, None]
    with open_ledger(evenings) as ledger:
        assert [ledger.mark(number, deleted=True) for number in (0, -7, MOST_ID + 9)] == [False] * 3
        assert ledger.mark(3, deleted=True)
        assert number_of(evenings, content) is None
        assert ledger.mark(3, deleted=False)


def number_of(path, content):
    """Return the number of the saved game with the content of this score file."""
    return same_saved(None, SimpleNamespace(in_file=lambda _rules: content), path)


def test_a_ledger_that_another_program_writes_gets_its_log_when_that_is_done(tmp_path):
    """SQLite does not wait here: it reports at once that the file is busy."""
    writer, later = (sqlite3.connect(tmp_path / "l.db", isolation_level=None, check_same_thread=False) for _ in "ab")
    writer.execute("BEGIN IMMEDIATE")
    result = Timer(0.3, writer.execute, ("COMMIT",))
    result.start()
    write_ahead(later)
    result.join()
    assert [later.execute(f"PRAGMA {name}").fetchone() for name in ("journal_mode", "synchronous")] == [("wal",), (2,)]
    writer.close()
    later.close()


# reading never changes a file


@pytest.fixture
def ledger(tmp_path):
    path = tmp_path / "ledger.db"
    with open_ledger(path) as ledger_file:
        for total in (40, 55, 60):
            ledger_file.add(record("a"), score(total))
    return path


READERS = tuple(TABLES["readers"])


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_reading_changes_no_file_and_makes_none(words, ledger, scrawl):
    before = {path.name: path.read_bytes() for path in ledger.parent.iterdir()}
    result = scrawl(*words, "--db", ledger)
    assert result.returncode == 0, result.stderr
    assert {path.name: path.read_bytes() for path in ledger.parent.iterdir()} == before


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_ledger_that_is_not_there_is_reported_and_not_made(words, scrawl, tmp_path):
    result = scrawl(*words, "--db", tmp_path / "typo.db")
    assert (result.returncode, "there is no ledger" in result.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_without_any_saved_game_the_default_ledger_is_not_made(scrawl, tmp_path):
    assert scrawl("history", "list", "--lang", "en").stdout.startswith("no saved games\n")
    assert not (tmp_path.parent / f"{tmp_path.name}.data").exists()


@table("content, message")
def test_what_is_no_ledger_of_ours_is_refused_and_left_alone(content, message, scrawl, tmp_path):
    path = tmp_path / "other.db"
    if content.startswith(("CREATE", "PRAGMA")):
        alter_database(path, content)
    else:
        path.write_text(content * 200)
    before = path.read_bytes()
    for words in (("history", "list"), ("score", "--save")):
        result = scrawl(*words, "--db", path, stdin="n\n")
        assert (result.returncode, message in result.stderr) == (1, True), result.stderr
        assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["other.db"]


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_reading_waits_for_no_writer_and_sees_what_was_saved(lock, ledger):
    writer = sqlite3.connect(ledger, isolation_level=None)
    try:
        writer.execute(lock)
        writer.execute("UPDATE games SET deleted = 1")
        seconds = []
        for _ in range(3):
            started = time.monotonic()
            assert len(list(SavedGames(ledger))) == 3
            seconds.append(time.monotonic() - started)
        assert min(seconds) < 1.5  # a reader that waits takes two seconds each time
    finally:
        writer.close()


def test_what_lies_in_the_log_of_another_program_is_read_and_backed_up(ledger, scrawl, tmp_path):
    writer = sqlite3.connect(ledger, isolation_level=None)
    try:
        writer.execute("UPDATE games SET deleted = 1 WHERE id = 2")
        assert [game.id for game in list(SavedGames(ledger))] == [1, 3]
        result = scrawl("history", "backup", "copy.db", "--db", ledger, "--lang", "en")
        assert result.stdout == "2 games copied to copy.db\n"
    finally:
        writer.close()
    assert [game.id for game in list(SavedGames(tmp_path / "copy.db"))] == [1, 3]
    again = scrawl("history", "backup", "copy.db", "--db", ledger)
    assert (again.returncode, "is there already" in again.stderr) == (1, True)


def test_a_ledger_on_a_medium_that_cannot_be_written_is_read(ledger):
    ledger.chmod(0o400)
    ledger.parent.chmod(0o500)
    try:
        assert len(list(SavedGames(ledger))) == 3
    finally:
        ledger.parent.chmod(0o700)


# one damaged row hides only itself


DAMAGE = [
    *(("result", each) for each in ("{", "[]", "null", '{"players": []}', b"\xff\xfe\x00", "[" * 5000)),
    ("result", '{"players": [{"name": "A"}], "winners": []}'),
    *(("played", each) for each in ("never", "", 7, b"\xff")),
]


@pytest.mark.parametrize(("column", "value"), DAMAGE)
def test_a_damaged_row_hides_nothing_but_itself(column, value, ledger, scrawl):
    with sqlite3.connect(ledger) as connection:
        connection.execute(f"UPDATE games SET {column} = ? WHERE id = 2", (value,))
    connection.close()
    for words in READERS:
        result = scrawl(*words, "--db", ledger)
        assert result.returncode == 0, result.stderr
        assert "Traceback" not in result.stderr
    assert "game 2 is damaged and left out" in scrawl("history", "list", "--db", ledger).stderr
    games = SavedGames(ledger)
    assert ([game.id for game in games], games.damaged, read_game(ledger, 2)) == ([1, 3], [2], None)
    assert scrawl("history", "show", "2", "--db", ledger).returncode == 1


def test_an_export_that_reads_twice_sees_one_state_of_the_ledger(tmp_path):
    """The head of a CSV file names the lines of all games, so a game saved in between must not add a row."""
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger:
        ledger.add(record("a"), score(1))
        games = SavedGames(path)
        assert len(list(games)) == 1
        ledger.add(record("b"), score(2))
        assert len(list(games)) == 1
        assert len(list(SavedGames(path))) == 2


@pytest.mark.parametrize(
    ("make", "once"), [(games_csv, ",P0,"), (games_json, '"name": "P0"'), (games_bgstats, "playDate")]
)
def test_an_export_holds_no_more_than_three_games_at_a_time(make, once, tmp_path):
    with open_ledger(tmp_path / "l.db") as ledger:
        for _ in range(20):
            ledger.add(record("a"), score(1))
    alive = WeakValueDictionary()

    class CountedGames(SavedGames):
        def __iter__(self):
            for game in super().__iter__():
                alive[game.id] = game
                assert len(alive) <= 3
                yield game

    assert "".join(make(CountedGames(tmp_path / "l.db"))).count(once) >= 20


def test_damaged_pages_hide_no_whole_ledger(tmp_path):
    """Overwrite bytes anywhere behind the schema: a message or the remaining games, never a traceback."""
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger_file:
        for number in range(60):
            ledger_file.add({**record("a"), "notes": "x" * 400}, score(number))
    whole = path.read_bytes()
    chance, games_read = random.Random(5), 0
    for _ in range(often(40, 400)):
        content = bytearray(whole)
        for _ in range(chance.randint(1, 30)):
            content[chance.randrange(8192, len(content))] = chance.randrange(256)
        path.write_bytes(content)
        try:
            games_read += len(list(SavedGames(path)))
        except CannotWrite:
            continue
    assert games_read > 0


@pytest.mark.parametrize("command", [("history", "list"), ("export", "csv"), ("score", "friday.yaml", "--save")])
def test_a_ledger_whose_damage_is_no_text_is_reported(scrawl, tmp_path, command):
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger_file:
        ledger_file.add(record("a"), score(1))
    (tmp_path / "friday.yaml").write_text("game: platformer\nplayers: [{name: Ada, coins: 6}]\n")
    whole = path.read_bytes()
    begin = whole.index(b"CREATE TABLE games")
    for at in (begin + 3, begin + 9, begin + 41):
        path.write_bytes(whole[:at] + b"\xeb" + whole[at + 1 :])
        result = scrawl(*command, "--db", path)
        assert (result.returncode, f"cannot use the ledger {path}" in result.stderr) == (1, True), result.stderr


# campaigns


@table("games, said, never")
def test_a_campaign_counts_chapters_by_group_and_in_their_order(games, said, never, scrawl, tmp_path):
    """The text has the expected parts in order: the heading of a group, and its result."""
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger_file:
        for dungeon, totals, names in games:
            ledger_file.add(record(dungeon), score(*totals, names=names), solo=len(totals) == 1)
    text = scrawl("campaign", "--db", path, "--lang", "en").stdout
    for part in said:
        assert part in text
        text = text.partition(part)[2]
    assert [part for part in never if part in text] == []


@table("story, chapter, message")
def test_a_map_of_an_unknown_story_or_of_a_chapter_told_twice_is_warned_of(scrawl, tmp_path, story, chapter, message):
    map_text = (ROOT / "cards" / "paper-dungeons" / "dungeons" / "a.yaml").read_text().partition("map:")[2]
    text = f"name: Mine\nstory: {story}\nchapter: {chapter}\nbosses: [bandit_chief, hydra, dragon]\nmap:{map_text}"
    write_files(tmp_path, {"cards/paper-dungeons/dungeons/z.yaml": text})
    result = scrawl("campaign", "--lang", "en", "--home", tmp_path)
    assert (result.returncode, message in result.stderr) == (0, True), result.stderr
    rules = open_rules(GameCatalogue((tmp_path, ROOT)), "paper-dungeons", "en")
    assert [fault.code for fault in campaign_faults(rules, ("en", "pl", "cs"))] == [message.split()[2]]


@pytest.mark.parametrize(("system", "folders"), [("Linux", Unix), ("macOS", MacOS)])
def test_the_handbook_names_the_folder_of_saved_games(system, folders, monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    folder = folders("scrawlpress").user_data_dir.replace(os.path.expanduser("~"), "~")
    assert f"| {system} | `{folder}` |" in (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
