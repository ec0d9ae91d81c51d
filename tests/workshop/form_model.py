"""The fields and buttons of a pad without a browser: the scripts of phones, and the meaning of a tap or a number.

The scripts draw plain nodes here. A test taps a node or types into it, with the events of a browser. Python works out
the meaning independently, only from the actions of the test.
"""

import json
import re
from pathlib import Path

from tests.conftest import ROOT

STATIC = ROOT / "generator/workshop/static"
FEWEST, MOST, MOST_CHIPS = 0, 98, 4
HIGHEST_CHIP = 1  # so few numbers that a player often has one of them twice
LINES = ("A", "B")  # typed lines; a form asks the questions below
KEYS = ("1", "7", "12", "21")  # of line A, each a number; line B has digits
PAIR = [{"sent": "x", "name": "X"}, {"sent": "y", "name": "Y"}]
QUESTIONS = [
    {"id": "line.C", "control": {"kind": "number", "options": [], "least": FEWEST, "most": MOST}},
    {"id": "line.D", "control": {"kind": "numbers", "least": 0, "most": HIGHEST_CHIP, "entries": MOST_CHIPS}},
    {"id": "line.E", "control": {"kind": "group", "options": PAIR, "least": FEWEST, "most": MOST}},
]
# the fields to type in: the question of each, and its place in the text
FIELDS = {
    "line.A": ("A", None),
    "line.B": ("B", None),
    "line.C": ("C", None),
    "line.E/x": ("E", 0),
    "line.E/y": ("E", 1),
}
# minus and plus, the numbers to add and up to four to take out, minus and plus twice
BUTTONS = [
    *(("C", at) for at in range(2)),
    *(("D", at) for at in range(HIGHEST_CHIP + 1 + MOST_CHIPS)),
    *(("E", at) for at in range(4)),
]


def form_scripts(spoilt=()):
    """Return the scripts that draw lines and forms as a function of a queue and a page; replace each pair of texts."""
    names = ("controls", "ledger_form", "form", "line_field", "keys", "table_views", "pad_page")
    text = "\n".join((STATIC / f"{name}.js").read_text(encoding="utf-8") for name in names)
    for right, wrong in spoilt:
        if right not in text:
            raise ValueError(f"no such text in the scripts: {right}")  # no AssertionError, which a planted fault causes
        text = text.replace(right, wrong)
    text = re.sub(r"^export |^import .*\n", "", text, flags=re.M)
    parameters = (
        "queue, state, change, say, send, refusalOf, refusalText, h, signed, isOpen, isUnusual, signOf, shownTotal"
    )
    return f"globalThis.formOf = ({parameters}) => {{ {text}; return {{ questionField, lines, PadPage, Reveal }}; }};"


LINE_VIEWS = [
    {"letter": "A", "word": "", "least": 1, "values": [*map(int, KEYS)]},
    {"letter": "B", "word": "", "least": 0},
]
QUESTION_VIEWS = [{**question, "name": question["id"], "boxes": []} for question in QUESTIONS]
PAGES = (
    f"const QUESTIONS = {json.dumps(QUESTION_VIEWS)}, LINES = {json.dumps(LINE_VIEWS)};\n"
    + Path(__file__).with_suffix(".js").read_text()
)


# the meaning of a player's actions


def after_typing(question, place, current, text):
    """Return the text of a question after a player typed into one of its fields and left it."""
    if place is None:
        return text
    return _with(current, place, text)


def after_tap(question, at, current):
    """Return the text of a question after a tap on its button, or None if it has no such button."""
    if question == "C":
        return _stepped(current, at)
    if question == "E":
        number = _stepped(field_text(current, at // 2), at % 2)
        return None if number is None else _with(current, at // 2, number)
    chips, place = current.split(), at - HIGHEST_CHIP - 1
    if place < 0:
        return " ".join([*chips, str(at)]) if len(chips) < MOST_CHIPS else None
    return " ".join(chips[:place] + chips[place + 1 :]) if place < len(chips) else None


def field_text(current, place):
    """Return the text in a field of a question."""
    if place is None:
        return current
    return current.split()[place] if current else ""


def _stepped(current, up):
    if not current:
        return str(int(up))
    number = int(current)
    if number >= MOST if up else number <= FEWEST:
        return None
    return str(min(MOST, number + 1 if up else number - 1))


def _with(current, place, text):
    numbers = current.split() or [str(FEWEST)] * 2
    return " ".join([*numbers[:place], text, *numbers[place + 1 :]])
