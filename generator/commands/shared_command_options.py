"""Options shared by several commands, and functions that return what they select: catalogue, pack, language, size."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.commands.name_completion import complete
from generator.diagnostics import need_known, refuse
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.source_cache import SourceCache
from generator.reading.yaml_nodes import Node

if TYPE_CHECKING:
    from generator.geometry import Size
    from generator.products.print_pack import PrintPack

F = TypeVar("F", bound=Callable[..., Any])
# countries that print on US Letter, by the Unicode locale data
LETTER_COUNTRIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])

ANY_FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def add_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds several options to a command, listed in this order before its own."""

    def with_all(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return with_all


def home_option(command: F) -> F:
    """Add `--home DIR`: the folder of the user's own cards/ and layouts/, which override the built-in ones."""

    def keep_home(ctx: click.Context, _param: click.Parameter, home: Path | None) -> Path | None:
        ctx.meta["home"] = home  # used to find the source lines of faults
        return home

    return click.option(
        "--home",
        is_eager=True,
        callback=keep_home,
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Folder with your own cards/ and layouts/ (default: the current one, or the nearest above that has them).",
    )(command)


def ledger_option(command: F) -> F:
    """Add `--db FILE`: the file of saved games; without it, warn if XDG_DATA_HOME does not say where they are."""

    def warn(_ctx: click.Context, _param: click.Parameter, db: Path | None) -> Path | None:
        folder = os.environ.get("XDG_DATA_HOME", "")
        if db is None and folder and not Path(folder).is_absolute():
            from generator.storage.store import default_path

            message = f"XDG_DATA_HOME is {folder!r}, which is no absolute path; saved games are in {default_path()}"
            click.echo(f"warning: {message}", err=True)
        return db

    text = "The ledger file (default: in your data folder, which `scrawl history list` shows)."
    return click.option("--db", type=ANY_FILE, callback=warn, help=text)(command)


def game_option(command: F) -> F:
    """Add `--game ID`; the default is the game of the file in `--record`, else the user's own, else a built-in one."""

    def choose(ctx: click.Context, _param: click.Parameter, game: str | None) -> str | None:
        if game or ctx.resilient_parsing or ctx.params.get("table"):
            return game
        catalogue, record = catalogue_of(ctx.params.get("home")), ctx.params.get("record")
        return game_told(catalogue, catalogue.read(record), "the record") if record else catalogue.default_game

    return _game_option(command, choose)


def named_game_option(command: F) -> F:
    """Add `--game ID` without a default, for commands that do not always need a game."""
    return _game_option(command, None)


def _game_option(command: F, callback: Callable[..., Any] | None) -> F:
    text = "Which game (default: your own where you have one, else the first in the box)."
    return click.option("--game", metavar="NAME", callback=callback, shell_complete=complete("games"), help=text)(
        command
    )


def game_told(catalogue: GameCatalogue, root: Node, what: str) -> str:
    """Return the game that the key `game` of a file names; `what` is the file in messages. Raises InvalidInput."""
    node = root.get("game")
    if node is None or not isinstance(node.value, str):
        hint = f"add game: {' or '.join(catalogue.own_games or (catalogue.default_game,))}"
        raise refuse("S004", f"key 'game' is missing in {what}", (node or root).place, hint)
    need_known(node.value, catalogue.games(), "C002", f"there is no game {node.value[:60]!r}", node.place)
    return node.value


def language_option(what: str) -> Callable[[F], F]:
    """Return a decorator that adds `--lang`, a language by code or name; `what` begins the help text of the option."""

    def keep_language(ctx: click.Context, _param: click.Parameter, lang: str | None) -> str | None:
        ctx.meta["lang"] = lang
        return lang

    return click.option(
        "--lang",
        default=None,
        callback=keep_language,
        metavar="LANGUAGE",
        shell_complete=complete("languages"),
        help=f"{what} (default: your locale's).",
    )


def name_option(option: str, kind: str, text: str) -> Callable[[F], F]:
    """Return a decorator that adds an option for a name of a kind, such as "decks"; `text` is its help."""
    return click.option(option, default=None, metavar="NAME", shell_complete=complete(kind), help=text)


def names_option(option: str, kind: str, text: str, *, called: str | None = None) -> Callable[[F], F]:
    """Return a decorator that adds a repeatable option for names of a kind, such as "decks".

    `called` is the parameter of the command that gets the names, by default the kind.
    """
    names = [option, called or kind]
    return click.option(*names, multiple=True, metavar="NAME", shell_complete=complete(kind), help=text)


def usual_paper() -> str:
    """Return the paper that is usual in the user's locale: "letter" or "a4"."""
    named = (os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG"))
    locale = next(filter(None, named), "")
    return "letter" if locale.partition(".")[0].partition("_")[2] in LETTER_COUNTRIES else "a4"


lang_option = language_option("Language: en, pl, cs, or any that the game has words in, by code or name")
pack_options = add_options(lang_option, game_option, home_option)
printers_option = click.option(
    "--printers", type=ANY_FILE, help="File of measured printers (default: in your configuration folder)."
)
printer_option = add_options(
    name_option("--printer", "printers", "A printer that `scrawl calibrate` measured."), printers_option
)
edition_option = name_option(
    "--edition", "editions", "Look: ink-saver, colour-blind, large-print, dry-erase, or one of your own."
)
paper_option = click.option(
    "--paper",
    metavar="PAPER",
    shell_complete=complete("papers"),
    default=usual_paper,
    show_default="a4, or letter where your locale uses it",
    help="Paper: a4, letter, a3, legal, tabloid, a5 (two sheets on an A4) or WxH, such as 210x297mm.",
)
size_option = click.option(
    "--size",
    default=None,
    metavar="SIZE",
    shell_complete=complete("sizes"),
    help="Print cards of every deck in this size, by name or WxH, such as 63x88mm (default: each in its own).",
)
duplex_option = click.option(
    "--duplex",
    default="long-edge",
    show_default=True,
    type=click.Choice(["long-edge", "short-edge", "fold", "off"]),
    help="How backs are printed: flipped on an edge, folded and glued, or not at all.",
)


def length_option(name: str, default: str | None, text: str, *, called: str | None = None) -> Callable[[F], F]:
    """Return a decorator that adds an option for a length; the parameter (`called`, or by its name) gets points."""
    names = [name] if called is None else [name, called]
    shown = default is not None
    return click.option(*names, default=default, show_default=shown, callback=_length, metavar="LENGTH", help=text)


def _length(_context: Any, _parameter: Any, value: str | None) -> float | None:
    """Parse a length into points; an invalid one is a usage error."""
    from generator.units import parse_length

    if value is None:
        return None
    try:
        return parse_length(value)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


def chosen_language(catalogue: GameCatalogue, lang: str | None, known: tuple[str, ...]) -> str:
    """Return the language `lang`, else the locale's if it is in `known`, else the first known; raises UsageError."""
    if lang in known:
        return str(lang)
    if lang is not None:
        from generator.game.language_matching import language_hint, language_meant

        if (meant := language_meant(catalogue, lang, known)) is None:
            raise click.UsageError(f"there is no language {lang!r}; {language_hint(catalogue, lang, known)}")
        return meant
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in known else known[0]
    return known[0]


def catalogue_of(home: Path | None) -> GameCatalogue:
    """Return the catalogue for a command; files that this process has read are cached."""
    context = click.get_current_context(silent=True)
    sources = context.find_object(SourceCache) if context else None
    return GameCatalogue.at(home, sources)


def own_folder(home: Path | None) -> Path:
    """Return the folder for new files: `home`, else the user's own folder if one is found, else the current one."""
    found = None if home else catalogue_of(None).home
    return home or Path(os.path.relpath(found) if found else "")


def open_asked_pack(home: Path | None, game: str, lang: str | None, edition: str | None = None) -> "PrintPack":
    """Return the pack of a game in the language `lang` or the default one; raises InvalidInput or UsageError."""
    from generator.game.manifest import read_manifest
    from generator.game.words import languages_of
    from generator.products.print_pack import open_pack

    catalogue = catalogue_of(home)
    read_manifest(catalogue, game)
    languages = languages_of(catalogue, game)
    return open_pack(catalogue, game, chosen_language(catalogue, lang, languages) if languages else "", edition)


def card_of(pack: "PrintPack", size: str | None) -> "Size":
    """Return the size of a card by name or as WxH, enlarged like the edition; NO_CARD if none is given."""
    from generator.geometry import Size
    from generator.imposition.impose import NO_CARD
    from generator.imposition.paper import read_card_size

    if size is None:
        return NO_CARD
    card = read_card_size(pack.catalogue, size)
    return Size(card.width * pack.scale, card.height * pack.scale)
