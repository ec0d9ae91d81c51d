"""Where a word may be divided at the end of a line: by hyphens, and between Chinese and Japanese characters.

Hyphens are those of pyphen, whose dictionaries are loaded when first needed. Ideographs, kana and their punctuation
follow Unicode (UAX #14), strict for small kana. Other scripts break at blanks and next to an ideograph.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import Any

# ideographs, kana and full-width characters; not Korean, whose words are separated by blanks
WIDE = re.compile(
    "[\u2e80-\u2fdf\u3000-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60"
    "\u203c\u2047-\u2049\U00020000-\U0003fffd]"
)
# never at the start of a line: closing punctuation, ends of sentences, small kana, marks of length or repetition
NO_BEGIN = frozenset(
    "、。，．：；！？!?,.:;․…‥・ー々〻ゝゞヽヾ゛゜〜‼⁇⁈⁉"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
)
# stay with an ideograph before them: signs after numbers
BEHIND = frozenset("%％￠‰℃′″")
# never at the end of a line: signs before numbers
NO_END = frozenset("￥￡＄№$£¥+＃")
CLOSING, OPENING = ("Pe", "Pf"), ("Ps", "Pi")


def breakable(word: str) -> list[str]:
    """Return the parts of a word between which a line may break.

    >>> breakable("fox"), breakable("勇者「A」。"), breakable("レベルアップ")
    (['fox'], ['勇', '者', '「A」。'], ['レ', 'ベ', 'ル', 'アッ', 'プ'])
    """
    if not WIDE.search(word):
        return [word]
    # parts grow letter by letter: whether a line may break depends only on two neighbours
    parts = [word[:1]]
    for letter, next_letter in pairwise(word):
        if _may_end(letter, next_letter):
            parts.append(next_letter)
        else:
            parts[-1] += next_letter
    return parts


def _may_end(letter: str, next_letter: str) -> bool:
    # two letters of an alphabet stay together, also inside a Chinese sentence
    if not (WIDE.match(letter) or WIDE.match(next_letter)):
        return False
    if next_letter in NO_BEGIN or letter in NO_END or (next_letter in BEHIND and letter not in NO_BEGIN):
        return False
    sort = unicodedata.category(next_letter)
    return sort not in CLOSING and sort[0] != "M" and unicodedata.category(letter) not in OPENING


LEFT, RIGHT = 2, 3  # fewest letters before and after a hyphen
NAMES = {"en": "en_GB", "pl": "pl_PL", "cs": "cs_CZ"}


@lru_cache(maxsize=8)
def hyphenation_of(language: str) -> Any:
    """Return what splits the words of a language (pyphen.Pyphen), or None without a dictionary for it."""
    import pyphen

    name = NAMES.get(language, language)
    code = name if name in pyphen.LANGUAGES else pyphen.language_fallback(name)
    return pyphen.Pyphen(lang=code, left=LEFT, right=RIGHT) if code else None
