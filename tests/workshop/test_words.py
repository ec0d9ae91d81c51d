"""The words of the pages: each is said somewhere, none that is said is missing, and every language has all."""

import re

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain
from generator.scoring.rules import open_rules
from generator.workshop.shared_session import new_session
from tests.conftest import ROOT, often
from tests.tables import tables
from tests.workshop.doing import answer, join

CATALOGUE = GameCatalogue((ROOT,))

SCRIPTS = "".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "generator/workshop/static").glob("*.js"))
)
MESSAGES = {}  # the program's own, by their English forms
TOLD_BY_THE_SERVER = set(tables(__file__)["told_by_the_server"])


def words(language):
    catalogue = GameCatalogue((ROOT,))
    said = plain(catalogue.read(catalogue.need(f"cards/common/words/workshop.{language}.yaml")))
    MESSAGES[language] = said.pop("messages")
    return said


def test_every_word_is_said_and_none_is_missing():
    known = set(words("en"))
    written = set(re.findall(r'"([a-z_0-9]+)"', SCRIPTS))
    made = [re.compile(re.sub(r"\$\{\w+\}", "[a-z_]+", each)) for each in re.findall(r"`([a-z]+_\$\{\w+\})`", SCRIPTS)]
    unsaid = [word for word in known - written - TOLD_BY_THE_SERVER if not any(each.fullmatch(word) for each in made)]
    assert unsaid == []
    assert set(re.findall(r'\bsay\("([a-z_0-9]+)"', SCRIPTS)) | TOLD_BY_THE_SERVER <= known


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_every_language_says_all_with_the_same_things_filled_in(language):
    def filled(text):
        return set(re.findall(r"\{(\w+)\}", text))

    here, there = words("en"), words(language)
    assert here.keys() == there.keys()
    assert {key: filled(text) for key, text in here.items()} == {key: filled(text) for key, text in there.items()}


OF_TERMINALS = re.compile(r"--\w|`|\bscrawl |\bCLI\b|terminal|\.ya?ml\b|\bcards/|\bEnter\b|\((?:y/n|t/n|a/n)\)", re.I)
SAYS_THE_COMMAND = {"same_command"}  # below what was printed, for those who want it
SHOWN_AS_KEYS = {"keys", "enter", "editor_keys", "about_grid"}  # keys of the keyboard are told there
GAMES = ("paper-dungeons", "yacht", "dungeon-fighter", "platformer", "labirynt-smierci")


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_no_page_speaks_of_terminals_options_or_files_of_ours(language):
    said = {key: text for key, text in words(language).items() if key not in SAYS_THE_COMMAND | SHOWN_AS_KEYS}
    assert {key: text for key, text in said.items() if OF_TERMINALS.search(text)} == {}


def texts_in(told):
    """Yield every text of what is told as plain data, whatever it is nested in."""
    if isinstance(told, str):
        yield told
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from texts_in(each)


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize("game", often(GAMES[:2], GAMES))
def test_nothing_that_is_told_at_a_table_speaks_of_terminals(game, language, tmp_path):
    table = new_session(tmp_path, open_rules(CATALOGUE, game, language), solo=False)
    table.begin()
    refusals = []
    for name in ("Ada", "Bob")[: table.view()["most"]]:
        seat = join(table, name, name)
        questions = [each["id"] for each in table.views.questions(table.state)]
        for question in (*questions, *(f"line.{line['letter']}" for line in table.view()["lines"])):
            for text in ("x", "99999", "{}", "1 2 3", "0", ""):
                refusals += answer(table, seat, question, text)["said"]
    told = [*texts_in(table.view()), *texts_in(table.views.questions(table.state)), *refusals]
    assert len(told) > 30
    assert [text for text in told if OF_TERMINALS.search(text)] == []
