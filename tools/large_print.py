"""Measure the pages of words in large print: how full they are, and which tables and lists a page break tears.

    python -m tools.large_print [--paper letter] [--list]

Prints one line for each game and language. The lowest word, icon or picture on a page decides how full it is. The exit
code is 1 if a page break tears a table without repeating its head, or separates a single entry from its list.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from generator.frame import Frame, ShadowItem, TextItem, begins_block, walk
from generator.geometry import Size
from generator.imposition.paper import read_paper
from generator.products.faces_on_paper import printable
from generator.products.handout_pages import is_reset_large, page_frames
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue

ROOT = Path(__file__).parents[1]
GAMES = ("paper-dungeons", "dungeon-fighter", "labirynt-smierci", "platformer", "yacht")
LANGUAGES = ("en", "pl", "cs")


def fill(page: Frame) -> float:
    """Return the share of the printable height of a page that is above its lowest item."""
    area = printable(page.size)
    boxes = [item.rect.around(matrix) for item, matrix in walk(page.items) if not isinstance(item, ShadowItem)]
    return (max(box.bottom for box in boxes if box.bottom <= area.bottom + 1) - area.y) / area.height


def tags(page: Frame) -> list[str]:
    """Return the tags of the items that begin on a page, above the strip at its foot, in reading order."""
    area = printable(page.size)
    return [
        item.opens
        for item, matrix in walk(page.items)
        if isinstance(item, TextItem) and begins_block(item) and item.rect.around(matrix).bottom <= area.bottom + 1
    ]


def torn(pages: list[Frame]) -> Iterator[str]:
    """Yield "table" or "list" for each that a break between the pages tears."""
    for before, after in pairwise(map(tags, pages)):
        if after and after[0].startswith(("TD", "TH")) and after[0].split()[1] != "0":
            yield "table"
        tail = before[next((index for index in range(len(before) - 1, -1, -1) if before[index][0] != "L"), -1) + 1 :]
        head = after[: next((index for index, tag in enumerate(after) if tag[0] != "L"), len(after))]
        if head and tail and 1 in (tail.count("Lbl"), head.count("Lbl")):
            yield "list"


def main() -> int:
    """Print a line for each game and language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--list", action="store_true", help="print the fill of each page, too")
    options = parser.parse_args()
    catalogue, all_fills, torn_count = GameCatalogue((ROOT,)), list[float](), 0
    paper: Size = read_paper(catalogue, options.paper)
    for game in GAMES:
        for language in LANGUAGES:
            pack = open_pack(catalogue, game, language, "large-print")
            fills, faults = list[float](), list[str]()
            for name in pack.manifest.pages:
                if is_reset_large(pack, name):
                    pages = list(page_frames(pack, name, paper))
                    fills += map(fill, pages)
                    faults += [f"{name}: {part}" for part in torn(pages)]
                    if options.list:
                        print(f"  {name:14}", *(f"{fill(page):4.0%}" for page in pages))
            all_fills += fills
            torn_count += len(faults)
            print(f"{game:18}{language}  {len(fills):3} pages  {sum(fills) / len(fills):4.0%}", *faults)
    print(f"all: {len(all_fills)} pages, {sum(all_fills) / len(all_fills):.1%} full, {torn_count} torn")
    return min(torn_count, 1)


if __name__ == "__main__":
    raise SystemExit(main())
