"""A changed value in any file, or a removed key, gives a message near it and never a traceback."""

import random
import re
from functools import cache
from typing import NamedTuple

import pytest
import yaml

from generator.check.checking import data_faults, has_error
from generator.check.file_checking import check_path
from generator.diagnostics import InvalidInput
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, SOURCES, often
from tests.tables import write_files

GAMES = ("dungeon-fighter", "labirynt-smierci", "paper-dungeons", "platformer", "yacht")
DATA = [f"cards/{game}/{name}.yaml" for game in GAMES for name in ("game", "scoring")]
CHIMERAS = ROOT / "tests" / "data" / "three_chimeras"  # the score file has its bosses
NEW, NEW_WORDS = ("zzword", "77", "[zz]", "{zz: zz}", ""), ("zzword", "77", "zz")
# These faults are at another place: where a colour is used, where a value of a part gives no word, at one number of an
# impossible sum, at the start of an empty file, or at the impossible move after the changed one.
FOLLOWING = ("G023", "L020", "L040", "R011", "R013", "Y008")
# One file of every other kind. True: a check of this file lays out too much, so only the data of its game are checked.
OTHERS = {
    "cards/yacht/words/en.yaml": False, "cards/platformer/words/pl.yaml": True, "cards/dungeon-fighter/monsters.yaml": False,
    "cards/platformer/items.yaml": False, "cards/dungeon-fighter/rules.yaml": True, "cards/labirynt-smierci/traps.yaml": True,
    "cards/paper-dungeons/missions.yaml": False, "cards/paper-dungeons/map.yaml": True, "cards/paper-dungeons/dungeons/a.yaml": False,
    "cards/labirynt-smierci/tiles.yaml": True, "cards/platformer/sources.yaml": False, "cards/paper-dungeons/simulation.yaml": False,
    "cards/paper-dungeons/rounds.yaml": True, "cards/paper-dungeons/examples/season.yaml": False, "cards/common/words/score.pl.yaml": False,
    "layouts/yacht/score_sheet.yaml": False, "layouts/yacht/styles.yaml": False, "layouts/dungeon-fighter/cards/monster.yaml": False,
    "layouts/yacht/rules.yaml": False, "layouts/dungeon-fighter/editions/ink-saver.yaml": False, "layouts/common/papers.yaml": False,
    "layouts/common/card_sizes.yaml": False, "layouts/common/shops.yaml": False, "tests/data/scores/two.yaml": False,
    "tests/data/fuzz/printers.yaml": False,
}  # fmt: skip
WHOLE = [*DATA, *(name for name in OTHERS if name.startswith("cards/") and "common" not in name)]
QUICK = ("cards/paper-dungeons/dungeons/a.yaml", "cards/paper-dungeons/simulation.yaml", "layouts/common/papers.yaml")


class Change(NamedTuple):
    """A file with one change: its text, the lines where a message may be, and the words that a message may name."""

    name: str
    what: str
    text: str
    lines: frozenset[int]
    words: frozenset[str]


class Spot(NamedTuple):
    """A value in a file with its key, if it has one, its parent value, and all keys and values around it."""

    key: yaml.ScalarNode | None
    value: yaml.Node
    holder: yaml.Node
    around: tuple[yaml.Node, ...]


def spots(holder, around=()):
    """Yield every value below a value of a file."""
    for entry in () if isinstance(holder, yaml.ScalarNode) else holder.value:
        key, value = entry if isinstance(entry, tuple) else (None, entry)
        yield Spot(key, value, holder, around)
        yield from spots(value, (*around, *[key] * (key is not None), value))


@cache
def changes_of(name):
    """Return every change of a file: its name, the spot, and the new value, or None to remove the key."""
    root = yaml.compose((ROOT / name).read_text(encoding="utf-8"))
    every = [Spot(None, root, root, ()), *spots(root)]
    return [(name, spot, new) for spot in every for new in (*NEW, *[None] * (spot.key is not None))]


def changed(name, spot, new):
    """Return a file with a change; all other values keep their lines."""
    text = (ROOT / name).read_text(encoding="utf-8")
    key, value, holder, around = spot
    end = max(len(text[: value.end_mark.index].rstrip()), value.start_mark.index)  # a block ends before the next token
    start, replacement = (value.start_mark.index, new or "null") if key is None else (key.end_mark.index, f": {new}")
    if new is None:
        start, replacement = key.start_mark.index, ""
        if comma := re.match(r"\s*,", text[end:]):
            end += comma.end()
        elif (comma := re.search(r",\s*\Z", text[:start])) and re.match(r"\s*\}", text[end:]):
            start = comma.start()
    keys = [each.value if isinstance(each, yaml.ScalarNode) else "-" for each in (*around, key or value)]
    below = [each for spot in spots(value) for each in (spot.key, spot.value)]
    beside = [spot for spot in spots(holder) if spot.holder is holder]
    heads = [holder, *around, *[key] * (key is not None)]
    if name.startswith("layouts/"):  # an element begins at its first remaining key
        heads += [spot.key for spot in beside if spot.key is not None]
    lines = {each.start_mark.line + 1 for each in heads}
    scalars = {
        each.value
        for each in (key, value, *around, *below, *(spot.value for spot in beside))
        if isinstance(each, yaml.ScalarNode)
    }
    return Change(
        name,
        f"{'.'.join(keys)}: {'(no key)' if new is None else new or '(nothing)'}",
        text[:start] + replacement + "\n" * text.count("\n", start, end) + text[end:],
        frozenset({*lines, *range(text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 2)}),
        frozenset({*scalars, *NEW_WORDS} - {""}),
    )


def faults_of(home, change):
    """Return the faults that `scrawl check` finds in a file with a change."""
    path = home / change.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(change.text, encoding="utf-8")
    game = change.name.split("/")[1]
    catalogue = GameCatalogue((home, ROOT, *[CHIMERAS] * change.name.startswith("tests/")), SOURCES)
    try:
        if OTHERS.get(change.name, True):
            return data_faults(catalogue, game)
        return check_path(catalogue, game if game in GAMES else "yacht", path)
    except InvalidInput as fault:
        return fault.diagnostics
    finally:
        path.unlink()


def is_near(fault, change):
    """Return whether a fault is at a change, at the head of something around it, or names it elsewhere."""
    if fault.place.path.endswith(change.name) and fault.place.line in change.lines:
        return True
    text = f"{fault.message} {fault.hint}"
    return fault.code in FOLLOWING or any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) for word in change.words)


def outcome(home, spot):
    """Return the outcome of a change: "silent" without an error, "near", or the messages if all are elsewhere."""
    change = changed(*spot)
    faults = faults_of(home, change)
    if not has_error(faults):
        return "silent"
    if any(is_near(fault, change) for fault in faults):
        return "near"
    return f"{change.name}: {change.what} -> " + "; ".join(map(str, faults[:3]))


def sample(name, times):
    """Return a random sample of the changes of a file, always the same one; all changes if there are few."""
    every = changes_of(name)
    return random.Random(name).sample(every, min(times, len(every)))


@pytest.mark.parametrize("name", often(("cards/yacht/game.yaml", "cards/yacht/scoring.yaml"), DATA))
def test_a_changed_value_of_a_game_or_its_score_gets_a_message_at_its_place(name, tmp_path):
    ends = [outcome(tmp_path, each) for each in sample(name, often(2, 120))]
    assert {*ends} <= {"near", "silent"}


@pytest.mark.parametrize("name", often(QUICK, OTHERS))
def test_a_changed_value_of_any_file_gets_a_message_at_its_place(name, tmp_path):
    ends = [outcome(tmp_path, each) for each in sample(name, often(2, 20))]
    assert {*ends} <= {"near", "silent"}


@pytest.mark.parametrize("name", often(DATA[-2:-1], WHOLE))
def test_a_whole_check_of_a_game_with_a_changed_value_ends_with_messages(name, scrawl, tmp_path):
    for each in sample(name, often(1, 2)):
        change = changed(*each)
        write_files(tmp_path, {name: change.text})
        result = scrawl("check", "--game", name.split("/")[1])
        assert result.returncode == (" error " in result.stderr), (change.what, result.stderr)
        assert "Traceback" not in result.stderr, (change.what, result.stderr)
