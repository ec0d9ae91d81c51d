"""Checks of ten layouts find faults that a screen does not show: squeezed content, too long lines, missing features."""

import pytest

from tests.tables import tables

TABLES = tables(__file__)

HEAD = """extends: common/styles.yaml
size: {width: 63mm, height: 88mm}
styles: {p: {font: text.regular, size: 10pt}}
"""
FINE = 'front: {text: "Every hero takes a lamp.", style: p}'
LAYOUTS = TABLES["layouts"]


def layout_text(text):
    """Return a layout whose own keys replace those of the head."""
    keys = {line.split(":")[0] for line in text.splitlines()}
    return "\n".join([line for line in HEAD.splitlines() if line.split(":")[0] not in keys] + [text, ""])


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_wrong_is_reported_with_its_place(name, scrawl, tmp_path):
    code, text = LAYOUTS[name]
    (tmp_path / "own.yaml").write_text(layout_text(text))
    result = scrawl("check", "own.yaml")
    messages = [line for line in result.stderr.splitlines() if line.startswith("own.yaml:")]
    assert [line.split()[2] for line in messages][:1] == [code], result.stderr
    assert result.returncode == (0 if " warning " in messages[0] else 1)
    assert "hint: " in result.stderr
    assert ("`features: []` where its style brings it" in result.stderr) == (code == "L034")


def test_a_layout_without_any_of_it_is_good_and_so_is_one_that_takes_no_feature_of_its_style(scrawl, tmp_path):
    styles = "styles: {p: {font: text.regular, size: 10pt, features: hlig}}\n"
    (tmp_path / "own.yaml").write_text(layout_text(styles + FINE.replace("style: p", "style: p, features: []")))
    result = scrawl("check", "own.yaml")
    assert (result.returncode, "L03" in result.stderr) == (0, False), result.stderr
