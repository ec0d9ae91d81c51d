"""`scrawl list` names what options take, and shells complete the same names."""

import re

import pytest

from generator.commands.name_completion import NAMES
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("games", "paper-dungeons    Paper Dungeons"),
        ("decks", "bosses    12 cards"),
        ("decks", "dungeons  12 dungeons"),
        ("sheets", "player_sheet"),
        ("powers", "treasure_hunter  Treasure Hunter"),
        ("inputs", "heroes        hero levels: warrior, wizard, cleric, rogue"),
        ("pages", "help"),
        ("papers", "a4"),
        ("sizes", "poker"),
        ("editions", "ink-saver     Little ink: grounds become frames"),
        ("languages", "pl"),
        ("dungeons", "a  Smoke over the Market"),
        ("shops", "plain"),
        ("printers", "there are no printers"),
        ("signs", "pips_6"),
    ],
)
def test_names_are_listed_with_a_word_about_each(scrawl, tmp_path, kind, line):
    done = scrawl("list", kind, env={"XDG_CONFIG_HOME": str(tmp_path)})
    assert done.returncode == 0
    assert any(each.startswith(line) for each in done.stdout.splitlines()), done.stdout


@pytest.mark.parametrize("game", GameCatalogue((ROOT,)).games())
def test_every_kind_of_name_can_be_listed_for_every_game(scrawl, game):
    for kind in NAMES:
        done = scrawl("list", kind, "--game", game)
        assert (done.returncode, done.stderr) == (0, ""), kind


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("new deck bo", "bosses"),
        ("explain L03", "L031"),
        ("schema deck --deck mi", "missions"),
        ("check --edition ink", "ink-saver"),
        ("print cards --deck bo", "bosses"),
        ("print kit --paper le", "letter"),
        ("print cards --size po", "poker"),
        ("dungeon show a", "a"),
        ("export shop pl", "plain"),
        ("print sheets --dungeon k", "k"),
        ("li", "list"),
    ],
)
def test_the_shell_completes_names(scrawl, words, name):
    done = scrawl(
        env={
            "_SCRAWL_COMPLETE": "bash_complete",
            "COMP_WORDS": f"scrawl {words}",
            "COMP_CWORD": str(len(words.split())),
        }
    )
    assert done.returncode == 0
    assert f"plain,{name}" in done.stdout.splitlines()


def test_a_fault_in_a_file_completes_to_nothing(scrawl, tmp_path):
    (tmp_path / "cards" / "paper-dungeons").mkdir(parents=True)
    (tmp_path / "cards" / "paper-dungeons" / "game.yaml").write_text("game: [\n")
    done = scrawl(env={"_SCRAWL_COMPLETE": "bash_complete", "COMP_WORDS": "scrawl new deck b", "COMP_CWORD": "3"})
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", "complete -o nosort -F _scrawl_completion scrawl"),
        ("zsh", "compdef _scrawl_completion scrawl"),
        ("fish", "complete --no-files --command scrawl"),
    ],
)
def test_completion_is_printed_for_every_shell(scrawl, shell, words):
    done = scrawl("completion", shell)
    assert done.returncode == 0
    assert words in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("signs", "--find", "Flaming Sword"), ["item_flaming_sword", "vignette_item_flaming_sword"]),
        (("games", "--find", "PAPER"), ["paper-dungeons  Paper Dungeons"]),
        (("papers", "--find", "swrod"), ["none of 6 papers has 'swrod' in its name"]),
    ],
)
def test_names_are_found_by_a_part_of_them(scrawl, words, told):
    assert scrawl("list", *words).stdout.splitlines() == told


def test_editions_of_one_game_are_listed_with_its_first_line(scrawl, tmp_path):
    for game, text in (("moon", "# By the light of the moon.\ncolors: {}\n"), ("second", "colors: {}\n")):
        (tmp_path / f"layouts/{game}/editions").mkdir(parents=True)
        (tmp_path / f"layouts/{game}/editions/night-{game}.yaml").write_text(text, encoding="utf-8")
        (tmp_path / f"cards/{game}").mkdir(parents=True)
        (tmp_path / f"cards/{game}/game.yaml").write_text(f"game: {game}\n", encoding="utf-8")
    of_one = scrawl("list", "editions", "--game", "moon").stdout
    assert re.search(r"^night-moon +By the light of the moon\.$", of_one, re.MULTILINE)
    assert "night-second" not in of_one
    of_all = scrawl("list", "editions").stdout
    assert ("night-moon" in of_all, "night-second" in of_all, "ink-saver" in of_all) == (True, True, True)


def test_an_edition_that_is_not_utf_8_is_told_with_its_line(scrawl, tmp_path):
    (tmp_path / "layouts/common/editions").mkdir(parents=True)
    (tmp_path / "layouts/common/editions/night.yaml").write_bytes(b"# \xb3\xf3d\ncolors: {}\n")
    done = scrawl("list", "editions")
    assert (done.returncode, done.stdout) == (1, "")
    assert "layouts/common/editions/night.yaml:1:1: error Y002 not UTF-8 text (byte 2)" in done.stderr


def test_a_kind_that_is_none_is_told_with_kinds_and_decks(scrawl):
    done = scrawl("list", "pwers", "--game", "paper-dungeons")
    assert done.returncode == 2
    assert "'pwers' is not one of 'games', 'decks'," in done.stderr
    assert "'powers'" in done.stderr
