"""The names of games, decks, papers and more that options accept, with short descriptions."""

from collections.abc import Iterator
from functools import partial

from generator.diagnostics import attempt, format_count
from generator.game.game import Game, open_game
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain, read_text

Named = tuple[str, str]  # a name and a short description
NAMES = (
    "games",
    "decks",
    "inputs",
    "pieces",
    "sheets",
    "pages",
    "papers",
    "sizes",
    "editions",
    "languages",
    "dungeons",
    "variants",
    "shops",
    "printers",
    "signs",
)


def iter_names(kind: str, catalogue: GameCatalogue, game: str | None, language: str | None = None) -> Iterator[Named]:
    """Yield the names of a kind; of one game, if they belong to a game. Raises AmbiguousGame if it must be named.

    Without a `language`, cards, dungeons and inputs have their names in the first one of the game.
    """
    match kind:
        case "games":
            for name in catalogue.games():
                yield name, open_game(catalogue, name).words.find("game.title")
        case "papers" | "sizes":
            from generator.imposition.paper import SizesFile
            from generator.reading.structure import structure
            from generator.units import length_name

            file_name = "papers" if kind == "papers" else "card_sizes"
            root = catalogue.read(catalogue.need(f"layouts/common/{file_name}.yaml"))
            file = structure(root, SizesFile, file_name)
            for size, spec in {**file.papers, **file.card_sizes}.items():
                yield size, f"{length_name(spec.width)} x {length_name(spec.height)}"
        case "editions":
            yield from _editions(catalogue, game or "")
        case "shops":
            from generator.products.exports.shops import read_shops

            yield from ((name, shop.title) for name, shop in read_shops(catalogue).shops.items())
        case "printers":
            from generator.storage.printer_profiles import default_path, read_printers

            for printer in read_printers(default_path()):
                yield printer.full_name, f"{printer.width:g} x {printer.height:g} mm"
        case "signs":
            from generator.layout.icons import LANGUAGES, Icons, icon_themes

            words = icon_themes(language or LANGUAGES[0]).words
            for name in Icons(catalogue.icon_folders).names():
                yield name, ", ".join(dict.fromkeys(words.get(name, ())))
        case _:
            yield from _names_of_game(kind, catalogue, game or catalogue.default_game, language)


def _names_of_game(kind: str, catalogue: GameCatalogue, game: str, language: str | None) -> Iterator[Named]:
    """Yield the names of a kind in a game; a kind that is not known is a deck, whose cards are listed."""
    match kind:
        case "decks":
            opened = open_game(catalogue, game)
            for deck, entry in opened.manifest.decks.items():
                if entry.maps:
                    yield deck, format_count(len(catalogue.names(f"cards/{game}/{deck}")), "dungeon")
                else:
                    yield deck, format_count(sum(card.copies for card in opened.deck(deck)), "card")
        case "pieces":
            opened = open_game(catalogue, game)
            yield from ((name, format_count(opened.piece_count(name), "piece")) for name in opened.manifest.pieces)
        case "sheets" | "pages":
            manifest = read_manifest(catalogue, game)
            entries = manifest.sheets if kind == "sheets" else manifest.printable_pages
            yield from ((name, entry.layout) for name, entry in entries.items())
        case "languages":
            yield from ((name, f"cards/{game}/words/{name}.yaml") for name in languages_of(catalogue, game))
        case "modes":
            sheets = read_manifest(catalogue, game).sheets.values()
            yield from ((mode, "") for mode in dict.fromkeys(mode for sheet in sheets for mode in sheet.modes))
        case "dungeons":
            yield from dungeon_titles(open_game(catalogue, game, language))
        case "inputs":
            yield from _inputs(open_game(catalogue, game, language))
        case "variants":
            yield from _variants(catalogue, game)
        case _:
            opened = open_game(catalogue, game, language)
            yield from ((card.key, opened.card_name(kind, card)) for card in opened.deck(kind))


def _inputs(game: Game) -> Iterator[Named]:
    """Yield the inputs that a score file has for a player, with labels, whether they are lists, and keys."""
    from generator.scoring.rules import game_rules

    rules = game_rules(game)
    for name, spec in rules.table.inputs.items():
        is_list = isinstance(spec.empty(rules.data).plain, list)
        word, keys = rules.data.source.words.find(f"inputs.{name}"), ", ".join(spec.names(rules.data))
        yield name, f"{word}{' (a list)' if is_list else ''}{': ' if keys else ''}{keys}"


def _editions(catalogue: GameCatalogue, game: str) -> Iterator[Named]:
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


def dungeon_titles(game: Game) -> Iterator[Named]:
    """Yield the dungeons of an opened game with their names: from their own files, else from the words."""
    maps = [deck for deck, entry in game.manifest.decks.items() if entry.maps]
    for name in game.catalogue.names(f"cards/{game.id}/dungeons"):
        path = game.catalogue.need(f"cards/{game.id}/dungeons/{name}.yaml")
        root = attempt([], partial(game.catalogue.read, path))  # the check of the file shows its faults
        words = plain(root).get("name", "") if root is not None and root.is_map else ""
        in_file = words.get(game.language) or next(iter(words.values()), "") if isinstance(words, dict) else words
        yield name, str(in_file) or next((game.words.find(f"cards.{deck}.{name}.name") for deck in maps), "")


def _variants(catalogue: GameCatalogue, game: str) -> Iterator[Named]:
    """Yield the variants of a game: what each changes, its page in the rules, and the rule books that play by it."""
    from generator.game.rule_sources import read_sources

    sources = read_sources(catalogue, game)
    if sources is None:
        return
    for name, variant in sources.named.variants.items():
        places = f" [{', '.join(variant.at)}]" if variant.at else ""
        readers = " and ".join(sources.named.books[book].title for book in variant.books)
        yield name, f"{variant.says}{places}" + (f"; by {readers}" if readers else "")
