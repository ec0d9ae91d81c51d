"""What a layout file may say: every kind of element with its keys; named styles, colours and parts."""

from dataclasses import field
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation
from generator.layout.element_spec import (
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
    element_kind,
)
from generator.reading.spec_class import spec
from generator.reading.structure import MOST_POINTS, Length, Names, NumberBounds, Text


@element_kind("text")
class TextElement:
    """Words with {placeholders}, :icons: and **bold**, wrapped to the width.

    Stretches may be <italic>, <small>, <underline>, <size=120%> or in a colour, such as <tomato>, each up to </>.
    """

    text: Text
    lines: Annotated[int, NumberBounds(1, 1000)] | None = None


@element_kind("icon")
class IconElement:
    """An icon by its file name, as large as its box; said aloud as the words name it, or as `spoken` says here.

    Other things may lie on one that is a `ground`, such as rock or a floor: it is nothing that should be seen whole.
    """

    icon: Text
    spoken: Text | None = None
    ground: bool = False


@element_kind("shape")
class ShapeElement:
    """A drawn shape: rect, ellipse, line, or a named outline such as shield or heart."""

    shape: Text


@element_kind("image")
class ImageElement:
    """A picture file from the game's folders; said aloud as the words name it, or as `spoken` says here.

    `fit` is how it fills its box, `focus` what of it stays where it is cut off, `mask` a shape that it is cut to.
    """

    image: Text
    spoken: Text | None = None
    fit: Literal["contain", "cover", "stretch"] = "contain"
    focus: Text = "center"
    flip: Literal["none", "horizontal", "vertical", "both"] = "none"
    mask: Text | None = None


@element_kind("board")
class BoardElement:
    """A picture of a part of a sheet, as the data has it under the path `board`: as wide as its box, whole.

    What the pencil leaves at this moment stands in its colour, what was there before in grey.
    """

    board: Text


@element_kind("field")
class FieldElement:
    """Something to mark: `field` is its stable id; `filled` true, or a condition, prints it marked.

    `mark` is the colour of a box that is printed marked, that of its border where nothing is said.
    `entry` says what it becomes in a form: a box to tick, or a text to write, in the font that players write in.
    `value` is what a form holds there already, hidden: let a `text` over the field show it. Only a name of `--player`,
    such as `value: "{player}"`, that the sheet shows in no text is printed into its field.
    `tick` is the sign of a box that is ticked there: a `cross`, a thick `ring` around a number that is to be read on,
    or a `dot`, which hides least of what lies in the box. `spoken` is what it is called there, for who fills it in by
    ear.
    """

    field: Text
    shape: Text = "rect"
    filled: Text | None = None
    mark: Text | None = None
    entry: Literal["check", "text"] = "check"
    tick: Literal["cross", "ring", "dot"] = "cross"
    value: Text = ""
    spoken: Text = ""


@element_kind("page-code")
class PageCodeElement:
    """Room of 38.4 x 1.6 mm for the cells that tell which sheet a page is, so that a picture of it can be read.

    Without it they stand beside the rulers at the foot of the page.
    """

    of: Literal["sheet"] = field(metadata={"key": "page-code"})


@element_kind("space")
class SpaceElement:
    """Nothing, as wide or high as told."""

    space: Side | None


@element_kind("row")
class RowElement:
    """Children side by side.

    With `listed` they are read aloud as an entry of a list: the first text is its label, such as `1.` or `•`.
    """

    row: Children
    listed: bool = False


@element_kind("column")
class ColumnElement:
    """Children below each other."""

    column: Children


@element_kind("box")
class BoxElement:
    """A panel: children below each other on a ground of its own."""

    box: Children


@element_kind("stack")
class OverlayElement:
    """Children over each other, each at x, y, right, bottom or aligned."""

    stack: Children


@element_kind("flow")
class FlowColumnsElement:
    """Children below each other in columns, a column full before the next begins, all about as high.

    With `even` the last child of each column reaches down to where the highest column ends.
    """

    flow: Children
    columns: Annotated[int, NumberBounds(1, 6)] = 2
    column_gap: Distance = 14.0
    even: bool = False


@element_kind("grid")
class GridElement:
    """Children in columns, row by row; each fills its cell.

    What has a `width`, a `height` or, as fields and icons, a `size`, stands in the middle of its cell.
    """

    grid: Children
    columns: Columns
    row_gap: Length | None = None
    row_height: Distance | None = None
    upwards: bool = False


@element_kind("table")
class TableElement:
    """Rows with shared column widths: each child that is a `row` is one, anything else goes across all columns.

    A row is as high as its `height`, else as its highest cell; `gap` parts the columns. How a cell stands in its row
    says its own `valign`.

    `head` is how many rows at the top head their columns, `side` whether the first cell of each row heads it: so it is
    read aloud. `rule` is the colour of the lines between rows, `head_rule` that of the one below the head.
    """

    table: Children
    columns: Columns
    head: Annotated[int, NumberBounds(0, 3)] = 0
    side: bool = False
    rule: Text | None = None
    head_rule: Text | None = None
    rule_width: Thickness | None = None


@element_kind("track")
class TrackElement:
    """One cell per entry of a list, side by side, or upwards, or in several columns.

    `cell` fills its place; what has a `width`, a `height` or, as fields and icons, a `size`, stands in the middle.
    A track is as high as its cells need, a line of text for fields: in a column, `grow` or `height` gives it more.
    """

    track: Text
    cell: AnyElement
    direction: Literal["right", "down", "up"] = "right"
    columns: Annotated[int, NumberBounds(1, MOST_COLUMNS)] | None = None


@element_kind("map")
class MapElement:
    """A grid of rooms with edges: `cell` is laid out in each room, `edges` says how each kind is drawn.

    `room` is the side of a room that the cell is made for; rooms of quite another size show it smaller or larger.
    `within` draws the edges of the rim whole inside the map, for what is cut out along them.
    """

    map: Text
    cell: AnyElement | None = None
    edges: dict[str, "MapEdgeLook"] = field(default_factory=dict)
    margin: Distance = 0.0
    within: bool = False
    room: Annotated[Length, NumberBounds(LEAST_ROOM, MOST_POINTS, unit="mm")] | None = None


@spec
class MapEdgeLook:
    """How one kind of edge between rooms is drawn: a line, a wave or a course of bricks."""

    stroke: Text = "#000000"
    stroke_width: Thickness = 1.0
    dash: Dash = ()
    style: Literal["line", "wave", "brick"] = "line"
    inset: Distance = 0.0


@element_kind("hexes")
class HexesElement:
    """A map of hexagons: the data under `hexes` says which there are, of which kind, and what runs there.

    `points` tells where two corners of a hexagon are: left and right, or up and down. `cell` is laid out in each,
    `fills` are the grounds of kinds, `edges` how rivers and roads are drawn; with `field` each hexagon can be marked.

    The data is a mapping, such as
    `{columns: 3, rows: 2, without: [A1], kinds: {wood: [B1, C2]}, lines: {river: [B1/C1], road: [B1 B2 C2]}}`.
    `columns` and `rows`, 1 to 100, are **needed**; `without` lists the hexagons that are not there, `kinds` those of
    each kind, by the names of `fills`, and `lines` what runs, by the names of `edges`: `B1/C1` is the side between two
    hexagons, `B1 B2 C2` a way from middle to middle. Columns are letters and rows numbers; with `addresses: numbers`
    the hexagon in column 2, row 3 is `"0203"`. In `field` and `cell` a hexagon is known by `address`, `kind`, `column`
    and `row`, in `cell` by `number` too.
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
    """How one kind of what runs on a map of hexagons is drawn: a line or a wave."""

    stroke: Text = "#000000"
    stroke_width: Thickness = 1.0
    dash: Dash = ()
    style: Literal["line", "wave"] = "line"


@element_kind("ring")
class RingElement:
    """One cell for each entry of a list, in a ring around the middle, from `begin` to `end` in degrees from the top."""

    ring: Text
    cell: AnyElement
    begin: Annotated[float, NumberBounds(-720, 720)] = 0.0
    end: Annotated[float, NumberBounds(-720, 720)] = 360.0
    turned: bool = False


@element_kind("arc")
class TextOnArcElement:
    """Words on a circle as large as the box: around `middle`, in degrees from the top, outside or `inside` of it.

    They are drawn as one shape, and read aloud as the words that they are.
    """

    arc: Text
    middle: Annotated[float, NumberBounds(-360, 360)] = 0.0
    inside: bool = False


@element_kind("path")
class PathElement:
    """A free line or shape: path data of SVG, in millimetres from the corner of its box, or stretched from `box`.

    The name of a list of points in the data, such as `river.bends`, is a line that winds through all of them.
    """

    path: Text
    box: Text = ""


@element_kind("ruled")
class WritingLinesElement:
    """Lines to write on, so far from each other, over the whole box."""

    ruled: Annotated[Length, NumberBounds(LEAST_ROOM, MOST_POINTS, unit="mm")]


@element_kind("use")
class UseElement:
    """A named part of the layout, with values of its own; it grows as itself or as its part says.

    It takes a place, `if`, `each`, and what goes around or over all of the part: `fill`, `stroke`, `opacity`, `shadow`,
    `rotate`. How its words look the part says, which may ask for it: `color: "{tone}"`, given by `with: {tone: red}`.
    """

    use: Text
    values: dict[str, Text] = field(default_factory=dict, metadata={"key": "with"})


@spec
class LineBetweenFields:
    """A line between two fields of a front, by their ids; `bend` draws it to its left, or to its right below 0."""

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
    """A file of fonts/ of which one font is meant: a face of a collection, a point of the axes of a variable one."""

    file: Text
    face: Text = ""
    axes: dict[str, float] = field(default_factory=dict)


@spec
class IconCode:
    """What a code of texts, such as `:fire:`, shows: an icon in colours of its own, or a picture.

    So `icons: {fire: {icon: flame, colors: [tomato, gold]}, coin: {image: coin}}`.
    """

    place: SourceLocation
    icon: Text | None = None
    image: Text | None = None
    colors: Names = ()


@spec
class LayoutSpec:
    """A layout file, its parents merged in."""

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
