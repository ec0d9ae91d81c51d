"""The announcement at the end of a game agrees with the ledger in three languages, and its picture has all of it."""

import io
from functools import partial

import pytest
from PIL import Image

from generator.fonts.files import FontInstanceSource
from generator.products.print_pack import open_pack
from generator.products.reports.charts import SERIES
from generator.products.reports.score_pictures import FinalScoreboard, ScoreboardPlayer, plot_frame, scoreboard_frame
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.storage.campaign import COLOURS, colours_at_table
from generator.storage.store import SavedGames
from generator.workshop.http import workshop_words
from generator.workshop.previews import SheetPreviews
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.sessions import PastPlayers, SharedSessions
from generator.workshop.shared_session import new_session
from tests.conftest import ROOT, often
from tests.workshop.doing import answer, join
from tests.workshop.test_history import save_played

CATALOGUE = GameCatalogue((ROOT,))
GAMES = ("paper-dungeons", "yacht", "dungeon-fighter", "platformer", "labirynt-smierci")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    """Return a ledger: Bob won with 55 on map a against 48, and with 69 against 66; Four is a party of another game."""
    return save_played(tmp_path_factory.mktemp("ledger"))


def announcement(ledger):
    return ResultAnnouncement(SheetPreviews(CATALOGUE), ledger)


def table(folder, game="paper-dungeons", language="en", dungeon="", cards=None, **names):
    """Return a table at which each player has typed the points of some lines."""
    session = new_session(folder, open_rules(CATALOGUE, game, language), solo=False, dungeon=dungeon, cards=cards)
    session.begin()
    for name, lines in names.items():
        seat = join(session, name, name)
        for letter, text in lines.items():
            assert answer(session, seat, f"line.{letter}", text)["taken"]
    return session


def facts(ledger, session):
    return announcement(ledger).describe(session)["facts"]


def test_nothing_is_a_record_where_nothing_was_played_before(tmp_path):
    session = table(tmp_path, Ada={"F": "33"}, Bob={"F": "32"})
    for missing in (tmp_path / "none.sqlite3", tmp_path):
        assert facts(missing, session) == []


def test_records_and_the_closest_game_are_reported_where_they_are_true(ledger, tmp_path):
    high = {"D": "13", "E": "25", "F": "33", "G": "19", "J": "9"}
    best = table(tmp_path, ADA=high, Cy={**high, "F": "32"})
    assert facts(ledger, best) == [
        f"The best total ever here: {best.view()['seats'][0]['total']}",
        "The closest game ever: 1 between first and second",
    ]
    low = table(tmp_path, Ada={"E": "1"}, Cy={"E": "25"})
    assert facts(ledger, low) == []
    personal = table(tmp_path, Bob={**high, "F": "8"}, Cy=high)
    assert f"Bob: own record, {personal.view()['seats'][0]['total']}" in facts(ledger, personal)


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_the_best_of_a_map_and_the_step_of_its_story_are_reported(ledger, tmp_path, language):
    best_on_map, best = 55, 69
    session = table(tmp_path, language=language, dungeon="a", Ada={"D": "13", "E": "25", "F": "19"}, Bob={"E": "9"})
    assert best_on_map < session.view()["seats"][0]["total"] < best
    lines = facts(ledger, session)
    words = workshop_words(CATALOGUE, language)
    assert lines[0] == words["best_on_map"].format(points=session.view()["seats"][0]["total"])
    assert lines[-1].endswith("(1/3)")  # if it is played again, the last game counts
    again = table(tmp_path, language=language, dungeon="b", Ada={"E": "9"}, Bob={"E": "8"})
    assert facts(ledger, again)[-1].endswith("(2/3)")
    strangers = table(tmp_path, language=language, dungeon="b", Cy={"E": "9"}, Dan={"E": "8"})
    assert facts(ledger, strangers)[-1].endswith("(0/3)")
    assert again.view()["map"] != table(tmp_path, language=language, dungeon="a").view()["map"]


@pytest.mark.parametrize("game", often(GAMES[:2], GAMES))
def test_the_picture_beside_the_winner_is_one_of_the_game_where_it_has_any(ledger, tmp_path, game):
    session = table(tmp_path, game=game, Ada={})
    result = announcement(ledger).describe(session)
    assert result["svg"].startswith("<svg") == (game != "yacht")
    assert set(result["fonts"]) == set(announcement(ledger).picture(session).fonts if result["svg"] else [])
    for name in ("display.bold", *result["fonts"]):
        assert isinstance(announcement(ledger).pictures.font(session, name), FontInstanceSource)
    assert announcement(ledger).pictures.font(session, "../x") is None


def test_the_map_names_whose_picture_stands_beside_the_winner(ledger, tmp_path):
    one = table(tmp_path, cards={"bosses": ("rat_queen", "no_such_card", "hydra", None)}, Ada={})
    assert announcement(ledger).trophy(one).card == "hydra"
    other = table(tmp_path, Ada={})
    assert announcement(ledger).trophy(other) == announcement(ledger).trophy(other)  # the same for every phone


def test_the_board_as_a_picture_holds_all_that_is_reported(ledger, tmp_path):
    session = table(tmp_path, game="yacht", language="pl", Ada={"F": "18"}, Łucja={"L": "20"})
    with Image.open(io.BytesIO(announcement(ledger).png(session))) as image:
        assert (image.format, image.width) == ("PNG", 1080)
    fonts = open_pack(CATALOGUE, "yacht", "pl").fonts
    for count, name in ((1, "Ada"), (8, "Wolfeschlegelsteinhausenbergerdorff")):
        players = [ScoreboardPlayer(f"{name} {at}", at % COLOURS, 40 - at, at + 1, [at, -at]) for at in range(count)]
        board = FinalScoreboard(
            "Yacht", "", "2026-01-02", f"Wygrywa: {name}", ["nigdy wcześniej"] * 5, ["A", "B"], "Suma", players[::-1]
        )
        frame = scoreboard_frame(fonts, board, None)
        texts = [item for item in frame.items if hasattr(item, "text")]
        assert {"Yacht", "2026-01-02", "Suma", "40"} <= {item.text for item in texts}
        assert [item for item in texts if not (item.x >= 0 and item.x + item.width <= frame.size.width)] == []
        assert max(item.y for item in texts) < frame.size.height
        places = {f"{at + 1}.": at for at in range(count)}
        assert [places[item.text] for item in sorted(texts, key=lambda item: item.y) if item.text in places] == [
            *range(count)
        ]


def test_each_player_has_a_colour_and_keeps_it_on_the_plot(ledger, tmp_path):
    players = PastPlayers(ledger)
    assert players.colours() == {"ada": 0, "bob": 1, "four": 2}
    assert players.chips() == [
        {"name": "Four", "colour": 2, "games": ["labirynt-smierci"]},
        {"name": "ada", "colour": 0, "games": ["paper-dungeons"]},
        {"name": "Bob", "colour": 1, "games": ["paper-dungeons"]},
    ]
    table(tmp_path, game="yacht", Zoe={}, BOB={}, Ada={})
    (again,) = SharedSessions(tmp_path, partial(open_rules, CATALOGUE), players=players).open.values()
    assert [seat["colour"] for seat in again.view()["seats"]] == [3, 1, 0]
    crowd = colours_at_table([(seat, str(seat)) for seat in range(COLOURS)], {}, {})
    assert sorted(crowd.values()) == list(range(COLOURS)) == list(range(len(SERIES)))
    games = [game for game in list(SavedGames(ledger)) if game.id > 1]
    frame = plot_frame(open_pack(CATALOGUE, "yacht", "en").fonts, games, "T", players.colours())
    names = {item.text: item.y for item in frame.items if hasattr(item, "text")}
    dots = {item.rect.y: item.paint.fill for item in frame.items if hasattr(item, "paint") and item.rect.x == 388}
    assert dots[names["Bob"] - 7] == SERIES[1]
    assert dots[names["Four"] - 7] == SERIES[2]


def test_a_seat_keeps_its_colour_when_the_game_is_saved_and_others_leave(ledger, tmp_path):
    session = table(tmp_path, game="yacht", BOB={}, Zoe={}, Ada={}, Yan={})

    def colours():
        return {seat["name"]: seat["colour"] for seat in session.view()["seats"]}

    session.views.colours = lambda: {"ada": 0, "bob": 1, "four": 2}
    assert colours() == {"BOB": 1, "Zoe": 3, "Ada": 0, "Yan": 4}
    session.views.colours = lambda: {
        "ada": 0,
        "bob": 1,
        "four": 2,
        "zoe": 3,
        "yan": 4,
    }  # as the ledger numbers new players
    saved, session.views.worn = colours(), {}
    assert colours() == saved == {"BOB": 1, "Zoe": 3, "Ada": 0, "Yan": 4}
    numbers = {"ada": 0, "bob": 1, "four": 2, "else": 3, "yan": 4, "zoe": 5}  # another table was saved first
    session.views.colours = lambda: numbers
    session.make({"do": "remove", "seat": session.seats[1].id})
    assert colours() == {"BOB": 1, "Ada": 0, "Yan": 4}


def test_a_tie_is_no_close_game(ledger, tmp_path):
    even = table(tmp_path, Ada={"E": "5"}, Cy={"E": "5"})
    assert [fact for fact in facts(ledger, even) if "closest" in fact] == []


def test_who_is_new_in_the_ledger_is_known_at_once_and_a_damaged_one_knows_nobody(tmp_path):
    path = tmp_path / "ledger.sqlite3"
    players = PastPlayers(path)
    assert players.chips() == []
    save_played(tmp_path)
    assert len(players.chips()) == 3
    path.write_bytes(b"no ledger")
    (tmp_path / "ledger.sqlite3-wal").unlink(missing_ok=True)
    assert (players.chips(), players.colours()) == ([], {})
