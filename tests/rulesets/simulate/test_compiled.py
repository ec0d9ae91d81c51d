"""The code that plays games can be compiled into a wheel, and then plays exactly the same games."""

import os
import subprocess
import sys
import tomllib
import zipfile

from generator.rulesets.ruleset import BotStyle
from generator.rulesets.simulate.match_setup import ComparisonSetup, MatchSetup
from tests.conftest import ROOT, often

RUNS = (
    ("--bot", "random"),
    ("--bot", "greedy", "--players", "2"),
    ("--players", "4", "--bot", "tuned", "--bot", "greedy", "--bot", "random"),
    ("--without", "action.brew"),
)


def test_modules_to_compile_are_there_and_what_is_sent_to_workers_is_not_among_them():
    """Python cannot send values of compiled classes from process to process."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    modules = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"]
    assert modules == sorted(modules)
    assert [module for module in modules if not (ROOT / module).is_file()] == []
    sent_modules = {each.__module__.replace(".", "/") + ".py" for each in (MatchSetup, ComparisonSetup, BotStyle)}
    assert not sent_modules & set(modules)


def test_a_compiled_wheel_plays_the_same_games(tmp_path):
    """Building a wheel takes a minute, so quick runs leave it out."""
    if not often(False, True):
        return
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", tmp_path, ROOT],
        env=environment,
        check=True,
        capture_output=True,
    )
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "compiled")
    for words in RUNS:
        plain, compiled = (output_of(place, tmp_path, *words) for place in (ROOT, tmp_path / "compiled"))
        assert plain == compiled, words


def output_of(place, tmp_path, *words):
    """Return the JSON of a run with the package of a folder."""
    command = [sys.executable, "-m", "generator", "simulate", "--games", "400", "--workers", "2", "--json", *words]
    return subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(place)}, cwd=tmp_path, check=True, capture_output=True
    ).stdout
