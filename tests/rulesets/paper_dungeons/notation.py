"""Positions as text: YAML in the order and words of the game, what is at its default may be left out."""

import yaml

from tests.rulesets.paper_dungeons import oracle

SETS = ("explored", "beaten", "returned", "barred")
LETTERS = ("gems_taken", "gems_fresh", "gems_lost")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
OPENING = {
    "game": "paper-dungeons",
    "dungeon": "a",
    "bosses": [],
    "variants": [],
    "missions": {},
    "round": 0,
    "phase": "act",
    "roll": "",
    "turn": "",
    "winner": "",
}


def read_position(text, board=None):
    """Return the position that a text tells; a map of one's own is handed over, as the text only names it."""
    told = yaml.load(text, LOADER)
    position = OPENING | told
    if board is not None:
        position["board"] = board
    position["roll"] = str(position["roll"])
    position["players"] = [read_sheet(sheet, position["variants"]) for sheet in told["players"]]
    return position


def read_sheet(told, variants=()):
    sheet = oracle.new_sheet(told["powers"], told["goals"], told["name"])
    sheet |= {"kept": len(told["powers"]) == 1} | {
        key: value for key, value in told.items() if key not in ("heroes", "items", "owed")
    }
    for key in ("heroes", "items", "owed"):
        sheet[key] |= told.get(key) or {}
    for key in SETS:
        sheet[key] = {frozenset(each.split("-")) for each in sheet[key]} if key == "returned" else set(sheet[key])
    for key in LETTERS:
        sheet[key] = set(sheet[key] or "")
    sheet["most"] = told.get("most") or min(sheet["hurt"], oracle.spare(sheet, variants))
    sheet["dice"] = (
        [digit for digit in str(sheet["dice"] or "") if digit not in " -"] if told.get("dice") is not None else []
    )
    return sheet


def write_position(position):
    """Return the text of a position, every key of it."""
    return yaml.dump(
        told(position), Dumper=DUMPER, sort_keys=False, allow_unicode=True, default_flow_style=None, width=200
    )


def told(position):
    """Return a position as plain values: lists in the order of the map, letters and dice as words."""
    plain = {key: value for key, value in position.items() if key != "board"}
    return plain | {
        "roll": roll_text(position["roll"]),
        "players": [write_sheet(sheet, position) for sheet in position["players"]],
    }


def write_sheet(sheet, position):
    told = dict(sheet)
    rooms = oracle.board_of(position)["rooms"]
    for key in ("explored", "beaten"):
        told[key] = sorted(sheet[key], key=rooms.index)
    told["returned"] = sorted("-".join(sorted(pair, key=rooms.index)) for pair in sheet["returned"])
    told["barred"] = [item for item in oracle.ITEMS if item in sheet["barred"]]
    for key in ("items", "owed"):
        told[key] = {name: number for name, number in sheet[key].items() if number}
    for key in LETTERS:
        told[key] = "".join(sorted(sheet[key]))
    told["dice"] = dice_text(sheet["dice"])
    return told


def ordered(digits):
    """Return digits white before black, as on the dice."""
    return "".join(sorted(digits, key="1234956780x".index))


def dice_text(digits):
    """Return "14 5": the white dice and the black ones, "-" for none."""
    whites = ordered(digit for digit in digits if oracle.colour(digit) == "white")
    blacks = ordered(digit for digit in digits if oracle.colour(digit) == "black")
    return f"{whites or '-'} {blacks or '-'}"


def roll_text(roll):
    """Return "149 58x": three white and three black dice, a skull is x."""
    dice = roll.replace(" ", "")
    return f"{ordered(dice[:3])} {ordered(dice[3:])}" if dice else ""


def seen(position):
    """Return what two tellings of one position have in common; the dice of a round that is over are nothing to see."""
    found = told(position) | {"variants": sorted(position["variants"])}
    for sheet in found["players"]:
        if position["phase"] != "act":
            sheet |= {"dice": "- -", "used": 0, "flips": 0}
    if position["phase"] != "act":
        found["roll"] = ""
    return found
