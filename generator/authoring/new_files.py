"""New files below one's own folder: made whole before the first is written, and never over a file that is there."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.authoring.deck_import import drawn_deck, entry_of, plan_deck_import
from generator.authoring.manifest_deck_entry import new_game_around, with_deck
from generator.authoring.new_game import NewGameRequest, kebab, new_game_files
from generator.check.schema_modeline import FOLDER, schema_name, schemas, with_modeline
from generator.diagnostics import AmbiguousGame, CannotWrite, Diagnostic, InvalidInput, bare_place, did_you_mean, refuse
from generator.fonts.files import MOST_BYTES
from generator.game.example_deck import deck_table, deck_yaml
from generator.game.game import open_game
from generator.game.words import languages_of
from generator.geometry import Size
from generator.reading.foreign_tables import ForeignTable
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import is_name
from generator.reading.yaml_nodes import read_bytes, read_text
from generator.storage.whole_files import write_whole

OWN_FOLDERS = ("cards", "layouts", "icons")


class NewFiles(NamedTuple):
    """Files that are to be written below a folder, in order; one of them, `edited`, may be there already.

    `notes` are what was assumed while they were made. `schemas` names those that editors are told of.
    """

    folder: Path
    contents: Mapping[Path, bytes]
    edited: Path | None = None
    notes: Sequence[Diagnostic] = ()
    schemas: frozenset[str] = frozenset()


def new_game(catalogue: GameCatalogue, folder: Path, new: NewGameRequest) -> NewFiles:
    """Return the files of a small whole game; raises InvalidInput for a name that is none, or is taken."""
    return _for_editors(catalogue, folder, {folder / path: text for path, text in new_game_files(catalogue, new)})


def new_deck(
    catalogue: GameCatalogue,
    folder: Path,
    game: str,
    deck: str,
    table: ForeignTable,
    size: Size | None = None,
    fonts: Sequence[Path] = (),
) -> NewFiles:
    """Return the files of a deck that is made of a table, within a game or a new one around it; raises InvalidInput.

    `size` is that of its cards, `fonts` are files with signs that ours lack.
    """
    if not is_name(deck):
        raise refuse(
            "D013", f"{deck!r} cannot be the name of a deck", bare_place("DECK"), "letters a to z, digits, - and _"
        )
    made = plan_deck_import(table, deck, size)
    manifest = f"cards/{game}/game.yaml"
    if game in catalogue.games():
        base, language = {manifest: with_deck(catalogue, game, deck, entry_of(made))}, languages_of(catalogue, game)[0]
    else:
        base, language = new_game_around(catalogue, game, deck, entry_of(made)), "en"
    edited = folder / manifest if (folder / manifest).exists() else None
    with drawn_deck(catalogue, game, made, base, fonts, language) as drawn:
        texts = {folder / name: text for name, text in drawn.files.items()}
        files = _for_editors(catalogue, folder, {path: text for path, text in texts.items() if path != edited})
        kept = {edited: texts[edited].encode("utf-8")} if edited else {}
        own = {folder / "fonts" / font.name: read_bytes(font, str(font), MOST_BYTES) for font in fonts}
        return files._replace(contents={**files.contents, **own, **kept}, edited=edited, notes=tuple(drawn.notes))


def starter_deck(catalogue: GameCatalogue, folder: Path, game: str, deck: str, form: str) -> NewFiles:
    """Return the table of a deck that game.yaml names already, as CSV or YAML; raises InvalidInput."""
    opened = open_game(catalogue, game)
    decks = [name for name, entry in opened.manifest.tables.items() if not entry.maps]
    if deck not in decks:
        hint = f"{did_you_mean(deck, decks) or 'name it under decks: in game.yaml'}; --from FILE makes one of a table"
        raise refuse("C005", f"there is no deck {deck!r}", bare_place("DECK"), hint)
    text = deck_table(opened, deck) if form == "csv" else deck_yaml(opened, deck)
    return _for_editors(catalogue, folder, {folder / "cards" / opened.id / f"{deck}.{form}": text})


def own_copy(catalogue: GameCatalogue, folder: Path, path: str) -> NewFiles:
    """Return a copy of a built-in file, such as a layout, by its path; raises InvalidInput."""
    if path.partition("/")[0] not in OWN_FOLDERS:
        hint = f"a name such as layouts/common/styles.yaml, below {', '.join(OWN_FOLDERS)}"
        raise refuse("C001", f"there is no file {path!r}", bare_place("PATH"), hint)
    source = catalogue.need(path, bare_place("PATH"))
    if source.suffix in (".yaml", ".yml"):
        return _for_editors(catalogue, folder, {folder / path: read_text(source, path)})
    return NewFiles(folder, {folder / path: read_bytes(source, path, MOST_BYTES)})


def game_to_grow(catalogue: GameCatalogue, folder: Path) -> str:
    """Return the game that a new deck belongs to: the only one of one's own, else a new one called as its folder."""
    own = catalogue.own_games
    if len(own) > 1:
        raise AmbiguousGame(own)
    return own[0] if own else kebab(folder.resolve().name) or "my-game"


def write_new(new: NewFiles, catalogue: Callable[[], GameCatalogue]) -> list[Path]:
    """Write new files and the schemas that they name, all or none of them; return where the files are.

    `catalogue` gives what is found once they are there. Raises CannotWrite where one of them is there already, or
    cannot be written, and InvalidInput where what they name cannot be read.
    """
    for path in new.contents:
        if path != new.edited and path.exists():
            raise CannotWrite(f"{path} exists already; change that one, or take another name")
    before = new.edited.read_bytes() if new.edited else b""
    written: list[Path] = []
    try:
        for path, content in new.contents.items():
            write_whole(path, content, replace=path == new.edited)
            written.append(path)
        for name, content in schemas(catalogue(), new.schemas):
            write_whole(new.folder / FOLDER / name, content, replace=True)
    except (CannotWrite, InvalidInput):
        _take_back(new, written, before)
        raise
    return written


def _take_back(new: NewFiles, written: Sequence[Path], before: bytes) -> None:
    """Remove what was written of files that could not all be, with the folders that are empty then."""
    with contextlib.suppress(OSError, CannotWrite):
        for path in written:
            if path == new.edited:
                write_whole(path, before, replace=True)
                continue
            path.unlink()
            for folder in path.parents:
                if folder == new.folder or any(folder.iterdir()):
                    break
                folder.rmdir()


def _for_editors(catalogue: GameCatalogue, folder: Path, files: Mapping[Path, str]) -> NewFiles:
    """Return new texts, each with a first line that names its schema."""
    contents = {path: with_modeline(catalogue, folder, path, text).encode("utf-8") for path, text in files.items()}
    named = (schema_name(catalogue, path, text) for path, text in files.items())
    return NewFiles(folder, contents, schemas=frozenset(name for name in named if name))
