"""Edits a deck in YAML as rows: each card has its own lines, and an edit changes only these."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from generator.diagnostics import attempt
from generator.reading.edits.yaml_edits import BLOCKS, KeyedSpan, ValueSpan, cut, line_end, line_start, spans
from generator.reading.headings import KEY
from generator.reading.yaml_nodes import NOT_AS_IT_IS, parse_yaml, plain, yaml_quoted


class NotChanged(Exception):
    """An edit that the text does not allow: `reason` is a keyword for the reason, `edit` the index of the edit."""

    def __init__(self, reason: str, edit: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.edit = edit


class DeckRow(NamedTuple):
    """A card in a text: its key, its cells by column, and the numbers of its first and last line, from 1."""

    key: str
    cells: dict[str, str]
    first: int
    last: int


SHOWN = "text"
_NAME = re.compile(r"[A-Za-z_][\w-]*")
_LINE_BREAK = re.compile(r"\r\n?|\n")


class CardLines(NamedTuple):
    """The lines of a card, and the lines between it and the next card or, for the last card, the end of the text."""

    card: str
    gap: str = ""


class CardLinesEditor:
    """Edits a text in which each card has its own lines; the first of `stretches` is the text above the cards."""

    def __init__(self, text: str, stretches: Iterable[CardLines]) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.stretches = [*stretches]

    def key_and_cells(self, card: str, number: int) -> tuple[str, dict[str, str]]:
        """Return the key and the cells of the card in these lines; `number` is its index, from 1."""
        raise NotImplementedError

    def rows(self) -> list[DeckRow]:
        """Return the cards in the order of the text."""
        rows: list[DeckRow] = []
        line = 1 + _height("".join(self.stretches[0]))
        for number, (card, gap) in enumerate(self.stretches[1:], 1):
            rows.append(DeckRow(*self.key_and_cells(card, number), line, line + _height(card.rstrip("\r\n"))))
            line += _height(card + gap)
        return rows

    def _insert(self, at: int, card: str) -> None:
        """Insert a card at an index, directly after the lines above it, ahead of comments that follow there."""
        above, gap = self.stretches[at]
        self.stretches[at] = CardLines(self._ended(above))
        self.stretches.insert(at + 1, CardLines(self._ended(card) if gap else card, gap))

    def _ended(self, lines: str) -> str:
        return lines if lines.endswith(("\r", "\n")) else lines + self.newline

    def remove(self, at: int) -> None:
        """Remove the lines of the card at an index."""
        gone, above = self.stretches.pop(at + 1), self.stretches[at]
        self.stretches[at] = above._replace(gap=above.gap + gone.gap)

    def text(self) -> str:
        """Return the present text."""
        return "".join(part for stretch in self.stretches for part in stretch)


def _height(lines: str) -> int:
    return len(_LINE_BREAK.findall(lines))


@lru_cache(maxsize=4)  # the text before an edit is usually the one after the previous edit
def _stretches_of(text: str, label: str) -> tuple[CardLines, ...]:
    """Return a text up to the line `cards:`, with the gap from there to the first card, and its cards.

    Raises InvalidInput, and NotChanged if the cards have no lines of their own.
    """
    cards = parse_yaml(text, label).get("cards")
    entry = spans(text).get("cards")
    if entry is None or cards is None or not (cards.is_map or cards.value is None):
        raise NotChanged("unclear")
    if entry.value.quoted == "{" or entry.key.quoted in BLOCKS:
        raise NotChanged("braces")
    starts = [line_start(text, card.key.start) for card in entry.value.entries]
    ends = [line_end(text, card.value.end) for card in entry.value.entries]
    if any(end > start for end, start in zip(ends, starts[1:], strict=False)):
        raise NotChanged("braces")
    begins = line_end(text, entry.key.end if starts else entry.value.end)
    gaps = [text[end:start] for end, start in zip(ends, [*starts[1:], len(text)], strict=False)]
    stretches = (CardLines(text[start:end], gap) for start, end, gap in zip(starts, ends, gaps, strict=True))
    return CardLines(text[:begins], text[begins : starts[0] if starts else len(text)]), *stretches


class YamlDeckEditor(CardLinesEditor):
    """Edits the cards of a YAML text, each of which begins on its own line."""

    def __init__(self, text: str, label: str) -> None:
        super().__init__(text, _stretches_of(text, label))

    def columns(self) -> list[str]:
        """Return the key and all fields of cards, in the order of their appearance."""
        return list(dict.fromkeys(name for row in ({KEY: ""}, *(row.cells for row in self.rows())) for name in row))

    def key_column(self) -> str:
        """Return the column of the key."""
        return KEY

    def key_and_cells(self, card: str, number: int) -> tuple[str, dict[str, str]]:
        """Return the key and the cells of the card in these lines."""
        key, cells = _key_and_cells(card)
        return key, {KEY: key, **dict(cells)}

    def set(self, at: int, column: str, text: str) -> None:
        """Set a cell of the card at an index; raises NotChanged if the way the card is written does not allow it."""
        stretch = self.stretches[at + 1]
        card, entry = stretch.card, _entry(stretch.card)
        if column == KEY:
            card = cut(card, entry.key.start, entry.key.end, text)
        elif text != dict(_key_and_cells(card)[1]).get(column, ""):
            steps = column.split(".")
            may_list = _is_collection(text) and column in self._listing
            card = _with_cell(card, entry, steps, text, may_list) if text else _without_cell(card, entry, steps)
        self.stretches[at + 1] = stretch._replace(card=card)

    @cached_property
    def _listing(self) -> frozenset[str]:
        """The columns in which some card has a list or an empty mapping (other mappings have columns of their own)."""
        leaves = (leaf for card, _ in self.stretches[1:] for leaf in _leaves(_entry(card).value))
        return frozenset(column for column, value in leaves if value.kind != "scalar")

    def add(self, at: int, key: str) -> None:
        """Insert a card with a key but no fields before the card at an index."""
        first = next((card for card, _ in self.stretches[1:]), "  ")
        self._insert(at, f"{first[: len(first) - len(first.lstrip())]}{key}: {{}}{self.newline}")

    def copy(self, at: int, key: str) -> None:
        """Insert a copy of the lines of a card after this card, with another key."""
        card = self.stretches[at + 1].card
        entry = _entry(card)
        self._insert(at + 1, cut(card, entry.key.start, entry.key.end, key))

    def remove(self, at: int) -> None:
        """Remove the lines of a card; raises NotChanged for the last card of a deck."""
        if len(self.stretches) == 2:
            raise NotChanged("last")
        super().remove(at)


def _entry(card: str) -> KeyedSpan:
    """Return the card in these lines as a key with its value; raises NotChanged unless it is exactly one card."""
    try:
        (entry,) = spans(card).entries
    except ValueError:
        raise NotChanged("unclear") from None
    return entry


@lru_cache(maxsize=8192)  # usually one card of thousands changes at a time
def _key_and_cells(card: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the key of the card in these lines, and its cells as (column, text)."""
    entry = _entry(card)
    cells = ((column, _cell(card, value)) for column, value in _leaves(entry.value))
    return entry.key.text, tuple((column, text) for column, text in cells if text)


def _leaves(value: ValueSpan) -> Iterator[tuple[str, ValueSpan]]:
    """Yield the columns of a card with their values; columns of mappings in the card have dotted names."""
    for entry in value.entries:
        name = entry.key.text
        if entry.value.entries:
            yield from ((f"{name}.{column}", leaf) for column, leaf in _leaves(entry.value))
        else:
            yield name, entry.value


def _cell(card: str, value: ValueSpan) -> str:
    """Return the text of a cell; a list is text as written."""
    if value.kind != "scalar":
        return " ".join(card[value.start : value.end].split())
    if not value.quoted and value.text in ("", "~", "null"):
        return ""
    return value.text.strip()


def _with_cell(card: str, entry: KeyedSpan, steps: list[str], text: str, may_list: bool) -> str:
    """Return the lines of a card with a cell set: its old value is replaced, a new cell is added at the end.

    If `may_list`, a new text in brackets is written as a list.
    """
    value, is_flow = entry.value, False
    for depth, step in enumerate(steps):
        if value.kind == "scalar" and not _cell(card, value):
            return _inserted(card, value, steps[depth:], text, may_list, braces=True)
        if value.kind != "{":
            raise NotChanged("unclear")
        is_flow = is_flow or value.quoted == "{"
        child = value.get(step)
        if child is None:
            return _inserted(card, value, steps[depth:], text, may_list)
        value = child.value
    if value.entries:
        raise NotChanged("unclear")
    return _replaced(card, value, text, is_flow)


def _inserted(card: str, into: ValueSpan, steps: list[str], text: str, may_list: bool, *, braces: bool = False) -> str:
    """Return the lines of a card with a new cell in the mapping `into`; with `braces`, `into` is an empty value."""
    first, *steps_below = steps
    if any(step.isdecimal() or not step for step in steps):
        raise NotChanged("column")
    is_flow = braces or into.quoted == "{" or bool(steps_below)
    value = text if may_list else _value_text(text, is_flow=is_flow)
    for step in reversed(steps_below):
        value = f"{{{_key_text(step)}: {value}}}"
    new = f"{_key_text(first)}: {value}"
    if braces:
        return cut(card, into.start, into.end, _spaced(card, into.start, f"{{{new}}}"))
    if into.quoted == "{":
        at = into.entries[-1].value.end if into.entries else into.start + 1
        return cut(card, at, at, f", {new}" if into.entries else new)
    at = line_end(card, into.end)
    begins = into.entries[0].key.start
    indent = card[line_start(card, begins) : begins]
    if indent.strip():
        raise NotChanged("unclear")
    newline = "\r\n" if "\r\n" in card else "\n"
    line_break = "" if card[:at].endswith("\n") else newline
    return cut(card, at, at, f"{line_break}{indent}{new}{newline if not line_break else ''}")


def _replaced(card: str, value: ValueSpan, text: str, is_flow: bool) -> str:
    """Return the lines of a card with a value replaced; the new value gets the quotes of the old one if possible."""
    if value.kind != "scalar":
        old_text = card[value.start : value.end]
        if not _is_collection(text):
            raise NotChanged("list")
        if "#" in old_text and not value.quoted:
            raise NotChanged("unclear")
        return cut(card, value.start, value.end, text)
    if value.quoted in BLOCKS:
        return cut(card, value.start, value.end, _block(card, value, text))
    new_text = _value_text(text, is_flow=is_flow, quote=value.quoted)
    return cut(
        card, value.start, value.end, new_text if value.end > value.start else _spaced(card, value.start, new_text)
    )


def _block(card: str, value: ValueSpan, text: str) -> str:
    """Return a text as a YAML block scalar, or in quotes if a block cannot represent the text."""
    header, _, body = card[value.start : value.end].partition("\n")
    lines = text.split("\n")
    if (value.quoted == ">" and len(lines) > 1) or NOT_AS_IT_IS.search(text) or text != text.strip():
        if "#" in header:
            raise NotChanged("unclear")
        return yaml_quoted(text)
    newline = "\r\n" if "\r\n" in card else "\n"
    indent = body[: len(body) - len(body.lstrip(" "))]
    return newline.join([header.rstrip("\r"), *(f"{indent}{line}" if line.strip() else "" for line in lines)])


def _value_text(text: str, *, is_flow: bool, quote: str = "") -> str:
    """Return a value as YAML text, with quotes only if it would otherwise be parsed as something else."""
    if not quote and _reads_as_typed(text, is_flow):
        return text
    if quote == "'" and "\n" not in text and not NOT_AS_IT_IS.search(text):
        return "'" + text.replace("'", "''") + "'"
    return yaml_quoted(text)


def _reads_as_typed(text: str, is_flow: bool) -> bool:
    """Return whether YAML parses an unquoted text as this same text; `is_flow` is True within brackets."""
    if "\n" in text or " #" in text:
        return False
    parsed = _read(f"{{value: {text}}}" if is_flow else f"value: {text}")
    if not isinstance(parsed, dict) or list(parsed) != ["value"]:
        return False
    value = parsed["value"]
    value_text = str(value).lower() if isinstance(value, bool) else str(value)
    return value is not None and not isinstance(value, (dict, list)) and value_text == text


def _is_collection(text: str) -> bool:
    """Return whether a text is a complete list or mapping in brackets."""
    if "\n" in text or "#" in text or text[:1] + text[-1:] not in ("[]", "{}"):
        return False
    return isinstance(_read(f"[{text}]"), list)


def _read(text: str) -> Any:
    return attempt([], lambda: plain(parse_yaml(text, SHOWN)))


def _without_cell(card: str, entry: KeyedSpan, steps: list[str]) -> str:
    """Return the lines of a card without a cell and mappings that are then empty; comments beside it are kept."""
    value = entry.value
    path: list[tuple[ValueSpan, KeyedSpan]] = []
    for step in steps:
        child = value.get(step)
        if child is None:
            return card
        path.append((value, child))
        value = child.value
    while len(path) > 1 and len(path[-1][0].entries) == 1:
        path.pop()
    parent, gone = path[-1]
    return _out_of_braces(card, parent, gone) if parent.quoted == "{" else _out_of_lines(card, gone)


def _out_of_braces(card: str, parent: ValueSpan, gone: KeyedSpan) -> str:
    index = parent.entries.index(gone)
    if index + 1 < len(parent.entries):
        start, end = gone.key.start, parent.entries[index + 1].key.start
    else:
        start = parent.entries[index - 1].value.end if index else gone.key.start
        end = gone.value.end
    if "#" in card[start : gone.key.start] + card[gone.key.end : gone.value.start] + card[gone.value.end : end]:
        raise NotChanged("comment")
    return cut(card, start, end, "")


def _out_of_lines(card: str, gone: KeyedSpan) -> str:
    start, end = line_start(card, gone.key.start), line_end(card, gone.value.end)
    indent, behind = card[start : gone.key.start], card[gone.value.end : end]
    header = card[gone.value.start : gone.value.end].partition("\n")[0] if gone.value.quoted in BLOCKS else ""
    collection = card[gone.value.start : gone.value.end] if gone.value.kind != "scalar" else ""
    if indent.strip() or "#" in header + collection:
        raise NotChanged("comment")
    return cut(card, start, end, indent + behind.lstrip() if behind.strip() else "")


def _spaced(card: str, at: int, value: str) -> str:
    return value if card[at - 1 : at].isspace() else f" {value}"


def _key_text(step: str) -> str:
    return step if _NAME.fullmatch(step) and _reads_as_typed(step, True) else yaml_quoted(step)
