"""Turn the dataclasses of a file format into a JSON Schema for editors; reads no file."""

import types
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from generator.reading.structure import NumberBounds, TaggedUnion, field_specs, readers_of

_SCALARS: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def json_schema(spec: type, title: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) for files that are parsed into `spec`."""
    definitions: dict[str, Any] = {}
    root = _schema_of(spec, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _schema_of(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, type) and is_dataclass(kind):
        return _defined(kind.__name__, definitions, lambda: _object_schema(kind, definitions))
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated_schema(args, definitions)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_schema_of(arg, definitions) for arg in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": _schema_of(args[0], definitions)}
    if origin is dict:
        names = {} if args[0] is str else {"propertyNames": _schema_of(args[0], definitions)}
        return {"type": "object", "additionalProperties": _schema_of(args[1], definitions), **names}
    return {} if kind is Any else {"type": _SCALARS[kind]}


def _annotated_schema(args: tuple[Any, ...], definitions: dict[str, Any]) -> dict[str, Any]:
    kind, *notes = args
    schema: dict[str, Any] = {}
    readers = readers_of(notes)
    if readers and isinstance(readers[0], TaggedUnion):
        tagged = readers[0]
        schema = _defined(tagged.name, definitions, lambda: _tagged_schema(tagged, definitions))
    elif readers and hasattr(readers[0], "definition"):
        reader = readers[0]  # it builds its schema from those of its types
        schema = _defined(
            reader.name, definitions, lambda: reader.definition(lambda kind: _schema_of(kind, definitions))
        )
    else:
        schema = dict(readers[0].schema) if readers else _schema_of(kind, definitions)
    for bounds in notes:
        if isinstance(bounds, NumberBounds):
            schema |= bounds.schema
    return schema


def _tagged_schema(reader: TaggedUnion, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON Schema with one case for each kind, selected by the tag; an unknown tag gives only one fault."""
    choices = []
    for word, spec in reader.kinds.items():
        kind_schema = dict(_object_schema(spec, definitions))
        kind_schema["properties"] = {reader.tag: {"const": word}, **kind_schema["properties"]}
        chosen = {"properties": {reader.tag: {"const": word}}, "required": [reader.tag]}
        choices.append({"if": chosen, "then": kind_schema})
    words = {"enum": list(reader.kinds)}
    return {"type": "object", "properties": {reader.tag: words}, "required": [reader.tag], "allOf": choices}


def _defined(name: str, definitions: dict[str, Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return a reference to a named schema, which `make` creates on the first call; it may refer to itself."""
    if name not in definitions:
        definitions[name] = {}
        definitions[name] = make()
    return {"$ref": f"#/$defs/{name}"}


def _object_schema(spec: type, definitions: dict[str, Any]) -> dict[str, Any]:
    key_specs = field_specs(spec)
    return {
        "type": "object",
        "description": (spec.__doc__ or "").split("\n")[0],
        "properties": {key: _schema_of(key_spec.type, definitions) for key, key_spec in key_specs.items()},
        "required": [key for key, key_spec in key_specs.items() if key_spec.required],
        "additionalProperties": False,
    }
