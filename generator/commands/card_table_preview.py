"""A quick preview of a table as cards: a temporary game with one deck is made from the file of the table."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.commands.shared_command_options import EXISTING_FILE, add_options, chosen_language
from generator.diagnostics import SourceLocation, refuse
from generator.reading.foreign_tables import NO_OPTIONS, ForeignTable, TableOptions, picture_table, read_foreign
from generator.reading.yaml_nodes import MAX_BYTES, read_bytes, yaml_quoted

if TYPE_CHECKING:
    from generator.geometry import Size
    from generator.products.print_pack import PrintPack
    from generator.reading.game_catalogue import GameCatalogue

STDIN = "-"
LOOK = "first-look"
PROGRAM_WORDS = "cards/common/words"


class Copies(click.IntRange):
    """A number of copies of each card, or the heading of the column that tells it; numbers have bounds."""

    name = "n|column|none"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a number, or else the heading as it is."""
        return super().convert(value, param, ctx) if str(value).lstrip("-").isdecimal() else value


table_options = add_options(
    click.option(
        "--from",
        "table",
        is_eager=True,
        type=click.Path(path_type=Path, allow_dash=True),
        metavar="FILE",
        help="Table of cards: CSV, TSV, XLSX, ODS, a list in JSON, - for a pasted one, or a folder of pictures.",
    ),
    click.option("--sheet", "sheet_name", default="", metavar="NAME", help="Sheet, or list in JSON (the first)."),
    click.option(
        "--headings",
        type=click.Choice(["yes", "no"]),
        help="Whether its first row has headings (default: by its cells).",
    ),
    click.option("--title", "title_column", metavar="COLUMN", help="Column of the titles (default: by its heading)."),
    click.option(
        "--font", "fonts", multiple=True, type=EXISTING_FILE, help="A font file for signs that ours lack; repeatable."
    ),
)


def table_of(path: Path, options: TableOptions = NO_OPTIONS) -> ForeignTable:
    """Return the table in a file, in a folder of pictures, or, for `-`, in the standard input; raises InvalidInput."""
    if path.is_dir():
        return picture_table(path)._replace(options=options)
    if str(path) == STDIN:
        with click.open_file(STDIN, "rb") as stream:
            content = stream.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise refuse("Y007", f"more than {MAX_BYTES // 1_000_000} MB are pasted", SourceLocation(STDIN), "split it")
        return read_foreign(content, STDIN, options)
    return read_foreign(read_bytes(path, str(path)), str(path), options)._replace(folder=path.resolve().parent)


def options_of(table: Path | None, fonts: Sequence[Path], values: dict[str, Any]) -> TableOptions:
    """Take the options of a table out of the values of a command; raises UsageError if there is no table for them."""
    sheet, headings, title = (values.pop(name) or "" for name in ("sheet_name", "headings", "title_column"))
    copies = values["copies"] if isinstance(values["copies"], str) else ""
    if table is None and (fonts or sheet or headings or title or copies):
        raise click.UsageError("--sheet, --headings, --title, --font and a column in --copies need --from FILE")
    values["copies"] = 1 if copies else values["copies"]
    return TableOptions(sheet, headings, copies, title)


def deck_name(path: Path) -> str:
    """Return a name for the deck made from a table, by the name of its file: letters, digits and underscores.

    >>> deck_name(Path("My Roles (v2).csv")), deck_name(Path("-"))
    ('my_roles_v2', 'cards')
    """
    name = "_".join("".join(sign if sign.isalnum() and sign.isascii() else " " for sign in path.stem.lower()).split())
    return name or "cards"


@contextmanager
def looked_at(
    catalogue: "GameCatalogue",
    table: ForeignTable,
    path: Path,
    lang: str | None = None,
    edition: str | None = None,
    size: "Size | None" = None,
    fonts: Sequence[Path] = (),
    bleed: float = 0.0,
) -> Iterator["PrintPack"]:
    """Yield a temporary game, titled like `path`, with one deck made of a table; raises InvalidInput and UsageError."""
    from generator.authoring.deck_import import drawn_deck, entry_of, plan_deck_import

    deck = plan_deck_import(table, deck_name(path), size, bleed)
    language = chosen_language(catalogue, lang, look_languages(catalogue))
    decks = yaml_quoted({deck.deck: entry_of(deck)})
    title = path.stem if path.stem != STDIN else "Cards"
    words = yaml_quoted({"game": {"title": title}})
    files = {
        f"cards/{LOOK}/game.yaml": f"game: {LOOK}\ndecks: {decks}\n",
        f"cards/{LOOK}/words/{language}.yaml": f"{words}\n",
    }
    with drawn_deck(catalogue, LOOK, deck, files, fonts, language, uses_installed=True) as drawn:
        drawn.pack.edition = edition
        drawn.pack.faults += drawn.notes
        yield drawn.pack


def look_languages(catalogue: "GameCatalogue") -> tuple[str, ...]:
    """Return the languages in which a preview can be shown: those that the program itself has words in."""
    from generator.game.words import english_first

    return english_first(name for name in catalogue.names(PROGRAM_WORDS) if "." not in name)
