"""Entries of a ledger as they are typed at the table, written there again, and told in a sentence."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.input_spec import InputReadingContext, pick, whole, wholes
from generator.scoring.ledger_accounts import (
    MOST,
    DepartureEntry,
    LedgerEntry,
    LedgerReplay,
    LedgerRules,
    MemberValuesEntry,
    PoolLedgerEntry,
    PurchaseLedgerEntry,
    PurseGainLedgerEntry,
    SessionStartLedgerEntry,
)
from generator.scoring.ledger_entry_reader import LedgerEntryReader
from generator.scoring.messages import Faults, Message, UnreadableAnswer, Value, key_word, list_of, message

MEMBER_SIGNS = re.compile(r"\s+([-+=!])\s*")
WORD_AND_NUMBER = re.compile(r"([^\d,;]+?)\s*(\d+)\s*(?:[,;]|\s|$)\s*")


@dataclass(frozen=True)
class LedgerEntryTexts:
    """Texts of entries of `members`; `section` of the game's words names purses and goods."""

    rates: LedgerRules
    section: str
    members: Sequence[str]
    at: InputReadingContext

    def possible(self) -> Message:
        """Return how entries are typed."""
        goods, kinds = (
            list_of(key_word(self.section, key) for key in keys) for keys in (self.rates.goods, self.rates.kinds)
        )
        return message("entries_typed", goods=goods, kinds=kinds, levels=list_of(self.rates.factors))

    def read(self, text: str, before: Sequence[LedgerEntry]) -> LedgerEntry:
        """Return an entry that is typed, or sent by a page, after those before it; raises UnreadableAnswer."""
        if text.startswith("{"):
            return self._read_json(text)
        if text == ">":
            return SessionStartLedgerEntry(2 + sum(isinstance(entry, SessionStartLedgerEntry) for entry in before))
        if re.match(r"\d+\s*:", text):
            return self._read_pool(text, before)
        sign = MEMBER_SIGNS.search(text)
        if sign is None:
            raise UnreadableAnswer(self.possible())
        who = pick(text[: sign.start()], dict(zip(self.members, self.members, strict=True)))
        return self._read_of_member(who, sign[1], text[sign.end() :])

    def _read_json(self, text: str) -> LedgerEntry:
        """Return an entry as a page sends it: JSON that says what a score file says."""
        own = replace(self.at, faults=Faults())
        try:
            entry = LedgerEntryReader(self.rates, own).read(parse_yaml(text, "answer"))
        except InvalidInput:
            entry = None
        if entry is None:
            raise UnreadableAnswer(own.faults.met[0].message if own.faults.met else message("no_entry"))
        return entry

    def _read_pool(self, text: str, before: Sequence[LedgerEntry]) -> PoolLedgerEntry:
        level, _, rest = text.partition(":")
        factors, most = self.rates.factors, self.rates.most
        if whole(level) not in factors:
            what = message("level")
            raise UnreadableAnswer(message("not_one_of", what=what, value=level.strip(), numbers=list_of(factors)))
        numbers, _, agreed = rest.partition("=")
        pool = wholes(numbers)
        if not pool or len(pool) > self.rates.most_entries:
            raise UnreadableAnswer(message("range", least=1, most=most))
        for number in pool:
            self.at.within(number, 1, most, self.at.what)
        shares = self._read_shares(agreed, self._present(before)) if agreed.strip() else None
        return PoolLedgerEntry(whole(level), tuple(pool), shares)

    def _present(self, entries: Sequence[LedgerEntry]) -> list[str]:
        """Return who is still there after some entries."""
        return LedgerReplay(self.rates, self.members, self.section).enter_all(entries).present

    def _read_shares(self, agreed: str, present: Sequence[str]) -> dict[str, int]:
        """Return agreed shares, typed in the order of those who are still there."""
        shares = wholes(agreed)
        if len(shares) != len(present):
            said = message("wants_all", count=len(present), names=list_of(present), found=len(shares))
            raise UnreadableAnswer(said)
        for share in shares:
            self.at.within(share, 0, MOST, self.at.what)
        return dict(zip(present, shares, strict=True))

    def _read_of_member(self, who: str, sign: str, rest: str) -> LedgerEntry:
        kinds = {kind: self._name(kind) for kind in self.rates.kinds}
        goods = {key: self._name(key) for key in self.rates.goods}
        match sign:
            case "!":
                return DepartureEntry(who)
            case "+":
                return PurseGainLedgerEntry(who, self._read_amounts(rest, kinds))
            case "=":
                return MemberValuesEntry(who, self._read_amounts(rest, goods))
        bought, _, given = rest.partition("/")
        own = {kind: name for kind, name in kinds.items() if kind not in self.rates.purses}
        picked = tuple(pick(word, goods) for word in re.split(r"[,;]", bought) if word.strip())
        if not picked:
            raise UnreadableAnswer(message("known", names=list_of(goods.values())))
        return PurchaseLedgerEntry(who, picked, self._read_amounts(given, own) if given.strip() else {})

    def _name(self, key: str) -> str:
        return self.at.lookup.words.tell(key_word(self.section, key))

    def _read_amounts(self, text: str, names: Mapping[str, str]) -> dict[str, int]:
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
            self.at.within(amounts[key], 0, MOST, names[key])
            position = match.end()
        if position != len(text) or not amounts:
            raise UnreadableAnswer(message("such_as", text=f"{next(iter(names.values()), '')} 12"))
        return amounts

    def write(self, entry: LedgerEntry, before: Sequence[LedgerEntry]) -> str:
        """Return the text that gives an entry when it is typed after those before it."""

        def amounts(each: Mapping[str, int]) -> str:
            return ", ".join(f"{self._name(key)} {number}" for key, number in each.items())

        match entry:
            case PoolLedgerEntry(level, numbers, None):
                return f"{level}: {' '.join(map(str, numbers))}"
            case PoolLedgerEntry(level, numbers, shares):
                agreed = " ".join(str((shares or {}).get(name, 0)) for name in self._present(before))
                return f"{level}: {' '.join(map(str, numbers))} = {agreed}"
            case PurseGainLedgerEntry(who, gets):
                return f"{who} + {amounts(gets)}"
            case MemberValuesEntry(who, values):
                return f"{who} = {amounts(values)}"
            case PurchaseLedgerEntry(who, goods, gives):
                return f"{who} - {', '.join(map(self._name, goods))}{f' / {amounts(gives)}' if gives else ''}"
            case DepartureEntry(who):
                return f"{who} !"
            case _:
                return ">"


def ledger_entry_sentence(entry: LedgerEntry, section: str) -> Value:
    """Return an entry as it is read; `section` of the game's words names purses and goods."""

    def amounts(pairs: Iterable[tuple[Value, int]]) -> Value:
        return list_of(message("told_amount", what=what, number=number) for what, number in pairs)

    def named(each: Mapping[str, int]) -> Iterable[tuple[Value, int]]:
        return ((key_word(section, key), number) for key, number in each.items())

    match entry:
        case PoolLedgerEntry(level, numbers, None):
            return message("told_pool", numbers=list_of(numbers), level=level)
        case PoolLedgerEntry(level, numbers, shares):
            return message(
                "told_pool_shared", numbers=list_of(numbers), level=level, shares=amounts((shares or {}).items())
            )
        case PurseGainLedgerEntry(who, gets):
            return message("told_gets", who=who, amounts=amounts(named(gets)))
        case MemberValuesEntry(who, values):
            return message("told_has", who=who, amounts=amounts(named(values)))
        case PurchaseLedgerEntry(who, goods, gives):
            bought = list_of(key_word(section, key) for key in goods)
            if gives:
                return message("told_buys_for", who=who, goods=bought, amounts=amounts(named(gives)))
            return message("told_buys", who=who, goods=bought)
        case DepartureEntry(who):
            return message("told_out", who=who)
        case _:
            return message("told_session", number=entry.plain["session"])
