"""Files written whole or not at all, and only over what this program wrote itself, unless `--force` is said.

What was written is remembered by its digest in the user's state folder: a file that was changed since, or was never
ours, is somebody's work. Links are followed, modes kept, devices and pipes written to as they are.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

import click

from generator.cli.progress import busy
from generator.diagnostics import CannotWrite

F = TypeVar("F", bound=Callable[..., Any])
FORCE = "generator.force"
REMEMBERED = 20_000
DIGEST = 32


def output_option(default: str | None = None, text: str | None = None, *, folder: bool = False) -> Callable[[F], F]:
    """Return the decorator that adds `-o`, `--output` (a file, or a folder to write into) and `--force`.

    A file without an ending gets that of the default, else `.pdf`.
    """
    kind = click.Path(dir_okay=folder, file_okay=not folder, path_type=Path)
    words = text or ("Folder to write into." if folder else "File to write.")
    ending = Path(default or "").suffix or ".pdf"

    def ended(_ctx: click.Context, _param: click.Parameter, path: Path | None) -> Path | None:
        bare = path is not None and not folder and not path.suffix and (path.is_file() or not path.exists())
        return path.with_name(path.name + ending) if path is not None and bare else path

    def decorate(command: F) -> F:
        output = click.option(
            "-o",
            "--output",
            default=default,
            show_default=default is not None,
            type=kind,
            callback=ended,
            help=words,
        )
        return output(force_option(command))

    return decorate


def force_option(command: F) -> F:
    """Add `--force`: replace files that are not this program's own."""

    def keep(ctx: click.Context, _param: click.Parameter, said: bool) -> None:
        ctx.meta[FORCE] = said

    text = "Replace files that this program did not write."
    return click.option("--force", is_flag=True, expose_value=False, callback=keep, help=text)(command)


def write_files(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write files of a folder one after the other and return their names; raises CannotWrite."""
    names = []
    with busy(folder.name):
        for name, content in files:
            parts = PurePosixPath(name)
            if parts.is_absolute() or ".." in parts.parts or "\\" in name:
                raise CannotWrite(f"{name!r} leads out of {folder}")
            write_whole(folder / parts, content)
            names.append(name)
    return names


def write_whole(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file whole or not at all: a temporary neighbour, then a rename; raises CannotWrite.

    `replace` is for files that belong to this program, such as its list of printers.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(content)
            return
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if not (replace or _forced() or may_replace(target, content)):
            message = f"{path} is there and was not written, or was changed since: name another with -o, or say --force"
            raise CannotWrite(message)
        _replace(target, content)
    except (OSError, ValueError, RuntimeError) as fault:
        raise CannotWrite(f"cannot write {path}: {getattr(fault, 'strerror', None) or fault}") from None
    _remember(content)


def _forced() -> bool:
    context = click.get_current_context(silent=True)
    return bool(context is not None and context.meta.get(FORCE))


def may_replace(path: Path, content: bytes) -> bool:
    """Tell whether a file is not there, empty, the same already, or as this program wrote it."""
    if not path.exists():
        return True
    old = path.read_bytes()
    return not old or old == content or _is_untouched_print(old) or _digest(old) in _remembered()


def _is_untouched_print(content: bytes) -> bool:
    """Tell a PDF of ours that nobody filled in or wrote into: it was saved once, and has no form."""
    return (
        content.startswith(b"%PDF")
        and b"(Scrawlpress)" in content
        and content.count(b"startxref") == 1
        and b"/AcroForm" not in content
    )


def _replace(target: Path, content: bytes) -> None:
    mask = os.umask(0)
    os.umask(mask)
    old = target.stat() if target.exists() else None
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".scrawl-", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if old is not None and hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(part, old.st_uid, old.st_gid)
        part.chmod(stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~mask)
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Have the rename itself on the disk, where the system can."""
    with contextlib.suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGEST]


def _memory() -> Path:
    from platformdirs import user_state_path

    return user_state_path("scrawlpress") / "written"


def _remembered() -> set[str]:
    with contextlib.suppress(OSError, ValueError):
        return set(_memory().read_text(encoding="ascii").split())
    return set()


def _remember(content: bytes) -> None:
    """Keep the digest of what was written; where nothing can be kept, --force is asked for next time."""
    with contextlib.suppress(OSError, ValueError):
        memory = _memory()
        memory.parent.mkdir(parents=True, exist_ok=True)
        with memory.open("a", encoding="ascii") as out:
            out.write(_digest(content) + "\n")
        if memory.stat().st_size > REMEMBERED * (DIGEST + 1):
            lines = memory.read_text(encoding="ascii").split()[-REMEMBERED // 2 :]
            _replace(memory, ("\n".join(lines) + "\n").encode("ascii"))
