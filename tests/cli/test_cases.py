"""Output and files of commands: a case of cases/*.yaml has steps in an empty folder, and their expected results.

    case    the behaviour, as a sentence
    each    rows of a table: the case runs with each row, and a value of the row replaces $NAME in all texts
    quick   number of rows in the quick run, if it does not run all of them
    do      steps; each step changes files, runs a command, and has the expected results

A step may have

    write, add       files with their texts, and files with texts to add at the end
    replace          files with a mapping of old to new texts
    copy, move       files or folders, each with its target; "$ROOT" is the folder of the project
    scrawl           the words of a command, as text that is split as in a shell, or as a list
    stdin, cwd, env  the typed text, the working folder below the folder of the case, and more variables;
                     $FOLDER in them is the folder of the case
    code             the exit code, by default 0
    prints, warns    the whole output, and the whole error stream
    out, err, lacks  parts of the output and of the error stream, and texts that are in neither
    like, unlike     regular expressions that match the output, or do not
    count            number of times that texts are in both together
    json             values of the printed JSON, by their places: players.0.total
    there, gone      files that exist, or do not; patterns, too
    within           folders with the names of all files in them
    holds            files with parts of their texts
    pages            PDF files with the number of their pages, or with their sizes
    words            PDF files with parts of their text, or with the number of times that each part is in it
    same, differ     pairs of files with the same bytes, or not

No command ends with a traceback. A document with only `texts` defines $NAME for all cases of its file.
"""

import json
import re
import shlex
import shutil
from functools import reduce
from pathlib import Path
from string import Template

import pypdfium2
import pytest
import yaml

from tests.conftest import ROOT, often
from tests.page_texts import page_texts

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
CHANGES = {"write", "add", "replace", "copy", "move"}
COMMAND = {"scrawl", "stdin", "cwd", "env", "code"}
ON_STREAMS = {"prints", "warns", "out", "err", "lacks", "like", "unlike", "count", "json"}
ON_FILES = {"there", "gone", "within", "holds", "pages", "words", "same", "differ"}


def filled(value, row):
    """Return a value of a case with the values of a row in all of its texts."""
    if isinstance(value, str):
        return row[value[1:]] if value[:1] == "$" and value[1:] in row else Template(value).safe_substitute(row)
    if isinstance(value, list):
        return [filled(each, row) for each in value]
    return {filled(key, row): filled(each, row) for key, each in value.items()} if isinstance(value, dict) else value


def cases(path):
    """Yield the cases of a file: one for each row of a table, or in the quick run as many as `quick` says."""
    texts, loader = {"ROOT": ROOT}, getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for case in filter(None, yaml.load_all(path.read_text(encoding="utf-8"), loader)):
        if set(case) == {"texts"}:
            texts |= case["texts"]
            continue
        assert {"case", "do"} <= set(case) <= {"case", "each", "quick", "do"}, set(case)
        rows = case.get("each") or [{}]
        for row in rows[: often(case.get("quick"), None)]:
            name = " ".join(str(each) for each in row.values())[:40]
            yield pytest.param(filled(case["do"], {**texts, **row}), id=f"{path.stem}: {case['case']} {name}".strip())


def parts(value):
    return [value] if isinstance(value, str) else value or []


def change(folder, step):
    """Change the files of a case."""
    for how in ("copy", "move"):
        for source, target in step.get(how, {}).items():
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            if how == "move":
                (folder / source).rename(folder / target)
            elif (folder / source).is_dir():
                shutil.copytree(folder / source, folder / target, dirs_exist_ok=True)
            else:
                shutil.copy(folder / source, folder / target)
    for how, mode in (("write", "w"), ("add", "a")):
        for name, text in step.get(how, {}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with (folder / name).open(f"{mode}b") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
    for name, changes in step.get("replace", {}).items():
        text = (folder / name).read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text, old
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")


def run(scrawl, folder, step):
    """Run the command of a step and compare its output with the expected output."""
    words = step["scrawl"] if isinstance(step["scrawl"], list) else shlex.split(step["scrawl"])
    env = filled(step.get("env", {}), {"FOLDER": folder})
    result = scrawl(*words, stdin=step.get("stdin", ""), cwd=folder / step.get("cwd", ""), env=env)
    report = f"scrawl {shlex.join(map(str, words))}\n{result.stdout}\n{result.stderr}"
    assert (result.returncode, "Traceback" in result.stderr) == (step.get("code", 0), False), report
    assert step.get("prints", result.stdout) == result.stdout, report
    assert step.get("warns", result.stderr) == result.stderr, report
    assert [each for each in parts(step.get("out")) if each not in result.stdout] == [], report
    assert [each for each in parts(step.get("err")) if each not in result.stderr] == [], report
    assert [each for each in parts(step.get("lacks")) if each in result.stdout + result.stderr] == [], report
    assert [each for each in parts(step.get("like")) if not re.search(each, result.stdout, re.M)] == [], report
    assert [each for each in parts(step.get("unlike")) if re.search(each, result.stdout, re.M)] == [], report
    assert {text: (result.stdout + result.stderr).count(text) for text in step.get("count", {})} == step.get(
        "count", {}
    ), report
    if "json" in step:
        output = json.loads(result.stdout[result.stdout.index("{\n") :])
        values = {
            place: reduce(lambda at, key: at[int(key) if key.isdigit() else key], place.split("."), output)
            for place in step["json"]
        }
        assert values == step["json"], report


def look(folder, step):
    """Compare the files of a case with the expected files."""
    for name in parts(step.get("there")):
        assert list(folder.glob(name)), name
    for name in parts(step.get("gone")):
        assert not list(folder.glob(name)), name
    for name, expected in step.get("within", {}).items():
        assert sorted(path.name for path in (folder / name).iterdir()) == sorted(expected), name
    for name, texts in step.get("holds", {}).items():
        text = (folder / name).read_bytes().decode("utf-8", "replace")
        assert [each for each in parts(texts) if each not in text] == [], text
    for name, texts in step.get("words", {}).items():
        text = "\n".join(page_texts(folder / name))
        counts = {each: text.count(each) for each in (texts if isinstance(texts, dict) else parts(texts))}
        assert counts == texts if isinstance(texts, dict) else 0 not in counts.values(), text
    for name, expected in step.get("pages", {}).items():
        pages = [[round(side) for side in page.get_size()] for page in pypdfium2.PdfDocument(folder / name)]
        assert expected == (pages if isinstance(expected, list) else len(pages)), name
    for one, other in step.get("same", {}).items():
        assert (folder / one).read_bytes() == (folder / other).read_bytes()
    for one, other in step.get("differ", {}).items():
        assert (folder / one).read_bytes() != (folder / other).read_bytes()


@pytest.mark.parametrize("steps", [case for path in FILES for case in cases(path)])
def test_a_command_says_and_writes_what_is_reported(scrawl, tmp_path, steps):
    for step in steps:
        unknown = set(step) - CHANGES - COMMAND - ON_STREAMS - ON_FILES
        assert not unknown, f"a step has no {unknown}"
        assert "scrawl" in step or not set(step) & (COMMAND | ON_STREAMS), step
        change(tmp_path, step)
        if "scrawl" in step:
            run(scrawl, tmp_path, step)
        look(tmp_path, step)
