"""Measure a printer in the page: the dialogue of the terminal, with pictures, saved in the same file."""

import itertools

import pytest

READ = ["238,1", "159", "1.5", "-5", "−1", "-8", "1", "-7", "238.5", ""]


@pytest.fixture
def path(house):
    return house.printers


def post(house, address, language="en", **values):
    return house.post(address, f"language={language}", **{"paper": "a4", **values})


def test_a_printer_is_measured_as_in_the_terminal_and_lies_in_the_same_file(house, path, scrawl, tmp_path):
    for number in range(len(READ)):
        reply = post(house, "/printers/ask", answers=READ[:number]).json
        assert (reply["at"], reply["message"]) == (number, "")
    assert post(house, "/printers/ask", answers=READ).json["question"] is None
    saved = post(house, "/printers/keep", answers=READ, name="office/2")
    assert saved.json["printer"]["called"] == "office/2"
    there = tmp_path / "there.yaml"
    words = f"calibrate --set office --tray 2 --paper a4 --printers {there}".split()
    assert scrawl(*words, stdin="\n".join(READ) + "\n").returncode == 0
    assert path.read_text() == there.read_text()
    assert "office/2" in scrawl("calibrate", "--list", "--printers", path).stdout


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_every_question_is_the_terminals_with_a_picture_and_its_help(house, scrawl, language):
    words = f"calibrate --set x --paper a4 --lang {language} --printers p.yaml".split()
    output = scrawl(*words, stdin="?\n\n" * 10).stdout
    pictures = []
    for number in range(10):
        reply = post(house, "/printers/ask", language, answers=[""] * number).json
        question = reply["question"]
        assert f"{question['words']} [{question['usual']}]" in output
        assert question["help"] in output
        pictures.append(reply["svg"])
    assert [each for each in pictures if not ("<svg" in each and len(each) < 150_000)] == []
    assert not any(one == other for one, other in itertools.pairwise(pictures))


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (["24"], "cannot be 24 mm long"),
        (["wide"], "a number of millimetres"),
        (["nan"], "a number of millimetres"),
        (["1e999"], "a number of millimetres"),
        (["", "", "9"], "the scales end at 8 mm"),
        (["", "", "0", "8"], "does not fit the 0 mm"),
    ],
)
def test_what_cannot_be_is_said_and_not_taken(house, path, answers, message):
    reply = post(house, "/printers/ask", answers=[*answers, "1"]).json
    assert message in reply["message"]
    assert reply["taken"] == answers[:-1]
    rejection = post(house, "/printers/keep", answers=answers, name="office")
    assert (rejection.status, message in rejection.json["fault"]) == (409, True)
    assert not path.exists()


def test_the_pages_are_those_of_the_terminal(house, path, scrawl, tmp_path):
    post(house, "/printers/keep", answers=READ, name="office")
    for address, query, words in (
        ("test", "", ()),
        ("check", "&printer=office", ("--verify", "office", "--printers", path)),
    ):
        assert scrawl("calibrate", *words, "--paper", "a4", "--lang", "en", "-o", "page.pdf").returncode == 0
        assert (
            house.get(f"/printers/{address}.pdf", f"language=en&paper=a4{query}").body
            == (tmp_path / "page.pdf").read_bytes()
        )
        (tmp_path / "page.pdf").unlink()
    assert house.get("/printers/check.pdf", "paper=a4&printer=ofice").json["faults"][0]["code"] == "C002"
    assert house.get("/printers/check.pdf", "paper=letter&printer=office").json["faults"][0]["code"] == "P021"


def test_a_printer_is_forgotten_and_an_unknown_one_is_an_error(house, path):
    post(house, "/printers/keep", answers=READ, name="office")
    assert [each["called"] for each in house.get("/printers").json["printers"]] == ["office"]
    assert post(house, "/printers/forget", printer="ofice").json["faults"][0]["code"] == "C002"
    assert post(house, "/printers/forget", printer="office").json == {"printers": []}


def test_a_broken_file_of_printers_is_an_error_at_its_line_and_does_not_change(house, path):
    path.write_text("printers:\n  - {name: office, width: wide}\n")
    for answer in (house.get("/printers"), post(house, "/printers/keep", answers=READ, name="office")):
        assert answer.status == 422
        assert (answer.json["faults"][0]["file"], answer.json["faults"][0]["line"]) == (str(path), 2)
    assert "wide" in path.read_text()


HOSTILE = [
    {"answers": 3},
    {"answers": None},
    {"answers": [""] * 41},
    {"answers": [None]},
    {"answers": [["1"]]},
    {"answers": ["x" * 999]},
    {"paper": 3},
    {"paper": "../../x"},
    {"paper": "50x50mm"},
    {"paper": "9e9x9e9mm"},
    {"paper": "x" * 190},
]


def test_what_strangers_send_is_refused_and_writes_nothing(house, path):
    for values in HOSTILE:
        for address in ("/printers/ask", "/printers/keep"):
            assert post(house, address, **{"answers": [""], "name": "x", **values}).status in (400, 422), values
    for name in ("", " ", "\n", "a\x00", "x" * 999, None, 3):
        assert post(house, "/printers/keep", answers=READ, name=name).status in (400, 409), name
    for query in ("", "paper=", "paper=../x", "paper=a4&printer=" + "x" * 5000):
        assert house.get("/printers/check.pdf", query).status == 422
    assert not path.exists()
