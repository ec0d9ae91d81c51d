"""`scrawl new`: small, commented files to start from; existing files are never overwritten."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import CommandGroup, say
from generator.cli.fault_output import show_diagnostics
from generator.cli.options import (
    catalogue_of,
    complete,
    game_option,
    home_option,
    own_folder,
    request_in,
    size_option,
    spec_options,
)
from generator.diagnostics import InvalidRequest, did_you_mean
from generator.products.print_request import CardTable

if TYPE_CHECKING:
    from generator.authoring.new_files import NewFiles
    from generator.reading.game_catalogue import GameCatalogue


@click.group("new", cls=CommandGroup, epilog="Example: scrawl new game moon-farm")
def new_group() -> None:
    """Write small, commented files to start from."""


@new_group.command("game", epilog="Example: scrawl new game moon-farm")
@click.argument("name", required=False)
@click.option(
    "--kind",
    default="",
    metavar="KIND",
    help="Kind of its sheet (default: path, or the first that fits on PAPER; an unknown kind lists all).",
)
@click.option("--lang", "languages", multiple=True, metavar="LANGUAGE", help="Words in this language too; repeatable.")
@click.option(
    "--paper",
    default="",
    metavar="PAPER",
    shell_complete=complete("papers"),
    help="Paper of its sheet, such as a5-landscape, or any (default: that of its kind).",
)
@home_option
def new_game(name: str | None, kind: str, languages: tuple[str, ...], paper: str, home: Path | None) -> None:
    """Write a small complete game: a sheet, a deck, a page of rules, a score. It prints and scores as it is.

    Without a NAME it asks for the properties of the game, and prints its kit.
    """
    from generator.authoring import new_files
    from generator.game.words import new_language

    catalogue = catalogue_of(home)
    if name is None:
        start_by_questions(catalogue, home)
        return
    kind = kind or next(new_files.kinds_on(catalogue, paper), new_files.USUAL_KIND)
    if kind not in (kinds := new_files.starter_kinds()):
        raise click.UsageError(f"there is no kind {kind!r}; {did_you_mean(kind, kinds)}")
    try:
        codes = [new_language(catalogue, language) for language in languages]
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    new = new_files.NewGameRequest(name, kind, languages=codes, paper=paper)
    write(home, new_files.new_game(catalogue, own_folder(home), new))
    there = f" --home {home}" if home else ""
    say(f"print it: scrawl print kit --game {name}{there} -o {name}-kit")


def start_by_questions(catalogue: "GameCatalogue", home: Path | None) -> None:
    """Ask for the properties of a new game, write its files, with a deck if a table is given, and print its kit."""
    from generator.authoring import new_files
    from generator.authoring.card_table_preview import deck_name
    from generator.cli.guided_start import ask_for_game
    from generator.cli.printing import print_group
    from generator.game.manifest import read_manifest

    new, table = ask_for_game(catalogue)
    write(home, new_files.new_game(catalogue, own_folder(home), new))
    for_game, folder = ["--game", new.name, *(["--home", str(home)] if home else [])], f"{new.name}-kit"
    prints = [["kit", *for_game, "-o", folder]]
    if table is not None:
        used_tables = read_manifest(catalogue_of(home), new.name).tables
        name = deck_name(table.stem)
        deck = name if name not in used_tables else f"own_{name}"
        write_deck(home, deck, new.name, CardTable(table=table))
        prints.append(["cards", *for_game, "--deck", deck, "-o", f"{folder}/{deck}.pdf"])
    for words in prints:
        print_group.main(words, "scrawl print", standalone_mode=False)
    say(f"\nchange it in {own_folder(home) / 'cards' / new.name}, and look at it while you do: scrawl workshop")


def write(home: Path | None, new: "NewFiles") -> list[Path]:
    """Write new files, all or none, print their paths and the notes about assumptions; return the paths.

    Raises CannotWrite if one cannot be written.
    """
    from generator.authoring.new_files import write_new

    paths = write_new(new, lambda: catalogue_of(home))
    for path in paths:
        say(f"written: {path}")
    show_diagnostics(new.notes)
    return paths


@new_group.command("deck", epilog="Example: scrawl new deck roles --from roles.csv")
@click.argument("deck", shell_complete=complete("decks"))
@spec_options(CardTable)
@click.option(
    "--copies", default="", metavar="COLUMN|none", help="Column with the copies (default: judged by its heading)."
)
@size_option
@click.option("--format", "form", default="csv", show_default=True, type=click.Choice(["csv", "yaml"]))
@game_option
@home_option
def new_deck(
    deck: str, copies: str, size: str | None, form: str, game: str | None, home: Path | None, **values: Any
) -> None:
    """Write a table for a deck or a kind of piece of the game, with a remark for each field and one example card.

    With `--from` it makes a new deck: its table, a layout that fits its texts, and its entry in game.yaml; if you have
    no game, also a new game for it.
    """
    source = request_in(CardTable, values)
    if faults := list(source.faults(copies or 1)):
        raise InvalidRequest(faults)
    if source.table is not None:
        write_deck(home, deck, game, source, copies, size)
    else:
        from generator.authoring.new_files import starter_deck

        (path,) = write(home, starter_deck(catalogue_of(home), own_folder(home), str(game), deck, form))
        say(f"ask what is wrong with it: scrawl check {path}")


def write_deck(
    home: Path | None,
    deck: str,
    asked_game: str | None,
    source: CardTable,
    copies: str = "",
    asked_size: str | None = None,
) -> None:
    """Write a deck made from a table into the game `asked_game`, or into a new one; raises InvalidInput.

    `copies` is the column of the copies, `asked_size` is the size of the cards.
    """
    from generator.authoring.card_table_preview import table_of, table_options
    from generator.authoring.new_files import game_to_grow, new_deck
    from generator.imposition.paper import read_card_size

    catalogue, root = catalogue_of(home), own_folder(home)
    size = None if asked_size is None else read_card_size(catalogue, asked_size)
    game = asked_game or game_to_grow(catalogue, root)
    table = table_of(source.table or Path(), table_options(source, copies or 1))
    write(home, new_deck(catalogue, root, game, deck, table, size, source.fonts))
    home_option = f" --home {root}" if root != Path() else ""
    say(f"print it: scrawl print cards --game {game} --deck {deck}{home_option} -o {deck}.pdf")


@new_group.command("copy", epilog="Example: scrawl new copy layouts/common/pages/instructions.yaml")
@click.argument("path")
@home_option
def new_copy(path: str, home: Path | None) -> None:
    """Copy a built-in file, such as a layout or words, into your own folder, where it replaces the built-in one."""
    from generator.authoring.new_files import own_copy

    write(home, own_copy(catalogue_of(home), own_folder(home), path))
    say("it is looked up before the built-in file")
