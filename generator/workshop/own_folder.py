"""The user's own folder: the only one that the pages write into, and never over a file that changed meanwhile."""

import hashlib
import threading
from pathlib import Path
from typing import Any

from generator.cli.writing import write_whole
from generator.diagnostics import Place, refuse
from generator.reading.catalogue import Catalogue, is_inside
from generator.reading.yaml_nodes import read_bytes, read_text


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
        if b"\r\n" in read_bytes(path, shown):  # a browser gives other ends of lines back
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        return self.save(path.relative_to(root).as_posix(), text, seen)

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
        """Return the file that messages show so, with its root: only files that were read are ever opened."""
        paths = [path for path in self.catalogue.sources.paths() if self.catalogue.shown(path) == shown]
        for root in self.catalogue.roots:
            for path in paths:
                if is_inside(path, root) and path.is_file():
                    return path.resolve(), root.resolve()
        raise NotSaved("no picture was made from such a file")


def sign(content: bytes) -> str:
    """Return what tells one content of a file from another."""
    return hashlib.sha256(content).hexdigest()
