"""What a face comes to on paper: what is wrong with it in each language of its game, and how much ink it takes."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, in_each
from generator.game.words import languages_of
from generator.proof.checking import card_faults, caught, has_error, page_faults, sheet_faults
from generator.proof.preflight import ink_use
from generator.reading.catalogue import Catalogue
from generator.recipes.cards import deck_entry
from generator.recipes.pack import Pack, open_pack
from generator.recipes.sheets import sheet_name
from generator.workshop.previews import PreviewRequest, card_asked, face_of


class FaceProof(NamedTuple):
    """Faults by language as `scrawl check` tells them, of both sides of a card; the ink of the side that is shown.

    `ink` is how much of the face is covered, in per cent; None for a face that cannot be printed.
    """

    languages: list[str]
    faults: list[Diagnostic]
    ink: float | None


def proof(catalogue: Catalogue, asked: PreviewRequest, gone: Callable[[], bool]) -> FaceProof | None:
    """Look a face over, in the language asked for first; None as soon as nobody waits any more."""
    languages = sorted(languages_of(catalogue, asked.game), key=lambda each: each != asked.language)
    found: dict[str, list[Diagnostic]] = {}
    for language in languages:
        if gone():
            return None
        found[language] = _faults(catalogue, replace(asked, language=language))
    if gone():
        return None
    ink = None if has_error(found[asked.language]) else _ink(catalogue, asked)
    return FaceProof(languages, in_each(found), ink)


def _faults(catalogue: Catalogue, asked: PreviewRequest) -> list[Diagnostic]:
    faults: list[Diagnostic] = []
    found = caught(faults, lambda: _faults_of(open_pack(catalogue, asked.game, asked.language, asked.edition), asked))
    return [fault for fault in [*faults, *(found or [])] if fault.severity != "note"]


def _faults_of(pack: Pack, asked: PreviewRequest) -> list[Diagnostic]:
    if asked.kind == "sheet":
        return sheet_faults(pack, sheet_name(pack, asked.name))
    if asked.kind == "page":
        return page_faults(pack, asked.name)
    deck_entry(pack, asked.name)  # raises InvalidInput for a deck that is not there
    return card_faults(pack, asked.name, [card_asked(pack, asked.name, asked.card)._replace(copies=1)])


def _ink(catalogue: Catalogue, asked: PreviewRequest) -> float | None:
    pack = open_pack(catalogue, asked.game, asked.language, asked.edition)
    try:
        face, _, _ = face_of(pack, asked)
    except InvalidInput:
        return None
    return ink_use(pack, asked.name, [face]).mean
