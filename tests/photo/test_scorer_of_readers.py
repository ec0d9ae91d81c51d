"""The judge of photo readers counts their wrong answers, their questions, and scores without a confirmation."""

import json

import pytest

from tests.photo.filled import expected_totals
from tools.bench.photos import Count, judged, paired, refused, wilson

IDENTITY = {"game": "paper-dungeons", "sheet": "player_sheet", "language": "en", "dungeon": "a"}
LEVELS = [f"hero.{hero}.{level}" for hero in ("warrior", "wizard", "cleric", "rogue") for level in (2, 3)]
OTHERS = ["gem_track.1", "gem_track.2", "band.1.flee", "band.2.flee", "band.3.flee"]
MARKED = {*LEVELS, "gem_track.1", "band.1.flee", "band.2.flee", "band.3.flee"}
TRUTH = {
    **IDENTITY,
    "boxes": {id: "marked" if id in MARKED else "empty" for id in [*LEVELS, *OTHERS]} | {"gem.A": "empty"},
    "counted": [*LEVELS, *OTHERS],
    "written": {},
    "totals": list(expected_totals("paper-dungeons", "player_sheet", dict.fromkeys(sorted(MARKED), "yes"), "a")),
    "places": {id: [0, 0] for id in [*LEVELS, *OTHERS]},
}
READING = {id: state == "marked" for id, state in TRUTH["boxes"].items()}


def result(players=None, complained="", code=0, **marks):
    sheet = {
        **IDENTITY,
        "photo": "a.jpg",
        "boxes": READING | {id.replace("_at_", "."): mark for id, mark in marks.items()},
        "written": {},
    }
    stdout = json.dumps({"sheets": [sheet], "players": players})
    return {"exit": code, "said": stdout, "complained": complained, "seconds": 1.0, "megabytes": 9}


def test_a_sheet_read_rightly_has_no_faults_and_its_total():
    count = Count()
    assert judged(count, TRUTH, result()) == []
    assert (count.boxes, count.asked, count.wrong, count.totals, count.by_row, count.named) == (13, 0, 0, 1, 0, 1)
    assert judged(Count(), TRUTH, result([{"total": 40}])) == ["totals that nobody confirmed: [40]"]


def test_questions_get_answers_and_wrong_boxes_change_the_total():
    count = Count()
    assert judged(count, TRUTH, result(gem_track_at_1=None)) == []
    faults = judged(count, TRUTH, result(gem_track_at_2=True))
    assert (count.asked, count.wrong, count.totals) == (1, 1, 1)
    assert "gem_track.2 is empty, was read as marked" in faults[0]
    assert str(TRUTH["totals"]) in faults[1]


def test_boxes_without_points_are_not_counted():
    count = Count()
    assert judged(count, TRUTH, {**result(), "said": result()["said"].replace('"gem.A": false', '"gem.A": true')}) == []


def test_a_missed_sheet_is_all_questions_and_a_wrong_name_is_a_fault():
    count = Count()
    assert judged(count, TRUTH, {**result(code=1), "said": ""}) == ["not found"]
    assert (count.asked, count.found) == (13, 0)
    other = {**result(), "said": result()["said"].replace('"dungeon": "a"', '"dungeon": "b"')}
    assert judged(count, TRUTH, other) == ["dungeon is 'a', was read as 'b'"]
    assert count.misnamed == 1


def test_four_sheets_are_told_apart_by_their_marks():
    truths = [{"boxes": {"a": "marked", "b": state}} for state in ("marked", "empty")]
    sheets = [{"boxes": {"a": True, "b": False}}, {"boxes": {"a": True, "b": True}}]
    assert [sheet["boxes"]["b"] for _, sheet in paired(truths, sheets)] == [True, False]


@pytest.mark.parametrize(
    ("answer", "faults"),
    [
        (result(), []),
        (result([{"total": 41}]), ["totals that nobody confirmed: [41]"]),
        (result(code=1, complained="Traceback (most recent call last):\nKeyError: 3"), ["KeyError: 3"]),
        (result(code=-9), ["exit -9"]),
        ({**result(code=1), "said": ""}, ["nothing was said"]),
    ],
)
def test_a_score_of_a_damaged_picture_is_a_fault(answer, faults):
    assert refused(answer) == faults


def test_bounds_of_a_share_are_wilsons():
    assert [round(each, 4) for each in wilson(4608, 4608)] == [0.9992, 1.0]
    assert [round(each, 3) for each in wilson(8, 10)] == [0.49, 0.943]


def test_a_number_that_is_asked_is_typed_and_one_that_was_not_seen_changes_the_total():
    identity = {"game": "platformer", "sheet": "solo_log", "language": "en", "dungeon": ""}
    fields = {
        f"log.1.{field}": text for field, text in {"health": "7", "blow": "9", "gems": "2", "price.1": "6"}.items()
    }
    truth = {
        **identity,
        "boxes": {"log.1.turn.1": "marked"},
        "counted": ["log.1.turn.1", *fields],
        "written": fields,
        "totals": [33 + 4 + 2 + 2],
        "places": dict.fromkeys(fields, (0, 0)),
    }
    for missed, totals in ((None, 1), ("log.1.price.1", 0)):
        texts = {id: "" if id == missed else None for id in fields}
        sheet = {**identity, "boxes": {"log.1.turn.1": True}, "written": texts}
        count = Count()
        faults = judged(count, truth, {**result(), "said": json.dumps({"sheets": [sheet], "players": None})})
        assert (count.totals, count.missed, count.typed) == (totals, 1 - totals, 3 + totals), faults
