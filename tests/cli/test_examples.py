"""Every example at the end of a help page is a command that runs."""

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest
import yaml

from generator.main import scrawl as program
from tests.conftest import DEEP, ROOT
from tests.scoring.test_sheets import game, player

SLOW = (
    *("print", "calibrate", "export png", "export svg", "export shop", "export tts", "export press"),
    *("export tabletopia", "export screentop", "dungeon picture", "dungeon card", "dungeon generate"),
)
BOSSES = ["bandit_chief", "chimera", "demon_lord"]


def commands(command, path=()):
    context = click.Context(command, info_name=" ".join(path) or "scrawl")
    yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*path, name))


def examples():
    for path, command in commands(program):
        for example in re.findall(r"scrawl ((?:[^,)>|\"]|\"[^\"]*\")+)", command.epilog or ""):
            yield " ".join(path) or "scrawl", example.strip()


def test_every_command_ends_with_an_example():
    assert [path for path, command in commands(program) if "scrawl" not in (command.epilog or "")] == []


def parse_only(words):
    """Parse a command line as far as its last command without running it."""
    command, context = program, None
    while isinstance(command, click.Group):
        with command.make_context("scrawl", list(words), parent=context, resilient_parsing=False) as context:
            _, command, words = command.resolve_command(context, [*context._protected_args, *context.args])
    return command.make_context("scrawl", list(words), parent=context)


@pytest.mark.parametrize(("path", "example"), sorted(set(examples())))
def test_the_example_of_a_help_page_runs(path, example, scrawl, tmp_path):
    for name in ("friday.yaml", "g.yaml"):
        (tmp_path / name).write_text(yaml.safe_dump(game(player("C2"), player("C12"), bosses=BOSSES)), encoding="utf-8")
    (tmp_path / "evening.yaml").write_bytes((ROOT / "cards/paper-dungeons/examples/season.yaml").read_bytes())
    if "crypt" in example and "new" not in example:
        assert scrawl("dungeon", "new", "crypt").returncode == 0
    if example.startswith("restore"):
        assert scrawl("backup", "club-2026.zip").returncode == 0
    if "aims" in example:
        assert scrawl("new", "game", "yawl").returncode == 0
    if "caves" in example:
        folder = Path(shutil.copytree(ROOT / "cards/labirynt-smierci", tmp_path / "cards/caves"))
        manifest = (folder / "game.yaml").read_text(encoding="utf-8")
        (folder / "game.yaml").write_text(manifest.replace("game: labirynt-smierci", "game: caves"), encoding="utf-8")
    for name in ("roles.csv", "deck.csv"):
        (tmp_path / name).write_text("Name,Qty\nFox,3\n", encoding="utf-8")
    (tmp_path / "my-layout.yaml").write_text('front: {text: Hello, color: "#000000"}\n')
    words = shlex.split(example)
    if words[0] == "workshop" or (example.startswith(SLOW) and not DEEP):  # the workshop runs until somebody stops it
        parse_only(words)
        return
    if words[0] in ("history", "campaign", "export"):
        for _ in range(3):
            assert scrawl("score", "g.yaml", "--save").returncode == 0
    if words[:2] == ["dungeon", "check"] and not DEEP:
        words += ["--games", "2"]
    result = scrawl(*words, stdin=("\n" if words[0] == "calibrate" else "y\n") * 40)
    assert result.returncode == 0, (path, result.stdout, result.stderr)
    assert "Traceback" not in result.stderr
