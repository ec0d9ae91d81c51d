"""Labyrinth of Death against the facts: the number of pieces, the values in the rules, and a set that stays open."""

import re

import pytest

from generator.chance import RandomStream
from generator.frame import FieldItem, ShapeItem, walk
from generator.game.game import open_game
from generator.geometry import Size
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.products.tile_set_data import drawn_tile
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain
from generator.scoring.rules import open_rules
from generator.tiles.faults import ParsedTile, bag_of
from generator.tiles.rules import tile_sets_of
from generator.tiles.tile import lay_often
from generator.units import mm
from tests.conftest import ROOT, often

GAME = open_game(GameCatalogue((ROOT,)), "labirynt-smierci", "en")
ROLLS = GAME.data["rolls"]


def copies_by(piece, field=None):
    copies = {}
    for card in GAME.deck(piece):
        key = card.fields.get(field) if field else ""
        copies[key] = copies.get(key, 0) + card.copies
    return copies


@pytest.mark.parametrize(
    ("piece", "count"), [("segments", 60), ("monsters", 60), ("characters", 12), ("specials", 10), ("spells", 26)]
)
def test_there_are_as_many_pieces_as_the_pack_needs(piece, count):
    assert copies_by(piece) == {"": count}


def test_the_segments_are_split_as_the_pack_says():
    assert copies_by("segments", "kind") == {"corridor": 24, "room": 36}
    finds = {"fountain": 4, "statue": 4, "trapdoor": 3, "mirror": 4, "furniture": 4, "altar": 3, "art": 3, "stairs": 5}
    assert copies_by("segments", "find") == {**finds, "": 24 + 6}
    keys = {card.key: card.copies for card in GAME.deck("segments")}
    assert sum(count for key, count in keys.items() if key.startswith("straight")) == 8
    assert sum(count for key, count in keys.items() if key.startswith("bend")) == 6
    assert sum(count for key, count in keys.items() if key.startswith("tee")) == 6
    assert keys["gate"] + keys["cross"] + keys["cross_doors"] == 4


def test_the_spells_have_their_costs_and_kinds():
    costs = {card.key: (card.fields["kind"], card.fields["cost"]) for card in GAME.deck("spells")}
    assert copies_by("spells", "kind") == {"fight": 10, "other": 9, "negotiation": 3, "bribe": 2, "rare": 2}
    stated = {"charm": ("fight", 3), "mind_blow": ("fight", 4), "lock": ("other", 1), "revive_stone": ("other", 3)}
    assert costs.items() >= (stated | {"flattery": ("bribe", 2), "resurrection": ("rare", 5)}).items()
    assert sum(cost for _, cost in costs.values()) == 54


def test_what_the_rules_state_of_the_tables_stands_in_them():
    traps = ["arrows", "poisoned", "gas", "explosion", "oil", "twice"]
    assert [row["result"] for row in ROLLS["traps"]["rows"]] == traps
    assert wounds(9, "sword") == 1
    assert [row["result"] for row in ROLLS["gate_distance"]["rows"] if row["roll"] == "4"] == [6]
    results = {cell["result"] for row in ROLLS["finds"]["rows"] for cell in row["cells"]}
    assert len(results) == 34  # six for each find, but four for the trapdoor, which shares its faces
    assert {card.key: card.fields["strength"] for card in GAME.deck("monsters")}["chimera"] == "2+2"
    apprentices = GAME.data["figures"]["apprentices"]
    stated = {"elf": (5, 2, "bow"), "dwarf": (6, 2, "axe"), "human": (7, 1, "sword")}
    assert {
        race: (each["strength"], each["resistance"], each["weapon"]) for race, each in apprentices.items()
    } == stated


@pytest.mark.parametrize("table", ["resident", "wandering"])
def test_whom_the_dice_meet_there_is_a_counter_for(table):
    copies = {card.key: card.copies for card in GAME.deck("monsters")}
    encounters = [cell["result"] for row in ROLLS[table]["rows"] for cell in row["cells"]]
    assert len(encounters) == 36
    most = max(
        int(row["values"][2].removeprefix("× ")) for row in GAME.data["figures"]["levels"] if row["row"] == "many"
    )
    assert [each for each in encounters if not (each["many"] * most <= copies[each["who"]])] == []


def wounds(number, weapon):
    """Return the wounds for an attack number from the table of combat."""
    row = next(row for row in ROLLS["combat"]["rows"] if fits(row["roll"], number))
    return next(cell["result"] for cell in row["cells"] if cell["name"] == weapon)


def fits(rolls, number):
    """Return whether a number is in the range of a row: ≤ 3, 4–6, 9 or 14+."""
    if rolls.startswith("≤"):
        return number <= int(rolls.removeprefix("≤"))
    if rolls.endswith("+"):
        return number >= int(rolls.removesuffix("+"))
    least, _, most = rolls.partition("–")
    return int(least) <= number <= int(most or least)


def test_every_monster_can_wound_on_the_first_level():
    for card in GAME.deck("monsters"):
        column = "sword" if card.fields.get("weapon") else "monsters"
        assert wounds(6 + card.fields["agility"], column) > 0, card.key


def test_the_example_of_a_fight_goes_by_the_tables():
    berengar = GAME.data["figures"]["heroes"]["berengar"]
    skeleton = next(card.fields["agility"] for card in GAME.deck("monsters") if card.key == "skeleton")
    deeper = next(int(row["values"][1]) for row in GAME.data["figures"]["levels"] if row["row"] == "agility")
    assert (berengar["agility"], berengar["weapon"], berengar["skill"], skeleton, deeper) == (2, "sword", 2, 2, 1)
    assert [wounds(number, "sword") for number in (5 + 2 + 2, 4 + 2, 4 + 2 + 1)] == [1, 0, 1]


def test_the_labyrinth_rarely_closes_early():
    tiles = tile_sets_of(GAME.catalogue, GAME.id)["segments"]
    parsed_tiles = {
        card.key: ParsedTile(drawn_tile(card, tiles), card.copies, card.place) for card in GAME.deck("segments")
    }
    tries = often(40, 1000)
    bag = list(bag_of(parsed_tiles, "gate"))
    for key in [key for key in parsed_tiles if key.startswith("stairs")][
        :2
    ]:  # these are set aside for the levels below
        bag.remove(parsed_tiles[key].tile)
    result = lay_often(tiles, parsed_tiles["gate"].tile, bag, RandomStream(7), tries)
    assert result.closed <= 0.05 * tries
    assert result.mean > 56


def test_no_number_of_the_kind_is_written_in_words_alone():
    for language in ("en", "pl", "cs"):
        words = plain(open_game(GAME.catalogue, "labirynt-smierci", language).words.node)["rules"]["growth"]
        assert not re.search(r"\b6\b", words[0]), words[0]


def test_the_log_has_every_field_that_the_ledger_reads():
    pack = open_pack(GAME.catalogue, "labirynt-smierci", "en")
    (page,) = sheet_pages(pack, SheetOptions(sheet="party_log"), PaperOptions(usual=Size(mm(210), mm(297))))
    field_ids = {item.id for item, _ in walk(page.items) if isinstance(item, FieldItem)}
    for spec in open_rules(GAME.catalogue, "labirynt-smierci", "en").table.inputs.values():
        assert [head for head in spec.heads if not any(f"{name}.".startswith(f"{head}.") for name in field_ids)] == []
    segments = [name for name in field_ids if name.startswith("log.gate.segment.")]
    assert len(segments) == max(row["result"] for row in ROLLS["gate_distance"]["rows"])
    rects = [item.rect for item, _ in walk(page.items) if isinstance(item, ShapeItem)]
    sizes = [(round(rect.width / mm(1)), round(rect.height / mm(1))) for rect in rects]
    assert sizes.count((148, 105)) == 1, "the mat"
