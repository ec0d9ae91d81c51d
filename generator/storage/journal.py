"""Journals: files of JSON lines that only grow. Once appending returns, the line is safely on the disk.

A line whose appending failed leaves no trace in the file.
"""

import contextlib
import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Entry = dict[str, Any]
MOST_BYTES = 100_000_000  # of a journal to read


class DamagedJournal(Exception):
    """Raised for a journal with a line, other than the last, that cannot be parsed."""


class Disk:
    """The file system for journals, as a class, so that tests can use a disk that is full or loses unsynced data."""

    def read(self, path: Path) -> bytes:
        """Return the content of a file; raises OSError, also if it is larger than MOST_BYTES."""
        if path.stat().st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, f"larger than {MOST_BYTES // 1_000_000} MB, and not read", str(path))
        return path.read_bytes()

    def files(self, folder: Path, suffix: str) -> list[Path]:
        """Return the files of a folder with a suffix, sorted; empty if the folder is missing."""
        return sorted(folder.glob(f"*{suffix}"))

    def remove(self, path: Path) -> None:
        """Delete a file if it exists; raises OSError."""
        path.unlink(missing_ok=True)

    @contextmanager
    def open(self, path: Path) -> Iterator["JournalFile"]:
        """Open a file, created if missing, that only its owner can read; raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        is_new = not path.exists()
        # O_APPEND: every write goes to the end of the file, also after another handle made it longer
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        try:
            yield JournalFile(handle)
        finally:
            os.close(handle)
        if is_new:
            settle(path.parent)


class JournalFile:
    """A file opened for writing; all methods but `size` raise OSError."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def size(self) -> int:
        return os.fstat(self.handle).st_size

    def cut(self, length: int) -> None:
        os.ftruncate(self.handle, length)

    def write(self, content: bytes) -> None:
        while content:
            # write may take only a part, as on a disk that is nearly full
            content = content[os.write(self.handle, content) :]

    def sync(self) -> None:
        os.fsync(self.handle)


# A new or renamed file is an entry in its folder, and only a sync of the folder keeps that entry through an outage
# (T. Pillai and others, "All File Systems Are Not Created Equal", OSDI 2014).
def settle(folder: Path) -> None:
    """Sync the directory of a folder to the disk, if the system can."""
    with contextlib.suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Journal:
    """A journal; the caller must hold a lock, so that only one program appends to it."""

    def __init__(self, path: Path, length: int = 0, disk: Disk | None = None, *, torn: bool = False) -> None:
        self.path = path
        self.length = length  # bytes of complete lines
        self.torn = torn  # an incomplete line follows them
        self.disk = disk or Disk()

    def append(self, entry: Mapping[str, Any]) -> None:
        """Append a line and sync the file to the disk; if this raises OSError, the line is removed again."""
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self.disk.open(self.path) as file:
            self._cut_what_is_torn(file)
            try:
                self.torn = True
                file.write(line)
                file.sync()
            except OSError:
                with contextlib.suppress(OSError):  # if this fails too, the line is removed before the next one
                    self._cut_what_is_torn(file)
                raise
        self.length += len(line)
        self.torn = False

    def _cut_what_is_torn(self, file: JournalFile) -> None:
        size = file.size()
        # longer without a torn line of ours, or shorter: somebody else wrote, and our next line would not follow what
        # we read
        if size < self.length or (size > self.length and not self.torn):
            raise OSError(errno.ESTALE, "another program changed it", str(self.path))
        if size > self.length:
            file.cut(self.length)


def read_journal(path: Path, disk: Disk | None = None) -> tuple[Journal, list[Entry]]:
    """Return a journal that can be appended to, and its entries.

    An incomplete last line was never confirmed and is left out. Raises OSError and DamagedJournal.
    """
    content = (disk or Disk()).read(path)
    entries: list[Entry] = []
    length, damaged = 0, 0
    # a damaged line counts as torn only if no good one follows: whatever was synced later proves that it was whole once
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        entry = _entry(line)
        if entry is None:
            damaged = damaged or number
            continue
        if damaged:
            raise DamagedJournal(f"{path}:{damaged}: this line is damaged")
        entries.append(entry)
        length += len(line)
    return Journal(path, length, disk, torn=len(content) > length), entries


def _entry(line: bytes) -> Entry | None:
    try:
        entry = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None
