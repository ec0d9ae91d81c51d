"""What people write into a table: the plain name of a heading, those that mean the copies, the text of a cell."""

import re
from functools import lru_cache

_BETWEEN = re.compile(r"[\W_]+")
_BLANK_DOT = re.compile(r"\.\s+")

KEY, COPIES = "key", "copies"
LIKE_COPIES = frozenset(
    (
        *("copies", "copy", "qty", "quantity", "count", "card_count", "cards", "amount", "duplicates"),
        *("no_of_copies", "number_of_copies", "num_copies", "copy_count"),
        *("no_of_cards", "number_of_cards", "num_cards", "duplication", "how_many", "in_deck", "pcs"),
        *("kopie", "kopii", "liczba", "liczba_kopii", "liczba_kart", "liczba_sztuk", "ilość", "ilość_kopii", "sztuk"),
        *("ilość_sztuk", "sztuki", "szt", "ile", "egzemplarze", "ilosc", "ilosc_kopii", "ilosc_sztuk"),
        *("anzahl", "anzahl_karten", "stück", "stückzahl", "menge", "exemplare"),
        *("kopií", "počet", "počet_kopií", "počet_kusů", "počet_karet", "množství", "kusů", "kusy", "ks", "kolikrát"),
        *("pocet", "pocet_kopii", "pocet_kusu", "pocet_karet", "mnozstvi", "kusu"),
    )
)


@lru_cache(maxsize=4096)
def plain_name(heading: str) -> str:
    """Return a heading in lower case, with an underscore for whatever stands between its letters and digits.

    >>> plain_name("Card Text"), plain_name("No."), plain_name("ATK/DEF"), plain_name("Počet kusů")
    ('card_text', 'no', 'atk_def', 'počet_kusů')
    """
    return _BETWEEN.sub("_", heading.lower()).strip("_")


def tidy_heading(heading: str) -> str:
    """Return the name of a column: `key` and `copies` whatever their case, others as written, without a last full stop.

    >>> tidy_heading(" Key "), tidy_heading("No."), tidy_heading("Card  Name:"), tidy_heading("name.en")
    ('key', 'No', 'Card Name', 'name.en')
    """
    name = _BLANK_DOT.sub(" ", " ".join(heading.split())).rstrip(".:")
    plain = plain_name(name)
    return plain if plain in (KEY, COPIES) else name.strip()


def tidy_cell(text: str) -> str:
    """Return the text of a cell without blanks around it, each of its lines ended by one sign."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def like_copies(heading: str) -> bool:
    """Tell whether a heading is what people call the number of copies."""
    return plain_name(heading) in LIKE_COPIES
