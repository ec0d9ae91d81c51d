"""Files for shops, programs and virtual tabletops: boxes, sizes, inks, names, and the place of each card."""

import io
import json
import re
from dataclasses import replace

import jsonschema
import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import press_job
from generator.draw.raster import pictures
from generator.fonts.faces import Fonts
from generator.frame import Frame, ImageItem, Paint, ShapeItem, walk
from generator.geometry import Rect, Size
from generator.products.exports import card_files
from generator.products.exports.card_files import (
    deck_sheets,
    face_pdf,
    faces_of,
    named_decks,
    png_files,
    shop_decks,
    shop_files,
)
from generator.products.exports.shops import find_shop, read_shops
from generator.products.exports.tts import card_names, tts_files
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.cli.test_meant_game import small_game
from tests.conftest import DEEP, ROOT, often, with_coarse_pictures
from tests.page_texts import page_texts
from tests.tables import tables, write_files

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
SHOPS = read_shops(CATALOGUE).shops
TABLETOPS = read_shops(CATALOGUE).tables
CARD = Size(mm(63), mm(88))

# The figures from the shops' own pages, copied by hand: width and height of the whole page or picture.
FIGURES = TABLES["figures"]


@pytest.fixture(scope="module")
def pack():
    return open_pack(CATALOGUE, "paper-dungeons", "pl")


def test_every_shop_says_where_its_figures_come_from():
    assert set(SHOPS) == set(FIGURES)
    assert [shop for shop in SHOPS.values() if not (len(shop.source) > 30)] == []
    assert "change" in (ROOT / "layouts/common/shops.yaml").read_text(encoding="utf-8")


DRAWN = often(4, 16)  # cards of a deck, if each is a picture
FILES = {"goals": min(16, DRAWN) + 1, "dungeons": 2 * min(12, DRAWN)}
FEW = {"game-crafter": ["goals"], "make-playing-cards": ["dungeons"]}


def first_cards(deck):
    return replace(deck, keys=deck.keys[:DRAWN], cards=deck.cards[:DRAWN])


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_files_have_the_sizes_and_boxes_of_the_shop(name, pack):
    form, size, _ = FIGURES[name]
    shop, decks = SHOPS[name], often(FEW.get(name, list(FILES)), list(FILES))
    faces = shop_decks(pack, decks, shop)
    if form == "png":
        faces = [first_cards(each) for each in faces]
    files = dict(shop_files(pack, faces, shop))
    if form == "png":
        assert len(files) == sum(FILES[deck] for deck in decks)
        for content in files.values():
            with Image.open(io.BytesIO(content)) as picture:
                assert (list(picture.size), picture.mode) == (size, "RGB")
                assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert size == [round((side + 2 * shop.bleed) * shop.dpi / 72) for side in shop.card]
        return
    assert set(files) == {"goals.pdf", "dungeons.pdf"}
    for deck, content in files.items():
        pages = pypdf.PdfReader(io.BytesIO(content)).pages
        assert len(pages) == 2 * (16 if deck == "goals.pdf" else 12)
        for page in pages:
            assert (float(page.mediabox.width) / 72, float(page.mediabox.height) / 72) == pytest.approx(size, abs=1e-4)
            trim, bleed = page.trimbox, page.bleedbox
            assert (float(trim.width), float(trim.height)) == pytest.approx(shop.card, abs=0.01)
            assert float(trim.left) == pytest.approx(shop.bleed, abs=0.01)
            assert (float(bleed.width), float(bleed.height)) == pytest.approx(
                (page.mediabox.width, page.mediabox.height)
            )


def streams(page):
    yield page.get_contents().get_data()
    todo = [page["/Resources"]]
    while todo:
        for thing in todo.pop().get("/XObject", {}).values():
            thing = thing.get_object()
            if thing["/Subtype"] == "/Form":
                yield thing.get_data()
                todo.append(thing["/Resources"].get_object() if "/Resources" in thing else {})


def test_a_press_file_holds_process_inks_only_and_never_too_much(pack):
    content = dict(
        shop_files(pack, shop_decks(pack, ["bosses"], SHOPS["drive-thru-cards"]), SHOPS["drive-thru-cards"])
    )["bosses.pdf"]
    reader = pypdf.PdfReader(io.BytesIO(content))
    inks = []
    for page in reader.pages[:6]:
        for stream in streams(page):
            assert not re.search(rb"(?<![\w.])[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", stream)
            inks += re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) (?:k|K)\b", stream)
    assert len(inks) > 50
    assert max(sum(map(float, ink)) for ink in inks) <= 2.4
    fonts = {font["/BaseFont"] for page in reader.pages for font in page["/Resources"].get("/Font", {}).values()}
    assert [font for font in fonts if not re.match(r"/[A-Z]{6}\+", font)] == [], "every font is embedded in part"
    assert reader.metadata["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
    assert reader.metadata["/Trapped"] == "/False"
    intent = reader.trailer["/Root"]["/OutputIntents"][0].get_object()
    assert intent["/S"] == "/GTS_PDFX"
    assert reader.trailer["/ID"]


def test_a_picture_is_in_process_inks_and_shows_its_ground_where_it_is_transparent(tmp_path):
    path = tmp_path / "a.png"
    image = Image.new("RGBA", (20, 20), (200, 30, 40, 255))
    image.paste((0, 0, 0, 0), (0, 0, 20, 10))
    image.save(path)
    items = (ShapeItem("rect", Rect(0, 0, 100, 100), Paint("#ffff00")), ImageItem(Rect(10, 10, 80, 80), str(path)))
    data = pdf_bytes([Frame(Size(100, 100), items)], fonts=Fonts({}), title="t", press=press_job(2.4))
    picture = next(iter(pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/XObject"].values())).get_object()
    assert picture["/ColorSpace"] == "/DeviceCMYK"
    assert "/SMask" not in picture
    (rendered,) = pictures(data, 72)
    assert rendered.getpixel((50, 30)) == rendered.getpixel((5, 5)), "the ground, not white"
    assert rendered.getpixel((50, 70)) != rendered.getpixel((5, 5))


def test_a_shop_gets_the_sides_of_each_card_in_its_order(pack):
    shop = find_shop(pack.catalogue, "drive-thru-cards")
    assert shop.order == "back-first"
    for order in ("back-first", "front-first"):
        (_, data), *_ = shop_files(pack, shop_decks(pack, ["goals"], shop), replace(shop, order=order))
        texts = page_texts(data)
        backs = texts[::2] if order == "back-first" else texts[1::2]
        assert len(set(backs)) == 1
        assert len(set(texts) - set(backs)) == 16


def test_names_are_stable_padded_and_tell_the_card(pack):
    named = named_decks(pack, ["bosses", "goals"], CARD)
    names = [face.name for face in faces_of(named)]
    assert names[0] == "bosses-01-bandit_chief-front"
    assert names[12] == "bosses-01-bandit_chief-back"
    assert names[-1] == "goals-back"
    assert len(set(names)) == len(names) == 12 + 12 + 16 + 1


def test_a_picture_is_the_raster_of_the_printed_face(pack):
    (deck,) = named_decks(pack, ["bosses"], CARD)
    for face, (_, content) in zip(deck.fronts[:4], png_files(pack, deck.fronts[:4], 300), strict=True):
        document = pypdfium2.PdfDocument(face_pdf(pack, [face.frame], "t"))
        expected = document[0].render(scale=300 / 72).to_pil().convert("RGB")
        document.close()
        with Image.open(io.BytesIO(content)) as picture:
            assert [abs(a - b) <= 1 for a, b in zip(picture.size, expected.size, strict=True)] == [True, True]
            difference = ImageChops.difference(picture.convert("RGB"), expected.resize(picture.size)).convert("L")
        share = sum(difference.histogram()[32:]) / (difference.width * difference.height)
        assert share < 0.01


def test_the_saved_object_is_what_the_program_writes_and_names_the_right_cards(pack):
    decks = named_decks(pack, ["bosses", "goals", "powers"], CARD)
    files = dict(
        tts_files(
            pack, decks, ["counters"], replace(TABLETOPS["tts"], most_pixels=often(1200, 4096)), "file:///tmp/cards/"
        )
    )
    sheets = {name: grey_sheet(content) for name, content in files.items() if not name.endswith(".json")}
    saved = json.loads(files["paper-dungeons.json"])
    jsonschema.validate(saved, TABLES["saved_object"])
    stacks = [each for each in saved["ObjectStates"] if each["Name"] == "DeckCustom"]
    assert [len(each["DeckIDs"]) for each in stacks] == [12, 16, 16]
    for deck, stack in zip(decks, stacks, strict=True):
        assert stack["DeckIDs"] == [card["CardID"] for card in stack["ContainedObjects"]]
        for at, card in enumerate(stack["ContainedObjects"]):
            source = stack["CustomDeck"][str(card["CardID"] // 100)]
            place = card["CardID"] % 100
            assert card["Nickname"] == pack.words.find(f"cards.{deck.deck}.{deck.keys[at]}.name")
            assert place < 69
            check_cell(pack, sheets, source["FaceURL"], source, place, deck.fronts[at].frame)
            back = deck.cards[at][1].frame
            if source["UniqueBack"]:
                check_cell(pack, sheets, source["BackURL"], source, place, back)
        source = stack["CustomDeck"][str(stack["DeckIDs"][0] // 100)]
        check_cell(
            pack, sheets, source["FaceURL"], source, source["NumWidth"] * source["NumHeight"] - 1, deck.backs[0].frame
        )


@pytest.mark.parametrize(("table", "names"), TABLES["cards_on_a_table_are_called_as_their_table_says"])
def test_cards_on_a_table_are_called_as_their_table_says(table, names, tmp_path):
    files = {
        "cards/mini/game.yaml": "game: mini\ndecks: {things: {layout: thing}}\n",
        "cards/mini/words/en.yaml": "game: {title: Mini}\n",
        "cards/mini/words/pl.yaml": "game: {title: Mini}\n",
        "cards/mini/things.csv": table,
        "layouts/mini/thing.yaml": "front: {shape: rect, fill: '#ffffff'}\n",
    }
    write_files(tmp_path, files)
    mini = open_pack(GameCatalogue((tmp_path, ROOT)), "mini", "pl")
    assert card_names(mini, named_decks(mini, ["things"])[0]) == names


def grey_sheet(content):
    with Image.open(io.BytesIO(content)) as sheet:
        assert max(sheet.size) <= 4096
        return sheet.convert("L")


def check_cell(pack, sheets, address, source, place, frame):
    """Check that the picture at a place of a sheet looks like the face that the card names."""
    sheet = sheets[address.removeprefix("file:///tmp/cards/")]
    width, height = sheet.width // source["NumWidth"], sheet.height // source["NumHeight"]
    x, y = place % source["NumWidth"] * width, place // source["NumWidth"] * height
    cell = sheet.crop((x, y, x + width, y + height)).resize((100, 140))
    document = pypdfium2.PdfDocument(face_pdf(pack, [frame], "t"))
    expected = document[0].render(scale=1.5).to_pil().convert("L").resize((100, 140))
    document.close()
    assert ImageStat.Stat(ImageChops.difference(cell, expected)).mean[0] < 6


def test_large_decks_are_divided_into_sheets_of_sixty_nine(pack):
    (deck,) = named_decks(pack, ["goals"], CARD)
    many = type(deck)(deck.deck, deck.title, deck.keys * 10, deck.cards * 10)
    most = often(1200, 4096)
    sheets = list(deck_sheets(pack, many, replace(TABLETOPS["tts"], most_pixels=most)))
    assert [sheet.count for sheet in sheets] == [69, 69, 22]
    assert [(sheet.columns, sheet.rows) for sheet in sheets] == [(10, 7), (10, 7), (6, 4)]
    for sheet in sheets:
        with Image.open(io.BytesIO(sheet.picture)) as picture:
            assert max(picture.size) <= most


def test_export_commands_write_their_files(scrawl, tmp_path):
    if not DEEP:
        with_coarse_pictures(tmp_path)
    for words, first in (
        (("png", "--deck", "goals", "--dpi", often("40", "100")), "goals-01-"),
        (("svg", "--deck", "goals", "--pages"), "goals-01-"),
        (("tabletopia", "--deck", "goals"), "goals-01-"),
        (("screentop", "--deck", "goals"), "goals-backs-01-4x4.png"),
        (("shop", "plain", "--deck", "goals"), "goals.pdf"),
    ):
        result = scrawl("export", *words, "-o", tmp_path / words[0])
        assert result.returncode == 0, result.stderr
        assert sorted(path.name for path in (tmp_path / words[0]).iterdir())[0].startswith(first)
    assert {"player-sheet.svg", "page-help.svg"} <= {path.name for path in (tmp_path / "svg").iterdir()}
    listing = scrawl("export", "shop")
    assert [name for name in FIGURES if name not in listing.stdout] == []
    wrong = scrawl("export", "shop", "gamecrafter", "-o", tmp_path / "none")
    assert wrong.returncode == 1
    assert "game-crafter" in wrong.stderr
    assert not (tmp_path / "none").exists()


def test_a_picture_is_written_before_the_next_is_made(pack, tmp_path):
    from generator.cli.options import write_files

    counts = []

    def files():
        for name, content in png_files(pack, [*faces_of(named_decks(pack, ["goals"], CARD))][:3], 20):
            counts.append(len(list(tmp_path.iterdir())))
            yield name, content

    assert len(write_files(tmp_path, files())) == 3
    assert counts == [0, 1, 2]


@pytest.mark.parametrize(("count", "least"), [(12, 750), (16, 730), (30, 580), (69, 390)])
def test_cards_on_a_table_are_as_large_as_its_pictures_allow(count, least):
    table = TABLETOPS["tts"]
    columns, rows = card_files._even_grid(Size(63, 88), count + 1, table, least_rows=2)
    width = card_files._cell(Size(63, 88), columns, rows, table.most_pixels).width
    assert columns * rows > count
    assert columns <= table.columns
    assert rows <= table.rows
    assert width >= least


def test_no_back_has_a_frame_so_near_the_cut_that_it_shows_every_miscut(pack):
    eighth = mm(25.4 / 8)
    for deck in named_decks(pack, pack.manifest.decks, CARD):
        for back in deck.backs:
            for item, matrix in walk(back.frame.items):
                box = item.rect.around(matrix)
                if isinstance(item, ShapeItem) and item.paint.stroke and box.width > 0.8 * CARD.width:
                    assert box.x <= 0 or box.x >= eighth, (back.name, item.place)


def test_words_outside_the_zone_that_a_shop_calls_safe_are_reported(scrawl, tmp_path):
    home = tmp_path / "layouts" / "common"
    home.mkdir(parents=True)
    shops = (ROOT / "layouts" / "common" / "shops.yaml").read_text()
    (home / "shops.yaml").write_text(re.sub(r"safe: [0-9.]+(mm|in)", "safe: 8mm", shops))
    assert "P042" not in scrawl("export", "shop", "plain", "--deck", "goals", "-o", "a", "--home", ROOT).stderr
    result = scrawl("export", "shop", "plain", "--deck", "goals", "--lang", "en", "-o", "b")
    assert (result.returncode, "warning P042 text" in result.stderr) == (0, True), result.stderr


@pytest.mark.parametrize(
    ("size", "layout", "message"), TABLES["a_shop_that_cuts_cards_in_another_size_than_theirs_is_reported"]
)
def test_a_shop_that_cuts_cards_in_another_size_than_theirs_is_reported(scrawl, tmp_path, size, layout, message):
    home = small_game(tmp_path, "moon", "Moon Farm")
    manifest = home / "cards/moon/game.yaml"
    manifest.write_text(manifest.read_text() + f"decks: {{small: {{layout: moon/card, size: {size}}}}}\n")
    (home / "cards/moon/small.csv").write_text("name.en\nRed\n")
    (home / "layouts/moon/card.yaml").write_text(
        f"extends: ../common/styles.yaml\n{layout}\nfront: {{box: [{{text: '{{name}}'}}]}}\n"
    )
    result = scrawl("export", "shop", "game-crafter", "-o", "out")
    assert result.returncode == 0, result.stderr
    assert ("P031" in result.stderr, "L057" in result.stderr) == (bool(message), False), result.stderr
    assert message in result.stderr
