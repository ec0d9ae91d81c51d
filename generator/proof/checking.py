"""Everything that can be wrong with a game or a file: read it all, lay it all out in every language, look it over."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from generator.diagnostics import Diagnostic, InvalidInput, Place
from generator.frame import Frame
from generator.games.manifest import read_manifest
from generator.games.words import compare_words, languages_of, read_words, untranslated
from generator.geometry import Size
from generator.layout.checks import frame_faults
from generator.layout.engine import Engine
from generator.layout.spec import Layout
from generator.proof.preflight import safe_faults
from generator.reading.catalogue import Catalogue, is_inside
from generator.reading.decks import deck_records
from generator.reading.extends import read_extended
from generator.reading.structure import structure
from generator.reading.yaml_nodes import Node
from generator.recipes.cards import deck_faces
from generator.recipes.made_dungeons import checked_dungeon
from generator.recipes.pack import Pack, open_pack
from generator.recipes.pages import page_face
from generator.recipes.printed import printable
from generator.recipes.sheets import sheet_face
from generator.units import mm

T = TypeVar("T")
CARD = Size(mm(63), mm(88))
A4 = Size(mm(210), mm(297))


def check_game(catalogue: Catalogue, game: str) -> list[Diagnostic]:
    """Return all faults of a game: words, decks, layouts, dungeons, in every language."""
    faults: list[Diagnostic] = []
    manifest = _caught(faults, lambda: read_manifest(catalogue, game))
    if manifest is None:
        return faults
    words: dict[str, Node] = {}
    for language in languages_of(catalogue, game):
        node = _caught(faults, lambda language=language: read_words(catalogue, game, language))  # type: ignore[misc]
        if node is not None:
            words[language] = node
            faults += untranslated(catalogue, game, language)
    faults += compare_words(words)
    for name in catalogue.names(f"cards/{game}/dungeons"):
        path = catalogue.need(f"cards/{game}/dungeons/{name}.yaml")
        faults += dungeon_file_faults(catalogue, game, path)
    if not any(fault.severity == "error" for fault in faults):
        for language in words:
            faults += check_pages(open_pack(catalogue, game, language))
    return faults


def dungeon_file_faults(catalogue: Catalogue, game: str, path: Path) -> list[Diagnostic]:
    """Return every fault of a dungeon file: of its text, or else of its map."""
    faults: list[Diagnostic] = []
    checked = _caught(faults, lambda: checked_dungeon(catalogue, game, str(path)))
    return faults + list(checked.faults) if checked is not None else faults


def check_pages(pack: Pack) -> list[Diagnostic]:
    """Return the faults of every face of a game in one language."""
    faults: list[Diagnostic] = []
    seen: set[int] = set()
    for make in _faces(pack):
        for face in _caught(faults, make) or []:
            if id(face) not in seen:
                seen.add(id(face))
                faults += [*frame_faults(face), *safe_faults(face)]
    return faults + pack.faults


def _faces(pack: Pack) -> Iterator[Callable[[], list[Frame]]]:
    area = printable(A4)
    size = Size(area.width, area.height)
    for deck in pack.manifest.decks:

        def cards(deck: str = deck) -> list[Frame]:
            return [face for pair in deck_faces(pack, deck, CARD).cards for face in pair if face is not None]

        yield cards
    for sheet, entry in pack.manifest.sheets.items():
        for mode in entry.modes:
            yield lambda sheet=sheet, mode=mode: [sheet_face(pack, size, None, mode, sheet=sheet)]  # type: ignore[misc]
    for name in pack.manifest.pages:
        yield lambda name=name: [page_face(pack, name, size)]  # type: ignore[misc]


def _caught(faults: list[Diagnostic], make: Callable[[], T]) -> T | None:
    try:
        return make()
    except InvalidInput as fault:
        faults.extend(fault.diagnostics)
        return None


def check_path(catalogue: Catalogue, game: str, path: Path) -> list[Diagnostic]:
    """Return the faults of one file: a layout, a deck, a dungeon or words, told by its keys."""
    faults: list[Diagnostic] = []
    if path.suffix in (".csv", ".xlsx"):
        _caught(faults, lambda: deck_records(catalogue, path))
        return faults
    node = _caught(faults, lambda: catalogue.read(path))
    if node is None:
        return faults
    if not node.is_map:
        return [Diagnostic("S002", "expected a mapping at the top of the file", node.place, "write key: value pairs")]
    if "map" in node.value:
        faults += dungeon_file_faults(catalogue, game, path)
    elif "cards" in node.value and "deck" in node.value:
        _caught(faults, lambda: deck_records(catalogue, path))
    elif any(key in node.value for key in ("front", "back", "styles", "colors", "parts", "extends")):
        _check_layout(catalogue, game, path, faults)
    else:
        message = "this is no layout, deck or dungeon"
        hint = "layouts have front:, decks have deck: and cards:, dungeons have map:"
        faults.append(Diagnostic("C007", message, node.place, hint))
    return faults


def _check_layout(catalogue: Catalogue, game: str, path: Path, faults: list[Diagnostic]) -> None:
    folder = path.parent

    def read(relative: str, asked_at: Place | None) -> Node:
        own = folder / relative
        found = own if own.is_file() and is_inside(own, folder) else catalogue.need(f"layouts/{relative}", asked_at)
        return catalogue.read(found)

    layout = _caught(faults, lambda: structure(read_extended(path.name, read), Layout, "a layout"))
    if layout is None:
        return
    pack = _caught(faults, lambda: open_pack(catalogue, game, languages_of(catalogue, game)[0]))
    if pack is None:
        return
    size = Size(layout.size.width, layout.size.height) if layout.size else CARD
    engine = Engine(layout, pack.fonts, pack.icons, pack.language, pack.picture)
    for name, element in (("front", layout.front), ("back", layout.back)):
        if element is not None:
            laid = engine.face(element, pack.values, size, name)
            faults += [*frame_faults(laid.frame), *laid.faults]
