"""Tallies and rules become lines, each with its reasons, totals, titles and ranks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from generator.scoring.rules import Rules
from generator.scoring.table import LineSpec, Part
from generator.scoring.tally import Choice, GameRecord, Tally

Say = Callable[..., str]


@dataclass(frozen=True)
class Line:
    """A line of the score: letter, points, and why."""

    letter: str
    points: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class PlayerScore:
    """A player's lines, total, rank, rooms, and the title the total earns."""

    name: str
    lines: tuple[Line, ...]
    total: int
    rank: int
    rooms: int | None
    title: str | None = None


@dataclass(frozen=True)
class GameScore:
    """The scores of a game in the order of the file, and its winners."""

    game: str
    players: tuple[PlayerScore, ...]
    winners: tuple[str, ...]

    def as_record(self) -> dict[str, Any]:
        """Return the result as plain data, as other programs read it."""
        return {
            "game": self.game,
            "players": [
                {
                    "name": each.name,
                    "lines": {line.letter: line.points for line in each.lines},
                    "total": each.total,
                    "rank": each.rank,
                    "rooms": each.rooms,
                    **({"title": each.title} if each.title else {}),
                }
                for each in self.players
            ],
            "winners": list(self.winners),
        }


def score_game(rules: Rules, record: GameRecord, say: Say) -> GameScore:
    """Score every player of a game. `say` words the reasons: say("key", **values)."""
    counted = [(tally, score_lines(rules, tally, solo=record.solo, say=say)) for tally in record.tallies]
    totals = [sum(line.points for line in lines) for _, lines in counted]
    ties = [tuple(int(tally.values.get(tie) or 0) for tie in rules.table.ties) for tally, _ in counted]
    ranks = rank_players([(total, *tie) for total, tie in zip(totals, ties, strict=True)])
    players = tuple(
        PlayerScore(tally.name, lines, total, rank, tally.values.get("rooms"), title_of(rules, total))
        for (tally, lines), total, rank in zip(counted, totals, ranks, strict=True)
    )
    return GameScore(rules.game, players, tuple(each.name for each in players if each.rank == 1))


def rank_players(results: Sequence[tuple[int, ...]]) -> list[int]:
    """Return ranks; full ties share a number and the next one is left out.

    >>> rank_players([(60, 22), (60, 24), (12, 3), (60, 24)])
    [3, 1, 4, 1]
    """
    return [1 + sum(other > result for other in results) for result in results]


def title_of(rules: Rules, total: int) -> str | None:
    """Return the title that a total earns, or None where the game has none."""
    for title in rules.table.titles:
        if title.up_to is None or total <= title.up_to:
            return rules.word(title.word)
    return None


def score_lines(rules: Rules, tally: Tally, *, solo: bool, say: Say) -> tuple[Line, ...]:
    """Return the lines of one sheet."""
    void = rules.table.void
    if void and tally.values.get(void):
        return tuple(Line(line.letter, 0, (say("void"),)) for line in rules.table.lines)
    return tuple(score_line(rules, line, tally, solo=solo, say=say) for line in rules.table.lines)


def score_line(rules: Rules, line: LineSpec, tally: Tally, *, solo: bool, say: Say) -> Line:
    """Return one line: the sum of its parts, with the reasons of those that count."""
    if line.letter in tally.given:
        return Line(line.letter, tally.given[line.letter], (say("given"),))
    points, reasons = 0, []
    for part in line.parts:
        if part.only is not None and (part.only == "solo") != solo:
            continue
        got, reason = _COUNTERS[part.count](rules, part, tally, say)
        points += got
        if reason:
            reasons.append(reason)
    return Line(line.letter, points, tuple(reasons) or (say("nothing"),))


def _values(part: Part, tally: Tally) -> list[int]:
    found: list[int] = []
    for name in part.of:
        value = tally.values.get(name)
        if isinstance(value, dict):
            found.extend(value.values())
        elif isinstance(value, list):
            found.extend(value)
        else:
            found.append(int(value or 0))
    return found


def _amount(part: Part, tally: Tally) -> int:
    values = _values(part, tally)
    if part.reduce == "least":
        return min(values, default=0)
    if part.reduce == "count":
        return sum(part.equal is None or value == part.equal for value in values)
    return sum(values)


def _per(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    held = tally.values.get(part.of[0])
    is_claims = rules.table.inputs[part.of[0]].kind == "claims"
    count = len(held) if is_claims and isinstance(held, list) else _amount(part, tally)
    each = int(rules.value(part.each_from)) if part.each_from else part.each
    points = count // part.every * each
    if not count:
        return 0, ""
    what = rules.word(f"inputs.{part.of[0]}", "") or say(f"input_{part.of[0]}")
    if part.reduce == "count":
        return points, say("count_at", count=count, equal=part.equal, points=points)
    if part.every > 1:
        return points, say("per_every", count=count, every=part.every, what=what, points=points)
    return points, say("per", count=count, each=each, what=what, points=points)


def _track(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    table = rules.value(part.table or "")
    at = _amount(part, tally)
    points = 0
    if at >= part.first:
        entry = table[at - part.first]
        points = int(entry[part.field] if part.field else entry)
    if part.reduce == "least":
        held = tally.values[part.of[0]]
        weakest = min(held, key=lambda key: held[key])
        return points, say("weakest", who=rules.name_of(weakest), level=at, points=points)
    return points, say("track", what=say(f"input_{part.of[0]}"), count=at, points=points) if at else ""


def _steps(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    at = _amount(part, tally)
    table = rules.value(part.table or "")
    reached = [box for box in range(1, min(at, len(table)) + 1) if table[box - 1] is not None]
    if not reached:
        return 0, ""
    points = int(table[reached[-1] - 1])
    return points, say("steps", count=at, at=reached[-1], points=points)


def _fixed(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    if sum(_values(part, tally)) != (1 if part.equal is None else part.equal):
        return 0, ""
    amount = int(rules.value(part.amount_from)) if part.amount_from else part.amount
    return amount, say(
        "fixed", what=rules.word(f"inputs.{part.of[0]}", "") or say(f"input_{part.of[0]}"), points=amount
    )


def _card(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    key = tally.values.get(part.of[0])
    deck = rules.table.inputs[part.of[0]].deck or ""
    if key is None:
        return 0, ""
    points = int(rules.decks[deck][key][part.field or ""])
    return points, say("card", who=rules.name_of(key, deck), points=points)


def _card_steps(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    choice = tally.values.get(part.of[0])
    deck = rules.table.inputs[part.of[0]].deck or ""
    if not isinstance(choice, Choice):
        return 0, ""
    if choice.points is not None:
        return choice.points, say("goal_points", points=choice.points) if choice.points else ""
    if choice.key is None or choice.value is None:
        return 0, ""
    thresholds = rules.decks[deck][choice.key][part.field or ""]
    points = max([0, *(g for at, g in zip(thresholds, part.glory, strict=True) if choice.value >= at)])
    return points, say("goal", who=rules.name_of(choice.key, deck), count=choice.value, points=points)


def _option(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    key = tally.values.get(part.of[0])
    points = part.amounts.get(str(key), 0)
    return points, say("card", who=rules.name_of(str(key)), points=points) if key else ""


def _bonus(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    table = rules.value(part.table or "")
    held = tally.values[part.of[0]]
    won = [(key, int(table[key][part.field or ""])) for key, value in held.items() if value == part.equal]
    told = ", ".join(say("card", who=rules.name_of(key), points=points) for key, points in won if points)
    return sum(points for _, points in won), told


def _band(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    points = tally.values[part.of[0]][part.index]
    return (int(points), say("boss", number=part.index + 1, points=points)) if points is not None else (0, "")


def _by_round(rules: Rules, part: Part, tally: Tally, say: Say) -> tuple[int, str]:
    table = rules.value(part.table or "")
    rounds = tally.values[part.of[0]]
    points = [int(table[number - part.first]) for number in rounds]
    told = ", ".join(say("by_round", round=number, points=got) for number, got in zip(rounds, points, strict=True))
    return sum(points), told


_COUNTERS: dict[str, Callable[[Rules, Part, Tally, Say], tuple[int, str]]] = {
    "per": _per,
    "track": _track,
    "steps": _steps,
    "fixed": _fixed,
    "card": _card,
    "card_steps": _card_steps,
    "option": _option,
    "bonus": _bonus,
    "band": _band,
    "by_round": _by_round,
}
