"""A finished game from a score file or from filled sheets, with its score."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, need_known, refuse
from generator.maps.loading import find_dungeon, read_base_map
from generator.maps.map_rules import has_maps, read_map_rules
from generator.maps.reach import counts_of
from generator.page_code import SheetIdentity, identity_of
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pdf_form import FilledForm, read_form
from generator.reading.yaml_nodes import Node
from generator.scoring.entered_games import EnteredGame, read_score
from generator.scoring.input_reading import near
from generator.scoring.map_chapters import the_map
from generator.scoring.messages import Message, ScoreFault, UnscorableGame, message
from generator.scoring.rules import ScoringRules
from generator.scoring.score import GameScore, score_game, uncountable_lines, unresolved_ties
from generator.scoring.ticks_to_inputs import SheetMarks, disagreements, map_on, read_filled, unnamed_cards, with_cards

FilledForms = Mapping[str, FilledForm]
"""The contents of filled PDF files, by the name of the file."""


class ScoredGame(NamedTuple):
    """A played game as entered from a file or sheets, its score, and faults of the entries.

    With an error among the faults, the players that it is about have no total.
    """

    record: EnteredGame
    score: GameScore
    faults: list[Diagnostic]


def played_on(rules: ScoringRules, *names: str) -> ScoringRules:
    """Return scoring rules for the first map in `names` (ids or files) that exists, else for the base map."""
    catalogue, game = rules.data.source.catalogue, rules.game
    if not has_maps(catalogue, game):
        return rules
    try:
        of_maps = read_map_rules(catalogue, game)
        for name in names:
            is_file = Path(name).suffix.lower() in (".yaml", ".yml") and Path(name).is_file()
            if name and (is_file or catalogue.find(f"cards/{game}/dungeons/{name}.yaml")):
                dungeon = find_dungeon(catalogue, game, of_maps, name).dungeon
                return rules.played_on(counts_of(dungeon, of_maps), knows_map=True)
        return rules.played_on(counts_of(read_base_map(catalogue, game, of_maps), of_maps))
    except InvalidInput:  # `scrawl check` reports faults of the map
        return rules


def read_forms(catalogue: GameCatalogue, files: Sequence[Path]) -> FilledForms:
    """Return filled sheets (PDF) by file name, each file once; raises InvalidInput."""
    return {name: read_form(file, name) for file in files if (name := catalogue.display_path(file))}


def game_of_sheets(catalogue: GameCatalogue, forms: FilledForms) -> str | None:
    """Return the id of the game that filled sheets belong to; None if they do not say. Raises InvalidInput."""
    place = SourceLocation(", ".join(forms))
    games = list(dict.fromkeys(sheet.game for form in forms.values() for sheet in _identities(form)))
    if len(games) > 1:
        text = f"these are sheets of several games: {', '.join(games)}"
        raise refuse("G025", text, place, "score each game by itself")
    for game in games:
        text = f"the sheet is of the game {game[:60]!r}, which is not here"
        need_known(game, catalogue.games(), "C002", text, place)
    return games[0] if games else None


def _identities(form: FilledForm) -> list[SheetIdentity]:
    return [sheet for text in form.identities if (sheet := identity_of(text)) is not None]


def is_filled_sheet(file: Path) -> bool:
    """Tell by the name of a file whether it contains filled sheets (PDF)."""
    return file.suffix.lower() == ".pdf"


def read_score_file(
    rules: ScoringRules, file: Path, dungeon: str | None = None, *, solo: bool = False, which: int = 0
) -> ScoredGame:
    """Return the game of a score file or of filled sheets (PDF); raises InvalidInput.

    `solo` says that it is a solo game; `which` is for filled sheets, see `score_marks`.
    """
    if is_filled_sheet(file):
        sheets = marks_in_forms(rules, read_forms(rules.data.source.catalogue, [file]))
        return score_marks(rules, sheets, dungeon, solo=solo, which=which)
    return read_score_node(rules, rules.data.source.catalogue.read(file), dungeon, solo=solo)


def marks_in_forms(rules: ScoringRules, forms: FilledForms) -> list[SheetMarks]:
    """Return the marks on filled sheets; raises InvalidInput for sheets of another game."""
    sheets: list[SheetMarks] = []
    for name, form in forms.items():
        for sheet in _identities(form):
            if sheet.game != rules.game:
                text = message("other_sheet", sheet=sheet.sheet, game=sheet.game, meant=rules.game)
                fault = ScoreFault("G025", text, SourceLocation(name), message("leave_game_out"))
                raise InvalidInput([rules.words.diagnostic(fault)])
        sheets += [SheetMarks(values, name, values.get(rules.table.filled.map, "")) for values in form.sheets]
    return sheets


def cards_to_name(
    rules: ScoringRules, sheets: Sequence[SheetMarks], dungeon: str | None = None, which: int = 0
) -> list[str]:
    """Return the cards that the user must name before marked sheets can be scored; empty if scoring would fail."""
    try:
        return unnamed_cards(rules, sheets, the_map(rules, dungeon or map_on(rules, sheets))[1], which)
    except UnscorableGame:
        return []  # scoring reports the reason


def score_marks(
    rules: ScoringRules,
    sheets: Sequence[SheetMarks],
    dungeon: str | None = None,
    named_cards: Mapping[str, str] | None = None,
    *,
    solo: bool = False,
    which: int = 0,
) -> ScoredGame:
    """Return the scored game of marked sheets; raises InvalidInput.

    `solo` says that a single sheet is a solo game. `named_cards` has the answers for cards that no sheet names.
    `which`, from 1, selects one of several games on the sheets.
    """
    try:
        name = dungeon or map_on(rules, sheets)
        map_id, cards, unknown = the_map(rules, name)
        cards = with_cards(cards, named_cards or {})
        rules = played_on(rules, name, map_id)
        record, faults = read_filled(rules, sheets, cards, map_id, solo=solo, which=which)
        result = score_game(rules, record)
        faults = (*faults, *disagreements(rules, sheets, result, which))
    except UnscorableGame as fault:
        raise InvalidInput(rules.words.diagnostic(wrong) for wrong in fault.faults) from None
    return _with_warnings(rules, record, result, faults, unknown, SourceLocation(sheets[0].shown))


def read_score_node(rules: ScoringRules, root: Node, dungeon: str | None = None, *, solo: bool = False) -> ScoredGame:
    """Return the game of a parsed score file, a solo game if `solo` or the file says so.

    Raises InvalidInput if no player's score can be counted.
    """
    dungeon_node = root.get("dungeon")
    try:
        name = dungeon or (str(dungeon_node.value) if dungeon_node is not None else "")
        map_id, cards, unknown = the_map(rules, name)
        rules = played_on(rules, name, map_id)
        record, faults = read_score(rules, root, cards, solo=solo)
        record = replace(record, dungeon=map_id or record.dungeon)
        result = score_game(rules, record)
    except UnscorableGame as fault:
        raise InvalidInput(rules.words.diagnostic(wrong) for wrong in fault.faults) from None
    place = SourceLocation(root.place.path) if dungeon or dungeon_node is None else dungeon_node.place
    return _with_warnings(rules, record, result, faults, unknown, place)


def _with_warnings(
    rules: ScoringRules,
    record: EnteredGame,
    score: GameScore,
    faults: Iterable[ScoreFault],
    unknown: Message | None,
    place: SourceLocation,
) -> ScoredGame:
    all_faults = [*faults, *uncountable_lines(rules, record, place), *unresolved_ties(rules, score)]
    if unknown and rules.table.campaign:
        maps = rules.data.source.catalogue.names(f"cards/{rules.game}/{rules.table.campaign.maps}")
        all_faults.append(ScoreFault("G028", unknown, place, near(record.dungeon, maps), "warning"))
    score = replace(score, warnings=tuple(fault for fault in all_faults if fault.severity != "note"))
    return ScoredGame(record, score, [rules.words.diagnostic(fault) for fault in all_faults])
