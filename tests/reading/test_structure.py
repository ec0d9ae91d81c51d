"""Nodes become dataclasses: bounds, tagged unions, and a JSON Schema with the same rules."""

from dataclasses import dataclass
from typing import Annotated

import jsonschema
import pytest

from generator.diagnostics import InvalidInput, SourceLocation
from generator.reading.schema import json_schema
from generator.reading.structure import KeyedUnion, Length, NumberBounds, TaggedUnion, structure
from generator.reading.yaml_nodes import parse_yaml, plain
from tests.tables import table


@dataclass(frozen=True, kw_only=True)
class Circle:
    """A round one."""

    radius: Annotated[float, NumberBounds(0.5, 5)]


@dataclass(frozen=True, kw_only=True)
class Square:
    """A square one."""

    place: SourceLocation
    side: Annotated[Length, NumberBounds(0, 100, unit="mm")]


Shape = Annotated[Circle | Square, TaggedUnion("shape", {"circle": Circle, "square": Square})]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A file of shapes."""

    shapes: tuple[Shape, ...]
    ground: Annotated[Circle | Square, KeyedUnion({"radius": Circle, "side": Square})] | None = None


def drawing_of(text):
    return structure(parse_yaml(text, "d.yaml"), Drawing)


def faults_of(text):
    with pytest.raises(InvalidInput) as error:
        drawing_of(text)
    return [f"{each.place.line}:{each.place.column} {each.code} {each.message}" for each in error.value.diagnostics]


def test_the_tag_says_which_dataclass_a_mapping_becomes():
    circle, square = drawing_of("shapes: [{shape: circle, radius: 2}, {shape: square, side: 10pt}]").shapes
    assert circle == Circle(radius=2.0)
    assert (square.side, square.place.column) == (10.0, 38)


def test_the_hint_about_a_key_of_another_kind_names_that_kind():
    hints = {"side": "'side' belongs to shape: square", "radios": "did you mean 'radius'?"}
    for key, hint in hints.items():
        with pytest.raises(InvalidInput) as error:
            drawing_of(f"shapes: [{{shape: circle, radius: 1, {key}: 1}}]")
        assert [(each.code, each.hint) for each in error.value.diagnostics] == [("S001", hint)]


@table("text, expected")
def test_what_is_out_of_bounds_or_of_no_kind_is_reported_at_its_place(text, expected):
    assert faults_of(text) == expected


def test_a_bound_with_an_open_end_names_only_the_other_end():
    assert NumberBounds(least=1).fault(0) == "0 is out of bounds, at least 1 is possible"
    assert NumberBounds(most=3).fault(4) == "4 is out of bounds, at most 3 is possible"
    assert NumberBounds(least=1).fault(7) is None


@table("text, good")
def test_the_schema_accepts_what_the_structurer_accepts(text, good):
    validator = jsonschema.Draft202012Validator(json_schema(Drawing, "drawing"))
    assert validator.is_valid(plain(parse_yaml(text, "d.yaml"))) == good
