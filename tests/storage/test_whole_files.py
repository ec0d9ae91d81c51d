"""Test that files are written whole or not at all, replace only the program's own, and keep links, modes and pipes."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from hashlib import sha256
from unittest.mock import patch

import pytest

from generator.cli.options import write_files
from generator.diagnostics import CannotWrite
from generator.storage.whole_files import REMEMBERED, may_replace, write_new, write_whole
from tests.conftest import ROOT, files_of_at_most, settings
from tests.observed import assert_same_file

MINE = b"mine"


@pytest.fixture(autouse=True)
def _own_memory(tmp_path):
    with patch.dict(os.environ, settings(tmp_path)):
        yield


def test_what_the_program_wrote_is_replaced_and_what_was_changed_since_is_not(tmp_path):
    path = tmp_path / "a.txt"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    path.write_bytes(MINE)
    with pytest.raises(CannotWrite) as caught:
        write_whole(path, b"three")
    why = "is there and was not written, or was changed since: name another with -o, or say --force"
    assert str(caught.value) == f"{path} {why}"
    assert path.read_bytes() == MINE
    write_whole(path, b"three", replace=True)
    assert path.read_bytes() == b"three"


def test_the_same_bytes_and_empty_files_are_nobodys_loss(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(MINE)
    write_whole(path, MINE)
    (tmp_path / "empty").touch()
    write_whole(tmp_path / "empty", b"full")
    assert (tmp_path / "empty").read_bytes() == b"full"


def test_what_is_not_to_be_remembered_is_somebodys_and_folders_are_made(tmp_path):
    path = tmp_path / "a" / "b" / "c.txt"
    write_whole(path, b"one", remember=False)
    with pytest.raises(CannotWrite, match="--force"):
        write_whole(path, b"two")
    with path.open("r+b") as file:
        file.truncate(1_000_000_001)
    assert not may_replace(path, sha256(b"two").hexdigest())
    assert may_replace(path.with_name("other"), sha256(b"two").hexdigest())


PRINT = b"%PDF-1.7 (Scrawlpress) startxref"
PROTECTED_PRINTS = [PRINT + b" startxref", PRINT + b" /AcroForm", PRINT[1:], PRINT[:-1], PRINT.replace(b"(", b"[")]


@pytest.mark.parametrize(("content", "ours"), [(PRINT, True), *((each, False) for each in PROTECTED_PRINTS)])
def test_a_print_of_ours_is_replaced_unless_it_was_saved_again_or_is_a_form(content, ours, tmp_path):
    (tmp_path / "a.pdf").write_bytes(content)
    assert may_replace(tmp_path / "a.pdf", sha256(b"new").hexdigest()) == ours


def test_all_new_files_are_written_or_none_with_the_folders_made_for_them(tmp_path):
    def broken():
        yield b"half"
        raise ValueError("the rest is lost")

    mine, deep = tmp_path / "mine", tmp_path / "x" / "y" / "z"
    mine.write_bytes(MINE)
    for files, message in (
        ({deep: [b"1"], mine: [b"2"]}, f"cannot write {mine}: it is there already"),
        ({deep: [b"1"], tmp_path / "b": broken()}, f"cannot write {tmp_path / 'b'}: the rest is lost"),
    ):
        with pytest.raises(CannotWrite) as caught:
            write_new(files)
        assert str(caught.value) == message
        assert {path: path.read_bytes() for path in tmp_path.rglob("*")} == {mine: MINE}
    write_new({deep: [b"1", b"2"], deep.with_name("w"): []})
    assert (deep.read_bytes(), deep.with_name("w").read_bytes(), mine.read_bytes()) == (b"12", b"", MINE)


def test_without_a_memory_a_printed_file_is_known_by_its_maker(scrawl, tmp_path):
    scrawl("print", "sheets")
    forgetful = {"XDG_STATE_HOME": str(tmp_path / "elsewhere")}
    assert scrawl("print", "sheets", "--copies", "2", env=forgetful).returncode == 0
    (tmp_path / "sheets.pdf").write_bytes((tmp_path / "sheets.pdf").read_bytes() + b"\nstartxref\n1\n%%EOF\n")
    result = scrawl("print", "sheets", env=forgetful)
    assert result.returncode == 1
    assert "sheets.pdf is there and was not written, or was changed since" in result.stderr


def test_a_sheet_that_was_filled_in_is_kept_unless_forced(scrawl, tmp_path):
    assert scrawl("print", "sheets", "--fillable").returncode == 0
    sheet = tmp_path / "sheets.pdf"
    filled = sheet.read_bytes() + b"% ticks"
    sheet.write_bytes(filled)
    result = scrawl("print", "sheets", "--fillable")
    assert (result.returncode, sheet.read_bytes()) == (1, filled)
    assert "Traceback" not in result.stderr
    assert scrawl("print", "sheets", "--fillable", "--force").returncode == 0
    assert sheet.read_bytes() != filled


def test_a_generated_dungeon_that_was_changed_is_kept(scrawl, tmp_path):
    mine = tmp_path / "mine.yaml"
    assert scrawl("dungeon", "generate", "--code", "GGYP-TX9", "--games", "2", "-o", mine).returncode == 0
    mine.write_text(mine.read_text() + "# my own words\n")
    assert scrawl("dungeon", "generate", "-o", mine).returncode == 1
    assert mine.read_text().endswith("# my own words\n")


def test_a_link_stays_a_link_and_a_mode_stays_a_mode(tmp_path):
    target = tmp_path / "target"
    write_whole(target, b"one")
    target.chmod(0o600)
    link = tmp_path / "link"
    link.symlink_to(target)
    write_whole(link, b"two")
    assert link.is_symlink()
    assert target.read_bytes() == b"two"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_new_file_has_the_usual_mode(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "a", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_pipe_and_a_device_are_written_to_and_stay_what_they_are(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    contents = []
    reader = threading.Thread(target=lambda: contents.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join(5)
    assert contents == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    write_whole(os.devnull and tmp_path.__class__(os.devnull), b"x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("name", ["../out", "/tmp/out", "a/../../out", "a\\b"])
def test_no_file_leads_out_of_its_folder(tmp_path, name):
    with pytest.raises(CannotWrite, match="leads out of"):
        write_files(tmp_path / "inner", [(name, b"x")])
    assert list(tmp_path.rglob("*")) == []


def test_a_folder_where_a_file_should_be_and_a_name_too_long_are_reported(tmp_path):
    for path in (tmp_path, tmp_path / ("x" * 300), tmp_path / "a\0b"):
        with pytest.raises(CannotWrite):
            write_whole(path, b"x")
    write_whole(tmp_path / ("x" * 255), b"x")


def test_a_full_disk_is_reported_and_the_old_file_stays(tmp_path):
    path, new = tmp_path / "a", tmp_path / "folder" / "b"
    write_whole(path, b"old")
    for write in (lambda: write_whole(path, bytes(5000)), lambda: write_new({new: [b"small"], path: [bytes(5000)]})):
        with pytest.raises(CannotWrite, match=f"cannot write {path}: File too large"), files_of_at_most(4096):
            write()
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a": b"old"}


WRITER = """
import os, signal, sys, time
from unittest.mock import patch
from pathlib import Path
from generator.main import heeded_signals
from generator.storage.whole_files import write_whole
def slow(handle):
    print("writing", flush=True)
    time.sleep(20)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may have it ignored, as nohup does
with heeded_signals(), patch("os.fsync", slow):
    write_whole(Path(sys.argv[1]), b"new")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_the_old_file_and_nothing_beside_it(tmp_path, number):
    path = tmp_path / "a"
    write_whole(path, b"old")
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert writer.stdout.readline() == b"writing\n"
    writer.send_signal(number)
    assert writer.wait(60) != 0
    writer.stdout.close()
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"a": b"old"}


def test_what_a_killed_process_left_is_swept_when_it_is_old(tmp_path):
    for age in (0, 3500, 3700, 10**6):
        leftover = tmp_path / f".scrawl-{age}.part"
        leftover.write_bytes(b"half")
        os.utime(leftover, (time.time() - age,) * 2)
    (tmp_path / "own.part").write_bytes(b"somebody's")
    os.utime(tmp_path / "own.part", (0, 0))
    write_whole(tmp_path / "a", b"new")
    assert sorted(each.name for each in tmp_path.iterdir()) == [".scrawl-0.part", ".scrawl-3500.part", "a", "own.part"]


def test_the_list_of_what_was_written_stays_small(tmp_path):
    write_whole(tmp_path / "a", b"1")
    memory = tmp_path.with_name(f"{tmp_path.name}.state") / "scrawlpress" / "written"
    (first,) = memory.read_text().split()
    memory.write_text(f"{first}\n" * REMEMBERED)
    write_whole(tmp_path / "b", b"2")
    last = memory.read_text().split()
    assert len(last) == REMEMBERED // 2 == 10_000
    assert last[-1] != first
    memory.write_text(f"{first}\n" * (REMEMBERED - 1))
    write_whole(tmp_path / "c", b"3")
    assert len(memory.read_text().split()) == REMEMBERED, "no more than are kept"


def test_a_full_output_is_one_line_and_a_closed_one_is_no_fault(tmp_path):
    def run(words, out):
        before = time.monotonic()
        result = subprocess.run(
            ["sh", "-c", f"{sys.executable} -m generator {words} {out}"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, **settings(tmp_path)},
            check=False,
        )
        assert time.monotonic() - before < 60
        return result

    full = run("explain", "> /dev/full")
    assert (full.returncode, full.stderr) == (1, "Error: cannot write the output: No space left on device\n")
    closed = run("print page specimen -o x.pdf", "| true")
    assert (closed.returncode, closed.stderr) == (0, "")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("date", ["1", "yesterday"])
def test_what_is_printed_tells_no_time(date, scrawl, tmp_path):
    scrawl("print", "page", "dice", "-o", "one.pdf")
    result = scrawl("print", "page", "dice", "-o", "two.pdf", env={"SOURCE_DATE_EPOCH": date})
    assert result.returncode == 0, result.stderr
    assert_same_file(tmp_path / "one.pdf", tmp_path / "two.pdf")
