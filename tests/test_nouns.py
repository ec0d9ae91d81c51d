"""The program knows no game: the nouns of one stand in its data, never in Python, its docstrings or its examples."""

import re

import pytest

from tests.conftest import ROOT

NOUNS = """
hero heroes boss bosses gem gems potion potions glory mission missions warrior wizard cleric rogue resurrection goblin
zombie orc ghost cloak medallion player_sheet paper-dungeons first-game monster monsters trap traps treasure treasures
berserker goal goals power powers brew craft flaming_sword pips yacht paper_dungeons
labirynt platformer medusa kronk spell talisman apprentice chimera vampire altar ikee
"""
KINDS_OF_MAPS = set(
    ["monster", "monsters", "trap", "traps", "treasure", "treasures"]
)  # keys of map.yaml, for any game with maps
MAPS = (
    *("maps/", "authoring/dungeon_file_authoring.py", "products/dungeon_sentences.py", "products/dungeon_values.py"),
    *("products/card_origins.py", "cli/dungeon.py", "cli/dungeon_show.py"),
)
NOUN = re.compile(rf"(?<![A-Za-z])({'|'.join(map(re.escape, NOUNS.split()))})(?![a-z])", re.IGNORECASE)
PYTHON = sorted(path for path in (ROOT / "generator").rglob("*.py") if "paper_dungeons" not in path.parts)


def nouns_in(text, name):
    known = KINDS_OF_MAPS if name.startswith(MAPS) else set()
    for number, line in enumerate(text.splitlines(), 1):
        for noun in NOUN.findall(line):
            if noun.lower() not in known:
                yield f"{name}:{number} {noun}"


def test_no_noun_of_a_game_stands_in_the_program():
    found = [
        each
        for path in PYTHON
        for each in nouns_in(path.read_text(encoding="utf-8"), path.relative_to(ROOT / "generator").as_posix())
    ]
    assert found == []


@pytest.mark.parametrize(
    "line", ["the hero's level", "card_types.boss_card", '"paper-dungeons"', "Gems", ">>> fill('{glory}')"]
)
def test_a_noun_is_found_wherever_it_stands(line):
    assert list(nouns_in(line, "cards.py"))


def test_the_places_that_may_speak_of_maps_are_there():
    assert [name for name in MAPS if not (ROOT / "generator" / name).exists()] == []


@pytest.mark.parametrize("line", ["a ghostly word", "embosses", "powerful", "spacecraft"])
def test_other_words_are_let_be(line):
    assert not list(nouns_in(line, "cards.py"))
