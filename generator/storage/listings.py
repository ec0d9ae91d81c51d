"""Saved games as text for people (scores, best totals, stories) and other programs (CSV, JSON, BG Stats).

Each export yields its text in pieces as it reads the games, and reads them twice where a head must name what follows.
A ledger of 100,000 games is never whole in memory.
"""

import csv
import heapq
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from uuid import NAMESPACE_OID, uuid5

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, bare_place
from generator.reading.phrase_templates import with_sign
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import EnteredGame, read_score
from generator.scoring.map_chapters import CampaignMaps
from generator.scoring.messages import GameWord, UnscorableGame
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore, PlayerScore, ScoreLine
from generator.scoring.score_listings import TextTable
from generator.scoring.words import ScoreWords
from generator.storage.campaign import PlayerGroup, person
from generator.storage.store import LedgerGame


def damaged_games(words: ScoreWords, numbers: Iterable[int], place: SourceLocation) -> list[Diagnostic]:
    """Return a warning for each damaged game of a ledger, given by its number; `place` is the ledger."""
    return [Diagnostic("G029", words.say("damaged", id=number), place, severity="warning") for number in numbers]


UNANSWERED = {"S004", "G016"}  # faults of a game that was saved before all was answered


def record_of(rules: ScoringRules, game: LedgerGame) -> tuple[EnteredGame | None, list[Diagnostic]]:
    """Return a saved game as it was entered; None, with warnings, if its data no longer fit the game's rules."""
    label = f"game {game.id}"
    try:
        record, met = read_score(rules, parse_yaml(game.record, label))
        if not any(sheet.faulty for sheet in record.sheets):
            return record, []
        raise UnscorableGame(fault for fault in met if fault.severity == "error")
    except InvalidInput as fault:
        faults = list(fault.diagnostics)
    except UnscorableGame as fault:
        faults = [rules.words.diagnostic(wrong) for wrong in fault.faults]
    is_open = {fault.code for fault in faults if fault.severity == "error"} <= UNANSWERED
    text = rules.words.say("not_whole" if is_open else "not_readable", id=game.id)
    warning = Diagnostic("G029", text, bare_place(label), severity="warning")
    return None, [warning, *(fault._replace(severity="warning") for fault in faults if not is_open)]


def record_to_correct(rules: ScoringRules, game: LedgerGame) -> EnteredGame | None:
    """Return a saved game as it was entered, with open answers too; None if its data no longer fit the game's rules."""
    try:
        record, met = read_score(rules, parse_yaml(game.record, f"game {game.id}"))
    except (InvalidInput, UnscorableGame):
        return None
    return record if {fault.code for fault in met if fault.severity == "error"} <= UNANSWERED else None


def saved_warnings(game: LedgerGame) -> list[Diagnostic]:
    """Return the warnings with which a game was saved."""
    place = bare_place(f"game {game.id}")
    warnings = game.result.get("warnings", ())
    return [Diagnostic(each["code"], each["text"], place, severity="warning") for each in warnings]


def saved_score(rules: ScoringRules, game: LedgerGame) -> GameScore:
    """Return the score of a game as it was saved, without counting it again."""
    letters = [line.letter for line in rules.table.lines]
    players = tuple(
        PlayerScore(
            player["name"],
            tuple(ScoreLine(letter, player["lines"].get(letter, 0)) for letter in letters),
            player["total"],
            player["rank"],
            {tie: player.get(tie) for tie in rules.table.ties},
        )
        for player in game.players
    )
    return GameScore(game.game, players, tuple(map(str, game.result["winners"])))


def fame_listing(words: ScoreWords, games: Iterable[LedgerGame], titles: Mapping[str, str] | None = None) -> TextTable:
    """Return the ten best totals as a table; empty if no game is saved. `titles` are the titles of games by id."""
    names = titles or {}
    totals = ((int(player["total"]), str(player["name"]), game) for game in games for player in game.players)
    best = heapq.nsmallest(10, totals, key=lambda entry: (-entry[0], entry[2].id))
    head = ["", words.say("name"), words.say("game"), words.say("points"), words.say("played")]
    rows = [
        [str(place), name, f"{names.get(saved.game, saved.game)} ({saved.id})", with_sign(points), saved.played[:10]]
        for place, (points, name, saved) in enumerate(best, 1)
    ]
    return TextTable(head, rows, 3)


@dataclass(frozen=True)
class StoryProgressListing:
    """The progress of a group in a story: a line of text, its standings, and the chapters that do not count yet."""

    title: str
    listing: TextTable | None = None
    left: str = ""


def group_title(words: ScoreWords, group: PlayerGroup) -> str:
    """Return the heading for a group: its names, or the name of a solo player."""
    names = ", ".join(group.names)
    return words.say("alone", name=names) if group.solo else words.say("group_of", names=names)


def story_listings(rules: ScoringRules, chapters: CampaignMaps, group: PlayerGroup) -> Iterator[StoryProgressListing]:
    """Yield the progress of a group in each story that it has begun, and in all together if there are several."""
    stories = {number: [chapter.id for chapter in story] for number, story in chapters.stories().items()}
    for number, story in stories.items():
        yield from _story_listing(rules, _story_name(rules, chapters, number), group, story)
    if len(stories) > 1:
        title = rules.words.text(GameWord((chapters.campaign.all,), ""))
        yield from _story_listing(rules, title, group, *stories.values())


def unstarted_stories(rules: ScoringRules, chapters: CampaignMaps) -> Iterator[StoryProgressListing]:
    """Yield a line for each story that says that none of its chapters was played yet, and how many it has."""
    for number, story in chapters.stories().items():
        title = _story_name(rules, chapters, number)
        yield StoryProgressListing(rules.words.say("chapters_played", title=title, played=0, count=len(story)))


def _story_name(rules: ScoringRules, chapters: CampaignMaps, number: int) -> str:
    return rules.words.text(GameWord((f"{chapters.campaign.stories}{number}",), str(number)))


def _story_listing(
    rules: ScoringRules, title: str, group: PlayerGroup, *stories: Sequence[str]
) -> Iterator[StoryProgressListing]:
    """Yield the progress of a group in one story, or in several together, unless it has begun none.

    A chapter counts if all chapters before it in its story were played; of several games of a chapter the last counts.
    """
    counted: dict[str, LedgerGame] = {}
    early: dict[str, None] = {}
    for game in group.games:
        story = next((story for story in stories if game.dungeon in story), ())
        if story and all(chapter in counted for chapter in story[: story.index(game.dungeon)]):
            counted[game.dungeon] = game
        elif story:
            early[game.dungeon] = None
    skipped = [chapter.upper() for chapter in early if chapter not in counted and len(stories) == 1]
    if not (counted or skipped):
        return
    words, chapters = rules.words, [chapter for story in stories for chapter in story]
    scores = [(name, [_points(counted.get(chapter), name) for chapter in chapters]) for name in group.names]
    totals = [sum(score or 0 for score in by_chapter) for _, by_chapter in scores]
    rows = [
        ["*" if total == max(totals) else "", name, *map(_points_text, by_chapter), with_sign(total)]
        for total, (name, by_chapter) in sorted(zip(totals, scores, strict=True), key=lambda row: -row[0])
    ]
    head = ["", words.say("name"), *map(str.upper, chapters), words.say("total")]
    yield StoryProgressListing(
        words.say("chapters_played", title=title, played=len(counted), count=len(chapters)),
        TextTable(head, rows, 2) if counted else None,
        words.say("out_of_order", chapters=", ".join(skipped)) if skipped else "",
    )


def _points(game: LedgerGame | None, name: str) -> int | None:
    if game is None:
        return None
    return next((int(player["total"]) for player in game.players if person(player) == name.casefold()), None)


def _points_text(points: int | None) -> str:
    return "–" if points is None else with_sign(points)


COMMON = ("name", "lines", "total", "rank", "title")
_FORMULA = r"[=+\-@\t\r]"


def games_csv(games: Iterable[LedgerGame]) -> Iterator[str]:
    """Yield the games as CSV; the numbers that decide ties have their own columns."""
    letters: set[str] = set()
    keys: dict[str, None] = {}
    for game in games:
        for player in game.players:
            letters.update(player["lines"])
            keys |= dict.fromkeys(player)
    columns, extra = sorted(letters), [key for key in keys if key not in COMMON]
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["game_id", "played", "game", "dungeon", "solo", "player", *columns, "total", "rank", *extra])
    for game in games:
        for player in game.players:
            head = [game.id, game.played, game.game, as_cell(game.dungeon), game.solo, as_cell(player["name"])]
            lines = [player["lines"].get(letter, "") for letter in columns]
            rest = ["" if player.get(key) is None else player[key] for key in extra]
            writer.writerow([*head, *lines, player["total"], player["rank"], *rest])
        yield sink.getvalue()
        sink.seek(0)
        sink.truncate()
    yield sink.getvalue()


def games_json(games: Iterable[LedgerGame]) -> Iterator[str]:
    """Yield the games as JSON."""
    yield from json_list(
        {"id": game.id, "played": game.played, "record": typed_in(game), "result": game.result} for game in games
    )
    yield "\n"


def json_list(values: Iterable[object], indent: str = "") -> Iterator[str]:
    """Yield values as a JSON list, piece by piece, with the characters that `json.dumps` writes for all at once."""
    separator = "["
    for value in values:
        text = json.dumps(value, ensure_ascii=False, indent=2)
        yield f"{separator}\n{text}".replace("\n", f"\n{indent}  ")
        separator = ","
    yield "[]" if separator == "[" else f"\n{indent}]"


def typed_in(game: LedgerGame) -> object:
    """Return the data typed in for a game; None if they are damaged."""
    try:
        return json.loads(game.record)
    except (ValueError, RecursionError):
        return None


def games_bgstats(games: Iterable[LedgerGame]) -> Iterator[str]:
    """Yield the games as JSON for the import of the app BG Stats."""
    game_keys: set[str] = set()
    player_names: set[str] = set()
    for game in games:
        game_keys.add(game.game)
        player_names.update(player["name"] for player in game.players)
    titles, names = (dict(zip(sorted(values), count(1), strict=False)) for values in (game_keys, player_names))
    play_records = (
        {
            "uuid": str(uuid5(NAMESPACE_OID, f"scrawlpress {game.id} {game.played} {game.token}")),
            "playDate": game.played[:19].replace("T", " "),
            "gameRefId": titles[game.game],
            "comments": game.dungeon,
            "ignored": False,
            "playerScores": [
                {
                    "playerRefId": names[player["name"]],
                    "score": player["total"],
                    "rank": player["rank"],
                    "winner": player["name"] in game.result["winners"],
                    "newPlayer": False,
                    "startPlayer": False,
                }
                for player in game.players
            ],
        }
        for game in games
    )
    listed = {
        "games": [{"id": number, "name": title.replace("-", " ").title()} for title, number in titles.items()],
        "players": [{"id": number, "name": name, "isAnonymous": False} for name, number in names.items()],
        "locations": [],
    }
    yield json.dumps(listed, ensure_ascii=False, indent=2)[:-2] + ',\n  "plays": '
    yield from json_list(play_records, "  ")
    yield ',\n  "userInfo": {\n    "source": "scrawlpress"\n  }\n}\n'


def as_cell(value: object) -> object:
    """Return a value for a cell, with an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and re.match(_FORMULA, value) else value
