"""`scrawl new`: small, commented files to start from; what is there already is never overwritten."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.cli.command_group import PlainGroup
from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.writing import write_output
from generator.diagnostics import CannotWrite, WhichGame, did_you_mean, refuse, unlined
from generator.keeping.command_options import catalogue_of, game_option, home_option, own_folder, size_option
from generator.keeping.first_look import table_of, table_options
from generator.keeping.name_completion import complete
from generator.keeping.whole_files import write_whole
from generator.reading.catalogue import Catalogue

if TYPE_CHECKING:
    from generator.recipes.new_game import NewGame

OWN_FOLDERS = ("cards", "layouts", "icons")


@click.group("new", cls=PlainGroup, epilog="Example: scrawl new game moon-farm")
def new_group() -> None:
    """Write small, commented files to start from."""


@new_group.command("game", epilog="Example: scrawl new game moon-farm")
@click.argument("name", required=False)
@click.option(
    "--kind",
    default="path",
    show_default=True,
    metavar="KIND",
    help="Kind of its sheet; a wrong one is told what can be.",
)
@click.option("--lang", "languages", multiple=True, metavar="LANGUAGE", help="Words in this language too; repeatable.")
@home_option
def new_game(name: str | None, kind: str, languages: tuple[str, ...], home: Path | None) -> None:
    """Write a small whole game: a sheet, a deck, a page of rules, a score. It prints and scores as it is.

    Without a NAME it asks what the game is to be, and prints it.
    """
    from generator.game.language_names import new_language
    from generator.recipes.new_game import NewGame, starter_kinds

    catalogue = catalogue_of(home)
    if name is None:
        start_by_questions(catalogue, home)
        return
    if kind not in (kinds := starter_kinds()):
        raise click.UsageError(f"there is no kind {kind!r}; {did_you_mean(kind, kinds)}")
    try:
        codes = [new_language(catalogue, language) for language in languages]
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    write_game(home, NewGame(name, kind, languages=codes))
    say(f"print it: scrawl print kit --game {name}{told_home(home)} -o {name}-kit")


def start_by_questions(catalogue: Catalogue, home: Path | None) -> None:
    """Ask what a new game is to be, write it, with a deck from a table where there is one, and print its kit."""
    from generator.cli.guided_start import ask_for_game
    from generator.cli.printing import print_group
    from generator.game.manifest import read_manifest
    from generator.keeping.first_look import deck_name

    new, table = ask_for_game(catalogue)
    write_game(home, new)
    for_game, folder = ["--game", new.name, *(["--home", str(home)] if home else [])], f"{new.name}-kit"
    prints = [["kit", *for_game, "-o", folder]]
    if table is not None:
        taken = read_manifest(catalogue_of(home), new.name).tables
        deck = deck_name(table) if deck_name(table) not in taken else f"own_{deck_name(table)}"
        write_deck(home, deck, new.name, TableSource(table, "", (), None))
        prints.append(["cards", *for_game, "--deck", deck, "-o", f"{folder}/{deck}.pdf"])
    for words in prints:
        print_group.main(words, "scrawl print", standalone_mode=False)
    say(f"\nchange it in {own_folder(home) / 'cards' / new.name}, and look at it while you do: scrawl workshop")


def told_home(home: Path | None) -> str:
    """Return what a command that is told next needs to find the files."""
    return f" --home {home}" if home else ""


def write_game(home: Path | None, new: "NewGame") -> None:
    """Write the files of a new game and their schemas; raises CannotWrite before any is written."""
    from generator.recipes.new_game import new_game_files

    root = own_folder(home)
    files = {root / path: text for path, text in new_game_files(catalogue_of(home), new)}
    for path in files:
        if path.exists():
            raise CannotWrite(f"{path} exists already; change that one, or take another name")
    for path, text in for_editors(home, files).items():
        write_output(path, text.encode("utf-8"))
        say(f"written: {path}")
    write_schemas(home, files)


@new_group.command("deck", epilog="Example: scrawl new deck roles --from roles.csv")
@click.argument("deck", shell_complete=complete("decks"))
@table_options
@size_option
@click.option("--format", "form", default="csv", show_default=True, type=click.Choice(["csv", "yaml"]))
@game_option
@home_option
def new_deck(
    deck: str,
    table: Path | None,
    sheet_name: str,
    fonts: tuple[Path, ...],
    size: str | None,
    form: str,
    game: str | None,
    home: Path | None,
) -> None:
    """Write a table for a deck or a kind of piece of the game, with a remark for each field and one example card.

    With `--from` it is a new deck: its table, a layout that fits its texts, and its entry in game.yaml; where you have
    no game, one around it.
    """
    if table is not None:
        source = TableSource(table, sheet_name, fonts, size)
        write_deck(home, deck, game, source)
    else:
        write_starter(home, deck, form, str(game))


class TableSource(NamedTuple):
    """A table to make a deck of: its file and sheet, fonts for signs that ours lack, the size of its cards."""

    path: Path
    sheet: str
    fonts: tuple[Path, ...]
    size: str | None


def for_editors(home: Path | None, files: Mapping[Path, str]) -> dict[Path, str]:
    """Return the texts of new files, each with a first line that names its schema."""
    from generator.proof.schema_modeline import with_modeline

    catalogue, root = catalogue_of(home), own_folder(home)
    return {path: with_modeline(catalogue, root, path, text) for path, text in files.items()}


def write_schemas(home: Path | None, files: Mapping[Path, str]) -> None:
    """Write the schemas that new files name; they are the program's own, and made anew."""
    from generator.proof.schema_modeline import FOLDER, schema_name, schemas

    catalogue, root = catalogue_of(home), own_folder(home)
    wanted = {name for path, text in files.items() if (name := schema_name(catalogue, path, text))}
    for name, content in schemas(catalogue, wanted):
        write_whole(root / FOLDER / name, content, replace=True)


def write_deck(home: Path | None, deck: str, asked_game: str | None, source: TableSource) -> None:
    """Write a deck that is made of a table into a game, or into a new one around it; raises InvalidInput."""
    from generator.game.words import languages_of
    from generator.reading.structure import is_name
    from generator.recipes.deck_entry_writer import new_game_around, with_deck
    from generator.recipes.deck_import import drawn_deck, entry_of, imported
    from generator.sheets.paper import read_card_size

    catalogue, root = catalogue_of(home), own_folder(home)
    if not is_name(deck):
        raise refuse(
            "D013", f"{deck!r} cannot be the name of a deck", unlined("DECK"), "letters a to z, digits, - and _"
        )
    size = None if source.size is None else read_card_size(catalogue, source.size)
    made = imported(table_of(source.path, source.sheet), deck, size)
    game = asked_game or game_to_grow(catalogue, root)
    if game in catalogue.games():
        files = {f"cards/{game}/game.yaml": with_deck(catalogue, game, deck, entry_of(made))}
        language = languages_of(catalogue, game)[0]
    else:
        files, language = new_game_around(catalogue, game, deck, entry_of(made)), "en"
    with drawn_deck(catalogue, game, made, files, source.fonts, language) as drawn:
        texts = {root / name: text for name, text in drawn.files.items()}
        edited = root / "cards" / game / "game.yaml"
        new = for_editors(home, {path: text for path, text in texts.items() if not path.exists()})
        own = {path: text.encode("utf-8") for path, text in (texts | new).items()}
        own |= {root / "fonts" / font.name: font.read_bytes() for font in source.fonts}
        for path in own:
            if path.exists() and path != edited:
                raise CannotWrite(f"{path} exists already; change that one, or name the deck otherwise")
        for path, content in own.items():
            write_whole(path, content, replace=path == edited)
            say(f"written: {path}")
        write_schemas(home, new)
        show_diagnostics(drawn.notes)
    there = f" --home {root}" if root != Path() else ""
    say(f"print it: scrawl print cards --game {game} --deck {deck}{there} -o {deck}.pdf")


def game_to_grow(catalogue: Catalogue, root: Path) -> str:
    """Return the game that a new deck belongs to: the only one of one's own, else a new one called as its folder."""
    from generator.recipes.new_game import kebab

    own = catalogue.own_games
    if len(own) > 1:
        raise WhichGame(own)
    return own[0] if own else kebab(root.resolve().name) or "my-game"


def write_starter(home: Path | None, deck: str, form: str, game: str) -> None:
    """Write the table of a deck that game.yaml names already."""
    from generator.diagnostics import did_you_mean
    from generator.game.game import open_game
    from generator.game.starter_decks import deck_table, deck_yaml

    catalogue, root = catalogue_of(home), own_folder(home)
    opened = open_game(catalogue, game)
    decks = [name for name, entry in opened.manifest.tables.items() if not entry.maps]
    if deck not in decks:
        hint = f"{did_you_mean(deck, decks) or 'name it under decks: in game.yaml'}; --from FILE makes one of a table"
        raise refuse("C005", f"there is no deck {deck!r}", unlined("DECK"), hint)
    path = root / "cards" / opened.id / f"{deck}.{form}"
    if path.exists():
        raise CannotWrite(f"{path} exists already; change that one")
    text = deck_table(opened, deck) if form == "csv" else deck_yaml(opened, deck)
    files = {path: text}
    write_output(path, for_editors(home, files)[path].encode("utf-8"))
    write_schemas(home, files)
    say(f"written: {path}; ask what is wrong with it: scrawl check {path}")


@new_group.command("copy", epilog="Example: scrawl new copy layouts/common/pages/instructions.yaml")
@click.argument("path")
@home_option
def new_copy(path: str, home: Path | None) -> None:
    """Copy a built-in file, such as a layout or words, into your own folder: from then on yours is used."""
    if path.partition("/")[0] not in OWN_FOLDERS:
        hint = f"a name such as layouts/common/styles.yaml, below {', '.join(OWN_FOLDERS)}"
        raise refuse("C001", f"there is no file {path!r}", unlined("PATH"), hint)
    source = catalogue_of(home).need(path, unlined("PATH"))
    own = own_folder(home) / path
    if own.exists():
        raise CannotWrite(f"{own} exists already; change that one")
    content = source.read_bytes()
    if source.suffix in (".yaml", ".yml"):
        files = {own: content.decode("utf-8")}
        write_output(own, for_editors(home, files)[own].encode("utf-8"))
        write_schemas(home, files)
    else:
        write_output(own, content)
    say(f"written: {own}; it is looked up before the built-in file")
