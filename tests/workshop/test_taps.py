"""Number of taps for a finished sheet: on its boxes, with the keys of the pad, or typed shield by shield."""

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.session import ScoringSession
from generator.scoring.rules import open_rules
from generator.workshop.shared_session import MOST_KEYS, new_session
from tests.conftest import ROOT, often
from tests.workshop.doing import answer, join, tick

CATALOGUE = GameCatalogue((ROOT,))
GAMES = ("paper-dungeons", "yacht", "dungeon-fighter", "platformer", "labirynt-smierci")
ALL = ("warrior", "wizard", "cleric", "rogue")
SHEETS = {  # levels of the heroes, items, gems, monsters, damage, goal, power, missions, points from the three bosses
    "Ada": ((4, 3, 3, 5), ("flaming_sword.1", "flaming_sword.2"), 5, 9, 11, 4, "scout", 2, ("5", "-2", "7")),
    "Bob": ((3, 2, 2, 6), ("flaming_sword.1",), 7, 4, 3, 2, "healer", 1, ("3", "5", "-3")),
    "Cy": ((2, 2, 2, 2), (), 3, 12, 24, 6, "noble", 0, ("-1", "-2", "-3")),
    "Dora": ((5, 4, 3, 2), ("flaming_sword.1", "flaming_sword.2"), 8, 7, 17, 4, "merchant", 3, ("4", "6", "7")),
}


def new_table(folder, game="paper-dungeons", dungeon=""):
    table = new_session(folder, open_rules(CATALOGUE, game, "en"), solo=False, dungeon=dungeon)
    table.begin()
    return table


def boxes_of(levels, items, gems, monsters, damage, goal, power, missions):
    """Return the ticked boxes of a finished sheet."""
    heroes = [f"hero.{hero}.{level}" for hero, level in zip(ALL, levels, strict=True)]
    tracks = [f"gem_track.{gems}", f"monster_track.{monsters}", f"damage.{damage}", f"goal.{goal}", f"power.{power}"]
    return [
        *heroes,
        *(f"item.{item}" for item in items),
        *tracks,
        *(f"mission.{at}.{at + 1}" for at in range(missions)),
    ]


def test_a_table_of_four_takes_fewer_taps_than_eleven_typed_shields(tmp_path):
    table, taps = new_table(tmp_path), {"boxes": 0, "keys": 0, "typed": 0}
    for name, (*parts, boss_points) in SHEETS.items():
        seat = join(table, name, name)
        for box in boxes_of(*parts):
            assert tick(table, seat, box, True)["taken"]
            taps["boxes"] += 1
        for at, points in enumerate(boss_points):
            reply = answer(table, seat, f"bosses.{at}", points)
            assert reply["taken"], reply
            taps["boxes"] += 2  # one tap opens the list, one selects the points
    view, typed_table = table.view(), new_table(tmp_path)
    for place, seat in enumerate(view["seats"]):
        join(typed_table, seat["name"], seat["name"])
        taps["keys"] += 1  # the pad shows the points as a key
        for line in view["lines"]:
            points = seat["lines"].get(line["letter"], {"points": 0})["points"]
            assert points in line["values"], "a line that the scorer counts has no key"
            assert answer(typed_table, place, f"line.{line['letter']}", str(points))["taken"]
            taps["keys"] += 1
            taps["typed"] += 1 + len(str(points))  # one tap on the field, one for each digit and sign
    assert [seat["total"] for seat in typed_table.view()["seats"]] == [seat["total"] for seat in view["seats"]]
    assert taps == {"boxes": 71, "keys": 48, "typed": 107}


@pytest.mark.parametrize("game", often(GAMES[:3], GAMES))
def test_the_keys_of_a_line_are_all_that_it_can_count_and_digits_stand_where_there_are_more(tmp_path, game):
    table = new_table(tmp_path, game)
    seat = join(table, "Ada", "Ada")
    for line in table.view()["lines"]:
        question = f"line.{line['letter']}"
        if "values" not in line:
            assert len(table.rules.line_points(line["letter"])) > MOST_KEYS
            continue
        assert len(line["values"]) <= MOST_KEYS
        for points in (line["values"][0] - 1, *line["values"][:: often(5, 1)], line["values"][-1] + 1):
            reply = answer(table, seat, question, str(points))
            is_usual = not any("possible are" in message for message in reply["messages"])
            assert (reply["taken"], is_usual) == (True, points in line["values"])


def test_the_keys_are_those_of_the_map_that_is_played(tmp_path):
    any_map, map_a = new_table(tmp_path), new_table(tmp_path)
    map_a.state = ScoringSession(False, cards={"bosses": ("bandit_chief", "stone_golem", "dragon")}, dungeon="a")
    keys = [{line["letter"]: line["values"] for line in each.view()["lines"]} for each in (any_map, map_a)]
    assert keys[1]["C"] == [-3, 8, 9, 11]
    assert set(keys[1]["C"]) < set(keys[0]["C"])
