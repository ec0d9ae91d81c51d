"""The program's own source, parsed once: the tests that read all of it share the trees and one worker."""

import ast
from functools import cache

from tests.conftest import ROOT


def modules_of(package):
    """Return the modules below a folder of the program; a missing folder fails, so that no test passes without it."""
    paths = sorted((ROOT / "generator" / package).rglob("*.py"))
    assert paths, f"generator/{package} has no module"
    return paths


def modules():
    return sorted(path for path in (ROOT / "generator").rglob("*.py") if "data" not in path.parts)


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path):
    """Return every node of a module."""
    return tuple(ast.walk(tree(path)))


@cache
def names_read():
    """Return every name that the program reads of a value."""
    names = set()
    for path in modules():
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                names.add(node.attr)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
                names |= {each.value for each in node.args[1:2] if isinstance(each, ast.Constant)}
    return frozenset(names)
