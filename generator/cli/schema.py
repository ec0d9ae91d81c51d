"""`scrawl schema`, `scrawl reference` and `scrawl explain`: formats of files, for editors and to read, and faults."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from generator.check.formats import FORMATS, schema_of, schemas
from generator.check.reference_docs import fault_codes, faults_reference, files_reference, layout_reference
from generator.cli.console import as_json, put, say
from generator.cli.options import catalogue_of, complete_from, home_option, name_option, named_game_option, write_files
from generator.diagnostics import did_you_mean
from generator.reading.game_catalogue import GameCatalogue


@click.command(epilog="Example: scrawl schema deck --deck aims > aims.schema.json")
@click.argument("form", metavar="[FORM]", type=click.Choice(list(FORMATS)), required=False)
@click.option(
    "--all", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write all schemas to a folder."
)
@name_option("--deck", "decks", "Schema of the cards of this deck.")
@named_game_option
@home_option
def schema(form: str | None, folder: Path | None, deck: str | None, game: str | None, home: Path | None) -> None:
    """Print the JSON Schema of a file format: game, words, deck, scoring, map, simulation, sources, dungeon, layout,
    edition, papers, sizes, shops, printers or score.

    With `--all`, write the schemas of every format and of every deck of your games. Files from `scrawl new` use those
    in the folder `schemas` beside cards/.
    """
    if form is None:
        if folder is None:
            raise click.UsageError("name a FORM, or a folder with --all")
        if deck is not None or game is not None:
            raise click.UsageError("--all writes the schemas of all decks of all your games")
        names = write_files(folder, schemas(catalogue_of(home)))
        return say(f"{len(names)} schemas in {folder}")
    if folder is not None:
        raise click.UsageError("a FORM is printed; --all writes every one")
    if deck is not None and form != "deck":
        raise click.UsageError("--deck goes with scrawl schema deck")
    catalogue = catalogue_of(home)
    of_a_game = deck is not None or form in ("dungeon", "score")
    say(as_json(schema_of(catalogue, form, (game or catalogue.default_game) if of_a_game else "", deck)))


@click.command(epilog="Example: scrawl reference layout > reference.md")
@click.argument("part", metavar="PART", type=click.Choice(["layout", "files", "faults"]))
@named_game_option
def reference(part: str, game: str | None) -> None:
    """Print a reference as Markdown: of the layout language, of all files, or of all faults."""
    if part == "files":
        catalogue = GameCatalogue.at()
        put(files_reference(catalogue, game or catalogue.default_game))
    else:
        put(layout_reference() if part == "layout" else faults_reference())


def codes(_catalogue: Any, _game: str | None) -> Iterator[tuple[str, str]]:
    """Yield the codes of faults with their meanings."""
    yield from ((meaning.code, meaning.means) for meaning in fault_codes()[1].values())


@click.command(epilog="Example: scrawl explain L031")
@click.argument("code", required=False, shell_complete=complete_from(codes))
def explain(code: str | None) -> None:
    """Explain the code of a fault; without a code, list them all."""
    families, by_code = fault_codes()
    if code is None:
        family = ""
        for fault in by_code.values():
            if families[fault.code[0]] != family:
                say(("\n" if family else "") + (family := families[fault.code[0]]))
            say(f"  {fault.code}  {fault.means}")
        return
    meaning = by_code.get(code.upper())
    if meaning is None:
        hint = (
            did_you_mean(code.upper(), by_code) if len(code) == 4 else "codes look like L031; scrawl explain lists them"
        )
        raise click.UsageError(f"there is no code {code!r}; {hint}")
    say(f"{meaning.code}  {meaning.means}\n      {meaning.cure}")
