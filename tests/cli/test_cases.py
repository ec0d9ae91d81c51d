"""Commands with what they say and write: a case of cases/*.yaml is an empty folder, what is done in it, and what comes of that.

    case    what is shown, as a sentence
    each    rows of a table: the case is tried with each of them, whose values stand in all its texts for $NAME
    quick   how many of the rows are tried in the quick run, where that is not all of them
    do      steps, each of which changes files, runs a command, and says what is expected then

A step may have

    write, add       files with their texts, and with what is added to their end
    replace          files with a mapping of texts to what takes their place
    copy, move       files or folders, each with where it goes; "$ROOT" is the folder of the project
    scrawl           the words of a command, as a shell parts them, or as a list
    stdin, cwd, env  what is typed, the folder below the case's own in which it runs, variables besides, in which
                     $FOLDER is the case's own
    code             what it exits with, 0 unless something else is said
    prints, warns    the whole output, and all that goes to the error stream
    out, err, lacks  parts of the output and of the error stream, and what is in neither
    like, unlike     regular expressions that are found in the output, or not
    count            how often texts are in both together
    json             values of what is printed as JSON, by their places: players.0.total
    there, gone      files that are there, or are not; patterns, too
    within           folders with the names of all that is in them
    holds            files with parts of their texts
    pages            PDF files with the number of their pages, or with their sizes
    words            PDF files with parts of what stands on them, or with how often that is there
    same, differ     pairs of files of the same bytes, or not

No command ends with a traceback. A document of a file that has only `texts` names what stands for $NAME in all of its cases.
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
    """Yield what is tried of a file: of a table every row, or in the quick run as many as `quick` says."""
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
    """Run the command of a step and hold what it said against what is expected."""
    words = step["scrawl"] if isinstance(step["scrawl"], list) else shlex.split(step["scrawl"])
    env = filled(step.get("env", {}), {"FOLDER": folder})
    done = scrawl(*words, stdin=step.get("stdin", ""), cwd=folder / step.get("cwd", ""), env=env)
    told = f"scrawl {shlex.join(map(str, words))}\n{done.stdout}\n{done.stderr}"
    assert (done.returncode, "Traceback" in done.stderr) == (step.get("code", 0), False), told
    assert step.get("prints", done.stdout) == done.stdout, told
    assert step.get("warns", done.stderr) == done.stderr, told
    assert [each for each in parts(step.get("out")) if each not in done.stdout] == [], told
    assert [each for each in parts(step.get("err")) if each not in done.stderr] == [], told
    assert [each for each in parts(step.get("lacks")) if each in done.stdout + done.stderr] == [], told
    assert [each for each in parts(step.get("like")) if not re.search(each, done.stdout, re.M)] == [], told
    assert [each for each in parts(step.get("unlike")) if re.search(each, done.stdout, re.M)] == [], told
    assert {text: (done.stdout + done.stderr).count(text) for text in step.get("count", {})} == step.get("count", {}), (
        told
    )
    if "json" in step:
        printed = json.loads(done.stdout[done.stdout.index("{\n") :])
        found = {
            place: reduce(lambda at, key: at[int(key) if key.isdigit() else key], place.split("."), printed)
            for place in step["json"]
        }
        assert found == step["json"], told


def look(folder, step):
    """Hold the files of a case against what is expected."""
    for name in parts(step.get("there")):
        assert list(folder.glob(name)), name
    for name in parts(step.get("gone")):
        assert not list(folder.glob(name)), name
    for name, wanted in step.get("within", {}).items():
        assert sorted(path.name for path in (folder / name).iterdir()) == sorted(wanted), name
    for name, texts in step.get("holds", {}).items():
        text = (folder / name).read_bytes().decode("utf-8", "replace")
        assert [each for each in parts(texts) if each not in text] == [], text
    for name, texts in step.get("words", {}).items():
        text = "\n".join(page_texts(folder / name))
        counts = {each: text.count(each) for each in (texts if isinstance(texts, dict) else parts(texts))}
        assert counts == texts if isinstance(texts, dict) else 0 not in counts.values(), text
    for name, wanted in step.get("pages", {}).items():
        pages = [[round(side) for side in page.get_size()] for page in pypdfium2.PdfDocument(folder / name)]
        assert wanted == (pages if isinstance(wanted, list) else len(pages)), name
    for one, other in step.get("same", {}).items():
        assert (folder / one).read_bytes() == (folder / other).read_bytes()
    for one, other in step.get("differ", {}).items():
        assert (folder / one).read_bytes() != (folder / other).read_bytes()


@pytest.mark.parametrize("steps", [case for path in FILES for case in cases(path)])
def test_a_command_says_and_writes_what_is_told(scrawl, tmp_path, steps):
    for step in steps:
        wrong = set(step) - CHANGES - COMMAND - ON_STREAMS - ON_FILES
        assert not wrong, f"a step has no {wrong}"
        assert "scrawl" in step or not set(step) & (COMMAND | ON_STREAMS), step
        change(tmp_path, step)
        if "scrawl" in step:
            run(scrawl, tmp_path, step)
        look(tmp_path, step)
