"""From a new dungeon to printed sheets, cards and pictures, as in the README."""

import io
import re

import pytest
from PIL import Image

from generator.frame import ImageItem, ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.maps.loading import find_dungeon
from generator.maps.map_rules import read_map_rules
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.page_texts import page_texts

CATALOGUE = GameCatalogue((ROOT,))
PAGE = Size(mm(210), mm(297))
FAST = ("--games", "2")  # games to measure a dungeon with


def test_generate_prints_its_code_and_repeats_itself(scrawl, tmp_path):
    result = scrawl("dungeon", "generate", "--difficulty", "hard", "-o", "one.yaml", *FAST)
    code = re.match(r"code (\S+), written", result.stdout).group(1)
    assert (
        scrawl("dungeon", "generate", "--difficulty", "hard", "--code", code, "-o", "two.yaml", *FAST).returncode == 0
    )
    assert (tmp_path / "one.yaml").read_bytes() == (tmp_path / "two.yaml").read_bytes()


def test_the_code_of_a_generated_dungeon_is_on_its_paper(scrawl, tmp_path):
    result = scrawl("dungeon", "generate", "-o", "one.yaml", *FAST)
    code = re.match(r"code (\S+), written", result.stdout).group(1)
    assert scrawl("print", "sheets", "--dungeon", "one.yaml").returncode == 0
    assert code in page_texts(tmp_path / "sheets.pdf")[0]
    assert scrawl("dungeon", "card", "one.yaml", "-o", "card.pdf").returncode == 0
    assert [text for text in page_texts(tmp_path / "card.pdf") if code not in text] == []


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_walls_and_rings_of_the_card_stand_on_the_sheet(language):
    pack = open_pack(CATALOGUE, "paper-dungeons", language)
    (blank,) = sheet_pages(pack, SheetOptions(), PaperOptions(usual=PAGE))
    (with_map,) = sheet_pages(pack, SheetOptions(maps=("a",)), PaperOptions(usual=PAGE))
    pack.raise_faults()

    def texts(frame):
        return {item.text for item, _ in walk(frame.items) if isinstance(item, TextItem)}

    names = [pack.game.card_words("bosses", boss)["name"] for boss in ("bandit_chief", "stone_golem", "dragon")]
    assert set(names) <= texts(with_map)
    assert not set(names) & texts(blank)

    def heavy_walls(frame):
        return [
            item
            for item, _ in walk(frame.items)
            if isinstance(item, ImageItem) and item.path.endswith("heavy_wall.svg")
        ]

    walls = find_dungeon(
        CATALOGUE, "paper-dungeons", read_map_rules(CATALOGUE, "paper-dungeons"), "a"
    ).dungeon.edges.values()
    assert len(heavy_walls(with_map)) == list(walls).count("extra_wall") == 5
    assert heavy_walls(blank) == []
    rings = [
        item
        for item, _ in walk(with_map.items)
        if isinstance(item, ShapeItem) and item.kind == "ellipse" and item.paint.stroke_width == 2
    ]
    assert len(rings) == 3


@pytest.mark.parametrize(("form", "head"), [("png", b"\x89PNG"), ("svg", b"<svg"), ("pdf", b"%PDF")])
def test_pictures_come_in_three_formats_and_any_size(scrawl, tmp_path, form, head):
    result = scrawl("dungeon", "picture", "a", "--width", "300px", "-o", f"a.{form}")
    assert result.returncode == 0, result.stderr
    content = (tmp_path / f"a.{form}").read_bytes()
    assert content.startswith(head)
    if form == "png":
        assert Image.open(io.BytesIO(content)).width == 300
        assert scrawl("dungeon", "picture", "a", "-o", "unasked.png").returncode == 0
        assert Image.open(io.BytesIO((tmp_path / "unasked.png").read_bytes())).width > 600
    result = scrawl("dungeon", "picture", "a", "--width", "99999px", "-o", f"b.{form}")
    assert result.returncode == 1
    assert not (tmp_path / f"b.{form}").exists()


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
    output = "".join(
        scrawl("dungeon", *words, name, "--lang", language).stdout
        for words in (["show"], ["check", *FAST])
        for name in ("a", "near.yaml")
    )
    assert [form for form in forms if form not in output] == []
    if language != "en":
        lines = [line for line in output.splitlines() if not re.match(r"^ *[0-9]* *[┃◄╋]", line)]
        assert {word.lower() for line in lines for word in ENGLISH.findall(line)} <= {
            "boss",
            "or",
        }  # Polish too, a sign


@pytest.mark.parametrize("options", [("new", "vault"), ("generate", "--code", "AACA-JYF", "-o", "vault.yaml", *FAST)])
def test_the_back_of_an_own_card_shows_who_waits_and_how_far(scrawl, tmp_path, options):
    assert scrawl("dungeon", *options).returncode == 0
    assert scrawl("dungeon", "card", "vault.yaml", "--lang", "en", "-o", "card.pdf").returncode == 0
    fronts, backs = page_texts(tmp_path / "card.pdf")
    names = re.findall(r"(?:[123]\s+)?(.+?)\s*\nsteps", backs)
    assert len(names) == 3
    assert [name for name in names if name not in " ".join(fronts.split())] == []
    assert len(re.findall(r"steps \d+, dice \d+", backs)) == 3
