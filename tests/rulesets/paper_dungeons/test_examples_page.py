"""The page of worked examples: the lines that it picks from its record are those its words speak of, and its sums add up."""

import re
from dataclasses import replace

import pytest
import yaml

from generator.diagnostics import InvalidInput
from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.products.handout_pages import chapters_of, page_face
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT

CATALOGUE = GameCatalogue((ROOT,))
TOLD = {
    "level": ["Ann 9: level up: Rogue", "Ann 5: level up: Warrior"],
    "room": [
        "Ann 4: move C1 (Potions +1) D1 (Monsters +1, Damage +1, potions absorb 1, Potions +1)",
        "Ben 4: move F1 (Potions +1) E1 (Damage +1, potions absorb 1), half: Flaming Sword",
        "Ben 1: half: Flaming Sword",
    ],
    "potions": [
        "Cid 4: brew (Potions +2)",
        "Cid 9: brew (Potions +2), level up: Wizard",
        "Ann skulls: damage 1, potions absorb 1",
    ],
    "wrap": [
        "Cid 8: move A1 (Damage +1, potions absorb 1) A2 (Damage +1, potions absorb 1, Gems +1)",
        "Cid 0: move F2 (Damage +1, potions absorb 1), level up: Wizard F1 (Potions +1)",
    ],
    "gems": [
        "Ben 0: move E2 (Monsters +1, Damage +2, potions absorb 1, Potions +1) D2 (Gems +1) D3 (Damage +1, potions absorb 1, Potions +1)",
        "Ben 2: move C3 (Gems +1), half: Armour of Heroes",
        "Ben Gems B C",
        "Ann 0: move C1 C2 (Damage +1, potions absorb 1), half: Armour of Heroes C3",
    ],
    "mission": ["Ann Mission: Full Cellar", "Cid Mission: Full Cellar"],
    "boss": [
        "Ann Boss: strength 13, glory +3, damage 2, potions absorb 2",
        "Ben Boss: strength 17, glory +5, damage 0, half: Armour of Heroes",
        "Cid Boss: flees, glory −1",
    ],
}


def plain(text):
    return re.sub(r"\s+", " ", text)


def on_page(pack):
    page = page_face(pack, "examples", Size(mm(196), mm(277)))
    return plain(" ".join(item.text for item, _ in walk(page.items) if isinstance(item, TextItem)))


def picked(pack):
    chapters = chapters_of(pack, "examples/season", pack.manifest.place)
    for name, picks in pack.values["worked_examples"].items():
        rows = [(chapters[pick["round"]]["rows"][pick["seat"]], pick["line"]) for pick in picks]
        yield name, [f"{row['who']} {row['lines'][line]}" for row, line in rows]


def test_each_example_picks_the_lines_that_it_speaks_of():
    assert dict(picked(open_pack(CATALOGUE, "paper-dungeons", "en"))) == TOLD


def test_the_sums_of_the_words_are_those_of_the_tables():
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    boss = yaml.safe_load((ROOT / "cards/paper-dungeons/bosses.yaml").read_text(encoding="utf-8"))["cards"][
        "bandit_chief"
    ]
    sword = pack.values["items"]["items"]["flaming_sword"]["effect"]["boss_strength"]
    lowest, middle, highest = (band["at"] for band in boss["bands"])
    assert boss["weakness"] == "rogue"
    assert lowest <= 9 + 4 < middle
    assert 9 + 5 + sword >= highest
    worth = on_page(pack).partition("Weakest hero")[2].partition("Before a name")[0]
    assert re.findall(r"−?\d+", worth) == ["6", "2", "30", "16", "−6"]


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_all_that_is_told_stands_on_the_page(language):
    pack = open_pack(CATALOGUE, "paper-dungeons", language)
    text = on_page(pack)
    for _, lines in picked(pack):
        for line in lines:
            assert plain(line.partition(" ")[2]) in text


def test_a_recorded_game_that_is_not_there_is_told_where_the_page_names_it():
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    pages = {**pack.manifest.pages, "examples": replace(pack.manifest.pages["examples"], record="examples/autumn")}
    lines = (ROOT / "cards/paper-dungeons/game.yaml").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "record: examples/season" in text)
    game = replace(pack.game, manifest=replace(pack.manifest, pages=pages))
    with pytest.raises(InvalidInput) as caught:
        page_face(replace(pack, game=game), "examples", Size(mm(196), mm(277)))
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.place.line) == ("C001", line)
    assert lines[line - 1][fault.place.column - 1 :].startswith("examples/season")
