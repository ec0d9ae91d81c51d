"""What the cards of a game lack in its languages: words that a deck tells in one language and not in another."""

from collections.abc import Iterator

from generator.diagnostics import CappedDiagnosticList, Diagnostic, SourceLocation, for_column
from generator.game.deck_fields import TABLES
from generator.game.game import Game
from generator.game.words import FALLBACK, is_empty, own_file
from generator.reading.decks import CardRecord
from generator.reading.yaml_nodes import Node

Alike = tuple[object, ...]


def card_translation_faults(game: Game, deck: str) -> list[Diagnostic]:
    """Return a warning for every word that a card has in one language and lacks in another, in the deck and in words/.

    It stands at the cell, for a column of a table at the first such cell with how many more rows lack it, and for a
    column that is not there at the heading of its neighbour. Raises InvalidInput for a deck that cannot be read.
    """
    found: dict[Alike, list[Diagnostic]] = {}
    for card in game.deck(deck):
        for alike, fault in _of_card(game, deck, card):
            found.setdefault(alike, []).append(fault)
    files: dict[str, CappedDiagnosticList] = {}
    for faults in found.values():
        path = faults[0].place.path
        files.setdefault(path, CappedDiagnosticList()).add(for_column(list(dict.fromkeys(faults))))
    return [fault for file in files.values() for fault in file.told]


def _of_card(game: Game, deck: str, card: CardRecord) -> Iterator[tuple[Alike, Diagnostic]]:
    """Yield what a card lacks, each with what is the same for all faults that are told as one."""
    for name, words in card.node.items() if card.node is not None and card.node.is_map else ():
        if not words.is_map or not set(words.value) <= set(game.languages):
            continue
        told = [language for language in game.languages if _is_told(words.get(language))]
        for language in game.languages if told else ():
            if language not in told and not _in_words(game, language, f"{game.words_of_card(deck, card.key)}.{name}"):
                yield _lacking(card, name, language, FALLBACK if FALLBACK in told else told[0])


def _is_told(word: Node | None) -> bool:
    return word is not None and not is_empty(word)


def _in_words(game: Game, language: str, path: str) -> bool:
    return _is_told(own_file(game.catalogue, game.id, language).at(path))


def _lacking(card: CardRecord, name: str, language: str, other: str) -> tuple[Alike, Diagnostic]:
    assert card.node is not None
    column, node = f"{name}.{language}", card.node
    message = f"missing word {column!r} of card {card.key!r} ({other} has it)"
    if not node.place.path.endswith(TABLES):
        words = node.value[name]
        own = words.get(language) or words
        return (own.place, language), _warning(message, own.place, f"add {language}: ...")
    alike = (node.place.path, column)
    if column in (node.key_places or {}):
        place = node.place._replace(column=node.key_place(column).column)
        return alike, _warning(message, place, "fill the cell")
    message = f"missing column {column!r} ({other} has one)"
    return alike, _warning(message, node.key_place(name), f"add a column {column}")


def _warning(message: str, place: SourceLocation, hint: str) -> Diagnostic:
    return Diagnostic("W001", message, place, hint, "warning")
