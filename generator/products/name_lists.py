"""The names of games, decks, papers and more that options accept, with short descriptions."""

from collections.abc import Callable, Iterator
from functools import partial

from generator.diagnostics import format_count
from generator.game.game import Game, open_game
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import read_text

Named = tuple[str, str]  # a name and a short description
Names = Callable[[GameCatalogue, str, str | None], Iterator[Named]]  # by the id of a game, in a language


def iter_names(kind: str, catalogue: GameCatalogue, game: str | None, language: str | None = None) -> Iterator[Named]:
    """Yield the names of a kind; of one game, if they belong to a game. Raises AmbiguousGame if it must be named.

    Without a `language`, cards, dungeons and inputs have their names in the first one of the game.
    """
    if kind not in OF_OPTIONS:
        return cards(kind, catalogue, game or catalogue.default_game, language)
    return OF_OPTIONS[kind](catalogue, game or (catalogue.default_game if kind in OF_A_GAME else ""), language)


def games(catalogue: GameCatalogue, _game: str, _language: str | None) -> Iterator[Named]:
    """Yield the games with their titles."""
    for game in catalogue.games():
        yield game, open_game(catalogue, game).words.find("game.title")


def decks(catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the decks of a game with their numbers of cards."""
    opened = open_game(catalogue, game)
    for deck, entry in opened.manifest.decks.items():
        if entry.maps:
            yield deck, format_count(len(catalogue.names(f"cards/{game}/{deck}")), "dungeon")
        else:
            yield deck, format_count(sum(card.copies for card in opened.deck(deck)), "card")


def cards(deck: str, catalogue: GameCatalogue, game: str, language: str | None) -> Iterator[Named]:
    """Yield the cards of a deck with their names, in `language`; raises InvalidInput."""
    opened = open_game(catalogue, game, language)
    for card in opened.deck(deck):
        in_table = opened.in_language(card.fields.get("name"))
        yield card.key, opened.words.find(f"cards.{deck}.{card.key}.name") or str(in_table or "")


def inputs(catalogue: GameCatalogue, game: str, language: str | None) -> Iterator[Named]:
    """Yield the inputs that a score file has for a player, with labels, whether they are lists, and keys."""
    from generator.scoring.rules import game_rules

    rules = game_rules(open_game(catalogue, game, language))
    for name, spec in rules.table.inputs.items():
        is_list = isinstance(spec.empty(rules.data).plain, list)
        word, keys = rules.data.source.words.find(f"inputs.{name}"), ", ".join(spec.names(rules.data))
        yield name, f"{word}{' (a list)' if is_list else ''}{': ' if keys else ''}{keys}"


def pieces(catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the kinds of pieces of a game with their counts."""
    opened = open_game(catalogue, game)
    for piece in opened.manifest.pieces:
        yield piece, format_count(opened.piece_count(piece), "piece")


def layouts(part: str, catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the sheets or printable pages (`part`) of a game with their layouts."""
    yield from ((name, entry.layout) for name, entry in getattr(read_manifest(catalogue, game), part).items())


def sizes(name: str, catalogue: GameCatalogue, _game: str, _language: str | None) -> Iterator[Named]:
    """Yield the papers or card sizes, from a file in layouts/common/, with their measures."""
    from generator.imposition.paper import SizesFile
    from generator.reading.structure import structure
    from generator.units import length_name

    file = structure(catalogue.read(catalogue.need(f"layouts/common/{name}.yaml")), SizesFile, name)
    for size, spec in {**file.papers, **file.card_sizes}.items():
        yield size, f"{length_name(spec.width)} x {length_name(spec.height)}"


def editions(catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the editions in layouts/common, and those of `game` ("": of all games), with their first sentences."""
    folders = [f"layouts/{owner}/editions" for owner in (*([game] if game else catalogue.games()), "common")]
    folder_of = {name: folder for folder in folders for name in catalogue.names(folder)}
    for name, folder in sorted(folder_of.items()):
        path = catalogue.need(f"{folder}/{name}.yaml")
        first, _, rest = read_text(path, catalogue.display_path(path)).partition("\n")
        complete, end, begun = first.rpartition(". ")
        if end and rest.startswith("#") and not begun.rstrip().endswith("."):  # a sentence goes on in the next line
            first = f"{complete}."
        yield name, first.removeprefix("#").strip() if first.startswith("#") else ""


def languages(catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the languages of a game."""
    yield from ((name, f"cards/{game}/words/{name}.yaml") for name in languages_of(catalogue, game))


def modes(catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the modes of a game's sheets, the default one of the first sheet first."""
    sheets = read_manifest(catalogue, game).sheets.values()
    yield from ((mode, "") for mode in dict.fromkeys(mode for sheet in sheets for mode in sheet.modes))


def dungeons(catalogue: GameCatalogue, game: str, language: str | None) -> Iterator[Named]:
    """Yield the dungeons of a game with their names, in `language`."""
    yield from dungeon_titles(open_game(catalogue, game, language))


def dungeon_titles(game: Game) -> Iterator[Named]:
    """Yield the dungeons of an opened game with their names."""
    maps = [deck for deck, entry in game.manifest.decks.items() if entry.maps]
    for name in game.catalogue.names(f"cards/{game.id}/dungeons"):
        yield name, next((game.words.find(f"cards.{deck}.{name}.name") for deck in maps), "")


def shops(catalogue: GameCatalogue, _game: str, _language: str | None) -> Iterator[Named]:
    """Yield shops with their titles."""
    from generator.products.exports.shops import read_shops

    yield from ((name, shop.title) for name, shop in read_shops(catalogue).shops.items())


def printers(_catalogue: GameCatalogue, _game: str, _language: str | None) -> Iterator[Named]:
    """Yield the measured printers with the sizes of their papers."""
    from generator.storage.printer_profiles import default_path, read_printers

    for printer in read_printers(default_path()):
        yield printer.full_name, f"{printer.width:g} x {printer.height:g} mm"


def signs(catalogue: GameCatalogue, _game: str, language: str | None) -> Iterator[Named]:
    """Yield the icons that layouts can use by name, with words for what they show, in `language`."""
    from generator.layout.icons import LANGUAGES, Icons, icon_themes

    words = icon_themes(language or LANGUAGES[0]).words
    yield from ((name, ", ".join(dict.fromkeys(words.get(name, ())))) for name in Icons(catalogue.icon_folders).names())


def variants(catalogue: GameCatalogue, game: str, _language: str | None) -> Iterator[Named]:
    """Yield the variants of a game: what each changes, its page in the rules, and the rule books that play by it."""
    from generator.game.rule_sources import read_sources

    sources = read_sources(catalogue, game)
    if sources is None:
        return
    for name, variant in sources.named.variants.items():
        places = f" [{', '.join(variant.at)}]" if variant.at else ""
        readers = " and ".join(sources.named.books[book].title for book in variant.books)
        yield name, f"{variant.says}{places}" + (f"; by {readers}" if readers else "")


NAMES: dict[str, Names] = {
    "games": games,
    "decks": decks,
    "inputs": inputs,
    "pieces": pieces,
    "sheets": partial(layouts, "sheets"),
    "pages": partial(layouts, "printable_pages"),
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
OF_OPTIONS: dict[str, Names] = {**NAMES, "modes": modes}
OF_A_GAME = {"decks", "inputs", "pieces", "sheets", "pages", "languages", "dungeons", "variants", "modes"}
