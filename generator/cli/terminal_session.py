"""A scoring session at the terminal: asks questions, runs commands, prints messages, saves each answer."""

from collections.abc import Sequence
from dataclasses import dataclass

import click

from generator.cli.console import say
from generator.scoring.dialogue.dialogue import Dialogue, draft_of
from generator.scoring.dialogue.session import AnswerResult, DialogueState
from generator.scoring.inputs.flag import yes
from generator.scoring.messages import UnreadableAnswer, Value, list_of, message
from generator.scoring.rules import ScoringRules
from generator.storage.drafts import GameEntryDraft, GameEntryDraftFile

BACK, EXPLAIN = "<", "?"


@dataclass
class TerminalSession:
    """A scoring session at the terminal: the rules, the file of its draft, and whether the draft can be saved."""

    rules: ScoringRules
    draft: GameEntryDraftFile
    keeps: bool = True

    def __post_init__(self) -> None:
        self.dialogue = Dialogue(self.rules)

    def tell(self, *said: Value) -> None:
        for line in said:
            say(f"  {self.rules.words.tell(line)}")

    def prompt(self, said: Value, default: str = "") -> str:
        """Ask the question `said` and return the typed text; raises click.Abort if the user stops."""
        shown = self.rules.words.tell(said)
        shown = f"{shown} [{default}]" if default else shown
        answer: str = click.prompt(shown, default="", show_default=False, prompt_suffix=": ")
        return answer.strip()

    def keep(self, state: DialogueState, *, finished: bool = False) -> None:
        """Save the state as a draft; if saving fails, print a message once and save no more."""
        if not self.keeps:
            return
        try:
            self.draft.keep(draft_of(self.dialogue.rules, state), state.answers, finished=finished)
        except OSError as fault:
            self.keeps = False
            self.tell(message("draft_not_kept", reason=fault.strerror or str(fault)))

    def ask_all(self, state: DialogueState) -> DialogueState:
        """Ask until all questions are answered, saving a draft after each answer; return the final state."""
        while (question := self.dialogue.question(state)) is not None:
            answer = self.prompt(question.words, question.default)
            result = self.command(state, answer) or self.dialogue.answer(state, answer)
            if result.state != state:
                self.keep(result.state, finished=result.state.at is None)
            state = result.state
            self.tell(*result.messages)
        return state

    def command(self, state: DialogueState, typed: str) -> AnswerResult | None:
        """Return the result of a typed command, such as "<" for back or "?" for help; None if the text is an answer."""
        if typed == BACK:
            return self.dialogue.back(state)
        if typed == EXPLAIN:
            return AnswerResult(state, tuple(self.dialogue.explain(state)))
        if typed.startswith("@") and typed[1:2].isdigit():
            number = int("".join(letter for letter in typed[1:5] if letter.isdigit()))
            rest = typed[1 + len(str(number)) :].strip()
            return self.dialogue.drop(state, number) if rest == "-" else self.dialogue.edit(state, number, rest)
        letters = [line.letter for line in self.rules.table.lines]
        begun, letter = typed[:1], typed[1:]
        is_edit = begun == "@" or (begun in ("e", letter) and not self.dialogue.asks_names(state))
        return self.dialogue.jump(state, letter) if is_edit and letter.upper() in letters and state.sheets else None


def left_session(terminal: TerminalSession, drafts: Sequence[GameEntryDraft], *, asks: bool) -> DialogueState | None:
    """Return the session of the first draft, if the user (asked with `asks`) continues it; else None."""
    session = terminal.dialogue.read_draft(drafts[0].session) if drafts else None
    if session is None or not _goes_on(terminal, drafts[0], asks=asks):
        return None
    terminal.draft.path = drafts[0].path
    terminal.tell(message("resumed", names=list_of(drafts[0].names)))
    return session


def _goes_on(terminal: TerminalSession, draft: GameEntryDraft, *, asks: bool) -> bool:
    when, names = draft.kept[:16].replace("T", " "), list_of(draft.names)
    answer = terminal.prompt(message("ask_draft", names=names, count=draft.answers, when=when)) if asks else ""
    if answer.lower() == terminal.rules.words.say("draft_word_drop"):
        draft.drop()
        return False
    try:
        return yes(answer, terminal.rules.words, otherwise=True)
    except UnreadableAnswer:
        return False
