"""Helpers that many tests share."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def scrawl(tmp_path):
    """Run the command line as users do; returns the finished process (returncode, stdout, stderr)."""

    def run(*words, stdin="", cwd=None, env=None):
        settings = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT), **(env or {})}
        return subprocess.run(
            [sys.executable, "-m", "generator", *map(str, words)],
            input=stdin, capture_output=True, text=True, cwd=cwd or tmp_path, env=settings, check=False, timeout=120,
        )

    return run
