"""Files of `scrawl new` name a schema beside them; an editor uses it to complete, explain and check them."""

import json

import jsonschema
import pytest

from generator.check.formats import MODELINE, reference_texts
from tests.tables import read_yaml, tables


def validator(path):
    """Return the validator of the schema that a file names in its first line, or None."""
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    if not first.startswith(MODELINE):
        return None
    schema = json.loads((path.parent / first.removeprefix(MODELINE)).read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


def yaml_of(path):
    return read_yaml(path)


@pytest.fixture
def moon_farm(scrawl, tmp_path):
    result = scrawl("new", "game", "moon-farm")
    assert result.returncode == 0, result.stderr
    return tmp_path


def test_every_file_of_a_new_game_is_valid_by_the_schema_that_it_names(moon_farm):
    valid = {}
    for path in [*moon_farm.rglob("cards/**/*.yaml"), *moon_farm.rglob("layouts/**/*.yaml")]:
        if schema := validator(path):
            valid[path.name] = schema.is_valid(yaml_of(path))
    assert set(valid) == {
        *("game.yaml", "scoring.yaml", "aims.yaml"),
        *("card.yaml", "ink-saver.yaml", "marker.yaml", "page.yaml", "sheet.yaml", "styles.yaml"),
    }
    assert all(valid.values()), valid


SLIPS = tables(__file__)["slips"]


def test_a_slip_is_shown_where_it_stands(moon_farm):
    place_of = {}
    for path, right, wrong, _ in SLIPS:
        file = moon_farm / path
        text = file.read_text(encoding="utf-8")
        assert text.count(right) >= 1
        file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        places = {place for fault in validator(file).iter_errors(yaml_of(file)) for place in places_of(fault)}
        place_of[wrong] = " ".join(map(str, max(places, key=len)))
        file.write_text(text, encoding="utf-8")
    assert place_of == {wrong: place for _, _, wrong, place in SLIPS}


def places_of(fault):
    """Yield the place of a fault, and its place for each possible kind of element."""
    yield tuple(fault.absolute_path)
    for each in fault.context or ():
        yield from places_of(each)


def test_a_copy_and_a_deck_name_their_schemas_and_what_is_no_yaml_is_copied_as_it_is(scrawl, moon_farm):
    (moon_farm / "roles.csv").write_text("Name,Qty\nCook,2\n", encoding="utf-8")
    for words in (
        ("copy", "layouts/common/styles.yaml"),
        ("copy", "cards/yacht/words/cs.yaml"),
        ("copy", "cards/paper-dungeons/dungeons/a.yaml"),
        ("deck", "roles", "--from", "roles.csv"),
    ):
        result = scrawl("new", *words)
        assert result.returncode == 0, result.stderr
    for name in ("common/styles", "moon-farm/roles"):
        path = moon_farm / f"layouts/{name}.yaml"
        assert validator(path).is_valid(yaml_of(path))
    assert (moon_farm / "layouts/moon-farm/roles.yaml").read_text(encoding="utf-8").count(MODELINE) == 1
    assert (moon_farm / "cards/moon-farm/game.yaml").read_text(encoding="utf-8").count(MODELINE) == 1
    dungeon = moon_farm / "cards/paper-dungeons/dungeons/a.yaml"
    assert validator(dungeon).is_valid(yaml_of(dungeon))
    assert validator(moon_farm / "cards/yacht/words/cs.yaml") is None


def test_all_schemas_are_written_and_tell_what_the_reference_says(scrawl, moon_farm):
    result = scrawl("schema", "--all", "schemas")
    assert result.returncode == 0, result.stderr
    schemas = {
        path.relative_to(moon_farm / "schemas").as_posix(): path for path in (moon_farm / "schemas").rglob("*.json")
    }
    assert {"layout.json", "moon-farm/aims.deck.json", "moon-farm/score.json", "moon-farm/dungeon.json"} <= set(schemas)
    for name in ("moon-farm/aims.deck.json", "moon-farm/score.json", "moon-farm/dungeon.json"):
        jsonschema.Draft202012Validator.check_schema(json.loads(schemas[name].read_text(encoding="utf-8")))
    layout = json.loads(schemas["layout.json"].read_text(encoding="utf-8"))["$defs"]
    assert layout["LayoutSpec"]["properties"]["safe"]["description"] == reference_texts()["keys"]["LayoutSpec.safe"]
    texts = next(kind for kind in layout["element"]["anyOf"] if kind.get("title") == "text")
    assert texts["properties"]["grow"]["description"] == reference_texts()["keys"]["ElementPlacementSpec.grow"]
    assert not any("](" in path.read_text(encoding="utf-8") for path in schemas.values())


@pytest.mark.parametrize("words", [(), ("layout", "--all", "here"), ("--all", "here", "--deck", "aims")])
def test_one_schema_is_printed_or_all_are_written(scrawl, words):
    assert scrawl("schema", *words).returncode == 2
