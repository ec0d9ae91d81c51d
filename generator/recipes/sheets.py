"""Player sheets and single pages: layout + words + map -> frames that fill the printable part of a paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.frame import Content, Frame, GroupItem, Item
from generator.geometry import Insets, Rect, Size, shift
from generator.layout.checks import small_type
from generator.recipes.cards import text_setter
from generator.recipes.dungeons import blank_values, dungeon_values, map_rules, open_dungeon
from generator.recipes.pack import Pack
from generator.sheets.marks import FOLD, line, ruler_strip
from generator.units import mm

MARGIN = mm(5)
LARGER_PAPER = "print on larger paper, such as --paper a3, or draw fewer rooms"
PICTURE_KINDS = {  # by the first word of a picture's name; all others are signs
    "emblem": "emblems",
    "vignette": "vignettes",
    "frame": "frames",
    "rays": "frames",
    "corner": "frames",
    "floor": "textures",
}
LARGE_PAPER = mm(270)  # paper as wide as this holds a large print on one page
STRIP = mm(6)


@dataclass(frozen=True)
class SheetOrder:
    """What sheets to print: dungeons baked in (None = the blank base map), copies of each, a mode, player names."""

    dungeons: tuple[str | None, ...] = (None,)
    copies: int = 1
    mode: str = "standard"
    players: tuple[str, ...] = ()


def printable(page: Size) -> Rect:
    """Return the part of a page that a face may fill: inside the margin, above the ruler strip."""
    margins = Insets(MARGIN, MARGIN, MARGIN + STRIP, MARGIN)
    return Rect(0, 0, *page).inset(margins)


def player_sheet(pack: Pack, order: SheetOrder, page: Size) -> Iterator[Frame]:
    """Yield the player sheets of an order, one per page."""
    for name in order.dungeons:
        for player in order.players or ("",):
            content = sheet_face(pack, face_size(pack, page), name, order.mode, player).content()
            pages = list(on_paper(pack, content, page, str(pack.words["game"]["player_sheet"])))
            for _ in range(1 if order.players else order.copies):
                yield from pages


def sheet_face(pack: Pack, size: Size, dungeon: str | None, mode: str, player: str = "") -> Frame:
    """Lay one player sheet out."""
    entry = pack.manifest.sheets["player_sheet"]
    values = {
        **pack.values,
        **track_values(pack),
        "mode": mode,
        "player": player,
        "baked": False,
        "first_game": mode == "first-game",
    }
    if dungeon is None:
        values |= blank_values(pack, entry.map)
    else:
        values |= dungeon_values(pack, open_dungeon(pack, dungeon))
    return pack.face(entry.layout, values, size, f"player sheet{f' {dungeon!r}' if dungeon else ''}")


def track_values(pack: Pack) -> dict[str, Any]:
    """Return the tracks as lists of boxes: what each is worth, and what it brings at once."""
    tracks, rounds = pack.values["tracks"], pack.values["rounds"]
    thresholds = {step["at"]: step["glory"] for step in tracks["damage"]}
    rewards = {int(at): reward for at, reward in tracks["gem_rewards"].items()}
    per_row = rounds["potions_per_row"]
    fights = [(kind, each.beaten_by) for kind, each in map_rules(pack).monsters.items()]
    return {
        "damage_column": [{"glory": thresholds.get(at)} for at in range(1, tracks["damage_length"] + 1)],
        "monster_steps": [{"glory": glory} for glory in tracks["monsters"][1:]],
        "gem_steps": [{"glory": g, "reward": rewards.get(at)} for at, g in enumerate(tracks["gems"]) if at],
        "potion_rows": [
            {"numbers": list(range(row * per_row + 1, (row + 1) * per_row + 1)), "reward": reward}
            for row, reward in enumerate(tracks["potion_row_rewards"])
        ],
        "fights": [{"monster": monster, "hero": hero} for monster, hero in fights],
        "prefilled": {str(at + 1): at < len(rounds["heroes"]) for at in range(rounds["health"])},
    }


def page_face(pack: Pack, name: str, size: Size, more: Mapping[str, Any] | None = None) -> Frame:
    """Lay one of the game's pages out: instructions, help, dice, score pad."""
    values = {**pack.values, **track_values(pack), **(more or {}), "pictures": picture_names(pack)}
    return pack.face(pack.manifest.pages[name].layout, values, size, f"page {name!r}")


def picture_names(pack: Pack) -> dict[str, list[str]]:
    """Return the names of all icons: signs, emblems, vignettes, and frames (what stands around others)."""
    found: dict[str, list[str]] = {"signs": [], "emblems": [], "vignettes": [], "frames": []}
    for name in pack.icons.names():
        kind = PICTURE_KINDS.get(name.partition("_")[0], "signs")
        if kind in found:
            found[kind].append(name)
    return found


def face_size(pack: Pack, page: Size) -> Size:
    """Return the size that a full-page face is laid out for: smaller than the paper where an edition enlarges it."""
    area = printable(page)
    if pack.scale == 1 or page.width < LARGE_PAPER:
        return Size(area.width, area.height)
    return Size(area.width / pack.scale, area.height / pack.scale)


def on_paper(pack: Pack, content: Content, page: Size, caption: str) -> Iterator[Frame]:
    """Yield the page of a face, or the two pages that a large print of it is glued together from."""
    pack.faults += small_type(content, pack.scale, LARGER_PAPER)
    if pack.scale == 1:
        yield on_page(pack, content, page, caption)
    elif page.width >= LARGE_PAPER:
        size = Size(content.size.width * pack.scale, content.size.height * pack.scale)
        grown = GroupItem(content, (pack.scale, 0, 0, pack.scale, 0, 0))
        yield on_page(pack, Content(size, (grown,), content.name), page, caption)
    else:
        yield from _halves(pack, content, page, caption)


def _halves(pack: Pack, content: Content, page: Size, caption: str) -> Iterator[Frame]:
    """Yield two lying pages with the upper and the lower half; the edge between them is cut and glued."""
    wide = Size(page.height, page.width)
    area = printable(wide)
    scale = min(pack.scale, area.width / content.size.width, 2 * (area.height - mm(2)) / content.size.height)
    half = content.size.height * scale / 2
    left = area.x + (area.width - content.size.width * scale) / 2
    for at, top in enumerate((area.bottom - mm(2) - half, area.y)):
        box = Rect(0, at * content.size.height / 2, content.size.width, content.size.height / 2)
        items: list[Item] = [GroupItem(content, (scale, 0, 0, scale, left, top - at * half), box)]
        edge = top if at else top + half
        for x in (area.x - MARGIN + mm(1), wide.width - mm(4)):
            items.append(line(x, edge, x + mm(3), edge, FOLD))
        yield Frame(wide, (*items, *strip_items(pack, wide, f"{caption} · {at + 1}/2")), "sheet")


def on_page(pack: Pack, content: Content, page: Size, caption: str) -> Frame:
    """Return a page with a face in its printable part and the ruler strip below."""
    area = printable(page)
    items: list[Item] = [GroupItem(content, shift(area.x, area.y))]
    items += strip_items(pack, page, caption)
    return Frame(page, tuple(items), "sheet")


def strip_items(pack: Pack, page: Size, caption: str) -> list[Item]:
    """Return the ruler strip at the foot of a page."""
    area = Rect(MARGIN, page.height - MARGIN - STRIP, page.width - 2 * MARGIN, STRIP)
    return ruler_strip(area, pack.words["marks"], caption, text_setter(pack))


def two_up(pack: Pack, faces: Sequence[Content], page: Size) -> Iterator[Frame]:
    """Yield pages of the paper turned sideways with two faces each, made smaller to fit, and a cut line between."""
    wide = Size(page.height, page.width)
    area = printable(wide)
    half = (area.width - mm(6)) / 2
    caption = str(pack.words["game"]["player_sheet"])
    for at in range(0, len(faces), 2):
        items: list[Item] = []
        for index, content in enumerate(faces[at : at + 2]):
            scale = min(half / content.size.width, area.height / content.size.height)
            pack.faults += small_type(content, scale, LARGER_PAPER)
            x = area.x + index * (half + mm(6)) + (half - content.size.width * scale) / 2
            y = area.y + (area.height - content.size.height * scale) / 2
            items.append(GroupItem(content, (scale, 0, 0, scale, x, y)))
        middle = wide.width / 2
        items.append(line(middle, area.y, middle, area.bottom, FOLD))
        yield Frame(wide, (*items, *strip_items(pack, wide, caption)), "sheet")
