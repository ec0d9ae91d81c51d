"""Merges a file with the parents that it extends; later parents override earlier ones, cycles are faults."""

import posixpath
from collections.abc import Callable, Container

from generator.diagnostics import SourceLocation, refuse
from generator.reading.yaml_nodes import Node


def read_extended(
    name: str,
    read: Callable[[str, SourceLocation | None], Node],
    trail: tuple[str, ...] = (),
    asked_at: SourceLocation | None = None,
    brought_in: Callable[[str], str | None] = lambda _name: None,
) -> Node:
    """Read a file and its parents with `read`, and return the merged mapping without `extends`; raises InvalidInput.

    For a file outside the layouts folder, `brought_in` translates the name of a parent into one inside it, or returns
    None. `trail` are the names of the files that led to this one, `asked_at` is where it is named.
    """
    if name in trail:
        circle = " -> ".join([*trail[trail.index(name) :], name])
        raise refuse("X001", f"circular extends: {circle}", asked_at or SourceLocation(name), "break the circle")
    node = read(name, asked_at)
    parents = node.get("extends")
    if parents is None or not node.is_map:
        return node
    merged: Node | None = None
    for parent in parents.value if parents.is_list else [parents]:
        if not isinstance(parent.value, str):
            raise refuse("X002", "extends takes file names", parent.place, "such as ../common/styles.yaml")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), parent.value))
        target = brought_in(target) or target
        if target.startswith((".", "/")):
            message = f"{parent.value!r} leads outside the layouts folder"
            raise refuse("X002", message, parent.place, "extend a file inside layouts/")
        above = read_extended(target, read, (*trail, name), parent.place, brought_in)
        merged = above if merged is None else merge(merged, above)
    own = Node({k: v for k, v in node.items() if k != "extends"}, node.place, node.key_places)
    return own if merged is None else merge(merged, own)


_MERGED = frozenset({"colors", "styles", "grounds", "parts", "fonts", "icons"})


def merge(base: Node, over: Node, merged: Container[str] = _MERGED, by_key: Container[str] = ()) -> Node:
    """Return `base` overridden by `over`: collections named in `merged` are merged, all other values replaced.

    A merged collection has the entries of both; of equal keys that of `over`, or if it is in `by_key`, both merged.
    """
    if not (base.is_map and over.is_map):
        return over
    values = dict(base.value)
    for key, node in over.items():
        is_merged = key in values and key in merged
        values[key] = merge(values[key], node, node.value if key in by_key else ()) if is_merged else node
    return Node(values, over.place, {**(base.key_places or {}), **(over.key_places or {})})
