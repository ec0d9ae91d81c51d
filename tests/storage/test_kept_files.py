"""Journals, unfinished games and printers: saved data is read back; damaged or foreign data stays or is reported."""

import errno
import json
import os
import stat
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

import pytest

from generator.diagnostics import InvalidInput
from generator.geometry import Size
from generator.imposition.backs import PrinterProfile
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.rules import open_rules
from generator.storage import printer_profiles
from generator.storage.journal import MOST_BYTES, DamagedJournal, Disk, Journal, JournalFile, read_journal
from generator.storage.session_journal import (
    MOST_UNFINISHED,
    OF_SEAT,
    OF_SESSION,
    UnfinishedGame,
    unfinished_games,
)
from generator.storage.store import (
    SavedGameChangedElsewhere,
    SavedGames,
    default_path,
    open_ledger,
    read_game,
    record_sign,
    unfinished_folder,
)
from generator.storage.whole_files import write_new, write_whole
from generator.units import mm
from tests.conftest import ROOT, files_of_at_most
from tests.storage.test_store import record, score
from tests.tables import table


def test_a_journal_is_for_its_owner_and_is_read_back_line_by_line(tmp_path):
    path = tmp_path / "tables" / "a.jsonl"
    journal = Journal(path)
    for number in range(3):
        journal.append({"n": number, "name": "Žofie"})
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]
    again, entries = read_journal(path)
    assert [entry["n"] for entry in entries] == [0, 1, 2]
    assert (journal.length, again.length, again.torn) == (path.stat().st_size, path.stat().st_size, False)


def test_a_line_that_was_begun_is_left_out_and_cut_before_the_next(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"n":1}\n{"n":')
    journal, entries = read_journal(path)
    assert (entries, journal.length, journal.torn) == ([{"n": 1}], 8, True)
    journal.append({"n": 2})
    assert path.read_bytes() == b'{"n":1}\n{"n":2}\n'


@pytest.mark.parametrize(("content", "line"), [(b'x\n{"n":1}\n', 1), (b'{"n":1}\nx\ny\n{"n":2}\n', 2)])
def test_a_damaged_line_within_a_journal_is_told_by_its_number(content, line, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(content)
    with pytest.raises(DamagedJournal, match=rf"a\.jsonl:{line}: this line is damaged$"):
        read_journal(tmp_path / "a.jsonl")


@pytest.mark.parametrize("content", [b'{"n":1}\n{"n":2}\n', b""])
def test_what_another_program_added_or_took_is_not_written_over(content, tmp_path):
    path = tmp_path / "a.jsonl"
    journal = Journal(path)
    journal.append({"n": 1})
    path.write_bytes(content)
    with pytest.raises(OSError, match="another program changed it") as error:
        journal.append({"n": 3})
    assert (error.value.errno, path.read_bytes()) == (errno.ESTALE, content)


def test_a_journal_that_is_too_large_is_not_read(tmp_path):
    for size in (100_000_000, 100_000_001):
        with (tmp_path / "a.jsonl").open("wb") as file:
            file.truncate(size)
        if size == MOST_BYTES:
            assert len(Disk().read(tmp_path / "a.jsonl")) == size
    with pytest.raises(OSError, match="larger than 100 MB, and not read"):
        read_journal(tmp_path / "a.jsonl")


class FullDisk(Disk):
    """A disk that takes `room` more bytes and then is full; a file on a full disk cannot be cut."""

    def __init__(self):
        self.room, self.synced = 8, []

    @contextmanager
    def open(self, path):
        with super().open(path) as file:
            yield FullFile(file.handle, self)


class FullFile(JournalFile):
    def __init__(self, handle, disk):
        super().__init__(handle)
        self.disk = disk

    def cut(self, length):
        if self.disk.room == 0:
            raise OSError(errno.EIO, "not even that")
        super().cut(length)

    def write(self, content):
        super().write(content[: self.disk.room])
        is_full, self.disk.room = len(content) > self.disk.room, max(0, self.disk.room - len(content))
        if is_full:
            raise OSError(errno.ENOSPC, "No space left on device")

    def sync(self):
        self.disk.synced.append(self.size())


def test_a_disk_that_fills_up_leaves_whole_lines_and_each_line_is_synced(tmp_path):
    path, disk = tmp_path / "a.jsonl", FullDisk()
    journal = Journal(path, disk=disk)
    journal.append({"n": 1})
    disk.room = 4
    with pytest.raises(OSError, match="No space left"):
        journal.append({"n": 2})
    assert path.read_bytes() == b'{"n":1}\n{"n"', "it could not be cut"
    disk.room = 99
    journal.append({"n": 3})
    assert (path.read_bytes(), disk.synced) == (b'{"n":1}\n{"n":3}\n', [8, 16])


def test_a_line_that_the_system_writes_in_part_leaves_no_trace(tmp_path):
    journal = Journal(tmp_path / "a.jsonl")
    journal.append({"n": 1})
    with pytest.raises(OSError, match="File too large"), files_of_at_most(12):
        journal.append({"n": 22222})
    assert journal.path.read_bytes() == b'{"n":1}\n'
    journal.append({"n": 3})
    assert [entry["n"] for entry in read_journal(journal.path)[1]] == [1, 3]


YACHT = Dialogue(open_rules(GameCatalogue((ROOT,)), "yacht", "en"))


def session_with(*names):
    session = YACHT.start()
    for name in names:
        session = YACHT.join(session, name).session
    return session


def test_unfinished_games_come_back_as_they_were_left(tmp_path):
    folder = tmp_path / "unfinished"
    file, other = UnfinishedGame(YACHT, folder), UnfinishedGame(YACHT, folder)
    file.keep(session_with("Ann"))
    file.keep(result := replace(session_with("Ann", "Bo"), at=None))
    other.keep(session_with("Cy"))
    games, messages = unfinished_games(folder)
    by_path = {game.journal.path: (game.names, game.answers, game.is_answered) for game in games}
    assert by_path == {
        file.journal.path: (["Ann", "Bo"], 2, True),
        other.journal.path: (["Cy"], 1, False),
    }
    assert messages == []
    (game,) = [game for game in games if game.is_answered]
    assert replace(game.session(YACHT), at=None) == result
    entry, *_ = other.journal.path.read_text(encoding="utf-8").splitlines()
    other.journal.path.write_text(json.dumps(json.loads(entry) | {"format": 99}) + "\n", encoding="utf-8")
    (folder / "x.jsonl").write_text('{"format": 1}\n', encoding="utf-8")
    (folder / "y.jsonl").write_text('{"format": 1', encoding="utf-8")  # no part of it was confirmed
    messages = unfinished_games(folder)[1]
    assert {dict(message.values)["path"]: message.key for message in messages} == {
        str(other.journal.path): "draft_later",
        str(folder / "x.jsonl"): "draft_unreadable",
    }
    assert unfinished_games(tmp_path / "nowhere") == ([], [])
    for name in "xy":
        (folder / f"{name}.jsonl").unlink()
    for each in (file, other):
        each.drop()
    assert not folder.exists()


@pytest.mark.parametrize("key", [*OF_SESSION, *OF_SEAT])
def test_a_journal_with_a_value_of_another_kind_is_reported(key, tmp_path):
    file = UnfinishedGame(YACHT, tmp_path)
    file.keep(session_with("Ann"))
    entry = json.loads(file.journal.path.read_text(encoding="utf-8"))
    for value in (3.5, ...):
        place = entry["session"] if key in OF_SESSION else entry["seats"]["0"]
        if value is ...:
            del place[key]
        else:
            place[key] = value
        file.journal.path.write_text(json.dumps(entry) + "\n", encoding="utf-8")
        assert [message.key for message in unfinished_games(tmp_path)[1]] == ["draft_unreadable"]


def test_two_terminals_that_go_on_with_one_game_lose_nothing(tmp_path):
    UnfinishedGame(YACHT, tmp_path).keep(session_with("Ann"))
    ((game,), _) = unfinished_games(tmp_path)
    one, other = UnfinishedGame(YACHT, tmp_path), UnfinishedGame(YACHT, tmp_path)
    for file in (one, other):
        assert file.take_up(game if file is one else unfinished_games(tmp_path)[0][0]) == session_with("Ann")
    for file, name in ((one, "Bo"), (other, "Cy"), (one, "Di"), (other, "Ed")):
        file.keep(YACHT.join(file.kept, name).session)
    games, messages = unfinished_games(tmp_path)
    assert (sorted(game.names for game in games), messages) == ([["Ann", "Bo", "Di"], ["Ann", "Cy", "Ed"]], [])
    one.drop()
    other.keep(YACHT.join(other.kept, "Flo").session)
    ((game,), _) = unfinished_games(tmp_path)
    third = UnfinishedGame(YACHT, tmp_path)
    third.take_up(game)
    other.drop()
    third.keep(YACHT.join(third.kept, "Gus").session)  # in a new file, because the old one is gone
    ((game,), messages) = unfinished_games(tmp_path)
    assert (game.names, messages) == (["Ann", "Cy", "Ed", "Flo", "Gus"], [])


def test_of_many_unfinished_games_the_latest_are_found_in_turn(tmp_path):
    for _ in range(MOST_UNFINISHED + 2):
        UnfinishedGame(YACHT, tmp_path).keep(session_with("Ann"))
    names = sorted(path.name for path in tmp_path.iterdir())
    games = unfinished_games(tmp_path)[0]
    assert sorted(game.journal.path.name for game in games) == names[2:]
    games[0].drop()
    assert len(unfinished_games(tmp_path)[0]) == MOST_UNFINISHED
    assert unfinished_folder(tmp_path / "l.db") == tmp_path / "l.db.unfinished"
    assert unfinished_folder(None) == default_path().with_name("unfinished")


def test_all_that_is_kept_is_on_the_disk_before_it_counts(tmp_path):
    """Record each sync to the disk: the size of a file, or a folder if a name is new."""
    synced, journal = [], Journal(tmp_path / "a" / "j.jsonl")

    def sync(handle):
        status = os.fstat(handle)
        synced.append("folder" if stat.S_ISDIR(status.st_mode) else status.st_size)

    with patch("os.fsync", sync):
        for _ in range(2):
            journal.append({"n": 1})
        write_whole(tmp_path / "w", b"four", remember=False)
        write_new({tmp_path / "n" / "one": [b"f", b"ive"], tmp_path / "n" / "two": [b"2"]})
    assert synced == [8, "folder", 16, 4, "folder", 4, 1, "folder"]


@table("name, tray, expected")
def test_a_printer_is_called_by_its_name_and_tray(name, tray, expected):
    if expected is None:
        with pytest.raises(ValueError, match="letters that can be shown"):
            printer_profiles.split_name(name, tray)
    else:
        assert printer_profiles.split_name(name, tray) == tuple(expected)


@table("key, value, expected")
def test_a_printer_is_measured_within_bounds(key, value, expected, tmp_path):
    entry = {"name": "office", "width": 210, "height": 297, "x": 1, "y": 2, "angle": 0.1, "scale": 102, "across": 101}
    entry = {**entry, "back_scale": 98, key: value}
    entry = {name: each for name, each in entry.items() if each is not None}
    (tmp_path / "p.yaml").write_text(f"format: 1\nprinters:\n  - {json.dumps(entry)}\n", encoding="utf-8")
    if isinstance(expected, str):
        with pytest.raises(InvalidInput) as caught:
            printer_profiles.read_printers(tmp_path / "p.yaml")
        assert [f"{each.place.line} {each.message}" for each in caught.value.diagnostics] == [expected]
    else:
        (printer,) = printer_profiles.read_printers(tmp_path / "p.yaml")
        x, y, angle, front, back = printer.profile
        assert (x, y, angle) == (mm(1), mm(2), entry["angle"])
        assert [*front, *back] == pytest.approx(expected)


@table("name, paper, message")
def test_a_printer_that_is_not_known_or_was_measured_otherwise_is_reported(name, paper, message):
    sizes = {"width": 210, "height": 297, "x": 0, "y": 0, "angle": 0, "scale": 100}
    printers = (printer_profiles.CalibratedPrinter(name="office", tray="2", **sizes),)
    paper = Size(*map(mm, paper))
    if message is None:
        assert printer_profiles.find_printer(printers, name, paper) == printers[0]
        return
    with pytest.raises(InvalidInput) as caught:
        printer_profiles.find_printer(printers, name, paper)
    assert [f"{each.code} {each.message} ({each.hint})" for each in caught.value.diagnostics] == [message]
    if message.startswith("C002"):
        with pytest.raises(InvalidInput, match="there is no printer"):
            printer_profiles.without_printer(printers, name)


def test_printers_are_kept_by_name_tray_and_paper(tmp_path):
    path, profile = tmp_path / "p.yaml", PrinterProfile(1.0, 2.0, 0.1, (1.01, 0.99), (1.02, 0.98))
    for high in (297, 297.4, 279):
        printer = printer_profiles.calibrated_printer("office", "2", Size(mm(210), mm(high)), profile)
        printer_profiles.keep_printer(path, printer)
    printers = printer_profiles.read_printers(path)
    assert [(each.full_name, each.width, each.height) for each in printers] == [
        ("office/2", 210, 297.4),
        ("office/2", 210, 279),
    ]
    assert printer_profiles.find_printer(printers, "office/2", Size(mm(297), mm(210))) == printers[0]
    assert [*printers[0].profile[:3]] == pytest.approx([*profile[:3]], abs=0.002)
    assert [*printers[0].profile.front, *printers[0].profile.back] == pytest.approx([*profile.front, *profile.back])
    assert not printers[0].takes(Size(mm(210), mm(295)))
    assert printer_profiles.forget_printer(path, "office/2") == printer_profiles.read_printers(path) == ()
    assert path.read_text(encoding="utf-8").endswith("printers: []\n")


def test_a_token_keeps_a_game_once_and_what_was_corrected_elsewhere_is_not_written_over(tmp_path):
    path = tmp_path / "l.db"
    with open_ledger(path) as ledger:
        number = ledger.add(record("a"), score(5), token="t")
        assert ledger.add(record("b"), score(6), token="t", seen=record_sign(record("a"))) == number
        assert ledger.mark(number, deleted=True)
        assert ledger.add(record("b"), score(7), token="t", seen="another") == number, "it holds this very record"
        for best in (5, 7):
            assert ledger.undo(number), "what was corrected is kept, also where the correction is saved twice"
            assert [game.best for game in list(SavedGames(path))] == [best]
        with pytest.raises(SavedGameChangedElsewhere):
            ledger.add(record("c"), score(8), token="t", seen=record_sign(record("a")))
        assert [(game.best, game.dungeon, game.deleted) for game in list(SavedGames(path))] == [(7, "b", False)]
        seen = read_game(path, number)
        assert ledger.correct(seen, record("d"), score(9), solo=False)
        assert not ledger.correct(seen, record("e"), score(1), solo=False)
        assert read_game(path, number).dungeon == "d"
