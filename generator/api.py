"""Scrawlpress from Python: open a game, print what it has, total what was played.

>>> from generator.api import open_game
>>> game = open_game(language="en")
>>> game.sheet(players=["Ada", "Ben"]).pdf()[:5]
b'%PDF-'

What is wrong with a file of yours is raised as InvalidInput, whose `diagnostics` have a code, a place and a hint.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.commands.shared_command_options import card_of
from generator.diagnostics import AmbiguousGame, Diagnostic, InvalidInput, ScrawlError
from generator.frame import Frame
from generator.game.words import languages_of
from generator.imposition.backs import Duplex
from generator.imposition.impose import ImpositionSettings
from generator.imposition.paper import page_size
from generator.products.cards import all_decks, card_sheets, chosen_cards, deck_entry, deck_faces, deck_title
from generator.products.faces_on_paper import pack_pdf
from generator.products.handout_pages import page_frames
from generator.products.kit_request import page_title
from generator.products.print_pack import PrintPack, open_pack
from generator.products.scores.scores_from_files import read_score_file, read_score_node
from generator.products.sheets import SheetPrintOptions, sheet_name, sheet_pages, sheet_title
from generator.reading.game_search_path import GameSearchPath
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.rules import open_rules
from generator.storage.whole_files import write_whole
from generator.units import parse_length

__all__ = ["AmbiguousGame", "Diagnostic", "InvalidInput", "Printable", "PrintableGame", "ScrawlError", "open_game"]


def open_game(
    game: str = "", language: str = "", *, edition: str | None = None, home: str | Path | None = None
) -> "PrintableGame":
    """Open a game by its id; by default the one that is meant in the current folder, in its first language.

    `home` is a folder with cards/ and layouts/ of your own. Raises InvalidInput for what is not there, and
    AmbiguousGame where several games are your own.
    """
    catalogue = GameSearchPath.at(Path(home) if home is not None else None)
    name = game or catalogue.default_game
    return PrintableGame(open_pack(catalogue, name, language or next(iter(languages_of(catalogue, name)), ""), edition))


@dataclass(frozen=True)
class Printable:
    """Pages that can be printed; nothing is laid out before it is asked for."""

    title: str
    pack: PrintPack = field(repr=False)
    make: Callable[[PrintPack, str], Sequence[Frame]] = field(repr=False)
    duplex: str = ""
    fillable: bool = False

    def pdf(self, path: str | Path | None = None, *, paper: str = "a4") -> bytes:
        """Return a PDF on a paper, and write it over a file that is named; raises InvalidInput, CannotWrite."""
        frames = self.make(self.pack, paper)
        self.pack.raise_faults()
        duplex = self.duplex if any(frame.side == "back" for frame in frames) else ""
        content = pack_pdf(self.pack, frames, self.title, duplex, fillable=self.fillable)
        if path is not None:
            write_whole(Path(path), content, replace=True)
        return content


@dataclass(frozen=True)
class PrintableGame:
    """A game in one language and edition."""

    pack: PrintPack = field(repr=False)

    @property
    def title(self) -> str:
        """The printed name of the game, else its id."""
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
        """Return the fields of the cards of a deck, by key."""
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
        """Return decks with their backs, all where none is named; `cards` are keys, or numbers of a single deck.

        Each deck has its own size, as on the command line, unless one is given ("mini", "44x68mm").
        """
        decks = names or all_decks(self.pack)
        for deck in decks:
            deck_entry(self.pack, deck)

        def make(pack: PrintPack, paper: str) -> list[Frame]:
            rules = ImpositionSettings(
                page_size(pack.catalogue, paper),
                card_of(pack, size),
                bleed=parse_length(bleed),
                duplex=duplex,
            )
            chosen = chosen_cards(pack, decks, cards) if cards else dict.fromkeys(decks)
            faces = [
                deck_faces(pack, deck, rules.card, bleed=rules.bleed, copies=copies, chosen=some)
                for deck, some in chosen.items()
            ]
            return [frame for _, sheets in card_sheets(pack, faces, rules) for frame in sheets]

        pack = self._afresh()
        return Printable(" · ".join(deck_title(pack, deck) for deck in decks), pack, make, duplex)

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
        """Return a sheet, the first if none is named, once for each player; `maps` are drawn on it."""
        pack = self._afresh()
        request = SheetPrintOptions(sheet_name(pack, name), tuple(maps) or (None,), copies, mode, tuple(players))

        def make(pack: PrintPack, paper: str) -> list[Frame]:
            return list(sheet_pages(pack, request, page_size(pack.catalogue, paper)))

        return Printable(sheet_title(pack, request.sheet), pack, make, fillable=fillable)

    def page(self, name: str) -> Printable:
        """Return a page such as the rules or a score pad."""
        pack = self._afresh()

        def make(pack: PrintPack, paper: str) -> list[Frame]:
            return list(page_frames(pack, name, page_size(pack.catalogue, paper)))

        return Printable(page_title(pack, name), pack, make)

    def score(self, played: str | Path | Mapping[str, Any], *, dungeon: str | None = None) -> dict[str, Any]:
        """Return the score of a score file or of filled sheets (PDF), by path, or of what such a file holds.

        It is what `scrawl score --json` prints: game, players with name, lines, total and rank, and winners.
        """
        rules = open_rules(self.pack.catalogue, self.pack.game.id, self.pack.language)
        if isinstance(played, Mapping):
            scored = read_score_node(rules, parse_yaml(json.dumps(played), "score"), dungeon)
        else:
            scored = read_score_file(rules, Path(played), dungeon)
        return scored.result.as_record(rules.words)

    def check(self) -> list[Diagnostic]:
        """Return everything that is wrong with the game, in all its languages; raises nothing."""
        from generator.check.checking import check_game

        return check_game(self.pack.catalogue, self.pack.game.id, self.pack.edition)

    def _afresh(self) -> PrintPack:
        """Return the game with no faults so far: what is wrong with one deck is not told of the next."""
        return PrintPack(self.pack.game, self.pack.edition)
