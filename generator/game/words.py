"""The words of a game in one language: its own override the common ones, and English fills what is missing.

A language may lack any word: English is printed instead, and `check` reports what is missing. Users may name a language
in any spelling: Polish, polski, PL, pl_PL.UTF-8.
"""

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from generator.diagnostics import (
    MOST_FAULTS,
    Diagnostic,
    InvalidInput,
    InvalidRequest,
    Severity,
    SourceLocation,
    bare_place,
    did_you_mean,
    nearest,
    refuse,
)
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters
from generator.reading.phrase_templates import Plural, names_in, phrase, plural_of
from generator.reading.structure import Text, structure, unquoted_hint
from generator.reading.yaml_nodes import Node, kind_name

FALLBACK = "en"
MACHINERY, SCORER, WORKSHOP = "", "score.", "workshop."  # prefixes of the files with the program's own texts


class WordFile(NamedTuple):
    """The parsed words of one file (`node`), and their language."""

    language: str
    node: Node


class Words:
    """The words of one language by dotted path, merged from layers; later layers override earlier ones.

    A word that is missing or empty in a layer is taken from the layer below.
    """

    def __init__(self, catalogue: GameCatalogue, language: str, layers: tuple[WordFile, ...]) -> None:
        self.catalogue, self.language, self.layers = catalogue, language, layers
        self._plurals: dict[str, Plural] = {}
        self.short_lists: list[Diagnostic] = []  # filled by `node`

    @cached_property
    def node(self) -> Node:
        """All layers merged; raises InvalidInput with all words whose type differs from that in the layer below."""
        faults: list[Diagnostic] = []
        languages: dict[str, Node] = {}
        for layer in self.layers:
            below = languages.get(layer.language)
            languages[layer.language] = layer.node if below is None else laid_over(below, layer.node, faults)
        node, *overlays = languages.values()
        for overlay in overlays:
            node = laid_over(node, overlay, faults, self.short_lists)
        if faults:
            raise InvalidInput(faults)
        return node

    def own(self, path: str) -> Node | None:
        """Return the node at a path in the topmost layer of this language that has the path; no English replacement.

        None if no layer has it.
        """
        nodes = (layer.node.at(path) for layer in reversed(self.layers) if layer.language == self.language)
        return next((node for node in nodes if node is not None), None)

    @property
    def place(self) -> SourceLocation:
        """The place where the words of the topmost file begin, for faults about the file."""
        return self.layers[-1].node.place

    def plural_at(self, place: SourceLocation) -> Plural:
        """Return the plural function for a word at a place: of English if the word is in an English file."""
        return self.plural_in(self._languages.get(place.path, self.language))

    @cached_property
    def _languages(self) -> dict[str, str]:
        return {layer.node.place.path: layer.language for layer in self.layers}

    def plural_in(self, language: str) -> Plural:
        """Return the function that chooses the plural form for a number in a language."""
        if language not in self._plurals:
            self._plurals[language] = plural_of(self.catalogue, language)
        return self._plurals[language]

    def find(self, path: str, fallback: str = "") -> str:
        """Return the word at a path; `fallback` if there is none."""
        node = self.node.at(path)
        return str(node.value) if node is not None and is_text(node) else fallback

    def word(self, path: str) -> str:
        """Return the word at a path; raises InvalidInput if no layer has it, or it is no text."""
        node = self.node.at(path)
        if node is None or is_empty(node):
            hint = f"add {path.rpartition('.')[2]}: ..."
            raise refuse("W001", f"missing word {path!r}", self._nearest(path), hint)
        if not is_text(node):
            message = f"word {path!r} is {kind_name(node)}, expected a text"
            raise refuse("W005", message, node.place, "put quotes around it")
        return str(node.value)

    def texts(self, path: str) -> dict[str, str]:
        """Return all words of a section by name; raises InvalidInput if one of them is not a text."""
        node = self.node.at(path)
        names = node.value if node is not None and node.is_map else ()
        return {name: self.word(f"{path}.{name}") for name in names}

    def entries(self, path: str) -> list[str]:
        """Return the words of a list; empty if there is no list at this path."""
        node = self.node.at(path)
        return [str(entry.value) for entry in node.value] if node is not None and node.is_list else []

    def say(self, path: str, /, **values: str | int) -> str:
        """Return a sentence with its {placeholders} filled from `values`; raises InvalidInput if that is impossible.

        A sentence with a placeholder that is not in `values` is replaced by the same sentence of the layer below.
        """
        nodes = [(layer, node) for layer in reversed(self.layers) if (node := layer.node.at(path)) and is_text(node)]
        for layer, node in nodes:
            if names_in(str(node.value)) <= values.keys():
                return phrase(str(node.value), values, self.plural_in(layer.language))
        if not nodes:
            return self.word(path)
        raise InvalidInput(unknown_names(path, nodes[0][1], values))

    def _nearest(self, path: str) -> SourceLocation:
        """Return the place for adding a missing word: that of the innermost mapping on its path which exists."""
        node = self.layers[-1].node
        for step in path.split(".")[:-1]:
            child = node.get(step)
            if child is None or not child.is_map:
                break
            node = child
        return node.place


def is_text(node: Node) -> bool:
    """Return whether a node is a word, which is a text or a number."""
    return isinstance(node.value, (str, int, float)) and not isinstance(node.value, bool) and node.value != ""


def leaves_of(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield (dotted path, node) for all words below a node."""
    if node.is_map or node.is_list:
        for key, child in node.items() if node.is_map else enumerate(node.value):
            yield from leaves_of(child, f"{path}.{key}".lstrip("."))
    else:
        yield path, node


def is_empty(node: Node) -> bool:
    """Return whether the value of a node is missing (null) or an empty text."""
    return node.value is None or node.value == ""


def unknown_names(path: str, node: Node, values: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield a fault for each placeholder of a sentence that is not in `values`."""
    names = sorted(values)
    for name in sorted(names_in(str(node.value)) - set(names)):
        yield Diagnostic("W009", f"word {path!r} asks for {{{name}}}", node.place, did_you_mean(name, names))


def languages_of(catalogue: GameCatalogue, game: str) -> tuple[str, ...]:
    """Return the languages of a game, which are the files in its words/, English first if it has it."""
    return english_first(catalogue.names(f"cards/{game}/words"))


def english_first(languages: Iterable[str]) -> tuple[str, ...]:
    """Return languages sorted, English first; the first one is used if a game lacks the user's language."""
    return tuple(sorted(languages, key=lambda name: (name != FALLBACK, name)))


def machinery_languages(catalogue: GameCatalogue, family: str) -> tuple[str, ...]:
    """Return the languages in which the program has words of a family, English first."""
    names = (name.rpartition(".") for name in catalogue.names("cards/common/words"))
    return english_first(language for first, dot, language in names if f"{first}{dot}" == family)


def file_of(game: str, language: str) -> str:
    """Return the path of the file with the words of a game."""
    return f"cards/{game}/words/{language}.yaml"


def own_file(catalogue: GameCatalogue, game: str, language: str) -> Node:
    """Return the words of a game in a language, without English for missing ones; raises InvalidInput."""
    first, *later = catalogue.find_all(file_of(game, language)) or [catalogue.need(file_of(game, language))]
    node = catalogue.read(first)
    for path in later:
        node = laid_over(node, catalogue.read(path), [])
    return node


def read_words(catalogue: GameCatalogue, game: str, language: str) -> Words:
    """Return the words of a game; a user's file overrides the built-in file of the same name, word by word.

    Raises InvalidInput.
    """
    catalogue.need(file_of(game, language))
    return Words(catalogue, language, layers_of(catalogue, language, (file_of("common", "{}"), file_of(game, "{}"))))


def machinery_words(catalogue: GameCatalogue, language: str, family: str = MACHINERY) -> Words:
    """Return the texts of the program itself; `family` is MACHINERY, SCORER or WORKSHOP. Raises InvalidInput."""
    return Words(catalogue, language, layers_of(catalogue, language, (file_of("common", f"{family}{{}}"),)))


def layers_of(catalogue: GameCatalogue, language: str, files: tuple[str, ...]) -> tuple[WordFile, ...]:
    """Return the files that exist as layers, English ones first; {} in the names of `files` stands for a language."""
    return tuple(
        WordFile(code, catalogue.read(path))
        for code in dict.fromkeys((FALLBACK, language))
        for name in files
        for path in catalogue.find_all(name.replace("{}", code))
    )


def laid_over(
    base: Node, overlay: Node, faults: list[Diagnostic], short: list[Diagnostic] | None = None, path: str = ""
) -> Node:
    """Return two mappings merged at all levels: words of `overlay` override those of `base` unless they are empty.

    A word of another type than in `base` is ignored, with a fault in `faults`. If `short` is given, a list with fewer
    entries than in `base` is completed from `base`, with a warning in `short`.
    """
    # Lists are merged by position, mappings by key. The places of both are kept: a fault in a word points at the file
    # it is in, whichever layer that is.
    if is_empty(overlay):
        return base
    if not is_empty(base) and _shape(base) != _shape(overlay):
        if len(faults) < MOST_FAULTS:
            message = f"expected {_shape(base)}, found {kind_name(overlay)}"
            faults.append(Diagnostic("W005", message, overlay.place, unquoted_hint(overlay) or _shape_hint(base)))
        return base
    if base.is_list:
        entries = [
            laid_over(lower, upper, faults) if _shape(lower) != _shape(upper) else upper
            for lower, upper in zip(base.value, overlay.value, strict=False)
        ]
        overlay = overlay._replace(value=[*entries, *overlay.value[len(entries) :]])
    if short is not None and base.is_list and len(overlay.value) < len(base.value):
        short.append(short_list(path, overlay, len(base.value), FALLBACK, "warning"))
        return overlay._replace(value=[*overlay.value, *base.value[len(overlay.value) :]])
    if not base.is_map:
        return overlay
    values = {**base.value}
    for key, node in overlay.items():
        child_path = f"{path}.{key}".lstrip(".")
        values[key] = laid_over(values[key], node, faults, short, child_path) if key in values else node
    return Node(values, overlay.place, {**(base.key_places or {}), **(overlay.key_places or {})})


def short_list(path: str, node: Node, count: int, reference: str, severity: Severity) -> Diagnostic:
    """Return the fault of a list that has not the same number of entries as in the language `reference`."""
    message = f"{path!r} has {len(node.value)} entries ({reference} has {count})"
    note = (
        "; until then its last ones are printed in English" if reference == FALLBACK and len(node.value) < count else ""
    )
    return Diagnostic("W002", message, node.place, f"translate every entry{note}", severity)


def _shape(node: Node) -> str:
    return "words by name" if node.is_map else "a list of words" if node.is_list else "a text"


def _shape_hint(base: Node) -> str:
    if base.is_map:
        return f"such as {', '.join(list(base.value)[:5])}"
    return "write a list of texts" if base.is_list else "write one text, in quotes"


def find_language(catalogue: GameCatalogue, text: str, codes: Iterable[str]) -> str | None:
    """Return the code among `codes` that a user means by a typed language; None if no code fits.

    A code is the name of a file (`pl`, `pt-br`). Case, the country and the encoding of a locale are ignored unless they
    distinguish known codes, and so are accents in names.
    """
    by_tag = {code.replace("_", "-").casefold(): code for code in codes}
    locale = text.strip().partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    named_code = codes_by_name(catalogue).get(plain_letters(text.strip()), "")
    return next((by_tag[name] for name in (locale, named_code, locale.partition("-")[0]) if name in by_tag), None)


def chosen_language(catalogue: GameCatalogue, lang: str | None, languages: tuple[str, ...]) -> str:
    """Return the known language `lang`, else that of the locale, else the first known; raises InvalidRequest."""
    if lang in languages:
        return str(lang)
    if lang:
        if (code := find_language(catalogue, lang, languages)) is None:
            hint = language_hint(catalogue, lang, languages)
            raise InvalidRequest([Diagnostic("C002", f"there is no language {lang!r}", bare_place("--lang"), hint)])
        return code
    locales = (os.environ.get(name, "")[:2].lower() for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, locales), "")
    return locale if locale in languages else languages[0]


def new_language(catalogue: GameCatalogue, text: str) -> str:
    """Return the code of a new language as typed, for the names of its files; raises ValueError if it cannot be one."""
    known_code = find_language(catalogue, text, sorted(set(codes_by_name(catalogue).values())))
    code = known_code or text.replace("_", "-").casefold()
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", code):
        raise ValueError(f"{text!r} is not a language: name it as in Polish, or by its code, as in pl")
    return code


def language_hint(catalogue: GameCatalogue, text: str, languages: Iterable[str]) -> str:
    """Return a hint for an unknown language: the most similar known code, else all known codes."""
    codes = list(languages)
    names = {name: code for name, code in codes_by_name(catalogue).items() if code in codes}
    similar = nearest(plain_letters(text), [*codes, *names])
    return f"did you mean {names.get(similar, similar)!r}?" if similar else f"choose from {', '.join(codes)}"


def codes_by_name(catalogue: GameCatalogue) -> dict[str, str]:
    """Return the codes of languages by all of their names, in lower case without accents; raises InvalidInput."""
    root = catalogue.read(catalogue.need("cards/common/languages.yaml"))
    names_by_code = structure(root, dict[str, tuple[Text, ...]], "languages.yaml")
    return {plain_letters(name): code for code, names in names_by_code.items() for name in names}
