"""Two other games are scored by YAML alone, and damaged score files are told."""

import json
import random

import pytest
import yaml

from tests.page_texts import page_texts
from tests.scoring.legal_sheets import lay_out_chimeras
from tests.scoring.test_sheets import game, player


def scored(scrawl, tmp_path, content, *words):
    path = tmp_path / "s.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return scrawl("score", path, "--json", *words)


@pytest.mark.parametrize(
    ("sheet", "total", "title"),
    [
        (
            {"coins": 12, "dice": 4, "scars": [0, 0, 0, 0], "difficulty": "normal"},
            12 + 12 + 5 + 5,
            "Bane of the Big Bad",
        ),
        (
            {"coins": 0, "dice": 0, "scars": [3, 3], "eliminated": 2, "difficulty": "normal"},
            -6 - 10 + 5,
            "Doormats of the Deep",
        ),
        (
            {"coins": 30, "dice": 9, "scars": [0, 0], "difficulty": "infernal"},
            30 + 27 + 5 + 25,
            "Legends of the Target",
        ),
        (
            {"coins": 1, "dice": 0, "scars": [3, 0], "eliminated": 1, "difficulty": "hard"},
            1 - 3 - 5 + 15,
            "Lost and Found",
        ),
    ],
)
def test_a_party_is_scored_and_earns_a_title(sheet, total, title, scrawl, tmp_path):
    done = scored(
        scrawl, tmp_path, {"game": "dungeon-fighter", "players": [{"name": "Party", **sheet}]}, "--lang", "en"
    )
    found = json.loads(done.stdout)["players"][0]
    assert (found["total"], found["title"]) == (total, title)


def test_more_eliminated_than_heroes_is_refused(scrawl, tmp_path):
    sheet = {"name": "Party", "scars": [0, 1], "eliminated": 3, "difficulty": "hard"}
    done = scored(scrawl, tmp_path, {"game": "dungeon-fighter", "players": [sheet]})
    assert "eliminated is 3, above the 2 of scars" in done.stderr


@pytest.mark.parametrize(
    ("sheet", "total"),
    [
        ({"events": 4, "enemies": 5, "wounds": 2, "gems": 3, "coins": 4, "prices": [5, 2]}, 12 + 10 + 4 + 3 + 3),
        ({"events": 11, "coins": 2}, 33),
        ({"events": 4, "enemies": 5, "lost": True}, 0),
    ],
)
def test_a_solo_platformer_is_scored(sheet, total, scrawl, tmp_path):
    done = scored(scrawl, tmp_path, {"game": "platformer", "players": [{"name": "Ada", **sheet}]}, "--lang", "pl")
    assert json.loads(done.stdout)["players"][0]["total"] == total


def test_fifty_damaged_score_files_are_told_with_a_place(scrawl, tmp_path):
    source = yaml.safe_dump(game(player("C2"), player("C12")), sort_keys=False)
    chance = random.Random(11)
    swaps = [
        "gems: 77",
        "gmes: 7",
        "gems: [7]",
        "gems: seven",
        "gems: 7\n  gems: 8",
        "gems: {a: 1}",
        "gems: -1",
        "gems: 7.5",
        "gems: true",
    ]
    files = [source.replace("gems: 7", swap, 1) for swap in swaps]
    lines = source.splitlines()
    while len(files) < 50:
        broken = list(lines)
        at = chance.randrange(len(broken))
        broken[at] = chance.choice(
            ["{", "  - : x", "\t" + broken[at], broken[at] + ": x: y", "bogus_key: 1", "- &a *a", "'open"]
        )
        files.append("\n".join(broken))
    for index, text in enumerate(files):
        path = tmp_path / f"bad{index}.yaml"
        path.write_text(text, encoding="utf-8")
        done = scrawl("score", path)
        assert done.returncode == 1, text
        assert f"bad{index}.yaml:" in done.stderr
        assert "Traceback" not in done.stderr


HOSTILE_NAMES = ("{x}", "{name}", "{count|one: a|other: b}", "[/b]", ":skull:", '=HYPERLINK("x")', "%s", "\\")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_name_is_only_ever_a_name(name, scrawl, tmp_path):
    lay_out_chimeras(tmp_path)
    content = game(player("C2", name=name), player("C12"))
    done = scored(scrawl, tmp_path, content, "--save")
    assert json.loads(done.stdout)["players"][0]["name"] == name
    (tmp_path / "s.yaml").write_text(yaml.safe_dump(content))
    for words in (
        ("score", "s.yaml", "--why"),
        ("history", "list"),
        ("history", "show", "1", "--why"),
        ("history", "fame"),
    ):
        shown = scrawl(*words, "--lang", "en")
        assert shown.returncode == 0, shown.stderr
        assert name in shown.stdout
    table = scrawl("export", "csv").stdout
    assert "\n=" not in table.replace(",=", "\n=")
    assert scrawl("history", "plot", "-o", "p.pdf").returncode == 0


def test_own_cards_without_what_the_score_counts_are_told_at_the_card(scrawl, tmp_path):
    folder = tmp_path / "cards/paper-dungeons"
    folder.mkdir(parents=True)
    (folder / "bosses.csv").write_text("key,season,name\nslime,1,Slime\n")
    content = game(player("C2", fights=None, bosses=[7, -4, 3]), bosses=["slime", None, None])
    done = scored(scrawl, tmp_path, content)
    assert done.returncode == 1
    assert "bosses.csv:2" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("lang", ["en", "pl", "cs"])
@pytest.mark.parametrize(
    "sheet",
    [
        {"game": "platformer", "players": [{"name": "Ada", "events": 2, "coins": 4, "prices": [5]}]},
        {"game": "dungeon-fighter", "players": [{"scars": [0, 0], "difficulty": "hard", "dice": 2}]},
    ],
)
def test_the_other_games_speak_one_language_throughout(lang, sheet, scrawl, tmp_path):
    path = tmp_path / "s.yaml"
    path.write_text(yaml.safe_dump(sheet))
    text = scrawl("score", path, "--why", "--lang", lang).stdout
    english = {"Total", "Coins", "coins", "Scars", "scars", "Event", "Difficulty", "for", "lost"}
    assert bool(english & set(text.replace("(", " ").replace(")", " ").split())) == (lang == "en")
    assert "such as" not in text


def test_a_name_with_braces_is_printed_as_it_is(scrawl, tmp_path):
    done = scrawl("print", "sheets", "--player", "Ada {Bob}", "--lang", "en", "-o", "sheet.pdf")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ada {Bob}" in page_texts(tmp_path / "sheet.pdf")[0]
