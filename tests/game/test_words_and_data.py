"""Test the words and data of the included games: every word is used, and every number comes from the data."""

import re

import pytest

from generator.game.deck_fields import fields_of
from generator.game.game import open_game
from generator.game.manifest import read_manifest
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain
from tests.conftest import ROOT

CATALOGUE = GameCatalogue((ROOT,))
LANGUAGES = ("en", "pl", "cs")
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "cards").glob("*/game.yaml")))
GAME = "paper-dungeons"
# Digits that are not values of the game: the size of a stuck-on die, examples of input, shares in a report.
NO_VALUES = re.compile(r"(dice_page\.net_hint|score\.|simulation\.)")
NAMES = re.compile(r"bosses\.boss_\d|scoring_lines\.[abc]_boss_\d")  # each name has a number in it


def leaves(value, path=""):
    """Yield the dotted path and the text of every word."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from leaves(each, f"{path}.{number}")
    else:
        yield path, str(value)


def own_words(game, language):
    return dict(leaves(plain(CATALOGUE.read(ROOT / f"cards/{game}/words/{language}.yaml"))))


def data(name):
    return plain(CATALOGUE.read(ROOT / f"cards/{GAME}/{name}.yaml"))


def requested_words(game):
    """Return patterns of every word that a layout, a data file or the words use; {names} match any name."""
    folders = (ROOT / "layouts" / game, ROOT / "layouts" / "common", ROOT / "cards" / game)
    files = [file for folder in folders for file in folder.rglob("*.yaml")]
    paths = {"game.title", "card_types.card", "card_types.dungeon_card", "generated_names", "inputs"}
    paths |= {"score", "cards", "replay", "simulation", "spoken"}
    for file in files:
        text = file.read_text(encoding="utf-8")
        paths |= {each.strip(".") for each in re.findall(r"words\.((?:[a-z0-9_.]|\{[^{}]*\})+)", text)}
        paths |= set(re.findall(r"\bword: ([a-z0-9_.]+)", text))
    scoring = plain(CATALOGUE.read(ROOT / f"cards/{game}/scoring.yaml"))
    for each in scoring["inputs"].values():
        if "words" in each:
            source = each.get("keys_from") or each.get("goods_from")
            keys = each.get("keys") or each.get("options") or list(open_game(CATALOGUE, game).value(source))
            keys = [*keys, *(kind for purse, others in each.get("purses", {}).items() for kind in (purse, *others))]
            paths |= {f"{each['words']}.{key}" for key in keys}
    if campaign := scoring.get("campaign"):
        paths |= {campaign["all"], campaign["stories"] + "{number}"}
    return [re.compile(re.sub(r"\\\{.*?\\\}", "[a-z0-9_]+", re.escape(each)) + r"(\.|$)") for each in paths]


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_printed_or_said_somewhere(game):
    patterns = requested_words(game)
    assert [path for path in own_words(game, "en") if not any(each.match(path) for each in patterns)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_the_words_come_from_the_data(language):
    written_numbers = []
    for path, text in own_words(GAME, language).items():
        bare = re.sub(r"\{[^{}]*\}", "", text)
        if re.search(r"\d", bare) and not NO_VALUES.match(path) and not NAMES.match(path):
            written_numbers.append((path, text))
    assert written_numbers == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_words_have_the_signs_of_print(game, language):
    wrong = {
        path: text
        for path, text in own_words(game, language).items()
        if not path.startswith("score.") and re.search(r"['\"]|\.\.\.| - |(?<!\{)\bx2\b", text)
    }
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_of_forms_has_all_forms_of_the_language(language):
    expected = {"en": {"one", "other"}, "pl": {"one", "few", "many"}, "cs": {"one", "few", "other"}}[language]
    for path, text in own_words(GAME, language).items():
        for forms in re.findall(r"\{[^{}|]+\|([^{}]*)\}", text):
            assert {each.partition(":")[0] for each in forms.split("|")} == expected, path


def declared(deck, field):
    manifest = read_manifest(CATALOGUE, GAME)
    return fields_of(manifest.decks[deck].fields[field].fields, manifest.place)


def test_every_power_and_mission_says_what_it_does():
    game = open_game(CATALOGUE, GAME)
    assert [card for card in game.cards("powers").values() if not (card["effect"])] == []
    assert [card for card in game.cards("missions").values() if not (card["when"]["least"])] == []
    assert [card for card in game.cards("goals").values() if not card["watches"]["of"]] == []


def test_items_abilities_and_rewards_speak_of_effects_as_powers_do():
    effect_fields = declared("powers", "effect")
    effects = [each["effect"] for each in data("items")["items"].values()]
    effects += list(data("tracks")["rewards"].values())
    effects += [each for key, each in data("rounds")["abilities"].items() if key != "level"]
    assert {name for effect in effects for name in effect} - set(effect_fields) == {"any_colour"}
    for effect in effects:
        for name, value in effect.items():
            if name in effect_fields and effect_fields[name].one_of:
                assert value in effect_fields[name].one_of
    items = set(data("items")["items"])
    assert {
        card["effect"]["with"]
        for card in open_game(CATALOGUE, GAME).cards("powers").values()
        if "with" in card["effect"]
    } <= items


def test_rewards_are_effects():
    game, rewards = open_game(CATALOGUE, GAME), data("tracks")["rewards"]
    used_rewards = {card["reward"] for card in game.cards("bosses").values()}
    used_rewards |= {row["reward"] for row in data("tracks")["potions"]}
    used_rewards |= {box["reward"] for box in data("tracks")["gems"] if "reward" in box}
    assert used_rewards == set(rewards)


def inside(value, path):
    """Return the values at a dotted path; * means every key."""
    first, _, rest = path.partition(".")
    if first == "*":
        values = [each for value_of in value.values() for each in ([value_of] if not rest else inside(value_of, rest))]
        assert values, path
        return values
    step = value[int(first)] if isinstance(value, list) else value[first]
    return inside(step, rest) if rest else [step]


def test_known_points_of_tracks_are_kept():
    tracks, known_points = (
        data("tracks"),
        {entry["value"]: entry.get("known") or {} for entry in data("design")["tracks"]},
    )
    for at, points in known_points["gems"].items():
        assert tracks["gems"][int(at) - 1]["glory"] == points
    for name in ("weakest_hero", "monsters", "damage"):
        for at, points in known_points[name].items():
            assert tracks[name][int(at) - 1] == points
    for color, face in (("white", "clover"), ("black", "warrior")):
        (entry,) = [each for each in data("design")["dice"] if each["value"] == f"{color}.faces"]
        assert [each["digit"] for each in data("dice")[color]["faces"] if each["face"] == face] == [
            entry["known"][face]
        ]
