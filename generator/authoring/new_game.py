"""A small whole game to start from: one of `starters/` with a name of its own; writes no file."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.diagnostics import bare_place, refuse
from generator.imposition.paper import read_paper
from generator.layout.frame_checks import frame_faults
from generator.products.faces_on_paper import drawn_area
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_face
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import is_name, name_hint
from generator.reading.yaml_nodes import parse_yaml

STARTERS = Path(__file__).parent / "starters"
USUAL_KIND = "path"
SHEET_TOLD = re.compile(r"# Its sheet: (.*?)\.")
TRANSLATED = "en"
SHEET_PAPER = re.compile(r"^(sheets:\s*{?\w+: {layout: \w+,)(?: paper: ([\w-]+),)?", re.M)
ANY = "any"


class NewGameRequest(NamedTuple):
    """What a new game is to be: its id, the starter, its title (by default made of the id), players, languages, and
    the paper that its sheet owns: "any" for none, by default that of the starter."""

    name: str
    kind: str = USUAL_KIND
    title: str = ""
    players: tuple[int, int] | None = None  # at least, at most; by default those of the starter
    languages: Sequence[str] = ()
    paper: str = ""


def starter_kinds() -> dict[str, str]:
    """Return the kinds of starters, the usual one first, with what their first line tells of the sheet."""
    found = {}
    for path in sorted(STARTERS.glob("cards/*/game.yaml"), key=lambda path: (path.parent.name != USUAL_KIND, path)):
        told = SHEET_TOLD.match(path.read_text(encoding="utf-8"))
        found[path.parent.name] = told[1] if told else ""
    return found


def starter_paper(kind: str) -> str:
    """Return the paper that the sheet of a starter owns, or any."""
    told = SHEET_PAPER.search((STARTERS / f"cards/{kind}/game.yaml").read_text(encoding="utf-8"))
    return (told[2] if told else "") or ANY


def new_game_files(catalogue: GameCatalogue, new: NewGameRequest) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of every file of a new game; raises InvalidInput for a name that is none, or is taken, and
    for a paper that its sheet does not fit on.

    English words are always written; those of another language are a copy of them, to be translated.
    """
    check_name(catalogue, new.name)
    check_paper(catalogue, new.kind, new.paper)
    for path in sorted(STARTERS.glob(f"*/{new.kind}/**/*.yaml")):
        relative = path.relative_to(STARTERS).as_posix().replace(f"/{new.kind}/", f"/{new.name}/", 1)
        text = as_new_game(path.read_text(encoding="utf-8"), new)
        languages = new.languages if "/words/" in relative else ()
        for language in dict.fromkeys((TRANSLATED, *languages)):
            yield relative.replace("/words/en.", f"/words/{language}."), text


def check_name(catalogue: GameCatalogue, name: str) -> None:
    """Raise InvalidInput for a name that no game can have, or that one has."""
    if not is_name(name) or kebab(name) != name:
        near = kebab(name) or "moon-farm"
        hint = f"write it like this: {near}" if is_name(near) else name_hint(near)
        raise refuse("C034", f"{name!r} is no name of a game", bare_place("NAME"), hint)
    if name in (*catalogue.games(), "common"):
        raise refuse("C035", f"there is a game {name!r} already", bare_place("NAME"), "take another name")


def check_paper(catalogue: GameCatalogue, kind: str, paper: str) -> None:
    """Raise InvalidInput for a paper that there is not, or that is too small for the sheet of a kind."""
    if paper in ("", ANY):
        return
    size = drawn_area(read_paper(catalogue, paper))
    pack = open_pack(GameCatalogue((STARTERS, *catalogue.roots)), kind, TRANSLATED)
    faults = frame_faults(sheet_face(pack, size))
    if any(fault.severity == "error" for fault in (*pack.faults, *faults)):
        message = f"the sheet of kind {kind!r} does not fit on {paper}"
        raise refuse("P004", message, bare_place("--paper"), "take larger paper, or another kind of sheet")


def as_new_game(text: str, new: NewGameRequest) -> str:
    """Return a file of a starter as one of the new game: its id, title, players and paper."""
    title = json.dumps(new.title or title_of(new.name), ensure_ascii=False)
    text = re.sub(rf"^game: {new.kind}$", f"game: {new.name}", text, flags=re.M)
    text = re.sub(rf"(cards|layouts)/{new.kind}/", rf"\1/{new.name}/", text)
    text = re.sub(r"^(game: {title: ).*}$", lambda found: f"{found[1]}{title}}}", text, flags=re.M)
    if new.paper:
        text = SHEET_PAPER.sub(r"\1" if new.paper == ANY else rf"\1 paper: {new.paper},", text)
    if new.players is not None:
        least, most = new.players
        text = re.sub(r"^players: .*$", f"players: {{least: {least}, most: {most}}}", text, flags=re.M)
        text = re.sub(r"^most_players: .*$", f"most_players: {most}", text, flags=re.M)
    return text


def title_of(name: str) -> str:
    """Return the title that a game has until another is written.

    >>> title_of("moon-farm")
    'Moon Farm'
    """
    return " ".join(word.capitalize() for word in name.split("-"))


def kebab(text: str) -> str:
    """Return a text as the name of a folder and a game, which YAML reads as a word.

    >>> kebab("Moon Farm!"), kebab("2024")
    ('moon-farm', 'game-2024')
    """
    words = "".join(sign if sign.isalnum() and sign.isascii() else " " for sign in text.lower()).split()
    name = "-".join(words)
    return name if not name or is_word(name) else f"game-{name}"


def is_word(name: str) -> bool:
    """Tell whether YAML reads a name as a text, and not as a number, true, false or nothing."""
    return isinstance(parse_yaml(name, "name").value, str)
