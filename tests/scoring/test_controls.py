"""Questions on pages: every kind of input has a control, and the answer of a page gives the same marks as typing."""

import json
import re
from dataclasses import replace

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.questions import all_questions, find_question, page_questions, unnamed_cards
from generator.scoring.input_spec import INPUT_KINDS
from generator.scoring.rules import open_rules
from tests.conftest import ROOT
from tests.tables import tables

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
TYPED = TABLES["typed"]


def start_dialogue(game, language="en", name="Ada"):
    dialogue = Dialogue(open_rules(CATALOGUE, game, language))
    return dialogue, dialogue.join(dialogue.start(), name).session


def page_answer(dialogue, session, question):
    return find_question(dialogue.rules, session, 0, question).answer_text(for_page=True)


@pytest.mark.parametrize("game", sorted(TYPED))
def test_what_a_page_sends_is_what_was_typed(game):
    dialogue, session = start_dialogue(game)
    for question, text in TYPED[game].items():
        turn = dialogue.put(session, 0, question, text)
        assert turn.taken, turn
        answer = page_answer(dialogue, turn.session, question)
        again = dialogue.put(session, 0, question, answer)
        assert again.session.seats == turn.session.seats, (question, answer)
        session = turn.session


def test_alone_the_rounds_are_sent():
    dialogue, session = start_dialogue("paper-dungeons")
    session = dialogue.put(replace(session, solo=True), 0, "missions", "2 5").session
    assert page_answer(dialogue, session, "missions") == "2 5"
    question = find_question(dialogue.rules, session, 0, "missions")
    assert dialogue.rules.words.text(question.help[-1]) == "possible are 1 to 8"
    control = dialogue.table.inputs["missions"].control(0, question.reading())
    assert (control.kind, control.least, control.most, control.entries) == ("numbers", 1, 8, 3)


def test_the_card_of_each_boss_is_asked_for_by_its_number():
    dialogue, session = start_dialogue("paper-dungeons")
    questions = [dialogue.rules.words.text(text) for _, text, _ in unnamed_cards(dialogue.rules, session)]
    assert questions == [f"Which card was boss {number}?" for number in (1, 2, 3)]


def test_a_question_of_several_says_which_it_is_whether_its_card_is_named_or_not():
    dialogue, session = start_dialogue("paper-dungeons")
    seasons = {card.fields["season"]: key for key, card in dialogue.rules.data.cards("bosses").items()}
    for state in (session, replace(session, cards={"bosses": tuple(seasons[season] for season in (1, 2, 3))})):
        questions = [each for each in all_questions(dialogue.rules, state) if each.input == "bosses"]
        texts = [dialogue.rules.words.text(each.spec.ask(each.part, each.reading())) for each in questions]
        assert [int(re.search(r"\d", text)[0]) for text in texts] == [1, 2, 3], texts


def test_a_card_is_sent_by_its_key_whatever_it_ends_with():
    dialogue, session = start_dialogue("paper-dungeons", "pl")
    keys = list(dialogue.rules.data.cards("goals"))
    assert any(key[-1].isdigit() for key in keys)
    for key in keys:
        turn = dialogue.put(session, 0, "goal", f"{key} 3")
        assert turn.taken
        assert turn.session.seats[0].marks["goal"].plain == {"key": key, "value": 3}


def test_entries_of_a_ledger_are_sent_as_a_score_file_holds_them():
    dialogue, session = start_dialogue("labirynt-smierci", "pl", "Drużyna")
    session = dialogue.put(session, 0, "members", "Ada, Ćwik").session
    for number, entry in enumerate(TABLES["adventure"]):
        turn = dialogue.put(session, 0, f"ledger.{number}", json.dumps(entry))
        assert turn.taken, (entry, turn)
        session = turn.session
        assert json.loads(page_answer(dialogue, session, f"ledger.{number}")) == entry
        assert dialogue.put(session, 0, f"ledger.{number}", json.dumps(entry)).session.seats == session.seats
    for wrong in TABLES["no_entries"]:
        turn = dialogue.put(session, 0, "ledger.7", wrong)
        assert not turn.taken, wrong
        assert turn.messages


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize("game", sorted(TYPED))
def test_no_page_asks_in_the_words_of_a_terminal(game, language):
    dialogue, session = start_dialogue(game, language)
    words = dialogue.rules.words
    unboxed = [(question, control) for question, control, boxes in page_questions(dialogue.rules, session) if not boxes]
    control_texts = [control.plain(words) for _, control in unboxed]
    assert control_texts
    text = json.dumps(
        [control_texts, [words.text(part) for question, _ in unboxed if (part := question.part_name)]],
        ensure_ascii=False,
    )
    for sign in ("Enter", "(t/n)", "(y/n)", "(a/n)", "?"):
        assert sign not in text


def test_every_kind_of_input_has_a_control():
    for spec in INPUT_KINDS.values():
        assert any("control" in vars(kind) for kind in spec.__mro__[:-1] if kind.__name__ != "InputSpec"), spec
