"""Headings and cells as people write them in tables: plain names, headings that mean copies, tidy text."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from generator.reading.game_catalogue import built_in_root
from generator.reading.yaml_nodes import plain, read_yaml

_BETWEEN = re.compile(r"[\W_]+")
_BLANK_DOT = re.compile(r"\.\s+")

KEY, COPIES = "key", "copies"
WORDS = "cards/common/table_headings.yaml"
MOST_GUESSED = 30  # the most copies that a column such as # may stand for
WHOLE = re.compile(r"[xX×]?\s*([0-9]{1,6})(?:[.,]0+)?\s*[xX×]?")
UNPARTED = str.maketrans("łøđħı", "lodhi")  # letters whose strokes Unicode does not decompose


@lru_cache(maxsize=4096)
def plain_name(heading: str) -> str:
    """Return a heading in lower case, with underscores for all that is neither letter nor digit.

    >>> plain_name("Card Text"), plain_name("No."), plain_name("ATK/DEF"), plain_name("Počet kusů")
    ('card_text', 'no', 'atk_def', 'počet_kusů')
    """
    return _BETWEEN.sub("_", heading.lower()).strip("_")


def tidy_heading(heading: str) -> str:
    """Return the name of a column: `key` and `copies` in any case, others as written, without a full stop at the end.

    >>> tidy_heading(" Key "), tidy_heading("No."), tidy_heading("Card  Name:"), tidy_heading("name.en")
    ('key', 'No', 'Card Name', 'name.en')
    """
    name = _BLANK_DOT.sub(" ", " ".join(heading.split())).rstrip(".:")
    plain = plain_name(name)
    return plain if plain in (KEY, COPIES) else name.strip()


def tidy_cell(text: str) -> str:
    """Return the text of a cell without spaces around it, and with one character as line ending."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def plain_letters(text: str) -> str:
    """Return a text in lower case without accents.

    >>> plain_letters("Čeština"), plain_letters("Łódź")
    ('cestina', 'lodz')
    """
    parts = unicodedata.normalize("NFD", text.casefold().translate(UNPARTED))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def bare_name(heading: str) -> str:
    """Return a heading without case, accents and spaces; a heading without letters and digits stays as it is."""
    return plain_name(plain_letters(heading)) or heading.strip()


def table_words(group: str) -> Mapping[str, str]:
    """Return the words that mean something in a group such as `titles`, by bare name, with what each means."""
    return _words()[group]


@cache
def _words() -> dict[str, dict[str, str]]:
    groups = plain(read_yaml(built_in_root() / WORDS, WORDS)).items()
    return {group: {bare_name(str(word)): of for of in all_of for word in all_of[of]} for group, all_of in groups}


def like_copies(heading: str) -> bool:
    """Return whether a heading is a common name for the number of copies."""
    return bare_name(heading) in table_words("copies")


def maybe_copies(heading: str, headings: Iterable[str], cells: Iterable[str]) -> bool:
    """Return whether a column such as `Number` or `x` may be the number of copies, judged by its cells.

    Columns named x and y are coordinates if both exist, and never copies.
    """
    is_place = {"x", "y"} <= {*map(bare_name, headings)}
    return bare_name(heading) in table_words("unsure_copies") and not is_place and _counts([*cells])


def _counts(cells: Sequence[str]) -> bool:
    """Return whether the numbers in cells look like counts, and not like serial numbers or ranks.

    >>> _counts(["2", "3", ""]), _counts(["1", "2", "3"]), _counts(["7", "9", "12", "4"]), _counts(["1", "1", "2"])
    (True, False, False, True)
    >>> _counts(["1", "2", "11", "1", "2", "11"])
    False
    """
    found = [WHOLE.fullmatch(cell) for cell in cells if cell]
    numbers = [int(each[1]) for each in found if each]
    if not numbers or len(numbers) < len(found) or max(numbers) > MOST_GUESSED:
        return False
    kinds, least = set(numbers), min(numbers)
    climbs = least <= 1 and all(after - before in (0, 1) or after == least for before, after in pairwise(numbers))
    all_different = len(kinds) == len(numbers)
    again = len(kinds) > 2 and numbers == numbers[: len(kinds)] * (len(numbers) // len(kinds))  # the ranks of each suit
    return not (climbs and (all_different or len(kinds) > 2)) and not (all_different and len(numbers) > 3) and not again
