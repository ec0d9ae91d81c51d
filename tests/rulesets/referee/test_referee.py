"""The referee and the program get the same results from each game, and both refuse planted faults."""

import random
from pathlib import Path

import pytest

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import often
from tests.rulesets.referee import play
from tests.rulesets.referee.dungeon import bosses, dungeon, tracks
from tests.rulesets.referee.facts import GOALS, POWERS, VARIANTS
from tests.rulesets.referee.game import judged
from tests.rulesets.referee.glory import MISSIONS
from tests.rulesets.referee.record import Refused, read_record
from tests.rulesets.referee.slips import with_slip
from tests.tables import tables

TABLES = tables(__file__)

EVENING = (Path(__file__).parent / "evening.yaml").read_text(encoding="utf-8")


def replayed(text):
    """Return the game that the program reads in a record."""
    return play.rules().replay(parse_yaml(text, "evening.yaml"))


def unlike_on_sheets(verdict, game):
    """Return the differences between the sheets of the referee and those of a replayed game."""
    return play.differences(verdict._replace(shields=[]), play.PlayedGame("", play.sheets(game.position), []))


def test_the_values_of_our_own_keep_what_the_books_state():
    values = tracks()
    # weakest hero, gems, monsters, damage [PL p.8, p.14] [CZ p.8, p.14]
    assert (values.weakest[2], values.gems[6], values.monsters[8], values.damage[10]) == (6, 30, 16, -6)
    chimera = bosses()["chimera"]  # [PL p.12] [CZ p.12]
    assert (chimera.weakness, chimera.flee, chimera.reward) == ("rogue", -4, "item_half")
    assert [band.least for band in chimera.bands] == [14, 18, 22]
    assert (chimera.bands[0][1:], chimera.bands[2][1:]) == ((3, 4), (7, 2))
    for letter in "abcdefghijkl":
        card = dungeon(letter)
        assert card.rooms["D1"].monster == ("goblin", 3)  # [PL p.9] [CZ p.9]
        assert card.rooms["E1"] == (None, True, "", ("item_half",))  # [PL p.10] [CZ p.10]
        assert {frozenset(("A2", "F2")), frozenset(("A4", "F4"))} < card.edges  # [CZ p.9-10]
        assert sum(room.monster is not None for room in card.rooms.values()) == 12
        assert sorted(room.gem for room in card.rooms.values() if room.gem) == list("ABCDEFGH")
    assert sum(POWERS.values()) == -8
    assert [goal for goal in GOALS.values() if goal.training.count("B") != 2] == []


def test_the_referee_comes_to_what_the_program_tells():
    """Whole games: every mark on each sheet, every shield, total and place."""
    games, cards_kept, missions_claimed, cases_met = often(12, 1000), set(), set(), set()
    for number in range(games):
        played = play.play_game(number)
        verdict = judged(played.text)
        assert play.differences(verdict, played) == [], f"game {number}"
        record = read_record(played.text)
        cases_met |= {record.dungeon, len(record.seats), *(record.variants or {"usual"})}
        for sheet in verdict.sheets:
            cards_kept |= {sheet.power, sheet.goal}
            missions_claimed |= set(sheet.claims)
            cases_met |= set(zip(record.bosses, sheet.boss_glory, strict=True))
    if games >= 1000:
        assert cards_kept == {*POWERS, *GOALS}
        assert missions_claimed == set(MISSIONS)
        fled = {(key, boss.flee) for key, boss in bosses().items()}
        fought = {(key, band.glory) for key, boss in bosses().items() for band in boss.bands}
        assert cases_met == {*"abcdefghijkl", *range(1, 9), "usual", *VARIANTS, *fled, *fought}


def test_the_referee_and_the_program_allow_the_same():
    """Slips in records: both refuse them in the same round of the same player, or both read the same game."""
    chance, refused = random.Random(1), 0
    slips = often(16, 4000)
    for number in range(slips // 8):
        played = play.play_game(number)
        for _ in range(8):
            text = with_slip(played.text, chance)
            try:
                verdict, fault = judged(text), ""
            except Refused as why:
                verdict, fault = None, str(why)
            try:
                game = replayed(text)
            except InvalidInput as why:
                message = why.diagnostics[0].message
                assert verdict is None, f"{message}\n{text}"
                assert message.split(": ")[0] == fault.split(": ")[0], f"{message}\n{fault}\n{text}"
                refused += 1
            else:
                assert verdict is not None, f"{fault}\n{text}"
                assert unlike_on_sheets(verdict, game) == [], text
    assert slips / 2 < refused < slips  # some slips are legal


PLANTED = TABLES["planted"]


def test_a_whole_evening_is_read_alike():
    verdict = judged(EVENING)
    assert verdict.totals == [114, 108]
    assert unlike_on_sheets(verdict, replayed(EVENING)) == []


@pytest.mark.parametrize(("original", "planted", "where", "why"), PLANTED)
def test_what_is_planted_is_refused(original, planted, where, why):
    assert original in EVENING
    text = EVENING.replace(original, planted, 1)
    with pytest.raises(Refused) as refused:
        judged(text)
    assert str(refused.value).startswith(where)
    assert why in str(refused.value)
    with pytest.raises(InvalidInput):
        replayed(text)


def test_a_wrong_total_is_seen():
    """Change each shield of a player by one, with the total that follows, and each mark on the sheet."""
    played = play.play_game(9)
    verdict = judged(played.text)
    lines, total, rank = played.scores[1]
    for line in range(len(lines)):
        other = [points + (at == line) for at, points in enumerate(lines)]
        planted = played._replace(scores=[played.scores[0], (other, total + 1, rank)])
        assert len(play.differences(verdict, planted)) == 1
    assert len(play.differences(verdict, played._replace(scores=[played.scores[0], (lines, total, 3 - rank)]))) == 1
    for mark, value in play.marks(verdict.sheets[1]).items():
        other = {mark: ["A1", *value] if isinstance(value, set) else not value}
        planted = played._replace(sheets=[played.sheets[0], {**played.sheets[1], **other}])
        assert len(play.differences(verdict, planted)) == 1
