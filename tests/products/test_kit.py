"""The kit on paper: its files, its sizes, and the marks and texts that can be read back from it."""

import io
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import cache

import pypdf
import pytest
from PIL import Image

from generator.check.checking import check_game
from generator.diagnostics import InvalidInput
from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.imposition.impose import ImpositionSettings
from generator.products.cards import card_sheets, deck_faces
from generator.products.faces_on_paper import drawn_area, two_up
from generator.products.handout_pages import page_entry
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions, SheetOptions
from generator.products.sheets import sheet_face, sheet_pages
from generator.reading.decks import read_deck
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain
from generator.units import mm
from tests.conftest import ROOT, all_fields, often, run_here, settings
from tests.observed import assert_same_file
from tests.page_texts import page_texts
from tests.tables import tables

TABLES = tables(__file__)

LANGUAGES = ("en", "pl", "cs")
COMPARED = "cs"  # the language whose kit is compared byte by byte
CATALOGUE = GameCatalogue((ROOT,))
CARD, A4 = Size(mm(63), mm(88)), Size(mm(210), mm(297))
DECKS = {"dungeons": 12, "bosses": 12, "missions": 16, "powers": 16, "goals": 16}


@cache
def pack(language="en"):
    return open_pack(CATALOGUE, "paper-dungeons", language)


@cache
def cards_of(deck, language="en"):
    return deck_faces(pack(language), deck, CARD)


@pytest.fixture(scope="module")
def kits(tmp_path_factory):
    """A folder with the kit in each language."""
    folder = tmp_path_factory.mktemp("kits")
    for language in LANGUAGES:
        words = ["print", "kit", "--lang", language, "-o", str(folder / language)]
        result = run_here(words, "", ROOT, {**os.environ, **settings(folder)})
        assert result.returncode == 0, result.stderr
    return folder


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_the_game_has_no_faults_in_any_language():
    assert [str(each) for each in check_game(CATALOGUE, "paper-dungeons")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_letter_paper_holds_all_that_a4_does(language):
    letter = Size(612, 792)
    the_pack = pack(language)
    assert len(list(kit_documents(the_pack, KitRequest(on=PaperOptions(usual=letter))))) == 10
    for mode in ("standard", "first-game"):
        for dungeon in often(((None,), ("a",), ("k",))[LANGUAGES.index(language)], (None, "a", "k")):
            list(sheet_pages(the_pack, SheetOptions(maps=(dungeon,), mode=mode), PaperOptions(usual=letter)))
    the_pack.raise_faults()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_found_by_its_name(language, kits):
    words = plain(pack(language).words.node)["cards"]
    for deck, count in DECKS.items():
        text = squeezed("".join(page_texts(next((kits / language).glob(f"*-{deck}.pdf")))))
        names = [card["name"] for card in words[deck].values()]
        assert len(names) == count
        assert [name for name in names if squeezed(name) not in text] == []


def test_the_kit_names_its_files(kits):
    assert sorted(path.name for path in (kits / "en").iterdir()) == TABLES["files"]


def test_names_are_on_the_sheets_of_a_kit():
    pack = open_pack(GameCatalogue((ROOT,)), "yacht", "en")
    sheets, rules = kit_documents(pack, KitRequest(sheets=SheetOptions(players=("Ada", "Bo"))))
    for document, names in ((sheets, {"Ada", "Bo"}), (rules, set())):
        items = [item for frame in document.frames for item, _ in walk(frame.items)]
        assert {item.text for item in items if isinstance(item, TextItem)} & {"Ada", "Bo"} == names


def test_every_page_is_a4_and_tells_its_scale(kits):
    for path in sorted((kits / "en").glob("*.pdf")):
        for page, text in zip(pypdf.PdfReader(path).pages, page_texts(path), strict=True):
            assert abs(float(page.mediabox.width) - A4.width) < 0.01
            assert abs(float(page.mediabox.height) - A4.height) < 0.01
            assert "actual size" in text


def test_the_same_command_twice_gives_the_same_bytes(kits, tmp_path):
    again = tmp_path / "again"
    subprocess.run(
        [sys.executable, "-m", "generator", "print", "kit", "--lang", COMPARED, "-o", again],
        check=True,
        cwd=ROOT,
        capture_output=True,
    )

    names = sorted(path.name for path in (kits / COMPARED).iterdir())
    assert sorted(path.name for path in again.iterdir()) == names
    for name in names:
        assert_same_file(again / name, kits / COMPARED / name)


def test_an_interrupted_run_leaves_no_half_file(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for delay in often((0.2, 0.5), (0.05, 0.2, 0.35, 0.5, 0.7, 0.9)):
        folder = tmp_path / str(delay)
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", "print", "kit", "-o", str(folder)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
        )
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        process.wait()
        for path in folder.glob("*") if folder.exists() else []:
            assert path.suffix == ".pdf" or path.name == "contact-sheet.png", f"{path.name} was left behind"
            if path.suffix == ".pdf":
                assert len(pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages) >= 1
            else:
                Image.open(io.BytesIO(path.read_bytes())).load()


def test_trim_size_on_paper_is_right_to_a_tenth_of_a_millimetre(kits):
    """Read the crop marks back from the page: neighbouring marks are one card apart."""
    page = pypdf.PdfReader(kits / "en" / "4-missions.pdf").pages[0]
    content = page.get_contents().get_data().decode("latin-1")
    lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content)
    upright = sorted({float(x1) for x1, y1, x2, y2 in lines if x1 == x2 and float(y1) < 40 and float(y2) < 40})
    level = sorted(
        {float(y1) for x1, y1, x2, y2 in lines if y1 == y2 and float(x1) < 40 and float(x2) < 60 and float(y1) < 800}
    )
    assert [round((b - a) / mm(1), 1) for a, b in itertools.pairwise(upright)] == [63.0] * 3
    assert [round((b - a) / mm(1), 1) for a, b in itertools.pairwise(level)] == [88.0] * 3


@pytest.mark.parametrize("language", often((COMPARED,), LANGUAGES))
def test_body_text_is_at_least_seven_points_on_cards_and_six_on_the_half_sheet(language):
    for deck in DECKS:
        for pair in cards_of(deck, language).cards:
            for face in pair:
                assert min(item.size for item, _ in walk(face.items) if isinstance(item, TextItem)) >= 7
    sheet = sheet_face(pack(language), Size(mm(200), mm(281)), None, "standard")
    sizes = [item.size for item, _ in walk(sheet.items) if isinstance(item, TextItem)]
    assert min(sizes) * 0.7 >= 6


def expected_marks():
    heroes = ("warrior", "wizard", "cleric", "rogue")
    return {
        *(f"round.{n}.{slot}" for n in range(1, 9) for slot in (1, 2, 3)),
        *(f"training.{hero}" for hero in heroes),
        *(f"hero.{hero}.{level}" for hero in heroes for level in range(1, 7)),
        *(f"health.{n}" for n in range(1, 25)),
        *(f"damage.{n}" for n in range(1, 26)),
        "resurrection",
        *(f"item.{key}.{half}" for key in TABLES["items"] for half in (1, 2)),
        *(f"potion.{n}.flask" for n in range(1, 13)),
        "player",
        "dungeon",
        *(f"potion.{n}.heart.{heart}" for n in range(1, 13) for heart in (1, 2)),
        *(f"room.{column}{row}" for column in "ABCDEF" for row in range(1, 8)),
        *(f"gem.{letter}" for letter in "ABCDEFGH"),
        *(f"monster_track.{n}" for n in range(1, 13)),
        *(f"gem_track.{n}" for n in range(1, 11)),
        *(f"score.{letter}" for letter in "ABCDEFGHIJKL"),
    }


def test_the_sheet_carries_every_mark_once():
    counts = Counter(field.id for field in all_fields(sheet_face(pack(), Size(mm(200), mm(281)), None, "standard")))
    assert [name for name, count in counts.items() if count > 1] == []
    card_marks = {f"mission.{round}.{number}" for round in range(1, 9) for number in range(1, 4)} | {
        f"goal.{points}" for points in (2, 4, 6)
    }
    card_marks |= {f"power.{card.key}" for card in pack().game.deck("powers")} | {
        f"boss.{number}" for number in range(1, 4)
    }
    card_marks |= {f"band.{number}.{band}" for number in range(1, 4) for band in ("flee", 1, 2, 3)}
    assert (expected_marks() | card_marks) - set(counts) == set()
    rest = set(counts) - expected_marks() - card_marks
    assert Counter(name.split(".")[0] for name in rest) == {
        "monster": 12,
        "treasure": sum(name.startswith("treasure") for name in rest),
    }


def test_prefilled_marks_are_the_four_first_levels_and_their_health():
    prefilled = {
        field.id for field in all_fields(sheet_face(pack(), Size(mm(200), mm(281)), None, "standard")) if field.filled
    }
    assert prefilled == {
        *(f"hero.{h}.1" for h in ("warrior", "wizard", "cleric", "rogue")),
        *(f"health.{n}" for n in range(1, 5)),
    }


@pytest.mark.parametrize("deck", ["bosses", "dungeons"])
def test_behind_each_card_lies_its_own_back(deck):
    """imposition/test_backs_meet.py tests the exact places of backs, for each edge over which a sheet is turned."""
    ((_, sheets),) = card_sheets(pack(), [cards_of(deck)], ImpositionSettings(A4, CARD))
    names = [[item.content.name for item in page.items if getattr(item, "content", None)] for page in sheets]
    fronts, backs = ([name for page in pages for name in page if name] for pages in (names[::2], names[1::2]))
    assert fronts == [f"card {key!r}" for key in cards_of(deck).keys]
    assert backs == [f"back of {key!r}" for key in cards_of(deck).keys]


def test_goal_cards_train_two_heroes_with_black_dice():
    goals = read_deck(CATALOGUE, "paper-dungeons", "goals")
    assert [card for card in goals if list(card.fields["training"].values()).count("black") != 2] == []
    styles = Counter("".join(colour[0].upper() for colour in card.fields["training"].values()) for card in goals)
    assert styles == {"BWWB": 3, "WBBW": 3, "WWBB": 3, "BWBW": 3, "WBWB": 2, "BBWW": 2}


def test_power_modifiers_add_up_to_minus_eight():
    powers = read_deck(CATALOGUE, "paper-dungeons", "powers")
    assert sum(card.fields["end_glory"] for card in powers) == -8


def test_bosses_give_more_glory_and_less_damage_for_more_strength():
    for card in read_deck(CATALOGUE, "paper-dungeons", "bosses"):
        bands = card.fields["bands"]
        for low, high in itertools.pairwise(bands):
            assert low["at"] < high["at"], card.key
            assert low["glory"] < high["glory"], card.key
            assert low["damage"] > high["damage"], card.key


def test_the_hint_about_a_page_for_all_games_has_the_line_that_adds_it():
    pack = open_pack(CATALOGUE, "yacht", "en")
    for name, hint in {
        "score_pad": "name it in game.yaml: pages: {score_pad: {layout: common/pages/score_pad}}",
        "rulez": "did you mean 'rules'?",
        "common": "known: specimen, signs, pictures, rules",
    }.items():
        with pytest.raises(InvalidInput) as error:
            page_entry(pack, name)
        assert [(fault.code, fault.hint) for fault in error.value.diagnostics] == [("C002", hint)]


@pytest.mark.parametrize(("game", "rooms"), [("yacht", False), ("paper-dungeons", True)])
def test_small_type_asks_for_fewer_rooms_only_where_a_game_has_rooms(game, rooms):
    pack = open_pack(CATALOGUE, game, "en")
    list(two_up(pack, [sheet_face(pack, drawn_area(A4)).content()], Size(297, 420), ""))
    ((code, hint),) = {(fault.code, fault.hint) for fault in pack.faults}
    expected_hint = "print on larger paper, such as --paper a3" + (", or draw fewer rooms" if rooms else "")
    assert (code, hint) == ("L044", expected_hint)
