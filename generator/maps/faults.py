"""Finds the faults of a dungeon, placed where its file says them: whether it is playable and keeps the rules.

Errors are only what cannot be printed or simulated. All else is a warning, and a note if it may be on purpose.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean
from generator.maps.grid import Dungeon, Room
from generator.maps.loading import DungeonFile
from generator.maps.map_rules import MapRules
from generator.maps.notation import MapSourceText
from generator.maps.reach import DungeonMapStatistics, figures, out_of_reach


def dungeon_faults(file: DungeonFile, rules: MapRules, cards: Mapping[str, int | None]) -> list[Diagnostic]:
    """Return the errors, warnings and notes of a dungeon.

    `cards` has the keys of all target cards, each with the number of its target (None: any); if it is empty, the names
    of cards are not checked.
    """
    faults = [*_target_faults(file, rules), *_card_faults(file, rules, cards), *_reach_faults(file, rules)]
    if file.spec.code != file.code:
        message = f"code {file.spec.code!r} does not generate this dungeon, so it is not printed"
        hint = "remove code: from the file, or write the dungeon of the code into a new file"
        faults.append(_warning("M058", message, file.root.key_place("code"), hint))
    if file.base is not None:
        faults += _overlay_faults(file.dungeon, file.base, file.text)
    if file.own_map:
        faults += _content_faults(file, rules)
    return sorted(faults, key=lambda fault: (fault.place.line, fault.place.column))


def _warning(code: str, message: str, place: SourceLocation, hint: str) -> Diagnostic:
    return Diagnostic(code, message, place, hint, "warning")


def target_places(file: DungeonFile, rules: MapRules) -> list[SourceLocation]:
    """Return where a file names each of its target cards."""
    named = file.root.get(rules.targets.deck)
    return [node.place for node in (named.value if named.is_list else [named])] if named is not None else []


def room_place(text: MapSourceText, dungeon: Dungeon, room: Room) -> SourceLocation:
    """Return the place of a room in the text picture."""
    return text.place(2 * (dungeon.rows - room.row) + 1, 3 * room.column + 1)


def _target_faults(file: DungeonFile, rules: MapRules) -> Iterator[Diagnostic]:
    targets = file.dungeon.targets
    missing = [number for number in rules.numbers if number not in targets]
    if missing and (not file.own_map or targets):
        message = f"no room for {rules.names.target} {' and '.join(map(str, missing))}"
        yield _warning("M021", message, file.text.place(0, 0), f"write {rules.digits} into rooms of their own")


def _card_faults(file: DungeonFile, rules: MapRules, cards: Mapping[str, int | None]) -> Iterator[Diagnostic]:
    names, spec = rules.names, file.spec
    if spec.targets and len(spec.targets) != len(rules.numbers):
        message = f"{len(spec.targets)} {names.target} cards named, expected {len(rules.numbers)}"
        place = file.root.key_place(rules.targets.deck)
        yield Diagnostic("M022", message, place, f"name one for each of the rooms {rules.digits}")
    places = target_places(file, rules)
    for number, (card, place) in enumerate(zip(spec.targets, places, strict=True), 1):
        if cards and card not in cards:
            yield Diagnostic("M033", f"there is no {names.target} {card!r}", place, did_you_mean(card, cards))
        elif (target := cards.get(card)) is not None and target != number and number in rules.numbers:
            message = f"{card!r} is made for {names.target} {target}, here it is {names.target} {number}"
            fitting = ", ".join(key for key, target_of_key in cards.items() if target_of_key == number)
            yield _warning("M033", message, place, f"made for {number}: {fitting or 'none'}")
    for card, count in Counter(spec.targets).items():
        if count > 1:
            place = places[spec.targets.index(card, spec.targets.index(card) + 1)]
            yield _warning("M035", f"{card!r} is named {count} times", place, "there is one card of each")


def _reach_faults(file: DungeonFile, rules: MapRules) -> Iterator[Diagnostic]:
    dungeon, text, names = file.dungeon, file.text, rules.names
    measured = figures(dungeon, rules)
    blamed = False
    for target in measured.targets:
        place = room_place(text, dungeon, target.room)
        label = f"{names.target} {target.number} in {target.room.name}"
        if target.steps is None:
            blamed = True
            crossings = " or ".join(ability.label for ability in rules.crossings.values()) or "help"
            hint = f"open a wall: {names.targets} are met without {crossings}"
            yield _warning("M020", f"{label} cannot be reached on foot", place, hint)
        elif target.dice > target.dice_before:
            blamed = True
            message = (
                f"{label} is {target.steps} steps away: {target.dice} dice, only {target.dice_before} come before it"
            )
            yield _warning("M025", message, place, f"move the {names.target} nearer")
    if not blamed:
        yield from _walk_faults(file, rules, measured)
    closed = measured.closed
    closed_on_base = set(out_of_reach(file.base, rules.entrances)) if closed and file.base is not None else set()
    for room in closed:
        if room not in dungeon.targets.values() and room not in closed_on_base:
            shut = f"room {room.name} ({contents_of(dungeon, room)}) cannot be reached on foot"
            message = f"{shut}, {opened_by(measured, rules, room)}"
            hint = "leave it as a temptation, or open it"
            yield Diagnostic("M030", message, room_place(text, dungeon, room), hint, "note")


def _walk_faults(file: DungeonFile, rules: MapRules, measured: DungeonMapStatistics) -> Iterator[Diagnostic]:
    if not measured.targets:
        return
    names = rules.names
    if measured.walk is None:
        message = f"no entrance leads to all {names.targets}: the map falls into parts"
        yield _warning("M020", message, file.text.place(0, 0), "open a wall between the parts")
        return
    late = measured.walk.late(rules)
    if late:
        number = late[0]
        steps = measured.walk.steps[measured.walk.order.index(number)]
        order, walkable = ", ".join(map(str, measured.walk.order)), rules.targets.dice[number - 1] * rules.steps_a_die
        message = (
            f"no walk meets all {names.targets} in time: the best one, in the order {order}, meets {number} after "
            f"{steps} steps, and the dice before it give {walkable}"
        )
        place = room_place(file.text, file.dungeon, file.dungeon.targets[number])
        yield _warning("M025", message, place, f"move the {names.targets} nearer to each other, or open a wall")


def contents_of(dungeon: Dungeon, room: Room) -> str:
    """Return the contents of a room as a text, written as in a dungeon file; "nothing" for an empty room."""
    return ", ".join(str(thing) for thing in dungeon.contents.get(room, ())) or "nothing"


def opened_by(measured: DungeonMapStatistics, rules: MapRules, room: Room) -> str:
    """Return the abilities that make a room reachable which is not so on foot, as part of a message."""
    if measured.openers[room]:
        return f"only with {' or '.join(rules.crossings[key].label for key in measured.openers[room])}"
    together = measured.together.get(room, ())
    return f"only with {' and '.join(rules.crossings[key].label for key in together)}" if together else "nor otherwise"


def _overlay_faults(dungeon: Dungeon, base: Dungeon, text: MapSourceText) -> Iterator[Diagnostic]:
    for edge, kind in dungeon.edges.items():
        if kind == "extra_wall" and base.edges.get(edge) == "wall":
            message = f"doubled wall {edge.side} of {edge.room.name}: it is printed on the base map"
            yield _warning("M024", message, text.edge_place(edge), "remove it from the overlay")
    joined_rows = {row for row in range(1, dungeon.rows + 1) if text.lines[2 * (dungeon.rows - row) + 1][0] == "<"}
    for row in sorted(joined_rows ^ base.wraps):
        place = text.place(2 * (dungeon.rows - row) + 1, 0)
        if row in joined_rows:
            yield _warning("M023", f"row {row} is joined here, not on the base map", place, "write | at both ends")
        else:
            yield _warning("M023", f"the wrap of row {row} ends in a wall", place, "write < and > at its ends")


def _content_faults(file: DungeonFile, rules: MapRules) -> Iterator[Diagnostic]:
    dungeon, limits, names = file.dungeon, rules.limits, rules.names
    at_rooms, entries = file.root.key_place("rooms"), file.root.get("rooms") or file.root
    monsters, tokens = dungeon.things(rules.monsters), dungeon.things(rules.tokens)
    found_tokens: set[str] = set()
    for room, thing in tokens:
        if str(thing) in found_tokens:
            place, hint = entries.key_place(room.name), f"each {names.token} is there once"
            yield _warning("M026", f"{thing} is in {room.name} too", place, hint)
        found_tokens.add(str(thing))
    full = dungeon.columns * dungeon.rows >= rules.full_map
    for plural, count, limit in (
        (names.monsters, len(monsters), limits.monsters),
        (names.tokens, len(found_tokens), limits.tokens),
    ):
        if count > limit:
            yield _warning("M027", f"{count} {plural}, the tracks hold {limit} of a map", at_rooms, "take some away")
        elif full and count < limit:
            message = f"{count} {plural}, a full map has {limit}"
            yield Diagnostic("M028", message, at_rooms, "players may miss them", "note")
    for room, count in Counter(room for room, _ in monsters).items():
        if count > limits.monsters_a_room:
            message = f"{count} {names.monsters} in {room.name}"
            yield _warning("M029", message, entries.key_place(room.name), f"at most {limits.monsters_a_room} a room")
    for room, things in dungeon.contents.items():
        if len(things) > limits.things_a_room:
            message = f"{room.name} holds {len(things)} things, {limits.things_a_room} have space"
            yield _warning("M027", message, entries.key_place(room.name), "take some away")
