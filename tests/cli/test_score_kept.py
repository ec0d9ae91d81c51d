"""Answers typed at the table survive any interruption, and the scorer saves a game before it shows it."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace

import pexpect
import pytest

from generator.fonts.faces import Fonts
from generator.frame import walk
from generator.products.reports.score_pictures import plot_frame
from generator.storage.store import LedgerGame, SavedGames
from tests.conftest import ROOT, often, run_here, settings, started

ADA = ["Ada", "3", "-4", "7", "4 3 3 5", "fl2 cloak1", "7", "9", "11", "n", "rooms 24", "bers", "2", "24"]
BOB = ["Bob", "3", "3", "-3", "3 3 3 3", "cloak1", "3", "7", "2", "n", "4", "healer", "1", "18"]
EVE = ["Eve", "-1", "3", "8", "6 6 6 6", "crown2 book2", "10", "12", "23", "n", "6", "shaman", "3", "40"]
DAN = ["Dan", "3", "-4", "-3", "4 4 3 4", "cloak1", "2", "3", "4", "n", "2", "scout", "0", "20"]
GAME = ["n", *ADA, *BOB, *EVE, *DAN, ""]
FONTS = Fonts({"text.regular": ROOT / "fonts/FiraSansCondensed-Regular.ttf"})
LINES = {"Ada": 63, "Bob": 53, "Eve": 95, "Dan": 25}
DIES = """
import os, signal, sys
from generator.storage.session_journal import UnfinishedGame
keep, stop, count = UnfinishedGame.keep, int(sys.argv.pop(1)), 0
def kept(*words, **options):
    global count
    keep(*words, **options)
    count += 1
    if count == stop:
        os.kill(os.getpid(), signal.SIGKILL)
UnfinishedGame.keep = kept
from generator.main import main
main()
"""


def run(folder, answers, *words, code=None, stop=0, encoding="utf-8"):
    start = ["-c", code, str(stop)] if code else ["-m", "generator"]
    return subprocess.run(
        [sys.executable, *start, "score", "--lang", "en", *words],
        input="\n".join(answers) + "\n",
        capture_output=True,
        encoding=encoding,
        cwd=folder,
        env={**surroundings(folder), "PYTHONIOENCODING": encoding},
        check=False,
        timeout=60,
    )


def surroundings(folder):
    return {**os.environ, **settings(folder)}


def totals(text):
    return {each["name"]: each["total"] for each in json.loads(text[text.index('{\n  "game"') :])["players"]}


def stops():
    """Return every answer in the deep run; otherwise the first ones, the seams between players, and the last."""
    return range(1, len(GAME) + 1) if os.environ.get("SCRAWL_TESTS") == "deep" else (1, 16, 57, 58)


@pytest.mark.parametrize("stop", stops())
def test_a_session_killed_after_any_answer_goes_on_from_there(stop, tmp_path):
    killed = run(tmp_path, GAME, code=DIES, stop=stop)
    assert killed.returncode == -signal.SIGKILL
    whole = stop == len(GAME)
    words = ["score", "--lang", "en", "--json", *(["--resume"] if whole else [])]
    rest = run_here(words, "" if whole else "\n".join(["y", *GAME[stop:]]) + "\n", tmp_path, surroundings(tmp_path))
    assert rest.returncode == 0, rest.stderr
    assert totals(rest.stdout) == LINES


def test_what_is_no_answer_to_the_question_about_a_kept_game_begins_no_other(tmp_path):
    typed = lambda *lines, words=(): run_here(  # noqa: E731
        ["score", "--lang", "en", *words], "\n".join(lines) + "\n", tmp_path, surroundings(tmp_path)
    )
    typed(*GAME[:16])
    reply = typed("?", "Ada", "", "<")
    assert reply.stdout.count("There is an unfinished game: Ada") == 3
    assert reply.stdout.count("y or n, please") == 2
    assert "continuing with Ada, Bob" in reply.stdout
    # a game begun by mistake, with only a name, does not count as the last one
    typed("n", "n", "Eve")
    assert "continuing with Ada, Bob" in typed("<", words=["--resume"]).stdout


def test_a_game_is_saved_also_where_its_output_cannot_be_shown(tmp_path):
    (tmp_path / "g.yaml").write_text(
        "game: dungeon-fighter\nplayers: [{name: Łada, coins: 0, scars: [3, 3], difficulty: normal}]\n",
        encoding="utf-8",
    )
    narrow = run(tmp_path, [], "g.yaml", "--save", "--db", "l.db", encoding="cp1252")
    assert narrow.returncode == 0, narrow.stderr
    assert "-6" in narrow.stdout
    words = [sys.executable, "-m", "generator", "score", "g.yaml", "--save", "--db", "l.db"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open("/dev/full", "w") as full:
        subprocess.run(words, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, env=environment, check=False)
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=tmp_path, env=environment) as closed:
        closed.stdout.close()
    assert len(list(SavedGames(tmp_path / "l.db"))) == 3


def test_a_session_in_an_output_without_its_letters_goes_through(tmp_path):
    result = run(tmp_path, ["n", *ADA, ""], "--lang", "cs", encoding="cp1252")
    assert result.returncode == 0, result.stderr
    assert "H = -6" in result.stdout


def test_a_session_in_a_real_terminal(tmp_path):
    child = pexpect.spawn(
        sys.executable,
        ["-m", "generator", "score", "--lang", "en"],
        cwd=str(ROOT),
        encoding="utf-8",
        timeout=20,
        dimensions=(40, 160),
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    child.expect("Solo game")
    child.sendline("n")
    for answer in ADA:
        child.expect(r": $")
        child.sendline(answer)
    child.expect("Enter to finish")
    child.sendline("")
    child.expect(r"L  Total +63")
    child.expect("Save this game")
    child.sendline("n")
    child.expect("not saved; your answers are kept")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.fixture
def saved(scrawl, tmp_path):
    scrawl("score", "--save", "--db", "l.db", stdin="\n".join(["n", *ADA, *BOB, "", "a"]) + "\n")
    return tmp_path / "l.db"


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "another program changed game"),
        ("pl", "zmienił w międzyczasie inny program"),
        ("cs", "mezitím změnil jiný program"),
    ],
)
def test_the_later_of_two_corrections_undoes_no_other(language, expected, saved, scrawl, tmp_path):
    words = ("history", "edit", "1", "--db", saved, "--lang", language)
    yes = {"en": "y", "pl": "t", "cs": "a"}[language]
    late = started(("-m", "generator", *words), tmp_path, stdin=subprocess.PIPE)
    late.stdout.read(1)  # its question shows that it has read the game
    assert scrawl(*words, stdin=f"@2f\n5\n{yes}\n").returncode == 0
    _, output = late.communicate(f"@2g\n12\n{yes}\n", timeout=60)
    assert (late.returncode, expected in output, "Traceback" in output) == (1, True, False), output
    assert "Ada 63, Bob 60" in scrawl("history", "list", "--db", saved).stdout
    again = scrawl(*words, stdin=f"{yes}\n{yes}\n")
    assert again.returncode == 0, again.stderr
    assert "Ada 63, Bob 60" not in scrawl("history", "list", "--db", saved).stdout, (
        "what was typed was kept, and goes over it when asked for"
    )


def test_a_game_of_an_older_version_is_shown_without_its_reasons(saved, scrawl):
    with sqlite3.connect(saved) as connection:
        connection.execute("UPDATE games SET record = ?", (json.dumps({"game": "paper-dungeons", "sheets": []}),))
    connection.close()
    result = scrawl("history", "show", "1", "--why", "--db", saved, "--lang", "en")
    assert "only its lines are known" in result.stderr
    assert "L  Total            63   53\n" in result.stdout


def texts_of(games, title):
    return [item.text for item in plot_frame(FONTS, games, title).items if hasattr(item, "text")]


def test_the_plot_has_a_title_and_round_numbers_and_goes_by_the_dates_of_the_games(saved):
    games = list(SavedGames(saved)) * 3
    texts = texts_of(games, "Totals over time")
    assert texts[0] == "Totals over time"
    assert {"0", "20", "40", "60", "80", "Ada", "Bob", games[0].played[:10]} <= set(texts)
    days = ("2026-05-02", "2026-01-03", "2025-12-04")
    texts = texts_of([replace(games[0], played=day) for day in days], "T")
    assert [text for text in texts if text in days] == sorted(days)


def test_days_are_to_scale_on_the_plot_and_their_dates_stand_clear(saved):
    (game,) = list(SavedGames(saved))
    days = ("2026-01-01", "2026-01-02", "2026-01-26T20:00:00+01:00", "2026-04-11")

    def spots(days):
        items = plot_frame(FONTS, [replace(game, played=day) for day in days], "T").items
        marks = [(item.rect.x, item) for item in items if getattr(item, "kind", "") in ("rect", "ellipse")]
        return sorted({round(x) for x, item in marks if item.rect.width == 6})

    first, second, third, last = spots(days)
    assert (third - first) / (last - first) == pytest.approx(0.258, abs=0.01)
    assert second - first < 6
    assert len(spots(["2026-01-01"] * 3)) == 3  # games of the same moment do not overlap
    texts = texts_of([replace(game, played=day) for day in days], "T")
    assert [text for text in texts if text[:4] == "2026"] == ["2026-01-01", "2026-01-26", "2026-04-11"]


def test_totals_of_different_games_are_no_line_and_share_no_scale():
    def game(number, name, total):
        players = [{"name": "Ada", "total": total}]
        return LedgerGame(number, f"2026-01-0{number}", name, False, "", {"players": players}, "")

    games = [game(1, "low", 20), game(2, "high", 900), game(3, "low", 30), game(4, "high", 700)]
    frame = plot_frame(FONTS, games, "Totals", titles={"low": "Low Game"})
    texts = [item.text for item, _ in walk(frame.items) if hasattr(item, "text")]
    assert [text for text in texts if text.startswith("Totals")] == ["Totals: Low Game", "Totals: high"]
    assert texts.count("Ada") == 2
    lines = [item for item in frame.items if getattr(item, "kind", "") == "line" and item.paint.stroke_width == 1.6]
    assert [round(item.rect.width) for item in lines] == [330, 330]
    halves = [plot_frame(FONTS, [each for each in games if each.game == name], "Totals") for name in ("low", "high")]
    assert frame.size.height == sum(half.size.height for half in halves)
    assert len(frame.items) == sum(len(half.items) for half in halves)


def test_a_plot_of_very_many_games_is_no_larger_and_keeps_the_best_and_the_worst():
    chance = random.Random(1)

    def items(count):
        games = []
        for number in range(count):
            day = f"2026-{1 + number % 12:02}-{1 + number % 28:02}"
            total = {7: 200, 8: -90}.get(number, chance.randint(0, 80))
            games.append(LedgerGame(number, day, "g", False, "", {"players": [{"name": "Ada", "total": total}]}, ""))
        return plot_frame(FONTS, games, "T").items

    few, many = items(2500), items(25_000)
    assert len(many) <= len(few) + 50
    for shapes in (few, many):
        heights = [item.rect.y for item in shapes if getattr(item, "kind", "") == "rect" and item.rect.width == 6]
        assert max(heights) - min(heights) > 180, "the lowest total is far from the highest"


def test_many_players_stay_on_the_plot():
    players = [{"name": f"Player number {n}", "total": n} for n in range(often(40, 90))]
    frame = plot_frame(FONTS, [LedgerGame(1, "2026-01-01", "g", False, "", {"players": players}, "")], "T")
    assert max(item.y for item in frame.items if hasattr(item, "text")) < frame.size.height
