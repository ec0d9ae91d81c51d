"""An input that is a ledger over several sessions: what a group earns together and what each member spends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from generator.diagnostics import SourceLocation, need_known, refuse
from generator.formulas.domains import Lists, Numbers, Rows, YesNo
from generator.reading.structure import Names, NumberBounds, Text
from generator.reading.yaml_nodes import Node, yaml_quoted
from generator.scoring import input_spec, ledger_accounts
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.names import MemberNamesMarks, MemberNamesName
from generator.scoring.ledger_entries import LedgerEntryReader, LedgerEntryTexts, ledger_entry_sentence
from generator.scoring.messages import Message, Value, key_word, list_of, message

MOST_ENTRIES = 2000
FILLED_KINDS = 4  # of fields of a filled sheet: numbers, level, shares, names


@dataclass(frozen=True)
class LedgerMarks(input_spec.InputMarks):
    """Entries in order, and the standing of each member after them; `places` are the locations of entries in a file."""

    entries: tuple[ledger_accounts.LedgerEntry, ...]
    standings: tuple[ledger_accounts.MemberStanding, ...] = ()
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


class LedgerSpec(input_spec.InputSpec, kind="ledger"):
    """Entries about the members that the input `members` names: what they earn together and what each spends.

    Earnings go to the first of `purses`; a purse lists the things that may be handed in instead of it.
    `goods_from` is a mapping in the data files with the price of each good by purse, and how many of it a member may
    have, such as `{veil: {points: 30, most: 2}}`. A member needs `threshold` left to be ranked.
    `filled` names four kinds of fields of a sheet. Row n is an entry of earnings: its numbers are in FIRST.n, its level
    in SECOND.n, and the agreed share of member m, if any, in THIRD.n.m; the name of member m is in FOURTH.m. Other
    entries are not on this sheet.
    In formulas a list of members, each with `.earned`, `.left`, `.rank` (0 without one) and `.out`, a yes-no.
    """

    members: MemberNamesName
    pool: ledger_accounts.PoolPayout
    purses: dict[str, Names]
    goods_from: Text
    rank_by: Literal["earned", "left"] = "earned"
    threshold: dict[str, Annotated[int, NumberBounds(0, ledger_accounts.MOST)]] | None = None

    ticks_tell: ClassVar[bool] = False

    @property
    def grows(self) -> bool:
        return True

    def rates(self, data: GameScoringData) -> ledger_accounts.LedgerRules:
        """Return the numbers of the ledger from the data files; raises InvalidInput."""
        factors = data.value(self.pool.factors_from, self.place)
        goods = data.value(self.goods_from, self.place)
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
        rates = ledger_accounts.LedgerRules(
            data.number(str(self.pool.each_from), self.place),
            {
                input_spec.whole(str(level)): data.number(f"{self.pool.factors_from}.{level}", self.place)
                for level in factors
            },
            self.pool,
            next(iter(self.purses)),
            self.purses,
            {key: self._good(data, key, good) for key, good in goods.items()},
            self.rank_by == "left",
            self.threshold or {},
        )
        for kind in rates.threshold:
            need_known(kind, rates.kinds, "G024", f"{kind!r} is no purse", self.place)
        return rates

    def _good(self, data: GameScoringData, key: str, good: Any) -> ledger_accounts.PricedGood:
        path = f"{self.goods_from}.{key}"
        place = data.source.place_of(path, self.place)
        if not isinstance(good, Mapping):
            raise refuse("G020", f"{path!r} is no price", place, "write {points: 100, most: 5}")
        for name in good:
            need_known(str(name), (*self.purses, "most"), "G020", f"{path!r} has an unknown {name!r}", place)
        numbers = {str(name): data.number(f"{path}.{name}", self.place) for name in good}
        most = numbers.pop("most", None)
        return ledger_accounts.PricedGood(numbers, most)

    def names(self, data: GameScoringData) -> dict[str, str]:
        rates = self.rates(data)
        return {key: data.words.tell(key_word(self.words, key)) for key in (*rates.goods, *rates.kinds)}

    def domain(self, data: GameScoringData) -> Lists:
        self.rates(data)  # raises InvalidInput
        amounts = {name: Numbers(0, ledger_accounts.MOST) for name in ("earned", "left", "rank")}
        return Lists(Rows({**amounts, "out": YesNo()}), 0, MOST_ENTRIES)

    def value(
        self, marks: LedgerMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()
    ) -> tuple[Mapping[str, Any], ...]:
        return tuple(
            {"earned": each.earned, "left": sum(each.left.values()), "rank": each.rank or 0, "out": each.out}
            for each in marks.standings
        )

    def purse_kinds(self, data: GameScoringData) -> tuple[str, ...]:
        return tuple(self.rates(data).kinds)

    def empty(self, _data: GameScoringData) -> LedgerMarks:
        return LedgerMarks(())

    # from a file

    def read(self, node: Node, context: input_spec.InputReadingContext) -> LedgerMarks | None:
        if not context.listing(node):
            return None
        if not context.has_entries(len(node.value), 0, MOST_ENTRIES, node.place):
            return None
        reader = LedgerEntryReader(self.rates(context.data), context)
        read = [(reader.read(child), child.place) for child in node.value]
        entries = [(entry, place) for entry, place in read if entry is not None]
        return LedgerMarks(tuple(entry for entry, _ in entries), places=tuple(place for _, place in entries))

    # from a filled sheet

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> LedgerMarks:
        reader = LedgerEntryReader(self.rates(context.data), context)
        if not self.filled:
            return self.empty(context.data)
        numbers_in, level_in, shares_in, names_in = self.filled
        names, entries = fields.texts(names_in), []
        for row in fields.texts(numbers_in):
            numbers = fields.numbers(f"{numbers_in}.{row}", 0, self.pool.most, context)
            level = fields.numbers(f"{level_in}.{row}", 0, ledger_accounts.MOST, context)
            if len(reader.rates.factors) == 1:
                level = level or [min(reader.rates.factors)]
            shares = {
                names[column]: sum(fields.numbers(f"{shares_in}.{row}.{column}", 0, ledger_accounts.MOST, context))
                for column in fields.texts(f"{shares_in}.{row}")
                if column in names
            }
            if numbers and (number := reader.level(Node(level[0] if level else None, fields.place))) is not None:
                entries.append(ledger_accounts.PoolLedgerEntry(number, tuple(numbers), shares or None))
        return LedgerMarks(tuple(entries))

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return written and all(part.isdecimal() for part in end.split("."))

    # what it comes to

    def settle(
        self, marks: LedgerMarks, inputs: input_spec.KnownSheetInputs, context: input_spec.InputReadingContext
    ) -> LedgerMarks:
        """Replay the entries; an impossible entry is a fault at its location."""
        replay = self._replay(marks.entries, self._members(inputs.known), context)
        for wrong in replay.wrong:
            place = marks.places[wrong.entry] if marks.places else inputs.place(context.name)
            context.faults.add("G031", wrong.said, place)
        return replace(marks, standings=replay.standings())

    def _members(self, sheet: Mapping[str, input_spec.InputMarks]) -> tuple[str, ...]:
        marks = sheet.get(self.members)
        return marks.names if isinstance(marks, MemberNamesMarks) else ()

    def _replay(
        self,
        entries: Sequence[ledger_accounts.LedgerEntry],
        members: Sequence[str],
        context: input_spec.InputReadingContext,
    ) -> ledger_accounts.LedgerReplay:
        return ledger_accounts.LedgerReplay(self.rates(context.data), members, self.words).enter_all(entries)

    # at the table

    def parts_of(self, marks: LedgerMarks) -> int:
        return len(marks.entries) + 1

    def ask(self, part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_entry", what=context.word, number=part + 1)

    def _texts(self, context: input_spec.InputReadingContext) -> LedgerEntryTexts:
        return LedgerEntryTexts(self.rates(context.data), self.words, self._members(context.sheet), context)

    def possible(self, _part: int, context: input_spec.InputReadingContext) -> Value:
        return self._texts(context).possible()

    def control(self, _part: int, context: input_spec.InputReadingContext) -> Control:
        rates = self.rates(context.data)
        goods, kinds = (
            tuple(ControlOption(key, key_word(self.words, key)) for key in keys) for keys in (rates.goods, rates.kinds)
        )
        levels, entries = tuple(rates.factors), self.pool.most_entries
        return Control(
            "entry", 1, self.pool.most, entries=entries, options=goods, kinds=kinds, points=levels, members=self.members
        )

    def answer(self, text: str, part: int, before: LedgerMarks, context: input_spec.InputReadingContext) -> LedgerMarks:
        entries = list(before.entries)
        if text == "-":
            del entries[part : part + 1]
        elif text:
            entries[part : part + 1] = [self._texts(context).read(text, entries[:part])]
        for wrong in self._replay(entries, self._members(context.sheet), context).wrong:
            context.faults.add("G031", wrong.said, input_spec.TYPED)
        return LedgerMarks(tuple(entries))

    def answer_text(self, marks: LedgerMarks, part: int, context: input_spec.InputReadingContext) -> str:
        entries = marks.entries
        return self._texts(context).write(entries[part], entries[:part]) if part < len(entries) else ""

    def answer_sentence(self, marks: LedgerMarks, part: int, _context: input_spec.InputReadingContext) -> Value:
        return ledger_entry_sentence(marks.entries[part], self.words) if part < len(marks.entries) else ""

    def label(self, marks: LedgerMarks, _part: int | None, _context: input_spec.InputReadingContext) -> Value:
        there = [each for each in marks.standings if not each.out]
        return list_of(message("amount_of", what=each.name, amount=str(each.earned)) for each in there)

    def page_answer(self, marks: LedgerMarks, part: int, _context: input_spec.InputReadingContext) -> str:
        return yaml_quoted(marks.entries[part].plain) if part < len(marks.entries) else ""

    def echo(self, marks: LedgerMarks, part: int, context: input_spec.InputReadingContext) -> Value | None:
        if part >= len(marks.entries):
            return None
        return self._replay(marks.entries[: part + 1], self._members(context.sheet), context).echo(marks.entries[part])
