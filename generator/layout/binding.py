"""Fill {placeholders} from nested plain data, decide `if`, and find the lists of `each`. Evaluates nothing."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

MINUS = "\u2212"
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}:]+)(:\+)?\}")
_MISSING = object()
_OPEN, _CLOSE = "\ue000", "\ue001"


class Missing(Exception):
    """A placeholder names nothing; `path` is what was asked, `known` what stood there."""

    def __init__(self, path: str, known: list[str]) -> None:
        self.path = path
        self.known = known
        super().__init__(path)


class Scope:
    """Values by name, inner ones first."""

    __slots__ = ("outer", "values")

    def __init__(self, values: Mapping[str, Any], outer: "Scope | None" = None) -> None:
        self.values = values
        self.outer = outer

    def inner(self, values: Mapping[str, Any]) -> "Scope":
        """Return a scope with more values."""
        return Scope(values, self)

    def names(self) -> list[str]:
        """Return every name in sight."""
        return sorted({*self.values, *(self.outer.names() if self.outer else [])})

    def look_up(self, path: str) -> Any:
        """Return the value under a dotted path; raises Missing."""
        first, _, rest = path.partition(".")
        scope: Scope | None = self
        while scope is not None:
            if first in scope.values:
                return _step_into(scope.values[first], rest, path) if rest else scope.values[first]
            scope = scope.outer
        raise Missing(path, self.names())

    def find(self, path: str) -> Any:
        """Return the value under a dotted path, or None."""
        try:
            return self.look_up(path)
        except Missing:
            return None


def _step_into(value: Any, rest: str, path: str) -> Any:
    for step in rest.split("."):
        found: Any = _MISSING
        if isinstance(value, Mapping):
            found = value.get(step, _MISSING)
        elif isinstance(value, (list, tuple)) and step.isdecimal() and int(step) < len(value):
            found = value[int(step)]
        if found is _MISSING:
            raise Missing(path, [str(key) for key in value] if isinstance(value, Mapping) else [])
        value = found
    return value


def written(value: Any, *, plus: bool = False) -> str:
    """Return a value as it is printed: a true minus sign, a plus where asked."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return text.replace("-", MINUS) if value < 0 else f"+{text}" if plus and value > 0 else text
    return str(value)


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[str | tuple[str, bool], ...]:
    found: list[str | tuple[str, bool]] = []
    end = 0
    for match in _PLACEHOLDER.finditer(template):
        if match.start() > end:
            found.append(template[end : match.start()])
        path = match.group(1)
        escaped = _OPEN if match.group() == "{{" else _CLOSE
        found.append(escaped if path is None else (path.strip(), match.group(2) is not None))
        end = match.end()
    if end < len(template):
        found.append(template[end:])
    return tuple(found)


def fill(template: str, scope: Scope) -> str:
    """Return the template with its placeholders filled, inner ones first; words with placeholders are filled too.

    >>> fill("Level {n}, {glory:+}", Scope({"n": 3, "glory": 2}))
    'Level 3, +2'
    >>> fill("{names.{key}}", Scope({"key": "a", "names": {"a": "Ada"}}))
    'Ada'
    """
    text = template
    for _ in range(4):
        if "{" not in text:
            break
        text = _fill_once(text, scope)
    return text.replace(_OPEN, "{").replace(_CLOSE, "}")


def _fill_once(template: str, scope: Scope) -> str:
    out = []
    for part in _parts(template):
        if isinstance(part, str):
            out.append(part)
            continue
        path, plus = part
        value = scope.look_up(path)
        if isinstance(value, (Mapping, list, tuple)):
            raise Missing(path, [str(key) for key in value] if isinstance(value, Mapping) else [])
        out.append(written(value, plus=plus))
    return "".join(out)


def holds(condition: str, scope: Scope) -> bool:
    """Tell whether an `if` holds: "path", "!path", "path=value" or "path!=value".

    >>> holds("season=2", Scope({"season": 2})), holds("!solo", Scope({}))
    (True, True)
    """
    if "!=" in condition:
        path, _, wanted = condition.partition("!=")
        return written(scope.find(path.strip())) != fill(wanted.strip(), scope)
    if "=" in condition:
        path, _, wanted = condition.partition("=")
        return written(scope.find(path.strip())) == fill(wanted.strip(), scope)
    if condition.startswith("!"):
        return not scope.find(condition[1:].strip())
    return bool(scope.find(condition.strip()))


def entries(value: Any) -> list[dict[str, Any]]:
    """Return what `each` runs over: one mapping per entry with item, key, index, number, first and last."""
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, int) and not isinstance(value, bool):
        pairs = [(str(index), index + 1) for index in range(value)]
    else:
        pairs = [(str(index), item) for index, item in enumerate(value)]
    last = len(pairs) - 1
    return [
        {"item": item, "key": key, "index": index, "number": index + 1, "first": index == 0, "last": index == last}
        for index, (key, item) in enumerate(pairs)
    ]
