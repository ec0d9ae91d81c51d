"""The tests follow CONTRIBUTING.md as a newcomer would: each recipe in a copy of the project, word by word."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", PAGE, re.S | re.M))
BLOCK = re.compile(r"^```(\w+)(?: (>> )?(\S+))?\n(.*?)^```$", re.S | re.M)


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """Return a copy of the files that the recipes change, with their compiled files and its own commands."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("generator", "cards", "layouts", "tests/layout", "tests/data/toy_ruleset"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copytree(ROOT / "fonts", folder / "fonts")
    for name in (
        "pyproject.toml",
        "tests/conftest.py",
        "tests/schedule.py",
        "tests/costs.py",
        "tests/deep.txt",
        "tests/observed.py",
        "tests/__init__.py",
        "tests/tables.py",
    ):
        (folder / name).symlink_to(ROOT / name)
    (folder / ".venv/bin").mkdir(parents=True)
    for name, words in {"scrawl": "-m generator", "python": ""}.items():
        command = folder / ".venv/bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        command.chmod(0o755)
    return folder


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_comes_out_as_it_says(clone, recipe):
    output, expected = "", []
    for language, appended, name, text in BLOCK.findall(RECIPES[recipe]):
        if name:
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            with (clone / name).open("a" if appended else "x", encoding="utf-8") as file:
                file.write(text)
        elif language == "sh":
            output += run(clone, text)
        else:
            expected += text.splitlines()
    assert [line for line in expected if line not in output] == [], output


def run(clone, commands):
    """Run commands as a shell does, up to the first that fails; return their output."""
    variables = {
        "PYTHONPATH": str(clone),
        "LC_ALL": "C.UTF-8",
        "XDG_DATA_HOME": str(clone / "data"),
        "XDG_STATE_HOME": str(clone / "state"),
    }
    result = subprocess.run(
        ["sh", "-ec", commands],
        cwd=clone,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def test_there_are_five_recipes_and_each_does_something():
    assert len(RECIPES) == 5
    assert [
        text for text in RECIPES.values() if not any(language == "sh" for language, *_ in BLOCK.findall(text))
    ] == []


def test_what_the_page_names_is_there():
    for name in re.findall(r"`((?:tests|docs|generator|cards|layouts)/[\w./-]+)`", PAGE):
        assert (ROOT / name).exists(), name
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert set(re.findall(r"^make ([\w-]+)", PAGE, re.M)) <= set(targets)
    assert len(PAGE.splitlines()) < 220
