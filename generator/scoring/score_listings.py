"""Tables that show a score in words: lines, winner, reasons, and standings of members."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.reading.phrase_templates import with_sign
from generator.scoring.inputs.ledger import LedgerSpec
from generator.scoring.messages import GameWord, key_word, list_of
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore, PlayerScore, tie_breaks

MOST_MEMBERS = 1000
UNKNOWN = "?"  # in place of points that cannot be counted


class TextTable(NamedTuple):
    """A table of texts with a header row; the first `texts` columns hold words, the others numbers."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: int = 1


def score_listing(rules: ScoringRules, score: GameScore) -> TextTable:
    """Return a table with a row for each line, the total, each number that decides ties, and the rank."""
    words, players = rules.words, score.players
    head = ["", words.text(GameWord(("game.title",), rules.game)), *(player.name for player in players)]
    rows = []
    for index, line in enumerate(rules.table.lines):
        points = [_points_text(player, line.letter, player.lines[index].points) for player in players]
        rows.append([line.letter, words.text(line.name), *points])
    totals = (UNKNOWN if player.uncounted else with_sign(player.total) for player in players)
    rows.append([rules.table.total_letter, words.say("total"), *totals])
    for tie in rules.table.ties:
        numbers = [player.ties[tie] for player in players]
        if any(number is not None for number in numbers) and not tie.startswith("points."):
            name = words.text(rules.table.word_of_tie(tie))
            rows.append(["", name[:1].upper() + name[1:], *("–" if value is None else str(value) for value in numbers)])
    if len(players) > 1:
        rows.append(["", words.say("rank"), *(UNKNOWN if one.uncounted else str(one.rank) for one in players)])
    return TextTable(head, rows, 2)


def _points_text(player: PlayerScore, letter: str, points: int) -> str:
    return UNKNOWN if letter in player.uncounted else with_sign(points)


def standings_listing(rules: ScoringRules, player: PlayerScore) -> TextTable:
    """Return the standings of the members of a sheet: ranked members by rank, then all others by earnings."""
    words, members = rules.words, sorted(player.standings, key=lambda each: (each.rank or MOST_MEMBERS, -each.earned))
    ledger = next(spec for spec in rules.table.inputs.values() if isinstance(spec, LedgerSpec))
    kinds = ledger.rates(rules.data).kinds
    head = [words.say("rank"), words.say("name"), words.say("earned")]
    head += [words.text(key_word(ledger.words, kind)) for kind in kinds]
    rows = []
    for member in members:
        amounts = (str(member.left[kind]) for kind in kinds)
        rows.append([str(member.rank or "–"), member.name, str(member.earned), *amounts])
    return TextTable(head, rows, 2)


def reasons_listing(rules: ScoringRules, player: PlayerScore) -> TextTable:
    """Return a table with the reasons for each line of a player."""
    rows = [
        [line.letter, _points_text(player, line.letter, line.points), rules.words.text(list_of(line.reasons, "; "))]
        for line in player.lines
    ]
    return TextTable(["", rules.words.say("points"), player.name], rows)


def winner_line(rules: ScoringRules, score: GameScore) -> str:
    """Return a sentence that says who wins, and how a tie was decided."""
    words, names = rules.words, list_of(score.winners)
    counted = [player for player in score.players if not player.uncounted]
    best = max((player.total for player in counted), default=0)
    if not counted:
        return words.say("uncounted")
    if len(counted) == 1:
        return words.say("total_of", name=counted[0].name, points=best)
    if len(counted) < len(score.players):
        return words.say("winner_open", names=list_of(player.name for player in score.players if player.uncounted))
    if not score.winners:
        return words.say("no_winner")
    if len(score.winners) > 1:
        return words.say("winners", names=names)
    if tie_names := [name for name, _ in tie_breaks(rules, score, best)]:
        return words.say("tie_broken", names=names, what=list_of(map(rules.table.word_of_tie, tie_names)))
    return words.say("winner", names=names)
