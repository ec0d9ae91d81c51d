"""Text as it is compared and shown: without accents and capitals, without signs that no terminal should get."""

import unicodedata

_STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "’": "'"})


def bare(text: str) -> str:
    """Return a text in small letters without accents.

    >>> bare("  Płonący Miecz "), bare("Zběsilec")
    ('plonacy miecz', 'zbesilec')
    """
    letters = unicodedata.normalize("NFKD", text.strip().lower().translate(_STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_printable(text: str) -> bool:
    """Tell whether a text holds no control signs, line breaks or signs that turn the direction of writing."""
    return all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in text)
