"""All kinds of files that people write: purpose, place, JSON Schema, and the modeline that refers to it."""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import bare_place, need_known
from generator.game.deck_fields import deck_schema, fields_of
from generator.game.dice_tables import DiceTableSpec
from generator.game.manifest import GameManifest, read_manifest
from generator.game.rule_sources import RuleSourcesSpec
from generator.imposition.paper import SizesFile
from generator.layout.element_spec import KINDS
from generator.layout.spec import LayoutSpec
from generator.maps.loading import DungeonSpec, dungeon_spec
from generator.maps.map_rules import MapRules, read_map_rules
from generator.products.exports.shops import PrintShopListSpec
from generator.reading.decks import DeckSpec
from generator.reading.file_kinds import kind_by_keys, placed_file
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.schema import json_schema
from generator.reading.yaml_nodes import parse_yaml, plain, read_yaml
from generator.rulesets.simulate.spec import SimulationSpec
from generator.scoring.spec import ScoringSpec, read_scoring, score_file
from generator.storage.printer_profiles import PrintersFile
from generator.tiles.rules import TileSetsSpec


class GameFileKind(NamedTuple):
    """A kind of file: name, purpose, path, and its dataclass, or a function that returns it for a game.

    It has no `spec` if its keys are free.
    """

    name: str
    says: str
    lies: str
    spec: type | Callable[[GameCatalogue, str], type] | None

    def spec_for(self, catalogue: GameCatalogue, game: str) -> type | None:
        """Return the dataclass for a game."""
        return self.spec if self.spec is None or isinstance(self.spec, type) else self.spec(catalogue, game)


def _dungeon(catalogue: GameCatalogue, game: str) -> type:
    if catalogue.find(f"cards/{game}/map.yaml") is None:
        return DungeonSpec
    return dungeon_spec(read_map_rules(catalogue, game).targets.deck)


FORMATS = {
    file_format.name: file_format
    for file_format in (
        GameFileKind("game", "what a game is made of", "cards/GAME/game.yaml", GameManifest),
        GameFileKind("words", "the words of a game in one language", "cards/GAME/words/LANGUAGE.yaml", None),
        GameFileKind("deck", "the cards of a deck", "cards/GAME/DECK.yaml, .csv or .xlsx", DeckSpec),
        GameFileKind("table", "what dice look up", "cards/GAME/TABLE.yaml", DiceTableSpec),
        GameFileKind("scoring", "how a game is counted", "cards/GAME/scoring.yaml", ScoringSpec),
        GameFileKind("map", "what the maps of a game may hold", "cards/GAME/map.yaml", MapRules),
        GameFileKind("tiles", "how tiles are drawn and joined", "cards/GAME/tiles.yaml", TileSetsSpec),
        GameFileKind("simulation", "how games play themselves", "cards/GAME/simulation.yaml", SimulationSpec),
        GameFileKind(
            "sources", "where the sentences of the rules are from", "cards/GAME/sources.yaml", RuleSourcesSpec
        ),
        GameFileKind(
            "dungeon", "a dungeon or a base map, drawn as text", "cards/GAME/dungeons/, or anywhere", _dungeon
        ),
        GameFileKind("layout", "how a card, sheet or page looks", "layouts/GAME/NAME.yaml", LayoutSpec),
        GameFileKind("edition", "what looks different in an edition", "layouts/common/editions/NAME.yaml", LayoutSpec),
        GameFileKind("papers", "papers by name", "layouts/common/papers.yaml", SizesFile),
        GameFileKind("sizes", "card sizes by name", "layouts/common/card_sizes.yaml", SizesFile),
        GameFileKind("shops", "print shops and tables on screen", "layouts/common/shops.yaml", PrintShopListSpec),
        GameFileKind("printers", "printers that were measured", "your configuration folder", PrintersFile),
        GameFileKind("score", "a finished game, to be counted", "anywhere", lambda *of: score_file(read_scoring(*of))),
    )
}
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")  # as in the pages of the reference
WORDS: dict[str, Any] = json.loads(Path(__file__).with_name("words_schema.json").read_text(encoding="utf-8"))


@cache
def reference_texts() -> dict[str, Any]:
    """Return the texts in reference_docs.yaml: introductions, and the meanings of keys by `SPEC.KEY`."""
    path = Path(__file__).with_name("reference_docs.yaml")
    texts: dict[str, Any] = plain(read_yaml(path, path.name))
    return texts


def schema_of(catalogue: GameCatalogue, form: str, game: str, deck: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file, or of one deck; raises InvalidInput."""
    spec = FORMATS[form].spec_for(catalogue, game)
    if spec is None:
        return WORDS
    if deck is not None:
        manifest = read_manifest(catalogue, game)
        need_known(deck, manifest.tables, "C002", f"there is no deck {deck!r}", bare_place("--deck"))
        entry = manifest.tables[deck]
        return deck_schema(deck, fields_of(entry.fields, entry.place))
    schema = json_schema(spec, f"Scrawlpress {form}")
    for name, definition in schema["$defs"].items():
        _explain(definition, (name,))
        for kind in definition.get("anyOf", ()):
            if kind.get("title") in KINDS:
                _explain(kind, (KINDS[kind["title"]].__name__, "ElementPlacementSpec", "Look"))
    return schema


def _explain(definition: dict[str, Any], specs: Iterable[str]) -> None:
    """Add the sentences of the reference to the keys of a schema, so that editors show them."""
    meanings = reference_texts()["keys"]
    for key, schema in definition.get("properties", {}).items():
        meaning = next((meanings[f"{spec}.{key}"] for spec in specs if f"{spec}.{key}" in meanings), "")
        if meaning:
            schema["description"] = _LINK.sub(r"\1", meaning)


FOLDER = "schemas"  # next to cards/ and layouts/
MODELINE = "# yaml-language-server: $schema="
OF_A_GAME = ("dungeon", "score")  # formats that differ between games


def with_modeline(catalogue: GameCatalogue, root: Path, path: Path, text: str) -> str:
    """Return the text of a new file below cards/ or layouts/ of a folder, with a first line that refers to its schema.

    The text is unchanged if there is no schema for its kind, or if it already refers to one.
    """
    name = schema_name(catalogue, path, text)
    if name is None or text.startswith(MODELINE):
        return text
    return f"{MODELINE}{Path(os.path.relpath(root / FOLDER / name, path.parent)).as_posix()}\n{text}"


def schema_name(catalogue: GameCatalogue, path: Path, text: str) -> str | None:
    """Return the name of the JSON Schema for a file, by its folder and its keys; None if there is no schema."""
    key = schema_key(catalogue, path, text)
    return None if key is None else _name(*key)


def schema_key(catalogue: GameCatalogue, path: Path, text: str) -> tuple[str, str, str | None] | None:
    """Return (kind, game, deck or None) of a file; None if there is no schema for this kind."""
    placed = placed_file(catalogue, path)
    if placed is None or path.suffix not in (".yaml", ".yml"):
        return None
    kind = placed.kind
    if kind == "data":
        kind = kind_by_keys(parse_yaml(text, path.name)) or kind
    if kind not in FORMATS or FORMATS[kind].spec is None:
        return None
    return kind, placed.game, placed.name if kind == "deck" else None


def schemas(catalogue: GameCatalogue, schema_names: Collection[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the schemas of all kinds of files and all decks, or of the `schema_names` names.

    They are of the games in the user's folder, else of all games; raises InvalidInput if a game cannot be read.
    """
    games = (*catalogue.own_games, *catalogue.changed_games) or catalogue.games()
    schema_keys: list[tuple[str, str, str | None]] = [
        (form, game, None) for form in FORMATS for game in (games if form in OF_A_GAME else ("",))
    ]
    schema_keys += [("deck", game, deck) for game in games for deck in _decks(catalogue, game, schema_names)]
    for key in schema_keys:
        name = _name(*key)
        if schema_names is None or name in schema_names:
            text = json.dumps(schema_of(catalogue, *key), ensure_ascii=False, separators=(",", ":"))
            yield name, (text + "\n").encode("utf-8")


def _decks(catalogue: GameCatalogue, game: str, schema_names: Collection[str] | None) -> Iterable[str]:
    """Return the names of the decks of a game, except of maps; empty if no schema of the game is `schema_names`."""
    if schema_names is not None and not any(name.startswith(f"{game}/") for name in schema_names):
        return ()
    return (name for name, table in read_manifest(catalogue, game).tables.items() if not table.maps)


def _name(form: str, game: str, deck: str | None) -> str:
    if deck is not None:
        return f"{game}/{deck}.deck.json"
    return f"{game}/{form}.json" if form in OF_A_GAME else f"{form}.json"
