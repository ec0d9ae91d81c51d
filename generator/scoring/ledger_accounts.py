"""Replay the entries of a ledger in order: what each member has, the standings, and the entries that are impossible."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from generator.reading.structure import NumberBounds, Text
from generator.scoring.messages import Message, Value, key_word, list_of, message

MOST = 999_999  # of what a member has
MOST_OF = "most"
KEYS = {  # of an entry, by its kind
    "pool": ("level", "pool", "shares"),
    "gets": ("who", "gets"),
    "has": ("who", "has"),
    "buys": ("who", "buys", "gives"),
    "out": ("who", "out"),
    "session": ("session",),
}


@dataclass(frozen=True, kw_only=True)
class PoolPayout:
    """How earnings count: data paths of the points for each (`each_from`) and of factors by level (`factors_from`).

    At most `most_members` share an entry. A number above the `likely` one of its level, or below `likely_least`, gets a
    warning, and so do more numbers than `likely_entries`.
    """

    each_from: Text
    factors_from: Text
    factor_first: bool = False
    most: Annotated[int, NumberBounds(1, MOST)] = 99
    most_entries: Annotated[int, NumberBounds(1, 1000)] = 60
    most_members: Annotated[int, NumberBounds(1, 1000)] = 1000
    likely: tuple[int, ...] = ()
    likely_least: tuple[int, ...] = ()
    likely_entries: tuple[int, ...] = ()


@dataclass(frozen=True)
class LedgerRules:
    """The numbers and rates of a ledger.

    An entry of earnings is worth `each` times the sum of its numbers. A share of it is rounded down and then multiplied
    by the factor of its level, or with `factor_first` the other way round. `purses` lists for each purse the things
    that may be handed in instead, without change being given. `goods` has the price of each good by purse, and under
    MOST_OF how many of it a member may have.
    """

    each: int
    factors: Mapping[int, int]
    pool: PoolPayout
    purses: Mapping[str, tuple[str, ...]]
    goods: Mapping[str, Mapping[str, int]]
    by_left: bool = False
    threshold: Mapping[str, int] = field(default_factory=dict)
    likely_gains: Mapping[str, int] = field(default_factory=dict)

    @property
    def purse(self) -> str:
        """The purse that earnings go to."""
        return next(iter(self.purses))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of all that a member can have: the purses, then the things that may be handed in instead."""
        return (*self.purses, *self.handed_in)

    @property
    def handed_in(self) -> tuple[str, ...]:
        """The names of the things that may be handed in instead of purses."""
        return tuple(kind for kinds in self.purses.values() for kind in kinds)


LedgerEntry = Mapping[str, Any]  # its keys and values as in a score file


def kind_of(entry: LedgerEntry) -> str:
    """Return the kind of an entry, one of KEYS."""
    return next(kind for kind in KEYS if kind in entry)


def amounts_of(entry: LedgerEntry) -> Mapping[str, int]:
    """Return the amounts that a member gets, has or hands in, or the agreed shares of the members."""
    return next((entry[key] for key in ("gets", "has", "gives", "shares") if key in entry), {})


@dataclass
class MemberStanding:
    """What a member earned and has left, the member's values, and the rank, None for members without one."""

    name: str
    earned: int
    left: dict[str, int]
    values: dict[str, int]
    out: bool = False
    rank: int | None = None


class LedgerReplay:
    """Replays entries; `wrong` has the impossible ones, which are skipped, by their numbers, from 0."""

    def __init__(self, rates: LedgerRules, members: Sequence[str], words: str, entries: Sequence[LedgerEntry]) -> None:
        self.rates, self.words = rates, words
        self.accounts = {name: MemberStanding(name, 0, dict.fromkeys(rates.kinds, 0), {}) for name in members}
        self.session = 1
        self.bought: set[tuple[str, str]] = set()  # in this session, by member and good
        self.wrong: dict[int, Message] = {}
        for number, entry in enumerate(entries):
            fault = next(self._faults(entry), None)
            if fault is None:
                self._enter(entry)
            else:
                self.wrong[number] = fault

    @property
    def present(self) -> list[str]:
        """The members who have not left the group."""
        return [name for name, account in self.accounts.items() if not account.out]

    def _word(self, key: str) -> Value:
        return key_word(self.words, key)

    def _faults(self, entry: LedgerEntry) -> Iterator[Message]:
        """Yield why an entry is impossible."""
        shares = amounts_of(entry) if kind_of(entry) == "pool" else {}
        for name in (*shares, *([entry["who"]] if "who" in entry else [])):
            if name not in self.accounts:
                yield message("no_member", name=name)
            elif self.accounts[name].out and kind_of(entry) != "has" and shares.get(name, 1):
                yield message("member_out", name=name)
        match kind_of(entry):
            case "pool":
                yield from self._pool_faults(entry)
            case "buys":
                yield from self._purchase_faults(entry)
            case "session" if entry["session"] != self.session + 1:
                yield message("next_session", number=self.session + 1)
            case "has":
                for key, value in amounts_of(entry).items():
                    limit = self.rates.goods[key].get(MOST_OF, MOST)
                    if value > limit:
                        yield message("out_of_bounds", what=self._word(key), value=value, least=0, most=limit)

    def _enter(self, entry: LedgerEntry) -> None:
        match kind_of(entry):
            case "pool":
                for name, gain in self.gains(entry).items():
                    self._earn(name, {self.rates.purse: gain})
            case "gets":
                self._earn(entry["who"], amounts_of(entry))
            case "has":
                self.accounts[entry["who"]].values |= amounts_of(entry)
            case "buys":
                account = self.accounts[entry["who"]]
                account.left = self._left_after(entry)
                account.values |= {key: account.values.get(key, 0) + 1 for key in entry["buys"]}
                self.bought |= {(account.name, key) for key in entry["buys"]}
            case "out":
                self.accounts[entry["who"]].out = True
            case _:
                self.session = entry["session"]
                self.bought.clear()

    # what is earned

    def pool(self, entry: LedgerEntry) -> int:
        """Return the points to share, already multiplied by the factor of the level with `factor_first`."""
        pool: int = self.rates.each * sum(entry["pool"])
        return pool * self.rates.factors[entry["level"]] if self.rates.pool.factor_first else pool

    def gains(self, entry: LedgerEntry) -> dict[str, int]:
        """Return the points that each member earns from a pool."""
        factor = 1 if self.rates.pool.factor_first else self.rates.factors[entry["level"]]
        if "shares" in entry:
            return {name: share * factor for name, share in amounts_of(entry).items()}
        return dict.fromkeys(self.present, self.pool(entry) // len(self.present) * factor)

    def _pool_faults(self, entry: LedgerEntry) -> Iterator[Message]:
        if self.bought:
            yield message("session_closed", number=self.session)
        if not self.present:
            yield message("nobody_left")
        shares, member_limit = amounts_of(entry).values(), self.rates.pool.most_members
        sharing = sum(map(bool, shares)) if "shares" in entry else len(self.present)
        if sharing > member_limit:
            yield message("too_many_share", count=sharing, most=member_limit)
        if sum(shares) > self.pool(entry):
            yield message("shares_above", shared=sum(shares), pool=self.pool(entry))

    def _earn(self, name: str, amounts: Mapping[str, int]) -> None:
        account = self.accounts[name]
        for kind, amount in amounts.items():
            account.left[kind] += amount
        account.earned += amounts.get(self.rates.purse, 0)

    # what is bought

    def _left_after(self, entry: LedgerEntry) -> dict[str, int]:
        """Return what a member has left after a purchase, below 0 for what is not enough.

        What is handed in for a purse pays first, without change; the purse pays the rest.
        """
        left = dict(self.accounts[entry["who"]].left)
        for kind, amount in amounts_of(entry).items():
            left[kind] -= amount
        for purse, kinds in self.rates.purses.items():
            cost = sum(self.rates.goods[key].get(purse, 0) for key in entry["buys"])
            left[purse] -= max(0, cost - sum(amounts_of(entry).get(kind, 0) for kind in kinds))
        return left

    def _purchase_faults(self, entry: LedgerEntry) -> Iterator[Message]:
        account, goods = self.accounts[entry["who"]], entry["buys"]
        for number, key in enumerate(goods):
            value, limit = account.values.get(key, 0), self.rates.goods[key].get(MOST_OF, MOST)
            if (account.name, key) in self.bought or key in goods[:number]:
                yield message("bought_once", what=self._word(key))
            if value >= limit:
                yield message("at_its_most", what=self._word(key), value=value, most=limit)
        for kind, left in self._left_after(entry).items():
            if left < 0:
                has = account.left[kind]
                yield message("too_little", what=self._word(kind), need=has - left, has=has)

    # where they stand

    def standings(self) -> tuple[MemberStanding, ...]:
        """Return the standing of each member, in order; members out or below the threshold have no rank."""
        purse, by_left, threshold = self.rates.purse, self.rates.by_left, self.rates.threshold.items()
        members = [account for account in self.accounts.values() if not account.out]
        ranked = [account for account in members if all(account.left[kind] >= number for kind, number in threshold)]
        results = [account.left[purse] if by_left else account.earned for account in ranked]
        for member, result in zip(ranked, results, strict=True):
            member.rank = 1 + sum(rival > result for rival in results)
        return tuple(self.accounts.values())

    def echo(self, entry: LedgerEntry) -> Value | None:
        """Return a message about the result of the entry that was entered last."""
        if kind_of(entry) == "pool":
            entries = list_of(message("card", who=name, points=gain) for name, gain in self.gains(entry).items())
            return message("pool_shared", pool=self.pool(entry), entries=entries)
        if kind_of(entry) == "session":
            return None
        member = entry["who"]
        if kind_of(entry) == "out":
            return message("member_out", name=member)
        left = self.accounts[member].left.items()
        entries = list_of(message("amount_of", what=self._word(kind), amount=amount) for kind, amount in left)
        return message("left_with", name=member, entries=entries)
