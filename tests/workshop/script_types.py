"""Check the types of the workshop's page scripts: `python -m tests.workshop.script_types`, if you have node and npm.

npm downloads TypeScript into the user's cache, once. Without it, one sentence says so, and nothing fails.
"""

import re
import shutil
import subprocess
import sys

from tests.conftest import ROOT

STATIC = ROOT / "generator" / "workshop" / "static"
COMPILER = ("npx", "--yes", "--prefer-offline", "--package", "typescript@5.9.3", "--", "tsc")
OPTIONS = (
    *("--noEmit", "--allowJs", "--checkJs", "--skipLibCheck", "--pretty", "false"),
    *("--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"),
)
LONGEST = 120  # seconds, with a download
_FAULT = re.compile(r"^(\S+)\((\d+),(\d+)\): (error TS\d+: .*)$", re.M)


def faults(scripts, compiler=COMPILER):
    """Return a line for each fault in scripts and their imports, without libraries; None if the compiler cannot run."""
    if shutil.which(compiler[0]) is None:
        return None
    try:
        result = subprocess.run(
            [shutil.which(compiler[0]), *compiler[1:], *OPTIONS, *map(str, scripts)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    messages = [f"{path}:{line}:{column}: {what}" for path, line, column, what in _FAULT.findall(result.stdout)]
    if result.returncode and not messages:
        return None  # npm could not download it, or it does not start
    return [fault for fault in messages if "/vendor/" not in fault.partition(":")[0]]


def main():
    messages = faults(sorted(STATIC.glob("*.js")))
    if messages is None:
        print("The types of the scripts are not checked: that takes node, npm and, once, the network.")
    elif messages:
        print("\n".join(messages))
        sys.exit(1)


if __name__ == "__main__":
    main()
