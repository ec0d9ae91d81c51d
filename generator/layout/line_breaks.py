"""Where a word may be divided at the end of a line: by hyphens, and between Chinese and Japanese characters.

Hyphens follow the patterns in the dictionaries of pyphen, each loaded when first needed. A pattern such as `1b2c` rates
the positions between letters; a word may be split where the highest rating is odd. Ideographs, kana and their
punctuation follow Unicode (UAX #14), strict for small kana. Other scripts break at blanks and next to an ideograph.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

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
    # parts grow letter by letter: whether a line may break depends on two neighbours alone
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
DIGITS = "0123456789"
_ALTERNATIVE = re.compile(r"/[^\n]*=[^\n]*")  # a change of spelling at the hyphen
_CODE = re.compile(r"\^{2}([0-9a-f]{2})")


class HyphenationPatterns:
    """The patterns of a dictionary file, by their letters without the ratings."""

    def __init__(self, path: Path) -> None:
        encoding, _, data = path.read_bytes().partition(b"\n")
        name = encoding.decode("ascii").strip().lower()
        text = data.decode("cp1251" if name == "microsoft-cp1251" else name)
        text = _CODE.sub(lambda code: chr(int(code[1], 16)), _ALTERNATIVE.sub("", text))
        patterns = [line.strip() for line in text.split("\n")]
        # the ratings of all patterns are taken out at once: one call of bytes.translate takes the place of a loop over
        # each letter
        letters = "\n".join(patterns).encode().translate(None, DIGITS.encode()).decode()
        self.written = dict(zip(letters.split("\n"), patterns, strict=True))
        self.longest = max(map(len, self.written))

    def positions(self, word: str) -> list[int]:
        """Return the offsets at which a word may be split."""
        # Liang's algorithm (F. Liang, "Word Hy-phen-a-tion by Com-put-er", 1983): the dots let a pattern say that it
        # holds at the beginning or the end of a word alone
        dotted = f".{word.lower()}."
        rates = [0] * (len(dotted) + 1)
        for start in range(len(dotted) - 1):
            for end in range(start + 1, min(start + self.longest, len(dotted)) + 1):
                pattern = self.written.get(dotted[start:end])
                if pattern is not None:
                    _rate(rates, start, pattern)
        # odd ratings allow a hyphen, even ones forbid it; a higher rating is a rarer, more exact pattern and wins
        return [at - 1 for at in range(LEFT + 1, len(word) - RIGHT + 2) if rates[at] % 2]


def _rate(rates: list[int], at: int, pattern: str) -> None:
    """Raise ratings in `rates` to those of a pattern whose first letter is at offset `at`, where these are higher."""
    for sign in pattern:
        if sign in DIGITS:
            rates[at] = max(rates[at], int(sign))
        else:
            at += 1


@lru_cache(maxsize=8)
def patterns_of(language: str) -> HyphenationPatterns | None:
    """Return the patterns of a language, or None if there are none."""
    import pyphen

    name = NAMES.get(language, language)
    code = name if name in pyphen.LANGUAGES else pyphen.language_fallback(name)
    return HyphenationPatterns(Path(pyphen.LANGUAGES[code])) if code else None
