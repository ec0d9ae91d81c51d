"""Faults of names, words and keys, each with its place and its code."""

from tests.tables import table, write_files

MINI = {"cards/mini/game.yaml": "game: mini\n", "cards/mini/words/en.yaml": "game: {title: Mini}\nlist: [a, b]\n"}
LAYOUT = "extends: ../common/styles.yaml\nfront: {text: a, style: body}\n"


@table("files, words, message")
def test_a_fault_is_reported_at_its_place(scrawl, tmp_path, files, words, message):
    write_files(tmp_path, {**MINI, **files})
    result = scrawl(*words)
    assert message in result.stderr
    assert "Traceback" not in result.stderr


PRINTERS = 'printers:\n  - {"name": "office", "tray": "", "width": 210.0, "height": 297.0, "x": 0.5, "y": 0.0, "angle": 0.1, "scale": 100.0}\n'


@table("words, message")
def test_a_fault_of_an_option_is_told_as_one(scrawl, tmp_path, words, message):
    (tmp_path / "printers.yaml").write_text(PRINTERS)
    result = scrawl(*words.split())
    assert result.returncode == 1
    assert message in result.stderr
    assert ":1:1" not in result.stderr or message.startswith("error")


@table("kind, message")
def test_a_game_without_anything_to_print_says_so(scrawl, tmp_path, kind, message):
    write_files(tmp_path / "cards/bare", {"game.yaml": "game: bare\n", "words/en.yaml": "game: {title: Bare}\n"})
    result = scrawl("print", kind, "--game", "bare")
    assert (result.returncode, f"error {message}" in result.stderr) == (1, True), result.stderr
