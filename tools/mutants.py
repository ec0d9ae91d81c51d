"""Plant single faults in a room of the program, and tell which of them its quick tests find.

A fault is one change that a slip could make: another operator or bound, a condition turned round, a constant that is
one more, a call or a return left out. Files are changed in a copy of the project, where tests run that reach the line
(if `coverage` is there to tell which do) or else all of the room. A seed draws the same faults until the room changes.

    python tools/mutants.py scoring --count 60 --seed 1 --survivors left.txt

No library serves: mutmut makes variants of functions, so that tables and specs of modules and classes stay as they
are, and neither it nor cosmic-ray draws a few faults by a seed; both keep a store of all faults of a project instead.
"""

import argparse
import ast
import copy
import importlib.util
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parents[1]
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
Reached = dict[
    str, dict[int, list[str]]
]  # by file and line: the tests that reach it, "" for what runs outside of tests
COPIED = ("generator", "cards", "layouts", "fonts", "tests", "docs", "tools")
# the modules of a room, and the tests that look at it; both may be folders or files
ROOMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "scoring": (("generator/scoring",), ("tests/scoring",)),
    "layout": (("generator/layout",), ("tests/layout",)),
    "maps": (("generator/maps",), ("tests/maps", "tests/workshop/test_drawing.py")),
    "reading": (
        ("generator/reading",),
        (
            "tests/reading",
            "tests/layout/test_icons.py",
            "tests/layout/test_vector_pictures.py",
            "tests/products/test_deck_import.py",
            "tests/cli/test_score_pdf.py",
        ),
    ),
    "game": (("generator/game",), ("tests/game",)),
    "imposition": (("generator/imposition",), ("tests/imposition",)),
    "products": (("generator/products",), ("tests/products",)),
    "storage": (("generator/storage",), ("tests/storage",)),
    "workshop": (("generator/workshop",), ("tests/workshop",)),
    "rulesets": (("generator/rulesets",), ("tests/rulesets",)),
    "paper_dungeons": (("generator/rulesets/paper_dungeons",), ("tests/rulesets/paper_dungeons",)),
    "sessions": (
        tuple(f"generator/workshop/{name}.py" for name in ("session_transitions", "sessions", "shared_session")),
        tuple(
            f"tests/workshop/test_{name}.py"
            for name in ("people", "result_announcement", "saving", "score_reveal", "session_transitions", "tables")
        ),
    ),
}
BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
FALSE = tuple(f"return {value}" for value in ("False", '""', "0", "()", "[]", "{}"))  # who asks takes None for it, too


class Fault(NamedTuple):
    """One change of a file: the text of a stretch of it, and what takes its place."""

    path: str
    line: int
    kind: str
    old: str
    new: str
    begin: int
    end: int  # bytes


def find_faults(path: Path) -> Iterator[Fault]:
    """Return every fault that can be planted in a file."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    unread = {id(part) for node in ast.walk(tree) for part in unread_parts(node)}
    for node in ast.walk(tree):
        for kind, part, text in changes_of(node) if id(node) not in unread else ():
            begin, end = starts[part.lineno - 1] + part.col_offset, starts[part.end_lineno - 1] + part.end_col_offset
            text = f"({text})" if isinstance(part, ast.expr) and not isinstance(part, ast.Constant) else text
            yield Fault(str(path.relative_to(HERE)), part.lineno, kind, source[begin:end].decode(), text, begin, end)


def unread_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Return the parts below a node where a fault means nothing: annotations, decorators, type imports, strict zips."""
    parts: list[ast.AST | None] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    parts += getattr(node, "decorator_list", [])
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        parts.append(node)
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of zip: both are as long
        parts.append(node.value)
    for part in parts:
        if part:
            yield from ast.walk(part)
    if isinstance(node, ast.JoinedStr):  # parts of an f-string have no places of their own before 3.12
        yield from (part for part in ast.walk(node) if part is not node)


def changes_of(node: Any) -> Iterator[tuple[str, Any, str]]:
    """Return what a slip could make of a node: its kind, the part that is replaced, and the text in its place."""

    def changed(kind: str, **parts: Any) -> tuple[str, Any, str]:
        other = copy.copy(node)
        vars(other).update(parts)
        return kind, node, ast.unparse(other)

    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "condition", node.test, f"not ({ast.unparse(node.test)})"
    match node:
        case ast.Compare(ops=[op]) if type(op) in BOUNDS:
            yield changed("comparison", ops=[BOUNDS[type(op)]()])
        case ast.BinOp(op=op) if type(op) in OPERATORS and not isinstance(node.left, ast.Constant | ast.JoinedStr):
            yield changed("operator", op=OPERATORS[type(op)]())
        case ast.BoolOp(op=op):
            yield changed("and/or", op=ast.And() if isinstance(op, ast.Or) else ast.Or())
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", node, ast.unparse(node.operand)
        case ast.IfExp():
            yield changed("branches exchanged", body=node.orelse, orelse=node.body)
        case ast.Constant(value=bool(value)):
            yield "true/false", node, str(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield from (("constant", node, str(value + step)) for step in (1, -1))
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "nothing returned", node, "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield "left out", node, "pass"


def draw_faults(room: str, count: int, seed: int) -> list[Fault]:
    """Return so many faults of a room, drawn by a seed; no two on one line, and none that is as false as before."""
    files = [
        path
        for place in ROOMS[room][0]
        for path in (sorted((HERE / place).rglob("*.py")) if (HERE / place).is_dir() else [HERE / place])
    ]
    faults = [fault for path in files for fault in find_faults(path)]
    random.Random(seed).shuffle(faults)
    chosen: dict[tuple[str, int], Fault] = {}
    for fault in faults:
        if fault.old not in FALSE:
            chosen.setdefault((fault.path, fault.line), fault)
    return list(chosen.values())[:count]


def copy_project(folder: Path) -> Path:
    """Copy what tests read to a folder, with what was compiled of it."""
    for name in COPIED:
        if (HERE / name).exists():
            shutil.copytree(HERE / name, folder / name, symlinks=True)
    for path in HERE.iterdir():
        if path.is_file():
            shutil.copy2(path, folder / path.name)
    return folder


def run_tests(folder: Path, tests: Sequence[str], seconds: float, measured: Sequence[str] = ()) -> str:
    """Run tests in a copy; returns "found", "survived" or "too long" (an endless loop is found, too)."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    words = [sys.executable, "-m", *measured, "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    run = subprocess.Popen(
        words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        told = run.communicate(timeout=seconds)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        return "too long"
    if run.returncode == 3 or (measured and run.returncode):  # 4: a module of tests cannot be imported with the fault
        raise SystemExit(f"the tests cannot run, or fail without a fault: {told[-1500:]}")
    return "found" if run.returncode else "survived"


def map_lines(tests: Sequence[str], seconds: float = 3600) -> Reached:
    """Run the tests without a fault; returns which of them reach each line, nothing without `coverage`."""
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=MEMORY) as made:
        folder = copy_project(Path(made))
        if not importlib.util.find_spec("coverage"):
            if run_tests(folder, tests, seconds) == "survived":
                return {}
            raise SystemExit(f"{' '.join(tests)} fail without a fault")
        (folder / ".coveragerc").write_text("[run]\nsource = generator\ndynamic_context = test_function\n")
        run_tests(folder, tests, seconds, ("coverage", "run", "-m"))
        from coverage import CoverageData

        data = CoverageData(str(folder / ".coverage"))
        data.read()
        return {
            os.path.relpath(path, folder): {
                line: sorted(names) for line, names in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
        }


def tests_of(fault: Fault, reached: Reached, tests: Sequence[str]) -> list[Sequence[str]]:
    """Return the tests to try in turn: those that reach the line, then all if imports, fixtures or only processes do."""
    told = [[fault.path]] if ">>> " in (HERE / fault.path).read_text(encoding="utf-8") else []  # examples in docstrings
    if not reached:
        return [*told, tests]
    lines = reached.get(fault.path, {})
    names = lines.get(max((line for line in lines if line <= fault.line), default=0), [])
    paths = []
    for name in filter(None, names):
        parts = name.split(".")
        path = next(
            (end for end in range(len(parts), 0, -1) if (HERE / "/".join(parts[:end])).with_suffix(".py").is_file()), 0
        )
        if path:
            paths.append("::".join(("/".join(parts[:path]) + ".py", *parts[path:])))
    return [*([paths] if paths else []), *told, *([tests] if "" in names or not paths else [])]


def try_faults(faults: list[Fault], tests: Sequence[str], reached: Reached, seconds: float) -> list[tuple[Fault, str]]:
    """Plant one fault after another in a copy of the project, and tell each as it is tried."""
    results = []
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=MEMORY) as made:
        folder = copy_project(Path(made))
        for fault in faults:
            path, result = folder / fault.path, "survived"
            whole = path.read_bytes()
            path.write_bytes(whole[: fault.begin] + fault.new.encode() + whole[fault.end :])
            for chosen in tests_of(fault, reached, tests):
                if result == "survived":
                    result = run_tests(folder, chosen, seconds)
            path.write_bytes(whole)
            results.append((fault, result))
            print(show_fault(fault, result), flush=True)
    return results


def show_fault(fault: Fault, result: str) -> str:
    old, new = (" ".join(text.split())[:90] for text in (fault.old, fault.new))
    return f"{result:9} {fault.path}:{fault.line} {fault.kind}: {old} -> {new}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", help="other tests than those of the room")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the project, each tried in a process")
    parser.add_argument(
        "--seconds", type=float, default=0, help="the longest that a run may take (default: five times a run of now)"
    )
    parser.add_argument("--survivors", metavar="FILE", help="write those that no test found")
    parser.add_argument("--list", action="store_true", help="name the faults and plant none")
    asked = parser.parse_args()
    faults, tests = draw_faults(asked.room, asked.count, asked.seed), tuple(asked.tests or ROOMS[asked.room][1])
    if asked.list:
        print("\n".join(show_fault(fault, "") for fault in faults))
        return 0
    begun = time.monotonic()
    reached = map_lines(tests)
    seconds = asked.seconds or 60 + 3 * (time.monotonic() - begun)
    shares = [(faults[start :: asked.jobs], tests, reached, seconds) for start in range(asked.jobs)]
    with multiprocessing.Pool(asked.jobs) as pool:
        results = [result for share in pool.starmap(try_faults, shares) for result in share]
    left = [fault for fault, result in results if result == "survived"]
    if asked.survivors:
        Path(asked.survivors).write_text(
            "".join(f"{show_fault(fault, 'survived')}\n" for fault in left), encoding="utf-8"
        )
    print(f"{asked.room}: {len(results) - len(left)} of {len(results)} are found, in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
