"""Test short space: text that shrinks together, omitted elements of a column, rows too small, columns of a flow."""

import pytest

from generator.frame import ShapeItem, TextItem, walk
from tests.layout.laying import engine, lay
from tests.tables import tables

TABLES = tables(__file__)

SENTENCE = "Print it, cut it, play it, and count what you found."
PAGE = TABLES["page"]


def sizes(face):
    return {
        item.text.split()[0]: round(item.size, 3) for item, _ in walk(face.frame.items) if isinstance(item, TextItem)
    }


def icons(face):
    return [item for item, _ in walk(face.frame.items) if isinstance(item, ShapeItem)]


def test_all_texts_of_a_face_shrink_alike_and_others_stay():
    face = lay(PAGE, {"parts": [SENTENCE, "Short."]}, size=(120, 60))
    text_sizes = sizes(face)
    assert face.faults == ()
    assert text_sizes["Title"] == 14
    assert text_sizes["Print"] == text_sizes["Short."]
    assert 6 < text_sizes["Print"] < 12


def test_type_that_shrinks_is_as_large_as_fits():
    page = "front: {column: [{text: Words, size: 12pt, leading: 1.0%s}]}"
    for high in (11.4, 10.5, 9.1, 7.7):
        face = lay(page % ", fit: together, floor: 6pt", size=(120, high))
        (size,) = sizes(face).values()
        assert face.faults == ()
        assert lay((page % "").replace("12pt", f"{size * 1.008}pt"), size=(120, high)).faults != ()


def test_type_keeps_its_size_where_all_fits():
    face = lay(PAGE, {"parts": [SENTENCE]}, size=(120, 90))
    assert sizes(face)["Print"] == 12
    assert len(icons(face)) == 1


def test_below_its_floor_type_does_not_shrink_and_the_fault_is_reported():
    face = lay(PAGE, {"parts": [SENTENCE] * 12}, size=(120, 60))
    assert min(sizes(face).values()) == 6
    assert {fault.code for fault in face.faults} == {"L030"}


def test_a_face_that_was_too_full_does_not_make_the_next_smaller():
    layout_engine = engine(PAGE)
    for parts, size in (([SENTENCE] * 3, 12), ([SENTENCE], 12)):
        face = layout_engine.face(
            layout_engine.layout.front, {"parts": parts}, lay("front: {text: x}", size=(120, 60)).frame.size
        )
        size = sizes(face)["Print"]
    assert size == sizes(lay(PAGE, {"parts": [SENTENCE]}, size=(120, 60)))["Print"]


def test_what_asks_for_room_goes_before_type_shrinks():
    with_icon, full = lay(PAGE, {"parts": ["One."]}, size=(120, 44)), lay(PAGE, {"parts": ["One."]}, size=(120, 40))
    assert (len(icons(with_icon)), len(icons(full))) == (1, 0)
    assert sizes(with_icon) == sizes(full)


@pytest.mark.parametrize("more", ["", "grow: 1, "])
def test_a_row_that_got_less_than_what_stands_in_it_is_a_fault(more):
    page = f"front: {{column: [{{text: Words, size: 20pt}}, {{row: [{{icon: gem, width: 20pt, height: 20pt}}], {more}gap: 0pt}}]}}"
    assert [fault.code for fault in lay(page, size=(100, 40)).faults] == ["L030"]
    assert lay(page, size=(100, 44)).faults == ()


def test_a_row_of_a_height_of_its_own_may_let_something_stand_out():
    assert lay("front: {column: [{row: [{icon: gem, width: 20pt, height: 20pt}], height: 18pt}]}").faults == ()


FLOW = """
styles: {p: {size: 10pt, leading: 1.0}}
front: {flow: [{each: parts, text: "{item}", style: p}], columns: 3, column_gap: 10pt, gap: 2pt}
"""


def places(face):
    return {
        item.text: (round(item.x), round(item.y)) for item, _ in walk(face.frame.items) if isinstance(item, TextItem)
    }


def test_a_flow_fills_columns_in_order_as_evenly_as_it_can():
    positions = places(lay(FLOW, {"parts": list("abcdefg")}, size=(320, 60)))
    columns = {x: [text for text in positions if positions[text][0] == x] for x, _ in positions.values()}
    assert list(columns) == [0, 110, 220]
    assert list(columns.values()) == [list("abc"), list("def"), list("g")]
    assert positions["a"][1] == positions["d"][1] == positions["g"][1]
    assert positions["b"][1] - positions["a"][1] == 12


def test_a_flow_is_as_high_as_its_highest_column_and_too_high_is_a_fault():
    layout_engine = engine(FLOW)
    assert round(layout_engine.height(layout_engine.layout.front, {"parts": list("abcdefg")}, 320)) == 3 * 10 + 2 * 2
    assert layout_engine.height(layout_engine.layout.front, {"parts": []}, 320) == 0
    assert [fault.code for fault in lay(FLOW, {"parts": list("abcdefg")}, size=(320, 30)).faults] == ["L030"]
    assert lay(FLOW, {"parts": list("abcdefg")}, size=(320, 34)).faults == ()


def test_a_long_flow_takes_the_columns_that_it_may():
    positions = places(lay(FLOW, {"parts": [f"p{at}" for at in range(300)]}, size=(320, 1300)))
    assert len({x for x, _ in positions.values()}) == 3
    assert len(positions) == 300


@pytest.mark.parametrize(("width", "expected"), [(330, ["L035"]), (200, []), (5000, [])])
def test_lines_that_are_too_long_to_follow_are_a_warning(width, expected):
    face = lay("front: {text: '{words}', size: 7pt}", {"words": " ".join([SENTENCE] * 8)}, size=(width, 200))
    assert [(fault.code, fault.severity) for fault in face.faults] == [(code, "warning") for code in expected]


LINES = TABLES["lines"]


def baselines(face):
    return {item.text: (round(item.x), item.y) for item, _ in walk(face.frame.items) if isinstance(item, TextItem)}


@pytest.mark.parametrize(("high", "shrunk"), [(200, False), (60, True)])
def test_children_on_a_grid_of_lines_begin_half_or_whole_lines_below_the_first(high, shrunk):
    face = lay(LINES, {"parts": ["one", "two", "three"]}, size=(210, high))
    assert face.faults == ()
    lines, size = baselines(face), sizes(face)["one"]
    assert (size < 10) == shrunk
    half = size * 1.2 / 2
    assert lines["two"][1] - lines["one"][1] == pytest.approx(3 * half, abs=0.01)
    assert lines["Next"][0] > 100
    apart = (lines["Next"][1] - lines["three"][1]) / half
    assert apart == pytest.approx(round(apart), abs=0.01)


@pytest.mark.parametrize("even", [False, True])
def test_columns_that_are_even_end_together(even):
    more = f"{LINES}  even: {str(even).lower()}\n"
    face = lay(more, {"parts": ["one", "two", "three"]}, size=(210, 200))
    one, other = [item.rect for item in icons(face)]
    assert (one.bottom == pytest.approx(other.bottom)) == even
    assert one.y == other.y


def test_a_grid_of_lines_of_no_style_is_reported():
    face = lay(LINES.replace("line_grid: p", "line_grid: q"), {"parts": ["one"]}, size=(210, 200))
    assert [(fault.code, fault.value) for fault in face.faults][:1] == [("L011", "q")]


def test_without_room_the_grid_of_lines_is_no_reason_to_keep_what_asks_for_room():
    page = "styles: {p: {size: 10pt, leading: 1.0}}\nfront: {column: [a, b, {text: c, if_room: true}], style: p, line_grid: p, gap: 1pt}"
    texts = [item.text for item, _ in walk(lay(page, {}, size=(100, 38)).frame.items)]
    assert texts == ["a", "b"]


@pytest.mark.parametrize(("high", "tables"), [(60, 1), (90, 1), (110, 2)])
def test_a_table_that_grows_is_as_high_as_it_must_be_where_another_asks_for_room(high, tables):
    page = """
parts:
  table: {column: [{shape: rect, fill: "#000000", height: 20pt, grow: 1}, {shape: rect, fill: "#000000", height: 30pt, grow: 1}]}
front:
  column:
    - {use: table, grow: 1}
    - {use: table, grow: 1, if_room: true}
"""
    face = lay(page, size=(120, high))
    assert face.faults == ()
    assert len(icons(face)) == 2 * tables
    assert round(sum(item.rect.height for item in icons(face)), 3) == high
