"""Tables on the terminal: words are left-aligned, numbers right-aligned; names are never interpreted as markup."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from generator.cli.console import in_line

if TYPE_CHECKING:
    from generator.scoring.score_listings import TextTable


def show_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: int = 1) -> None:
    """Print a table with a heading row; the first `texts` columns are words, the others numbers."""
    from rich.cells import cell_len  # the width of emoji and of Chinese letters; the rest of rich starts slowly

    lines = [[*map(in_line, line), *[""] * (len(head) - len(line))] for line in (head, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        shown = []
        for index, (cell, width) in enumerate(zip(line, widths, strict=True)):
            room = " " * (width - cell_len(cell))
            shown.append(cell + room if index < texts else room + cell)
        sys.stdout.write("  ".join(shown).rstrip() + "\n")


def show_listing(listing: "TextTable") -> None:
    """Print a table of texts."""
    show_table(listing.head, listing.rows, texts=listing.texts)
