"""Suggests keys, values and names in formulas at a place in the incomplete text of a YAML file, by its schema."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from generator.check.formats import schema_key, schema_of
from generator.diagnostics import attempt
from generator.layout.icons import Icons
from generator.reading.file_kinds import root_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain, read_extended, scan_tokens
from generator.scoring.formula_help import FormulaRange, domains_of_names, names_below, range_of

MARK = "\ue000"  # stands for the word to be completed; no file has this character
_NAMED = {  # keys of a layout, by the section that their values name
    "style": "styles",
    "use": "parts",
    "color": "colors",
    "fill": "colors",
    "stroke": "colors",
    "font": "fonts",
    "icon": "icons",
    "frame": "icons",
}
Schema = dict[str, Any]
Names = Callable[[str], dict[str, str]]


class CompletionSuggestion(NamedTuple):
    """A completion, a key or a value, with its description from the reference, or ""."""

    word: str
    is_key: bool
    says: str


@dataclass
class _Level:
    """A mapping or list around the cursor: its scalar entries so far, and the key whose value is at the cursor."""

    is_map: bool
    is_flow: bool = False
    is_indented: bool = True  # a list may have the indentation of its key
    key: str = ""
    values: dict[str, str] = field(default_factory=dict)


def completions(
    catalogue: GameCatalogue, path: Path, saved: str, text: str, line: int, column: int
) -> tuple[list[CompletionSuggestion], FormulaRange | None]:
    """Return the completions at a line (from 1) and a column, the number of characters before the word to complete.

    `saved` is the saved text of the file, whose keys may determine its kind. Raises InvalidInput if the game of the
    file is faulty. Empty if the kind has no schema, or the text before the place is no valid YAML. The second value is
    what the formula at the place gives; None if there is none, or if it is not complete.
    """
    key = schema_key(catalogue, path, saved)
    if key is None:
        return [], None
    schema = schema_of(catalogue, *key)
    is_layout = schema["title"] == "Scrawlpress layout"
    formula = formula_at(schema, text, line, column)
    if formula is not None:
        typed_word = re.match(r"[\w.]*", text.split("\n")[line - 1][column:])
        domains = domains_of_names(catalogue, path.resolve().parent.name)
        names = names_below(domains, (typed_word[0] if typed_word else "").rpartition(".")[0])
        words = [CompletionSuggestion(word, False, meaning) for word, meaning in sorted(names.items())]
        return words, range_of(formula, domains)
    names_of: Names = partial(names_for, catalogue, path) if is_layout else lambda _key: {}
    return complete_yaml(schema, text, line, column, names_of), None


def formula_at(schema: Schema, text: str, line: int, column: int) -> str | None:
    """Return the formula at a place in a text; None if no formula is there."""
    lines = text.split("\n")
    if line > len(lines):
        return None
    marked = lines[line - 1][:column] + MARK + lines[line - 1][column:]
    levels = _around("\n".join([*lines[: line - 1], marked, *lines[line:]]), within=True)
    if levels is None or not _Walker(schema, lambda _key: {}).is_formula(levels):
        return None
    return levels[-1].values.get(levels[-1].key, "").replace(MARK, "")


def names_for(catalogue: GameCatalogue, path: Path, key: str) -> dict[str, str]:
    """Return the names that the value of a layout's key may be, such as its colours, with their definitions or "".

    Empty for keys that take no names, and if the layout or one that it extends is invalid.
    """
    kind = _NAMED.get(key)
    if kind == "icons":
        return dict.fromkeys(Icons(catalogue.icon_folders).names(), "")
    root = root_of(catalogue, path)
    if kind is None or root is None:
        return {}
    file = path.resolve().relative_to(root / "layouts").as_posix()
    node = attempt([], lambda: read_extended(file, catalogue.read_layout))
    values = plain(node).get(kind) if node is not None else None
    if not isinstance(values, dict):
        return {}
    if kind == "fonts":  # names are a family and a cut: text.bold
        cuts = ((family, cuts) for family, cuts in values.items() if isinstance(cuts, dict))
        values = {f"{family}.{cut}": file for family, files in cuts for cut, file in files.items()}
    return {name: value if isinstance(value, str) else "" for name, value in values.items()}


def complete_yaml(schema: Schema, text: str, line: int, column: int, names: Names) -> list[CompletionSuggestion]:
    """Return the completions from a schema at a place of a text, keys before values, each in alphabetical order.

    `names` returns the values, with descriptions, that a key may have if the schema does not list them.
    """
    lines = text.split("\n")
    text_before = "\n".join([*lines[: line - 1], lines[line - 1][:column] if line <= len(lines) else ""])
    walker = _Walker(schema, names)
    value_levels = _around(text_before + MARK)
    if value_levels is not None and value_levels[-1].is_flow:
        is_key = value_levels[-1].is_map and not value_levels[-1].key
        return walker.keys(value_levels) if is_key else walker.words(value_levels)
    keyed = _around(f"{text_before}{MARK}:", as_key=True)
    keys = walker.keys(keyed) if keyed is not None and keyed[-1].is_map else []
    return [*keys, *(walker.words(value_levels) if value_levels is not None else [])]


def _around(text: str, as_key: bool = False, within: bool = False) -> list[_Level] | None:
    """Return the levels around MARK in a text, outermost first; None if MARK is not a value (a key if `as_key`).

    If `within`, MARK may be a part of a value.
    Only tokens are used, since the rest of the file may be missing.
    """
    levels: list[_Level] = []
    is_key = False
    for kind, value in scan_tokens(text):
        if kind == "Scalar" and (value == MARK or (within and MARK in value)):
            if within:
                _say(levels, value, is_key)
            if is_key and levels:
                levels[-1].key = ""  # the word at the cursor
            return (levels or [_Level(is_map=False)]) if is_key == as_key else None
        if kind == "Scalar":
            _say(levels, value, is_key)
        elif kind == "Key" and levels and not levels[-1].is_indented:
            levels.pop()
        else:
            _step(levels, kind)
        is_key = kind == "Key" or (is_key and kind in ("Anchor", "Tag"))
    return None


def _say(levels: list[_Level], value: str, is_key: bool) -> None:
    if not levels or not levels[-1].is_map:
        return
    level = levels[-1]
    if is_key:
        level.key = value
        level.values[value] = ""
    elif level.key:
        level.values[level.key] = value


def _step(levels: list[_Level], kind: str) -> None:
    if kind in ("BlockMappingStart", "FlowMappingStart", "BlockSequenceStart", "FlowSequenceStart"):
        levels.append(_Level("Mapping" in kind, "Flow" in kind))
    elif kind == "BlockEntry" and levels and levels[-1].is_map:
        levels.append(_Level(False, is_indented=False))
    elif kind == "FlowEntry" and levels:
        levels[-1].key = ""
    elif kind in ("BlockEnd", "FlowMappingEnd", "FlowSequenceEnd"):
        del levels[-1 if not levels or levels[-1].is_indented else -2 :]


class _Walker:
    """Finds the schemas for the levels around a place."""

    def __init__(self, schema: Schema, names: Names) -> None:
        self.root = schema
        self.names = names
        self.named = schema.get("$defs", {})

    def keys(self, levels: list[_Level]) -> list[CompletionSuggestion]:
        level = levels[-1]
        meanings: dict[str, str] = {}
        for schema in self._fitting(self._down(levels), level):
            for key, below in schema.get("properties", {}).items():
                of_schema = schema.get("description", "") if schema.get("title") == key else ""
                meanings[key] = meanings.get(key) or below.get("description") or of_schema
            for names in self._choices(schema.get("propertyNames", {}), level):
                meanings |= {str(word): "" for word in names.get("enum", ())}
        return [
            CompletionSuggestion(key, True, text) for key, text in sorted(meanings.items()) if key not in level.values
        ]

    def is_formula(self, levels: list[_Level]) -> bool:
        return any(schema.get("format") == "formula" for schema in self._below(self._down(levels), levels[-1]))

    def words(self, levels: list[_Level]) -> list[CompletionSuggestion]:
        meanings: dict[str, str] = {}
        schemas = list(self._below(self._down(levels), levels[-1]))
        for schema in schemas:
            meaning = schema.get("description", "")
            for choice in self._choices(schema, _Level(True)):
                words = [*choice.get("enum", ()), *([choice["const"]] if "const" in choice else [])]
                words += ["true", "false"] if choice.get("type") == "boolean" else []
                meanings |= {str(word): meaning for word in words if isinstance(word, str)}
        if schemas and not meanings:
            meanings = self.names(levels[-1].key)
        return [CompletionSuggestion(word, False, meaning) for word, meaning in sorted(meanings.items())]

    def _down(self, levels: list[_Level]) -> list[Schema]:
        """Return the schemas that may apply to the innermost level."""
        schemas = [self.root]
        for level in levels[:-1]:
            schemas = list({id(schema): schema for schema in self._below(schemas, level)}.values())
        return schemas

    def _below(self, schemas: Iterable[Schema], level: _Level) -> Iterator[Schema]:
        """Yield the schemas for the value of a level's key in a mapping, or for the items of a list."""
        for schema in self._fitting(schemas, level):
            further_schema = schema.get("additionalProperties") if level.is_map else schema.get("items")
            key_schema = schema.get("properties", {}).get(level.key) if level.is_map else None
            if key_schema is not None:
                yield key_schema
            elif isinstance(further_schema, dict):
                yield further_schema

    def _fitting(self, schemas: Iterable[Schema], level: _Level) -> list[Schema]:
        """Return the alternatives of schemas that allow all keys written so far, or all alternatives if none does."""
        choices = [choice for schema in schemas for choice in self._choices(schema, level)]
        return [
            choice
            for choice in choices
            if isinstance(choice.get("additionalProperties"), dict)
            or level.values.keys() <= choice.get("properties", {}).keys()
        ] or choices

    def _choices(self, schema: Schema, level: _Level) -> Iterator[Schema]:
        """Yield a schema and its alternatives, with references resolved and conditions on written values applied."""
        if "$ref" in schema:
            yield from self._choices(self.named[schema["$ref"].rpartition("/")[2]], level)
            return
        yield schema
        for choice in schema.get("anyOf", ()):
            yield from self._choices(choice, level)
        for option in schema.get("allOf", ()):
            conditions = option["if"]["properties"]
            if all(level.values.get(key) == condition["const"] for key, condition in conditions.items()):
                yield from self._choices(option["then"], level)
