"""The faults of names, words and keys, each at its place with its code."""

import pytest

MINI = {"cards/mini/game.yaml": "game: mini\n", "cards/mini/words/en.yaml": "game: {title: Mini}\nlist: [a, b]\n"}
LAYOUT = "extends: ../common/styles.yaml\nfront: {text: a, style: body}\n"


@pytest.mark.parametrize(
    ("files", "words", "told"),
    [
        ({}, ("check", "--edition", "inksaver"), "--edition: error C003 there is no edition 'inksaver'"),
        ({"layouts/mini/a.yaml": "extends: 7\n"}, ("check", "layouts/mini/a.yaml"), "layouts/mini/a.yaml:1:10: error X002"),
        ({"layouts/mini/a.yaml": "extends: ../../../x.yaml\n"}, ("check", "layouts/mini/a.yaml"), "layouts/mini/a.yaml:1:10: error X003"),
        ({"layouts/mini/a.yaml": LAYOUT, "layouts/mini/b.yaml": "extends: b.yaml\n"}, ("check", "layouts/mini/b.yaml"), "layouts/mini/b.yaml:1:10: error X001"),
        ({"cards/mini/game.yaml": "game: mini\nkit:\n  - {page: a, deck: b}\n"}, ("check", "--game", "mini"), "cards/mini/game.yaml:3:15: error S007"),
        ({"cards/mini/words/pl.yaml": "game: {title: Mini}\nlist: [a]\n"}, ("check", "--game", "mini"), "cards/mini/words/pl.yaml:2:7: error W002 'list' has 1 entries (en has 2)"),
        ({"cards/mini/words/eo.yaml": MINI["cards/mini/words/en.yaml"]}, ("check", "--game", "mini"), "cards/mini/words/eo.yaml:1:1: warning W003"),
        ({"cards/mini/words/pl.yaml": "list: [a, b]\n"}, ("check", "--game", "mini"), "cards/mini/words/pl.yaml:1:1: error W001 missing word 'game'"),
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
