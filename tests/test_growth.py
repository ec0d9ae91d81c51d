"""Ten times as much takes about ten times as long: how the work of each command grows with its size.

Work is counted in calls of functions, Python's own among them, so that it is the same on a busy machine; what is done
once, such as loading and the first sheet, falls away in the differences between three sizes, and a first run fills what
is remembered.
"""

import sys
from math import log2

import pytest

from generator.ledger.store import open_ledger, read_games
from tests.conftest import DEEP

FIGHTER = ("--game", "dungeon-fighter")


def calls(run):
    """Return how many functions are called by a command."""
    count = 0

    def counting(_frame, event, _what):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counting)
    try:
        done = run()
    finally:
        sys.setprofile(None)
    assert done.returncode == 0, done.stderr
    return count


def players(number):
    return [f"--player=P{at}" for at in range(number)]


def deck_of(number, folder):
    """Make a game of one deck, with so many cards that all differ; return how it is printed."""
    rows = "".join(f"card_{at},{at % 9},Take {at} gold and {at * 7 % 13} steps\n" for at in range(number))
    files = {
        "cards/deck/game.yaml": "game: deck\ndecks:\n  rows: {layout: row}\n",
        "cards/deck/words/en.yaml": "game: {title: Deck}\nrows: {title: Rows}\n",
        "cards/deck/rows.csv": "key,value,text\n" + rows,
        "layouts/deck/row.yaml": "extends: ../common/styles.yaml\nsize: {width: 63mm, height: 88mm}\nfront:\n  column:\n"
        "    - {text: '{value}', style: title, height: 20mm}\n    - {text: '{text}', style: body, grow: 1}\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return ["print", "cards", "--game", "deck", "-o", "cards.pdf"]


def saved_games(number, folder):
    """Keep so many games in a ledger; return how they are listed."""
    path = folder / f"{number}.sqlite3"
    ada = {"name": "Ada", "lines": {"A": 7}, "total": 7, "rank": 1}
    with open_ledger(path) as ledger:
        for _ in range(number - len(read_games(path).games)):
            ledger.add(
                {"game": "yacht", "players": [{"name": "Ada"}]}, {"game": "yacht", "players": [ada], "winners": ["Ada"]}
            )
    return ["history", "list", "--db", path]


# (three sizes, each twice the one before; the words of a command of a size; the most its exponent may be, and at once)
COMMANDS = {
    "fillable sheets": (
        (2, 4, 8),
        lambda number, _: ["print", "sheets", *FIGHTER, f"--copies={number}", "--fillable", "-o", "s.pdf"],
        1.1,
    ),
    "named sheets": ((4, 8, 16), lambda number, _: ["print", "sheets", *players(number), "-o", "s.pdf"], 1.1),
    "cards": ((60, 120, 240), deck_of, 1.1),
    "sheets": ((8, 16, 32), lambda number, _: ["print", "sheets", f"--copies={number}", "-o", "s.pdf"], 1.1),
    "named fillable sheets": (
        (3, 6, 12),
        lambda number, _: ["print", "sheets", *players(number), "--fillable", "-o", "s.pdf"],
        1.1,
    ),
    "dungeons": (
        (3, 6, 12),
        lambda number, _: [
            "print",
            "sheets",
            *[f"--dungeon={'abcdefghijkl'[at]}" for at in range(number)],
            "-o",
            "s.pdf",
        ],
        1.1,
    ),
    "simulated games": (
        (8, 16, 32),
        lambda number, _: ["simulate", "a", f"--games={number}", "--bot=greedy", "--workers=1", "--json"],
        1.15,
    ),
    "games of a ledger": ((50, 100, 200), saved_games, 1.1),
}
QUICK = ("fillable sheets", "named sheets", "cards")


@pytest.mark.parametrize("name", COMMANDS if DEEP else QUICK)
def test_a_command_grows_with_its_size_and_no_faster(scrawl, tmp_path, name):
    sizes, words, most = COMMANDS[name]
    counted = [calls(lambda size=size: scrawl(*words(size, tmp_path))) for size in (sizes[0], *sizes)][1:]
    first, second = counted[1] - counted[0], counted[2] - counted[1]
    assert log2(second / first) <= most, counted
