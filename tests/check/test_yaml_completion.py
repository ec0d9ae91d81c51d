"""Completion at a place of a file: from its schema, in an unfinished text, with the sentence of the reference."""

import pytest

from generator.check.formats import schema_of
from generator.check.yaml_completion import completions
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often

CATALOGUE = GameCatalogue((ROOT,))
GOAL, GAME, SCORING = (
    "layouts/paper-dungeons/cards/goal.yaml",
    "cards/dungeon-fighter/game.yaml",
    "cards/yacht/scoring.yaml",
)


def offers_at(file, text):
    """Return the offers at the | of a text, by word."""
    before, _, after = text.partition("|")
    path, line, column = ROOT / file, before.count("\n") + 1, len(before.rpartition("\n")[2])
    saved = path.read_text(encoding="utf-8")
    return {offer.word: offer for offer in completions(CATALOGUE, path, saved, before + after, line, column)[0]}


KEYS = {
    # by indentation, in lists of both kinds, in braces, in the middle of a file, below an unfinished line
    (GOAL, "|"): ({"front", "colors", "extends"}, {"text", "kept"}),
    (GOAL, "extends: x\n|\nback: x\n"): ({"front", "colors"}, {"extends"}),
    (GOAL, "front:\n  |"): ({"text", "column", "icon"}, {"front"}),
    (GOAL, "front:\n  text: a\n  |\nback: {}\n"): ({"align", "style"}, {"text", "column", "gap_x"}),
    (GOAL, "front:\n  column:\n    - text: a\n    - icon: b\n      |"): ({"width", "rotate"}, {"icon", "text", "hyphens"}),
    (GOAL, "front:\n  column:\n  - icon: b\n    |\n  gap: 1mm"): ({"width"}, {"icon", "column"}),
    (GOAL, "front: {column: [{text: 'a: b, c', |"): ({"align"}, {"text", "column"}),
    (GOAL, "styles:\n  big: {size: 9pt, |}\n"): ({"font", "align"}, {"size", "text"}),
    (GAME, "decks:\n  a: {layout: x, |"): ({"backs", "fields"}, {"layout"}),
    (GAME, "players: {|"): ({"least", "most"}, {"decks"}),
    # keys that depend on a given word
    (SCORING, "inputs:\n  a:\n    kind: choice\n    |"): ({"options", "deck"}, {"kind", "bands", "least"}),
    # the fields that the game declares for its deck
    ("cards/paper-dungeons/goals.yaml", "cards:\n  gems:\n    |"): ({"name", "thresholds", "watches"}, {"layout"}),
}  # fmt: skip


@pytest.mark.parametrize(("place", "keys"), KEYS.items(), ids=[text for _, text in KEYS])
def test_keys_of_a_place_are_offered_and_none_that_is_said_or_does_not_belong(place, keys):
    offers = offers_at(*place)
    present, absent = keys
    assert present <= offers.keys()
    assert not absent & offers.keys()
    assert [each for each in offers.values() if not each.is_key] == []


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        (GOAL, "icon_grounds: |", {"kept", "left-out"}),
        (GOAL, "front:\n  text: a\n  align: |\nback: x\n", {"start", "center", "end", "stretch"}),
        (GOAL, "front: {column: [{text: a, align: |}]}", {"start", "center", "end", "stretch"}),
        (GOAL, "links:\n  - {arrow: |", {"end", "start", "both", "none"}),
        (SCORING, "inputs:\n  a: {kind: |", {"choice", "number", "flag"}),
        (GOAL, "front: {text: a, keep: |", set()),
    ],
)
def test_words_that_are_counted_up_are_offered_where_they_can_stand(file, text, words):
    offers = offers_at(file, text)
    assert words <= offers.keys()
    assert not any(each.is_key for each in offers.values())


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("front: {text: a, style: |", "card_title", ""),
        ("front:\n  text: a\n  style: |", "card_title", ""),
        ("front:\n  use: |", "glory_badge", ""),
        ("front: {text: a, color: |}", "goals", "#20716d"),
        ("styles:\n  big: {fill: |", "ink", ""),
        ("front: {text: a, font: |}", "text.bold", "FiraSansCondensed-Bold.ttf"),
        ("front:\n  stack:\n    - icon: |", "crown", ""),
    ],
)
def test_names_of_the_layout_and_of_what_it_extends_are_offered_with_what_they_stand_for(text, name, says):
    offers = offers_at(GOAL, text)
    assert says in offers[name].says
    assert not any(each.is_key for each in offers.values())


def test_names_are_those_of_layouts_alone_and_of_sound_ones(tmp_path):
    assert offers_at(GAME, "pieces:\n  a: {icon: |") == {}
    (tmp_path / "layouts" / "mine").mkdir(parents=True)
    path = tmp_path / "layouts" / "mine" / "card.yaml"
    path.write_text("extends: gone.yaml\nstyles: {own: {size: 9pt}}\n")
    text, catalogue = "front: {text: a, style: ", GameCatalogue((tmp_path, ROOT))
    assert completions(catalogue, path, "", text, 1, len(text)) == ([], None)
    path.write_text("extends: ../common/styles.yaml\nstyles: {own: {size: 9pt}}\n")
    assert "own" in {offer.word for offer in completions(catalogue, path, "", text, 1, len(text))[0]}


def test_the_sentence_of_the_reference_stands_beside_a_key_and_its_words():
    properties = schema_of(CATALOGUE, "layout", "yacht")["$defs"]["LayoutSpec"]["properties"]
    assert offers_at(GOAL, "|")["extends"].says == properties["extends"]["description"] != ""
    assert offers_at(GOAL, "icon_grounds: |")["kept"].says == properties["icon_grounds"]["description"]
    assert "{placeholders}" in offers_at(GOAL, "front:\n  |")["text"].says


@pytest.mark.parametrize(
    "text", ["# |", 'front: "|', "front: {text: some words |", "front: |x\n  |", "a: b: |", "\t|", "a: [}|"]
)
def test_nothing_is_offered_where_no_word_of_the_schema_can_stand(text):
    assert offers_at(GOAL, text) == {}


@pytest.mark.parametrize("file", ["cards/yacht/words/pl.yaml", "fonts/icons/dice.svg"])
def test_what_has_no_schema_has_no_words(file):
    assert completions(CATALOGUE, ROOT / file, "", "", 1, 0) == ([], None)


def test_every_key_of_our_layouts_is_offered_where_it_stands():
    """Completion offers every key in the first column of a file, with the unchanged text before it."""
    files = sorted((ROOT / "layouts").rglob("*.yaml"))
    for path in often(files[::40], files):
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.split("\n"), 1):
            key = line.partition(":")[0]
            if key.isidentifier():
                offers = {offer.word for offer in completions(CATALOGUE, path, text, text, number, 0)[0]}
                assert key in offers, (path, number)


def test_braces_without_end_are_soon_done():
    assert offers_at(GOAL, "front: " + "{box: {cell: " * 3000 + "{|") is not None


LINE = "lines:\n  - letter: A\n    points: "


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            LINE + "|on",
            {"ones": "a number, 0 to 5", "sum": "", "total": "a number, 0 to 332", "upper": "a number, 0 to 105"},
        ),
        (LINE + '"2 * (ones + |)"', {"twos": "a number, 0 to 10"}),
        (LINE + "2 * |lines.bonus.f", {"lines.bonus.from": "63"}),
        ("lines:\n  - {letter: A, let: {half: |", {"ones": "a number, 0 to 5"}),
        ("checks:\n  few: 1 < |\n", {"ones": "a number, 0 to 5"}),
    ],
)
def test_names_of_the_game_are_offered_within_a_formula(text, words):
    offers = {word: each.says for word, each in offers_at(SCORING, text).items()}
    assert words.items() <= offers.items()


@pytest.mark.parametrize(
    ("formula", "gives"),
    [
        ("ones + twos|", ("0", "15", "15")),
        ("track(lines.bonus.from, 2)|", None),
        ("'if upper >= 63 then 35 else 0|'", ("0", "35", "35")),
        ("ones > 9|", ("no", "no", "no")),
        ("ones +|", None),
        ("1 // (ones - 5)|", None),
        ("sum(ones * n for n in 1..3)|", ("0", "45", "30")),
    ],
)
def test_what_a_formula_gives_is_shown_while_it_is_typed(formula, gives):
    text = LINE + formula
    line, column = text.count("\n") + 1, len(text.partition("|")[0].rpartition("\n")[2])
    assert completions(CATALOGUE, ROOT / SCORING, "", text.replace("|", ""), line, column)[1] == gives
