"""Every step of docs/tutorial.md is done as it stands there, in an empty folder, and gives what it says."""

import re
import shlex

from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^`(?P<file>[^`\n]+)`\n\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def steps():
    """Yield the blocks of the page: files to write, edits, commands, and what the commands must say."""
    for block in BLOCK.finditer(TEXT):
        yield block["file"], block["kind"], block["body"]


def edit(folder, body):
    path, before, after = body.splitlines()
    file = folder / path
    text = file.read_text(encoding="utf-8")
    assert text.count(before[2:]) == 1
    file.write_text(text.replace(before[2:], after[2:]), encoding="utf-8")


def test_the_tutorial_does_what_it_says(scrawl, tmp_path):
    said, done = "", 0
    for file, kind, body in steps():
        if file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(body, encoding="utf-8")
        elif kind == "edit":
            edit(tmp_path, body)
        elif kind == "sh":
            said = ""
            for line in body.splitlines():
                result = scrawl(*shlex.split(line)[1:])
                assert result.returncode == 0, f"{line}\n{result.stdout}{result.stderr}"
                assert "error" not in result.stderr
                said += result.stdout
        elif kind == "text":
            done += 1
            assert [line for line in body.splitlines() if line not in said] == [], said
    assert done >= 5
