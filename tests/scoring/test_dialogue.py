"""The dialogue at the table as values: back, jump, edit, drop, impossible answers, and that no typed answer is lost."""

import json
import random
import re

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.dialogue.dialogue import Dialogue, answers_listing
from generator.scoring.dialogue.questions import all_questions
from generator.scoring.dialogue.results import entered_game, score_of
from generator.scoring.entered_games import read_score
from generator.scoring.input_reading import InputMarks
from generator.scoring.inputs.group import GroupSpec
from generator.scoring.messages import Faults, list_of, message, word_of
from generator.scoring.rules import open_rules
from generator.scoring.typed_text import bare
from generator.storage.session_journal import UnfinishedGame, unfinished_games
from tests.conftest import ROOT, often
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

LANGUAGES = ("en", "pl", "cs")
CATALOGUE = GameCatalogue((ROOT,))
RULES = open_rules(CATALOGUE, "paper-dungeons", "en")
TABLE = Dialogue(RULES)
ADA = ["Ada", "3", "-4", "7", "4 3 3 5", "flam2 cloak1", "7", "9", "11", "n", "explorers", "bers", "2", "24"]
BOB = ["Bob", "3", "3", "-3", "3 3 3 3", "cloak1", "3", "7", "2", "n", "4", "healer", "1", "18"]
ADAS = [3, -4, 7, 6, 3, 30, 16, -6, 0, 0, 8]


def enter(answers, session=None, table=TABLE):
    """Return the session after these answers and commands, and all messages."""
    session = session or table.start()
    messages = []
    for answer in answers:
        turn = take_turn(table, session, answer)
        session = turn.session
        messages += [table.rules.words.text(each) for each in turn.messages]
    return session, messages


def take_turn(table, session, answer):
    if answer == "<":
        return table.back(session)
    if answer.startswith("@"):
        number = int(answer[1])
        return table.drop(session, number) if answer[2:] == "-" else table.edit(session, number, answer[2:])
    if len(answer) == 2 and answer[0] == answer[1] and answer[0].isalpha():
        return table.edit(session, None, answer[0])
    return table.answer(session, answer)


def prompt_of(session, table=TABLE):
    question = table.question(session)
    return table.rules.words.text(question[0]) if question else ""


def lines(session, player=0, table=TABLE):
    return [line.points for line in score_of(table.rules, session).players[player].lines]


def test_a_game_is_asked_line_by_line_to_its_end():
    session, _ = enter(["n", *ADA, *BOB, ""])
    assert TABLE.question(session) is None
    assert lines(session) == ADAS
    assert score_of(RULES, session).winners == ("Ada",)


@table("game, expected")
def test_what_is_typed_is_taken_or_asked_again(game, expected):
    table, chance = Dialogue(open_rules(CATALOGUE, game, "en")), random.Random(f"{game} 3")
    session, lines = table.start(), []
    for answer in [chance.choice(TABLES["any_answers"]) for _ in range(50)]:
        question, turn = prompt_of(session, table), take_turn(table, session, answer)
        session = turn.session
        lines.append(" | ".join([f"{question} > {answer}", *map(table.rules.words.text, turn.messages)]))
    assert lines == expected.splitlines()


def test_back_leads_to_the_player_before_and_to_the_name():
    session, _ = enter(["n", *ADA, *BOB[:2]])
    for expected in ("glory of boss 1", "Name of player 2", "explored rooms", "K missions"):
        session = TABLE.back(session).session
        assert expected in prompt_of(session)
    session, _ = enter(["3"], session)
    assert score_of(RULES, session).players[0].lines[-1].points == 12
    for question, answer in (
        ("Ada: explored rooms", "24"),
        ("Name of player 2", "Bob"),
        ("Bob: A glory of boss 1", "3"),
    ):
        assert question in prompt_of(session), "then it goes on through what was passed on the way back"
        assert TABLE.question(session)[1] == answer
        session, _ = enter([""], session)
    assert "B glory of boss 2" in prompt_of(session), "to where it was left"


def test_back_leads_to_the_last_answer_also_after_an_edit():
    session, _ = enter(["n", "Ada, Bo", *ADA[1:], *BOB[1:-1], "@1 rooms", "30", "<"])
    assert (prompt_of(session), TABLE.question(session)[1]) == ("Ada: explored rooms (0 to 144)", "30")
    session, _ = enter(["31"], session)
    assert prompt_of(session) == "Bo: explored rooms (0 to 144)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_breaker_is_edited_by_its_word(language):
    table = Dialogue(open_rules(CATALOGUE, "paper-dungeons", language))
    session, _ = enter(["n", *ADA[:5], "0 0 0 0 0 0 0 0", *ADA[6:10], "0", "-", "2", "24"], table=table)
    word = table.rules.words.text(word_of("rooms"))
    for key in ("rooms", word, word.split()[1], bare(word)[:4]):
        assert table.edit(session, 1, key).session.at.question == "rooms", key
    assert not table.edit(session, 1, "l").taken


def test_back_from_the_first_question_stays_there():
    session = TABLE.start()
    turn = TABLE.back(session)
    assert (turn.session, turn.taken) == (session, False)


def test_a_mistyped_name_is_corrected_and_keeps_its_answers():
    session, _ = enter(["n", "Adda", *ADA[1:], "@1", "Ada", ""])
    assert [sheet.name for sheet in session.seats] == ["Ada"]
    assert lines(session) == ADAS


def test_a_jump_forward_comes_back_to_the_skipped_questions():
    session, _ = enter(["n", "Ada", "kk", "2"])
    assert "A glory of boss 1" in prompt_of(session)
    session, _ = enter([*ADA[1:12], "24", ""], session)
    assert lines(session) == ADAS


def test_a_line_of_another_player_is_edited_in_between():
    session, messages = enter(["n", *ADA, *BOB[:4], "@1f", "5"])
    assert "F = 26   total 59" in messages
    assert "D Heroes" in prompt_of(session), "then Bob goes on"
    assert lines(session)[5] == 26


def test_a_player_is_dropped():
    session, messages = enter(["n", *ADA, *BOB, "@1-", ""])
    assert "Ada is removed" in messages
    assert [player.name for player in score_of(RULES, session).players] == ["Bob"]
    assert TABLE.question(session) is None


@pytest.mark.parametrize("command", ["@3", "@9-", "@1z"])
def test_a_player_or_line_that_is_not_there_is_reported(command):
    session, _ = enter(["n", *ADA])
    turn = take_turn(TABLE, session, command)
    assert not turn.taken
    assert turn.session == session
    assert turn.messages


def test_enter_keeps_the_present_answer():
    session, _ = enter(["n", *ADA])
    for question in ("@1a", "@1d", "@1e", "@1j", "@1k"):
        session, _ = enter([question, ""], session)
    assert lines(session) == ADAS


def test_the_kind_of_game_is_asked_only_if_it_counts():
    for game, first in (
        ("paper-dungeons", "Solo game"),
        ("dungeon-fighter", "Name of player 1"),
        ("platformer", "Name of player 1"),
    ):
        table = Dialogue(open_rules(CATALOGUE, game, "en"))
        assert first in prompt_of(table.start(), table)


def test_a_game_without_a_solo_mode_does_not_ask_for_it(tmp_path):
    manifest = (ROOT / "cards/paper-dungeons/game.yaml").read_text(encoding="utf-8")
    changed = manifest.replace("players: {least: 1,", "players: {least: 2,")
    write_files(tmp_path, {"cards/paper-dungeons/game.yaml": changed})
    table = Dialogue(open_rules(GameCatalogue((tmp_path, ROOT)), "paper-dungeons", "en"))
    assert "Name of player 1" in prompt_of(table.start(), table)


def test_a_change_to_a_solo_game_asks_again_for_answers_in_another_form():
    session, _ = enter(["n", *ADA])
    while prompt_of(session) != "Solo game? (y/n)":
        session = TABLE.back(session).session
    session, _ = enter(["y", *[""] * 12], session)
    assert "rounds they were claimed in" in prompt_of(session)
    session, _ = enter(["2 5"], session)
    assert lines(session)[-1] == 5 + 3


@table("answers, warning")
def test_a_contradiction_is_a_warning_and_the_answer_is_kept(answers, warning):
    before, _ = enter(["n", *answers[:-1]])
    turn = TABLE.answer(before, answers[-1])
    assert warning in " ".join(RULES.words.text(each) for each in turn.messages)
    assert turn.taken


@table("answers, warning, total")
def test_what_is_unusual_is_asked_about_once_and_kept(answers, warning, total):
    before, _ = enter(["n", *answers[:-1]])
    turn = TABLE.answer(before, answers[-1])
    assert [RULES.words.text(each) for each in turn.messages] == [warning, "to keep it, type it again"]
    assert (turn.session, turn.taken) == (before, False)
    turn = TABLE.answer(turn.session, answers[-1])
    assert turn.taken
    assert sum(lines(turn.session)) == total


def test_a_number_is_kept_where_it_was_asked_about_and_nowhere_else():
    session, messages = enter(["n", *ADA[:6], "11", "gg", "13", "ff", "13", "11", "11", "13"])
    assert [message for message in messages if "possible" in message] == [
        *["gems is 11, possible are 0 to 10", "monsters is 13, possible are 0 to 12"],
        *["gems is 13, possible are 0 to 10", "gems is 11, possible are 0 to 10"],
        "monsters is 13, possible are 0 to 12",
    ]
    assert lines(session)[5:7] == [33, 0]


@pytest.mark.parametrize("dash", "-‐‑–—−")
def test_a_number_below_zero_is_read_with_any_dash(dash):
    session, messages = enter(["n", "Ada", "3", f"{dash}4", f"{dash}7"])
    assert [score.points for score in score_of(RULES, session).players[0].lines[:2]] == [3, -4]
    assert "to keep it, type it again" in messages
    session, _ = enter(["-7"], session)
    assert lines(session)[2] == -7, "another dash is the same answer"
    party = Dialogue(open_rules(CATALOGUE, "labirynt-smierci", "en"))
    names = f"Anna{dash}Maria, Bo"
    session, _ = enter(
        ["Party", names, f"Anna{dash}Maria + gold 500, experience 500", f"Bo {dash} strength"], table=party
    )
    assert session.seats[0].marks["members"].plain == [f"Anna{dash}Maria", "Bo"]
    session, _ = enter([f"Anna{dash}Maria {dash} strength"], session, party)
    assert [entry["who"] for entry in session.seats[0].marks["ledger"].plain] == [f"Anna{dash}Maria"] * 2


def test_an_answer_that_is_missing_is_asked_for_again():
    before, _ = enter(["n", "Ada"])
    turn = TABLE.answer(before, "")
    assert "possible: −2, −1, 3" in RULES.words.text(turn.messages[0])
    assert (turn.session, turn.taken) == (before, False)


def test_a_goal_by_its_name_counts_with_the_sheet_as_it_becomes():
    session, _ = enter(["n", *ADA[:10], "treasure", *ADA[11:]])
    assert lines(session)[9] == 6 - 2
    session, _ = enter(["@1f", "5"], session)
    assert lines(session)[9] == 4 - 2


def test_rooms_are_asked_last_and_a_goal_that_counts_them_scores_then():
    session, messages = enter(["n", *ADA[:10], "explorers", "healer", "2"])
    assert "J (Explorers, Healer) waits for explored rooms   total 57" in messages
    assert prompt_of(session) == "explored rooms (0 to 144)"
    assert [RULES.words.text(each) for each in TABLE.explain(session)] == [
        "decides between equal totals: the most wins (explored rooms)",
        "to change an answer, type its key: @explored rooms",
        "possible are 0 to 144",
    ]
    session, messages = enter(["30"], session)
    assert messages == ["J = 8 (Explorers, Healer)   total 71"]
    _, messages = enter(["24"], enter(["n", *ADA[:10], "collectors", "healer", "2"])[0])
    assert messages == [], "and only then"


def test_names_are_found_without_their_accents():
    table = Dialogue(open_rules(CATALOGUE, "paper-dungeons", "pl"))
    session, _ = enter(["n", "Ada", "3", "-4", "7", "4 3 3 5", "plo2"], table=table)
    assert lines(session, table=table)[4] == 2


@pytest.mark.parametrize(
    "name", ["{x}", "{name} {count|one: a}", "Ada: 'x' \"y\" #", "Zdeňka Ł", "名前", "[b]bold[/b]", "true", "7"]
)
def test_any_printable_name_is_taken_as_it_is(name):
    asks_again = name == "7" or len(name.split()) > 2
    session, _ = enter(["n", *[name] * (1 + asks_again), *ADA[1:], ""])
    assert score_of(RULES, session).winners == (name,)
    assert RULES.words.say("winner", names=name) == f"Winner: {name}"


@pytest.mark.parametrize("name", ["\x1b[31mAda", "a\nb", "x" * 61, "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_asked_again(name):
    session, _ = enter(["n"])
    assert not TABLE.answer(session, name).taken


def test_the_numbers_of_the_shields_have_bounds():
    session = TABLE.start(quick=True)
    session, messages = enter(
        ["n", "Ada", "5000", "3", "-4", "7", "6", "3", "500000", "500000", "16", "-6", "9", "0", "0", "8", "24", ""],
        session,
    )
    assert [message for message in messages if "possible are" in message] == [
        "A is 5000, possible are −2 to −1, 3 to 6",
        "F is 500000, possible are 0, 8, 14, 19, 23, 26, 28, 30 to 33",
        "I is 9, possible are −9, 0",
    ]
    assert score_of(RULES, session).players[0].total == sum(ADAS) - 30 + 500000


# the forms of typed answers

UP_TO_POWER = ["n", "Ada", "3", "-4", "7", "4 3 3 5", "2 0 0 1 0 0 0 0", "7", "9", "11", "n", "2"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_left_out_by_no_and_taken_by_three_letters(language):
    table = Dialogue(open_rules(CATALOGUE, "paper-dungeons", language))
    session, _ = enter(UP_TO_POWER, table=table)
    for word in ("n", "no", "nie", "ne", "-", "none", "NIC", "brak", "żaden", "žádná"):
        turn = table.answer(session, word)
        assert turn.taken, word
        assert turn.session.seats[0].marks["power"].choice is None, word
    for key, name in table.table.inputs["power"].names(table.rules.data).items():
        turn = table.answer(session, name[:2])  # "No" does not mean "Noble"
        assert not turn.taken or turn.session.seats[0].marks["power"].choice is None, name
        turn = table.answer(session, name[: max(3, len(name) - 1)])
        if turn.taken:  # otherwise two names start like this
            assert turn.session.seats[0].marks["power"].choice == key
            assert f"({name})" in table.rules.words.text(turn.messages[-1]), "and the points are told with it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_nearly_right_is_asked_back_by_names_of_the_same_language(language):
    rules = open_rules(CATALOGUE, "paper-dungeons", language)
    table, spec = Dialogue(rules), rules.table.inputs["power"]
    session, _ = enter(UP_TO_POWER, table=table)
    local_names = set(spec.names(rules.data).values())
    foreign = {name for other in rules.data.in_other_languages for name in spec.names(other).values()} - local_names
    for name in foreign:
        turn = table.answer(session, f"{name}x")
        reply = rules.words.text(turn.messages[0]).replace(f"{name}x", "")
        assert not turn.taken
        assert any(each in reply for each in local_names), reply
        assert [each for each in foreign if each in reply and not any(each in other for other in local_names)] == []


@table("text, number")
def test_one_number_is_one_number_and_a_sum_is_added_up(text, number):
    for session, name in ((enter(["n", *ADA[:6]])[0], "gems"), (TABLE.start(quick=True), "")):
        if not name:
            session = enter(["n", "Ada", "3", "-4", "7", "6", "3"], session)[0]
            number = number and {7: 30, 10: 33}[number]
            text = {"3+4": "10+20", "3 + 4": "10 + 20", "+7": "+30", "10": "33"}.get(text, text)
        turn = TABLE.answer(session, text)
        assert turn.taken == (number is not None)
        if turn.taken:
            sheet = turn.session.seats[0]
            assert (sheet.marks[name].plain if name else sheet.given["F"]) == number
            assert ("+" in text.strip("+")) == any(
                f"= {number}" in RULES.words.text(each) for each in turn.messages[:-1]
            )


def test_numbers_with_plus_between_stay_apart_where_a_list_is_asked_for():
    dialogue = Dialogue(open_rules(CATALOGUE, "dungeon-fighter", "en"))
    session, messages = enter(["Party", "3", "0", "1+2+0"], table=dialogue)
    assert session.seats[0].marks["scars"].plain == [1, 2, 0]
    assert len(messages) == 3


@table("answers, keys")
def test_a_contradiction_names_the_keys_of_both_lines(answers, keys):
    session, _ = enter(["n", *answers[:-1]])
    turn = TABLE.answer(session, answers[-1])
    messages = [RULES.words.text(each) for each in turn.messages]
    assert re.findall(r"@[a-k]\b", messages[0]) == keys
    assert sum("correct" in each or "possible" in each for each in messages) <= 1, "one slip, one message"


@pytest.mark.parametrize("game", ["paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht"])
def test_no_prompt_says_the_words_of_its_line_twice(game):
    for language in LANGUAGES:
        table = Dialogue(open_rules(CATALOGUE, game, language))
        for question in all_questions(table.rules, table.start()):
            prompt = bare(table.rules.words.text(question.words))
            title = bare(table.rules.words.text(question.line.name)) if question.line else ""
            assert not title or len(re.findall(rf"\b{re.escape(title)}\b", prompt)) <= 1, prompt


@table("game, before, doubtful, after, names")
def test_what_is_hardly_one_name_is_asked_about(game, before, doubtful, after, names):
    table = Dialogue(open_rules(CATALOGUE, game, "en"))
    session, _ = enter(before, table=table)
    turn = table.answer(session, doubtful)
    assert not turn.taken
    assert turn.session == session
    session = table.answer(turn.session, after).session
    members = session.seats[0].marks.get("members")
    assert [*(members.plain if members else [sheet.name for sheet in session.seats])] == names


@pytest.mark.parametrize("key", ["ff", "ef"])
def test_an_edit_key_is_a_name_only_if_it_is_typed_twice(key):
    table = Dialogue(open_rules(CATALOGUE, "paper-dungeons", "en"))
    session, _ = enter(["n", *ADA], table=table)
    turn = table.answer(session, key)
    assert not turn.taken
    assert [table.rules.words.text(words) for words in turn.messages] == [
        f"'@F' edits line F; if a player is called '{key}', type it again"
    ]
    assert [seat.name for seat in table.answer(turn.session, key).session.seats] == ["Ada", key]


def test_several_names_fit_the_table_or_none_is_taken():
    session, messages = enter(["n", "A, B, C, D, E, F, G, H, I"])
    assert (session.seats, len(messages)) == ((), 1)
    session, _ = enter(["Ada, Bo, Ada"], session)
    assert session.seats == ()
    session, _ = enter(["Ada, Bo, Cy", *ADA[1:], *BOB[1:]], session)
    assert [sheet.name for sheet in session.seats if sheet.answered] == ["Ada", "Bo"]


@table("answers, names")
def test_a_list_of_names_is_for_the_players_who_have_no_answers_yet(answers, names):
    session, messages = enter(["n", *answers])
    assert [seat.name for seat in session.seats] == names
    assert messages[-1] == f"players: {', '.join(names)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["n", "y", "NO", "tak", "nie", "ano", "ne", "@m", "?", "<x", "Zoe, @m", "Zoe,777 Ben"])
@pytest.mark.parametrize("quick", [False, True])
def test_a_word_of_the_dialogue_is_a_name_only_if_it_is_typed_twice(quick, name, language):
    table = Dialogue(open_rules(CATALOGUE, "paper-dungeons", language))
    session = table.answer(table.start(quick=quick), "n").session
    turn = table.answer(session, name)
    assert (turn.taken, len(turn.messages)) == (False, 1)
    assert table.answer(turn.session, name).session.seats[-1].name == re.split(", ?", name)[-1]


def test_several_names_in_a_solo_game_are_reported_at_once_with_a_question():
    for answers in (["y", "Ann, Bo"], ["n", "Ann, Bo", "<", "<", "y"]):
        session, messages = enter(answers)
        assert "here are several: Ann, Bo" in messages[-1]
        assert prompt_of(session) == "Solo game? (y/n)"
        assert not TABLE.answer(session, "y").taken
        assert not TABLE.answer(session, "n").session.solo
    session, _ = enter(["y", "Ann, Bo", "@2-"])
    assert (session.solo, prompt_of(session)) == (True, "A glory of boss 1, such as 6 or −2")


@table("solo, points, possible")
def test_the_points_of_a_line_are_those_of_the_kind_of_game(solo, points, possible):
    session, _ = enter([solo, "Ann", "3", "-4", "7", "6", "3", "30", "16", "-6", "0", "0"], TABLE.start(quick=True))
    turn = TABLE.answer(session, points)
    assert not turn.taken
    assert f"possible are {possible}" in RULES.words.text(turn.messages[0])
    assert f"possible: {possible}" in RULES.words.text(list_of(TABLE.explain(session)))


# nothing is lost


def reload(session, folder, table=TABLE):
    """Return the session as a later run of the program reads it."""
    UnfinishedGame(table, folder).keep(session)
    ((game,), _) = unfinished_games(folder)
    game.drop()
    return game.session(table)


def test_a_session_comes_back_from_its_journal_after_every_answer(tmp_path):
    file = UnfinishedGame(TABLE, tmp_path)
    session = TABLE.start()
    for answer in ["n", *ADA, *BOB[:5], "<", "@1f", "8", *BOB[4:], ""]:
        session = take_turn(TABLE, session, answer).session
        file.keep(session)
        ((game,), _) = unfinished_games(tmp_path)
        assert game.session(TABLE) == session, answer


def test_an_unfinished_game_names_its_players_in_their_order(tmp_path):
    file = UnfinishedGame(TABLE, tmp_path)
    session, _ = enter(["n", "Bo, Cy, Ann"])
    for answer in ("3", "@2a", "3", "@1b", "3"):
        file.keep(session)
        session = take_turn(TABLE, session, answer).session
    ((game,), _) = unfinished_games(tmp_path)
    assert game.names == ["Bo", "Cy", "Ann"]


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("game", ["paper-dungeons", "dungeon-fighter", "platformer"])
def test_random_sessions_lose_nothing(game, quick, tmp_path):
    """Right and wrong answers, jumps, steps back, edits, drops: an accepted answer stays until an edit or drop."""
    table = Dialogue(open_rules(CATALOGUE, game, "en"))
    chance = random.Random(f"{game} {quick}")
    for _ in range(often(6, 100)):
        session = table.start(quick=quick)
        for _ in range(chance.randint(5, 120)):
            answer = any_answer(chance, table)
            turn = take_turn(table, session, answer)
            assert turn.taken or len(turn.messages) == 1 + (turn.messages[1:] == (message("keep_it"),)), answer
            if not answer.startswith("@") or not answer.endswith("-"):
                assert answers_of(session) <= answers_of(turn.session) or answer in ("y", "n", "yes", "0", "1", "")
            session = turn.session
            assert reload(session, tmp_path, table) == session
            if session.seats:
                score_of(table.rules, session)
                table.explain(session)
        if table.question(session) is None:
            record, _ = read_score(
                table.rules, parse_yaml(json.dumps(entered_game(table.rules, session).in_file(table.rules)), "x")
            )
            assert [player.lines for player in score_of(table.rules, session).players] == [
                player.lines for player in score_again(table, record)
            ]


def score_again(table, record):
    from generator.scoring.score import score_game

    return score_game(table.rules, record).players


def answers_of(session):
    return {(number, question) for number, sheet in enumerate(session.seats) for question in sheet.answered}


def any_answer(chance, table):
    letters = [line.letter.lower() for line in table.table.lines]
    answers = [f"P{chance.randint(1, 9)}", chance.choice(letters) * 2, f"@{chance.randint(1, 3)}"]
    answers += [f"@{chance.randint(1, 3)}{chance.choice(letters)}", "x" * 200, "1" * 40]
    return chance.choice([*TABLES["any_answers"], *answers])


def test_a_saved_game_is_opened_again_and_corrected():
    session, _ = enter(["n", *ADA, *BOB, ""])
    record, _ = read_score(RULES, parse_yaml(json.dumps(entered_game(RULES, session).in_file(RULES)), "saved"))
    assert ["I", "Resurrection", "no"] in answers_listing(RULES, record, 0).rows
    again = TABLE.reopen(record)
    assert TABLE.question(again) is None
    again, _ = enter(["@2f", "5"], again)
    assert TABLE.question(again) is None
    assert lines(again) == ADAS
    assert lines(again, 1)[5] == 26


HOLD = {f"{row}{column}": f"{row}{column}" for row in "abcd" for column in "1234"}
GROUPS = TABLES["groups"]


@pytest.mark.parametrize("case", GROUPS)
def test_keys_of_a_group_can_be_typed_as_the_question_says(case, tmp_path):
    names, most, answers, *unclear = GROUPS[case]
    files = {
        "game.yaml": "game: moon\n",
        "scoring.yaml": f"inputs: {{hold: {{kind: group, keys: [{', '.join(names)}], most: {most}, words: keys}}}}\n"
        "lines: [{letter: A, word: lines.a, points: sum(hold)}]\n",
        "words/en.yaml": f"game: {{title: Moon}}\nlines: {{a: Line}}\ninputs: {{hold: hold}}\nkeys: {json.dumps(names)}\n",
    }
    write_files(tmp_path / "cards/moon", files)
    table = Dialogue(open_rules(GameCatalogue((tmp_path, ROOT)), "moon", "en"))
    session, _ = enter(["Ann"], table=table)
    assert f"such as {answers[0]} (" in prompt_of(session, table)
    for answer in answers:
        turn = table.answer(session, answer)
        assert turn.taken, (answer, [table.rules.words.text(each) for each in turn.messages])
        counts = turn.session.seats[0].marks["hold"].plain
        assert [*counts.values()] == [most, 1, *[0] * (len(names) - 2)], answer
    for answer, name in unclear[0].items() if unclear else ():
        turn = table.answer(session, answer)
        assert f"{name}: how many" in table.rules.words.text(turn.messages[0]), answer


@pytest.mark.parametrize("game", ["paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht"])
@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_every_example_and_every_answer_shown_again_is_taken(game, language):
    rules, chance = open_rules(CATALOGUE, game, language), random.Random(3)
    for name, spec in rules.table.inputs.items():
        at = rules.reading(name, Faults(), solo=False, cards={}, typed=True)
        if not isinstance(spec, GroupSpec):
            continue
        example = dict(spec.ask(0, at).values).get("example")
        if example:
            keys = spec.keys_in(rules.data)[:2]
            assert {key: spec.answer(example, 0, None, at).plain[key] for key in keys} == dict(
                zip(keys, (spec.most, 1), strict=False)
            )
        for _ in range(often(20, 500)):
            marks = InputMarks({key: chance.randint(spec.least, spec.most) for key in spec.keys_in(rules.data)})
            assert spec.answer(spec.answer_text(marks, 0, at), 0, None, at) == marks
