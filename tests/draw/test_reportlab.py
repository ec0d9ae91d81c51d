"""ReportLab writes every file and reads every font: what is used of it is there."""

import io

from reportlab.pdfbase import pdfdoc, ttfonts

from tests.conftest import ROOT

FONT = ROOT / "fonts" / "FiraSansCondensed-Regular.ttf"
# names without a promise of the library, by what bears them
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
