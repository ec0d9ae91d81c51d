"""Start games and decks from the page: the files of `scrawl new`, all of them or none, never over a file."""

import asyncio
import base64
import errno
import os
import signal
import subprocess
from pathlib import Path

import pytest

from generator.authoring.new_files import starter_kinds
from tests.conftest import ROOT, often
from tests.observed import failing_sync
from tests.workshop.desks import files_of
from tests.workshop.programs import command
from tests.workshop.test_words import words

MOON = {"title": "Moon Farm", "kind": "hero", "least": 1, "most": 4, "languages": []}
TABLE = base64.b64encode(b"Name,Text,Qty\nFox,Runs.,2\nHare,Hides.,1\n").decode()
ROLES = {"game": "moon-farm", "deck": "roles", "name": "x.csv", "content": TABLE}


@pytest.fixture
def home(own):
    return own.folder / "home"


def test_a_game_and_a_deck_are_those_of_the_terminal_and_can_be_checked(own, home, scrawl, tmp_path):
    game = own.post("/new/game", **MOON | {"languages": ["cs"]})
    assert (game.status, game.json["game"]) == (200, "moon-farm"), game.body
    assert own.post("/new/deck", **ROLES).json["file"] == "cards/moon-farm/roles.csv"
    there = tmp_path / "there"
    there.mkdir()
    (tmp_path / "x.csv").write_bytes(base64.b64decode(TABLE))
    assert scrawl("new", "game", "moon-farm", "--kind", "hero", "--lang", "cs", "--home", there).returncode == 0
    deck = scrawl("new", "deck", "roles", "--game", "moon-farm", "--from", "x.csv", "--home", there)
    assert deck.returncode == 0, deck.stderr
    page_files, terminal_files = files_of(home), files_of(there)
    assert page_files.keys() == terminal_files.keys()
    different = {"cards/moon-farm/game.yaml", "cards/moon-farm/scoring.yaml"}  # these have the number of players
    assert {path for path in page_files if page_files[path] != terminal_files[path]} <= different
    check = scrawl("check", "--game", "moon-farm", "--home", home)
    assert check.returncode == 0, check.stdout + check.stderr


@pytest.mark.parametrize(
    ("title", "code"), [("Yacht", "C035"), ("", "C034"), ("../..", "C034"), ("CON", "C034"), ("☃", "C034")]
)
def test_a_title_that_gives_no_name_is_refused_at_its_field(own, home, title, code):
    (fault,) = own.post("/new/game", **MOON | {"title": title}).json["faults"]
    assert (fault["code"], fault["option"]) == (code, "title")
    assert files_of(home) == {}


@pytest.mark.parametrize("folder", ["the program's", "another"])
def test_begun_in_the_folder_of_the_program_what_is_saved_goes_into_the_documents(folder, tmp_path):
    documents = tmp_path / "documents"
    start, home = (tmp_path, tmp_path) if folder == "another" else (ROOT, documents / "Scrawlpress")
    settings = {"XDG_DOCUMENTS_DIR": str(documents), "XDG_CONFIG_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command(tmp_path), stdout=subprocess.PIPE, text=True, cwd=start, env={**os.environ, **settings}
    ) as process:
        _, saves = process.stdout.readline(), process.stdout.readline()
        process.send_signal(signal.SIGINT)
    assert saves == f"it saves into {home}\n"
    assert not documents.exists(), "a folder is made by the first file"


def test_accents_of_a_title_stay_and_leave_the_name(own, home):
    assert own.post("/new/game", **MOON | {"title": "Žlutý kůň", "most": 2}).json["game"] == "zluty-kun"
    assert "Žlutý kůň" in (home / "cards/zluty-kun/words/en.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "../x"}, {"languages": ["../x"]}, {"languages": "pl"}, {"least": 5}, {"least": True}, {"most": "4"}],
)
def test_values_that_no_field_of_the_page_sends_are_rejected(own, home, wrong):
    assert own.post("/new/game", **MOON | wrong).status == 400
    assert files_of(home) == {}


@pytest.mark.parametrize(
    ("wrong", "status", "option"),
    [
        ({"size": "wide"}, 422, ""),
        ({"content": base64.b64encode(b"\xff\xfe\x00").decode()}, 422, ""),
        ({"content": base64.b64encode(b"PK\x03\x04 torn").decode(), "name": "x.xlsx"}, 422, ""),
        ({"deck": "heroes", "content": ""}, 422, ""),
        ({"game": "../x"}, 404, ""),
    ],
)
def test_a_deck_that_cannot_be_is_refused_and_nothing_is_written(own, home, wrong, status, option):
    own.post("/new/game", **MOON)
    before = files_of(home)
    reply = own.post("/new/deck", **ROLES | wrong)
    assert reply.status == status, reply.body
    if status == 422:
        assert reply.json["faults"][0]["option"] == option or wrong.get("size")
    assert files_of(home) == before


def test_nothing_is_written_over_a_file_and_a_deck_is_named_once(own, home):
    own.post("/new/game", **MOON)
    mine = home / "layouts/moon-farm/roles.yaml"
    mine.write_text("mine", encoding="utf-8")
    before = files_of(home)
    assert (own.post("/new/deck", **ROLES).status, files_of(home)) == (409, before)
    mine.unlink()
    assert own.post("/new/deck", **ROLES).status == 200
    game = "cards/moon-farm/game.yaml"
    (home / game).write_bytes(before[game])  # as after a killed program, which adds the deck's name last
    assert own.post("/new/deck", **ROLES).status == 200
    (fault,) = own.post("/new/deck", **ROLES | {"deck": "Roles"}).json["faults"]
    assert (fault["code"], fault["option"]) == ("C042", "deck")


TITLES = [
    ('Ruch, {2}: "ą" # 1', "ruch_2_a_1"),
    ("Moja talia", "moja_talia"),
    (" Con ", "deck_con"),
    ("../x", "x"),
    ("☃", "cards"),
]


@pytest.mark.parametrize(("title", "name"), often(TITLES[:1], TITLES))
def test_the_files_of_a_deck_are_named_after_its_title_which_is_shown(own, home, monkeypatch, title, name):
    monkeypatch.chdir(home.parent)
    own.post("/new/game", **MOON)
    file = own.post("/new/deck", **ROLES | {"deck": title}).json["file"]
    assert file == f"home/cards/moon-farm/{name}.csv"
    own.get("/sources", {"game": "moon-farm"})
    assert own.get("/source", {"file": file}).json["deck"] == name
    decks = asyncio.run(own.ask("GET", "/shelf", b"", {"game": "moon-farm"})).json["decks"]
    shown_title = title.strip().replace("{", "(").replace("}", ")")
    assert (name, shown_title) in [(deck["name"], deck["title"]) for deck in decks]


def test_a_word_among_numbers_is_reported_at_its_cell_and_by_the_check(own, home, scrawl):
    own.post("/new/game", **MOON)
    rows = "Name,Power,Text\nFox,3,Runs.\nHare,two,Hides.\nOwl,5,Flies.\nElk,x,Stands.\nBat,,Hangs.\nBoar,1,Digs.\n"
    content = base64.b64encode(rows.encode()).decode()
    (warning,) = [
        note
        for note in own.post("/new/deck", **ROLES | {"content": content}).json["notes"]
        if note["severity"] == "warning"
    ]
    assert (warning["code"], warning["file"], warning["line"], warning["column"]) == ("D032", "x.csv", 3, 2)
    check = scrawl("check", "--game", "moon-farm", "--home", home)
    assert (
        "cards/moon-farm/roles.csv:3:3: warning D032 'two' is not a number, as most cells of this column are"
        in check.stderr
    )
    assert check.stderr.count("D032") == 1, "x stands for a number in many games"


def test_the_rows_of_a_file_come_with_its_columns(own):
    reply = own.post("/spreadsheet/columns", name="x.csv", content=TABLE).json
    assert (reply["columns"], reply["rows"]) == (
        ["Name", "Text", "Qty"],
        [["Fox", "Runs.", "2"], ["Hare", "Hides.", "1"]],
    )


@pytest.mark.parametrize("at", range(1, 5))
def test_where_the_disk_is_full_all_is_as_it_was(own, home, monkeypatch, at):
    own.post("/new/game", **MOON)
    before = files_of(home)
    monkeypatch.setattr(os, "fsync", failing_sync(at))
    reply = own.post("/new/deck", **ROLES)
    assert (reply.status, "No space left" in reply.json["fault"]) == (409, True)
    assert files_of(home) == before


def test_a_new_game_leaves_no_empty_folders_where_it_cannot_be_written(own, home, monkeypatch):
    monkeypatch.setattr(os, "fsync", failing_sync(3, errno.EROFS))
    assert own.post("/new/game", **MOON).status == 409
    assert list(home.iterdir()) == []


def test_without_a_folder_of_ones_own_nothing_is_begun(house):
    (fault,) = house.post("/new/game", **MOON).json["faults"]
    assert "no folder to save into" in fault["message"]


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_every_kind_of_sheet_and_the_first_table_have_words(language):
    texts = words(language)
    assert {f"kind_{kind.replace('-', '_')}" for kind in starter_kinds()} == {
        key for key in texts if key.startswith("kind_") and key != "kind_of_sheet"
    }
    assert [line.count(",") for line in texts["deck_table_begun"].strip().split("\n")] == [2, 2, 2]


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_the_table_that_a_deck_begins_with_is_understood(own, home, language):
    own.post("/new/game", **MOON)
    content = base64.b64encode(words(language)["deck_table_begun"].encode()).decode()
    assert own.post("/new/deck", **ROLES | {"name": "-", "content": content}).status == 200
    table = Path(home / "cards/moon-farm/roles.csv").read_text(encoding="utf-8")
    assert "copies" in table.split("\n")[0]
