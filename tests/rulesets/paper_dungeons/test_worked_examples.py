"""The worked examples of the rulebooks, and what follows from their text, on the engine."""

import pytest

from generator.rulesets.paper_dungeons.rules.actions import is_chance
from generator.rulesets.paper_dungeons.text.notation import read_roll, roll_text
from tests.rulesets.paper_dungeons.playing import (
    LAST,
    apply,
    book,
    end_of_round,
    fight,
    levels,
    lines,
    play,
    player,
    position,
    seen,
    texts,
)
from tests.tables import table

BOSS_ROOM = "C3"  # of boss 1 in dungeon a


def health(sheet):
    return sum(sheet["heroes"].values())


@pytest.mark.parametrize("die", ["5", "9"])
def test_a_black_die_or_the_clover_levels_up_a_hero_trained_black(die):
    sheet = seen(play(position(), f"{die} level warrior"))  # [PL p.7] [CZ p.7]
    assert sheet["heroes"]["warrior"] == 2
    assert health(sheet) == 5


def test_the_training_says_which_colour_each_hero_needs():
    found = texts(position(player(goal="rooms", dice="1234 5678")))  # B/W/B/W [PL p.8] [CZ p.8]
    assert [text for text in found if "level" in text] == [
        "2 level wizard",
        "4 level rogue",
        "5 level warrior",
        "7 level cleric",
    ]


@table("marks, line, points")
def test_a_sheet_is_worth_what_the_rulebook_says(marks, line, points):
    assert lines(position(player(**marks), player("Bob")))[line] == points


def test_two_finished_items_count_for_strength_and_two_halves_do_nothing():
    items = {"flaming_sword": 2, "armour_of_heroes": 2, "cloak_of_passage": 1, "alchemists_cauldron": 1}
    traits = position(player(items=items)).sheets[0].traits  # [PL p.8] [CZ p.8]
    assert (traits.boss_strength, traits.monster_strength, traits.crosses) == (3, 1, 0)


def test_the_fourth_potion_gives_a_level_up_and_nine_hearts_are_left_of_six_potions():
    state = play(position(player(potions=3, dice="149 5")), "4 brew", "+wizard")  # [PL p.9] [CZ p.9]
    assert seen(state)["heroes"]["wizard"] == 2
    assert spare_hearts(position(player(potions=6, absorbed=3))) == 9
    assert (
        spare_hearts(position(player(potions=6, absorbed=3), variants=["potion_one_heart"])) == 3
    )  # as printed in Polish


def spare_hearts(state):
    sheet = state.sheets[0]
    return state.data.potion_hearts * sheet.potions - sheet.absorbed


def test_a_goblin_of_level_3_hurts_a_rogue_of_level_2_once():
    state = play(position(player(heroes=levels(1, 1, 1, 2))), "9 move", "C1", "D1")  # [PL p.9] [CZ p.9]
    sheet = seen(state)
    assert (sheet["absorbed"] + sheet["damage"], sheet["monsters"], sheet["beaten"]) == (1, 1, ["D1"])
    assert sheet["potions"] == 2
    assert sheet["explored"] == ["C1", "D1"]
    assert not sheet["moving"]


def test_a_wrap_joins_both_ends_of_its_row_and_no_other():
    found = texts(position(player(at="A2", moving=True, steps=1)))  # [PL p.9] [CZ p.10]
    assert "F2" in found
    assert "F4" not in found
    assert "A2" in texts(position(player(at="F2", moving=True, steps=1)))


def test_a_trap_springs_before_the_treasure_is_taken():
    state = play(position(), "9 move", "F1", "E1")  # [PL p.10] [CZ p.10]
    assert seen(state)["potions"] == 1
    assert (seen(state)["absorbed"], seen(state)["sprung"], seen(state)["steps"]) == (1, 1, 0)
    assert seen(play(state, "+crown_of_the_one_king"))["items"] == {"crown_of_the_one_king": 1}


def told(state):
    return [(seen(state, seat)["bosses"], seen(state, seat)["damage"]) for seat in range(len(state.sheets))]


STRONG_16, STRONG_13, STRONG_22 = levels(3, 3, 2, 4), levels(3, 3, 1, 3), levels(3, 4, 5, 5)


def test_a_boss_whose_room_was_passed_earlier_may_be_fought_from_elsewhere():
    state = fight(player(heroes=STRONG_16, explored=[BOSS_ROOM], at="F1"))  # [PL p.11] [CZ p.11]
    assert told(state) == [([3], 4)]


def test_three_players_fight_the_chimera_as_in_the_example():
    room = {"explored": [BOSS_ROOM]}  # [PL p.12] [CZ p.12]
    players = [
        player(heroes=STRONG_16, **room),
        player("Bob", heroes=STRONG_13, **room),
        player("Cid", heroes=STRONG_22, **room),
    ]
    state = fight(*players)
    assert told(state) == [([3], 4), ([-4], 0), ([7], 2)]
    assert state.turn == 2
    assert seen(play(state, "+book_of_wisdom"), 2)["items"] == {"book_of_wisdom": 1}


def test_the_barbarian_is_not_hurt():
    state = fight(player(power="barbarian", heroes=STRONG_16, explored=[BOSS_ROOM]), player("Bob", goal="gems"))
    assert told(state) == [([3], 0), ([-4], 0)]


def test_two_players_who_meet_a_mission_in_the_same_round_both_claim_it():
    state = end_of_round(
        position(player(gems=4, **LAST), player("Bob", gems=5, **LAST), missions=["gems_4"])
    )  # [PL p.4] [CZ p.4]
    assert [lines(state, seat)["K"] for seat in range(2)] == [4, 4]
    assert state.open == 0


def test_as_much_damage_as_health_is_survived_and_more_is_not():
    weak = {"heroes": levels(2, 2, 2, 2), "explored": ["E1"]}
    safe = play(position(player(damage=7, **weak)), "5 move", "E1")
    dead = play(position(player(damage=8, **weak)), "5 move", "E1")
    assert (seen(safe)["damage"], seen(safe)["resurrection"]) == (8, False)
    assert (seen(dead)["damage"], seen(dead)["resurrection"]) == (9, True)
    assert lines(dead)["I"] == -9


def test_the_party_rises_only_once():
    marks = {"heroes": levels(3, 2, 2, 2), "explored": ["E1"], "damage": 11, "resurrection": True}
    state = play(position(player(**marks)), "5 move", "E1")
    assert seen(state)["damage"] == 12
    assert lines(state)["I"] == -9


def test_potions_absorb_the_damage_of_a_boss_first():
    state = fight(player(heroes=STRONG_16, explored=[BOSS_ROOM], potions=2, absorbed=1))
    assert (seen(state)["absorbed"], seen(state)["damage"]) == (4, 1)


@pytest.mark.parametrize("power", ["healer", "merchant"])
def test_the_twelfth_potion_gives_a_gem_and_what_finds_no_circle_is_lost(power):
    sheet = seen(play(position(player(power=power, potions=11)), "4 brew"))
    assert (sheet["potions"], sheet["gems"]) == (12, 1)


@pytest.mark.parametrize("roll", ["xxx 567", "12x xx7", "999 567"])
def test_three_skulls_or_three_clovers_are_rolled_again(roll):
    with pytest.raises(ValueError, match="rolled again"):
        read_roll(book(), roll)


def skulls(power="healer", **marks):
    state = position(player(power=power, dice="- -", **marks), phase="roll", roll="", turn="")
    assert is_chance(state)
    return apply(state, read_roll(book(), "99x 56x"))


def test_two_skulls_hurt_twice_and_leave_four_dice():
    state = skulls()
    assert (seen(state)["damage"], seen(state)["dice"]) == (2, "99 56")
    assert roll_text(book(), state.roll) == "99x 56x"


@pytest.mark.parametrize(
    ("power", "heroes", "damage"), [("fortune_teller", levels(1, 1, 1, 1), 1), ("healer", levels(1, 1, 4, 1), 0)]
)
def test_skulls_hurt_the_fortune_teller_less_and_nobody_with_a_good_cleric(power, heroes, damage):
    assert seen(skulls(power, heroes=heroes))["damage"] == damage


@pytest.mark.parametrize(
    ("room", "at", "cleric", "items", "damage"),
    [("A6", "A5", 3, {"armour_of_heroes": 2}, 1), ("A6", "A5", 3, {}, 2), ("E2", "E1", 5, {}, 0)],
)
def test_a_zombie_hurts_by_what_its_level_is_above_the_cleric(room, at, cleric, items, damage):
    marks = {
        "heroes": levels(1, 1, cleric, 1),
        "at": at,
        "items": {**items, "cloak_of_passage": 2, "medallion_of_khar": 2},
    }
    sheet = seen(play(position(player(**marks)), "5 move", room))
    assert (sheet["damage"], sheet["monsters"]) == (damage, 1)


def test_strength_adds_levels_weakness_abilities_and_the_sword():
    marks = {"heroes": levels(4, 3, 3, 5), "items": {"flaming_sword": 2}, "explored": [BOSS_ROOM]}
    state = fight(player(**marks))
    assert seen(state)["strengths"] == [24]
    assert seen(state)["bosses"] == [7]


def test_a_tie_for_the_most_strength_gives_nobody_the_reward():
    room = {"explored": [BOSS_ROOM]}
    players = [
        player("Ann", heroes=STRONG_22, **room),
        player("Bob", heroes=STRONG_22, **room),
        player("Cid", heroes=STRONG_16, **room),
    ]
    state = fight(*players)
    assert [bosses for bosses, _ in told(state)] == [[7], [7], [3]]
    assert is_chance(state)


def test_a_boss_whose_room_was_never_explored_makes_the_strongest_flee():
    state = fight(player(heroes=levels(6, 6, 6, 6)))
    assert (seen(state)["bosses"], seen(state)["strengths"]) == ([-4], [-1])


def test_a_mission_is_gone_after_the_round_in_which_it_was_claimed():
    players = [player(name, gems=gems, **LAST) for name, gems in (("Ann", 4), ("Bob", 3), ("Cid", 4), ("Dee", 0))]
    state = end_of_round(position(*players, missions=["gems_4"], round=2))
    assert [lines(state, seat)["K"] for seat in range(4)] == [4, 0, 4, 0]
    late = [player(name, gems=4, **LAST) for name in ("Ann", "Bob")]
    assert lines(end_of_round(position(*late, missions={"gems_4": "2"}, round=4)))["K"] == 0


def test_a_rogue_of_level_4_fills_a_gem_box_and_the_fourth_box_gives_a_potion():
    state = play(
        position(player(heroes=levels(1, 1, 1, 3), gems=2, at="D1", items={"cloak_of_passage": 2})), "4 level rogue"
    )
    assert (seen(state)["gems"], seen(state)["potions"]) == (3, 0)
    state = play(state, "5 move", "D2", "stop")
    assert (seen(state)["gems"], seen(state)["potions"], seen(state)["gems_taken"]) == (4, 1, "B")


@pytest.mark.parametrize(("power", "damage"), [("healer", 3), ("scout", 0)])
def test_a_trap_springs_each_time(power, damage):
    state = position(
        player(power=power, goal="obstacles", at="F1", explored=["E1", "F1"], dice="149 5"), missions=["traps_5"]
    )
    state = play(state, "9 move", "E1", "F1", "5 move", "E1", "F1", "4 move", "E1", "stop")
    sheet = seen(state)
    assert (sheet["damage"], sheet["sprung"]) == (damage, 3)
