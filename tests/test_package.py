"""The packages are complete: the wheel has licences for all its files, and the source passes its own tests."""

import email
import fnmatch
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile

import pytest

from tests.conftest import ROOT, often

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXCLUDED = (".ci/*", "output/*")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    return folder


def test_every_icon_has_its_line_in_the_credits():
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "fonts" / "icons" / "CREDITS.md").read_text(encoding="utf-8"), re.M)
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    icons = [path.stem for path in (ROOT / "fonts" / "icons").glob("*.svg")]
    assert [icon for icon in icons if not any(fnmatch.fnmatchcase(icon, name) for name in named)] == []
    assert [name for name in named if not fnmatch.filter(icons, name)] == []


def test_every_font_and_profile_has_its_line_in_the_credits():
    fonts = (ROOT / "fonts" / "CREDITS.md").read_text(encoding="utf-8")
    for path in (ROOT / "fonts").glob("*.ttf"):
        family = path.stem.partition("-")[0]
        assert f"OFL-{family}.txt" in fonts
        assert (ROOT / "fonts" / f"OFL-{family}.txt").is_file()
    others = [path for path in (ROOT / "generator").rglob("*") if path.suffix in (".icc", ".ttf", ".otf", ".woff2")]
    assert [
        path.name for path in others if path.name not in (path.parent / "CREDITS.md").read_text(encoding="utf-8")
    ] == []


def test_a_wheel_names_the_licence_of_all_that_it_carries(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        metadata = email.message_from_bytes(
            wheel.read(next(name for name in names if name.endswith(".dist-info/METADATA")))
        )
    assert metadata["License-Expression"] == "MIT AND OFL-1.1 AND CC-BY-3.0 AND CC0-1.0"
    files = metadata.get_all("License-File")
    assert {
        "LICENSE",
        "fonts/CREDITS.md",
        "fonts/OFL-FiraSansCondensed.txt",
        "fonts/OFL-GrenzeGotisch.txt",
        "fonts/icons/CREDITS.md",
        "generator/draw/CREDITS.md",
    } == set(files)
    assert [file for file in files if not any(name.endswith(f".dist-info/licenses/{file}") for name in names)] == []


def test_the_source_that_is_given_away_holds_every_file(built):
    with tarfile.open(next(built.glob("*.tar.gz"))) as source:
        members = {name.partition("/")[2] for name in source.getnames()}
    tops = {
        path.name
        for path in ROOT.iterdir()
        if not path.name.startswith(".") and path.name not in ("output", "dist", "build", "site", "__pycache__")
    }
    assert tops - {name.partition("/")[0] for name in members} == set()
    if (ROOT / ".git").exists():
        tracked = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        existing = [name for name in tracked if (ROOT / name).is_file()]
        assert [
            name
            for name in existing
            if name not in members and not any(fnmatch.fnmatch(name, each) for each in EXCLUDED)
        ] == []


def test_the_source_that_is_given_away_passes_its_own_tests(built, tmp_path):
    """Collect all tests, and run those that read files beside the program: games, layouts, fonts, docs."""
    if not often(False, True):
        return
    with tarfile.open(next(built.glob("*.tar.gz"))) as source:
        source.extractall(tmp_path, filter="data")
    environment = {**os.environ, "SCRAWL_TESTS": "", "PYTHONPATH": ""}
    folder = next(tmp_path.iterdir())
    paths = ["tests/game", "tests/layout", "tests/fonts", "tests/test_handbook.py"]
    for arguments in (["--collect-only"], paths):
        result = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stdout[-3000:]
