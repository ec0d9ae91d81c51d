"""Printing from a web form: its fields are the options of a print command, and the command itself is run."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from platformdirs import user_downloads_path

from generator.commands.command_subprocess import COMMANDS, PrintOutcome, group_of, option_named, print_apart
from generator.commands.name_completion import dungeon_titles
from generator.commands.pdf_commands import PRINT_COMMANDS, PrintedFile
from generator.commands.print_options import MOST, MOST_MARGIN, MOST_THICKNESS
from generator.diagnostics import Diagnostic, InvalidInput
from generator.game.words import FALLBACK
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_title
from generator.reading.game_catalogue import GameCatalogue

OWN = {"home", "game", "sheet_name"}  # options that the workshop itself gives
FOR_FILES = {"condition", "headings", "title_column"}  # options that are nothing without one that names a file
MOST_VALUES = 100
LISTED = {"printer"}  # options of which a page shows a list, even an empty one
FIRST = {"sheet", "mode"}  # options that come to the first of their names
LENGTHS = {**MOST, "margins": MOST_MARGIN, "thickness": MOST_THICKNESS}  # the most of each, in millimetres


class PrintFormRefused(Exception):
    """Raised for a form that cannot be printed; the message says why, as on the command line.

    `option` is the field that the message is about, or "".
    """

    def __init__(self, why: str, option: str = "") -> None:
        super().__init__(why)
        self.option = option


class PrintFormFaults(InvalidInput):
    """Raised with the faults found in printing; `options` has the form field of each, "" for a fault in a file."""

    def __init__(self, faults: Iterable[Diagnostic], options: list[str]) -> None:
        super().__init__(faults)
        self.options = options


@dataclass(frozen=True)
class Printed:
    """The result of printing: the files, the messages of the command, and the command line that does the same."""

    name: str
    files: tuple[PrintedFile, ...]
    messages: str
    command: str

    def download(self) -> tuple[bytes, str, str]:
        """Return (content, name, media type) of a single file to save: the only PDF, or a ZIP of all files."""
        if len(self.files) == 1 and self.files[0].name.endswith(".pdf"):
            return self.files[0].content, self.files[0].name, "application/pdf"
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in self.files:
                packed.writestr(zipfile.ZipInfo(file.name), file.content)
        return out.getvalue(), f"{self.name}.zip", "application/zip"


GivenUpBy = Callable[[], bool] | None  # tells whether nobody waits for a print any more


def command_forms(catalogue: GameCatalogue, game: str, language: str = FALLBACK) -> list[dict[str, Any]]:
    """Return the commands that print or export, each with its options: name, kind, default, choices and help.

    Maps and sheets to choose from have titles in `language`.
    """
    forms, titles = [], _titles(catalogue, game, language)
    for name, command in COMMANDS.items():
        ctx = click.Context(command, info_name=name, resilient_parsing=True)
        ctx.params.update(game=game, home=str(catalogue.home or ""))
        help = (command.help or "").partition("\n")[0]
        forms.append(
            {"command": name, "group": group_of(name), "help": help, "options": list(_options(ctx, command, titles))}
        )
    return forms


def _titles(catalogue: GameCatalogue, game: str, language: str) -> dict[str, dict[str, str]]:
    """Return the titles of maps and sheets, by the option that takes their names; empty if a file is invalid."""
    try:
        pack = open_pack(catalogue, game, language)
        sheets = {name: sheet_title(pack, name) for name in pack.manifest.sheets}
        return {"maps": dict(dungeon_titles(pack.game)), "sheet": sheets}
    except InvalidInput:  # told where the game is shown or printed
        return {}


def _options(ctx: click.Context, command: click.Command, titles: dict[str, dict[str, str]]) -> Iterator[dict[str, Any]]:
    for param in command.params:
        if not _is_asked(param):
            continue
        option = isinstance(param, click.Option)
        is_flag = isinstance(param, click.Option) and param.is_flag
        choices = [item.value for item in param.shell_complete(ctx, "")]
        yield {
            "name": param.name,
            "option": param.opts[-1] if option else "",
            "kind": "flag" if is_flag else "text",
            "usual": param.default is True if is_flag else _address(param),
            "several": param.multiple or param.nargs == -1,
            "required": param.required,
            "choices": choices,
            "titles": titles.get(param.name or "", {}),
            "is_listed": bool(choices) or param.name in LISTED,
            "unasked": choices[0] if choices and param.name in FIRST else _unasked(ctx, param),
            "help": param.help or "" if isinstance(param, click.Option) else "",
            "wanted": _wanted(param),
        }


def _wanted(param: click.Parameter) -> dict[str, Any]:
    """Return the kind of an option's value, and the bounds of numbers and of lengths in millimetres."""
    if isinstance(param.type, click.IntRange | click.FloatRange):
        return {"kind": "number", "least": param.type.min, "most": param.type.max}
    if param.name in LENGTHS:
        return {"kind": "length", "least": 0, "most": LENGTHS[param.name]}
    return {"kind": "other"}


def _unasked(ctx: click.Context, param: click.Parameter) -> str:
    """Return the default of an option as text; "" if it has none."""
    value = None if param.multiple or param.nargs == -1 else param.get_default(ctx)
    return f"{value:g}" if isinstance(value, float) else str(value) if isinstance(value, int | str) else ""


def _address(param: click.Parameter) -> str:
    """Return the URL of the folder to which pictures will be unpacked, for the option `address`; "" for all others."""
    return (user_downloads_path() / "tts").as_uri() if param.name == "address" else ""


def _is_asked(option: click.Parameter) -> bool:
    """Return whether a web form may set an option; it may not set options whose value is a file."""
    return option.name not in OWN | FOR_FILES and not isinstance(option.type, click.Path)


def print_form(catalogue: GameCatalogue, game: str, asked: dict[str, Any], given_up: GivenUpBy = None) -> Printed:
    """Run the print command that a form requests, with the options in its `values`.

    Raises PrintFormFaults for faults of the game, PrintFormRefused for an invalid form, AbandonedCall if given up.
    """
    name = str(asked.get("command"))
    command = COMMANDS.get(name)
    if command is None:
        raise PrintFormRefused("there is no such command")
    words = list(_words(command, asked.get("values")))
    outcome = print_apart(name, [f"--game={game}", *_home(catalogue), *words], given_up)
    return _printed(name, outcome, [*words, "--game", game])


def printed_table(
    catalogue: GameCatalogue, file: str, content: bytes, sheet: str, values: Any, given_up: GivenUpBy = None
) -> Printed:
    """Print an uploaded table of cards, as `scrawl print cards --from FILE` does; raises the same as `print_form`.

    Faults have the name of the file as uploaded.
    """
    words = [*([f"--sheet={sheet}"] if sheet else []), *_words(PRINT_COMMANDS["cards"], values)]
    with TemporaryDirectory(prefix="scrawl-") as folder:
        path = Path(folder) / file
        path.write_bytes(content)
        outcome = print_apart("cards", [f"--from={path}", *_home(catalogue), *words], given_up)
        outcome = outcome._replace(
            faults=tuple(_called(fault, path) for fault in outcome.faults),
            warnings=tuple(_called(fault, path) for fault in outcome.warnings),
        )
    return _printed("cards", outcome, [f"--from={file}", *words])


def _called(fault: Diagnostic, path: Path) -> Diagnostic:
    """Return a fault with the uploaded name of a file instead of its temporary path."""
    return fault._replace(place=fault.place._replace(path=path.name)) if fault.place.path == str(path) else fault


def _home(catalogue: GameCatalogue) -> list[str]:
    return [f"--home={catalogue.home}"] if catalogue.home else []


def _printed(name: str, outcome: PrintOutcome, words: Iterable[str]) -> Printed:
    if outcome.faults:
        options = [option_named(COMMANDS[name], fault.place.path) for fault in outcome.faults]
        raise PrintFormFaults(outcome.faults, options)
    if outcome.refusal:
        raise PrintFormRefused(outcome.refusal, outcome.option)
    typed = " ".join(["scrawl", group_of(name), name, *(f'"{word}"' if " " in word else word for word in words)])
    messages = "\n".join(filter(None, [outcome.summary, *map(_sentence, outcome.warnings)]))
    return Printed(name, outcome.files, messages, typed)


def _sentence(warning: Diagnostic) -> str:
    hint = f"\n  {warning.hint}" if warning.hint else ""
    return f"{warning.place}: {warning.severity} {warning.code} {warning.message}{hint}"


def _words(command: click.Command, values: Any) -> Iterator[str]:
    """Yield the words of the command line for the values of a form; raises PrintFormRefused for unknown options."""
    if not isinstance(values, dict):
        raise PrintFormRefused("the form is empty")
    known = {param.name: param for param in command.params if _is_asked(param)}
    arguments: list[str] = []
    for name, value in values.items():
        each = known.get(name)
        if each is None:
            raise PrintFormRefused(f"there is no option {name!r}")
        several = [str(one) for one in (value if isinstance(value, list) else [value])][:MOST_VALUES]
        if each.name == "maps" and any("/" in one or "\\" in one for one in several):
            raise PrintFormRefused("name a map of the shelf", each.name)
        if isinstance(each, click.Option) and each.is_flag:
            opposite = [] if each.default is not True else each.secondary_opts[:1]
            yield from opposite if value is False else [each.opts[-1]] if value is True else []
        elif isinstance(each, click.Option):
            yield from (word for one in several if one for word in (f"{each.opts[-1]}={one}",))
        else:
            arguments += [one for one in several if one]
    yield from (["--", *arguments] if any(one.startswith("-") for one in arguments) else arguments)
