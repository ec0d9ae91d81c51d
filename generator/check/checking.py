"""Checks a whole game: reads all files, lays out all faces in every language, and inspects the result."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from generator.check.dungeon_check import checked_dungeon
from generator.check.score_field_faults import field_faults
from generator.check.unread_part_names import edition_name_faults, unread_name_faults
from generator.check.word_faults import card_translation_faults, word_faults
from generator.diagnostics import Diagnostic, SourceLocation, attempt, did_you_mean, in_each, meant_or
from generator.frame import FieldItem, Frame, ShapeItem, TextItem, fields_on, polygons, walk
from generator.game.deck_fields import fields_of
from generator.game.game import open_game
from generator.game.manifest import EVERY_GAMES_PAGES, GameManifest, PlayerCountRange, kit_names, read_manifest
from generator.game.rule_sources import read_sources
from generator.game.words import languages_of
from generator.geometry import A4, LETTER, Rect, Size
from generator.imposition.print_marks import PieceCut, code_place
from generator.layout.binding import IncomparableValues, condition_of
from generator.layout.drawn_items import DrawnItems, DrawnPage, inside
from generator.layout.element_spec import elements_in
from generator.layout.frame_checks import drawn_faults, safe_faults
from generator.layout.hue_checks import ColouredMarks
from generator.layout.icons import ICON_CODE
from generator.layout.spec import LayoutSpec
from generator.maps.map_rules import read_map_rules
from generator.page_code import is_code
from generator.products.cards import records, unread_columns
from generator.products.dungeon_values import map_faults
from generator.products.faces_on_paper import drawn_area, on_page, strip_area
from generator.products.handout_pages import whole_page
from generator.products.kit_contents import printing_values
from generator.products.pieces import flat_form, table_faces
from generator.products.print_pack import PrintPack, edition_folders, open_pack
from generator.products.print_request import KitRequest, PaperOptions
from generator.products.sheets import own_paper, sheet_face
from generator.products.tile_set_data import tile_faults
from generator.reading.decks import CardRecord, deck_files
from generator.reading.file_kinds import GAME_FILES
from generator.reading.foreign_tables import words_among_numbers
from generator.reading.game_catalogue import TABLES, GameCatalogue, built_in_root
from generator.reading.headings import plain_name
from generator.reading.yaml_nodes import Node, plain, read_extended, read_text
from generator.rulesets.ruleset import has_ruleset, ruleset_faults
from generator.scoring.map_chapters import chapter_faults, chapters_of
from generator.scoring.reach_faults import rule_faults
from generator.scoring.rules import ScoringRules, game_rules, open_rules
from generator.scoring.spec import deck_nodes, read_scoring, scoring_node
from generator.units import mm

NEAR_CODE = mm(1)  # a field so near to the page code touches it
SLACK = 0.5  # the box of a text is a little larger than its ink
# things that are missing or have no room; other faults of a face may follow from these
NOT_FOUND = {"L011", "L012", "L013", "L014", "L015", "L016", "L017", "L018", "L019", "L020", "L021", "L022", "L023"}
TOO_FULL = {"L030", "L031"}
FIELDS_LOST = NOT_FOUND | TOO_FULL | {"L043"}  # then the fields of a sheet may not be those intended
Faults = list[Diagnostic]
PageMaker = Callable[[KitRequest], list[Frame]]
Point = tuple[float, float]


def check_game(catalogue: GameCatalogue, game: str, edition: str | None = None) -> Faults:
    """Return all faults of a game: words, decks, layouts, dungeons, in every language, with an edition if given."""
    faults = data_faults(catalogue, game)
    if not has_error(faults):
        manifest, first = read_manifest(catalogue, game), None
        faults_by_language: dict[str, Faults] = {}
        shown_names: list[tuple[LayoutSpec, set[str]]] = []  # of icons and codes, by layout
        for pack in packs(catalogue, game, edition):
            if attempt(faults, pack.layouts.edition_files) is None:
                break
            faults_by_language[pack.language] = [*map_faults(pack), *pack_faults(pack)]
            first = first or pack
            # the engines themselves would keep all that was laid out
            shown_names += [(engine.layout, engine.shown) for engine in pack.engines.values()]
        faults += in_each(faults_by_language)
        if not has_error(faults):
            faults += [*codes_not_shown(game, shown_names), *unread_pages(catalogue, manifest)]
        if edition is None and not has_error(faults):
            faults += own_edition_faults(catalogue, game, faults)
        if first is not None and not any(fault.code in FIELDS_LOST for fault in faults):
            faults += sheet_field_faults(first)
    return once(without_effects(faults))


class FaultEffect(NamedTuple):
    """A code of faults that may only follow from faults of another code: `explains` returns whether one does.

    An effect is not reported; its cause then counts as an error if `cause_is_error`.
    """

    cause: str
    effect: str
    explains: Callable[[Diagnostic, Diagnostic], bool]
    cause_is_error: bool = False


EFFECTS = (
    FaultEffect("W012", "D017", lambda words, _: words.severity == "error"),  # the words exist under another name
    FaultEffect(
        "C031",
        "G001",
        lambda file, lacking: PurePosixPath(file.place.path).stem == lacking.value.partition(".")[0],
        cause_is_error=True,
    ),
    FaultEffect("L059", "L020", lambda name, lacking: f" {{{name.value}}}" in lacking.message, cause_is_error=True),
    FaultEffect("L042", "P042", lambda out, near: (out.place, out.subject) == (near.place, near.subject)),
)


def without_effects(faults: Sequence[Diagnostic]) -> Faults:
    """Return faults without those that only follow from others, by EFFECTS."""
    visible_faults = list(faults)
    for rule in EFFECTS:
        effects = [fault for fault in visible_faults if fault.code == rule.effect]
        causes = [fault for fault in visible_faults if fault.code == rule.cause] if effects else []
        caused = {cause: [effect for effect in effects if rule.explains(cause, effect)] for cause in causes}
        hidden = {effect for following in caused.values() for effect in following}
        worse = {cause for cause, following in caused.items() if following and rule.cause_is_error}
        visible_faults = [fault for fault in visible_faults if fault not in hidden]
        visible_faults = [fault._replace(severity="error") if fault in worse else fault for fault in visible_faults]
    return visible_faults


def data_faults(catalogue: GameCatalogue, game: str) -> Faults:
    """Return the faults of a game that are found without laying out a page."""
    faults: Faults = []
    manifest = attempt(faults, lambda: read_manifest(catalogue, game))
    if manifest is None:
        return faults
    faults += word_faults(catalogue, game)
    faults += unread_faults(catalogue, manifest)
    faults += doubled_decks(catalogue, manifest)
    faults += kit_faults(manifest)
    faults += edition_faults(catalogue, game) if not has_error(faults) else []
    faults += attempt(faults, lambda: source_faults(catalogue, game)) or []
    for name in catalogue.names(f"cards/{game}/dungeons"):
        path = catalogue.need(f"cards/{game}/dungeons/{name}.yaml")
        faults += dungeon_file_faults(catalogue, game, path)
    if catalogue.find(f"cards/{game}/scoring.yaml") is not None:
        faults += scoring_faults(catalogue, game)
        faults += attempt([], lambda: list(decks_left_out(catalogue, manifest))) or []
    faults += attempt(faults, lambda: ruleset_faults(open_game(catalogue, game))) or []
    faults += attempt(faults, lambda: tile_faults(open_game(catalogue, game))) or []
    return faults if has_error(faults) else faults + untranslated_cards(catalogue, manifest)


def sheet_field_faults(pack: PrintPack) -> Faults:
    """Return the faults of sheets whose fields are not those in scoring.yaml; empty for a game without this file."""
    if pack.catalogue.find(f"cards/{pack.game.id}/scoring.yaml") is None:
        return []
    return attempt([], lambda: field_faults(pack, game_rules(pack.game))) or []


def source_faults(catalogue: GameCatalogue, game: str) -> Faults:
    """Return the faults of sources.yaml, which names the source of each rule; empty for a game without this file."""
    sources = read_sources(catalogue, game)
    return sources.faults() if sources is not None else []


def untranslated_cards(catalogue: GameCatalogue, manifest: GameManifest, decks: Iterable[str] = ()) -> Faults:
    """Return a warning for each missing translation of a word of a card, in all decks or in those given.

    Other faults of a deck are reported when its cards are laid out.
    """
    game = open_game(catalogue, manifest.game)
    table_decks = [deck for deck, entry in manifest.tables.items() if not entry.maps and (not decks or deck in decks)]
    faults_of_decks = (attempt([], lambda deck=deck: card_translation_faults(game, deck)) for deck in table_decks)  # type: ignore[misc]
    return once(fault for faults in faults_of_decks for fault in faults or ())


def unread_faults(catalogue: GameCatalogue, manifest: GameManifest) -> Faults:
    """Return a warning for each file in the folder of a game that is never read."""
    folder = f"cards/{manifest.game}"
    decks = {*manifest.tables, *(attempt([], lambda: decks_of_score(catalogue, manifest.game)) or ())}
    names_by_suffix = {
        ".yaml": {*GAME_FILES, *manifest.data, *manifest.rolls, *decks},
        **{suffix: decks for suffix in TABLES},
    }
    folders = (folder, f"layouts/{manifest.game}")
    misnamed = [f"{subfolder}/{name}" for subfolder in folders for name in catalogue.pictures(subfolder, (".yml",))]
    return [
        unread(catalogue.display_path(path), name)._replace(
            hint=f"let it end in .yaml: {PurePosixPath(name).stem}.yaml"
        )
        for name in misnamed
        for path in catalogue.find_all(name)
    ] + [
        unread(catalogue.display_path(path), name)
        for suffix, names in names_by_suffix.items()
        for name in catalogue.names(folder, suffix)
        if name not in names
        for path in catalogue.find_all(f"{folder}/{name}{suffix}")
    ]


def unread_pages(catalogue: GameCatalogue, manifest: GameManifest) -> Faults:
    """Return a warning for each layout in the folder pages/ of a game that none of its pages uses or extends."""
    folder = f"{manifest.game}/pages"
    entries = (*manifest.printable_pages.values(), *manifest.sheets.values(), *manifest.tables.values())
    names = [f"{folder}/{name}" for name in catalogue.names(f"layouts/{folder}")]
    used_names = {name for entry in entries if names for name in files_of(catalogue, manifest.game, entry.layout)}
    paths = [catalogue.need(f"layouts/{name}.yaml") for name in names if name not in used_names]
    hint = "name it in game.yaml under pages:, as layout: pages/{}, or remove it"
    return [unread(catalogue.display_path(path), path.name)._replace(hint=hint.format(path.stem)) for path in paths]


def files_of(catalogue: GameCatalogue, game: str, layout: str) -> set[str]:
    """Return the names of a layout's file, the game's own before the common one, and of all files that it extends."""
    names: set[str] = set()
    own_path = f"{game}/{layout}"
    name = own_path if catalogue.find(f"layouts/{own_path}.yaml") is not None else layout

    def read(relative: str, asked_at: SourceLocation | None) -> Node:
        names.add(relative.removesuffix(".yaml"))
        return catalogue.read_layout(relative, asked_at)

    attempt([], lambda: read_extended(f"{name}.yaml", read))
    return names


def edition_faults(catalogue: GameCatalogue, game: str) -> Faults:
    """Return the faults of names that a game's editions, and the user's editions for all games, change."""
    faults: Faults = []
    for owner, _, node in _editions(catalogue, game, faults):
        if owner == game or not _is_built_in(catalogue, node.place):
            faults += edition_name_faults(catalogue, owner, node)
    return faults


def own_edition_faults(catalogue: GameCatalogue, game: str, standard: Faults) -> Faults:
    """Return the faults that only the user's editions cause, in the first language; `standard` are those without."""
    faults: Faults = []
    places = {fault.place for fault in standard}
    for _, name, node in _editions(catalogue, game, faults):
        if not _is_built_in(catalogue, node.place):
            added_faults = [
                fault for fault in pack_faults(next(packs(catalogue, game, name))) if fault.place not in places
            ]
            faults += [fault._replace(message=f"in edition {name!r}: {fault.message}") for fault in added_faults]
    return faults


def _editions(catalogue: GameCatalogue, game: str, faults: Faults) -> Iterator[tuple[str, str, Node]]:
    """Yield (game or "" for all games, name, root node) of each edition in which a game can be printed.

    An edition that cannot be read is added to `faults`.
    """
    for folder, owner in zip(edition_folders(game), ("", game), strict=True):
        for name in catalogue.names(f"layouts/{folder}"):
            node = attempt(faults, lambda file=f"{folder}/{name}.yaml": catalogue.read_layout(file))  # type: ignore[misc]
            if node is not None:
                yield owner, name, node


def doubled_decks(catalogue: GameCatalogue, manifest: GameManifest) -> Faults:
    """Return a warning for each deck with two files in one folder, such as a table and the YAML file it replaces."""
    faults: Faults = []
    for deck in manifest.tables:
        firsts: dict[Path, Path] = {}
        for path in deck_files(catalogue, manifest.game, deck):
            first = firsts.setdefault(path.parent, path)
            if first != path:
                message = f"cards of deck {deck!r} stand in {first.name}, too"
                hint = "both are printed: put all cards into one file, and take the other one out"
                faults.append(
                    Diagnostic("D027", message, SourceLocation(catalogue.display_path(path)), hint, "warning")
                )
    return faults


def kit_faults(manifest: GameManifest) -> Iterator[Diagnostic]:
    """Yield a warning for each entry that the kit prints a second time, and a note for each page that it leaves out."""
    printed: set[tuple[str, str]] = set()
    for entry in manifest.kit:
        kind, names = kit_names(entry)
        for name in names:
            if (kind, name) in printed:
                message = f"the kit prints {kind} {name!r} a second time"
                yield Diagnostic("Y005", message, entry.place, "take one of the two out", "warning")
            printed.add((kind, name))
    extra = {name for entry in manifest.extras for name in kit_names(entry)[1]}
    for name, page in manifest.pages.items():
        if manifest.kit and name not in EVERY_GAMES_PAGES and ("page", name) not in printed and name not in extra:
            hint = f"add - {{page: {name}}} under kit:, or name it under extras:"
            yield Diagnostic("C044", f"the kit prints no page {name!r}", page.place, hint, "note")


def decks_left_out(catalogue: GameCatalogue, manifest: GameManifest) -> Iterator[Diagnostic]:
    """Yield a warning for each deck that the score asks for and `kit:` leaves out."""
    printed = {name for entry in (*manifest.kit_entries(), *manifest.extras) for name in kit_names(entry)[1]}
    printed |= {entry.table for name, entry in manifest.pieces.items() if name in printed}
    for deck in decks_of_score(catalogue, manifest.game):
        if deck in manifest.decks and deck not in printed:
            place = catalogue.read(catalogue.need(f"cards/{manifest.game}/game.yaml")).key_place("kit")
            message = f"the kit prints no deck {deck!r}, which the score asks for"
            hint = f"add - {{deck: {deck}}}, or name it under extras:"
            yield Diagnostic("C044", message, place, hint, "warning")


def decks_of_score(catalogue: GameCatalogue, game: str) -> list[str]:
    """Return the decks that scoring.yaml asks for, each once; raises InvalidInput if the file is invalid."""
    return list(dict.fromkeys(node.value for node in deck_nodes(scoring_node(catalogue, game))))


def codes_not_shown(game: str, shown_names: Sequence[tuple[LayoutSpec, set[str]]]) -> Iterator[Diagnostic]:
    """Yield a warning for each code of layouts (`icons:`) that none of them has shown in any language."""
    shown_codes = set[str]().union(*(names for _, names in shown_names))
    codes = {name: code for layout, _ in shown_names for name, code in layout.icons.items()}
    for name, code in codes.items():
        if name not in shown_codes and ICON_CODE.fullmatch(name) and f"layouts/{game}/" in code.place.path:
            message, otherwise = f"no text shows the code {name!r}", f"write :{name}: in a text, or delete it"
            hint = meant_or(name, sorted(shown_codes - codes.keys()), otherwise)
            yield Diagnostic("L063", message, code.place, hint, "warning")


def unread(file_name: str, name: str) -> Diagnostic:
    """Return the warning for a file that is never read."""
    is_yaml = file_name.endswith(".yaml")
    section = f"data: [{name}], or under decks:" if is_yaml else f"under decks:, or write it as {name}.yaml for data:"
    hint = f"name it in game.yaml: {section}"
    return Diagnostic(
        "C031", f"no game reads {PurePosixPath(file_name).name}", SourceLocation(file_name), hint, "warning"
    )


def scoring_faults(catalogue: GameCatalogue, game: str) -> Faults:
    """Return the faults of a game's scoring, in every language."""
    faults: Faults = []
    languages = languages_of(catalogue, game)
    opened = [attempt(faults, partial(open_rules, catalogue, game, language)) for language in languages]
    faults += [fault for rules in opened if rules is not None for fault in rule_faults(rules)]
    faults += player_count_faults(catalogue, game)
    first = next(iter(opened), None)
    faults += map_count_faults(catalogue, game, first)
    return once([*faults, *(campaign_faults(first, languages) if first is not None else ())])


def player_count_faults(catalogue: GameCatalogue, game: str) -> Faults:
    """Return a warning if game.yaml and scoring.yaml allow different numbers of players, other than for a party."""
    table = attempt([], lambda: read_scoring(catalogue, game))
    players = read_manifest(catalogue, game).players
    most_players = players.most
    if table is None or table.party or table.only_solo or most_players == table.most_players:
        return []
    root = scoring_node(catalogue, game)
    limit_node = root.get("most_players")
    if most_players < table.most_players and (
        limit_node is None or players == PlayerCountRange()
    ):  # one of them is left out
        return []
    place = (limit_node or root).place
    message = f"{most_players} can play by game.yaml, and the score takes {table.most_players} at most"
    hint = f"write most_players: {most_players}, or correct players: in game.yaml"
    return [Diagnostic("G046", message, place, hint, "warning")]


def map_count_faults(catalogue: GameCatalogue, game: str, scoring: ScoringRules | None) -> Faults:
    """Return a fault for each count of a map in a formula, as map.rooms, that maps of the game do not have."""
    faults: Faults = []
    formulas = [formula for formula in scoring.all_formulas() if formula.entries_of("map")] if scoring else []
    rules = attempt(faults, lambda: read_map_rules(catalogue, game)) if formulas else None
    counts = rules.counts if rules is not None else ()
    return faults or [fault for formula in formulas for fault in formula.unknown_entries("map", counts)]


def campaign_faults(rules: ScoringRules, languages: tuple[str, ...]) -> Faults:
    """Return a warning for each map that is in no story of the game's campaign."""
    chapters = chapters_of(rules, languages)
    return [rules.words.diagnostic(fault) for fault in chapter_faults(rules, chapters)] if chapters is not None else []


def dungeon_file_faults(catalogue: GameCatalogue, game: str, path: Path) -> Faults:
    """Return all faults of a dungeon file: of its text, or if that is valid, of its map."""
    faults: Faults = []
    checked = attempt(faults, lambda: checked_dungeon(catalogue, game, str(path)))
    return faults + list(checked.faults) if checked is not None else faults


def packs(catalogue: GameCatalogue, game: str, edition: str | None = None) -> Iterator[PrintPack]:
    """Yield a game's pack in each of its languages; all share layouts, icons and pictures, which are read once."""
    first: PrintPack | None = None
    for language in languages_of(catalogue, game):
        pack = open_pack(catalogue, game, language, edition)
        first = first or pack
        pack.layouts, pack.icons, pack.pictures = first.layouts, first.icons, first.pictures
        yield pack


def pack_faults(pack: PrintPack, uses: Callable[[str], bool] = lambda _layout: True) -> Faults:
    """Return the faults of all cards, sheets and pages in one language; `uses` tells which layouts to check."""
    faults: Faults = []
    used_layouts: set[str] = set()
    for deck, entry in pack.manifest.tables.items():
        if uses(entry.layout):
            used_layouts.add(entry.layout)
            faults += deck_faults(pack, deck)
    for make, layout in _page_faces(pack):
        if uses(layout):
            used_layouts.add(layout)
            faults += _page_faults(pack, make)
    return without_effects([*_part_name_faults(pack, used_layouts), *faults])


def _part_name_faults(pack: PrintPack, used_layouts: Iterable[str]) -> Faults:
    """Return the faults of values that layouts pass to their parts under unknown names; skips invalid layouts."""
    editions = _editions(pack.catalogue, pack.game.id, [])
    elsewhere = [plain(pack.words.node), *(plain(node) for _, _, node in editions)]
    read = pack.layouts.read
    layouts = [attempt([], lambda name=name: read(pack.layouts.find(name))) for name in sorted(used_layouts)]  # type: ignore[misc]
    return [fault for layout in layouts if layout for fault in unread_name_faults(layout, elsewhere)]


def _page_faults(pack: PrintPack, make: PageMaker) -> Faults:
    """Return the faults of a page in the default kit on A4 or, if it has none, in the largest kit on Letter.

    What fits a paper that is as narrow as A4 and as short as Letter fits both, so that most pages are laid out once.
    """
    smaller = Size(min(A4.width, LETTER.width), min(A4.height, LETTER.height))
    if not _face_faults(pack, lambda: make(_fullest(smaller))):
        return []
    faults = _face_faults(pack, lambda: make(KitRequest(on=PaperOptions(usual=A4))))
    if faults:
        return faults
    on_letter = _face_faults(pack, lambda: make(_fullest(LETTER)))
    return [fault._replace(message=f"{fault.message} on Letter paper") for fault in on_letter]


def _fullest(paper: Size) -> KitRequest:
    return KitRequest(on=PaperOptions(usual=paper), extras=True, mixed=True)


def deck_faults(pack: PrintPack, deck: str) -> Faults:
    """Return the faults of a deck's cards.

    A fault of the user's own card in a built-in layout is placed at the card.
    """
    faults = card_faults(pack, deck)
    cards = attempt([], lambda: records(pack, deck)) if faults else None
    own_cards = [card for card in cards or () if _is_built_in(pack.catalogue, card.place) is False]
    built_in_faults = [fault for fault in faults if _is_built_in(pack.catalogue, fault.place)]
    if not own_cards or not built_in_faults:
        return faults
    for card in own_cards:
        for fault in card_faults(pack, deck, [card._replace(copies=1)]):
            if fault in built_in_faults and fault in faults:
                hint = f"{fault.hint}; found at {fault.place}" if fault.hint else f"found at {fault.place}"
                message = fault.message if repr(card.key) in fault.message else f"card {card.key!r}: {fault.message}"
                faults[faults.index(fault)] = fault._replace(place=card.place, message=message, hint=hint)
    return faults


def card_faults(pack: PrintPack, deck: str, chosen: Sequence[CardRecord] | None = None) -> Faults:
    """Return the faults of all cards of a deck, or of `chosen` ones, on both sides, placed in the layout."""
    make = partial(table_faces, pack, deck, chosen=chosen)
    faults = _face_faults(pack, make, attempt([], lambda: flat_form(pack, deck)))
    faults += unmet_conditions(pack, deck) if chosen is None and not has_error(faults) else []
    lines = {card.place.line for card in chosen or ()}
    faults += [fault for fault in cells_without_number(pack, deck) if chosen is None or fault.place.line in lines]
    unread = unread_columns(pack, deck) | unasked_texts(pack, deck) if chosen is None and not has_error(faults) else {}
    unshown = {name: place for name, place in unread.items() if all(place != fault.place for fault in faults)}
    if unshown:
        message = f"no card shows the column{'s' if len(unshown) > 1 else ''} {', '.join(unshown)}"
        hint = f"to print them, name them in the layout: {{{plain_name(next(iter(unshown)))}}}"
        faults.append(Diagnostic("D031", message, next(iter(unshown.values())), hint, "note"))
    return faults


def cells_without_number(pack: PrintPack, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for each word in a column that is declared as text, but has numbers in most cells."""
    entry, cards = pack.manifest.decks.get(deck), attempt([], lambda: records(pack, deck)) or []
    for name, field in (fields_of(entry.fields, entry.place) if entry else {}).items():
        if field.kind == "text":
            yield from words_among_numbers({card.place_of(name): str(card.fields.get(name, "")) for card in cards})


def unasked_texts(pack: PrintPack, deck: str) -> dict[str, SourceLocation]:
    """Return the declared texts of cards that no YAML file of the game asks for; none for a game with rules as code."""
    entry, cards = pack.manifest.decks.get(deck), attempt([], lambda: records(pack, deck))
    if entry is None or not cards or has_ruleset(pack.game):
        return {}
    headings, read_names = (cards[0].node and cards[0].node.key_places) or {}, set[str]().union(*pack.reads.values())
    fields = [name for name, field in fields_of(entry.fields, entry.place).items() if field.kind in ("text", "words")]
    unread = [name for name in fields if name in headings and not {name, plain_name(name)} & read_names]
    folders = [f"{folder}/{pack.game.id}" for folder in ("cards", "layouts")] if unread else []
    files = (f"{folder}/{file}" for folder in folders for file in pack.catalogue.pictures(folder, (".yaml",)))
    game_texts = "\n".join(read_text(path, file) for file in files for path in pack.catalogue.find_all(file))
    pattern = r"\{%s(?:[}?.|]|:\+)|\.%s\b|[:,\[] *[\"']?%s[\"']? *(?:[],}#]|$)"
    return {
        name: headings[name]
        for name in unread
        if not re.search(pattern.replace("%s", re.escape(name)), game_texts, re.MULTILINE)
    }


def unmet_conditions(pack: PrintPack, deck: str) -> Faults:
    """Return a warning for each `if` of a layout that is false for every value which the deck's column may have."""
    entry = pack.manifest.tables[deck]
    layout = attempt([], lambda: pack.layouts.read(pack.layouts.find(entry.layout)))
    fields, faults = fields_of(entry.fields, entry.place), Faults()
    roots = [root for root in (layout.front, layout.back) if root] if layout else []
    for element in (candidate for root in roots for candidate in elements_in(root) if not candidate.at.each):
        for text, condition in ((text, condition_of(text)) for text in element.at.when):
            field = fields.get(condition.path)
            if field is None or not condition.sign or "{" in condition.wanted:
                continue
            bounds = [
                candidate for candidate in (field.least, field.most) if candidate is not None and condition.sign != "="
            ]
            values = field.one_of or (bounds if len(bounds) == 2 else ())
            if field.kind == "text" and condition.sign == "=" and not condition.opposite and not values:
                values = tuple(dict.fromkeys(str(card.fields.get(condition.path, "")) for card in records(pack, deck)))
            try:
                is_met = any(condition.is_met_by(value, condition.wanted) for value in values)
            except IncomparableValues:  # reported when the card is laid out
                continue
            if values and not is_met:
                hint = (
                    did_you_mean(condition.wanted, map(str, values)) if condition.sign == "=" else "look at its bounds"
                )
                message = f"column {condition.path!r} never holds what `if: {text}` asks for"
                faults.append(Diagnostic("L067", message, element.key_places.get("if", element.place), hint, "warning"))
    return faults


def _is_built_in(catalogue: GameCatalogue, place: SourceLocation) -> bool | None:
    """Return whether a place is in a built-in file, which users should not need to change.

    None if the file does not exist.
    """
    paths = (folder / place.path for folder in (Path.cwd(), *catalogue.roots))
    path = next((path for path in paths if path.is_file()), None)
    return path.resolve().is_relative_to(built_in_root()) if path is not None else None


def _page_faces(pack: PrintPack) -> Iterator[tuple[PageMaker, str]]:
    """Yield (function that lays out a sheet or page for a kit, name of its layout)."""
    for name, sheet in pack.manifest.sheets.items():
        yield from ((make, sheet.layout) for make in _sheet_makers(pack, name))
    for name, page in pack.manifest.pages.items():
        yield partial(_page_of, pack, name), page.layout


def sheet_faults(pack: PrintPack, name: str) -> Faults:
    """Return the faults of a sheet, in each of its modes."""
    return once(fault for make in _sheet_makers(pack, name) for fault in _page_faults(pack, make))


def page_faults(pack: PrintPack, name: str) -> Faults:
    """Return the faults of a page of the game."""
    return _page_faults(pack, partial(_page_of, pack, name))


def _sheet_makers(pack: PrintPack, name: str) -> list[PageMaker]:
    return [partial(_sheet_of, pack, name, mode) for mode in pack.manifest.sheets[name].modes]


def _sheet_of(pack: PrintPack, name: str, mode: str, request: KitRequest) -> list[Frame]:
    paper = own_paper(pack, name) or request.on.size(pack.catalogue)
    face = sheet_face(pack, drawn_area(paper), None, mode, sheet=name)
    pack.faults += field_at_code(on_page(pack, face.content(), paper, "")._replace(name=face.name))
    return [face]


def field_at_code(page: Frame) -> Faults:
    """Return a warning for the first field of a sheet that touches the page code: its own one, or that at the foot."""
    code_items = ((item, matrix) for item, matrix in walk(page.items) if isinstance(item, ShapeItem) and is_code(item))
    code_boxes = [
        (item.rect.around(matrix), f"move one of them: the code is in {item.place}") for item, matrix in code_items
    ]
    foot = code_place(strip_area(page.size)), "leave room at the foot: pad: 0 0 2mm 0"
    code, hint = code_boxes[0] if code_boxes else foot
    for item, box in fields_on(page):
        if box.meets(code.outset(NEAR_CODE)):
            message = f"field {item.id!r} touches the page code, by which a photo is read, on {page.name}"
            return [Diagnostic("L060", message, item.place, hint, "warning", page.name)]
    return []


def _page_of(pack: PrintPack, name: str, request: KitRequest) -> list[Frame]:
    return [whole_page(pack, name, request.on.size(pack.catalogue), {"printing": printing_values(pack, request)})]


def _face_faults(pack: PrintPack, make: Callable[[], list[Frame]], form: PieceCut | None = None) -> Faults:
    """Return the faults of faces: from laying them out, then from the finished frames; `form` is the cut of a piece.

    A frame is checked only if everything on it was found and has room, since it would be wrong anyway.
    """
    faults: Faults = []
    fault_count = len(pack.faults)
    faces = attempt(faults, make) or []
    faults += [fault for fault in pack.faults[fault_count:] if fault.code != "L040"]  # reported below
    lacking = {fault.subject for fault in faults if fault.severity == "error" and fault.code in NOT_FOUND | TOO_FULL}
    marks, drawn_items = ColouredMarks(), DrawnItems()
    for face in faces:
        if not lacking & {face.name, ""}:
            page = DrawnPage(face, drawn_items)
            marks.add(page)
            faults += without_effects([*drawn_faults(page), *safe_faults(face)])
            faults += cut_off_faults(face, form) if form else []
    faults += marks.faults()
    return once(faults)


def cut_off_faults(face: Frame, form: PieceCut) -> Iterator[Diagnostic]:
    """Yield a warning for each text and field that a cut crosses or removes."""
    trim = face.trim
    if trim is None or form.is_straight:
        return
    for item, matrix in walk(face.items):
        if isinstance(item, FieldItem) or (isinstance(item, TextItem) and item.text.strip()):
            box = item.rect.around(matrix).outset(-SLACK)
            if not all(is_kept(form, trim, (x, y)) for x in (box.x, box.right) for y in (box.y, box.bottom)):
                item_name = f"field {item.id!r}" if isinstance(item, FieldItem) else f"text {item.text[:24]!r}"
                message = f"{item_name} is outside the cut of {face.name}"
                yield Diagnostic("P046", message, item.place, "move it to the middle, or make it smaller", "warning")


def is_kept(form: PieceCut, box: Rect, point: Point) -> bool:
    """Return whether a point is inside a shape with the bounds of a box.

    >>> [is_kept(PieceCut("ellipse"), Rect(0, 0, 4, 2), spot) for spot in ((2, 1), (0.3, 0.3))]
    [True, False]
    """
    x, y = point
    if form.kind == "ellipse":
        across, down = (x - box.x) / box.width * 2 - 1, (y - box.y) / box.height * 2 - 1
        return across**2 + down**2 <= 1
    if form.outline is not None:
        across, down = form.outline.width / box.width, form.outline.height / box.height
        return inside(((x - box.x) * across, (y - box.y) * down), polygons(form.outline))
    near_x = max(box.x + form.radius - x, x - box.right + form.radius, 0.0)
    near_y = max(box.y + form.radius - y, y - box.bottom + form.radius, 0.0)
    return near_x**2 + near_y**2 <= form.radius**2


def once(faults: Iterable[Diagnostic]) -> Faults:
    """Return faults without repeats: those of several languages, or a missing word with and without who has it."""
    distinct: dict[object, Diagnostic] = {}
    for fault in faults:
        distinct.setdefault((fault.place, fault.message.partition(" (")[0]) if fault.code == "W001" else fault, fault)
    return list(distinct.values())


def has_error(faults: Iterable[Diagnostic]) -> bool:
    """Return whether any fault is an error."""
    return any(fault.severity == "error" for fault in faults)
