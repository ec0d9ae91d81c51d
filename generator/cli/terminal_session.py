"""A game that is scored at the terminal: it is begun or continued, all is asked, each answer and the game are saved."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote

import click

from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.scored_game import ScoreOptions, show_score
from generator.products.scores import scores_from_files
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.results import finished_game, score_of
from generator.scoring.dialogue.session import AnswerResult, ScoringSession
from generator.scoring.map_chapters import chapters_of, the_map
from generator.scoring.messages import Faults, Message, ScoreFault, UnreadableAnswer, Value, list_of, message
from generator.scoring.rules import ScoringRules
from generator.scoring.score import unresolved_ties
from generator.scoring.typed_text import yes
from generator.storage.session_journal import InvalidSessionFile, KeptSession, UnfinishedGame, unfinished_games
from generator.storage.store import check_usable, same_saved, save_game, unfinished_folder

BACK, EXPLAIN = "<", "?"
PLAYER = re.compile(r"@(\d{0,4})\s*(.*)", re.DOTALL)  # what edits a line, of a player


@dataclass
class TerminalSession:
    """A scoring session at the terminal; `folder` has the journals of unfinished games, `again` is its command."""

    rules: ScoringRules
    folder: Path
    again: str
    keeps: bool = True

    def __post_init__(self) -> None:
        self.dialogue = Dialogue(self.rules)
        self.file = UnfinishedGame(self.dialogue, self.folder)

    @property
    def not_saved(self) -> Message:
        """A message that the game is not saved, and how to continue if its answers are kept."""
        return message("not_saved_but_kept", command=self.again) if self.file.journal else message("not_saved")

    def print_lines(self, *lines: Value) -> None:
        for line in lines:
            say(f"  {self.rules.words.text(line)}")

    def prompt(self, question: Value, default: str = "") -> str:
        """Ask the question `question` and return the typed text; raises click.Abort if the user stops."""
        prompt_text = self.rules.words.text(question)
        prompt_text = f"{prompt_text} [{default}]" if default else prompt_text
        answer: str = click.prompt(prompt_text, default="", show_default=False, prompt_suffix=": ")
        return answer.strip()

    def take(self, previous_session: ScoringSession, result: AnswerResult) -> ScoringSession:
        """Save the session of a result if it differs, and print its messages; if saving fails, print why once."""
        if self.keeps and result.session != previous_session:
            try:
                self.file.keep(result.session)
            except OSError as fault:
                self.keeps = False
                self.print_lines(message("draft_not_kept", reason=fault.strerror or str(fault)))
        self.print_lines(*result.messages)
        return result.session

    def ask_all(self, session: ScoringSession) -> ScoringSession:
        """Ask until all questions are answered, saving the session after each answer; return the final session."""
        while (question := self.dialogue.question(session)) is not None:
            answer = self.prompt(*question)
            session = self.take(session, self.command(session, answer) or self.dialogue.answer(session, answer))
        return session

    def command(self, session: ScoringSession, text: str) -> AnswerResult | None:
        """Return the result of a typed command, such as "<" for back or "?" for help; None if the text is an answer."""
        if text == BACK:
            return self.dialogue.back(session)
        if text == EXPLAIN:
            return AnswerResult(session, tuple(self.dialogue.explain(session)))
        number, line = match.groups() if (match := PLAYER.fullmatch(text)) else ("", "")
        if number:
            return self._drop(session, int(number)) if line == "-" else self.dialogue.edit(session, int(number), line)
        line, is_name = line or self.dialogue.edited_line(text) or "", self.dialogue.asks_names(session)
        if not line or not session.seats or (is_name and not match):
            return None
        result = self.dialogue.edit(session, None, line)
        return result if result.taken or not is_name else None

    def _drop(self, session: ScoringSession, number: int) -> AnswerResult:
        """Return the session without a player, counted from 1; ask first if the player has answers."""
        for seat in session.seats[max(number - 1, 0) : number]:
            question = message("ask_drop", name=seat.name, count=len(seat.answered))
            if seat.answered and not self._is_yes(self.prompt(question)):
                return AnswerResult(session, taken=False)
        return self.dialogue.drop(session, number)

    def _is_yes(self, answer: str) -> bool:
        try:
            return yes(answer, self.rules.words)
        except UnreadableAnswer:
            return False

    def _tie(self, session: ScoringSession, tie: ScoreFault) -> ScoreFault:
        """Return the warning of an unbroken tie with what to type to break it."""
        names, tie_name = [seat.name for seat in session.seats], dict(tie.message.values)["what"]
        number, word = names.index(str(tie.place.path)) + 1, self.rules.words.text(tie_name)
        hint = message("edit_keys", keys=f"@{number} {word}")
        return replace(tie, hint=hint) if self.dialogue.edit(session, number, word).taken else tie

    def ask_to_end(
        self, session: ScoringSession, *, save: bool, shows: bool, reasons: bool
    ) -> tuple[ScoringSession, bool | None]:
        """Ask for all answers, then whether to save.

        Return the final session and whether to save the game; None instead of the latter if the user stopped there.
        """
        say(self.rules.words.text(self.dialogue.explain(replace(session, at=None))[0]))
        while True:
            session = self.ask_all(session)
            score = score_of(self.rules, session)
            ties = (self._tie(session, tie) for tie in unresolved_ties(self.rules, score))
            show_diagnostics(map(self.rules.words.diagnostic, ties))
            try:
                if not save and shows:
                    show_score(self.rules, score, why=reasons)
                session, saves = (session, True) if save else self._ask_save(session)
                mapped = self._ask_map(session) if saves else session
                if saves is not None and mapped is not None:
                    return mapped, saves
                if save:  # went back from the map to the last question
                    session = self.dialogue.back(session).session
            except click.Abort:
                say(err=True)
                return session, save or None

    def _ask_save(self, session: ScoringSession) -> tuple[ScoringSession, bool | None]:
        """Ask whether to save; return (session, answer), with None if a command changed the session: then ask again."""
        while True:
            answer = self.prompt(message("ask_save"))
            result = self.command(session, answer)
            if result is not None and result.session is not session:
                return self.take(session, result), None
            try:
                if answer.lower() == self.rules.words.say("draft_word_drop"):
                    self.file.drop()
                    return session, False
                return session, yes(answer, self.rules.words, otherwise=True)
            except UnreadableAnswer as fault:
                self.print_lines(*(result.messages if result is not None else (fault.message,)))

    def _ask_map(self, session: ScoringSession) -> ScoringSession | None:
        """Ask for the map if the game has several and none is set; return None if the user goes back."""
        chapters = None if session.dungeon else chapters_of(self.rules, (self.rules.words.language,))
        while chapters is not None:
            answer = self.prompt(message("ask_map"))
            map_id, _, unknown = the_map(self.rules, answer)
            if answer == BACK:
                return None
            if unknown is None:
                return replace(session, dungeon=map_id)
            maps = ((chapter.id, chapter.name(self.rules.words.language)) for chapter in chapters.maps)
            names = list_of((name if len(id) > 1 else f"{id.upper()} {name}" for id, name in maps), "; ")
            self.print_lines(message("possible", names=names) if answer == EXPLAIN else unknown)
        return session

    def unfinished(self, *, resume: bool = False, answered: bool = False) -> ScoringSession | None:
        """Return the session of the latest unfinished game of these rules if the user goes on with it, else None.

        With `resume` do not ask. Games in which everything is answered count only with `resume` or `answered`; else the
        latest is reported. Files that cannot be read are reported, too.
        """
        games, messages = unfinished_games(self.folder)
        self.print_lines(*messages)
        games = [game for game in games if game.values["game"] == self.rules.game]
        resumable = [game for game in games if resume or answered or not game.is_answered]
        resumable.sort(key=lambda game: game.answers <= len(game.seats))  # those that only have names come last
        if resumable and (resume or self._goes_on(resumable[0])):
            try:
                session = self.file.take_up(resumable[0])
            except InvalidSessionFile:
                self.print_lines(message("draft_unreadable", path=str(resumable[0].journal.path)))
                return None
            self.print_lines(message("resumed", names=list_of(resumable[0].names)))
            return session
        if games and not resumable:
            command = f"{self.again} --resume"
            notice = message("finished_draft", names=list_of(games[0].names), when=_when(games[0]), command=command)
            say(self.rules.words.text(notice), err=True)
        if resume and not games:
            self.print_lines(message("no_draft"))
        return None

    def _goes_on(self, game: KeptSession) -> bool:
        question = message("ask_draft", names=list_of(game.names), count=game.answers, when=_when(game))
        while True:
            answer = self.prompt(question)
            if answer.lower() == self.rules.words.say("draft_word_drop"):
                game.drop()
                return False
            try:
                return yes(answer, self.rules.words, otherwise=True)
            except UnreadableAnswer as fault:
                self.print_lines(fault.message)


def _when(game: KeptSession) -> str:
    return game.at[:16].replace("T", " ")


STOPPED = 130


def ask_cards(rules: ScoringRules, unnamed: Iterable[str]) -> dict[str, str]:
    """Ask for each shared card that is not named yet until it is recognised; return the keys of cards by question."""
    keys: dict[str, str] = {}
    for question in unnamed:
        name, _, entry = question.partition(".")
        spec = rules.table.shared[name]
        words, options = spec.ask_card(int(entry), rules.reading(name, Faults(), solo=False, cards={}))
        while question not in keys:
            reply = str(click.prompt(rules.words.text(words), default="", show_default=False, err=True)).strip()
            try:
                if not reply:
                    raise UnreadableAnswer(message("possible", names=list_of(option.name for option in options)))
                keys[question] = spec.find_card(rules.data, reply)
            except UnreadableAnswer as fault:
                say(rules.words.text(fault.message), err=True)
    return keys


def command_again(command: str) -> str:
    """Return a command with the options of the present one that decide where its game and its answers are."""
    options = click.get_current_context().params
    arguments = (f"--{name} {quote(str(options[name]))}" for name in ("game", "db", "home") if options.get(name))
    return " ".join([command, *arguments])


def score_at_table(rules: ScoringRules, options: ScoreOptions) -> None:
    """Ask for all answers, save the game if wanted, and print its score."""
    map_id, cards, unknown = the_map(rules, options.dungeon or "")
    rules = scores_from_files.played_on(rules, options.dungeon or "", map_id)
    if options.save or options.db:
        check_usable(options.db)
    terminal = TerminalSession(rules, unfinished_folder(options.db), command_again("scrawl score"))
    try:
        terminal.print_lines(*([unknown] if unknown else []))
        session = terminal.unfinished(resume=options.resume)
        if session is None:
            session = terminal.dialogue.start(quick=options.quick, cards=cards, dungeon=map_id, solo=options.solo)
        elif map_id:
            session = replace(session, dungeon=map_id, cards=cards)
        session, saves = terminal.ask_to_end(session, save=options.save, shows=not options.json, reasons=options.why)
    except (click.Abort, KeyboardInterrupt):
        stopped = message("stopped", command=terminal.again) if terminal.file.journal else message("stopped_at_once")
        say(f"\n{rules.words.text(stopped)}", err=True)
        raise click.exceptions.Exit(STOPPED) from None
    record, result = finished_game(rules, session)
    fails = options.strict and bool(result.warnings)
    earlier_number = same_saved(rules, record, options.db) if saves and not fails else None
    number = save_game(rules, record, result, options.db) if saves and not fails else None
    if number is not None:
        terminal.file.drop()
    if options.json or options.save:
        show_score(rules, result, json=options.json, why=options.why)
    terminal.again += " --resume"
    outcome = terminal.not_saved if number is None else message("saved", id=number)
    say(rules.words.text(outcome), err=options.json)
    if earlier_number is not None:
        say(rules.words.say("saved_before", id=earlier_number, new=number), err=True)
    if fails:
        raise click.exceptions.Exit(1)
