"""All that is somebody's own in one file: games that were played, tables at play, drafts, printers, games of one's own.

A backup is a ZIP: `ledger.sqlite3`, `tables/`, `drafts/`, `printers.yaml`, and below `home/` the folders of games. What
is read back may be a stranger's file: its names and sizes are looked at before a byte of it is written.
"""

import io
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.diagnostics import CannotWrite, refuse, unlined
from generator.storage.store import back_up, refuse_stranger
from generator.storage.whole_files import write_whole

OWN = ("cards", "layouts", "icons", "fonts")  # of a home
MARK = "scrawlpress-backup"  # the comment of the ZIP, and the number of its format
FORMAT = 1
MOST_BYTES, MOST_FILES = 2_000_000_000, 50_000
LEDGER, PRINTERS, TABLES, DRAFTS, HOME = "ledger.sqlite3", "printers.yaml", "tables", "drafts", "home"


@dataclass(frozen=True)
class UserDataPaths:
    """Where it lies: the ledger, drafts, the file of printers, and the home of one's own games.

    Without a home none of its files are kept, and they are brought back to the current folder.
    """

    ledger: Path
    drafts: Path
    printers: Path
    home: Path | None

    def of(self, name: str) -> Path | None:
        """Return where a file of a backup belongs, or None for a name that no backup has, or no place is for."""
        first, *inner = PurePosixPath(name).parts
        if any(part in ("..", ".") or "\\" in part or ":" in part for part in inner):
            return None
        if not inner:
            return {LEDGER: self.ledger, PRINTERS: self.printers}.get(first)
        if first == HOME and len(inner) > 1 and inner[0] in OWN:
            return (self.home or Path()).joinpath(*inner)
        folder = {TABLES: tables_folder(self.ledger), DRAFTS: self.drafts}.get(first)
        return folder / inner[0] if folder is not None and len(inner) == 1 else None


def tables_folder(ledger: Path) -> Path:
    """Return the folder beside a ledger in which the tables at play are kept."""
    return ledger.with_name(f"{ledger.name}.tables")


def backup(places: UserDataPaths) -> tuple[bytes, int]:
    """Return the backup of all that is there, and how many files it holds; raises CannotWrite for a damaged ledger."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = f"{MARK} {FORMAT}".encode("ascii")
        for name, path in _kept(places):
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        if places.ledger.exists():
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / LEDGER
                back_up(places.ledger, copy)
                archive.writestr(zipfile.ZipInfo(LEDGER), copy.read_bytes(), zipfile.ZIP_DEFLATED)
        count = len(archive.namelist())
    return content.getvalue(), count


def _kept(places: UserDataPaths) -> Iterator[tuple[str, Path]]:
    """Yield name and path of every file but the ledger, which is copied as it is at one moment."""
    if places.printers.exists():
        yield PRINTERS, places.printers
    for name, folder in ((TABLES, tables_folder(places.ledger)), (DRAFTS, places.drafts)):
        for path in sorted(folder.glob("*.json*")):
            yield f"{name}/{path.name}", path
    home = places.home
    for path in sorted(path for kind in OWN for path in (home / kind).rglob("*")) if home is not None else ():
        if path.is_file() and not path.name.startswith("."):
            yield f"{HOME}/{path.relative_to(home or Path()).as_posix()}", path


def restored(content: bytes, places: UserDataPaths, shown: str) -> dict[Path, bytes]:
    """Return what a backup holds, by where it belongs; raises InvalidInput for a file that is none, or is damaged."""
    place = unlined(shown)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            mark, _, number = archive.comment.decode("ascii", "replace").partition(" ")
            if mark != MARK or not number.isdecimal():
                raise refuse("C043", "this is no backup of Scrawlpress", place, "`scrawl backup` writes one")
            if int(number) > FORMAT:
                raise refuse("C040", f"it was written by a later version (format {number})", place, "install that one")
            return {_place(info, places, shown): archive.read(info) for info in _bounded(archive, shown)}
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as fault:
        raise refuse("C043", f"this backup cannot be read: {fault}", place, "take another copy of it") from None


def _bounded(archive: zipfile.ZipFile, shown: str) -> list[zipfile.ZipInfo]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_BYTES:
        raise refuse("C043", "this backup holds more than any of ours", unlined(shown), "it is not opened")
    return infos


def _place(info: zipfile.ZipInfo, places: UserDataPaths, shown: str) -> Path:
    path = places.of(info.filename)
    if path is None:
        raise refuse("C043", f"no backup of ours holds {info.filename[:80]!r}", unlined(shown), "nothing was written")
    return path


def restore(files: Mapping[Path, bytes], ledger: Path) -> list[Path]:
    """Write what was read from a backup, where nothing else lies; returns what was written. Raises CannotWrite.

    What is there already must be the same: nothing is written over, and nothing is written where one file differs.
    """
    new = {path: content for path, content in files.items() if not _is_there(path, content)}
    if ledger in new:
        _sound(new[ledger])
    for path, content in sorted(new.items(), key=lambda item: item[0] == ledger):
        write_whole(path, content)
    return list(new)


def _is_there(path: Path, content: bytes) -> bool:
    if not path.exists():
        return False
    if path.is_file() and path.read_bytes() == content:
        return True
    raise CannotWrite(f"{path} is there already and differs: name other places with --home, --db and --printers")


def _sound(content: bytes) -> None:
    """Raise CannotWrite for a ledger that is damaged, or another program's."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / LEDGER
        copy.write_bytes(content)
        connection = sqlite3.connect(copy)
        try:
            refuse_stranger(connection)
            connection.execute("SELECT count(*) FROM games")
            if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("it is damaged")
        except sqlite3.Error as fault:
            raise CannotWrite(f"the ledger in this backup cannot be used: {fault}") from None
        finally:
            connection.close()
