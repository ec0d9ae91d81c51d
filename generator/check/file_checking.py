"""Checks a single file, by its kind; a layout is checked with the decks and pages that use it, or with samples."""

from collections import ChainMap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.check import checking
from generator.check.checking import Faults, files_of, pack_faults, packs, page_faults
from generator.check.unread_part_names import edition_name_faults
from generator.check.word_faults import machinery_faults, word_faults
from generator.diagnostics import Diagnostic, SourceLocation, attempt, bare_place, need_known, refuse
from generator.game.dice_tables import read_dice_table
from generator.game.game import open_game
from generator.game.manifest import read_manifest
from generator.game.words import MACHINERY, languages_of
from generator.geometry import STANDARD_CARD, Size
from generator.imposition.paper import SizesFile
from generator.layout.engine import LayoutEngine
from generator.layout.frame_checks import frame_faults
from generator.layout.spec import LayoutSpec
from generator.products.exports.shops import PrintShopListSpec
from generator.products.print_pack import PrintPack, open_pack
from generator.products.scores.scores_from_files import read_score_node
from generator.reading.decks import deck_records
from generator.reading.file_kinds import SUFFIXES, ClassifiedFile, kind_by_keys, placed_file, root_of, with_root
from generator.reading.game_catalogue import TABLES, GameCatalogue, is_inside
from generator.reading.structure import structure
from generator.reading.yaml_nodes import Node, merge, read_extended
from generator.rulesets.ruleset import replay_record
from generator.rulesets.simulate.spec import simulation_of
from generator.scoring.rules import open_rules
from generator.storage.printer_profiles import read_printers

SAMPLE = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}{}\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


def used_faults(catalogue: GameCatalogue, game: str, name: str, edition: str | None = None) -> Faults | None:
    """Return the faults of all decks, sheets and pages that use a layout; None if nothing does."""
    manifest = read_manifest(catalogue, game)
    entries = (*manifest.tables.values(), *manifest.printable_pages.values(), *manifest.sheets.values())
    layouts = {entry.layout for entry in entries}
    used_layouts = {layout for layout in layouts if name in files_of(catalogue, game, layout)}
    if not used_layouts:
        return None
    pages = manifest.printable_pages
    of_every_game = [page for page in pages if page not in manifest.pages and pages[page].layout in used_layouts]
    faults: Faults = []
    for pack in packs(catalogue, game, edition):
        faults += pack_faults(pack, lambda used: used in used_layouts)
        faults += [fault for page in of_every_game for fault in page_faults(pack, page)]
    return faults


def lone_faults(catalogue: GameCatalogue, game: str, path: Path, name: str, edition: str | None = None) -> Faults:
    """Return the faults of a layout that nothing uses; values that only a card would give are filled with samples."""
    faults: Faults = []
    pack = attempt(faults, lambda: open_pack(catalogue, game, (*languages_of(catalogue, game), "en")[0], edition))
    if pack is None:
        return faults
    layout = attempt(faults, lambda: structure(_merged(pack, path, name), LayoutSpec, "a layout"))
    if layout is None:
        return faults
    name_faults = edition_name_faults(pack.catalogue, game, pack.catalogue.read(path))
    faults += (fault for fault in name_faults if fault.code == "L012")
    size = Size(layout.size.width, layout.size.height) if layout.size else STANDARD_CARD
    engine = LayoutEngine(layout, pack.fonts, pack.icons, pack.language, pack.pictures.file, pack.spoken_names)
    values = SampleValues({}, pack.values)
    for side, element in (("front", layout.front), ("back", layout.back)):
        if element is not None:
            result = engine.face(element, values, size, side)
            faults += [fault for fault in (*frame_faults(result.frame), *result.faults) if not values.has_caused(fault)]
    if values.asked:
        names = ", ".join(values.asked)
        hint = "a card that uses the layout has to give them; name the layout in game.yaml to try it with real cards"
        faults.append(Diagnostic("C032", f"laid out with samples for {names}", layout.place, hint, "note"))
    return faults


def _merged(pack: PrintPack, path: Path, name: str) -> Node:
    """Return a layout merged with its parents; a file outside layouts/ may extend its siblings and built-in files."""
    own_name = f"{name or path.stem}.yaml"

    def read(relative: str, asked_at: SourceLocation | None) -> Node:
        if relative == own_name:
            return pack.catalogue.read(path)
        sibling = path.parent / relative
        if not name and sibling.is_file() and is_inside(sibling, path.parent):
            return pack.catalogue.read(sibling)
        return pack.catalogue.read_layout(relative, asked_at)

    def brought_in(target: str) -> str | None:
        below = target.removeprefix("../").removeprefix("../")
        return below if not name and pack.catalogue.find(f"layouts/{below}") is not None else None

    node = read_extended(own_name, read, brought_in=brought_in)
    if pack.edition is None:
        return node
    return merge(node, read_extended(f"common/editions/{pack.edition}.yaml", read), by_key=("styles",))


class SampleValues(ChainMap[str, Any]):
    """Values by name for a layout: the values of the game, and a sample for every other name, as soon as it is read."""

    def __missing__(self, name: str) -> Any:
        self[name] = SAMPLE.format(name)
        return self[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)

    @property
    def asked(self) -> list[str]:
        """The names of the samples read so far."""
        return sorted(self.maps[0])

    def has_caused(self, fault: Diagnostic) -> bool:
        """Return whether a sample has caused a fault, since it is not the name of an icon or colour, or not a list."""
        quoted = any(SAMPLE.format(name) in fault.message for name in self.asked)
        listed = fault.code in ("L020", "L021", "L023") and any(f"{name}" in fault.message for name in self.asked)
        return quoted or listed


# kinds of files that are covered by checking a game
OF_A_GAME = ("game", "words", "deck", "dungeon", "data", "map", "tiles", "scoring", "sources")
KNOWN = "layouts have front:, decks cards:, dungeons map:, scores players:, records rounds:"


@dataclass(frozen=True)
class GameFileToCheck:
    """A file to be checked, its kind, and the game with whose rules it is checked."""

    catalogue: GameCatalogue
    game: str
    path: Path
    edition: str | None
    place: ClassifiedFile
    language: str | None = None  # of the faults of a score file; None: that of the locale

    @property
    def shown_path(self) -> str:
        return self.catalogue.display_path(self.path)

    def node(self) -> Node:
        """Return the root node of the file; raises InvalidInput."""
        return self.catalogue.read(self.path)

    def own_game(self) -> bool:
        """Return whether the file is in the folder of an existing game."""
        return self.place.game in self.catalogue.games()


def check_path(
    catalogue: GameCatalogue, game: str, path: Path, edition: str | None = None, language: str | None = None
) -> checking.Faults:
    """Return the faults of a file, or of all files in a folder; `game` is used for files in no game's folder."""
    if path.is_dir():
        return check_folder(catalogue, game, path, edition, language)
    faults: checking.Faults = []
    checked_file = attempt(faults, lambda: asked_of(catalogue, game, path, edition, language))
    return faults if checked_file is None else checking.once(file_faults(checked_file))


def check_folder(
    catalogue: GameCatalogue, game: str, folder: Path, edition: str | None = None, language: str | None = None
) -> checking.Faults:
    """Return the faults of all files in a folder; a game with files in it is checked once, as a whole."""
    faults: checking.Faults = []
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES and path.is_file()]
    paths = [path for path in paths if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    if not paths:
        message = f"there is nothing to check in {folder.name or 'this folder'}"
        raise refuse("C030", message, bare_place(str(folder)), "files end in .yaml, .csv or .xlsx")
    checked_games: set[str] = set()
    for path in paths:
        checked_file = attempt(faults, lambda path=path: asked_of(catalogue, game, path, edition, language))  # type: ignore[misc]
        if checked_file is not None and checked_file.own_game():
            if checked_file.game not in checked_games:
                checked_games.add(checked_file.game)
                faults += checking.check_game(checked_file.catalogue, checked_file.game, edition)
            if checked_file.place.kind in OF_A_GAME:
                continue
        if checked_file is not None:
            faults += file_faults(checked_file)
    return checking.once(faults)


def asked_of(
    catalogue: GameCatalogue, game: str, path: Path, edition: str | None, language: str | None
) -> GameFileToCheck:
    """Return a file to be checked with its kind; raises InvalidInput if it is invalid YAML or of no known kind."""
    if path.suffix not in SUFFIXES:
        message = "the program does not know this kind of file"
        raise refuse("C007", message, SourceLocation(catalogue.display_path(path)), "files end in .yaml, .csv or .xlsx")
    place = placed_file(catalogue, path)
    catalogue = with_root(catalogue, root_of(catalogue, path))
    if path.suffix in TABLES:
        place = place or ClassifiedFile("deck")
    elif place is None or place.kind == "data":
        node = catalogue.read(path)
        if not node.is_map:
            message, hint = "expected a mapping at the top of the file", "write key: value pairs"
            raise refuse("S002", message, node.place, hint)
        kind = kind_by_keys(node)
        if place is not None and kind == "deck":
            place = ClassifiedFile("deck", place.root, place.game, place.name)
        elif place is None and kind is None:
            raise refuse("C007", "the program does not know this kind of file", node.place, KNOWN)
        place = place or ClassifiedFile(str(kind))
    game = place.game if place.game in catalogue.games() else game
    return GameFileToCheck(catalogue, game, path, edition, place, language)


def file_faults(file: GameFileToCheck) -> checking.Faults:
    """Return the faults of a file, checked by its kind; some kinds only need to be read."""
    faults: checking.Faults = []
    if file.place.kind in READERS:
        attempt(faults, lambda: READERS[file.place.kind](file))
        return faults
    return (attempt(faults, lambda: CHECKS[file.place.kind](file)) or []) + faults


def _check_layout(file: GameFileToCheck) -> checking.Faults:
    faults = used_faults(file.catalogue, file.game, file.place.name, file.edition) if file.place.root else None
    if faults is not None:
        return faults
    return lone_faults(file.catalogue, file.game, file.path, file.place.name, file.edition)


def _check_edition(file: GameFileToCheck) -> checking.Faults:
    structure(file.node(), LayoutSpec, "an edition")
    name_faults = list(edition_name_faults(file.catalogue, file.place.game, file.node()))
    if checking.has_error(name_faults) or file.place.root is None:
        return name_faults
    faults_of_packs = (
        checking.pack_faults(pack)
        for pack in checking.packs(file.catalogue, file.place.game or file.game, file.place.name)
    )
    return [*name_faults, *(fault for faults in faults_of_packs for fault in faults)]


def _check_words(file: GameFileToCheck) -> checking.Faults:
    if not file.own_game():  # words of the program, beside the English ones of their family: score.pl with score.en
        family, _, language = file.path.stem.rpartition(".")
        return machinery_faults(file.catalogue, f"{family}." if family else MACHINERY, language)
    unread = checking.unread_faults(file.catalogue, read_manifest(file.catalogue, file.game))
    game_faults = [*unread, *word_faults(file.catalogue, file.game)]
    faults = [fault for fault in game_faults if fault.place.path == file.shown_path]
    if not checking.has_error(faults):
        for pack in checking.packs(file.catalogue, file.game, file.edition):
            if pack.language == file.path.stem:
                faults += checking.pack_faults(pack)
    return faults


def _check_deck(file: GameFileToCheck) -> checking.Faults:
    deck_records(file.catalogue, file.path)
    manifest = read_manifest(file.catalogue, file.game) if file.own_game() else None
    if manifest is None or file.place.name not in manifest.tables:
        return []
    untranslated = checking.untranslated_cards(file.catalogue, manifest, [file.place.name])
    laid_out = [
        fault
        for pack in checking.packs(file.catalogue, file.game, file.edition)
        for fault in checking.deck_faults(pack, file.place.name)
    ]
    return [*(fault for fault in untranslated if fault.place.path == file.shown_path), *laid_out]


def _check_data(file: GameFileToCheck) -> checking.Faults:
    if not file.own_game():
        return []
    manifest = read_manifest(file.catalogue, file.game)
    if file.place.name not in (*manifest.data, *manifest.rolls):
        return [checking.unread(file.shown_path, file.place.name)]
    return checking.check_game(file.catalogue, file.game, file.edition)


def _check_scoring(file: GameFileToCheck) -> checking.Faults:
    faults = checking.scoring_faults(file.catalogue, file.game)
    first = next(checking.packs(file.catalogue, file.game, file.edition), None)
    return faults if first is None or checking.has_error(faults) else faults + checking.sheet_field_faults(first)


def _check_score(file: GameFileToCheck) -> checking.Faults:
    rules = open_rules(file.catalogue, _named_game(file), file.language)
    faults: checking.Faults = []
    scored = attempt(faults, lambda: read_score_node(rules, file.node()))
    faults += scored.faults if scored is not None else []
    if file.node().get("game") is None:  # the command that scores it needs one
        hint = f"add game: {file.game}, or score it with --game {file.game}"
        faults.insert(0, Diagnostic("S004", "the file names no game", file.node().place, hint, "warning"))
    return faults


def _named_game(file: GameFileToCheck) -> str:
    """Return the game under `game:` in a file, else the one to check with; raises InvalidInput for an unknown game."""
    root = file.node()
    game_node = root.get("game")
    game = file.game if game_node is None else str(game_node.value)
    need_known(game, file.catalogue.games(), "C002", f"there is no game {game[:60]!r}", (game_node or root).place)
    return game


def _check_whole_game(file: GameFileToCheck) -> checking.Faults:
    return checking.check_game(file.catalogue, file.place.game or file.game, file.edition)


CHECKS: dict[str, Callable[[GameFileToCheck], checking.Faults]] = {
    "layout": _check_layout,
    "edition": _check_edition,
    "words": _check_words,
    "game": _check_whole_game,
    "map": _check_whole_game,
    "tiles": _check_whole_game,
    "deck": _check_deck,
    "data": _check_data,
    "dungeon": lambda asked: checking.dungeon_file_faults(asked.catalogue, asked.game, asked.path),
    "scoring": _check_scoring,
    "sources": lambda asked: checking.source_faults(asked.catalogue, asked.game),
    "score": _check_score,
}
READERS: dict[str, Callable[[GameFileToCheck], object]] = {
    "simulation": lambda asked: simulation_of(asked.node()),
    "table": lambda asked: read_dice_table(asked.node()),
    "record": lambda asked: replay_record(open_game(asked.catalogue, _named_game(asked)), asked.node()),
    "printers": lambda asked: read_printers(asked.path),
    "papers": lambda asked: structure(asked.node(), SizesFile, "a file of papers"),
    "sizes": lambda asked: structure(asked.node(), SizesFile, "a file of card sizes"),
    "shops": lambda asked: structure(asked.node(), PrintShopListSpec, "shops.yaml"),
}
