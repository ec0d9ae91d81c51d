"""The user's own folder: the only one that the pages write into, and never over a file that changed meanwhile."""

import contextlib
import difflib
import hashlib
import re
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.check.yaml_completion import completions
from generator.diagnostics import InvalidInput, SourceLocation, refuse
from generator.game.manifest import read_manifest
from generator.reading.edits.deck_editing import changed_deck
from generator.reading.game_catalogue import GameCatalogue, is_inside
from generator.reading.source_cache import UnsavedSources
from generator.reading.yaml_nodes import read_bytes, read_text
from generator.storage.whole_files import write_whole

TEXTS = {".yaml", ".yml", ".csv", ".svg"}
MOST_HITS = 200  # lines that are told of a search
EXCERPT = 120  # signs of such a line
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
MARK = b"\xef\xbb\xbf"  # that a spreadsheet program wants before UTF-8


class NotSaved(Exception):
    """A file that is not written; the text tells why."""


class OwnFolder:
    """Opens the files that pictures were made from, and saves files below the user's folder."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.lock = threading.Lock()
        self.listed: dict[str, Path] = {}  # files that the pages were told of, by the names that they are shown by

    @property
    def home(self) -> Path | None:
        """The user's own folder, or None where none was given."""
        return self.catalogue.home

    def need_home(self, relative: str = "cards") -> Path:
        """Return the folder that is written into; raises InvalidInput for a file where there is none."""
        if self.home is None:
            hint = "begin the workshop in a folder with your own cards/, or with --home"
            raise refuse("C001", "there is no folder of your own to save into", SourceLocation(relative), hint)
        return self.home

    def sources(self, game: str) -> list[dict[str, Any]]:
        """Return the files of texts that a game is made of, read or not yet, and of all games, the user's own first."""
        texts = sorted(self._texts(game), key=lambda each: (not each[2], each[0]))
        self.listed |= {name: path for name, path, _ in texts}
        return [{"file": name, "own": own} for name, _, own in texts]

    def _texts(self, game: str) -> Iterator[tuple[str, Path, bool]]:
        """Yield (name as shown, path, whether it is the user's own); an own file stands for a built-in of its name."""
        opened, met = self.catalogue.sources.opened_files(), set()
        for root in self.catalogue.roots:
            below = [path for kind in ("cards", "layouts") for path in (root / kind / game).rglob("*")]
            for path in (*opened, *below):
                if path.suffix not in TEXTS or not is_inside(path, root) or not path.is_file():
                    continue
                relative = path.resolve().relative_to(root.resolve())
                kind, *inner = relative.parts
                if relative not in met and (kind == "icons" or inner[0] in (game, "common", "icons")):
                    met.add(relative)
                    yield self.catalogue.display_path(path), path, root == self.home

    def search(self, game: str, wanted: str, shown: str, text: str) -> dict[str, Any]:
        """Return the lines of the files of a game that hold some words, in any case of letters, and how many there are.

        One file has a `text` that is not saved.
        """
        wanted, hits, count = wanted.casefold(), [], 0
        for name in [each["file"] for each in self.sources(game)]:
            for number, line in enumerate((text if name == shown else self._text(name)).split("\n"), 1):
                at = line.casefold().find(wanted)
                count += at >= 0
                if at >= 0 and count <= MOST_HITS:
                    hits.append({"file": name, "line": number, "text": _excerpt(line, at)})
        return {"hits": hits, "count": count}

    def _text(self, name: str) -> str:
        """Return the text of a file that was listed, or nothing where it cannot be read."""
        try:
            return read_text(self.listed[name], name)
        except InvalidInput:
            return ""

    def source(self, shown: str) -> dict[str, Any]:
        """Return the text of a file that was read or listed, and the sign that saving it asks for; raises NotSaved.

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
            **_deck_of(self.catalogue, path.relative_to(root)),
        }

    def rows(self, shown: str, text: str, edits: Sequence[Any]) -> dict[str, Any]:
        """Return the text of a deck after changes of its rows, with these; raises NotChanged and InvalidInput."""
        deck = changed_deck(text, shown, edits)
        return {"text": deck.text(), "columns": deck.columns(), "rows": [row._asdict() for row in deck.rows()]}

    def completions(self, shown: str, text: str, line: int, column: int) -> list[dict[str, Any]]:
        """Return what can be written in the text of such a file, where a word begins; raises NotSaved, InvalidInput."""
        path, _ = self._read_before(shown)
        found = completions(self.catalogue, path, read_text(path, shown), text, line, column)
        return [completion._asdict() for completion in found]

    def save_source(self, shown: str, text: str, seen: str) -> dict[str, Any]:
        """Save the text of such a file; raises NotSaved, InvalidInput, CannotWrite."""
        path, root = self._read_before(shown)
        before = read_bytes(path, shown)
        text = _with_ends_of(before, text)
        if before.startswith(MARK):
            text = MARK.decode("utf-8") + text
        return self.save(path.relative_to(root).as_posix(), text, seen)

    @contextlib.contextmanager
    def catalogue_with(self, unsaved: tuple[str, str] | None) -> Iterator[GameCatalogue]:
        """Give the catalogue as if a text were saved in place of such a file, where one is sent; raises NotSaved."""
        if unsaved is None:
            yield self.catalogue
            return
        shown, text = unsaved
        path, _ = self._read_before(shown)
        with tempfile.TemporaryDirectory() as folder:
            instead = Path(folder) / path.name
            instead.write_text(text, encoding="utf-8", newline="")
            yield replace(self.catalogue, sources=UnsavedSources(self.catalogue.sources, path, instead))

    def is_played_by(self, shown: str) -> bool:
        """Tell whether such a file may tell how its game is played: no layout does, and no words; raises NotSaved."""
        path, root = self._read_before(shown)
        kind, _, *inner = path.relative_to(root).parts
        return kind == "cards" and inner[0] != "words"

    def save(self, relative: str, text: str, seen: str) -> dict[str, Any]:
        """Write a file below the user's folder, unless the one there changed since it was opened."""
        home = self.need_home(relative)
        path, content = home / relative, text.encode("utf-8")
        if not is_inside(path, home):
            raise NotSaved(f"{path} leads out of your folder")
        with self.lock:
            there = read_bytes(path, str(path)) if path.is_file() else None
            if (sign(there) if there is not None else "") != seen:
                raise NotSaved(f"{path} changed meanwhile: open it anew, or save under another name")
            write_whole(path, content, replace=True)
        return {"saved": str(path), "seen": sign(content)}

    def _read_before(self, shown: str) -> tuple[Path, Path]:
        """Return the file that messages show so, with its root: only files that were read or listed are ever opened.

        An own one that goes before it is that file, even where nobody read it yet.
        """
        paths = [path for path in self.catalogue.sources.opened_files() if self.catalogue.display_path(path) == shown]
        paths += [self.listed[shown]] if shown in self.listed else []
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


def _excerpt(line: str, at: int) -> str:
    """Return a line, or what stands around a sign of a long one."""
    start = max(0, at - EXCERPT // 3)
    before, after = "…" if line[:start].strip() else "", "…" if line[start + EXCERPT :].strip() else ""
    return before + line[start : start + EXCERPT].strip() + after


def _deck_of(catalogue: GameCatalogue, relative: Path) -> dict[str, Any]:
    """Return the deck whose cards a file holds, with the fields that they may have; an empty one where it is none."""
    kind, game, *_ = (*relative.parts, "")
    try:
        tables = read_manifest(catalogue, game).tables if kind == "cards" and len(relative.parts) == 3 else {}
    except InvalidInput:
        tables = {}
    entry = tables.get(relative.stem) if relative.suffix in (".yaml", ".csv") else None
    if entry is None or entry.maps:
        return {"deck": "", "fields": []}
    return {"deck": relative.stem, "fields": list(entry.fields)}


def _with_ends_of(before: bytes, text: str) -> str:
    """Return a text whose lines end as those of the file before: a browser gives them all back with a line feed."""
    old = _LINE.findall(before.decode("utf-8", "replace").removeprefix("\ufeff"))
    ends = [line[len(line.rstrip("\r\n")) :] for line in old]
    usual = max(set(ends) - {""}, key=ends.count, default="\n")
    if set(ends) <= {"\n", ""}:
        return text
    lines = _LINE.findall(text)
    if set(ends) <= {usual, ""}:
        return "".join(_ended(line, usual) for line in lines)
    said = [line.rstrip("\r\n") for line in old]
    same = difflib.SequenceMatcher(None, said, [line.rstrip("\r\n") for line in lines], autojunk=False)
    new = [usual] * len(lines)
    for there, here, length in same.get_matching_blocks():
        new[here : here + length] = ends[there : there + length]
    return "".join(_ended(line, end or usual) for line, end in zip(lines, new, strict=True))


def _ended(line: str, end: str) -> str:
    said = line.rstrip("\r\n")
    return said + (end if len(said) < len(line) else "")


def sign(content: bytes) -> str:
    """Return what tells one content of a file from another."""
    return hashlib.sha256(content).hexdigest()
