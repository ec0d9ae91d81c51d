"""`scrawl workshop` as a process, and pages that show it."""

import inspect
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

from tests.conftest import ROOT

# a script that delays an answer
LATE = "(ask => (globalThis.fetch = async (...what) => (await new Promise((go) => setTimeout(go, /WHAT/.test(what[0]) ? 400 : 0)), ask(...what))))(fetch)"


def command(folder, *options, port=0):
    """Return the command that starts the workshop with its ledger in a folder; port 0 lets it choose a port."""
    places = ("--port", port, "--db", f"{folder}/ledger.sqlite3")
    return [sys.executable, "-m", "generator", "workshop", "--no-browser", *map(str, (*places, *options))]


class Program:
    """`scrawl workshop` as a process, at the same ports and with the same data when it is started again."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None
        self.port = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            command(self.folder, "--home", self.folder, port=self.port),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, "XDG_CONFIG_HOME": str(self.folder / "config")},
        )
        self.link = re.search(r"http://\S+", self.process.stdout.readline())[0]
        self.port = int(re.search(r":(\d+)/", self.link)[1])

    def end(self):
        """End the program as Ctrl-C does."""
        self.kill(signal.SIGINT)

    def kill(self, by=signal.SIGKILL):
        self.process.send_signal(by)
        self.process.wait()
        self.process.stdout.close()

    def ask(self, path, sent=None):
        origin, key = self.link.split("/#")
        request = urllib.request.Request(
            f"{origin}/{path}", None if sent is None else json.dumps(sent).encode(), {"x-key": key, "origin": origin}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


def watched(page):
    """Make a page record the failures of its scripts."""
    page.problems = []
    page.set_default_timeout(1000 * patience())
    page.on("pageerror", lambda fault: page.problems.append(str(fault)))
    # The driver asks the browser now to report file choosers: later, a quick key press could come before the request.
    page.on("filechooser", lambda chooser: None)
    return page


def visit(page, program, **chosen):
    """Open the pages of a program as in a new tab with earlier choices: a game, a room."""
    leaves = lambda dialog: dialog.accept()  # noqa: E731
    page.on("dialog", leaves)  # unsaved text of an earlier test
    page.goto(f"{program.link.partition('#')[0]}host.css")  # a page where the stored choices can be changed
    page.remove_listener("dialog", leaves)
    page.evaluate(
        "chosen => (localStorage.clear(), sessionStorage.clear(), sessionStorage.setItem('scrawl-chosen', JSON.stringify(chosen)))",
        chosen,
    )
    page.goto(program.link)


def patience(seconds=30):
    """Return the seconds to wait for something that takes a moment: more if more programs share the processors.

    The browser or the workshop may do the work, and their processor time cannot be measured from here.
    """
    load = os.getloadavg()[0] / os.cpu_count() if hasattr(os, "getloadavg") else 1
    return seconds * max(1, load)


def until(page, condition):
    """Wait until something outside the page is true, and return it; the page continues to run.

    Raises AssertionError with the condition and its last value.
    """
    seconds = patience()
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        page.wait_for_timeout(50)
    source = inspect.getsource(condition).strip() if inspect.isfunction(condition) else condition
    raise AssertionError(
        f"waited {seconds:.0f} s for: {source}\nlast got: {value!r} {inspect.getclosurevars(condition).nonlocals}"
    )


def still(page, element):
    """Wait until an element, given as a script, has not moved for ten frames."""
    page.evaluate(
        f"""async () => {{
            const frame = () => new Promise(requestAnimationFrame);
            const top = () => ({element}).getBoundingClientRect().top;
            for (let last = NaN; last !== top();) {{
                last = top();
                for (let each = 0; each < 10; each += 1) await frame();
            }}
        }}"""
    )


def sit_down(page, name, until="#paper svg"):
    page.fill("#name", name)
    page.tap("button.main")
    page.wait_for_selector(until)


def seated(page, table, name, until="#paper svg"):
    """Let a player join a table with a phone and sit down, and return the phone."""
    page.goto(table["link"], wait_until="commit")
    sit_down(page, name, until)
    return page
