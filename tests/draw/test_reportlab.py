"""ReportLab writes every file and reads every font: without it nothing prints, and it has all the names that we use."""

import io

import pytest
from reportlab.pdfbase import pdfdoc, ttfonts

from generator.draw.pdf.document import pdf_bytes
from generator.fonts.faces import Fonts
from generator.frame import Frame, TextItem
from generator.geometry import Size
from tests.conftest import ROOT

FONT = ROOT / "fonts" / "FiraSansCondensed-Regular.ttf"
WORDS = Frame(Size(100, 100), (TextItem(0, 50, "words", "text", 9, "#000000", 0),))
# private names of the library, by their owners
NAMES_OF_A_DOCUMENT = (
    "Catalog", "Outlines", "Pages", "Reference", "GetPDFData", "format", "idToObject", "idToObjectNumberAndVersion", "info",
    "numberToId", "objectcounter", "signature", "updateSignature",
)  # fmt: skip
NAMES_OF_A_FACE = (
    "_ttf_data", "addSubsetObjects", "ascent", "bbox", "capHeight", "charToGlyph", "charWidths", "defaultWidth", "descent",
    "get_table", "get_ulong", "get_ushort", "glyphPos", "hmetrics", "italicAngle", "name", "numGlyphs", "readTableDirectory",
    "stemV", "table", "tables", "unitsPerEm",
)  # fmt: skip
NAMES_OF_CLASSES = {
    pdfdoc.PDFCatalog: ("__NoDefault__", "__Refs__"),
    pdfdoc.PDFPage: ("__NoDefault__", "__Refs__", "Override_default_compilation"),
    pdfdoc.PDFFormXObject: ("BBox", "Contents", "Resources"),
    pdfdoc.PDFOutlines: ("prepare",),
    pdfdoc.PDFDictionary: (),
}


def test_the_names_that_are_used_of_the_library_are_there():
    assert not [name for name in NAMES_OF_A_DOCUMENT if not hasattr(pdfdoc.PDFDocument(), name)]
    face = ttfonts.TTFontFace(io.BytesIO(FONT.read_bytes()))
    assert not [name for name in NAMES_OF_A_FACE if not hasattr(face, name)]
    assert not [name for kind, names in NAMES_OF_CLASSES.items() for name in names if not hasattr(kind, name)]
    picture = pdfdoc.PDFImageXObject("")
    assert {"width", "height", "bitsPerComponent", "colorSpace", "streamContent", "_filters"} <= vars(picture).keys()
    assert {"dict"} <= vars(pdfdoc.PDFDictionary()).keys()


@pytest.mark.parametrize(
    "name", ["pdfdoc.PDFDocument.GetPDFData", "ttfonts.TTFontFace.__init__", "ttfonts.TTFontFace.makeSubset"]
)
def test_nothing_is_printed_without_the_library(monkeypatch, name):
    def fails(*_words, **_more):
        raise RuntimeError("not today")

    assert pdf_bytes([WORDS], fonts=Fonts({"text": FONT}), title="Test")
    monkeypatch.setattr(f"reportlab.pdfbase.{name}", fails)
    with pytest.raises(RuntimeError, match="not today"):
        pdf_bytes([WORDS], fonts=Fonts({"text": FONT}), title="Test")
