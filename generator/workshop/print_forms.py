"""Printing from a web form: its fields are the options of a request, which is printed in a child process."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import MISSING, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from platformdirs import user_downloads_path

from generator.authoring.card_table_preview import open_request
from generator.child_processes import call_apart
from generator.diagnostics import NOWHERE, Diagnostic, InvalidInput, attempt, bare_place
from generator.game.words import FALLBACK
from generator.imposition.paper import usual_paper
from generator.products.cards import deck_title
from generator.products.exports.exporting import export_output
from generator.products.kit_contents import page_title
from generator.products.name_lists import dungeon_titles, iter_names
from generator.products.print_pack import open_pack
from generator.products.print_request import EXPORTS, PRINTS, CardsRequest, PrintRequest, Request
from generator.products.printing import PrintedFile, PrintOutput, print_output
from generator.products.sheets import sheet_title
from generator.reading.foreign_tables import TableOptions
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_options import SpecOption, option_named, options_of, read_options
from generator.units import length_name, mm

MOST_VALUES = 100
MOST_SECONDS = 300  # of the processor
FIRST = {"sheets", "modes"}  # kinds of names: the first of these names is the default
COMMANDS: dict[str, type[Request]] = {**PRINTS, **EXPORTS}


class PrintFormFaults(InvalidInput):
    """Raised with the faults found in printing; `options` has the form field of each, "" for a fault in a file."""

    def __init__(self, faults: Iterable[Diagnostic], spec: type) -> None:
        super().__init__(faults)
        self.options = [option_named(spec, fault.place.path) for fault in self.diagnostics]


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


GivenUpBy = Callable[[], bool] | None  # returns whether a print is cancelled


def command_forms(catalogue: GameCatalogue, game: str, language: str = FALLBACK) -> list[dict[str, Any]]:
    """Return the commands that print or export, each with its options: name, kind, default, choices and help.

    Maps, sheets, decks, pieces and pages to choose from have titles in `language`.
    """
    # faults are shown where the game is shown or printed
    titles = attempt([], lambda: _titles(catalogue, game, language)) or {}
    return [
        {
            "command": name,
            "group": group_of(name),
            "help": (spec.__doc__ or "").partition("\n")[0],
            "backless": [*titles.get("backless", {}).values()] if spec is CardsRequest else [],
            "options": [_option_json(catalogue, game, option, titles) for option in _form_options(spec)],
        }
        for name, spec in COMMANDS.items()
    ]


def group_of(name: str) -> str:
    """Return the group that a command belongs to: "print" or "export"."""
    return "print" if name in PRINTS else "export"


def _form_options(spec: type) -> Iterator[SpecOption]:
    """Yield the options that a web form may set: not those whose value is a file."""
    return (option for option in options_of(spec) if option.option.on_pages and not option.option.file)


def _titles(catalogue: GameCatalogue, game: str, language: str) -> dict[str, dict[str, str]]:
    """Return the titles of maps, sheets, decks, those without backs and more, by kind; raises InvalidInput."""
    pack = open_pack(catalogue, game, language)
    tables = {name: deck_title(pack, name) for name in pack.manifest.tables}
    pages = {name: page_title(pack, name) for name in pack.manifest.printable_pages}
    sheets = {name: sheet_title(pack, name) for name in pack.manifest.sheets}
    maps = dict(dungeon_titles(pack.game))
    backless = {}
    for name, entry in pack.manifest.decks.items():
        with suppress(InvalidInput):
            if pack.layouts.read(pack.layouts.find(entry.layout)).back is None:
                backless[name] = tables[name]
    return {"backless": backless, "dungeons": maps, "sheets": sheets, "decks": tables, "pieces": tables, "pages": pages}


def _option_json(
    catalogue: GameCatalogue, game: str, option: SpecOption, titles: dict[str, dict[str, str]]
) -> dict[str, Any]:
    names = option.option.names
    choices = list(option.choices) or _choices(catalogue, game, names)
    address = (user_downloads_path() / "tts").as_uri() if option.name == "address" else ""  # of unpacked pictures
    return {
        "name": option.name,
        "option": "" if option.is_argument else option.label,
        "kind": "flag" if option.is_flag else "text",
        "usual": option.default is True if option.is_flag else address,
        "several": option.several,
        "required": option.is_required,
        "choices": choices,
        "titles": titles.get(names, {}),
        "is_listed": bool(choices) or names == "printers",
        "unasked": choices[0] if choices and names in FIRST else _unasked(option),
        "help": option.option.help,
        "wanted": _value_kind(option),
    }


def _choices(catalogue: GameCatalogue, game: str, kind: str) -> list[str]:
    """Return the names of a kind that an option takes; empty if a file is invalid."""
    # faults are shown where the game is shown or printed
    return attempt([], lambda: [name for name, _ in iter_names(kind, catalogue, game)] if kind else []) or []


def _value_kind(option: SpecOption) -> dict[str, Any]:
    """Return the kind of an option's value, and the bounds of numbers and of lengths in millimetres."""
    bounds = option.bounds
    if bounds is None:
        return {"kind": "other"}
    least, most = bounds.least or 0, bounds.most or 0
    if bounds.unit:
        return {"kind": "length", "least": round(least / mm(1)), "most": round(most / mm(1))}
    return {"kind": "number", "least": least, "most": most}


def _unasked(option: SpecOption) -> str:
    """Return the default of an option as text; "" if it has none."""
    if option.option.names == "papers":
        return usual_paper()
    if option.several or option.default in (None, MISSING):
        return ""
    if option.bounds is not None and option.bounds.unit:
        return length_name(option.default)
    return f"{option.default:g}" if isinstance(option.default, float) else str(option.default)


def print_form(catalogue: GameCatalogue, game: str, sent: dict[str, Any], given_up: GivenUpBy = None) -> Printed:
    """Print what a form requests, with the options in its `values`.

    Raises PrintFormFaults, ScrawlError if printing fails, and AbandonedCall if given up.
    """
    name = str(sent.get("command"))
    values = _form_values(COMMANDS[name], sent.get("values"))
    files, messages = _print_apart(name, {**values, "game": game, "home": catalogue.home}, given_up)
    there = "" if catalogue.home in (None, GameCatalogue.at().home) else f' --home "{catalogue.home}"'
    return Printed(name, files, messages, f"{command_line(name, values)} --game {game}{there}")


def printed_table(
    catalogue: GameCatalogue, file: str, content: bytes, options: TableOptions, values: Any, given_up: GivenUpBy = None
) -> Printed:
    """Print an uploaded table of cards, as `scrawl print cards --from FILE` does; raises the same as `print_form`.

    Faults have the name of the file as uploaded.
    """
    values = {"sheet_name": options.sheet, "title_column": options.title, **_form_values(CardsRequest, values)}
    values |= {"copies": options.copies} if options.copies else {}
    with TemporaryDirectory(prefix="scrawl-") as folder:
        path = Path(folder) / file
        path.write_bytes(content)
        with_table = {**values, "table": path, "home": catalogue.home}
        files, messages = _print_apart("cards", with_table, given_up, path)
    return Printed("cards", files, messages, command_line("cards", {"table": file, **values}))


def _print_apart(
    name: str, values: dict[str, Any], given_up: GivenUpBy, uploaded: Path | None = None
) -> tuple[tuple[PrintedFile, ...], str]:
    """Return the files that a request makes, and its messages; it is run in a child process."""
    try:
        request = read_options(COMMANDS[name], values, "this form")
        files, summary, warnings = call_apart(print_here, request, seconds=MOST_SECONDS, given_up=given_up)
    except InvalidInput as error:
        raise PrintFormFaults((_renamed(fault, uploaded) for fault in error.diagnostics), COMMANDS[name]) from None
    messages = [_sentence(_renamed(warning, uploaded)) for warning in warnings]
    return files, "\n".join(filter(None, [summary, *messages]))


def print_here(request: Request) -> tuple[tuple[PrintedFile, ...], str, tuple[Diagnostic, ...]]:
    """Return the files that a request makes, its summary and its warnings; raises InvalidInput."""
    with open_request(request) as pack:
        make: Any = print_output if isinstance(request, PrintRequest) else export_output
        output: PrintOutput = make(pack, request)
        return tuple(output.files), output.summary, tuple(output.warnings())


def _renamed(fault: Diagnostic, path: Path | None) -> Diagnostic:
    """Return a fault with the uploaded name of a file instead of its temporary path."""
    if path is None or fault.place.path != str(path):
        return fault
    return fault._replace(place=fault.place._replace(path=path.name))


def _sentence(warning: Diagnostic) -> str:
    place, hint = f"{warning.place}: " if warning.place.line else "", f"\n  {warning.hint}" if warning.hint else ""
    return f"{place}{warning.message}{hint}"


def _form_values(spec: type, values: Any) -> dict[str, Any]:
    """Return the values of a form that differ from the defaults; raises PrintFormFaults for other options."""
    if not isinstance(values, dict):
        raise PrintFormFaults([Diagnostic("S002", "the form is empty", NOWHERE)], spec)
    options = {option.name: option for option in _form_options(spec)}
    chosen: dict[str, Any] = {}
    for name, value in values.items():
        option = options.get(name)
        if option is None:
            raise PrintFormFaults([Diagnostic("S001", f"there is no option {name!r}", NOWHERE)], spec)
        several = [str(text) for text in (value if isinstance(value, list) else [value]) if text][:MOST_VALUES]
        if option.option.names == "dungeons" and any("/" in text or "\\" in text for text in several):
            raise PrintFormFaults([Diagnostic("C002", "name a map of the shelf", bare_place(option.label))], spec)
        if option.is_flag and value is not option.default:
            chosen[name] = value
        elif not option.is_flag and several:
            chosen[name] = several if option.several else several[-1]
    return chosen


def command_line(name: str, values: dict[str, Any]) -> str:
    """Return the command line that does the same as a form with these values."""
    words, arguments = ["scrawl", group_of(name), name], list[str]()
    options = {option.name: option for option in options_of(COMMANDS[name])}
    for key, value in values.items():
        option, several = options[key], value if isinstance(value, list) else [value]
        if option.is_argument:
            arguments += several
        elif option.is_flag:
            words.append(option.label if value else option.syntax.partition("/")[2])
        else:
            words += [f"{option.label}={text}" for text in several if text]
    words += ["--", *arguments] if any(text.startswith("-") for text in arguments) else arguments
    return " ".join(f'"{word}"' if " " in word else word for word in words)
