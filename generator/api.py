"""Scrawlpress from Python: open a game, print its cards, sheets and pages, and total the score of a played game.

>>> from generator.api import open_game
>>> game = open_game(language="en")
>>> game.sheet(players=["Ada", "Ben"]).pdf()[:5]
b'%PDF-'

A fault in one of your files is raised as InvalidInput; each of its `diagnostics` has a code, a place and a hint.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

from generator.diagnostics import (
    AmbiguousGame,
    Diagnostic,
    InvalidInput,
    ScrawlError,
    SourceLocation,
    bare_place,
    refuse,
)
from generator.game.words import languages_of
from generator.imposition.backs import Duplex
from generator.products.cards import all_decks, deck_entry, deck_title
from generator.products.handout_pages import page_entry
from generator.products.kit_contents import page_title
from generator.products.print_pack import PrintPack, open_pack
from generator.products.print_request import CardsRequest, PagesRequest, PaperOptions, PrintRequest, SheetsRequest
from generator.products.printing import print_output
from generator.products.scores.scores_from_files import read_score_file, read_score_node
from generator.products.sheets import sheet_name, sheet_title
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_options import read_options
from generator.reading.yaml_nodes import Node, as_node
from generator.scoring.rules import open_rules
from generator.storage.whole_files import write_whole

__all__ = ["AmbiguousGame", "Diagnostic", "InvalidInput", "Printable", "PrintableGame", "ScrawlError", "open_game"]


def open_game(
    game: str = "", language: str = "", *, edition: str | None = None, home: str | Path | None = None
) -> "PrintableGame":
    """Open a game by its id; an empty `game` opens the default game of the current folder.

    An empty `language` takes the first language of the game. `home` is a folder with your own cards/ and layouts/.
    Raises InvalidInput if the game does not exist, and AmbiguousGame if no game is named and you have several of your
    own.
    """
    catalogue = GameCatalogue.at(Path(home) if home is not None else None)
    name = game or catalogue.default_game
    return PrintableGame(open_pack(catalogue, name, language or next(iter(languages_of(catalogue, name)), ""), edition))


@dataclass(frozen=True)
class Printable:
    """Pages that can be printed; they are laid out only when `pdf` is called."""

    title: str
    pack: PrintPack = field(repr=False)
    request: PrintRequest = field(repr=False)

    def pdf(self, path: str | Path | None = None, *, paper: str = "") -> bytes:
        """Return a PDF as bytes, and write it to `path` if given; raises InvalidInput, CannotWrite.

        An existing file at `path` is overwritten. Without `paper`, a sheet that declares its own paper is printed on
        that, everything else on A4.
        """
        request = replace(self.request, on=PaperOptions(paper=paper, usual="a4"))
        (file,) = print_output(self.pack, request).files
        if path is not None:
            write_whole(Path(path), file.content, replace=True)
        return file.content


@dataclass(frozen=True)
class PrintableGame:
    """A game in one language and edition."""

    pack: PrintPack = field(repr=False)

    @property
    def title(self) -> str:
        """The printed name of the game; its id if it has no name."""
        return self.pack.title

    @property
    def languages(self) -> tuple[str, ...]:
        return self.pack.game.languages

    @property
    def decks(self) -> tuple[str, ...]:
        return tuple(self.pack.manifest.decks)

    @property
    def sheets(self) -> tuple[str, ...]:
        return tuple(self.pack.manifest.sheets)

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(self.pack.manifest.pages)

    def cards(self, deck: str) -> dict[str, Mapping[str, Any]]:
        """Return the cards of a deck as a dictionary of their fields by key."""
        return self.pack.game.cards(deck)

    def deck(
        self,
        *names: str,
        cards: Sequence[str] = (),
        copies: int = 1,
        size: str | None = None,
        bleed: str = "0mm",
        duplex: Duplex = "long-edge",
    ) -> Printable:
        """Return the cards of decks with their backs; without `names`, those of all decks.

        `cards` selects cards by key, or by number if a single deck is printed. `size` (a name or WxH) applies to all
        decks; None keeps the size of each deck. Raises InvalidInput for a value out of bounds.
        """
        pack = self._afresh()
        decks = names or all_decks(pack)
        for deck in decks:
            deck_entry(pack, deck)
        request = read_options(
            CardsRequest,
            {"decks": decks, "only": cards, "copies": copies, "size": size, "bleed": bleed, "duplex": duplex},
        )
        return Printable(" · ".join(deck_title(pack, deck) for deck in decks), pack, request)

    def sheet(
        self,
        name: str = "",
        *,
        maps: Sequence[str] = (),
        players: Sequence[str] = (),
        copies: int = 1,
        mode: str = "",
        fillable: bool = False,
    ) -> Printable:
        """Return one copy of a sheet for each player; without `name`, of the game's first sheet.

        `maps` are drawn on the sheets, by id or file.
        """
        pack = self._afresh()
        sheet = sheet_name(pack, name)
        request = read_options(
            SheetsRequest,
            {"sheet": sheet, "maps": maps, "players": players, "copies": copies, "mode": mode, "fillable": fillable},
        )
        return Printable(sheet_title(pack, sheet), pack, request)

    def page(self, name: str) -> Printable:
        """Return a page of the game, such as the rules or a score pad, by its name."""
        pack = self._afresh()
        page_entry(pack, name)
        return Printable(page_title(pack, name), pack, PagesRequest(names=(name,)))

    def score(
        self, played: str | Path | Mapping[str, Any], *, dungeon: str | None = None, solo: bool = False, which: int = 0
    ) -> dict[str, Any]:
        """Return the score of a played game as a dictionary, as `scrawl score --json` prints it.

        `played` is the path of a score file or of filled sheets (PDF), or a mapping with the content of a score file.
        The places of its faults name the player and the key, such as score.players.Ada.lines. The result holds the
        game, the winners, warnings, and each player's name, lines, total and rank; total and rank are None for a player
        whose score cannot be counted. `solo` is for a solo game; `which`, from 1, selects one of several games in a
        PDF. Raises InvalidInput.
        """
        rules = open_rules(self.pack.catalogue, self.pack.game.id, self.pack.language)
        if isinstance(played, Mapping):
            scored = read_score_node(rules, _node_of(played), dungeon, solo=solo)
        elif not isinstance(played, str | PathLike):
            message = f"a played game is a mapping, or the path of a file, and this is of type {type(played).__name__}"
            raise refuse("S002", message, bare_place("score"), "give a mapping as {'players': [{'name': 'Ada', ...}]}")
        else:
            scored = read_score_file(rules, Path(played), dungeon, solo=solo, which=which)
        return scored.score.as_record(rules.words)

    def check(self) -> list[Diagnostic]:
        """Return the diagnostics of all faults of the game, in all its languages; raises nothing."""
        from generator.check.checking import check_game

        return check_game(self.pack.catalogue, self.pack.game.id, self.pack.edition)

    def _afresh(self) -> PrintPack:
        """Return a new print pack of the game, so that faults of one deck are not reported again with the next."""
        return PrintPack(self.pack.game, self.pack.edition)


def _node_of(played: Mapping[str, Any]) -> Node:
    """Return the content of a score file as nodes, whose places name players and keys; raises InvalidInput."""
    try:
        return _placed(as_node(json.loads(json.dumps(played)), "score"), "score")
    except (TypeError, ValueError, RecursionError) as fault:
        raise refuse("S002", f"no score file can hold this: {fault}", bare_place("score")) from None


def _placed(node: Node, at: str) -> Node:
    """Return a node whose entries have places below `at`; an entry of a list has its name, else its number."""
    if node.is_map:
        entries = {key: _placed(child, f"{at}.{key}") for key, child in node.value.items()}
        return Node(entries, SourceLocation(at, 0, 1))
    if not node.is_list:
        return Node(node.value, SourceLocation(at, 0, 1))
    names = [child.get("name") if child.is_map else None for child in node.value]
    ends = [number if name is None else name.value for number, name in enumerate(names, 1)]
    return Node(
        [_placed(child, f"{at}.{end}") for child, end in zip(node.value, ends, strict=True)], SourceLocation(at, 0, 1)
    )
