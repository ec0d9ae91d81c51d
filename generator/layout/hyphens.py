"""Where words may be hyphenated: Liang's patterns from the dictionaries of pyphen, each loaded when first needed.

A pattern such as `1b2c` rates the positions between letters; a word may be split where the highest rating is odd.
"""

import re
from functools import lru_cache
from pathlib import Path

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
        written = [line.strip() for line in text.split("\n")]
        letters = "\n".join(written).encode().translate(None, DIGITS.encode()).decode()
        self.written = dict(zip(letters.split("\n"), written, strict=True))
        self.longest = max(map(len, self.written))

    def positions(self, word: str) -> list[int]:
        """Return the offsets at which a word may be split."""
        dotted = f".{word.lower()}."
        rates = [0] * (len(dotted) + 1)
        for start in range(len(dotted) - 1):
            for end in range(start + 1, min(start + self.longest, len(dotted)) + 1):
                pattern = self.written.get(dotted[start:end])
                if pattern is not None:
                    _rate(rates, start, pattern)
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
