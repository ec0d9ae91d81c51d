"""Redraw the pictures of the games: `python -m tools.art` for all, or with the names of games."""

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


def write(game, root=ROOT):
    """Write the cover of a game and the heads of its sheets, as paintings and as line art; return their paths."""
    scenes = import_module(f"tools.art.{SCENES[game]}")
    folder = Path(root) / "layouts" / game / "art"
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    drawings = [("cover", scenes.draw()), ("frieze", scenes.frieze())]
    drawings += [(name, getattr(scenes, name)()) for name in ("head", "night") if hasattr(scenes, name)]
    for name, svg in [
        (name + end, drawing.svg(line_art=bool(end))) for name, drawing in drawings for end in ("", "_lines")
    ]:
        if len(svg) > MOST_BYTES:
            sys.exit(f"{game}: {name}.svg has {len(svg):,} bytes, at most {MOST_BYTES:,}")
        paths.append(folder / f"{name}.svg")
        paths[-1].write_text(svg, encoding="utf-8")
    return paths


if __name__ == "__main__":
    for game in sys.argv[1:] or SCENES:
        for path in write(game):
            print(path.relative_to(ROOT), f"{path.stat().st_size:,} bytes")
