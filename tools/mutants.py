"""Plant single faults in a package of the program, and print which of them its quick tests find.

A fault is one change that a slip could make: another operator or bound, a reversed condition, a constant that is one
more, a missing call or return. The tool changes files in a copy of the project. There it runs the tests that reach the
line, or all tests of the package without `coverage`. A seed draws the same faults until the package changes.

    python tools/mutants.py scoring --count 60 --seed 1 --survivors left.txt

No library does this: mutmut changes functions only, not the tables and specs of modules and classes. Neither mutmut nor
cosmic-ray draws a few faults by a seed; both keep a store of all faults of a project instead.
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
# the modules of a package ("room"), and the tests of it; both may be folders or files
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
FALSE = tuple(f"return {value}" for value in ("False", '""', "0", "()", "[]", "{}"))  # None means the same to callers


class Fault(NamedTuple):
    """One change of a file: the old text of a part of it, and the new text."""

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
    skipped = {id(part) for node in ast.walk(tree) for part in unread_parts(node)}
    for node in ast.walk(tree):
        for kind, part, text in changes_of(node) if id(node) not in skipped else ():
            begin, end = starts[part.lineno - 1] + part.col_offset, starts[part.end_lineno - 1] + part.end_col_offset
            text = f"({text})" if isinstance(part, ast.expr) and not isinstance(part, ast.Constant) else text
            yield Fault(str(path.relative_to(HERE)), part.lineno, kind, source[begin:end].decode(), text, begin, end)


def unread_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts below a node where a fault has no effect: annotations, decorators, type imports, strict zips."""
    parts: list[ast.AST | None] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    parts += getattr(node, "decorator_list", [])
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        parts.append(node)
    if isinstance(node, ast.keyword) and node.arg == "strict":  # of zip: both are equally long
        parts.append(node.value)
    for part in parts:
        if part:
            yield from ast.walk(part)
    if isinstance(node, ast.JoinedStr):  # parts of an f-string have no exact places before 3.12
        yield from (part for part in ast.walk(node) if part is not node)


def changes_of(node: Any) -> Iterator[tuple[str, Any, str]]:
    """Yield the slips that could happen to a node: the kind, the replaced part, and the new text."""

    def changed(kind: str, **parts: Any) -> tuple[str, Any, str]:
        copied = copy.copy(node)
        vars(copied).update(parts)
        return kind, node, ast.unparse(copied)

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
    """Return `count` faults of a room, drawn by a seed: one a line, none that returns None for a false value."""
    files = [
        path
        for place in ROOMS[room][0]
        for path in (sorted((HERE / place).rglob("*.py")) if (HERE / place).is_dir() else [HERE / place])
    ]
    faults = [fault for path in files for fault in find_faults(path)]
    random.Random(seed).shuffle(faults)
    drawn: dict[tuple[str, int], Fault] = {}
    for fault in faults:
        if fault.old not in FALSE:
            drawn.setdefault((fault.path, fault.line), fault)
    return list(drawn.values())[:count]


def copy_project(folder: Path) -> Path:
    """Copy the files that tests read to a folder, with their compiled files."""
    for name in COPIED:
        if (HERE / name).exists():
            shutil.copytree(HERE / name, folder / name, symlinks=True)
    for path in HERE.iterdir():
        if path.is_file():
            shutil.copy2(path, folder / path.name)
    return folder


def run_tests(folder: Path, tests: Sequence[str], seconds: float, wrapper: Sequence[str] = ()) -> str:
    """Run tests in a copy; return "found", "survived" or "too long" (an endless loop counts as found)."""
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *wrapper, "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    try:
        output = process.communicate(timeout=seconds)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "too long"
    if process.returncode == 3 or (wrapper and process.returncode):  # 4: the fault keeps a test module from importing
        raise SystemExit(f"the tests cannot run, or fail without a fault: {output[-1500:]}")
    return "found" if process.returncode else "survived"


def map_lines(tests: Sequence[str], seconds: float = 3600) -> Reached:
    """Run the tests without a fault; return which of them reach each line, nothing without `coverage`."""
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=MEMORY) as scratch:
        folder = copy_project(Path(scratch))
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
    """Return the tests to try in turn: those that reach the line; all if only imports, fixtures or processes do."""
    doctests = [[fault.path]] if ">>> " in (HERE / fault.path).read_text(encoding="utf-8") else []
    if not reached:
        return [*doctests, tests]
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
    return [*([paths] if paths else []), *doctests, *([tests] if "" in names or not paths else [])]


def try_faults(faults: list[Fault], tests: Sequence[str], reached: Reached, seconds: float) -> list[tuple[Fault, str]]:
    """Plant one fault after another in a copy of the project, and print the result of each at once."""
    results = []
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=MEMORY) as scratch:
        folder = copy_project(Path(scratch))
        for fault in faults:
            path, result = folder / fault.path, "survived"
            original = path.read_bytes()
            path.write_bytes(original[: fault.begin] + fault.new.encode() + original[fault.end :])
            for batch in tests_of(fault, reached, tests):
                if result == "survived":
                    result = run_tests(folder, batch, seconds)
            path.write_bytes(original)
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
    args = parser.parse_args()
    faults, tests = (
        draw_faults(args.room, args.count, args.seed),
        tuple(args.tests or ROOMS[args.room][1]),
    )
    if args.list:
        print("\n".join(show_fault(fault, "") for fault in faults))
        return 0
    begin = time.monotonic()
    reached = map_lines(tests)
    seconds = args.seconds or 60 + 3 * (time.monotonic() - begin)
    shares = [(faults[start :: args.jobs], tests, reached, seconds) for start in range(args.jobs)]
    with multiprocessing.Pool(args.jobs) as pool:
        results = [result for share in pool.starmap(try_faults, shares) for result in share]
    survivors = [fault for fault, result in results if result == "survived"]
    if args.survivors:
        Path(args.survivors).write_text(
            "".join(f"{show_fault(fault, 'survived')}\n" for fault in survivors), encoding="utf-8"
        )
    print(
        f"{args.room}: {len(results) - len(survivors)} of {len(results)} are found, in {time.monotonic() - begin:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
