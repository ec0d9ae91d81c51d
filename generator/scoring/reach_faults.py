"""Faults of scoring.yaml that show beside the game: missing data, cards and words, numbers that inputs never have."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, meant_or, refuse
from generator.game.words import file_of, is_empty
from generator.reading.structure import name_references
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputReadingContext, InputSpec
from generator.scoring.inputs.bands import CardResultsSpec
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.inputs.claims import ClaimsSpec
from generator.scoring.inputs.flag import FlagSpec
from generator.scoring.inputs.grid import GridSpec
from generator.scoring.inputs.group import KeyedNumbersSpec
from generator.scoring.inputs.ledger import LedgerSpec
from generator.scoring.inputs.names import MemberNamesSpec
from generator.scoring.inputs.number import NumberSpec
from generator.scoring.inputs.steps import CardTiersSpec
from generator.scoring.lines.by_round import ClaimedRoundsLine
from generator.scoring.lines.complete import CompleteGridLines
from generator.scoring.lines.option import ChosenOptionLine
from generator.scoring.lines.per import PerAmountLine
from generator.scoring.lines.steps import ThresholdPointsLine
from generator.scoring.lines.track import TrackPointsLine
from generator.scoring.references import InputNameAnnotation
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import ScoringSpec, entries_of, is_below, scoring_node

Look = Callable[[], Iterable[Diagnostic]]


class Amounts(NamedTuple):
    """Possible values of a number: the least, the highest, and the step between them, 0 if there is only one."""

    least: int
    most: int
    step: int = 1

    def holds(self, number: int) -> bool:
        """Return whether the number is one of the possible values."""
        return self.least <= number <= self.most and (number - self.least) % (self.step or 1) == 0


def reach_faults(rules: ScoringRules) -> list[Diagnostic]:
    """Return faults for numbers in scoring.yaml that no sheet can reach, or that are probably wrong."""
    faults: list[Diagnostic] = []
    for look in _looks(rules):
        try:
            faults += look()
        except InvalidInput:
            continue
    return faults


def _looks(rules: ScoringRules) -> Iterator[Look]:
    root, inputs = scoring_node(rules.data.source.catalogue, rules.game), rules.table.inputs
    yield partial(_boxes_twice, root, [name for name, spec in inputs.items() if not isinstance(spec, MemberNamesSpec)])
    for name, spec in inputs.items():
        if isinstance(spec, CardTiersSpec):
            yield partial(
                _of_cards,
                rules.data,
                spec,
                _place(root.at(f"inputs.{name}"), "points_from" if spec.points_from else "points", spec.place),
            )
            yield from (partial(_of_bounds, rules, spec, key) for key in _cards_of(rules.data, spec))
        if spec.words:
            yield lambda spec=spec: _alike(rules, [f"{spec.words}.{key}" for key in _keys_of(rules, spec)])  # type: ignore[misc]
    yield partial(_alike, rules, [line.word for line in rules.table.lines])
    yield partial(_alike, rules, [f"inputs.{name}" for name in rules.table.asked_inputs])
    for deck in dict.fromkeys(spec.deck for spec in inputs.values() if isinstance(spec, CardOrOptionInput)):
        if deck:
            yield partial(_alike_cards, rules, deck)
    yield partial(_names_of_lines, rules, entries_of(root, "lines"))
    yield partial(_of_asks, rules.table, root)
    parts = [part for line in rules.table.lines for part in line.parts]
    nodes = [node for line in entries_of(root, "lines") for node in entries_of(line, "parts")]
    for part, node in zip(parts, nodes, strict=True):
        if isinstance(part, TrackPointsLine):
            yield partial(_of_track, rules, part, _place(node, "table", part.place))
            yield partial(_of_falls, rules, part, part.field)
        elif isinstance(part, (ThresholdPointsLine, ClaimedRoundsLine)):
            yield partial(_of_length, rules, part, _place(node, "table", part.place))
            if isinstance(part, ThresholdPointsLine):
                yield partial(_of_falls, rules, part)
        elif isinstance(part, PerAmountLine):
            yield partial(_of_sets, rules, part, node)
        elif isinstance(part, CompleteGridLines):
            yield partial(_of_diagonals, rules, part, _place(node, "diagonals", part.place))
        elif isinstance(part, ChosenOptionLine):
            yield partial(_of_options, rules, part, _place(node, "amounts", part.place))
    for each in name_references(root, ScoringSpec):
        if isinstance(each.mark, InputNameAnnotation) and each.within.get("of") is each.node:
            names = each.node.value if each.node.is_list else [each.node]
            yield partial(_twice, names)
            yield partial(_unreached, rules, each.within, [str(name.value) for name in names])


def _place(node: Node | None, key: str, otherwise: SourceLocation) -> SourceLocation:
    found = node.get(key) if node is not None else None
    return found.place if found is not None else otherwise


# amounts


def _names_of_lines(rules: ScoringRules, nodes: Sequence[Node]) -> list[Diagnostic]:
    """Return a warning for each line with the name (`word`) of an earlier line, and a note for each unsorted letter."""
    firsts, faults, before = dict[str, str](), [], ""
    for line, node in zip(rules.table.lines, nodes, strict=True):
        if len(line.letter + before) == 2 and "A" <= line.letter < before <= "Z":
            message, place = f"line {line.letter!r} stands after line {before!r}", _place(node, "letter", node.place)
            hint = "write the lines in the order of their letters"
            faults.append(_warning(message, place, hint)._replace(severity="note"))
        before = line.letter
        first = firsts.setdefault(line.word, line.letter)
        if first != line.letter:
            message = f"line {line.letter!r} has the word of line {first!r}"
            faults.append(_warning(message, _place(node, "word", node.place), "give each line a word of its own"))
    return faults


def _alike(rules: ScoringRules, paths: Iterable[str]) -> list[Diagnostic]:
    """Return a warning for each word that reads as one of an earlier path in this language."""
    words, faults = rules.data.source.words, []
    for path, first, text in _repeated((path, words.find(path, path)) for path in paths):
        if (node := words.node.at(path)) is not None:
            message = f"{path!r} reads as {first!r}: {text!r}"
            faults.append(_warning(message, node.place, "give each a word of its own"))
    return faults


def _alike_cards(rules: ScoringRules, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for each card, for which the score asks by name, with the name of an earlier card."""
    cards = rules.data.cards(deck)
    names = ((key, rules.words.tell(rules.data.card_name(deck, key))) for key in cards)
    for key, first, name in _repeated(names):
        message = f"{first!r} and {key!r} are both called {name!r}, by which the score asks for them"
        yield _warning(message, cards[key].place_of("name"), "give one of them another name")


def _repeated(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield (key, first key with this text, text) for each of (key, text) whose text an earlier key has."""
    firsts: dict[str, str] = {}
    for key, text in texts:
        if (first := firsts.setdefault(text, key)) != key:
            yield key, first, text


def _of_asks(table: ScoringSpec, root: Node) -> Iterator[Diagnostic]:
    """Yield a warning for each line that counts an input of another line, and not one for which it asks itself."""
    if any(isinstance(spec, CardTiersSpec) and spec.counts for spec in table.inputs.values()):  # cards name some
        return
    asks = [{ask.partition(".")[0] for ask in line.asks} for line in table.lines]
    counts = [{name for part in line.parts for name in part.inputs} for line in table.lines]
    others = {name: line.letter for line, ask, own in zip(table.lines, asks, counts, strict=True) for name in ask & own}
    free = {table.void, *unasked_input_faults(root, table)}
    for line, node, ask, own in zip(table.lines, entries_of(root, "lines"), asks, counts, strict=True):
        left, foreign = ask - own - free, [name for name in others if name in own - ask]
        for part, at in zip(line.parts, entries_of(node, "parts"), strict=True):
            if left and (other := next((name for name in foreign if name in part.inputs), "")):
                said = f"line {line.letter!r} asks for {min(left)!r}"
                message = f"{said} but counts {other!r}, for which line {others[other]!r} asks"
                hint = f"count {min(left)} here, or ask for it in the line that counts it"
                yield Diagnostic("G047", message, _place(at, "of", part.place), hint, "warning")


def _of_sets(rules: ScoringRules, part: PerAmountLine, node: Node) -> Iterator[Diagnostic]:
    """Yield a fault if an amount is always below the number that makes one set of it."""
    (least, most), units = part.reach(rules.table.inputs, rules.data), part.units(rules.data)
    if least >= 0 and units > max(1, most):
        key = "every_from" if part.every_from else "every"
        what = (
            f"{most} of {', '.join(part.of)} can count"
            if part.reduce == "count"
            else f"{', '.join(part.of)} can be {most}"
        )
        message = f"{what} at most, never {units}: this gives no points"
        yield Diagnostic("G049", message, _place(node, key, part.place), "correct it, or what is counted under of:")


def _twice(names: Sequence[Node]) -> list[Diagnostic]:
    """Return a warning for each name counted twice: listed twice, or as a group and as a key of this group."""
    faults, before = [], set[str]()
    for node in names:
        name = str(node.value)
        if before & {name, name.partition(".")[0]}:
            hint = "take it out, or correct it; what counts twice is told by each: 2, too"
            faults.append(Diagnostic("G050", f"{name!r} is counted twice", node.place, hint, "warning"))
        before.add(name)
    return faults


def _boxes_twice(root: Node, inputs: Sequence[str]) -> list[Diagnostic]:
    """Return a warning for each field of a sheet that is read twice, by two inputs or by the same."""
    faults: list[Diagnostic] = []
    before: list[tuple[str, str]] = []
    for name in inputs:
        for node in (node for key in ("fields", "filled") for node in entries_of(root.at(f"inputs.{name}"), key)):
            head = str(node.value)
            other = next((each for each in before if is_below(head, each[1]) or is_below(each[1], head)), None)
            if other is not None:
                said = f"{name!r} reads {head!r}, and {other[0]!r} reads {other[1]!r}: one box would count twice"
                hint = "name boxes of its own for each input, by another beginning of their ids"
                faults.append(Diagnostic("G050", said, node.place, hint, "warning"))
            before.append((name, head))
    return faults


def _unreached(rules: ScoringRules, node: Node, names: list[str]) -> list[Diagnostic]:
    """Return a fault for each number in a condition (`equal`, `at_least`) that the counted inputs never have."""
    is_total = node.get("count") is not None and node.value["count"].value == "fixed"
    each = [_numbers(rules, name) for name in names]
    can = Amounts(min(one.least for one in each), max(one.most for one in each), each[0].step if len(each) == 1 else 1)
    if is_total:
        can = _total(rules, names)
    faults = []
    given = {key: each for key, each in node.items() if key in ("equal", "at_least") and each.value is not None}
    if is_total and not given and can.most > 1:
        said = f"{' + '.join(names)} can be {can.least} to {can.most}, and counts where it is 1 alone"
        faults.append(Diagnostic("G049", said, node.place, "write at_least: 1, or equal: 1 if so", "warning"))
    if is_total and (always := given.get("at_least")) is not None and always.value <= can.least:
        said = f"{' + '.join(names)} is never below {can.least}: every sheet has at_least: {always.value}"
        faults.append(Diagnostic("G049", said, always.place, "write a higher number", "warning"))
    for key, number in given.items():
        if can.holds(number.value) if key == "equal" else number.value <= can.most:
            continue
        what = " + ".join(names) if is_total else f"each number of {', '.join(names)}"
        message = f"{what} can be {can.least} to {can.most}" + f", in steps of {can.step}" * (can.step > 1)
        message += f", never {number.value}" + " or more" * (key == "at_least")
        hint = f"correct {key}:, or what {names[0]!r} can be under inputs:"
        faults.append(Diagnostic("G049", message, number.place, hint))
    return faults


def _total(rules: ScoringRules, names: list[str]) -> Amounts:
    """Return the bounds of the sum of the numbers of some inputs."""
    least = most = step = 0
    for name in names:
        one, spec = _numbers(rules, name), rules.table.inputs[name.partition(".")[0]]
        entries = 1 if "." in name else spec.extent(rules.data).entries
        is_always_whole = isinstance(spec, (NumberSpec, KeyedNumbersSpec, FlagSpec))  # of others some may be missing
        least += (one.least if is_always_whole else min(0, one.least)) * entries
        most += (one.most if is_always_whole else max(0, one.most)) * entries
        step = gcd(step, one.step if is_always_whole else 1)
    return Amounts(least, most, step)


def _numbers(rules: ScoringRules, name: str) -> Amounts:
    """Return the bounds of one number of an input."""
    spec = rules.table.inputs[name.partition(".")[0]]
    extent = spec.extent(rules.data)
    each = spec.multiple_of if isinstance(spec, NumberSpec) else 1
    if isinstance(spec, NumberSpec) and spec.one_of:
        each = gcd(*(number - extent.least for number in spec.one_of if extent.least <= number <= extent.most))
        return Amounts(*extent[:2], each)
    least, most = -(-extent.least // each) * each, extent.most // each * each
    return Amounts(least, most, each if least != most else 0)


# tables


def _of_cards(data: GameScoringData, spec: CardTiersSpec, place: SourceLocation) -> list[Diagnostic]:
    """Return a warning for cards with more bounds than there are points, or if all cards have fewer."""
    bounds = {key: len(data.card_numbers(spec.deck or "", key, spec.field)) for key in spec.keys_in(data)}
    steps = len(spec.steps(data))
    longest = max(bounds, key=lambda key: bounds[key], default="")
    if not longest or bounds[longest] == steps:
        return []
    if bounds[longest] < steps:
        message = f"there are points for {steps} {spec.field}, and no card has more than {bounds[longest]}"
        return [_warning(message, place, "take the points out that nobody can reach, or add to the cards")]
    message = f"card {longest!r} has {bounds[longest]} {spec.field}, and there are points for {steps}"
    return [_warning(message, place, "write points for each of them; one without points counts as the one before it")]


def _of_bounds(rules: ScoringRules, spec: CardTiersSpec, key: str) -> Iterator[Diagnostic]:
    """Yield a warning for each bound of a card that is lower than the one before it, or higher than what it counts."""
    card, row = rules.data.cards(spec.deck or "")[key], rules.data.card_numbers(spec.deck or "", key, spec.field)
    amount = spec.amount(rules.data, key, rules.table.inputs)
    most = spec.most if amount is None else amount.reach(rules.table.inputs, rules.data)[1]
    for at, bound in enumerate(row):
        place = card.place_of(f"{spec.field}.{at}")
        if bound > most:
            message = f"card {key!r} counts up to {most}, never {bound} or more"
            yield Diagnostic("G049", message, place, "correct it, or what is counted under inputs:", "warning")
        if at and bound < row[at - 1]:
            message = f"bound {bound} of card {key!r} is lower than {row[at - 1]} before it"
            yield Diagnostic("G049", message, place, "write bounds from low to high, as points: goes", "warning")


def _of_track(rules: ScoringRules, part: TrackPointsLine, place: SourceLocation) -> list[Diagnostic]:
    """Return a warning if a track's list has not as many entries as can be marked, or belongs to another input."""
    row, (_, most) = part.row(rules.data), part.reach(rules.table.inputs, rules.data)
    last, what = part.first + len(row) - 1, ", ".join(part.of)
    if other := _own_table(rules, part):
        message = f"{what} is counted by {part.table!r}, though there is {other!r}"
        return [_warning(message, place, f"write table: {other}, or call them otherwise")]
    if most == last:
        return []
    if most < last:
        message = f"{part.table!r} has entries for {part.first} to {last}, and {what} can be {most} at most"
        aside = f"if its first entry, {row[0]}, is for 0, write first: 0 beside table:; else "
        hint = aside * (part.first == last - most) + f"write most: {last} for {what} under inputs:, or take entries out"
        return [_warning(message, place, hint)]
    message = f"{part.table!r} has entries for {part.first} to {last}, and {what} can be {most}"
    hint = f"add entries to {part.table!r}, or write most: {last} for {what} under inputs:"
    return [_warning(message, place, f"{hint}; first: says what its first entry is for")]


def _of_falls(
    rules: ScoringRules, part: TrackPointsLine | ThresholdPointsLine, field: str = ""
) -> Iterator[Diagnostic]:
    """Yield a note if a table falls at one entry and rises at several others, or the other way round."""
    row = [(at, entry) for at, entry in enumerate(rules.data.row(part.table, part.place, field)) if entry is not None]
    steps = [(at, entry - before, entry, before) for (_, before), (at, entry) in pairwise(row)]
    for sign, said in ((-1, "lower"), (1, "higher")):
        odd = [step for step in steps if step[1] * sign > 0]
        if len(odd) == 1 and sum(step[1] * sign < 0 for step in steps) > 1:
            at, _, entry, before = odd[0]
            path = f"{part.table}.{at}" + f".{field}" * bool(field)
            message = f"{entry} in {part.table!r} is {said} than {before} before it, unlike all others"
            place = rules.data.source.place_of(path, part.place)
            yield _warning(message, place, "correct it, unless it is meant so")._replace(severity="note")


def _own_table(rules: ScoringRules, part: TrackPointsLine) -> str:
    """Return the table with the name of a part's only input, if the part uses that of another input; else ""."""
    own, steps = part.of[0].rpartition(".")[2], part.table.split(".")
    groups = [spec for spec in rules.table.inputs.values() if isinstance(spec, KeyedNumbersSpec)]
    names = {*rules.table.inputs, *(key for group in groups for key in group.keys_in(rules.data))}
    for index, step in enumerate(steps):
        if len(part.of) == 1 and step != own and step in names:
            other = ".".join([*steps[:index], own, *steps[index + 1 :]])
            try:
                rules.data.row(other, part.place, part.field)
            except InvalidInput:
                continue
            return other
    return ""


def _of_length(
    rules: ScoringRules, part: ThresholdPointsLine | ClaimedRoundsLine, place: SourceLocation
) -> list[Diagnostic]:
    """Return a warning if a list has more or fewer entries than can be counted, or than there are rounds."""
    length = len(rules.data.row(part.table, part.place))
    if isinstance(part, ClaimedRoundsLine):
        spec = rules.table.inputs[part.of]
        most = spec.rounds if isinstance(spec, ClaimsSpec) else length
        said, cure = f"{part.of} has {most} rounds", f"rounds: {length} for {part.of}"
    else:
        what, (_, most) = ", ".join(part.of), part.reach(rules.table.inputs, rules.data)
        said, cure = f"{what} can be {most}", f"most: {length} for {what}"
    if length == most:
        return []
    message = f"{part.table!r} has entries for 1 to {length}, and {said}"
    return [_warning(message, place, f"let {part.table!r} have {most} entries, or write {cure} under inputs:")]


def _of_diagonals(rules: ScoringRules, part: CompleteGridLines, place: SourceLocation) -> list[Diagnostic]:
    """Return a fault if diagonals of a grid give points and it has none."""
    spec = rules.table.inputs[part.of]
    if not part.points(rules.data)["diagonal"] or not isinstance(spec, GridSpec) or spec.lines["diagonal"]:
        return []
    message = f"{part.of!r} has no diagonals: {spec.rows} rows and {spec.columns} columns are no square"
    hint = f"take diagonals: out, or give {part.of!r} as many columns as rows"
    return [Diagnostic("G049", message, place, hint)]


def _of_options(rules: ScoringRules, part: ChosenOptionLine, place: SourceLocation) -> list[Diagnostic]:
    """Return a warning for each option without an amount."""
    spec = rules.table.inputs[part.of]
    known = spec.keys_in(rules.data) if isinstance(spec, CardOrOptionInput) else ()
    missing = [key for key in known if key not in part.amounts]
    if not missing:
        return []
    message = f"the amounts have nothing for {', '.join(missing)} of {part.of!r}"
    return [_warning(message, place, f"add {missing[0]}: 0, or what it gives")]


def _warning(message: str, place: SourceLocation, hint: str) -> Diagnostic:
    return Diagnostic("G045", message, place, hint, "warning")


def rule_faults(rules: ScoringRules) -> list[Diagnostic]:
    """Return every fault of how a game is scored, in one language, in the order of scoring.yaml."""
    faults: dict[Diagnostic, None] = {}
    unasked = unasked_input_faults(scoring_node(rules.data.source.catalogue, rules.game), rules.table, rules.data)
    for look in (*_at_inputs(rules, unasked), *_at_lines(rules)):
        try:
            look()
        except InvalidInput as fault:
            faults.update(dict.fromkeys(fault.diagnostics))
    return [*faults, *unasked.values(), *reach_faults(rules)]


def _at_inputs(rules: ScoringRules, unasked: Container[str]) -> Iterator[Callable[[], object]]:
    data = rules.data
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
    """Return the cards of an input; none for an unreadable deck, which another function reports."""
    try:
        return spec.keys_in(data)
    except InvalidInput:
        return ()


def _words_of(rules: ScoringRules, name: str, spec: InputSpec) -> None:
    """Look up the section of words that an input names, and a word for each of its keys; raise one fault for all."""
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
    """Return the keys of an input that need a word in its section of words."""
    if isinstance(spec, LedgerSpec):
        rates = spec.rates(rules.data)
        return (*rates.kinds, *rates.goods)
    if isinstance(spec, KeyedNumbersSpec):
        return spec.keys_in(rules.data)
    return spec.options if isinstance(spec, CardOrOptionInput) else ()


def _at_lines(rules: ScoringRules) -> Iterator[Callable[[], object]]:
    data, inputs = rules.data, rules.table.inputs
    for line in rules.table.lines:
        yield partial(_named_word, rules, line.word)
        for part in line.parts:
            yield from (partial(look, data, inputs) for look in (part.bounds, part.formula))
    for title in rules.table.titles:
        yield partial(_named_word, rules, title.word)


def _named_word(rules: ScoringRules, path: str) -> None:
    """Raise InvalidInput, at the name in scoring.yaml, if the game has no word at this path."""
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


def _gives_points(spec: InputSpec, data: GameScoringData | None) -> bool:
    """Return whether an input chooses a card, and the cards have numbers, which are probably points."""
    if data is None or not isinstance(spec, CardOrOptionInput) or not spec.deck:
        return False
    try:
        cards = data.cards(spec.deck).values()
    except InvalidInput:
        return False
    return any(type(value) is int for card in cards for value in card.fields.values())


def unasked_input_faults(root: Node, table: ScoringSpec, data: GameScoringData | None = None) -> dict[str, Diagnostic]:
    """Return, by input, a warning for each input that is not asked for, or not counted; `root` is scoring.yaml.

    Inputs that only checks use need no question, since files and sheets can hold them, unless they are required or
    choose a card that gives points; nor does a flag without a box, which is a switch for score files.
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
        is_for_checks = name in named - counted and not spec.required and not _gives_points(spec, data)
        if is_switch or is_for_checks or name in (*table.asked_inputs, *table.ties):
            continue
        inputs = root.get("inputs")
        place = inputs.key_place(name) if inputs is not None else root.place
        counts = next((line.letter for line in table.lines for part in line.parts if name in part.inputs), None)
        hint = "write it under asks: of a line" + (f", such as {counts!r}" if counts else ", or take it out")
        message = f"no line asks for {name!r}" + (f", which line {counts!r} counts" if counts else "")
        faults[name] = Diagnostic("G047", message, place, hint, "warning")
    return faults
