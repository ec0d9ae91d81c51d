"""Parses nodes into dataclasses, collecting all faults with their places; knows types, not games.

Supported field types: str, int, float, bool, None in unions, Literal, tuple[X, ...], dict[str, X], dataclasses,
`Annotated[T, reader]` with a `ValueReader`, `Annotated[float, NumberBounds(0.5, 5)]` for a value with bounds (lengths
too: `Annotated[Length, NumberBounds(0, 500)]`), and `Annotated[A | B, TaggedUnion("kind", {"a": A, "b": B})]` for a
mapping whose key `kind` selects the dataclass. A dataclass field named `place` receives the place of its mapping.
"""

import re
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from generator.diagnostics import MOST_FAULTS, Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.geometry import Insets
from generator.reading.yaml_nodes import Node, kind_name
from generator.units import PercentageLength, length_name, parse_length, parse_length_or_share

T = TypeVar("T")
_FILE_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
MOST_POINTS = 14_200.0
SHARE_SCHEMA = {"type": ["string", "number"], "pattern": r"^\s*[-+]?[0-9.]+\s*(mm|cm|in|pt|%)\s*$"}
NAMES_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
# names that no file can have on Windows, with any suffix
DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)))
)


def is_name(text: str) -> bool:
    """Return whether a text can be a file name on all systems, alone and with a suffix.

    >>> is_name("stone_golem-2"), is_name("../golem"), is_name(""), is_name("con")
    (True, False, False, False)
    """
    return _FILE_NAME.fullmatch(text) is not None and text.lower() not in DEVICES


def name_hint(text: str) -> str:
    """Return a hint for an invalid name: the possible characters, or that Windows reserves the name."""
    if text.lower() in DEVICES:
        return "Windows keeps this name for a device, and has no file of it; take another"
    return "letters a to z, digits, - and _"


@dataclass(frozen=True, eq=False)
class ValueReader:
    """Annotates a type: the words for its values in the reference, their JSON Schema, and the function that reads one.

    `read` raises ValueError with what was expected, or adds to its faults and returns None.
    """

    words: str
    schema: dict[str, Any]
    read: Callable[[Node, list[Diagnostic]], Any]


@partial(ValueReader, "length", {"type": ["string", "number"], "pattern": r"^\s*[-+]?[0-9.]+\s*(mm|cm|in|pt)\s*$"})
def _read_length(node: Node, _faults: list[Diagnostic]) -> float:
    if node.value == 0 and not isinstance(node.value, bool):
        return 0.0
    if not isinstance(node.value, str):
        raise ValueError(f"expected a length such as 12mm, found {kind_name(node)}")
    return within_bounds(parse_length(node.value), node.value)


def within_bounds(points: float, text: str) -> float:
    """Return the same length; raises ValueError above five metres. `text` is the length for the message."""
    if abs(points) > MOST_POINTS:
        raise ValueError(f"length {text!r} is out of bounds, at most 5000mm is possible")
    return points


@partial(ValueReader, "length or percentage", SHARE_SCHEMA)
def _read_length_or_share(node: Node, faults: list[Diagnostic]) -> float | PercentageLength:
    if not isinstance(node.value, str):
        return _read_length.read(node, faults)  # type: ignore[no-any-return]
    value = parse_length_or_share(node.value)
    return value if isinstance(value, PercentageLength) else within_bounds(value, node.value)


@partial(ValueReader, "text", {"type": ["string", "number", "boolean"]})
def _read_text(node: Node, _faults: list[Diagnostic]) -> str:
    """Read a text; a number or a boolean in YAML is accepted as a text, too."""
    value = node.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    raise ValueError(f"expected a text, found {kind_name(node)}")


@partial(ValueReader, "name, or list of names", NAMES_SCHEMA)
def _read_names(node: Node, _faults: list[Diagnostic]) -> tuple[str, ...]:
    values = [child.value for child in node.value] if node.is_list else [node.value]
    if not all(isinstance(value, str) for value in values):
        raise ValueError(f"expected a name or a list of names, found {kind_name(node)}")
    return tuple(values)


def not_negative(points: float, text: str) -> float:
    """Return the same length in points; raises ValueError if it is negative or above five metres."""
    if points < 0:
        raise ValueError(f"length {text!r} is below zero")
    return within_bounds(points, text)


@partial(
    ValueReader,
    "one, two or four lengths",
    {
        "type": ["string", "number"],
        "description": "one, two or four lengths: all | vertical horizontal | t r b l",
    },
)
def _read_padding(node: Node, _faults: list[Diagnostic]) -> Insets:
    if node.value == 0 and not isinstance(node.value, bool):
        return Insets()
    if not isinstance(node.value, str):
        raise ValueError(f"expected one, two or four lengths such as '2mm 3mm', found {kind_name(node)}")
    parts = [0.0 if part == "0" else not_negative(parse_length(part), part) for part in node.value.split()]
    if len(parts) == 1:
        return Insets(*(parts * 4))
    if len(parts) == 2:
        return Insets(parts[0], parts[1], parts[0], parts[1])
    if len(parts) == 4:
        return Insets(*parts)
    raise ValueError(f"expected one, two or four lengths, found {len(parts)}")


@partial(ValueReader, "name of letters a to z, digits, - and _", {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,80}$"})
def _read_name(node: Node, faults: list[Diagnostic]) -> str | None:
    """Read a name that can be used in the name of a file; paths are refused."""
    if isinstance(node.value, str) and is_name(node.value):
        return node.value
    hint = name_hint(str(node.value))
    faults.append(Diagnostic("S008", f"{kind_name(node)} cannot be a name here", node.place, hint))
    return None


@partial(ValueReader, "anything", {})
def _read_any_node(node: Node, _faults: list[Diagnostic]) -> Node:
    return node


Length = Annotated[float, _read_length]
LengthOrShare = Annotated[float | PercentageLength, _read_length_or_share]
Padding = Annotated[Insets, _read_padding]
Text = Annotated[str, _read_text]
RawNode = Annotated[Node, _read_any_node]
Name = Annotated[str, _read_name]
Names = Annotated[tuple[str, ...], _read_names]


class NumberBounds:
    """The bounds of a number, or of a length in points; both are inclusive, None means no bound."""

    def __init__(self, least: float | None = None, most: float | None = None, *, unit: str = "") -> None:
        self.least, self.most, self.unit = least, most, unit

    @property
    def schema(self) -> dict[str, Any]:
        """The bounds for the JSON Schema of a plain number; empty for lengths, whose schema cannot have bounds."""
        ends = {"minimum": self.least, "maximum": self.most}
        return {} if self.unit else {key: end for key, end in ends.items() if end is not None}

    def fault(self, value: object) -> str | None:
        """Return the message for a value out of bounds, else None."""
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return None
        if (self.least is None or value >= self.least) and (self.most is None or value <= self.most):
            return None
        return f"{self._written(value)} is out of bounds, {self.description}"

    def _written(self, value: float) -> str:
        return length_name(value, self.unit) if self.unit else f"{value:g}"

    @property
    def description(self) -> str:
        """The bounds as part of a message, such as "possible are 0 to 5"."""
        if self.least is None or self.most is None:
            end = self.most if self.least is None else self.least
            return f"at {'most' if self.least is None else 'least'} {self._written(end or 0)} is possible"
        return f"possible are {self._written(self.least)} to {self._written(self.most)}"


class AtMost(NamedTuple):
    """Annotates a lower bound: it is at most the field `upper`, unless that is left out for one of `alternatives`."""

    upper: str
    alternatives: tuple[str, ...] = ()

    def is_overruled(self, node: Node) -> bool:
        """Return whether other keys of a mapping give the upper bound."""
        return self.upper not in node.value and any(key in node.value for key in self.alternatives)


class TaggedUnion:
    """Reads a mapping whose key `tag` selects its dataclass from `kinds`; the tag is no field of the dataclass.

    `kinds` may be filled by decorators after the union was created.
    """

    def __init__(self, tag: str, kinds: Mapping[str, type]) -> None:
        self.tag, self.kinds = tag, kinds

    @property
    def name(self) -> str:
        return "_".join(sorted(spec.__name__ for spec in self.kinds.values()))[:80]

    def read(self, node: Node, faults: list[Diagnostic]) -> Any:
        """Return the dataclass that the tag selects; adds to `faults` if the tag is missing or unknown."""
        if not node.is_map:
            raise ValueError(f"expected a mapping with {self.tag!r}, found {kind_name(node)}")
        tag = node.get(self.tag)
        if tag is None:
            words = ", ".join(self.kinds)
            return _fault(faults, "S004", f"key {self.tag!r} is missing", node.place, f"add {self.tag}: one of {words}")
        spec = self.kinds.get(tag.value) if isinstance(tag.value, str) else None
        if spec is None:
            hint = did_you_mean(str(tag.value), self.kinds)
            return _fault(faults, "S005", f"unknown {self.tag} {kind_name(tag)}", tag.place, hint)
        rest = {key: child for key, child in node.items() if key != self.tag}
        subject = f"{self.tag} {tag.value!r}"

        def owners_hint(key: str) -> str | None:
            owners = [word for word, kind in self.kinds.items() if key in field_specs(kind)]
            return f"{key!r} belongs to {self.tag}: {', '.join(owners)}" if owners else None

        return _read_mapping(Node(rest, node.place, node.key_places), spec, faults, subject, owners_hint)


class KeyedUnion:
    """Reads a mapping with exactly one of the keys of `kinds`: the key selects the dataclass, and is a field of it."""

    def __init__(self, kinds: Mapping[str, type]) -> None:
        self.kinds = kinds

    @property
    def name(self) -> str:
        return "_or_".join(self.kinds)[:80]

    def definition(self, schema_of: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Return the JSON Schema of the mapping: any one of the schemas of the kinds."""
        return {"oneOf": [schema_of(spec) for spec in self.kinds.values()]}

    def read(self, node: Node, faults: list[Diagnostic]) -> Any:
        """Return the dataclass that the key selects; adds to `faults` if there is no such key, or several."""
        choices = " or ".join(f"{key}: ..." for key in self.kinds)
        if not node.is_map:
            raise ValueError(f"expected {choices}, found {kind_name(node)}")
        present = [key for key in node.value if key in self.kinds]
        if len(present) > 1:
            message = f"one entry cannot have both {present[0]!r} and {present[1]!r}"
            return _fault(faults, "S007", message, node.key_place(present[1]), "make two entries of them")
        if not present:
            hint = did_you_mean(next(iter(node.value), ""), self.kinds)
            return _fault(faults, "S007", f"expected {choices}", node.place, hint)
        return _read_mapping(node, self.kinds[present[0]], faults, f"this {present[0]}")


class MappingKeySpec(NamedTuple):
    """A key of a mapping: the dataclass field for its value, the type of the field, and whether it is required."""

    key: str
    type: Any
    required: bool


@lru_cache(maxsize=None)
def field_specs(spec: type) -> dict[str, MappingKeySpec]:
    """Return the keys that a mapping for a dataclass can have, with their specs; skips `place` and `_` fields."""
    hints = get_type_hints(spec, include_extras=True)
    specs = {}
    for field in fields(spec):
        if field.name == "place" or field.name.startswith("_"):
            continue
        required = field.default is MISSING and field.default_factory is MISSING
        key = field.metadata.get("key", field.name)
        specs[key] = MappingKeySpec(field.name, hints[field.name], required)
    return specs


def structure(node: Node, spec: type[T], subject: str = "this mapping") -> T:
    """Return the dataclass for a node; raises InvalidInput with all faults. `subject` names the mapping in messages."""
    faults: list[Diagnostic] = []
    value = read_value(node, spec, faults, subject)
    if faults:
        raise InvalidInput(faults)
    return value  # type: ignore[no-any-return]


def read_value(node: Node, kind: Any, faults: list[Diagnostic], subject: str = "this mapping") -> Any:
    """Return the value of a node as type `kind`; adds to `faults` and returns None if it does not fit."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _read_mapping(node, kind, faults, subject)
    origin = get_origin(kind)
    if origin is Annotated:
        return _read_annotated(node, get_args(kind), faults, subject)
    if origin in (Union, types.UnionType):
        return _read_union(node, get_args(kind), faults, subject)
    if origin is Literal:
        return _read_choice(node, get_args(kind), faults)
    if origin is tuple:
        return _read_list(node, get_args(kind)[0], faults, subject)
    if origin is dict:
        keys, values = get_args(kind)
        return _read_dict(node, keys, values, faults, subject)
    value = node.value
    if kind is Any:
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    hint = "only true and false are booleans" if kind is bool else None
    if kind is str and isinstance(value, (int, float, bool)):
        hint = "put quotes around it"
    if kind in (int, float) and isinstance(value, str):
        hint = f"write a number, such as {7 if kind is int else 0.5}"
    return _fault(faults, "S003", f"expected {_NAMES[kind]}, found {kind_name(node)}", node.place, hint)


def unquoted_hint(node: Node) -> str | None:
    """Return a hint if a node is a placeholder such as {name} that YAML parsed as a mapping, else None."""
    if node.is_map and len(node.value) == 1 and next(iter(node.value.values())).value is None:
        return f'put quotes around it: "{{{next(iter(node.value))}}}"'
    return None


def readers_of(notes: Iterable[Any]) -> list[Any]:
    """Return the annotations of a type that read values."""
    return [note for note in notes if hasattr(note, "read")]


def _read_annotated(node: Node, args: tuple[Any, ...], faults: list[Diagnostic], subject: str) -> Any:
    kind, *notes = args
    readers = readers_of(notes)
    fault_count = len(faults)
    try:
        value = readers[0].read(node, faults) if readers else read_value(node, kind, faults, subject)
    except ValueError as fault:
        is_number = isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
        lacks_unit = is_number and bool({_read_length, _read_length_or_share} & {*readers})
        hint = f"write its unit, such as {node.value}mm" if lacks_unit else unquoted_hint(node)
        return _fault(faults, "S003", str(fault), node.place, hint)
    if len(faults) == fault_count:
        for bounds in notes:
            if isinstance(bounds, NumberBounds) and (wrong := bounds.fault(value)):
                return _fault(faults, "S006", f"{subject}: {wrong}", node.place)
    return value


def _fault(faults: list[Diagnostic], code: str, message: str, place: SourceLocation, hint: str | None = None) -> None:
    faults.append(Diagnostic(code, message, place, hint))


OwnersHint = Callable[[str], str | None]


def _read_mapping(
    node: Node, spec: type, faults: list[Diagnostic], subject: str, owners_hint: OwnersHint = lambda _key: None
) -> Any:
    """Return a mapping as a `spec`, or None after adding to `faults`; `owners_hint` gives hints for unknown keys."""
    if not node.is_map:
        return _fault(faults, "S002", f"expected a mapping for {subject}, found {kind_name(node)}", node.place)
    key_specs = field_specs(spec)
    fault_count = len(faults)
    values: dict[str, Any] = {}
    for key, child in node.items():
        if len(faults) >= MOST_FAULTS:
            break
        key_spec = key_specs.get(key)
        if key_spec is None:
            hint = getattr(spec, "elsewhere", {}).get(key) or owners_hint(key) or did_you_mean(key, key_specs)
            _fault(faults, "S001", f"unknown key {key!r} in {subject}", node.key_place(key), hint)
        else:
            values[key_spec.key] = read_value(child, key_spec.type, faults, repr(key))
    for key, key_spec in key_specs.items():
        if key_spec.required and key not in node.value:
            _fault(faults, "S004", f"key {key!r} is missing in {subject}", node.key_place(key), f"add {key}: ...")
    if len(faults) > fault_count:
        return None
    if "place" in spec.__dataclass_fields__:  # type: ignore[attr-defined]
        values["place"] = node.place
    value = spec(**values)
    for key, key_spec in key_specs.items():
        for pair in get_args(key_spec.type):
            if isinstance(pair, AtMost) and not pair.is_overruled(node):
                keys = [end for end in (key, pair.upper) if end in node.value]
                lower, upper = getattr(value, key_spec.key), getattr(value, pair.upper)
                if keys and lower is not None and upper is not None and lower > upper:
                    (lacking,) = {key, pair.upper} - {keys[0]}
                    hint = "exchange the two, or correct one" if len(keys) > 1 else f"write {lacking}:, too"
                    numbers = {end: node.value[end].value for end in keys}  # as the person wrote it: 6, not 6.0
                    message = (
                        f"{key}: {numbers.get(key, lower)} is above {pair.upper}: {numbers.get(pair.upper, upper)}"
                    )
                    return _fault(faults, "S006", message, node.value[keys[0]].place, hint)
    return value


def _read_union(node: Node, kinds: tuple[Any, ...], faults: list[Diagnostic], subject: str) -> Any:
    if node.value is None and type(None) in kinds:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    tried: list[list[Diagnostic]] = []
    for kind in rest:
        trial: list[Diagnostic] = []
        value = read_value(node, kind, trial, subject)
        if not trial:
            return value
        tried.append(trial)
    # report the faults of the type that the user most likely means: the one whose first fault comes latest
    deepest = max(tried, key=lambda trial: (trial[0].place.line, trial[0].place.column, trial[0].code != "S002"))
    faults.extend(deepest)
    return None


def _read_choice(node: Node, choices: tuple[Any, ...], faults: list[Diagnostic]) -> Any:
    if node.value in choices and not (isinstance(node.value, bool) and True not in choices):
        return node.value
    names = [str(choice) for choice in choices]
    hint = did_you_mean(node.value, names) if isinstance(node.value, str) else f"known: {', '.join(names)}"
    return _fault(faults, "S003", f"expected {' or '.join(names)}, found {kind_name(node)}", node.place, hint)


def _read_list(node: Node, kind: Any, faults: list[Diagnostic], subject: str) -> Any:
    if not node.is_list:
        form = "- before each entry, on a line of its own" if node.is_map else f"[{node.value}]" if node.value else "[]"
        message, hint = f"expected a list for {subject}, found {kind_name(node)}", f"write {form}"
        return _fault(faults, "S002", message, node.place, hint)
    return tuple(read_value(child, kind, faults, subject) for child in node.value if len(faults) < MOST_FAULTS)


def _read_dict(node: Node, keys: Any, kind: Any, faults: list[Diagnostic], subject: str) -> Any:
    if not node.is_map:
        return _fault(faults, "S002", f"expected a mapping for {subject}, found {kind_name(node)}", node.place)
    if keys is not str:
        for key in node.value:
            read_value(Node(key, node.key_place(key)), keys, faults)
    return {key: read_value(child, kind, faults, repr(key)) for key, child in node.items() if len(faults) < MOST_FAULTS}


_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
