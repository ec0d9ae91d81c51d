"""Where each sentence of a game's rules is from: sources.yaml names the facts that it tells, or says that it is ours.

A fact stands in the books where `at` says. A sentence is a word of words/<language>.yaml by its dotted path; it tells
facts by their ids, or a rule of our own as `ours.NAME`, whose line stands under `ours:` in design.yaml.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean
from generator.game.words import languages_of, own_file
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_class import spec
from generator.reading.structure import Name, Names, RawNode, Text, structure
from generator.reading.yaml_nodes import Node

OURS = "ours."
_BOOK = re.compile(r"[A-Za-z]+")


@spec
class SourceBook:
    """A book that states the facts; one that tells the `whole` game has a coverage of its own, and can be played by."""

    place: SourceLocation
    title: Text
    whole: bool = False


@spec
class RulebookFact:
    """What the books state, in short: where, and the values of the data files that it fixes, by their paths."""

    place: SourceLocation
    says: Text
    at: Names
    value: dict[str, RawNode] = field(default_factory=dict)


@spec
class RuleVariantEntry:
    """A rule that can be played in another way: what is done then, where that is told, whose readers play so."""

    place: SourceLocation
    says: Text
    at: Names = ()
    books: Names = ()


@spec
class RuleSourcesSpec:
    """What sources.yaml says. `plain` names the words that state no rule: names, headings, labels.

    `sentences` says what each other word tells, `shown` what a number, a count or a drawing tells, by its name in the
    data or on a sheet; `untold` gives the reason of each fact that nothing tells. `variants` are the switches of the
    rules, where the books differ or leave something open: all are off in the usual game.
    """

    place: SourceLocation
    books: dict[Name, SourceBook]
    facts: dict[str, RulebookFact]
    sentences: dict[str, Names] = field(default_factory=dict)
    shown: dict[str, Names] = field(default_factory=dict)
    untold: dict[str, Text] = field(default_factory=dict)
    variants: dict[Name, RuleVariantEntry] = field(default_factory=dict)
    plain: tuple[str, ...] = ()


class BookCoverage(NamedTuple):
    """How many facts a book states, and how many of them are told."""

    book: str
    title: str
    facts: int
    told: int

    @property
    def share(self) -> float:
        """How much of the book is told, from 0 to 1."""
        return self.told / self.facts if self.facts else 1.0


@dataclass(frozen=True)
class RuleSources:
    """The sources of a game, with its words and the lines of its own rules."""

    named: RuleSourcesSpec
    node: Node
    words: Mapping[str, str]  # every word of the first language, by its dotted path
    rules: Mapping[str, str]  # our own rules, by name: the lines of design.yaml

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The words that state rules, in their order."""
        plain = [re.compile(pattern_of(each)) for each in self.named.plain]
        return tuple(key for key in self.words if not any(each.match(key) for each in plain))

    def facts_of(self, key: str) -> tuple[str, ...]:
        """Return the ids of the facts that a sentence tells."""
        return tuple(each for each in self.named.sentences.get(key, ()) if not each.startswith(OURS))

    def ours_of(self, key: str) -> tuple[str, ...]:
        """Return the names of our own rules that a sentence tells."""
        return tuple(each.removeprefix(OURS) for each in self.named.sentences.get(key, ()) if each.startswith(OURS))

    def sources_of(self, key: str) -> tuple[str, ...]:
        """Return where a sentence is from, each place once; `ours` last where it tells a rule of ours."""
        places = dict.fromkeys(
            at for fact in self.facts_of(key) if fact in self.named.facts for at in self.named.facts[fact].at
        )
        return (*places, "ours") if self.ours_of(key) else tuple(places)

    @cached_property
    def told_by(self) -> Mapping[str, tuple[str, ...]]:
        """What tells each fact that is told: sentences that are there, then what is shown."""
        told: dict[str, list[str]] = {}
        sentences = ((key, facts) for key, facts in self.named.sentences.items() if key in self.words)
        for key, facts in (*sentences, *self.named.shown.items()):
            for fact in facts:
                if not fact.startswith(OURS):
                    told.setdefault(fact, []).append(key)
        return {fact: tuple(keys) for fact, keys in told.items()}

    @property
    def untold(self) -> Mapping[str, str]:
        """The facts that nothing tells, each with its reason; the reason is empty where none is given."""
        return {name: self.named.untold.get(name, "") for name in self.named.facts if name not in self.told_by}

    @property
    def whole_books(self) -> Mapping[str, str]:
        """The titles of the books that tell the whole game, by their short names."""
        return {name: book.title for name, book in self.named.books.items() if book.whole}

    def played_by(self, book: str) -> tuple[str, ...]:
        """Return the variants that the readers of a book play."""
        return tuple(name for name, variant in self.named.variants.items() if book in variant.books)

    def coverage(self) -> list[BookCoverage]:
        """Return the coverage of each book that tells the whole game, or of all together where none does."""
        whole = self.whole_books
        if not whole:
            return [self._covered("", "all", list(self.named.facts))]
        others = set(self.named.books) - set(whole)
        return [
            self._covered(
                name, title, [fact for fact, each in self.named.facts.items() if books_at(each.at) & {name, *others}]
            )
            for name, title in whole.items()
        ]

    def _covered(self, book: str, title: str, facts: list[str]) -> BookCoverage:
        return BookCoverage(book, title, len(facts), sum(fact in self.told_by for fact in facts))

    def faults(self) -> list[Diagnostic]:
        """Return what is wrong: a sentence without a source, a fact that nothing tells, names of what is not there."""
        faults = []
        for key in self.sentences:
            if not self.named.sentences.get(key):
                hint = f"add {key}: [...] under sentences:, or name it under plain:"
                faults.append(Diagnostic("W006", f"sentence {key!r} has no source", self.node.place, hint, "warning"))
        return [*faults, *self._unknown(), *self._untold()]

    def _unknown(self) -> Iterator[Diagnostic]:
        named, sentences = self.named, self.node.get("sentences") or self.node
        for key, told in named.sentences.items():
            if key not in self.words:
                yield self._missing(f"there is no word {key!r}", sentences.key_place(key), key, self.words)
            for each in told:
                if each.startswith(OURS) and each.removeprefix(OURS) not in self.rules:
                    message = f"design.yaml has no rule {each.removeprefix(OURS)!r}"
                    yield self._missing(message, sentences.key_place(key), each.removeprefix(OURS), self.rules)
        for part in ("sentences", "shown"):
            node = self.node.get(part) or self.node
            for key, told in getattr(named, part).items():
                for each in told:
                    if not each.startswith(OURS) and each not in named.facts:
                        yield self._missing(f"there is no fact {each!r}", node.key_place(key), each, named.facts)
        for name, fact in named.facts.items():
            for book in sorted(books_at(fact.at) - set(named.books)):
                yield self._missing(
                    f"fact {name!r} is from a book {book!r} that nobody names", fact.place, book, named.books
                )
        for name, variant in named.variants.items():
            for book in sorted({*books_at(variant.at), *variant.books} - set(named.books)):
                message = f"variant {name!r} is from a book {book!r} that nobody names"
                yield self._missing(message, variant.place, book, named.books)
        used = {each for key in named.sentences for each in self.ours_of(key)}
        for name in self.rules:
            if name not in used:
                message = f"no sentence tells the rule {name!r} of design.yaml"
                yield Diagnostic("W007", message, self.node.place, f"name it where it stands: ours.{name}")

    def _untold(self) -> Iterator[Diagnostic]:
        for name, reason in self.untold.items():
            if not reason:
                fact, hint = self.named.facts[name], "tell it, or say why not under untold:"
                message = f"nothing tells the fact {name!r}: {fact.says}"
                yield Diagnostic("W008", message, fact.place, hint, "warning")
        for name in self.named.untold:
            node = self.node.get("untold") or self.node
            if name in self.told_by or name not in self.named.facts:
                message = f"{name!r} under untold: is told, or is no fact"
                yield Diagnostic("W007", message, node.key_place(name), "take it out")

    def _missing(self, message: str, place: SourceLocation, name: str, known: Mapping[str, Any]) -> Diagnostic:
        return Diagnostic("W007", message, place, did_you_mean(name, list(known)))


def books_at(places: Names) -> set[str]:
    """Return the short names of the books of some places.

    >>> sorted(books_at(("PL p.4", "s2.3")))
    ['PL', 's']
    """
    return {found.group() for at in places if (found := _BOOK.match(at))}


def pattern_of(path: str) -> str:
    """Return the regular expression of a dotted path and all below it; * stands for one name.

    >>> bool(re.match(pattern_of("cards.*.name"), "cards.wolves")), bool(re.match(pattern_of("a.*"), "a.b.c"))
    (False, True)
    """
    return re.escape(path).replace(r"\*", r"[^.]+") + r"(\.|$)"


def leaves_of(node: Node, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every word below a node with its dotted path."""
    children = (
        node.items()
        if node.is_map
        else ((str(at), each) for at, each in enumerate(node.value))
        if node.is_list
        else None
    )
    if children is None:
        yield path, "" if node.value is None else str(node.value)
        return
    for key, child in children:
        yield from leaves_of(child, f"{path}.{key}" if path else key)


def read_sources(catalogue: GameCatalogue, game: str) -> RuleSources | None:
    """Return the sources of a game, or None for one without sources.yaml; raises InvalidInput."""
    path = catalogue.find(f"cards/{game}/sources.yaml")
    if path is None:
        return None
    node = catalogue.read(path)
    named: RuleSourcesSpec = structure(node, RuleSourcesSpec, "sources.yaml")
    languages = languages_of(catalogue, game)
    words = dict(leaves_of(own_file(catalogue, game, languages[0]))) if languages else {}
    design = catalogue.find(f"cards/{game}/design.yaml")
    ours = catalogue.read(design).get("ours") if design is not None else None
    rules = {key: str(each.value) for key, each in ours.items()} if ours is not None and ours.is_map else {}
    return RuleSources(named, node, words, rules)


def words_in(catalogue: GameCatalogue, game: str, language: str) -> dict[str, str]:
    """Return every word of a game by its dotted path, in one language."""
    return dict(leaves_of(own_file(catalogue, game, language)))
