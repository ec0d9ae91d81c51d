"""What a printed sheet is, as one value: hidden in a form to fill in, and told by whatever is printed beside it."""

from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

BEGIN = "scrawl-sheet?"


class SheetIdentity(NamedTuple):
    """What has to be known of a sheet to read what was marked on it, or to lay it out once more.

    - `game`, `sheet`, `mode`: the ids of game.yaml, such as moon-farm, score_sheet, solo
    - `edition`: the edition of the rules; "" where the game has one alone
    - `look`: what `--edition` made of it, such as large-print; "" for the usual look
    - `language`: en, pl, cs ...
    - `dungeon`: the digest of the map that is drawn on it, hexadecimal; "" for a blank map, or none
    - `version`: the digest of the fields on its page and of their places, hexadecimal: it tells papers apart, too

    Names of players are no part of it: the sheets of a table are the same sheet. The code of its page is made of it.
    """

    game: str
    sheet: str
    mode: str = ""
    edition: str = ""
    look: str = ""
    language: str = ""
    dungeon: str = ""
    version: str = ""

    def text(self) -> str:
        """Return it as one word of ASCII; `identity_of` reads it.

        >>> SheetIdentity("moon-farm", "score_sheet", language="en").text()
        'scrawl-sheet?game=moon-farm&sheet=score_sheet&language=en'
        """
        return BEGIN + urlencode({key: value for key, value in self._asdict().items() if value})


def identity_of(text: str) -> SheetIdentity | None:
    """Return the identity that a text tells, or None for a text that tells none; what it does not know is left out.

    >>> identity_of("scrawl-sheet?game=moon-farm&sheet=score_sheet&colour=red").game
    'moon-farm'
    """
    if not text.startswith(BEGIN):
        return None
    told = {key: value for key, value in parse_qsl(text[len(BEGIN) :]) if key in SheetIdentity._fields}
    return SheetIdentity(**told) if "game" in told and "sheet" in told else None
