"""Convert a text with HTML tags or stars, from a table of another program, to our markup; the rest is literal."""

import html
import re
from collections.abc import Collection

from generator.reading.headings import table_words

# noncharacters that represent our marks until the literal characters of the text are escaped
MARKS = {"bold": ("\ufdd5", "\ufdd5"), "italic": ("\ufdd6", "\ufdd7")}
WRITTEN = {0xFDD5: "**", 0xFDD6: "<italic>", 0xFDD7: "</>"}
LINES = {"line": "\n", "entry": "\n• "}
RAISED, LOWERED = str.maketrans("0123456789+-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"), str.maketrans("0123456789+-", "₀₁₂₃₄₅₆₇₈₉₊₋")
# words between two stars, or between one, as in Markdown; not 2*3*4, nor a star that marks a note
_STARRED = {
    what: re.compile(rf"(?<![\w*\\]){stars}(?=[^\s*])([^*\n]*[^\s*]){stars}(?![\w*])")
    for what, stars in (("bold", r"\*\*"), ("italic", r"\*"))
}
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?/?>")
_SCRIPT = re.compile(r"<(su[bp])>([0-9+-]+|n)</\1>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}[0-9]{0,2});", re.IGNORECASE)
# our markup: two stars, icons, tags; and a \ before a colon, which would be taken for an escape
_SIGN = re.compile(r"\\?(?:\*\*|:[^\s:]*:|<(?=/?[a-zA-Z#]\w*>|/>))|\\(?=:)")


def card_text(text: str, icons: Collection[str] = (), *, slanted: bool = True) -> tuple[str, list[str]]:
    r"""Return a text in our markup, and notes about tags that were not converted.

    Italic is converted only if `slanted`, because the font may have no italic cut.

    >>> card_text("<b>Gain</b> 2<br/>coins, m<sup>2</sup> :x: <3")[0], card_text("<i>so</i>", slanted=False)
    ('**Gain** 2\ncoins, m² \\:x: <3', ('so', ['<i> is not drawn, its words are']))
    >>> card_text("**Draw** two *cards*, 2*3*4 **5**6")[0]
    '**Draw** two <italic>cards</>, 2*3*4 \\**5\\**6'
    """
    undrawn = []
    if "<" in text:
        text = _SCRIPT.sub(lambda found: found[2].translate(RAISED if found[1].lower() == "sup" else LOWERED), text)
        for tag, what in table_words("tags").items():
            if what in LINES:
                text = re.sub(rf"<{tag}(?:\s[^<>]*)?/?>", LINES[what], text, flags=re.IGNORECASE)
                text = re.sub(f"</{tag}>", "", text, flags=re.IGNORECASE)
                continue
            first, last = MARKS.get(what, ("", "")) if slanted or what == "bold" else ("", "")
            pair = rf"<{tag}(?:\s[^<>]*)?>((?:[^<]|<(?!/?{tag}[\s>]))*+)</{tag}>"
            text, count = re.subn(pair, rf"{first}\1{last}", text, flags=re.IGNORECASE)
            undrawn += [f"<{tag}> is not drawn, its words are"] if count and not first else []
        undrawn += [f"<{tag.lower()}> is printed as it stands" for tag in dict.fromkeys(_TAG.findall(text))]
        text = "\n".join(line.strip() for line in text.strip().split("\n"))
    for what, starred in _STARRED.items() if "*" in text else ():
        first, last = MARKS[what] if slanted or what == "bold" else ("", "")
        text, count = starred.subn(rf"{first}\1{last}", text)
        undrawn += ["*italic* is not drawn, its words are"] if count and not first else []
    return literal(text, icons).translate(WRITTEN), undrawn


def literal(text: str, icons: Collection[str] = ()) -> str:
    """Return a text in which nothing is markup except the codes of known icons."""
    shown = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
    return _SIGN.sub(lambda found: found[0] if found[0].strip(":") in icons else f"\\{found[0]}", shown)
