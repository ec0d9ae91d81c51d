"""Read a tagged PDF as a screen reader does: along its tree, each stretch of a page by its mark."""

import re
from typing import NamedTuple

import pikepdf


class Told(NamedTuple):
    """An element of the tree: its kind, its words, the title of its part, its page, and its parents.

    A cell is in ("Table 1", "TR 2"): the second part of its section, and its third row.
    """

    kind: str
    words: str
    part: str
    page: int
    within: tuple[str, ...] = ()


def read_tree(pdf):
    """Return the elements of a document, in the order of its tree; fail if marks and tree do not agree."""
    stretches = [Stretches(page) for page in pdf.pages]
    numbers = {page.obj.objgen: at for at, page in enumerate(pdf.pages)}
    root = pdf.Root.StructTreeRoot
    owners = dict(pikepdf.NumberTree(root.ParentTree).items())
    elements, marks_read = [], set()
    assert root.K.S == "/Document"
    for part in root.K.K:
        assert part.S == "/Sect"
        title = str(part.get("/T", ""))
        for element, within in leaves(part):
            at = numbers[element.Pg.objgen]
            if element.S == "/Form":
                words = widget_words(pdf, element, owners)
            else:
                words = " ".join(
                    [words_of(element, at, int(mark), pdf, owners, stretches, marks_read) for mark in kids(element)]
                )
            elements.append(Told(str(element.S)[1:], words, title, at, within))
    all_marks = {(at, mark) for at, each in enumerate(stretches) for mark in each.words}
    assert all_marks == marks_read, "every stretch is in the tree once"
    assert [each.outside for each in stretches] == [""] * len(stretches), "what is in no stretch is an artifact"
    return elements


def kids(element):
    """Return the children of an element, in their order."""
    content = element.get("/K", [])
    return list(content) if isinstance(content, pikepdf.Array) else [content]


LIES_IN = {"TR": "Table", "TH": "TR", "TD": "TR", "LI": "L", "Lbl": "LI", "LBody": "LI"}


def leaves(group, within=()):
    """Yield the elements that have stretches or fields, with the tables, rows, lists and entries around them.

    Fail if an element is in a wrong parent.
    """
    for number, element in enumerate(kids(group)):
        assert element.P.objgen == group.objgen
        kind = str(element.S)[1:]
        assert LIES_IN.get(kind, "Sect") == str(group.S)[1:]
        if kind in ("Table", "TR", "L", "LI"):
            yield from leaves(element, (*within, f"{kind} {number}"))
        elif "/K" in element:
            yield element, within


def words_of(element, at, mark, pdf, owners, stretches, marks_read):
    """Return the words of a stretch. Check that its page leads back to the element, and that no other has it."""
    owner = owners[int(pdf.pages[at].obj.StructParents)][mark]
    assert owner.objgen == element.objgen
    assert (at, mark) not in marks_read
    marks_read.add((at, mark))
    return stretches[at].words[mark]


def widget_words(pdf, element, owners):
    widget = element.K.Obj
    assert element.K.Type == "/OBJR"
    assert owners[int(widget.StructParent)].objgen == element.objgen
    return str(widget.TU)


class Stretches:
    """The words of each mark of a page, those of artifacts, and those outside of any mark."""

    def __init__(self, page):
        self.words, self.artifacts, self.outside = {}, "", ""
        self.open = []
        self.maps = {}
        self.run(page.obj, page.obj.Resources)
        assert self.open == []
        self.words = {mark: " ".join(words.split()) for mark, words in self.words.items()}

    def run(self, stream, resources):
        silent, font, fonts = 0, {}, []
        for operands, operator in pikepdf.parse_content_stream(stream):
            name = str(operator)
            if name in ("BMC", "BDC"):
                entries = operands[1] if len(operands) > 1 else {}
                self.open.append((str(operands[0]), entries))
                if "/ActualText" in entries:
                    self.say(str(entries["/ActualText"]))
                    silent += 1
            elif name == "EMC":
                silent -= "/ActualText" in self.open.pop()[1]
            elif name == "q":
                fonts.append(font)
            elif name == "Q":
                font = fonts.pop()
            elif name == "Tf":
                font = self.map_of(resources.Font[str(operands[0])])
            elif name in ("Tj", "TJ") and not silent:
                strings = (
                    [operands[0]]
                    if name == "Tj"
                    else [each for each in operands[0] if isinstance(each, pikepdf.String)]
                )
                self.say("".join(font[code] for string in strings for code in bytes(string)))
            elif name == "Do":
                form = resources.XObject[str(operands[0])]
                if form.Subtype == "/Form":
                    self.run(form, form.Resources)
            elif name in ("f", "f*", "S", "B", "B*"):
                self.say("")

    def say(self, text):
        for tag, entries in reversed(self.open):
            if "/MCID" in entries:
                mark = int(entries["/MCID"])
                self.words[mark] = self.words.get(mark, "") + text
                return
            if tag == "/Artifact":
                self.artifacts += text
                return
        self.outside += text or "(a shape)"

    def map_of(self, font):
        key = font.objgen
        if key not in self.maps:
            lines = font.ToUnicode.read_bytes().decode("ascii")
            self.maps[key] = {
                int(code, 16): bytes.fromhex(value).decode("utf-16-be")
                for code, value in re.findall(r"<(..)> <(\w{4,})>", lines)
            }
        return self.maps[key]
