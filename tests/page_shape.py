"""What a page of the handbook says in every language alike: headings, code, tables, links, figures, buttons."""

import posixpath
import re
from collections import Counter
from functools import cache

from tests.conftest import ROOT
from tests.tables import read_yaml

TRANSLATED = {"pl": "Po polsku", "cs": "Česky"}
LINKS = {"en": "In English", **TRANSLATED}
PAGES = ("printing.md", "scoring.md", "dungeons.md", "workshop.md")
TYPED = read_yaml(ROOT / "tests" / "data" / "typed_words.yaml")
# how long a paragraph is beside the English one; one that is a quarter shorter or longer is about something else by now
LENGTHS = {"pl": 1.1, "cs": 1.0}
LONG, QUARTER = 200, 0.25  # letters
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.S | re.M)
FIGURE = re.compile(r"(?<![\w/.])\d+(?:[.,]\d+)*")


def read(page, language):
    """Return the text of a page in a language; its name is that of the English one."""
    return (ROOT / "docs" / ("" if language == "en" else language) / page).read_text(encoding="utf-8")


def language_line(page, language):
    """Return the line under the title of a page, which leads to the same page in the other languages."""
    up = "" if language == "en" else "../"
    return " · ".join(
        f"[{name}]({up}{'' if other == 'en' else f'{other}/'}{page})"
        for other, name in LINKS.items()
        if other != language
    )


def shape(text, language):
    """Return what has to be the same in all languages of a page, by what it is called."""
    blocks = BLOCK.findall(text)
    prose = BLOCK.sub("", text)
    code = [split_at_remark(line) for _, block in blocks for line in block.splitlines()]
    targets = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", prose)
    return {
        "levels of headings": [len(signs) for signs in re.findall(r"^(#+) ", prose, re.M)],
        "paragraphs": [len(re.findall(r"\n\n(?=\S)", part)) for part in re.split(r"^#", prose, flags=re.M)],
        "bold words": [prose.count("**")],
        "kinds of blocks": [kind for kind, _ in blocks],
        "code": [re.sub(r"--lang \w+", "--lang", line) for line, _ in code if line],
        "lines of code with a remark": [line for line, (one, remark) in enumerate(filter(any, code)) if one and remark],
        "tables": [table.count("\n") for table in re.findall(r"(?:^\|.*\n)+", prose, re.M)],
        "columns": [line.count("|") for line in re.findall(r"^\|[-| :]+\|$", prose, re.M)],
        "links": sorted(place_of(target, language) for sign, target in targets if not sign),
        "pictures": sorted(place_of(target, language) for sign, target in targets if sign),
        "words in code letters": sorted(in_english(each, language) for each in spans(prose)),
        "figures": sorted(
            figures(re.sub(r"`[^`]*`|\]\([^)]*\)", "", prose) + "\n".join(remark for _, remark in code), language)
        ),
    }


def differences(english, other, language):
    """Return a line for each thing that a page does not say as the English one does."""
    ours, theirs = shape(english, "en"), shape(other, language)
    return [
        f"{what}: lacks {list((Counter(ours[what]) - Counter(theirs[what])).elements())},"
        f" has besides {list((Counter(theirs[what]) - Counter(ours[what])).elements())}"
        for what in ours
        if ours[what] != theirs[what]
    ]


def out_of_length(english, other, language):
    """Return how the English paragraphs begin that a page tells at another length than it tells the rest."""
    pairs = zip(*(re.split(r"\n\n|\n(?=\d\. )", BLOCK.sub("", text)) for text in (english, other)), strict=True)
    return [
        ours[:50]
        for ours, theirs in pairs
        if len(ours) > LONG and abs(len(theirs) / len(ours) / LENGTHS[language] - 1) > QUARTER
    ]


def split_at_remark(line):
    """Return what a line of an example says, and the remark behind it."""
    code, _, remark = re.sub(r"^#", " #", line).partition(" #")
    return code.rstrip(), remark.strip()


def place_of(target, language):
    """Return where a link leads, seen from docs/; a page that is there in all languages has one name."""
    place = posixpath.normpath(posixpath.join("" if language == "en" else language, target))
    return re.sub(rf"^(?:{'|'.join(TRANSLATED)})/", "", place)


def spans(prose):
    return [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose)]


def in_english(span, language):
    return next((one for one, other in TYPED.get(language, {}).items() if other == span), span)


def figures(text, language):
    """Return the numbers of a text, however a language writes fractions and thousands."""
    if language == "en":
        return [re.sub(r",(?=\d{3}\b)", "", each) for each in FIGURE.findall(text)]
    return [each.replace(",", ".") for each in FIGURE.findall(text)]


@cache
def page_words(language):
    """Return the words of the workshop's pages, as patterns by key."""
    path = ROOT / "cards" / "common" / "words" / f"workshop.{language}.yaml"
    words = read_yaml(path)
    return {key: re.compile(re.sub(r"\\{\w+\\}", r"\\d+", re.escape(str(word)))) for key, word in words.items()}


def misnamed(english, other, language):
    """Return the keys of buttons and rooms that a page does not call as the workshop's pages do in that language."""
    ours, theirs = named_words(english, "en"), named_words(other, language)
    if len(ours) != len(theirs):
        return [f"{len(ours)} headings and slanted words, and {len(theirs)}"]
    return [sorted(keys) for keys, their_keys in zip(ours, theirs, strict=True) if keys and not keys & their_keys]


def named_words(text, language):
    """Return the keys of the words of the workshop's pages that a page names: its headings, and what is *slanted*."""
    prose = BLOCK.sub("", text)
    named = re.findall(r"^#+ (.+)$|(?<![*\w])\*([^*]+)\*(?![*\w])", prose, re.M)
    return [
        {key for key, word in page_words(language).items() if word.fullmatch(" ".join((one or other).split()))}
        for one, other in named
    ]
