"""The first adventure of the labyrinth follows its own tables: each die gives the result that the text says."""

import re

import pytest

from tests.conftest import ROOT
from tests.game.test_labirynt import wounds
from tests.tables import read_yaml

GAME = "labirynt-smierci"


def data(name):
    return read_yaml(ROOT / f"cards/{GAME}/{name}.yaml")


def steps(language):
    return data(f"words/{language}")["rules"]["first"]


HEROES, KRONK = data("figures")["heroes"], data("monsters")["cards"]["kronk"]
POOL = data("experience")["pool"]


def attack(name, die):
    hero = HEROES[name]
    number = die + hero["skill"] + hero["agility"]
    return f"{die} + {hero['skill']} + {hero['agility']} = {number}", wounds(number, hero["weapon"])


def test_the_fight_is_the_one_of_the_tables():
    first, second = steps("en")[4:6]
    attacks = [attack("berengar", 5), attack("torgrim", 6), attack("ilva", 5), attack("maelis", 3)]
    assert [text in first for text, _ in attacks] == [True] * 4
    assert [dealt for _, dealt in attacks] == [1, 2, 2, 0]
    assert (KRONK["strength"], KRONK["weapon"], KRONK["agility"]) == ("1+1", True, 1)
    assert wounds(6 + KRONK["agility"], "sword") == 1
    attacks = [attack("berengar", 2), attack("torgrim", 4)]
    assert [text in second for text, _ in attacks] == [True] * 2
    assert [dealt for _, dealt in attacks] == [0, 1]
    assert 1 + 2 + 1 == 3 + 1  # the strength of the stronger one


def test_the_blows_that_are_drawn_are_those_of_the_text_and_the_tables():
    blows, hearts, strength = data("first_fight"), {}, {"monster_goblin": (4, 2), "hero_warrior": (9,)}
    assert HEROES["berengar"]["strength"] == 9
    for round_name, text in zip(("first", "second"), steps("en")[4:6], strict=True):
        for blow in blows[round_name]:
            figure = HEROES.get(blow["who"], {**KRONK, "weapon": "sword"})
            added = [figure["skill"], figure["agility"]] if "skill" in figure else [figure["agility"]]
            assert [blow[name] for name in ("skill", "agility") if name in blow] == added
            assert blow["number"] == blow["die"] + sum(added)
            assert f"{' + '.join(map(str, (blow['die'], *added)))} = {blow['number']}" in text
            assert blow["weapon"] == figure["weapon"]
            assert blow["wounds"] == wounds(blow["number"], blow["weapon"]) == blow["hearts"].count("new")
            whom = blow["at"], len(blow["hearts"])
            assert whom[1] in strength[whom[0]]
            assert blow["hearts"].count("old") == hearts.get(whom, 0)
            hearts[whom] = hearts.get(whom, 0) + blow["wounds"]
    assert hearts == {("monster_goblin", 4): 4, ("monster_goblin", 2): 2, ("hero_warrior", 9): 1}


def test_what_comes_before_and_after_is_in_the_tables_too():
    assert data("resident")["rows"][1][0] == {"who": "kronk", "many": 2}
    maelis = HEROES["maelis"]
    assert (maelis["ability"], 1 + 2 - KRONK["nn"] + maelis["level"]) == ("negotiation", 0)
    assert data("negotiation")["rows"]["0-"] == "failure"
    assert KRONK["treasure"].split()[0] == "A"
    assert data("figures")["treasures"][0] == {"letter": "A", "gold": "3: 15", "valuables": "–", "magic": "–"}
    assert (POOL * (4 + 2), POOL * (4 + 2) // 4) == (36, 9)
    finds = data("finds")
    assert finds["rows"][4][finds["columns"].index("fountain")] == "diamond"
    assert "2d6+2" in data("words/en")["tables"]["find_results"]["diamond"]
    segments = data("segments")["cards"]
    assert segments["straight_door"]["copies"] > 0
    assert any(card.get("find") == "fountain" and "::" in card["picture"] for card in segments.values())


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_each_language_tells_the_same_numbers(language):
    numbers, english = ([re.findall(r"\d+", text) for text in steps(each)] for each in (language, "en"))
    assert numbers == english
