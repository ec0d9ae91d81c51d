"""Common parts of faces become one content; the drawn items and their order stay the same."""

import random

from generator.frame import GroupItem, Paint, ReusableDrawing, ShapeItem, walk
from generator.geometry import Rect, Size
from generator.imposition.impose import share_content

SIZE = Size(60, 90)


def rect(number):
    return ShapeItem("rect", Rect(number, 0, 5, 5), Paint("#000000"))


def flat(content):
    return [item for item, _ in walk(content.items)]


def test_a_frame_that_three_faces_begin_with_is_one_content():
    frame = [rect(1), rect(2), rect(3)]
    faces = [ReusableDrawing(SIZE, (*frame, rect(10 + each))) for each in range(3)]
    shared = share_content(faces)
    groups = [face.items[0] for face in shared]
    assert [group for group in groups if not isinstance(group, GroupItem)] == []
    assert len({id(group.content) for group in groups}) == 1
    assert [flat(face) for face in shared] == [flat(face) for face in faces]


def test_faces_of_their_own_stay_as_they_are():
    faces = [ReusableDrawing(SIZE, (rect(1), rect(2))), ReusableDrawing(SIZE, (rect(1), rect(2)))]
    assert share_content(faces) == faces


def test_what_was_made_larger_is_shared_inside():
    frame = (rect(1), rect(2))
    faces = [
        ReusableDrawing(SIZE, (GroupItem(ReusableDrawing(SIZE, (*frame, rect(n))), (2, 0, 0, 2, 0, 0)),))
        for n in (7, 8)
    ]
    one, other = (face.items[0].content.items[0] for face in share_content(faces))
    assert one.content is other.content


def test_any_faces_show_the_same_items_in_the_same_order():
    draw = random.Random(5)
    stock = [rect(number) for number in range(6)]
    for _ in range(200):
        faces = [
            ReusableDrawing(SIZE, tuple(draw.choices(stock, k=draw.randint(0, 9)))) for _ in range(draw.randint(1, 6))
        ]
        assert [[id(item) for item in flat(face)] for face in share_content(faces)] == [
            [id(item) for item in face.items] for face in faces
        ]
