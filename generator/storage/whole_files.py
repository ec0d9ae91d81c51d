"""Write files atomically; unless replacing is requested, replace only files that this program wrote.

The digest of each written file is stored in the user's state folder: a file that was changed since, or was never
written by this program, is somebody's work. Links are followed and modes kept; devices and pipes are written directly.
"""

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from generator.diagnostics import CannotWrite
from generator.storage.journal import settle

OLD = 3600.0  # seconds after which a temporary file is abandoned
MOST_BYTES = 1_000_000_000  # larger than any printed file
REMEMBERED = 20_000
DIGEST = 32
PREFIX, SUFFIX = ".scrawl-", ".part"


def write_whole(path: Path, content: bytes | Iterable[bytes], *, replace: bool = False, remember: bool = True) -> None:
    """Write a file atomically, as a temporary file that is renamed; raises CannotWrite.

    `content` may come in pieces, which are written as they are made. `replace` allows replacing any file, for files
    that belong to this program and with `--force`. `remember` stores the digest, which is not needed for files that are
    always replaced.
    """
    digest = hashlib.sha256()

    def digested() -> Iterator[bytes]:
        for piece in (content,) if isinstance(content, bytes) else content:
            digest.update(piece)
            yield piece

    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as out:
                out.writelines(digested())
            return
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        sweep(target.parent)
        # The temporary file is in the same folder: between two file systems, a rename is a copy that can break off.
        part = _part_of(target, digested())
        try:
            if not (replace or may_replace(target, digest.hexdigest())):
                raise CannotWrite(
                    f"{path} is there and was not written, or was changed since: name another with -o, or say --force"
                )
            part.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
        settle(target.parent)
    except (OSError, ValueError, RuntimeError) as fault:
        raise CannotWrite(f"cannot write {path}: {getattr(fault, 'strerror', None) or fault}") from None
    if remember:
        # if the digest cannot be stored, --force is needed next time
        with contextlib.suppress(OSError, ValueError):
            memory = _memory()
            memory.parent.mkdir(parents=True, exist_ok=True)
            with memory.open("a", encoding="ascii") as written:
                written.write(digest.hexdigest()[:DIGEST] + "\n")
            if memory.stat().st_size > REMEMBERED * (DIGEST + 1):
                lines = memory.read_text(encoding="ascii").split()[-REMEMBERED // 2 :]
                write_whole(memory, ("\n".join(lines) + "\n").encode("ascii"), replace=True, remember=False)


def holds(path: Path, content: bytes) -> bool:
    """Return whether a path is a file with this very content."""
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def may_replace(path: Path, digest: str) -> bool:
    """Return whether a file is missing, empty, of the same SHA-256 digest, or unchanged since this program wrote it."""
    if not path.exists() or not path.stat().st_size:
        return True
    if path.stat().st_size > MOST_BYTES:
        return False
    with path.open("rb") as file:
        old = hashlib.file_digest(file, "sha256").hexdigest()
    return old == digest or old[:DIGEST] in _remembered() or _is_untouched_print(path)


def _is_untouched_print(path: Path) -> bool:
    """Return whether a PDF was written by this program and never changed: saved once, and without a form."""
    with path.open("rb") as file:
        content = file.read(4)
        if content != b"%PDF":
            return False
        content += file.read()
    # editors of PDF files append their changes, with a second startxref; a form may hold what somebody typed
    return b"(Scrawlpress)" in content and content.count(b"startxref") == 1 and b"/AcroForm" not in content


def write_new(files: Mapping[Path, Iterable[bytes]]) -> None:
    """Write new files, given in pieces: all of them or none, even if interrupted.

    All are written as temporary files first, then renamed in the given order. Raises CannotWrite.
    """
    parts: dict[Path, Path] = {}
    made: list[Path] = []  # files and folders, in the order of creation
    path = Path()
    try:
        for path, pieces in files.items():
            for folder in (*reversed(path.parent.parents), path.parent):
                if not folder.is_dir():
                    folder.mkdir()
                    made.append(folder)
            parts[path] = _part_of(path, pieces)
        for path, part in parts.items():
            if os.path.lexists(path):
                raise FileExistsError(errno.EEXIST, "it is there already")
            made.append(path)
            part.replace(path)
    except BaseException as fault:
        # folders come before the files in them, so the reverse order empties each folder before it goes
        for each in (*parts.values(), *reversed(made)):
            with contextlib.suppress(OSError):
                each.rmdir() if each.is_dir() else each.unlink()
        if isinstance(fault, (OSError, ValueError, RuntimeError)):
            raise CannotWrite(f"cannot write {path}: {getattr(fault, 'strerror', None) or fault}") from None
        raise
    for folder in {path.parent for path in files}:
        settle(folder)


def _part_of(target: Path, pieces: Iterable[bytes]) -> Path:
    """Write a temporary file beside `target`, with the owner and mode of the old file, and return its path."""
    # the only way to read the mask is to set it
    mask = os.umask(0)
    os.umask(mask)
    old = target.stat() if target.exists() else None
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=PREFIX, suffix=SUFFIX)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.writelines(pieces)
            out.flush()
            os.fsync(out.fileno())
        if old is not None and hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(part, old.st_uid, old.st_gid)
        part.chmod(stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~mask)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    return part


def _memory() -> Path:
    from platformdirs import user_state_path

    return user_state_path("scrawlpress") / "written"


def _remembered() -> set[str]:
    with contextlib.suppress(OSError, ValueError):
        return set(_memory().read_text(encoding="ascii").split())
    return set()


@cache
def sweep(folder: Path) -> None:
    """Remove the temporary files that killed processes left in a folder, at most once for each folder."""
    now = time.time()
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{PREFIX}*{SUFFIX}"):
            with contextlib.suppress(OSError):
                if now - path.lstat().st_mtime > OLD:
                    path.unlink()
