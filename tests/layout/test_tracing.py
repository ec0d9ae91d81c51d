"""Tracing: the text that an item shows, the values at a place of a layout, and the source of a too long text."""

import pytest

from generator.diagnostics import NOWHERE, SourceLocation
from generator.frame import FieldItem, GroupItem, ImageItem, Paint, ReusableDrawing, ShapeItem, TextItem, make_outline
from generator.geometry import Rect, Size, shift
from generator.layout.binding import SourceExcerpt
from generator.layout.tracing import FaceSources, children, leaves, shows, trace_item, values_at
from generator.reading.yaml_nodes import parse_yaml
from tests.layout.laying import lay

BOX = Rect(0, 0, 9, 9)
HERE, THERE, OTHER = (SourceLocation("cards.yaml", line) for line in (1, 2, 3))


def text(words):
    return TextItem(0, 0, words, "text.regular", 9, "#000000", 9)


SIGN = ShapeItem("outline", BOX, Paint(), 0.0, make_outline("gem_red", "M 0 0 L 5 0 Z"))
PLAIN = ShapeItem("rect", BOX, Paint())


@pytest.mark.parametrize(
    ("item", "written", "expected"),
    [
        (text("Owls hoot"), "the owls", True),
        (text("Owls hoot"), "the owl", False),
        (text("12 gold"), "112", False),
        (text("12"), "12", True),
        (text("+"), "a + b", True),
        (text(" +"), "a - b", False),
        (text("strate-"), "The strategy", True),
        (text("strate"), "The strategy", False),
        (text("gy of"), "strategy", True),
        (text("of gy-"), "gyroscope", True),
        (text("2"), "12", False),
        (text("a 1-"), "12", False),
        (SIGN, "gem", True),
        (SIGN, "the gem_red", True),
        (SIGN, "", False),
        (SIGN, "owl", False),
        (ImageItem(BOX, "art/Moon.png"), "moon", True),
        (ImageItem(BOX, "art/Moon.png"), "sun", False),
        (ImageItem(BOX, "art/Moon.png"), "", False),
        (PLAIN, "anything", True),
        (FieldItem("f", PLAIN), "", True),
    ],
)
def test_an_item_shows_a_text_or_a_part_of_it(item, written, expected):
    assert shows(item, written) is expected


def test_an_item_is_written_where_its_texts_are():
    sources = [
        SourceExcerpt(HERE, "Owls"),
        SourceExcerpt(THERE, "foxes"),
        SourceExcerpt(HERE, "owls"),
        SourceExcerpt(OTHER, "owls"),
    ]
    assert trace_item(text("Owls"), sources).written == (HERE, OTHER)
    assert trace_item(text("bears"), sources).written == ()
    traced = text("Owls")._replace(written=(THERE,))
    assert trace_item(traced, sources) is traced
    group = GroupItem(ReusableDrawing(Size(9, 9), (text("foxes"), traced)), shift(0, 0))
    assert [item.written for item in trace_item(group, sources).content.items] == [(THERE,), (THERE,)]
    traced_group = GroupItem(ReusableDrawing(Size(9, 9), (traced,)), shift(0, 0))
    assert trace_item(traced_group, sources) is traced_group


def test_the_values_of_a_node_are_found_at_any_depth():
    node = parse_yaml("a: {b: [1, {c: 2}], d: x}\ne: []\n", "layout.yaml")
    assert [leaf.value for leaf in leaves(node)] == [1, 2, "x"]
    assert list(leaves(None)) == []
    assert [child.is_map for child in children(node)] == [True, False]
    assert children(node.get("a").get("d")) == ()
    place = node.get("a").get("b").value[1].place
    assert [value.value for value in values_at(node, place)] == [2]
    assert list(values_at(node, NOWHERE)) == []


@pytest.mark.parametrize(
    ("layout", "code", "written"),
    [
        ("{text: '{long} {a}', width: 60pt, height: 9pt}", "L031", 1),
        (
            "{text: 'these words are from the layout, and so is their length, but for {a}', width: 60pt, height: 9pt}",
            "L031",
            None,
        ),
        (
            "{text: '{a} {long} {long} and more that is from here, so long that it is much more than all of that from there, nearly', width: 60pt, height: 9pt}",
            "L031",
            None,
        ),
    ],
)
def test_a_text_that_is_too_long_is_written_where_most_of_it_is(layout, code, written):
    data = parse_yaml("long: an owl that sits on a branch of the tree above\na: Bo\n", "data.yaml")
    values = {"long": "an owl that sits on a branch of the tree above", "a": "Bo"}
    faults = lay(f"front: {{stack: [{layout}]}}", values, sources=FaceSources(data.value)).faults
    places = [fault.written and (fault.written.path, fault.written.line) for fault in faults if fault.code == code]
    assert places == [written and ("data.yaml", written)]


@pytest.mark.parametrize(
    ("layout", "code", "place"),
    [
        ("{text: a, color: '{color}'}", "L012", ("data.yaml", 1)),
        ("{text: a, color: '#zz'}", "L012", ("layout.yaml", 2)),
        ("{text: a, style: loud}", "L012", ("layout.yaml", 3)),
        ("{icon: '{sign}', size: 9pt}", "L014", ("data.yaml", 2)),
        ("{icon: nope, size: 9pt}", "L014", ("layout.yaml", 2)),
        ("{text: 'and :nope: {a}'}", "L014", ("layout.yaml", 2)),
        ("{text: '{line}'}", "L014", ("data.yaml", 3)),
        ("{text: '{glyph} {line2}'}", "L033", ("data.yaml", 4)),
        ("{text: 'b **{a}'}", "L061", ("layout.yaml", 2)),
    ],
)
def test_a_wrong_value_is_reported_where_it_is_written(layout, code, place):
    source = "color: '#xx'\nsign: gemm\nline: 'an :Owll: hoots'\nglyph: 龍\na: 1\nline2: 9\n"
    data = parse_yaml(source, "data.yaml")
    values = {name: node.value for name, node in data.value.items()}
    text = f"colors: {{ink: '#000000'}}\nfront: {layout}\nstyles: {{loud: {{color: '#ww'}}}}\n"
    faults = lay(text, values, sources=FaceSources(data.value, parse_yaml(text, "layout.yaml"))).faults
    assert [(fault.place.path, fault.place.line) for fault in faults if fault.code == code] == [place]
