"""`scrawl new game` writes a complete game: you can check, print and score it at once."""

import json
import re

import pypdf
import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.scoring.ticks_to_inputs import SheetMarks, read_filled
from tests.conftest import ROOT
from tests.page_texts import page_texts


@pytest.fixture
def moon_farm(scrawl, tmp_path):
    result = scrawl("new", "game", "moon-farm", "--lang", "de")
    assert result.returncode == 0, result.stderr
    return tmp_path


def test_a_sheet_of_a_new_game_is_filled_in_and_scored(scrawl, moon_farm):
    scrawl("print", "sheets", "--fillable", "-o", "blank.pdf", "--lang", "en")
    writer = pypdf.PdfWriter(clone_from=moon_farm / "blank.pdf")
    fields = writer.get_fields()
    ticks = ("path.1", "path.2", "path.10", "star.1", "star.2")
    on = {name: next(state for state in fields[name]["/_States_"] if state != "/Off") for name in ticks}
    writer.update_page_form_field_values(
        writer.pages[0], {**on, "player": "Ada", "score.C": "4"}, auto_regenerate=False
    )
    writer.write(moon_farm / "filled.pdf")
    result = scrawl("score", "filled.pdf", "--json", "--lang", "en")
    assert result.returncode == 0, result.stderr
    player = json.loads(result.stdout)["players"][0]
    assert (player["name"], player["lines"], player["total"]) == ("Ada", {"A": 10, "B": 6, "C": 4}, 20)


def test_stars_of_a_new_game_count_where_they_are_ticked_and_its_path_as_far_as_it_goes(moon_farm):
    rules = open_rules(GameCatalogue((moon_farm, ROOT)), "moon-farm", "en")
    fields = {"player": "Ada", "star.2": "yes", "star.5": "yes", "path.4": "yes"}
    record, _ = read_filled(rules, [SheetMarks(fields, "filled.pdf")])
    marks = record.sheets[0].marks
    assert (marks["stars"].plain, marks["path"].plain) == (2, 4)


def test_any_game_prints_each_sign_and_picture_with_its_name_and_its_own_among_them(scrawl, moon_farm):
    (moon_farm / "icons").mkdir(exist_ok=True)
    (moon_farm / "icons/moon_cow.svg").write_text(
        '<svg viewBox="0 0 9 9"><path d="M0 0L9 0L9 9Z"/></svg>', encoding="utf-8"
    )
    for paper in ("a4", "letter"):
        result = scrawl("print", "page", "signs", "pictures", "--lang", "de", "--paper", paper, "-o", f"{paper}.pdf")
        assert result.returncode == 0, result.stderr
        signs, pictures = (text.split() for text in page_texts(moon_farm / f"{paper}.pdf"))
        names = [line.split()[0] for line in scrawl("list", "signs").stdout.splitlines() if line.strip()]
        expected = [name for name in names if not name.startswith("floor_")]
        assert "moon_cow" in signs
        assert sorted(word for word in (*signs, *pictures) if word in expected) == sorted(expected)
        assert {"emblem_boss_hydra", "frame_goal"} <= set(pictures)


def test_a_new_game_says_nothing_of_players_that_its_manifest_contradicts():
    for words in (ROOT / "generator/authoring/starters/cards").glob("*/words/en.yaml"):
        assert not re.search(
            r"\b(one|two|three|four|five|six|\d+) (to|or) \w+ players", words.read_text(encoding="utf-8")
        ), words
