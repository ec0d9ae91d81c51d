"""What the words of a game lack in its languages: words that are missing, empty, of a wrong shape or not translated."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.check.misnamed_card_words import misnamed_card_words
from generator.diagnostics import Diagnostic, InvalidInput, Severity, SourceLocation, nearest
from generator.game.language_matching import codes_by_name
from generator.game.words import (
    FALLBACK,
    MACHINERY,
    SCORER,
    WordFile,
    Words,
    file_of,
    is_empty,
    is_text,
    languages_of,
    machinery_words,
    read_words,
    short_list,
    unknown_names,
)
from generator.reading.game_search_path import GameSearchPath
from generator.reading.phrase_templates import FORMS, OTHER, PLURALS, forms_by_kind, names_in, plural_rules
from generator.reading.structure import unquoted_hint
from generator.reading.yaml_nodes import Node

SENTENCE = 4  # words of a text that is hardly a name
FEW_WORDS = 10  # a smaller game may well have the same names
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_FORMS = re.compile(rf"\{{[\w.]+({FORMS})\}}")
SAID = ("calibration", "dungeons")  # sections of the machinery that are said with values, not laid out
BUILT_IN = "the built-in file"
SPOKEN = {MACHINERY: "page numbers, rulers, instructions", SCORER: "questions and reasons of the score"}


def word_faults(catalogue: GameSearchPath, game: str) -> list[Diagnostic]:
    """Return what is wrong with the words of a game in all its languages, and with those of the program in them.

    A word that English stands in for is a warning; one that nothing stands in for, and one of a wrong shape, an error.
    """
    faults: list[Diagnostic] = []
    known: dict[str, Words] = {}
    families = (MACHINERY, SCORER) if catalogue.find(f"cards/{game}/scoring.yaml") is not None else (MACHINERY,)
    for language in languages_of(catalogue, game):
        try:
            words = read_words(catalogue, game, language)
            known |= {language: words} if words.node.is_map else {}
        except InvalidInput as fault:
            faults += fault.diagnostics
            continue
        absent = [each for each in families if catalogue.find(file_of("common", f"{each}{language}")) is None]
        faults += [_untranslated(catalogue, absent, language, words.place)] if absent else []
        for family in families:
            faults += machinery_faults(catalogue, family, language) if family not in absent else []
    as_english = untranslated_notes(known) if game in catalogue.own_games else []
    formless = [fault for words in known.values() for fault in _formless(words)]
    misnamed = misnamed_card_words(catalogue, game, known)
    lacking = [fault for fault in compare_words(known) if not any(each.explains(fault) for each in misnamed)]
    return [*faults, *(each.fault for each in misnamed), *lacking, *as_english, *formless]


def untranslated_notes(known: Mapping[str, Words]) -> list[Diagnostic]:
    """Return a note for each language of which most words are as in English, such as those of a new game, or else some
    sentence is; a few words may be a name."""
    if FALLBACK not in known:
        return []
    english = dict(_lettered(known[FALLBACK].layers[-1].node))
    notes = []
    for language, words in known.items():
        own = words.layers[-1].node
        both = [(text, english[path]) for path, text in _lettered(own) if path in english]
        alike = sum(text == other for text, other in both)
        copied = [path for path, text in _lettered(own) if text == english.get(path) and len(text.split()) >= SENTENCE]
        if not language.startswith(FALLBACK) and len(both) >= FEW_WORDS and 2 * alike > len(both):
            message = f"{alike} of {len(both)} words are as in English"
            notes.append(Diagnostic("W010", message, own.place, f"translate them into {language!r}", "note"))
        elif not language.startswith(FALLBACK) and copied:
            others = f" and {len(copied) - 1} more" if len(copied) > 1 else ""
            place = (own.at(copied[0].lstrip(".")) or own).place
            message = f"{copied[0].lstrip('.')!r}{others}: as in English"
            notes.append(Diagnostic("W010", message, place, f"translate into {language!r}", "note"))
    return notes


def _lettered(node: Node, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts below a node that have letters besides their placeholders, by path."""
    if node.is_map or node.is_list:
        children = node.value.items() if node.is_map else enumerate(node.value)
        for key, child in children:
            yield from _lettered(child, f"{path}.{key}")
    elif isinstance(node.value, str) and any(map(str.isalpha, _PLACEHOLDER.sub("", node.value))):
        yield path, node.value


def _untranslated(
    catalogue: GameSearchPath, families: Sequence[str], language: str, place: SourceLocation
) -> Diagnostic:
    what = " and ".join(SPOKEN[family] for family in families)
    message = f"{what} are in English: the program has no words in {language!r}"
    names = [[file_of("common", f"{family}{each}") for each in (FALLBACK, language)] for family in families]
    hint = ", and ".join(f"translate {english} as {own}" for english, own in names)
    hint = f"{hint}: `scrawl new copy {names[0][0]}` brings the English one"
    codes = sorted(set(codes_by_name(catalogue).values()))
    if language not in codes and (meant := nearest(language, codes)):
        hint = f"is {meant!r} meant, in {place.path.removesuffix(f'{language}.yaml')}{meant}.yaml? Else {hint}"
    return Diagnostic("W003", message, place, hint, "warning")


def machinery_faults(catalogue: GameSearchPath, family: str, language: str) -> list[Diagnostic]:
    """Return what a file of the program's own words lacks beside the English one, or says in another shape."""
    try:
        words = machinery_words(catalogue, language, family)
        own, whole = words.layers[-1].node, words.node
    except InvalidInput as fault:
        return list(fault.diagnostics)
    return [
        *_lacking(whole, own, FALLBACK, words),
        *_empty(own, words),
        *_asking(own, words, family),
        *_formless(words),
    ]


def _asking(own: Node, words: Words, family: str) -> Iterator[Diagnostic]:
    """Yield a warning for each sentence that asks for a name which the sentence below it does not ask for."""
    for path, node in _texts(own):
        if family == SCORER or path.partition(".")[0] in SAID:
            below = [str(each.value) for layer in words.layers[:-1] if (each := layer.node.at(path)) is not None]
            known = {name for text in below for name in names_in(text)}
            if below:
                yield from (fault._replace(severity="warning") for fault in unknown_names(path, node, known))


def _formless(words: Words) -> Iterator[Diagnostic]:
    """Yield a warning for each word that agrees with a number and has no form for some, or no rule that tells which."""
    ruled = plural_rules(words.catalogue, words.language) is not None
    asked = {words.plural(number) for number in range(100)}
    agreeing = ((forms, node) for _, node in _texts(words.layers[-1].node) for forms in _FORMS.findall(str(node.value)))
    for forms, node in agreeing:
        known = forms_by_kind(forms)
        if not ruled and len(known) > 1:
            message = (
                f"{forms.lstrip('|')!r} has forms, and no rule tells which goes with which number in {words.language!r}"
            )
            hint = (
                f"write the rule of {words.language} into a {PLURALS} of your own, as `scrawl new copy {PLURALS}` shows"
            )
            yield Diagnostic("W013", message, node.place, hint, "warning")
            return
        if OTHER not in known and (lacking := sorted(asked - known.keys())):
            message = f"{forms.lstrip('|')!r} has no form for {' and '.join(lacking)}"
            hint = f"add it: |{lacking[0]}: ..."
            yield Diagnostic("W011", message, node.place, hint, "warning")


def _texts(node: Node, path: str = "") -> Iterator[tuple[str, Node]]:
    if node.is_map or node.is_list:
        for key, child in node.items() if node.is_map else enumerate(node.value):
            yield from _texts(child, f"{path}.{key}".lstrip("."))
    elif is_text(node):
        yield path, node


def compare_words(known: Mapping[str, Words]) -> list[Diagnostic]:
    """Return a fault for every word that another language has and this one lacks, or leaves empty.

    How many entries a list has English says, or the first language of a game that has no English.
    """
    faults: dict[tuple[str, str], Diagnostic] = {}
    standard = FALLBACK if FALLBACK in known else next(iter(known), "")
    for language, words in known.items():
        own = words.layers[-1].node
        others = {other: each.layers[-1].node for other, each in known.items() if other != language}
        shadowed = [(BUILT_IN, layer.node) for layer in words.layers[:-1] if _is_shadowed(layer, words)]
        references = [*others.items(), *shadowed]
        lacking = (
            fault
            for other, node in references
            for fault in _lacking(node, own, other, words)
            if fault.code != "W002" or other in (standard, BUILT_IN)
        )
        for fault in (*lacking, *_empty(own, words)):
            faults.setdefault((fault.place.path, fault.message.split(" (")[0]), fault)
    return list(faults.values())


def _is_shadowed(layer: WordFile, words: Words) -> bool:
    """Tell whether a layer is a built-in file of the name of the topmost one."""
    return layer.node.place.path == words.place.path


def _lacking(reference: Node, node: Node, other: str, words: Words, path: str = "") -> Iterator[Diagnostic]:
    if reference.is_list and node.is_list and len(reference.value) != len(node.value):
        yield short_list(path, node, len(reference.value), other, _severity(path, words))
    if not reference.is_map:
        return
    for key, child in reference.items():
        own, inner = node.get(key), f"{path}.{key}".lstrip(".")
        if own is None:
            message = f"missing word {inner!r} ({other} has it)"
            gone = f", or take it out of {other}.yaml" if words.language == FALLBACK and other != BUILT_IN else ""
            yield Diagnostic("W001", message, node.place, f"add {key}: ...{gone}", _severity(inner, words))
        else:
            yield from _lacking(child, own, other, words, inner)


def _empty(node: Node, words: Words, path: str = "") -> Iterator[Diagnostic]:
    if node.is_map and (hint := unquoted_hint(node)) and node.key_place(next(iter(node.value))) != node.place:
        yield Diagnostic("W005", f"word {path!r} is a placeholder without quotes", node.place, hint)
    elif node.is_map:
        for key, child in node.items():
            yield from _empty(child, words, f"{path}.{key}".lstrip("."))
    elif is_empty(node):
        yield Diagnostic("W001", f"word {path!r} is empty", node.place, "write the word", _severity(path, words))


def _severity(path: str, words: Words) -> Severity:
    """Return how bad it is that a file lacks a word: another is printed in its stead, or there is none."""
    stands_in = words.node.at(path)
    return "error" if stands_in is None or is_empty(stands_in) else "warning"
