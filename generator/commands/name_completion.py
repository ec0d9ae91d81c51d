"""The names that options and arguments accept, for `scrawl list` and for shell completion.

Completion never fails: files that cannot be read give no names.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.diagnostics import format_count
from generator.reading.yaml_nodes import read_text

if TYPE_CHECKING:
    from generator.game.game import Game
    from generator.reading.game_catalogue import GameCatalogue

LANGUAGE = f"{__name__}.language"  # the key of the names' language in the context of a command
Named = tuple[str, str]  # a name and a short description
Names = Callable[["GameCatalogue", str], Iterator[Named]]  # by the id of a game
Asked = Callable[["GameCatalogue", str | None], Iterator[Named]]  # by the named game, if any
Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def complete(kind: str) -> Complete:
    """Return the function by which click completes names of a kind: `shell_complete=complete("decks")`."""
    return complete_from(lambda catalogue, game: iter_names(kind, catalogue, game))


def complete_from(names: Asked) -> Complete:
    """Return the function by which click completes the names that `names` yields for the catalogue and the game."""

    def begins(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        from generator.reading.game_catalogue import GameCatalogue

        home = ctx.params.get("home")
        try:
            catalogue = GameCatalogue.at(Path(home) if home else None)
            return [name for name, _ in names(catalogue, ctx.params.get("game")) if name.startswith(begun)]
        except Exception:  # faults of files are reported when the command runs
            return []

    return begins


def iter_names(kind: str, catalogue: "GameCatalogue", game: str | None) -> Iterator[Named]:
    """Yield the names of a kind; of one game, if they belong to a game. Raises AmbiguousGame if it must be named."""
    if kind not in NAMES:
        return cards(catalogue, game or catalogue.default_game, kind)
    return NAMES[kind](catalogue, game or (catalogue.default_game if kind in OF_A_GAME else ""))


def _open_in_language(catalogue: "GameCatalogue", game: str) -> "Game":
    """Open a game in the language that `scrawl list` noted, for completion in its first one."""
    from generator.game.game import open_game

    context = click.get_current_context(silent=True)
    return open_game(catalogue, game, context.meta.get(LANGUAGE) if context else None)


def games(catalogue: "GameCatalogue", _game: str) -> Iterator[Named]:
    """Yield the games with their titles."""
    from generator.game.game import open_game

    for game in catalogue.games():
        yield game, open_game(catalogue, game).words.find("game.title")


def decks(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the decks of a game with their numbers of cards."""
    from generator.game.game import open_game

    opened = open_game(catalogue, game)
    for deck, entry in opened.manifest.decks.items():
        if entry.maps:
            yield deck, format_count(len(catalogue.names(f"cards/{game}/{deck}")), "dungeon")
        else:
            yield deck, format_count(sum(card.copies for card in opened.deck(deck)), "card")


def cards(catalogue: "GameCatalogue", game: str, deck: str) -> Iterator[Named]:
    """Yield the cards of a deck with their names, in the asked language; raises InvalidInput."""
    opened = _open_in_language(catalogue, game)
    for card in opened.deck(deck):
        own = opened.in_language(card.fields.get("name"))
        yield card.key, opened.words.find(f"cards.{deck}.{card.key}.name") or str(own or "")


def inputs(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the inputs that a score file has for a player, with labels, whether they are lists, and keys."""
    from generator.scoring.rules import game_rules

    rules = game_rules(_open_in_language(catalogue, game))
    for name, spec in rules.table.inputs.items():
        is_list = isinstance(spec.empty(rules.data).plain, list)
        word, keys = rules.data.source.words.find(f"inputs.{name}"), ", ".join(spec.names(rules.data))
        yield name, f"{word}{' (a list)' if is_list else ''}{': ' if keys else ''}{keys}"


def pieces(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the kinds of pieces of a game with their counts."""
    from generator.game.game import open_game

    opened = open_game(catalogue, game)
    for piece in opened.manifest.pieces:
        yield piece, format_count(opened.piece_count(piece), "piece")


def sheets(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the sheets of a game with their layouts."""
    from generator.game.manifest import read_manifest

    yield from ((name, entry.layout) for name, entry in read_manifest(catalogue, game).sheets.items())


def pages(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the pages of a game with their layouts."""
    from generator.game.manifest import read_manifest

    yield from ((name, entry.layout) for name, entry in read_manifest(catalogue, game).printable_pages.items())


def sizes(name: str, catalogue: "GameCatalogue", _game: str) -> Iterator[Named]:
    """Yield the papers or card sizes, from a file in layouts/common/, with their measures."""
    from generator.imposition.paper import SizesFile
    from generator.reading.structure import structure
    from generator.units import length_name

    file = structure(catalogue.read(catalogue.need(f"layouts/common/{name}.yaml")), SizesFile, name)
    for size, spec in {**file.papers, **file.card_sizes}.items():
        yield size, f"{length_name(spec.width)} x {length_name(spec.height)}"


def editions(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the editions in layouts/common, and those of `game` ("": of all games), with their first sentences."""
    folders = [f"layouts/{each}/editions" for each in (*([game] if game else catalogue.games()), "common")]
    found = {name: folder for folder in folders for name in catalogue.names(folder)}
    for name, folder in sorted(found.items()):
        path = catalogue.need(f"{folder}/{name}.yaml")
        first, _, rest = read_text(path, catalogue.display_path(path)).partition("\n")
        told, end, begun = first.rpartition(". ")
        if end and rest.startswith("#") and not begun.rstrip().endswith("."):  # a sentence goes on in the next line
            first = f"{told}."
        yield name, first.removeprefix("#").strip() if first.startswith("#") else ""


def languages(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the languages of a game."""
    from generator.game.words import languages_of

    yield from ((name, f"cards/{game}/words/{name}.yaml") for name in languages_of(catalogue, game))


def modes(catalogue: "GameCatalogue", game: str | None) -> Iterator[Named]:
    """Yield the modes of a game's sheets, the default one of the first sheet first."""
    from generator.game.manifest import read_manifest

    sheets = read_manifest(catalogue, game or catalogue.default_game).sheets.values()
    yield from ((mode, "") for mode in dict.fromkeys(mode for sheet in sheets for mode in sheet.modes))


def dungeons(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the dungeons of a game with their names, in the asked language."""
    yield from dungeon_titles(_open_in_language(catalogue, game))


def dungeon_titles(game: "Game") -> Iterator[Named]:
    """Yield the dungeons of an opened game with their names."""
    maps = [deck for deck, entry in game.manifest.decks.items() if entry.maps]
    for name in game.catalogue.names(f"cards/{game.id}/dungeons"):
        yield name, next((game.words.find(f"cards.{deck}.{name}.name") for deck in maps), "")


def shops(catalogue: "GameCatalogue", _game: str) -> Iterator[Named]:
    """Yield shops with their titles."""
    from generator.products.exports.shops import read_shops

    yield from ((name, shop.title) for name, shop in read_shops(catalogue).shops.items())


def printers(_catalogue: "GameCatalogue", _game: str) -> Iterator[Named]:
    """Yield the measured printers with the sizes of their papers."""
    from generator.storage.printer_profiles import default_path, read_printers

    for printer in read_printers(default_path()):
        yield printer.full_name, f"{printer.width:g} x {printer.height:g} mm"


def signs(catalogue: "GameCatalogue", _game: str) -> Iterator[Named]:
    """Yield the icons that layouts can use by name, with words for what they show, in the asked language."""
    from generator.layout.icon_themes import LANGUAGES, icon_themes
    from generator.layout.icons import Icons

    context = click.get_current_context(silent=True)
    words = icon_themes(context.meta.get(LANGUAGE, LANGUAGES[0]) if context else LANGUAGES[0]).words
    yield from ((name, ", ".join(dict.fromkeys(words.get(name, ())))) for name in Icons(catalogue.icon_folders).names())


def variants(catalogue: "GameCatalogue", game: str) -> Iterator[Named]:
    """Yield the variants of a game: what each changes, its page in the rules, and the rule books that play by it."""
    from generator.game.rule_sources import read_sources

    sources = read_sources(catalogue, game)
    if sources is None:
        return
    for name, variant in sources.named.variants.items():
        told = f" [{', '.join(variant.at)}]" if variant.at else ""
        readers = " and ".join(sources.named.books[book].title for book in variant.books)
        yield name, f"{variant.says}{told}" + (f"; by {readers}" if readers else "")


NAMES: dict[str, Names] = {
    "games": games,
    "decks": decks,
    "inputs": inputs,
    "pieces": pieces,
    "sheets": sheets,
    "pages": pages,
    "papers": partial(sizes, "papers"),
    "sizes": partial(sizes, "card_sizes"),
    "editions": editions,
    "languages": languages,
    "dungeons": dungeons,
    "variants": variants,
    "shops": shops,
    "printers": printers,
    "signs": signs,
}
OF_A_GAME = {"decks", "inputs", "pieces", "sheets", "pages", "languages", "dungeons", "variants"}
