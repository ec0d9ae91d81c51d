"""Scoring by questions at the terminal: begin or continue a game, ask everything, save the game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from generator.cli.console import say
from generator.cli.score_output import show_score
from generator.cli.terminal_session import TerminalSession
from generator.scoring.dialogue.results import finished_game
from generator.scoring.dialogue.session import ScoringSession
from generator.scoring.map_chapters import the_map
from generator.scoring.messages import Faults, UnreadableAnswer, list_of, message
from generator.scoring.rules import ScoringRules
from generator.scoring.ticks_to_inputs import UnnamedCard
from generator.storage.session_journal import unfinished_folder
from generator.storage.store import check_usable, same_saved, save_game

STOPPED = 130


@dataclass(frozen=True)
class TerminalScoreOptions:
    """The options of `scrawl score` for asking at the terminal."""

    db: Path | None = None
    dungeon: str | None = None
    quick: bool = False
    solo: bool = False
    resume: bool = False
    save: bool = False
    strict: bool = False


def ask_cards(rules: ScoringRules, unnamed: Iterable[UnnamedCard]) -> dict[str, str]:
    """Ask for each shared card that is not named yet until it is recognised; return the keys of cards by question."""
    named: dict[str, str] = {}
    for each in unnamed:
        spec = rules.table.inputs[each.input].shared
        assert spec is not None
        asked, options = spec.ask(each.entry, rules.reading(each.input, Faults(), solo=False, cards={}))
        while each.question not in named:
            typed = str(click.prompt(rules.words.tell(asked), default="", show_default=False, err=True)).strip()
            try:
                if not typed:
                    raise UnreadableAnswer(message("possible", names=list_of(option.name for option in options)))
                named[each.question] = spec.find(rules.data, typed)
            except UnreadableAnswer as fault:
                say(rules.words.tell(fault.message), err=True)
    return named


def score_at_table(rules: ScoringRules, table: TerminalScoreOptions, *, json: bool, why: bool) -> None:
    """Ask for all answers, save the game if wanted, and print its score."""
    if table.save or table.db:
        check_usable(table.db)
    terminal = TerminalSession(rules, unfinished_folder(table.db))
    try:
        session = _begin(terminal, table)
        say(rules.words.say("keys"))
        session, saves = terminal.ask_to_end(session, save=table.save, shows=not json, why=why)
    except (click.Abort, KeyboardInterrupt):
        say(f"\n{rules.words.say('stopped')}", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    record, result = finished_game(rules, session)
    fails = table.strict and bool(result.warnings)
    before = same_saved(rules, record, result, table.db) if saves and not fails else None
    number = save_game(rules, record, result, table.db) if saves and not fails else None
    if saves is not None and not fails:
        terminal.file.drop()
    if json or table.save:
        show_score(rules, result, json=json, why=why)
    said = rules.words.say("not_saved") if number is None else rules.words.say("saved", id=number)
    say(said, err=json)
    if before is not None:
        say(rules.words.say("saved_before", id=before, new=number), err=True)
    if fails:
        raise click.exceptions.Exit(1)


def _begin(terminal: TerminalSession, table: TerminalScoreOptions) -> ScoringSession:
    """Return the session of an unfinished game that the user continues, else a new session."""
    map_id, cards, unknown = the_map(terminal.rules, table.dungeon or "")
    terminal.tell(*([unknown] if unknown else []))
    session = terminal.unfinished(resume=table.resume)
    if session is not None:
        return replace(session, dungeon=map_id, cards=cards) if map_id else session
    return terminal.dialogue.start(quick=table.quick, cards=cards, dungeon=map_id, solo=table.solo)
