"""The user's own folder: the only one that the pages write into, and never over a file that changed meanwhile."""

import contextlib
import hashlib
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.diagnostics import Place, refuse
from generator.keeping.whole_files import write_whole
from generator.reading.catalogue import Catalogue, is_inside
from generator.reading.sources import UnsavedSources
from generator.reading.yaml_nodes import read_bytes, read_text

TEXTS = {".yaml", ".yml", ".csv", ".svg"}
MARK = b"\xef\xbb\xbf"  # that a spreadsheet program wants before UTF-8


class NotSaved(Exception):
    """A file that is not written; the text tells why."""


class OwnFolder:
    """Opens the files that pictures were made from, and saves files below the user's folder."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.lock = threading.Lock()

    @property
    def home(self) -> Path | None:
        """The user's own folder, or None where none was given."""
        return self.catalogue.home

    def sources(self, game: str) -> list[dict[str, Any]]:
        """Return the files of texts that pictures of a game were made from, the user's own first."""
        own_by_name = {}
        for path in self.catalogue.sources.opened():
            root = next((root for root in self.catalogue.roots if is_inside(path, root)), None)
            if root is not None and path.suffix in TEXTS and _belongs(path.resolve().relative_to(root.resolve()), game):
                own_by_name[self.catalogue.shown(path)] = root == self.home
        return [
            {"file": shown, "own": own}
            for shown, own in sorted(own_by_name.items(), key=lambda item: (not item[1], item))
        ]

    def source(self, shown: str) -> dict[str, Any]:
        """Return the text of a file that was read, and the sign that saving over it asks for; raises NotSaved.

        A built-in file is saved as an own one of the same name, which then goes before it.
        """
        path, root = self._read_before(shown)
        own = root == self.home
        there = self.home / path.relative_to(root) if self.home is not None else None
        return {
            "file": shown,
            "text": read_text(path, shown),
            "own": own,
            "seen": sign(read_bytes(path, shown)) if own else "",
            "target": str(there) if there is not None else "",
        }

    def save_source(self, shown: str, text: str, seen: str) -> dict[str, Any]:
        """Save the text of such a file; raises NotSaved, InvalidInput, CannotWrite."""
        path, root = self._read_before(shown)
        before = read_bytes(path, shown)
        if b"\r\n" in before:  # a browser gives other ends of lines back
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        if before.startswith(MARK):
            text = MARK.decode("utf-8") + text
        return self.save(path.relative_to(root).as_posix(), text, seen)

    @contextlib.contextmanager
    def unsaved(self, shown: str, text: str) -> Iterator[Catalogue]:
        """Give the catalogue as if a text were saved in place of such a file; raises NotSaved."""
        path, _ = self._read_before(shown)
        with tempfile.TemporaryDirectory() as folder:
            instead = Path(folder) / path.name
            instead.write_text(text, encoding="utf-8", newline="")
            yield replace(self.catalogue, sources=UnsavedSources(self.catalogue.sources, path, instead))

    def save(self, relative: str, text: str, seen: str) -> dict[str, Any]:
        """Write a file below the user's folder, unless the one there changed since it was opened."""
        if self.home is None:
            hint = "begin the workshop in a folder with your own cards/, or with --home"
            raise refuse("C001", "there is no folder of your own to save into", Place(relative), hint)
        path, content = self.home / relative, text.encode("utf-8")
        if not is_inside(path, self.home):
            raise NotSaved(f"{path} leads out of your folder")
        with self.lock:
            there = path.read_bytes() if path.is_file() else None
            if (sign(there) if there is not None else "") != seen:
                raise NotSaved(f"{path} changed meanwhile: open it anew, or save under another name")
            write_whole(path, content, replace=True)
        return {"saved": str(path), "seen": sign(content)}

    def _read_before(self, shown: str) -> tuple[Path, Path]:
        """Return the file that messages show so, with its root: only files that were read are ever opened.

        An own one that goes before it is that file, even where nobody read it yet.
        """
        paths = [path for path in self.catalogue.sources.opened() if self.catalogue.shown(path) == shown]
        if any(path.suffix not in TEXTS for path in paths):
            raise NotSaved("this file is changed in the program that made it: save it there, and the picture follows")
        for root in self.catalogue.roots:
            for path in paths:
                if is_inside(path, root) and path.is_file():
                    return self._first(path.resolve().relative_to(root.resolve()))
        raise NotSaved("no picture was made from such a file")

    def _first(self, relative: Path) -> tuple[Path, Path]:
        path = self.catalogue.need(relative.as_posix())
        return next((path.resolve(), root.resolve()) for root in self.catalogue.roots if is_inside(path, root))


def _belongs(relative: Path, game: str) -> bool:
    """Tell whether a file is of a game, or of all games."""
    kind, *inner = relative.parts
    return kind == "icons" or inner[0] in (game, "common", "icons")


def sign(content: bytes) -> str:
    """Return what tells one content of a file from another."""
    return hashlib.sha256(content).hexdigest()
