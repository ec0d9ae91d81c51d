"""Objects of a PDF: small ones are packed together, each has its number, and a press gets them unpacked."""

import io

import pikepdf
import pypdf
import pytest

from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.objects import PACKED_TOGETHER, reference
from generator.draw.pdf.press import press_job
from generator.geometry import Size


def with_page(**more):
    """Return a file with one empty page."""
    file = PdfFile(title="Things", subject="Things", lang="en", **more)
    file.begin_page()
    file.page([""], Size(20, 20), (), {})
    return file


@pytest.mark.parametrize("count", [0, 1, PACKED_TOGETHER - 1, PACKED_TOGETHER, 2 * PACKED_TOGETHER + 5])
def test_every_object_is_found_by_its_number(count):
    file = with_page()
    later = [file.reserve() for _ in range(count)]
    streams = [file.add_stream({"At": at}, b"what is shown " * at) for at in range(0, count, 10)]
    for at, number in enumerate(reversed(later)):
        file.put(number, f"<</At {at}>>")
    file.declare("Dests", f"<</Small[{' '.join(map(reference, later))}]/Streams[{' '.join(map(reference, streams))}]>>")
    data = file.data()
    document = pikepdf.open(io.BytesIO(data), attempt_recovery=False)
    for things in (pypdf.PdfReader(io.BytesIO(data)).trailer["/Root"]["/Dests"], document.Root.Dests):
        small, large = (
            [each.get_object() if hasattr(each, "get_object") else each for each in things[name]]
            for name in ("/Small", "/Streams")
        )
        assert [int(each["/At"]) for each in small] == list(reversed(range(count)))
        assert [int(each["/At"]) for each in large] == list(range(0, count, 10))


def test_small_objects_are_packed_but_not_for_a_press():
    packed, open_ = with_page().data(), with_page(press=press_job(2.4)).data()
    assert b"/ObjStm" in packed
    assert b"/ObjStm" not in open_
    assert open_.startswith(b"%PDF-1.4")
    assert open_.count(b"xref\n0 ") == 1
    for data in (packed, open_):
        document = pikepdf.open(io.BytesIO(data), attempt_recovery=False)
        assert document.docinfo["/Title"] == "Things"


def test_the_same_objects_give_the_same_bytes_and_others_another_mark():
    def file_of(words):
        file = with_page()
        file.add(f"<</Words({words})>>")
        return file.data()

    one, other = (pypdf.PdfReader(io.BytesIO(file_of(words))) for words in ("one", "two"))
    assert file_of("one") == file_of("one")
    assert one.trailer["/ID"] != other.trailer["/ID"]
