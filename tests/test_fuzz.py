"""Damaged files of any kind are reported or harmless: no traceback, no long or large run, no broken PDF with exit 0."""

import random
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.rulesets.simulate.match_setup import open_simulator
from tests.conftest import DEEP, ROOT, often
from tests.fuzz import damaged, forged, put_back, write_home
from tests.fuzz_doors import DUNGEONS, GAME, LEDGER_COMMANDS, doors_for

SECONDS, BYTES = 10, 700_000_000  # the libraries that read a photo take most
NOT_CHECKED = (
    ".svg", ".png", ".jpg", ".ttf", ".pdf", ".db", ".json", ".jsonl", ".zip", "record.yaml", "kept", "code.txt",
)  # fmt: skip


def try_once(folder, files, chance, each=lambda: None):
    """Damage one file, and open it through some doors; return the file and the doors.

    A file that causes a failure stays in its folder. `each` is called before the doors.
    """
    name = chance.choice(sorted(files))
    if name == "photo.jpg" and chance.random() < 0.8:  # a photo takes as long as a hundred other files
        name = chance.choice(sorted(files))
    damage = damaged(files[name], chance)
    if name == "kept" and chance.random() < 0.7:
        damage = forged(damage)
    (folder / name).write_bytes(damage)
    open_simulator.cache_clear()
    each()
    doors = doors_for(folder, name, damage, chance)
    for door in doors:
        door.enter()
    put_back(folder, files)
    return name, [door.name for door in doors]


def test_the_home_is_sound_before_it_is_damaged(scrawl, tmp_path):
    files = write_home(tmp_path)
    for name in files:
        if not name.endswith(NOT_CHECKED) and not name.startswith("cards.") and "paper-dungeons" not in name:
            result = scrawl("check", name, *GAME)
            assert (result.returncode, " error " in result.stderr) == (0, False), (name, result.stderr)
    for words in (
        ["print", "cards", *GAME, "-o", "out.pdf", "--printer", "office", "--printers", "printers.yaml"], ["score", "filled.pdf", *DUNGEONS],
        *([*words, "--db", "games.db"] for words in LEDGER_COMMANDS), ["export", "tts", *GAME, "-o", "upload"],
        ["restore", "backup.zip", "--db", "new.db", "--home", "tables"], ["dungeon", "generate", "--code", "AACA-JYF", "--games", "0", *DUNGEONS],
        *(["print", "cards", "--from", f"cards.{kind}", "--force", "-o", "out.pdf"] for kind in ("csv", "json", "xlsx", "ods")),
        ["replay", "record.yaml", *DUNGEONS], ["simulate", "mine", "--games", "2", "--workers", "1", *DUNGEONS], ["simulate", "a", "--games", "3", "--workers", "1", "--bot", "random", "--checkpoint", "kept", *DUNGEONS],
    ):  # fmt: skip
        result = scrawl(*words)
        assert result.returncode == 0, (words, result.stderr)


@pytest.mark.parametrize("seed", range(often(1, 12)))
def test_damage_of_any_kind_is_reported(tmp_path, seed):
    if not DEEP:
        try_often(tmp_path, seed, 40)
        return
    code, most = run_in_process(tmp_path, seed, 150)
    assert code == 0, "a traceback, or longer than it may take: the damaged file still lies there"
    assert most < BYTES, most


def try_often(folder, seed, times, each=lambda: None):
    """Damage so many files one after the other; `each` is called before a file is opened."""
    files, chance = write_home(folder), random.Random(seed)
    if DEEP:  # a sound photo takes more memory: python -m tools.bench.spoiled_photos spoils these
        del files["photo.jpg"]
    for _ in range(times):
        try_once(folder, files, chance, each)


def within_bounds(folder, seed, times):
    """Try so many files, with a limit of time for each file and a limit of memory for all."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES + 1_000_000_000, BYTES + 1_000_000_000))

    def begin():
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(10 * SECONDS)

    try_often(Path(folder), seed, times, begin)
    sys.stdout.write(f"{most_memory()}\n")


def most_memory():
    """Return the peak memory of this process in bytes; its `ru_maxrss` includes the memory of its parent."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1]) * 1024


def run_in_process(folder, seed, times):
    """Try in a new, unused process; return its exit code and its peak memory in bytes."""
    program = f"from tests.test_fuzz import within_bounds; within_bounds({str(folder)!r}, {seed}, {times})"
    result = subprocess.run([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return result.returncode, int(result.stdout.split()[-1]) if result.returncode == 0 else 0
