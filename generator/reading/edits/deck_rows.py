"""A deck as rows to change; all that is not changed stays sign for sign, comments too.

A row is a card in the order of the file, its cells are texts by column: `key`, and the fields of the card with dots for
what lies within them, as a table names them. A cell that is not there is empty.
"""

from typing import NamedTuple


class NotChanged(Exception):
    """A change that the text does not allow: `why` is a word for it, `edit` the index of the change."""

    def __init__(self, why: str, edit: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.edit = edit


class DeckRow(NamedTuple):
    """A card of a text: its key, its cells by column, and its first and last line, counted from 1."""

    key: str
    cells: dict[str, str]
    first: int
    last: int
