"""`scrawl upgrade`: rewrite the files of the user's own games for this version."""

from collections.abc import Iterator
from pathlib import Path

import click

from generator.cli.console import say
from generator.commands.shared_command_options import catalogue_of, home_option, named_game_option
from generator.diagnostics import SourceLocation, bare_place, format_count, refuse
from generator.reading import format_versions
from generator.reading.edits.yaml_edits import NotEdited, with_value
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import read_text
from generator.storage.whole_files import write_whole


@click.command(epilog="Example: scrawl upgrade --game moon-farm")
@named_game_option
@home_option
def upgrade(game: str | None, home: Path | None) -> None:
    """Rewrite the files of your own games for this version; the old text is kept beside each file.

    Renamed keys get their new names, and game.yaml its format number. Comments and everything else stay.
    """
    catalogue = catalogue_of(home)
    games = (game,) if game else catalogue.own_games
    if not games:
        raise refuse("C002", "there is no game of your own here", bare_place("scrawl upgrade"), "go into its folder")
    for name in games:
        written = list(upgraded_files(catalogue, name))
        for path, before, after, old in written:
            kept = path.with_name(f"{path.name}.format-{old}")
            if not kept.exists():
                write_whole(kept, before.encode("utf-8"))
            write_whole(path, after.encode("utf-8"), replace=True)
            say(f"written: {catalogue.display_path(path)}; as it was before: {catalogue.display_path(kept)}")
        say(f"{name}: {format_count(len(written), 'file')} written" if written else f"{name}: nothing to change")


def upgraded_files(catalogue: GameCatalogue, game: str) -> Iterator[tuple[Path, str, str, int]]:
    """Yield (path, old text, new text, old format) for each file of the user's game that an upgrade would change."""
    home = catalogue.home
    manifest = catalogue.need(f"cards/{game}/game.yaml")
    if home is None or not manifest.is_relative_to(home):
        raise refuse("C002", f"{game} is no game of your own", bare_place("--game"), "those in the box are always new")
    root = catalogue.read(manifest)
    old = format_versions.format_of(root, format_versions.GAME, "game.yaml")
    tells_it = root.get(format_versions.KEY) is not None and old == format_versions.GAME
    for folder in (home / "cards" / game, home / "layouts" / game):
        for path in sorted(folder.rglob("*.yaml")):
            before = read_text(path, catalogue.display_path(path))
            catalogue.read(path)  # raises InvalidInput before anything is written
            try:
                after = format_versions.upgrade_text(before, path.name, format_versions.CHANGES, old)
                if not format_versions.same_but_for_keys(before, after):
                    raise NotEdited
                if path == manifest and not tells_it:
                    after = with_value(after, (format_versions.KEY,), str(format_versions.GAME), after="game")
            except NotEdited:
                hint = "write each key on a line of its own, without braces, and do it once more"
                place = SourceLocation(catalogue.display_path(path))
                raise refuse("C041", f"cannot change {path.name} as it is written", place, hint) from None
            if after != before:
                yield path, before, after, old
