"""Test whole games as users use them, once in every quick run; the deep run tests each game and language."""

import subprocess

import pytest

from generator.check.checking import check_game, pack_faults
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT

CATALOGUE = GameCatalogue((ROOT,))
SMALLEST = "yacht"
IN_TURN = [
    (game, language)
    for game in ("paper-dungeons", "dungeon-fighter", "labirynt-smierci", "platformer")
    for language in ("en", "pl", "cs")
]


def turn():
    """Return a game and a language that differ from commit to commit, and stay the same for one commit."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return IN_TURN[int(commit.strip() or "0", 16) % len(IN_TURN)]


def test_the_smallest_game_has_no_fault():
    assert check_game(CATALOGUE, SMALLEST) == []


@pytest.mark.parametrize(("game", "language"), [turn()], ids=["in turn"])
def test_no_face_of_one_game_and_language_has_a_fault(game, language):
    assert pack_faults(open_pack(CATALOGUE, game, language)) == []


def test_a_kit_prints_whole(scrawl, tmp_path):
    result = scrawl("print", "kit", "--lang", "pl", "--paper", "letter", "-o", tmp_path / "kit")
    assert (result.returncode, result.stderr) == (0, "")
    files = sorted(path.name for path in (tmp_path / "kit").iterdir())
    assert files[0] == "0-instructions.pdf"
    assert len(files) == 11
