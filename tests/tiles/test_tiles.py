"""Test tiles: exact text pictures both ways, sides that join, sets that continue or close, levels to climb."""

import json
import random

import pytest

from generator.chance import RandomStream
from generator.check.checking import check_game
from generator.diagnostics import InvalidInput
from generator.game.game import open_game
from generator.products.tile_set_data import MOST_SIGNS, read_tile, tile_faults, tile_view
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from generator.tiles.faults import TileClimbingLevel, unreachable_levels
from generator.tiles.rules import TileSet, read_tile_rules
from generator.tiles.tile import SIDES, LaidTiles, Tile, lay_often, side_by_side
from tests.conftest import ROOT, often
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

LABYRINTH = TABLES["labyrinth"]
TOWER = TABLES["tower"]


def write_tile(tile, tiles):
    """Return the text picture of a tile."""
    signs = {name: sign for sign, name in tiles.fields.items()}
    lines = []
    for row in range(tile.rows + 1):
        lines.append("".join("+" + tiles.sides[kind].across for kind in tile.across[row]) + "+")
        if row < tile.rows:
            sides = [tiles.sides[kind].upright for kind in tile.upright[row]]
            field_texts = ["".join(signs[name] for name in names).ljust(MOST_SIGNS) for names in tile.fields[row]]
            lines.append("".join(side + text for side, text in zip(sides, [*field_texts, ""], strict=True)))
    return "\n".join(lines) + "\n"


def rules(text):
    return structure(parse_yaml(text, "tiles.yaml"), TileSet, "tiles.yaml")


def tile(picture, of):
    return read_tile(picture_node(picture), of)


def picture_node(picture):
    indented = "".join(f"  {line}\n" for line in picture.splitlines())
    return parse_yaml(f"picture: |2\n{indented}", "t.yaml").get("picture")


CROSS = "+  +\n    \n+  +\n"
END = "+--+\n|f :\n+--+\n"


def any_tile(chance, of):
    def kinds(signs, count):
        return tuple(chance.choice(list(signs.values())) for _ in range(count))

    things = list(of.fields.values())
    across = tuple(kinds(of.across, of.columns) for _ in range(of.rows + 1))
    upright = tuple(kinds(of.upright, of.columns + 1) for _ in range(of.rows))
    fields = tuple(
        tuple(tuple(chance.choices(things, k=chance.randint(0, 2))) for _ in range(of.columns)) for _ in range(of.rows)
    )
    return Tile(across, upright, fields)


@pytest.mark.parametrize("text", [LABYRINTH, TOWER])
def test_a_picture_is_read_and_written_again_byte_for_byte(text):
    of, chance = rules(text), random.Random(text)
    for _ in range(often(40, 1000)):
        random_tile = any_tile(chance, of)
        picture = write_tile(random_tile, of)
        assert read_tile(picture_node(picture), of) == random_tile


def test_a_tile_turned_four_times_lies_as_before():
    of = rules(LABYRINTH)
    one = tile(END, of)
    assert one.turn().turn().turn().turn() == one
    assert [one.turn().side(side) for side in SIDES] == [("wall",), ("wall",), ("door",), ("wall",)]
    assert len(one.turns) == 4
    assert len(tile(CROSS, of).turns) == 1


@table("picture, line, message")
def test_what_is_wrong_with_a_picture_is_reported_at_its_sign(picture, line, message):
    with pytest.raises(InvalidInput) as caught:
        tile(picture, rules(LABYRINTH))
    fault = caught.value.diagnostics[0]
    assert (fault.code, fault.place.line) == ("M051", line)
    assert message in fault.message


def test_only_like_sides_join_unless_the_set_says_more():
    of = rules(LABYRINTH)
    board = LaidTiles(of, {(0, 0): tile(END, of)})
    assert board.open_ends() == [(1, 0)]
    assert not board.fits(tile(CROSS, of), (1, 0))
    assert board.fits(tile(END, of).turn().turn(), (1, 0))
    more = rules(LABYRINTH + "joins: {way: [way, door]}\n")
    assert LaidTiles(more, {(0, 0): tile(END, more)}).fits(tile(CROSS, more), (1, 0))


def test_a_set_of_crossings_never_closes_and_one_of_ends_does():
    of = rules(LABYRINTH)
    crossing, end = tile(CROSS, of), tile("+--+\n|   \n+--+\n", of)
    assert lay_often(of, crossing, [crossing] * 9, RandomStream(1), 5).laid == (9,) * 5
    closed = lay_often(of, end, [end] * 9, RandomStream(1), 5)
    assert (closed.closed, closed.mean) == (5, 0)


PLAIN = "+  +  +  +\n|        |\n+==+==+==+\n|        |\n+==+HH+==+"
LADDER = "+  +  +  +\n|        |\n+==+HH+==+\n|        |\n+==+HH+==+"


def test_a_ladder_leads_up_and_a_floor_does_not():
    of = rules(TOWER)
    assert TileClimbingLevel(of, tile(PLAIN, of)).out_of_reach(2) == [(0, 0), (1, 0), (2, 0)]
    assert TileClimbingLevel(of, tile(LADDER, of)).out_of_reach(2) == []
    assert [names for names, _ in unreachable_levels(of, {"plain": tile(PLAIN, of), "ladder": tile(LADDER, of)})] == [
        ("plain",)
    ]
    assert list(unreachable_levels(rules(LABYRINTH), {})) == []


def test_whoever_is_not_held_falls_when_the_moves_are_spent():
    of = rules(TOWER)
    shaft = tile("+  +  +  +\n|        |\n+  +  +  +\n|        |\n+==+HH+==+", of)
    assert TileClimbingLevel(of, shaft).landing_field((1, 0)) == (1, 1)
    assert TileClimbingLevel(of, shaft).out_of_reach(1) == []
    walled = tile("+  +  +  +\n|  |  |  |\n+==+  +==+\n|        |\n+==+HH+==+", of)
    assert TileClimbingLevel(of, walled).out_of_reach(2) == [(0, 0), (2, 0)]


def test_a_wall_on_one_of_two_tiles_is_enough():
    of = rules(TOWER)
    left, right = tile(LADDER, of), tile(LADDER, of)
    assert TileClimbingLevel(of, side_by_side((left, right))).level.columns == 6
    assert not TileClimbingLevel(of, side_by_side((left, right)))._passes("wall/open", up=False)


def catalogue_of(folder, sets, pictures):
    tiles = "sets:\n  things:\n" + "".join(f"    {line}\n" for line in sets.strip().splitlines())
    cards = "".join(
        f"  {key}:\n    picture: |2\n" + "".join(f"      {line}\n" for line in text.splitlines())
        for key, text in pictures.items()
    )
    files = {"cards/mine/tiles.yaml": tiles, "cards/mine/things.yaml": f"deck: things\ncards:\n{cards}"}
    return GameCatalogue((write_files(folder, {**TABLES["files"], **files}), ROOT))


@table("sets, pictures, codes")
def test_a_set_is_looked_over(sets, pictures, codes, tmp_path):
    catalogue = catalogue_of(tmp_path, sets, pictures)
    assert [fault.code for fault in check_game(catalogue, "mine") if fault.code.startswith("M")] == codes


def test_a_tile_shows_its_fields_and_edges_to_layouts():
    view = tile_view(tile(END, rules(LABYRINTH)))
    assert view["sides"] == {"top": "wall", "right": "door", "bottom": "wall", "left": "wall"}
    assert view["cells"][0]["things"] == ["fountain"]
    assert {edge["kind"] for edge in view["edges"]} == {"wall", "door"}


SHIPPED = [path.parent.name for path in (ROOT / "cards").glob("*/tiles.yaml")]


@pytest.mark.parametrize("game", SHIPPED)
def test_the_sets_that_we_ship_are_sound(game):
    catalogue = GameCatalogue((ROOT,))
    assert tile_faults(open_game(catalogue, game)) == []
    assert read_tile_rules(catalogue, game).sets


def test_the_figures_of_a_set_are_reported(scrawl):
    result = scrawl("tiles", "--layings", "2", "--seed", "3", "--json", "--game", "labirynt-smierci")
    figures = json.loads(result.stdout)["segments"]
    assert (figures["tiles"], figures["layings"]) == (59, 2)
    assert figures["fewest"] <= figures["mean"] <= 59
    assert scrawl("tiles", "--game", "yacht").returncode == 2
