"""What people type: whole numbers and sums, words with blanks between, and the beginnings of names."""

import re
from collections.abc import Callable, Mapping

from generator.diagnostics import nearest
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.messages import UnreadableAnswer, list_of, message
from generator.scoring.text_folding import bare
from generator.scoring.words import ScoreWords

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


def yes(text: str, words: ScoreWords, *, otherwise: bool = False) -> bool:
    """Return a typed yes or no as a bool, `otherwise` for an empty answer; raises UnreadableAnswer."""
    answer = text.strip().lower()
    if not answer:
        return otherwise
    if answer in words.say("yes").split():
        return True
    if answer in words.say("no").split():
        return False
    raise UnreadableAnswer(message("not_yes"))
