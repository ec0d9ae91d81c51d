"""`scrawl new copy`: a built-in file becomes one's own and is used from then on; nothing else is read or overwritten."""

import pytest

from tests.conftest import ROOT

BOSS = "layouts/paper-dungeons/cards/boss.yaml"


def test_a_built_in_file_is_copied_and_used(scrawl, tmp_path):
    done = scrawl("new", "copy", BOSS)
    assert (done.returncode, done.stdout.startswith("written: ")) == (0, True), done.stderr
    assert (tmp_path / BOSS).read_bytes() == (ROOT / BOSS).read_bytes()
    text = (tmp_path / BOSS).read_text(encoding="utf-8")
    (tmp_path / BOSS).write_text(text + "colour: red\n", encoding="utf-8")
    printed = scrawl("print", "cards", "--deck", "bosses", "-o", "cards.pdf")
    assert (printed.returncode, f"{BOSS}:" in printed.stderr) == (1, True), printed.stderr
    again = scrawl("new", "copy", BOSS)
    assert (again.returncode, "exists already" in again.stderr) == (1, True)


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("layouts/paper-dungeons/cards/bos.yaml", "did you mean 'layouts/paper-dungeons/cards/boss.yaml'"),
        ("/etc/passwd", "a name such as"),
        ("cards/../../etc/passwd", ""),
        ("pyproject.toml", "a name such as"),
    ],
)
def test_nothing_else_is_copied(path, hint, scrawl, tmp_path):
    done = scrawl("new", "copy", path)
    assert (done.returncode, "PATH: error C001 there is no file" in done.stderr, hint in done.stderr) == (
        1,
        True,
        True,
    ), done.stderr
    assert not list(tmp_path.iterdir())
