"""Compare the languages of a handbook page: headings, code, tables, links, figures, buttons."""

import posixpath
import re
from collections import Counter
from functools import cache

from tests.conftest import ROOT
from tests.tables import read_yaml

TRANSLATED = {"pl": "Po polsku", "cs": "Česky"}
LINKS = {"en": "In English", **TRANSLATED}
PAGES = (
    *("printing.md", "printing-cards.md", "scoring.md", "score-sheets.md", "dungeons.md", "workshop.md"),
    *("printing-shops.md", "workshop-scoring.md", "install.md"),
)
TYPED = read_yaml(ROOT / "tests" / "data" / "typed_words.yaml")
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.S | re.M)
FIGURE = re.compile(r"(?<![\w/.])\d+(?:[.,]\d+)*")


def read(page, language):
    """Return the text of a page in a language; `page` is the name of the English file."""
    return (ROOT / "docs" / ("" if language == "en" else language) / page).read_text(encoding="utf-8")


def language_line(page, language):
    """Return the line under the title of a page, with links to the page in the other languages."""
    up = "" if language == "en" else "../"
    return " · ".join(
        f"[{name}]({up}{'' if other == 'en' else f'{other}/'}{page})"
        for other, name in LINKS.items()
        if other != language
    )


def shape(text, language):
    """Return the parts of a page that must be equal in all languages, by name."""
    blocks = BLOCK.findall(text)
    prose = BLOCK.sub("", text)
    code = [split_at_remark(line) for kind, block in blocks for line in code_lines(kind, block)]
    targets = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", prose)
    return {
        "levels of headings": [len(signs) for signs in re.findall(r"^(#+) ", prose, re.M)],
        "kinds of blocks": [kind for kind, _ in blocks],
        "code": [re.sub(r"--lang \w+", "--lang", line) for line, _ in code if line],
        "tables": [table.count("\n") for table in re.findall(r"(?:^\|.*\n)+", prose, re.M)],
        "links": sorted({place_of(target, language) for sign, target in targets if not sign}),
        "pictures": sorted(place_of(target, language) for sign, target in targets if sign),
        "words in code letters": sorted({in_english(each, language) for each in spans(prose)}),
        "figures": sorted(set(figures(re.sub(r"`[^`]*`|\]\([^)]*\)|^\d+\. ", "", prose, flags=re.M), language))),
    }


def code_lines(kind, block):
    """Return the lines that all languages share. A session shares only its commands: its output is translated."""
    return [line for line in block.splitlines() if kind != "console" or line.startswith("$ ")]


def differences(english, other, language):
    """Return a line for each difference between a page and its English version."""
    ours, theirs = shape(english, "en"), shape(other, language)
    return [
        f"{what}: lacks {list((Counter(ours[what]) - Counter(theirs[what])).elements())},"
        f" has besides {list((Counter(theirs[what]) - Counter(ours[what])).elements())}"
        for what in ours
        if ours[what] != theirs[what]
    ]


def split_at_remark(line):
    """Return the code of an example line, and the remark behind it."""
    code, _, remark = re.sub(r"^#", " #", line).partition(" #")
    return code.rstrip(), remark.strip()


def place_of(target, language):
    """Return the target of a link, seen from docs/; a page that exists in all languages has one name."""
    place = posixpath.normpath(posixpath.join("" if language == "en" else language, target))
    place = re.sub(rf"^(?:{'|'.join(TRANSLATED)})/", "", place)
    page, _, _ = place.partition("#")
    return page if page in PAGES else place


def spans(prose):
    return [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose)]


def in_english(span, language):
    return next((one for one, other in TYPED.get(language, {}).items() if other == span), span)


def figures(text, language):
    """Return the numbers of a text, in English notation for fractions and thousands."""
    if language == "en":
        return [re.sub(r",(?=\d{3}\b)", "", each) for each in FIGURE.findall(text)]
    return [each.replace(",", ".") for each in FIGURE.findall(text)]


@cache
def page_words(language):
    """Return patterns of the words of the workshop's pages, by key."""
    path = ROOT / "cards" / "common" / "words" / f"workshop.{language}.yaml"
    words = read_yaml(path)
    return {
        key: re.compile(re.sub(r"\\{\w+\\}", r"\\d+", re.escape(str(word))))
        for key, word in words.items()
        if key != "messages"
    }


def misnamed(english, other, language):
    """Return the keys of buttons and rooms whose name on a page differs from the workshop in that language."""
    theirs = set().union(*named_words(other, language))
    return [sorted(keys) for keys in named_words(english, "en") if not keys & theirs]


def named_words(text, language):
    """Return the keys of the workshop's words that a page uses in its headings and its *slanted* text."""
    prose = BLOCK.sub("", text)
    names = re.findall(r"^#+ (.+)$|(?<![*\w])\*([^*]+)\*(?![*\w])", prose, re.M)
    keys = [
        {key for key, word in page_words(language).items() if word.fullmatch(" ".join((one or other).split()))}
        for one, other in names
    ]
    return [each for each in keys if each]
