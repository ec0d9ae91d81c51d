"""Words of cards that stand under a name which no deck or no card has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, Severity, did_you_mean, nearest
from generator.game.manifest import GameManifest, read_manifest
from generator.game.words import Words
from generator.reading.decks import read_deck
from generator.reading.game_search_path import GameSearchPath
from generator.reading.yaml_nodes import Node

CARD_WORDS = "cards"


class MisnamedCardWords(NamedTuple):
    """A fault, and the paths of the words that it explains: as they are written, and as they may be meant."""

    fault: Diagnostic
    paths: tuple[str, ...]

    def explains(self, other: Diagnostic) -> bool:
        """Tell whether a missing word is missing, or asked of another language, because of this one."""
        return other.code == "W001" and any(f"'{path}" in other.message for path in self.paths)


def misnamed_card_words(catalogue: GameSearchPath, game: str, known: Mapping[str, Words]) -> list[MisnamedCardWords]:
    """Return the words of cards, by language, whose deck or card is not there; nothing for a game that cannot be read.

    It is an error where the deck or card that is meant is left without words of its own in that language.
    """
    try:
        keys = _keys_by_deck(catalogue, game, read_manifest(catalogue, game))
    except InvalidInput:
        return []
    nodes = [node for words in known.values() if (node := words.layers[-1].node.at(CARD_WORDS)) is not None]
    return [found for node in nodes if node.is_map for found in _misnamed(node, keys)]


def _keys_by_deck(catalogue: GameSearchPath, game: str, manifest: GameManifest) -> dict[str, Sequence[str]]:
    """Return the keys of the cards of each deck, none where they are not known."""
    keys: dict[str, Sequence[str]] = dict.fromkeys((*manifest.pieces, *manifest.tables), ())
    for deck, entry in manifest.tables.items():
        if not entry.maps and deck not in manifest.pieces:
            keys[deck] = [card.key for card in read_deck(catalogue, game, deck)]
    return keys


def _misnamed(node: Node, keys: Mapping[str, Sequence[str]]) -> Iterator[MisnamedCardWords]:
    for deck, cards in node.items():
        if deck not in keys:
            yield _told(node, deck, CARD_WORDS, list(keys), f"no deck is called {deck!r}")
        elif cards.is_map and any(key in keys[deck] for key in cards.value):  # else the deck has lost its keys
            for key in cards.value:
                if key not in keys[deck]:
                    path = f"{CARD_WORDS}.{deck}"
                    yield _told(cards, key, path, keys[deck], f"no card of {deck!r} is called {key!r}")


def _told(node: Node, name: str, path: str, known: Sequence[str], message: str) -> MisnamedCardWords:
    meant = nearest(name, known)
    is_lacking = meant is not None and node.get(meant) is None
    severity: Severity = "error" if is_lacking else "warning"
    fault = Diagnostic("W012", message, node.key_place(name), did_you_mean(name, known), severity)
    return MisnamedCardWords(fault, (f"{path}.{name}", *([f"{path}.{meant}"] if is_lacking else [])))
