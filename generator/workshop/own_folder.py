"""The user's own folder, which is the only folder that pages of the workshop write to.

A file that changed since it was opened is never replaced.
"""

import contextlib
import difflib
import hashlib
import re
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.check.yaml_completion import completions
from generator.diagnostics import SourceLocation, attempt, refuse
from generator.game.manifest import read_manifest
from generator.reading.edits.yaml_edits import NotEdited
from generator.reading.game_catalogue import GameCatalogue, is_file, is_inside
from generator.reading.source_cache import UnsavedSources
from generator.reading.yaml_nodes import parse_yaml, plain, read_bytes, read_text
from generator.storage.whole_files import write_whole
from generator.workshop.guard import Refused
from generator.workshop.word_overrides import changed_words, has_words, line_of, with_word

TEXTS = {".yaml", ".yml", ".csv", ".svg"}
MOST_HITS = 200  # lines in the result of a search
EXCERPT = 120  # characters of such a line
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
MARK = b"\xef\xbb\xbf"  # byte order mark that spreadsheet programs need before UTF-8


class OwnFolder:
    """Opens text files from which pictures are made, such as layouts, and saves files in the user's folder."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.lock = threading.Lock()
        self.listed: dict[str, Path] = {}  # paths of listed files, by their names in messages

    def need_home(self, relative: str = "cards") -> Path:
        """Return the user's own folder; raises InvalidInput, with `relative` as its place, if the user has none."""
        if self.catalogue.home is None:
            hint = "begin the workshop in a folder with your own cards/, or with --home"
            raise refuse("C001", "you have no folder to save into", SourceLocation(relative), hint)
        return self.catalogue.home

    def sources(self, game: str) -> list[dict[str, Any]]:
        """Return the text files of a game, and those shared by all games, the user's own first."""
        texts = sorted(self._texts(game), key=lambda entry: (not entry[2], entry[0]))
        self.listed |= {name: path for name, path, _ in texts}
        return [{"file": name, "own": is_own} for name, _, is_own in texts]

    def _texts(self, game: str) -> Iterator[tuple[str, Path, bool]]:
        """Yield (name in messages, path, is it the user's own); own files hide built-in ones of the same name."""
        opened, yielded = self.catalogue.sources.opened_files(), set()
        for root in self.catalogue.roots:
            below = [path for kind in ("cards", "layouts") for path in (root / kind / game).rglob("*")]
            for path in (*opened, *below):
                if path.suffix not in TEXTS or not is_inside(path, root) or not path.is_file():
                    continue
                relative = path.resolve().relative_to(root.resolve())
                kind, *steps = relative.parts
                if (
                    (relative not in yielded or has_words(relative))
                    and path not in yielded
                    and (kind == "icons" or steps[0] in (game, "common", "icons"))
                ):
                    yielded |= {relative, path}
                    yield self.catalogue.display_path(path), path, root == self.catalogue.home

    def search(self, game: str, phrase: str, unsaved_name: str, text: str) -> dict[str, Any]:
        """Return the lines of a game's files that contain `phrase`, ignoring case, and the total number of such lines.

        In the file `unsaved_name`, the unsaved `text` is searched instead of the saved one.
        """
        phrase, hits, count = phrase.casefold(), [], 0
        for name in [entry["file"] for entry in self.sources(game)]:
            for number, line in enumerate((text if name == unsaved_name else self._text(name)).split("\n"), 1):
                at = line.casefold().find(phrase)
                count += at >= 0
                if at >= 0 and count <= MOST_HITS:
                    hits.append({"file": name, "line": number, "text": _excerpt(line, at)})
        return {"hits": hits, "count": count}

    def _text(self, name: str) -> str:
        """Return the text of a file listed by `sources`; "" if it cannot be read."""
        return attempt([], lambda: read_text(self.listed[name], name)) or ""

    def source(self, name: str) -> dict[str, Any]:
        """Return a file's text, and the digest that saving needs; raises Refused for a file never read or listed.

        A built-in file is saved as the user's own file of the same name, which overrides it; of words, only those that
        were changed (`is_part`).
        """
        path, root = self._path_and_root(name)
        is_own = root == self.catalogue.home
        target = self.catalogue.home / path.relative_to(root) if self.catalogue.home is not None else None
        return {
            "file": name,
            "text": read_text(path, name),
            "own": is_own,
            "seen": sign(read_bytes(path, name)) if is_own else "",
            "target": str(target) if target is not None else "",
            "is_part": not is_own and has_words(path.relative_to(root)),
            **_deck_of(self.catalogue, path.relative_to(root)),
        }

    def completions(self, name: str, text: str, line: int, column: int) -> dict[str, Any]:
        """Return the completions at a position in the text of a file, and what a formula there gives.

        Raises Refused and InvalidInput.
        """
        path, _ = self._path_and_root(name)
        words, formula = completions(self.catalogue, path, read_text(path, name), text, line, column)
        return {
            "words": [completion._asdict() for completion in words],
            "formula": formula._asdict() if formula is not None else None,
        }

    def save_source(self, name: str, text: str, digest: str) -> dict[str, Any]:
        """Save a text as the user's own version of a file; raises Refused, InvalidInput and CannotWrite."""
        path, root = self._path_and_root(name)
        if root != self.catalogue.home and has_words(path.relative_to(root)):
            return self._save_words(path, path.relative_to(root).as_posix(), text)
        old_content = read_bytes(path, name)
        text = _with_ends_of(old_content, text)
        if old_content.startswith(MARK):
            text = MARK.decode("utf-8") + text
        return self.save(path.relative_to(root).as_posix(), text, digest)

    def _save_words(self, path: Path, relative: str, text: str) -> dict[str, Any]:
        """Save the words that differ from those of the built-in file `path`, beside the words that the user has.

        The result also has the name of the user's file, and the line of the last of these words (`file`, `line`).
        """
        target = self.need_home(relative) / relative
        name = self.catalogue.display_path(target)
        words = list(changed_words(self.catalogue.read(path), parse_yaml(text, name)))
        if not words:
            raise Refused(409, "no word differs from the built-in ones")
        old_content = read_bytes(target, name) if is_file(target) else b""
        new_text = old_content.decode("utf-8")
        try:
            for at, word in words:
                new_text = with_word(new_text, at, plain(word))
        except NotEdited:
            raise Refused(409, f"{name} is written in a way that is only changed by hand: open it") from None
        saved = self.save(relative, new_text, sign(old_content) if old_content else "")
        self.listed[name] = target
        return {**saved, "file": name, "line": line_of(new_text, words[-1][0])}

    @contextlib.contextmanager
    def catalogue_with(self, unsaved: tuple[str, str] | None) -> Iterator[GameCatalogue]:
        """Yield a catalogue in which the file of `unsaved` (name, text) has this text; the catalogue itself for None.

        Raises Refused if no file of this name was read or listed before.
        """
        if unsaved is None:
            yield self.catalogue
            return
        name, text = unsaved
        path, _ = self._path_and_root(name)
        with tempfile.TemporaryDirectory() as folder:
            instead = Path(folder) / path.name
            instead.write_text(text, encoding="utf-8", newline="")
            yield replace(self.catalogue, sources=UnsavedSources(self.catalogue.sources, path, instead))

    def is_played_by(self, name: str) -> bool:
        """Return whether a file may change how its game plays, which layouts and words never do; raises Refused."""
        path, root = self._path_and_root(name)
        kind, _, *steps = path.relative_to(root).parts
        return kind == "cards" and steps[0] != "words"

    def save(self, relative: str, text: str, digest: str) -> dict[str, Any]:
        """Save a file in the user's folder, unless its present content does not have the digest `digest`."""
        home = self.need_home(relative)
        path, content = home / relative, text.encode("utf-8")
        if not is_inside(path, home):
            raise Refused(409, f"{path} leads out of your folder")
        with self.lock:
            present = read_bytes(path, str(path)) if path.is_file() else None
            # a file that has this content already was saved by a request whose answer was lost
            if present != content and (sign(present) if present is not None else "") != digest:
                raise Refused(409, f"{path} has changed: open it again, or save under another name")
            write_whole(path, content, replace=True)
        return {"saved": str(path), "seen": sign(content)}

    def _path_and_root(self, name: str) -> tuple[Path, Path]:
        """Return (path, root) of the file that messages call `name`, if it was read or listed; else raise Refused.

        If the user has an own file that overrides this file, return the own file.
        """
        paths = [path for path in self.catalogue.sources.opened_files() if self.catalogue.display_path(path) == name]
        paths += [self.listed[name]] if name in self.listed else []
        if any(path.suffix not in TEXTS for path in paths):
            raise Refused(
                409, "this file is changed in the program that made it: save it there, and the picture follows"
            )
        for root in self.catalogue.roots:
            for path in paths:
                if is_inside(path, root) and path.is_file():
                    relative = path.resolve().relative_to(root.resolve())
                    first = path if has_words(relative) else self.catalogue.need(relative.as_posix())
                    roots = (folder for folder in self.catalogue.roots if is_inside(first, folder))
                    return first.resolve(), next(roots).resolve()
        raise Refused(409, "no picture was made from such a file")


def _excerpt(line: str, at: int) -> str:
    """Return a line, shortened around the offset `at` if it is long."""
    start = max(0, at - EXCERPT // 3)
    head, tail = "…" if line[:start].strip() else "", "…" if line[start + EXCERPT :].strip() else ""
    return head + line[start : start + EXCERPT].strip() + tail


def _deck_of(catalogue: GameCatalogue, relative: Path) -> dict[str, Any]:
    """Return the name of the deck that a file belongs to, and its declared fields; the name is "" for other files."""
    kind, game, *_ = (*relative.parts, "")
    is_deck = kind == "cards" and len(relative.parts) == 3 and relative.suffix in (".yaml", ".csv")
    tables = attempt([], lambda: read_manifest(catalogue, game).tables) if is_deck else None
    entry = tables.get(relative.stem) if tables else None
    if entry is None or entry.maps:
        return {"deck": "", "fields": []}
    return {"deck": relative.stem, "fields": list(entry.fields)}


def _with_ends_of(old_content: bytes, text: str) -> str:
    """Return a text with the line endings of the file `old_content`, since browsers replace them all by line feeds."""
    old = _LINE.findall(old_content.decode("utf-8", "replace").removeprefix("\ufeff"))
    ends = [line[len(line.rstrip("\r\n")) :] for line in old]
    common = max(set(ends) - {""}, key=ends.count, default="\n")
    if set(ends) <= {"\n", ""}:
        return text
    # In a file with mixed line endings, the lines that the edit kept get their old ending. The longest common blocks
    # of both texts say which lines these are (Ratcliff and Obershelp, in difflib).
    lines = _LINE.findall(text)
    if set(ends) <= {common, ""}:
        return "".join(_ended(line, common) for line in lines)
    old_lines = [line.rstrip("\r\n") for line in old]
    same = difflib.SequenceMatcher(None, old_lines, [line.rstrip("\r\n") for line in lines], autojunk=False)
    new = [common] * len(lines)
    for old_at, new_at, length in same.get_matching_blocks():
        new[new_at : new_at + length] = ends[old_at : old_at + length]
    return "".join(_ended(line, end or common) for line, end in zip(lines, new, strict=True))


def _ended(line: str, end: str) -> str:
    content = line.rstrip("\r\n")
    return content + (end if len(content) < len(line) else "")


def sign(content: bytes) -> str:
    """Return the digest of a file's content."""
    return hashlib.sha256(content).hexdigest()
