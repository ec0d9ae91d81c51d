"""Damaged files of every kind are told or harmless: no traceback, none that takes long or much, no broken PDF with exit 0."""

import random
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest

from generator.rulesets.simulate.match_setup import open_simulator
from tests.conftest import DEEP, ROOT, often, run_here
from tests.fuzz import damaged, forged, surroundings, write_home

SECONDS, BYTES = 10, 500_000_000
LEFT = 130  # a session at the table that ends early
GAME = ("--game", "mini")
DUNGEONS = ("--game", "paper-dungeons")
READING = ("history", "campaign", "export", "check", "score", "replay")
LEDGER_COMMANDS = [
    ["history", "list"], ["history", "show", "1"], ["history", "show", "3", "--why"], ["history", "fame", "--game", "platformer"],
    ["campaign", "--game", "paper-dungeons"], ["export", "json", "--force", "-o", "g.json"], ["export", "csv"],
    ["export", "bgstats", "--force", "-o", "g.bgs"], ["history", "plot", "--game", "platformer", "--force", "-o", "p.png"],
]  # fmt: skip


def try_once(folder, files, chance):
    """Damage one file, check it and sometimes print with it; returns the damage where it was not taken well."""
    name = chance.choice(sorted(files))
    path = folder / name
    damage = damaged(files[name], chance)
    if name == "kept" and chance.random() < 0.7:
        damage = forged(damage)
    path.write_bytes(damage)
    open_simulator.cache_clear()
    env = surroundings(folder)
    try:
        for words in commands_for(name, chance):
            done = run_here(words, "", folder, env)
            assert done.returncode in (0, 1, 2, *[LEFT] * name.endswith(".json")), (words, done)
            assert "Traceback" not in done.stderr, (words, path.read_bytes(), done.stderr)
            assert "\x1b" not in done.stderr + done.stdout, (words, path.read_bytes())
            if words[0] == "print" and done.returncode == 0:
                assert len(pypdfium2.PdfDocument(folder / "out.pdf")) > 0, path.read_bytes()
            if words[0] in READING and not name.endswith(".json"):
                assert path.read_bytes() == damage, (words, "a reading command has changed the file")
    finally:
        for beside in (*folder.glob(f"{name}-*"), *folder.glob("games.db.drafts/*")):
            beside.unlink()
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(files[name])


def commands_for(name, chance):
    """Return what is tried on a damaged file of a kind."""
    print_cards = ["print", "cards", *GAME, "--lang", "en", "--force", "-o", "out.pdf"]
    if name.startswith("cards/paper-dungeons/"):
        play = [
            "simulate",
            *["mine"] * name.endswith("mine.yaml"),
            "--games",
            "2",
            "--workers",
            "1",
            "--players",
            "2",
            "--bot",
            chance.choice(["random", "tuned"]),
            *DUNGEONS,
        ]
        check = ["check", name, *DUNGEONS]
        return [
            *[check] * (chance.random() < 0.05),
            chance.choice(
                [play, [*play, "--json"], ["replay", "record.yaml", *DUNGEONS], ["score", "filled.pdf", *DUNGEONS]]
            ),
        ]
    if name == "record.yaml":
        return [
            ["replay", name, *DUNGEONS],
            *[["print", "sheets", *DUNGEONS, "--record", name, "--lang", "en", "--force", "-o", "out.pdf"]]
            * (chance.random() < 0.2),
        ]
    if name == "kept":
        return [["simulate", "a", "--games", "3", "--workers", "1", "--bot", "random", "--checkpoint", name, *DUNGEONS]]
    if name.endswith(".json"):
        return [["score", "--db", "games.db", "--lang", "en", "--resume", *DUNGEONS]]
    if "words/score." in name:
        return [["check", name], ["score", "friday.yaml", "--why"], ["score", "filled.pdf", *DUNGEONS, "--why"]]
    if name.endswith(".db"):
        return [[*words, "--db", name] for words in chance.sample(LEDGER_COMMANDS, 3)]
    if name.endswith(".pdf"):
        return [["score", name, *DUNGEONS, "--lang", "en", "--why"]]
    if name.endswith("printers.yaml"):
        return [["check", name, *GAME], [*print_cards, "--printer", "office", "--printers", name]]
    if name.endswith("shops.yaml"):
        shop = ["export", chance.choice(["shop", "tts", "screentop", "tabletopia"])]
        return [
            ["check", name, *GAME],
            [*shop, *["plain"] * (shop[1] == "shop"), *GAME, "--lang", "en", "--force", "-o", "upload"],
        ]
    if name.endswith(".ttf"):
        return [print_cards]
    more = chance.random() < 0.3 or not name.endswith((".yaml", ".csv", ".xlsx"))
    return [["check", name, *GAME], *[print_cards] * more]


def test_the_home_is_sound_before_it_is_damaged(scrawl, tmp_path):
    files = write_home(tmp_path)
    for name in files:
        if (
            not name.endswith((".svg", ".png", ".ttf", ".pdf", ".db", ".json", "record.yaml", "kept"))
            and "paper-dungeons" not in name
        ):
            done = scrawl("check", name, *GAME)
            assert (done.returncode, " error " in done.stderr) == (0, False), (name, done.stderr)
    for words in (
        ["print", "cards", *GAME, "-o", "out.pdf", "--printer", "office", "--printers", "printers.yaml"], ["score", "filled.pdf", *DUNGEONS],
        *([*words, "--db", "games.db"] for words in LEDGER_COMMANDS), ["export", "tts", *GAME, "-o", "upload"],
        ["replay", "record.yaml", *DUNGEONS], ["simulate", "mine", "--games", "2", "--workers", "1", *DUNGEONS], ["simulate", "a", "--games", "3", "--workers", "1", "--bot", "random", "--checkpoint", "kept", *DUNGEONS],
    ):  # fmt: skip
        done = scrawl(*words)
        assert done.returncode == 0, (words, done.stderr)


@pytest.mark.parametrize("seed", range(often(1, 20)))
def test_damage_of_any_kind_is_told(tmp_path, seed):
    if not DEEP:
        try_often(tmp_path, seed, 100)
        return
    code, most = in_process_of_its_own(tmp_path, seed, 200)
    assert code == 0, "a traceback, or longer than it may take: the damaged file still lies there"
    assert most < BYTES, most


def try_often(folder, seed, times, each=lambda: None):
    """Damage so many files one after the other; `each` is called before each of them."""
    files, chance = write_home(folder), random.Random(seed)
    for _ in range(times):
        each()
        try_once(folder, files, chance)


def within_bounds(folder, seed, times):
    """Try so often that each takes no longer than it may, and all no more memory."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES + 1_000_000_000, BYTES + 1_000_000_000))

    def begin():
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(10 * SECONDS)

    try_often(Path(folder), seed, times, begin)
    sys.stdout.write(f"{most_memory()}\n")


def most_memory():
    """Return the most bytes that this process has held; its `ru_maxrss` counts what its parent held when it began."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1]) * 1024


def in_process_of_its_own(folder, seed, times):
    """Try in a new process, of which nothing was done before; returns its exit code and the bytes that it took."""
    program = f"from tests.test_fuzz import within_bounds; within_bounds({str(folder)!r}, {seed}, {times})"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return done.returncode, int(done.stdout.split()[-1]) if done.returncode == 0 else 0
