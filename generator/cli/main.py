"""The command `scrawl`: a table of commands, each imported only when it is called; faults become exit codes."""

import importlib
import sys
from typing import Any

import click

from generator import __version__

COMMANDS = {
    "print": ("generator.cli.printing:print_group", "Print the kit, sheets, cards and more to PDF."),
    "dungeon": ("generator.cli.dungeon:dungeon_group", "Make, show, check and generate dungeons."),
    "score": ("generator.cli.score:score", "Total the glory of a game, at the table or from a file."),
    "history": ("generator.cli.history:history_group", "List, show and delete saved games."),
    "campaign": ("generator.cli.campaign:campaign", "Show the four stories and the grand campaign."),
    "export": ("generator.cli.export:export_group", "Write saved games, cards or maps for other programs."),
    "calibrate": ("generator.cli.calibrate:calibrate", "Measure a printer, so that backs meet their fronts."),
    "check": ("generator.cli.check:check", "List all faults of layouts, cards, words and dungeons."),
    "explain": ("generator.cli.explain:explain", "Tell what the code of a fault means and what to do."),
    "schema": ("generator.cli.schema:schema", "Print the JSON Schema of a file format, for editors."),
}


class LazyGroup(click.Group):
    """A group that knows its commands' one-line help without importing them."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return [name for name, (target, _) in COMMANDS.items() if _exists(target)]

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        found = COMMANDS.get(name)
        if found is None or not _exists(found[0]):
            return None
        module, _, attribute = found[0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as fault:
            from generator.diagnostics import did_you_mean

            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"{fault.message.rstrip('.')}; {hint}", ctx) from None


def _exists(target: str) -> bool:
    from importlib.util import find_spec

    return find_spec(target.partition(":")[0]) is not None


@click.group(cls=LazyGroup, epilog="Example: scrawl print kit --lang pl -o my-kit")
@click.version_option(__version__, prog_name="scrawl")
def scrawl() -> None:
    """Print sheets and cards of a roll-and-write dungeon game, make dungeons, total scores."""


def main() -> None:
    """Run the command line; exit 0 good, 1 the input is at fault, 2 the command is at fault."""
    from generator.diagnostics import InvalidInput, ScrawlError

    try:
        code = scrawl.main(prog_name="scrawl", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as fault:
        fault.show()
        sys.exit(fault.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except InvalidInput as fault:
        from generator.cli.console import show_diagnostics

        show_diagnostics(fault.diagnostics)
        sys.exit(1)
    except ScrawlError as fault:
        click.echo(f"scrawl: {fault}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
