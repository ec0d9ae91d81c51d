"""Generated dungeons pass every check, are reproducible, and as hard as requested; texts round-trip; reach is right."""

import itertools
import re

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.authoring.dungeon_file_authoring import generated_text
from generator.chance import SIGNS, RandomStream, code_of, number_of
from generator.check.dungeon_check import checked_dungeon
from generator.game.game import open_game
from generator.maps.difficulty import DifficultyMeter
from generator.maps.grid import Dungeon, Room
from generator.maps.loading import known_cards
from generator.maps.notation import MapSourceText, read_map_text, write_map_text
from generator.maps.random_map import difficulty_of, generate
from generator.maps.reach import TargetRoomsWalk, best_walk, steps
from generator.maps.share_code import MapOptions
from generator.products.dungeon_sentences import in_a_file, measured
from tests.conftest import ROOT, often
from tests.maps.base import BASE, CATALOGUE, GAME, RULES
from tests.tables import table, tables, write_files

DIFFICULTIES = ("easy", "standard", "hard")
CARDS = known_cards(CATALOGUE, GAME, RULES)


def source_of(text):
    return MapSourceText(tuple(text.removesuffix("\n").split("\n")), "t", 1, 1)


def random_dungeon(seed, least=3, most=12):
    """Return a map with walls, water, extra walls, wraps and bosses anywhere, playable or not."""
    chance = RandomStream(seed, "test")
    columns, rows = least + chance.below(most - least + 1), least + chance.below(most - least + 1)
    density = 10 + chance.below(60)
    edges = {
        edge: chance.choice(("wall", "wall", "water"))
        for edge in Dungeon(columns, rows).inner_edges()
        if chance.below(100) < density
    }
    wraps = frozenset(row for row in range(1, rows + 1) if chance.below(4) == 0)
    rooms = chance.shuffled([Room(column, row) for row in range(1, rows + 1) for column in range(columns)])
    return Dungeon(columns, rows, edges, wraps, {}, dict(zip((1, 2, 3), rooms[:3], strict=True)))


@some.composite
def dungeons(draw):
    columns, rows = draw(some.integers(3, 12)), draw(some.integers(3, 12))
    inner = Dungeon(columns, rows).inner_edges()
    kinds = draw(some.lists(some.sampled_from([None, "wall", "water"]), min_size=len(inner), max_size=len(inner)))
    edges = {edge: kind for edge, kind in zip(inner, kinds, strict=True) if kind}
    wraps = draw(some.frozensets(some.integers(1, rows)))
    rooms = [Room(column, row) for row in range(1, rows + 1) for column in range(columns)]
    bosses = draw(some.lists(some.sampled_from(rooms), unique=True, max_size=3))
    return Dungeon(columns, rows, edges, wraps, {}, dict(enumerate(bosses, 1)))


@settings(max_examples=often(25, 60))
@given(dungeons())
def test_any_dungeon_round_trips(dungeon):
    text = write_map_text(dungeon)
    again, faults = read_map_text(source_of(text), RULES)
    assert not faults
    assert again == dungeon
    assert write_map_text(again) == text


def graph_of(dungeon, crossing):
    """Return the same map as a graph, built only from the drawn text."""
    lines = write_map_text(dungeon).splitlines()
    graph = networkx.Graph()
    for row in range(dungeon.rows):
        line, across = lines[2 * row + 1], lines[2 * row + 2]
        for column in range(dungeon.columns):
            here = (column, dungeon.rows - row)
            graph.add_node(here)
            if column + 1 < dungeon.columns and line[3 * column + 3] in crossing:
                graph.add_edge(here, (column + 1, dungeon.rows - row))
            if row + 1 < dungeon.rows and across[3 * column + 1] in crossing:
                graph.add_edge(here, (column, dungeon.rows - row - 1))
        if line[0] == "<" and dungeon.columns > 1:
            graph.add_edge((0, dungeon.rows - row), (dungeon.columns - 1, dungeon.rows - row))
    for column in range(dungeon.columns):
        graph.add_edge("outside", (column, 1))
    return graph


def test_reach_agrees_with_networkx():
    closed, maps = 0, often(250, 1000)
    for seed in range(maps):
        dungeon = random_dungeon(seed, 3, 9)
        for crossing, signs in (((), " "), (("wall",), " |-"), (("water",), " ~")):
            expected = networkx.single_source_shortest_path_length(graph_of(dungeon, signs), "outside")
            expected.pop("outside")
            assert {tuple(room): far for room, far in steps(dungeon, "bottom", crossing).items()} == expected
            closed += len(expected) < dungeon.columns * dungeon.rows
    assert closed > 0.3 * maps


def test_no_generated_dungeon_fails_its_own_check_and_each_comes_out_the_same_again(tmp_path):
    for number in range(often(60, 4_000)):
        chance = RandomStream(number, "wishes")
        size = ((12, 12), (6, 7), (3 + chance.below(10), 3 + chance.below(10)), (3, 3))[number % 4]
        difficulty = "hard" if number % 3 == 0 else chance.choice(DIFFICULTIES)
        amounts = [chance.choice(("few", "some", "many")) for _ in range(3)]
        options = MapOptions(*size, difficulty, *amounts, new_map=chance.below(2) == 0)
        path = tmp_path / f"d{number}.yaml"
        text = generated_text(CATALOGUE, GAME, code_of(number * 14639), options)
        path.write_text(text, encoding="utf-8")
        assert generated_text(CATALOGUE, GAME, code_of(number * 14639), options) == text
        faults = checked_dungeon(CATALOGUE, GAME, str(path)).faults
        assert [each for each in faults if each.severity != "note" and each.code != "M055"] == []  # nor another code


def fewest_late(dungeon):
    """Return how many targets are met after their dice in the best of all orders, by a separate graph."""
    graph = graph_of(dungeon, " ")
    far = dict(networkx.all_pairs_shortest_path_length(graph.subgraph([node for node in graph if node != "outside"])))
    entries = [(column, 1) for column in range(dungeon.columns)]
    budgets = {number: 2 * dice for number, dice in zip((1, 2, 3), (9, 18, 24), strict=True)}
    best = None
    for order in itertools.permutations(dungeon.targets):
        steps_so_far, here, late = 0, None, 0
        for number in order:
            room = tuple(dungeon.targets[number])
            legs = (
                [1 + far[entry].get(room, 10**6) for entry in entries] if here is None else [far[here].get(room, 10**6)]
            )
            steps_so_far, here = steps_so_far + min(legs), room
            late += steps_so_far > budgets[number]
        best = late if best is None else min(best, late)
    return best


def test_the_best_walk_agrees_with_a_graph_walked_in_every_order():
    late = 0
    for seed in range(often(30, 1500)):
        dungeon = random_dungeon(seed, 5, 12)
        walk = best_walk(dungeon, RULES)
        expected = fewest_late(dungeon)
        assert (expected == 0) == (walk is not None and not walk.late(RULES))
        late += expected > 0
    assert late > 10


@pytest.mark.parametrize(("more", "late"), [(0, ()), (1, (1, 2, 3))])
def test_a_target_met_with_the_last_of_its_dice_is_met_in_time(more, late):
    steps_there = tuple(dice * RULES.steps_a_die + more for dice in RULES.targets.dice)
    assert TargetRoomsWalk((1, 2, 3), steps_there).late(RULES) == late


@pytest.mark.parametrize("new_map", [False, True], ids=["overlay", "new map"])
def test_the_figure_of_a_generated_dungeon_is_of_the_difficulty_that_was_asked_for(new_map):
    for difficulty in DIFFICULTIES:
        options = MapOptions(6, 7, difficulty, new_map=new_map)
        for number in range(often(8, 60)):
            generated = generate(code_of(number * 104729), options, BASE, RULES, CARDS)
            meter, targets = DifficultyMeter(generated.dungeon, RULES), generated.dungeon.targets
            figure = meter.figure(meter.route(targets), targets, generated.cards)
            assert difficulty_of(figure, 6, 7, RULES) == difficulty


def test_the_figure_knows_every_card_that_may_stand_in_a_dungeon():
    assert RULES.difficulty.figure.cards.keys() == CARDS.keys()
    for number in RULES.numbers:  # as many points more as less, to be fair to a file that names no cards
        worths = [RULES.difficulty.figure.cards[key] for key, card_number in CARDS.items() if card_number == number]
        assert abs(sum(worths)) < 30


@table("code, options, cards, picture")
def test_a_code_gives_the_dungeon_that_it_gave_when_it_was_made(code, options, cards, picture):
    generated = generate(code, MapOptions(*options), BASE, RULES, CARDS)
    assert (list(generated.cards), write_map_text(generated.dungeon)) == (cards, picture)


def test_a_code_gives_the_walls_and_things_that_it_gave_when_it_was_made():
    generated = generate("AACA-JYF", MapOptions(6, 7, "hard"), BASE, RULES, CARDS)
    assert write_map_text(generated.dungeon, overlay=True) == tables(__file__)["golden"]
    whole = generate("AACA-JYF", MapOptions(5, 4, "hard", new_map=True), BASE, RULES, CARDS).dungeon
    things = {room.name: ", ".join(map(str, content)) for room, content in sorted(whole.contents.items())}
    assert things == tables(__file__)["golden_things"]


def test_codes_notice_every_wrong_sign_and_every_exchange():
    code = code_of(98_765_432).replace("-", "")
    assert number_of(code.lower()) == 98_765_432
    for at, sign in enumerate(code):
        for other in SIGNS:
            if other != sign:
                with pytest.raises(ValueError, match="mistyped"):
                    number_of(code[:at] + other + code[at + 1 :])
        if at and code[at - 1] != sign:
            with pytest.raises(ValueError, match="mistyped"):
                number_of(code[: at - 1] + sign + code[at - 1] + code[at + 1 :])
    with pytest.raises(ValueError, match="has no '0'"):
        number_of("000-0000")
    with pytest.raises(ValueError, match="7 signs"):
        number_of("AAC")


def test_a_check_and_the_generator_tell_the_same_earnings_of_a_dungeon(scrawl, tmp_path):
    saved = scrawl("dungeon", "generate", "--code", "AACA-JYF", "--games", "6", "-o", "made.yaml")
    assert saved.returncode == 0, saved.stderr
    figure, line = saved.stdout.splitlines()[-2:]
    assert re.fullmatch(r"difficulty by the map: [+−][0-9.]+ points against a middling one – standard", figure)
    assert f"made.yaml: {figure}" in scrawl("dungeon", "check", "made.yaml", "--games", "0").stdout.splitlines()
    assert re.fullmatch(
        r"played solo 6 times: [0-9.]+ points on average \(95 %: [0-9.]+ to [0-9.]+\) – (easy|standard|hard)", line
    )
    assert f"made.yaml: {line}" in scrawl("dungeon", "check", "made.yaml", "--games", "6").stdout.splitlines()
    printed = scrawl("dungeon", "generate", "--code", "AACA-JYF", "--games", "6")
    assert (printed.stdout, line in printed.stderr) == ((tmp_path / "made.yaml").read_text(encoding="utf-8"), True)


def test_no_games_measure_nothing_and_many_measure_closer(scrawl, tmp_path):
    game = open_game(CATALOGUE, GAME)
    assert measured(game, "a", 0) is None
    few, many = measured(game, "a", 4), measured(game, "a", 32)
    assert few.points.high - few.points.low > many.points.high - many.points.low > 0
    with in_a_file((ROOT / "cards/paper-dungeons/dungeons/a.yaml").read_text(encoding="utf-8")) as path:
        assert measured(game, path, 4) == few


def test_what_cannot_be_played_is_not_measured(scrawl, tmp_path):
    seer = "cards: {seer: {class: triggered, end_glory: 0, effect: {wishes: 3}}}\n"
    write_files(tmp_path, {"home/cards/paper-dungeons/powers.yaml": seer})
    result = scrawl("dungeon", "check", "a", "--home", tmp_path / "home")
    assert (result.returncode, "played solo" in result.stdout) == (0, False), result.stderr
