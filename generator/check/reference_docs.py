"""The codes of faults with their cures, and the reference of layouts, files and faults as Markdown, from our data.

Keys, kinds, bounds and defaults come from the dataclasses, descriptions from their docstrings and, for the keys of
layouts and games, from reference_docs.yaml; a test compares docs/ with the result.
"""

import types
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from generator.check.formats import FORMATS, reference_texts
from generator.geometry import Insets
from generator.layout.element_spec import KINDS, ElementPlacementSpec, Look
from generator.layout.spec import LayoutSpec
from generator.reading import structure
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain, read_yaml
from generator.units import length_name

CODES_FILE = Path(__file__).with_name("fault_codes.yaml")


class FaultMeaning(NamedTuple):
    """The meaning of a code, and what to do about it."""

    code: str
    means: str
    cure: str


@cache
def fault_codes() -> tuple[dict[str, str], dict[str, FaultMeaning]]:
    """Return the subjects of families of codes by their letter, and all codes in order with their meanings."""
    root = plain(read_yaml(CODES_FILE, CODES_FILE.name))
    return root["families"], {code: FaultMeaning(code, **texts) for code, texts in root["codes"].items()}


SCALARS = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "anything"}
LINKS = {"Look": "how-an-element-looks", "ElementPlacementSpec": "where-an-element-goes-and-whether"}


Tag = tuple[str, str]
"""The key and value that distinguish a kind of mapping from other kinds, such as `count: per`."""


def layout_reference() -> str:
    """Return docs/reference.md: the layout language."""
    texts = reference_texts()
    lines = [texts["layout"], "## A layout file", "", *_table(LayoutSpec), "", *_parts(LayoutSpec, "###")]
    lines += ["## Elements", "", texts["elements"], ""]
    for word, spec in KINDS.items():
        lines += [f"### {word}", "", *_docstring_lines(spec), "", *_table(spec), "", *_parts(spec, "####")]
    lines += ["## Where an element goes, and whether", "", *_docstring_lines(ElementPlacementSpec), ""]
    lines += [*_table(ElementPlacementSpec), ""]
    lines += ["## How an element looks", "", *_docstring_lines(Look), "", *_table(Look)]
    return "\n".join(lines) + "\n"


def files_reference(catalogue: GameCatalogue, game: str) -> str:
    """Return docs/files.md: all other kinds of files."""
    lines = [reference_texts()["files"]]
    for form in FORMATS.values():
        lines += [f"## {form.name}", "", f"{form.says[:1].upper()}{form.says[1:]}: `{form.lies}`.", ""]
        if form.name in ("layout", "edition"):
            lines += ["See the [reference of layouts](reference.md).", ""]
        elif (of_game := form.spec_for(catalogue, game)) is None:
            lines += ["Words by name, nested as deep as they need to be; texts may hold `{placeholders}`.", ""]
        else:
            specs = list(_all(of_game))
            tags = {kind: tag for spec in specs for kind, tag in _tags(spec)}
            lines += [line for spec in specs for line in _section(spec, tag=tags.get(spec))]
    return "\n".join(lines)


def faults_reference() -> str:
    """Return docs/faults.md: all codes with their meanings and cures."""
    lines, (families, meanings) = [reference_texts()["faults"]], fault_codes()
    for letter, family in families.items():
        lines += [f"## {letter}: {family}", "", "| code | what is wrong | what to do |", "| --- | --- | --- |"]
        of_family = [meaning for meaning in meanings.values() if meaning.code[0] == letter]
        lines += [f"| {meaning.code} | {_cell(meaning.means)} | {_cell(meaning.cure)} |" for meaning in of_family]
        lines.append("")
    return "\n".join(lines)


def _section(spec: type, level: str = "###", tag: Tag | None = None) -> list[str]:
    """Return the lines of the section about a mapping; its heading is the tag, if there are several kinds."""
    heading = spec.__name__ if tag is None else ": ".join(tag)
    return [f"{level} {heading}", "", *_docstring_lines(spec), "", *_table(spec, tag), ""]


def _tags(spec: type) -> Iterator[tuple[type, Tag]]:
    """Yield (dataclass, tag) for all kinds of mappings in the tagged unions among the fields of a dataclass."""
    for key_spec in structure.field_specs(spec).values():
        for reader in _specs_and_readers(key_spec.type):
            if isinstance(reader, structure.TaggedUnion):
                yield from ((kind, (reader.tag, word)) for word, kind in reader.kinds.items())


def _parts(spec: type, level: str) -> list[str]:
    """Return the lines of sections about the mappings inside a layout or an element; looks have their own section."""
    kinds = [kind for kind in _inner_kinds(spec) if kind not in (Look, ElementPlacementSpec)]
    return [line for kind in kinds for line in _section(kind, level)]


def _docstring_lines(spec: type) -> list[str]:
    """Return the docstring of a dataclass as lines; empty if Python generated it."""
    docstring = (spec.__doc__ or "").strip()
    return [] if docstring.startswith(f"{spec.__name__}(") else [line.strip() for line in docstring.splitlines()]


def _table(spec: type, tag: Tag | None = None) -> list[str]:
    """Return the lines of a Markdown table of the keys of a mapping, the tag first."""
    kind_row = [] if tag is None else [(f"`{tag[0]}`", f"`{tag[1]}`", "**needed**", "")]
    rows = [*kind_row, *(_row(spec, key, key_spec) for key, key_spec in structure.field_specs(spec).items())]
    if not rows:
        return ["No keys of its own."]
    has_notes = any(row[3] for row in rows)
    head = ["key", "what it holds", "default", *(["meaning"] if has_notes else [])]
    return [_line(head), _line(["---"] * len(head)), *(_line(row[: len(head)]) for row in rows)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _row(spec: type, key: str, key_spec: structure.MappingKeySpec) -> tuple[str, str, str, str]:
    field_info = next(candidate for candidate in fields(spec) if candidate.name == key_spec.key)
    default = "**needed**" if key_spec.required else _default(field_info, key_spec.type)
    meanings = reference_texts()["keys"]  # a key of all inputs is described once
    means = (meanings.get(f"{owner.__name__}.{key}") for owner in spec.__mro__)
    return f"`{key}`", _cell(kind_words(key_spec.type)), default, _cell(next(filter(None, means), ""))


def _default(field_info: "Field[Any]", kind: Any) -> str:
    value = field_info.default
    if value is MISSING or value is None or value == "" or value == ():
        return ""
    if isinstance(value, Insets):
        return f"`{length_name(value.top)}`"
    if isinstance(value, tuple):
        return "`[" + ", ".join(str(entry) for entry in value) + "]`"
    if isinstance(value, bool):
        return str(value).lower()
    unit = "pt" if value and "length" in kind_words(kind) else ""
    return f"`{value:g}{unit}`" if isinstance(value, float) else f"`{value}`"


def kind_words(kind: Any) -> str:
    """Return the type of a value in words."""
    if isinstance(kind, type) and is_dataclass(kind):
        return f"[{kind.__name__}](#{LINKS.get(kind.__name__, kind.__name__.lower())})"
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated_words(args)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(kind_words(arg) for arg in args if arg is not type(None)))
    if origin is Literal:
        return ", ".join(f"`{arg}`" for arg in args)
    if origin is tuple:
        return f"list of {kind_words(args[0])}"
    if origin is dict:
        return f"mapping: name to {kind_words(args[1])}"
    return SCALARS[kind]


def _annotated_words(args: tuple[Any, ...]) -> str:
    base_type, *notes = args
    readers = structure.readers_of(notes)
    if not readers:
        words = kind_words(base_type)
    elif isinstance(readers[0], structure.TaggedUnion):
        tag = readers[0].tag
        kinds = ", ".join(f"[`{word}`](#{tag}-{word})" for word in readers[0].kinds)
        words = f"mapping whose `{tag}` is one of {kinds}"
    elif isinstance(readers[0], structure.KeyedUnion):
        words = " or ".join(kind_words(kind) for kind in readers[0].kinds.values())
    else:
        words = readers[0].words
    bounds = [_bounds(note) for note in notes if isinstance(note, structure.NumberBounds)]
    return f"{words}, {', '.join(bounds)}" if bounds else words


def _bounds(bounds: structure.NumberBounds) -> str:
    """Return bounds in words; the general limit of lengths is left out."""
    open_end = bounds.most is not None and bounds.most >= structure.MOST_POINTS
    shown_bounds = structure.NumberBounds(bounds.least, None if open_end else bounds.most, unit=bounds.unit)
    return shown_bounds.description.removeprefix("possible are ").removesuffix(" is possible")


def _all(spec: type) -> Iterator[type]:
    """Yield a dataclass and all dataclasses in its fields, each once, in the order of the reference."""
    waiting, visited = [spec], {spec}
    while waiting:
        current = waiting.pop(0)
        yield current
        new_kinds = [kind for kind in _inner_kinds(current) if kind not in visited]
        visited.update(new_kinds)
        waiting = [*new_kinds, *waiting]


def _inner_kinds(spec: type) -> list[type]:
    types = [key_spec.type for key_spec in structure.field_specs(spec).values()]
    parts = [part for kind in types for part in _specs_and_readers(kind)]
    specs = (
        spec for part in parts for spec in ((part,) if isinstance(part, type) else getattr(part, "kinds", {}).values())
    )
    return list(dict.fromkeys(specs))


def _specs_and_readers(kind: Any) -> Iterator[Any]:
    """Yield the dataclasses that make up a type, and the readers of its annotations instead of what they annotate."""
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
    elif get_origin(kind) is Annotated:
        base_type, *notes = get_args(kind)
        yield from structure.readers_of(notes) or _specs_and_readers(base_type)
    else:
        for arg in get_args(kind):
            yield from _specs_and_readers(arg)


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\n", " ")
