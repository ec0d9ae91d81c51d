"""Fill {placeholders} from nested plain data, decide `if`, and find the lists of `each`. Evaluates nothing.

Templates come from layouts and from words; what they are filled with is never read as a template again.
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
MOST_SIGNS = 100_000  # of one text after filling
MOST_FILLED = 20_000  # placeholders of one text, those of its words counted
MOST_DEEP = 12  # words that show words
MOST_ENTRIES = 20_000  # of one list
_SIGNS = re.compile(r"\{\{|\}\}|\{")
_NAME = re.compile(r"[^{}:|]+")
PICTURE, PICTURE_END = "\ufdd2", "\ufdd3"  # stand around the name of a picture in a text
_PICTURE = re.compile(r"image:\s*((?:[^{}]|\{[^{}]*\})+)\}")
_COMPARED = re.compile(r"(.*?)(?:(!=|<=|>=|=|<|>)(.*))?", re.DOTALL)
_FORMS = re.compile(f"({FORMS})}}")
_FORMAT = re.compile(r"(:(?:[<>^+0]?\.?[0-9]+[a-z%]?|[a-z]{4,12}|,))\}")  # as other programs have: :03, :upper
ABSENT = object()
TRUTH = "?"  # before the path of a read that only asked whether there is something
NOTHING: Mapping[str, Any] = {}


class SourceExcerpt(NamedTuple):
    """Where a part of what is shown was written, and how that part reads."""

    place: SourceLocation
    text: str


class OriginTree(NamedTuple):
    """What the entries of a list or mapping were written as that no file holds as such, those of a list by number."""

    entries: Mapping[str, "Origin"]

    def child(self, step: str) -> "Origin | None":
        """Return what an entry was written as, or None."""
        return self.entries.get(step)


Origin = Node | OriginTree | tuple[SourceExcerpt, ...]
"""What a value of a scope was written as: a node of a file, a tree of such, or the parts it was put together of."""


class UnknownPlaceholderPath(Exception):
    """A path names nothing; `step` is the name in it that was not found, `known` the names that stood there."""

    def __init__(self, path: str, step: str, known: list[str]) -> None:
        self.path, self.step, self.known = path, step, known
        super().__init__(path)


class LayoutLimitExceeded(Exception):
    """A layout asks for more than can be laid out: says of what, and where if that is known."""

    def __init__(self, message: str, place: SourceLocation = NOWHERE) -> None:
        self.message, self.place = message, place
        super().__init__(message)


class TextTemplate(str):
    """Words with placeholders, filled wherever a layout shows them; `plural` tells the forms of their language."""

    __slots__ = ("plural",)
    plural: Plural


def words_as_templates(node: Node, plural_at: Callable[[SourceLocation], Plural]) -> Any:
    """Return words, however deeply nested, with every text that has braces as a template in the forms of its file."""
    words = node.value
    if isinstance(words, dict):
        return {key: words_as_templates(child, plural_at) for key, child in words.items()}
    if isinstance(words, list):
        return [words_as_templates(child, plural_at) for child in words]
    return as_template(words, plural_at(node.place)) if isinstance(words, str) else words


def as_template(words: str, plural: Plural) -> str:
    """Return a text as a template in the forms of its language where it has braces, else as it is."""
    if "{" not in words and "}" not in words:
        return words
    template = TextTemplate(words)
    template.plural = plural
    return template


class LookupRecorder:
    """What was looked up while a face is laid out: for each element that is begun, by depth of the scope and path."""

    __slots__ = ("_begun",)

    def __init__(self) -> None:
        self._begun: list[dict[tuple[int, str], Any]] = [{}]

    def add(self, depth: int | None, path: str, value: Any) -> None:
        """Record that a path led to a value, found in the scope of a depth; None is a constant and not recorded."""
        if depth is not None:
            self._begun[-1][depth, path] = value

    def begin(self) -> None:
        """Record from now on what one element reads."""
        self._begun.append({})

    def end(self, depth: int) -> dict[str, Any]:
        """Return by path what the element last begun has read from scopes down to its own, whose depth is given.

        The element around it has read all that, too.
        """
        reads = {where: value for where, value in self._begun.pop().items() if where[0] <= depth}
        self._begun[-1].update(reads)
        return {path: value for (_, path), value in reads.items()}

    def names(self) -> frozenset[str]:
        """Return the names of the outermost scope that were read so far, apart from constants."""
        return frozenset([_steps_of(path)[1] for depth, path in self._begun[0] if depth == 0])


class Scope:
    """Values by name, inner ones first; `reads` records what is looked up, apart from `constants`.

    `origins` tells by name what the values were written as, where that is asked for.
    """

    __slots__ = ("constants", "depth", "origins", "outer", "reads", "values")

    def __init__(
        self,
        values: Mapping[str, Any],
        outer: "Scope | None" = None,
        constants: Mapping[str, Any] = NOTHING,
        origins: Mapping[str, Origin] = NOTHING,
    ) -> None:
        self.values = values
        self.outer = outer
        self.constants = constants
        self.origins = origins
        self.depth: int = outer.depth + 1 if outer else 0
        self.reads: LookupRecorder = outer.reads if outer else LookupRecorder()

    def inner(self, values: Mapping[str, Any], origins: Mapping[str, Origin] = NOTHING) -> "Scope":
        """Return a scope with more values."""
        return Scope(values, self, NOTHING, origins)

    def names(self) -> list[str]:
        """Return every name in sight."""
        return sorted({*self.values, *(self.outer.names() if self.outer else [])})

    def look_up(self, path: str, *, as_truth: bool = False) -> Any:
        """Return the value under a dotted path, or only whether it is true; raises UnknownPlaceholderPath."""
        read = TRUTH + path if as_truth else path
        depth, value = self.find(read)
        self.reads.add(depth, read, value)
        if value is ABSENT:
            self._refuse(path)
        return value

    def find(self, path: str) -> tuple[int | None, Any]:
        """Return how deep the value of a read was found (None: it is constant), and the value or ABSENT."""
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
        """Return what the value under a path was written as, else what it was made of; None where no file says it."""
        _, first, steps = _steps_of(path)
        scope: Scope | None = self
        while scope is not None and first not in scope.values:
            scope = scope.outer
        origin = scope.origins.get(first) if scope is not None else None
        for step in steps:
            inner = child_of(origin, step)
            if inner is None:
                break
            origin = inner
        return origin

    def _refuse(self, path: str) -> None:
        """Raise UnknownPlaceholderPath with the step that leads nowhere, and what stands there."""
        scope: Scope | None = self
        first, *steps = path.split(".")
        while scope is not None and first not in scope.values:
            scope = scope.outer
        if scope is None:
            raise UnknownPlaceholderPath(path, first, self.names())
        value = scope.values[first]
        for step in steps:
            inner = _step_into(value, (step,))
            if inner is ABSENT:
                raise UnknownPlaceholderPath(path, step, _names_in(value))
            value = inner


@lru_cache(maxsize=4096)
def _steps_of(path: str) -> tuple[bool, str, tuple[str, ...]]:
    """Return whether a read only asked if there is something, the name that it began with, and the steps from there."""
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
    """Return a value as it is printed: a true minus sign, a plus where asked."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    if isinstance(value, (int, float)):
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return text.replace("-", MINUS) if value < 0 else f"+{text}" if plus and value > 0 else text
    return str(value)


class Placeholder(NamedTuple):
    """The value of a dotted path, with a plus before numbers above zero if asked; a path may have placeholders.

    A path that ends in a question mark may name nothing, and is an empty text then.
    A path with a colon is a form that other programs have, and names nothing.
    With `forms`, such as `|one: coin|other: coins`, it is the form that goes with the number instead.
    """

    path: "tuple[Part, ...]"
    plus: bool = False
    forms: str = ""


Part = str | Placeholder


@lru_cache(maxsize=4096)
def parts_of(template: str) -> tuple[Part, ...]:
    """Return the literal texts and placeholders of a template; a brace that opens none stands for itself.

    The name of a picture, such as `{image: coin}`, stays between two signs that no text has.

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
    """Return the placeholder whose brace was opened before `at` and where it ends, or None where there is none."""
    path: list[Part] = []
    while at < len(template):
        if name := _NAME.match(template, at):
            path.append(name.group())
            at = name.end()
        elif template[at] == "{":
            inner = _placeholder(template, at + 1)
            if inner is None:
                return None
            path.append(inner[0])
            at = inner[1]
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

    Where each of them was written is added to `excerpts`, where there is such a list.

    >>> fill("Level {n}, {points:+}", Scope({"n": 3, "points": 2}))
    'Level 3, +2'
    >>> fill("{names.{key}}{nick?}", Scope({"key": "a", "names": {"a": "{Ada}"}}))
    '{Ada}'
    """
    return _Filling(scope, excerpts).text(parts_of(template))


class _Filling:
    """Fills one template and the words that it shows, and counts what it does."""

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
        if isinstance(value, (Mapping, list, tuple)):
            raise UnknownPlaceholderPath(path, path, _names_in(value))
        text = self.format(part, value)
        if self.excerpts is not None and not part.forms:  # a form stands in the words that ask for it
            origin = self.scope.origin(path.rstrip("? "))
            self.excerpts += sources_of(origin, text)
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
        outer, self.plural = self.plural, template.plural
        text = self.text(parts_of(template))
        self.depth, self.plural = self.depth - 1, outer
        return text


class LayoutCondition(NamedTuple):
    """What an `if` asks: whether a value is there and true, or how it compares; and whether the opposite is wanted."""

    path: str
    optional: bool
    sign: str
    wanted: str
    opposite: bool


class IncomparableValues(Exception):
    """A condition asks which of two values is larger, and one of them is no number."""

    def __init__(self, value: str) -> None:
        self.value = value
        super().__init__(value)


@lru_cache(maxsize=4096)
def condition_of(text: str) -> LayoutCondition:
    """Return the condition of "path", "!path", "path=value", or with !=, <, <=, > or >=.

    A path that may be absent ends in "?"; two negations make none, as in "!cost!=3".

    >>> condition_of("!step.reward?")
    LayoutCondition(path='step.reward', optional=True, sign='', wanted='', opposite=True)
    >>> condition_of("cost? >= 3")
    LayoutCondition(path='cost', optional=True, sign='>=', wanted='3', opposite=False)
    """
    path, sign, wanted = _COMPARED.fullmatch(text).groups("")  # type: ignore[union-attr]
    bare = path.strip().lstrip("!")
    opposite = ((len(path.strip()) - len(bare)) % 2 == 1) != (sign == "!=")
    path = bare.strip()
    optional = path.endswith("?")
    return LayoutCondition(path.rstrip("?").rstrip(), optional, sign.replace("!=", "="), wanted.strip(), opposite)


def holds(condition: str, scope: Scope) -> bool:
    """Tell whether an `if` holds; raises UnknownPlaceholderPath where its path names nothing and has no question mark.

    Of a list or a mapping it is compared how many entries it has. Raises IncomparableValues for what is no number.

    >>> holds("season=2", Scope({"season": 2})), holds("!solo?", Scope({}))
    (True, True)
    >>> holds("cost>9", Scope({"cost": 10})), holds("bands<=1", Scope({"bands": [7, 9]}))
    (True, False)
    """
    asked = condition_of(condition)
    path = fill(asked.path, scope) if "{" in asked.path else asked.path
    try:
        if not asked.sign:
            return bool(scope.look_up(path, as_truth=True)) != asked.opposite
        value = scope.look_up(path)
    except UnknownPlaceholderPath:
        if not asked.optional:
            raise
        value = None
    return _compares(value, asked.sign, fill(asked.wanted, scope)) != asked.opposite if asked.sign else asked.opposite


def _compares(value: Any, sign: str, wanted: str) -> bool:
    if isinstance(value, (Mapping, list, tuple)):
        value = len(value)
    if sign == "=":
        return format_value(value) == wanted
    if value is None or value == "":
        return False
    return _ORDERS[sign](_number(value), _number(wanted))


def _number(value: Any) -> float:
    try:
        return float(str(value).replace(MINUS, "-"))
    except ValueError:
        raise IncomparableValues(str(value)) from None


_ORDERS: Mapping[str, Callable[[float, float], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def child_of(origin: Origin | None, step: str) -> Origin | None:
    """Return what an entry of a value was written as, None where nothing is known of it."""
    return origin.child(step) if isinstance(origin, (Node, OriginTree)) else None


def sources_of(origin: Origin | None, text: str) -> tuple[SourceExcerpt, ...]:
    """Return where a value was written that is shown as a text."""
    if isinstance(origin, Node):
        return (SourceExcerpt(origin.place, text),)
    return () if origin is None or isinstance(origin, OriginTree) else origin


def entry_origins(origin: Origin | None, entry: Mapping[str, Any], alias: str) -> Mapping[str, Origin]:
    """Return what an entry of a list or mapping was written as, and its key where that is written."""
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
    """Return what `each` runs over: one mapping per entry with item, key, index, number, first and last.

    Raises LayoutLimitExceeded for more entries than any sheet has.
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
