"""The syntax of formulas: a text becomes a tree whose every part knows where it begins, and a tree becomes a text.

The parser is a Pratt parser: each operator has a strength, and an operand belongs to the stronger of its two
neighbours (V. Pratt, "Top Down Operator Precedence", 1973). So the grammar is the table STRENGTH.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NoReturn

from generator.diagnostics import did_you_mean

COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
STRENGTH = {
    "or": 1,
    "and": 2,
    "..": 5,
    "+": 6,
    "-": 6,
    "*": 7,
    "//": 7,
    "%": 7,
    ".": 9,
    "[": 9,
    **dict.fromkeys(COMPARISONS, 4),
}
UNARY = {"not": 3, "-": 8}
WORDS = ("if", "then", "else", "or", "and", "not", "for", "in", "yes", "no")
FUNCTIONS = {  # and how many arguments they take; None is any number
    "sum": None,
    "min": None,
    "max": None,
    "count": 1,
    "any": 1,
    "all": 1,
    "track": 2,
    "keys": 1,
    "everyone": 1,
    "place": 1,
    "tied": 1,
    "abs": 1,
}
OF_PLAYERS = ("everyone", "place", "tied")
LOOPED = ("sum", "min", "max", "count", "any", "all")
ROUNDING = "write // to round down, or -(-a // b) to round up"
HINTS: dict[str, tuple[str, str, str | None]] = {  # code, message and cure by a character that no formula has
    "/": ("E003", "points are whole numbers: / would make halves", ROUNDING),
    "=": ("E001", "= compares nothing", "write == to compare"),
    "'": ("E001", "keys of cards are in double quotes", 'write "scout"'),
    '"': ("E001", "a key of a card has no end here", 'write "scout"'),
}
LONGEST = 2_000  # characters of a formula
DEEPEST = 60  # parts within each other
# ".." and "//" come before "." and "/" in the pattern: the first alternative that fits is taken
_TOKEN = re.compile(r"""\s*(?:(\d+)|"([^"\\]*)"|([^\W\d]\w*)|(\.\.|//|[=!<>]=|[-+*%<>().,\[\]]))""")


class FormulaFault(Exception):
    """A formula that cannot be used: its code, what is wrong, the offset in its text, and the cure."""

    def __init__(self, code: str, message: str, at: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.at, self.hint = code, message, at, hint


@dataclass(frozen=True)
class Part:
    """A part of a formula, which begins at offset `at` of its text."""

    at: int


@dataclass(frozen=True)
class Constant(Part):
    """A number, yes or no, or a text: the key of a card, or the name of a field."""

    value: int | bool | str


@dataclass(frozen=True)
class Name(Part):
    name: str


@dataclass(frozen=True)
class Loop:
    """`for name in source if condition`."""

    name: str
    source: Part
    condition: Part


@dataclass(frozen=True)
class Call(Part):
    """A function or operator with its arguments, or with one argument for each turn of its loops.

    `-a` is "-" of one argument, `a.b` is "." of a and the text b, `a[b]` is "[" of two, and `if` has three.
    """

    function: str
    arguments: tuple[Part, ...]
    loops: tuple[Loop, ...] = ()


# the same formulas are read for each language, check and sheet; trees never change, so they can be shared
@lru_cache(maxsize=4096)
def parse(text: str) -> Part:
    """Return the tree of a formula; raises FormulaFault (E001 to E005)."""
    if len(text) > LONGEST:
        raise FormulaFault("E001", f"a formula has at most {LONGEST} characters", LONGEST, "use let: for its parts")
    parser = _Parser(text)
    tree = parser.expression(0)
    if parser.token:
        parser.expected("an operator, or the end")
    return tree


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._read()
        self.depth = 0
        self.kind, self.token, self.at = "", "", 0
        self.advance()

    def _read(self) -> Iterator[tuple[str, str, int]]:
        at = 0
        while self.text[at:].strip():
            match = _TOKEN.match(self.text, at)
            if match is None:
                rest = self.text[at:].lstrip()
                unknown = ("E001", f"{rest[0]!r} is not part of a formula", None)
                code, message, hint = HINTS.get(rest[0], unknown)
                raise FormulaFault(code, message, len(self.text) - len(rest), hint)
            group = match.lastindex or 0
            yield ("number", "text", "word", "sign")[group - 1], match[group], match.start(group) - (group == 2)
            at = match.end()

    def advance(self) -> str:
        token = self.token
        self.kind, self.token, self.at = next(self.tokens, ("", "", len(self.text)))
        return token

    def expected(self, wish: str) -> NoReturn:
        finding = f"found {self.token!r}" if self.token else "the formula ends"
        raise FormulaFault("E001", f"expected {wish}, {finding}", self.at)

    def take(self, *tokens: str) -> str:
        if self.kind == "text" or self.token not in tokens:
            self.expected(" or ".join(f"'{token}'" for token in tokens))
        return self.advance()

    def is_next(self, *tokens: str) -> bool:
        return self.kind != "text" and self.token in tokens

    def name(self) -> str:
        if self.kind != "word" or self.token in WORDS:
            self.expected("a name")
        return self.advance()

    def expression(self, strength: int) -> Part:
        """Read an operand and all operators behind it that are stronger than `strength`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise FormulaFault("E001", "too many parts within each other", self.at, "use let: for some of them")
        left = self.operand()
        # ">" and not ">=": of equal operators the left one wins, so 9 - 4 - 1 is 4
        while self.kind in ("sign", "word") and STRENGTH.get(self.token, 0) > strength:
            left = self.operation(left)
        self.depth -= 1
        return left

    def operand(self) -> Part:
        at, kind = self.at, self.kind
        if kind == "number":
            return Constant(at, int(self.advance()))
        if kind == "text":
            return Constant(at, self.advance())
        if self.is_next("yes", "no"):
            return Constant(at, self.advance() == "yes")
        if self.is_next("if"):
            self.advance()
            condition = self.expression(0)
            self.take("then")
            then = self.expression(0)
            self.take("else")
            return Call(at, "if", (condition, then, self.expression(0)))
        if self.is_next(*UNARY):
            operator = self.advance()
            return Call(at, operator, (self.expression(UNARY[operator]),))
        if self.is_next("("):
            self.advance()
            expression = self.expression(0)
            self.take(")")
            return expression
        if kind == "word" and self.token not in WORDS:
            name = self.advance()
            return self.call(at, name) if self.is_next("(") else Name(at, name)
        self.expected("a number, a name or '('")

    def call(self, at: int, name: str) -> Part:
        if name not in FUNCTIONS:
            raise FormulaFault("E009", f"there is no function {name!r}", at, did_you_mean(name, FUNCTIONS))
        self.take("(")
        arguments = [self.expression(0)]
        loops = []
        while self.is_next("for"):
            self.advance()
            looped = self.name()
            self.take("in")
            source = self.expression(0)
            # a loop without a condition has one that is always yes, which saves a case everywhere else
            condition = self.expression(0) if self.is_next("if") and self.advance() else Constant(self.at, True)
            loops.append(Loop(looped, source, condition))
        while not loops and self.is_next(","):
            self.advance()
            arguments.append(self.expression(0))
        self.take(")")
        arity = FUNCTIONS[name]
        if loops and name not in LOOPED:
            raise FormulaFault("E005", f"{name} takes no loop", at)
        if arity is not None and len(arguments) != arity:
            raise FormulaFault("E005", f"{name} takes {arity}, not {len(arguments)}", at)
        return Call(at, name, tuple(arguments), tuple(loops))

    def operation(self, left: Part) -> Part:
        operator, at = self.advance(), self.at
        if operator == ".":
            return Call(left.at, operator, (left, Constant(at, self.name())))
        if operator == "[":
            index = self.expression(0)
            self.take("]")
            return Call(left.at, operator, (left, index))
        right = self.expression(STRENGTH[operator])
        call = Call(left.at, operator, (left, right))
        if operator not in COMPARISONS or not self.is_next(*COMPARISONS):
            return call
        # as in Python and in mathematics; the middle part is counted twice, which no formula can notice
        operator = self.advance()  # a < b < c
        return Call(left.at, "and", (call, Call(right.at, operator, (right, self.expression(STRENGTH[operator])))))


def show(part: Part, strength: int = 0) -> str:
    """Return a tree as the text of a formula, with the parentheses that it needs."""
    match part:
        case Constant(value=bool(value)):
            return "yes" if value else "no"
        case Constant(value=str(value)):
            return f'"{value}"'
        case Constant(value=value):
            return str(value)
        case Name(name=name):
            return name
    assert isinstance(part, Call)
    function, (first, *rest) = part.function, part.arguments
    if function in FUNCTIONS:
        listing = ", ".join(map(show, part.arguments))
        for loop in part.loops:
            condition = show(loop.condition)
            listing += f" for {loop.name} in {show(loop.source)}" + f" if {condition}" * (condition != "yes")
        return f"{function}({listing})"
    operator_strength = STRENGTH.get(function, 0) if rest else UNARY[function]
    # a comparison within a comparison needs parentheses on both sides, as a < b < c means something else
    left = show(first, operator_strength + (function in COMPARISONS))
    if not rest:
        text = function + " " * (function == "not") + left
    elif function == "if":
        text = f"if {left} then {show(rest[0])} else {show(rest[1])}"
    elif function == "[":
        text = f"{left}[{show(rest[0])}]"
    elif function == ".":
        text = f"{left}.{show(rest[0])[1:-1]}"
    else:
        space = "" if function == ".." else " "
        # the right side is asked for more strength, so that 9 - (4 - 1) keeps its parentheses
        text = f"{left}{space}{function}{space}{show(rest[0], operator_strength + 1)}"
    return f"({text})" if operator_strength < strength else text


def parts_of(part: Part) -> tuple[Part, ...]:
    """Return the parts that a part is made of, in the order of the text; those of loops come last."""
    if not isinstance(part, Call):
        return ()
    return (*part.arguments, *(inner_part for loop in part.loops for inner_part in (loop.source, loop.condition)))


def walk(part: Part) -> Iterator[Part]:
    """Yield a part and all parts within it."""
    yield part
    for inner_part in parts_of(part):
        yield from walk(inner_part)


def mapped(part: Part, change: Callable[[Part], Part]) -> Part:
    """Return a part whose parts are replaced by what `change` returns for them."""
    if not isinstance(part, Call):
        return part
    loops = (Loop(loop.name, change(loop.source), change(loop.condition)) for loop in part.loops)
    return replace(part, arguments=tuple(map(change, part.arguments)), loops=tuple(loops))


def substituted(part: Part, trees: Mapping[str, Part]) -> Part:
    """Return a formula in which the names that `trees` has are replaced by their trees."""
    if isinstance(part, Name):
        return trees.get(part.name, part)
    return mapped(part, lambda inner_part: substituted(inner_part, trees))


def names(part: Part) -> tuple[str, ...]:
    """Return the names that a formula takes from outside, in the order of its text: `costs` of costs.wood."""
    if isinstance(part, Name):
        return (part.name,)
    looped = {loop.name for loop in part.loops} if isinstance(part, Call) else ()
    return tuple(
        dict.fromkeys(name for inner_part in parts_of(part) for name in names(inner_part) if name not in looped)
    )


def chosen(part: Part) -> tuple[str, int | str]:
    """Return the name, and number or key, of an entry such as fights[2] or levels.first; "" and 0 for others."""
    match part:
        case Call(function="." | "[", arguments=(Name(name=name), Constant(value=entry))):
            return name, entry
    return "", 0
