"""Every command answers for every game: exit 0, 1 or 2, never a traceback; a sentence says what a game lacks."""

from pathlib import Path

import click
import pytest
import yaml

from generator.main import scrawl as program
from generator.products.name_lists import NAMES
from tests.conftest import DEEP, ROOT, with_coarse_pictures
from tests.tables import read_yaml

CASES = read_yaml(Path(__file__).with_name("every_game.yaml"))
GAMES, COMMANDS, IN_TURN = CASES["games"], CASES["commands"], CASES["in_turn"]


def is_tried(command, game):
    """Return whether this run tries a command for a game."""
    return DEEP or command not in IN_TURN or (list(GAMES).index(game) + IN_TURN.index(command)) % 3 == 0


def leaves(group=program, path=()):
    """Yield every command of the program with its words, and the command itself."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


LEAVES = dict(leaves())


def test_no_command_is_left_out():
    assert set(COMMANDS) == set(LEAVES)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Return a folder for each game, with a score file; commands run there in order."""
    by_game = {}
    for game, sheet in CASES["scores"].items():
        by_game[game] = tmp_path_factory.mktemp(game)
        content = {"game": game, "players": [{"name": "Ada", **sheet}]}
        (by_game[game] / "game.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
        if not DEEP:
            with_coarse_pictures(by_game[game])
    return by_game


def words_for(command, words, game, folder):
    """Return a command line: the words with the game's own names, and the options that the command has."""
    facts = {"deck": "cards", "page": "help", "sheet": "sheet", **GAMES[game]}
    facts["home"] = ROOT / facts.get("home", "")
    extra = {"db": folder / "games.db", "game": game, "folder": facts["home"]}
    filled = [word.format(**facts, **extra) for word in words.split()]
    option_names = {option for param in LEAVES[command].params for option in param.opts}
    extra = ["--game", game] if "--game" in option_names else []
    extra += (
        ["--home", str(facts["home"])]
        if "--home" in option_names and "home" in GAMES[game] and command not in ("new game", "new deck", "dungeon new")
        else []
    )
    extra += ["--lang", facts.get("lang", "cs")] if "--lang" in option_names and command != "new game" else []
    return [*command.split(), *filled, *extra]


@pytest.mark.parametrize("game", GAMES)
def test_every_command_answers_for_every_game(game, scrawl, folders):
    folder = folders[game]
    for command, tries in COMMANDS.items():
        for words in tries if is_tried(command, game) else ():
            line = words_for(command, words, game, folder)
            result = scrawl(*line, stdin="\n" * 60, cwd=folder)
            report = f"scrawl {' '.join(map(str, line))}\n{result.stdout}{result.stderr}"
            assert result.returncode in (0, 1, 2), report
            assert "Traceback" not in result.stderr, report
            assert result.returncode == 0 or result.stderr.strip(), report


@pytest.mark.parametrize("game", [game for game in GAMES if game != "tiny"])
def test_every_kind_of_name_can_be_listed_for_every_game(scrawl, game):
    for kind in NAMES:
        result = scrawl("list", kind, "--game", game)
        assert (result.returncode, result.stderr) == (0, ""), kind
