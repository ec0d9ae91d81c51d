"""Groups of commands: show whole sentences as help, and suggest the most similar name for an unknown command."""

from typing import Any

import click

from generator.diagnostics import did_you_mean


class CommandGroup(click.Group):
    """A group whose help has a whole sentence for each command, and whose errors suggest the most similar command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, self.help_of(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def help_of(self, ctx: click.Context, name: str) -> str:
        """Return the first sentence of a command's help."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=500) if command is not None else ""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}", ctx) from None
