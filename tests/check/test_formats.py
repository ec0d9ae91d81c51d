"""The JSON Schema of every kind of file accepts all files that we ship, and rejects what the program rejects."""

import json
from functools import cache

import jsonschema
import pytest
import yaml

from generator.check.formats import FORMATS, schema_of
from generator.reading.file_kinds import placed_file
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often
from tests.tables import read_yaml

CATALOGUE = GameCatalogue((ROOT,))
SHIPPED = sorted(
    path for folder in ("cards", "layouts") for path in (ROOT / folder).rglob("*.yaml") if "examples" not in path.parts
)


@cache
def plain(path):
    """Read a file as editors do: for them `no` is false, so our files have such words only in quotes."""
    words = "words" in path.relative_to(ROOT).parts
    names = ("CBaseLoader", "BaseLoader") if words else ("CSafeLoader", "SafeLoader")  # C library first, if it is there
    return yaml.load(
        path.read_text(encoding="utf-8"), next(getattr(yaml, name) for name in names if hasattr(yaml, name))
    )


def sample(paths):
    """Return every third file of each kind of each game, the first of each."""
    kinds = {}
    for path in paths:
        place = placed_file(CATALOGUE, path)
        kinds.setdefault((place.kind, place.game), []).append(path)
    return [path for files in kinds.values() for path in files[::3]]


@cache
def validator(*form):
    return jsonschema.Draft202012Validator(schema_of(CATALOGUE, *form))


def kind_of(path):
    place = placed_file(CATALOGUE, path)
    game = place.game or "paper-dungeons"
    deck = place.name if place.kind == "data" and "cards" in (plain(path) or {}) else None
    return ("deck", game, deck) if deck else (place.kind, game, None)


@pytest.mark.parametrize("path", often(sample(SHIPPED), SHIPPED), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_that_we_ship_is_valid(path):
    kind, game, deck = kind_of(path)
    if kind != "data":
        validator(kind, game, deck).validate(plain(path))


def test_a_schema_is_there_for_every_kind_of_file_that_has_a_form():
    kinds = {kind_of(path)[0] for path in SHIPPED}
    assert kinds - {"data"} <= set(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_prints_a_sound_schema(scrawl, form):
    result = scrawl("schema", form)
    assert result.returncode == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(result.stdout))
    assert " object at 0x" not in result.stdout  # such an address would differ in each run


WRONG = [
    ("game", {"game": "mini", "deks": {}}),
    ("game", {"game": "../mini"}),
    ("deck", {"cards": []}),
    ("layout", {"front": {"text": "a", "colour": "red"}}),
    ("edition", {"colors": {"ink": "#12"}}),
    ("shops", {"shops": {"x": {"titel": "X"}}}),
    ("papers", {"papers": {"a4": {"width": "210mm"}}}),
    ("score", {"players": []}),
]


@pytest.mark.parametrize(("form", "value"), WRONG)
def test_a_schema_rejects_wrong_values(form, value):
    assert not jsonschema.Draft202012Validator(schema_of(CATALOGUE, form, "paper-dungeons")).is_valid(value)


def test_a_deck_has_a_schema_of_its_own(scrawl):
    result = scrawl("schema", "deck", "--deck", "bosses")
    schema = json.loads(result.stdout)
    card = read_yaml(ROOT / "cards/paper-dungeons/bosses.yaml")["cards"]["chimera"]
    bosses = jsonschema.Draft202012Validator(schema)
    assert bosses.is_valid({"deck": "bosses", "cards": {"own": card}})
    assert not bosses.is_valid({"deck": "bosses", "cards": {"own": {**card, "weakness": "wizzard"}}})
    assert not bosses.is_valid({"deck": "bosses", "cards": {"../own": card}})
    assert not bosses.is_valid({"deck": "bosses", "cards": {"own": {**card, "extra": 1}}})
    assert scrawl("schema", "deck", "--deck", "boses").returncode == 1
    assert scrawl("schema", "layout", "--deck", "bosses").returncode == 2
