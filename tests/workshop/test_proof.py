"""The workshop shows beside a face how it prints: its faults in every language, and its ink."""

import asyncio
import json
import re

import pytest

from generator.check.preflight import preflight
from generator.products.print_pack import open_pack
from generator.products.print_request import PressRequest
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.http import STATIC
from generator.workshop.previews import PreviewRequest
from generator.workshop.proof_routes import proof
from tests.conftest import ROOT
from tests.observed import is_one_at_a_time, runs_of
from tests.products.test_editions import DEUTERANOPIA, PROTANOPIA, TRITANOPIA
from tests.workshop.desks import house_over

LONG = "Nieprawdopodobnie długie słowa, które się nie mieszczą. "
POLISH = "game: {{title: Mini}}\nrows: {{title: Wiersze}}\ncards: {{rows: {{one: {{name: '{name}'}}, two: {{name: Dwa}}}}}}\n"
ENGLISH = "game: {title: Mini}\nrows: {title: Rows}\ncards: {rows: {one: {name: One}, two: {name: Two}}}\n"


@pytest.fixture
def desk(tmp_path):
    """Return a workshop with one game of two cards, in two languages."""
    files = {
        "cards/mini/game.yaml": "game: mini\ndecks:\n  rows: {layout: row}\n",
        "cards/mini/words/en.yaml": ENGLISH,
        "cards/mini/words/pl.yaml": POLISH.format(name="Raz"),
        "cards/mini/rows.yaml": "deck: rows\ncards: {one: {}, two: {}}\n",
        "layouts/mini/row.yaml": "extends: ../common/styles.yaml\nsize: {width: 63mm, height: 88mm}\n"
        "front: {stack: [{shape: rect, fill: '#ffcc66', height: 30mm}, {text: '{name}', style: body}]}\n",
    }
    return house_over(tmp_path, files, home="")


async def ask_for_proof(desk, unsaved=None, leaves=False, **fields):
    query = {"game": "mini", "language": "en", "kind": "deck", "name": "rows", "card": "one", **fields}
    method, body = ("GET", b"") if unsaved is None else ("POST", json.dumps(unsaved).encode())
    return await desk.ask(method, "/proof", body, query, leaves=leaves)


def proof_of(desk, unsaved=None, **fields):
    return asyncio.run(ask_for_proof(desk, unsaved, **fields)).json


def test_what_has_no_room_in_one_language_is_reported_while_another_is_shown(desk, tmp_path):
    assert proof_of(desk)["faults"] == []  # the workshop knows its files after it has drawn them
    unsaved = {"file": "cards/mini/words/pl.yaml", "text": POLISH.format(name=LONG * 60)}
    file = desk.catalogue.display_path(tmp_path / unsaved["file"])
    result = proof_of(desk, {**unsaved, "file": file})
    assert result["languages"] == ["en", "pl"]
    assert result["ink"] is not None
    assert {fault["language"] for fault in result["faults"]} == {"pl"}
    assert any(fault["code"] == "L031" and fault["line"] for fault in result["faults"])
    other = proof_of(desk, {**unsaved, "file": file}, card="two")
    assert not other["faults"], "another card has room"
    assert not proof_of(desk)["faults"], "what is typed was saved"


def test_what_is_wrong_in_the_language_that_is_shown_leaves_no_ink(desk, tmp_path):
    proof_of(desk)
    unsaved = {
        "file": desk.catalogue.display_path(tmp_path / "layouts/mini/row.yaml"),
        "text": "front: {text: '{nme}'}\n",
    }
    result = proof_of(desk, unsaved)
    assert result["ink"] is None
    assert result["faults"]
    assert {fault["language"] for fault in result["faults"]} == {""}, "it is wrong in every language"


def test_what_is_wrong_with_a_game_that_has_no_words_is_reported(desk, tmp_path):
    (tmp_path / "cards/empty").mkdir()
    (tmp_path / "cards/empty/game.yaml").write_text("deck: {}\n", encoding="utf-8")
    result = proof_of(desk, game="empty", kind="sheet", name="sheet", edition="ink-saver")
    assert [each["code"] for each in result["faults"]] == ["S001", "S004"]


def test_ink_is_that_of_which_the_terminal_tells(desk):
    inks = [proof_of(desk, card=card)["ink"] for card in ("one", "two")]
    note = next(each for each in preflight(open_pack(desk.catalogue, "mini", "en"), 0.0) if each.code == "P045")
    assert note.message == f"ink covers {inks[0]} % of rows on the mean, {inks[1]} % of the fullest face"
    assert inks[0] > 3


def test_each_ink_of_a_press_is_reported_with_the_fullest_spot(desk, tmp_path):
    plates = proof_of(desk)["plates"]
    assert list(plates["inks"]) == ["cyan", "magenta", "yellow", "black"]
    assert plates["inks"]["yellow"] > plates["inks"]["cyan"]
    assert plates["press"] == "SWOP (Publication) printing in USA"
    spot = plates["spot"]
    assert spot["bound"] == PressRequest().most_ink
    assert 0 < spot["most"] <= spot["bound"]
    assert (0 <= spot["x"] <= 63, 0 <= spot["y"] <= 88) == (True, True)
    proof_of(desk)  # the workshop knows its files
    unsaved = {
        "file": desk.catalogue.display_path(tmp_path / "layouts/mini/row.yaml"),
        "text": "front: {text: '{nme}'}\n",
    }
    assert proof_of(desk, unsaved)["plates"] is None


def test_pictures_are_seen_as_the_eyes_of_the_tests_see_them():
    page = (STATIC / "host.html").read_text(encoding="utf-8")
    rules = (STATIC / "host.css").read_text(encoding="utf-8")
    expected = {"deuteranopia": DEUTERANOPIA, "protanopia": PROTANOPIA, "tritanopia": TRITANOPIA}
    matrices = dict(re.findall(r'<filter id="(\w+)"><feColorMatrix values="([^"]*)"/>', page))
    assert matrices.keys() == expected.keys()
    for kind, values in matrices.items():
        rows = [*((*row, 0, 0) for row in expected[kind]), (0, 0, 0, 1, 0)]
        assert [float(value) for value in values.split()] == [part for row in rows for part in row]
        assert f"url(#{kind})" in rules


@pytest.mark.parametrize(("game", "kind"), [("yacht", "sheet"), ("platformer", "page")])
def test_sheets_and_pages_of_other_games_are_looked_over_too(game, kind):
    catalogue = GameCatalogue((ROOT,))
    manifest = open_pack(catalogue, game, "cs").manifest
    name = next(iter(manifest.sheets if kind == "sheet" else manifest.pages))
    result = proof(catalogue, PreviewRequest(game, "cs", "ink-saver", kind, name), lambda: False)
    assert result.languages[0] == "cs"
    assert result.ink > 0


def test_who_went_away_is_not_waited_for(desk, tmp_path):
    """Many keys make no queue of proofs: one is made at a time, and none for a page that does not wait."""

    assert proof_of(desk)["faults"] == []  # the workshop knows its files
    unsaved = {
        "file": desk.catalogue.display_path(tmp_path / "cards/mini/words/pl.yaml"),
        "text": POLISH.format(name="Wilk"),
    }

    async def types():
        cancelled = [ask_for_proof(desk, unsaved, leaves=True) for _ in range(5)]
        *_, last = await asyncio.gather(*cancelled, ask_for_proof(desk, card="two"))
        return last

    with runs_of(proof) as runs:
        assert asyncio.run(types()).json["languages"]
    assert len(runs) == 12
    assert is_one_at_a_time(runs)
