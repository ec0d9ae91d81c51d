"""Save again and again, and measure how soon the new picture is ready and whether the memory of the program grows.

The tool saves cards, sheets and pages to disk, each time with other words, and draws a dungeon in its editor.

python tools/bench/saves.py [saves]
"""

import json
import os
import re
import statistics
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from generator.reading.game_catalogue import built_in_root
from tests.workshop.programs import Program

GAME = "paper-dungeons"
SOURCES = {
    "deck": f"layouts/{GAME}/cards/goal.yaml",
    "words": f"cards/{GAME}/words/en.yaml",
    "sheet": f"layouts/{GAME}/player_sheet.yaml",
    "page": f"layouts/{GAME}/pages/score_pad.yaml",
}
ROUND = ("deck", "deck", "deck", "words", "sheet", "deck", "page", "deck", "dungeon", "dungeon")
WARM = 50  # after so many saves everything was drawn once


class Workshop:
    """The program, with the requests that its page sends."""

    def __init__(self, home):
        self.home = Path(home)
        self.program = Program(self.home)
        self.origin, self.key = self.program.link.split("/#")
        shelf = json.load(self.ask("shelf"))
        self.names = {
            "deck": "goals",
            "words": "goals",
            "sheet": shelf["sheets"][0]["name"],
            "page": shelf["pages"][0]["name"],
        }
        self.changes = self.ask("changes")
        self.changes.readline()
        self.map = json.load(self.ask("dungeons/bench/begin", {"own": True, "columns": 6, "rows": 6}))["text"]

    def ask(self, path, data=None, **query):
        selection = "&".join(f"{name}={value}" for name, value in {"game": GAME, "language": "en", **query}.items())
        body = None if data is None else json.dumps(data).encode()
        return urllib.request.urlopen(
            urllib.request.Request(
                f"{self.origin}/{path}?{selection}", body, {"x-key": self.key, "origin": self.origin}
            )
        )

    def save(self, kind, number):
        """Save a source with a new text; return when its picture is ready."""
        text = (built_in_root() / SOURCES[kind]).read_text(encoding="utf-8")
        changed = (
            re.sub(r"^(  ?\w+: \"?)(\w)", rf"\1W{number} \2", text, count=3, flags=re.M)
            if kind == "words"
            else f"{text}# saved {number}\n"
        )
        (self.home / SOURCES[kind]).write_text(changed, encoding="utf-8")
        while not self.changes.readline().startswith(b"data"):
            pass
        selection = "deck" if kind == "words" else kind
        assert len(self.ask("picture", kind=selection, name=self.names[kind]).read()) > 1000

    def draw(self, number):
        """Change an edge of a dungeon; return when its sheet is ready, too."""
        edit = {
            "do": "edges",
            "edges": [["ABCDE"[number % 5] + str(1 + number // 5 % 5), "up" if number % 2 else "right"]],
        }
        self.map = json.load(self.ask("dungeons/bench/draw", {"text": self.map, "edits": [edit]}))["text"]
        assert len(self.ask("dungeons/bench/picture", {"text": self.map, "kind": "sheet"}).read()) > 1000

    def memory(self):
        """Return the memory of the program, in MB."""
        status = Path(f"/proc/{self.program.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def main(saves=1000):
    times, memories = {}, {}
    with tempfile.TemporaryDirectory() as home:
        for source in SOURCES.values():
            (Path(home) / source).parent.mkdir(parents=True, exist_ok=True)
            (Path(home) / source).write_bytes((built_in_root() / source).read_bytes())
        workshop = Workshop(home)
        try:
            for number in range(saves):
                if number == WARM or number % (saves // 5 or 1) == 0:
                    memories[number] = workshop.memory()
                kind = ROUND[number % len(ROUND)]
                start = time.perf_counter()
                workshop.draw(number) if kind == "dungeon" else workshop.save(kind, number)
                times.setdefault(kind, []).append(1000 * (time.perf_counter() - start))
                time.sleep(0.03)
            memories[saves] = workshop.memory()
        finally:
            workshop.program.kill()
    for kind, all_of_them in times.items():
        print(f"{kind}: {len(all_of_them)} saves, picture there after {statistics.median(all_of_them):.0f} ms (median)")
    print(
        f"memory after so many saves: {', '.join(f'{number}: {size:.0f} MB' for number, size in sorted(memories.items()))}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
