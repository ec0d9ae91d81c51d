"""Objects become the bytes of a PDF: each with its number, and at the end the table of where it lies. Knows no page.

Streams are written down at once. What is small is packed: many objects in one compressed stream, as PDF 1.5 has it, so
that a document of many small objects stays small. Files for a printing house are of an older version, and stay open.
"""

import zlib
from hashlib import md5
from struct import pack

PACKED_TOGETHER = 400  # objects; more are hardly smaller, and a reader unpacks all for one
FIRST_PACKED = (1, 5)  # the version of PDF that may pack objects
MARK = b"\xe2\xe3\xcf\xd3"  # tells programs that move files that this is no text
LEVEL = 5  # of compression: a third less time than the usual 6, for a hundredth more bytes
FREE, AT, INSIDE = 0, 1, 2  # what the table says of a number: that it is free, where it lies, in which stream
ROW = ">BIH"


ESCAPED = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)"})


def pdf_string(text: str) -> str:
    """Return a text as a PDF writes it.

    >>> pdf_string("a (b)"), pdf_string("ż")
    ('(a \\\\(b\\\\))', '<FEFF017C>')
    """
    if text.isascii() and text.isprintable():
        return f"({text.translate(ESCAPED)})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


class Objects:
    """What a file is made of; a number may be given before its object is there."""

    def __init__(self, version: tuple[int, int]) -> None:
        self.packs = version >= FIRST_PACKED
        self.out = bytearray(b"%%PDF-%d.%d\n%%%b\n" % (*version, MARK))
        self.table: list[tuple[int, int, int]] = [(FREE, 0, 0xFFFF)]
        self.waiting: list[tuple[int, bytes]] = []

    def reserve(self) -> int:
        """Return a number whose object comes later."""
        self.table.append((FREE, 0, 0))
        return len(self.table) - 1

    def add(self, body: bytes) -> int:
        """Add an object that is no stream; return its number."""
        number = self.reserve()
        self.put(number, body)
        return number

    def put(self, number: int, body: bytes) -> None:
        """Give a reserved number its object, which is no stream."""
        if not self.packs:
            self._write(number, body)
            return
        self.waiting.append((number, body))
        if len(self.waiting) == PACKED_TOGETHER:
            self._pack()

    def add_stream(self, entries: bytes, data: bytes, *, packed: bool = False) -> int:
        """Add a stream with the entries of its dictionary, compressed unless it comes packed; return its number."""
        if not packed:
            data = zlib.compress(data, LEVEL)
            entries += b"/Filter/FlateDecode"
        number = self.reserve()
        self._write(number, b"<<%b/Length %d>>\nstream\n%b\nendstream" % (entries, len(data), data))
        return number

    def written(self, catalog: bytes, info: bytes) -> bytes:
        """Return the finished file with its catalogue and what it tells of itself, which everyone can read in it."""
        if self.waiting:
            self._pack()
        root, told = self.reserve(), self.reserve()
        self._write(root, catalog)
        self._write(told, info)
        mark = md5(self.out, usedforsecurity=False).hexdigest().encode()
        ends = b"/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]" % (root, told, mark, mark)
        if self.packs:
            self._write_packed_table(ends)
        else:
            self._write_table(ends)
        return bytes(self.out)

    def _write(self, number: int, body: bytes) -> None:
        self.table[number] = (AT, len(self.out), 0)
        self.out += b"%d 0 obj\n%b\nendobj\n" % (number, body)

    def _pack(self) -> None:
        """Write what waits as one stream: the numbers and places of its objects, then the objects."""
        at, head = 0, []
        for number, body in self.waiting:
            head.append(b"%d %d" % (number, at))
            at += len(body) + 1
        begin = b" ".join(head) + b"\n"
        bodies = b"\n".join([body for _, body in self.waiting])
        entries = b"/Type/ObjStm/N %d/First %d" % (len(self.waiting), len(begin))
        stream = self.add_stream(entries, begin + bodies)
        for index, (number, _) in enumerate(self.waiting):
            self.table[number] = (INSIDE, stream, index)
        self.waiting.clear()

    def _write_packed_table(self, ends: bytes) -> None:
        """Write the table as a stream; each row as what differs from the row above, which is mostly nothing."""
        begin = len(self.out)
        self.table.append((AT, begin, 0))
        rows = b"".join([pack(ROW, *row) for row in self.table])
        wide = len(rows) // len(self.table)
        above = bytes(wide) + rows
        steps = bytes([(one - other) & 255 for one, other in zip(rows, above, strict=False)])
        data = b"".join([b"\2" + steps[at : at + wide] for at in range(0, len(steps), wide)])
        entries = b"/Type/XRef/Size %d/W[1 4 2]%b" % (len(self.table), ends)
        packed = zlib.compress(data, LEVEL)
        entries += b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns %d>>" % wide
        stream = b"<<%b/Length %d>>\nstream\n%b\nendstream" % (entries, len(packed), packed)
        self.out += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (len(self.table) - 1, stream, begin)

    def _write_table(self, ends: bytes) -> None:
        begin = len(self.out)
        rows = b"".join([b"%010d %05d %c \n" % (at, 0, b"n") for _, at, _ in self.table[1:]])
        self.out += b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(self.table), rows)
        self.out += b"trailer\n<</Size %d%b>>\nstartxref\n%d\n%%%%EOF\n" % (len(self.table), ends, begin)
