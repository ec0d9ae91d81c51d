"""`scrawl list` and `scrawl completion`: list the names that options accept, and complete them in a shell."""

from pathlib import Path

import click

from generator.cli.console import put, say
from generator.cli.options import catalogue_of, home_option, language_option, named_game_option
from generator.diagnostics import meant_or
from generator.game.words import chosen_language, languages_of
from generator.layout.icons import LANGUAGES, icon_themes
from generator.products.name_lists import NAMES, iter_names

SHELLS = {
    "bash": 'add it to ~/.bashrc: eval "$(scrawl completion bash)"',
    "zsh": 'add it to ~/.zshrc: eval "$(scrawl completion zsh)"',
    "fish": "save it: scrawl completion fish > ~/.config/fish/completions/scrawl.fish",
}


@click.command("list", epilog="Example: scrawl list editions")
@click.argument(
    "kind",
    metavar="KIND",
    shell_complete=lambda _ctx, _param, begun: [kind for kind in NAMES if kind.startswith(begun)],
)
@click.option("--find", "part", default="", metavar="TEXT", help="List only names that contain TEXT.")
@language_option("Language of the names of cards, dungeons and inputs")
@named_game_option
@home_option
def list_names(kind: str, part: str, lang: str | None, game: str | None, home: Path | None) -> None:
    """List the names of games, decks, pieces, sheets, pages, papers, sizes, editions, languages, dungeons, shops,
    printers or signs; of the cards of a deck, by its name; or of the inputs of a score file.
    """
    searched, catalogue = part.casefold().replace(" ", "_"), catalogue_of(home)
    decks = [] if kind in NAMES else [name for name, _ in iter_names("decks", catalogue, game)]
    languages: tuple[str, ...] = LANGUAGES if kind == "signs" else ()
    if kind in (*decks, "inputs", "dungeons"):
        languages = languages_of(catalogue, game or catalogue.default_game)
    if languages:
        lang = chosen_language(catalogue, lang, languages)
    all_names = list(iter_names(click.Choice([*NAMES, *decks])(kind), catalogue, game, lang if languages else None))
    near_signs = icon_themes(str(lang)).near.get(searched, []) if kind == "signs" else []
    if kind == "signs":  # at the beginning of a word: no lantern is an ant; and no beer a bee, which no icon shows
        searched = f"_{searched}_" if near_signs else f"_{searched}"
    names = [(name, words) for name, words in all_names if searched in f" {name} {words}".casefold().replace(" ", "_")]
    width = max((len(name) for name, _ in names), default=0)
    for name, words in names:
        say(f"{name:{width}}  {words}".rstrip())
    if not all_names:
        say(f"there are no {kind}")
    elif not names and kind == "signs":
        all_words = ", ".join(words for _, words in all_names).split(", ")
        suggestion = (
            f"the nearest: {', '.join(near_signs)}" if near_signs else meant_or(part, all_words, "try another word")
        )
        say(f"none of {len(all_names)} signs shows {part!r}; {suggestion}")
        say("to add a sign, save a drawing as icons/NAME.svg beside cards/, and write :NAME: in a text")
    elif not names:
        say(f"none of {len(all_names)} {kind} has {part!r} in its name")


@click.command("completion", epilog='Example: eval "$(scrawl completion bash)"')
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options and names in your shell."""
    from click.shell_completion import get_completion_class

    program = ctx.find_root()
    shell_completion = get_completion_class(shell)
    assert shell_completion is not None  # click has all three
    put(f"# {SHELLS[shell]}\n{shell_completion(program.command, {}, 'scrawl', '_SCRAWL_COMPLETE').source()}\n")
