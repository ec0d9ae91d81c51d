"""The slow rules agree with every example of the rulebooks, so that they may judge the fast ones."""

from collections import Counter

import pytest

from tests.paper_dungeons import board as maps
from tests.paper_dungeons import oracle

BASE = maps.drawn(maps.data("maps/base"), "")
CHIMERA = {"weakness": "rogue", "flee": -4, "reward": "item_half", "bands": [{"at": 14, "glory": 3, "damage": 4}, {"at": 18, "glory": 5, "damage": 3}, {"at": 22, "glory": 7, "damage": 2}]}
BOSS_ROOM = BASE | {"bosses": {"E4": 2}}


def sheet(goal="rooms", power="barbarian", levels=(1, 1, 1, 1), items=(), **marks):
    """Return a sheet with these marks; items that are named are finished."""
    made = oracle.new_sheet(goal, power) | marks
    made["levels"] = dict(zip(oracle.HEROES, levels, strict=True))
    made["items"] |= dict(items) if isinstance(items, dict) else dict.fromkeys(items, 2)
    return made


def used(before, die, action, *answers):
    return oracle.outcome(before, lambda each, ask: oracle.use(each, BASE, die, action, ask), *answers)


def entered(before, room, *answers):
    return oracle.outcome(before, lambda each, ask: oracle.enter(each, BASE, room, ask), *answers)


def fought(*sheets, boss=CHIMERA, solo=False):
    """Fight the boss of season 2; return whose place has the reward, or None."""
    first = oracle.fight(sheets, BOSS_ROOM, boss, 2, solo)
    return next((place for place, each in enumerate(sheets) if each is first), None)


def knows(levels, **more):
    return sheet(levels=levels, explored={"E4"}, **more)


# --- dice


def test_of_46656_rolls_43535_stand_and_show_37395_skulls():
    stand = [roll for roll in oracle.rolls() if not oracle.again(roll)]
    assert (len(stand), sum(roll.count("skull") for roll in stand)) == (43_535, 37_395)


@pytest.mark.parametrize(
    ("roll", "again", "usable"),
    [
        ("skull warrior clover skull rogue skull", True, 3),  # M7
        ("clover clover clover warrior rogue three_boots", True, 6),  # M8
        ("skull clover clover skull rogue warrior", False, 4),  # M9
    ],
)
def test_three_skulls_or_three_clovers_are_rolled_again(roll, again, usable):
    roll = tuple(roll.split())
    assert (oracle.again(roll), len(oracle.dice_of(roll))) == (again, usable)


@pytest.mark.parametrize(
    ("who", "damage"),
    [(sheet(), 2), (sheet(power="fortune_teller"), 1), (sheet(levels=(1, 1, 4, 1)), 0)],  # M9, M10, M11
)
def test_two_skulls_hurt(who, damage):
    assert oracle.skull_damage(who, 2) == damage


def test_each_die_has_its_digit():
    assert [oracle.digit(("black", "warrior")), oracle.digit(("white", "clover"))] == [5, 9]
    assert sorted(oracle.digit((colour, face)) for colour in oracle.FACES for face in oracle.FACES[colour] if face != "skull") == list(range(10))


# --- heroes and items


def test_a_black_warrior_trains_a_warrior_whose_square_is_filled():  # R1
    after = used(sheet(), ("black", "warrior"), "level up", "warrior")
    assert (after["levels"]["warrior"], oracle.strength(after), oracle.health(after)) == (2, 5, 5)
    assert used(sheet(), ("white", "clover"), "level up", "warrior")["digits"] == [9]


@pytest.mark.parametrize("hero", oracle.HEROES)
def test_colours_of_training_are_those_of_the_goal_card(hero):  # R2: black, white, black, white
    wanted = {"warrior": "black", "wizard": "white", "cleric": "black", "rogue": "white"}[hero]
    assert {colour for colour in ("white", "black") if oracle.trainable(sheet(), (colour, hero))} == {wanted}


def test_the_wizard_frees_the_colour_and_the_psionic_does_once_a_round():
    assert oracle.trainable(sheet(levels=(1, 4, 1, 1)), ("white", "warrior")) == {"warrior": False}
    after = used(sheet(power="psionic"), ("white", "warrior"), "level up", "warrior")
    assert after["other_colour"]
    assert oracle.trainable(after, ("white", "cleric")) == {}


R4 = {"flaming_sword": 2, "armour_of_heroes": 2, "cloak_of_passage": 1, "alchemists_cauldron": 1}


def test_items_count_halves_and_extras_when_finished():
    def e(items):
        return oracle.glory(sheet(items=items, boss_glory=[0, 0, 0]), BASE, oracle.printed_tracks())["E"]

    assert e(R4) == 8  # R4
    assert e(["armour_of_heroes"]) - 2 == 2  # R17
    singles = "flaming_sword reapers_scythe medallion_of_khar cloak_of_passage crown_of_the_one_king alchemists_cauldron armour_of_heroes book_of_wisdom"
    assert [e([item]) for item in singles.split()] == [2, 1, 3, 2, 6, 2, 4, 5]  # M20
    assert e(oracle.ITEMS) == 25


def test_only_finished_items_work():  # R4
    assert oracle.boss_strength(sheet(items=R4), CHIMERA) == 4 + 1 + 3
    assert entered(sheet(items=R4), "D1")["damage"] == 1
    assert entered(sheet(items=R4, at="B2"), "B3", "crown_of_the_one_king")["potions"] == 0
    assert "A4" not in oracle.steps(sheet(items=R4, at="B4"), maps.drawn({"map": "+--+--+--+\n|  |     |\n+--+--+--+"}))


def test_upper_items_want_their_own_symbol():
    assert oracle.craftable(sheet(), ("white", "rogue")) == ["cloak_of_passage", *oracle.LOWER]
    assert len(oracle.craftable(sheet(), ("white", "clover"))) == 8
    assert oracle.craftable(sheet(), ("black", "three_boots")) == []
    assert oracle.actions(sheet(), ("black", "three_boots")) == ["move"]


# --- potions and damage


def test_potions_absorb_two_each():  # R5
    after = sheet()
    for _ in range(6):
        oracle.potion(after)
    oracle.hurt(after, 3)
    assert (after["owed"], 2 * after["potions"] - after["absorbed"], after["damage"]) == (["level_up"], 9, 0)


@pytest.mark.parametrize(
    ("damage", "more", "risen"),
    [(7, 1, False), (8, 1, True)],  # M1, M2
)
def test_one_heart_above_health_raises_the_party(damage, more, risen):
    after = sheet(levels=(2, 2, 2, 2), damage=damage)
    oracle.hurt(after, more)
    assert after["risen"] is risen
    assert oracle.glory(after | {"boss_glory": [0, 0, 0]}, BASE, oracle.printed_tracks())["I"] == (-9 if risen else 0)


def test_the_party_rises_once():  # M3
    after = sheet(levels=(3, 2, 2, 2), damage=9, risen=True)
    oracle.hurt(after, 3)
    assert (after["damage"], after["risen"]) == (12, True)
    assert oracle.glory(after | {"boss_glory": [0, 0, 0]}, BASE, oracle.printed_tracks())["I"] == -9


def test_a_boss_meets_the_potions_first():  # M4
    after = knows((4, 4, 4, 4), potions=2, absorbed=1, power="merchant")
    oracle.hurt(after, 4)
    assert (after["absorbed"], after["damage"]) == (4, 1)


@pytest.mark.parametrize("power", ["healer", "merchant"])  # M5, M6
def test_the_twelfth_potion_brings_a_gem_and_more_are_lost(power):
    after = used(sheet(power=power, potions=11), ("white", "rogue"), "brew")
    assert (after["potions"], after["gems"]) == (12, 1)


# --- the map


def test_a_party_enters_fights_and_takes():  # R6
    after = used(sheet(levels=(1, 1, 1, 2)), ("white", "rogue"), "move", "C1", "D1")
    assert (after["absorbed"], after["damage"], after["monsters"], after["potions"]) == (1, 0, 1, 2)


def test_wraps_join_the_ends_of_one_row():  # R7, R8
    assert "A2" in oracle.steps(sheet(at="F2"), BASE)
    assert "F2" in oracle.steps(sheet(at="A2"), BASE)
    assert "F4" not in oracle.steps(sheet(at="A2"), BASE)
    assert "F4" in oracle.steps(sheet(at="A4"), BASE)


def test_a_trap_springs_before_the_treasure_is_taken():  # R9
    after = used(sheet(), ("white", "rogue"), "move", "F1", "E1", "reapers_scythe")
    assert (after["potions"], after["absorbed"], after["items"]["reapers_scythe"], after["traps"]) == (1, 1, 1, 1)


@pytest.mark.parametrize(("power", "damage"), [("barbarian", 3), ("scout", 0)])
def test_a_trap_springs_every_time(power, damage):  # M19
    after = sheet(power=power, goal="obstacles")
    for _ in range(3):
        after = entered(after, "A1")
    assert (after["damage"], after["traps"], oracle.goal_count(after, BASE)) == (damage, 3, 3)
    assert not oracle.met("traps_5", after, BASE)
    assert oracle.met("traps_5", after | {"traps": 5}, BASE)


@pytest.mark.parametrize(
    ("level", "items", "room", "damage"),
    [(3, ["armour_of_heroes"], "A6", 1), (5, [], "E2", 0)],  # M12, M13
)
def test_a_zombie_fights_the_cleric(level, items, room, damage):
    after = sheet(levels=(1, 1, level, 1), items=items)
    assert next(oracle.ways(after, lambda each, ask: oracle.enter(each, BASE, room, ask)))[1]["damage"] == damage


def test_walls_and_water_open_with_the_right_item():
    assert oracle.steps(sheet(at="E7"), BASE) == ["D7", "E6"]
    assert oracle.steps(sheet(at="E7", items=["cloak_of_passage"]), BASE) == ["D7", "E6", "F7"]
    assert oracle.steps(sheet(at="E6", items=["medallion_of_khar"]), BASE) == ["D6", "E7", "F6"]
    assert oracle.steps(sheet(at="E6", items=["cloak_of_passage"]), BASE) == ["D6", "E5", "E7"]


def test_the_ranger_gets_a_point_for_each_stretch_once_a_move():
    wading = sheet(power="ranger", items=["medallion_of_khar"], at="E6", explored={"F6"})
    after = used(wading, ("white", "rogue"), "move", "F6", "E6", "F6")
    assert (after["at"], after["waters"]) == ("F6", 3)


def test_the_third_gem_brings_nothing_and_the_fourth_a_potion():  # M18
    after = used(sheet(levels=(1, 1, 1, 3), gems=2), ("white", "rogue"), "level up", "rogue")
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
    assert (who["fights"], who["boss_glory"], who["damage"]) == ([strength], [glory], damage)


def test_the_table_of_the_example():  # R10, R11, R12, R13
    a, b, c = (knows(levels, power="merchant", at="A1") for levels in [(3, 3, 4, 3), (3, 3, 3, 2), (4, 4, 5, 4)])
    assert fought(a, b, c) == 2
    assert [each["fights"][-1] for each in (a, b, c)] == [16, 13, 22]
    assert [each["boss_glory"][-1] for each in (a, b, c)] == [3, -4, 7]
    assert [each["damage"] for each in (a, b, c)] == [4, 0, 2]


def test_strength_with_everything():  # M14
    assert oracle.boss_strength(sheet(levels=(4, 3, 3, 5), items=["flaming_sword"]), CHIMERA) == 24
    assert oracle.boss_strength(sheet(levels=(6, 6, 6, 6), items=["flaming_sword"], power="berserker"), CHIMERA) == 36


def test_equal_strength_and_playing_alone_bring_no_reward():  # M15
    tied = [knows((4, 4, 5, 4)), knows((4, 4, 5, 4)), knows((3, 3, 4, 3))]
    assert fought(*tied) is None
    assert [each["boss_glory"] for each in tied] == [[7], [7], [3]]
    assert fought(knows((4, 4, 5, 4))) == 0
    assert fought(knows((4, 4, 5, 4)), solo=True) is None


def test_who_never_saw_the_room_flees():  # M16
    strong = sheet(levels=(6, 6, 6, 6))
    assert fought(strong) is None
    assert (strong["boss_glory"], strong["damage"]) == ([-4], 0)


def test_the_barbarian_is_not_hurt():
    who = knows((4, 4, 5, 4), power="barbarian")
    fought(who)
    assert who["damage"] == 0


# --- the end of a round


def test_a_mission_is_for_all_who_meet_it_in_a_round_and_then_for_nobody():  # R18, M17
    able, never = sheet(potions=8), sheet()
    four = [able, sheet(potions=8), never, sheet()]
    left = oracle.claim(four, BASE, ["potions_8", "gems_4"], 3)
    assert ([each["missions"] for each in four], left) == ([{"potions_8": 3}, {"potions_8": 3}, {}, {}], ["gems_4"])
    never["potions"] = 8
    assert oracle.claim(four, BASE, left, 4) == ["gems_4"]
    assert never["missions"] == {}
    lines = [oracle.glory(each | {"boss_glory": [0, 0, 0]}, BASE, oracle.printed_tracks(), solo) for each, solo in ((able, False), (able, True))]
    assert [line["K"] for line in lines] == [4, 4]


def test_gems_that_others_named_are_crossed_out():
    one, other = sheet(taken={"A", "C"}, announce={"C"}), sheet(taken={"B"}, announce=set())
    oracle.announce([one, other])
    assert (one["gone"], other["gone"], one["announce"]) == (set(), {"C"}, set())
    assert entered(other, "C3")["gems"] == 0


# --- glory


@pytest.mark.parametrize(
    ("marks", "line", "value"),
    [({"levels": (3, 4, 5, 3)}, "D", 6), ({"gems": 7}, "F", 30), ({"monsters": 9}, "G", 16), ({"damage": 11}, "H", -6), ({"damage": 12}, "H", -6)],
)  # R3, R14, R15, R16
def test_tracks_as_the_books_tell_them(marks, line, value):
    assert oracle.glory(sheet(boss_glory=[0, 0, 0], **marks), BASE, oracle.printed_tracks())[line] == value


def test_most_glory_wins_then_most_rooms():
    wide, narrow = sheet(explored=set(BASE["rooms"][:24])), sheet(explored=set(BASE["rooms"][:22]))
    assert [oracle.winners([narrow, wide], totals) for totals in ([60, 60], [61, 60])] == [[1], [0]]
    assert oracle.winners([wide, wide], [60, 60]) == [0, 1]


# --- powers at setup


@pytest.mark.parametrize(
    ("power", "choices"),
    [("healer", 1), ("craftsman", 28), ("veteran", 6), ("assassin", 66), ("treasure_hunter", 8), ("merchant", 1)],
)
def test_powers_of_setup_have_so_many_ways(power, choices):
    found = list(oracle.ways(sheet(power=power), lambda each, ask: oracle.set_up(each, BASE, ask)))
    assert len(found) == choices
    assert Counter(oracle.health(each) for _, each in found) == {6 if power == "veteran" else 4: choices}
