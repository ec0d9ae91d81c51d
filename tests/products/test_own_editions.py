"""A user's own game, from `scrawl new` or the tutorial, is legible in every edition and saves ink in one."""

from pathlib import Path

import pytest

from generator.authoring.new_files import NewGameRequest, new_game_files, starter_kinds
from generator.check.checking import check_game
from generator.check.preflight import ink_use
from generator.geometry import Size
from generator.layout.frame_checks import frame_faults
from generator.products.cards import deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.cli.test_tutorial import edit, steps
from tests.conftest import ROOT, often
from tests.tables import write_files

EDITIONS = ("ink-saver", "colour-blind", "large-print", "dry-erase")
STARTERS = ("tutorial", *starter_kinds())
EVERY = [(starter, edition) for starter in STARTERS for edition in EDITIONS]
PAIRS = [
    *((starter, "ink-saver") for starter in STARTERS),
    *zip(STARTERS, ("large-print", "colour-blind", "dry-erase"), strict=False),
]
CARD = Size(mm(63), mm(88))


def home_with(starter, folder):
    """Return the catalogue with a game made as its docs say, and the game's name."""
    if starter == "tutorial":
        for file, kind, body in steps():
            if file:
                write_files(folder, {file: body})
            elif kind == "edit":
                edit(folder, body)
        return GameCatalogue((folder, ROOT)), "dinghy"
    for path, text in new_game_files(GameCatalogue((ROOT,)), NewGameRequest("moon-farm", starter)):
        write_files(folder, {path: text})
    return GameCatalogue((folder, ROOT)), "moon-farm"


@pytest.mark.parametrize(("starter", "edition"), often(PAIRS, EVERY))
def test_a_game_of_ones_own_is_without_fault_in_every_edition(starter, edition, tmp_path):
    catalogue, game = home_with(starter, tmp_path)
    assert [str(fault) for fault in check_game(catalogue, game, edition)] == []


@pytest.mark.parametrize("edition", often(["ink-saver"], EDITIONS))
def test_a_deck_that_a_table_became_is_without_fault_in_every_edition(edition, scrawl, tmp_path):
    write_files(tmp_path, {"roles.csv": "name,text,points\nFox,Runs fast,3\nHen,Stays at home,1\n"})
    result = scrawl("new", "deck", "roles", "--from", "roles.csv")
    assert result.returncode == 0, result.stderr
    catalogue = GameCatalogue((tmp_path, ROOT))
    (game,) = (path.name for path in (tmp_path / "cards").iterdir())
    assert [str(fault) for fault in check_game(catalogue, game, edition)] == []


@pytest.mark.parametrize(("starter", "deck"), [("tutorial", "winds"), ("path", "aims")])
def test_the_ink_saver_saves_most_of_a_card_of_ones_own(starter, deck, tmp_path):
    catalogue, game = home_with(starter, tmp_path)
    usual, less = (ink_cover(open_pack(catalogue, game, "en", edition), deck) for edition in (None, "ink-saver"))
    assert less < usual / 5


def ink_cover(pack, deck):
    front, back = deck_faces(pack, deck, CARD).cards[0]
    return sum(ink_use(pack, deck, [front, back])) / 2


def test_a_colour_of_ones_own_is_left_out_where_the_game_says_so(tmp_path):
    catalogue, game = home_with("path", tmp_path)
    styles = tmp_path / "layouts" / game / "styles.yaml"
    write_files(tmp_path, {styles: styles.read_text(encoding="utf-8").replace("aims: ground_5", 'aims: "#204175"')})
    assert pale_words(catalogue, game) == []
    (tmp_path / "layouts" / game / "editions" / "ink-saver.yaml").unlink()
    assert {fault.code for fault in pale_words(GameCatalogue((tmp_path, ROOT)), game)} == {"L040"}


def pale_words(catalogue, game):
    cards = deck_faces(open_pack(catalogue, game, "en", "ink-saver"), "aims", CARD).cards
    return [fault for face in cards[0] for fault in frame_faults(face)]


@pytest.mark.parametrize("edition", ["ink-saver", None])
def test_words_that_an_edition_makes_illegible_are_reported_where_it_is_printed(edition, tmp_path):
    catalogue, game = home_with("tutorial", tmp_path)
    layout = Path(tmp_path, "layouts/dinghy/wind.yaml")
    write_files(tmp_path, {layout: layout.read_text(encoding="utf-8").replace("ground_3", '"#204175"')})
    pack = open_pack(catalogue, game, "en", edition)
    deck_faces(pack, "winds", CARD)
    pack.raise_faults()
    faults = [fault for fault in pack.warnings() if fault.code == "L040"]
    assert bool(faults) == (edition is not None)
    assert [
        fault
        for fault in faults
        if not (fault.severity == "warning" and f"dinghy/editions/{edition}.yaml" in fault.hint)
    ] == []
    severities = [fault.severity for fault in check_game(catalogue, game, edition) if fault.code == "L040"]
    assert set(severities) == {fault.severity for fault in faults}
