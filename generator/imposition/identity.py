"""The identity of a printed sheet as one value: hidden in its PDF form, and stated by everything printed with it."""

from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

BEGIN = "scrawl-sheet?"


class SheetIdentity(NamedTuple):
    """What has to be known of a sheet to read the marks on it, or to lay it out again.

    - `game`, `sheet`, `mode`: the ids of game.yaml, such as moon-farm, score_sheet, solo
    - `edition`: the edition of the rules; "" if the game has only one
    - `look`: the variant chosen by `--edition`, such as large-print; "" for the default
    - `language`: en, pl, cs ...
    - `dungeon`: the hexadecimal digest of the map drawn on it; "" for a blank map, or none
    - `version`: the hexadecimal digest of the fields on its page and of their positions, so it differs by paper, too

    Names of players are not part of the identity: the sheets of all players are the same. It determines the page code.
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
        """Return the identity as one ASCII word, which `identity_of` parses.

        >>> SheetIdentity("moon-farm", "score_sheet", language="en").text()
        'scrawl-sheet?game=moon-farm&sheet=score_sheet&language=en'
        """
        return BEGIN + urlencode({key: value for key, value in self._asdict().items() if value})


def identity_of(text: str) -> SheetIdentity | None:
    """Return the identity written as a text, or None if the text is not one; unknown keys are ignored.

    >>> identity_of("scrawl-sheet?game=moon-farm&sheet=score_sheet&colour=red").game
    'moon-farm'
    """
    if not text.startswith(BEGIN):
        return None
    told = {key: value for key, value in parse_qsl(text[len(BEGIN) :]) if key in SheetIdentity._fields}
    return SheetIdentity(**told) if "game" in told and "sheet" in told else None
