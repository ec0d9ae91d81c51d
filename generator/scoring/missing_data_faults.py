"""Faults of scoring.yaml beside the rest of its game: data, cards and words that it lacks, inputs never asked for."""

from collections.abc import Callable, Iterator
from functools import partial

from generator.diagnostics import Diagnostic, InvalidInput, meant_or, refuse
from generator.game.words import file_of, is_empty
from generator.reading.structure import name_references
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputReadingContext, InputSpec
from generator.scoring.inputs.bands import CardResultsSpec
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.inputs.flag import FlagSpec
from generator.scoring.inputs.group import KeyedNumbersSpec
from generator.scoring.inputs.ledger import LedgerSpec
from generator.scoring.inputs.steps import CardTiersSpec
from generator.scoring.reach_faults import reach_faults
from generator.scoring.references import InputNameAnnotation
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import ScoringSpec, scoring_node

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
    data = rules.data
    unasked = unasked_input_faults(scoring_node(data.source.catalogue, rules.game), rules.table)
    for name, spec in rules.table.inputs.items():
        if name not in unasked:  # else that is told, and its word is not read
            yield partial(data.source.word, f"inputs.{name}")
        yield from (partial(look, data) for look in (spec.empty, spec.extent, spec.parts))
        yield partial(spec.ask, 0, InputReadingContext(data, name, typed=True))
        if isinstance(spec, CardOrOptionInput):
            yield partial(spec.names, data)
        if isinstance(spec, CardTiersSpec):
            yield lambda spec=spec: [spec.points_at(data, key, 0) for key in spec.keys_in(data)]  # type: ignore[misc]
            yield from (partial(spec.amount, data, key, rules.table.inputs) for key in _cards_of(data, spec))
        if spec.words:
            yield partial(_words_of, rules, name, spec)
        if isinstance(spec, CardResultsSpec):
            cards = spec.card_bands(data)
            yield lambda cards=cards: [cards.points_at(key, 0) for key in cards.keys]  # type: ignore[misc]


def _cards_of(data: GameScoringData, spec: CardTiersSpec) -> tuple[str, ...]:
    """Return the cards of an input; none of a deck that cannot be read, which is told where it is."""
    try:
        return spec.keys_in(data)
    except InvalidInput:
        return ()


def _words_of(rules: ScoringRules, name: str, spec: InputSpec) -> None:
    """Look up the section of words that an input names, and a word for each of its keys; one fault for all of them."""
    source = rules.data.source
    words = source.words.node.at(spec.words)
    if words is None or not words.is_map:
        asked = scoring_node(rules.data.source.catalogue, rules.game).at(f"inputs.{name}.words")
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
        rates = spec.rates(rules.data)
        return (*rates.kinds, *rates.goods)
    if isinstance(spec, KeyedNumbersSpec):
        return spec.keys_in(rules.data)
    return spec.options if isinstance(spec, CardOrOptionInput) else ()


def _at_lines(rules: ScoringRules) -> Iterator[Look]:
    data, inputs = rules.data, rules.table.inputs
    for line in rules.table.lines:
        yield partial(_named_word, rules, line.word)
        for part in line.parts:
            yield from (partial(look, data, inputs) for look in (part.bounds, part.formula))
    for title in rules.table.titles:
        yield partial(_named_word, rules, title.word)


def _named_word(rules: ScoringRules, path: str) -> None:
    """Look up a word that scoring.yaml names; one that is not there is told where it is named."""
    source = rules.data.source
    section, _, name = path.rpartition(".")
    words = source.words.node.at(section) if section else source.words.node
    if words is None or not words.is_map or words.get(name) is not None:
        source.word(path)
        return
    named = {each.word for each in rules.table.lines} | {each.word for each in rules.table.titles}
    others = [key for key in words.value if f"{section}.{key}".lstrip(".") not in named]
    hint = meant_or(name, others, f"add {path}: ... to {file_of(rules.game, source.languages[0])}, or correct it here")
    root = scoring_node(rules.data.source.catalogue, rules.game)
    lists = (root.get(key) for key in ("lines", "titles"))
    nodes = (entry.get("word") for each in lists if each is not None and each.is_list for entry in each.value)
    place = next((node.place for node in nodes if node is not None and node.value == path), root.place)
    raise refuse("W001", f"there is no word {path!r}", place, hint)


def unasked_input_faults(root: Node, table: ScoringSpec) -> dict[str, Diagnostic]:
    """Return a warning for each input that is counted and not asked for, asked for and not counted, or neither.

    What checks alone look at may be told by files and sheets only, and a flag without a box is a switch of score files.
    They stand by the names of their inputs.
    `root` is scoring.yaml as it is written.
    """
    marks = [(each.mark, each.node) for each in name_references(root, ScoringSpec)]
    uses = [(mark, node) for mark, node in marks if isinstance(mark, InputNameAnnotation)]
    asks = [(node.value.partition(".")[0], node) for mark, node in uses if mark.parted]
    nodes = (each for mark, node in uses if not mark.parted for each in (node.value if node.is_list else [node]))
    named = {str(node.value).partition(".")[0] for node in nodes}
    counted = {name for line in table.lines for part in line.parts for name in part.inputs}
    faults = {}
    if not any(isinstance(spec, CardTiersSpec) and spec.counts for spec in table.inputs.values()):  # cards name some
        for name, node in ((name, node) for name, node in asks if name not in named):
            message = f"a line asks for {name!r}, and nothing counts it"
            hint = "count it under parts: of the line, or take it out"
            faults[name] = Diagnostic("G047", message, node.place, hint, "warning")
    for name, spec in table.inputs.items():
        is_switch = isinstance(spec, FlagSpec) and not spec.heads and name in named
        if is_switch or name in (*table.asked_inputs, *table.ties) or (name in named and name not in counted):
            continue
        inputs = root.get("inputs")
        place = inputs.key_place(name) if inputs is not None else root.place
        counts = next((line.letter for line in table.lines for part in line.parts if name in part.inputs), None)
        hint = "write it under asks: of a line" + (f", such as {counts!r}" if counts else ", or take it out")
        message = f"no line asks for {name!r}" + (f", which line {counts!r} counts" if counts else "")
        faults[name] = Diagnostic("G047", message, place, hint, "warning")
    return faults
