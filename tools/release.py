"""Build the files of a release: `python -m tools.release dist` (needs the extra `release`, and the registry).

The tool builds wheel and source package twice, from copies that differ in times, rights, folder and locale. Both builds
must have the same bytes. For each way to install, a fresh environment gives the list of installed packages (SBOM,
CycloneDX). The lock with the sums of all files that pip may install is beside it.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tests.conftest import ROOT

INSTALLS = {"": "", "-workshop": "[workshop]"}  # the ending of the name of an SBOM: the extras to install
KEPT_OUT = (".*", "output", "dist", "build", "site", "__pycache__", "*.egg-info")
LOCK = ROOT / "locks" / "newest.txt"
SUMS = ROOT / "locks" / "install.txt"


def main(dist):
    """Build all files into a new folder; exit with a sentence if two builds differ."""
    dist.mkdir(parents=True)
    wheel, source = built_twice(dist)
    for ending, extra in INSTALLS.items():
        bom = sbom(wheel, extra)
        (dist / f"{'-'.join(wheel.name.split('-')[:2])}{ending}.cdx.json").write_text(bom, encoding="utf-8")
    shutil.copy(SUMS, dist)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(dist.iterdir())]
    (dist / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    print(*sums, sep="\n")
    return wheel, source


def built_twice(dist):
    """Return the wheel and the source package, which must be the same from two copies of the project."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        files, rebuilt = (
            built(Path(first) / "project"),
            built(Path(second) / "elsewhere" / "copy", unlike=True),
        )
        for name, content in files.items():
            if rebuilt.get(name) != content:
                sys.exit(f"{name} is not the same in two builds")
            (dist / name).write_bytes(content)
    return next(dist.glob("*.whl")), next(dist.glob("*.tar.gz"))


def built(folder, *, unlike=False):
    """Return the files built from a copy of the project, by name; an unlike copy has other times and rights."""
    shutil.copytree(ROOT, folder, ignore=lambda place, names: excluded_names(Path(place), names))
    for name in (".pre-commit-hooks.yaml", ".github"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, folder)
    surroundings = {**os.environ, "LC_ALL": "C"} if unlike else dict(os.environ)
    if unlike:
        for path in folder.rglob("*"):
            os.utime(path, (1_500_000_000, 1_500_000_000))
            path.chmod(path.stat().st_mode & 0o700)  # the rights of others must not matter
    command = [sys.executable, "-m", "hatchling", "build", "-d", "dist"]
    subprocess.run(command, cwd=folder, env=surroundings, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in (folder / "dist").iterdir()}


def excluded_names(place, names):
    """Return the names in a folder that do not belong to the project."""
    excluded = shutil.ignore_patterns(*KEPT_OUT)(str(place), names)
    return excluded if place == ROOT else set(names) & {"__pycache__"}


def sbom(wheel, extra=""):
    """Return the SBOM of an install of the wheel, as JSON; raises CalledProcessError without the registry."""
    with tempfile.TemporaryDirectory() as folder:
        python = installed(wheel, extra, Path(folder))
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--pyproject"]
        run = subprocess.run([*command, ROOT / "pyproject.toml", python], check=True, capture_output=True, text=True)
    bom = json.loads(run.stdout)
    bom["metadata"]["component"]["version"] = wheel.name.split("-")[1]
    return json.dumps(bom, indent=1, ensure_ascii=False) + "\n"


def installed(wheel, extra, folder):
    """Install only a wheel and its requirements into a folder, and return its Python."""
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", LOCK, f"{wheel}{extra}"], check=True, capture_output=True)
    return python


def names_in(python):
    """Return (name, version) of all packages in an environment, in lower case."""
    code = "import importlib.metadata as m; print(*(f'{d.name}=={d.version}' for d in m.distributions()))"
    requirements = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    return sorted(tuple(requirement.lower().replace("_", "-").split("==")) for requirement in requirements)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
