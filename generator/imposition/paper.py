"""Sizes of papers and cards by name, or written as WxH; the named ones are in layouts/common/."""

import os
from dataclasses import field

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, bare_place, did_you_mean, meant_or
from generator.geometry import Size, written_size
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_class import spec
from generator.reading.structure import Length, structure
from generator.units import mm

# countries that print on US Letter, by the Unicode locale data
LETTER_COUNTRIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
MOST_SHOWN = 40  # characters of the user's input that a message repeats


@spec
class SizeSpec:
    """A width and a height."""

    width: Length
    height: Length


@spec
class SizesFile:
    """A file of named sizes."""

    papers: dict[str, SizeSpec] = field(default_factory=dict)
    card_sizes: dict[str, SizeSpec] = field(default_factory=dict)


def _sizes(catalogue: GameCatalogue, name: str) -> SizesFile:
    path = catalogue.need(f"layouts/common/{name}.yaml")
    return structure(catalogue.read(path), SizesFile, f"{name}.yaml")


def read_paper(catalogue: GameCatalogue, text: str, place: SourceLocation | None = None) -> Size:
    """Return the size of a paper by name or as WxH; raises InvalidInput, located at `place` or at the option --paper.

    A name means portrait; with `-landscape` appended it is landscape.
    """
    name, dash, turn = text.lower().rpartition("-")
    if dash and turn == "landscape":
        size = read_paper(catalogue, name, place)
        return Size(size.height, size.width)
    return _named(_sizes(catalogue, "papers").papers, text, "paper", mm(100), mm(1200), place or bare_place("--paper"))


def is_doubled(paper: str | Size) -> bool:
    """Tell whether two sheets are printed on one page for this paper."""
    return isinstance(paper, str) and paper.lower() == "a5"


def page_size(catalogue: GameCatalogue, paper: str | Size) -> Size:
    """Return the size of the page printed for a paper, which may be a size; for a5 it is A4, with two sheets on it.

    Raises InvalidInput.
    """
    return paper if isinstance(paper, Size) else read_paper(catalogue, "a4" if is_doubled(paper) else paper)


def usual_paper() -> str:
    """Return the paper that is usual in the user's locale: "letter" or "a4"."""
    named = (os.environ.get(name, "") for name in ("LC_ALL", "LC_PAPER", "LANG"))
    locale = next(filter(None, named), "")
    return "letter" if locale.partition(".")[0].partition("_")[2] in LETTER_COUNTRIES else "a4"


def read_card_size(catalogue: GameCatalogue, text: str, option: str = "--size") -> Size:
    """Return a card size by name or as WxH such as 63x88mm; raises InvalidInput located at `option`."""
    return _named(_sizes(catalogue, "card_sizes").card_sizes, text, "card size", mm(20), mm(300), bare_place(option))


def _named(
    sizes: dict[str, SizeSpec], text: str, kind: str, shortest: float, longest: float, at: SourceLocation
) -> Size:
    size_spec = sizes.get(text.lower().replace("-", "_"))
    size = Size(size_spec.width, size_spec.height) if size_spec else written_size(text)
    shown_text = text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."
    if size is None:
        names = [*sizes, *(f"{name}-landscape" for name in sizes if kind == "paper")]
        is_bare = written_size(f"{text}mm") is not None
        hint = f"add a unit: {shown_text}mm" if is_bare else meant_or(text, names, did_you_mean(text, sizes))
        raise InvalidInput([Diagnostic("P001", f"unknown {kind} {shown_text!r}", at, hint)])
    if not (shortest <= size.width <= longest and shortest <= size.height <= longest):
        hint = f"between {shortest / mm(1):.0f} and {longest / mm(1):.0f} mm a side"
        raise InvalidInput([Diagnostic("P002", f"{kind} {shown_text!r} is out of bounds", at, hint)])
    return size
