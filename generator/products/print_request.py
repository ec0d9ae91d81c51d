"""What to print or export, and how: a spec for each command, as the command line, web forms and the API read it."""

from collections.abc import Iterator
from dataclasses import MISSING, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from generator.diagnostics import Diagnostic, InvalidRequest, bare_place
from generator.geometry import Insets, Size
from generator.imposition.backs import Duplex, PrinterProfile
from generator.imposition.gang import Guides, PieceSheetRules
from generator.imposition.impose import EDGES, NO_CARD, ImpositionSettings, MarkSides
from generator.imposition.paper import page_size, read_card_size, usual_paper
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_class import spec
from generator.reading.spec_options import FilePath, option
from generator.reading.structure import Length, NumberBounds, ValueReader
from generator.reading.yaml_nodes import Node
from generator.rulesets.ruleset import MarkedSheet
from generator.units import length_name, mm, parse_length

if TYPE_CHECKING:
    from generator.products.print_pack import PrintPack

MOST_MARGIN = 100  # millimetres
MOST_INK = 280  # default limit of the four inks together on one spot, in percent
USUAL_SLEEVE = "usual"


@partial(ValueReader, "one length, or four", {"type": "string"})
def _read_margins(node: Node, _faults: list[Diagnostic]) -> Insets:
    """Read one length for all sides, or four: top, right, bottom, left."""
    sides = [parse_length(part) for part in str(node.value).split()]
    if len(sides) not in (1, 4) or not all(0 <= side <= mm(MOST_MARGIN) for side in sides):
        expected = f"one length, or four (top right bottom left), of 0 to {MOST_MARGIN}mm each"
        raise ValueError(f"expected {expected}, found {node.value!r}")
    return Insets(*(sides * 4 if len(sides) == 1 else sides))


Bleed = Annotated[Length, NumberBounds(0, mm(6), unit="mm")]
Gap = Annotated[Length, NumberBounds(0, mm(30), unit="mm")]
MarkDistance = Annotated[Length, NumberBounds(0, mm(10), unit="mm")]
MarkLength = Annotated[Length, NumberBounds(0, mm(20), unit="mm")]
CornerRadius = Annotated[Length, NumberBounds(0, mm(15), unit="mm")]
Thickness = Annotated[Length, NumberBounds(0, mm(5), unit="mm")]
Margins = Annotated[Insets, _read_margins, NumberBounds(0, mm(MOST_MARGIN), unit="mm")]
NamedSize = str | Size

# options of several requests
LANGUAGE = partial(
    option,
    "",
    "Language: en, pl, cs, or another that the game has words in (default: your computer's).",
    metavar="LANGUAGE",
    names="languages",
)
PAPER = partial(
    option,
    "",
    "Paper: a4, letter, a3, legal, tabloid, a5 (two sheets on an A4) or WxH, such as 210x297mm.",
    metavar="PAPER",
    names="papers",
    default_text="a4, or letter if your country uses it",
)
SIZE = partial(
    option,
    "",
    "Size of all cards: a name, or WxH such as 63x88mm (default: each deck has its own size).",
    metavar="SIZE",
    names="sizes",
)
SLEEVES = partial(
    option,
    "",
    "Make boxes for cards in sleeves of this outer size (without a size: 3mm more than a card).",
    metavar="[WxH]",
)
DUPLEX = partial(option, "long-edge", "How backs are printed: flipped on an edge, folded and glued, or not at all.")
RULER = partial(option, True, "Print a ruler and the page number.", "--ruler/--no-ruler")
TWO_FILES = partial(option, False, "Write fronts and backs as NAME-fronts.pdf and NAME-backs.pdf.")


@spec
class PaperOptions:
    """The paper, by its name or its size, its white edges, and a measured printer.

    Without a `paper`, a sheet that declares its own paper is printed on that, and everything else on the `usual` one.
    """

    paper: NamedSize = PAPER()
    margins: Margins | None = option(
        None,
        "Margin: one length, or four: top right bottom left (default: 5mm around cards, 7mm around other pages).",
        "--margin",
        "LENGTHS",
    )
    printer: str = option("", "A printer that `scrawl calibrate` measured.", names="printers")
    printers: FilePath | None = option(
        None, "File of measured printers (default: in your configuration folder).", file="any"
    )
    usual: NamedSize = field(default_factory=usual_paper)

    @property
    def edges(self) -> Insets:
        """The margins of all pages that are not sheets of cards."""
        return self.margins or EDGES

    def size(self, catalogue: GameCatalogue) -> Size:
        """Return the size of the pages; raises InvalidInput for an unknown paper."""
        return page_size(catalogue, self.paper or self.usual)

    def profile(self, catalogue: GameCatalogue) -> PrinterProfile | None:
        """Return what was measured of the printer with this paper; raises InvalidInput for an unknown printer."""
        if not self.printer:
            return None
        from generator.storage.printer_profiles import default_path, find_printer, read_printers

        measured = read_printers(self.printers or default_path())
        return find_printer(measured, self.printer, self.size(catalogue)).profile


@spec
class CardSheetOptions:
    """How cards are arranged on sheets."""

    size: NamedSize = SIZE()
    duplex: Duplex = DUPLEX()
    bleed: Bleed = option(0.0, "How far the art goes past the cut, 0 to 6mm.")
    gap: Gap | None = option(
        None,
        "Gap between cards (default: none, or twice the bleed). With 0mm, only outer edges have a bleed.",
    )
    marks: bool = option(True, "Print crop marks.", "--marks/--no-marks")
    strip: bool = RULER()
    mark_distance: MarkDistance = option(mm(1), "Distance from the bleed to a mark.")
    mark_length: MarkLength = option(mm(3.5), "Length of a mark.")
    mark_sides: MarkSides = option("both", "Sides with crop marks.")
    corner_radius: CornerRadius = option(0.0, "Radius of a guide for round corners.")
    two_files: bool = TWO_FILES()


@spec
class SheetOptions:
    """How sheets that players mark are printed: one for each of `maps` (None: a blank map).

    `sheet` is the name of the sheet ("": the first), `pencilled` are marks of players to draw.
    """

    maps: tuple[str | None, ...] = option(
        (), "Dungeon to draw on the sheets: a name or a file; repeatable.", "--dungeon", names="dungeons"
    )
    copies: Annotated[int, NumberBounds(1, 1000)] = option(1, "Number of copies of each sheet.")
    mode: str = option("", "Mode of the sheet, if it has several (default: the usual one).", names="modes")
    players: tuple[str, ...] = option((), "Print a name on a sheet; repeatable.", "--player", "NAME")
    sheet: str = ""
    pencilled: tuple[MarkedSheet, ...] = ()

    @property
    def drawn(self) -> tuple[str | None, ...]:
        """The maps of the sheets, None for a blank one."""
        return self.maps or (None,)


@spec
class CardTable:
    """A foreign table that is printed as cards, or becomes a deck."""

    table: FilePath | None = option(
        None,
        "Table of cards: CSV, TSV, XLSX, ODS, a list in JSON, - for a pasted one, or a folder of pictures.",
        "--from",
        "FILE",
        file="table",
    )
    sheet_name: str = option(
        "", "Sheet of the workbook, or list of the JSON file (default: the first).", "--sheet", "NAME", on_pages=False
    )
    headings: Literal["yes", "no"] | None = option(
        None, "Whether the first row has headings (default: judged by the cells).", on_pages=False
    )
    title_column: str = option(
        "", "Column of the titles (default: judged by the headings).", "--title", "COLUMN", on_pages=False
    )
    fonts: tuple[FilePath, ...] = option(
        (), "Font for characters that our fonts lack; repeatable.", "--font", file="existing"
    )

    def faults(self, copies: int | str = 1) -> Iterator[Diagnostic]:
        """Yield a fault if there is no table for its options; `copies` may be the heading of its column."""
        needs_table = self.fonts or self.sheet_name or self.headings or self.title_column or isinstance(copies, str)
        if self.table is None and needs_table:
            message = "--sheet, --headings, --title, --font and a column in --copies need --from FILE"
            yield Diagnostic("S004", message, bare_place("--from"))


@spec
class GameRequest:
    """What all requests have: a game in an edition. `example` is a command line."""

    example = ""

    edition: str = option(
        "", "Edition: ink-saver, colour-blind, large-print, dry-erase, or your own.", names="editions"
    )
    game: str = option(
        "",
        "Name of the game (default: your own game, or the first built-in one).",
        names="games",
        on_pages=False,
    )
    home: FilePath | None = option(
        None,
        "Folder with your own cards/ and layouts/ (default: the current one, or the nearest above that has them).",
        file="folder",
    )


@spec
class PrintRequest(GameRequest):
    """What all prints have: a game in a language, on a paper."""

    lang: str = LANGUAGE()
    on: PaperOptions = field(default_factory=PaperOptions)


def two_file_faults(duplex: Duplex, *, two_files: bool) -> Iterator[Diagnostic]:
    """Yield a fault if backs are wanted in a second file, but `duplex` does not print backs on separate pages."""
    if two_files and duplex in ("fold", "off"):
        message = f"--two-files needs backs on pages of their own, not --duplex {duplex}"
        yield Diagnostic("S007", message, bare_place("--two-files"))


@spec
class CardSheetsRequest(PrintRequest):
    """What all prints with sheets of cards have."""

    cards: CardSheetOptions = field(default_factory=CardSheetOptions)

    def faults(self) -> Iterator[Diagnostic]:
        """Yield the faults of options that exclude one another."""
        yield from two_file_faults(self.cards.duplex, two_files=self.cards.two_files)

    def settings(self, pack: "PrintPack") -> ImpositionSettings:
        """Return the settings for sheets of cards; raises InvalidInput for an unknown paper or size."""
        same = {name: getattr(self.cards, name) for name in ImpositionSettings._fields[3:]}
        paper, card = self.on.size(pack.catalogue), card_size(pack, self.cards.size)
        settings = ImpositionSettings(paper, card, **same)
        return settings if self.on.margins is None else settings._replace(margins=self.on.margins)


@spec
class KitRequest(CardSheetsRequest):
    """Print everything one table needs, with an instruction page, into a folder; `--game all` prints every game."""

    example = "scrawl print kit --lang pl --paper a4 -o my-kit"

    mixed: bool = option(False, "Print all decks in one file, and let them share pages, to save paper.")
    extras: bool = option(False, "Also print the extras of the game, such as counters and boxes.")
    sleeves: str = SLEEVES()
    sheets: SheetOptions = field(default_factory=SheetOptions)

    def piece_rules(self, pack: "PrintPack") -> PieceSheetRules:
        """Return the rules for sheets of pieces: those for cards, but with the margins of pages."""
        settings = self.settings(pack)
        sleeve = sleeve_size(pack, self.sleeves, settings.card)
        guides: Guides = "auto" if settings.marks else "none"
        return PieceSheetRules(settings._replace(margins=self.on.edges, gap=None), guides, sleeve=sleeve)


@spec
class SheetsRequest(PrintRequest):
    """Print the game's sheet (or the SHEET of that name), blank or with maps already drawn."""

    example = "scrawl print sheets --dungeon a --copies 4 -o sheets.pdf"

    sheet: str = option("", "", "[SHEET]", names="sheets")
    sheets: SheetOptions = field(default_factory=SheetOptions)
    fillable: bool = option(False, "Add boxes to fill in on a screen; `scrawl score` reads them.")
    record: FilePath | None = option(None, "Print the sheets of a recorded game, with all marks.", file="existing")

    def faults(self) -> Iterator[Diagnostic]:
        """Yield a fault if a record and options contradict each other."""
        if self.record is not None and (self.fillable or self.sheets.maps or self.sheets.players):
            message = "--record says whose sheets they are, without --fillable, --dungeon and --player"
            yield Diagnostic("S007", message, bare_place("--record"))


@spec
class CardsRequest(CardSheetsRequest):
    """Print decks of cards with backs, or only some of their cards; or any table as cards, for a first look."""

    example = "scrawl print cards --from deck.csv -o cards.pdf"

    source: CardTable = field(default_factory=CardTable)
    decks: tuple[str, ...] = option((), "Deck to print; repeatable (default: all).", "--deck", names="decks")
    only: tuple[str, ...] = option(
        (),
        "Print only this card: its key, or its number in the deck; repeatable (default: all).",
        "--card",
        "KEY|N|N-M",
    )
    copies: Annotated[int, NumberBounds(1, 1000)] | str = option(
        1,
        "Copies of each card (1); with --from also the column of the copies, or none.  [1<=x<=1000]",
        metavar="N|COLUMN|NONE",
    )
    is_mixed: bool = option(False, "Let decks share pages, to save paper.", "--mixed")

    def faults(self) -> Iterator[Diagnostic]:
        """Yield the faults of options that exclude or need one another."""
        yield from self.source.faults(self.copies)
        yield from CardSheetsRequest.faults(self)


@spec
class PiecesRequest(PrintRequest):
    """Print counters, tiles, standees and other pieces: the named ones, or all. They share pages."""

    example = "scrawl print pieces counters --paper letter -o counters.pdf"

    names: tuple[str, ...] = option((), "", "[PIECE]...", names="pieces")
    size: NamedSize = SIZE()
    sleeves: str = SLEEVES()
    thickness: Thickness | None = option(
        None,
        "Thickness of a card, for boxes (default: 0.6mm in sleeves, else by the game's weight of paper).",
        "--card-thickness",
    )
    duplex: Duplex = DUPLEX()
    bleed: Bleed = option(0.0, "How far the art goes past the cut, 0 to 6mm.")
    gap: Gap | None = option(None, "Gap between pieces (default: enough for scissors).")
    guides: Guides = option(
        "auto",
        "How cuts are marked: outlines for scissors and punches, ticks at the edges for a blade; auto chooses.",
    )
    strip: bool = RULER()
    two_files: bool = TWO_FILES()

    def faults(self) -> Iterator[Diagnostic]:
        """Yield the faults of options that exclude one another."""
        yield from two_file_faults(self.duplex, two_files=self.two_files)

    def rules(self, pack: "PrintPack") -> PieceSheetRules:
        """Return the rules for sheets of pieces; raises InvalidInput for an unknown paper or size."""
        paper, card = self.on.size(pack.catalogue), card_size(pack, self.size)
        same = {name: getattr(self, name) for name in ("gap", "bleed", "duplex", "strip")}
        settings = ImpositionSettings(paper, card, self.on.edges, **same)
        return PieceSheetRules(settings, self.guides, self.thickness, sleeve_size(pack, self.sleeves, card))


@spec
class PagesRequest(PrintRequest):
    """Print single pages of a game: help, a score pad; `specimen` for letters, `signs` and `pictures` with names."""

    example = "scrawl print page help --lang cs -o help.pdf"

    names: tuple[str, ...] = option(MISSING, "", "PAGE...", names="pages")


@spec
class DungeonCardRequest(CardSheetsRequest):
    """Print the dungeon card and the cards it names, fronts and backs."""

    example = "scrawl dungeon card crypt.yaml -o crypt-cards.pdf"

    name: str = option(MISSING, "", "ID|FILE", names="dungeons")


@spec
class ExportRequest(GameRequest):
    """What all exports have: decks and kinds of pieces of a game in a language."""

    decks: tuple[str, ...] = option((), "Deck to write; repeatable (default: all).", "--deck", names="decks")
    pieces: tuple[str, ...] = option(
        (), "Kind of piece to write; repeatable. Without --deck, no decks are written.", "--piece", names="pieces"
    )
    lang: str = LANGUAGE()


@spec
class SvgRequest(ExportRequest):
    """Write every face of cards and pieces as an SVG, with letters as outlines."""

    example = "scrawl export svg --pages -o pictures"

    size: NamedSize = SIZE()
    bleed: Bleed = option(0.0, "How far the art goes past the cut.")
    pages: bool = option(False, "Also write the sheets and pages of the game.")


@spec
class PngRequest(SvgRequest):
    """Write every face of cards and pieces as a PNG."""

    example = "scrawl export png --dpi 300 -o pictures"

    dpi: Annotated[float, NumberBounds(36, 1200)] = option(300.0, "Dots per inch.")


@spec
class ShopRequest(ExportRequest):
    """Write files for a print shop."""

    example = "scrawl export shop game-crafter -o upload"

    name: str = option(MISSING, "", "SHOP", names="shops")


@spec
class PressRequest(ExportRequest):
    """Write PDF/X-4 for a printing house: a file for each deck and piece, in four inks, with trim and bleed boxes."""

    example = "scrawl export press --bleed 2mm -o press"

    size: NamedSize = SIZE()
    bleed: Bleed = option(mm(3), "How far the art goes past the cut, 0 to 6mm.")
    pages: bool = option(False, "Also write the sheets and pages of the game, as large as the paper.")
    paper: NamedSize = PAPER()
    profile: FilePath | None = option(
        None, "ICC profile of the press (default: SWOP coated, which is built in).", file="existing"
    )
    condition: str = option("", "What the profile is registered as, such as FOGRA39.", metavar="NAME", on_pages=False)
    most_ink: Annotated[int, NumberBounds(150, 400)] = option(
        MOST_INK, "Most ink on one spot, in percent of the four inks together."
    )

    def faults(self) -> Iterator[Diagnostic]:
        """Yield a fault if there is a name for a profile, but no profile."""
        if self.condition and self.profile is None:
            yield Diagnostic("S004", "--condition names the --profile of another press", bare_place("--condition"))


@spec
class TtsRequest(ExportRequest):
    """Write deck sheets, pieces in bags, and a saved object for Tabletop Simulator."""

    example = "scrawl export tts -o tts"

    address: str = option("", "Web address of the folder with the pictures (default: the output folder, as file:///).")


@spec
class ScreentopRequest(ExportRequest):
    """Write deck sheets and pieces for Screentop.gg, with columns and rows in the names."""

    example = "scrawl export screentop -o screentop"


@spec
class TabletopiaRequest(ExportRequest):
    """Write a picture of every face of cards and pieces for Tabletopia."""

    example = "scrawl export tabletopia -o tabletopia"


Request = PrintRequest | ExportRequest
PRINTS: dict[str, type[PrintRequest]] = {
    "kit": KitRequest,
    "sheets": SheetsRequest,
    "cards": CardsRequest,
    "pieces": PiecesRequest,
    "page": PagesRequest,
}
EXPORTS: dict[str, type[ExportRequest]] = {
    "png": PngRequest,
    "svg": SvgRequest,
    "shop": ShopRequest,
    "press": PressRequest,
    "tts": TtsRequest,
    "screentop": ScreentopRequest,
    "tabletopia": TabletopiaRequest,
}


def open_in_language(catalogue: GameCatalogue, game: str, lang: str | None, edition: str | None = None) -> "PrintPack":
    """Return the pack of a game in a language as people name it, or in the usual one; raises InvalidInput."""
    from generator.game.manifest import read_manifest
    from generator.game.words import chosen_language, languages_of
    from generator.products.print_pack import open_pack

    read_manifest(catalogue, game)
    languages = languages_of(catalogue, game)
    return open_pack(catalogue, game, chosen_language(catalogue, lang, languages) if languages else "", edition or None)


def card_size(pack: "PrintPack", size: str | Size) -> Size:
    """Return the size of a card by name or as WxH, enlarged like the edition; NO_CARD if none is given."""
    if not size:
        return NO_CARD
    card = read_card_size(pack.catalogue, size) if isinstance(size, str) else size
    return Size(card.width * pack.scale, card.height * pack.scale)


def sleeve_size(pack: "PrintPack", sleeves: str, card: Size) -> Size | None:
    """Return by how much a sleeve is larger than a card, in points; None if cards have no sleeves.

    `sleeves` is the outer size of a sleeve, or "usual". Raises InvalidRequest if a card does not fit into the sleeve.
    """
    from generator.products.cards import largest_size

    if not sleeves:
        return None
    if sleeves == USUAL_SLEEVE:
        return Size(mm(3), mm(3))
    sleeve = read_card_size(pack.catalogue, sleeves, "--sleeves")
    decks = tuple(pack.manifest.decks)
    card = largest_size(pack, decks, card)
    if card.width > card.height:
        sleeve = Size(max(sleeve), min(sleeve))
    excess = Size(sleeve.width - card.width, sleeve.height - card.height)
    if min(excess) < 0 and decks:
        card_text = " x ".join(map(length_name, card))
        message = f"--sleeves: cards of {card_text} do not go into sleeves of {sleeves}"
        raise InvalidRequest([Diagnostic("P002", message, bare_place("--sleeves"))])
    return excess
