"""Opens files at places and reads what is said there, by a reader of YAML that is not the program's own."""

import re
from functools import lru_cache
from pathlib import Path

import yaml

from generator.frame import ImageItem, ShapeItem, TextItem, walk
from generator.layout.icons import OUTLINES

WORDS = re.compile(r"[^\W\d_]+|\d+")
TEXT_PICTURE = "+--"
ROMAN = re.compile("[ivx]+")


@lru_cache(maxsize=None)
def said_in(path):
    """Return what stands at each line and column of a file, and its lines."""
    text = Path(path).read_text(encoding="utf-8")
    said = {}

    def visit(node):
        at = node.start_mark.line + 1, node.start_mark.column + 1
        if isinstance(node, yaml.ScalarNode):
            said.setdefault(at, node.value)
            return
        said[at] = text[node.start_mark.index : node.end_mark.index]
        for child in node.value:
            for each in child if isinstance(child, tuple) else (child,):
                visit(each)

    visit(yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return said, text.split("\n")


def said_at(place):
    """Return what a file says at a place: a word, a cell, an element of a layout, a drawing by its name."""
    if place.path.endswith(".svg"):
        return Path(place.path).stem
    said, lines = said_in(place.path)
    return said.get((place.line, place.column)) or lines[place.line - 1][place.column - 1 :]


def drawn_on(frame, icons):
    """Yield everything drawn that says something: kind, name or text, where its layout stands, where it is written."""
    known = {*icons, *OUTLINES}
    for item, _ in walk(frame.items):
        if isinstance(item, TextItem):
            kind = "text" if any(map(str.isalpha, item.text)) else "number" if re.search(r"\d", item.text) else "sign"
            yield kind, item.text, item.place, item.written or ()
        elif isinstance(item, ImageItem):
            if "places" not in Path(item.path).parts:  # the place of a dungeon follows from its code, written nowhere
                yield "picture", Path(item.path).stem, item.place, item.written or ()
        elif isinstance(item, ShapeItem) and item.outline is not None and item.outline.name in known:
            yield "picture", item.outline.name, item.place, item.written or ()


def fault_of(kind, shown, layout, written):
    """Return why the places of something drawn do not say it, or "".

    Each of its words stands at one of them, and at each place one of its words. What is counted, a number or a letter,
    is no word of its own: there its layout, or a sentence, asks for a value, or it is drawn in a text picture, or told
    of a recorded game.
    """
    if not layout.line:
        return "nowhere"
    told = [(said_at(place), place) for place in (layout, *written)]
    texts = [text for text, _ in told]
    words = WORDS.findall(shown.casefold())
    if not words:
        return "" if any(shown.strip() in text for text in texts) else "its sign stands nowhere"
    held = [{word for word in words if holds(kind, text, word, shown, words[0])} for text in texts]
    asks = ["{" in text or is_text_picture(text) or "/examples/" in place.path for text, place in told]
    lacking = set(words).difference(*held)
    counted = any(asks) and all(word.isdigit() or len(word) == 1 or ROMAN.fullmatch(word) for word in lacking)
    if lacking and not counted and not any(map(is_text_picture, texts)):
        return f"{sorted(lacking)} stand nowhere"
    false = [place for place, own, asked in zip(written, held[1:], asks[1:], strict=True) if not (own or asked)]
    return f"{false} say something else" if false else ""


def is_text_picture(text):
    return text.startswith(TEXT_PICTURE)


def holds(kind, text, word, shown, first):
    """Tell whether a text holds a word, one that is parted at the end of a line, or one that is put together."""
    known = WORDS.findall(text.casefold().replace("\N{SOFT HYPHEN}", ""))
    if word in known:
        return True
    if word.isdigit():
        return False
    parted = shown.rstrip().endswith("-") or kind == "picture"
    return any((parted and each.startswith(word)) or (word == first and each.endswith(word)) for each in known)
