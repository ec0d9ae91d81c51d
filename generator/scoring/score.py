"""Score a game: lines with reasons, totals, titles and ranks. Reasons are messages that are not yet worded.

The reasons of a line are the terms of its formula that give any points, each with the inputs that it counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import Any

from generator.diagnostics import SourceLocation, bare_place
from generator.formulas.domains import Rows
from generator.formulas.syntax import (
    Call,
    Constant,
    FormulaFault,
    Name,
    Part,
    chosen,
    mapped,
    names,
    parse,
    show,
    substituted,
    walk,
)
from generator.scoring.entered_games import EnteredGame, EnteredSheet
from generator.scoring.input_reading import MemberStanding
from generator.scoring.messages import Faults, GameWord, Message, ScoreFault, Value, key_word, list_of, message, word_of
from generator.scoring.rules import ScoreScope, ScoringRules
from generator.scoring.spec import LineSpec
from generator.scoring.words import ScoreWords


@dataclass(frozen=True)
class ScoreLine:
    """A line of the score: letter, points, and why."""

    letter: str
    points: int
    reasons: tuple[Message, ...] = ()


@dataclass(frozen=True)
class PlayerScore:
    """A player's lines, total and rank; `ties` are the numbers that decide a tie, None for those not entered.

    `uncounted` has the letters of lines that could not be counted, and are 0: then there is no total and no rank.
    """

    name: str
    lines: tuple[ScoreLine, ...]
    total: int
    rank: int
    ties: Mapping[str, int | None]
    title: GameWord | None = None
    standings: tuple[MemberStanding, ...] = ()
    uncounted: frozenset[str] = frozenset()

    def why(self, words: ScoreWords) -> dict[str, str]:
        """Return the reasons for each line, by its letter."""
        return {line.letter: words.text(list_of(line.reasons, "; ")) for line in self.lines}


@dataclass(frozen=True)
class GameScore:
    """The scores of a game in the order of the file, and its winners: none as long as a total is open."""

    game: str
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]
    warnings: tuple[ScoreFault, ...] = ()

    def as_record(self, words: ScoreWords, *, why: bool = False) -> dict[str, Any]:
        """Return the result as plain data for other programs; the numbers that decide ties have their own keys.

        Each warning has its place in the file, null for what was typed at the table. With `why`, each player has the
        reasons for the lines by letter.
        """
        return {
            "game": self.game,
            "players": [
                {
                    "name": player.name,
                    "lines": {
                        line.letter: None if line.letter in player.uncounted else line.points for line in player.lines
                    },
                    "total": None if player.uncounted else player.total,
                    "rank": None if player.uncounted else player.rank,
                    **player.ties,
                    **({"why": player.why(words)} if why else {}),
                    **({"title": words.text(player.title)} if player.title else {}),
                    **({"members": list(map(asdict, player.standings))} if player.standings else {}),
                }
                for player in self.players
            ],
            "winners": list(self.winners),
            "warnings": [
                {"code": fault.code, "text": fault.message, "place": str(fault.place) if any(fault.place[1:]) else None}
                for fault in map(words.diagnostic, self.warnings)
            ],
        }


def score_game(rules: ScoringRules, record: EnteredGame) -> GameScore:
    """Return the scores of all players of an entered game, with ranks and winners."""
    scopes, unranked = scopes_of(rules, record), list[PlayerScore]()
    for sheet, scope in zip(record.sheets, scopes, strict=True):
        lines, uncounted = _lines(rules, sheet, scope)
        total = sum(line.points for line in lines)
        ties = {name: _number_of_tie(rules, sheet, scope, name) for name in rules.table.ties}
        standings = tuple(standing for marks in sheet.marks.values() for standing in marks.standings)
        if scope.is_lost:
            standings = tuple(replace(standing, rank=None) for standing in standings)
        title = title_of(rules, total)
        unranked.append(PlayerScore(sheet.name, lines, total, 0, ties, title, standings, frozenset(uncounted)))
    totals = [-inf if player.uncounted else player.total for player in unranked]
    ranks = rank_with_ties(rules, totals, [player.ties for player in unranked])
    players = tuple(replace(player, rank=rank) for player, rank in zip(unranked, ranks, strict=True))
    ranked = zip(players, scopes, strict=True)
    winners = tuple(player.name for player, scope in ranked if player.rank == 1 and not scope.is_lost)
    is_open = any(player.uncounted for player in players)  # they may have won
    return GameScore(rules.game, players, () if is_open else winners)


def _number_of_tie(rules: ScoringRules, sheet: EnteredSheet, scope: ScoreScope, name: str) -> int | None:
    """Return the number of a sheet that decides a tie; None if it was not entered, or cannot be counted."""
    line = rules.table.line_of_tie(name)
    if line is None:
        return sum(sheet.marks[name].numbers) if name in sheet.known else None
    formula = line.points._replace(tree=rules.tree(line, parse(name)))
    try:
        is_known = sheet.known.issuperset(rules.table.inputs_of(formula, known_letters=sheet.given))
        return int(rules.run(formula.tree)(scope)) if is_known else None
    except FormulaFault:
        return None


def _lines(rules: ScoringRules, sheet: EnteredSheet, scope: ScoreScope) -> tuple[tuple[ScoreLine, ...], set[str]]:
    """Return the lines of a sheet, and the letters of those that cannot be counted; the total's for another fault."""
    lines, uncounted = [], {rules.table.total_letter} if sheet.faulty else set[str]()
    for line in rules.table.lines:
        is_open = line.letter not in sheet.given and not sheet.faulty.isdisjoint(rules.counted_inputs(line))
        try:
            points, reasons = (0, (message("uncounted"),)) if is_open else (scope.points(line), reasons_of(line, scope))
        except FormulaFault as fault:
            is_open, points, reasons = True, 0, (message("uncountable", reason=fault.message),)
        lines.append(ScoreLine(line.letter, points, reasons))
        uncounted |= {line.letter} if is_open else set()
    return tuple(lines), uncounted


def rank_with_ties(rules: ScoringRules, totals: Sequence[float], ties: Sequence[Mapping[str, int | None]]) -> list[int]:
    """Return ranks from 1 by the totals, then by the numbers that decide ties, in order.

    Players who are tied share their place, and nothing later decides, if one of them did not enter such a number.
    """
    results: list[tuple[float, ...]] = [(total,) for total in totals]
    for name in rules.table.ties:
        pairs = [(result, tie[name]) for result, tie in zip(results, ties, strict=True)]
        shared = {result for result, number in pairs if number is None or result[-1] == inf}
        results = [
            (*result, inf if result in shared else rules.table.worth_of_tie(name, number or 0))
            for result, number in pairs
        ]
    return rank_players(results)


def rank_players(results: Sequence[tuple[float, ...]]) -> list[int]:
    """Return ranks from 1; players tied in everything share a rank, and the next rank is skipped.

    >>> rank_players([(60, 22), (60, 24), (12, 3), (60, 24)])
    [3, 1, 4, 1]
    """
    return [1 + sum(other > result for other in results) for result in results]


def uncountable_lines(rules: ScoringRules, record: EnteredGame, place: SourceLocation) -> list[ScoreFault]:
    """Return a fault for each line whose formula cannot be computed for a player, such as an index outside a list."""
    faults = []
    for sheet, scope in zip(record.sheets, scopes_of(rules, record), strict=True):
        for line in rules.table.lines:
            if sheet.faulty & rules.counted_inputs(line):
                continue  # its faults are known
            try:
                scope.points(line)
            except FormulaFault as wrong:
                reason = message("uncountable", reason=wrong.message)
                text = message("of_player", name=sheet.name, said=message("total_of", name=line.letter, points=reason))
                counted = [name for name in sheet.marks if name in sheet.places and name in rules.counted_inputs(line)]
                counted.sort(key=lambda name: not isinstance(sheet.marks[name].plain, list))  # too short, probably
                faults.append(ScoreFault(wrong.code, text, sheet.places[counted[0]] if counted else place))
    return faults


def unresolved_ties(rules: ScoringRules, score: GameScore) -> list[ScoreFault]:
    """Return a warning for each player in a tie for some place who did not enter the number that breaks the tie."""
    faults = Faults()
    for total in dict.fromkeys(player.total for player in score.players):
        for name, tied in tie_breaks(rules, score, total):
            for player in (player for player in tied if player.ties[name] is None):
                text = message("tie_untold", name=player.name, what=rules.table.word_of_tie(name))
                faults.warn("G027", text, bare_place(player.name))
    return faults.met


def tie_breaks(rules: ScoringRules, score: GameScore, total: int) -> Iterator[tuple[str, list[PlayerScore]]]:
    """Yield the names needed to break a tie at this total, in order, each with the players tied until then."""
    tied = [player for player in score.players if player.total == total]
    for name in rules.table.ties:
        if len(tied) < 2:
            return
        yield name, tied
        numbers = [player.ties[name] for player in tied]
        if None in numbers:
            return
        worths = [rules.table.worth_of_tie(name, number or 0) for number in numbers]
        tied = [player for player, worth in zip(tied, worths, strict=True) if worth == max(worths)]


def title_of(rules: ScoringRules, total: int) -> GameWord | None:
    """Return the title that a total earns, or None if the game has no titles."""
    for title in rules.table.titles:
        if title.up_to is None or total <= title.up_to:
            return GameWord((title.word,), title.word)
    return None


def scopes_of(rules: ScoringRules, record: EnteredGame) -> list[ScoreScope]:
    """Return what the names of formulas mean on each sheet of a game."""
    every = [(sheet.marks, sheet.given) for sheet in record.sheets]
    return rules.scopes(every, record.cards, solo=record.solo)


def reasons_of(line: LineSpec, scope: ScoreScope) -> tuple[Message, ...]:
    """Return a message for each term of a line that gives points, or why there are none; raises FormulaFault."""
    if scope.is_lost:
        return (message("void"),)
    if line.letter in scope.given:
        return (message("given" if scope.given[line.letter] else "given_none"),)
    writer = _ReasonWriter(scope.rules, line, scope)
    terms = _terms(line.points.tree)
    reasons = [text for sign, term in terms if (text := writer.reason(sign, term)) is not None]
    if reasons:
        return tuple(reasons)
    counted = [scope.marks[name] for name in scope.rules.table.counted_inputs(line)]
    marked = any(marks.choice or any(marks.numbers) for marks in counted)
    return (message("gives_nothing" if marked else "nothing"),)


def formula_in_words(rules: ScoringRules, line: LineSpec) -> str:
    """Return the formula of a line with the words for its inputs, and the numbers of the data files."""
    tree = rules.tree(line, line.points.tree)
    words = {name: Name(0, rules.words.text(word_of(name))) for name in rules.table.inputs}
    words |= {"points": Name(0, "")}
    return show(substituted(_with_data(rules, tree), words)).replace(" .", " ")


def _with_data(rules: ScoringRules, part: Part) -> Part:
    """Return a formula with the words for keys of inputs, and the numbers for parts that only name data."""
    outside, (name, entry) = names(part), chosen(part)
    if name in rules.table.inputs:
        group = rules.names[name]
        if isinstance(group, Rows) and group.kind == "group":
            return Name(part.at, rules.words.text(key_word(rules.table.inputs[name].words, str(entry))))
    if outside and all(name in rules.data.source.data and name not in rules.table.inputs for name in outside):
        try:
            value = rules.run(part)(rules.scopes([({}, {})], {}, solo=False)[0])
        except KeyError:
            return part
        numbers = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        return (
            part if isinstance(value, dict) else Name(part.at, f"({numbers})" if isinstance(value, tuple) else numbers)
        )
    return mapped(part, lambda term: _with_data(rules, term))


def _terms(part: Part, sign: int = 1) -> Iterator[tuple[int, Part]]:
    """Yield (1 or -1, term) for the terms of a sum or difference; any other formula is its only term."""
    if isinstance(part, Call) and part.function in ("+", "-"):
        for left in part.arguments[:-1]:
            yield from _terms(left, sign)
        yield from _terms(part.arguments[-1], -sign if part.function == "-" else sign)
    else:
        yield sign, part


@dataclass
class _ReasonWriter:
    rules: ScoringRules
    line: LineSpec
    scope: ScoreScope

    def value(self, part: Part) -> Any:
        """Return what a part of the line gives on the sheet."""
        return self.rules.run(self.rules.tree(self.line, part))(self.scope)

    def reason(self, sign: int, term: Part) -> Message | None:
        """Return a message for a term; None if it gives nothing."""
        points = self.value(term) * sign
        if not points:
            return None
        entries = self.entries(term)
        if entries:
            return message("listed", entries=list_of(entries))
        labels = list(dict.fromkeys(self.labels(term))) or [self.line.name]
        return message("reason", what=list_of(labels), points=points)

    def entries(self, part: Part) -> list[Message]:
        """Return a message for each key of a group for which a sum over its keys has points; empty for other terms."""
        if not isinstance(part, Call) or part.function != "sum" or len(part.loops) != 1:
            return []
        (loop,), (body,) = part.loops, part.arguments
        keyed = isinstance(loop.source, Call) and loop.source.function == "keys" and loop.source.arguments[0]
        spec = self.rules.table.inputs.get(keyed.name) if isinstance(keyed, Name) else None
        if spec is None:
            return []
        turn = Call(part.at, "if", (loop.condition, body, Constant(part.at, 0)))
        turns = {str(key): substituted(turn, {loop.name: Constant(0, key)}) for key in self.value(loop.source)}
        points = {key: self.value(turn) for key, turn in turns.items()}
        return [message("card", who=key_word(spec.words, key), points=gain) for key, gain in points.items() if gain]

    def labels(self, part: Part) -> Iterator[Value]:
        """Yield the names and values of what a part counts: of `let:`, of inputs, of other lines."""
        part = self.taken(part)
        inputs, shared, labelled = self.rules.table.inputs, self.rules.table.shared, set[str]()
        outside = names(part)
        for term in walk(part):
            name, entry = chosen(term)
            if name in inputs and isinstance(entry, int) and (name in shared or inputs[name].grows):
                labelled.add(name)
                yield self.input(name, entry - 1)
            elif name in inputs and isinstance(plain := self.scope.marks[name].plain, dict) and entry in plain:
                labelled.add(name)
                yield message("amount_of", what=key_word(inputs[name].words, str(entry)), amount=str(self.value(term)))
            elif isinstance(term, Name) and term.name in outside and term.name not in labelled:
                labelled.add(term.name)
                if term.name in self.line.let:
                    yield message("amount_of", what=key_word("lets", term.name), amount=str(int(self.value(term))))
                elif term.name in inputs:
                    yield self.input(term.name, None)
        letters = {entry for name, entry in map(chosen, walk(part)) if name == "points"}
        for line in self.rules.table.lines:
            if line.letter in letters:
                yield message("amount_of", what=line.name, amount=str(self.scope.points(line)))

    def taken(self, part: Part) -> Part:
        """Return a choice with only the branch that counts on the sheet; other parts as they are."""
        if not isinstance(part, Call) or part.function != "if":
            return part
        condition, then, otherwise = part.arguments
        return replace(part, arguments=(condition, self.taken(then if self.value(condition) else otherwise)))

    def input(self, name: str, part: int | None) -> Value:
        """Return the name and the value of an input."""
        context = self.rules.reading(name, Faults(), solo=bool(self.scope["solo"]), cards=self.scope.cards, typed=True)
        return self.rules.table.inputs[name].label(self.scope.marks[name], part, context)
