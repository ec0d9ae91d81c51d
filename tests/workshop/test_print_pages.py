"""The pages of a print before it is saved: how many, as pictures, and faults at their fields."""

import asyncio
import base64
import io
import zipfile
from urllib.parse import unquote

import pytest
from PIL import Image

from generator.child_processes import AbandonedCall
from generator.imposition.paper import usual_paper
from generator.products.printing import PrintedFile
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.print_forms import Printed, command_forms
from generator.workshop.print_routes import MOST_KEPT, PrintRoutes
from tests.conftest import ROOT
from tests.workshop.desks import House
from tests.workshop.test_words import words

CARDS = {"decks": ["bosses"], "lang": "en"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    return House(tmp_path_factory.mktemp("desk"))


def request_pages(desk, command, game="yacht", **values):
    return desk.post("/print/pages", f"game={game}", command=command, values=values)


def test_the_pages_of_a_form_are_counted_and_drawn_and_nothing_is_saved(desk):
    reply = request_pages(desk, "sheets", lang="cs", paper="letter", copies="2").json
    (file,) = reply["files"]
    assert (file["name"], file["pages"]) == ("sheets.pdf", [[612, 792]] * 2)
    assert reply["command"] == "scrawl print sheets --lang=cs --paper=letter --copies=2 --game yacht"
    address = f"/print/pages/{reply['print']}/1"
    small, large = (Image.open(io.BytesIO(desk.get(address, query).body)) for query in ("", "large=1"))
    assert (small.size, large.size) == ((510, 660), (1275, 1650))
    assert len(small.convert("L").getcolors()) > 20  # the page is not empty
    for wrong in (f"/print/pages/{reply['print']}/2", f"/print/pages/{reply['print']}/-1", "/print/pages/x/0"):
        assert desk.get(wrong).status == 404


@pytest.mark.parametrize(
    ("values", "option", "text"),
    [
        ({"command": "sheets", "copies": "0"}, "copies", "1 to 1000"),
        ({"command": "cards", "game": "paper-dungeons", "bleed": "9mm"}, "bleed", "0mm to 6mm"),
        ({"command": "cards", "game": "paper-dungeons", "gap": "wide"}, "gap", "wide"),
        ({"command": "page"}, "names", "PAGE"),
        ({"command": "sheets", "margins": "1mm 2mm"}, "margins", "four"),
        ({"command": "sheets", "maps": ["../x"]}, "maps", "shelf"),
        ({"command": "sheets", "paper": "20x20mm"}, "paper", None),
        ({"command": "sheets", "edition": "huge"}, "edition", None),
        ({"command": "page", "names": ["nothing"]}, "names", None),
        ({"command": "cards", "game": "paper-dungeons", "decks": ["nothing"]}, "decks", None),
    ],
)
def test_a_refusal_or_a_fault_names_its_field(desk, values, option, text):
    answer = request_pages(desk, **values)
    faults = answer.json["faults"]
    assert (answer.status, [each["option"] for each in faults]) == (422, [option]), answer.json
    assert text is None or text in faults[0]["message"]


def test_the_pages_of_a_table_are_those_of_its_cards(desk):
    table = base64.b64encode(b"Name,Qty\nFox,12\n").decode()
    values = {"paper": "a4", "lang": "pl"}
    reply = desk.post("/spreadsheet/pages", name="roles.csv", content=table, values=values).json
    assert [len(file["pages"]) for file in reply["files"]] == [2]
    assert desk.get(f"/print/pages/{reply['print']}/0").body.startswith(b"\x89PNG")


def test_every_option_of_every_form_has_a_name_in_the_words_of_the_page_and_no_word_is_left_over():
    forms = command_forms(GameCatalogue((ROOT,)), "paper-dungeons")
    options = [option for form in forms for option in form["options"] if option["name"] != "lang"]
    assert {form["group"] for form in forms} == {"print", "export"}
    page_words = words("en")
    assert {option["name"] for option in options} == {key[7:] for key in page_words if key.startswith("option_")}
    assert {key[5:] for key in page_words if key.startswith("hint_")} <= {option["name"] for option in options}
    assert all(f"{word}_{form['command']}" in page_words for form in forms for word in ("print", "about"))


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_a_field_says_what_is_wanted_with_the_bounds_of_the_command_line(language):
    page_words = words(language)
    forms = {form["command"]: form["options"] for form in command_forms(GameCatalogue((ROOT,)), "paper-dungeons")}
    wanted = {name: {each["name"]: each["wanted"] for each in options} for name, options in forms.items()}
    assert wanted["sheets"]["copies"] == {"kind": "number", "least": 1, "most": 1000}
    assert wanted["png"]["dpi"] == {"kind": "number", "least": 36, "most": 1200}
    assert wanted["cards"]["bleed"] == {"kind": "length", "least": 0, "most": 6}
    names = {f"wanted_{each['kind']}" for options in wanted.values() for each in options.values()}
    names |= {f"wanted_{name}" for options in wanted.values() for name in options}
    assert {key for key in page_words if key.startswith("wanted_")} <= names
    assert {"wanted_number", "wanted_length", "wanted_other"} <= page_words.keys()


def test_a_form_lists_what_there_is_with_its_titles_and_tells_what_is_usual():
    forms = {form["command"]: form["options"] for form in command_forms(GameCatalogue((ROOT,)), "paper-dungeons", "cs")}
    sheets = {each["name"]: each for each in forms["sheets"]}
    assert list(sheets["maps"]["titles"])[:2] == sheets["maps"]["choices"][:2] == ["a", "b"]
    assert sheets["maps"]["titles"]["a"] != command_titles("en")["a"]
    decks, pieces = forms["cards"][0], forms["pieces"][0]
    assert (decks["titles"]["goals"], pieces["titles"]["counters"]) == ("Karty cílů", "Žetony")
    assert {*forms["page"][0]["choices"]} <= {*forms["page"][0]["titles"]}
    assert (sheets["copies"]["unasked"], sheets["paper"]["unasked"]) == ("1", usual_paper())
    assert sheets["sheet"]["unasked"] == sheets["sheet"]["choices"][0]
    assert sheets["mode"]["choices"][0] == "standard"
    assert sheets["printer"]["is_listed"]
    assert {each["name"]: each["unasked"] for each in forms["png"]}["dpi"] == "300"


def command_titles(language):
    (sheets,) = (
        form
        for form in command_forms(GameCatalogue((ROOT,)), "paper-dungeons", language)
        if form["command"] == "sheets"
    )
    return next(each["titles"] for each in sheets["options"] if each["name"] == "maps")


def test_what_is_usual_can_be_left_out(desk):
    usual, bare = (
        request_pages(desk, "cards", "platformer", **{**CARDS, **values}) for values in ({}, {"marks": False})
    )
    assert "--no-marks" in bare.json["command"]
    assert "marks" not in usual.json["command"]
    assert request_pages(desk, "cards", "platformer", **CARDS, two_files=False).json["command"] == usual.json["command"]


def test_the_pages_of_a_kit_are_those_of_its_documents(desk):
    reply = request_pages(desk, "kit", lang="pl")
    assert reply.status == 200, reply.body
    names = [file["name"] for file in reply.json["files"]]
    assert names[0].startswith("0-")
    assert [name for name in names if not name.endswith(".pdf")] == []
    last = sum(len(file["pages"]) for file in reply.json["files"]) - 1
    assert desk.get(f"/print/pages/{reply.json['print']}/{last}").status == 200


def test_an_export_is_one_file_to_unpack_with_the_files_of_the_command(desk, scrawl, tmp_path):
    answer = request_file(desk, "svg", lang="pl", decks=["goals"], edition="ink-saver")
    command_line = unquote(answer.headers["x-messages"])
    assert command_line.startswith("scrawl export svg --lang=pl --deck=goals --edition=ink-saver --game paper-dungeons")
    assert scrawl(*command_line.split()[1:9], "-o", "out").returncode == 0
    with zipfile.ZipFile(io.BytesIO(answer.body)) as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == {
            path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()
        }


def test_a_table_on_screen_finds_its_pictures_where_the_page_says_that_they_lie(desk):
    (address,) = (
        option["usual"]
        for form in command_forms(GameCatalogue((ROOT,)), "yacht")
        for option in form["options"]
        if option["name"] == "address"
    )
    assert address.startswith("file:///")
    assert address.endswith("/tts")
    with zipfile.ZipFile(io.BytesIO(request_file(desk, "tts", pieces=["counters"], address=address).body)) as packed:
        saved = packed.read("paper-dungeons.json").decode()
    assert f'"{address}/' in saved


def test_an_export_has_no_pages_and_its_faults_stand_at_their_fields(desk):
    assert request_pages(desk, "png").status == 400
    for command, values, option in (
        ("shop", {}, "name"),
        ("shop", {"name": "corner-shop"}, "name"),
        ("png", {"dpi": "9"}, "dpi"),
        ("press", {"bleed": "7mm"}, "bleed"),
        ("tts", {"decks": ["nothing"]}, "decks"),
        ("svg", {"pieces": ["nothing"]}, "pieces"),
    ):
        answer = request_file(desk, command, **values)
        assert answer.status == 422, command
        assert [fault["option"] for fault in answer.json["faults"]] == [option]


def request_file(desk, command, **values):
    return desk.post("/print", "game=paper-dungeons", command=command, values=values)


class Page:
    """A request of a page that waits until the test sets `gone`."""

    def __init__(self):
        self.gone = False

    async def is_disconnected(self):
        return self.gone


def printing(is_cancelled):
    while not is_cancelled():
        pass
    raise AbandonedCall("gone")


def test_pages_that_nobody_waits_for_any_more_are_given_up():
    async def both():
        routes, first, second = PrintRoutes(GameCatalogue((ROOT,))), Page(), Page()
        task = asyncio.create_task(routes.show_pages(first, printing))
        await asyncio.sleep(0.05)
        other = asyncio.create_task(routes.show_pages(second, printing))  # this cancels the first request
        with pytest.raises(Exception, match="cancelled"):
            await asyncio.wait_for(task, 10)
        second.gone = True  # the page is closed
        with pytest.raises(Exception, match="cancelled"):
            await asyncio.wait_for(other, 10)

    asyncio.run(both())


def test_only_the_last_prints_are_kept():
    routes = PrintRoutes(GameCatalogue((ROOT,)))
    content = one_page()
    names = [
        routes._keep(Printed("x", (PrintedFile("x.pdf", content, 1),), "", ""))["print"] for _ in range(MOST_KEPT + 2)
    ]
    assert list(routes.kept) == names[2:]


def one_page():
    from pypdf import PdfWriter

    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.write(out)
    return out.getvalue()
