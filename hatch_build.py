"""Wheels whose modules that play games are compiled by mypyc, from the same source: see docs/simulating.md.

Built where HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 asks for it; pyproject.toml names the modules.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# the same sums as in plain Python on every machine: no two operations in one that rounds once
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(["--ignore-missing-imports", *{modules!r}], opt_level="3", group_name="scrawlpress")
setup(name="scrawlpress", packages=[], ext_modules=modules)
"""


class CompiledModules(BuildHookInterface[Any]):
    """Adds the compiled modules beside their source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a folder of its own; an installation that is edited stays plain."""
        self.folder = Path(tempfile.mkdtemp())
        if version == "editable":
            return
        built = compiled(Path(self.root), self.folder, self.config["modules"])
        build_data["force_include"].update({str(path): str(path.relative_to(self.folder)) for path in built})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.folder)


def compiled(root: Path, folder: Path, modules: list[str]) -> list[Path]:
    """Compile modules of a copy of the package in a folder, and return what came of it."""
    shutil.copytree(root / "generator", folder / "generator", ignore=shutil.ignore_patterns("__pycache__", "data"))
    (folder / "setup.py").write_text(SETUP.format(modules=modules), encoding="utf-8")
    flags = f"{os.environ.get('CFLAGS', '')} -ffp-contract=off".strip()
    settings = {**os.environ, **({} if os.name == "nt" else {"CFLAGS": flags})}
    subprocess.run([sys.executable, "setup.py", "build_ext", "--inplace"], cwd=folder, env=settings, check=True)
    return [
        path
        for ending in ("so", "pyd")
        for path in folder.rglob(f"*.{ending}")
        if "build" not in path.relative_to(folder).parts
    ]
