"""The words of a game in one language: those of the machinery, with the game's own laid over them."""

from collections.abc import Iterator

from generator.diagnostics import Diagnostic, refuse
from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import Node, kind_name

FALLBACK = "en"


def languages_of(catalogue: Catalogue, game: str) -> tuple[str, ...]:
    """Return the languages of a game: the files in its words/, English first where it is there."""
    names = catalogue.names(f"cards/{game}/words")
    return tuple(sorted(names, key=lambda name: (name != FALLBACK, name)))


def read_words(catalogue: Catalogue, game: str, language: str) -> Node:
    """Return words/<language>.yaml of a game."""
    return catalogue.read(catalogue.need(f"cards/{game}/words/{language}.yaml"))


def machinery_words(catalogue: Catalogue, language: str) -> Node:
    """Return the words of the machinery (page numbers, rulers, calibration); English ones for other languages."""
    known = catalogue.find(f"cards/common/words/{language}.yaml")
    return catalogue.read(known or catalogue.need(f"cards/common/words/{FALLBACK}.yaml"))


def laid_over(base: Node, own: Node) -> Node:
    """Return mappings merged to any depth, everything else replaced by what the game says; raises InvalidInput."""
    if base.is_map and not own.is_map:
        known = ", ".join(list(base.value)[:5])
        raise refuse("W005", f"expected words by name, found {kind_name(own)}", own.place, f"such as {known}")
    if not base.is_map:
        return own
    values = {**base.value}
    for key, node in own.items():
        values[key] = laid_over(values[key], node) if key in values else node
    return Node(values, own.place, {**(base.key_places or {}), **(own.key_places or {})})


def untranslated(catalogue: Catalogue, game: str, language: str) -> list[Diagnostic]:
    """Return a warning where the machinery speaks no word of a language that the game has."""
    if catalogue.find(f"cards/common/words/{language}.yaml") is not None:
        return []
    place = read_words(catalogue, game, language).place
    hint = f"translate cards/common/words/{FALLBACK}.yaml as cards/common/words/{language}.yaml"
    message = f"page numbers, rulers and instructions are printed in English: no words of the machinery in {language!r}"
    return [Diagnostic("W003", message, place, hint, "warning")]


def compare_words(words: dict[str, Node]) -> list[Diagnostic]:
    """Return a fault for every word that another language has and this one lacks, or leaves empty."""
    faults: list[Diagnostic] = []
    for language, node in words.items():
        for other, reference in words.items():
            if other != language:
                faults.extend(_lacking(reference, node, other, ""))
        faults.extend(_empty(node, ""))
    seen: set[tuple[str, str]] = set()
    unique = []
    for fault in faults:
        key = (fault.place.path, fault.message.split(" (")[0])
        if key not in seen:
            seen.add(key)
            unique.append(fault)
    return unique


def _lacking(reference: Node, node: Node, other: str, path: str) -> Iterator[Diagnostic]:
    if reference.is_list and node.is_list and len(reference.value) != len(node.value):
        message = f"{path.rstrip('.')!r} has {len(node.value)} entries ({other} has {len(reference.value)})"
        yield Diagnostic("W002", message, node.place, "translate every entry")
    if not reference.is_map:
        return
    for key, child in reference.items():
        own = node.get(key)
        if own is None:
            yield Diagnostic("W001", f"missing word '{path}{key}' ({other} has it)", node.place, f"add {key}: ...")
        else:
            yield from _lacking(child, own, other, f"{path}{key}.")


def _empty(node: Node, path: str) -> Iterator[Diagnostic]:
    if node.is_map:
        for key, child in node.items():
            yield from _empty(child, f"{path}{key}.")
    elif node.value is None or node.value == "":
        yield Diagnostic("W001", f"word {path.rstrip('.')!r} is empty", node.place, "write the word")
