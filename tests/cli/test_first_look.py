"""`scrawl print cards --from` and `scrawl new deck --from`: from a table to cards in one command."""

import io
import os

import openpyxl
import pytest

from generator.authoring.new_files import starter_deck, write_new
from generator.diagnostics import InvalidInput, bare_place, refuse
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml, plain
from tests.page_texts import page_texts

TABLES = {
    "en": ("roles.csv", "Name,Quantity,Card Text\nFox,3,Runs\nHare,,Hops\n"),
    "pl": ("role.tsv", "Nazwa\tLiczba sztuk\tOpis\nFox\t3\tRuns\nHare\t\tHops\n"),
    "cs": (
        "role.json",
        '[{"Název": "Fox", "Počet": 3, "Popis": "Runs"}, {"Název": "Hare", "Počet": "", "Popis": "Hops"}]',
    ),
}


TOLD = {
    "en": "note D026 title: Name; at the foot: Card Text; copies: Quantity",
    "pl": "uwaga D026 title: Nazwa; at the foot: Opis; copies: Liczba sztuk",
    "cs": "poznámka D026 title: Název; at the foot: Popis; copies: Počet",
}


def words_in(path):
    return " ".join(page_texts(path))


@pytest.mark.parametrize("language", TABLES)
def test_a_table_is_printed_as_cards_and_no_other_file_is_written(scrawl, tmp_path, language):
    name, text = TABLES[language]
    (tmp_path / name).write_text(text, encoding="utf-8")
    before = set(os.listdir(tmp_path))
    done = scrawl("print", "cards", "--from", name, "--lang", language, "-o", "out.pdf")
    assert (done.returncode, done.stderr) == (0, f"{name}: {TOLD[language]}\n")
    assert ": 4 cards of 63mm x 88mm, 9 to a page: 1 page" in done.stdout
    assert set(os.listdir(tmp_path)) - before == {"out.pdf"}
    words = words_in(tmp_path / "out.pdf")
    assert (words.count("Fox"), words.count("Runs"), words.count("Hare"), words.count("Hops")) == (3, 3, 1, 1)


@pytest.mark.parametrize("locale", ["C.UTF-8", "de_DE.UTF-8", "POSIX"])
def test_a_table_is_printed_in_english_where_the_readers_own_language_is_not_there(locale, scrawl, tmp_path):
    (tmp_path / "deck.csv").write_text("name,text\nFox,Runs\n", encoding="utf-8")
    done = scrawl("print", "cards", "--from", "deck.csv", "-o", "out.pdf", env={"LC_ALL": locale, "LANG": locale})
    assert done.returncode == 0, done.stderr
    assert "Print at 100 %" in words_in(tmp_path / "out.pdf")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--paper", "letter", "--size", "88x63mm"), "4 cards of 88mm x 63mm, 9 to a page"),
        (
            (
                "--edition",
                "large-print",
            ),
            "4 cards of 88.2mm x 123.2mm",
        ),
        (("--copies", "2", "--bleed", "3mm"), "8 cards of 63mm x 88mm"),
        (("--card", "2"), "1 card of 63mm x 88mm"),
    ],
)
def test_what_is_pasted_is_printed_with_every_option_of_cards(scrawl, options, told):
    done = scrawl("print", "cards", "--from", "-", *options, "-o", "out.pdf", stdin=TABLES["pl"][1])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"Cards: {told}")


def test_the_sheet_of_a_workbook_is_named_and_faults_name_the_cell(scrawl, tmp_path):
    book = openpyxl.Workbook()
    for name, row in (("Heroes", ("Ada", 2)), ("Items", ("Rope", "two"))):
        sheet = book.create_sheet(name)
        sheet.append(["Name", "Qty"])
        sheet.append(row)
    book.remove(book["Sheet"])
    sink = io.BytesIO()
    book.save(sink)
    (tmp_path / "all.xlsx").write_bytes(sink.getvalue())
    done = scrawl("print", "cards", "--from", "all.xlsx", "-o", "out.pdf")
    assert "note D026 sheet 'Heroes' is read of 2" in done.stderr
    assert done.stdout.startswith("all: 2 cards")
    other = scrawl("print", "cards", "--from", "all.xlsx", "--sheet", "Items", "-o", "items.pdf")
    assert other.returncode == 0
    (tmp_path / "bad.csv").write_text("Name,Qty\nFox,3\nHare,many\n")
    done = scrawl("print", "cards", "--from", "bad.csv", "-o", "bad.pdf")
    assert (done.returncode, "bad.csv:3:2: error D003" in done.stderr) == (1, True)
    assert not (tmp_path / "bad.pdf").exists()


def test_a_deck_is_made_with_a_game_around_it_and_a_second_one_joins_it(scrawl, tmp_path):
    home = tmp_path / "moon-farm"
    home.mkdir()
    (home / "roles.csv").write_text(TABLES["en"][1])
    done = scrawl("new", "deck", "roles", "--from", "roles.csv", cwd=home)
    assert done.returncode == 0, done.stderr
    manifest = home / "cards" / "moon-farm" / "game.yaml"
    manifest.write_text(manifest.read_text() + "\nkit: [{deck: roles}]   # to begin with\n")
    second = scrawl(
        "new",
        "deck",
        "items",
        "--from",
        "-",
        "--size",
        "88x63mm",
        cwd=home,
        stdin="Item;Value;Rule\nRope;2;Climb :skull:\nMap;3;\n",
    )
    assert second.returncode == 0, second.stderr
    written = plain(parse_yaml(manifest.read_text(), "x"))
    assert list(written["decks"]) == ["roles", "items"]
    assert written["decks"]["items"]["fields"] == {
        "item": "text",
        "value": "number",
        "rule": {"kind": "text", "default": ""},
    }
    assert "# to begin with" in manifest.read_text()
    assert scrawl("check", cwd=home).stdout == "moon-farm: no faults\n"
    printed = scrawl("print", "cards", "-o", "all.pdf", cwd=home)
    assert [line.split(",")[0] for line in printed.stdout.splitlines()[:2]] == [
        "Moon Farm: 4 cards of 63mm x 88mm",
        "2 cards of 88mm x 63mm",
    ]
    assert words_in(home / "all.pdf").count("Fox") == 3
    again = scrawl("new", "deck", "items", "--from", "roles.csv", cwd=home)
    assert (again.returncode, "C042" in again.stderr) == (1, True)


def test_a_folder_and_a_deck_that_are_called_like_a_number_make_a_game_and_a_deck(scrawl, tmp_path):
    home = tmp_path / "2024"
    home.mkdir()
    (home / "roles.csv").write_text(TABLES["en"][1])
    done = scrawl("new", "deck", "77", "--from", "roles.csv", cwd=home)
    assert (done.returncode, "--game game-2024 --deck 77" in done.stdout) == (0, True), done.stderr
    assert scrawl("check", cwd=home).stdout == "game-2024: no faults\n"


def test_nothing_stays_behind_where_what_was_written_cannot_be_read(tmp_path):
    catalogue = GameCatalogue.at(tmp_path)
    new = starter_deck(catalogue, tmp_path, "paper-dungeons", "goals", "csv")

    def unreadable():
        raise refuse("S008", "cannot be read", bare_place("game"))

    with pytest.raises(InvalidInput):
        write_new(new, unreadable)
    assert list(tmp_path.iterdir()) == []


def test_a_deck_takes_what_a_first_look_took(scrawl, tmp_path):
    (tmp_path / "roles.csv").write_text("Name,Text,枚数\nFox,\U0001f98a :CC-BY: <u>x</u>,2\n", encoding="utf-8")
    assert scrawl("print", "cards", "--from", "roles.csv", "-o", "look.pdf").returncode == 0
    done = scrawl("new", "deck", "roles", "--from", "roles.csv", "--game", "mine")
    assert (done.returncode, "hint: name a font that has them: --font FILE" in done.stderr) == (0, True), done.stderr
    assert scrawl("check").stdout == "mine: no faults\n"


def test_a_table_that_is_made_by_hand_over_it_is_not_overwritten(scrawl, tmp_path):
    (tmp_path / "roles.csv").write_text(TABLES["en"][1])
    (tmp_path / "layouts" / "mine").mkdir(parents=True)
    (tmp_path / "layouts" / "mine" / "roles.yaml").write_text("front: {text: mine}\n")
    done = scrawl("new", "deck", "roles", "--from", "roles.csv", "--game", "mine")
    assert (done.returncode, "exists already" in done.stderr) == (1, True)
    assert not (tmp_path / "cards").exists()
    for words in (
        ("roles two", "--from", "roles.csv"),
        ("roles", "--from", "gone.csv"),
        ("roles", "--from", "roles.csv", "--game", "Not A Name"),
    ):
        assert scrawl("new", "deck", *words).returncode == 1
