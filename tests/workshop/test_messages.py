"""The pages translate the program's English messages: each kind of message that people meet has a sentence."""

import ast
import json
import re

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.http import STATIC, workshop_words
from tests.conftest import ROOT
from tests.tables import read_yaml
from tests.workshop.scripts import Scripts

TEXT = (STATIC / "messages.js").read_text(encoding="utf-8").replace("export ", "")
BAD_DUNGEONS = read_yaml(ROOT / "tests/maps/test_bad_dungeons.yaml")["told"]
MESSAGES = [re.sub(r"^(\d+:\d+: \w+ \w\d+|hint:) ", "", line) for lines in BAD_DUNGEONS.values() for line in lines]
SAME = "+--+"  # of the picture of a map, whose hint lists the allowed parts
CARDS = "12 cards of 63mm x 88mm, 9 to a page: 2 pages"
LANGUAGES = ("pl", "cs")


def forms(language):
    return workshop_words(GameCatalogue((ROOT,)), language)["messages"]


@pytest.fixture(scope="module")
def scripts():
    scripts = Scripts(f"{TEXT}; Object.assign(globalThis, {{ formsOf, translate, translateAnswer }}); 0")
    for language in ("en", *LANGUAGES):
        scripts.run(f"globalThis.{language} = formsOf({json.dumps(forms(language))}); 0")
    yield scripts
    scripts.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_dungeon_is_said_in_the_language_of_the_page(scripts, language):
    sentences = scripts.run(f"{json.dumps(MESSAGES)}.map((each) => translate({language}, each))")
    assert len(MESSAGES) > 50
    assert [text for text, words in zip(MESSAGES, sentences, strict=True) if words == text] == []
    english = re.compile(r"\b(?:is|of|the|an|here|with|cannot|only)\b")
    remaining = [words for words in sentences if english.search(re.sub("[„“\"'].*?[”“\"']|[(].*?[)]", "", words))]
    assert remaining == []


@pytest.mark.parametrize(
    ("message", "language", "expected"),
    [
        ("13 monsters, the tracks hold 12 of a map", "pl", "potwory: 13, a na torach mieści się ich najwyżej 12"),
        (CARDS, "pl", "Karty: 12 (63mm × 88mm), na stronie 9. Strony: 2"),
        (CARDS, "cs", "Karty: 12 (63mm × 88mm), na stránce 9. Stránky: 2"),
        (f"{CARDS} (10 to a page with --gap 0mm)", "en", f"{CARDS} (10 to a page with no room between)"),
        (
            "icon 'crown' is covered by 'sword' (at layouts/a.yaml:3:4) on card 'ork'",
            "pl",
            "ikona „crown” jest zasłonięta przez „sword” (layouts/a.yaml:3:4): karta „ork”",
        ),
        (
            "title: Name; at the foot: Id, Text; key, not printed: Key; copies: none, one of each card",
            "cs",
            "název: Name; dole: Id, Text; klíč, netiskne se: Key; kusy: bez sloupce, po jedné kartě",
        ),
        ("there is no picture 'there is no gem'", "cs", "obrázek „there is no gem“ není"),  # a name is never translated
        ("nothing that the program says", "pl", "nothing that the program says"),
    ],
)
def test_a_message_keeps_what_it_names(scripts, message, language, expected):
    assert scripts.run(f"translate({language}, {json.dumps(message)})") == expected


def test_an_answer_says_its_faults_and_notes_in_words(scripts):
    fault, note = ({"message": "split the table", "hint": each} for each in ("take some away", ""))
    answer = {"fault": "cancelled", "faults": [fault], "notes": [note], "others": [fault]}
    translation = scripts.run(f"translateAnswer(pl, {json.dumps(answer)})")
    assert translation["fault"] == "anulowano"
    assert translation["faults"] == [{"message": "podziel tabelę", "hint": "usuń nadmiar"}]
    assert translation["notes"] == [{"message": "podziel tabelę", "hint": ""}]
    assert translation["others"] == [fault]
    assert scripts.run('translateAnswer(pl, { notes: "Rain", game: { fault: null } })') == {
        "notes": "Rain",
        "game": {"fault": None},
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_only_what_its_form_does(language):
    def places(text):
        return set(re.findall(r"\{(\w+)\}", text))

    assert {form: text for form, text in forms(language).items() if places(text) - places(form)} == {}
    assert {form for form in forms("en") if form not in forms(language)} == set()


OF_CODES = ("chance.py", "maps/share_code.py", "maps/random_map.py", "authoring/dungeon_file_authoring.py")


def refusals():
    """Yield the workshop's refusals of typed input, as forms whose places have no names."""
    codes = [ROOT / "generator" / name for name in OF_CODES]
    for path in (*sorted((ROOT / "generator/workshop").glob("*.py")), *codes):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == (
                "ValueError" if path in codes else "Refused"
            ):
                status, message = (409, *call.args)[-2:]
                code = getattr(status, "value", status)
                if code in (409, 429, 503) and isinstance(message, ast.Constant | ast.JoinedStr):
                    parts = message.values if isinstance(message, ast.JoinedStr) else [message]
                    yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


NEVER_TYPED = {
    "{} is not a number",
    "{} is one of {}",
    "this number was another change",
}  # only another program asks so


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_workshop_refuses_has_a_sentence(language):
    patterns = {re.sub(r"\{\w+\}", "{}", form).replace("'{}'", "{}") for form in forms(language)}
    assert len(set(refusals())) > 15
    assert set(refusals()) - patterns - NEVER_TYPED == set()
