"""A release: the same bytes from two builds, an exact list of the installed packages, ways to a first print.

Tests that need the registry and the extra `release` run in the deep profile.
"""

import importlib.util
import json
import re
import tomllib

import pytest

from tests.conftest import DEEP, ROOT, often
from tools import release, ways

README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_SCREEN = 24  # lines


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return the folder of a release, which compares two builds itself; None in the quick run."""
    if not DEEP:
        return None
    if importlib.util.find_spec("cyclonedx_py") is None:
        pytest.fail('what makes a release is not installed: pip install -e ".[release]"')
    dist = tmp_path_factory.mktemp("release") / "dist"
    release.main(dist)
    return dist


def test_the_first_screen_of_the_readme_leads_to_a_print():
    screen = "\n".join(README.splitlines()[:FIRST_SCREEN])
    commands = re.findall(r"\| `([^`]+)` \|$", screen, re.M)
    tested = [way[0].replace("{wheel}", ".") for way in ways.WAYS.values() if len(way) == 1]
    assert commands == tested
    assert "output/0-instructions.pdf" in screen


def test_the_page_about_installing_says_what_is_tried():
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    for way in ("uv tool", "pipx"):
        assert ways.WAYS[way][0].replace("--quiet ", "").replace("{wheel}", '".[workshop]"') in page
    assert "pip install --no-index --find-links FOLDER scrawlpress" in page


def test_the_lock_of_an_install_names_what_is_tested_and_the_sum_of_each_file():
    text, tested = release.SUMS.read_text(encoding="utf-8"), release.LOCK.read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w-]+)==(\S+)(?: ;.*)? \\\n    --hash=sha256:[0-9a-f]{64}", text, re.M))
    assert len(locked) == len(re.findall(r"^[a-z]", text, re.M)) > 40
    versions = {
        name.lower().replace("_", "-"): version for name, version in re.findall(r"^([\w.-]+)==(\S+)$", tested, re.M)
    }
    assert locked.items() <= versions.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = [
        *project["dependencies"],
        *(each for name in ("workshop", "scan", "cluster") for each in project["optional-dependencies"][name]),
    ]
    assert {re.match(r"[\w-]+", each)[0].lower() for each in requirements} <= set(locked)


def test_two_builds_that_differ_are_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(release, "built", lambda _folder, unlike=False: {"a.whl": b"1", "a.tar.gz": bytes(unlike)})
    with pytest.raises(SystemExit, match=r"a\.tar\.gz is not the same in two builds"):
        release.built_twice(tmp_path)


def test_the_list_of_an_install_names_exactly_what_it_brings(made, tmp_path):
    if made is None:
        return
    wheel = next(made.glob("*.whl"))
    for ending, extra in release.INSTALLS.items():
        listing = json.loads(next(made.glob(f"*[0-9]{ending}.cdx.json")).read_text(encoding="utf-8"))
        listed_names = sorted(
            (each["name"].lower().replace("_", "-"), each["version"]) for each in listing["components"]
        )
        python = release.installed(wheel, extra, tmp_path / f"install{ending}")
        there = release.names_in(python)
        main = listing["metadata"]["component"]
        assert sorted([*listed_names, (main["name"], main["version"])]) == there
        assert {"click", "reportlab"} <= {name for name, _ in there}
        assert ("starlette" in {name for name, _ in there}) == bool(extra)


@pytest.mark.parametrize("way", often(["uvx"], list(ways.WAYS)))
def test_a_way_leads_from_nothing_to_a_print(made, way):
    if made is None:
        return
    seconds, problem = ways.gone(way, made, ways.filled_wheelhouse(made))
    assert problem == ""
    assert seconds < 240
