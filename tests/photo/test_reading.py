"""Test that photos of sheets are read: each mark is recognized or asked for; any other picture gives one message."""

import io
import json
from pathlib import Path

import click
import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image

from generator.cli.score_photos import score_sheets
from generator.cli.scored_game import ScoreOptions
from generator.diagnostics import InvalidInput
from generator.geometry import Rect
from generator.imposition.paper import read_paper
from generator.photo.known_pages import KnownPage, KnownPages
from generator.photo.reader import UnreadablePhoto, code_cells
from generator.photo.reader import find as finding
from generator.photo.reader import judge as judging
from generator.photo.reader import straighten as straightening
from generator.photo.reader.added_ink import HandwrittenInkMap, ink_over_print, is_grey
from generator.photo.reader.code_cells import codes_seen
from generator.photo.reader.find import PageMatch
from generator.photo.reader.judge import (
    BoxSight,
    Judged,
    JudgeWeights,
    contradicted_boxes,
    is_pale,
    judge,
    odds_with_groups,
    read_weights,
    sights,
)
from generator.photo.reader.page_print import PER_MM, ImageKeypoints, PagePrint, features_of, grey_of, in_pixels
from generator.photo.reader.pages_from_photo import MOST_BYTES, DetectedPage, PageReading, PhotoPicture, open_picture
from generator.photo.reader.review_picture import review_png, review_sheet
from generator.photo.reader.straighten import FlatPage
from generator.photo.scores_from_photos import as_record, groups_of, marks_in_photos, read_photos, sheets_in
from generator.products.print_pack import open_pack
from generator.products.scores.scores_from_files import score_marks
from generator.products.sheets import sheet_code, sheet_identity
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.map_chapters import the_map
from generator.scoring.rules import open_rules
from generator.scoring.words import ScoreWords
from generator.units import mm
from tests.cli.test_meant_game import small_game
from tests.conftest import ROOT, often
from tests.observed import calls_of
from tests.photo import four_sheets, photo
from tests.photo.sheets import printed as printed_form
from tests.photo.spoiled import spoiled
from tools.bench.photos import Count, compare, paired
from tools.bench.spoiled_photos import outcome

CATALOGUE = GameCatalogue((ROOT,))
GAME = "paper-dungeons"
TINY = GameCatalogue((ROOT / "tests/data/games/tiny", ROOT))


def words(language="en"):
    return ScoreWords(CATALOGUE, language)


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return the file of a photo, and its true marks and totals."""
    content, truth = photo(7, language="pl", grade="good", megapixels=2)
    path = tmp_path_factory.mktemp("photos") / "sheet.jpg"
    path.write_bytes(content)
    return path, truth


@pytest.fixture(scope="module")
def sheet(taken):
    """Return the sheet read from the photo. A page in another language, without a map, found it."""
    (photo_sheet,) = read_photos(CATALOGUE, (GAME,), [taken[0]], words("en"))
    return photo_sheet


def wrong_boxes(sheet, truth):
    ticks = {id: judged.ticked for id, judged in sheet.boxes.items() if judged.ticked is not None}
    return [id for id, ticked in ticks.items() if ticked != (truth["boxes"][id] == "marked")]


def answers(sheet, truth):
    return {id: truth["boxes"][id] == "marked" for id in sheet.doubts}


def test_a_photo_tells_which_sheet_it_is_and_what_is_ticked(sheet, taken):
    truth = taken[1]
    identity = sheet.page.identity
    assert (identity.game, identity.sheet, identity.language, identity.dungeon) == (
        GAME,
        "player_sheet",
        "pl",
        truth["dungeon"],
    )
    assert set(sheet.boxes) == set(truth["counted"])
    assert not wrong_boxes(sheet, truth)
    assert len(sheet.doubts) <= 0.1 * len(sheet.boxes)


def test_bands_at_the_foot_are_read_in_their_own_place_on_whatever_page_a_sheet_was_found(sheet, taken):
    """Another map has other numbers there. With its page, the reader looked one place aside and asked about most bands."""
    bands = {id: kind == "marked" for id, kind in taken[1]["boxes"].items() if id.startswith("band.")}
    assert sum(bands.values()) == 3
    assert {id: sheet.boxes[id].ticked for id in bands} == bands


def test_the_total_is_right_when_what_is_asked_is_answered(sheet, taken):
    truth = taken[1]
    rules = open_rules(CATALOGUE, sheet.page.identity.game, sheet.page.identity.language)
    marks = marks_in_photos([sheet], [answers(sheet, truth)], [{"player": "Ada"}])
    record, result, _ = score_marks(rules, marks)
    assert [player.total for player in result.players] == truth["totals"]
    assert (result.players[0].name, record.dungeon) == ("Ada", truth["dungeon"])


def test_what_was_read_is_drawn_with_its_doubts_enlarged(sheet):
    id = next(iter(sheet.boxes))
    doubted = {**sheet.boxes, id: Judged(0.5, None, "unsure")}
    heights = []
    for boxes in ({id: Judged(0.9, True)}, doubted):
        content = review_png([review_sheet(sheet.flat, sheet.page.print.boxes, boxes, {})] * 2)
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        heights.append(picture.shape[0])
        assert picture.shape[1] > 2 * sheet.flat.shape[1]
    assert heights[1] > heights[0] == sheet.flat.shape[0]


def command_for(*sheets):
    """Return the part of `scrawl score PHOTO` that runs after these sheets are read."""

    @click.command()
    @click.option("--save", is_flag=True)
    @click.option("--json", is_flag=True)
    @click.option("--db", type=click.Path(path_type=Path))
    @click.option("--review", type=click.Path(path_type=Path))
    @click.option("--which", default=0)
    def command(**options):
        score_options = ScoreOptions(game=None, lang="en", dungeon=None, solo=False, why=False, **options)
        score_sheets(CATALOGUE, sheets, score_options)

    return command


def test_the_command_scores_only_rows_that_were_confirmed_and_tells_programs_every_box(sheet, taken, tmp_path):
    truth = taken[1]
    id = next(id for id, kind in truth["boxes"].items() if kind == "marked" and id in sheet.boxes)
    doubted = {**sheet.boxes, **{one: Judged(0.9, truth["boxes"][one] == "marked") for one in sheet.doubts}}
    sure, unsure = sheet._replace(boxes=doubted), sheet._replace(boxes={**doubted, id: Judged(0.5, None, "unsure")})
    db = str(tmp_path / "games.sqlite3")

    def run(one, *words, typed=""):
        return CliRunner().invoke(command_for(one), ["--db", db, *words], input=typed)

    output = json.loads(run(unsure, "--json").stdout)
    assert output["players"] is None
    (one,) = output["sheets"]
    assert (one["game"], one["dungeon"], one["boxes"][id]) == (GAME, truth["dungeon"], None)
    assert {0 <= chance <= 1 for chance in one["chances"].values()} == {True}
    result = run(unsure, "--save", "--review", str(tmp_path / "marks.png"), typed="maybe\ny\ny\nAda\nn\n")
    assert result.exit_code == 0, result.stderr
    assert id in result.stderr
    assert f"Ada: {truth['totals'][0]}" in result.stdout
    assert "not saved" in result.stdout
    assert not Path(db).exists()
    saved = run(unsure, "--save", typed="y\ny\nAda\ny\n")
    assert "saved as game 1" in saved.stdout
    assert run(unsure, "--save").exit_code == 130
    output = json.loads(run(sure, "--json").stdout)
    rows = {"photo": sure.photo, "sheet": 0, "question": "rows"}
    assert (output["confirmed"], output["players"], output["left"]) == (False, None, [rows])


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_what_keeps_a_picture_from_being_read_is_one_sentence_with_what_to_do(language, tmp_path):
    paths = [tmp_path / name for name in ("a.jpg", "b.heic", "c.png")]
    paths[0].write_bytes(b"\xff\xd8\xff no picture")
    paths[1].write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))
    Image.new("L", (900, 700), 20).save(paths[2])
    with pytest.raises(InvalidInput) as caught:
        read_photos(CATALOGUE, (GAME,), paths, words(language))
    faults = caught.value.diagnostics
    assert [fault.code for fault in faults] == ["F011"] * 3
    assert len({fault.message for fault in faults}) == 3
    assert [fault for fault in faults if not fault.hint] == []
    assert [Path(fault.place.path).name for fault in faults] == ["a.jpg", "b.heic", "c.png"]


def test_pictures_are_bounded_before_they_are_opened(monkeypatch):
    for content, why in ((bytes(MOST_BYTES + 1), "photo_large"), (_png(12_000, 12_000), "photo_large")):
        with pytest.raises(UnreadablePhoto, match=why):
            open_picture(content)
    with pytest.raises(UnreadablePhoto, match="photo_small"):
        open_picture(_png(300, 800))


def _png(wide, high):
    """Return the header of a PNG with this size and no pixels."""
    sink = io.BytesIO()
    Image.new("1", (8, 8)).save(sink, "PNG")
    content = bytearray(sink.getvalue())
    content[16:24] = wide.to_bytes(4, "big") + high.to_bytes(4, "big")
    import zlib

    content[29:33] = zlib.crc32(content[12:29]).to_bytes(4, "big")
    return bytes(content)


def test_a_picture_is_turned_as_it_says():
    plain = Image.fromarray(np.tile(np.linspace(0, 255, 800, dtype=np.uint8), (600, 1)))
    exif = Image.Exif()
    exif[0x0112] = 6
    sink = io.BytesIO()
    plain.save(sink, "JPEG", exif=exif)
    turned = open_picture(sink.getvalue())
    assert turned.shape == (800, 600, 3)
    assert turned[10].mean() < turned[-10].mean()


@pytest.fixture(scope="module")
def printed():
    """Return the known pages, a printed page of Yacht, and its code."""
    pages = KnownPages(CATALOGUE, (GAME, "yacht"))
    known_page = KnownPage("yacht", "score_sheet", "standard", "pl", None, read_paper(CATALOGUE, "a4"))
    page = pages.find_print(known_page)
    pack = pages._pack("yacht", "pl", None)
    code = sheet_code(sheet_identity(pack, page.frame, "score_sheet", "standard"), page.frame.size)
    return pages, page, code


@pytest.mark.parametrize(
    ("blur", "aside", "longer", "bowed"), [(0.1, 0, 0, 0), (2.2, 5, 0, 0), (3.0, -9, 0, 0), (1.5, 3, 6, 5)]
)
def test_the_code_is_read_from_a_blurred_strip_that_lies_aside(printed, blur, aside, longer, bowed):
    _, page, code = printed
    clean, place = page.print.tone, in_pixels(page.print.code)
    y, x = np.mgrid[: clean.shape[0], : clean.shape[1]].astype(np.float32)
    along = np.clip((x - place.x) / place.width, -0.2, 1.2)
    moved = x - aside - longer * along - 4 * bowed * along * (1 - along)
    blurred = cv2.GaussianBlur(cv2.remap(clean, moved, y, cv2.INTER_LINEAR), (0, 0), blur)
    noise = np.random.default_rng(1).normal(0, 0.03, blurred.shape).astype(np.float32)
    assert next(codes_seen(clean, 0.3 + 0.5 * blurred + noise, page.print.code)) == code


def test_the_code_is_read_where_a_thumb_hides_the_beginning_of_the_ruler(printed):
    _, page, code = printed
    clean, place = page.print.tone, in_pixels(page.print.code)
    photo_tone = 0.3 + 0.5 * cv2.GaussianBlur(clean, (0, 0), 1.5)
    thumb = round(place.x - 5 * PER_MM), round(place.bottom + 3 * PER_MM)
    cv2.circle(photo_tone, thumb, round(5.4 * PER_MM), 0.15, -1, cv2.LINE_AA)
    assert next(codes_seen(clean, photo_tone, page.print.code)) == code
    pieces = [code_cells._ruler_shift(clean, photo_tone, place, piece) for piece in code_cells.RULERS]
    assert abs(pieces[0][1]) > code_cells.MOST_APART > max(abs(each) for piece in pieces[1:] for each in piece[1:3])


def test_the_page_lies_in_the_picture_where_its_view_and_its_bend_put_it():
    matrix = np.array([[0.9, 0.1, 30], [-0.05, 1.1, 20], [1e-5, 2e-5, 1]])
    grid = straightening.GRID
    bend = np.random.default_rng(8).normal(0, 3, (4, 5, 2))
    for smaller in (1, 2):
        positions = straightening.places(matrix, bend, (3 * grid, 4 * grid), smaller)
        assert positions.shape == (3 * grid // smaller, 4 * grid // smaller, 2)
        for row, column in ((0, 0), (17, 31), (3 * grid // smaller - 1, 4 * grid // smaller - 1)):
            x, y = (at * smaller + (smaller - 1) / 2 for at in (column, row))
            (left, right), (above, below) = (divmod(at / grid, 1) for at in (x, y))
            corners = bend[int(above) : int(above) + 2, int(left) : int(left) + 2]
            aside = np.einsum("r,c,rca->a", (1 - below, below), (1 - right, right), corners)
            expected = matrix @ (x + aside[0], y + aside[1], 1)
            assert positions[row, column] == pytest.approx(expected[:2] / expected[2], abs=0.01)


def test_sheets_that_pictures_can_be_counted_from_are_looked_for_first(tmp_path):
    home = small_game(tmp_path / "home", "moon", "Moon Farm")
    catalogue = GameCatalogue((home, *TINY.roots))
    with calls_of(PhotoPicture.look) as looks, pytest.raises(InvalidInput, match="no sheet is found"):
        read_photos(catalogue, ("moon", "tiny"), [noise(tmp_path)], words())
    assert len(looks) == 4  # each game has its sheet on two papers
    assert [len(look["page"].boxes) > 0 for look in looks] == [True, False] * 2


def noise(folder):
    path = folder / "noise.png"
    Image.fromarray(np.random.default_rng(2).integers(0, 255, (500, 500), dtype=np.uint8)).save(path)
    return path


def test_matches_beyond_a_fold_tell_how_the_page_is_bent_and_strays_do_not():
    chance = np.random.default_rng(3)
    places = chance.uniform((0, 0), (1600, 2300), (700, 2))

    def bend_at(at):
        return np.stack([0.1 * np.maximum(at[:, 1] - 1400, 0), -0.12 * np.maximum(at[:, 1] - 1400, 0)], axis=-1)

    strays = chance.uniform(-120, 120, (100, 2))
    anywhere = chance.uniform((0, 0), (1600, 2300), (100, 2))
    on_page = np.vstack([places, anywhere])
    aside = np.vstack([bend_at(places) + chance.normal(0, 0.5, places.shape), strays])
    indexes = finding.with_neighbours(on_page, aside)
    assert (indexes < 700).sum() > 680
    assert (indexes >= 700).sum() < 3
    match = PageMatch(np.eye(3), 700, on_page[indexes], (on_page + aside)[indexes], np.zeros(len(indexes), bool))
    bend = straightening._first_bend(match, 58, 41)
    rows, columns = np.mgrid[2:56, 2:39]
    nodes = np.stack([columns.ravel(), rows.ravel()], axis=-1) * straightening.GRID
    miss = np.hypot(*(bend[2:56, 2:39].reshape(-1, 2) - bend_at(nodes)).T)
    assert np.percentile(miss, 98) < 0.5 * PER_MM


@pytest.mark.parametrize(("lean", "slips"), [(0, False), (0.1, True)])
def test_a_match_of_one_of_equal_boxes_that_lies_aside_counts_little_on_a_flat_page(lean, slips):
    chance = np.random.default_rng(4)
    sure = chance.uniform((800, 0), (1600, 1100), (300, 2))
    row = np.stack([np.arange(60, 720, 53.0), np.full(13, 500.0)], axis=-1)
    on_page = np.vstack([sure, row, row])
    aside = np.vstack([lean * sure, lean * row + 0.3, lean * row + (53, 0)])  # half the row is its neighbours
    has_twin = np.arange(len(on_page)) >= len(sure)
    bend = straightening._first_bend(PageMatch(np.eye(3), 300, on_page, on_page + aside, has_twin), 29, 42)
    along = bend[500 // straightening.GRID, 60 // straightening.GRID : 720 // straightening.GRID]
    nodes = np.arange(60 // straightening.GRID, 720 // straightening.GRID) * straightening.GRID
    assert bool(np.abs(along[:, 0] - lean * nodes).max() > 10) == slips


def test_keypoints_of_equal_boxes_have_twins_and_others_have_none():
    grey = np.full((600, 1200), 255, np.uint8)
    noise = np.random.default_rng(5).integers(0, 255, (50, 50), dtype=np.uint8)
    grey[50:250, 50:250] = cv2.resize(cv2.GaussianBlur(noise, (0, 0), 1.5), (200, 200))
    for left in range(100, 1000, 150):
        cv2.putText(grey, "R", (left, 500), cv2.FONT_HERSHEY_SIMPLEX, 4, 0, 9)
    page = PagePrint(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), {}, Rect(0, 0, 1, 1))
    is_letter = page.features.points[:, 1] > 350
    assert page.has_twin[is_letter].mean() > 0.9
    assert page.has_twin[~is_letter].mean() < 0.5
    blank = PagePrint(np.full((300, 300, 3), 255, np.uint8), {}, Rect(0, 0, 1, 1))
    assert blank.has_twin.tolist() == []


def test_a_page_made_about_flat_is_looked_at_again_where_few_matches_told_how_it_is_bent():
    noise = np.random.default_rng(9).integers(0, 255, (500, 200), dtype=np.uint8)
    grey = cv2.resize(cv2.equalizeHist(cv2.GaussianBlur(noise, (0, 0), 2)), (400, 1000))
    page = PagePrint(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), {}, Rect(0, 0, 1, 1))

    def bend_at(at):
        """Return the shift. Beyond a fold the page leans another way, up to 8 mm aside, and no match shows it."""
        return np.where(at < 600, 0.08 * at, 48 - 0.08 * (at - 600))

    rows = np.arange(1000.0)
    page_rows = np.interp(rows, rows + bend_at(rows), rows).astype(np.float32)
    picture = cv2.remap(page.colors, *np.meshgrid(np.arange(400, dtype=np.float32), page_rows), cv2.INTER_LINEAR)
    on_page = np.random.default_rng(10).uniform((0, 0), (400, 600), (500, 2)).astype(np.float32)
    in_picture = on_page + np.stack([0 * on_page[:, 0], bend_at(on_page[:, 1])], axis=-1).astype(np.float32)
    match = PageMatch(np.eye(3), 500, on_page, in_picture, np.zeros(len(on_page), bool))
    again = straightening.look_again(page, picture, match)
    assert (again.on_page[:500] == on_page).all()
    added, shift = again.on_page[500:], again.in_picture[500:] - again.on_page[500:]
    beyond = added[:, 1] > 560
    assert beyond.mean() > 0.8
    assert {*(added[beyond, 1] // 100)} >= {6, 7, 8}
    assert np.percentile(np.hypot(shift[:, 0], shift[:, 1] - bend_at(added[:, 1])), 95) < 2
    flat = PageMatch(np.eye(3), 500, on_page, on_page, np.zeros(len(on_page), bool))
    assert straightening.look_again(page, picture, flat) is flat


def test_points_of_a_page_made_about_flat_are_paired_where_they_lie_and_not_with_one_of_an_equal_box():
    looks = np.eye(128, dtype=np.float32)[[0, 1, 2, 2]]
    page = ImageKeypoints(np.array([[10, 10], [500, 500], [300, 300], [340, 300]], np.float32), looks)
    photo_points = ImageKeypoints(np.array([[30, 10], [40, 500], [320, 300]], np.float32), looks[:3])
    assert finding.pairs_alike(page, photo_points).tolist() == [[0, 0], [1, 1]]
    assert finding.pairs_alike(page, photo_points, 50).tolist() == [[0, 0]]
    assert finding.pairs_alike(page, photo_points, 19).tolist() == []


def test_a_large_picture_has_the_same_features_in_parts():
    noise = np.random.default_rng(6).integers(0, 255, (300, 390), dtype=np.uint8)
    picture = cv2.equalizeHist(cv2.GaussianBlur(noise, (0, 0), 2.5))
    whole = {tuple(place) for place in features_of(picture, 1).points.round().tolist()}
    parts = {tuple(place) for place in features_of(picture, 1, largest_tile=200).points.round().tolist()}
    assert len(whole & parts) > 0.9 * max(len(whole), len(parts)) > 100


def test_points_that_are_compared_a_few_at_once_give_the_same_matches():
    looks = np.random.default_rng(5).random((60, 128)).astype(np.float32)
    looks /= np.linalg.norm(looks, axis=1, keepdims=True)
    page, photo_points = ImageKeypoints(np.zeros((60, 2)), looks), ImageKeypoints(np.zeros((40, 2)), looks[20:])
    together = finding.pairs_alike(page, photo_points)
    assert (
        finding.pairs_alike(page, photo_points, at_once=7).tolist()
        == together.tolist()
        == [[at + 20, at] for at in range(40)]
    )


def test_a_red_pen_is_as_dark_as_a_black_one_and_told_by_its_colour():
    chance = np.random.default_rng(4)
    print_ = np.full((420, 420, 3), 255, np.uint8)
    for x, y in chance.integers(10, 400, (120, 2)):
        cv2.rectangle(print_, (int(x), int(y)), (int(x) + 9, int(y) + 5), (40, 40, 40), 1)
    boxes = {f"box.{row}.{column}": (60 + 110 * column, 60 + 110 * row) for row in range(3) for column in range(3)}
    for x, y in boxes.values():
        cv2.rectangle(print_, (x, y), (x + 32, y + 32), (0, 0, 0), 1)
    scale = mm(1) / PER_MM
    in_points = {id: Rect(x * scale, y * scale, 32 * scale, 32 * scale) for id, (x, y) in boxes.items()}
    page = PagePrint(print_, in_points, Rect(0, 0, 1, 1))
    sights_by_ink = {}
    for name, ink in (("red", (175, 40, 45)), ("black", (45, 45, 45))):
        colors = (print_ * 0.8).astype(np.uint8)
        for id in ("box.0.0", "box.1.1", "box.1.2", "box.2.0"):
            x, y = boxes[id]
            cv2.line(colors, (x + 5, y + 5), (x + 27, y + 27), ink, 4, cv2.LINE_AA)
        straight = FlatPage(grey_of(colors) / np.float32(255), colors, np.zeros((420, 420), bool), np.zeros(1), 1.0)
        sights_by_ink[name] = sights(straight, ink_over_print(page, straight), page.boxes)
    for name, each in sights_by_ink.items():
        dark = {id: one.measures[3] for id, one in each.items()}
        assert min(dark[id] for id in ("box.0.0", "box.1.1")) > 5 * max(dark["box.0.1"], dark["box.2.2"], 0.01), name
    at = len(next(iter(sights_by_ink["red"].values())).measures) - 5
    assert sights_by_ink["red"]["box.1.1"].measures[at] > 0.7 > 0.1 > sights_by_ink["red"]["box.0.1"].measures[at]
    assert sights_by_ink["black"]["box.1.1"].measures[at] == 0


def test_each_of_two_sheets_in_a_picture_is_found_and_read_where_it_lies():
    chance = np.random.default_rng(5)
    print_ = np.full((500, 400, 3), 255, np.uint8)
    for x, y in chance.integers((10, 10), (370, 470), (220, 2)):
        wide, high = chance.integers(6, 22, 2)
        cv2.rectangle(print_, (int(x), int(y)), (int(x + wide), int(y + high)), (40, 40, 40), 1)
    scale, boxes = mm(1) / PER_MM, {}
    for number, (x, y) in enumerate(((60, 80), (200, 220), (300, 380))):
        cv2.rectangle(print_, (x - 8, y - 8), (x + 40, y + 40), (255, 255, 255), -1)
        cv2.rectangle(print_, (x, y), (x + 32, y + 32), (0, 0, 0), 1)
        boxes[f"box.{number}"] = Rect(x * scale, y * scale, 32 * scale, 32 * scale)
    page = PagePrint(print_, boxes, Rect(0, 0, 1, 1))
    picture = np.full((640, 960, 3), 120, np.uint8)
    inked = {}
    for left, ticked in ((60, 0), (510, 2)):
        sheet = (print_ * 0.8).astype(np.uint8)
        place = in_pixels(boxes[f"box.{ticked}"])
        for begin, end in (((5, 27), (27, 5)), ((5, 5), (27, 27))):
            start, stop = ((int(place.x + x), int(place.y + y)) for x, y in (begin, end))
            cv2.line(sheet, start, stop, (45, 45, 45), 4, cv2.LINE_AA)
        picture[70:570, left : left + 400] = sheet
        inked[left] = f"box.{ticked}"
    photo_picture, results = PhotoPicture(picture), {}
    for _ in inked:
        sheet_page = photo_picture.look(page)
        reading = PhotoPicture(picture).read(page, sheet_page, boxes)
        left = min(inked, key=lambda left, sheet_page=sheet_page: abs(left - sheet_page.outline[0, 0]))
        results[left] = max(boxes, key=lambda id, reading=reading: reading.boxes[id].chance)
        photo_picture.leave_out(sheet_page)
    assert results == inked
    assert photo_picture.look(page) is None


@pytest.mark.parametrize(
    ("doubts", "scale", "expected"), [(25, 6.0, (True, False)), (26, 6.0, (True, True)), (25, 3.0, (False, False))]
)
def test_a_sheet_that_is_not_told_says_whether_it_is_blurred_or_a_quarter_would_be_asked(doubts, scale, expected):
    boxes = {f"box.{number}": Judged(0.5, None if number < doubts else True) for number in range(100)}
    reading = PageReading(boxes, frozenset(), np.zeros((9, 9)), 500, 110, scale, 0.7, 0.01)
    assert (reading.is_sharp, reading.is_doubtful) == expected


@pytest.mark.parametrize(("games", "papers"), [((GAME, "yacht"), 2), (("dungeon-fighter",), 12)])
def test_sheets_of_a_game_that_is_named_are_looked_for_on_every_paper_and_its_side(games, papers):
    likely_pages = list(KnownPages(CATALOGUE, games).likely("en"))
    sizes = list(dict.fromkeys(tuple(map(round, page.paper)) for page in likely_pages))
    assert (sizes[:2], len(sizes)) == ([(595, 842), (612, 792)], papers)
    assert ((595, 420) in sizes) is (papers == 12)


def test_a_sheet_on_small_paper_is_found_and_what_keeps_it_from_being_read_is_reported(tmp_path):
    form = printed_form("dungeon-fighter", "", "en", "a5", "", "")
    for dpi in often((), (75, 85)):
        path = tmp_path / "small.png"
        pypdfium2.PdfDocument(form.pdf)[0].render(scale=dpi / 72).to_pil().save(path)
        with pytest.raises(InvalidInput, match=r"more than a quarter of its boxes|not the page code|seen well enough"):
            read_photos(CATALOGUE, ("dungeon-fighter",), [path], words())


class PictureOfSheets:
    """A photo of sheets with these codes (None if unreadable) at these corners."""

    def __init__(self, codes, corners=((0, 0),) * 4):
        self.codes, self.corners = list(codes), list(corners)

    def look(self, _page):
        if not self.codes:
            return None
        outline = np.float32([[0, 0], [40, 0], [40, 60], [0, 60]]) + np.float32(self.corners[0])
        return DetectedPage(300, tuple(filter(None, self.codes[:1])), outline)

    def read(self, page, seen, boxes, _groups, _numbers):
        empty = dict.fromkeys(boxes, Judged(0.1, False))
        return PageReading(empty, frozenset(), seen.outline, 500, 110, 6.0, 0.7, 0.01)

    def leave_out(self, _seen):
        del self.codes[0], self.corners[0]
        return True


def test_a_picture_with_one_sheet_whose_code_is_not_read_leaves_no_player_out():
    pages = KnownPages(TINY, ("tiny", "yacht"))
    frame = pages.find_print(next(pages.likely("en"))).frame
    code = sheet_code(sheet_identity(open_pack(TINY, "tiny", "en"), frame, "sheet", "standard"), frame.size)
    corners = [(50, 75), (2, 70), (48, 0), (0, 6)]
    sheets = sheets_in(pages, PictureOfSheets([code] * 4, corners), "four.jpg", "en")
    assert [tuple(sheet.flat[0]) for sheet in sheets] == [corners[at] for at in (3, 2, 1, 0)], "row by row"
    with pytest.raises(UnreadablePhoto, match="photo_no_code"):
        sheets_in(pages, PictureOfSheets([code, code, None]), "four.jpg", "en")


def test_four_sheets_in_a_picture_are_all_found_and_told_apart(tmp_path):
    for seed in often((), (70_003,)):
        content, truth = four_sheets(seed, megapixels=7)
        (tmp_path / "four.jpg").write_bytes(content)
        sheets = read_photos(CATALOGUE, (GAME,), [tmp_path / "four.jpg"], words())
        pairs = paired(truth["sheets"], [as_record(sheet) for sheet in sheets])
        assert len(sheets) == 4
        assert {tuple(compare(Count(), *pair)) for pair in pairs} == {()}


def grouped(rules, **rows):
    """Return the odds of each box of these rows, in the order of the sheet, and their groups."""
    sign_odds = {"X": 9.0, "x": 6.0, "?": 0.0, "-": -6.0}
    box_odds = {
        f"{row}.{number}": sign_odds[sign] for row, signs in rows.items() for number, sign in enumerate(signs, 1)
    }
    return box_odds, groups_of(rules, box_odds)


@pytest.fixture(scope="module")
def player_rules():
    return open_rules(CATALOGUE, GAME, "en")


def test_a_gap_in_a_row_is_asked_and_so_is_what_comes_after_it(player_rules):
    def contradicted(**rows):
        box_odds, groups = grouped(player_rules, **rows)
        return contradicted_boxes(box_odds, odds_with_groups(box_odds, groups), groups)

    assert contradicted(damage="xxx---", gem_track="------", monster_track="xxxxxx", goal="-x-") == set()
    assert contradicted(damage="x?x---") == set()
    assert contradicted(damage="x--x--", gem_track="-x") == {f"damage.{n}" for n in (2, 3, 4)} | {
        "gem_track.1",
        "gem_track.2",
    }


def test_boxes_of_a_row_tell_of_one_between_them_and_not_of_the_last(player_rules):
    def ticked(**rows):
        combined = odds_with_groups(*grouped(player_rules, **rows))
        return {id: odds > 0 for id, odds in combined.items() if abs(odds) > 4}

    filled = {f"damage.{number}": number < 4 for number in range(1, 7)}
    assert ticked(damage="x?x---") == filled
    assert "damage.3" not in ticked(damage="xx?---")
    assert ticked(goal="x?x") == {"goal.1": True, "goal.3": True}


def test_of_the_bands_of_a_boss_one_is_ticked_and_two_or_none_are_asked(player_rules):
    bands = [f"band.1.{band}" for band in ("flee", "1", "2", "3")]
    powers = ["power.scout", "power.noble"]
    groups = groups_of(player_rules, [*bands, *powers, "mission.1.1", "mission.1.2"])
    assert [(set(group.ids), group.in_order) for group in groups] == [(set(bands), False), (set(powers), False)]

    def band_signs(*band_odds):
        box_odds = dict(zip(bands, band_odds, strict=True))
        odds = odds_with_groups(box_odds, groups[:1])
        contradicted = contradicted_boxes(box_odds, odds, groups[:1])
        return ["?" if abs(each) < 4 or id in contradicted else "x" if each > 0 else "-" for id, each in odds.items()]

    assert band_signs(-6, 0, -6, -6) == ["-", "x", "-", "-"]
    assert band_signs(2, 9, -6, -6) == ["-", "x", "-", "-"]
    assert band_signs(9, 9, -6, -6) == ["?", "?", "-", "-"]
    assert "x" not in band_signs(-9, -9, -9, -9)
    assert "x" not in band_signs(-9, -9, -9, -5)
    assert band_signs(-1, -1, -6, -6)[:2] == ["?", "?"]


def test_a_code_is_looked_up_and_a_sheet_that_was_changed_or_a_map_that_is_not_here_is_reported(printed):
    pages, page, code = printed
    assert pages.page_of_code(code) == page.identity
    assert pages.find_print(page.identity, code.fields) is page
    assert pages.page_of_code(code._replace(sheet=code.sheet ^ 1)) is None
    assert pages.page_of_code(code._replace(version=2)) is None
    with pytest.raises(UnreadablePhoto, match="photo_changed"):
        pages.find_print(page.identity, code.fields ^ 1)
    frame = pages.find_print(next(pages.likely("en"))).frame
    player = next(identity for identity in pages.likely("en") if identity.game == GAME)
    pack = pages._pack(GAME, "en", None)
    map_code = sheet_code(sheet_identity(pack, frame, "player_sheet", "standard", "c"), frame.size)
    assert pages.page_of_code(map_code) == player._replace(dungeon="c")
    with pytest.raises(UnreadablePhoto, match="photo_map"):
        pages.page_of_code(map_code._replace(map=map_code.map ^ 1))


def test_what_does_not_fit_or_is_pale_is_asked():
    weights = read_weights()
    plain = JudgeWeights(
        *map(np.array, (0.0, 1.0, [[4.0]], [-2.0], [10.0])), 0.0, weights.low, weights.high, weights.pale, weights.clean
    )
    blank, inked = sheet_sight(0.0), sheet_sight(1.0)
    assert [one.ticked for one in judge({"a": blank, "b": inked}, weights=plain).values()] == [False, True]
    for odd in (
        blank._replace(aside=1.0),
        blank._replace(likeness=0.1),
        blank._replace(covered=True),
        blank._replace(darkness=1.2),
        inked._replace(darkness=0.1),
        blank._replace(ring_ink=0.24),
        blank._replace(ring_ink=0.1, darkness=0.7),
        sheet_sight(0.5),
    ):
        assert judge({"a": odd}, weights=plain)["a"].ticked is None
    assert judge({}) == {}


def test_more_is_asked_of_a_sheet_on_which_many_boxes_are_unsure():
    weights = read_weights()
    plain = JudgeWeights(*map(np.array, (0.0, 1.0, [[1.0]], [0.0], [1.0])), 0.0, 0.3, 0.7, 0.0, 9.0)
    assert (weights.stricter().low, weights.stricter().clean) == (weights.low / 10, weights.clean)
    nearly = {f"nearly.{number}": sheet_sight(-2.0) for number in range(9)}
    assert [
        one
        for one in judge(nearly | {"a": sheet_sight(0.0)}, weights=plain).values()
        if one.reason == ""
        if one.ticked is not False
    ] == []
    assert judge(nearly, weights=plain)["nearly.1"].ticked is False
    assert judge(nearly | {"a": sheet_sight(0.0), "b": sheet_sight(0.0)}, weights=plain)["nearly.1"].reason == "unsure"


@pytest.mark.parametrize("side", [5, 15, 30])  # millimetres
def test_a_thin_stroke_ticks_a_box_of_any_size(side):
    wide = side * PER_MM
    ink, clear = np.zeros((wide + 160, 2 * wide + 240), np.float32), np.ones((wide + 160, 2 * wide + 240), np.float32)
    cv2.line(ink, (80 + wide // 5, 80 + wide // 2), (80 + wide // 2, 80 + wide * 4 // 5), 0.6, 2)
    cv2.line(ink, (80 + wide // 2, 80 + wide * 4 // 5), (80 + wide * 4 // 5, 80 + wide // 5), 0.6, 2)
    boxes = {"ticked": Rect(80, 80, wide, wide), "empty": Rect(160 + wide, 80, wide, wide)}
    expected = clear.copy()
    for box in boxes.values():
        corners = [tuple(map(int, corner)) for corner in ((box.x, box.y), (box.right, box.bottom))]
        cv2.rectangle(expected, *corners, 0.2, 3)
    ink_map = HandwrittenInkMap(ink, expected, expected, 0.005, np.zeros((*ink.shape, 2), np.float32))
    flat = FlatPage(expected, np.zeros((*ink.shape, 3), np.uint8), clear == 0, np.zeros((2, 2, 2)), 1.0)
    points = mm(1) / PER_MM
    placed = {id: Rect(*(each * points for each in box)) for id, box in boxes.items()}
    assert {id: one.ticked for id, one in judge(sights(flat, ink_map, placed)).items()} == {
        "ticked": True,
        "empty": False,
    }


@pytest.mark.parametrize(
    ("strokes", "black", "pale", "grey"),
    [
        ((0.5,) * 4, 0.3, False, False),
        ((0.3, 0.3, 0.25), 0.66, False, False),
        ((), 0.3, True, False),
        ((0.12,) * 4, 0.3, True, False),
        ((0.5, 0.12, 0.12, 0.12), 0.3, True, False),
        ((0.5,) * 4, 0.8, False, True),
    ],
)
def test_pale_marks_and_grey_print_are_known_by_the_whole_sheet(strokes, black, pale, grey):
    ink, even = np.zeros((200, 600), np.float32), np.ones((200, 600), np.float32)
    colors = np.full((200, 600, 3), 255, np.uint8)
    colors[150:180], even[150:180] = 0, black
    for at, dark in enumerate(strokes):
        cv2.line(ink, (25 + 100 * at, 25), (75 + 100 * at, 75), dark, 4)
    ink_map = HandwrittenInkMap(ink, even, even, 0.01, np.zeros((200, 600, 2), np.float32))
    boxes = {str(at): Rect(*(each * mm(1) / PER_MM for each in (20 + 100 * at, 20, 60, 60))) for at in range(6)}
    assert (is_pale(ink_map, boxes), is_grey(PagePrint(colors, {}, Rect(0, 0, 1, 1)), ink_map)) == (pale, grey)


def sheet_sight(level):
    return BoxSight((level,), level, 0.0, 1.0, False)


def test_photos_of_other_grades_and_languages_are_read(tmp_path):
    for seed, grade, language in often(
        (), ((11, "fair", "cs"), (12, "good", "en"), (13, "poor", "pl"), (14, "poor", "pl"))
    ):
        content, truth = photo(seed, grade=grade, language=language)
        path = tmp_path / f"{seed}.jpg"
        path.write_bytes(content)
        try:
            (photo_sheet,) = read_photos(CATALOGUE, (GAME,), [path], words())
        except InvalidInput as error:  # the reader may reject a poor photo, but must never misread it
            if grade != "poor" or "not seen well enough" not in str(error):
                raise
            continue
        assert photo_sheet.page.identity.language == language
        assert len(wrong_boxes(photo_sheet, truth)) <= 1


def test_a_spoiled_photo_is_opened_or_refused_and_the_same_again_for_a_seed(taken):
    content, outcomes = taken[0].read_bytes(), set()
    assert spoiled(content, 3) == spoiled(content, 3)
    for seed in often(range(8), range(200)):
        try:
            outcomes.add(open_picture(spoiled(content, seed).content).shape[2])
        except UnreadablePhoto as error:
            outcomes.add(error.key)
    assert {3, "photo_damaged"} <= outcomes


def test_spoiled_photos_are_refused_or_asked_or_rightly_told(taken):
    pages = KnownPages(CATALOGUE, (GAME, "yacht"))
    for seed in often((), range(40)):
        result = outcome(pages, words(), spoiled(taken[0].read_bytes(), seed).content, taken[1]["totals"])
        assert result == "asked" or result.startswith(("refused: ", "right total")), seed


def test_what_lies_beyond_the_picture_is_measured_as_nothing():
    nothing, white = np.zeros((30, 30), np.float32), np.ones((30, 30), np.float32)
    measures, dark = judging._measures(nothing, white, (slice(5, 25), slice(5, 25)), 0.0, 0.5)
    assert np.isfinite(measures).all()
    assert dark == 0


CARDS_OF_A = the_map(open_rules(CATALOGUE, GAME, "en"), "a")[1]["bosses"]
"""The simulator uses these cards if the sheet has no dungeon."""


MAY_BE_REFUSED = (1_000_728, 1_000_734)  # seeds of photos that are not clear enough


@pytest.mark.parametrize("seed", range(1_000_700, 1_000_700 + often(2, 40)))
def test_an_ordinary_sheet_ends_in_its_total_once_its_cards_are_named(seed, tmp_path):
    content, truth = photo(seed, language=("en", "pl", "cs")[seed % 3], megapixels=often(2, 5), dungeon="")
    (tmp_path / "sheet.jpg").write_bytes(content)
    try:
        (sheet,) = read_photos(CATALOGUE, (GAME,), [tmp_path / "sheet.jpg"], words())
    except InvalidInput as error:
        if seed not in MAY_BE_REFUSED or "not seen well enough" not in str(error):
            raise
        pytest.skip("refused, which costs another photo and no point")
    result = CliRunner().invoke(command_for(sheet), ["--json"])
    assert result.exit_code == 0, result.stderr
    boxes = [{"photo": sheet.photo, "sheet": 0, "box": id} for id in sheet.doubts]
    rows = {"photo": sheet.photo, "sheet": 0, "question": "rows"}
    cards = [{"question": f"bosses.{entry}"} for entry in range(3)]
    assert json.loads(result.stdout).keys() == {"sheets", "confirmed", "players", "left"}
    assert (json.loads(result.stdout)["players"], json.loads(result.stdout)["left"]) == (None, [*boxes, rows, *cards])
    replies = ["y" if ticked else "n" for ticked in answers(sheet, truth).values()]
    score_run = CliRunner().invoke(
        command_for(sheet), input="\n".join([*replies, "y", "", "nobody", *CARDS_OF_A, "Ada", ""])
    )
    assert score_run.exit_code == 0, score_run.stderr
    assert f"\nAda: {truth['totals'][0]}\n" in score_run.stdout


def test_cards_are_asked_once_for_all_sheets_of_a_game(sheet):
    blank = sheet._replace(page=sheet.page._replace(identity=sheet.page.identity._replace(dungeon=None)))
    typed = "\n".join([*["n"] * len(sheet.doubts), "y"] * 2 + [*CARDS_OF_A, "Ada", "Ben", ""])
    result = CliRunner().invoke(command_for(blank, blank), input=typed)
    assert [result.stderr.count(f"Which card was boss {number}?") for number in (1, 2, 3)] == [1, 1, 1]
    assert "G016" not in result.stderr
