"""Test limits: small layouts that need very much soon give a fault; deep ones that need little are laid out."""

import time

import pytest

from tests.layout.laying import lay

DEEP = "{row: [{space: 1pt}, " * 24 + "{text: deep}" + "]}" * 24
DASHES = "a-" * 5000


@pytest.mark.parametrize(
    ("layout", "data", "codes"),
    [
        (f"front: {DEEP}", {}, {"L030"}),
        (f'front: {{text: "{DASHES}"}}', {}, {"L022"}),
        ("parts: {p: {row: [{use: p}, {use: p}, {use: p}]}}\nfront: {use: p}", {}, {"L018", "L022"}),
        ('front: {text: "{name}"}', {"name": "{name}" * 50}, {"L031"}),
        (
            'front: {text: "{name}", fit: shrink, floor: 1pt, size: 1440pt}',
            {"name": "word " * 19_000},
            {"L031", "L032"},
        ),
        ("front: {column: [{each: many, row: [{each: many, text: x}]}]}", {"many": 5000}, {"L022", "L030", "L031"}),
    ],
    ids=["rows in rows", "a word of dashes", "a part of itself", "a name of names", "a long text", "lists in lists"],
)
def test_what_asks_for_much_ends_soon(layout, data, codes):
    begin = time.process_time()
    face = lay(layout, data)
    assert {fault.code for fault in face.faults} <= codes
    assert face.faults or codes == {"L030"}
    assert time.process_time() - begin < 4
