"""Score a game: lines with reasons, totals, titles and ranks. Reasons are messages that are not yet worded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from typing import Any

from generator.diagnostics import SourceLocation, bare_place
from generator.formulas.syntax import FormulaFault, parse
from generator.scoring.entered_games import EnteredGame, EnteredSheet
from generator.scoring.ledger_accounts import MemberStanding
from generator.scoring.messages import Faults, GameWord, Message, ScoreFault, list_of, message
from generator.scoring.reasons import reasons_of
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

    `uncounted` has the letters of lines that could not be counted, and stand as 0: then there is no total, nor a rank.
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
        return {line.letter: words.tell(list_of(line.reasons, "; ")) for line in self.lines}


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
        told = [words.diagnostic(each) for each in self.warnings]
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
                    **({"title": words.tell(player.title)} if player.title else {}),
                    **({"members": list(map(asdict, player.standings))} if player.standings else {}),
                }
                for player in self.players
            ],
            "winners": list(self.winners),
            "warnings": [
                {"code": each.code, "text": each.message, "place": str(each.place) if any(each.place[1:]) else None}
                for each in told
            ],
        }


def score_game(rules: ScoringRules, record: EnteredGame) -> GameScore:
    """Return the scores of all players of an entered game, with ranks and winners."""
    scopes, unranked = scopes_of(rules, record), list[PlayerScore]()
    for sheet, scope in zip(record.sheets, scopes, strict=True):
        lines, uncounted = _lines(rules, sheet, scope)
        total = sum(line.points for line in lines)
        ties = {name: _number_of_tie(rules, sheet, scope, name) for name in rules.table.ties}
        title, standings = title_of(rules, total), _standings(rules, sheet)
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
            scored = ScoreLine(line.letter, 0, (message("uncounted"),)) if is_open else score_line(rules, line, scope)
        except FormulaFault as fault:
            is_open, scored = True, ScoreLine(line.letter, 0, (message("uncountable", reason=fault.message),))
        lines.append(scored)
        uncounted |= {line.letter} if is_open else set()
    return tuple(lines), uncounted


def _standings(rules: ScoringRules, entered: EnteredSheet) -> tuple[MemberStanding, ...]:
    """Return the standings of the members of a sheet; without ranks if the game was lost."""
    standings = tuple(standing for marks in entered.marks.values() for standing in marks.standings)
    is_lost = rules.table.is_lost(entered.marks)
    return tuple(replace(standing, rank=None) for standing in standings) if is_lost else standings


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


def untold_ties(rules: ScoringRules, score: GameScore) -> list[ScoreFault]:
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


def score_line(rules: ScoringRules, line: LineSpec, scope: ScoreScope) -> ScoreLine:
    """Return a line of a sheet, with the reasons for its points; raises FormulaFault."""
    points = scope.points(line)
    if scope.is_lost:
        return ScoreLine(line.letter, points, (message("void"),))
    if line.letter in scope.given:
        return ScoreLine(line.letter, points, (message("given" if points else "given_none"),))
    return ScoreLine(line.letter, points, reasons_of(rules, line, scope))
