"""The options `-o` and `--force`, and the writing of files by them."""

from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

import click

from generator.cli.console import busy
from generator.cli.options import add_options
from generator.diagnostics import CannotWrite
from generator.storage.whole_files import write_whole

F = TypeVar("F", bound=Callable[..., Any])
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
