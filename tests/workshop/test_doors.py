"""Every door of the workshop and of the score pad under whatever strangers send; the doors are those that the apps have."""

import asyncio
import base64
import json
import random
from urllib.parse import quote, unquote, urlencode

import pytest

from generator.products.scores.scores_from_files import read_score_file
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.storage.store import save_game
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.http import workshop_words
from generator.workshop.photo_reading import PhotoReader
from generator.workshop.player_app import PlayerApp
from generator.workshop.previews import SheetPreviews
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import new_session
from generator.workshop.static_files import scripts_of
from generator.workshop.workshop import WorkshopApp
from tests.conftest import DEEP, ROOT, often
from tests.workshop.asking import HOST, ask
from tests.workshop.doing import join
from tests.workshop.test_drawing import KEPT as MAP
from tests.workshop.test_history import PLAYED
from tests.workshop.test_printers import READ as MEASURED

KEY, CANARY, GAME = "the-key-of-this-run", "what nobody outside may read", "paper-dungeons"
DRAWN = {"text": MAP, "edits": [{"do": "edges", "edges": [["A1", "up"]]}]}
TABLE = base64.b64encode(b"Name,Qty\nFox,3\n").decode()
CHANGED = {"do": "answer", "seat": 0, "question": "line.A", "text": "3", "page": "d", "number": 7}
ASKED = {  # what each door is asked in earnest: its address, and its body
    "pad": {
        **{
            f"GET {path}": ({}, None)
            for path in (
                "/",
                *(f"/{name}" for name in scripts_of("player.js")),
                "/player.css",
                "/players.css",
                "/finish.css",
                "/lost.css",
                "/photo.css",
                "/finish",
                "/board.png",
                "/table",
                "/sheet",
                "/events",
            )
        },
        "GET /words/{language}": ({"language": "pl"}, None),
        "GET /fonts/{name}": ({"name": "text.bold"}, None),
        "GET /card/{deck}/{card}": ({"deck": "powers", "card": "scout"}, None),
        "POST /seats": ({}, {"secret": "SECRET", "phone": "e"}),
        "POST /claim": ({}, {"secret": "SECRET", "seat": 0, "phone": "e"}),
        "POST /join": ({}, {"secret": "SECRET", "name": "Eve", "phone": "e"}),
        "POST /change": ({}, CHANGED),
        "POST /photo": ({}, {}),
    },
    "desk": {
        **{
            f"GET {path}": ({}, None)
            for path in (
                "/",
                *(f"/{name}" for name in scripts_of("host.js")),
                "/host.css",
                "/studio.css",
                "/print.css",
                "/rooms.css",
                "/photo.css",
                "/players.css",
                "/finish.css",
                "/lost.css",
                "/dungeons.css",
                "/new",
                "/printers",
                "/games",
                "/changes",
                "/tables",
            )
        },
        "GET /fonts/{game}/{name}": ({"game": GAME, "name": "text.bold"}, None),
        "GET /words/{language}": ({"language": "cs"}, None),
        "GET /shelf": ({"game": "yacht", "language": "en"}, None),
        "GET /picture": (
            {
                "game": GAME,
                "language": "en",
                "kind": "deck",
                "name": "goals",
                "card": "",
                "side": "back",
                "edition": "large-print",
                "map": "a",
                "bleed": "yes",
                "prefix": "f1-",
            },
            None,
        ),
        "POST /picture": (
            {"game": GAME, "language": "pl", "kind": "deck", "name": "goals", "edition": "ink-saver"},
            {"file": "cards/paper-dungeons/goals.yaml", "text": "deck: goals"},
        ),
        "GET /proof": (
            {"game": "yacht", "language": "en", "kind": "sheet", "name": "sheet", "edition": "ink-saver"},
            None,
        ),
        "POST /proof": (
            {"game": "yacht", "language": "pl", "kind": "sheet", "name": "sheet"},
            {"file": "layouts/yacht/sheet.yaml", "text": "front: {space: 1mm}"},
        ),
        "GET /balance": ({"game": "yacht", "language": "en", "kind": "sheet", "name": "sheet"}, None),
        "POST /balance": (
            {"game": "yacht", "language": "pl", "kind": "sheet", "name": "sheet"},
            {"file": "layouts/yacht/sheet.yaml", "text": "front: {space: 1mm}"},
        ),
        "GET /forms": ({"game": "yacht"}, None),
        "POST /print": ({"game": "yacht"}, {"command": "sheets", "values": {"paper": "a4", "lang": "en"}}),
        "POST /print/pages": ({"game": "yacht"}, {"command": "sheets", "values": {"paper": "a4", "lang": "en"}}),
        "GET /print/pages/{print}/{number}": ({"print": "x", "number": "0", "large": "1"}, None),
        "GET /sources": ({"game": "yacht"}, None),
        "POST /sources/found": (
            {"game": "yacht"},
            {"wanted": "a", "file": "cards/yacht/game.yaml", "text": "title: x"},
        ),
        "GET /source": ({"file": "cards/yacht/game.yaml"}, None),
        "POST /source/rows": (
            {},
            {
                "file": "cards/x/y.yaml",
                "text": "cards:\n  a: {b: 1}\n",
                "edits": [{"do": "set", "row": 0, "column": "b", "text": "2", "key": ""}],
            },
        ),
        "POST /source": ({}, {"file": "cards/yacht/game.yaml", "text": "title: x", "seen": ""}),
        "POST /source/words": ({}, {"file": "cards/yacht/game.yaml", "text": "decks:\n  ", "line": 2, "column": 2}),
        "GET /dungeons": ({"game": GAME}, None),
        "GET /dungeons/{name}": ({"name": "a", "game": GAME, "language": "pl"}, None),
        "POST /dungeons/{name}/begin": ({"name": "crypt", "game": GAME}, {"own": True, "columns": 3, "rows": 3}),
        "POST /dungeons/{name}/generate": (
            {"name": "crypt", "game": GAME},
            {"own": True, "columns": 4, "rows": 4, "difficulty": "easy", "code": "AACA-JYF"},
        ),
        "POST /dungeons/{name}/draw": ({"name": "crypt", "game": GAME}, DRAWN),
        "POST /dungeons/{name}/play": ({"name": "crypt", "game": GAME}, {"text": MAP}),
        "POST /dungeons/{name}/save": ({"name": "crypt", "game": GAME}, {"text": MAP, "seen": ""}),
        "POST /dungeons/{name}/picture": (
            {"name": "crypt", "game": GAME},
            {"text": MAP, "kind": "card", "side": "back"},
        ),
        "GET /history": ({"only": GAME, "player": "Ada", "dungeon": "a", "deleted": "yes", "start": "0"}, None),
        "GET /history/fame": ({"only": GAME, "player": "Ada"}, None),
        "GET /history/campaign": ({"only": GAME}, None),
        "GET /history/plot": ({"only": GAME, "player": "Ada"}, None),
        "GET /history/export/{form}": ({"form": "csv", "number": "1"}, None),
        "GET /history/games/{number}": ({"number": "1"}, None),
        "POST /history/games/{number}/mark": ({"number": "1"}, {"deleted": True}),
        "GET /printers/test.pdf": ({"paper": "a4", "language": "pl"}, None),
        "GET /printers/check.pdf": ({"paper": "a4", "printer": "office"}, None),
        "POST /printers/ask": ({}, {"paper": "a4", "answers": MEASURED[:3]}),
        "POST /printers/keep": ({}, {"paper": "a4", "answers": MEASURED, "name": "office", "tray": "2"}),
        "POST /printers/forget": ({}, {"printer": "office/2"}),
        "POST /spreadsheet/cards": (
            {},
            {"name": "a.csv", "content": TABLE, "sheet": "", "first": 0, "values": {"size": "mini"}},
        ),
        "POST /spreadsheet/print": ({}, {"name": "a.csv", "content": TABLE, "sheet": "", "values": {"paper": "a4"}}),
        "POST /spreadsheet/pages": ({}, {"name": "a.csv", "content": TABLE, "sheet": "", "values": {"paper": "a4"}}),
        "POST /new/game": (
            {},
            {"title": "Moon Farm", "kind": "hero", "least": 1, "most": 4, "languages": ["pl"]},
        ),
        "POST /new/deck": (
            {},
            {"game": GAME, "deck": "roles", "name": "a.csv", "content": TABLE, "sheet": "", "size": "mini"},
        ),
        "POST /pictures": ({"game": GAME, "name": "moon", "kind": "icon", "crop": "0,0,1,0.5"}, {"no": "picture"}),
        "GET /maps": ({"game": GAME}, None),
        "POST /tables": ({}, {"game": "yacht", "language": "en", "solo": True, "dungeon": ""}),
        "POST /tables/{id}/save": ({"id": "TABLE"}, {"dungeon": "a"}),
        "POST /tables/{id}/reveal": ({"id": "TABLE"}, {"does": "next", "seen": 0}),
        "GET /tables/{id}/finish": ({"id": "TABLE"}, None),
        "GET /tables/{id}/board.png": ({"id": "TABLE"}, None),
        "GET /board": ({"table": "TABLE"}, None),
        "GET /tables/{id}/changes": ({"id": "TABLE"}, None),
        "POST /tables/{id}/back": ({"id": "TABLE"}, {"revision": 1}),
        "POST /tables/{id}/seat": ({"id": "TABLE"}, {"do": "name", "seat": 0, "text": "Eva"}),
        "POST /tables/{id}/photo": ({"id": "TABLE"}, {"seat": 0, "ticked": ["ada"], "empty": []}),
        "POST /photo": ({"table": "TABLE"}, {}),
        "POST /tables/{id}/close": ({"id": "TABLE"}, {}),
    },
}
SLOW = (
    "POST /photo",
    "POST /print",
    "POST /spreadsheet/cards",
    "POST /spreadsheet/print",
    "POST /spreadsheet/pages",
    "POST /new/deck",
    "POST /print/pages",
    "POST /dungeons/{name}/play",
    "GET /printers/test.pdf",
    "GET /printers/check.pdf",
    "GET /events",
    "GET /changes",
)
PATHS = [
    "../x",
    "../../../outside/secret",
    "..%2f..%2fx",
    "/etc/passwd",
    "//",
    ".",
    "",
    "\x00",
    "a" * 5000,
    "link",
    "%",
    "a/../../b",
    "C:\\x",
    "con",
    "~",
    "ž",
    "-o",
    "--output=/tmp/x",
    "empty",
    "broken",
]
TEXTS = [
    "",
    "[" * 20_000,
    "map: |\n  +--+\n",
    "map: [x]",
    "letter: [x]",
    "&a [*a]",
    "a: &a [1]\n" + "b: [*a, *a]\n" * 2000,
    "map: |\n" + "  " + "+--" * 9000 + "+\n",
    "map: |\n" + "  +--+\n  |1 |\n" * 5000,
    MAP + "rooms: {A1: [" + "goblin 1, " * 5000 + "]}\n",
    MAP.replace("1", "9"),
    MAP.replace("|", "\t"),
    MAP + "bosses: [x]\n",
    "\ufeff" + MAP,
    "x" * 290_000,
    "\x00",
    "!!python/object:os.system x",
]
PIECES = [
    None,
    True,
    -1,
    0,
    7,
    1e308,
    10**400,
    [],
    {},
    [[[[]]]],
    ["x"] * 3000,
    "<b>",
    "=1+1",
    "\ud800",
    "x" * 100_000,
    "__proto__",
    [{"do": "size"}],
    [{"do": "edges", "edges": [["A1"]]}],
    {"paper": "../../x", "output": "/tmp/x"},
    {"maps": ["../../x"], "o": "x"},
    {"record": "/etc/passwd"},
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return made_house(tmp_path_factory.mktemp("house"))


def made_house(folder):
    """Return a workshop with a folder of its own in which much is broken, games played, and a table of others."""
    home, outside = folder / "home", folder / "outside"
    for path, text in {
        outside / "secret.yaml": f"name: {CANARY}\n{MAP}",
        home / "cards/broken/game.yaml": "[",
        home / "cards/empty/game.yaml": "deck: {}\n",
        home / f"cards/{GAME}/dungeons/spoilt.yaml": "map: |\n  +--\n",
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (home / f"cards/{GAME}/dungeons/link.yaml").symlink_to(outside / "secret.yaml")
    (home / "layouts").mkdir()
    (home / "layouts/out").symlink_to(outside)
    catalogue = GameCatalogue((home, ROOT))
    for played in PLAYED:
        (folder / "game.yaml").write_text(json.dumps(played))
        rules = open_rules(catalogue, played["game"], "en")
        save_game(rules, *read_score_file(rules, folder / "game.yaml")[:2], folder / "ledger.sqlite3")
    sessions = SharedSessions(folder / "tables", lambda game, language: open_rules(catalogue, game, language))
    sessions.folder.mkdir()
    for name in ("Ada", "foreign"):
        table = new_session(sessions.folder, open_rules(catalogue, GAME, "en"), solo=False)
        sessions.add(table)
        join(table, name)
    endings = ResultAnnouncement(
        catalogue, folder / "ledger.sqlite3", lambda language: workshop_words(catalogue, language)
    )
    pad = PlayerApp(sessions, SheetPreviews(catalogue), endings, PhotoReader(catalogue)).app()
    desk = WorkshopApp(
        catalogue,
        sessions,
        FolderWatcher([]),
        KEY,
        lambda: [f"http://{HOST}"],
        folder / "ledger.sqlite3",
        folder / "printers.yaml",
    ).app()
    return folder, sessions, {"pad": pad, "desk": desk}


def doors(app):
    return {f"{method} {route.path}" for route in app.routes for method in route.methods - {"HEAD"}}


@pytest.mark.parametrize("side", ASKED)
def test_every_door_has_what_it_is_asked_in_earnest(house, side):
    assert doors(house[2][side]) == set(ASKED[side]), (
        "tell in ASKED what a new door is asked, so that strangers spoil it"
    )


def test_the_pad_has_no_door_of_the_workshop(house):
    for door in set(ASKED["desk"]) - set(ASKED["pad"]):
        method, path = door.split()
        answer = asyncio.run(ask(Guard(house[2]["pad"], lambda: {HOST}), method, path, {"x-key": KEY}))
        assert answer.status in (404, 405), door


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("record", "/etc/passwd"),
        ("printers", "x"),
        ("output", "x"),
        ("home", "/"),
        ("maps", "../../x"),
        ("maps", ["a", "/etc/passwd"]),
    ],
)
def test_a_form_names_no_file(house, option, value):
    body = json.dumps({"command": "sheets", "values": {option: value}}).encode()
    answer = asyncio.run(
        ask(
            Guard(house[2]["desk"], lambda: {HOST}),
            "POST",
            "/print",
            {"x-key": KEY},
            body,
            query=f"game={GAME}".encode(),
        )
    )
    assert answer.status == 422
    assert answer.json["fault"] in (f"there is no option {option!r}", "name a map of the shelf")


def test_what_a_form_prints_is_a_file_or_faults_with_their_places_or_a_refusal(house):
    def printed(**values):
        body = json.dumps({"command": "sheets", "values": {"lang": "pl", **values}}).encode()
        return asyncio.run(
            ask(Guard(house[2]["desk"], lambda: {HOST}), "POST", "/print", {"x-key": KEY}, body, query=b"game=yacht")
        )

    sheet = printed(players=["Zofia"])
    assert (sheet.status, sheet.body[:4]) == (200, b"%PDF"), sheet.body
    assert unquote(sheet.headers["x-told"]).startswith("scrawl print sheets --lang=pl --player=Zofia --game yacht")
    (fault,) = printed(paper="20x20mm").json["faults"]
    assert (fault["file"], fault["line"], fault["code"]) == ("--paper", 0, "P002")
    assert "1<=x<=1000" in printed(copies="0").json["fault"]


def spoilt(chance, value):
    """Return something else than what is meant; what is inside of it may be spoilt instead."""
    if isinstance(value, dict) and value and chance.random() < 0.6:
        key = chance.choice(list(value))
        return {**value, key: spoilt(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.6:
        return [spoilt(chance, value[0]), *value[1:]]
    return chance.choice([*PIECES, *PATHS, *(TEXTS if isinstance(value, str) and "\n" in value else [])])


def asked_by_a_stranger(chance, door, known, spoils):
    """Return a request like those in earnest, some of it spoilt."""
    (method, path), (address, body) = door.split(), ASKED["pad"].get(door) or ASKED["desk"][door]
    address, body = dict(address), dict(body) if body is not None else None
    for name, value in known.items():
        address = {key: value if each == name else each for key, each in address.items()}
        body = {key: value if each == name else each for key, each in body.items()} if body else body
    headers = {"x-seat": known["TOKEN"], "x-key": KEY}
    host, origin, raw = HOST, f"http://{HOST}", None
    for _ in range(spoils):
        places = [*address, *(body or ()), "x-seat", "x-key", "host", "origin", "raw", "method", "extra"]
        place = chance.choice(places[: len(places) - 7] * 4 + places)
        if place in address:
            address[place] = str(chance.choice(PATHS))
        elif body and place in body:
            body[place] = spoilt(chance, body[place])
        elif place in headers:
            headers[place] = chance.choice(["", "x", "ž", known["SECRET"], "\r\nx: y"])
        elif place == "host":
            host = chance.choice(["evil.example", "", "127.0.0.1"])
        elif place == "origin":
            origin = chance.choice([None, "null", "http://evil.example", f"https://{HOST}"])
        elif place == "raw":
            raw = chance.choice(
                [
                    b"",
                    b"\xff",
                    b"[" * 100_000,
                    b"[1]",
                    b"null",
                    b'{"a":',
                    b"x" * 1_100_000,
                    bytes(chance.randrange(256) for _ in range(60)),
                ]
            )
        elif place == "method":
            method = chance.choice(["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
        else:
            address[chance.choice(["game", "language", "zz"])] = chance.choice(PATHS)
    for key in list(address):
        if f"{{{key}}}" in path:
            path = path.replace(f"{{{key}}}", address.pop(key))
    query = urlencode(address, quote_via=quote, errors="replace").encode()
    return (
        method,
        path,
        headers,
        raw if raw is not None else b"" if body is None else json.dumps(body).encode(),
        host,
        origin,
        query,
    )


def files_below(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()}


def stamps(*folders):
    return {
        path: (path.stat().st_mtime_ns, path.stat().st_size)
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_nothing_that_strangers_send_breaks_a_door_or_reaches_what_is_not_theirs(house):
    folder, sessions, apps = house
    chance = random.Random(5)
    mine, foreign = sessions.channels.values()
    before, others = foreign.session.view(), (files_below(folder / "outside"), stamps(ROOT / "cards", ROOT / "layouts"))
    guarded = {side: Guard(app, lambda: {HOST}) for side, app in apps.items()}
    known = {"SECRET": mine.session.secret, "TOKEN": mine.session.seats[0].token, "TABLE": mine.session.id}
    requests = [(side, door) for side in ASKED for door in ASKED[side]]
    count = often(4, 5000 // len(requests) + 1)

    async def all_of_them():
        for side, door in requests:
            for at in range(count):
                slow = door in SLOW
                if slow and at >= often(2, 40):
                    break
                spoils = 4 if slow and not DEEP else chance.choice((1, 1, 1, 2, 4))
                request = asked_by_a_stranger(chance, door, known, spoils)
                method, path, headers, body, host, origin, query = request
                answer = await ask(guarded[side], method, path, headers, body, host=host, origin=origin, query=query)
                assert answer.status < 500, (method, path, headers, body[:300], query)
                assert CANARY.encode() not in answer.body, (path, query)
                assert b"root:x:0" not in answer.body, (path, query)
                if mine.session.id not in sessions.channels:
                    sessions.add(mine.session)

    asyncio.run(all_of_them())
    assert foreign.session.view() == before
    assert (files_below(folder / "outside"), stamps(ROOT / "cards", ROOT / "layouts")) == others
    assert {path.name for path in folder.iterdir()} <= {
        "home",
        "outside",
        "tables",
        "game.yaml",
        "ledger.sqlite3",
        "printers.yaml",
    }
    assert {path.name for path in (folder / "home").iterdir()} <= {"cards", "layouts", "schemas"}
    assert [path for path in sessions.folder.iterdir() if path.suffix != ".jsonl"] == []
