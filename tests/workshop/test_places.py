"""Every text, number and picture of a face leads to its source: words, cells, data or the layout itself."""

from collections import Counter
from xml.etree import ElementTree

import pytest

from generator.diagnostics import SourceLocation
from generator.products.print_pack import edition_names, open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.previews import PreviewRequest, face_of, picture, shelf
from tests.conftest import ROOT, often
from tests.workshop.source_places import drawn_items, fault_of, text_at

GAMES = GameCatalogue.at(ROOT).games()
QUICK = [
    *((game, "en", None) for game in GAMES),
    ("platformer", "pl", "large-print"),
    ("labirynt-smierci", "cs", "ink-saver"),
]


def every(catalogue):
    """Return every game in all its languages without an edition, and in English in all its editions."""
    spoken = [(game, language, None) for game in GAMES for language in ("en", "pl", "cs")]
    return spoken + [(game, "en", edition) for game in GAMES for edition in edition_names(catalogue, game)]


def faces(catalogue, game, language, edition, cards):
    """Yield the faces of a game: the first cards of each deck on both sides, every sheet and page, a map."""
    contents = shelf(catalogue, game, language)
    for deck in contents["decks"]:
        for card in deck["cards"][:cards]:
            for side in ("front", "back"):
                yield PreviewRequest(game, language, edition, "deck", deck["name"], card, side)
    for kind in ("sheet", "page"):
        for each in contents[f"{kind}s"]:
            yield PreviewRequest(game, language, edition, kind, each["name"])
    if contents["maps"]:
        yield PreviewRequest(game, language, edition, "sheet", contents["sheets"][0]["name"], map=contents["maps"][-1])


@pytest.fixture(scope="module")
def catalogue():
    return GameCatalogue.at(ROOT)


def test_all_that_is_drawn_leads_to_where_it_is_said(catalogue, monkeypatch):
    monkeypatch.chdir(ROOT)  # file names are relative to this folder
    counts, faults = Counter(), {}
    for game, language, edition in often(QUICK, every(catalogue)):
        pack = open_pack(catalogue, game, language, edition, traced=True)
        icons = set(pack.icons.names())
        for request in list(faces(catalogue, game, language, edition, often(1, None)))[:: often(2, 1)]:
            for item in drawn_items(face_of(pack, request)[0], icons):
                counts[item[0]] += 1
                if fault := fault_of(*item):
                    faults.setdefault(
                        (game, language, edition, *item), (fault, request.name, request.card, request.side)
                    )
    assert not faults, "\n".join(f"{key}: {fault}" for key, fault in list(faults.items())[:20])
    assert min(counts[kind] for kind in ("text", "number", "picture")) > often(400, 10_000), counts


def test_a_place_that_says_something_else_is_found(catalogue, monkeypatch):
    monkeypatch.chdir(ROOT)
    pack = open_pack(catalogue, "yacht", "pl", traced=True)
    frame = face_of(pack, PreviewRequest("yacht", "pl", None, "page", "rules"))[0]
    items = [each for each in drawn_items(frame, ()) if each[0] == "text" and each[3]]
    other = SourceLocation("cards/yacht/game.yaml", 1, 1)
    assert not any(fault_of(*each) for each in items)
    assert all(fault_of(kind, text, place, (other,)) for kind, text, place, _ in items)
    assert all(fault_of(kind, "qqq", place, written) for kind, _, place, written in items)
    assert fault_of("text", "Yacht", SourceLocation("", 0, 0), ()) == "nowhere"


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_picture_tells_of_each_part_where_it_is_written(catalogue, monkeypatch, language):
    """The dragon's name is a word, its season a cell, the reward of its strength a cell of a list."""
    monkeypatch.chdir(ROOT)
    request = PreviewRequest("paper-dungeons", language, None, "deck", "bosses", "dragon", "front")
    drawn = ElementTree.fromstring(picture(catalogue, request, "f1-").svg)
    texts = [each for each in drawn.iter() if each.tag.endswith("text")]
    written = {each.text: each.get("data-written").split("\n") for each in texts if each.get("data-written")}
    name, season = next(iter(pair for pair in written.items() if "words" in pair[1][0])), written["3"]
    assert text_at(place_of(name[1][0])) == name[0]
    assert name[1][0].startswith(f"cards/paper-dungeons/words/{language}.yaml:")
    assert [text_at(place_of(each)) for each in season] == ["3"]
    assert text_at(place_of(written["20+"][0])) == "20"
    assert [each for each in texts if not each.get("data-place").startswith("layouts/paper-dungeons/cards/")] == []


def place_of(text):
    path, line, column = text.rsplit(":", 2)
    return SourceLocation(path, int(line), int(column))


def test_what_is_printed_carries_no_places(catalogue):
    request = PreviewRequest("yacht", "en", None, "page", "rules")
    plain, traced = (open_pack(catalogue, "yacht", "en", traced=each) for each in (False, True))
    frames = [face_of(pack, request)[0] for pack in (plain, traced)]
    assert {written for *_, written in drawn_items(frames[0], ())} == {()}
    shown = [[(kind, text, place) for kind, text, place, _ in drawn_items(frame, ())] for frame in frames]
    assert shown[0] == shown[1]
    assert "data-" not in picture(catalogue, request, places=False).svg
