from generator.frame import (
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    make_outline,
)
from generator.geometry import Rect, Size, shift
from tests.layout.frame_listing import list_items

HEART = make_outline("heart", "M 0 0 L 1 1 Z", 1, 1)


def test_a_listing_tells_each_kind_of_item_on_a_line():
    frame = Frame(
        Size(200, 100.04),
        (
            ShapeItem("rect", Rect(0, 0, 200, 100), Paint("#f4ead0", "#000000", 0.75, (2, 1.5)), 6),
            TextItem(10, 20.25, "Łza 'ž'", "text.bold", 8.5, "#221100", 30),
            FieldItem("hero.warrior.3", ShapeItem("outline", Rect(5, 5, 8, 8), Paint("#ffffff"), 0, HEART), True),
            GroupItem(
                ReusableDrawing(Size(9, 9), (ShapeItem("line", Rect(0, 0, 9, 0), Paint(None, "#ff0000")),), "card"),
                (0, 1, -1, 0, 50, 60),
                Rect(1, 1, 7, 7),
            ),
            GroupItem(ReusableDrawing(Size(9, 9), ()), shift(3, -0.01)),
            ImageItem(Rect(1, 2, 3, 4), "/somewhere/cards/dragon.png"),
        ),
        "sheet",
        Rect(9, 9, 182, 82),
    )
    assert list_items(frame).splitlines() == [
        "frame sheet 200 x 100",
        "  trim 9,9 182 x 82",
        "  rect 0,0 200 x 100 radius 6 fill #f4ead0 stroke #000000 0.75 dash 2 1.5",
        "  text 10,20.2 \"Łza 'ž'\" text.bold 8.5 #221100 to 40",
        "  field hero.warrior.3 heart 5,5 8 x 8 fill #ffffff marked #000000",
        "  group card at 50,60 by 0 1 -1 0 clip 1,1 7 x 7",
        "    line 0,0 9 x 0 stroke #ff0000 0.5",
        "  group at 3,0",
        "  image 1,2 3 x 4 dragon.png",
    ]
