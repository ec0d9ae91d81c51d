"""Fill {placeholders} from nested plain data, decide `if`, and find the lists of `each`. Evaluates nothing.

Templates are texts of layouts and words; a filled-in value is never parsed as a template again.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

from generator.diagnostics import NOWHERE, SourceLocation
from generator.reading.phrase_templates import FORMS, OTHER, Plural, plural_form
from generator.reading.yaml_nodes import Node

MINUS = "\u2212"
MOST_SIGNS = 100_000  # characters of one text after filling
MOST_FILLED = 20_000  # placeholders of one text, including those in its words
MOST_DEEP = 12  # nesting of words that contain words
MOST_ENTRIES = 20_000  # of one list
_SIGNS = re.compile(r"\{\{|\}\}|\{")
_NAME = re.compile(r"[^{}:|]+")
PICTURE, PICTURE_END = "\ufdd2", "\ufdd3"  # enclose the name of a picture in a text
_PICTURE = re.compile(r"image:\s*((?:[^{}]|\{[^{}]*\})+)\}")
_COMPARED = re.compile(r"(.*?)(?:(!=|<=|>=|=|<|>)(.*))?", re.DOTALL)
_FORMS = re.compile(f"({FORMS})}}")
_FORMAT = re.compile(r"(:(?:[<>^+0]?\.?[0-9]+[a-z%]?|[a-z]{4,12}|,))\}")  # of other programs: :03, :upper
ABSENT = object()
TRUTH = "?"  # prefix of a recorded path of which only the truth was read
NOTHING: Mapping[str, Any] = {}


class SourceExcerpt(NamedTuple):
    """A part of a text that is shown, and where that part is written."""

    place: SourceLocation
    text: str


Origin = Node | tuple[SourceExcerpt, ...]
"""Where a value of a scope is written: a node of a file, or the parts that it was composed of.

A computed list or mapping is a node at NOWHERE, whose entries are the origins of those of the value.
"""


class UnknownPlaceholderPath(Exception):
    """A dotted path does not exist; `step` is its first unknown name, `known` are the names available instead.

    `written` is where the words with the placeholder are written, if that is traced.
    """

    def __init__(self, path: str, step: str, names: list[str]) -> None:
        self.path, self.step, self.known = path, step, names
        self.written: SourceLocation | None = None
        super().__init__(path)


class LayoutLimitExceeded(Exception):
    """A layout exceeds a limit, which the message names; `place` is where in its file, or NOWHERE if unknown."""

    def __init__(self, message: str, place: SourceLocation = NOWHERE) -> None:
        self.message, self.place = message, place
        super().__init__(message)


class TextTemplate(str):
    """A text with placeholders, filled wherever a layout shows it; `plural` selects the plural form for a number."""

    __slots__ = ("plural",)
    plural: Plural


def words_as_templates(node: Node, plural_at: Callable[[SourceLocation], Plural]) -> Any:
    """Return nested words with every text that has braces as a TextTemplate.

    `plural_at` returns the plural rule for a place, since words of several languages may be mixed.
    """
    words = node.value
    if isinstance(words, dict):
        return {key: words_as_templates(child, plural_at) for key, child in words.items()}
    if isinstance(words, list):
        return [words_as_templates(child, plural_at) for child in words]
    return as_template(words, plural_at(node.place)) if isinstance(words, str) else words


def as_template(words: str, plural: Plural) -> str:
    """Return a text with braces as a TextTemplate, any other text unchanged."""
    if "{" not in words and "}" not in words:
        return words
    template = TextTemplate(words)
    template.plural = plural
    return template


class LookupRecorder:
    """Records which values each element looks up while a card or page is laid out, by depth of scope and path."""

    __slots__ = ("_begun",)

    def __init__(self) -> None:
        self._begun: list[dict[tuple[int, str], Any]] = [{}]

    def add(self, depth: int | None, path: str, value: Any) -> None:
        """Record that the value at a path was read from the scope at this depth; constants (depth None) are skipped."""
        if depth is not None:
            self._begun[-1][depth, path] = value

    def begin(self) -> None:
        """Start a separate record for one element."""
        self._begun.append({})

    def end(self, depth: int) -> dict[str, Any]:
        """End the latest record; return the values, by path, that its element read from scopes up to `depth`.

        They are also added to the record of the element that contains this one.
        """
        reads = {where: value for where, value in self._begun.pop().items() if where[0] <= depth}
        self._begun[-1].update(reads)
        return {path: value for (_, path), value in reads.items()}

    def names(self) -> frozenset[str]:
        """Return the names read so far from the outermost scope, constants excluded."""
        return frozenset([_steps_of(path)[1] for depth, path in self._begun[0] if depth == 0])


class Scope:
    """The values that placeholders can use, by name; a name in an inner scope hides the same name in an outer scope.

    `reads` records lookups, except of `constants`. `origins` has by name where values are written, if that is traced.
    """

    __slots__ = ("constants", "depth", "origins", "outer", "reads", "values")

    def __init__(
        self,
        values: Mapping[str, Any],
        parent_scope: "Scope | None" = None,
        constants: Mapping[str, Any] = NOTHING,
        origins: Mapping[str, Origin] = NOTHING,
    ) -> None:
        self.values = values
        self.outer = parent_scope
        self.constants = constants
        self.origins = origins
        self.depth: int = parent_scope.depth + 1 if parent_scope else 0
        self.reads: LookupRecorder = parent_scope.reads if parent_scope else LookupRecorder()

    def inner(self, values: Mapping[str, Any], origins: Mapping[str, Origin] = NOTHING) -> "Scope":
        """Return a new scope inside this one, whose `values` hide those of the same name here."""
        return Scope(values, self, NOTHING, origins)

    def names(self) -> list[str]:
        """Return all names in this scope and in the scopes around it, sorted."""
        return sorted({*self.values, *(self.outer.names() if self.outer else [])})

    def look_up(self, path: str, *, as_truth: bool = False) -> Any:
        """Return the value at a dotted path, or with `as_truth` whether it is true; raises UnknownPlaceholderPath."""
        recorded = TRUTH + path if as_truth else path
        depth, value = self.find(recorded)
        self.reads.add(depth, recorded, value)
        if value is ABSENT:
            self._refuse(path)
        return value

    def find(self, path: str) -> tuple[int | None, Any]:
        """Return the depth of the scope in which a path is found (None for a constant), and the value or ABSENT.

        A path that begins with TRUTH gives whether the value is true.
        """
        is_asked, first, steps = _steps_of(path)
        scope: Scope | None = self
        while scope is not None:
            if first in scope.values:
                value = scope.values[first]
                if steps:
                    value = _step_into(value, steps)
                if is_asked and value is not ABSENT:
                    value = bool(value)
                return None if first in scope.constants else scope.depth, value
            scope = scope.outer
        return 0, ABSENT

    def origin(self, path: str) -> Origin | None:
        """Return where the value at a path is written, else where the nearest list or mapping around it is, or None."""
        _, first, steps = _steps_of(path)
        scope: Scope | None = self
        while scope is not None and first not in scope.values:
            scope = scope.outer
        origin = scope.origins.get(first) if scope is not None else None
        for step in steps:
            child = child_of(origin, step)
            if child is None:
                break
            origin = child
        return origin

    def _refuse(self, path: str) -> None:
        """Raise UnknownPlaceholderPath, which names the first step of the dotted path that does not exist."""
        scope: Scope | None = self
        first, *steps = path.split(".")
        while scope is not None and first not in scope.values:
            scope = scope.outer
        if scope is None:
            raise UnknownPlaceholderPath(path, first, self.names())
        value = scope.values[first]
        for step in steps:
            next_value = _step_into(value, (step,))
            if next_value is ABSENT:
                raise UnknownPlaceholderPath(path, step, _names_in(value))
            value = next_value


@lru_cache(maxsize=4096)
def _steps_of(path: str) -> tuple[bool, str, tuple[str, ...]]:
    """Return (whether a path has the prefix TRUTH, its first name, its further steps)."""
    first, *steps = path.removeprefix(TRUTH).split(".")
    return path.startswith(TRUTH), first, tuple(steps)


def _step_into(value: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        kind = type(value)
        if kind is dict:
            value = value.get(step, ABSENT)
        elif kind is str:
            return ABSENT
        elif isinstance(value, (list, tuple)) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, Mapping):
            value = value.get(step, ABSENT)
        else:
            return ABSENT
    return value


def _names_in(value: Any) -> list[str]:
    return [str(key) for key in value] if isinstance(value, Mapping) else []


def format_value(value: Any, *, plus: bool = False) -> str:
    """Return a value as text: with a true minus sign, and with `plus` a plus before positive numbers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return text.replace("-", MINUS) if value < 0 else f"+{text}" if plus and value > 0 else text
    return str(value)


class Placeholder(NamedTuple):
    """A parsed placeholder: the value at a dotted path, which may contain placeholders itself.

    With `plus`, positive numbers get a plus sign. A path that ends in a question mark may be absent and is then an
    empty text. A path with a colon is a format of another program and never found. With `forms`, such as `|one:
    coin|other: coins`, the plural form for the number is shown instead of the number.
    """

    path: "tuple[Part, ...]"
    plus: bool = False
    forms: str = ""


Part = str | Placeholder


@lru_cache(maxsize=4096)
def parts_of(template: str) -> tuple[Part, ...]:
    """Return the literal texts and placeholders of a template; a brace that opens no placeholder is literal.

    The name of a picture, as in `{image: coin}`, is enclosed in the characters PICTURE and PICTURE_END.

    >>> parts_of("Level {n}")
    ('Level ', Placeholder(path=('n',), plus=False, forms=''))
    """
    parts: list[Part] = []
    literal, at = "", 0
    while sign := _SIGNS.search(template, at):
        literal += template[at : sign.start()]
        at = sign.end()
        if sign.group() == "{" and (picture := _PICTURE.match(template, at)):
            for part in (PICTURE, *parts_of(picture[1].strip()), PICTURE_END):
                parts += [] if isinstance(part, str) else [literal, part]
                literal = literal + part if isinstance(part, str) else ""
            at = picture.end()
            continue
        opened = _placeholder(template, at) if sign.group() == "{" else None
        if opened is None:
            literal += sign.group()[0]
            continue
        parts += [literal, opened[0]] if literal else [opened[0]]
        literal, at = "", opened[1]
    literal += template[at:]
    return (*parts, literal) if literal else tuple(parts)


def _placeholder(template: str, at: int) -> tuple[Placeholder, int] | None:
    """Return (placeholder whose opening brace ends at `at`, its end offset); None if no placeholder is there."""
    path: list[Part] = []
    while at < len(template):
        if name := _NAME.match(template, at):
            path.append(name.group())
            at = name.end()
        elif template[at] == "{":
            nested = _placeholder(template, at + 1)
            if nested is None:
                return None
            path.append(nested[0])
            at = nested[1]
        else:
            plus, forms = template.startswith(":+}", at), _FORMS.match(template, at)
            foreign = _FORMAT.match(template, at)
            if not path or not (plus or forms or foreign or template[at] == "}"):
                return None
            only = path[0]
            if foreign and not plus:
                return (Placeholder((f"{only}{foreign[1]}",)), foreign.end()) if str(only)[0].isalpha() else None
            names = (only.strip(),) if len(path) == 1 and isinstance(only, str) else tuple(path)
            if forms:
                return Placeholder(names, forms=forms.group(1)), forms.end()
            return Placeholder(names, plus), at + (3 if plus else 1)
    return None


def fill(template: str, scope: Scope, excerpts: list[SourceExcerpt] | None = None) -> str:
    """Return the template with its placeholders filled; raises UnknownPlaceholderPath and LayoutLimitExceeded.

    If a list `excerpts` is given, the places where the values are written are appended to it.

    >>> fill("Level {n}, {points:+}", Scope({"n": 3, "points": 2}))
    'Level 3, +2'
    >>> fill("{names.{key}}{nick?}", Scope({"key": "a", "names": {"a": "{Ada}"}}))
    '{Ada}'
    """
    return _Filling(scope, excerpts).text(parts_of(template))


class _Filling:
    """Fills one template, and templates in its values; raises LayoutLimitExceeded for too much text or nesting."""

    def __init__(self, scope: Scope, excerpts: list[SourceExcerpt] | None) -> None:
        self.scope, self.excerpts = scope, excerpts
        self.plural: Plural = lambda _number: OTHER
        self.filled = self.depth = 0

    def text(self, parts: tuple[Part, ...]) -> str:
        text = "".join([part if isinstance(part, str) else self.placeholder_text(part) for part in parts])
        if len(text) > MOST_SIGNS:
            raise LayoutLimitExceeded(f"a text has more than {MOST_SIGNS:,} signs")
        return text

    def placeholder_text(self, part: Placeholder) -> str:
        self.filled += 1
        if self.filled > MOST_FILLED:
            raise LayoutLimitExceeded(f"a text has more than {MOST_FILLED:,} placeholders")
        first = part.path[0]
        path = first if isinstance(first, str) and len(part.path) == 1 else self.text(part.path)
        value = self.scope.look_up(path) if path[-1:] != "?" else self.may_lack(path[:-1].rstrip())
        if type(value) is not str and isinstance(value, (Mapping, list, tuple)):
            raise UnknownPlaceholderPath(path, path, _names_in(value))
        if self.excerpts is None:
            return self.format(part, value)
        origin = self.scope.origin(path.rstrip("? "))
        try:
            text = self.format(part, value)
        except UnknownPlaceholderPath as missing:
            missing.written = missing.written or (origin.place if isinstance(origin, Node) else None)
            raise
        self.excerpts += sources_of(origin, text) if not part.forms else ()  # a form is written in the template itself
        return text

    def format(self, part: Placeholder, value: Any) -> str:
        if isinstance(value, TextTemplate):
            return self.words(value)
        if part.forms and (isinstance(value, int) or str(value).isdecimal()):  # `with` gives numbers on as texts
            return plural_form(part.forms, self.plural(int(value)))
        return format_value(value, plus=part.plus)

    def may_lack(self, path: str) -> Any:
        try:
            return self.scope.look_up(path)
        except UnknownPlaceholderPath:
            return None

    def words(self, template: TextTemplate) -> str:
        self.depth += 1
        if self.depth > MOST_DEEP:
            raise LayoutLimitExceeded("words show themselves")
        plural_before, self.plural = self.plural, template.plural
        text = self.text(parts_of(template))
        self.depth, self.plural = self.depth - 1, plural_before
        return text


class LayoutCondition(NamedTuple):
    """A parsed `if`: the path, whether it may be absent, the comparison sign and value, and whether it is negated.

    Without a sign, the condition is whether the value is true.
    """

    path: str
    optional: bool
    sign: str
    wanted: str
    opposite: bool

    def is_met_by(self, value: Any, compared: str) -> bool:
        """Return whether a comparison with `compared` is true for a value; raises IncomparableValues."""
        return _compares(value, self.sign, compared) != self.opposite


class IncomparableValues(Exception):
    """Raised for a condition with <, <=, > or >= if a value in it is not a number."""

    def __init__(self, value: str) -> None:
        self.value = value
        super().__init__(value)


@lru_cache(maxsize=4096)
def condition_of(text: str) -> LayoutCondition:
    """Parse a condition "path", "!path" or "path=value"; the comparison may also be !=, <, <=, > or >=.

    A path that may be absent ends in "?". Two negations cancel out, as in "!cost!=3".

    >>> condition_of("!step.reward?")
    LayoutCondition(path='step.reward', optional=True, sign='', wanted='', opposite=True)
    >>> condition_of("cost? >= 3")
    LayoutCondition(path='cost', optional=True, sign='>=', wanted='3', opposite=False)
    """
    path, sign, compared = _COMPARED.fullmatch(text).groups("")  # type: ignore[union-attr]
    stripped = path.strip().lstrip("!")
    opposite = ((len(path.strip()) - len(stripped)) % 2 == 1) != (sign == "!=")
    path = stripped.strip()
    optional = path.endswith("?")
    return LayoutCondition(path.rstrip("?").rstrip(), optional, sign.replace("!=", "="), compared.strip(), opposite)


def holds(condition: str, scope: Scope) -> bool:
    """Tell whether a condition is true; of a list or a mapping its length is compared.

    Raises UnknownPlaceholderPath if its path does not exist and has no question mark, and IncomparableValues if a value
    compared by size is not a number.

    >>> holds("season=2", Scope({"season": 2})), holds("!solo?", Scope({}))
    (True, True)
    >>> holds("cost>9", Scope({"cost": 10})), holds("bands<=1", Scope({"bands": [7, 9]}))
    (True, False)
    """
    parsed = condition_of(condition)
    path = fill(parsed.path, scope) if "{" in parsed.path else parsed.path
    try:
        if not parsed.sign:
            return bool(scope.look_up(path, as_truth=True)) != parsed.opposite
        value = scope.look_up(path)
    except UnknownPlaceholderPath:
        if not parsed.optional:
            raise
        value = None
    return parsed.is_met_by(value, fill(parsed.wanted, scope)) if parsed.sign else parsed.opposite


def _compares(value: Any, sign: str, compared: str) -> bool:
    if isinstance(value, (Mapping, list, tuple)):
        value = len(value)
    if sign == "=":
        return format_value(value) == compared
    if value is None or value == "":
        return False
    return _ORDERS[sign](_number(value), _number(compared))


def _number(value: Any) -> float:
    try:
        return float(str(value).replace(MINUS, "-"))
    except ValueError:
        raise IncomparableValues(str(value)) from None


_ORDERS: Mapping[str, Callable[[float, float], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def child_of(origin: Origin | None, step: str) -> Origin | None:
    """Return the origin of an entry of a value, or None if it is unknown."""
    return origin.child(step) if isinstance(origin, Node) else None


def sources_of(origin: Origin | None, text: str) -> tuple[SourceExcerpt, ...]:
    """Return the places of a value that is shown as `text`, each with its part of the text; empty if unknown."""
    if isinstance(origin, Node):
        return (SourceExcerpt(origin.place, text),) if origin.place != NOWHERE else ()
    return origin or ()


def entry_origins(origin: Origin | None, entry: Mapping[str, Any], alias: str) -> Mapping[str, Origin]:
    """Return where the item and the key of one entry of `each` are written, by the names used in its scope."""
    if origin is None:
        return NOTHING
    key = entry["key"]
    child = child_of(origin, key)
    item = origin if child is None else child
    if not isinstance(origin, Node) or not origin.is_map or child is None:
        return {"item": item, alias: item}
    written_key = Node(key, origin.key_place(key))
    return {"item": item, alias: item, "key": written_key, f"{alias}_key": written_key}


def entries(value: Any) -> list[dict[str, Any]]:
    """Return one mapping per entry of a list, a mapping or a number: item, key, index, number, first and last.

    Raises LayoutLimitExceeded for too many entries.
    """
    count = value if isinstance(value, int) else len(value)
    if count > MOST_ENTRIES:
        raise LayoutLimitExceeded(f"{count:,} entries are too many, at most {MOST_ENTRIES:,} are laid out")
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, int):
        pairs = [(str(index), index + 1) for index in range(value)]
    else:
        pairs = [(str(index), item) for index, item in enumerate(value)]
    last = len(pairs) - 1
    return [
        {"item": item, "key": key, "index": index, "number": index + 1, "first": index == 0, "last": index == last}
        for index, (key, item) in enumerate(pairs)
    ]
