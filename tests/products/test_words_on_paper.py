"""Test the words on paper in three languages: the rules of the rulebooks, numbers that agree, good line breaks."""

import re
from functools import cache

import pytest

from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.products.cards import deck_faces
from generator.products.handout_pages import page_face
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.page_texts import page_texts
from tests.tables import tables

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
LANGUAGES = ("en", "pl", "cs")
A4, CARD = Size(mm(210), mm(297)), Size(mm(63), mm(88))


@cache
def pack(language):
    return open_pack(CATALOGUE, "paper-dungeons", language)


def lines(frame):
    return [item for item, _ in walk(frame.items) if isinstance(item, TextItem)]


def words_of(frame):
    """Return all words of a frame in drawing order, spaces single and plain."""
    return re.sub(r"\s+", " ", " ".join(item.text for item in lines(frame)).replace("\u00a0", " "))


@cache
def printed_words(what, language):
    """Return the words of a page, the sheet, or a card such as powers/noble."""
    if what == "sheet":
        return words_of(next(iter(sheet_pages(pack(language), SheetOptions(), PaperOptions(usual=A4)))))
    if "/" in what:
        return " ".join(words_of(face) for face in card(what, language) if face is not None)
    return words_of(page_face(pack(language), what, A4))


@cache
def deck(name, language):
    return deck_faces(pack(language), name, CARD)


def card(what, language):
    name, key = what.split("/")
    faces = deck(name, language)
    return faces.cards[faces.keys.index(key)]


MUST = TABLES["must"]

NEVER = TABLES["never"]


@pytest.mark.parametrize(("what", "language", "text"), MUST)
def test_paper_tells_the_rule(what, language, text):
    assert text in printed_words(what, language)


@pytest.mark.parametrize(("what", "language", "pattern"), NEVER)
def test_what_was_wrong_is_gone_from_paper(what, language, pattern):
    assert re.findall(pattern, printed_words(what, language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_score_lines_are_explained_in_their_order(language):
    words = printed_words("help", language)
    letters = [re.search(rf"(?<!\w){letter} [\w{{−\d]", words[words.index("A B C") :]).start() for letter in "DEFHJKL"]
    assert letters == sorted(letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_straight_quote_or_leftover_brace_is_printed(language):
    for what in ("help", "items", "instructions", "dice", "score_pad", "sheet"):
        assert not re.search(r"['\"{}|]", printed_words(what, language)), what
    for name in ("missions", "powers", "goals", "bosses", "dungeons"):
        for face, back in deck(name, language).cards:
            assert not re.search(r"['\"{}|]", words_of(face) + words_of(back))


@pytest.mark.parametrize("language", LANGUAGES)
def test_stories_have_one_size_and_no_word_alone_on_the_last_line(language):
    sizes = set()
    for key in deck("dungeons", language).keys:
        _, back = card(f"dungeons/{key}", language)
        story = re.sub(r"\s+", " ", str(pack(language).game.card_words("dungeons", key)["story"]))
        of_story = [item for item in lines(back) if len(item.text) > 8 and item.text in story]
        sizes.add(of_story[0].size)
        assert of_story[-1].text.endswith(story[-6:]), (key, of_story[-1].text)
        assert " " in of_story[-1].text
    assert len(sizes) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["goals", "missions", "powers"])
def test_the_texts_of_a_deck_have_one_size(name, language):
    sizes = set()
    for key in deck(name, language).keys:
        face, _ = card(f"{name}/{key}", language)
        sizes |= {item.size for item in lines(face) if item.font == "text.regular" and item.size > 7.9}
    assert len(sizes) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["goals", "missions", "powers", "bosses"])
def test_titles_keep_clear_of_the_badges_beside_them(name, language):
    """A badge ends 12 mm from the cut. On the right 3 mm are free; the season of a boss begins 11 mm from the cut."""
    right = 51.0 if name == "bosses" else 60.0
    for key in deck(name, language).keys:
        face, _ = card(f"{name}/{key}", language)
        for item in lines(face):
            if item.font.startswith("display.") and item.y < mm(14) and len(item.text) > 1:
                assert mm(13) < item.x, (key, item.text)
                assert item.x + item.width < mm(right), (key, item.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_sheet_is_split(language):
    frame = next(iter(sheet_pages(pack(language), SheetOptions(), PaperOptions(usual=A4))))
    assert [item.text for item in lines(frame) if re.search(r"\w-$", item.text)] == []


@pytest.mark.parametrize("game", ["paper-dungeons", "labirynt-smierci", "dungeon-fighter", "platformer", "yacht"])
def test_no_letter_of_the_display_face_is_taken_for_another(game):
    """Grenze Gotisch has clear capitals with its feature ss01; its figures do not need it."""
    one = open_pack(CATALOGUE, game, "pl")
    frames = [page_face(one, name, A4) for name in one.manifest.pages]
    frames += [
        next(iter(sheet_pages(one, SheetOptions(sheet=name), PaperOptions(usual=A4)))) for name in one.manifest.sheets
    ]
    faces = [deck_faces(one, name, CARD) for name in one.manifest.decks]
    frames += [side for each in faces for one_card in each.cards[:1] for side in one_card if side]
    unclear = {
        item.text
        for frame in frames
        for item in lines(frame)
        if item.font.startswith("display.") and "+ss01" not in item.font
    }
    assert [text for text in sorted(unclear) if re.search(r"[^\W\d_]", text)] == []


def test_a_title_with_braces_stands_at_the_foot_as_it_is(scrawl, tmp_path):
    words = tmp_path / "cards/paper-dungeons/words/en.yaml"
    words.parent.mkdir(parents=True)
    text = (ROOT / "cards/paper-dungeons/words/en.yaml").read_text(encoding="utf-8")
    words.write_text(text.replace("Goal cards", "'{{page}} of {{pages}}'"), encoding="utf-8")
    assert (
        scrawl("print", "cards", "--deck", "goals", "--card", "1", "--home", tmp_path, "--lang", "en").returncode == 0
    )
    foot = page_texts(tmp_path / "cards.pdf")[0]
    assert re.search(r"\{+page\}+ of \{+pages\}+ · page 1 of 2", foot), foot
