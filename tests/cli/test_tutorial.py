"""Test docs/tutorial.md: do every step in an empty folder, and compare the output with the page."""

import re
import shlex

from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^`(?P<file>[^`\n]+)`\n\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def steps():
    """Yield the blocks of the page: files to write, edits, commands, and the expected output of the commands."""
    for block in BLOCK.finditer(TEXT):
        yield block["file"], block["kind"], block["body"]


def edit(folder, body):
    path, before, after = body.splitlines()
    file = folder / path
    text = file.read_text(encoding="utf-8")
    assert text.count(before[2:]) == 1
    file.write_text(text.replace(before[2:], after[2:]), encoding="utf-8")


def test_the_tutorial_does_what_it_says(scrawl, tmp_path):
    output, checked_blocks = "", 0
    for file, kind, body in steps():
        if file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(body, encoding="utf-8")
        elif kind == "edit":
            edit(tmp_path, body)
        elif kind == "sh":
            output = ""
            for line in body.splitlines():
                result = scrawl(*shlex.split(line)[1:])
                assert result.returncode == 0, f"{line}\n{result.stdout}{result.stderr}"
                assert "error" not in result.stderr
                output += result.stdout
        elif kind == "text":
            checked_blocks += 1
            assert [line for line in body.splitlines() if line not in output] == [], output
    assert checked_blocks >= 5
