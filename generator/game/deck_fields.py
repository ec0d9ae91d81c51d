"""The fields of a deck's cards, as game.yaml declares them; each cell of a deck file is checked against them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal, NamedTuple

from generator.diagnostics import (
    MOST_FAULTS,
    CappedDiagnosticList,
    Diagnostic,
    SourceLocation,
    did_you_mean,
    for_column,
    meant_or,
)
from generator.reading.decks import MOST_COPIES, CardRecord
from generator.reading.game_catalogue import TABLES
from generator.reading.headings import COPIES, KEY, like_copies, plain_name
from generator.reading.spec_class import spec
from generator.reading.structure import AtMost, RawNode, Text
from generator.reading.yaml_nodes import Node, kind_name, plain, with_hyphen

_DECIMAL_COMMA = re.compile(r"[-+]?\d+,\d+")
Kind = Literal["text", "words", "number", "flag", "list", "group", "any"]


@spec
class CardField:
    """The declaration of a field of a card.

    `words` are texts in each language: here (name.en, name.pl in a table), or in words/<language>.yaml; placeholders in
    braces in them are filled. `of` is the kind of a list's entries, `fields` are those of a group; a list of groups has
    both `kind: list` and `fields`.
    """

    place: SourceLocation
    kind: Kind = "text"
    one_of: tuple[str | int, ...] = ()
    least: Annotated[float | None, AtMost("most")] = None
    most: float | None = None
    optional: bool = False
    default: RawNode | None = None
    of: "Kind | CardField | None" = None
    fields: "dict[str, Kind | CardField]" = field(default_factory=dict)
    about: Text = ""
    example: Text = ""


AnyField = Kind | CardField


def spec_of(declared: AnyField, place: SourceLocation) -> CardField:
    """Return the declaration of a field as CardField, also of one declared only by its kind, as in `flee: number`."""
    return declared if isinstance(declared, CardField) else CardField(place=place, kind=declared)


def fields_of(declared: Mapping[str, AnyField], place: SourceLocation) -> dict[str, CardField]:
    """Return the declarations of a deck's fields as CardField, also of those declared only by their kind."""
    return {name: spec_of(field_spec, place) for name, field_spec in declared.items()}


def may_lack(field: CardField) -> bool:
    """Return whether a card may leave a field out."""
    return field.optional or field.default is not None


class DeckCellChecker:
    """Checks the cards of one deck; equal faults of a column of a table are reported once."""

    def __init__(self, deck: str, fields: Mapping[str, CardField], languages: tuple[str, ...]) -> None:
        self.deck, self.fields, self.languages = deck, fields, languages
        self._by_plain_name = {plain_name(name): name for name in fields}
        self._found: dict[tuple[Any, ...], list[Diagnostic]] = {}
        self._headings: set[SourceLocation] = set()  # of the columns that were reported

    @property
    def faults(self) -> list[Diagnostic]:
        """All faults found so far; equal faults of a column are joined to one."""
        faults = CappedDiagnosticList()
        for equal_faults in self._found.values():
            faults.add(for_column(equal_faults))
        return faults.diagnostics

    def card(self, card: CardRecord, worded: Mapping[str, Any]) -> dict[str, Any]:
        """Check a card and return its fields, with defaults for missing ones; `worded` are the words of the card."""
        node = self._named(card.node or Node({}, card.place))
        self._group(node, self.fields, f"card {card.key!r}", worded)
        left_out = {name: spec for name, spec in self.fields.items() if name not in node.value and may_lack(spec)}
        values = {self._name(name): value for name, value in card.fields.items()}
        return {**values, **{name: default_of(spec) for name, spec in left_out.items()}}

    def _named(self, node: Node) -> Node:
        """Return the node of a card with its columns renamed as declared, if they differ in case or spaces only."""
        names = {name: self._name(name) for name in node.value or ()}
        if all(name == declared for name, declared in names.items()):
            return node
        values = {names[name]: child for name, child in node.items()}
        return Node(values, node.place, {self._name(name): place for name, place in (node.key_places or {}).items()})

    def _name(self, column: str) -> str:
        return column if column in self.fields else self._by_plain_name.get(plain_name(column), column)

    def _fault(
        self, code: str, message: str, place: SourceLocation, hint: str | None = None, column: tuple[Any, ...] = ()
    ) -> None:
        """Add a fault; equal faults of a `column` of a table are joined."""
        key = (code, *column) if column and place.path.endswith(TABLES) else (place, message)
        self._found.setdefault(key, []).append(Diagnostic(code, message, place, hint))

    def _group(self, node: Node, fields: Mapping[str, CardField], label: str, worded: Mapping[str, Any]) -> None:
        if not node.is_map:
            self._fault("D018", f"expected a mapping for {label}, found {kind_name(node)}", node.place)
            return
        for name, child in node.items():
            if name in fields:
                self._value(child, fields[name], f"{name!r} of {label}")
            else:
                self._unknown(node, name, fields, label)
        for name, declared in fields.items():
            if name not in node.value and name not in worded and not may_lack(declared):
                place = node.place._replace(column=node.key_place(name).column)
                self._fault("D017", f"{label} has no {name!r}", place, self._add(name, declared, node), (name,))

    def _unknown(self, node: Node, name: str, fields: Mapping[str, CardField], label: str) -> None:
        """Add a fault for a field that is not declared; in a table it is placed at the heading, once."""
        heading = (node.key_places or {}).get(name) if node.place.path.endswith(TABLES) else None
        if heading in self._headings:
            return
        hint = self._meant(name, fields) if len(self._found) < MOST_FAULTS else None
        if heading is None:
            self._fault("D016", f"{label} has an unknown field {name!r}", node.value[name].place, hint, (name,))
        else:
            self._headings.add(heading)
            self._fault("D016", f"the column {name!r} is not a field of these cards", heading, hint)

    def _meant(self, name: str, fields: Mapping[str, CardField]) -> str | None:
        """Return the hint for an unknown field: the declared name that is probably meant; None if none is similar."""
        if fields is self.fields and like_copies(name):
            return f"call the column {COPIES} if it says how many are printed, else declare it"
        return did_you_mean(name, [*fields, KEY, COPIES] if fields is self.fields else fields)

    def _add(self, name: str, field: CardField, node: Node) -> str:
        if name in (node.key_places or ()):
            return "fill the cell, or declare the field with optional: true"
        if node.place.path.endswith(TABLES):
            columns = [column.name for column in columns_of({name: field}, self.languages)]
            return f"add {'the columns' if len(columns) > 1 else 'a column'} {', '.join(columns)}"
        return f"add {name}: {example_of(field)}"

    def _value(self, node: Node, field: CardField, label: str) -> None:
        if node.value is None and may_lack(field):
            return
        expected = self._expected(node, field, label)
        if expected:
            similar = did_you_mean(str(node.value), map(str, field.one_of)) if field.one_of else None
            hint = similar or _number_hint(node, field) or str(field.about) or None
            self._fault("D018", f"{label} is {kind_name(node)}, expected {expected}", node.place, hint)

    def _expected(self, node: Node, field: CardField, label: str) -> str | None:
        """Return what is expected instead of a value, None if it fits; faults inside of the value are added."""
        match field.kind:
            case "text" if node.is_map or node.is_list or node.value is None:
                return "a text"
            case "text" if not _is_one_of(node.value, field):
                return _listed(field)
            case "number":
                number = number_of(node.value)
                if number is None:
                    return "a number"
                if not _is_one_of(number, field):
                    return _listed(field)
                return None if _is_within(number, field) else _bounds(field)
            case "flag" if not isinstance(node.value, bool):
                return "true or false"
            case "words" if node.is_map:
                self._words(node, label)
            case "words" if not isinstance(node.value, (str, int, float)):
                return "words"
            case "list" if not node.is_list:
                return "a list"
            case "list":
                self._list(node, field, label)
            case "group":
                self._group(node, fields_of(field.fields, field.place), label, {})
        return None

    def _words(self, node: Node, label: str) -> None:
        for language, child in node.items():
            if language not in self.languages:
                message = f"{label} has words in an unknown language {language!r}"
                column = (label.partition(" of card ")[0], language)
                added = f"the game has {', '.join(self.languages)}; write words/{language}.yaml for one more"
                self._fault("D016", message, child.place, meant_or(language, self.languages, added), column)
            elif child.is_map or child.is_list:
                self._fault("D018", f"{label} is {kind_name(child)}, expected words", child.place)

    def _list(self, node: Node, field: CardField, label: str) -> None:
        count = len(node.value)
        if not _is_within(count, field):
            message = f"{label} has {count} entries, expected {_bounds(field)}"
            self._fault("D018", message, node.place, str(field.about) or None)
        entry = entry_of(field)
        for number, child in enumerate(node.value, 1):
            self._value(child, entry, f"entry {number} of {label}")


def default_of(field: CardField) -> Any:
    """Return the value for a field that a card does not have: the declared default, else an empty value."""
    if field.default is not None:
        return plain(field.default)
    return {"list": [], "group": {}, "text": "", "words": ""}.get(field.kind)


def number_of(value: Any) -> float | None:
    """Return a number, also for a text such as "1.5" from a table; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(with_hyphen(value.strip()) if isinstance(value, str) else value)
    except ValueError:
        return None


def _is_one_of(value: Any, field: CardField) -> bool:
    return not field.one_of or any(value == choice or str(value) == str(choice) for choice in field.one_of)


def _is_within(number: float, field: CardField) -> bool:
    return not ((field.least is not None and number < field.least) or (field.most is not None and number > field.most))


def _listed(field: CardField) -> str:
    return " or ".join(str(choice) for choice in field.one_of)


def _bounds(field: CardField) -> str:
    if field.least is not None and field.most is not None:
        return f"{field.least:g}" if field.least == field.most else f"{field.least:g} to {field.most:g}"
    return f"at least {field.least:g}" if field.least is not None else f"at most {field.most:g}"


def _number_hint(node: Node, field: CardField) -> str | None:
    if field.kind != "number" or not isinstance(node.value, str):
        return None
    if _DECIMAL_COMMA.fullmatch(node.value.strip()):
        return f"write it with a point: {node.value.strip().replace(',', '.')}"
    if node.value == "":
        return "fill the cell, or move those behind it up: only the last ones of a list may be empty"
    return f"write a number, such as {example_of(field)}"


def example_of(field: CardField) -> str:
    """Return an example of a field's value, as YAML on one line."""
    if field.example:
        return str(field.example)
    if field.one_of:
        return str(field.one_of[0])
    if field.kind == "list":
        return "[" + ", ".join([example_of(entry_of(field))] * max(1, int(field.least or 1))) + "]"
    if field.kind == "group":
        parts = fields_of(field.fields, field.place).items()
        return "{" + ", ".join(f"{name}: {example_of(part)}" for name, part in parts) + "}"
    if field.kind == "number":
        minimum = 1 if field.least is None else max(1, field.least)
        return f"{minimum if field.most is None else min(minimum, field.most):g}"
    return {"flag": "true", "words": "Some words", "any": "null"}.get(field.kind, "something")


class TableColumn(NamedTuple):
    """A column of a deck's table: its name, the declared field for its cells, and whether they may be empty (`lax`)."""

    name: str
    field: CardField
    lax: bool


def columns_of(fields: Mapping[str, CardField], languages: tuple[str, ...]) -> Iterator[TableColumn]:
    """Yield the columns of a table for cards with these fields, such as name.en and bands.1.at; no optional groups."""
    for name, declared in fields.items():
        if declared.kind == "group" and declared.optional:
            continue
        for column, leaf in _columns(name, declared, languages):
            yield TableColumn(column, leaf, may_lack(declared))


def _columns(name: str, field: CardField, languages: tuple[str, ...]) -> Iterator[tuple[str, CardField]]:
    if field.kind == "words":
        yield from ((f"{name}.{language}", field) for language in languages)
    elif field.kind == "list":
        for number in range(1, max(1, int(field.least or 1)) + 1):
            yield from _columns(f"{name}.{number}", entry_of(field), languages)
    elif field.kind == "group":
        for part_name, part in fields_of(field.fields, field.place).items():
            yield from _columns(f"{name}.{part_name}", part, languages)
    else:
        yield name, field


def entry_of(field: CardField) -> CardField:
    """Return the declaration of the entries of a list."""
    if field.fields:
        return CardField(place=field.place, kind="group", fields=field.fields)
    return spec_of(field.of or "text", field.place)


def deck_schema(deck: str, fields: Mapping[str, CardField]) -> dict[str, Any]:
    """Return the JSON Schema of the YAML file of a deck whose cards have these fields."""
    card: dict[str, Any] = {"type": "object"}
    if fields:
        card = _group_schema(fields)
        card["properties"]["copies"] = {"type": "integer", "minimum": 0, "maximum": MOST_COPIES}
        card["required"] = [name for name in card["required"] if fields[name].kind != "words"]
    cards = {"type": "object", "propertyNames": {"pattern": "^[A-Za-z0-9_-]{1,80}$"}, "additionalProperties": card}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Scrawlpress deck {deck}",
        "type": "object",
        "properties": {"deck": {"type": "string"}, "cards": cards},
        "required": ["deck", "cards"],
        "additionalProperties": False,
    }


def _group_schema(fields: Mapping[str, CardField]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: _field_schema(spec) for name, spec in fields.items()},
        "required": [name for name, spec in fields.items() if not may_lack(spec)],
        "additionalProperties": False,
    }


def _field_schema(field: CardField) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": str(field.about)} if field.about else {}
    if field.one_of:
        return {**schema, "enum": list(field.one_of)}
    if field.kind == "list":
        ends = {"minItems": field.least, "maxItems": field.most}
        counts = {key: int(end) for key, end in ends.items() if end is not None}
        return {**schema, "type": "array", "items": _field_schema(entry_of(field)), **counts}
    if field.kind == "group":
        return {**schema, **_group_schema(fields_of(field.fields, field.place))}
    if field.kind == "number":
        ends = {"minimum": field.least, "maximum": field.most}
        return {**schema, "type": "number", **{key: end for key, end in ends.items() if end is not None}}
    words = {"anyOf": [{"type": ["string", "number"]}, {"type": "object", "additionalProperties": {"type": "string"}}]}
    kinds: dict[str, dict[str, Any]] = {"flag": {"type": "boolean"}, "words": words, "any": {}}
    return {**schema, **kinds.get(field.kind, {"type": ["string", "number", "boolean"]})}
