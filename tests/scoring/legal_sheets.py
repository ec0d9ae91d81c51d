"""Random sheets of Paper Dungeons become such as a game can end with, by the rules alone: written without the scorer."""

import shutil

from generator.diagnostics import SourceLocation
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import Node
from tests.conftest import ROOT

# the Chimera as the boss of each season
CHIMERAS = ("chimera_first", "chimera", "chimera_last")
WITH_CHIMERAS = GameCatalogue((ROOT, ROOT / "tests" / "data" / "three_chimeras"))

# what the missions ask for, of which a sheet tells; the others may have been met [list]
MISSIONS = (
    lambda sheet: sheet["monsters"] >= 3,  # of three levels
    lambda sheet: 6 in sheet["heroes"].values(),
    lambda sheet: sheet["rooms"] >= 3 and counted(sheet, "full_rows") >= 1,
    lambda sheet: min(sheet["heroes"].values()) >= 3,
    lambda sheet: sheet["rooms"] >= 3,  # a full column
    lambda sheet: counted(sheet, "potions") >= 6,  # of eight, where they are counted to the step of a goal
    lambda sheet: sum(level >= 4 for level in sheet["heroes"].values()) >= 3,
    lambda sheet: sheet["monsters"] >= 6,
    lambda sheet: sheet["gems"] >= 4,
    lambda sheet: sheet["rooms"] >= 2 and counted(sheet, "corner_rooms") >= 2,
    lambda sheet: True,  # traps
    lambda sheet: sheet["rooms"] >= 15,
    lambda sheet: list(sheet["items"].values()).count(2) >= 4,
    lambda sheet: sum(sheet["heroes"].values()) >= 12,
    lambda sheet: sheet["rooms"] >= 3,  # of the bosses
    lambda sheet: sum(level >= 5 for level in sheet["heroes"].values()) >= 2,
)


def counted(sheet, goal):
    """Return what a goal counts on a sheet, or so much that nothing is missing where it has another."""
    told = sheet["goal"]
    return told["value"] if isinstance(told, dict) and told["key"] == goal else 99


def lay_out_chimeras(folder):
    """Add the Chimeras of the other seasons to the games of a folder."""
    shutil.copytree(ROOT / "tests" / "data" / "three_chimeras", folder, dirs_exist_ok=True)


# none that brings levels, gems or monsters of its own before the last
ITEMS = (
    *("crown_of_the_one_king", "armour_of_heroes", "cloak_of_passage", "medallion_of_khar"),
    *("flaming_sword", "alchemists_cauldron", "book_of_wisdom", "reapers_scythe"),
)
ROOMS_EACH = {"corner_rooms": 1, "edge_rooms": 1, "columns_with_4": 4, "full_rows": 6}


def legal_marks(sheet):
    """Return a sheet with what its marks bring along: gems, halves, monsters, rooms; and no more missions than it met."""
    sheet = {**sheet, "items": dict(sheet["items"]), "heroes": dict(sheet["heroes"])}
    if sheet["power"] == "craftsman" and sum(halves > 0 for halves in sheet["items"].values()) < 2:
        sheet["items"] |= {"crown_of_the_one_king": 1, "book_of_wisdom": 1}
    if sheet["power"] == "veteran":
        sheet["heroes"] |= {hero: max(2, sheet["heroes"][hero]) for hero in ("warrior", "cleric")}
    rogue, hunter = sheet["heroes"]["rogue"] >= 4, sheet["power"] == "treasure_hunter"
    if rogue:
        sheet["gems"] = max(1, sheet["gems"])
    sheet["gems"] = min(sheet["gems"], 9 + rogue + hunter)  # eight of a map, and one for the twelfth potion
    scythe, assassin = sheet["items"].get("reapers_scythe") == 2, sheet["power"] == "assassin"
    sheet["monsters"] = max(sheet["monsters"], 2 * scythe)
    fill(sheet["heroes"], dict.fromkeys(sheet["heroes"], 6), 4 + levels_brought(sheet))
    fill(sheet["items"], dict.fromkeys(ITEMS, 2), halves_brought(sheet))
    fill(sheet["heroes"], dict.fromkeys(sheet["heroes"], 6), 4 + levels_brought(sheet))
    fought = sum(strength is not None for strength in sheet.get("fights", sheet.get("bosses", ())))
    beaten_afar = 2 * scythe + 2 * assassin
    sheet["rooms"] = max(sheet["rooms"], fought, sheet["monsters"] - beaten_afar, -(-(sheet["gems"] - 1) // 6), 1)
    if sheet["damage"] > 8:
        sheet["rooms"] = max(2, sheet["rooms"])  # traps hurt again only who left their room
    if sheet["power"] == "scout":
        sheet["damage"] = min(16, sheet["damage"])  # of skulls
    return legal_missions(sheet)


def legal_missions(sheet):
    """Return a sheet with no more missions than it can have met."""
    met = sum(may_be_met(sheet) for may_be_met in MISSIONS)
    missions = sheet["missions"]
    return sheet | {"missions": missions[:met] if isinstance(missions, list) else min(missions, met)}


def fill(marks, most, least):
    """Fill boxes, the first ones that are free, until there are so many."""
    for key, highest in most.items():
        while sum(marks.values()) < least and marks.get(key, 0) < highest:
            marks[key] = marks.get(key, 0) + 1


def levels_brought(sheet):
    return (sheet["gems"] >= 6) + (sheet["items"].get("book_of_wisdom") == 2) + 2 * (sheet["power"] == "veteran")


def halves_brought(sheet):
    by_power = {
        "craftsman": 2,
        "beastmaster": sheet["monsters"] // 3,
        "noble": sum(level >= 5 for level in sheet["heroes"].values()),
    }
    return (sheet["gems"] >= 2) + (sheet["gems"] >= 10) + by_power.get(sheet["power"], 0)


def legal_strengths(sheet, weakness):
    """Return a sheet whose strengths against three cards of a weakness its levels allow, and never fall."""
    heroes, items = sheet["heroes"], sheet["items"]
    most = sum(heroes.values()) + heroes[weakness] + (heroes["warrior"] >= 4) + 3 * (items.get("flaming_sword") == 2)
    most += 2 * (sheet["power"] == "berserker")
    told = iter(sorted(min(most, strength) for strength in sheet["fights"] if strength is not None))
    fights = [None if strength is None else next(told) for strength in sheet["fights"]]
    if fights[-1] is not None:
        fights[-1] = most  # nothing is won after it, but by the strongest of several
    return sheet | {"fights": fights}


def noded(value):
    if isinstance(value, dict):
        held = {key: noded(child) for key, child in value.items()}
        return Node(held, SourceLocation("x"), dict.fromkeys(held, SourceLocation("x")))
    return Node([noded(child) for child in value] if isinstance(value, list) else value, SourceLocation("x"))
