"""`scrawl dungeon`: make, show, check and generate dungeons, print their cards and pictures."""

import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.cli import options
from generator.cli.console import CommandGroup, put, say
from generator.cli.fault_output import show_diagnostics
from generator.cli.options import output_option, write_output
from generator.cli.printing import request_command, write_documents, write_request
from generator.diagnostics import CannotWrite, Diagnostic, InvalidInput, attempt, bare_place, refuse
from generator.products.print_request import DungeonCardRequest
from generator.reading.structure import DEVICES, name_hint
from generator.rulesets.value_counts import GAMES

if TYPE_CHECKING:
    from generator.maps.share_code import MapOptions
    from generator.products.print_pack import PrintPack

AMOUNT = click.Choice(["few", "some", "many"])
games_option = click.option(
    "--games", default=GAMES, show_default=True, type=click.IntRange(0, 1_000_000), help="Simulated games; 0 for none."
)


def size(text: str) -> tuple[int, int]:
    """Return the columns and rows of a size in rooms, such as 6x7; raises click.BadParameter."""
    columns, _, rows = text.lower().partition("x")
    if all(part.isascii() and part.isdecimal() and len(part) <= 3 for part in (columns, rows)):
        return int(columns), int(rows)
    raise click.BadParameter(f"{text!r} is not a size: columns x rows, such as 6x7")


@click.group("dungeon", cls=CommandGroup, epilog="Example: scrawl dungeon generate --difficulty hard -o keep.yaml")
def dungeon_group() -> None:
    """Make, show, check and generate dungeons."""


@dungeon_group.command(epilog="Example: scrawl dungeon new crypt")
@click.argument("name")
@click.option("--size", type=size, help="Columns x rows of a new map, such as 6x7 (default: an overlay).")
@options.game_option
@options.home_option
@click.pass_context
def new(ctx: click.Context, name: str, size: tuple[int, int] | None, game: str, home: Path | None) -> None:
    """Write a commented dungeon to start from; an existing file is never overwritten."""
    from generator.authoring.dungeon_file_authoring import starter_text

    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if path.stem.lower() in DEVICES:
        raise refuse("C034", f"{path.stem!r} is not a name of a dungeon", bare_place("NAME"), name_hint(path.stem))
    if path.exists():
        raise CannotWrite(f"{path} exists already; choose another name")
    write_output(path, starter_text(options.catalogue_of(home), game, path, size).encode("utf-8"))
    named = ctx.get_parameter_source("game") is ParameterSource.COMMANDLINE
    game_option = f" --game {game}" if named else ""
    say(f"written: {path}; look at it with: scrawl dungeon show {shlex.quote(str(path))}{game_option}")


@dungeon_group.command(epilog="Example: scrawl dungeon show crypt.yaml")
@click.argument("name", metavar="ID|FILE", shell_complete=options.complete("dungeons"))
@options.pack_options
def show(name: str, lang: str | None, game: str, home: Path | None) -> None:
    """Show a dungeon in the terminal."""
    from generator.cli.dungeon_show import show_dungeon
    from generator.products.dungeon_values import open_dungeon

    pack = options.open_asked_pack(home, game, lang)
    show_dungeon(pack, open_dungeon(pack, name))


@dungeon_group.command(epilog="Example: scrawl dungeon check crypt.yaml")
@click.argument("names", metavar="ID|FILE...", nargs=-1, required=True, shell_complete=options.complete("dungeons"))
@click.option("--format", "form", default="text", show_default=True, type=click.Choice(["text", "json", "github"]))
@games_option
@options.pack_options
def check(names: tuple[str, ...], form: str, games: int, lang: str | None, game: str, home: Path | None) -> int:
    """List all faults of dungeons, how far their targets are, and the points earned there; exit 1 if there is an error.

    The points are measured by simulated games, if the rules of the game are written as code.
    """
    from generator.check.dungeon_check import checked_dungeon
    from generator.products.dungeon_sentences import earnings_sentence, measured, summary

    pack = options.open_asked_pack(home, game, lang)
    faults: list[Diagnostic] = []
    for name in names:
        checked = attempt(faults, partial(checked_dungeon, pack.catalogue, game, name))
        if checked is None:
            continue
        faults += checked.faults
        if form == "text":
            for line in summary(pack, checked.file):
                say(f"{name}: {line}")
            if not any(fault.severity == "error" for fault in checked.faults):
                earnings = measured(pack.game, name, games)
                if earnings is not None:
                    say(f"{name}: {earnings_sentence(pack, earnings, checked.file)}")
    show_diagnostics(faults, form)
    return int(any(fault.severity == "error" for fault in faults))


def print_dungeon_card(request: DungeonCardRequest, output: Path | None) -> None:
    """Write the PDF with the card of a dungeon and the cards that it names."""
    from generator.authoring.dungeon_file_authoring import dungeon_card_faces
    from generator.products.printing import PrintOutput, print_decks

    def make(pack: "PrintPack", request: DungeonCardRequest) -> PrintOutput:
        faces = dungeon_card_faces(pack, request.name, request.settings(pack))
        title = pack.game.words.find("card_types.dungeon_card", "Cards")
        return print_decks(pack, request, f"{Path(request.name).stem}-cards", title, [faces])

    write_request(request, output, make, write_documents)


card_output = output_option(text="PDF (default: NAME-cards.pdf).")
dungeon_group.add_command(request_command("card", DungeonCardRequest, card_output, print_dungeon_card))


@dungeon_group.command(epilog="Example: scrawl dungeon generate --difficulty hard -o keep.yaml")
@click.option("--code", help="A share code, to make the same dungeon again (default: a fresh one).")
@click.option("--difficulty", default="standard", show_default=True, type=click.Choice(["easy", "standard", "hard"]))
@click.option("--size", type=size, help="Columns x rows, such as 9x8. Another size than the base map: a new map.")
@click.option("--new-map/--overlay", default=False, help="Make a new map, or draw walls over the base map (default).")
@click.option("--walls", default="some", show_default=True, type=AMOUNT)
@click.option("--water", default="some", show_default=True, type=AMOUNT, help="New maps only.")
@click.option("--traps", default="some", show_default=True, type=AMOUNT, help="New maps only.")
@games_option
@output_option(text="File (default: print it).")
@options.pack_options
def generate(
    code: str | None,
    difficulty: Any,
    size: tuple[int, int] | None,
    new_map: bool,
    walls: Any,
    water: Any,
    traps: Any,
    games: int,
    output: Path | None,
    lang: str | None,
    game: str,
    home: Path | None,
) -> None:
    """Generate a dungeon that passes every check; the same code gives the same dungeon everywhere.

    A code of ten characters contains all options; one of seven needs the same options again. A long code contains a
    whole dungeon.
    """
    from generator.authoring.dungeon_file_authoring import dungeon_in, generated_text
    from generator.maps.loading import read_base_map
    from generator.maps.map_rules import read_map_rules
    from generator.maps.share_code import MapOptions, read_code
    from generator.products.dungeon_sentences import difficulty_sentences

    catalogue = options.catalogue_of(home)
    base = read_base_map(catalogue, game, read_map_rules(catalogue, game))
    columns, rows = size or (base.columns, base.rows)
    map_options = MapOptions(columns, rows, difficulty, walls, water, traps, new_map)
    try:
        shared = dungeon_in(game, code or "")
        coded = read_code(code).options if code and shared is None else None
        if coded is not None and (wish := _other_wish(coded)):
            raise click.UsageError(f"the code contains this option already: leave {wish} out")
        text = shared or generated_text(catalogue, game, code or "", map_options)
    except ValueError as fault:
        hint = "leave --code out for a fresh one"
        raise InvalidInput([Diagnostic("C010", str(fault), bare_place("--code"), hint)]) from None
    used = code if shared else text.partition("code: ")[2].partition("\n")[0]
    if output is None:
        put(text)
        say(f"code {used}", err=True)
    else:
        write_output(output, text.encode("utf-8"))
        say(f"code {used}, written: {output}")
    pack = options.open_asked_pack(home, game, lang)
    for line in difficulty_sentences(pack, text, games):
        say(line, err=output is None)


def _other_wish(coded: "MapOptions") -> str:
    """Return the first option on the command line that contradicts the options in a share code (`coded`), or ""."""
    ctx = click.get_current_context()
    wishes = {name: getattr(coded, name) for name in ("difficulty", "new_map", "walls", "water", "traps")}
    wishes["size"] = (coded.columns, coded.rows)
    given_names = (name for name in wishes if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT)
    return next((f"--{name.replace('_', '-')}" for name in given_names if ctx.params[name] != wishes[name]), "")


@dungeon_group.command(epilog="Example: scrawl dungeon picture crypt.yaml --width 1200px -o crypt.png")
@click.argument("name", metavar="ID|FILE", shell_complete=options.complete("dungeons"))
@click.option(
    "--width", default=None, metavar="WIDTH", help="Width: pixels such as 1200px (PNG), or a length such as 120mm."
)
@click.option(
    "--dpi",
    default=150,
    show_default=True,
    type=click.IntRange(20, 1200),
    help="Dots per inch, if the width is a length.",
)
@click.option("--title/--no-title", "titled", default=True, show_default=True, help="Draw name, code and legend.")
@output_option(text="File to write: .png, .svg or .pdf.")
@options.pack_options
def picture(
    name: str,
    width: str | None,
    dpi: int,
    titled: bool,
    output: Path | None,
    lang: str | None,
    game: str,
    home: Path | None,
) -> None:
    """Draw only the map, as a PNG, SVG or PDF of any size."""
    from generator.products.dungeon_sentences import MapPicture

    pack = options.open_asked_pack(home, game, lang)
    output = output or Path(f"{Path(name).stem}.png")
    form = output.suffix.lower().removeprefix(".")
    if form not in ("png", "svg", "pdf"):
        raise click.UsageError(f"{output.name!r} is not a picture: end its name in .png, .svg or .pdf")
    map_picture = MapPicture(pack, name, width, dpi, titled=titled)
    show_diagnostics(pack.warnings())
    write_output(output, map_picture.as_bytes(form))
    say(f"written: {output} ({map_picture.size_name(form)})")
