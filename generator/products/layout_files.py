"""The layouts of a game in an edition: their files, their content with all parents merged in, and their fonts."""

from dataclasses import dataclass, field

from generator.diagnostics import SourceLocation, bare_place, did_you_mean, meant_or, refuse
from generator.fonts.files import FontInstanceSource
from generator.game.game import Game
from generator.layout.spec import FontFileSpec, LayoutSpec
from generator.reading.extends import merge, read_extended
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import structure
from generator.reading.yaml_nodes import Node

FONT_SUFFIXES = (".ttf", ".otf", ".ttc")


SAVING = "ink-saver"  # the edition that saves ink


def edition_folders(game: str) -> tuple[str, str]:
    """Return the two folders below layouts/ with editions: the one for all games, and the one of the game."""
    return "common/editions", f"{game}/editions"


def edition_names(catalogue: GameCatalogue, game: str) -> list[str]:
    """Return the names of the editions in which a game can be printed, sorted."""
    return sorted({name for folder in edition_folders(game) for name in catalogue.names(f"layouts/{folder}")})


@dataclass(frozen=True)
class LayoutFiles:
    """The layouts of a game in an edition; files are named relative to layouts/, without suffix."""

    game: Game
    edition: str | None = None
    _read: dict[str, LayoutSpec] = field(default_factory=dict, repr=False, compare=False)

    def find(self, layout: str) -> str:
        """Return the file of a layout, the game's own before that for all games; raises InvalidInput."""
        catalogue, folder = self.game.catalogue, f"layouts/{self.game.id}"
        for file in (f"{self.game.id}/{layout}", layout):
            if catalogue.find(f"layouts/{file}.yaml") is not None:
                return file
        inner = layout.rpartition("/")[0]
        known = [name for base in (folder, "layouts") for name in catalogue.names(f"{base}/{inner}")]
        paths = [f"{inner}/{name}".lstrip("/") for name in known]
        hint = meant_or(layout, paths, f"layouts of this game lie in {folder}/")
        root = self.game.manifest_node
        entries = (entry for part in root.value.values() if part.is_map for _, entry in part.items())
        named = (entry.get("layout") for entry in entries)
        place = next((node.place for node in named if node is not None and node.value == layout), root.place)
        raise refuse("C001", f"there is no layout {layout!r} in {folder}/", place, hint)

    @property
    def styles(self) -> str:
        """The file of the game's own styles, or else the common one."""
        own = f"{self.game.id}/styles"
        return own if self.game.catalogue.find(f"layouts/{own}.yaml") else "common/styles"

    def read(self, file: str) -> LayoutSpec:
        """Return a file as a spec, with its parents and the edition merged in; raises InvalidInput."""
        if file not in self._read:
            self._read[file] = structure(self.node(file), LayoutSpec, "a layout")
        return self._read[file]

    def node(self, file: str) -> Node:
        """Return a file as a node, with its parents and the edition merged in."""
        node = read_extended(f"{file}.yaml", self.game.catalogue.read_layout)
        for relative in self.edition_files():
            node = merge(node, read_extended(relative, self.game.catalogue.read_layout), by_key=("styles",))
        return node

    def edition_colors(self) -> set[str]:
        """Return the names of the colours that the edition defines; raises InvalidInput."""
        nodes = (read_extended(file, self.game.catalogue.read_layout).get("colors") for file in self.edition_files())
        return {name for node in nodes if node is not None for name in node.value}

    def edition_files(self) -> list[str]:
        """Return the files of the edition, the common one before the game's own; raises InvalidInput."""
        if self.edition is None:
            return []
        files = [f"{folder}/{self.edition}.yaml" for folder in edition_folders(self.game.id)]
        there = [name for name in files if self.game.catalogue.find(f"layouts/{name}") is not None]
        if not there:
            hint = did_you_mean(self.edition, edition_names(self.game.catalogue, self.game.id))
            raise refuse("C002", f"there is no edition {self.edition!r}", bare_place("--edition"), hint)
        return there

    def fonts(self, layout: LayoutSpec, file: str) -> dict[str, FontInstanceSource]:
        """Return the fonts of a layout, which was read from `file`, by "family.cut".

        Raises InvalidInput for a missing font file.
        """
        catalogue, fonts = self.game.catalogue, dict[str, FontInstanceSource]()
        for family, cuts in layout.fonts.items():
            for cut, written in cuts.items():
                font = written if isinstance(written, FontFileSpec) else FontFileSpec(file=written)
                path = catalogue.find(f"fonts/{font.file}")
                if path is None:
                    node = self.node(file).at(f"fonts.{family}.{cut}")
                    place = (node.get("file") or node).place if node else SourceLocation(file)
                    known = dict.fromkeys(catalogue.pictures("fonts", FONT_SUFFIXES))  # the user's before ours
                    hint = did_you_mean(font.file, known)
                    raise refuse("C001", f"there is no file 'fonts/{font.file}'", place, hint)
                fonts[f"{family}.{cut}"] = FontInstanceSource(path, font.face, tuple(sorted(font.axes.items())))
        return fonts
