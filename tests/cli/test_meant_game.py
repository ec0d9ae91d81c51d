"""Without a name a command means the game of one's own, found upwards from where one is; it never takes another in silence."""

import asyncio
import json
import shutil

import pytest

from generator.diagnostics import AmbiguousGame
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.sessions import SharedSessions
from generator.workshop.workshop import WorkshopApp
from tests.conftest import ROOT, often
from tests.observed import assert_same_file
from tests.workshop.asking import HOST, ask


def small_game(home, name, title, words="en"):
    (home / f"cards/{name}/words").mkdir(parents=True)
    (home / f"layouts/{name}").mkdir(parents=True)
    (home / f"cards/{name}/game.yaml").write_text(
        f"game: {name}\nsheets:\n  player: {{layout: {name}/sheet}}\nplayers: {{least: 1, most: 4}}\n"
    )
    (home / f"cards/{name}/words/{words}.yaml").write_text(f'game: {{title: "{title}"}}\ninputs: {{stars: Stars}}\n')
    (home / f"cards/{name}/scoring.yaml").write_text(
        "inputs:\n  stars: {kind: number, most: 9}\nlines:\n  - {letter: A, word: inputs.stars, asks: [stars], parts: [{count: per, of: [stars], each: 2}]}\n"
    )
    (home / f"layouts/{name}/sheet.yaml").write_text(
        'extends: ../common/styles.yaml\nfront: {box: [{text: "{words.game.title}"}]}\n'
    )
    return home


@pytest.fixture
def home(tmp_path):
    return small_game(tmp_path / "home", "moon", "Moon Farm")


@pytest.fixture
def two(home):
    return small_game(home, "second", "Second One")


def test_a_game_is_found_from_every_folder_below_its_home(home, scrawl):
    below = home / "cards/moon/words"
    done = scrawl("check", cwd=below)
    assert (done.returncode, done.stdout) == (0, "moon: no faults\n"), done.stderr
    (home / "notes/old").mkdir(parents=True)
    for folder in (home, below, home / "layouts", home / "notes/old"):
        assert GameCatalogue.at().home != home
        done = scrawl("print", "sheets", "-o", "sheet.pdf", cwd=folder)
        assert (done.returncode, done.stdout) == (0, "Moon Farm: 1 page in sheet.pdf\n"), done.stderr
        assert_same_file(folder / "sheet.pdf", home / "sheet.pdf")


def test_places_are_told_as_they_are_opened_from_where_one_is(home, scrawl):
    (home / "cards/moon/words/en.yaml").write_text("game: [")
    below = home / "layouts/moon"
    done = scrawl("check", cwd=below)
    shown = done.stderr.partition(":")[0]
    assert shown == "../../cards/moon/words/en.yaml"
    assert (below / shown).is_file()


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


def test_of_two_games_none_is_taken(two, scrawl, monkeypatch):
    asking = [
        ("print", "kit", "-o", "kit"), ("print", "sheets"), ("print", "cards"), ("print", "page", "help"), ("print", "pieces"),
        ("score",), ("score", "--lang", "cs"), ("simulate", "--games", "1"), ("campaign",), ("tiles",), ("list", "decks"),
        ("dungeon", "show", "a"), ("dungeon", "new", "crypt"), ("dungeon", "generate"), ("new", "deck", "aims"),
        ("export", "png", "-o", "png"), ("export", "shop"), ("export", "tts"), ("schema", "score"), ("reference", "files"),
    ]  # fmt: skip
    for words in often(asking[::2], asking):
        done = scrawl(*words, cwd=two)
        assert done.returncode == 2, words
        assert "moon" in done.stderr, words
        assert "second" in done.stderr, words
        assert "--game moon" in done.stderr, words
    assert "která hra?" in scrawl("score", "--lang", "cs", cwd=two).stderr
    assert sorted(path.name for path in two.iterdir()) == ["cards", "layouts"]
    monkeypatch.chdir(two)
    with pytest.raises(AmbiguousGame) as question:
        _ = GameCatalogue.at().default_game
    assert question.value.games == ("moon", "second")


def test_what_needs_no_game_does_not_ask(two, scrawl):
    for words in (
        ("list", "games"),
        ("list", "papers"),
        ("schema", "layout"),
        ("reference", "layout"),
        ("history", "list"),
    ):
        done = scrawl(*words, cwd=two)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert "moon" in scrawl("list", "games", cwd=two).stdout


def test_in_the_folder_of_a_game_that_one_is_meant(two, scrawl):
    done = scrawl("print", "sheets", cwd=two / "layouts/second")
    assert (done.returncode, done.stdout) == (0, "Second One: 1 page in sheets.pdf\n"), done.stderr
    assert scrawl("print", "sheets", cwd=two / "cards").returncode == 2
    done = scrawl("print", "sheets", "--game", "moon", cwd=two / "layouts/second")
    assert done.stdout == "Moon Farm: 1 page in sheets.pdf\n"


def test_each_game_of_ones_own_is_looked_over(two, scrawl):
    (two / "cards/moon/scoring.yaml").write_text("inputs: {}\nlines: {}\ntotl: B\n")
    done = scrawl("check", cwd=two)
    assert done.returncode == 1
    assert "second: no faults" in done.stdout
    assert "moon: 1 error" in done.stdout or "moon: 2 errors" in done.stdout
    done = scrawl("check", "--game", "second", cwd=two)
    assert (done.returncode, done.stdout) == (0, "second: no faults\n")
    found = json.loads(scrawl("check", "--format", "json", cwd=two).stdout)
    assert {fault["path"] for fault in found} == {"cards/moon/scoring.yaml"}


def test_a_file_is_tried_with_each_game_that_may_be_meant(two, scrawl):
    (two / "score.yaml").write_text("game: second\nplayers:\n  - {name: Ada, stars: 4}\n")
    done = scrawl("check", "score.yaml", cwd=two)
    assert (done.returncode, done.stdout) == (0, "no faults\n"), done.stderr
    done = scrawl("score", "score.yaml", cwd=two)
    assert (done.returncode, "Second One" in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize("name", ["game.yml", "Game.yaml", "gmae.yaml"])
def test_a_game_whose_manifest_is_misnamed_is_told_and_not_replaced_by_another(home, scrawl, name):
    (home / "cards/moon/game.yaml").rename(home / "cards/moon" / name)
    for words in (("check",), ("print", "kit"), ("score",)):
        done = scrawl(*words, cwd=home)
        assert done.returncode == 1
        assert "cards/moon: error C038 moon has no game.yaml" in done.stderr
        assert f"rename '{name}'" in done.stderr or f"rename {name}" in done.stderr
    assert "Paper Dungeons" in scrawl("print", "page", "help", "--game", "paper-dungeons", cwd=home).stdout


def test_a_folder_that_is_nearly_called_cards_is_told(home, scrawl):
    (home / "cards").rename(home / "card")
    shutil.rmtree(home / "layouts")
    done = scrawl("print", "kit", cwd=home)
    assert (done.returncode, done.stdout) == (1, "")
    assert "card: error C039 card/ holds a game, but is not called cards/" in done.stderr


def test_what_is_changed_of_a_game_in_the_box_is_meant(tmp_path, scrawl):
    (tmp_path / "cards/yacht/words").mkdir(parents=True)
    (tmp_path / "cards/yacht/words/en.yaml").write_text("game: {title: Dinghy}\n")
    done = scrawl("print", "sheets", cwd=tmp_path / "cards")
    assert (done.returncode, done.stdout) == (0, "Dinghy: 1 page in sheets.pdf\n"), done.stderr
    small_game(tmp_path, "moon", "Moon Farm")
    assert scrawl("print", "sheets").stdout.startswith("Moon Farm: ")
    assert scrawl("check").stdout == "moon: no faults\nyacht: 5 warnings\n"


def test_without_a_game_of_ones_own_the_first_in_the_box_is_meant_and_named(scrawl):
    done = scrawl("print", "page", "help", "--lang", "pl")
    assert (done.returncode, done.stdout.startswith("Papierowe podziemia: ")) == (0, True), done.stderr
    assert scrawl("simulate", "a", "--games", "2", "--workers", "1").stdout.startswith("Paper Dungeons\n")


def test_new_files_go_into_the_home_from_below_it(home, scrawl):
    below = home / "cards/moon"
    done = scrawl("new", "copy", "layouts/common/styles.yaml", cwd=below)
    assert (done.returncode, (home / "layouts/common/styles.yaml").is_file()) == (0, True), done.stderr
    assert "written: ../../layouts/common/styles.yaml" in done.stdout
    assert scrawl("new", "game", "third", cwd=below).returncode == 0
    assert (home / "cards/third/game.yaml").is_file()


def test_the_home_is_found_from_a_clone_too(monkeypatch):
    monkeypatch.chdir(ROOT / "docs")
    catalogue = GameCatalogue.at()
    assert catalogue.home is None
    assert catalogue.default_game == "paper-dungeons"


def test_the_workshop_asks_which_of_two_games_and_hears_of_a_new_one(two, monkeypatch, tmp_path):
    monkeypatch.chdir(two)
    catalogue = GameCatalogue.at()
    host = WorkshopApp(
        catalogue, SharedSessions(tmp_path / "tables", None), FolderWatcher([]), "key", lambda: [""], None
    )

    def get(path, query=b""):
        return asyncio.run(ask(Guard(host.app(), lambda: {HOST}), "GET", path, {"x-key": "key"}, query=query))

    assert get("/games").json["meant"] == ["moon", "second"]
    assert (get("/shelf").status, get("/shelf", b"game=second").status) == (409, 200)
    assert "which game? yours are moon, second" in get("/shelf").json["fault"]
    shutil.rmtree(two / "cards/second")
    assert get("/games").json["meant"] == ["moon"]
    (two / "cards/moon/game.yaml").rename(two / "cards/moon/game.yml")
    assert get("/games").json["faults"][0]["code"] == "C038"


def test_a_copy_of_the_box_means_none_of_its_games_before_one_is_changed(tmp_path):
    home = tmp_path / "copy"
    for kind in ("cards", "layouts"):
        shutil.copytree(ROOT / kind, home / kind)
    assert GameCatalogue.at(home).meant_games == GameCatalogue.at(tmp_path).meant_games
    words = home / "cards" / "yacht" / "words" / "en.yaml"
    words.write_text(words.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert GameCatalogue.at(home).meant_games == ("yacht",)
