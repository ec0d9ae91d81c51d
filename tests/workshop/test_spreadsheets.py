"""Test an uploaded table: its cards, faults and print are the same as those of `scrawl print cards --from`."""

import base64
import gc
import io
import re
from urllib.parse import unquote

import openpyxl
import pytest

from generator.fonts.faces import Font
from tests.products.test_deck_import import ods

ROLES = 'Nazwa;Liczba;"Tekst karty";Siła\nLis;3;"Biega, i chowa się\nw trawie";4\nMyś;;Widzi wszystko;1\n'


def post(house, path, content, name="roles.csv", **more):
    content = content if isinstance(content, bytes) else content.encode()
    return house.post(f"/spreadsheet/{path}", name=name, content=base64.b64encode(content).decode(), **more)


def workbook():
    book, sink = openpyxl.Workbook(), io.BytesIO()
    book.active.title = "Notes"
    book.active.append(["Remark"])
    book.active.append(["none yet"])
    for row in (["Name", "Copies"], ["Fox", 2], ["Hare", 1]):
        (book["Deck"] if "Deck" in book.sheetnames else book.create_sheet("Deck")).append(row)
    book.save(sink)
    return sink.getvalue()


def test_cards_of_a_table_are_seen_with_copies_and_size(house):
    reply = post(house, "cards", ROLES, values={"lang": "pl", "size": "70x120mm"}).json
    assert (reply["kinds"], reply["copies"], reply["size"], reply["sheets"]) == (2, 4, ["70mm", "120mm"], [])
    assert [card["copies"] for card in reply["cards"]] == [3, 1]
    assert [
        card for card in reply["cards"] if not (card["svg"].startswith("<svg") and "font-family" not in card["svg"])
    ] == []
    assert len({id for card in reply["cards"] for id in re.findall(r' id="([^"]+)"', card["svg"])}) == sum(
        card["svg"].count(' id="') for card in reply["cards"]
    ), "pictures of one page that share an id"


def test_a_sheet_of_a_workbook_is_chosen(house):
    first = post(house, "cards", workbook(), "roles.xlsx").json
    assert (first["sheets"], first["kinds"]) == (["Notes", "Deck"], 2)
    assert "'Notes' is read of 2" in first["notes"][0]["message"]
    assert post(house, "cards", workbook(), "roles.xlsx", sheet="Deck").json["copies"] == 3
    wrong = post(house, "cards", workbook(), "roles.xlsx", sheet="Dec")
    assert (wrong.status, wrong.json["sheets"], wrong.json["faults"][0]["code"]) == (422, ["Notes", "Deck"], "D025")


def test_the_columns_of_titles_and_copies_are_chosen(house):
    reply = post(house, "cards", ROLES, values={"lang": "pl"}).json
    assert reply["columns"] == ["Nazwa", "Liczba", "Tekst karty", "Siła"]
    assert reply["used"] == {"title": "Nazwa", "copies": "Liczba"}
    assert reply["notes"] == [], "the page shows this in its own words"
    choices = {"copies": "none", "title": "Siła"}
    assert post(house, "columns", ROLES, **choices).json["used"] == choices
    wrong = post(house, "cards", ROLES, copies="Nazwa")
    assert (wrong.status, wrong.json["columns"], wrong.json["used"]["copies"]) == (422, reply["columns"], "")
    output = unquote(post(house, "print", ROLES, **choices).headers["x-messages"])
    assert output.startswith("scrawl print cards --from=roles.csv --title=Siła --lang=en --copies=none"), output
    assert "2 cards of 63mm x 88mm" in output


def test_a_damaged_workbook_is_reported(house):
    content = bytearray(ods([["Name"], ["Fox"]]))
    content[content.index(b"Fox")] = 0
    answer = post(house, "cards", bytes(content), "roles.ods")
    assert (answer.status, answer.json["faults"][0]["code"], answer.json["faults"][0]["file"]) == (
        422,
        "D007",
        "roles.ods",
    )


def test_further_cards_are_asked_for(house):
    table = "Name\n" + "".join(f"Card {number}\n" for number in range(60))
    batches = [post(house, "cards", table, first=first).json["cards"] for first in (0, 24, 48, 72)]
    assert [len(cards) for cards in batches] == [24, 24, 12, 0]
    assert post(house, "cards", table, first=-1).status == 400


@pytest.mark.parametrize(
    "spoilt",
    [
        ROLES.replace("Liczba", "Sztuk").replace("3;", "viele;").replace(";;", ";2;"),
        'Name\n"open',
        "",
        ROLES.replace("Lis", "Lis" * 4000),
    ],
)
def test_a_fault_is_reported_at_the_cell_that_the_command_tells(house, scrawl, tmp_path, spoilt):
    (tmp_path / "roles.csv").write_text(spoilt, encoding="utf-8")
    stderr = scrawl("print", "cards", "--from", "roles.csv", "--lang", "en", "-o", "x.pdf").stderr
    for path in ("cards", "print"):
        answer = post(house, path, spoilt, values={"lang": "en"})
        assert answer.status == 422, path
        for fault in answer.json["faults"]:
            assert (
                f"{fault['file']}:{fault['line']}:{fault['column']}: error {fault['code']} {fault['message']}" in stderr
            )


def test_it_prints_what_the_command_prints(house, scrawl, tmp_path):
    (tmp_path / "roles.csv").write_text(ROLES, encoding="utf-8")
    result = scrawl("print", "cards", "--from", "roles.csv", "--lang", "pl", "--paper", "letter", "-o", "cards.pdf")
    assert result.returncode == 0, result.stderr
    answer = post(house, "print", ROLES, values={"lang": "pl", "paper": "letter"})
    assert answer.body == (tmp_path / "cards.pdf").read_bytes()
    command, *messages = unquote(answer.headers["x-messages"]).splitlines()
    assert command == "scrawl print cards --from=roles.csv --lang=pl --paper=letter"
    assert "4 cards of 63mm x 88mm" in messages[0]


def test_what_is_assumed_names_the_file_as_its_owner_does(house):
    answer = post(house, "print", workbook(), "my roles.xlsx", values={"copies": "2"})
    assert "my roles.xlsx:1:1: sheet 'Notes' is read of 2" in unquote(answer.headers["x-messages"])
    assert 'scrawl print cards "--from=my roles.xlsx"' in unquote(answer.headers["x-messages"])


def test_a_name_leads_nowhere(house, tmp_path):
    before = set(tmp_path.rglob("*"))
    answer = post(house, "print", ROLES, "../../out.csv", values={"lang": "de"})
    assert answer.body.startswith(b"%PDF"), answer.body
    command = unquote(answer.headers["x-messages"]).splitlines()[0]
    assert command == "scrawl print cards --from=out.csv --lang=en", "and no language that the program lacks"
    assert set(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "called"),
    [("/etc/a.csv", "a.csv"), ("C:\\x\\a.csv", "a.csv"), ("..", "-"), ("", "-"), ("\x00.csv", "_.csv"), ("-", "-")],
)
def test_a_file_is_called_by_the_last_part_of_its_name(house, name, called):
    assert post(house, "cards", "", name).json["faults"][0]["file"] == called


@pytest.mark.parametrize(
    "values", [{"record": "/etc/passwd"}, {"table": "/etc/passwd"}, {"fonts": ["/etc/passwd"]}, {"home": "/"}]
)
def test_values_name_no_file(house, values):
    answer = post(house, "print", ROLES, values=values)
    (fault,) = answer.json["faults"]
    assert (answer.status, fault["message"]) == (422, f"there is no option {next(iter(values))!r}")


def test_what_is_no_table_is_refused(house):
    for body, status in (
        ({"content": "é"}, 400), ({"content": 7}, 400), ({"content": "", "values": []}, 400),
        ({"content": "x" * 1_000_000}, 413), ({"content": ""}, 422),
    ):  # fmt: skip
        assert house.post("/spreadsheet/cards", **body).status == status, status


def test_nothing_of_a_table_stays_in_memory(house):
    def fonts():
        gc.collect()
        return sum(isinstance(each, Font) for each in gc.get_objects())

    post(house, "cards", ROLES)
    before = fonts()
    for number in range(3):
        assert post(house, "cards", ROLES.replace("Lis", f"Lis {number}")).status == 200
    assert fonts() == before
