"""A text of a table of others, with tags of HTML, becomes one of ours; what is no mark is printed as it is."""

import html
import re
from collections.abc import Collection, Iterator

from generator.reading.headings import html_tags

MARKS = {"bold": ("**", "**"), "italic": ("<italic>", "</>")}
LINES = {"line": "\n", "entry": "\n• "}
RAISED, LOWERED = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"), str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?/?>")
_SCRIPT = re.compile(r"<(su[bp])>([0-9+-]+|n)</\1>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}[0-9]{0,2});", re.IGNORECASE)
# what is a sign of ours: two stars, icons, tags; and a \ before a colon, which would be taken for one of ours
_SIGN = re.compile(r"\\?(?:\*\*|:[^\s:]*:|<(?=/?[a-zA-Z#]\w*>|/>))|\\(?=:)")


def card_text(text: str, icons: Collection[str] = (), *, slanted: bool = True) -> str:
    r"""Return a text in marks of ours: bold, italic (where letters can be `slanted`), lines, icons that there are.

    >>> card_text("<b>Gain</b> 2<br/>coins, m<sup>2</sup> :x: <3"), card_text("<i>so</i>", slanted=False)
    ('**Gain** 2\ncoins, m² \\:x: <3', 'so')
    """
    text = _SCRIPT.sub(lambda found: found[2].translate(RAISED if found[1].lower() == "sup" else LOWERED), text)
    parts, at, depth = [], 0, dict.fromkeys(MARKS, 0)
    for found in _TAG.finditer(text):
        what, closes = _meaning(found, text, slanted=slanted), bool(found[1])
        parts.append(literal(text[at : found.start()], icons))
        at = found.end()
        if what in MARKS and (depth[what] or not closes):
            depth[what] += -1 if closes else 1
            parts.append(MARKS[what][closes] if depth[what] == (not closes) else "")
        elif not what:
            parts.append(literal(found[0], icons))
        elif not closes:
            parts.append(LINES.get(what, ""))
    parts += [literal(text[at:], icons), *(MARKS[what][1] for what, still_open in depth.items() if still_open)]
    lines = "".join(parts).strip().split("\n") if at else ["".join(parts)]
    return "\n".join(line.strip() for line in lines)


def undrawn_tags(text: str, *, slanted: bool = True) -> Iterator[str]:
    """Yield what is to be told of each tag in a text that marks nothing on a card."""
    text = _SCRIPT.sub("", text)
    for found in {found[2].lower(): found for found in _TAG.finditer(text)}.values():
        what = _meaning(found, text, slanted=slanted)
        if what in ("plain", ""):
            yield f"<{found[2].lower()}> {'is not drawn, its words are' if what else 'is printed as it stands'}"


def _meaning(found: re.Match[str], text: str, *, slanted: bool) -> str:
    """Return what a tag in a text becomes, "" where it is none of HTML, or is not closed."""
    tag = found[2].lower()
    what = html_tags().get(tag, "")
    if what in LINES or not what:
        return what
    both = re.search(rf"<{tag}[\s>]", text, re.IGNORECASE) and re.search(f"</{tag}>", text, re.IGNORECASE)
    return ("plain" if what == "italic" and not slanted else what) if both else ""


def literal(text: str, icons: Collection[str] = ()) -> str:
    """Return a text in which nothing is a sign but the icons that there are."""
    shown = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    return _SIGN.sub(lambda found: found[0] if found[0].strip(":") in icons else f"\\{found[0]}", shown)
