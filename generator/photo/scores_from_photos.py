"""Turn photos of marked sheets into games: identify sheets, read ticks, and find what a person must check or type.

Other packages import only this module of those that read photos; the extra `photos` is needed only to read a photo.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, attempt
from generator.photo.known_pages import KnownPage, KnownPages, PrintedPage
from generator.photo.reader import UnreadablePhoto as UnreadablePhoto
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pdf_form import TICKED
from generator.reading.yaml_nodes import read_bytes
from generator.scoring.input_reading import FilledFields
from generator.scoring.input_spec import InputSpec
from generator.scoring.messages import Faults, ScoreFault, UnreadableAnswer, message
from generator.scoring.rules import ScoringRules, open_rules
from generator.scoring.spec import is_below, read_scoring
from generator.scoring.ticks_to_inputs import SheetMarks, in_part, part_of, parts_of
from generator.scoring.typed_text import wholes
from generator.scoring.words import ScoreWords

if TYPE_CHECKING:
    from generator.photo.reader.judge import Judged, TickBoxConstraint
    from generator.photo.reader.page_print import Pixels
    from generator.photo.reader.pages_from_photo import DetectedPage, PhotoPicture


class SheetRow(NamedTuple):
    """Boxes of a sheet that a person compares with the paper at a glance: their readable name, and their ids."""

    name: str
    ids: tuple[str, ...]


class SheetFromPhoto(NamedTuple):
    """A sheet read from a photo: which page it is, the results of boxes that count, and the flattened page (0 to 1).

    `with_ink` are the ids of number fields that have ink; the numbers themselves are not read. `odd` says why each row
    has to be confirmed by itself: "pale" marks, "grey" print.
    """

    photo: str
    page: PrintedPage
    boxes: Mapping[str, "Judged"]
    flat: "Pixels"
    with_ink: frozenset[str] = frozenset()
    odd: tuple[str, ...] = ()

    @property
    def rows(self) -> list[SheetRow]:
        """The boxes in rows, in which ids differ only in their last part, in the order of the sheet."""
        rows: dict[str, list[str]] = {}
        for id in self.boxes:
            rows.setdefault(id.rpartition(".")[0], []).append(id)
        names = self.page.box_names
        return [
            SheetRow(names[ids[0]] if len(ids) == 1 else f"{names[ids[0]]} \u2013 {names[ids[-1]]}", tuple(ids))
            for ids in rows.values()
        ]

    def reasons(self, words: ScoreWords) -> list[str]:
        """Return sentences that say why each row has to be confirmed by itself."""
        sentences = {"pale": words.say("photo_pale"), "grey": words.say("photo_grey")}
        return [sentences[reason] for reason in self.odd]

    @property
    def doubts(self) -> list[str]:
        """The ids of the boxes that a person has to check."""
        return [id for id, judged in self.boxes.items() if judged.ticked is None]

    def form_values(self, answers: Mapping[str, bool], typed: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return ticks and typed texts by field id, as a filled PDF form would contain them.

        `answers`, given by a person for boxes by id, override the results of the photo.
        """
        ticks = {id: answers.get(id, judged.ticked) for id, judged in self.boxes.items()}
        texts = {id: text for id, text in (typed or {}).items() if text}
        return {id: TICKED for id, ticked in ticks.items() if ticked} | texts

    def jpeg(self) -> bytes:
        """Return the flattened sheet as a grey JPEG."""
        from generator.photo.reader.review_picture import flat_jpeg

        return flat_jpeg(self.flat)

    def field_picture(self, id: str, wide: int) -> list[list[int]]:
        """Return the picture of a field as rows of grey values, 0 to 255, upright, at most `wide` pixels wide."""
        from generator.photo.reader.review_picture import cut_out, in_grey, smaller

        field = self.page.text_fields[id]
        rows: list[list[int]] = smaller(cut_out(in_grey(self.flat), field.box, field.turns), wide).tolist()
        return rows


def read_photos(
    catalogue: GameCatalogue, games: Sequence[str], paths: Iterable[Path], words: ScoreWords, maps: Iterable[str] = ()
) -> list[SheetFromPhoto]:
    """Return the sheets in photos; raises InvalidInput with a fault for each photo that cannot be read.

    Sheets of `games` are searched for: first of games that can be scored from photos, first in the language of `words`.
    """
    # a game whose scoring is faulty comes last, too
    games = sorted(games, key=lambda game: not attempt([], lambda: read_scoring(catalogue, game).scored_by_ticks))
    pages, sheets, faults = KnownPages(catalogue, games, maps), list[SheetFromPhoto](), list[ScoreFault]()
    for path in paths:
        try:
            sheets += _sheets_in(pages, _content_of(path), catalogue.display_path(path), words.language)
        except UnreadablePhoto as refused:
            hint = message(f"{refused.key}_hint")
            faults.append(ScoreFault("F011", message(refused.key), SourceLocation(catalogue.display_path(path)), hint))
    if faults:
        raise InvalidInput(words.diagnostic(fault) for fault in faults)
    return sheets


def read_picture(catalogue: GameCatalogue, game: str, content: bytes, language: str) -> list[SheetFromPhoto]:
    """Return the sheets of one game in a photo given as bytes; raises UnreadablePhoto."""
    return _sheets_in(KnownPages(catalogue, (game,)), content, "", language)


def _content_of(path: Path) -> bytes:
    from generator.photo.reader.pages_from_photo import MOST_BYTES

    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise UnreadablePhoto("photo_large")
        return read_bytes(path, str(path), MOST_BYTES)
    except (OSError, InvalidInput):
        raise UnreadablePhoto("photo_damaged") from None


def _sheets_in(pages: KnownPages, content: bytes, photo: str, language: str) -> list[SheetFromPhoto]:
    from generator.photo.reader.pages_from_photo import PhotoPicture, open_picture

    return sheets_in(pages, PhotoPicture(open_picture(content)), photo, language)


def sheets_in(pages: KnownPages, picture: "PhotoPicture", photo: str, language: str) -> list[SheetFromPhoto]:
    """Return the sheets in a photo, row by row; raises UnreadablePhoto if one of them cannot be identified or read.

    `photo` is the name of the photo in messages; sheets in `language` are searched for first.
    """
    from generator.photo.reader.pages_from_photo import in_reading_order

    sheets: list[SheetFromPhoto] = []
    outlines: list[Pixels] = []
    likely = list(pages.likely(language))
    is_more = True
    while is_more:
        found_page, identity, fields = _known(pages, picture, likely)
        if found_page is None and sheets:
            break
        if found_page is None or identity is None:  # even after other sheets: else a player would be left out silently
            raise UnreadablePhoto("photo_no_sheet" if found_page is None else "photo_no_code")
        sheets.append(_read(pages, picture, found_page, identity, fields, photo))
        outlines.append(found_page.outline)
        likely.insert(0, identity)
        is_more = picture.leave_out(found_page)
    return [sheets[at] for at in in_reading_order(outlines)]


def _known(
    pages: KnownPages, picture: "PhotoPicture", likely: Iterable[KnownPage]
) -> "tuple[DetectedPage | None, KnownPage | None, int]":
    """Return (a page found in the photo, which page it is, the digest of its fields in its code).

    A page is found by its pictures, but identified only by its code: without a readable code the second value is None.
    If no page is found, the first value is None, too.
    """
    from generator.photo.reader.pages_from_photo import SURE

    unnamed: DetectedPage | None = None
    for guess in dict.fromkeys(likely):
        found_page = picture.look(pages.find_print(guess).print)
        if found_page is None:
            continue
        for code in found_page.codes:
            identity = pages.page_of_code(code)
            if identity is not None:
                return found_page, identity, code.fields
        if found_page.agreeing >= SURE:
            unnamed = found_page
    return unnamed, None, 0


def _read(
    pages: KnownPages, picture: "PhotoPicture", place: "DetectedPage", identity: KnownPage, fields: int, photo: str
) -> SheetFromPhoto:
    page = pages.find_print(identity, fields)
    rules = open_rules(pages.catalogue, identity.game, identity.language)
    counted = {id: box for id, box in page.print.boxes.items() if input_of(rules, id)}
    numbers = {id: field.box for id, field in page.text_fields.items() if number_of(rules, id)}
    if not counted:
        raise UnreadablePhoto("photo_no_boxes")
    if not all(rules.table.inputs[name].scored_by_photo for name in rules.table.asked_inputs):
        raise UnreadablePhoto("photo_more_than_boxes")
    reading = picture.read(page.print, place, counted, groups_of(rules, counted), numbers)
    if reading is None or not reading.is_sharp:
        raise UnreadablePhoto("photo_unsharp")
    if reading.is_doubtful:
        raise UnreadablePhoto("photo_doubtful")
    return SheetFromPhoto(photo, page, reading.boxes, reading.flat, reading.with_ink, reading.odd)


def number_of(rules: ScoringRules, id: str) -> str:
    """Return the name of the input whose number is written in the field with this id, "" if there is none."""
    _, field = part_of(id, rules.table.filled) or (0, id)
    for name in rules.table.asked_inputs:
        if any(is_below(field, head) for head in rules.table.inputs[name].digits):
            return name
    return ""


def input_of(rules: ScoringRules, id: str) -> InputSpec | None:
    """Return the input that a box belongs to, None if it does not count; the id may end with a column number.

    If a number is marked in several places of a sheet, such as a track and the map, only the first one counts here.
    """
    _, field = part_of(id, rules.table.filled) or (0, id)
    for name, spec in rules.table.inputs.items():
        if name in rules.table.asked_inputs and any(is_below(field, head) for head in spec.counted_heads):
            return spec
    return None


def groups_of(rules: ScoringRules, ids: Iterable[str]) -> "list[TickBoxConstraint]":
    """Return the groups of boxes, among `ids`, of which the ticks constrain each other.

    A row that shows a number is filled from its start; of the results of a card, or of a choice, exactly one is ticked.
    """
    from generator.photo.reader.judge import TickBoxConstraint

    rows: dict[str, list[tuple[int, str]]] = {}
    choices: dict[str, list[str]] = {}
    for id in ids:
        stem, _, number = id.rpartition(".")
        spec = input_of(rules, id)
        order = spec.tick_order if spec is not None else "any"
        if number.isdecimal() and order == "row":
            rows.setdefault(stem, []).append((int(number), id))
        elif order == "one":
            choices.setdefault(stem, []).append(id)
    in_order = [TickBoxConstraint(tuple(id for _, id in sorted(row)), True) for row in rows.values()]
    return [*in_order, *(TickBoxConstraint(tuple(ids), False) for ids in choices.values())]


class SheetColumnOrGame(NamedTuple):
    """A part of a sheet: one of its columns or games; a sheet without columns and games has only part number 1."""

    sheet: int  # counted from 0, while `number` is counted from 1
    number: int


class HandwrittenInputFields(NamedTuple):
    """The text fields of an input in one part of a sheet (column or game): ids in the order of the page."""

    name: str
    part: int
    ids: tuple[str, ...]


def part_count(rules: ScoringRules) -> int:
    """Return the number of columns or games on a sheet."""
    return max(rules.table.filled.games, rules.table.filled.columns)


def is_of(rules: ScoringRules, sheet: int, id: str, which: int) -> bool:
    """Return whether a field belongs to part `which`, from 1 over all sheets (0: any); `sheet` counts from 0."""
    numbered = part_of(id, rules.table.filled)
    return not which or (numbered is not None and sheet * part_count(rules) + numbered[0] == which)


def games_in_photos(
    rules: ScoringRules, sheets: Sequence[SheetFromPhoto], answers: Sequence[Mapping[str, bool]], which: int = 0
) -> dict[int, list[SheetColumnOrGame]]:
    """Return the parts of the sheets that have any marks by the number of their game, which is `which` for sheets of
    one game; a doubtful box without an answer counts as marked.
    """
    used = [
        SheetColumnOrGame(number, part)
        for number, (sheet, answered) in enumerate(zip(sheets, answers, strict=True))
        for part in _parts_in_use(rules, sheet, answered)
        if which in (0, number * part_count(rules) + part)
    ]
    if rules.table.filled.games == 1:
        return {which: used}
    return {part.sheet * part_count(rules) + part.number: [part] for part in used}


def _parts_in_use(rules: ScoringRules, sheet: SheetFromPhoto, answers: Mapping[str, bool]) -> list[int]:
    """Return the numbers of the columns or games of a sheet that have any marks; [1] for a sheet without these."""
    if part_count(rules) == 1:
        return [1]
    ticks = {id: answers.get(id, judged.ticked) for id, judged in sheet.boxes.items()}
    marked = [*(id for id, ticked in ticks.items() if ticked is not False), *sheet.with_ink]
    return sorted({numbered[0] for id in marked if (numbered := part_of(id, rules.table.filled))})


def numbers_to_type(
    rules: ScoringRules, sheet: SheetFromPhoto, answers: Mapping[str, bool], part: int
) -> list[HandwrittenInputFields]:
    """Return the text fields of a sheet's column or game `part` whose numbers a person has to type.

    These are each number with a field of its own, and lists of numbers up to the last field with ink. Empty if this
    part is marked as not counting.
    """
    if _is_void(rules, sheet.form_values(answers), part):
        return []
    ids: dict[str, list[str]] = {}
    for id in sheet.page.text_fields:
        numbered, name = part_of(id, rules.table.filled), number_of(rules, id)
        if numbered and numbered[0] == part and name:
            ids.setdefault(name, []).append(id)
    to_type = ((name, _to_last(field_ids, sheet.with_ink, rules, name)) for name, field_ids in ids.items())
    return [HandwrittenInputFields(name, part, tuple(field_ids)) for name, field_ids in to_type if field_ids]


def _to_last(ids: Sequence[str], with_ink: frozenset[str], rules: ScoringRules, name: str) -> list[str]:
    """Return the fields of an input up to the last one that has ink or is not part of a list."""
    heads = rules.table.inputs[name].heads
    to_type = [
        index
        for index, id in enumerate(ids)
        if id in with_ink or (part_of(id, rules.table.filled) or (0, id))[1] in heads
    ]
    return list(ids[: to_type[-1] + 1]) if to_type else []


def _is_void(rules: ScoringRules, values: Mapping[str, str], part: int) -> bool:
    void = rules.table.void
    values_of_part = parts_of(values, rules.table.filled)[part - 1]
    return bool(void) and any(
        is_below(id, head) for id in values_of_part for head in rules.table.inputs[void or ""].heads
    )


def faults_of_answers(
    rules: ScoringRules, sheet: SheetFromPhoto, values: Mapping[str, str], fields: HandwrittenInputFields
) -> list[Diagnostic]:
    """Return the faults and warnings of the numbers typed for `fields`; `values` has all values by id."""
    faults, place = Faults(), SourceLocation(sheet.photo)
    context = rules.reading(fields.name, faults, solo=rules.table.only_solo, cards={})
    values_of_part = parts_of(values, rules.table.filled)[fields.part - 1]
    for id in fields.ids:
        try:
            wholes(values.get(id, ""))
        except UnreadableAnswer as fault:
            faults.add("F006", fault.message, place)
    if not faults.errors:
        rules.table.inputs[fields.name].read_ticks(FilledFields(place, values_of_part), context)
    return [rules.words.diagnostic(fault) for fault in faults.met]


def name_field(rules: ScoringRules, part: SheetColumnOrGame) -> str:
    """Return the id of the field for the player's name in a column or game of a sheet."""
    return in_part(rules.table.filled.name, part.number, rules.table.filled)


def marks_in_photos(
    sheets: Sequence[SheetFromPhoto], answers: Sequence[Mapping[str, bool]], typed: Sequence[Mapping[str, str]] = ()
) -> list[SheetMarks]:
    """Return the marks on photographed sheets: the results of the photos, corrected by `answers`, and `typed` texts.

    For each sheet, `answers` says by id whether a box is marked, and `typed` has texts by the ids of their fields.
    """
    texts = typed or [{} for _ in sheets]
    return [
        SheetMarks(sheet.form_values(answer, text), sheet.photo, sheet.page.identity.dungeon or "")
        for sheet, answer, text in zip(sheets, answers, texts, strict=True)
    ]


def as_record(sheet: SheetFromPhoto, numbers: Mapping[str, str | None] | None = None) -> dict[str, object]:
    """Return a sheet as values for JSON: each box is true, false, or null if a person has to look; probabilities.

    `numbers` are the number fields that count: null if a person has to type them, "" if nothing is written.
    """
    identity = sheet.page.identity
    return {
        "photo": sheet.photo,
        "game": identity.game,
        "sheet": identity.sheet,
        "language": identity.language,
        "edition": identity.edition or "",
        "dungeon": identity.dungeon or "",
        "boxes": {id: judged.ticked for id, judged in sheet.boxes.items()},
        "chances": {id: round(judged.chance, 4) for id, judged in sheet.boxes.items()},
        "odd": list(sheet.odd),
        "doubts": {id: judged.reason for id, judged in sheet.boxes.items() if judged.ticked is None},
        "written": dict(numbers or {}),
    }


def as_written(
    rules: ScoringRules, sheet: SheetFromPhoto, inputs: Sequence[HandwrittenInputFields]
) -> dict[str, str | None]:
    """Return the number fields of a sheet that count, by id: None if a person has to type the number, else ""."""
    typed = {id for input_fields in inputs for id in input_fields.ids}
    return {id: None if id in typed else "" for id in sheet.page.text_fields if number_of(rules, id)}


def review_picture(sheets: Sequence[SheetFromPhoto], typed: Sequence[Sequence[HandwrittenInputFields]]) -> bytes:
    """Return a PNG of the flattened sheets, with frames that show each box's result, and the fields to be typed."""
    from generator.photo.reader.review_picture import review_png, review_sheet

    pictures = []
    for sheet, inputs in zip(sheets, typed, strict=True):
        fields = {id: sheet.page.text_fields[id] for row in inputs for id in row.ids}
        pictures.append(review_sheet(sheet.flat, sheet.page.print.boxes, sheet.boxes, fields))
    return review_png(pictures)
