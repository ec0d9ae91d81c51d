"""What a face comes to on paper is told beside it: its faults in every language, its ink."""

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
    """A workshop for an own game of two cards, in two languages."""
    files = {
        "cards/mini/game.yaml": "game: mini\ndecks:\n  rows: {layout: row}\n",
        "cards/mini/words/en.yaml": ENGLISH,
        "cards/mini/words/pl.yaml": POLISH.format(name="Raz"),
        "cards/mini/rows.yaml": "deck: rows\ncards: {one: {}, two: {}}\n",
        "layouts/mini/row.yaml": "extends: ../common/styles.yaml\nsize: {width: 63mm, height: 88mm}\n"
        "front: {stack: [{shape: rect, fill: '#ffcc66', height: 30mm}, {text: '{name}', style: body}]}\n",
    }
    return house_over(tmp_path, files, home="")


async def looked_over(desk, sent=None, leaves=False, **more):
    query = {"game": "mini", "language": "en", "kind": "deck", "name": "rows", "card": "one", **more}
    method, body = ("GET", b"") if sent is None else ("POST", json.dumps(sent).encode())
    return await desk.ask(method, "/proof", body, query, leaves=leaves)


def told(desk, sent=None, **more):
    return asyncio.run(looked_over(desk, sent, **more)).json


def test_what_has_no_room_in_one_language_is_told_while_another_is_shown(desk, tmp_path):
    assert told(desk)["faults"] == []  # its files are known by what was drawn
    typed = {"file": "cards/mini/words/pl.yaml", "text": POLISH.format(name=LONG * 60)}
    shown = desk.catalogue.display_path(tmp_path / typed["file"])
    found = told(desk, {**typed, "file": shown})
    assert found["languages"] == ["en", "pl"]
    assert found["ink"] is not None
    assert {fault["language"] for fault in found["faults"]} == {"pl"}
    assert any(fault["code"] == "L031" and fault["line"] for fault in found["faults"])
    other = told(desk, {**typed, "file": shown}, card="two")
    assert not other["faults"], "another card has room"
    assert not told(desk)["faults"], "what is typed was saved"


def test_what_is_wrong_in_the_language_that_is_shown_leaves_no_ink(desk, tmp_path):
    told(desk)
    typed = {
        "file": desk.catalogue.display_path(tmp_path / "layouts/mini/row.yaml"),
        "text": "front: {text: '{nme}'}\n",
    }
    found = told(desk, typed)
    assert found["ink"] is None
    assert found["faults"]
    assert {fault["language"] for fault in found["faults"]} == {""}, "it is wrong in every language"


def test_what_is_wrong_with_a_game_that_has_no_words_is_told(desk, tmp_path):
    (tmp_path / "cards/empty").mkdir()
    (tmp_path / "cards/empty/game.yaml").write_text("deck: {}\n", encoding="utf-8")
    found = told(desk, game="empty", kind="sheet", name="sheet", edition="ink-saver")
    assert [each["code"] for each in found["faults"]] == ["S001", "S004"]


def test_ink_is_that_of_which_the_terminal_tells(desk):
    inks = [told(desk, card=card)["ink"] for card in ("one", "two")]
    note = next(each for each in preflight(open_pack(desk.catalogue, "mini", "en"), 0.0) if each.code == "P045")
    assert note.message == f"ink covers {inks[0]} % of rows on the mean, {inks[1]} % of the fullest face"
    assert inks[0] > 3


def test_each_ink_of_a_press_is_told_with_the_fullest_spot(desk, tmp_path):
    plates = told(desk)["plates"]
    assert list(plates["inks"]) == ["cyan", "magenta", "yellow", "black"]
    assert plates["inks"]["yellow"] > plates["inks"]["cyan"]
    assert plates["press"] == "SWOP (Publication) printing in USA"
    spot = plates["spot"]
    assert spot["bound"] == PressRequest().most_ink
    assert 0 < spot["most"] <= spot["bound"]
    assert (0 <= spot["x"] <= 63, 0 <= spot["y"] <= 88) == (True, True)
    told(desk)  # its files are known
    typed = {
        "file": desk.catalogue.display_path(tmp_path / "layouts/mini/row.yaml"),
        "text": "front: {text: '{nme}'}\n",
    }
    assert told(desk, typed)["plates"] is None


def test_pictures_are_seen_as_the_eyes_of_the_tests_see_them():
    page = (STATIC / "host.html").read_text(encoding="utf-8")
    rules = (STATIC / "host.css").read_text(encoding="utf-8")
    known = {"deuteranopia": DEUTERANOPIA, "protanopia": PROTANOPIA, "tritanopia": TRITANOPIA}
    found = dict(re.findall(r'<filter id="(\w+)"><feColorMatrix values="([^"]*)"/>', page))
    assert found.keys() == known.keys()
    for kind, values in found.items():
        rows = [*((*row, 0, 0) for row in known[kind]), (0, 0, 0, 1, 0)]
        assert [float(value) for value in values.split()] == [part for row in rows for part in row]
        assert f"url(#{kind})" in rules


@pytest.mark.parametrize(("game", "kind"), [("yacht", "sheet"), ("platformer", "page")])
def test_sheets_and_pages_of_other_games_are_looked_over_too(game, kind):
    catalogue = GameCatalogue((ROOT,))
    manifest = open_pack(catalogue, game, "cs").manifest
    name = next(iter(manifest.sheets if kind == "sheet" else manifest.pages))
    found = proof(catalogue, PreviewRequest(game, "cs", "ink-saver", kind, name), lambda: False)
    assert found.languages[0] == "cs"
    assert found.ink > 0


def test_who_went_away_is_not_waited_for(desk, tmp_path):
    """Many keys leave no pile of proofs: one is made at a time, and none for a page that does not wait."""

    assert told(desk)["faults"] == []  # its files are known
    typed = {
        "file": desk.catalogue.display_path(tmp_path / "cards/mini/words/pl.yaml"),
        "text": POLISH.format(name="Wilk"),
    }

    async def types():
        left = [looked_over(desk, typed, leaves=True) for _ in range(5)]
        *_, last = await asyncio.gather(*left, looked_over(desk, card="two"))
        return last

    with runs_of(proof) as runs:
        assert asyncio.run(types()).json["languages"]
    assert len(runs) == 12
    assert is_one_at_a_time(runs)
