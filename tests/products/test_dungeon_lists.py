"""Values of a dungeon for layouts and sentences: rooms, edges, targets, places in its file, figures and its picture."""

import json
from dataclasses import replace
from functools import cache

import pytest

from generator.products.dungeon_sentences import (
    MapPicture,
    MeasuredDifficulty,
    _width_in_points,
    difficulty_sentences,
    earnings_sentence,
    measured,
    points,
    summary,
)
from generator.products.dungeon_values import (
    blank_map_origins,
    blank_values,
    dungeon_card_values,
    dungeon_origins,
    map_faults,
    map_view,
    maps_deck,
    open_dungeon,
    target_cards,
    target_name,
)
from generator.products.print_pack import open_pack
from generator.products.sheets import map_digest
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node
from generator.rulesets.value_counts import ConfidenceInterval
from tests.conftest import ROOT
from tests.products.drawing_listing import facts, list_faults, number, refusal
from tests.tables import tables, write_files

EXPECTED = tables(__file__)
CATALOGUE = GameCatalogue((ROOT,))
FILES = {
    "small.yaml": """\
name: {pl: Mapa 4, en: Map 4}
text: Story 4
letter: X
bosses: [hydra, stone_golem, dragon]
map: |
  +--+--+--+--+
  |3    ~     |
  +  +--+  +  +
  <           >
  +~~+  +  +  +
  |     |2    |
  +  +  +  +  +
  |     |    1|
  +--+--+--+--+
rooms:
  A1: [ghost 3, potion]
  B1: [gem A, gem B]
  C2: [trap, orc 2]
  D3: [level_up, potion]
  A2: [gem C, orc 1]
""",
    "closed.yaml": """\
bosses: [hydra, stone_golem, dragon]
map: |
  +--+--+--+
  |3  2 |  |
  +  +--+--+
  |  |1 |  |
  +--+--+~~+
  |     |  |
  +--+--+--+
rooms: {A1: potion, C1: gem A, C3: item_half}
""",
}


def wide(columns, rows, wrapped):
    """Return a file of an empty map with joined ends at some rows."""
    bar = "+--" * columns + "+"
    lines = [bar]
    for row in range(rows, 0, -1):
        left, right = "<>" if row in wrapped else "||"
        lines += [left + "  " + "   " * (columns - 1) + right, bar if row == 1 else "+  " * columns + "+"]
    return "bosses: []\nmap: |\n" + "".join(f"  {line}\n" for line in lines) + "rooms: {A1: potion}\n"


FILES |= {
    "wide.yaml": wide(9, 3, (1, 2, 3)),
    "high.yaml": wide(3, 8, (2, 4, 5, 7)),
    "seven.yaml": wide(6, 7, (1, 2, 4, 5, 6)),
}


@cache
def files(folder):
    return write_files(folder, FILES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return files(tmp_path_factory.mktemp("maps"))


def pack_of(language="en"):
    return open_pack(CATALOGUE, "paper-dungeons", language)


def edges(view):
    """Return a line for each kind of edge: which lines of the grid it covers, in the order of drawing."""
    by_kind = {}
    for edge in view["edges"]:
        by_kind.setdefault(edge["kind"], []).append(" ".join(f"{edge[key]:g}" for key in ("x1", "y1", "x2", "y2")))
    return [f"{kind}: {'; '.join(lines)}" for kind, lines in by_kind.items()]


def cells(view):
    """Return a line for each cell that has something, with the values that are neither empty nor false."""
    lines = []
    for cell in view["cells"]:
        contents = {
            key: value
            for key, value in cell.items()
            if value not in (None, False, "", [], 0) and key not in ("name", "column", "row")
        }
        if set(contents) - {"floor", "named", "empty"}:
            lines.append(f"{cell['name']} {cell['column']} {cell['row']} {json.dumps(contents)}")
    return lines


def view(name, most=14, **more):
    def lines_of_view(pack, folder):
        map_values = map_view(open_dungeon(pack, f"{folder}/{name}.yaml").dungeon, pack.map_rules, **more)
        rest = {key: value for key, value in map_values.items() if key not in ("cells", "edges")}
        return [
            json.dumps(rest),
            *cells(map_values)[:most],
            str([cell["floor"] for cell in map_values["cells"]]),
            *edges(map_values),
        ]

    return lines_of_view


def doors(pack, folder):
    dungeon = open_dungeon(pack, f"{folder}/closed.yaml").dungeon
    lines = []
    for side in ("top", "left", "right"):
        map_values = map_view(dungeon, replace(pack.map_rules, entrances=side))
        lines += [
            side,
            *(line for line in edges(map_values) if line.startswith("border")),
            str([cell["name"] for cell in map_values["cells"] if cell["entrance"]]),
        ]
    return lines


def values(pack, folder):
    lines = []
    for name, language in (("small", "pl"), ("closed", "en")):
        own_pack = pack_of(language)
        card_values = dungeon_card_values(own_pack, open_dungeon(own_pack, f"{folder}/{name}.yaml"))
        excerpt = {
            key: card_values[key]
            for key in ("name", "story", "letter", "chapter", "story_number", "code", "baked", "made_with", "tale")
        }
        excerpt["targets"] = [
            (target["number"], target["card"].get("season")) for target in card_values["targets_named"]
        ]
        excerpt["walks"] = [
            (walk["number"], walk["steps"], walk["dice"], bool(walk["name"]), bool(walk["icon"]))
            for walk in card_values["walks"]
        ]
        lines += [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in excerpt.items() if value != ""]
        lines += list_faults(own_pack.faults)
    dungeon_a = dungeon_card_values(pack, open_dungeon(pack, "a"))
    lines.append(
        str(
            [
                len(pack.values["places"]["known"]) > 1,
                dungeon_a["place"] in pack.values["places"]["known"],
                len(dungeon_a["place_parts"]),
            ]
        )
    )
    blank = blank_values(pack)
    return [
        *lines,
        *(f"{key}: {value}" for key, value in blank.items() if key != "map"),
        str((blank["map"]["columns"], blank["map"]["rows"])),
        maps_deck(pack),
    ]


def names(pack, folder):
    cards = {
        **target_cards(pack, pack.map_rules),
        "a": {"name": {"pl": "P", "en": "E"}},
        "b": {"name": {"pl": "P"}},
        "c_d": {},
        "e": {"name": "N"},
    }
    lines = [target_name(pack, pack.map_rules, cards, key) for key in ("a", "b", "c_d", "e", "f_g")]
    return [*lines, *list_faults(map_faults(pack)), *list_faults(map_faults(open_pack(CATALOGUE, "yacht", "en")))]


def places(node, path=""):
    """Yield a line for each value with a place in a file: its path, line and column."""
    if isinstance(node, Node):
        if node.place.line:
            yield f"{path} {node.place.line}:{node.place.column}"
        children = node.value.items() if node.is_map else enumerate(node.value) if node.is_list else ()
    else:
        children = node.items() if isinstance(node, dict) else ()
    for key, child in children:
        yield from places(child, f"{path}.{key}" if path else str(key))


def origins(pack, folder):
    lines = []
    for name in ("small", "closed"):
        file = open_dungeon(pack, f"{folder}/{name}.yaml")
        nodes = dungeon_origins(pack, file)
        parts = [line for key in ("name", "story", "letter", "map") if key in nodes for line in places(nodes[key], key)]
        lines.append("; ".join(line.removeprefix("map.cells.") for line in parts if "symbol" not in line))
        for key in ("targets_named", "walks"):
            entries = [
                (entry.place.line, number.place.line, number.place.column)
                for entry in nodes[key].value
                for number in [entry.value["number"]]
            ]
            lines += [f"{key}: {entries}", ", ".join(sorted(nodes[key].value[0].value))]
        symbols = [
            cell.value["monster"].value.get("symbol")
            for cell in nodes["map"].value["cells"].value
            if "monster" in cell.value
        ]
        lines.append(str([symbol and symbol.value for symbol in symbols]))
    blank = blank_map_origins(pack, None)["map"].value["cells"].value
    return [*lines, str((len(blank), blank[0].value["name"].value))]


def summary_of(name):
    def lines_of_summary(pack, folder):
        file = open_dungeon(pack, f"{folder}/{name}.yaml")
        return [*(" ".join(facts(sentence)) for sentence in summary(pack, file)), f"{map_digest(file):08x}"]

    return lines_of_summary


def sentences(pack, folder):
    lines = [" ".join(facts(sentence)) for sentence in difficulty_sentences(pack, FILES["closed.yaml"], 0)]
    earned = MeasuredDifficulty(7, ConfidenceInterval(101.25, 99.04, 104.0))
    earnings = [earnings_sentence(pack, earned), earnings_sentence(pack, replace(earned, difficulty="hard"))]
    lines += [" ".join(facts(sentence)) for sentence in earnings] + [
        str(earnings[1].startswith(earnings[0]) and len(earnings[1]) > len(earnings[0]))
    ]
    lines += [points(pack, value, plus=plus) for value, plus in ((1.25, True), (-1.26, False), (0.0, True))]
    lines += [points(pack_of("pl"), 1.26)]
    lines += [str(measured(pack.game, "a", 0)), str(measured(open_pack(CATALOGUE, "yacht", "en").game, "a", 3))]
    return [*lines, str(measured(pack.game, "a", 3, lambda: True)), str(measured(pack.game, f"{folder}/none.yaml", 3))]


def test_a_map_is_measured_by_games():
    result = measured(pack_of().game, "a", 2)
    low, high = result.points.low, result.points.high
    assert (result.games, 0 < result.points.estimate < 250, low < result.points.estimate < high) == (2, True, True)
    assert result.difficulty in ("easy", "standard", "hard")


def widths(pack, folder):
    cases = [
        ("1200px", 150),
        ("600px", 300),
        ("120mm", 150),
        ("5mm", 72),
        ("2000mm", 20),
        ("12000PX", 900),
        ("16px", 72),
    ]
    lines = [number(_width_in_points(width, dpi)) for width, dpi in cases]
    for width in ("15px", "12001px", "4mm", "2001mm", "9", "xpx"):
        lines += refusal(_width_in_points, width, 150)
    return lines


def picture(pack, folder):
    lines = []
    for width, titled in ((None, False), ("40px", True)):
        drawing = MapPicture(pack, f"{folder}/closed.yaml", width, titled=titled)
        size, group = drawing.frame.size, drawing.frame.items[0]
        lines.append(
            f"{number(size.width)} x {number(size.height)} by {group.matrix[0]:.3f} {group.matrix[3]:.3f}: {drawing.size_name('png')}, {drawing.size_name('svg')}"
        )
    return [*lines, str(int.from_bytes(drawing.as_bytes("png")[16:20])), str(b"<svg" in drawing.as_bytes("svg"))]


DRAWINGS = {
    "a small map": view("small"),
    "a map with walls of its own": view("small", 0, is_own_map=True),
    "a map with closed rooms": view("closed"),
    "a wide map": view("wide", 1),
    "a high map": view("high", 1),
    "a map of seven rows": view("seven", 1),
    "doors": doors,
    "names": names,
    "origins": origins,
    **{f"sentences on the {name} map": summary_of(name) for name in ("small", "closed", "wide")},
    "widths": widths,
}
DEARER = {"other sentences": sentences, "picture": picture, "values": values}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_dungeon_has_the_values_of_the_list(name, folder):
    assert DRAWINGS[name](pack_of(), folder) == EXPECTED[name]


def test_sentences_have_these_figures(folder):
    assert sentences(pack_of(), folder) == EXPECTED["other sentences"]


def test_a_picture_has_this_size(folder):
    assert picture(pack_of(), folder) == EXPECTED["picture"]


def test_layouts_get_these_values(folder):
    assert values(pack_of(), folder) == EXPECTED["values"]
