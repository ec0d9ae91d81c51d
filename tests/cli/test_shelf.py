"""The whole shelf at once: `--game all` prints every game that has something to print, each in its own folder."""

from pathlib import Path

from generator.cli.printing import each_kit
from generator.products.print_request import KitRequest
from generator.reading.game_catalogue import GameCatalogue


def run_for(game, home=None):
    kits = each_kit(KitRequest(game=game, home=home), Path("out"))
    return [(request.game, folder.as_posix()) for request, folder in kits]


def test_all_games_are_printed_each_into_its_folder():
    games = GameCatalogue.at(None).games()
    assert run_for("all") == [(game, f"out/{game}") for game in games]
    assert {"labirynt-smierci", "paper-dungeons", "platformer", "yacht"} <= set(games)


def test_one_game_is_printed_where_it_is_asked_for():
    assert run_for("yacht") == [("yacht", "out")]


def test_a_game_with_nothing_to_print_is_left_out(tmp_path):
    (tmp_path / "cards/silent/words").mkdir(parents=True)
    (tmp_path / "cards/silent/game.yaml").write_text("game: silent\n")
    (tmp_path / "cards/silent/words/en.yaml").write_text('game: {title: "Silent"}\n')
    assert "silent" not in dict(run_for("all", tmp_path))
