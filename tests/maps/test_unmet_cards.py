"""Test that the program names the cards that a map cannot serve, on generated maps of every size."""

import re
from dataclasses import replace

import pypdf

from generator.authoring.dungeon_file_authoring import generated_text
from generator.chance import code_of
from generator.check.dungeon_check import checked_dungeon
from generator.game.game import open_game
from generator.geometry import Size
from generator.maps.loading import find_dungeon
from generator.maps.map_rules import read_map_rules
from generator.maps.reach import unmet_cards
from generator.maps.share_code import MapOptions, code_for
from generator.products.kit_contents import left_out, printing_values
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions, SheetOptions
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import open_ruleset
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.rulesets.simulate.simulator import Simulator
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.units import mm
from tests.conftest import ROOT, often
from tests.tables import read_yaml, write_files

CATALOGUE = GameCatalogue((ROOT,))
GAME = "paper-dungeons"
RULES = read_map_rules(CATALOGUE, GAME)


SIZES = [(columns, rows) for columns in range(3, 13) for rows in range(3, 13)]
MANY = often(1, 20)  # maps of each size; one run looked at 200


def dead_by_hand(text):
    """Return the missions and goals that no player can meet on a map, counted in its text without the program."""
    picture_lines = [line[2:] for line in text.splitlines() if line.startswith("  ") and line[2] in "+|<"]
    across, up = (len(picture_lines[0]) - 1) // 3, len(picture_lines) // 2
    things = re.findall(r"[a-z_]+(?: [A-Z0-9])?", text.partition("rooms:")[2].replace("rooms:", ""))
    levels = [int(thing[-1]) for thing in things if thing[-1].isdigit()]
    sides = [line[3 * at] for line in picture_lines[1::2] for at in range(1, across)]
    blocked = [side for side in sides if side != " "] + [
        line[3 * at + 1] for line in picture_lines[2:-1:2] for at in range(across) if line[3 * at + 1] != " "
    ]
    traps, rooms = things.count("trap"), across * up
    edge = rooms if min(across, up) < 3 else 2 * (across + up) - 4
    missions = {
        "three_monster_levels": len(set(levels)) >= 3,
        "monsters_6": len(levels) >= 6,
        "rooms_15": rooms >= 15,
        "traps_5": traps > 0,
    }
    goals = {
        **{f"monsters_level_{level}": levels.count(level) >= 2 for level in (3, 4, 5)},
        "monsters": len(levels) >= 4,
        "rooms": rooms >= 20,
        "edge_rooms": edge >= 10,
        "columns_with_4": across >= 4 and up >= 4,
        "obstacles": traps > 0 or bool(blocked),
    }
    return {
        name: {key for key, alive in deck.items() if not alive}
        for name, deck in (("missions", missions), ("goals", goals))
    }


def data(deck):
    return read_yaml(ROOT / f"cards/{GAME}/{deck}.yaml")["cards"]


def test_every_card_that_counts_what_lies_on_a_map_asks_for_it():
    least_counts = {key: card["when"]["least"] for key, card in data("missions").items()}
    for key, required in RULES.asks["missions"].items():
        assert list(required.values()) == [1 if key == "traps_5" else least_counts[key]], key
    counted = ("rooms", "monsters", "edge_rooms", "obstacles")
    goals = data("goals")
    counting = {key for key, card in goals.items() if card["watches"]["of"] in counted}
    leveled = {
        key for key, card in goals.items() if card.get("watches", {}).get("of") in ("monster_levels", "column_rooms")
    }
    assert set(RULES.asks["goals"]) == counting | leveled
    first = {key: goals[key]["thresholds"][0] for key in goals} | {"obstacles": 1}  # no limit on passes
    assert [
        (key, required) for key, required in RULES.asks["goals"].items() if list(required.values()) != [first[key]]
    ] == []


def test_the_maps_of_the_game_serve_every_card():
    for letter in "abcdefghijkl":
        assert unmet_cards(find_dungeon(CATALOGUE, GAME, RULES, letter).dungeon, RULES) == {}


def test_what_nobody_can_meet_on_a_generated_map_is_named_and_left_out_of_its_kit(tmp_path):
    pack = open_pack(CATALOGUE, GAME, "en")
    path, request = tmp_path / "m.yaml", SheetOptions(maps=(str(tmp_path / "m.yaml"),))
    kit = replace(KitRequest(on=PaperOptions(usual=Size(mm(210), mm(297)))), sheets=request)
    unmet_keys = set()
    for at, (columns, rows) in list(enumerate(SIZES))[:: often(7, 1)]:
        for number in range(MANY):
            wishes = MapOptions(columns, rows, ("easy", "standard", "hard")[(at + number) % 3], new_map=True)
            code = code_for(1009 * at + number, wishes) if (at + number) % 2 else code_of(1009 * at + number)
            path.write_text(generated_text(CATALOGUE, GAME, code, wishes), encoding="utf-8")
            dead = {deck: keys for deck, keys in dead_by_hand(path.read_text(encoding="utf-8")).items() if keys}
            faults = [fault for fault in checked_dungeon(CATALOGUE, GAME, str(path)).faults if fault.severity != "note"]
            assert {fault.code for fault in faults} <= {"M028", "M030", "M055"}  # players can meet each boss
            messages = [fault.message.partition("these ")[2] for fault in faults if fault.code == "M055"]
            assert {text.split()[0]: set(text.partition(": ")[2].split(", ")) for text in messages} == dead
            assert {deck: set(keys) for deck, keys in left_out(pack, kit).items()} == dead
            unmet_keys |= {key for keys in dead.values() for key in keys}
    assert {"rooms_15", "edge_rooms", "columns_with_4", "three_monster_levels", "monsters_level_5"} <= unmet_keys


def test_no_game_on_a_small_map_meets_what_is_named_dead(tmp_path):
    rules = open_ruleset(open_game(CATALOGUE, GAME))
    spec, path = read_simulation(CATALOGUE, GAME), tmp_path / "m.yaml"
    met = 0
    for seed in range(often(2, 300)):
        wishes = MapOptions(3 + seed % 3, 3 + seed // 3 % 2, "easy", new_map=True)
        path.write_text(generated_text(CATALOGUE, GAME, code_of(seed), wishes), encoding="utf-8")
        dead = dead_by_hand(path.read_text(encoding="utf-8"))
        seats = tuple(style_of(spec, next(iter(spec.styles))) for _ in range(4))
        state, _ = Simulator(rules).play(MatchSetup((ROOT,), GAME, seats, (str(path),), (), digest="x"), seed)
        for sheet in state.sheets:
            goal = state.data.goals[sheet.goal].key
            claimed = [state.data.missions[at] for at, round in enumerate(sheet.claims) if round]
            met += len(claimed)
            assert not dead["missions"] & {mission.key for mission in claimed}
            assert goal not in dead["goals"] or not rules.scorer.goal_glory(state.data, sheet)
    assert met > 3


def test_a_kit_for_two_maps_keeps_what_can_be_met_on_one(scrawl, tmp_path):
    scrawl("dungeon", "generate", "--size", "3x3", "--code", code_of(77), "--games", 0, "-o", "m.yaml")
    pack = open_pack(CATALOGUE, GAME, "pl")
    small, usual = str(tmp_path / "m.yaml"), KitRequest(on=PaperOptions(usual=Size(mm(210), mm(297))))
    for maps, some in (((small,), True), ((small, "a"), False), ((small, None), False), ((None,), False)):
        request = replace(usual, sheets=SheetOptions(maps=maps))
        assert ("rooms_15" in left_out(pack, request).get("missions", ())) == some
        files = {file["number"]: file["title"] for file in printing_values(pack, request)["files"]}
        assert ("Karty misji, 13" in files.values()) == some
    result = scrawl("print", "kit", "--dungeon", "m.yaml", "-o", "kit")
    assert (
        "note M057 nobody can meet these missions on m.yaml, the kit goes without them: three_monster_levels"
        in result.stderr
    )
    assert len(pypdf.PdfReader(tmp_path / "kit/4-missions.pdf").pages) == 4  # nine of the 13, and the rest


def test_gems_that_a_boss_cannot_take_are_reported(scrawl, tmp_path):
    small = "map: |\n  +--+--+--+\n  |1  2  3 |\n  +  +  +  +\n  |        |\n  +  +  +  +\n  |        |\n  +--+--+--+\n"
    text = f"bosses: [bandit_chief, rat_queen, dragon]\n{small}rooms:\n  A1: gem A\n"
    write_files(tmp_path, {"m.yaml": text})
    stderr = scrawl("dungeon", "check", "m.yaml", "--games", 0).stderr
    assert "M056 boss 'bandit_chief' takes gem E away, which this map does not have" in stderr
    assert "M056 boss 'rat_queen' takes gems B and F away" in stderr
    assert "'dragon'" not in stderr
