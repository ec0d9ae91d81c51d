"""The base map and the twelve dungeons agree with the rulebooks, and players can reach everything on foot."""

import pickle
from collections import Counter
from itertools import pairwise

import pytest

from generator.maps.grid import Dungeon, Edge, Room, Thing, parse_room
from generator.maps.loading import find_dungeon, map_text_of
from generator.maps.notation import MapSourceText, read_map_text, replace_map, write_map_text
from generator.maps.reach import counts_of, entrances, next_rooms, shortest_way, steps
from generator.reading.yaml_nodes import parse_yaml
from tests.maps.base import BASE, CATALOGUE, RULES
from tests.tables import tables

TABLES = tables(__file__)


def parse_dungeon(text):
    lines = tuple(line.strip() for line in text.strip().splitlines())
    dungeon, faults = read_map_text(MapSourceText(lines, "t", 1, 1), RULES)
    assert not faults
    return dungeon


def things_in(name):
    return [str(thing) for thing in BASE.contents[parse_room(name)]]


def test_rooms_hold_what_the_rulebooks_show():
    assert things_in("C1") == ["potion"]
    assert things_in("D1") == ["goblin 3", "potion"]
    assert things_in("E1") == ["trap", "item_half"]
    assert things_in("F1") == ["potion"]
    assert any({"ghost", "potion"} <= {thing.kind for thing in things} for things in BASE.contents.values())


def test_open_neighbours_and_wraps_are_as_the_examples_show():
    assert parse_room("D1") in next_rooms(BASE, parse_room("C1"))
    assert parse_room("E1") in next_rooms(BASE, parse_room("F1"))
    assert parse_room("A2") in next_rooms(BASE, parse_room("F2"))
    assert parse_room("F4") in next_rooms(BASE, parse_room("A4"))
    assert parse_room("F4") not in next_rooms(BASE, parse_room("A2"))


def test_the_rules_have_the_cost_and_the_levels_of_a_thing():
    costs = [RULES.harm(thing) for thing in (Thing("ghost", level=5), Thing("ghost", level=1), Thing("potion"))]
    assert costs == [5 - RULES.party_level, 0, 0]
    assert RULES.harm(Thing("trap")) == RULES.traps["trap"].damage > 0
    assert (RULES.levels_of("ghost"), RULES.levels_of("trap")) == (tuple(range(1, 7)), ())


@pytest.mark.parametrize("name", ["E5", "A7", "F1", "C3"])
def test_a_shortest_way_has_as_many_rooms_as_steps_and_passes_no_wall(name):
    end = parse_room(name)
    way = shortest_way(BASE, RULES.entrances, None, end)
    assert (way[0] in entrances(BASE, RULES.entrances), way[-1]) == (True, end)
    assert len(way) == steps(BASE, RULES.entrances)[end]
    assert [pair for pair in pairwise(way) if pair[1] not in next_rooms(BASE, pair[0])] == []
    assert shortest_way(BASE, RULES.entrances, way[0], end) == way


def test_twelve_monsters_and_eight_gems():
    monsters = Counter((thing.kind, thing.level) for _, thing in BASE.things(RULES.monsters))
    assert monsters == {(kind, level): 1 for kind in RULES.monsters for level in (3, 4, 5)}
    assert sorted(thing.letter for _, thing in BASE.things(RULES.tokens)) == list("ABCDEFGH")


@pytest.mark.parametrize("key", "abcdefghijkl")
def test_every_boss_can_be_reached_on_foot(key):
    entry = find_dungeon(CATALOGUE, "paper-dungeons", RULES, key)
    distances = steps(entry.dungeon, RULES.entrances)
    assert sorted(entry.dungeon.targets) == [1, 2, 3]
    assert [room for room in entry.dungeon.targets.values() if room not in distances] == []
    assert entry.spec.letter == key.upper()
    assert len(entry.spec.targets) == 3


def test_things_on_a_crowded_map_are_counted_and_found(scrawl, tmp_path):
    (tmp_path / "crowded.yaml").write_text(TABLES["crowded"], encoding="utf-8")
    dungeon = find_dungeon(CATALOGUE, "paper-dungeons", RULES, str(tmp_path / "crowded.yaml")).dungeon
    assert counts_of(dungeon, RULES) == TABLES["counts"]
    output = scrawl("dungeon", "check", "crowded.yaml", "--games", "0").stdout.replace("crowded.yaml: ", "")
    assert output.splitlines() == TABLES["ways"]


def test_water_stops_the_party_until_it_may_cross():
    dungeon = parse_dungeon("""
        +--+--+--+
        |        |
        +~~+--+--+
        |  |     |
        +--+  +--+
        |        |
        +--+--+--+""")
    a2, a3 = parse_room("A2"), parse_room("A3")
    assert next_rooms(dungeon, a2) == set()
    assert next_rooms(dungeon, a2, crossing={"water"}) == {a3}
    assert next_rooms(dungeon, a2, crossing={"water", "wall"}) == {a3, parse_room("B2"), parse_room("A1")}


def test_a_map_is_replaced_and_everything_else_of_the_file_stays():
    text = (
        "# my crypt\r\nname: Crypt  # or not\r\nmap: |\r\n   +--+--+--+\r\n   |1       |\r\n   +  +  +  +\r\n   |        |\r\n"
        "   +  +  +  +\r\n   |        |\r\n   +--+--+--+\r\n# after\r\nrooms:\r\n  A1: trap  # mind\r\n"
    )
    old = map_text_of(parse_yaml(text, "crypt.yaml").get("map"))
    assert (old.line, old.column, len(old.lines)) == (4, 4, 7)
    walled = Dungeon(3, 3, {Edge(Room(0, 3), "right"): "wall"}, targets={1: Room(2, 3)})
    again = replace_map(text, old, write_map_text(walled))
    assert again == text.replace("|1       |", "|  |   1 |")


def test_a_dungeon_cannot_be_changed_and_travels_whole():
    with pytest.raises(TypeError):
        BASE.edges[Edge(Room(0, 1), "up")] = "wall"
    again = pickle.loads(pickle.dumps(BASE))
    assert again == BASE
    assert next_rooms(again, Room(0, 2)) == next_rooms(BASE, Room(0, 2))


@pytest.mark.parametrize(("side", "first"), [("bottom", "A1"), ("top", "A7"), ("left", "A1"), ("right", "F1")])
def test_entrances_are_along_the_side_that_the_rules_name(side, first):
    rooms = entrances(BASE, side)
    assert rooms[0].name == first
    assert len(rooms) == (6 if side in ("bottom", "top") else 7)
    assert {room for room, far in steps(BASE, side).items() if far == 1} == set(rooms)
