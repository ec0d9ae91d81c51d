"""The faults of names, words and keys, each at its place with its code."""

import pytest

MINI = {"cards/mini/game.yaml": "game: mini\n", "cards/mini/words/en.yaml": "game: {title: Mini}\nlist: [a, b]\n"}
LAYOUT = "extends: ../common/styles.yaml\nfront: {text: a, style: body}\n"


@pytest.mark.parametrize(
    ("files", "words", "told"),
    [
        ({}, ("check", "--edition", "inksaver"), "--edition: error C003 there is no edition 'inksaver'"),
        (
            {"layouts/mini/a.yaml": "extends: 7\n"},
            ("check", "layouts/mini/a.yaml"),
            "layouts/mini/a.yaml:1:10: error X002",
        ),
        (
            {"layouts/mini/a.yaml": "extends: ../../../x.yaml\n"},
            ("check", "layouts/mini/a.yaml"),
            "layouts/mini/a.yaml:1:10: error X003",
        ),
        (
            {"layouts/mini/a.yaml": LAYOUT, "layouts/mini/b.yaml": "extends: b.yaml\n"},
            ("check", "layouts/mini/b.yaml"),
            "layouts/mini/b.yaml:1:10: error X001",
        ),
        (
            {"cards/mini/game.yaml": "game: mini\nkit:\n  - {page: a, deck: b}\n"},
            ("check", "--game", "mini"),
            "cards/mini/game.yaml:3:15: error S007",
        ),
        (
            {"cards/mini/words/pl.yaml": "game: {title: Mini}\nlist: [a]\n"},
            ("check", "--game", "mini"),
            "cards/mini/words/pl.yaml:2:7: warning W002 'list' has 1 entries (en has 2)",
        ),
        (
            {"cards/mini/words/eo.yaml": MINI["cards/mini/words/en.yaml"]},
            ("check", "--game", "mini"),
            "cards/mini/words/eo.yaml:1:1: warning W003",
        ),
        (
            {"cards/mini/words/pl.yaml": "list: [a, b]\n"},
            ("check", "--game", "mini"),
            "cards/mini/words/pl.yaml:1:1: warning W001 missing word 'game' (en has it)",
        ),
        ({}, ("check", "--game", "mini", "cards/mini/nosuch.yaml"), "does not exist"),
    ],
)
def test_a_fault_is_told_at_its_place(scrawl, tmp_path, files, words, told):
    for name, text in {**MINI, **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = scrawl(*words)
    assert told in done.stderr
    assert "Traceback" not in done.stderr


PRINTERS = 'printers:\n  - {"name": "office", "tray": "", "width": 210.0, "height": 297.0, "x": 0.5, "y": 0.0, "angle": 0.1, "scale": 100.0}\n'


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("print cards --paper a4x", "--paper: error P001 unknown paper 'a4x'"),
        ("print cards --paper 10x10mm", "--paper: error P002 paper '10x10mm' is out of bounds"),
        ("print cards --deck goals --size 290x290mm", "--size: error P003"),
        ("print cards --printer nosuch --printers printers.yaml", "--printer: error P020 there is no printer 'nosuch'"),
        ("print cards --paper letter --printer office --printers printers.yaml", "--printer: error P021"),
        ("export shop nope", "SHOP: error P030 there is no shop 'nope'"),
        ("print sheets nosuch", "error C013 there is no sheet 'nosuch'"),
        ("print page nosuch", "PAGE: error C016 there is no page 'nosuch'"),
        ("print sheets --mode x", "--mode: error C019 this sheet has no mode 'x'"),
    ],
)
def test_a_fault_of_an_option_is_told_as_one(scrawl, tmp_path, words, told):
    (tmp_path / "printers.yaml").write_text(PRINTERS)
    done = scrawl(*words.split())
    assert done.returncode == 1
    assert told in done.stderr
    assert ":1:1" not in done.stderr or told.startswith("error")


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("sheets", "C012 bare has no sheet to print"),
        ("kit", "C017 bare has nothing to print"),
        ("cards", "C018 bare has no cards to print"),
    ],
)
def test_a_game_without_anything_to_print_says_so(scrawl, tmp_path, what, told):
    (tmp_path / "cards" / "bare" / "words").mkdir(parents=True)
    (tmp_path / "cards" / "bare" / "game.yaml").write_text("game: bare\n")
    (tmp_path / "cards" / "bare" / "words" / "en.yaml").write_text("game: {title: Bare}\n")
    done = scrawl("print", what, "--game", "bare")
    assert (done.returncode, f"error {told}" in done.stderr) == (1, True), done.stderr
