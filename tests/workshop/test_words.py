"""Test the words of the pages: each is used somewhere, none is missing, and every language has them all."""

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
MESSAGES = {}  # messages of the program, by their English forms
SERVER_WORDS = set(tables(__file__)["told_by_the_server"])


def words(language):
    catalogue = GameCatalogue((ROOT,))
    texts = plain(catalogue.read(catalogue.need(f"cards/common/words/workshop.{language}.yaml")))
    MESSAGES[language] = texts.pop("messages")
    return texts


def test_every_word_is_said_and_none_is_missing():
    defined = set(words("en"))
    quoted = set(re.findall(r'"([a-z_0-9]+)"', SCRIPTS))
    patterns = [
        re.compile(re.sub(r"\$\{\w+\}", "[a-z_]+", each)) for each in re.findall(r"`([a-z]+_\$\{\w+\})`", SCRIPTS)
    ]
    unused = [word for word in defined - quoted - SERVER_WORDS if not any(each.fullmatch(word) for each in patterns)]
    assert unused == []
    assert set(re.findall(r'\bsay\("([a-z_0-9]+)"', SCRIPTS)) | SERVER_WORDS <= defined


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_every_language_says_all_with_the_same_things_filled_in(language):
    def placeholders(text):
        return set(re.findall(r"\{(\w+)\}", text))

    here, there = words("en"), words(language)
    assert here.keys() == there.keys()
    assert {key: placeholders(text) for key, text in here.items()} == {
        key: placeholders(text) for key, text in there.items()
    }


TERMINAL_WORDS = re.compile(r"--\w|`|\bscrawl |\bCLI\b|terminal|\.ya?ml\b|\bcards/|\bEnter\b|\((?:y/n|t/n|a/n)\)", re.I)
COMMAND_WORDS = {"same_command"}  # below the printed file, for people who want it
KEY_NAME_WORDS = {"keys", "enter", "editor_keys", "about_grid"}  # these texts name keys of the keyboard
GAMES = ("paper-dungeons", "yacht", "dungeon-fighter", "platformer", "labirynt-smierci")


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_no_page_speaks_of_terminals_options_or_files_of_ours(language):
    texts = {key: text for key, text in words(language).items() if key not in COMMAND_WORDS | KEY_NAME_WORDS}
    assert {key: text for key, text in texts.items() if TERMINAL_WORDS.search(text)} == {}


def texts_in(data):
    """Yield every text in plain data, at any depth."""
    if isinstance(data, str):
        yield data
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from texts_in(each)


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
@pytest.mark.parametrize("game", often(GAMES[:2], GAMES))
def test_nothing_that_is_reported_at_a_table_speaks_of_terminals(game, language, tmp_path):
    table = new_session(tmp_path, open_rules(CATALOGUE, game, language), solo=False)
    table.begin()
    refusals = []
    for name in ("Ada", "Bob")[: table.view()["most"]]:
        seat = join(table, name, name)
        questions = [each["id"] for each in table.views.questions(table.state)]
        for question in (*questions, *(f"line.{line['letter']}" for line in table.view()["lines"])):
            for text in ("x", "99999", "{}", "1 2 3", "0", ""):
                refusals += answer(table, seat, question, text)["messages"]
    texts = [*texts_in(table.view()), *texts_in(table.views.questions(table.state)), *refusals]
    assert len(texts) > 30
    assert [text for text in texts if TERMINAL_WORDS.search(text)] == []
