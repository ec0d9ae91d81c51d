"""What powers, items, missions and goals do; a user's own card made of known effects plays too."""

import pytest

from generator.chance import RandomStream
from generator.diagnostics import InvalidInput
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook, table_of
from generator.rulesets.paper_dungeons.model.setup import NAMES, variants_of
from generator.rulesets.paper_dungeons.model.state import start
from generator.rulesets.paper_dungeons.rules.actions import legal_actions
from generator.rulesets.paper_dungeons.rules.dealing import deal
from generator.rulesets.paper_dungeons.rules.goal_progress import count_goal_quantity, goal_count
from generator.rulesets.paper_dungeons.text.notation import position_text, read_position, read_roll
from tests.conftest import ROOT
from tests.rulesets.paper_dungeons.playing import (
    apply,
    book,
    end_of_round,
    fight,
    levels,
    play,
    player,
    position,
    seen,
    texts,
)
from tests.tables import table, tables

TABLES = tables(__file__)


def keeping(power, **more):
    """The first choice of a game: Ann was dealt a power."""
    ann = {"name": "Ann", "powers": [power, "scout"], "goals": ["rooms", "gems"], "kept": False}
    return play(position(ann, phase="keep", roll="", round=0, **more), "keep 1 1")


def test_a_player_keeps_one_power_and_one_goal_of_the_hand():
    ann = {"name": "Ann", "powers": ["healer", "scout"], "goals": ["rooms", "gems"], "kept": False}
    state = position(ann, phase="keep", roll="", round=0)
    assert texts(state) == ["keep 1 1", "keep 1 2", "keep 2 1", "keep 2 2"]
    assert (seen(play(state, "keep 2 1"))["powers"], seen(play(state, "keep 2 1"))["goals"]) == (["scout"], ["rooms"])


@table("power, choices, marks")
def test_a_setup_power_acts_before_the_first_round(power, choices, marks):
    sheet = seen(play(keeping(power), *choices))
    assert {name: sheet[name] for name in marks} == marks


def test_the_halves_of_the_craftsman_belong_to_different_items():
    assert "+flaming_sword" not in texts(play(keeping("craftsman"), "+flaming_sword"))


def test_the_treasure_hunter_takes_a_bonus_gem_in_the_czech_edition():
    sheet = seen(keeping("treasure_hunter", variants=["treasure_hunter_bonus"]))
    assert (sheet["gems"], sheet["gems_taken"]) == (1, "")


def test_others_may_still_take_the_gem_of_the_treasure_hunter():
    hands = [
        {"name": name, "powers": ["treasure_hunter"], "goals": ["rooms"], "kept": False} for name in ("Ann", "Bob")
    ]
    state = play(position(*hands, phase="keep", roll="", round=0), "keep 1 1", "*A", "keep 1 1")
    assert "*A" in texts(state)


@table("power, marks, actions, after")
def test_a_triggered_power_acts_when_its_condition_is_met(power, marks, actions, after):
    sheet = seen(play(position(player(power=power, **marks)), *actions))
    assert {name: sheet[name] for name in after} == after


def test_the_psionic_uses_one_die_a_round_as_the_other_colour():
    state = position(player(power="psionic", flips=1))
    assert "4 level rogue" in texts(state)
    assert "1 level warrior" in texts(state)
    after = play(state, "1 level warrior")
    assert [text for text in texts(after) if "level" in text and not text.startswith("9")] == [
        "4 level rogue",
        "5 level warrior",
    ]
    assert seen(after)["flips"] == 0


def test_the_psionic_may_do_so_again_in_the_next_round():
    state = position(player(power="psionic", dice="- -"), phase="roll", roll="", turn="")
    assert seen(apply(state, read_roll(book(), "123 567")))["flips"] == 1


def test_a_wizard_of_level_4_frees_the_colour_of_levelling_up():
    assert "1 level warrior" in texts(position(player(heroes=levels(1, 4, 1, 1))))


def test_the_ranger_gets_a_step_for_each_water_edge_once_in_a_move():
    marks = {"items": {"medallion_of_khar": 2}, "at": "A2", "explored": ["A1", "A2", "A3"]}
    state = play(position(player(power="ranger", **marks)), "5 move", "A3")
    assert (seen(state)["steps"], seen(state)["returned"], seen(state)["crossed"]) == (2, ["A2-A3"], 1)
    assert seen(play(state, "A2"))["steps"] == 1
    assert seen(play(position(player(**marks)), "5 move", "A3"))["steps"] == 1


@pytest.mark.parametrize(("power", "strength"), [("healer", 16), ("berserker", 18)])
def test_the_berserker_is_stronger_against_bosses(power, strength):
    state = fight(player(power=power, heroes=levels(3, 3, 2, 4), explored=["C3"]))
    assert seen(state)["strengths"] == [strength]


@table("item, choices, marks")
def test_a_finished_item_acts_at_once(item, choices, marks):
    die = "2" if item == "reapers_scythe" else "9"
    state = play(position(player(items={item: 1}, dice="29 5")), f"{die} craft {item}", *choices)
    assert {name: seen(state)[name] for name in marks} == marks


def test_the_scythe_beats_what_is_left():
    every = [f"{room}" for room in ("B1", "D1", "B2", "E2", "A3", "E3", "B4", "D4", "C5", "F5", "A6")]
    state = play(
        position(player(items={"reapers_scythe": 1}, beaten=every, monsters=11)), "9 craft reapers_scythe", "xD7"
    )
    assert seen(state)["monsters"] == 12
    assert seen(state)["owed"] == {}


def test_an_item_of_the_upper_row_asks_for_its_hero_and_boots_only_move():
    found = texts(position(player(dice="1 0")))
    assert [text for text in found if "craft" in text] == [
        "1 craft flaming_sword", "1 craft crown_of_the_one_king", "1 craft alchemists_cauldron", "1 craft armour_of_heroes",
        "1 craft book_of_wisdom",
    ]  # fmt: skip
    assert [text for text in found if text.startswith("0")] == ["0 move"]


def test_boots_lead_three_steps_and_a_move_may_end_early():
    state = play(position(player(dice="1 05", explored=["F2"])), "0 move", "F1", "F2")
    assert seen(state)["steps"] == 1
    assert seen(play(state, "stop"))["moving"] is False


def test_a_finished_item_works_in_the_middle_of_a_move():
    marks = {"at": "F1", "explored": ["F1"], "items": {"medallion_of_khar": 1}}
    state = play(position(player(**marks)), "9 move", "E1", "+medallion_of_khar")
    assert state.sheets[0].traits.crosses
    assert (seen(state)["moving"], seen(state)["steps"]) == (True, 1)


@table("switch, before, allowed")
def test_a_switch_lets_boots_do_more(switch, before, allowed):
    assert allowed not in texts(position(player(**before)))
    assert allowed in texts(position(player(**before), variants=[switch]))


OWN_MAP = TABLES["own_map"]


def test_what_a_monster_brings_is_chosen_before_the_trap_of_the_same_room(tmp_path):
    (tmp_path / "cards/paper-dungeons/dungeons").mkdir(parents=True)
    (tmp_path / "cards/paper-dungeons/dungeons/own.yaml").write_text(OWN_MAP, encoding="utf-8")
    rules = read_rulebook(open_game(GameCatalogue((tmp_path, ROOT)), "paper-dungeons"))
    ann = player(power="beastmaster", monsters=2, heroes=levels(1, 1, 1, 3), items={"alchemists_cauldron": 1})
    state = play(position(ann, dungeon="own", book=rules), "5 move", "A1", book=rules)
    assert (seen(state, book=rules)["sprung"], seen(state, book=rules)["ahead"]) == (0, 1)
    assert position_text(rules, read_position(rules, position_text(rules, state))) == position_text(rules, state)
    sheet = seen(play(state, "+alchemists_cauldron", book=rules), book=rules)
    assert (sheet["sprung"], sheet["damage"], sheet["absorbed"], sheet["potions"]) == (1, 0, 1, 4)


def test_potions_that_a_monster_brings_come_too_late_for_its_damage():
    ann = player(power="shaman", monsters=2, potions=2, absorbed=3)
    state = play(position(ann, variants=["potions_optional"]), "5 move", "D1")
    assert texts(state) == ["o0", "o1"]


def test_with_the_polish_wording_the_owner_says_what_potions_absorb():
    marks = {"potions": 1, "heroes": levels(1, 1, 1, 1), "at": "F1", "explored": ["F1"]}
    state = play(position(player(**marks), variants=["potions_optional"]), "5 move", "E1")
    assert texts(state) == ["o0", "o1"]
    after = play(state, "o0", "+book_of_wisdom")
    assert (seen(after)["damage"], seen(after)["absorbed"], seen(after)["explored"]) == (1, 0, ["E1", "F1"])


def test_who_may_flee_is_asked():
    strong = {"heroes": levels(6, 6, 6, 6), "explored": ["C3"]}
    state = fight(player(**strong), player("Bob"), variants=["may_flee"])
    assert texts(state) == ["fight", "flee"]
    assert seen(play(state, "flee"))["bosses"] == [-4]
    assert seen(play(state, "fight", "+book_of_wisdom"))["bosses"] == [7]


def test_gems_vanish_after_a_boss_in_solo_and_by_the_switch():
    table = [player(), player("Bob")]
    assert (
        seen(fight(player(gems_taken="A", gems=1), bosses=("bandit_chief", "stone_golem", "dragon")))["gems_lost"]
        == "E"
    )
    assert seen(fight(*table))["gems_lost"] == ""
    assert seen(fight(*table, variants=["vanishing_gems"]))["gems_lost"] == "BH"


def test_a_gem_is_lost_to_those_who_did_not_take_it_when_it_is_announced():
    taking = player(at="D1", items={"cloak_of_passage": 2}, used=2, dice="- 5")
    state = play(position(taking, player("Bob", used=2, dice="- 5")), "5 move", "D2", "stop")
    assert (seen(state)["gems_fresh"], seen(state, 1)["gems_lost"]) == ("B", "")
    state = play(state, "5 move", "stop")
    assert (seen(state)["gems_taken"], seen(state, 1)["gems_lost"]) == ("B", "B")


CORNERS = ["A1", "F1", "A7"]
MARKS = TABLES["marks"]


def test_every_mission_has_a_case():
    assert set(MARKS) == set(book().places["missions"])


@pytest.mark.parametrize("mission", MARKS)
def test_a_mission_is_claimed_by_the_first_who_meets_it_and_by_nobody_with_an_empty_sheet(mission):
    last = {"used": 2, "dice": "- 5"}
    state = end_of_round(
        position(player(**{**MARKS[mission], **last}), player("Bob", **last), missions=[mission], round=2)
    )
    assert seen(state)["claims"] == {mission: 2}
    assert seen(state, 1)["claims"] == {}


@table("goal, marks, count")
def test_a_goal_counts_what_its_card_says(goal, marks, count):
    state = position(player(goal=goal, **marks))
    assert goal_count(state.data, state.sheets[0]) == count


def test_flights_count_against_boss_glory_in_the_variant_and_a_trap_once():
    state = position(
        player(goal="boss_glory", bosses=[3, -4, 5], sprung=4, explored=["A1", "B1"]),
        variants=["net_boss_glory", "distinct_traps"],
    )
    assert goal_count(state.data, state.sheets[0]) == 4
    traps = book().missions[book().places["missions"]["traps_5"]].when
    assert count_goal_quantity(state.data, state.sheets[0], traps) == 1


def own_game(tmp_path, deck, card):
    (tmp_path / "cards/paper-dungeons").mkdir(parents=True)
    (tmp_path / f"cards/paper-dungeons/{deck}.yaml").write_text(
        f"deck: {deck}\ncards:\n  own:\n    {card}\n", encoding="utf-8"
    )
    return open_game(GameCatalogue((tmp_path, ROOT)), "paper-dungeons")


POWER = "{{number: 17, class: {when}, end_glory: 0, name: Own, text: Own, effect: {effect}}}"


@table("when, effect, sheet")
def test_a_power_of_ones_own_plays(tmp_path, when, effect, sheet):
    rules = read_rulebook(own_game(tmp_path, "powers", POWER.format(when=when, effect=effect)))
    setup = deal(rules, RandomStream(1), ["Ann"], "a")
    hand = setup.hands[0]._replace(powers=("own",), goals=("rooms",))
    state = start(table_of(rules, type(setup)(setup.dungeon, setup.bosses, setup.missions, (hand,))))
    told = seen(apply(state, legal_actions(state)[0]), book=rules)
    assert {name: told[name] for name in sheet} == sheet


@table("effect, wrong")
def test_an_effect_that_means_nothing_is_a_fault_with_its_place(tmp_path, effect, wrong):
    with pytest.raises(InvalidInput) as told:
        read_rulebook(own_game(tmp_path, "powers", POWER.format(when="triggered", effect=effect)))
    (fault,) = told.value.diagnostics
    assert (fault.code, fault.place.path.endswith("powers.yaml"), fault.place.line) == ("R001", True, 4)
    assert wrong in fault.message


def test_a_card_that_does_not_say_what_it_does_is_printed_and_not_dealt(tmp_path):
    rules = read_rulebook(own_game(tmp_path, "missions", "{number: 17, name: Own, text: Own, icon: gem}"))
    assert "own" not in rules.places["missions"]
    (warning,) = rules.left_out
    assert (warning.code, warning.severity, warning.message) == (
        "R004",
        "warning",
        "card 'own' can be printed, but not played: it has no when",
    )


def test_a_reward_that_nothing_tells_is_a_fault(tmp_path):
    tracks = (
        (ROOT / "cards/paper-dungeons/tracks.yaml")
        .read_text(encoding="utf-8")
        .replace("reward: gem}", "reward: jewel}")
    )
    (tmp_path / "cards/paper-dungeons").mkdir(parents=True)
    (tmp_path / "cards/paper-dungeons/tracks.yaml").write_text(tracks, encoding="utf-8")
    with pytest.raises(InvalidInput, match="R003 nothing says what the reward 'jewel' gives"):
        read_rulebook(open_game(GameCatalogue((tmp_path, ROOT)), "paper-dungeons"))


def test_dice_without_digits_of_their_own_are_a_fault(tmp_path):
    dice = (ROOT / "cards/paper-dungeons/dice.yaml").read_text(encoding="utf-8").replace("digit: 5", "digit: 1")
    (tmp_path / "cards/paper-dungeons").mkdir(parents=True)
    (tmp_path / "cards/paper-dungeons/dice.yaml").write_text(dice, encoding="utf-8")
    with pytest.raises(InvalidInput, match="R002 each face has a digit of its own"):
        read_rulebook(open_game(GameCatalogue((tmp_path, ROOT)), "paper-dungeons"))


def test_a_position_that_names_what_is_not_there_is_refused():
    with pytest.raises(InvalidInput, match="R010"):
        position(player(at="Z9"))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_can_be_played_with_every_switch(name):
    setup = deal(book(), RandomStream(7), ["Ann", "Bob"], "c", variants_of([name]))
    state, chance = start(table_of(book(), setup)), RandomStream(7, "dice")
    while not state.over:
        found = legal_actions(state)
        state = apply(state, chance.choice(found) if found else book().rolls.roll(chance))
    assert [sheet for sheet in state.sheets if len(sheet.glory) != 3] == []


def test_an_unknown_switch_has_no_name():
    with pytest.raises(ValueError, match="boots_fly"):
        variants_of(["boots_fly"])
