"""Test that the names in docs and docstrings exist: paths of files and folders, modules, and raised classes."""

import ast
import builtins
import importlib
import re

import pytest

from tests.conftest import ROOT

PATH = re.compile(r"`((?:generator|tests|tools|layouts|cards|docs)/[^\s`]*)`")
IN_PROGRAM = re.compile(r"`([a-z_]+/[\w/.]*)`")
DOTTED = re.compile(r"`((?:generator|tests|tools)(?:\.\w+)+)`")
RAISED = re.compile(r"[Rr]aises? ((?:[A-Z]\w+(?:, and |, | and )?)+)")
PLACEHOLDER = re.compile(r"<\w+>|\b[A-Z]{3,}\b|\{\w+\}")
MADE_BY_READERS = {"cards/paper-dungeons/bosses.csv"}  # the docs ask readers to write these files next to ours
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SCRIPTS = sorted(path for folder in ("generator", "tests", "tools") for path in (ROOT / folder).rglob("*.py"))


def docstrings(path):
    """Return all docstrings of a module as one text."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return "\n".join(filter(None, (ast.get_docstring(node) for node in nodes if isinstance(node, kinds))))


def is_there(path):
    """Return whether a path exists; files that readers make in their own folders count as existing."""
    head, game, *_ = (*path.split("/"), "")
    if head in ("cards", "layouts") and (path in MADE_BY_READERS or not (ROOT / "cards" / game).is_dir()):
        return (ROOT / head / game).exists() or (bool(game) and "." not in game)
    return any(ROOT.glob(PLACEHOLDER.sub("*", path).rstrip("/")))


def is_importable(dotted):
    """Return whether a dotted name is a module, or a name in one."""
    head, _, last = dotted.rpartition(".")
    try:
        importlib.import_module(dotted)
    except ModuleNotFoundError:
        return bool(head) and hasattr(importlib.import_module(head), last)
    return True


def short_path(path):
    return path.relative_to(ROOT).as_posix()


def test_every_path_and_module_that_docs_and_docstrings_name_is_there():
    texts = {short_path(path): path.read_text(encoding="utf-8") for path in DOCS}
    texts |= {short_path(path): docstrings(path) for path in SCRIPTS}
    gone = [(file, named) for file, text in texts.items() for named in PATH.findall(text) if not is_there(named)]
    gone += [(file, name) for file, text in texts.items() for name in DOTTED.findall(text) if not is_importable(name)]
    assert gone == []


def test_every_path_in_the_program_that_the_architecture_names_is_there():
    rooms = {path.name for path in (ROOT / "generator").iterdir() if path.is_dir()}
    paths = IN_PROGRAM.findall((ROOT / "docs/architecture.md").read_text(encoding="utf-8"))
    inside = [each for each in paths if each.partition("/")[0] in rooms]
    assert len(inside) > 20
    assert [each for each in inside if not (ROOT / "generator" / each).exists()] == []


def test_every_fault_that_a_docstring_says_is_raised_is_a_class():
    classes, gone = {"UsageError", "DatabaseError"}, []
    ours = [path for path in SCRIPTS if short_path(path).startswith("generator/")]
    for path in ours:
        classes |= {
            node.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ClassDef)
        }
    for path in ours:
        named = {name for names in RAISED.findall(docstrings(path)) for name in re.findall(r"[A-Z]\w+", names)}
        gone += [(short_path(path), name) for name in sorted(named - classes) if not hasattr(builtins, name)]
    assert gone == []


@pytest.mark.parametrize(
    ("named", "there"),
    [
        ("generator/cli/score.py", True),
        ("generator/keeping/journal.py", False),
        ("cards/GAME/game.yaml", True),
        ("cards/yacht/gone.yaml", False),
        ("cards/dinghy/winds.csv", True),
    ],
)
def test_a_path_that_is_gone_is_told_from_one_that_readers_make(named, there):
    assert is_there(named) is there
