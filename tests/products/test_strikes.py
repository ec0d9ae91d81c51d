"""Test that the pictures of a boss's attacks match its cards: the fields of their ranges, and the figures on them."""

import pytest

from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.sources import ROOT

FIELDS = {(x, y) for x in range(10) for y in range(4)}
REACHES = {
    "none": lambda x, y: False,
    "row": lambda x, y: y == 0,
    "adjacent": lambda x, y: abs(x) + abs(y) <= 1,
    "surrounding": lambda x, y: max(abs(x), abs(y)) <= 1,
    "unlimited": lambda x, y: True,
}
NEXT = {"march": "adjacent"}  # the range after a move, of an attack without a range


def field(place):
    return place["x"] // 10, place["y"] // 25


def fields_of(areas):
    return {
        (x, y)
        for x, y in FIELDS
        for area in areas
        if area["x"] <= 10 * x < area["x"] + area["width"] and area["y"] <= 25 * y < area["y"] + area["height"]
    }


def hit_from(boss, reach):
    if reach == "tile":
        return {(x, y) for x, y in FIELDS if x // 5 == boss[0] // 5}
    return {(x, y) for x, y in FIELDS if REACHES[reach](x - boss[0], y - boss[1])}


GAME = open_pack(GameCatalogue((ROOT,)), "platformer", "en")
CARDS = [(deck, card) for deck in ("attacks_medusa", "attacks_ikee") for card in GAME.game.deck(deck)]


@pytest.mark.parametrize(("deck", "card"), CARDS, ids=[card.key for _, card in CARDS])
def test_an_attack_hits_the_fields_of_its_range_and_the_heroes_on_them_alone(deck, card):
    strike = GAME.values["strikes"][deck][card.key]
    reach = hit_from(field(strike["boss"]), NEXT.get(card.key, card.fields.get("range", "none")))
    assert fields_of(strike["reach"]) == reach
    assert strike["heroes"]
    for hero in strike["heroes"]:
        is_hit = field(hero) in reach and (card.key != "statue" or hero.get("has") == "token")
        assert ("takes" in hero) == is_hit, hero["who"]
        if hero.get("takes") == "wounds":
            assert card.fields["n"] > 0


@pytest.mark.parametrize(("deck", "card"), CARDS, ids=[card.key for _, card in CARDS])
def test_nobody_shares_a_field_and_all_stand_where_something_holds_them(deck, card):
    strike = GAME.values["strikes"][deck][card.key]
    positions = [field(one) for one in (strike["boss"], *strike["heroes"], *strike["enemies"])]
    assert len(set(positions)) == len(positions)
    supports = {"platform", "ladder", "entrance"}
    for column, row in positions:
        tile = GAME.tiles["forest"][("boss_4", "boss_2")[column // 5]]
        cell = next(cell for cell in tile["cells"] if (cell["column"], cell["row"]) == (column % 5, row))
        assert cell["below"] in supports or cell["above"] == "ladder", (column, row)


def test_arrows_lead_from_where_somebody_was_so_far_as_the_card_says():
    far = {"tail": 2, "sweep": 2, "gust": 3, "hiss": 1, "march": 2}
    for deck, card in CARDS:
        strike = GAME.values["strikes"][deck][card.key]
        moved = [
            *(hero for hero in strike["heroes"] if hero.get("takes") == "push"),
            *strike["enemies"],
            strike["boss"],
        ]
        for before, move in zip(strike["was"], strike["moves"], strict=True):
            step = -1 if move["way"] == "left" else 1
            x, y = field(before)
            ends = [field(one)[0] for one in moved if field(one)[1] == y and (field(one)[0] - x) * step > 0]
            assert min(abs(end - x) for end in ends) == far.get(card.key, min(abs(end - x) for end in ends))
            assert move["y"] == before["y"]


def test_the_opened_level_shows_boss_and_helpers_on_the_first_crowns_and_tokens_on_all_signs():
    strike = GAME.values["strikes"]["opening"]["medusa"]
    things = {"boss": set(), "special": set()}
    for at, tile in enumerate(("boss_4", "boss_2")):
        for cell in GAME.tiles["forest"][tile]["cells"]:
            for thing in things.keys() & set(cell["things"]):
                things[thing].add((5 * at + cell["column"], cell["row"]))
    crowns = sorted(things["boss"], key=lambda place: (place[1], place[0]))
    assert [field(one) for one in (strike["boss"], *strike["enemies"])] == crowns[:3]
    assert {field(token) for token in strike["tokens"]} == things["special"]
