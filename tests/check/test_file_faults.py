"""`scrawl check FILE` knows each kind of file by its path, tries it in use, and reports faults in the user's file."""

import re

import pytest

from generator.check import checking, file_checking
from generator.check.checking import pack_faults
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often
from tests.observed import calls_of
from tests.tables import tables, write_files

TABLES = tables(__file__)

SHIPPED = sorted(
    path.relative_to(ROOT).as_posix() for folder in ("cards", "layouts") for path in (ROOT / folder).rglob("*.yaml")
)
GAMES = ("paper-dungeons", "dungeon-fighter", "labirynt-smierci", "platformer", "yacht")
ONE_OF_A_KIND = TABLES["one_of_a_kind"]
STYLES = "extends: ../../common/styles.yaml\n"


@pytest.fixture
def home(tmp_path):
    """Write files into a user's folder; return the folder."""

    def write(**files):
        mini = {"cards/mini/game.yaml": GAME, "cards/mini/words/en.yaml": WORDS, "layouts/mini/cards/thing.yaml": THING}
        return write_files(tmp_path, {**mini, **files})

    return write


GAME = "game: mini\ndecks:\n  things: {layout: cards/thing, title: Things}\n"
WORDS = "game: {title: Mini}\ncards: {things: {one: {name: One}}}\n"
THING = STYLES + 'size: {width: 63mm, height: 88mm}\nfront: {text: "{name}", style: body, pad: 5mm}\n'
DECK = "deck: things\ncards:\n  one: {}\n"
BANDS = ",".join(f"bands.{each}.{what}" for each in (1, 2, 3) for what in ("at", "glory", "damage"))


def check(scrawl, name, *more):
    result = scrawl("check", name, *more)
    assert "Traceback" not in result.stderr
    return result


@pytest.mark.parametrize("name", often(ONE_OF_A_KIND, SHIPPED))
def test_every_file_that_we_ship_is_checked_as_what_it_is_and_has_no_faults(scrawl, name):
    result = scrawl("check", name, cwd=ROOT)
    assert (result.returncode, " error " in result.stderr) == (0, False), result.stderr


@pytest.mark.parametrize(
    ("game", "language"),
    often(
        [("labirynt-smierci", "pl"), ("dungeon-fighter", "cs")],
        [(game, language) for game in GAMES for language in ("en", "pl", "cs")],
    ),
)
def test_no_face_of_a_game_of_the_box_has_a_fault(game, language):
    faults = pack_faults(open_pack(GameCatalogue((ROOT,)), game, language))
    assert [str(fault) for fault in faults if fault.severity == "error"] == []


@pytest.mark.parametrize(("name", "text", "expected"), TABLES["a_file_of_any_kind_is_reported_with_its_line"])
def test_a_file_of_any_kind_is_reported_with_its_line(scrawl, home, name, text, expected):
    home(**{"cards/mini/things.yaml": DECK, name: text})
    result = check(scrawl, name, "--game", "mini")
    assert expected in result.stderr + result.stdout


@pytest.mark.parametrize(
    ("language", "message", "hint", "sum_of_all"), TABLES["faults_of_a_score_are_reported_in_the_asked_language"]
)
def test_faults_of_a_score_are_reported_in_the_asked_language(scrawl, tmp_path, language, message, hint, sum_of_all):
    (tmp_path / "one.yaml").write_text("game: yacht\nplayers: [{name: Ada, onez: 3, sixes: 7}]\n")
    result = scrawl("check", "one.yaml", "--lang", language)
    assert message in result.stderr
    assert f"  {hint}\n" in result.stderr
    assert (result.returncode, result.stdout) == (1, sum_of_all)


def test_a_sound_game_of_ones_own_has_no_faults_and_each_of_its_files_says_so(scrawl, home):
    folder = home(**{"cards/mini/things.yaml": DECK})
    for path in (".", *(each.relative_to(folder) for each in folder.rglob("*.yaml"))):
        result = check(scrawl, path, "--game", "mini")
        assert (result.returncode, result.stdout, result.stderr) == (0, "no faults\n", ""), path


def test_the_layout_of_the_handbook_checks_wherever_it_is_saved(scrawl, tmp_path):
    handbook = (ROOT / "docs" / "change.md").read_text(encoding="utf-8")
    (layout,) = re.findall(r"```yaml\n(extends: \.\./\.\./common/styles\.yaml\n.*?)```", handbook, re.S)
    for name in ("my-layout.yaml", "layouts/paper-dungeons/cards/mine.yaml", "deep/down/mine.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(layout, encoding="utf-8")
        result = check(scrawl, name)
        assert (result.returncode, result.stdout) == (0, "no faults\n"), result.stderr
        assert "note C032 laid out with samples for damage, icon, name" in result.stderr


def test_a_layout_is_tried_with_the_real_cards_in_every_language(scrawl, home):
    polish = {"cards/mini/words/pl.yaml": WORDS.replace("One}", "Ж漢}")}
    home(**{"cards/mini/things.yaml": DECK, **polish})
    result = check(scrawl, "layouts/mini/cards/thing.yaml", "--game", "mini")
    assert result.returncode == 1
    assert "error L033" in result.stderr


@pytest.mark.parametrize(
    "table",
    [
        "key,letter,season,weakness,flee,reward,icon,name\nhero,M,1,wizzard,-2,gem,boss_dragon,Own\n",
        f"key,letter,season,weakness,flee,reward,{BANDS},name\nhero,M,1,wizard,-2,gem,7,2,3,9,3,2,12,5,1,漢\n",
    ],
    ids=["a value", "a sign"],
)
def test_a_fault_of_an_own_card_on_our_layout_stands_at_the_card_and_is_reported_once(scrawl, tmp_path, table):
    (tmp_path / "cards" / "paper-dungeons").mkdir(parents=True)
    (tmp_path / "cards" / "paper-dungeons" / "bosses.csv").write_text(table, encoding="utf-8")
    result = check(scrawl, "cards/paper-dungeons/bosses.csv")
    assert result.returncode == 1
    places = [line for line in result.stderr.splitlines() if " error " in line]
    assert places
    assert [line for line in places if not line.startswith("cards/paper-dungeons/bosses.csv:2:")] == []
    assert len(places) == len(set(places))


SOUND = TABLES["sound"]


@pytest.mark.parametrize("name", SOUND)
def test_what_another_game_has_and_what_an_edition_adds_for_itself_are_no_slips(scrawl, home, name):
    home(**{"cards/mini/things.yaml": DECK, name: SOUND[name]})
    result = check(scrawl, ".", "--game", "mini")
    assert (result.stdout, result.stderr) == ("no faults\n", "")


@pytest.mark.parametrize(
    ("text", "message", "hint"), TABLES["a_slip_in_an_edition_is_reported_where_its_game_is_checked"]
)
def test_a_slip_in_an_edition_is_reported_where_its_game_is_checked(text, message, hint, scrawl, home):
    home(**{"cards/mini/things.yaml": DECK, "layouts/mini/editions/mine.yaml": text})
    result = check(scrawl, "--game", "mini")
    assert f"editions/mine.yaml:{message}" in result.stderr
    assert f"hint: {hint}" in result.stderr


@pytest.mark.parametrize("paths", [(), ("layouts/mini/editions/mine.yaml",)])
def test_unreadable_text_in_an_edition_is_reported_when_its_game_is_checked(paths, scrawl, home):
    edition = "styles: {body: {color: '#fefefe'}}\n"
    home(**{"cards/mini/things.yaml": DECK, "layouts/mini/editions/mine.yaml": edition})
    result = check(scrawl, *paths, "--game", "mini")
    assert ("in edition 'mine': " in result.stderr) is not bool(paths)
    assert "warning L040 " in result.stderr


def test_an_edition_changes_the_keys_of_a_style_that_it_names_and_no_others(home):
    folder = home(**{"layouts/mini/editions/mine.yaml": "styles: {body: {size: 8pt}}\n"})
    usual, other = (
        open_pack(GameCatalogue((folder, ROOT)), "mini", "en", edition).engine("cards/thing").layout.styles["body"]
        for edition in (None, "mine")
    )
    assert (usual.size, other.size) == (9, 8)
    assert vars(other) == {**vars(usual), "size": 8}


def test_a_game_in_a_folder_is_laid_out_once_however_many_files_it_has(home):
    folder = home(
        **{
            "cards/mini/things.yaml": DECK,
            "cards/mini/numbers.yaml": "a: 1\n",
            "cards/mini/game.yaml": f"{GAME}data: [numbers]\n",
        }
    )
    with calls_of(checking.check_game) as calls:
        file_checking.check_path(GameCatalogue((folder, ROOT)), "mini", folder / "cards")
    assert [call["game"] for call in calls] == ["mini"]


def test_a_folder_without_any_file_to_check_is_an_error(scrawl, tmp_path):
    (tmp_path / "empty").mkdir()
    result = check(scrawl, "empty")
    assert result.returncode == 1
    assert "error C030 there is nothing to check in empty" in result.stderr


def test_a_deck_that_no_game_names_is_still_read(scrawl, home):
    home(**{"cards/mini/others.csv": "key\na b\n"})
    result = check(scrawl, "cards/mini/others.csv", "--game", "mini")
    assert "cards/mini/others.csv:2:1: error D013" in result.stderr
