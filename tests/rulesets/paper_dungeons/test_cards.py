"""The effects of powers, items, missions and goals; a user's own card made of known effects works too."""

import pytest

from generator.chance import RandomStream
from generator.diagnostics import InvalidInput
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook, table_of
from generator.rulesets.paper_dungeons.model.state import start
from generator.rulesets.paper_dungeons.rules.actions import legal_actions
from generator.rulesets.paper_dungeons.rules.goal_progress import count_goal_quantity, goal_count
from generator.rulesets.paper_dungeons.rules.rounds import deal
from generator.rulesets.paper_dungeons.text.notation import position_text, read_position
from tests.conftest import ROOT
from tests.rulesets.paper_dungeons.playing import (
    apply,
    book,
    end_of_round,
    levels,
    play,
    player,
    position,
    seen,
    texts,
)
from tests.tables import table, tables, write_files

TABLES = tables(__file__)


def after_keeping(power, **more):
    """Return the state after the first choice of a game: Ann keeps a dealt power."""
    ann = {"name": "Ann", "powers": [power, "scout"], "goals": ["rooms", "gems"], "kept": False}
    return play(position(ann, phase="keep", roll="", round=0, **more), "keep 1 1")


@table("power, choices, marks")
def test_a_setup_power_acts_before_the_first_round(power, choices, marks):
    sheet = seen(play(after_keeping(power), *choices))
    assert {name: sheet[name] for name in marks} == marks


@table("power, marks, actions, after")
def test_a_triggered_power_acts_when_its_condition_is_met(power, marks, actions, after):
    sheet = seen(play(position(player(power=power, **marks)), *actions))
    assert {name: sheet[name] for name in after} == after


@table("item, choices, marks")
def test_a_finished_item_acts_at_once(item, choices, marks):
    die = "2" if item == "reapers_scythe" else "9"
    state = play(position(player(items={item: 1}, dice="29 5")), f"{die} craft {item}", *choices)
    assert {name: seen(state)[name] for name in marks} == marks


@table("switch, before, allowed")
def test_a_switch_lets_boots_do_more(switch, before, allowed):
    assert allowed not in texts(position(player(**before)))
    assert allowed in texts(position(player(**before), variants=[switch]))


def test_what_a_monster_brings_is_chosen_before_the_trap_of_the_same_room(tmp_path):
    rules = rules_with(tmp_path, "dungeons/own", TABLES["own_map"])
    ann = player(power="beastmaster", monsters=2, heroes=levels(1, 1, 1, 3), items={"alchemists_cauldron": 1})
    state = play(position(ann, dungeon="own", book=rules), "5 move", "A1", book=rules)
    assert (seen(state, book=rules)["sprung"], seen(state, book=rules)["ahead"]) == (0, 1)
    assert position_text(rules, read_position(rules, position_text(rules, state))) == position_text(rules, state)
    sheet = seen(play(state, "+alchemists_cauldron", book=rules), book=rules)
    assert (sheet["sprung"], sheet["damage"], sheet["absorbed"], sheet["potions"]) == (1, 0, 1, 4)


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
    return rules_with(tmp_path, deck, f"deck: {deck}\ncards:\n  own:\n    {card}\n")


def rules_with(tmp_path, name, text):
    """Return the rulebook of the game with a user's file."""
    write_files(tmp_path, {f"cards/paper-dungeons/{name}.yaml": text})
    return read_rulebook(open_game(GameCatalogue((tmp_path, ROOT)), "paper-dungeons"))


POWER = "{{number: 17, class: {when}, end_glory: 0, name: Own, text: Own, effect: {effect}}}"


@table("when, effect, sheet")
def test_a_power_of_ones_own_plays(tmp_path, when, effect, sheet):
    rules = own_game(tmp_path, "powers", POWER.format(when=when, effect=effect))
    setup = deal(rules, RandomStream(1), ["Ann"], "a")
    hand = setup.hands[0]._replace(powers=("own",), goals=("rooms",))
    state = start(table_of(rules, type(setup)(setup.dungeon, setup.bosses, setup.missions, (hand,))))
    result = seen(apply(state, legal_actions(state)[0]), book=rules)
    assert {name: result[name] for name in sheet} == sheet


@table("effect, wrong")
def test_an_effect_that_means_nothing_is_a_fault_with_its_place(tmp_path, effect, wrong):
    with pytest.raises(InvalidInput) as error:
        own_game(tmp_path, "powers", POWER.format(when="triggered", effect=effect))
    (fault,) = error.value.diagnostics
    assert (fault.code, fault.place.path.endswith("powers.yaml"), fault.place.line) == ("R001", True, 4)
    assert wrong in fault.message


def test_a_card_that_does_not_say_what_it_does_is_printed_and_not_dealt(tmp_path):
    rules = own_game(tmp_path, "missions", "{number: 17, name: Own, text: Own, icon: gem}")
    assert "own" not in rules.places["missions"]
    (warning,) = rules.left_out
    assert (warning.code, warning.severity, warning.message) == (
        "R004",
        "warning",
        "card 'own' can be printed, but not played: it has no when",
    )


@table("name, old, new, message")
def test_data_that_does_not_hold_together_is_a_fault(name, old, new, message, tmp_path):
    text = (ROOT / f"cards/paper-dungeons/{name}.yaml").read_text(encoding="utf-8")
    with pytest.raises(InvalidInput, match=message):
        rules_with(tmp_path, name, text.replace(old, new))


def test_a_position_that_names_what_is_not_there_is_refused():
    with pytest.raises(InvalidInput, match="R010"):
        position(player(at="Z9"))
