"""Dungeons that people make: starters, generated ones as text, and what the checks say of a file."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from generator.chance import Stream, code_of, number_of
from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean
from generator.dungeon.checks import dungeon_faults
from generator.dungeon.files import DungeonFile, find_dungeon, read_map
from generator.dungeon.grid import Dungeon
from generator.dungeon.notation import write_picture
from generator.dungeon.random_map import Wishes, generate
from generator.frame import Frame
from generator.games.manifest import read_manifest
from generator.reading.catalogue import Catalogue
from generator.reading.decks import CardRecord, read_deck
from generator.recipes.cards import card_sheets, deck_faces
from generator.recipes.pack import Pack
from generator.sheets.impose import SheetRules

HEAD = {
    "overlay": """\
# {name}: walls and boss rooms over the base map. Row 1 is the bottom row, column A the left one.
#   |  --   extra walls, on the sides between rooms      1 2 3   the rooms of the three bosses, left in the room
#   < >     the joined ends of rows 2 and 4: leave them as the base map has them
# Look at it:   scrawl dungeon show {file}          Ask whether it can be played:   scrawl dungeon check {file}
# Print it:     scrawl print sheets --dungeon {file} --copies 4        Its cards:   scrawl dungeon card {file}
""",
    "map": """\
# {name}: a map of its own. Row 1 is the bottom row, column A the left one; every room of row 1 has an entrance.
#   |  --  walls      ~  ~~  water      blanks: open      < >  joined ends of a row      1 2 3  rooms of the bosses
# rooms: trap, potion, item_half, level_up, gem A to gem H, and ghost, goblin, orc, zombie with a level, such as orc 4
# Look at it:   scrawl dungeon show {file}          Ask whether it can be played:   scrawl dungeon check {file}
# Print it:     scrawl print sheets --dungeon {file} --copies 4        Its cards:   scrawl dungeon card {file}
""",
}


@dataclass(frozen=True)
class Checked:
    """A dungeon file that could be read, with its faults and warnings."""

    found: DungeonFile
    faults: tuple[Diagnostic, ...]


def checked_dungeon(catalogue: Catalogue, game: str, name: str) -> Checked:
    """Read a dungeon by id or path and ask every question about it; raises InvalidInput where it cannot be read."""
    found = find_dungeon(catalogue, game, name)
    return Checked(found, tuple(dungeon_faults(found, found.picture, found.base, known_bosses(catalogue, game))))


def known_bosses(catalogue: Catalogue, game: str) -> dict[str, int]:
    """Return the seasons of a game's bosses by id, none where it has no such deck."""
    if "bosses" not in read_manifest(catalogue, game).decks:
        return {}
    return {card.key: int(card.fields.get("season", 0)) for card in read_deck(catalogue, game, "bosses")}


def chosen_bosses(catalogue: Catalogue, game: str, chance: Stream) -> list[str]:
    """Return one boss of each season."""
    seasons = known_bosses(catalogue, game)
    found = []
    for season in (1, 2, 3):
        names = sorted(name for name, at in seasons.items() if at == season)
        if names:
            found.append(chance.choice(names))
    return found


def generated_text(catalogue: Catalogue, game: str, code: str, wishes: Wishes) -> str:
    """Return the dungeon file of a share code and wishes, always the same; raises ValueError for a bad code."""
    number = number_of(code)
    code = code_of(number)
    dungeon = generate(code, wishes, read_map(catalogue, game, "base"))
    bosses = chosen_bosses(catalogue, game, Stream(number, "bosses"))
    base = read_map(catalogue, game, "base")
    own = own_map(wishes, base)
    lines = [
        f"# Made by: scrawl dungeon generate --code {code} {told(wishes, base)}".rstrip(),
        f"code: {code}",
        f"made_with: {told(wishes, base)}",
        f"bosses: [{', '.join(bosses)}]",
    ]
    return "\n".join(lines) + "\n" + map_text(dungeon, own=own)


def own_map(wishes: Wishes, base: Dungeon) -> bool:
    """Tell whether the wishes ask for a map of its own: asked for, or of another size than the base map."""
    return wishes.new_map or (wishes.columns, wishes.rows) != (base.columns, base.rows)


def told(wishes: Wishes, base: Dungeon) -> str:
    """Return the wishes as the options that ask for them; what is as usual is left out, difficulty never."""
    words = [f"--difficulty {wishes.difficulty}"]
    if (wishes.columns, wishes.rows) != (base.columns, base.rows):
        words.append(f"--size {wishes.columns}x{wishes.rows}")
    elif wishes.new_map:
        words.append("--new-map")
    words += [
        f"--{name} {amount}"
        for name, amount in (("walls", wishes.walls), ("water", wishes.water), ("traps", wishes.traps))
        if amount != "some" and (name == "walls" or own_map(wishes, base))
    ]
    return " ".join(words)


def map_text(dungeon: Dungeon, *, own: bool) -> str:
    """Return `map:` and, for a map of its own, `rooms:`."""
    picture = write_picture(dungeon, "all" if own else "extra")
    text = "map: |\n" + "".join(f"  {line}\n" for line in picture.splitlines())
    if own:
        text += "rooms:\n"
        for room, things in dungeon.contents.items():
            held = ", ".join(str(thing) for thing in things)
            text += f"  {room.name}: {held if len(things) == 1 else f'[{held}]'}\n"
    return text


def starter_text(catalogue: Catalogue, game: str, file: Path, size: tuple[int, int] | None) -> str:
    """Return a commented dungeon that can be played at once, to change: an overlay, or an own map of a size."""
    base = read_map(catalogue, game, "base")
    name = file.stem.replace("_", " ").replace("-", " ").capitalize()
    wishes = Wishes("easy") if size is None else Wishes("easy", size[0], size[1], new_map=True)
    number = sum((at + 1) * sign for at, sign in enumerate(file.stem.encode("utf-8")))
    own = size is not None
    dungeon = generate(code_of(number), wishes, base)
    bosses = chosen_bosses(catalogue, game, Stream(number, "bosses"))
    return (
        HEAD["map" if own else "overlay"].format(name=name, file=file)
        + f'name: "{name}"            # or one for each language: {{en: ..., pl: ..., cs: ...}}\n'
        + "# text: a story for the back of the card\n"
        + f"bosses: [{', '.join(bosses)}]      # known: {', '.join(known_bosses(catalogue, game))}\n"
        + map_text(dungeon, own=own)
    )


def dungeon_card_frames(pack: Pack, name: str, rules: SheetRules) -> Iterator[Frame]:
    """Return the sheets of a dungeon's own card and the boss cards it names, fronts and backs."""
    found = find_dungeon(pack.catalogue, pack.game.id, name)
    decks = {deck: entry.maps for deck, entry in pack.manifest.decks.items()}
    maps = next((deck for deck, has_maps in decks.items() if has_maps), None)
    if maps is None:
        raise InvalidInput([Diagnostic("C005", f"game {pack.game.id!r} has no dungeon cards", pack.manifest.place)])
    place = Place(found.picture.path)
    own = deck_faces(pack, maps, rules.card, bleed=rules.bleed, chosen=[CardRecord(name, {}, 1, place)])
    cards = list(own.cards)
    if "bosses" in decks and found.spec.bosses:
        known = {card.key: card for card in pack.game.deck("bosses")}
        missing = [boss for boss in found.spec.bosses if boss not in known]
        if missing:
            hint = did_you_mean(missing[0], known)
            raise InvalidInput([Diagnostic("M022", f"there is no boss {missing[0]!r}", found.spec.place, hint)])
        chosen = [known[boss] for boss in found.spec.bosses]
        cards += deck_faces(pack, "bosses", rules.card, bleed=rules.bleed, chosen=chosen).cards
    _, sheets = card_sheets(pack, replace(own, cards=tuple(cards)), rules)
    return sheets
