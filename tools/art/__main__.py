"""Draw the pictures of the games anew: `python -m tools.art` for all, with names of games for those."""

import sys
from importlib import import_module
from pathlib import Path

from tests.conftest import ROOT
from tools.art.brush import Strip

SCENES = {
    "paper-dungeons": "paper_dungeons",
    "dungeon-fighter": "dungeon_fighter",
    "platformer": "platformer",
    "labirynt-smierci": "labyrinth_of_death",
    "yacht": "yacht",
}
MOST_BYTES = 120_000
PALE = 0.84  # of a strip of the picture behind boxes that are marked
# the head of a sheet, as high as that of half a page; the player sheet has to stay small
STRIPS = {
    "paper-dungeons": Strip(280, 380, 3_000),
    "dungeon-fighter": Strip(240, 420, 40_000),
    "platformer": Strip(170, 350, 40_000),
    "labirynt-smierci": Strip(345, 525, 40_000),
    "yacht": Strip(324, 504, 40_000),
}


def write(game, root=ROOT):
    """Write the painting of a game and its line art, and a pale strip of it; return where."""
    drawing = import_module(f"tools.art.{SCENES[game]}").draw()
    folder = Path(root) / "layouts" / game / "art"
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    looks = (
        ("cover", drawing.svg()),
        ("cover_lines", drawing.svg(line_art=True)),
        ("cover_pale", drawing.svg(pale=PALE, strip=STRIPS[game])),
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
