"""What a release gives away, in a folder: `python -m tools.release dist` (needs the extra `release`, and the registry).

Wheel and source package are built twice, from copies that differ in what must not matter (times, rights, folder, locale), and have
to be the same bytes. A list of what an install brings (SBOM, CycloneDX) is made of a fresh environment for each way to install; the
lock with the sums of all files that pip may bring lies beside it.
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

INSTALLS = {"": "", "-workshop": "[workshop]"}  # what the name of an SBOM ends with: what is installed
KEPT_OUT = (".*", "output", "dist", "build", "site", "__pycache__", "*.egg-info")
LOCK = ROOT / "locks" / "newest.txt"
SUMS = ROOT / "locks" / "install.txt"


def main(dist):
    """Build all of it into a folder that is not there yet; exits with a sentence where two builds differ."""
    dist.mkdir(parents=True)
    wheel, source = built_twice(dist)
    for ending, extra in INSTALLS.items():
        listed = sbom(wheel, extra)
        (dist / f"{'-'.join(wheel.name.split('-')[:2])}{ending}.cdx.json").write_text(listed, encoding="utf-8")
    shutil.copy(SUMS, dist)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(dist.iterdir())]
    (dist / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    print(*sums, sep="\n")
    return wheel, source


def built_twice(dist):
    """Return the wheel and the source package that two copies of the project give alike."""
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        one, other = built(Path(first) / "project"), built(Path(second) / "elsewhere" / "copy", unlike=True)
        for name, content in one.items():
            if other.get(name) != content:
                sys.exit(f"{name} is not the same in two builds")
            (dist / name).write_bytes(content)
    return next(dist.glob("*.whl")), next(dist.glob("*.tar.gz"))


def built(folder, *, unlike=False):
    """Return the files that are built of a copy of the project, by name; an unlike copy has other times and rights."""
    shutil.copytree(ROOT, folder, ignore=lambda place, names: kept_out(Path(place), names))
    for name in (".pre-commit-hooks.yaml", ".github"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, folder)
    surroundings = {**os.environ, "LC_ALL": "C"} if unlike else dict(os.environ)
    if unlike:
        for path in folder.rglob("*"):
            os.utime(path, (1_500_000_000, 1_500_000_000))
            path.chmod(path.stat().st_mode & 0o700)  # what others may do does not matter
    command = [sys.executable, "-m", "hatchling", "build", "-d", "dist"]
    subprocess.run(command, cwd=folder, env=surroundings, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in (folder / "dist").iterdir()}


def kept_out(place, names):
    """Return which names of a folder are no part of the project."""
    ignored = shutil.ignore_patterns(*KEPT_OUT)(str(place), names)
    return ignored if place == ROOT else set(names) & {"__pycache__"}


def sbom(wheel, extra=""):
    """Return the SBOM of what an install of the wheel brings, as JSON; raises CalledProcessError without the registry."""
    with tempfile.TemporaryDirectory() as folder:
        python = installed(wheel, extra, Path(folder))
        command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "--pyproject"]
        done = subprocess.run([*command, ROOT / "pyproject.toml", python], check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    told["metadata"]["component"]["version"] = wheel.name.split("-")[1]
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def installed(wheel, extra, folder):
    """Install a wheel and nothing else into a folder, and return its Python."""
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", LOCK, f"{wheel}{extra}"], check=True, capture_output=True)
    return python


def names_in(python):
    """Return (name, version) of all that an environment holds, in small letters."""
    code = "import importlib.metadata as m; print(*(f'{d.name}=={d.version}' for d in m.distributions()))"
    told = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    return sorted(tuple(each.lower().replace("_", "-").split("==")) for each in told)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
