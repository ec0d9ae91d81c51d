"""Every text, number and picture of a face leads to where it is said: words, cells, data or the layout itself."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from generator.diagnostics import SourceLocation
from generator.products.print_pack import edition_names, open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.previews import PreviewRequest, face_of, picture, shelf
from tests.conftest import ROOT, often
from tests.workshop.said_places import drawn_on, fault_of, said_at

GAMES = GameCatalogue.at(ROOT).games()
QUICK = [
    *((game, "en", None) for game in GAMES),
    ("platformer", "pl", "large-print"),
    ("labirynt-smierci", "cs", "ink-saver"),
]


def every(catalogue):
    """Return every game, in all its languages as it is, and in English in all its editions."""
    spoken = [(game, language, None) for game in GAMES for language in ("en", "pl", "cs")]
    return spoken + [(game, "en", edition) for game in GAMES for edition in edition_names(catalogue, game)]


def faces(catalogue, game, language, edition, cards):
    """Yield what a game has to show: so many cards of each deck on both sides, every sheet and page, a map."""
    found = shelf(catalogue, game, language)
    for deck in found["decks"]:
        for card in deck["cards"][:cards]:
            for side in ("front", "back"):
                yield PreviewRequest(game, language, edition, "deck", deck["name"], card, side)
    for kind in ("sheet", "page"):
        for each in found[f"{kind}s"]:
            yield PreviewRequest(game, language, edition, kind, each["name"])
    if found["maps"]:
        yield PreviewRequest(game, language, edition, "sheet", found["sheets"][0]["name"], map=found["maps"][-1])


@pytest.fixture(scope="module")
def catalogue():
    return GameCatalogue.at(ROOT)


def test_all_that_is_drawn_leads_to_where_it_is_said(catalogue, monkeypatch):
    monkeypatch.chdir(ROOT)  # files are shown as they are called from here
    counts, faults = Counter(), {}
    for game, language, edition in often(QUICK, every(catalogue)):
        pack = open_pack(catalogue, game, language, edition, traced=True)
        icons = set(pack.icons.names())
        for asked in list(faces(catalogue, game, language, edition, often(1, None)))[:: often(2, 1)]:
            for told in drawn_on(face_of(pack, asked)[0], icons):
                counts[told[0]] += 1
                if fault := fault_of(*told):
                    faults.setdefault((game, language, edition, *told), (fault, asked.name, asked.card, asked.side))
    assert not faults, "\n".join(f"{key}: {fault}" for key, fault in list(faults.items())[:20])
    assert min(counts[kind] for kind in ("text", "number", "picture")) > often(400, 10_000), counts


def test_a_place_that_says_something_else_is_found(catalogue, monkeypatch):
    monkeypatch.chdir(ROOT)
    pack = open_pack(catalogue, "yacht", "pl", traced=True)
    frame = face_of(pack, PreviewRequest("yacht", "pl", None, "page", "rules"))[0]
    told = [each for each in drawn_on(frame, ()) if each[0] == "text" and each[3]]
    other = SourceLocation("cards/yacht/game.yaml", 1, 1)
    assert not any(fault_of(*each) for each in told)
    assert all(fault_of(kind, text, place, (other,)) for kind, text, place, _ in told)
    assert all(fault_of(kind, "qqq", place, written) for kind, _, place, written in told)
    assert fault_of("text", "Yacht", SourceLocation("", 0, 0), ()) == "nowhere"


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_picture_tells_of_each_part_where_it_is_written(catalogue, monkeypatch, language):
    """The dragon's name is a word, its season a cell, what its strength earns a cell of a list."""
    monkeypatch.chdir(ROOT)
    asked = PreviewRequest("paper-dungeons", language, None, "deck", "bosses", "dragon", "front")
    drawn = ElementTree.fromstring(picture(catalogue, asked, "f1-").svg)
    texts = [each for each in drawn.iter() if each.tag.endswith("text")]
    written = {each.text: each.get("data-written").split("\n") for each in texts if each.get("data-written")}
    name, season = next(iter(pair for pair in written.items() if "words" in pair[1][0])), written["3"]
    assert said_at(place_of(name[1][0])) == name[0]
    assert name[1][0].startswith(f"cards/paper-dungeons/words/{language}.yaml:")
    assert [said_at(place_of(each)) for each in season] == ["3"]
    assert said_at(place_of(written["20+"][0])) == "20"
    assert [each for each in texts if not each.get("data-place").startswith("layouts/paper-dungeons/cards/")] == []


def place_of(told):
    path, line, column = told.rsplit(":", 2)
    return SourceLocation(path, int(line), int(column))


def test_what_is_printed_carries_no_places(catalogue):
    asked = PreviewRequest("yacht", "en", None, "page", "rules")
    plain, traced = (open_pack(catalogue, "yacht", "en", traced=each) for each in (False, True))
    frames = [face_of(pack, asked)[0] for pack in (plain, traced)]
    assert {told for *_, told in drawn_on(frames[0], ())} == {()}
    shown = [[(kind, text, place) for kind, text, place, _ in drawn_on(frame, ())] for frame in frames]
    assert shown[0] == shown[1]
    assert "data-" not in picture(catalogue, asked, places=False).svg
