"""Make a folder with the program, its Python and all it needs, for one system: `python -m tools.program_bundle dist`.

`dist` has a release (`python -m tools.release dist`). PyInstaller packs the wheel as pip installs it, because only the
installed package has the folders of data in it. A bundle is for the system that made it, zipped beside the wheel.
"""

import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tests.conftest import ROOT
from tools.release import LOCK

PACKER = "pyinstaller>=6.10,<7"
COLLECTED = ["--collect-all", "generator", "--copy-metadata", "scrawlpress", "--collect-data", "pyphen"]


def main(dist):
    """Pack the wheel of a release, and print the path of the file."""
    folder = bundled(dist)
    print(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))


def bundled(dist):
    """Return the folder of the bundle; make it if it does not exist."""
    folder = dist / f"scrawl-{platform.system()}-{platform.machine()}".lower()
    if folder.exists():
        return folder
    wheel = next(dist.glob("*.whl"))
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, with_pip=True)
        programs = Path(place) / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", LOCK, f"{wheel}[workshop,scan]", PACKER], check=True)
        pack = [programs / "pyinstaller", "--log-level", "ERROR", "--onedir", "--name", "scrawl", *COLLECTED]
        subprocess.run([*pack, ROOT / "tools" / "bundle" / "scrawl.py"], cwd=place, check=True)
        shutil.move(Path(place) / "dist" / "scrawl", folder)
    return folder


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
