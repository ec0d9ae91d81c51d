"""Open what a request prints: a game or, for a quick preview of a table as cards, a temporary game with one deck."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from generator.authoring.deck_import import drawn_deck, entry_of, plan_deck_import
from generator.diagnostics import SourceLocation, refuse
from generator.game.manifest import game_named
from generator.game.words import MACHINERY, chosen_language, machinery_languages
from generator.geometry import Size
from generator.imposition.paper import read_card_size
from generator.products.print_pack import PrintPack, open_pack
from generator.products.print_request import CardsRequest, CardTable, Request, SheetsRequest, open_in_language
from generator.reading.foreign_tables import NO_OPTIONS, ForeignTable, TableOptions, picture_table, read_foreign
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters
from generator.reading.source_cache import SourceCache
from generator.reading.structure import is_name
from generator.reading.yaml_nodes import MAX_BYTES, read_bytes, yaml_quoted

STDIN = "-"
LOOK = "first-look"


def table_of(path: Path, options: TableOptions = NO_OPTIONS) -> ForeignTable:
    """Return the table in a file, in a folder of pictures, or, for `-`, in the standard input; raises InvalidInput."""
    if path.is_dir():
        return picture_table(path)._replace(options=options)
    if str(path) == STDIN:
        content = sys.stdin.buffer.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise refuse("D006", f"more than {MAX_BYTES // 1_000_000} MB are pasted", SourceLocation(STDIN), "split it")
        return read_foreign(content, STDIN, options)
    return read_foreign(read_bytes(path, str(path)), str(path), options)._replace(folder=path.resolve().parent)


def table_options(source: CardTable, copies: int | str = 1) -> TableOptions:
    """Return the options of a table; `copies` is a number, or the heading of its column."""
    column = copies if isinstance(copies, str) else ""
    return TableOptions(source.sheet_name, source.headings or "", column, source.title_column)


def deck_name(title: str) -> str:
    """Return a name for a deck by its title, or the name of its table: letters, digits and underscores.

    >>> deck_name("Moje Role (v2)"), deck_name("-"), deck_name("Con")
    ('moje_role_v2', 'cards', 'deck_con')
    """
    name = "_".join(re.findall("[a-z0-9]+", plain_letters(title))) or "cards"
    return name if is_name(name) else f"deck_{name}"


@contextmanager
def looked_at(
    catalogue: GameCatalogue,
    table: ForeignTable,
    path: Path,
    lang: str | None = None,
    edition: str | None = None,
    size: Size | None = None,
    fonts: Sequence[Path] = (),
    bleed: float = 0.0,
) -> Iterator[PrintPack]:
    """Yield a temporary game, titled like `path`, with one deck made of a table; raises InvalidInput."""
    deck = plan_deck_import(table, deck_name(path.stem), size, bleed)
    language = chosen_language(catalogue, lang, machinery_languages(catalogue, MACHINERY))
    decks = yaml_quoted({deck.deck: entry_of(deck)})
    title = path.stem if path.stem != STDIN else "Cards"
    words = yaml_quoted({"game": {"title": title}})
    files = {
        f"cards/{LOOK}/game.yaml": f"game: {LOOK}\ndecks: {decks}\n",
        f"cards/{LOOK}/words/{language}.yaml": f"{words}\n",
    }
    with drawn_deck(catalogue, LOOK, deck, files, fonts, language, uses_installed=True) as imported:
        pack = imported.pack if edition is None else open_pack(imported.pack.catalogue, LOOK, language, edition)
        pack.faults += imported.notes
        yield pack


@contextmanager
def open_request(request: Request, sources: SourceCache | None = None) -> Iterator[PrintPack]:
    """Yield the pack of the game or table that a request prints; raises InvalidInput and AmbiguousGame."""
    catalogue = GameCatalogue.at(request.home, sources)
    if isinstance(request, CardsRequest) and request.source.table is not None:
        source, cards = request.source, request.cards
        size = read_card_size(catalogue, cards.size) if isinstance(cards.size, str) and cards.size else None
        table, edition = table_of(request.source.table, table_options(source, request.copies)), request.edition or None
        with looked_at(
            catalogue, table, request.source.table, request.lang, edition, size, source.fonts, cards.bleed
        ) as pack:
            yield pack
        return
    record = request.record if isinstance(request, SheetsRequest) and not request.game else None
    named = game_named(catalogue, catalogue.read(record), "the record") if record is not None else request.game
    yield open_in_language(catalogue, named or catalogue.default_game, request.lang, request.edition)
