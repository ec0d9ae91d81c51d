"""A deck of one example card to start from, as a table or as YAML, with a remark for each field; writes no file."""

import csv
import io

from generator.game.deck_fields import (
    CardField,
    CardTableColumn,
    columns_of,
    default_of,
    example_of,
    fields_of,
    may_lack,
)
from generator.game.game import Game

HEAD = "Cards of {deck}. Every card has a key of its own; copies says how often it is printed."
FREE = "What its cards hold is whatever their layout asks for."


def deck_table(game: Game, deck: str) -> str:
    """Return a deck as CSV: remarks, a header row and one card."""
    fields = _fields(game, deck)
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    remarks = [f"{name}: {_meaning(spec) or spec.kind}" for name, spec in fields.items()] or [FREE]
    for line in (HEAD.format(deck=deck), "A row that begins with # is a remark.", *remarks):
        writer.writerow([f"# {line}"])
    columns = list(columns_of(fields, game.languages))
    writer.writerow(["key", "copies", *(column.name for column in columns)])
    writer.writerow(["example", 1, *(_cell(column) for column in columns)])
    return sink.getvalue()


def deck_yaml(game: Game, deck: str) -> str:
    """Return a deck as YAML with one card and a remark for each of its fields."""
    fields = _fields(game, deck)
    lines = [f"# {HEAD.format(deck=deck)}", f"deck: {deck}", "cards:", "  example:"]
    for name, spec in fields.items():
        value = example_of(spec)
        if spec.kind == "words":
            value = "{" + ", ".join(f"{language}: Example {name}" for language in game.languages) + "}"
        lines += [f"    # {_meaning(spec)}"] if _meaning(spec) else []
        lines.append(f"    {'# ' if may_lack(spec) else ''}{name}: {value}")
    lines += [] if fields else [f"    # {FREE}", "    name: Example"]
    return "\n".join([*lines, "    copies: 1"]) + "\n"


def _fields(game: Game, deck: str) -> dict[str, CardField]:
    entry = game.manifest.tables[deck]
    return fields_of(entry.fields, entry.place)


def _meaning(field: CardField) -> str:
    """Return the remark of a field: its purpose, its choices, whether it may be left out."""
    parts = [str(field.about)] if field.about else []
    if field.one_of:
        parts.append(", ".join(str(choice) for choice in field.one_of))
    elif field.kind == "words":
        parts.append("in every language, here or in words/")
    if may_lack(field):
        shown = default_of(field)
        parts.append(f"may be left out (then {shown})" if shown not in (None, "", [], {}) else "may be left out")
    return "; ".join(parts)


def _cell(column: CardTableColumn) -> str:
    if column.lax:
        return ""
    return f"Example {column.name.partition('.')[0]}" if column.field.kind == "words" else example_of(column.field)
