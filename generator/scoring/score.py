"""Score a game: lines with reasons, totals, titles and ranks. Reasons are messages that are not yet worded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from generator.diagnostics import bare_place
from generator.scoring.entered_games import EnteredGame, EnteredSheet
from generator.scoring.ledger_accounts import MemberStanding
from generator.scoring.line_spec import word_of
from generator.scoring.messages import GameWord, Message, ScoreFault, message
from generator.scoring.rules import Cards, ScoringRules
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
    """A player's lines, total and rank; `ties` are the numbers that decide a tie, None for those not entered."""

    name: str
    lines: tuple[ScoreLine, ...]
    total: int
    rank: int
    ties: Mapping[str, int | None]
    title: GameWord | None = None
    standings: tuple[MemberStanding, ...] = ()


@dataclass(frozen=True)
class GameScore:
    """The scores of a game in the order of the file, and its winners."""

    game: str
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]

    def as_record(self, words: ScoreWords) -> dict[str, Any]:
        """Return the result as plain data for other programs; the numbers that decide ties have their own keys."""
        return {
            "game": self.game,
            "players": [
                {
                    "name": player.name,
                    "lines": {line.letter: line.points for line in player.lines},
                    "total": player.total,
                    "rank": player.rank,
                    **player.ties,
                    **({"title": words.tell(player.title)} if player.title else {}),
                    **({"members": list(map(asdict, player.standings))} if player.standings else {}),
                }
                for player in self.players
            ],
            "winners": list(self.winners),
        }


def score_game(rules: ScoringRules, record: EnteredGame) -> GameScore:
    """Return the scores of all players of an entered game, with ranks and winners."""
    counted = [(entered, score_lines(rules, entered, record)) for entered in record.sheets]
    totals = [sum(line.points for line in lines) for _, lines in counted]
    ties = [
        {name: sum(sheet.marks[name].numbers) if name in sheet.known else None for name in rules.table.ties}
        for sheet in record.sheets
    ]
    results = [(total, *worth_of_ties(rules, tie)) for total, tie in zip(totals, ties, strict=True)]
    players = tuple(
        PlayerScore(entered.name, lines, total, rank, tie, title_of(rules, total), _standings(rules, entered))
        for (entered, lines), total, tie, rank in zip(counted, totals, ties, rank_players(results), strict=True)
    )
    return GameScore(rules.game, players, tuple(player.name for player in players if player.rank == 1))


def _standings(rules: ScoringRules, entered: EnteredSheet) -> tuple[MemberStanding, ...]:
    """Return the standings of the members of a sheet; without ranks if the game was lost."""
    standings = tuple(standing for marks in entered.marks.values() for standing in marks.standings)
    return tuple(replace(standing, rank=None) for standing in standings) if _is_void(rules, entered) else standings


def _is_void(rules: ScoringRules, entered: EnteredSheet) -> bool:
    return rules.table.void is not None and any(entered.marks[rules.table.void].numbers)


def worth_of_ties(rules: ScoringRules, ties: Mapping[str, int | None]) -> list[float]:
    """Return the numbers that decide a tie as a sort key, larger is better."""
    return [rules.table.worth_of_tie(name, number) for name, number in ties.items()]


def rank_players(results: Sequence[tuple[float, ...]]) -> list[int]:
    """Return ranks from 1; players tied in everything share a rank, and the next rank is skipped.

    >>> rank_players([(60, 22), (60, 24), (12, 3), (60, 24)])
    [3, 1, 4, 1]
    """
    return [1 + sum(other > result for other in results) for result in results]


def untold_ties(rules: ScoringRules, score: GameScore) -> list[ScoreFault]:
    """Return a warning for each player in a tie for some place who did not enter the number that breaks the tie."""
    return [
        ScoreFault(
            "G027",
            message("tie_untold", name=player.name, what=word_of(name)),
            bare_place(player.name),
            severity="warning",
        )
        for total in dict.fromkeys(player.total for player in score.players)
        for name, tied in tie_breaks(rules, score, total)
        for player in tied
        if player.ties[name] is None
    ]


def tie_breaks(rules: ScoringRules, score: GameScore, total: int) -> Iterator[tuple[str, list[PlayerScore]]]:
    """Yield the inputs needed to break a tie at this total, in order, each with the players tied until then."""
    tied = [player for player in score.players if player.total == total]
    for name in rules.table.ties:
        if len(tied) < 2:
            return
        yield name, tied
        if all(player.ties[name] is not None for player in tied):
            best_tie = max(rules.table.worth_of_tie(name, player.ties[name]) for player in tied)
            tied = [player for player in tied if rules.table.worth_of_tie(name, player.ties[name]) == best_tie]


def title_of(rules: ScoringRules, total: int) -> GameWord | None:
    """Return the title that a total earns, or None if the game has no titles."""
    for title in rules.table.titles:
        if title.up_to is None or total <= title.up_to:
            return GameWord((title.word,), title.word)
    return None


def score_lines(rules: ScoringRules, entered: EnteredSheet, record: EnteredGame) -> tuple[ScoreLine, ...]:
    """Return the lines of one sheet."""
    if _is_void(rules, entered):
        return tuple(ScoreLine(line.letter, 0, (message("void"),)) for line in rules.table.lines)
    return tuple(score_line(rules, line, entered, solo=record.solo, cards=record.cards) for line in rules.table.lines)


def score_line(rules: ScoringRules, line: LineSpec, entered: EnteredSheet, *, solo: bool, cards: Cards) -> ScoreLine:
    """Return one line: the sum of its parts, with the reasons of the parts that count in this game."""
    if line.letter in entered.given:
        points = entered.given[line.letter]
        return ScoreLine(line.letter, points, (message("given" if points else "given_none"),))
    at = rules.counting(entered.marks, cards)
    parts = [part for part in line.parts if part.counts(solo=solo)]
    counts = [part.count(at) for part in parts]
    reasons = tuple(count.reason for count in counts if count.reason is not None)
    if not reasons:
        reasons = (message("gives_nothing" if any(part.is_marked(entered.marks) for part in parts) else "nothing"),)
    return ScoreLine(line.letter, sum(count.points for count in counts), reasons)
