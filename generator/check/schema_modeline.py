"""What lets an editor complete and check a file of YAML: a first line that names a schema, and the schemas."""

import json
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from generator.check.formats import FORMATS, schema_of
from generator.game.manifest import read_manifest
from generator.reading.file_kinds import kind_by_keys, placed_file
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml

FOLDER = "schemas"  # beside cards/ and layouts/
MODELINE = "# yaml-language-server: $schema="
OF_A_GAME = ("dungeon", "score")  # formats that are not the same in all games


def with_modeline(catalogue: GameCatalogue, root: Path, path: Path, text: str) -> str:
    """Return the text of a new file below cards/ or layouts/ of a folder, its first line naming its schema.

    A file whose kind has no schema, and one that names a schema already, are returned as they are.
    """
    name = schema_name(catalogue, path, text)
    if name is None or text.startswith(MODELINE):
        return text
    return f"{MODELINE}{Path(os.path.relpath(root / FOLDER / name, path.parent)).as_posix()}\n{text}"


def schema_name(catalogue: GameCatalogue, path: Path, text: str) -> str | None:
    """Return which file of the folder of schemas is for a file, told by its place and its keys; None where none is."""
    meant = _meant(catalogue, path, text)
    if meant is None:
        return None
    form, game, deck = meant
    return _name(form, game) if deck is None else _deck_name(game, deck)


def schema_for(catalogue: GameCatalogue, path: Path, text: str) -> dict[str, Any] | None:
    """Return the schema for a file, as `schema_name` tells it; raises InvalidInput where its game is at fault."""
    meant = _meant(catalogue, path, text)
    return None if meant is None else schema_of(catalogue, *meant)


def _meant(catalogue: GameCatalogue, path: Path, text: str) -> tuple[str, str, str | None] | None:
    """Return the format of a file with its game, and its deck where it is one; None where it has no schema."""
    placed = placed_file(catalogue, path)
    if placed is None or path.suffix not in (".yaml", ".yml"):
        return None
    kind = placed.kind
    if kind == "data":
        kind = kind_by_keys(parse_yaml(text, path.name)) or kind
    if kind not in FORMATS or FORMATS[kind].spec is None:
        return None
    return kind, placed.game, placed.name if kind == "deck" else None


def schemas(catalogue: GameCatalogue, wanted: Collection[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the schema of every kind of file and of every deck, or of those that are wanted.

    The games are those of the user's own folder, else all; raises InvalidInput for one that cannot be read.
    """
    games = (*catalogue.own_games, *catalogue.changed_games) or catalogue.games()
    made: list[tuple[str, str, str, str | None]] = [
        (_name(form, game), form, game, None) for form in FORMATS for game in (games if form in OF_A_GAME else ("",))
    ]
    made += [(_deck_name(game, deck), "deck", game, deck) for game in games for deck in _decks(catalogue, game, wanted)]
    for name, form, game, deck in made:
        if wanted is None or name in wanted:
            text = json.dumps(schema_of(catalogue, form, game, deck), ensure_ascii=False, separators=(",", ":"))
            yield name, (text + "\n").encode("utf-8")


def _decks(catalogue: GameCatalogue, game: str, wanted: Collection[str] | None) -> Iterable[str]:
    """Return the decks of a game that are made of data; a game of which nothing is wanted need not be sound."""
    if wanted is not None and not any(name.startswith(f"{game}/") for name in wanted):
        return ()
    return (name for name, table in read_manifest(catalogue, game).tables.items() if not table.maps)


def _name(form: str, game: str) -> str:
    return f"{game}/{form}.json" if form in OF_A_GAME else f"{form}.json"


def _deck_name(game: str, deck: str) -> str:
    return f"{game}/{deck}.deck.json"
