"""What cannot be seen on a screen is told of ten layouts: squeezed content, lines too long, features a font lacks."""

import pytest

HEAD = """extends: common/styles.yaml
size: {width: 63mm, height: 88mm}
styles: {p: {font: text.regular, size: 10pt}}
"""
LONG = (
    "Every hero who walks down into the deep of the maze takes with him a lamp, a rope and a good deal of courage. " * 3
)
FINE = 'front: {text: "Every hero takes a lamp.", style: p}'
LAYOUTS = {
    "a row lower than its icon": ("L030", "front: {column: [{row: [{icon: gem, width: 9mm, height: 9mm}]}, {space: 84mm}]}"),
    "a column that grows, squeezed": (
        "L030",
        "front: {column: [{icon: gem, width: 9mm, height: 60mm}, {column: [{icon: gem, width: 9mm, height: 40mm}], grow: 1}]}",
    ),
    "a grid higher than the card": (
        "L030",
        "front: {column: [{grid: [{icon: gem, height: 30mm}, {icon: gem, height: 30mm}], columns: 1, row_height: 46mm}]}",
    ),
    "a text in a box too low": ("L031", f'front: {{column: [{{text: "{LONG}", style: p, height: 12mm}}]}}'),
    "a text at its floor": ("L031", f'front: {{column: [{{text: "{LONG}", style: p, fit: shrink, floor: 9pt, height: 20mm}}]}}'),
    "a measure of a page": ("L035", f'size: {{width: 200mm, height: 88mm}}\nfront: {{text: "{LONG}", style: p}}'),
    "a measure that is long in small type": ("L035", f'size: {{width: 120mm, height: 88mm}}\nfront: {{text: "{LONG}", style: p, size: 7pt}}'),
    "a feature that no font has": ("L034", 'front: {text: "Ada 12", style: p, features: swsh}'),
    "a feature misspelt in a list": ("L034", 'front: {text: "Ada 12", style: p, features: [tnum, frca]}'),
    "a feature of a style": ("L034", 'styles: {p: {font: text.regular, size: 10pt, features: hlig}}\n' + FINE),
}  # fmt: skip


def written(text):
    """A layout whose own keys stand for those of the head."""
    own = {line.split(":")[0] for line in text.splitlines()}
    return "\n".join([line for line in HEAD.splitlines() if line.split(":")[0] not in own] + [text, ""])


@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_wrong_is_told_with_its_place(name, scrawl, tmp_path):
    code, text = LAYOUTS[name]
    (tmp_path / "own.yaml").write_text(written(text))
    done = scrawl("check", "own.yaml")
    told = [line for line in done.stderr.splitlines() if line.startswith("own.yaml:")]
    assert [line.split()[2] for line in told][:1] == [code], done.stderr
    assert done.returncode == (0 if " warning " in told[0] else 1)
    assert "hint: " in done.stderr
    assert ("`features: []` where its style brings it" in done.stderr) == (code == "L034")


def test_a_layout_without_any_of_it_is_good_and_so_is_one_that_takes_no_feature_of_its_style(scrawl, tmp_path):
    asking = "styles: {p: {font: text.regular, size: 10pt, features: hlig}}\n"
    (tmp_path / "own.yaml").write_text(written(asking + FINE.replace("style: p", "style: p, features: []")))
    done = scrawl("check", "own.yaml")
    assert (done.returncode, "L03" in done.stderr) == (0, False), done.stderr
