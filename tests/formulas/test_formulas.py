"""The parser keeps the places in formulas; formulas have bounds before a game, and their values are within these."""

import random
import re

import pytest

from generator.formulas.domains import Lists, Numbers, Rows, YesNo, domain_of, infer
from generator.formulas.evaluate import Card, SheetScope, as_data, compiled
from generator.formulas.syntax import FormulaFault, names, parse, show
from generator.scoring.formula_help import range_of
from tests.conftest import often
from tests.tables import table, tables

NUMBER = Numbers(0, 9)
NAMES = {
    "number": NUMBER,
    "players": Numbers(1, 8),
    "flag": YesNo(),
    "list": Lists(Numbers(0, 5), 0, 3),
    "group": Rows({"left": Numbers(1, 6), "right": Numbers(1, 6)}, "group"),
    "points": domain_of([1, 2, 2, 7]),
    "card": Rows({"end": Numbers(-1, 4)}, "card", frozenset(("scout", "noble"))),
}
CARDS = (0, Card("scout", {"end": 4}), Card("noble", {"end": -1}))


def count(formula, values):
    return compiled(parse(formula))(SheetScope(lambda name: as_data(values[name])))


@table("formula, values, result")
def test_value(formula, values, result):
    assert count(formula, values) == as_data(result)


@table("formula, code, at")
def test_fault(formula, code, at):
    with pytest.raises(FormulaFault) as fault:
        infer(parse(formula), NAMES)
    assert (fault.value.code, fault.value.at) == (code, at)


@table("formula, low, high")
def test_bounds(formula, low, high):
    domain = infer(parse(formula), NAMES)
    assert (domain.low, domain.high) == (low, high)


@table("formula, low, high, example")
def test_a_writer_sees_what_a_formula_can_give_and_gives_on_a_sheet_with_the_most_of_everything(
    formula, low, high, example
):
    lists = {"long": Lists(NUMBER, 5, 9), "short": Lists(YesNo(), 0, 2)}
    assert range_of(formula, NAMES | lists) == (low, high, example)


def without_places(part):
    return re.sub(r"at=\d+, ", "", repr(part))


@pytest.mark.parametrize("formula", [row[0] for kind in ("value", "bounds") for row in tables(__file__)[kind]])
def test_a_formula_that_is_written_back_is_the_same(formula):
    assert without_places(parse(show(parse(formula)))) == without_places(parse(formula))


def test_the_names_of_a_formula_are_those_from_outside():
    assert names(parse("sum(a.b[i] * x for i in keys(c) if d[i] > x)")) == ("a", "x", "c", "d")


def test_players_are_compared_by_what_they_have():
    table = [{"coins": coins, "power": power} for coins, power in ((5, 0), (9, 0), (5, "p"))]

    class Player(SheetScope):
        @property
        def sheets(self):
            return [Player(sheet.__getitem__) for sheet in table]

    for formula, each in {
        "place(coins)": [2, 1, 2],
        "tied(coins)": [2, 1, 2],
        "max(everyone(coins)) - coins": [4, 0, 4],
        "tied(power)": [2, 2, 1],
        "sum(place(coins * n) for n in 1..2)": [4, 2, 4],  # the turn of a loop reaches the other sheets
        "sum(max(everyone(n + coins)) for n in 1..2 if n + max(everyone(n)) > 2)": [11, 11, 11],
    }.items():
        assert [compiled(parse(formula))(Player(sheet.__getitem__)) for sheet in table] == each


def test_a_cell_may_be_a_formula_and_no_card_has_nothing():
    cell = compiled(parse("2 * number"))
    scopes = [SheetScope({"number": 4, "card": card}.__getitem__) for card in (Card("scout", {"end": cell}), 0)]
    assert [compiled(parse("card.end"))(scope) for scope in scopes] == [8, 0]
    assert [compiled(parse("if card then 1 else 0"))(scope) for scope in scopes] == [1, 0]


class RandomFormulas:
    """Makes random formulas and sheets."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def number(self, depth):
        if depth == 0:
            return self.chance.choice(["number", "card.end", "group.left", "points[1]", "2", "7", "0"])
        n, a = (lambda: self.number(depth - 1)), (lambda: self.answer(depth - 1))
        return self.chance.choice(
            [
                lambda: f"({n()} {self.chance.choice('+-*')} {n()})",
                lambda: f"-{n()}",
                lambda: f"({n()} {self.chance.choice(['// 3', '% 4', '// -2', '% -3'])})",
                lambda: f"track(points, {n()})",
                lambda: f"abs({n()})",
                lambda: f"(if {a()} then {n()} else {n()})",
                lambda: f"{self.chance.choice(['sum', 'min', 'max', 'count'])}({self.entries(depth)})",
            ]
        )()

    def answer(self, depth):
        if depth == 0:
            return self.chance.choice(["flag", "card", 'card == "scout"', "no"])
        n, a = (lambda: self.number(depth - 1)), (lambda: self.answer(depth - 1))
        return self.chance.choice(
            [
                lambda: f"{n()} {self.chance.choice(['<', '<=', '==', '!=', '>', '>='])} {n()}",
                lambda: f"{n()} <= {n()} < {n()}",
                lambda: f"(not {a()})",
                lambda: f"({a()} {self.chance.choice(['and', 'or'])} {a()})",
            ]
        )()

    def entries(self, depth):
        if self.chance.random() < 0.4:
            return self.chance.choice(["list", "group", "points", "0..number", "number..3"])
        condition = f" if {self.answer(depth - 1)}" if self.chance.random() < 0.5 else ""
        source = self.chance.choice(["list", "group", "points", "0..number"])
        return f"x{depth} + {self.number(depth - 1)} for x{depth} in {source}{condition}"

    def sheet(self):
        low = self.chance.randint
        return {
            "number": low(0, 9),
            "flag": self.chance.random() < 0.5,
            "list": tuple(low(0, 5) for _ in range(low(0, 3))),
            "group": {"left": low(1, 6), "right": low(1, 6)},
            "points": (1, 2, 2, 7),
            "card": self.chance.choice(CARDS),
        }


@pytest.mark.parametrize("seed", range(often(4, 200)))
def test_a_value_lies_within_its_bounds_and_a_formula_is_written_back(seed):
    formulas = RandomFormulas(seed)
    for _ in range(50):
        formula = formulas.number(3) if formulas.chance.random() < 0.7 else formulas.answer(3)
        tree = parse(formula)
        assert without_places(parse(show(tree))) == without_places(tree)
        try:
            domain = infer(tree, NAMES)
        except FormulaFault as fault:
            if fault.code == "E010":
                continue
            raise
        for _ in range(5):
            sheet = formulas.sheet()
            value = compiled(tree)(SheetScope(sheet.__getitem__))
            if isinstance(domain, Numbers):
                assert value in domain.values, (formula, sheet)
            else:
                assert bool(value) in domain.can, (formula, sheet)
