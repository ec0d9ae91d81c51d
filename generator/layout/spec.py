"""The format of a layout file: every kind of element with its keys; named styles, colours and parts."""

from dataclasses import field
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation
from generator.layout.element_spec import (
    KINDS,
    LEAST_ROOM,
    MOST_COLUMNS,
    AnyElement,
    Children,
    Colour,
    Columns,
    Conditions,
    Dash,
    Distance,
    FaceSide,
    Look,
    Side,
    Thickness,
    TypeSize,
)
from generator.reading.spec_class import spec, spec_of
from generator.reading.structure import MOST_POINTS, Length, Names, NumberBounds, Text


@spec_of(KINDS, "text")
class TextElement:
    """Words with {placeholders}, :icons: and **bold**, wrapped to the width.

    Parts of it may be set in <italic>, <small>, <underline>, <size=120%> or a colour such as <tomato>, each up to </>.
    """

    text: Text
    lines: Annotated[int, NumberBounds(1, 1000)] | None = None


@spec_of(KINDS, "icon")
class IconElement:
    """An icon, by its file name, as large as its box allows; with only one of `width` and `height`, both are that.

    `spoken` is its text for screen readers; left out, it is the game's word for the icon. With `ground: true` it is a
    background, such as rock or a floor: other elements may cover it without a fault.
    """

    icon: Text
    spoken: Text | None = None
    ground: bool = False


@spec_of(KINDS, "shape")
class ShapeElement:
    """A drawn shape: rect, ellipse, line, or a named outline such as shield or heart."""

    shape: Text


@spec_of(KINDS, "image")
class ImageElement:
    """A picture file from the game's folders.

    `fit` says how it fills its box, `focus` which part of it stays visible when it is cut off, `mask` to which shape it
    is cut. `spoken` is its text for screen readers; left out, it is the game's word for the picture.
    """

    image: Text
    spoken: Text | None = None
    fit: Literal["contain", "cover", "stretch"] = "contain"
    focus: Text = "center"
    flip: Literal["none", "horizontal", "vertical", "both"] = "none"
    mask: Text | None = None


@spec_of(KINDS, "board")
class BoardElement:
    """A picture of a part of a sheet, taken from the data under the path `board`; all of it, as wide as its box.

    What is marked at this moment of the game is drawn in the colour of the pencil, earlier marks in grey.
    """

    board: Text


@spec_of(KINDS, "field")
class FieldElement:
    """A place to mark: `field` is its stable id; `filled` (true, or a condition) prints it marked.

    - `mark`: the colour of a box that is printed marked; left out, it is the colour of its border.
    - `entry`: what it becomes in a PDF form: `check`, a box to tick, or `text`, a line to write in, in the handwriting
      font.
    - `value`: what the form's text field holds from the start. It is not drawn: put a `text` element over the field to
      show it. Only the name of a `--player`, as in `value: "{player}"`, is drawn in its field if no text of the sheet
      shows it.
    - `tick`: the symbol of a ticked box in the form: a `cross`, a thick `ring` around a number that stays readable, or
      a `dot`, which covers the least of what is inside the box.
    - `spoken`: its name in the form, for screen readers; left out, it is the id, in every language.
    """

    field: Text
    shape: Text = "rect"
    filled: Text | None = None
    mark: Text | None = None
    entry: Literal["check", "text"] = "check"
    tick: Literal["cross", "ring", "dot"] = "cross"
    value: Text = ""
    spoken: Text = ""


@spec_of(KINDS, "page-code")
class PageCodeElement:
    """A place of 38.4 x 1.6 mm for the page code: the cells that say which sheet a photo shows.

    Without this element the cells are printed beside the rulers at the foot of the page.
    """

    of: Literal["sheet"] = field(metadata={"key": "page-code"})


@spec_of(KINDS, "space")
class SpaceElement:
    """Empty space, as wide or as high as given."""

    space: Side | None


@spec_of(KINDS, "row")
class RowElement:
    """Children side by side.

    With `listed` they are read aloud as an entry of a list: the first text is its label, such as `1.` or `•`.
    In less width than `narrow` they are below each other, as on the pages of a large print.
    """

    row: Children
    listed: bool = False
    narrow: Distance | None = None


@spec_of(KINDS, "column")
class ColumnElement:
    """Children below each other."""

    column: Children


@spec_of(KINDS, "box")
class BoxElement:
    """A panel: children below each other, with a fill or a border of its own."""

    box: Children


@spec_of(KINDS, "stack")
class OverlayElement:
    """Children over each other, each at x, y, right, bottom or aligned.

    In less width than it is `drawn` for all of it is smaller.
    """

    stack: Children
    drawn: Distance | None = None


@spec_of(KINDS, "flow")
class FlowColumnsElement:
    """Children below each other in several columns of about the same height, one column after the other.

    With `even` the last child of each column reaches down to where the highest column ends. In less width than
    `narrow` there is one column.
    """

    flow: Children
    columns: Annotated[int, NumberBounds(1, 6)] = 2
    column_gap: Distance = 14.0
    even: bool = False
    narrow: Distance | None = None


@spec_of(KINDS, "grid")
class GridElement:
    """Children in columns, row by row; each fills its cell.

    A child with a `width`, a `height` or, as fields and icons, a `size` is in the middle of its cell. In less width
    than `narrow` there is one column.
    """

    grid: Children
    columns: Columns
    row_gap: Length | None = None
    row_height: Distance | None = None
    upwards: bool = False
    narrow: Distance | None = None


@spec_of(KINDS, "table")
class TableElement:
    """Rows with shared column widths: each child of kind `row` is a row, any other child spans all columns.

    A row is as high as its `height`, or without one as its highest cell. `gap` is the space between columns. `valign`
    of a cell moves it inside its row.

    `head` is the number of rows at the top that are column headings; with `side: true` the first cell of each row is
    the heading of its row. Screen readers read them so. `rule` is the colour of the lines between rows, `head_rule`
    that of the line below the headings.
    """

    table: Children
    columns: Columns
    head: Annotated[int, NumberBounds(0, 3)] = 0
    side: bool = False
    rule: Text | None = None
    head_rule: Text | None = None
    rule_width: Thickness | None = None


@spec_of(KINDS, "track")
class TrackElement:
    """One cell for each entry of a list: side by side, downwards, upwards, or in several columns.

    `cell` fills its place; a cell with a `width`, a `height`, or a `size` (fields and icons) is centred in it. A track
    is as high as its cells need, and fields need a line of text: in a column, give it more by `grow` or `height`.
    """

    track: Text
    cell: AnyElement
    direction: Literal["right", "down", "up"] = "right"
    columns: Annotated[int, NumberBounds(1, MOST_COLUMNS)] | None = None


@spec_of(KINDS, "map")
class MapElement:
    """A grid of rooms with edges: `cell` is drawn in each room, `edges` says how each kind of edge is drawn.

    `around` is drawn behind all rooms and the margin. Each of the `tiles`, a stack, is drawn on every edge, one tile
    after the other, as if the edge were level: x from its start, y across it. In it, `if: kind=wall` is true on edges
    of one kind. Upright edges have it mirrored, so that a shadow falls to the right instead of downwards.

    `room` is the side of the room that the cell was designed for; if the rooms are larger or smaller, the cell is
    scaled. With `within: true` the edges along the rim are drawn entirely inside the map, for pieces that are cut out
    along them.
    """

    map: Text
    cell: AnyElement | None = None
    edges: dict[str, "MapEdgeLook"] = field(default_factory=dict)
    around: Children = ()
    tiles: Children = ()
    margin: Distance = 0.0
    within: bool = False
    room: Annotated[Length, NumberBounds(LEAST_ROOM, MOST_POINTS, unit="mm")] | None = None


@spec
class MapEdgeLook:
    """How one kind of edge between rooms is drawn: a line or a wave."""

    stroke: Text = "#000000"
    stroke_width: Thickness = 1.0
    dash: Dash = ()
    style: Literal["line", "wave"] = "line"
    inset: Distance = 0.0


@spec_of(KINDS, "hexes")
class HexesElement:
    """A map of hexagons: the data under the path `hexes` lists them, their kinds, and the rivers and roads.

    With `points: sideways` two corners of each hexagon point left and right, with `up` they point up and down. `cell`
    is drawn in each hexagon, `fills` are the colours of the kinds, `edges` says how rivers and roads are drawn, and
    `field` is the id by which each hexagon can be marked.

    The data is a mapping, such as
    `{columns: 3, rows: 2, without: [A1], kinds: {wood: [B1, C2]}, lines: {river: [B1/C1], road: [B1 B2 C2]}}`.
    `columns` and `rows`, 1 to 100, are **needed**. `without` lists hexagons that are left
    out. `kinds` lists the hexagons of each kind that `fills` names. `lines` lists what runs, by the names in `edges`:
    `B1/C1` is the side between two hexagons, `B1 B2 C2` a way from middle to middle. Columns are letters and rows
    numbers; with `addresses: numbers` the hexagon in column 2, row 3 is `"0203"`. In `field` and `cell` a hexagon has
    `address`, `kind`, `column` and `row`, in `cell` also `number`.
    """

    hexes: Text
    points: Literal["sideways", "up"] = "sideways"
    addresses: Literal["letters", "numbers"] = "letters"
    cell: AnyElement | None = None
    fills: dict[str, Text] = field(default_factory=dict)
    edges: dict[str, "HexRoadOrRiverLook"] = field(default_factory=dict)
    field: Text = ""


@spec
class HexRoadOrRiverLook:
    """How one kind of river or road on a map of hexagons is drawn: as a line or a wave."""

    stroke: Text = "#000000"
    stroke_width: Thickness = 1.0
    dash: Dash = ()
    style: Literal["line", "wave"] = "line"


@spec_of(KINDS, "ring")
class RingElement:
    """One cell for each entry of a list, on a ring from `begin` to `end`, in degrees from the top.

    With `turned: true` each cell is rotated with the ring.
    """

    ring: Text
    cell: AnyElement
    begin: Annotated[float, NumberBounds(-720, 720)] = 0.0
    end: Annotated[float, NumberBounds(-720, 720)] = 360.0
    turned: bool = False


@spec_of(KINDS, "arc")
class TextOnArcElement:
    """Words on a circle as large as the box; `middle` is where their middle is, in degrees from the top.

    They are outside the circle, or with `inside: true` inside it. They are drawn as a shape, but screen readers read
    the words.
    """

    arc: Text
    middle: Annotated[float, NumberBounds(-360, 360)] = 0.0
    inside: bool = False


@spec_of(KINDS, "path")
class PathElement:
    """A free line or shape: SVG path data, in millimetres from the top left corner of the element's box.

    With `box`, such as `100 50`, the path is stretched from that size to the box. Instead of path data, the name of a
    list of points in the data, such as `river.bends`, draws a smooth line through all of them.
    """

    path: Text
    box: Text = ""


@spec_of(KINDS, "ruled")
class WritingLinesElement:
    """Lines to write on, over the whole box; `ruled` is the distance between them."""

    ruled: Annotated[Length, NumberBounds(LEAST_ROOM, MOST_POINTS, unit="mm")]


@spec_of(KINDS, "use")
class UseElement:
    """A named part of the layout, with values of its own.

    It may have a place, `if` and `each`, and what applies to the part as a whole: `fill`, `stroke`, `opacity`,
    `shadow`, `rotate`. Its `grow` overrides that of the part. The look of the words is set in the part, which may use a
    value: `color: "{tone}"`, given by `with: {tone: red}`.
    """

    use: Text
    values: dict[str, Text] = field(default_factory=dict, metadata={"key": "with"})


@spec
class LineBetweenFields:
    """A line between two fields of a front, by their ids; `bend` curves it to its left, below 0 to its right."""

    place: SourceLocation
    start: Text = field(metadata={"key": "from"})
    end: Text = field(metadata={"key": "to"})
    arrow: Literal["end", "start", "both", "none"] = "end"
    stroke: Text = "#000000"
    stroke_width: Thickness = 1.0
    dash: Dash = ()
    bend: Annotated[float, NumberBounds(-2, 2)] = 0.0
    gap: Distance = 1.0
    when: Conditions = field(default=(), metadata={"key": "if"})
    each: Text | None = None
    alias: Text = field(default="item", metadata={"key": "as"})


@spec
class FaceSize:
    """Width and height of a face."""

    width: FaceSide
    height: FaceSide


@spec
class FontFileSpec:
    """A font file in fonts/, and which of its fonts to use.

    `face` names a font of a collection, `axes` gives the values of a variable font.
    """

    file: Text
    face: Text = ""
    axes: dict[str, float] = field(default_factory=dict)


@spec
class IconCode:
    """What a code in texts, such as `:fire:`, shows: an icon in colours of its own, or a picture.

    Example: `icons: {fire: {icon: flame, colors: [tomato, gold]}, coin: {image: coin}}`.
    """

    place: SourceLocation
    icon: Text | None = None
    image: Text | None = None
    colors: Names = ()


@spec
class LayoutSpec:
    """A layout file, with the files that it extends merged in."""

    place: SourceLocation
    size: FaceSize | None = None
    paper: Text = ""
    safe: Distance = 0.0
    text_floor: TypeSize = 6.0
    scale: Annotated[float, NumberBounds(0.1, 10)] = 1.0
    extends: Names = ()
    fonts: dict[str, dict[str, Text | FontFileSpec]] = field(default_factory=dict)
    fallback: Names = ()
    icon_grounds: Literal["kept", "left-out"] = "kept"
    colors: dict[str, Colour] = field(default_factory=dict)
    grounds: dict[str, Colour] = field(default_factory=dict)
    icons: dict[str, IconCode] = field(default_factory=dict)
    styles: dict[str, Look] = field(default_factory=dict)
    parts: dict[str, AnyElement] = field(default_factory=dict)
    links: tuple[LineBetweenFields, ...] = ()
    front: AnyElement | None = None
    back: AnyElement | None = None
