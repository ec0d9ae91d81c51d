"""The worked cases of the rules, through the command line: every full sheet, the ties, and the single checks."""

import json

import pytest
import yaml

CASES = """
C1: {heroes: 3 3 3 3, goal: {key: rooms, value: 12}, power: barbarian, fights: [null, null, null], rooms: 12, lines: [-4, -4, -4, 6, 0, 0, 0, 0, 0, 0, 0], total: -6}
C2: {heroes: 4 3 3 5, items: {flaming_sword: 2, armour_of_heroes: 2, cloak_of_passage: 1, alchemists_cauldron: 1}, potions: 8, gems: 7, monsters: 9, damage: 11, goal: {key: corner_rooms, value: 0}, power: merchant, fights: [14, null, 24], rooms: 22, lines: [3, -4, 7, 6, 8, 30, 16, -6, 0, 0, 0], total: 60}
C3: {heroes: 6 6 3 6, items: {flaming_sword: 2, reapers_scythe: 2, medallion_of_khar: 2, cloak_of_passage: 2, crown_of_the_one_king: 2, alchemists_cauldron: 2, armour_of_heroes: 2, book_of_wisdom: 2}, potions: 4, gems: 7, monsters: 9, damage: 11, goal: {key: items, value: 8}, power: fortune_teller, missions: 3, fights: [22, 25, 31], rooms: 30, lines: [7, 7, 7, 9, 25, 30, 16, -6, 0, 8, 12], total: 115}
C4: {heroes: 3 4 3 3, items: {reapers_scythe: 2}, potions: 3, monsters: 9, damage: 11, resurrection: true, goal: {key: monsters, value: 9}, power: shaman, missions: 1, fights: [null, 13, 16], rooms: 18, lines: [-4, -4, 3, 6, 1, 0, 16, -6, -9, 7, 4], total: 14}
C5: {heroes: 3 3 3 3, items: {crown_of_the_one_king: 2, medallion_of_khar: 1}, potions: 4, goal: {key: health, value: 12}, power: berserker, missions: 2, fights: [null, 14, 17], rooms: 14, lines: [-4, 3, 3, 6, 7, 0, 0, 0, 0, 0, 8], total: 23}
C6: {solo: true, heroes: 3 3 4 3, items: {book_of_wisdom: 2, alchemists_cauldron: 2, cloak_of_passage: 1}, potions: 6, gems: 7, monsters: 9, damage: 11, goal: {key: gems, value: 7}, power: healer, missions: [2, 5, 8], fights: [null, 15, 16], rooms: 23, lines: [-4, 3, 3, 6, 8, 30, 16, -6, 0, 8, 9], total: 73}
C7: {heroes: 6 3 6 4, items: {flaming_sword: 1, reapers_scythe: 2, armour_of_heroes: 2}, potions: 4, gems: 7, monsters: 9, goal: {key: heroes_level_5, value: 2}, power: noble, missions: 2, fights: [13, 17, 24], rooms: 20, lines: [-4, 3, 7, 8, 6, 30, 16, 0, 0, 1, 8], total: 75}
C8: {heroes: 3 3 3 3, items: {flaming_sword: 1, book_of_wisdom: 1}, damage: 11, resurrection: true, goal: {key: corner_rooms, value: 0}, power: craftsman, fights: [null, null, null], rooms: 9, lines: [-4, -4, -4, 6, 2, 0, 0, -6, -9, -3, 0], total: -22}
C9: {heroes: 5 3 4 6, items: {crown_of_the_one_king: 2, flaming_sword: 2, medallion_of_khar: 2}, potions: 5, gems: 7, goal: {key: boss_glory, value: 17}, power: barbarian, missions: 3, fights: [14, 22, 28], rooms: 19, lines: [3, 7, 7, 7, 11, 30, 0, 0, 0, 4, 12], total: 81}
C10: {heroes: 3 3 3 4, items: {medallion_of_khar: 2, cloak_of_passage: 2, armour_of_heroes: 1}, potions: 2, gems: 7, monsters: 9, damage: 11, goal: {key: obstacles, value: 8}, power: ranger, missions: 1, fights: [null, 14, 17], rooms: 25, lines: [-4, 3, 3, 6, 6, 30, 16, -6, 0, 3, 4], total: 61}
C11: {heroes: 3 4 4 3, items: {alchemists_cauldron: 2, book_of_wisdom: 1, flaming_sword: 1}, potions: 12, gems: 7, goal: {key: potions, value: 12}, power: alchemist, missions: 2, fights: [13, 15, 17], rooms: 18, lines: [-4, 3, 3, 6, 4, 30, 0, 0, 0, 5, 8], total: 55}
C12: {heroes: 3 3 3 3, items: {armour_of_heroes: 2, crown_of_the_one_king: 2, book_of_wisdom: 1}, potions: 1, gems: 7, monsters: 9, damage: 11, goal: {key: edge_rooms, value: 16}, power: scout, missions: 1, fights: [null, null, 15], rooms: 24, lines: [-4, -4, 3, 6, 11, 30, 16, -6, 0, 4, 4], total: 60}
"""
SHEETS = yaml.safe_load(CASES)
HEROES = ("warrior", "wizard", "cleric", "rogue")


def player(case, **changes):
    sheet = {key: value for key, value in SHEETS[case].items() if key not in ("lines", "total", "solo")}
    sheet["heroes"] = dict(zip(HEROES, map(int, sheet["heroes"].split()), strict=True))
    return {"name": case, **sheet, **changes}


def game(*players, **changes):
    return {"game": "paper-dungeons", "bosses": ["chimera"] * 3, "players": list(players), **changes}


@pytest.fixture
def scored(scrawl, tmp_path):
    def run(content, *words):
        path = tmp_path / "game.yaml"
        path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
        return scrawl("score", path, *words)

    return run


@pytest.mark.parametrize("case", SHEETS)
def test_a_full_sheet_scores_as_worked_by_hand(case, scored):
    done = scored(game(player(case), solo=SHEETS[case].get("solo", False)), "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["players"][0]
    assert list(found["lines"].values()) == SHEETS[case]["lines"]
    assert list(found["lines"]) == list("ABCDEFGHIJK")
    assert found["total"] == SHEETS[case]["total"] == sum(SHEETS[case]["lines"])


def test_more_explored_rooms_win_a_tie(scored):
    found = json.loads(scored(game(player("C2"), player("C12")), "--json").stdout)
    assert [(each["name"], each["rank"], each["rooms"]) for each in found["players"]] == [("C2", 2, 22), ("C12", 1, 24)]
    assert found["winners"] == ["C12"]


def test_a_full_tie_is_a_shared_victory(scored):
    done = scored(game(player("C2", rooms=24), player("C12")), "--json")
    assert json.loads(done.stdout)["winners"] == ["C2", "C12"]
    assert "Shared victory: C2, C12" in scored(game(player("C2", rooms=24), player("C12"))).stdout


@pytest.mark.parametrize(
    ("item", "glory"),
    [
        ("flaming_sword", 2),
        ("reapers_scythe", 1),
        ("medallion_of_khar", 3),
        ("cloak_of_passage", 2),
        ("crown_of_the_one_king", 6),
        ("alchemists_cauldron", 2),
        ("armour_of_heroes", 4),
        ("book_of_wisdom", 5),
    ],
)
def test_a_single_finished_item(item, glory, scored):
    found = json.loads(scored(game(player("C1", items={item: 2})), "--json").stdout)
    assert found["players"][0]["lines"]["E"] == glory


@pytest.mark.parametrize(
    ("strength", "glory"),
    [(16, 3), (13, -4), (22, 7), (18, 5), (24, 7), (14, 3), (17, 3), (21, 5), (None, -4), (30, 7)],
)
def test_chimera_bands(strength, glory, scored):
    strong = {"heroes": dict.fromkeys(HEROES, 6), "gems": 1, "goal": 0}
    found = json.loads(scored(game(player("C1", fights=[strength, None, None], **strong)), "--json").stdout)
    assert found["players"][0]["lines"]["A"] == glory


def test_why_tells_a_reason_for_each_line(scored):
    text = scored(game(player("C7")), "--why", "--lang", "en").stdout
    assert "weakest hero Wizard at level 3 → 6; heroes at level 6: 2 → +2" in text
    assert "Reaper’s Scythe −1, Armour of Heroes +2" in text
    assert "goal Hall of Heroes: 2 → +2; Noble −1" in text


@pytest.mark.parametrize(("lang", "word"), [("pl", "Klejnoty"), ("cs", "Drahokamy"), ("en", "Gems")])
def test_the_table_speaks_the_chosen_language(lang, word, scored):
    expected = {"pl": "Złupione klejnoty", "cs": "Drahokamy", "en": "Gems"}[lang]
    assert expected in scored(game(player("C2")), "--lang", lang).stdout
    assert word


def test_the_table_speaks_the_locales_language(scrawl, tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text(yaml.safe_dump(game(player("C2"))), encoding="utf-8")
    assert "Drahokamy" in scrawl("score", path, env={"LC_ALL": "cs_CZ.UTF-8"}).stdout


IMPOSSIBLE = {
    "level above six": (
        {"heroes": {"warrior": 7, "wizard": 3, "cleric": 3, "rogue": 3}},
        "warrior is 7, possible are 1 to 6",
    ),
    "level of nought": ({"heroes": {"warrior": 0, "wizard": 3, "cleric": 3, "rogue": 3}}, "warrior is 0"),
    "three halves": ({"items": {"flaming_sword": 3}}, "flaming_sword is 3, possible are 0 to 2"),
    "eleven gems": ({"gems": 11}, "gems is 11, possible are 0 to 10"),
    "thirteen monsters": ({"monsters": 13}, "monsters is 13, possible are 0 to 12"),
    "more damage than hearts": ({"damage": 26, "resurrection": True}, "damage is 26, possible are 0 to 25"),
    "damage above health": ({"damage": 13}, "damage is 13, above the 12 of heroes"),
    "four missions": ({"missions": 4}, "missions is 4, possible are 0 to 3"),
    "unknown power": ({"power": "berserk"}, "unknown power 'berserk'"),
    "unknown goal": ({"goal": {"key": "gem", "value": 3}}, "unknown goal 'gem'"),
    "unknown item": ({"items": {"flaming_swrd": 1}}, "there is no 'flaming_swrd' in items"),
    "unknown key": ({"gmes": 3}, "unknown key 'gmes' for a player"),
    "glory the boss cannot give": ({"fights": None, "bosses": [4, -4, 3]}, "Chimera cannot give 4 glory"),
    "rounds in a multiplayer game": ({"missions": [2, 5]}, "missions as rounds are for solo games"),
    "odd goal": ({"goal": 3}, "goal is 3"),
    "goal above the sheet": (
        {"goal": {"key": "gems", "value": 9}, "gems": 2},
        "Treasure Seekers says 9, the sheet counts 2",
    ),
    "goal below the sheet": ({"goal": {"key": "health", "value": 4}}, "Iron Constitution says 4, the sheet counts 12"),
    "goal of levels": ({"goal": {"key": "heroes_level_5", "value": 4}}, "Hall of Heroes says 4, the sheet counts 0"),
    "goal of rooms": ({"goal": {"key": "rooms", "value": 30}}, "Explorers says 30, the sheet counts 12"),
    "goal of items": (
        {"goal": {"key": "items", "value": 7}, "items": {"flaming_sword": 1}},
        "Collectors says 7, the sheet counts 0",
    ),
    "goal of bosses": ({"goal": {"key": "boss_glory", "value": 20}}, "Boss Breakers says 20, the sheet counts 0"),
    "goal of monsters": ({"goal": {"key": "monsters", "value": 8}}, "Slayers says 8, the sheet counts 0"),
    "goal of monsters of a level": (
        {"goal": {"key": "monsters_level_4", "value": 3}},
        "monsters_level_4 is 3, above the 0 of monsters",
    ),
    "goal of more corners than there are": (
        {"goal": {"key": "corner_rooms", "value": 99}},
        "corner_rooms is 99, possible are 0 to 4",
    ),
    "goal of more potions than there are": (
        {"goal": {"key": "potions", "value": 13}},
        "potions is 13, possible are 0 to 12",
    ),
    "goal without its count": ({"goal": "obstacles"}, "Nothing Stops Us: how many did you count for it?"),
    "resurrection without damage": ({"resurrection": True}, "resurrection needs damage of at least 5, found 0"),
    "strength above all heroes": ({"fights": [37, None, None]}, "strength of fight 1 is 37, possible are 5 to 36"),
    "strength below all heroes": ({"fights": [0, None, None]}, "strength of fight 1 is 0, possible are 5 to 36"),
    "strength above the levels": (
        {"fights": [30, None, None]},
        "strength 30 in fight 1 is more than heroes allow, at most 15",
    ),
    "rogue of level 4 without a gem": (
        {"heroes": {"warrior": 3, "wizard": 3, "cleric": 3, "rogue": 4}},
        "heroes.rogue needs gems of at least 1, found 0",
    ),
    "craftsman without items": ({"power": "craftsman"}, "craftsman needs items of at least 2, found 0"),
    "veteran with four ones": (
        {"power": "veteran", "heroes": {"warrior": 1, "wizard": 1, "cleric": 1, "rogue": 1}, "goal": 0},
        "veteran needs at least 2 in heroes, found 0",
    ),
    "name that is a list": ({"name": [1, 2]}, "a list is no name of a player"),
    "name that acts on a terminal": ({"name": "\x1b[31mAda"}, "is no name of a player"),
    "lines out of bounds": ({"lines": {"A": 5000}}, "A is 5000, possible are −4, 3, 5, 7"),
    "text for a number": ({"gems": "seven"}, "expected a whole number for gems, found 'seven'"),
    "yes for a boolean": ({"resurrection": "yes"}, "expected true or false, found 'yes'"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_sheet_is_refused_with_its_place(name, scored):
    changes, message = IMPOSSIBLE[name]
    sheet = {key: value for key, value in player("C1", **changes).items() if value is not None}
    done = scored(game(sheet))
    assert done.returncode == 1
    assert message in done.stderr
    assert "game.yaml:" in done.stderr
    assert "Traceback" not in done.stderr


DOUBTFUL = {
    "scythe without a monster": (
        {"items": {"reapers_scythe": 2}},
        "G017",
        "items.reapers_scythe needs monsters of at least 1, found 0",
    ),
    "assassin without monsters": ({"power": "assassin"}, "G017", "assassin needs monsters of at least 2, found 0"),
    "treasure hunter without a gem": (
        {"power": "treasure_hunter"},
        "G017",
        "treasure_hunter needs gems of at least 1, found 0",
    ),
    "count of a goal in the same step": (
        {"goal": {"key": "rooms", "value": 11}},
        "G015",
        "Explorers says 11, the sheet counts 12",
    ),
    "glory of another season": (
        {"fights": None, "bosses": [9, -4, 8]},
        "G030",
        "boss 1: no boss of season 1 gives 9 glory",
    ),
    "one player who may have played alone": ({"missions": 1}, "G040", "one player: is it a solo game?"),
    "boss out of its season": ({}, "G021", "Chimera is a boss of season 2, not of season 1"),
    "boss twice": ({}, "G022", "Chimera is there twice"),
}


@pytest.mark.parametrize("name", DOUBTFUL)
def test_what_is_only_doubtful_is_a_warning_and_counts(name, scored):
    changes, code, message = DOUBTFUL[name]
    sheet = {key: value for key, value in player("C1", **changes).items() if value is not None}
    done = scored(game(sheet, **({"bosses": []} if code == "G030" else {})), "--json")
    assert done.returncode == 0, done.stderr
    assert f"warning {code} {message}" in done.stderr
    assert len(json.loads(done.stdout)["players"]) == 1


def test_a_card_that_lies_there_once_is_not_taken_by_two(scored):
    done = scored(game(player("C2"), player("C3", power="merchant", goal=2)))
    assert (done.returncode, "power Merchant is taken by more players than there are cards" in done.stderr) == (1, True)
    done = scored(game(player("C1"), player("C2", goal={"key": "rooms", "value": 22})))
    assert (done.returncode, "goal Explorers is taken by more players" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("goal", "glory"),
    [("items", 2), ("health", 2), ("boss_glory", 2), ("gems", 6), ("monsters", 4), ("rooms", 2), ("heroes_level_5", 0)],
)
def test_a_goal_is_counted_from_the_sheet_by_its_name_alone(goal, glory, scored):
    for written in (goal, {"key": goal}):
        done = scored(game(player("C2", goal=written)), "--json")
        assert json.loads(done.stdout)["players"][0]["lines"]["J"] == glory


def test_bosses_that_are_left_out_are_flights_where_they_are_known_and_a_fault_where_not(scored):
    sheet = {key: value for key, value in player("C1").items() if key != "fights"}
    done = scored(game(sheet), "--json")
    assert done.returncode == 1
    assert "key 'bosses' is missing for a player" in done.stderr
    half = scored(game({**sheet, "bosses": [7, None, -4]}), "--json")
    assert json.loads(half.stdout)["players"][0]["lines"]["B"] == -4
    assert "warning G016 Chimera: no result, so its room was never explored (−4 glory)" in half.stderr
    unknown = scored(game({**sheet, "bosses": [7, None, -4]}, bosses=[None, None, None]), "--json")
    assert unknown.returncode == 1
    assert "boss 2 has no result" in unknown.stderr


def test_the_bosses_of_a_named_dungeon_need_not_be_listed(scored):
    content = game(player("C1", fights=[10, 16, None], heroes=dict.fromkeys(HEROES, 4), gems=1), dungeon="a")
    del content["bosses"]
    done = scored(content, "--json", "--why")
    assert list(json.loads(done.stdout)["players"][0]["lines"].values())[:3] == [3, 5, -3]


def test_a_dungeon_is_known_by_letter_name_or_file_and_an_unknown_one_is_told(scored, scrawl):
    for dungeon in ("A", "a", "Smoke over the Market", "Dym nad rynkiem", "smoke over"):
        assert "G028" not in scored(game(player("C1"), dungeon=dungeon)).stderr, dungeon
    assert "warning G028 there is no dungeon 'zzz'" in scored(game(player("C1"), dungeon="zzz")).stderr
    scrawl("dungeon", "new", "crypt")
    assert "G028" not in scored(game(player("C1")), "--dungeon", "crypt.yaml").stderr


TOP = {
    "other game": ({"game": "platformer"}, "the file is of the game 'platformer'"),
    "date that is none": ({"date": "hello"}, "expected a date such as 2026-05-17, found 'hello'"),
    "date that is a mapping": ({"date": {"a": 1}}, "expected a date such as 2026-05-17, found a mapping"),
    "boss that is a list": ({"bosses": [["a"], None, None]}, "there is no boss a list"),
    "key that nothing reads": ({"story": 1}, "unknown key 'story'"),
    "no players": ({"players": []}, "a score needs 'players:'"),
}


@pytest.mark.parametrize("name", TOP)
@pytest.mark.parametrize("lang", ["en", "pl", "cs"])
def test_a_file_that_cannot_be_is_told_in_every_language(name, lang, scored):
    changes, message = TOP[name]
    done = scored(game(player("C1"), **changes), "--game", "paper-dungeons", "--lang", lang)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert (message in done.stderr) == (lang == "en")


def test_a_tie_without_its_rooms_is_told(scored):
    one, other = player("C2"), player("C12")
    del other["rooms"]
    done = scored(game({**one, "rooms": 5}, other), "--json")
    assert "warning G027 a tie: C12 does not tell explored rooms, counted as 0" in done.stderr
    assert [each["rooms"] for each in json.loads(done.stdout)["players"]] == [5, None]


def test_solo_refuses_several_players_and_rounds_outside_the_game(scored):
    done = scored(game(player("C6"), player("C1", missions=[]), solo=True))
    assert "a solo game has one player, found 2" in done.stderr
    done = scored(game(player("C6", missions=[0, 9]), solo=True))
    assert "round is 0, possible are 1 to 8" in done.stderr
    assert "round is 9, possible are 1 to 8" in done.stderr


def test_all_faults_come_at_once(scored):
    done = scored(game(player("C1", gems=11, monsters=13, power="x")))
    assert done.stderr.count(": error ") == 3
