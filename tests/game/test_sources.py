"""Every sentence of the rules has a source, every fact of the books has a sentence, and no change goes unnoticed."""

import pytest

from generator.game.game import open_game
from generator.game.rule_sources import read_sources, words_in
from generator.game.words import languages_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain
from tests.conftest import ROOT
from tests.game.test_words_and_data import inside
from tests.tables import table, tables, write_files
from tools.facts import CATALOGUE, GAMES, coverage, facts_now, facts_of, known, places_of, sentences_now, shown, to_read

TABLES = tables(__file__)

CARDS = ROOT / "cards"


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_has_a_source_and_every_fact_a_sentence(game):
    assert [str(fault) for fault in known(game).faults()] == []
    assert [key for key in known(game).sentences if not places_of(known(game), key)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_edition_is_told_as_a_whole_but_for_what_is_named_with_its_reason(game):
    for book, facts, stated in coverage(known(game)):
        assert stated + sum(name in known(game).named.facts for name in known(game).named.untold) >= facts, book


@pytest.mark.parametrize("game", GAMES)
def test_what_was_read_stands_as_it_stood(game):
    facts, sentences = to_read(game)
    assert (facts, sentences) == ([], []), (
        f"read again, then: python -m tools.facts {game} {' '.join([*facts, *sentences])}\n{shown(game, facts, sentences)}"
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_has_words_in_every_language(game):
    words = {language: words_in(CATALOGUE, game, language) for language in languages_of(CATALOGUE, game)}
    assert len(words) == 3
    assert [key for key in known(game).named.sentences if not all(each.get(key) for each in words.values())] == []


def data_of(game, file):
    values = plain(CATALOGUE.read(CARDS / game / f"{'map' if file == 'map_rules' else file}.yaml"))
    return values.get("cards", values)


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_that_the_books_state_stand_in_the_data(game):
    for name, fact in known(game).named.facts.items():
        for path, stated in fact.value.items():
            file, _, rest = path.partition(".")
            assert inside(data_of(game, file), rest) == [plain(stated)], (name, path)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_by_a_number_or_a_drawing_is_there(game):
    the_game = open_game(CATALOGUE, game, "en")
    for path in known(game).named.shown:
        file, _, rest = path.partition(".")
        if file == "maps":
            assert (CARDS / game / "maps" / f"{rest}.yaml").is_file(), path
        elif rest:
            assert inside(data_of(game, file), rest), path
        else:
            assert (
                path in the_game.manifest.tables
                or path in the_game.manifest.sheets
                or (CARDS / game / f"{path}.yaml").is_file()
            ), path


@pytest.mark.parametrize("game", sorted(path.parent.name for path in CARDS.glob("*/design.yaml")))
def test_every_value_that_is_ours_stands_where_it_is_said(game):
    for file, entries in plain(CATALOGUE.read(CARDS / game / "design.yaml")).items():
        for entry in entries if file != "ours" else ():
            if file in ("maps", "dungeons"):
                assert list((CARDS / game / file).glob(f"{entry['value']}.yaml")), entry
            elif file == "players":
                assert entry["value"] in data_of(game, "game")["players"]
            else:
                values = plain(CATALOGUE.read(CARDS / game / f"{file}.yaml"))
                assert inside(
                    {**values, **values.get("cards", {})} if "*" not in entry["value"] else data_of(game, file),
                    entry["value"],
                ), (file, entry)


def test_a_sentence_that_changes_in_one_language_alone_is_to_be_read_again(monkeypatch):
    game = GAMES[0]
    key = next(iter(sentences_now(game)))
    changed = {**sentences_now(game), key: f"{sentences_now(game)[key][:-8]}00000000"}
    monkeypatch.setattr("tools.facts.sentences_now", lambda _game: changed)
    assert to_read(game) == ([], [key])


def test_a_fact_that_is_moved_or_lost_is_to_be_read_again(monkeypatch):
    game = GAMES[0]
    name = next(iter(facts_now(game)))
    for changed in (
        {**facts_now(game), name: "00000000"},
        {each: it for each, it in facts_now(game).items() if each != name},
    ):
        monkeypatch.setattr("tools.facts.facts_now", lambda _game, changed=changed: changed)
        assert to_read(game) == ([name], [])


SMALL = TABLES["small"]


@pytest.fixture
def small(tmp_path):
    """Write a game of one sentence with its sources; return a function for the faults of another sources.yaml."""
    folder = tmp_path / "cards" / "small"
    words = "game: {title: Small}\nhelp: {one: One., two: [Two.]}\n"
    files = {"game.yaml": "game: small\n", "words/en.yaml": words, "design.yaml": "ours: {mine: what is mine}\n"}
    write_files(folder, files)

    def faults(text):
        (folder / "sources.yaml").write_text(text, encoding="utf-8")
        source_faults = read_sources(GameCatalogue((tmp_path, ROOT)), "small").faults()
        return [
            f"{fault.code} {fault.place.line}:{fault.place.column} {fault.severity} {fault.message} ({fault.hint})"
            for fault in source_faults
        ]

    return faults


@table("text, expected")
def test_what_is_wrong_with_sources_is_reported(small, text, expected):
    assert small(text) == expected


def test_what_states_each_fact_and_each_sentence_is_known(small, tmp_path):
    small(TABLES["whole"])
    sources, sentences = read_sources(GameCatalogue((tmp_path, ROOT)), "small"), ("help.one", "help.two.0", "help.none")
    assert TABLES["known"] == {
        "sentences": list(sources.sentences),
        "facts": facts_of(sources, sentences[1]),
        "ours": list(sources.ours_of(sentences[1])),
        "places": [places_of(sources, each) for each in sentences],
        "told_by": {fact: list(keys) for fact, keys in sources.told_by.items()},
        "untold": sources.untold,
        "whole": sources.whole_books,
        "played_by": {book: list(sources.played_by(book)) for book in "blo"},
        "coverage": [list(row) for row in coverage(sources)],
    }


def test_a_book_of_a_whole_game_is_counted_with_what_only_a_list_states(small, tmp_path):
    books = "b: {title: a book, whole: true}, list: {title: a list}, other: {title: another, whole: true}"
    small(SMALL.replace("b: {title: a book}", books).replace("[b p.2]", "[list 1]"))
    sources = read_sources(GameCatalogue((tmp_path, ROOT)), "small")
    assert coverage(sources) == [("b", 2, 1), ("other", 1, 0)]
