"""Measure the pages of words in the large print: how full they are, and which tables and lists a page break tears.

    python -m tools.large_print [--paper letter] [--list]

One line for each game and language. A page is as full as the lowest word, icon or picture on it says. The exit code is
1 if a page break tears a table whose next part does not repeat the head, or leaves one entry of a list alone.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from generator.frame import Frame, ShadowItem, TextItem, opens_anew, walk
from generator.geometry import Size
from generator.imposition.paper import read_paper
from generator.products.faces_on_paper import printable
from generator.products.handout_pages import is_set_anew, page_frames
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue

ROOT = Path(__file__).parents[1]
GAMES = ("paper-dungeons", "dungeon-fighter", "labirynt-smierci", "platformer", "yacht")
LANGUAGES = ("en", "pl", "cs")


def fill(page: Frame) -> float:
    """Return which part of the printable height of a page is above its lowest item."""
    area = printable(page.size)
    boxes = [item.rect.around(matrix) for item, matrix in walk(page.items) if not isinstance(item, ShadowItem)]
    return (max(box.bottom for box in boxes if box.bottom <= area.bottom + 1) - area.y) / area.height


def tags(page: Frame) -> list[str]:
    """Return what begins on a page, above the strip at its foot, in reading order."""
    area = printable(page.size)
    return [
        item.opens
        for item, matrix in walk(page.items)
        if isinstance(item, TextItem) and opens_anew(item) and item.rect.around(matrix).bottom <= area.bottom + 1
    ]


def torn(pages: list[Frame]) -> Iterator[str]:
    """Yield what the breaks between the pages tear: "table" or "list"."""
    for before, after in pairwise(map(tags, pages)):
        if after and after[0].startswith(("TD", "TH")) and after[0].split()[1] != "0":
            yield "table"
        last = before[next((at for at in range(len(before) - 1, -1, -1) if before[at][0] != "L"), -1) + 1 :]
        first = after[: next((at for at, tag in enumerate(after) if tag[0] != "L"), len(after))]
        if first and last and 1 in (last.count("Lbl"), first.count("Lbl")):
            yield "list"


def main() -> int:
    """Print a line for each game and language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--list", action="store_true", help="print the fill of each page, too")
    options = parser.parse_args()
    catalogue, every, bad = GameCatalogue((ROOT,)), list[float](), 0
    paper: Size = read_paper(catalogue, options.paper)
    for game in GAMES:
        for language in LANGUAGES:
            pack = open_pack(catalogue, game, language, "large-print")
            fills, faults = list[float](), list[str]()
            for name in pack.manifest.pages:
                if is_set_anew(pack, name):
                    pages = list(page_frames(pack, name, paper))
                    fills += map(fill, pages)
                    faults += [f"{name}: {what}" for what in torn(pages)]
                    if options.list:
                        print(f"  {name:14}", *(f"{fill(page):4.0%}" for page in pages))
            every += fills
            bad += len(faults)
            print(f"{game:18}{language}  {len(fills):3} pages  {sum(fills) / len(fills):4.0%}", *faults)
    print(f"all: {len(every)} pages, {sum(every) / len(every):.1%} full, {bad} torn")
    return min(bad, 1)


if __name__ == "__main__":
    raise SystemExit(main())
