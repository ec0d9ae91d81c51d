"""What can be written at a place of a file of YAML: keys and words of its schema, while the file is not whole."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from generator.check.formats import schema_for
from generator.diagnostics import InvalidInput
from generator.layout.icons import Icons
from generator.reading.extends import read_extended
from generator.reading.file_kinds import root_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain, scan_tokens

MARK = "\ue000"  # stands for the word that is looked for: a letter that no file has
_NAMED = {  # keys of a layout, by what their values name
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
    """A word that can be written, a key or a value, with the sentence that the reference has of it, or none."""

    word: str
    is_key: bool
    says: str


class _Level:
    """A mapping or a list around the place: what is said in it so far, and under which key the place lies."""

    def __init__(self, is_map: bool, is_flow: bool = False, is_indented: bool = True) -> None:
        self.is_map = is_map
        self.is_flow = is_flow
        self.is_indented = is_indented  # a list may stand as far left as the key that has it
        self.key = ""
        self.said: dict[str, str] = {}


def completions(
    catalogue: GameCatalogue, path: Path, saved: str, text: str, line: int, column: int
) -> list[CompletionSuggestion]:
    """Return what can be written in a text at a line, counted from 1, after so many signs of it, where a word begins.

    `saved` is the text that the file has: its keys may tell what kind of file it is. Raises InvalidInput where the game
    that the file belongs to is at fault. Empty where the kind has no schema, or the text before the place is no YAML.
    """
    schema = schema_for(catalogue, path, saved)
    if schema is None:
        return []
    is_layout = schema["title"] == "Scrawlpress layout"
    return complete_yaml(schema, text, line, column, lambda key: names_for(catalogue, path, key) if is_layout else {})


def names_for(catalogue: GameCatalogue, path: Path, key: str) -> dict[str, str]:
    """Return what a key of the layout in a file may name, with what it stands for where that is a word or a number.

    Empty for other keys, and while a file that it extends is at fault.
    """
    kind = _NAMED.get(key)
    if kind == "icons":
        return dict.fromkeys(Icons(catalogue.icon_folders).names(), "")
    root = root_of(catalogue, path)
    if kind is None or root is None:
        return {}
    try:
        node = read_extended(path.resolve().relative_to(root / "layouts").as_posix(), catalogue.read_layout)
    except InvalidInput:
        return {}
    named = plain(node).get(kind)
    if not isinstance(named, dict):
        return {}
    if kind == "fonts":  # a cut stands behind its family: text.bold
        cuts = ((family, cuts) for family, cuts in named.items() if isinstance(cuts, dict))
        named = {f"{family}.{cut}": file for family, files in cuts for cut, file in files.items()}
    return {name: value if isinstance(value, str) else "" for name, value in named.items()}


def complete_yaml(schema: Schema, text: str, line: int, column: int, names: Names) -> list[CompletionSuggestion]:
    """Return what a schema has at a place of a text, keys before words, each in alphabetical order.

    `names` tells, with its sentence, what the value of a key can name where the schema counts no words up.
    """
    lines = text.split("\n")
    before = "\n".join([*lines[: line - 1], lines[line - 1][:column] if line <= len(lines) else ""])
    walker = _Walker(schema, names)
    bare = _around(before + MARK)
    if bare is not None and bare[-1].is_flow:
        is_key = bare[-1].is_map and not bare[-1].key
        return walker.keys(bare) if is_key else walker.words(bare)
    keyed = _around(f"{before}{MARK}:", as_key=True)
    keys = walker.keys(keyed) if keyed is not None and keyed[-1].is_map else []
    return [*keys, *(walker.words(bare) if bare is not None else [])]


def _around(text: str, as_key: bool = False) -> list[_Level] | None:
    """Return the levels around the mark, the outermost first; None where it is no word of its own, or no key as asked.

    Tokens tell that without the rest of the file, which need not be there yet.
    """
    levels: list[_Level] = []
    is_key = False
    for kind, value in scan_tokens(text):
        if kind == "Scalar" and value == MARK:
            return _placed(levels, is_key) if is_key == as_key else None
        if kind == "Scalar":
            _say(levels, value, is_key)
        elif kind == "Key" and levels and not levels[-1].is_indented:
            levels.pop()
        else:
            _step(levels, kind)
        is_key = kind == "Key" or (is_key and kind in ("Anchor", "Tag"))
    return None


def _placed(levels: list[_Level], is_key: bool) -> list[_Level]:
    """Return the levels around the mark; one that is a key stands under none."""
    if is_key and levels:
        levels[-1].key = ""
    return levels or [_Level(is_map=False)]


def _say(levels: list[_Level], value: str, is_key: bool) -> None:
    if not levels or not levels[-1].is_map:
        return
    level = levels[-1]
    if is_key:
        level.key = value
        level.said[value] = ""
    elif level.key:
        level.said[level.key] = value


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
    """Goes down a schema as the levels around a place do."""

    def __init__(self, schema: Schema, names: Names) -> None:
        self.root = schema
        self.names = names
        self.named = schema.get("$defs", {})

    def keys(self, levels: list[_Level]) -> list[CompletionSuggestion]:
        level = levels[-1]
        found: dict[str, str] = {}
        for schema in self._fitting(self._down(levels), level):
            for key, below in schema.get("properties", {}).items():
                says = below.get("description") or (schema.get("description", "") if schema.get("title") == key else "")
                found[key] = found.get(key) or says
            for names in self._choices(schema.get("propertyNames", {}), level):
                found |= {str(word): "" for word in names.get("enum", ())}
        return [CompletionSuggestion(key, True, says) for key, says in sorted(found.items()) if key not in level.said]

    def words(self, levels: list[_Level]) -> list[CompletionSuggestion]:
        found: dict[str, str] = {}
        schemas = list(self._below(self._down(levels), levels[-1]))
        for schema in schemas:
            says = schema.get("description", "")
            for choice in self._choices(schema, _Level(True)):
                words = [*choice.get("enum", ()), *([choice["const"]] if "const" in choice else [])]
                words += ["true", "false"] if choice.get("type") == "boolean" else []
                found |= {str(word): says for word in words if isinstance(word, str)}
        if schemas and not found:
            found = self.names(levels[-1].key)
        return [CompletionSuggestion(word, False, says) for word, says in sorted(found.items())]

    def _down(self, levels: list[_Level]) -> list[Schema]:
        """Return the schemas that may be meant for the innermost level."""
        schemas = [self.root]
        for level in levels[:-1]:
            schemas = list({id(schema): schema for schema in self._below(schemas, level)}.values())
        return schemas

    def _below(self, schemas: Iterable[Schema], level: _Level) -> Iterator[Schema]:
        """Yield what the schemas of a level say of where it leads to: under its key, or of each of its items."""
        for schema in self._fitting(schemas, level):
            more = schema.get("additionalProperties") if level.is_map else schema.get("items")
            known = schema.get("properties", {}).get(level.key) if level.is_map else None
            if known is not None:
                yield known
            elif isinstance(more, dict):
                yield more

    def _fitting(self, schemas: Iterable[Schema], level: _Level) -> list[Schema]:
        """Return the choices that know every key which is said so far, else all of them."""
        choices = [choice for schema in schemas for choice in self._choices(schema, level)]
        return [
            choice
            for choice in choices
            if isinstance(choice.get("additionalProperties"), dict)
            or level.said.keys() <= choice.get("properties", {}).keys()
        ] or choices

    def _choices(self, schema: Schema, level: _Level) -> Iterator[Schema]:
        """Yield a schema and what it stands for: what it names, may be, and what follows from a word that is said."""
        if "$ref" in schema:
            yield from self._choices(self.named[schema["$ref"].rpartition("/")[2]], level)
            return
        yield schema
        for choice in schema.get("anyOf", ()):
            yield from self._choices(choice, level)
        for chosen in schema.get("allOf", ()):
            asked = chosen["if"]["properties"]
            if all(level.said.get(key) == wanted["const"] for key, wanted in asked.items()):
                yield from self._choices(chosen["then"], level)
