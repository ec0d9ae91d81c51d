"""New games and files in the user's own folder: all are prepared before the first is written, none is overwritten."""

import contextlib
import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.authoring.deck_import import drawn_deck, entry_of, plan_deck_import
from generator.check.formats import FOLDER, schema_name, schemas, with_modeline
from generator.diagnostics import AmbiguousGame, CannotWrite, Diagnostic, InvalidInput, bare_place, did_you_mean, refuse
from generator.fonts.files import MOST_BYTES
from generator.game.deck_fields import CardField, TableColumn, columns_of, default_of, example_of, fields_of, may_lack
from generator.game.game import Game, open_game
from generator.game.words import languages_of
from generator.geometry import Size
from generator.imposition.paper import read_paper
from generator.layout.frame_checks import frame_faults
from generator.products.faces_on_paper import drawn_area
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_face
from generator.reading.edits.yaml_edits import NotEdited, with_value
from generator.reading.foreign_tables import ForeignTable
from generator.reading.game_catalogue import MOST_BYTES as MOST_PICTURE_BYTES
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import is_name, name_hint
from generator.reading.yaml_nodes import Node, parse_yaml, plain, read_bytes, read_text, yaml_quoted
from generator.storage.whole_files import holds, write_whole

STARTERS = Path(__file__).parent / "starters"
USUAL_KIND = "path"
SHEET_TOLD = re.compile(r"# Its sheet: (.*?)\.")
TRANSLATED = "en"
SHEET_PAPER = re.compile(r"^(sheets:\s*{?\w+: {layout: \w+,)(?: paper: ([\w-]+),)?", re.M)
ANY = "any"


class NewGameRequest(NamedTuple):
    """A request for a new game: its id, the kind of starter, its title, players, languages, and the paper of its sheet.

    By default the title is made from the id, and the paper is that of the starter; "any" sets none.
    """

    name: str
    kind: str = USUAL_KIND
    title: str = ""
    players: tuple[int, int] | None = None  # the least and the most; by default those of the starter
    languages: Sequence[str] = ()
    paper: str = ""


def starter_kinds() -> dict[str, str]:
    """Return the kinds of starters, the default first, each with the description of its sheet."""
    kinds = {}
    for path in sorted(STARTERS.glob("cards/*/game.yaml"), key=lambda path: (path.parent.name != USUAL_KIND, path)):
        description = SHEET_TOLD.match(path.read_text(encoding="utf-8"))
        kinds[path.parent.name] = description[1] if description else ""
    return kinds


def starter_paper(kind: str) -> str:
    """Return the paper that the sheet of a starter has, or "any"."""
    paper_match = SHEET_PAPER.search((STARTERS / f"cards/{kind}/game.yaml").read_text(encoding="utf-8"))
    return (paper_match[2] if paper_match else "") or ANY


def new_game_files(catalogue: GameCatalogue, new: NewGameRequest) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of all files of a new game.

    There are always words in English; words files of other languages are copies to be translated. Raises InvalidInput
    for an invalid or taken name, and for a paper that is too small for the sheet.
    """
    check_name(catalogue, new.name)
    check_paper(catalogue, new.kind, new.paper)
    for path in sorted(STARTERS.glob(f"*/{new.kind}/**/*.yaml")):
        relative = path.relative_to(STARTERS).as_posix().replace(f"/{new.kind}/", f"/{new.name}/", 1)
        text = as_new_game(path.read_text(encoding="utf-8"), new)
        languages = new.languages if "/words/" in relative else ()
        for language in dict.fromkeys((TRANSLATED, *languages)):
            yield relative.replace("/words/en.", f"/words/{language}."), text


def check_name(catalogue: GameCatalogue, name: str) -> str:
    """Return a name for a new game; raises InvalidInput if it is invalid, or taken."""
    if not is_name(name) or kebab(name) != name:
        suggestion = kebab(name) or "moon-farm"
        hint = f"write it like this: {suggestion}" if is_name(suggestion) else name_hint(suggestion)
        raise refuse("C034", f"{name!r} is not a name of a game", bare_place("NAME"), hint)
    if name in (*catalogue.games(), "common"):
        raise refuse("C035", f"there is a game {name!r} already", bare_place("NAME"), "take another name")
    return name


def check_paper(catalogue: GameCatalogue, kind: str, paper: str) -> str:
    """Return a paper for the sheet of a kind of starter; raises InvalidInput if it is unknown, or too small."""
    if not _fits(catalogue, kind, paper):
        fitting_kinds = ", ".join(kinds_on(catalogue, paper))
        hint = "take larger paper" + f", or another kind of sheet: {fitting_kinds}" * bool(fitting_kinds)
        raise refuse("P003", f"the sheet of kind {kind!r} does not fit on {paper}", bare_place("--paper"), hint)
    return paper


def kinds_on(catalogue: GameCatalogue, paper: str) -> Iterator[str]:
    """Yield the kinds of starters whose sheets fit on a paper, the default first."""
    return (kind for kind in starter_kinds() if _fits(catalogue, kind, paper))


def _fits(catalogue: GameCatalogue, kind: str, paper: str) -> bool:
    if paper in ("", ANY):
        return True
    pack = open_pack(GameCatalogue((STARTERS, *catalogue.roots)), kind, TRANSLATED)
    faults = frame_faults(sheet_face(pack, drawn_area(read_paper(catalogue, paper))))
    return not any(fault.severity == "error" for fault in (*pack.faults, *faults))


def as_new_game(text: str, new: NewGameRequest) -> str:
    """Return the text of a starter's file with the id, title, players and paper of the new game."""
    title = yaml_quoted(new.title or title_of(new.name))
    text = re.sub(rf"^game: {new.kind}$", f"game: {new.name}", text, flags=re.M)
    text = re.sub(rf"(cards|layouts)/{new.kind}/", rf"\1/{new.name}/", text)
    text = re.sub(r"^(game: {title: ).*}$", lambda title_line: f"{title_line[1]}{title}}}", text, flags=re.M)
    if new.paper:
        text = SHEET_PAPER.sub(r"\1" if new.paper == ANY else rf"\1 paper: {new.paper},", text)
    if new.players is not None:
        fewest_players, most_players = new.players
        text = re.sub(r"^players: .*$", f"players: {{least: {fewest_players}, most: {most_players}}}", text, flags=re.M)
        text = re.sub(r"^most_players: .*$", f"most_players: {most_players}", text, flags=re.M)
    return text


def title_of(name: str) -> str:
    """Return the default title of a game, made from its id.

    >>> title_of("moon-farm")
    'Moon Farm'
    """
    return " ".join(word.capitalize() for word in name.split("-"))


def kebab(text: str) -> str:
    """Return a text as an id for a folder and a game, which YAML parses as text.

    >>> kebab("Moon Farm!"), kebab("2024")
    ('moon-farm', 'game-2024')
    """
    name = "-".join(re.findall("[a-z0-9]+", text.lower()))
    return name if not name or is_word(name) else f"game-{name}"


def is_word(name: str) -> bool:
    """Return whether YAML parses a name as text, and not as a number, true, false or null."""
    return isinstance(parse_yaml(name, "name").value, str)


OWN_FOLDERS = ("cards", "layouts", "icons")


class NewFiles(NamedTuple):
    """Files to be written below a folder, in order; only the file `edited` may exist already.

    `notes` list the assumptions. `schemas` are the names of the JSON Schemas to which the files refer.
    """

    folder: Path
    contents: Mapping[Path, bytes]
    edited: Path | None = None
    notes: Sequence[Diagnostic] = ()
    schemas: frozenset[str] = frozenset()


def new_game(catalogue: GameCatalogue, folder: Path, new: NewGameRequest) -> NewFiles:
    """Return the files of a small complete game; raises InvalidInput for an invalid or taken name."""
    return _for_editors(catalogue, folder, {folder / path: text for path, text in new_game_files(catalogue, new)})


def new_deck(
    catalogue: GameCatalogue,
    folder: Path,
    game: str,
    deck: str,
    table: ForeignTable,
    size: Size | None = None,
    fonts: Sequence[Path] = (),
    title: str = "",
) -> NewFiles:
    """Return the files of a deck made from a table, for an existing or a new game; raises InvalidInput.

    `size` is the size of the cards, `fonts` are font files for characters that the built-in fonts lack.
    """
    if not is_name(deck):
        raise refuse(
            "D013", f"{deck!r} cannot be the name of a deck", bare_place("DECK"), "letters a to z, digits, - and _"
        )
    plan = plan_deck_import(table, deck, size)
    manifest, entry = f"cards/{game}/game.yaml", entry_of(plan) | ({"title": title} if title not in ("", deck) else {})
    if game in catalogue.games():
        base, language = {manifest: with_deck(catalogue, game, deck, entry)}, languages_of(catalogue, game)[0]
    else:
        base, language = new_game_around(catalogue, game, deck, entry), "en"
    edited = folder / manifest if (folder / manifest).exists() else None
    with drawn_deck(catalogue, game, plan, base, fonts, language) as imported:
        texts = {folder / name: text for name, text in imported.files.items()}
        files = _for_editors(catalogue, folder, {path: text for path, text in texts.items() if path != edited})
        edited_texts = {edited: texts[edited].encode("utf-8")} if edited else {}
        font_files = {folder / "fonts" / font.name: read_bytes(font, str(font), MOST_BYTES) for font in fonts}
        for name, picture in plan.pictures.items():
            places = [f"{kind}/{game}/{name}" for kind in ("cards", "layouts")]
            if not any(existing.samefile(picture) for existing in filter(None, map(catalogue.find, places))):
                font_files[folder / places[0]] = read_bytes(picture, str(picture), MOST_PICTURE_BYTES)
        return files._replace(
            contents={**files.contents, **font_files, **edited_texts}, edited=edited, notes=tuple(imported.notes)
        )


def starter_deck(catalogue: GameCatalogue, folder: Path, game: str, deck: str, form: str) -> NewFiles:
    """Return an example table for a deck that game.yaml already names, as CSV or YAML; raises InvalidInput."""
    opened = open_game(catalogue, game)
    decks = [name for name, entry in opened.manifest.tables.items() if not entry.maps]
    if deck not in decks:
        hint = f"{did_you_mean(deck, decks) or 'name it under decks: in game.yaml'}; --from FILE makes one of a table"
        raise refuse("C002", f"there is no deck {deck!r}", bare_place("DECK"), hint)
    text = deck_table(opened, deck) if form == "csv" else deck_yaml(opened, deck)
    return _for_editors(catalogue, folder, {folder / "cards" / opened.id / f"{deck}.{form}": text})


def own_copy(catalogue: GameCatalogue, folder: Path, path: str) -> NewFiles:
    """Return a copy of a built-in file, such as a layout, given by its path; raises InvalidInput."""
    if path.partition("/")[0] not in OWN_FOLDERS:
        hint = f"a name such as layouts/common/styles.yaml, below {', '.join(OWN_FOLDERS)}"
        raise refuse("C001", f"there is no file {path!r}", bare_place("PATH"), hint)
    source = catalogue.need(path, bare_place("PATH"))
    if source.suffix in (".yaml", ".yml"):
        return _for_editors(catalogue, folder, {folder / path: read_text(source, path)})
    return NewFiles(folder, {folder / path: read_bytes(source, path, MOST_BYTES)})


def game_to_grow(catalogue: GameCatalogue, folder: Path) -> str:
    """Return the id of the game for a new deck: the only game of the user's, else a new one named after the folder."""
    own_games = catalogue.own_games
    if len(own_games) > 1:
        raise AmbiguousGame(own_games)
    return own_games[0] if own_games else kebab(folder.resolve().name) or "my-game"


def write_new(new: NewFiles, catalogue: Callable[[], GameCatalogue]) -> list[Path]:
    """Write new files and the schemas that they refer to, all or none of them; return their paths.

    `catalogue` is called after the files are written. Raises CannotWrite if one exists or cannot be written, and
    InvalidInput if a file that the schemas depend on cannot be read.
    """
    # what has this very content was left by a program that was killed before it wrote the others
    unwritten = {path: content for path, content in new.contents.items() if not holds(path, content)}
    for path in unwritten or new.contents:
        if path != new.edited and path.exists():
            raise CannotWrite(f"{path} exists already; change that one, or take another name")
    old_text = new.edited.read_bytes() if new.edited else b""
    paths: list[Path] = []
    try:
        # game.yaml comes last: it names the others
        for path, content in sorted(unwritten.items(), key=lambda file: file[0].name == "game.yaml"):
            write_whole(path, content, replace=path == new.edited)
            paths.append(path)
        for name, content in schemas(catalogue(), new.schemas):
            write_whole(new.folder / FOLDER / name, content, replace=True)
    except (CannotWrite, InvalidInput):
        # remove the files written so far, and the folders that are empty then
        with contextlib.suppress(OSError, CannotWrite):
            for path in unwritten:
                if path == new.edited:
                    write_whole(path, old_text, replace=True)
                    continue
                if path in paths:
                    path.unlink()
                for folder in filter(Path.is_dir, path.parents):
                    if folder == new.folder or any(folder.iterdir()):
                        break
                    folder.rmdir()
        raise
    return paths


def _for_editors(catalogue: GameCatalogue, folder: Path, files: Mapping[Path, str]) -> NewFiles:
    """Return new files, each with a first line that refers to its schema."""
    contents = {path: with_modeline(catalogue, folder, path, text).encode("utf-8") for path, text in files.items()}
    schema_names = (schema_name(catalogue, path, text) for path, text in files.items())
    return NewFiles(folder, contents, schemas=frozenset(name for name in schema_names if name))


NEW_GAME = """# What a game is made of, key by key: scrawl reference files. After every change ask: scrawl check
game: {game}

decks:
{entry}"""
WORDS = """# Every word that is printed or asked. Another language is a copy of this file by its code, such as de.yaml.
game: {{title: {title}}}
"""


def with_deck(catalogue: GameCatalogue, game: str, deck: str, entry: Mapping[str, object]) -> str:
    """Return the text of a game's game.yaml with a deck added; raises InvalidInput for a deck that exists."""
    path = catalogue.need(f"cards/{game}/game.yaml")
    root = catalogue.read(path)
    for kind in ("decks", "pieces"):
        names = root.get(kind)
        if names is not None and names.get(deck) is not None:
            message = f"{game!r} has {deck!r} among its {kind} already"
            raise refuse("C042", message, bare_place("DECK"), "name the deck otherwise")
    text = path.read_text(encoding="utf-8")
    try:
        return _edited(text, root, deck, entry)
    except NotEdited:
        hint = f"write it there by hand: {deck}: {_flow(entry)}"
        raise refuse("C042", "cannot add a deck to 'decks:' automatically", root.place, hint) from None


def _edited(text: str, root: Node, deck: str, entry: Mapping[str, object]) -> str:
    decks = root.get("decks")
    if decks is None:
        return with_value(text, ("decks",), "\n" + entry_lines(deck, entry, 2).rstrip("\n"), sibling=[*root.value][-1])
    if decks.is_map and decks.value:
        first = decks.key_place(next(iter(decks.value)))
        if first.line > root.key_place("decks").line:
            indent = first.column - 1
            lines = entry_lines(deck, entry, indent).split("\n", 1)[1].rstrip("\n")
            return with_value(text, ("decks", deck), "\n" + lines, sibling=[*decks.value][-1])
    if decks.is_list:
        raise NotEdited
    edited = with_value(text, ("decks",), _flow({**(plain(decks) or {}), deck: entry}))  # a mapping in braces
    if edited.count("#") < text.count("#"):
        raise NotEdited  # a comment within the braces
    return edited


def entry_lines(deck: str, entry: Mapping[str, object], indent: int) -> str:
    """Return an entry of `decks:` as YAML text, with one line for each field."""
    blank = " " * indent
    fields = entry["fields"]
    lines = [
        f"{blank}{deck}:",
        *(f"{blank}  {key}: {_flow(entry[key])}" for key in ("layout", "title", "backs") if key in entry),
    ]
    if isinstance(fields, Mapping) and fields:
        lines.append(f"{blank}  fields:")
        lines += [f"{blank}    {name}: {_flow(spec)}" for name, spec in fields.items()]
    return "\n".join(lines) + "\n"


def _flow(value: object) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(entry)}" for name, entry in value.items()) + "}"
    is_bare = not isinstance(value, bool) and re.fullmatch(r"\w[\w .-]*", str(value)) and is_word(str(value))
    return str(value) if is_bare else json.dumps(value, ensure_ascii=False)


def new_game_around(catalogue: GameCatalogue, game: str, deck: str, entry: Mapping[str, object]) -> dict[str, str]:
    """Return the files of a new game with one deck; raises InvalidInput for an invalid or taken name."""
    check_name(catalogue, game)
    words = WORDS.format(title=yaml_quoted(title_of(game)))
    manifest = NEW_GAME.format(game=game, entry=entry_lines(deck, entry, 2))
    return {f"cards/{game}/game.yaml": manifest, f"cards/{game}/words/en.yaml": words}


HEAD = "Cards of {deck}. Every card has a key of its own; copies says how often it is printed."
FREE = "What its cards hold is whatever their layout asks for."


def deck_table(game: Game, deck: str) -> str:
    """Return a deck as CSV: comments, a header row and one card."""
    fields = _fields(game, deck)
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    remarks = [f"{name}: {_meaning(spec) or spec.kind}" for name, spec in fields.items()] or [FREE]
    for line in (HEAD.format(deck=deck), "A row that begins with # is a remark.", *remarks):
        writer.writerow([f"# {line}"])
    columns = list(columns_of(fields, game.languages))
    writer.writerow(["key", "copies", *(column.name for column in columns)])
    writer.writerow(["example", 1, *(_cell(column) for column in columns)])
    return sink.getvalue()


def deck_yaml(game: Game, deck: str) -> str:
    """Return a deck as YAML with one card, and a comment for each of its fields."""
    fields = _fields(game, deck)
    lines = [f"# {HEAD.format(deck=deck)}", f"deck: {deck}", "cards:", "  example:"]
    for name, spec in fields.items():
        value = example_of(spec)
        if spec.kind == "words":
            value = "{" + ", ".join(f"{language}: Example {name}" for language in game.languages) + "}"
        lines += [f"    # {_meaning(spec)}"] if _meaning(spec) else []
        lines.append(f"    {'# ' if may_lack(spec) else ''}{name}: {value}")
    lines += [] if fields else [f"    # {FREE}", "    name: Example"]
    return "\n".join([*lines, "    copies: 1"]) + "\n"


def _fields(game: Game, deck: str) -> dict[str, CardField]:
    entry = game.manifest.tables[deck]
    return fields_of(entry.fields, entry.place)


def _meaning(field: CardField) -> str:
    """Return the comment for a field: its purpose, its choices, whether it may be left out."""
    parts = [str(field.about)] if field.about else []
    if field.one_of:
        parts.append(", ".join(str(choice) for choice in field.one_of))
    elif field.kind == "words":
        parts.append("in every language, here or in words/")
    if may_lack(field):
        default_text = default_of(field)
        parts.append(
            f"may be left out (then {default_text})" if default_text not in (None, "", [], {}) else "may be left out"
        )
    return "; ".join(parts)


def _cell(column: TableColumn) -> str:
    if column.lax:
        return ""
    return f"Example {column.name.partition('.')[0]}" if column.field.kind == "words" else example_of(column.field)
