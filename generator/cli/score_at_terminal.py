"""Scoring by questions at the terminal: continue a draft or begin anew, ask everything, save the game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import click

from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.score_output import show_score
from generator.cli.terminal_session import TerminalSession, left_session
from generator.scoring.dialogue.results import finished_game, score_of
from generator.scoring.dialogue.session import DialogueState
from generator.scoring.inputs.flag import yes
from generator.scoring.map_chapters import the_map
from generator.scoring.messages import Faults, UnreadableAnswer, list_of, message
from generator.scoring.rules import ScoringRules
from generator.scoring.score import untold_ties
from generator.scoring.ticks_to_inputs import UnnamedCard
from generator.storage.drafts import GameEntryDraftFile, draft_folder, drafts_of, unusable_drafts
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
        asked, options = spec.ask_card(each.entry, rules.reading(each.input, Faults(), solo=False, cards={}))
        while each.question not in named:
            typed = str(click.prompt(rules.words.tell(asked), default="", show_default=False, err=True)).strip()
            try:
                if not typed:
                    raise UnreadableAnswer(message("possible", names=list_of(option.name for option in options)))
                named[each.question] = spec.find_card(rules.data, typed)
            except UnreadableAnswer as fault:
                say(rules.words.tell(fault.message), err=True)
    return named


def score_at_table(rules: ScoringRules, table: TerminalScoreOptions, *, json: bool, why: bool) -> None:
    """Ask for all answers, save the game if wanted, and print its score."""
    if table.save or table.db:
        check_usable(table.db)
    terminal = TerminalSession(rules, GameEntryDraftFile(draft_folder(table.db)))
    try:
        session = _begin(terminal, table)
        say(rules.words.say("keys"))
        session, saves = ask_to_end(terminal, session, save=table.save, shows=not json, why=why)
    except (click.Abort, KeyboardInterrupt):
        say(f"\n{rules.words.say('stopped')}", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    record, result = finished_game(terminal.dialogue, session)
    fails = table.strict and bool(result.warnings)
    saves = False if fails else saves
    before = same_saved(rules, record, result, table.db) if saves else None
    number = save_game(rules, record, result, table.db) if saves else None
    if saves is not None and not fails:
        terminal.draft.drop()
    if json or table.save:
        show_score(rules, result, json=json, why=why)
    said = rules.words.say("not_saved") if number is None else rules.words.say("saved", id=number)
    say(said, err=json)
    if before is not None:
        say(rules.words.say("saved_before", id=before, new=number), err=True)
    if fails:
        raise click.exceptions.Exit(1)


def ask_to_end(
    terminal: TerminalSession, state: DialogueState, *, save: bool, shows: bool, why: bool
) -> tuple[DialogueState, bool | None]:
    """Ask for all answers, then whether to save.

    Return the final state and whether to save the game; None instead of the latter if the user stopped there.
    """
    while True:
        state = terminal.ask_all(state)
        show_diagnostics(
            terminal.rules.words.diagnostic(tie)
            for tie in untold_ties(terminal.rules, score_of(terminal.dialogue, state))
        )
        try:
            if not save and shows:
                show_score(terminal.rules, score_of(terminal.dialogue, state), why=why)
            state, saves = (state, True) if save else _ask_save(terminal, state)
            if saves is not None:
                return (_ask_map(terminal, state) if saves else state), saves
        except click.Abort:
            say(err=True)
            return state, save or None


def _ask_save(terminal: TerminalSession, state: DialogueState) -> tuple[DialogueState, bool | None]:
    """Ask whether to save; return (state, answer), with None if a command changed the state: then ask again."""
    while True:
        answer = terminal.prompt(message("ask_save"))
        turn = terminal.command(state, answer)
        if turn is not None and turn.state is not state:
            terminal.keep(turn.state, finished=turn.state.at is None)
            terminal.tell(*turn.messages)
            return turn.state, None
        try:
            return state, yes(answer, terminal.rules.words, otherwise=True)
        except UnreadableAnswer as fault:
            terminal.tell(*(turn.messages if turn is not None else (fault.message,)))


def _ask_map(terminal: TerminalSession, state: DialogueState) -> DialogueState:
    if terminal.rules.table.campaign is None or state.dungeon:
        return state
    while True:
        map_id, _, unknown = the_map(terminal.rules, terminal.prompt(message("ask_map")))
        if unknown is None:
            return replace(state, dungeon=map_id)
        terminal.tell(unknown)


def _begin(terminal: TerminalSession, table: TerminalScoreOptions) -> DialogueState:
    """Return the session of a draft that the user continues, else a new session."""
    map_id, cards, unknown = the_map(terminal.rules, table.dungeon or "")
    terminal.tell(*([unknown] if unknown else []))
    terminal.tell(*unusable_drafts(terminal.draft.folder))
    drafts = drafts_of(terminal.draft.folder, terminal.rules.game)
    wanted = [draft for draft in drafts if table.resume or not draft.finished]
    session = left_session(terminal, wanted, asks=not table.resume)
    if session is not None:
        return replace(session, dungeon=map_id, cards=cards) if map_id else session
    if drafts and not wanted:
        when = drafts[0].kept[:16].replace("T", " ")
        say(terminal.rules.words.say("finished_draft", names=list_of(drafts[0].names), when=when), err=True)
    if table.resume and not drafts:
        terminal.tell(message("no_draft"))
    return terminal.dialogue.start(quick=table.quick, cards=cards, dungeon=map_id, solo=table.solo)
