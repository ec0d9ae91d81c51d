"""Line breaks in Chinese and Japanese: between two characters, not before closing nor after opening punctuation.

The rules are those of Unicode's line breaking (UAX #14) for ideographs, kana and their punctuation, strict for small
kana. Text in other scripts breaks at blanks and next to an ideograph.
"""

import re
import unicodedata
from itertools import pairwise

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
