"""Code that runs in other repositories: the action that checks a game and draws changes, and pinned workflows."""

import importlib.util
import os
import re
import subprocess
import sys

import pytest
from PIL import Image

from tests.conftest import ROOT, often

ACTION = ROOT / ".github" / "actions" / "check"


@pytest.fixture(scope="module")
def changes():
    spec = importlib.util.spec_from_file_location("changes", ACTION / "changes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def picture(folder, name, size=(20, 30), dots=()):
    folder.mkdir(exist_ok=True)
    image = Image.new("RGB", size, "white")
    for place in dots:
        image.putpixel(place, (0, 0, 0))
    image.save(folder / name)


def test_pictures_that_differ_stand_beside_each_other_with_the_difference(changes, tmp_path):
    before, after, output = tmp_path / "before", tmp_path / "after", tmp_path / "out"
    for folder in (before, after):
        picture(folder, "same.png", dots=[(1, 1)])
    picture(before, "gone.png")
    picture(after, "new.png")
    picture(before, "larger.png")
    picture(after, "larger.png", (20, 33), [(5, 32)])
    picture(before, "moved.png", dots=[(3, 4)])
    picture(after, "moved.png", dots=[(7, 8)])
    assert changes.main(before, after, output) == 4
    assert "| moved.png | changed |\n| new.png | new |\n" in (output / "changes.md").read_text()
    with Image.open(output / "moved.png") as image:
        red = [(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) == (200, 0, 0)]
        left = 2 * 20 + 3 * changes.GAP  # of the third picture
        assert image.size == (left + 20 + changes.GAP, 30 + 2 * changes.GAP)
        assert sorted((x - left, y - changes.GAP) for x, y in red) == [(3, 4), (7, 8)]


def test_nothing_is_written_where_nothing_changed(changes, tmp_path):
    for folder in (tmp_path / "before", tmp_path / "after"):
        picture(folder, "same.png", dots=[(1, 1)])
    assert changes.main(tmp_path / "before", tmp_path / "after", tmp_path / "out") == 0
    assert not (tmp_path / "out").exists()


def test_the_action_checks_prints_and_draws_what_a_commit_changed(scrawl, tmp_path):
    if not often(False, True):
        return
    home = tmp_path / "repo"
    home.mkdir()
    assert scrawl("new", "game", "moon-farm", cwd=home).returncode == 0
    words = home / "cards" / "moon-farm" / "words" / "en.yaml"
    git(home, "init", "-q")
    base = commit(home)
    words.write_text(words.read_text(encoding="utf-8").replace("Sprinter", "Runner"), encoding="utf-8")
    commit(home)
    result = run_check(home, tmp_path, BASE=base)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "told").read_text() == "changed=1\n"
    assert sorted(path.name for path in (tmp_path / "out" / "changes").iterdir()) == [
        "aims-01-sprinter-front.png",
        "changes.md",
    ]
    assert (tmp_path / "out" / "kit" / "0-instructions.pdf").exists()
    words.write_text("game: [", encoding="utf-8")
    result = run_check(home, tmp_path)
    assert (result.returncode, "::error file=" in result.stdout) == (1, True)


def git(folder, *words):
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    return subprocess.run(
        ["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


def commit(folder):
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "a change")
    return git(folder, "rev-parse", "HEAD")


def run_check(home, tmp_path, **settings):
    variables = {
        "SCRAWL_PYTHON": sys.executable,
        "OUTPUT": str(tmp_path / "out"),
        "GITHUB_OUTPUT": str(tmp_path / "told"),
    }
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables, **settings}
    return subprocess.run([ACTION / "check.sh"], cwd=home, env=environment, capture_output=True, text=True, check=False)


def test_every_action_that_a_workflow_uses_is_pinned_to_one_commit():
    files = sorted((ROOT / ".github").rglob("*.yml"))
    uses = [each for file in files for each in re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))]
    assert len(uses) > 5
    assert [each for each in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []
    for file in (ROOT / ".github" / "workflows").iterdir():
        assert "\npermissions: {}\n" in file.read_text(encoding="utf-8")
