"""The source of each sentence of a game's rules: sources.yaml names the facts that it states, or marks it as our own.

A fact has its places in the books under `at`. A sentence is a word of words/<language>.yaml, named by its dotted path;
it lists the ids of facts, or `ours.NAME` for a rule of our own, whose text is under `ours:` in design.yaml.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean
from generator.game.words import languages_of, leaves_of, own_file
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.spec_class import spec
from generator.reading.structure import Name, Names, RawNode, Text, structure
from generator.reading.yaml_nodes import Node

OURS = "ours."
_BOOK = re.compile(r"[A-Za-z]+")


@spec
class SourceBook:
    """A book that states facts.

    One that states the `whole` game gets its own coverage, and its rules can be selected.
    """

    place: SourceLocation
    title: Text
    whole: bool = False


@spec
class RulebookFact:
    """A fact that the books state, in short: its places, and the values of data files that it determines, by path."""

    place: SourceLocation
    says: Text
    at: Names
    value: dict[str, RawNode] = field(default_factory=dict)


@spec
class RuleVariantEntry:
    """An optional rule: what changes, where it is stated, and the books whose readers play by it."""

    place: SourceLocation
    says: Text
    at: Names = ()
    books: Names = ()


@spec
class RuleSourcesSpec:
    """The content of sources.yaml. `plain` names the words that state no rule: names, headings, labels.

    `sentences` lists the facts of each other word, `shown` those of numbers, counts and drawings, by their names in the
    data or on a sheet; `untold` has the reason for each fact that nothing states. `variants` are the optional rules,
    for what the books differ in or leave open: all are off in the usual game.
    """

    place: SourceLocation
    books: dict[Name, SourceBook]
    facts: dict[str, RulebookFact]
    sentences: dict[str, Names] = field(default_factory=dict)
    shown: dict[str, Names] = field(default_factory=dict)
    untold: dict[str, Text] = field(default_factory=dict)
    variants: dict[Name, RuleVariantEntry] = field(default_factory=dict)
    plain: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleSources:
    """The parsed sources.yaml of a game: where each rule is published, and which texts of rules we wrote ourselves."""

    named: RuleSourcesSpec
    node: Node
    words: Mapping[str, str]  # all words of the first language, by dotted path
    rules: Mapping[str, str]  # the texts of our own rules in design.yaml, by name

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The paths of the words that state rules, in the order of the file."""
        plain = [re.compile(pattern_of(path)) for path in self.named.plain]
        return tuple(key for key in self.words if not any(pattern.match(key) for pattern in plain))

    def ours_of(self, key: str) -> tuple[str, ...]:
        """Return the names of our own rules that a sentence states."""
        return tuple(name.removeprefix(OURS) for name in self.named.sentences.get(key, ()) if name.startswith(OURS))

    @cached_property
    def told_by(self) -> Mapping[str, tuple[str, ...]]:
        """By the id of each fact, the keys of the sentences and then of the entries of `shown` that state it."""
        statements: dict[str, list[str]] = {}
        sentences = ((key, facts) for key, facts in self.named.sentences.items() if key in self.words)
        for key, facts in (*sentences, *self.named.shown.items()):
            for fact in facts:
                if not fact.startswith(OURS):
                    statements.setdefault(fact, []).append(key)
        return {fact: tuple(keys) for fact, keys in statements.items()}

    @property
    def untold(self) -> Mapping[str, str]:
        """The ids of facts that the rules do not state, each with the reason for that, or "" if none is given."""
        return {name: self.named.untold.get(name, "") for name in self.named.facts if name not in self.told_by}

    @property
    def whole_books(self) -> Mapping[str, str]:
        """The titles of the books that state the whole game, by their short names."""
        return {name: book.title for name, book in self.named.books.items() if book.whole}

    def played_by(self, book: str) -> tuple[str, ...]:
        """Return the variants that the readers of a book play by."""
        return tuple(name for name, variant in self.named.variants.items() if book in variant.books)

    def faults(self) -> list[Diagnostic]:
        """Return all faults: sentences without a source, facts that nothing states, unknown names."""
        faults = []
        for key in self.sentences:
            if not self.named.sentences.get(key):
                hint = f"add {key}: [...] under sentences:, or name it under plain:"
                faults.append(Diagnostic("W006", f"sentence {key!r} has no source", self.node.place, hint, "warning"))
        return [*faults, *self._unknown(), *self._untold()]

    def _unknown(self) -> Iterator[Diagnostic]:
        named, sentences = self.named, self.node.get("sentences") or self.node
        for key, sources in named.sentences.items():
            if key not in self.words:
                yield self._missing(f"there is no word {key!r}", sentences.key_place(key), key, self.words)
            for source in sources:
                if source.startswith(OURS) and source.removeprefix(OURS) not in self.rules:
                    message = f"design.yaml has no rule {source.removeprefix(OURS)!r}"
                    yield self._missing(message, sentences.key_place(key), source.removeprefix(OURS), self.rules)
        for part in ("sentences", "shown"):
            node = self.node.get(part) or self.node
            for key, sources in getattr(named, part).items():
                for source in sources:
                    if not source.startswith(OURS) and source not in named.facts:
                        yield self._missing(f"there is no fact {source!r}", node.key_place(key), source, named.facts)
        for name, fact in named.facts.items():
            for book in sorted(books_at(fact.at) - set(named.books)):
                yield self._missing(
                    f"fact {name!r} is from a book {book!r} that nobody names", fact.place, book, named.books
                )
        for name, variant in named.variants.items():
            for book in sorted({*books_at(variant.at), *variant.books} - set(named.books)):
                message = f"variant {name!r} is from a book {book!r} that nobody names"
                yield self._missing(message, variant.place, book, named.books)
        used_rules = {source for key in named.sentences for source in self.ours_of(key)}
        for name in self.rules:
            if name not in used_rules:
                message = f"no sentence states the rule {name!r} of design.yaml"
                yield Diagnostic("W007", message, self.node.place, f"name it at its sentence: ours.{name}")

    def _untold(self) -> Iterator[Diagnostic]:
        for name, reason in self.untold.items():
            if not reason:
                fact, hint = self.named.facts[name], "tell it, or say why not under untold:"
                message = f"no sentence states the fact {name!r}: {fact.says}"
                yield Diagnostic("W008", message, fact.place, hint, "warning")
        for name in self.named.untold:
            node = self.node.get("untold") or self.node
            if name in self.told_by or name not in self.named.facts:
                message = f"{name!r} under untold: is stated already, or is not a fact"
                yield Diagnostic("W007", message, node.key_place(name), "delete it")

    def _missing(self, message: str, place: SourceLocation, name: str, names: Mapping[str, Any]) -> Diagnostic:
        return Diagnostic("W007", message, place, did_you_mean(name, list(names)))


def books_at(places: Names) -> set[str]:
    """Return the short names of the books to which places such as "PL p.4" belong.

    >>> sorted(books_at(("PL p.4", "s2.3")))
    ['PL', 's']
    """
    return {match.group() for at in places if (match := _BOOK.match(at))}


def pattern_of(path: str) -> str:
    """Return a regular expression for a dotted path and all paths below it; * matches one step.

    >>> bool(re.match(pattern_of("cards.*.name"), "cards.wolves")), bool(re.match(pattern_of("a.*"), "a.b.c"))
    (False, True)
    """
    return re.escape(path).replace(r"\*", r"[^.]+") + r"(\.|$)"


def read_sources(catalogue: GameCatalogue, game: str) -> RuleSources | None:
    """Return the sources of a game; None if it has no sources.yaml. Raises InvalidInput."""
    path = catalogue.find(f"cards/{game}/sources.yaml")
    if path is None:
        return None
    node = catalogue.read(path)
    spec: RuleSourcesSpec = structure(node, RuleSourcesSpec, "sources.yaml")
    languages = languages_of(catalogue, game)
    words = words_in(catalogue, game, languages[0]) if languages else {}
    design = catalogue.find(f"cards/{game}/design.yaml")
    own_rules = catalogue.read(design).get("ours") if design is not None else None
    entries = own_rules.items() if own_rules is not None and own_rules.is_map else ()
    return RuleSources(spec, node, words, {key: str(rule.value) for key, rule in entries})


def words_in(catalogue: GameCatalogue, game: str, language: str) -> dict[str, str]:
    """Return all words of a game in one language, by dotted path."""
    leaves = leaves_of(own_file(catalogue, game, language))
    return {path: "" if leaf.value is None else str(leaf.value) for path, leaf in leaves}
