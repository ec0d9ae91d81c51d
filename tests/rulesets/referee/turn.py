"""The actions of a player with three dice, step by step."""

from collections import Counter

from tests.rulesets.referee.facts import DICE_A_ROUND, FACES, GOALS, HEROES, ITEM_SYMBOLS, MOST_POTIONS, SKULL
from tests.rulesets.referee.record import Act, Refused, Turn
from tests.rulesets.referee.sheet import Sheet

TREASURES = {"potion": "potion", "item_half": "half", "level_up": "level"}  # [PL p.10] [CZ p.10]


class Words:
    """The words after an action; methods take them one by one."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.left = list(words)

    def next_choice(self) -> bool:
        """Return whether the next word is a choice, not a room."""
        return bool(self.left) and self.left[0][0] in "+xo"

    def absorbed(self) -> int:
        """Take a word such as `o2` and return its number: the absorbed damage."""
        if not self.left or self.left[0][0] != "o" or not self.left[0][1:].isdigit():
            raise Refused("it is not told what potions absorb")
        return int(self.left.pop(0)[1:])

    def end(self) -> None:
        """Raise Refused if words remain."""
        if self.left:
            raise Refused(f"{self.left[0]} is too much")


def check_roll(roll: str) -> None:
    """Three white dice, then three black ones; three skulls or three clovers are rolled again [PL p.6] [CZ p.6]."""
    colours = [FACES[die].colour if die in FACES else die for die in roll]
    expected = ["white"] * 3 + ["black"] * 3
    if len(roll) != 6 or any(colour not in (expected[at], SKULL) for at, colour in enumerate(colours)):
        raise Refused(f"{roll} is no roll")
    if roll.count(SKULL) >= 3 or roll.count("9") >= 3:
        raise Refused(f"{roll} is rolled again")


def take_turn(sheet: Sheet, roll: str, turn: Turn) -> None:
    """Skulls hurt, then the player uses three dice of the roll, each once [PL p.7] [CZ p.7]."""
    sheet.flips = 0
    skulls = Words(turn.skulls)
    suffer(sheet, skull_damage(sheet, roll), skulls)
    skulls.end()
    used = Counter(act.die for act in turn.acts)
    if len(turn.acts) != DICE_A_ROUND:
        raise Refused(f"{len(turn.acts)} dice were used")
    if used - Counter(roll.replace(SKULL, "")):
        raise Refused(f"these dice were not rolled: {''.join(used)}")
    for act in turn.acts:
        use_die(sheet, act)


def skull_damage(sheet: Sheet, roll: str) -> int:
    """None with a cleric of level 4 [PL p.8] [CZ p.8], one less for the Fortune Teller [PL p.15] [CZ p.16]."""
    if sheet.able("cleric"):
        return 0
    return max(0, roll.count(SKULL) - (sheet.power == "fortune_teller"))


def suffer(sheet: Sheet, damage: int, words: Words) -> None:
    """Take damage; if potions are optional, the words say how much they absorb [PL p.6]."""
    may_choose = "potions_optional" in sheet.variants and damage and sheet.spare
    sheet.hurt(damage, words.absorbed() if may_choose else None)


def settle(sheet: Sheet, words: Words) -> None:
    """Take the owed rewards at once [PL p.9] [CZ p.9, p.11]."""
    while words.next_choice():
        sheet.choose(words.left.pop(0))
    if sheet.possible():
        raise Refused("a reward was not taken")
    sheet.owed.clear()


def use_die(sheet: Sheet, act: Act) -> None:
    """Carry out one of the four actions [PL p.7-9] [CZ p.7-9]."""
    actions = {"level": level, "craft": craft, "brew": brew, "move": move}
    if act.verb not in actions:
        raise Refused(f"{act.verb} is no action")
    words = Words(act.words)
    actions[act.verb](sheet, act.die, words)
    settle(sheet, words)
    words.end()


def level(sheet: Sheet, die: str, words: Words) -> None:
    """The symbol of the hero and the colour of its square, or a clover [PL p.7] [CZ p.7]."""
    hero = words.left.pop(0) if words.left else ""
    if hero not in HEROES:
        raise Refused(f"{hero} is no hero")
    colour, symbol = FACES[die]
    if symbol != "clover":
        if symbol != hero:
            raise Refused(f"{die} is not the symbol of {hero}")
        training_colour = {"B": "black", "W": "white"}[GOALS[sheet.goal].training[HEROES.index(hero)]]
        if colour != training_colour and not sheet.able("wizard"):  # the wizard frees the colour [PL p.8] [CZ p.8]
            sheet.flips += 1
            if sheet.power != "psionic" or sheet.flips > 1:  # once a round [PL p.16] [CZ p.16]
                raise Refused(f"{hero} trains with {training_colour} dice")
    sheet.level_up(hero)


def craft(sheet: Sheet, die: str, words: Words) -> None:
    """Half an item: those of the upper row need their symbol [PL p.8] [CZ p.8]."""
    item = words.left.pop(0) if words.left else ""
    if item not in sheet.halves:
        raise Refused(f"{item} is no item")
    symbol, item_symbol = FACES[die].symbol, ITEM_SYMBOLS.get(item)
    if symbol == "boots" and (item_symbol or "boots_craft" not in sheet.variants):
        raise Refused("boots only move")
    if item_symbol and symbol not in (item_symbol, "clover"):
        raise Refused(f"{die} does not craft {item}")
    sheet.fill_half(item)


def brew(sheet: Sheet, die: str, words: Words) -> None:
    """Two potions [PL p.9] [CZ p.9], three for the Alchemist [PL p.15] [CZ p.15]."""
    if FACES[die].symbol == "boots" and "boots_brew" not in sheet.variants:
        raise Refused("boots only move")
    if sheet.potions == MOST_POTIONS:  # neither book allows a die without effect: that is a move of no step
        raise Refused("no potion has a circle left")
    sheet.gain(*["potion"] * (3 if sheet.power == "alchemist" else 2))


def move(sheet: Sheet, die: str, words: Words) -> None:
    """Up to two steps, boots three [PL p.9] [CZ p.9]; the Ranger's water gives one back, each stretch once [design]."""
    steps = 3 if FACES[die].symbol == "boots" else 2
    returned: set[frozenset[str]] = set()
    while words.left and not words.next_choice():
        room = words.left.pop(0)
        if not steps:
            raise Refused(f"no step is left to {room}")
        steps -= 1
        edge = step(sheet, room)
        if sheet.power == "ranger" and edge in sheet.dungeon.water and edge not in returned:
            returned.add(edge)
            steps += 1
        enter(sheet, room, words)


def step(sheet: Sheet, room: str) -> frozenset[str]:
    """Go to a room beside this one, through walls and water only with an item [PL p.9, p.15] [CZ p.9, p.15]."""
    edge = frozenset((sheet.at, room))
    if not sheet.at:
        if room not in sheet.dungeon.rooms or room[1:] != "1":
            raise Refused(f"{room} has no entrance")
    elif edge not in sheet.dungeon.edges:
        raise Refused(f"{room} is not beside {sheet.at}")
    for obstacles, item in ((sheet.dungeon.walls, "cloak_of_passage"), (sheet.dungeon.water, "medallion_of_khar")):
        if edge in obstacles:
            if not sheet.has(item):
                raise Refused(f"{item} is needed from {sheet.at} to {room}")
            sheet.crossed += 1
    sheet.at = room
    return edge


def enter(sheet: Sheet, name: str, words: Words) -> None:
    """Monster, trap, treasure; then the room is explored [PL p.10] [CZ p.10]."""
    room = sheet.dungeon.rooms[name]
    if room.monster and name not in sheet.beaten:
        suffer(sheet, sheet.fight(name), words)
        sheet.beat(name)
    if room.trap:  # every time [PL p.10] [CZ p.10]
        sheet.sprung += 1
        sheet.trap_rooms.add(name)
        suffer(sheet, 0 if sheet.power == "scout" else 1, words)
    if name not in sheet.explored:
        sheet.gain(*(TREASURES[treasure] for treasure in room.treasures))
    if room.gem:
        sheet.take_gem(room.gem)
    sheet.explored.add(name)
    settle(sheet, words)
