"""Write the SHA-256 sums of everything that users get, to hold a rebuilt program against the one before.

What is asked stands in outputs.yaml. The tool calls `python -m generator` in this process and `generator.api`; it
knows no inner module. `--texts` sums help, messages, references and schemas too, and keeps each as a file, for
`diff -r`.

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
ASKED: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
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
    """Commands that run one after another in a folder of their own."""

    name: str
    commands: tuple[str, ...]
    says: bool
    is_text: bool


class Done(NamedTuple):
    """What a command left: its exit code, and what it printed."""

    code: int
    stdout: str = ""
    stderr: str = ""


def list_cases(is_quick: bool, with_texts: bool, only: str) -> Iterator[Case]:
    """Return the cases of outputs.yaml whose names begin with `only`, in their order."""
    for is_text, group in ((False, "kinds"), *([(True, "texts")] if with_texts else [])):
        for kind, asked in ASKED[group].items():
            for index, row in enumerate(rows_of(asked)):
                name = "+".join(
                    re.sub(r"\W*[^\w.-]\W*|^-+", "_", Path(value).name or "plain") for value in row.values()
                )
                if f"{kind}/{name}".startswith(only) and not (is_quick and index % asked.get("quick", 1)):
                    calls = tuple(call.format(**row) if "{" in call else call for call in asked["run"])
                    yield Case(f"{kind}/{name or 'all'}", calls, asked.get("says", is_text), is_text)


def rows_of(asked: dict[str, Any]) -> list[dict[str, str]]:
    """Return the rows of choices of a kind, by their names."""
    if "files" in asked:
        return [{"file": str(path)} for path in sorted(DATA.glob(asked["files"]))]
    names = asked.get("pairs") or asked["each"]
    choices = [ASKED["choices"].get(name) or [f"{n:02}" for n in span_of(name)] for name in names]
    rows = choose_pairs(choices) if "pairs" in asked else list(product(*choices))
    return [
        dict(zip([name if name in ASKED["choices"] else "number" for name in names], row, strict=True)) for row in rows
    ]


def choose_pairs(choices: list[list[str]]) -> list[tuple[str, ...]]:
    """Return few rows of one choice each in which every two choices meet, the same on every machine."""
    chance, left = (
        random.Random("pairs"),
        {pair for row in product(*choices) for pair in combinations(enumerate(row), 2)},
    )
    chosen = []
    while left:
        (first, one), (second, other) = min(left)
        some = [[chance.choice(values) for values in choices] for _ in range(60)]
        for row in some:
            row[first], row[second] = one, other
        best = max(some, key=lambda row: sum(pair in left for pair in combinations(enumerate(row), 2)))
        left -= set(combinations(enumerate(best), 2))
        chosen.append(tuple(best))
    return chosen


def span_of(text: str) -> range:
    low, high = re.findall(r"\d+", text)[:2]
    return range(int(low), int(high) + 1)


def draw_value(asked: Any, chance: random.Random) -> Any:
    """Return a value by chance of what `scores` of outputs.yaml says; now and then one too much."""
    if isinstance(asked, list):
        return draw_value(chance.choice(asked), chance)
    if isinstance(asked, str) and re.match(r"\d+-\d+", asked):
        span, factor = span_of(asked), int(asked.partition("x")[2] or 1)
        return (span[-1] + 1 if chance.random() < 0.01 else chance.choice(span)) * factor
    if not isinstance(asked, dict):
        return asked
    if "times" in asked:
        return [draw_value(asked["of"], chance) for _ in range(chance.choice(span_of(asked["times"])))]
    if "all" in asked:
        return [draw_value(value, chance) for value in asked["all"]]
    if "some" in asked:
        keys = chance.sample(asked["some"], chance.randint(0, len(asked["some"])))
        return {key: draw_value(asked["each"], chance) for key in keys}
    return {key: draw_value(value, chance) for key, value in asked.items()}


# the steps that a command of the program cannot do


def write_score(folder: Path, game: str, number: str) -> None:
    """Write a score file of chance; games of one sheet have one player, and three in ten of the others too."""
    chance = random.Random(game + number)
    solo = game == "platformer" or (game in ("paper-dungeons", "yacht") and chance.random() < 0.3)
    count = chance.randint(2, 4) if game in ("paper-dungeons", "yacht") and not solo else 1
    players = [{"name": f"P{seat}", **draw_value(ASKED["scores"][game], chance)} for seat in range(count)]
    more: dict[str, Any] = {"bosses": draw_value(ASKED["bosses"], chance)} if game == "paper-dungeons" else {}
    more |= {"date": "2026-01-05", "notes": "by chance", "solo": solo}
    (folder / ".g.json").write_text(json.dumps({"game": game, **more, "players": players}))


def fill_form(folder: Path, seed: str) -> None:
    """Tick and write into few or many boxes of form.pdf by chance."""
    chance, writer, name = (
        random.Random(seed),
        pypdf.PdfWriter(clone_from=folder / "form.pdf"),
        pypdf.generic.NameObject,
    )
    ticked, written = chance.choice((0.03, 0.1, 0.3)), chance.choice((0.1, 0.5))
    for note in [note.get_object() for page in writer.pages for note in page.get("/Annots", [])]:
        if note.get("/FT") == "/Btn" and chance.random() < ticked:
            on = next(key for key in note["/AP"]["/N"] if key != "/Off")
            note.update({name(key): name(on) for key in ("/V", "/AS")})
        elif note.get("/FT") == "/Tx" and re.search(r"\d|^[A-Z]$|s$", str(note["/T"])) and chance.random() < written:
            note[name("/V")] = pypdf.generic.TextStringObject(str(chance.choice((0, 0, 5, 12, 30))))
    writer.write(folder / ".filled.pdf")
    (folder / "form.pdf").unlink()


def copy_with_slip(folder: Path, game: str, number: str) -> None:
    """Copy a game of the box, and spoil one of its lines by chance."""
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
    """Write the help of every command, those of groups included."""
    left: list[tuple[str, ...]] = [()]
    while left:
        words = left.pop()
        text = run_command(" ".join((*words, "--help"))).stdout
        (folder / f"{'-'.join(words) or 'scrawl'}.txt").write_text(text, encoding="utf-8")
        if len(words) < 2 and (not words or "\nCommands:\n" in text):
            left += [(*words, name) for name in re.findall(r"^  ([a-z]+)  +\S", text, re.MULTILINE)]


def explain_codes(folder: Path, lang: str) -> None:
    for code in sorted(set(re.findall(r"\b[A-Z]\d{3}\b", run_command("reference faults").stdout))):
        text = run_command(f"explain {code}").stdout
        (folder / f"{code}.{lang}.txt").write_text(text, encoding="utf-8")


def ask_api(folder: Path, game: str, lang: str) -> None:
    """Print by `generator.api` what docs/python.md tells of."""
    from generator.api import open_game

    opened = open_game(game, lang)
    told = [
        opened.title,
        opened.decks,
        opened.sheets,
        opened.pages,
        opened.languages,
        [str(fault) for fault in opened.check()],
    ]
    (folder / "told.txt").write_text(repr(told), encoding="utf-8")
    for kind, things in (("deck", opened.decks[:2]), ("page", opened.pages[:2])):
        for name in things:
            (folder / f"{kind}-{name}.pdf").write_bytes(getattr(opened, kind)(name).pdf(paper="letter"))
    (folder / "sheet.pdf").write_bytes(opened.sheet(fillable=True).pdf(paper="a4"))


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


def run_command(line: str) -> Done:
    """Run one command in this process with streams of its own."""
    from generator.__main__ import main  # type: ignore[attr-defined]

    words, _, source = line.partition(" < ")
    given = (DATA / source).read_bytes() if source else b""
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True) for data in (given, b"", b"")]
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
        gc.unfreeze()  # a program that ends need not be searched for what is not used; this one goes on
    return Done(code, *(stream.buffer.getvalue().decode("utf-8") for stream in streams[1:]))


def sum_of(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def run_case(case: Case, keep: Path | None) -> list[str]:
    """Return the lines of a case: one for what each command told, one for each file that they left."""
    lines, told = [], []
    with tempfile.TemporaryDirectory(prefix="outputs-") as scratch:
        folder = Path(scratch).resolve() / "here"
        folder.mkdir()
        os.environ.update(SURROUNDINGS | dict.fromkeys(ENTRIES, scratch))
        with contextlib.chdir(folder):
            begun: set[Path] = set()
            for number, command in enumerate(case.commands):
                name, *words = command.split()
                if name in STEPS:
                    STEPS[name](folder, *words)
                    begun |= set(folder.rglob("*")) if name in ("@copy", "@slip") else set()
                    continue
                done = run_command(command)
                code, stdout, stderr = done.code, clean_text(done.stdout, scratch), clean_text(done.stderr, scratch)
                told.append(f"$ {clean_text(command, scratch)}\n{code}\n{stdout}{stderr}")
                result = (
                    code,
                    stdout if case.says and code in (0, 1) else "",
                    sorted(Counter(PLACE.findall(stdout + stderr)).items()),
                )
                lines.append(f"{case.name}#{number} {sum_of(repr(result))}")
            for path in sorted(set(folder.rglob("*")) - begun):
                if path.is_file() and not path.name.startswith(".") and not path.name.endswith(".sqlite3"):
                    name, data = path.relative_to(folder).as_posix().replace(" ", "_"), path.read_bytes()
                    if path.suffix in READABLE:
                        data = clean_text(data.decode("utf-8"), scratch).encode()
                    lines.append(f"{case.name}/{name} {sum_of(data)}")
                    told += [f"== {name}\n{data.decode('utf-8')}"] if case.is_text else []
    if keep:
        (keep / f"{case.name.replace('/', '-')}.txt").write_text("\n".join(told), encoding="utf-8")
        lines.append(f"text:{case.name} {sum_of(repr(told))}")
    return [f"{line.partition(' ')[0]} {line.rpartition(' ')[2]}" for line in lines]


def clean_text(text: str, scratch: str) -> str:
    """Take the places and times of this run out of a text."""
    return DATE.sub("DATE", text.replace(f"{scratch}/here", ".").replace(scratch, "SCRATCH").replace(str(HERE), "HERE"))


def compare_sums(old: str, new: str) -> int:
    """Print by kind what differs between two files of sums; 1 where anything does."""
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
    """Return the lines of some cases; `log` is told the seconds that each took."""
    lines = []
    for case in cases:
        begun = time.process_time()
        lines += run_case(case, keep)
        if log:
            with log.open("a") as file:
                file.write(f"{time.process_time() - begun:6.2f} {case.name}\n")
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
    asked = parser.parse_args()
    if asked.compare:
        return compare_sums(*asked.compare)
    out, keep, log = (Path(path).resolve() if path else None for path in (asked.out, asked.texts, asked.log))
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(HERE))
    cases = list(list_cases(asked.part == "quick", keep is not None, asked.only))
    shares = [(cases[start :: asked.jobs * 8], keep, log) for start in range(asked.jobs * 8)]
    if asked.jobs > 1:
        with multiprocessing.get_context("fork").Pool(asked.jobs) as pool:
            lines = [line for share in pool.starmap(run_share, shares, chunksize=1) for line in share]
    else:
        lines = [line for share in shares for line in run_share(*share)]
    text = "".join(f"{line}\n" for line in sorted(lines))
    out.write_text(text, encoding="utf-8") if out else print(text, end="")
    print(f"{len(cases)} cases, {len(lines)} sums, the sum of all {sum_of(text)[:16]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
