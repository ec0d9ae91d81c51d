"""Parses YAML text into nodes that keep file, line and column; and merges a file with those that it extends.

The only module that imports yaml. Only `true` and `false` are booleans; only plain decimal numbers are numbers; equal
keys, anchors, tags and several documents are faults. Parser events are processed with an explicit stack, so depth
cannot overflow.
"""

import json
import posixpath
import re
import stat
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import MOST_FAULTS, Diagnostic, InvalidInput, SourceLocation, first_at, refuse

MAX_DEPTH = 64
MAX_BYTES = 8_000_000
MAX_LINE = 1_000  # characters of a line that is searched for unquoted text, which takes quadratic time
MAX_VALUES = 200_000  # keys count as well
NOT_AS_IT_IS = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.I)  # of one character above U+FFFF, in JSON
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_BARE = re.compile(r"(?<=[-:,\[] )(?:[^\s\"'#,{}\[\]][^\"'#,{}\[\]]*)?\{[\w.]+(?::\+)?\}(?:\{[^{}]*\}|[^,{}\]])*")
_DECIMAL = re.compile(r"[-+]?[0-9]+\.[0-9]+")
_REMARK = re.compile(r"(?<![ \t])[ \t]+(#[^\s#{},]+)")  # tried once for each run of blanks, however long
_CUT = re.compile(r"[ \t]+#\d{1,4}(?!\w)[^,{}\[\]]*")  # as in: Ferry #2
A_REMARK = "a # after a blank begins a comment in YAML"
NO_KEY = "expected a key, a colon and a blank, found a text"
NOT_CLOSED = "here or in the line above a quote or bracket is not closed, or a line begins too far left or right"
_CLOSE = "close it, or begin the line below the first letter of its neighbours"
_PROBLEMS = (  # a part of the parser's message, a plainer message if there is one, and a hint
    ("found unexpected end of stream", NOT_CLOSED, _CLOSE),
    ("did not find expected", NOT_CLOSED, _CLOSE),
    (
        "could not find expected ':'",
        NO_KEY,
        "write a blank behind the colon of a key, and what goes on over several lines in quotes",
    ),
    (
        "mapping values are not allowed",
        "",
        "indent the line like the one above it, or put quotes around a text that holds ': '",
    ),
    ("cannot start any token", "", "put quotes around a text that begins with a special sign"),
)
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}

Scalar = str | int | float | bool | None


class Node(NamedTuple):
    """A value in a file: a scalar, a dictionary of Nodes or a list of Nodes, with its place and those of its keys.

    `body` is the place of the first character of a text that does not begin at `place`: behind a quote, or, for a
    block scalar, in the line after its `|`, after the indentation.
    """

    value: Any
    place: SourceLocation
    key_places: dict[str, SourceLocation] | None = None
    body: SourceLocation | None = None

    @property
    def is_map(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def is_list(self) -> bool:
        return isinstance(self.value, list)

    def get(self, key: str) -> "Node | None":
        """Return the value under a key; None if there is none, or if this node is not a mapping."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def child(self, step: str) -> "Node | None":
        """Return the value under a key of a mapping or at an index of a list, from 0; None if there is none."""
        if isinstance(self.value, list):
            return self.value[int(step)] if step.isdecimal() and int(step) < len(self.value) else None
        return self.get(step)

    def at(self, path: str) -> "Node | None":
        """Return the node at a dotted path, or None."""
        node: Node | None = self
        for step in path.split("."):
            node = node.child(step) if node is not None else None
        return node

    def items(self) -> Iterator[tuple[str, "Node"]]:
        """Yield the entries of a mapping."""
        yield from self.value.items()

    def key_place(self, key: str) -> SourceLocation:
        """Return the place of a key, or the place of the mapping if the place of the key is unknown."""
        return (self.key_places or {}).get(key, self.place)


def as_node(value: Any, at: str | SourceLocation, depth: int = MAX_DEPTH) -> Node:
    """Return data of JSON as nodes, all at one place, or the first of a file; raises InvalidInput if it is too deep."""
    place = SourceLocation(at, 1, 1) if isinstance(at, str) else at
    if not depth:
        raise refuse("Y004", f"nested deeper than {MAX_DEPTH} levels", place, "flatten it")
    if isinstance(value, dict):
        return Node({str(key): as_node(child, place, depth - 1) for key, child in value.items()}, place)
    if isinstance(value, list):
        return Node([as_node(child, place, depth - 1) for child in value], place)
    return Node(value, place)


def yaml_quoted(value: Any) -> str:
    """Return a text, or other data, in double quotes as YAML and JSON both read it.

    YAML rejects some characters that JSON takes as they are, and folds its own line breaks.
    """
    return NOT_AS_IT_IS.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))


def plain(node: Node) -> Any:
    """Return the value as plain dictionaries, lists and scalars."""
    value = node.value
    if isinstance(value, dict):
        return {key: plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [plain(child) for child in value]
    return value


def kind_name(node: Node) -> str:
    """Return a description of a node, for messages."""
    value = node.value
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"{str(value).lower()}"
    return repr(value) if not isinstance(value, str) or len(value) <= 40 else repr(value[:37] + "...")


def read_yaml(path: Path, label: str | None = None) -> Node:
    """Parse a file into its root node; raises InvalidInput with all faults."""
    name = label or str(path)
    return parse_yaml(read_text(path, name), name)


def read_text(path: Path, label: str) -> str:
    """Return the text of a file; raises InvalidInput if it cannot be read or is not UTF-8."""
    content, start = read_bytes(path, label), SourceLocation(label)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise refuse("Y002", "not UTF-8 text but UTF-16", start, "save the file as UTF-8")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        hint = "save the file as UTF-8; spreadsheets often write windows-1252, in Polish and Czech windows-1250"
        raise refuse("Y002", f"not UTF-8 text (byte {fault.start})", SourceLocation(label, line), hint) from None


def read_bytes(path: Path, label: str, limit: int = MAX_BYTES) -> bytes:
    """Return the content of a regular file of at most `limit` bytes; raises InvalidInput."""
    start = SourceLocation(label)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise refuse("Y001", "cannot read the file: this is not a file", start)
        if status.st_size > limit:
            raise refuse("D006", f"file is larger than {limit // 1_000_000} MB", start, "split it")
        return path.read_bytes()
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise refuse("Y001", f"cannot read the file: {reason}", start) from None


def parse_yaml(text: str, name: str) -> Node:
    """Parse YAML text into its root node; `name` is the file name in all places. Raises InvalidInput."""
    reader = _EventReader(name)
    root = reader.read(text)
    if reader.faults:
        raise InvalidInput(reader.faults)
    if root is None:
        raise InvalidInput([Diagnostic("Y008", "file is empty", SourceLocation(name), "write at least one key")])
    return root


def composed(text: str) -> Any:
    """Return the root of PyYAML's nodes, which have offsets, of a text that is valid YAML; None for an empty text."""
    import yaml

    return yaml.compose(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def scan_tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, value) of the tokens of a text, until it is no valid YAML: ("Key", ""), ("Scalar", "front").

    An incomplete text gives the tokens up to its end, without end tokens for open mappings and lists.
    """
    import yaml

    try:
        for token in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            yield type(token).__name__.removesuffix("Token"), getattr(token, "value", "") or ""
    except yaml.YAMLError:
        return


class _EventReader:
    """Builds nodes from parser events; faults are collected in `faults`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Diagnostic] = []
        self.lines: list[str] = []

    def place(self, mark: Any) -> SourceLocation:
        return SourceLocation(self.name, mark.line + 1, mark.column + 1)

    def fault(self, code: str, message: str, place: SourceLocation, hint: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, place, hint))

    def read(self, text: str) -> Node | None:
        import yaml

        self.lines = text.split("\n")
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            return self._build(yaml.parse(text, Loader=loader), yaml)
        except yaml.MarkedYAMLError as fault:
            joined_text = _PAIR.sub(_unpaired, text)  # JSON may write an emoji as two escapes, YAML as one
            if joined_text != text:
                self.faults.clear()
                return self.read(joined_text)
            reason = fault.problem or "it cannot be read"
            plain_problems = ((plain or reason, hint) for part, plain, hint in _PROBLEMS if part in reason)
            problem, hint = next(plain_problems, (reason, ""))
            mark = (problem == NO_KEY and fault.context_mark) or fault.problem_mark or fault.context_mark
            place = self.place(mark) if mark else SourceLocation(self.name)
            line = self.lines[mark.line] if mark and mark.line < len(self.lines) else ""
            if mark and line.startswith("\t", mark.column):  # it has several names in both parsers
                problem, hint = "a tab is not allowed here", "write spaces for the tab"
            if mark and (unquoted := _bare_placeholder(line, mark.column)):
                place, problem = place._replace(column=unquoted[0]), "a text with a placeholder has no quotes"
                hint = f'put quotes around it: "{unquoted[1]}"'
            for at in range(mark.line, max(mark.line - 3, -1), -1) if mark and problem == NOT_CLOSED else ():
                above = self.lines[at] if at < len(self.lines) else ""
                if (comment := _REMARK.search(above)) and any(sign in above[: comment.start()] for sign in "{["):
                    problem, hint = A_REMARK, f'put quotes around it: "{comment[1]}"'
                    place = place._replace(line=at + 1, column=comment.start(1) + 1)
            if problem != A_REMARK or not self.faults:
                self.fault("Y003", f"not valid YAML: {problem}", place, hint or None)
        except yaml.YAMLError as fault:
            first = " ".join(str(fault).split())[:120]
            self.fault("Y003", f"not valid YAML: {first}", SourceLocation(self.name), "is this a text file?")
        return None

    def _build(self, events: Iterator[Any], yaml: Any) -> Node | None:
        # The stack holds the open mappings and lists. An end event closes the last one, which is then added to its
        # parent like a scalar. Common event types come first, since a large file has a million events.
        root: Node | None = None
        documents = values = 0
        has_remarks = any("#" in line and _REMARK.search(line) for line in self.lines)
        stack: list[_Open] = []
        faults = self.faults
        scalar, mapping, sequence = yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent
        ends = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
        for event in events:
            kind = type(event)
            values += 1
            if values > MAX_VALUES:
                self.fault("D006", f"more than {MAX_VALUES:,} values", self.place(event.start_mark), "split the file")
                return root
            if len(faults) >= MOST_FAULTS:
                return root
            if kind is scalar:
                if event.anchor or event.tag:
                    self._refuse_extras(event)
                style, mark = event.style, event.start_mark
                place = SourceLocation(self.name, mark.line + 1, mark.column + 1)
                if style:
                    body = self._body(mark) if style in "|>" else place._replace(column=place.column + 1)
                    node = Node(event.value, place, None, body)
                else:
                    node = Node(_plain_value(event.value), place)
                    if not event.value and stack and (stack[-1].key or "").isdigit():
                        self._refuse_comma(node, stack[-1])
                    if has_remarks:
                        self._refuse_remark(event, node, stack[-1] if stack else None)
            elif kind is mapping or kind is sequence:
                if len(stack) >= MAX_DEPTH:
                    place = self.place(event.start_mark)
                    self.fault("Y004", f"nested deeper than {MAX_DEPTH} levels", place, "flatten it")
                    return root
                self._refuse_extras(event)
                stack.append(_Open(self.place(event.start_mark), {} if kind is mapping else []))
                continue
            elif kind in ends:
                opened = stack.pop()
                node = Node(opened.held, opened.place, opened.key_places)
            elif kind is yaml.AliasEvent:
                place = self.place(event.start_mark)
                self.fault("Y006", f"alias '*{event.anchor}' is not read here", place, "use extends, or write it out")
                node = Node(None, place)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self.fault("Y009", "a second document", self.place(event.start_mark), "keep one per file")
                    return root
                continue
            else:
                continue
            if not stack:
                root = node
            else:
                self._add(stack[-1], node)
        return root

    def _body(self, mark: Any) -> SourceLocation | None:
        """Return the place where the text of a block scalar begins; `mark` is the position of its `|` or `>`.

        None if the file ends there.
        """
        line = mark.line + 1
        if line >= len(self.lines):
            return None
        first = self.lines[line]
        return SourceLocation(self.name, line + 1, len(first) - len(first.lstrip(" ")) + 1)

    def _refuse_remark(self, event: Any, node: Node, opened: "_Open | None") -> None:
        """Add a fault if what looks like the value, or like the end of a text, is read as a comment."""
        line, end = self.lines[event.end_mark.line], event.end_mark.column
        if node.value is None and event.value == "" and (comment := _REMARK.match(line, end)) and opened is not None:
            place = opened.key_places.get(opened.key or "", node.place)
            hint = f'put quotes around it: "{line[end:].partition(" # ")[0].strip()}"'
            self.fault("Y010", f"{opened.key or 'this'} is empty: {A_REMARK}", place, hint)
        elif isinstance(node.value, str) and (comment := _CUT.match(line, end)):
            hint = f'put quotes around it: "{event.value}{comment[0].rstrip()}"'
            self.fault("Y010", f"{event.value[:40]!r} ends here: {A_REMARK}", node.place, hint)

    def _refuse_comma(self, node: Node, opened: "_Open") -> None:
        """Add a fault if a number within braces is followed by another without a value: 15,5 for 15.5."""
        previous = list(opened.held.values())[-1:]
        if previous and isinstance(previous[0].value, int | float):
            message = f"{opened.key!r} has no value: a comma ends {previous[0].value}"
            place = opened.key_places[opened.key or ""]
            self.fault("Y010", message, place, f"write {previous[0].value}.{opened.key} with a point")

    def _refuse_extras(self, event: Any) -> None:
        if event.anchor:
            message = f"anchor '&{event.anchor}' is not read here"
            self.fault("Y006", message, self.place(event.start_mark), "use extends, or write it out")
        if event.tag:
            self.fault("Y006", f"tag '{event.tag}' is not read here", self.place(event.start_mark), "remove it")

    def _add(self, opened: "_Open", node: Node) -> None:
        container = opened.held
        if isinstance(container, list):
            container.append(node)
        elif opened.key is None:
            key = node.value
            if not isinstance(key, str):
                if isinstance(key, (dict, list)):
                    self.fault("Y003", "a key must be a word or a number", node.place)
                key = str(key).lower() if isinstance(key, bool) else str(key)
            opened.key = key
            first = opened.key_places.setdefault(key, node.place)
            if first is not node.place:
                hint = f"{first_at(first, node.place)}; delete one of the two"
                self.fault("Y005", f"key {key!r} occurs twice", node.place, hint)
        else:
            container.setdefault(opened.key, node)
            opened.key = None


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not been parsed yet."""

    place: SourceLocation
    held: Any
    key: str | None = None
    key_places: dict[str, SourceLocation] = field(default_factory=dict)


def _unpaired(pair: re.Match[str]) -> str:
    """Return the YAML escape of a character from the two halves that JSON writes."""
    letter = (b"".join(int(half, 16).to_bytes(2, "big") for half in pair.groups())).decode("utf-16-be")
    return f"\\U{ord(letter):08x}"


def with_hyphen(text: str) -> str:
    """Return a text with a hyphen for a true minus sign at its beginning, which numbers have on pages."""
    return f"-{text[1:]}" if text.startswith("\u2212") else text


@lru_cache(maxsize=4096)
def _plain_value(text: str) -> Scalar:
    """Return the value of an unquoted scalar; a number may have a hyphen or a true minus sign."""
    if text in _WORDS:
        return _WORDS[text]  # type: ignore[no-any-return]
    if text[0] not in "+-\u22120123456789":
        return text
    number = with_hyphen(text)
    if _INTEGER.fullmatch(number):
        return int(number)
    return float(number) if _DECIMAL.fullmatch(number) else text


def _bare_placeholder(line: str, column: int) -> tuple[int, str] | None:
    """Return (column, text) of the unquoted text at a column, where parsing stopped; None without a placeholder."""
    for match in _BARE.finditer(line) if len(line) <= MAX_LINE else ():
        if match.start() <= column <= match.end():
            in_list = any(sign in line[: match.start()] for sign in "{[")
            return match.start() + 1, (match.group() if in_list else line[match.start() :]).strip()
    return None


def read_extended(
    name: str,
    read: Callable[[str, SourceLocation | None], Node],
    trail: tuple[str, ...] = (),
    asked_at: SourceLocation | None = None,
    brought_in: Callable[[str], str | None] = lambda _name: None,
) -> Node:
    """Read a file and its parents with `read`, and return the merged mapping without `extends`; raises InvalidInput.

    For a file outside the layouts folder, `brought_in` translates the name of a parent into one inside it, or returns
    None. `trail` are the names of the files that led to this one, `asked_at` is where it is named.
    """
    if name in trail:
        circle = " -> ".join([*trail[trail.index(name) :], name])
        raise refuse("X001", f"circular extends: {circle}", asked_at or SourceLocation(name), "break the circle")
    node = read(name, asked_at)
    parents = node.get("extends")
    if parents is None or not node.is_map:
        return node
    merged: Node | None = None
    for parent in parents.value if parents.is_list else [parents]:
        if not isinstance(parent.value, str):
            raise refuse("X002", "extends takes file names", parent.place, "such as ../common/styles.yaml")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), parent.value))
        target = brought_in(target) or target
        if target.startswith((".", "/")):
            message = f"{parent.value!r} leads outside the layouts folder"
            raise refuse("X002", message, parent.place, "extend a file inside layouts/")
        above = read_extended(target, read, (*trail, name), parent.place, brought_in)
        merged = above if merged is None else merge(merged, above)
    content = Node({k: v for k, v in node.items() if k != "extends"}, node.place, node.key_places)
    return content if merged is None else merge(merged, content)


_MERGED = frozenset({"colors", "styles", "grounds", "parts", "fonts", "icons"})


def merge(base: Node, override: Node, merged: Container[str] = _MERGED, by_key: Container[str] = ()) -> Node:
    """Return `base` overridden by `override`: collections named in `merged` are merged, all other values replaced.

    A merged collection has the entries of both; of equal keys that of `override`, or if it is in `by_key`, both merged.
    """
    if not (base.is_map and override.is_map):
        return override
    values = dict(base.value)
    for key, node in override.items():
        is_merged = key in values and key in merged
        values[key] = merge(values[key], node, node.value if key in by_key else ()) if is_merged else node
    return Node(values, override.place, {**(base.key_places or {}), **(override.key_places or {})})
