"""A whole game made only of data: its kit has the pieces and copies that its rules name, in every language."""

import re
from bisect import bisect
from collections import Counter
from itertools import pairwise, product
from math import atan2, degrees, hypot

import pytest

from generator.products.cards import records
from generator.products.pieces import piece_size
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.tables import read_yaml, tables

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
CARDS = {"monsters": 21, "big_bads": 3, "rooms": 21, "equipment": 24}
TARGET, RINGS = 360, (69.5, 113)  # its width, and the borders of its rings from its middle, in millimetres
PIECES = TABLES["pieces"]
SIZES = TABLES["sizes"]

EVERYWHERE = list(
    product(("large-print", "ink-saver", "colour-blind", "dry-erase"), ("letter", "a4"), ("pl", "cs", "en"))
)


@pytest.fixture(scope="module")
def pack():
    return open_pack(CATALOGUE, "dungeon-fighter", "en")


def cards(pack, deck):
    return [record.fields for record in pack.game.deck(deck) for _ in range(record.copies)]


def test_the_decks_have_as_many_cards_as_the_rules_name(pack):
    assert {deck: len(cards(pack, deck)) for deck in CARDS} == CARDS


def test_the_pieces_are_as_many_and_as_large_as_the_rules_name(pack):
    counts = {
        name: entry.copies * sum(record.copies for record in records(pack, name))
        for name, entry in pack.manifest.pieces.items()
    }
    assert counts == PIECES
    assert {name: [round(side / mm(1)) for side in piece_size(pack, name)] for name in SIZES} == SIZES


def test_the_kit_holds_every_deck_and_every_piece_once(pack):
    named = [
        name for entry in pack.manifest.kit for name in (*getattr(entry, "deck", ()), *getattr(entry, "piece", ()))
    ]
    assert sorted(named) == sorted([*CARDS, *PIECES])


def test_monsters_rise_in_life_damage_and_gold_with_their_level(pack):
    monsters = cards(pack, "monsters")
    assert Counter(card["level"] for card in monsters) == {1: 5, 2: 5, 3: 5, 4: 6}
    for what in ("life", "damage", "gold"):
        means = [
            sum(card[what] for card in monsters if card["level"] == level) / (5 + (level == 4))
            for level in (1, 2, 3, 4)
        ]
        assert means == sorted(set(means)), what


def test_every_technique_has_its_weapon_and_its_room(pack):
    techniques = pack.values["rules"]["techniques"]
    assert sorted(card["technique"] for card in cards(pack, "equipment") if card["kind"] == "weapon") == sorted(
        techniques
    )
    assert sorted(
        effect["technique"] for card in cards(pack, "rooms") for effect in card["effects"] if "technique" in effect
    ) == sorted(techniques)


def test_a_weapon_that_hits_harder_never_costs_less(pack):
    weapons = sorted((card["bonus"], card["price"]) for card in cards(pack, "equipment") if card["kind"] == "weapon")
    assert [price for _, price in weapons] == sorted(price for _, price in weapons)


def test_the_example_on_the_page_of_rules_counts_with_the_numbers_of_the_cards(pack):
    card = {record.key: record.fields for deck in CARDS for record in pack.game.deck(deck)}
    boar, sling, rules = card["mud_boar"], card["snapping_sling"], pack.values["rules"]
    assert (boar["life"], boar["damage"], boar["gold"]) == (7, 3, 3)
    assert [effect["number"] for effect in card["guardroom"]["effects"]] == [3]
    assert (boar["life"] + 3 - (4 + rules["skills"]["pierce"]["damage"]) - (2 + sling["bonus"]), rules["overkill"]) == (
        -1,
        -3,
    )


def test_a_card_brings_each_special_die_into_play_and_a_marker_hides_no_box_beside_its_own(pack):
    texts = {
        record.key: str(pack.game.card_words("equipment", record.key).get("text", ""))
        for record in pack.game.deck("equipment")
    }
    for die in ("rubber", "oversized"):
        assert [key for key, text in texts.items() if f"{die} die joins the coloured dice of this fight" in text] != []
        assert {record.key for record in pack.game.deck(f"{die}_die")} == {
            *["one", "two", "three", "four", "eye", "sign"]
        }
    assert piece_size(pack, "life_markers").width < mm(12)


def test_nothing_says_that_the_three_dice_stay_out_of_a_fight_with_a_very_deceptive_monster(pack):
    assert "whole fight" not in pack.values["words"]["abilities"]["very_deceptive"]["text"]


@pytest.mark.parametrize(("edition", "paper", "language"), EVERYWHERE[: often(1, len(EVERYWHERE))])
def test_every_edition_of_the_kit_fits_its_paper_in_every_language(edition, paper, language, scrawl, tmp_path):
    wishes = ("--edition", edition, "--paper", paper, "--lang", language)
    result = scrawl("print", "kit", "--game", "dungeon-fighter", *wishes, "-o", tmp_path / "kit")
    assert (result.returncode, result.stderr) == (0, "")


def test_the_ladder_of_titles_on_the_sheet_is_that_of_the_scores():
    titles = read_yaml(ROOT / "cards" / "dungeon-fighter" / "scoring.yaml")["titles"]
    sheet = (ROOT / "layouts" / "dungeon-fighter" / "score_sheet.yaml").read_text(encoding="utf-8")
    rungs = re.findall(r'use: rung, with: {points: "(.*?)", title: "{words\.(.*?)}"}', sheet)
    ends = [title["up_to"] for title in titles[:-1]]
    ladder = ["≤ 0", *(f"{below + 1}–{end}" for below, end in pairwise(ends)), f"{ends[-1] + 1}+"]
    assert rungs == [(points, title["word"]) for points, title in zip(ladder, titles, strict=True)]


def test_the_dice_of_the_example_lie_where_its_words_say():
    page = (ROOT / "layouts" / "dungeon-fighter" / "pages" / "more.yaml").read_text(encoding="utf-8")
    cards = ROOT / "cards" / "dungeon-fighter"
    sections = read_yaml(cards / "sections.yaml")
    wide = float(re.search(r"use: target, .*width: ([\d.]+)mm", page)[1])
    sums = dict(re.findall(r'tint: (\w+), mark: \w+, sum: "(\d \+ \d)"', page))
    dice = re.findall(
        r"tint: (\w+), mark: \w+}, x: ([\d.]+)mm, y: ([\d.]+)mm, width: ([\d.]+)mm, height: [\d.]+mm}", page
    )
    assert [tint for tint, *_ in dice] == list(sums)
    for tint, *lengths in dice:
        x, y, side = (float(length) / wide * TARGET for length in lengths)
        right, down = x + (side - TARGET) / 2, y + (side - TARGET) / 2
        ring = ("inner", "middle", "outer")[bisect(RINGS, hypot(right, down))]
        worth = sections[ring][int(degrees(atan2(down, right)) % 360 // 45)]
        assert sums[tint].startswith(f"{worth} + ")
    for language in ("en", "pl", "cs"):
        words = read_yaml(cards / "words" / f"{language}.yaml")["help"]["example"]
        assert [entry for entry in sums.values() if not any(f"{entry} = " in sentence for sentence in words)] == []
