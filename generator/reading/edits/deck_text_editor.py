"""A deck as rows to change; all that is not changed stays sign for sign, comments too.

A row is a card in the order of the file, its cells are texts by column: `key`, and the fields of the card with dots for
what lies within them, as a table names them. A cell that is not there is empty.
"""

from typing import NamedTuple, Protocol


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


class DeckTextEditor(Protocol):
    """A text of cards that is changed row by row; a change raises NotChanged where the text does not allow it."""

    def columns(self) -> list[str]:
        """Return the columns, `key` first where the cards have keys that can be changed."""

    def key_column(self) -> str:
        """Return the column of the key, or the first one where the cards have none."""

    def rows(self) -> list[DeckRow]:
        """Return the cards in the order of the text."""

    def set(self, at: int, column: str, text: str) -> None:
        """Write a cell anew; an empty text takes it out."""

    def add(self, at: int, key: str) -> None:
        """Put a card before the one at an index, or last: of its key alone, or its first cell where none has keys."""

    def copy(self, at: int, key: str) -> None:
        """Put a copy of a card behind it, under another key."""

    def remove(self, at: int) -> None:
        """Take a card out; the comments around it stay."""

    def text(self) -> str:
        """Return the text as it is now."""
