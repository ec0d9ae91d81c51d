"""Finds the language that a user means by a full or short name in any spelling: Polish, polski, PL, pl_PL.UTF-8."""

import os
import re
from collections.abc import Iterable

from generator.diagnostics import Diagnostic, InvalidRequest, bare_place, nearest
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters
from generator.reading.structure import Text, structure


def language_meant(catalogue: GameCatalogue, typed: str, known: Iterable[str]) -> str | None:
    """Return the code among `known` that a user means by a typed language; None if no code fits.

    A code is the name of a file (`pl`, `pt-br`). Case, the country and the encoding of a locale are ignored unless they
    distinguish known codes, and so are accents in names.
    """
    codes = {code.replace("_", "-").casefold(): code for code in known}
    locale = typed.strip().partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    named = codes_by_name(catalogue).get(plain_letters(typed.strip()), "")
    return next((codes[each] for each in (locale, named, locale.partition("-")[0]) if each in codes), None)


def chosen_language(catalogue: GameCatalogue, lang: str | None, known: tuple[str, ...]) -> str:
    """Return the known language `lang`, else that of the locale, else the first known; raises InvalidRequest."""
    if lang in known:
        return str(lang)
    if lang:
        if (meant := language_meant(catalogue, lang, known)) is None:
            hint = language_hint(catalogue, lang, known)
            raise InvalidRequest([Diagnostic("C002", f"there is no language {lang!r}", bare_place("--lang"), hint)])
        return meant
    locales = (os.environ.get(name, "")[:2].lower() for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, locales), "")
    return code if code in known else known[0]


def new_language(catalogue: GameCatalogue, typed: str) -> str:
    """Return the code of a new language as typed, for the names of its files; raises ValueError if it cannot be one."""
    meant = language_meant(catalogue, typed, sorted(set(codes_by_name(catalogue).values())))
    code = meant or typed.replace("_", "-").casefold()
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", code):
        raise ValueError(f"{typed!r} is no language: name it as in Polish, or by its code, as in pl")
    return code


def language_hint(catalogue: GameCatalogue, typed: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown language: the most similar known code, else all known codes."""
    codes = list(known)
    names = {name: code for name, code in codes_by_name(catalogue).items() if code in codes}
    near = nearest(plain_letters(typed), [*codes, *names])
    return f"did you mean {names.get(near, near)!r}?" if near else f"choose from {', '.join(codes)}"


def codes_by_name(catalogue: GameCatalogue) -> dict[str, str]:
    """Return the codes of languages by all of their names, in lower case without accents; raises InvalidInput."""
    root = catalogue.read(catalogue.need("cards/common/languages.yaml"))
    known = structure(root, dict[str, tuple[Text, ...]], "languages.yaml")
    return {plain_letters(name): code for code, names in known.items() for name in names}
