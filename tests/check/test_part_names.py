"""The check compares names that a layout gives to its parts with those the parts read, in any edition and in words."""

import pytest

from generator.check.unread_part_names import unread_name_faults
from generator.layout.spec import LayoutSpec
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml

LAYOUT = """
styles: {shown: {color: "{hue}"}}
parts:
  sign: {icon: "{mark}", style: shown}
  list: {each: "{of}", text: "{words.lines.{kind}}"}
  both: {column: [{use: sign}, {use: list}]}
  any: {use: "{which}"}
front: {use: PART, with: {NAME: x}}
"""


def unread_names(part, name, elsewhere=(), path="a.yaml"):
    node = parse_yaml(LAYOUT.replace("PART", part).replace("NAME", name), path)
    faults = unread_name_faults(structure(node, LayoutSpec, "a layout"), elsewhere)
    return [(str(fault), fault.hint) for fault in faults]


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("sign", "mark"),
        ("sign", "hue"),
        ("list", "of"),
        ("list", "kind"),
        ("both", "kind"),
        ("any", "which"),
        ("any", "x"),
    ],
)
def test_a_name_that_is_read_is_not_told(part, name):
    assert unread_names(part, name) == []


@pytest.mark.parametrize(
    ("part", "name", "hint"), [("sign", "mrk", "did you mean 'mark'?"), ("both", "kid", "did you mean 'kind'?")]
)
def test_a_name_that_nothing_reads_is_reported_with_the_one_that_is_meant(part, name, hint):
    assert unread_names(part, name) == [(f"a.yaml:8:8: L059 part {part!r} reads no {name!r}", hint)]


@pytest.mark.parametrize(
    "elsewhere", [["{chance} in six"], {"parts": {"sign": {"text": "{chance:+}%"}}}, ["{n.{chance}}"]]
)
def test_a_name_that_words_or_an_edition_ask_for_is_read(elsewhere):
    assert unread_names("sign", "chance")
    assert unread_names("sign", "chance", elsewhere) == []


def test_a_part_that_an_edition_draws_plainer_may_leave_names_out():
    assert unread_names("sign", "glow", path="layouts/common/editions/plain.yaml") == []


def test_a_field_that_no_sheet_has_is_reported_beside_a_struck_text(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    sheet = tmp_path / "layouts/tiny/sheet.yaml"
    struck = (
        "front:\n  stack:\n    - {shape: line, y: 8mm, height: 0mm, stroke: ink, stroke_width: 1pt}\n    - column:\n"
    )
    lines = sheet.read_text().replace('"path.{number}"', '"pth.{number}"').split("front:\n  column:\n")
    body = "".join(f"    {line}\n" for line in lines[1].splitlines())
    sheet.write_text(lines[0] + struck + body)
    output = scrawl("check").stderr
    assert "error L045 " in output, output
    assert "error G033 no sheet has a field 'path'" in output, output
