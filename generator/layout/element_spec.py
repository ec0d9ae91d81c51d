"""What every element of a layout file may have: a kind, a placement, a look, and values filled in from data."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from generator.diagnostics import NOWHERE, Diagnostic, SourceLocation, did_you_mean
from generator.reading import structure
from generator.reading.spec_class import spec
from generator.reading.structure import ValueReader
from generator.reading.yaml_nodes import Node, kind_name
from generator.units import PercentageLength, mm, parse_length

Align = Literal["start", "center", "end", "stretch"]
Across = Literal["start", "center", "end", "stretch", "justify"]

KINDS: dict[str, type] = {}
MOST_COLUMNS = 200
MOST_SHARE = 10.0
LEAST_ROOM, LEAST_FACE = mm(1), mm(3)
MEANT = {
    "background": "write fill:",
    "border": "write stroke: and stroke_width:",
    "margin": "write pad: for room inside, x, y, right and bottom: for its place",
    "padding": "write pad:",
    "left": "write x:",
    "top": "write y:",
    "font_size": "write size:",
}  # hints for keys that other programs use
_HEX = re.compile("#(?:[0-9a-fA-F]{3,4}){1,2}")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
NAMES_FROM_DATA = frozenset({"style", "font", "features"})  # any text is valid: with a placeholder it is from data
LISTS_FROM_DATA = NAMES_FROM_DATA | {"columns"}
SIDE_SCHEMA = {"type": ["string", "number"], "pattern": r"^\s*\+?[0-9.]+\s*(mm|cm|in|pt|%)\s*$"}
DASH_SCHEMA = {"type": "string", "description": "lengths of ink and gap, such as '2pt 1pt'"}
COLUMNS_SCHEMA = {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": ["string", "number"]}}]}
CHILDREN_SCHEMA = {"anyOf": [{"$ref": "#/$defs/element"}, {"type": "array", "items": {"$ref": "#/$defs/element"}}]}
_JOINED = re.compile(r"\|+|&&|(?:,|\b(?:or|and)\b)(?=.*[=<>])")
JOINED_HINT = "of a list such as [a=1, b=2] all must hold; where either may, write two elements, one for each"
_FOREIGN = re.compile(r"""={2,3}|<>|=[<>]|!?=\s*(?:\[.*\]|"(.*)"|'(.*)')\s*$""")
_OURS = {"==": "=", "===": "=", "<>": "!=", "=>": ">=", "=<": "<="}


@partial(ValueReader, "length or percentage", SIDE_SCHEMA)
def _read_side(node: Node, faults: list[Diagnostic]) -> float | PercentageLength | None:
    """Read a width or a height: a length or a percentage, not below zero."""
    side = structure.read_value(node, structure.LengthOrShare, faults)
    points = side.part if isinstance(side, PercentageLength) else side
    if points is not None and (points < 0 or (isinstance(side, PercentageLength) and points > MOST_SHARE)):
        raise ValueError(f"{node.value!r} is not a width or a height")
    return side  # type: ignore[no-any-return]


@partial(ValueReader, "lengths of ink and gap", DASH_SCHEMA)
def _read_dash(node: Node, _faults: list[Diagnostic]) -> tuple[float, ...]:
    if not isinstance(node.value, str):
        raise ValueError(f"expected lengths such as '2pt 1pt', found {kind_name(node)}")
    dash = tuple(structure.not_negative(parse_length(part), part) for part in node.value.split())
    if len(dash) > 8 or not sum(dash):
        raise ValueError(f"expected up to eight lengths such as '2pt 1pt', found {node.value!r}")
    return dash


class ColumnShare(NamedTuple):
    """The width of a column as `parts` of the space that columns of fixed width leave."""

    parts: float


Column = float | PercentageLength | ColumnShare


@partial(ValueReader, "number, or list of widths", COLUMNS_SCHEMA)
def _read_columns(node: Node, faults: list[Diagnostic]) -> tuple[Column, ...]:
    """Return the column widths: numbers are weights, lengths and percentages are widths."""
    if isinstance(node.value, int) and not isinstance(node.value, bool) and 0 < node.value <= MOST_COLUMNS:
        return (ColumnShare(1.0),) * node.value
    if not node.is_list:
        raise ValueError(f"expected a number of columns or a list of widths, found {kind_name(node)}")
    columns: list[Column] = []
    for child in node.value:
        if isinstance(child.value, (int, float)) and not isinstance(child.value, bool) and 0 < child.value <= 1000:
            columns.append(ColumnShare(float(child.value)))
        else:
            columns.append(structure.read_value(child, Side, faults))
    if not 0 < len(columns) <= MOST_COLUMNS:
        raise ValueError(f"expected 1 to {MOST_COLUMNS} columns, found {len(columns)}")
    return tuple(columns)


@partial(ValueReader, "colour", {"type": "string", "pattern": "^(#([0-9a-fA-F]{3,4}){1,2}|[^#].*)$"})
def _read_colour(node: Node, faults: list[Diagnostic]) -> str:
    """Read a colour: "#rrggbb" or "#rrggbbaa", as CSS writes it, or the name of another; "none" is no colour."""
    value = node.value
    if isinstance(value, str) and value and (not value.startswith("#") or _HEX.fullmatch(value)):
        return value
    hint = 'write it as "#1c1a17" in quotes, or name another colour'
    faults.append(Diagnostic("L012", f"{kind_name(node)} is not a colour", node.place, hint))
    return ""


def _as_ours(condition: str, foreign: re.Match[str]) -> str:
    """Return a hint how to write a condition in our syntax; `foreign` is the part in another program's syntax."""
    path, quoted = condition[: foreign.start()].strip(), foreign[1] or foreign[2]
    if foreign.group() in _OURS:
        return f"write {condition.replace(foreign.group(), _OURS[foreign.group()])}"
    if foreign.group().rstrip().endswith("]"):
        return JOINED_HINT
    if not quoted:
        path = path if foreign.group().startswith("!") else f"!{path}"
        return f"write {path}: a name by itself asks if there is something"
    return f"write {path}{foreign.group().partition('=')[0]}={quoted}, without quotes around the value"


@partial(ValueReader, "condition, or list of conditions", structure.NAMES_SCHEMA)
def _read_conditions(node: Node, faults: list[Diagnostic]) -> tuple[str, ...]:
    """Read conditions; two joined by "and" or "," are a fault, since they would be read as a single condition."""
    names: tuple[str, ...] = structure.read_value(node, structure.Names, faults) or ()
    for child in node.value if node.is_list else [node]:
        if conjunction := _JOINED.search(_PLACEHOLDER.sub("", str(child.value))):
            message = f"a condition asks one thing, and {conjunction.group().strip()!r} joins two in {child.value!r}"
            faults.append(Diagnostic("L067", message, child.place, JOINED_HINT))
        elif foreign := _FOREIGN.search(str(child.value)):
            message = f"{foreign.group()!r} in the condition {child.value!r} is not a comparison with a value"
            faults.append(Diagnostic("L067", message, child.place, _as_ours(str(child.value), foreign)))
    return names


Colour = Annotated[str, _read_colour]
Conditions = Annotated[tuple[str, ...], _read_conditions]
Side = Annotated[float | PercentageLength, _read_side]
TypeSize = Annotated[structure.Length, structure.NumberBounds(0.5, 1440, unit="pt")]
Thickness = Annotated[structure.Length, structure.NumberBounds(0.01, 144, unit="pt")]
Distance = Annotated[structure.Length, structure.NumberBounds(0, structure.MOST_POINTS, unit="mm")]
FaceSide = Annotated[structure.Length, structure.NumberBounds(LEAST_FACE, structure.MOST_POINTS, unit="mm")]
Dash = Annotated[tuple[float, ...], _read_dash]
Columns = Annotated[tuple[Column, ...], _read_columns]


@spec
class Look:
    """How an element looks; the keys that a style may have."""

    elsewhere: ClassVar[Mapping[str, str]] = MEANT | dict.fromkeys(
        ("width", "height", "grow", "if_room", "x", "y", "right", "bottom", "rotate", "style", "if", "each", "as"),
        "a style says how things look: write it at the element, beside `style:`",
    )  # keys of ElementPlacementSpec

    extends: structure.Names = ()
    font: structure.Text | None = None
    features: structure.Names | None = None
    size: TypeSize | None = None
    floor: TypeSize | None = None
    leading: Annotated[float, structure.NumberBounds(0.5, 5)] | None = None
    color: structure.Text | None = None
    spacing: Annotated[float, structure.NumberBounds(-0.1, 1)] | None = None
    align: Across | None = None
    valign: Align | None = None
    fit: Literal["shrink", "together", "none"] | None = None
    hyphenate: bool | None = None
    wrap: Literal["balance", "fill"] | None = None
    case: Literal["upper", "none"] | None = None
    heading: Annotated[int, structure.NumberBounds(0, 3)] | None = None
    fill: structure.Text | None = None
    stroke: structure.Text | None = None
    stroke_width: Thickness | None = None
    radius: Distance | None = None
    dash: Dash | None = None
    pad: structure.Padding | None = None
    gap: structure.Length | None = None
    line_grid: structure.Text | None = None
    frame: structure.Text | None = None
    opacity: Annotated[float, structure.NumberBounds(0, 1)] | None = None
    shadow: structure.Text | None = None
    outline: structure.Text | None = None


LOOK_KEYS = tuple(look_field.name for look_field in fields(Look) if look_field.name != "extends")


@spec
class ElementPlacementSpec:
    """Where an element is placed, whether it is shown, and how often it is repeated."""

    place: SourceLocation
    width: Side | None = None
    height: Side | None = None
    grow: Annotated[float, structure.NumberBounds(0, 1000)] | None = None
    if_room: bool = False
    x: structure.LengthOrShare | None = None
    y: structure.LengthOrShare | None = None
    right: structure.LengthOrShare | None = None
    bottom: structure.LengthOrShare | None = None
    rotate: Annotated[float, structure.NumberBounds(-360, 360)] | None = None
    style: structure.Names = ()
    when: Conditions = field(default=(), metadata={"key": "if"})
    each: structure.Text | None = None
    alias: structure.Text = field(default="item", metadata={"key": "as"})


class ValueFromData(NamedTuple):
    """A key of an element whose value comes from data: `template` is the value with its placeholders."""

    key: str
    owner: type
    attribute: str
    kind: Any
    is_required: bool
    template: Node

    @property
    def templates(self) -> tuple[str, ...]:
        """The templates to fill: a single text, or the texts of a list."""
        texts = self.template.value if self.template.is_list else [self.template]
        return tuple([str(text.value) for text in texts])

    def read(self, filled_texts: Sequence[str], faults: list[Diagnostic]) -> Any:
        """Return the value of the key, given its templates with all placeholders filled.

        Each filled text is read as a text or, if the key does not take this, as YAML would read it (a number, true or
        false). If neither is valid, add the faults to `faults` and return None.
        """
        place = self.template.place
        for read_text in (str, _scalar):
            read_faults: list[Diagnostic] = []
            texts = [Node(read_text(text), place) for text in filled_texts]
            node = Node(texts, place) if self.template.is_list else texts[0]
            value = structure.read_value(node, self.kind, read_faults, repr(self.key))
            if not read_faults:
                return value
        faults += read_faults
        return None

    def template_faults(self, data: str) -> list[Diagnostic]:
        """Return the faults that the template has with any number, such as an unknown unit in "{x}m".

        There are none if `data`, the value that fills it, is no number.
        """
        template = self.templates[0]
        probe = _PLACEHOLDER.sub("1", template)
        faults: list[Diagnostic] = []
        if len(self.templates) == 1 and probe not in ("1", template) and _NUMBER.fullmatch(data):
            self.read([probe], faults)
        return [fault._replace(message=fault.message.replace(probe, template)) for fault in faults]


@spec
class Element:
    """One element of a layout: its kind, the keys of that kind (`own`), its placement and its own look.

    Keys in `from_data` count as not written, and are None if needed, until `with_values` fills them in.
    """

    kind: str
    own: Any
    at: ElementPlacementSpec
    look: Look
    from_data: tuple[ValueFromData, ...] = ()
    key_places: Mapping[str, SourceLocation] = field(default_factory=dict, compare=False, repr=False)

    @property
    def place(self) -> SourceLocation:
        return self.at.place

    def with_values(self, values: Mapping[str, Any]) -> "Element":
        """Return the element with these `values` of its keys from data; keys without a value count as not written.

        If a needed key has no value, the result is an empty space.
        """
        values_by_part: dict[type, dict[str, Any]] = {
            type(part): dict(vars(part)) for part in (self.own, self.at, self.look)
        }
        for key in self.from_data:
            del values_by_part[key.owner][key.attribute]
            if key.key in values:
                values_by_part[key.owner][key.attribute] = values[key.key]
        at, look = ElementPlacementSpec(**values_by_part[ElementPlacementSpec]), Look(**values_by_part[Look])
        if any(key.is_required and key.key not in values for key in self.from_data):
            return Element(kind="space", own=KINDS["space"](space=None), at=at, look=look)
        return Element(kind=self.kind, own=type(self.own)(**values_by_part[type(self.own)]), at=at, look=look)


class _ElementReader:
    """Reads an element: a mapping in which exactly one key is the name of a kind."""

    name = words = "element"

    def definition(self, schema_of: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Return the JSON Schema of an element: a text alone, or a mapping with the keys of one kind."""
        kinds = []
        template, sample = {"type": "string", "pattern": _PLACEHOLDER.pattern}, Node("{name}", NOWHERE)
        for word in KINDS:
            keys = known_keys(word)
            properties = {key: schema_of(key_spec.type) for key, (_, key_spec) in keys.items()}
            for key, schema in properties.items():
                structure.read_value(sample, keys[key][1].type, refused := list[Diagnostic]())
                if refused:  # a placeholder does not fit the type: allow it besides, the value is read later
                    properties[key] = {**schema, "anyOf": [*schema.get("anyOf", [schema]), template]}
            kinds.append(
                {
                    "type": "object",
                    "title": word,
                    "description": (KINDS[word].__doc__ or "").split("\n")[0],
                    "properties": properties,
                    "required": [key for key, (_, key_spec) in keys.items() if key_spec.required],
                    "additionalProperties": False,
                }
            )
        return {"anyOf": [{"type": "string"}, *kinds]}

    def read(self, node: Node, faults: list[Diagnostic]) -> Element | None:
        if isinstance(node.value, str):
            node = Node({"text": node}, node.place, {"text": node.place})
        if not node.is_map:
            raise ValueError(f"expected an element such as 'text: ...', found {kind_name(node)}")
        present = [word for word in node.value if word in KINDS]
        words = [w for w in present if not any(w in structure.field_specs(KINDS[o]) for o in present if o != w)]
        if len(words) == 1:
            return self._read_kind(node, words[0], faults)
        if words:
            message = f"one element cannot be both {words[0]!r} and {words[1]!r}"
            faults.append(Diagnostic("L001", message, node.key_place(words[1]), "make two elements of them"))
        else:
            hint = did_you_mean(next(iter(node.value), ""), KINDS)
            faults.append(Diagnostic("L001", "this element has no kind", node.place, hint))
        return None

    def _read_kind(self, node: Node, word: str, faults: list[Diagnostic]) -> Element | None:
        keys = known_keys(word)
        fault_count = len(faults)
        from_data: list[ValueFromData] = []
        values: dict[type, dict[str, Any]] = {KINDS[word]: {}, ElementPlacementSpec: {"place": node.place}, Look: {}}
        for key, child in node.items():
            owned = keys.get(key)
            if owned is None:
                hint = MEANT.get(key) or did_you_mean(key, keys)
                message = f"unknown key {key!r} in {word!r}"
                faults.append(Diagnostic("L010", message, node.key_place(key), hint))
            else:
                owner, key_spec = owned
                read_faults: list[Diagnostic] = []
                value = structure.read_value(child, key_spec.type, read_faults, repr(key))
                if (read_faults or key in NAMES_FROM_DATA) and _has_placeholder(key, child):
                    from_data.append(ValueFromData(key, owner, *key_spec, child))
                    if not key_spec.required:
                        continue
                    read_faults, value = [], None
                faults += read_faults
                values[owner][key_spec.key] = value
        for owner, key_spec in keys.values():
            if key_spec.required and key_spec.key not in values[owner]:
                message = f"key {key_spec.key!r} is missing in {word!r}"
                faults.append(Diagnostic("S004", message, node.place, f"add {key_spec.key}: ..."))
        if len(faults) > fault_count:
            return None
        kind_values = KINDS[word](**values[KINDS[word]])
        at, look = ElementPlacementSpec(**values[ElementPlacementSpec]), Look(**values[Look])
        places = node.key_places or {}
        return Element(kind=word, own=kind_values, at=at, look=look, from_data=tuple(from_data), key_places=places)


def _has_placeholder(key: str, node: Node) -> bool:
    """Tell whether the value of a key contains a placeholder: a text, or one in a list of widths or names."""
    if isinstance(node.value, str):
        return bool(_PLACEHOLDER.search(node.value))
    if key not in LISTS_FROM_DATA or not node.is_list:
        return False
    return any(_PLACEHOLDER.search(child.value) for child in node.value if isinstance(child.value, str))


def _scalar(text: str) -> str | int | float | bool:
    """Return a text as the number or boolean that YAML would read, else as it is.

    >>> _scalar("12"), _scalar("-0.5"), _scalar("true"), _scalar("1e9")
    (12, -0.5, True, '1e9')
    """
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return {"true": True, "false": False}.get(text, text)


@cache
def known_keys(word: str) -> dict[str, tuple[type, structure.MappingKeySpec]]:
    """Return every key that an element of kind `word` may have, with the dataclass it belongs to and its spec."""
    owners: tuple[type, ...] = (ElementPlacementSpec, Look, KINDS[word])
    return {
        key: (owner, spec)
        for owner in owners
        for key, spec in structure.field_specs(owner).items()
        if not (owner is Look and key == "extends")
    }


def elements_in(element: Element) -> Iterator[Element]:
    """Yield an element and all its descendants."""
    yield element
    for child in children_of(element):
        yield from elements_in(child)


def children_of(element: Element) -> Iterator[Element]:
    """Yield the direct children of an element."""
    for value in vars(element.own).values():
        for child in value if isinstance(value, tuple) else (value,):
            if isinstance(child, Element):
                yield child


AnyElement = Annotated[Element, _ElementReader()]


@partial(ValueReader, "element, or list of elements", CHILDREN_SCHEMA)
def _read_children(node: Node, faults: list[Diagnostic]) -> tuple[Element, ...]:
    """Read one element, or a list of elements."""
    nodes = node.value if node.is_list else [] if node.value is None else [node]
    return tuple(structure.read_value(child, AnyElement, faults) for child in nodes)


Children = Annotated[tuple[Element, ...], _read_children]
