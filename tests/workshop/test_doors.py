"""Strangers send anything to every door of the workshop and of the score pad; the doors are those of the apps."""

import asyncio
import base64
import json
import random
from pathlib import Path
from urllib.parse import quote, unquote, urlencode

import pytest

from generator.workshop.http import scripts_of
from tests.conftest import DEEP, ROOT, often
from tests.tables import read_yaml
from tests.workshop.asking import HOST, ask
from tests.workshop.desks import KEY, files_of, house_over
from tests.workshop.doing import join
from tests.workshop.test_drawing import KEPT as MAP
from tests.workshop.test_history import GAME, save_played
from tests.workshop.test_printers import READ as MEASURED

CANARY = "what nobody outside may read"
DOORS = read_yaml(Path(__file__).with_name("doors.yaml"))
VALUES = {"$MAP": MAP, "$MEASURED": MEASURED, "$TABLE": base64.b64encode(b"Name,Qty\nFox,3\n").decode()}


def with_values(value):
    """Return the request for a door, with the values of its names."""
    if isinstance(value, dict):
        return {key: with_values(each) for key, each in value.items()}
    return [with_values(each) for each in value] if isinstance(value, list) else VALUES.get(value, value)


def valid_requests(side, script):
    """Return the doors of an app, each with the values of its address and its body."""
    plain = [*DOORS[side]["plain"], *(f"/{name}" for name in scripts_of(script))]
    requests = {door: (each["address"], with_values(each.get("body"))) for door, each in DOORS[side]["asked"].items()}
    return {**{f"GET {path}": ({}, None) for path in plain}, **requests}


VALID_REQUESTS = {"pad": valid_requests("pad", "player.js"), "desk": valid_requests("desk", "host.js")}
PATHS = [*DOORS["paths"], "a" * 5000]
TEXTS = [
    *("", "[" * 20_000, "map: |\n  +--+\n", "map: [x]", "letter: [x]", "&a [*a]", "x" * 290_000, "\x00"),
    *("a: &a [1]\n" + "b: [*a, *a]\n" * 2000, "map: |\n" + "  " + "+--" * 9000 + "+\n", "\ufeff" + MAP),
    *("map: |\n" + "  +--+\n  |1 |\n" * 5000, MAP + "rooms: {A1: [" + "goblin 1, " * 5000 + "]}\n"),
    *(MAP.replace("1", "9"), MAP.replace("|", "\t"), MAP + "bosses: [x]\n", "!!python/object:os.system x"),
]
PIECES = [
    *(None, True, -1, 0, 7, 1e308, 10**400, [], {}, [[[[]]]], ["x"] * 3000, "<b>", "=1+1", "\ud800", "x" * 100_000),
    *("__proto__", [{"do": "size"}], [{"do": "edges", "edges": [["A1"]]}], {"record": "/etc/passwd"}),
    *({"paper": "../../x", "output": "/tmp/x"}, {"maps": ["../../x"], "o": "x"}),
]
RAW = [b"", b"\xff", b"[" * 100_000, b"[1]", b"null", b'{"a":', b"x" * 1_100_000]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return make_house(tmp_path_factory.mktemp("house"))


def make_house(folder):
    """Return a workshop with its own folder, which has many broken files, played games, and a table of other people."""
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
    save_played(folder)
    house = house_over(folder)
    for name in ("Ada", "foreign"):
        join(house.new_table(), name)
    return house


def doors(app):
    return {f"{method} {route.path}" for route in app.routes for method in route.methods - {"HEAD"}}


@pytest.mark.parametrize("side", VALID_REQUESTS)
def test_every_door_has_what_it_is_asked_in_earnest(house, side):
    app = house.players if side == "pad" else house.host.app()
    assert doors(app) == set(VALID_REQUESTS[side]), (
        "tell in doors.yaml what a new door is asked, so that strangers spoil it"
    )


def test_the_pad_has_no_door_of_the_workshop_which_wants_its_key(house):
    pages = {
        "GET /",
        *(
            door
            for door in VALID_REQUESTS["desk"]
            if door.endswith((".js", ".css", "/fonts/{game}/{name}", "/{name:path}"))
        ),
    }
    for door in VALID_REQUESTS["desk"]:
        method, path = door.split()
        for key in ({}, {"x-key": f"{KEY}x"}) if door not in pages else ():
            assert asyncio.run(ask(house.desk, method, path, key)).status == 403, door
        if door not in VALID_REQUESTS["pad"]:
            assert asyncio.run(ask(house.pad, method, path, {"x-key": KEY})).status in (404, 405), door


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
    answer = house.post("/print", f"game={GAME}", command="sheets", values={option: value})
    assert answer.status == 422
    (fault,) = answer.json["faults"]
    assert fault["message"] in (f"there is no option {option!r}", "name a map of the shelf")


def test_what_a_form_prints_is_a_file_or_faults_with_their_places_or_a_refusal(house):
    def print_sheet(**values):
        return house.post("/print", "game=yacht", command="sheets", values={"lang": "pl", **values})

    sheet = print_sheet(players=["Zofia"])
    assert (sheet.status, sheet.body[:4]) == (200, b"%PDF"), sheet.body
    assert unquote(sheet.headers["x-messages"]).startswith("scrawl print sheets --lang=pl --player=Zofia --game yacht")
    (fault,) = print_sheet(paper="20x20mm").json["faults"]
    assert (fault["file"], fault["line"], fault["code"]) == ("--paper", 0, "P002")
    (fault,) = print_sheet(copies="0").json["faults"]
    assert (fault["code"], fault["option"]) == ("S006", "copies")
    assert "1 to 1000" in fault["message"]


@pytest.mark.parametrize("path", ["/print", "/print/pages", "/new/deck"])
def test_half_of_a_character_is_refused_in_any_text(house, path):
    answer = house.post(path, "game=yacht", command="sheets", values={"players": ["Ada\ud800"]})
    assert (answer.status, answer.json) == (400, {"fault": "a text holds half of a character"})


def spoilt(chance, value):
    """Return another value instead of the right one, or the right one with a spoilt part."""
    if isinstance(value, dict) and value and chance.random() < 0.6:
        key = chance.choice(list(value))
        return {**value, key: spoilt(chance, value[key])}
    if isinstance(value, list) and value and chance.random() < 0.6:
        return [spoilt(chance, value[0]), *value[1:]]
    return chance.choice([*PIECES, *PATHS, *(TEXTS if isinstance(value, str) and "\n" in value else [])])


def spoilt_request(chance, door, ids, spoils):
    """Return a request like a valid one, with some parts spoilt."""
    (method, path), (address, body) = door.split(), VALID_REQUESTS["pad"].get(door) or VALID_REQUESTS["desk"][door]
    address, body = dict(address), dict(body) if body is not None else None
    for name, value in ids.items():
        address = {key: value if each == name else each for key, each in address.items()}
        body = {key: value if each == name else each for key, each in body.items()} if body else body
    headers = {"x-seat": ids["TOKEN"], "x-key": KEY}
    host, origin, raw = HOST, f"http://{HOST}", None
    for _ in range(spoils):
        places = [*address, *(body or ()), "x-seat", "x-key", "host", "origin", "raw", "method", "extra"]
        place = chance.choice(places[: len(places) - 7] * 4 + places)
        if place in address:
            address[place] = str(chance.choice(PATHS))
        elif body and place in body:
            body[place] = spoilt(chance, body[place])
        elif place in headers:
            headers[place] = chance.choice(["", "x", "ž", ids["SECRET"], "\r\nx: y"])
        elif place == "host":
            host = chance.choice(["evil.example", "", "127.0.0.1"])
        elif place == "origin":
            origin = chance.choice([None, "null", "http://evil.example", f"https://{HOST}"])
        elif place == "raw":
            raw = chance.choice([*RAW, bytes(chance.randrange(256) for _ in range(60))])
        elif place == "method":
            method = chance.choice(["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
        else:
            address[chance.choice(["game", "language", "zz"])] = chance.choice(PATHS)
    for key in list(address):
        if f"{{{key}}}" in path:
            path = path.replace(f"{{{key}}}", address.pop(key))
    query = urlencode(address, quote_via=quote, errors="replace").encode()
    body = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
    return method, path, headers, body, host, origin, query


def stamps(*folders):
    return {
        path: (path.stat().st_mtime_ns, path.stat().st_size)
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_nothing_that_strangers_send_breaks_a_door_or_reaches_what_is_not_theirs(house):
    folder, sessions, chance = house.folder, house.sessions, random.Random(5)
    mine, foreign = sessions.open.values()
    before, others = foreign.view(), (files_of(folder / "outside"), stamps(ROOT / "cards", ROOT / "layouts"))
    guarded = {"pad": house.pad, "desk": house.desk}
    ids = {"SECRET": mine.secret, "TOKEN": mine.seats[0].token, "TABLE": mine.id}
    requests = [(side, door) for side in VALID_REQUESTS for door in VALID_REQUESTS[side]]
    count = often(4, 5000 // len(requests) + 1)

    async def all_of_them():
        for side, door in requests:
            for at in range(count):
                slow = door in DOORS["slow"]
                if slow and at >= often(2, 40):
                    break
                spoils = 4 if slow and not DEEP else chance.choice((1, 1, 1, 2, 4))
                request = spoilt_request(chance, door, ids, spoils)
                method, path, headers, body, host, origin, query = request
                answer = await ask(guarded[side], method, path, headers, body, host=host, origin=origin, query=query)
                assert answer.status < 500, (method, path, headers, body[:300], query)
                assert CANARY.encode() not in answer.body, (path, query)
                assert b"root:x:0" not in answer.body, (path, query)
                if mine.id not in sessions.open:  # a request closed it, and deleted its file
                    mine.journal.length = 0
                    sessions.add(mine)

    asyncio.run(all_of_them())
    assert foreign.view() == before
    assert (files_of(folder / "outside"), stamps(ROOT / "cards", ROOT / "layouts")) == others
    expected = {"home", "outside", "tables", "game.yaml", "ledger.sqlite3", "printers.yaml"}
    assert {path.name for path in folder.iterdir()} <= expected
    assert {path.name for path in (folder / "home").iterdir()} <= {"cards", "layouts", "schemas"}
    assert [path for path in sessions.folder.iterdir() if path.suffix != ".jsonl"] == []
