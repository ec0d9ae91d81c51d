"""A ledger over sessions: what a group earns together and each member spends, entry by entry."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from generator.diagnostics import InvalidInput, SourceLocation, did_you_mean, refuse
from generator.reading.structure import Names, NumberBounds, Text
from generator.reading.yaml_nodes import Node, parse_yaml
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import (
    TYPED,
    FilledFields,
    InputMarks,
    InputReadingContext,
    InputSpec,
    InputValueRange,
    KnownSheetInputs,
    input_kind,
    near,
    pick,
    shown,
    whole,
    wholes,
)
from generator.scoring.inputs.names import MemberNamesMarks, MemberNamesName
from generator.scoring.ledger_accounts import (
    DepartureEntry,
    LedgerEntry,
    LedgerReplay,
    LedgerRules,
    MemberStanding,
    MemberValuesEntry,
    PoolLedgerEntry,
    PricedGood,
    PurchaseLedgerEntry,
    PurseGainLedgerEntry,
    SessionStartLedgerEntry,
)
from generator.scoring.messages import Faults, Message, UnreadableAnswer, Value, key_word, listed, message
from generator.scoring.references import InputNameAnnotation

MOST = 999_999
MOST_ENTRIES = 2000
MOST_SESSIONS = 1000
FILLED_KINDS = 4  # of fields of a filled sheet: numbers, level, shares, names
VERBS = ("pool", "gets", "has", "buys", "out", "session")
KEYS = {
    "pool": ("level", "pool", "shares"),
    "gets": ("who", "gets"),
    "has": ("who", "has"),
    "buys": ("who", "buys", "gives"),
    "out": ("who", "out"),
    "session": ("session",),
}
MEMBER_SIGNS = re.compile(r"\s+([-+=!])\s*")
WORD_AND_NUMBER = re.compile(r"([^\d,;]+?)\s*(\d+)\s*(?:[,;]|\s|$)\s*")


@dataclass(frozen=True)
class LedgerMarks(InputMarks):
    """Entries in their order, and where they leave each member; `places` say where entries stand in a file."""

    entries: tuple[LedgerEntry, ...]
    standings: tuple[MemberStanding, ...] = ()
    places: tuple[SourceLocation, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LedgerMarks) and self.entries == other.entries

    def __hash__(self) -> int:
        return hash(len(self.entries))

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(standing.earned for standing in self.standings if not standing.out)

    @property
    def plain(self) -> list[dict[str, Any]]:
        return [entry.plain for entry in self.entries]


@dataclass(frozen=True, kw_only=True)
class PoolPayout:
    """How a pool is counted: `each_from` a data file, the factor of each level by its number in `factors_from`.

    No more than `most_members` share it. A number above the `likely` one of its level is warned about.
    """

    each_from: Text
    factors_from: Text
    factor_first: bool = False
    most: Annotated[int, NumberBounds(1, MOST)] = 99
    most_entries: Annotated[int, NumberBounds(1, 1000)] = 60
    most_members: Annotated[int, NumberBounds(1, 1000)] = 1000
    likely: tuple[int, ...] = ()


@input_kind("ledger")
@dataclass(frozen=True, kw_only=True)
class LedgerSpec(InputSpec):
    """Entries about the `members` that another input names.

    Pools earn for the first of `purses`; each purse lists what may be handed in instead of it, which is no purse.
    `goods_from` is a mapping of the data files: of each good its price by purse, and how many of it a member may have,
    such as `{veil: {points: 30, most: 2}}`. `threshold` is what a member must have left to be ranked. `filled` names
    four kinds of fields: entry n is a pool, its numbers in the first, .n, its level in the second, and the share of
    member m in the third, .n.m, where it was agreed; m is the number of their name in the fourth. What else the ledger
    holds stands on other sheets.
    """

    members: MemberNamesName
    pool: PoolPayout
    purses: dict[str, Names]
    goods_from: Text
    rank_by: Literal["earned", "left"] = "earned"
    threshold: dict[str, Annotated[int, NumberBounds(0, MOST)]] | None = None

    ticks_tell: ClassVar[bool] = False

    @property
    def grows(self) -> bool:
        return True

    def rates(self, lookup: GameScoringData) -> LedgerRules:
        """Return the numbers of the ledger from the data files; raises InvalidInput."""
        factors = lookup.value(self.pool.factors_from, self.place)
        goods = lookup.value(self.goods_from, self.place)
        if not isinstance(goods, Mapping):
            raise refuse("G020", f"{self.goods_from!r} is no mapping", self.place)
        if not isinstance(factors, Mapping):
            raise refuse("G020", f"{self.pool.factors_from!r} is no mapping", self.place, "write {1: 1, 2: 2}")
        if self.fields or len(self.filled) not in (0, FILLED_KINDS):
            hint = "write filled: [numbers, level, shares, names], and no fields:"
            raise refuse("G024", f"a ledger is filled in on {FILLED_KINDS} kinds of fields", self.place, hint)
        if not self.purses:
            raise refuse("G024", "a ledger needs at least one purse", self.place, "write purses: {points: []}")
        for purse, others in self.purses.items():
            for kind in others:
                if kind in self.purses:
                    hint = f"leave {kind!r} out of one of the two"
                    raise refuse("G024", f"{kind!r} is a purse, and handed in for {purse!r}", self.place, hint)
        rates = LedgerRules(
            lookup.number(str(self.pool.each_from), self.place),
            {whole(str(level)): lookup.number(f"{self.pool.factors_from}.{level}", self.place) for level in factors},
            self.pool.factor_first,
            next(iter(self.purses)),
            self.purses,
            {key: self._good(lookup, key, good) for key, good in goods.items()},
            self.rank_by == "left",
            self.threshold or {},
            self.pool.most_members,
        )
        for kind in rates.threshold:
            if kind not in rates.kinds:
                raise refuse("G024", f"{kind!r} is no purse", self.place, did_you_mean(kind, rates.kinds))
        return rates

    def _good(self, lookup: GameScoringData, key: str, good: Any) -> PricedGood:
        path = f"{self.goods_from}.{key}"
        place = lookup.source.place_of(path, self.place)
        if not isinstance(good, Mapping):
            raise refuse("G020", f"{path!r} is no price", place, "write {points: 100, most: 5}")
        for name in good:
            if name not in (*self.purses, "most"):
                hint = did_you_mean(str(name), [*self.purses, "most"])
                raise refuse("G020", f"{path!r} has an unknown {name!r}", place, hint)
        numbers = {str(name): lookup.number(f"{path}.{name}", self.place) for name in good}
        most = numbers.pop("most", None)
        return PricedGood(numbers, most)

    def extent(self, lookup: GameScoringData) -> InputValueRange:
        self.rates(lookup)
        return InputValueRange(0, MOST, 1)

    def empty(self, _lookup: GameScoringData) -> LedgerMarks:
        return LedgerMarks(())

    # from a file

    def read(self, node: Node, at: InputReadingContext) -> LedgerMarks | None:
        if not at.listing(node):
            return None
        if len(node.value) > MOST_ENTRIES:
            said = message("out_of_entries", what=at.what, count=len(node.value), least=0, most=MOST_ENTRIES)
            at.faults.add("G010", said, node.place)
            return None
        rates = self.rates(at.lookup)
        read = [(self._entry(child, rates, at), child.place) for child in node.value]
        entries = [(entry, place) for entry, place in read if entry is not None]
        return LedgerMarks(tuple(entry for entry, _ in entries), places=tuple(place for _, place in entries))

    def _entry(self, node: Node, rates: LedgerRules, at: InputReadingContext) -> LedgerEntry | None:
        if not at.mapping(node):
            return None
        verbs = [verb for verb in VERBS if verb in node.value]
        if len(verbs) != 1:
            at.faults.add("G031", message("no_entry"), node.place, message("known", names=listed(VERBS)))
            return None
        verb = verbs[0]
        wrong = [key for key in node.value if key not in KEYS[verb]]
        for key in wrong:
            said = message("unknown_in_group", key=key, what=verb)
            at.faults.add("G007", said, node.key_place(key), near(key, KEYS[verb]))
        who = "" if verb in ("pool", "session") else self._who(node, at)
        return None if wrong or who is None else self._verb(verb, node, who, rates, at)

    def _who(self, node: Node, at: InputReadingContext) -> str | None:
        child = node.get("who")
        if child is None or not isinstance(child.value, str):
            at.faults.add("S004", message("key_missing", key="who"), node.place, message("add_key", key="who"))
            return None
        return child.value.strip()

    def _verb(self, verb: str, node: Node, who: str, rates: LedgerRules, at: InputReadingContext) -> LedgerEntry | None:
        before, child, at = len(at.faults.errors), node.value[verb], replace(at, name=verb)
        entry: LedgerEntry | None = None
        match verb:
            case "pool":
                entry = self._pool(node, child, rates, at)
            case "gets":
                entry = PurseGainLedgerEntry(who, self._amounts(child, rates.kinds, at))
            case "has":
                entry = MemberValuesEntry(who, self._amounts(child, rates.goods, at))
            case "buys":
                given = node.get("gives")
                buying = replace(at, name="goods")
                goods = [buying.key(node, rates.goods) for node in child.value] if at.listing(child) else []
                kinds = [kind for kind in rates.kinds if kind not in rates.purses]
                gives = {} if given is None else self._amounts(given, kinds, at)
                entry = PurchaseLedgerEntry(who, tuple(key for key in goods if key is not None), gives)
            case "out":
                if child.value is not True:
                    at.faults.add("S003", message("not_flag", shown=shown(child)), child.place)
                entry = DepartureEntry(who)
            case _:
                number = at.number(child, 1, MOST_SESSIONS, "session")
                entry = SessionStartLedgerEntry(number or 0)
        return entry if len(at.faults.errors) == before else None

    def _pool(self, node: Node, child: Node, rates: LedgerRules, at: InputReadingContext) -> PoolLedgerEntry | None:
        level = node.get("level")
        if level is None and len(rates.factors) > 1:
            at.faults.add("S004", message("key_missing", key="level"), node.place, message("add_key", key="level"))
            return None
        number = min(rates.factors) if level is None else self._level(level.value, rates, at, level.place)
        numbers = [at.number(node, 1, self.pool.most, "pool") for node in child.value] if at.listing(child) else []
        shares = node.get("shares")
        agreed = None if shares is None else self._shares(shares, at)
        if not numbers or len(numbers) > self.pool.most_entries:
            most = self.pool.most_entries
            at.faults.add(
                "G010", message("out_of_entries", what="pool", count=len(numbers), least=1, most=most), child.place
            )
        likely = self.pool.likely[number - 1] if number and number <= len(self.pool.likely) else MOST
        if max((each or 0 for each in numbers), default=0) > likely:
            said = message("out_of_bounds", what="pool", value=max(each or 0 for each in numbers), least=1, most=likely)
            at.faults.warn("G010", said, child.place)
        return None if number is None else PoolLedgerEntry(number, tuple(share or 0 for share in numbers), agreed)

    def _level(self, value: Any, rates: LedgerRules, at: InputReadingContext, place: SourceLocation) -> int | None:
        if isinstance(value, int) and not isinstance(value, bool) and value in rates.factors:
            return value
        said = message("not_one_of", what="level", value=str(value)[:20], numbers=listed(rates.factors))
        at.faults.add("G010", said, place)
        return None

    def _shares(self, node: Node, at: InputReadingContext) -> dict[str, int]:
        if not at.mapping(node):
            return {}
        return {key: at.number(child, 0, MOST, key) or 0 for key, child in node.items()}

    def _amounts(self, node: Node, known: Sequence[str] | Mapping[str, Any], at: InputReadingContext) -> dict[str, int]:
        if not at.mapping(node):
            return {}
        amounts = {}
        for key, child in node.items():
            if key not in known:
                said = message("unknown_in_group", key=key, what=at.what)
                at.faults.add("G007", said, node.key_place(key), near(key, known))
            elif (number := at.number(child, 0, MOST, key)) is not None:
                amounts[key] = number
        return amounts

    # from a filled sheet

    def ticked(self, ticks: FilledFields, at: InputReadingContext) -> LedgerMarks:
        rates = self.rates(at.lookup)
        if not self.filled:
            return self.empty(at.lookup)
        numbers_in, level_in, shares_in, names_in = self.filled
        names, entries = ticks.texts(names_in), []
        for row in ticks.texts(numbers_in):
            numbers = ticks.numbers(f"{numbers_in}.{row}", 0, self.pool.most, at)
            level = ticks.numbers(f"{level_in}.{row}", 0, MOST, at)
            if len(rates.factors) == 1:
                level = level or [min(rates.factors)]
            shares = {
                names[column]: sum(ticks.numbers(f"{shares_in}.{row}.{column}", 0, MOST, at))
                for column in ticks.texts(f"{shares_in}.{row}")
                if column in names
            }
            if numbers and (number := self._level(level[0] if level else "", rates, at, ticks.place)) is not None:
                entries.append(PoolLedgerEntry(number, tuple(numbers), shares or None))
        return LedgerMarks(tuple(entries))

    def takes(self, end: str, *, written: bool, lookup: GameScoringData) -> bool:
        return written and all(part.isdecimal() for part in end.split("."))

    # what it comes to

    def settle(self, marks: LedgerMarks, sheet: KnownSheetInputs, at: InputReadingContext) -> LedgerMarks:
        """Replay the entries; what cannot be entered is a fault at its entry."""
        known = sheet.known.get(self.members)
        lookup = self._replayed(marks, known.names if isinstance(known, MemberNamesMarks) else (), at)
        for wrong in lookup.wrong:
            place = marks.places[wrong.entry] if marks.places else sheet.place(at.name)
            at.faults.add("G031", wrong.said, place)
        return replace(marks, standings=lookup.standings())

    def _replayed(self, marks: LedgerMarks, members: Sequence[str], at: InputReadingContext) -> LedgerReplay:
        lookup = LedgerReplay(self.rates(at.lookup), members, self.words)
        lookup.enter_all(marks.entries)
        return lookup

    # at the table

    def parts_of(self, marks: LedgerMarks) -> int:
        return len(marks.entries) + 1

    def ask(self, part: int, at: InputReadingContext) -> Message:
        return message("ask_entry", what=at.word, number=part + 1)

    def possible(self, _part: int, at: InputReadingContext) -> Value:
        rates = self.rates(at.lookup)
        goods, kinds = (listed(key_word(self.words, key) for key in keys) for keys in (rates.goods, rates.kinds))
        return message("entries_typed", goods=goods, kinds=kinds, levels=listed(rates.factors))

    def control(self, _part: int, at: InputReadingContext) -> Control:
        rates = self.rates(at.lookup)
        goods, kinds = (
            tuple(ControlOption(key, key_word(self.words, key)) for key in keys) for keys in (rates.goods, rates.kinds)
        )
        levels, entries = tuple(rates.factors), self.pool.most_entries
        return Control(
            "entry", 1, self.pool.most, entries=entries, options=goods, kinds=kinds, points=levels, members=self.members
        )

    def answer(self, text: str, part: int, before: LedgerMarks, at: InputReadingContext) -> LedgerMarks:
        entries = list(before.entries)
        if text == "-":
            del entries[part : part + 1]
        elif text:
            entries[part : part + 1] = [self._typed(text, entries[:part], at)]
        after = LedgerMarks(tuple(entries))
        for wrong in self._replayed(after, self._names(at), at).wrong:
            at.faults.add("G031", wrong.said, TYPED)
        return after

    def _names(self, at: InputReadingContext) -> tuple[str, ...]:
        marks = at.sheet.get(self.members)
        return marks.names if isinstance(marks, MemberNamesMarks) else ()

    def _typed(self, text: str, before: Sequence[LedgerEntry], at: InputReadingContext) -> LedgerEntry:
        if text.startswith("{"):
            return self._sent(text, at)
        if text == ">":
            return SessionStartLedgerEntry(2 + sum(isinstance(entry, SessionStartLedgerEntry) for entry in before))
        if re.match(r"\d+\s*:", text):
            return self._typed_pool(text, before, at)
        sign = MEMBER_SIGNS.search(text)
        if sign is None:
            raise UnreadableAnswer(self.possible(0, at))  # type: ignore[arg-type]
        names = self._names(at)
        who = pick(text[: sign.start()], dict(zip(names, names, strict=True)))
        return self._of_member(who, sign[1], text[sign.end() :], at)

    def _sent(self, text: str, at: InputReadingContext) -> LedgerEntry:
        """Return an entry as a page sends it: JSON that says what a score file says."""
        own = replace(at, faults=Faults())
        try:
            entry = self._entry(parse_yaml(text, "answer"), self.rates(at.lookup), own)
        except InvalidInput:
            entry = None
        if entry is None:
            raise UnreadableAnswer(own.faults.met[0].message if own.faults.met else message("no_entry"))
        return entry

    def _typed_pool(self, text: str, before: Sequence[LedgerEntry], at: InputReadingContext) -> PoolLedgerEntry:
        level, _, rest = text.partition(":")
        rates = self.rates(at.lookup)
        if whole(level) not in rates.factors:
            what = message("level")
            raise UnreadableAnswer(message("not_one_of", what=what, value=level.strip(), numbers=listed(rates.factors)))
        numbers, _, agreed = rest.partition("=")
        pool = wholes(numbers)
        if not pool or len(pool) > self.pool.most_entries:
            raise UnreadableAnswer(message("range", least=1, most=self.pool.most))
        for number in pool:
            at.within(number, 1, self.pool.most, at.what)
        return PoolLedgerEntry(
            whole(level), tuple(pool), self._typed_shares(agreed, before, at) if agreed.strip() else None
        )

    def _typed_shares(self, agreed: str, before: Sequence[LedgerEntry], at: InputReadingContext) -> dict[str, int]:
        """Return agreed shares, typed in the order of those who are still there."""
        lookup = self._replayed(LedgerMarks(tuple(before)), self._names(at), at)
        shares = wholes(agreed)
        if len(shares) != len(lookup.present):
            names = listed(lookup.present)
            raise UnreadableAnswer(message("wants_all", count=len(lookup.present), names=names, found=len(shares)))
        for share in shares:
            at.within(share, 0, MOST, at.what)
        return dict(zip(lookup.present, shares, strict=True))

    def _of_member(self, who: str, sign: str, rest: str, at: InputReadingContext) -> LedgerEntry:
        rates, words = self.rates(at.lookup), at.lookup.words
        kinds = {kind: words.tell(key_word(self.words, kind)) for kind in rates.kinds}
        goods = {key: words.tell(key_word(self.words, key)) for key in rates.goods}
        match sign:
            case "!":
                return DepartureEntry(who)
            case "+":
                return PurseGainLedgerEntry(who, self._typed_amounts(rest, kinds, at))
            case "=":
                return MemberValuesEntry(who, self._typed_amounts(rest, goods, at))
        bought, _, given = rest.partition("/")
        own = {kind: name for kind, name in kinds.items() if kind not in rates.purses}
        picked = tuple(pick(word, goods) for word in re.split(r"[,;]", bought) if word.strip())
        if not picked:
            raise UnreadableAnswer(message("known", names=listed(goods.values())))
        return PurchaseLedgerEntry(who, picked, self._typed_amounts(given, own, at) if given.strip() else {})

    def _typed_amounts(self, text: str, names: Mapping[str, str], at: InputReadingContext) -> dict[str, int]:
        """Return names with numbers, such as "gold 12, jewels 5"."""
        amounts: dict[str, int] = {}
        position = 0
        for match in WORD_AND_NUMBER.finditer(text):
            if match.start() != position:
                break
            key = pick(match[1], names)
            if key in amounts:
                raise UnreadableAnswer(message("named_twice", name=names[key]))
            amounts[key] = whole(match[2])
            at.within(amounts[key], 0, MOST, names[key])
            position = match.end()
        if position != len(text) or not amounts:
            raise UnreadableAnswer(message("such_as", text=f"{next(iter(names.values()), '')} 12"))
        return amounts

    def written(self, marks: LedgerMarks, part: int, at: InputReadingContext) -> str:
        if part >= len(marks.entries):
            return ""
        tell = at.lookup.words.tell

        def amounts(each: Mapping[str, int]) -> str:
            return ", ".join(f"{tell(key_word(self.words, key))} {number}" for key, number in each.items())

        match marks.entries[part]:
            case PoolLedgerEntry(level, numbers, shares):
                return f"{level}: {' '.join(map(str, numbers))}{self._agreed(marks, part, shares, at)}"
            case PurseGainLedgerEntry(who, gets):
                return f"{who} + {amounts(gets)}"
            case MemberValuesEntry(who, values):
                return f"{who} = {amounts(values)}"
            case PurchaseLedgerEntry(who, goods, gives):
                bought = ", ".join(tell(key_word(self.words, key)) for key in goods)
                return f"{who} - {bought}{f' / {amounts(gives)}' if gives else ''}"
            case DepartureEntry(who):
                return f"{who} !"
            case _:
                return ">"

    def told(self, marks: LedgerMarks, part: int, _at: InputReadingContext) -> Value:
        if part >= len(marks.entries):
            return ""

        def amounts(each: Mapping[str, int]) -> Value:
            own = [
                message("told_amount", what=key_word(self.words, key), number=number) for key, number in each.items()
            ]
            return listed(own)

        match marks.entries[part]:
            case PoolLedgerEntry(level, numbers, None):
                return message("told_pool", numbers=listed(numbers), level=level)
            case PoolLedgerEntry(level, numbers, shares):
                own = listed(message("told_amount", what=who, number=share) for who, share in (shares or {}).items())
                return message("told_pool_shared", numbers=listed(numbers), level=level, shares=own)
            case PurseGainLedgerEntry(who, gets):
                return message("told_gets", who=who, amounts=amounts(gets))
            case MemberValuesEntry(who, values):
                return message("told_has", who=who, amounts=amounts(values))
            case PurchaseLedgerEntry(who, goods, gives):
                bought = listed(key_word(self.words, key) for key in goods)
                if gives:
                    return message("told_buys_for", who=who, goods=bought, amounts=amounts(gives))
                return message("told_buys", who=who, goods=bought)
            case DepartureEntry(who):
                return message("told_out", who=who)
            case entry:
                return message("told_session", number=entry.plain["session"])

    def sent(self, marks: LedgerMarks, part: int, _at: InputReadingContext) -> str:
        return json.dumps(marks.entries[part].plain, ensure_ascii=False) if part < len(marks.entries) else ""

    def _agreed(self, marks: LedgerMarks, part: int, shares: Mapping[str, int] | None, at: InputReadingContext) -> str:
        if shares is None:
            return ""
        lookup = self._replayed(LedgerMarks(marks.entries[:part]), self._names(at), at)
        return " = " + " ".join(str(shares.get(name, 0)) for name in lookup.present)

    def echo(self, marks: LedgerMarks, part: int, at: InputReadingContext) -> Value | None:
        if part >= len(marks.entries):
            return None
        lookup = LedgerReplay(self.rates(at.lookup), self._names(at), self.words)
        lookup.enter_all(marks.entries[: part + 1])
        return lookup.echo(marks.entries[part])


LedgerName = Annotated[str, InputNameAnnotation(LedgerSpec)]
