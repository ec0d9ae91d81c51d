"""How soon after a save the new picture is on the page of a real browser: a card and a sheet.

python tools/bench/seen.py [saves]
"""

import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from generator.reading.game_catalogue import built_in_root
from tests.workshop.browsers import browser_path
from tests.workshop.programs import Program

SHOWN = {
    "deck": ("layouts/paper-dungeons/cards/goal.yaml", "monsters level 4"),
    "sheet": ("layouts/paper-dungeons/player_sheet.yaml", ""),
}
HEARD = """(figure) => new Promise((done) => {
  const seen = new MutationObserver(() => requestAnimationFrame(() => (seen.disconnect(), done(Date.now()))));
  seen.observe(figure.querySelector(".picture"), {childList: true});
})"""


def main(saves=30):
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        program = Program(Path(home))
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        try:
            for kind, (source, caption) in SHOWN.items():
                page = browser.new_page(viewport={"width": 1200, "height": 700})
                page.goto(program.link)
                figure = page.locator(f"figure.{kind}", has_text=re.compile(caption)).first
                figure.hover()  # the one that is looked at
                figure.locator("svg").first.wait_for()
                text = (built_in_root() / source).read_text(encoding="utf-8")
                own = Path(home) / source
                own.parent.mkdir(parents=True, exist_ok=True)
                own.write_text(text, encoding="utf-8")
                page.wait_for_timeout(2500)  # the new folder is told of, and told of again
                times = []
                for at in range(saves):
                    page.evaluate(f"(figure) => {{ window.shown = ({HEARD})(figure) }}", figure.element_handle())
                    start = time.time()
                    own.write_text(f"{text}# saved {at}\n", encoding="utf-8")
                    times.append(page.evaluate("() => window.shown") - 1000 * start)
                    page.wait_for_timeout(300)
                print(
                    f"{kind}: {saves} saves, on the page after {statistics.median(times):.0f} ms (median), fastest {min(times):.0f} ms; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
                )
                page.close()
        finally:
            browser.close()
            program.kill()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
