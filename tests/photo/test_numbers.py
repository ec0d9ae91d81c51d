"""Test that the program asks for the numbers written on photographed sheets, next to the ticks, game by game."""

import json
import sys
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from generator.cli import score_photos
from generator.geometry import Rect
from generator.photo.known_pages import KnownPages, TextField
from generator.photo.reader.added_ink import HandwrittenInkMap, fields_with_ink
from generator.photo.reader.find import LEAST
from generator.photo.reader.judge import Judged
from generator.photo.reader.page_print import PER_MM, ImageKeypoints, PagePrint
from generator.photo.reader.pages_from_photo import SURE, least_matches
from generator.photo.reader.review_picture import cut_out, review_png, review_sheet
from generator.photo.scores_from_photos import (
    SheetColumnOrGame,
    SheetFromPhoto,
    as_written,
    faults_of_answers,
    games_in_photos,
    groups_of,
    is_of,
    number_of,
    numbers_to_type,
    read_photos,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.scoring.words import ScoreWords
from generator.units import mm
from tests.conftest import ROOT, often
from tests.photo import photo
from tests.photo.filled import expected_totals
from tests.photo.test_reading import command_for

CATALOGUE = GameCatalogue((ROOT,))
SCALE = mm(1) / PER_MM


def rules_of(game):
    return open_rules(CATALOGUE, game, "en")


def read_sheet(game, ticked, fields, with_ink=(), doubted=()):
    """Return a sheet as the reader returns it: ticked and doubted boxes, fields to write in, and fields with ink."""
    identity = SimpleNamespace(game=game, sheet="sheet", language="en", edition=None, dungeon=None)
    places = {id: TextField(Rect(10, 10, 40, 20), 0) for id in fields}
    page = SimpleNamespace(identity=identity, text_fields=places, spoken={}, print=SimpleNamespace(boxes={}))
    page.box_names = {id: id for id in (*ticked, *fields, *doubted)}
    boxes = dict.fromkeys(ticked, Judged(1.0, True)) | dict.fromkeys(doubted, Judged(0.5, None, "unsure"))
    page.print.boxes = dict.fromkeys(boxes, Rect(60, 10, 10, 10))
    return SheetFromPhoto("ada.jpg", page, boxes, np.ones((300, 400), np.float32), frozenset(with_ink))


def fighters(**more):
    fields = [f"{game}.{field}" for game in (1, 2) for field in ("hero.1", "coins", "dice", "total")]
    return read_sheet("dungeon-fighter", ("2.level.hard", "2.scar.1.1"), fields, **more)


def adventurer(*ticked, with_ink=()):
    fields = [
        "log.1.health",
        "log.1.date",
        "log.1.blow",
        "log.1.gems",
        "log.1.coins",
        *(f"log.1.price.{each}" for each in (1, 2, 3)),
    ]
    return read_sheet("platformer", ticked, fields, with_ink)


def test_each_game_on_a_sheet_of_which_anything_is_marked_is_one_of_its_own():
    rules, sheet = rules_of("dungeon-fighter"), fighters(doubted=["1.out.2"])
    second = {2: [SheetColumnOrGame(0, 2)]}
    assert games_in_photos(rules, [sheet], [{"1.out.2": False}]) == second
    assert [*games_in_photos(rules, [sheet], [{}])] == [1, 2]
    assert games_in_photos(rules, [sheet, fighters()], [{"1.out.2": False}, {}]) == {
        **second,
        6: [SheetColumnOrGame(1, 2)],
    }
    assert games_in_photos(rules, [sheet], [{}], which=2) == second
    assert [is_of(rules, 0, "1.out.2", which) for which in (0, 1, 2)] == [True, True, False]
    assert min(games_in_photos(rules, [fighters(with_ink=["1.dice"])], [{}])) == 1


def test_a_sheet_for_one_player_is_a_game_and_its_columns_are_players():
    empty = read_sheet("paper-dungeons", (), ())
    assert games_in_photos(rules_of("paper-dungeons"), [empty, empty], [{}, {}]) == {
        0: [SheetColumnOrGame(0, 1), SheetColumnOrGame(1, 1)]
    }
    six = read_sheet("yacht", (), (), with_ink=["score.A.2", "score.B.2", "score.C.5"])
    assert games_in_photos(rules_of("yacht"), [six], [{}]) == {0: [SheetColumnOrGame(0, 2), SheetColumnOrGame(0, 5)]}


def test_numbers_alone_in_their_field_are_asked_and_those_of_a_list_as_far_as_there_is_ink():
    rules = rules_of("platformer")
    sheet = adventurer("log.1.turn.1", with_ink=["log.1.price.2"])
    questions = numbers_to_type(rules, sheet, {}, 1)
    assert [each.ids for each in questions] == [
        ("log.1.health", "log.1.blow"),
        ("log.1.gems",),
        ("log.1.coins",),
        ("log.1.price.1", "log.1.price.2"),
    ]
    values = as_written(rules, sheet, questions)
    assert {id for id, text in values.items() if text == ""} == {"log.1.price.3"}
    assert "log.1.date" not in values
    assert numbers_to_type(rules, sheet, {}, 2) == []
    assert numbers_to_type(rules, adventurer("log.1.lost"), {}, 1) == []


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"log.1.health": "7", "log.1.blow": "9"}, []),
        ({"log.1.health": "7", "log.1.blow": "5"}, ["G010"]),
        ({"log.1.blow": "5"}, ["F014"]),
        ({"log.1.health": "seven", "log.1.blow": "9"}, ["F006"]),
        ({}, []),
    ],
)
def test_what_cannot_stand_in_a_field_is_reported_at_once(typed, expected):
    rules, sheet = rules_of("platformer"), adventurer()
    blow = numbers_to_type(rules, sheet, {}, 1)[0]
    assert [fault.code for fault in faults_of_answers(rules, sheet, sheet.form_values({}, typed), blow)] == expected


def test_boxes_that_are_counted_are_no_row_that_is_filled_from_its_beginning():
    """The heroes that are out say nothing about the heroes before them."""
    out, scars = [f"1.out.{hero}" for hero in (1, 2, 3)], [f"1.scar.2.{scar}" for scar in (1, 2, 3)]
    groups = groups_of(rules_of("dungeon-fighter"), [*out, *scars, "1.level.normal", "1.level.hard"])
    assert [(group.ids, group.in_order) for group in groups] == [
        (tuple(scars), True),
        (("1.level.normal", "1.level.hard"), False),
    ]


def test_the_command_asks_for_numbers_until_they_can_be_and_tells_programs_which_there_are(tmp_path):
    db = tmp_path / "games.sqlite3"
    command = command_for(fighters(doubted=["1.out.2"]))

    def run(*words, typed=""):
        return CliRunner().invoke(command, ["--db", str(db), *words], input=typed)

    result = run("--review", str(tmp_path / "marks.png"), typed="n\ny\nmany\n31\n12\n7\n6\nAda\n")
    assert result.exit_code == 0, result.stderr
    assert "Game 1" not in result.stderr
    assert [result.stderr.count(f"{field}? (Enter") for field in ("1.coins", "2.coins", "2.dice")] == [0, 3, 2]
    assert "multiple of 3" in result.stderr
    assert "Ada: 32" in result.stdout  # 12 coins, two dice, hard, one scar
    both = run("--save", typed="y\ny\n2\n3\nAda\n12\n6\nBo\ny\n")
    assert "Game 1 of the sheet" in both.stderr
    assert "difficulty is needed" in both.stderr  # without it this game fails; the other game of the sheet continues
    assert ("Bo: 32" in both.stdout, both.stdout.count("saved as game 1"), both.exit_code) == (True, 1, 1)
    one = run("--which", "2", typed="y\n31\n31\n6\nBo\n")
    assert ("Bo: 51" in one.stdout, "1.out.2" in one.stderr) == (True, False)
    assert one.stderr.count("coins is 31, possible are 0 to 30") == 2  # after the typed number, and with the result
    output = json.loads(run("--json").stdout)
    assert output["players"] is None
    numbers = output["sheets"][0]["written"]
    assert numbers == dict.fromkeys(("1.coins", "1.dice", "2.coins", "2.dice"))
    two = CliRunner().invoke(
        command_for(fighters(), fighters()), ["--db", str(db)], input="y\ny\n12\n6\nAda\n15\n6\nBo\n"
    )
    assert [line for line in two.stderr.splitlines() if "sheet" in line and line.startswith("ada.jpg, ")] == [
        "ada.jpg, sheet 1 of 2:",
        "ada.jpg, sheet 2 of 2:",
    ]
    assert ("Ada: 32" in two.stdout, "Bo: 35" in two.stdout) == (True, True)


def test_a_total_follows_from_rows_that_were_put_right_and_confirmed():
    scars = [f"2.scar.1.{number}" for number in (1, 2, 3)]
    fields = ("2.coins", "2.dice")
    sheet = read_sheet("dungeon-fighter", ("2.level.hard", *scars), fields)
    sheet = sheet._replace(boxes=sheet.boxes | dict.fromkeys(scars[1:], Judged(0.0, False)))

    def run(one, typed):
        return CliRunner().invoke(command_for(one), input=typed)

    assert [row.ids for row in sheet.rows] == [("2.level.hard",), tuple(scars)]
    stopped = run(sheet, "n\n3\n")
    assert (stopped.exit_code, stopped.stdout) == (130, "")
    assert stopped.stderr.count("2. 2.scar.1.1 \u2013 2.scar.1.3: \u25a0\u25a1\u25a1") == 3
    right = run(sheet, "y\n12\n6\nAda\n")
    mended = run(sheet, "2\n1-4\nsome\n1 2-3\ny\n12\n6\nAda\n")
    assert "2.scar.1.1 \u2013 2.scar.1.3: \u25a0\u25a0\u25a0" in mended.stderr
    assert ("Ada: 32" in right.stdout, "Ada: 30" in mended.stdout) == (True, True)
    pale = run(sheet._replace(odd=("pale", "grey")), "y\nn\n1-3\ny\n12\n6\nAda\n")
    assert [pale.stderr.count(each) for each in ("marks on this sheet are pale", "printed in grey", "row right?")] == [
        1,
        1,
        3,
    ]
    assert "Ada: 30" in pale.stdout


def test_a_stroke_is_ink_in_a_field_and_specks_and_its_frame_are_not():
    ink = np.zeros((200, 700), np.float32)
    fields = {name: Rect(20 + 200 * at, 40, 120, 90) for at, name in enumerate(("digit", "specks", "frame"))}
    cv2.line(ink, (60, 60), (70, 100), 0.3, 2)
    for x, y in ((250, 60), (270, 80), (300, 100)):
        cv2.circle(ink, (x, y), 2, 0.5, -1)
    cv2.rectangle(ink, (423, 43), (537, 127), 0.9, 2)
    ink_map = HandwrittenInkMap(ink, np.ones_like(ink), np.ones_like(ink), 0.01, np.zeros((*ink.shape, 2)))
    places = {id: Rect(*(each * SCALE for each in field)) for id, field in fields.items()}
    assert fields_with_ink(ink_map, places) == {"digit"}


def test_a_field_that_is_turned_is_cut_out_upright_and_enlarged_in_the_review():
    flat = np.ones((400, 300), np.float32)
    flat[100:200, 150:180] = 0
    grey = (255 * flat).astype(np.uint8)
    box = Rect(*(each * SCALE for each in (140, 100, 60, 100)))
    upright = cut_out(grey, box, 1)
    assert upright.shape == (60 + 48, 100 + 48)
    assert upright[:, 74].argmin() == 108 - (180 - (140 - 24))
    reviews = [review_png([review_sheet(flat, {}, {}, fields)]) for fields in ({}, {"coins": TextField(box, 1)})]
    heights = [cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_COLOR).shape[0] for each in reviews]
    assert heights[0] == 400 < heights[1]


def test_what_is_written_is_shown_in_a_terminal_that_can(monkeypatch, capsys):
    sheet = adventurer()
    score_photos._show_cut(sheet, "log.1.gems")
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    score_photos._show_cut(sheet, "log.1.gems")
    output = capsys.readouterr().err
    assert output.count("\u2580") > 500
    assert max(len(line.split("\u2580")) for line in output.splitlines()) <= score_photos.MOST_COLUMNS + 1
    assert score_photos.half_blocks([[0], [0], [255]]).count("\n") == 1


def test_of_a_page_that_is_the_same_several_times_fewer_matches_are_enough():
    """Each point looks like three others, so few match: only the points of elements that occur once."""
    looks = np.random.default_rng(9).random((300, 128)).astype(np.float32)
    looks = np.sqrt(looks / looks.sum(axis=1, keepdims=True))
    enough = {}
    for name, times in (("once", 1), ("four times", 4)):
        page = PagePrint(np.full((80, 80, 3), 255, np.uint8), {}, Rect(0, 0, 1, 1))
        page.__dict__["features"] = ImageKeypoints(np.zeros((300 * times, 2), np.float32), np.tile(looks, (times, 1)))
        enough[name] = least_matches(page)
    assert enough["once"] == SURE > enough["four times"] > LEAST


def test_only_what_a_sheet_tells_by_boxes_and_numbers_is_read():
    rules = rules_of("platformer")
    fields = ("log.1.coins", "log.2.price.3", "log.1.health", "log.1.date", "log.1.score.A")
    assert [number_of(rules, id) for id in fields] == ["coins", "prices", "wounds", "", ""]


def test_photos_of_sheets_with_numbers_are_read(tmp_path):
    for seed, game in often((), ((21, "dungeon-fighter"), (24, "platformer"))):
        content, truth = photo(seed, game)
        path = tmp_path / f"{seed}.jpg"
        path.write_bytes(content)
        (photo_sheet,) = read_photos(CATALOGUE, (game,), [path], ScoreWords(CATALOGUE, "en"))
        rules, answers = rules_of(game), {id: truth["boxes"][id] == "marked" for id in photo_sheet.doubts}
        games = games_in_photos(rules, [photo_sheet], [answers])
        questions = [
            each
            for parts in games.values()
            for part in parts
            for each in numbers_to_type(rules, photo_sheet, answers, part.number)
        ]
        typed = {id: truth["written"].get(id, "") for each in questions for id in each.ids}
        assert (
            list(expected_totals(game, truth["sheet"], photo_sheet.form_values(answers, typed), "")) == truth["totals"]
        )


def test_the_fields_of_a_page_are_reported_with_how_they_are_turned():
    pages = KnownPages(CATALOGUE, ("dungeon-fighter",))
    fields = pages.find_print(next(pages.likely("en"))).text_fields
    assert fields["1.coins"].turns == 1
    assert fields["1.coins"].box.height > fields["1.coins"].box.width
