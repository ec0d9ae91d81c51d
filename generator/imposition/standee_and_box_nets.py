"""Kinds of nets: standees, tents, boxes, pockets, and nets of a game's own. Lengths in points."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.diagnostics import did_you_mean, refuse
from generator.game.piece_shapes import NetPanelSpec
from generator.geometry import Rect, Size
from generator.imposition.nets import BOTTOM, EDGES, LEFT, RIGHT, TOP, Edge, Net, notch_corners, rounded_flap
from generator.units import length_name, mm

EQUAL = mm(0.05)
TAB = mm(10)
MOST_PANELS = 100
PAPER = mm(0.4)  # what a fold of the card that boxes are made of takes away
PLAY = mm(1.5)  # so much more than a card is wide and high has the box for it
LEAST_DEPTH = mm(6)
IN_SLEEVE = mm(0.6)  # thickness of a card, or of paper and an old card, in a sleeve
BULK = 1.3  # thickness of card in micrometres for each gram a square metre weighs; uncoated card is the thickest


@dataclass(frozen=True, slots=True)
class BoxInteriorDimensions:
    """The room in a box: width, height, depth."""

    width: float
    height: float
    depth: float


def box_for(count: int, card: Size, thickness: float) -> BoxInteriorDimensions:
    """Return the room that a number of cards of a thickness needs, with some play."""
    return BoxInteriorDimensions(
        card.width + PLAY, card.height + PLAY, max(LEAST_DEPTH, count * thickness * 1.03 + mm(1))
    )


def thickness_of(weight: float) -> float:
    """Return how thick card of so many grams a square metre is.

    >>> round(thickness_of(300) / mm(1), 2)
    0.39
    """
    return mm(weight * BULK / 1000)


def standee(size: Size, foot: float) -> Net:
    """Return a figure that is folded at its top and glued back to back, with a foot to both sides."""
    net = Net()
    net.lay("front", size, shows="front")
    net.hang("back", ("front", TOP), size.height, shows="back", turns=2)
    net.hang("front_foot", ("front", BOTTOM), foot / 2)
    net.hang("back_foot", ("back", TOP), foot / 2)
    return net


def tent(size: Size, base: float) -> Net:
    """Return a card that stands on a base as a prism of three sides."""
    net = Net()
    net.lay("front", size, shows="front")
    net.hang("back", ("front", TOP), size.height, shows="back", turns=2)
    net.hang("base", ("front", BOTTOM), base)
    net.tab("tab", ("back", TOP), min(TAB, base / 2), ("base", TOP))
    return net


def pocket(size: Size, depth: float) -> Net:
    """Return a flat box that is open at the top, with a notch for the thumb in its front."""
    net = Net()
    front = net.lay("front", size, shows="front")
    corners = notch_corners(size.width, size.height, min(mm(12), size.width / 5))
    whole = Rect(0, 0, *size)
    net.panels["front"] = front.with_corners(tuple((x, size.height - y) for x, y in corners), whole)
    _ring(net, size.width, depth, left=len(corners) - 1)
    return net


def tuck_box(inside: BoxInteriorDimensions) -> Net:
    """Return a box with a lid that is tucked in; its panels make a ring, its bottom is glued."""
    width, height, depth = inside.width + PAPER, inside.height + PAPER, inside.depth + PAPER
    flap = min(mm(15), depth * 0.9 + mm(4))
    net = Net()
    net.lay("front", Size(width, height), shows="front")
    _ring(net, width, depth, left=LEFT)
    net.hang("top", ("back", LEFT), depth, shows="top", turns=2)
    net.hang_shape("tuck", ("top", TOP), rounded_flap(width, flap, min(mm(5), flap / 2)))
    dust = min(depth, width / 2, mm(18))
    for side in ("right", "left"):
        net.hang(f"{side}_dust", (side, LEFT), dust, far=depth * 0.7)
    net.meets += [(("top", TOP), ("front", TOP)), (("top", RIGHT), ("left", LEFT)), (("top", LEFT), ("right", LEFT))]
    return net


def _ring(net: Net, width: float, depth: float, left: int) -> None:
    """Hang the other sides of a box on its front, one on the other, and a bottom; `left` is the front's left edge."""
    net.hang("right", ("front", RIGHT), depth, shows="right", turns=3)
    net.hang("back", ("right", TOP), width, shows="back", turns=3)
    net.hang("left", ("back", TOP), depth, shows="left", turns=3)
    net.tab("tab", ("left", TOP), TAB, ("front", left))
    net.hang("bottom", ("front", BOTTOM), depth, shows="bottom")
    net.tab("bottom_tab", ("bottom", TOP), min(TAB, depth), ("back", RIGHT))
    for side in ("right", "left"):
        net.hang(f"{side}_foot", (side, RIGHT), min(depth, width / 2, mm(18)), far=depth * 0.7, glue=True)
    net.meets += [(("bottom", LEFT), ("right", RIGHT)), (("bottom", RIGHT), ("left", RIGHT))]


def fold_up(panels: Mapping[str, NetPanelSpec], scale: float = 1.0) -> Net:
    """Return the net that a game describes; raises InvalidInput for one that does not hang together or close."""
    net = Net()
    if len(panels) > MOST_PANELS:
        last = list(panels.values())[-1]
        raise refuse("P007", f"a net of {len(panels)} panels, at most {MOST_PANELS} are folded", last.place, "make two")
    for name, panel in panels.items():
        shows = name if panel.face else ""
        if not net.panels:
            if panel.size is None or panel.fold:
                raise refuse("P007", f"the first panel {name!r} needs a size alone", panel.place, "write size: 60x90mm")
            net.lay(name, Size(panel.size.width * scale, panel.size.height * scale), shows=shows)
        else:
            _hang(net, name, panel, scale, shows)
    for name, panel in panels.items():
        if panel.glue and "." not in panel.glue and panel.glue not in net.panels:
            hint = did_you_mean(panel.glue, net.panels)
            raise refuse("P007", f"there is no panel {panel.glue!r} here", panel.place, hint)
        if "." in panel.glue:
            _close(net, next(on for on, hung in net.folds if hung == (name, BOTTOM)), panel.glue, panel)
        if panel.meets:
            _close(net, (name, TOP), panel.meets, panel)
    return net


def _hang(net: Net, name: str, panel: NetPanelSpec, scale: float, shows: str) -> None:
    if not panel.fold or panel.depth is None or panel.size is not None:
        hint = "write fold: front.top and depth: 20mm; only the first panel has a size"
        raise refuse("P007", f"panel {name!r} hangs on nothing", panel.place, hint)
    on = edge_named(net, panel.fold, panel)
    if on in {edge for pair in net.folds for edge in pair}:
        raise refuse("P007", f"{panel.fold!r} is folded already", panel.place, "hang it on another edge")
    depth, long = panel.depth * scale, net.length(on)
    if long < mm(1):
        raise refuse("P007", f"{panel.fold!r} is a point, no edge", panel.place, "hang it on another edge")
    if "." in panel.glue and panel.far is None and not panel.face:
        net.tab(name, on, depth)
        return
    far = None if panel.far is None else panel.far * scale
    if far is not None and far > long + EQUAL:
        message = f"the far edge of {name!r} is longer than its fold of {length_name(long / scale)}"
        raise refuse("P007", message, panel.place, "hang the other way round, or make it shorter")
    net.hang(name, on, depth, far=far, shows=shows, turns=panel.turn // 90, glue=bool(panel.glue))


def edge_named(net: Net, written: str, panel: NetPanelSpec) -> Edge:
    """Return the edge that is written as `panel.top`; raises InvalidInput that names the nearest."""
    name, _, edge = written.partition(".")
    known = [f"{name}.{side}" for name in net.panels for side in EDGES]
    if name not in net.panels or edge not in EDGES:
        raise refuse("P007", f"there is no edge {written!r} here", panel.place, did_you_mean(written, known))
    return name, EDGES.index(edge)


def _close(net: Net, edge: Edge, written: str, panel: NetPanelSpec) -> None:
    """Note that two edges meet; raises InvalidInput where they are not equally long."""
    other = edge_named(net, written, panel)
    lengths = [net.length(edge), net.length(other)]
    if abs(lengths[0] - lengths[1]) > EQUAL:
        shown = " and ".join(length_name(length) for length in lengths)
        message = f"{edge[0]}.{EDGES[edge[1]]} and {written} meet, but are {shown} long"
        raise refuse("P008", message, panel.place, "make them equally long")
    net.meets.append((edge, other))
