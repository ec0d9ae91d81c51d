"""The questions of `scrawl new game`: title, players, kind of sheet and its paper, languages, a table of cards."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from generator.authoring import card_table_preview
from generator.authoring.new_files import NewGameRequest, check_name, check_paper, kebab, starter_kinds, starter_paper
from generator.cli.console import say
from generator.diagnostics import InvalidInput
from generator.game.words import new_language
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters

T = TypeVar("T")
MOST_PLAYERS = 99


def ask_for_game(catalogue: GameCatalogue) -> tuple[NewGameRequest, Path | None]:
    """Ask for all properties of a new game, each until the answer is valid; raises click.Abort if the user stops.

    Returns the game, and the path of a table of cards for its first deck, or None.
    """
    say("Your own game. Enter keeps the answer in brackets, Ctrl-C stops and writes nothing.\n")
    title, name = ask("Title", None, lambda typed: (typed, check_name(catalogue, kebab(plain_letters(typed)))))
    players = ask("Players, at least and at most", "1-4", players_of)
    say("\n".join(f"  {number} {kind}: {words}" for number, (kind, words) in enumerate(starter_kinds().items(), 1)))
    kind = ask("Its sheet, by number", "1", kind_of)
    default_paper = starter_paper(kind)
    paper = ask(
        "Paper of its sheet, such as a5-landscape", default_paper, lambda typed: check_paper(catalogue, kind, typed)
    )
    language_question = "Other languages, such as Polish (easier later, when all words are written)"
    languages = ask(language_question, "none", lambda typed: languages_of(catalogue, typed))
    table = ask("A table with cards that you have (CSV or XLSX file)", "none", table_of)
    return NewGameRequest(name, kind, title, players, languages, paper), table


def ask(question: str, default: str | None, parse: Callable[[str], T]) -> T:
    """Ask until `parse` accepts the answer, printing why others are invalid; return the result of `parse`."""
    while True:
        typed: str = click.prompt(question, default=default)
        try:
            return parse(typed.strip())
        except InvalidInput as fault:
            for diagnostic in fault.diagnostics:
                say(f"  {diagnostic.message}" + (f"; {diagnostic.hint}" if diagnostic.hint else ""))
        except ValueError as fault:
            say(f"  {fault}")


def players_of(typed: str) -> tuple[int, int]:
    """Return the least and the most players from text such as 2-4 or 3; raises ValueError.

    >>> players_of("2-4"), players_of("3")
    ((2, 4), (3, 3))
    """
    match = re.fullmatch(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", typed)
    fewest, largest = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= fewest <= largest <= MOST_PLAYERS:
        raise ValueError(f"write it like this: 2-4, at most {MOST_PLAYERS}")
    return fewest, largest


def kind_of(typed: str) -> str:
    """Return a kind of sheet from its number or name; raises ValueError.

    >>> kind_of("2"), kind_of("path")
    ('clever', 'path')
    """
    kinds = list(starter_kinds())
    if typed in kinds:
        return typed
    if not typed.isdecimal() or not 1 <= int(typed) <= len(kinds):
        raise ValueError(f"a number from 1 to {len(kinds)}")
    return kinds[int(typed) - 1]


def languages_of(catalogue: GameCatalogue, typed: str) -> tuple[str, ...]:
    """Return the codes of the languages in a typed list, separated by commas or spaces; raises ValueError."""
    names = [] if typed in ("", "none") else typed.replace(",", " ").split()
    return tuple(new_language(catalogue, name) for name in names)


def table_of(typed: str) -> Path | None:
    """Return the typed path of a readable table, None for "none"; raises ValueError if it is missing, InvalidInput."""
    if typed in ("", "none"):
        return None
    path = Path(typed.strip("'\"")).expanduser()
    if not path.is_file():
        raise ValueError(f"there is no file {typed}")
    card_table_preview.table_of(path)
    return path
