"""Records with one slip of the pen: the game up to some round, where one word of a turn is another."""

import random
import re

from tests.rulesets.referee.facts import FACES, HEROES, ITEM_EXTRAS

ROOMS = [column + row for column in "ABCDEF" for row in "1234567"]
VERBS = ["level", "craft", "brew", "move"]
KINDS = [ROOMS, HEROES, list(ITEM_EXTRAS), VERBS, list(FACES)]


def with_slip(text: str, chance: random.Random) -> str:
    """Return a record that ends with a round in which one word is replaced by one of its kind, left out, or said again.

    What is announced after that round is left out: it no longer follows from what is played.
    """
    setup, *rounds = re.split(r"(?m)^(?=- roll)", text)
    number = chance.choice([1, 2, 4, 5, 7])  # without a boss
    turns = [line for line in rounds[number - 1].splitlines() if not re.match(r"  (gems|missions)", line)]
    at = chance.randrange(1, len(turns))
    name, told = turns[at].split(": ", 1)
    turns[at] = f"{name}: {slipped(told, chance)}"
    return "".join([setup, *rounds[: number - 1], "\n".join(turns), "\n"])


def slipped(told: str, chance: random.Random) -> str:
    """Return a turn with another word in one place."""
    word = chance.choice(list(re.finditer(r"[\w+]+", told)))
    sign, what = word[0][: word[0].startswith(("+", "x"))], word[0].lstrip("+x")
    kind = next((kind for kind in KINDS if what in kind), [what])
    new = chance.choice([sign + chance.choice(kind)] * 4 + ["", f"{word[0]} {sign}{chance.choice(kind)}"])
    return f"{told[: word.start()]}{new}{told[word.end() :]}"
