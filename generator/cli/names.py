"""`scrawl list` and `scrawl completion`: the names that options take, on the screen and in the shell."""

from pathlib import Path

import click

from generator.cli.console import put, say
from generator.keeping.known_names import NAMES, named
from generator.keeping.options import catalogue_of, home_option, named_game_option

SHELLS = {
    "bash": 'add it to ~/.bashrc: eval "$(scrawl completion bash)"',
    "zsh": 'add it to ~/.zshrc: eval "$(scrawl completion zsh)"',
    "fish": "save it: scrawl completion fish > ~/.config/fish/completions/scrawl.fish",
}


@click.command("list", epilog="Example: scrawl list editions")
@click.argument("kind", metavar="KIND", type=click.Choice(list(NAMES)))
@named_game_option
@home_option
def list_names(kind: str, game: str | None, home: Path | None) -> None:
    """Name games, decks, pieces, sheets, pages, papers, sizes, editions, languages, dungeons, shops, printers or
    signs.
    """
    names = list(named(kind, catalogue_of(home), game))
    width = max((len(name) for name, _ in names), default=0)
    for name, words in names:
        say(f"{name:{width}}  {words}".rstrip())
    if not names:
        say(f"there are no {kind}")


@click.command("completion", epilog='Example: eval "$(scrawl completion bash)"')
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print what completes commands, options and names in your shell."""
    from click.shell_completion import get_completion_class

    program = ctx.find_root()
    shell_completion = get_completion_class(shell)
    if shell_completion is None:  # click knows all three
        raise click.UsageError(f"there is no completion for {shell}")
    put(f"# {SHELLS[shell]}\n{shell_completion(program.command, {}, 'scrawl', '_SCRAWL_COMPLETE').source()}\n")
