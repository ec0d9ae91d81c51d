"""Tables on the terminal: words are left-aligned, numbers right-aligned; names are never interpreted as markup."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from generator.cli.console import in_line

if TYPE_CHECKING:
    from generator.scoring.score_listings import TextTable

WIDEST = 400


def show_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: int = 1) -> None:
    """Print a table with a heading row; the first `texts` columns are words, the others numbers."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for index, title in enumerate(head):
        table.add_column(Text(in_line(title)), justify="left" if index < texts else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(in_line(cell)) for cell in row))
    console = Console(file=sys.stdout, width=WIDEST, color_system=None, markup=False, highlight=False, emoji=False)
    with console.capture() as drawn:
        console.print(table)
    for line in drawn.get().splitlines():
        sys.stdout.write(line.rstrip() + "\n")


def show_listing(listing: "TextTable") -> None:
    """Print a table of texts."""
    show_table(listing.head, listing.rows, texts=listing.texts)
