"""A small whole game to start from: the files of `starter/` with a name of their own; writes no file."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.diagnostics import refuse, unlined
from generator.reading.catalogue import Catalogue
from generator.reading.structure import is_name, name_hint

STARTER = "new-game"
TITLE = "New Game"
TRANSLATED = "en"


def new_game_files(catalogue: Catalogue, name: str, languages: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of every file of a new game; raises InvalidInput for a name that is none, or is taken.

    English words are always written; those of another language are a copy of them, to be translated.
    """
    check_name(catalogue, name)
    root = Path(__file__).parent / "starter"
    for path in sorted(root.rglob("*.yaml")):
        relative, text = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
        for language in languages_of_file(relative, languages):
            yield renamed(relative, name).replace("/words/en.", f"/words/{language}."), renamed(text, name)


def check_name(catalogue: Catalogue, name: str) -> None:
    """Raise InvalidInput for a name that no game can have, or that one has."""
    if not is_name(name) or kebab(name) != name:
        near = kebab(name) or "moon-farm"
        hint = f"write it like this: {near}" if is_name(near) else name_hint(near)
        raise refuse("C034", f"{name!r} is no name of a game", unlined("NAME"), hint)
    if name in (*catalogue.games(), "common"):
        raise refuse("C035", f"there is a game {name!r} already", unlined("NAME"), "take another name")


def languages_of_file(relative: str, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the languages that a file is written in: its own name alone, but words in all."""
    return tuple(dict.fromkeys((TRANSLATED, *languages))) if "/words/" in relative else (TRANSLATED,)


def renamed(text: str, name: str) -> str:
    """Return a text or path of the starter with the name and the title of the new game."""
    return text.replace(STARTER, name).replace(TITLE, title_of(name))


def title_of(name: str) -> str:
    """Return the title that a game has until another is written.

    >>> title_of("moon-farm")
    'Moon Farm'
    """
    return " ".join(word.capitalize() for word in name.split("-"))


def kebab(text: str) -> str:
    """Return a text as the name of a folder.

    >>> kebab("Moon Farm!")
    'moon-farm'
    """
    words = "".join(sign if sign.isalnum() and sign.isascii() else " " for sign in text.lower()).split()
    return "-".join(words)
