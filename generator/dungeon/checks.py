"""All faults of a dungeon, with the room and its place in the picture: can it be played, does it keep the rules."""

from collections import Counter
from collections.abc import Collection, Iterator

from generator.diagnostics import Diagnostic, Place, did_you_mean
from generator.dungeon.figures import Figures, figures
from generator.dungeon.files import DungeonFile
from generator.dungeon.grid import Dungeon, Edge, Room
from generator.dungeon.notation import Picture
from generator.dungeon.reach import out_of_reach

FULL_MAP = 36


def dungeon_faults(
    found: DungeonFile, picture: Picture, base: Dungeon | None, bosses: Collection[str]
) -> list[Diagnostic]:
    """Return faults and warnings of a dungeon; `bosses` are the known boss ids, none to leave them unchecked."""
    faults = [*_boss_faults(found, picture, bosses), *_reach_faults(found.dungeon, base, picture)]
    if base is not None:
        faults += [*_overlay_faults(found.dungeon, base, picture)]
    if found.own_map:
        faults += [*_content_faults(found, picture)]
    return sorted(faults, key=lambda each: (each.place.line, each.place.column))


def room_place(picture: Picture, dungeon: Dungeon, room: Room) -> Place:
    """Return where a room stands in the picture."""
    return picture.place(2 * (dungeon.rows - room.row) + 1, 3 * room.column + 1)


def _boss_faults(found: DungeonFile, picture: Picture, bosses: Collection[str]) -> Iterator[Diagnostic]:
    dungeon, spec = found.dungeon, found.spec
    missing = [number for number in (1, 2, 3) if number not in dungeon.bosses]
    if missing and (not found.own_map or dungeon.bosses):
        message = f"no room for boss {' and '.join(map(str, missing))}"
        yield Diagnostic("M021", message, picture.place(0, 0), "write 1, 2 and 3 into three rooms")
    if spec.bosses and len(spec.bosses) != 3:
        yield Diagnostic("M022", f"{len(spec.bosses)} boss cards named, expected 3", spec.place, "bosses: [a, b, c]")
    for boss in spec.bosses:
        if bosses and boss not in bosses:
            yield Diagnostic("M022", f"there is no boss {boss!r}", spec.place, did_you_mean(boss, bosses))


def _reach_faults(dungeon: Dungeon, base: Dungeon | None, picture: Picture) -> Iterator[Diagnostic]:
    found = figures(dungeon)
    for boss in found.bosses:
        place = room_place(picture, dungeon, boss.room)
        if boss.steps is None:
            message = f"boss {boss.number} in {boss.room.name} cannot be reached on foot"
            yield Diagnostic("M020", message, place, "open a wall: bosses are met without Cloak or Medallion")
        elif boss.dice > boss.dice_before:
            message = (
                f"boss {boss.number} in {boss.room.name} is {boss.steps} steps away: {boss.dice} dice, "
                f"only {boss.dice_before} come before it"
            )
            yield Diagnostic("M025", message, place, "move the boss nearer")
    if found.bosses and found.route is None and all(boss.steps is not None for boss in found.bosses):
        message = "no entrance leads to all three bosses: the map falls into parts"
        yield Diagnostic("M031", message, picture.place(0, 0), "open a wall between the parts")
    known = set(out_of_reach(base)) if base is not None else set()
    for room in found.closed:
        if room not in dungeon.bosses.values() and room not in known:
            message = f"room {room.name} ({held(dungeon, room)}) cannot be reached on foot, {opened_by(found, room)}"
            hint = "leave it as a temptation, or open it"
            yield Diagnostic("M030", message, room_place(picture, dungeon, room), hint, "warning")


def held(dungeon: Dungeon, room: Room) -> str:
    """Return what lies in a room, as words."""
    return ", ".join(str(thing) for thing in dungeon.contents.get(room, ())) or "nothing"


def opened_by(found: Figures, room: Room) -> str:
    """Tell which finished item opens a room."""
    cloak, medallion = room not in found.closed_with_cloak, room not in found.closed_with_medallion
    if cloak and medallion:
        return "only with Cloak or Medallion"
    if cloak or medallion:
        return f"only with the {'Cloak' if cloak else 'Medallion'}"
    return "only with Cloak and Medallion"


def _overlay_faults(dungeon: Dungeon, base: Dungeon, picture: Picture) -> Iterator[Diagnostic]:
    for edge, kind in dungeon.edges.items():
        if kind == "extra_wall" and base.edges.get(edge) == "wall":
            message = f"doubled wall {edge.side} of {edge.room.name}: it is printed on the base map"
            yield Diagnostic("M024", message, edge_place(picture, dungeon, edge), "remove it from the overlay")
    drawn = {row for row in range(1, dungeon.rows + 1) if picture.lines[2 * (dungeon.rows - row) + 1][0] == "<"}
    for row in sorted(drawn ^ base.wraps):
        place = picture.place(2 * (dungeon.rows - row) + 1, 0)
        if row in drawn:
            yield Diagnostic("M023", f"row {row} is joined here, not on the base map", place, "write | at both ends")
        else:
            yield Diagnostic("M023", f"the wrap of row {row} ends in a wall", place, "write < and > at its ends")


def edge_place(picture: Picture, dungeon: Dungeon, edge: Edge) -> Place:
    """Return where an edge stands in the picture."""
    line = 2 * (dungeon.rows - edge.room.row) + (1 if edge.side == "right" else 0)
    return picture.place(line, 3 * edge.room.column + (3 if edge.side == "right" else 1))


def _content_faults(found: DungeonFile, picture: Picture) -> Iterator[Diagnostic]:
    dungeon = found.dungeon
    letters = Counter(thing.letter for _, thing in dungeon.things("gem"))
    seen: set[str] = set()
    for room, thing in dungeon.things("gem"):
        if letters[thing.letter] > 1 and thing.letter in seen:
            message = f"gem {thing.letter} lies in {room.name} too"
            yield Diagnostic("M026", message, room_place(picture, dungeon, room), "each gem has a letter of its own")
        seen.add(thing.letter)
    if len(letters) > 8:
        yield Diagnostic("M027", f"{len(letters)} gems, the track holds 8 and 2 bonus gems", picture.place(0, 0))
    monsters = dungeon.things("monster")
    if len(monsters) > 12:
        yield Diagnostic("M027", f"{len(monsters)} monsters, the track holds 12", picture.place(0, 0))
    if dungeon.columns * dungeon.rows >= FULL_MAP:
        for what, count, rule in (("monsters", len(monsters), 12), ("gems", sum(letters.values()), 8)):
            if count < rule:
                message = f"{count} {what}, a full map has {rule}"
                yield Diagnostic("M028", message, picture.place(0, 0), "some goals become hard to reach", "warning")
    for room in dungeon.rooms():
        held = [thing for thing in dungeon.contents.get(room, ()) if thing.level]
        if len(held) > 1:
            message = f"two monsters in {room.name}"
            yield Diagnostic("M029", message, room_place(picture, dungeon, room), "one monster a room")
