"""Worked examples: the pencil marks of each step match its words, and the sums in the words are right."""

import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from generator.diagnostics import NOWHERE, InvalidInput
from generator.frame import ShapeItem, TextItem, fields_on, walk
from generator.geometry import Size
from generator.products.handout_pages import BEFORE, boards_of, marks_of_moment, page_face, replayed_record
from generator.products.print_pack import open_pack
from generator.products.sheets import PENCIL
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import MarkedSheet
from generator.units import mm
from tests.conftest import ROOT
from tests.tables import read_yaml, table, tables, write_files

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
PAGES = ("examples", "examples_2")
RECORD = "cards/paper-dungeons/examples/season.yaml"


def plain(text):
    return re.sub(r"\s+", " ", text)


@cache
def pack_in(language):
    return open_pack(CATALOGUE, "paper-dungeons", language)


@cache
def on_page(language, name):
    page = page_face(pack_in(language), name, Size(mm(196), mm(277)))
    return plain(" ".join(item.text for item, _ in walk(page.items) if isinstance(item, TextItem)))


def marks_of_steps(pack):
    for page in PAGES:
        entry = pack.manifest.pages[page]
        record = replayed_record(pack, entry.record, entry.place)
        for name, boards in entry.boards.items():
            yield name, [marks_of_moment(board, record, MarkedSheet(""))[1] for board in boards]


def test_each_step_of_an_example_shows_what_its_words_speak_of():
    """Check each step's player, marks and path of rooms."""

    def summary(sheet):
        marks = sorted(mark for mark in sheet.marks if not mark.startswith(("round.", "treasure.")))
        return [sheet.name, " ".join(marks), " ".join(room for _, room in sheet.path)]

    steps = marks_of_steps(pack_in("en"))
    assert {name: list(map(summary, sheets)) for name, sheets in steps} == TABLES["marked"]


def test_what_was_marked_before_a_step_is_grey_and_nothing_can_be_filled_in():
    pack = pack_in("en")
    entry = pack.manifest.pages["examples"]
    record = replayed_record(pack, entry.record, entry.place)
    colors = [
        Counter(item.paint.stroke for item, _ in walk(board.items) if isinstance(item, ShapeItem))
        for board in boards_of(pack, entry, record)["potions"][:2]
    ]
    assert [(count[PENCIL], count[BEFORE]) for count in colors] == [(2, 0), (2, 2)]
    assert not list(fields_on(page_face(pack, "examples", Size(mm(196), mm(277)))))


def test_the_sums_of_the_words_are_those_of_the_tables():
    bosses = read_yaml(ROOT / "cards/paper-dungeons/bosses.yaml")["cards"]
    boss = bosses["bandit_chief"]
    sword = pack_in("en").values["items"]["items"]["flaming_sword"]["effect"]["boss_strength"]
    lowest, middle, highest = (band["at"] for band in boss["bands"])
    assert boss["weakness"] == "rogue"
    assert lowest <= 9 + 4 < middle
    assert 9 + 5 + sword >= highest
    worth = on_page("en", "examples_2").partition("Weakest hero")[2].partition("All three")[0]
    assert re.findall(r"−?\d+", worth)[:5] == ["6", "2", "30", "16", "−6"]


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_each_step_has_its_words_and_they_stand_on_the_page(language):
    pack = pack_in(language)
    text = " ".join(on_page(language, name) for name in PAGES)
    for name, sheets in marks_of_steps(pack):
        steps = pack.words.entries(f"worked_examples.{name}.steps")
        assert len(steps) == len(sheets)
        for step in steps:
            assert plain(step.partition("{")[0]).strip() in text


@table("change, message")
def test_a_board_of_nothing_is_reported_where_it_is_written(change, message):
    pack = pack_in("en")
    entry = pack.manifest.pages["examples"]
    board = entry.boards["level"][0]
    entry = replace(entry, boards={"level": (replace(board, **change),)})
    with pytest.raises(InvalidInput) as caught:
        boards_of(pack, entry, replayed_record(pack, entry.record, entry.place))
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.message, fault.place) == ("C022", message, board.place)


WAY = "boards: {way: [{show: [path], marks: {path.1: cross}}, {show: [path], marks: {path.2: fill}}]}"


def test_a_game_without_rules_as_code_says_itself_what_is_marked(scrawl, tmp_path):
    assert scrawl("new", "game", "ferry").returncode == 0
    game, page = tmp_path / "cards/ferry/game.yaml", tmp_path / "layouts/ferry/page.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("rules: {layout: page,", f"rules: {{{WAY}, layout: page,"), encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    board = "front:\n  column:\n    - row: [{each: boards.way, as: of, board: of, grow: 1}]\n      height: 20mm\n"
    page.write_text(text.replace("front:\n  column:\n", board), encoding="utf-8")
    checked = scrawl("check")
    assert checked.returncode == 0, checked.stderr
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "ferry", "en")
    items = [item for item, _ in walk(page_face(pack, "rules", Size(mm(196), mm(277))).items)]
    strokes = Counter(item.paint.stroke for item in items if isinstance(item, ShapeItem))
    assert (strokes[PENCIL], strokes[BEFORE]) == (3, 2), "a cross of two lines, then a scribble beside it"


def test_a_mark_that_nobody_sees_is_reported():
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    entry = pack.manifest.pages["examples"]
    marks = {"gem.Z": "ring", "gem_track.1": "fill", "hero.rogue.2": "croos", "hero.rogue.3": "4"}
    board = replace(entry.boards["level"][0], round=None, marks=marks)
    boards_of(pack, replace(entry, boards={"level": (board,)}), None)
    assert [(fault.code, fault.severity, fault.message) for fault in pack.faults] == [
        ("C022", "error", "the sheet has no field 'gem.Z' to mark"),
        ("C022", "warning", "the mark of 'gem_track.1' is outside of what the board shows"),
        ("C022", "warning", "'croos' is written into a box to tick"),
    ]


def test_a_recorded_game_that_is_not_there_is_reported_where_the_page_names_it():
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    pages = {**pack.manifest.pages, "examples": replace(pack.manifest.pages["examples"], record="examples/autumn")}
    lines = (ROOT / "cards/paper-dungeons/game.yaml").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "record: examples/season" in text)
    game = replace(pack.game, manifest=replace(pack.manifest, pages=pages))
    with pytest.raises(InvalidInput) as caught:
        page_face(replace(pack, game=game), "examples", Size(mm(196), mm(277)))
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.place.line) == ("C001", line)
    assert lines[line - 1][fault.place.column - 1 :].startswith("examples/season")


def test_the_examples_stay_readable_beside_cards_of_ones_own(tmp_path):
    cards = (ROOT / "cards/paper-dungeons/bosses.yaml").read_text(encoding="utf-8").replace("glory: 3", "glory: 6")
    write_files(tmp_path, {"cards/paper-dungeons/bosses.yaml": cards})
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "paper-dungeons", "en")
    assert (
        replayed_record(pack, "examples/season", NOWHERE).chapters
        == replayed_record(pack_in("en"), "examples/season", NOWHERE).chapters
    )
    assert [(fault.code, fault.severity) for fault in pack.faults] == [("R011", "warning")]
    write_files(tmp_path, {RECORD: (ROOT / RECORD).read_text(encoding="utf-8")})
    own_pack = open_pack(GameCatalogue((tmp_path, ROOT)), "paper-dungeons", "en")
    with pytest.raises(InvalidInput, match="R011"):
        replayed_record(own_pack, "examples/season", NOWHERE)
