"""Short answers typed at the table become the same nodes that a score file gives, by kind of input."""

import re
from collections.abc import Callable

from generator.diagnostics import unlined
from generator.reading.yaml_nodes import Node
from generator.scoring.rules import Rules
from generator.scoring.score import Say
from generator.scoring.table import InputSpec

HERE = unlined("answer")
Items = dict[str, Node]


class Unclear(Exception):
    """An answer that cannot be read; the message says what is expected, in the player's language."""


def read_answer(rules: Rules, name: str, spec: InputSpec, text: str, say: Say, *, solo: bool) -> Node:
    """Return the node of an answer; raises Unclear."""
    if spec.kind == "claims":
        return numbers(text, say) if solo else number(text or "0", say)
    readers: dict[str, Callable[[], Node]] = {
        "number": lambda: number(text or "0", say),
        "flag": lambda: flag(text, say),
        "group": lambda: group(rules, spec, text, say),
        "numbers": lambda: numbers(text, say),
        "choice": lambda: Node(None if not text and not spec.required else named(rules, spec, text, say), HERE),
        "steps": lambda: steps(rules, spec, text, say),
        "bands": lambda: number(text, say),
    }
    return readers[spec.kind]()


def number(text: str, say: Say) -> Node:
    """Return a whole number; a real minus sign is taken too."""
    try:
        return Node(int(text.replace("−", "-").replace("–", "-").replace(" ", "")), HERE)
    except ValueError:
        raise Unclear(say("not_a_number", text=text)) from None


def numbers(text: str, say: Say) -> Node:
    """Return a list of numbers written with blanks or commas."""
    return Node([number(part, say) for part in re.split(r"[\s,;]+", text) if part], HERE)


def flag(text: str, say: Say) -> Node:
    """Return true or false for a yes or no in the language."""
    word = text.lower()
    if word in say("yes").split():
        return Node(True, HERE)
    if word in say("no").split() or not word:
        return Node(False, HERE)
    raise Unclear(say("not_yes"))


def group(rules: Rules, spec: InputSpec, text: str, say: Say) -> Node:
    """Return numbers for keys: all in order ("4 3 6 5"), or beginnings of names with a number ("fl2 cl1")."""
    keys = rules.keys(spec)
    parts = [part for part in re.split(r"[\s,;]+", text) if part]
    found: Items = {}
    if parts and all(part.lstrip("-").isdigit() for part in parts):
        if len(parts) != len(keys):
            raise Unclear(say("not_a_number", text=f"{len(parts)} / {len(keys)}"))
        found = {key: number(part, say) for key, part in zip(keys, parts, strict=True)}
        return Node(found, HERE, dict.fromkeys(found, HERE))
    for match in re.finditer(r"([^\d\s,;=:]+(?:\s+[^\d\s,;=:]+)*)\s*[=:]?\s*(\d*)", text):
        key = matched(rules, keys, match.group(1), say, None)
        found[key] = number(match.group(2) or str(spec.most), say)
    return Node(found, HERE, dict.fromkeys(found, HERE))


def steps(rules: Rules, spec: InputSpec, text: str, say: Say) -> Node:
    """Return the glory read off a card, or the card's name with what was counted."""
    if not text or text.isdigit():
        return number(text or "0", say)
    match = re.fullmatch(r"(.*?)\s*(\d+)", text)
    if match is None:
        raise Unclear(say("ask_goal"))
    key = named(rules, spec, match.group(1), say)
    items = {"key": Node(key, HERE), "value": number(match.group(2), say)}
    return Node(items, HERE, dict.fromkeys(items, HERE))


def named(rules: Rules, spec: InputSpec, text: str, say: Say) -> str:
    """Return the key of a card or option by the beginning of its name or key."""
    return matched(rules, rules.keys(spec), text, say, spec.deck)


def matched(rules: Rules, keys: tuple[str, ...], text: str, say: Say, deck: str | None) -> str:
    """Return the one key whose name or id begins so; raises Unclear where there is none, or several."""
    wanted = text.strip().lower()
    names = {key: rules.name_of(key, deck) for key in keys}
    exact = [key for key, name in names.items() if wanted in (name.lower(), key)]
    near = [
        key for key, name in names.items() if _begins(name.lower(), wanted) or _begins(key, wanted.replace(" ", "_"))
    ]
    found = exact or near
    if len(found) == 1:
        return found[0]
    if not found:
        shown = say("possible", names=", ".join(names.values()))
        raise Unclear(f"{say('no_such', text=text)}; {shown}")
    raise Unclear(say("several", text=text, names=", ".join(names[key] for key in found)))


def _begins(name: str, wanted: str) -> bool:
    return bool(wanted) and name.startswith(wanted)
