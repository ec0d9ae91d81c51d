"""The command `scrawl`: a table of commands, each imported only when it is used; errors become exit codes."""

# in C, and there from the start: Ctrl-C ends the program at once during all other imports
import _signal  # type: ignore[import-not-found]

try:
    BEFORE = _signal.getsignal(_signal.SIGINT)
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL if BEFORE is _signal.default_int_handler else BEFORE)
except ValueError:  # raised in a thread
    pass

import contextlib
import gc
import importlib
import os
import signal
import sys
import weakref
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from generator import __version__
from generator.cli.console import CommandGroup, patient_streams, say
from generator.cli.fault_output import fault_words, request_fault, show_diagnostics
from generator.diagnostics import AmbiguousGame, InvalidInput, InvalidRequest, ScrawlError

if TYPE_CHECKING:
    from generator.reading.source_cache import SourceCache

COMMANDS = {
    "print": ("generator.cli.printing:print_group", "Print the kit, sheets, cards and more to PDF."),
    "dungeon": ("generator.cli.dungeon:dungeon_group", "Make, show, check and generate dungeons."),
    "score": ("generator.cli.score:score", "Total the score of a game, at the table or from a file."),
    "replay": ("generator.cli.replay:replay", "Check a recorded game and show it round by round."),
    "history": ("generator.cli.history:history_group", "List, show and delete saved games."),
    "campaign": ("generator.cli.history:campaign", "Show how far the stories of a campaign were played."),
    "export": ("generator.cli.export:export_group", "Write saved games, cards or maps for other programs."),
    "simulate": ("generator.cli.simulate:simulate", "Play a game many times by computer, and show the results."),
    "tiles": ("generator.cli.simulate:tiles", "Lay sets of tiles at random, and show how often their way closes."),
    "calibrate": ("generator.cli.calibrate:calibrate", "Measure a printer, so that backs meet their fronts."),
    "workshop": ("generator.workshop_command:workshop", "Open pages in your browser: cards, printing, scoring."),
    "backup": ("generator.cli.backup_restore:backup", "Save all your data to one file."),
    "restore": ("generator.cli.backup_restore:restore", "Bring back the files of a backup."),
    "new": ("generator.cli.new:new_group", "Write small, commented files to start from."),
    "check": ("generator.cli.check:check", "List all faults of layouts, cards, words and dungeons."),
    "list": ("generator.cli.list_names:list_names", "List games, decks, papers, editions, dungeons and more."),
    "explain": ("generator.cli.schema:explain", "Explain the code of an error, and what to do."),
    "schema": ("generator.cli.schema:schema", "Print the JSON Schema of a file format, for editors."),
    "reference": ("generator.cli.schema:reference", "Print the reference of layouts, files and faults."),
    "completion": ("generator.cli.list_names:completion", "Print a script that completes commands in your shell."),
}
GROUPS = {
    "Print and play": ("print", "dungeon", "score", "replay", "history", "campaign", "export", "calibrate", "workshop"),
    "Make games": ("new", "check", "simulate", "tiles"),
    "Look up and keep": ("list", "explain", "schema", "reference", "backup", "restore", "completion"),
}
START = """Most people begin with one of these:

  scrawl print kit   a whole game as PDF files, with instructions
  scrawl new game    your own game, from six questions
  scrawl workshop    cards, dungeons and scores in your browser

All commands: scrawl --help; more about one: scrawl print --help"""
STOPPED = 130
PATIENCE = 0.01  # seconds until a signal handler checks again whether the program ends
LEAST_WIDTH, MOST_WIDTH = 50, 80  # of help
RARELY = (200_000, 12, 50)  # thresholds of gc: a deck is many small objects without reference cycles


class LazyGroup(CommandGroup):
    """A command group that knows the one-line help of its commands without importing them."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        widest = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{widest}}", COMMANDS[name][1]) for name in names])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; if it raises InvalidInput, show the diagnostics and return 1; say so if the user stops it."""
        try:
            return super().invoke(ctx)
        except InvalidRequest as fault:
            raise click.UsageError("\n".join(map(request_fault, fault.diagnostics))) from None
        except InvalidInput as fault:
            show_diagnostics(fault.diagnostics)
            return 1
        except (click.Abort, KeyboardInterrupt):
            _raise_no_more()
            say(fault_words().say("stopped_at_once"), err=True)
            return STOPPED
        except click.exceptions.Exit:  # the dialogue of scores ends with it after Ctrl-C
            _raise_no_more()
            raise


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    epilog="Example: scrawl print kit --lang pl -o my-kit",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="scrawl")
@click.pass_context
def scrawl(ctx: click.Context) -> None:
    """Print sheets and cards of roll-and-write games, make dungeons, total scores."""
    if ctx.invoked_subcommand is None:
        say(START)


def main(sources: "SourceCache | None" = None) -> None:
    """Run the command line and exit: 0 after success, 1 for a fault in files, 2 for a fault in the command.

    A caller that runs it several times in one process may pass `sources`, a cache of the files read so far.
    """
    try:
        gc.set_threshold(*RARELY)
        with patient_streams(), heeded_signals():
            code = run(sources)
    except KeyboardInterrupt:
        code = STOPPED
    except OSError as fault:  # the output itself cannot be written: a full disk, a closed terminal
        with contextlib.suppress(OSError, ValueError):
            say(f"Error: {_told(fault)}", err=True)
        code = 1
    finally:
        if sources is None:  # the process ends now, and Ctrl-C may end it sooner
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        # no garbage collection at the end: it took a sixth of the time of most commands
        gc.freeze()
    sys.exit(code)


def _told(fault: OSError) -> str:
    try:
        os.getcwd()
    except OSError:
        return "the folder that you are in was deleted: go into another one"
    return f"{fault.filename or 'cannot write the output'}: {fault.strerror or fault}"


def run(sources: "SourceCache | None" = None) -> int:
    """Run the command in sys.argv, show errors, return the exit code; `sources` caches files between commands."""
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # printed files contain no date
    try:
        code = scrawl.main(prog_name="scrawl", standalone_mode=False, terminal_width=help_width(), obj=sources)
        return code if isinstance(code, int) else 0
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        _raise_no_more()
        return STOPPED
    except AmbiguousGame as question:
        say(f"Error: {question}", err=True)
        return 2
    except ScrawlError as fault:
        say(f"Error: {fault}", err=True)
        return 1


def help_width() -> int:
    """Return the width of help in characters, by the rule of click, whose own function imports slow modules."""
    setting = os.environ.get("COLUMNS", "")
    columns = int(setting) if setting.isdecimal() else 0
    with contextlib.suppress(OSError, ValueError):
        columns = columns or os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else columns
    return max(LEAST_WIDTH, min(columns or MOST_WIDTH, MOST_WIDTH) - 2)


@contextlib.contextmanager
def heeded_signals() -> Iterator[None]:
    """Let Ctrl-C and termination signals raise, so that the program cleans up before it ends.

    Ignored signals (nohup) stay ignored. Libraries swallow exceptions: many during an import, so the signal is delayed
    then, and some at other times (by a bare `except:`), so it is raised again. A second signal of any kind
    ends the program at once.
    """
    handlers: dict[int, Any] = {}  # of the caller, by signal
    lives: list[weakref.ref[set[None]]] = []

    def end(number: int, frame: FrameType | None) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, lambda _, now: end(number, now))
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            # an exception lives as long as it travels up or is handled; swallowed, it is gone
            if _swallows(frame) or (lives and lives[-1]() is not None):
                return
        for heeded in handlers:
            signal.signal(heeded, signal.SIG_DFL)
        # in no local variable: this frame, and with it the exception, would be kept by its own traceback
        raise followed(KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number))

    def followed(exception: BaseException) -> BaseException:
        life: set[None] = set()  # an exception itself allows no weak reference
        exception.__dict__["life"] = life
        lives.append(weakref.ref(life))
        return exception

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            number = getattr(signal, name)
            if signal.getsignal(number) != signal.SIG_IGN:
                handlers[number] = signal.signal(number, end)
    try:
        yield
    finally:
        if handlers:
            _raise_no_more()
        for number, handler in handlers.items():
            with contextlib.suppress(ValueError, OSError, TypeError):
                signal.signal(number, handler)


def _raise_no_more() -> None:
    """End the timer of `heeded_signals`: a signal was heeded."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _swallows(frame: FrameType | None) -> bool:
    """Return whether exceptions of this frame do not get far: it imports a module, or a `__del__` prints them."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib") or frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


with contextlib.suppress(ValueError):
    signal.signal(signal.SIGINT, BEFORE)
