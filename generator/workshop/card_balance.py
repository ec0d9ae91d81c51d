"""The results of a quick simulation for the card being edited, as plain data for the page; runs in a child process."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from generator.child_processes import AbandonedCall, call_apart
from generator.diagnostics import InvalidInput, ScrawlError
from generator.game.manifest import PieceEntry
from generator.products.cards import deck_entry
from generator.products.print_pack import PrintPack, open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import has_ruleset
from generator.rulesets.simulate.quick_balance import OutcomeFrequencies, QuickBalanceResult, balance_apart
from generator.rulesets.value_counts import GAMES, ConfidenceInterval
from generator.workshop.http import fault_json
from generator.workshop.previews import PreviewRequest, card_asked

MOST_SECONDS = 300
MOST_FAULTS = 5  # faults shown if a game cannot be played; `scrawl check` shows all


def balance(
    catalogue: GameCatalogue,
    saved: GameCatalogue | None,
    asked: PreviewRequest,
    gone: Callable[[], bool],
    games: int = GAMES,
) -> dict[str, Any]:
    """Simulate `games` games with the requested card, also with the `saved` files if they differ.

    The key `lacks` says why there are no figures, `faults` why the game cannot be played. The result is empty for a
    game without rules, and as soon as `gone` returns True.
    """
    if gone():
        return {}
    try:
        pack = open_pack(catalogue, asked.game, asked.language, asked.edition)
        if not has_ruleset(pack.game):
            return {}
        deck, card = _card(pack, asked)
    except InvalidInput:
        return {}  # the preview shows the faults
    files = [None if each is None else replace(each, sources=each.sources.afresh()) for each in (catalogue, saved)]
    try:
        found = call_apart(balance_apart, *files, asked.game, deck, card, games, seconds=MOST_SECONDS, given_up=gone)
    except AbandonedCall:
        return {}
    except ScrawlError:
        return {"lacks": "not_played"}
    if not isinstance(found, QuickBalanceResult):
        return {"lacks": "faulty", "faults": [fault_json(fault) for fault in found[:MOST_FAULTS]]}
    figures = {key: _figure(getattr(found, key)) for key in ("points", "dealt", "kept", "change", "worth")}
    return {"games": found.games, **figures, "shares": [_said(pack, each) for each in found.shares]}


def _card(pack: PrintPack, asked: PreviewRequest) -> tuple[str, str]:
    """Return the deck and key of the requested card; two empty texts for a sheet, a page or a piece."""
    if asked.kind != "deck" or isinstance(deck_entry(pack, asked.name), PieceEntry):
        return "", ""
    return asked.name, card_asked(pack, asked.name, asked.card).key


def _said(pack: PrintPack, told: OutcomeFrequencies) -> dict[str, Any]:
    """Return shares with their names in the language of the cards."""
    shares = [{"name": pack.game.word(name) if name else "", "share": _figure(share)} for name, share in told.shares]
    return {"heading": pack.game.word(told.heading), "shares": shares}


def _figure(interval: ConfidenceInterval | None) -> dict[str, float | None] | None:
    """Return an estimate with its bounds; None for bounds that are infinite."""
    if interval is None:
        return None
    values = {"mean": interval.estimate, "low": interval.low, "high": interval.high}
    return {key: value if math.isfinite(value) else None for key, value in values.items()}
