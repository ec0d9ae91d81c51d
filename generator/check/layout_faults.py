"""Every fault of a layout file: laid out for all that use it, or, where nothing does, with samples."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.check.checking import Faults, attempt, pack_faults, packs, page_faults
from generator.check.unread_part_names import edition_name_faults
from generator.diagnostics import Diagnostic, SourceLocation
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.geometry import STANDARD_CARD, Size
from generator.layout.engine import LayoutEngine
from generator.layout.frame_checks import frame_faults
from generator.layout.spec import LayoutSpec
from generator.products.print_pack import PrintPack, open_pack
from generator.reading.extends import merge, read_extended
from generator.reading.game_catalogue import GameCatalogue, is_inside
from generator.reading.structure import structure
from generator.reading.yaml_nodes import Node

SAMPLE = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}{}\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


def used_faults(catalogue: GameCatalogue, game: str, name: str, edition: str | None = None) -> Faults | None:
    """Return the faults of all decks, sheets and pages that a layout is used for, or None where there is none."""
    manifest = read_manifest(catalogue, game)
    entries = (*manifest.tables.values(), *manifest.printable_pages.values(), *manifest.sheets.values())
    layouts = {entry.layout for entry in entries}
    wanted = {layout for layout in layouts if name in files_of(catalogue, game, layout)}
    if not wanted:
        return None
    pages = manifest.printable_pages
    of_every_game = [page for page in pages if page not in manifest.pages and pages[page].layout in wanted]
    faults: Faults = []
    for pack in packs(catalogue, game, edition):
        faults += pack_faults(pack, lambda used: used in wanted)
        faults += [fault for page in of_every_game for fault in page_faults(pack, page)]
    return faults


def files_of(catalogue: GameCatalogue, game: str, layout: str) -> set[str]:
    """Return the names of a layout, a game's own or else the one that all games share, and of all that it extends."""
    names: set[str] = set()
    own = f"{game}/{layout}"
    name = own if catalogue.find(f"layouts/{own}.yaml") is not None else layout

    def read(relative: str, asked_at: SourceLocation | None) -> Node:
        names.add(relative.removesuffix(".yaml"))
        return catalogue.read_layout(relative, asked_at)

    attempt([], lambda: read_extended(f"{name}.yaml", read))
    return names


def lone_faults(catalogue: GameCatalogue, game: str, path: Path, name: str, edition: str | None = None) -> Faults:
    """Return the faults of a layout that nothing uses; what only a card would give is filled with samples."""
    faults: Faults = []
    pack = attempt(faults, lambda: open_pack(catalogue, game, languages_of(catalogue, game)[0], edition))
    if pack is None:
        return faults
    layout = attempt(faults, lambda: structure(_merged(pack, path, name), LayoutSpec, "a layout"))
    if layout is None:
        return faults
    named = edition_name_faults(pack.catalogue, game, pack.catalogue.read(path))
    faults += (fault for fault in named if fault.code == "L012")
    size = Size(layout.size.width, layout.size.height) if layout.size else STANDARD_CARD
    engine = LayoutEngine(layout, pack.fonts, pack.icons, pack.language, pack.pictures.file, pack.spoken_names)
    values = SampleValues(pack.values)
    for side, element in (("front", layout.front), ("back", layout.back)):
        if element is not None:
            laid = engine.face(element, values, size, side)
            faults += [fault for fault in (*frame_faults(laid.frame), *laid.faults) if not values.has_caused(fault)]
    if values.asked:
        names = ", ".join(sorted(values.asked))
        hint = "a card that uses the layout has to give them; name the layout in game.yaml to try it with real cards"
        faults.append(Diagnostic("C032", f"laid out with samples for {names}", layout.place, hint, "note"))
    return faults


def _merged(pack: PrintPack, path: Path, name: str) -> Node:
    """Return a layout with its parents, as if it lay with the cards of its game where it lies in no folder of ours."""
    own = f"{name or path.stem}.yaml"

    def read(relative: str, asked_at: SourceLocation | None) -> Node:
        if relative == own:
            return pack.catalogue.read(path)
        sibling = path.parent / relative
        if not name and sibling.is_file() and is_inside(sibling, path.parent):
            return pack.catalogue.read(sibling)
        return pack.catalogue.read_layout(relative, asked_at)

    def brought_in(target: str) -> str | None:
        below = target.removeprefix("../").removeprefix("../")
        return below if not name and pack.catalogue.find(f"layouts/{below}") is not None else None

    node = read_extended(own, read, brought_in=brought_in)
    if pack.edition is None:
        return node
    return merge(node, read_extended(f"common/editions/{pack.edition}.yaml", read), by_key=("styles",))


class SampleValues(Mapping[str, Any]):
    """Values in which every name is known: those of the game, and a sample for each of the others."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        if name in self._values:
            return self._values[name]
        self.asked.add(name)
        return SAMPLE.format(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def has_caused(self, fault: Diagnostic) -> bool:
        """Tell whether a fault is one of a sample alone: no such icon, colour or list."""
        quoted = any(SAMPLE.format(name) in fault.message for name in self.asked)
        listed = fault.code in ("L020", "L021", "L023") and any(f"{name}" in fault.message for name in self.asked)
        return quoted or listed
