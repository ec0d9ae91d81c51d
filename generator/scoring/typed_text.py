"""What people type: whole numbers and sums, words with blanks between, and the beginnings of names.

Names are compared without accents and capitals.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping

from generator.diagnostics import nearest
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.messages import UnreadableAnswer, list_of, message
from generator.scoring.words import ScoreWords

JOINERS = "\u200c\u200d"
_STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "’": "'"})


def bare(text: str) -> str:
    """Return a text in lower case without accents.

    >>> bare("  Płonący Miecz "), bare("Zběsilec")
    ('plonacy miecz', 'zbesilec')
    """
    letters = unicodedata.normalize("NFKD", text.strip().lower().translate(_STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_printable(text: str) -> bool:
    """Return whether a text has no control characters, line breaks, or characters that change the writing direction.

    Joiners are printable: families of emoji and Persian words need them. Codes that are no characters, such as U+FFFE,
    are not; a code that this Python does not know yet may be a new emoji.
    """
    # the standard reserves U+FDD0 to U+FDEF, and the last two codes of each plane
    return all(
        letter in JOINERS
        or not (
            unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
            or "\ufdd0" <= letter <= "\ufdef"
            or ord(letter) & 0xFFFE == 0xFFFE
        )
        for letter in text
    )


SUM = re.compile(r"[-+]?\s*\d{1,9}(?:\s*\+\s*\d{1,9})*")


def whole(text: str) -> int:
    """Return a typed whole number, or the sum of numbers with + between; raises UnreadableAnswer."""
    digits = text.strip().replace("\u2212", "-").replace("\u2013", "-")
    if SUM.fullmatch(digits):
        return sum(int(part) for part in "".join(digits.split()).lstrip("+").split("+"))
    parts = split(digits)
    if len(parts) > 1 and all(map(SUM.fullmatch, parts)):
        raise UnreadableAnswer(message("one_number", text=text, count=len(parts)))
    raise UnreadableAnswer(message("not_a_number", text=text))


def wholes(text: str) -> list[int]:
    """Return the whole numbers of a text, separated by spaces, commas or +; raises UnreadableAnswer."""
    return [whole(part) for part in split(text.replace("+", " "))]


def split(text: str) -> list[str]:
    """Return the words of an answer."""
    return [part for part in re.split(r"[\s,;]+", text) if part]


FEW_LETTERS = 3  # of a name that mean it; fewer are not clear: n may be no as well as Noble


def pick_in(data: GameScoringData, text: str, names: Callable[[GameScoringData], Mapping[str, str]]) -> str:
    """Return the one key that a text names, by `pick`, or by a complete name in any language of the game.

    A sheet may have been printed and filled in in another language than that of the person who totals it.
    """
    printed, keys = names(data), keys_of_name(data, text, names)
    if len(keys) > 1:
        raise UnreadableAnswer(message("several", text=text, names=list_of(printed[key] for key in keys)))
    return keys[0] if keys else pick(text, printed)


def keys_of_name(data: GameScoringData, text: str, names: Callable[[GameScoringData], Mapping[str, str]]) -> list[str]:
    """Return the keys that a key or complete name means, in the language of `data`, else in others of the game."""
    printed = names(data)
    keys = [text] if text in printed or not printed else keys_called(text, printed)
    others = () if keys else data.in_other_languages
    return keys or list(dict.fromkeys(key for other in others for key in keys_called(text, names(other))))


def keys_called(text: str, names: Mapping[str, str]) -> list[str]:
    """Return the keys whose id or name equals the text, apart from case and accents."""
    folded = bare(text).replace("_", " ")
    return [key for key, name in names.items() if folded in (bare(name), key.replace("_", " "))]


def pick(text: str, names: Mapping[str, str], least: int = FEW_LETTERS) -> str:
    """Return the one key whose id or name is the text, or starts with its `least` or more letters.

    Case and accents do not matter. Raises UnreadableAnswer for none or several; for none its message suggests the
    name that is similar, or whose key is.
    """
    folded = bare(text)
    exact = keys_called(text, names)
    close = [
        key
        for key, name in names.items()
        if folded and (bare(name).startswith(folded) or key.startswith(folded.replace(" ", "_")))
    ]
    picked = exact or close
    if not exact and close and len(folded) < least:
        raise UnreadableAnswer(message("too_short", text=text, least=least, names=list_of(names[key] for key in close)))
    if len(picked) == 1:
        return picked[0]
    if not picked:
        by_text = {key.replace("_", " "): name for key, name in names.items()}
        by_text |= {bare(name): name for name in names.values()}
        if (near := nearest(folded, list(by_text))) is not None:
            raise UnreadableAnswer(message("no_such_but_near", text=text, name=by_text[near]))
        raise UnreadableAnswer(message("no_such", text=text, names=list_of(names.values())))
    raise UnreadableAnswer(message("several", text=text, names=list_of(names[key] for key in picked)))


BETWEEN = " \t\n,;=:"  # what may stand between names and numbers
NUMBER_BEHIND = re.compile(r"\s*[=:]?\s*([-\u2212]?\d+)")
NUMBER_AND_END = re.compile(rf"{NUMBER_BEHIND.pattern}(?![^\s,;])")


def named_numbers(text: str, names: Mapping[str, str], default: int | None = None) -> dict[str, int]:
    """Return the numbers after names, or the beginnings of names, in a text such as "fl2, cloak 1", by key.

    `default` is the number of a name without one. Raises UnreadableAnswer.
    """
    numbers: dict[str, int] = {}
    rest = text.strip(BETWEEN)
    while rest:
        key, digits, rest = _first_named(rest, names)
        if key in numbers:
            raise UnreadableAnswer(message("named_twice", name=names[key]))
        if not digits and default is None:
            raise UnreadableAnswer(message("needs_value", name=names[key]))
        numbers[key] = whole(digits) if digits else default or 0
    return numbers


def _first_named(text: str, names: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the first key named in a text, the number after it, and the rest of the text; raises UnreadableAnswer.

    A complete name that contains digits is tried before abbreviations, which end at the first digit.
    """
    whole_names = {bare(name): key for key, name in (*((key, key) for key in names), *names.items())}
    matches = [
        (whole_names[bare(text[: word.end()])], text[word.end() :])
        for word in re.finditer(r"[^\s,;=:]+", text)
        if bare(text[: word.end()]) in whole_names
    ]
    start = re.match(r"[^\d\s,;=:]+(?:\s+(?![-\u2212]\d)[^\d\s,;=:]+)*", text)
    has_digits = bool(matches) and any(letter.isdigit() for letter in names[matches[-1][0]] + matches[-1][0])
    key, rest = matches[-1] if matches else ("", "")
    if not has_digits:
        begun_rest = text[start.end() if start else 0 :]
        least = 1 if NUMBER_BEHIND.match(begun_rest) else FEW_LETTERS
        try:
            key, rest = pick(start[0] if start else split(text)[0], names, least), begun_rest
        except UnreadableAnswer:
            if not matches:
                raise
    number = (NUMBER_AND_END if has_digits else NUMBER_BEHIND).match(rest)
    return (key, number[1], rest[number.end() :].strip(BETWEEN)) if number else (key, "", rest.strip(BETWEEN))


def yes(text: str, words: ScoreWords, *, otherwise: bool = False) -> bool:
    """Return a typed yes or no as a bool, `otherwise` for an empty answer; raises UnreadableAnswer."""
    answer = text.strip().lower()
    if not answer:
        return otherwise
    if (is_yes := answer in words.say("yes").split()) or answer in words.say("no").split():
        return is_yes
    raise UnreadableAnswer(message("not_yes"))
