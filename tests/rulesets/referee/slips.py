"""Records with one slip of the pen: the game up to some round, with one wrong word in a turn."""

import random
import re

from tests.rulesets.referee.facts import FACES, HEROES, ITEM_EXTRAS, SEASON_ENDS

ROOMS = [column + row for column in "ABCDEF" for row in "1234567"]
VERBS = ["level", "craft", "brew", "move"]
KINDS = [ROOMS, HEROES, list(ITEM_EXTRAS), VERBS, list(FACES), [str(number) for number in range(10, 37)]]


def with_slip(text: str, chance: random.Random) -> str:
    """Return a record whose last round has one word replaced by one of its kind, left out, or repeated.

    It is a word of a turn, and then the announcements of that round are left out, because they no longer follow
    from the turns. Or, at the end of a season, it is a word of a boss fight.
    """
    setup, *rounds = re.split(r"(?m)^(?=- roll)", text)
    number = chance.randint(1, 8)
    lines = rounds[number - 1].splitlines()
    if number in SEASON_ENDS:
        at = len(lines) - 1
    else:
        lines = [line for line in lines if not re.match(r"  (gems|missions)", line)]
        at = chance.randrange(1, len(lines))
    name, entry = lines[at].split(": ", 1)
    lines[at] = f"{name}: {with_other_word(entry, chance)}"
    return "".join([setup, *rounds[: number - 1], "\n".join(lines), "\n"])


def with_other_word(entry: str, chance: random.Random) -> str:
    """Return an entry with another word in one place: a room, hero, item, action, number, or a word after + or x."""
    words = [(word, kind) for word in re.finditer(r"[\w+]+", entry) for kind in KINDS if word[0].lstrip("+x") in kind]
    word, kind = chance.choice([each for each in words if entry[each[0].end() :][:1] != '"'])  # that is a player's name
    sign = word[0][: word[0].startswith(("+", "x"))]
    other = sign + chance.choice(kind)
    new = other if word[0].isdigit() else chance.choice([other] * 4 + ["", f"{word[0]} {other}"])
    return f"{entry[: word.start()]}{new}{entry[word.end() :]}"
