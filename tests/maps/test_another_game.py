"""A game of quite other rules makes, checks, shows and generates its dungeons by YAML alone."""

import pytest

RULES = """
base: reef
names: {target: wreck, targets: wrecks, tokens: pearls, token: pearl}
treasures: {coin: {sign: "$", word: things.coin}}
tokens: {pearl: {sign: o, word: things.pearl}}
levels: {least: 1, most: 1}
targets: {dice: [2, 6], word: things.wreck}
steps_a_die: 3
entrances: left
party_level: 0
limits: {monsters: 0, tokens: 3, monsters_a_room: 1, things_a_room: 2}
full_map: 99
size: {least: 2, most: 8}
generated:
  rooms: 16
  walls: {few: 5, some: 10, many: 20}
  water: {few: 0, some: 0, many: 0}
  traps: {few: 0, some: 0, many: 0}
  treasures: 25
  extra_walls: {easy: 1, standard: 2, hard: 3}
  extra_thirds: {few: 2, some: 3, many: 4}
difficulty:
  figure: {steps: [-10, -20], inside: {coin: 100}, beside: {coin: 40, pearl: 30}}
  bands: [{up_to: 16, easy: 40, standard: -40}]
"""
REEF = """\
map: |
  +--+--+--+--+
  |           |
  +  +  +  +  +
  |     |     |
  +  +  +  +  +
  |           |
  +--+--+--+--+
rooms: {B2: coin, D1: pearl A}
"""
DIVE = """\
map: |
  +--+--+--+--+
  |         2 |
  +  +  +  +  +
  |1          |
  +  +  +  +  +
  |           |
  +--+--+--+--+
"""


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home/cards/reefs"
    for name, text in (
        ("game.yaml", "game: reefs\n"),
        ("map.yaml", RULES),
        ("maps/reef.yaml", REEF),
        ("dungeons/dive.yaml", DIVE),
        ("words/en.yaml", "game: {title: Reefs}\nthings: {coin: Coin, pearl: Pearl, wreck: Wreck}\n"),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "home"


def test_its_dungeons_are_shown_and_checked_by_its_own_rules(scrawl, home):
    done = scrawl("dungeon", "check", "dive", "--game", "reefs", "--home", home)
    assert done.returncode == 0, done.stderr
    assert "Wreck 1 (A2): 1 step from the nearest entrance, 1 of the 2 dice" in done.stdout
    assert "Wreck 2 (D3): 4 steps from the nearest entrance, 2 of the 6 dice" in done.stdout
    assert "played alone" not in done.stdout
    # 1 step and 4 more, the coin in B2 beside the first: -10 - 80 + 40, and a middling one has 0
    assert "difficulty by the map: −0.5 points against a middling one – hard" in done.stdout
    done = scrawl("dungeon", "show", "dive", "--game", "reefs", "--home", home)
    assert done.returncode == 0, done.stderr
    assert "$ Coin   o Pearl" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("|         2 |", "|           |", "M021", "no room for wreck 2"),
        ("|1          |", "|3          |", "M008", "room A2 holds '3 '"),
        ("|1          |", "|         1 |", "M021", ""),
        ("map: |", "wrecks: [a]\nmap: |", "S001", "unknown key 'wrecks'"),
        ("map: |", "targets: [a]\nmap: |", "M022", "1 wreck cards named, expected 2"),
    ],
)
def test_its_faults_speak_of_its_own_things(scrawl, home, tmp_path, old, new, code, message):
    text = DIVE.replace(old, new) if code != "M021" or message else DIVE.replace(old, "|           |")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    done = scrawl("dungeon", "check", "mine.yaml", "--game", "reefs", "--home", home)
    assert done.returncode == 1
    assert code in done.stderr
    assert message in done.stderr
    assert "boss" not in done.stderr


@pytest.mark.parametrize("size", ["4x3", "2x2", "8x8"])
def test_it_generates_dungeons_that_pass(scrawl, home, tmp_path, size):
    for number, code in enumerate(("AACA-JYF", "GGYP-TX9")):
        path = tmp_path / f"{number}.yaml"
        done = scrawl(
            "dungeon", "generate", "--size", size, "--code", code, "--game", "reefs", "--home", home, "-o", path
        )
        assert done.returncode == 0, done.stderr
        done = scrawl("dungeon", "check", path, "--game", "reefs", "--home", home)
        assert done.returncode == 0, done.stderr


def test_what_it_has_no_layout_for_is_a_fault(scrawl, home):
    for words in (("dungeon", "card", "dive"), ("dungeon", "picture", "dive")):
        done = scrawl(*words, "--game", "reefs", "--home", home)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "error " in done.stderr


@pytest.mark.parametrize("size", [None, "3x4"])
def test_a_starter_of_it_is_commented_in_its_own_words(scrawl, home, tmp_path, size):
    done = scrawl("dungeon", "new", "cave", *(("--size", size) if size else ()), "--game", "reefs", "--home", home)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "cave.yaml").read_text(encoding="utf-8")
    assert "wrecks" in text
    assert "boss" not in text
    assert ("coin, pearl A" in text) == bool(size)
    assert scrawl("dungeon", "check", "cave.yaml", "--game", "reefs", "--home", home).returncode == 0
