"""Print shops and virtual tabletops as data: layouts/common/shops.yaml."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation, bare_place, need_known, refuse
from generator.geometry import Size
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import Length, NumberBounds, structure
from generator.units import mm

CardSide = Annotated[Length, NumberBounds(mm(20), mm(300), unit="mm")]
Margin = Annotated[Length, NumberBounds(0, mm(20), unit="mm")]
Dpi = Annotated[int, NumberBounds(36, 1200)]
Pixels = Annotated[int, NumberBounds(36, 20_000)]


@dataclass(frozen=True, kw_only=True)
class PrintShopSpec:
    """What a print shop requires: size and bleed of cards in points, pictures or PDF pages, colours."""

    place: SourceLocation
    title: str
    form: Literal["png", "pdf"]
    width: CardSide
    height: CardSide
    bleed: Margin
    safe: Margin
    dpi: Dpi = 300
    pixels: tuple[Pixels, ...] = ()
    color: Literal["rgb", "cmyk"] = "rgb"
    most_ink: Annotated[int, NumberBounds(150, 400)] = 280
    order: Literal["front-first", "back-first"] = "front-first"
    source: str

    @property
    def card(self) -> Size:
        return Size(self.width, self.height)


@dataclass(frozen=True, kw_only=True)
class VirtualTabletopSpec:
    """What a virtual tabletop takes: pictures of many cards in a grid, or a picture per face."""

    place: SourceLocation
    title: str
    form: Literal["sheets", "cards"]
    columns: Annotated[int, NumberBounds(1, 100)] = 10
    rows: Annotated[int, NumberBounds(1, 100)] = 7
    most_cards: Annotated[int, NumberBounds(1, 1000)] = 69
    most_pixels: Pixels = 4096
    dpi: Dpi = 300
    source: str


@dataclass(frozen=True, kw_only=True)
class PrintShopListSpec:
    """The file of print shops and virtual tabletops."""

    shops: dict[str, PrintShopSpec] = field(default_factory=dict)
    tables: dict[str, VirtualTabletopSpec] = field(default_factory=dict)


def read_shops(catalogue: GameCatalogue) -> PrintShopListSpec:
    """Return all shops and tabletops; the user's override built-in ones of the same name. Raises InvalidInput."""
    shops: dict[str, PrintShopSpec] = {}
    tables: dict[str, VirtualTabletopSpec] = {}
    for path in catalogue.find_all("layouts/common/shops.yaml"):
        file = structure(catalogue.read(path), PrintShopListSpec, "shops.yaml")
        wrong = [shop for shop in file.shops.values() if len(shop.pixels) not in (0, 2)]
        if wrong:
            raise refuse("S003", "pixels are two numbers: width and height", wrong[0].place, "pixels: [825, 1125]")
        shops |= file.shops
        tables |= file.tables
    return PrintShopListSpec(shops=shops, tables=tables)


def find_shop(catalogue: GameCatalogue, name: str) -> PrintShopSpec:
    """Return a shop by its id; raises InvalidInput with a similar id as a hint."""
    shops = read_shops(catalogue).shops
    need_known(name, shops, "C002", f"there is no shop {name!r}", bare_place("SHOP"))
    return shops[name]
