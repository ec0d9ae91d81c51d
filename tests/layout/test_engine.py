"""A face depends only on its layout and its values, and leaves nothing behind."""

import gc
import tracemalloc

import pytest

from generator.frame import Paint, ReusableDrawing, ShapeItem
from generator.geometry import Rect, Size
from tests.layout.laying import engine, lay
from tests.tables import tables

TABLES = tables(__file__)

CARD, INK = TABLES["card"], "#000000"


def face(card_engine, title="Gem", number=1, **more):
    return card_engine.face(
        card_engine.layout.front, {"title": title, "number": number}, Size(60, 90), f"card {title!r}", **more
    )


def test_a_face_that_failed_leaves_no_fault_on_the_next():
    card_engine = engine(CARD)
    long = face(card_engine, title="far too long a title for the width of this box")
    assert [fault.code for fault in long.faults] == ["L031"]
    assert "on card 'far too long" in long.faults[0].message
    assert face(card_engine).faults == ()


def test_the_same_face_is_equal_whatever_was_laid_out_before():
    fresh = face(engine(CARD), "Gem", 7)
    used = engine(CARD)
    for number in range(20):
        face(used, f"Title {number}", number)
    assert face(used, "Gem", 7) == fresh


def test_bleed_belongs_to_the_call():
    card_engine = engine(CARD)
    frame = face(card_engine, bleed=9.0).frame
    assert (frame.size, frame.trim, frame.bleed) == (Size(78, 108), Rect(9, 9, 60, 90), Rect(0, 0, 78, 108))
    assert frame.safe == Rect(13, 13, 52, 82)
    assert face(card_engine).frame.size == Size(60, 90)


@pytest.mark.parametrize(("wide", "high", "by", "x"), [(100, 60, 1.5, 20), (30, 60, 0.75, 0)])
def test_a_board_keeps_its_proportions_and_is_in_the_middle_of_its_box(wide, high, by, x):
    drawing = ReusableDrawing(Size(40, 20), (ShapeItem("rect", Rect(1, 2, 3, 4), Paint(INK)),), "board")
    stack = lay("front: {stack: [{board: b.0, height: 30pt}]}", {"b": [drawing]}, (wide, high))
    (group,) = stack.frame.items
    assert (group.content, group.matrix) == (drawing, (by, 0, 0, by, x, 0))
    (group, below) = lay("front: {column: [{board: b.0}, foot]}", {"b": [drawing]}, (wide, high)).frame.items
    assert (group.matrix, round(below.y - wide / 2, 2)) == ((wide / 40, 0, 0, wide / 40, 0, 0), 8.41)
    messages = [fault.message for fault in lay("front: {column: [{board: b}, {board: c}]}", {"b": [drawing]}).faults]
    assert messages == ["'b' is not a board", "unknown board 'c'"]


def test_memory_is_flat_over_a_thousand_layouts():
    card_engine = engine(CARD)

    def deck():
        for number in range(50):
            face(card_engine, f"Title {number}", number)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    gc.collect()
    gc.freeze()
    tracemalloc.start()
    try:
        for _ in range(9):
            deck()
        early = deck()
        for _ in range(10):
            late = deck()
    finally:
        tracemalloc.stop()
    assert late - early < 60_000


MAP = TABLES["map"]


def map_items(map_engine, cell, mode, number=0):
    edges = [{"kind": "wall", "x1": 0, "y1": at, "x2": 1, "y2": at} for at in range(2)]
    values = {"map": {"columns": 1, "rows": 1, "cells": [cell], "edges": edges}, "mode": mode, "number": number}
    return map_engine.face(map_engine.layout.front, values, Size(60, 60)).frame.items


def test_maps_share_their_equal_items():
    map_engine, cell = engine(MAP), {"column": 0, "row": 0, "name": "A1"}
    first, second = (map_items(map_engine, cell, "standard", number) for number in (1, 2))
    assert [(one, other) for one, other in zip(first, second, strict=True) if one is not other] == []


def test_the_same_room_is_laid_out_again_if_something_around_it_differs():
    map_engine, cell = engine(MAP), {"column": 0, "row": 0, "name": "A1"}
    texts = [map_items(map_engine, cell, mode)[0].text for mode in ("standard", "solo", "standard", "solo")]
    assert texts == ["standard A1", "solo A1", "standard A1", "solo A1"]


def test_lists_that_last_are_constant_until_another_is_given():
    words, other = {"words": ["Gem"]}, {"words": ["Potion"]}
    text_engine = engine(
        "front: {column: [{text: '{words.0}', height: 9mm}, {text: '{number}', height: 9mm}]}", lasting=words
    )
    faces = [
        text_engine.face(text_engine.layout.front, {**values, "number": number}, Size(60, 90)).frame.items
        for number, values in enumerate((words, words, other))
    ]
    assert [[item.text for item in items] for items in faces] == [["Gem", "0"], ["Gem", "1"], ["Potion", "2"]]
    assert faces[0][0] is faces[1][0]


FROM_DATA = TABLES["from_data"]


def test_faces_are_the_same_however_many_values_from_data_were_met_before():
    used = engine(FROM_DATA)
    for number in range(32):  # 22,400 elements, each filled once
        spots = [
            {"x": at, "wide": 1 + number / 100 + at / 1000, "rank": "abc"[(7 * at + number) % 3]} for at in range(700)
        ]
        frame = used.face(used.layout.front, {"spots": spots}, Size(800, 50)).frame
        if number > 27:
            fresh = engine(FROM_DATA)
            expected = fresh.face(fresh.layout.front, {"spots": spots}, Size(800, 50)).frame
            assert [(item.rect, item.paint) for item in frame.items] == [
                (item.rect, item.paint) for item in expected.items
            ]
