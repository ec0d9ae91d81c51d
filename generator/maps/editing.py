"""Edits of a dungeon drawn by hand: each takes the text of its file and returns the new text, with comments kept."""

from collections.abc import Sequence
from dataclasses import replace

from generator.maps.grid import Dungeon, Edge, EdgeKind, Room, Thing, column_name, parse_room
from generator.maps.loading import DungeonFile
from generator.maps.map_rules import MapRules
from generator.maps.notation import replace_map, write_map_text
from generator.reading.edits.yaml_edits import with_value, without_key
from generator.reading.yaml_nodes import yaml_quoted

OWN_KINDS: tuple[EdgeKind | None, ...] = (None, "wall", "water")
EXTRA_KINDS: tuple[EdgeKind | None, ...] = (None, "extra_wall")
MADE = ("code", "made_with")  # keys of a generated dungeon that are removed when its map is edited
NOTHING = "[]"


def is_fixed(file: DungeonFile, edge: Edge) -> bool:
    """Return whether an edge is printed on the base map, so that an overlay cannot change it."""
    return file.base is not None and edge in file.base.edges


def turn_edges(text: str, file: DungeonFile, edges: Sequence[Edge]) -> str:
    """Change the first changeable edge to its next kind (open, wall, water), and all others to the same kind."""
    free = [edge for edge in edges if not is_fixed(file, edge) and file.dungeon.holds(edge.other)]
    if not free:
        return text
    kinds = OWN_KINDS if file.own_map else EXTRA_KINDS
    old = file.dungeon.edges
    kind = kinds[(kinds.index(old.get(free[0])) + 1) % len(kinds)]
    kept_edges = {edge: kind for edge, kind in old.items() if edge not in free}
    return _write_map(
        text, file, replace(file.dungeon, edges=kept_edges | {edge: kind for edge in free if kind is not None})
    )


def join_row(text: str, file: DungeonFile, row: int) -> str:
    """Join the two ends of a row, or separate joined ends; an overlay, whose base map has the rows, stays unchanged."""
    if not file.own_map or not 1 <= row <= file.dungeon.rows:
        return text
    return _write_map(text, file, replace(file.dungeon, wraps=file.dungeon.wraps ^ {row}))


def move_target(text: str, file: DungeonFile, number: int, room: Room) -> str:
    """Put a target into a room, or remove the target if it is in this room."""
    targets = {key: at for key, at in file.dungeon.targets.items() if key != number and at != room}
    if file.dungeon.targets.get(number) != room:
        targets[number] = room
    return _write_map(text, file, replace(file.dungeon, targets=dict(sorted(targets.items()))))


def put_thing(text: str, file: DungeonFile, rules: MapRules, room: Room, kind: str, level: int) -> str:
    """Put a thing into a room, or remove the same thing if the room has one; an overlay stays unchanged."""
    if not file.own_map:
        return text
    things, is_monster = list(file.dungeon.contents.get(room, ())), kind in rules.monsters
    same = [thing for thing in things if thing.kind == kind and (thing.level == level or not is_monster)]
    monsters = [thing for thing in things if thing.kind in rules.monsters]
    if same:
        things.remove(same[0])
    elif is_monster and len(monsters) >= rules.limits.monsters_a_room:
        things[things.index(monsters[-1])] = Thing(kind, level=level)
    else:
        used = {thing.letter for _, thing in file.dungeon.things(rules.tokens) if thing.kind == kind}
        free = next(letter for letter in map(column_name, range(26)) if letter not in used)
        things.append(Thing(kind, level if is_monster else 0, free if kind in rules.tokens else ""))
    return _write_things(text, file, room, things)


def clear_room(text: str, file: DungeonFile, room: Room) -> str:
    """Remove the target of a room, and on a map that is no overlay also its contents."""
    targets = {number: at for number, at in file.dungeon.targets.items() if at != room}
    if targets != file.dungeon.targets:
        text = _write_map(text, file, replace(file.dungeon, targets=targets))
    return _write_things(text, file, room, []) if file.own_map and file.dungeon.contents.get(room) else text


def clear_map(text: str, file: DungeonFile) -> str:
    """Remove all walls and contents, which leaves an empty map of the same size, or an overlay without extra walls."""
    if not file.own_map:
        edges = {edge: kind for edge, kind in file.dungeon.edges.items() if kind != "extra_wall"}
        return _write_map(text, file, replace(file.dungeon, edges=edges, targets={}))
    text = _write_map(text, file, Dungeon(file.dungeon.columns, file.dungeon.rows))
    return with_value(text, ("rooms",), f"\n  {Room(0, 1).name}: {NOTHING}")


def resize_map(text: str, file: DungeonFile, columns: int, rows: int) -> str:
    """Change the size of a map that is no overlay; what is outside the new size is removed."""
    old = file.dungeon
    if not file.own_map or (columns, rows) == (old.columns, old.rows):
        return text
    new = Dungeon(columns, rows)
    edges = {edge: kind for edge, kind in old.edges.items() if new.holds(edge.room) and new.holds(edge.other)}
    wraps = frozenset(row for row in old.wraps if row <= rows)
    targets = {number: room for number, room in old.targets.items() if new.holds(room)}
    text = _write_map(text, file, Dungeon(columns, rows, edges, wraps, {}, targets))
    beyond = [name for name in file.spec.rooms if not new.holds(parse_room(name))]
    if len(beyond) == len(file.spec.rooms):
        return with_value(text, ("rooms",), f"\n  {Room(0, 1).name}: {NOTHING}")
    for name in beyond:
        text = without_key(text, ("rooms", name))
    return text


def set_words(text: str, key: str, words: dict[str, str]) -> str:
    """Set the name (`key` "name") or story ("text") of the dungeon, given by language; no words remove the key."""
    if not words:
        return without_key(text, (key,))
    entries = ", ".join(f"{language}: {yaml_quoted(word)}" for language, word in words.items())
    return with_value(text, (key,), f"{{{entries}}}", sibling="name" if key == "text" else None)


def set_cards(text: str, rules: MapRules, cards: Sequence[str]) -> str:
    """Set the keys of the cards that are in the target rooms."""
    return with_value(text, (rules.targets.deck,), f"[{', '.join(cards)}]")


def _write_map(text: str, file: DungeonFile, dungeon: Dungeon) -> str:
    text = replace_map(text, file.text, write_map_text(dungeon, overlay=not file.own_map))
    for key in MADE:
        text = without_key(text, (key,))
    return text


def _write_things(text: str, file: DungeonFile, room: Room, things: Sequence[Thing]) -> str:
    """Write the contents of a room; the last entry of `rooms` is kept, even if empty, since it marks an own map."""
    for key in MADE:
        text = without_key(text, (key,))
    names = list(file.spec.rooms)
    if not things and room.name in names and len(names) > 1:
        return without_key(text, ("rooms", room.name))
    listed = ", ".join(map(str, things))
    value = listed if len(things) == 1 else f"[{listed}]"
    orders = {name: parse_room(name).order for name in names}
    before = [name for name in names if orders[name] < room.order]
    return with_value(text, ("rooms", room.name), value, sibling=max(before, key=orders.__getitem__, default=None))
