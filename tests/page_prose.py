"""Measure how easy a page is to read: words, sentences and paragraphs, without examples, tables and headings."""

import re
from typing import NamedTuple

BLOCK = re.compile(r"^( *)```.*?^\1```$", re.S | re.M)
OUTSIDE = re.compile(r"<!--.*?-->|<[^>\n]+>|!\[[^\]]*\]\([^)]*\)", re.S)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
LIST_ITEM = re.compile(r"\n(?= *(?:[-*]|\d+\.) )")
END_OF_SENTENCE = re.compile(r"(?<=[.!?:])[\"”)*_]*\s+(?=[\"„“(*_]*[^\W\d_a-zà-öø-ÿąćęłńóśźżáčďéěíňóřšťúůýž])")
BANNED = (
    *("is told", "are told", "tells", "stands in", "stands there", "lies in", "lies there"),
    *("who plays", "who types", "of your own", "meanwhile", "besides", "is to be", "where there is", "anew"),
    *("to be rid of", "none of it", "so that who"),
)


class Prose(NamedTuple):
    """Words and sentences of a page."""

    words: int
    mean_sentence: float
    longest_sentence: str
    longest_paragraph: str
    banned: tuple[str, ...]


def words(text):
    return len(re.findall(r"[^\W_][\w’'.,:/%–-]*", text))


def paragraphs(text):
    """Return the paragraphs of a page; each list item is one."""
    text = re.sub(r"`[^`]+`", "`code`", BLOCK.sub("", text))
    text = OUTSIDE.sub("", text)
    text = re.sub(r"^(?:\||#|\[[^\]]*\]\(\S+\) · ).*$", "", text, flags=re.M)
    parts = [part for each in re.split(r"\n\s*\n", LINK.sub(r"\1", text)) for part in LIST_ITEM.split(each)]
    return [re.sub(r"^(?:[-*]|\d+\.) ", "", " ".join(part.split())) for part in parts if part.strip()]


def prose(text):
    """Measure a page."""
    parts = paragraphs(text)
    sentences = [
        each for part in parts for each in END_OF_SENTENCE.split(part.replace("`code`", "Code")) if words(each)
    ]
    plain = " ".join(parts).lower()
    return Prose(
        sum(map(words, sentences)),
        sum(map(words, sentences)) / max(1, len(sentences)),
        max(sentences, key=words, default=""),
        max(parts, key=words, default=""),
        tuple(each for each in BANNED if re.search(rf"\b{each}\b", plain)),
    )
