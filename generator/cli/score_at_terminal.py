"""Scoring by questions at the terminal: begin or continue a game, ask everything, save the game."""

from collections.abc import Iterable
from dataclasses import replace

import click

from generator.cli.console import say
from generator.cli.score_output import ScoreOptions, show_score
from generator.cli.terminal_session import TerminalSession
from generator.products.scores import scores_from_files
from generator.scoring.dialogue.results import finished_game
from generator.scoring.map_chapters import the_map
from generator.scoring.messages import Faults, UnreadableAnswer, list_of, message
from generator.scoring.rules import ScoringRules
from generator.scoring.ticks_to_inputs import UnnamedCard
from generator.storage.store import check_usable, same_saved, save_game, unfinished_folder

STOPPED = 130


def ask_cards(rules: ScoringRules, unnamed: Iterable[UnnamedCard]) -> dict[str, str]:
    """Ask for each shared card that is not named yet until it is recognised; return the keys of cards by question."""
    named: dict[str, str] = {}
    for each in unnamed:
        spec = rules.table.inputs[each.input].shared
        assert spec is not None
        question, options = spec.ask(each.entry, rules.reading(each.input, Faults(), solo=False, cards={}))
        while each.question not in named:
            typed = str(click.prompt(rules.words.tell(question), default="", show_default=False, err=True)).strip()
            try:
                if not typed:
                    raise UnreadableAnswer(message("possible", names=list_of(option.name for option in options)))
                named[each.question] = spec.find(rules.data, typed)
            except UnreadableAnswer as fault:
                say(rules.words.tell(fault.message), err=True)
    return named


def score_at_table(rules: ScoringRules, options: ScoreOptions) -> None:
    """Ask for all answers, save the game if wanted, and print its score."""
    map_id, cards, unknown = the_map(rules, options.dungeon or "")
    rules = scores_from_files.played_on(rules, options.dungeon or "", map_id)
    if options.save or options.db:
        check_usable(options.db)
    terminal = TerminalSession(rules, unfinished_folder(options.db))
    try:
        terminal.tell(*([unknown] if unknown else []))
        session = terminal.unfinished(resume=options.resume)
        if session is None:
            session = terminal.dialogue.start(quick=options.quick, cards=cards, dungeon=map_id, solo=options.solo)
        elif map_id:
            session = replace(session, dungeon=map_id, cards=cards)
        say(rules.words.say("keys"))
        session, saves = terminal.ask_to_end(session, save=options.save, shows=not options.json, why=options.why)
    except (click.Abort, KeyboardInterrupt):
        say(f"\n{rules.words.say('stopped')}", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    record, result = finished_game(rules, session)
    fails = options.strict and bool(result.warnings)
    before = same_saved(rules, record, result, options.db) if saves and not fails else None
    number = save_game(rules, record, result, options.db) if saves and not fails else None
    if saves is not None and not fails:
        terminal.file.drop()
    if options.json or options.save:
        show_score(rules, result, json=options.json, why=options.why)
    outcome = rules.words.say("not_saved") if number is None else rules.words.say("saved", id=number)
    say(outcome, err=options.json)
    if before is not None:
        say(rules.words.say("saved_before", id=before, new=number), err=True)
    if fails:
        raise click.exceptions.Exit(1)
