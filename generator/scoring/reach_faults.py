"""Faults of scoring.yaml that show beside the game: missing data, cards and words, numbers that inputs never have."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, meant_or, refuse
from generator.formulas.domains import Lists, Numbers, YesNo, infer
from generator.formulas.syntax import Call, FormulaFault, Name, show, substituted, walk
from generator.game.words import file_of, is_empty
from generator.reading.yaml_nodes import Node
from generator.scoring.formula_specs import Formula
from generator.scoring.input_reading import InputReadingContext
from generator.scoring.input_spec import InputSpec
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import LineSpec, entries_of, is_below, scoring_node


def rule_faults(rules: ScoringRules) -> list[Diagnostic]:
    """Return every fault of how a game is scored, in one language."""
    return [*dict.fromkeys(_faults(rules))]


def _faults_raised(look: Callable[..., object], *values: Any) -> Iterator[Diagnostic]:
    """Yield the faults that a function raises, or yields, for these values."""
    try:
        faults = look(*values)
        yield from faults if isinstance(faults, Iterator) else ()
    except InvalidInput as fault:
        yield from fault.diagnostics


def _faults(rules: ScoringRules) -> Iterator[Diagnostic]:
    root, data, table = scoring_node(rules.data.source.catalogue, rules.game), rules.data, rules.table
    unasked = unasked_input_faults(rules)
    for name, spec in table.inputs.items():
        if name not in unasked:  # else that is reported, and its word is not read
            yield from _faults_raised(data.source.words.word, f"inputs.{name}")
        yield from _faults_raised(spec.look_up, data)
        yield from _faults_raised(spec.ask, 0, InputReadingContext(data, name, typed=True))
        if spec.words:
            yield from _faults_raised(_words_of, rules, name, spec)
    for word in (*(line.word for line in table.lines), *(title.word for title in table.titles)):
        yield from _faults_raised(_named_word, rules, word)
    yield from unasked.values()
    yield from _boxes_twice(root, [name for name, spec in table.inputs.items() if not spec.is_of_names])
    for name, spec in table.inputs.items():
        yield from _faults_raised(spec.card_faults, root.at(f"inputs.{name}"), data, rules.names)
        if spec.words:
            yield from _faults_raised(_alike_keys, rules, spec)
    yield from _faults_raised(_alike, rules, [line.word for line in table.lines])
    yield from _faults_raised(_alike, rules, [f"inputs.{name}" for name in table.asked_inputs])
    for deck in dict.fromkeys(spec.of_deck for spec in table.inputs.values() if spec.takes_none and spec.of_deck):
        yield from _faults_raised(_alike_cards, rules, deck)
    yield from _names_of_lines(rules, entries_of(root, "lines"))
    for line in table.lines:
        for formula in line.formulas:
            yield from _faults_raised(_of_formula, rules, line, formula)


def _names_of_lines(rules: ScoringRules, nodes: Sequence[Node]) -> Iterator[Diagnostic]:
    """Yield a warning for each line with the name (`word`) of an earlier line, and a note for each unsorted letter."""
    last_letter = ""
    for line, node in zip(rules.table.lines, nodes, strict=True):
        if len(line.letter + last_letter) == 2 and "A" <= line.letter < last_letter <= "Z":
            message = f"line {line.letter!r} comes after line {last_letter!r}"
            fault = _warning(message, node.value["letter"].place, "write lines in the order of letters")
            yield fault._replace(severity="note")
        last_letter = line.letter
    words = [(line.letter, line.word) for line in rules.table.lines]
    places = {line.letter: node.value["word"].place for line, node in zip(rules.table.lines, nodes, strict=True)}
    for letter, first, _ in _repeated(words):
        hint = "give each line a word of its own"
        yield _warning(f"line {letter!r} has the word of line {first!r}", places[letter], hint)


def _alike_keys(rules: ScoringRules, spec: InputSpec) -> Iterator[Diagnostic]:
    yield from _alike(rules, [f"{spec.words}.{key}" for key in _keys_of(rules, spec)])


def _alike(rules: ScoringRules, paths: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each word that reads as one of an earlier path in this language."""
    words = rules.data.source.words
    for path, first, text in _repeated((path, words.find(path, path)) for path in paths):
        if (node := words.node.at(path)) is not None:
            message = f"{path!r} reads as {first!r}: {text!r}"
            yield _warning(message, node.place, "give each a word of its own")


def _alike_cards(rules: ScoringRules, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for each card, for which the score asks by name, with the name of an earlier card."""
    cards = rules.data.cards(deck)
    names = ((key, rules.words.text(rules.data.card_name(deck, key))) for key in cards)
    for key, first, name in _repeated(names):
        message = f"{first!r} and {key!r} are both called {name!r}, by which the score asks for them"
        yield _warning(message, cards[key].place_of("name"), "give one of them another name")


def _repeated(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield (key, first key with this text, text) for each of (key, text) whose text an earlier key has."""
    firsts: dict[str, str] = {}
    for key, text in texts:
        if (first := firsts.setdefault(text, key)) != key:
            yield key, first, text


def _boxes_twice(root: Node, inputs: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each field of a sheet that is read twice, by two inputs or by the same."""
    earlier: list[tuple[str, str]] = []
    for name in inputs:
        for node in (node for key in ("fields", "filled") for node in entries_of(root.at(f"inputs.{name}"), key)):
            head = str(node.value)
            clash = next((pair for pair in earlier if is_below(head, pair[1]) or is_below(pair[1], head)), None)
            if clash is not None:
                message = f"{name!r} reads {head!r}, and {clash[0]!r} reads {clash[1]!r}: one box would count twice"
                hint = "name boxes of its own for each input, by another beginning of their ids"
                yield Diagnostic("G050", message, node.place, hint, "warning")
            earlier.append((name, head))


def _of_formula(rules: ScoringRules, line: LineSpec, formula: Formula) -> Iterator[Diagnostic]:
    """Yield a warning for each track with another number of boxes than can be marked, and for useless conditions."""
    names, lets = rules.names_in_lines, {name: rules.tree(line, Name(0, name)) for name in line.let}
    for part in walk(formula.tree):
        if not isinstance(part, Call) or part.function not in ("track", "if"):
            continue
        try:
            arguments = part.arguments[: 2 if part.function == "track" else 1]
            first, *rest = (infer(substituted(argument, lets), names) for argument in arguments)
        except FormulaFault:  # within a loop, whose names are not known here
            continue
        match first, *rest:
            case Lists(most=boxes), Numbers(high=highest) if boxes != highest or not boxes:
                yield _of_track(formula, part, boxes, highest)
            case (YesNo(can=can),) if len(can) == 1:
                message = f"this is {'always' if True in can else 'never'} so: {show(arguments[0])}"
                fault = FormulaFault("E012", message, arguments[0].at, "correct it")
                yield formula.diagnostic(fault)._replace(severity="warning")


def _of_track(formula: Formula, part: Call, boxes: int, highest: int) -> Diagnostic:
    table, number = map(show, part.arguments)
    message = f"{table} has {boxes} boxes, and {number} can be {highest}" + " at most" * (highest < boxes)
    cure = f"let it have {highest} {'box' if highest == 1 else 'boxes'}, or correct what {number} can be under inputs:"
    cure += f"; if the last box counts for more, too, write min({number}, {boxes})" if highest > boxes > 0 else ""
    fault = FormulaFault("G045", message, part.at, cure)
    return formula.diagnostic(fault)._replace(severity="warning")


def _warning(message: str, place: SourceLocation, hint: str) -> Diagnostic:
    return Diagnostic("G045", message, place, hint, "warning")


def _words_of(rules: ScoringRules, name: str, spec: InputSpec) -> None:
    """Look up the section of words that an input names, and a word for each of its keys; raise one fault for all."""
    source = rules.data.source
    words = source.words.node.at(spec.words)
    root = scoring_node(source.catalogue, rules.game)
    place = (root.at(f"inputs.{name}.words") or root).place  # another program may have saved the file without it
    if spec.of_deck and not spec.grows:
        message = f"nothing reads words: {spec.words}, since cards have their own names"
        raise refuse("S001", message, place, f"delete it; names are in the deck, or under cards: {spec.of_deck}:")
    if words is None or not words.is_map:
        sections = [key for key, node in source.words.node.items() if node.is_map]
        added = f"add {spec.words}: to {file_of(rules.game, source.languages[0])}, or correct it here"
        raise refuse("W001", f"there are no words {spec.words!r}", place, meant_or(spec.words, sections, added))
    missing_keys = [key for key in _keys_of(rules, spec) if (word := words.get(key)) is None or is_empty(word)]
    if missing_keys:
        text = f"{spec.words!r} has no word for {', '.join(missing_keys)}"
        raise refuse("W001", text, words.place, f"add {missing_keys[0]}: ...")


def _keys_of(rules: ScoringRules, spec: InputSpec) -> tuple[str, ...]:
    """Return the keys of an input that need a word in its section of words."""
    return () if spec.of_deck else spec.keys_in(rules.data)


def _named_word(rules: ScoringRules, path: str) -> None:
    """Raise InvalidInput, at the name in scoring.yaml, if the game has no word at this path."""
    source = rules.data.source
    section, _, name = path.rpartition(".")
    words = source.words.node.at(section) if section else source.words.node
    if words is None or not words.is_map or words.get(name) is not None:
        source.words.word(path)
        return
    root = scoring_node(source.catalogue, rules.game)
    named_nodes = [
        word
        for key in ("lines", "titles")
        for entry in entries_of(root, key)
        if (word := entry.get("word")) is not None
    ]
    named_paths = {node.value for node in named_nodes}
    unused = [key for key in words.value if f"{section}.{key}".lstrip(".") not in named_paths]
    hint = meant_or(name, unused, f"add {path}: ... to {file_of(rules.game, source.languages[0])}, or correct it here")
    place = next((node.place for node in named_nodes if node.value == path), root.place)
    raise refuse("W001", f"there is no word {path!r}", place, hint)


def unasked_input_faults(rules: ScoringRules) -> dict[str, Diagnostic]:
    """Return, by input, a warning for each input that nothing counts, or that no line asks for.

    Inputs that only checks name need no question, since files and sheets can hold them, unless they are required; nor
    does a flag without a box, which is a switch for score files.
    """
    root, table = scoring_node(rules.data.source.catalogue, rules.game), rules.table
    counted = {name for line in table.lines for name in table.counted_inputs(line)}
    checked = {name for check in table.checks.values() for name in check.names}
    try:  # others count or read these, also in cells of cards
        named = {name for spec in table.inputs.values() for name in spec.other_inputs(rules.data)}
    except InvalidInput:  # a cell cannot be read: all of them may be named
        named = {*table.inputs}
    exempt = {*table.ties, *named, table.void}
    faults = {}
    for name, spec in table.inputs.items():
        inputs = root.get("inputs")
        place = inputs.key_place(name) if inputs is not None else root.place
        is_asked = name in table.asked_inputs or name in table.ties
        if name not in counted | checked | exempt:
            message, hint = f"nothing counts {name!r}", "name it in the points: of a line, or delete it"
            faults[name] = Diagnostic("G047", message, place, hint, "warning")
        elif not is_asked and (name in counted or spec.required) and (spec.heads or not spec.is_switch):
            hint = "write it under asks: of a line"
            faults[name] = Diagnostic("G047", f"no line asks for {name!r}", place, hint, "warning")
    return faults
