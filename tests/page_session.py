"""Follow a page of the handbook as a reader does: write its files, run its commands, compare their output.

A block ```yaml NAME is a file, ```csv >> NAME more lines of it, ```yaml << NAME lines that it has; ```diff NAME removes
its lines - and adds its lines +. In ```console a line with $ is a command, the lines below it are its output, and ...
means omitted lines. A block without a language has commands without their output.
"""

import re
import shlex

from tests import page_shape
from tests.conftest import ROOT
from tests.tables import read_yaml

LOCALES = {"pl": "pl_PL.UTF-8", "cs": "cs_CZ.UTF-8"}
ANSWERS = read_yaml(ROOT / "tests" / "data" / "page_answers.yaml")
BLOCK = re.compile(r"^```(\w*) ?(>>|<<)? ?(\S*)\n(.*?)^```$", re.S | re.M)
DATE = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?")


class Session:
    """A reader who follows a whole page in an empty folder."""

    def __init__(self, scrawl, folder, page):
        self.scrawl, self.folder = scrawl, folder
        self.language = page.partition("/")[0] if "/" in page else "en"
        self.env = {f"XDG_{each}_HOME": str(folder / each.lower()) for each in ("CONFIG", "DATA", "STATE")}
        if self.language in LOCALES:
            self.env["LC_ALL"] = LOCALES[self.language]

    def follow(self, text):
        for kind, arrow, name, block in BLOCK.findall(text):
            if kind == "diff":
                self.edit(name, block)
            elif arrow == "<<":
                assert block in (self.folder / name).read_text(encoding="utf-8")
            elif name:
                self.write(name, block, "a" if arrow else "w")
            elif kind == "console":
                for command, expected in re.findall(r"^\$ scrawl (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                    self.run_and_compare(command, expected)
            elif not kind:
                for command in re.findall(r"^(?:\.venv/bin/)?scrawl (.*)$", block, re.M):
                    self.run_command(command)

    def write(self, name, text, mode):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)

    def edit(self, name, changes):
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        before, after = ("\n".join(line[2:] for line in changes.splitlines() if line.startswith(sign)) for sign in "-+")
        assert text.count(before) == 1, before
        path.write_text(text.replace(before, after), encoding="utf-8")

    def run_and_compare(self, command, expected):
        words = shlex.split(command, comments=True)
        answers = ANSWERS.get(" ".join(words), "")
        for english, other in page_shape.TYPED.get(self.language, {}).items():
            answers = answers.replace(english, other)
        done = self.scrawl(*words, stdin=answers, env=self.env, echoed=True)
        assert done.returncode == (1 if re.search(r": (error|błąd|chyba) ", expected) else 0), (command, done.stderr)
        outputs = [plain(one + other) for one, other in ((done.stdout, done.stderr), (done.stderr, done.stdout))]
        for part in re.split(r"^ *\.\.\.\n", plain(expected), flags=re.M):
            assert any(part.rstrip("\n") in output for output in outputs), (
                f"{command} does not print\n{part}but\n{outputs[0]}"
            )

    def run_command(self, command):
        words = shlex.split(command, comments=True)
        if asks(words) or any(word.endswith(".jpg") or word in ("ada.pdf", "log.pdf") for word in words):
            return
        if words[0] == "simulate":  # a few games show that it runs
            words = [*words, "--games", "20"]
        done = self.scrawl(*words, env=self.env)
        assert done.returncode == 0, (command, done.stderr)


def plain(text):
    """Return an output without dates, and without blanks at the ends of lines."""
    return re.sub(r"[ \t]+$", "", DATE.sub("DATE", text), flags=re.M)


def asks(words):
    """Return whether a command asks questions, serves pages or waits. Other tests cover these."""
    return (
        (words[0] == "score" and not any("." in word for word in words))
        or (words[0] == "calibrate" and "--set" in words)
        or words[0] == "workshop"
        or words[:2] == ["history", "edit"]
        or "1000000" in words  # games
    )
