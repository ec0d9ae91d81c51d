"""The fields and buttons of a pad without a browser: the scripts that phones run, and what a player means by a tap or a number.

The scripts draw plain nodes here, of which a test taps one or types into it, with the events that a browser tells. What is
meant is worked out anew in Python, from what was done alone.
"""

import json
import re
from pathlib import Path

from tests.conftest import ROOT

STATIC = ROOT / "generator/workshop/static"
FEWEST, MOST, MOST_CHIPS = 0, 98, 4
LINES = ("A", "B")  # are typed; the questions below are asked by a form
KEYS = ("1", "7", "12", "21")  # of line A, each a number; line B has digits
PAIR = [{"sent": "x", "name": "X"}, {"sent": "y", "name": "Y"}]
QUESTIONS = [
    {"id": "line.C", "control": {"kind": "number", "options": [], "least": FEWEST, "most": MOST}},
    {"id": "line.D", "control": {"kind": "numbers", "least": 0, "most": 3, "entries": MOST_CHIPS}},
    {"id": "line.E", "control": {"kind": "group", "options": PAIR, "least": FEWEST, "most": MOST}},
]
# the fields to type in: of which question, and at which place of its text
FIELDS = {
    "line.A": ("A", None),
    "line.B": ("B", None),
    "line.C": ("C", None),
    "line.E/x": ("E", 0),
    "line.E/y": ("E", 1),
}
# minus and plus, four numbers to add and up to four to take out, minus and plus twice
BUTTONS = [*(("C", at) for at in range(2)), *(("D", at) for at in range(8)), *(("E", at) for at in range(4))]


def form_scripts(spoilt=()):
    """Return the scripts that draw lines and forms as one function of a queue and a page, each pair of texts replaced."""
    names = ("controls", "ledger_form", "form", "line_field", "keys", "table_views", "pad_page")
    text = "\n".join((STATIC / f"{name}.js").read_text(encoding="utf-8") for name in names)
    for right, wrong in spoilt:
        assert right in text, right
        text = text.replace(right, wrong)
    text = re.sub(r"^export |^import .*\n", "", text, flags=re.M)
    given = "queue, state, change, say, send, refusalOf, refused, h, signed, isOpen, isUnusual, signOf, reached"
    return f"globalThis.formOf = ({given}) => {{ {text}; return {{ asks, lines, PadPage, Reveal }}; }};"


SHOWN = [{"letter": "A", "word": "", "least": 1, "values": [*map(int, KEYS)]}, {"letter": "B", "word": "", "least": 0}]
ASKED = [{**question, "name": question["id"], "boxes": []} for question in QUESTIONS]
PAGES = (
    f"const QUESTIONS = {json.dumps(ASKED)}, LINES = {json.dumps(SHOWN)};\n"
    + Path(__file__).with_suffix(".js").read_text()
)


# what a player means


def after_typing(question, place, known, text):
    """Return the text of a question after one of its fields was typed into and left."""
    if place is None:
        return text
    return _with(known, place, text)


def after_tap(question, at, known):
    """Return the text of a question after its button was tapped, or None where there is no such button."""
    if question == "C":
        return _stepped(known, at)
    if question == "E":
        number = _stepped(field_text(known, at // 2), at % 2)
        return None if number is None else _with(known, at // 2, number)
    chips = known.split()
    if at < 4:
        return " ".join([*chips, str(at)]) if len(chips) < MOST_CHIPS else None
    return " ".join(chips[: at - 4] + chips[at - 3 :]) if at - 4 < len(chips) else None


def field_text(known, place):
    """Return what stands in a field of a question."""
    if place is None:
        return known
    return known.split()[place] if known else ""


def _stepped(known, up):
    if not known:
        return str(int(up))
    number = int(known)
    if number >= MOST if up else number <= FEWEST:
        return None
    return str(min(MOST, number + 1 if up else number - 1))


def _with(known, place, text):
    numbers = known.split() or [str(FEWEST)] * 2
    return " ".join([*numbers[:place], text, *numbers[place + 1 :]])
