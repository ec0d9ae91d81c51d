"""Test Platformer against the facts: the number of pieces, the faces of its dice, levels to climb, the score."""

from itertools import permutations

import pytest
import yaml

from generator.game.game import open_game
from generator.products.tile_set_data import drawn_tile
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.tiles.faults import TileClimbingLevel, shut_floors
from generator.tiles.rules import tile_sets_of
from generator.tiles.tile import side_by_side
from generator.units import mm
from tests.conftest import ROOT, often
from tests.tables import table, tables

TABLES = tables(__file__)

GAME = open_game(GameCatalogue((ROOT,)), "platformer", "en")
COUNTS = TABLES["counts"]
COPIES = TABLES["copies"]


def test_there_are_as_many_pieces_as_the_pack_needs():
    assert {name: sum(card.copies for card in GAME.deck(name)) for name in COUNTS} == COUNTS
    assert {name: GAME.manifest.pieces[name].copies for name in COPIES} == COPIES


def test_two_enemies_are_of_each_grade_and_four_tiles_of_each_set_for_the_boss():
    assert sorted(card.fields["grade"] for card in GAME.deck("enemies")) == [1, 1, 2, 2, 3, 3]
    for name in ("forest", "void"):
        assert sum(card.fields["boss"] for card in GAME.deck(name)) == 4


@table("die, faces")
def test_the_dice_have_the_faces_that_are_known(die, faces):
    assert {card.key: card.copies for card in GAME.deck(die)} == faces


def test_the_cost_of_gems_is_that_of_the_rules():
    assert [(each["effect"], each["cost"]) for each in GAME.data["rules"]["gems"]] == [
        (k, k * (k - 1) // 2) for k in range(1, 6)
    ]


@pytest.mark.parametrize("name", ["forest", "void"])
def test_portals_are_in_the_void_alone_and_every_tile_is_entered_from_below(name):
    tiles = tile_sets_of(GAME.catalogue, GAME.id)[name]
    tiles_by_key = {card.key: drawn_tile(card, tiles) for card in GAME.deck(name)}
    assert list(shut_floors(tiles, tiles_by_key)) == []
    portals = [sum("portal" in field for row in tile.fields for field in row) for tile in tiles_by_key.values()]
    assert (sum(portals) > 0) == (name == "void")
    for card in GAME.deck(name):
        entrances = tiles_by_key[card.key].side("bottom")
        assert (set(entrances) == {"entrance"}) == card.fields["boss"]


@pytest.mark.parametrize("name", ["forest", "void"])
def test_one_climbs_from_each_level_into_the_next_whatever_lies_there(name):
    tiles = tile_sets_of(GAME.catalogue, GAME.id)[name]
    tiles_by_key = {card.key: drawn_tile(card, tiles) for card in GAME.deck(name)}
    for tile in tiles_by_key.values():
        assert any(
            tiles.sides[side].passes in ("all", "up") and tiles.sides[side].holds for side in tile.side("bottom")
        )
    pairs = [pair for pair in permutations(tiles_by_key, 2) if not any(key.startswith("boss") for key in pair)]
    for pair in pairs[:: len(pairs) // often(4, len(pairs))]:
        level = TileClimbingLevel(tiles, side_by_side(tuple(tiles_by_key[key] for key in pair)))
        positions = set.intersection(
            *(set(level.stands((column, level.level.rows - 1), 3)) for column in range(level.level.columns))
        )
        upper = {column for position in positions for column, row in level.in_one_turn(position, 2) if row == 0}
        assert upper == set(range(level.level.columns)), (
            pair
        )  # the third move leads through the floor above, which then holds


def test_the_boss_counts_as_an_enemy_where_the_switch_says_so():
    rules = open_rules(GAME.catalogue, "platformer")
    sheet = {"events": 2, "enemies": 5, "wounds": 1, "gems": 1, "coins": 4, "prices": [5]}
    for switch, total in ((None, 22), (False, 22), (True, 24)):
        option = {} if switch is None else {"boss_is_enemy": switch}
        record, _ = read_score(
            rules, parse_yaml(yaml.safe_dump({"game": "platformer", "players": [{**sheet, **option}]}), "x.yaml")
        )
        assert score_game(rules, record).players[0].total == total


def test_a_level_for_the_boss_has_four_crowns_four_tokens_and_a_shop_to_come_back_to():
    for name in ("forest", "void"):
        tiles = tile_sets_of(GAME.catalogue, GAME.id)[name]
        for card in GAME.deck(name):
            things = [thing for row in drawn_tile(card, tiles).fields for field in row for thing in field]
            assert (things.count("boss"), things.count("special")) == ((2, 2) if card.fields["boss"] else (0, 0)), (
                card.key
            )
            assert not card.fields["boss"] or "shop" in things, card.key


def test_a_figure_stands_on_a_field():
    entry = GAME.manifest.pieces["standees"]
    assert max(entry.size.width, entry.shape.standee.foot) <= mm(16)
