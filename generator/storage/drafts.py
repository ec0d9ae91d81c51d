"""Drafts of games that are being entered, saved after each answer: one small JSON file each, written atomically."""

import contextlib
import itertools
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.diagnostics import InvalidInput
from generator.reading import format_versions
from generator.reading.yaml_nodes import Node, read_json
from generator.scoring.messages import Message, message
from generator.storage.store import default_path
from generator.storage.whole_files import sweep

MOST_KEPT = 20


@dataclass(frozen=True)
class GameEntryDraft:
    """A draft as saved: its file, the time of saving, whether all is answered, the players, and the session's data."""

    path: Path
    kept: str
    finished: bool
    names: tuple[str, ...]
    answers: int
    session: Node

    def drop(self) -> None:
        """Delete the draft."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def draft_folder(ledger: Path | None) -> Path:
    """Return the folder of drafts: beside `ledger`, or, if this is None, in the user's data folder."""
    file = ledger or default_path()
    return file.parent / "drafts" if ledger is None else file.with_name(f"{file.name}.drafts")


@dataclass
class GameEntryDraftFile:
    """The draft of one session; its file is created with the first answer."""

    folder: Path
    path: Path | None = None

    def keep(self, session: Mapping[str, Any], answers: int, *, finished: bool = False) -> None:
        """Save the data of a session with `answers` answers as the draft, replacing the last ones; raises OSError."""
        now = datetime.now().astimezone()
        if self.path is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            sweep(self.folder, "*.part")
            names = (f"{now:%Y%m%d-%H%M%S}-{os.getpid()}-{number}.json" for number in itertools.count(1))
            self.path = next(path for name in names if not (path := self.folder / name).exists())
        content = {
            format_versions.KEY: format_versions.DRAFT,
            "kept": now.isoformat(timespec="minutes"),
            "finished": finished,
            "answers": answers,
            "session": session,
        }
        part = self.path.with_suffix(".part")
        with part.open("w", encoding="utf-8") as out:
            json.dump(content, out, ensure_ascii=False)
            out.flush()
            os.fsync(out.fileno())
        part.replace(self.path)

    def drop(self) -> None:
        """Delete the draft, after the game was saved or given up."""
        if self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
        with contextlib.suppress(OSError):
            self.folder.rmdir()


def drafts_of(folder: Path, game: str) -> list[GameEntryDraft]:
    """Return the drafts of a game, the latest first; files that cannot be read are ignored."""
    drafts = [_read(path) for path in _files(folder)]
    mine = [
        draft for draft in drafts if draft is not None and (node := draft.session.get("game")) and node.value == game
    ]
    return sorted(mine, key=lambda each: each.kept, reverse=True)


def unusable_drafts(folder: Path) -> Iterator[Message]:
    """Yield a message for each file that this version cannot continue: a later version wrote it, or it is damaged."""
    for path in _files(folder):
        root = _root(path)
        if root is not None and _format(root) > format_versions.DRAFT:
            yield message("draft_later", path=path.name)
        elif root is None or _read(path) is None:
            yield message("draft_unreadable", path=str(path))


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob("*.json"), reverse=True)[:MOST_KEPT]
    except OSError:
        return []


def _root(path: Path) -> Node | None:
    try:
        return read_json(path, str(path))
    except InvalidInput:
        return None


def _format(root: Node) -> int:
    node = root.get(format_versions.KEY)
    return 1 if node is None else format_versions.number_of(node) or 1


def _read(path: Path) -> GameEntryDraft | None:
    root = _root(path)
    if root is None or _format(root) > format_versions.DRAFT:
        return None
    session, kept, finished, answers = (root.get(key) for key in ("session", "kept", "finished", "answers"))
    if session is None or session.get("game") is None or kept is None or finished is None or answers is None:
        return None
    players = session.get("players")
    names = [player.get("name") for player in players.value] if players is not None and players.is_list else []
    shown = tuple(str(name.value) for name in names if name is not None)
    count = answers.value if isinstance(answers.value, int) else 0
    return GameEntryDraft(path, str(kept.value), finished.value is True, shown, count, session)
