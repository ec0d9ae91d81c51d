"""A deck is written into game.yaml, whose comments and spelling stay; without a game there is a new one around it."""

import json
from collections.abc import Mapping

from generator.authoring.new_game import check_name, is_word, title_of
from generator.diagnostics import refuse
from generator.reading.edits.yaml_edits import NotEdited, with_value
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node, parse_yaml, plain

NEW_GAME = """# What a game is made of, key by key: scrawl reference files. After every change ask: scrawl check
game: {game}

decks:
{entry}"""
WORDS = """# Every word that is printed or asked. Another language is a copy of this file by its code, such as de.yaml.
game: {{title: {title}}}
"""


def with_deck(catalogue: GameCatalogue, game: str, deck: str, entry: Mapping[str, object]) -> str:
    """Return the text of a game's game.yaml with one deck more; raises InvalidInput where it has such a name."""
    path = catalogue.need(f"cards/{game}/game.yaml")
    root = catalogue.read(path)
    for kind in ("decks", "pieces"):
        names = root.get(kind)
        if names is not None and names.get(deck) is not None:
            place = names.key_place(deck)
            raise refuse("C042", f"{game!r} has {deck!r} among its {kind} already", place, "name the deck otherwise")
    text = path.read_text(encoding="utf-8")
    try:
        return _edited(text, root, deck, entry)
    except NotEdited:
        hint = f"write it there by hand: {deck}: {_flow(entry)}"
        raise refuse("C042", "no deck can be written into 'decks:' as it stands", root.place, hint) from None


def _edited(text: str, root: Node, deck: str, entry: Mapping[str, object]) -> str:
    decks = root.get("decks")
    if decks is None:
        return with_value(text, ("decks",), "\n" + entry_lines(deck, entry, 2).rstrip("\n"), after=[*root.value][-1])
    if decks.is_map and decks.value:
        first = decks.key_place(next(iter(decks.value)))
        if first.line > root.key_place("decks").line:
            indent = first.column - 1
            lines = entry_lines(deck, entry, indent).split("\n", 1)[1].rstrip("\n")
            return with_value(text, ("decks", deck), "\n" + lines, after=[*decks.value][-1])
    return _before_brace(text, root, deck, entry)


def _before_brace(text: str, root: Node, deck: str, entry: Mapping[str, object]) -> str:
    """Return the text with a deck before the brace that closes `decks: {...}`: the first that says what is meant."""
    decks = root.get("decks")
    if decks is None or not (decks.is_map or decks.value is None):
        raise NotEdited
    wanted = plain(root)
    wanted["decks"] = {**(wanted["decks"] or {}), deck: entry}
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: root.key_place("decks").line - 1])
    at = text.find("}", start)
    while at >= 0:
        comma = ", " if decks.value else ""
        tried = f"{text[:at]}{comma}{deck}: {_flow(entry)}{text[at:]}"
        if _says(tried) == wanted:
            return tried
        at = text.find("}", at + 1)
    raise NotEdited


def _says(text: str) -> object:
    try:
        return plain(parse_yaml(text, "text"))
    except Exception:  # a brace at the wrong spot
        return None


def entry_lines(deck: str, entry: Mapping[str, object], indent: int) -> str:
    """Return an entry of `decks:` in lines: a field each."""
    blank = " " * indent
    fields = entry["fields"]
    lines = [f"{blank}{deck}:", f"{blank}  layout: {_flow(entry['layout'])}"]
    if isinstance(fields, Mapping) and fields:
        lines.append(f"{blank}  fields:")
        lines += [f"{blank}    {name}: {_flow(spec)}" for name, spec in fields.items()]
    return "\n".join(lines) + "\n"


def _flow(value: object) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(each)}" for name, each in value.items()) + "}"
    return json.dumps(value) if isinstance(value, bool) or not (value and is_word(str(value))) else str(value)


def new_game_around(catalogue: GameCatalogue, game: str, deck: str, entry: Mapping[str, object]) -> dict[str, str]:
    """Return the files of a new game that has one deck; raises InvalidInput for a name that is none, or is taken."""
    check_name(catalogue, game)
    words = WORDS.format(title=json.dumps(title_of(game), ensure_ascii=False))
    manifest = NEW_GAME.format(game=game, entry=entry_lines(deck, entry, 2))
    return {f"cards/{game}/game.yaml": manifest, f"cards/{game}/words/en.yaml": words}
