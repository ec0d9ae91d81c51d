"""Write the SHA-256 sums of everything that users get, to compare a rebuilt program with the earlier one.

The commands are in outputs.yaml. The tool calls `python -m generator` in this process and `generator.api`, and no
inner module. `--texts` also sums help, messages, references and schemas, and keeps each as a file, for `diff -r`.

    python tools/outputs.py --out before.txt            # --part quick takes a sample
    python tools/outputs.py --compare before.txt after.txt
"""

import argparse
import contextlib
import gc
import hashlib
import io
import json
import multiprocessing
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import pypdf
import yaml

HERE = Path(__file__).resolve().parents[1]
DATA = HERE / "tests" / "data"
SPECS: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
PLACE = re.compile(r"(\S+?:\d+:\d+): (?:(?:error|warning|info) )?([A-Z]\d{3})\b")
DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?")
READABLE = (".csv", ".html", ".json", ".svg", ".txt", ".yaml")
TABLE = "key,name,text,copies\na,Ant,Small :skull: beast,2\nb,Bear,Large,1\n"
SURROUNDINGS = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLUMNS": "80", "PYTHONHASHSEED": "0"}
ENTRIES = ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
SLIPS: tuple[Callable[[str], str], ...] = (
    lambda line: re.sub(r"\w(?=\w*:)", "", line, count=1),  # a misspelt key
    lambda line: re.sub(r": (\w+)", r": \1x", line, count=1),  # a misspelt value
    lambda line: re.sub(r"\d+", lambda found: str(int(found[0]) * 40 - 1), line, count=1),
    lambda line: re.sub(r"\{(\w+)", r"{\1q", line, count=1),
    lambda line: line.replace('"', "", 1),
    lambda line: f" {line}",
    lambda line: f"{line}\n{line}",
    lambda line: "",
)


class Case(NamedTuple):
    """Commands that run one after another in their own folder."""

    name: str
    commands: tuple[str, ...]
    sums_output: bool
    is_text: bool


class CommandResult(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    stdout: str = ""
    stderr: str = ""


def list_cases(is_quick: bool, with_texts: bool, only: str) -> Iterator[Case]:
    """Yield the cases of outputs.yaml whose names begin with `only`, in their order."""
    for is_text, group in ((False, "kinds"), *([(True, "texts")] if with_texts else [])):
        for kind, spec in SPECS[group].items():
            for index, row in enumerate(rows_of(spec)):
                name = "+".join(
                    re.sub(r"\W*[^\w.-]\W*|^-+", "_", Path(value).name or "plain") for value in row.values()
                )
                if f"{kind}/{name}".startswith(only) and not (is_quick and index % spec.get("quick", 1)):
                    calls = tuple(call.format(**row) if "{" in call else call for call in spec["run"])
                    yield Case(f"{kind}/{name or 'all'}", calls, spec.get("says", is_text), is_text)


def rows_of(spec: dict[str, Any]) -> list[dict[str, str]]:
    """Return the rows of choices of a kind, by their names."""
    if "files" in spec:
        return [{"file": str(path)} for path in sorted(DATA.glob(spec["files"]))]
    names = spec.get("pairs") or spec["each"]
    choices = [SPECS["choices"].get(name) or [f"{n:02}" for n in span_of(name)] for name in names]
    rows = choose_pairs(choices) if "pairs" in spec else list(product(*choices))
    return [
        dict(zip([name if name in SPECS["choices"] else "number" for name in names], row, strict=True)) for row in rows
    ]


def choose_pairs(choices: list[list[str]]) -> list[tuple[str, ...]]:
    """Return a few rows of one choice each that contain every pair of choices, the same rows on every machine."""
    chance, open_pairs = (
        random.Random("pairs"),
        {pair for row in product(*choices) for pair in combinations(enumerate(row), 2)},
    )
    rows = []
    while open_pairs:
        (first, one), (second, other) = min(open_pairs)
        candidates = [[chance.choice(values) for values in choices] for _ in range(60)]
        for row in candidates:
            row[first], row[second] = one, other
        best = max(candidates, key=lambda row: sum(pair in open_pairs for pair in combinations(enumerate(row), 2)))
        open_pairs -= set(combinations(enumerate(best), 2))
        rows.append(tuple(best))
    return rows


def span_of(text: str) -> range:
    low, high = re.findall(r"\d+", text)[:2]
    return range(int(low), int(high) + 1)


def draw_value(spec: Any, chance: random.Random) -> Any:
    """Return a random value from a spec under `scores` of outputs.yaml; now and then one too much."""
    if isinstance(spec, list):
        return draw_value(chance.choice(spec), chance)
    if isinstance(spec, str) and re.match(r"\d+-\d+", spec):
        span, factor = span_of(spec), int(spec.partition("x")[2] or 1)
        return (span[-1] + 1 if chance.random() < 0.01 else chance.choice(span)) * factor
    if not isinstance(spec, dict):
        return spec
    if "times" in spec:
        return [draw_value(spec["of"], chance) for _ in range(chance.choice(span_of(spec["times"])))]
    if "all" in spec:
        return [draw_value(value, chance) for value in spec["all"]]
    if "some" in spec:
        keys = chance.sample(spec["some"], chance.randint(0, len(spec["some"])))
        return {key: draw_value(spec["each"], chance) for key in keys}
    return {key: draw_value(value, chance) for key, value in spec.items()}


# the steps that a command of the program cannot do


def write_score(folder: Path, game: str, number: str) -> None:
    """Write a random score file; games of one sheet have one player, as do three in ten of the others."""
    chance = random.Random(game + number)
    solo = game == "platformer" or (game in ("paper-dungeons", "yacht") and chance.random() < 0.3)
    count = chance.randint(2, 4) if game in ("paper-dungeons", "yacht") and not solo else 1
    players = [{"name": f"P{seat}", **draw_value(SPECS["scores"][game], chance)} for seat in range(count)]
    details: dict[str, Any] = {"bosses": draw_value(SPECS["bosses"], chance)} if game == "paper-dungeons" else {}
    details |= {"date": "2026-01-05", "notes": "by chance", "solo": solo}
    (folder / ".g.json").write_text(json.dumps({"game": game, **details, "players": players}))


def fill_form(folder: Path, seed: str) -> None:
    """Tick, and write into, few or many random boxes of form.pdf."""
    chance, writer, name = (
        random.Random(seed),
        pypdf.PdfWriter(clone_from=folder / "form.pdf"),
        pypdf.generic.NameObject,
    )
    ticked, written = chance.choice((0.03, 0.1, 0.3)), chance.choice((0.1, 0.5))
    for widget in [widget.get_object() for page in writer.pages for widget in page.get("/Annots", [])]:
        if widget.get("/FT") == "/Btn" and chance.random() < ticked:
            on = next(key for key in widget["/AP"]["/N"] if key != "/Off")
            widget.update({name(key): name(on) for key in ("/V", "/AS")})
        elif (
            widget.get("/FT") == "/Tx" and re.search(r"\d|^[A-Z]$|s$", str(widget["/T"])) and chance.random() < written
        ):
            widget[name("/V")] = pypdf.generic.TextStringObject(str(chance.choice((0, 0, 5, 12, 30))))
    writer.write(folder / ".filled.pdf")
    (folder / "form.pdf").unlink()


def copy_with_slip(folder: Path, game: str, number: str) -> None:
    """Copy a built-in game, and spoil one of its lines at random."""
    chance = random.Random(game + number)
    for wing in ("cards", "layouts"):
        shutil.copytree(HERE / wing / game, folder / wing / game)
    path = chance.choice(sorted(path for path in folder.rglob("*.yaml") if path.name not in ("pl.yaml", "cs.yaml")))
    lines = path.read_text(encoding="utf-8").splitlines()
    while True:
        index, slip = chance.randrange(len(lines)), chance.choice(SLIPS)
        if lines[index].strip()[:1] not in ("", "#") and slip(lines[index]) != lines[index]:
            lines[index] = slip(lines[index])
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return


def write_help(folder: Path) -> None:
    """Write the help of every command, including those in groups."""
    queue: list[tuple[str, ...]] = [()]
    while queue:
        words = queue.pop()
        text = run_command(" ".join((*words, "--help"))).stdout
        (folder / f"{'-'.join(words) or 'scrawl'}.txt").write_text(text, encoding="utf-8")
        if len(words) < 2 and (not words or "\nCommands:\n" in text):
            queue += [(*words, name) for name in re.findall(r"^  ([a-z]+)  +\S", text, re.MULTILINE)]


def explain_codes(folder: Path, lang: str) -> None:
    for code in sorted(set(re.findall(r"\b[A-Z]\d{3}\b", run_command("reference faults").stdout))):
        text = run_command(f"explain {code}").stdout
        (folder / f"{code}.{lang}.txt").write_text(text, encoding="utf-8")


def ask_api(folder: Path, game: str, lang: str) -> None:
    """Print with `generator.api` the things that docs/python.md describes."""
    from generator.api import open_game

    game_api = open_game(game, lang)
    answers = [
        game_api.title,
        game_api.decks,
        game_api.sheets,
        game_api.pages,
        game_api.languages,
        [str(fault) for fault in game_api.check()],
    ]
    (folder / "told.txt").write_text(repr(answers), encoding="utf-8")
    for kind, things in (("deck", game_api.decks[:2]), ("page", game_api.pages[:2])):
        for name in things:
            (folder / f"{kind}-{name}.pdf").write_bytes(getattr(game_api, kind)(name).pdf(paper="letter"))
    (folder / "sheet.pdf").write_bytes(game_api.sheet(fillable=True).pdf(paper="a4"))


STEPS: dict[str, Callable[..., object]] = {
    "@write": lambda folder, name: (folder / f".{name}").write_text(TABLE),
    "@copy": lambda folder, source: shutil.copytree(source, folder, dirs_exist_ok=True),
    "@score": write_score,
    "@fill": fill_form,
    "@slip": copy_with_slip,
    "@help": write_help,
    "@explain": explain_codes,
    "@api": ask_api,
}


def run_command(line: str) -> CommandResult:
    """Run one command in this process with its own streams."""
    from generator.__main__ import main  # type: ignore[attr-defined]

    words, _, source = line.partition(" < ")
    stdin = (DATA / source).read_bytes() if source else b""
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True) for data in (stdin, b"", b"")]
    before, code = (sys.stdin, sys.stdout, sys.stderr, sys.argv), 0
    (sys.stdin, sys.stdout, sys.stderr), sys.argv = streams, ["scrawl", *words.split()]
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as fault:
        code = 99
        streams[2].write(f"Traceback: {fault!r}")
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before
        gc.unfreeze()  # the program froze its objects, as it soon ends; this process goes on and must free them
    return CommandResult(code, *(stream.buffer.getvalue().decode("utf-8") for stream in streams[1:]))


def sum_of(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def run_case(case: Case, keep: Path | None) -> list[str]:
    """Return the lines of a case: one for the output of each command, one for each file that they left."""
    lines, texts = [], []
    with tempfile.TemporaryDirectory(prefix="outputs-") as scratch:
        folder = Path(scratch).resolve() / "here"
        folder.mkdir()
        os.environ.update(SURROUNDINGS | dict.fromkeys(ENTRIES, scratch))
        with contextlib.chdir(folder):
            copied: set[Path] = set()
            for number, command in enumerate(case.commands):
                name, *words = command.split()
                if name in STEPS:
                    STEPS[name](folder, *words)
                    copied |= set(folder.rglob("*")) if name in ("@copy", "@slip") else set()
                    continue
                outcome = run_command(command)
                code, stdout, stderr = (
                    outcome.code,
                    clean_text(outcome.stdout, scratch),
                    clean_text(outcome.stderr, scratch),
                )
                texts.append(f"$ {clean_text(command, scratch)}\n{code}\n{stdout}{stderr}")
                result = (
                    code,
                    stdout if case.sums_output and code in (0, 1) else "",
                    sorted(Counter(PLACE.findall(stdout + stderr)).items()),
                )
                lines.append(f"{case.name}#{number} {sum_of(repr(result))}")
            for path in sorted(set(folder.rglob("*")) - copied):
                if path.is_file() and not path.name.startswith(".") and not path.name.endswith(".sqlite3"):
                    name, data = path.relative_to(folder).as_posix().replace(" ", "_"), path.read_bytes()
                    if path.suffix in READABLE:
                        data = clean_text(data.decode("utf-8"), scratch).encode()
                    lines.append(f"{case.name}/{name} {sum_of(data)}")
                    texts += [f"== {name}\n{data.decode('utf-8')}"] if case.is_text else []
    if keep:
        (keep / f"{case.name.replace('/', '-')}.txt").write_text("\n".join(texts), encoding="utf-8")
        lines.append(f"text:{case.name} {sum_of(repr(texts))}")
    return [f"{line.partition(' ')[0]} {line.rpartition(' ')[2]}" for line in lines]


def clean_text(text: str, scratch: str) -> str:
    """Return a text without the folders and dates of this run."""
    return DATE.sub("DATE", text.replace(f"{scratch}/here", ".").replace(scratch, "SCRATCH").replace(str(HERE), "HERE"))


def compare_sums(old: str, new: str) -> int:
    """Print by kind the differences between two files of sums; return 1 if there are any."""
    before, after = (dict(line.split() for line in Path(path).read_text().splitlines()) for path in (old, new))
    names = sorted(before.keys() | after.keys())
    for kind in sorted({name.partition("/")[0] for name in names}):
        of_kind = [name for name in names if name.partition("/")[0] == kind]
        differ = [name for name in of_kind if before.get(name) != after.get(name)]
        print(f"{kind}: {len(of_kind) - len(differ)} of {len(of_kind)} are the same")
        for name in differ:
            print("  ", name, "is new" if name not in before else "is gone" if name not in after else "differs")
    return int(before != after)


def run_share(cases: list[Case], keep: Path | None, log: Path | None) -> list[str]:
    """Return the lines of some cases; write the seconds that each took to `log`."""
    lines = []
    for case in cases:
        start = time.process_time()
        lines += run_case(case, keep)
        if log:
            with log.open("a") as file:
                file.write(f"{time.process_time() - start:6.2f} {case.name}\n")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", metavar="FILE", help="the file of sums (default: print them)")
    parser.add_argument("--part", choices=("quick", "all"), default="all")
    parser.add_argument("--only", metavar="NAME", default="", help="only cases whose names begin so, such as kit/yacht")
    parser.add_argument(
        "--texts", metavar="FOLDER", help="help, messages, references and schemas too, each kept as a file here"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--log", metavar="FILE", help="add the seconds that each case took")
    parser.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"))
    options = parser.parse_args()
    if options.compare:
        return compare_sums(*options.compare)
    sums_file, keep, log = (
        Path(path).resolve() if path else None for path in (options.out, options.texts, options.log)
    )
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(HERE))
    cases = list(list_cases(options.part == "quick", keep is not None, options.only))
    shares = [(cases[start :: options.jobs * 8], keep, log) for start in range(options.jobs * 8)]
    if options.jobs > 1:
        with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
            lines = [line for share in pool.starmap(run_share, shares, chunksize=1) for line in share]
    else:
        lines = [line for share in shares for line in run_share(*share)]
    text = "".join(f"{line}\n" for line in sorted(lines))
    sums_file.write_text(text, encoding="utf-8") if sums_file else print(text, end="")
    print(f"{len(cases)} cases, {len(lines)} sums, the sum of all {sum_of(text)[:16]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
