"""Read the text at a place in a file, with a YAML reader that is not the program's own."""

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
def texts_by_place(path):
    """Return the text at each line and column of a file, and its lines."""
    text = Path(path).read_text(encoding="utf-8")
    texts = {}

    def visit(node):
        at = node.start_mark.line + 1, node.start_mark.column + 1
        if isinstance(node, yaml.ScalarNode):
            texts.setdefault(at, node.value)
            return
        texts[at] = text[node.start_mark.index : node.end_mark.index]
        for child in node.value:
            for each in child if isinstance(child, tuple) else (child,):
                visit(each)

    visit(yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return texts, text.split("\n")


def text_at(place):
    """Return the text at a place in a file: a word, a cell, a layout element, or the name of a drawing."""
    if place.path.endswith(".svg"):
        return Path(place.path).stem
    texts, lines = texts_by_place(place.path)
    return texts.get((place.line, place.column)) or lines[place.line - 1][place.column - 1 :]


def drawn_items(frame, icons):
    """Yield each drawn text, number, sign and picture: kind, name or text, place in the layout, places of its text."""
    outline_names = {*icons, *OUTLINES}
    for item, _ in walk(frame.items):
        if isinstance(item, TextItem):
            kind = "text" if any(map(str.isalpha, item.text)) else "number" if re.search(r"\d", item.text) else "sign"
            yield kind, item.text, item.place, item.written or ()
        elif isinstance(item, ImageItem):
            if "places" not in Path(item.path).parts:  # a dungeon's place follows from its code; no file has it
                yield "picture", Path(item.path).stem, item.place, item.written or ()
        elif isinstance(item, ShapeItem) and item.outline is not None and item.outline.name in outline_names:
            yield "picture", item.outline.name, item.place, item.written or ()


def fault_of(kind, shown, layout, written):
    """Return why the places of a drawn item do not have its text, or "".

    Each word of the item must be at one of its places, and each place must have one of its words. A counted number
    or letter is not such a word: its layout or a sentence has a placeholder for it, or a text picture draws it, or it
    comes from a recorded game.
    """
    if not layout.line:
        return "nowhere"
    sources = [(text_at(place), place) for place in (layout, *written)]
    texts = [text for text, _ in sources]
    words = WORDS.findall(shown.casefold())
    if not words:
        return "" if any(shown.strip() in text for text in texts) else "its sign stands nowhere"
    matched = [{word for word in words if holds(kind, text, word, shown, words[0])} for text in texts]
    templates = ["{" in text or is_text_picture(text) or "/examples/" in place.path for text, place in sources]
    missing = set(words).difference(*matched)
    counted = any(templates) and all(word.isdigit() or len(word) == 1 or ROMAN.fullmatch(word) for word in missing)
    if missing and not counted and not any(map(is_text_picture, texts)):
        return f"{sorted(missing)} stand nowhere"
    wrong = [
        place
        for place, matching_words, is_template in zip(written, matched[1:], templates[1:], strict=True)
        if not (matching_words or is_template)
    ]
    return f"{wrong} say something else" if wrong else ""


def is_text_picture(text):
    return text.startswith(TEXT_PICTURE)


def holds(kind, text, word, shown, first):
    """Return whether a text holds a word, a word hyphenated at the end of a line, or a compound word."""
    text_words = WORDS.findall(text.casefold().replace("\N{SOFT HYPHEN}", ""))
    if word in text_words:
        return True
    if word.isdigit():
        return False
    parted = shown.rstrip().endswith("-") or kind == "picture"
    return any((parted and each.startswith(word)) or (word == first and each.endswith(word)) for each in text_words)
