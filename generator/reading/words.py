"""The words of a game in one language; a missing word is a diagnostic with the place in the file that lacks it."""

from collections.abc import Iterator

from generator.diagnostics import Diagnostic
from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import Node


def read_words(catalogue: Catalogue, game: str, language: str) -> Node:
    """Return words/<language>.yaml of a game."""
    path = catalogue.need(f"cards/{game}/words/{language}.yaml")
    return catalogue.read(path)


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
