"""Find where the values that layouts show are written: data, dice tables, composed titles."""

from collections.abc import Iterable, Mapping
from typing import Any

from generator.diagnostics import NOWHERE
from generator.game.dice_tables import read_dice_table
from generator.game.game import Game
from generator.layout.binding import Origin, SourceExcerpt
from generator.reading.yaml_nodes import Node

COUNTED = Node(None, NOWHERE)  # the origin of a computed value, which is in no file


def data_origins(game: Game) -> dict[str, Origin]:
    """Return where the data of a game and its number of players are written, by name."""
    origins: dict[str, Origin] = {name: game.data_node(name) for name in game.manifest.data}
    if game.manifest.rolls:
        origins["rolls"] = Node({name: read_dice_table(game.data_node(name)) for name in game.manifest.rolls}, NOWHERE)
    if game.catalogue.find(f"cards/{game.id}/map.yaml") is not None:
        origins["map_rules"] = game.data_node("map")
    players = game.manifest_node.get("players")
    return {**origins, "players": players} if players is not None else origins


def heard_in(value: Any, excerpts: Iterable[SourceExcerpt], *further: SourceExcerpt) -> Origin:
    """Return the origins of texts composed of others: the excerpts in `excerpts` that they contain, and `further`."""
    distinct = dict.fromkeys(excerpts)
    if isinstance(value, Mapping):
        return Node({name: heard_in(child, distinct, *further) for name, child in value.items()}, NOWHERE)
    if isinstance(value, (list, tuple)):
        return Node([heard_in(child, distinct, *further) for child in value], NOWHERE)
    return (*(source for source in distinct if source.text.strip() and source.text in str(value)), *further)
