"""The scripts of the workshop's pages, checked by types: `python -m tests.workshop.script_types`, where node and npm are there.

TypeScript is fetched into the user's cache of npm, once; where it cannot be had, one sentence says so, and nothing fails.
"""

import re
import shutil
import subprocess
import sys

from tests.conftest import ROOT

STATIC = ROOT / "generator" / "workshop" / "static"
COMPILER = ("npx", "--yes", "--prefer-offline", "--package", "typescript@5.9.3", "--", "tsc")
ASKED = (
    *("--noEmit", "--allowJs", "--checkJs", "--skipLibCheck", "--pretty", "false"),
    *("--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"),
)
LONGEST = 120  # seconds, a download and all
_FAULT = re.compile(r"^(\S+)\((\d+),(\d+)\): (error TS\d+: .*)$", re.M)


def faults(scripts, compiler=COMPILER):
    """Return what is wrong with scripts and what they import, a line for each, but for libraries; None where nobody tells."""
    if shutil.which(compiler[0]) is None:
        return None
    try:
        told = subprocess.run(
            [shutil.which(compiler[0]), *compiler[1:], *ASKED, *map(str, scripts)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    found = [f"{path}:{line}:{column}: {what}" for path, line, column, what in _FAULT.findall(told.stdout)]
    if told.returncode and not found:
        return None  # it could not be fetched, or does not start
    return [fault for fault in found if "/vendor/" not in fault.partition(":")[0]]


def main():
    found = faults(sorted(STATIC.glob("*.js")))
    if found is None:
        print("The types of the scripts are not checked: that takes node, npm and, once, the network.")
    elif found:
        print("\n".join(found))
        sys.exit(1)


if __name__ == "__main__":
    main()
