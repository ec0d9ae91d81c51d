"""Violations of PDF/X-4 (ISO 15930-7) in a file, found with a library that shares nothing with the writer."""

import io
import xml.etree.ElementTree as ET

import pikepdf
from PIL import ImageCms

SPACES = {"/DeviceCMYK", "/DeviceGray"}
RGB = {"rg", "RG"}
INKS = {"k", "K"}
NS = {
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "dc": "http://purl.org/dc/elements/1.1/",
}


def violations(content, most_ink=3.0):
    """Return the violations of PDF/X-4 in a file, as sentences; nothing for a correct file."""
    with pikepdf.open(io.BytesIO(content), attempt_recovery=False) as pdf:
        return [*_of_file(pdf, content), *_of_facts(pdf), *_of_intent(pdf), *_of_pages(pdf, most_ink), *_of_fonts(pdf)]


def _of_file(pdf, content):
    if not content.startswith(b"%PDF-1.6"):
        yield f"version {content[:8]!r}"
    if "/ID" not in pdf.trailer or "/Encrypt" in pdf.trailer:
        yield "no identity, or encrypted"
    for key in ("/OpenAction", "/AA", "/AcroForm", "/OCProperties", "/Names"):
        if key in pdf.Root:
            yield f"{key} in the catalogue"


def _of_facts(pdf):
    if "/Metadata" not in pdf.Root or "/Filter" in pdf.Root.Metadata:
        yield "no facts in XMP that can be read as they stand"
        return
    facts = ET.fromstring(pdf.Root.Metadata.read_bytes())

    def fact(name):
        return "".join(facts.find(f".//{name}", NS).itertext()) if facts.find(f".//{name}", NS) is not None else None

    if fact("pdfxid:GTS_PDFXVersion") != "PDF/X-4":
        yield "not called PDF/X-4"
    for name in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID", "xmpMM:VersionID"):
        if not fact(name):
            yield f"{name} is missing"
    if fact("xmpMM:RenditionClass") != "default":
        yield "xmpMM:RenditionClass"
    if fact("pdf:Trapped") not in ("True", "False") or f"/{fact('pdf:Trapped')}" != str(pdf.docinfo["/Trapped"]):
        yield "whether it is trapped"
    if fact("dc:title") != str(pdf.docinfo["/Title"]):
        yield "two titles"


def _of_intent(pdf):
    intents = [intent for intent in pdf.Root.get("/OutputIntents", []) if intent.S == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"{len(intents)} output intents"
        return
    (intent,) = intents
    if not str(intent.OutputConditionIdentifier) or not str(intent.Info):
        yield "a printing condition without a name"
    if "/DestOutputProfile" not in intent:
        yield "no profile"
        return
    profile = ImageCms.getOpenProfile(io.BytesIO(intent.DestOutputProfile.read_bytes())).profile
    if (profile.device_class, profile.xcolor_space.strip(), int(intent.DestOutputProfile.N)) != ("prtr", "CMYK", 4):
        yield f"a profile of {profile.device_class} {profile.xcolor_space}"


def _holds(outer, inner):
    return all(a <= b + 1e-3 for a, b in zip(outer[:2], inner[:2], strict=True)) and all(
        a >= b - 1e-3 for a, b in zip(outer[2:], inner[2:], strict=True)
    )


def _of_pages(pdf, most_ink):
    for number, page in enumerate(pdf.pages, 1):
        media, trim = ([float(at) for at in page.obj.get(key, [])] for key in ("/MediaBox", "/TrimBox"))
        bleed = [float(at) for at in page.obj.get("/BleedBox", page.obj.MediaBox)]
        if not trim or "/ArtBox" in page.obj or not _holds(bleed, trim) or not _holds(media, bleed):
            yield f"page {number}: boxes {media} {bleed} {trim}"
        if "/Annots" in page.obj or "/AA" in page.obj:
            yield f"page {number}: something to click"
        for sentence in {*_of_stream(page.obj, page.obj.Resources, most_ink, set())}:
            yield f"page {number}: {sentence}"


def _space(value, resources):
    """Return the name of a colour space, or of the space behind a separation."""
    spaces = resources.get("/ColorSpace", {})
    value = spaces[value] if isinstance(value, pikepdf.Name) and value in spaces else value
    if isinstance(value, pikepdf.Name):
        return str(value)
    return str(value[2]) if value[0] == "/Separation" else str(value[0])


def _of_stream(stream, resources, most_ink, visited):
    over = white = False
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        if name in RGB:
            yield f"a colour of a screen: {name}"
        elif name in INKS:
            parts = [float(part) for part in operands]
            white = sum(parts) == 0 if name == "k" else white
            if sum(parts) > most_ink + 0.005:
                yield f"ink of {sum(parts):.2f}"
        elif name in ("cs", "CS") and _space(operands[0], resources) not in SPACES:
            yield f"colours of {_space(operands[0], resources)}"
        elif name == "gs":
            state = resources.ExtGState[operands[0]]
            over = bool(state.get("/op", over))
            yield from _of_state(state, most_ink, visited)
        elif name == "sh" and _space(resources.Shading[operands[0]].ColorSpace, resources) not in SPACES:
            yield "a gradient in colours of a screen"
        elif name in ("Tj", "TJ", "f", "f*", "B") and over and white:
            yield "white over what lies below it is not seen"
        elif name == "Do":
            yield from _of_xobject(resources.XObject[operands[0]], resources, most_ink, visited)


def _of_state(state, most_ink, visited):
    if any(key in state for key in ("/TR", "/TR2", "/HTP")):
        yield "a transfer curve"
    mask = state.get("/SMask")
    if isinstance(mask, pikepdf.Dictionary):
        yield from _of_xobject(mask.G, {}, most_ink, visited)


def _of_xobject(xobject, resources, most_ink, visited):
    if xobject.objgen in visited:
        return
    visited.add(xobject.objgen)
    if xobject.Subtype == "/Image":
        if "/OPI" in xobject or "/Alternates" in xobject:
            yield "a picture for another"
        if not xobject.get("/ImageMask", False) and _space(xobject.ColorSpace, resources) not in SPACES:
            yield f"a picture in {xobject.ColorSpace}"
        if "/SMask" in xobject:
            yield from _of_xobject(xobject.SMask, resources, most_ink, visited)
        return
    if "/Group" in xobject and str(xobject.Group.CS) not in SPACES:
        yield "mixed in colours of a screen"
    yield from _of_stream(xobject, xobject.get("/Resources", resources), most_ink, visited)


def _of_fonts(pdf):
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            descriptor = thing.get("/FontDescriptor", {})
            if not any(f"/FontFile{at}" in descriptor for at in ("", "2", "3")):
                yield f"font {thing.get('/BaseFont')} is not in the file"
