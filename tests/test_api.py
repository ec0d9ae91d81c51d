"""Scrawlpress from Python: the examples of its page run, and the API does the same as the command line."""

import doctest
import inspect
import json
import re
import shutil

import click
import pytest

from generator import api
from generator.cli.score import score
from generator.products.print_request import PRINTS
from generator.reading.spec_options import options_of
from tests.cli.test_meant_game import small_game
from tests.conftest import ROOT, often, settings


def test_the_page_of_the_handbook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in settings(tmp_path).items():
        monkeypatch.setenv(name, value)
    result = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


LANGUAGE = "the first of the game: a program runs alike everywhere, a terminal speaks as its locale"
PAPER = "a4: a program prints alike everywhere, a terminal as its locale"
BY_HAND = "laid out by eye, in a terminal"
OPENED = {"language": "lang"}
OF_THE_GAME = ("lang", "edition", "game", "home")
ON_PAPER = dict.fromkeys(("margins", "printer", "printers"), BY_HAND)
ON_SHEETS = dict.fromkeys(
    ("gap", "marks", "strip", "mark_distance", "mark_length", "mark_sides", "corner_radius", "two_files"), BY_HAND
)
PARAMETERS = {  # for each function: its command, the option of each parameter, and why other options have no parameter
    "deck": (
        "cards",
        {"names": "decks", "cards": "only", "paper": "paper"},
        {
            **dict.fromkeys(("table", "sheet_name", "headings", "title_column"), "no game"),
            "fonts": "no game",
            "is_mixed": BY_HAND,
            **ON_SHEETS,
        },
    ),
    "sheet": ("sheets", {"name": "sheet", "paper": "paper"}, {"record": "told by a terminal alone"}),
    "page": ("page", {"name": "names", "paper": "paper"}, {}),
}
OTHER_DEFAULTS = {"language": LANGUAGE, "paper": PAPER}


@pytest.mark.parametrize("function", PARAMETERS)
def test_each_parameter_is_an_option_of_the_command_with_the_same_default(function):
    name, renamed, left_out = PARAMETERS[function]
    options = {option.name: option for option in options_of(PRINTS[name])}
    parameters = {
        **inspect.signature(getattr(api.PrintableGame, function)).parameters,
        "paper": inspect.signature(api.Printable.pdf).parameters["paper"],
    }
    del parameters["self"]
    parameter_of = {renamed.get(parameter, parameter): parameter for parameter in parameters}
    assert {*parameter_of, *left_out, *ON_PAPER, *OF_THE_GAME} == {*options}
    for option, parameter in parameter_of.items():
        default = parameters[parameter].default
        if parameter in OTHER_DEFAULTS or default is inspect.Parameter.empty:
            continue
        option_default = options[option].default
        assert (default or None) == (option_default or None) or default == f"{option_default:g}mm", parameter


def test_what_counts_a_game_takes_what_the_command_takes():
    defaults = {option.name: option.get_default(click.Context(score)) for option in score.params}
    parameters = inspect.signature(api.PrintableGame.score).parameters
    assert [*parameters] == ["self", "played", "dungeon", "solo", "which"]
    for name in ("dungeon", "solo", "which"):
        assert parameters[name].default == defaults[name]


def test_what_opens_a_game_takes_what_each_command_takes():
    assert {OPENED.get(name, name) for name in inspect.signature(api.open_game).parameters} == {*OF_THE_GAME}


def assert_prints_alike(scrawl, folder, game, printable, words, options=(), **pdf_options):
    """Assert that the API and a command give the same file; `words` are the command, `options` its other words."""
    file = folder / "out.pdf"
    result = scrawl("print", *words, *options, "-o", file, "--force")
    assert result.returncode == 0, result.stderr
    assert printable.pdf(**pdf_options) == file.read_bytes(), words


@pytest.mark.parametrize("name", ["dungeon-fighter", "labirynt-smierci", "paper-dungeons", "platformer", "yacht"])
def test_every_deck_sheet_and_page_is_printed_as_the_command_prints_it(scrawl, tmp_path, name):
    languages = api.open_game(name).languages
    for language in often(languages[-1:], languages):
        game = api.open_game(name, language)
        options = ("--game", name, "--lang", language, "--paper", "a4")
        for deck in often(game.decks[-1:], game.decks):
            assert_prints_alike(scrawl, tmp_path, game, game.deck(deck), ("cards", "--deck", deck), options)
        for sheet in often(game.sheets[:1], game.sheets):
            assert_prints_alike(scrawl, tmp_path, game, game.sheet(sheet), ("sheets", sheet), options)
        for page in often(game.pages[-1:], game.pages):
            assert_prints_alike(scrawl, tmp_path, game, game.page(page), ("page", page), options)


OF_DECKS = [
    ({}, ()),
    ({"names": ["small"]}, ("--deck", "small")),
    ({"names": ["large"]}, ("--deck", "large")),
    ({"cards": ["b"]}, ("--card", "b")),
    ({"cards": ["c"]}, ("--card", "c")),
    ({"copies": 3}, ("--copies", "3")),
    ({"size": "mini"}, ("--size", "mini")),
    ({"bleed": "2mm"}, ("--bleed", "2mm")),
    ({"duplex": "fold"}, ("--duplex", "fold")),
    ({"duplex": "off", "names": ["small"]}, ("--duplex", "off", "--deck", "small")),
    ({"paper": "a5"}, ("--paper", "a5")),
]
OF_SHEETS = [
    ({}, ()),
    ({"name": "sheet"}, ("sheet",)),
    ({"players": ["Ada", "Ben"]}, ("--player", "Ada", "--player", "Ben")),
    ({"copies": 2, "paper": "a5"}, ("--copies", "2", "--paper", "a5")),
    ({"mode": "night"}, ("--mode", "night")),
    ({"fillable": True}, ("--fillable",)),
    ({"paper": "a4-landscape"}, ("--paper", "a4-landscape")),
]


def without(parameters, *names):
    return {key: value for key, value in parameters.items() if key not in names}


def paper_of(parameters):
    """Return the options and the parameter of the requested paper, by default A4."""
    return {"options": () if "paper" in parameters else ("--paper", "a4"), "paper": parameters.get("paper", "a4")}


def test_each_parameter_prints_what_its_option_prints(scrawl, tmp_path):
    shutil.copytree(ROOT / "tests" / "data" / "games" / "sized", tmp_path, dirs_exist_ok=True)
    game = api.open_game("sized", home=tmp_path)
    for parameters, words in OF_DECKS:
        deck = game.deck(*parameters.get("names", ()), **without(parameters, "paper", "names"))
        assert_prints_alike(scrawl, tmp_path, game, deck, ("cards", *words), **paper_of(parameters))
    for parameters, words in OF_SHEETS:
        sheet = game.sheet(**without(parameters, "paper"))
        assert_prints_alike(scrawl, tmp_path, game, sheet, ("sheets", *words), **paper_of(parameters))
    parameter_names = {name for parameters, _ in (*OF_DECKS, *OF_SHEETS) for name in parameters}
    sizes = {"names", "cards", "copies", "size", "bleed", "duplex", "paper"}
    assert parameter_names == sizes | {"name", "players", "mode", "fillable"}


def test_maps_are_drawn_as_the_command_draws_them(scrawl, tmp_path):
    game = api.open_game("paper-dungeons", "en")
    words = ("sheets", "--dungeon", "a", "--dungeon", "b", "--game", "paper-dungeons", "--lang", "en")
    assert_prints_alike(scrawl, tmp_path, game, game.sheet(maps=["a", "b"]), words, ("--paper", "a5"), paper="a5")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"bleed": "50mm"}, "--bleed: 50mm is out of bounds, possible are 0mm to 6mm"),
        ({"bleed": "thick"}, "thick"),
        ({"copies": 0}, "possible are 1 to 1000"),
        ({"duplex": "longedge"}, "expected long-edge or short-edge"),
    ],
)
def test_what_an_option_refuses_is_refused_of_a_program(parameters, message):
    game = api.open_game("paper-dungeons", "en")
    with pytest.raises(api.InvalidInput, match=re.escape(message)):
        game.deck(**parameters)


def test_what_is_not_there_is_reported_when_it_is_asked_for():
    game = api.open_game("yacht", "en")
    for ask in (game.page, game.deck, game.sheet):
        with pytest.raises(api.InvalidInput):
            ask("nothing")


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
    expected = json.loads(scrawl("score", "game.yaml", "--json").stdout)
    game = api.open_game("yacht")
    assert (
        game.score(played) == game.score(tmp_path / "game.yaml") == game.score(str(tmp_path / "game.json")) == expected
    )
    with pytest.raises(api.InvalidInput) as error:
        game.score({"game": "yacht", "players": [{"name": "Ada", "nine": 3}]})
    assert str(error.value.diagnostics[0].place) == "score.players.Ada"


def test_faults_of_a_mapping_name_the_player_and_the_key():
    players = [{"name": "Ada", "ones": 99}, {"name": "Ben", "ones": "many"}, {"name": "Ada", "twos": 4}]
    result = api.open_game("yacht").score({"game": "yacht", "players": players[:2]})
    places = [(each["code"], each["place"]) for each in result["warnings"]]
    assert places == [("G010", "score.players.Ada.ones"), ("S003", "score.players.Ben.ones")]
    assert [each["total"] for each in result["players"]] == [134, None]  # with the bonus
    assert result["winners"] == []  # Ben may have won
    with pytest.raises(api.InvalidInput) as error:
        api.open_game("yacht").score({"game": "yacht", "players": players[::2]})
    assert [str(each.place) for each in error.value.diagnostics if each.severity == "error"] == [
        "score.players.Ada.name"
    ]


@pytest.mark.parametrize("played", [None, 5, b"game.yaml", {1, 2}, ["game.yaml"], {"players": {1, 2}}, {b"game": 1}])
def test_what_is_no_played_game_is_invalid_input(played):
    with pytest.raises(api.InvalidInput) as error:
        api.open_game("yacht").score(played)
    (fault,) = error.value.diagnostics
    assert (fault.code, str(fault.place)) == ("S002", "score")


def test_a_mapping_may_be_a_solo_game():
    ada = {"name": "Ada", "bosses": [-1, -1, -1], "heroes": dict.fromkeys(("warrior", "wizard", "cleric", "rogue"), 1)}
    played = {"game": "paper-dungeons", "players": [ada | {"missions": [2]}]}
    game = api.open_game("paper-dungeons")
    assert game.score(played, solo=True)["players"] == game.score(played | {"solo": True})["players"]


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
        with pytest.raises(api.InvalidInput) as error:
            game.sheet().pdf()
        assert [fault.code for fault in error.value.diagnostics] == ["L012"]
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
