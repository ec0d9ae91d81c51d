"""Ten times as much takes about ten times as long: how the work of each command grows with its size.

The tests count calls of functions, Python's own too, so that a busy machine gives the same result. Work that is done
once, such as loading and the first sheet, cancels out in the differences between three sizes. A first run fills the
caches.
"""

from cProfile import Profile
from itertools import count
from math import log2

import pytest

from generator.reading.edits.deck_editing import changed_deck
from generator.storage.store import SavedGames, open_ledger
from tests.conftest import DEEP

FIGHTER = ("--game", "dungeon-fighter")


def calls(run):
    """Return the number of function calls during a run."""
    profile = Profile()
    profile.enable()
    try:
        run()
    finally:
        profile.disable()
    return sum(each.callcount for each in profile.getstats())


def exponent(run, sizes):
    """Return the power of the size with which calls grow, from three sizes, each twice the one before."""
    small, middle, large = [calls(lambda size=size: run(size)) for size in (sizes[0], *sizes)][1:]
    return log2((large - middle) / (middle - small))


def players(number):
    return [f"--player=P{at}" for at in range(number)]


def deck_of(number, folder):
    """Make a game of one deck with this number of different cards; return the command that prints it."""
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
    """Save this number of games in a ledger; return the command that lists them."""
    path = folder / f"{number}.sqlite3"
    ada = {"name": "Ada", "lines": {"A": 7}, "total": 7, "rank": 1}
    with open_ledger(path) as ledger:
        for _ in range(number - len(list(SavedGames(path)))):
            ledger.add(
                {"game": "yacht", "players": [{"name": "Ada"}]}, {"game": "yacht", "players": [ada], "winners": ["Ada"]}
            )
    return ["history", "list", "--db", path]


# (three sizes, each twice the one before; the words of a command of a size; the largest allowed exponent)
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
        1.25,  # later dungeons have more of their own pictures; quadratic growth would give 2
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

    def run(size):
        result = scrawl(*words(size, tmp_path))
        assert result.returncode == 0, result.stderr

    assert exponent(run, sizes) <= most


YAML_CARD, CSV_CARD = "  c{at}: {{name: A, signs: [1]}}\n", "c{at},A,[1]\n"


@pytest.mark.parametrize(
    ("head", "card", "name"),
    [("cards:\n", YAML_CARD, "x.yaml"), ("key,name,signs\n", CSV_CARD, "x.csv")],
    ids=["yaml", "csv"],
)
@pytest.mark.parametrize("do", ["set", "rename", "list", "add", "copy", "remove"])
def test_changes_of_a_deck_grow_with_its_cards_and_no_faster(head, card, name, do):
    """Make as many changes as there are cards: the cost of each depends on the change, not on the deck."""
    runs = count()

    def change(at, size):
        match do:
            case "set" | "list" | "rename":
                column, text = {"set": ("name", "B"), "list": ("signs", f"[{at}, 2]"), "rename": ("key", f"d{at}")}[do]
                return {"do": "set", "row": at, "column": column, "text": text}
            case "remove":
                return {"do": "remove", "row": size - at}
        return {"do": do, "row": at, "key": f"d{at}"}

    def run(size):
        of_run = next(runs)  # no card is cached from an earlier run
        text = head + "".join(card.format(at=f"{of_run}_{at}") for at in range(size + 1))
        changed_deck(text, name, [change(at, size) for at in range(size)])

    assert exponent(run, (8, 16, 32)) <= 1.1
