"""The handbook as a site: README, docs/ and the pages beside them, built by Zensical: `python -m tools.site FOLDER`.

Links that lead nowhere, to a page or to a heading, stop it. Nothing of it is fetched from elsewhere when it is read.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import ROOT

BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
COLOR = re.compile(r"\x1b\[[0-9;]*m")


def stage(folder):
    """Write what a site is built from into a folder: the settings, and all pages in one place, README as the first."""
    shutil.copytree(ROOT / "docs", folder / "pages", ignore=shutil.ignore_patterns("site.toml", "theme"))
    shutil.copytree(ROOT / "docs" / "theme", folder / "theme")
    shutil.copy(ROOT / "docs" / "site.toml", folder / "zensical.toml")
    for name in ("README.md", *BESIDE):
        text = (ROOT / name).read_text(encoding="utf-8")
        (folder / "pages" / ("index.md" if name == "README.md" else name)).write_text(text, encoding="utf-8")
    for path in (folder / "pages").rglob("*.md"):
        text = with_named_examples(path.read_text(encoding="utf-8"))
        if path.parent.name == "pages":
            text = in_one_place(text)
        else:  # in the site the pages beside the README are one folder nearer to those of another language
            text = text.replace("](../../README.md", "](../index.md").replace("](../../", "](../")
        path.write_text(text, encoding="utf-8")


def in_one_place(text):
    """Return a page of the topmost folder whose links lead to where pages and pictures lie in the site."""
    text = re.sub(r"(\]\(|src=\")(?:docs/|\.\./)", r"\1", text)
    return re.sub(r"\]\(README\.md", "](index.md", text)


def with_named_examples(text):
    """Return a page whose examples name their files above them."""
    text = re.sub(r"^```(\w+) >> (\S+)$", r'```\1 title="added to \2"', text, flags=re.M)
    return re.sub(r"^```(\w+) ([^\s\"=]+)$", r'```\1 title="\2"', text, flags=re.M)


def build(site):
    """Build the site into a folder that is not there yet; returns what was told of links that lead nowhere."""
    with tempfile.TemporaryDirectory() as staged:
        stage(Path(staged))
        done = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict"],
            cwd=staged,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            shutil.copytree(Path(staged) / "site", site)
        return "" if done.returncode == 0 else COLOR.sub("", done.stdout + done.stderr)


if __name__ == "__main__":
    told = build(Path(sys.argv[1]))
    sys.exit(told or None)
