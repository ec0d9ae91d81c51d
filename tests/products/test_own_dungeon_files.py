"""From a new dungeon to printed sheets, cards and pictures, as the README tells it."""

import io
import re
from functools import cache

import pytest
from PIL import Image
from pypdf import PdfReader

from generator.authoring.dungeon_file_authoring import generated_text
from generator.frame import ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.maps.loading import find_dungeon
from generator.maps.map_rules import read_map_rules
from generator.maps.share_code import MapOptions
from generator.products.print_pack import open_pack
from generator.products.sheets import SheetPrintOptions, sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.observed import assert_same_file
from tests.page_texts import page_texts

CATALOGUE = GameCatalogue((ROOT,))
PAGE = Size(mm(210), mm(297))
FAST = ("--games", "2")  # to measure a dungeon by


def test_six_commands_lead_to_baked_sheets(scrawl, tmp_path):
    for words in (
        ("dungeon", "new", "crypt"),
        ("dungeon", "show", "crypt.yaml"),
        ("dungeon", "check", "crypt.yaml", *FAST),
        ("print", "sheets", "--dungeon", "crypt.yaml", "--player", "Ada", "--player", "Bruno", "-o", "sheets.pdf"),
        ("dungeon", "card", "crypt.yaml"),
        ("dungeon", "picture", "crypt.yaml", "-o", "crypt.png"),
    ):
        done = scrawl(*words)
        assert done.returncode == 0, done.stderr
    text = page_texts(tmp_path / "sheets.pdf")[0]
    assert "Ada" in text
    assert "Crypt" in text
    assert len(PdfReader(tmp_path / "crypt-cards.pdf").pages) == 2
    with Image.open(tmp_path / "crypt.png") as picture:
        assert picture.width > 600


def test_a_starter_never_overwrites(scrawl, tmp_path):
    (tmp_path / "crypt.yaml").write_text("mine", encoding="utf-8")
    done = scrawl("dungeon", "new", "crypt")
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert (tmp_path / "crypt.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("size", ["3x3", "12x12", "5x9"])
def test_a_starter_of_its_own_map_passes(scrawl, size):
    assert scrawl("dungeon", "new", "own", "--size", size).returncode == 0
    done = scrawl("dungeon", "check", "own.yaml", *FAST)
    assert done.returncode == 0, done.stderr


def test_generate_prints_its_code_and_repeats_itself(scrawl, tmp_path):
    done = scrawl("dungeon", "generate", "--difficulty", "hard", "-o", "one.yaml", *FAST)
    code = re.match(r"code (\S+), written", done.stdout).group(1)
    assert (
        scrawl("dungeon", "generate", "--difficulty", "hard", "--code", code, "-o", "two.yaml", *FAST).returncode == 0
    )
    assert (tmp_path / "one.yaml").read_bytes() == (tmp_path / "two.yaml").read_bytes()
    assert scrawl("print", "sheets", "--dungeon", "one.yaml").returncode == 0
    assert code in page_texts(tmp_path / "sheets.pdf")[0]
    assert scrawl("dungeon", "card", "one.yaml", "-o", "card.pdf").returncode == 0
    assert [text for text in page_texts(tmp_path / "card.pdf") if code not in text] == []


def test_a_wrong_code_is_told(scrawl):
    done = scrawl("dungeon", "generate", "--code", "AACA-JYA")
    assert done.returncode == 1
    assert "C010" in done.stderr
    assert "mistyped" in done.stderr


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_walls_and_rings_of_the_card_stand_on_the_sheet(language):
    pack = open_pack(CATALOGUE, "paper-dungeons", language)
    (blank,) = sheet_pages(pack, SheetPrintOptions(), PAGE)
    (baked,) = sheet_pages(pack, SheetPrintOptions(maps=("a",)), PAGE)
    pack.raise_faults()

    def texts(frame):
        return {item.text for item, _ in walk(frame.items) if isinstance(item, TextItem)}

    names = [pack.game.card_words("bosses", boss)["name"] for boss in ("bandit_chief", "stone_golem", "dragon")]
    assert set(names) <= texts(baked)
    assert not set(names) & texts(blank)

    def bold(frame):
        return [
            item
            for item, _ in walk(frame.items)
            if isinstance(item, ShapeItem) and item.kind == "line" and abs(item.paint.stroke_width - 4.6) < 0.01
        ]

    walls = find_dungeon(
        CATALOGUE, "paper-dungeons", read_map_rules(CATALOGUE, "paper-dungeons"), "a"
    ).dungeon.edges.values()
    assert len(bold(baked)) == list(walls).count("extra_wall") == 5
    assert bold(blank) == []
    rings = [
        item
        for item, _ in walk(baked.items)
        if isinstance(item, ShapeItem) and item.kind == "ellipse" and item.paint.stroke_width == 2
    ]
    assert len(rings) == 3


@pytest.mark.parametrize(("form", "head"), [("png", b"\x89PNG"), ("svg", b"<svg"), ("pdf", b"%PDF")])
def test_pictures_come_in_three_formats_and_any_size(scrawl, tmp_path, form, head):
    done = scrawl("dungeon", "picture", "a", "--width", "300px", "-o", f"a.{form}")
    assert done.returncode == 0, done.stderr
    content = (tmp_path / f"a.{form}").read_bytes()
    assert content.startswith(head)
    if form == "png":
        assert Image.open(io.BytesIO(content)).width == 300
    done = scrawl("dungeon", "picture", "a", "--width", "99999px", "-o", f"b.{form}")
    assert done.returncode == 1
    assert not (tmp_path / f"b.{form}").exists()


def test_a_users_own_boss_joins_from_a_table(scrawl, tmp_path):
    home = tmp_path / "home"
    folder = home / "cards" / "paper-dungeons"
    folder.mkdir(parents=True)
    (folder / "bosses.csv").write_text(
        "key,name.en,name.pl,letter,season,weakness,flee,reward,bands.1.at,bands.1.glory,bands.1.damage,"
        "bands.2.at,bands.2.glory,bands.2.damage,bands.3.at,bands.3.glory,bands.3.damage\n"
        "slime,Green Slime,Zielony szlam,S,1,cleric,-2,gem,7,2,3,9,3,2,12,5,1\n",
        encoding="utf-8",
    )
    (tmp_path / "mine.yaml").write_text(
        (ROOT / "cards/paper-dungeons/dungeons/a.yaml").read_text(encoding="utf-8").replace("bandit_chief", "slime"),
        encoding="utf-8",
    )
    done = scrawl("dungeon", "card", "mine.yaml", "--home", home, "--lang", "pl", "-o", "card.pdf")
    assert done.returncode == 0, done.stderr
    assert "Zielony szlam" in page_texts(tmp_path / "card.pdf")[0]
    done = scrawl("print", "cards", "--deck", "bosses", "--home", home, "-o", "bosses.pdf")
    assert "13 cards" in done.stdout


@pytest.mark.parametrize(
    "words",
    [("print", "sheets", "--dungeon", "far.yaml"), ("dungeon", "card", "far.yaml"), ("dungeon", "picture", "far.yaml")],
    ids=lambda words: words[1],
)
def test_printing_a_dungeon_that_cannot_be_played_warns_and_prints(scrawl, tmp_path, words):
    text = (ROOT / "tests/data/bad_dungeons/late_walk.yaml").read_text(encoding="utf-8")
    (tmp_path / "far.yaml").write_text(text, encoding="utf-8")
    done = scrawl(*words)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("warning M032 no walk meets all bosses in time") == 1
    assert "far.yaml:6:37" in done.stderr


def test_capitals_and_blanks_in_names_are_taken(scrawl, tmp_path):
    assert scrawl("print", "sheets", "--dungeon", "A", "-o", "big.pdf").returncode == 0
    assert scrawl("print", "sheets", "--dungeon", "a", "-o", "small.pdf").returncode == 0
    assert_same_file(tmp_path / "big.pdf", tmp_path / "small.pdf")
    done = scrawl("dungeon", "new", "my dungeon")
    assert "scrawl dungeon show 'my dungeon.yaml'" in done.stdout
    assert scrawl("dungeon", "check", "my dungeon.yaml", *FAST).returncode == 0


@pytest.mark.parametrize("name", ['my "crypt"', "back\\slash", "two: words # no", "[brackets]", "żółw"])
def test_a_starter_of_any_name_can_be_read(scrawl, name):
    assert scrawl("dungeon", "new", name).returncode == 0
    done = scrawl("dungeon", "check", f"{name}.yaml", *FAST)
    assert done.returncode == 0, done.stderr


@cache
def new_map(size):
    columns, rows = map(int, size.split("x"))
    return generated_text(CATALOGUE, "paper-dungeons", "AACA-JYF", MapOptions(columns, rows, new_map=True))


@pytest.mark.parametrize(
    ("paper", "size", "least"),
    [("a4", "6x7", None), ("a4", "12x12", None), ("a3", "12x12", None), ("a5", "6x7", None), ("a5", "12x12", "4.3")],
)
def test_small_type_is_told_as_large_as_it_is_printed(scrawl, tmp_path, paper, size, least):
    (tmp_path / "d.yaml").write_text(new_map(size), encoding="utf-8")
    done = scrawl("print", "sheets", "--dungeon", "d.yaml", "--paper", paper)
    told = re.findall(r"L044 the smallest type of player sheet 'd.yaml' is ([0-9.]+)pt high", done.stderr)
    assert told == ([least] if least else [])
    assert "larger cards" not in done.stderr


@pytest.mark.parametrize(
    ("language", "mode"), [("en", "first-game"), ("pl", "standard"), ("pl", "first-game"), ("cs", "first-game")]
)
def test_a_sheet_of_a5_has_no_words_below_six_points(scrawl, language, mode):
    done = scrawl("print", "sheets", "--paper", "a5", "--mode", mode, "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "name", ["x" * 300, "x" * 300 + ".yaml", "../../etc/passwd", "a/b.yaml", "", ".yaml", "b.yaml.yaml"]
)
def test_a_dungeon_that_cannot_be_is_a_fault(scrawl, name):
    for words in (("dungeon", "show", name), ("dungeon", "check", name), ("print", "sheets", "--dungeon", name)):
        done = scrawl(*words)
        assert done.returncode == 1
        assert re.search(r"error (C001|C006)", done.stderr), done.stderr


@pytest.mark.parametrize("words", [("--width", "2000mm", "--dpi", "1200"), ("--width", "12000px")], ids=["dpi", "px"])
def test_a_picture_of_too_many_pixels_is_refused_before_it_is_drawn(scrawl, tmp_path, words):
    done = scrawl("dungeon", "picture", "a", *words, "-o", "big.png")
    assert done.returncode == 1
    assert "C011 a picture of" in done.stderr
    assert not (tmp_path / "big.png").exists()
    assert scrawl("dungeon", "picture", "a", "--width", "2000mm", "-o", "big.svg").returncode == 0


def test_a_file_with_two_endings_in_the_dungeons_folder_is_a_card(scrawl, tmp_path):
    folder = tmp_path / "home/cards/paper-dungeons/dungeons"
    folder.mkdir(parents=True)
    (folder / "b.two.yaml").write_bytes((ROOT / "cards/paper-dungeons/dungeons/b.yaml").read_bytes())
    (folder / "c.yaml.yaml").write_bytes((ROOT / "cards/paper-dungeons/dungeons/c.yaml").read_bytes())
    done = scrawl("print", "cards", "--deck", "dungeons", "--home", tmp_path / "home", "-o", "cards.pdf")
    assert done.returncode == 0, done.stderr
    assert "14 cards" in done.stdout


ENGLISH = re.compile(
    r"\b(boss|steps?|nearest|entrance|dice|before|the|way|foot|walk|cheapest|difficulty|played|alone|points|average|easy|wall|water|joined|damage|level|with|and|or|nothing)\b",
    re.I,
)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["3 steps from", "1 step from"]),
        ("pl", ["1 krok od", "3 kroki od", "10 kroków od"]),
        ("cs", ["1 krok od", "3 kroky od", "10 kroků od"]),
    ],
)
def test_a_dungeon_is_shown_and_summed_up_in_the_language(scrawl, tmp_path, language, forms):
    text = (ROOT / "cards/paper-dungeons/dungeons/a.yaml").read_text(encoding="utf-8")
    (tmp_path / "near.yaml").write_text(
        text.replace("|  |        |     |", "|1 |        |     |").replace(
            "|      1       |  |", "|              |  |"
        ),
        encoding="utf-8",
    )
    shown = "".join(
        scrawl("dungeon", *words, name, "--lang", language).stdout
        for words in (["show"], ["check", *FAST])
        for name in ("a", "near.yaml")
    )
    assert [form for form in forms if form not in shown] == []
    if language != "en":
        lines = [line for line in shown.splitlines() if not re.match(r"^ *[0-9]* *[┃◄╋]", line)]
        assert {word.lower() for line in lines for word in ENGLISH.findall(line)} <= {
            "boss",
            "or",
        }  # Polish too, a sign


def test_a_dungeon_of_a_stranger_cannot_act_on_the_terminal(scrawl, tmp_path):
    text = (ROOT / "cards/paper-dungeons/dungeons/a.yaml").read_text(encoding="utf-8")
    (tmp_path / "evil.yaml").write_text(
        f'name: "[link=file:///etc/passwd]\\e]0;title\\a [/x]"\n{text}', encoding="utf-8"
    )
    done = scrawl("dungeon", "show", "evil.yaml")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "[link=file:///etc/passwd]" in done.stdout


def test_the_card_of_a_dungeon_without_a_story_tells_how_far_its_targets_are(scrawl, tmp_path):
    text = (ROOT / "tests/data/bad_dungeons/sealed_boss.yaml").read_text(encoding="utf-8")
    (tmp_path / "sealed.yaml").write_text(text, encoding="utf-8")
    assert scrawl("dungeon", "card", "sealed.yaml", "-o", "card.pdf").returncode == 0
    back = page_texts(tmp_path / "card.pdf")[1]
    assert "steps –, dice –" in back
    assert "None" not in back


@pytest.mark.parametrize("options", [("new", "vault"), ("generate", "--code", "AACA-JYF", "-o", "vault.yaml", *FAST)])
def test_the_back_of_an_own_card_shows_who_waits_and_how_far(scrawl, tmp_path, options):
    assert scrawl("dungeon", *options).returncode == 0
    assert scrawl("dungeon", "card", "vault.yaml", "--lang", "en", "-o", "card.pdf").returncode == 0
    fronts, backs = page_texts(tmp_path / "card.pdf")
    names = re.findall(r"^[123] ?\n(.+)", backs, re.MULTILINE) or re.findall(r"(.+)\nsteps", backs)
    assert len(names) == 3
    assert [name for name in names if name not in fronts] == []
    assert len(re.findall(r"steps \d+, dice \d+", backs)) == 3
