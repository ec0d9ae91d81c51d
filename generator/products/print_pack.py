"""A game ready to print: its layouts in an edition, fonts, icons, pictures, and layout engines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.diagnostics import (
    NOWHERE,
    Diagnostic,
    InvalidInput,
    SourceLocation,
    bare_place,
    did_you_mean,
    meant_or,
    nearest,
    refuse,
)
from generator.fonts.faces import Fonts
from generator.fonts.files import FontInstanceSource
from generator.frame import Frame, Item, ReusableDrawing, Side
from generator.game.game import Game, open_game
from generator.game.manifest import GameManifest
from generator.game.words import Words
from generator.geometry import Rect, Size
from generator.layout import binding
from generator.layout.drawn_items import DrawnPage
from generator.layout.engine import FaceLayoutResult, LayoutEngine
from generator.layout.frame_checks import contrast_faults, inked_ground
from generator.layout.icons import Icons
from generator.layout.spec import FontFileSpec, LayoutSpec
from generator.layout.tracing import FaceSources
from generator.reading.decks import CardRecord
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_name
from generator.reading.pictures import PICTURE_SUFFIXES, PictureFile, read_picture
from generator.reading.structure import structure
from generator.reading.yaml_nodes import Node, merge, plain, read_bytes, read_extended

if TYPE_CHECKING:
    from generator.maps.map_rules import MapRules
    from generator.tiles.rules import TileSet


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
        subfolder = layout.rpartition("/")[0]
        layout_names = [name for base in (folder, "layouts") for name in catalogue.names(f"{base}/{subfolder}")]
        paths = [f"{subfolder}/{name}".lstrip("/") for name in layout_names]
        hint = meant_or(layout, paths, f"layouts of this game are in {folder}/")
        root = self.game.manifest_node
        entries = (entry for part in root.value.values() if part.is_map for _, entry in part.items())
        layout_nodes = (entry.get("layout") for entry in entries)
        place = next((node.place for node in layout_nodes if node is not None and node.value == layout), root.place)
        raise refuse("C001", f"there is no layout {layout!r} in {folder}/", place, hint)

    @property
    def styles(self) -> str:
        """The file of the game's own styles, or else the common one."""
        own_file = f"{self.game.id}/styles"
        return own_file if self.game.catalogue.find(f"layouts/{own_file}.yaml") else "common/styles"

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

    def edition_files(self) -> list[str]:
        """Return the files of the edition, the common one before the game's own; raises InvalidInput."""
        if self.edition is None:
            return []
        files = [f"{folder}/{self.edition}.yaml" for folder in edition_folders(self.game.id)]
        existing = [name for name in files if self.game.catalogue.find(f"layouts/{name}") is not None]
        if not existing:
            hint = did_you_mean(self.edition, edition_names(self.game.catalogue, self.game.id))
            raise refuse("C002", f"there is no edition {self.edition!r}", bare_place("--edition"), hint)
        return existing

    def fonts(self, layout: LayoutSpec, file: str) -> dict[str, FontInstanceSource]:
        """Return the fonts of a layout, which was read from `file`, by "family.cut".

        Raises InvalidInput for a missing font file.
        """
        catalogue, fonts = self.game.catalogue, dict[str, FontInstanceSource]()
        for family, cuts in layout.fonts.items():
            for cut, cut_spec in cuts.items():
                font = cut_spec if isinstance(cut_spec, FontFileSpec) else FontFileSpec(file=cut_spec)
                path = catalogue.find(f"fonts/{font.file}")
                if path is None:
                    node = self.node(file).at(f"fonts.{family}.{cut}")
                    place = (node.get("file") or node).place if node else SourceLocation(file)
                    font_names = dict.fromkeys(catalogue.pictures("fonts", FONT_SUFFIXES))  # the user's before ours
                    hint = did_you_mean(font.file, font_names)
                    raise refuse("C001", f"there is no file 'fonts/{font.file}'", place, hint)
                fonts[f"{family}.{cut}"] = FontInstanceSource(path, font.face, tuple(sorted(font.axes.items())))
        return fonts


MOST_NAMED = 24
PICTURES_LIE = "pictures are in cards/GAME/ or layouts/GAME/ of your folder, or in folders there: art/moon.png"


@dataclass(frozen=True)
class PictureFinder:
    """Finds the pictures that cards and layouts name. Has no reference to a pack, so that packs can be freed."""

    catalogue: GameCatalogue
    game: str

    def file(self, name: str) -> PictureFile:
        """Return a picture by its name; raises InvalidInput if it does not exist or cannot be printed.

        Backslashes, another case and a missing suffix are tolerated if only one picture matches.
        """
        clean_name = name.replace("\\", "/").strip()
        path = self._exact(clean_name)
        if path is None and len(candidates := self._alike(clean_name)) == 1:
            path = self._exact(candidates[0])
        if path is None:
            raise refuse("L015", f"there is no picture {name!r}", NOWHERE, self._hint(clean_name))
        if path.suffix.lower() == ".svg":
            drawing: ReusableDrawing | Diagnostic = self.catalogue.sources.keep(path, "drawing", _read_vectors)
            if isinstance(drawing, Diagnostic):
                raise InvalidInput([drawing])
            return PictureFile(str(path), drawing.size, drawing)
        return PictureFile(str(path), self.catalogue.sources.keep(path, "size", lambda file: read_picture(file).size))

    @cached_property
    def names(self) -> list[str]:
        """The names of all pictures in the game's folders, relative to them, sorted."""
        return sorted({name for folder in self.folders for name in self.catalogue.pictures(folder, PICTURE_SUFFIXES)})

    @property
    def folders(self) -> tuple[str, str]:
        return f"cards/{self.game}", f"layouts/{self.game}"

    def _exact(self, name: str) -> Path | None:
        paths = [*(f"{folder}/{name}" for folder in self.folders), name]
        return next(filter(None, map(self.catalogue.find, paths)), None)

    def _alike(self, name: str) -> list[str]:
        """Return the pictures that have this name in any case or, if there are none, in any case with any suffix."""
        same = [picture for picture in self.names if picture.lower() == name.lower()]
        return same or [picture for picture in self.names if _bare(picture) == _bare(name)]

    def _hint(self, name: str) -> str:
        """Return a hint: pictures with another suffix, in another folder, or with a similar name."""
        last = name.lower().rpartition("/")[2]
        candidates = self._alike(name) or [
            picture for picture in self.names if picture.lower().rpartition("/")[2] == last
        ]
        if candidates:
            return f"did you mean {' or '.join(map(repr, candidates[:3]))}?"
        by_stem = {_bare(picture): picture for picture in reversed(self.names)}
        like = nearest(_bare(name), list(by_stem))  # without suffixes, which would make all names similar
        if like is not None:
            return f"did you mean {by_stem[like]!r}?"
        return f"{PICTURES_LIE}; known: {', '.join(self.names[:MOST_NAMED])}" if self.names else PICTURES_LIE


def _read_vectors(path: Path) -> ReusableDrawing | Diagnostic:
    """Return the drawing of an SVG file, or a diagnostic why it cannot be drawn."""
    from generator.layout.svg_drawings import read_vector_picture

    try:
        shown_path = f"{path.parent.name}/{path.name}"
        return read_vector_picture(path.name, read_bytes(path, shown_path), shown_path)
    except OSError as fault:
        return Diagnostic("L016", f"cannot use picture {path.name!r}: {fault.strerror}", SourceLocation(str(path)))
    except InvalidInput as fault:
        return fault.diagnostics[0]


def _bare(name: str) -> str:
    """Return the name of a picture in lower case and without its suffix."""
    stem, dot, suffix = name.lower().rpartition(".")
    return stem if f"{dot}{suffix}" in PICTURE_SUFFIXES else name.lower()


@dataclass
class PrintPack:
    """A game in one language and edition, ready to be laid out; `faults` collects the faults found so far."""

    game: Game
    edition: str | None = None
    engines: dict[str, LayoutEngine] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)
    strips: dict[tuple[Rect, str], tuple[Item, ...]] = field(default_factory=dict)  # ruler strips by box and caption
    traced: bool = False  # whether items of faces record where their values are written
    reads: dict[tuple[str, Side], set[str]] = field(default_factory=dict)  # names read so far, by layout and side
    titles: dict[str, None] = field(default_factory=dict)  # templates of the titles that were filled so far
    kept: dict[Any, Any] = field(default_factory=dict)  # replays and boards, which several pages and papers show alike

    @property
    def catalogue(self) -> GameCatalogue:
        return self.game.catalogue

    @property
    def manifest(self) -> GameManifest:
        return self.game.manifest

    @property
    def language(self) -> str:
        return self.game.language

    @property
    def words(self) -> Words:
        return self.game.words

    @property
    def title(self) -> str:
        """The printed name of the game, its placeholders filled; raises InvalidInput."""
        return self.fill("{words.game.title}", "the title of the game")

    def fill_title(self, template: str, fallback: str) -> str:
        """Return a title from game.yaml with its placeholders filled, the fallback for ""; raises InvalidInput."""
        return self.fill(template, "a title of game.yaml") if template else fallback

    def fill(self, template: str, subject: str) -> str:
        """Return a template filled with the values for all layouts; raises InvalidInput that names it as `subject`."""
        try:
            self.titles[template] = None
            return binding.fill(template, binding.Scope(self.values))
        except binding.UnknownPlaceholderPath as missing:
            message = f"missing word {{{missing.path}}} in {subject}"
            hint = did_you_mean(missing.step, missing.known)
            raise refuse("W001", message, self.words.place, hint) from None

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values that every layout of the game can use, by name."""
        players = {"least": self.manifest.players.least, "most": self.manifest.players.most}
        pack_values = {
            "words": binding.words_as_templates(self.words.node, self.words.plural_at),
            "game": self.game.id,
            "language": self.language,
            "players": players,
        }
        return {**self.game.data, **pack_values}

    @cached_property
    def origins(self) -> dict[str, binding.Origin]:
        """Where the values that every layout can use are written in files, by the names of the values."""
        players = self.game.manifest_node.get("players")
        of_players = {"players": players} if players is not None else {}
        return {**self.game.data_nodes, **of_players, "words": self.words.node}

    def title_origins(self, value: Any) -> binding.Origin:
        """Return where the parts of the titles are written that were filled so far, for a value composed of them."""
        excerpts: list[binding.SourceExcerpt] = []
        for title in self.titles:
            binding.fill(title, binding.Scope(self.values, origins=self.origins), excerpts)
        distinct = dict.fromkeys(excerpts)

        def heard_in(part: Any) -> binding.Origin:
            if isinstance(part, Mapping):
                return Node({name: heard_in(child) for name, child in part.items()}, NOWHERE)
            if isinstance(part, (list, tuple)):
                return Node([heard_in(child) for child in part], NOWHERE)
            return tuple(source for source in distinct if source.text.strip() and source.text in str(part))

        return heard_in(value)

    @cached_property
    def score(self) -> Node:
        """The layout values of the score with their places: `score_lines` (letter and word of each), `total_letter`.

        Both are empty for a game without a score; raises InvalidInput for a line without a word.
        """
        lines, total = list[Node](), Node("", NOWHERE)
        if self.catalogue.find(f"cards/{self.game.id}/scoring.yaml") is not None:
            from generator.scoring.spec import entries_of, read_scoring, scoring_node

            table, scope = read_scoring(self.catalogue, self.game.id), binding.Scope(self.values["words"])
            # by their places: the file may have been saved with other lines since the table was read
            line_nodes = {node.place: node for node in entries_of(scoring_node(self.catalogue, self.game.id), "lines")}
            for line in table.lines:
                self.game.words.word(line.word)
                node = line_nodes.get(line.place)
                letter = Node(line.letter, ((node and node.get("letter")) or line).place)
                word = Node(scope.look_up(line.word), (self.words.node.at(line.word) or line).place)
                lines.append(Node({"letter": letter, "word": word}, line.place))
            total = Node(table.total_letter, lines[-1].value["letter"].place)
        return Node({"score_lines": Node(lines, NOWHERE), "total_letter": total}, NOWHERE)

    @cached_property
    def scale(self) -> float:
        """The factor by which the edition enlarges everything; 1 is normal size."""
        return self.styles.scale

    @cached_property
    def layouts(self) -> LayoutFiles:
        """The files of the game's layouts in its edition."""
        return LayoutFiles(self.game, self.edition)

    @cached_property
    def styles(self) -> LayoutSpec:
        """The game's own styles, or else the common ones: font families, colours, the scale of an edition."""
        return self.layouts.read(self.layouts.styles)

    @cached_property
    def map_rules(self) -> "MapRules":
        """The rules of the game's maps; raises InvalidInput for a game without maps."""
        from generator.maps.map_rules import read_map_rules

        return read_map_rules(self.catalogue, self.game.id)

    @cached_property
    def tile_sets(self) -> "Mapping[str, TileSet]":
        """The rules of the game's sets of tiles, by table; empty for a game without tiles. Raises InvalidInput."""
        from generator.tiles.rules import tile_sets_of

        return tile_sets_of(self.catalogue, self.game.id)

    @cached_property
    def tiles(self) -> dict[str, dict[str, Any]]:
        """The layout values of all tiles, by set and key; raises InvalidInput for a picture that is no tile."""
        from generator.products.tile_set_data import drawn_tile, tile_view

        sets = self.tile_sets.items()
        return {name: {tile.key: tile_view(drawn_tile(tile, of)) for tile in self.game.deck(name)} for name, of in sets}

    @cached_property
    def icons(self) -> Icons:
        return Icons(self.catalogue.icon_folders, self.catalogue.sources.keep)

    @cached_property
    def pictures(self) -> PictureFinder:
        return PictureFinder(self.catalogue, self.game.id)

    @cached_property
    def spoken_names(self) -> Mapping[str, str]:
        """The texts for screen readers of icons and pictures, by name."""
        texts = self.words.texts("spoken")
        templates = self.values["words"].get("spoken", texts)
        return {name: self.fill(templates[name], f"what is said for {name!r}") for name in texts}

    @cached_property
    def fonts(self) -> Fonts:
        """All fonts that the styles name, by "family.cut"; layouts may add more."""
        sources = self.layouts.fonts(self.styles, self.layouts.styles)
        return Fonts(sources, self.catalogue.sources.keep, self.language)

    def engine(self, name: str) -> LayoutEngine:
        """Return the engine of a layout, the game's own before that for all games; cached."""
        if name not in self.engines:
            file = self.layouts.find(name)
            layout = self.layouts.read(file)
            self.fonts.paths.update(self.layouts.fonts(layout, file))
            engine_values = self.language, self.pictures.file, self.spoken_names, self.values
            self.engines[name] = LayoutEngine(layout, self.fonts, self.icons, *engine_values)
        return self.engines[name]

    def unread_size(self, name: str, key: str, hint: str) -> list[Diagnostic]:
        """Return a list with a warning if a layout sets `key` (`size` or `paper`), which has no effect in it."""
        if not getattr(self.engine(name).layout, key):
            return []
        place = self.layouts.node(self.layouts.find(name)).key_place(key)
        reason = "what is printed on paper is as large as that" if key == "size" else "only a sheet has its own paper"
        return [Diagnostic("L063", f"`{key}` is not read: {reason}", place, hint, "warning")]

    def face(
        self,
        layout: str,
        values: Mapping[str, Any],
        size: Size,
        subject: str,
        *,
        side: Side = "front",
        bleed: float = 0.0,
        origins: Callable[[], Mapping[str, binding.Origin]] = dict,
    ) -> Frame:
        """Lay out one side of a layout and add its faults to `faults`; raises InvalidInput if it has no such side.

        `origins` returns where the values of this face alone are written. A face with a wrong value is laid out once
        more with it, so that the fault gets the place of this value.
        """
        engine = self.engine(layout)
        element = engine.layout.front if side == "front" else engine.layout.back
        if element is None:
            raise refuse("L002", f"layout {layout!r} has no {side}", engine.layout.place, f"add {side}: ...")
        lay_out = partial(engine.face, element, values, size, subject, bleed=bleed)

        def traced() -> FaceLayoutResult:
            layout_node = self.layouts.node(self.layouts.find(layout))
            return lay_out(sources=FaceSources({**self.origins, **origins()}, layout_node))

        result = traced() if self.traced else lay_out()
        self.reads.setdefault((layout, side), set()).update(result.reads)
        is_wrong_value = any(fault.value for fault in result.faults)
        self.faults += traced().faults if is_wrong_value and not self.traced else result.faults
        if self.edition is not None:  # its colours may have made the contrast of words too low
            for fault in contrast_faults(DrawnPage(result.frame, boards=True)):
                hint = f"{fault.hint}; layouts/{self.game.id}/editions/{self.edition}.yaml may say other colours"
                self.faults.append(fault._replace(hint=hint))
            self.faults += self._kept_grounds(engine, result.frame) if self.edition == SAVING else []
        return result.frame

    def _kept_grounds(self, engine: LayoutEngine, face: Frame) -> list[Diagnostic]:
        """Return a note if the edition leaves a dark ground or a photo as it is, with what saves its ink; else []."""
        files = (read_extended(file, self.catalogue.read_layout) for file in self.layouts.edition_files())
        names = [name for file in files if (colors := file.get("colors")) for name in colors.value]
        light = {engine.colors.get(name) or "none" for name in names}
        ground = inked_ground(DrawnPage(face, boards=True), light)
        if ground is None:
            return []
        (color, place), file = ground, f"layouts/{self.game.id}/editions/{self.edition}.yaml"
        names = [name for name, code in engine.colors.items() if code == color and name in engine.layout.colors]
        hint = f"write grounds: {{{', '.join(f'{name}: paper' for name in names or ['NAME'])}}} in {file}"
        hint = hint if names else f"name the colour under colors: of the layout, such as NAME, and {hint}"
        hint = hint if color else f"move it to parts: of the layout, and write that part without a photo in {file}"
        message = f"edition {self.edition!r} leaves {f'the ground {color}' if color else 'the photo'} on {face.name}"
        return [Diagnostic("P051", message, place, hint, "note", face.name)]

    def cells(self, deck: str, record: CardRecord) -> dict[str, Node]:
        """Return the cells of a card by field name; for cells left out, the defaults declared in game.yaml."""
        nodes = record.node.value if record.node is not None and record.node.is_map else {}
        by_plain_name = {plain_name(name): node for name, node in nodes.items()}
        cells = {name: nodes.get(name) or by_plain_name.get(plain_name(name)) for name in record.fields}
        declared = self.game.manifest_node.at(f"{'pieces' if deck in self.manifest.pieces else 'decks'}.{deck}.fields")
        for name, node in cells.items():
            if node is None and declared is not None:
                cells[name] = declared.at(f"{name}.default")
        return {name: node for name, node in cells.items() if node is not None}

    def in_language(self, node: Node) -> Node:
        """Return the part of a cell such as {en: Slime, pl: Szlam} in this language; other cells unchanged."""
        language = self.game.language_of(plain(node)) if node.is_map else None
        return node.get(language) or node if language is not None else node

    def raise_faults(self) -> None:
        """Raise InvalidInput with all faults so far if any of them is an error."""
        if any(fault.severity == "error" for fault in self.faults):
            raise InvalidInput(dict.fromkeys(self.faults))

    def warnings(self) -> list[Diagnostic]:
        """Return the warnings and notes so far without repeats, and those about lists completed from English."""
        all_faults = (*self.words.short_lists, *self.faults)
        return list(dict.fromkeys(fault for fault in all_faults if fault.severity != "error"))


def open_pack(
    catalogue: GameCatalogue, game: str, language: str, edition: str | None = None, *, traced: bool = False
) -> PrintPack:
    """Open a game in one language; raises InvalidInput for an unknown game or language."""
    return PrintPack(open_game(catalogue, game, language), edition, traced=traced)
