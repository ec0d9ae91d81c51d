"""The house: imports point down the floors, wings never import each other, libraries have one door."""

import ast
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import networkx
import pytest

from generator.commands.print_options import PrintSettings
from generator.game.deck_fields import CardField
from generator.game.game import Game
from generator.imposition.impose import ImpositionSettings
from generator.layout.binding import Scope
from generator.maps.loading import DungeonFile
from generator.maps.map_rules import MapRules
from generator.products.print_pack import PrintPack
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.source_cache import SourceCache
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.scoring.check_spec import ScoreCheckContext
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.session import DialogueState
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import FilledFields, InputReadingContext
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore
from generator.storage.store import LedgerGame
from generator.workshop.session_transitions import SessionState
from tests.conftest import ROOT
from tests.sources import modules, nodes, tree

FLOORS = {
    "units": 0,
    "geometry": 0,
    "diagnostics": 0,
    "chance": 0,
    "frame": 0,
    "fonts": 0,
    "child_processes": 0,
    "page_code": 0,
    "reading": 1,
    "game": 2,
    "maps": 3,
    "scoring": 3,
    "tiles": 3,
    "rulesets": 3,
    "layout": 3,
    "imposition": 3,
    "draw": 3,
    "photo/reader": 3,
    "rulesets/simulate": 4,
    "rulesets/paper_dungeons": 4,
    "storage": 5,
    "products": 5,
    "check": 6,
    "authoring": 7,
    "commands": 7,
    "photo": 7,
    "cli": 8,
    "workshop": 8,
    "api": 8,
    "workshop_command": 9,
    "main": 9,
}
NEIGHBOURS_THAT_NEVER_MEET = (
    {"layout", "draw"},
    {"imposition", "draw"},
    {"layout", "imposition"},
    {"photo/reader", "draw"},
    {"photo/reader", "layout"},
    {"photo/reader", "imposition"},
    {"maps", "scoring"},
    {"maps", "tiles"},
    {"scoring", "tiles"},
    {"rulesets/simulate", "rulesets/paper_dungeons"},
    {"cli", "workshop"},
    {"cli", "api"},
    {"workshop", "api"},
)
WINGS = {
    "maps": "play",
    "scoring": "play",
    "tiles": "play",
    "rulesets": "play",
    "rulesets/simulate": "play",
    "rulesets/paper_dungeons": "play",
    "layout": "paper",
    "imposition": "paper",
    "draw": "paper",
    "photo/reader": "paper",
}
DOORS = {
    "uharfbuzz": ["fonts/shaping.py", "fonts/files.py"],
    "uvicorn": ["workshop/serving.py", "workshop/serving.py"],
    "watchfiles": ["workshop/folder_watcher.py"],
    "segno": ["workshop/session_routes.py"],
    "yaml": ["reading/yaml_nodes.py"],
    "pypdfium2": ["draw/raster.py"],
    "pypdf": ["reading/pdf_form.py"],
    "reportlab": [
        "fonts/faces.py",
        "draw/pdf/file.py",
        "draw/pdf/item_writer.py",
        "draw/pdf/objects.py",
        "draw/pdf/typefaces.py",
    ],
    "fontTools": [
        "fonts/faces.py",
        "fonts/files.py",
        "draw/pdf/forms.py",
        "reading/svg/contours.py",
        "reading/svg/values.py",
    ],
    "pathops": ["reading/svg/contours.py"],
    "tinycss2": ["reading/svg/tree.py", "reading/svg/values.py"],
    "cssselect2": ["reading/svg/tree.py"],
}


def room_of(parts):
    """Return the room of a module: its folder, or a folder within that has a floor of its own."""
    inner = "/".join(parts[:2])
    return inner if inner in FLOORS else parts[0].removesuffix(".py")


NAMED = re.compile(r"(generator(?:\.\w+)+)(?::\w+)?")


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path):
    return tuple(imports_in(nodes(path), known_modules()))


@cache
def known_modules():
    return frozenset(map(module_name, modules()))


def imports_in(found, known):
    """Yield what a module imports: at its top, within functions, for types alone, or by a name in a string."""
    for node in found:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from dict.fromkeys(
                inner if (inner := f"{node.module}.{alias.name}") in known else node.module for alias in node.names
            )
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = NAMED.fullmatch(node.value)
            if named and named[1] in known:
                yield named[1]


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


def test_no_module_starts_the_program_by_its_name():
    """The floors hold for what a module starts, too: `python -m generator` would lead back to the top."""
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


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_only_downwards_and_never_across(path):
    own = room_of(path.relative_to(ROOT / "generator").parts)
    if own in ("__init__", "__main__"):
        return
    for name in imports_of(path):
        parts = name.split(".")
        if parts[0] != "generator" or len(parts) < 2:
            continue
        other = room_of(parts[1:])
        assert FLOORS[other] <= FLOORS[own], f"{path} imports {name}, which is above it"
        if own in WINGS and other in WINGS:
            assert WINGS[own] == WINGS[other], f"{path} imports {name} from the other wing"
        assert {own, other} not in NEIGHBOURS_THAT_NEVER_MEET, f"{path} imports {name}, its neighbour"
        if own in ("units", "diagnostics", "chance"):
            assert own == other, f"{path} imports {name} on the ground floor"


def test_all_of_photos_stands_behind_one_module():
    inside, entry = "generator.photo", "generator.photo.scores_from_photos"
    known = {name for path in modules() if not module_name(path).startswith(inside) for name in imports_of(path)}
    assert {name for name in known if name.startswith(inside)} == {entry}


@pytest.mark.parametrize("library", sorted(DOORS))
def test_a_library_has_its_doors_and_no_others(library):
    users = [path for path in modules() if any(name.split(".")[0] == library for name in imports_of(path))]
    for path in users:
        shown = path.relative_to(ROOT / "generator").as_posix()
        allowed = DOORS[library]
        assert shown in allowed, f"{shown} imports {library}"


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


ONE_MEANING = {
    "checks": "everything that can be wrong with a value of this room",
    "listings": "values in words, as tables that any face shows",
    "notation": "a value as text that a person can read and type, and back",
    "rules": "what a data file says of the rules, as a value",
    "ruleset": "what the rules of a game as code offer to everything else",
    "spec": "what a file may say",
    "words": "words in a language",
}
CALLED_BY_THEIR_WORD = (
    "cli",
    "scoring/inputs",
    "scoring/lines",
    "scoring/checks",
    "layout/elements",
)  # of a command, or of a kind


def test_no_two_classes_share_a_name():
    places = defaultdict(list)
    for path in modules():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(ROOT / "generator").as_posix())
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_files_that_share_a_name_mean_the_same_thing():
    places = defaultdict(list)
    for path in modules():
        folder = path.relative_to(ROOT / "generator").parent.as_posix()
        if folder not in CALLED_BY_THEIR_WORD and path.stem != "__init__":
            places[path.stem].append(folder)
    assert {name: folders for name, folders in places.items() if len(folders) > 1 and name not in ONE_MEANING} == {}


PARTICIPLE = re.compile(
    "[a-z]+ed|told|sent|shown|drawn|written|held|kept|given|taken|found|heard|known|grown|built|made|seen|left|said|laid|met"
    "|begun|won|lost|bound|fed|hidden|chosen|broken|spoken|sought|thought|bought|brought|caught|sold|stood|gone|done|bent|lent"
    "|spent|felt|torn|thrown"
)
NO_PARTICIPLES = {"feed", "need", "seed", "speed", "bleed", "embed"}
PARTICIPLES = {  # functions that may be called by one
    "chance.py:shuffled": "a copy in another order, as Python's sorted and reversed",
    "geometry.py:turned": "a copy, likewise",
    "products/simulated_difficulty.py:measured": "imported by programs of others",
}


def test_functions_and_properties_are_no_participles():
    names = (
        f"{path.relative_to(ROOT / 'generator').as_posix()}:{node.name}"
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and PARTICIPLE.fullmatch(node.name)
        and node.name not in NO_PARTICIPLES
    )
    assert sorted(names) == sorted(PARTICIPLES)


CALLED_OTHERWISE = {  # what a value of a main class may be called besides by a word of its class
    CardField: set(),
    CompiledGameRules: {"book"},  # beside the rules of its scores
    Dialogue: set(),
    DialogueState: {"game"},  # of a session, beside its seats
    DungeonFile: set(),
    FilledFields: {"ticks"},
    FixedGameData: set(),
    Game: {"before", "source"},
    GameCatalogue: {"saved"},
    GameScore: set(),
    GameScoringData: set(),
    ImpositionSettings: {"sheet"},  # beside those of single pieces
    InputReadingContext: set(),
    LedgerGame: {"this"},
    MapRules: set(),
    PrintPack: {"first"},
    PrintSettings: set(),
    Scope: {"outer"},
    ScoreCheckContext: set(),
    ScoringRules: set(),
    SessionState: {"before", "after"},
}


def words_of(name):
    """Return the words of a name, without the s of several."""
    return {word.lower().rstrip("s") for word in re.findall("[A-Z]?[a-z]+", name)}


def class_of(annotation):
    """Return the class that an annotation names, whether or not it may be None."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.BinOp):
        return class_of(annotation.left)
    return annotation.attr if isinstance(annotation, ast.Attribute) else getattr(annotation, "id", None)


def annotated_names(found):
    for node in found:
        if isinstance(node, ast.arg):
            yield node.arg, class_of(node.annotation)
        elif isinstance(node, ast.AnnAssign):
            yield getattr(node.target, "id", None) or getattr(node.target, "attr", ""), class_of(node.annotation)


def names_against_their_class(found):
    known = {kind.__name__: others for kind, others in CALLED_OTHERWISE.items()}
    for name, kind in annotated_names(found):
        if kind in known and not words_of(name) & words_of(kind) and name.lstrip("_") not in known[kind]:
            yield f"{name}: {kind}"


def test_a_variable_carries_the_name_of_its_class():
    names = [
        f"{path.relative_to(ROOT / 'generator')} {name}"
        for path in modules()
        for name in names_against_their_class(nodes(path))
    ]
    assert names == []


@pytest.mark.parametrize(
    "slip", ["def print_it(game: PrintPack | None): ...", "table: 'ScoringRules'", "place: binding.Scope"]
)
def test_a_name_against_its_class_is_seen(slip):
    assert len(list(names_against_their_class(ast.walk(ast.parse(slip))))) == 1


OF_FILES = {
    kind.__name__ for kind in (Path, Game, GameScoringData, GameCatalogue, PrintPack, ScoringRules, SourceCache)
}  # what a file is read through
KEYED_OTHERWISE = {
    "storage/whole_files.py:_swept": "what is done once in a process, and gives nothing",
    "reading/game_catalogue.py:_real": "where a folder is, which links of the user decide",
    "rulesets/simulate/match_setup.py:open_simulator": "by the digest of the files, too",
}


def remembering(found):
    """Yield the functions with a memory among nodes, and which of the kinds in OF_FILES each takes."""
    for node in found:
        if isinstance(node, ast.FunctionDef) and any(
            "cache" in ast.unparse(each) and "cached_property" not in ast.unparse(each) for each in node.decorator_list
        ):
            taken = {
                word
                for argument in node.args.args
                if argument.annotation
                for word in re.findall(r"\w+", ast.unparse(argument.annotation))
            }
            yield node.name, taken & OF_FILES


def test_what_is_remembered_for_a_whole_process_depends_on_no_file():
    """A function with a memory takes values alone: what it gives cannot outlive the file that it was made from."""
    remembers = {
        f"{path.relative_to(ROOT / 'generator').as_posix()}:{name}": taken
        for path in modules()
        for name, taken in remembering(nodes(path))
    }
    assert len(remembers) > 30
    assert {name for name, taken in remembers.items() if taken} == set(KEYED_OTHERWISE)


@pytest.mark.parametrize("kind", sorted(OF_FILES))
def test_a_memory_of_what_is_read_through_a_file_is_seen(kind):
    slip = f"@lru_cache(maxsize=None)\ndef slip(one: str, other: '{kind} | None'): ..."
    assert list(remembering(ast.walk(ast.parse(slip)))) == [("slip", {kind})]


def test_every_room_and_module_that_a_rule_of_the_house_names_is_there():
    rooms = {*WINGS, *(room for pair in NEIGHBOURS_THAT_NEVER_MEET for room in pair), *CALLED_BY_THEIR_WORD, *FLOORS}
    files = {
        *(file for files in DOORS.values() for file in files),
        *(each.partition(":")[0] for each in KEYED_OTHERWISE),
    }
    program = ROOT / "generator"
    assert [room for room in rooms if not ((program / room).is_dir() or (program / f"{room}.py").is_file())] == []
    assert [file for file in files if not (program / file).is_file()] == []
