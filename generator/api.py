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

import click

from generator.commands import pdf_commands
from generator.commands.pdf_commands import PrintOutput, print_decks, print_pages, print_sheets
from generator.commands.print_options import CARD_OPTIONS, MOST, PrintSettings, check_length, settings_on, sheet_rules
from generator.diagnostics import AmbiguousGame, Diagnostic, InvalidInput, ScrawlError
from generator.game.words import languages_of
from generator.imposition.backs import Duplex
from generator.products.cards import all_decks, deck_entry, deck_title
from generator.products.handout_pages import page_entry
from generator.products.kit_request import page_title
from generator.products.print_pack import PrintPack, open_pack
from generator.products.scores.scores_from_files import read_score_file, read_score_node
from generator.products.sheets import SheetPrintOptions, sheet_name, sheet_title
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.rules import open_rules
from generator.storage.whole_files import write_whole

__all__ = ["AmbiguousGame", "Diagnostic", "InvalidInput", "Printable", "PrintableGame", "ScrawlError", "open_game"]


def open_game(
    game: str = "", language: str = "", *, edition: str | None = None, home: str | Path | None = None
) -> "PrintableGame":
    """Open a game by its id; by default the one that is meant in the current folder, in its first language.

    `home` is a folder with cards/ and layouts/ of your own. Raises InvalidInput for what is not there, and
    AmbiguousGame where several games are your own.
    """
    catalogue = GameCatalogue.at(Path(home) if home is not None else None)
    name = game or catalogue.default_game
    return PrintableGame(open_pack(catalogue, name, language or next(iter(languages_of(catalogue, name)), ""), edition))


@dataclass(frozen=True)
class Printable:
    """Pages that can be printed; nothing is laid out before it is asked for."""

    title: str
    pack: PrintPack = field(repr=False)
    make: Callable[[PrintSettings], PrintOutput] = field(repr=False)

    def pdf(self, path: str | Path | None = None, *, paper: str = "") -> bytes:
        """Return a PDF on a paper, and write it over a file that is named; raises InvalidInput, CannotWrite.

        Where no paper is asked for, it is that of a sheet that owns one, else A4.
        """
        settings = settings_on(self.pack, paper or "a4")._replace(is_paper_asked=bool(paper))
        (file,) = self.make(settings).files
        if path is not None:
            write_whole(Path(path), file.content, replace=True)
        return file.content


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

        Each deck is of its own size, or all are of a `size` by its name or as WxH. Raises ValueError for what is out
        of bounds.
        """
        pack = self._afresh()
        decks = names or all_decks(pack)
        for deck in decks:
            deck_entry(pack, deck)
        asked = _as_typed(pdf_commands.cards, size=size, bleed=bleed, duplex=duplex, copies=copies)
        own = {name: asked[name] for name in CARD_OPTIONS}

        def make(settings: PrintSettings) -> PrintOutput:
            return print_decks(settings, sheet_rules(settings, size, own), decks, cards, asked["copies"])

        return Printable(" · ".join(deck_title(pack, deck) for deck in decks), pack, make)

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
        copies = _as_typed(pdf_commands.sheets, copies=copies)["copies"]
        request = SheetPrintOptions(sheet_name(pack, name), tuple(maps) or (None,), copies, mode, tuple(players))
        return Printable(
            sheet_title(pack, request.sheet), pack, lambda on: print_sheets(on, request, fillable=fillable)
        )

    def page(self, name: str) -> Printable:
        """Return a page such as the rules or a score pad."""
        pack = self._afresh()
        page_entry(pack, name)
        return Printable(page_title(pack, name), pack, lambda on: print_pages(on, (name,)))

    def score(
        self, played: str | Path | Mapping[str, Any], *, dungeon: str | None = None, solo: bool = False, which: int = 0
    ) -> dict[str, Any]:
        """Return the score of a score file or of filled sheets (PDF), by path, or of what such a file holds.

        It is what `scrawl score --json` prints: game, players with name, lines, total and rank, and winners. A filled
        sheet may be `solo`, and hold several games, of which one is scored: `which`, counted from 1.
        """
        rules = open_rules(self.pack.catalogue, self.pack.game.id, self.pack.language)
        if isinstance(played, Mapping):
            scored = read_score_node(rules, parse_yaml(json.dumps(played), "score"), dungeon)
        else:
            scored = read_score_file(rules, Path(played), dungeon, solo=solo, which=which)
        return scored.score.as_record(rules.words)

    def check(self) -> list[Diagnostic]:
        """Return everything that is wrong with the game, in all its languages; raises nothing."""
        from generator.check.checking import check_game

        return check_game(self.pack.catalogue, self.pack.game.id, self.pack.edition)

    def _afresh(self) -> PrintPack:
        """Return the game with no faults so far: what is wrong with one deck is not told of the next."""
        return PrintPack(self.pack.game, self.pack.edition)


def _as_typed(command: click.Command, **given: Any) -> dict[str, Any]:
    """Return the options of cards on a sheet, and those given, as a command takes them; raises ValueError."""
    context, wanted = click.Context(command), {*CARD_OPTIONS, *given}
    try:
        read = {
            str(option.name): option.process_value(context, given.get(str(option.name), option.get_default(context)))
            for option in command.params
            if option.name in wanted
        }
        for name, most in MOST.items():
            check_length(name.replace("_", "-"), read.get(name), most)
    except click.UsageError as fault:
        raise ValueError(fault.message) from None
    return read
