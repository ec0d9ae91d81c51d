"""A text that the program accepts anywhere comes back unchanged from every place that stores it."""

import csv
import io
import json
import random
import string
import unicodedata
from dataclasses import replace

import pikepdf
import pytest

from generator.api import open_game
from generator.diagnostics import InvalidInput
from generator.game.game import open_game as game_in
from generator.geometry import Size
from generator.imposition.backs import PrinterProfile
from generator.maps.editing import set_words
from generator.reading.edits.deck_editing import changed_deck
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pdf_form import read_form
from generator.reading.yaml_nodes import parse_yaml, plain, yaml_quoted
from generator.rulesets.paper_dungeons.text.notation import quote_name
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.entered_games import is_name
from generator.scoring.inputs.names import _is_name as is_member_name
from generator.scoring.rules import open_rules
from generator.scoring.ticks_to_inputs import SheetMarks, read_filled
from generator.storage.listings import games_csv, games_json
from generator.storage.printer_profiles import calibrated_printer, keep_printer, read_printers
from generator.storage.session_journal import UnfinishedGame, unfinished_games
from generator.storage.store import SavedGames, back_up, open_ledger
from generator.units import mm
from generator.workshop.own_folder import OwnFolder
from generator.workshop.shared_session import new_session
from tests.conftest import ROOT, often
from tests.tables import write_files
from tests.workshop.doing import join
from tests.workshop.test_tables import kept, rules_of

CATALOGUE = GameCatalogue((ROOT,))
ODD = [
    *(
        "🐉 Eve",
        "Ada 🎲",
        "👍🏽",
        "🇵🇱",
        "👩‍👩‍👧‍👦",
        "می‌خواهم",
        "क्‍ष",
        "שלום",
        "Žofie",
        "'=1+1'",
        '"quoted"',
        "yes",
        "null",
        "12",
        "1.5",
    ),
    *(
        "- a",
        "a: b",
        "#1",
        "{x}",
        "[x]",
        "*",
        "&a",
        "!x",
        "%",
        "@x",
        "`x`",
        "a\\b",
        "\\ud83d",
        "=SUM(A1)",
        "U+10000 \U00010000",
    ),
    *(
        "\U000f0000",
        "\U0001fae8",
        "a\xa0b",
        "a\u00b7b",
        "ﷺ",
        "İ",
        "ß",
        "Ａ",
        "\ue000",
        "a,b",
        "a;b",
        "a|b",
        "true",
        "~",
    ),
]
REJECTED = [
    "a\uffffb",
    "a\ufffeb",
    "a\ufdd0b",
    "a\x00b",
    "a\x1bb",
    "a\x7fb",
    "a\x85b",
    "a\nb",
    "a\u2028b",
    "a\u202eb",
    "a\ud800b",
    " ",
]


def texts():
    """Return odd texts, and some of random characters of all planes."""
    chance = random.Random(5)
    planes = [string.printable[:95], *(range(start, start + 0x400) for start in (0x80, 0x2000, 0x600, 0xFB00, 0x1F300))]
    random_texts = [
        "".join(chr(sign) if isinstance(sign, int) else sign for sign in chance.choices(chance.choice(planes), k=6))
        for _ in range(often(60, 5000))
    ]
    return [*ODD, *(text.strip() for text in random_texts)]


NAMES = [text for text in texts() if is_name(text)]


def parse(text):
    return plain(parse_yaml(text, "a file"))


@pytest.mark.parametrize("text", REJECTED)
def test_what_is_no_character_is_no_name(text):
    assert not is_name(text)


def test_every_odd_name_is_accepted():
    assert [name for name in ODD if not is_name(name)] == []


def test_quoted_texts_are_read_back_by_yaml_and_json():
    for text in [*texts(), *(text for text in REJECTED if "\ud800" not in text)]:
        assert parse(f"a: {yaml_quoted(text)}") == {"a": text}
        assert json.loads(yaml_quoted(text)) == text


def test_json_escapes_of_any_character_are_read_in_a_score_file():
    """JSON writes a character above U+FFFF as two escapes, which a YAML parser rejects."""
    for name in NAMES:
        assert parse(json.dumps({"name": name})) == {"name": name}


def test_names_in_records():
    assert [name for name in NAMES if parse(f"a: {quote_name(name)}") != {"a": name}] == []


def test_names_from_python():
    yacht = open_game("yacht", "en")
    for name in NAMES:
        assert yacht.score({"players": [{"name": name, "ones": 3}]})["players"][0]["name"] == name.strip()
    for name in REJECTED[:-1]:
        with pytest.raises(InvalidInput):
            yacht.score({"players": [{"name": name, "ones": 3}]})


def test_names_at_a_table_that_is_opened_again(tmp_path):
    for start in range(0, len(NAMES), 8):
        table = new_session(tmp_path / str(start), rules_of("yacht", "en"), solo=False)
        table.begin()
        for name in NAMES[start : start + 6]:
            join(table, name)
        (again,) = kept(table)
        assert again.view() == table.view()
        # blanks of every kind are one blank in a name
        assert [seat["name"] for seat in again.view()["seats"]] == [
            " ".join(name.split()) for name in NAMES[start : start + 6]
        ]


def test_names_in_unfinished_games(tmp_path):
    rules = open_rules(CATALOGUE, "yacht", "en")
    dialogue = Dialogue(rules)
    for number, name in enumerate(NAMES):
        folder = tmp_path / str(number)
        session = dialogue.answer(dialogue.start(), name).session
        UnfinishedGame(dialogue, folder).keep(session)
        (game,), messages = unfinished_games(folder)
        assert (game.session(dialogue), messages) == (session, [])


def test_notes_and_names_of_members_in_a_game_that_goes_on(tmp_path):
    rules = open_rules(CATALOGUE, "labirynt-smierci", "en")
    dialogue = Dialogue(rules)
    members = list(dict.fromkeys(name.strip() for name in NAMES if is_member_name(name.strip())))
    assert len(members) > 0.5 * len(NAMES)
    for start in range(0, len(members), 6):
        party = members[start : start + 6]
        session = dialogue.answer(dialogue.start(), "us").session
        result = dialogue.answer(session, ", ".join(party))
        if not result.taken:  # the dialogue asks about a name of digits
            result = dialogue.answer(result.session, ", ".join(party))
        session = result.session
        session = replace(session, notes="\n".join(party), dungeon=party[0])
        assert session.seats[0].marks["members"].plain == [*party]
        folder = tmp_path / str(start)
        UnfinishedGame(dialogue, folder).keep(session)
        (game,), _ = unfinished_games(folder)
        assert game.session(dialogue) == session


def test_an_unreadable_unfinished_game_is_reported(tmp_path):
    (tmp_path / "20260101-1.jsonl").write_text("{}\n", encoding="utf-8")
    assert [message.key for message in unfinished_games(tmp_path)[1]] == ["draft_unreadable"]


def test_names_in_a_ledger_its_backup_and_its_exports(tmp_path):
    with open_ledger(tmp_path / "l.db") as ledger:
        for name in NAMES:
            player = {"name": name, "lines": {"A": 7}, "total": 7, "rank": 1}
            ledger.add(
                {"game": "yacht", "players": [{"name": name}]},
                {"game": "yacht", "players": [player], "winners": [name]},
            )
    back_up(tmp_path / "l.db", tmp_path / "copy.db")
    for path in ("l.db", "copy.db"):
        games = list(SavedGames(tmp_path / path))
        assert [game.players[0]["name"] for game in games] == NAMES
    assert [game["result"]["players"][0]["name"] for game in json.loads("".join(games_json(games)))] == NAMES
    rows = list(csv.DictReader(io.StringIO("".join(games_csv(games)))))
    cells = [row[next(key for key in row if "name" in key or "player" in key)] for row in rows]
    # a leading sign that a spreadsheet takes for a formula gets an apostrophe
    assert [cell.removeprefix("'") for cell in cells] == [name.removeprefix("'") for name in NAMES]


def test_names_of_printers(tmp_path):
    path = tmp_path / "printers.yaml"
    for name in NAMES[: often(10, 200)]:
        path.unlink(missing_ok=True)
        keep_printer(path, calibrated_printer(name, "", Size(mm(210), mm(297)), PrinterProfile()))
        assert [printer.name for printer in read_printers(path)] == [name]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.yaml", "cards:\n  fox: {name: Fox}\n"),
        ("x.yaml", "cards:\n  fox:\n    name: Fox\n"),
        ("x.yaml", "cards:\n  fox:\n    name: 'Fox'\n"),
        ("x.yaml", "cards:\n  fox:\n    name: |\n      Fox\n"),
        ("x.csv", "key,name\nfox,Fox\n"),
    ],
)
def test_cells_that_are_typed_in_the_studio(name, text):
    for cell in texts():
        after = changed_deck(text, name, [{"do": "set", "row": 0, "column": "name", "text": cell}])
        assert (
            after.rows()[0].cells.get("name", "") == unicodedata.normalize("NFC", cell)
            or after.rows()[0].cells["name"] == cell
        )


def test_names_of_dungeons():
    for name in NAMES:
        assert parse(set_words("map: x\n", "name", {"en": name}))["name"] == {"en": name}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_words_that_are_typed_in_the_studio(tmp_path, end):
    file, typed = "cards/yacht/words/en.yaml", dict(enumerate(texts()))
    folder = OwnFolder(GameCatalogue((write_files(tmp_path, {file: f"game:{end}  title: Yacht{end}"}), ROOT)))
    folder.sources("yacht")
    source = folder.source(file)
    lines = [f"  t{number}: {yaml_quoted(text)}\n" for number, text in typed.items()]
    lines += [f"  b{number}: |\n    {text.strip()}\n    end\n" for number, text in typed.items() if is_name(text)]
    folder.save_source(file, source["text"].replace("\r\n", "\n") + "typed:\n" + "".join(lines), source["seen"])
    assert (tmp_path / file).read_bytes().decode().replace(end, "").count("\n") == 0
    words = game_in(folder.catalogue, "yacht", "en")
    assert {number: words.words.word(f"typed.t{number}") for number in typed} == typed
    blocks = {number: text for number, text in typed.items() if is_name(text)}
    assert {number: words.words.word(f"typed.b{number}") for number in blocks} == {
        number: f"{text.strip()}\nend\n" for number, text in blocks.items()
    }


def filled_form(path, values):
    """Write a PDF form as a viewer does after its fields are filled in."""
    with pikepdf.new() as document:
        document.add_blank_page()
        fields = [
            document.make_indirect(pikepdf.Dictionary(FT=pikepdf.Name.Tx, T=pikepdf.String(id), V=pikepdf.String(text)))
            for id, text in values.items()
        ]
        document.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(fields))
        document.save(path)


def test_names_in_filled_sheets(tmp_path):
    names = [*NAMES, "/Ada", "/Off", "(", "\\n", "€ Ann"]
    filled_form(tmp_path / "f.pdf", {f"player.{number}": name for number, name in enumerate(names)})
    (fields,) = read_form(tmp_path / "f.pdf", "f.pdf").sheets
    assert list(fields.values()) == [name.strip() for name in names]


def test_a_name_in_a_filled_sheet_that_cannot_be_stored_is_reported(tmp_path):
    rules = open_rules(CATALOGUE, "paper-dungeons", "en")
    for name in REJECTED:
        if "\ud800" in name:  # no form can hold it
            continue
        filled_form(tmp_path / "f.pdf", {"player": name, "score.A": "-2", "score.B": "-4", "score.C": "-3"})
        (fields,) = read_form(tmp_path / "f.pdf", "f.pdf").sheets
        game, faults = read_filled(rules, [SheetMarks(fields, "f.pdf")])
        assert game.sheets[0].name == "Player 1"
        assert [fault.place.path for fault in faults if fault.code == "G026"] == ["f.pdf"] * bool(name.strip())
