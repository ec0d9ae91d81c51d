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
WORDS, LANGUAGES = "cards/common/table_headings.yaml", "cards/common/languages.yaml"
MOST_GUESSED = 30  # the most copies that a column such as # may stand for
WHOLE = re.compile(r"[xX×]?\s*([0-9]{1,6})(?:[.,]0+)?\s*[xX×]?")
HEADINGS = ("titles", "keys", "copies", "others", "sides")  # groups of words that are usual headings
LONG = 34  # characters: longer cells are texts
_NUMBER = re.compile(r"\W*[0-9][0-9.,:/-]*+\W*")
_FILE = re.compile(r"\S.*\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|pdf|mp3)|\w+://\S+|#[0-9a-fA-F]{3,8}", re.IGNORECASE)
_SENTENCE = re.compile(r".*\s.*[.!…][\"'”)]?", re.DOTALL)
_OF_LANGUAGE = re.compile(r"[\W_]+[a-zA-Z]{2}\W?$")
_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:_\w+|\.[a-z]{2}|[a-z][A-Z][a-z]\w*)")
UNPARTED = str.maketrans("łøđħı", "lodhi")  # letters whose strokes Unicode does not decompose


@lru_cache(maxsize=4096)
def plain_name(heading: str) -> str:
    """Return a heading in lower case, with underscores for all that is neither letter nor digit.

    >>> plain_name("Card Text"), plain_name("No."), plain_name("ATK/DEF"), plain_name("Počet kusů")
    ('card_text', 'no', 'atk_def', 'počet_kusů')
    """
    return _BETWEEN.sub("_", heading.lower()).strip("_")


def tidy_heading(heading: str) -> str:
    """Return the name of a column: `key`, `copies` and languages in any case, others as written, without a last stop.

    >>> tidy_heading(" Key "), tidy_heading("No."), tidy_heading("Card  Name:"), tidy_heading("Name.EN")
    ('key', 'No', 'Card Name', 'Name.en')
    """
    name = _BLANK_DOT.sub(" ", " ".join(heading.split())).rstrip(".:")
    plain = plain_name(name)
    stem, dot, last = name.strip().rpartition(".")
    if dot and last.lower() in _language_codes():
        return f"{stem}{dot}{last.lower()}"
    return plain if plain in (KEY, COPIES) else name.strip()


@cache
def _language_codes() -> frozenset[str]:
    return frozenset(plain(read_yaml(built_in_root() / LANGUAGES, LANGUAGES)))


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


def is_headed(first: Sequence[str], below: Sequence[Sequence[str]], *, titled: bool = False) -> tuple[bool, bool]:
    """Return whether the first row of a table has headings, and whether that is sure; if in doubt it has none.

    `titled` says that a title is above it.

    >>> is_headed(["Name", "Cost"], [["Fox", "2"]]), is_headed(["Wood", "Stone"], [["3", "1"], ["4", "2"]])
    ((True, True), (True, False))
    >>> is_headed(["Fox"], [["Owl"]]), is_headed(["Fox", "red", "runs"], [["Owl", "red", "flies"]])
    ((False, False), (False, False))
    """
    # Each cell of the first row votes. A common heading counts three, a hint such as capitals or numbers below a word
    # counts one, and a cell that looks like data, or that occurs again below, counts against.
    common = likely = data = 0
    different = [
        row for row in below if any(cell and cell != head_cell for cell, head_cell in zip(row, first, strict=False))
    ]
    for at, cell in ((at, cell) for at, cell in enumerate(first) if cell):
        cells = [row[at] for row in different if at < len(row) and row[at]]
        head = cell[: LONG + 1]  # no heading is longer
        names = {bare_name(head), bare_name(_OF_LANGUAGE.sub("", head))}
        if any(names & table_words(group).keys() for group in HEADINGS):
            common += 1
        elif _is_data(cell) or cell in cells:
            data += 1
        elif cells and all(map(_is_data, cells)) and any(map(str.isalpha, cell)):
            likely += 1
            common += bare_name(cell) in table_words("unsure_copies")
        likely += _IDENTIFIER.fullmatch(head) is not None
    is_upper = all(cell.isupper() for cell in first if cell) and not any(" ".join(row).isupper() for row in below)
    likely += titled + is_upper
    return 3 * common + likely + bool(common) > data, common > 0 and not data


def is_above_headings(first: Sequence[str], second: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether a row is a title: one with fewer cells than the next row, which surely has headings."""
    fewer = sum(map(bool, first)) < sum(map(bool, second))
    return fewer and is_headed(second, below)[1] and not is_headed(first, below)[1]


def _is_data(cell: str) -> bool:
    """Return whether a cell is what no heading is like: a number, a file, or a text.

    >>> [_is_data(cell) for cell in ("+2", "fox.png", "Take one.", "Fox")]
    [True, True, True, False]
    """
    is_long = len(cell) > LONG or "\n" in cell or cell.count(" ") > 4
    return is_long or any(pattern.fullmatch(cell) for pattern in (_NUMBER, _FILE, _SENTENCE))


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
    matches = [WHOLE.fullmatch(cell) for cell in cells if cell]
    numbers = [int(match[1]) for match in matches if match]
    if not numbers or len(numbers) < len(matches) or max(numbers) > MOST_GUESSED:
        return False
    kinds, lowest = set(numbers), min(numbers)
    climbs = lowest <= 1 and all(second - first in (0, 1) or second == lowest for first, second in pairwise(numbers))
    all_different = len(kinds) == len(numbers)
    # a deck of suits repeats the ranks of each suit
    repeats = len(kinds) > 2 and numbers == numbers[: len(kinds)] * (len(numbers) // len(kinds))
    if climbs and (all_different or len(kinds) > 2):
        return False
    return not (all_different and len(numbers) > 3) and not repeats
