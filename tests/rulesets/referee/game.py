"""A whole record, played by the rulebook: setup, eight rounds, three bosses, glory."""

from typing import NamedTuple

from tests.rulesets.referee import glory
from tests.rulesets.referee.dungeon import Band, Boss, bosses, dungeon
from tests.rulesets.referee.facts import (
    BOSS_REWARDS,
    GOALS,
    HEROES,
    OPEN_MISSIONS,
    POWERS,
    ROUNDS,
    SEASON_ENDS,
    VARIANTS,
)
from tests.rulesets.referee.record import Fight, Record, Refused, Round, Seat, read_record
from tests.rulesets.referee.sheet import Sheet
from tests.rulesets.referee.turn import Words, check_roll, settle, suffer, take_turn


class Verdict(NamedTuple):
    """The referee's result: the sheets, the shields A to K of each, the totals, and the places."""

    sheets: list[Sheet]
    shields: list[list[int]]
    totals: list[int]
    ranks: list[int]


class Outcome(NamedTuple):
    """How a player meets a boss: strength (None without reaching the room) and band (None for a player who flees)."""

    strength: int | None
    band: Band | None


class Table:
    """The sheets, and what all players share."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.dungeon = dungeon(record.dungeon)
        self.solo = len(record.seats) == 1
        self.bosses = record.bosses or list(self.dungeon.bosses)
        self.missions = list(record.missions)  # those still open
        self.check_cards()
        self.sheets = [self.set_up(seat) for seat in record.seats]

    def check_cards(self) -> None:
        """Refuse cards that no setup lays out [PL p.2, p.4] [CZ p.2, p.4]."""
        record = self.record
        if record.variants - VARIANTS:
            raise Refused("setup: there is no such variant")
        seasons = [bosses()[key].season for key in self.bosses]
        if seasons != [1, 2, 3] or (
            self.bosses != list(self.dungeon.bosses) and "random_bosses" not in record.variants
        ):
            raise Refused("setup: these bosses are not those of the dungeon")
        missions = set(record.missions) & set(glory.MISSIONS)  # none in a first game
        if len(record.missions) != len(missions) or len(missions) not in (0, OPEN_MISSIONS):
            raise Refused("setup: these are no three missions")
        for kind, deck in ((0, POWERS), (1, GOALS)):
            cards = [card for seat in record.seats for card in (seat.powers, seat.goals)[kind]]
            if len(set(cards)) != len(cards) or set(cards) - set(deck):
                raise Refused("setup: a card was dealt that is not there")
            if any(len((seat.powers, seat.goals)[kind]) not in (1, 2) for seat in record.seats):
                raise Refused("setup: two cards are dealt, or the one is told that was kept")

    def set_up(self, seat: Seat) -> Sheet:
        """Keep one dealt power and one dealt goal; setup powers act [PL p.2, p.4, p.15] [CZ p.2, p.4, p.15-16]."""
        if seat.power not in seat.powers or seat.goal not in seat.goals:
            raise Refused(f"setup, {seat.name}: kept what was not dealt")
        sheet = Sheet(seat.name, seat.power, seat.goal, self.dungeon, self.record.variants)
        words = Words(seat.words)
        try:
            if seat.power == "treasure_hunter" and "treasure_hunter_bonus" not in sheet.variants:
                take_map_gem(sheet, words)
            else:
                sheet.gain(*{"treasure_hunter": ["gem"], "healer": ["potion"] * 2}.get(seat.power, ()))
            if seat.power == "veteran":
                start_higher(sheet, words)
            if seat.power == "craftsman" and len(set(seat.words)) != 2:
                raise Refused("halves of two different items")
            sheet.gain(*{"craftsman": ["half"] * 2, "assassin": ["beat"] * 2}.get(seat.power, ()))
            settle(sheet, words)
            words.end()
        except Refused as fault:
            raise Refused(f"setup, {seat.name}: {fault}") from fault
        return sheet

    def play(self, number: int, entry: Round) -> None:
        """Play a round; at its end gems, missions, boss, vanishing gems [design]."""
        check_roll(entry.roll)
        for sheet in self.sheets:
            try:
                take_turn(sheet, entry.roll, entry.turns[sheet.name])
            except Refused as fault:
                raise Refused(f"{sheet.name}: {fault}") from fault
        self.name_gems(entry)
        late = "missions_after_boss" in self.record.variants
        if not late:
            self.claim_missions(number, entry)
        if number in SEASON_ENDS:
            self.meet_boss(SEASON_ENDS[number], entry)
        elif entry.fights:
            raise Refused("no boss is met")
        if late:
            self.claim_missions(number, entry)

    def name_gems(self, entry: Round) -> None:
        """Announce the gems of this round; a player who has not taken one of them loses it [PL p.11] [CZ p.11]."""
        gems = {sheet.name: sheet.fresh for sheet in self.sheets if sheet.fresh}
        check_announced(entry.gems, gems)
        for sheet in self.sheets:
            sheet.lost |= set().union(*gems.values()) - sheet.taken
        for sheet in self.sheets:
            sheet.fresh = set()

    def claim_missions(self, number: int, entry: Round) -> None:
        """Each player who meets an open mission scores it; then its card leaves the game [PL p.4] [CZ p.4]."""
        met = {sheet.name: {key for key in self.missions if glory.MISSIONS[key](sheet)} for sheet in self.sheets}
        met = {name: keys for name, keys in met.items() if keys}
        check_announced(entry.missions, met)
        for sheet in self.sheets:
            sheet.claims.update(dict.fromkeys(met.get(sheet.name, ()), number))
        self.missions = [key for key in self.missions if not any(key in keys for keys in met.values())]

    def meet_boss(self, season: int, entry: Round) -> None:
        """All fight at once [PL p.11-13] [CZ p.11-13]; then gems vanish, in solo always [PL p.14] [CZ p.14-15]."""
        boss = bosses()[self.bosses[season]]
        outcomes = {
            sheet.name: self.outcome(sheet, boss, season, entry.fights.get(sheet.name)) for sheet in self.sheets
        }
        strengths = sorted((each.strength for each in outcomes.values() if each.band), reverse=True)
        # no player wins a tie [PL p.13] [CZ p.13] or a solo game [PL p.13] [CZ p.13, p.15]
        best = strengths[0] if strengths and strengths[0] not in strengths[1:] and not self.solo else None
        for sheet in self.sheets:
            outcome = outcomes[sheet.name]
            wins = outcome.band is not None and outcome.strength == best
            try:
                resolve(sheet, boss, outcome, entry.fights.get(sheet.name), wins=wins)
            except Refused as fault:
                raise Refused(f"{sheet.name}: boss, {fault}") from fault
        if season < 2 and (self.solo or "vanishing_gems" in self.record.variants):
            for sheet in self.sheets:
                sheet.lost |= set(boss.vanish) - sheet.taken

    def outcome(self, sheet: Sheet, boss: Boss, season: int, entry: Fight | None) -> Outcome:
        """Return who fights: players who ever explored the room and reach a band; no one chooses to flee [CZ p.13]."""
        if self.dungeon.boss_rooms[season] not in sheet.explored:
            return Outcome(None, None)
        strength = sheet.strength(boss)
        bands = [band for band in boss.bands if strength >= band.least]
        if entry and entry.flees and "may_flee" in sheet.variants:
            bands = []
        return Outcome(strength, bands[-1] if bands else None)


def check_announced(announced: dict[str, set[str]], played: dict[str, set[str]]) -> None:
    """Refuse an announcement that differs from what the player did."""
    for name, keys in announced.items():
        if keys != played.get(name, set()):
            raise Refused(f"{name}: {' '.join(sorted(played.get(name, ())))} is what was played")


def resolve(sheet: Sheet, boss: Boss, outcome: Outcome, fight: Fight | None, *, wins: bool) -> None:
    """Write glory, take damage, then the reward; a player who flees pays only the penalty [PL p.12-13] [CZ p.12-13]."""
    strength, band = outcome
    points = band.glory if band else boss.flee
    damage = band.damage if band and sheet.power != "barbarian" else 0  # [PL p.15] [CZ p.15]
    if fight and fight[:4] != (strength, band is None, points, damage):
        raise Refused(f"strength {strength}, glory {points}, damage {damage}, {'fights' if band else 'flees'}")
    sheet.boss_glory.append(points)
    words = Words(fight.words if fight else ())
    suffer(sheet, damage, words)
    if wins:
        sheet.gain(*BOSS_REWARDS[boss.reward])
    settle(sheet, words)
    words.end()


def take_map_gem(sheet: Sheet, words: Words) -> None:
    """The Polish Treasure Hunter: a gem of the map, which others can still take [PL p.15]."""
    letters = {room.gem for room in sheet.dungeon.rooms.values() if room.gem}
    word = words.left.pop(0) if words.left else ""
    if word[:1] != "*" or word[1:] not in letters:
        raise Refused("no gem of the map was chosen")
    sheet.take_gem(word[1:])
    sheet.fresh.clear()


def start_higher(sheet: Sheet, words: Words) -> None:
    """The Veteran: two different heroes begin at level 2 [CZ p.16]."""
    chosen, words.left = words.left[:2], words.left[2:]
    if len(set(chosen)) != 2 or any(word[0] != "^" or word[1:] not in HEROES for word in chosen):
        raise Refused("two different heroes")
    for word in chosen:
        sheet.level_up(word[1:])


def judged(text: str) -> Verdict:
    """Return the verdict on a record, glory only for a whole game; Refused names the round of a forbidden move."""
    record = read_record(text)
    table = Table(record)
    if len(record.rounds) > ROUNDS:
        raise Refused(f"{len(record.rounds)} rounds were played")
    for number, values in enumerate(record.rounds, 1):
        try:
            table.play(number, values)
        except Refused as fault:
            raise Refused(f"round {number}, {fault}") from fault
    if len(record.rounds) < ROUNDS:
        return Verdict(table.sheets, [], [], [])
    values = [glory.shields(sheet, solo=table.solo) for sheet in table.sheets]
    totals = [sum(each) for each in values]
    places = glory.ranks(totals, [len(sheet.explored) for sheet in table.sheets])
    return Verdict(table.sheets, values, totals, places)
