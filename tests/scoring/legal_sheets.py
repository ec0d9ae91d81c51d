"""Random sheets of Paper Dungeons become such as a game can end with, by the rules alone: written without the scorer."""

from generator.diagnostics import SourceLocation
from generator.reading.yaml_nodes import Node

# what the missions ask for, of which a sheet tells; the others may have been met [list]
MISSIONS = (
    lambda sheet: sheet["monsters"] >= 3,  # of three levels
    lambda sheet: 6 in sheet["heroes"].values(),
    lambda sheet: sheet["rooms"] >= 3,  # a full row
    lambda sheet: min(sheet["heroes"].values()) >= 3,
    lambda sheet: sheet["rooms"] >= 3,  # a full column
    lambda sheet: True,  # potions
    lambda sheet: sum(level >= 4 for level in sheet["heroes"].values()) >= 3,
    lambda sheet: sheet["monsters"] >= 6,
    lambda sheet: sheet["gems"] >= 4,
    lambda sheet: sheet["rooms"] >= 2,  # corners
    lambda sheet: True,  # traps
    lambda sheet: sheet["rooms"] >= 15,
    lambda sheet: list(sheet["items"].values()).count(2) >= 4,
    lambda sheet: sum(sheet["heroes"].values()) >= 12,
    lambda sheet: sheet["rooms"] >= 3,  # of the bosses
    lambda sheet: sum(level >= 5 for level in sheet["heroes"].values()) >= 2,
)
ROOMS_EACH = {"corner_rooms": 1, "edge_rooms": 1, "columns_with_4": 4, "full_rows": 3}


def legal_marks(sheet):
    """Return a sheet with what its marks bring along: gems, halves, monsters, rooms; and no more missions than it met."""
    sheet = {**sheet, "items": dict(sheet["items"]), "heroes": dict(sheet["heroes"])}
    if sheet["power"] == "craftsman" and sum(sheet["items"].values()) < 2:
        sheet["items"] |= {"crown_of_the_one_king": 1, "book_of_wisdom": 1}
    if sheet["power"] == "veteran":
        sheet["heroes"] |= {hero: max(2, sheet["heroes"][hero]) for hero in ("warrior", "cleric")}
    if sheet["heroes"]["rogue"] >= 4:
        sheet["gems"] = max(1, sheet["gems"])
    fought = sum(strength is not None for strength in sheet.get("fights", sheet.get("bosses", ())))
    sheet["rooms"] = max(sheet["rooms"], fought, sheet["monsters"] - 4, sheet["gems"] - 6, 1)
    met = sum(may_be_met(sheet) for may_be_met in MISSIONS)
    missions = sheet["missions"]
    return sheet | {"missions": missions[:met] if isinstance(missions, list) else min(missions, met)}


def legal_strengths(sheet, weakness):
    """Return a sheet whose strengths against three cards of a weakness its levels allow, and never fall."""
    heroes, items = sheet["heroes"], sheet["items"]
    most = sum(heroes.values()) + heroes[weakness] + (heroes["warrior"] >= 4) + 3 * (items.get("flaming_sword") == 2)
    most += 2 * (sheet["power"] == "berserker")
    told = iter(sorted(min(most, strength) for strength in sheet["fights"] if strength is not None))
    return sheet | {"fights": [None if strength is None else next(told) for strength in sheet["fights"]]}


def noded(value):
    if isinstance(value, dict):
        held = {key: noded(child) for key, child in value.items()}
        return Node(held, SourceLocation("x"), dict.fromkeys(held, SourceLocation("x")))
    return Node([noded(child) for child in value] if isinstance(value, list) else value, SourceLocation("x"))
