"""Pictures of marked sheets become games: which sheet each is, what is ticked, and what a person has to look at."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.diagnostics import InvalidInput, SourceLocation
from generator.photo.known_pages import KnownPage, KnownPages, PrintedPage, UnknownPageCode
from generator.products.scores.scores_from_files import ScoredGame, score_marks
from generator.reading.game_search_path import GameSearchPath
from generator.reading.pdf_form import TICKED
from generator.reading.yaml_nodes import read_bytes
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.bands import CardResultsSpec
from generator.scoring.inputs.choice import ChoiceSpec
from generator.scoring.inputs.group import KeyedNumbersSpec
from generator.scoring.inputs.number import NumberSpec
from generator.scoring.inputs.numbers import NumbersSpec
from generator.scoring.messages import ScoreFault, message
from generator.scoring.rules import ScoringRules
from generator.scoring.spec import is_below, read_scoring
from generator.scoring.ticks_to_inputs import SheetMarks, part_of
from generator.scoring.words import ScoreWords

if TYPE_CHECKING:
    from generator.photo.reader.box_groups import TickBoxConstraint
    from generator.photo.reader.judge import Judged
    from generator.photo.reader.page_print import Pixels
    from generator.photo.reader.reading import DetectedPage, PhotoPicture


class SheetFromPhoto(NamedTuple):
    """A sheet that was read from a picture: what it is, its boxes that count, the page made flat, 0 to 1, and which of
    the fields whose numbers count hold ink; the numbers themselves are not read."""

    photo: str
    page: PrintedPage
    boxes: Mapping[str, "Judged"]
    flat: "Pixels"
    with_ink: frozenset[str] = frozenset()

    @property
    def asked(self) -> list[str]:
        """The boxes that a person has to look at."""
        return [id for id, judged in self.boxes.items() if judged.ticked is None]

    def held(self, answers: Mapping[str, bool], typed: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return what is ticked, and what was typed, as a filled form would hold it."""
        told = {id: answers.get(id, judged.ticked) for id, judged in self.boxes.items()}
        texts = {id: text for id, text in (typed or {}).items() if text}
        return {id: TICKED for id, ticked in told.items() if ticked} | texts


def read_photos(
    catalogue: GameSearchPath, games: Sequence[str], paths: Iterable[Path], words: ScoreWords, maps: Iterable[str] = ()
) -> list[SheetFromPhoto]:
    """Return the sheets in some pictures; raises InvalidInput with a sentence for each picture that cannot be read.

    They are looked for among the sheets of these games, in the language of the words before others; first among those
    that can be counted from pictures.
    """
    from generator.photo.reader.photo_opening import UnreadablePhoto

    games = sorted(games, key=lambda game: not _is_told_by_ticks(catalogue, game))
    pages, sheets, faults = KnownPages(catalogue, games, maps), list[SheetFromPhoto](), list[ScoreFault]()
    for path in paths:
        try:
            sheets += _sheets_in(pages, _content_of(path), catalogue.shown(path), words.language)
        except (UnreadablePhoto, UnknownPageCode) as refused:
            hint = message(f"{refused.why}_hint")
            faults.append(ScoreFault("F011", message(refused.why), SourceLocation(catalogue.shown(path)), hint))
    if faults:
        raise InvalidInput(words.diagnostic(fault) for fault in faults)
    return sheets


def read_picture(catalogue: GameSearchPath, game: str, content: bytes, language: str) -> list[SheetFromPhoto]:
    """Return the sheets of a game in a picture that lies in no file; raises UnreadablePhoto and UnknownPageCode."""
    return _sheets_in(KnownPages(catalogue, (game,)), content, "", language)


def _is_told_by_ticks(catalogue: GameSearchPath, game: str) -> bool:
    """Tell whether points follow from boxes to tick; faults of the scoring are told when a sheet of the game is met."""
    try:
        return read_scoring(catalogue, game).told_by_ticks
    except InvalidInput:
        return False


def _content_of(path: Path) -> bytes:
    from generator.photo.reader.photo_opening import MOST_BYTES, UnreadablePhoto

    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise UnreadablePhoto("photo_large")
        return read_bytes(path, str(path), MOST_BYTES)
    except (OSError, InvalidInput):
        raise UnreadablePhoto("photo_damaged") from None


def _sheets_in(pages: KnownPages, content: bytes, shown: str, language: str) -> list[SheetFromPhoto]:
    from generator.photo.reader.photo_opening import open_picture
    from generator.photo.reader.reading import PhotoPicture

    return sheets_in(pages, PhotoPicture(open_picture(content)), shown, language)


def sheets_in(pages: KnownPages, picture: "PhotoPicture", shown: str, language: str) -> list[SheetFromPhoto]:
    """Return the sheets in a picture; raises UnknownPageCode where one of them cannot be told."""
    sheets: list[SheetFromPhoto] = []
    likely = list(pages.likely(language))
    while True:
        seen, known, fields = _known(pages, picture, likely)
        if seen is None and sheets:
            return sheets
        if seen is None or known is None:  # of several sheets one without its code, too: its player would be left out
            raise UnknownPageCode("photo_no_sheet" if seen is None else "photo_no_code")
        sheets.append(_read(pages, picture, seen, known, fields, shown))
        likely.insert(0, known)
        if not picture.leave_out(seen):
            return sheets


def _known(
    pages: KnownPages, picture: "PhotoPicture", likely: Iterable[KnownPage]
) -> "tuple[DetectedPage | None, KnownPage | None, int]":
    """Return the page in a picture that some likely one leads to, with the digest of its fields.

    Art finds a page, only its code names it: a page that was seen without one stays unknown.
    """
    from generator.photo.reader.reading import SURE

    unnamed: DetectedPage | None = None
    for guess in dict.fromkeys(likely):
        seen = picture.look(pages.printed(guess).print)
        if seen is None:
            continue
        for code in seen.codes:
            known = pages.told_by(code)
            if known is not None:
                return seen, known, code.fields
        if seen.agreeing >= SURE:
            unnamed = seen
    return unnamed, None, 0


def _read(
    pages: KnownPages, picture: "PhotoPicture", seen: "DetectedPage", known: KnownPage, fields: int, shown: str
) -> SheetFromPhoto:
    page = pages.printed(known, fields)
    rules = rules_for(pages.catalogue, known)
    counted = {id: box for id, box in page.print.boxes.items() if counts(rules, id)}
    numbers = {id: field.box for id, field in page.text_fields.items() if number_of(rules, id)}
    if not counted:
        raise UnknownPageCode("photo_no_boxes")
    if not all(_is_told_by_photo(rules.table.inputs[name]) for name in rules.table.asked):
        raise UnknownPageCode("photo_more_than_boxes")
    reading = picture.read(page.print, seen, counted, groups_of(rules, counted), numbers)
    if reading is None or not reading.is_sharp:
        raise UnknownPageCode("photo_unsharp")
    if reading.is_doubtful:
        raise UnknownPageCode("photo_doubtful")
    return SheetFromPhoto(shown, page, reading.boxes, reading.flat, reading.with_ink)


def _is_told_by_photo(spec: InputSpec) -> bool:
    """Tell whether boxes to tick, or numbers that a person types from a picture, tell all of an input."""
    if isinstance(spec, NumberSpec | NumbersSpec):
        return bool(spec.heads)
    return bool(spec.fields) and spec.told_by_ticks


def number_of(rules: ScoringRules, id: str) -> str:
    """Return the input that is written as a number in a field to write in, "" where none is."""
    _, own = part_of(id, rules.table.filled) or (0, id)
    for name in rules.table.asked:
        spec = rules.table.inputs[name]
        if isinstance(spec, NumberSpec | NumbersSpec):
            less = (spec.less,) if isinstance(spec, NumberSpec) and spec.less else ()
            if any(is_below(own, head) for head in (*spec.filled, *less)):
                return name
    return ""


def rules_for(catalogue: GameSearchPath, known: KnownPage) -> ScoringRules:
    """Return the scoring of the game that a page is of."""
    from generator.scoring.rules import open_rules

    return open_rules(catalogue, known.game, known.language)


def counts(rules: ScoringRules, id: str) -> bool:
    """Tell whether points follow from a box, whose id may end with the number of a column.

    Of a number that is marked in several places the first counts here: its track, not the map that is drawn over.
    """
    return _input_of(rules, id) is not None


def _input_of(rules: ScoringRules, id: str) -> InputSpec | None:
    _, own = part_of(id, rules.table.filled) or (0, id)
    for name, spec in rules.table.inputs.items():
        heads = spec.heads[:1] if isinstance(spec, NumberSpec) else spec.heads
        if name in rules.table.asked and any(is_below(own, head) for head in heads):
            return spec
    return None


def groups_of(rules: ScoringRules, ids: Iterable[str]) -> "list[TickBoxConstraint]":
    """Return the boxes that tell of each other: a row of a number is filled from its beginning, and of the bands of a
    card one is ticked, as of what can be chosen."""
    from generator.photo.reader.box_groups import TickBoxConstraint

    rows: dict[str, list[tuple[int, str]]] = {}
    choices: dict[str, list[str]] = {}
    for id in ids:
        stem, _, number = id.rpartition(".")
        spec = _input_of(rules, id)
        if number.isdecimal() and _is_in_order(spec):
            rows.setdefault(stem, []).append((int(number), id))
        elif isinstance(spec, CardResultsSpec | ChoiceSpec):
            choices.setdefault(stem, []).append(id)
    in_order = [TickBoxConstraint(tuple(id for _, id in sorted(row)), True) for row in rows.values()]
    return [*in_order, *(TickBoxConstraint(tuple(ids), False) for ids in choices.values())]


def _is_in_order(spec: InputSpec | None) -> bool:
    """Tell whether the boxes of an input are filled from the beginning of their row; those that are counted are not."""
    return isinstance(spec, KeyedNumbersSpec | NumbersSpec) or (isinstance(spec, NumberSpec) and spec.reads == "row")


def scored_photos(
    rules: ScoringRules,
    sheets: Sequence[SheetFromPhoto],
    answers: Sequence[Mapping[str, bool]],
    typed: Sequence[Mapping[str, str]] = (),
    dungeon: str | None = None,
    named: Mapping[str, str] | None = None,
    *,
    solo: bool = False,
    which: int = 0,
) -> ScoredGame:
    """Return the game that sheets tell of when all boxes in doubt are answered; raises InvalidInput.

    `typed` is what was typed of each sheet by the ids of its fields: numbers, and names. `named` are cards by question.
    `which` of the games on sheets that have room for several, counted from 1 over all of them.
    """
    return score_marks(rules, marks_in_photos(sheets, answers, typed), dungeon, named, solo=solo, which=which)


def marks_in_photos(
    sheets: Sequence[SheetFromPhoto], answers: Sequence[Mapping[str, bool]], typed: Sequence[Mapping[str, str]] = ()
) -> list[SheetMarks]:
    """Return what is marked on sheets in pictures, as it was read and answered."""
    texts = typed or [{} for _ in sheets]
    return [
        SheetMarks(sheet.held(answer, text), sheet.photo, sheet.page.known.drawn or "")
        for sheet, answer, text in zip(sheets, answers, texts, strict=True)
    ]


def as_record(
    sheet: SheetFromPhoto, answers: Mapping[str, bool], written: Mapping[str, str | None] | None = None
) -> dict[str, object]:
    """Return a sheet as values of JSON: true, false, or null where a person has to look, and the chance of each.

    `written` are the fields whose numbers count: null where a person has to type one, "" where nothing is written.
    """
    known = sheet.page.known
    return {
        "photo": sheet.photo,
        "game": known.game,
        "sheet": known.sheet,
        "language": known.language,
        "edition": known.edition or "",
        "dungeon": known.drawn or "",
        "boxes": {id: answers.get(id, judged.ticked) for id, judged in sheet.boxes.items()},
        "chances": {id: round(judged.chance, 4) for id, judged in sheet.boxes.items()},
        "doubts": {id: judged.why for id, judged in sheet.boxes.items() if judged.ticked is None},
        "written": dict(written or {}),
    }
