"""Small pictures in a terminal: grey pixels become half blocks, two above each other in a letter."""

import os
import sys
from collections.abc import Sequence

from generator.cli.console import put

MOST_COLUMNS = 56
GREYS = 24  # the shades of grey that a terminal of 256 colours has
FIRST_GREY = 232


def shows_pictures() -> bool:
    """Tell whether a person looks at a terminal in which a picture can be shown."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "dumb") in ("dumb", "linux")
    return not plain and sys.stderr.isatty()


def half_blocks(rows: Sequence[Sequence[int]]) -> str:
    """Return grey pixels, 0 to 255, as lines of half blocks in shades of grey.

    >>> half_blocks([[0, 255], [255, 0]])
    '\\x1b[38;5;232;48;5;255m▀\\x1b[38;5;255;48;5;232m▀\\x1b[0m'
    """
    pairs = zip(rows[::2], [*rows[1::2], rows[-1]], strict=False)
    lines = ["".join(_half(*pair) for pair in zip(above, below, strict=True)) for above, below in pairs]
    return "\n".join(f"{line}\x1b[0m" for line in lines)


def _half(above: int, below: int) -> str:
    upper, lower = (FIRST_GREY + each * GREYS // 256 for each in (above, below))
    return f"\x1b[38;5;{upper};48;5;{lower}m\u2580"


def show_picture(rows: Sequence[Sequence[int]]) -> None:
    """Show grey pixels to the person at the terminal, beside questions."""
    put(f"{half_blocks(rows)}\n", err=True)
