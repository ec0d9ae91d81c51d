"""A sentence with {names} and values becomes a finished one: numbers with a true minus, words that agree with them.

`{name}` is the value, `{name:+}` a number with its sign, `{name|one: point|other: points}` the form that goes with a
number in the language. Values are put in as they are: braces in them mean nothing. Evaluates nothing.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isinf

from generator.diagnostics import refuse
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node

MINUS = "\u2212"
OTHER = "other"
PLURALS = "cards/common/plurals.yaml"
Plural = Callable[[int], str]
Part = str | tuple[str, str]
FORMS = r"(?:\|[a-z]+:[^{}|]*)+"
_PART = re.compile(r"\{\{|\}\}|\{([a-z_]+)(:\+|" + FORMS + r")?\}")
_RELATION = re.compile(r"n(?:\s*%\s*(\d+))?\s*(!?=)\s*(\d+)(?:\.\.(\d+))?")


def phrase(template: str, values: Mapping[str, str | int], plural: Plural) -> str:
    """Return the finished sentence; raises KeyError for a name without a value.

    >>> phrase("{n} {n|one: point|other: points}, {all:+}", {"n": 2, "all": -4}, lambda n: "one" if n == 1 else "other")
    '2 points, −4'
    """
    return "".join(part if isinstance(part, str) else _filled(*part, values, plural) for part in _parts(template))


def names_in(template: str) -> set[str]:
    """Return the names that a sentence asks for."""
    return {part[0] for part in _parts(template) if not isinstance(part, str)}


@lru_cache(maxsize=2048)
def _parts(template: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    end = 0
    for match in _PART.finditer(template):
        parts.append(template[end : match.start()])
        parts.append(match.group()[0] if match.group(1) is None else (match.group(1), match.group(2) or ""))
        end = match.end()
    return (*parts, template[end:])


def _filled(name: str, shape: str, values: Mapping[str, str | int], plural: Plural) -> str:
    value = values[name]
    if shape.startswith("|") and isinstance(value, int):
        return plural_form(shape, plural(value))
    return with_sign(value, plus=shape == ":+") if isinstance(value, int) else value


def plural_form(forms: str, kind: str) -> str:
    """Return the form of a kind, else the one for all other numbers.

    >>> plural_form("|one: point|other: points", "one")
    'point'
    """
    known = forms_by_kind(forms)
    return known.get(kind) or known.get(OTHER) or next(reversed(known.values()))


def forms_by_kind(forms: str) -> dict[str, str]:
    """Return forms as a sentence has them, by the kind of number that each goes with.

    >>> forms_by_kind("|one: point|other: points")
    {'one': 'point', 'other': 'points'}
    """
    return {kind.strip(): form.strip() for kind, _, form in (form.partition(":") for form in forms[1:].split("|"))}


def with_sign(number: int, *, plus: bool = False) -> str:
    """Return a number with a true minus sign, and with a plus where it is asked for.

    >>> with_sign(-4), with_sign(3), with_sign(3, plus=True), with_sign(0, plus=True)
    ('−4', '3', '+3', '0')
    """
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if plus and number else str(number)


def decimal(value: float, places: int, *, plus: bool = False) -> str:
    """Return a number with so many places and a true minus sign, none before nothing; a plus where it is asked for.

    >>> decimal(-1.25, 1), decimal(-0.01, 1), decimal(-0.01, 1, plus=True), decimal(float("inf"), 1)
    ('−1.2', '0.0', '+0.0', '∞')
    """
    if isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    return f"{round(value, places) + 0.0:{'+' if plus else ''}.{places}f}".replace("-", MINUS)


def plural_of(catalogue: GameCatalogue, language: str) -> Plural:
    """Return what says the form of a number in a language; one without rules has the form `other` alone.

    Raises InvalidInput for rules that cannot be read.
    """
    node = plural_rules(catalogue, language)
    rules: dict[str, str] = {}
    for kind, form in node.items() if node is not None else ():
        rules[kind] = rule = str(form.value)
        if not all(_RELATION.fullmatch(relation.strip()) for relation in re.split(r"\bor\b|\band\b", rule)):
            raise refuse("W004", f"{rule!r} is no rule for the form {kind!r}", form.place)

    def kind_of(number: int) -> str:
        return next((kind for kind, rule in rules.items() if holds(rule, abs(number))), OTHER)

    return kind_of


def plural_rules(catalogue: GameCatalogue, language: str) -> Node | None:
    """Return the rules of a language by form, own ones before ours, or None; raises InvalidInput for what are none."""
    for path in reversed(catalogue.find_all(PLURALS)):
        node = catalogue.read(path).get(language)
        if node is not None and not node.is_map:
            message = f"{language!r} needs a rule for each form, as in {{one: 'n = 1'}}"
            raise refuse("W004", message, node.place)
        if node is not None:
            return node
    return None


def holds(rule: str, number: int) -> bool:
    """Tell whether a rule of plural forms holds for a number.

    >>> [holds("n % 10 = 2..4 and n % 100 != 12..14", number) for number in (2, 5, 13, 23)]
    [True, False, False, True]
    """
    return any(all(_relation(relation, number) for relation in clause.split(" and ")) for clause in rule.split(" or "))


def _relation(text: str, number: int) -> bool:
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        return False
    modulus, sign, least, most = match.groups()
    value = number % int(modulus) if modulus else number
    return (int(least) <= value <= int(most or least)) == (sign == "=")
