"""Where a line of Chinese or Japanese may end: between two signs, but not before what closes nor after what opens.

The rules are those of Unicode's line breaking (UAX #14) for ideographs, kana and their punctuation, strict for small
kana. Other letters between them break at blanks, and at an ideograph.
"""

import re
import unicodedata
from itertools import pairwise

# ideographs, kana and full-width signs; Korean parts its words by blanks
WIDE = re.compile(
    "[\u2e80-\u2fdf\u3000-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60"
    "\u203c\u2047-\u2049\U00020000-\U0003fffd]"
)
# what begins no line: closing signs, ends of sentences, small kana, and marks of length or repetition
NO_BEGIN = frozenset(
    "、。，．：；！？!?,.:;․…‥・ー々〻ゝゞヽヾ゛゜〜‼⁇⁈⁉"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
)
# what keeps to an ideograph before it: signs behind numbers
BEHIND = frozenset("%％￠‰℃′″")
# what ends none: prefixes of numbers
NO_END = frozenset("￥￡＄№$£¥+＃")
CLOSING, OPENING = ("Pe", "Pf"), ("Ps", "Pi")


def breakable(word: str) -> list[str]:
    """Return the parts of a word between which a line may end.

    >>> breakable("fox"), breakable("勇者「A」。"), breakable("レベルアップ")
    (['fox'], ['勇', '者', '「A」。'], ['レ', 'ベ', 'ル', 'アッ', 'プ'])
    """
    if not WIDE.search(word):
        return [word]
    parts = [word[:1]]
    for before, after in pairwise(word):
        if _may_end(before, after):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def _may_end(before: str, after: str) -> bool:
    if not (WIDE.match(before) or WIDE.match(after)):
        return False
    if after in NO_BEGIN or before in NO_END or (after in BEHIND and before not in NO_BEGIN):
        return False
    sort = unicodedata.category(after)
    return sort not in CLOSING and sort[0] != "M" and unicodedata.category(before) not in OPENING
