"""Reading filled sheets: the same score as a person types from them, and clear messages for unreadable files."""

import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import time

import pikepdf
import pypdf
import pytest
import yaml

from generator.geometry import Size
from generator.products.faces_on_paper import pack_pdf
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pdf_form import read_form
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.scoring.ticks_to_inputs import SheetMarks, read_filled
from generator.units import mm
from tests.conftest import ROOT, often, settings
from tests.tables import read_yaml
from tests.workshop.test_unusual_sheets import LINES, SHEET

CATALOGUE = GameCatalogue((ROOT,))
A4 = Size(mm(210), mm(297))
HEROES = ("warrior", "wizard", "cleric", "rogue")
RULES = open_rules(CATALOGUE, "paper-dungeons", "en")
BANDS = read_yaml(ROOT / "cards/paper-dungeons/bosses.yaml")["cards"]
POWERS = read_yaml(ROOT / "cards/paper-dungeons/powers.yaml")["cards"]
GEMS = read_yaml(ROOT / "cards/paper-dungeons/tracks.yaml")["gems"]
ITEMS = list(read_yaml(ROOT / "cards/paper-dungeons/items.yaml")["items"])
SEASONS = ("rat_queen", "chimera", "dragon")  # the bosses of all these games


FLED = {"score.A": "-2", "score.B": "-4", "score.C": "-3"}


def form(copies):
    pack = open_pack(CATALOGUE, "paper-dungeons", "en")
    frames = list(sheet_pages(pack, SheetOptions(copies=copies), PaperOptions(usual=A4)))
    return pack_pdf(pack, frames, "sheet", fillable=True)


@pytest.fixture(scope="module")
def empty():
    """A form of two sheets."""
    return form(2)


@pytest.fixture(scope="module")
def single():
    """A form of one sheet. Reading it takes half the time."""
    return form(1)


def random_sheet(chance):
    """Return a finished sheet as a person would type it, and its ticks and texts on paper."""
    levels = {hero: chance.randint(1, 6) for hero in HEROES}
    halves = {item: chance.randint(0, 2) for item in ITEMS}
    gems, monsters, rooms = chance.randint(0, 10), chance.randint(0, 12), chance.randint(3, 42)
    resurrection = chance.random() < 0.3
    damage = chance.randint(5, 25) if resurrection else chance.randint(0, sum(levels.values()))
    goal, power, missions = chance.choice([0, 2, 4, 6]), chance.choice(list(POWERS)), chance.randint(0, 3)
    answers = {"name": f"Player {chance.randint(1, 999)}", "bosses": [0, 0, 0], "heroes": levels, "items": halves}
    answers |= {"gems": gems, "monsters": monsters, "damage": damage, "resurrection": resurrection, "goal": goal}
    answers |= {"power": power, "missions": missions, "rooms": rooms}
    bosses = answers["bosses"] = [
        chance.choice([boss["flee"], *(band["glory"] for band in boss["bands"])]) for boss in map(BANDS.get, SEASONS)
    ]
    marks = {"player": answers["name"]}
    marks |= {f"hero.{hero}.{level}": "/Yes" for hero, top in levels.items() for level in range(2, top + 1)}
    marks |= {f"item.{item}.{half}": "/Yes" for item, count in halves.items() for half in range(1, count + 1)}
    marks |= {f"gem_track.{n}": "/Yes" for n in range(1, gems + 1)}
    marks |= {f"monster_track.{n}": "/Yes" for n in range(1, monsters + 1)}
    marks |= {f"damage.{n}": "/Yes" for n in range(1, damage + 1)}
    every = [f"room.{column}{row}" for column in "ABCDEF" for row in range(1, 8)]
    marks |= dict.fromkeys(chance.sample(every, rooms), "/Yes")
    if resurrection:
        marks["resurrection"] = "/Yes"
    marks |= {
        f"score.{letter}": str(glory).replace("-", chance.choice("-−"))
        for letter, glory in zip("ABC", bosses, strict=True)
    }
    marks |= {f"goal.{step}": "/Yes" for step in (2, 4, 6) if step <= goal} | {f"power.{power}": "/Yes"}
    marks |= {f"mission.{chance.randint(1, 8)}.{number}": "/Yes" for number in range(1, missions + 1)}
    marks |= {"score.J": str(goal + POWERS[power]["end_glory"]), "score.K": str(4 * missions)}
    # marks in other colours, which no rule counts
    marks |= {f"potion.{n}.flask": "/Yes" for n in range(1, chance.randint(1, 12))}
    marks |= {f"round.{n}.1": str(chance.randint(1, 6)) for n in range(1, 9)}
    return answers, marks


def sheet_prefix(number):
    return "" if number == 1 else f"sheet{number}."


def filled(pdf, *sheets):
    """Fill in the sheets of a form by the names of their fields, without drawing how they look."""
    marks = {
        sheet_prefix(number) + name: value for number, sheet in enumerate(sheets, 1) for name, value in sheet.items()
    }
    sink = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for name, field in fields_below(document.Root.AcroForm.Fields):
            if value := marks.get(name):
                field.V = pikepdf.Name(value) if value.startswith("/") else pikepdf.String(value)
                if "/AS" in field:
                    field.AS = field.V
        document.save(sink, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return sink.getvalue()


def fields_below(fields, path=""):
    """Yield the full names and the fields of a form that have no fields below them."""
    for field in fields:
        name = path + str(field.T)
        if "/Kids" in field:
            yield from fields_below(field.Kids, f"{name}.")
        else:
            yield name, field


def filled_by_pypdf(pdf, *sheets):
    """Fill in the sheets of a form and draw how they look. This takes half a second."""
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(pdf)))
    for number, (page, marks) in enumerate(zip(writer.pages, sheets, strict=False), 1):
        prefix = sheet_prefix(number)
        writer.update_page_form_field_values(
            page, {prefix + name: value for name, value in marks.items()}, auto_regenerate=False
        )
    sink = io.BytesIO()
    writer.write(sink)
    return sink.getvalue()


def typed_score(tmp_path, players):
    path = tmp_path / "typed.yaml"
    path.write_text(yaml.safe_dump({"game": "paper-dungeons", "players": players}), encoding="utf-8")
    record, _ = read_score(RULES, CATALOGUE.read(path))
    return score_game(RULES, record).as_record(RULES.words)


def test_fifty_filled_sheets_score_as_typed_by_hand(empty, tmp_path):
    chance = random.Random(2026)
    for _ in range(often(2, 25)):
        (one, marks), (two, others) = random_sheet(chance), random_sheet(chance)
        two["name"] += "b"
        if one["power"] == two["power"]:
            continue
        others["player"] = two["name"]
        path = tmp_path / "sheet.pdf"
        path.write_bytes(filled(empty, marks, others))
        record, _ = read_filled(
            RULES, [SheetMarks(fields, "sheet.pdf") for fields in read_form(path, "sheet.pdf").sheets]
        )
        assert score_game(RULES, record).as_record(RULES.words) == typed_score(tmp_path, [one, two])


def test_the_command_reads_a_filled_sheet_and_saves_the_game(empty, scrawl, tmp_path):
    answers, marks = random_sheet(random.Random(7))
    (tmp_path / "sheet.pdf").write_bytes(filled_by_pypdf(empty, marks))
    result = scrawl("score", "sheet.pdf", "--json", "--save", "--db", "games.sqlite3")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == typed_score(tmp_path, [answers])
    assert answers["name"] in scrawl("history", "list", "--db", "games.sqlite3").stdout


def test_a_shield_that_disagrees_with_the_ticks_is_reported(single, scrawl, tmp_path):
    (tmp_path / "sheet.pdf").write_bytes(
        filled(single, {**FLED, "gem_track.3": "/Yes", "score.F": "40", "score.L": "9"})
    )
    result = scrawl("score", "sheet.pdf", "--json")
    assert result.returncode == 0
    (player,) = json.loads(result.stdout)["players"]
    assert player["lines"]["F"] == GEMS[2]["glory"], "the third box stands for three gems"
    assert player["name"] == "Player 1"
    assert f"warning F007 Player 1: line F says 40, the rest of the sheet gives {GEMS[2]['glory']}" in result.stderr
    assert "line L" in result.stderr


def bad_files(empty, single):
    plain = pypdf.PdfWriter()
    plain.add_blank_page(100, 100)
    locked = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(single)))
    locked.encrypt("secret", algorithm="RC4-128")
    for name, writer in (("no form", plain), ("locked", locked)):
        sink = io.BytesIO()
        writer.write(sink)
        yield name, sink.getvalue()
    yield "cut", single[: len(single) // 2]
    yield "text", b"this is no PDF"
    yield "nothing", b""
    yield "empty sheet", single
    yield "words", filled(single, {"score.A": "seven"})
    yield "too much", filled(single, {"score.A": "99"})
    yield "same names", filled(empty, {"player": "Ada", **FLED}, {"player": "Ada", **FLED})


CODES = {
    "no form": "F001",
    "locked": "F002",
    "cut": "F001",
    "text": "F001",
    "nothing": "F001",
    "empty sheet": "F005",
    "words": "F006",
    "too much": "G012",
    "same names": "G005",
}


def test_what_cannot_be_read_is_reported_and_never_a_traceback(empty, single, scrawl, tmp_path):
    for name, content in bad_files(empty, single):
        (tmp_path / "x.pdf").write_bytes(content)
        result = scrawl("score", "x.pdf")
        assert result.returncode == 1, name
        assert CODES[name] in result.stderr, (name, result.stderr)
        assert "x.pdf:1" in result.stderr
        assert "Traceback" not in result.stderr
    other = scrawl("score", "x.pdf", "--game", "platformer")
    assert other.returncode == 1
    assert "G025" in other.stderr


def test_damaged_forms_never_crash_the_reader(single, tmp_path):
    from generator.diagnostics import InvalidInput

    chance = random.Random(5)
    path = tmp_path / "x.pdf"
    for _ in range(often(8, 60)):
        content = bytearray(single)
        for _ in range(chance.randint(1, 30)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        path.write_bytes(bytes(content))
        with contextlib.suppress(InvalidInput):
            read_form(path, "x.pdf")


def test_a_form_that_is_damaged_in_too_many_places_is_given_up(tmp_path):
    """pypdf repairs each place, again for every object of a stream. One such form took half a minute."""
    from generator.diagnostics import InvalidInput

    objects = [b"<< /Type /Catalog /AcroForm 2 0 R >>", b"<< /Fields [] " + b"(a) " * 30_000 + b">>"]
    content, starts = b"%PDF-1.5\n", []
    for number, each in enumerate(objects, 1):
        starts.append(len(content))
        content += b"%d 0 obj\n%b\nendobj\n" % (number, each)
    rows = b"".join(b"%010d 00000 n \n" % start for start in starts)
    end = b"xref\n0 3\n0000000000 65535 f \n%btrailer << /Size 3 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    (tmp_path / "x.pdf").write_bytes(content + end % (rows, len(content)))
    for _ in range(2):  # the count starts again for each file
        with pytest.raises(InvalidInput, match="too much of it is damaged"):
            read_form(tmp_path / "x.pdf", "x.pdf")


def test_a_filled_sheet_of_a_dungeon_counts_for_its_campaign_with_its_bosses(scrawl, tmp_path):
    result = scrawl("print", "sheets", "--dungeon", "a", "--fillable", "--lang", "pl", "-o", "a.pdf")
    assert result.returncode == 0, result.stderr
    marks = {"player": "Ada", "score.A": "3", "score.C": "8", "gem_track.2": "/Yes"}
    (tmp_path / "filled.pdf").write_bytes(filled((tmp_path / "a.pdf").read_bytes(), marks))
    done = scrawl("score", "filled.pdf", "--json", "--save", "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["players"][0]["lines"]["B"] == -2
    assert "Stone Golem: no result" in done.stderr
    assert "Heroes of the Town  (1/3)" in scrawl("campaign", "--lang", "en").stdout


def scored(content, tmp_path, scrawl, *options):
    (tmp_path / "x.pdf").write_bytes(content)
    result = scrawl("score", "x.pdf", "--json", *options)
    return (json.loads(result.stdout)["players"][0]["lines"] if result.returncode == 0 else {}), result.stderr


def test_a_sheet_is_scored_from_ticks_alone_and_shields_confirm(single, scrawl, tmp_path):
    result = scrawl(
        "print", "sheets", "--dungeon", "a", "--fillable", "--paper", "letter", "--lang", "cs", "-o", "a.pdf"
    )
    assert result.returncode == 0, result.stderr
    baked = (tmp_path / "a.pdf").read_bytes()
    ticks = dict.fromkeys(
        ("band.1.2", "band.2.flee", "band.3.3", "goal.2", "goal.4", "power.healer", "mission.3.1", "mission.5.2"),
        "/Yes",
    )
    lines, messages = scored(filled(baked, ticks), tmp_path, scrawl)
    bands = [BANDS[key] for key in ("bandit_chief", "stone_golem", "dragon")]
    assert [lines[letter] for letter in "ABCJK"] == [
        bands[0]["bands"][1]["glory"],
        bands[1]["flee"],
        bands[2]["bands"][2]["glory"],
        6,
        8,
    ]
    assert messages == ""
    blank = {"boss.1": "a", "boss.2": "Stone Golem", "boss.3": "K"}
    assert scored(filled(single, ticks | blank), tmp_path, scrawl, "--lang", "en") == (lines, "")
    assert scored(filled(single, ticks | blank | {"score.A": "4"}), tmp_path, scrawl, "--lang", "en") == (lines, "")
    assert (
        "line A says 3, the rest of the sheet gives 4"
        in scored(filled(single, ticks | blank | {"score.A": "3"}), tmp_path, scrawl, "--lang", "en")[1]
    )


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ({"band.1.1": "/Yes", "band.1.2": "/Yes", **FLED}, "F009 boss 1: 1, 2 are marked, one is possible"),
        ({"band.1.2": "/Yes"}, "G016 boss 1 has no result"),
        ({"boss.1": "Gandalf", **FLED}, "F006 unknown name Gandalf"),
        (
            {"power.healer": "/Yes", "power.scout": "/Yes", **FLED},
            "F009 power: Scout, Healer are marked, one is possible",
        ),
    ],
)
def test_ticks_that_cannot_be_are_refused(marks, message, single, scrawl, tmp_path):
    lines, error = scored(filled(single, marks), tmp_path, scrawl, "--lang", "en")
    assert (lines, message in error) == ({}, True), error


@pytest.mark.parametrize(
    ("marks", "letter", "points", "warning"),
    [
        ({"score.A": "7", "band.1.flee": "/Yes"}, "A", 7, "G012 fight 1: the box flee never gives 7"),
        (dict.fromkeys((f"mission.{n}.1" for n in range(1, 5)), "/Yes"), "K", 16, "G010 missions is 4, possible"),
    ],
)
def test_a_tick_that_is_unusual_counts_with_a_warning(marks, letter, points, warning, single, scrawl, tmp_path):
    lines, error = scored(filled(single, FLED | marks), tmp_path, scrawl, "--lang", "en")
    assert (lines[letter], f"warning {warning}" in error) == (points, True), error


def test_an_unusual_sheet_has_the_total_that_it_has_at_every_door(single, scrawl, tmp_path):
    levels = {f"hero.{hero}.{level}" for hero, top in SHEET["heroes"].items() for level in range(2, top + 1)}
    ticks = {*levels, "item.flaming_sword.1", "item.flaming_sword.2", "goal.2", "power.craftsman", "room.A1", "room.B1"}
    ticks |= {f"gem_track.{n}" for n in range(1, 11)} | {f"monster_track.{n}" for n in range(1, 13)}
    ticks |= {f"damage.{n}" for n in range(1, 17)} | {f"mission.{n}.1" for n in range(1, 5)}
    marks = {"score.A": "12", "score.B": "5", "score.C": "9", **dict.fromkeys(ticks, "/Yes")}
    lines, messages = scored(filled(single, marks), tmp_path, scrawl, "--lang", "en")
    assert lines == LINES
    assert {line.split()[2] for line in messages.splitlines() if ": warning " in line} == {"G010", "G012", "G014"}
    assert "damage is 16, but the heroes have only 15 health" in messages


@pytest.mark.parametrize(
    ("ada", "ben", "message"),
    [
        ({"boss.1": "A"}, {"boss.1": "B"}, "F009 Ben: fight 1: the sheets name Bandit Chief, Rat Queen"),
        ({"power.healer": "/Yes", "power.scout": "/Yes"}, {}, "F009 Ada: power: Scout, Healer are marked"),
        ({"power.scout": "/Yes"}, {"power.scout": "/Yes"}, "G014 Ada: power Scout: more than one player has this card"),
    ],
)
def test_what_cannot_be_on_sheets_of_one_game_is_reported_with_the_player(ada, ben, message, empty, scrawl, tmp_path):
    content = filled(empty, {"player": "Ada", **ada, **FLED}, {"player": "Ben", **ben, **FLED})
    assert re.search(
        rf"^x\.pdf:1:1: (error|warning) {re.escape(message)}",
        scored(content, tmp_path, scrawl, "--lang", "en")[1],
        re.M,
    )


def test_the_sheets_of_a_table_make_one_game_each_in_its_file_and_its_language(single, scrawl, tmp_path):
    """Sheets name bosses in their own language. The command uses a third language for the total."""
    sheets = {
        "ada.pdf": {"player": "Ada", "boss.1": "Herszt bandytów", "band.1.2": "/Yes", "gem_track.2": "/Yes"},
        "ben.pdf": {"player": "Ben", "boss.1": "vudce banditu", "band.1.1": "/Yes", "boss.2": "Stone Golem"},
    }
    for name, marks in sheets.items():
        (tmp_path / name).write_bytes(filled(single, {"band.2.flee": "/Yes", "score.C": "-3", **marks}))
    result = scrawl("score", *sheets, "--json", "--lang", "en")
    assert result.returncode == 0, result.stderr
    ada, ben = json.loads(result.stdout)["players"]
    golem, chief = BANDS["stone_golem"], BANDS["bandit_chief"]
    assert [ada["lines"][letter] for letter in "ABCF"] == [
        chief["bands"][1]["glory"],
        golem["flee"],
        -3,
        GEMS[1]["glory"],
    ]
    assert [ben["lines"][letter] for letter in "AB"] == [chief["bands"][0]["glory"], golem["flee"]]
    again = scrawl("score", "ada.pdf", "ben.pdf", "ada.pdf", "--json", "--lang", "en")
    assert again.stdout == result.stdout, "the same sheet is not another player"


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Which card was boss"),
        ("pl", "Która karta była bossem"),
        ("cs", "Která karta byla netvorem"),
    ],
)
def test_a_person_at_a_terminal_is_asked_once_which_cards_lay_on_the_table(language, question, single, tmp_path):
    pty = pytest.importorskip("pty")
    bands = [("band.1.2", "band.2.flee", "band.3.3"), ("band.1.1", "band.2.1")]
    for name, ticks in zip(("ada", "ben"), bands, strict=True):
        marks = {"player": name, **dict.fromkeys(ticks, "/Yes"), **({"boss.3": "K"} if name == "ben" else {})}
        (tmp_path / f"{name}.pdf").write_bytes(filled(single, marks))
    controller, terminal = pty.openpty()
    os.write(controller, b"Gandalf\nA\nstone_golem\n")
    words = ("score", "ada.pdf", "ben.pdf", "--lang", language)
    result = subprocess.run(
        [sys.executable, "-m", "generator", *words],
        stdin=terminal,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, **settings(tmp_path), "PYTHONIOENCODING": "utf-8"},
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr.count(question) == 3, (
        "the card that nobody knows is asked again, the one that a sheet names is not"
    )
    cards = [BANDS[key] for key in ("bandit_chief", "stone_golem", "dragon")]
    ada = [cards[0]["bands"][1]["glory"], cards[1]["flee"], cards[2]["bands"][2]["glory"]]
    ben = [cards[0]["bands"][0]["glory"], cards[1]["bands"][0]["glory"], cards[2]["flee"]]
    rows = [
        line.split()[-2:]
        for line in result.stdout.replace("−", "-").splitlines()
        if line.split()[:1] in (["A"], ["B"], ["C"])
    ]
    assert rows == [[str(one), str(other)] for one, other in zip(ada, ben, strict=True)]


def test_sheets_that_do_not_belong_together_are_reported_with_their_file(single, scrawl, tmp_path):
    field, scores = RULES.table.filled.map, {"score.A": "3", "score.B": "5", "score.C": "-3"}
    for name, marks in {"a.pdf": {"player": "Ada", field: "A"}, "b.pdf": {"player": "Ben", field: "B"}}.items():
        (tmp_path / name).write_bytes(filled(single, {**scores, **marks}))
    result = scrawl("score", "a.pdf", "b.pdf", "--lang", "en")
    assert (
        result.returncode,
        "a.pdf, b.pdf:1:1: error F009 the sheets are of several dungeons: A, B" in result.stderr,
    ) == (1, True), result.stderr
    assert scrawl("score", "a.pdf", "b.pdf", "--dungeon", "a").returncode == 0
    (tmp_path / "b.pdf").write_bytes(filled(single, {**scores, "score.F": "many"}))
    result = scrawl("score", "a.pdf", "b.pdf", "--lang", "en")
    assert (result.returncode, "b.pdf:1:1: error F006" in result.stderr, "a.pdf" in result.stderr) == (1, True, False)
    (tmp_path / "c.yaml").write_text("game: paper-dungeons", encoding="utf-8")
    assert "one score file at a time" in scrawl("score", "a.pdf", "c.yaml").stderr


def raw_pdf(*objects, trailer=b""):
    """Return a PDF of these objects, the first one the root."""
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj%bendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in offsets)
    end = b"trailer<</Size %d/Root 1 0 R%b>>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, trailer, len(out))
    return bytes(out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1) + table + end)


def test_a_form_that_is_no_sheet_of_ours_is_not_scored(scrawl, tmp_path):
    names = (b"name", b"income", b"children.1")
    fields = [b"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(%b)/V(7)>>" % name for name in names]
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R 5 0 R 6 0 R]>>"
    root = b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 6 0 R]>>>>"
    (tmp_path / "tax.pdf").write_bytes(raw_pdf(root, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, *fields))
    result = scrawl("score", "tax.pdf")
    assert (result.returncode, "F005" in result.stderr) == (1, True)


def test_names_and_values_of_fields_that_are_not_text_are_an_error(scrawl, tmp_path):
    fields = [b"<</FT/Tx/T<FEFFD800>/V(7)>>", b"<</FT/Tx/T(player)/V<FEFFD8>>>", b"<</FT/Btn/T(hero.rogue.1)/V/yes>>"]
    root = b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[3 0 R 4 0 R 5 0 R]>>>>"
    (tmp_path / "odd.pdf").write_bytes(raw_pdf(root, b"<</Type/Pages/Kids[]/Count 0>>", *fields))
    result = scrawl("score", "odd.pdf")
    assert (result.returncode, "Traceback" in result.stderr) == (1, False), result.stderr


def many_fields(count, *, nested):
    kids = b" ".join(b"%d 0 R" % (number + 4) for number in range(count))
    form = b"<</Fields[3 0 R]>>" if nested else b"<</Fields[%b]>>" % kids
    root = b"<</Type/Catalog/Pages 2 0 R/AcroForm%b>>" % form
    group = b"<</T(all)/Kids[%b]>>" % kids
    return raw_pdf(
        root, b"<</Type/Pages/Kids[]/Count 0>>", group, *(b"<</T(f%d)/FT/Tx/V(1)>>" % number for number in range(count))
    )


LOCKS = (
    b"<</Filter/Standard/V 0>>",
    b"<</Filter/Standard/V 99>>",
    b"<</Filter/Adobe.PubSec/V 4>>",
    b"<</Filter/Standard/V 4>>",
    b"<<>>",
    b"7",
    b"null",
)


def locked_with(lock):
    return lambda: raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[]/Count 0>>",
        lock,
        trailer=b"/Encrypt 3 0 R/ID[<00><00>]",
    )


def locked_with_aes():
    def keys(**lengths):
        return b"".join(b"/%b<%b>" % (name.encode(), b"41" * length) for name, length in lengths.items())

    lock = b"<</Filter/Standard/V 5/R 6/Length 256/P -4%b/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF>>"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[]/Count 0>>",
        lock % keys(U=48, O=48, UE=32, OE=32, Perms=16),
    )
    return raw_pdf(*objects, trailer=b"/Encrypt 3 0 R/ID[<00><00>]")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (locked_with_aes, "F002"),
        (lambda: many_fields(25_000, nested=False), "F001 the PDF has more than 20000 fields"),
        (lambda: many_fields(25_000, nested=True), "F001 the PDF has more than 20000 fields"),
        *((locked_with(lock), "F00") for lock in LOCKS),
    ],
    ids=["AES-256", "many fields", "many fields in one", *LOCKS],
)
def test_a_pdf_that_is_locked_or_too_large_is_reported_soon(make, message, scrawl, tmp_path):
    (tmp_path / "x.pdf").write_bytes(make())
    before = time.process_time()
    result = scrawl("score", "x.pdf")
    assert time.process_time() - before < 10
    assert (result.returncode, f"x.pdf:1:1: error {message}" in result.stderr) == (1, True), result.stderr


def test_what_a_library_says_of_a_strangers_file_is_not_repeated(scrawl_process, tmp_path):
    (tmp_path / "x.pdf").write_bytes((ROOT / "tests/data/hostile/cases/kids_fan.pdf").read_bytes())
    result = scrawl_process("score", "x.pdf")
    assert result.returncode == 1
    assert result.stderr.splitlines()[0].startswith("x.pdf:1:1: error ")


def test_a_filled_sheet_knows_its_game(scrawl, tmp_path):
    assert scrawl("print", "sheets", "--game", "yacht", "--fillable", "-o", "y.pdf").returncode == 0
    marks = {"player.1": "Ada", "score.A.1": "3", "score.L.1": "17"}
    (tmp_path / "filled.pdf").write_bytes(filled((tmp_path / "y.pdf").read_bytes(), marks))
    result = scrawl("score", "filled.pdf", "--json")
    assert (result.returncode, json.loads(result.stdout)["game"]) == (0, "yacht"), result.stderr
    other_game = scrawl("score", "filled.pdf", "--game", "paper-dungeons", "--lang", "en")
    assert "G025 this is the sheet 'score_sheet' of 'yacht', not of 'paper-dungeons'" in other_game.stderr
    assert scrawl("print", "sheets", "--game", "dungeon-fighter", "--fillable", "-o", "d.pdf").returncode == 0
    assert "F005 nothing is filled in" in scrawl("score", "d.pdf", "--lang", "en").stderr


def test_a_single_filled_sheet_may_be_of_a_game_alone(single, scrawl, tmp_path):
    content = filled(single, {**FLED, "mission.2.1": "/Yes", "mission.5.2": "/Yes", "heroes.rogue.3": "/Yes"})
    assert scored(content, tmp_path, scrawl)[0]["K"] == 8
    assert scored(content, tmp_path, scrawl, "--solo")[0]["K"] == 5 + 3


def test_sheets_of_a_form_are_read_in_the_order_of_their_pages(tmp_path):
    names = [{"player": f"P{number}"} for number in range(1, 12)]
    (tmp_path / "sheets.pdf").write_bytes(filled(form(11), *names))
    assert [sheet.get("player") for sheet in read_form(tmp_path / "sheets.pdf", "x").sheets] == [
        each["player"] for each in names
    ]
