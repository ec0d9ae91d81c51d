"""Print tables with names of picture files, and folders of finished cards, with their pictures."""

import pytest
from PIL import Image

from generator.frame import ImageItem, walk
from generator.products.cards import deck_faces
from generator.reading.foreign_tables import picture_table, read_foreign
from generator.units import mm
from tests.products.test_deck_import import LOOK, base, drawn_deck, plan_deck_import, words_of


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "art").mkdir()
    for name, size in (("art/fox.png", (63, 88)), ("art/owl10.png", (63, 88)), ("art/owl9.png", (63, 88))):
        Image.new("RGB", size, "red").save(tmp_path / name)
    return tmp_path


def pictures(face):
    return [
        (item.path.rpartition("/")[2], item.rect)
        for item, _ in walk(face.content().items)
        if isinstance(item, ImageItem)
    ]


def print_deck(table, bleed=0.0):
    deck = plan_deck_import(table, "roles", bleed=bleed)
    with drawn_deck(LOOK, "mini", deck, base(deck)) as job:
        faces = deck_faces(job.pack, "roles", bleed=bleed).cards
        pairs = [(pictures(front), pictures(back) if back else None) for front, back in faces]
        return pairs, words_of(job.pack), [(note.place.line, note.message) for note in job.notes], job.pack.faults


def test_a_column_of_picture_files_prints_pictures_and_the_missing_ones_are_noted(folder):
    text = b"Name,Image,Text\nFox,art/fox.png,Runs\nOwl,art/gone.png,Flies\nElk,,Stands\n"
    cards, words, notes, faults = print_deck(read_foreign(text, "x")._replace(folder=folder))
    assert [[name for name, _ in front] for front, _ in cards] == [["fox.png"], [], []]
    assert words == ["Fox Runs", "Owl Flies", "Elk Stands"]
    assert notes == [
        (3, "there is no picture 'art/gone.png', none is printed"),
        (0, "title: Name; pictures: Image; texts: Text; copies: none, one of each card"),
    ]
    assert faults == []


@pytest.mark.parametrize("name", ["../fox.png", "/etc/fox.png", "none.png", "fox"])
def test_a_column_without_a_picture_in_the_folder_is_text(folder, name):
    Image.new("RGB", (63, 88)).save(folder / "fox.png")
    table = read_foreign(f"Name,Image\nFox,{name}\n".encode(), "x")._replace(folder=folder / "art")
    assert print_deck(table)[:2] == ([([], None)], [f"Fox Image {name}"])


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_a_folder_of_pictures_is_a_deck_with_its_back_and_its_bleed(folder, bleed):
    Image.new("RGB", (630, 880)).save(folder / "art" / "Back.JPG")
    cards, words, notes, faults = print_deck(picture_table(folder / "art"), mm(bleed))
    ((front, rect),), ((back, _),) = cards[0]
    assert (front, back, words) == ("fox.png", "Back.JPG", ["", "", ""])
    assert rect.width == pytest.approx(mm(63 + 2 * bleed), abs=0.1)
    assert [front[0][0] for front, _ in cards] == ["fox.png", "owl9.png", "owl10.png"]
    assert ([line for line, _ in notes], faults) == ([0], [])


def test_wide_pictures_have_wide_cards_and_those_that_are_cut_are_noted(tmp_path):
    Image.new("RGB", (880, 630)).save(tmp_path / "a.png")
    Image.new("RGB", (900, 600)).save(tmp_path / "b.png")
    cards, _, notes, _ = print_deck(picture_table(tmp_path))
    assert cards[0][0][0][1].width == pytest.approx(mm(88), abs=0.1)
    assert notes[1:] == [(2, "a picture of other proportions than its card is cut")]
