"""Fold text for comparison (no accents or capitals), and recognise text that is safe to show in a terminal."""

import unicodedata

_STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "’": "'"})


def bare(text: str) -> str:
    """Return a text in lower case without accents.

    >>> bare("  Płonący Miecz "), bare("Zběsilec")
    ('plonacy miecz', 'zbesilec')
    """
    letters = unicodedata.normalize("NFKD", text.strip().lower().translate(_STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_printable(text: str) -> bool:
    """Return whether a text has no control characters, line breaks, or characters that change the writing direction."""
    return all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text)
