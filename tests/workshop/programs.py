"""`scrawl workshop` as a process, and pages that look at it."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request

from tests.conftest import ROOT


class Program:
    """`scrawl workshop` as a process, at the same ports and with the same data when it is started again."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None
        self.port = 0
        self.start()

    def start(self):
        command = [sys.executable, "-m", "generator", "workshop", "--no-browser", "--port", str(self.port), "--home", str(self.folder), "--db", str(self.folder / "ledger.sqlite3")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT, env={**os.environ, "XDG_CONFIG_HOME": str(self.folder / "config")})
        self.link = re.search(r"http://\S+", self.process.stdout.readline())[0]
        self.port = int(re.search(r":(\d+)/", self.link)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def ask(self, path, sent=None):
        origin, key = self.link.split("/#")
        request = urllib.request.Request(f"{origin}/{path}", None if sent is None else json.dumps(sent).encode(), {"x-key": key, "origin": origin})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)


def phone(browser, link, name):
    page = browser.new_context(**browser.phone, locale="en-GB").new_page()
    page.goto(link)
    page.fill("#name", name)
    page.tap("button.main")
    page.wait_for_selector("#paper svg")
    return page


def visited(browser, language, game=""):
    """Open a window that remembers what went wrong in it."""
    page = browser.new_context(locale=language).new_page()
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda fault: page.problems.append(str(fault)))
    page.add_init_script(f"sessionStorage['scrawl-chosen'] ??= JSON.stringify({{game: '{game}'}})")
    return page
