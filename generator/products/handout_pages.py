"""Pages to read or cut out (instructions, help, dice, score pads): layout + words + data -> frames on a paper."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from generator.diagnostics import SourceLocation, bare_place, did_you_mean, refuse
from generator.frame import Frame
from generator.game.manifest import PageEntry
from generator.geometry import A4, Insets, Size
from generator.imposition.impose import EDGES
from generator.layout.binding import Origin, OriginTree
from generator.products.data_origins import heard_in, list_origins, score_origins
from generator.products.faces_on_paper import check_room, face_size, on_paper
from generator.products.kit_contents import page_title, printing_values
from generator.products.large_pages import large_face, large_pages
from generator.products.print_pack import PrintPack
from generator.products.print_request import KitRequest, PaperOptions
from generator.reading.yaml_nodes import Node
from generator.rulesets.ruleset import ReplayedGame

PICTURE_KINDS = {  # by the first word of an icon's name; all others are signs
    "emblem": "emblems",
    "vignette": "vignettes",
    "frame": "frames",
    "rays": "frames",
    "corner": "frames",
    "floor": "textures",
}


def page_face(pack: PrintPack, name: str, size: Size, extra_values: Mapping[str, Any] | None = None) -> Frame:
    """Lay out a page of the game in a size; its layout can also show `extra_values`. Raises InvalidInput."""
    entry = page_entry(pack, name)
    extra_values = extra_values or {"printing": printing_values(pack, KitRequest(on=PaperOptions(usual=A4)))}
    values = {**pack.values, **pack.score, **extra_values, "pictures": picture_names(pack)}
    played: ReplayedGame | None = None
    if entry.record:
        recorded = pack.game.manifest_node.at(f"pages.{name}.record")
        played = replayed_record(pack, entry.record, recorded.place if recorded is not None else entry.place)
        values["chapters"] = chapters_of(played)
    if entry.boards:
        from generator.products.boards import boards_of

        values["boards"] = boards_of(pack, entry, played)
    if pack.tile_sets:
        values["tiles"] = pack.tiles
    origins = partial(_page_origins, pack, values)
    for key in ("size", "paper"):
        pack.faults += pack.unread_size(entry.layout, key, "choose it by --paper")
    return pack.face(entry.layout, values, size, f"page {name!r}", origins=origins)


def _page_origins(pack: PrintPack, values: Mapping[str, Any]) -> Mapping[str, Origin]:
    """Return where the values of a page are written: composed titles, files of icons."""
    icons = {
        name: Node(name, SourceLocation(pack.catalogue.display_path(path))) for name, path in pack.icons.files().items()
    }
    return {
        **score_origins(pack.game),
        "printing": heard_in(values["printing"], pack.title_excerpts()),
        "pictures": OriginTree(
            {kind: list_origins([icons[name] for name in names]) for kind, names in values["pictures"].items()}
        ),
    }


def page_entry(pack: PrintPack, name: str) -> PageEntry:
    """Return the entry of a page in game.yaml; raises InvalidInput with a similar name, or how to add it, as a hint."""
    entries = pack.manifest.printable_pages
    if name not in entries:
        hint, layout = did_you_mean(name, entries), f"common/pages/{name}"
        path = pack.catalogue.find(f"layouts/{layout}.yaml")
        if path is not None and pack.catalogue.read(path).get("front") is not None:  # one that all games can have
            hint = f"name it in game.yaml: pages: {{{name}: {{layout: {layout}}}}}"
        raise refuse("C002", f"there is no page {name!r}", bare_place("PAGE"), hint)
    return entries[name]


def whole_page(
    pack: PrintPack, name: str, paper: Size, extra_values: Mapping[str, Any] | None = None, edges: Insets = EDGES
) -> Frame:
    """Return a page as one face, laid out for a paper; in a large print, as high as all its pages together."""
    if is_set_anew(pack, name):
        return large_face(pack, lambda size: page_face(pack, name, size, extra_values), paper, pack.scale).face
    size = face_size(pack, paper, actual_size=page_entry(pack, name).actual_size, edges=edges)
    return page_face(pack, name, size, extra_values)


def is_set_anew(pack: PrintPack, name: str) -> bool:
    """Return whether an edition enlarges a page and sets it on as many pages as it needs."""
    return pack.scale > 1 and not page_entry(pack, name).actual_size


def page_frames(
    pack: PrintPack, name: str, paper: Size, extra_values: Mapping[str, Any] | None = None, edges: Insets = EDGES
) -> Iterator[Frame]:
    """Yield a page of the game, printed on a paper; in a large print, on as many pages as it needs."""
    actual_size = page_entry(pack, name).actual_size
    extra_values = extra_values or {"printing": printing_values(pack, KitRequest(on=PaperOptions(usual=paper)))}
    fault_count = len(pack.faults)
    title = page_title(pack, name)
    if is_set_anew(pack, name):
        pages = list(
            large_pages(pack, lambda size: page_face(pack, name, size, extra_values), paper, pack.title, edges)
        )
    else:
        content = whole_page(pack, name, paper, extra_values, edges).content()
        pages = list(on_paper(pack, content, paper, pack.title, actual_size=actual_size, edges=edges))
    check_room(pack, fault_count, paper, f"page {name!r}")
    for page in pages:
        yield page._replace(title=title)


def replayed_record(pack: PrintPack, record: str, asked_at: SourceLocation) -> ReplayedGame:
    """Replay a recorded game from the game's folder; raises InvalidInput."""
    from generator.rulesets.ruleset import replay_record

    if record not in pack.kept:
        node = pack.catalogue.read(pack.catalogue.need(f"cards/{pack.game.id}/{record}.yaml", asked_at))
        pack.kept[record] = replay_record(pack.game, node)
    return pack.kept[record]  # type: ignore[no-any-return]


def chapters_of(played: ReplayedGame) -> list[dict[str, Any]]:
    """Return the chapters of a recorded game as layout values: heading, and rows of who and lines."""
    return [
        {"heading": chapter.heading, "rows": [{"who": row.player, "lines": list(row.lines)} for row in chapter.rows]}
        for chapter in played.chapters
    ]


def picture_names(pack: PrintPack) -> dict[str, list[str]]:
    """Return the names of all icons by kind: signs, emblems, vignettes, and frames."""
    names: dict[str, list[str]] = {"signs": [], "emblems": [], "vignettes": [], "frames": []}
    for name in pack.icons.names():
        kind = PICTURE_KINDS.get(name.partition("_")[0], "signs")
        if kind in names:
            names[kind].append(name)
    return names
