"""A quick simulation of the selected face uses unsaved text, runs in its own process, and ends with its page."""

import asyncio
import json
from pathlib import Path

import pytest

from generator.child_processes import call_apart
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.value_counts import GAMES
from generator.workshop import proof_routes
from generator.workshop.http import STATIC, workshop_words
from generator.workshop.previews import PreviewRequest
from tests.conftest import ROOT
from tests.observed import is_one_at_a_time, runs_of
from tests.tables import read_yaml
from tests.workshop.scripts import Scripts

GAME = "paper-dungeons"
POWERS = "cards/paper-dungeons/powers.yaml"


@pytest.fixture
def desk(house):
    house.host.proofs.files.sources(GAME)
    return house


async def balanced(desk, unsaved=None, leaves=False, **fields):
    query = {"game": GAME, "language": "cs", "kind": "deck", "name": "powers", "card": "healer", **fields}
    method, body = ("GET", b"") if unsaved is None else ("POST", json.dumps(unsaved).encode())
    return await desk.ask(method, "/balance", body, query, leaves=leaves)


def balance_of(desk, unsaved=None, *, kind="deck", name="powers", card="healer", game=GAME, games=3):
    request = PreviewRequest(game, "cs", None, kind, name, card)
    file_and_text = None if unsaved is None else (unsaved["file"], unsaved["text"])
    return desk.host.proofs.balance(request, file_and_text, lambda: False, games)


def text_of(file, old="", new=""):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert old in text
    return {"file": file, "text": text.replace(old, new) if old else text}


def test_what_is_typed_is_played_and_compared_with_what_is_saved(desk):
    saved = balance_of(desk)
    assert (saved["games"], saved["change"]) == (3, None)
    assert saved["points"]["low"] <= saved["points"]["mean"] <= saved["points"]["high"]
    changed = balance_of(desk, text_of(POWERS, "end_glory: 2,", "end_glory: 9,"))
    assert changed["change"] == {"mean": 7, "low": 7, "high": 7}
    assert changed["points"]["mean"] == pytest.approx(saved["points"]["mean"] + 7)
    same = balance_of(desk, text_of(POWERS))
    assert same["change"] == {"mean": 0, "low": 0, "high": 0}
    assert {**same, "change": None} == saved, "what was typed is saved"
    words, layout = "cards/paper-dungeons/words/cs.yaml", "layouts/paper-dungeons/cards/power.yaml"
    assert balance_of(desk, text_of(words)) == saved, "by this nothing is played"
    assert [file for file in (words, layout, POWERS) if desk.host.proofs.files.is_played_by(file)] == [POWERS]


def test_it_is_said_in_the_language_of_the_cards_and_of_sheets_too(desk):
    (bands,) = balance_of(desk, name="bosses", card="hydra")["shares"]
    words = open_game(GameCatalogue((ROOT,)), GAME, "cs").words
    assert bands["heading"] == words.word("simulation.bands")
    assert [each["name"] for each in bands["shares"]][:2] == [
        words.word("simulation.fled"),
        words.word("simulation.first"),
    ]
    sheet = balance_of(desk, kind="sheet", name="player", card="")
    assert (sheet["games"], sheet["dealt"], sheet["shares"]) == (3, None, [])


@pytest.mark.parametrize(
    ("game", "kind", "name"), [("yacht", "sheet", "sheet"), ("dungeon-fighter", "deck", "monsters")]
)
def test_a_game_without_rules_is_silent(desk, game, kind, name):
    assert balance_of(desk, game=game, kind=kind, name=name, card="") == {}


def test_what_cannot_be_played_is_reported_with_its_place(desk):
    rounds = "cards/paper-dungeons/rounds.yaml"
    balance = balance_of(desk, text_of(rounds, "skull_damage:", "skulls:"))
    assert balance["missing"] == "faulty"
    assert {(fault["code"], fault["file"]) for fault in balance["faults"]} == {("R002", rounds)}
    assert balance_of(desk, text_of(POWERS, "end_glory: 2", "end_glory: {")) == {}, "of that the proof tells"
    assert balance_of(desk, name="no-such-deck") == {}


def test_a_run_that_is_lost_says_so(desk, monkeypatch):
    monkeypatch.setattr(proof_routes, "MOST_SECONDS", 0)
    assert balance_of(desk) == {"missing": "not_played"}


def test_who_went_away_is_played_for_no_more_and_one_run_is_made_at_a_time(desk):
    async def types():
        cancelled = [balanced(desk, text_of(POWERS), leaves=True) for _ in range(4)]
        *_, last = await asyncio.gather(*cancelled, balanced(desk, card="scout"))
        return last

    with runs_of(call_apart) as runs:
        assert asyncio.run(types()).json["games"] == GAMES
    assert is_one_at_a_time(runs)


SENTENCES = read_yaml(Path(__file__).with_name("balance.yaml"))


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: f"{case['language']} {list(case['found'])}")
def test_the_page_says_it_in_its_language_with_bounds(case):
    balance, language, lines = case.values()
    text = (STATIC / "balance.js").read_text(encoding="utf-8").replace("export ", "").partition('html.js";')[2]
    words = json.dumps(workshop_words(GameCatalogue((ROOT,)), language))
    scripts = Scripts(
        "const Faults = ''; const html = (parts, ...values) => String.raw({ raw: parts }, ...values).replace(/<[^>]*>/g, '');"
        f"const words = {words};"
        "const say = (word, values = {}) => words[word].replace(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole);"
        "const host = { say, place: () => ({ language: 'en' }) };"
        f"{text}; Object.assign(globalThis, {{ said: (found) => sentences(found, null).filter(Boolean) }}); 0"
    )
    try:
        sentences = scripts.run(f"said({json.dumps(balance)})")
    finally:
        scripts.close()
    assert [line for line in sentences if line in lines] == lines
    assert bool(sentences) == bool(balance)
