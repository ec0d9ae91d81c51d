"""The house: imports point down the floors, wings never import each other, libraries have one door."""

import ast
import re
import tomllib
from collections import defaultdict
from functools import cache

import networkx
import pytest

from tests.conftest import ROOT
from tests.sources import modules, nodes, tree
from tests.tables import read_yaml

HOUSE = read_yaml(ROOT / "tests" / "house.yaml")
FLOORS = {room: floor for floor, rooms in HOUSE["floors"].items() for room in rooms}
WINGS = {room: wing for wing, rooms in HOUSE["wings"].items() for room in rooms}


def room_of(parts):
    """Return the room of a module: its folder, or a folder within that has its own floor."""
    inner = "/".join(parts[:2])
    return inner if inner in FLOORS else parts[0].removesuffix(".py")


MODULE_NAME = re.compile(r"(generator(?:\.\w+)+)(?::\w+)?")


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path):
    return tuple(imports_in(nodes(path), known_modules()))


@cache
def known_modules():
    return frozenset(map(module_name, modules()))


def imports_in(tree_nodes, module_names):
    """Yield the imports of a module: at its top, within functions, only for types, or by a name in a string."""
    for node in tree_nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from dict.fromkeys(
                inner if (inner := f"{node.module}.{alias.name}") in module_names else node.module
                for alias in node.names
            )
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = MODULE_NAME.fullmatch(node.value)
            if match and match[1] in module_names:
                yield match[1]


@pytest.mark.parametrize(
    "hidden",
    [
        "import generator.cli.score",
        "from generator.cli import score",
        "from generator.cli.score import score",
        "def f():\n    from generator.cli.score import score",
        "if TYPE_CHECKING:\n    import generator.cli.score",
        "import_module('generator.cli.score')",
        "COMMANDS = {'score': 'generator.cli.score:score'}",
        "run([python, '-m', 'generator.cli.score'])",
    ],
)
def test_an_import_is_found_however_it_is_hidden(hidden):
    assert list(imports_in(ast.walk(ast.parse(hidden)), {"generator.cli", "generator.cli.score"})) == [
        "generator.cli.score"
    ]


# first: each case reads its own module, and later tests read all modules
@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_only_downwards_and_never_across(path):
    room = room_of(path.relative_to(ROOT / "generator").parts)
    if room in ("__init__", "__main__"):
        return
    for name in imports_of(path):
        parts = name.split(".")
        if parts[0] != "generator" or len(parts) < 2:
            continue
        other = room_of(parts[1:])
        assert FLOORS[other] <= FLOORS[room], f"{path} imports {name}, which is above it"
        if room in WINGS and other in WINGS:
            assert WINGS[room] == WINGS[other], f"{path} imports {name} from the other wing"
        assert sorted({room, other}) not in HOUSE["strangers"], f"{path} imports {name}, its neighbour"
        if room in ("units", "diagnostics", "chance"):
            assert room == other, f"{path} imports {name} on the ground floor"


def test_no_module_starts_the_program_by_its_name():
    """The floors are also for processes that a module starts: `python -m generator` would lead back to the top."""
    for path in modules():
        assert '"-m"' not in path.read_text(encoding="utf-8"), path
        assert "subprocess" not in imports_of(path), path


def test_no_imports_go_round_in_a_circle():
    house = networkx.DiGraph(
        (module_name(path), name)
        for path in modules()
        for name in imports_of(path)
        if name.startswith("generator.") and name != module_name(path)
    )
    assert [sorted(circle) for circle in networkx.strongly_connected_components(house) if len(circle) > 1] == []


def test_all_of_photos_stands_behind_one_module():
    inside, entry = "generator.photo", "generator.photo.scores_from_photos"
    imported = {name for path in modules() if not module_name(path).startswith(inside) for name in imports_of(path)}
    assert {name for name in imported if name.startswith(inside)} == {entry}


@pytest.mark.parametrize("library", sorted(HOUSE["doors"]))
def test_a_library_has_its_doors_and_no_others(library):
    users = [path for path in modules() if any(name.split(".")[0] == library for name in imports_of(path))]
    for path in users:
        file = path.relative_to(ROOT / "generator").as_posix()
        allowed = HOUSE["doors"][library]
        assert file in allowed, f"{file} imports {library}"


def test_every_module_opens_with_a_sentence():
    for path in modules():
        docstring = ast.get_docstring(tree(path))
        assert docstring, f"{path} has no docstring"
        assert docstring.splitlines()[0].rstrip().endswith((".", ":", ";", ",")) or "\n" in docstring, path


def test_only_cli_prints_or_exits():
    for path in modules():
        if not {"cli", "main.py", "workshop_command.py"} & set(path.parts):
            calls = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
            assert not any(isinstance(call, ast.Name) and call.id in ("print", "exit", "quit") for call in calls), path
            assert not any(isinstance(call, ast.Attribute) and call.attr == "exit" for call in calls), path


def test_what_is_shown_goes_through_one_door():
    for path in modules():
        if "cli" in path.parts and path.name != "console.py":
            assert "click.echo(" not in path.read_text(encoding="utf-8"), (
                f"{path} shows words that may act on a terminal: use say"
            )


def test_the_examples_in_docstrings_are_run():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert "generator" in settings["testpaths"]
    assert "--doctest-modules" in settings["addopts"]
    assert sum(path.read_text(encoding="utf-8").count(">>> ") for path in modules()) > 20


def test_files_that_share_a_name_mean_the_same_thing():
    places = defaultdict(list)
    for path in modules():
        folder = path.relative_to(ROOT / "generator").parent.as_posix()
        if folder not in HOUSE["called_by_their_word"] and path.stem != "__init__":
            places[path.stem].append(folder)
    assert {
        name: folders for name, folders in places.items() if len(folders) > 1 and name not in HOUSE["one_meaning"]
    } == {}


def words_of(name):
    """Return the words of a name, without the s of a plural."""
    return {word.lower().rstrip("s") for word in re.findall("[A-Z]?[a-z]+", name)}


def class_of(annotation):
    """Return the class that an annotation names, whether or not it may be None."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.BinOp):
        return class_of(annotation.left)
    return annotation.attr if isinstance(annotation, ast.Attribute) else getattr(annotation, "id", None)


def annotated_names(tree_nodes):
    for node in tree_nodes:
        if isinstance(node, ast.arg):
            yield node.arg, class_of(node.annotation)
        elif isinstance(node, ast.AnnAssign):
            yield getattr(node.target, "id", None) or getattr(node.target, "attr", ""), class_of(node.annotation)


def names_against_their_class(tree_nodes):
    other_names = HOUSE["called_otherwise"]
    for name, kind in annotated_names(tree_nodes):
        if kind in other_names and not words_of(name) & words_of(kind) and name.lstrip("_") not in other_names[kind]:
            yield f"{name}: {kind}"


def test_a_variable_carries_the_name_of_its_class():
    names = [
        f"{path.relative_to(ROOT / 'generator')} {name}"
        for path in modules()
        for name in names_against_their_class(nodes(path))
    ]
    assert names == []


SLIPS = ["def print_it(game: PrintPack | None): ...", "table: 'ScoringRules'", "place: binding.Scope"]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_name_against_its_class_is_seen(slip):
    assert len(list(names_against_their_class(ast.walk(ast.parse(slip))))) == 1


def cached_functions(tree_nodes):
    """Yield the cached functions among nodes, and the kinds in `of_files` that each one takes."""
    for node in tree_nodes:
        if isinstance(node, ast.FunctionDef) and any(
            "cache" in ast.unparse(each) and "cached_property" not in ast.unparse(each) for each in node.decorator_list
        ):
            argument_words = {
                word
                for argument in node.args.args
                if argument.annotation
                for word in re.findall(r"\w+", ast.unparse(argument.annotation))
            }
            yield node.name, argument_words & set(HOUSE["of_files"])


def test_what_is_remembered_for_a_whole_process_depends_on_no_file():
    """A cached function takes only values: its result must not outlive the file that it was made from."""
    cached = {
        f"{path.relative_to(ROOT / 'generator').as_posix()}:{name}": kinds
        for path in modules()
        for name, kinds in cached_functions(nodes(path))
    }
    assert len(cached) > 30
    assert {name for name, kinds in cached.items() if kinds} == set(HOUSE["keyed_otherwise"])


@pytest.mark.parametrize("kind", HOUSE["of_files"])
def test_a_memory_of_what_is_read_through_a_file_is_seen(kind):
    slip = f"@lru_cache(maxsize=None)\ndef slip(one: str, other: '{kind} | None'): ..."
    assert list(cached_functions(ast.walk(ast.parse(slip)))) == [("slip", {kind})]


def test_every_room_module_and_class_that_a_rule_of_the_house_names_is_there():
    rooms = {*WINGS, *FLOORS, *(room for pair in HOUSE["strangers"] for room in pair), *HOUSE["called_by_their_word"]}
    files = {file for files in HOUSE["doors"].values() for file in files}
    files |= {each.partition(":")[0] for each in HOUSE["keyed_otherwise"]}
    classes = {node.name for path in modules() for node in nodes(path) if isinstance(node, ast.ClassDef)}
    assert ({*HOUSE["called_otherwise"], *HOUSE["of_files"]} - {"Path"}) - classes == set()
    program = ROOT / "generator"
    assert [room for room in rooms if not ((program / room).is_dir() or (program / f"{room}.py").is_file())] == []
    assert [file for file in files if not (program / file).is_file()] == []
