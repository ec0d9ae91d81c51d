"""What people write into a table: the plain name of a heading, those that mean the copies, the text of a cell."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from generator.reading.game_catalogue import built_in_root
from generator.reading.yaml_nodes import plain, read_yaml

_BETWEEN = re.compile(r"[\W_]+")
_BLANK_DOT = re.compile(r"\.\s+")

KEY, COPIES = "key", "copies"
WORDS = "cards/common/table_headings.yaml"
UNPARTED = str.maketrans("łøđħı", "lodhi")  # letters whose strokes Unicode does not take off


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


def plain_letters(text: str) -> str:
    """Return a text in small letters without their marks.

    >>> plain_letters("Čeština"), plain_letters("Łódź")
    ('cestina', 'lodz')
    """
    parts = unicodedata.normalize("NFD", text.casefold().translate(UNPARTED))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def bare_name(heading: str) -> str:
    """Return what a heading is known by, whatever its case, accents and blanks; one of signs alone as it is."""
    return plain_name(plain_letters(heading)) or heading.strip()


def table_words(group: str) -> Mapping[str, str]:
    """Return the words of a group such as `titles`, by their bare names, with what each is of: a language, a mark."""
    return _words()[group]


@cache
def _words() -> dict[str, dict[str, str]]:
    groups = plain(read_yaml(built_in_root() / WORDS, WORDS)).items()
    return {group: {bare_name(str(word)): of for of in all_of for word in all_of[of]} for group, all_of in groups}


def like_copies(heading: str) -> bool:
    """Tell whether a heading is what people call the number of copies."""
    return bare_name(heading) in table_words("copies")
