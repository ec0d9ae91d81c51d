"""The places for a picture on a card, and the texts that then have it: no other part of them changes."""

import asyncio

import pytest

from generator.reading.edits.yaml_edits import NotEdited
from generator.reading.yaml_nodes import parse_yaml, plain
from generator.workshop.picture_places import with_cell, with_picture

GROUND = {"image": "art/a.png", "fit": "cover", "x": "-3mm", "y": "-3mm", "right": "-3mm", "bottom": "-3mm"}
STACK = "front:\n  stack:\n    - {use: ground}\n    # words\n    - column:\n        - {space: 0mm, grow: 1}  # room\n"
COLUMN = '# top\nfront:\n  # all\n  column:\n    - text: |\n        Two\n        lines\n\n    - {icon: "fox", size: 9mm}\n  pad: 3mm\nback: {use: b}\n'


@pytest.mark.parametrize(
    ("text", "at", "kind", "line", "expected"),
    [
        (STACK, "front.stack.1.column.0", "icon", 6, {"grow": 1, "icon": "art/a.png", "size": "24mm", "align": "center", "valign": "center"}),
        (STACK, "front+1", "image", 5, {"stack": [{"use": "ground"}, GROUND, {"column": [{"space": "0mm", "grow": 1}]}]}),
        (COLUMN, "front.column.1", "image", 9, {"image": "art/a.png", "size": "9mm"}),
        (COLUMN, "front+0", "image", 5, {"stack": [GROUND, plain(parse_yaml(COLUMN, ""))["front"]]}),
    ],
)  # fmt: skip
def test_a_picture_comes_to_its_place_and_all_else_stays(text, at, kind, line, expected):
    edited, at_line = with_picture(text, at, kind, "art/a.png")
    assert plain(parse_yaml(edited, "").at(at.partition("+")[0])) == expected
    assert (at_line, "art/a.png" in edited.split("\n")[line - 1]) == (line, True)
    other_lines = [
        each.strip().removeprefix("- ") for each in text.split("\n") if "space" not in each and "icon" not in each
    ]
    assert [each for each in other_lines if each not in edited] == []


def test_a_side_in_braces_becomes_a_stack():
    edited, line = with_picture(COLUMN, "back+0", "image", "art/a.png")
    assert plain(parse_yaml(edited, "").at("back")) == {"stack": [GROUND, {"use": "b"}]}
    assert edited.startswith(COLUMN.partition(" {use")[0])
    assert "art/a.png" in edited.split("\n")[line - 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("front: {column: [{icon: fox, color: red, size: 9mm}]}\n", "front: {column: [{image: a.png, size: 9mm}]}\n"),
        ("front:\n  column:\n    - color: red\n      icon: fox\n", "front:\n  column:\n    - image: a.png\n"),
        ("front:\n  column:\n    - icon: fox\n      color: red\n", "front:\n  column:\n    - image: a.png\n"),
    ],
)
def test_a_picture_in_place_of_an_icon_has_no_key_that_only_icons_read(text, expected):
    assert with_picture(text, "front.column.0", "image", "a.png")[0].replace('"', "") == expected


@pytest.mark.parametrize("at", ["back.use", "front.column.7", "front.column.0", "nowhere"])
def test_a_place_that_is_written_otherwise_is_left_to_the_hand(at):
    with pytest.raises(NotEdited):
        with_picture(COLUMN, at, "image", "art/a.png")


def test_a_cell_of_one_card_names_the_picture():
    assert with_cell("key,icon,x\na,fox,1\nb,,2\n", "t.csv", "b", "icon", "owl") == (
        "key,icon,x\na,fox,1\nb,owl,2\n",
        3,
    )
    with pytest.raises(NotEdited):
        with_cell("key,icon\na,fox\n", "t.csv", "z", "icon", "owl")


def test_a_card_tells_its_places_and_icons_are_found_in_any_language(own):
    def ask(path, **query):
        return asyncio.run(own.ask("GET", path, b"", {"game": "paper-dungeons", **query})).json

    places = ask("/pictures/places", kind="icon", name="goals", card="monsters_level_4")["places"]
    assert ("cards/paper-dungeons/goals.yaml", "icon", "goal_monsters_level_4") in [
        (each["file"], each["column"], each["shows"]) for each in places
    ]
    assert "whole" not in {each["kind"] for each in places}
    assert "whole" in {each["kind"] for each in ask("/pictures/places", kind="image", name="goals")["places"]}
    card = {"kind": "image", "name": "dungeons", "card": "a"}
    names = [each["shows"] for each in ask("/pictures/places", **card)["places"]]
    assert not [name for name in names if "{" in name], "names are those that this card shows"
    goals = ask("/pictures/places", kind="icon", name="goals", card="monsters_level_4", language="pl")["places"]
    assert "ork" in next(each["called"] for each in goals if each["shows"] == "goal_monsters_level_4")
    heroes = ask("/pictures/places", kind="icon", name="heroes", card="pip", game="platformer")["places"]
    assert "pix_move" in [each["shows"] for each in heroes]
    assert not [name for name in names if name.startswith("floor")], "a picture is no ground for icons"
    (skull,) = [each for each in ask("/pictures", language="pl")["icon"] if each["name"] == "skull"]
    assert "czaszka" in skull["words"]
    (bosses,) = [deck for deck in ask("/shelf", language="pl")["decks"] if deck["name"] == "bosses"]
    assert bosses["names"]["bandit_chief"] == "Herszt bandytów"
    assert {"skull", "czaszka", "lebka"} & {*skull["finds"].split()} >= {"skull", "czaszka"}
