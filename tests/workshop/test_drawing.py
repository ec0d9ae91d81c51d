"""Dungeons drawn by hand: a change keeps the rest of the text, and saving never destroys a file."""

import asyncio
import contextlib
import random
import re
from pathlib import Path

import pytest

from generator.authoring.dungeon_file_authoring import dungeon_in
from generator.diagnostics import InvalidInput
from generator.layout.icons import Icons
from generator.maps.loading import read_file
from generator.maps.map_rules import read_map_rules
from generator.reading.decks import deck_records
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.dungeon_editor import DungeonEditor
from generator.workshop.guard import Refused
from generator.workshop.previews import shelf
from generator.workshop.print_forms import command_forms
from tests.conftest import ROOT, often
from tests.tables import read_yaml
from tests.workshop.asking import sent

GAME = "paper-dungeons"
KEPT = Path(__file__).with_name("crypt.yaml").read_text(encoding="utf-8")
EDITS = read_yaml(Path(__file__).with_name("drawing_edits.yaml"))


@pytest.fixture
def drawings(tmp_path):
    (tmp_path / "cards").mkdir()
    return DungeonEditor(GameCatalogue((tmp_path, ROOT)))


def edited_text(drawings, text, *edits):
    return drawings.edit(GAME, "crypt", text, list(edits))


@pytest.mark.parametrize("case", EDITS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_change_touches_what_it_changes_and_nothing_else(drawings, case, ending):
    edit, old, new = case.values()
    assert KEPT.count(old) == 1
    text, expected = KEPT.replace("\n", ending), KEPT.replace(old, new).replace("\n", ending)
    assert edited_text(drawings, text, *(edit if isinstance(edit, list) else [edit])) == expected


def test_what_cannot_be_changed_line_by_line_is_refused_and_left(drawings):
    flow = KEPT.partition("# what lies there")[0] + "rooms: {A1: [orc 3, potion], B2: gem A}\n"
    with pytest.raises(Refused, match="by hand"):
        edited_text(drawings, flow, {"do": "clear", "room": "A1"})
    for edit in (
        {},
        [],
        "x",
        {"do": "thing", "kind": "nope", "room": "A1"},
        {"do": "clear", "room": "Z9"},
        {"do": "edges", "edges": [["A1"]]},
        {"do": "size", "columns": "x", "rows": None},
    ):
        with pytest.raises(Refused):
            edited_text(drawings, KEPT, edit)


def test_overlays_keep_what_their_base_map_prints(drawings):
    text = drawings.open(GAME, "a")["text"]
    fixed = {"do": "edges", "edges": [["A1", "right"]]}
    assert (
        edited_text(
            drawings,
            text,
            {"do": "thing", "kind": "orc", "level": 3, "room": "A1"},
            {"do": "join", "row": 1},
            {"do": "size", "columns": 5, "rows": 5},
        )
        == text
    )
    assert edited_text(drawings, text, fixed, fixed) == text
    outer = {"do": "edges", "edges": [["A7", "right"], ["E7", "right"]]}
    walled = text.replace("  |               3 |", "  |  |           |3 |")
    assert edited_text(drawings, text, outer) == walled
    emptied = edited_text(drawings, walled, {"do": "empty"}).partition("map: |")[2]
    assert set(emptied) <= set(" +-|<>\n")
    assert [line for line in emptied.splitlines()[2:-1] if "--" in line or "|" in line.strip()[1:-1]] == []


def test_an_emptied_map_stays_a_map_of_its_own_and_a_generated_one_loses_its_code(drawings):
    generated = drawings.generate(GAME, {"columns": 5, "rows": 4, "own": True, "code": "AACA-JYF"}, "en")["text"]
    assert "\ncode: AACA-JYF" in generated
    after = edited_text(
        drawings,
        generated,
        {"do": "empty"},
        {"do": "thing", "kind": "potion", "room": "B2"},
        {"do": "clear", "room": "B2"},
        {"do": "size", "columns": 3, "rows": 7},
    )
    view = drawings.view(GAME, "crypt", after, "en")
    assert "code:" not in after.replace("--code", "")
    assert view["own"]
    assert (view["columns"], view["rows"]) == (3, 7)
    assert not any(room["things"] for room in view["rooms"])
    assert not any(edge["kind"] for edge in view["edges"])


def test_things_are_shown_by_the_icons_of_the_game_and_by_their_signs_where_one_cannot_be_drawn(drawings, tmp_path):
    generated = drawings.generate(GAME, {"columns": 6, "rows": 7, "own": True, "code": "AACA-JYF"}, "en")["text"]
    view = drawings.view(GAME, "crypt", generated, "pl")
    tools = [tool for tool in view["tools"] if tool["do"] == "thing"]
    assert {tool["icon"] for tool in tools} == set(view["icons"]) >= {"monster_ghost", "potion", "gem"}
    assert [icon for icon in view["icons"].values() if not re.fullmatch(r"m[-0-9. mlcz]+", icon["path"])] == []
    things = [thing for room in view["rooms"] for thing in room["things"]]
    assert [thing for thing in things if thing["icon"] not in view["icons"]] == []
    assert [thing for thing in things if thing["mark"] if not thing["word"].endswith(f" {thing['mark']}")] == []
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "gem.svg").write_text("<svg>", encoding="utf-8")
    assert set(drawings.view(GAME, "crypt", generated, "pl")["icons"]) == set(view["icons"]) - {"gem"}


def test_any_row_of_changes_leaves_a_text_that_the_terminal_reads(drawings, tmp_path):
    chance, rules = random.Random(5), read_map_rules(GameCatalogue((ROOT,)), GAME)
    text = drawings.begin(GAME, {"name": "Crypt", "own": True, "columns": 5, "rows": 4})["text"]
    head = text.partition("name:")[0]
    for _ in range(often(40, 2000)):
        path = tmp_path / "crypt.yaml"
        path.write_text(text, encoding="utf-8")
        file = read_file(GameCatalogue((ROOT,)), GAME, rules, path)
        rooms = [room.name for room in file.dungeon.rooms()]
        room, edges = (
            chance.choice(rooms),
            [[edge.room.name, edge.side] for edge in chance.sample(file.dungeon.inner_edges(), 3)],
        )
        edit = chance.choice(
            [
                {"do": "edges", "edges": edges},
                {"do": "join", "row": chance.randint(1, 4)},
                {"do": "target", "number": chance.randint(1, 3), "room": room},
                {"do": "thing", "kind": chance.choice(list(rules.kinds)), "level": chance.randint(1, 6), "room": room},
                {"do": "clear", "room": room},
                {"do": "size", "columns": chance.randint(3, 7), "rows": chance.randint(3, 7)},
                {"do": "text", "language": "pl", "text": chance.choice(["", "a: #b", 'ż "x"\n\ty']), "first": "en"},
            ]
        )
        text = edited_text(drawings, text, edit)
        assert text.startswith(head)


def test_a_dungeon_is_saved_in_the_own_folder_and_never_over_a_file_that_changed(drawings, tmp_path):
    path = tmp_path / "cards" / GAME / "dungeons" / "crypt.yaml"
    seen = drawings.save(GAME, "crypt", KEPT, "")["seen"]
    assert path.read_text(encoding="utf-8") == KEPT
    assert drawings.save(GAME, "crypt", KEPT, "")["seen"] == seen, "its answer was lost, and it is sent again"
    assert drawings.open(GAME, "crypt") == {"name": "crypt", "text": KEPT, "seen": seen}
    path.write_text(KEPT + "# by another hand\n", encoding="utf-8")
    for sign in (seen, ""):
        with pytest.raises(Refused, match="has changed"):
            drawings.save(GAME, "crypt", KEPT, sign)
    assert path.read_text(encoding="utf-8").endswith("# by another hand\n")


@pytest.mark.parametrize("name", ["../x", "..", "", "A", "x/y", "x\\y", "x\n", "/etc/x", "x" * 41, "é"])
def test_no_name_leads_out_of_the_folder(drawings, name, tmp_path):
    for attempt in (
        lambda: drawings.save(GAME, name, KEPT, ""),
        lambda: drawings.open(GAME, name),
        lambda: drawings.view(GAME, name, KEPT, "en"),
    ):
        with pytest.raises(Refused):
            attempt()
    assert [path.name for path in tmp_path.rglob("*")] == ["cards"]


def test_a_folder_that_leads_elsewhere_is_not_written_through(drawings, tmp_path):
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    elsewhere.mkdir()
    (tmp_path / "cards" / GAME).mkdir()
    (tmp_path / "cards" / GAME / "dungeons").symlink_to(elsewhere)
    with pytest.raises(Refused, match="out of your folder"):
        drawings.save(GAME, "crypt", KEPT, "")
    assert list(elsewhere.iterdir()) == []


def test_only_files_that_pictures_were_made_from_are_shown_and_a_built_in_one_is_saved_as_an_own_one(
    drawings, tmp_path
):
    shown = "layouts/paper-dungeons/cards/goal.yaml"
    for name in (shown, "/etc/passwd", "../etc/passwd", "", "pyproject.toml"):
        with pytest.raises(Refused):
            drawings.files.source(name)
    drawings.catalogue.read(ROOT / shown)
    source = drawings.files.source(shown)
    assert (source["own"], source["seen"]) == (False, "")
    drawings.files.save_source(shown, "# mine\n" + source["text"], source["seen"])
    again = drawings.files.source(shown)
    assert again["own"]
    assert again["text"] == "# mine\n" + source["text"]
    with pytest.raises(Refused, match="has changed"):
        drawings.files.save_source(shown, source["text"], "")


def test_tables_and_icons_are_changed_beside_yaml_and_what_is_no_text_is_not(drawings, tmp_path):
    editor_files, catalogue = drawings.files, drawings.catalogue
    files = {
        "cards/mine/aims.csv": "key;name\r\none;Uno\r\n",
        "cards/mine/broken.csv": 'key;"name',
        "icons/sign.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M 0 0 L 9 9 Z"/></svg>',
        "cards/other/aims.csv": "key\none\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode() if name.endswith("aims.csv") else text.encode())
    for name in files:
        if name.endswith(".csv"):
            with contextlib.suppress(InvalidInput):
                deck_records(catalogue, tmp_path / name)
    Icons(catalogue.icon_folders, catalogue.sources.keep).find("sign")
    assert editor_files.sources("mine") == [
        {"file": name, "own": True} for name in ("cards/mine/aims.csv", "cards/mine/broken.csv", "icons/sign.svg")
    ]
    source = editor_files.source("cards/mine/aims.csv")
    editor_files.save_source(
        "cards/mine/aims.csv", source["text"].replace("\r\n", "\n").replace("Uno", "Due"), source["seen"]
    )
    assert (tmp_path / "cards/mine/aims.csv").read_bytes() == b"\xef\xbb\xbfkey;name\r\none;Due\r\n"
    (tmp_path / "cards/mine/more.xlsx").write_bytes(b"PK")
    with pytest.raises(InvalidInput):
        deck_records(catalogue, tmp_path / "cards/mine/more.xlsx")
    with pytest.raises(Refused, match="the program that made it"):
        editor_files.source("cards/mine/more.xlsx")


def ask_editor(house, path, body=None, **values):
    """Send a request about a drawn dungeon; the body is made of values, unless `body` gives it."""
    body = sent(**values) if body is None else body
    return asyncio.run(house.ask("POST", f"/dungeons/{path}", body, f"game={GAME}&language=pl"))


def test_the_page_is_answered_with_figures_words_and_pictures_or_with_faults(own, house):
    view = ask_editor(own, "crypt/draw", text=KEPT, edits=[]).json
    assert view["way"]
    assert "trudne" in view["verdict"]
    assert not any("trudno" in each or "trudne" in each for each in view["notes"])
    assert view["rooms"][0]["things"][0]["word"] == "Ork 3"
    assert view["notes"][0].startswith("Boss 1 (A3)")
    cut_off = KEPT.replace("  |1       |\n  +  +~~+  +", "  |1 |     |\n  +  +--+--+")
    view = ask_editor(own, "crypt/draw", text=cut_off, edits=[]).json
    assert [each for each in view["notes"] if "nie da się" in each] == [
        "B3 (nic), C3 (nic): pieszo nie da się tam dojść; potrzebne: Płaszcz przenikania"
    ]
    assert [each["code"] for each in view["faults"]].count("M030") == 2, "each has its own line in the text"
    for kind in ("card", "sheet"):
        assert ask_editor(own, "crypt/picture", text=KEPT, kind=kind).json["svg"].startswith("<svg")
    broken = ask_editor(own, "crypt/draw", text=KEPT.replace("|1", "|x"), edits=[])
    assert broken.status == 422
    assert (broken.json["faults"][0]["file"], broken.json["faults"][0]["line"]) == (
        f"cards/{GAME}/dungeons/crypt.yaml",
        6,
    )
    rejected = ask_editor(house, "crypt/save", text=KEPT, seen="")
    assert rejected.status == 422
    assert "--home" in rejected.json["faults"][0]["hint"]
    for body in (
        b"",
        sent(text=3, edits=[]),
        sent(text=KEPT, edits={}),
        sent(text="\ud800", edits=[]),
        sent(text="", edits=[]),
        sent(text="[" * 9000, edits=[]),
    ):
        assert ask_editor(own, "crypt/draw", body).status in (400, 409, 422)


def test_what_is_earned_is_found_by_playing_and_told_as_in_the_terminal(house, scrawl, tmp_path):
    sentence = ask_editor(house, "crypt/play", text=KEPT).json["result"]
    (tmp_path / "crypt.yaml").write_text(KEPT, encoding="utf-8")
    assert f"crypt.yaml: {sentence}\n" in scrawl("dungeon", "check", "crypt.yaml", "--lang", "pl").stdout
    assert ask_editor(house, "crypt/play", text=KEPT.replace("orc 3", "orc 33")).status == 422
    faulty = ask_editor(house, "crypt/play", text=KEPT.replace("rat_queen", "rat_quin")).json
    assert faulty == {"result": "", "missing": "faulty"}
    for body in (b"", sent(text=3), sent(text="x: ["), sent(text="[" * 9000)):
        assert ask_editor(house, "crypt/play", body).status in (400, 422)


def test_playing_is_given_up_when_the_page_goes_away_or_asks_anew(house):
    async def play(**more):
        return (
            await house.ask("POST", "/dungeons/crypt/play", sent(text=KEPT), f"game={GAME}&language=pl", **more)
        ).json

    async def twice():
        return await asyncio.gather(play(), play())

    given_up, played = asyncio.run(twice())
    assert given_up == {"result": "", "missing": "not_played"}
    assert played["result"]
    assert asyncio.run(play(leaves=True)) == given_up


def test_a_dungeon_is_generated_with_the_wishes_and_gone_on_from(house):
    options = {"own": True, "columns": 5, "rows": 5, "code": "AACA-JYF"}
    texts = [ask_editor(house, "generate", **options, traps=traps).json["text"] for traps in ("few", "many", "many")]
    assert texts[1] == texts[2] != texts[0]
    (edge, *_) = ask_editor(house, "x/draw", text=texts[1], edits=[]).json["edges"]
    edit = {"do": "edges", "edges": [[edge["room"], edge["side"]]]}
    drawing = ask_editor(house, "x/draw", text=texts[1], edits=[edit]).json
    assert drawing["text"] != texts[1]
    assert ask_editor(house, "generate", **options, traps="lots").status == 409
    large = ask_editor(house, "generate", own=True, columns=30, rows=5)
    assert (large.status, large.json["faults"][0]["code"]) == (422, "M003")


@pytest.mark.parametrize("name", ["a", "l", "crypt"])
def test_every_dungeon_has_a_share_code_that_another_copy_opens(drawings, tmp_path, name):
    text = KEPT if name == "crypt" else drawings.open(GAME, name)["text"]
    before = drawings.view(GAME, name, text, "en")
    other = DungeonEditor(GameCatalogue((ROOT,)))
    copied = other.generate(
        GAME, {"columns": 6, "rows": 7, "code": f" {before['share'][:40]}\n{before['share'][40:]} "}, "en"
    )
    after = other.view(GAME, copied["name"], copied["text"], "en")
    for key in ("rooms", "edges", "joined", "cards", "own", "way", "columns", "rows", "share"):
        assert after[key] == before[key], key
    expected_name = {"a": "Smoke over the Market", "crypt": before["words"][0]["name"]}.get(name)
    assert expected_name is None or after["words"][0]["name"] == expected_name
    assert [words["text"] for words in after["words"]] == [words["text"] for words in before["words"]]


def test_a_generated_dungeon_keeps_its_short_code_until_it_is_changed_or_named(drawings):
    generated = drawings.generate(GAME, {"columns": 5, "rows": 4, "code": ""}, "en")
    short = drawings.view(GAME, "x", generated["text"], "en")["share"]
    assert re.fullmatch("[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{2}", short)
    assert drawings.generate(GAME, {"columns": 6, "rows": 7, "code": short}, "en")["text"] == generated["text"]
    with_name = drawings.generate(GAME, {"columns": 6, "rows": 7, "code": short, "name": "Łódź & Co."}, "pl")
    view = drawings.view(GAME, with_name["name"], with_name["text"], "pl")
    assert with_name["name"] == "lodz-co"
    assert {words["name"] for words in view["words"]} == {"", "Łódź & Co."}
    assert view["share"].startswith("D1-")


def test_a_share_code_that_is_cut_off_mistyped_or_of_another_game_is_refused(drawings):
    share = drawings.view(GAME, "crypt", KEPT, "en")["share"]
    for code in (
        share[:-9],
        share + "AA",
        share.replace(share[20:22], share[20:22].swapcase()[::-1]),
        "D1-",
        "D1-ééé",
        "D1-AAAA",
    ):
        with pytest.raises(Refused, match="mistyped"):
            drawings.generate(GAME, {"columns": 6, "rows": 7, "code": code}, "en")
    with pytest.raises(ValueError, match="choose that game"):
        dungeon_in("yacht", share)


def test_names_of_dungeons_become_free_names_of_files(drawings):
    names = {
        "The Glass Crypt": "the-glass-crypt",
        "": "dungeon",
        "a": "a-2",
        "Катакомбы": "dungeon",
        "NUL": "dungeon-nul",
    }
    assert {title: drawings.free_name(GAME, title) for title in names} == names


def test_a_dungeon_of_the_game_that_is_named_anew_is_saved_as_another_one(own):
    text = ask_editor(own, "a/draw", text=KEPT, edits=[]).json["text"]
    assert ask_editor(own, "a/save", text=text, seen="", title="My Crypt").json["name"] == "my-crypt"
    assert ask_editor(own, "a/save", text=text, seen="", title="My Crypt").json["name"] == "my-crypt-2"


def test_a_drawn_dungeon_is_called_by_its_name_on_the_shelf_and_where_it_is_printed(drawings):
    drawings.save(GAME, "cellar", KEPT.replace('"Crypt"', "{pl: Loch, en: Vault}"), "")
    decks = shelf(drawings.catalogue, GAME, "pl")["decks"]
    assert {deck["names"]["cellar"] for deck in decks if "cellar" in deck["names"]} == {"Loch"}
    (maps,) = (
        each
        for form in command_forms(drawings.catalogue, GAME, "pl")
        for each in form["options"]
        if (form["command"], each["name"]) == ("sheets", "maps")
    )
    assert maps["titles"]["cellar"] == "Loch"


def test_own_dungeons_are_listed_by_the_names_in_their_files(drawings, tmp_path):
    drawings.save(GAME, "cellar", KEPT.replace('"Crypt"', "{pl: Loch, en: Vault}"), "")
    drawings.save(GAME, "b", "name: Mine\n" + drawings.open(GAME, "b")["text"], "")
    for language, title in (("pl", "Loch"), ("cs", "Loch"), ("en", "Vault")):
        titles = {each["name"]: each["title"] for each in drawings.dungeons(GAME, language)}
        assert (titles["cellar"], titles["b"]) == (title, "Mine")
