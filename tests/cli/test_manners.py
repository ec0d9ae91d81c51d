"""Manners of the command line: names of languages, the same options everywhere, a guided start, narrow terminals."""

import re
from collections import defaultdict

import click

from generator.game.words import codes_by_name
from generator.main import COMMANDS, GROUPS
from generator.main import scrawl as program
from generator.reading.game_catalogue import GameCatalogue

CATALOGUE = GameCatalogue.at(None)
KNOWN = ("en", "cs", "pl", "pt-br")


def test_no_two_languages_have_one_name():
    root = CATALOGUE.read(CATALOGUE.need("cards/common/languages.yaml"))
    assert sum(len(names.value) for _, names in root.items()) == len(codes_by_name(CATALOGUE))


def test_every_command_takes_a_language_as_people_name_it(scrawl, tmp_path):
    score = tmp_path / "friday.yaml"
    score.write_text("game: yacht\nplayers: [{name: Ada, choice: 20}]\n")
    assert scrawl("score", score, "--save", "--db", "games.db").returncode == 0
    for words in (
        ("score", score), ("history", "show", "1", "--why", "--db", "games.db"), ("history", "fame", "--db", "games.db"),
        ("dungeon", "show", "a"),
    ):  # fmt: skip
        results = {
            language: scrawl(*words, "--lang", language) for language in ("pl", "PL", "pl_PL.UTF-8", "Polski", "en")
        }
        assert {result.returncode for result in results.values()} == {0}, (words, results["PL"].stderr)
        assert len({result.stdout for result in results.values()}) == 2, words
        assert results["pl"].stdout == results["Polski"].stdout != results["en"].stdout
        unknown = scrawl(*words, "--lang", "Polnish")
        assert (unknown.returncode, "did you mean 'pl'?" in unknown.stderr) == (2, True), words


def options():
    """Yield (option, command, name of its value) for every command."""

    def walk(command, path):
        if isinstance(command, click.Group):
            for name in command.list_commands(click.Context(command)):
                yield from walk(command.get_command(click.Context(command), name), f"{path} {name}")
        else:
            for option in command.params:
                if isinstance(option, click.Option):
                    value = "" if option.is_flag else option.metavar or option.type.name
                    yield " ".join(option.opts + option.secondary_opts), path, value.lower()

    return walk(program, "")


def test_an_option_takes_the_same_in_every_command():
    values = defaultdict(set)
    for option, _, value in options():
        values[option].add(value)
    unlike = {
        "-o --output": {"file", "directory"},
        "--dpi": {"integer range", "float range"},
        "--copies": {"integer range", "n|column|none", "column|none"},  # a number, or a column of numbers
    }
    assert {option: several for option, several in values.items() if len(several) > 1} == unlike


def test_the_groups_of_the_help_hold_each_command_once():
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)


def test_the_program_without_arguments_shows_how_to_begin(scrawl):
    result = scrawl()
    tips = re.findall(r"^  (scrawl .*?)  ", result.stdout, re.M)
    assert (result.returncode, result.stderr, tips) == (
        0,
        "",
        ["scrawl print kit", "scrawl new game", "scrawl workshop"],
    )
    assert max(map(len, result.stdout.splitlines())) < 80
    assert [words for words in tips if scrawl(*words.split()[1:], "--help").returncode != 0] == []
