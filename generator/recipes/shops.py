"""Print shops and tables on screen as data: layouts/common/shops.yaml."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean, unlined
from generator.geometry import Size
from generator.reading.catalogue import Catalogue
from generator.reading.structure import Length, Within, structure


@dataclass(frozen=True, kw_only=True)
class Shop:
    """What a shop asks: the cut card and its bleed in points, pictures or pages, which inks."""

    place: Place
    title: str
    form: Literal["png", "pdf"]
    width: Length
    height: Length
    bleed: Length
    safe: Length
    dpi: int = 300
    pixels: tuple[int, ...] = ()
    color: Literal["rgb", "cmyk"] = "rgb"
    most_ink: Annotated[int, Within(150, 400)] = 300
    order: Literal["front-first", "back-first"] = "front-first"
    source: str

    @property
    def card(self) -> Size:
        return Size(self.width, self.height)


@dataclass(frozen=True, kw_only=True)
class ScreenTable:
    """What a table on screen takes: sheets of cards in one picture, or a picture for each face."""

    title: str
    form: Literal["sheets", "cards"]
    columns: int = 10
    rows: int = 7
    most_cards: int = 69
    most_pixels: int = 4096
    dpi: int = 300
    source: str


@dataclass(frozen=True, kw_only=True)
class ShopsFile:
    """The file of shops and tables."""

    shops: dict[str, Shop] = field(default_factory=dict)
    tables: dict[str, ScreenTable] = field(default_factory=dict)


def read_shops(catalogue: Catalogue) -> ShopsFile:
    """Return all shops and tables; raises InvalidInput."""
    path = catalogue.need("layouts/common/shops.yaml")
    return structure(catalogue.read(path), ShopsFile, "shops.yaml")


def find_shop(catalogue: Catalogue, name: str) -> Shop:
    """Return a shop by its id; raises InvalidInput that names the nearest."""
    known = read_shops(catalogue).shops
    if name not in known:
        hint = f"{did_you_mean(name, known)}; there are {', '.join(known)}"
        raise InvalidInput([Diagnostic("P030", f"there is no shop {name!r}", unlined("SHOP"), hint)])
    return known[name]
