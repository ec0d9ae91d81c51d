"""The slow rules agree with every example of the rulebooks, so that they may judge the fast ones."""

import copy

import pytest

from tests.rulesets.paper_dungeons import board as maps
from tests.rulesets.paper_dungeons import notation, oracle

BASE = maps.drawn(maps.data("maps/base"), "")
CHIMERA = {
    "weakness": "rogue",
    "flee": -4,
    "reward": "item_half",
    "bands": [
        {"at": 14, "glory": 3, "damage": 4},
        {"at": 18, "glory": 5, "damage": 3},
        {"at": 22, "glory": 7, "damage": 2},
    ],
}
BOSS_ROOM = BASE | {"bosses": {"E4": 2}}


def sheet(goal="rooms", power="barbarian", levels=(1, 1, 1, 1), items=(), **marks):
    """Return a sheet with these marks; items that are named are finished."""
    made = oracle.new_sheet(power, goal) | marks
    made["heroes"] = dict(zip(oracle.HEROES, levels, strict=True))
    made["items"] |= dict(items) if isinstance(items, dict) else dict.fromkeys(items, 2)
    return made


def played(before, *words):
    """Return the sheet after these plays of a table of two, on the base map with dungeon card A."""
    dice = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"]
    position = notation.OPENING | {
        "turn": "Ann",
        "roll": "149 580",
        "players": [before | {"dice": dice}, sheet() | {"name": "Bob"}],
    }
    for each in words:
        position = oracle.after(position, each)
    return position["players"][0]


def entered(before, room, *choices):
    """Return the sheet after it has come into a room from a neighbour."""
    after = copy.deepcopy(before)
    oracle.enter(after, BASE, room)
    return played(after, *choices)


def fought(*sheets, boss=CHIMERA, solo=False):
    """Fight the boss of season 2; return whose place has the reward, or None."""
    first = oracle.fight(sheets, BOSS_ROOM, boss, 2, solo)
    return next((place for place, each in enumerate(sheets) if each is first), None)


def knows(levels, **more):
    return sheet(levels=levels, explored={"E4"}, **more)


# --- dice


def test_of_46656_rolls_43535_stand_and_show_37395_skulls():
    stand = [roll for roll in oracle.rolls() if not oracle.again(roll)]
    assert (len(stand), sum(roll.count("x") for roll in stand)) == (43_535, 37_395)


@pytest.mark.parametrize(
    ("roll", "again", "usable"),
    [
        ("x19 x8x", True, 3),  # M7
        ("999 580", True, 6),  # M8
        ("x99 x85", False, 4),  # M9
    ],
)
def test_three_skulls_or_three_clovers_are_rolled_again(roll, again, usable):
    assert (oracle.again(roll), len(oracle.usable(roll))) == (again, usable)


@pytest.mark.parametrize(
    ("who", "damage"),
    [(sheet(), 2), (sheet(power="fortune_teller"), 1), (sheet(levels=(1, 1, 4, 1)), 0)],  # M9, M10, M11
)
def test_two_skulls_hurt(who, damage):
    assert oracle.skull_damage(who, 2) == damage


def test_each_die_has_its_digit():
    assert [(oracle.colour(digit), oracle.face(digit)) for digit in "59"] == [("black", "warrior"), ("white", "clover")]
    assert len({(oracle.colour(digit), oracle.face(digit)) for digit in "0123456789"}) == 10


# --- heroes and items


def test_a_black_warrior_trains_a_warrior_whose_square_is_filled():  # R1
    after = played(sheet(), "5 level warrior")
    assert (after["heroes"]["warrior"], sum(after["heroes"].values()), oracle.health(after)) == (2, 5, 5)
    assert played(sheet(), "9 level warrior")["heroes"]["warrior"] == 2


@pytest.mark.parametrize("hero", oracle.HEROES)
def test_colours_of_training_are_those_of_the_goal_card(hero):  # R2: black, white, black, white
    wanted = {"warrior": "black", "wizard": "white", "cleric": "black", "rogue": "white"}[hero]
    assert {oracle.colour(digit) for digit in "12345678" if oracle.trains(sheet(), digit, hero) == "yes"} == {wanted}


def test_the_wizard_frees_the_colour_and_the_psionic_does_once_a_round():
    assert oracle.trains(sheet(levels=(1, 4, 1, 1)), "1", "warrior") == "yes"
    assert oracle.trains(sheet(power="psionic", flips=1), "1", "warrior") == "flip"
    after = played(sheet(power="psionic", flips=1), "1 level warrior")
    assert (after["flips"], oracle.trains(after, "3", "cleric")) == (0, "no")


R4 = {"flaming_sword": 2, "armour_of_heroes": 2, "cloak_of_passage": 1, "alchemists_cauldron": 1}


def test_items_count_halves_and_extras_when_finished():
    def e(items):
        return oracle.glory(sheet(items=items, bosses=[0, 0, 0]), BASE, oracle.printed_tracks())["E"]

    assert e(R4) == 8  # R4
    assert e(["armour_of_heroes"]) - 2 == 2  # R17
    singles = "flaming_sword reapers_scythe medallion_of_khar cloak_of_passage crown_of_the_one_king alchemists_cauldron armour_of_heroes book_of_wisdom"
    assert [e([item]) for item in singles.split()] == [2, 1, 3, 2, 6, 2, 4, 5]  # M20
    assert e(oracle.ITEMS) == 25


def test_only_finished_items_work():  # R4
    assert oracle.boss_strength(sheet(items=R4), CHIMERA) == 4 + 1 + 3
    assert entered(sheet(items=R4), "D1")["damage"] == 1
    assert entered(sheet(items=R4), "B3", "+crown_of_the_one_king")["potions"] == 0
    assert "A4" not in oracle.next_rooms(
        sheet(items=R4, at="B4"), maps.drawn({"map": "+--+--+--+\n|  |     |\n+--+--+--+"})
    )


def test_upper_items_want_their_own_symbol():
    assert [item for item in oracle.ITEMS if oracle.crafts(sheet(), "4", item)] == ["cloak_of_passage", *oracle.LOWER]
    assert [item for item in oracle.ITEMS if not oracle.crafts(sheet(), "9", item)] == []
    assert oracle.ways_to_use(sheet(), "0") == ["0 move"]


# --- potions and damage


def test_potions_absorb_two_each():  # R5
    after = sheet()
    for _ in range(6):
        oracle.potion(after)
    oracle.hurt(after, 3)
    assert (after["owed"]["level"], 2 * after["potions"] - after["absorbed"], after["damage"]) == (1, 9, 0)


@pytest.mark.parametrize(
    ("damage", "more", "risen"),
    [(7, 1, False), (8, 1, True)],  # M1, M2
)
def test_one_heart_above_health_raises_the_party(damage, more, risen):
    after = sheet(levels=(2, 2, 2, 2), damage=damage)
    oracle.hurt(after, more)
    assert after["resurrection"] is risen
    assert oracle.glory(after | {"bosses": [0, 0, 0]}, BASE, oracle.printed_tracks())["I"] == (-9 if risen else 0)


def test_the_party_rises_once():  # M3
    after = sheet(levels=(3, 2, 2, 2), damage=9, resurrection=True)
    oracle.hurt(after, 3)
    assert (after["damage"], after["resurrection"]) == (12, True)
    assert oracle.glory(after | {"bosses": [0, 0, 0]}, BASE, oracle.printed_tracks())["I"] == -9


def test_a_boss_meets_the_potions_first():  # M4
    after = knows((4, 4, 4, 4), potions=2, absorbed=1, power="merchant")
    oracle.hurt(after, 4)
    assert (after["absorbed"], after["damage"]) == (4, 1)


@pytest.mark.parametrize("power", ["healer", "merchant"])  # M5, M6
def test_the_twelfth_potion_brings_a_gem_and_more_are_lost(power):
    after = played(sheet(power=power, potions=11), "4 brew")
    assert (after["potions"], after["gems"]) == (12, 1)


# --- the map


def test_a_party_enters_fights_and_takes():  # R6
    after = played(sheet(levels=(1, 1, 1, 2)), "4 move", "C1", "D1")
    assert (after["absorbed"], after["damage"], after["monsters"], after["potions"]) == (1, 0, 1, 2)


def test_wraps_join_the_ends_of_one_row():  # R7, R8
    assert "A2" in oracle.next_rooms(sheet(at="F2"), BASE)
    assert "F2" in oracle.next_rooms(sheet(at="A2"), BASE)
    assert "F4" not in oracle.next_rooms(sheet(at="A2"), BASE)
    assert "F4" in oracle.next_rooms(sheet(at="A4"), BASE)


def test_a_trap_springs_before_the_treasure_is_taken():  # R9
    after = played(sheet(), "4 move", "F1", "E1", "+reapers_scythe")
    assert (after["potions"], after["absorbed"], after["items"]["reapers_scythe"], after["sprung"]) == (1, 1, 1, 1)


@pytest.mark.parametrize(("power", "damage"), [("barbarian", 3), ("scout", 0)])
def test_a_trap_springs_every_time(power, damage):  # M19
    after = sheet(power=power, goal="obstacles")
    for _ in range(3):
        after = entered(after, "A1")
    assert (after["damage"], after["sprung"], oracle.goal_count(after, BASE)) == (damage, 3, 3)
    assert not oracle.met("traps_5", after, BASE)
    assert oracle.met("traps_5", after | {"sprung": 5}, BASE)


@pytest.mark.parametrize(
    ("level", "items", "room", "damage"),
    [(3, ["armour_of_heroes"], "A6", 1), (5, [], "E2", 0)],  # M12, M13
)
def test_a_zombie_fights_the_cleric(level, items, room, damage):
    assert entered(sheet(levels=(1, 1, level, 1), items=items), room)["damage"] == damage


def test_walls_and_water_open_with_the_right_item():
    assert sorted(oracle.next_rooms(sheet(at="D7"), BASE)) == ["D6", "E7"]
    assert sorted(oracle.next_rooms(sheet(at="D7", items=["cloak_of_passage"]), BASE)) == ["C7", "D6", "E7"]
    assert sorted(oracle.next_rooms(sheet(at="E6", items=["medallion_of_khar"]), BASE)) == ["D6", "E7", "F6"]
    assert sorted(oracle.next_rooms(sheet(at="E6", items=["cloak_of_passage"]), BASE)) == ["D6", "E5", "E7"]


def test_the_ranger_gets_a_point_for_each_stretch_once_a_move():
    wading = sheet(power="ranger", items=["medallion_of_khar"], at="E6", explored={"E6", "F6"})
    after = played(wading, "4 move", "F6", "E6", "F6")
    assert (after["at"], after["crossed"], after["moving"]) == ("F6", 3, False)


def test_the_third_gem_brings_nothing_and_the_fourth_a_potion():  # M18
    after = played(sheet(levels=(1, 1, 1, 3), gems=2), "4 level rogue")
    assert (after["gems"], after["potions"]) == (3, 0)
    after = entered(after, "A2")
    assert (after["gems"], after["potions"]) == (4, 1)


# --- bosses


@pytest.mark.parametrize(
    ("levels", "strength", "glory", "damage"),
    [((4, 4, 2, 2), 15, 3, 4), ((3, 3, 3, 2), 13, -4, 0), ((5, 5, 4, 2), 19, 5, 3), ((4, 4, 5, 4), 22, 7, 2)],
)
def test_the_chimera_by_strength(levels, strength, glory, damage):
    who = knows(levels, power="merchant")
    fought(who)
    assert (who["strengths"], who["bosses"], who["damage"]) == ([strength], [glory], damage)


def test_the_table_of_the_example():  # R10, R11, R12, R13
    a, b, c = (knows(levels, power="merchant", at="A1") for levels in [(3, 3, 4, 3), (3, 3, 3, 2), (4, 4, 5, 4)])
    assert fought(a, b, c) == 2
    assert [each["strengths"][-1] for each in (a, b, c)] == [16, 13, 22]
    assert [each["bosses"][-1] for each in (a, b, c)] == [3, -4, 7]
    assert [each["damage"] for each in (a, b, c)] == [4, 0, 2]


def test_strength_with_everything():  # M14
    assert oracle.boss_strength(sheet(levels=(4, 3, 3, 5), items=["flaming_sword"]), CHIMERA) == 24
    assert oracle.boss_strength(sheet(levels=(6, 6, 6, 6), items=["flaming_sword"], power="berserker"), CHIMERA) == 36


def test_equal_strength_and_playing_alone_bring_no_reward():  # M15
    tied = [knows((4, 4, 5, 4)), knows((4, 4, 5, 4)), knows((3, 3, 4, 3))]
    assert fought(*tied) is None
    assert [each["bosses"] for each in tied] == [[7], [7], [3]]
    assert fought(knows((4, 4, 5, 4))) == 0
    assert fought(knows((4, 4, 5, 4)), solo=True) is None


def test_who_never_saw_the_room_flees():  # M16
    strong = sheet(levels=(6, 6, 6, 6))
    assert fought(strong) is None
    assert (strong["bosses"], strong["damage"]) == ([-4], 0)


def test_the_barbarian_is_not_hurt():
    who = knows((4, 4, 5, 4), power="barbarian")
    fought(who)
    assert who["damage"] == 0


# --- the end of a round


def test_a_mission_is_for_all_who_meet_it_in_a_round_and_then_for_nobody():  # R18, M17
    able, never = sheet(potions=8), sheet()
    four = [able, sheet(potions=8), never, sheet()]
    missions = {"potions_8": "open", "gems_4": "open"}
    oracle.claim(four, BASE, missions, 3)
    assert [each["claims"] for each in four] == [{"potions_8": 3}, {"potions_8": 3}, {}, {}]
    never["potions"] = 8
    oracle.claim(four, BASE, missions, 4)
    assert (never["claims"], missions) == ({}, {"potions_8": 3, "gems_4": "open"})
    lines = [
        oracle.glory(each | {"bosses": [0, 0, 0]}, BASE, oracle.printed_tracks(), solo)
        for each, solo in ((able, False), (able, True))
    ]
    assert [line["K"] for line in lines] == [4, 4]


def test_gems_that_others_named_are_crossed_out():
    one, other = sheet(gems_taken={"A", "C"}, gems_fresh={"C"}), sheet(gems_taken={"B"})
    oracle.announce([one, other])
    assert (one["gems_lost"], other["gems_lost"], one["gems_fresh"]) == (set(), {"C"}, set())
    assert entered(other, "C3")["gems"] == 0


# --- glory


@pytest.mark.parametrize(
    ("marks", "line", "value"),
    [
        ({"levels": (3, 4, 5, 3)}, "D", 6),
        ({"gems": 7}, "F", 30),
        ({"monsters": 9}, "G", 16),
        ({"damage": 11}, "H", -6),
        ({"damage": 12}, "H", -6),
    ],
)  # R3, R14, R15, R16
def test_tracks_as_the_books_tell_them(marks, line, value):
    assert oracle.glory(sheet(bosses=[0, 0, 0], **marks), BASE, oracle.printed_tracks())[line] == value


def test_most_glory_wins_then_most_rooms():
    wide, narrow = sheet(explored=set(BASE["rooms"][:24])), sheet(explored=set(BASE["rooms"][:22]))
    assert [oracle.winners([narrow, wide], totals) for totals in ([60, 60], [61, 60])] == [[1], [0]]
    assert oracle.winners([wide, wide], [60, 60]) == [0, 1]


# --- powers at setup


@pytest.mark.parametrize(
    ("power", "plays"),
    [
        ("healer", 1),
        ("craftsman", 8 * 7),
        ("veteran", 4 * 3),
        ("assassin", 12 * 11),
        ("treasure_hunter", 8),
        ("merchant", 1),
    ],
)
def test_powers_of_setup_may_be_used_in_so_many_ways(power, plays):
    dealt = oracle.new_sheet([power, "scout"], ["rooms", "gems"])
    position = notation.OPENING | {"phase": "keep", "turn": "Ann", "players": [dealt]}
    assert len(oracle.plays(position)) == 4
    kept = oracle.after(position, f"keep {power} gems")
    assert oracle.perft(kept, 2) == plays
    assert sum(kept["players"][0]["owed"].values()) == {
        "craftsman": 2,
        "veteran": 2,
        "assassin": 2,
        "treasure_hunter": 1,
    }.get(power, 0)
