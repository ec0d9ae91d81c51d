"""Draw the pictures of the games anew: `python -m tools.art` for all, with names of games for those."""

import sys
from importlib import import_module
from pathlib import Path

from tests.conftest import ROOT

SCENES = {
    "paper-dungeons": "paper_dungeons",
    "dungeon-fighter": "dungeon_fighter",
    "platformer": "platformer",
    "labirynt-smierci": "labyrinth_of_death",
    "yacht": "yacht",
}
MOST_BYTES = 120_000
PALE = 0.84  # of a painting behind boxes that are marked


def write(game, root=ROOT):
    """Write the painting of a game, a pale one and its line art; return where."""
    drawing = import_module(f"tools.art.{SCENES[game]}").draw()
    folder = Path(root) / "layouts" / game / "art"
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    looks = (
        ("cover", drawing.svg()),
        ("cover_pale", drawing.svg(pale=PALE)),
        ("cover_lines", drawing.svg(line_art=True)),
    )
    for name, svg in looks:
        if len(svg) > MOST_BYTES:
            sys.exit(f"{game}: {name}.svg has {len(svg):,} bytes, at most {MOST_BYTES:,}")
        paths.append(folder / f"{name}.svg")
        paths[-1].write_text(svg, encoding="utf-8")
    return paths


if __name__ == "__main__":
    for game in sys.argv[1:] or SCENES:
        for path in write(game):
            print(path.relative_to(ROOT), f"{path.stat().st_size:,} bytes")
