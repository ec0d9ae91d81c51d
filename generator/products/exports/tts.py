"""A saved object for Tabletop Simulator with all decks, sheets and pieces, and the pictures that it shows."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from generator.draw.raster import check_pixels, pictures, png_bytes
from generator.geometry import Size
from generator.imposition.gang import PieceBatch, PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.layout.binding import Scope, UnknownPlaceholderPath, fill
from generator.products.cards import card_values, records
from generator.products.exports.card_files import (
    DeckToExport,
    deck_sheets,
    face_pdf,
    named_pieces,
    pictures_of,
    png_files,
)
from generator.products.exports.shops import VirtualTabletopSpec
from generator.products.print_pack import PrintPack
from generator.products.sheets import own_paper, sheet_face, sheet_size, sheet_title
from generator.reading.yaml_nodes import plain, read_yaml
from generator.units import mm

TEMPLATES = Path(__file__).with_suffix(".yaml")
SHEET = Size(mm(200), mm(281))
TILE = mm(56)  # width of a tile with scale 1
PIECE_DPI = 200.0


def tts_files(
    pack: PrintPack, decks: list[DeckToExport], pieces: Sequence[str], table: VirtualTabletopSpec, address: str
) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content): pictures, then the saved object, which refers to them by URLs below `address`."""
    objects: list[dict[str, Any]] = []
    number = 0
    for at, deck in enumerate(decks):
        fronts = list(deck_sheets(pack, deck, table))
        backs = list(deck_sheets(pack, deck, table, backs=True)) if len(deck.backs) > 1 else []
        has_one_back = len(deck.backs) == 1
        for sheet in (*fronts, *backs):
            yield f"{sheet.name}.png", sheet.picture
        if has_one_back:
            frame = deck.backs[0].frame
            pixels = Size(750, round(750 * frame.size.height / frame.size.width))
            picture = next(iter(pictures(face_pdf(pack, [frame], deck.title), 72.0, pixels=pixels)))
            yield f"{deck.deck}-back.png", png_bytes(picture, 72.0)
        sources: dict[str, Any] = {}
        numbers: list[int] = []
        for sheet_at, sheet in enumerate(fronts):
            number += 1
            back = backs[sheet_at].name if backs else f"{deck.deck}-back" if has_one_back else sheet.name
            sources[str(number)] = {
                "FaceURL": f"{address}{sheet.name}.png",
                "BackURL": f"{address}{back}.png",
                "NumWidth": sheet.columns,
                "NumHeight": sheet.rows,
                "BackIsHidden": True,  # other players see the back of cards in a hand
                "UniqueBack": bool(backs),
                "Type": 0,
            }
            numbers += [number * 100 + place for place in range(sheet.count)]
        titles = card_names(pack, deck)
        lying = bool(deck.fronts) and deck.fronts[0].frame.size.width > deck.fronts[0].frame.size.height
        x = 4.0 * at - 2.0 * len(decks) + 2
        objects.append(deck_object(deck.title, titles, numbers, sources, x=x, lying=lying))
    for sheet_name in pack.manifest.sheets:
        file = f"{sheet_name.replace('_', '-')}.png"
        size = sheet_size(pack, sheet_name, SHEET) if own_paper(pack, sheet_name) else SHEET
        pdf = face_pdf(pack, [sheet_face(pack, size, sheet=sheet_name)], pack.game.id)
        yield file, png_bytes(next(iter(pictures(pdf, 200.0))), 200.0)
        title = sheet_title(pack, sheet_name)
        board = _object("Custom_Tile", title, title, 0.0, z=8.0, scale=3.0, face_up=True)
        image = {**_template("image"), "ImageURL": f"{address}{file}", "CustomTile": _template("tile")}
        objects.append({**board, "CustomImage": image})
    yield from piece_files(pack, pieces, address, objects)
    saved = {**_template("save"), "SaveName": pack.title, "ObjectStates": objects}
    yield f"{pack.game.id}.json", (json.dumps(saved, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def card_names(pack: PrintPack, deck: DeckToExport) -> list[str]:
    """Return the names of a deck's cards: `name` or `title` as layouts show them, else the key."""
    name_by_key: dict[str, str] = {}
    for card in records(pack, deck.deck):
        scope = Scope(card_values(pack, deck.deck, card))
        with suppress(UnknownPlaceholderPath):  # of a name that no layout shows
            name_by_key[card.key] = fill("{name?}", scope) or fill("{title?}", scope)
    return [name_by_key.get(key) or key for key in deck.keys]


def piece_files(
    pack: PrintPack, pieces: Sequence[str], address: str, objects: list[dict[str, Any]]
) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of pieces that are not folded, and append a bag of each kind to `objects`."""
    named = named_pieces(pack, pieces, PieceSheetRules(ImpositionSettings(SHEET)))
    faces = pictures_of(named)
    names = {id(face.frame): face.name for face in faces}
    check_pixels([face.frame.size for face in faces], PIECE_DPI, pack.manifest.place, "leave large pieces out")
    yield from png_files(pack, faces, PIECE_DPI)
    for at, (kind, deck) in enumerate(named):
        tiles = []
        for number, (front, back) in enumerate(deck.cards, 1):
            addresses = [f"{address}{names[id(face.frame)]}.png" for face in (front, back or front)]
            tiles.append(piece_object(kind, deck.title, f"{deck.deck}/{number}", addresses))
        x = 3.0 * at - 1.5 * len(pieces) + 1.5
        bag = _object("Bag", deck.title, f"bag of {deck.title}", x, z=-8.0, face_up=True)
        objects.append({**bag, "ContainedObjects": tiles})


def deck_object(
    title: str, names: list[str], numbers: list[int], sources: dict[str, Any], *, x: float, lying: bool
) -> dict[str, Any]:
    """Return a saved deck, or a saved card if there is only one; `numbers` are 100 * sheet + index on the sheet.

    `lying` is for cards wider than high: it makes hands and the close-up view show them in landscape.
    """
    cards = [
        {
            **_object("Card", name, f"{title}/{at}/{name}", x),
            "CardID": number,
            "SidewaysCard": lying,
            "CustomDeck": {str(number // 100): sources[str(number // 100)]},
        }
        for at, (name, number) in enumerate(zip(names, numbers, strict=True))
    ]
    if len(cards) == 1:
        return cards[0]
    return {
        **_object("DeckCustom", title, title, x),
        "SidewaysCard": lying,
        "DeckIDs": numbers,
        "CustomDeck": sources,
        "ContainedObjects": cards,
    }


def piece_object(kind: PieceBatch, title: str, seed: str, addresses: Sequence[str]) -> dict[str, Any]:
    """Return a saved flat piece, cut along its picture if it has an outline; `addresses` are those of both sides."""
    form, scale = kind.form, round(kind.size.width / TILE, 3)
    image = {**_template("image"), "ImageURL": addresses[0], "ImageSecondaryURL": addresses[1]}
    if form.outline is not None and form.interlocks == "not":
        name, custom = "Custom_Token", {"CustomToken": _template("token")}
    else:
        shape = 2 if form.kind == "ellipse" else 1 if form.outline else 3 if form.radius else 0
        name, custom = "Custom_Tile", {"CustomTile": {**_template("tile"), "Type": shape}}
    return {**_object(name, title, seed, 0.0, scale=scale, face_up=True), "CustomImage": {**image, **custom}}


def _object(
    kind: str, title: str, seed: str, x: float, z: float = 0.0, scale: float = 1.0, *, face_up: bool = False
) -> dict[str, Any]:
    template, guid = _template("object"), hashlib.sha256(seed.encode("utf-8")).hexdigest()[:6]
    transform = {**template["Transform"], "posX": round(x, 3), "posZ": z, "scaleX": scale, "scaleZ": scale}
    if face_up:
        transform["rotZ"] = 0.0
    return {**template, "GUID": guid, "Name": kind, "Transform": transform, "Nickname": title}


@cache
def _template(name: str) -> dict[str, Any]:
    return dict(plain(read_yaml(TEMPLATES, TEMPLATES.name))[name])
