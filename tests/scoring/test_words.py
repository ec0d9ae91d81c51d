"""Test the sentences of the scorer: all exist in three languages, with the right values, in forms that agree."""

import ast
import re
from functools import lru_cache

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.reading.phrase_templates import names_in, phrase, plural_of
from generator.reading.yaml_nodes import plain
from generator.scoring.rules import open_rules
from tests.conftest import ROOT
from tests.sources import modules, nodes
from tests.tables import table, write_files

CATALOGUE = GameCatalogue((ROOT,))
LANGUAGES = ("en", "pl", "cs")
GAMES = tuple(path.parent.name for path in (ROOT / "cards").glob("*/scoring.yaml"))
FORMS = re.compile(r"\{([a-z_]+)\|([^{}]*)\}")


def common(language):
    return plain(CATALOGUE.read(ROOT / f"cards/common/words/score.{language}.yaml"))


def game_sentences(game, language):
    return plain(CATALOGUE.read(ROOT / f"cards/{game}/words/{language}.yaml")).get("score") or {}


OF_ENTRY = {"entry_message": {"what", "number"}}  # values that the function adds itself
ROOMS = ("main.py", "scoring", "cli", "storage", "products", "commands", "photo", "workshop")
REFUSALS = ("UnreadablePhoto", "UnknownPageCode")  # each has a sentence and a hint


@lru_cache
def calls():
    """Return each message(...), entry_message(...) and say(...) of the program: its key and the names of its values."""
    return list(_calls())


def _calls():
    for path in modules():
        if path.relative_to(ROOT / "generator").parts[0] not in ROOMS:
            continue
        for node in nodes(path):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if name in REFUSALS and node.args:
                keys = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant) and each.value]
                both = [*keys, *(f"{key}_hint" for key in keys)]
                yield from ((wording, set(), f"{path.name}:{node.lineno}") for wording in both)
            if name == "InvalidSessionFile":  # the terminal prints its key, with the path of the file
                keys = [keyword.value.value for keyword in node.keywords if keyword.arg == "key"]
                yield from ((key, {"path"}, f"{path.name}:{node.lineno}") for key in keys if key)
            if name not in ("message", "entry_message", "say") or not node.args:
                continue
            if name == "say" and not isinstance(node.func, ast.Attribute):
                continue
            texts = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
            wording = [each for each in texts if isinstance(each, str)]
            if not any(
                "." in each or "_" in each[:1] + each[-1:] for each in wording
            ):  # a word of a game, or half a key
                values = {keyword.arg for keyword in node.keywords} | OF_ENTRY.get(name, set())
                yield from ((each, values, f"{path.name}:{node.lineno}") for each in wording)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_and_asks_for_what_it_is_given(language):
    words = common(language)
    for key, values, place in calls():
        assert key in words, f"{place} says {key!r}"
        assert names_in(words[key]) <= values, f"{place}: {key} wants {names_in(words[key]) - values}"


def test_no_sentence_is_said_by_nobody():
    assert set(common("en")) - {key for key, _, _ in calls()} == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_sentences_stand_for_common_ones_or_a_check_and_use_their_values(game):
    table, values_by_key = open_rules(CATALOGUE, game).table, {}
    for key, names, _ in calls():
        values_by_key[key] = values_by_key.get(key, set()) | names
    values_by_key |= {f"check_{name}": {"what", *table.inputs_of(check)} for name, check in table.checks.items()}
    for language in LANGUAGES:
        for key, text in game_sentences(game, language).items():
            assert key in values_by_key, f"{game} {language}: nobody says {key!r}"
            assert names_in(text) <= values_by_key[key], f"{game} {language}: {key}"


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_the_languages_have_the_same_sentences_and_none_is_left_in_english(language):
    english, words = common("en"), common(language)
    assert set(words) == set(english)
    alike = {key for key in words if words[key] == english[key]}
    assert [key for key in alike if re.search(r"[a-z]{3}", re.sub(r"\{[^}]*\}", "", words[key]))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_forms_has_all_forms_of_the_language(language):
    expected = {"en": {"one", "other"}, "pl": {"one", "few", "many"}, "cs": {"one", "few", "other"}}[language]
    texts = common(language) | {
        f"{game}.{key}": text for game in GAMES for key, text in game_sentences(game, language).items()
    }
    for key, text in texts.items():
        for _, forms in FORMS.findall(text):
            assert {form.partition(":")[0] for form in forms.split("|")} == expected, key


@table("language, forms")
def test_numbers_take_the_form_of_their_language(language, forms):
    plural = plural_of(CATALOGUE, language)
    assert {number: plural(number) for number in forms} == forms


def test_every_language_that_has_a_name_has_rules_for_its_forms():
    languages = set(CATALOGUE.read(ROOT / "cards/common/languages.yaml").value) - {"la"}  # the CLDR lacks Latin
    assert languages <= set(CATALOGUE.read(ROOT / "cards/common/plurals.yaml").value)


def test_own_rules_lie_over_ours_language_by_language(tmp_path):
    write_files(tmp_path, {"cards/common/plurals.yaml": 'la: {one: "n = 1"}\nde: {one: "n = 0..1"}\n'})
    catalogue = GameCatalogue((tmp_path, ROOT))
    forms = {language: [plural_of(catalogue, language)(number) for number in (0, 1)] for language in ("la", "de", "en")}
    assert forms == {"la": ["other", "one"], "de": ["one", "one"], "en": ["other", "one"]}


def test_values_are_never_read_as_templates():
    assert phrase("{name} {name}", {"name": "{x} {{ {name}"}, lambda _: "one") == "{x} {{ {name} {x} {{ {name}"
    assert phrase("{{{n}}}", {"n": 3}, lambda _: "one") == "{3}"
