"""`scrawl sources`: compare printed rules with the rule books: facts stated, our own rules, sources of sentences."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import as_json, say
from generator.cli.table_output import show_table
from generator.commands.name_completion import complete
from generator.commands.shared_command_options import catalogue_of, chosen_language, home_option, lang_option

if TYPE_CHECKING:
    from generator.game.rule_sources import RuleSources


@click.command(epilog="Example: scrawl sources --json")
@click.argument("game", required=False, shell_complete=complete("games"))
@click.option("--sentences", "in_full", is_flag=True, help="Each sentence of the rules with where it is from.")
@click.option("--json", "json", is_flag=True, help="Print it as JSON.")
@lang_option
@home_option
def sources(game: str | None, in_full: bool, json: bool, lang: str | None, home: Path | None) -> None:
    """Show how many facts of its books a game states on paper, by edition, and which of its rules are ours."""
    from generator.game.rule_sources import read_sources

    if in_full and game is None:
        raise click.UsageError("--sentences goes with one game, such as: scrawl sources GAME --sentences")
    catalogue = catalogue_of(home)
    names = [game] if game else list(catalogue.games())
    found = {name: known for name in names if (known := read_sources(catalogue, name)) is not None}
    if game is not None and not found:
        from generator.game.manifest import read_manifest

        read_manifest(catalogue, game)
        raise click.UsageError(f"{game} has no sources.yaml")
    if json:
        say(as_json({name: figures(known, in_full=in_full) for name, known in found.items()}))
        return
    rows = [row for name, known in found.items() for row in coverage_rows(name, known)]
    show_table(("game", "book", "facts", "told", "coverage", "sentences", "ours in part", "ours"), rows, texts=2)
    if game is None:
        return
    known = found[game]
    show_untold(known)
    if in_full:
        from generator.game.rule_sources import words_in
        from generator.game.words import languages_of

        words = words_in(catalogue, game, chosen_language(catalogue, lang, languages_of(catalogue, game)))
        for key in known.sentences:
            say(f"\n{key}  [{', '.join(known.sources_of(key)) or 'no source'}]\n  {words.get(key, '')}")


def coverage_rows(name: str, known: "RuleSources") -> Iterator[tuple[str, ...]]:
    """Yield a row for each rule book: game, title, facts, facts stated, share, sentences, partly ours, wholly ours."""
    partly = sum(bool(known.ours_of(key) and known.facts_of(key)) for key in known.sentences)
    wholly = sum(bool(known.ours_of(key) and not known.facts_of(key)) for key in known.sentences)
    for each in known.coverage():
        counts = (each.facts, each.told, f"{each.share:.1%}", len(known.sentences), partly, wholly)
        yield (name, each.title, *map(str, counts))


def show_untold(known: "RuleSources") -> None:
    """Print the facts of the rule books that no sentence states, each with the reason, and our own rules."""
    for name, reason in known.untold.items():
        say(f"not told: {known.named.facts[name].says} – {reason or 'no reason is given'}")
    if known.rules:
        say("\nours:")
    for name, line in known.rules.items():
        keys = ", ".join(key for key in known.sentences if name in known.ours_of(key))
        say(f"  {line}  ({keys})")


def figures(known: "RuleSources", *, in_full: bool) -> dict[str, Any]:
    """Return the sources of a game's rules as plain data; with `in_full`, also the sources of each sentence."""
    told: dict[str, Any] = {
        "editions": [
            {"book": each.book, "title": each.title, "facts": each.facts, "told": each.told}
            for each in known.coverage()
        ],
        "untold": dict(known.untold),
        "ours": dict(known.rules),
    }
    if in_full:
        told["sentences"] = {key: list(known.sources_of(key)) for key in known.sentences}
    return told
