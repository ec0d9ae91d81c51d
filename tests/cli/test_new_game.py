"""`scrawl new game` writes a game that is whole: it checks, prints and scores as it is."""

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
    done = scrawl("new", "game", "moon-farm", "--lang", "de")
    assert done.returncode == 0, done.stderr
    return tmp_path


def test_a_new_game_has_no_fault(scrawl, moon_farm):
    done = scrawl("check")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("W003") <= 1


def test_a_new_game_prints_its_kit(scrawl, moon_farm):
    done = scrawl("print", "kit", "--lang", "en", "-o", "kit")
    assert done.returncode == 0, done.stderr
    names = sorted(path.name for path in (moon_farm / "kit").iterdir())
    assert names == [
        "0-instructions.pdf",
        "1-sheet.pdf",
        "2-aims.pdf",
        "3-rules.pdf",
        "4-score-pad.pdf",
        "contact-sheet.png",
    ]
    told = page_texts(moon_farm / "kit" / "0-instructions.pdf")[0]
    assert "Moon Farm" in told
    assert "Aim cards, 7" in told


def test_a_new_game_has_markers_and_a_box_besides(scrawl, moon_farm):
    done = scrawl("print", "pieces", "--lang", "en", "--paper", "a4", "-o", "pieces.pdf")
    assert (done.returncode, done.stdout) == (0, "Moon Farm: 2 pages in pieces.pdf\n"), done.stderr
    told = page_texts(moon_farm / "pieces.pdf")[0]
    assert (told.count("ready"), told.count("7 cards")) == (12, 3)


def test_a_sheet_of_a_new_game_is_filled_in_and_scored(scrawl, moon_farm):
    scrawl("print", "sheets", "--fillable", "-o", "blank.pdf", "--lang", "en")
    writer = pypdf.PdfWriter(clone_from=moon_farm / "blank.pdf")
    known = writer.get_fields()
    ticks = ("path.1", "path.2", "path.10", "star.1", "star.2")
    on = {name: next(state for state in known[name]["/_States_"] if state != "/Off") for name in ticks}
    writer.update_page_form_field_values(
        writer.pages[0], {**on, "player": "Ada", "score.C": "4"}, auto_regenerate=False
    )
    writer.write(moon_farm / "filled.pdf")
    done = scrawl("score", "filled.pdf", "--json", "--lang", "en")
    assert done.returncode == 0, done.stderr
    player = json.loads(done.stdout)["players"][0]
    assert (player["name"], player["lines"], player["total"]) == ("Ada", {"A": 10, "B": 6, "C": 4}, 20)


def test_stars_of_a_new_game_count_where_they_are_ticked_and_its_path_as_far_as_it_goes(moon_farm):
    rules = open_rules(GameCatalogue((moon_farm, ROOT)), "moon-farm", "en")
    held = {"player": "Ada", "star.2": "yes", "star.5": "yes", "path.4": "yes"}
    record, _ = read_filled(rules, [SheetMarks(held, "filled.pdf")])
    marks = record.sheets[0].marks
    assert (marks["stars"].plain, marks["path"].plain) == (2, 4)


def test_a_score_file_of_a_new_game_is_saved(scrawl, moon_farm):
    (moon_farm / "friday.yaml").write_text(
        "game: moon-farm\nplayers:\n- {name: Ada, path: 16, stars: 5, aim: sprinter}\n", encoding="utf-8"
    )
    done = scrawl("score", "friday.yaml", "--save", "--db", "games.db", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Ada 43" in scrawl("history", "list", "--db", "games.db", "--lang", "en").stdout


def test_nothing_is_overwritten(scrawl, moon_farm):
    before = (moon_farm / "cards" / "moon-farm" / "game.yaml").read_text(encoding="utf-8")
    assert "there is a game 'moon-farm' already" in scrawl("new", "game", "moon-farm").stderr
    (moon_farm / "cards" / "moon-farm" / "game.yaml").unlink()
    done = scrawl("new", "game", "moon-farm")
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert not (moon_farm / "cards" / "moon-farm" / "game.yaml").exists()
    assert before


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Moon Farm", "moon-farm"),
        ("../away", "away"),
        ("common", "another name"),
        ("platformer", "another name"),
        ("ä", "moon-farm"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name, hint, scrawl, tmp_path):
    done = scrawl("new", "game", name)
    assert done.returncode == 1
    assert hint in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_starter_tells_of_commands_that_are_there(scrawl):
    told = (ROOT / "generator" / "authoring" / "starters" / "cards" / "path" / "game.yaml").read_text(encoding="utf-8")
    assert [
        words
        for words in ("reference files", "list signs", "check --game yacht")
        if scrawl(*words.split()).returncode != 0
    ] == []
    assert [
        words for words in ("scrawl reference files", "scrawl list signs", "scrawl check") if words not in told
    ] == []


def test_any_game_prints_the_page_of_letters_and_signs(scrawl, moon_farm):
    done = scrawl("print", "page", "specimen", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Grenze Gotisch" in page_texts(moon_farm / "specimen.pdf")[0]


def test_any_game_prints_each_sign_and_picture_with_its_name_and_its_own_among_them(scrawl, moon_farm):
    (moon_farm / "icons").mkdir(exist_ok=True)
    (moon_farm / "icons/moon_cow.svg").write_text(
        '<svg viewBox="0 0 9 9"><path d="M0 0L9 0L9 9Z"/></svg>', encoding="utf-8"
    )
    for paper in ("a4", "letter"):
        done = scrawl("print", "page", "signs", "pictures", "--lang", "de", "--paper", paper, "-o", f"{paper}.pdf")
        assert done.returncode == 0, done.stderr
        signs, pictures = (text.split() for text in page_texts(moon_farm / f"{paper}.pdf"))
        named = [name for name in scrawl("list", "signs").stdout.split() if not name.startswith("floor_")]
        assert "moon_cow" in signs
        assert sorted(word for word in (*signs, *pictures) if word in named) == sorted(named)
        assert {"emblem_boss_hydra", "frame_goal"} <= set(pictures)


def test_a_word_that_english_lacks_is_added_or_taken_out_of_the_other_language(scrawl, moon_farm):
    words = moon_farm / "cards" / "moon-farm" / "words" / "en.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace('  stars: "Stars"\n', ""), encoding="utf-8")
    told = scrawl("check").stderr
    assert "missing word 'sheet.stars' (de has it)" in told
    assert "hint: add stars: ..., or take it out of de.yaml" in told


def test_a_deck_that_there_is_not_tells_how_one_is_made(scrawl, moon_farm):
    assert "aims; --from FILE makes one of a table" in scrawl("new", "deck", "loot").stderr


def test_a_new_game_says_nothing_of_players_that_its_manifest_contradicts():
    for words in (ROOT / "generator/authoring/starters/cards").glob("*/words/en.yaml"):
        assert not re.search(
            r"\b(one|two|three|four|five|six|\d+) (to|or) \w+ players", words.read_text(encoding="utf-8")
        ), words
