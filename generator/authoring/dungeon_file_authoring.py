"""Writes dungeon files: starters, generated ones, long share codes of whole ones; prints the cards of a dungeon.

A short code (`maps/share_code.py`) makes a generated dungeon again; a long one holds a dungeon as it was drawn.
"""

import base64
import secrets
import shlex
import zlib
from pathlib import Path

from generator.chance import code_of, written_code
from generator.diagnostics import SourceLocation, bare_place, refuse
from generator.imposition.impose import ImpositionSettings
from generator.maps.editing import set_cards, set_words
from generator.maps.grid import Dungeon
from generator.maps.loading import DungeonFile, known_cards, read_base_map
from generator.maps.map_rules import MapRules, read_map_rules
from generator.maps.notation import write_map_text
from generator.maps.random_map import generate, is_own_map
from generator.maps.share_code import SEEDS, MapOptions, code_for, read_code
from generator.products.cards import DeckFaces, deck_faces
from generator.products.dungeon_values import open_dungeon
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import plain, yaml_quoted

DRAWN = """\
# {name}: {what}. Row 1 is the bottom row, column A the left one{rest}.
"""
LOOK = """\
# Look at it:   scrawl dungeon show {file}          Ask whether it can be played:   scrawl dungeon check {file}
# Print it:     scrawl print sheets --dungeon {file} --copies 4        Its cards:   scrawl dungeon card {file}
"""
OVERLAY = """\
#   |  --   extra walls, on the sides between rooms      {numbers}   the rooms of the {targets}
#   < >     the joined ends of rows: leave them as the base map has them
"""
OWN_MAP = """\
# |  --  walls      ~  ~~  water      blanks: open      < >  joined ends of a row      {numbers}  rooms of the {targets}
# rooms: {things}
"""


def generated_text(catalogue: GameCatalogue, game: str, code: str, options: MapOptions) -> str:
    """Return the dungeon file of a share code and options, always the same; raises ValueError for an invalid code.

    A code that contains options overrides `options`; "" stands for a fresh code.
    """
    rules = read_map_rules(catalogue, game)
    if not code:
        refuse_size(options.columns, options.rows, rules)  # codes have no room for other sizes
        code = code_for(secrets.randbelow(SEEDS), options)
    coded_options = read_code(code).options
    options, code = coded_options or options, written_code(code)
    refuse_size(options.columns, options.rows, rules)
    base = read_base_map(catalogue, game, rules)
    option_words = options_of(options, base) if coded_options is None else ""
    generated = generate(code, options, base, rules, known_cards(catalogue, game, rules))
    lines = [
        f"# Made by: scrawl dungeon generate --code {code} {option_words}".rstrip(),
        f"code: {code}",
        *([f"made_with: {option_words}"] if option_words else []),
        f"{rules.targets.deck}: [{', '.join(generated.cards)}]",
    ]
    return "\n".join(lines) + "\n" + file_text(generated.dungeon, own=is_own_map(options, base))


def refuse_size(columns: int, rows: int, rules: MapRules) -> None:
    """Raise InvalidInput for a size that the game's maps cannot have."""
    smallest, largest = rules.size.least, rules.size.most
    if not (smallest <= columns <= largest and smallest <= rows <= largest):
        message = (
            f"a map of {columns} x {rows} rooms, from {smallest} x {smallest} to {largest} x {largest} are possible"
        )
        raise refuse("M003", message, bare_place("--size"), f"such as {largest}x{smallest}")


def options_of(options: MapOptions, base: Dungeon) -> str:
    """Return the options as text for the command line; defaults are left out, except the difficulty."""
    words = [f"--difficulty {options.difficulty}"]
    if (options.columns, options.rows) != (base.columns, base.rows):
        words.append(f"--size {options.columns}x{options.rows}")
    elif options.new_map:
        words.append("--new-map")
    words += [
        f"--{name} {amount}"
        for name, amount in (("walls", options.walls), ("water", options.water), ("traps", options.traps))
        if amount != "some" and (name == "walls" or is_own_map(options, base))
    ]
    return " ".join(words)


def file_text(dungeon: Dungeon, *, own: bool) -> str:
    """Return the key `map:` of a dungeon file as text; with `own`, for a map that is no overlay, also `rooms:`."""
    picture = write_map_text(dungeon, overlay=not own)
    text = "map: |\n" + "".join(f"  {line}\n" for line in picture.splitlines())
    if own:
        text += "rooms:\n"
        for room, things in dungeon.contents.items():
            listed = ", ".join(str(thing) for thing in things)
            text += f"  {room.name}: {listed if len(things) == 1 else f'[{listed}]'}\n"
    return text


def starter_text(catalogue: GameCatalogue, game: str, file: Path, size: tuple[int, int] | None, title: str = "") -> str:
    """Return the text of a commented, playable dungeon to start from: an overlay, or with `size` a map of its own.

    Its name is `title`, by default made from the name of the file.
    """
    rules = read_map_rules(catalogue, game)
    base = read_base_map(catalogue, game, rules)
    name = title or file.stem.replace("_", " ").replace("-", " ").capitalize()
    is_own_map = size is not None
    columns, rows = size or (base.columns, base.rows)
    refuse_size(columns, rows, rules)
    options = MapOptions(columns, rows, "easy", new_map=is_own_map)
    number = sum((at + 1) * sign for at, sign in enumerate(file.stem.encode("utf-8")))
    cards = known_cards(catalogue, game, rules)
    generated = generate(code_of(number), options, base, rules, cards)
    quoted = yaml_quoted(name)
    return (
        _head(rules, name, file, own=is_own_map)
        + f"name: {quoted}            # or one for each language: {{en: ..., pl: ..., cs: ...}}\n"
        + "# text: a story for the back of the card\n"
        + f"{rules.targets.deck}: [{', '.join(generated.cards)}]      # known: {', '.join(cards)}\n"
        + file_text(generated.dungeon, own=is_own_map)
    )


def _head(rules: MapRules, name: str, file: Path, *, own: bool) -> str:
    """Return the comment at the top of a new dungeon file, which explains how to edit and print it."""
    numbers = " ".join(map(str, rules.numbers))
    content = "a map of its own" if own else f"walls and {rules.names.target} rooms over the base map"
    rest = f"; the {rules.entrances} rooms have entrances" if own else ""
    monsters = [*rules.monsters]
    things = ", ".join([*rules.traps, *rules.treasures, *(f"{kind} A" for kind in rules.tokens)])
    if monsters:
        things += f", and {', '.join(monsters)} with a level, such as {monsters[-1]} {rules.levels.most}"
    body = (OWN_MAP if own else OVERLAY).format(numbers=numbers, targets=rules.names.targets, things=things)
    file_argument = shlex.quote(str(file))
    return DRAWN.format(name=" ".join(name.split()), what=content, rest=rest) + body + LOOK.format(file=file_argument)


def dungeon_card_faces(pack: PrintPack, name: str, settings: ImpositionSettings) -> DeckFaces:
    """Return the faces of the card of a dungeon, followed by those of the target cards that its file names."""
    file = open_dungeon(pack, name)
    manifest, maps = pack.manifest, pack.map_rules
    deck = next((deck for deck, entry in manifest.decks.items() if entry.maps), None)
    if deck is None:
        raise refuse("C002", f"game {pack.game.id!r} has no dungeon cards", manifest.place)
    record = CardRecord(name, {}, 1, SourceLocation(file.text.path))
    dungeon_faces = deck_faces(pack, deck, settings.card, bleed=settings.bleed, chosen=[record])
    cards = list(dungeon_faces.cards)
    if maps.targets.deck in manifest.decks and file.spec.targets:
        pack.raise_faults()  # such as a name of no card
        target_cards = {card.key: card for card in pack.game.deck(maps.targets.deck)}
        targets = [target_cards[key] for key in file.spec.targets]
        cards += deck_faces(pack, maps.targets.deck, dungeon_faces.size, bleed=settings.bleed, chosen=targets).cards
    return dungeon_faces._replace(cards=tuple(cards))


MARK = "D1-"  # begins each long code; another format gets another mark
MOST_BYTES = 200_000  # of the text in a code
# What dungeons have in common. It never changes: codes that were given away are read with it.
USUAL = (
    b"name: {en: , pl: , cs: text: \nrooms:\n  A1: [B2: C3: D4: E5: F6: G7: \nmap: |\n"
    b"  +--+--+--+--+--+--+\n  |  |           |  |\n  +  +  +~~+  +  +  +\n  <  ~  |     ~  |  >\n"
    b"  +  +--+  +  +--+  +\n  |                 |\n  +  +  +  +  +  +  +\n"
)


def share_code_of(game: str, file: DungeonFile, rules: MapRules, name: str) -> str:
    """Return a code from which `dungeon_in` makes the dungeon again; `name` is used if its file has none.

    It is the code that the dungeon was generated by if nothing else belongs to it.
    """
    if file.code and file.spec.name is None and file.spec.text is None and read_code(file.code).options is not None:
        return file.code
    text = file_text(file.dungeon, own=file.own_map)
    if file.spec.base is not None:
        text = f"base: {file.spec.base}\n{text}"
    if file.spec.targets:
        text = set_cards(text, rules, file.spec.targets)
    for key, node in (("text", file.spec.text), ("name", file.spec.name)):
        value = plain(node) if node is not None else {"en": name} if key == "name" and name else {}
        text = set_words(text, key, value if isinstance(value, dict) else {"en": str(value)})
    packer = zlib.compressobj(9, zdict=USUAL)
    packed = packer.compress(f"{game}\n{text}".encode()) + packer.flush()
    return MARK + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def dungeon_in(game: str, code: str) -> str | None:
    """Return the text of the dungeon in a long code, None for a short code; raises ValueError for an invalid one."""
    signs = "".join(code.split())
    if not signs.startswith(MARK):
        return None
    packed = signs.removeprefix(MARK)
    unpacker = zlib.decompressobj(zdict=USUAL)
    try:
        content = unpacker.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MOST_BYTES)
        owner, _, text = content.decode("utf-8").partition("\n")
    except (ValueError, zlib.error):
        owner = text = ""
    if not text or not unpacker.eof or unpacker.unused_data:
        raise ValueError("this share code is mistyped, or a part of it is missing")
    if owner != game:
        raise ValueError(f"this share code is for a dungeon of {owner[:40]!r}, choose that game")
    return text
