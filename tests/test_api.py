"""Scrawlpress from Python: the page that tells of it is run, and it does what the command line does."""

import doctest
import inspect
import json

import pytest

from generator import api
from generator.commands.pdf_commands import cards, sheets
from tests.cli.test_meant_game import small_game
from tests.conftest import ROOT, settings


def test_the_page_of_the_handbook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in settings(tmp_path).items():
        monkeypatch.setenv(name, value)
    done = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert done.attempted > 10
    assert done.failed == 0


@pytest.mark.parametrize(
    ("game", "language", "paper"), [("paper-dungeons", "cs", "letter"), ("dungeon-fighter", "en", "a4")]
)
def test_it_prints_what_the_command_prints(scrawl, tmp_path, game, language, paper):
    opened = api.open_game(game, language)
    deck = opened.decks[-1]
    options = ("--game", game, "--lang", language, "--paper", paper)
    assert scrawl("print", "cards", "--deck", deck, *options, "-o", "cards.pdf").returncode == 0
    content = opened.deck(deck).pdf(tmp_path / "own.pdf", paper=paper)
    assert content == (tmp_path / "cards.pdf").read_bytes()
    assert content == (tmp_path / "own.pdf").read_bytes()
    assert scrawl("print", "sheets", "--copies", "2", "--fillable", *options, "-o", "sheets.pdf").returncode == 0
    assert opened.sheet(copies=2, fillable=True).pdf(paper=paper) == (tmp_path / "sheets.pdf").read_bytes()


def test_the_title_of_a_game_is_filled_with_the_form_of_its_language(tmp_path):
    for name, text in {
        "cards/mini/game.yaml": "game: mini\ndata: [fairs]\n",
        "cards/mini/fairs.yaml": "least: 1\n",
        "cards/mini/words/de.yaml": "game: {title: '{fairs.least} {fairs.least|one: Münze|other: Münzen}'}\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert api.open_game("mini", "de", home=tmp_path).title == "1 Münze"


def test_it_counts_what_the_command_counts(scrawl, tmp_path):
    played = {"game": "yacht", "players": [{"name": "Ada"}, {"name": "Ben"}]}
    (tmp_path / "game.json").write_text(json.dumps(played))
    (tmp_path / "game.yaml").write_text(json.dumps(played))
    told = json.loads(scrawl("score", "game.yaml", "--json").stdout)
    game = api.open_game("yacht")
    assert game.score(played) == game.score(tmp_path / "game.yaml") == game.score(str(tmp_path / "game.json")) == told
    with pytest.raises(api.InvalidInput) as wrong:
        game.score({"game": "yacht", "players": [{"name": "Ada", "nine": 3}]})
    assert wrong.value.diagnostics[0].place.path == "score"


def test_a_game_of_ones_own_is_opened_as_the_command_finds_it(tmp_path, monkeypatch):
    home = small_game(tmp_path / "home", "moon", "Moon Farm")
    monkeypatch.chdir(home / "layouts/moon")
    game = api.open_game()
    assert (game.title, game.languages, game.pages) == ("Moon Farm", ("en",), ())
    assert game.check() == []
    small_game(home, "second", "Second One")
    monkeypatch.chdir(home)
    with pytest.raises(api.AmbiguousGame):
        api.open_game()
    monkeypatch.chdir(tmp_path)
    assert api.open_game("second", home=home).title == "Second One"


def test_a_change_of_a_file_is_seen_and_faults_of_one_thing_are_not_told_of_the_next(tmp_path, monkeypatch):
    home = small_game(tmp_path / "home", "moon", "Moon Farm")
    layout = home / "layouts/moon/sheet.yaml"
    before = api.open_game("moon", home=home).sheet().pdf()
    sound = layout.read_text()
    layout.write_text(sound.replace("{text:", "{color: blod, text:"))
    game = api.open_game("moon", home=home)
    for _ in range(2):
        with pytest.raises(api.InvalidInput) as wrong:
            game.sheet().pdf()
        assert [fault.code for fault in wrong.value.diagnostics] == ["L012"]
    assert [fault.code for fault in game.check()] == ["L012"]
    layout.write_text(sound)
    assert api.open_game("moon", home=home).sheet().pdf() == before


def test_the_package_says_that_it_is_typed_and_names_what_is_promised():
    assert (ROOT / "generator/py.typed").is_file()
    assert sorted(api.__all__) == api.__all__
    assert [name for name in api.__all__ if not getattr(api, name).__doc__] == []
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    public = [name for name in vars(api.PrintableGame) if not name.startswith("_") and name != "pack"]
    assert [name for name in public if name not in page] == []


CALLED = {"cards": "only", "names": "decks"}  # parameters that the command calls otherwise


@pytest.mark.parametrize(("function", "command"), [(api.PrintableGame.deck, cards), (api.PrintableGame.sheet, sheets)])
def test_what_nobody_asks_for_is_the_same_in_python_and_on_the_command_line(function, command):
    defaults = {option.name: option.to_info_dict()["default"] for option in command.params}
    absent = (None, (), False, "")
    for name, parameter in inspect.signature(function).parameters.items():
        if name in ("self", "name"):
            continue
        on_the_line = defaults[CALLED.get(name, name)]
        default = () if parameter.kind is parameter.VAR_POSITIONAL else parameter.default
        assert default == on_the_line or (default in absent and on_the_line in absent), name


def test_a_deck_has_its_own_size_unless_another_one_is_asked_for(scrawl, tmp_path):
    home = small_game(tmp_path / "home", "moon", "Moon Farm")
    manifest = home / "cards/moon/game.yaml"
    manifest.write_text(manifest.read_text() + "decks: {foxes: {layout: moon/card, size: 44x68mm}}\n")
    (home / "cards/moon/foxes.csv").write_text("name.en\nRed\nGrey\n")
    (home / "layouts/moon/card.yaml").write_text("extends: ../common/styles.yaml\nfront: {text: '{name}'}\n")
    game = api.open_game("moon", home=home)
    for options, size in (((), {}), (("--size", "mini"), {"size": "mini"})):
        done = scrawl("print", "cards", *options, "--paper", "a4", "-o", "cards.pdf", "--force", cwd=home)
        assert done.returncode == 0, done.stderr
        assert game.deck("foxes", **size).pdf() == (home / "cards.pdf").read_bytes()
