"""Reads the data files of the game into a `CompiledGameRules`; checks numbers and effects, faults have their place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, did_you_mean, refuse
from generator.game.game import Game
from generator.maps.faults import dungeon_faults
from generator.maps.loading import find_dungeon
from generator.maps.map_rules import MapRules, read_map_rules
from generator.reading.decks import CardRecord
from generator.reading.structure import structure
from generator.reading.yaml_nodes import Node, plain
from generator.rulesets.paper_dungeons.model.board import DungeonBitboard
from generator.rulesets.paper_dungeons.model.effect_spec import Use, read_count, read_effect
from generator.rulesets.paper_dungeons.model.effects import NO_EFFECT, Effect
from generator.rulesets.paper_dungeons.model.game_constants import (
    BREW,
    CRAFT,
    LEVEL,
    MOVE,
    Boss,
    CraftableItem,
    DieFace,
    DieFaceUses,
    DieUses,
    DieUsesByFace,
    FixedGameData,
    Goal,
    Mission,
    Power,
    RuleNumbers,
    action_of,
)
from generator.rulesets.paper_dungeons.model.goal_quantities import GoalQuantity
from generator.rulesets.paper_dungeons.model.rolls import rolls_of
from generator.rulesets.paper_dungeons.model.setup import Setup, Variants

T = TypeVar("T")
COLOURS = ("white", "black")
MISSHAPEN = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError)  # of lists of another shape


@dataclass
class CompiledGameRules:
    """All rules of the game as numbers, and the keys that the data files use for them.

    `left_out` has a warning for each card that can be printed but not played, because it has no effect in the data.
    """

    game: Game
    maps: MapRules
    heroes: tuple[str, ...]
    numbers: RuleNumbers
    abilities: list[Effect]
    items: list[CraftableItem]
    faces: list[DieFace]
    skulls: tuple[int, ...]
    white_dice: int
    black_dice: int
    powers: list[Power]
    goals: list[Goal]
    missions: list[Mission]
    bosses: list[Boss]
    rewards: dict[str, Effect]
    left_out: list[Diagnostic] = field(default_factory=list)
    _boards: dict[str, DungeonBitboard] = field(default_factory=dict, repr=False)
    _dice: dict[tuple[bool, bool], DieUsesByFace] = field(default_factory=dict, repr=False)

    @cached_property
    def rolls(self) -> list[int]:
        """All accepted rolls of the dice, each as often as its probability demands."""
        return rolls_of(self.faces, self.skulls, self.white_dice, self.black_dice, self.numbers.reroll)

    @cached_property
    def accepted_rolls(self) -> frozenset[int]:
        """The rolls that are accepted, for looking one up."""
        return frozenset(self.rolls)

    @cached_property
    def places(self) -> dict[str, dict[str, int]]:
        """The index of each card and item by its key, within a dictionary by kind."""
        kinds = ("powers", "goals", "missions", "bosses", "items")
        return {kind: {entry.key: place for place, entry in enumerate(getattr(self, kind))} for kind in kinds}

    @cached_property
    def dungeons(self) -> tuple[str, ...]:
        """The ids of the game's dungeons, sorted."""
        return tuple(sorted(self.game.catalogue.names(f"cards/{self.game.id}/dungeons")))

    def dungeon_faults(self, name: str) -> list[Diagnostic]:
        """Return why a dungeon cannot be played; raises InvalidInput if it does not exist or cannot be read."""
        file = find_dungeon(self.game.catalogue, self.game.id, self.maps, name)
        seasons = {boss.key: boss.season for boss in self.bosses}
        return [fault for fault in dungeon_faults(file, self.maps, seasons) if fault.severity == "error"]

    def board(self, name: str) -> DungeonBitboard:
        """Return the tables of a dungeon, cached; raises InvalidInput if it does not exist."""
        if name not in self._boards:
            file = find_dungeon(self.game.catalogue, self.game.id, self.maps, name)
            self._boards[name] = DungeonBitboard(file, self.maps, self.heroes, self.rewards)
        return self._boards[name]

    def dice(self, variants: Variants) -> DieUsesByFace:
        """Return the uses of dice under these variants; they are cached."""
        key = (variants.boots_brew, variants.boots_craft)
        if key not in self._dice:
            self._dice[key] = DieUsesByFace(
                [self._uses_of(number, face, *key) for number, face in enumerate(self.faces)]
            )
        return self._dice[key]

    def _uses_of(self, number: int, face: DieFace, boots_brew: bool, boots_craft: bool) -> DieFaceUses:
        heroes = [hero for hero in range(len(self.heroes)) if face.joker or face.hero == hero]
        levels = [(hero, action_of(LEVEL, number, hero)) for hero in heroes]
        other_uses = [
            (len(self.heroes) + place, action_of(CRAFT, number, place))
            for place, item in enumerate(self.items)
            if item.symbol in heroes or (item.symbol < 0 and (not face.boots or boots_craft))
        ]
        if not face.boots or boots_brew:
            other_uses.append((len(self.heroes) + len(self.items), action_of(BREW, number)))
        trained = [
            [level for level in levels if face.joker or goal.black[level[0]] == face.black] + other_uses
            for goal in self.goals
        ]
        steps = plain(self.game.data_node("rounds"))["actions"]["move"]["boots" if face.boots else "steps"]
        return DieFaceUses(
            action_of(MOVE, number), steps, DieUses(levels + other_uses), [DieUses(uses) for uses in trained]
        )


def table_of(rules: CompiledGameRules, setup: Setup) -> FixedGameData:
    """Return all data that stay the same in a game with this setup; raises KeyError for unknown cards."""
    places = rules.places
    powers = rules.powers
    if setup.variants.treasure_hunter_bonus:
        powers = [Power(power.key, power.czech, power.czech, power.once) for power in powers]
    hands = [
        (tuple(places["powers"][key] for key in dealt.powers), tuple(places["goals"][key] for key in dealt.goals))
        for dealt in setup.hands
    ]
    return FixedGameData(
        setup=setup,
        heroes=len(rules.heroes),
        numbers=rules.numbers,
        abilities=rules.abilities,
        items=rules.items,
        faces=rules.faces,
        dice=rules.dice(setup.variants),
        powers=powers,
        goals=rules.goals,
        board=rules.board(setup.dungeon),
        bosses=[rules.bosses[places["bosses"][key]] for key in setup.bosses],
        missions=[rules.missions[places["missions"][key]] for key in setup.missions],
        hands=hands,
    )


# reading


def read_rulebook(game: Game) -> CompiledGameRules:
    """Return the rules in a game's data files; raises InvalidInput for data that cannot be played."""
    reader = _RulebookReader(game)
    try:
        book = reader.read()
    except MISSHAPEN as fault:
        raise misshapen(fault, reader.place) from fault
    if reader.faults:
        raise InvalidInput(reader.faults)
    return book


def misshapen(
    fault: Exception, place: SourceLocation, hint: str = "look at the built-in file of this name"
) -> InvalidInput:
    """Return the InvalidInput for an exception raised by a list or mapping that lacks an entry or has a wrong value."""
    reason = f"{fault.args[0]!r} is missing" if isinstance(fault, KeyError) else str(fault)
    return refuse("R002", f"cannot play this: {reason}", place, hint)


class _RulebookReader:
    """Reads the data files one by one; `faults` collects the faults of single effects and cards."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.faults: list[Diagnostic] = []
        self.left_out: list[Diagnostic] = []
        self.rounds = game.data_node("rounds")
        self.place = self.rounds.place  # of the value read last
        self.tracks = game.data_node("tracks")
        self.value(self.rounds, "heroes", list)
        self.heroes = structure(self.rounds.value["heroes"], tuple[str, ...])
        self.item_keys: tuple[str, ...] = ()

    def value(self, root: Node, path: str, kind: type[T]) -> T:
        """Return the plain value at a path of a data file; raises InvalidInput if it is missing or of another type."""
        node = root.at(path)
        self.place = node.place if node is not None else root.place
        value = plain(node) if node is not None else None
        if not isinstance(value, kind) or isinstance(value, bool):
            raise refuse("R002", f"the rules need {path!r} here", self.place, "look at the built-in file of this name")
        return value

    def effect(self, node: Node | None, use: Use) -> Effect:
        """Return the effect of a node; NO_EFFECT for a missing one, and with a fault for one that cannot be played."""
        if node is None or node.value is None or node.value == {}:
            return NO_EFFECT
        try:
            return read_effect(node, use, self.item_keys)
        except InvalidInput as fault:
            self.faults += fault.diagnostics
            return NO_EFFECT

    def count(self, node: Node) -> GoalQuantity:
        """Return the quantity that a node describes; for an invalid one, an empty quantity, with a fault."""
        try:
            return read_count(node)
        except InvalidInput as fault:
            self.faults += fault.diagnostics
            return GoalQuantity(0, 0, 0, 0, 0)

    def read(self) -> CompiledGameRules:
        """Read all rules."""
        faces, skulls, dice = self._faces()
        items = self._items()
        names = self.value(self.tracks, "rewards", dict)
        rewards = {name: self.effect(self.tracks.at(f"rewards.{name}"), "reward") for name in names}
        maps = read_map_rules(self.game.catalogue, self.game.id)
        self._check_map(maps, rewards)
        return CompiledGameRules(
            game=self.game,
            maps=maps,
            heroes=self.heroes,
            numbers=self._numbers(rewards, sum(dice)),
            abilities=[self.effect(self.rounds.at(f"abilities.{hero}"), "ability") for hero in self.heroes],
            items=items,
            faces=faces,
            skulls=skulls,
            white_dice=dice[0],
            black_dice=dice[1],
            powers=[self._power(*card) for card in self._cards("powers", "effect")],
            goals=[self._goal(*card) for card in self._cards("goals", "watches")],
            missions=[Mission(card.key, self.count(node)) for card, node in self._cards("missions", "when")],
            bosses=[self._boss(card, rewards) for card in self.game.deck("bosses")],
            rewards=rewards,
            left_out=self.left_out,
        )

    def _cards(self, deck: str, *fields: str) -> Iterator[tuple[CardRecord, Node]]:
        """Yield each card of a deck with the first of `fields` that it has; a card without any gets a warning."""
        for card in self.game.deck(deck):
            nodes = [card.node.get(name) for name in fields] if card.node is not None else []
            node = next((node for node in nodes if node is not None and node.value is not None), None)
            if node is not None:
                yield card, node
            else:
                message = f"card {card.key!r} can be printed, but not played: it has no {' or '.join(fields)}"
                hint = f"the words for it are listed at the top of {deck}.yaml"
                self.left_out.append(Diagnostic("R004", message, card.place, hint, "warning"))

    def _faces(self) -> tuple[list[DieFace], tuple[int, ...], tuple[int, ...]]:
        """Return the faces except skulls, the number of skull faces of a die by colour, and of dice by colour."""
        root = self.game.data_node("dice")
        faces: list[DieFace] = []
        skulls = []
        for colour in COLOURS:
            blank = 0
            for entry in self.value(root, f"{colour}.faces", list):
                name, digit = entry.get("face"), entry.get("digit")
                if name == "skull":
                    blank += 1
                    continue
                if name not in (*self.heroes, "clover", "three_boots") or not isinstance(digit, int):
                    message = f"the rules know no face {name!r} with the digit {digit!r}"
                    raise refuse("R002", message, root.place, f"known: {', '.join(self.heroes)}, clover, three_boots")
                hero = self.heroes.index(name) if name in self.heroes else -1
                faces.append(DieFace(digit, hero, name == "clover", name == "three_boots", colour == "black"))
            skulls.append(blank)
        digits = [face.digit for face in faces]
        if len(set(digits)) < len(digits) or len(faces) > 16 or not all(0 <= digit <= 9 for digit in digits):
            raise refuse("R002", "each face has a digit of its own, from 0 to 9", root.place, "see dice.yaml")
        dice = tuple(self.value(root, f"{colour}.count", int) for colour in COLOURS)
        if not all(1 <= count <= 3 for count in dice):
            raise refuse("R002", "the rules know one to three dice of a colour", root.place, "see dice.yaml")
        return faces, tuple(skulls), dice

    def _items(self) -> list[CraftableItem]:
        root = self.game.data_node("items")
        entries: Mapping[str, Any] = self.value(root, "items", dict)
        self.item_keys = tuple(entries)
        items = []
        for key in entries:
            symbol = entries[key].get("symbol")
            hero = self.heroes.index(symbol) if symbol in self.heroes else -1
            items.append(CraftableItem(key, hero, self.effect(root.at(f"items.{key}.effect"), "item")))
        return items

    def reward(self, rewards: Mapping[str, Effect], name: str | None, place: SourceLocation | None = None) -> Effect:
        """Return the effect of a reward by its name, NO_EFFECT for None; a fault for a name unknown to tracks.yaml."""
        if name and name not in rewards:
            message = f"nothing says what the reward {name!r} gives"
            self.faults.append(Diagnostic("R003", message, place or self.tracks.place, did_you_mean(name, rewards)))
        return rewards.get(name or "", NO_EFFECT)

    def _check_map(self, maps: MapRules, rewards: Mapping[str, Effect]) -> None:
        for kind in maps.treasures:
            if kind not in rewards:
                message = f"nothing says what the treasure {kind!r} gives"
                self.faults.append(Diagnostic("R003", message, maps.place, "name it in tracks.yaml under rewards"))
        for kind, monster in maps.monsters.items():
            if monster.beaten_by not in self.heroes:
                message = f"{kind!r} is beaten by {monster.beaten_by!r}, who is not a hero"
                self.faults.append(Diagnostic("R003", message, maps.place, f"known: {', '.join(self.heroes)}"))

    def _numbers(self, rewards: Mapping[str, Effect], rolled: int) -> RuleNumbers:
        rounds, tracks = self.rounds, self.tracks
        boss_rounds = self._boss_rounds()
        start_level = self.value(tracks, "health", list).count("filled") // len(self.heroes)
        for name in ("steps", "boots"):  # used later, by `_uses_of`
            self.value(rounds, f"actions.move.{name}", int)
        rows = self.value(tracks, "potions", list)
        potion_limit = max(max(row["flasks"]) for row in rows)
        full = {max(row["flasks"]): row.get("reward") for row in rows}
        potion_rewards = [self.reward(rewards, full.get(at)) for at in range(potion_limit + 1)]
        boxes = self.value(tracks, "gems", list)
        gem_rewards = [NO_EFFECT, *(self.reward(rewards, box.get("reward")) for box in boxes)]
        return RuleNumbers(
            dice=self.value(rounds, "dice_per_round", int),
            rolled=rolled,
            rounds=len(boss_rounds) - 1,
            boss_rounds=boss_rounds,
            start_level=start_level,
            last_level=self.value(rounds, "levels", int),
            ability_level=self.value(rounds, "abilities.level", int),
            skull_damage=self.value(rounds, "skull_damage", int),
            weakness=self.value(rounds, "weakness", int),
            reroll=self.value(rounds, "reroll", int),
            brewed=self.value(rounds, "actions.brew.potions", int),
            levels=self.value(rounds, "actions.level_up.level_ups", int),
            missions=self.value(rounds, "missions", int),
            potion_limit=potion_limit,
            potion_hearts=self.value(tracks, "potion_hearts", int),
            potion_rewards=potion_rewards,
            gem_boxes=len(boxes),
            gem_rewards=gem_rewards,
            monster_boxes=len(self.value(tracks, "monsters", list)),
            column=len(self.value(tracks, "damage", list)),
        )

    def _boss_rounds(self) -> list[int]:
        """Return the number of the boss fought at the end of each round, 0 for none (index 0 is unused).

        Raises InvalidInput if rounds and seasons do not fit each other.
        """
        seasons = self.value(self.rounds, "seasons", list)
        played = [number for season in seasons for number in season["rounds"]]
        last = {season["rounds"][-1]: season["boss"] for season in seasons}
        dealt = len({card.fields.get("season") for card in self.game.deck("bosses")})
        if played != [*range(1, len(played) + 1)] or [*last.values()] != [*range(1, dealt + 1)]:
            message = "rounds are counted from 1 through all seasons, and each season ends with its boss"
            hint = f"bosses.yaml has bosses of {dealt} seasons; look at the built-in file of this name"
            raise refuse("R002", message, self.place, hint)
        return [0, *(last.get(number, 0) for number in played)]

    def _power(self, card: CardRecord, node: Node) -> Power:
        effect = self.effect(node, "power")
        czech = card.node.get("in_czech") if card.node is not None else None
        czech_effect = effect if czech is None else self.effect(czech, "power")
        return Power(card.key, effect, czech_effect, card.fields.get("class") == "once_per_round")

    def _goal(self, card: CardRecord, node: Node) -> Goal:
        watched = card.node is not None and card.node.get("counts") is None
        training = card.fields.get("training") or {}
        return Goal(card.key, self.count(node), watched, tuple(training.get(hero) == "black" for hero in self.heroes))

    def _boss(self, card: CardRecord, rewards: Mapping[str, Effect]) -> Boss:
        fields = card.fields
        bands = sorted((int(band["at"]), int(band["glory"]), int(band["damage"])) for band in fields["bands"])
        weakness = self.heroes.index(fields["weakness"]) if fields.get("weakness") in self.heroes else 0
        vanish = "".join(str(letter) for letter in fields.get("vanish") or ())
        reward = self.reward(rewards, fields.get("reward"), card.place)
        return Boss(card.key, int(fields["season"]), weakness, tuple(bands), int(fields["flee"]), reward, vanish)
