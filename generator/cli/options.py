"""Options of commands, some made from specs, what they select, and the writing of files by `-o` and `--force`."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from generator.cli.console import busy, say
from generator.diagnostics import CannotWrite
from generator.imposition.paper import usual_paper
from generator.products.print_request import (
    USUAL_SLEEVE,
    CardSheetOptions,
    GameRequest,
    PaperOptions,
    PrintRequest,
    open_in_language,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.source_cache import SourceCache
from generator.reading.spec_options import SpecOption, options_of, read_options
from generator.storage.whole_files import write_whole
from generator.units import length_name

if TYPE_CHECKING:
    from generator.products.print_pack import PrintPack


F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
Complete = Callable[[click.Context, click.Parameter, str], list[str]]

ANY_FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FILES = {
    "any": ANY_FILE,
    "existing": EXISTING_FILE,
    "table": click.Path(path_type=Path, allow_dash=True),
    "folder": click.Path(exists=True, file_okay=False, path_type=Path),
}


def add_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that adds several options to a command, listed in this order before its own."""

    def with_all(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return with_all


def ledger_option(command: F) -> F:
    """Add `--db FILE`: the file of saved games; without it, warn if XDG_DATA_HOME does not say where they are."""

    def warn(_ctx: click.Context, _param: click.Parameter, db: Path | None) -> Path | None:
        folder = os.environ.get("XDG_DATA_HOME", "")
        if db is None and folder and not Path(folder).is_absolute():
            from generator.storage.store import default_path

            message = f"XDG_DATA_HOME is {folder!r}, which is not an absolute path; saved games are in {default_path()}"
            say(f"warning: {message}", err=True)
        return db

    text = "History file (default: in your data folder; `scrawl history list` shows its path)."
    return click.option("--db", type=ANY_FILE, callback=warn, help=text)(command)


def game_option(command: F) -> F:
    """Add `--game ID`; the default is the user's own game, else a built-in one, and none for a table of cards."""

    def choose(ctx: click.Context, _param: click.Parameter, game: str | None) -> str | None:
        if game or ctx.resilient_parsing or ctx.params.get("table"):
            return game
        return catalogue_of(ctx.params.get("home")).default_game

    (param,) = (param_of(option) for option in options_of(GameRequest) if option.name == "game")
    param.callback = choose
    command.__dict__.setdefault("__click_params__", []).append(param)
    return command


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Keep the folder or the language of a command: its messages show lines of files there, in this language."""
    ctx.meta[str(param.name)] = value
    return value


def language_option(purpose: str) -> Callable[[F], F]:
    """Return a decorator that adds `--lang`, a language by code or name; `purpose` begins its help text."""
    return click.option(
        "--lang",
        default=None,
        callback=_keep,
        metavar="LANGUAGE",
        shell_complete=complete("languages"),
        help=f"{purpose} (default: your locale's).",
    )


def name_option(option: str, kind: str, text: str) -> Callable[[F], F]:
    """Return a decorator that adds an option for a name of a kind, such as "decks"; `text` is its help."""
    return click.option(option, default=None, metavar="NAME", shell_complete=complete(kind), help=text)


def complete(kind: str) -> Complete:
    """Return the function by which click completes names of a kind: `shell_complete=complete("decks")`."""

    def names(catalogue: GameCatalogue, game: str | None) -> Iterator[tuple[str, str]]:
        from generator.products.name_lists import iter_names

        return iter_names(kind, catalogue, game)

    return complete_from(names)


def complete_from(names: Callable[[GameCatalogue, str | None], Iterator[tuple[str, str]]]) -> Complete:
    """Return the function by which click completes the names that `names` yields for the catalogue and the game.

    Completion never fails: files that cannot be read give no names.
    """

    def begins(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        try:
            catalogue = GameCatalogue.at(ctx.params.get("home"))
            return [name for name, _ in names(catalogue, ctx.params.get("game")) if name.startswith(begun)]
        except Exception:  # faults of files are reported when the command runs
            return []

    return begins


def param_of(option: SpecOption) -> click.Parameter:
    """Return an option of a spec as a parameter of a command; lengths stay texts."""
    about, default, settings = option.option, option.default, dict[str, Any]()
    if about.names:
        settings["shell_complete"] = complete(about.names)
    if option.is_argument:
        count = -1 if option.several else 1
        return click.Argument(
            [option.name], metavar=option.syntax, nargs=count, required=option.is_required, **settings
        )
    if option.choices:
        settings["type"] = click.Choice(option.choices)
    elif about.file:
        settings |= {"type": FILES[about.file], "is_eager": True}
    elif option.bounds is not None and option.bounds.unit:
        settings["metavar"] = "LENGTH"
        default = None if default is None else length_name(default)
    elif option.bounds is not None and about.metavar is None:
        numbers: Any = click.IntRange if int in option.kinds else click.FloatRange
        settings["type"] = numbers(option.bounds.least, option.bounds.most)
    if about.metavar is not None or about.names:
        settings["metavar"] = about.metavar or "NAME"
    if about.default_text:
        settings |= {"default": usual_paper, "show_default": about.default_text}
    elif default not in (None, "", (), False) and about.metavar is None:
        settings |= {"default": default, "show_default": True}
    if about.metavar is not None and about.metavar.startswith("["):  # its value may be left out
        settings |= {"is_flag": False, "flag_value": USUAL_SLEEVE}
    if option.name in ("home", "lang"):
        settings["callback"] = _keep
    flag = {"is_flag": True} if option.is_flag else {"multiple": option.several}
    return click.Option([option.syntax, option.name], help=about.help or None, **flag, **settings)


def spec_options(spec: type, *names: str) -> Callable[[F], F]:
    """Return a decorator that adds the options of a spec, or those with these names, before those of a command."""

    def with_options(command: F) -> F:
        chosen = [param_of(option) for option in options_of(spec) if not names or option.name in names]
        command.__dict__.setdefault("__click_params__", []).extend(reversed(chosen))
        return command

    return with_options


def request_in(spec: type[T], values: Mapping[str, Any]) -> T:
    """Return the spec made from the options that the user has written, among `values`; raises InvalidRequest."""
    context, names = click.get_current_context(), {option.name for option in options_of(spec)}
    given_values = {
        name: value
        for name, value in values.items()
        if name in names and context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    return read_options(spec, given_values)


lang_option = spec_options(PrintRequest, "lang")
home_option = spec_options(PrintRequest, "home")
edition_option = spec_options(PrintRequest, "edition")
named_game_option = spec_options(PrintRequest, "game")
paper_option = spec_options(PaperOptions, "paper")
printers_option = spec_options(PaperOptions, "printers")
size_option = spec_options(CardSheetOptions, "size")
pack_options = add_options(lang_option, game_option, home_option)


def catalogue_of(home: Path | None) -> GameCatalogue:
    """Return the catalogue for a command; files that this process has read are cached."""
    context = click.get_current_context(silent=True)
    sources = context.find_object(SourceCache) if context else None
    return GameCatalogue.at(home, sources)


def own_folder(home: Path | None) -> Path:
    """Return the folder for new files: `home`, else the user's own folder if one is found, else the current one."""
    nearest = None if home else catalogue_of(None).home
    return home or Path(os.path.relpath(nearest) if nearest else "")


def open_asked_pack(home: Path | None, game: str, lang: str | None) -> "PrintPack":
    """Return the pack of a game in the language `lang` or the usual one; raises InvalidInput."""
    return open_in_language(catalogue_of(home), game, lang)


FORCE = "generator.force"


def output_option(default: str | None = None, text: str | None = None, *, folder: bool = False) -> Callable[[F], F]:
    """Return the decorator that adds `-o`, `--output` (a file, or a folder to write into) and `--force`.

    A file name without a suffix gets the suffix of `default`, else `.pdf`.
    """
    kind = click.Path(dir_okay=folder, file_okay=not folder, path_type=Path)
    words = text or ("Folder to write into." if folder else "File to write.")
    ending = Path(default or "").suffix or ".pdf"

    def add_ending(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
        lacks_suffix = path is not None and not folder and not path.suffix and (path.is_file() or not path.exists())
        return path.with_name(path.name + ending) if path is not None and lacks_suffix else path

    shows = default is not None
    output = click.option(
        "-o", "--output", default=default, show_default=shows, type=kind, callback=add_ending, help=words
    )
    return add_options(output, force_option)


def force_option(command: F) -> F:
    """Add `--force`: replace files that this program did not write."""

    def keep(ctx: click.Context, _param: click.Parameter, is_forced: bool) -> None:
        ctx.meta[FORCE] = is_forced

    text = "Replace files that this program did not write."
    return click.option("--force", is_flag=True, expose_value=False, callback=keep, help=text)(command)


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write files into a folder, and return their names; raises CannotWrite."""
    names = []
    with busy(folder.name):
        for name, content in files:
            parts = PurePosixPath(name)
            if parts.is_absolute() or ".." in parts.parts or "\\" in name:
                raise CannotWrite(f"{name!r} leads out of {folder}")
            write_output(folder / parts, content)
            names.append(name)
    return names


def write_output(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file atomically, whole or in pieces.

    A file that this program did not write is replaced only with `--force`. Raises CannotWrite.
    """
    context = click.get_current_context(silent=True)
    write_whole(path, content, replace=bool(context is not None and context.meta.get(FORCE)))
