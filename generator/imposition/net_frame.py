"""A net becomes a frame: its faces, what is glued, solid lines to cut, dashed lines to fold."""

from collections.abc import Iterator, Mapping

from generator.frame import Frame, GroupItem, Item, Paint, ReusableDrawing, ShapeItem, VectorOutline, line
from generator.geometry import Matrix, Rect, Size, around_points, combine, transform_point
from generator.imposition.nets import Net, NetPanel, outline_of
from generator.imposition.print_marks import SetText

CUT = Paint(None, "#000000", 0.5, ink="CutContour")
SCORE = Paint(None, "#000000", 0.5, (3.5, 2.5), ink="Crease")
ON_FACE = Paint(None, "#ffffff", 0.9, ink="none")  # below a fold, so that it shows on a dark face
GLUE = Paint("#e4e4e4")
MARGIN = 1.0  # around a net, for half a line
WORD_SIZE = 7.0


def net_frame(net: Net, faces: Mapping[str, Frame], glue: str, set_text: SetText) -> Frame:
    """Return a net with its faces by panel; `glue` is the word on what is glued."""
    net = net.at_origin(MARGIN)
    items: list[Item] = []
    for panel in net.panels.values():
        if panel.name in faces:
            items.append(_shown(panel, faces[panel.name]))
        elif panel.glue:
            items += _glued(panel, glue, set_text)
    items += _lines(net)
    box = net.box()
    size = Size(box.width + 2 * MARGIN, box.height + 2 * MARGIN)
    return Frame(size, tuple(items), "net", Rect(0, 0, *size))


def _lines(net: Net) -> Iterator[Item]:
    for one, other in net.score_lines():
        yield line(*one, *other, ON_FACE)
        yield line(*one, *other, SCORE)
    for one, other in net.cut_lines():
        yield line(*one, *other, CUT)


def _shown(panel: NetPanel, face: Frame) -> Item:
    """Return a face in its place, as large as the panel wants it, clipped to the panel."""
    size = panel.face
    trim = face.trim or Rect(0, 0, *face.size)
    across, down = size.width / trim.width, size.height / trim.height
    clip = ShapeItem("outline", Rect(0, 0, *size), Paint(), outline=outline_of(panel))
    inner = GroupItem(face.content(), (across, 0, 0, down, -trim.x * across, -trim.y * down))
    return GroupItem(ReusableDrawing(size, (inner,), panel.name), panel.matrix, clip)


def _glued(panel: NetPanel, word: str, set_text: SetText) -> Iterator[Item]:
    box = around_points(panel.corners)
    numbers = tuple(part for x, y in panel.corners for part in (x - box.x, y - box.y))
    letters = "M" + "L" * (len(panel.corners) - 1) + "Z"
    yield ShapeItem("outline", box, GLUE, outline=VectorOutline("glue", letters, numbers, box.width, box.height))
    text = set_text(0.0, WORD_SIZE * 0.35, word, WORD_SIZE, "center")
    spot = panel.spot
    if text.width < spot.width * 0.8 and spot.height > WORD_SIZE * 1.2:
        yield GroupItem(ReusableDrawing(Size(1, 1), (text,), "glue"), _upright(panel, spot))


def _upright(panel: NetPanel, spot: Rect) -> Matrix:
    """Return what puts the origin into the middle of a panel, along its bottom edge, never upside down."""
    a, b, c, d, _, _ = panel.matrix
    x, y = transform_point(panel.matrix, spot.width / 2, spot.height / 2)
    if a < -0.01 or (abs(a) <= 0.01 and b > 0):
        a, b, c, d = -a, -b, -c, -d
    return combine((1, 0, 0, 1, x, y), (a, b, c, d, 0, 0))
