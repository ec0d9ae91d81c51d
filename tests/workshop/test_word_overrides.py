"""Edit words of a built-in game in the studio: it saves only the changed ones, and opens each in its own file."""

import json

import pytest

from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml, plain
from generator.workshop.guard import Refused
from generator.workshop.own_folder import OwnFolder
from generator.workshop.word_overrides import changed_words, with_word
from tests.conftest import ROOT

FILE = "cards/paper-dungeons/words/en.yaml"
BUILT_IN = (ROOT / FILE).read_text(encoding="utf-8")
TITLE = next(line for line in BUILT_IN.splitlines() if "title:" in line)


@pytest.fixture
def own(tmp_path):
    (tmp_path / "cards").mkdir()
    folder = OwnFolder(GameCatalogue((tmp_path, ROOT)))
    folder.sources("paper-dungeons")
    return folder


def titles(own):
    game = open_game(GameCatalogue(own.catalogue.roots), "paper-dungeons", "en")
    return game.title, game.words.word("monsters.goblin")


def test_only_a_changed_word_is_saved_and_all_others_stay_built_in(own, tmp_path):
    source = own.source(FILE)
    assert (source["own"], source["is_part"], source["seen"]) == (False, True, "")
    before = titles(own)
    result = own.save_source(FILE, BUILT_IN.replace(TITLE, TITLE.partition("title:")[0] + "title: Ink & Dice"), "")
    text = (tmp_path / FILE).read_text(encoding="utf-8")
    assert text == 'game:\n  title: "Ink & Dice"\n'
    assert (result["file"], result["line"]) == (FILE, 2)
    assert titles(own) == ("Ink & Dice", before[1])
    assert own.source(FILE)["text"] == text


def test_further_words_join_those_that_were_changed_before(own, tmp_path):
    (tmp_path / FILE).parent.mkdir(parents=True)
    mine = "# mine\ngame:\n    title: Mine # by me\n"
    (tmp_path / FILE).write_text(mine, encoding="utf-8")
    own.sources("paper-dungeons")
    built_in = (ROOT / FILE).as_posix()
    assert own.source(FILE)["text"] == mine
    assert own.source(built_in)["text"] == BUILT_IN
    goblin = next(line for line in BUILT_IN.splitlines() if line.strip().startswith("goblin:"))
    own.save_source(built_in, BUILT_IN.replace(goblin, goblin.partition(":")[0] + ": 'Imp: small'"), "")
    text = (tmp_path / FILE).read_text(encoding="utf-8")
    assert text.startswith(mine)
    assert plain(parse_yaml(text, FILE))["game"] == {"title": "Mine"}
    assert titles(own) == ("Mine", "Imp: small")
    with pytest.raises(Refused, match="no word differs"):
        own.save_source(built_in, "# a comment alone\n" + BUILT_IN, "")


def test_files_of_words_in_both_folders_are_told_apart(own, tmp_path):
    (tmp_path / FILE).parent.mkdir(parents=True)
    (tmp_path / FILE).write_text("game: {title: Mine}\n", encoding="utf-8")
    files = [each["file"] for each in own.sources("paper-dungeons") if each["file"].endswith("words/en.yaml")]
    assert {FILE, (ROOT / FILE).as_posix()} <= set(files)
    with pytest.raises(Refused, match="by hand"):  # the user's file uses braces
        own.save_source((ROOT / FILE).as_posix(), BUILT_IN.replace(TITLE, "  title: Else"), "")


def test_words_of_any_depth_and_lists_are_written_as_they_are_read():
    words = {"a": "1", "b": {"c": 'x "y"', "d": {"e": ["ż", "#"]}}, "f": "two\nlines"}
    text = ""
    for path, word in changed_words(parse_yaml("a: x\nb: {c: y}\n", "x"), parse_yaml(json.dumps(words), "y")):
        text = with_word(text, path, plain(word))
    assert plain(parse_yaml(text, "z")) == words
