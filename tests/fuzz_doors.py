"""Ways to use a damaged file: commands, the Python API, and requests to the workshop."""

import asyncio
import base64
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode

import pypdfium2

from generator.api import ScrawlError, open_game
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, run_here
from tests.fuzz import surroundings
from tests.workshop.desks import House

EARLY_EXIT = 130  # exit code of a live game that ends early
GAME = ("--game", "mini")
DUNGEONS = ("--game", "paper-dungeons")
PRINT_CARDS = ("print", "cards", *GAME, "--lang", "en", "--force", "-o", "out.pdf")
READING = ("history", "campaign", "export", "check", "score", "replay", "list", "dungeon")
SOURCES = (".yaml", ".csv")  # the workshop opens these as text
SHOPS = ("shop", "tts", "screentop", "tabletopia")
LEDGER_COMMANDS = [
    ["history", "list"], ["history", "show", "1"], ["history", "show", "3", "--why"], ["history", "fame", "--game", "platformer"],
    ["campaign", "--game", "paper-dungeons"], ["export", "json", "--force", "-o", "g.json"], ["export", "csv"],
    ["export", "bgstats", "--force", "-o", "g.bgs"], ["history", "plot", "--game", "platformer", "--force", "-o", "p.png"],
    ["backup", "again.zip", "--force"], ["history", "backup", "copy.db"],
]  # fmt: skip
HISTORY = (
    "history", "history/fame", "history/campaign", "history/plot?only=platformer", "history/games/1", "history/export/csv", "history/export/json",
)  # fmt: skip


class Door(NamedTuple):
    """A way in: its name in reports, and its call, which raises AssertionError if the program misbehaves."""

    name: str
    enter: Callable[[], None]


class DamagedFile(NamedTuple):
    """A file of a home folder, and its path in it."""

    folder: Path
    name: str
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def run(self, words: list[str]) -> None:
        """Run a command: no traceback, bad exit code, terminal escape or broken PDF; reading commands change no file."""
        done = run_here(words, "", self.folder, surroundings(self.folder))
        assert done.returncode in (0, 1, 2, *[EARLY_EXIT] * self.name.endswith((".json", "photo.jpg"))), (words, done)
        assert "Traceback" not in done.stderr, (words, done.stderr)
        assert "\x1b" not in done.stderr + done.stdout, words
        if words[0] == "print" and done.returncode == 0 and "out.pdf" in words:
            assert len(pypdfium2.PdfDocument(self.folder / "out.pdf")) > 0, words
        if words[0] in READING and not self.name.endswith(".json"):
            assert (self.folder / self.name).read_bytes() == self.content, (words, "a reading command has changed it")

    def call(self, use: Callable[[], object]) -> None:
        """Call the API: it returns, or raises a `ScrawlError`."""
        with suppress(ScrawlError):
            use()

    def request(self, method: str, path: str, sent: object = None, address: dict[str, str] | None = None) -> None:
        """Send a request to the workshop: it answers, and never with a server error."""
        body = sent if isinstance(sent, bytes) else b"" if sent is None else json.dumps(sent).encode()
        path, _, query = path.partition("?")
        query = "&".join(filter(None, [query, urlencode(address or {}, quote_via=quote)]))
        house = House(self.folder, GameCatalogue((self.folder, ROOT)))
        house.ledger = self.folder / "games.db"
        house.open()
        answer = asyncio.run(house.ask(method, f"/{path}", body, query))
        assert answer.status < 500, (method, path, query, answer.body[:300])


def doors_for(folder: Path, name: str, content: bytes, chance: random.Random) -> list[Door]:
    """Return the doors to try with a damaged file this time: mostly commands for its kind, sometimes another door."""
    file = DamagedFile(folder, name, content)
    requests, uses = list(_requests(file, chance)), list(_uses(file, chance))
    way = chance.random()
    if requests and way < 0.35:
        return [
            Door(f"{method} /{path.partition('?')[0]}", partial(file.request, method, path, *more))
            for method, path, *more in chance.sample(requests, min(2, len(requests)))
        ]
    if uses and way < 0.5:
        use, call = chance.choice(uses)
        return [Door(f"api {use}", partial(file.call, call))]
    return [
        Door(
            " ".join(words[: 2 if words[0] in ("print", "history", "export", "dungeon", "new") else 1]),
            partial(file.run, words),
        )
        for words in commands_for(file, chance)
    ]


def commands_for(file: DamagedFile, chance: random.Random) -> list[list[str]]:
    """Return the commands to try on a damaged file of this kind."""
    name = file.name
    kit = [["print", "kit", *GAME, "--lang", "en", "--force", "-o", "kit"]] * (chance.random() < 0.1)
    if name == "code.txt":
        typed = file.text.replace("\x00", "0")
        return [["dungeon", "generate", f"--code={typed}", "--games", "0", *DUNGEONS]]
    if name == "backup.zip":
        return [["restore", name, "--db", "new.db", "--printers", "new.yaml", "--home", "tables"]]
    if name == "photo.jpg":
        return [["score", name, *DUNGEONS, "--lang", "en", *["--json"] * (chance.random() < 0.5)]]
    if name.startswith("cards."):
        new = ["new", "deck", "fresh", "--from", name, *GAME]
        return [chance.choice([["print", "cards", "--from", name, "--force", "-o", "out.pdf"], new])]
    if name == "tables/table.jsonl":
        return [["backup", "again.zip", "--db", "games.db"]]
    if name.startswith("cards/paper-dungeons/"):
        return _of_dungeons(name, chance)
    if name == "record.yaml":
        return [
            ["replay", name, *DUNGEONS],
            *[["print", "sheets", *DUNGEONS, "--record", name, "--lang", "en", "--force", "-o", "out.pdf"]]
            * (chance.random() < 0.2),
        ]
    if name == "kept":
        return [["simulate", "a", "--games", "3", "--workers", "1", "--bot", "random", "--checkpoint", name, *DUNGEONS]]
    if name.endswith(".json"):
        return [["score", "--db", "games.db", "--lang", "en", "--resume", *DUNGEONS]]
    if "words/score." in name:
        return [["check", name], ["score", "friday.yaml", "--why"], ["score", "filled.pdf", *DUNGEONS, "--why"]]
    if name.endswith(".db"):
        return [[*words, "--db", name] for words in chance.sample(LEDGER_COMMANDS[:-1], 3)]
    if name.endswith(".pdf"):
        return [["score", name, *DUNGEONS, "--lang", "en", "--why"]]
    if name.endswith("printers.yaml"):
        more = [["calibrate", "--list"], ["calibrate", "--verify", "office", "--force", "-o", "out.pdf"]]
        return [
            ["check", name, *GAME],
            [*chance.choice([(*PRINT_CARDS, "--printer", "office"), *more]), "--printers", name],
        ]
    if name.endswith("shops.yaml"):
        shop = ["export", chance.choice(SHOPS)]
        return [
            ["check", name, *GAME],
            [*shop, *["plain"] * (shop[1] == "shop"), *GAME, "--lang", "en", "--force", "-o", "upload"],
        ]
    if name.endswith(".ttf"):
        return kit or [[*PRINT_CARDS]]
    if name.endswith("game.yaml") and chance.random() < 0.3:
        return [["new", "copy", "cards/mini/words/en.yaml"]]
    more = chance.random() < 0.3 or not name.endswith((".yaml", ".csv", ".xlsx"))
    exports = [
        ["export", chance.choice(("png", "svg", "press", *SHOPS[1:])), *GAME, "--lang", "en", "--force", "-o", "upload"]
    ]
    return [["check", name, *GAME], *[[*PRINT_CARDS]] * more, *kit, *exports * (chance.random() < 0.05)]


def _of_dungeons(name: str, chance: random.Random) -> list[list[str]]:
    is_map = name.endswith("mine.yaml")
    play = ["simulate", *["mine"] * is_map, "--games", "2", "--workers", "1", "--players", "2", "--bot"]
    play += [chance.choice(["random", "tuned"]), *DUNGEONS]
    if is_map and chance.random() < 0.6:
        way = [
            ["show", "mine"],
            ["check", "mine"],
            ["card", "mine", "--force", "-o", "out.pdf"],
            ["picture", "mine", "--force", "-o", "out.png"],
        ]
        return [["dungeon", *chance.choice(way), *DUNGEONS]]
    return [
        *[["check", name, *DUNGEONS]] * (chance.random() < 0.05),
        chance.choice(
            [play, [*play, "--json"], ["replay", "record.yaml", *DUNGEONS], ["score", "filled.pdf", *DUNGEONS]]
        ),
    ]


def _uses(file: DamagedFile, chance: random.Random) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield calls of the Python API that use the file."""

    def game(name: str = "mini"):
        return open_game(name, "en", home=file.folder)

    name = file.name
    if name.startswith(("cards/mini/", "layouts/", "icons/", "fonts/", "art", "light")):
        yield "deck", lambda: game().deck("things").pdf()
        yield "cards", lambda: game().cards("things")
        yield "page", lambda: game().page("help").pdf()
        if not name.startswith("layouts/common/"):
            yield "check", lambda: game().check()
        if "scoring" in name or "words" in name:
            yield "score", lambda: game().score({"players": [{"name": "Ada", "coins": 3, "dice": 2}]})
    elif name.startswith("cards/paper-dungeons/"):
        yield "sheet", lambda: game("paper-dungeons").sheet(maps=["mine"]).pdf()
        yield "score", lambda: game("paper-dungeons").score(file.folder / "filled.pdf", dungeon="mine")
    elif name == "friday.yaml":
        yield "score", lambda: game().score(file.folder / name)
    elif name == "filled.pdf":
        yield "score", lambda: game("paper-dungeons").score(file.folder / name)


def _requests(file: DamagedFile, chance: random.Random) -> Iterator[tuple]:
    """Yield requests to the workshop that use the file: method, path, body, address."""
    name, on = file.name, {"game": "mini", "language": "en"}
    dungeons = {"game": "paper-dungeons", "language": "en"}
    deck = {**on, "kind": "deck", "name": "things", "card": "one", "side": "front"}
    unsaved = {"file": name, "text": file.text}
    if name.startswith("cards/paper-dungeons/dungeons/"):
        text = {"text": file.text}
        yield "GET", "dungeons/mine", None, dungeons
        yield "POST", "dungeons/mine/draw", {**text, "edits": [{"do": "edges", "edges": [["A1", "up"]]}]}, dungeons
        yield "POST", "dungeons/mine/save", {**text, "seen": ""}, dungeons
        yield "POST", "dungeons/mine/picture", {**text, "kind": "card", "side": "front"}, dungeons
        yield "POST", "dungeons/mine/play", text, dungeons
        yield "POST", "print/pages", {"command": "sheets", "values": {"maps": ["mine"]}}, dungeons
    elif name.startswith("cards/paper-dungeons/"):
        yield "GET", "shelf", None, dungeons
        yield "GET", "dungeons", None, dungeons
        yield "POST", "tables", {"game": "paper-dungeons", "language": "en", "solo": False, "dungeon": "mine"}, {}
        yield (
            "POST",
            "dungeons/x/generate",
            {"own": True, "columns": 4, "rows": 4, "difficulty": "easy", "code": ""},
            dungeons,
        )
    elif name.startswith(("cards/mini/", "layouts/", "icons/", "fonts/", "art", "light")):
        yield "GET", "shelf", None, on
        yield "GET", "picture", None, deck
        yield "GET", "forms", None, on
        yield "GET", "proof", None, deck
        yield "POST", "print", {"command": "cards", "values": {}}, on
        yield "POST", "print/pages", {"command": "cards", "values": {}}, on
        if name.startswith("cards/mini/scoring") or "words" in name:
            yield "POST", "tables", {"game": "mini", "language": "en", "solo": False, "dungeon": ""}, {}
        if name.endswith(".ttf"):
            yield "GET", "fonts/mini/text.regular", None, {}
        if name.endswith((".svg", ".png", ".jpg")):
            crop = {"crop": "0,0,1,0.5"} if chance.random() < 0.5 else {}
            kind = "icon" if name.endswith(".svg") and chance.random() < 0.5 else "picture"
            yield "POST", "pictures", file.content, {**on, "name": "moon", "kind": kind, **crop}
        if name.endswith(SOURCES):
            column = chance.randrange(20)
            yield "GET", "source", None, {"file": name}
            yield "POST", "picture", unsaved, deck
            yield "POST", "proof", unsaved, deck
            yield "POST", "balance", unsaved, deck
            yield "POST", "source", {**unsaved, "seen": ""}, {}
            yield "POST", "source/words", {**unsaved, "line": chance.randrange(1, 20), "column": column}, {}
            yield "POST", "sources/found", {**unsaved, "wanted": "one"}, on
            if "things" in name:
                edit = {"do": "set", "row": 0, "column": "name", "text": "2", "key": ""}
                yield "POST", "source/rows", {**unsaved, "edits": [edit]}, {}
    elif name.startswith("cards."):
        table = {"name": name, "content": base64.b64encode(file.content).decode(), "sheet": ""}
        yield "POST", "spreadsheet/cards", {**table, "first": 0, "values": {"size": "mini"}}, {}
        yield "POST", "spreadsheet/print", {**table, "values": {}}, {}
        yield "POST", "spreadsheet/pages", {**table, "values": {}}, {}
        yield "POST", "new/deck", {**table, "game": "mini", "deck": "fresh", "size": "mini"}, {}
    elif name == "games.db":
        for path in HISTORY:
            yield "GET", path, None, on
        yield "POST", "history/games/1/mark", {"deleted": True}, on
    elif name == "printers.yaml":
        yield "GET", "printers", None, {}
        yield "GET", "printers/check.pdf", None, {"paper": "a4", "printer": "office"}
    elif name == "tables/table.jsonl":
        yield "GET", "tables", None, {}
    elif name == "code.txt":
        settings = {"own": True, "columns": 4, "rows": 4, "difficulty": "easy", "code": file.text}
        yield "POST", "dungeons/x/generate", settings, dungeons
    elif name == "photo.jpg":
        yield "POST", "photo", file.content, {}
