"""Fills the {placeholders} of a sentence: numbers get a true minus sign, and words the form for their number.

`{name}` is the value, `{name:+}` a number with its sign, `{name|one: point|other: points}` the form for a number in the
language; a name may be a dotted path. Values are inserted unchanged: braces in them mean nothing. No code is evaluated.
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
_PART = re.compile(r"\{\{|\}\}|\{([a-z_]\w*(?:\.\w+)*)(:\+|" + FORMS + r")?\}")
_RELATION = re.compile(r"n(?:\s*%\s*(\d+))?\s*(!?=)\s*(\d+)(?:\.\.(\d+))?")


def phrase(template: str, values: Mapping[str, str | int], plural: Plural) -> str:
    """Return the sentence with all placeholders filled; raises KeyError for a placeholder without a value.

    >>> phrase("{n} {n|one: point|other: points}, {all:+}", {"n": 2, "all": -4}, lambda n: "one" if n == 1 else "other")
    '2 points, −4'
    """
    return "".join(part if isinstance(part, str) else _filled(*part, values, plural) for part in _parts(template))


def names_in(template: str) -> set[str]:
    """Return the names of the placeholders in a sentence."""
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
    """Return the form for a plural kind such as "one", else the form `other`, else the last form.

    >>> plural_form("|one: point|other: points", "one")
    'point'
    """
    by_kind = forms_by_kind(forms)
    return by_kind.get(kind) or by_kind.get(OTHER) or next(reversed(by_kind.values()))


def forms_by_kind(forms: str) -> dict[str, str]:
    """Return the forms in a placeholder by the plural kind that each is for.

    >>> forms_by_kind("|one: point|other: points")
    {'one': 'point', 'other': 'points'}
    """
    return {kind.strip(): form.strip() for kind, _, form in (form.partition(":") for form in forms[1:].split("|"))}


def with_sign(number: int, *, plus: bool = False) -> str:
    """Return a number with a true minus sign, and with `plus` also with a plus sign.

    >>> with_sign(-4), with_sign(3), with_sign(3, plus=True), with_sign(0, plus=True)
    ('−4', '3', '+3', '0')
    """
    return f"{MINUS}{-number}" if number < 0 else f"+{number}" if plus and number else str(number)


def decimal(value: float, places: int, *, plus: bool = False) -> str:
    """Return a number with this many decimal places and a true minus sign (never "−0"), with `plus` a plus sign.

    >>> decimal(-1.25, 1), decimal(-0.01, 1), decimal(-0.01, 1, plus=True), decimal(float("inf"), 1)
    ('−1.2', '0.0', '+0.0', '∞')
    """
    if isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    return f"{round(value, places) + 0.0:{'+' if plus else ''}.{places}f}".replace("-", MINUS)


def plural_of(catalogue: GameCatalogue, language: str) -> Plural:
    """Return a function from a number to its plural kind in a language ("one", "few"); without rules "other".

    Raises InvalidInput for rules that cannot be parsed.
    """
    node = plural_rules(catalogue, language)
    rules: dict[str, str] = {}
    for kind, form in node.items() if node is not None else ():
        rules[kind] = rule = str(form.value)
        if not all(_RELATION.fullmatch(relation.strip()) for relation in re.split(r"\bor\b|\band\b", rule)):
            raise refuse("W004", f"{rule!r} is not a rule for the form {kind!r}", form.place)

    def kind_of(number: int) -> str:
        return next((kind for kind, rule in rules.items() if holds(rule, abs(number))), OTHER)

    return kind_of


def plural_rules(catalogue: GameCatalogue, language: str) -> Node | None:
    """Return the plural rules of a language by kind, the user's own before built-in ones, or None.

    Raises InvalidInput if they are no mapping.
    """
    nodes = (catalogue.read(path).get(language) for path in reversed(catalogue.find_all(PLURALS)))
    node = next((node for node in nodes if node is not None), None)
    if node is not None and not node.is_map:
        raise refuse("W004", f"{language!r} needs a rule for each form, as in {{one: 'n = 1'}}", node.place)
    return node


def holds(rule: str, number: int) -> bool:
    """Return whether a plural rule holds for a number; the syntax is that of Unicode's CLDR, for whole numbers.

    >>> [holds("n % 10 = 2..4 and n % 100 != 12..14", number) for number in (2, 5, 13, 23)]
    [True, False, False, True]
    """
    return any(all(_relation(relation, number) for relation in clause.split(" and ")) for clause in rule.split(" or "))


def _relation(text: str, number: int) -> bool:
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        return False
    modulus, sign, lowest, highest = match.groups()
    value = number % int(modulus) if modulus else number
    return (int(lowest) <= value <= int(highest or lowest)) == (sign == "=")
