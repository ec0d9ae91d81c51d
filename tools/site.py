"""Build the handbook as a site (README, docs/ and the pages beside them) with Zensical: `python -m tools.site FOLDER`.

A broken link to a page or a heading stops the build. The site loads nothing from other servers.
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
    """Write the sources of the site into a folder: the settings, and all pages in one folder, README as the first."""
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
        else:  # in the site, pages in another language are one folder nearer to the README
            text = text.replace("](../../README.md", "](../index.md").replace("](../../", "](../")
        path.write_text(text, encoding="utf-8")


def in_one_place(text):
    """Return a page of the topmost folder with links to the places of pages and pictures in the site."""
    text = re.sub(r"(\]\(|src=\")(?:docs/|\.\./)", r"\1", text)
    return re.sub(r"\]\(README\.md", "](index.md", text)


def with_named_examples(text):
    """Return a page that shows the file name above each example."""
    text = re.sub(r"^```(\w+) >> (\S+)$", r'```\1 title="added to \2"', text, flags=re.M)
    return re.sub(r"^```(\w+) ([^\s\"=]+)$", r'```\1 title="\2"', text, flags=re.M)


def build(site):
    """Build the site into a new folder; return the messages about broken links, "" if there are none."""
    with tempfile.TemporaryDirectory() as staged:
        stage(Path(staged))
        process = subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--strict"],
            cwd=staged,
            capture_output=True,
            text=True,
            check=False,
        )
        if process.returncode == 0:
            shutil.copytree(Path(staged) / "site", site)
        return "" if process.returncode == 0 else COLOR.sub("", process.stdout + process.stderr)


if __name__ == "__main__":
    problems = build(Path(sys.argv[1]))
    sys.exit(problems or None)
