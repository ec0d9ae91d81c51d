"""Fold text for comparison (no accents or capitals), and recognise text that is safe to show in a terminal."""

import unicodedata

JOINERS = "\u200c\u200d"
_STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "’": "'"})


def bare(text: str) -> str:
    """Return a text in lower case without accents.

    >>> bare("  Płonący Miecz "), bare("Zběsilec")
    ('plonacy miecz', 'zbesilec')
    """
    letters = unicodedata.normalize("NFKD", text.strip().lower().translate(_STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_printable(text: str) -> bool:
    """Return whether a text has no control characters, line breaks, or characters that change the writing direction.

    Joiners are printable: families of emoji and Persian words need them. Codes that are no characters, such as U+FFFE,
    are not; a code that this Python does not know yet may be a new emoji.
    """
    # the standard reserves U+FDD0 to U+FDEF, and the last two codes of each plane
    return all(
        letter in JOINERS
        or not (
            unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
            or "\ufdd0" <= letter <= "\ufdef"
            or ord(letter) & 0xFFFE == 0xFFFE
        )
        for letter in text
    )
