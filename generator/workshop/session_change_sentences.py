"""What was changed at a table, as people read it: who did what on whose sheet, with the words of the game."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.scoring.dialogue.session import PlayerSheet
from generator.storage.journal import Entry
from generator.workshop.shared_session import SharedSession


def told_changes(session: SharedSession, entries: list[Entry], boxes: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield each change: revision, time, by whom (None: the host), whose sheet, kind, what of it, and what it is now.

    `boxes` are the names of the boxes of the sheet by their ids. Nothing is told that would let anybody write.
    """
    names: dict[int, str] = {}
    called = _Questions(session)
    for entry in entries:
        asked = entry["do"]
        if asked["do"] == "reveal":
            continue  # it changes nobody's sheet
        before = dict(names)
        names |= {int(id): seat["sheet"]["name"] for id, seat in entry["seats"].items() if seat is not None}
        seat = asked.get("seat", next((int(id) for id in entry["seats"]), None))
        told = {"do": asked["do"], "of": before.get(seat, names.get(seat, "")), "what": "", "text": ""}
        match asked["do"]:
            case "answer":
                told |= called.answer(asked["question"], asked["text"])
            case "tick":
                told |= {"do": "tick" if asked["on"] else "untick", "what": boxes.get(asked["box"]) or asked["box"]}
            case "photo":
                told["what"] = str(len(asked["ticked"]))
            case "name":
                told["text"] = asked["text"]
            case "play_on":
                told |= {"do": "map", "text": asked["dungeon"]}
            case "save":
                told["text"] = str(asked["game"])
        by = None if entry["by"] is None else names.get(entry["by"], "")
        if asked["do"] == "join" and asked.get("phone"):
            by = told["of"]
        yield {"revision": entry["revision"], "at": entry["at"], "by": by, "back": entry["back"] is not None, **told}


class _Questions:
    """The names of the questions of a table, and of what can be chosen."""

    def __init__(self, session: SharedSession) -> None:
        rules = session.rules
        lines = {line.letter: rules.words.tell(line.name) for line in rules.table.lines}
        self.names = {f"line.{letter}": f"{letter} {word}" for letter, word in lines.items()}
        for asked in session.dialogue.questions(session.game, PlayerSheet("")):
            part = session.dialogue.part_name(asked)
            of_line = [self.names[f"line.{asked.line.letter}"]] if asked.line else []
            self.names[asked.id] = ": ".join([*of_line, *([] if part is None else [rules.words.tell(part)])])
        self.options = {
            question["id"]: {one["sent"]: one["name"] for one in question["control"]["options"]}
            for question in session.views.questions(session.game)
        }

    def answer(self, question: str, text: str) -> dict[str, str]:
        """Return what was answered; an entry of a ledger stands in its standings, and is not told again here."""
        first = f"{question.partition('.')[0]}.0"
        what = self.names.get(question) or self.names.get(first, question)
        shown = "" if text.startswith("{") else self.options.get(question, {}).get(text, text)
        return {"do": "answer" if text else "clear", "what": what, "text": shown}
