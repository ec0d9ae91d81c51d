"""`scrawl new`: small, commented files to start from; what is there already is never overwritten."""

from pathlib import Path

import click

from generator.cli.console import say
from generator.cli.groups import PlainGroup
from generator.cli.writing import write_output
from generator.diagnostics import CannotWrite, refuse, unlined
from generator.keeping.known_names import complete
from generator.keeping.options import catalogue_of, game_option, home_option, own_folder

OWN_FOLDERS = ("cards", "layouts", "icons")


@click.group("new", cls=PlainGroup, epilog="Example: scrawl new game moon-farm")
def new_group() -> None:
    """Write small, commented files to start from."""


@new_group.command("game", epilog="Example: scrawl new game moon-farm")
@click.argument("name")
@click.option("--lang", "languages", multiple=True, metavar="CODE", help="Words in this language too; repeatable.")
@home_option
def new_game(name: str, languages: tuple[str, ...], home: Path | None) -> None:
    """Write a small whole game: a sheet, a deck, a page of rules, a score. It prints and scores as it is."""
    from generator.recipes.new_game import new_game_files

    root = own_folder(home)
    files = [(root / path, text) for path, text in new_game_files(catalogue_of(home), name, languages)]
    for path, _ in files:
        if path.exists():
            raise CannotWrite(f"{path} exists already; change that one, or take another name")
    for path, text in files:
        write_output(path, text.encode("utf-8"))
        say(f"written: {path}")
    there = f" --home {home}" if home else ""
    say(f"print it: scrawl print kit --game {name}{there} -o {name}-kit")


@new_group.command("deck", epilog="Example: scrawl new deck aims --format csv")
@click.argument("deck", shell_complete=complete("decks"))
@click.option("--format", "form", default="csv", show_default=True, type=click.Choice(["csv", "yaml"]))
@game_option
@home_option
def new_deck(deck: str, form: str, game: str, home: Path | None) -> None:
    """Write a table for a deck or a kind of piece of the game, with a remark for each field and one example card."""
    from generator.diagnostics import did_you_mean
    from generator.game.game import open_game
    from generator.game.starters import deck_table, deck_yaml

    opened = open_game(catalogue_of(home), game)
    decks = [name for name, entry in opened.manifest.tables.items() if not entry.maps]
    if deck not in decks:
        raise refuse("C005", f"there is no deck {deck!r}", unlined("DECK"), did_you_mean(deck, decks))
    path = own_folder(home) / "cards" / opened.id / f"{deck}.{form}"
    if path.exists():
        raise CannotWrite(f"{path} exists already; change that one")
    text = deck_table(opened, deck) if form == "csv" else deck_yaml(opened, deck)
    write_output(path, text.encode("utf-8"))
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
    write_output(own, source.read_bytes())
    say(f"written: {own}; it is looked up before the built-in file")
