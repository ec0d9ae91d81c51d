"""Everything that a game's scoring looks up, looked up once: what data, cards and words lack is a diagnostic."""

from collections.abc import Callable, Iterator
from functools import partial

from generator.diagnostics import Diagnostic, InvalidInput
from generator.scoring.inputs.bands import BandsSpec
from generator.scoring.inputs.choice import DeckChoice
from generator.scoring.inputs.ledger import LedgerSpec
from generator.scoring.inputs.steps import CardTiersSpec
from generator.scoring.marks import Reading
from generator.scoring.rules import Rules

Look = Callable[[], object]


def rule_faults(rules: Rules) -> list[Diagnostic]:
    """Return every fault of how a game is scored, in one language, in the order of scoring.yaml."""
    faults: dict[Diagnostic, None] = {}
    for look in (*_at_inputs(rules), *_at_lines(rules)):
        try:
            look()
        except InvalidInput as fault:
            faults.update(dict.fromkeys(fault.diagnostics))
    return list(faults)


def _at_inputs(rules: Rules) -> Iterator[Look]:
    book = rules.book
    for name, spec in rules.table.inputs.items():
        yield partial(book.source.word, f"inputs.{name}")
        yield from (partial(look, book) for look in (spec.empty, spec.extent, spec.parts))
        yield partial(spec.ask, 0, Reading(book, name, typed=True))
        if isinstance(spec, DeckChoice):
            yield partial(spec.names, book)
        if isinstance(spec, CardTiersSpec):
            yield lambda spec=spec: [spec.earned(book, key, 0) for key in spec.known(book)]  # type: ignore[misc]
        if isinstance(spec, LedgerSpec):
            yield partial(_words_of, rules, spec)
        if isinstance(spec, BandsSpec):
            yield lambda spec=spec: [spec.won(book, key, 0) for key in book.cards(spec.deck)]  # type: ignore[misc]


def _words_of(rules: Rules, spec: LedgerSpec) -> None:
    rates = spec.rates(rules.book)
    for key in (*rates.kinds, *rates.goods):
        rules.book.source.word(f"{spec.words}.{key}")


def _at_lines(rules: Rules) -> Iterator[Look]:
    book, inputs = rules.book, rules.table.inputs
    for line in rules.table.lines:
        yield partial(book.source.word, line.word)
        for part in line.parts:
            yield from (partial(look, book, inputs) for look in (part.bounds, part.formula))
    for title in rules.table.titles:
        yield partial(book.source.word, title.word)
