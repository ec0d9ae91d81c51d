"""Three games, as files and sheets, beside an oracle that knows only their sums; the ledger has its own test."""

import json
import random
from math import ceil

import pypdf
import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.questions import ticked_inputs
from generator.scoring.entered_games import read_score
from generator.scoring.messages import UnscorableGame
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.scoring.ticks_to_inputs import SheetMarks, disagreements, read_filled
from tests.conftest import ROOT, often
from tests.scoring.legal_sheets import noded
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
RULES = {game: open_rules(CATALOGUE, game, "en") for game in ("dungeon-fighter", "platformer", "yacht")}


def score_of(game, players, **more):
    record, _ = read_score(RULES[game], noded({"game": game, "players": players, **more}))
    return score_game(RULES[game], record)


# Dungeon Fighter, the final score [end]


def fighters(chance):
    """Return a party at the end of a game: two to six heroes, who are out only with a third scar."""
    scars = [chance.choice((0, 0, 1, 2, 3)) for _ in range(chance.randint(2, 6))]
    if chance.random() < 0.3:
        scars = [0] * len(scars)
    out = [each == 3 and chance.random() < 0.5 for each in scars]
    return {
        "coins": chance.randint(0, 30),
        "dice": chance.randint(0, 9),
        "scars": scars,
        "out": out,
        "difficulty": chance.choice(("normal", "hard", "infernal")),
    }


def glory(party):
    """[end]: coin +1, white die +3, no scar +5, each scar -1, each hero that is out -5, the difficulty."""
    total = party["coins"] + 3 * party["dice"] - sum(party["scars"]) - 5 * sum(party["out"])
    total += 5 if not any(party["scars"]) else 0
    return total + {"normal": 5, "hard": 15, "infernal": 25}[party["difficulty"]]


def fighter_marks(party, chance, number):
    """Return the marks on a part of a sheet, with its written points."""
    marks = {
        f"scar.{hero}.{scar}": "yes" for hero, scars in enumerate(party["scars"], 1) for scar in range(1, scars + 1)
    }
    marks |= {f"out.{hero}": "yes" for hero, out in enumerate(party["out"], 1) if out}
    marks |= {f"level.{party['difficulty']}": "yes", "coins": str(party["coins"]), "dice": str(3 * party["dice"])}
    if chance.random() < 0.5:
        marks |= {f"hero.{hero}": f"Hero {hero}" for hero in range(1, len(party["scars"]) + 1)}
    if chance.random() < 0.5:
        marks |= {"clean": "0" if any(party["scars"]) else "+5", "scars": str(-sum(party["scars"])), "won": "yes"}
        marks |= {"eliminated": str(-5 * sum(party["out"])).replace("-", "\u2212"), "total": str(glory(party))}
    return {f"{number}.{id}": value for id, value in marks.items()}


def fighter_file(party):
    inputs = {key: party[key] for key in ("coins", "dice", "scars", "difficulty")}
    return {"name": "P", **inputs, "eliminated": sum(party["out"])}


@table("file, expected")
def test_a_score_is_reported_with_its_reasons(file, expected, scrawl, tmp_path):
    write_files(tmp_path, {"x.yaml": file})
    result = scrawl("score", "x.yaml", "--why", "--lang", "en")
    assert (result.stdout + result.stderr).splitlines() == expected.splitlines()


# Platformer solo [7]


PRICES = [6] * 2 + [5] * 4 + [4] * 5 + [3] * 10 + [2] * 7  # of the cards in the box


def climber(chance):
    """Return a solo game that was won in some turn, or lost."""
    lost = chance.random() < 0.1
    return {
        "turn": chance.randint(1, 12),
        "enemies": chance.randint(0, 30),
        "health": chance.randint(4, 16),
        "gems": chance.randint(0, 15),
        "coins": chance.randint(0, 35),
        "prices": chance.sample(PRICES, chance.randint(0, 8)),
        "more": 0 if lost else chance.randint(0, 6),
        "lost": lost,
    }


def climber_total(game):
    """[7]: 3 for each event left of 12, 2 each enemy and wound too many, 1 each gem, coins and prices in threes."""
    if game["lost"]:
        return 0
    threes = (game["coins"] + sum(game["prices"])) // 3
    return 3 * (12 - game["turn"]) + 2 * game["enemies"] + 2 * game["more"] + game["gems"] + threes


def climber_marks(game, chance, number):
    marks = {f"turn.{turn}": "yes" for turn in range(1, game["turn"] + 1)}
    marks |= {f"enemy.{enemy}": "yes" for enemy in range(1, game["enemies"] + 1)}
    marks |= {"health": str(game["health"]), "blow": str(game["health"] + game["more"])}
    marks |= {"gems": str(game["gems"]), "coins": str(game["coins"]), "lost" if game["lost"] else "won": "yes"}
    marks |= {f"price.{card}": str(price) for card, price in enumerate(game["prices"], 1)}
    if not game["lost"] and chance.random() < 0.5:
        marks |= {"score.A": str(3 * (12 - game["turn"])), "total": str(climber_total(game)), "hero": "Pip"}
    return {f"log.{number}.{id}": value for id, value in marks.items()}


def climber_file(game):
    inputs = {key: game[key] for key in ("enemies", "gems", "coins", "prices", "lost")}
    return {"name": "P", **inputs, "events": 12 - game["turn"], "wounds": game["more"]}


# Yacht


def yacht(chance):
    """Return a finished column: each line has points that five dice can give."""
    points = {}
    for number, line in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1):
        points[line] = number * chance.choice((0, 1, 2, 3, 3, 4, 5))
    one, two = chance.sample(range(1, 7), 2)
    points["full_house"] = chance.choice((0, 3 * one + 2 * two))
    points["four_of_a_kind"] = chance.choice((0, 4 * one))
    points["little_straight"], points["big_straight"] = chance.choice((0, 30)), chance.choice((0, 30))
    points["choice"] = sum(chance.randint(1, 6) for _ in range(5))
    points["yacht"] = chance.choice((0, 0, 50))
    return points


def yacht_total(points):
    upper = sum(points[line] for line in ("ones", "twos", "threes", "fours", "fives", "sixes"))
    return sum(points.values()) + (35 if upper >= 63 else 0)


def yacht_marks(points, column):
    letters = dict(zip(points, "ABCDEFHIJKLM", strict=True))
    return {f"score.{letters[line]}.{column}": str(number) for line, number in points.items()}


def test_a_party_of_fighters_has_the_glory_that_the_rules_count():
    for seed in range(often(60, 1000)):
        chance = random.Random(seed)
        party, number = fighters(chance), chance.randint(1, 4)
        player = score_of("dungeon-fighter", [fighter_file(party)]).players[0]
        band = 0 if glory(party) <= 0 else min(9, ceil(glory(party) / 5))
        assert (player.total, player.title.paths) == (glory(party), (f"titles.t{band}",)), seed
        assert from_sheet("dungeon-fighter", fighter_marks(party, chance, number)) == (glory(party), []), seed


def test_a_game_alone_up_the_tower_counts_as_the_rules_do():
    for seed in range(often(60, 1000)):
        chance = random.Random(seed)
        game, number = climber(chance), chance.randint(1, 2)
        assert score_of("platformer", [climber_file(game)]).players[0].total == climber_total(game), seed
        assert from_sheet("platformer", climber_marks(game, chance, number)) == (climber_total(game), []), seed


def test_columns_of_yacht_have_the_sum_and_the_bonus():
    for seed in range(often(40, 1000)):
        chance = random.Random(seed)
        columns = [yacht(chance) for _ in range(chance.randint(1, 6))]
        totals = [yacht_total(points) for points in columns]
        result = score_of("yacht", [{"name": f"P{at}", **points} for at, points in enumerate(columns)])
        assert [player.total for player in result.players] == totals, seed
        assert [player.rank for player in result.players] == [
            1 + sum(other > one for other in totals) for one in totals
        ]
        marks = [yacht_marks(points, column) for column, points in enumerate(columns, 1)]
        record, _ = read_filled(
            RULES["yacht"], [SheetMarks({id: text for each in marks for id, text in each.items()}, "x.pdf")]
        )
        assert [player.total for player in score_game(RULES["yacht"], record).players] == totals, seed


def from_sheet(game, marks):
    """Return the total of a filled sheet, and the codes of its faults."""
    record, faults = read_filled(RULES[game], [SheetMarks(marks, "x.pdf")])
    result = score_game(RULES[game], record)
    faults = [*faults, *disagreements(RULES[game], [SheetMarks(marks, "x.pdf")], result)]
    return result.players[0].total, [fault.code for fault in faults]


PARTY = TABLES["party"]
GAME = {"turn": 10, "enemies": 5, "health": 8, "more": 1, "gems": 1, "coins": 4, "prices": [5], "lost": False}  # S1


def fault_codes(game, marks, which=0):
    """Return the faults and warnings of a filled sheet, by code."""
    try:
        _, faults = read_filled(RULES[game], [SheetMarks(marks, "x.pdf")], which=which)
    except UnscorableGame as error:
        faults = error.faults
    return [(fault.code, fault.message.key) for fault in faults]


def test_of_several_games_on_a_sheet_one_is_asked_for():
    chance = random.Random(1)
    two = {**fighter_marks(PARTY, chance, 1), **fighter_marks({**PARTY, "coins": 9}, chance, 3)}
    assert fault_codes("dungeon-fighter", two) == [("F013", "several_games")]
    for which, total in ((1, 16), (3, 22)):
        record, _ = read_filled(RULES["dungeon-fighter"], [SheetMarks(two, "x.pdf")], which=which)
        result = score_game(RULES["dungeon-fighter"], record)
        assert result.players[0].total == total
        assert disagreements(RULES["dungeon-fighter"], [SheetMarks(two, "x.pdf")], result, which) == []
    assert fault_codes("dungeon-fighter", two, which=2) == [("F005", "nothing_filled")]


@table("game, wrong, expected")
def test_what_a_sheet_cannot_mean_is_reported(game, wrong, expected):
    chance = random.Random(1)
    marks = fighter_marks(PARTY, chance, 1) if game == "dungeon-fighter" else climber_marks(GAME, chance, 1)
    assert fault_codes(game, marks) == []
    assert tuple(expected) in fault_codes(
        game, {id: text for id, text in {**marks, **wrong}.items() if text is not None}
    )


@pytest.mark.parametrize(
    ("game", "total", "lang", "edition"),
    [("dungeon-fighter", 16, "pl", "usual"), ("platformer", 22, "cs", "large-print")],
)
def test_a_printed_sheet_that_is_filled_in_needs_no_game(game, total, lang, edition, scrawl, tmp_path):
    more = [] if edition == "usual" else ["--edition", edition]
    result = scrawl("print", "sheets", "--game", game, "--fillable", "--lang", lang, *more, "-o", "blank.pdf")
    assert result.returncode == 0, result.stderr
    marks = (
        fighter_marks(PARTY, random.Random(2), 2)
        if game == "dungeon-fighter"
        else climber_marks(GAME, random.Random(2), 2)
    )
    writer = pypdf.PdfWriter(clone_from=tmp_path / "blank.pdf")
    fields = writer.get_fields()
    assert marks.keys() <= fields.keys()
    values = {id: "/Yes" if text == "yes" else text for id, text in marks.items()}
    for page in writer.pages:  # in large print the second log has its own page
        writer.update_page_form_field_values(page, values, auto_regenerate=False)
    writer.write(tmp_path / "x.pdf")
    result = scrawl("score", "x.pdf", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["players"][0]["total"] == total
    assert result.stderr == ""
    assert scrawl("score", "x.pdf", "--which", "1").returncode == 1


def test_a_sheet_that_is_also_written_on_is_not_told_by_its_ticks_alone():
    for game, is_told_by_ticks in (
        ("dungeon-fighter", False),
        ("platformer", False),
        ("yacht", False),
        ("paper-dungeons", True),
    ):
        assert open_rules(CATALOGUE, game, "en").table.scored_by_ticks == is_told_by_ticks, game
    assert ticked_inputs(RULES["dungeon-fighter"]) == []  # a phone would not know which of the four games it reads


@table("inputs, warning")
def test_more_than_is_printed_here_is_doubtful(inputs, warning):
    faults = read_score(RULES["platformer"], noded({"game": "platformer", "players": [{"name": "Ada", **inputs}]}))[1]
    assert [(fault.code, fault.severity) for fault in faults if fault.code != "G051"] == [(warning, "warning")] * bool(
        warning
    )


@table("sheet, letters")
def test_lines_that_no_sheet_gives_together_are_reported_at_each(sheet, letters):
    root = noded({"game": "dungeon-fighter", "players": [{"name": "P", **sheet}]})
    try:
        faults = [fault for fault in read_score(RULES["dungeon-fighter"], root)[1] if fault.code != "G051"]
    except UnscorableGame as error:
        faults = error.faults
    assert [(fault.code, fault.message.key) for fault in faults] == [("G014", "lines_apart")] * len(letters)
    for fault, letter in zip(faults, letters, strict=True):
        assert f"{letter}: " in RULES["dungeon-fighter"].words.text(fault.message)
