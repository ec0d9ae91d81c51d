"""The base map and the twelve dungeons agree with what is known and can be played on foot."""

from collections import Counter

import pytest

from generator.dungeon.files import find_dungeon, read_map
from generator.dungeon.grid import MONSTERS, parse_room
from generator.dungeon.notation import Picture, read_picture, write_picture
from generator.dungeon.reach import next_rooms, steps
from generator.reading.catalogue import Catalogue
from tests.conftest import ROOT

CATALOGUE = Catalogue((ROOT,))
BASE = read_map(CATALOGUE, "paper-dungeons", "base")


def read(text):
    lines = tuple(line.strip() for line in text.strip().splitlines())
    dungeon, faults = read_picture(Picture(lines, "t", 1, 1))
    assert not faults
    return dungeon


def held(name):
    return [str(thing) for thing in BASE.contents[parse_room(name)]]


def test_rooms_hold_what_the_rulebooks_show():
    assert held("C1") == ["potion"]
    assert held("D1") == ["goblin 3", "potion"]
    assert held("E1") == ["trap", "item_half"]
    assert held("F1") == ["potion"]
    assert any({"ghost", "potion"} <= {thing.kind for thing in things} for things in BASE.contents.values())


def test_open_neighbours_and_wraps_are_as_the_examples_show():
    assert parse_room("D1") in next_rooms(BASE, parse_room("C1"))
    assert parse_room("E1") in next_rooms(BASE, parse_room("F1"))
    assert parse_room("A2") in next_rooms(BASE, parse_room("F2"))
    assert parse_room("F4") in next_rooms(BASE, parse_room("A4"))
    assert parse_room("F4") not in next_rooms(BASE, parse_room("A2"))


def test_twelve_monsters_and_eight_gems():
    monsters = Counter((thing.kind, thing.level) for _, thing in BASE.things("monster"))
    assert monsters == {(kind, level): 1 for kind in MONSTERS for level in (3, 4, 5)}
    assert sorted(thing.letter for _, thing in BASE.things("gem")) == list("ABCDEFGH")


@pytest.mark.parametrize("key", "abcdefghijkl")
def test_every_boss_can_be_reached_on_foot(key):
    found = find_dungeon(CATALOGUE, "paper-dungeons", key)
    reached = steps(found.dungeon)
    assert sorted(found.dungeon.bosses) == [1, 2, 3]
    assert all(room in reached for room in found.dungeon.bosses.values())
    assert found.spec.letter == key.upper()
    assert len(found.spec.bosses) == 3


def test_a_picture_is_written_as_it_was_read():
    text = write_picture(BASE)
    again, faults = read_picture(Picture(tuple(text.removesuffix("\n").split("\n")), "t", 1, 1))
    assert not faults
    assert write_picture(again) == text


def test_water_stops_the_party_until_it_may_cross():
    dungeon = read("""
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
