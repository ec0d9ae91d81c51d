"""Bad input gets a clear message with its place and a hint, never a traceback."""

import random
import struct
import time
import zlib

import pytest

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import parse_yaml, plain
from tests.conftest import ROOT, fault_lines
from tests.tables import table, tables, write_files

EXPECTED = tables(__file__)["told"]  # messages of each file, by its name
BAD = sorted((ROOT / "tests" / "data" / "bad").glob("*.yaml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_broken_spec_is_reported_with_its_place_and_a_hint(path, scrawl):
    result = scrawl("check", path, cwd=ROOT)
    assert (fault_lines(result, path.name), result.returncode) == (
        EXPECTED[path.stem],
        int("error" in EXPECTED[path.stem][0]),
    )


@table("text, messages")
def test_what_is_no_yaml_is_reported_with_its_place_and_what_to_do(text, messages):
    with pytest.raises(InvalidInput) as error:
        parse_yaml(text, "x")
    lines = []
    for fault in error.value.diagnostics:
        words = "" if fault.message.startswith("not valid YAML") else fault.message
        lines.append(f"{fault.place.line}:{fault.place.column} {fault.code} {words} ({fault.hint})")
    assert lines == messages


HOSTILE = {
    "truncated": b"front:\n  column:\n    - {text: 'Hel",
    "one_line": b"front: " + b"x" * 1_000_000,
    "one_key": b"x" * 1_000_000,
    "deep_flow": b"front: " + b"[" * 10_000,
    "deep_block": b"\n".join(b" " * i + b"a:" for i in range(3_000)),
    "alias_bomb": b"a: &a [x, x]\n"
    + b"".join(b"%c: &%c [*%c, *%c]\n" % (98 + i, 98 + i, 97 + i, 97 + i) for i in range(20)),
    "binary": bytes(range(256)) * 40,
    "utf16": "front: {text: x}".encode("utf-16"),
    "null": b"front:\x00",
    "empty": b"",
    "list": b"- a\n- b\n",
    "scalar": b"hello",
    "tag": b"front: !!python/object/apply:os.system ['true']\n",
    "two_documents": b"front: {text: a}\n---\nfront: {text: b}\n",
    "path_up": b"extends: ../../../../etc/passwd\nfront: {text: a}\n",
    "absolute": b"extends: /etc/passwd\nfront: {text: a}\n",
    "image_up": b"extends: common/styles.yaml\nfront: {image: ../../../etc/passwd, size: 9mm}\n",
    "wild_placeholder": b"extends: common/styles.yaml\nfront: {text: '{words.__class__.__mro__}', style: body}\n",
    "part_of_itself": b"extends: common/styles.yaml\nparts: {a: {use: a}}\nfront: {use: a}\n",
    "style_of_itself": b"extends: common/styles.yaml\nstyles: {a: {extends: a}}\nfront: {text: x, style: a}\n",
    "key_is_list": b"? [a, b]\n: c\n",
    "huge_size": b"extends: common/styles.yaml\nfront: {text: x, style: body, size: 99999999999mm}\n",
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_input_never_shows_a_traceback(name, scrawl, tmp_path):
    path = tmp_path / f"{name}.yaml"
    path.write_bytes(HOSTILE[name])
    begin = time.process_time()
    result = scrawl("check", path)
    assert time.process_time() - begin < 6, "no file holds the reader up"
    assert result.returncode == 1, result.stdout
    assert "Traceback" not in result.stderr
    assert f"{name}.yaml:" in result.stderr


def test_an_image_of_a_hundred_thousand_pixels_a_side_is_refused(scrawl, tmp_path):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\x00" * 100)), chunk(b"IEND", b""))
    huge = "extends: common/styles.yaml\nfront: {image: big.png, size: 20mm}\n"
    write_files(tmp_path, {"big.png": b"\x89PNG\r\n\x1a\n" + b"".join(parts), "huge.yaml": huge, "layouts/x": ""})
    result = scrawl("check", "huge.yaml")
    assert result.returncode == 1
    assert "L016" in result.stderr
    assert "Traceback" not in result.stderr


def test_random_damage_to_a_layout_is_reported_or_harmless():
    source = (ROOT / "layouts/paper-dungeons/cards/boss.yaml").read_text(encoding="utf-8")
    chance = random.Random(7)
    for _ in range(300):
        at = chance.randrange(len(source))
        scrap = chance.choice(["", "\t", "{", "]", ": ", "\x07", "*x", "- "])
        damaged = source[:at] + scrap + source[at + chance.randrange(4) :]
        places = []
        try:
            parse_yaml(damaged, "x.yaml")
        except InvalidInput as fault:
            places = [each.place for each in fault.diagnostics]
        assert all(place.path == "x.yaml" and place.line >= 1 for place in places)


@table("text, value")
def test_scalars_mean_what_they_look_like(text, value):
    assert plain(parse_yaml(f"a: {text}", "x"))["a"] == value


def test_every_value_knows_its_line_and_column():
    node = parse_yaml("a:\n  - b\n  - {c: 1}\n", "f.yaml")
    assert str(node.get("a").value[1].get("c").place) == "f.yaml:3:9"


def test_all_faults_come_at_once():
    with pytest.raises(InvalidInput) as error:
        parse_yaml("a: 1\na: 2\nb: 1\nb: 2\n", "f.yaml")
    assert [each.place.line for each in error.value.diagnostics] == [2, 4]


def test_styles_that_extend_nothing_are_reported_where_a_font_is_asked_for(scrawl, tmp_path):
    styles = (ROOT / "layouts/yacht/styles.yaml").read_text(encoding="utf-8")
    write_files(tmp_path, {"layouts/yacht/styles.yaml": styles.replace("extends:", "# ")})
    result = scrawl("check", "layouts/yacht/styles.yaml")
    assert result.returncode == 1
    assert "score_sheet.yaml:26:15: error L013 unknown font 'display.black': the layout has none" in result.stderr
