"""Objects of a PDF: small ones lie packed together, each is found by its number, and a press gets them unpacked."""

import io

import pikepdf
import pypdf
import pytest

from generator.draw.pdf_objects import PACKED_TOGETHER, Objects


def file_of(objects, count):
    """A file whose catalogue lists so many numbered objects and one stream after each tenth."""
    tree = objects.reserve()
    things = []
    for at in range(count):
        things.append(objects.add(b"<</At %d>>" % at))
        if at % 10 == 9:
            things.append(objects.add_stream(b"/At %d" % at, b"what is shown " * at))
    objects.put(tree, b"<</Type/Pages/Count 0/Kids[]>>")
    listed = b" ".join(b"%d 0 R" % number for number in things)
    return objects.written(b"<</Type/Catalog/Pages %d 0 R/Things[%b]>>" % (tree, listed), b"<</Title(Things)>>")


@pytest.mark.parametrize("version", [(1, 4), (1, 7)])
@pytest.mark.parametrize("count", [0, 1, PACKED_TOGETHER - 1, PACKED_TOGETHER, 2 * PACKED_TOGETHER + 5])
def test_every_object_is_found_by_its_number(count, version):
    data = file_of(Objects(version), count)
    document = pikepdf.open(io.BytesIO(data), attempt_recovery=False)
    for things in ([each.get_object() for each in pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]["/Things"]], list(document.Root.Things)):
        assert [int(each["/At"]) for each in things if "/Filter" not in each] == list(range(count))
        assert [int(each["/At"]) for each in things if "/Filter" in each] == list(range(9, count, 10))


def test_small_objects_are_packed_but_not_for_a_press():
    packed, open_ = file_of(Objects((1, 7)), 2000), file_of(Objects((1, 4)), 2000)
    assert len(packed) < len(open_) / 2
    assert b"/ObjStm" not in open_
    assert open_.startswith(b"%PDF-1.4")
    assert open_.count(b"xref\n0 ") == 1


def test_title_and_catalogue_can_be_read_in_the_bytes():
    assert b"/Title(Things)" in file_of(Objects((1, 7)), 9)
    assert b"/Type/Catalog" in file_of(Objects((1, 7)), 9)


def test_the_same_objects_give_the_same_bytes_and_others_another_mark():
    one, other = (pypdf.PdfReader(io.BytesIO(file_of(Objects((1, 7)), count))) for count in (5, 6))
    assert file_of(Objects((1, 7)), 5) == file_of(Objects((1, 7)), 5)
    assert one.trailer["/ID"] != other.trailer["/ID"]
