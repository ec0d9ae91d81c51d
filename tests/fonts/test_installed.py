"""Test installed fonts: a first look draws with them the signs that ours lack; a collection is a font like others."""

import pypdfium2
import pytest

from generator.fonts.faces import font_folders, fonts_with
from tests.fonts.test_fonts import built, collection
from tests.tables import write_files

FIRST, SECOND, THIRD, NOWHERE = "\ue5a1", "\ue5a2", "\ue5a3", "\ue5a4"  # no font has these signs


def font_of(signs, **more):
    return built((4, 3, 1, {0x61: "a", **{ord(sign): "a" for sign in signs}}), **more)


@pytest.fixture
def fonts(tmp_path, monkeypatch):
    """The folder of a user's installed fonts on this system."""
    for name in ("HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    folder = font_folders()[0]
    assert folder.is_relative_to(tmp_path)
    folder.mkdir(parents=True)
    return folder


def test_those_with_most_of_the_signs_come_first_and_what_is_no_font_is_passed_over(fonts):
    font_files = {
        "Two-Bold.ttf": font_of(FIRST + SECOND),
        "Two.ttf": font_of(FIRST + SECOND),
        "deep/Last.otf": font_of(SECOND + THIRD),
        "Less.ttf": font_of(SECOND),
        "Cut.ttf": font_of(FIRST + SECOND + THIRD)[:400],
        "Licence.ttf": font_of(FIRST + SECOND + THIRD, licence=2),
        "None.ttf": b"",
        "Text.ttc": b"ttcf and nothing else",
    }
    write_files(fonts, font_files)
    assert [source.path.name for source in fonts_with(FIRST + SECOND + THIRD + NOWHERE)] == ["Two.ttf", "Last.otf"]
    assert fonts_with(NOWHERE) == []


def test_a_first_look_is_drawn_with_them_and_reported(fonts, scrawl, tmp_path):
    (tmp_path / "roles.csv").write_text(f"Name,Text\nFox,{FIRST} runs {NOWHERE}\nHare,{SECOND}\n", encoding="utf-8")
    (fonts / "Mine.ttf").write_bytes(font_of(FIRST + SECOND))
    result = scrawl("print", "cards", "--from", "roles.csv", "-o", "out.pdf")
    assert result.returncode == 0, result.stderr
    message = f"{FIRST!r} and 1 sign more: drawn with fonts of this computer, {fonts / 'Mine.ttf'}"
    assert f"roles.csv:2:2: note D026 {message}" in result.stderr
    assert f"L033 no font here has {NOWHERE!r}: printed as ▯" in result.stderr
    words = pypdfium2.PdfDocument(tmp_path / "out.pdf")[0].get_textpage().get_text_range()
    assert (FIRST in words, SECOND in words, NOWHERE in words) == (True, True, False)


def test_a_deck_takes_the_first_font_of_a_collection(scrawl, tmp_path):
    (tmp_path / "roles.csv").write_text("Name\nFox\n", encoding="utf-8")
    (tmp_path / "Both.ttc").write_bytes(collection())
    result = scrawl("new", "deck", "roles", "--from", "roles.csv", "--game", "mine", "--font", "Both.ttc")
    assert result.returncode == 0, result.stderr
    layout = (tmp_path / "layouts/mine/roles.yaml").read_text(encoding="utf-8")
    assert 'own_1: {file: "Both.ttc", face: "Squares"}' in layout
    assert scrawl("check").stdout == "mine: no faults\n"
