"""Backups: one file with all data of a user: saved games, scoring sessions, printers, own games.

A backup is a ZIP: `ledger.sqlite3`, `tables/`, `unfinished/`, `printers.yaml`, and below `home/` the folders of games.
A file to restore may come from a stranger: the names and sizes in it are checked before anything is unpacked, and the
content is unpacked in pieces.
"""

import io
import os
import re
import sqlite3
import struct
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple

from generator.diagnostics import CannotWrite, InvalidInput, bare_place, refuse
from generator.reading.game_catalogue import is_file, is_inside
from generator.reading.structure import DEVICES
from generator.storage.store import back_up, refuse_stranger
from generator.storage.whole_files import write_new

OWN = ("cards", "layouts", "icons", "fonts")  # folders of a home
MARK = "scrawlpress-backup"  # comment of the ZIP, followed by the number of its format
FORMAT = 1
MOST_BYTES, MOST_FILES = 1_000_000_000, 20_000
MOST_LISTED = 4_000_000  # bytes of the directory of a ZIP, which is read at once
MOST_TIMES, ANYWAY = 100, 10_000_000  # unpacked bytes: so many times those of the backup, and these in any case
PIECE = 1_000_000  # bytes that are unpacked at a time
LEDGER, PRINTERS, TABLES, UNFINISHED, HOME = "ledger.sqlite3", "printers.yaml", "tables", "unfinished", "home"
ELSEWHERE = "is a device on Windows, or differs from another name only in capitals"
_OF_A_GAME = re.compile(  # a path without hidden parts
    r"([^./][^/]*/)+[^./][^/]*\."
    r"(ya?ml|csv|tsv|xlsx|ods|json|svg|png|jpe?g|gif|webp|bmp|tiff?|ttf|otf|md|txt|pdf|format-\d+)",
    re.IGNORECASE,
)
_OF_A_TABLE = re.compile(r"[\w-]+\.jsonl")
_END = struct.Struct("<4s6xHL4xH")  # end of a ZIP: signature, number of files, bytes of directory and comment


class UserDataPaths(NamedTuple):
    """The paths of a user's data: saved games, unfinished games, the file of printers, the home with own games.

    Without a home, no games are backed up, and those in a backup are restored to the current folder.
    """

    ledger: Path
    unfinished: Path
    printers: Path
    home: Path | None

    def of(self, name: str) -> Path | None:
        """Return the path to which the file `name` of a backup is restored; None for kinds of files that are left out.

        Raises ValueError for an invalid name.
        """
        first, *inner = PurePosixPath(name).parts or ("",)
        if not name.isprintable() or any(part == ".." or "\\" in part or ":" in part for part in inner):
            raise ValueError(name)
        if not inner and first in (LEDGER, PRINTERS):
            return self.ledger if first == LEDGER else self.printers
        if first == HOME and len(inner) > 1 and inner[0] in OWN:
            return (self.home or Path()).joinpath(*inner) if _OF_A_GAME.fullmatch("/".join(inner)) else None
        folder = {TABLES: tables_folder(self.ledger), UNFINISHED: self.unfinished}.get(first)
        if folder is None or len(inner) != 1:
            raise ValueError(name)
        return folder / inner[0] if _OF_A_TABLE.fullmatch(inner[0]) else None


def tables_folder(ledger: Path) -> Path:
    """Return the folder beside a ledger with the journals of scoring sessions that are open."""
    return ledger.with_name(f"{ledger.name}.tables")


def backup(places: UserDataPaths) -> tuple[bytes, int, list[str]]:
    """Return a backup of all data, the number of its files, and the files of the home that were left out.

    Left out are files of kinds that games do not use, and links to files outside the home. Raises CannotWrite for a
    damaged ledger, and for more data than a backup can hold.
    """
    content, left_out = io.BytesIO(), list[str]()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive, tempfile.TemporaryDirectory() as folder:
        archive.comment = f"{MARK} {FORMAT}".encode("ascii")
        files = list(_kept(places, left_out))
        if places.ledger.exists():
            back_up(places.ledger, copy := Path(folder) / LEDGER)
            files.append((LEDGER, copy))
        size = sum(path.stat().st_size for _, path in files)
        if len(files) > MOST_FILES or size > MOST_BYTES:
            raise CannotWrite(f"a backup holds at most {MOST_FILES:,} files of {MOST_BYTES // 1_000_000:,} MB together")
        if shared := _unusable_elsewhere(name for name, _ in files):
            raise CannotWrite(f"{shared} {ELSEWHERE}: rename it")
        for name, path in files:
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
    if _swells(size, len(content.getbuffer())):
        raise CannotWrite(f"files of {size:,} bytes are too empty for a backup: look for a large blank picture")
    return content.getvalue(), len(files), left_out


def _swells(size: int, packed: int) -> bool:
    """Return whether files of so many bytes take suspiciously few in a backup, as those of a ZIP bomb do."""
    return size > MOST_TIMES * packed + ANYWAY


def _unusable_elsewhere(names: Iterable[str]) -> str:
    """Return the first name that Windows or macOS has no file of, or takes for an earlier one; "" if there is none."""
    taken = set[str]()
    for name in names:
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in taken or any(part.partition(".")[0].strip() in DEVICES for part in folded.split("/")):
            return name
        taken.add(folded)
    return ""


def _kept(places: UserDataPaths, left_out: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield (name in the backup, path) of all files to back up except the ledger; add others to `left_out`."""
    if places.printers.exists():
        yield PRINTERS, places.printers
    for name, folder in ((TABLES, tables_folder(places.ledger)), (UNFINISHED, places.unfinished)):
        for path in sorted(folder.glob("*.jsonl")):
            if _OF_A_TABLE.fullmatch(path.name) and is_file(path) and is_inside(path, folder):
                yield f"{name}/{path.name}", path
    home = places.home.absolute() if places.home else Path()
    own = [home / kind for kind in OWN if places.home and is_inside(home / kind, home)]
    for path in sorted(path for folder in own for path in folder.rglob("*") if is_file(path)):
        name = path.relative_to(home).as_posix()
        if _OF_A_GAME.fullmatch(name) and any(is_inside(path, folder) for folder in own):
            yield f"{HOME}/{name}", path
        elif "/." not in name:
            left_out.append(str(path))


def restore(source: Path, places: UserDataPaths) -> tuple[list[Path], int, list[str]]:
    """Write all files of a backup, or none if a file exists already with other content.

    Returns the paths that were written, the number of files that existed already, and the names of those left out.
    Raises InvalidInput for a file that is no backup or is damaged, and CannotWrite.
    """
    if not source.is_file():
        raise _refused(source, "this is not a file")
    with source.open("rb") as file, _archive(file, source) as archive:
        members, left_out = _members(archive, places, source)
        new = {path: info for path, info in members.items() if not _is_there(path, _pieces(archive, info, source))}
        if places.ledger in new:
            _check_ledger(_pieces(archive, new[places.ledger], source))
        in_order = sorted(new, key=lambda path: path == places.ledger)  # the ledger is written last
        write_new({path: _pieces(archive, new[path], source) for path in in_order})
    return in_order, len(members) - len(new), left_out


def _refused(source: Path, words: str) -> InvalidInput:
    return refuse("C043", words, bare_place(str(source)), "nothing was written; `scrawl backup` writes such files")


def _archive(file: BinaryIO, source: Path) -> zipfile.ZipFile:
    """Open a backup; raises InvalidInput for a file that is no backup, or larger than this program writes."""
    size = file.seek(0, io.SEEK_END)
    file.seek(-min(size, _END.size + 65_535), io.SEEK_END)
    end = file.read()
    at = max(end.rfind(b"PK\5\6"), 0)
    _, files, listed, length = _END.unpack(end[at : at + _END.size].ljust(_END.size, b"\0"))
    comment = end[at + _END.size :]
    mark, _, number = comment[:40].decode("ascii", "replace").partition(" ")
    if mark != MARK or not number.isdecimal() or length != len(comment):
        raise _refused(source, "this is not a backup of Scrawlpress, or only a part of one")
    if int(number) > FORMAT:
        words = f"it was written by a later version (format {number})"
        raise refuse("C040", words, bare_place(str(source)), "install that one")
    is_large = end[max(at - 20, 0) : at].startswith(b"PK\6\7")  # then a ZIP64 directory overrides these numbers
    if size > MOST_BYTES or is_large or files > MOST_FILES or listed > MOST_LISTED:
        raise _refused(source, "this backup holds more than any of ours")
    try:
        return zipfile.ZipFile(file)
    except Exception as fault:  # a damaged directory may raise anything
        raise _refused(source, f"this backup cannot be read: {str(fault)[:100]}") from None


def _members(
    archive: zipfile.ZipFile, places: UserDataPaths, source: Path
) -> tuple[dict[Path, zipfile.ZipInfo], list[str]]:
    """Return the files of a backup by their target paths, and the names of those left out; raises InvalidInput."""
    members: dict[Path, zipfile.ZipInfo] = {}
    left_out: list[str] = []
    infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
    size, packed = sum(info.file_size for info in infos), source.stat().st_size
    if len(infos) > MOST_FILES or size > MOST_BYTES:
        raise _refused(source, "this backup holds more than any of ours")
    if _swells(size, packed):
        raise _refused(source, f"its {packed:,} bytes unpack to {size:,}, more than any of ours do")
    if shared := _unusable_elsewhere(info.filename for info in infos):
        raise _refused(source, f"{shared[:80]!r} {ELSEWHERE}")
    for info in infos:
        try:
            path = places.of(info.filename)
        except ValueError:
            raise _refused(source, f"no backup of ours holds {info.filename[:80]!r}") from None
        if path is None:
            left_out.append(info.filename)
        elif path in members or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _refused(source, f"no backup of ours holds {info.filename[:80]!r} so, or twice")
        else:
            members[path] = info
    for path, info in members.items():
        if info.filename.startswith(f"{HOME}/") and not is_inside(path, (places.home or Path()).absolute()):
            raise CannotWrite(f"{path} leads out of your folder: nothing was written")
        if not members.keys().isdisjoint(path.parents):
            raise _refused(source, f"a file is where the folder of {info.filename[:80]!r} is to be")
    return members, left_out


def _pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: Path) -> Iterator[bytes]:
    """Yield the content of one file in a backup in pieces; raises InvalidInput if the backup is damaged."""
    try:
        with archive.open(info) as packed:
            while piece := packed.read(PIECE):
                yield piece
    except Exception as fault:  # damaged data may raise anything
        raise _refused(source, f"this backup cannot be read: {str(fault)[:100]}") from None


def _is_there(path: Path, pieces: Iterable[bytes]) -> bool:
    """Return whether a file exists with the content in `pieces`; raises CannotWrite if its content differs."""
    if not os.path.lexists(path):
        return False
    if path.is_file():
        with path.open("rb") as file:
            if all(file.read(len(piece)) == piece for piece in pieces) and not file.read(1):
                return True
    raise CannotWrite(f"{path} is there already and differs: name other places with --home, --db and --printers")


def _check_ledger(pieces: Iterable[bytes]) -> None:
    """Raise CannotWrite for a ledger that is damaged, or the database of another program."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / LEDGER
        with copy.open("wb") as file:
            file.writelines(pieces)
        with closing(sqlite3.connect(copy)) as connection:
            try:
                refuse_stranger(connection)
                connection.execute("SELECT count(*) FROM games")
                if connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                    raise sqlite3.DatabaseError("it is damaged")
            except (sqlite3.Error, UnicodeDecodeError) as fault:
                raise CannotWrite(f"the ledger in this backup cannot be used: {str(fault)[:100]}") from None
