"""Tables on the screen, and streams that can show every sign: what an output cannot show is written in plainer ones."""

import codecs
import contextlib
import sys
from collections.abc import Iterable, Sequence

from generator.scoring.plain_text import bare

PLAINER = {"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2192": "->", "\u00d7": "x", "\u2019": "'", "\u2026": "..."}
HANDLER = "scrawl-plainer"
WIDEST = 400


def show_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, texts: int = 1) -> None:
    """Print a table: the first `texts` columns are words, the others numbers; a row of dashes stands under the head."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for index, title in enumerate(head):
        table.add_column(Text(title), justify="left" if index < texts else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(file=sys.stdout, width=WIDEST, color_system=None, markup=False, highlight=False, emoji=False)
    with console.capture() as drawn:
        console.print(table)
    for line in drawn.get().splitlines():
        sys.stdout.write(line.rstrip() + "\n")


def plain_streams() -> None:
    """Let the output streams write what their encoding lacks in plainer signs instead of failing."""
    codecs.register_error(HANDLER, _plainer)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors=HANDLER)  # type: ignore[union-attr]


def _plainer(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    text = "".join(PLAINER.get(letter) or _ascii(letter) for letter in fault.object[fault.start : fault.end])
    return text, fault.end


def _ascii(letter: str) -> str:
    plain = bare(letter)
    if not plain.isascii() or not plain:
        return "?"
    return plain.upper() if letter.isupper() else plain
