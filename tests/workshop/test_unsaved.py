"""The workshop draws a face from typed, unsaved text as it will be once saved, and changes nothing else."""

import asyncio
import itertools
import json
import statistics
import time
from xml.etree import ElementTree

import pytest
import yaml

from generator.diagnostics import InvalidInput
from generator.reading.edits.deck_editing import changed_deck
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.previews import PreviewRequest, picture
from tests.conftest import ROOT, least_seconds, often
from tests.tables import parse_yaml_text
from tests.workshop.desks import files_of, house_over

GAME = "paper-dungeons"
CARD = {"kind": "deck", "name": "goals", "card": "gems"}
ROWS = "key,name,points\none,One,1\ntwo,Two,2\n"


@pytest.fixture
def desk(tmp_path):
    """Return a workshop for a user's folder with a user's game, whose cards are in a table."""
    files = {
        "cards/mini/game.yaml": "game: mini\ndecks:\n  rows: {layout: row}\n",
        "cards/mini/words/en.yaml": "game: {title: Mini}\nrows: {title: Rows}\n",
        "cards/mini/words/pl.yaml": "game: {title: Mini po polsku}\nrows: {title: Wiersze}\n",
        "cards/mini/rows.csv": ROWS,
        "layouts/mini/row.yaml": "extends: ../common/styles.yaml\nsize: {width: 63mm, height: 88mm}\n"
        "front: {text: '{name} {points}', style: body}\n",
    }
    return house_over(tmp_path, files, home="")


def request_picture(desk, face, sent=None):
    query = {"game": GAME, "language": "en", **face}
    body = b"" if sent is None else json.dumps(sent).encode()
    return asyncio.run(desk.ask("GET" if sent is None else "POST", "/picture", body, query))


@pytest.mark.parametrize(
    ("language", "edition", "file"),
    [
        ("en", "", "cards/paper-dungeons/words/en.yaml"),
        ("pl", "large-print", "cards/paper-dungeons/words/pl.yaml"),
        ("cs", "ink-saver", "layouts/paper-dungeons/cards/goal.yaml"),
    ],
)
def test_every_edition_and_language_is_drawn_as_if_the_text_were_saved(desk, tmp_path, language, edition, file):
    """The picture of the unsaved text is that of a folder in which it is saved."""
    text = (ROOT / file).read_text(encoding="utf-8")
    root = parse_yaml_text(text)
    if "words" in file:
        root["cards"]["goals"]["gems"]["name"] = "Typed just now"
    else:
        root["front"] = {"text": "Typed just now", "style": "body"}
    typed = yaml.safe_dump(root, allow_unicode=True, sort_keys=False)
    face = {**CARD, "language": language, "edition": edition}
    before = request_picture(desk, face).json["svg"]
    folder = files_of(tmp_path)
    svg = request_picture(desk, face, {"file": file, "text": typed}).json["svg"]
    assert "Typed just now" in svg
    assert files_of(tmp_path) == folder
    assert request_picture(desk, face).json["svg"] == before
    saved = tmp_path / "saved" / file
    saved.parent.mkdir(parents=True)
    saved.write_text(typed, encoding="utf-8")
    request = PreviewRequest(GAME, language, edition or None, "deck", "goals", "gems")
    expected = picture(GameCatalogue((tmp_path / "saved", ROOT)), request).svg
    assert svg.replace(file, "") == expected.replace(file, "")


def test_a_cell_that_is_typed_is_drawn_and_a_slip_is_reported_at_its_own_file(desk):
    request_picture(desk, {"game": "mini", "kind": "deck", "name": "rows", "card": "two"})
    path = desk.catalogue.display_path(desk.catalogue.roots[0] / "cards/mini/rows.csv")
    face = {"game": "mini", "kind": "deck", "name": "rows", "card": "two"}
    reply = request_picture(desk, face, {"file": path, "text": ROWS.replace("Two", "Twice")})
    assert "Twice" in reply.json["svg"]
    wrong = request_picture(desk, face, {"file": path, "text": ROWS.replace("two,Two,2", "two,Two,2,3,4")})
    assert wrong.status == 422
    assert {(fault["file"], fault["line"]) for fault in wrong.json["faults"]} == {(path, 3)}


@pytest.mark.parametrize("file", ["/etc/passwd", "cards/mini/../../x.yaml", "cards/mini/unread.yaml", ""])
def test_only_files_that_were_read_are_stood_in_for(desk, file):
    assert request_picture(desk, CARD).status == 200
    answer = request_picture(desk, CARD, {"file": file, "text": "a: b"})
    assert answer.status in (400, 409)


def test_many_texts_leave_nothing_behind_and_the_last_is_as_quick_as_the_first(desk):
    file = "cards/paper-dungeons/words/en.yaml"
    text = (ROOT / file).read_text(encoding="utf-8")
    request_picture(desk, CARD)
    opened, seconds = len(desk.catalogue.sources.opened_files()), []
    for number in range(often(12, 300)):
        begin = time.process_time()
        assert request_picture(desk, CARD, {"file": file, "text": f"{text}# {number}\n"}).status == 200
        seconds.append(time.process_time() - begin)
    assert len(desk.catalogue.sources.opened_files()) == opened
    third = len(seconds) // 3
    assert statistics.median(seconds[-third:]) < 3 * statistics.median(seconds[:third])


def written_lines(desk, text, sent=None, **face):
    """Return by file the lines, outside its layout, that a text of a picture leads to."""
    svg = ElementTree.fromstring(request_picture(desk, {**CARD, **face}, sent).json["svg"])
    places = [each.get("data-written", "") for each in svg.iter() if each.tag.endswith("text") and text in each.text]
    written_lines = [place.rsplit(":", 2) for place in places[0].split("\n") if place]
    return {file.rpartition("cards/")[2]: int(line) for file, line, _ in written_lines}


def line_of(file, text):
    lines = (ROOT / "cards" / file).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize(
    ("face", "text", "file", "line"),
    [
        ({"language": "en"}, "Treasure Seekers", "paper-dungeons/words/en.yaml", None),
        ({"game": "mini", "name": "rows", "card": "two"}, "Two", "mini/rows.csv", 3),
        ({"game": "mini", "name": "rows", "card": "two", "language": "pl"}, "2", "mini/rows.csv", 3),
        ({"game": "yacht", "kind": "page", "name": "rules", "language": "pl"}, "Jacht", "yacht/words/pl.yaml", None),
    ],
)
def test_a_text_of_a_face_is_reported_where_it_was_written(desk, face, text, file, line):
    assert written_lines(desk, text, **face)[file] == (line or line_of(file, text))


def test_what_is_typed_and_not_saved_is_reported_where_it_stands_now(desk):
    sent = {"file": "cards/mini/rows.csv", "text": ROWS.replace("one,One", "nil,Nil,0\none,One")}
    assert written_lines(desk, "Two", game="mini", name="rows", card="two") == {"mini/rows.csv": 3}
    assert written_lines(desk, "Two", sent, game="mini", name="rows", card="two") == {"mini/rows.csv": 4}


@pytest.mark.parametrize(
    ("face", "record"),
    [
        ({}, ("paper-dungeons/goals.yaml", "  gems:")),
        ({"name": "dungeons", "card": "b", "side": "back"}, ("paper-dungeons/dungeons/b.yaml", "")),
        ({"game": "mini", "name": "rows", "card": "two"}, ("mini/rows.csv", "two,")),
        ({"game": "yacht", "kind": "page", "name": "rules"}, None),
        ({"name": "pocket", "card": "pocket"}, None),
    ],
)
def test_the_picture_of_a_card_tells_of_its_row(desk, face, record):
    place = request_picture(desk, {**CARD, **face}).json["record"]
    if record is None:
        assert place == ""
        return
    file, line, _ = place.rsplit(":", 2)
    text = ROWS if record[0] == "mini/rows.csv" else (ROOT / "cards" / record[0]).read_text(encoding="utf-8")
    assert file.endswith(f"cards/{record[0]}")
    assert text.split("\n")[int(line) - 1].startswith(record[1])


def test_lines_keep_their_ends_when_they_are_saved(desk, tmp_path):
    """A spreadsheet ends rows with CR LF, and lines within a cell with LF only; a browser returns all with LF."""
    file = tmp_path / "cards/mini/rows.csv"
    content = b'\xef\xbb\xbfkey,name,points\r\none,"On\ne",1\r\ntwo,Two,2\r\n'
    file.write_bytes(content)
    desk.get("/shelf", "game=mini&language=en")
    files = desk.host.proofs.files
    source = files.source("cards/mini/rows.csv")
    text = source["text"].replace("\r\n", "\n")
    assert (source["deck"], source["fields"]) == ("rows", [])
    edits = [{"do": "set", "row": 1, "column": "points", "text": "7"}, {"do": "add", "row": 2, "key": "six"}]
    changed = changed_deck(text, "cards/mini/rows.csv", edits).text()
    files.save_source("cards/mini/rows.csv", changed, source["seen"])
    assert file.read_bytes() == content.replace(b"Two,2", b"Two,7") + b"six,,\r\n"
    with file.open("r+b") as handle:
        handle.truncate(20_000_000_000)  # by another program; the file is sparse
    with pytest.raises(InvalidInput, match="D006 file is larger than 8 MB"):
        files.save("cards/mini/rows.csv", changed, source["seen"])


@pytest.mark.parametrize(
    ("face", "more", "size"),
    [
        ({"kind": "deck", "name": "goals", "card": "gems"}, 3, (63, 88)),
        (
            {
                "kind": "deck",
                "name": "goals",
                "card": "gems",
                "edition": "large-print",
                "language": "cs",
                "side": "back",
            },
            3,
            None,
        ),
        ({"kind": "sheet", "name": "player_sheet"}, 0, None),
    ],
)
def test_a_face_tells_how_large_it_is_where_it_is_cut_and_what_is_safe(desk, face, more, size):
    plain, bled = request_picture(desk, face).json, request_picture(desk, {**face, "bleed": "yes"}).json
    millimetres = [[points / 72 * 25.4 for points in reply["size"]] for reply in (plain, bled)]
    assert size is None or millimetres[0] == pytest.approx(size, abs=0.01)
    assert millimetres[1] == pytest.approx([side + 2 * more for side in millimetres[0]], abs=0.01)
    if not more:
        return
    left, top, width, height = bled["cut"]
    assert (left * millimetres[1][0], top * millimetres[1][1]) == pytest.approx((more, more), abs=0.01)
    assert (width * millimetres[1][0], height * millimetres[1][1]) == pytest.approx(millimetres[0], abs=0.01)
    assert bled["safe"][0] > left
    assert bled["safe"][2] < width


def search(desk, game, **sent):
    return desk.post("/sources/found", {"game": game, "language": "en"}, **{"file": "", "text": "", **sent})


def test_every_file_of_a_game_is_searched_read_or_not_and_as_it_is_typed(desk, tmp_path):
    """A user's files come first and replace built-in ones; each hit can be opened."""
    own_file = tmp_path / "cards/yacht/words/pl.yaml"
    own_file.parent.mkdir(parents=True)
    text = (ROOT / "cards/yacht/words/pl.yaml").read_text(encoding="utf-8")
    own_file.write_text(f"{text}# ŻÓŁTA karta\n", encoding="utf-8")
    (hit,) = search(desk, "yacht", wanted="żółta KARTA").json["hits"]
    assert (hit["file"].endswith("cards/yacht/words/pl.yaml"), hit["line"]) == (True, len(text.splitlines()) + 1)
    assert hit["text"] == "# ŻÓŁTA karta"
    assert desk.get("/source", {"file": hit["file"]}).json["own"]
    # in typed text, and in layouts and words that no picture uses
    assert (
        search(desk, "yacht", wanted="żółta", file=hit["file"], text="a: b\n\nŻółta: 1\n").json["hits"][0]["line"] == 3
    )
    files = {each["file"] for each in search(desk, "yacht", wanted="e").json["hits"]}
    assert len(files) > 1
    assert {"cards/yacht/words/cs.yaml", "layouts/yacht/score_sheet.yaml"} <= {
        each["file"] for each in desk.host.proofs.files.sources("yacht")
    }
    many = search(desk, "yacht", wanted="e").json
    assert many["count"] > len(many["hits"]) == 200


def test_nothing_of_others_is_found_and_nothing_is_looked_for_by_no_words(desk, tmp_path):
    (tmp_path / "cards/mini/notes.txt").write_text("zebra")
    (tmp_path / "cards/mini/long.yaml").write_text(f"a: {'x' * 90} owl {'y' * 200}\n")
    (tmp_path / "secret.yaml").write_text("name: zebra\n")
    (tmp_path / "cards/mini/link.yaml").symlink_to("/etc/hostname")
    assert search(desk, "mini", wanted="zebra").json == {"hits": [], "count": 0}
    assert [each["file"] for each in desk.host.proofs.files.sources("mini") if "link" in each["file"]] == []
    assert search(desk, "mini", wanted="  ").status == 400
    assert search(desk, "mini", wanted="One").json["count"] == 1
    assert search(desk, "mini", wanted="owl").json["hits"][0]["text"] == f"…{'x' * 39} owl {'y' * 76}…"


TABLE = "key,name,points,copies\none,One,1,1\ntwo,Two,2,1\nsix,Six,6,1\n"
CARDS = (
    "deck: rows\ncards:\n  one: {name: One, points: 1}\n  two: {name: Two, points: 2}\n  six: {name: Six, points: 6}\n"
)
ENTRY = "rows: {layout: row, fields: {name: text, points: {kind: number, most: 9}}}"


@pytest.mark.parametrize("kind", ["decks", "pieces"])
@pytest.mark.parametrize(
    ("suffix", "wrong", "expected"),
    [
        ("csv", {"Two,2": "Two,much", "Six,6,1": "Six,6,many"}, {"one": [], "two": ["D018"], "six": ["D003"]}),
        ("csv", {"two,": "Two 2,", "six,": "one,"}, {"one": ["D005"], "Two 2": ["D013"]}),
        (
            "yaml",
            {"Two, points: 2": "Two, points: 20", "{name: Six, points: 6}": "Six"},
            {"one": [], "two": ["D018"], "six": ["S002"]},
        ),
        ("yaml", {"points: 6": "points: 6, copies: -1"}, {"one": [], "two": [], "six": ["D003"]}),
    ],
)
def test_a_cell_at_fault_keeps_its_own_row_alone_from_being_drawn(desk, tmp_path, kind, suffix, wrong, expected):
    text = TABLE if suffix == "csv" else CARDS
    (tmp_path / "cards/mini/rows.csv").unlink()
    file = tmp_path / f"cards/mini/rows.{suffix}"
    file.write_text(text, encoding="utf-8")
    (tmp_path / "cards/mini/game.yaml").write_text(f"game: mini\n{kind}:\n  {ENTRY}\n", encoding="utf-8")

    def codes(key, sent=None):
        answer = request_picture(desk, {"game": "mini", "name": "rows", "card": key}, sent).json
        return [fault["code"] for fault in answer["faults"]] if "faults" in answer else [][: len(answer["svg"])]

    assert [codes(key) for key in ("one", "two", "six")] == [[], [], []]
    for old, new in wrong.items():
        assert old in text
        text = text.replace(old, new)
    assert {key: codes(key, {"file": f"cards/mini/rows.{suffix}", "text": text}) for key in expected} == expected
    # saved so, the shelf still shows every card
    file.write_text(text, encoding="utf-8")
    answer = desk.get("/shelf", "game=mini&language=en")
    assert [deck["cards"] for deck in answer.json["decks"]] == [list(expected)]
    assert {key: codes(key) for key in expected} == expected


def test_a_text_that_is_no_deck_is_reported_at_every_row(desk):
    request_picture(desk, {"game": "mini", "name": "rows", "card": "two"})
    for text in ("key,name\n", '"', "1,2\n3,4\n"):
        sent = {"file": "cards/mini/rows.csv", "text": text}
        assert request_picture(desk, {"game": "mini", "name": "rows", "card": "two"}, sent).status == 422


def test_a_large_deck_with_a_fault_is_drawn_in_time_that_grows_with_its_rows(desk):
    seconds = []
    request_picture(desk, {"game": "mini", "name": "rows", "card": "two"})
    for count in (250, often(1000, 4000)):
        points = itertools.count()

        def draw(count=count, points=points):
            version = next(points)  # a different text each time
            rows = "".join(f"k{number},Name {number},{version},1\n" for number in range(count))
            sent = {"file": "cards/mini/rows.csv", "text": f"key,name,points,copies\n{rows}bad,Bad,0,many\n"}
            assert request_picture(desk, {"game": "mini", "name": "rows", "card": "k7"}, sent).status == 200

        seconds.append(least_seconds(draw, times=5) / count)
    assert seconds[1] < 2 * seconds[0]
