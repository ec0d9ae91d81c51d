"""Every kind of file that people write: what it is for, where it lies, and the JSON Schema of it for editors."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import bare_place, did_you_mean, refuse
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
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.schema import json_schema
from generator.reading.yaml_nodes import plain, read_yaml
from generator.rulesets.simulate.spec import SimulationSpec
from generator.scoring.spec import ScoringSpec, read_scoring, score_file
from generator.storage.printer_profiles import PrintersFile
from generator.tiles.rules import TileSetsSpec

Spec = Callable[[GameCatalogue, str], type]


class GameFileKind(NamedTuple):
    """A kind of file: its name, what it says, where it lies, and its dataclass in a game (None: words are free)."""

    name: str
    says: str
    lies: str
    spec: Spec | None


def _always(spec: type) -> Spec:
    return lambda _catalogue, _game: spec


def _dungeon(catalogue: GameCatalogue, game: str) -> type:
    if catalogue.find(f"cards/{game}/map.yaml") is None:
        return DungeonSpec
    return dungeon_spec(read_map_rules(catalogue, game).targets.deck)


FORMATS = {
    file_format.name: file_format
    for file_format in (
        GameFileKind("game", "what a game is made of", "cards/GAME/game.yaml", _always(GameManifest)),
        GameFileKind("words", "the words of a game in one language", "cards/GAME/words/LANGUAGE.yaml", None),
        GameFileKind("deck", "the cards of a deck", "cards/GAME/DECK.yaml, .csv or .xlsx", _always(DeckSpec)),
        GameFileKind("table", "what dice look up", "cards/GAME/TABLE.yaml", _always(DiceTableSpec)),
        GameFileKind("scoring", "how a game is counted", "cards/GAME/scoring.yaml", _always(ScoringSpec)),
        GameFileKind("map", "what the maps of a game may hold", "cards/GAME/map.yaml", _always(MapRules)),
        GameFileKind("tiles", "how tiles are drawn and joined", "cards/GAME/tiles.yaml", _always(TileSetsSpec)),
        GameFileKind("simulation", "how games play themselves", "cards/GAME/simulation.yaml", _always(SimulationSpec)),
        GameFileKind(
            "sources", "where the sentences of the rules are from", "cards/GAME/sources.yaml", _always(RuleSourcesSpec)
        ),
        GameFileKind(
            "dungeon", "a dungeon or a base map, drawn as text", "cards/GAME/dungeons/, or anywhere", _dungeon
        ),
        GameFileKind("layout", "how a card, sheet or page looks", "layouts/GAME/NAME.yaml", _always(LayoutSpec)),
        GameFileKind(
            "edition", "what looks different in an edition", "layouts/common/editions/NAME.yaml", _always(LayoutSpec)
        ),
        GameFileKind("papers", "papers by name", "layouts/common/papers.yaml", _always(SizesFile)),
        GameFileKind("sizes", "card sizes by name", "layouts/common/card_sizes.yaml", _always(SizesFile)),
        GameFileKind(
            "shops", "print shops and tables on screen", "layouts/common/shops.yaml", _always(PrintShopListSpec)
        ),
        GameFileKind("printers", "printers that were measured", "your configuration folder", _always(PrintersFile)),
        GameFileKind("score", "a finished game, to be counted", "anywhere", lambda *of: score_file(read_scoring(*of))),
    )
}
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")  # as the pages of the reference have them
WORDS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Scrawlpress words",
    "$ref": "#/$defs/Words",
    "$defs": {
        "Words": {
            "anyOf": [
                {"type": ["string", "number", "boolean"]},
                {"type": "array", "items": {"$ref": "#/$defs/Words"}},
                {"type": "object", "additionalProperties": {"$ref": "#/$defs/Words"}},
            ]
        }
    },
}


@cache
def reference_texts() -> dict[str, Any]:
    """Return what no docstring says: introductions of the reference, and under `keys` what `SPEC.KEY` means."""
    path = Path(__file__).with_name("reference_docs.yaml")
    texts: dict[str, Any] = plain(read_yaml(path, path.name))
    return texts


def schema_of(catalogue: GameCatalogue, form: str, game: str, deck: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file, of one deck where it is named; raises InvalidInput."""
    spec = FORMATS[form].spec
    if spec is None:
        return WORDS
    if deck is not None:
        manifest = read_manifest(catalogue, game)
        if deck not in manifest.tables:
            raise refuse(
                "C005", f"there is no deck {deck!r}", bare_place("--deck"), did_you_mean(deck, manifest.tables)
            )
        entry = manifest.tables[deck]
        return deck_schema(deck, fields_of(entry.fields, entry.place))
    schema = json_schema(spec(catalogue, game), f"Scrawlpress {form}")
    for name, definition in schema["$defs"].items():
        _explain(definition, (name,))
        for kind in definition.get("anyOf", ()):
            if kind.get("title") in KINDS:
                _explain(kind, (KINDS[kind["title"]].__name__, "ElementPlacementSpec", "Look"))
    return schema


def _explain(definition: dict[str, Any], specs: Iterable[str]) -> None:
    """Give each key the sentence that the reference has of it, so that an editor shows it where the key stands."""
    meanings = reference_texts()["keys"]
    for key, schema in definition.get("properties", {}).items():
        says = next((meanings[f"{spec}.{key}"] for spec in specs if f"{spec}.{key}" in meanings), "")
        if says:
            schema["description"] = _LINK.sub(r"\1", says)
