"""The language of layouts: its schema rejects the same files as the program, and the program reads every key."""

import json
from dataclasses import fields

import jsonschema
import pytest

from generator.layout import spec
from generator.layout.element_spec import KINDS, ElementPlacementSpec, Look
from generator.layout.spec import LayoutSpec
from tests.sources import names_read
from tests.tables import table

SPECS = [
    *KINDS.values(),
    LayoutSpec,
    spec.FaceSize,
    spec.MapEdgeLook,
    spec.HexRoadOrRiverLook,
    Look,
    ElementPlacementSpec,
]


@pytest.fixture(scope="module")
def schema():
    from generator.reading.schema import json_schema

    return json.loads(json.dumps(json_schema(LayoutSpec, "layout")))


@table("front")
def test_the_schema_knows_looks_and_placement(schema, front):
    jsonschema.Draft202012Validator(schema).validate({"front": front})


@pytest.mark.parametrize("front", [3, {"text": "Hi", "colour": "ink"}, {"texts": "Hi"}, {"text": "Hi", "leading": 0}])
def test_the_schema_refuses_what_the_program_refuses(schema, front):
    assert not jsonschema.Draft202012Validator(schema).is_valid({"front": front})


def test_every_key_of_the_language_is_read_by_something():
    words = set(KINDS)  # the program reads a kind's own word as `getattr(own, element.kind)`
    unread = [
        f"{each.__name__}.{key.name}" for each in SPECS for key in fields(each) if key.name not in names_read() | words
    ]
    assert unread == []
