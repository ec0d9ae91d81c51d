"""Test commands without a game name: they use your game in this folder or above it, and never silently another."""

import shutil

import pytest

from generator.diagnostics import AmbiguousGame
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.workshop.desks import House

MOON = ROOT / "tests" / "data" / "games" / "moon"


def small_game(home, name, title):
    """Write a copy of tests/data/games/moon (one sheet, one line) under another name; return its home."""
    for file in MOON.rglob("*.yaml"):
        path = home / file.relative_to(MOON).as_posix().replace("moon", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8").replace("Moon Farm", title).replace("moon", name)
        path.write_text(text, encoding="utf-8")
    return home


@pytest.fixture
def home(tmp_path):
    return small_game(tmp_path / "home", "moon", "Moon Farm")


@pytest.fixture
def two(home):
    return small_game(home, "second", "Second One")


def test_the_nearest_home_is_meant_and_an_empty_folder_of_that_name_above_is_none(home, tmp_path, monkeypatch):
    inner = small_game(home / "cards/moon/inner", "tiny", "Tiny")
    for folder, expected in ((inner / "cards", inner), (home / "cards", home)):
        monkeypatch.chdir(folder)
        assert GameCatalogue.at().home == expected
    (tmp_path / "cards").mkdir()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert GameCatalogue.at().home is None
    monkeypatch.chdir(tmp_path)
    assert GameCatalogue.at().home == tmp_path


def test_of_two_games_none_is_taken(two, monkeypatch):
    monkeypatch.chdir(two)
    with pytest.raises(AmbiguousGame) as question:
        _ = GameCatalogue.at().default_game
    assert question.value.games == ("moon", "second")


def test_the_home_is_found_from_a_clone_too(monkeypatch):
    monkeypatch.chdir(ROOT / "docs")
    catalogue = GameCatalogue.at()
    assert catalogue.home is None
    assert catalogue.default_game == "paper-dungeons"


def test_the_workshop_asks_which_of_two_games_and_hears_of_a_new_one(two, monkeypatch, tmp_path):
    monkeypatch.chdir(two)
    get = House(tmp_path, GameCatalogue.at()).get
    assert get("/games").json["requested"] == ["moon", "second"]
    assert (get("/shelf").status, get("/shelf", "game=second").status) == (409, 200)
    assert "which game? yours are moon, second" in get("/shelf").json["fault"]
    shutil.rmtree(two / "cards/second")
    assert get("/games").json["requested"] == ["moon"]
    (two / "cards/moon/game.yaml").rename(two / "cards/moon/game.yml")
    assert get("/games").json["faults"][0]["code"] == "C038"


def test_a_copy_of_the_box_means_none_of_its_games_before_one_is_changed(tmp_path):
    home = tmp_path / "copy"
    for kind in ("cards", "layouts"):
        shutil.copytree(ROOT / kind, home / kind)
    assert GameCatalogue.at(home).requested_games == GameCatalogue.at(tmp_path).requested_games
    words = home / "cards" / "yacht" / "words" / "en.yaml"
    words.write_text(words.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert GameCatalogue.at(home).requested_games == ("yacht",)


def test_a_folder_of_a_game_of_the_box_means_nothing_once_its_files_are_deleted(tmp_path):
    file = tmp_path / "layouts/yacht/score_sheet.yaml"
    for folder in (tmp_path / "cards/paper-dungeons/words", file.parent):
        folder.mkdir(parents=True)
    file.write_text("", encoding="utf-8")
    assert GameCatalogue.at(tmp_path).requested_games == ("yacht",)
    file.unlink()
    assert GameCatalogue.at(tmp_path).changed_games == ()
