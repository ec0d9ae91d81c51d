"""No test replaces a part of the program: the tests run the program that ships.

Tests may simulate the world: clock, disk, network, signals, screen, a library. They may replace limits of time and
size, and plant a fault that a test must find. ALLOWED has each name of the program that tests replace in this way.
"""

import ast
import importlib
import types

import pytest

from tests.conftest import ROOT
from tests.tables import read_yaml

SETTERS = {"setattr", "delattr", "setitem", "delitem"}
PATCHES = {"patch", "object", "multiple", "dict"}
PLANTED = "a fault that is to be found"
LIMIT = "a limit of time or size"
TOY = "a game of numbers for the model of phones, lines and disks; dialogues are tested with real games in their room"
ALLOWED = {
    "generator.cli.simulate.EVERY": LIMIT,
    "generator.rulesets.simulate.workers.PATIENCE": LIMIT,
    "generator.scoring.inputs.__path__": "one more file in a folder",
    "generator.workshop.proof_routes.MOST_SECONDS": LIMIT,
    "generator.workshop.serving.*": LIMIT,
    "generator.workshop.session_routes.MOST_CHANGES": LIMIT,
    "generator.workshop.folder_watcher.LOOK": LIMIT,
    "generator.workshop.folder_watcher.SETTLE": LIMIT,
    "generator.workshop.photo_reading.MOST_SECONDS": LIMIT,
    "generator.workshop.shared_session.Dialogue": TOY,
}


def replacements(text):
    """Return the replacements of a module of tests, as (line, dotted name) pairs.

    "*" is a part that is put into a literal name, "?" is a name that cannot be read there.
    """
    tree, imported, replaced = ast.parse(text), {}, []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                imported[each.asname or each.name.partition(".")[0]] = (
                    each.name if each.asname else each.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}

    def name_of(node):
        match node:
            case ast.Constant(value=str(value)):
                return value
            case ast.JoinedStr(values=parts):
                return "".join(part.value if isinstance(part, ast.Constant) else "*" for part in parts)
            case ast.Name(id=id):
                return imported.get(id, "?")
            case ast.Attribute(value=value, attr=attr):
                return f"{name_of(value)}.{attr}"
        return "?"

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            *owners, verb = ast.unparse(node.func).split(".")
            is_patch = verb == "patch" or (verb in PATCHES and "patch" in owners)
            if not is_patch and verb not in SETTERS:
                continue
            target = name_of(node.args[0])
            if verb == "multiple":
                replaced += [(node.lineno, f"{target}.{keyword.arg or '*'}") for keyword in node.keywords]
            elif target == "sys.modules":
                replaced.append((node.lineno, f"{name_of(node.args[1])}.*"))
            elif verb in ("dict", "setitem", "delitem") or isinstance(node.args[0], ast.Constant | ast.JoinedStr):
                replaced.append((node.lineno, target))
            else:
                replaced.append((node.lineno, f"{target}.{name_of(node.args[1])}"))
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [name_of(each) for each in targets if isinstance(each, ast.Attribute)]
            replaced += [(node.lineno, name) for name in names if not name.startswith("?")]
    return replaced


def owner_of(name):
    """Return the module in which a dotted name is replaced, or "" if it is replaced in no module."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:-1]:
            value = getattr(value, part)
        is_code = isinstance(value, types.ModuleType | type | types.FunctionType)
        return (getattr(value, "__module__", None) or value.__name__) if is_code else ""
    return parts[0]


def slips(text):
    """Return the replacements of a module that neither simulate the world nor are allowed."""
    return [
        (line, name)
        for line, name in replacements(text)
        if name not in ALLOWED and ("?" in name or owner_of(name).partition(".")[0] == "generator")
    ]


def test_no_test_replaces_a_part_of_the_program():
    replaced = {
        f"{path.relative_to(ROOT).as_posix()}:{line}": name
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line, name in slips(path.read_text(encoding="utf-8"))
    }
    assert replaced == {}


def test_what_is_allowed_is_done():
    replaced = {
        name for path in (ROOT / "tests").rglob("*.py") for _, name in replacements(path.read_text(encoding="utf-8"))
    }
    assert set(ALLOWED) - replaced == set()


WAYS = read_yaml(ROOT / "tests" / "data" / "replacements.yaml")


@pytest.mark.parametrize("way", WAYS["written"], ids=lambda way: way["text"])
def test_a_replacement_is_seen_however_it_is_written(way):
    assert [name for _, name in slips(WAYS["imports"] + way["text"])] == way["named"]
