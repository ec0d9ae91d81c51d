"""Time each way from an empty home without a compiler to the first PDF: `python -m tools.ways dist [WAY ...]`.

`dist` has a release (`python -m tools.release dist`). The commands are those in README. The tools (uv, pipx) are those
of the environment that runs this; they download everything again.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import ROOT
from tools import release
from tools.program_bundle import bundled

KIT = "print kit -o output"
WAYS = {
    "make": ["make kit"],
    "uvx": [f"uvx --from {{wheel}} scrawl {KIT}"],
    "uv tool": ["uv tool install --quiet {wheel}", f".local/bin/scrawl {KIT}"],
    "pipx run": [f"pipx run --spec {{wheel}} scrawl {KIT}"],
    "pipx": ["pipx install --quiet {wheel}", f".local/bin/scrawl {KIT}"],
    "pip": ["python3 -m venv .venv", ".venv/bin/pip install --quiet {wheel}", f".venv/bin/scrawl {KIT}"],
    "sums": [
        "python3 -m venv .venv",
        ".venv/bin/pip install --quiet --require-hashes --only-binary :all: -r {sums}",
        ".venv/bin/pip install --quiet --no-deps --no-index {wheel}",
        f".venv/bin/scrawl {KIT}",
    ],
    "source package": ["python3 -m venv .venv", ".venv/bin/pip install --quiet {source}", f".venv/bin/scrawl {KIT}"],
    "installer": ["sh {installer} {wheel}", f".local/bin/scrawl {KIT}"],
    "bundle": [f"{{bundle}}/scrawl {KIT}", "{bundle}/scrawl simulate --games 40 --workers 2"],
    "wheelhouse": [
        "python3 -m venv .venv",
        ".venv/bin/pip install --quiet --no-index --find-links {wheelhouse} scrawlpress",
        f".venv/bin/scrawl {KIT}",
    ],
}
WITHOUT_NETWORK = ("wheelhouse", "bundle")
INSTALLER = ROOT / "tools" / "install" / "install.sh"
COMPILER = re.compile(r"(.*-)?(gcc|g\+\+|cc|c\+\+|c\d\d|clang|clang\+\+|cpp|ld|as|rustc|cargo|cmake)(-[\d.]+)?")
PROGRAMS = ("/bin", "/usr/bin")


def main(dist, names):
    """Run each way and print how long it took; exit with the output of the first way that fails."""
    wheelhouse = filled_wheelhouse(dist)
    for name in names or WAYS:
        seconds, problem = gone(name, dist, wheelhouse)
        if seconds is None:
            sys.exit(f"{name}: {problem}")
        print(f"{name:<15} {len(WAYS[name])} commands, {seconds:5.1f} s", flush=True)


def filled_wheelhouse(dist):
    """Return a folder with the wheel and all that it needs; fill it if it does not exist."""
    folder = dist / "wheelhouse"
    if not folder.exists():
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--only-binary",
            ":all:",
        ]
        lock = ["-c", ROOT / "locks" / "newest.txt"]
        subprocess.run([*pip, *lock, "-d", folder, next(dist.glob("*.whl"))], check=True, capture_output=True)
    return folder


def gone(name, dist, wheelhouse):
    """Return how many seconds a way takes and ""; without a kit, None and the reason."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        if name == "make":
            subprocess.run(["git", "clone", "--quiet", ROOT, home / "clone"], check=True)
        cwd = home / "clone" if name == "make" else home
        files = {"wheel": next(dist.glob("*.whl")), "source": next(dist.glob("*.tar.gz"))}
        files |= {"wheelhouse": wheelhouse, "sums": dist / release.SUMS.name, "installer": INSTALLER}
        files |= {"bundle": bundled(dist)} if name == "bundle" else {}
        began = time.monotonic()
        for command in WAYS[name]:
            words = shlex.split(command.format(**files))
            words = [str(home / words[0]), *words[1:]] if words[0].startswith(".local") else words
            words = ["unshare", "--net", *words] if name in WITHOUT_NETWORK else words
            process = subprocess.run(words, cwd=cwd, env=empty(home), capture_output=True, text=True, check=False)
            if process.returncode:
                return None, f"{command}: {process.stdout}{process.stderr}"
        seconds = time.monotonic() - began
        if not (cwd / "output" / "0-instructions.pdf").read_bytes().startswith(b"%PDF"):
            return None, "there is no kit"
        return seconds, ""


def empty(home):
    """Return the environment of a user who has only the needed programs, and no compiler."""
    links = home / "programs"
    if not links.exists():
        links.mkdir()
        tools = [Path(sys.executable).parent / name for name in ("uv", "uvx", "pipx")]
        programs = {path.name: path for folder in PROGRAMS for path in Path(folder).iterdir()}
        programs |= {tool.name: tool for tool in tools if tool.exists()} | {"python3": sys_python()}
        for name, program in programs.items():
            if not COMPILER.fullmatch(name):
                (links / name).symlink_to(program)
    environment = {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_")) or name == "LANG"
    }
    return {**environment, "HOME": str(home), "PATH": str(links), "PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1"}


def sys_python():
    """Return the Python that virtual environments use."""
    return Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])
