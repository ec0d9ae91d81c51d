"""The browser for the tests of the workshop's pages: the system's own, or one that Playwright keeps for the user.

`python -m tests.workshop.browsers` downloads one if there is none. It changes nothing in the system.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import playwright

NAMES = (
    "chromium-headless-shell",  # opens a page in a fifth of the CPU time
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "microsoft-edge-stable", "msedge",
    "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge", "/snap/bin/chromium",
    *(f"/Applications/{name}.app/Contents/MacOS/{name}" for name in ("Chromium", "Google Chrome", "Microsoft Edge")),
    *(rf"C:\Program Files{folder}\{name}.exe" for folder in ("", " (x86)") for name in (r"Google\Chrome\Application\chrome", r"Microsoft\Edge\Application\msedge")),
)  # fmt: skip
INSTALL = ("-m", "playwright", "install", "--only-shell", "chromium")
FETCHED = (
    "chrome-headless-shell",
    "headless_shell",
    "chrome-headless-shell.exe",
    "headless_shell.exe",
)  # in Playwright's folder
DRIVER = str(Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node"))
LONGEST, REFUSED = 300, 10  # seconds: for a download, and for a server that does not answer
NEEDED = "SCRAWL_BROWSER"  # `required`: tests without a browser fail
FASTER = (
    "chromium-headless-shell opens a page in a fifth of the time: `apt install chromium-headless-shell` on Debian and "
    f"Ubuntu, elsewhere `python {' '.join(INSTALL)}`."
)
GET_ONE = "install Chromium, Chrome or Edge, or run `make test` where a browser can be downloaded"


@lru_cache
def found():
    """Return the path of a browser that starts and that Playwright can control, or None."""
    if undriven():
        return None
    return next((path for path in map(shutil.which, NAMES) if path and not fault_of(path)), None) or fetched()


def why_none():
    """Return why there is no browser, and what to do."""
    return (
        f"what drives a browser does not start here ({undriven()}); install what it lacks"
        if undriven()
        else f"there is no browser here; {GET_ONE}"
    )


def browser_path():
    """Return the path of the browser; raises AssertionError that says how to get one."""
    assert found(), f"the pages of the workshop are tested in a real browser, but {why_none()}"
    return found()


def is_required():
    return os.environ.get(NEEDED) == "required"


@lru_cache
def undriven():
    """Return why Playwright does not start, or "". Its own program needs libraries of the system."""
    return fault_of(DRIVER)


@lru_cache
def javascript():
    """Return the path of a program that runs JavaScript, or None. Playwright has one, the system may have one."""
    return next((path for path in (DRIVER, shutil.which("node")) if path and not fault_of(path)), None)


def fault_of(path):
    """Return why a program does not start, or "". Some only print what to install, or libraries may be missing."""
    if os.name == "nt":
        return ""  # a browser would open a window
    try:
        result = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError) as fault:
        return str(fault)
    return last_line(result.stderr) or f"it ended with {result.returncode}" if result.returncode else ""


def last_line(text):
    """Return the last line of a program's error message, without the path of the program."""
    line = next((line for line in reversed(text.splitlines()) if line.strip()), "")
    return line.partition(": ")[2] or line


def fetched():
    """Return the path of the browser that Playwright downloaded for the user, or None."""
    output = subprocess.run(
        [sys.executable, *INSTALL, "--dry-run"], capture_output=True, text=True, timeout=20, check=False
    ).stdout
    folders = [Path(folder) for folder in re.findall(r"Install location: +(.+)", output)]
    paths = (
        str(path) for folder in folders for path in sorted(folder.rglob("*")) if path.name in FETCHED and path.is_file()
    )
    return next((path for path in paths if not fault_of(path)), None)


def fetch():
    """Download a browser into the user's cache; return the problem, or ""."""
    if undriven():
        return why_none()
    environment = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(REFUSED * 1000)}
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(
        [sys.executable, *INSTALL], **pipes, start_new_session=True, env={**os.environ, **environment}
    )
    try:
        messages = process.communicate(timeout=LONGEST)[1]
    except subprocess.TimeoutExpired:
        return f"it took more than {LONGEST} seconds"
    finally:
        ended(process)
    found.cache_clear()
    if process.returncode:
        return next(
            (line.removeprefix("Error: ") for line in messages.splitlines() if line.startswith("Error: ")),
            last_line(messages),
        )
    return "" if found() else "it does not start here, as libraries of the system are missing"


def ended(process):
    """End a process and its child processes."""
    if process.poll() is None:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def main():
    if found():
        if Path(found()).name not in (NAMES[0], *FETCHED):
            print(f"The tests use {found()}. {FASTER}")
        return
    print("The tests of the workshop's pages need a browser: one is fetched into your cache ...", flush=True)
    problem = fetch()
    print(f"No browser could be fetched: {problem}. Its tests are left out." if problem else f"Fetched {found()}.")


if __name__ == "__main__":
    main()
