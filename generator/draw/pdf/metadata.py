"""Metadata of a PDF as XMP, and the bookmarks of its parts and cards."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import NamedTuple

from generator.frame import Frame, GroupItem, Item, TextItem, walk

MADE = "2000-01-01T00:00:00Z"  # constant, as the date that ReportLab writes with invariant=1
PACKET = Path(__file__).with_name("xmp.xml")
NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
DEEPEST = 3  # nested groups in which cards are searched


class Bookmark(NamedTuple):
    """A bookmark: its title, the object number of its page, and the bookmarks below it."""

    title: str
    page: int
    below: tuple["Bookmark", ...] = ()


def xmp(title: str, subject: str, lang: str, maker: str, more: str = "") -> bytes:
    """Return the metadata of a document as an XMP packet; `more` is XML inserted unchanged.

    >>> b"<rdf:li>pl</rdf:li>" in xmp("Karty", "Karty", "pl", "Scrawlpress")
    True
    """
    texts = {"title": escape_xml(title), "subject": escape_xml(subject), "lang": escape_xml(lang)}
    packet = Template(PACKET.read_text(encoding="utf-8").rstrip())
    return packet.substitute(texts, maker=maker, made=MADE, more=more, byte_order="\ufeff").encode()


def escape_xml(text: str) -> str:
    """Return a text escaped for XML, without the characters that XML cannot contain.

    >>> escape_xml("Fish & \x07Chips")
    'Fish &amp; Chips'
    """
    return escape(NOT_IN_XML.sub("", text), quote=False)


def cards_named(frame: Frame) -> Iterator[str]:
    """Yield the headings of the cards on the front of a sheet; equal neighbours only once, none for a back."""
    last = ""
    for name in _named(frame.items, DEEPEST) if frame.side == "front" else ():
        if name != last:
            yield name
        last = name


def _named(items: tuple[Item, ...], deep: int) -> Iterator[str]:
    for item in items:
        if type(item) is GroupItem:
            if item.whole:
                yield from _heading(item.content.items)
            elif deep:
                yield from _named(item.content.items, deep - 1)


def _heading(items: tuple[Item, ...]) -> Iterator[str]:
    """Yield the first H1 heading of a card as one text, or nothing for a card without such a heading."""
    words: list[str] = []
    for item, _ in walk(items):
        if type(item) is TextItem and item.opens == "H1" and not words:
            words.append(item.text)
        elif words:
            if type(item) is not TextItem or item.opens not in ("", "+"):
                break
            words.append(item.text)
    if words:
        yield " ".join(words)


def outline(parts: Sequence[Bookmark], cards: Sequence[Bookmark], pages: Sequence[int]) -> tuple[Bookmark, ...]:
    """Return the bookmarks of a file: its parts with the cards in each, or only the cards if it has one part.

    Empty if a single part has fewer than two cards.
    """
    if len(parts) < 2:
        return tuple(cards) if len(cards) > 1 else ()
    places = {number: at for at, number in enumerate(pages)}
    ends = [*[places[part.page] for part in parts], len(pages)]
    return tuple(
        part._replace(below=tuple([card for card in cards if begin <= places[card.page] < end]))
        for part, (begin, end) in zip(parts, pairwise(ends), strict=True)
    )
