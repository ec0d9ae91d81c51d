"""Printing from a form: the options are those of the command line, and so is what prints."""

import io
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from generator.cli.printing import print_group
from generator.reading.catalogue import Catalogue

OWN = {"output", "home", "game", "force"}  # options that the workshop itself gives
MOST_SECONDS = 300
MOST_VALUES = 100


class NotPrinted(Exception):
    """What the form asks for cannot be printed; the text tells why, as the command line does."""


@dataclass(frozen=True)
class Printed:
    """A file to save, what the command said of it, and the command to type for the same."""

    name: str
    kind: str
    content: bytes
    messages: str
    command: str


def command_forms(catalogue: Catalogue, game: str) -> list[dict[str, Any]]:
    """Return the commands that print, each with its options: name, kind, default, choices and help."""
    forms = []
    for name, command in print_group.commands.items():
        ctx = click.Context(command, info_name=name, resilient_parsing=True)
        ctx.params.update(game=game, home=str(catalogue.home or ""))
        help = (command.help or "").partition("\n")[0]
        forms.append({"command": name, "help": help, "options": list(_options(ctx, command))})
    return forms


def _options(ctx: click.Context, command: click.Command) -> Iterator[dict[str, Any]]:
    for param in command.params:
        if not _is_asked(param):
            continue
        option = isinstance(param, click.Option)
        yield {
            "name": param.name,
            "option": param.opts[-1] if option else "",
            "kind": "flag" if isinstance(param, click.Option) and param.is_flag else "text",
            "several": param.multiple or param.nargs == -1,
            "required": param.required,
            "choices": [item.value for item in param.shell_complete(ctx, "")],
            "help": param.help or "" if isinstance(param, click.Option) else "",
        }


def _is_asked(option: click.Parameter) -> bool:
    """Tell whether a page may give an option: none that names a file."""
    return option.name not in OWN and not isinstance(option.type, click.Path)


def printed(catalogue: Catalogue, game: str, asked: dict[str, Any]) -> Printed:
    """Run the command that a form asks for; raises NotPrinted with what it says."""
    command = print_group.commands.get(str(asked.get("command")))
    if command is None:
        raise NotPrinted("there is no such command")
    words = [*_words(command, asked.get("values")), "--game", game]
    home = catalogue.home
    with tempfile.TemporaryDirectory(prefix="scrawl-") as folder:
        single = _names_a_file(command)
        target = Path(folder) / (f"{command.name}.pdf" if single else "files")
        line = [sys.executable, "-m", "generator", "print", str(command.name), *words, "-o", str(target)]
        done = subprocess.run(
            [*line, *(["--home", str(home)] if home else [])],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=MOST_SECONDS,
            check=False,
        )
        if done.returncode:
            raise NotPrinted((done.stderr or done.stdout).replace(folder, "").strip())
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        said = " ".join(["scrawl", "print", str(command.name), *(_quoted(word) for word in words)])
        messages = "\n".join(row for row in done.stdout.splitlines() if folder not in row) + done.stderr.replace(
            folder, ""
        )
        if len(files) == 1:
            return Printed(files[0].name, "application/pdf", files[0].read_bytes(), messages.strip(), said)
        return Printed(f"{command.name}.zip", "application/zip", _packed(files), messages.strip(), said)


def _names_a_file(command: click.Command) -> bool:
    output = next(param for param in command.params if param.name == "output")
    return not (isinstance(output.type, click.Path) and output.type.dir_okay and not output.type.file_okay)


def _words(command: click.Command, values: Any) -> Iterator[str]:
    """Yield the words of a command line; raises NotPrinted for an option that it does not have."""
    if not isinstance(values, dict):
        raise NotPrinted("the form is empty")
    known = {param.name: param for param in command.params if _is_asked(param)}
    arguments: list[str] = []
    for name, value in values.items():
        each = known.get(name)
        if each is None:
            raise NotPrinted(f"there is no option {name!r}")
        several = [str(one) for one in (value if isinstance(value, list) else [value])][:MOST_VALUES]
        if each.name == "maps" and any("/" in one or "\\" in one for one in several):
            raise NotPrinted("name a map of the shelf")
        if isinstance(each, click.Option) and each.is_flag:
            yield from [each.opts[-1]] if value is True else []
        elif isinstance(each, click.Option):
            yield from (word for one in several if one for word in (f"{each.opts[-1]}={one}",))
        else:
            arguments += [one for one in several if one]
    yield from (["--", *arguments] if any(one.startswith("-") for one in arguments) else arguments)


def _packed(files: list[Path]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in files:
            packed.writestr(zipfile.ZipInfo(path.name), path.read_bytes())
    return out.getvalue()


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word
