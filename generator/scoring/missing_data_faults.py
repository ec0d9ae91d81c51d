"""Everything that a game's scoring looks up, looked up once: what data, cards and words lack is a diagnostic."""

from collections.abc import Callable, Iterator
from functools import partial

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, meant_or, refuse
from generator.game.words import file_of, is_empty
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputReadingContext, InputSpec
from generator.scoring.inputs.bands import CardResultsSpec
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.inputs.group import KeyedNumbersSpec
from generator.scoring.inputs.ledger import LedgerSpec
from generator.scoring.inputs.steps import CardTiersSpec
from generator.scoring.reach_faults import reach_faults
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import scoring_node
from generator.scoring.unasked_inputs import unasked_input_faults

Look = Callable[[], object]


def rule_faults(rules: ScoringRules) -> list[Diagnostic]:
    """Return every fault of how a game is scored, in one language, in the order of scoring.yaml."""
    faults: dict[Diagnostic, None] = {}
    for look in (*_at_inputs(rules), *_at_lines(rules)):
        try:
            look()
        except InvalidInput as fault:
            faults.update(dict.fromkeys(fault.diagnostics))
    return [*faults, *reach_faults(rules)]


def _at_inputs(rules: ScoringRules) -> Iterator[Look]:
    lookup = rules.lookup
    unasked = unasked_input_faults(scoring_node(lookup.catalogue, rules.game), rules.table)
    for name, spec in rules.table.inputs.items():
        if name not in unasked:  # else that is told, and its word is not read
            yield partial(lookup.source.word, f"inputs.{name}")
        yield from (partial(look, lookup) for look in (spec.empty, spec.extent, spec.parts))
        yield partial(spec.ask, 0, InputReadingContext(lookup, name, typed=True))
        if isinstance(spec, CardOrOptionInput):
            yield partial(spec.names, lookup)
        if isinstance(spec, CardTiersSpec):
            yield lambda spec=spec: [spec.earned(lookup, key, 0) for key in spec.known(lookup)]  # type: ignore[misc]
            yield from (partial(spec.amount, lookup, key, rules.table.inputs) for key in _cards_of(lookup, spec))
        if spec.words:
            yield partial(_words_of, rules, name, spec)
        if isinstance(spec, CardResultsSpec):
            yield lambda spec=spec: [spec.won(lookup, key, 0) for key in lookup.cards(spec.deck)]  # type: ignore[misc]


def _cards_of(lookup: GameScoringData, spec: CardTiersSpec) -> tuple[str, ...]:
    """Return the cards of an input; none of a deck that cannot be read, which is told where it is."""
    try:
        return spec.known(lookup)
    except InvalidInput:
        return ()


def _words_of(rules: ScoringRules, name: str, spec: InputSpec) -> None:
    """Look up the section of words that an input names, and a word for each of its keys; one fault for all of them."""
    source = rules.lookup.source
    words = source.words.node.at(spec.words)
    if words is None or not words.is_map:
        asked = scoring_node(rules.lookup.catalogue, rules.game).at(f"inputs.{name}.words")
        place = asked.place if asked is not None else rules.table.place
        sections = [key for key, node in source.words.node.items() if node.is_map]
        added = f"add {spec.words}: to {file_of(rules.game, source.languages[0])}, or correct it here"
        raise refuse("W001", f"there are no words {spec.words!r}", place, meant_or(spec.words, sections, added))
    missing = [key for key in _keys_of(rules, spec) if (word := words.get(key)) is None or is_empty(word)]
    if missing:
        said = f"{spec.words!r} has no word for {', '.join(missing)}"
        raise refuse("W001", said, words.place, f"add {missing[0]}: ...")


def _keys_of(rules: ScoringRules, spec: InputSpec) -> tuple[str, ...]:
    """Return the keys of an input that its section of words names."""
    if isinstance(spec, LedgerSpec):
        rates = spec.rates(rules.lookup)
        return (*rates.kinds, *rates.goods)
    if isinstance(spec, KeyedNumbersSpec):
        return spec.known(rules.lookup)
    return spec.options if isinstance(spec, CardOrOptionInput) else ()


def _at_lines(rules: ScoringRules) -> Iterator[Look]:
    lookup, inputs = rules.lookup, rules.table.inputs
    for line in rules.table.lines:
        yield partial(_named_word, rules, line.word)
        for part in line.parts:
            yield from (partial(look, lookup, inputs) for look in (part.bounds, part.formula))
    for title in rules.table.titles:
        yield partial(_named_word, rules, title.word)


def _named_word(rules: ScoringRules, path: str) -> None:
    """Look up a word that scoring.yaml names; one that is not there is told where it is named."""
    source = rules.lookup.source
    section, _, name = path.rpartition(".")
    words = source.words.node.at(section) if section else source.words.node
    if words is None or not words.is_map or words.get(name) is not None:
        source.word(path)
        return
    named = {each.word for each in rules.table.lines} | {each.word for each in rules.table.titles}
    others = [key for key in words.value if f"{section}.{key}".lstrip(".") not in named]
    hint = meant_or(name, others, f"add {path}: ... to {file_of(rules.game, source.languages[0])}, or correct it here")
    raise refuse("W001", f"there is no word {path!r}", _place_of_word(rules, path), hint)


def _place_of_word(rules: ScoringRules, path: str) -> SourceLocation:
    """Return where scoring.yaml names a word of a line or of a title."""
    root = scoring_node(rules.lookup.catalogue, rules.game)
    lists = (root.get(key) for key in ("lines", "titles"))
    words = (entry.get("word") for each in lists if each is not None and each.is_list for entry in each.value)
    return next((word.place for word in words if word is not None and word.value == path), root.place)
