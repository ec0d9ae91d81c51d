"""Saving again and again: how soon the new picture is there, and whether the program grows.

python tests/bench/saves.py [saves]
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from generator.reading.catalogue import built_in_root

SOURCES = {"deck": "layouts/paper-dungeons/cards/goal.yaml", "sheet": "layouts/paper-dungeons/player_sheet.yaml"}


def memory(process):
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def main(saves=1000):
    with tempfile.TemporaryDirectory() as home:
        for source in SOURCES.values():
            (Path(home) / source).parent.mkdir(parents=True, exist_ok=True)
            (Path(home) / source).write_bytes((built_in_root() / source).read_bytes())
        command = [sys.executable, "-m", "generator", "workshop", "--no-browser", "--port", "0", "--home", home, "--db", f"{home}/ledger.sqlite3"]
        program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            origin, key = re.search(r"http://\S+", program.stdout.readline())[0].split("/#")

            def ask(path):
                return urllib.request.urlopen(urllib.request.Request(f"{origin}/{path}", headers={"x-key": key, "origin": origin}))

            sheet = json.load(ask("shelf?game=paper-dungeons&language=en"))["sheets"][0]["name"]
            changes = ask("changes")
            changes.readline()
            times = {"deck": [], "sheet": []}
            for at in range(saves):
                kind = "sheet" if at % 10 == 9 else "deck"
                source = Path(home) / SOURCES[kind]
                text = (built_in_root() / SOURCES[kind]).read_text(encoding="utf-8")
                if at == 20:
                    before = memory(program)
                start = time.perf_counter()
                source.write_text(f"{text}# saved {at}\n", encoding="utf-8")
                while not changes.readline().startswith(b"data"):
                    pass
                name = sheet if kind == "sheet" else "goals"
                size = len(ask(f"picture?game=paper-dungeons&language=en&kind={kind}&name={name}").read())
                times[kind].append(1000 * (time.perf_counter() - start))
                assert size > 1000
                time.sleep(0.03)
            after = memory(program)
        finally:
            program.kill()
            program.stdout.close()
            program.wait()
    for kind, all_of_them in times.items():
        print(f"{kind}: {len(all_of_them)} saves, picture there after {statistics.median(all_of_them):.0f} ms (median)")
    print(f"memory: {before:.0f} MB after 20 saves, {after:.0f} MB after {saves}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
